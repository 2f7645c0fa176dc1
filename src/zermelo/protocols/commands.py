"""The commands that a conversation understands: a method each, named `do_` and what the command is called."""

from __future__ import annotations

from typing import Any


def commands_of(conversation: object) -> dict[str, Any]:
    """The methods that do what a command says, by the commands' names."""
    return {name.removeprefix("do_"): getattr(conversation, name) for name in dir(type(conversation)) if name.startswith("do_")}
