"""Books in the format of Polyglot, which python-chess reads. The keys of positions here are those that its description publishes."""

from __future__ import annotations

import random
import struct
import sys
from collections import Counter

import pytest

import zermelo as z
from tests.protocols.talking import shared_by_all
from zermelo.protocols.book import Book, Entry
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.uci import Conversation

BEGINNING = 0x463B96181691FC9C
AFTER_E4 = 0x823C9B50FD114196
"""Keys of positions, from the description of the format."""
FILES = "abcdefgh"

talk = shared_by_all(Conversation)


def entry(key, move, weight):
    """The 16 bytes of an entry, as the format is described."""
    start, end = ((int(move[at + 1]) - 1) * 8 + FILES.index(move[at]) for at in (0, 2))
    promotion = " nbrq".index(move[4:5] or " ")
    return struct.pack(">QHHI", key, promotion << 12 | start << 6 | end, weight, 0)


def written(path, *entries):
    path.write_bytes(b"".join(sorted(entry(*one) for one in entries)))
    return str(path)


@pytest.fixture
def path(tmp_path):
    pytest.importorskip("chess", reason="python-chess is not installed")
    return written(
        tmp_path / "book.bin",
        (BEGINNING, "e2e4", 3), (BEGINNING, "d2d4", 1), (BEGINNING, "a2a5", 500), (BEGINNING, "h2h4", 0), (AFTER_E4, "c7c5", 1),
    )  # fmt: skip


def test_legal_moves_are_drawn_by_their_weights(path):
    book, board = Book(path), ChessBoard(z.load_game("chess"))
    state = board.game.initial()
    e4, d4 = board.action(state, "e2e4"), board.action(state, "d2d4")
    assert sorted(book.entries(board, state)) == sorted([Entry(e4, 3), Entry(d4, 1)])
    lot = random.Random(1)
    counts = Counter(book.drawn(board, state, lot) for _ in range(400))
    assert set(counts) == {e4, d4}
    assert 260 < counts[e4] < 340  # 300, sigma 9
    assert book.drawn(board, board.game.played("e4"), lot) == board.action(board.game.played("e4"), "c7c5")
    assert book.drawn(board, board.game.played("d4"), lot) is None


@pytest.mark.parametrize(("variant", "castling"), [("'standard'", "e1g1"), ("960", "e1h1")])
def test_castling_is_the_king_s_move_onto_its_rook(tmp_path, variant, castling):
    polyglot, chess = pytest.importorskip("chess.polyglot"), pytest.importorskip("chess")
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    book = Book(written(tmp_path / "castling.bin", (polyglot.zobrist_hash(chess.Board(fen)), "e1h1", 1)))
    board = ChessBoard(z.load_game(f"chess(variant={variant})"))
    state = board.game.read(fen)
    assert book.entries(board, state) == [Entry(board.action(state, castling), 1)]


def test_a_program_plays_from_its_book(talk, path):
    talk.say(f"setoption name BookFile value {path}", "setoption name OwnBook value true", "position startpos")
    talk.settled()
    made = []
    for _ in range(20):
        *told, move = talk.say("go wtime 9000 btime 9000").until("bestmove")
        made.append(move.split()[1])
        assert told[0] == f"info string {made[-1]} is from the book"
    assert set(made) == {"e2e4", "d2d4"}
    told = talk.say("position startpos moves d2d4", "go depth 2").until("bestmove")
    assert not [line for line in told if "book" in line]


@pytest.mark.parametrize("go", ["go infinite", "go ponder depth 1", "go depth 1 searchmoves a2a3"])
def test_who_analyses_ponders_or_names_moves_gets_a_search(talk, path, go):
    talk.say(f"setoption name BookFile value {path}", "setoption name OwnBook value true", "position startpos").settled()
    told = talk.say(go, "stop").until("bestmove")
    assert not [line for line in told if "book" in line]


def test_the_book_stays_closed_unless_it_is_wanted(talk, path):
    talk.say(f"setoption name BookFile value {path}", "setoption name OwnBook value false", "position startpos").settled()
    assert not [line for line in talk.say("go depth 1").until("bestmove") if "book" in line]
    talk.say("setoption name OwnBook value true", "setoption name BookFile value <empty>").settled()
    assert not [line for line in talk.say("go depth 1").until("bestmove") if "book" in line]


@pytest.mark.parametrize("content", [None, "folder", b"", b"half an entry", random.Random(1).randbytes(160)])
def test_what_is_no_book_is_told_or_of_no_use_and_the_game_goes_on(talk, tmp_path, content):
    pytest.importorskip("chess", reason="python-chess is not installed")
    path = tmp_path / "wrong.bin"
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    talk.say(f"setoption name BookFile value {path}", "setoption name OwnBook value true", "position startpos", "go depth 1")
    told = talk.until("bestmove")
    complaint = [line for line in told if "book" in line]
    if content is None or len(content) != 160:
        assert complaint == [line for line in complaint if line.startswith(f"info string the book '{path}' ")]
        assert complaint[0].endswith("; there is no book")
    else:
        assert complaint == []
    assert told[-1].split()[1] != "0000"


def test_without_python_chess_it_is_said_how_to_get_it(talk, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    talk.say(f"setoption name BookFile value {tmp_path / 'a.bin'}", "go depth 1")
    told = talk.until("bestmove")
    assert told[0] == "info string a book needs python-chess: pip install 'zermelo[chess]'; there is no book"
