"""Asking a game, with care: whatever goes wrong in its methods becomes a `Finding`, never a traceback, never a hang."""

from __future__ import annotations

import copy
import ctypes
import gc
import io
import os
import sys
import sysconfig
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import ExitStack, redirect_stdout
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from types import TracebackType
from typing import Any, Final, Self

from zermelo.answers import MISSING, RULES
from zermelo.checker.attributes import Attributes
from zermelo.checker.findings import Changed, Failed
from zermelo.game import Game
from zermelo.values import is_frozen, is_same

_PULSE: Final = 0.05  # seconds between two looks at a call that runs
_WAITING: Final = 10  # times as long a call may take by the clock on the wall as it may work
_PACKAGE: Final = Path(__file__).parent.parent
_OURS: Final = tuple(
    str(_PACKAGE / name) for name in ("checker", "adapters", "game.py", "hints.py", "display.py", "simultaneous.py", "state_text.py")
)
_LIBRARY: Final = (sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"])


class TimeIsUp(Exception):  # noqa: N818 - ends a stage of the look, no error
    """The time for which calls were allowed is over."""


class Caller:
    """Calls the methods of one game. Use it in a `with` block: a thread watches for calls that do not return.

    seconds  of the processor's that a call may take, so that a busy machine is no fault of the game

    Inside the block nothing that the game prints is shown, and what it asks for at the keyboard ends in an EOFError.
    """

    def __init__(self, game: Game, seconds: float) -> None:
        self.game, self.seconds = game, seconds
        self.until = inf  # no call begins after that time
        self._watch = _Watch(seconds)
        self.attributes = Attributes(game)
        self.printed: list[str] = []  # the rules that did

    def __enter__(self) -> Self:
        self._silence = ExitStack()
        nothing = self._silence.enter_context(open(os.devnull, "r+", encoding="utf-8"))
        self._heard = self._silence.enter_context(_Heard(open(os.devnull, "wb"), encoding="utf-8"))
        self._silence.enter_context(redirect_stdout(self._heard))
        for name, ours in (("stdin", nothing), ("unraisablehook", partial(self._dropped, sys.unraisablehook))):
            self._silence.callback(setattr, sys, name, getattr(sys, name))
            setattr(sys, name, ours)
        self._watch.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._watch.stop()
        self._silence.close()

    def _dropped(self, told: Callable[[Any], Any], dropped: Any) -> None:
        """Hear what Python drops: a strike that fell into a `__del__` or a callback of the garbage collector is made again."""
        if issubclass(dropped.exc_type, _TooLong):
            self._watch.again()
        else:
            told(dropped)

    def call(self, label: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """What `function` returns. `label` is how a message calls it: `utility(state, 0)`. Raises Failed, TimeIsUp."""
        if perf_counter() > self.until:
            raise TimeIsUp
        try:
            answer = self._watch.call(function, *arguments)
        except _TooLong as strike:
            place = _place(strike.__traceback__)
            told = f"{label} had not returned after {self._watch.struck:g} seconds" + (f" ({place})" if place else "")
            raise Failed("returns", label, told) from None
        except (Exception, SystemExit) as error:
            raise Failed("raises", label, f"{label} raised {said(error)}") from error
        name = label.partition("(")[0]
        if self._heard.spoke and name in RULES and name not in self.printed:
            self.printed.append(name)
        self._heard.spoke = False
        self.attributes.hold(label)
        return answer

    def ask(self, label: str, function: Callable[..., Any], state: Any, *arguments: Any) -> Any:
        """The same for a function of a state, which must leave the state as it was. Raises Failed."""
        before = state if is_frozen(state) else _copied(state)
        answer = self.call(label, function, state, *arguments)
        if before is not state and not is_same(before, state):
            raise Changed(label, before, state)
        return answer

    def listing(self, label: str, function: Callable[..., Iterable[Any]], state: Any, most: int) -> list[Any]:
        """All that a method gives one by one, but no more than `most`. Raises Failed."""

        def collected(state: Any) -> list[Any] | None:
            given = function(state)
            return list(islice(given, most)) if isinstance(given, Iterable) else None

        items = self.ask(label, collected, state)
        if items is None:
            raise Failed("raises", label, f"{label} gave nothing that can be listed; it must `yield` one by one, or return a list{MISSING}")
        return list(items)


def _copied(state: Any) -> Any:
    """A deep copy; the state itself where it cannot be copied (changes then go unseen)."""
    try:
        return copy.deepcopy(state)
    except Exception:
        return state


def said(error: BaseException) -> str:
    """An error's type, text and place in the user's own file."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = _place(error.__traceback__)
    return f"{text} ({place})" if place else text


def _place(trace: TracebackType | None) -> str | None:
    """The file and line of the innermost frame that is neither ours nor a library's, if there is one."""
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(trace) if not frame.f_code.co_filename.startswith(_OURS)]
    own = [frame for frame in frames if not frame[0].co_filename.startswith(_LIBRARY)] or frames
    if not own:
        return None
    code, line = own[-1]
    path = Path(code.co_filename)
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"{shown}:{line}, in {code.co_name}"


class _Heard(io.TextIOWrapper):
    """Where nothing is kept of what is printed but that something was."""

    spoke = False

    def write(self, text: str) -> int:
        self.spoke = True
        return super().write(text)


class _TooLong(BaseException):
    """Raised in the thread of a call that does not return; no `except Exception` of a user catches it."""


class _Watch:
    """Interrupts calls that work for more than this many seconds, or take much longer than that, in whatever thread they run.

    struck  after how many seconds the last call was interrupted; 0 where it was not

    The time in which garbage is collected does not count: any call may come upon all that the program has ever made.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: tuple[float, float] | None = None  # by the thread's clock, and by the one on the wall
        self._collecting: tuple[float, float] | None = None  # since when garbage is collected, by both clocks
        self.struck = 0.0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._caller = threading.get_ident()
        self._worked = _clock_of(self._caller)
        self._thread = threading.Thread(target=self._run, name="zermelo check", daemon=True)

    def start(self) -> None:
        gc.callbacks.append(self._collected)
        self._thread.start()

    def stop(self) -> None:
        gc.callbacks.remove(self._collected)
        self._over.set()
        self._thread.join()

    def again(self) -> None:
        """Strike again soon: the last strike was lost."""
        if self._until is not None:
            self._until = -inf, inf

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The function's answer. Raises _TooLong."""
        self.struck = 0.0
        try:
            self._until = self._limits()
            answer = function(*arguments)
        finally:
            with self._lock:
                self._until = None
            if self.struck:
                sleep(2 * _PULSE)  # a strike that is on its way lands here, not later
        if self.struck:
            raise _TooLong  # the function has swallowed the strike
        return answer

    def _limits(self) -> tuple[float, float]:
        return self._worked() + self._seconds, perf_counter() + _WAITING * self._seconds

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        """Put the limits off by the time that a collection of garbage takes in the thread of the calls."""
        if threading.get_ident() != self._caller:
            return
        if phase == "start":
            self._collecting = self._worked(), perf_counter()
            return
        since, self._collecting = self._collecting, None
        if since is not None and self._until is not None:
            self._until = self._until[0] + self._worked() - since[0], self._until[1] + perf_counter() - since[1]

    def _run(self) -> None:
        while not self._over.wait(_PULSE):
            with self._lock:
                if self._until is None or self._collecting is not None:
                    continue
                worked, waited = self._worked() > self._until[0], perf_counter() > self._until[1]
                if worked or waited:
                    self.struck = self.struck or (self._seconds if worked else _WAITING * self._seconds)
                    self._until = self._limits()
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._caller), ctypes.py_object(_TooLong))


def _clock_of(thread: int) -> Callable[[], float]:
    """What tells how many seconds the processor has worked for a thread that runs; the clock on the wall where the system does not say."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return perf_counter
    return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))
