"""Hexapawn: published counts and results. Its rules are held to plain ones together with those of pawns, in test_pawns.py."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.games.hexapawn import Hexapawn

GAME = Hexapawn()


def test_the_full_tree():
    found = z.best(GAME, algorithm="minimax")
    assert (found.value, found.nodes, found.leaves, found.depth) == (-1, 252, 134, 7)


def test_who_wins_the_finished_games():
    def ends(state) -> list[int]:
        if GAME.is_terminal(state):
            return [GAME.utility(state, z.MAX)]
        return [worth for action in GAME.actions(state) for worth in ends(GAME.result(state, action))]

    worths = ends(GAME.initial())
    assert (worths.count(1), worths.count(-1), worths.count(0)) == (64, 70, 0)


def test_the_line_of_the_literature():
    # 1. b2 axb2 2. cxb2 c2 3. a2 c1
    state = GAME.initial()
    for name in ("b1-b2", "a3xb2", "c1xb2", "c3-c2", "a1-a2", "c2-c1"):
        assert not GAME.is_terminal(state)
        state = GAME.result(state, GAME.parse(state, name))
    assert (GAME.is_terminal(state), GAME.utility(state, z.MIN)) == (True, 1)


def test_on_four_by_four_the_first_player_wins():
    assert z.best(Hexapawn(4, 4), algorithm="alphabeta").value == 1


def test_who_cannot_move_loses():
    state = GAME.read("b../w../... w")
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, z.MAX), GAME.utility(state, z.MIN)) == (-1, 1)
    assert GAME.show(state).endswith("black (b) has won")


def test_a_board_of_64_cells():
    game = Hexapawn(8, 8)
    names = [game.name(game.initial(), action) for action in game.actions(game.initial())]
    assert names == [f"{column}1-{column}2" for column in "abcdefgh"]


@pytest.mark.parametrize("size", [(0, 3), (3, 2), (9, 8), (22, 3), (-1, 3), (3, 0)])
def test_boards_that_do_not_fit_are_refused(size):
    with pytest.raises(z.SpecError, match="does not fit: it needs 1 to 21 columns, 3 rows or more, and at most 64 cells"):
        Hexapawn(*size)


def test_the_catalogue_knows_it():
    assert repr(z.load_game("hexapawn(4, height=5)")) == "Hexapawn(width=4, height=5)"
