"""Long tuples in variables: `x[i]` is a load, and `x = replace(x, i, v)` a store.

A tuple of a known length has its members in registers, where a member by its number is a choice among all of them. A variable that holds
one of many members keeps them in the frame, one after the other. No two variables share them, so that they can be changed where they are.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.game import replace
from zermelo.native.plain import kinds
from zermelo.native.plain.emitter import WORD_BYTES, Slot, has_row, is_even, is_row
from zermelo.native.plain.kinds import Kind, Static, Tuple
from zermelo.native.plain.trying import Trying
from zermelo.native.plain.values import NEVER_VALUE, Value, constant


class InPlace(Trying):
    """Writes what is done with long tuples where they lie."""

    def of_Subscript(self, node: ast.Subscript) -> Value:
        """`x[i]`, where it is a variable, or a part of one, from which the member is taken."""
        found = self._member_at(node)
        return super().of_Subscript(node) if found is None else self.load(found[1], found[0])

    def _lies_at(self, node: ast.expr) -> tuple[Any, Kind] | None:
        """Where a variable, or a part of one, lies in the frame, and its kind; None for anything that does not."""
        if isinstance(node, ast.Name):
            return self._variable_at(node.id)
        if isinstance(node, ast.Subscript):
            return self._member_at(node)
        if isinstance(node, ast.Attribute):
            found = self._lies_at(node.value)
            kind = found[1] if found is not None else None
            if found is not None and isinstance(kind, Tuple) and node.attr in kind.names:
                number = kind.names.index(node.attr)
                before = sum(len(member.parts) for member in kind.members[:number])
                return self.at(found[0], WORD_BYTES * before), kind.members[number]
        return None

    def _member_at(self, node: ast.Subscript) -> tuple[Any, Kind] | None:
        """Where `x[i]` lies in the frame, or `x[i][j]`, and its kind; None where x does not, or its members are of several kinds."""
        found = None if isinstance(node.slice, ast.Slice) or _assigns(node.slice) else self._lies_at(node.value)
        if found is None or not (is_row(found[1]) or (isinstance(node.value, ast.Subscript) and is_even(found[1]))):
            return None
        base, kind = found
        assert isinstance(kind, Tuple)
        index = self.there(self.value(node.slice))
        if not kinds.is_whole(index.kind) or (index.is_known and not -len(kind.members) <= index.const < len(kind.members)):
            return None
        return self.place(kind.members[0], base, self.index_of(index, constant(len(kind.members)), kinds.in_words(kind))), kind.members[0]

    def _variable_at(self, name: str) -> tuple[Any, Kind] | None:
        assert self.environment is not None
        key = (self.frame.number, name)
        binding = self.environment.get(key)
        if not isinstance(binding, Slot) or not has_row(binding.kind):
            return None
        self.must_have_value(key)
        return self.row_of(key, binding.kind), binding.kind

    def do_Assign(self, node: ast.Assign) -> None:
        """`x = replace(y, i, v)`: y is copied into x, if it is another, and the member put there.

        Not within a `try`, where x is to stay as it was if there is no such place.
        """
        source, changes = self._changes(node.value)
        target = node.targets[0]
        if changes and not self.handlers and len(node.targets) == 1 and isinstance(target, ast.Name) and not _assigns(node.value):
            self._replace(target.id, source, changes)
        else:
            super().do_Assign(node)

    def of_Call(self, node: ast.Call) -> Value:
        """`replace(x, i, v)` within an expression: as if a variable were made of it."""
        source, changes = self._changes(node)
        if not changes:
            return super().of_Call(node)
        name = f"<replaced {self._count()}>"
        self._replace(name, source, changes)
        if self.environment is None:
            return NEVER_VALUE
        key = (self.frame.number, name)
        return self.read(self.environment.pop(key), key)

    def _changes(self, node: ast.expr) -> tuple[ast.expr, list[tuple[ast.expr, ast.expr]]]:
        """Of `replace(replace(x, i, v), j, w)`: x, and i with v, j with w."""
        if not isinstance(node, ast.Call) or node.keywords or len(node.args) != 3 or not isinstance(node.func, ast.Name):
            return node, []
        function = self.value(node.func)
        if not isinstance(function.kind, Static) or function.const is not replace:
            return node, []
        source, changes = self._changes(node.args[0])
        return source, [*changes, (node.args[1], node.args[2])]

    def _replace(self, name: str, source: ast.expr, changes: list[tuple[ast.expr, ast.expr]]) -> None:
        """Let a variable be what `source` is, with these members changed."""
        is_there = isinstance(source, ast.Name) and source.id == name
        old = self.value(source)
        given = [(self.value(index), self.value(value)) for index, value in changes]
        if not self.alive:
            return
        if is_row(old.kind) and all(self._fits(old, *one) for one in given):
            if not is_there or self._variable_at(name) is None:
                self.assign(name, old)
            self._put_members(name, given)
            return
        for index, value in given:
            old = self.call_place(old, index, value)
        self.assign(name, old)

    def _fits(self, old: Value, index: Value, value: Value) -> bool:
        """Whether a member can be put there without making the tuple one of another kind."""
        assert isinstance(old.kind, Tuple)
        is_there = not index.is_known or 0 <= index.const < len(old.kind.members)
        return is_there and kinds.is_whole(index.kind) and kinds.join(old.kind.members[0], value.kind) == old.kind.members[0]

    def _put_members(self, name: str, given: list[tuple[Value, Value]]) -> None:
        found = self._variable_at(name)
        assert found is not None
        assert isinstance(found[1], Tuple)
        row, count, member = found[0], len(found[1].members), found[1].members[0]
        for index, value in given:
            number = self.parts(self.whole(index))[0]
            self.check(self.builder.icmp_unsigned("<", number, self.integer(count)), "IndexError", f"no such place in a tuple of {count}")
            self.store(value, member, self.place(member, row, number))


def _assigns(node: ast.expr) -> bool:
    """Whether an expression gives names their values: then it matters what is looked at first."""
    return any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
