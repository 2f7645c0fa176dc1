"""The source of a kernel made into code for given options: what is switched off is not there at all.

A kernel is a module that serves as a template. `options.NAME` becomes a constant, and tests of constants are decided before
anything runs or compiles: a lean kernel compiles in half the time. What the game lacks is taken out as well.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from zermelo.search.runtime.insertion import with_steps
from zermelo.search.runtime.records import resolved
from zermelo.sources import defined, parsed

UNSAID: Final = {"forced": False, "may_pass": True}
"""What these methods say of every state where a game has them not."""


class Specialised:
    """A kernel for given options, as the compiler and the interpreter take it (see build.py).

    kernel   its module
    name     what it is called by, with its options behind
    entries  the functions to compile, each after those of them that it calls; the last one is what is called
    lacks    what the game has not: methods, or "chance"
    without  options that change nothing in it
    """

    def __init__(
        self, kernel: ModuleType, name: str, options: Any, entries: Iterable[str], lacks: Iterable[str] = (), without: Iterable[str] = ()
    ) -> None:
        self.options, self.lacks, self.name = options, frozenset(lacks), name_of(name, options, without)
        self._module, self._entries = kernel, [*entries]

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """The functions to compile, with the types of their parameters after game and state, and of what they return."""
        return parts_of(self._module, folded(self._module, self.options, self.lacks), self._entries)

    @functools.cached_property
    def interpreted(self) -> Any:
        """What is called, as plain Python."""
        return folded(self._module, self.options, self.lacks)[self._entries[-1]]


@functools.lru_cache(maxsize=64)
def folded(module: ModuleType, options: Any, lacks: frozenset[str]) -> dict[str, Any]:
    """The names of a kernel's module, its functions made anew for these options. It takes a tenth of a second, so some are kept."""
    return defined(specialised(module, options, lacks), module.__file__, vars(module))


def specialised(module: ModuleType, options: Any, lacks: frozenset[str]) -> ast.Module:
    """The functions of a kernel's module for these options: steps stand where they are called, places where fields are named."""
    tree = resolved(with_steps(Fold(options, lacks).visit(parsed(source_of(module))), Path(str(module.__file__)).name), module)
    tree.body = [part for part in tree.body if isinstance(part, ast.FunctionDef)]
    return tree


def parts_of(module: ModuleType, names: dict[str, Any], wanted: Iterable[str]) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
    """The functions to compile, with the types of their parameters after game and state, and of what they return."""
    from zermelo.native import FLOATS, STATES, WORDS

    kinds = {"int": int, "float": float, "Words": WORDS, "Floats": FLOATS, "States": STATES}
    made = []
    for name in wanted:
        annotations = inspect.get_annotations(getattr(module, name))
        parameters = tuple(kinds[kind] for parameter, kind in annotations.items() if parameter not in ("game", "state", "return"))
        made.append((names[name], parameters, kinds[annotations["return"]]))
    return made


def name_of(kernel: str, options: Any, without: Iterable[str] = ()) -> str:
    """A name that a kernel has for itself with these options, but for those that change nothing in it."""
    told = repr([(name, value) for name, value in vars(options).items() if name not in without])
    return f"{kernel}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


@functools.cache
def source_of(module: ModuleType) -> str:
    """The text of a kernel's module."""
    return Path(str(module.__file__)).read_text(encoding="utf-8")


class Fold(ast.NodeTransformer):
    """Puts constants in the place of options, and decides what follows from constants."""

    def __init__(self, options: Any, lacks: frozenset[str]) -> None:
        self.options, self.lacks = options, lacks

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "options":
            return ast.Constant(getattr(self.options, node.attr))
        if node.attr == "chance" and "chance" in self.lacks:
            return ast.Constant(False)
        if node.attr == "candidates" and "candidates" in self.lacks:
            node.attr = "actions"
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute) and node.func.attr in UNSAID and node.func.attr in self.lacks:
            return ast.Constant(UNSAID[node.func.attr])
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return [made for part in (node.body if test.value else node.orelse) for made in _listed(self.visit(part))]
        node.test = test
        node.body = [made for part in node.body for made in _listed(self.visit(part))] or [ast.Pass()]
        node.orelse = [made for part in node.orelse for made in _listed(self.visit(part))]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            chosen: ast.AST = self.visit(node.body if test.value else node.orelse)
            return chosen
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        ends = isinstance(node.op, ast.Or)  # what decides the whole
        left: list[ast.expr] = []
        for value in (self.visit(part) for part in node.values):
            if not isinstance(value, ast.Constant):
                left.append(value)
            elif bool(value.value) == ends:
                left.append(value)
                break
        if not left:
            return ast.Constant(not ends)
        if isinstance(left[-1], ast.Constant) and len(left) > 1 and all(_is_pure(part) for part in left):
            return left[-1]
        return left[0] if len(left) == 1 else ast.copy_location(ast.BoolOp(node.op, left), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        node.operand = self.visit(node.operand)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.Constant(not node.operand.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and len(node.ops) == 1 and isinstance(node.comparators[0], ast.Constant):
            left, right = node.left.value, node.comparators[0].value
            if isinstance(node.ops[0], ast.Gt) and isinstance(left, (int, float)) and isinstance(right, (int, float)):
                return ast.Constant(left > right)
        return node


def _listed(made: Any) -> list[ast.stmt]:
    return made if isinstance(made, list) else [made]


def _is_pure(node: ast.expr) -> bool:
    """Whether leaving it out changes nothing that follows: it assigns nothing. What the kernels call in their tests only looks."""
    return not any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
