"""A board as SVG. Players differ in light and dark and in form, not in colour alone; the dark mode is a matter of CSS."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from zermelo.board import (
    ANIMAL,
    BACKGAMMON,
    BARE,
    BOMB,
    CARD,
    CARD_BACK,
    CHECKERED,
    CHECKERED_FROM_DARK,
    CHESS_BISHOP,
    CHESS_KING,
    CHESS_KNIGHT,
    CHESS_PAWN,
    CHESS_QUEEN,
    CHESS_ROOK,
    CHESSBOARD,
    CHIPS,
    CLOTH,
    CORNER,
    CROSS,
    CUP,
    DIE,
    DISC,
    DOT,
    GOBAN,
    HANDS,
    HARE,
    HEXAGONS,
    HOLE,
    HOLES,
    HOUND,
    KING,
    LYING,
    MAN,
    MATCH,
    PAWN,
    PEG,
    PITS,
    POINTS_AND_LINES,
    RING,
    SEEDS,
    STANDING,
    STAR,
    STONE,
    TILE,
    Board,
    Piece,
)
from zermelo.draw.chessmen import chessman
from zermelo.draw.palette import FONT, clean

SQUARE: Final = 44
"""Pixels of a square."""
_HALF: Final = SQUARE / 2
_POINT: Final = SQUARE / 3**0.5
"""From the middle of a hexagon, one square wide, to its points above and below."""
_SLANTED: Final = 5
"""Pixels that the numbers of the rows of hexagons stand further out, clear of their border."""
_EDGE: Final = 10
_LABEL: Final = 20
_NEWS: Final = 26

STYLE: Final = """
.board { --paper: #ffffff; --ink: #1f2328; --pale: #57606a; --first: #0b4f8a; --second: #ffdca8; --third: #5b8c5a; --edge: #1f2328;
 --light: #f4ead7; --dark: #b58863; --wall: #dfe6ee; --cloth: #3f8f63; --pit: #ead9bd; --wood: #e2b870; --mark: #d1242f; --target: #2da44e;
 --threat: #e5686d; --lit: #f0a500 }
.board text { fill: var(--ink) } .board .pale { fill: var(--pale) }
.board .p0 { fill: var(--first); stroke: var(--edge) } .board .p1 { fill: var(--second); stroke: var(--edge) }
.board .p2 { fill: var(--third); stroke: var(--edge) } .board .stroke { fill: none; stroke-width: 4.5; stroke-linecap: round }
.board .stroke.p0 { stroke: var(--first) } .board .stroke.p1 { stroke: #b45309 } .board .stroke.p2 { stroke: var(--third) }
.board .grid { stroke: var(--ink); stroke-width: 1.2; fill: none } .board .light { fill: var(--light) } .board .dark { fill: var(--dark) }
.board .wall { fill: var(--wall) } .board .hole { fill: var(--paper); stroke: var(--pale) } .board .cloth { fill: var(--cloth) }
.board .pit { fill: var(--pit); stroke: var(--pale) } .board .last { fill: none; stroke: var(--mark); stroke-width: 2.5 }
.board .threatened > :first-child { fill: var(--threat) } .board .lit { fill: none; stroke: var(--lit); stroke-width: 5 }
.board .target { fill: none; stroke: var(--target); stroke-width: 2.5; stroke-dasharray: 4 3 } .board.cloth .target { stroke: #ffffff }
.board .frame { fill: var(--dark) } .board .field { fill: var(--light) } .board .long { fill: var(--dark); fill-opacity: .6 }
.board .long.odd { fill: var(--cloth); fill-opacity: .75 }
.board .arrow { stroke: var(--mark); stroke-width: 3; fill: none; marker-end: url(#head) }
.board .wood { fill: var(--wood) } .board .line { stroke: #1f2328; stroke-width: 1.1; fill: none } .board .point { fill: #1f2328 }
.board .s0 { fill: #1f2328; stroke: #000000 } .board .s1 { fill: #fbfbf8; stroke: #57606a }
.board .c0 { fill: #2b2f36; stroke: #0b0d10 } .board .c1 { fill: #fffdf6; stroke: #1f2328 }
.board .c0, .board .c1 { stroke-width: 1.3; stroke-linejoin: round; stroke-linecap: round }
.board .f0 { fill: none; stroke: #f4ead7 } .board .f1 { fill: none; stroke: #1f2328 }
.board .f0, .board .f1 { stroke-width: 1.2; stroke-linecap: round } .board .f0.dot { fill: #f4ead7 } .board .f1.dot { fill: #1f2328 }
.board .cell { fill: var(--wall); stroke: var(--pale) } .board .side { fill: none; stroke-width: 6; stroke-linejoin: round }
.board .side.p0 { stroke: var(--first) } .board .side.p1 { stroke: #e0a030 } .board .p3 { fill: #b5476b; stroke: var(--edge) }
.board .p4 { fill: #7a5cc0; stroke: var(--edge) } .board .p5 { fill: #4aa8b8; stroke: var(--edge) }
.board .on0, .board text.on0 { fill: #ffffff } .board .on1, .board text.on1 { fill: #1f2328 }
.board text.red { fill: #b3261e }
@media (prefers-color-scheme: dark) {
.board { --paper: #16191d; --ink: #e6e9ed; --pale: #9aa5b1; --first: #4a90d9; --edge: #0d1014; --wall: #2d3742; --light: #cbb994;
 --dark: #7a5a3c; --threat: #b3363f; --pit: #5d4c33; --wood: #c0924c; --mark: #ff7b72; --target: #56d364 }
.board .stroke.p1 { stroke: #ffb86b } }
"""
"""How the parts look, in the light and in the dark."""


def board(
    shown: Board,
    *,
    last: Sequence[int] = (),
    targets: Collection[int] = (),
    arrows: Sequence[tuple[int, int]] = (),
    title: str = "",
    style: bool = True,
    turned: bool = False,
) -> str:
    """The board as the text of an SVG file; each square is a group with its number in `data-square`.

    last     squares of the last action, in the order in which it touched them
    targets  squares where the player to move may go
    arrows   pairs of squares, from and to
    style    put `STYLE` into it; a page with many boards has it once
    turned   as the player sees it who sits opposite (`Board.below`); a board without sides looks as ever
    """
    parts = _picture(shown, turned and shown.below is not None).drawn(last, targets, arrows, title)
    return "\n".join(part for part in parts if part and (style or not part.startswith("<style>"))) + "\n"


def miniature(shown: Board, x: float, y: float, width: float) -> str:
    """The board alone, without what stands round it, as a part of another picture: its upper left corner, and how wide it is."""
    picture, height = _bare(shown), miniature_height(shown, width)
    return (
        f'<svg class="board {shown.look.split()[0]}" x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{height:.1f}" '
        f'viewBox="0 0 {picture.width} {picture.height}" font-family="{FONT}" font-size="13" text-anchor="middle">'
        f"{''.join(picture.inner((), ()))}</svg>"
    )


def miniature_height(shown: Board, width: float) -> float:
    """How high it is."""
    picture = _bare(shown)
    return width * picture.height / picture.width


def _bare(shown: Board) -> _Picture:
    return _picture(replace(shown, news="", across=(), upwards=(), above=()))


def _picture(shown: Board, turned: bool = False) -> _Picture:
    return _LongPoints(shown) if shown.look == BACKGAMMON else _Picture(shown, turned)


class _Picture:
    """Where everything stands: squares are `step` apart in a row and rows `down`; each row begins `slant` further right than the last.

    On a board that is turned the last square is where the first one was.
    """

    def __init__(self, shown: Board, turned: bool = False) -> None:
        self.shown = shown
        self.turned = turned
        self.step = _HALF if shown.look == STAR else SQUARE
        self.down = 1.5 * _POINT if shown.look in (HEXAGONS, STAR) else SQUARE
        self.slant = _HALF if shown.look == HEXAGONS else 0
        beyond = _POINT - _HALF if shown.look == HEXAGONS else 0  # the points of hexagons stick out
        self.top = _EDGE + _LABEL * bool(shown.above) + beyond
        self.left = _EDGE + _LABEL * bool(shown.upwards)
        lower = len(shown.rows) - 1
        self.width = round(self.left + (shown.columns - 1) * self.step + lower * self.slant + SQUARE + _EDGE)
        self.bottom = round(self.top + lower * self.down + SQUARE + beyond)
        self.height = self.bottom + _LABEL * bool(shown.across) + _NEWS * bool(shown.news) + _EDGE

    def drawn(self, last: Sequence[int], targets: Collection[int], arrows: Sequence[tuple[int, int]], title: str) -> list[str]:
        shown = self.shown
        wide = max(self.width, self.left + 7.2 * len(shown.news) + _EDGE)
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board {self.shown.look.split()[0]}" width="{wide:.0f}" height="{self.height}" '
            f'viewBox="0 0 {wide:.0f} {self.height}" role="img" font-family="{FONT}" font-size="13" text-anchor="middle">',
            f"<title>{clean(title or shown.news)}</title>",
            f"<style>{STYLE}</style>",
            '<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto">'
            '<path d="M0 0L10 5L0 10z" fill="var(--mark)"/></marker></defs>' * bool(arrows),
            '<rect width="100%" height="100%" fill="var(--paper)"/>',
            *self.inner(last, targets),
            *self._labels(),
            *(self._arrow(*arrow) for arrow in arrows),
            "</svg>",
        ]

    def inner(self, last: Collection[int], targets: Collection[int]) -> list[str]:
        """The board and its pieces."""
        squares = range(len(self.shown.rows) * self.shown.columns)
        return [self._ground(), *(self._square(number, number in last, number in targets) for number in squares)]

    def middle(self, square: int) -> tuple[float, float]:
        return self._place(*divmod(square, self.shown.columns))

    def _place(self, row: int, column: int) -> tuple[float, float]:
        if self.turned:
            row, column = len(self.shown.rows) - 1 - row, self.shown.columns - 1 - column
        return self.left + _HALF + column * self.step + row * self.slant, self.top + _HALF + row * self.down

    def _ground(self) -> str:
        names = {HOLES: "wall", CLOTH: "cloth", GOBAN: "wood", POINTS_AND_LINES: "wood"}
        if self.shown.look == HEXAGONS:
            return self._sides()
        if self.shown.look not in names:
            return ""
        wide, high = self.shown.columns * SQUARE, len(self.shown.rows) * SQUARE
        ground = f'<rect class="{names[self.shown.look]}" x="{self.left}" y="{_EDGE}" width="{wide}" height="{high}" rx="6"/>'
        if self.shown.look == POINTS_AND_LINES:
            return ground + self._ways()
        return ground + self._crossings() if self.shown.look == GOBAN else ground

    def _ways(self) -> str:
        """The lines of a board of points."""
        ends = ((self.middle(start), self.middle(end)) for start, end in self.shown.joined)
        return f'<path class="line" d="{"".join(f"M{x0:g} {y0:g}L{x1:g} {y1:g}" for (x0, y0), (x1, y1) in ends)}"/>'

    def _crossings(self) -> str:
        """The lines of a goban and its star points."""
        high, wide = len(self.shown.rows), self.shown.columns
        (left, top), (right, bottom) = self._place(0, 0), self._place(high - 1, wide - 1)
        lines = "".join(f"M{left:g} {self._place(row, 0)[1]:g}H{right:g}" for row in range(high))
        lines += "".join(f"M{self._place(0, column)[0]:g} {top:g}V{bottom:g}" for column in range(wide))
        places = (self._place(row, column) for row, column in star_points(high, wide))
        return f'<path class="line" d="{lines}"/>' + "".join(f'<circle class="point" cx="{x:g}" cy="{y:g}" r="3.5"/>' for x, y in places)

    def _sides(self) -> str:
        """The borders of a board of hexagons: above and below in the first player's colour, left and right in the second's."""
        high, wide = len(self.shown.rows), self.shown.columns
        x, y = self._place(0, 0)
        corner = f"{x - _HALF:g} {y - _POINT / 2:g}"
        above, below = f"l{_HALF:g} {-_POINT / 2:g}l{_HALF:g} {_POINT / 2:g}", f"l{-_HALF:g} {_POINT / 2:g}l{-_HALF:g} {-_POINT / 2:g}"
        last_x, last_y = self._place(high - 1, wide - 1)
        other = f"{last_x + _HALF:g} {last_y + _POINT / 2:g}"
        left, right = f"v{_POINT:g}l{_HALF:g} {_POINT / 2:g}", f"v{-_POINT:g}l{-_HALF:g} {-_POINT / 2:g}"
        first = f'<path class="side p0" d="M{corner}{above * wide}M{other}{below * wide}"/>'
        return f'<path class="side p1" d="M{corner}{left * (high - 1)}v{_POINT:g}M{other}{right * (high - 1)}v{-_POINT:g}"/>' + first

    def _square(self, number: int, is_last: bool, is_target: bool) -> str:
        row, column = divmod(number, self.shown.columns)
        x, y = self.middle(number)
        piece = self.shown.rows[row][column]
        threatened = ' class="threatened"' if number in self.shown.threatened else ""
        made = [f'<g data-square="{number}"{threatened}>', self._floor(row, column, piece)]
        if piece is not None:
            made.append((_FORMS_TURNED if self.turned else _FORMS)[piece.form](x, y, piece))
        if number in self.shown.lit:
            made.append(f'<circle class="lit" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 4:g}"/>')
        if is_last:
            made.append(f'<circle class="last" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 2.5:g}"/>')
        if is_target:
            made.append(f'<circle class="target" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 6:g}"/>')
        return "".join([*made, "</g>"])

    def _floor(self, row: int, column: int, piece: Piece | None) -> str:
        (x, y), look = self._place(row, column), self.shown.look
        left, top = x - _HALF, y - _HALF
        box = f'x="{left:g}" y="{top:g}" width="{SQUARE}" height="{SQUARE}"'
        if look in (CHECKERED, CHECKERED_FROM_DARK, CHESSBOARD):
            return f'<rect class="{"dark" if (row + column + (look == CHECKERED_FROM_DARK)) % 2 else "light"}" {box}/>'
        if look == HOLES:
            return f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 4:g}"/>'
        if look == PITS:
            return f'<circle class="pit" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 2:g}"/>' * (piece is not None)
        if look == HEXAGONS:
            points = f"M{left:g} {y - _POINT / 2:g}l{_HALF:g} {-_POINT / 2:g}l{_HALF:g} {_POINT / 2:g}v{_POINT:g}l{-_HALF:g} {_POINT / 2:g}"
            return f'<path class="cell" d="{points}l{-_HALF:g} {-_POINT / 2:g}z"/>'
        if look == STAR:
            return f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="{_HALF - 7:g}"/>' if piece is not None else ""
        if look == POINTS_AND_LINES and piece is not None:
            return f'<circle fill="none" cx="{x:g}" cy="{y:g}" r="{_HALF - 2:g}"/><circle class="point" cx="{x:g}" cy="{y:g}" r="4.5"/>'
        if look in (BARE, GOBAN, POINTS_AND_LINES) or (look == HANDS and row in (0, len(self.shown.rows) - 1)):
            return f'<rect fill="none" {box}/>'
        return f'<rect class="grid" {box}/>'

    def _labels(self) -> list[str]:
        shown, lower = self.shown, len(self.shown.rows) - 1
        made = [
            f'<text class="pale" x="{self._place(row, column)[0]:g}" y="{y:g}">{clean(label)}</text>'
            for labels, row, y in ((shown.above, 0, self.top - 7), (shown.across, lower, self.bottom + 15))
            for column, label in enumerate(labels)
            if label
        ]
        edge = _EDGE + _LABEL / 2 - (_SLANTED if shown.look == HEXAGONS else 0)
        made += [
            f'<text class="pale" x="{edge + row * self.slant:g}" y="{self._place(row, 0)[1] + 4.5:g}">{clean(label)}</text>'
            for row, label in enumerate(shown.upwards)
        ]
        if shown.news:
            made.append(f'<text class="news" x="{self.left}" y="{self.height - _EDGE - 4}" text-anchor="start">{clean(shown.news)}</text>')
        return made

    def _arrow(self, start: int, end: int) -> str:
        (x0, y0), (x1, y1) = self.middle(start), self.middle(end)
        return f'<path class="arrow" d="M{x0:g} {y0:g}L{x1:g} {y1:g}"/>'


class _LongPoints(_Picture):
    """A backgammon board: two rows of long points whose men stand on one another, with the low row of the dice between them.

    The first player is white there, and has the light men.
    """

    wide = 32
    """Pixels from column to column."""
    long = 5 * 28 + 12
    """Pixels of a point, from its foot to its tip."""
    between = 40
    man = 14
    """Pixels from the middle of a man to its edge."""
    flat = 9
    """Pixels of the thickness of a man."""
    bar, tray = 6, 13

    def __init__(self, shown: Board) -> None:
        super().__init__(shown)
        self.high = 2 * self.long + self.between
        more = round(self.top) + self.high - self.bottom
        self.bottom, self.height = self.bottom + more, self.height + more
        self.width = self.left + shown.columns * self.wide + _EDGE

    def _place(self, row: int, column: int) -> tuple[float, float]:
        """Where the man stands that is farthest from the edge of the board, or where the first one would."""
        piece = self.shown.rows[row][column]
        x = self.left + (column + 0.5) * self.wide
        if row == 1:
            return x, self.top + self.high / 2
        if column == self.tray:
            return x, self._from_foot(row, 0.5 * self.flat * (int(piece.text) if piece else 1))
        return x, self._from_foot(row, self._height(min(5, int(piece.text)) - 1 if piece else 0))

    def _height(self, level: int) -> float:
        """How far the middle of a man on this level, from 0, is from the foot of its point."""
        return (2 * level + 1) * self.man + 2

    def _from_foot(self, row: int, distance: float) -> float:
        return self.top + distance if row == 0 else self.bottom - distance

    def _ground(self) -> str:
        left, top, wide, high = self.left, self.top, self.wide, self.high
        made = [
            f'<rect class="frame" x="{left - 6}" y="{top - 3}" width="{14 * wide + 12}" height="{high + 6}" rx="6"/>',
            *(
                f'<rect class="field" x="{left + first * wide}" y="{top}" width="{6 * wide}" height="{high}"/>'
                for first in (0, self.bar + 1)
            ),
        ]
        for row in (0, 2):
            y = self._from_foot(row, 0) - (row == 2) * self.long
            made.append(f'<rect class="field" x="{left + self.tray * wide + 3}" y="{y:g}" width="{wide - 6}" height="{self.long}" rx="3"/>')
        return "".join(made)

    def _square(self, number: int, is_last: bool, is_target: bool) -> str:
        row, column = divmod(number, self.shown.columns)
        piece = self.shown.rows[row][column]
        made = [f'<g data-square="{number}">', self._under(row, column)]
        if piece is not None and row == 1:
            made.append(_die(*self.middle(number), piece))
        elif piece is not None:
            made.append(self._flat_men(row, piece) if column == self.tray else self._men(row, column, piece))
        x, y = self.middle(number)
        if is_last:
            made.append(f'<circle class="last" cx="{x:g}" cy="{y:g}" r="{self.man - 1}"/>')
        if is_target:
            made.append(f'<circle class="target" cx="{x:g}" cy="{y:g}" r="{self.man - 4}"/>')
        return "".join([*made, "</g>"])

    def _under(self, row: int, column: int) -> str:
        """What is under the men: a triangle, or room that can be touched all the same."""
        left, wide = self.left + column * self.wide, self.wide
        if row == 1 or column in (self.bar, self.tray):
            y, high = (self.top + self.long, self.between) if row == 1 else (self._from_foot(row, 0) - (row == 2) * self.long, self.long)
            return f'<rect x="{left}" y="{y:g}" width="{wide}" height="{high}" fill-opacity="0"/>'
        foot, tip = self._from_foot(row, 0), self._from_foot(row, self.long - 8)
        odd = " odd" if (column + (column > self.bar) + row // 2) % 2 else ""
        return f'<path class="long{odd}" d="M{left + 1:g} {foot:g}H{left + wide - 1:g}L{left + wide / 2:g} {tip:g}Z"/>'

    def _men(self, row: int, column: int, piece: Piece) -> str:
        """Up to five men one on the other; beyond that the last one bears their number."""
        men, x = int(piece.text), self.left + (column + 0.5) * self.wide
        heights = [self._from_foot(row, self._height(level)) for level in range(min(5, men))]
        discs = "".join(f'<circle class="p{1 - piece.player}" cx="{x:g}" cy="{y:g}" r="{self.man - 0.5:g}"/>' for y in heights)
        inner = "".join(
            f'<circle cx="{x:g}" cy="{y:g}" r="{self.man - 5}" fill="none" stroke="var(--edge)" stroke-opacity=".3"/>' for y in heights
        )
        number = f'<text x="{x:g}" y="{heights[-1] + 5:g}" class="on{1 - piece.player}" font-weight="600">{men}</text>' if men > 5 else ""
        return discs + inner + number

    def _flat_men(self, row: int, piece: Piece) -> str:
        """The men that are off lie in the tray, seen from the side."""
        left = self.left + self.tray * self.wide + 5
        places = [self._from_foot(row, self.flat * level + (row == 2) * self.flat) for level in range(int(piece.text))]
        return "".join(
            f'<rect class="p{1 - piece.player}" x="{left}" y="{y:g}" width="{self.wide - 10}" height="{self.flat - 1}" rx="2"/>'
            for y in places
        )


def star_points(high: int, wide: int) -> list[tuple[int, int]]:
    """The star points of a goban, row and column: the middle if there is one, four near the corners, on large boards four more."""
    if min(high, wide) < 5:
        return []
    middles = [(high // 2, wide // 2)] if high % 2 and wide % 2 else []
    if min(high, wide) < 7:
        return middles
    rows, columns = ([margin, size - 1 - margin] for size, margin in ((high, 2 if high < 13 else 3), (wide, 2 if wide < 13 else 3)))
    made = [(row, column) for row in rows for column in columns] + middles
    if middles and min(high, wide) > 13:
        made += [(row, wide // 2) for row in rows] + [(high // 2, column) for column in columns]
    return made


def _cross(x: float, y: float, piece: Piece) -> str:
    r = SQUARE * 0.28
    return f'<path class="stroke p{piece.player}" d="M{x - r:g} {y - r:g}L{x + r:g} {y + r:g}M{x + r:g} {y - r:g}L{x - r:g} {y + r:g}"/>'


def _ring(x: float, y: float, piece: Piece) -> str:
    return f'<circle class="stroke p{piece.player}" cx="{x:g}" cy="{y:g}" r="{SQUARE * 0.29:g}"/>'


def _corner(x: float, y: float, piece: Piece) -> str:
    r = SQUARE * 0.3
    return f'<path class="stroke p{piece.player}" stroke-linejoin="round" d="M{x:g} {y - r:g}L{x + r:g} {y + r:g}H{x - r:g}Z"/>'


def _disc(x: float, y: float, piece: Piece) -> str:
    return f'<circle class="p{piece.player}" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 5:g}"/>'


def _stone(x: float, y: float, piece: Piece) -> str:
    return f'<circle class="s{piece.player}" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 1.5:g}"/>'


def _peg(x: float, y: float, piece: Piece) -> str:
    number = f'<text class="on{int(piece.player in (1, 5))}" x="{x:g}" y="{y + 5:g}" font-weight="600">{clean(piece.text)}</text>'
    return f'<circle class="p{piece.player}" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 5:g}"/>{number}'


def _hole(x: float, y: float, piece: Piece) -> str:
    return ""  # the floor of a star is all there is


def _bomb(x: float, y: float, piece: Piece) -> str:
    fuse = f'<path d="M{x + 7:g} {y - 10:g}q4 -7 9 -4" fill="none" stroke="var(--edge)" stroke-width="2.5"/>'
    spark = f'<path d="M{x + 16:g} {y - 19:g}l1.5 3.5l3.5 1.5l-3.5 1.5l-1.5 3.5l-1.5 -3.5l-3.5 -1.5l3.5 -1.5z" fill="var(--mark)"/>'
    body = f'<circle class="p{piece.player}" stroke-width="2.5" cx="{x - 1:g}" cy="{y + 2:g}" r="{SQUARE / 2 - 8:g}"/>'
    return f'{fuse}{body}<path d="M{x - 6:g} {y - 3:g}l10 10M{x + 4:g} {y - 3:g}l-10 10" stroke="var(--mark)" stroke-width="3"/>{spark}'


def _pawn(x: float, y: float, piece: Piece) -> str:
    head = f'<circle class="p{piece.player}" cx="{x:g}" cy="{y - 8:g}" r="6.5"/>'
    return f'<path class="p{piece.player}" d="M{x - 12:g} {y + 15:g}q3 -14 12 -17q9 3 12 17z"/>{head}'


def _man(x: float, y: float, piece: Piece) -> str:
    inner = f'<circle cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 12:g}" fill="none" stroke="var(--edge)" stroke-opacity=".45"/>'
    return f'<circle class="p{piece.player}" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 6:g}"/>{inner}'


def _king(x: float, y: float, piece: Piece) -> str:
    corners = ((-9, 6), (-11, -6), (-4, 0), (0, -9), (4, 0), (11, -6), (9, 6))
    crown = "M" + "L".join(f"{x + right:g} {y + down:g}" for right, down in corners) + "Z"
    return f'{_disc(x, y, piece)}<path class="on{min(piece.player, 1)}" d="{crown}"/>'


def _seeds(x: float, y: float, piece: Piece) -> str:
    return f'<text x="{x:g}" y="{y + 6:g}" font-size="17" font-weight="600">{clean(piece.text)}</text>'


def _tile(x: float, y: float, piece: Piece) -> str:
    side = SQUARE - 8
    square = (
        f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" rx="5" fill="#ffffff" stroke="var(--edge)"/>'
    )
    size = min(18, 2 * side / max(3, len(piece.text)))
    return f'{square}<text x="{x:g}" y="{y + size / 3:g}" font-size="{size:g}" font-weight="600" class="on1">{clean(piece.text)}</text>'


def _match(x: float, y: float, piece: Piece) -> str:
    stick = f'<rect x="{x - 2:g}" y="{y - 12:g}" width="4" height="28" rx="2" fill="var(--dark)"/>'
    return f'{stick}<ellipse cx="{x:g}" cy="{y - 13:g}" rx="4" ry="5.5" fill="var(--mark)"/>'


def _card(x: float, y: float, piece: Piece) -> str:
    """White, with its name in black, and in red where it is the second player's colour: spades and hearts."""
    ink = "red" if piece.player == 1 else "on1"
    size = 20 if len(piece.text) == 1 else 16
    name = f'<text x="{x:g}" y="{y + 6:g}" font-size="{size}" font-weight="600" class="{ink}">{clean(piece.text)}</text>'
    return _pasteboard(x, y, "#ffffff") + name


def _card_back(x: float, y: float, piece: Piece) -> str:
    lines = "".join(
        f"M{x - 10:g} {y + down:g}l20 -14" for down in (-2, 6, 14)
    )  # a pattern of slanted lines, which says in black and white too that this is a back
    inner = f'<rect x="{x - 11:g}" y="{y - 15:g}" width="22" height="30" rx="2" fill="none" stroke="#ffffff" stroke-opacity=".7"/>'
    return f'{_pasteboard(x, y, "var(--first)")}{inner}<path d="{lines}" stroke="#ffffff" stroke-opacity=".55" stroke-width="2"/>'


def _pasteboard(x: float, y: float, fill: str) -> str:
    return f'<rect x="{x - 14:g}" y="{y - 18:g}" width="28" height="36" rx="4" fill="{fill}" stroke="var(--edge)" stroke-width="1.2"/>'


def _animal(x: float, y: float, piece: Piece, turned: bool = False) -> str:
    """It points up for the first player and down for the second, and the other way on a board that is turned."""
    ahead = -1 if (piece.player == 0) != turned else 1
    outline = f"M{x - 16:g} {y - 17 * ahead:g}L{x - 13:g} {y + 10 * ahead:g}L{x:g} {y + 18 * ahead:g}L{x + 13:g} {y + 10 * ahead:g}"
    ink = f'class="on{min(piece.player, 1)}" font-size="15" font-weight="600"'
    letters = f'<text x="{x:g}" y="{y + 6 - 2 * ahead:g}" {ink}>{clean(piece.text)}</text>'
    return f'<path class="p{piece.player}" stroke-linejoin="round" d="{outline}L{x + 16:g} {y - 17 * ahead:g}Z"/>{letters}'


def _hound(x: float, y: float, piece: Piece) -> str:
    """A head from the front: ears that hang down, a long muzzle."""
    ears = "".join(
        f'<path class="s{piece.player}" d="M{x + 5 * side:g} {y - 12:g}q{10 * side} -2 {10 * side} 9q0 9 {-5 * side} 9'
        f'q{-5 * side} -4 {-4 * side} -12z"/>'
        for side in (-1, 1)
    )
    head = f"M{x - 8:g} {y - 11:g}q8 -5 16 0q2 7 -2 12l-1 9q-5 7 -10 0l-1 -9q-4 -5 -2 -12z"
    return f'<path class="s{piece.player}" d="{head}"/>{ears}{_face(x, y, piece, 9)}'


def _hare(x: float, y: float, piece: Piece) -> str:
    """A head from the front: long ears that stand up."""
    ears = "".join(
        f'<ellipse class="s{piece.player}" cx="{x + 5 * side:g}" cy="{y - 9:g}" rx="3.8" ry="10.5" '
        f'transform="rotate({12 * side} {x + 5 * side:g} {y - 9:g})"/>'
        for side in (-1, 1)
    )
    return f'{ears}<ellipse class="s{piece.player}" cx="{x:g}" cy="{y + 7:g}" rx="10" ry="10.5"/>{_face(x, y + 6, piece, 5)}'


def _face(x: float, y: float, piece: Piece, nose: float) -> str:
    """Eyes, and a nose so far below them."""
    eyes = "".join(f'<circle class="f{piece.player} dot" cx="{x + 4 * side:g}" cy="{y - 3:g}" r="1.3"/>' for side in (-1, 1))
    return f'{eyes}<ellipse class="f{piece.player} dot" cx="{x:g}" cy="{y - 3 + nose:g}" rx="2.4" ry="1.7"/>'


def _chips(x: float, y: float, piece: Piece) -> str:
    rim = f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="none" stroke="#b45309" stroke-width="3" stroke-dasharray="5 4.4"/>'
    number = f'<text x="{x:g}" y="{y + 5:g}" font-size="15" font-weight="600" class="on1">{clean(piece.text)}</text>'
    return f'<circle class="p1" cx="{x:g}" cy="{y:g}" r="17"/>{rim}{number}'


_PIPS: Final = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


def _die(x: float, y: float, piece: Piece) -> str:
    """With pips up to six, and a number beyond."""
    cube = f'<rect x="{x - 15:g}" y="{y - 15:g}" width="30" height="30" rx="6" fill="#ffffff" stroke="var(--edge)" stroke-width="1.2"/>'
    pips = _PIPS.get(int(piece.text))
    if pips is None:
        return f'{cube}<text x="{x:g}" y="{y + 6:g}" font-size="17" font-weight="600" class="on1">{clean(piece.text)}</text>'
    return cube + "".join(f'<circle cx="{x + 8 * right:g}" cy="{y + 8 * down:g}" r="2.8" fill="#1f2328"/>' for right, down in pips)


def _cup(x: float, y: float, piece: Piece) -> str:
    body = f'<path d="M{x - 12:g} {y - 15:g}h24l4 29h-32z" fill="var(--dark)" stroke="var(--edge)" stroke-width="1.2"/>'
    return f'{body}<path d="M{x - 17:g} {y + 14:g}h34" stroke="var(--edge)" stroke-width="4" stroke-linecap="round"/>'


def _dot(x: float, y: float, piece: Piece) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="var(--dark)"/>'


def _lying(x: float, y: float, piece: Piece) -> str:
    return _line(f"M{x - SQUARE + 5:g} {y:g}h{2 * SQUARE - 10:g}")


def _standing(x: float, y: float, piece: Piece) -> str:
    return _line(f"M{x:g} {y - SQUARE + 5:g}v{2 * SQUARE - 10:g}")


def _line(path: str) -> str:
    return f'<path d="{path}" stroke="var(--dark)" stroke-width="4"/>'


_Form = Callable[[float, float, Piece], str]
_FORMS: Final[dict[str, _Form]] = {
    ANIMAL: _animal, CARD: _card, CARD_BACK: _card_back, CHIPS: _chips, DIE: _die, CUP: _cup, HOUND: _hound, HARE: _hare,
    CROSS: _cross, RING: _ring, CORNER: _corner, DISC: _disc, STONE: _stone, PEG: _peg, HOLE: _hole,
    BOMB: _bomb, PAWN: _pawn, MAN: _man, KING: _king,
    CHESS_PAWN: chessman, CHESS_KNIGHT: chessman, CHESS_BISHOP: chessman, CHESS_ROOK: chessman, CHESS_QUEEN: chessman, CHESS_KING: chessman,
    SEEDS: _seeds, MATCH: _match, TILE: _tile, DOT: _dot, LYING: _lying, STANDING: _standing,
}  # fmt: skip
_FORMS_TURNED: Final[dict[str, _Form]] = {**_FORMS, ANIMAL: partial(_animal, turned=True)}
"""On a board that is turned; all others look alike from either side."""
