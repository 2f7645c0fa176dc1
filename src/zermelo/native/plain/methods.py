"""The methods of lists, sets, dicts, texts, `Bits` and rows, called."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any, Final

from llvmlite import ir

from zermelo.native.plain import counting, kinds, texts
from zermelo.native.plain.kinds import (
    BOOL,
    CHAR,
    I1,
    INT,
    BitSet,
    Char,
    Dict,
    Instance,
    Int,
    Kind,
    List,
    Never,
    Nothing,
    Sequence,
    Set,
    Static,
    Tuple,
)  # fmt: skip
from zermelo.native.plain.library import Library
from zermelo.native.plain.loops import (
    Mapped,
    Part,
    Range,
)
from zermelo.native.plain.values import NEVER_VALUE, NONE, Bound, RefusedError, Value, constant, static

CHANGING_SETS: Final = ("add", "discard", "remove", "clear", "update", "setdefault", "subtract")
"""Further methods that change a set or a dict."""
CHANGING: Final = ("append", "pop", "remove", "insert", "clear", "extend", "sort", "reverse")
"""Methods that change a list."""
OPERATORS: Final = {"__getitem__": "item", "__contains__": "contains", "__len__": "length"}
"""What stands for methods that are given to other functions, as in `key=scores.__getitem__`."""


class Methods(Library):
    """Writes calls of their methods."""

    def method_call(self, receiver: Value, name: str, args: list[Value], words: dict[str, Value]) -> Value:
        """Call a method of a value by its name."""
        if isinstance(receiver.kind, Never) or any(isinstance(one.kind, Never) for one in args):
            return NEVER_VALUE
        receiver = self.there(receiver)
        kind = receiver.kind
        if (
            receiver.is_known
            and all(one.is_known and not isinstance(one.kind, Static) for one in (*args, *words.values()))
            and not isinstance(receiver.const, (list, set, dict))
        ):
            try:
                return self.thing(
                    getattr(receiver.const, name)(*(one.const for one in args), **{n: one.const for n, one in words.items()}), name
                )
            except Exception as error:  # whatever it raises
                raise RefusedError(f"{type(error).__name__}: {error}") from None
        if isinstance(kind, Instance) and kind.is_container:
            return self._of_mixed(receiver, kind, name, args)
        groups = {List: "list", Set: "set", Dict: "dict", Char: "text", BitSet: "bits", Sequence: "row", Tuple: "row", Int: "int"}
        group = groups.get(type(kind))
        if isinstance(kind, Sequence) and kind.is_text:
            group = "text"
        if isinstance(kind, (Sequence, List)) and kinds.is_constant(kind) and name in CHANGING:
            raise RefusedError(f"a list that is a constant is changed by `{name}`; change a copy of it")
        if isinstance(kind, (Set, Dict)) and kind.is_constant and name in (*CHANGING, *CHANGING_SETS):
            raise RefusedError(f"{kinds.in_words(kind)} that is a constant is changed by `{name}`; change a copy of it")
        if kinds.is_constant_list(kind) and name == "copy":
            group = "list"
        if name in CHANGING:
            self.must_be_list(receiver)
        if isinstance(kind, Dict) and kind.cls is Counter and hasattr(self, f"counter_{name}"):
            group = "counter"
        method = getattr(self, f"{group}_{name}", None) or (getattr(self, f"row_{name}", None) if group in ("list", "text") else None)
        method = method or getattr(self, OPERATORS.get(name, ""), None)
        if method is None:
            raise RefusedError(f"`{name}` of {kinds.in_words(kind)} does not compile")
        python = getattr(self.type_of(receiver), name, None)
        if python is None:
            raise RefusedError(f"AttributeError: {kinds.in_words(kind)} has no `{name}`")
        self.fits(method, python, f"`{name}` of {kinds.in_words(kind)}", (receiver, *args), words)
        found: Value = method(receiver, *args, **words)
        return found

    def _of_mixed(self, held: Value, kind: Instance, name: str, args: list[Value]) -> Value:
        """A method of a list or a dict of values of different kinds."""
        if name == "copy":
            return self.call_copy(held)
        if kind.cls is dict and name in ("keys", "values", "items"):
            keys, values = [constant(key) for key in kind.names], self.members_one_by_one(held)
            pairs = [self.tuple([key, value]) for key, value in zip(keys, values, strict=True)]
            return self.tuple({"keys": keys, "values": values, "items": pairs}[name])
        if kind.cls is dict and name == "get" and args[0].is_known:
            return self.item(held, args[0]) if args[0].const in kind.names else args[1] if len(args) > 1 else NONE
        raise RefusedError(f"`{name}` of {kinds.in_words(kind)} does not compile")

    def row_count(self, row: Value, value: Value) -> Value:
        """`x.count(value)`."""
        name, frame = f"<count {self._count()}>", self.frame
        self.assign(name, self._unknown(constant(0)))

        def one(item: Value) -> None:
            hit = self.truth(self.same(item, value))
            self.assign(name, self.binary(ast.Add(), self.of_frame(name, frame), self.whole(hit)), frame)

        self.each(row, one, ("count", self._count()))
        return self.name(name) if self.alive else NEVER_VALUE

    def row_index(self, row: Value, value: Value, start: Value | None = None, stop: Value | None = None) -> Value:
        """`x.index(value)`, `x.index(value, start, stop)`."""
        if start is not None:
            return self.call_own(_index_within, [self.to_list(row), value, start, stop or NONE])
        kind = row.kind
        if isinstance(kind, (Tuple, Char)):
            row = self.row(row, CHAR if isinstance(kind, Char) else kinds.row_member(kind))
        found = self.find(row, value)
        self.check(self.builder.icmp_signed(">=", found, self.integer(0)), "ValueError", "it is not there")
        return Value(INT, [found])

    def row__replace(self, row: Value, **words: Value) -> Value:
        """`x._replace(a=1)`."""
        return self.call_replace(row, **words)

    def row__asdict(self, row: Value) -> Value:
        """Refused."""
        raise RefusedError("`_asdict` does not compile")

    def list_append(self, made: Value, value: Value) -> Value:
        """`x.append(value)`."""
        self.append(made, value)
        return NONE

    def list_extend(self, made: Value, source: Value) -> Value:
        """`x.extend(source)`, which may be x."""
        if isinstance(source.kind, List) and not source.is_known:
            places = static(Range(constant(0), self.length(source), 1))
            self.each(places, lambda place: self.append(made, self.nth(source, place)), ("extend", self._count()))
        else:
            self.each(source, lambda one: self.append(made, one), ("extend", self._count()))
        return NONE

    def list_copy(self, made: Value) -> Value:
        """`x.copy()`."""
        return self.call_copy(made)

    def list_clear(self, made: Value) -> Value:
        """`x.clear()`."""
        self.store_word(self.integer(0), self.parts(made)[0], 0)
        return NONE

    def list_pop(self, made: Value, index: Value | None = None) -> Value:
        """`x.pop()`, `x.pop(i)`."""
        count = self.length(made)
        number = self.index_of(index or constant(-1), count, "the list")
        if isinstance(kinds.row_member(made.kind), Never):
            return NEVER_VALUE
        base, member = self.members_at(made)
        found = self.load(member, self.place(member, base, number))
        last = self.builder.sub(self.parts(count)[0], self.integer(1))
        if not (index is None or (index.is_known and index.const == -1)):

            def forward(index: Any) -> None:
                to = self.builder.add(number, index)
                source = self.place(member, base, self.builder.add(to, self.integer(1)))
                self.copied(self.place(member, base, to), source, self.integer(member.size))

            self.counted(self.builder.sub(last, number), forward)
        self.store_word(last, self.parts(made)[0], 0)
        return found

    def list_appendleft(self, made: Value, value: Value) -> Value:
        """`x.appendleft(value)` of a deque."""
        self.make_room(made, constant(-1))
        return self.list_insert(made, constant(0), value)

    def list_extendleft(self, made: Value, source: Value) -> Value:
        """`x.extendleft(source)` of a deque, which may be x."""
        source = self.to_list(source) if isinstance(source.kind, List) else source
        self.each(source, lambda one: self._push_left(made, one), ("extend", self._count()))
        return NONE

    def _push_left(self, made: Value, value: Value) -> None:
        self.list_appendleft(made, value)

    def list_rotate(self, made: Value, n: Value | None = None) -> Value:
        """`x.rotate(n)` of a deque."""
        return self.call_own(_rotate, [made, n or constant(1)])

    list_popleft = lambda self, made: self.list_pop(made, constant(0))  # noqa: E731

    def list_remove(self, made: Value, value: Value) -> Value:
        """`x.remove(value)`."""
        self._remove(made, value)
        return NONE

    def _remove(self, made: Value, value: Value) -> None:
        self.list_pop(made, self.row_index(made, value))

    def list_insert(self, made: Value, index: Value, value: Value) -> Value:
        """`x.insert(i, value)`."""
        if made.kind.most is not None:  # type: ignore[attr-defined]
            free = self.compare_values(ast.Lt(), self.length(made), constant(made.kind.most))  # type: ignore[attr-defined]
            self.check(self.parts(free)[0], "IndexError", "the deque has as many members as it may")
        self.append(made, value)
        if isinstance(kinds.row_member(made.kind), Never) or not self.alive:
            return NONE
        count = self.parts(self.length(made))[0]
        base, member = self.members_at(made)
        last = self.builder.sub(count, self.integer(1))
        number = self._end(index, last)
        kept = self.load(member, self.place(member, base, last))
        self.counted(self.builder.sub(last, number), lambda i: self.copied(
            self.place(member, base, self.builder.sub(last, i)),
            self.place(member, base, self.builder.sub(self.builder.sub(last, i), self.integer(1))), self.integer(member.size)))  # fmt: skip
        self.store(kept, member, self.place(member, base, number))
        return NONE

    def list_reverse(self, made: Value) -> Value:
        """`x.reverse()`."""
        if isinstance(kinds.row_member(made.kind), Never):
            return NONE
        count = self.parts(self.length(made))[0]
        base, member = self.members_at(made)

        def swap(i: Any) -> None:
            a, b = self.place(member, base, i), self.place(member, base, self.builder.sub(self.builder.sub(count, self.integer(1)), i))
            one, other = self.load(member, a), self.load(member, b)
            self.store(one, member, b)
            self.store(other, member, a)

        self.counted(self.builder.ashr(count, self.integer(1)), swap)
        return NONE

    def list_sort(self, made: Value, *, key: Value | None = None, reverse: Value | None = None) -> Value:
        """`x.sort()`."""
        self._sort(made, key, reverse)
        return NONE

    def set_add(self, made: Value, value: Value) -> Value:
        """`x.add(value)`."""
        self.add(made, value)
        return NONE

    def set_discard(self, made: Value, value: Value, *, must: bool = False) -> Value:
        """`x.discard(value)`."""
        if isinstance(kinds_of(made), Never):
            if must:
                self.check(ir.Constant(I1, 0), "KeyError", "it is not in the set")
            return NONE
        if kinds.is_numbered(made.kind):
            self._discard_number(made, value, must)
            return NONE
        found = self.find(made, value)
        there = Value(BOOL, [self.builder.icmp_signed(">=", found, self.integer(0))])
        if must:
            self.check(self.parts(there)[0], "KeyError", "it is not in the set")

        def remove() -> None:
            self.list_pop(Value(List(kinds_of(made)), made.parts), Value(INT, [found]))

        self.branch(there, remove, lambda: None)
        return NONE

    def _discard_number(self, made: Value, value: Value, must: bool) -> None:
        """The same of a set of numbered members."""
        there = self.truth(self.contains(made, value))
        if must:
            self.check(self.parts(there)[0], "KeyError", "it is not in the set")

        def remove() -> None:
            one = self.convert(self.there(value), kinds_of(made))
            has, number = self.number_of(one)
            self.branch(
                Value(BOOL, [has]),
                lambda: self.put_word_of(made, self.builder.and_(self.word_of(made), self.builder.not_(self.bit(number)))),
                lambda: self._remove(self.others_of(made), one),
            )

        self.branch(there, remove, lambda: None)

    def set_remove(self, made: Value, value: Value) -> Value:
        """`x.remove(value)`."""
        return self.set_discard(made, value, must=True)

    def set_pop(self, made: Value) -> Value:
        """Refused: which member it takes is Python's own business."""
        raise RefusedError("`pop` of a set takes any member; take one from a list")

    def set_copy(self, made: Value) -> Value:
        """`x.copy()`."""
        return self.call_copy(made)

    def set_update(self, made: Value, source: Value) -> Value:
        """`x.update(source)`."""
        self.each(source, lambda one: self.add(made, one), ("update", self._count()))
        return NONE

    def set_union(self, made: Value, *others: Value) -> Value:
        """`x.union(other)`."""
        for other in others:
            made = self.sets(ast.BitOr(), made, other if isinstance(other.kind, Set) else self.call_set(other))
        return made

    def set_symmetric_difference(self, made: Value, other: Value) -> Value:
        """`x.symmetric_difference(other)`."""
        return self.sets(ast.BitXor(), made, other if isinstance(other.kind, Set) else self.call_set(other))

    def set_intersection(self, made: Value, other: Value) -> Value:
        """`x.intersection(other)`."""
        return self.sets(ast.BitAnd(), made, other if isinstance(other.kind, Set) else self.call_set(other))

    def set_difference(self, made: Value, other: Value) -> Value:
        """`x.difference(other)`."""
        return self.sets(ast.Sub(), made, other if isinstance(other.kind, Set) else self.call_set(other))

    def set_issubset(self, made: Value, other: Value) -> Value:
        """`x.issubset(other)`."""

        def one_by_one() -> Value:
            return self._quantified(static(Mapped(static(Bound(_is_in, other)), (made,))), False)

        if not (kinds.is_numbered(made.kind) and kinds.is_numbered(other.kind) and kinds_of(made) == kinds_of(other)):
            return one_by_one()
        missing = Value(kinds.BITS, [self.builder.and_(self.word_of(made), self.builder.not_(self.word_of(other)))])
        return self.choice(self.are_words(made, other), lambda: self.unary(ast.Not(), missing), one_by_one)

    def set_issuperset(self, made: Value, other: Value) -> Value:
        """`x.issuperset(other)`."""
        return self.set_issubset(other if isinstance(other.kind, Set) else self.call_set(other), made)

    def set_isdisjoint(self, made: Value, other: Value) -> Value:
        """`x.isdisjoint(other)`."""
        return self.unary(ast.Not(), self._quantified(static(Mapped(static(Bound(_is_in, other)), (made,))), True))

    def dict_get(self, held: Value, key: Value, default: Value = NONE) -> Value:
        """`x.get(key, default)`."""
        return self.choice(self.truth(self.contains(held, key)), lambda: self.entry_of(held, key), lambda: default)

    def dict_keys(self, held: Value) -> Value:
        """`x.keys()`."""
        return static(Part(held, "keys")) if isinstance(held.kind, Dict) else constant(tuple(held.const))

    def dict_values(self, held: Value) -> Value:
        """`x.values()`."""
        return static(Part(held, "values")) if isinstance(held.kind, Dict) else constant(tuple(held.const.values()))

    def dict_items(self, held: Value) -> Value:
        """`x.items()`."""
        return static(Part(held, "items")) if isinstance(held.kind, Dict) else constant(tuple(held.const.items()))

    def dict_copy(self, held: Value) -> Value:
        """`x.copy()`."""
        return self.call_copy(held) if not held.is_known else self.call_dict(held)

    def dict_update(self, held: Value, other: Value | None = None, **words: Value) -> Value:
        """`x.update(other)`, `x.update(a=1)`."""
        self.put_all(held, other, words)
        return NONE

    def counter_update(self, counts: Value, iterable: Value | None = None, **words: Value) -> Value:
        """`counts.update(x)`."""
        self.count_into(counts, iterable, words, 1)
        return NONE

    def counter_subtract(self, counts: Value, iterable: Value | None = None, **words: Value) -> Value:
        """`counts.subtract(x)`."""
        self.count_into(counts, iterable, words, -1)
        return NONE

    def counter_most_common(self, counts: Value, n: Value = NONE) -> Value:
        """`counts.most_common(n)`."""
        return self.call_own(counting.most_common, [counts, n])

    def counter_elements(self, counts: Value) -> Value:
        """`counts.elements()`."""
        return self.call_own(counting.elements, [counts])

    def counter_total(self, counts: Value) -> Value:
        """`counts.total()`."""
        return self.call_sum(self.dict_values(counts))

    def dict_pop(self, held: Value, key: Value, default: Value | None = None) -> Value:
        """`x.pop(key)`."""
        kind = held.kind
        assert isinstance(kind, Dict)

        def take() -> Value:
            found = self.find(held, key)
            self.check(self.builder.icmp_signed(">=", found, self.integer(0)), "KeyError", "there is no such key")
            return self.member(self.list_pop(Value(List(kind.entry), held.parts), Value(INT, [found])), 1)

        return take() if default is None else self.choice(self.truth(self.contains(held, key)), take, lambda: default)

    def dict_setdefault(self, held: Value, key: Value, default: Value = NONE) -> Value:
        """`x.setdefault(key, default)`."""
        self.branch(self.truth(self.contains(held, key)), lambda: None, lambda: self.put(held, key, default))
        return self.entry_of(held, key)

    def bits_count(self, bits: Value) -> Value:
        """`x.count()`."""
        return Value(INT, [self.builder.call(self.program.intrinsic("llvm.ctpop", [kinds.I64]), self.parts(bits))])

    def bits_lowest(self, bits: Value) -> Value:
        """`x.lowest()`: 64 where there is none."""
        return Value(INT, [self.builder.call(self.program.intrinsic("llvm.cttz", [kinds.I64]), [*self.parts(bits), ir.Constant(I1, 0)])])

    def bits_highest(self, bits: Value) -> Value:
        """`x.highest()`: -1 where there is none."""
        zeros = self.builder.call(self.program.intrinsic("llvm.ctlz", [kinds.I64]), [*self.parts(bits), ir.Constant(I1, 0)])
        return Value(INT, [self.builder.sub(self.integer(63), zeros)])

    def int_bit_length(self, number: Value) -> Value:
        """`x.bit_length()`."""
        size = self.parts(self.call_abs(number))
        zeros = self.builder.call(self.program.intrinsic("llvm.ctlz", [kinds.I64]), [*size, ir.Constant(I1, 0)])
        return Value(INT, [self.builder.sub(self.integer(64), zeros)])

    def int_bit_count(self, number: Value) -> Value:
        """`x.bit_count()`."""
        return self.bits_count(self.call_abs(number))

    def text_upper(self, text: Value) -> Value:
        """`x.upper()` of ASCII letters."""
        return self._mapped_text(text, "a", "z", -32)

    def text_lower(self, text: Value) -> Value:
        """`x.lower()` of ASCII letters."""
        return self._mapped_text(text, "A", "Z", 32)

    def text_swapcase(self, text: Value) -> Value:
        """`x.swapcase()` of one ASCII letter."""
        return self.choice(self.text_isupper(text), lambda: self.text_lower(text), lambda: self.text_upper(text))

    def _mapped_text(self, text: Value, low: str, high: str, shift: int) -> Value:
        word = self.plain_character(text)
        inside = self._between(word, low, high)
        return Value(CHAR, [self.builder.select(inside, self.builder.add(word, self.integer(shift)), word)])

    def _between(self, word: Any, low: str, high: str) -> Any:
        return self.builder.icmp_unsigned("<=", self.builder.sub(word, self.integer(ord(low))), self.integer(ord(high) - ord(low)))

    def _within(self, function: Any, text: Value, part: Value, start: Value, end: Value) -> Value:
        """A function of texts.py that looks at a text from `start` to `end`."""
        return self.call_own(function, [self.convert(text, kinds.TEXT), self.convert(part, kinds.TEXT), start, end])

    def text_find(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.find(part)`, `x.find(part, start, end)`."""
        if isinstance(part.kind, Char) and isinstance(start.kind, Nothing) and isinstance(end.kind, Nothing):
            return Value(INT, [self.find(self.convert(text, kinds.TEXT), part)])
        return self._within(texts.find, text, part, start, end)

    def text_rfind(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.rfind(part)`."""
        return self._within(texts.rfind, text, part, start, end)

    def text_index(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.index(part)`."""
        if isinstance(part.kind, Char) and isinstance(start.kind, Nothing) and isinstance(end.kind, Nothing):
            return self.row_index(text, part)
        return self._within(texts.index, text, part, start, end)

    def text_rindex(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.rindex(part)`."""
        return self._within(texts.rindex, text, part, start, end)

    def text_count(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.count(part)`."""
        whole = isinstance(start.kind, Nothing) and isinstance(end.kind, Nothing)
        return self.row_count(text, part) if whole and isinstance(part.kind, Char) else self._within(texts.count, text, part, start, end)

    def text_replace(self, text: Value, old: Value, new: Value, count: Value | None = None) -> Value:
        """`x.replace(old, new)`, `x.replace(old, new, count)`."""
        given = [self.convert(one, kinds.TEXT) for one in (text, old, new)]
        return self.call_own(texts.replace, [*given, count or constant(-1)])

    def text_startswith(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.startswith(part)`."""
        return self._within(texts.startswith, text, part, start, end)

    def text_endswith(self, text: Value, part: Value, start: Value = NONE, end: Value = NONE) -> Value:
        """`x.endswith(part)`."""
        return self._within(texts.endswith, text, part, start, end)

    def text_split(self, text: Value, by: Value | None = None) -> Value:
        """`x.split()`, `x.split(by)`."""
        text = self.convert(text, kinds.TEXT)
        return (
            self.call_own(texts.split_at_blanks, [text]) if by is None else self.call_own(texts.split, [text, self.convert(by, kinds.TEXT)])
        )

    def text_zfill(self, text: Value, width: Value) -> Value:
        """`x.zfill(width)`."""
        return self.call_own(texts.zfill, [self.convert(text, kinds.TEXT), width])

    def text_isupper(self, text: Value) -> Value:
        """`x.isupper()` of one character."""
        return Value(BOOL, [self._between(self.plain_character(text), "A", "Z")])

    def text_islower(self, text: Value) -> Value:
        """`x.islower()` of one character."""
        return Value(BOOL, [self._between(self.plain_character(text), "a", "z")])

    def text_isdigit(self, text: Value) -> Value:
        """`x.isdigit()` of one character."""
        return Value(BOOL, [self._between(self.plain_character(text), "0", "9")])

    def text_join(self, glue: Value, parts: Value) -> Value:
        """`x.join(parts)`."""
        made = self.to_list(parts)
        if not glue.is_known or glue.const != "":
            return self.call_own(texts.joined, [self.convert(glue, kinds.TEXT), made])
        member = kinds.row_member(made.kind)
        if isinstance(member, (Char, Never)):
            base, _ = self.members_at(made)
            return Value(kinds.TEXT, [base, *self.parts(self.length(made))])
        name, frame = f"<joined {self._count()}>", self.frame
        self.assign(name, self.convert(constant(""), kinds.TEXT))
        self.each(
            made, lambda one: self.assign(name, self.binary(ast.Add(), self.of_frame(name, frame), one), frame), ("join", self._count())
        )
        return self.name(name)


def kinds_of(made: Value) -> Kind:
    """The kind of what a set has as members."""
    assert isinstance(made.kind, Set)
    return made.kind.member


def _index_within(row: Any, value: Any, start: int, stop: Any) -> int:
    size = len(row)
    first = max(start + size, 0) if start < 0 else start
    last = size if stop is None else stop + size if stop < 0 else min(stop, size)
    for place in range(first, last):
        if row[place] == value:
            return place
    raise ValueError


def _rotate(row: Any, n: int) -> None:
    for _ in range(n % len(row) if row else 0):
        row.insert(0, row.pop())


def _is_in(holder: Any, value: Any) -> bool:
    return value in holder
