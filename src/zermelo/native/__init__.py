"""The one door to compiled code. Nothing outside this folder imports numba, and this file only when it is asked."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from zermelo.errors import CompileError

WORDS: Final = "words"
"""The type of a parameter that is a row of signed 64-bit words in memory, given as its address."""
FLOATS: Final = "floats"
"""The same of 64-bit floats."""
SINGLES: Final = "singles"
"""The same of 32-bit floats."""
BYTES: Final = "bytes"
"""The same of whole numbers from 0 up, of 8 bits; kernels without a game take them, and the next two."""
SHORTS: Final = "shorts"
"""The same of 16 bits."""
HALVES: Final = "halves"
"""The same of 32 bits."""
STATES: Final = "states"
"""The type of a parameter that is a row of the game's states in memory, given as its address."""
MOST_PREDECESSORS: Final = 1 << 9
"""States before one that a kernel looks at, at most."""

EVERY: Final = 0.5
"""Seconds from one word about what is under way to the next."""

Listener = Callable[[str, float | None], None]
_listeners: list[Listener] = []
_waited_for: list[tuple[str, Callable[[], float | None]]] = []
"""What is under way, and what tells how many seconds are left; what one compilation asks of another stands above it."""


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Meanwhile, call `listener` with the words for what begins here and takes long, and with no words when all is done.

    With the words comes how many seconds are left, about, or None where nobody knows; as that changes, both come again.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def in_words(waited_for: str, left: float | None) -> str:
    """What a listener hears, as people read it."""
    return waited_for if left is None else f"{waited_for}; about {max(1, round(left))} s left"


@contextmanager
def compiling(expected: float = 0.0) -> Iterator[None]:
    """Tell who listens that something is being compiled, which takes so many seconds of the processor's; 0 where that is not known."""
    import threading

    from zermelo.native.progress import Progress

    outer = _waited_for[-1][1] if _waited_for else None
    over = threading.Event()

    def tell() -> None:
        while not over.wait(EVERY):
            _tell()

    telling = threading.Thread(target=tell, name="zermelo compiling", daemon=True)
    with _waiting_for("compiling, once for these rules", outer or Progress(expected).left):
        if outer is None:
            telling.start()
        try:
            yield
        finally:
            over.set()
            if outer is None:
                telling.join()


@contextmanager
def _waiting_for(what: str, left: Callable[[], float | None] = lambda: None) -> Iterator[None]:
    _waited_for.append((what, left))
    _tell()
    try:
        yield
    finally:
        _waited_for.pop()
        _tell()


def _tell() -> None:
    what, left = _waited_for[-1] if _waited_for else ("", lambda: None)
    seconds = left()
    for listener in tuple(_listeners):
        listener(what, seconds)


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: a compiler makes a million objects and keeps most of them, so a tenth of its time finds nothing."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@functools.cache
def missing() -> str:
    """Why nothing can be compiled here; nothing where it can."""
    try:
        with _waiting_for("loading the compiler"), uncollected():
            from zermelo.native import compiler  # noqa: F401
    except ImportError as error:
        return f"compiled code takes numba, which is not there ({error}): pip install 'zermelo[fast]'"
    return ""


def kernel(algorithm: Any, game: Any) -> Any:
    """The algorithm compiled for the game (see `compiler.kernel`). Raises CompileError where it does not compile."""
    return _compiler().kernel(algorithm, game)


def function(algorithm: Any) -> Any:
    """The algorithm compiled by itself, without a game (see `compiler.function`)."""
    return _compiler().function(algorithm)


def explain(game: Any) -> list[str]:
    """Which parts of the game do not compile, and why, in the user's terms; nothing if it compiles whole."""
    return list(_compiler().explain(game))


def unnumbered(game: Any) -> list[str]:
    """What does not compile of `rank`, `unrank` and the like in a game that compiles: its databases are made by plain Python."""
    return list(_compiler().unnumbered(game))


def costs(game: Any) -> list[Any]:
    """What the lines of the game's rules cost compiled, the dearest first (see `plain.profile.LineCost`).

    Nothing for rules in the dialect, which are one with the search, and where the processor has no clock that can be read.
    Raises CompileError where the rules do not compile.
    """
    return list(_compiler().costs(game))


def state_size(game: Any) -> int:
    """Bytes that a state of the game takes in a row of STATES."""
    return int(_compiler().state_size(game))


def room(game: Any) -> dict[str, Any]:
    """How states of the game lie in such a row, as far as this process knows what room they need, as JSON can say it."""
    return dict(_compiler().room(game))


def make_room(game: Any, room: dict[str, Any]) -> None:
    """Let states of the game lie in what is compiled next as `room` of another process says."""
    _compiler().make_room(game, room)


def expected(game: Any) -> float:
    """About how many seconds of the processor's time it takes to compile a kernel for the game, where none is kept on the disk.

    An estimate, by how the game is compiled and how long its rules are: right to a factor of two. Raises CompileError where there is no
    compiler.
    """
    return float(_compiler().expected(game))


def rules(game: Any) -> str:
    """A digest of all that the game's rules depend on, as they are now: where it is the same, so are the game's kernels."""
    return str(_compiler().rules(game))


def failure(game: Any) -> str:
    """What went wrong in the game's compiled rules the last time that something did, and in which line; nothing where that is not known."""
    return str(_compiler().failure(game))


def leave(game: Any, why: str) -> None:
    """Let the game run interpreted from now on in this process, for this reason."""
    _compiler().leave(game, why)


def failing(game: Any) -> tuple[str, Any, tuple[Any, ...]] | None:
    """What the game was asked then: the method, the state and what it takes besides; None where that is not known."""
    found: tuple[str, Any, tuple[Any, ...]] | None = _compiler().failing(game)
    return found


def _compiler() -> Any:
    """The compiler, loaded when it is first asked. Raises CompileError where it cannot be."""
    if words := missing():
        raise CompileError(words)
    from zermelo.native import compiler

    return compiler
