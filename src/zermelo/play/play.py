"""Playing one game from a state to its end."""

from __future__ import annotations

import copy
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from operator import add
from typing import Any, Final, NamedTuple

from zermelo.answers import no_actions, no_player, wrong_answer
from zermelo.errors import ActionError, GameError, SpecError, ZermeloError
from zermelo.game import CHANCE, MAX, Game, State, comes_back, defines, gathered, has_rewards, legal, listed, rewards
from zermelo.play.clock import GameClock, TimeControl, time_control
from zermelo.play.players import Player, Random, player_name, seat, seat_name
from zermelo.play.search_players import SearchPlayer
from zermelo.rich_display import html
from zermelo.rule_errors import is_of_rules, place, rules_blamed
from zermelo.search.known import Known
from zermelo.search.result import whole
from zermelo.search.root import checked_worths, unchanged
from zermelo.search.runtime.faults import BAD_CHANCES
from zermelo.search.runtime.promises import bad_chances, breach
from zermelo.simultaneous import with_turns
from zermelo.values import in_words

MOST_PLIES: Final = 2000
"""A game that is not over after this many plies is left unfinished."""
THRICE: Final = 3
"""When a position comes for this time, the game is over if it says what a repetition is worth (`Game.repetition`).

Else it is left unfinished if its players always play the same: they will never end."""
BY_RULES, BY_REPETITION, BY_TIME = "rules", "repetition", "time"
"""Why a game is over."""


class Turn(NamedTuple):
    """One ply: who did what, where, and what came of it."""

    ply: int
    """The plies of the game, this one included."""
    player: int
    """The player who moved, or CHANCE."""
    state: State
    action: int
    following: State


@dataclass(frozen=True)
class Record:
    """A game that was played.

    players    what the players are called, by seat
    start      the state it began in
    actions    everything that was played, moves of chance among them
    utilities  what the game brought each player: the worth of the end, and what was won on the way; None if it was left unfinished
    opening    how many of the first actions were given and not chosen by the players
    ending     why it is over: "rules", "repetition" or "time"; None if it was left unfinished
    """

    game: Game
    players: tuple[str, ...]
    start: State
    actions: tuple[int, ...]
    utilities: tuple[float, ...] | None
    opening: int = 0
    ending: str | None = None

    @property
    def turns(self) -> Iterator[Turn]:
        """The game, ply by ply."""
        state = self.start
        for ply, action in enumerate(self.actions, 1):
            following = self.game.result(state, action)
            yield Turn(ply, self.game.to_move(state), state, action, following)
            state = following

    @property
    def states(self) -> tuple[State, ...]:
        """Every state of the game, the first and the last one too."""
        return (self.start, *(turn.following for turn in self.turns))

    @property
    def final(self) -> State:
        """The state in which it ended."""
        return self.states[-1]

    def names(self) -> tuple[str, ...]:
        """The actions in the game's own names."""
        return tuple(self.game.name(turn.state, turn.action) for turn in self.turns)

    def as_dict(self) -> dict[str, Any]:
        """The record in JSON's types; an infinite utility is written "inf" or "-inf"."""
        utilities = (
            None
            if self.utilities is None
            else [value if isinstance(value, int) or isfinite(value) else str(value) for value in self.utilities]
        )
        return {
            "game": repr(self.game),
            "players": list(self.players),
            "start": self.game.write(self.start),
            "moves": [
                {"ply": t.ply, "player": seat_name(self.game, t.player), "action": self.game.name(t.state, t.action)} for t in self.turns
            ],
            "final": self.game.write(self.final),
            "utility": None if utilities is None else utilities[0],
            "utilities": utilities,
            "ending": self.ending,
        }

    def _repr_html_(self) -> str | None:
        """The record as notebooks show it."""
        return html(self)

    def __str__(self) -> str:
        return f"{' '.join(self.names())}: {outcome(self.game, self.utilities, self.ending)}"


@rules_blamed()
def play_game(
    game: Game,
    players: Sequence[str | Player],
    state: State = None,
    *,
    seed: int | str | None = None,
    plies: int = MOST_PLIES,
    clock: str | TimeControl | None = None,
    mode: str = "auto",
    database: Known | None = None,
) -> Record:
    """Play one game and return its record.

    players   one a seat, MAX first: specs such as "alphabeta:depth=4" (see `zermelo.play.players`) or callables
    state     where to begin; the initial state unless given
    seed      makes chance and random players the same in every run
    plies     a game that is not over after this many more plies is left unfinished: its `utilities` are None
    clock     a time control such as "60+1" for the players who keep one (`engine`); who oversteps it loses
    mode      "auto", "compiled" or "interpreted", for the players who search
    database  what `zermelo.open_database` or `open_book` gives, for the players who search and name none themselves

    Raises SpecError for players that do not fit the game, ActionError for one who plays what is not legal, or raises something.
    """
    game, state = with_turns(game, state)
    start = game.initial() if state is None else state
    seated = seat(players, game, seed=seed, mode=mode, database=database)
    playing = Playing(game, seated, [start], dice(seed), clock)
    actions = tuple(turn.action for turn in playing.turns(plies))
    return Record(game, tuple(map(player_name, players)), start, actions, playing.utilities, ending=playing.ending)


class Playing:
    """A game under way: who plays, every state so far, and whether and why it is over."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        states: Sequence[State],
        rolls: random.Random,
        clock: str | TimeControl | None = None,
        played: Sequence[int] | None = None,
    ) -> None:
        """Sit down to play on from the last of `states`; `played` are the actions between them, found by the rules unless given."""
        with unchanged(game, states[-1]):
            self.game, self.players, self.rolls = game, players, rolls
        self.states = list(states)
        self._won = [game.zeros()]
        if has_rewards(game):
            for number, following in enumerate(self.states[1:]):
                before = self.states[number]
                self._wins(before, played[number] if played is not None else _leading(game, before, following))
        self.begun = len(self.states) - 1  # the number of the state in which they sit down
        self.late: int | None = None  # whose time is over
        self.clocks = _clocks(players, clock)
        self._steady = not game.chance and all(isinstance(one, SearchPlayer) and one.steady for one in players)
        self._counts = self._steady or game.repetition is not None
        self._keys = [game.position(state) for state in states] if self._counts else []
        for player in players:
            if isinstance(player, SearchPlayer):
                player.begin()
                player.clock = None

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    @property
    def ending(self) -> str | None:
        """Why the game is over: BY_RULES, BY_REPETITION or BY_TIME; None if it is not."""
        if self.late is not None:
            return BY_TIME
        if self.game.is_terminal(self.state):
            return BY_RULES
        return BY_REPETITION if self.game.repetition is not None and self._comes_thrice else None

    @property
    def utilities(self) -> tuple[float, ...] | None:
        """What the game brings each player: the worth of the end, and what was won on the way; None if the game is not over."""
        if self.ending == BY_RULES:
            return self._with_won(self._at_end())
        if self.ending == BY_REPETITION:
            return self._with_won(self._worth(float(self.game.repetition or 0)))
        if self.ending == BY_TIME:
            return self._lost_by(self.late)
        return None

    def won(self, ply: int = -1) -> tuple[float, ...] | None:
        """What each player has won on the way to the state with this number, the last unless given; None where nothing is won so."""
        return _told(self._won[ply]) if has_rewards(self.game) else None

    def choose(self) -> int | None:
        """What the player to move does, or chance; None if their time is over."""
        player = self.game.to_move(self.state)
        if player == CHANCE:
            return roll(self.game, self.state, self.rolls)
        chooser, clock = self.players[player], self.clocks.get(player)
        before = self.states[:-1]
        if isinstance(chooser, Random):
            chooser.history = before
        if isinstance(chooser, SearchPlayer):
            chooser.history = [self.game.observe(state, player) for state in before] if self.game.hidden else before
            chooser.clock = clock.reading() if clock else None
        begun = time.perf_counter()
        action = ask(self.game, self.state, chooser, before)
        if clock and not clock.moved(time.perf_counter() - begun):
            self.late = player
            return None
        return action

    @property
    def mover(self) -> int | None:
        """Who is to move: a player, or CHANCE; None if the game is over. Raises GameError for a number that no player has."""
        if self.ending:
            return None
        player = self.game.to_move(self.state)
        if player != CHANCE and not 0 <= player < self.game.players:
            raise GameError(no_player(self.game, self.state, player))
        return player

    @property
    def legal(self) -> list[int]:
        """The legal actions where the game stands, which is not over. Raises GameError where the rules give none."""
        found = legal(self.game, self.state, self.states[:-1])
        if not found and not self.game.superko:
            raise GameError(no_actions(self.game, self.state))
        return found

    def take(self, action: int) -> None:
        """Play an action. Raises ActionError where superko forbids it, GameError where the rules give nothing for it."""
        if self.game.superko and comes_back(self.game, self.state, action, {self.game.position(state) for state in self.states[:-1]}):
            name = self.game.name(self.state, action)
            raise ActionError(f"{name} brings an earlier position of the game back, which superko forbids; play something else")
        following = self.game.result(self.state, action)
        if following is None and (told := wrong_answer(self.game, self.state)):
            raise GameError(told)
        if has_rewards(self.game):
            self._wins(self.state, action)
        self.states.append(following)
        if self._counts:
            self._keys.append(self.game.position(self.state))

    def copy(self) -> Playing:
        """The same game under way, to be played on otherwise."""
        made = copy.copy(self)
        made.states, made._keys, made._won = list(self.states), list(self._keys), list(self._won)
        return made

    def take_back(self, place: int) -> None:
        """Go back to the state with this number."""
        del self.states[place + 1 :], self._keys[place + 1 :]
        if has_rewards(self.game):
            del self._won[place + 1 :]

    def turns(self, plies: int = MOST_PLIES) -> Iterator[Turn]:
        """Play on, one ply at a time: to the end of the game, for this many plies, or until the players go round."""
        for ply in range(1, plies + 1):
            if self.ending or (self._steady and self._comes_thrice):
                return
            before = self.state
            action = self.choose()
            if action is None:
                return
            self.take(action)
            yield Turn(ply, self.game.to_move(before), before, action, self.state)

    @property
    def _comes_thrice(self) -> bool:
        return self._keys.count(self._keys[-1]) >= THRICE

    def _wins(self, state: State, action: int) -> None:
        self._won.append(tuple(map(add, self._won[-1], rewards(self.game, state, action))))

    def _at_end(self) -> tuple[float, ...]:
        """What the end is worth to each player, also where no float holds it: nothing is searched here."""
        if defines(self.game, "utilities"):
            return self.game.utilities(self.state)
        return checked_worths(self.game, self.state, tuple(self.game.utility(self.state, player) for player in range(self.game.players)))

    def _with_won(self, utilities: tuple[float, ...]) -> tuple[float, ...]:
        if has_rewards(self.game):
            utilities = tuple(map(add, self._won[-1], utilities))
        return _told(utilities)

    def _lost_by(self, late: int | None) -> tuple[float, ...]:
        """The least to whose time is over; among more than two the others share what is left of the sum, which is 0 where none is known."""
        least, most = (end if isfinite(end) else math.copysign(1.0, end) for end in self.game.utility_range or (-1.0, 1.0))
        if self.game.players <= 2:
            return self._worth(least if late == MAX else most)
        share = ((self.game.utility_sum or 0.0) - least) / (self.game.players - 1)
        return whole(tuple(least if player == late else share for player in range(self.game.players)))  # type: ignore[return-value]

    def _worth(self, to_max: float) -> tuple[float, ...]:
        return whole((to_max, -to_max)[: self.game.players])  # type: ignore[return-value]  # a tuple stays one


def _clocks(players: Sequence[Player], clock: str | TimeControl | None) -> dict[int, GameClock]:
    """A clock for each player who keeps one, by seat; those players are ready to play at once."""
    if clock is None:
        return {}
    control = time_control(clock) if isinstance(clock, str) else clock
    keepers = {place: player for place, player in enumerate(players) if isinstance(player, SearchPlayer) and player.keeps_clock}
    if not keepers:
        raise SpecError(f"a clock ({control}) is for players of the kind engine, and none plays here")
    for player in keepers.values():
        player.get_ready()
    return {place: GameClock(control) for place in keepers}


def ask(game: Game, state: State, player: Player, played: Sequence[State] = ()) -> int:
    """The action that a player chooses, who is shown no more than the player may see.

    `played` are the states of the game before this one. Raises ActionError if the action is not legal, or if the player's own code raises
    something: that is its cause.
    """
    actions = legal(game, state, played)
    if not actions:
        raise GameError(f"{game!r} has no action in a state that is not terminal: {game.write(state)!r}")
    who = f"{player_name(player)} ({seat_name(game, game.to_move(state))})"
    shown = game.observe(state, game.to_move(state)) if game.hidden else state
    try:
        action = player(shown)
    except ZermeloError:
        raise
    except Exception as error:
        if is_of_rules(error):
            raise
        what = f"{type(error).__name__}: {error} ({place(error)})"
        raise ActionError(f"{who} raises {what}, asked for an action in {game.write(state)!r}") from error
    if action not in actions:
        raise ActionError(f"{who} chose {action!r}, which is not legal in {game.write(state)!r}; legal: {', '.join(map(str, actions))}")
    return action


def roll(game: Game, state: State, rolls: random.Random) -> int:
    """What chance does: one of the outcomes, each with its probability. Raises GameError where these do not sum to 1."""
    outcomes: list[tuple[int, float]] = gathered(game, state, "outcomes")
    if not outcomes:
        raise GameError(f"{game!r} has no outcome in a state where chance moves: {game.write(state)!r}")
    if bad_chances(game, state):
        raise breach(game, state, BAD_CHANCES)
    return rolls.choices([action for action, _ in outcomes], [probability for _, probability in outcomes])[0]


def dice(seed: int | str | None) -> random.Random:
    """The source of chance that belongs to a seed; without a seed, another one each time."""
    return random.Random(None if seed is None else f"{seed} dice")  # noqa: S311  # games, not secrets


def _leading(game: Game, state: State, following: State) -> int:
    """The first action that leads from one state to another. Raises GameError where none does."""
    actions = listed(game, state)
    found = next((action for action in actions if game.result(state, action) == following), None)
    if found is None:
        raise GameError(f"no action of {game!r} leads from {game.write(state)!r} to {game.write(following)!r}")
    return found


def _told(worths: tuple[float, ...]) -> tuple[float, ...]:
    """What players get as it is reported: ints where it is whole, also those that no float holds, as nothing is computed with them."""
    return tuple(int(worth) if isinstance(worth, int) else whole(worth) for worth in worths)  # type: ignore[misc]  # numbers stay numbers


def outcome(game: Game, utilities: tuple[float, ...] | None, ending: str | None = BY_RULES) -> str:
    """The end of a game in words: what it is worth (to MAX; with more than two players, to each), who won, and why if not by the rules.

    A single player has a utility, and nobody to win against.
    """
    if utilities is None:
        return "unfinished"
    if game.players == 1:
        return f"utility {in_words(utilities[0])}{_WHY.get(ending or BY_RULES, '')}"
    greatest = max(utilities)
    winners = [seat_name(game, player) for player, worth in enumerate(utilities) if worth == greatest]
    who = "a draw" if len(winners) == game.players else f"{' and '.join(winners)} won"
    shown = [in_words(worth) for worth in utilities]
    worths = f"utility {shown[0]}" if game.players <= 2 else f"utilities {' '.join(shown)}"
    return f"{worths}, {who}{_WHY.get(ending or BY_RULES, '')}"


_WHY: Final = {BY_REPETITION: ": a position came for the third time", BY_TIME: " on time"}
