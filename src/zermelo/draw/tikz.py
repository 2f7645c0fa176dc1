"""A search tree as a LaTeX document that compiles as it is (TikZ), for slides and papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zermelo.draw.tree import CHANCE, MAX, MIN, PLAYER, Drawing, Node

_SIGNS: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\^{}",
    "~": r"\~{}",
    "<": r"$<$",
    ">": r"$>$",
    "∞": r"$\infty$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "-": r"\mbox{-}",
    "↓": r"$\downarrow$",
    "↑": r"$\uparrow$",
    "·": r"$\cdot$",
    "√": r"$\surd$",
}
_SCALE: Final = 0.0264  # centimetres a pixel
_LETTER: Final = 0.2  # centimetres for a letter that is written by hand
_PLAIN: Final = 2  # letters of a value that fit into every shape ...
_SMALL: Final = 4  # ... when they are smaller ...
_TINY: Final = 6  # ... and when they are as small as can be
_LOWER: Final = {MAX: -0.1, MIN: 0.1, CHANCE: 0.0}  # centimetres from the middle to where a shape is wide
STYLES: Final = r"""\tikzset{
  every node/.style={font=\sffamily\footnotesize, inner sep=1pt},
  max/.style={draw, regular polygon, regular polygon sides=3, fill=blue!12, minimum size=1cm, inner sep=0pt},
  min/.style={max, regular polygon rotate=180, fill=orange!22},
  chance/.style={draw, circle, fill=black!6, minimum size=.75cm},
  player/.style={draw, rounded corners=3pt, fill=black!6, minimum size=.6cm, inner sep=3pt},
  leaf/.style={draw, minimum size=.55cm, inner sep=3pt},
  unvisited/.style={dashed, fill=none},
  best/.style={line width=1.6pt},
  branch/.style={fill=white, font=\sffamily\scriptsize, inner sep=.8pt},
  value/.style={inner sep=0pt},
  beside/.style={font=\sffamily\scriptsize, fill=white, inner sep=.8pt, anchor=west},
}"""
"""What the pictures need of the document before its body, with the packages `tikz` and its library `shapes.geometric`."""
_PICTURE: Final = r"""\begin{tikzpicture}[x=1cm, y=1cm]
\useasboundingbox (0,0) rectangle (%(width).2f,%(height).2f);
%(body)s
\end{tikzpicture}"""
_DOCUMENT: Final = r"""%% Written by zermelo. Compile with pdflatex; or copy the tikzpicture, and the styles, into slides of your own.
\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric}
\usepackage[paperwidth=%(width).2fcm,paperheight=%(height).2fcm,margin=0cm]{geometry}
\pagestyle{empty}\setlength{\parindent}{0pt}
%(styles)s
\begin{document}
%(picture)s
\end{document}
"""


def tikz(nodes: Sequence[Node], drawn: Drawing) -> str:
    """The document, with everything where it stands in a drawing of the same nodes; those that are not drawn there are left out."""
    facts = {"width": drawn.width * _SCALE, "height": drawn.height * _SCALE, "styles": STYLES}
    return _DOCUMENT % {**facts, "picture": tikz_picture(nodes, drawn)}


def tikz_picture(nodes: Sequence[Node], drawn: Drawing) -> str:
    """The picture alone, for a document with `STYLES`."""

    def at(place: tuple[float, float]) -> tuple[float, float]:
        return place[0] * _SCALE, (drawn.height - place[1]) * _SCALE

    lines = []
    for number, place in drawn.places.items():
        node, (x, y) = nodes[number], at(place)
        lines.append(_node(node, number, x, y))
    lines += [_branch(nodes[number], number) for number in drawn.places if nodes[number].parent >= 0]
    lines += [_note(nodes[number], *at(place)) for number, place in drawn.places.items() if nodes[number].note]
    for number, place in drawn.names.items():
        x, y = at(place)
        lines.append(rf"\node[branch] at ({x:.2f},{y:.2f}) {{{escaped(nodes[number].name)}}};")
    return _PICTURE % {"width": drawn.width * _SCALE, "height": drawn.height * _SCALE, "body": "\n".join(lines)}


def _node(node: Node, number: int, x: float, y: float) -> str:
    """A node with its value. A triangle or a circle would grow with a long one in all directions: there it is set small, and as long as
    it needs more, the shape is only wider.
    """
    style, value, letters = node.shape + ("" if node.visited else ", unvisited"), escaped(node.value), len(node.value)
    if node.shape == PLAYER and node.blank:
        style += f", minimum width={_LETTER * node.blank:.2f}cm"
    if node.shape not in _LOWER or letters <= _PLAIN:
        return rf"\node[{style}] (n{number}) at ({x:.2f},{y:.2f}) {{{value}}};"
    wider = f", xscale={letters / _TINY:.2f}" if letters > _TINY else ""
    size = r"\scriptsize" if letters <= _SMALL else r"\tiny"
    shape = rf"\node[{style}{wider}] (n{number}) at ({x:.2f},{y:.2f}) {{}};"
    return shape + rf" \node[value] at ({x:.2f},{y + _LOWER[node.shape]:.2f}) {{{size} {value}}};"


def _note(node: Node, x: float, y: float) -> str:
    right = max(0.45, _LETTER * node.blank / 2 + 0.1)
    return rf"\node[beside] at ({x + right:.2f},{y + 0.25:.2f}) {{{escaped(node.note)}}};"


def _branch(node: Node, number: int) -> str:
    style = ", ".join([*(["best"] if node.best else []), *([] if node.visited else ["dashed"])])
    bars = r" node[pos=.3, sloped, inner sep=0pt] {$\Vert$}" if node.cut else ""
    return rf"\draw[{style}] (n{node.parent}.south) --{bars} (n{number}.north);"


def escaped(text: str) -> str:
    """Text as TeX prints it."""
    return "".join(_SIGNS.get(sign, sign) for sign in text)
