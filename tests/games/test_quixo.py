"""Quixo: its rules one by one, the same moves made plainly, and what is published of it."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from zermelo.databases import check_database
from zermelo.games.quixo import ENDS, SIZES, Quixo
from zermelo.tiers import broken_promises, tier_sizes

SMALL = Quixo(3)


def after(game, text, name):
    state = game.read(text)
    return game.write(game.result(state, game.parse(state, name)))


def names(game, text):
    state = game.read(text)
    return [game.name(state, action) for action in game.actions(state)]


@pytest.mark.parametrize("size", SIZES)
def test_a_corner_has_two_ends_to_choose_from_and_the_rest_of_the_rim_three(size):
    game = Quixo(size)
    actions = list(game.actions(game.initial()))
    assert len(actions) == game.max_actions == 4 * 2 + 4 * (size - 2) * 3
    rim = {cell for cell in range(size * size) if {*divmod(cell, size)} & {0, size - 1}}
    assert {action // ENDS for action in actions} == rim


def test_the_other_player_s_cubes_are_not_taken():
    assert {name[:2] for name in names(SMALL, "xo./o.x/.ox x")} == {"a3", "c3", "c2", "a1", "c1"}


@pytest.mark.parametrize(
    ("text", "name", "then"),
    [
        ("xo./.../... x", "a3-c3", "o.x/.../... o"),  # the row moves to the left
        ("xo./.../... x", "c3-a3", "xxo/.../... o"),
        (".../x.o/... x", "a2-c2", ".../.ox/... o"),
        ("x../o../... x", "a3-a1", "o../.../x.. o"),
        ("o../x../... o", "a1-a3", "o../o../x.. x"),
        ("oxo/.../... o", "b1-b3", "ooo/.x./... x"),
        (".x./.o./... x", "b3-b1", ".o./.../.x. o"),
    ],
)
def test_cubes_between_the_end_and_the_gap_move_on(text, name, then):
    assert after(SMALL, text, name) == then


def pushed(rows, size, cell, end, sign):
    """A move made with lists: taken out of its row or column, and put in at an end."""
    rows = [list(row) for row in rows]
    row, column = divmod(cell, size)
    if end < 2:
        line = rows[row]
        del line[column]
        line.insert(0 if end == 0 else size - 1, sign)
        return ["".join(line) for line in rows]
    columns = [list(line) for line in zip(*rows, strict=True)]
    del columns[column][row]
    columns[column].insert(0 if end == 2 else size - 1, sign)
    return ["".join(line) for line in zip(*columns, strict=True)]


@pytest.mark.parametrize("size", SIZES)
def test_moves_are_those_made_plainly(size):
    game, draw = Quixo(size), random.Random(size)
    for _ in range(60):
        text = "/".join("".join(draw.choice("xo.") for _ in range(size)) for _ in range(size))
        state = game.read(f"{text} x")
        for action in game.actions(state):
            cell, end = divmod(action, ENDS)
            assert game.write(game.result(state, action)) == f"{'/'.join(pushed(text.split('/'), size, cell, end, 'x'))} o"


def test_a_line_wins_and_who_completes_one_of_the_other_s_loses():
    for text, winner in (("xxx/.o./.o. o", 0), ("o.x/ox./x.o o", 0), ("o.x/o.x/o.. x", 1), ("xxx/ooo/... x", 0), ("xxx/ooo/... o", 1)):
        state = SMALL.read(text)
        assert SMALL.is_terminal(state)
        assert [SMALL.utility(state, player) for player in (0, 1)] == [1 - 2 * winner, 2 * winner - 1]
        assert SMALL.show(state).endswith(f"{'xo'[winner]} has won")
    assert not SMALL.is_terminal(SMALL.read("xox/.../x.x o"))


@pytest.mark.parametrize(("text", "why"), [("x.o/.../...", "the player to move"), ("x.o/.../... z", "is no player"), ("x.o/... x", "3")])
def test_positions_that_cannot_be_are_refused(text, why):
    with pytest.raises(z.PositionError, match=why):
        SMALL.read(text)


@pytest.mark.parametrize("size", [2, 6, "5"])
def test_other_sizes_are_refused(size):
    with pytest.raises(z.SpecError, match="3 x 3, 4 x 4 or 5 x 5"):
        Quixo(size)


# Numbers and values


@pytest.mark.parametrize("size", SIZES)
def test_numbers_come_back_and_predecessors_lead_here(size):
    game, draw = Quixo(size), random.Random(size)
    sizes = tier_sizes(game)
    assert sizes == (3 ** (size * size),)
    for _ in range(50):
        index = draw.randrange(sizes[0])
        assert game.rank(game.unrank(0, index)) == index
    for _ in range(3):
        assert not [*broken_promises(game, sizes, game.unrank(0, draw.randrange(sizes[0])))]


def test_three_by_three_is_as_published(tmp_path):
    """S. Tanaka and others 2020, and a program in C: won in 7, four states are lost in 8."""
    with z.make_database(SMALL, tmp_path / "made") as database:
        told = database.manifest
        assert (told["states"], told["wins"], told["losses"], told["draws"]) == (19_683, 12_748, 6_935, 0)
        assert str(database.probe()) == "won in 7 plies"
        assert sum(database.table.worth(number).distance == 8 for number in range(19_683)) == 4
        assert told["greatest_distance"] == 8
        assert check_database(database, sample=300).ok


@pytest.mark.slow
def test_every_state_of_three_by_three_holds(tmp_path):
    with z.make_database(SMALL, tmp_path / "made") as database:
        found = check_database(database)
        assert (found.ok, found.states) == (True, 19_683)


def test_five_by_five_is_too_large_and_says_so(tmp_path):
    with pytest.raises(z.SearchError, match="has 847,288,609,443 states, which take"):
        z.make_database(Quixo(), tmp_path / "made")
