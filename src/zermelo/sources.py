"""The source of Python as trees, whichever thread asks."""

from __future__ import annotations

import ast
import threading
from typing import Any, Final

_PARSING: Final = threading.Lock()


def parsed(text: str, mode: str = "exec") -> Any:
    """What `ast.parse` makes of a text. Raises SyntaxError as it does.

    One thread at a time: up to Python 3.11.7 and 3.12.1 two that parse at once may get a SystemError (CPython issue 106905).
    """
    with _PARSING:
        return ast.parse(text, mode=mode)
