"""What a command writes: whatever a game, a file or a peer says, no control character of theirs reaches the terminal.

The colours of our own are written by rich, around texts that have gone through here. What cannot be written at all is one
error, whoever was about to write.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from zermelo.loaded import without_folders

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""All that are neither the end of a line nor a tab."""


def visible(text: str) -> str:
    r"""The text with its control characters written out, ESC as \x1b, and with the names of modules as users have given them."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", without_folders(text))


class OutputLost(BaseException):  # as Ctrl-C, it is nobody's fault whose code happens to run
    """Standard output takes no more."""

    def __init__(self, error: Exception) -> None:
        super().__init__(getattr(error, "strerror", None) or str(error))
        self.by_reader = isinstance(error, BrokenPipeError)
        """Whether who was reading (`| head`) has seen enough."""


class Screen:
    """A text stream that writes to another one: what is visible, unless it is told to leave all as it is."""

    def __init__(self, raw: Any, *, lossy: bool = False, as_it_is: bool = False) -> None:
        self.raw, self.lossy, self.as_it_is = raw, lossy, as_it_is

    def write(self, text: str) -> int:
        """Write a text; as many letters as it has."""
        self._do(self.raw.write, text if self.as_it_is else visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write what was held back."""
        self._do(self.raw.flush)

    def _do(self, act: Any, *given: str) -> None:
        try:
            act(*given)
        except (OSError, ValueError) as error:  # ValueError: it was closed
            if not self.lossy:
                raise OutputLost(error) from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


class _Visible(Console):
    """A console on which texts are made visible; the control codes are its own."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def console(*, stderr: bool = False) -> Console:
    """Where to write in colour: standard output, or standard error."""
    stream: Any = sys.stderr if stderr else sys.stdout
    own = Screen(stream.raw, lossy=stream.lossy, as_it_is=True) if isinstance(stream, Screen) else stream
    return _Visible(file=own, stderr=stderr, highlight=False)  # type: ignore[arg-type]  # as much of a text stream as is used


@contextmanager
def screened() -> Iterator[None]:
    """Standard output and standard error as `Screen`s, also where they are closed."""
    _complete()
    before: Any = sys.stdout, sys.stderr
    for stream in (sys.stdin, *before):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # odd bytes typed, or a terminal without some sign: never the end of a game
    now: Any = Screen(sys.stdout), Screen(sys.stderr, lossy=True)
    sys.stdout, sys.stderr = now
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        try:
            sys.stderr.flush()
        except (OSError, ValueError):
            _let_go(sys.__stderr__, 2)  # else Python tries again when it ends, and the exit code is its own


def discard() -> None:
    """Let go of what standard output holds and cannot write, so that nobody tries again."""
    _let_go(sys.__stdout__, 1)


def _let_go(stream: IO[str] | None, number: int) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno() if stream else number)


class _Closed(io.TextIOBase):
    """Standard output of who has none (`>&-`)."""

    def write(self, text: str) -> int:
        """Refuse."""
        raise OSError(errno.EBADF, "it is closed")


def _complete() -> None:
    """Put something where the three streams are closed, else the next file that is opened would be taken for one of them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which takes the lowest number that is free
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as the program runs
    sys.stdout = sys.stdout or _Closed()
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
