"""SGF: games read as other programs write them, written as they read them, and what is wrong said with its place."""

from __future__ import annotations

import random
import shutil
import subprocess

import pytest

import zermelo as z
from zermelo.games.go import Go
from zermelo.play.play import Record, play_game
from zermelo.wide import members_of

sgf = pytest.importorskip("sgfmill.sgf")
from zermelo.protocols.sgf import read_sgf, write_sgf  # noqa: E402  once it is known that sgfmill is there

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


def test_a_game_with_handicap_komi_and_names():
    record = read_sgf("(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]AB[gc][cg]PB[Ann]PW[Bo]C[hi\\]];W[ee];B[tt](;W[ce];B[])(;W[aa]))")
    game = record.game
    assert (game.size, game.komi, record.players) == (9, 0.5, ("Ann", "Bo"))
    assert game.write(record.start) == "........./........./......x../........./........./........./..x....../........./......... o - 0"
    assert record.names() == ("E5", "pass", "C5", "pass")
    assert (record.utilities, record.ending) == (None, None)


def test_two_passes_end_it_and_the_rules_count():
    record = read_sgf(b"(;GM[1]SZ[5]KM[3.5];B[cc];W[];B[])")
    assert (record.utilities, record.ending, record.game.score(record.final)) == ((1, -1), "rules", 21.5)


@pytest.mark.parametrize(("begin", "player"), [(";B[aa]", 0), (";W[aa]", 1), ("PL[W]", 1), ("AB[aa]", 1), ("AB[aa]AW[ba]", 0), ("", 0)])
def test_who_begins(begin, player):
    assert read_sgf(f"(;SZ[9]{begin})").start.player == player


@pytest.mark.parametrize("seed", range(5))
def test_what_is_written_reads_back(seed):
    game = Go(5 + seed, komi=4.5)
    record = play_game(game, ["random", "random"], seed=seed, plies=40)
    assert read_sgf(write_sgf(record)).as_dict() == record.as_dict()


def test_what_is_written_says_how_it_ended_and_what_stood_there_before():
    game = Go(5, komi=3)
    start = game.read("...../.x.../...../...o./..... o - 0")
    record = Record(game, ("a]b", "c"), start, (game.point("C3"), game.pass_, game.pass_), (0, 0), ending="rules")
    assert write_sgf(record).replace("\n", "") == (
        "(;FF[4]AB[bb]AW[dd]CA[UTF-8]GM[1]KM[3]PB[a\\]b]PL[W]PW[c]RE[0]RU[Tromp-Taylor]SZ[5];W[cc];B[tt];W[tt])"
    )
    won = Record(
        game, ("a", "b"), start, (game.pass_, game.pass_), game.utilities(game.read("...../.x.../...../...o./..... o - 2")), ending="rules"
    )
    assert "RE[W+3]" in write_sgf(won)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the SGF cannot be read, since it has no (; with which games begin: no SGF data found"),
        ("hello", "no (; with which games begin"),
        ("(;GM[1]\nSZ[9", "line 2, at '[9': "),
        ("(;GM[1]\nSZ[9]", "line 2, at its end: "),
        ("(;SZ[nine])", "the SGF cannot be read, line 1, at its end: bad SZ property"),
        ("(;GM[2]SZ[8])", "another game (GM[2])"),
        ("(;SZ[25])", "2 x 2 to 19 x 19 are"),
        ("(;SZ[9]KM[x])", "a komi that cannot be read, KM[x]"),
        ("(;SZ[9]KM[3.75])", "a komi of 3.75 is not possible"),
        ("(;SZ[9];B[aa];W[zz])", "node 2: [zz] is no point of a board of 9 x 9"),
        ("(;SZ[9];B[aa]W[bb])", "node 1: both Black and White move in it"),
        ("(;SZ[9];B[aa];AW[bb])", "node 2: stones are set up after the first node"),
        ("(;SZ[9]AB[aa]AW[aa])", "node 0: both Black and White have a stone on A9"),
        ("(;SZ[9]AB[aa]AW[ab][ba])", "node 0: the x on A9 has no liberty"),
        ("(;SZ[9]AB[a])", "node 0: the stones that are set up cannot be read"),
        ("(;SZ[9];B[aa];W[aa])", "move 2, W A9 (node 2): that is not legal"),
        ("(;SZ[9];B[aa];C[a word];B[bb])", "move 2, B B8 (node 3): it is White's turn"),
        ("(;SZ[9];B[aa];W[];B[];W[bb])", "move 4, W B8 (node 4): the game is over after two passes"),
        ("(;SZ[5]AW[ba][da][cb]AB[ab][bb]PL[W];W[aa];B[ca];W[ba])", "move 3, W B5 (node 3): it brings back an earlier position"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, complaint):
    with pytest.raises((z.PositionError, z.ActionError)) as caught:
        read_sgf(text)
    assert complaint in str(caught.value)


def test_only_go_is_written():
    with pytest.raises(z.SpecError, match="SGF is written of go, not of Nim"):
        write_sgf(play_game(z.load_game("nim"), ["random", "random"], seed=1))


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
@pytest.mark.parametrize("size", [5, 9])
def test_gnugo_reads_what_we_write_and_we_what_it_writes(size, tmp_path):
    game, dice = Go(size, komi=5.5), random.Random(size)
    states, actions = [game.initial()], []
    for _ in range(30):  # stones that fill no eye: few enough for a ko never to come
        actions.append(game.playout(states[-1], dice.getrandbits(32)))
        states.append(game.result(states[-1], actions[-1]))
    file = tmp_path / "ours.sgf"
    file.write_text(write_sgf(Record(game, ("a", "b"), states[0], tuple(actions), None)))
    commands = f"loadsgf {file}\nlist_stones black\nlist_stones white\nquit\n"
    run = subprocess.run([GNUGO, "--mode", "gtp"], input=commands, capture_output=True, text=True, timeout=300)
    _, black, white, _ = run.stdout.split("\n\n")[:4]
    for answer, stones in ((black, states[-1].black), (white, states[-1].white)):
        assert sorted(answer.lstrip("= ").split()) == sorted(game.point_name(point) for point in members_of(stones))
    theirs = tmp_path / "theirs.sgf"
    commands = f"boardsize {size}\nkomi 5.5\n" + "genmove black\ngenmove white\n" * 8 + f"list_stones black\nprintsgf {theirs}\nquit\n"
    run = subprocess.run([GNUGO, "--mode", "gtp", "--level", "1"], input=commands, capture_output=True, text=True, timeout=300)
    black = run.stdout.split("\n\n")[-4].lstrip("= ").split()
    record = read_sgf(theirs.read_bytes())  # which has the board, and no moves
    assert sorted(black) == sorted(record.game.point_name(point) for point in members_of(record.start.black))
