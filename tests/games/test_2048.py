"""2048: its rules beside a plain version of them, its counts and values, its text and picture."""

from __future__ import annotations

import random
from functools import cache
from math import isclose

import pytest

import zermelo as z
from zermelo.board import TILE
from zermelo.errors import PositionError, SpecError
from zermelo.games.twenty_forty_eight import DOWN, LEFT, RIGHT, UP, Free, Snake, State, TwentyFortyEight

GAME = TwentyFortyEight()


# The rules beside a plain version of them, on lists of numbers


def slid(row):
    """A row slid to its beginning, and the points for it."""
    tiles, points = [number for number in row if number], 0
    for place in range(len(tiles)):
        if place + 1 < len(tiles) and tiles[place] == tiles[place + 1]:
            tiles[place] *= 2
            points += tiles[place]
            del tiles[place + 1]
    return tiles + [0] * (len(row) - len(tiles)), points


def turned(rows):
    """The board turned so that what was at the top is on the left."""
    return [list(column) for column in zip(*rows, strict=True)]


def mirrored(rows):
    return [row[::-1] for row in rows]


def after_slide(rows, direction):
    there = {LEFT: [], RIGHT: [mirrored], UP: [turned], DOWN: [turned, mirrored]}[direction]
    for change in there:
        rows = change(rows)
    made = [slid(row) for row in rows]
    rows, points = [row for row, _ in made], sum(points for _, points in made)
    for change in reversed(there):
        rows = change(rows)
    return rows, points


def rows_of(game, state):
    numbers = [1 << tile if tile else 0 for tile in state.cells]
    return [numbers[start : start + game.size] for start in range(0, len(numbers), game.size)]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_random_games_go_by_the_plain_rules(size):
    game, chooser = TwentyFortyEight(size), random.Random(size)
    for _ in range(10):
        state = game.initial()
        while not game.is_terminal(state):
            assert game.read(game.write(state)) == state
            rows = rows_of(game, state)
            if state.falling:
                empty = [place for place, number in enumerate(number for row in rows for number in row) if number == 0]
                outcomes = dict(game.outcomes(state))
                assert list(outcomes) == [action for place in empty for action in (2 * place, 2 * place + 1)]
                assert isclose(sum(outcomes.values()), 1)
                assert all(isclose(p, (0.1 if action % 2 else 0.9) / len(empty)) for action, p in outcomes.items())
                action = chooser.choice(list(outcomes))
                after = game.result(state, action)
                rows[action // 2 // size][action // 2 % size] = 4 if action % 2 else 2
                assert (rows_of(game, after), after.score, after.falling) == (rows, state.score, state.falling - 1)
            else:
                moved = {direction: after_slide(rows, direction) for direction in range(4)}
                assert list(game.actions(state)) == [direction for direction in range(4) if moved[direction][0] != rows]
                for direction in game.actions(state):
                    after = game.result(state, direction)
                    there, points = moved[direction]
                    assert (rows_of(game, after), after.score - state.score, after.falling) == (there, points, 1)
                action = chooser.choice(list(game.actions(state)))
                after = game.result(state, action)
            state = after
        assert all(after_slide(rows_of(game, state), direction)[0] == rows_of(game, state) for direction in range(4))
        assert game.utility(state, 0) == state.score


@pytest.mark.parametrize(
    ("row", "direction", "after", "points"),
    [
        ("2,2,2,2", "left", "4,4,.,.", 8),
        ("2,2,4,.", "left", "4,4,.,.", 4),  # what has merged does not merge again
        ("2,2,2,.", "left", "4,2,.,.", 4),
        ("2,2,2,.", "right", ".,.,2,4", 4),  # those further ahead merge
        ("4,.,2,2", "right", ".,.,4,4", 4),
        ("8,.,.,8", "left", "16,.,.,.", 16),
        ("2,4,2,4", "left", None, 0),  # nothing would change
    ],
)
def test_how_a_row_slides(row, direction, after, points):
    state = GAME.read(f"{row}/.,.,.,./.,.,.,./.,.,.,. 100")
    names = [GAME.name(state, action) for action in GAME.actions(state)]
    assert (direction in names) == (after is not None)
    if after is not None:
        found = GAME.result(state, GAME.parse(state, direction))
        assert GAME.write(found) == f"{after}/.,.,.,./.,.,.,./.,.,.,. {100 + points} falls 1"


# Counts and values


def test_the_first_two_tiles():
    """16 cells and two numbers, then 15 and two: 32 x 30 ways, to as many boards as two of 16 cells with a 2 or a 4 on each: 480."""
    count = z.perft(GAME, 2)
    assert (z.perft(GAME, 1).nodes, count.nodes) == (32, 960)
    boards = set()
    for first, _ in GAME.outcomes(GAME.initial()):
        state = GAME.result(GAME.initial(), first)
        boards |= {GAME.result(state, second) for second, _ in GAME.outcomes(state)}
    assert len(boards) == 480


def best_from(rows):
    """What 2 x 2 brings from here with best play, beside the score so far, by the plain rules alone."""

    @cache
    def to_slide(board):
        moved = [after_slide([list(row) for row in board], direction) for direction in range(4)]
        return max((points + to_fall(as_tuple(there)) for there, points in moved if as_tuple(there) != board), default=0)

    @cache
    def to_fall(board):
        places = [(y, x) for y in range(2) for x in range(2) if board[y][x] == 0]
        worth = 0
        for y, x in places:
            for number, p in ((2, 0.9), (4, 0.1)):
                rows = [list(row) for row in board]
                rows[y][x] = number
                worth += p / len(places) * to_slide(as_tuple(rows))
        return worth

    return to_slide(as_tuple(rows))


def as_tuple(rows):
    return tuple(map(tuple, rows))


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        pytest.param("2,2/.,. 0", "compiled", marks=pytest.mark.slow),
        *((text, "interpreted") for text in ("2,8/16,4 60", "4,8/2,16 72", "8,16/2,4 60")),
    ],
)
def test_the_value_of_the_small_game_is_that_of_a_plain_program(text, mode):
    game = TwentyFortyEight(2)
    state = game.read(text)
    found = z.best(game, state, mode=mode)
    assert found.proved
    assert found.value == pytest.approx(state.score + best_from(rows_of(game, state)))


def test_both_modes_agree():
    state = GAME.read("2,4,8,16/.,2,.,4/.,.,2,./2,.,.,. 120")
    for name in ("expectiminimax", "engine"):
        found = [z.best(GAME, state, depth=3, algorithm=name, mode=mode) for mode in ("compiled", "interpreted")]
        assert (found[0].value, found[0].nodes, found[0].action) == (found[1].value, found[1].nodes, found[1].action)


def test_evaluations_by_hand():
    state = GAME.read("16,8,.,2/.,.,.,4/.,.,.,./.,.,.,. 60")
    assert Free().value(GAME, state, 0) == 12
    assert Snake().value(GAME, state, 0) == 16 + 8 / 2 + 2 / 8 + 4 / 16  # the second row is gone through from the right
    assert GAME.evaluate(state, 0) == 60 + 20.5


# Text and picture


def test_the_picture_has_the_tiles_and_the_score():
    state = GAME.read("2,.,.,./.,4,.,./.,.,.,./.,.,.,2048 20000 falls 1")
    board = GAME.picture(state)
    assert [piece.text for row in board.rows for piece in row if piece] == ["2", "4", "2048"]
    assert {piece.form for row in board.rows for piece in row if piece} == {TILE}
    assert GAME.name(state, 2 * 7 + 1) == "2,4:4"
    assert GAME.action_squares(state, 2 * 7 + 1) == (7,)
    assert GAME.show(state).splitlines()[-2:] == ["score 20000", "a tile falls"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "4 rows of 4 tiles and the score"),
        ("2,2/.,. 0", "4 rows of 4 tiles"),
        ("2,3,.,./.,.,.,./.,.,.,./.,.,.,. 0", "'3' .* is no tile; tiles are 2, 4, 8"),
        ("1,2,.,./.,.,.,./.,.,.,./.,.,.,. 0", "'1' .* is no tile"),
        ("2,262144,.,./.,.,.,./.,.,.,./.,.,.,. 0", "up to 131072"),
        ("2,.,.,./.,.,.,./.,.,.,./.,.,.,. 0", "has 1 tiles and 0 to fall"),
        ("2,2,.,./.,.,.,./.,.,.,./.,.,.,. 0 falls 2", "has 2 tiles and 2 to fall"),
        ("2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2 0 falls 1", "has 16 tiles and 1 to fall"),
    ],
)
def test_what_is_no_position_is_told(text, told):
    with pytest.raises(PositionError, match=told):
        GAME.read(text)


def test_the_largest_tile_is_read():
    assert GAME.read("131072,2,.,./.,.,.,./.,.,.,./.,.,.,. 0").cells[0] == 17


@pytest.mark.parametrize("size", [1, 6, 2.5, True])
def test_what_is_no_size_is_told(size):
    with pytest.raises(SpecError, match="2048 is played on 2 to 5 rows"):
        TwentyFortyEight(size)


def test_it_is_called_by_its_number():
    assert repr(z.load_game("2048")) == "TwentyFortyEight(size=4)"
    assert repr(z.load_game("2048(size=3)")) == repr(z.load_game("2048(3)")) == "TwentyFortyEight(size=3)"
    assert z.load_game("2048").initial() == State((0,) * 16, 0, 2)
