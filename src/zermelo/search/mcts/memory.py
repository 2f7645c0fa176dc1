"""The memory of Monte Carlo trees: raw and lazily taken for compiled code, dictionaries for plain Python."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from math import log, sqrt
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game
from zermelo.search.mcts.layout import (
    ACTIONS,
    AMAF_REWARDS,
    AMAF_VISITS,
    BEFORE,
    BY_ACTION,
    CAPACITY,
    COUNTED,
    CUT,
    DEEPEST,
    DIGITS,
    ENDED_PLIES,
    EQUIVALENCE,
    EXACT,
    EXPLORATION,
    FAULT,
    HEAD,
    HISTORY,
    INV_SQRT_VISITS,
    LEAST,
    LOTS,
    MARKS,
    MOST,
    MOST_HISTORY,
    NODE,
    PLAYED,
    PLAYOUT,
    PLIES,
    POSITIONS,
    PRIORS,
    REWARD,
    REWARDS,
    ROOT,
    SCALE,
    SQRT_LOG_VISITS,
    STEPS,
    STOP,
    TABLES,
    UNLIMITED,
    UNSOLVED,
    USED,
    WIDEST,
    Node,
)
from zermelo.search.mcts.options import Options
from zermelo.search.runtime.memory import MEBIBYTE, WORD_BYTES, Raw, Sparse, SparseFloats, state_size
from zermelo.search.runtime.records import Records

LEAST_NODES: Final = 1000
"""Room for this many nodes there is in any memory."""
MOST_NODES: Final = 1 << 31


@functools.cache
def _tables() -> tuple[tuple[float, float], ...]:
    """What stands in the two tables of functions of visits, entry by entry."""
    made = []
    for place in range(STEPS):
        beyond = max(0, (place >> DIGITS) - 1)
        visits = max(1, place - (beyond << DIGITS) << beyond)
        made.append((sqrt(log(visits)), 1 / sqrt(visits)))
    return tuple(made)


def _rows(game: Game, options: Options) -> dict[int, int]:
    """How many numbers a node has in each row."""
    rows = {ACTIONS: 1, UNSOLVED: 1, REWARDS: 1, EXACT: game.players}
    if game.chance or options.puct:
        rows[PRIORS] = 1
    if options.rave:
        rows |= {AMAF_REWARDS: 1, AMAF_VISITS: 1}
    if options.superko:
        rows[POSITIONS] = 1
    return rows


class NodePool:
    """Room for one tree: this many numbers, and the states of this many nodes."""

    def __init__(self, game: Game, numbers: int, nodes: int, *, compiled: bool) -> None:
        self._raw: tuple[Raw, ...] = ()
        if compiled:
            self._raw = Raw(numbers * WORD_BYTES), Raw(nodes * state_size(game))
            self.nodes: Any = self._raw[0].words
            self.floats: Any = (ctypes.c_double * len(self.nodes)).from_address(self._raw[0].address)
            self.states: Any = None
        else:
            self.nodes, self.floats, self.states = Sparse(), SparseFloats(), {}
        for place, (urge, thin) in enumerate(_tables()):
            self.floats[SQRT_LOG_VISITS + place], self.floats[INV_SQRT_VISITS + place] = urge, thin

    @property
    def kernel_arguments(self) -> tuple[Any, Any, Any]:
        """What the kernel takes for `nodes`, `floats` and `states`."""
        if self._raw:
            numbers, states = self._raw
            return numbers.address, numbers.address, states.address
        return self.nodes, self.floats, self.states


class Arena:
    """What one thread's tree grows in: cells, and two pools, of which one holds the tree and the other takes what is kept of it.

    tree       the nodes by their numbers
    mebibytes  the room for both; the tree stops growing when its half is full
    """

    def __init__(self, game: Game, options: Options, mebibytes: float, seed: int, *, compiled: bool) -> None:
        self.rows = _rows(game, options)
        bytes_a_node = (NODE + sum(self.rows.values())) * WORD_BYTES + (state_size(game) if compiled else 0)
        self.capacity = min(MOST_NODES, int(mebibytes * MEBIBYTE / 2 / bytes_a_node))
        if self.capacity < LEAST_NODES:
            least = 2 * LEAST_NODES * bytes_a_node / MEBIBYTE
            raise SearchError(f"{mebibytes:g} MiB are too few for a tree of {game!r}; give it {least:.2g} or more")
        self.game = game
        self._cells = Raw((MARKS + game.players * BY_ACTION) * WORD_BYTES) if compiled else None
        self.cells: Any = self._cells.words if self._cells else Sparse()
        self.cells[CAPACITY] = self.capacity
        self.cells[LOTS] = seed
        self.cells[WIDEST] = game.max_actions
        nodes = self.capacity + 2
        end = HEAD + nodes * NODE
        for row, numbers in self.rows.items():
            self.cells[row] = end
            end += nodes * numbers
        self.tree = Records(Node, self)
        self.pools = [NodePool(game, end, nodes, compiled=compiled) for _ in range(2)]

    @property
    def nodes(self) -> Any:
        """The words of the nodes."""
        return self.pools[0].nodes

    @property
    def floats(self) -> Any:
        """The floats."""
        return self.pools[0].floats

    @property
    def kernel_arguments(self) -> tuple[Any, ...]:
        """What the kernel takes after the number of simulations."""
        return (self._cells.address if self._cells else self.cells, *self.pools[0].kernel_arguments)

    def children(self, node: int) -> range:
        """The numbers of the children of a node."""
        first = self.tree[node].first_child
        return range(first, first + self.tree[node].children)

    def exact(self, node: int) -> tuple[float, ...]:
        """What a solved node is worth to each player."""
        first = self.cells[EXACT] + node * self.game.players
        return tuple(float(self.floats[first + player]) for player in range(self.game.players))

    def prior(self, node: int) -> float:
        """The probability of an outcome, or the prior of an action; 0 where nothing asks for priors."""
        return self.tree[node].prior if PRIORS in self.rows else 0.0

    def begin(self, *, playout: int | None, exploration: float, rave: float, history: Sequence[int]) -> None:
        """Make all ready for a search on the tree that is there."""
        cells, floats = self.cells, self.floats
        for place in (STOP, FAULT, DEEPEST, PLIES, PLAYED, ENDED_PLIES, CUT):
            cells[place] = 0
        cells[PLAYOUT] = UNLIMITED if playout is None else playout
        cells[BEFORE] = len(history)
        for back, position in enumerate(history):
            cells[HISTORY + back] = position
        floats[EXPLORATION], floats[EQUIVALENCE] = exploration, rave

    def clear(self) -> None:
        """Forget the tree."""
        for word in range(NODE):
            self.nodes[HEAD + ROOT * NODE + word] = 0
        for place in (COUNTED, *range(REWARD, TABLES)):
            self.floats[place] = 0.0
        least, most = self.game.utility_range or (0.0, 0.0)
        known = self.game.utility_range is not None
        self.floats[LEAST], self.floats[MOST] = (least, most) if known else (float("inf"), float("-inf"))
        self.floats[SCALE] = (most - least) / 2 if known else 1.0
        self.cells[USED] = ROOT

    def swap(self) -> None:
        """Go on in the other half."""
        self.pools.reverse()


def told(history: Sequence[int]) -> Sequence[int]:
    """The fingerprints of positions that the memory has room for: the last ones."""
    return history[-MOST_HISTORY:]
