"""Tables of endgames, which python-chess reads. There are none here: a stand-in says what the positions after each move are worth.

With real ones, of three men at least, in the folder that the environment calls SYZYGY, rook and queen mate as fast as is published.
"""

from __future__ import annotations

import os
import random
import sys

import pytest

import zermelo as z
from tests.protocols.talking import shared_by_all
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.tables import Tables
from zermelo.protocols.uci import Conversation

talk = shared_by_all(Conversation)

REAL = os.environ.get("SYZYGY")
QUIET = "8/8/8/3k4/8/8/1R6/K7 w - - {} 60"
"""Rook and king against a king, after so many plies without a capture."""


class Standin:
    """What real tables are asked: of the positions after these moves this is said, to who is to move there; of others the rest."""

    def __init__(self, said, rest=(0, 0)):
        self.said, self.rest = said, rest
        self.wdl = self.dtz = {"KRvK": None}

    def probe_wdl(self, position):
        return self.said.get(position.peek().uci(), self.rest)[0]

    def probe_dtz(self, position):
        return self.said.get(position.peek().uci(), self.rest)[1]


@pytest.fixture
def tables(tmp_path):
    pytest.importorskip("chess", reason="python-chess is not installed")
    for ending in ("rtbw", "rtbz"):
        (tmp_path / f"KRvK.{ending}").write_bytes(b"")
    return Tables(str(tmp_path))


def kept(tables, fen, said, rest=(0, 0)):
    """What is kept, moves as they are written."""
    board = ChessBoard(z.load_game("chess"))
    state = board.game.read(fen)
    tables._tables = Standin(said, rest)
    found = tables.kept(board, state)
    return found.end, sorted(board.text(state, action) for action in found.actions)


def test_the_soonest_win_is_kept(tables):
    said = {"b2b8": (-2, -7), "b2b7": (-2, -5), "b2b6": (-2, -5), "a1a2": (2, 3), "b2c2": (-1, -101)}
    assert kept(tables, QUIET.format(0), said) == (2, ["b2b6", "b2b7"])


def test_a_win_that_comes_too_late_is_hardly_more_than_a_draw(tables):
    said = {"b2b7": (-2, -5), "b2b6": (-2, -9)}
    assert kept(tables, QUIET.format(94), said) == (2, ["b2b7"])
    assert kept(tables, QUIET.format(95), said) == (1, ["b2b7"])
    assert kept(tables, QUIET.format(95), {}) == (0, kept(tables, QUIET.format(0), {})[1])


def test_a_draw_is_kept_by_all_that_keep_it(tables):
    end, moves = kept(tables, QUIET.format(0), {"a1a2": (2, 9), "a1b1": (2, 5), "b2d2": (2, 1), "b2b5": (1, 110)})
    assert end == 0
    assert len(moves) == 16 - 4  # 2 moves of the king, and 14 of the rook
    assert not {"a1a2", "a1b1", "b2d2", "b2b5"} & set(moves)


def test_what_is_lost_is_put_off(tables):
    assert kept(tables, QUIET.format(0), {"b2b8": (2, 20), "b2b7": (2, 31)}, rest=(2, 4)) == (-2, ["b2b7"])
    assert kept(tables, QUIET.format(80), {"b2b8": (2, 19), "b2b7": (2, 20)}, rest=(2, 4)) == (-1, ["b2b7"])


def test_a_mate_comes_before_all(tables):
    fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
    assert kept(tables, fen, {"h1h7": (-2, -1)}, rest=(-2, -3)) == (2, ["h1h8"])


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/3k4/8/8/1RR5/K7 w - - 0 1",  # more men than the tables have
        "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1",  # who may castle is in none
        "8/8/8/3k4/8/8/1N6/K7 w - - 0 1",  # no table of these men
        "8/8/8/8/8/1k6/2r5/K7 w - - 0 1",  # fine, but for the stand-in of an empty file
    ],
)
def test_what_tables_do_not_say_is_searched(tables, fen):
    board = ChessBoard(z.load_game("chess"))
    if "r" in fen.split()[0]:
        with pytest.raises(z.SpecError, match="a table of endgames cannot be read"):
            tables.kept(board, board.game.read(fen))
    else:
        assert tables.kept(board, board.game.read(fen)) is None


def test_a_program_chooses_among_what_is_kept(talk, tables, tmp_path):
    talk.say(f"setoption name SyzygyPath value {tmp_path}", f"position fen {QUIET.format(0)}").settled()
    talk.conversation.tables._tables = Standin({"b2h2": (-2, -9), "a1a2": (-2, -9)})
    told = talk.say("go depth 3").until("bestmove")
    assert told[0] == "info string the tables say that this is a win"
    assert told[-1].split()[1] in ("b2h2", "a1a2")
    assert not [line for line in talk.say("go depth 3 searchmoves b2b8").until("bestmove") if "tables" in line]
    talk.say("setoption name UCI_LimitStrength value true")
    assert not [line for line in talk.say("go depth 3").until("bestmove") if "tables" in line]
    talk.say("setoption name UCI_LimitStrength value false")


def test_a_spoilt_table_is_told_once_and_the_game_goes_on(talk, tables, tmp_path):
    told = talk.say(f"setoption name SyzygyPath value {tmp_path}", f"position fen {QUIET.format(0)}", "go depth 2").until("bestmove")
    assert told[0] == "info string 2 tables of endgames of up to 3 men"
    assert "cannot be read" in told[1]
    assert told[1].endswith("; the tables are not asked any more")
    assert told[-1].split()[1] != "0000"
    assert not [line for line in talk.say("go depth 2").until("bestmove") if "tables" in line]


@pytest.mark.parametrize(("folder", "complaint"), [("missing", "cannot be read"), ("", "there are no tables of endgames in")])
def test_a_folder_without_tables_is_told(talk, tmp_path, folder, complaint):
    pytest.importorskip("chess", reason="python-chess is not installed")
    told = talk.say(f"setoption name SyzygyPath value {tmp_path / folder}", "go depth 1").until("bestmove")
    assert complaint in told[0]
    assert told[0].endswith("; there are no tables")


def test_without_python_chess_it_is_said_how_to_get_it(talk, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    told = talk.say(f"setoption name SyzygyPath value {tmp_path}", "go depth 1").until("bestmove")
    assert told[0] == "info string a table of endgames needs python-chess: pip install 'zermelo[chess]'; there are no tables"


@pytest.mark.skipif(REAL is None, reason="SYZYGY names no folder with tables of endgames")
@pytest.mark.parametrize(("piece", "longest"), [("Q", 19), ("R", 31)])  # plies: mate in 10, mate in 16
def test_real_tables_mate_within_what_is_published(piece, longest):
    chess, tables, board = pytest.importorskip("chess"), Tables(str(REAL)), ChessBoard(z.load_game("chess"))
    lot = random.Random(1)
    for _ in range(20):
        position = chess.Board(None)
        while not position.is_valid() or position.is_game_over() or tables.kept(board, board.game.read(position.fen())).end != 2:
            squares = lot.sample(range(64), 3)
            position = chess.Board(None)
            for square, letter in zip(squares, f"K{piece}k", strict=True):
                position.set_piece_at(square, chess.Piece.from_symbol(letter))
        plies = 0
        while not position.is_game_over(claim_draw=True):
            state = board.game.read(position.fen())
            position.push_uci(board.text(state, lot.choice(tables.kept(board, state).actions)))
            plies += 1
        assert position.is_checkmate(), position.fen()
        assert plies <= longest
