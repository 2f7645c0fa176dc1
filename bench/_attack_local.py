"""Attacks from this machine: broken games, a studio that is killed, its file locked, full or damaged, command lines, the kernel cache."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from _attack import HUMANS, Means, Outcome, Victim, at_once, still_well, tell, victim

SOUND = """import zermelo as z

class Mine(z.Game):
    def initial(self): return 0
    def to_move(self, state): return state % 2
    def actions(self, state): return [1, 2]
    def result(self, state, action): return state + action
    def is_terminal(self, state): return state >= 4
    def utility(self, state, player): return 1 if player == 0 else -1
    def show(self, state): return str(state)
    def picture(self, state): return None
    def name(self, state, action): return str(action)
    def write(self, state): return str(state)
    def read(self, text): return int(text)
"""
METHODS = {
    "initial": "self", "to_move": "self, state", "actions": "self, state", "result": "self, state, action", "is_terminal": "self, state",
    "utility": "self, state, player", "show": "self, state", "picture": "self, state", "name": "self, state, action",
    "write": "self, state", "read": "self, text", "evaluate": "self, state, player", "order": "self, state, action, child",
    "key": "self, state", "action_squares": "self, state, action", "__init__": "self", "__repr__": "self",
}  # fmt: skip
FAULTS = {
    "raises": "raise ValueError('on purpose')", "stops": "raise StopIteration", "exits": "raise SystemExit('bye')",
    "interrupts": "raise KeyboardInterrupt", "recurses": "return self.{name}({given})", "none": "return None", "list": "return []",
    "text": "return '\\x1b[31m<script>'", "huge": "return 10**5000", "nan": "return float('nan')", "long": "return 'x' * 5_000_000",
    "object": "return object()", "yields": "yield from range(10**9)", "loops": "while True: pass", "eats": "return [0] * 10**9",
}  # fmt: skip
ENDLESS = ("loops", "eats", "yields")
COMMANDS = (
    "games", "play", "best", "explain", "order", "scale", "exercise", "solve", "cfr", "strategy", "perft", "match", "check", "verify",
    "bench", "ladder", "learn", "gtp", "cache",
)  # fmt: skip
WORDS = (
    "tictactoe", "nim", "nim((3,4))", "connect4", "kuhn", "go(5)", "pig(10)", "mine.py", "mine.py:Mine", "none.py",
    "tree((1 2))", "", "-", "--",
    "--depth", "--seconds", "--moves", "--position", "--nodes", "--threads", "--out", "--mode", "--seed",
    "--algorithm", "--json", "-n", "-h",
    "0", "1", "-1", "2", "1e9", "nan", "inf", "99999999999999999999", "\x1b[31m", "é", "../../etc/passwd", "/dev/full",
    "/dev/null", "x" * 3000,
    "compiled", "interpreted", "minimax", "random", "engine:depth=1", "alphabeta:depth=x", "1 2 3", "{", "((((", "__import__('os')",
)  # fmt: skip

_BOUNDED = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32)); os.execv(sys.argv[1], sys.argv[1:])"
"""A command that may have 4 GiB, as what is asked for at random may be large."""


def _run(means: Means, *words: str, timeout: float = 60.0, **facts: Any) -> subprocess.CompletedProcess[str] | None:
    """A command; None where it does not end in time."""
    try:
        return subprocess.run(
            [sys.executable, "-c", _BOUNDED, sys.executable, "-m", "zermelo", *words], cwd=means.folder, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", timeout=timeout, **facts,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None


def command_lines(means: Means, outcome: Outcome) -> None:
    """Commands with arguments at random: an answer, or one line that says what is wrong; never a traceback"""
    (means.folder / "mine.py").write_text(SOUND)
    means.begin()
    while means.goes_on and outcome.tried < 2000:
        lines = [[means.chooser.choice(COMMANDS), *means.chooser.choices(WORDS, k=means.chooser.randint(0, 6))] for _ in range(4)]

        def one(line: list[str]) -> None:
            done = _run(means, *line, timeout=max(1.0, min(10.0, means.left)))
            outcome.tried += 1
            if done is None:  # a long search, as it was asked for
                outcome.answered += 1
            elif "Traceback" in done.stderr + done.stdout or done.returncode not in (0, 1, 2, 130):
                outcome.fail(f"zermelo {' '.join(line)[:100]!r}: {done.returncode}, {done.stderr.strip().splitlines()[-1:]}")
            elif done.returncode == 0:
                outcome.answered += 1
            else:
                outcome.refused += 1

        at_once([lambda line=line: one(line) for line in lines], 2)  # type: ignore[misc]


def broken_games(means: Means, outcome: Outcome) -> None:
    """Games in which each method in turn raises, loops, gives the wrong type or too much: beside them the studio goes on"""
    kinds = [(method, fault) for method in METHODS for fault in FAULTS]
    means.chooser.shuffle(kinds)
    means.begin()
    while means.goes_on and kinds:
        now, kinds = kinds[:12], kinds[12:]
        files = {f"broken{number}.py": _broken(*kind) for number, kind in enumerate(now)}
        with victim(means, files=files) as studio:

            def one(number: int, kind: tuple[str, str], studio: Victim = studio) -> None:
                name = f"broken{number}.py"
                for path, body in (
                    ("/api/board", {"game": name}),
                    ("/api/games", {"game": name, "seats": HUMANS, "moves": ["1"]}),
                    ("/api/tree", {"game": name, "depth": 2}),
                ):
                    patience = 90.0  # a search may have to be compiled first, and has a minute until its rules are ended
                    with suppress(OSError, http.client.HTTPException):
                        status, text = studio.ask("POST", path, body, client=f"broken {number}", timeout=patience)
                        outcome.heard(status, f"{kind} {path}: {text}")
                        if status >= 400:
                            tell(outcome, text)
                            if "\x1b" in text or "Traceback" in text:
                                outcome.fail(f"{kind} {path}: {text[:150]!r}")
                        continue
                    outcome.fail(f"{kind} {path}: no answer within {patience:.0f} s")
                    return

            at_once([lambda number=number, kind=kind: one(number, kind) for number, kind in enumerate(now)])  # type: ignore[misc]
            with suppress(OSError, http.client.HTTPException):
                status, text = studio.ask("GET", "/", headers={"accept": "text/html"}, timeout=30)
                outcome.heard(status, text)
                if status != 200:
                    outcome.fail(f"the home page answers {status} beside {now}")
            still_well(studio, outcome)


def _broken(method: str, fault: str) -> str:
    """A game whose method has a fault."""
    arguments = METHODS[method]
    given = ", ".join(arguments.split(", ")[1:])
    body = FAULTS[fault].format(name=method, given=given)
    return f"{SOUND}\n    def {method}({arguments}):\n        {body}\n"


def kills(means: Means, outcome: Outcome) -> None:
    """Kill -9 in the middle of games: every move that was answered is there afterwards"""
    with victim(means) as studio:
        while means.goes_on and outcome.tried < 200:
            number = json.loads(studio.ask("POST", "/api/games", {"game": "connect4", "seats": HUMANS})[1])["number"]
            answered = []

            def play(number: str = number, answered: list[int] = answered) -> None:
                with suppress(OSError, http.client.HTTPException):
                    for ply in range(20):
                        status, _ = studio.ask("POST", f"/api/games/{number}/moves", {"ply": ply, "action": str(ply % 7)})
                        if status == 200:
                            answered.append(ply)

            def kill() -> None:
                time.sleep(means.chooser.random() * 0.15)
                studio.process.kill()

            at_once([play, kill])
            studio.end()
            studio.begin()
            there = json.loads(studio.ask("GET", f"/api/games/{number}")[1])["plies"]
            outcome.tried += 1
            outcome.answered += 1
            if there < len(answered):
                outcome.fail(f"{len(answered)} moves were answered, and {there} are there")
        still_well(studio, outcome)


def two_studios(means: Means, outcome: Outcome) -> None:
    """Two studios on one file play the same games: no move of the other is written over"""
    with tempfile.TemporaryDirectory(dir=means.folder) as folder:
        studios = [Victim(Path(folder), store="one.sqlite") for _ in range(2)]
        means.begin()
        try:
            while means.goes_on and outcome.tried < 2000:
                number = json.loads(studios[0].ask("POST", "/api/games", {"game": "connect4", "seats": HUMANS})[1])["number"]
                taken: list[tuple[int, str]] = []

                def play(own: int, number: str = number, taken: list[tuple[int, str]] = taken) -> None:
                    ply, over = 0, False
                    while ply < 10 and not over and means.goes_on:
                        status, text = studios[own].ask("POST", f"/api/games/{number}/moves", {"ply": ply, "action": str(own)})
                        outcome.heard(status, text)
                        if status == 200:
                            taken.append((ply, str(own)))
                        view = json.loads(studios[own].ask("GET", f"/api/games/{number}")[1])
                        ply, over = view["plies"], view["over"]

                at_once([lambda: play(0), lambda: play(1)])
                moves = json.loads(studios[1].ask("GET", f"/api/games/{number}/file")[1])["moves"]
                for ply, own in taken:
                    if moves[ply]["action"] != str(int(own) + 1):
                        outcome.fail(f"ply {ply} was answered as {own}, and {moves[ply]} stands there")
            for studio in studios:
                still_well(studio, outcome)
        finally:
            for studio in studios:
                studio.end()


def file_trouble(means: Means, outcome: Outcome) -> None:
    """Its file is locked, full or damaged while people play: told in words, nothing lost, nobody else waits"""
    means.begin()
    while means.goes_on and outcome.tried < 500:
        with victim(means) as studio:
            _locked(studio, outcome)
            still_well(studio, outcome)
        with victim(means, limit=means.chooser.choice([150_000, 300_000])) as studio:
            _full(studio, outcome)
        with victim(means) as studio:
            _damaged(means, studio, outcome)


def _locked(studio: Victim, outcome: Outcome) -> None:
    number = json.loads(studio.ask("POST", "/api/games", {"game": "connect4", "seats": HUMANS})[1])["number"]
    other = sqlite3.connect(studio.folder / studio.store, isolation_level=None, timeout=10)
    other.execute("BEGIN IMMEDIATE")

    def write(client: int) -> None:
        status, text = studio.ask("POST", f"/api/games/{number}/moves", {"ply": 0, "action": "3"}, client=f"w{client}")
        outcome.heard(status, text)
        if status != 503 or "locked" not in text:
            outcome.fail(f"a move while the file was locked had {status}: {text[:100]}")

    def look() -> None:
        begun = time.monotonic()
        status, text = studio.ask("GET", f"/api/games/{number}", client="looker")
        outcome.waits.append(time.monotonic() - begun)
        if status != 200 or json.loads(text)["plies"] != 0:
            outcome.fail(f"looking while the file was locked had {status}: {text[:100]}")

    at_once([*(lambda client=client: write(client) for client in range(6)), *[look] * 10])  # type: ignore[misc]
    other.execute("ROLLBACK")
    other.close()
    if studio.ask("POST", f"/api/games/{number}/moves", {"ply": 0, "action": "3"})[0] != 200:
        outcome.fail("no move can be made when the file is free again")


def _full(studio: Victim, outcome: Outcome) -> None:
    known: dict[str, int] = {}
    for _ in range(400):
        status, text = studio.ask("POST", "/api/games", {"game": "connect4", "seats": HUMANS, "moves": ["4", "4", "3"], "seed": "x" * 90})
        outcome.heard(status, text)
        if status != 200:
            break
        known[json.loads(text)["number"]] = 3
    if status == 200 or "nothing lost" not in text:
        outcome.fail(f"a full disk was told as {status}: {text[:100]}")
    for number, plies in list(known.items())[-20:]:
        if json.loads(studio.ask("GET", f"/api/games/{number}")[1]).get("plies") != plies:
            outcome.fail("a game is lost as the disk is full")


def _damaged(means: Means, studio: Victim, outcome: Outcome) -> None:
    studio.ask("POST", "/api/games", {"game": "connect4", "seats": HUMANS})
    studio.end()
    file = studio.folder / studio.store
    content = bytearray(file.read_bytes())
    for _ in range(means.chooser.choice([1, 50, 5000])):
        content[means.chooser.randrange(len(content))] = means.chooser.randrange(256)
    file.write_bytes(content[: means.chooser.choice([0, 50, len(content)])])
    try:
        studio.begin()
        for method, path, body in (
            ("GET", "/api/games/none", None),
            ("POST", "/api/games", {"game": "nim", "seats": HUMANS}),
            ("GET", "/", None),
        ):
            status, text = studio.ask(method, path, body)
            outcome.heard(status, text)
    except RuntimeError:
        outcome.tried, outcome.refused = outcome.tried + 1, outcome.refused + 1
        told = studio.words().strip().splitlines()
        if len(told) != 1 or not told[0].startswith("zermelo: games cannot be kept in"):
            outcome.fail(f"a damaged file was told as {told[-1:]}")


def kernel_cache(means: Means, outcome: Outcome) -> None:
    """A kernel cache that is damaged, cut short, swapped, or made of folders and pipes: the same answer as before"""
    with tempfile.TemporaryDirectory(dir=means.folder) as folder:
        cache = Path(folder) / "cache"
        facts = {"env": {**os.environ, "ZERMELO_CACHE_DIR": str(cache)}}
        line = ("best", "nim((1, 2, 3))", "--mode", "compiled", "--json")
        first = _run(means, *line, timeout=120, **facts)
        if first is None or first.returncode:
            outcome.fail(f"it does not run at first: {first and first.stderr[-200:]}")
            return
        means.begin()
        value = re.search(r'"value": [^,]+', first.stdout)
        while means.goes_on and outcome.tried < 300:
            for file in sorted(one for one in cache.rglob("*") if one.is_file()):
                if means.chooser.random() < 0.5:
                    _damage(means.chooser, file)
            done = _run(means, *line, timeout=120, **facts)
            outcome.heard(0 if done is None else 200 if done.returncode == 0 else 400)
            if done is None or done.returncode or (found := re.search(r'"value": [^,]+', done.stdout)) is None or value is None:
                outcome.fail("no end" if done is None else f"{done.returncode}: {done.stderr.strip()[-150:]}")
                break
            if found[0] != value[0]:
                outcome.fail(f"another answer: {found[0]}, before {value[0]}")


def _damage(chooser: random.Random, file: Path) -> None:
    content = file.read_bytes()
    kind = chooser.randrange(5)
    if kind == 0:
        file.write_bytes(content[: chooser.randrange(len(content) + 1)])
    elif kind == 1:
        file.write_bytes(chooser.randbytes(len(content)))
    elif kind == 2 and content:
        at = chooser.randrange(len(content))
        file.write_bytes(content[:at] + chooser.randbytes(1) + content[at + 1 :])
    elif kind == 3:
        file.unlink()
        file.mkdir()
    else:
        file.unlink()
        os.mkfifo(file)


LOCAL = (broken_games, kills, two_studios, file_trouble, command_lines, kernel_cache)
"""The attacks of this file."""
