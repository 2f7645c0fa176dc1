"""Endings of checkers: their numbers, and what is published of them."""

from __future__ import annotations

import random
from math import comb

import pytest

import zermelo as z
from zermelo.databases import check_database
from zermelo.games.draughts import CheckersEnding
from zermelo.tiers import broken_promises, tier_sizes

PUBLISHED = {1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774}
"""Positions with so many pieces of any colours, whoever is to move: J. Schaeffer and others, Checkers is solved, 2007."""


def of_one_colour(pieces):
    return sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


def on_one_square(men, others, kings, theirs):
    """How many numbers put a man of each on one square."""
    free = 32 - men - others
    apart = sum(comb(4, low) * comb(24, men - low) * comb(28 - (men - low), others) for low in range(men + 1))
    return (comb(28, men) * comb(28, others) - apart) * comb(free, kings) * comb(free - kings, theirs)


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_there_are_as_many_positions_as_published(pieces):
    game = CheckersEnding(pieces)
    count = 0
    for size, *armies in zip(tier_sizes(game), game._own_men, game._other_men, game._own_kings, game._other_kings, strict=False):
        if sum(armies) == pieces:
            same = armies[0] == armies[1] and armies[2] == armies[3]
            count += size - on_one_square(*armies) * (1 if same else 2)
    assert count + 2 * of_one_colour(pieces) == PUBLISHED[pieces]


def test_numbers_come_back_and_are_those_of_one_position():
    game, draw = CheckersEnding(5), random.Random(1)
    sizes = tier_sizes(game)
    for tier in range(len(sizes)):
        for look in range(8):
            state = game.unrank(tier, draw.randrange(sizes[tier]))
            if game.possible(state):
                assert game.rank(state) < sizes[tier] == sizes[game.tier(state)]
                assert look or not [*broken_promises(game, sizes, state)]


def test_colours_change_places():
    game = CheckersEnding(3)
    states = [game.read(text) for text in ("B:WK30,25:B3", "W:W30:BK3,8")]
    assert len({(game.tier(state), game.rank(state)) for state in states}) == 1


def test_two_pieces_are_as_published(tmp_path):
    with z.make_database(CheckersEnding(2), tmp_path / "made") as database:
        kings = database.manifest["tiers"][2]
        assert (kings["states"], kings["wins"], kings["losses"], kings["draws"]) == (992, 230, 108, 654)
        found = check_database(database, mode="interpreted")
        assert (found.ok, found.states) == (True, 3_489)


@pytest.mark.parametrize("pieces", [1, 9, "4"])
def test_other_numbers_of_pieces_are_refused(pieces):
    with pytest.raises(z.SpecError, match="2 to 8"):
        CheckersEnding(pieces)


def test_more_pieces_than_told_are_refused():
    with pytest.raises(z.PositionError, match="3 pieces, and up to 2"):
        CheckersEnding(2).read("B:W30,31:B1")
    with pytest.raises(z.PositionError, match="no moves are counted"):
        CheckersEnding(2).read("B:W31:B1:H3")
