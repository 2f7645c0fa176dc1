"""CECP: every command and every kind of mistake, within the process; test_uci_driven.py drives it by another's hand."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.protocols.talking import Talk, Time, shared_by_all
from zermelo.protocols import clocks, thinking
from zermelo.protocols.cecp import Conversation
from zermelo.protocols.clocks import Lag

POST = re.compile(r"(?P<depth>\d+) (?P<score>-?\d+) (?P<time>\d+) (?P<nodes>\d+) (?P<pv>\S+(?: \S+)*)")


shared = shared_by_all(Conversation)


@pytest.fixture
def talk(shared):
    """The one conversation, in a new game with little depth."""
    return shared.say("exit", "new", "easy", "nopost", "sd 2").settled()


def position(talk):
    return talk.conversation.board.game.write(talk.conversation.states[-1])


def quiet(talk):
    """What has been said once all is done."""
    return talk.say("ping 99").until("pong 99")[:-1]


def test_it_says_what_it_understands_and_lets_the_board_wait(talk):
    told = talk.say("xboard", "protover 2").until("feature done=1")
    assert len(told) == 2
    for feature in ('myname="Zermelo 1"', "ping=1", "setboard=1", "usermove=1", "analyze=1", "memory=1", "smp=1", "san=0", "done=0"):
        assert feature in told[0]
    talk.say("accepted ping", "rejected smp", "random", "computer", "rating 1 2", "otim 3", "draw")
    assert quiet(talk) == []


def test_a_database_that_cannot_be_opened_is_told_and_done_without():
    def opened():
        raise z.SpecError("made is of other rules")

    talk = Talk(Conversation, z.load_game("chess"), mode="interpreted", known=opened)
    assert quiet(talk) == ["tellusererror made is of other rules; nothing is looked up"]
    talk.say("new", "sd 1", "usermove e2e4").until("move ")
    talk.conversation.close()


def test_it_answers_moves_as_black(talk):
    assert talk.say("usermove e2e4").until("move ")[-1] in ("move e7e5", "move d7d5", "move b8c6", "move g8f6", "move e7e6")
    assert position(talk).split()[1] == "w"


def test_a_move_without_its_command_is_one_too(talk):
    talk.say("force", "e2e4", "e7e5", "g1f3")
    assert position(talk).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")


def test_force_go_and_playother(talk):
    assert quiet(talk.say("force", "usermove e2e4", "usermove e7e5")) == []
    assert len(talk.say("go").until("move ")) == 1
    assert position(talk).split()[1] == "b"
    assert quiet(talk.say("force", "playother")) == []
    assert len(talk.say("usermove a7a6").until("move ")) == 1


def test_moves_are_taken_back(talk):
    talk.say("usermove e2e4").until("move ")
    talk.say("remove")
    assert position(talk).startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
    talk.say("force", "usermove d2d4", "undo")
    assert position(talk).startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
    assert quiet(talk) == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("usermove e2e5", "Illegal move ('e2e5' is not legal"),
        ("usermove", "Illegal move (none was told):"),
        ("e2e5", "Illegal move"),
        ("O-O", "Illegal move"),
        ("undo", "Error (there is no move to take back): undo"),
        ("remove", "Error (there is no move"),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror Illegal position: white has no king"),
        ("setboard", "tellusererror Illegal position"),
        ("setboard 4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "tellusererror Illegal position: white's king on e1 is attacked"),
        ("level 40", "Error (level needs moves, minutes, and seconds a move"),
        ("level forty 5 0", "Error (level needs a number from 0 up)"),
        ("st soon", "Error (st needs a number"),
        ("sd -1", "Error (sd needs a number"),
        ("time", "Error (time needs a number"),
        ("memory 99999999", "does not fit: this machine has"),
        ("memory 0", "Error (a table has a size in MiB above 0"),
        ("cores 300", "Error (threads are 1 to 256): cores 300"),
        ("variant suicide", "Error (the variants are normal, fischerandom): variant suicide"),
        ("dance", "Error (unknown command): dance"),
        ("level 1 inf 1", "Error (level needs a number"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(talk, line, complaint):
    before = position(talk)
    told = quiet(talk.say(line))
    assert len(told) == 1
    assert complaint in told[0]
    assert position(talk) == before


def test_what_is_wrong_is_told_in_a_line_that_boards_can_take(talk):
    for line in ("setboard " + "1" * 100_000, "usermove " + "a" * 100_000, "st " + "9" * 100_000, "dance " * 10_000):
        (told,) = quiet(talk.say(line))
        assert len(told) < 700


def test_ends_are_told_once_and_nothing_is_played_after_them(talk):
    talk.say("force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "go")
    assert talk.until("0-1") == ["move d8h4", "0-1 {Black mates}"]
    assert "Illegal move (the game is over): a2a3" in talk.say("usermove a2a3").until("Illegal")
    for fen, move, result in (
        ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7", "1/2-1/2 {Stalemate}"),
        ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6e8", "1-0 {White mates}"),
    ):
        assert quiet(talk.say("force", f"setboard {fen}", f"usermove {move}")) == [result]


def test_the_end_of_a_board_that_is_set_up_is_told_once(talk):
    stalemate = "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert quiet(talk.say("new", stalemate, "go", "go")) == ["1/2-1/2 {Stalemate}"]
    assert quiet(talk.say(stalemate)) == ["1/2-1/2 {Stalemate}"]
    mated = ["setboard 7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "usermove e6e8"]
    assert quiet(talk.say("force", *mated, "undo", "usermove e6e8", "go")) == ["1-0 {White mates}"] * 2
    assert quiet(talk.say("new", "force", *mated)) == ["1-0 {White mates}"]
    fool = [f"usermove {move}" for move in ("f2f3", "e7e5", "g2g4", "d8h4")]
    assert quiet(talk.say("new", "force", *fool, "new", "force", *fool)) == ["0-1 {Black mates}"] * 2


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "moves", "further", "result"),
    [
        ("7k/8/6K1/8/8/8/r7/8 w - - 99 80", ["g6f6"], "a2a3", "1/2-1/2 {50-move rule}"),
        ("7k/8/8/8/8/8/6rK/8 w - - 0 80", ["h2g2"], "h8g8", "1/2-1/2 {Insufficient material}"),
        (START, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2, "e2e4", "1/2-1/2 {Draw by repetition}"),
    ],
)
def test_a_draw_is_claimed_by_who_plays_and_is_no_end_where_moves_are_only_heard(talk, fen, moves, further, result):
    heard = [f"usermove {move}" for move in moves]
    assert quiet(talk.say("force", f"setboard {fen}", *heard, "go")) == [result]
    assert "Illegal move (the game is over)" in talk.say(f"usermove {further}").until("Illegal")[-1]
    assert quiet(talk.say("force", f"setboard {fen}", *heard, f"usermove {further}")) == []
    assert len(talk.conversation.states) == len(moves) + 2


def test_thoughts_are_told_where_they_are_wanted(talk):
    assert [line.split()[0] for line in talk.say("usermove e2e4").until("move ")] == ["move"]
    *told, move = talk.say("remove", "post", "usermove e2e4").until("move ")
    lines = [POST.fullmatch(line) for line in told]
    assert lines
    assert all(lines)
    assert lines[-1]["pv"].split()[0] == move.split()[1]
    assert len({(line["depth"], line["score"], line["pv"]) for line in lines}) == len(lines)  # each once


def test_times(talk):
    """By the processor's time, of which there is less on a busy machine, and none for the compiler."""
    talk.say("usermove e2e4").until("move ")
    for line in ("st 0.2", "level 0 0:01 0", "level 40 1 0", "level 0 1 0.5"):
        talk.say("new", line)
        if line.startswith("level"):
            talk.say("time 100", "otim 100")
        begun = time.process_time()
        talk.say("usermove e2e4").until("move ")
        assert time.process_time() - begun < 1.5, line
    talk.say("time 0", "usermove d2d4").until("move ")
    talk.say("time 500", "time -20")
    assert talk.conversation.left == 0
    talk.say("usermove a2a3").until("move ")


def test_it_hears_from_the_clock_what_its_moves_cost_besides(talk, monkeypatch):
    monkeypatch.setattr(clocks, "time", now := Time())
    talk.conversation.lag = Lag()
    talk.say("level 0 5 1", "time 10000", "usermove e2e4").until("move ")
    now.now += 30  # the other thinks
    talk.say("time 10060", "usermove a2a3").until("move ")
    assert talk.conversation.lag.seconds == pytest.approx(0.4 / 2)


def test_move_now(talk):
    talk.say("new", "st 600", "usermove e2e4")
    time.sleep(0.2)
    begun = time.process_time()
    talk.say("?").until("move ")
    assert time.process_time() - begun < 1


def test_a_move_that_is_being_thought_about_is_dropped(talk):
    for line in ("force", "new", "undo", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "result 1-0 {White resigns}"):
        talk.say("new", "st 600", "usermove e2e4")
        time.sleep(0.05)
        assert [told for told in quiet(talk.say(line)) if told.startswith("move")] == []


def test_analysis_follows_the_game_until_it_is_left(talk):
    talk.say("sd 254", "force", "usermove e2e4", "analyze")
    talk.until("5 ")
    assert re.fullmatch(r"stat01: \d+ \d+ \d+ 0 0", talk.say(".").until("stat01")[-1])
    talk.say("ping 5").until("pong 5")
    talk.say("usermove e7e5").until("5 ")
    talk.say("undo").until("5 ")
    talk.say("exit")
    quiet(talk)
    time.sleep(0.1)
    assert talk.now() == []
    assert position(talk).startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")


def test_analysis_goes_on_with_a_new_game(talk):
    talk.say("sd 254", "usermove e2e4", "analyze").until("5 ")
    talk.say("new").until("5 ")
    assert position(talk).startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
    talk.say("exit", "new", "sd 2", "usermove e2e4").until("move ")


def test_analysis_goes_on_with_another_variant(talk):
    talk.say("sd 254", "analyze", "variant fischerandom", "setboard 1k6/8/8/8/8/8/8/RK6 w A - 0 1").until("5 ")
    talk.say("usermove O-O-O").until("5 ")


def test_it_thinks_in_the_others_time_where_it_may(talk):
    talk.say("hard", "sd 3", "usermove e2e4").until("move ")
    assert talk.conversation.thought is not None
    assert not talk.conversation._is_thinking
    talk.say("ping 3").until("pong 3")
    talk.say("usermove a2a3").until("move ")
    talk.say("easy")
    assert talk.conversation.thought is None
    assert quiet(talk) == []


def test_castling_in_chess960(talk):
    talk.say("variant fischerandom", "force", "setboard 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", "usermove O-O")
    assert position(talk).startswith("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b")
    talk.say("usermove e8b8")
    assert position(talk).startswith("2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w")
    state = talk.conversation.board.game.read("4k1r1/8/8/8/8/8/8/4K3 b g - 0 1")
    castles = talk.conversation._action(state, "O-O")
    assert talk.conversation._text(state, castles) == "O-O"
    talk.say("new", "force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "usermove e1c1")
    assert position(talk).startswith("r3k2r/8/8/8/8/8/8/2KR3R b")


def test_who_is_asked_for_a_pong_is_ready_for_another_variant_and_memory(talk):
    """So that its first move waits for neither, on its clock."""
    talk.say("variant fischerandom", "memory 2", "ping 3").until("pong 3")
    engine = talk.conversation.thinker._search
    assert (engine.game.variant, engine.threads, engine.table.mebibytes) == ("960", 1, 2)
    talk.say("new", "variant fischerandom", "ping 4").until("pong 4")
    assert talk.conversation.thinker._search is engine
    talk.say("memory 64", "new", "ping 5").until("pong 5")
    engine = talk.conversation.thinker._search
    assert (engine.game.variant, engine.threads, engine.table.mebibytes) == ("standard", 1, 64)


def test_memory_and_cores(talk, monkeypatch):
    monkeypatch.setattr(thinking, "processors", lambda: 2)
    talk.say("memory 1", "cores 2", "usermove e2e4").until("move ")
    engine = talk.conversation.thinker._search
    assert (engine.table.mebibytes, engine.threads) == (1, 2)
    assert quiet(talk.say("cores 64")) == ["# as many threads search as there are processors, 2 and not 64"]
    assert talk.conversation.thinker.threads == 2
    talk.say("memory 64", "cores 1")


WORDS = [
    "xboard", "protover", "new", "setboard", "level", "st", "time", "otim", "go", "force", "usermove", "undo", "remove", "analyze",
    "exit", "result", "?", ".", "hard", "easy", "post", "nopost", "cores", "ping", "variant", "playother", "e2e4", "e7e5", "O-O", "1",
    "0", "0:30", "-4", "1e400", "nan", "normal", "\x00", "8/8/8/8/8/8/8/8 w - - 0 1",
]  # fmt: skip
LINES = st.lists(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)), max_size=8)


@settings(max_examples=60)
@given(LINES)
def test_nothing_that_is_said_ends_it_or_hangs_it(shared, lines):
    for line in ("new", "sd 1", *lines):
        if "quit" not in line:
            shared.conversation.hear(line)
    shared.say("?", "exit", "force", "memory 64", "cores 1", "ping 77").until("pong 77")
    assert not [line for line in shared.lines[-50:] if "internal error" in line]
    shared.say("new", "sd 1", "usermove e2e4").until("move ")
    assert not shared.conversation.over
