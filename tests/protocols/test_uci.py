"""UCI: every command, every option, every kind of mistake, within the process; test_uci_driven.py drives it by another's hand."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.protocols.talking import Talk, Time, shared_by_all
from zermelo.protocols import clocks, thinking, uci
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.clocks import Lag
from zermelo.protocols.uci import Conversation

INFO = re.compile(
    r"info depth (?P<depth>\d+) seldepth (?P<seldepth>\d+) multipv (?P<multipv>\d+) score (?P<score>cp -?\d+|mate -?\d+) "
    r"(?:wdl (?P<wdl>\d+ \d+ \d+) )?nodes (?P<nodes>\d+) nps (?P<nps>\d+) hashfull (?P<hashfull>\d+) time (?P<time>\d+) "
    r"pv (?P<pv>\S+(?: \S+)*)"
)
MATE_IN_ONE = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
MATED = "position startpos moves f2f3 e7e5 g2g4 d8h4"


shared = shared_by_all(Conversation)


@pytest.fixture
def talk(shared):
    """The one conversation, as at its beginning."""
    shared.say("stop", "position startpos", "setoption name MultiPV value 1", "setoption name UCI_Chess960 value false")
    return shared.settled()


def position(talk):
    """The position that would be searched."""
    return talk.conversation.board.game.write(talk.conversation.line.states[-1])


def best(talk, go):
    """The lines of a search, and its move."""
    told = talk.say(go).until("bestmove")
    return told[:-1], told[-1].split()[1]


# Who it is


def test_it_introduces_itself_at_once():
    talk = Talk(Conversation, z.load_game("chess"), version="1.2")
    told = talk.say("uci").now()
    talk.conversation.close()
    assert told[0] == "id name Zermelo 1.2"
    assert told[1].startswith("id author ")
    assert told[-1] == "uciok"
    options = [re.fullmatch(r"option name (.+) type (spin|check|button|string)(.*)", line) for line in told[2:-1]]
    names = [option[1] for option in options]
    assert names == list(talk.conversation.options)
    assert {"Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960", "UCI_AnalyseMode"} <= set(names)
    for option in options:
        spin, check, string = r" default \d+ min \d+ max \d+", " default (true|false)", " default <empty>"
        wanted = {"spin": spin, "check": check, "button": "", "string": string}[option[2]]
        assert re.fullmatch(wanted, option[3])


def test_a_mode_that_there_is_not_is_refused():
    with pytest.raises(z.SearchError, match="mode 'fast' is not one of auto"):
        Conversation(z.load_game("chess"), print, mode="fast")


def test_nothing_is_compiled_before_it_has_introduced_itself():
    program = """if True:
        import json, sys
        sys.stdin = iter(["uci\\n", "quit\\n"])
        sys.argv = ["zermelo", "uci"]
        from zermelo.cli import main
        try:
            main()
        except SystemExit:
            pass
        print(json.dumps([name for name in ("numba", "llvmlite", "numpy") if name in sys.modules]))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-2] == "uciok", done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []


@pytest.mark.parametrize(
    ("command", "lines", "told"),
    [
        ("uci", "position startpos\ngo depth 6\n", r"info depth 6 .*\nbestmove [a-h][1-8]"),
        ("uci", f"{MATE_IN_ONE}\ngo mate 1\n", "bestmove a1a8"),
        ("uci", "isready\ngo infinite\n", "readyok\n(.*\n)*bestmove [a-h][1-8]"),
        ("xboard", "new\nhard\nsd 4\nusermove e2e4\n", "move [a-h][1-8]"),
    ],
    ids=["depth", "mate", "infinite", "xboard"],
)
def test_at_the_end_of_the_lines_a_search_ends_and_tells_its_move(command, lines, told):
    done = subprocess.run([sys.executable, "-m", "zermelo", command], input=lines, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(rf"^{told}.*\n\Z", done.stdout, re.MULTILINE), done.stdout


def test_a_board_that_dies_takes_it_along():
    """Its end of both pipes is closed in the middle of a search; or only that which it reads, and it says no more that matters."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    for go, both in (("infinite", True), ("movetime 600000", True), ("infinite", False)):
        ours = subprocess.Popen([sys.executable, "-m", "zermelo", "uci"], **pipes, text=True, bufsize=1)
        ours.stdin.write("isready\n")
        while ours.stdout.readline() != "readyok\n":  # but how far the compiler is
            pass
        ours.stdin.write(f"go {go}\n")
        ours.stdout.close()
        if both:
            ours.stdin.close()
        else:
            ours.stdin.write("stop\nisready\nuci\n")
        assert ours.wait(300) in (0, 1)
        assert ours.stderr.read() == ""
        ours.stderr.close()
        if not both:
            with contextlib.suppress(BrokenPipeError):
                ours.stdin.close()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.2, 1.0, 2.0])
def test_it_ends_without_a_word_while_it_compiles(tmp_path, seconds):
    environment = {**os.environ, "ZERMELO_CACHE_DIR": str(tmp_path)}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    ours = subprocess.Popen([sys.executable, "-m", "zermelo", "uci"], **pipes, text=True, env=environment)
    ours.stdin.write("uci\nisready\n")
    ours.stdin.flush()
    while ours.stdout.readline() != "uciok\n":
        pass
    time.sleep(seconds)
    ours.send_signal(signal.SIGTERM)
    _, error = ours.communicate(timeout=300)
    assert (ours.returncode, error) == (143, "zermelo: stopped\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "opening", "told", "ready"),
    [("uci", "isready\n", "info string compiling", "readyok\n"), ("xboard", "protover 2\n", "# compiling", "feature done=1\n")],
)
@pytest.mark.parametrize("last", ["quit\n", ""])
def test_it_tells_that_it_compiles_and_ends_without_waiting_for_that(tmp_path, command, opening, told, ready, last):
    pipes, environment = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE), {**os.environ, "ZERMELO_CACHE_DIR": str(tmp_path)}

    def begun():
        ours = subprocess.Popen([sys.executable, "-m", "zermelo", command], **pipes, text=True, env=environment)
        ours.stdin.write(opening)
        ours.stdin.flush()
        return ours

    first = begun()
    while not (line := first.stdout.readline()).startswith(told):
        assert line != ready
    assert re.fullmatch(r".* compiling, once for these rules; about \d+ s left\n", line)
    rest, error = first.communicate(last, timeout=60)
    assert (first.returncode, error, ready in rest) == (0, "", False)
    again = begun()
    while (line := again.stdout.readline()) != ready:
        assert line
    assert again.communicate("quit\n", timeout=60) == ("", "")
    assert again.returncode == 0


# Positions


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        ("position startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("position startpos moves e2e4 g8f6", "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"),
        ("position fen 4k3/1P6/8/8/8/8/8/R3K2R w KQ - 3 9 moves e1c1 e8e7 b7b8q", "1Q6/4k3/8/8/8/8/8/2KR3R b - - 0 10"),
        ("position  fen  4k3/8/8/8/8/8/8/4K2R  w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ],
)
def test_positions(talk, line, fen):
    talk.say(line)
    assert talk.now() == []
    assert position(talk) == fen


def test_a_game_that_goes_on_and_one_that_was_another():
    talk = Talk(Conversation, z.load_game("chess"))
    for moves in ("e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3", "e2e4 c7c5", "d2d4", ""):
        talk.say(f"position startpos moves {moves}".removesuffix(" moves "))
        played = talk.conversation.board.game.played(moves)
        assert talk.conversation.line.states[-1] == played
        assert len(talk.conversation.line.states) == len(moves.split()) + 1
    talk.conversation.close()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("position", "begins with startpos, or with fen"),
        ("position moves e2e4", "begins with startpos"),
        ("position fen", "has 0 fields"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("position fen 4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "white's king on e1 is attacked while black is to move"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "no rook stands"),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w K e3 0 1", "'e3'"),
        ("position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "of Chess960, after setoption name UCI_Chess960 value true"),
        ("position startpos e2e4", "startpos is followed by the word moves and the moves, not by 'e2e4'"),
        ("position startpos moves e2e4 e2e4", "'e2e4' is not legal"),
        ("position startpos moves e4", "'e4' is not legal"),
        ("position startpos moves 0000", "'0000' is not legal"),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e2e4", "'e2e4' is not legal"),
    ],
)
def test_what_is_no_position_is_told_and_changes_nothing(talk, line, complaint):
    talk.say("position startpos moves d2d4")
    before = position(talk)
    (told,) = talk.say(line).now()
    assert told.startswith("info string ")
    assert complaint in told
    assert told.endswith(("it stays as it was", "the position stays as it was"))
    assert position(talk) == before
    assert best(talk, "go depth 1")[1] != "0000"


def test_what_is_wrong_is_told_in_a_line_that_boards_can_take(talk):
    for line in ("position fen " + "1" * 100_000, "setoption name Hash value " + "9" * 100_000, "dance " * 10_000):
        (told,) = talk.say(line).now()
        assert told.startswith("info string ")
        assert len(told) < 600


# Searches


@pytest.mark.parametrize(
    "go",
    ["depth 3", "nodes 2000", "movetime 30", "wtime 1000 btime 1000", "wtime 300 btime 300 winc 10 binc 10", "mate 2",
     "wtime 2000 btime 2000 movestogo 1", "depth 3 nodes 500 movetime 1000"],
)  # fmt: skip
def test_every_limit_ends_a_search_with_a_legal_move(talk, go):
    """Within some seconds of the processor's time, of which there is less on a busy machine, and none for the compiler."""
    best(talk, "go depth 1")
    begun = time.process_time()
    told, move = best(talk, f"go {go}")
    assert time.process_time() - begun < 10
    game = talk.conversation.board.game
    assert move in [game.uci(game.initial(), action) for action in game.actions(game.initial())]
    assert all(INFO.fullmatch(line) or line.startswith(("info nodes", "info string there is no mate")) for line in told)
    last = INFO.fullmatch([line for line in told if INFO.fullmatch(line)][-1])
    assert last["pv"].split()[0] == move
    assert "depth" not in go or int(last["depth"]) <= 3


def test_lines_are_those_that_boards_expect(talk):
    game = talk.conversation.board.game
    talk.say("position startpos moves e2e4", "setoption name MultiPV value 3")
    told, move = best(talk, "go movetime 400")
    lines = [INFO.fullmatch(line) for line in told]
    assert len(lines) > 3
    assert [int(line["multipv"]) for line in lines[-3:]] == [1, 2, 3]
    assert lines[-3]["pv"].split()[0] == move
    assert len({line["pv"].split()[0] for line in lines[-3:]}) == 3
    for line in lines:
        assert game.played(line["pv"], game.played("e4")) is not None
        assert int(line["seldepth"]) >= int(line["depth"])
        assert 0 <= int(line["hashfull"]) <= 1000
    assert [int(line["nodes"]) for line in lines] == sorted(int(line["nodes"]) for line in lines)


def test_a_score_is_in_hundredths_of_a_pawn_to_the_player_to_move(talk):
    ahead = "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQK3"  # by a queen, a rook, a bishop and a knight
    for fen, least in ((f"{ahead} w - - 0 1", 1500), (f"{ahead} b - - 0 1", -6400)):
        told, _ = best(talk.say(f"position fen {fen}"), "go depth 2")
        kind, score = INFO.fullmatch(told[-1])["score"].split()
        assert kind == "cp"
        assert least <= int(score) <= least + 4900
        assert (int(score) > 0) == (least > 0)


def test_a_mate_is_told_where_it_is_at_hand_and_a_game_that_is_over_has_no_move(talk):
    told, move = best(talk.say(MATE_IN_ONE), "go depth 4")
    assert move == "a1a8"
    assert INFO.fullmatch(told[-1])["score"] == "mate 1"
    told, move = best(talk.say("ucinewgame", "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), "go mate 2")  # P. Morphy's problem
    assert (INFO.fullmatch(told[-1])["score"], move) == ("mate 2", "a1a6")
    told, _ = best(talk.say("position fen kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1"), "go depth 6")
    assert INFO.fullmatch(told[-1])["score"] == "mate -1"
    assert best(talk.say(MATED), "go depth 4") == (["info depth 0 score mate 0"], "0000")
    assert best(talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "go depth 4") == (["info depth 0 score cp 0"], "0000")


@pytest.mark.parametrize(
    "fen",
    [
        "3k4/8/8/3K4/8/8/8/6Q1 w - - 0 1",
        "8/8/8/8/5K2/8/2Q5/7k b - - 30 111",
        "8/8/b6P/8/8/4k3/5r2/3K4 b - - 4 100",
        "4Q3/1kp5/1p2R3/1P1P2Np/6p1/8/1KB5/8 b - - 0 57",
        "8/4R2P/8/6K1/k7/8/8/8 w - - 11 113",
    ],
)
def test_the_line_of_a_mate_goes_on_to_the_mate_in_no_more_moves_than_are_told(talk, fen):
    game = talk.conversation.board.game
    told, _ = best(talk.say("ucinewgame", f"position fen {fen}"), "go nodes 150000")
    last = INFO.fullmatch(told[-1])
    kind, moves = last["score"].split()
    start = state = game.read(fen)
    line = last["pv"].split()
    for text in line:
        assert text in [game.uci(state, action) for action in game.actions(state)]
        state = game.result(state, game.parse(state, text))
    assert kind == "mate"
    assert game.is_terminal(state)
    assert game.utility(state, game.to_move(start)) == (1 if int(moves) > 0 else -1)
    assert len(line) <= 2 * abs(int(moves)) - (int(moves) > 0)


def test_a_mate_in_so_many_moves_is_looked_for_and_played(talk):
    """Two rooks mate in two, whatever is answered."""
    game = talk.conversation.board.game
    start = game.read("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
    told, move = best(talk.say(f"position fen {game.write(start)}"), "go mate 2")
    assert int(INFO.fullmatch(told[-1])["depth"]) <= 3
    answers = game.result(start, game.parse(start, move))
    for answer in game.actions(answers):
        talk.say(f"position fen {game.write(start)} moves {move} {game.uci(answers, answer)}")
        told, last = best(talk, "go mate 1")
        assert INFO.fullmatch(told[-1])["score"] == "mate 1"
        state = game.result(answers, answer)
        assert game.utility(game.result(state, game.parse(state, last)), z.MAX) == 1


@pytest.mark.parametrize(
    ("moves", "fen"),
    [
        (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),  # P. Morphy
        (3, "5rk1/1p1n2bp/p7/P2P2p1/4R3/4N1Pb/2QB1q1P/4R2K b - - 0 1"),  # two sacrifices
        (3, "4r1b1/1p4B1/pN2pR2/RB2k3/1P2N2p/2p3b1/n2P1p1r/5K1n w - - 0 1"),  # a quiet first move
        (4, "8/8/8/8/8/3K4/R7/5k2 w - - 0 1"),
    ],
)
def test_the_shortest_mate_is_told_and_that_there_is_none_in_fewer_moves(talk, moves, fen):
    """And in as many moves that mate is played, whatever is answered."""
    game = talk.conversation.board.game
    told, move = best(talk.say(f"position fen {fen}"), f"go mate {moves - 1}")
    assert told[0] == f"info string there is no mate in {moves - 1} move{'s' * (moves > 2)}"
    told, move = best(talk, f"go mate {moves + 1}")
    assert INFO.fullmatch(told[-1])["score"] == f"mate {moves}"
    assert len(INFO.fullmatch(told[-1])["pv"].split()) == 2 * moves - 1
    start = game.read(fen)
    waiting = [(game.result(start, game.parse(start, move)), moves - 1)]
    while waiting:
        state, left = waiting.pop()
        assert game.utility(state, game.to_move(start)) == 1 if game.is_terminal(state) else left > 0
        for answer in () if game.is_terminal(state) else game.actions(state):
            answered = game.result(state, answer)
            told, move = best(talk.say(f"position fen {game.write(answered)}"), f"go mate {left}")
            waiting.append((game.result(answered, game.parse(answered, move)), left - 1))


def test_a_search_for_a_mate_keeps_to_its_limits_and_says_how_far_it_came(talk):
    told, _ = best(talk.say("position startpos"), "go mate 5 nodes 1000")
    assert told[0] == "info string no mate was found before the search ended (nodes): there is none in 2 moves"
    told, _ = best(talk.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), "go mate 2 depth 2")
    assert told[0] == "info string there is no mate in 1 move"
    told, _ = best(talk, "go mate 2 searchmoves a1b1 a1c1")
    assert told[0] == "info string there is no mate in 2 moves"
    talk.say("position startpos", "go mate 100", "stop")
    assert talk.until("info string no mate was found")[-1].startswith("info string no mate was found before the search ended (interrupted)")
    talk.until("bestmove")
    assert best(talk.say(MATED), "go mate 2") == (["info depth 0 score mate 0"], "0000")


def test_chances_are_told_where_they_are_asked_for(talk):
    told, _ = best(talk, "go depth 2")
    assert INFO.fullmatch(told[-1])["wdl"] is None
    talk.say("setoption name UCI_ShowWDL value true", "setoption name MultiPV value 2")
    wdl = {}
    for name, fen in (
        ("even", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("ahead", "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1"),
        ("behind", "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 b - - 0 1"),
        ("mates", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
        ("is mated", "7k/8/6K1/8/8/8/8/1R6 b - - 0 1"),
    ):
        told, _ = best(talk.say(f"position fen {fen}"), "go depth 4")
        wdl[name] = tuple(map(int, INFO.fullmatch([line for line in told if " multipv 1 " in line][-1])["wdl"].split()))
    assert wdl["even"][1] > max(wdl["even"][0], wdl["even"][2])
    assert 1000 > wdl["ahead"][0] > 650
    assert 1000 > wdl["behind"][2] > 650
    assert (wdl["mates"], wdl["is mated"]) == ((1000, 0, 0), (0, 0, 1000))
    assert best(talk.say(MATED), "go depth 4")[0] == ["info depth 0 score mate 0 wdl 0 0 1000"]
    assert best(talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "go depth 4")[0] == ["info depth 0 score cp 0 wdl 0 1000 0"]
    talk.say("setoption name UCI_ShowWDL value false")


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"])
def test_a_draw_that_nobody_has_claimed_is_played_on(talk, fen):
    game = talk.conversation.board.game
    talk.say(f"position fen {fen}")
    told, move = best(talk, "go depth 3")
    assert " score cp " in told[-1]
    state = game.read(fen)
    assert game.is_terminal(state)
    names = [game.uci(state, action) for action in game.actions(state)]
    assert move in names
    assert best(talk, f"go depth 3 searchmoves {names[-1]}")[1] == names[-1]


def test_searchmoves(talk):
    talk.say(MATE_IN_ONE)
    assert best(talk, "go depth 3 searchmoves e1d1 e1e2")[1] in ("e1d1", "e1e2")
    assert best(talk, "go searchmoves a1b1 depth 2")[1] == "a1b1"
    assert best(talk, "go depth 3")[1] == "a1a8"
    told, move = best(talk, "go depth 2 searchmoves e1e8")
    assert "'e1e8' is not legal" in told[0]
    assert move == "a1a8"


def test_a_search_without_an_end_is_ended_by_stop_and_hears_what_is_said_meanwhile(talk):
    for go in ("go infinite", "go", "go infinite depth 1", "go ponder wtime 100 btime 100"):
        talk.say(go)
        time.sleep(0.25)
        assert not [line for line in talk.now() if line.startswith("bestmove")], go
        talk.say("isready").until("readyok")
        talk.say("position startpos moves a2a3")  # which is for the next search
        begun = time.process_time()
        assert talk.say("stop").until("bestmove")[-1].split()[1] != "0000"
        assert time.process_time() - begun < 10
        talk.say("position startpos")


def test_what_a_search_without_an_end_has_found_is_told_when_it_is_found(talk):
    """And not when it is stopped: here there is nothing more to be found."""
    for position, go, told in (
        (MATE_IN_ONE, "go infinite", "info depth 1 seldepth 2 multipv 1 score mate 1"),
        (MATE_IN_ONE, "go ponder wtime 1000 btime 1000", "info depth 1 seldepth 2 multipv 1 score mate 1"),
        (MATED, "go infinite", "info depth 0 score mate 0"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go infinite", "info depth 0 score cp 0"),
    ):
        assert len(talk.say(position, go).until(told)) == 1
        assert len(talk.say("stop").until("bestmove")) == 1


def test_ponderhit_lets_the_clock_begin(talk):
    talk.say("position startpos moves e2e4 e7e5", "go ponder wtime 3000 btime 3000")
    time.sleep(0.6)
    assert not [line for line in talk.now() if line.startswith("bestmove")]
    begun = time.process_time()
    talk.say("ponderhit").until("bestmove")
    assert time.process_time() - begun < 10
    talk.say("go infinite", "ponderhit")
    time.sleep(0.2)
    assert not [line for line in talk.now() if line.startswith("bestmove")]
    talk.say("stop").until("bestmove")


def test_a_second_go_ends_the_first(talk):
    talk.say("go infinite", "go depth 2")
    talk.until("bestmove")
    talk.until("bestmove")


@pytest.mark.parametrize("times", [200, pytest.param(1000, marks=pytest.mark.slow)])
def test_go_and_stop_again_and_again(talk, times):
    for _ in range(times):
        assert talk.say("go infinite", "stop").until("bestmove")[-1].split()[1] != "0000"
    assert not [line for line in talk.now() if line.startswith("bestmove")]


def test_a_search_that_is_stopped_at_once_looks_one_ply_ahead_though_the_machine_is_too_busy_for_more(talk, monkeypatch):
    monkeypatch.setattr(thinking, "BLINK", 1e-9)
    talk.say("position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "ucinewgame", "go infinite", "stop")
    *_, info, move = talk.until("bestmove")
    assert INFO.match(info)
    assert move.split()[1] == "e4d5"


def test_whoever_asks_for_more_lines_than_there_are_moves_is_told_all(talk):
    talk.say("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "setoption name MultiPV value 500")
    lines = [line for line in best(talk, "go depth 2")[0] if line.startswith("info depth 2 ")]
    assert [int(INFO.match(line)["multipv"]) for line in lines] == list(range(1, 16))
    talk.say("setoption name MultiPV value 501")
    assert talk.now()[-1] == "info string MultiPV is a whole number from 1 to 500, not '501'; it stays 500"


def test_even_one_that_is_stopped_at_once_does_not_play_the_first_move_that_comes(talk):
    talk.say("position fen 6k1/5ppp/8/3q4/4P3/8/8/4K3 w - - 0 1")
    assert talk.say("go infinite", "stop").until("bestmove")[-1].split()[1] == "e4d5"


def test_one_that_is_stopped_at_once_tells_as_many_lines_as_were_asked_for(talk):
    told, _ = best(talk.say("ucinewgame", "setoption name MultiPV value 3", "position startpos"), "go nodes 1")
    assert [INFO.fullmatch(line)["multipv"] for line in told[-3:]] == ["1", "2", "3"]


def test_a_ply_in_which_captures_have_no_end_is_not_searched_to_its_end_without_time(talk):
    talk.say("position fen 2n1rqk1/7r/bbNp3p/pppNQpp1/PPPPpP1P/4PBP1/n2B4/R2K3R b - - 8 40")
    told, _ = best(talk, "go depth 1")
    assert int(INFO.fullmatch(told[-1])["nodes"]) > 10_000
    talk.say("ucinewgame")
    told, move = best(talk, "go wtime 10 btime 10")
    assert not told
    assert move in {talk.conversation.board.text(state, action) for state in [talk.conversation.line.states[-1]]
                    for action in talk.conversation.board.legal(state)}  # fmt: skip
    found = talk.conversation.thinker._search.search(talk.conversation.line.states[-1], **Lag().limits(0.01, 0.0, None, 0.1))
    assert found.nodes <= clocks.PLY_NODES + 1
    assert found.line[:1]


def test_clocks_at_nothing(talk):
    talk.say("isready").until("readyok")
    for go in ("wtime 0 btime 0", "wtime -50 btime -50", "wtime 1 btime 1 winc 0 binc 0 movestogo 40", "movetime 0", "nodes 0", "depth 0"):
        told, move = best(talk, f"go {go}")
        assert move != "0000"
        assert "wtime" not in go or " depth 1 " in told[-1]


def test_a_clock_at_nothing_is_no_limit_of_what_is_thought_in_the_others_time(talk, monkeypatch):
    asked = []
    monkeypatch.setattr(talk.conversation.thinker, "think", lambda thought, *hearers: asked.append(thought.asked))
    talk.say("go wtime 20 winc 10", "go ponder wtime 20 winc 10", "go wtime 5000 depth 7")
    assert [sorted(set(limits) & {"depth", "clock"}) for limits in asked] == [["depth"], ["clock"], ["clock", "depth"]]
    talk.conversation.thought = None


def test_it_hears_from_the_clock_what_its_moves_cost_besides(talk, monkeypatch):
    monkeypatch.setattr(clocks, "time", now := Time())
    talk.conversation.lag = Lag()
    talk.say("position startpos")
    best(talk, "go wtime 10000 winc 1000 nodes 100")
    now.now += 100  # the other thinks
    talk.say("position startpos moves e2e4 e7e5")
    best(talk, "go wtime 10600 winc 1000 nodes 100")
    assert talk.conversation.lag.seconds == pytest.approx(0.4 / 2)
    talk.say("position startpos moves e2e4 e7e5 g1f3")
    best(talk, "go depth 1")  # for the other, by no clock
    talk.say("position startpos moves e2e4 e7e5 g1f3 b8c6")
    best(talk, "go wtime 11200 winc 1000 nodes 100")
    assert talk.conversation.lag.seconds == pytest.approx((0.4 + 0.4) / 3)


def test_a_game_that_goes_on_or_back_is_not_read_again(talk, monkeypatch):
    read, usual = [], ChessBoard.action
    monkeypatch.setattr(ChessBoard, "action", lambda board, state, text: read.append(text) or usual(board, state, text))
    moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"
    for told, anew in (
        (moves, moves),
        (f"{moves} b5a4 g8f6", "b5a4 g8f6"),
        (moves, ""),
        ("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6", "g8f6"),
        ("e2e4", ""),
        ("d2d4", "d2d4"),
    ):
        read.clear()
        talk.say(f"position startpos moves {told}")
        assert read == anew.split()
        assert len(talk.conversation.line.states) == len(told.split()) + 1
    assert position(talk) == "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"


def test_moves_that_were_told_are_known_when_they_are_played(monkeypatch):
    board = ChessBoard(z.load_game("chess"))
    start = board.game.initial()
    line = [board.action(start, "e2e4")]
    state = board.after(start, line[0])
    line.append(board.action(state, "c7c5"))
    assert board.texts(start, line) == ["e2e4", "c7c5"]
    monkeypatch.setattr(board.game, "actions", None)  # nobody asks for them
    assert [board.action(start, "e2e4"), board.action(state, "C7C5")] == line


def test_in_a_game_the_garbage_collector_has_little_to_look_at():
    own = Talk(Conversation, z.load_game("chess"))
    own.say("isready").until("readyok")
    assert gc.get_freeze_count() > len(gc.get_objects())
    own.conversation.close()
    assert gc.get_freeze_count() == 0


def test_what_fastchess_asks_of_a_program(talk):
    """Its list (`fastchess --compliance`), in its order: ready after each position, and a line with a score before each move."""
    said = talk.say("uci").until("uciok")
    assert [line for line in said if line.startswith("id name ")]
    assert [line for line in said if line.startswith("id author ")]
    talk.say("ucinewgame", "position startpos", "isready").until("readyok")
    talk.say("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27", "isready").until("readyok")
    for position, goes in (
        ("", ["wtime 100"]),
        ("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
         ["btime 100", "wtime 100 winc 100 btime 100 binc 100", "btime 100 binc 100 wtime 100 winc 100", "wtime 100"]),
        ("startpos", ["wtime 100 btime 100"]),
        ("startpos moves e2e4 e7e5", ["wtime 100 btime 100"]),
    ):  # fmt: skip
        for go in goes:
            talk.say(*[f"position {position}"] * bool(position))
            told, move = best(talk, f"go {go}")
            assert INFO.fullmatch(told[-1])
            assert move != "0000"


def test_the_last_line_of_a_long_search_has_a_score(talk, monkeypatch):
    monkeypatch.setattr(uci, "NEWS", 0.0)
    told, _ = best(talk.say("position startpos"), "go movetime 600")
    assert [line for line in told if line.startswith("info nodes ")]
    assert INFO.fullmatch(told[-1])


def test_a_line_that_is_told_ends_with_the_game():
    """Referees warn of moves behind a draw by repetition or by quiet plies."""
    board = ChessBoard(z.load_game("chess"))

    def played(state, moves):
        states, line = [state], []
        for move in moves.split():
            line.append(board.action(states[-1], move))
            states.append(board.after(states[-1], line[-1]))
        return states, line

    states, line = played(board.game.initial(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4")
    assert board.played_out(states[:1], line) == line[:8]
    assert board.played_out(states[:5], line[4:]) == line[4:8]
    assert board.played_out(states[:9], line[8:]) == line[8:]  # a draw can be claimed: whoever asks goes on all the same
    states, line = played(board.read("4k3/8/8/8/8/8/4P3/4K3 w - - 98 80"), "e1d1 e8d8 d1e1")
    assert board.played_out(states[:1], line) == line[:2]
    assert board.played_out(states[:3], line[2:]) == line[2:]


# Options


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("setoption name Hash value 0", "Hash is a whole number from 1 to"),
        ("setoption name Hash value 99999999", "Hash is a whole number from 1 to"),
        ("setoption name Hash value much", "not 'much'; it stays 64"),
        ("setoption name Hash", "Hash is a whole number from 1"),
        ("setoption name Threads value 257", "Threads is a whole number from 1 to 256"),
        ("setoption name Ponder value perhaps", "Ponder is true or false, not 'perhaps'; it stays false"),
        ("setoption name Contempt value 3", "there is no option 'Contempt'; there are: Hash,"),
        ("setoption", "setoption is followed by name, as"),
        ("setoption Hash 3", "setoption is followed by name, as"),
        ("setoption name", "there is no option ''"),
        ("dance", "unknown command: dance"),
        ("go depth", "go does not know depth"),
        ("go depth deep", "go does not know depth deep"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(talk, line, complaint):
    chosen = dict(talk.conversation.chosen)
    talk.say(line, "stop")
    told = talk.now()
    assert told[0].startswith("info string ")
    assert complaint in told[0]
    assert talk.conversation.chosen == chosen
    if line.startswith("go"):
        talk.until("bestmove") if not [one for one in told if one.startswith("bestmove")] else None


@pytest.mark.parametrize("line", ["go depth deep", "go foo", "go movetime", "go nodes 1e6 depth 3.5"])
def test_a_search_of_which_nothing_was_understood_ends_and_says_so(talk, line, monkeypatch):
    monkeypatch.setattr(uci, "UNREAD", 0.02)
    told, move = best(talk.say("position startpos"), line)
    assert move != "0000"
    assert "nothing else limits the search" in told[0]


def test_what_was_understood_limits_the_search(talk):
    told, _ = best(talk.say("position startpos"), "go depth 1 foo")
    assert told[0] == "info string go does not know foo"


@pytest.mark.parametrize("name", uci.FROM_ONE)
@pytest.mark.parametrize("number", [0, -3])
def test_a_limit_that_is_none_is_told(talk, name, number):
    told, move = best(talk.say("position startpos"), f"go {name} {number}")
    assert move != "0000"
    assert told[0] == f"info string {name} is 1 or more, not {number}; the least search is made"


def test_names_of_options_are_read_as_they_come(talk):
    talk.say("setoption name move overhead value 30", "setoption  name  Ponder  value  TRUE")
    assert (talk.conversation.chosen["Move Overhead"], talk.conversation.chosen["Ponder"]) == (30, True)
    assert talk.now() == []
    talk.say("setoption name Move Overhead value 100", "setoption name Ponder value false")


@pytest.mark.parametrize("empty", ["", " value", " value <empty>"])
def test_a_text_is_taken_back_by_an_empty_one_however_it_is_written(talk, empty):
    talk.say("setoption name BookFile value two words", "setoption name bookfile" + empty).settled()
    assert talk.conversation.chosen["BookFile"] == ""


def test_blanks_within_a_text_stay_as_they_are(talk):
    talk.say("setoption  name  BookFile   value  /a  place/with two   blanks.bin ").settled()
    assert talk.conversation.chosen["BookFile"] == "/a  place/with two   blanks.bin"
    talk.say("setoption name BookFile value").settled()


def test_a_table_of_any_size_and_threads_of_any_number_but_no_more_than_processors(monkeypatch):
    monkeypatch.setattr(thinking, "processors", lambda: 2)
    talk = Talk(Conversation, z.load_game("chess"))
    for hash_, threads in ((1, 1), (16, 2), (1, 64)):
        talk.say(f"setoption name Hash value {hash_}", f"setoption name Threads value {threads}", "isready")
        told = talk.until("readyok")
        assert ("info string as many threads search as there are processors, 2 and not 64" in told) == (threads == 64)
        assert best(talk, "go nodes 3000")[1] != "0000"
        engine = talk.conversation.thinker._search
        assert (engine.threads, engine.table.mebibytes) == (min(threads, 2), hash_)
        assert engine.table.buckets * 64 <= hash_ << 20
    talk.say("setoption name Clear Hash", "ucinewgame", "isready").until("readyok")
    assert talk.conversation.thinker.filled() == 0
    talk.conversation.close()


def test_memory_that_is_not_to_be_had_is_told_and_the_game_goes_on(monkeypatch):
    from zermelo.search.engine import engine

    talk = Talk(Conversation, z.load_game("chess"), mode="interpreted")
    made = engine.assembled

    def none_left(*arguments, **named):
        if named["table"] == 128:
            raise z.SearchError("there is no memory for 128 MiB")
        return made(*arguments, **named)

    monkeypatch.setattr(engine, "assembled", none_left)
    assert talk.say("setoption name Hash value 128", "isready").until("readyok")[0] == "info string there is no memory for 128 MiB"
    assert best(talk, "go depth 1")[1] != "0000"
    talk.conversation.close()


def test_an_error_in_a_search_is_told_and_a_move_is_played(talk, monkeypatch):
    monkeypatch.setattr(talk.conversation.thinker, "_engine_for", lambda board: 1 / 0)
    told, move = best(talk, "go depth 3")
    assert told == ["info string internal error, ZeroDivisionError: division by zero"]
    assert move != "0000"


def test_castling_in_chess960(talk):
    fen = "position fen 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1"
    assert "after setoption name UCI_Chess960 value true" in talk.say(fen).now()[0]
    talk.say("setoption name UCI_Chess960 value true", f"{fen} moves c1g1 c8b8")
    assert talk.now() == []
    assert position(talk) == "2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2"
    talk.say("position fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1 moves e1g1")
    assert best(talk, "go depth 2 searchmoves e8g8")[1] == "e8g8"
    talk.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1")
    assert position(talk) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    talk.say("setoption name UCI_Chess960 value false", "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1")
    assert position(talk) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"


# Games of one's own whose rules go wrong


class Faulty(z.Game):
    """Add 1, 2 or 3 in turn; the rule that is named raises from 6 on."""

    utility_range = (-1.0, 1.0)
    max_actions = 3

    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def check(self, rule, state):
        if self.fault == rule and state >= 6:
            raise ValueError("six is too much")

    def initial(self):
        return 0

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        self.check("actions", state)
        return [1, 2, 3]

    def result(self, state, action):
        self.check("result", state)
        return state + action

    def is_terminal(self, state):
        self.check("is_terminal", state)
        return state >= 30

    def utility(self, state, player):
        return 1.0 if player == 0 else -1.0

    def evaluate(self, state, player):
        self.check("evaluate", state)
        return 0.0

    def name(self, state, action):
        self.check("name", state)
        return "abc"[action - 1]


def fault_is_told(line):
    """Whether a line says what was raised, and where."""
    return line.startswith("info string ") and "ValueError: six is too much" in line and re.search(r"test_uci.py, line \d+, in check", line)


@pytest.mark.parametrize("fault", ["actions", "result", "is_terminal", "evaluate", "name"])
def test_a_rule_that_raises_is_told_and_the_program_goes_on(fault):
    talk = Talk(Conversation, Faulty(fault), mode="interpreted")
    talk.say("position startpos")
    told, move = best(talk, "go depth 8")
    assert fault_is_told(told[-1])
    assert move == "a"
    talk.now()
    talk.say("position startpos moves b b b b", "go depth 2")
    assert any(map(fault_is_told, talk.until("bestmove")))
    talk.say("position startpos")
    assert best(talk, "go depth 1")[1] == "a"
    talk.conversation.close()


def test_a_rule_that_raises_in_compiled_code_is_told_and_the_program_goes_on(tmp_path):
    file = tmp_path / "faulty.py"
    file.write_text(COMPILED, encoding="utf-8")
    talk = Talk(Conversation, z.load_game(str(file)), mode="compiled")
    talk.say("position startpos")
    told, move = best(talk, "go depth 8")
    assert "`result` of Faulty() raises ValueError: six is too much" in told[-1]
    assert move == "1"
    assert best(talk, "go depth 1")[1] == "1"
    talk.conversation.close()


COMPILED = """
import zermelo as z


class Faulty(z.Game):
    utility_range = (-1.0, 1.0)
    max_actions = 3

    def initial(self):
        return 0

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        yield 1
        yield 2
        yield 3

    def result(self, state, action):
        if state >= 6:
            raise ValueError("six is too much")
        return state + action

    def is_terminal(self, state):
        return state >= 30

    def utility(self, state, player):
        return 1.0 if player == 0 else -1.0
"""


# Whatever is said


WORDS = [
    "uci", "isready", "ucinewgame", "position", "startpos", "fen", "moves", "e2e4", "e7e5", "0000", "go", "depth", "1", "2", "-7", "nodes",
    "movetime", "wtime", "btime", "winc", "movestogo", "searchmoves", "mate", "stop", "ponderhit", "setoption", "name", "value", "Hash",
    "MultiPV", "3", "true", "UCI_AnalyseMode", "debug", "on", "register", "8/8/8/8/8/8/8/8", "w", "-", "\x00", "é", "9" * 400,
]  # fmt: skip
LINES = st.lists(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)), max_size=6)


@settings(max_examples=60)
@given(LINES)
def test_nothing_that_is_said_ends_it_or_hangs_it(shared, lines):
    for line in lines:
        if "quit" not in line:
            shared.conversation.hear(line)
    shared.say("stop", "isready").until("readyok")
    shared.settled().say("position startpos moves e2e4 e7e5", "setoption name MultiPV value 1", "go depth 1")
    told = shared.until("bestmove")
    assert not [line for line in told if "internal error" in line]
    assert not shared.conversation.over


@settings(max_examples=80)
@given(st.lists(st.tuples(st.integers(0, 70), st.sampled_from("KQRBNPkqrbnp12345678/wb-a3 ")), min_size=1, max_size=4))
def test_a_position_with_wrong_letters_is_searched_or_told_and_the_game_goes_on(shared, changes):
    letters = list("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    for place, letter in changes:
        letters[place % len(letters)] = letter
    shared.say("stop", "position startpos").settled()
    before = shared.conversation.line
    told = shared.say(f"position fen {''.join(letters)}").now()
    assert len(told) == (shared.conversation.line is before)
    assert all(line.startswith("info string ") for line in told)
    move = shared.say("go nodes 200").until("bestmove")[-1].split()[1]
    state, board = shared.conversation.line.states[-1], shared.conversation.board
    assert move in [board.text(state, action) for action in board.legal(state)] or (move == "0000" and not board.legal(state))


def test_words_before_a_command_are_left_out(talk):
    assert talk.say("joho isready").until("readyok") == ["info string unknown command: joho", "readyok"]


def test_quit_ends_it():
    talk = Talk(Conversation, z.load_game("chess"))
    talk.say("quit")
    assert talk.conversation.over
    talk.conversation.close()
