"""How long the compiler may take. It is given a thread of its own, and given up when that has used too much of the processor's time.

Machine code cannot be broken off from outside: a compiler that was given up ends by itself, at the next step that is Python. Until then
nothing else is compiled.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable
from math import inf
from typing import Any, Final, TypeVar

from zermelo.errors import GivenUpError

VARIABLE: Final = "ZERMELO_COMPILE_SECONDS"
"""The name of the variable of the environment that says how many seconds; 0 for no limit."""
SECONDS: Final = 30.0
_PULSE: Final = 0.05
"""Seconds between two looks at the clock."""
_GRACE: Final = 1.0
"""Seconds that a compiler given up has to end by itself, and to leave the filters of warnings, which are all threads', as they were."""

T = TypeVar("T")
_given_up: threading.Thread | None = None
_at_work: Final[list[threading.Thread]] = []
_before = 0.0
"""Seconds of the processor's time that compilers took that have ended."""
_hears = False


class _GiveUp(BaseException):
    """Raised in the compiler's thread."""


class BusyError(GivenUpError):
    """The compiler has not even begun, as it has not yet ended what it was given up for."""


class _Compiler(threading.Thread):
    """A thread that compiles. `at_work` says what takes it so long, as far as that is known."""

    at_work: Callable[[], str] | None = None


def tell_by(at_work: Callable[[], str]) -> None:
    """Let whoever gives up the compiler that runs in this thread say by that what took it so long."""
    thread = threading.current_thread()
    if isinstance(thread, _Compiler):
        thread.at_work = at_work


def limit() -> float:
    """Seconds of the processor's time that the compiler may take for a kernel, or for the rules of a game."""
    said = os.environ.get(VARIABLE, "")
    try:
        seconds = float(said) if said else SECONDS
    except ValueError:
        warnings.warn(f"{VARIABLE} is {said!r}, which is no number of seconds; it is taken for {SECONDS:g}", stacklevel=2)
        return SECONDS
    return seconds if seconds > 0 else inf


def within_limit(work: Callable[[], T], what: str) -> T:
    """What `work` returns or raises. Raises GivenUpError where it takes longer than the limit; Ctrl-C breaks it off."""
    global _given_up
    if _given_up is not None and _given_up.is_alive():
        raise BusyError(f"{what} is not compiled, as the compiler is still at work on what it was given up for")
    returned: list[T] = []
    raised: list[BaseException] = []
    over = threading.Event()  # after Ctrl-C in `Thread.join`, Python 3.11 takes a thread that runs for one that has ended

    def run() -> None:
        global _before
        try:
            returned.append(work())
        except BaseException as error:  # for whoever waits
            raised.append(error)
        finally:
            _at_work.remove(thread)
            _before += time.thread_time()
            over.set()

    thread = _Compiler(target=run, name="zermelo compiler", daemon=True)
    _at_work.append(thread)
    most = limit()
    told = f"the compiler has been given up for {what}, after {most:g} seconds; it runs as plain Python ({VARIABLE} is the limit)"
    try:
        thread.start()
        while not over.wait(_PULSE) and thread.is_alive():
            if _used(thread) > most:
                _given_up = thread
                why = thread.at_work() if thread.at_work else ""
                _strike(thread)
                over.wait(_GRACE)
                raise GivenUpError(f"{told}. {why}" if why else told)
    except (KeyboardInterrupt, _GiveUp) as stop:  # the second where this thread is itself a compiler's: what is in it ends with it
        _strike(thread)
        while not over.wait(_PULSE) and thread.is_alive():
            pass
        at_work = raised[0] if raised else stop
        raise stop.with_traceback(at_work.__traceback__) from None  # says which rule was looked at, where one was
    if raised:
        raise (
            GivenUpError(told) if isinstance(raised[0], _GiveUp) else raised[0]
        )  # meant for an earlier thread, which had this one's number
    return returned[0]


def used() -> float:
    """Seconds that the processor has worked for the compiler in this process so far."""
    return _before + sum(map(_used, tuple(_at_work)))


def _used(thread: threading.Thread) -> float:
    """Seconds that the processor has worked for a thread; 0 once it has ended, and where the system does not say."""
    if not hasattr(time, "pthread_getcpuclockid") or thread.ident is None or not thread.is_alive():
        return 0.0
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    except OSError:
        return 0.0


def _strike(thread: threading.Thread) -> None:
    global _hears
    if not _hears:
        _hears = True
        sys.unraisablehook = functools.partial(_dropped, sys.unraisablehook)
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_GiveUp))


def _dropped(told: Callable[[Any], Any], dropped: Any) -> None:
    """Hear what Python drops: a strike that fell into a callback of the garbage collector is made again."""
    if not issubclass(dropped.exc_type, _GiveUp):
        told(dropped)
        return
    again = threading.Timer(_PULSE, _strike, [threading.current_thread()])
    again.daemon = True
    again.start()
