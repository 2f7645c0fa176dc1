"""Programs that are spoken to in the Go Text Protocol: whatever they do, a question has an end."""

from __future__ import annotations

import shlex
import subprocess
import threading
from contextlib import suppress

LONGEST = 1 << 16
MOST_LINES = 1 << 10
"""Letters of a line of an answer, and its lines."""


class LostError(Exception):
    """The game is over by a fault of this program: it died, refused, or said what is no move."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat


class Program:
    """A program that plays, in a process of its own."""

    def __init__(self, command: str, seat: int, patience: float) -> None:
        self.seat, self.patience = seat, patience
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace"
            )
        except OSError as error:
            raise SystemExit(f"{command!r} cannot be started: {error}") from None

    def ask(self, command: str) -> str:
        """What it answers to a command. Raises LostError where that is no answer, or an error."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        watch = threading.Timer(self.patience, self.process.kill)
        watch.start()
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            lines: list[str] = []
            while (line := self.process.stdout.readline(LONGEST)).strip() or not lines:
                if len(lines) > MOST_LINES or len(line) == LONGEST:
                    raise LostError(self.seat, f"gave no end to its answer to `{command}`")
                if not line:
                    raise LostError(self.seat, f"ended, or was silent for {self.patience:g} s, at `{command}`")
                if line.strip():
                    lines.append(line.strip())
        except OSError:
            raise LostError(self.seat, f"ended before `{command}`") from None
        finally:
            watch.cancel()
        if not lines[0].startswith("="):
            raise LostError(self.seat, f"said {lines[0]!r} to `{command}`")
        return lines[0][1:].strip()

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):  # what it had not read of us is lost with it
                    pipe.close()
