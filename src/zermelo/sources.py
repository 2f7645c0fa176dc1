"""Python's source as trees, whichever thread asks; and which modules are this package's own."""

from __future__ import annotations

import ast
import threading
import warnings
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
