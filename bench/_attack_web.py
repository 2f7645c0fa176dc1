"""Attacks on a studio that is running: on its names and its token, on how it reads requests, on its time and its memory."""

from __future__ import annotations

import http.client
import json
import random
import socket
import string
import time
from contextlib import ExitStack, suppress
from typing import Any

from _attack import ELSEWHERE, HOST, HUMANS, HeaderlessError, Means, Outcome, Victim, at_once, honest, still_well, tell, victim

HOSTILE = '''"""A game whose file brings everything along that a page could wish for."""
from os import *
from subprocess import *
from zermelo import *
import zermelo as z

class Mine(z.Game):
    def __init__(self, size: int = 3): self.size = size
    def initial(self): return 0
    def to_move(self, state): return state % 2
    def actions(self, state): return [1, 2]
    def result(self, state, action): return state + action
    def is_terminal(self, state): return state >= self.size
    def utility(self, state, player): return 1 if player == 0 else -1
'''
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 2**200, -(2**63), 1e308, 0.1, "", " ", "\x00", "\x1b[31m", "\ud800", "é" * 50,
    "x" * 3000, "../../etc/passwd",
    "connect4", "tictactoe", "mnk(3,3,3)", "tree((1, (2, 3)))", "nim((3,4,5))", "kuhn", "go(9)", "pig(20)", [], [[]],
    [1] * 300, {}, {"a": {}},
)  # fmt: skip


def _asked(studio: Victim, outcome: Outcome, *words: Any, **facts: Any) -> str:
    """Ask, and note what came of it."""
    try:
        status, text = studio.ask(*words, **facts)
    except HeaderlessError as error:
        outcome.fail(str(error))
        return ""
    except (OSError, http.client.HTTPException, ValueError):
        outcome.heard(0)
        return ""
    outcome.heard(status, text)
    if status >= 400 and not text.startswith("<!doctype"):  # a page repeats the address that was asked for
        tell(outcome, text)
    return text if status == 200 else ""


def names(means: Means, outcome: Outcome) -> None:
    """Other sites: their names point here, their pages send forms"""
    chooser = means.chooser
    with victim(means) as studio:
        while means.goes_on and outcome.tried < 300:
            odd = chooser.choice(
                ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "[::2]", "0x7f000001", "2130706433", "", "\t"]
            )
            headers = {"host": odd + chooser.choice(["", ":80", f":{studio.port}"])}
            if chooser.random() < 0.5:
                headers = chooser.choice(
                    [{"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}, {"origin": "http://["}]
                )
            if _asked(studio, outcome, "POST", "/api/games", {"game": "nim", "seats": HUMANS}, headers=headers):
                outcome.fail(f"{headers} was let in")
        still_well(studio, outcome)


def token(means: Means, outcome: Outcome) -> None:
    """Guessing the token, from another address, in the address, headers and cookies"""
    chooser = means.chooser
    with victim(means) as studio, honest(studio, outcome):
        while means.goes_on and outcome.tried < 2000:
            guess = "".join(chooser.choices(string.ascii_letters, k=chooser.choice([0, 1, 8, 24, 2000])))
            headers = {
                "authorization": chooser.choice([f"Bearer {guess}", f"Basic {guess}", guess]),
                "cookie": f"zermelo_token_{studio.port}={guess}",
            }
            path = chooser.choice(["/", "/api/editions", "/static/main.js", f"/?token={guess}", f"//evil.example/?token={guess}"])
            if _asked(studio, outcome, "GET", path, headers=headers, source=ELSEWHERE):
                outcome.fail(f"{headers} at {path} was let in")
        still_well(studio, outcome)


def paths(means: Means, outcome: Outcome) -> None:
    """Paths out of what is served: dots, doubled and encoded, bytes that are no text"""
    chooser = means.chooser
    parts = [
        "..",
        "%2e%2e",
        "%252e",
        "static",
        "etc",
        "passwd",
        "%00",
        "%ff",
        "\\",
        "//",
        "~",
        ".git",
        "pyproject.toml",
        "s.sqlite",
        "lessons",
        "api",
    ]
    with victim(means) as studio:
        while means.goes_on and outcome.tried < 2000:
            path = "/" + "/".join(chooser.choices(parts, k=chooser.randint(1, 8)))
            text = _asked(studio, outcome, "GET", path, headers={"accept": chooser.choice(["*/*", "text/html"])})
            if "root:" in text or "SQLite format" in text or "[project]" in text:
                outcome.fail(f"{path} is served")
        still_well(studio, outcome)


def malformed(means: Means, outcome: Outcome) -> None:
    """Bytes that are no request, or nearly one; much too large ones"""
    chooser = means.chooser
    whole = (
        b'POST /api/board HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"game": "tictactoe"}'
    )
    with victim(means) as studio:
        while means.goes_on and outcome.tried < 3000:
            kind = chooser.randrange(5)
            if kind == 0:
                sent = chooser.randbytes(chooser.choice([1, 10, 1000, 70_000]))
            elif kind == 1:
                sent = whole.replace(
                    b"20", chooser.choice([b"-1", b"1e9", b"99999999999999999999", b"+20", b"0x14", b"20\r\ncontent-length: 2"])
                )
            elif kind == 2:
                sent = b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"x: " + b"y" * chooser.choice([100, 40_000, 1_000_000]) + b"\r\n\r\n"
            elif kind == 3:
                chunks = b"transfer-encoding: chunked\r\n\r\n" + b"ffff\r\n" + b"z" * 0xFFFF + b"\r\n"
                sent = b"POST /api/board HTTP/1.1\r\nhost: localhost\r\n" + chunks * chooser.choice([1, 6])
            else:
                sent = bytearray(whole)
                for _ in range(chooser.randint(1, 6)):
                    sent[chooser.randrange(len(sent))] = chooser.randrange(256)
            heard = studio.raw(bytes(sent), timeout=3)
            first = heard.split(b" ", 2)
            outcome.heard(int(first[1]) if len(first) > 1 and first[1].isdigit() else 0, heard[:200].decode(errors="replace"))
        still_well(studio, outcome)


def bodies(means: Means, outcome: Outcome) -> None:
    """Everything that the schema allows and much that it does not, at every address of the API"""
    chooser = means.chooser
    with victim(means, token=False) as studio:
        schema = json.loads(studio.ask("GET", "/openapi.json")[1])
        number = json.loads(studio.ask("POST", "/api/games", {"game": "connect4", "seats": HUMANS})[1])["number"]
        places = [(path, method.upper(), facts) for path, methods in schema["paths"].items() for method, facts in methods.items()]

        def one(seed: int) -> None:
            own = random.Random(seed)  # noqa: S311  bodies, no secrets
            path, method, facts = own.choice(places)
            content = facts.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            body = None if content is None else _made(own, schema, content)
            _asked(studio, outcome, method, path.replace("{number}", own.choice([number, "none", "%00"])), body, client=f"c{seed % 8}")

        while means.goes_on and outcome.tried < 5000:
            seeds = [chooser.randrange(1 << 40) for _ in range(8)]
            at_once([lambda seed=seed: one(seed) for seed in seeds])  # type: ignore[misc]
        still_well(studio, outcome)


def _made(chooser: random.Random, schema: dict[str, Any], kind: dict[str, Any], deep: int = 0) -> Any:
    """A value of this kind, more or less."""
    if chooser.random() < 0.08 or deep > 5:
        return chooser.choice(ODD)
    if "$ref" in kind:
        return _made(chooser, schema, schema["components"]["schemas"][kind["$ref"].split("/")[-1]], deep)
    if "anyOf" in kind:
        return _made(chooser, schema, chooser.choice(kind["anyOf"]), deep + 1)
    if "enum" in kind or "const" in kind:
        return chooser.choice(kind.get("enum") or [kind["const"]])
    if kind.get("type") == "object":
        made = {name: _made(chooser, schema, one, deep + 1) for name, one in kind.get("properties", {}).items() if chooser.random() < 0.7}
        return {**made, **({"odd": 1} if chooser.random() < 0.03 else {})}
    if kind.get("type") == "array":
        return [_made(chooser, schema, kind.get("items", {}), deep + 1) for _ in range(chooser.choice([0, 1, 2, 2, 3, 20]))]
    if kind.get("type") in ("integer", "number"):
        low, high = kind.get("minimum", -5), kind.get("maximum", 100)
        return chooser.choice(
            [low, high, low - 1, high + 1, chooser.uniform(low, min(high, low + 3)), chooser.randint(int(low), int(min(high, low + 9)))]
        )
    if kind.get("type") == "boolean":
        return chooser.random() < 0.5
    if kind.get("type") == "string":
        return chooser.choice([*kind.get("examples", ()), *(one for one in ODD if isinstance(one, str)), "3", "4", "1 2 3"])
    return chooser.choice(ODD)


def game_names(means: Means, outcome: Outcome) -> None:
    """Names of games that call something, beside a file that imports everything"""
    chooser = means.chooser
    calls = [
        "system",
        "popen",
        "remove",
        "mkdir",
        "Popen",
        "run",
        "execv",
        "getenv",
        "check_output",
        "game",
        "play",
        "verify",
        "__import__",
        "z.load_game",
    ]
    with victim(means, files={"hostile.py": HOSTILE}) as studio:
        before = {file.name for file in studio.folder.iterdir()}
        while means.goes_on and outcome.tried < 1000:
            call, value = (
                chooser.choice(calls),
                chooser.choice(["'touch owned'", "'owned'", "['touch', 'owned']", "'hostile.py'", "1", "'/etc/passwd'", ""]),
            )
            name = chooser.choice(
                [
                    f"hostile.py:{call}({value})",
                    f"{call}({value})",
                    f"../hostile.py:{call}",
                    f"hostile.py:Mine({call}({value}))",
                    "hostile.py:path",
                ]
            )
            path = chooser.choice(["/api/board", "/api/tree", "/api/games"])
            body = {"game": name, **({"seats": HUMANS} if path.endswith("games") else {})}
            if _asked(studio, outcome, "POST", path, body, client=f"c{outcome.tried}"):
                outcome.fail(f"{name} is played")
            new = {file.name for file in studio.folder.iterdir() if "sqlite" not in file.name and file.name != "__pycache__"} - before
            if new or not (studio.folder / "hostile.py").is_file():
                outcome.fail(f"{name} has run: {new or 'the file is gone'}")
                (studio.folder / "hostile.py").write_text(HOSTILE)
                before |= new
        still_well(studio, outcome)


def half_open(means: Means, outcome: Outcome) -> None:
    """Connections that say nothing, or headers and bodies one letter at a time, more than there is room for"""
    starts = [
        b"",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ",
        b"POST /api/board HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200000\r\n\r\n",
    ]
    with victim(means, token=False) as studio, honest(studio, outcome):
        means.begin()
        with ExitStack() as stack:
            held: list[socket.socket] = []
            while means.goes_on:
                while len(held) < 1500 and means.goes_on:
                    with suppress(OSError):
                        source = means.chooser.choice([HOST, ELSEWHERE])
                        held.append(stack.enter_context(socket.create_connection((HOST, studio.port), 5, (source, 0))))
                        held[-1].sendall(means.chooser.choice(starts))
                    outcome.tried += 1
                alive = []
                for one in held:
                    one.settimeout(0.001)
                    try:
                        one.sendall(b"x")
                        alive.append(one)
                    except OSError:
                        one.close()
                        outcome.refused += 1
                held = alive
                time.sleep(0.5)
        still_well(studio, outcome)


def floods(means: Means, outcome: Outcome, source: str = ELSEWHERE) -> None:
    """120 fresh browsers at another address ask for 30 s each, over and over"""
    with victim(means) as studio, honest(studio, outcome, before=6.0 if source == HOST else 0.0):
        means.begin()

        def one(number: int) -> None:
            client = f"fresh {means.chooser.random()}"
            seats = [{"kind": "computer", "seconds": 30}, HUMANS[0]]
            begun = _asked(studio, outcome, "POST", "/api/games", {"game": "connect4", "seats": seats}, client=client, source=source)
            if begun and means.goes_on:
                path = f"/api/games/{json.loads(begun)['number']}/reply"
                _asked(
                    studio,
                    outcome,
                    "POST",
                    path,
                    {"ply": 0},
                    client=client,
                    source=source,
                    timeout=max(1.0, means.left),
                )

        while means.goes_on:
            at_once([lambda number=number: one(number) for number in range(120)])  # type: ignore[misc]
        still_well(studio, outcome)


def floods_beside(means: Means, outcome: Outcome) -> None:
    """The same from the address of the honest player, who was there before"""
    floods(means, outcome, HOST)


def pages(means: Means, outcome: Outcome) -> None:
    """200 at once load pages and begin long games, from another address"""
    with victim(means) as studio, honest(studio, outcome):
        means.begin()

        def one() -> None:
            client = f"fresh {means.chooser.random()}"
            if means.chooser.random() < 0.8:
                _asked(
                    studio, outcome, "GET", means.chooser.choice(["/", "/play", "/practise", "/lessons"]), client=client, source=ELSEWHERE
                )
            else:
                body = {"game": "nim((30, 30, 30))", "seats": HUMANS, "moves": ["A1", "B1", "C1"] * 29}
                _asked(studio, outcome, "POST", "/api/games", body, client=client, source=ELSEWHERE)

        while means.goes_on:
            at_once([one] * 200)
        still_well(studio, outcome)


def trees(means: Means, outcome: Outcome) -> None:
    """Small questions with large answers: trees, simulations, orders; six at once; and going away in the middle"""
    chooser = means.chooser
    wide, deep = "(" + " ".join(["(1 2)"] * 300) + ")", "(" * 400 + "1 2" + ")" * 400
    asked: list[tuple[str, dict[str, Any]]] = [
        ("tree", {"game": f"tree({wide!r})", "boards": True}), ("tree", {"game": f"tree({deep!r})"}),
        ("tree", {"game": "nim((40,40))", "depth": 2}),
        ("tree", {"game": "tictactoe", "depth": 5, "boards": True}), ("simulations", {"game": "go(19)", "simulations": 200}),
        ("simulations", {"game": "connect4", "simulations": 200}), ("order", {"game": "connect4", "depth": 4}), ("scale", {"tree": wide}),
        ("exercise", {"kind": "alphabeta", "game": "go(19)", "depth": 1}), ("policy", {"goal": 60, "other": 1}),
        ("strategy", {"game": "leduc"}),
        ("worlds", {"tree": "chance(.5: @b(1 -1) .5: @b(-1 1))", "at": "/1"}), ("ladder", {"game": "othello"}),
    ]  # fmt: skip
    with victim(means) as studio, honest(studio, outcome):
        means.begin()

        def one() -> None:
            path, body = chooser.choice(asked)
            patience = min(chooser.choice([0.2, 60.0, 60.0]), max(0.1, means.left))
            text = _asked(studio, outcome, "POST", f"/api/{path}", body, client=f"c{chooser.random()}", source=ELSEWHERE, timeout=patience)
            if len(text) > 20_000_000:
                outcome.fail(f"{path} {str(body)[:60]} had an answer of {len(text) / 1e6:.0f} MB")

        def work() -> None:
            while means.goes_on:
                one()

        at_once([work] * 6)
        outcome.notes.append(f"at most {studio.memory:.0f} MB of memory")
        if studio.memory > 1500:
            outcome.fail(f"the studio had {studio.memory:.0f} MB of memory")
        still_well(studio, outcome)


def slow_readers(means: Means, outcome: Outcome) -> None:
    """Large answers are asked for, and never read"""
    body = json.dumps({"game": "tictactoe", "depth": 4, "boards": True}).encode()
    head = f"POST /api/tree HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    with victim(means, token=False) as studio, honest(studio, outcome), ExitStack() as stack:
        while means.goes_on and outcome.tried < 300:
            with suppress(OSError):
                made = stack.enter_context(socket.socket())
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                made.bind((ELSEWHERE, 0))
                made.connect((HOST, studio.port))
                made.sendall(head + body)
            outcome.tried += 1
            time.sleep(0.02)
        while means.goes_on:
            time.sleep(0.1)
        outcome.notes.append(f"at most {studio.memory:.0f} MB of memory")
        if studio.memory > 1500:
            outcome.fail(f"the studio had {studio.memory:.0f} MB of memory")


WEB = (names, token, paths, malformed, bodies, game_names, half_open, slow_readers, floods, floods_beside, pages, trees)
"""The attacks of this file."""
