"""What comes of asking a game: a finding, and the errors that carry one to who asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.state_text import shortened


@dataclass(frozen=True)
class Finding:
    """A broken rule in the state at hand. Of one rule and subject (often a method), only the smallest case is reported."""

    rule: str
    subject: str
    message: str


class Failed(Exception):  # noqa: N818 - it carries a finding and never reaches a user
    """A question that got no usable answer."""

    def __init__(self, rule: str, label: str, message: str) -> None:
        super().__init__(message)
        self.finding = Finding(rule, label.partition("(")[0], message)


class Changed(Failed):
    """A method changed the state that it was given; `before` is a copy of what it was."""

    def __init__(self, label: str, before: Any, after: Any) -> None:
        change = f"from {shortened(before)} to {shortened(after)}"
        super().__init__("unchanged", label, f"{label} changed its state {change}; states are values: make a new one")
        self.before = before
