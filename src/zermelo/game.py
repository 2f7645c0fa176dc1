"""What a game must say: its rules, in the textbook's names (Russell and Norvig), on one screen.

A game is a class whose *instances* hold its parameters and never change; a *state* is a value (best a
`NamedTuple` of ints, bools, `Bits` and tuples of ints) and never changes either; an *action* is a small int.
Six methods are the rules; `reward` is a seventh, where something is won on the way. The others have a default: what a game
may say to searches is in hints.py, what it says to people in display.py.

    class Race(Game):                       # take 1 or 2 matches; who takes the last one wins
        def initial(self): return State(7, MAX)
        def to_move(self, state): return state.player
        def actions(self, state):
            for taken in range(1, min(2, state.matches) + 1):
                yield taken
        def result(self, state, action): return State(state.matches - action, 1 - state.player)
        def is_terminal(self, state): return state.matches == 0
        def utility(self, state, player): return 1 if state.player != player else -1
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from types import FunctionType
from typing import Any, Final, TypeVar

from zermelo.display import Display
from zermelo.errors import GameError
from zermelo.hints import Hints, missing

MAX: Final = 0
MIN: Final = 1
CHANCE: Final = -1
ALL: Final = -2

NEARLY: Final = 1e-9
"""What the probabilities of a state's outcomes may miss 1 by, for want of digits."""

State = Any
"""A position of a game, player to move included: any value that no method changes."""

Cell = TypeVar("Cell")


class Game(Hints, Display):
    """The rules of a game. Subclass it and give the six methods without a default.

    Facts, as class or instance attributes:

    players      how many there are; 2 unless said otherwise. Players are numbered from 0: MAX, MIN, ...; a single one is MAX
    chance       whether `to_move` may answer CHANCE
    hidden       whether players know less than the whole state: then `observe` says what
    simultaneous whether all players choose at once: then `actions(state, player)` says what one of them can do, and `result(state,
                 actions)` takes an action of each (see zermelo.simultaneous)
    max_actions  the most actions (or outcomes) that one state can have; compiled code keeps this many places
    utility_range  the least and the greatest utility, where they are known: to MAX; with more than two players, to any of them.
                 With rewards, of what any state still brings: those from there on and the utility at the end
    utility_sum  what the utilities of all players add up to at every end, and evaluations too; None where that varies
    repetition   the utility to MAX of a game in which a position comes back (see `position`), None where the rules say nothing of it
    superko      whether no action may bring an earlier position of the game back (see `position`); `actions` cannot know
    """

    players: int = 2
    chance: bool = False
    hidden: bool = False
    simultaneous: bool = False
    max_actions: int = 256
    utility_range: tuple[float, float] | None = None
    utility_sum: float | None = None
    repetition: float | None = None
    superko: bool = False

    def initial(self) -> State:
        """The state in which a game begins, S0."""
        raise NotImplementedError(missing(self, "initial(self)"))

    def to_move(self, state: State) -> int:
        """The player whose turn it is: 0 (MAX), 1 (MIN), ... or CHANCE. The same player may move twice in a row."""
        raise NotImplementedError(missing(self, "to_move(self, state)"))

    def actions(self, state: State) -> Iterable[int]:
        """The legal actions of a state that is not terminal, one by one, none twice, at least one."""
        raise NotImplementedError(missing(self, "actions(self, state)"))

    def result(self, state: State, action: int) -> State:
        """The state that follows; `action` is one of `actions(state)`, or of `outcomes(state)` at CHANCE."""
        raise NotImplementedError(missing(self, "result(self, state, action)"))

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        raise NotImplementedError(missing(self, "is_terminal(self, state)"))

    def utility(self, state: State, player: int) -> float:
        """What a terminal state is worth to `player`. With two players, what one wins the other loses."""
        raise NotImplementedError(missing(self, "utility(self, state, player)"))

    def reward(self, state: State, action: int) -> float:
        """What an action wins at once, on top of `utility` at the end; 0 unless a game has rewards on the way.

        It goes to the player to move, and the other of two loses as much; with more players the others lose nothing. Where chance
        moves it goes to the first player. Below 0 it is a loss. A state is then worth the rewards from there on and the utility
        at the end, and need not hold what has been won before: states that differ only in that are one. With simultaneous moves
        there is no player to move, and such a game has none.

            state A --- action, reward 2 ---> state B --- action, reward 1 ---> state C, the end: utility 0 to MAX
            MAX moves: 2 - 1 + 0 = 1 to MAX   MIN moves: 0 - 1 = -1 to MAX
        """
        return 0

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        """At CHANCE: each action with its probability; they sum to 1."""
        yield from ()

    def chance_result(self, state: State, action: int) -> State:
        """With simultaneous moves, at CHANCE: the state that follows an outcome; elsewhere `result` says that, too."""
        raise NotImplementedError(missing(self, "chance_result(self, state, action)"))

    def observe(self, state: State, player: int) -> State:
        """What `player` knows of a state, as a state in which something else stands for what they do not know.

        States that a player cannot tell apart have equal observations, and where the player is to move, the same actions.
        The whole state unless a game says `hidden = True`. What a player once knew is part of the state: nobody forgets.
        """
        return state

    def position(self, state: State) -> Any:
        """What counts where a position comes back: with superko an action is illegal that changes it to what it was before.

        And with `repetition` a game ends in which it is the same for the third time. The `key` unless given, which may tell more.
        """
        return self.key(state)

    def _named_actions(self, state: State) -> list[int]:
        """Those that people may call by name: none where the game is over."""
        if self.is_terminal(state):
            return []
        return listed(self, state)

    def __repr__(self) -> str:
        code = type(self).__init__.__code__ if isinstance(type(self).__init__, FunctionType) else None
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] if code else ()
        parameters = ", ".join(f"{name}={getattr(self, name)!r}" for name in names if hasattr(self, name))
        return f"{type(self).__name__}({parameters})"


def defines(game: Game, *methods: str) -> bool:
    """Whether the game has one of these methods of its own."""
    return any(getattr(type(game), method) is not getattr(Game, method) for method in methods)


def has_rewards(game: Game) -> bool:
    """Whether something is won on the way (see `Game.reward`)."""
    return defines(game, "reward")


def is_score(game: Game) -> bool:
    """Whether an end is worth points, and not just won, drawn or lost."""
    return game.utility_range is not None and max(map(abs, game.utility_range)) > 1


def rewards(game: Game, state: State, action: int) -> tuple[float, ...]:
    """What an action wins each player at once (see `Game.reward`)."""
    won, mover = float(game.reward(state, action)), max(MAX, game.to_move(state))
    if game.players == 2:
        return (won, -won) if mover == MAX else (-won, won)
    return tuple(won if player == mover else 0.0 for player in range(game.players))


def listed(game: Game, state: State) -> list[int]:
    """The actions of a state that is not terminal, or of chance's outcomes there.

    Raises GameError where there are more than `max_actions`: a rule may never come to an end of them.
    """
    if game.to_move(state) == CHANCE:
        return [action for action, _ in gathered(game, state, "outcomes")]
    return gathered(game, state, "actions")


def gathered(game: Game, state: State, name: str) -> list[Any]:
    """What a method gives one by one of a state. Raises GameError where that is more than `max_actions`."""
    found = list(islice(getattr(game, name)(state), game.max_actions + 1))
    if len(found) > game.max_actions:
        raise too_many(game, state, name)
    return found


def too_many(game: Game, state: State, name: str) -> GameError:
    """The error for a method that gives more than `max_actions` in a state."""
    return GameError(
        f"`{name}` of {game!r} gives more than max_actions = {game.max_actions} in position {game.write(state)!r}; set max_actions in "
        f"the class, unless it never comes to an end"
    )


def legal(game: Game, state: State, played: Iterable[State]) -> list[int]:
    """The legal actions of a state that is not terminal, where `played` are the states of the game before it.

    Those of `game.actions`, but with superko none that changes the position to one that `played` has had.
    """
    actions = listed(game, state)
    if not game.superko:
        return actions
    before = {game.position(earlier) for earlier in played}
    return [action for action in actions if not comes_back(game, state, action, before)]


def count_actions(game: Game, state: State) -> int:
    """How many actions `game.actions` gives. Compiled code counts them without making them, where it would make all before the first.

    >>> from zermelo.games.nim import Nim
    >>> count_actions(Nim([3, 4]), Nim([3, 4]).initial())
    7
    """
    count = 0
    for _action in game.actions(state):
        count += 1
    return count


def comes_back(game: Game, state: State, action: int, before: Collection[Any]) -> bool:
    """Whether superko forbids an action of `state`: it leads to another position, and to one of those of `before`."""
    if not game.superko:
        return False
    position = game.position(game.result(state, action))
    return position != game.position(state) and position in before


def replace(cells: tuple[Cell, ...], index: int, value: Cell) -> tuple[Cell, ...]:
    """The tuple with `value` at place `index` (0 .. len - 1): how a rule changes one pit, point or square.

    Raises IndexError for a place that the tuple does not have. One copy of the tuple; in compiled code, one store.

    >>> replace((4, 4, 4), 1, 0)
    (4, 0, 4)
    """
    if not 0 <= index < len(cells):
        raise IndexError(f"place {index} of a tuple of {len(cells)}")
    return (*cells[:index], value, *cells[index + 1 :])
