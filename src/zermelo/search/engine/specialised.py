"""The kernel's source made into code for given options: what is switched off is not there at all.

`options.NAME` becomes a constant, and tests of constants are decided before anything runs or compiles: a lean kernel
compiles in half the time. Hooks that the game does not have are taken out as well, and chance where it has none.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from zermelo.game import Game, defines
from zermelo.search.engine import kernel
from zermelo.search.engine.options import DRIVERS, Options

PARTS: Final = ("quiesce", "shallow", "search", "run")
"""The functions of the kernel that call themselves, each after those that it calls, and then the one to call."""


class Kernel:
    """The kernel for one game and one set of options, as the compiler and the interpreter take it."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.options = game, options
        self.lacks = frozenset(name for name in ("candidates", "forced") if not defines(game, name))
        if not options.candidates:
            self.lacks |= {"candidates"}
        if not game.chance:
            self.lacks |= {"chance"}
        self.name = name_of(options)

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """The functions of PARTS, with the types of their parameters after game and state, and of what they return."""
        from zermelo.native import STATES, WORDS

        kinds = {"int": int, "float": float, "Words": WORDS, "States": STATES}
        names = self._namespace()
        return [(names[name], tuple(kinds[kind] for kind in _parameters(name)), float) for name in PARTS]

    @functools.cached_property
    def interpreted(self) -> Any:
        """The kernel for plain Python."""
        return self._namespace()["run"]

    def _namespace(self) -> dict[str, Any]:
        names = dict(vars(kernel))
        tree = _Fold(self.options, self.lacks).visit(ast.parse(_source()))
        tree.body = [part for part in tree.body if isinstance(part, ast.FunctionDef)]
        exec(compile(ast.fix_missing_locations(tree), kernel.__file__, "exec"), names)  # noqa: S102  our own source, from our own file
        return names


@functools.cache
def _source() -> str:
    return Path(kernel.__file__).read_text(encoding="utf-8")


def _parameters(name: str) -> list[str]:
    annotations = inspect.get_annotations(getattr(kernel, name))
    return [kind for parameter, kind in annotations.items() if parameter not in ("game", "state", "return")]


def name_of(options: Options) -> str:
    """A name that a set of options has for itself, but for those that only the driver follows."""
    told = repr([(name, value) for name, value in vars(options).items() if name not in DRIVERS])
    return f"engine-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


class _Fold(ast.NodeTransformer):
    """Puts constants in the place of options, and decides what follows from constants."""

    def __init__(self, options: Options, lacks: frozenset[str]) -> None:
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
        if isinstance(node.func, ast.Attribute) and node.func.attr == "forced" and "forced" in self.lacks:
            return ast.Constant(False)
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
    """Whether leaving it out changes nothing: no call of `busy` or the like in a test that is decided anyway."""
    return not any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
