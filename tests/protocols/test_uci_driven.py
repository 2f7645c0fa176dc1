"""Our chess driven by python-chess, as its users drive any program: whole games, analysis, pondering, stop; by both protocols."""

from __future__ import annotations

import shlex
import sys
import time

import pytest

chess = pytest.importorskip("chess")
chess_engine = pytest.importorskip("chess.engine")
OURS = [sys.executable, "-m", "zermelo"]
TIMEOUT = 120.0


@pytest.fixture(scope="module")
def uci():
    with chess_engine.SimpleEngine.popen_uci([*OURS, "uci"], timeout=TIMEOUT) as engine:
        engine.configure({"Hash": 16})
        yield engine


@pytest.fixture(scope="module")
def xboard():
    """It gives a program two seconds to start, unless that asks for more."""
    patient = f"read xboard; echo feature done=0; exec {shlex.join(OURS)} xboard"
    with chess_engine.SimpleEngine.popen_xboard(["sh", "-c", patient], timeout=TIMEOUT) as engine:
        yield engine


def played(engine, board, limit, most=400):
    """Play a game to its end, every move judged by python-chess, which raises where one is not legal."""
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < most:
        found = engine.play(board, limit, game=game, info=chess_engine.INFO_ALL)
        assert found.move in board.legal_moves
        pv = found.info.get("pv", [found.move])
        assert pv[0] == found.move
        line = board.copy()
        for move in pv:
            assert move in line.legal_moves
            line.push(move)
        board.push(found.move)
    return board


def test_a_game(uci):
    board = played(uci, chess.Board(), chess_engine.Limit(depth=3), most=100)
    assert board.ply() > 20


def test_a_game_of_chess960(uci):
    board = chess.Board.from_chess960_pos(692)
    assert played(uci, board, chess_engine.Limit(depth=2), most=60).ply() > 20


@pytest.mark.slow
def test_a_game_is_won_by_who_is_two_rooks_ahead(uci):
    """By nodes and not by time: on a slow machine it may come where it could claim a draw, which it would not, but the judge then stops."""
    board = played(uci, chess.Board("4k3/pppp1ppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1"), chess_engine.Limit(nodes=20_000))
    assert board.outcome(claim_draw=True).result() == "1-0"


def test_analysis_with_several_lines(uci):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    infos = uci.analyse(board, chess_engine.Limit(depth=5), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert len({info["pv"][0] for info in infos}) == 3
    scores = [info["score"].pov(chess.BLACK).score(mate_score=10000) for info in infos]
    assert scores == sorted(scores, reverse=True)
    for info in infos:
        assert {"depth", "seldepth", "nodes", "nps", "hashfull", "time"} <= info.keys()
        board.variation_san(info["pv"])


def test_analysis_that_is_stopped_in_the_middle(uci):
    with uci.analysis(chess.Board()) as analysis:
        depths = []
        for info in analysis:
            depths.append(info.get("depth", 0))
            if max(depths) >= 5:
                break
    assert analysis.wait().move in chess.Board().legal_moves  # of an analysis that has no end of its own


def test_some_moves_alone(uci):
    board = chess.Board()
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert uci.play(board, chess_engine.Limit(depth=3), root_moves=wanted).move in wanted


def test_pondering(uci):
    """The expected move is played, then another one."""
    board = chess.Board()
    expected = 0
    for ply in range(6):
        limit = chess_engine.Limit(white_clock=300, black_clock=300, nodes=10_000)
        found = uci.play(board, limit, ponder=True, game="ponder")
        board.push(found.move)
        time.sleep(0.05)
        answer = found.ponder if found.ponder and ply % 2 == 0 else next(iter(board.legal_moves))
        expected += answer == found.ponder
        board.push(answer)
    assert expected >= 3


def test_mate_and_a_position_that_is_over(uci):
    info = uci.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), chess_engine.Limit(depth=3))
    assert info["score"].white() == chess_engine.Mate(1)
    mated = chess.Board()
    for move in ("f3", "e5", "g4", "Qh4"):
        mated.push_san(move)
    assert uci.analyse(mated, chess_engine.Limit(depth=3))["score"].white() == chess_engine.Mate(-0)


def test_chances(uci):
    uci.configure({"UCI_ShowWDL": True})
    queen_ahead = chess.Board("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 b - - 0 1")
    chances = [uci.analyse(board, chess_engine.Limit(depth=3))["wdl"] for board in (chess.Board(), queen_ahead)]
    uci.configure({"UCI_ShowWDL": False})
    even, lost = (one.white() for one in chances)
    assert even.draws > even.wins
    assert even.total() == lost.total() == 1000
    assert lost.wins > 900


def test_two_threads(uci):
    uci.configure({"Threads": 2})
    assert uci.play(chess.Board(), chess_engine.Limit(nodes=20_000)).move in chess.Board().legal_moves
    uci.configure({"Threads": 1})


def test_a_game_by_the_other_protocol(xboard):
    board = chess.Board()
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < 60:
        found = xboard.play(board, chess_engine.Limit(depth=3), game=game)
        if found.move is None:
            break
        assert found.move in board.legal_moves
        board.push(found.move)
    assert board.ply() > 20


def test_analysis_by_the_other_protocol(xboard):
    board = chess.Board()
    board.push_san("e4")
    with xboard.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4 and "pv" in info:
                board.variation_san(info["pv"])
                break


def test_clocks_by_the_other_protocol(xboard):
    board = chess.Board()
    xboard.play(board, chess_engine.Limit(depth=1), game="compiled")
    begun = time.perf_counter()
    for _ in range(4):
        board.push(xboard.play(board, chess_engine.Limit(white_clock=2, black_clock=2, white_inc=0, black_inc=0), game="clock").move)
    assert time.perf_counter() - begun < 8


def test_a_game_of_chess960_by_the_other_protocol(xboard):
    board = chess.Board.from_chess960_pos(518)
    for _ in range(20):
        board.push(xboard.play(board, chess_engine.Limit(depth=2), game="960").move)
    assert board.ply() == 20
