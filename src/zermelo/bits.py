"""`Bits`: a set of the numbers 0..63 in one machine word, alike interpreted and compiled.

    63 62 ... 2  1  0        member i is the bit of worth 2**i; Bits(0b1010) is {1, 3}

Read as a set it has `&`, `|`, `^`, `~`, `in`, `count`, `lowest`, `highest` and iteration over its members
from the lowest up. Read as a number modulo 2**64 it has `+`, `-`, `*` and unary `-`, which bitboards live on
(`b & (b - 1)` drops the lowest member). Shifts move every member and drop what leaves the 64 places.

An `int` on either side of an operator stands for its bits modulo 2**64, so `b & -2` and `1 | b` mean what
they do in C. Comparisons are of numbers: no `Bits` equals -1 or 2**64.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

WORD = (1 << 64) - 1


class Bits:
    """An immutable set of the numbers 0..63. Every operation takes constant time, iteration one step a member.

    >>> b = Bits(0b1010)
    >>> list(b), b.count(), b.lowest(), b.highest(), 3 in b
    ([1, 3], 2, 1, 3, True)
    >>> b << 62, b & (b - 1), ~b & 0xF
    (Bits(0x8000000000000000), Bits(0x8), Bits(0x5))
    """

    __slots__ = ("_word",)
    _word: int

    def __init__(self, number: int | Bits = 0) -> None:
        _set_word(self, _word(number))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Bits never change; an operator makes a new one")

    def __reduce__(self) -> tuple[type[Bits], tuple[int]]:
        return Bits, (self._word,)

    # As a set

    def count(self) -> int:
        """How many members there are, 0..64."""
        return self._word.bit_count()

    def lowest(self) -> int:
        """The least member; 64 if there is none."""
        return (self._word & -self._word).bit_length() - 1 if self._word else 64

    def highest(self) -> int:
        """The greatest member; -1 if there is none."""
        return self._word.bit_length() - 1

    def __contains__(self, member: int) -> bool:
        return 0 <= member < 64 and bool(self._word >> member & 1)

    def __iter__(self) -> Iterator[int]:
        word = self._word
        while word:
            yield (word & -word).bit_length() - 1
            word &= word - 1

    def __bool__(self) -> bool:
        return self._word != 0

    def __and__(self, other: int | Bits) -> Bits:
        if type(other) is Bits:
            return _bits(self._word & other._word)
        return _bits(self._word & _word(other)) if isinstance(other, _OPERANDS) else NotImplemented

    def __or__(self, other: int | Bits) -> Bits:
        if type(other) is Bits:
            return _bits(self._word | other._word)
        return _bits(self._word | _word(other)) if isinstance(other, _OPERANDS) else NotImplemented

    def __xor__(self, other: int | Bits) -> Bits:
        if type(other) is Bits:
            return _bits(self._word ^ other._word)
        return _bits(self._word ^ _word(other)) if isinstance(other, _OPERANDS) else NotImplemented

    def __invert__(self) -> Bits:
        return _bits(self._word ^ WORD)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    # As a row of 64 places; a shift by less than 0 or more than 63 leaves nothing

    def __lshift__(self, places: int) -> Bits:
        return _bits(self._word << places & WORD if 0 <= places < 64 else 0)

    def __rshift__(self, places: int) -> Bits:
        return _bits(self._word >> places if 0 <= places < 64 else 0)

    # As a number modulo 2**64

    def __add__(self, other: int | Bits) -> Bits:
        return _bits(self._word + _word(other) & WORD) if isinstance(other, _OPERANDS) else NotImplemented

    def __sub__(self, other: int | Bits) -> Bits:
        return _bits(self._word - _word(other) & WORD) if isinstance(other, _OPERANDS) else NotImplemented

    def __rsub__(self, other: int) -> Bits:
        return _bits(_word(other) - self._word & WORD) if isinstance(other, _OPERANDS) else NotImplemented

    def __mul__(self, other: int | Bits) -> Bits:
        return _bits(self._word * _word(other) & WORD) if isinstance(other, _OPERANDS) else NotImplemented

    def __neg__(self) -> Bits:
        return _bits(-self._word & WORD)

    __radd__, __rmul__ = __add__, __mul__

    # Comparisons, of numbers

    def __eq__(self, other: object) -> bool:
        return self._word == _number(other) if isinstance(other, _OPERANDS) else NotImplemented

    def __lt__(self, other: int | Bits) -> bool:
        return self._word < _number(other) if isinstance(other, _OPERANDS) else NotImplemented

    def __le__(self, other: int | Bits) -> bool:
        return self._word <= _number(other) if isinstance(other, _OPERANDS) else NotImplemented

    def __gt__(self, other: int | Bits) -> bool:
        return self._word > _number(other) if isinstance(other, _OPERANDS) else NotImplemented

    def __ge__(self, other: int | Bits) -> bool:
        return self._word >= _number(other) if isinstance(other, _OPERANDS) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._word)

    def __int__(self) -> int:
        return self._word

    # For people

    def __repr__(self) -> str:
        return f"Bits({self._word:#x})"

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self)) + "}"


def set_of(members: Iterable[int]) -> Bits:
    """The set of these members. Not for compiled code.

    >>> set_of([1, 3, 63])
    Bits(0x800000000000000a)
    """
    word = 0
    for member in members:
        word |= 1 << member
    return Bits(word)


def runs(cells: Bits, step: int, length: int) -> Bits:
    """The members of `cells` with which a run of `length` (1 or more) members begins, each `step` above the one before.

    On a board whose rows are kept apart by an empty cell, these are the first cells of the lines in one direction.
    O(log length) shifts: runs of 1, 2, 4, ... until a doubling is too much.

    >>> runs(Bits(0b1011_1100), 1, 3)
    Bits(0xc)
    """
    found = cells
    so_far = 1
    while 2 * so_far <= length:
        found = found & (found >> so_far * step)
        so_far *= 2
    return found & (found >> (length - so_far) * step)


def _number(value: object) -> int:
    return value._word if isinstance(value, Bits) else value  # type: ignore[return-value]  # an operand


def _word(value: object) -> int:
    return value._word if isinstance(value, Bits) else int(value) & WORD  # type: ignore[call-overload]  # an operand


def _bits(word: int) -> Bits:
    made = _new(Bits)
    _set_word(made, word)
    return made


_OPERANDS = (Bits, int)
_new = object.__new__
_set_word = vars(Bits)["_word"].__set__
"""What `object.__setattr__` comes to, found once: rules in plain Python make a `Bits` by every operator."""
