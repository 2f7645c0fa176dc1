"""Boards in mirrors: each cell goes where the coordinates say, in both sets of a word, and no image comes twice."""

from __future__ import annotations

from random import Random

import pytest

import zermelo as z
from zermelo.bits import Bits, set_of
from zermelo.mirrors import FIRST, HALF, images, mirror, mirrored, mirrors_of_square


@pytest.mark.parametrize("size", range(1, 6))
def test_the_seven_images_of_a_square_board_are_those_of_its_coordinates(size):
    lot = Random(size)

    def seen(cells, steps):
        turned = {divmod(cell, size) for cell in cells}
        for step in range(steps):  # a mirror after a mirror makes a quarter turn: eight images, the board itself the last
            turned = {(column, row) if step % 2 else (row, size - 1 - column) for row, column in turned}
        return set_of(size * row + column for row, column in turned)

    for _ in range(20):
        own, other = Bits(lot.getrandbits(size * size)), Bits(lot.getrandbits(size * size))
        found = [(board & FIRST, board >> HALF) for board in images(own | other << HALF, mirrors_of_square(size))]
        assert sorted(found) == sorted((seen(own, steps), seen(other, steps)) for steps in range(1, 8))


def test_a_mirror_of_a_whole_word_reaches_its_last_cell():
    whole = mirror(range(63, -1, -1))
    assert mirrored(set_of([0, 1, 63]), whole) == set_of([63, 62, 0])


@pytest.mark.parametrize(
    ("spec", "count"),
    [("teeko", 7), ("quixo(3)", 7), ("quixo", 7), ("three_mens_morris", 7), ("six_mens_morris", 15), ("nine_mens_morris", 15),
     ("domineering(6, 4)", 3)],
)  # fmt: skip
def test_games_have_as_many_images_as_their_boards_and_each_has_the_same_actions(spec, count):
    game, lot = z.load_game(spec), Random(1)
    state = game.initial()
    while not game.is_terminal(state) and len({game.key(state), *map(game.key, game.symmetries(state))}) <= count:
        state = game.result(state, lot.choice(list(game.actions(state))))
    found = [*game.symmetries(state)]
    assert len(found) == count
    assert len({game.key(state), *map(game.key, found)}) == count + 1
    assert {len(list(game.actions(image))) for image in found} == {len(list(game.actions(state)))}
