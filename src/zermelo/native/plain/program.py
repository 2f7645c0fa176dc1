"""All that the rules of a game come to as machine code: one function for each function of theirs and each kinds of its arguments."""

from __future__ import annotations

import ast
import linecache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from llvmlite import ir

from zermelo.game import Game
from zermelo.native.fingerprint import is_outside
from zermelo.native.patience import tell_by
from zermelo.native.plain import kinds
from zermelo.native.plain.clock import Ticks
from zermelo.native.plain.constants import Constants
from zermelo.native.plain.containers import ROOM
from zermelo.native.plain.emitter import RETURNED, Closure, Poison, assigned, closure_names, has_row
from zermelo.native.plain.kinds import ADDRESS, I1, I64, INT, NEVER, Kind, Static
from zermelo.native.plain.loops import is_lazy
from zermelo.native.plain.nested import AROUND
from zermelo.native.plain.packing import Packing
from zermelo.native.plain.values import NONE, RefusedError, Value
from zermelo.sources import definition_of, is_as_loaded, is_ours, lambda_of

MOST_TRIES: Final = 60
"""Times that a function is written anew until the kinds of its variables are settled."""


class Refusal:
    """What does not compile: in which function, in which line, why."""

    def __init__(self, function: Any, line: int, why: str) -> None:
        self.function, self.line, self.why = function, line, why

    def __str__(self) -> str:
        name, code = getattr(self.function, "__qualname__", "?"), getattr(self.function, "__code__", None)
        if code is None:
            return f"{name}, line {self.line}: {self.why}"
        if is_ours(self.function.__module__):
            return f"{given_by(self.function)}: {self.why}"
        source = linecache.getline(code.co_filename, self.line).strip()
        return f"{name}, line {self.line} of {Path(code.co_filename).name} (`{source}`): {self.why}"


def given_by(function: FunctionType) -> str:
    """What a function of ours was looking at, which calls the rules: the answer of the method whose entry it is (see entries.py)."""
    return f"what `{function.__name__}` gives" if is_named(function) else "what the rules give"


def is_named(function: FunctionType) -> bool:
    """Whether a function of ours is the entry of a method."""
    return hasattr(Game, function.__name__)


class Compiled:
    """A function for arguments of these kinds."""

    def __init__(self, python: FunctionType, given: dict[str, Value]) -> None:
        self.python = python
        self.given = given
        self.kinds = {name: _general(value.kind) for name, value in given.items()}
        self.told = (python, tuple(map(kinds.bare, self.kinds.values())))
        """What tells it from other functions: of what is made at one place in it, all has one kind."""
        self.passed = [name for name, kind in self.kinds.items() if kind.parts]
        self.lent: frozenset[str] = frozenset()
        """Parameters with long tuples that it never assigns to: these are passed by their address."""
        self.returns: Kind = NEVER
        self.known: Value | None = None
        self.is_written_where_called = False  # what it returns is gone through later, and made of its own values
        self.function: Any = None
        self.widened: dict[Any, dict[Any, Any]] = {}
        self.refusals: dict[tuple[int, str], Refusal] = {}
        self.is_open = True
        self.is_recursive = False  # whether it was called while it was being written
        self.emitter: Packing | None = None
        """What writes it, while it is being written."""
        self.asked: dict[Any, Kind] = {}
        """What it was written for: the kinds of what is made at these places."""
        self.awaits: set[Compiled] = set()
        self.calls: set[Compiled] = set()


class Sites(dict[Any, Kind]):
    """The kinds of what is made at each place of the rules; `asked` are the places that the function at hand depends on."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Any] = set()

    def __getitem__(self, site: Any) -> Kind:
        self.asked.add(site)
        return super().__getitem__(site)

    def get(self, site: Any, default: Any = None) -> Any:
        """The kind, or the default."""
        self.asked.add(site)
        return super().get(site, default)

    def setdefault(self, site: Any, default: Any = None) -> Kind:
        """The kind, which is the default from now on if there was none."""
        self.asked.add(site)
        return super().setdefault(site, default)


class Program:
    """Machine code in the making.

    ticks    whether it counts and times its statements (see clock.py)
    emitter  what writes functions
    wraps    whether whole numbers go round at 64 bits, unchecked
    takes    whether anything that was written takes room in an arena
    """

    def __init__(self, *, ticks: bool = False, emitter: type[Packing] = Packing, wraps: bool = False) -> None:
        self.module = ir.Module("rules")
        self.emitter, self.wraps, self.takes = emitter, wraps, False
        self.state_kind: Kind = NEVER
        """Of states in registers (see kernels/rules.py)."""
        self.ticks = Ticks(self.module) if ticks else None
        self.constants = Constants(self.module)
        self.made: dict[Any, Compiled] = {}
        self.stack: list[Compiled] = []
        self.sites = Sites()
        self.widenings = 0
        self.rewritten = False
        """Whether a function was written again that others call: they are to be written again too."""
        self.pure: set[Any] = set()
        """Functions known to leave what they are given as it was: what they took of the arena is free when they end."""
        self.beside: dict[FunctionType, dict[str, Closure]] = {}
        """Of functions within functions that call themselves: the functions that they may come to call (see nested.py)."""
        self.sources: dict[Any, Any] = {}
        self.classes: dict[Any, type] = {}
        self.failures: list[tuple[str, str, Any, int]] = []
        self.catchers: dict[frozenset[str], tuple[Any, Any]] = {}
        """Functions that say whether the number of a failure is that of an error among these, each with its choice among the numbers."""
        self.copier = self.module.declare_intrinsic("llvm.memcpy", [ADDRESS, ADDRESS, I64])
        self.grower = ir.Function(self.module, ir.FunctionType(ADDRESS, [ADDRESS, I64, ADDRESS, ADDRESS]), "grow")
        self._write_grower()
        tell_by(self.at_work)

    def at_work(self) -> str:
        """What takes the compiler so long: the line of the rules that is being written, or, once all are, their longest function."""
        for made in reversed(self.stack):
            if made.emitter is not None and not is_ours(made.python.__module__):
                line = getattr(made.emitter.node, "lineno", made.python.__code__.co_firstlineno)
                return str(Refusal(made.python, line, "this was being compiled then; write it shorter, or as functions of its own"))
        theirs = [made for made in list(self.made.values()) if made.function is not None and not is_ours(made.python.__module__)]
        if not theirs:
            return ""
        longest = max(theirs, key=lambda made: sum(len(block.instructions) for block in made.function.blocks))
        why = "this is the longest of its functions; write it shorter, or as several"
        return str(Refusal(longest.python, longest.python.__code__.co_firstlineno, why))

    def _write_grower(self) -> None:
        """A list that is full gets twice the room, from where the arena is free on, if that is enough. Gives where it is free from then."""
        self.grower.linkage = "internal"
        for attribute in ("cold", "noinline", "nounwind"):
            self.grower.attributes.add(attribute)
        head, size, free, end = self.grower.args
        b = ir.IRBuilder(self.grower.append_basic_block())
        words = b.bitcast(head, I64.as_pointer())
        count = b.load(words)
        room = b.shl(b.add(count, ir.Constant(I64, ROOM // 2)), ir.Constant(I64, 1))
        there = b.gep(free, [b.and_(b.add(b.mul(room, size), ir.Constant(I64, 7)), ir.Constant(I64, -8))])
        with b.if_then(b.icmp_unsigned("<=", there, end)):
            place = b.gep(b.bitcast(head, ADDRESS.as_pointer()), [ir.Constant(I64, 2)])
            b.call(self.copier, [free, b.load(place), b.mul(count, size), ir.Constant(I1, 0)])
            b.store(room, b.gep(words, [ir.Constant(I64, 1)]))
            b.store(free, place)
        b.ret(there)

    @property
    def current(self) -> Any:
        """What tells the function that is being written from the others, again when it is written anew."""
        return self.stack[-1].told if self.stack else None

    def intrinsic(self, name: str, types: list[Any]) -> Any:
        """A function of LLVM."""
        if name in ("llvm.cttz", "llvm.ctlz"):
            return self.module.declare_intrinsic(name, types, ir.FunctionType(I64, [I64, I1]))
        if name.endswith(".with.overflow"):
            return self.module.declare_intrinsic(name, types, ir.FunctionType(ir.LiteralStructType([I64, I1]), [I64, I64]))
        if name == "llvm.tanh":
            return self.module.globals.get("tanh") or ir.Function(self.module, ir.FunctionType(types[0], [types[0]]), "tanh")
        if name == "llvm.pow":
            return self.module.globals.get("pow") or self._power(types[0])
        if name in ("llvm.copysign", "llvm.fma"):
            return self.module.declare_intrinsic(name, types, ir.FunctionType(types[0], types * (2 if name == "llvm.copysign" else 3)))
        return self.module.declare_intrinsic(name, types, ir.FunctionType(types[0], [types[0]]))

    def _power(self, number: Any) -> Any:
        """The function that Python calls for `x ** y`; LLVM makes `x * x` of `x ** 2`, which may differ in its last bit."""
        power = ir.Function(self.module, ir.FunctionType(number, [number, number]), "pow")
        for attribute in ("nobuiltin", "nounwind", "readnone"):
            power.attributes.add(attribute)
        return power

    def site(self, error: str, text: str, function: Any, node: Any) -> int:
        """The number with which a function ends that fails here."""
        self.failures.append((error, text, function, getattr(node, "lineno", 0)))
        for caught, (_, choice) in self.catchers.items():
            self._catch(caught, choice, len(self.failures))
        return len(self.failures)

    def catcher(self, caught: frozenset[str]) -> Any:
        """The function that says whether the number of a failure is that of one of these errors: of those, too, that are met later."""
        if caught not in self.catchers:
            function = ir.Function(self.module, ir.FunctionType(I1, [I64]), self.module.get_unique_name("catches"))
            function.linkage = "internal"
            begin, no, yes = (function.append_basic_block(name) for name in ("begin", "no", "yes"))
            choice = ir.IRBuilder(begin).switch(function.args[0], no)
            ir.IRBuilder(no).ret(ir.Constant(I1, 0))
            ir.IRBuilder(yes).ret(ir.Constant(I1, 1))
            self.catchers[caught] = function, choice
            for number in range(1, len(self.failures) + 1):
                self._catch(caught, choice, number)
        return self.catchers[caught][0]

    def _catch(self, caught: frozenset[str], choice: Any, number: int) -> None:
        if self.failures[number - 1][0] in caught:
            choice.add_case(ir.Constant(I64, number), choice.function.blocks[-1])

    def refuse(self, refused: RefusedError, function: Any, node: ast.AST | None) -> None:
        """Note what does not compile."""
        line = getattr(node, "lineno", 0)
        made = self.stack[-1]
        owner = function if isinstance(function, FunctionType) else made.python
        made.refusals.setdefault((line, refused.why), Refusal(owner, line, refused.why))

    def widen(self, site: Any, kind: Kind) -> bool:
        """From now on, what is made there holds such members as well; whether it did not before."""
        held = self.sites.get(site, NEVER)
        wide = kinds.join(held, kind)
        if wide is None:
            raise RefusedError(f"it holds {kinds.in_words(held)}, and {kinds.in_words(kind)} is put there")
        if wide == held:
            return False
        self.sites[site] = wide
        self.widenings += 1
        return True

    @staticmethod
    def make(cls: type, members: list[Any]) -> Any:
        """An object of a class of named tuples or data."""
        return cls(*members)

    def source(self, function: FunctionType) -> ast.FunctionDef:
        """The definition of a function."""
        if function not in self.sources:
            try:
                found = definition_of(function) if function.__code__.co_name != "<lambda>" else lambda_of(function)
            except (OSError, TypeError, SyntaxError) as error:
                raise RefusedError(f"`{function.__qualname__}`: its source cannot be read ({error}); put the game in a file") from None
            if not isinstance(found, ast.FunctionDef) or not is_as_loaded(function):
                raise RefusedError(
                    f"`{function.__qualname__}`: {function.__code__.co_filename} was changed after it was loaded; start again"
                )
            self.sources[function] = found
        return self.sources[function]  # type: ignore[no-any-return]

    def class_of_method(self, function: FunctionType) -> type | None:
        """The class in whose body a method is defined."""
        for name, value in closure_names(function).items():
            if name == "__class__":
                return value  # type: ignore[no-any-return]
        return None

    def specialised(self, function: FunctionType, given: dict[str, Value]) -> Compiled:
        """The function for arguments of these kinds, written if need be."""
        key = (function, tuple((name, _told_apart(value)) for name, value in given.items()))
        found = self.made.get(key)
        if found is not None and (found in self.stack or not (found.is_open or self._is_stale(found))):
            if self.stack:
                self.stack[-1].calls.add(found)
            return found
        self.rewritten |= found is not None and not found.is_open
        made = found or Compiled(function, given)
        made.key = key  # type: ignore[attr-defined]
        self.made[key] = made
        if self.stack:
            self.stack[-1].calls.add(made)
        if len(self.stack) > 200:
            raise RefusedError(f"`{function.__qualname__}` is called with ever other kinds of arguments")
        self._write(made)
        return made

    def _is_stale(self, made: Compiled) -> bool:
        """Whether a function was written for other kinds than are made now."""
        return any(dict.get(self.sites, site, NEVER) != kind for site, kind in made.asked.items())

    @property
    def is_settled(self) -> bool:
        """Whether all functions were written for the kinds that are made now, and those that they call."""
        return not self.rewritten and not any(map(self._is_stale, self.made.values()))

    def _write(self, made: Compiled) -> None:
        self.stack.append(made)
        try:
            for _ in range(MOST_TRIES):
                if self._write_once(made):
                    break
            else:
                raise RefusedError(f"`{made.python.__qualname__}`: the kinds of its variables change without end")
        finally:
            self.stack.pop()
        made.awaits.discard(made)
        made.is_open = bool(made.awaits)  # what it calls is not known yet: it is written again when it is called again
        if self.stack:
            self.stack[-1].awaits |= made.awaits

    def _write_once(self, made: Compiled) -> bool:
        """Write the function; whether it need not be written again."""
        outer, self.sites.asked = self.sites.asked, set()
        try:
            return self._written(made)
        finally:
            made.emitter = None
            made.asked = {site: dict.get(self.sites, site, NEVER) for site in self.sites.asked}
            self.sites.asked = outer

    def _written(self, made: Compiled) -> bool:
        returned, widenings = made.returns, self.widenings
        made.refusals, made.calls = {}, set()
        made.awaits = set()
        definition = self.source(made.python)
        if made.function is None and len(self.stack) > 1:  # what kernels and entries call takes numbers
            made.lent = frozenset(name for name in made.passed if has_row(made.kinds[name])).difference(assigned(definition))
        self._forget(made)
        passed = {name: (ADDRESS,) if name in made.lent else made.kinds[name].parts for name in made.passed}
        parts = [part for taken in passed.values() for part in taken]
        answer = ir.LiteralStructType([I64, *returned.parts])  # what is not known before the first writing ends
        name = self.module.get_unique_name(made.python.__name__)
        made.function = ir.Function(self.module, ir.FunctionType(answer, [ADDRESS, *parts]), name)
        made.function.linkage = "internal"
        made.function.args[0].add_attribute("noalias")  # nothing else leads to where the arena is free from
        emitter = made.emitter = self.emitter(self, made.function, made.widened)
        around = emitter.frame_around(made.python)
        emitter.frame = emitter.new_frame(made.python, made.python.__globals__ | closure_names(made.python), around)
        emitter.frame.cls = self.class_of_method(made.python)
        emitter.frame.own = set(made.python.__code__.co_varnames) | set(made.python.__code__.co_cellvars)
        emitter.node = definition
        emitter.frame.definition = definition.body
        arguments = list(made.function.args[1:])
        for argument, value in made.given.items():
            kind = made.kinds[argument]
            count = len(passed.get(argument, ()))
            taken, arguments = arguments[:count], arguments[count:]
            name, frame = argument.removeprefix(AROUND), around if around and argument.startswith(AROUND) else emitter.frame
            if argument in made.lent:
                emitter.borrow(name, kind, taken[0], frame)
            else:
                emitter.assign(name, value if isinstance(kind, (Static, kinds.Nothing)) else Value(kind, taken), frame)
        emitter.body(definition.body)
        if emitter.alive:
            emitter.assign(RETURNED, NONE)
            emitter.frame.exits.append(emitter.flow())  # type: ignore[arg-type]
        emitter.merge(emitter.frame.exits, at_end=True)
        self._leave(emitter, made, returned)
        emitter.builder.position_at_end(emitter.entry)
        emitter.builder.branch(made.function.blocks[1])
        changed = made.returns != returned and made.is_recursive  # those who called it knew less
        return not (emitter.again or changed or self.widenings != widenings)

    def _leave(self, emitter: Packing, made: Compiled, returned: Kind) -> None:
        if not emitter.alive:
            emitter.finish(returned, None)
            return
        assert emitter.environment is not None
        key = (emitter.frame.number, RETURNED)
        binding = emitter.environment[key]
        if isinstance(binding, Poison):
            self.refuse(RefusedError(f"it returns {binding.told}, depending on the way taken"), made.python, self.source(made.python))
            emitter.finish(returned, None)
            return
        value = emitter.read(binding, key)
        if isinstance(value.kind, Static):
            made.known, made.returns = value, kinds.NOTHING
            made.is_written_where_called = is_lazy(value.const)
            emitter.finish(made.returns, [])
            return
        kind = kinds.join(returned, _general(value.kind))
        if kind is None:
            kind = value.kind
        made.returns = kind
        harmless = not any(map(kinds.can_change, made.kinds.values())) or made.python in self.pure
        if not kind.has_address and harmless:
            emitter.builder.store(emitter.begun, emitter.free)
        emitter.finish(kind, emitter.parts(emitter.convert(value, kind)))

    def _forget(self, made: Compiled) -> None:
        if made.function is not None:
            old = made.function
            self.module._sequence.remove(old.name) if hasattr(self.module, "_sequence") else None
            self.module.globals.pop(old.name, None)

    def refusals(self, roots: list[Compiled]) -> list[Refusal]:
        """What does not compile in these functions and in all that they call."""
        seen: dict[Compiled, None] = {}
        waiting = list(roots)
        while waiting:
            made = waiting.pop(0)
            if made not in seen:
                seen[made] = None
                waiting += made.calls
        found = {(one.line, one.why, getattr(one.function, "__qualname__", "")): one for made in seen for one in made.refusals.values()}
        theirs = [one for one in found.values() if not (is_ours(getattr(one.function, "__module__", None)) or is_outside(one.function))]
        named = {one.why for one in found.values() if is_named(one.function)}
        others = [one for one in found.values() if is_named(one.function) or one.why not in named]
        return sorted(theirs or others, key=lambda one: one.line)  # what goes wrong in ours follows from what does in theirs


def _told_apart(value: Value) -> Any:
    kind = _general(value.kind)
    if isinstance(kind, Static):
        thing = value.const
        return ("static", thing) if isinstance(thing, (FunctionType, type)) else ("static", id(thing), thing.__class__, _Held(thing))
    return kind


class _Held:
    """Keeps what it holds alive, so that its id stays its own; all are equal."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


def _general(kind: Kind) -> Kind:
    return INT if isinstance(kind, kinds.Int) else kind
