"""Users' games run in processes of their own, which are ended when they must be: nobody else loses anything by it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx2
import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import ADDRESS, HUMAN, begun, events, played, shown
from tests.web.test_play import save
from zermelo.web import cards, supervisor
from zermelo.web.app import create_app

PILE = """import os, time
import zermelo as z

class Pile(z.Game):
    def __init__(self, most=5): self.most = most
    def initial(self): return (self.most, 0)
    def to_move(self, state): return state[1]
    def actions(self, state):
        return [take for take in (1, 2) if take <= state[0]]
    def result(self, state, action): return (state[0] - action, 1 - state[1])
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state, player): return 1 if state[1] != player else -1
"""
LOOP = "while state[0] == 3: pass\n        return [take"
SHORT = 3.0


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def opened(folder, **files):
    """A studio with these files."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    app = create_app(folder / "s.sqlite", tuple(f"{name}.py" for name in files))
    with TestClient(app, base_url=ADDRESS) as studio:
        yield studio


def process_of(studio, file="pile.py"):
    """The process in which a file runs."""
    return studio.app.state.dispatcher.supervisors.of(file)._worker


def test_a_rule_that_does_not_end_is_told_and_costs_nobody_a_move(folder, monkeypatch):
    with opened(folder, pile=PILE.replace("return [take", LOOP)) as studio:
        view = begun(studio, "pile.py", seats=[HUMAN, HUMAN])
        other = played(studio, begun(studio, "pile.py"), "1")
        monkeypatch.setattr(supervisor, "PROMPT", SHORT)
        first = process_of(studio)
        answer = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": "2"})
        assert answer.status_code == 422
        assert answer.json()["error"] == (
            "the rules of pile.py did not answer in 3 s: pile.py, line 9, in actions; position: (3,1). "
            "A rule that does not end? `zermelo check pile.py` looks for what is wrong"
        )
        monkeypatch.setattr(supervisor, "PROMPT", 60.0)
        again = studio.get(f"/api/games/{other['number']}").json()
        assert process_of(studio) is not first
        assert (again["plies"], again["moves"]) == (1, other["moves"])
        assert studio.post(f"/api/games/{view['number']}/back", json={"ply": 0}).json()["plies"] == 0


def test_what_others_had_asked_for_is_asked_again(folder, monkeypatch):
    text = PILE.replace("return [take", LOOP)
    with opened(folder, pile=text) as studio, ThreadPoolExecutor(1) as thread:
        view = begun(studio, "pile.py:Pile(2)", seats=[{"kind": "computer", "player": "mcts", "seconds": 6}, HUMAN])
        monkeypatch.setattr(supervisor, "PROMPT", SHORT)
        reply = thread.submit(studio.post, f"/api/games/{view['number']}/reply", json={"ply": 0})
        worker = process_of(studio)
        while not any(errand for errand in worker._errands):
            time.sleep(0.01)
        assert studio.post("/api/board", json={"game": "pile.py", "position": "(3,0)"}).status_code == 422
        assert worker.ended
        monkeypatch.setattr(supervisor, "PROMPT", 60.0)
        kind, facts = events(reply.result())[-1]
        assert (kind, facts["game"]["plies"]) == ("done", 1)


def test_a_search_that_says_nothing_is_ended(folder, monkeypatch):
    monkeypatch.setattr(supervisor, "GRACE", SHORT)
    with opened(folder, pile=PILE.replace("return [take", LOOP)) as studio:
        for _ in range(2):
            answer = studio.post("/api/tree", json={"game": "pile.py", "depth": 5})
            assert "did not answer in 3 s: pile.py, line 9, in actions; position: (3," in answer.json()["error"]
        assert studio.post("/api/tree", json={"game": "pile.py", "depth": 1}).status_code == 200


@pytest.mark.slow
def test_a_compiled_rule_that_does_not_end_is_ended_too(folder):
    text = PILE.replace("return [take", "x = 1\n        while state[0] == 3 and x > 0: x = x % 7 + 1\n        return [take")
    with opened(folder, pile=text.replace("most=5", "most=9")) as studio:
        view = begun(studio, "pile.py")
        first = process_of(studio)
        found = events(studio.post(f"/api/games/{view['number']}/think", json={"ply": 0, "seconds": 1}))
        assert found[-1][0] == "error"
        # it hangs where games are played at random to see what states look like, and by chance not before it is compiled
        told = found[-1][1]["error"]
        assert "did not answer in 61 s: pile.py, line 10, in actions" in told or told.startswith("a rule has not returned for 10 s")
        assert first.ended  # and does not go on counting in a corner
        assert studio.get(f"/api/games/{view['number']}").status_code == 200


def test_a_search_to_which_nobody_listens_any_more_makes_room(folder, monkeypatch):
    monkeypatch.setattr(supervisor, "GRACE", SHORT)
    with opened(folder, pile=PILE.replace("return [take", LOOP)) as studio:
        view = begun(studio, "pile.py", seats=[{"kind": "computer", "player": "mcts", "seconds": 1}, HUMAN])
        worker = process_of(studio)
        with studio.stream("POST", f"/api/games/{view['number']}/reply", json={"ply": 0}):
            pass
        until = time.monotonic() + 60
        while worker.busy and time.monotonic() < until:
            time.sleep(0.05)
        assert not worker.busy
        assert studio.get(f"/api/games/{view['number']}").json()["plies"] == 0


def test_a_process_that_dies_loses_no_move(folder):
    with opened(folder, pile=PILE) as studio:
        view = played(studio, begun(studio, "pile.py"), "1", "2")
        os.kill(process_of(studio)._process.get_pid(), signal.SIGKILL)
        again = studio.get(f"/api/games/{view['number']}").json()
        assert (again["plies"], again["moves"]) == (2, view["moves"])
        assert played(studio, again, "2")["over"]


def test_an_edit_of_the_file_or_of_what_it_imports_is_seen(folder):
    text = PILE.replace("import zermelo as z", "import zermelo as z\nfrom takes_of_pile import TAKES").replace("(1, 2)", "TAKES")
    helper = folder / "takes_of_pile.py"
    helper.write_text("TAKES = (1, 2)\n")
    with opened(folder, pile=text) as studio:
        view = begun(studio, "pile.py")
        assert [one["name"] for one in view["legal"]] == ["1", "2"]
        worker, edition = process_of(studio), studio.get("/api/editions").json()["pile.py"]
        save(helper, "TAKES = (1, 2)\n")  # saved, and as it was
        assert studio.get("/api/editions").json()["pile.py"] == edition
        assert studio.get(f"/api/games/{view['number']}").json()["edition"] == edition
        assert process_of(studio) is worker
        save(helper, "TAKES = (1, 2, 3)\n")
        assert studio.get("/api/editions").json()["pile.py"] == edition + 1
        again = studio.get(f"/api/games/{view['number']}").json()
        assert (again["edition"], [one["name"] for one in again["legal"]]) == (edition + 1, ["1", "2", "3"])
        save(helper, "TAKES = (1, 2\n")
        assert "pile.py cannot be loaded" in studio.get("/").text
        assert studio.get(f"/api/games/{view['number']}").status_code == 422
        save(helper, "TAKES = (2,)\n")
        assert [one["name"] for one in studio.get(f"/api/games/{view['number']}").json()["legal"]] == ["2"]
        assert "pile.py cannot be loaded" not in studio.get("/").text
        save(folder / "pile.py", text.replace("TAKES if", "(1,) if"))
        assert [one["name"] for one in studio.get(f"/api/games/{view['number']}").json()["legal"]] == ["1"]


def test_a_file_that_is_changed_while_it_thinks_thinks_again(folder):
    with opened(folder, pile=PILE) as studio, ThreadPoolExecutor(1) as thread:
        view = begun(studio, "pile.py", seats=[{"kind": "computer", "player": "mcts", "seconds": 3}, HUMAN])
        reply = thread.submit(studio.post, f"/api/games/{view['number']}/reply", json={"ply": 0})
        worker = process_of(studio)
        while not worker.busy:
            time.sleep(0.01)
        save(folder / "pile.py", PILE.replace("(1, 2)", "(5,)"))
        edition = studio.get("/api/editions").json()["pile.py"]
        kind, facts = events(reply.result())[-1]
        assert (kind, facts["game"]["edition"], facts["game"]["moves"][0]["name"]) == ("done", edition, "5")


def test_a_process_that_nobody_asks_ends(folder, monkeypatch):
    monkeypatch.setattr(supervisor, "IDLE", 0.2)
    with opened(folder, pile=PILE) as studio:
        view = begun(studio, "pile.py")
        worker = process_of(studio)
        until = time.monotonic() + 60
        while not worker.ended and time.monotonic() < until:
            time.sleep(0.02)
        assert str(worker.ended) == "nobody asked for anything"
        assert studio.get(f"/api/games/{view['number']}").json()["ply"] == 0


IMPORTS = """from os import *
from subprocess import *
from numpy import *
import zermelo as z
from zermelo.games.nim import Nim
made = z.adapt(Nim())
def maker(text): open("made", "w").write(text); return Nim()
class Other:
    def __init__(self, text="x"): open("made", "w").write(text)
""" + PILE.partition("\n")[2]


@pytest.mark.parametrize(
    "called",
    [
        "system('touch made')", "popen('touch made')", "mkdir('made')", "call(['touch', 'made'])", "run(['touch', 'made'])",
        "Popen(['touch', 'made'])", "check_output(['touch', 'made'])", "savetxt('made', [1.0])", "_exit(1)", "open('made', 65)",
        "maker('x')", "Other('x')", "Other", "Nim((3, 4))", "Nim", "made", "z", "z.Game", "Pile.initial",
        "Pile(5).initial()", "Pile(maker('x'))",
        "Pile(__import__('os').mkdir('made'))", "__import__('os')", "Pile(most=1000)", "Pile(text='')", "Pile(*[1])", "Pile(**{'most': 1})",
        "__name__",
    ],
)  # fmt: skip
def test_a_page_reaches_only_the_games_that_a_file_defines(importing, called):
    studio, folder = importing
    asked = {"game": f"my.py:{called}"}
    for address, more in (("board", {}), ("games", {"seats": [HUMAN, HUMAN]}), ("tree", {"depth": 1}), ("exercise", {})):
        answer = studio.post(f"/api/{address}", json={**asked, **more})
        assert answer.status_code == 422, answer.text
        assert re.search(r"defines no game|does not name a game|too much for the studio|it takes|is no file", answer.json()["error"])
    assert not (folder / "made").exists()
    assert process_of(studio, "my.py") is studio.first


@pytest.fixture(scope="module")
def importing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("importing")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with opened(folder, my=IMPORTS) as studio:
            assert studio.post("/api/board", json={"game": "my.py"}).json()["position"] == "(5,0)"
            assert studio.post("/api/board", json={"game": "my.py:Pile(3)"}).json()["position"] == "(3,0)"
            studio.first = process_of(studio, "my.py")
            yield studio, folder


def test_a_game_that_was_named_at_the_start_can_be_of_any_kind(folder):
    (folder / "my.py").write_text(IMPORTS)
    with TestClient(create_app(folder / "s.sqlite", ("my.py:made", "my.py:Nim")), base_url=ADDRESS) as studio:
        assert studio.post("/api/board", json={"game": "my.py:made"}).status_code == 200
        assert studio.post("/api/board", json={"game": "my.py:Nim((1, 2))"}).status_code == 200


def test_pages_begin_with_the_game_of_the_user_where_they_can_take_it(folder, monkeypatch):
    monkeypatch.setattr(cards, "WAIT", 60.0)  # seconds: on a busy machine a file may be slow to be read
    with opened(folder, broken="import zermelo as z\n1 / 0\n", pile=PILE) as studio:
        pages = {page: shown(studio, page) for page in ("play", "analyse", "tree", "order", "ladder", "simulations", "setup")}
        assert {page for page, asked in pages.items() if asked["game"] == "pile.py"} == pages.keys() - {"setup"}
        assert pages["setup"]["game"] == "chess"  # its positions are not put together from pieces
        assert pages["ladder"]["depth"] is None
        practised = shown(studio, "practise")
        assert (practised["kind"], practised["game"]) == ("alphabeta", "pile.py")
        assert "game" not in shown(studio, "practise?kind=minimax")  # an address that says what it means is left as it is


HELD = PILE.replace("def actions(self, state):", """def actions(self, state):
        import fcntl
        lock = open("lock", "w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        print("looping", flush=True)
        while True: pass""")  # fmt: skip


def is_free(folder):
    """Whether no process holds the lock."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def ask_for_board(address):
    with contextlib.suppress(httpx2.HTTPError):
        httpx2.post(f"{address}/api/board", json={"game": "pile.py"}, timeout=300)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_studio_ends_at_once_though_a_rule_loops_and_so_does_the_rule(folder, ending):
    (folder / "pile.py").write_text(HELD)
    command = [sys.executable, "-m", "zermelo", "web", "pile.py", "--no-browser", "--store", "s.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server, ThreadPoolExecutor(1) as thread:
        try:
            address = re.search(r"http://localhost:\d+", server.stdout.readline()).group()
            thread.submit(ask_for_board, address)
            assert server.stderr.readline() == "looping\n"
            assert not is_free(folder)
            server.send_signal(ending)
            server.wait(60)
        finally:
            server.kill()
    until = time.monotonic() + 60
    while not is_free(folder) and time.monotonic() < until:
        time.sleep(0.02)
    assert is_free(folder)
