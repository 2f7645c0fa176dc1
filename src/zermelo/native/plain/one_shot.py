"""Iterators: what was taken of them is gone.

What is gone through later is written where it is gone through, which is once, as a rule. A name that may be gone through, or asked for its
`next` member, more than once holds a row of all members, and how many of them were taken.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.native.plain.emitter import Frame, assigned
from zermelo.native.plain.kinds import INT, Static
from zermelo.native.plain.loops import Loops, place_of
from zermelo.native.plain.values import Lazy, RefusedError, Value, constant, static

MANY = 2
"""What a use counts that may come again and again: more than once."""


@dataclass(frozen=True)
class Taken(Lazy):
    """An iterator with a name: its members, and the variable that says how many of them were taken."""

    said = "an iterator"
    source: Value
    counter: str
    frame: Frame


class OneShot(Loops):
    """Writes what is done with iterators that have names."""

    def bind(self, name: str, value: Value, frame: Frame | None = None) -> None:
        """Let a variable of the rules hold the value."""
        if self.alive and isinstance(value.const, Lazy) and not isinstance(value.const, Taken) and not value.const.lasts:
            definition = (frame or self.frame).definition
            if definition is None or uses(definition, name) > 1:
                value = self._taken(value)
        self.assign(name, value, frame)

    def _taken(self, value: Value) -> Value:
        source = value if self.is_indexed(value) else self.to_list(value)
        counter = f"<taken {self._count()}>"
        self.assign(counter, Value(INT, [self.integer(0)]))
        return static(Taken(source, counter, self.frame))

    def take_next(self, thing: Taken) -> Value:
        """The next member, which there must be."""
        place = self.of_frame(thing.counter, thing.frame)
        self.assign(thing.counter, self.binary(ast.Add(), place, constant(1)), thing.frame)
        return self.nth(thing.source, place)

    def has_more(self, thing: Taken) -> Value:
        """Whether not all members were taken."""
        return self.compare_values(ast.Lt(), self.of_frame(thing.counter, thing.frame), self.length(thing.source))

    def _each_of_static(self, thing: Any, body: Callable[[Value], None], node: Any) -> None:
        if not isinstance(thing, Taken):
            super()._each_of_static(thing, body, node)
            return
        names = {(thing.frame.number, thing.counter)}
        if isinstance(node, ast.AST):
            names |= {(self.frame.number, name) for name in assigned(node)}
        key = ("taken", place_of(node), thing.counter)
        self.loop(key, lambda: self.has_more(thing), lambda: body(self.take_next(thing)), lambda: None, names)

    def of_frame(self, name: str, frame: Frame) -> Value:
        """A variable of a frame."""
        assert self.environment is not None
        key = (frame.number, name)
        return self.read(self.environment[key], key)

    def rows_of(self, sources: tuple[Value, ...]) -> tuple[Value, ...]:
        """Rows to go through at one time."""
        if any(isinstance(one.const, Taken) for one in sources) and len(sources) > 1:
            raise RefusedError("an iterator with a name beside another row in `zip` or `map` does not compile; make a list of it")
        return super().rows_of(sources)

    def must_be_iterator(self, value: Value) -> None:
        """Refuse what has no `next`."""
        if not isinstance(value.kind, Static) or getattr(value.const, "lasts", False):
            raise RefusedError("`next` is asked of what is no iterator; write `next(iter(...))`")


def uses(node: Any, name: str) -> int:
    """How often a name may be looked at in what stands here: 0, 1, or more."""
    if isinstance(node, list):
        return sum(uses(one, name) for one in node)
    if isinstance(node, ast.Name):
        return int(node.id == name and isinstance(node.ctx, ast.Load))
    if isinstance(node, (ast.If, ast.IfExp)):
        return uses(node.test, name) + max(uses(node.body, name), uses(node.orelse, name))
    if isinstance(node, (ast.For, ast.While)):
        again = 1 if name in assigned(ast.Module(node.body, [])) else MANY
        first: Any = node.iter if isinstance(node, ast.For) else []
        rest = [*node.body, *([] if isinstance(node, ast.For) else [node.test])]
        return uses(first, name) + again * uses(rest, name) + uses(node.orelse, name)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        first = node.generators[0].iter
        return uses(first, name) + MANY * (sum(uses(one, name) for one in ast.iter_child_nodes(node)) - uses(first, name))
    within = sum(uses(one, name) for one in ast.iter_child_nodes(node)) if isinstance(node, ast.AST) else 0
    return MANY * within if isinstance(node, (ast.Lambda, ast.FunctionDef)) else within
