"""A game that a person plays at the terminal: the board, the legal moves by name, and a few words besides."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from zermelo.cli.board import board, colour_of, say
from zermelo.cli.output import ENGLISH, summary, watching
from zermelo.cli.stopping import ask
from zermelo.errors import ActionError, ZermeloError
from zermelo.game import CHANCE, Game, State
from zermelo.play.play import Playing, outcome
from zermelo.play.players import Human, Player, seat_name
from zermelo.play.search_players import Adviser, SearcherPlayer, SearchPlayer
from zermelo.scales import decided, told, told_found
from zermelo.search.engine.result import EngineResult
from zermelo.search.known import Known, KnownResult
from zermelo.search.result import Result
from zermelo.simultaneous import as_written
from zermelo.values import counted, in_words

WORDS: Final = {
    "undo": "take back your last move",
    "hint": "a move that the computer, at its best, would play here",
    "why": "what this position is worth, and the line of best play",
    "moves": "the legal moves, as they can be typed; ? says them, too",
    "rules": "how the game goes, as its author says it",
    "help": "these words",
    "quit": "leave the game",
}
LISTED: Final = 12
"""As many legal moves are shown each turn; more when they are asked for."""


@contextmanager
def thinking(players: Iterable[Player]) -> Iterator[None]:
    """Show that someone thinks, and what is known so far."""
    with watching("thinking") as watch:
        for one in players:
            if isinstance(one, SearchPlayer):
                one.progress, one.report = watch.progress, watch.report
        yield


def gained(game: Game, state: State, action: int) -> str:
    """What an action wins on the way, to be said after its name; nothing where it wins nothing."""
    won = game.reward(state, action)
    return f" ({won:+g})" if won else ""


def standing(game: Game, won: Sequence[float]) -> str:
    """What players have won so far, in words; of two by how much one is ahead."""
    if game.players == 2:
        return f"{seat_name(game, won.index(max(won)))} by {max(won):g}" if any(won) else "nobody is ahead"
    return ", ".join(f"{seat_name(game, player)} {share:g}" for player, share in enumerate(won))


def thoughts(player: Player, action: int) -> str:
    """What a player thought of an action just chosen, in a line; nothing of those who do not search with the engine."""
    return summary(player.found, action) if isinstance(player, SearchPlayer) and player.found else ""


def rules_told(game: Game) -> str:
    """How a game goes: what its class says of itself, without examples, and what the module says that has its rules; nothing where
    neither says anything.
    """
    kind = type(as_written(game))
    rules = inspect.getmodule(kind.result)
    told = [inspect.cleandoc(text or "").partition(">>>")[0].strip() for text in (vars(kind).get("__doc__"), rules and rules.__doc__)]
    return "\n\n".join(filter(None, told))


def person_joins(game: TerminalGame) -> None:
    """Play the game to its end, or until the person leaves."""
    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys and history for `input`, where the system has it
    game.greet()
    try:
        while not game.is_over():
            game.turn()
    except EOFError:
        print("\nNo more input: the game is left unfinished.")
    except _Quit:
        print("The game is left unfinished.")
    else:
        game.farewell()


class _Quit(Exception):  # noqa: N818  # a wish, not an error
    """The person leaves."""


class TerminalGame:
    """A game in progress with a person in it, who may take moves back."""

    def __init__(self, playing: Playing, names: Sequence[str], mode: str, known: Known | None = None) -> None:
        self.playing, self.names = playing, names
        self.game, self.players = playing.game, playing.players
        self.people = [place for place, one in enumerate(self.players) if isinstance(one, Human)]
        self.adviser: SearchPlayer = (
            SearcherPlayer(self.game, "ismcts") if self.game.hidden else Adviser(self.game, mode=mode, database=known)
        )
        self._shown: State = None
        self._advised: tuple[list[State], Result] | None = None
        self._at_the_screen = self.people[0] if len(self.people) == 1 else None

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.playing.state

    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.playing.ending is not None

    def greet(self) -> None:
        """Say who plays and what can be typed."""
        for place, name in enumerate(self.names):
            number = f" (player {place + 1})" if self.game.players == 2 else ""
            say(f"{seat_name(self.game, place)}{number}: {'you' if name == 'human' else name}", colour_of(place))
        self.help()

    def farewell(self) -> None:
        """Show how it ended."""
        self._show()
        print(outcome(self.game, self.playing.utilities, self.playing.ending))

    def turn(self) -> None:
        """One ply, or one word of the person's."""
        player = self.game.to_move(self.state)
        if player == CHANCE:
            self._move("chance", self.playing.choose(), None)
            return
        if self.game.hidden and player in self.people:
            self._hand_over(player)
        if not self.game.hidden or self._at_the_screen is not None:
            self._show()
        if isinstance(self.players[player], Human):
            self._listen(player)
            return
        with thinking(self.players):
            action = self.playing.choose()
        self._move(f"{seat_name(self.game, player)} plays", action, player)

    def _move(self, who: str, action: int | None, player: int | None) -> None:
        """Say what was played, and play it; nothing is if the time is over."""
        if action is None:
            return
        if self._is_seen(action):
            say(f"{who} {self.game.name(self.state, action)}{gained(self.game, self.state, action)}", colour_of(player))
        else:
            say(f"{who}: you do not see what", colour_of(player))
        if player is not None and not self.game.hidden and (thought := thoughts(self.players[player], action)):
            say(thought, "dim")
        self.playing.take(action)

    def _is_seen(self, action: int) -> bool:
        """Whether all people here can tell the action from the others that might have been."""
        if not self.game.hidden:
            return True
        game, state = self.game, self.state
        chance = game.to_move(state) == CHANCE
        others = [one for one, _ in game.outcomes(state)] if chance else list(game.actions(state))
        following, end = [game.result(state, one) for one in others if one != action], game.result(state, action)
        return not any(game.observe(one, person) == game.observe(end, person) for person in self.people for one in following)

    def _hand_over(self, player: int) -> None:
        """Where more than one person plays, make sure that only this one looks."""
        if self._at_the_screen != player:
            print("\n" * 50)
            ask(f"{seat_name(self.game, player)}, it is your move. Nobody else should look; press Enter ")
            self._at_the_screen, self._shown = player, None

    @property
    def seen(self) -> State:
        """The state as the person at the screen may see it: the whole of it, unless the game hides something and is not over."""
        if not self.game.hidden or self.is_over() or self._at_the_screen is None:
            return self.state
        return self.game.observe(self.state, self._at_the_screen)

    def _listen(self, player: int) -> None:
        count = self._count()
        known = f" (type moves to see the {count})" if count > LISTED else ""
        text = ask(f"{seat_name(self.game, player)}, your move{known}: ").strip()
        if not text:
            return
        try:
            action = self.game.parse(self.seen, text)
        except (ValueError, LookupError, TypeError) as error:  # a game's own `parse` may fail in any of these ways
            self._obey(text, error)
        else:
            try:
                self.playing.take(action)
            except ActionError as error:
                print(error)

    def _obey(self, text: str, error: Exception) -> None:
        word = text.casefold()
        if word in ("quit", "exit"):
            raise _Quit
        if word == "?":
            self.moves()
        elif word in WORDS:
            getattr(self, word)()
        else:
            reason = error if isinstance(error, ZermeloError) else f"{text!r} is not a move here"
            print(f"{reason}. Other words: {', '.join(WORDS)}")

    def _show(self) -> None:
        """The board and the legal moves, where they are few, unless they are on the screen already."""
        if self._shown is self.state:
            return
        self._shown = self.state
        print()
        board(self.game, self.seen)
        won = self.playing.won()
        if won is not None:
            print(f"won so far: {standing(self.game, won)}")
        print()
        if not self.is_over() and isinstance(self.players[self.game.to_move(self.state)], Human) and self._count() <= LISTED:
            self.moves()

    def _count(self) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in self.game.actions(self.seen))

    # The words

    def undo(self) -> None:
        """Back to where the person last had the choice."""
        states = self.playing.states
        for place in range(len(states) - 2, self.playing.begun - 1, -1):
            player = self.game.to_move(states[place])
            if player != CHANCE and isinstance(self.players[player], Human):
                self.playing.take_back(place)
                return
        print("There is no move of yours to take back.")

    def hint(self) -> None:
        """A good move."""
        found = self._advice()
        if found is not None and found.action is not None:
            print(f"The computer would play {self.game.name(self.seen, found.action)}.")

    def why(self) -> None:
        """The value of the position to the person, and the principal variation."""
        found = self._advice()
        if found is None:
            return
        player = self.game.to_move(self.state)
        value = found.value[player] if isinstance(found.value, tuple) else -found.value if player else found.value
        worth = told(found.game, value, ENGLISH, mean=self.game.hidden) if self.game.players <= 2 else in_words(value, 4)
        whose = f"to you ({seat_name(self.game, player)})"
        if self.game.hidden:
            print(f"Worth about {worth} {whose}, judging by {counted(found.nodes, 'state')} in random deals.")
            return
        if isinstance(found, KnownResult):
            is_proved, sure = found.proved, found.reason
        else:
            is_proved = isinstance(found, EngineResult) and found.proved
            sure = "proved" if is_proved else f"looking {counted(found.depth, 'ply', 'plies')} ahead"
        end = None if isinstance(found.value, tuple) else decided(found.game, found.value, proved=is_proved)
        if end is None:
            print(f"Worth {worth} {whose}, {sure}.")
        else:
            ending = told_found(found, ENGLISH)
            print(f"{ending[:1].upper()}{ending[1:]}, {sure}; you are {seat_name(self.game, player)}.")
        print(f"Best play for all: {' '.join(found.names())}{self._where(found)}")

    def _where(self, found: Result) -> str:
        going_on = self.playing.copy()
        for action in found.line:
            if going_on.ending is None:  # a position may have come back too often
                going_on.take(action)
        return f" - {outcome(self.game, going_on.utilities)}" if self.game.is_terminal(going_on.state) else " ..."

    def _advice(self) -> Result | None:
        """What the adviser finds; one answer for a position, however often, and for whatever, it is asked."""
        states = list(self.playing.states)
        if self._advised and len(self._advised[0]) == len(states) and all(map(operator.is_, self._advised[0], states)):
            return self._advised[1]
        try:
            with thinking([self.adviser]):
                before, person = states[:-1], self.game.to_move(self.state)
                self.adviser.history = [self.game.observe(state, person) for state in before] if self.game.hidden else before
                self.adviser.clock = None
                found = self.adviser.search(self.seen)
        except ZermeloError as error:
            print(f"No advice: {error}")
            return None
        self._advised = states, found
        return found

    def moves(self) -> None:
        """The legal moves, by name, and by number where the name is not one."""
        names = {action: self.game.name(self.seen, action) for action in self.game.actions(self.seen)}
        print("Moves:", " ".join(names.values()))
        first = next(iter(names.values()), "")
        if not first.isdecimal() and self._go_by_number(names):
            print("Or by number:", " ".join(f"{action}={name}" for action, name in names.items()))

    def _go_by_number(self, actions: Iterable[int]) -> bool:
        """Whether a number that is typed is that of the action; a game may read it otherwise."""
        try:
            return all(self.game.parse(self.seen, str(action)) == action for action in actions)
        except (ValueError, LookupError, TypeError):
            return False

    def rules(self) -> None:
        """The docstrings of the game and of its rules."""
        told = rules_told(self.game)
        print("\n" + told if told else f"{type(as_written(self.game)).__name__} says nothing of its rules; a docstring of the class would.")

    def help(self) -> None:
        """What can be typed."""
        print("Type a move by its name or number, or one of these words:")
        for word, meaning in WORDS.items():
            print(f"  {word:<6} {meaning}")
