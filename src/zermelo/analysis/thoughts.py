"""What is asked of a position that is analysed, and what is found: its moves with what they are worth, or the outcomes of chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, Game, State, defines, legal
from zermelo.spec import Named
from zermelo.values import frozen


def sign_of(game: Game, player: int) -> int:
    """What makes values the player's own: of two players they are to MAX. Chance stands by MAX."""
    return -1 if player == MIN and game.players == 2 else 1


def whose(game: Game, state: State) -> int:
    """The player to whom the values of a position are told: MAX, with more than two players who is to move."""
    mover = game.to_move(state)
    return MAX if game.players <= 2 or mover == CHANCE else mover


@dataclass(frozen=True)
class Judged:
    """A move, or an outcome of chance, and what it is worth.

    line      the move, and what follows; nothing of what is to be expected before chance moves
    value     to MAX, with more than two players to who is to move (see `whose`), without what was won before the position
    depth     the plies that were looked ahead; 0 where nothing was, or simulations were made
    proved    whether the value follows from the rules alone
    distance  in how many plies the game is decided, the move among them; None where that is not known
    shortest  whether it is decided in no fewer; else that is the most it may take
    visits    the simulations of the move; None where none are made
    values    with more than two players what it is worth to each; None where only `value` is known
    """

    line: tuple[int, ...]
    value: float
    depth: int = 0
    proved: bool = False
    distance: int | None = None
    shortest: bool = False
    visits: int | None = None
    values: tuple[float, ...] | None = None

    @property
    def action(self) -> int:
        """The move."""
        return self.line[0]

    @property
    def simulated(self) -> bool:
        """Whether its value is a mean over simulated games."""
        return self.visits is not None

    @property
    def sureness(self) -> tuple[bool, int, int]:
        """How surely it is known, the more the greater: proved, else by the plies, else by the simulations."""
        return self.proved, 0 if self.proved else self.depth, self.visits or 0

    def rank(self, sign: int) -> tuple[float, float]:
        """The least is the best move for a player with this sign (see `sign_of`): of wins the soonest, of losses the latest."""
        value = sign * self.value
        return -value, (self.distance or inf) if value > 0 else -(self.distance or 0)

    def yields_to(self, other: Judged) -> bool:
        """Whether the other says more of the same move."""
        mine, others = (self.proved, self.distance is not None, self.depth), (other.proved, other.distance is not None, other.depth)
        return others >= mine


@dataclass
class Thought:
    """What is known of a position so far.

    best     the best moves, as many as were asked for, the best first; none where chance moves
    moves    every legal move, or outcome, of which something is known, by its action
    depth    plies that were looked ahead for the best moves; 0 where nothing was, or simulations were made
    nodes    positions that were looked at, or simulations, in this many seconds
    by       "engine", "mcts", "textbook", "shortest", "database", "book": where it comes from
    settled  whether nothing is left to be found out
    full     whether there is no memory for more simulations
    cut_short  whether it had to end as others wait
    alike    the moves that lead to one position but for a turn or a mirror, by each of them (see `Question.alike`)
    expected  where chance moves, what is to be expected
    """

    by: str
    best: list[Judged] = field(default_factory=list)
    moves: dict[int, Judged] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    settled: bool = False
    full: bool = False
    cut_short: bool = False
    alike: Mapping[int, Sequence[int]] = field(default_factory=dict)
    expected: Judged | None = None

    @property
    def first(self) -> Judged | None:
        """What the position is worth: by the best move, or as is to be expected; None where nothing is known."""
        return self.expected or next(iter(self.best), None)

    def note(self, judged: Judged) -> None:
        """Something new of a move, and so of those that are like it."""
        for action in self.alike.get(judged.action, (judged.action,)):
            before = self.moves.get(action)
            if before is None or before.yields_to(judged):
                self.moves[action] = judged if action == judged.action else _of_another(judged, action, before)

    def rank(self, sign: int) -> None:
        """Put what is proved to be better than the last of the best moves among them, the best first: for a player with this sign."""
        listed, count = {one.action for one in self.best}, len(self.best)
        others = [one for one in self.moves.values() if one.proved and one.action not in listed]
        self.best = sorted([*self.best, *others], key=lambda one: one.rank(sign))[:count]


def _of_another(judged: Judged, action: int, before: Judged | None) -> Judged:
    """A move that is worth what one like it is, with the line that is known of it `before`, if that ends as surely."""
    line = (action,) if before is None or before.proved != judged.proved else before.line
    return replace(judged, line=line)


@dataclass(frozen=True)
class Question:
    """A position that is analysed, which is not over: the states before it, oldest first, and what there is to play."""

    named: Named
    state: State
    history: Sequence[State]

    @property
    def game(self) -> Game:
        """The rules."""
        return self.named.game

    @property
    def sign(self) -> int:
        """What makes values those of who is to move (see `sign_of`)."""
        return sign_of(self.game, self.game.to_move(self.state))

    @property
    def odds(self) -> dict[int, float]:
        """Where chance moves, the probability of each outcome; else nothing."""
        return dict(self.game.outcomes(self.state)) if self.game.to_move(self.state) == CHANCE else {}

    def moves(self) -> list[int]:
        """The legal moves, or what chance may do."""
        return legal(self.game, self.state, self.history)

    def alike(self) -> dict[int, list[int]]:
        """The legal moves that lead to one position but for a turn or a mirror, by each of them; nothing where the game gives no
        symmetries, and where positions before may come back that are not turned with it."""
        game, groups, found = self.game, dict[Any, list[int]](), dict[int, list[int]]()
        before = [*self.history, self.state] if game.repetition is not None or game.superko else []
        if not defines(game, "symmetries") or any(game.key(one) != game.key(state) for state in before for one in game.symmetries(state)):
            return {}
        for action in self.moves():
            child, gain = game.result(self.state, action), game.reward(self.state, action)
            codes = [(frozen(game.key(one)), gain) for one in (child, *game.symmetries(child))]
            group = next((groups[code] for code in codes if code in groups), [])
            group.append(action)
            groups |= dict.fromkeys(codes, group)
            found[action] = group
        return found
