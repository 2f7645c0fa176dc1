"""A field of cells, column by column, each of one of a few kinds: which action is optimal where. SVG that needs nothing else.

Kinds differ in brightness, so that the picture reads in black and white.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from zermelo.draw.palette import FONT, GUIDE, INK, PALE, PAPER, clean

FILLS: Final = ("#33608c", "#c9dcee", "#ececf3")
"""Of the kinds, from the first."""
SIZE: Final = 13
_LEFT, _TOP, _RIGHT, _BOTTOM = 52, 74, 24, 50
_TITLED: Final = 9.0
"""Pixels that a letter of the title may take."""
_TICK: Final = 10
"""Cells from one number beside an axis to the next."""


def field(
    columns: Sequence[Sequence[int | None]],
    names: Sequence[str],
    *,
    title: str,
    across: str,
    upwards: str,
    guide: tuple[int, str] | None = None,
    cell: float = 7.0,
) -> str:
    """The field as the text of an SVG file.

    columns  from left to right, each from below: the number of the kind of a cell, None where there is none
    names    of the kinds, at most as many as FILLS
    guide    a dashed line below the cells of that height, and its name
    cell     pixels of a cell

    Raises ValueError where there is no cell, or a kind without a name.
    """
    kinds = {kind for column in columns for kind in column if kind is not None}
    if not kinds or not kinds <= set(range(len(names))) or len(names) > len(FILLS):
        raise ValueError(f"a field needs cells of up to {len(FILLS)} kinds, each with a name; here are {sorted(kinds)}, {list(names)}")
    high = max(map(len, columns))
    wide = max(len(columns) * cell, _TITLED * len(title))
    width, height = _LEFT + wide + _RIGHT, _TOP + high * cell + _BOTTOM
    bottom = _TOP + high * cell
    made = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" role="img" '
        f'font-family="{FONT}" font-size="{SIZE}" fill="{INK}">',
        f"<title>{clean(title)}</title>",
        f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{PAPER}"/>',
        f'<text x="{_LEFT}" y="26" font-size="16" font-weight="600">{clean(title)}</text>',
        *_legend(names),
    ]
    for place, column in enumerate(columns):
        start = 0
        for kind, run in groupby(column):
            count = len(list(run))
            if kind is not None:
                x, y = _LEFT + place * cell, bottom - (start + count) * cell
                made.append(f'<rect x="{x:g}" y="{y:g}" width="{cell:g}" height="{count * cell:g}" fill="{FILLS[kind]}"/>')
            start += count
    made += [_number(_LEFT + (number + 0.5) * cell, bottom + 17, number, "middle") for number in range(0, len(columns), _TICK)]
    made += [_number(_LEFT - 8, bottom - (number + 0.5) * cell + 4.5, number, "end") for number in range(0, high, _TICK)]
    made.append(
        f'<text x="{_LEFT + len(columns) * cell / 2:g}" y="{bottom + 38:g}" text-anchor="middle" fill="{PALE}">{clean(across)}</text>'
    )
    middle = (_TOP + bottom) / 2
    made.append(f'<text transform="translate(16 {middle:g}) rotate(-90)" text-anchor="middle" fill="{PALE}">{clean(upwards)}</text>')
    if guide is not None:
        y, right = bottom - guide[0] * cell, _LEFT + len(columns) * cell
        made.append(f'<path d="M{_LEFT} {y:g}H{right:g}" stroke="{GUIDE}" stroke-width="1.5" stroke-dasharray="5 4"/>')
        made.append(f'<text x="{right - 4:g}" y="{y - 5:g}" text-anchor="end" fill="{PALE}">{clean(guide[1])}</text>')
    return "\n".join([*made, "</svg>"]) + "\n"


def _number(x: float, y: float, number: int, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{PALE}">{number}</text>'


def _legend(names: Sequence[str]) -> list[str]:
    """A box of each kind's colour, and its name."""
    made, x = [], float(_LEFT)
    for name, fill in zip(names, FILLS, strict=False):
        made.append(f'<rect x="{x:g}" y="43" width="14" height="14" fill="{fill}" stroke="{PALE}" stroke-width="0.6"/>')
        made.append(f'<text x="{x + 20:g}" y="54.5">{clean(name)}</text>')
        x += 44 + 8 * len(name)
    return made
