"""How a command speaks with a program that may say something at any time: lines in, and lines out of more than one thread."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Final, Protocol

from zermelo.cli.stopping import abandon, lines

PATIENCE: Final = 0.5
"""Seconds that a conversation has to end; only the compiler takes longer."""


class Talk(Protocol):
    """A conversation: it hears lines until it is over."""

    over: bool

    def hear(self, line: str) -> None:
        """Do what a line says."""

    def close(self, seconds: float) -> bool:
        """End what is under way; whether it has ended, after so many seconds at most."""


def listen(talk: Talk) -> None:
    """Hand standard input to a conversation, line by line, until it is over or nobody speaks any more."""
    try:
        for line in lines():
            talk.hear(line)
            if talk.over:
                break
    finally:
        if not talk.close(PATIENCE):
            abandon()


def speaker() -> Callable[[str], None]:
    """What writes a line to standard output, whichever thread says it."""
    writing = threading.Lock()

    def say(line: str) -> None:
        with writing:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    return say
