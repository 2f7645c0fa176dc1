"""How a command speaks with a program that may say something at any time: lines in, and lines out of more than one thread."""

from __future__ import annotations

import select
import sys
import threading
from collections.abc import Callable
from typing import Final, Protocol

from zermelo.cli.stopping import abandon, lines

PATIENCE: Final = 0.5
"""Seconds that a conversation has to end; only the compiler takes longer."""
MOMENT: Final = 0.1
"""Seconds after which it is looked whether anybody reads any more."""


class Talk(Protocol):
    """A conversation: it hears lines until it is over."""

    over: bool

    def hear(self, line: str) -> None:
        """Do what a line says."""

    def finish(self, seconds: float) -> bool:
        """No more will be said: let a search end, by its limits or else at once; whether it has, after so many seconds at most."""

    def close(self, seconds: float) -> bool:
        """End what is under way; whether it has ended, after so many seconds at most."""


def listen(talk: Talk) -> None:
    """Hand standard input to a conversation, line by line, until it is over, or nobody speaks any more and the last search has ended."""
    try:
        for line in lines():
            talk.hear(line)
            if talk.over:
                break
        else:
            while not (_nobody_reads() or talk.finish(MOMENT)):
                pass
    finally:
        if not talk.close(PATIENCE):
            abandon()


def _nobody_reads() -> bool:
    """Whether whoever read standard output has gone, as far as the system says."""
    if not hasattr(select, "poll"):
        return False
    asked = select.poll()
    asked.register(1, 0)  # what has gone wrong is told in any case
    return bool(asked.poll(0))


def speaker() -> Callable[[str], None]:
    """What writes a line to standard output, whichever thread says it."""
    writing = threading.Lock()

    def say(line: str) -> None:
        with writing:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    return say
