"""What turns a textbook function into something that can be counted, stopped, observed and compiled.

The functions in this folder are written as in the book: they take a game, a state and a few numbers and return a
value. `@algorithm` leaves that function as it is (call it, and it runs as plain Python) and derives from its source
a *counted* twin, the same statements with these woven in, for one more argument `tally`:

    a call                               is a node
    a return before the first loop       is a leaf (the game is over, or the depth is used up)
    a return inside a loop               is a cut-off (the actions that remain are not searched)
    at each turn of a loop               the run ends early if `tally` says so

The twin is what searches run, interpreted (`tally` is a list) and compiled (`tally` is raw memory) alike.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from zermelo.errors import SearchError

Value = float
"""What an algorithm returns for two players: the worth of a state to MAX."""
Values = tuple[float, ...]
"""What an algorithm returns for any number of players: the worth of a state to each of them."""
Counts = tuple[int, int]
"""What `perft` returns: sequences, and how many of them end the game."""

# The places of a tally
NODES: Final = 0
LEAVES: Final = 1
CUTOFFS: Final = 2
LEAST_DEPTH: Final = 3
"""The least depth that was left at a leaf: how deep the search came, counted from below."""
LIMIT: Final = 4
"""The run ends early at so many nodes. Another thread may write it: 0 stops the run."""
PLACES: Final = 5

NO_LIMIT: Final = 1 << 62
WHOLE_TREE: Final = 512
"""The depth of a search without a depth limit. A longer game is an error, not a crash."""


class Algorithm:
    """A textbook function under its own name; that name is also what the function calls to recur."""

    def __init__(self, function: FunctionType) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.name = function.__name__

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    @functools.cached_property
    def numbers(self) -> tuple[tuple[str, type], ...]:
        """The parameters after `game` and `state`, with their types (int or float)."""
        types = inspect.get_annotations(self.function, eval_str=True)
        return tuple((name, types[name]) for name in list(inspect.signature(self.function).parameters)[2:])

    @functools.cached_property
    def returns(self) -> Any:
        """`Value`, `Values` or `Counts`."""
        return inspect.get_annotations(self.function, eval_str=True)["return"]

    @property
    def windowed(self) -> bool:
        """Whether the function takes a window, alpha and beta."""
        return any(name == "alpha" for name, _ in self.numbers)

    def counted(self, itself: Any = None) -> FunctionType:
        """The counted twin, which calls `itself` to recur (the twin, unless given)."""
        return _build(self.function, itself)

    @functools.cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The counted twin for plain Python."""
        return self.counted()

    def __repr__(self) -> str:
        return f"<algorithm {self.name}>"


def algorithm(function: Callable[..., Any]) -> Algorithm:
    """Mark a textbook function (see the top of this file)."""
    assert isinstance(function, FunctionType)
    return Algorithm(function)


def _build(function: FunctionType, itself: Any) -> FunctionType:
    file = inspect.getsourcefile(function) or "<unknown>"
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    loops = [node.lineno for node in ast.walk(definition) if isinstance(node, ast.For)]
    if not loops:
        raise SearchError(f"{function.__name__} has no loop over actions")
    tree.body[0] = ast.fix_missing_locations(_Weave(definition.name, min(loops)).weave(definition))
    names = dict(function.__globals__)
    exec(compile(tree, file, "exec"), names)  # our own source, read from our own file
    twin: FunctionType = names[function.__name__]
    names[function.__name__] = twin if itself is None else itself
    return twin


class _Weave(ast.NodeTransformer):
    def __init__(self, name: str, first_loop: int) -> None:
        self.name, self.first_loop, self.in_loop = name, first_loop, False

    def weave(self, definition: ast.FunctionDef) -> ast.FunctionDef:
        definition.decorator_list = []
        definition.args.args.append(ast.arg("tally"))
        for argument in definition.args.args:
            argument.annotation = None
        definition.returns = None
        definition.body = [*_parse(f"tally[{NODES}] += 1"), *self._all(definition.body)]
        return definition

    def _all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            made.extend(new if isinstance(new, list) else [new])
        return made

    def visit_For(self, node: ast.For) -> ast.For:
        outside, self.in_loop = self.in_loop, True
        node.body = [*_parse(f"if tally[{NODES}] >= tally[{LIMIT}]: break"), *self._all(node.body)]
        self.in_loop = outside
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if self.in_loop:
            counting = f"tally[{CUTOFFS}] += 1"
        elif node.lineno < self.first_loop:
            counting = f"tally[{LEAVES}] += 1\nif depth < tally[{LEAST_DEPTH}]: tally[{LEAST_DEPTH}] = depth"
        else:
            counting = ""
        return [*_parse(counting), self.generic_visit(node)]  # type: ignore[list-item]  # a statement stays one

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == self.name:
            node.args.append(ast.Name("tally", ast.Load()))
        return self.generic_visit(node)


def _parse(text: str) -> list[ast.stmt]:
    return ast.parse(text).body
