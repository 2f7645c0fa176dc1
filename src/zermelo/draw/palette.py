"""Colours and letters that pictures have in common."""

from __future__ import annotations

import re
from html import escape
from typing import Final

PAPER: Final = "#ffffff"
INK: Final = "#1f2328"
PALE: Final = "#656d76"
GRID: Final = "#e4e7eb"
GUIDE: Final = "#8c959f"

FONT: Final = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"
LETTER: Final = 0.58
"""The width of a letter, as a part of its size, on the safe side."""

_FOREIGN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Text as XML takes it."""
    return escape(_FOREIGN.sub("\ufffd", text))


def plain(svg: str) -> str:
    """The same picture for programs that know little of style sheets: no variables, no dark."""
    light = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", svg)
    colours = dict(re.findall(r"(--[\w-]+):\s*([^;}]+?)\s*[;}]", light))
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours.get(found[1], "#000000"), light)
