"""Memory by names: what the words of a kernel's memory are called, in the kernel and where its driver reads them.

A record is a class whose fields say in which memory they lie and where. In a kernel, `stack[ply].current_move` stands for
`cells[1058 + ply]`: `resolved` puts the one in the place of the other before the kernel is run or compiled, so a name costs nothing.
Elsewhere a record is an object over the same memory:

    Frame(workspace, ply).current_move      reads and writes workspace.cells[1058 + ply]
    Frame.current_move.place(ply)           1058 + ply
"""

from __future__ import annotations

import ast
from types import ModuleType
from typing import Any, Final, Generic, TypeVar, overload

Number = TypeVar("Number", int, float)
CELLS: Final = "cells"
"""The memory of words that every kernel has."""


class Record:
    """One record of the memories that are attributes of an object.

    memories  what has them; in a kernel nobody, as what is run there has places instead
    number    which record it is, of those that stand in a row
    """

    __slots__ = ("memories", "number")

    def __init__(self, memories: Any = None, number: int = 0) -> None:
        self.memories, self.number = memories, number


Kind = TypeVar("Kind", bound=Record)


class Records(Generic[Kind]):
    """Records of one kind in a row."""

    def __init__(self, kind: type[Kind], memories: Any = None) -> None:
        self.kind, self.memories = kind, memories

    def __getitem__(self, number: int) -> Kind:
        return self.kind(self.memories, number)


class _Part:
    """What a record has: of record n, in its memory from first + step * n on; after what a word of `cells` says, if one does.

    memory  the name of the memory
    after   the place in `cells` of what is to be added
    """

    def __init__(self, memory: str, first: int, step: int = 0, *, after: int | None = None) -> None:
        self.memory, self.first, self.step, self.after = memory, first, step, after

    def place(self, number: int = 0) -> int:
        """Where it begins, as far as no cell says so."""
        return self.first + self.step * number

    def found(self, record: Record) -> tuple[Any, int]:
        """Its memory, and where it begins there."""
        after = 0 if self.after is None else record.memories.cells[self.after]
        return getattr(record.memories, self.memory), after + self.place(record.number)

    def expression(self, number: ast.expr | None) -> ast.expr:
        """The place, in a kernel."""
        parts: list[ast.expr] = [] if self.after is None else [_subscript(CELLS, ast.Constant(self.after))]
        if number is not None and self.step:
            parts.append(number if self.step == 1 else ast.BinOp(ast.Constant(self.step), ast.Mult(), number))
        if self.first or not parts:
            parts.append(ast.Constant(self.first))
        return _sum(parts)


class Field(_Part, Generic[Number]):
    """One number of a record."""

    @overload
    def __get__(self, record: None, owner: type) -> Field[Number]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Number: ...
    def __get__(self, record: Record | None, owner: type) -> Field[Number] | Number:
        if record is None:
            return self
        memory, place = self.found(record)
        number: Number = memory[place]
        return number

    def __set__(self, record: Record, number: Number) -> None:
        memory, place = self.found(record)
        memory[place] = number


class Row(_Part, Generic[Number]):
    """Numbers of a record that stand side by side."""

    @overload
    def __get__(self, record: None, owner: type) -> Row[Number]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Numbers[Number]: ...
    def __get__(self, record: Record | None, owner: type) -> Row[Number] | Numbers[Number]:
        return self if record is None else Numbers(*self.found(record))


class Numbers(Generic[Number]):
    """Numbers of a memory, from a place on."""

    def __init__(self, memory: Any, first: int) -> None:
        self._memory, self._first = memory, first

    def __getitem__(self, place: int) -> Number:
        number: Number = self._memory[self._first + place]
        return number

    def __setitem__(self, place: int, number: Number) -> None:
        self._memory[self._first + place] = number


def in_memories(kind: type[Kind], memories: dict[str, str]) -> type[Kind]:
    """The same records in memories of other names."""
    parts = {name: part for name, part in vars(kind).items() if isinstance(part, _Part)}
    moved = {name: type(part)(memories[part.memory], part.first, part.step, after=part.after) for name, part in parts.items()}
    return type(kind.__name__, (kind,), moved)


def resolved(tree: ast.Module, module: ModuleType) -> ast.Module:
    """A kernel in which places stand for the fields of the records that its module has names for."""
    records: dict[str, type[Record]] = {}
    for name, value in vars(module).items():
        if isinstance(value, Record | Records):
            records[name] = value.kind if isinstance(value, Records) else type(value)
    made: ast.Module = _Resolve(records).visit(tree)
    return made


class _Resolve(ast.NodeTransformer):
    """Puts `memory[place]` in the place of the fields of records, which are known by name."""

    def __init__(self, records: dict[str, type[Record]]) -> None:
        self.records = records

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        part, number = self.part_of(node)
        if part is None:
            return self.generic_visit(node)
        return ast.copy_location(_subscript(part.memory, part.expression(number), node.ctx), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        part, number = self.part_of(node.value)
        if part is None:
            return self.generic_visit(node)
        place = _sum([part.expression(number), self.visit(node.slice)])
        return ast.copy_location(_subscript(part.memory, place, node.ctx), node)

    def part_of(self, node: ast.expr) -> tuple[_Part | None, ast.expr | None]:
        """The part of a record that an expression names, and which record it is of; None if it names none."""
        if not isinstance(node, ast.Attribute):
            return None, None
        of, number = (node.value.value, self.visit(node.value.slice)) if isinstance(node.value, ast.Subscript) else (node.value, None)
        if not isinstance(of, ast.Name) or of.id not in self.records:
            return None, None
        kind = self.records[of.id]
        if not isinstance(part := vars(kind).get(node.attr), _Part):
            raise AttributeError(f"{kind.__name__} has no field `{node.attr}`")
        return part, number


def _subscript(memory: str, place: ast.expr, ctx: ast.expr_context | None = None) -> ast.Subscript:
    return ast.Subscript(ast.Name(memory, ast.Load()), place, ctx or ast.Load())


def _sum(parts: list[ast.expr]) -> ast.expr:
    made = parts[0]
    for part in parts[1:]:
        made = ast.BinOp(made, ast.Add(), part)
    return made
