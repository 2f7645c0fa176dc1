"""The process of a user's file: the file's rules run here and nowhere else, so that they can be ended (supervisor.py does that).

It has a studio of its own: a catalogue with the one file, the server's store of games, a scheduler. What is asked comes by standard
input, what is answered goes by standard output (messages.py). The rules' own standard input is empty, and what they print goes to
standard error.

This is no wall against who wrote the file: rules may do whatever their owner may. It keeps what they do wrong, or never finish,
from others.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import pickle
import signal
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO, Final

from zermelo.analysis import engines
from zermelo.errors import GameError
from zermelo.loaded import without_folders
from zermelo.rule_errors import is_users, under_way
from zermelo.search.runtime.workers import HangingError, OverdueError, give_way
from zermelo.web.catalogue import Catalogue, Own
from zermelo.web.errors import told
from zermelo.web.messages import Ask, Begin, Enough, Stop, Where, state_of
from zermelo.web.routes import (  # noqa: F401  now, not in the time of who asks first
    analysing,
    choosers,
    hidden,
    judging,
    opening,
    pages,
    pgn,
    play,
    practise,
    setup,
    trees,
)
from zermelo.web.scheduler import Disconnected, Scheduler, busy
from zermelo.web.sessions import Sessions
from zermelo.web.studio import Facts, Studio

if sys.platform != "win32":
    import resource

_DIES_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of Linux's <sys/prctl.h>."""


class Worker:
    """Does what it is asked, each in a thread of its own. The server sees to it that these are not too many."""

    def __init__(self, begin: Begin, answers: int) -> None:
        own = Own(begin.own, begin.players)
        self._folders = {f"{file.parent}{os.sep}" for file in (*own.files.values(), *(file for file, _ in own.players.values()))}
        self._memory = begin.memory
        catalogue = Catalogue(own, begin.edition, begin.known)
        self._studio = Studio(catalogue, Sessions(begin.store, catalogue), Scheduler())
        self._answers, self._writing = answers, threading.Lock()
        self._gone: dict[int, threading.Event] = {}
        self._enough: dict[int, threading.Event] = {}
        self._threads: dict[int, int] = {}

    def run(self, asked: BinaryIO) -> None:
        """Do what is asked until nobody asks any more."""
        self._say(ready=True)
        sys.addaudithook(self._watch)
        while True:
            try:
                one = pickle.load(asked)  # noqa: S301  the server's
            except EOFError:
                return
            if isinstance(one, Ask):
                self._gone[one.number], self._enough[one.number] = threading.Event(), threading.Event()
                threading.Thread(target=self._do, args=(one,), daemon=True).start()
            elif isinstance(one, Stop) and one.number in self._gone:
                self._gone[one.number].set()
            elif isinstance(one, Enough) and one.number in self._enough:
                self._enough[one.number].set()
            elif isinstance(one, Where):
                self._say_where(one.number)

    def _do(self, one: Ask) -> None:
        self._threads[one.number] = threading.get_ident()
        gone, enough = self._gone[one.number], self._enough[one.number]
        said: list[bool] = []

        def look(_done: int = 0) -> None:
            if gone.is_set():
                raise Disconnected
            if enough.is_set() and not said:
                said.append(True)  # once: what then is done with the result is not ended, too
                raise engines.Enough

        def tell(news: Facts) -> None:
            if gone.is_set():
                raise Disconnected
            self._say(number=one.number, kind="news", facts=news)

        try:
            try:
                facts = one.work(self._studio, *one.asked, *((tell, look) if one.tells else ()))
                self._say(number=one.number, kind="done", facts=facts)
            finally:
                del self._gone[one.number], self._enough[one.number], self._threads[one.number]
        except BaseException as error:  # rules raise what they like; whatever it is, it is answered
            ended = said and isinstance(error, KeyboardInterrupt)  # Enough, or what became of it on its way
            self._say(number=one.number, kind="error", facts=self._told(error, busy() if ended else error))

    def _told(self, error: BaseException, shown: BaseException) -> Facts:
        """What is answered where an error was raised and another may be shown, and why the process must end now, if it must."""
        ends = None
        if isinstance(error, MemoryError):
            ends = "the memory of its process was full"
        elif isinstance(error, HangingError | OverdueError):
            ends = "rules in its process did not come to an end"
        try:
            status, words = told(shown, rules=True)
        except BaseException:  # of an exception of the user's that cannot even say what it is
            status, words = 422, f"a rule raised {type(shown).__name__}"
        if isinstance(error, MemoryError):
            words += f"; the rules of a file may take {self._memory:,} MiB here"
        return {"status": status, "error": self._without_folders(words), "ends": ends}

    def _without_folders(self, words: str) -> str:
        """Where a file lies on this machine is nothing for a page."""
        for folder in self._folders:
            words = words.replace(folder, "")
        return words

    def _say(self, **facts: Any) -> None:
        try:
            line = without_folders(json.dumps(facts, ensure_ascii=False, allow_nan=False)).encode() + b"\n"
        except (TypeError, ValueError) as error:
            raise GameError(f"the rules gave something that cannot be shown on a page: {error}") from error
        with self._writing:
            while line:
                line = line[os.write(self._answers, line) :]

    def _say_where(self, number: int) -> None:
        frame = sys._current_frames().get(self._threads.get(number, 0))
        where = under_way(frame) if frame else None
        self._say(number=number, kind="where", facts=where and self._without_folders(where))

    def _watch(self, event: str, facts: tuple[Any, ...]) -> None:
        """Say which files of the user's are run as code, whoever loads them: each is to be watched."""
        if event == "exec":
            file = getattr(facts[0], "co_filename", "")
        elif event == "compile" and isinstance(facts[1], str | bytes):
            file = os.fsdecode(facts[1])
        else:
            return
        if is_users(file) and os.path.isfile(file):
            self._say(file=os.path.abspath(file), **state_of(Path(file))._asdict())


def main() -> None:
    """Be the process of a file, until the server goes."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # the server has no standard error
        os.dup2(nothing, 1)
    if sys.stdout is not None:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    if sys.platform == "linux":  # also where the rules hold the interpreter, and the end of standard input is not seen
        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
    begin: Begin = pickle.load(asked)  # noqa: S301  the server's
    if sys.platform != "win32":
        _limit(begin.memory << 20)
    give_way()
    try:
        Worker(begin, answers).run(asked)
    finally:
        if sys.platform != "win32":
            os.killpg(0, signal.SIGKILL)  # with whatever the rules have started
        os._exit(0)


if sys.platform != "win32":

    def _limit(memory: int) -> None:
        """Take no more bytes than this many, and leave no core behind."""
        with contextlib.suppress(ValueError, OSError):  # where the system knows no such limit
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
