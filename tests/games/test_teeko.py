"""Teeko: its rules one by one, its winning sets listed plainly, and counts of another program."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import zermelo as z
from zermelo.bits import set_of
from zermelo.games.teeko import POINTS, SIZE, STONES, Teeko, has_won
from zermelo.tiers import broken_promises, tier_sizes

GAME = Teeko()
SIZES = tier_sizes(GAME)


def names(text):
    state = GAME.read(text)
    return [GAME.name(state, action) for action in GAME.actions(state)]


def winning_sets():
    """All sets of four points that win, by walking from each point."""
    found = set()
    for row in range(SIZE):
        for column in range(SIZE):
            for shape in (
                [(0, step) for step in range(STONES)], [(step, 0) for step in range(STONES)], [(step, step) for step in range(STONES)],
                [(step, -step) for step in range(STONES)], [(0, 0), (0, 1), (1, 0), (1, 1)],
            ):  # fmt: skip
                points = [(row + down, column + right) for down, right in shape]
                if all(0 <= y < SIZE and 0 <= x < SIZE for y, x in points):
                    found.add(frozenset(SIZE * y + x for y, x in points))
    return found


def test_forty_four_sets_of_four_stones_win_and_no_others():
    wanted = winning_sets()
    assert len(wanted) == 44
    assert {stones for stones in map(frozenset, combinations(range(POINTS), STONES)) if has_won(set_of(stones))} == wanted


def test_fewer_stones_never_win():
    assert not any(has_won(set_of(stones)) for count in range(STONES) for stones in combinations(range(POINTS), count))


def test_stones_are_placed_on_free_points_then_they_move_to_points_around_them():
    assert len(names("x..../...../..o../...../..... x")) == POINTS - 2
    assert names("x...x/...../..o../o...o/x..ox x")[:5] == ["a5-b5", "a5-a4", "a5-b4", "e5-d5", "e5-d4"]
    assert names("xox../oo.../...../x..../.o..x x")[:1] == ["c5-d5"]
    assert "a5-b5" not in names("xox../oo.../...../x..../.o..x x")


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("xxxx./ooo../...../...../..... o", True),
        (".xx../.xx../ooo../...../..... o", True),
        ("x..../.x..o/..x.o/o..x./..... o", True),
        ("...xx/...../xx.../oo.../o.... o", False),  # four that go on in the next row
        ("x.xx./ox.../o..../o..../..... o", False),
    ],
)
def test_a_line_or_a_square_wins(text, over):
    state = GAME.read(text)
    assert GAME.is_terminal(state) == over
    assert GAME.show(state).endswith("x has won" if over else "o to move")
    if over:
        assert (GAME.utility(state, z.MAX), GAME.utility(state, z.MIN)) == (1, -1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x.o../...../...../...../.....", "the player to move"),
        ("x.o../...../...../...../..... z", "is no player"),
        ("x.o../...../...../...../..... o", "it is x's turn"),
        ("xxx../...../...../...../..... o", "cannot be"),
        ("xxxx./ooo../o..../...../..... x", "has four in a line or a square"),
        ("xxxxx/...../...../...../..... o", "cannot be"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, why):
    with pytest.raises(z.PositionError, match=why):
        GAME.read(text)


# Numbers


def test_there_are_as_many_numbers_as_ways_to_stand():
    assert SIZES == (1, 25, 600, 6_900, 75_900, 531_300, 3_542_000, 16_824_500, 75_710_250)


@pytest.mark.parametrize("tier", range(len(SIZES)))
def test_numbers_come_back_and_predecessors_lead_here(tier):
    draw = random.Random(tier)
    for _ in range(100):
        index = draw.randrange(SIZES[tier])
        state = GAME.unrank(tier, index)
        assert (GAME.tier(state), GAME.rank(state)) == (tier, index)
    found = (GAME.unrank(tier, draw.randrange(SIZES[tier])) for _ in range(100))
    for state in [state for state in found if GAME.possible(state)][:3]:
        assert not [*broken_promises(GAME, SIZES, state)]


class Placing(Teeko):
    """Teeko that is over when the last stone is placed, by who has won: the tiers before the moves, for their numbers alone."""

    def tier_sizes(self):
        return [*super().tier_sizes()][:5]

    def is_terminal(self, state):
        return super().is_terminal(state) or self.tier(state) == 4

    def utility(self, state, player):
        return super().utility(state, player) if has_won(state.other) else 0


def test_a_database_of_the_first_stones_has_all_of_them(tmp_path):
    with z.make_database(Placing(), tmp_path / "made") as database:
        assert [tier["states"] for tier in database.manifest["tiers"]] == [*SIZES[:5]]
