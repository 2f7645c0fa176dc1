"""Python's source as trees, whichever thread asks, and trees made into functions; and which modules are this package's own."""

from __future__ import annotations

import ast
import inspect
import textwrap
import threading
import warnings
from types import FunctionType
from typing import Any, Final

_OF_USERS: Final = ("zermelo.games.", "zermelo.loaded.")
"""Modules below this package that may change while it runs: games, and files that users have loaded."""
_PARSING: Final = threading.Lock()


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


def defined(tree: ast.Module, file: str | None, names: dict[str, Any]) -> dict[str, Any]:
    """These names and those that the tree defines, which runs over them. For trees made from source that runs in this process."""
    known = dict(names)
    exec(compile(ast.fix_missing_locations(tree), file or "<unknown>", "exec"), known)  # noqa: S102  nothing comes from outside
    return known
