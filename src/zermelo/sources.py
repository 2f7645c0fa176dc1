"""Python's source as trees, whichever thread asks, and trees made into functions; and which modules are this package's own."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
import threading
import warnings
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, Final

_OF_USERS: Final = ("zermelo.games.", "zermelo.loaded.")
"""Modules below this package that may change while it runs: games, and files that users have loaded."""
_PARSING: Final = threading.Lock()
_TREE: Final = "__tree__"
"""The attribute of a function that holds its definition."""


def is_ours(module: str | None) -> bool:
    """Whether a module is this package's own machinery, which does not change while it runs."""
    name = module or ""
    return name.startswith("zermelo.") and not name.startswith(_OF_USERS)


def parsed(text: str, mode: str = "exec") -> Any:
    """What `ast.parse` makes of a text. Raises SyntaxError as it does.

    One thread at a time: up to Python 3.11.7 and 3.12.1 two that parse at once may get a SystemError (CPython issue 106905).
    """
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a text looks like is for whoever compiles it to say
        return ast.parse(text, mode=mode)


def definition_of(function: FunctionType) -> ast.stmt:
    """The definition of a function, with the numbers of its lines in its file.

    Raises OSError or TypeError where there is no source, SyntaxError where it does not stand alone, as that of a lambda.
    """
    lines, first = inspect.getsourcelines(function)
    tree = parsed(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition: ast.stmt = tree.body[0]
    return definition


def lambda_of(function: FunctionType) -> ast.FunctionDef:
    """The same of a lambda: a function that returns what it says. Raises OSError or SyntaxError where it is not found."""
    lines, _ = inspect.findsource(function)
    line = function.__code__.co_firstlineno
    tree = parsed("".join(lines))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda) and node.lineno == line]
    if len(found) > 1:
        found = _running(function.__code__, found, tree, len(lines))
    if not found or not is_as_loaded(function):
        raise OSError(f"a lambda in line {line} is not in its file")
    made = ast.FunctionDef("<lambda>", found[0].args, [ast.copy_location(ast.Return(found[0].body), found[0].body)], [])
    return ast.copy_location(made, found[0])


def _running(own: CodeType, nodes: list[ast.Lambda], tree: ast.Module, lines: int) -> list[ast.Lambda]:
    """Those of several lambdas in one line that run: each in turn is moved beyond the lines of the file, which tells its code apart."""
    running = []
    for node in nodes:
        ast.increment_lineno(node, lines)
        codes = _codes_in(compile(tree, "<file>", "exec", dont_inherit=True))
        moved = next(code for code in codes if code.co_name == own.co_name and code.co_firstlineno > lines)
        ast.increment_lineno(node, -lines)
        if _same_steps(moved, own):
            running.append(node)
    return running


def is_as_loaded(function: FunctionType) -> bool:
    """Whether a function's file still says what runs: in the same line, the same steps over the same names and constants.

    Raises OSError or TypeError where there is no source, SyntaxError where the file is no Python any more.
    """
    lines, _ = inspect.findsource(function)
    own = function.__code__
    return any(code.co_firstlineno == own.co_firstlineno and _same_steps(code, own) for code in _codes("".join(lines)).get(own.co_name, ()))


@functools.lru_cache(maxsize=32)
def _codes(text: str) -> dict[str, list[CodeType]]:
    """The code of all functions in a file, by their names. The whole file is compiled: how a call compiles depends on its imports."""
    found: dict[str, list[CodeType]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = compile(text, "<file>", "exec", dont_inherit=True)
    for code in _codes_in(whole):
        found.setdefault(code.co_name, []).append(code)
    return found


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions within one's."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes_in(one)


def _same_steps(one: CodeType, other: CodeType) -> bool:
    alike = (one.co_code, one.co_names, one.co_varnames, one.co_freevars) == (
        other.co_code, other.co_names, other.co_varnames, other.co_freevars,
    )  # fmt: skip
    return alike and len(one.co_consts) == len(other.co_consts) and all(map(_same_constant, one.co_consts, other.co_consts))


def _same_constant(one: Any, other: Any) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return _same_steps(one, other)
    if isinstance(one, str) and isinstance(other, str):  # read from a class, a text of several lines is indented otherwise
        return one.split() == other.split()
    return repr(one) == repr(other)


def defined(tree: ast.Module, file: str | None, names: dict[str, Any]) -> dict[str, Any]:
    """These names and those that the tree defines, which runs over them. For trees made from source that runs in this process."""
    known = dict(names)
    exec(compile(ast.fix_missing_locations(tree), file or "<unknown>", "exec"), known)  # noqa: S102  nothing comes from outside
    for part in tree.body:
        if isinstance(part, ast.FunctionDef):
            setattr(known[part.name], _TREE, part)
    return known


def tree_of(function: FunctionType) -> ast.stmt:
    """The definition that a function was made of by `defined`; of another, what `definition_of` finds. Nobody may change it."""
    made: ast.stmt | None = getattr(function, _TREE, None)
    return definition_of(function) if made is None else made
