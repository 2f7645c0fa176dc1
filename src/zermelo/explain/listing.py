"""An algorithm's own source as a reader sees it, without decorator and docstring; and beside it the same as pseudo-code."""

from __future__ import annotations

import ast
import inspect
import textwrap
from dataclasses import dataclass
from typing import Any

from zermelo.languages import language
from zermelo.search.algorithm import Algorithm
from zermelo.search.textbook import BOOK
from zermelo.sources import parsed


@dataclass(frozen=True)
class Listing:
    """The lines of an algorithm.

    first   the number of each line in its file
    source  the text of each
    pseudo  the same line by line as pseudo-code; empty for an algorithm of one's own
    """

    numbers: tuple[int, ...]
    source: tuple[str, ...]
    pseudo: tuple[str, ...]

    def place(self, line: int) -> int:
        """The place, from 0, of the line of the file that was run, or of the first one."""
        return self.numbers.index(line) if line in self.numbers else 0


def listing(algorithm: Algorithm[..., Any], code: str = "en") -> Listing:
    """The lines of an algorithm; of one of ours with pseudo-code in the language with this code."""
    lines, first = inspect.getsourcelines(algorithm.function)
    definition = parsed(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    body = [part for part in definition.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    kept = [definition.lineno, *range(body[0].lineno, len(lines) + 1)]
    source = tuple(lines[number - 1].rstrip("\n") for number in kept)
    is_ours = BOOK.get(algorithm.name) is algorithm
    pseudo = language(code).say(f"pseudo.{algorithm.name}").rstrip("\n").split("\n") if is_ours else ()
    return Listing(tuple(first + number - 1 for number in kept), source, tuple(pseudo))
