"""The weights of the chess evaluation, and the file in which they are kept.

A feature has one weight or several (`SIZES`), and a weight has two values, in hundredths of a pawn: one for the middle game and one
for the endgame. The file is JSON: for each feature all values for the middle game, then all for the endgame, and how they were learned.

A program reads them from a row of words, where a word of 64 bits holds both values of a weight, so that one addition adds both:

    word = middle * 2**32 + end

What a square is worth is the same on the files a and h, b and g, and so on: of the six tables of squares the file has the files a to
d, rank after rank, and the row the whole board.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.files import read_whole

SHIPPED: Final = Path(__file__).with_name("chess.weights")
"""The weights that come with the package."""
MOBILITY: Final = (9, 14, 15, 28)
"""A weight for each number of squares that a knight, bishop, rook or queen may attack, from 0 on."""
DANGER: Final = 32
"""A weight for each number of units of danger, from 0 on, without a queen; and with one."""
SHELTER: Final = 4 * 7
"""A weight for each file, from the edge on, and the rank of the pawn that is nearest to the king, 0 for none."""
SIZES: Final = {
    "material": 8, "mobility": sum(MOBILITY), "pawns": 9, "passed": 30, "minors": 4, "rooks": 3, "threats": 9,
    "king": 2 * SHELTER + 8 + 2 * DANGER, "tempo": 1, "mating": 3, "squares": 6 * 32,
}  # fmt: skip
"""How many weights each feature has; evaluation.py says what each is for."""
FIRST: Final = dict(zip(SIZES, accumulate(SIZES.values(), initial=0), strict=False))
"""Where the weights of each feature begin, in the row too."""
COUNT: Final = sum(SIZES.values())
HALF: Final = 1 << 32
GREATEST: Final = 10_000
"""Hundredths of a pawn."""

Weights = Mapping[str, tuple[Sequence[int], Sequence[int]]]
"""Of each feature the values for the middle game and those for the endgame."""


def first_weights() -> Weights:
    """Before anything is learned: pawns 1, knights and bishops 3, rooks 5, queens 9; 1/16 a square attacked, a rank that a pawn goes;
    danger to a king with its square; and what leads to a mate, which few games get as far as.
    """
    pawns = [6 * max(0, rank - 1) for rank in range(8) for _ in range(4)]
    mobility = [6 * (number - most // 2) for most in MOBILITY for number in range(most)]
    danger = [2 * units * units for units in range(DANGER)]
    known = {
        "material": [100, 300, 300, 500, 900, 0, 0, 0], "mobility": mobility, "mating": [20, 40, 200], "squares": pawns + [0] * 5 * 32,
        "king": [0] * (2 * SHELTER + 8) + [one // 4 for one in danger] + danger,
    }  # fmt: skip
    return {name: (known.get(name, [0] * size),) * 2 for name, size in SIZES.items()}


def row(weights: Weights) -> tuple[int, ...]:
    """The words from which the evaluation reads these weights."""
    words = [middle * HALF + end for name in SIZES for middle, end in zip(*weights[name], strict=True)]
    return tuple(words[place] for place in PLACES)


def shipped() -> Weights:
    """The weights that come with the package; where they are not there, as when a feature is new, those to begin with."""
    return weights_in(SHIPPED) if SHIPPED.exists() else first_weights()


def _places() -> list[int]:
    """The number of the weight that stands at each place of the row."""
    squares = FIRST["squares"]
    mirrored = [squares + piece * 32 + rank * 4 + min(file, 7 - file) for piece in range(6) for rank in range(8) for file in range(8)]
    return [*range(squares), *mirrored]


PLACES: Final = _places()


def as_text(weights: Weights, facts: Mapping[str, Any]) -> str:
    """The contents of a file with these weights, and with what else is to be known of them; a feature a line."""
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in {**facts, **weights}.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def weights_in(name: str | Path) -> Weights:
    """The weights in a file. Raises SpecError where it cannot be read, or does not hold what it should."""
    try:
        held = json.loads(read_whole(name, 1 << 20))
        weights = {feature: (list(map(int, held[feature][0])), list(map(int, held[feature][1]))) for feature in SIZES}
    except (ValueError, KeyError, TypeError, IndexError):
        raise SpecError(f"{name} holds no weights of chess; `zermelo learn chess --out FILE` makes some") from None
    for feature, size in SIZES.items():
        if {len(values) for values in weights[feature]} != {size}:
            raise SpecError(f"{name} holds weights of another evaluation: {feature} has two rows of {size} here; learn them anew")
        if max(map(abs, chain(*weights[feature]))) > GREATEST:
            raise SpecError(f"{name} holds a weight of {feature} that is greater than {GREATEST} hundredths of a pawn; learn them anew")
    return weights
