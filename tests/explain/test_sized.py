"""Whether a tree is too large to be watched is found out without watching it: at the same number of nodes."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.explain.observe import TreeTooLargeError, observe
from zermelo.explain.sized import checked_size

SEARCHED = [
    ("pawns", {}), ("pawns", {"algorithm": "minimax", "order": "own"}), ("tictactoe", {"algorithm": "alphabeta_table", "depth": 3}),
    ("pig", {"depth": 3}), ("pig", {"algorithm": "star1", "depth": 3}), ("kalah(3, 2)", {"algorithm": "alphabeta_hard", "depth": 4}),
    ("nim(players=3)", {"depth": 2}), ("nim(players=3)", {"algorithm": "paranoid", "depth": 2}),
    ("othello(size=4)", {"order": "own", "depth": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "asked"), SEARCHED)
def test_a_tree_is_too_large_where_it_would_be_for_whoever_watches(name, asked):
    game = z.load_game(name)
    nodes, told = len(observe(game, **asked)), []
    checked_size(game, **asked, most=nodes, progress=told.append)
    assert told[-1] == nodes
    with pytest.raises(TreeTooLargeError, match=f"more than {nodes - 1:,} nodes"):
        checked_size(game, **asked, most=nodes - 1)
