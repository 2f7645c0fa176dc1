"""Backward induction over matrix games: what games with simultaneous moves are worth, and how to mix in each of their states.

In every state the players have a matrix game: each action of the one against each of the other, worth what the state is worth to
which they lead. So all states are listed, and solved from the ends of the game backwards, layer by layer. For two players whose
utilities sum to 0, and games that come to an end.

Source: L. S. Shapley, Stochastic games, PNAS 39, 1953, of which these are the ones that never come back; H. W. Kuhn, Extensive games
and the problem of information, 1953.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from zermelo.errors import GameError, SearchError
from zermelo.game import CHANCE, MAX, MIN, NEARLY, Game, State, gathered
from zermelo.search.algorithm import checked_game
from zermelo.search.result import whole
from zermelo.simultaneous import InTurns, Turn, joint, with_turns
from zermelo.solving.matrix import ROUNDING, Equilibrium, solve_matrices
from zermelo.solving.strategy import Strategy
from zermelo.values import counted, frozen, not_hashable
from zermelo.words import to_float

MOST_STATES: Final = 1_000_000
"""States of the largest game that is listed unless told: about 2 GB."""
_PULSE: Final = 1000  # states between two reports

Mixed = dict[int, float]
"""Actions with the probabilities with which to choose them."""


class Stage(NamedTuple):
    """A state in which both choose, as a matrix game.

    state         of the game itself
    actions       those of MAX, and those of MIN
    payoffs       what each action of MAX is worth against each of MIN, to MAX: rows and columns in the order of the actions
    value         what the state is worth to MAX
    low, high     between which the value is certain to lie
    mixed         how MAX chooses, and how MIN does: each action with its probability
    """

    state: State
    actions: tuple[tuple[int, ...], tuple[int, ...]]
    payoffs: tuple[tuple[float, ...], ...]
    value: float
    low: float
    high: float
    mixed: tuple[Mixed, Mixed]


class BackwardInduction:
    """The value of every state of a game with simultaneous moves, and how to play in it.

    state     from which the games begin, one in which nobody has chosen; the initial state unless given
    most      the most states that the game may have
    progress  called now and then with what has been done so far, as text

    Each value lies between `low` and `high`, which are computed from the probabilities that were found: who follows them is sure of
    it. Only the rounding of floats keeps the two apart, and nothing does where nobody has to mix and there is no chance.

    The rules run as plain Python. Time in proportion to the pairs of actions in all states, and the linear programs of those without a
    saddle point. Raises SearchError for games that it is not for, or with more states than `most`, and where scipy is missing;
    GameError where the rules break a promise.

    >>> from zermelo.games.goofspiel import Goofspiel
    >>> found = BackwardInduction(Goofspiel(4, "up"))
    >>> found.value, found.high - found.low < 1e-12
    (0, True)
    >>> {card: round(share, 3) for card, share in found.stage().mixed[0].items()}
    {1: 0.016, 2: 0.968, 3: 0.016, 4: 0.0}
    """

    def __init__(self, game: Game, state: State = None, *, most: int = MOST_STATES, progress: Callable[[str], None] | None = None) -> None:
        turns, root = with_turns(game, state)
        self.turns = _checked(checked_game(turns))
        self.game: Any = self.turns.game
        root = self.turns.initial() if root is None else root
        if root.chosen != self.turns.nobody:
            raise SearchError(f"in {self.turns.write(root)!r} somebody has chosen already; solve the state before anybody has")
        self.root = root.state
        self._most, self._progress = most, progress
        self._numbers: dict[Any, int] = {}
        self._states: list[State] = []
        self._actions: list[tuple[tuple[int, ...], ...]] = []  # of each state: of the players, or of chance alone; none at the end
        self._chances: list[tuple[float, ...]] = []
        self._children: list[tuple[int, ...]] = []  # where all choose: row by row
        self._list()
        self._lows, self._highs = [0.0] * len(self._states), [0.0] * len(self._states)
        self._mixes: list[Equilibrium | None] = [None] * len(self._states)
        self._solve()

    # The states

    def _list(self) -> None:
        """List the states that games can come to, in the order of a breadth-first search."""
        self._number(self.root)
        for state in self._states:  # which grows
            self._look(state)
            self._report(counted(len(self._states), "state"))

    def _number(self, state: State) -> int:
        """The number of a state, which is a new one where it was not seen before."""
        number = self._numbers.setdefault(frozen(self.game.key(state)), len(self._states))
        if number == len(self._states):
            if number == self._most:
                raise SearchError(
                    f"{self.game!r} has more than {self._most:,} states, and no more are listed unless you say so (`most=N` of "
                    f"BackwardInduction); else begin nearer to the end (`--position`) or take a smaller game"
                )
            self._states.append(state)
        return number

    def _look(self, state: State) -> None:
        """Note the actions of the next state, and where they lead."""
        game = self.game
        actions: tuple[tuple[int, ...], ...] = ()
        chances: tuple[float, ...] = ()
        following: list[State] = []
        if not game.is_terminal(state):
            if game.chance and game.to_move(state) == CHANCE:
                outcomes = gathered(game, state, "outcomes")
                actions, chances = (tuple(action for action, _ in outcomes),), tuple(probability for _, probability in outcomes)
                if min(chances, default=-1) < 0 or abs(sum(chances) - 1) > NEARLY:
                    raise GameError(
                        f"`outcomes` of {game!r} gives probabilities that do not sum to 1, or one below 0; `zermelo check` shows where"
                    )
                following = [game.chance_result(state, action) for action in actions[0]]
            else:
                actions = tuple(tuple(game.actions(state, player)) for player in (MAX, MIN))
                for player in (MAX, MIN):
                    if not actions[player]:
                        raise GameError(
                            f"{game!r} gives player {player} no action in {game.write(state)!r}, which is not terminal; "
                            "who has nothing to choose has one, such as a pass"
                        )
                following = [game.result(state, (one, other)) for one in actions[MAX] for other in actions[MIN]]
        self._actions.append(actions)
        self._chances.append(chances)
        self._children.append(tuple(map(self._number, following)))

    def _layers(self) -> list[list[int]]:
        """The states in layers: all that follow one lie in layers before it. Raises SearchError where games go round."""
        parents: list[list[int]] = [[] for _ in self._states]
        waits = [len(children) for children in self._children]
        for number, children in enumerate(self._children):
            for child in children:
                parents[child].append(number)
        layers, done = [[number for number, count in enumerate(waits) if count == 0]], 0
        while layers[-1]:
            done += len(layers[-1])
            following = []
            for number in layers[-1]:
                for parent in parents[number]:
                    waits[parent] -= 1
                    if waits[parent] == 0:
                        following.append(parent)
            layers.append(following)
        if done < len(self._states):
            going = next(self._states[number] for number, count in enumerate(waits) if count > 0)
            raise SearchError(
                f"games of {self.game!r} can go round for ever, as from {self.game.write(going)!r}; "
                "backward induction is for games that come to an end: let the state count its rounds"
            )
        return layers[:-1]

    # Their values

    def _solve(self) -> None:
        """Find the values, those of the ends of the game first."""
        done = 0
        for layer in self._layers():
            stages = [number for number in layer if len(self._actions[number]) > 1]
            for number in layer:
                self._value_alone(number)
            found = solve_matrices(
                [self._matrix(number, self._lows) for number in stages], [self._matrix(number, self._highs) for number in stages]
            )
            for number, mix in zip(stages, found, strict=True):
                self._mixes[number] = mix
                self._lows[number], self._highs[number] = mix.low, mix.high
            done += len(layer)
            self._report(f"{done:,} of {len(self._states):,} states", always=True)

    def _value_alone(self, number: int) -> None:
        """The value of a state in which nobody chooses: the end of the game, or where chance moves."""
        if not self._actions[number]:
            worth = to_float(self.game.utility(self._states[number], MAX))
            if not isfinite(worth):
                raise GameError(
                    f"utility of {self.game!r} is {worth!r} in {self.game.write(self._states[number])!r}; there is no mean of these"
                )
            self._lows[number] = self._highs[number] = worth
        elif self._chances[number]:
            chances = list(zip(self._chances[number], self._children[number], strict=True))
            slack = ROUNDING * len(chances) * max(max(abs(self._lows[child]), abs(self._highs[child])) for _, child in chances)
            self._lows[number] = sum(chance * self._lows[child] for chance, child in chances) - slack
            self._highs[number] = sum(chance * self._highs[child] for chance, child in chances) + slack

    def _matrix(self, number: int, values: Sequence[float]) -> list[list[float]]:
        """What the states are worth to which the actions of a state lead together: rows of MAX, columns of MIN."""
        width, children = len(self._actions[number][MIN]), self._children[number]
        return [[values[child] for child in children[first : first + width]] for first in range(0, len(children), width)]

    def _report(self, text: str, always: bool = False) -> None:
        if self._progress and (always or len(self._actions) % _PULSE == 0):
            self._progress(text)

    # What was found

    @property
    def states(self) -> int:
        """How many states the game has."""
        return len(self._states)

    @property
    def low(self) -> float:
        """What the root is worth to MAX at least ..."""
        return self._lows[0]

    @property
    def high(self) -> float:
        """... and at most."""
        return self._highs[0]

    @property
    def value(self) -> float:
        """What the root is worth to MAX: the shortest number between the two."""
        return shortest(self.low, self.high)

    def stage(self, state: State = None) -> Stage:
        """A state in which both choose (the root unless given), as a matrix game.

        Raises SearchError for a state that games from the root do not come to, and where nobody chooses.
        """
        state = self.root if state is None else self.turns.turn(state).state
        number = self._numbers.get(frozen(self.game.key(state)))
        if number is None:
            raise SearchError(f"games from {self.game.write(self.root)!r} do not come to {self.game.write(state)!r}")
        mix = self._mixes[number]
        if mix is None:
            raise SearchError(f"nobody chooses in {self.game.write(state)!r}")
        first, second = self._actions[number]
        lows, highs = self._matrix(number, self._lows), self._matrix(number, self._highs)
        payoffs = tuple(tuple(map(shortest, *rows)) for rows in zip(lows, highs, strict=True))
        mixed = dict(zip(first, mix.rows, strict=True)), dict(zip(second, mix.columns, strict=True))
        return Stage(self._states[number], (first, second), payoffs, shortest(mix.low, mix.high), mix.low, mix.high, mixed)

    def at(self, turn: Turn) -> Mixed:
        """How the player to move mixes in a state of the game in turns."""
        return self.stage(turn.state).mixed[self.turns.to_move(turn)]

    def strategy(self) -> Strategy:
        """How both play in every state in which they choose, in the words of the game in turns."""
        if why := not_hashable(self.root):
            raise SearchError(f"a strategy for {self.game!r} is looked up by its states: {why}")
        mixed: dict[State, Mixed] = {}
        for number, mix in enumerate(self._mixes):
            if mix is not None:
                turn = self.turns.turn(self._states[number])
                for player, shares in enumerate((mix.rows, mix.columns)):
                    mixed[self.turns.observe(turn, player)] = dict(zip(self._actions[number][player], shares, strict=True))
                    turn = self.turns.result(turn, self._actions[number][player][0])
        found = {"algorithm": "backward induction", "value": self.value, "between": [self.low, self.high], "states": self.states}
        return Strategy(self.turns, mixed, found)

    def __repr__(self) -> str:
        return f"<backward induction of {self.game!r}: {counted(self.states, 'state')}, {self.low:.9g} to {self.high:.9g}>"


def _checked(game: Game) -> InTurns:
    """The game in turns, if it can be solved so; else SearchError."""
    if not isinstance(game, InTurns):
        raise SearchError(
            f"backward induction over matrix games is for games with simultaneous moves, and in {game!r} players move in turn"
        )
    if not joint(game):
        raise SearchError(f"{game!r} hides something besides what is chosen at once; cfr+ solves it")
    if game.players != 2:
        raise SearchError(
            f"matrix games are for two players, and {game!r} has {game.players}; cfr+ finds a strategy, of which nothing is proved"
        )
    return game


def shortest(low: float, high: float) -> float:
    """The number with the fewest decimals between two, a whole one as an int; their middle where none has fewer than they.

    >>> shortest(-1e-16, 3e-16), shortest(0.2499999, 0.25000001), shortest(0.3, 0.3)
    (0, 0.25, 0.3)
    """
    middle = (low + high) / 2
    for decimals in range(16):
        if low <= round(middle, decimals) <= high:
            return whole(round(middle, decimals) + 0.0)  # type: ignore[return-value]  # one number
    return middle
