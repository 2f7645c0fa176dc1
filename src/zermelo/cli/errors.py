"""What goes wrong becomes one line on standard error and exit code 2; Ctrl-C is exit code 130."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn

import typer

from zermelo.cli.screen import OutputLost
from zermelo.cli.stopping import TERMINATED, terminated
from zermelo.cli.stopping import code as code_of_interrupt
from zermelo.rule_errors import blame
from zermelo.search.runtime.workers import HangingError
from zermelo.user_errors import said

WRONG: Final = 2
UNREAD: Final = 1
"""The exit code where some games of a file could not be read, and the others have been done."""


@contextmanager
def reporting() -> Iterator[None]:
    """Report our own errors, and whatever a user's game raises, in one line."""
    try:
        yield
        if terminated():  # and the command took it for its end
            raise typer.Exit(TERMINATED)
    except KeyboardInterrupt as stop:
        interrupted(f"stopped{hanging(stop)}")
    except Exception as error:
        if type(error).__module__.partition(".")[0] in ("click", "typer"):
            raise  # how the command line itself ends
        text = said(error)
        what = f"{type(error).__name__}: {error}"
        fail(text or f"{what}, in {_place(error)}: the game gives or takes what it should not (`zermelo check GAME`), or the fault is ours")
    except SystemExit as error:
        fail(f"the game ended the program (SystemExit: {error.code}); rules answer, and leave that to whoever asks")


def hanging(stop: KeyboardInterrupt) -> str:
    """Which rule was running when Ctrl-C came, where that is known: it may hang."""
    if isinstance(stop, HangingError):
        return f"; {stop}"
    told = blame(stop)
    return f" in {told.replace(': KeyboardInterrupt', '', 1)}" if told else ""


def _place(error: Exception) -> str:
    """Where it was raised: file and line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"


def fail(text: str, code: int = WRONG) -> NoReturn:
    """Say what went wrong and end the program."""
    with suppress(OutputLost):  # which is reported when all else is said
        sys.stdout.flush()
    print(f"zermelo: {text}", file=sys.stderr)
    raise typer.Exit(code)


def interrupted(text: str) -> NoReturn:
    """Say what Ctrl-C or SIGTERM has stopped and end the program."""
    fail(text, code_of_interrupt())
