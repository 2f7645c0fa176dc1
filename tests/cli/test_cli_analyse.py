"""`zermelo analyse`: the command, where it writes, and how it goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from zermelo.protocols.annotating import annotated
from zermelo.protocols.pgn import each_game, read_pgn

GAMES = (
    '[White "Ana"]\n[Black "Bo"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
    '[White "Cy"]\n[Black "Di"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n'
)


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text(GAMES)
    return tmp_path


def test_games_are_annotated_and_counted(zermelo):
    lines = zermelo("analyse", "games.pgn", "--depth", 3).out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("1  Ana - Bo  0-1  mistakes: ")
    games = read_pgn(Path("games.annotated.pgn").read_text())
    assert [annotated(game) for game in games] == [3, 13]
    assert [game.headers["Annotator"] for game in games] == ["Zermelo, depth=3"] * 2
    assert Path("games.pgn").read_text() == GAMES


def test_done_is_done(zermelo):
    first = zermelo("analyse", "games.pgn", "--depth", 2, "--output", "out.pgn").out
    written = Path("out.pgn").read_text()
    assert zermelo("analyse", "games.pgn", "--depth", 2, "--output", "out.pgn").out == first
    assert Path("out.pgn").read_text() == written


def test_other_limits_begin_anew_from_the_file(zermelo):
    zermelo("analyse", "games.pgn", "--depth", 3, "--output", "anew.pgn")
    zermelo("analyse", "games.pgn", "--depth", 2, "--output", "out.pgn")
    zermelo("analyse", "games.pgn", "--depth", 3, "--output", "out.pgn")
    assert Path("out.pgn").read_text() == Path("anew.pgn").read_text()


def test_the_language_is_that_of_what_is_printed_and_written(zermelo):
    lines = zermelo("analyse", "games.pgn", "--depth", 2, "--lang", "es", "--output", "out.pgn").out.splitlines()
    assert re.fullmatch(r"1  Ana - Bo  0-1  errores: \d de las blancas, \d de las negras", lines[0])
    assert "Era mejor" in " ".join(Path("out.pgn").read_text().split())
    assert "was better" not in Path("out.pgn").read_text()


def test_an_old_file_in_latin_1(zermelo):
    Path("old.pgn").write_bytes('[White "M\xfcller"]\n\n1. e4 *\n'.encode("latin-1"))
    assert zermelo("analyse", "old.pgn", "--depth", 1).out.startswith("1  Müller - ?")
    assert '[White "Müller"]' in Path("old.annotated.pgn").read_text(encoding="utf-8")


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(zermelo, terminal):
    running = terminal("analyse", "games.pgn", "--seconds", "0.3", "--output", "out.pgn")
    running.expect("game 2 of 2, ply [3-6] of 14")  # not each is shown on a busy machine
    running.interrupt()
    assert running.leave() == 130
    assert "out.pgn holds what is done, and the same command goes on" in running.seen
    _, begun = read_pgn(Path("out.pgn").read_text())
    kept = [move.commands["eval"] for move in begun.moves[: annotated(begun)]]
    assert 3 <= len(kept) < 13
    zermelo("analyse", "games.pgn", "--seconds", "0.3", "--output", "out.pgn")
    _, whole = read_pgn(Path("out.pgn").read_text())
    assert [move.commands["eval"] for move in whole.moves[: len(kept)]] == kept
    assert annotated(whole) == 13


def test_a_game_that_cannot_be_read_is_told_and_kept_as_it_is(zermelo):
    bad = '[White "Eva"]\n\n1. e4 e5 {why} 2. Ke3 *'
    Path("some.pgn").write_text(f"{bad}\n\n{GAMES}\n\n{bad}\n")
    answer = zermelo("analyse", "some.pgn", "--depth", 2)
    assert answer.code == 1
    assert [line.split()[:2] for line in answer.out.splitlines()] == [["2", "Ana"], ["3", "Cy"]]
    assert "zermelo: some.pgn: game 1, line 3: 2. Ke3: " in answer.error
    assert "zermelo: some.pgn: game 4, line " in answer.error
    assert "2 games of 4 could not be read, and some.annotated.pgn has the text unchanged" in answer.error
    first, *both, last = each_game(Path("some.annotated.pgn").read_text())
    assert first.text == last.text == bad
    assert [annotated(game) for game in both] == [3, 13]
    assert zermelo("analyse", "some.pgn", "--depth", 2).out == answer.out  # what is done stands
    Path("some.pgn").write_text(f"1. e4 *\n\n{GAMES}\n\n{bad}\n")
    assert zermelo("analyse", "some.pgn", "--depth", 2).out.splitlines()[0].startswith("1  ? - ?")  # mended


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere.pgn"], "cannot read nowhere.pgn"),
        (["games.pgn", "--output", "games.pgn"], "these are the games to read"),
        (["games.pgn", "--output", "there/out.pgn"], "there is no folder there"),
        (["games.pgn", "--output", "other.pgn"], "what is there holds other games"),
        (["bad.pgn"], "bad.pgn: game 1, line 1: 1. e5"),
        (["games.pgn", "--output", "bad.pgn"], "bad.pgn: game 1, line 1: 1. e5"),
        (["empty.pgn"], "empty.pgn holds no games"),
        (["."], "cannot read ."),
        (["games.pgn", "--depth", "0"], "depth"),
        (["games.pgn", "--threads", "0"], "threads"),
        (["games.pgn", "--lang", "de"], "de"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_written(zermelo, words, complaint):
    Path("bad.pgn").write_text("1. e5 *\n")
    Path("empty.pgn").write_text("")
    Path("other.pgn").write_text("1. d4 *\n")
    answer = zermelo("analyse", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.error
    assert Path("games.pgn").read_text() == GAMES
    assert not Path("games.annotated.pgn").exists()
    assert Path("other.pgn").read_text() == "1. d4 *\n"
