"""Morra: its table, its rules one by one, and its text."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.games.morra import Morra


def test_two_finger_morra_has_the_published_table():
    """Osborne (2004), exercise 344.2: what each pair of calls wins, rows and columns 1-1, 1-2, 2-1, 2-2."""
    game = Morra()
    actions = list(game.actions(game.initial(), 0))
    assert [game.name(game.initial(), action) for action in actions] == ["1-1", "1-2", "2-1", "2-2"]
    table = [[game.utility(game.result(game.initial(), (one, other)), z.MAX) for other in actions] for one in actions]
    assert table == [[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]]


@pytest.mark.parametrize(("position", "worth"), [("1-3 3-2", 4), ("2-1 3-2", -5), ("2-3 3-2", 0), ("2-1 2-1", 0)])
def test_who_alone_is_right_wins_all_fingers(position, worth):
    game = Morra(2, 3)
    state = game.read(position)
    assert game.utilities(state) == (worth, -worth)
    assert game.write(state) == position


def test_each_calls_what_the_other_can_show():
    game = Morra(2, 3)
    assert [list(game.actions(game.initial(), player)) for player in (0, 1)] == [[11, 12, 13, 21, 22, 23], [11, 12, 21, 22, 31, 32]]
    assert game.max_actions == 6


@pytest.mark.parametrize("text", ["", "1-1", "1-3 1-1", "3-1 1-1", "1-1 1-1 1-1", "11 11"])
def test_what_is_no_position_is_refused(text):
    with pytest.raises(z.PositionError, match="what each shows and calls"):
        Morra().read(text)


@pytest.mark.parametrize("spec", ["morra(0)", "morra(10)", "morra(2, 0)"])
def test_hands_that_there_are_not_are_refused(spec):
    with pytest.raises(z.SpecError, match="each shows at most 1 to 9"):
        z.load_game(spec)
