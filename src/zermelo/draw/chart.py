"""Curves over whole numbers, on a logarithmic axis or an even one, as SVG that needs nothing else.

Every curve is named at its right end, in a column of labels that never overlap, and has a mark of its own: no colours
need to be told apart, so the chart reads as well in black and white. Text may have raised parts: `b^{m/2}`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, isfinite, log10
from textwrap import wrap
from typing import Final

from zermelo.draw.palette import FONT, GRID, GUIDE, INK, LETTER, PALE, PAPER, clean

Point = tuple[float, float]

COLD: Final = ("#2d1b4e", "#433880", "#33608c", "#24868e", "#2fa37f", "#6cb43c", "#a8a21c")
"""Curves from the first to the last, from dark to light: in grey too they come in this order."""
WARM: Final = ("#8f2d1f", "#c2491d", "#dd7b20")
"""The same for dashed curves."""
MARKS: Final = ("circle", "square", "triangle", "diamond", "wedge", "ring", "box", "delta", "kite", "hollow wedge")

SIZE: Final = 13
HEADING, SMALL = 20, 11
"""The sizes of letters: of most, of the title, of the footnote."""
LEADING: Final = 1.3
"""From a line of a text to the next, as a part of the size."""
GAP: Final = 19
"""Pixels from a label to the next."""
EDGE: Final = 24
LEADER: Final = 46
"""Pixels from the end of the curves to the labels."""
MOST_TICKS: Final = 16

_RAISED: Final = re.compile(r"\^\{([^}]*)\}")


@dataclass(frozen=True)
class Curve:
    """A name, and points from left to right, all above 0 on a logarithmic axis; `guessed` ones go on where the points end.

    note     what stands beside the name, such as the last value
    dashed   for curves of another kind
    """

    name: str
    points: tuple[Point, ...]
    guessed: tuple[Point, ...] = ()
    note: str = ""
    dashed: bool = False

    @property
    def all_points(self) -> tuple[Point, ...]:
        return self.points + self.guessed


def chart(
    curves: Sequence[Curve],
    *,
    title: str,
    across: str,
    upwards: str,
    subtitle: str = "",
    footnote: str = "",
    guides: Sequence[Curve] = (),
    width: int = 960,
    logarithmic: bool = True,
) -> str:
    """The curves as the text of an SVG file; `guides` are thin lines behind them, for comparison.

    across, upwards  what the two axes count
    logarithmic      whether the axis upwards is
    Raises ValueError where there is nothing to draw, or a point that a logarithmic axis does not have.
    """
    made = _Chart(curves, guides, _Words(title, subtitle, footnote, width), logarithmic)
    return "\n".join(made.drawn(across, upwards)) + "\n"


class _Words:
    """What stands above and below the curves, in as many lines as it needs.

    above, below  pixels that these take beyond the first line of each kind
    """

    def __init__(self, title: str, subtitle: str, footnote: str, width: int) -> None:
        self.title, self.width = title, width
        self._heading, self._subtitle, self._footnote = (
            wrap(text, int((width - 2 * EDGE) / (LETTER * size))) for text, size in ((title, HEADING), (subtitle, SIZE), (footnote, SMALL))
        )
        self._lower = _more(self._heading, HEADING)
        self.above, self.below = self._lower + _more(self._subtitle, SIZE), _more(self._footnote, SMALL)

    def drawn(self, height: float) -> list[str]:
        """All lines, in a picture that is so high."""
        return [
            *(_text(EDGE, 38 + y, line, size=HEADING, weight=600) for y, line in _placed(self._heading, HEADING)),
            *(_text(EDGE, 60 + self._lower + y, line, fill=PALE) for y, line in _placed(self._subtitle, SIZE)),
            *(_text(EDGE, height - 14 - self.below + y, line, size=SMALL, fill=PALE) for y, line in _placed(self._footnote, SMALL)),
        ]


class _Chart:
    def __init__(self, curves: Sequence[Curve], guides: Sequence[Curve], words: _Words, logarithmic: bool) -> None:
        self.words = words
        self.curves, self.guides, self.logarithmic = list(curves), list(guides), logarithmic
        points = [point for curve in curves for point in curve.all_points]
        least = 0.0 if logarithmic else -inf
        if not points or not all(isfinite(x) and isfinite(y) and y > least for curve in [*curves, *guides] for x, y in curve.all_points):
            raise ValueError(f"a chart needs points, all of them finite{' and above 0' if logarithmic else ''}")
        self.names = max(_wide(curve.name) for curve in [*curves, *guides])
        self.notes = max(_wide(curve.note) for curve in [*curves, *guides])
        self.left, self.top = EDGE + 40.0, 112.0 + words.above
        self.right = words.width - EDGE - self.names - self.notes - 16 - LEADER - 18
        self.bottom = self.top + max(400, GAP * (len(curves) + len(guides)))
        self.width, self.height = words.width, self.bottom + 76 + words.below
        self.first, self.last = min(x for x, _ in points), max(x for x, _ in points)
        low, high = (self._level(extreme(y for _, y in points)) for extreme in (min, max))
        self.step = 1.0 if logarithmic else _round_step((high - low) / 8 or 1.0)
        self.low = floor(low / self.step + 1e-9)
        self.high = max(self.low + 1, ceil(high / self.step - 1e-9))

    def _level(self, number: float) -> float:
        return log10(number) if self.logarithmic else number

    def x(self, number: float) -> float:
        share = (number - self.first) / (self.last - self.first) if self.last > self.first else 0.5
        return self.left + 14 + share * (self.right - self.left - 14)

    def y(self, number: float) -> float:
        return self.bottom - (self._level(number) / self.step - self.low) / (self.high - self.low) * (self.bottom - self.top)

    def drawn(self, across: str, upwards: str) -> list[str]:
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" '
            f'height="{self.height:g}" role="img" font-family="{FONT}" font-size="{SIZE}" fill="{INK}">',
            f"<title>{clean(self.words.title)}</title>",
            f'<rect width="{self.width:g}" height="{self.height:g}" rx="6" fill="{PAPER}"/>',
            *self.words.drawn(self.height),
            *self._axes(across, upwards),
            f'<clipPath id="plot"><rect x="{self.left:g}" y="{self.top:g}" width="{self.right - self.left:g}" '
            f'height="{self.bottom - self.top:g}"/></clipPath>',
            *[self._guide(guide) for guide in self.guides],
            *[part for number in reversed(range(len(self.curves))) for part in self._curve(number)],
            *self._labels(),
            "</svg>",
        ]

    def _axes(self, across: str, upwards: str) -> list[str]:
        made = [_text(EDGE, self.top - 20, upwards, fill=PALE)]
        for tick in range(self.low, self.high + 1):
            y = self.y(10.0**tick if self.logarithmic else tick * self.step)
            made.append(_line([(self.left, y), (self.right, y)], GRID if tick > self.low else PALE, 1))
            number = f"10^{{{tick}}}" if self.logarithmic else f"{tick * self.step:g}"
            made.append(_text(self.left - 10, y + 4.5, number, anchor="end", fill=PALE))
        step = max(1, round(_round_step((self.last - self.first) / (MOST_TICKS - 1))))
        for place in range(ceil(self.first), floor(self.last) + 1):
            if place % step == 0 or self.last == self.first:
                x = self.x(place)
                made.append(_line([(x, self.bottom), (x, self.bottom + 5)], PALE, 1))
                made.append(_text(x, self.bottom + 20, str(place), anchor="middle", fill=PALE))
        made.append(_text((self.left + self.right) / 2, self.bottom + 42, across, anchor="middle", fill=PALE))
        return made

    def _guide(self, guide: Curve) -> str:
        return f'<g clip-path="url(#plot)">{_line([(self.x(x), self.y(y)) for x, y in guide.all_points], GUIDE, 1)}</g>'

    def _curve(self, number: int) -> list[str]:
        curve, colour = self.curves[number], self._colour(number)
        places = [(self.x(x), self.y(y)) for x, y in curve.all_points]
        known = places[: len(curve.points)]
        made = [_line(known, colour, 1.8, "5 3" if curve.dashed else "")]
        if curve.guessed:
            made.append(_line(places[max(0, len(known) - 1) :], colour, 1.5, "1.5 4"))
        return [*made, *[_mark(self._mark_of(number), x, y, colour) for x, y in known]]

    def _labels(self) -> list[str]:
        """Name and note of each curve and guide, at the height of its end or as near as there is room."""
        ends = [(*curve.all_points[-1], place) for place, curve in enumerate([*self.curves, *self.guides])]
        ends.sort(key=lambda end: (-end[1], end[2]))
        heights = spread([self.y(y) for _, y, _ in ends], GAP, self.top - 4, self.bottom)
        left = self.right + LEADER
        made: list[str] = []
        for (end, worth, place), height in zip(ends, heights, strict=True):
            guide = place >= len(self.curves)
            curve = self.guides[place - len(self.curves)] if guide else self.curves[place]
            colour, dashes = GUIDE if guide else self._colour(place), "3 2" if curve.dashed else ""
            x, y = self.x(end), min(max(self.y(worth), self.top), self.bottom)
            made.append(_line([(x, y), (self.right + 8, y), (left - 12, height), (left - 6, height)], colour, 0.7, dashes))
            if guide:
                made.append(_line([(left - 6, height), (left + 6, height)], colour, 1))
            else:
                made.append(_mark(self._mark_of(place), left, height, colour))
            style = PALE if guide else INK
            made.append(_text(left + 14, height + 4.5, curve.name, fill=style, italic=guide))
            made.append(_text(self.width - EDGE, height + 4.5, curve.note, anchor="end", fill=PALE))
        return made

    def _colour(self, number: int) -> str:
        alike = [place for place, curve in enumerate(self.curves) if curve.dashed == self.curves[number].dashed]
        colours = WARM if self.curves[number].dashed else COLD
        return _blend(colours, alike.index(number) / max(1, len(alike) - 1))

    def _mark_of(self, number: int) -> str:
        return MARKS[number % len(MARKS)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as can be to the wanted ones (given in order), at least `gap` apart, from `low` to `high` if they fit."""
    blocks: list[tuple[float, int]] = []  # the mean place and the number of labels that stick together
    for number, place in enumerate(wanted):
        mean, count = place - number * gap, 1
        while blocks and blocks[-1][0] > mean:
            before, more = blocks.pop()
            mean, count = (mean * count + before * more) / (count + more), count + more
        blocks.append((mean, count))
    places = [mean for mean, count in blocks for _ in range(count)]
    last = max(low, high - (len(places) - 1) * gap)
    return [min(max(place, low), last) + number * gap for number, place in enumerate(places)]


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... and of 0.5, 0.2, 0.1, ... that is not less."""
    if least <= 0:
        return 0.0
    power = 10.0 ** floor(log10(least))
    return next(round(part * power, 12) for part in (1, 2, 5, 10) if part * power >= least * (1 - 1e-9))


def _blend(colours: Sequence[str], share: float) -> str:
    """The colour at a share of the way through the colours."""
    at = share * (len(colours) - 1)
    first = min(int(at), len(colours) - 2)
    one, other = ([int(colours[first + step][place : place + 2], 16) for place in (1, 3, 5)] for step in (0, 1))
    mixed = [round(a + (b - a) * (at - first)) for a, b in zip(one, other, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _line(places: Sequence[Point], colour: str, width: float, dashes: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"{dashed}/>'


def _mark(kind: str, x: float, y: float, colour: str) -> str:
    """A small sign, full or hollow, about as large whatever its form."""
    hollow = kind in ("ring", "box", "delta", "kite", "hollow wedge")
    style = f'fill="{PAPER if hollow else colour}" stroke="{colour}" stroke-width="1.4"'
    if kind in ("circle", "ring"):
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.3" {style}/>'
    corners = {
        "square": ((-3, -3), (3, -3), (3, 3), (-3, 3)),
        "triangle": ((-3.8, 3), (3.8, 3), (0, -3.8)),
        "wedge": ((-3.8, -3), (3.8, -3), (0, 3.8)),
        "diamond": ((-4.2, 0), (0, -4.2), (4.2, 0), (0, 4.2)),
    }
    names = {"box": "square", "delta": "triangle", "kite": "diamond", "hollow wedge": "wedge"}
    path = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners[names.get(kind, kind)])
    return f'<polygon points="{path}" {style}/>'


def _text(
    x: float, y: float, text: str, *, size: int = SIZE, anchor: str = "start", fill: str = INK, weight: int = 400, italic: bool = False
) -> str:
    """Words that begin, end or are centred at a place, their raised parts raised."""
    raise_by = round(0.38 * size, 1)
    made, up = "", 0.0
    for number, part in enumerate(_RAISED.split(text)):
        if number % 2:
            made += f'<tspan dy="{-raise_by:g}" font-size="{round(0.72 * size, 1):g}">{clean(part)}</tspan>'
            up = raise_by
        elif part:
            made += f'<tspan dy="{up:g}">{clean(part)}</tspan>' if up else clean(part)
            up = 0.0
    style = f' font-size="{size}"' * (size != SIZE) + f' font-weight="{weight}"' * (weight != 400) + ' font-style="italic"' * italic
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{style}>{made}</text>' if made else ""


def _wide(text: str, size: int = SIZE) -> float:
    """About how wide a text is, in pixels."""
    return LETTER * size * len(_RAISED.sub(r"\1", text))


def _placed(lines: Sequence[str], size: int) -> list[tuple[float, str]]:
    """Each line of a text with how far it stands below the first."""
    return [(LEADING * size * place, line) for place, line in enumerate(lines)]


def _more(lines: Sequence[str], size: int) -> float:
    """How far the last line of a text stands below the first."""
    return LEADING * size * max(0, len(lines) - 1)
