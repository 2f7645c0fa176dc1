"""Sliding tiles: the rules beside a plain breadth-first search, what is published of the 8-puzzle and the 15-puzzle, text and picture."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import zermelo as z
from zermelo.board import TILE
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.games.sliding import Sliding, State

GAME = Sliding()


def neighbours(cells, size):
    """The arrangements after one slide, by the rules in six lines."""
    row, column = divmod(cells.index(0), size)
    for y, x in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= y < size and 0 <= x < size:
            after = list(cells)
            after[size * row + column], after[size * y + x] = after[size * y + x], 0
            yield tuple(after)


@cache
def distances(size):
    """How far each arrangement is from the goal, breadth first."""
    goal = tuple(range(size * size))
    known, layer = {goal: 0}, [goal]
    while layer:
        layer = [after for cells in layer for after in neighbours(cells, size) if known.setdefault(after, known[cells] + 1) > known[cells]]
        layer = [cells for cells in dict.fromkeys(layer) if known[cells] == known[layer[0]]]
    return known


def state_of(cells):
    return State(cells, cells.index(0))


def test_the_8_puzzle_has_181440_positions_of_which_two_are_31_actions_away():
    """A. Reinefeld, Complete solution of the eight-puzzle and the benefit of node ordering in IDA*, IJCAI 1993."""
    known = distances(3)
    away = Counter(known.values())
    assert (len(known), max(away), away[31]) == (181_440, 31, 2)
    assert sum(known.values()) / len(known) == pytest.approx(21.97, abs=0.01)


def test_the_distance_is_never_too_great_and_grows_by_one_at_most():
    known = distances(3)
    chooser = random.Random(3)
    for cells in chooser.sample(sorted(known), 20_000):
        state = state_of(cells)
        if not GAME.is_terminal(state):
            far = GAME.distance(state)
            assert 1 <= far <= known[cells]
            assert all(abs(GAME.distance(GAME.result(state, action)) - far) <= 1 for action in GAME.actions(state))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_random_games_go_by_the_plain_rules(size):
    game, chooser = Sliding(size), random.Random(size)
    state = game.initial()
    for _ in range(300):
        after = [game.result(state, action) for action in game.actions(state)]
        assert [one.cells for one in after] == list(neighbours(state.cells, size))
        assert all(one == state_of(one.cells) for one in after)
        assert game.read(game.write(state)) == state
        assert game.is_terminal(state) == (state.cells == tuple(range(size * size)))
        if game.is_terminal(state):
            break
        state = chooser.choice(after)


def test_only_what_can_be_put_in_order_is_a_position():
    known, chooser = distances(3), random.Random(5)
    for _ in range(200):
        cells = chooser.sample(range(9), 9)
        text = " ".join(map(str, cells))
        if tuple(cells) in known:
            assert GAME.read(text) == state_of(tuple(cells))
        else:
            with pytest.raises(PositionError, match="cannot be put in order"):
                GAME.read(text)


@pytest.mark.parametrize("cells", [(8, 0, 6, 5, 4, 7, 2, 3, 1), (8, 7, 6, 0, 4, 1, 2, 5, 3)])
def test_the_two_that_are_furthest_away(cells):
    assert distances(3)[cells] == 31
    assert len(z.best(GAME, state_of(cells)).line) == len(z.best(GAME, state_of(cells), algorithm="astar").line) == 31


def test_the_start_of_the_textbook_is_26_actions_away():
    """Russell and Norvig, 4th edition, figure 3.3."""
    assert len(z.best(GAME).line) == distances(3)[GAME.initial().cells] == 26


def test_the_smallest_begins_as_far_away_as_can_be():
    known = distances(2)
    assert (len(known), max(known.values()), known[Sliding(2).initial().cells]) == (12, 6, 6)


KORF = [
    (55, "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41),
    (79, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
    (42, "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42),
    (12, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
]
"""Four of the hundred positions of Korf 1985, table 1: their number, the tiles, and how many actions they take."""


@pytest.mark.parametrize(("number", "tiles", "actions"), KORF)
def test_positions_of_korf(number, tiles, actions):
    game = Sliding(4)
    state = game.read(tiles)
    assert len(z.best(game, state, algorithm="idastar", mode="compiled").line) == actions
    assert (number == 79) == (state == game.initial())


# Text and picture


def test_an_action_is_called_by_the_tile_that_slides():
    state = GAME.initial()
    assert [GAME.name(state, action) for action in GAME.actions(state)] == ["2", "5", "6", "3"]
    assert GAME.write(GAME.result(state, GAME.parse(state, "6"))) == "7 2 4/5 6 ./8 3 1"
    with pytest.raises(ActionError, match="'8' is no tile that can slide; these can: 2, 3, 5, 6"):
        GAME.parse(state, "8")


def test_the_picture_has_the_tiles():
    board = GAME.picture(GAME.initial())
    assert [piece and piece.text for row in board.rows for piece in row] == ["7", "2", "4", "5", None, "6", "8", "3", "1"]
    assert {piece.form for row in board.rows for piece in row if piece} == {TILE}
    assert GAME.action_squares(GAME.initial(), 5) == (5, 4)


@pytest.mark.parametrize("text", ["", "1 2 3", "0 1 2 3 4 5 6 7 7", "1 2/3 4 5 6/7 8 .", "0 1 2 3 4 5 6 7 8 9", "0 1 2 3 4 5 6 7 x"])
def test_what_is_no_position_is_told(text):
    with pytest.raises(PositionError, match=r"the numbers 1 to 8 and \. for the gap in 3 rows, as '7 2 4/5 \. 6/8 3 1'"):
        GAME.read(text)


@pytest.mark.parametrize("size", [1, 5, 2.5, True])
def test_what_is_no_size_is_told(size):
    with pytest.raises(SpecError, match="tiles slide on 2, 3 or 4 rows"):
        Sliding(size)
