"""Max^n with a table, deepening and shallow pruning finds what the textbook's form finds, ties and all."""

from __future__ import annotations

import random
from functools import cache

import pytest

import zermelo as z
from tests.search.engine.webs import State
from tests.search.test_perspective import Hands
from zermelo.search.maxn import maxn
from zermelo.search.multiplayer.search import Maxn


class Shares(Hands):
    """What one wins the others lose; few worths, so that many actions are equally good."""

    utility_range = (-6.0, 12.0)
    utility_sum = 0.0

    def raw(self, state: State, player: int) -> int:
        """What a player has before the shares of all are made to add up to nothing."""
        return (state.number * 7 + player * 11 + state.layer * 3 + state.seed * (player + 1)) % 4

    def worth(self, state: State, player: int) -> float:
        whole = 0
        for one in range(self.players):
            whole += self.raw(state, one)
        return self.players * self.raw(state, player) - whole

    def evaluate(self, state: State, player: int) -> float:
        return self.worth(state, player)


class Chomp(z.Game):
    """A bar of chocolate: who takes a square takes all below and to the right of it; who takes the first one loses to the two others."""

    players = 3
    utility_sum = 0
    utility_range = (-2, 1)

    def __init__(self, rows: int = 7, columns: int = 5) -> None:
        self.rows, self.columns = rows, columns

    def initial(self):
        return (self.columns,) * self.rows, 0

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        lengths = state[0]
        for y in range(self.rows):
            for x in range(lengths[y]):
                yield self.columns * y + x

    def result(self, state, action):
        lengths, player = state
        y, x = action // self.columns, action % self.columns
        for row in range(y, self.rows):
            if lengths[row] > x:
                lengths = z.replace(lengths, row, x)
        return lengths, (player + 1) % 3

    def is_terminal(self, state):
        return state[0][0] == 0

    def utility(self, state, player):
        return 1 if (player + 1) % 3 != state[1] else -2


@cache
def chomp(lengths: tuple[int, ...], player: int) -> tuple[int, ...]:
    """What a bar is worth to the three, of equals the first: a program of its own."""
    if not any(lengths):
        return tuple(-2 if one == (player - 1) % 3 else 1 for one in range(3))
    bitten = ((lengths[:y], x, lengths[y:]) for y, length in enumerate(lengths) for x in range(length))
    return max((chomp((*above, *(min(x, n) for n in below)), (player + 1) % 3) for above, x, below in bitten), key=lambda v: v[player])


@pytest.mark.parametrize("shallow", [True, False])
@pytest.mark.parametrize("table", [False, 1 / 64])
@pytest.mark.parametrize("players", [3, 4])
def test_the_engine_finds_what_the_book_finds_at_every_depth(players: int, table: float | bool, shallow: bool) -> None:
    game, chooser = Shares(players), random.Random(players)
    engines = [Maxn(game, table=table, shallow=shallow, mode=mode) for mode in ("compiled", "interpreted")]
    for number in range(60):
        root = State(chooser.randrange(10**9), 0, 0, chooser.randrange(players))
        depth = chooser.randint(1, 6)
        expected = maxn(game, root, depth)
        for engine in engines if number < 15 else engines[:1]:
            found = engine.search(root, depth=depth)
            assert found.value == expected, (root, depth)
            assert maxn(game, game.result(root, found.action), depth - 1) == expected


def test_both_modes_visit_the_same_nodes() -> None:
    game = Shares(3)
    for seed in range(10):
        runs = [Maxn(game, mode=mode).search(State(seed, 0, 0, 0), depth=6) for mode in ("compiled", "interpreted")]
        assert (runs[0].nodes, runs[0].line, runs[0].cutoffs) == (runs[1].nodes, runs[1].line, runs[1].cutoffs)


def test_the_table_and_shallow_pruning_save_nodes() -> None:
    game = Shares(3)
    plain, pruned, both = (
        sum(Maxn(game, mode="interpreted", **options).search(State(seed, 0, 0, 0), depth=6).nodes for seed in range(5))
        for options in ({"table": False, "shallow": False}, {"table": False}, {})
    )
    assert plain > pruned > both


def test_a_game_is_solved_without_a_depth() -> None:
    game = z.load_game("nim((2, 3), players=3)")
    found = z.best(game, algorithm="engine", mode="interpreted")
    assert (found.value, found.proved, found.stopped) == (z.best(game, algorithm="maxn").value, True, "solved")
    state = game.initial()
    for action in found.line:
        state = game.result(state, action)
    assert maxn(game, state, 20) == found.value


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_game_of_few_states_is_solved_in_few_nodes(mode: str) -> None:
    game = Chomp()
    found = z.best(game, mode=mode)
    assert (found.value, found.proved, found.algorithm) == (chomp((5,) * 7, 0), True, "engine")
    assert found.nodes < 250_000  # 2,369 positions of a bar, 17 actions in the mean; the tree has more than 10**13 nodes
    state = game.initial()
    for action in found.line:
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert game.utilities(state) == found.value
    assert found.depth >= len(found.line)


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_what_was_learnt_saves_nodes_until_it_is_forgotten(mode: str) -> None:
    search, root = Maxn(Shares(3), mode=mode), State(1, 0, 0, 0)
    first, again = search.search(root, depth=6).nodes, search.search(root, depth=6).nodes
    search.clear()
    assert search.search(root, depth=6).nodes == first > again


def test_a_search_does_not_begin_while_another_goes_on() -> None:
    search = Maxn(Shares(3), mode="interpreted")
    with pytest.raises(z.SearchError, match="searching already"):
        search.search(State(1, 0, 0, 0), depth=4, report=lambda found: search.search(found.state, depth=1))


@pytest.mark.parametrize(("limits", "stopped"), [({"depth": 2}, "depth"), ({"nodes": 500}, "nodes"), ({"seconds": 0.2}, "time")])
def test_every_limit_ends_the_search(limits: dict[str, float], stopped: str) -> None:
    found = z.best(z.load_game("mnk(5, 5, 4, players=3)"), algorithm="engine", **limits)
    assert found.action in range(25)
    assert found.stopped == stopped
    assert found.depth <= limits.get("depth", 25)
    assert found.nodes <= limits.get("nodes", 10**9) + 25  # the children of the node in which they ran out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"killers": False}, "engine has no option .killers.; paranoid has it"),
        ({"threads": 2}, "no option 'threads'"),
        ({"shallow": 3}, "true or false"),
        ({"depth": 300}, "at most 256"),
    ],
)
def test_what_it_does_not_have_is_named(options: dict[str, object], told: str) -> None:
    with pytest.raises(z.SearchError, match=told):
        z.best(z.load_game("nim((2, 3), players=3)"), algorithm="engine", mode="interpreted", **options)
