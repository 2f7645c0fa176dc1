"""How results reach the terminal: text, tables, JSON, and a sign of life while a search runs."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any

from zermelo.search.runner import Progress


def print_json(value: Any) -> None:
    """Strict JSON: an infinite number is written "inf" or "-inf"."""
    print(json.dumps(_strict(value), indent=2, allow_nan=False, ensure_ascii=False))


def _strict(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _strict(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_strict(part) for part in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value


def print_table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Rows of text under a header, in columns: the first one flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip())


def print_facts(facts: list[tuple[str, str]]) -> None:
    """Names and values, one pair a line."""
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        print(f"{name:<{width}}  {value}".rstrip())


@contextmanager
def sign_of_life(what: str) -> Iterator[Progress]:
    """While a search runs, show that it does, with the nodes so far (on a terminal), and hear every Ctrl-C."""
    with every_interrupt() as check:
        if not sys.stderr.isatty():
            yield lambda nodes: check()
            return
        from rich.console import Console

        with Console(stderr=True, highlight=False).status(f"{what} ...") as status:

            def show(nodes: int) -> None:
                check()
                status.update(f"{what} ... {nodes:,} nodes")

            yield show


@contextmanager
def every_interrupt() -> Iterator[Callable[[], None]]:
    """Give a function that raises a Ctrl-C which was lost: Python drops what is raised while the compiler calls it back."""
    asked = False

    def remember(*_: object) -> None:
        nonlocal asked
        asked = True
        raise KeyboardInterrupt

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # someone else listens, or Ctrl-C is switched off
        yield check
        return
    signal.signal(signal.SIGINT, remember)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
