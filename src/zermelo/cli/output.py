"""How results reach the terminal: text, tables, JSON, and what is known so far while a search runs."""

from __future__ import annotations

import json
import re
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any, Final

from zermelo.cli.screen import console
from zermelo.game import MAX, Game, State
from zermelo.languages import language
from zermelo.play.players import seat_name
from zermelo.scales import decided, told, told_found
from zermelo.search.engine.result import EngineResult
from zermelo.search.known import KnownResult
from zermelo.search.result import Result, Worth
from zermelo.search.runtime.build import refusals
from zermelo.search.runtime.workers import Progress
from zermelo.user_errors import said
from zermelo.values import counted, in_words

_BEYOND_ASCII: Final = re.compile(r"[\x7f-\x9f]")
"""The control characters that JSON may hold as they are."""
EVERY: Final = 10.0
"""Seconds between two lines on what is under way, where standard error is no terminal."""
LONG: Final = 2.0
"""Seconds from which on a compilation takes long."""
MOMENT: Final = 1.0
"""Seconds after which work is not done at once."""
ENGLISH: Final = language("en")
"""What commands speak."""
LINE_SHOWN: Final = 8
"""This many plies of a line go into a line of text about a move."""


def print_json(value: Any) -> None:
    """Strict JSON: an infinite number is written "inf" or "-inf"; control characters as \\u001b, all of them."""
    text = json.dumps(_strict(value), indent=2, allow_nan=False, ensure_ascii=False)
    print(_BEYOND_ASCII.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


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


def rate(count: int, seconds: float, what: str = "nodes") -> str:
    """How many a second, in a few digits."""
    speed = count / max(seconds, 1e-9)
    return f"{speed / 1e6:.1f} M {what}/s" if speed >= 1e6 else f"{speed / 1e3:.1f} k {what}/s"


def why_not_compiled(reason: str, game: str) -> str:
    """Why a game runs as plain Python, and which command says more of the game that was named so."""
    return f"it does not compile: {reason}; `zermelo check {shlex.quote(game)}` says all"


@contextmanager
def telling_why_not_compiled(game: str) -> Iterator[None]:
    """Where the game that was named so turns out not to compile, say on standard error that it runs as plain Python, and why.

    That is said as soon as the work takes more than a moment, or at its end; of work that fails at once only what has failed.
    """
    telling: list[threading.Timer] = []
    said_already: list[str] = []

    def tell(reason: str) -> None:
        said_already.append(reason)
        print(f"zermelo: as plain Python, which is slower: {why_not_compiled(reason, game)}", file=sys.stderr, flush=True)

    def hear(reason: str) -> None:
        if not telling:
            telling.append(threading.Timer(MOMENT, tell, (reason,)))
            telling[0].start()

    try:
        with refusals(hear):
            yield
        for timer in telling:
            timer.cancel()
            timer.join()  # it may be telling just now
            if not said_already:
                tell(*timer.args)
    finally:
        for timer in telling:
            timer.cancel()


def plies(found: EngineResult) -> str:
    """How deep a search of the engine went: the depth, and the plies of the longest line."""
    return f"{found.depth}/{max(found.depth, found.selective_depth)}"


def worth(found: EngineResult) -> str:
    """The value that the engine found, to whom, and how sure it is."""
    sure = "proved" if found.proved else "not proved"
    if isinstance(found.value, tuple):
        return f"{figures(found.value)} to each player, {sure}"
    whose = MAX if found.game.players <= 2 else found.game.to_move(found.state)
    return f"{valued(found.game, found.value, whose, proved=found.proved, distance=found.distance)}, {sure}"


def valued(game: Game, value: Any, whose: int, *, proved: bool = False, distance: int | None = None, mean: bool = False) -> str:
    """Who wins, or what a value is in the scale of the game and to whom."""
    if game.players > 2:
        return f"{in_words(value)} to {seat_name(game, whose)}"
    text = told(game, value, ENGLISH, proved=proved or None, distance=distance, shortest=False, mean=mean)
    if decided(game, value, proved=proved) is None or (mean and not proved):
        when = "" if distance is None else f", in {counted(distance, 'ply', 'plies')} at the latest"
        return f"{text} to {seat_name(game, whose)}{when}"
    return text


def figures(value: Worth, digits: int = 4) -> str:
    """A value, or one a player, in few digits."""
    return " ".join(in_words(one, digits) for one in (value if isinstance(value, tuple) else (value,)))


def summary(found: Result, action: int) -> str:
    """What was known of a move, or what the engine thought of it, in a line; nothing of those who do not search with the engine."""
    if isinstance(found, KnownResult):
        return found.reason + (f", line {_shortened(found.names())}" if action == found.action else "")
    if not isinstance(found, EngineResult):
        return ""
    if found.stopped == "only action" and not found.proved:
        return "the only move"  # nobody looked what it is worth
    line = found.named(next((one.line for one in found.variations if one.line[0] == action), found.line))
    sure = " (proved)" if found.proved else ""
    return f"value {told_found(found, ENGLISH)}{sure}, depth {plies(found)}, line {_shortened(line)}"


def _shortened(line: Sequence[str]) -> str:
    """The first actions of a line, by name."""
    return f"{' '.join(line[:LINE_SHOWN])}{' ...' if len(line) > LINE_SHOWN else ''}"


class Watch:
    """A search seen from outside: `progress` and `report` are for `zermelo.best`, what they say is handed to `show`."""

    def __init__(self, what: str, unit: str, check: Callable[[], None], show: Callable[[str], None]) -> None:
        self.what, self.unit, self.check, self.show = what, unit, check, show
        self.found: EngineResult | None = None
        self._reported = 0.0

    def progress(self, nodes: int) -> None:
        """This many nodes have been searched."""
        self.check()
        self.show(self._text(nodes))

    def report(self, found: EngineResult) -> None:
        """So much is known."""
        self.found, self._reported = found, time.perf_counter()
        self.show(self._text(found.nodes))

    def _text(self, nodes: int) -> str:
        found = self.found
        if found is None:
            return f"{self.what} ... {nodes:,} {self.unit}"
        since = time.perf_counter() - self._reported if nodes > found.nodes else 0.0
        speed = rate(max(nodes, found.nodes), found.seconds + since)
        hits = f", table hits {found.hits / found.probes:.0%}" if found.probes else ""
        return (
            f"{self.what} ... {counted(nodes, 'node')}, {speed}{hits}\n"
            f"  depth {plies(found)}, value {worth(found)}\n"
            f"  line {' '.join(found.names())}"
        )


@contextmanager
def watching(what: str, unit: str = "nodes") -> Iterator[Watch]:
    """While a search runs that counts these, show what is known of it (see `alive`), and hear every Ctrl-C."""
    with every_interrupt() as check, alive(what) as show:
        yield Watch(what, unit, check, show)


@contextmanager
def sign_of_life(what: str) -> Iterator[Progress]:
    """While something runs that counts nodes, show that it does, and hear every Ctrl-C."""
    with watching(what) as watch:
        yield watch.progress


@contextmanager
def reporting_on(what: str) -> Iterator[Callable[[str], None]]:
    """While something runs that says in words how far it is, show that, and hear every Ctrl-C."""
    with every_interrupt() as check, alive(what) as show:

        def progress(text: str) -> None:
            check()
            show(text)

        yield progress


@contextmanager
def alive(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is under way: on a terminal as it changes, else a line on standard error now and then. Gives what shows a newer text.

    A compilation that takes long is told on standard error in any case, as it begins.
    """
    from zermelo import native

    terminal, told = sys.stderr.isatty(), False

    def tell(waited_for: str, left: float | None) -> None:
        nonlocal told
        text = f"{native.in_words(waited_for, left) or what} ..."
        show(text)
        if not (terminal or told or left is None or left < LONG):
            print(f"zermelo: {text}", file=sys.stderr, flush=True)
        told = bool(waited_for) and (told or left is not None)  # what is left at first follows from the rules, later from the machine

    with (_on_terminal if terminal else _now_and_then)(f"{what} ...") as show, native.listening(tell):
        yield show


@contextmanager
def _on_terminal(text: str) -> Iterator[Callable[[str], None]]:
    from rich.text import Text

    screen = console(stderr=True)
    width = max(20, screen.width - 3)

    def show(text: str) -> None:
        status.update(Text("\n".join(line if len(line) <= width else line[: width - 3] + "..." for line in text.split("\n"))))

    with screen.status(text) as status:
        yield show


@contextmanager
def _now_and_then(text: str) -> Iterator[Callable[[str], None]]:
    begun, over, known = time.perf_counter(), threading.Event(), [text]

    def tell() -> None:
        while not over.wait(EVERY):
            print(f"zermelo: {known[-1]} ({time.perf_counter() - begun:.0f} s)", file=sys.stderr, flush=True)

    def show(text: str) -> None:
        known[0] = text.partition("\n")[0]

    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    try:
        yield show
    finally:
        over.set()
        telling.join()


@contextmanager
def every_interrupt() -> Iterator[Callable[[], None]]:
    """Give a function that raises a Ctrl-C which was lost: Python drops what is raised while the compiler calls it back."""
    asked = False
    before = sys.unraisablehook

    def remember(dropped: Any) -> None:
        nonlocal asked
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            asked = True
        else:
            before(dropped)

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    sys.unraisablehook = remember
    try:
        yield check
    finally:
        sys.unraisablehook = before


def print_state(game: Game, state: State) -> None:
    """The state above what was found out about it. A `show` that fails is reported, and what was found is printed all the same."""
    try:
        print(game.show(state), end="\n\n")
    except Exception as error:  # whatever the game's own code raises
        print(f"(it cannot be shown: {said(error) or repr(error)})", end="\n\n")
