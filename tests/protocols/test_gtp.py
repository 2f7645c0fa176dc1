"""The Go Text Protocol: every command, every kind of mistake, a process of its own, and games against other programs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.protocols.gtp import Conversation

BENCH = Path(__file__).parent.parent.parent / "bench" / "gtp_match.py"
GNUGO = next((path for path in (shutil.which("gnugo"), "/usr/games/gnugo") if path and os.path.exists(path)), None)
OURS = f"{sys.executable} -m zermelo gtp"


def talk(game: str = "go(size=5)", player: str = "random") -> Conversation:
    return Conversation(z.load_game(game), player, seed=1)


def said(conversation: Conversation, line: str) -> str:
    """The answer, without its ends."""
    answer = conversation.answer(line)
    assert answer is not None
    assert answer.endswith("\n\n")
    return answer[:-2]


def after(*lines: str, game: str = "go(size=5)", player: str = "random") -> Conversation:
    conversation = talk(game, player)
    for line in lines:
        assert said(conversation, line).startswith("="), line
    return conversation


# The form


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2"),
        ("12 protocol_version", "=12 2"),
        ("name", "= Zermelo"),
        ("known_command genmove", "= true"),
        ("known_command dance", "= false"),
        ("known_command", "= false"),
        ("clear_board  # and begin", "="),
        ("\tplay\tblack\tc3\r", "="),
        ("3 dance", "?3 unknown command"),
        ("4", "?4 no command"),
    ],
)
def test_the_form_of_answers(line, answer):
    assert said(talk(), line) == answer


@pytest.mark.parametrize("line", ["", "   ", "# a word", "\t\r"])
def test_lines_without_a_command_have_no_answer(line):
    assert talk().answer(line) is None


def test_what_can_be_asked():
    listed = said(talk(), "list_commands")[2:].split()
    required = "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove"
    others = "undo time_settings time_left final_score fixed_handicap place_free_handicap set_free_handicap loadsgf showboard reg_genmove"
    assert {*required.split(), *others.split(), "kgs-genmove_cleanup"} == {*listed}
    assert all(said(talk(), f"known_command {name}") == "= true" for name in listed)


def test_quit_ends_it_and_so_does_the_last_line():
    conversation = talk()
    assert list(conversation.answers(["name\n", "quit\n", "name\n"])) == ["= Zermelo\n\n", "=\n\n"]
    assert len(list(talk().answers(["name", "", "play", "name"]))) == 3


@given(
    st.lists(
        st.one_of(
            st.text(max_size=30),
            st.sampled_from(sorted(talk().commands)).flatmap(lambda name: st.text(max_size=12).map(lambda rest: f"{name} {rest}")),
        ),
        max_size=8,
    )
)
def test_nothing_that_is_said_ends_it(lines):
    conversation = talk()
    for line in lines:
        answer = conversation.answer(line)
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n\n") and "\n\n" not in answer[:-2])
        assert answer is None or "internal error" not in answer


# The board and the moves


@pytest.mark.parametrize(
    ("before", "line", "complaint"),
    [
        ("", "boardsize", "syntax error: boardsize needs a whole number"),
        ("", "boardsize many", "a whole number, not many"),
        ("", "boardsize 25", "unacceptable size"),
        ("", "komi", "komi needs a number"),
        ("", "komi 0.3", "a whole or half number of points"),
        ("", "komi nan", "a whole or half number of points"),
        ("", "play", "needs a colour and a vertex"),
        ("", "play black", "needs a colour and a vertex"),
        ("", "play red A1", "invalid color: red"),
        ("", "play black I3", "invalid vertex: I3"),
        ("", "play black A6", "invalid vertex: A6"),
        ("", "play black resign", "invalid vertex: resign"),
        ("play black A1", "play white a1", "illegal move: white a1"),
        ("", "genmove", "a colour is missing"),
        ("", "genmove pink", "invalid color: pink"),
        ("", "undo", "cannot undo"),
        ("", "fixed_handicap 2", "invalid number of stones"),
        ("boardsize 9", "fixed_handicap 10", "invalid number of stones: 2 to 9"),
        ("boardsize 7", "fixed_handicap 5", "invalid number of stones: 2 to 4"),
        ("boardsize 9|play black A1", "fixed_handicap 2", "board not empty"),
        ("boardsize 9", "place_free_handicap 1", "invalid number of stones"),
        ("", "set_free_handicap A1", "bad vertex list"),
        ("", "set_free_handicap A1 A1", "bad vertex list"),
        ("", "set_free_handicap A1 pass", "bad vertex list"),
        ("", "set_free_handicap A1 Z9", "invalid vertex: Z9"),
        ("", "loadsgf", "needs the name of a file"),
        ("", "loadsgf /there/is/none.sgf", "cannot load file"),
        ("", "time_settings 1 2", "time_settings needs a whole number"),
        ("", "time_left black", "time_left needs a whole number"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(before, line, complaint):
    conversation = after(*filter(None, before.split("|")))
    board = said(conversation, "showboard")
    answer = said(conversation, line)
    assert answer.startswith("? ")
    assert complaint in answer
    assert said(conversation, "showboard") == board


def test_moves_are_made_and_taken_back():
    conversation = after("play black C3", "play w d4", "play BLACK PASS")
    assert (
        said(conversation, "showboard")
        == "= \n   A B C D E\n 5 . . . . .\n 4 . . . o .\n 3 . . x . .\n 2 . . . . .\n 1 . . . . .\no to move, after a pass"
    )
    for _ in range(3):
        assert said(conversation, "undo") == "="
    assert conversation.state == conversation.game.initial()
    assert said(conversation, "undo") == "? cannot undo"


def test_a_colour_may_move_twice_and_after_two_passes():
    conversation = after("play black C3", "play black D3", "play white pass", "play black pass", "play black E3")
    assert conversation.game.write(conversation.state) == "...../...../..xxX/...../..... o - 0"


def test_superko_holds_over_the_whole_game():
    conversation = after("play w B5", "play w D5", "play b A4", "play b B4", "play w C4", "play w A5", "play b C5")
    assert said(conversation, "play w B5") == "? illegal move: w B5"
    assert said(conversation, "play w E1") == "="


@pytest.mark.parametrize("player", ["random", "alphabeta:depth=1"])
def test_the_player_moves_for_either_colour(player):
    conversation = Conversation(z.load_game("go(size=3)"), player, seed=1, mode="interpreted")
    for number in range(12):
        colour = ("black", "white")[number % 3 == 0]
        suggested = said(conversation, f"reg_genmove {colour}")
        assert suggested.startswith("= ")
        assert len(conversation.lengths) == number
        assert said(conversation, f"genmove {colour}").startswith("= ")


def test_a_move_that_superko_forbids_is_not_chosen():
    class Stubborn:
        def __call__(self, state):
            return conversation.game.point("B5")

    conversation = after("play w B5", "play w D5", "play b A4", "play b B4", "play w C4", "play w A5", "play b C5")
    conversation.player = Stubborn()
    assert said(conversation, "genmove w") not in ("= B5", "? illegal move")
    assert len(conversation.lengths) == 8


def test_scores():
    assert said(after("komi 0.5"), "final_score") == "= W+0.5"
    assert said(after("komi 24"), "final_score") == "= W+24"
    assert said(after("komi 25", "play black C3"), "final_score") == "= 0"
    assert said(after("play black C3"), "final_score") == "= B+25"


def test_komi_stays_with_the_board_where_it_can():
    conversation = after("boardsize 9", "komi 6.5", "boardsize 13")
    assert (conversation.game.size, conversation.game.komi) == (13, 6.5)
    assert after("boardsize 9", "komi 30", "boardsize 5").game.komi == 0


@pytest.mark.parametrize(
    ("size", "stones", "points"),
    [
        (19, 2, "D4 Q16"),
        (9, 4, "C3 G7 C7 G3"),
        (13, 5, "D4 K10 D10 K4 G7"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (8, 3, "C3 F6 C6"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
    ],
)
def test_fixed_handicap(size, stones, points):
    conversation = after(f"boardsize {size}")
    assert said(conversation, f"fixed_handicap {stones}") == f"= {points}"
    assert conversation.state.player == z.MIN
    assert said(after(f"boardsize {size}"), f"place_free_handicap {stones}") == f"= {points}"


def test_free_handicap():
    assert said(after("boardsize 9"), "place_free_handicap 40").split()[1:] == ["C3", "G7", "C7", "G3", "C5", "G5", "E3", "E7", "E5"]
    conversation = after("set_free_handicap A1 B2 C3")
    assert conversation.game.write(conversation.state) == "...../...../..x../.x.../x.... o - 0"


def test_loadsgf(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9]KM[5.5]AB[ee];W[aa];B[bb];W[cc])")
    conversation = after(f"loadsgf {file}")
    assert (conversation.game.size, conversation.game.komi, len(conversation.lengths)) == (9, 5.5, 3)
    assert len(after(f"loadsgf {file} 2").lengths) == 1  # before the second move
    assert said(after(f"loadsgf {file}", "undo", "undo"), "undo") == "="
    file.write_text("(;SZ[9];W[zz])")
    assert "cannot load file: node 1" in said(talk(), f"loadsgf {file}")


# Time


def test_time_is_told_to_players_who_keep_a_clock():
    conversation = after("time_settings 100 30 5")
    assert conversation.times[z.MAX].left == 100
    conversation._took(z.MAX, 40)
    assert conversation.times[z.MAX].left == 60
    conversation._took(z.MAX, 61)
    assert (conversation.times[z.MAX].left, conversation.times[z.MAX].moves_to_go) == (30, 5)
    conversation._took(z.MAX, 10)
    assert (conversation.times[z.MAX].left, conversation.times[z.MAX].moves_to_go) == (20, 4)
    after("time_settings 0 0 0", "time_settings 0 10 1", "time_left white 0 0")
    assert said(conversation, "time_left black 12 3") == "="
    assert (conversation.times[z.MAX].left, conversation.times[z.MAX].moves_to_go) == (12, 3)
    assert after("time_settings 10 5 0").times == {}


# Othello


def test_othello_is_played_too():
    conversation = after("boardsize 8", "komi 0", "play black d3", "play white c3", game="othello")
    assert "fixed_handicap" not in conversation.commands
    assert said(conversation, "play white e3") == "? illegal move: it is black's turn"
    assert said(conversation, "play black a1") == "? illegal move: black a1"
    assert said(conversation, "play black j9") == "? invalid vertex: j9"
    assert said(conversation, "genmove black")[2:] in ("b3", "c4", "d3", "e6", "f5", "c2", "b2", "c5", "e7", "d6", "b4")
    assert said(conversation, "boardsize 9") == "? unacceptable size: the sizes are 4, 6, 8"
    assert said(conversation, "final_score")[:3] in ("= B", "= W", "= 0")


def test_in_othello_passes_may_be_left_out():
    conversation = after("boardsize 4", game="othello")
    for _ in range(30):
        if conversation.game.is_terminal(conversation.state):
            break
        colour = ("black", "white")[conversation.state.player]
        if not conversation.state.moves:
            colour = ("white", "black")[conversation.state.player]  # who must pass is passed over
        assert said(conversation, f"genmove {colour}").startswith("= ")
    assert conversation.game.is_terminal(conversation.state)
    assert said(conversation, "genmove black") == "? illegal move: the game is over"


def test_what_is_wrong_is_told_in_a_line_that_boards_can_take():
    assert len(said(talk(), f"play black {'a' * 100_000}")) < 600


# Who is not welcome


def test_only_these_games_and_no_people():
    with pytest.raises(z.SpecError, match="for go and othello, not for Nim"):
        talk("nim")
    with pytest.raises(z.SearchError, match="mode 'fast' is not one of auto"):
        Conversation(z.load_game("go"), mode="fast")
    with pytest.raises(z.SpecError, match="a person cannot play"):
        talk(player="human")
    with pytest.raises(z.SpecError, match="there is no player"):
        talk(player="nobody")


# Processes


def test_it_resigns_when_told_how_hopeless_it_has_to_be():
    """White has one eye left and Black two: every simulated game is lost."""
    lost = ".x.x./xxxxx/ooooo/o.ooo/ooooo"  # White's one liberty is Black's to take
    for share, answer in ((0.05, "resign"), (0.0, "")):
        conversation = Conversation(z.load_game("go(5, suicide=False)"), "mcts:simulations=300,seed=1", mode="interpreted", resign=share)
        conversation.states = [conversation.game.read(f"{lost} x - 0")]
        said(conversation, "play black B2")
        found = said(conversation, "genmove white").removeprefix("=").strip()
        assert found == answer if answer else found != "resign"
    with pytest.raises(z.SpecError, match="resign is a share"):
        Conversation(z.load_game("go(5)"), "random", resign=1.0)


def test_as_a_process():
    talk = "1 boardsize 5\n2 genmove black\nnonsense\n\xff\n3 showboard\n4 quit\n5 name\n"
    run = subprocess.run([*OURS.split(), "go", "--player", "random", "--seed", "2"], input=talk, capture_output=True, text=True, timeout=99)
    assert run.returncode == 0
    assert run.stderr == ""
    answers = run.stdout.split("\n\n")
    assert [answer.split(" ")[0] for answer in answers] == ["=1", "=2", "?", "?", "=3", "=4", ""]
    wrong = subprocess.run([*OURS.split(), "kalah"], input="", capture_output=True, text=True, timeout=300)
    assert wrong.returncode != 0
    assert "for go and othello" in wrong.stderr


@pytest.mark.slow
def test_it_tells_that_it_compiles(tmp_path):
    talk, environment = "genmove black\nquit\n", {**os.environ, "ZERMELO_CACHE_DIR": str(tmp_path)}
    words = [*OURS.split(), "othello(size=4)", "--player", "engine:depth=1"]
    run = subprocess.run(words, input=talk, capture_output=True, text=True, timeout=300, env=environment)
    assert run.stdout.startswith("= ")
    assert re.match(r"zermelo: compiling, once for these rules; about \d+ s left\n", run.stderr)
    again = subprocess.run(words, input=talk, capture_output=True, text=True, timeout=300, env=environment)
    assert (again.stdout, again.stderr) == (run.stdout, "")


def match(*words: str) -> dict:
    run = subprocess.run([sys.executable, BENCH, "--json", *words], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_referee_plays_two_programs_and_keeps_the_games(tmp_path):
    pytest.importorskip("sgfmill")
    one = f"{OURS} 'go(suicide=False)' --player random --seed"
    found = match(f"{one} 1", f"{one} 2", "--size", "5", "--games", "2", "--keep", str(tmp_path))
    assert found["games"] == 2
    assert all(row["why"].startswith(("score", "counted")) or "superko" in row["why"] for row in found["rows"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-001.sgf", "game-002.sgf", "games.jsonl"]
    longer = match(f"{one} 1", f"{one} 2", "--size", "5", "--games", "3", "--keep", str(tmp_path))
    assert longer["rows"][:2] == found["rows"]
    assert len(longer["rows"]) == 3
    other = [sys.executable, BENCH, f"{one} 2", f"{one} 1", "--size", "5", "--games", "3", "--keep", str(tmp_path)]
    refused = subprocess.run(other, capture_output=True, text=True, timeout=300)
    assert refused.returncode == 1
    assert "holds another match" in refused.stderr


def test_who_dies_has_lost_and_the_game_is_kept(tmp_path):
    sgf = pytest.importorskip("zermelo.protocols.sgf")
    script = tmp_path / "dies.py"
    script.write_text("import sys\nfor line in sys.stdin:\n    if 'genmove' in line: break\n    print('= \\n', flush=True)\n")
    found = match(
        f"{OURS} go --player random", f"{sys.executable} {script}", "--size", "5", "--games", "1", "--keep", str(tmp_path / "kept")
    )
    assert (found["points"], found["rows"][0]["plies"]) == (1, 1)
    assert "white ended" in found["rows"][0]["why"]
    assert len(sgf.read_sgf((tmp_path / "kept" / "game-001.sgf").read_bytes()).actions) == 1


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
def test_a_match_with_gnugo():
    ours = f"{OURS} 'go(suicide=False)' --player random --seed 4"
    found = match(ours, f"{GNUGO} --mode gtp --chinese-rules --level 0", "--size", "5", "--games", "2")
    assert all(row["why"].startswith(("score", "counted")) or "superko" in row["why"] or "resigned" in row["why"] for row in found["rows"])
