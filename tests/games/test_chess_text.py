"""How chess is written and read: FEN and what is wrong with one, EPD, names of moves, the board."""

from __future__ import annotations

import random

import pytest

from zermelo.errors import ActionError, PositionError
from zermelo.games.chess import Chess

CHESS, CHESS960 = Chess(), Chess("960")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def named(game, position, text):
    state = game.read(position)
    return game.name(state, game.parse(state, text))


# Positions


@pytest.mark.parametrize(
    "position",
    [
        START,
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "4k3/8/8/8/8/8/8/R3K2R b KQ - 37 112",
        "QQQQQQQQ/Q7/8/8/8/8/7k/K7 b - - 0 60",
    ],
)
def test_a_position_comes_back_as_it_was_written(position):
    assert CHESS.write(CHESS.read(position)) == position


def test_fields_may_be_left_out_and_blanks_be_many():
    assert CHESS.read(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq -") == CHESS.initial()


def test_the_rights_to_castle_in_x_fen_and_shredder_fen():
    outer = CHESS960.read("1r2k1r1/8/8/8/8/8/8/1R2K1RR w KQkq - 0 1")
    assert CHESS960.write_shredder(outer) == "1r2k1r1/8/8/8/8/8/8/1R2K1RR w HBgb - 0 1"
    inner = CHESS960.read("1r2k1r1/8/8/8/8/8/8/1R2K1RR w GBgb - 0 1")
    assert CHESS960.write(inner) == "1r2k1r1/8/8/8/8/8/8/1R2K1RR w GQkq - 0 1"
    assert CHESS960.read(CHESS960.write(inner)) == inner != outer
    assert CHESS.read(START.replace("KQkq", "HAha")) == CHESS.initial()


def test_who_counts_moves_from_0_is_understood():
    assert CHESS.read(START.removesuffix("1") + "0") == CHESS.initial()


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ("", r"'' has 0 fields; a position is the ranks, who is to move"),
        (f"{START} x", "has 7 fields"),
        ("8/8/8/8/8/8/8 w - - 0 1", "has 7 ranks; 8 are needed"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "rank 5, '9', has '9'"),
        ("4k3/8/8/44p/8/8/8/4K3 w - - 0 1", "rank 5, '44p', has '44'; empty squares side by side are one number"),
        ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", "rank 5, '44', has '44'; empty squares side by side are one number, their sum"),
        ("4k3/8/8/8p/8/8/8/4K3 w - - 0 1", "rank 5, '8p', has more than 8 squares"),
        ("x", "'x' has 1 field; a position is"),
        ("4k3/8/8/4p/8/8/8/4K3 w - - 0 1", "rank 5, '4p', has fewer than 8 squares"),
        ("4k3/8/8/4x3/8/8/8/4K3 w - - 0 1", "has 'x'; a square is P N B R Q K p n b r q k"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king; put one K on the board"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no king; put one k on the board"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings; put one K on the board"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8; pawns stand on ranks 2 to 7"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn on a1"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has 9 pawns and 0 pieces that were pawns; together they are 8 at most"),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "white has 8 pawns and 1 pieces that were pawns"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' is not the player to move, w or b"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "black's king on e8 is attacked while white is to move; let black move"),
        ("4k3/8/8/8/8/8/8/3kK3 w - - 0 1", "black has 2 kings"),
        ("4k3/8/3N1N2/8/8/4R3/8/4K3 b - - 0 1", "black's king on e8 is attacked from .*, which no move leads to; take attackers off"),
        ("8/8/7k/8/3pP3/8/8/2B1K3 b - e3 0 1", "black's king on h6 is attacked from c1, which no move leads to"),
        ("8/8/8/8/8/8/8/3kK3 w - - 0 1", "black's king on d1 is attacked while white is to move"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "'X' has 'X'; rights to castle are K, Q, k, q"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "'K' says that white may castle there, but no rook stands right of its king on rank 1"),
        ("4k3/8/8/8/8/8/8/R3K3 w QA - 0 1", "'QA' tells a right to castle twice"),
        ("4k3/8/8/8/8/4K3/8/7R w K - 0 1", "'K' says that white may castle, whose king stands on e3; leave it out"),
        ("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "castling with king on e1 and rook on b1 is for Chess960"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "'e4' is no square that a pawn has gone over when white is to move: one on rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "'e6' says that a pawn has just gone from e7 to e5, and the pieces stand otherwise"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "the pieces stand otherwise"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "'x' should be a number: plies since a capture or a move of a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "'-1' should be a number: the move, from 1"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(position, complaint):
    with pytest.raises(PositionError, match=complaint):
        CHESS.read(position)


@pytest.mark.parametrize(
    "position",
    [
        "4k3/8/2r5/8/8/6b1/8/2K1N3 w - - 0 1",
        "7k/8/8/3b4/8/5K2/8/5r2 w - - 0 1",
        "4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1",
        "8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1",
    ],
)
def test_one_check_and_two_that_a_move_gives_are_read(position):
    assert CHESS.write(CHESS.read(position)) == position


@pytest.mark.parametrize("position", ["7k/8/8/8/8/8/8/r3K2r w - - 0 1", "8/8/5b2/4K3/3b4/8/8/7k w - - 0 1"])
def test_two_checks_from_both_ends_of_a_line_are_read_as_published_counts_have_them(position):
    """No move gives them; what may be played is none the less what python-chess says."""
    chess = pytest.importorskip("chess")
    state, board = CHESS.read(position), chess.Board(position)
    assert sorted(CHESS.name(state, action) for action in CHESS.actions(state)) == sorted(map(board.san, board.legal_moves))


# EPD


def test_operations_of_an_epd():
    line = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm a6 Nf6; id "Ruy; Lopez"; ce 12; acs 0.5; pv a6 Ba4; D1 29;'
    state, told = CHESS.read_epd(line)
    assert [CHESS.name(state, action) for action in told["bm"]] == ["a6", "Nf6"]
    assert (told["id"], told["ce"], told["acs"], told["D1"]) == ("Ruy; Lopez", 12, 0.5, 29)
    after = CHESS.result(state, told["pv"][0])
    assert CHESS.name(after, told["pv"][1]) == "Ba4"
    assert CHESS.write_epd(state, told) == line
    assert CHESS.read_epd(CHESS.write_epd(state, told)) == (state, told)


@pytest.mark.parametrize("told", [{"bm": [1]}, {"am": ["e4"]}, {"sm": 1}, {"pv": [CHESS.parse(CHESS.initial(), "e4"), 1]}])
def test_an_epd_with_an_action_that_is_not_legal_is_not_written(told):
    with pytest.raises(ActionError, match=r"has .* which is not a legal action in rnbqkbnr/"):
        CHESS.write_epd(CHESS.initial(), told)


def test_quotes_and_backslashes_in_an_epd_are_written_as_they_are_read():
    chess = pytest.importorskip("chess")
    told = {"c0": 'a "b" \\ c; d', "id": ""}
    state = CHESS.initial()
    line = CHESS.write_epd(state, told)
    assert line == chess.Board().epd(**told)
    assert chess.Board().set_epd(line) == told
    assert CHESS.read_epd(line) == (state, told)
    assert CHESS.read_epd(CHESS.write_epd(state, {"id": "two\nlines"})) == (state, {"id": "two lines"})


def test_an_epd_may_tell_the_counts():
    state, told = CHESS.read_epd("4k3/8/8/8/8/8/8/R3K3 w - - hmvc 12; fmvn 40; sm Ra8+;")
    assert CHESS.write(state) == "4k3/8/8/8/8/8/8/R3K3 w - - 12 40"
    assert CHESS.name(state, told["sm"]) == "Ra8+"
    state, told = CHESS.read_epd("4k3/8/8/8/8/8/8/R3K3 w - - 3 7 ;D1 15 ;D2 66")
    assert CHESS.write(state) == "4k3/8/8/8/8/8/8/R3K3 w - - 3 7"
    assert told == {"D1": 15, "D2": 66}
    assert CHESS.write_epd(state, told) == "4k3/8/8/8/8/8/8/R3K3 w - - hmvc 3; fmvn 7; D1 15; D2 66;"


@pytest.mark.parametrize(
    ("line", "error", "complaint"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - bm Ra9;", ActionError, "'Ra9' is not a legal action here"),
        ('4k3/8/8/8/8/8/8/R3K3 w - - id "x;', PositionError, "the operations of an EPD break off at"),
        ("4k3/8/8/8/8/8/8/R3K3 w", PositionError, "has 2 fields; an EPD begins with four"),
    ],
)
def test_what_is_wrong_with_an_epd_is_said(line, error, complaint):
    with pytest.raises(error, match=complaint):
        CHESS.read_epd(line)


# Moves


@pytest.mark.parametrize(
    ("position", "texts", "name"),
    [
        (START, "Nf3 Ng1f3 Ng1-f3 g1f3 g1-f3 Nf3! Nf3?!", "Nf3"),
        (START, "e4 e2e4 e2-e4 e4!!", "e4"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q a8Q a8=Q+ a7a8q a7-a8=Q+ a8(Q) a8/Q", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N a7a8n", "a8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e5d6 e5xd6 ed6 exd6e.p.", "exd6"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O 0-0 o-o e1g1 Ke1g1 Ke1-g1 e1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O 0-0-0 e1c1 e1a1", "O-O-O"),
        ("6k1/8/8/8/R6R/8/8/4K3 w - - 0 1", "Rad4 Ra4d4", "Rad4"),
        ("6k1/R7/8/8/R7/8/8/4K3 w - - 0 1", "R4a5 R4-a5 Ra4a5", "R4a5"),
        ("6k1/8/8/Q7/8/8/8/Q3Q1K1 w - - 0 1", "Qa1c3 a1c3", "Qa1c3"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O O-O-O+", "O-O-O+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8# Ra8+ Ra8 a1a8", "Ra8#"),
    ],
)
def test_a_move_is_read_in_many_ways_and_written_in_one(position, texts, name):
    for text in texts.split():
        assert named(CHESS, position, text) == name, text


def test_only_legal_moves_make_a_move_ambiguous():
    """Of two knights that see the square, one is pinned."""
    assert named(CHESS, "4r1k1/8/8/8/8/4N3/8/4K1N1 w - - 0 1", "Ne2") == "Ne2"
    with pytest.raises(ActionError, match=r"'Nd4' can mean 2 moves; say which: N[be]d4 N[be]d4"):
        CHESS.parse(CHESS.read("6k1/8/8/1N6/8/8/4N3/4K3 w - - 0 1"), "Nd4")


def test_in_chess960_castling_is_the_king_s_move_onto_the_rook():
    position = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
    state = CHESS960.read(position)
    castles = [action for action in CHESS960.actions(state) if CHESS960.name(state, action).startswith("O-O")]
    assert sorted(CHESS960.uci(state, action) for action in castles) == ["f1b1", "f1g1"]
    assert [named(CHESS960, position, text) for text in ("f1g1", "f1b1", "Kf1c1", "Kf2")] == ["O-O", "O-O-O", "O-O-O", "Kf2"]


@pytest.mark.parametrize("text", ["", "e5", "Ke2", "Nf3 e5", "O-O", "e2e5", "xyzzy", "e4=Q", "\ud800", "9" * 50])
def test_what_is_no_legal_move_is_an_error(text):
    with pytest.raises(ActionError, match="is not a legal action here; legal: Na3, Nc3, Nf3, Nh3, a3"):
        CHESS.parse(CHESS.initial(), text)


def test_games_are_played_from_text():
    state = CHESS.played("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7#")
    assert CHESS.write(state) == "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
    with pytest.raises(ActionError, match="ply 2: 'Qh4' is not a legal action"):
        CHESS.played("1. e4 Qh4")


def test_every_name_is_read_back_and_none_comes_twice():
    lot = random.Random(3)
    state = CHESS.initial()
    for _ in range(80):
        if CHESS.is_terminal(state):
            break
        actions = list(CHESS.actions(state))
        assert len({CHESS.name(state, action) for action in actions}) == len(actions)
        chosen = lot.choice(actions)
        for write in (CHESS.name, CHESS.long_name, CHESS.uci):
            assert CHESS.parse(state, write(state, chosen)) == chosen
        state = CHESS.result(state, chosen)


# The board


def test_the_squares_by_which_a_move_is_chosen():
    """They are those of the picture, row by row from a8; castling is the king's move to where it ends."""
    state = CHESS.initial()
    assert CHESS.action_squares(state, CHESS.parse(state, "e4")) == (52, 36)
    after = CHESS.played("e4")
    assert CHESS.action_squares(after, CHESS.parse(after, "e5")) == (12, 28)
    castling = CHESS.read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert CHESS.action_squares(castling, CHESS.parse(castling, "O-O")) == (60, 62)
    assert CHESS.action_squares(castling, CHESS.parse(castling, "O-O-O")) == (60, 58)
    assert CHESS960.action_squares(castling, CHESS960.parse(castling, "O-O")) == (60, 63)


def test_the_picture_has_white_below():
    picture = CHESS.picture(CHESS.played("e4"))
    assert (picture.rows[7][4].form, picture.rows[7][4].player) == ("chess king", 1)
    assert (picture.rows[0][3].form, picture.rows[0][3].player) == ("chess queen", 0)
    assert picture.rows[6][4] is None
    assert (picture.rows[4][4].form, picture.news) == ("chess pawn", "Black to move")
