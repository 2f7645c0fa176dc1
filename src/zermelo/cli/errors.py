"""What goes wrong becomes one line on standard error and exit code 2; Ctrl-C is exit code 130."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

from zermelo.blame import said

WRONG: Final = 2
STOPPED: Final = 130


@contextmanager
def reporting() -> Iterator[None]:
    """Report our own errors, and whatever a user's game raises, in one line."""
    try:
        yield
    except KeyboardInterrupt:
        fail("stopped", STOPPED)
    except Exception as error:
        if isinstance(error, BrokenPipeError) or type(error).__module__.partition(".")[0] in ("click", "typer"):
            raise  # how the command line itself ends
        text = said(error)
        what = f"{type(error).__name__}: {error}"
        fail(text or f"a method of the game gave or takes something that it should not ({what}); `zermelo check GAME` says which")
    except SystemExit as error:
        fail(f"the game ended the program (SystemExit: {error.code}); rules answer, and leave that to whoever asks")


def fail(text: str, code: int = WRONG) -> NoReturn:
    """Say what went wrong and end the program."""
    sys.stdout.flush()
    print(f"zermelo: {text}", file=sys.stderr)
    raise typer.Exit(code)
