"""Calls of functions of the standard library.

Some are written here as instructions. Most are plain Python, as rules are, in iterators.py, arithmetic.py, ordering.py and counting.py:
a table says which stands for which (WRITTEN).
"""

from __future__ import annotations

import ast
import bisect
import collections
import copy
import dataclasses
import functools
import heapq
import itertools
import math
import operator
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.native.plain import arithmetic, counting, iterators, kinds, ordering
from zermelo.native.plain.builtin_functions import BUILTINS
from zermelo.native.plain.emitter import LIST_HEAD, Closure, Frame
from zermelo.native.plain.hashing import Hashing
from zermelo.native.plain.kinds import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    Char,
    Dict,
    Instance,
    Kind,
    List,
    Never,
    Nothing,
    Optional,
    Set,
    Static,
    Tuple,
)
from zermelo.native.plain.loops import Chained, Compressed, Counted, Cycled, Product, Repeated
from zermelo.native.plain.values import NEVER_VALUE, NONE, Default, Lazy, Partial, RefusedError, Value, constant, static

MOST_LOOPS: Final = 6
"""Members of a combination for which there is a loop each."""
REAL: Final = {
    math.sqrt: "llvm.sqrt", math.exp: "llvm.exp", math.log: "llvm.log", math.log2: "llvm.log2", math.log10: "llvm.log10",
    math.sin: "llvm.sin",
    math.cos: "llvm.cos", math.fabs: "llvm.fabs", math.tanh: "llvm.tanh",
}  # fmt: skip
DOMAIN: Final = {math.sqrt: ">=", math.log: ">", math.log2: ">", math.log10: ">"}
"""What a number must be to 0 for these."""


@dataclass(frozen=True)
class Chosen(Lazy):
    """Tuples of so many members of a row, a loop for each: `what` says which, as a function of iterators.py is called."""

    said = "a listing of tuples"
    source: Value
    size: int
    what: str


class Library(Hashing):
    """Writes calls of functions of the standard library."""

    # itertools

    def call_chain(self, *sources: Value) -> Value:
        """`itertools.chain(a, b)`."""
        return static(Chained(sources))

    def call_product(self, *sources: Value, repeat: Value | None = None) -> Value:
        """`itertools.product(a, b)`."""
        if repeat is None or repeat.is_known:
            return static(Product(sources * (repeat.const if repeat else 1)))
        if len(sources) != 1:
            raise RefusedError("`product` of several with a `repeat` that is not known when it is compiled")
        return self.call_own(iterators.product, [self._pool(sources[0]), repeat])

    def call_compress(self, source: Value, selectors: Value) -> Value:
        """`itertools.compress(data, selectors)`."""
        return static(Compressed(source, selectors))

    def _pool(self, source: Value) -> Value:
        """The members of something as they are now, by their numbers."""
        if isinstance(source.kind, (Tuple, Char)) and not source.is_known:
            return self.row(source, kinds.CHAR if isinstance(source.kind, Char) else kinds.row_member(source.kind))
        if isinstance(source.kind, List):
            return self.to_row(source)
        return source if self.is_indexed(source) else self.to_list(source)

    def _choosing(self, what: str, source: Value, size: Value, **words: Value) -> Value:
        pool = self._pool(source)
        if size.is_known and 0 <= size.const <= MOST_LOOPS:
            return static(Chosen(pool, size.const, "again" if words else what))
        return self.call_own(getattr(iterators, what), [pool, size], words)

    def call_combinations(self, iterable: Value, r: Value) -> Value:
        """`itertools.combinations(x, r)`."""
        return self._choosing("combinations", iterable, r)

    def call_combinations_with_replacement(self, iterable: Value, r: Value) -> Value:
        """`itertools.combinations_with_replacement(x, r)`."""
        return self._choosing("combinations", iterable, r, again=constant(True))

    def call_permutations(self, iterable: Value, r: Value = NONE) -> Value:
        """`itertools.permutations(x)`, `itertools.permutations(x, r)`."""
        pool = self._pool(iterable)
        return self._choosing("permutations", pool, self.length(pool) if isinstance(r.kind, Nothing) else r)

    def _each_of_static(self, thing: Any, body: Any, node: Any) -> None:
        if isinstance(thing, Chosen):
            self._lazily(lambda consume: self._choose_more(thing, [], consume, node), body)
        else:
            super()._each_of_static(thing, body, node)

    def _choose_more(self, thing: Chosen, numbers: list[Value], consume: Any, node: Any) -> None:
        """A loop for the next member of a choice, around those for the ones after it."""
        if len(numbers) == thing.size:
            consume(self.tuple([self.nth(thing.source, number) for number in numbers]))
            return
        start = constant(0)
        if numbers and thing.what != "permutations":
            start = numbers[-1] if thing.what == "again" else self.binary(ast.Add(), numbers[-1], constant(1))

        def one(number: Value) -> None:
            taken = [self.same(number, other) for other in numbers] if thing.what == "permutations" else []
            self.branch(
                functools.reduce(self.either, taken, constant(False)),
                lambda: None,
                lambda: self._choose_more(thing, [*numbers, number], consume, node),
            )

        path = self.path
        self.path = (*path, "chosen", len(numbers))
        self.each(self.call_range(start, self.length(thing.source)), one, node)
        self.path = path

    def call_islice(self, iterable: Value, *ends: Value) -> Value:
        """`itertools.islice(x, stop)`, `itertools.islice(x, start, stop, step)`."""
        if not 1 <= len(ends) <= 3:
            raise RefusedError(f"`islice` takes 2 to 4 arguments, not {len(ends) + 1}")
        given = [NONE, ends[0]] if len(ends) == 1 else list(ends)
        return self.call_own(iterators.islice, [iterable, *given, *[constant(1)][len(given) - 2 :]])

    def call_repeat(self, value: Value, times: Value | None = None) -> Value:
        """`itertools.repeat(x, times)`."""
        return static(Repeated(value, self.whole(times) if times is not None else constant(iterators.NO_END)))

    def call_count(self, start: Value | None = None, step: Value | None = None) -> Value:
        """`itertools.count(start, step)` of whole numbers."""
        return static(Counted(self.whole(start or constant(0)), self.whole(step or constant(1))))

    def call_cycle(self, iterable: Value) -> Value:
        """`itertools.cycle(x)`."""
        return static(Cycled(iterable if isinstance(iterable.kind, List) else self._pool(iterable)))

    # functools and operator

    def call_reduce(self, function: Value, source: Value, start: Value | None = None) -> Value:
        """`functools.reduce(f, x)`."""
        name, frame = f"<reduced {self._count()}>", self.frame
        if start is None:
            row = self.made(source)
            count = self.length(row)
            self.check(self.parts(self.compare_values(ast.Gt(), count, constant(0)))[0], "TypeError", "`reduce` of nothing")
            start, source = self.nth(row, constant(0)), self.sliced(row, constant(1), NONE, NONE)
        self.assign(name, self._unknown(start))
        self.each(
            source,
            lambda one: self.assign(name, self.call(function, [self.of_frame(name, frame), one], {}), frame),
            ("reduce", self._count()),
        )
        return self.name(name) if self.alive else NEVER_VALUE

    def call_partial(self, func: Value, *args: Value, **keywords: Value) -> Value:
        """`functools.partial(f, x)`."""
        return static(Partial(func, args, tuple(keywords.items())))

    def call_itemgetter(self, *items: Value) -> Value:
        """`operator.itemgetter(1)`."""
        return self._getter(operator.itemgetter, items)

    def call_attrgetter(self, *names: Value) -> Value:
        """`operator.attrgetter("name")`."""
        return self._getter(operator.attrgetter, names)

    def _getter(self, cls: Any, what: tuple[Value, ...]) -> Value:
        if not what or not all(one.is_known for one in what):
            raise RefusedError(f"what `{cls.__name__}` gets must be known when it is compiled")
        return static(cls(*(one.const for one in what)))

    def got(self, getter: Any, value: Value) -> Value:
        """What an itemgetter or attrgetter gets of a value."""
        _, what = getter.__reduce__()
        if isinstance(getter, operator.itemgetter):
            found = [self.item(value, constant(one)) for one in what]
        else:
            found = [functools.reduce(self.attribute, one.split("."), value) for one in what]
        return found[0] if len(found) == 1 else self.tuple(found)

    # math

    def call_floor(self, value: Value) -> Value:
        """`math.floor(x)`."""
        if not isinstance(value.kind, kinds.Float):
            return self.whole(value)
        whole = self.builder.call(self.program.intrinsic("llvm.floor", [DOUBLE]), self.parts(self.real(value)))
        return Value(INT, [self.whole_part(whole)])

    def call_ceil(self, value: Value) -> Value:
        """`math.ceil(x)`."""
        if not isinstance(value.kind, kinds.Float):
            return self.whole(value)
        whole = self.builder.call(self.program.intrinsic("llvm.ceil", [DOUBLE]), self.parts(self.real(value)))
        return Value(INT, [self.whole_part(whole)])

    def real_call(self, function: Any, args: list[Value]) -> Value:
        if function is math.log and len(args) == 2:
            return self.binary(ast.Div(), *(self.real_call(math.log, [one]) for one in args))
        if len(args) != 1:
            raise RefusedError(f"`math.{function.__name__}` takes 1 argument, not {len(args)}")
        if args[0].is_known:
            return constant(function(args[0].const))
        number = self.parts(self.real(args[0]))[0]
        if function in DOMAIN:
            self.check(self.builder.fcmp_unordered(DOMAIN[function], number, ir.Constant(DOUBLE, 0.0)), "ValueError", "math domain error")
        made = self.builder.call(self.program.intrinsic(REAL[function], [DOUBLE]), [number])
        return Value(FLOAT, [self.finite(made, number) if function is math.exp else made])

    def call_copysign(self, x: Value, y: Value) -> Value:
        """`math.copysign(x, y)`."""
        made = self.program.intrinsic("llvm.copysign", [DOUBLE])
        return Value(FLOAT, [self.builder.call(made, [self.parts(self.real(one))[0] for one in (x, y)])])

    # copy and dataclasses

    def call_deepcopy(self, value: Value) -> Value:
        """`copy.deepcopy(x)`: what may change is copied, at every depth."""
        kind = value.kind
        if isinstance(kind, (Never, Static)) or not kinds.can_change(kind, or_its_copy=True):
            return value
        if isinstance(kind, Optional):
            there, *rest = self.parts(value)
            inner = Value(kind.some, rest)
            return self.choice(Value(BOOL, [there]), lambda: self.convert(self.call_deepcopy(inner), kind), lambda: value)
        if isinstance(kind, Tuple):
            return self.tuple([self.call_deepcopy(self.member(value, i)) for i in range(len(kind.members))], kind.cls)
        if isinstance(kind, Instance):
            place = self.take(self.integer(max(8, kind.record.size)))
            whole = self.load(kind.record, self.parts(value)[0])
            self.store(self.call_deepcopy(whole), kind.record, place)
            return Value(kind, [place])
        return self.call_own(_copied_rows(kind), [value]) if self._has_inner(kind) else self.call_copy(value)

    def _has_inner(self, kind: Any) -> bool:
        held = (kind.key, kind.value) if isinstance(kind, Dict) else (kind.member,)
        return any(kinds.can_change(one, or_its_copy=True) for one in held)

    def call_copy(self, value: Value) -> Value:
        """`copy.copy(x)`."""
        kind = value.kind
        if isinstance(kind, (Set, Dict)) and kind.is_constant:
            return self.call_dict(value) if isinstance(kind, Dict) else self.call_set(value)
        if isinstance(kind, (List, Set, Dict)) and not value.is_known:
            member = kind.entry if isinstance(kind, Dict) else kind.member
            if kinds.is_numbered(kind):
                head, count = self.empty_head(self.word_of(value)), self.others_count(value)
                value = self.others_of(value)
            else:
                head, count = self.take(self.integer(LIST_HEAD)), self.parts(self.length(value))[0]
            target = self._room(head, count, member)
            self.copied(target, self.members_at(value)[0], self.builder.mul(count, self.integer(member.size)))
            return Value(kind, [head])
        if isinstance(kind, Instance):
            place = self.take(self.integer(max(8, kind.record.size)))
            self.copied(place, self.parts(value)[0], self.integer(kind.record.size))
            return Value(kind, [place])
        return self.own(value)

    def call_replace(self, value: Value, **words: Value) -> Value:
        """`dataclasses.replace(x, a=1)`."""
        value = self.there(value)
        kind = value.kind
        if isinstance(kind, Tuple) and kind.cls is not None:
            unknown = [name for name in words if name not in kind.names]
            if unknown:
                raise RefusedError(f"{kind.cls.__name__} has no field `{unknown[0]}`")
            return self.tuple([words.get(name) or self.member(value, place) for place, name in enumerate(kind.names)], kind.cls)
        if isinstance(kind, Instance):
            return self._object(kind.cls, {**{name: self.attribute(value, name) for name in kind.names}, **words})
        raise RefusedError(f"`replace` of {kinds.in_words(kind)}")

    # collections

    def call_deque(self, iterable: Value | None = None, maxlen: Value = NONE) -> Value:
        """`collections.deque(x)`, `collections.deque(x, maxlen)`: a list, which drops members at one end where there are too many."""
        if not isinstance(maxlen.kind, Nothing) and (not maxlen.is_known or maxlen.const < 1):
            raise RefusedError("the `maxlen` of a deque must be a number above 0 that is known when it is compiled")
        made = self.new_list(("deque", self._serial()), True, None if isinstance(maxlen.kind, Nothing) else maxlen.const)
        if iterable is not None:
            self.each(iterable, lambda one: self.append(made, one), ("deque", self._count()))
        return made.read()

    def call_ordered_dict(self, other: Value | None = None, **words: Value) -> Value:
        """`collections.OrderedDict(x)`."""
        made = self.new_dict(("OrderedDict", self._serial()), collections.OrderedDict)
        self.put_all(made, other, words)
        return made.read()

    def call_counter(self, iterable: Value | None = None, **words: Value) -> Value:
        """`collections.Counter(x)`."""
        made = self.new_dict(("Counter", self._serial()), collections.Counter)
        self.count_into(made.read(), iterable, words, 1)
        return made.read()

    def count_into(self, counts: Value, members: Value | None, words: dict[str, Value], times: int) -> None:
        """Count in a Counter what comes in a row, or what a dict says how often it comes; `times` is -1 to take it off."""
        if members is not None and not isinstance(members.kind, Nothing):
            function = counting.count_mapped if isinstance(members.kind, Dict) else counting.count
            self.call_own(function, [counts, members, constant(times)])
        for name, number in words.items():
            key = constant(name)
            self.put(counts, key, self.binary(ast.Add(), self.item(counts, key), self.binary(ast.Mult(), number, constant(times))))

    def call_defaultdict(self, default_factory: Value = NONE, iterable: Value | None = None, **words: Value) -> Value:
        """`collections.defaultdict(list)`."""
        made = self.new_dict(("defaultdict", self._serial()), default=self._default_by(default_factory))
        self.put_all(made, iterable, words)
        return made.read()

    def _default_by(self, function: Value) -> Default | None:
        thing = function.const
        if isinstance(function.kind, Nothing):
            return None
        if isinstance(thing, Closure):
            if self.captures(thing):
                raise RefusedError("the function of a defaultdict uses variables of the rule; make it a function of the module")
            free = Closure(thing.node, thing.name, Frame(0, thing.frame.function, thing.frame.globals), thing.defaults)
            return Default(ast.dump(thing.node, include_attributes=True), static(free))
        if not isinstance(thing, (type, FunctionType)):
            raise RefusedError(f"`{getattr(thing, '__name__', type(thing).__name__)}` as the function of a defaultdict does not compile")
        return Default(f"{thing.__module__}.{thing.__qualname__}", function)

    def captures(self, closure: Closure) -> bool:
        """Whether a function within a function sees variables of the functions around it."""
        raise NotImplementedError

    def fills_in(self, kind: Dict) -> bool:
        """Whether such a dict gives values for keys that are not there."""
        return (
            kind.default is not None or kind.cls is collections.Counter or isinstance(getattr(kind.cls, "__missing__", None), FunctionType)
        )

    def filled_in(self, holder: Value, key: Value) -> Value:
        """What a dict gives for a key that is not there."""
        kind = holder.kind
        assert isinstance(kind, Dict)
        if kind.default is None:
            return self.call_own(getattr(kind.cls, "__missing__"), [holder, key])  # noqa: B009  no type of ours has it
        made = self.call(kind.default.function, [], {})
        self.put(holder, key, made)
        return made

    def call_fromkeys(self, iterable: Value, value: Value = NONE) -> Value:
        """`dict.fromkeys(x, value)`."""
        made = self.new_dict(("fromkeys", self._serial()))
        self.each(iterable, lambda one: self.put(made, one, value), ("fromkeys", self._count()))
        return made.read()


@functools.cache
def _copied_rows(kind: Kind) -> Any:
    if isinstance(kind, Dict):
        return _copied_dict
    if getattr(kind, "is_deque", False):
        raise RefusedError("`deepcopy` of a deque that holds what may change does not compile")
    return _copied_list if isinstance(kind, List) or kinds.is_constant_list(kind) else _copied_tuple


def _copied_list(rows: Any) -> Any:
    return [copy.deepcopy(row) for row in rows]


def _copied_tuple(rows: Any) -> Any:
    return tuple([copy.deepcopy(row) for row in rows])


def _copied_dict(rows: Any) -> Any:
    return {key: copy.deepcopy(value) for key, value in rows.items()}


BUILTINS.update({
    **{getattr(itertools, name): name for name in (
        "chain", "product", "compress", "combinations", "combinations_with_replacement", "permutations", "islice", "repeat", "count",
        "cycle",
    )},
    copy.deepcopy: "deepcopy", copy.copy: "copy", dataclasses.replace: "replace", functools.reduce: "reduce", functools.partial: "partial",
    math.floor: "floor", math.ceil: "ceil", math.trunc: "int", math.copysign: "copysign",
    operator.itemgetter: "itemgetter", operator.attrgetter: "attrgetter",
    collections.deque: "deque", collections.OrderedDict: "ordered_dict", collections.Counter: "counter",
    collections.defaultdict: "defaultdict", dict.fromkeys: "fromkeys",
})  # fmt: skip
WRITTEN: Final[dict[Any, Any]] = {
    **{getattr(itertools, name): getattr(iterators, name) for name in (
        "accumulate", "takewhile", "dropwhile", "filterfalse", "starmap", "pairwise", "groupby", "zip_longest",
    )},
    itertools.chain.from_iterable: iterators.flattened,
    **{getattr(math, name): getattr(arithmetic, name) for name in ("gcd", "lcm", "isqrt", "comb", "perm", "factorial", "prod")},
    **{getattr(heapq, name): getattr(ordering, name) for name in (
        "heappush", "heappop", "heapreplace", "heappushpop", "heapify", "nsmallest", "nlargest",
    )},
    **{getattr(bisect, name): getattr(ordering, name) for name in ("bisect_left", "bisect_right", "insort_left", "insort_right")},
}  # fmt: skip
"""What stands for functions of the standard library: functions of this package that are compiled like rules."""
