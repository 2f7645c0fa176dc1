"""Users' games that do everything wrong: each is told of on its own card, with the rule that does it, and none harms another."""

from __future__ import annotations

import html
import json
import os
import re
import sys
import threading
import time
from contextlib import contextmanager

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import ADDRESS, begun, played
from zermelo.web import supervisor
from zermelo.web.app import create_app

PILE = """import itertools, os, sys, threading, time
import zermelo as z
from zermelo.board import Board, Piece

class Pile(z.Game):
    def __init__(self):
        pass  # __init__
    def initial(self):
        return (5, 0)
    def to_move(self, state): return state[1]
    def actions(self, state):
        return [take for take in (1, 2) if take <= state[0]]
    def result(self, state, action): return (state[0] - action, 1 - state[1])
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state, player): return 1 if state[1] != player else -1
    def show(self, state):
        return f"{state[0]} are left"
    def picture(self, state):
        return None
"""
INIT, INITIAL, ACTIONS, SHOW, PICTURE = (
    "pass  # __init__",
    "return (5, 0)",
    "return [take for take in (1, 2) if take <= state[0]]",
    'return f"{state[0]} are left"',
    "return None",
)
LATE = "did not answer in 15 s"
HOSTILE = {
    "at_import": ("class Pile", "while True: pass\nclass Pile", f"{LATE}: at_import.py, line 5, in <module>"),
    "in_init": (INIT, "while True: pass", f"{LATE}: in_init.py, line 7, in __init__"),
    "in_initial": (INITIAL, "while True: pass", f"{LATE}: in_initial.py, line 9, in initial"),
    "in_actions": (ACTIONS, "while True: pass", f"{LATE}: in_actions.py, line 12, in actions; position: (5,0)"),
    "sleeps": (INITIAL, "time.sleep(10000)", f"{LATE}: sleeps.py, line 9, in initial"),
    "never_lets_go": (INITIAL, "return sum(itertools.repeat(1))", f"{LATE}. A rule that does not end?"),
    "stops_in_show": (SHOW, "raise StopIteration", "stops_in_show.py, line 17, in show: StopIteration; position: ("),
    "stops_in_actions": (ACTIONS, "return [next(iter(()))]", "stops_in_actions.py, line 12, in actions: StopIteration; position: (5,0)"),
    "stops_in_picture": (PICTURE, "raise StopIteration", "stops_in_picture.py, line 19, in picture: StopIteration; position: ("),
    "interrupts": (INITIAL, "raise KeyboardInterrupt", "interrupts.py, line 9, in initial: KeyboardInterrupt"),
    "exits": (INITIAL, "sys.exit('enough')", "exits.py, line 9, in initial: SystemExit: enough"),
    "exits_at_import": ("class Pile", "sys.exit(3)\nclass Pile", "exits_at_import.py cannot be loaded: SystemExit: 3 (line 5)"),
    "generator_exits": (INITIAL, "raise GeneratorExit", "generator_exits.py, line 9, in initial: GeneratorExit"),
    "recurs": (INITIAL, "return self.initial()", "recurs.py, line 9, in initial: RecursionError"),
    "dies": (INITIAL, "os._exit(1)", "not done with this, twice: its process ended by itself (exit code 1)"),
    "is_killed": (INITIAL, "os.kill(os.getpid(), 9)", "twice: its process ended by itself (SIGKILL)"),
    "leaves_a_child": (INITIAL, "os.fork() and os._exit(3); time.sleep(10000)", "its process ended by itself (exit code 3)"),
    "cuts_the_line": (INITIAL, "os.closerange(3, 256); time.sleep(10000)", "twice: its process"),
    "hogs": (INITIAL, "hog = []\n        while True: hog.append(bytearray(10**6))", "MemoryError; the rules of a file may take 512 MiB"),
    "asks": (INITIAL, "return (int(input()), 0)", "asks.py, line 9, in initial: EOFError"),
    "shows_a_list": (PICTURE, "return [state]", "shows_a_list.py, line 18, in picture: gave a list; it must"),
    "unknown_form": (PICTURE, "return Board(((Piece('dragon'),),))", "in picture: gave a board that cannot be drawn (KeyError: 'dragon')"),
    "ragged": (PICTURE, "return Board((3, (4,)))", "ragged.py, line 18, in picture: gave a board that cannot be drawn"),
    "shows_too_much": (SHOW, "return 'x' * 40_000_000", "twice: its process gave more than 32 MiB at once"),
    "half_a_letter": (SHOW, "return chr(0xd800)", "the rules gave something that cannot be shown on a page"),
    "says_nothing": (INITIAL, "raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})", "a rule raised Mute"),
}  # fmt: skip
"""What is replaced in the rules, by what, and what the card says then."""
ODD = {
    "prints": (INITIAL, "print('x' * 2**20, file=open(os.devnull, 'w')); print('y' * 1000)\n        return (5, 0)"),
    "closes_everything": (INITIAL, "sys.stdin.close(); sys.stdout.close(); os.close(0)\n        return (5, 0)"),
    "goes_elsewhere": (INITIAL, "os.chdir('/')\n        return (5, 0)"),
    "starts_threads": (INITIAL, "[threading.Thread(target=time.sleep, args=(10000,)).start() for _ in range(20)]\n        return (5, 0)"),
}
"""What is odd, and does no harm."""
FEW = ("stops_in_show", "exits", "dies", "shows_a_list", "goes_elsewhere")
"""What answers at once. Each file has a process of its own."""
ENDLESS = [name for name, (*_, said) in HOSTILE.items() if LATE in said]
STUDIOS = {"a few": FEW, "that answer": [name for name in {**HOSTILE, **ODD} if name not in (*ENDLESS, *FEW)], "endless": ENDLESS}
"""The files of each. Those that never answer take the processor meanwhile, so that others would be late beside them, too."""


@contextmanager
def opened(folder, kind):
    """A studio with files that do harm, and one that is as it should be."""
    files = []
    for name in (*STUDIOS[kind], "good"):
        old, new = {**HOSTILE, **ODD}.get(name, ("", ""))[:2]
        assert old in PILE
        files.append(folder / f"{name}.py")
        files[-1].write_text(PILE.replace(old, new, 1) if old else PILE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor, "MEMORY", 512)
        patch.setattr(supervisor, "PROMPT", 15.0 if kind == "endless" else 120.0)  # seconds: on a busy machine all are slow
        with TestClient(create_app(folder / "s.sqlite", tuple(map(str, files))), base_url=ADDRESS) as client:
            yield client


def cards(studio):
    """What each card of the first page says, when all rules have answered or have had their time."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        answer = studio.get("/")
        assert answer.status_code == 200
        found = re.findall(r"<li>(.*?)</li>", answer.text[answer.text.index('class="cards"') :], re.DOTALL)
        if "is being read" not in answer.text:
            return {re.search(r"(?:game=|<strong>)([^\"<]*)", one).group(1): html.unescape(one) for one in found}
        time.sleep(0.1)
    raise AssertionError("the rules have not answered")


def test_of_a_file_that_is_being_read_the_card_says_that_and_nothing_of_trouble(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.web.cards.WAIT", 0.0)
    monkeypatch.setattr(supervisor, "PROMPT", 120.0)  # seconds: a busy machine may be slow to go on
    file, go = tmp_path / "slow.py", tmp_path / "go"
    file.write_text(f"import pathlib, time\nwhile not pathlib.Path({str(go)!r}).exists(): time.sleep(0.01)\n{PILE}")
    with TestClient(create_app(tmp_path / "s.sqlite", (str(file),)), base_url=ADDRESS) as client:
        told = {lang: client.get("/", params={"lang": lang}).text for lang in ("es", "pt", "en")}  # the last one is kept
        go.touch()
        done = cards(client)["slow.py"]
    assert 'class="trouble"' not in "".join(told.values())
    assert "is being read" in told["en"]
    assert "Se está leyendo su archivo" in told["es"]
    assert "O ficheiro está a ser lido" in told["pt"]
    assert 'href="/play?game=slow.py"' in done


def test_pages_begin_with_a_file_of_the_user_s_that_is_there_or_else_say_what_is_wrong_with_the_first(tmp_path):
    broken, good = tmp_path / "broken.py", tmp_path / "good.py"
    broken.write_text(PILE + "def oops(:\n")
    good.write_text(PILE)
    for files, first in ((["broken.py"], "broken.py"), (["broken.py", "good.py"], "good.py"), ([], "tictactoe")):
        with TestClient(create_app(tmp_path / "s.sqlite", tuple(str(tmp_path / file) for file in files)), base_url=ADDRESS) as client:
            cards(client)
            found = json.loads(html.unescape(re.search(r"data-activity='(.*?)'", client.get("/play").text).group(1)))
            assert (found["game"], found["games"][: len(files)]) == (first, files)


@pytest.mark.parametrize("kind", ["a few", *(pytest.param(kind, marks=pytest.mark.slow) for kind in STUDIOS if kind != "a few")])
def test_what_is_wrong_stands_on_the_card_of_each_file_and_harms_no_other(tmp_path, kind):
    """In one test, as it takes long until all of these have answered."""
    wrong = [name for name in STUDIOS[kind] if name in HOSTILE]
    right = [*(f"{name}.py" for name in (*STUDIOS[kind], "good") if name not in HOSTILE), "tictactoe", "leduc"]
    with opened(tmp_path, kind) as studio:
        found = cards(studio)
        for name in wrong:
            assert HOSTILE[name][-1] in found[f"{name}.py"]
            assert 'class="trouble"' in found[f"{name}.py"]
        for name in right:
            assert f'href="/play?game={name}"' in found[name]
            assert 'class="trouble"' not in found[name]
            assert ("are left</pre>" in found[name]) == name.endswith(".py")
        others_are_played(studio)
        every_page_offers(studio, [name for name in found if name.endswith(".py")])
        page_loads_take_nothing_of_the_server(studio)
        for name in filter(RAISING.__contains__, wrong):
            browser_has_its_turn_again(studio, name)
        assert [name for name in sys.modules if name.startswith("zermelo_file_") and name.removeprefix("zermelo_file_") in HOSTILE] == []


RAISING = {"stops_in_actions", "interrupts", "exits", "generator_exits", "dies", "hogs"}
"""Of a tree of these it is told what is wrong, whatever a rule raises."""


def others_are_played(studio):
    assert played(studio, begun(studio, "good.py"), "2", "1", "2")["news"] == "MAX has won"
    assert played(studio, begun(studio), "(0,0)", "(1,1)")["plies"] == 2


def every_page_offers(studio, files):
    for page in ("/play", "/api/cards", "/order", "/ladder", "/practise"):
        answer = studio.get(page)
        assert answer.status_code == 200
        assert all(name in answer.text for name in files)


def page_loads_take_nothing_of_the_server(studio):
    studio.get("/")
    before = threading.active_count()
    for _ in range(200):
        assert studio.get("/").status_code == 200
    assert threading.active_count() <= before + 2
    assert studio.post("/api/board", json={"game": "tictactoe"}).status_code == 200


def browser_has_its_turn_again(studio, name):
    for _ in range(2):
        answer = studio.post("/api/tree", json={"game": f"{name}.py", "depth": 2})
        assert answer.status_code == 422
        assert HOSTILE[name][-1].removeprefix("twice") in answer.json()["error"]
    assert studio.post("/api/tree", json={"game": "tictactoe", "depth": 1}).status_code == 200


def test_nothing_is_left_when_the_studio_ends(tmp_path):
    file = tmp_path / "held.py"
    file.write_text(
        PILE.replace(INITIAL, "print(os.getpid(), file=open('PID', 'a'), flush=True); return (5, 0)".replace("PID", str(tmp_path / "pid")))
    )
    with TestClient(create_app(tmp_path / "s.sqlite", (str(file),)), base_url=ADDRESS) as client:
        assert client.post("/api/board", json={"game": "held.py"}).status_code == 200
        pid = int((tmp_path / "pid").read_text().split()[0])  # it may be asked for its start again meanwhile
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
