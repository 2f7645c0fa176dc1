"""A search tree as SVG: MAX as a triangle that points up, MIN one that points down, chance a circle, the end of a line a box.

What was not searched is dashed, and a double bar across its branch says that it was cut; the line of best play is thick. The
shapes and strokes tell all of that without colours, which only help. Every part of a node has its number in an `id` or a
`data-node`, so that a page can change it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import hypot
from textwrap import wrap
from typing import Final

from zermelo.board import Board
from zermelo.draw.board import STYLE as BOARD_STYLE
from zermelo.draw.board import miniature, miniature_height
from zermelo.draw.layout import tidy
from zermelo.draw.palette import FONT, LETTER, clean

MAX, MIN, CHANCE, PLAYER, LEAF = "max", "min", "chance", "player", "leaf"
"""The shapes of nodes."""

MOST: Final = 2_000
"""Nodes in one picture; of a larger tree the deepest are folded away."""
_SIZE: Final = 12  # of the letters of values
_SMALL: Final = 10
_LEVEL: Final = 66  # pixels from one level to the next
_HEIGHT: Final = 30  # of a node
_GAP: Final = 12
_EDGE: Final = 16
_TITLE: Final = 30
_HEADING: Final = LETTER * 16  # pixels of a letter of the title, which is 15 high and bold
_TITLED: Final = 520  # pixels that a title may ask for
_BOARD: Final = 66.0  # pixels that a board is wide
_BOARD_LINE: Final = 11  # pixels of a line of text in a board
_LINE: Final = 18  # pixels of a line of a sentence

STYLE: Final = """
.tree { --paper: #ffffff; --ink: #1f2328; --pale: #57606a; --max: #d7e8f7; --min: #fde3cf; --other: #ececf3; --best: #0b4f8a }
.tree .shape { fill: var(--other); stroke: var(--ink); stroke-width: 1.2 }
.tree .max .shape { fill: var(--max) } .tree .min .shape { fill: var(--min) } .tree .leaf .shape { fill: var(--paper) }
.tree text { fill: var(--ink) } .tree .pale { fill: var(--pale) }
.tree .edge { stroke: var(--pale); stroke-width: 1.2; fill: none } .tree .best { stroke: var(--best); stroke-width: 3.2 }
.tree .unvisited .shape, .tree .edge.unvisited { stroke-dasharray: 3 3 } .tree .unvisited .shape { fill: none }
.tree .cut { stroke: var(--ink); stroke-width: 1.6; fill: none }
.tree .under { fill: var(--paper) }
.tree .board { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre }
@media (prefers-color-scheme: dark) {
.tree { --paper: #16191d; --ink: #e6e9ed; --pale: #9aa5b1; --max: #1d4468; --min: #6b3713; --other: #34343f; --best: #7cc0ff }
}
"""
"""How the parts look, in the light and in the dark."""


_MOVING: Final = """
.tree .now .shape { stroke-width: 3; stroke: var(--best) }
@media (prefers-reduced-motion: reduce) { .tree g { animation: none !important } }
"""


@dataclass(frozen=True)
class Node:
    """A node as it is drawn.

    parent    the number of the node above; -1 of the root, which is the first
    shape     MAX, MIN, CHANCE, PLAYER (whose number `note` tells) or LEAF
    value     text in the node
    name      text on the branch that leads there
    note      small text beside the node: its window, or its interval
    room      letters that may come to stand there, where they are more than the note has
    blank     letters that may come to be written into the node, where they are more than its value has
    visited   else dashed
    cut       whether the branch that leads there was cut
    best      whether that branch belongs to the line of best play
    board     the state below the node: a board, or lines of text
    caption   small text below that: how the value of a leaf comes about
    """

    parent: int
    shape: str
    value: str = ""
    name: str = ""
    note: str = ""
    visited: bool = True
    cut: bool = False
    best: bool = False
    board: Board | tuple[str, ...] = ()
    caption: str = ""
    room: int = 0
    blank: int = 0


@dataclass(frozen=True)
class Drawing:
    """A picture.

    svg      the text of an SVG file
    width, height  its size in pixels
    places   the middle of each node that is drawn: pixels from the left, from the top
    names    the middle of each name that is drawn, by the node to which its branch leads
    folded   how many nodes below a node are folded away, where any are
    """

    svg: str
    width: float
    height: float
    places: dict[int, tuple[float, float]]
    names: dict[int, tuple[float, float]]
    folded: dict[int, int]


def tree(
    nodes: Sequence[Node], *, title: str = "", folded_note: Callable[[int], str] = "+{}".format, most: int = MOST, style: bool = True
) -> Drawing:
    """The tree as a picture. Nodes stand after their parents, and children in order.

    folded_note  what stands below a node under which this many are folded away
    most         nodes that are drawn: the levels that fit whole, and of the next one as many families as fit
    style        put `STYLE` into it; a page with many trees has it once
    """
    return _Picture(nodes, title, folded_note, most).drawn(style)


@dataclass(frozen=True)
class Frame:
    """A moment of a picture that moves: the nodes as they are then, the one that is looked at, and a sentence."""

    nodes: Sequence[Node]
    at: int
    sentence: str


def animation(nodes: Sequence[Node], frames: Sequence[Frame], *, seconds: float, title: str = "", most: int = MOST) -> str:
    """A picture that moves, as SVG that shows itself: the frames one after the other, and then again from the first.

    nodes    the tree at the end: it says where everything stands
    seconds  how long a frame stands; the last one, four times as long

    Who does not want pictures to move (`prefers-reduced-motion`) sees the last frame.
    """
    return _Picture(nodes, title, "+{}".format, most).moving(frames, seconds)


class _Picture:
    def __init__(self, nodes: Sequence[Node], title: str, folded_note: Callable[[int], str], most: int) -> None:
        self.nodes, self.title, self.folded_note = nodes, title, folded_note
        families: list[list[int]] = [[] for _ in nodes]
        for number, node in enumerate(nodes):
            if node.parent >= 0:
                families[node.parent].append(number)
        self.shown = drawn(families, most)
        self.below = _sizes(families)
        self.folded = {
            number: self.below[number] - 1 for number in self.shown if families[number] and families[number][0] not in self.shown
        }
        self.children = [[child for child in family if child in self.shown] for family in families]

    def drawn(self, style: bool) -> Drawing:
        head, width, height = self._laid_out(style)
        order = sorted(self.shown)
        parts = [*head, *(self._edge(number) for number in order[1:]), *(self._node(number) for number in order), "</svg>"]
        places = {number: (self.x[number], self.y[number] + _HEIGHT / 2) for number in order}
        names = {number: self._name_at(number, self.nodes[number].name) for number in order[1:] if self.nodes[number].name}
        return Drawing("\n".join(part for part in parts if part) + "\n", width, height, places, names, self.folded)

    def moving(self, frames: Sequence[Frame], seconds: float) -> str:
        shown = [wrap(frame.sentence, self._letters()) for frame in frames]
        head, width, height = self._laid_out(True, below=_LINE * max(map(len, shown)) + _EDGE)
        order = sorted(self.shown)
        drawn: list[list[str]] = []
        for frame, lines in zip(frames, shown, strict=True):
            edges = [self._edge(number, frame.nodes[number]) for number in order[1:]]
            made = [self._node(number, frame.nodes[number], now=number == frame.at) for number in order]
            bottom = height - _LINE * max(map(len, shown))
            sentence = [
                f'<text x="{width / 2:.1f}" y="{bottom + _LINE * place:.1f}" font-size="13">{clean(line)}</text>'
                for place, line in enumerate(lines)
            ]
            drawn.append([*edges, *made, "".join(sentence)])
        whole = len(frames) + 3  # the last one stands four times as long
        parts, moments = [], dict[tuple[int, int], str]()
        for part in zip(*drawn, strict=True):  # an edge, a node or the sentence, frame by frame
            first = 0
            for last, markup in enumerate(part):
                if last + 1 < len(part) and part[last + 1] == markup:
                    continue
                if first == 0 and last + 1 == len(part):
                    parts.append(markup)
                else:
                    name = moments.setdefault((first, last + 1), f"m{len(moments)}")
                    parts.append(f'<g class="{name}">{markup}</g>')
                first = last + 1
        style = "\n".join(_moment(name, first, last, len(frames), whole, seconds) for (first, last), name in moments.items())
        return "\n".join(part for part in [*head, f"<style>{_MOVING}{style}\n</style>", *parts, "</svg>"] if part) + "\n"

    def _letters(self) -> int:
        """How many letters of a sentence there is room for in a line."""
        self._laid_out(False)
        return max(40, int((max(self.x.values()) + _EDGE) / (LETTER * 13)))

    def _laid_out(self, style: bool, below: float = 0.0) -> tuple[list[str], float, float]:
        """Where everything stands; what the picture begins with, its width and height, with so much room below the tree."""
        order = sorted(self.shown)
        ranks = {number: rank for rank, number in enumerate(order)}
        widths = [self._width(number) for number in order]
        middles = tidy([[ranks[child] for child in self.children[number]] for number in order], widths, _GAP)
        level = {0: 0}
        for number in order[1:]:
            level[number] = level[self.nodes[number].parent] + 1
        heights = self._heights(level)
        right = max(middle + max(wide / 2, self._right(number)) for number, middle, wide in zip(order, middles, widths, strict=True))
        width = max(right + 2 * _EDGE, min(_TITLED, _HEADING * len(self.title) + 2 * _EDGE))
        heading = wrap(self.title, int((width - 2 * _EDGE) / _HEADING))
        top = _EDGE + (_TITLE + _LINE * (len(heading) - 1) if heading else 0)
        shift = _EDGE + (width - 2 * _EDGE - right) / 2
        self.x = {number: middle + shift for number, middle in zip(order, middles, strict=True)}
        self.y = {number: top + sum(heights[: level[number]]) for number in order}
        self.between = self._between(order, level, width)
        height = top + sum(heights) + _EDGE + below
        board_style = BOARD_STYLE if any(isinstance(self.nodes[number].board, Board) for number in order) else ""
        role = ' role="img"' * bool(self.title)
        head = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}"{role} font-family="{FONT}" font-size="{_SIZE}" text-anchor="middle">',
            f"<title>{clean(self.title)}</title>" * bool(self.title),
            f"<style>{STYLE}{board_style}</style>" * style,
            '<rect width="100%" height="100%" fill="var(--paper)"/>',
            *(
                f'<text x="{_EDGE}" y="{y}" font-size="15" font-weight="600" text-anchor="start">{clean(line)}</text>'
                for y, line in zip(count(_EDGE + 10, _LINE), heading, strict=False)
            ),
        ]
        return head, width, height

    def _between(self, order: list[int], level: dict[int, int], width: float) -> dict[int, tuple[float, float]]:
        """From where to where the name of each branch may reach: near the middles between the node and those beside it on its level."""
        found, rows = dict[int, tuple[float, float]](), dict[int, list[int]]()
        for number in sorted(order, key=lambda one: self.x[one]):
            rows.setdefault(level[number], []).append(number)
        for row in rows.values():
            middles = [0.0, *((self.x[one] + self.x[other]) / 2 for one, other in pairwise(row)), width]
            found |= {one: (left + _GAP / 2, right - _GAP / 2) for one, (left, right) in zip(row, pairwise(middles), strict=True)}
        return found

    def _heights(self, level: dict[int, int]) -> list[float]:
        """Pixels that each level takes: more where boards stand."""
        more = [0.0] * (max(level.values()) + 1)
        for number, depth in level.items():
            more[depth] = max(more[depth], self._board_height(number) + _BOARD_LINE * (number in self.folded))
        return [(_LEVEL if depth + 1 < len(more) else _HEIGHT) + height for depth, height in enumerate(more)]

    def _width(self, number: int) -> float:
        node = self.nodes[number]
        lines = () if isinstance(node.board, Board) else node.board
        board = _BOARD if isinstance(node.board, Board) else max(map(len, lines), default=0) * LETTER * _SMALL * 1.08
        folded = len(self.folded_note(self.folded[number])) if number in self.folded else 0
        letters = max(len(node.name), len(node.caption), folded)
        return max(2 * self._half(number), board, 2 * self._right(number) - _GAP, LETTER * _SMALL * letters)

    def _right(self, number: int) -> float:
        """How far a node and its note go from its middle to the right."""
        node = self.nodes[number]
        letters = max(len(node.note), node.room)
        return self._half(number) + (3 + LETTER * _SMALL * letters if letters else 0.0)

    def _half(self, number: int) -> float:
        node = self.nodes[number]
        text = LETTER * _SIZE * max(len(node.value), node.blank)
        return max(13.0, text / 2 + 4) if node.shape in (LEAF, CHANCE, PLAYER) else max(19.0, text * 0.72 + 8)

    def _edge(self, number: int, node: Node | None = None) -> str:
        node = node or self.nodes[number]
        (x0, y0), (x1, y1) = self._ends(number)
        names = " ".join(["edge", *(["unvisited"] if not node.visited else []), *(["best"] if node.best else [])])
        made = f'<path class="{names}" data-edge="{number}" d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"/>'
        if node.cut:
            made += _bars(x0, y0, x1, y1)
        if node.name:
            x, y = self._name_at(number, node.name)
            wide = LETTER * _SMALL * len(node.name) + 4
            made += f'<rect class="under" x="{x - wide / 2:.1f}" y="{y - _SMALL / 2:.1f}" width="{wide:.1f}" height="{_SMALL}"/>'
            made += f'<text class="name" data-name="{number}" x="{x:.1f}" y="{y + 3.5:.1f}" font-size="{_SMALL}">{clean(node.name)}</text>'
        return made

    def _ends(self, number: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the branch to a node begins, and where it ends."""
        above = self.nodes[number].parent
        return (self.x[above], self.y[above] + _HEIGHT + self._board_height(above)), (self.x[number], self.y[number])

    def _name_at(self, number: int, name: str) -> tuple[float, float]:
        """The middle of the name of a branch: on it where there is room, else beside it, and never nearer to another node."""
        (x0, y0), (x1, y1) = self._ends(number)
        half, (left, right) = LETTER * _SMALL * len(name) / 2, self.between[number]
        return min(max(x0 + 0.8 * (x1 - x0), left + half), right - half), y0 + 0.8 * (y1 - y0)

    def _board_height(self, number: int) -> float:
        shown = self.nodes[number].board
        height = miniature_height(shown, _BOARD) + 4 if isinstance(shown, Board) else _BOARD_LINE * len(shown)
        return height + (_BOARD_LINE + 3) * bool(self.nodes[number].caption)

    def _node(self, number: int, node: Node | None = None, *, now: bool = False) -> str:
        node, x, y = node or self.nodes[number], self.x[number], self.y[number]
        names = " ".join([node.shape, *(["unvisited"] if not node.visited else []), *(["now"] if now else [])])
        half, under = self._half(number), y + _HEIGHT
        low = {MAX: 24.5, MIN: 14.5}.get(node.shape, 19.5)
        made = [
            f'<g id="n{number}" class="node {names}" data-node="{number}">',
            _shape(node.shape, x, y, half),
            f'<text class="value" x="{x:.1f}" y="{y + low:.1f}">{clean(node.value)}</text>',
            _small("note pale", x + half + 3, y + 10, node.note, ' text-anchor="start"') if node.note or node.room else "",
            *self._board(node.board, x, under),
        ]
        if node.caption:
            made.append(_small("pale", x, under + self._board_height(number) - 2, node.caption))
        if number in self.folded:
            made.append(_small("pale", x, under + 12 + self._board_height(number), self.folded_note(self.folded[number])))
        return "".join([*made, "</g>"])

    def _board(self, shown: Board | tuple[str, ...], x: float, under: float) -> list[str]:
        if isinstance(shown, Board):
            return [miniature(shown, x - _BOARD / 2, under + 2, _BOARD)]
        return [_small("board", x, under + 1 + _BOARD_LINE * place, line) for place, line in enumerate(shown, 1)]


def _moment(name: str, first: int, last: int, frames: int, whole: int, seconds: float) -> str:
    """The style of what is seen from one frame to before another."""
    stays = last == frames
    turns = ["0%{visibility:hidden}"] * (first > 0) + [f"{100 * first / whole:.3f}%{{visibility:visible}}"]
    turns += [] if stays else [f"{100 * last / whole:.3f}%{{visibility:hidden}}"]
    end = "visible" if stays else "hidden"
    return f"""@keyframes {name}{{{"".join(turns)}}}
.{name}{{visibility:{end};animation:{name} {whole * seconds:g}s steps(1) infinite}}"""


def _small(names: str, x: float, y: float, text: str, more: str = "") -> str:
    return f'<text class="{names}" x="{x:.1f}" y="{y:.1f}" font-size="{_SMALL}"{more}>{clean(text)}</text>'


def _shape(shape: str, x: float, y: float, half: float) -> str:
    low = y + _HEIGHT
    if shape == MAX:
        return f'<path class="shape" d="M{x:.1f} {y:.1f}L{x + half:.1f} {low:.1f}H{x - half:.1f}Z"/>'
    if shape == MIN:
        return f'<path class="shape" d="M{x - half:.1f} {y:.1f}H{x + half:.1f}L{x:.1f} {low:.1f}Z"/>'
    if shape == CHANCE:
        return f'<ellipse class="shape" cx="{x:.1f}" cy="{y + _HEIGHT / 2:.1f}" rx="{half:.1f}" ry="{_HEIGHT / 2 - 1:.1f}"/>'
    round_ = 8 if shape == PLAYER else 2
    return f'<rect class="shape" x="{x - half:.1f}" y="{y + 3:.1f}" width="{2 * half:.1f}" height="{_HEIGHT - 6}" rx="{round_}"/>'


def _bars(x0: float, y0: float, x1: float, y1: float) -> str:
    """Two bars across a branch."""
    length = hypot(x1 - x0, y1 - y0) or 1.0
    along, across = ((x1 - x0) / length, (y1 - y0) / length), (-(y1 - y0) / length, (x1 - x0) / length)
    bars = []
    for at in (0.3 * length - 2, 0.3 * length + 2):
        x, y = x0 + along[0] * at, y0 + along[1] * at
        bars.append(f"M{x - 5 * across[0]:.1f} {y - 5 * across[1]:.1f}L{x + 5 * across[0]:.1f} {y + 5 * across[1]:.1f}")
    return f'<path class="cut" d="{"".join(bars)}"/>'


def drawn(families: Sequence[Sequence[int]], most: int) -> set[int]:
    """The nodes that are drawn: family by family, level by level, until there are too many."""
    shown, level = {0}, [0]
    while level:
        below: list[int] = []
        for number in level:
            if len(shown) + len(families[number]) > most:
                return shown
            shown.update(families[number])
            below += families[number]
        level = below
    return shown


def _sizes(families: list[list[int]]) -> list[int]:
    """How many nodes each node has below it, itself among them."""
    sizes = [1] * len(families)
    for number in reversed(range(len(families))):
        sizes[number] += sum(sizes[child] for child in families[number])
    return sizes
