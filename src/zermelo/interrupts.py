"""Ctrl-C while the command `zermelo` is loaded, and while it leaves: it ends at once, in one line.

There is nothing to save then; what is heard while a command is at work, `zermelo.cli.stopping` says. A program that imports
the package is left alone. This file is the first that is loaded, and needs nothing that Python has not loaded before.
"""

import _signal as signal  # type: ignore[import-not-found]  # `signal` would load more, in which Ctrl-C might come
import os
import sys

STOPPED = 130
"""The exit code, as shells count: 128 and the number of the signal."""


def listen() -> None:
    """From now on, Ctrl-C ends this process at once, unless it is told to ignore it. For the main thread."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


def leave(number: int, frame: object, write=os.write, leave=os._exit) -> None:  # type: ignore[no-untyped-def]  # at hand to the last
    """Say so, and end the process."""
    try:
        write(2, b"zermelo: stopped\n")
    finally:
        leave(STOPPED)


def _is_command() -> bool:
    """Whether what loads the package is the command, by its script or as `python -m zermelo`."""
    program = sys.argv[0] if getattr(sys, "argv", None) else ""
    if program == "-m":  # while Python looks for the module
        words = sys.orig_argv
        return "zermelo" in words[words.index("-m") + 1 :][:1] if "-m" in words else False
    return os.path.basename(program) in ("zermelo", "zermelo.exe")


if _is_command():
    listen()
