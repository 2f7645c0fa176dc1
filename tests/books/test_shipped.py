"""The book of connect four that comes with the package: against what is published."""

from __future__ import annotations

import numpy as np
import pytest

import zermelo as z
from zermelo.books.form import shipped

GAME = z.load_game("connect4")
PUBLISHED = ((1, 0, 0), (1, 2, 4), (27, 12, 10), (35, 58, 145), (690, 200, 230), (1_080, 697, 2_486), (10_889, 1_943, 3_590))
"""Positions after 0, 1, ... plies that are won, drawn and lost for the first player (J. Tromp, John's connect four playground)."""
QUIET = (44_473, 6_449, 16_635)
"""Of those after 8 plies in which neither player could win with the next stone, mirror images being one (J. Tromp, Connect-4 opening
database, 1995)."""


@pytest.fixture(scope="module")
def book():
    return z.open_book("shipped", GAME)


def test_it_is_small(book):
    assert book.path.stat().st_size <= 200_000


def test_as_many_positions_are_won_drawn_and_lost_as_is_published(book):
    layer = {GAME.initial()}
    for published in PUBLISHED[:6]:
        values = [book.find(state).value * (1 if GAME.to_move(state) == z.MAX else -1) for state in layer]
        assert (values.count(1), values.count(0), values.count(-1)) == published
        layer = {GAME.result(state, action) for state in layer for action in GAME.actions(state)}


def test_after_eight_plies_as_many_quiet_positions_are_won_drawn_and_lost_as_is_published(book):
    own, filled = boards(book)
    deepest = np.bitwise_count(filled) == 8
    assert book.plies == 8
    assert deepest.sum() == book.depths[8]
    quiet = deepest & ~wins_at_once(own, filled) & ~wins_at_once(own ^ filled, filled)
    values = np.sign(np.array(book.values)[book.places[quiet]])
    assert tuple(int((values == sign).sum()) for sign in (1, 0, -1)) == QUIET


def boards(book):
    """The own stones, and all, of each position of the book, from its key: in each column the own stones and a 1 on top of all."""
    keys = book.packed[:, 0] + book.fields.least[0]
    own, filled = np.zeros_like(keys), np.zeros_like(keys)
    for column in range(7):
        told = keys >> 7 * column & 127
        below = (1 << np.floor(np.log2(told)).astype(np.int64)) - 1
        own |= (told & below) << 7 * column
        filled |= below << 7 * column
    return own, filled


def wins_at_once(own, filled):
    """Whether the next stone can make a line with these."""
    wins = np.zeros(len(own), dtype=bool)
    for column in range(7):
        cell = (filled + (1 << 7 * column)) & 0b0111111 << 7 * column & ~filled
        stones = own | cell
        for step in (1, 6, 7, 8):
            wins |= (cell != 0) & ((stones & stones >> step & stones >> 2 * step & stones >> 3 * step) != 0)
    return wins


def test_the_first_moves_have_the_scores_that_are_published(book):
    moves = z.open_book(book.path).probe().moves
    assert [move.value for move in sorted(moves, key=lambda move: move.action)] == [-2, -1, 0, 1, 0, -1, -2]


def test_every_earlier_position_follows(book):
    assert z.check_book(book, sample=0).ok


def test_players_take_it_by_its_name():
    record = z.play_game(GAME, ["engine:depth=1,book=shipped", "random:seed=1"], plies=1, mode="interpreted")
    assert record.names() == ("4",)


def test_of_a_game_without_one_that_is_said():
    with pytest.raises(z.SpecError, match=r"no book of TicTacToe\(\) comes with the package"):
        z.open_book("shipped", z.load_game("tictactoe"))
    with pytest.raises(z.SpecError, match="say of which game the book is"):
        z.open_book("shipped")
    assert shipped(repr(GAME)) is None  # it has scores
