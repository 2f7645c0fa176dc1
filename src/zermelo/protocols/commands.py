"""What conversations have in common: commands, a method each, named `do_` and what it is called; and lines that say what was wrong."""

from __future__ import annotations

from typing import Any, Final

LONGEST: Final = 500
"""Letters of a line that says what was wrong: that may be of any length."""


def commands_of(conversation: object) -> dict[str, Any]:
    """The methods that do what a command says, by the commands' names."""
    return {name.removeprefix("do_"): getattr(conversation, name) for name in dir(type(conversation)) if name.startswith("do_")}


def in_a_line(text: object) -> str:
    """A text as a line, or its beginning.

    >>> in_a_line(ValueError("two\\nlines"))
    'two lines'
    """
    line = " ".join(str(text).split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."
