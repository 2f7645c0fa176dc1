"""The command line as the tests use it: in this process, and at a terminal of its own."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zermelo.cli.app import app

PATIENCE = 300
"""Seconds after which what has not come is taken not to come: all that a test does may be compiled anew, and machines are busy."""
SMALL_GAMES = Path(__file__).parent.parent / "play" / "small_games.py"


@dataclass
class Answer:
    code: int
    out: str
    error: str


@pytest.fixture
def small():
    """The name of a game in `tests/play/small_games.py`."""
    return lambda name: f"{SMALL_GAMES}:{name}"


@pytest.fixture
def zermelo():
    """Run a command: `zermelo("best", "nim", stdin="")` gives exit code, output and errors."""

    def run(*words, stdin=""):
        result = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process():
    """Run a command in a process of its own."""

    def run(*words, **options):
        command = [sys.executable, "-c", "from zermelo.cli import main; main()", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, **options)

    return run


class Terminal:
    """A process at a pseudo-terminal: type lines, wait for text."""

    def __init__(self, words, **environment):
        self.mine, theirs = pty.openpty()
        command = [sys.executable, "-c", "from zermelo.cli import main; main()", *map(str, words)]
        settings = {**os.environ, "TERM": "xterm", "COLUMNS": "120", **environment}
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings, start_new_session=True)
        os.close(theirs)
        self.seen = ""

    def expect(self, pattern):
        """Wait until the text that has come since the last time holds `pattern`; return the text up to its end."""
        until = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.seen)):
            ready, _, _ = select.select([self.mine], [], [], max(0.0, until - time.monotonic()))
            text = self._read() if ready else ""
            assert text, f"{pattern!r} did not come; what came: {self.seen!r}"
            self.seen += text
        shown, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return shown

    def until(self, holds):
        """Wait until `holds()` is true, and hear meanwhile what the process says, which would stand still if nobody did."""
        until = time.monotonic() + PATIENCE
        while not holds():
            assert self.process.poll() is None, f"it has ended; what came: {self.seen!r}"
            assert time.monotonic() < until, f"it did not come to that; what came: {self.seen!r}"
            if select.select([self.mine], [], [], 0.05)[0]:
                self.seen += self._read()

    def _read(self):
        try:
            return os.read(self.mine, 1 << 16).decode(errors="replace")
        except OSError:  # how Linux says that the other side has hung up
            return ""

    def type(self, text):
        os.write(self.mine, text.encode() if isinstance(text, str) else text)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def leave(self):
        """Wait for the end; return the exit code."""
        until = time.monotonic() + PATIENCE
        while select.select([self.mine], [], [], max(0.0, until - time.monotonic()))[0] and (text := self._read()):
            self.seen += text
        return self.process.wait(timeout=max(1.0, until - time.monotonic()))

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.mine)


@pytest.fixture
def terminal():
    """Start a command at a terminal."""
    opened = []

    def start(*words, **environment):
        opened.append(Terminal(words, **environment))
        return opened[-1]

    yield start
    for one in opened:
        one.close()
