"""What rules loop over: rows, ranges, and everything lazy, gone through member by member without making a list of it."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from zermelo.native.plain import kinds
from zermelo.native.plain.emitter import Closure, Comprehension, Flow, Loop, assigned
from zermelo.native.plain.iterators import NO_END
from zermelo.native.plain.kinds import BITS, BOOL, CHAR, INT, BitSet, Char, Dict, List, Never, Sequence, Set, Static, Tuple
from zermelo.native.plain.operations import Operations
from zermelo.native.plain.values import Bound, Lazy, Method, Partial, RefusedError, Value, constant, numbers_of, static


@dataclass(frozen=True)
class Range(Lazy):
    """`range(start, stop, step)`; the step is known."""

    said, lasts = "a range", True
    start: Value
    stop: Value
    step: int


@dataclass(frozen=True)
class Stepped(Lazy):
    """`range(start, stop, step)` whose step is known only when it runs, and so is how many numbers it has."""

    said, lasts = "a range", True
    start: Value
    step: Value
    count: Value


@dataclass(frozen=True)
class Numbered(Lazy):
    """`enumerate(source, start)`."""

    said = "an enumerate"
    source: Value
    start: Value


@dataclass(frozen=True)
class Zipped(Lazy):
    """`zip(a, b)`."""

    said = "a zip"
    sources: tuple[Value, ...]


@dataclass(frozen=True)
class Transposed(Lazy):
    """`zip(*rows)` of rows whose number is not known: as many tuples as the shortest of them has members."""

    said = "a zip"
    rows: Value


@dataclass(frozen=True)
class Mapped(Lazy):
    """`map(function, source)`."""

    said = "a map"
    function: Value
    sources: tuple[Value, ...]


@dataclass(frozen=True)
class Filtered(Lazy):
    """`filter(function, source)`; with `turned`, what the function does not hold of."""

    said = "a filter"
    function: Value
    source: Value


@dataclass(frozen=True)
class Reversed(Lazy):
    """`reversed(source)`; `places` is a range, of the numbers of the members that were there when it was made."""

    said = "a reversed"
    source: Value
    places: Value


@dataclass(frozen=True)
class Iterated(Lazy):
    """`iter(source)`."""

    said = "an iterator"
    source: Value


@dataclass(frozen=True)
class Chained(Lazy):
    """`itertools.chain(a, b)`."""

    said = "a chain"
    sources: tuple[Value, ...]


@dataclass(frozen=True)
class Product(Lazy):
    """`itertools.product(a, b)`."""

    said = "a product"
    sources: tuple[Value, ...]


@dataclass(frozen=True)
class Compressed(Lazy):
    """`itertools.compress(data, selectors)`."""

    said = "a compress"
    source: Value
    selectors: Value


@dataclass(frozen=True)
class Counted(Lazy):
    """`itertools.count(start, step)`."""

    said = "a count"
    start: Value
    step: Value


@dataclass(frozen=True)
class Cycled(Lazy):
    """`itertools.cycle(source)`."""

    said = "a cycle"
    source: Value


@dataclass(frozen=True)
class Repeated(Lazy):
    """`itertools.repeat(value, times)`."""

    said = "a repeat"
    value: Value
    times: Value


@dataclass(frozen=True)
class Part(Lazy):
    """`d.keys()`, `d.values()`, `d.items()`."""

    said, lasts = "a view of a dict", True
    source: Value
    what: str


@dataclass(frozen=True)
class Generated(Lazy):
    """A generator, not gone through yet: a function with its arguments."""

    function: Any
    arguments: tuple[tuple[str, Value], ...]


def is_lazy(thing: Any) -> bool:
    """Whether something static is made of values of the function that it is in."""
    return isinstance(thing, (Lazy, Bound, Closure, Method, Partial))


class Loops(Operations):
    """Writes loops."""

    def is_indexed(self, value: Value) -> bool:
        """Whether its members can be had by their numbers."""
        if kinds.own_method(self.class_of(value), "__iter__") is not None:
            return False
        if isinstance(value.kind, Static):
            thing = value.const
            if isinstance(thing, (Numbered, Reversed, Iterated)):
                return self.is_indexed(thing.source)
            if isinstance(thing, Zipped):
                return all(map(self.is_indexed, thing.sources))
            return isinstance(thing, (Range, range, Stepped, Transposed, Counted, Cycled, Repeated)) or (
                isinstance(thing, Part) and isinstance(thing.source.kind, Dict)
            )
        return isinstance(value.kind, (Sequence, List, Tuple, Char, Set, Dict)) and (value.is_known or not kinds.is_numbered(value.kind))

    def truth_of_static(self, value: Value) -> Value:
        """Whether something static counts as true: a range does if it is not empty, an iterator always."""
        is_row = isinstance(value.const, Lazy) and value.const.lasts and self.is_indexed(value)
        return self.truth(self.length(value)) if is_row else super().truth_of_static(value)

    def is_endless(self, value: Value) -> bool:
        """Whether going through something never ends."""
        thing = value.const
        if isinstance(thing, Zipped):
            return all(map(self.is_endless, thing.sources))
        if isinstance(thing, (Numbered, Iterated)):
            return self.is_endless(thing.source)
        return isinstance(thing, (Counted, Cycled)) or (isinstance(thing, Repeated) and thing.times.const == NO_END)

    def length_of_static(self, value: Value) -> Value:
        """How many members something static has."""
        thing = value.const
        if isinstance(thing, Range):
            return self._steps(thing)
        if isinstance(thing, Stepped):
            return thing.count
        if isinstance(thing, (Numbered, Iterated, Part)):
            return self.length(thing.source)
        if isinstance(thing, Reversed):
            return self.length(thing.places)
        if isinstance(thing, Zipped) and self.is_indexed(value):
            lengths = [self.length(source) for source in thing.sources]
            return self.least(lengths)
        if isinstance(thing, Transposed):
            return self.call_own(_shortest, [thing.rows])
        if isinstance(thing, Counted):
            return constant(NO_END)
        if isinstance(thing, Cycled):
            return self.choice(self.truth(self.length(thing.source)), lambda: constant(NO_END), lambda: constant(0))
        if isinstance(thing, Repeated):
            return thing.times
        if isinstance(thing, Lazy):
            raise RefusedError(f"{thing.said} has no length")
        try:
            return constant(len(thing))
        except TypeError:
            raise RefusedError(f"{type(thing).__name__} has no length") from None

    def least(self, values: list[Value]) -> Value:
        """The least of some whole numbers."""
        found = values[0]
        for other in values[1:]:
            if found.is_known and other.is_known:
                found = constant(min(found.const, other.const))
                continue
            a, b = self.parts(found)[0], self.parts(other)[0]
            found = Value(INT, [self.builder.select(self.builder.icmp_signed("<", a, b), a, b)])
        return found

    def _steps(self, thing: Range) -> Value:
        if thing.start.is_known and thing.stop.is_known:
            return constant(len(range(thing.start.const, thing.stop.const, thing.step)))
        build = self.builder
        span = self.parts(self.binary(ast.Sub(), *((thing.stop, thing.start) if thing.step > 0 else (thing.start, thing.stop))))[0]
        size = abs(thing.step)
        count = span if size == 1 else build.add(build.sdiv(build.sub(span, self.integer(1)), self.integer(size)), self.integer(1))
        return Value(INT, [build.select(build.icmp_signed(">", span, self.integer(0)), count, self.integer(0))])

    def nth(self, value: Value, index: Value) -> Value:
        """A member by its number, which is one that there is: from 0, unchecked."""
        kind = value.kind
        if isinstance(kind, Static):
            return self._nth_of_static(value.const, index)
        if index.is_known and (isinstance(kind, Tuple) or (value.is_known and not isinstance(kind, (Set, Dict)))):
            return self.item(value, index)
        if isinstance(kind, (Tuple, Char)):
            member = CHAR if isinstance(kind, Char) else kinds.joined(kind.members)
            if member is None:
                raise RefusedError("the members of this tuple are of different kinds")
            value = self.row(value, member)
        base, member = self.members_at(value)
        found = self.load(member, self.place(member, base, self.parts(index)[0]))
        return self.member(found, 0) if isinstance(kind, Dict) else found

    def _nth_of_static(self, thing: Any, index: Value) -> Value:
        if isinstance(thing, range):
            thing = Range(constant(thing.start), constant(thing.stop), thing.step)
        if isinstance(thing, Range):
            offset = self.binary(ast.Mult(), index, constant(thing.step)) if thing.step != 1 else index
            return self.binary(ast.Add(), thing.start, offset) if not (thing.start.is_known and thing.start.const == 0) else offset
        if isinstance(thing, Numbered):
            return self.tuple([self.binary(ast.Add(), thing.start, index), self.nth(thing.source, index)])
        if isinstance(thing, Iterated):
            return self.nth(thing.source, index)
        if isinstance(thing, Zipped):
            return self.tuple([self.nth(source, index) for source in thing.sources])
        if isinstance(thing, Reversed):
            return self.nth(thing.source, self.nth(thing.places, index))
        if isinstance(thing, Transposed):
            return self.call_own(_column, [thing.rows, index])
        if isinstance(thing, (Counted, Stepped)):
            return self.binary(ast.Add(), thing.start, self.binary(ast.Mult(), index, thing.step))
        if isinstance(thing, Cycled):
            return self.nth(thing.source, self.binary(ast.Mod(), index, self.length(thing.source)))
        if isinstance(thing, Repeated):
            return thing.value
        if isinstance(thing, Part):
            base, member = self.members_at(thing.source)
            entry = self.load(member, self.place(member, base, self.parts(index)[0]))
            return {"keys": lambda: self.member(entry, 0), "values": lambda: self.member(entry, 1), "items": lambda: entry}[thing.what]()
        raise RefusedError(f"{type(thing).__name__} has no members by number")

    def each(self, value: Value, body: Callable[[Value], None], node: Any) -> None:
        """Loop over something: `body` is written for a member. `break` and `continue` in it are this loop's."""
        if not self.alive or isinstance(value.kind, Never):
            return
        value = self.iterated(self.there(value))
        if isinstance(value.kind, kinds.Instance) and value.kind.is_container:
            value = self.gone_through(value)
        kind = value.kind
        if isinstance(kind, (Sequence, List, Set, Dict)) and not value.is_known and isinstance(kinds_member(kind), Never):
            return  # it is empty
        if isinstance(kind, BitSet):
            self._each_bit(value, body, node)
            return
        if kinds.is_numbered(kind) and not value.is_known:
            self._each_of_set(value, body, node)
            return
        if isinstance(kind, Static) and not self.is_indexed(value):
            self._each_of_static(value.const, body, node)
            return
        if not self.is_indexed(value):
            raise RefusedError(f"{kinds.in_words(kind)} cannot be gone through")
        if value.is_known and isinstance(kind, (Set, Dict)) and not isinstance(kind, Static):
            value = constant(tuple(value.const))
            kind = value.kind
        count = self.length(value)
        if count.is_known and count.const == 0:
            return
        if count.is_known and (count.const == 1 or (isinstance(kind, Tuple) and kinds.joined(kind.members) is None)):
            self._unrolled(value, count.const, body)
            return
        self._rows(value, count, body, node)

    def _unrolled(self, value: Value, count: int, body: Callable[[Value], None]) -> None:
        loop = Loop()
        self.frame.loops.append(loop)
        frame, path = self.frame, self.path
        try:
            for index in range(count):
                if not self.alive:
                    break
                self.path = (*path, index)
                body(self.nth(value, constant(index)))
                self.leave_to(loop.continues)
                ways, loop.continues = loop.continues, []
                self.merge(ways)
        finally:
            self.path = path
            assert frame.loops.pop() is loop
        if loop.breaks:
            self.leave_to(loop.breaks)
            self.merge(loop.breaks)

    def _rows(self, value: Value, count: Value, body: Callable[[Value], None], node: Any) -> None:
        key = ("each", place_of(node), self._serial_at(node))
        counter = f"<counter {key} {self.path}>"
        self.assign(counter, constant(0))
        has_member = self._watched(value, count)

        def test() -> Value:
            return has_member(self.name(counter))

        def step() -> None:
            self.assign(counter, Value(INT, [self.builder.add(self.parts(self.name(counter))[0], self.integer(1))]))

        frame = self.frame
        names = {(frame.number, counter)} | {(frame.number, name) for name in _assigned(node)}
        self.loop(key, test, lambda: body(self.nth(value, self.name(counter))), step, names)

    def _watched(self, value: Value, count: Value) -> Callable[[Value], Value]:
        """What tells in each round whether there is a member of a number: what is gone through may change meanwhile."""
        thing = value.const
        if isinstance(thing, (Numbered, Iterated, Part)):
            return self._watched(thing.source, count)
        if isinstance(thing, Zipped):
            tests = [self._watched(source, self.length(source)) for source in thing.sources]
            return lambda index: self._each_of_them(tests, index)
        if isinstance(thing, Reversed) and _may_change(thing.source):

            def is_left(index: Value) -> Value:
                place = self.nth(thing.places, index)
                return self.both(self._is_below(index, count), lambda: self._is_below(place, self.length(thing.source)))

            return is_left
        if isinstance(value.kind, List) and not value.kind.is_deque and _may_change(value):
            return lambda index: self._is_below(index, self.length(value))
        held = thing.source if isinstance(thing, Cycled) else value
        size = self.length(held) if _may_change(held) else None

        def test(index: Value) -> Value:
            if size is not None:
                self._must_be_as_long(held, size)
            return self._is_below(index, count)

        return test

    def _is_below(self, index: Value, end: Value) -> Value:
        return Value(BOOL, [self.builder.icmp_signed("<", self.parts(index)[0], self.parts(end)[0])])

    def _each_of_them(self, tests: list[Callable[[Value], Value]], index: Value) -> Value:
        return tests[0](index) if len(tests) == 1 else self.both(tests[0](index), lambda: self._each_of_them(tests[1:], index))

    def _must_be_as_long(self, value: Value, count: Value) -> None:
        """A set, a dict, a deque, or what comes again and again must not become longer or shorter while a loop goes through it."""
        same = self.builder.icmp_signed("==", self.parts(self.length(value))[0], self.parts(count)[0])
        self.check(same, "RuntimeError", "what a loop goes through becomes longer or shorter meanwhile; go through a list of it")

    def _serial_at(self, node: Any) -> int:
        return 0

    def _each_bit(self, value: Value, body: Callable[[Value], None], node: Any) -> None:
        key = ("bits", place_of(node))
        left = f"<bits {key} {self.path}>"
        self.assign(left, Value(BITS, self.parts(value)))
        trailing = self.program.intrinsic("llvm.cttz", [kinds.I64])

        def test() -> Value:
            return Value(BOOL, [self.builder.icmp_signed("!=", self.parts(self.name(left))[0], self.integer(0))])

        def one() -> None:
            word = self.parts(self.name(left))[0]
            lowest = self.builder.call(trailing, [word, ir.Constant(kinds.I1, 1)])
            self.assign(left, Value(BITS, [self.builder.and_(word, self.builder.sub(word, self.integer(1)))]))
            body(Value(INT, [lowest]))

        self.loop(key, test, one, lambda: None, {(self.frame.number, left)} | {(self.frame.number, name) for name in _assigned(node)})

    def _each_of_set(self, held: Value, body: Callable[[Value], None], node: Any) -> None:
        """A set of numbered members: those first, then the others."""
        key = ("set", place_of(node), self._serial_at(node))
        left, counter, member = (f"<{what} {key} {self.path}>" for what in ("left", "counter", "member"))
        self.assign(left, Value(BITS, [self.word_of(held)]))
        self.assign(counter, constant(0))
        others, count = self.others_of(held), self.size_of_set(held)
        changes = _may_change(held)

        def numbered() -> None:
            word = self.parts(self.name(left))[0]
            lowest = self.builder.call(self.program.intrinsic("llvm.cttz", [kinds.I64]), [word, ir.Constant(kinds.I1, 1)])
            self.assign(left, Value(BITS, [self.builder.and_(word, self.builder.sub(word, self.integer(1)))]))
            self.assign(member, self.numbered_member(kinds_member(held.kind), lowest))

        def other() -> None:
            index = self.name(counter)
            self.assign(member, self.nth(others, index))
            self.assign(counter, Value(INT, [self.builder.add(self.parts(index)[0], self.integer(1))]))

        def test() -> Value:
            if changes:
                self._must_be_as_long(held, count)
            more = self.compare_values(ast.Lt(), self.name(counter), self.length(others))
            return self.either(self.truth(self.name(left)), more)

        def one() -> None:
            self.branch(self.truth(self.name(left)), numbered, other)
            body(self.name(member))

        names = {(self.frame.number, name) for name in (left, counter, member, *_assigned(node))}
        self.loop(key, test, one, lambda: None, names)

    def either(self, first: Value, second: Value) -> Value:
        """Whether one of two holds that are both there."""
        raise NotImplementedError

    def _each_of_static(self, thing: Any, body: Callable[[Value], None], node: Any) -> None:
        if isinstance(thing, Comprehension):
            self._lazily(lambda consume: self.comprehend(thing, consume), body)
        elif isinstance(thing, Generated):
            self._lazily(lambda consume: self.generate(thing, consume), body)
        elif isinstance(thing, Numbered):
            counter = f"<number {place_of(node)} {self._count()}>"
            self.assign(counter, self._loose(thing.start))

            def numbered(one: Value) -> None:
                number = self.name(counter)
                self.assign(counter, self.binary(ast.Add(), number, constant(1)))
                body(self.tuple([number, one]))

            self.each(thing.source, numbered, node)
        elif isinstance(thing, Zipped):
            place = next(number for number, source in enumerate(thing.sources) if not self.is_indexed(source))
            self._lazily(lambda consume: self._zip_with(thing.sources, place, consume, node), body)
        elif isinstance(thing, Mapped):
            source = thing.sources[0] if len(thing.sources) == 1 else static(Zipped(thing.sources))
            spread = len(thing.sources) > 1
            self.each(source, lambda one: body(self.call(thing.function, self._spread(one) if spread else [one], {})), node)
        elif isinstance(thing, Filtered):

            def filtered(one: Value) -> None:
                holds = one if isinstance(thing.function.kind, kinds.Nothing) else self.call(thing.function, [one], {})
                self.branch(self.truth(holds), lambda: body(one), lambda: None)

            self.each(thing.source, filtered, node)
        elif isinstance(thing, Compressed):

            def compressed(pair: Value) -> None:
                self.branch(self.truth(self.item(pair, constant(1))), lambda: body(self.item(pair, constant(0))), lambda: None)

            self.each(static(Zipped((thing.source, thing.selectors))), compressed, node)
        elif isinstance(thing, Chained):
            self._lazily(lambda consume: self._chain(thing, consume, node), body)
        elif isinstance(thing, Product):
            self._lazily(lambda consume: self._product(thing.sources, [], consume, node), body)
        elif isinstance(thing, Iterated):
            self.each(thing.source, body, node)
        elif isinstance(thing, type) and issubclass(thing, enum.Enum):
            self.each(constant(tuple(thing)), body, node)
        else:
            raise RefusedError(f"{type(thing).__name__} cannot be gone through")

    def is_made_member_by_member(self, value: Value) -> bool:
        """Whether what it gives is worked out only when it is asked for."""
        return isinstance(value.const, (Comprehension, Generated, Mapped, Filtered))

    def _zip_with(self, sources: tuple[Value, ...], place: int, consume: Callable[[Value], None], node: Any) -> None:
        """`zip` of rows and of one source, at this place, that is asked for a member only where all rows before it have one, too."""
        counter, frame = f"<zipped {place_of(node)} {self._count()}>", self.frame
        self.assign(counter, Value(INT, [self.integer(0)]))
        tests = [None if number == place else self._watched(source, self.length(source)) for number, source in enumerate(sources)]
        before, behind = ([test for test in part if test is not None] for part in (tests[:place], tests[place:]))

        def have_one(rows: list[Callable[[Value], Value]]) -> Value:
            return self._each_of_them(rows, self.of_frame(counter, frame)) if rows else constant(True)

        def leave() -> None:
            self.leave_to(self.frame.loops[-1].breaks)

        def one(item: Value) -> None:
            def given() -> None:
                index = self.of_frame(counter, frame)
                consume(self.tuple([item if number == place else self.nth(source, index) for number, source in enumerate(sources)]))
                if self.alive:
                    self.assign(counter, self.binary(ast.Add(), self.of_frame(counter, frame), constant(1)), frame)
                    self.branch(have_one(before), lambda: None, leave)

            self.branch(have_one(behind), given, leave)

        self.branch(have_one(before), lambda: self.each(sources[place], one, ("zip", self._count())), lambda: None)

    def of_frame(self, name: str, frame: Any) -> Value:
        """A variable of a frame."""
        raise NotImplementedError

    def rows_of(self, sources: tuple[Value, ...]) -> tuple[Value, ...]:
        """Rows to go through at one time."""
        return tuple(one if self.is_indexed(one) else self.to_list(one) for one in sources)

    def _count(self) -> int:
        self.counts += 1
        return self.counts

    def _loose(self, value: Value) -> Value:
        return value

    def _spread(self, one: Value) -> list[Value]:
        assert isinstance(one.kind, (Tuple, Static)) or one.is_known
        length = self.length(one)
        return [self.item(one, constant(place)) for place in range(length.const)]

    def _chain(self, thing: Chained, consume: Callable[[Value], None], node: Any) -> None:
        path = self.path
        for number, source in enumerate(thing.sources):
            self.path = (*path, "chain", number)
            self.each(source, consume, node)
        self.path = path

    def _product(self, sources: tuple[Value, ...], chosen: list[Value], consume: Callable[[Value], None], node: Any) -> None:
        if not sources:
            consume(self.tuple(chosen))
            return
        path = self.path
        self.path = (*path, "product", len(chosen))
        self.each(sources[0], lambda one: self._product(sources[1:], [*chosen, one], consume, node), node)
        self.path = path

    def _lazily(self, produce: Callable[[Callable[[Value], None]], None], body: Callable[[Value], None]) -> None:
        """Go through what has loops of its own: `break` in the body leaves all of them, `continue` goes on behind the member."""
        consumer = self.frame
        breaks: list[Flow] = []
        path, members, going = self.path, [0], list(self.generating)

        def consume(value: Value) -> None:
            loop = Loop()
            inner, self.frame = self.frame, consumer
            consumer.loops.append(loop)
            before, within = self.path, list(self.generating)
            self.path = (*before, "member", members[0])
            self.generating[:] = going
            members[0] += 1
            try:
                body(value)
            finally:
                assert consumer.loops.pop() is loop
                self.frame, self.path, self.generating[:] = inner, before, within
            breaks.extend(loop.breaks)
            self.leave_to(loop.continues)
            self.merge(loop.continues)

        self.path = (*path, "lazy")
        produce(consume)
        self.path, self.frame = path, consumer
        if breaks:
            self.leave_to(breaks)
            self.merge(breaks)

    def comprehend(self, comprehension: Any, each: Any) -> None:
        """Go through a comprehension."""
        raise NotImplementedError

    def generate(self, generator: Generated, each: Any) -> None:
        """Go through a generator."""
        raise NotImplementedError

    def name(self, name: str) -> Value:
        """What a variable holds."""
        raise NotImplementedError

    def contains_of_static(self, holder: Value, value: Value) -> Value:
        """`value in holder` of a range, a generator, an Enum."""
        thing = holder.const
        if isinstance(thing, range):
            thing = Range(constant(thing.start), constant(thing.stop), thing.step)
        if isinstance(thing, Range) and abs(thing.step) == 1 and kinds.is_whole(value.kind):
            low, high = (thing.start, thing.stop) if thing.step == 1 else (self._plus(thing.stop, 1), self._plus(thing.start, 1))
            first = self.compare_values(ast.LtE(), low, value)
            return self.both(first, lambda: self.compare_values(ast.Lt(), value, high))
        if isinstance(thing, Part) and thing.what == "keys":
            return self.contains(thing.source, value)
        if isinstance(thing, bytes):
            raise RefusedError("`in` of bytes does not compile")  # there a part is found, too, and a number above 255 is an error
        if isinstance(thing, type) and issubclass(thing, enum.Enum):
            return constant(isinstance(value.kind, kinds.Member) and value.kind.of is thing)
        if isinstance(thing, dict):
            return self.contains(constant(tuple(thing)), value)
        found = f"<found {self._count()}>"
        self.assign(found, Value(BOOL, [ir.Constant(kinds.I1, 0)]))
        frame = self.frame

        def one(item: Value) -> None:
            def hit() -> None:
                self.assign(found, Value(BOOL, [ir.Constant(kinds.I1, 1)]), frame)
                flow = self.flow()
                assert flow is not None
                self.frame.loops[-1].breaks.append(flow)

            self.branch(self.truth(self.same(item, value)), hit, lambda: None)

        self.each(holder, one, ("in", self._count()))
        return self.name(found)

    def _plus(self, value: Value, more: int) -> Value:
        return self.binary(ast.Add(), value, constant(more))

    def item_of_static(self, holder: Value, index: Value) -> Value:
        """`holder[index]` of an Enum by name, of a table whose members are of different kinds, of a range."""
        thing = holder.const
        if (numbers := numbers_of(holder)) is not holder and not isinstance(index.kind, Static):
            return self.item(numbers, index)
        if index.is_known and not isinstance(thing, Lazy):
            try:
                return constant(thing[index.const])
            except (IndexError, KeyError, TypeError) as error:
                raise RefusedError(f"{type(error).__name__}: {error}") from None
        if self.is_indexed(holder):
            number = self.index_of(index, self.length(holder), "the range")
            return self.nth(holder, Value(INT, [number]))
        if isinstance(thing, dict) and thing:
            return self._choose(list(thing.items()), index)
        if any(hasattr(one, "tolist") for one in (thing, *(thing if isinstance(thing, (list, tuple)) else ()))):
            raise RefusedError("a table of numpy does not compile, a list does: write `.tolist()` where it is made")
        raise RefusedError(f"{type(thing).__name__} has no members by a number that is not known when it is compiled")

    def _choose(self, items: list[tuple[Any, Any]], index: Value) -> Value:
        """One of a few values that have nothing in common but what is done with them: they are compared one by one."""
        raise RefusedError("the values of this dict are of different kinds; which one is meant must be known when it is compiled")


def numbers_in(start: int, stop: int, step: int) -> int:
    """How many numbers there are in a range."""
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    return max(0, (stop - start + step - 1) // step) if step > 0 else max(0, (start - stop - step - 1) // -step)


def _shortest(rows: Any) -> int:
    return min(len(row) for row in rows) if len(rows) > 0 else 0


def _may_change(value: Value) -> bool:
    """Whether a loop may find another number of members from round to round."""
    is_changing = isinstance(value.kind, (List, Dict)) or (isinstance(value.kind, Set) and not value.kind.frozen)
    return is_changing and not value.is_known


def _column(rows: Any, index: int) -> Any:
    return tuple([row[index] for row in rows])


def kinds_member(kind: Any) -> Any:
    """The kind of the members (of a dict: of the keys)."""
    return kind.key if isinstance(kind, Dict) else kind.member


def _assigned(node: Any) -> set[str]:
    return set(assigned(node)) if isinstance(node, ast.AST) else set()


def place_of(node: Any) -> Any:
    """What tells a loop from others: where it stands, if it stands in the rules."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) if isinstance(node, ast.AST) else node
