"""Verify mode: the engine held against plain minimax, and whether it would notice."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.search.engine.webs import Ring, State, Web
from zermelo.errors import SearchError
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.memory import Table
from zermelo.verify.positions import PathMinimax, verify

TINY = 64 * 16 / 2**20
"""MiB of a table of 64 entries."""


@pytest.mark.parametrize(
    ("spec", "depth", "mode"),
    [
        ("tictactoe", 9, "compiled"), ("connect4", 5, "compiled"), ("checkers", 3, "interpreted"), ("othello(6)", 3, "interpreted"),
        ("kalah", 3, "interpreted"), ("pawns", 4, "interpreted"), ("desconecta4boom", 3, "interpreted"), ("nim", 4, "interpreted"),
    ],
)  # fmt: skip
def test_every_game_has_the_values_of_minimax_over_a_table_of_64_entries(spec: str, depth: int, mode: str) -> None:
    found = verify(z.load_game(spec), depth=depth, positions=12, table=TINY, mode=mode)
    assert (found.searches, found.differences) == (12 * depth, ())
    assert found.options.keeps_value
    assert found.nodes < found.plain_nodes


def test_two_threads_have_them_too() -> None:
    found = verify(z.load_game("connect4"), depth=6, positions=10, table=TINY, threads=2)
    assert (found.searches, found.differences, found.ok) == (60, (), True)


def test_options_that_may_change_values_do_and_that_is_told() -> None:
    found = verify(z.load_game("kalah"), depth=4, positions=30, extensions=True, mode="interpreted")
    assert found.differences
    assert found.ok
    assert not found.options.keeps_value


class Lying(Web):
    """Says of positions that they are the same which are not."""

    def symmetries(self, state: State):
        yield State(state.seed, state.layer, state.number ^ 1, state.side)


def test_a_false_symmetry_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.engine.engine.checked_folds", lambda game: None)  # which finds this one in some states already
    found = verify(Lying(), depth=5, positions=20, mode="interpreted", symmetries=9)
    assert not found.ok
    assert any(difference.of_value for difference in found.differences)


@pytest.mark.parametrize("depth", [True, 0, -1, 1.5])
def test_a_depth_that_is_none_is_refused(depth: object) -> None:
    with pytest.raises(SearchError, match="depth"):
        verify(z.load_game("nim"), depth=depth)  # type: ignore[arg-type]


@pytest.mark.parametrize("positions", [True, 0, -1, 1.5])
def test_so_are_no_positions(positions: object) -> None:
    with pytest.raises(SearchError, match="positions"):
        verify(z.load_game("nim"), positions=positions)  # type: ignore[arg-type]


# Positions that come back


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_with_a_depth_repetitions_count_to_the_letter_of_the_path(mode: str) -> None:
    found = verify(Ring(2, 5), depth=5, positions=60 if mode == "compiled" else 25, table=TINY, mode=mode)
    assert found.differences == ()


def test_paths_matter_there() -> None:
    """Else the tests before prove little: the same position at the same depth has different values after different ones."""
    game = Ring(2, 5)
    told: dict[object, set[float]] = {}
    for seed in range(30):
        for first in game.actions(root := State(seed, 0, 0, 0)):
            for second in game.actions(state := game.result(root, first)):
                later = game.result(state, second)
                if not game.is_terminal(state) and not game.is_terminal(later):
                    told.setdefault(later, set()).add(PathMinimax(game).value(later, 3, (root, state)))
    assert any(len(values) > 1 for values in told.values())


@pytest.mark.slow
@pytest.mark.parametrize("size", [TINY, 1])
def test_a_game_with_cycles_is_solved_as_if_every_path_were_searched(size: float) -> None:
    game = Ring(2, 3)
    engine = Engine(game, table=Table(size))
    chooser = random.Random(4)
    for _ in range(100):
        root = State(chooser.randrange(10**9), 0, 0, 0)
        expected = max if game.to_move(root) == z.MAX else min
        value = expected(PathMinimax(game).value(game.result(root, action), 1 << 10, (root,)) for action in game.actions(root))
        assert engine.solve(root).value == value, root
