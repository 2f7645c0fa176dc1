"""A search tree in Graphviz's language, for those who lay trees out themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zermelo.draw.tree import CHANCE, LEAF, MAX, MIN, PLAYER, Node

_SHAPES: Final = {MAX: "triangle", MIN: "invtriangle", CHANCE: "ellipse", PLAYER: "box", LEAF: "box"}


def dot(nodes: Sequence[Node]) -> str:
    """The text of a .dot file."""
    lines = [
        "digraph tree {",
        '  node [fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=10, arrowhead=none];',
    ]
    for number, node in enumerate(nodes):
        dashed = "" if node.visited else ", style=dashed"
        label = _quoted(node.value) + (f"\\n{_quoted(node.note)}" if node.note else "")
        lines.append(f'  n{number} [shape={_SHAPES[node.shape]}, label="{label}"{dashed}];')
        if node.parent >= 0:
            name = f"|| {node.name}" if node.cut else node.name
            thick = ", penwidth=3" if node.best else ""
            lines.append(f'  n{node.parent} -> n{number} [label="{_quoted(name)}"{dashed}{thick}];')
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
