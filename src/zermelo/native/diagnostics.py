"""What the compiler could not take, said in the user's terms: which method, which line, what to write instead."""

from __future__ import annotations

import inspect
import linecache
import re
from pathlib import Path
from typing import Any, Final

from numba.core.errors import TypingError

OURS: Final = Path(__file__).parent.parent


class RefusedError(TypingError):
    """What this package itself refuses while numba infers types; its text reaches the user as it is."""

    def __init__(self, text: str) -> None:
        super().__init__(f"zermelo: {text}")


_REASONS: Final = [
    (r"zermelo: (.+)", r"\1"),
    (r"Unknown attribute '_replace'", "`_replace` does not compile; make a new state, `State(...)`"),
    (r"Unknown attribute '(\w+)' of type \w+#", r"there is no attribute `\1`"),
    (r"Unknown attribute '(\w+)' of type (.+)", r"\2 has no `\1` when compiled"),
    (r"use of yield in a closure", "a generator expression, as in `any(... for ...)`, does not compile; write a loop"),
    (r"Cannot unify (.+) and (.+) for '(\w+)", r"the variable `\3` holds \1 in one place and \2 in another; a variable keeps one type"),
    (r"Can't unify return type from the following types: (.+)", r"it returns values of different types: \1"),
    (r"NameError: (name '\w+' is not defined)", r"\1"),
    (r"re-entrant to the same function", "a method that calls itself does not compile; write a loop, or a function of the module"),
    (r"exception_match|setup_with|WITH", "`try` and `with` do not compile"),
    (r"Untyped global name '(\w+)'", r"`\1` does not compile"),
    (r"opcode \(IMPORT_NAME\)", "an import inside a method does not compile; import at the top of the file"),
    (r"opcode \((\w+)\)", r"this kind of statement (\1) does not compile"),
    (r"Cannot cast none to", "it returns nothing; every path needs a `return`"),
    (r"Cannot cast (\S+) to (.+?): %", r"it gives \1 where \2 is wanted"),
    (
        r"No implementation of function Function\(<built-in function (\w+)>\) found for signature:\s*>>> \w+\((.*)\)",
        r"`\1` does not take (\2) when compiled",
    ),
    (
        r"No implementation of function Function\(<class '(\w+)'>\) found for signature:\s*>>> \w+\((.*)\)",
        r"`\1` does not take (\2) when compiled",
    ),
]
_NOISE: Final = ("Failed in", "- Resolution", "During:", "File ", "There are", ">>>", "None")


def in_users_terms(error: Exception, thing: Any) -> str:
    """One line: the method of the game (or evaluation), the line, and why it does not compile."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    return f"{type(thing).__name__}{_place(text, thing)}: {_reason(text)}"


def _reason(text: str) -> str:
    for pattern, said in _REASONS:
        found = re.search(pattern, text)
        if found:
            return _plain_types(found.expand(said))
    lines = [line.strip() for line in text.splitlines()]
    return _plain_types(next((line for line in lines if line and not line.startswith(_NOISE)), "it does not compile"))


def _place(text: str, thing: Any) -> str:
    """`.method, line 12 ("source")`, from the innermost place in the user's own code that the message names."""
    named = re.findall(r"(?: at |Raised from |defined at )(\S+\.py) \((\d+)\)", text) + re.findall(r'File "(.+?)", line (\d+)', text)
    for file, line in named:
        for name, function in inspect.getmembers(type(thing), inspect.isfunction):
            code = function.__code__
            first = code.co_firstlineno
            last = max((number for *_, number in code.co_lines() if number), default=first)
            if Path(code.co_filename).name == Path(file).name and first <= int(line) <= last and not _is_ours(code.co_filename, thing):
                source = linecache.getline(code.co_filename, int(line)).strip()
                return f".{name}, line {line} of {Path(file).name} (`{source}`)"
    method = re.search(r"ObjectType'>, '(\w+)'\)", text)
    return f".{method[1]}" if method else ""


def _is_ours(file: str, thing: Any) -> bool:
    """Whether the line is in this package's own machinery, which is not where the trouble is."""
    return OURS in Path(file).parents and not type(thing).__module__.startswith("zermelo.games")


def _plain_types(text: str) -> str:
    for pattern, plain in (
        (r"Literal\[(\w+)\]\([^()]*\)", r"\1"),
        (r"\b(u?int)(?:8|16|32|64)\b", "int"),
        (r"\bfloat(?:32|64)\b", "float"),
        (r"\bboolean\b", "bool"),
        (r"\b(\w+)#[0-9a-f]+", r"\1"),
        (r"\bUniTuple\((\w+) x (\d+)\)", r"a tuple of \2 \1s"),
        (r"\bTuple\(", "(a tuple: "),
    ):
        text = re.sub(pattern, plain, text)
    return text
