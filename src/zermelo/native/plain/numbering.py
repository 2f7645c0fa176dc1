"""The numbers of a key, by which databases tell states from one another: as zermelo.words makes them of the same value in plain Python.

`put_numbers` writes what `words.numbers_of` gives, of keys that are always of one form; `put_tagged` what `words.tagged_numbers` gives, of
any. They are called by an entry (see entries.py), and give how many numbers there are: more than there is
room for where these are not all that the key has.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from llvmlite import ir

from zermelo import words
from zermelo.bits import WORD
from zermelo.native.plain import kinds
from zermelo.native.plain.builtin_functions import BUILTINS
from zermelo.native.plain.in_place import InPlace
from zermelo.native.plain.kinds import DOUBLE, I1, I64, INT, Dict, Instance, Kind, List, Optional, Sequence, Set, Tuple
from zermelo.native.plain.values import RefusedError, Value, constant

LONG: Final = 64
"""Numbers of a text, or another row, that is a member of a set or a part of one, at most."""


def put_numbers(game: Any, place: Any, room: int, key: Any) -> int:
    """Let the numbers of a key, of the form that the initial state's has, lie in a row of at most so many words; how many."""
    raise NotImplementedError


def put_tagged(place: Any, room: int, key: Any) -> int:
    """The same of any key, each of its values with what it is before it."""
    raise NotImplementedError


BUILTINS.update({put_numbers: "put_numbers", put_tagged: "put_tagged"})


@dataclass(frozen=True)
class _Row:
    """A row of words that is being written.

    place  where it lies
    room   for how many words there is room, one at least
    count  the cell of how many are written
    wrong  the cell of whether something of the value is not among them
    """

    place: Any
    room: Any
    count: Any
    wrong: Any


class Numbering(InPlace):
    """Writes the numbers of keys."""

    def call_put_numbers(self, game: Value, place: Value, room: Value, key: Value) -> Value:
        """Of a key of one form."""
        form = words.form_of(game.const.key(game.const.initial()))
        row = self._row(self.parts(place)[0], self.parts(self.whole(room))[0])
        numbers = self._in_registers(key, form)
        if numbers is None:
            self._put_plain(row, key, form)
            return self._how_many(row)
        fits = self.builder.icmp_signed("<=", self.integer(len(numbers)), row.room)
        self.branch(Value(kinds.BOOL, [fits]), lambda: self._put_all(row, numbers), lambda: None)
        return Value(INT, [self.builder.select(fits, self.integer(len(numbers)), self.builder.add(row.room, self.integer(1)))])

    def _put_all(self, row: _Row, numbers: list[Any]) -> None:
        for index, number in enumerate(numbers):
            self.store_word(number, self.at(row.place, self.integer(8 * index)), 0)

    def _in_registers(self, value: Value, form: Any) -> list[Any] | None:
        """The numbers of a key all of which are in registers; None for any other."""
        kind = value.kind
        if form is None and isinstance(kind, (kinds.Int, kinds.Bool, kinds.BitSet)):
            return [self.parts(value if isinstance(kind, kinds.BitSet) else self.whole(value))[0]]
        if form is None or not isinstance(kind, Tuple) or len(kind.members) != len(form) or not issubclass(kind.cls or tuple, tuple):
            return None
        inner = [self._in_registers(self.member(value, index), part) for index, part in enumerate(form)]
        return None if None in inner else [number for part in inner if part is not None for number in part]

    def call_put_tagged(self, place: Value, room: Value, key: Value) -> Value:
        """Of any key."""
        row = self._row(self.parts(place)[0], self.parts(self.whole(room))[0])
        self._put_tagged(row, key)
        return self._how_many(row)

    def _row(self, place: Any, room: Any) -> _Row:
        row = _Row(place, room, self._cell(I64), self._cell(I1))
        self.builder.store(self.integer(0), row.count)
        self.builder.store(ir.Constant(I1, 0), row.wrong)
        return row

    def _how_many(self, row: _Row) -> Value:
        too_many = self.builder.add(row.room, self.integer(1))
        return Value(INT, [self.builder.select(self.builder.load(row.wrong), too_many, self.builder.load(row.count))])

    def _cell(self, kind: ir.Type) -> Any:
        """A cell of the function's frame."""
        here = self.builder.block
        self.builder.position_at_end(self.entry)
        cell = self.builder.alloca(kind)
        self.builder.position_at_end(here)
        return cell

    def _put_number(self, row: _Row, *numbers: Any) -> None:
        for number in numbers:
            word = self.integer(number) if isinstance(number, int) else number
            count = self.builder.load(row.count)
            fits = self.builder.icmp_signed("<", count, row.room)
            at = self.builder.select(fits, count, self.builder.sub(row.room, self.integer(1)))
            self.store_word(word, self.at(row.place, self.builder.mul(at, self.integer(8))), 0)
            self.builder.store(self.builder.add(count, self.integer(1)), row.count)
            self._must(row, fits)

    def _must(self, row: _Row, holds: Any) -> None:
        """What is written is not all of the value where this does not hold."""
        self.builder.store(self.builder.or_(self.builder.load(row.wrong), self.builder.not_(holds)), row.wrong)

    # Numbers alone

    def _put_plain(self, row: _Row, value: Value, form: Any) -> None:
        if isinstance(value.kind, Optional):
            there, *rest = self.parts(value)
            self._must(row, there)
            value = Value(value.kind.some, rest)
        kind = value.kind
        if isinstance(kind, kinds.Never) or not self.alive:
            return
        if form is None and isinstance(kind, kinds.BitSet):
            self._put_number(row, self.parts(value)[0])
        elif form is None and isinstance(kind, (kinds.Int, kinds.Bool)):
            self._put_number(row, self.parts(self.whole(value))[0])
        elif form is not None and isinstance(kind, Tuple) and len(kind.members) == len(form) and issubclass(kind.cls or tuple, tuple):
            for index, inner in enumerate(form):
                self._put_plain(row, self.member(value, index), inner)
        elif form is not None and isinstance(kind, Sequence) and not kind.is_text and not kind.is_list:
            same = self.builder.icmp_signed("==", self.parts(self.length(value))[0], self.integer(len(form)))
            self._must(row, same)
            if len(set(form)) == 1:
                self._each(value, lambda one: self._put_plain(row, one, form[0]))
            else:
                self.branch(Value(kinds.BOOL, [same]), lambda: self._put_items(row, value, form), lambda: None)
        else:
            self._must(row, ir.Constant(I1, 0))

    def _put_items(self, row: _Row, value: Value, form: Any) -> None:
        for index, inner in enumerate(form):
            self._put_plain(row, self.item(value, constant(index)), inner)

    def _each(self, value: Value, body: Callable[[Value], None]) -> None:
        """Go through a row."""
        if isinstance(kinds.row_member(value.kind), kinds.Never):
            return
        source, member = self.members_at(value)
        self.counted(self.parts(self.length(value))[0], lambda index: body(self.load(member, self.place(member, source, index))))

    # Any value, as words.tagged_numbers has it

    def _put_tagged(self, row: _Row, value: Value) -> None:
        kind = value.kind
        if isinstance(kind, kinds.Never) or not self.alive:
            return
        if isinstance(kind, kinds.Nothing):
            self._put_number(row, words.IS_NONE)
        elif isinstance(kind, Optional):
            there, *rest = self.parts(value)
            self.branch(
                Value(kinds.BOOL, [there]),
                lambda: self._put_tagged(row, Value(kind.some, rest)),
                lambda: self._put_number(row, words.IS_NONE),
            )
        elif isinstance(kind, kinds.Member) and not kinds.is_int_enum(kind):
            if issubclass(kind.of, enum.Flag):
                raise RefusedError(f"a `key` that holds {kinds.in_words(kind)} does not compile")
            self._put_number(row, words.IS_MEMBER, words.tag_of(kind.of) >> 1, self.parts(value)[0])
        elif isinstance(kind, kinds.Float):
            self._put_float(row, self.parts(value)[0])
        elif isinstance(kind, kinds.BitSet):
            self._put_whole(row, self.integer(1), self.parts(value)[0])
        elif kinds.is_whole(kind):
            number = self.parts(self.whole(value))[0]
            below = self.builder.icmp_signed("<", number, self.integer(0))
            sign = self.builder.select(below, self.integer(-1), self.integer(1))
            self._put_whole(row, sign, self.builder.select(below, self.builder.neg(number), number))
        elif isinstance(kind, kinds.Char):
            self._put_number(row, words.IS_TEXT, 1, self.parts(value)[0])
        elif kinds.is_text(kind):
            self._put_number(row, words.IS_TEXT, self.parts(self.length(value))[0])
            self._each(value, lambda one: self._put_number(row, self.parts(one)[0]))
        elif isinstance(kind, Instance) and kind.cls is dict:
            self._put_number(row, words.IS_DICT, len(kind.names))
            for name in sorted(kind.names, key=words.tagged_numbers):
                self._put_number(row, words.IS_ROW, 2, *words.tagged_numbers(name))
                self._put_tagged(row, self.item(value, constant(name)))
        elif isinstance(kind, (Tuple, Instance)):
            self._put_members_of(row, value)
        elif isinstance(kind, (Set, Dict)):
            self._put_sorted(row, value)
        elif isinstance(kind, (Sequence, List)):
            self._put_number(row, words.IS_ROW, self.parts(self.length(value))[0])
            self._each(value, lambda one: self._put_tagged(row, one))
        else:
            raise RefusedError(f"a `key` that holds {kinds.in_words(kind)} does not compile")

    def _put_members_of(self, row: _Row, value: Value) -> None:
        kind = value.kind
        assert isinstance(kind, (Tuple, Instance))
        if kind.cls is None or issubclass(kind.cls, (tuple, list)):
            self._put_number(row, words.IS_ROW, len(kind.members))
        else:
            self._put_number(row, words.IS_OBJECT, words.tag_of(kind.cls) >> 1, len(kind.members))
        if isinstance(kind, Instance):
            held = self.members_one_by_one(value)
        else:
            held = [self.member(value, number) for number in range(len(kind.members))]
        for one in held:
            self._put_tagged(row, one)

    def _put_whole(self, row: _Row, sign: Any, size: Any) -> None:
        """A whole number by its sign and its size, which has no sign: how many words of 63 bits it takes, and these."""
        some = self.builder.icmp_unsigned("!=", size, self.integer(0))
        high = self.builder.lshr(size, self.integer(63))
        self._put_number(row, words.IS_NUMBER, sign, self.builder.add(self.builder.zext(some, I64), high))

        def low() -> None:
            self._put_number(row, self.builder.and_(size, self.integer(WORD >> 1)))
            self.branch(Value(kinds.BOOL, [self.builder.trunc(high, I1)]), lambda: self._put_number(row, 1), lambda: None)

        self.branch(Value(kinds.BOOL, [some]), low, lambda: None)

    def _put_float(self, row: _Row, number: Any) -> None:
        """A whole number as that number, any other by its bits."""
        size = self.builder.call(self.program.intrinsic("llvm.fabs", [DOUBLE]), [number])
        small = self.builder.fcmp_ordered("<", size, ir.Constant(DOUBLE, 2.0**63))
        endless = self.builder.fcmp_unordered("==", size, ir.Constant(DOUBLE, float("inf")))
        self._must(row, self.builder.or_(small, endless))
        whole = self.builder.fptosi(self.builder.select(small, number, ir.Constant(DOUBLE, 0.0)), I64)
        is_whole = self.builder.and_(small, self.builder.fcmp_ordered("==", self.builder.sitofp(whole, DOUBLE), number))
        self.branch(
            Value(kinds.BOOL, [is_whole]),
            lambda: self._put_tagged(row, Value(INT, [whole])),
            lambda: self._put_number(row, words.IS_FLOAT, self.builder.bitcast(number, I64)),
        )

    # Members in the order of their numbers

    def _put_sorted(self, row: _Row, value: Value) -> None:
        """The members of a set, or the pairs of a dict, the one of the least numbers first."""
        kind = value.kind
        count = self.parts(self.length(value))[0]
        self._put_number(row, words.IS_SET if isinstance(kind, Set) else words.IS_DICT, count)
        if isinstance(kind.key if isinstance(kind, Dict) else kinds.row_member(kind), kinds.Never):
            return
        if kinds.is_numbered(kind):
            value = self.to_list(value)
        source, member = self.members_at(value)
        width = self.integer(most_numbers(member))
        size = self.builder.mul(width, self.integer(8))
        table = self.take(self.builder.mul(count, size))
        lengths = self.take(self.builder.mul(count, self.integer(8)))

        def gather(index: Any) -> None:
            one = self._row(self.at(table, self.builder.mul(index, size)), width)
            self._put_tagged(one, self.load(member, self.place(member, source, index)))
            self._must(row, self.builder.not_(self.builder.load(one.wrong)))
            self.store_word(self.builder.load(one.count), self.at(lengths, self.builder.mul(index, self.integer(8))), 0)

        self.counted(count, gather)
        best = self._cell(I64)

        def length_of(index: Any) -> Any:
            return self.load_word(self.at(lengths, self.builder.mul(index, self.integer(8))), 0)

        def compare(index: Any) -> None:
            """Let a member be the best that is left if it comes before that."""
            at_best = self.builder.load(best)
            first = self.builder.icmp_signed("<", at_best, self.integer(0))
            known = self.builder.select(first, index, at_best)
            before = self.builder.or_(first, self._is_before(table, size, index, known, length_of(index)))
            left = self.builder.icmp_signed(">", length_of(index), self.integer(0))
            self.builder.store(self.builder.select(self.builder.and_(before, left), index, at_best), best)

        def put(_: Any) -> None:
            self.builder.store(self.integer(-1), best)
            self.counted(count, compare)
            chosen = self.builder.load(best)
            at = self.at(table, self.builder.mul(chosen, size))
            numbers = length_of(chosen)
            self.counted(
                numbers, lambda place: self._put_number(row, self.load_word(self.at(at, self.builder.mul(place, self.integer(8))), 0))
            )
            self.store_word(self.integer(0), self.at(lengths, self.builder.mul(chosen, self.integer(8))), 0)

        self.counted(count, put)

    def _is_before(self, table: Any, size: Any, one: Any, other: Any, count: Any) -> Any:
        """Whether the numbers of one member, so many, come before those of another: by the first that differs, which both have."""
        less, differs = self._cell(I1), self._cell(I1)
        for cell in (less, differs):
            self.builder.store(ir.Constant(I1, 0), cell)

        def look(place: Any) -> None:
            left, right = (
                self.load_word(self.at(self.at(table, self.builder.mul(index, size)), self.builder.mul(place, self.integer(8))), 0)
                for index in (one, other)
            )
            decides = self.builder.and_(self.builder.not_(self.builder.load(differs)), self.builder.icmp_signed("!=", left, right))
            below = self.builder.icmp_signed("<", left, right)
            self.builder.store(self.builder.select(decides, below, self.builder.load(less)), less)
            self.builder.store(self.builder.or_(self.builder.load(differs), decides), differs)

        self.counted(count, look)
        return self.builder.load(less)


def most_numbers(kind: Kind) -> int:
    """For how many numbers of a value of a kind there is room: for all, but for rows, which may be of any length."""
    if isinstance(kind, Optional):
        return most_numbers(kind.some)
    if isinstance(kind, (Tuple, Instance)) and kind.cls is not dict:
        return 3 + sum(map(most_numbers, kind.members))
    return LONG if isinstance(kind, (Instance, Sequence, List, Set, Dict)) else 5
