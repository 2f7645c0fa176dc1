"""Texts and files from outside: whatever they hold, what comes out is an error of ours, and what never ends is not begun."""

from __future__ import annotations

import copy
import json
import os
import random
from contextlib import suppress
from math import isnan
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.files import read_whole
from zermelo.games import CATALOGUE
from zermelo.learn.backgammon.settings import Settings
from zermelo.learn.backgammon.training import Training
from zermelo.protocols.gtp import Conversation
from zermelo.protocols.sgf import read_sgf, read_sgf_game, write_sgf
from zermelo.search.positions import Saved, read_positions
from zermelo.solving.strategy import Strategy, read_file

MARKS = [
    *"0123456789 abcxowBWKQJ?./|-+,:;()[]{}=*'\"\\\0\n\té½٣②\x1b", "nan", "inf", "1e9", "-1", "9" * 20, "(((", "))", "x" * 50, "\ud800",
]  # fmt: skip


def spoilt(text: str, lot: random.Random) -> str:
    """The text with a few things in it changed."""
    for _ in range(lot.choice([1, 1, 2, 4])):
        place, end = sorted(lot.randint(0, len(text)) for _ in range(2))
        kind = lot.randrange(5)
        if kind == 0:
            text = text[:place] + text[end:]
        elif kind == 1:
            text = text[:place] + lot.choice(MARKS) + text[place:]
        elif kind == 2:
            text = text[:place] + lot.choice(MARKS) + text[place + 1 :]
        elif kind == 3:
            text = text[:end] + text[place:end] + text[end:]
        else:
            text = " ".join(lot.sample(text.split(), len(text.split())))
    return text


def only_our_errors(call, *arguments):
    """What the call returns; None where it raises an error of ours. Any other error fails the test."""
    with suppress(z.ZermeloError):
        return call(*arguments)
    return None


# Games

SPECS = [*CATALOGUE, "mnk(4, 3, 3)", "nim((2, 3), players=3)", "draughts('spanish')", "go(4)", "hex(4, swap=True)", "kuhn(players=4)"]


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec not in ("tree", "mnk")])
def test_positions_and_moves_of_the_games(spec):
    game, lot = z.load_game(spec), random.Random(spec)
    state = game.initial()
    for _ in range(150):
        if game.is_terminal(state):
            state = game.initial()
        by_chance = game.to_move(state) == z.CHANCE
        actions = [one for one, _ in game.outcomes(state)] if by_chance else list(game.actions(state))
        action = lot.choice(actions)
        meant = only_our_errors(game.parse, state, spoilt(game.name(state, action), lot))
        assert meant is None or meant in actions
        found = only_our_errors(game.read, spoilt(game.write(state), lot))
        assert found is None or game.read(game.write(found)) == found
        only_our_errors(read_positions, game, [spoilt(f"{game.write(state)}; a:3", lot)], "a file")
        state = game.result(state, action)


def test_a_position_of_backgammon_that_is_not_ascii():
    with pytest.raises(z.PositionError, match="has '½' in it"):
        z.load_game("backgammon").read("4HPwATDgc/A½?A white 4-2")


@given(st.text(alphabet="(b=3 12)-.:c'é\0\n>,", max_size=40))
def test_trees(text):
    game = only_our_errors(z.load_game, f"tree({text!r})")
    waiting = [] if game is None else [game.initial()]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        chances = list(game.outcomes(state)) if game.to_move(state) == z.CHANCE else None
        actions = list(game.actions(state)) if chances is None else [action for action, _ in chances]
        assert len(actions) == len(set(actions)) > 0
        assert chances is None or sum(chance for _, chance in chances) == pytest.approx(1)
        waiting += [game.result(state, action) for action in actions]


def test_names_of_games(recwarn):
    lot = random.Random(1)
    for _ in range(2000):
        only_our_errors(z.load_game, spoilt(lot.choice(["connect4(width=5, height=4)", "nim((1, 2))", "no.py:X(1)", "tree('(1 2)')"]), lot))
    only_our_errors(z.load_game, "connect4(5if 1else 2)")
    assert not recwarn.list


# SGF

PROPERTIES = [
    "GM", "SZ", "KM", "CA", "PB", "PW", "PL", "AB", "AW", "AE", "B", "W", "FF", "RE", "HA", "C", "TM", "ST", "AP", "KO", "MN", "VW", "DT",
]  # fmt: skip
VALUES = [
    "", "1", "2", "x", "9", "19", "19:18", "-1", "9e9", "nan", "inf", "1e400", "aa", "bb", "cc", "tt", "zz", "a", "aaa", "aa:bb", "bb:aa",
    "aa:", "B", "W", "black", "UTF-8", "latin-1", "utf-16", "idna", "hex", "rot13", "zlib", "punycode", "nosuch", "\\]", "\\\\", "é",
    "\0", "a\nb", "٣", "½", "1_0", " 9 ", "0x9", "99999999999999999999", "\ud800",
]  # fmt: skip
PROPERTY = st.tuples(st.sampled_from(PROPERTIES), st.lists(st.sampled_from(VALUES), max_size=2)).map(
    lambda pair: pair[0] + "".join(f"[{value}]" for value in pair[1])
)
NODES = st.lists(st.lists(PROPERTY, max_size=4).map(lambda node: ";" + "".join(node)), min_size=1, max_size=4)
pytest.importorskip("sgfmill.sgf")


@settings(max_examples=500)
@given(NODES, st.booleans())
@example([";GM[]"], True)
@example([";GM[1][1]"], True)
@example([";PB[\ud800]"], True)
def test_sgf_of_odd_properties(nodes, small):
    text = "".join(nodes)
    text = f"(;SZ[9]{text[1:]})" if small else f"({text})"
    record, told = (only_our_errors(read, text) for read in (read_sgf, read_sgf_game))
    hold_to_the_rules(record)
    assert (record is None, record and record.actions) == (told is None, told and tuple(move.action for move in told.moves))


def hold_to_the_rules(record):
    """What was read is a game by the rules, and is read again as it is written."""
    if record is None:
        return
    assert all(turn.action in record.game.actions(turn.state) for turn in record.turns)
    again = read_sgf(write_sgf(record))
    assert (again.game.size, again.start, again.actions) == (record.game.size, record.start, record.actions)


@given(st.binary(max_size=60) | st.text(alphabet="(;)[]\\SZABW9a ", max_size=60).map(str.encode))
def test_sgf_of_anything(data):
    hold_to_the_rules(only_our_errors(read_sgf, data))


@pytest.mark.parametrize("data", [b"(;SZ[9]" * 5000 + b")" * 5000, b"(;" * 10**4, b"(" * 10**5, b"(;C[" + b"x" * 10**6 + b"])"])
def test_sgf_that_is_deep_or_long(data):
    hold_to_the_rules(only_our_errors(read_sgf, data))
    only_our_errors(read_sgf_game, data)


# GTP

WORDS = [
    "b", "w", "black", "white", "a1", "c3", "pass", "t19", "i5", "0", "1", "2", "5", "9", "19", "25", "-1", "7.5", "nan", "inf", "1e400",
    "½", "٣", "/dev/zero", "/dev", "/nowhere", "é", "999999999", "\x1b[2J", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("spec", ["go(5)", "othello(4)"])
def test_gtp_answers_whatever_is_said(spec):
    talk, lot = Conversation(z.load_game(spec), "random", seed=1), random.Random(spec)
    names = [name for name in talk.commands if name != "quit"]
    for _ in range(4000):
        name = lot.choice(names)
        line = " ".join([lot.choice(["", "1 "]) + lot.choice([name, name, spoilt(name, lot)]), *lot.choices(WORDS, k=lot.randrange(5))])
        answer = talk.answer(line)
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n\n"))
        assert answer is None or "internal error" not in answer


@pytest.mark.parametrize("file", ["/dev/zero", "pipe", "folder", "long", "nowhere"])
def test_loadsgf_reads_files_and_nothing_else(tmp_path, monkeypatch, file):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    with open("long", "wb") as long:
        long.truncate(1 << 30)
    answer = Conversation(z.load_game("go(5)"), "random").answer(f"loadsgf {file}")
    assert answer.startswith("? cannot load file: cannot read")


# Files


@pytest.fixture
def strategy(tmp_path):
    solver = z.Solver(z.load_game("kuhn"), mode="interpreted")
    solver.run(3)
    file = tmp_path / "kuhn.json"
    solver.strategy().save(file, solver.progress())
    return file


JUNK = [None, True, -1, float("inf"), float("nan"), "x", [], {}, [[]], {"a": 1}, 0.5, 2**70, "\ud800"]


def changed(value, lot):
    """The same JSON with one thing in it taken out, added, or made something else."""
    if not value or not isinstance(value, (dict, list)) or lot.random() < 0.2:
        return lot.choice(JUNK)
    made = copy.copy(value)
    key = lot.choice(list(made) if isinstance(made, dict) else range(len(made)))
    if lot.random() < 0.15:
        del made[key]
    else:
        made[key] = changed(made[key], lot)
    return made


def test_strategies(strategy):
    game, lot, text = z.load_game("kuhn"), random.Random(1), strategy.read_text()
    solver = z.Solver(game, mode="interpreted")
    for _ in range(400):
        strategy.write_text(json.dumps(changed(json.loads(text), lot)) if lot.random() < 0.7 else spoilt(text, lot), errors="replace")
        found = only_our_errors(Strategy.load, strategy, game)
        assert found is None or all(sum(mixed.values()) == pytest.approx(1) for _, mixed in found.rows())
        only_our_errors(lambda: solver.resume(read_file(strategy)["progress"]))


def test_what_was_learned():
    settings = Settings(games=8, seed=1)
    kept, lot = Training(settings).as_bytes(32), random.Random(1)
    for _ in range(600):
        data = bytearray(kept)
        for _ in range(lot.choice([1, 1, 3])):
            data[lot.randrange(min(len(data), lot.choice([50, 400, len(data)])))] = lot.randrange(256)
        found = only_our_errors(Training.from_bytes, "x", bytes(data[: lot.choice([len(data), lot.randrange(len(data))])]), settings)
        assert found is None or found.as_bytes(32) == kept  # what is damaged is noticed


def test_saved_solutions(tmp_path):
    game, lot, file = z.load_game("nim"), random.Random(1), tmp_path / "saved"
    first, second = json.dumps({"game": repr(game)}), {"position": "1 x", "score": 1, "nodes": 2, "seconds": 0.5}
    for _ in range(400):
        text = f"{first}\n{json.dumps(changed(second, lot))}\n"
        file.write_text(text if lot.random() < 0.5 else spoilt(text, lot), errors="replace")
        if only_our_errors(Saved, game, file) is not None:
            lines = [json.loads(line) for line in file.read_text().splitlines()]
            assert lines[0] == {"game": repr(game)}
            assert not any(isnan(float(line["score"])) for line in lines[1:])


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("/dev/zero", "no regular file"),
        ("pipe", "no regular file"),
        (".", "Is a directory"),
        ("link", "no regular file"),
        ("long", "more than 100 bytes"),
        ("nowhere", "No such file"),
        ("x" * 5000, "too long"),
        ("a\0b", "null"),
    ],
)
def test_only_regular_files_are_read_and_so_much_of_them(tmp_path, monkeypatch, name, complaint):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("link").symlink_to("/dev/zero")
    Path("long").write_bytes(bytes(101))
    Path("fits").write_bytes(bytes(100))
    assert read_whole("fits", 100) == bytes(100)
    with pytest.raises(z.SpecError, match=f"cannot read .*{complaint}"):
        read_whole(name, 100)


@pytest.mark.parametrize(
    "words",
    [
        ("best", "FILE.py"),
        ("solve", "connect4", "--positions", "FILE"),
        ("solve", "connect4", "--positions", "lines", "--output", "FILE"),
        ("strategy", "FILE"),
        ("cfr", "kuhn", "--output", "FILE"),
        ("match", "kuhn", "--players", "strategy:file=FILE", "random"),
        ("learn", "backgammon", "--games", "1", "--out", "x", "--against", "FILE"),
        ("learn", "backgammon", "--games", "1", "--out", "FILE.weights"),
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_commands_read_files_and_nothing_else(tmp_path, monkeypatch, words, kind):
    from typer.testing import CliRunner

    from zermelo.cli.app import app

    monkeypatch.chdir(tmp_path)
    Path("lines").write_text("4\n")
    for name in ("odd", "odd.py", "odd.weights.learning"):
        os.mkfifo(name) if kind == "pipe" else Path(name).symlink_to("/dev/zero")
    result = CliRunner().invoke(app, [word.replace("FILE", "odd") for word in words])
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("zermelo: ")
    assert result.stderr.count("\n") == 1
    assert "odd" in result.stderr
