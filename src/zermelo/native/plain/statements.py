"""Statements: what each of Python's does, written as machine code."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any, Final

from zermelo.native.plain import kinds
from zermelo.native.plain.carried import carried
from zermelo.native.plain.containers import slice_ends
from zermelo.native.plain.emitter import RETURNED, assigned, told_of
from zermelo.native.plain.expressions import Expressions
from zermelo.native.plain.kinds import Instance, List, Never, Static, Tuple
from zermelo.native.plain.values import NEVER_VALUE, NONE, Forming, Lazy, RefusedError, Value, constant, static
from zermelo.sources import is_ours

_NOT_COMPILED = {
    ast.TryStar: "`except*`",
    ast.With: "`with`", ast.AsyncFor: "`async`", ast.AsyncWith: "`async`", ast.AsyncFunctionDef: "`async`", ast.Import: "`import`",
    ast.ImportFrom: "`import`", ast.ClassDef: "a class inside a method", ast.Nonlocal: "`nonlocal`",
}  # fmt: skip

CAUGHT: Final = (IndexError, KeyError, LookupError, ValueError, ZeroDivisionError)
"""Errors that may be caught: those that compiled rules raise where plain Python does."""


class Statements(Expressions):
    """Writes the statements of a function, one after the other."""

    def body(self, statements: list[ast.stmt]) -> None:
        """These statements, but for those that control never comes to. What does not compile is noted, and what follows looked at too."""
        for statement in statements:
            if not self.alive:
                return
            outer, self.node = self.node, statement
            self.tick(begins=True)
            try:
                self.statement(statement)
            except RefusedError as refused:
                self._refused(refused, statement)
            except (MemoryError, RecursionError):
                raise
            except Exception as error:  # whatever the compiler meets that nobody thought of: the rules run in plain Python all the same
                self._refused(RefusedError(f"the compiler failed ({type(error).__name__}: {error})"), statement)
            finally:
                self.node = outer

    def _refused(self, refused: RefusedError, statement: ast.stmt) -> None:
        function = self.frame.function
        if is_ours(getattr(function, "__module__", None)) and function is not self.program.stack[-1].python:
            raise RefusedError(refused.why)  # it is the rule that does not compile which calls what is written here
        self.program.refuse(refused, self.frame.function, refused.node or self.node)
        for name in assigned(statement):
            self.assign(name, NEVER_VALUE)
        if isinstance(statement, ast.Return):
            self.environment = None

    def statement(self, node: ast.stmt) -> None:
        """One statement."""
        method = getattr(self, f"do_{type(node).__name__}", None)
        if method is None:
            raise RefusedError(f"{_NOT_COMPILED.get(type(node), f'a statement of the kind {type(node).__name__}')} does not compile")
        method(node)

    def do_Pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def do_Global(self, node: ast.Global) -> None:
        """Names of the module are to be written."""
        raise RefusedError("it writes a global, so that the rules change while they are asked; keep it in the state")

    def do_Expr(self, node: ast.Expr) -> None:
        """A call for what it does, a yield, a docstring."""
        if isinstance(node.value, ast.Yield):
            self._yield(self.value(node.value.value) if node.value.value else NONE)
        elif isinstance(node.value, ast.YieldFrom):
            self.each(self.value(node.value.value), self._yield, node)
        elif not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _yield(self, value: Value) -> None:
        if self.frame.on_yield is None:
            raise RefusedError("a generator is used in a way that does not compile")
        self.frame.on_yield(value)

    def do_Return(self, node: ast.Return) -> None:
        """Leave the function."""
        value = self.value(node.value) if node.value else NONE
        if not self.alive:
            return
        self.assign(RETURNED, value)
        flow = self.flow()
        assert flow is not None
        self.frame.exits.append(flow)

    def do_Assign(self, node: ast.Assign) -> None:
        """Names, members and attributes get a value."""
        value = self.value(node.value)
        if len(node.targets) > 1 and isinstance(value.const, Lazy) and not value.const.lasts:
            raise RefusedError(f"{value.const.said} is given two names; make a list of it", node.value)
        for target in node.targets:
            self.store_to(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The same with an annotation, which says nothing here."""
        if node.value is not None:
            self.store_to(node.target, self.value(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        """`x += y`; in place for lists and sets."""
        target = node.target
        if isinstance(target, ast.Subscript):
            holder, index = self.value(target.value), self.value(target.slice)
            self.put_item(holder, index, self.in_place(node.op, self.item(holder, index), self.value(node.value)))
        elif isinstance(target, ast.Attribute):
            holder = self.value(target.value)
            self.put_attribute(holder, target.attr, self.in_place(node.op, self.attribute(holder, target.attr), self.value(node.value)))
        else:
            old = self.name(target.id)
            self.assign(target.id, self.in_place(node.op, old, self.value(node.value)))

    def store_to(self, target: ast.expr, value: Value) -> None:
        """Let a name, a member, an attribute, or several of them have the value."""
        if not self.alive:
            return
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target, value)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self._put_slice(self.value(target.value), target.slice, value)
        elif isinstance(target, ast.Subscript):
            self.put_item(self.value(target.value), self.value(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self.put_attribute(self.value(target.value), target.attr, value)
        else:
            raise RefusedError("this kind of assignment does not compile", target)

    def _put_slice(self, holder: Value, node: ast.Slice, value: Value) -> None:
        if not isinstance(holder.kind, (List, Never)) or getattr(holder.kind, "is_deque", False):
            raise RefusedError(f"{kinds.in_words(holder.kind)} takes no slice; make a list of it", node)
        if node.step is not None:
            raise RefusedError("to assign to a slice with a step does not compile; assign to its members in a loop", node)
        low, high = (NONE if end is None else self.value(end) for end in (node.lower, node.upper))
        self.call_own(put_slice, [holder, low, high, value])

    def _unpack(self, target: ast.Tuple | ast.List, value: Value) -> None:
        if isinstance(value.kind, Never):
            for part in target.elts:
                self.store_to(part, value)
            return
        value = self.iterated(self.there(value))
        if isinstance(value.kind, kinds.Instance) and value.kind.is_container:
            value = self.gone_through(value)
        if not self.is_indexed(value) or isinstance(value.kind, (kinds.Set, kinds.Dict)):
            value = self.to_list(value)
        starred = next((place for place, part in enumerate(target.elts) if isinstance(part, ast.Starred)), None)
        count, length = len(target.elts), self.length(value)
        wanted = constant(count if starred is None else count - 1)
        fits = self.compare_values(ast.Eq() if starred is None else ast.GtE(), length, wanted)
        if fits.is_known and not fits.const:
            raise RefusedError(f"{length.const} values are unpacked into {count} names", target)
        if not fits.is_known:
            self.check(self.parts(fits)[0], "ValueError", f"a wrong number of values to unpack into {count} names")
        members = []
        for place, part in enumerate(target.elts):
            if starred is None or place < starred:
                members.append((part, self.item(value, constant(place))))
            elif place > starred:
                members.append((part, self.item(value, constant(place - count))))
            else:
                assert isinstance(part, ast.Starred)
                end = constant(place + 1 - count) if place + 1 < count else NONE
                members.append((part.value, self.to_list(self.sliced(value, constant(place), end, NONE))))
        for part, member in members:
            self.store_to(part, member)

    def do_Delete(self, node: ast.Delete) -> None:
        """`del x[i]`, `del x[i:j]`."""
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise RefusedError("`del` of this does not compile", target)
            holder = self.value(target.value)
            if isinstance(target.slice, ast.Slice):
                self._delete_slice(holder, target.slice)
            else:
                self._delete_item(holder, self.value(target.slice))

    def _delete_item(self, holder: Value, index: Value) -> None:
        """A Counter need not have it."""
        is_counter = isinstance(holder.kind, kinds.Dict) and holder.kind.cls is Counter
        self.method_call(holder, "pop", [index, constant(0)] if is_counter else [index], {})

    def _delete_slice(self, holder: Value, node: ast.Slice) -> None:
        if not isinstance(holder.kind, (List, Never)) or getattr(holder.kind, "is_deque", False):
            raise RefusedError(f"nothing can be deleted from {kinds.in_words(holder.kind)}", node)
        ends = [NONE if end is None else self.value(end) for end in (node.lower, node.upper)]
        if node.step is None:
            self.call_own(put_slice, [holder, *ends, constant(())])
        else:
            self.call_own(delete_places, [holder, *ends, self.value(node.step)])

    def do_If(self, node: ast.If) -> None:
        """One way or the other."""
        self.branch(self.test(node.test), lambda: self.body(node.body), lambda: self.body(node.orelse))

    def do_While(self, node: ast.While) -> None:
        """As long as the test holds."""
        self._carry(node)
        site, names = self.site(node), self._names(node)
        self._completed(
            node, lambda: self.loop(site, lambda: self.truth(self.test(node.test)), lambda: self.body(node.body), lambda: None, names)
        )

    def do_For(self, node: ast.For) -> None:
        """For each member."""

        def one(item: Value) -> None:
            self.store_to(node.target, item)
            self.body(node.body)

        source = self.in_loop(node.iter)
        self._carry(node)
        self._completed(node, lambda: self.each(source, one, node))

    def _carry(self, node: ast.For | ast.While) -> None:
        """Let what the loop may hand on, and has no value yet, be a variable."""
        if self.environment is None or self.frame.definition is None:
            return
        for name in sorted(carried(node, self.frame.definition)):
            key = (self.frame.number, name)
            if key not in self.environment:
                self.environment[key] = NEVER_VALUE
                self.environment[key[0], told_of(name)] = constant(False)

    def _completed(self, node: ast.For | ast.While, write: Any) -> None:
        """A loop with its `else`, which is for when nothing breaks it."""
        flag = f"<completed {self.site(node)}>" if node.orelse else None
        if flag is not None:
            self.assign(flag, constant(True))
        self.frame.completed.append(flag)
        try:
            write()
        finally:
            self.frame.completed.pop()
        if self.alive and flag is not None:
            self.branch(self.name(flag), lambda: self.body(node.orelse), lambda: None)

    def do_Break(self, node: ast.Break) -> None:
        """Out of the loop."""
        if (flag := self.frame.completed[-1]) is not None:
            self.assign(flag, constant(False))
        flow = self.flow()
        assert flow is not None
        self.frame.loops[-1].breaks.append(flow)

    def do_Continue(self, node: ast.Continue) -> None:
        """On to the next round."""
        flow = self.flow()
        assert flow is not None
        self.frame.loops[-1].continues.append(flow)

    def do_Assert(self, node: ast.Assert) -> None:
        """Fail unless it holds."""
        truth = self.truth(self.test(node.test))
        if truth.is_known and truth.const:
            return
        self.check(self.parts(truth)[0], "AssertionError", "an assertion does not hold")

    def do_Raise(self, node: ast.Raise) -> None:
        """Fail."""
        thing = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        error = self.value(thing).const if isinstance(thing, (ast.Name, ast.Attribute)) else None
        cls = error if isinstance(error, type) else type(error)
        if not issubclass(cls, BaseException):
            raise RefusedError("`raise` of this does not compile; write the class of the error there")
        text = "".join(map(_said, node.exc.args)) if isinstance(node.exc, ast.Call) else ""
        if not text.strip(". "):
            text = f"{cls.__name__} is raised"
        is_builtin = cls.__module__ == "builtins"
        name = next((one.__name__ for one in cls.__mro__ if one in CAUGHT), cls.__name__ if is_builtin else "RuntimeError")
        self.fail(name, text if is_builtin or text.startswith(cls.__name__) else f"{cls.__name__}: {text}")

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function within: it sees the names around it."""
        self.assign(node.name, static(self.closure(node, node.name)))

    def do_Match(self, node: ast.Match) -> None:
        """The first case whose pattern fits."""
        self._cases(self.value(node.subject), node.cases)

    def _cases(self, subject: Value, cases: list[ast.match_case]) -> None:
        if not cases:
            return
        case, rest = cases[0], cases[1:]
        fits = self.pattern(subject, case.pattern)

        def guarded() -> None:
            self.capture(subject, case.pattern)
            if case.guard is None:
                self.body(case.body)
            else:
                self.branch(self.test(case.guard), lambda: self.body(case.body), lambda: self._cases(subject, rest))

        self.branch(fits, guarded, lambda: self._cases(subject, rest))

    def pattern(self, subject: Value, pattern: ast.pattern) -> Value:
        """Whether a value fits a pattern."""
        if isinstance(pattern, ast.MatchValue):
            return self.compare_values(ast.Eq(), subject, self.value(pattern.value))
        if isinstance(pattern, ast.MatchSingleton):
            return self.compare_values(ast.Is(), subject, constant(pattern.value))
        if isinstance(pattern, ast.MatchAs):
            return constant(True) if pattern.pattern is None else self.pattern(subject, pattern.pattern)
        if isinstance(pattern, ast.MatchOr):
            if any(isinstance(part, ast.MatchAs) and part.name is not None for part in ast.walk(pattern)):
                raise RefusedError("a pattern with `|` that gives a name its value does not compile; write a case for each", pattern)
            found = constant(False)
            for one in pattern.patterns:
                found = self.either(found, self.pattern(subject, one))
            return found
        if isinstance(pattern, ast.MatchSequence) and isinstance(subject.kind, Instance) and subject.kind.cls is list:
            subject = self.gone_through(subject)
        if isinstance(pattern, ast.MatchSequence) and not any(isinstance(one, ast.MatchStar) for one in pattern.patterns):
            if not self.is_indexed(subject) or kinds.is_text(subject.kind) or isinstance(subject.kind, (kinds.Set, kinds.Dict)):
                return constant(False)
            found = self.compare_values(ast.Eq(), self.length(subject), constant(len(pattern.patterns)))
            for place, one in enumerate(pattern.patterns):
                if found.is_known and not found.const:
                    return found
                found = self.both(found, lambda place=place, one=one: self.pattern(self.item(subject, constant(place)), one))
            return found
        raise RefusedError("this pattern does not compile", pattern)

    def capture(self, subject: Value, pattern: ast.pattern) -> None:
        """Give the names in a pattern that fits their values."""
        if isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None:
                self.capture(subject, pattern.pattern)
            if pattern.name is not None:
                self.assign(pattern.name, subject)
        elif isinstance(pattern, ast.MatchSequence):
            if isinstance(subject.kind, Instance) and subject.kind.cls is list:
                subject = self.gone_through(subject)
            for place, one in enumerate(pattern.patterns):
                self.capture(self.item(subject, constant(place)), one)

    def put_attribute(self, holder: Value, name: str, value: Value) -> None:
        """Let an attribute of an object have the value."""
        holder = self.there(holder)
        kind = holder.kind
        if isinstance(kind, Never):
            return
        if isinstance(kind, Static) and isinstance(holder.const, Forming):
            forming = holder.const
            self.assign(f"<self.{name}>", value, forming.frame)
            if name not in forming.names:
                forming.names.append(name)
            return
        if isinstance(kind, Static):
            raise RefusedError(f"a rule sets the attribute `{name}` of an object that must not change")
        if not isinstance(kind, Instance):
            raise RefusedError(f"{kinds.in_words(kind)} never changes: its attribute `{name}` cannot be set")
        if name not in kind.names:
            raise RefusedError(f"a rule gives {kind.cls.__name__} the attribute `{name}`, which it does not have at first")
        place = kind.names.index(name)
        offset = kind.record.cells[sum(len(member.parts) for member in kind.members[:place])][1] if kind.members[place].parts else 0
        base = self.at(self.parts(holder)[0], offset)
        if not self.widening_attribute(kind, place, value):
            return
        self.store(value, kind.members[place], base)

    def widening_attribute(self, kind: Instance, place: int, value: Value) -> bool:
        """Whether the value fits the attribute; if not, the class's objects get a wider one, and all is written anew."""
        common = kinds.join(kind.members[place], _general(value.kind))
        if common is None:
            told = f"{kinds.in_words(kind.members[place])}, and {kinds.in_words(value.kind)}"
            raise RefusedError(f"`{kind.names[place]}` of {kind.cls.__name__} holds {told}")
        if common == kind.members[place]:
            return True
        wide = Tuple((*kind.members[:place], common, *kind.members[place + 1 :]))
        self.widen(kind.sites, wide)
        return False

    def _names(self, node: ast.AST) -> set[tuple[int, str]]:
        return {(self.frame.number, name) for name in assigned(node)}


def _general(kind: kinds.Kind) -> kinds.Kind:
    return kinds.INT if isinstance(kind, kinds.Int) else kind


def _said(text: ast.expr) -> str:
    """The text with which an exception is raised, as far as it is known before: `...` stands for what is not."""
    if isinstance(text, ast.JoinedStr):
        return "".join(map(_said, text.values))
    if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add):
        return _said(text.left) + _said(text.right)
    return str(text.value) if isinstance(text, ast.Constant) else "..."


def put_slice(cells: Any, low: Any, high: Any, members: Any) -> None:
    """`cells[low:high] = members`."""
    size = len(cells)
    first = 0 if low is None else min(low, size) if low >= 0 else max(0, low + size)
    last = size if high is None else min(high, size) if high >= 0 else max(0, high + size)
    made = cells[:first] + list(members) + cells[max(first, last) :]
    cells.clear()
    cells.extend(made)


def delete_places(cells: Any, low: Any, high: Any, step: int) -> None:
    """`del cells[low:high:step]`."""
    first, last = slice_ends(len(cells), low, high, step)
    gone = range(first, last, step)
    left = [one for place, one in enumerate(cells) if place not in gone]
    cells.clear()
    cells.extend(left)
