"""Calls in kernels: of the game's methods, of other functions of the kernel, of `zermelo.words`, and of a few that Python has builtin."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo import words
from zermelo.game import Game, count_actions, replace
from zermelo.native import MOST_PREDECESSORS
from zermelo.native.kernels.expressions import Expressions
from zermelo.native.kernels.kinds import BOOL, FLOAT, INT, STATE, Key, Row, Span
from zermelo.native.kernels.methods import COUNT, FIRST
from zermelo.native.kernels.rules import GAME
from zermelo.native.kernels.writer import FITTING, I1, Rounds
from zermelo.native.plain import kinds
from zermelo.native.plain.entries import AT_WILL, ENTRIES, KEY_NUMBERS, MOST_IMAGES, SAME_KEY, Entry
from zermelo.native.plain.kinds import ADDRESS, BITS, DOUBLE, I64, Kind, Static, Tuple
from zermelo.native.plain.values import NONE, RefusedError, Value, static
from zermelo.native.word_code import OPERATIONS, fingerprint, of_row, prefetch, whole_or_bits

LISTED: Final[dict[str, Kind | None]] = {
    "actions": INT,
    "candidates": INT,
    "tactical": INT,
    "symmetries": None,
    "predecessors": None,
    "outcomes": Tuple((INT, FLOAT)),
}
"""The methods that a loop goes through, and what they list. Where a game has none of its own there is nothing, but for its candidates."""
RETURNS: Final[dict[str, Kind]] = {
    "to_move": INT, "is_terminal": BOOL, "utility": FLOAT, "reward": FLOAT, "evaluate": FLOAT, "plies_left": INT, "order": INT,
    "kind": INT, "exchange": FLOAT, "piece_to": INT, "forced": BOOL, "may_pass": BOOL,
    "bounds": Tuple((FLOAT, FLOAT)), "endgame_value": FLOAT, "playout": INT, "prior": FLOAT, "distance": FLOAT, "tier": INT,
    "possible": BOOL,
}  # fmt: skip
"""What methods give that a game has not of its own: those of `Game`."""
_MOST: Final = {"symmetries": MOST_IMAGES, "predecessors": MOST_PREDECESSORS}
"""How many a method lists at most, where that is not `max_actions`."""
_OF_MATH: Final = {math.sqrt: "llvm.sqrt", math.log: "llvm.log", math.exp: "llvm.exp", math.fabs: "llvm.fabs"}
_WORDS: Final = {"w": INT, "f": FLOAT, "d": FLOAT, "b": BOOL}


@dataclass(frozen=True)
class Method:
    """A method of the game."""

    name: str


class Calls(Expressions):
    """Writes calls."""

    def attribute(self, name: str) -> Value:
        """A method or a constant of the game."""
        self.program.read.add(name)
        found = getattr(self.program.game, name, None)
        if callable(found):
            return static(Method(name))
        return self.lifted(self.program.constant(name))

    def value_Call(self, node: ast.Call) -> Value:
        into, self.into = self.into, None
        called = self.value(node.func)
        if not isinstance(called.kind, Static):
            raise RefusedError(f"`{ast.unparse(node.func)}` is called and is no function")
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            raise RefusedError("a kernel calls with arguments written out")
        arguments = [self.value(one) for one in node.args]
        named = {one.arg or "": self.value(one.value) for one in node.keywords}
        thing = called.const
        if isinstance(thing, Method):
            return self.method(thing.name, arguments, into)
        if isinstance(thing, FunctionType) and thing not in _KNOWN:
            return self.call(thing, arguments, named)
        write = _KNOWN.get(thing) if _is_hashable(thing) else None
        if write is None or named:
            raise RefusedError(f"a kernel does not call `{ast.unparse(node.func)}`" + (" with names" if write else ""))
        found: Value = write(self, *arguments)
        return found

    # Functions of the kernel

    def call(self, python: FunctionType, arguments: list[Value], named: dict[str, Value]) -> Value:
        """Call another function of the kernel, or this one itself."""
        given = self._given(python, arguments, named)
        made = self.program.made(python, given)
        parts = [self.function.args[0]]
        for name, value in given.items():
            if name in made.passed:
                parts += self.converted(value, made.passed[name]).parts
        place = self.state_place() if made.returns == STATE else None
        answer = self.builder.call(made.function, [*parts, *([place] if place is not None else [])])
        if made.can_fail:
            status = self.builder.extract_value(answer, 0)
            self.end_if(self.builder.icmp_signed("!=", status, ir.Constant(I64, 0)), status)
        if place is not None:
            return Value(STATE, [place])
        return Value(made.returns, [self.builder.extract_value(answer, 1 + number) for number in range(len(made.returns.parts))])

    def _given(self, python: FunctionType, arguments: list[Value], named: dict[str, Value]) -> dict[str, Value]:
        code = python.__code__
        names = code.co_varnames[: code.co_argcount]
        given = dict(zip(names, arguments, strict=False)) | named
        defaults = python.__defaults__ or ()
        for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
            given.setdefault(name, self.lifted(default))
        if len(arguments) > len(names) or set(given) != set(names):
            raise RefusedError(f"`{python.__name__}` takes {', '.join(names)}")
        return {name: given[name] for name in names}

    # Methods of the game

    def method(self, name: str, arguments: list[Value], into: str | None = None) -> Value:
        """Call a method of the game."""
        self.program.read.add(name)
        if self.program.has(name):
            return self.entry_call(ENTRIES[name], arguments, into)
        if name in ("utilities", "estimates"):
            one = "utility" if name == "utilities" else "evaluate"
            players = range(self.program.players)
            worths = [self.converted(self.method(one, [*arguments, self.lifted(player)]), FLOAT) for player in players]
            return self.tuple_of(worths)
        if name == "zeros":
            return self.lifted((0.0,) * self.program.players)
        own: FunctionType | None = self.program.method(name)
        if own is None or own != getattr(Game, name, None):
            raise RefusedError(
                f"`{name}` does not compile" if name in AT_WILL else f"`{name}` is a method of the game that searches do not know"
            )
        value = self.call(own, [static(self.program.game), *arguments], {})
        return self.converted(value, RETURNS[name]) if name in RETURNS else value

    def entry_call(self, entry: Entry, arguments: list[Value], into: str | None = None) -> Value:
        """Call a method that is compiled with the rules (see plain/entries.py)."""
        if entry.gives in ("actions", "outcomes", "states"):
            raise RefusedError(f"a kernel goes through `{entry.name}` in a loop, and does nothing else with it")
        out = None
        if entry.gives == "state" and self.program.rules.state == STATE:
            is_known = into is not None and self.shape.variables.get(into) == STATE
            out = self.places_of(into or "", STATE)[0] if is_known else self.state_place()
        found: Value = self.program.rules.call(self, entry, arguments, out)
        return found

    def same_key(self, left: Value, right: Value) -> Any:
        """Whether two keys are equal: first by their fingerprints, which nearly always tells."""
        if not self.program.has(SAME_KEY):
            raise RefusedError("keys of this game are not compared")
        found = self.place(I1)
        alike = self.builder.icmp_signed("==", left.parts[0], right.parts[0])
        self.builder.store(alike, found)
        look, done = self.function.append_basic_block("look"), self.function.append_basic_block("compared")
        self.jump_if(alike, look, done)
        self.builder.position_at_end(look)
        state = self.program.rules.state
        same = self.entry_call(ENTRIES[SAME_KEY], [Value(state, left.parts[1:]), Value(state, right.parts[1:])])
        self.builder.store(same.parts[0], found)
        self.jump(done)
        self.builder.position_at_end(done)
        return self.builder.load(found)

    # Loops

    def rounds(self, node: ast.expr) -> Rounds:
        """How a loop goes."""
        if isinstance(node, ast.Call) and not node.keywords:
            called = self.value(node.func)
            if isinstance(called.kind, Static) and isinstance(called.const, Method) and called.const.name in LISTED:
                return self._listing(called.const.name, [self.value(one) for one in node.args])
        span = self.value(node)
        if not isinstance(span.kind, Span):
            raise RefusedError("a kernel loops over `range` and over what the game lists")
        first, last = span.parts
        return Rounds(first, last, span.kind.step, lambda count: Value(INT, [count]))

    def _listing(self, name: str, arguments: list[Value]) -> Rounds:
        zero, rules = ir.Constant(I64, 0), self.program.rules
        if not self.program.has(name) and name == "candidates":
            name = "actions"
        if not self.program.has(name):
            return Rounds(zero, zero, 1, lambda count: self._none_of(name))
        entry, capacity = ENTRIES[name], _MOST.get(name) or int(self.program.game.max_actions)
        size = {"actions": 1, "outcomes": 2, "states": self.program.words}[entry.gives]  # words a member
        row = self.place(ir.ArrayType(I64, (capacity + 1) * size))  # never cleared: that would cost half the speed
        listed = self.builder.bitcast(row, ADDRESS)

        def all_of_them() -> Any:
            count = rules.call(self, entry, arguments, listed).parts[0]
            too_many = f"{GAME}.{name} gives more than {capacity}" + ("" if name in _MOST else "; set max_actions in the class")
            self.fail_if(self.builder.icmp_signed(">", count, ir.Constant(I64, capacity)), OverflowError, too_many)
            return count

        if name != "actions" or not rules.has(FIRST.name):
            return Rounds(zero, all_of_them(), 1, lambda number: self._listed(entry, listed, number, size))
        arguments = [self.held(one) for one in arguments]
        is_there, first = rules.call(self, FIRST, arguments, None).parts
        self.builder.store(first, self.builder.bitcast(listed, I64.as_pointer()))
        return Rounds(zero, is_there, 1, lambda number: self._listed(entry, listed, number, size), all_of_them)

    def _listed(self, entry: Entry, listed: Any, number: Any, size: int) -> Value:
        b = self.builder
        first = b.mul(number, ir.Constant(I64, size))
        if entry.gives == "states":
            return self.state_from(b.gep(listed, [b.mul(first, ir.Constant(I64, 8))]))
        row = b.bitcast(listed, I64.as_pointer())
        action = b.load(b.gep(row, [first]))
        if entry.gives == "actions":
            return Value(INT, [action])
        share = b.bitcast(b.load(b.gep(row, [b.add(first, ir.Constant(I64, 1))])), DOUBLE)
        return Value(Tuple((INT, FLOAT)), [action, share])

    def _none_of(self, name: str) -> Value:
        """What a loop is about that has no rounds."""
        kind = LISTED[name] or self.program.rules.state
        return Value(kind, [ir.Constant(part, ir.Undefined) for part in kind.parts])

    # What Python and zermelo have

    def call_range(self, *ends: Value) -> Value:
        first, last, *steps = (self.lifted(0), *ends) if len(ends) == 1 else ends
        step = steps[0].parts[0] if steps else ir.Constant(I64, 1)
        if not isinstance(step, ir.Constant) or not step.constant:
            raise RefusedError("the step of a `range` in a kernel is a constant")
        return Value(Span(step.constant), [self.converted(first, INT).parts[0], self.converted(last, INT).parts[0]])

    def call_int(self, value: Value) -> Value:
        if value.kind == FLOAT:
            return Value(INT, [self.builder.fptosi(value.parts[0], I64)])
        return self.converted(value, INT)

    def call_float(self, value: Value) -> Value:
        return self.converted(value, FLOAT)

    def call_bool(self, value: Value) -> Value:
        return Value(BOOL, [self.truth(value)])

    def call_abs(self, value: Value) -> Value:
        if value.kind == FLOAT:
            return Value(FLOAT, [self.builder.call(self.program.intrinsic("llvm.fabs", [DOUBLE]), value.parts)])
        part = self.converted(value, INT).parts[0]
        return Value(INT, [self.builder.select(self.builder.icmp_signed("<", part, ir.Constant(I64, 0)), self.builder.neg(part), part)])

    def call_min(self, *values: Value) -> Value:
        return self._extreme(ast.Lt(), values)

    def call_max(self, *values: Value) -> Value:
        return self._extreme(ast.Gt(), values)

    def _extreme(self, operator: ast.cmpop, values: tuple[Value, ...]) -> Value:
        if len(values) < 2 or any(value.kind not in FITTING for value in values):
            raise RefusedError("`min` and `max` in a kernel take two numbers or more")
        kind = values[0].kind
        for value in values:
            kind = self.joined(kind, value.kind)
        first, *others = (self.converted(value, kind) for value in values)
        for other in others:
            better = self.compared(operator, other, first)
            first = Value(kind, [self.builder.select(better, other.parts[0], first.parts[0])])
        return first

    def call_len(self, value: Value) -> Value:
        if not isinstance(value.kind, Tuple):
            raise RefusedError("`len` in a kernel is of a tuple")
        return self.lifted(len(value.kind.members))

    def call_isinf(self, value: Value) -> Value:
        size = self.call_abs(self.converted(value, FLOAT)).parts[0]
        return Value(BOOL, [self.builder.fcmp_ordered("==", size, ir.Constant(DOUBLE, math.inf))])

    def call_isnan(self, value: Value) -> Value:
        part = self.converted(value, FLOAT).parts[0]
        return Value(BOOL, [self.builder.fcmp_unordered("!=", part, part)])

    def call_isfinite(self, value: Value) -> Value:
        size = self.call_abs(self.converted(value, FLOAT)).parts[0]
        return Value(BOOL, [self.builder.fcmp_ordered("<", size, ir.Constant(DOUBLE, math.inf))])

    def call_fingerprint(self, value: Value) -> Value:
        if isinstance(value.kind, Key):
            return Value(INT, [value.parts[0]])
        return Value(INT, [fingerprint(self.builder, self._flat(value))])

    def _flat(self, value: Value) -> list[Any]:
        """The words of which `words.fingerprint` makes that of a value."""
        if isinstance(value.kind, Tuple):
            found: list[Any] = []
            for member in self.members(value):
                if isinstance(member.kind, Tuple):
                    found.append(of_row(len(member.kind.members)))
                found += self._flat(member)
            return found
        if value.kind == FLOAT:
            return [whole_or_bits(self.builder, value.parts[0])]
        if value.kind == BITS:
            return list(value.parts)
        if value.kind not in (INT, BOOL):
            raise RefusedError(f"a kernel takes no fingerprint of {kinds.in_words(value.kind)}")
        return self.converted(value, INT).parts  # type: ignore[no-any-return]

    def call_count_actions(self, game: Value, state: Value) -> Value:
        """How many actions a state has."""
        if self.program.rules.has(COUNT.name):
            return self.program.rules.call(self, COUNT, [state], None)  # type: ignore[no-any-return]
        rounds = self._listing("actions", [state])
        return Value(INT, [rounds.last if rounds.others is None else rounds.others()])  # LLVM leaves out where they would be noted

    def call_key_numbers(self, game: Value, state: Value, row: Value, place: Value, tagged: Value, room: Value) -> Value:
        """Write the numbers of a key from a place of a row on; how many."""
        if not self.program.rules.has(KEY_NUMBERS):
            why = "its keys hold what has no numbers in compiled code; let `key` be made of numbers, texts, and tuples or sets of these"
            raise RefusedError(why, self.node)  # of the game's states: no line of a rule is at fault
        if not isinstance(row.kind, Row) or row.kind.element != INT or row.kind.bits < 64:
            raise RefusedError("the numbers of a key go into a row of words")
        out = self._at(row, self.converted(place, INT))
        return self.program.rules.call(self, ENTRIES[KEY_NUMBERS], [state, tagged, room], out)  # type: ignore[no-any-return]

    def call_words_at(self, address: Value) -> Value:
        """The row of words that lies there."""
        return Value(Row(INT), [self.builder.inttoptr(self.converted(address, INT).parts[0], ADDRESS)])

    def call_prefetch(self, row: Value, place: Value) -> Value:
        if not isinstance(row.kind, Row):
            raise RefusedError("`prefetch` is of a row")
        prefetch(self.builder, self.builder.bitcast(row.parts[0], row.kind.stored.as_pointer()), self.converted(place, INT).parts[0])
        return NONE

    def call_replace(self, row: Value, place: Value, value: Value) -> Value:
        """A tuple of one kind with another member at a place."""
        if not isinstance(row.kind, Tuple) or len(set(row.kind.members)) != 1 or row.kind.members[0] not in FITTING:
            raise RefusedError("`replace` in a kernel is of a tuple of numbers")
        at, made = self.converted(place, INT).parts[0], self.converted(value, row.kind.members[0]).parts[0]
        count = len(row.kind.members)
        self.fail_if(self.builder.icmp_unsigned(">=", at, ir.Constant(I64, count)), IndexError, f"place of a tuple of {count}")
        chosen = [
            self.builder.select(self.builder.icmp_signed("==", at, ir.Constant(I64, number)), made, part)
            for number, part in enumerate(row.parts)
        ]
        return Value(row.kind, chosen)


def _operation(write: Any, taken: str, given: str) -> Any:
    def call(writer: Calls, *values: Value) -> Value:
        if len(values) != len(taken) or any(one == "d" and value.kind != FLOAT for one, value in zip(taken, values, strict=True)):
            raise RefusedError(f"`{write.__name__.strip('_')}` takes other arguments")
        parts = [writer.converted(value, _WORDS[one]).parts[0] for one, value in zip(taken, values, strict=True)]
        return Value(_WORDS[given], [write(writer.builder, *parts)])

    return call


def _of_math(name: str) -> Any:
    def call(writer: Calls, value: Value) -> Value:
        function = writer.program.intrinsic(name, [DOUBLE])
        return Value(FLOAT, [writer.builder.call(function, writer.converted(value, FLOAT).parts)])

    return call


def _is_hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


_KNOWN: Final[dict[Any, Any]] = {
    int: Calls.call_int, float: Calls.call_float, bool: Calls.call_bool, abs: Calls.call_abs, min: Calls.call_min, max: Calls.call_max,
    len: Calls.call_len, range: Calls.call_range,
    math.isinf: Calls.call_isinf, math.isnan: Calls.call_isnan, math.isfinite: Calls.call_isfinite,
    words.fingerprint: Calls.call_fingerprint, words.prefetch: Calls.call_prefetch, words.words_at: Calls.call_words_at,
    words.key_numbers: Calls.call_key_numbers, replace: Calls.call_replace,
    count_actions: Calls.call_count_actions,
    **{function: _operation(*operation) for function, operation in OPERATIONS.items()},
    **{function: _of_math(name) for function, name in _OF_MATH.items()},
}  # fmt: skip
"""What writes the functions that kernels need not be told of."""
