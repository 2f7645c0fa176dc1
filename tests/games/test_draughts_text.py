"""How draughts are written and read: positions, moves, games, pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from tests.games.test_draughts import BRAZILIAN, CHECKERS, GAMES, INTERNATIONAL, SPANISH, crowded
from zermelo.games.draughts.notation import Position, read_position, write_position

# Positions


def test_the_examples_of_the_standard_read():
    state = CHECKERS.read("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")
    assert CHECKERS.write(state) == "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"
    assert INTERNATIONAL.read("W:W31-50:B1-20") == INTERNATIONAL.initial()
    assert INTERNATIONAL.read(" w:b1-20:w31-50. ") == INTERNATIONAL.initial()


def test_what_other_programs_add_is_read():
    assert INTERNATIONAL.read("W:W31-50:B1-20:H0:F1") == INTERNATIONAL.initial()
    assert CHECKERS.read("W:WK1:BK32:H12").quiet == 12
    assert CHECKERS.write(CHECKERS.read("W:WK1:BK32:H12")) == "W:WK1:BK32:H12"


def test_a_side_may_have_no_pieces():
    state = CHECKERS.read("W:W:B12")
    assert CHECKERS.write(state) == "W:W:B12"
    assert CHECKERS.is_terminal(state)


def test_a_row_of_kings():
    assert CHECKERS.write(CHECKERS.read("W:WK1-K3:BK30-32")) == "W:WK1,K2,K3:BK30,K31,K32"


def test_three_neighbours_are_a_row_two_are_not():
    assert (
        write_position(Position("B", {5: "b", 6: "b", 7: "b", 9: "b", 10: "b", 11: "B", 12: "b", 31: "w"}, 0)) == "B:W31:B5-7,9,10,K11,12"
    )


@given(crowded(GAMES), st.integers(0, 10))
def test_positions_read_back(drawn, quiet):
    game, position = drawn
    text = write_position(position._replace(quiet=quiet))
    assert read_position(text, len(game._numbers)) == position._replace(quiet=quiet)
    assert game.write(game.read(text)) == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "begins with ''; a position begins with who is to move"),
        ("W31:B1", "begins with 'W31'"),
        ("W:W31", "does not tell black's pieces"),
        ("W:B1", "does not tell white's pieces"),
        ("W:W31:B1:X3", "'X3' is no part of a position"),
        ("W:W31:B1:", "'' is no part of a position"),
        ("W:W31:B1:B2", "has two parts B"),
        ("W:W31,x:B1", "'X' is not a square"),
        ("W:W31,K:B1", "'K' is not a square"),
        ("W:W31-:B1", "'31-' is not a square"),
        ("W:W0:B1", "'0' is not on the board; its squares are 1 to 32"),
        ("W:W33:B1", "'33' is not on the board"),
        ("W:W31-30:B1", "'31-30' is not on the board"),
        ("W:W30-999:B1", "'30-999' is not on the board"),
        ("W:W31,31:B1", "square 31 stands twice"),
        ("W:W31:B31", "square 31 stands twice"),
        ("W:W31:B1:Hx", "'HX' should be H and a number of plies"),
        ("W:W31:B1:H-1", "'H-1' should be H"),
        ("W:W31:B1:H81", "H81 is too many; here the game is drawn after 80 plies"),
        ("W:W31:B1:H99999999999", "should be H and a number"),
        ("W:W4:B5", "white has a man on 4, where it would have been crowned; write K4"),
        ("W:W5:B30", "black has a man on 30, where it would have been crowned; write K30"),
        ("W:W5-17:B1", "white has 13 pieces; 12 are the most"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        CHECKERS.read(text)


def test_spanish_men_are_crowned_at_the_other_ends():
    with pytest.raises(z.PositionError, match="write K32"):
        SPANISH.read("W:W32:B20")
    with pytest.raises(z.PositionError, match="write K1"):
        SPANISH.read("W:W20:B1")


# Moves


def spelled(position: str, text: str) -> str:
    state = CHECKERS.read(position)
    return CHECKERS.name(state, CHECKERS.parse(state, text))


@pytest.mark.parametrize("text", ["11-15", "11x15", "11:15", " 11-15 "])
def test_a_step_by_any_sign(text):
    assert spelled("B:W21-32:B1-12", text) == "11-15"


@pytest.mark.parametrize("text", ["3x26", "3x10x26", "3X10X17X26", "3:17:26", "3-26"])
def test_a_capture_with_any_of_its_squares(text):
    assert spelled("B:B3:W7,14,22", text) == "3x26"


def test_captures_that_are_not_the_same_are_told_by_the_squares_between():
    state = CHECKERS.read("B:W6,7,14,15:B2")
    assert sorted(CHECKERS.name(state, action) for action in CHECKERS.actions(state)) == ["2x11x18", "2x9x18"]
    assert CHECKERS.write(CHECKERS.result(state, CHECKERS.parse(state, "2x9x18"))) == "W:W7,15:B18"
    with pytest.raises(z.ActionError, match="'2x18' can mean 2 captures; say which: 2x9x18 2x11x18"):
        CHECKERS.parse(state, "2x18")


def test_the_two_ways_round_a_circle_are_one_action():
    state = INTERNATIONAL.read("W:W28:B12,13,22,23")
    ways = [INTERNATIONAL.parse(state, text) for text in ("28x28", "28x17x8x19x28", "28x19x8x17x28", "28x8x28")]
    assert len(set(ways)) == 1


def test_wherever_a_king_lands_in_between_it_is_one_action():
    state = INTERNATIONAL.read("W:WK46:B37,19")
    assert len({INTERNATIONAL.parse(state, text) for text in ("46x10", "46x32x10", "46x28x10", "46x23x10")}) == 1


def test_an_action_can_be_told_by_its_number():
    state = CHECKERS.initial()
    assert [CHECKERS.parse(state, str(action)) for action in CHECKERS.actions(state)] == list(CHECKERS.actions(state))


@pytest.mark.parametrize("text", ["", "11", "11-14", "11-15-18", "15-11", "11 15", "a3-b4", "0-0", "11-"])
def test_what_is_not_legal_is_refused(text):
    with pytest.raises(z.ActionError, match="is not a legal action here; legal: 9-13, 10-14, 11-15, 12-16, 9-14, 10-15, 11-16"):
        CHECKERS.parse(CHECKERS.initial(), text)


def test_nothing_is_legal_when_the_game_is_over():
    with pytest.raises(z.ActionError, match="none, the game is over"):
        CHECKERS.parse(CHECKERS.read("W:WK1:BK32:H80"), "1-6")


@given(positions(GAMES, longest=80))
def test_every_route_reads_back(position):
    game, state = position
    if not game.is_terminal(state):
        for action in game.actions(state):
            assert game.parse(state, game.name(state, action)) == action
            for route in game._routes(state, action):
                assert game.parse(state, "x".join(map(str, route))) == action


@given(crowded(GAMES))
def test_names_tell_the_actions_of_any_position_apart(drawn):
    game, position = drawn
    state = game.read(write_position(position))
    if not game.is_terminal(state):
        actions = list(game.actions(state))
        names = [game.name(state, action) for action in actions]
        assert len(set(names)) == len(names)
        assert [game.parse(state, name) for name in names] == actions


# Games


def test_played_takes_the_moves_of_a_game():
    state = CHECKERS.played("11-15 23-19 8-11 22-17")
    assert CHECKERS.write(state) == "B:W17,19,21,24-32:B1-7,9-12,15"
    assert CHECKERS.played("1. 11-15 23-19 {the Fife} 2. 8-11 22-17 *") == state
    assert CHECKERS.played("1.11-15 23-19 2.8-11 22-17 1/2-1/2") == state
    assert CHECKERS.played("1. 11-15 1... 23-19 2. 8-11 22-17") == state
    assert CHECKERS.played("8-11 22-17", CHECKERS.played("11-15 23-19")) == state
    assert CHECKERS.played("") == CHECKERS.initial()


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        ("11-15 23-19 15-20", "move 3: '15-20' is not a legal action here; legal: "),
        ("11-15 hello", "'hello' is not a move; a move is 11-15, or 15x24 if it captures"),
        ("11-15 1-0 23-19", "move 2: '1-0' is not a legal action"),
    ],
)
def test_played_says_which_move_is_wrong(moves, complaint):
    with pytest.raises(z.ActionError, match=complaint):
        CHECKERS.played(moves)


# Pictures


def test_show():
    assert CHECKERS.show(CHECKERS.read("W:W30,K6:B1,K22")).splitlines() == [
        "  b   .   .   .  1-4",
        ".   W   .   .    5-8",
        "  .   .   .   .  9-12",
        ".   .   .   .    13-16",
        "  .   .   .   .  17-20",
        ".   B   .   .    21-24",
        "  .   .   .   .  25-28",
        ".   w   .   .    29-32",
        "white to move",
    ]


def test_the_spanish_board_is_mirrored():
    assert SPANISH.show(SPANISH.read("B:W1,8:B32,25")).splitlines() == [
        "b   .   .   .    32-29",
        "  .   .   .   b  28-25",
        ".   .   .   .    24-21",
        "  .   .   .   .  20-17",
        ".   .   .   .    16-13",
        "  .   .   .   .  12-9",
        "w   .   .   .    8-5",
        "  .   .   .   w  4-1",
        "black to move",
    ]


def test_white_is_below_everywhere():
    for game in GAMES:
        rows = game.show(game.initial()).splitlines()[:-1]
        assert "b" in rows[0]
        assert "w" in rows[-1]
    assert BRAZILIAN.show(BRAZILIAN.initial()).endswith("white to move")
