"""Expressions: what each of Python's comes to."""

from __future__ import annotations

import ast
import builtins
import inspect
import itertools
from collections import Counter
from types import FunctionType
from typing import Any

from zermelo.native.plain import kinds
from zermelo.native.plain.containers import Growing
from zermelo.native.plain.emitter import Closure, Comprehension, Frame, Poison
from zermelo.native.plain.kinds import BOOL, Instance, List, Member, Never, Static, Tuple
from zermelo.native.plain.loops import Transposed
from zermelo.native.plain.nested import Nested
from zermelo.native.plain.values import (
    NEVER_VALUE,
    NONE,
    SHORT,
    Bound,
    Forming,
    Lazy,
    Method,
    RefusedError,
    Super,
    Value,
    as_made_of,
    constant,
    static,
)


class Expressions(Nested):
    """Writes expressions."""

    def value(self, node: ast.expr) -> Value:
        """What an expression comes to."""
        if not self.alive:
            return NEVER_VALUE
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            raise RefusedError(f"an expression of the kind {type(node).__name__} does not compile", node)
        try:
            found: Value = method(node)
        except RefusedError as refused:
            refused.node = refused.node or node
            raise
        return found

    def test(self, node: ast.expr) -> Value:
        """Whether a condition holds: the parts of `and`, `or` and `not` may be of any kinds."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.unary(node.op, self.test(node.operand))
        if not isinstance(node, ast.BoolOp):
            return self.truth(self.value(node))
        first, rest = self.test(node.values[0]), node.values[1:]
        if not rest:
            return first
        others = ast.copy_location(ast.BoolOp(node.op, rest), node)
        if isinstance(node.op, ast.And):
            return self.choice(first, lambda: self.test(others), lambda: constant(False))
        return self.choice(first, lambda: constant(True), lambda: self.test(others))

    def of_Constant(self, node: ast.Constant) -> Value:
        """A number, a text, None, True, False."""
        return constant(node.value)

    def of_Name(self, node: ast.Name) -> Value:
        """A variable, a global, a builtin."""
        return self.name(node.id)

    def name(self, name: str) -> Value:
        """What a name stands for here."""
        assert self.environment is not None
        frame: Frame | None = self.frame
        while frame is not None:
            key = (frame.number, name)
            if key in self.environment:
                self.must_have_value(key)
                return self.read(self.environment[key], key)
            if name in frame.own:
                raise RefusedError(f"`{name}` has no value here yet")
            if frame.outer is None:
                break
            frame = frame.outer
        assert frame is not None
        names = frame.globals
        if name in names:
            return self.thing(names[name], name)
        if hasattr(builtins, name):
            return static(getattr(builtins, name))
        raise RefusedError(f"there is no `{name}`")

    def thing(self, thing: Any, name: str) -> Value:
        """A value from outside the rules: a constant of a module, an attribute of the game."""
        try:
            return constant(thing)
        except ValueError as error:
            raise RefusedError(f"`{name}`: {error}") from None

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        """`name := value`."""
        value = self.value(node.value)
        frame = self.frame
        while isinstance(frame.function, Comprehension):
            assert frame.outer is not None
            frame = frame.outer
        self.bind(node.target.id, value, frame)
        return self.name(node.target.id) if self.alive else value

    def of_Tuple(self, node: ast.Tuple) -> Value:
        """`(a, b)`."""
        parts = self._parts_of(node.elts)
        spread: list[Value] = []
        for part, value, is_starred in parts:
            length = self.length(value) if is_starred and self.is_indexed(value) else None
            if is_starred and (length is None or not length.is_known):
                try:
                    return self.to_row(self._listed(node, parts))
                except RefusedError as refused:
                    raise RefusedError(f"in a tuple whose length is not known when it is compiled, {refused.why}", part) from None
            spread += [value] if length is None else [self.item(value, constant(place)) for place in range(length.const)]
        return self.tuple(spread)

    def of_List(self, node: ast.List) -> Value:
        """`[a, b]`."""
        parts = self._parts_of(node.elts)
        if len(parts) == 1 and parts[0][2]:
            return self.to_list(parts[0][1])
        if not any(is_starred for *_, is_starred in parts) and kinds.joined(value.kind for _, value, _ in parts) is None:
            return self.mixed_list([value for _, value, _ in parts])
        return self._listed(node, parts)

    def _parts_of(self, nodes: list[ast.expr]) -> list[tuple[ast.expr, Value, bool]]:
        """What stands in a listing: its node, its value, and whether it stands behind a `*`."""
        parts: list[tuple[ast.expr, Value, bool]] = []
        for place, part in enumerate(nodes, 1):
            if isinstance(part, ast.Starred):
                parts.append((part, self._as_it_is_now(self.value(part.value), nodes[place:]), True))
            else:
                parts.append((part, self.value(part), False))
        return parts

    def _as_it_is_now(self, row: Value, next_to_it: list[ast.expr]) -> Value:
        """What stands behind a `*`: copied where what comes after may change it, or what it is made of."""
        row = self.there(row)
        can_change = not row.is_known and isinstance(row.kind, (List, kinds.Set, kinds.Dict, kinds.Instance))
        return self.to_list(row) if (can_change or isinstance(row.const, Lazy)) and _may_have_effects(next_to_it) else row

    def _listed(self, node: ast.Tuple | ast.List, parts: list[tuple[ast.expr, Value, bool]]) -> Value:
        made = self.new_list(self.site(node))
        for part, value, is_starred in parts:
            if is_starred:
                self.each(value, lambda one: self.append(made, one), part)
            else:
                self.append(made, value)
        return made.read()

    def mixed_list(self, members: list[Value]) -> Value:
        """A list of these, which may be of different kinds."""
        if kinds.joined(value.kind for value in members) is not None:
            return self.to_list(self.tuple(members))
        return self._object(list, {str(place): value for place, value in enumerate(members)})

    def of_Set(self, node: ast.Set) -> Value:
        """`{a, b}`."""
        made = self.new_set(self.site(node))
        for part, value, is_starred in self._parts_of(node.elts):
            if is_starred:
                self.each(value, lambda one: self.add(made, one), part)
            else:
                self.add(made, value)
        return made.read()

    def of_Dict(self, node: ast.Dict) -> Value:
        """`{a: b}`."""
        fields: dict[str, Value] = {}  # as long as it is known which keys it has
        made = None
        for key, value in zip(node.keys, node.values, strict=True):
            name = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
            key_value = None if key is None else self.value(key)
            held = self.there(self.value(value)) if key is None else self.value(value)
            if made is None and key is None and isinstance(held.kind, kinds.Instance) and held.kind.cls is dict:
                fields |= dict(zip(held.kind.names, self.members_one_by_one(held), strict=True))
                continue
            if made is None and name is not None:
                fields[name] = held
                continue
            made = made or self._dict_of(node, fields)
            if key_value is None:
                self.put_all(made, held, {})
            else:
                self.put(made, key_value, held)
        if made is None and fields and kinds.joined(value.kind for value in fields.values()) is None:
            return self._object(dict, fields)
        return (made or self._dict_of(node, fields)).read()

    def _dict_of(self, node: ast.Dict, fields: dict[str, Value]) -> Growing:
        made = self.new_dict(self.site(node))
        for name, value in fields.items():
            self.put(made, constant(name), value)
        return made

    def of_ListComp(self, node: ast.ListComp) -> Value:
        """`[x for ...]`."""
        made = self.new_list(self.site(node))
        self.comprehend(Comprehension(node, self.frame), lambda one: self.append(made, one))
        return made.read()

    def of_SetComp(self, node: ast.SetComp) -> Value:
        """`{x for ...}`."""
        made = self.new_set(self.site(node))
        self.comprehend(Comprehension(node, self.frame), lambda one: self.add(made, one))
        return made.read()

    def of_DictComp(self, node: ast.DictComp) -> Value:
        """`{k: v for ...}`."""
        made = self.new_dict(self.site(node))
        pairs = ast.copy_location(
            ast.GeneratorExp(ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node), node.generators), node
        )
        self.comprehend(
            Comprehension(pairs, self.frame), lambda one: self.put(made, self.item(one, constant(0)), self.item(one, constant(1)))
        )
        return made.read()

    def of_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        """`(x for ...)`: gone through where it is used; what its first loop goes through is looked at here."""
        return static(Comprehension(node, self.frame, self.in_loop(node.generators[0].iter)))

    def comprehend(self, comprehension: Comprehension, each: Any) -> None:
        """Go through a comprehension."""
        outer = self.frame
        node = comprehension.node
        self.frame = self.new_frame(comprehension, {}, comprehension.frame)
        self.frame.globals = comprehension.frame.globals
        self.frame.cls = comprehension.frame.cls
        inner = self.frame

        def level(depth: int) -> None:
            if depth == len(node.generators):
                value = self.test(node.elt) if comprehension.only_truth else self.value(node.elt)
                if self.alive:
                    self.frame = outer
                    try:
                        each(value)
                    finally:
                        self.frame = inner
                return
            loop = node.generators[depth]

            def one(item: Value) -> None:
                self.store_to(loop.target, item)
                condition = constant(True)
                conditions = list(loop.ifs)

                def tested() -> None:
                    if not conditions:
                        level(depth + 1)
                        return
                    self.branch(self.test(conditions.pop(0)), tested, lambda: None)

                assert condition.const
                tested()

            source = comprehension.first if depth == 0 else None
            self.each(self.in_loop(loop.iter) if source is None else source, one, loop.iter)

        try:
            level(0)
        finally:
            self.frame = outer

    def of_Lambda(self, node: ast.Lambda) -> Value:
        """A function without a name."""
        return static(self.closure(node, "<lambda>"))

    def closure(self, node: ast.Lambda | ast.FunctionDef, name: str) -> Closure:
        """A function within this one."""
        arguments = [*node.args.posonlyargs, *node.args.args]
        given = dict(
            zip(
                [one.arg for one in arguments][len(arguments) - len(node.args.defaults) :], map(self.value, node.args.defaults), strict=True
            )
        )
        given |= {one.arg: self.value(default) for one, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if default}
        return Closure(node, name, self.frame, given)

    def of_IfExp(self, node: ast.IfExp) -> Value:
        """`a if test else b`."""
        return self.choice(self.test(node.test), lambda: self.value(node.body), lambda: self.value(node.orelse))

    def of_BoolOp(self, node: ast.BoolOp) -> Value:
        """`a and b`, `a or b`: the value that decides."""
        advice = "; where only its truth matters write `bool(...)` around it"
        first, rest = self.value(node.values[0]), node.values[1:]
        for part in rest:
            if not self.alive or isinstance(first.kind, Never):
                return NEVER_VALUE
            before = first
            if isinstance(node.op, ast.And):
                first = self.choice(self.truth(before), lambda part=part: self.value(part), lambda before=before: before, advice)
            else:
                first = self.choice(self.truth(before), lambda before=before: before, lambda part=part: self.value(part), advice)
        return first

    def of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        """`not x`, `-x`, `~x`."""
        return self.unary(node.op, self.value(node.operand))

    def of_BinOp(self, node: ast.BinOp) -> Value:
        """`x + y` and its like."""
        return self.binary(node.op, self.value(node.left), self.value(node.right))

    def of_Compare(self, node: ast.Compare) -> Value:
        """`x < y <= z`."""
        left, right = self.value(node.left), node.comparators[0]
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.Eq, ast.NotEq)) and isinstance(right, ast.List) and _is_short(right):
            return self._compared_with_listed(node.ops[0], left, right)

        def chain(left: Value, place: int) -> Value:
            right = self.value(node.comparators[place])
            found = self.compare_values(node.ops[place], left, right)
            return found if place + 1 == len(node.ops) else self.both(found, lambda: chain(right, place + 1))

        return chain(left, 0)

    def _compared_with_listed(self, op: ast.cmpop, left: Value, right: ast.List) -> Value:
        """`x == [a, b]`: where x is a list, its members are compared, and no other list is made."""
        kind = left.kind
        if left.is_known or not isinstance(kind, List) or kind.or_tuple or kind.is_deque or isinstance(kind.member, Never):
            return self.compare_values(op, left, self.value(right))
        members = [self.value(one) for one in right.elts]
        if not self.alive:
            return NEVER_VALUE
        found = self.same(self.length(left), constant(len(members)))
        for place, member in enumerate(members):
            found = self.both(found, lambda place=place, member=member: self.same(self.item(left, constant(place)), member))
        return self.unary(ast.Not(), found) if isinstance(op, ast.NotEq) else found

    def of_Subscript(self, node: ast.Subscript) -> Value:
        """`x[i]`, `x[i:j]`."""
        if isinstance(node.slice, ast.Slice):
            return self.own(self._slice(node.value, node.slice))
        return self.item(self.value(node.value), self.value(node.slice))

    def _slice(self, row: ast.expr, node: ast.Slice) -> Value:
        """`x[i:j]`; of a constant list, that part of it."""
        holder = self.value(row)
        if getattr(holder.kind, "is_deque", False):
            raise RefusedError("TypeError: a deque has no slices; make a list of it")
        ends = [self.value(end) if end is not None else NONE for end in (node.lower, node.upper, node.step)]
        return as_made_of(self.sliced(holder, *ends), holder)

    def in_loop(self, node: ast.expr) -> Value:
        """What a loop goes through, which is only looked at: a part of a constant list is not copied for it."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self._slice(node.value, node.slice)
        return self.value(node)

    def of_Attribute(self, node: ast.Attribute) -> Value:
        """`x.name`."""
        return self.attribute(self.value(node.value), node.attr)

    def of_Call(self, node: ast.Call) -> Value:
        """A call."""
        function = self.value(node.func)
        if function.is_known and function.const is builtins.super and not node.args:
            if self.frame.cls is None:
                raise RefusedError("`super()` outside a method")
            return static(Super(self.frame.cls, self.name(next(iter(self.frame.function.__code__.co_varnames)))))
        if function.is_known and function.const is bool and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            return self.test(node.args[0])
        args: list[Value] = []
        parts = self._parts_of(node.args)
        for part, value, is_starred in parts:
            if is_starred:
                length = self.length(value) if self.is_indexed(value) else None
                if length is not None and not length.is_known and function.const is zip and len(node.args) == 1:
                    return static(Transposed(value))
                if (length is None or not length.is_known) and function.const in (min, max, itertools.chain):
                    return self._called_with_all(function, node, parts)
                if length is None or not length.is_known:
                    raise RefusedError("`*` before something whose length is not known", part)
                args += [self.item(value, constant(place)) for place in range(length.const)]
            else:
                args.append(value)
        words: dict[str, Value] = {}
        for word in node.keywords:
            if word.arg is None:
                raise RefusedError("`**` in a call does not compile; name the arguments", word.value)
            words[word.arg] = self.value(word.value)
        if not self.alive:
            return NEVER_VALUE
        return self.call(function, args, words)

    def _called_with_all(self, function: Value, node: ast.Call, parts: list[tuple[ast.expr, Value, bool]]) -> Value:
        """`max(*row, x)` of a row whose length is not known, as `max([*row, x])`."""
        members = self._listed(ast.copy_location(ast.List(node.args, ast.Load()), node), parts)
        one = itertools.chain.from_iterable if function.const is itertools.chain else function.const
        if function.const is not itertools.chain:
            several = self.compare_values(ast.NotEq(), self.length(members), constant(1))
            self.check(self.parts(several)[0], "TypeError", f"`{function.const.__name__}` of one value")
        return self.call(static(one), [members], {str(word.arg): self.value(word.value) for word in node.keywords})

    def of_JoinedStr(self, node: ast.JoinedStr) -> Value:
        """A text with values in it: known, or refused."""
        made = constant("")
        for part in node.values:
            inner = self.value(part.value if isinstance(part, ast.FormattedValue) else part)
            if isinstance(part, ast.FormattedValue) and (part.conversion != -1 or part.format_spec):
                raise RefusedError("a text with a format does not compile")
            made = self.binary(ast.Add(), made, self.call_str(inner))
        return made

    def attribute(self, holder: Value, name: str) -> Value:
        """An attribute of a value."""
        kind = holder.kind
        if isinstance(kind, Never):
            return NEVER_VALUE
        if isinstance(kind, kinds.Optional):
            return self.attribute(self.there(holder), name)
        if isinstance(kind, Static):
            return self._of_static(holder.const, name)
        if isinstance(kind, Tuple) and kind.cls is not None:
            if name in kind.names:
                return self.member(holder, kind.names.index(name))
            return self._of_class(kind.cls, holder, name)
        if isinstance(kind, Instance):
            if name in kind.names:
                place = kind.names.index(name)
                member = kind.members[place]
                offset = kind.record.cells[sum(len(one.parts) for one in kind.members[:place])][1] if member.parts else 0
                return self.load(member, self.at(self.parts(holder)[0], offset))
            return self._of_class(kind.cls, holder, name)
        if isinstance(kind, Member):
            return self._of_member(holder, kind, name)
        if isinstance(kind, kinds.Dict) and kind.cls not in (dict, Counter) and name not in vars(dict):
            return self._of_class(kind.cls, holder, name)
        if isinstance(kind, kinds.Nothing):
            self.fail("TypeError", f"None has no attribute `{name}`")
            return NEVER_VALUE
        return static(Method(name, holder))

    def _of_class(self, cls: type, holder: Value, name: str) -> Value:
        found = inspect.getattr_static(cls, name, None)
        if isinstance(found, property):
            return self.call(static(Bound(found.fget, holder)), [], {})
        if name in ("_replace", "_asdict"):
            return static(Method(name, holder))
        if isinstance(found, FunctionType):
            return static(Bound(found, holder))
        if isinstance(found, staticmethod):
            return static(found.__func__)
        if isinstance(found, classmethod):
            return static(Bound(found.__func__, static(cls)))
        if found is None:
            raise RefusedError(f"{cls.__name__} has no attribute `{name}`")
        if callable(found):  # a method of tuple, such as count, index or _replace
            return static(Method(name, holder))
        return self.thing(found, name)

    def _of_member(self, holder: Value, kind: Member, name: str) -> Value:
        found = inspect.getattr_static(kind.of, name, None)
        if isinstance(found, FunctionType):
            return static(Bound(found, holder))
        if holder.is_known:
            return self.thing(getattr(holder.const, name), name)
        try:
            values = [getattr(member, name) for member in kind.members]
        except AttributeError:
            raise RefusedError(f"{kind.of.__name__} has no attribute `{name}`") from None
        found_there: Value = self.constants.of_member(self, holder, values)
        return found_there

    def _of_static(self, thing: Any, name: str) -> Value:
        if isinstance(thing, Forming):
            if name in thing.names:
                return self.of_frame(f"<self.{name}>", thing.frame)
            return self._of_class(thing.cls, static(thing), name)
        if isinstance(thing, Super):
            order = self.class_of(thing.receiver).__mro__
            for cls in order[order.index(thing.cls) + 1 :]:
                if name in vars(cls):
                    found = vars(cls)[name]
                    if isinstance(found, property):
                        return self.call(static(Bound(found.fget, thing.receiver)), [], {})
                    return static(Bound(found, thing.receiver)) if isinstance(found, FunctionType) else self.thing(found, name)
            raise RefusedError(f"`super()` has no attribute `{name}`")
        found = inspect.getattr_static(type(thing), name, None)
        if not isinstance(thing, type) and not inspect.ismodule(thing):
            if isinstance(found, property):
                return self.call(static(Bound(found.fget, static(thing))), [], {})
            if isinstance(found, FunctionType) and name not in getattr(thing, "__dict__", {}):
                return static(Bound(found, static(thing)))
        if isinstance(thing, type):
            raw = inspect.getattr_static(thing, name, None)
            if isinstance(raw, classmethod):
                return static(Bound(raw.__func__, static(thing)))
        try:
            held = getattr(thing, name)
        except AttributeError:
            raise RefusedError(f"{type(thing).__name__} has no attribute `{name}`") from None
        return self.thing(held, name)

    def class_of(self, value: Value) -> type:
        """The class of a value of a class of the user's."""
        if isinstance(value.kind, Static):
            return value.const.cls if isinstance(value.const, Forming) else type(value.const)
        cls: type = getattr(value.kind, "cls", None) or getattr(value.kind, "of", None) or object
        return cls

    # Choices between values

    def choice(self, test: Value, then: Any, otherwise: Any, advice: str = "") -> Value:
        """One value or the other: only that one is worked out."""
        self.choices = getattr(self, "choices", 0) + 1
        name = f"<choice {self.choices}>"

        def keep(write: Any) -> None:
            value = write()
            if self.alive:
                self.assign(name, value)

        if isinstance(test.kind, Never):
            return NEVER_VALUE
        truth = self.truth(test)
        if truth.is_known:
            found: Value = then() if truth.const else otherwise()
            return found
        self.branch(truth, lambda: keep(then), lambda: keep(otherwise))
        if not self.alive:
            return NEVER_VALUE
        assert self.environment is not None
        key = (self.frame.number, name)
        binding = self.environment.pop(key, None)
        if isinstance(binding, Poison):
            raise RefusedError(f"this is {binding.told}, depending on the way taken{advice}")
        return NEVER_VALUE if binding is None else self.read(binding, key)

    def both(self, first: Value, second: Any) -> Value:
        """Whether both hold; the second is looked at only if the first does."""
        return self.choice(first, lambda: self.truth(second()), lambda: constant(False))

    def either(self, first: Value, second: Value) -> Value:
        """Whether one of two holds that are both there."""
        if first.is_known:
            return constant(True) if first.const else self.truth(second)
        if second.is_known:
            return constant(True) if second.const else first
        return Value(BOOL, [self.builder.or_(self.parts(first)[0], self.parts(second)[0])])


def _may_have_effects(nodes: list[ast.expr]) -> bool:
    """Whether expressions may change what was looked at before them: they call something, or give a name its value."""
    return any(isinstance(part, (ast.Call, ast.NamedExpr)) for node in nodes for part in ast.walk(node))


def _is_short(node: ast.List) -> bool:
    """Whether it has few members, which stand there one by one."""
    return len(node.elts) <= SHORT and not any(isinstance(one, ast.Starred) for one in node.elts)
