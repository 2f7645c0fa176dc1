"""What attacks have in common: a studio of their own to attack, an honest player beside them, and what came of it."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
ELSEWHERE = "127.0.0.2"
"""Another address of this machine's own, from which the attacks come that the honest player shall not share."""
TOKEN = "the token of the attack"  # noqa: S105
PATIENCE = 5.0
"""Seconds in which an honest player has to be answered."""
HUMANS = [{"kind": "human"}, {"kind": "human"}]


@dataclass
class Outcome:
    """What came of an attack: how often something was tried, refused and answered, how long honest players waited, what failed."""

    tried: int = 0
    refused: int = 0
    answered: int = 0
    waits: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def heard(self, status: int, text: str = "") -> None:
        """An answer came, or none (status 0)."""
        self.tried += 1
        if status >= 500 and status not in (503, 507):
            self.fail(f"{status}: {text[:200]}")
        elif 200 <= status < 400:
            self.answered += 1
        else:
            self.refused += 1

    def fail(self, text: str) -> None:
        """Something is not as it has to be; kept once for each text."""
        if text not in self.failures:
            self.failures.append(text)


@dataclass
class Means:
    """What an attack works with. Its seconds count from `begin` on."""

    chooser: random.Random
    seconds: float
    folder: Path
    until: float | None = None

    def begin(self) -> None:
        """What is to be attacked is there."""
        self.until = time.monotonic() + self.seconds

    @property
    def left(self) -> float:
        """Seconds that are left."""
        assert self.until is not None, "begin first"
        return self.until - time.monotonic()

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return self.left > 0


Attack = Callable[[Means, Outcome], None]


class Victim:
    """A studio in a process of its own, on loopback."""

    def __init__(self, folder: Path, *games: str, store: str = "s.sqlite", limit: int | None = None, token: bool = True) -> None:
        self.folder, self.games, self.store, self.limit, self.token = folder, games, store, limit, token
        self.begin()

    def begin(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "zermelo", "web", "--no-browser", "--port", "0", "--store", self.store]
        command += ["--token", TOKEN] if self.token else []
        if self.limit is not None:
            command = [sys.executable, "-c", _LIMITED, str(self.limit), *command]
        self.log = (self.folder / "studio.log").open("a+")
        self.process = subprocess.Popen([*command, *self.games], cwd=self.folder, stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout is not None
        said = re.search(r"http://[^/]*:(\d+)", self.process.stdout.readline())  # which ends when the process does
        self.port = int(said[1]) if said else 0
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError, http.client.HTTPException):
                self.ask("GET", "/api/editions", timeout=5)
                return
            time.sleep(0.1)
        self.end()
        raise RuntimeError(f"the studio does not begin: {self.words()[-2000:]}")

    def words(self) -> str:
        """What it has written."""
        return (self.folder / "studio.log").read_text(errors="replace")

    def end(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()

    @property
    def memory(self) -> float:
        """The most memory that it has had, in MB; 0 where the system does not say."""
        with suppress(OSError):
            found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
            return int(found[1]) / 1000 if found else 0.0
        return 0.0

    def ask(
        self, method: str, path: str, body: Any = None, *, client: str = "", source: str = HOST, timeout: float = 60.0,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, str]:  # fmt: skip
        """The status and the text of an answer. Raises OSError or HTTPException where none comes."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=timeout, source_address=(source, 0))
        try:
            sent = {"authorization": f"Bearer {TOKEN}", **({"cookie": f"zermelo_client={client}"} if client else {}), **(headers or {})}
            if body is not None:
                sent["content-type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), {k: v for k, v in sent.items() if v is not None})
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            missing = [name for name in ("content-security-policy", "x-content-type-options") if not answer.headers.get(name)]
            if missing:
                raise HeaderlessError(f"{method} {path}: {answer.status} without {missing[0]}")
            return answer.status, text
        finally:
            connection.close()

    def raw(self, sent: bytes, *, source: str = HOST, timeout: float = 10.0) -> bytes:
        """What comes back for these bytes."""
        heard = b""
        with suppress(OSError), socket.create_connection((HOST, self.port), timeout, (source, 0)) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                heard += part
        return heard


class HeaderlessError(RuntimeError):
    """An answer lacks what every answer has to have."""


_LIMITED = (
    "import os, resource, sys; "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY)); "
    "os.execv(sys.argv[2], sys.argv[2:])"
)
"""A program that may not write files larger than this many bytes, as on a disk that is full."""


@contextmanager
def victim(means: Means, files: dict[str, str] | None = None, **facts: Any) -> Iterator[Victim]:
    """A studio in a folder of its own, with these files of games."""
    with tempfile.TemporaryDirectory(dir=means.folder) as folder:
        for name, text in (files or {}).items():
            (Path(folder) / name).write_text(text)
        made = Victim(Path(folder), *(files or {}), **facts)
        if means.until is None:
            means.begin()
        try:
            yield made
        finally:
            made.end()


@contextmanager
def honest(studio: Victim, outcome: Outcome, before: float = 0.0) -> Iterator[None]:
    """Somebody who plays as long as this lasts, and was there before: opens a page, begins a game, moves, and has the computer's reply."""
    over = threading.Event()
    play = ({"game": "connect4", "seats": [HUMANS[0], {"kind": "computer", "level": 2}]}, {"ply": 0, "action": "3"}, {"ply": 1})

    def ask(method: str, path: str, body: Any = None) -> str:
        begun = time.monotonic()
        try:
            status, text = studio.ask(method, path, body, client="honest")
        except (OSError, http.client.HTTPException) as error:
            status, text = 0, repr(error)
        outcome.waits.append(time.monotonic() - begun)
        if outcome.waits[-1] > PATIENCE:
            outcome.fail(f"an honest player waited {outcome.waits[-1]:.1f} s for {method} /{path.split('/')[-1]}")
        if status != 200 or "event: error" in text:
            outcome.fail(f"an honest {method} {path.split('/')[-1] or '/'} had {status}: {text.strip()[-150:]}")
            return ""
        return text

    def one() -> None:
        ask("GET", "/play")
        begun = ask("POST", "/api/games", play[0])
        if begun:
            number = json.loads(begun)["number"]
            ask("POST", f"/api/games/{number}/moves", play[1])
            ask("POST", f"/api/games/{number}/reply", play[2])

    def work() -> None:
        while not over.is_set():
            one()
            over.wait(0.5)

    one()  # the first one compiles
    outcome.waits.clear()
    time.sleep(before)
    playing = threading.Thread(target=work)
    playing.start()
    try:
        yield
    finally:
        over.set()
        playing.join()


def at_once(works: list[Callable[[], None]], most: int = 200) -> None:
    """Do all of these side by side, in this many threads."""
    waiting, lock = list(works), threading.Lock()

    def work() -> None:
        while True:
            with lock:
                if not waiting:
                    return
                one = waiting.pop()
            one()

    threads = [threading.Thread(target=work) for _ in range(min(most, len(works)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def still_well(studio: Victim, outcome: Outcome) -> None:
    """The studio goes on, and has said nothing of an error of ours."""
    try:
        status, text = studio.ask("POST", "/api/board", {"game": "tictactoe"}, client="after", timeout=30)
        if status != 200:
            outcome.fail(f"afterwards it answers {status}: {text[:100]}")
    except (OSError, http.client.HTTPException) as error:
        outcome.fail(f"afterwards it does not answer: {error!r}")
    if studio.process.poll() is not None:
        outcome.fail(f"it ended with {studio.process.returncode}")
    if "Traceback" in studio.words():
        outcome.fail("a traceback is in its log: " + studio.words().strip().splitlines()[-1][:150])


def tell(outcome: Outcome, text: str) -> None:
    """Fail where a message tells where files are."""
    if re.search(r"(?<![\w:/.])/(?:home|root|tmp|usr|var|etc)/\w", text) or os.getcwd() in text:
        outcome.fail(f"a message names a folder: {text[:150]}")
