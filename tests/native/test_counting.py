"""Actions that are counted without being made: as many as plain Python counts, however the game compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo as z
from zermelo.game import count_actions
from zermelo.search.perft import perft, perft_in_bulk
from zermelo.search.runner import Runner

CORPUS = Path(__file__).parent.parent / "corpus" / "programmer"
GAMES = ["connect4", "draughts", "kalah(3, 2)", "pig(5)", "chess", *sorted(map(str, CORPUS.glob("*.py")))[:1]]
"""Some whose rules become part of the kernel, one with chance, two that numba compiles, one whose rules are compiled apart."""


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: Path(spec).name)
def test_compiled_as_in_plain_python(spec):
    game = z.load_game(spec)
    state = game.initial()
    compiled = Runner(perft_in_bulk, game, "compiled")
    assert compiled(state, 1) == Runner(perft_in_bulk, game, "interpreted")(state, 1)
    assert compiled(state, 3)[0] == Runner(perft, game, "compiled")(state, 3)[0]
    if not game.chance:
        assert compiled(state, 1)[0] == count_actions(game, state) == len(list(game.actions(state)))
