"""UCI with other games than chess: whole games, positions, limits, scores, and which games are refused."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import zermelo as z
from tests.protocols.talking import Talk
from zermelo import MAX, MIN, Game, SpecError
from zermelo.protocols.uci import Conversation
from zermelo.search.engine.result import Variation

DOMINEERING = Path(__file__).parents[2] / "docs" / "examples" / "domineering.py"
INFO = re.compile(r"info depth (\d+) seldepth \d+ multipv (\d+) score (cp|mate) (-?\d+) nodes \d+ nps \d+ hashfull \d+ time \d+ pv (.+)")


@pytest.fixture
def talk():
    """A conversation about a game that is named."""
    begun = []

    def begin(game, **named):
        begun.append(Talk(Conversation, z.load_game(game) if isinstance(game, str) else game, **named))
        return begun[-1]

    yield begin
    for one in begun:
        one.conversation.close()


def best(talk, go):
    """The lines of a search, and its move."""
    told = talk.say(go).until("bestmove")
    return [line for line in told[:-1] if not line.startswith("info string compiling")], told[-1].split()[1]


@pytest.mark.parametrize(
    "spec", ["othello(size=4)", "connect4", "checkers", pytest.param(f"{DOMINEERING}:Domineering", id="a file"), "three_mens_morris"]
)
def test_a_game_is_played_to_its_end_move_by_move(talk, spec):
    ours = talk(spec)
    game, state, moves = ours.conversation.board.game, ours.conversation.board.game.initial(), []
    while not game.is_terminal(state) and len(moves) < 60:
        told, move = best(ours.say(f"position startpos moves {' '.join(moves)}" if moves else "position startpos"), "go depth 3")
        kind, line = INFO.fullmatch(told[-1]).group(3, 5)
        assert kind in ("cp", "mate")
        assert line.split()[0] == move
        (action,) = (one for one in game.actions(state) if game.name(state, one) == move)
        state, moves = game.result(state, action), [*moves, move]
    assert len(moves) > 5
    if game.is_terminal(state):
        told, move = best(ours.say(f"position startpos moves {' '.join(moves)}"), "go depth 3")
        assert move == "0000"
        worth = game.utility(state, game.to_move(state))
        sign = float(re.fullmatch(r"info depth 0 score cp (-?\d+)", told[0])[1])
        assert (sign > 0, sign < 0) == (worth > 0, worth < 0)


def test_what_a_database_or_a_book_knows_is_played_the_soonest_win_first(talk, tmp_path):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        ours = talk(game, mode="interpreted", known=database)
        ours.say("position startpos moves b1-b2")
        told, move = best(ours, "go nodes 1000")
        assert (told[0], move in ("a3xb2", "c3xb2")) == ("info string known: won in 5 plies", True)
        assert " score mate " in told[-1]
        told, _ = best(ours, "go nodes 1000 searchmoves a3-a2")
        assert not any("known" in line for line in told)
        with pytest.raises(SpecError, match="is of Hexapawn"):
            Conversation(z.load_game("hexapawn(4, 4)"), print, mode="interpreted", known=database)


def test_a_database_is_opened_while_the_program_already_answers(talk, tmp_path):
    game, begun = z.load_game("hexapawn"), threading.Event()
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:

        def opened():
            begun.wait(10)
            return database

        ours = talk(game, mode="interpreted", known=opened)
        ours.say("uci").until("uciok")
        begun.set()
        ours.say("isready").until("readyok")
        told, _ = best(ours.say("position startpos moves b1-b2"), "go nodes 1000")
        assert told[0] == "info string known: won in 5 plies"


def test_a_database_that_cannot_be_opened_is_told_and_done_without(talk):
    def opened():
        raise SpecError("made is of other rules")

    ours = talk(z.load_game("hexapawn"), mode="interpreted", known=opened)
    assert ours.say("isready").until("readyok")[0] == "info string made is of other rules; nothing is looked up"
    assert best(ours, "go nodes 1000")[1] != "0000"


@pytest.mark.parametrize("spec", ["othello", "connect4", "draughts", "checkers"])
def test_positions_are_the_texts_of_the_game(talk, spec):
    ours = talk(spec, mode="interpreted")
    game = ours.conversation.board.game
    state = game.initial()
    for _ in range(6):
        state = game.result(state, next(iter(game.actions(state))))
    action = next(iter(game.actions(state)))
    ours.say(f"position fen {game.write(state)}")
    assert ours.conversation.line.states == [state]
    ours.say(f"position fen {game.write(state)} moves {game.name(state, action)}")
    assert ours.conversation.line.states == [state, game.result(state, action)]
    assert ours.now() == []
    ours.say("position fen what moves that", "position startpos moves nowhere")
    assert all(line.endswith("the position stays as it was") for line in ours.now())
    assert ours.conversation.line.states == [state, game.result(state, action)]


def test_endings_of_chess_are_played_in_the_letters_of_chess_programs(talk):
    ours = talk("chess_ending('KRK')", mode="interpreted")
    told, move = best(ours.say("position fen 6k1/8/6K1/8/8/8/8/R7 w - - 0 1"), "go depth 2")
    assert (move, " score mate 1 " in told[-1]) == ("a1a8", True)
    told, move = best(ours.say("position fen 6k1/8/6K1/8/8/8/8/R7 w - - 0 1 moves a1a8"), "go depth 2")
    assert (move, told[-1]) == ("0000", "info depth 0 score mate 0")


@pytest.mark.parametrize(
    "go", ["depth 3", "nodes 2000", "movetime 30", "wtime 1000 btime 1000 winc 10 binc 10 movestogo 5", "depth 2 searchmoves 3 5", "mate 2"]
)
def test_every_limit_ends_a_search_with_a_legal_move(talk, go):
    _, move = best(talk("connect4"), f"go {go}")
    assert move in (("3", "5") if "searchmoves" in go else "1234567")


def test_several_lines_a_search_without_an_end_and_its_options(talk):
    ours = talk("othello").say("uci", "setoption name MultiPV value 3", "isready")
    told = ours.until("readyok")
    options = [re.fullmatch(r"option name (.+) type .*", line)[1] for line in told if line.startswith("option")]
    assert options == ["Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_AnalyseMode"]
    told, _ = best(ours, "go depth 3")
    assert [INFO.fullmatch(line)[2] for line in told[-3:]] == ["1", "2", "3"]
    ours.say("go infinite").until("info depth")
    assert ours.say("stop").until("bestmove")[-1].split()[1] in ("d3", "c4", "f5", "e6")
    ours.say("setoption name UCI_Elo value 1000")
    assert "there is no option 'UCI_Elo'" in ours.now()[-1]


def test_scores_are_hundredths_of_the_unit_to_who_moves(talk):
    """Othello counts discs; a proved value of connect four is a win or a loss."""
    board = talk("othello", mode="interpreted").conversation.board
    start = board.game.initial()
    after = board.game.result(start, board.legal(start)[0])
    assert (board.game.to_move(start), board.game.to_move(after)) == (MAX, MIN)
    unit = z.Unit("disc")
    assert board.game.measured_in.one == unit.one
    value = 2.5 * (board.game.measured_in.size or board.game.evaluation_unit)
    assert (board.centipawns(start, value), board.centipawns(after, value)) == (250, -250)
    assert board.centipawns(start, float("inf")) == 1_000_000
    assert board.mate_in(start, Variation(1.0, (0,), 5, proved=True)) == 3
    assert board.mate_in(after, Variation(1.0, (0,), 6, proved=True)) == -3
    assert board.mate_in(start, Variation(1.0, (0,), 5)) == 0


def test_a_forced_win_is_told_as_a_mate(talk):
    """Two in a row with both ends open: whatever is answered, the third and the fourth come."""
    ours = talk("connect4")
    told, move = best(ours.say("position startpos moves 4 4 3 3"), "go mate 3")
    assert INFO.fullmatch(told[-1]).group(3, 4) == ("mate", "2")
    assert move in "25"
    told, _ = best(ours.say("position startpos"), "go mate 3")
    assert told[0] == "info string there is no forced win in 3 moves"
    told, _ = best(talk("dots_and_boxes"), "go mate 2")
    assert told[0].startswith("info string there is no search for a forced win: DotsAndBoxes(rows=3, columns=3) has rewards on the way")


def test_in_how_many_moves_a_game_is_won_is_told_where_it_is_known(talk):
    """MIN wins hexapawn in six plies."""
    told, _ = best(talk("hexapawn"), "go depth 9")
    assert INFO.fullmatch(told[-1]).group(3, 4) == ("mate", "-3")


class Wordy(Game):
    """Who says ten first wins; what is said has several words."""

    max_actions = 2
    utility_range = (-1, 1)

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        yield 1
        yield 2

    def result(self, state, action):
        return (state[0] + action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] >= 10

    def utility(self, state, player):
        return -1 if player == state[1] else 1

    def name(self, state, action):
        return f"add {action}"


def test_where_a_name_has_several_words_its_number_stands(talk):
    ours = talk(Wordy(), mode="interpreted")
    assert best(ours, "go depth 12")[1] == "1"
    ours.say("position startpos moves 1 2 2")
    assert ours.conversation.line.states[-1] == (5, 1)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("2048", "TwentyFortyEight(size=4) is for 1 player"),
        ("pig", "Pig(goal=100) has chance"),
        ("kuhn", "hides something from its players"),
        ("morra", "here all choose at once"),
        ("go(5)", "superko"),
        ("nim(players=3)", "3 players"),
    ],
)
def test_games_that_do_not_fit_are_refused(spec, why):
    with pytest.raises(z.SpecError, match=f"UCI is for games that .*{re.escape(why)}"):
        Conversation(z.load_game(spec), print)


def test_the_command_takes_the_game_of_a_file():
    lines = "uci\nposition startpos moves 0\ngo depth 4\n"
    command = [sys.executable, "-m", "zermelo", "uci", f"{DOMINEERING}:Domineering", "--mode", "interpreted"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ours:
        ours.stdin.write(lines)
        ours.stdin.flush()
        told = []
        while not told or not told[-1].startswith("bestmove"):
            told.append(ours.stdout.readline())
            assert told[-1]
        ours.stdin.close()
    assert "uciok\n" in told
    assert int(told[-1].split()[1]) in range(30)
    done = subprocess.run([sys.executable, "-m", "zermelo", "uci", "pig"], input="", capture_output=True, text=True)
    assert done.returncode == 2
    assert "Pig(goal=100) has chance" in done.stderr
