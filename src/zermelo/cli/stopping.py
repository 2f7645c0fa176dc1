"""Ctrl-C and SIGTERM while a command is at work: both raise KeyboardInterrupt in it, so that it saves what it has and says so."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn

from zermelo.interrupts import STOPPED, leave

TERMINATED: Final = 143
"""The exit code after SIGTERM, as shells count: 128 and the number of the signal."""
_AGAIN: Final = 0.02
"""Seconds after which a Ctrl-C is heard again that came where Python drops what is raised."""

_terminated = False
_abandoned = False


@contextmanager
def heard() -> Iterator[None]:
    """While a command is at work, hear both. Nothing where the command is run by another program, which hears them itself."""
    at_first = signal.getsignal(signal.SIGINT)
    if at_first not in (leave, signal.SIG_IGN) or threading.current_thread() is not threading.main_thread():
        yield
        return
    told = sys.unraisablehook

    def repeat(dropped: Any) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):  # it was raised where nobody could catch it, as in a __del__
            _soon()
        else:
            told(dropped)

    sys.unraisablehook = repeat
    at_end = signal.signal(signal.SIGTERM, _terminate)
    if at_first is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if at_first is leave:
            signal.signal(signal.SIGINT, leave)
        signal.signal(signal.SIGTERM, at_end)
        sys.unraisablehook = told


@contextmanager
def loading() -> Iterator[None]:
    """Meanwhile Ctrl-C ends the process at once: for code that makes another error of KeyboardInterrupt; nothing is to be saved yet."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def ask(prompt: str) -> str:
    """`input`, which hears both at once."""
    with _insistently():
        return input(prompt)


def lines() -> Iterator[str]:
    """Those of standard input; both are heard at once while one is waited for."""
    source = iter(sys.stdin)
    while True:
        with _insistently():
            line = next(source, "")
        if not line:
            return
        yield line


@contextmanager
def _insistently() -> Iterator[None]:
    """While something is waited for, a signal is sent again and again until it has been heard.

    Python loses one that comes just before it begins to wait, which takes long where the machine is busy: nothing happens until the
    next key, or the next line.
    """
    if not hasattr(signal, "pthread_kill") or threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = threading.Event()
    ear, mouth = os.pipe()
    os.set_blocking(mouth, False)
    before = signal.set_wakeup_fd(mouth)

    def again() -> None:
        while numbers := os.read(ear, 1):
            if not heard.wait(_AGAIN):
                signal.pthread_kill(threading.main_thread().ident or 0, numbers[0])

    telling = threading.Thread(target=again, daemon=True)
    telling.start()
    try:
        yield
    finally:
        heard.set()
        signal.set_wakeup_fd(before)
        os.close(mouth)
        telling.join()
        os.close(ear)


def terminated() -> bool:
    """Whether SIGTERM has come."""
    return _terminated


def code() -> int:
    """The exit code of a command that was stopped: by SIGTERM, or else by Ctrl-C."""
    return TERMINATED if _terminated else STOPPED


def abandon() -> None:
    """Let the command not wait, as it leaves, for what is at work in other threads: Python would end with the machine code running."""
    global _abandoned
    _abandoned = True


def leave_by(end: SystemExit) -> NoReturn:
    """End the program, all having been written: at once where others were abandoned."""
    if _abandoned:
        os._exit(end.code if isinstance(end.code, int) else 0)
    raise end


def _soon() -> None:
    """Ctrl-C again, a moment later; also where it comes while this is being arranged."""
    while True:
        try:
            _thread.start_new_thread(_after_a_moment, ())  # a Thread waits until it has begun, and would be interrupted as it waits
        except KeyboardInterrupt:
            continue
        return


def _after_a_moment() -> None:
    time.sleep(_AGAIN)
    _interrupt()


def _interrupt() -> None:
    """Ctrl-C for the main thread, also where it sleeps."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def _terminate(number: int, frame: Any) -> None:
    global _terminated
    _terminated = True
    at_interrupt = signal.getsignal(signal.SIGINT)
    (at_interrupt if callable(at_interrupt) else signal.default_int_handler)(number, frame)
