"""What kernels work with besides numbers: rows of memory, states, and what is known only while a kernel is compiled.

A number, a bool or a tuple is as in `plain.kinds`: a few parts in registers. So is a state of a few numbers. One of more is the address of
its words, which never change while somebody may still read them: whoever keeps such a state has words of its own (see
`writer.Writer.assign`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from llvmlite import ir

from zermelo.native import BYTES, FLOATS, HALVES, SHORTS, SINGLES, STATES, WORDS
from zermelo.native.plain import kinds
from zermelo.native.plain.kinds import ADDRESS, BOOL, FLOAT, I64, INT, Kind


@dataclass(frozen=True)
class Row(Kind):
    """A row of numbers in memory: `row[i]` reads and writes the i-th, unchecked.

    Floats may be stored as `singles`, with 32 bits; whole numbers from 0 up with fewer bits than 64.
    """

    element: Kind
    singles: bool = False
    bits: int = 64
    parts = (ADDRESS,)

    @property
    def stored(self) -> ir.Type:
        """The type of a number in memory."""
        return ir.FloatType() if self.singles else ir.IntType(self.bits) if self.bits < 64 else self.element.parts[0]


@dataclass(frozen=True)
class StateRow(Kind):
    """A row of states in memory."""

    parts = (ADDRESS,)


@dataclass(frozen=True)
class State(Kind):
    """A state in memory: where its words are."""

    parts = (ADDRESS,)


@dataclass(frozen=True)
class Key(Kind):
    """What `key` gives: its fingerprint, and the state, by which two of them are compared whose fingerprints are the same."""

    state: Kind

    @cached_property
    def parts(self) -> tuple[ir.Type, ...]:  # type: ignore[override]
        """The fingerprint, and what the state has."""
        return (I64, *self.state.parts)


@dataclass(frozen=True)
class Span(Kind):
    """A `range`: from where, and up to where."""

    step: int
    parts = (I64, I64)


STATE: Final = State()
_PARAMETERS: Final[dict[Any, Kind]] = {
    int: INT, float: FLOAT, WORDS: Row(INT), FLOATS: Row(FLOAT), SINGLES: Row(FLOAT, singles=True), STATES: StateRow(),
    BYTES: Row(INT, bits=8), SHORTS: Row(INT, bits=16), HALVES: Row(INT, bits=32),
}  # fmt: skip


def parameter_kind(parameter: Any) -> Kind:
    """The kind of a parameter of a kernel's part, as `Kernel.parts` names it. KeyError for one that such kernels do not take."""
    return _PARAMETERS[parameter]


def return_kind(returns: Any, players: int) -> Kind:
    """The kind of what a part returns."""
    if returns in (int, float):
        return INT if returns is int else FLOAT
    if returns == tuple[float, ...]:
        return kinds.Tuple((FLOAT,) * players)
    return kinds.Tuple((INT, INT))


__all__ = ["BOOL", "FLOAT", "INT", "STATE", "Key", "Kind", "Row", "Span", "State", "StateRow", "parameter_kind", "return_kind"]
