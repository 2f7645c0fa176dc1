"""A conversation within the process, whose lines come when they like."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import zermelo as z

PATIENCE = 60.0
"""Seconds; a first search compiles."""


class Talk:
    """What is said to a conversation, and what it says."""

    def __init__(self, conversation: type, game: Any, **named: Any) -> None:
        self._news = threading.Condition()
        self._heard = 0
        self.lines: list[str] = []
        self.conversation = conversation(game, self._take, **named)

    def _take(self, line: str) -> None:
        assert "\n" not in line
        with self._news:
            self.lines.append(line)
            self._news.notify_all()

    def say(self, *lines: str) -> Talk:
        """Say these lines."""
        for line in lines:
            self.conversation.hear(line + "\n")
        return self

    def until(self, beginning: str) -> list[str]:
        """What is said from where one listened last, up to a line that begins so."""
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while True:
                for place in range(self._heard, len(self.lines)):
                    if self.lines[place].startswith(beginning):
                        told, self._heard = self.lines[self._heard : place + 1], place + 1
                        return told
                assert self._news.wait(deadline - time.monotonic()), (beginning, self.lines[-5:])

    def now(self) -> list[str]:
        """What has been said since one listened last, and is there already."""
        with self._news:
            told, self._heard = self.lines[self._heard :], len(self.lines)
        return told

    def settled(self) -> Talk:
        """Once all that was begun is done; nobody hears what was said of it."""
        done = threading.Event()
        self.conversation.thinker.do(done.set)
        assert done.wait(PATIENCE)
        self.now()
        return self


@dataclass
class Time:
    """A clock that goes on when it is told to, in place of the module `time`."""

    now: float = 1000.0

    def perf_counter(self) -> float:
        return self.now


def shared_by_all(conversation: type) -> Any:
    """A fixture: one conversation about chess for all tests of a file."""

    @pytest.fixture(scope="module")
    def shared() -> Iterator[Talk]:
        talk = Talk(conversation, z.load_game("chess"), version="1")
        thinker = talk.conversation.thinker
        thinker.do(lambda: thinker.get_ready(talk.conversation.board))  # so that no test hears how far the compiler is
        yield talk.settled()
        talk.conversation.close()

    return shared
