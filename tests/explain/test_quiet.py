"""Quiescence in plain Python finds what the engine's finds, and its line leads to the position that has the value."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.errors import SearchError
from zermelo.explain import quiet
from zermelo.explain.quiet import quiescence

CHESS = z.load_game("chess")


def material(state):
    return CHESS.evaluations["material"].value(CHESS, state, z.MAX)


@pytest.mark.parametrize("fen", ["r7/B1p2k2/1p6/4P1P1/8/2P5/6PK/8 w - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1"])
def test_it_agrees_with_the_engine_a_ply_deep(fen):
    state, unit = CHESS.read(fen), CHESS.evaluation_unit
    children = [quiescence(CHESS, CHESS.result(state, action), material).value for action in CHESS.actions(state)]
    found = z.best(
        CHESS, state, depth=1, mode="interpreted", evaluation=unit * CHESS.evaluations["material"],
        exchange=False, extensions=False, null_move=False, futility=False, reverse_futility=False, late_move_pruning=False,
        late_move_reductions=False,
    )  # fmt: skip
    best = max(children) if CHESS.to_move(state) == z.MAX else min(children)
    assert found.value / unit == pytest.approx(best)


def test_the_line_leads_to_the_value():
    state = CHESS.played("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6")
    found = quiescence(CHESS, state, material)
    for action in found.line:
        state = CHESS.result(state, action)
    assert material(state) == found.value < material(CHESS.played("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"))


def test_mate_and_stalemate_are_told():
    assert quiescence(CHESS, CHESS.played("f3 e5 g4 Qh4"), material).value == float("-inf")
    assert quiescence(CHESS, CHESS.read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), material).value == 0


def test_who_is_in_check_may_not_stand_pat():
    state = CHESS.read("4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1")  # attacked by a rook that can be taken
    assert quiescence(CHESS, state, material).line != ()


def test_what_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(quiet, "MOST_NODES", 3)
    with pytest.raises(SearchError, match="more than 3 positions"):
        quiescence(CHESS, CHESS.played("e4 d5 Nf3 Nf6 Nc3 e5"), material)
