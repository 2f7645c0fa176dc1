"""Draughts: English (checkers), international, Spanish and Brazilian, by one set of rules with parameters.

The squares that are played on are places of a `Bits`, row by row from the side of the player who begins (MAX), with
an empty place after every second row. So every step is the same shift for the whole board, and what leaves the board
on a side falls into an empty place:

    8 x 8          31 32 33 34                10 x 10         49 50 51 52 53
    near 4       27 28 29 30                  near 5        44 45 46 47 48
    far 5          22 23 24 25                far 6           .  .  .  .  .
                 18 19 20 21     (26 empty)                 33 34 35 36 37     (43 empty)
                    .  .  .  .                                 .  .  .  .  .
                  9 10 11 12     (17 empty)                 11 12 13 14 15
                    4  5  6  7                                 5  6  7  8  9
                  0  1  2  3     (8 empty)                   0  1  2  3  4     (10 empty)

A step goes `near` or `far` places up (the way of MAX's men) or down (that of MIN's).

An action is one number: the place where it starts, the place where it ends (times 2**6), and the set of the captured
places (times 2**12, less the first row, where nothing can be captured). So captures of the same pieces by the same
piece to the same place are one action, whatever way they go.

Sources of the rules: World Checkers/Draughts Federation (English); FMJD, Annex 1 (international; Brazilian is that on
8 x 8); Federacao Portuguesa de Damas, Regras do jogo de damas classicas (Spanish, which Portugal calls classic).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.errors import SpecError
from zermelo.game import Game


class Kind(NamedTuple):
    """What tells one kind of draughts from another.

    size      rows and columns of the board
    men       men a side at the beginning
    backward  whether men capture backwards too
    flying    whether kings move any distance, else one step
    most      whether one must capture as many pieces as possible
    quality   whether, of captures of equally many, one must take that with the most kings
    patience  moves of each player, by kings only and without a capture, after which the game is drawn
    endings   whether three pieces against a king are drawn after 16 moves, two after 5
    king      what a king is worth, in men
    begins    the colour that begins
    """

    size: int
    men: int
    backward: bool
    flying: bool
    most: bool
    quality: bool
    patience: int
    endings: bool
    king: float
    begins: str


RULES: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "international": Kind(10, 20, True, True, True, False, 25, True, 3.0, "W"),
        "brazilian": Kind(8, 12, True, True, True, False, 20, False, 3.0, "W"),
        "spanish": Kind(8, 12, False, True, True, True, 20, False, 3.0, "W"),
        "english": Kind(8, 12, False, False, False, False, 40, False, 1.25, "B"),
    }
)


class State(NamedTuple):
    """A position, seen by the player to move.

    own, other  the pieces of the player to move and of the other one
    kings       which of the pieces of both are kings
    player      who is to move
    quiet       plies without a capture and without a move of a man: when they are too many, the game is drawn. In the
                endings that are limited, each ply counts, and the count begins at the number whose rest is the limit
    """

    own: Bits
    other: Bits
    kings: Bits
    player: int
    quiet: int


class Squares(Game):
    """A board with its squares, and the `rules` that are played on it."""

    utility_range = (-1.0, 1.0)
    repetition = 0.0

    def __init__(self, rules: str = "international") -> None:
        if rules not in RULES:
            raise SpecError(f"there are no rules {rules!r} of draughts; there are: {', '.join(RULES)}")
        self.rules = rules
        given = RULES[rules]
        size, half = given.size, given.size // 2
        self._near, self._far = half, half + 1
        self._backward, self._flying, self._most, self._quality = given.backward, given.flying, given.most, given.quality
        self._patience, self._endings, self._king = 2 * given.patience, given.endings, given.king
        rows = [[row * half + row // 2 + column for column in range(half)] for row in range(size)]
        self._board = _set_of(rows)
        self._armies = (_set_of(rows[: given.men // half]), _set_of(rows[-given.men // half :]))
        self._homes = (_set_of(rows[:1]), _set_of(rows[-1:]))
        self._inner = _set_of(rows[1:-1]) & ~Bits(sum(1 << row[0] for row in rows[1::2]) | sum(1 << row[-1] for row in rows[::2]))
        self._zones = tuple(tuple(_set_of(zone) for zone in _zones_of(side)) for side in (rows, rows[::-1]))
        self._men = given.men
        self._colours = "WB" if given.begins == "W" else "BW"
        self._numbers = _numbers(rows, rules)


def _set_of(rows: list[list[int]]) -> Bits:
    return Bits(sum(1 << place for row in rows for place in row))


def _zones_of(rows: list[list[int]]) -> list[list[list[int]]]:
    """The rows from the third on, those from the fourth on, ... for the player whose home is the first of them."""
    return [rows[first:] for first in range(2, len(rows) - 1)]


def _numbers(rows: list[list[int]], rules: str) -> tuple[int, ...]:
    """The place of the square with number 1, 2, 3, ...

    The numbers begin at the row of the player who begins (English), there from the other end of each row (Spanish,
    whose board lies mirrored), or at the row of the other player.
    """
    if rules == "english":
        return tuple(place for row in rows for place in row)
    if rules == "spanish":
        return tuple(place for row in rows for place in row[::-1])
    return tuple(place for row in rows[::-1] for place in row[::-1])
