"""A game that a person plays at the terminal: the board, the legal moves by name, and a few words besides."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from zermelo.cli.board import board, colour_of, say
from zermelo.cli.output import sign_of_life
from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, Game, State
from zermelo.play.play import ask, outcome, roll
from zermelo.play.players import Computer, Human, Player, Searcher, seat_name
from zermelo.search.result import Result, whole

WORDS: Final = {
    "undo": "take back your last move",
    "hint": "a move that the computer would play here",
    "why": "what this position is worth, and the line of best play",
    "moves": "the legal moves",
    "help": "these words",
    "quit": "leave the game",
}


@contextmanager
def thinking(players: Iterable[Player]) -> Iterator[None]:
    """Show that someone thinks, and how many nodes it has taken so far."""
    with sign_of_life("thinking") as progress:
        for one in players:
            if isinstance(one, Searcher):
                one.progress = progress
        yield


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
    """A game in progress, with all its states so far, so that moves can be taken back."""

    def __init__(self, game: Game, players: Sequence[Player], names: Sequence[str], state: State, rolls: random.Random, mode: str) -> None:
        self.game, self.players, self.names, self.rolls = game, players, names, rolls
        self.states = [state]
        searching = [one for one in players if isinstance(one, Searcher)]
        self.adviser = searching[0] if searching else Computer(game, mode=mode)
        self._shown: State = None

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.game.is_terminal(self.state)

    def greet(self) -> None:
        """Say who plays and what can be typed."""
        for place, name in enumerate(self.names):
            number = f" (player {place + 1})" if self.game.players == 2 else ""
            say(f"{seat_name(self.game, place)}{number}: {'you' if name == 'human' else name}", colour_of(place))
        print("Type a move by its name or number, or one of these words:")
        self.help()

    def farewell(self) -> None:
        """Show how it ended."""
        self._show()
        print(outcome(self.game, whole(self.game.utilities(self.state))))  # type: ignore[arg-type]  # a tuple stays one

    def turn(self) -> None:
        """One ply, or one word of the person's."""
        player = self.game.to_move(self.state)
        if player == CHANCE:
            self._move("chance", roll(self.game, self.state, self.rolls), None)
        elif isinstance(self.players[player], Human):
            self._show()
            self._listen(player)
        else:
            self._show()
            with thinking(self.players):
                action = ask(self.game, self.state, self.players[player])
            self._move(f"{seat_name(self.game, player)} plays", action, player)

    def _listen(self, player: int) -> None:
        text = input(f"{seat_name(self.game, player)}, your move: ").strip()
        if not text:
            return
        try:
            action = self.game.parse(self.state, text)
        except (ValueError, LookupError, TypeError) as error:  # a game's own `parse` may fail in any of these ways
            self._obey(text, error)
        else:
            self.states.append(self.game.result(self.state, action))

    def _obey(self, text: str, error: Exception) -> None:
        word = text.casefold()
        if word in ("quit", "exit"):
            raise _Quit
        if word in WORDS:
            getattr(self, word)()
        else:
            reason = error if isinstance(error, ZermeloError) else f"{text!r} is not a move here"
            print(f"{reason}. Other words: {', '.join(WORDS)}")

    def _move(self, who: str, action: int, player: int | None) -> None:
        say(f"{who} {self.game.name(self.state, action)}", colour_of(player))
        self.states.append(self.game.result(self.state, action))

    def _show(self) -> None:
        """The board and the legal moves, unless they are on the screen already."""
        if self._shown is self.state:
            return
        self._shown = self.state
        print()
        board(self.game, self.state)
        print()
        if not self.is_over() and isinstance(self.players[self.game.to_move(self.state)], Human):
            self.moves()

    # The words

    def undo(self) -> None:
        """Back to where the person last had the choice."""
        for place in range(len(self.states) - 2, -1, -1):
            player = self.game.to_move(self.states[place])
            if player != CHANCE and isinstance(self.players[player], Human):
                del self.states[place + 1 :]
                return
        print("There is no move of yours to take back.")

    def hint(self) -> None:
        """A good move."""
        found = self._advice()
        if found is not None and found.action is not None:
            print(f"The computer would play {self.game.name(self.state, found.action)}.")

    def why(self) -> None:
        """The value of the position to the person, and the principal variation."""
        found = self._advice()
        if found is None:
            return
        player = self.game.to_move(self.state)
        value = found.value[player] if isinstance(found.value, tuple) else -found.value if player else found.value
        print(f"Worth {value:g} to you ({seat_name(self.game, player)}), looking {found.depth} plies ahead.")
        print(f"Best play for all: {' '.join(found.names())}{self._where(found)}")

    def _where(self, found: Result) -> str:
        state = found.state
        for action in found.line:
            state = self.game.result(state, action)
        return f" - {outcome(self.game, whole(self.game.utilities(state)))}" if self.game.is_terminal(state) else " ..."  # type: ignore[arg-type]

    def _advice(self) -> Result | None:
        try:
            with thinking([self.adviser]):
                return self.adviser.search(self.state)
        except ZermeloError as error:
            print(f"No advice: {error}")
            return None

    def moves(self) -> None:
        """The legal moves, by name, and by number where the name is not one."""
        names = {action: self.game.name(self.state, action) for action in self.game.actions(self.state)}
        print("Moves:", " ".join(names.values()))
        first = next(iter(names.values()), "")
        if first[-1:].isdecimal() and not first.isdecimal():  # PUT1 is number 0: who types numbers must see them
            print("Or by number:", " ".join(f"{action}={name}" for action, name in names.items()))

    def help(self) -> None:
        """The words that can be typed."""
        for word, meaning in WORDS.items():
            print(f"  {word:<6} {meaning}")
