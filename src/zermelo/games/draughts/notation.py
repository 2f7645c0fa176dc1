"""How draughts are written: positions and moves as PDN has them, and the board as a picture.

A position (FEN):

    W:W31-50:B1-20            who is to move; the squares of white's and of black's pieces, in any order
    B:WK3,18,24:BK10,K22:H7   K before a king; 7 plies without a capture and without a move of a man

A move: `11-15`, `15x24`, or with the squares in between, `15x22x31`. A game is a row of them, with or without the
numbers of the moves, comments and the result: `1. 11-15 23-19 2. 8-11 {usual} 22-17 *`.

Squares have numbers from 1; how they lie on the board is not known here.

Sources: Portable Draughts Notation 3.0 (FMJD); the part H is lidraughts'.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from zermelo.errors import ActionError, PositionError

COLOURS: Final = {"W": "white", "B": "black"}
_SQUARES: Final = re.compile(r"(K?)(\d{1,3})(?:-(K?)(\d{1,3}))?", re.IGNORECASE)
_MOVE: Final = re.compile(r"\d{1,3}(?:[-x:]\d{1,3})+", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d+\.+")
_COMMENT: Final = re.compile(r"\{[^}]*\}")
_RESULTS: Final = ("*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0")


class Position(NamedTuple):
    """What is written of a position.

    turn    the colour to move, W or B
    pieces  the piece on each square that is not empty: w or b for a man, W or B for a king
    quiet   plies without a capture and without a move of a man
    """

    turn: str
    pieces: Mapping[int, str]
    quiet: int


def write_position(position: Position) -> str:
    """The FEN of a position, the squares in ascending order, three and more neighbours of one kind as `1-20`."""
    parts = [position.turn]
    for colour in COLOURS:
        squares = {square: piece.isupper() for square, piece in sorted(position.pieces.items()) if piece.upper() == colour}
        parts.append(colour + ",".join(_runs(squares)))
    return ":".join(parts + [f"H{position.quiet}"] * (position.quiet > 0))


def _runs(squares: Mapping[int, bool]) -> Iterable[str]:
    """The squares, with whether a king stands there, as text."""
    rest = list(squares)
    while rest:
        first = rest[0]
        length = 1
        while not squares[first] and squares.get(first + length) is False:
            length += 1
        if length < 3:
            yield f"{'K' * squares[first]}{first}"
            del rest[0]
        else:
            yield f"{first}-{first + length - 1}"
            del rest[:length]


def read_position(text: str, squares: int) -> Position:
    """The position that a FEN tells, on a board of this many squares. Raises PositionError."""
    turn, *parts = text.strip().removesuffix(".").upper().split(":")
    if turn not in COLOURS:
        raise PositionError(f"{text!r} begins with {turn!r}; a position begins with who is to move, W or B, as W:W31-50:B1-20")
    found: dict[int, str] = {}
    told: dict[str, str] = {}
    for part in parts:
        kind, rest = part[:1], part[1:]
        if kind not in (*COLOURS, "H", "F"):
            raise PositionError(f"{part!r} is no part of a position; the parts are W, B and H, as W:W31-50:B1-20:H0")
        if kind in told:
            raise PositionError(f"{text!r} has two parts {kind}; one of each is enough")
        told[kind] = rest
    for colour, name in COLOURS.items():
        if colour not in told:
            raise PositionError(
                f"{text!r} does not tell {name}'s pieces; write {colour} and their squares, or {colour} alone if there are none"
            )
        for square, piece in _pieces(told[colour], colour, squares):
            if square in found:
                raise PositionError(f"square {square} stands twice in {text!r}")
            found[square] = piece
    quiet = told.get("H", "0")
    if not (quiet.isascii() and quiet.isdecimal() and len(quiet) < 10):
        raise PositionError(f"'H{quiet}' should be H and a number of plies, such as H7")
    return Position(turn, found, int(quiet))


def _pieces(text: str, colour: str, squares: int) -> Iterable[tuple[int, str]]:
    for word in filter(None, text.split(",")):
        match = _SQUARES.fullmatch(word.strip())
        if match is None:
            raise PositionError(f"{word!r} is not a square; a square is its number, with K before it for a king, or a row of them as 31-50")
        king, low, other_king, high = match[1], int(match[2]), match[3] or "", int(match[4] or match[2])
        if not 1 <= low <= high <= squares:
            raise PositionError(f"{word!r} is not on the board; its squares are 1 to {squares}")
        for square in range(low, high + 1):
            yield square, colour if king or other_king else colour.lower()


def squares_of(move: str) -> tuple[int, ...]:
    """The numbers in the text of a move; none if it is not one."""
    word = move.strip()
    return tuple(map(int, re.split(r"\D", word))) if _MOVE.fullmatch(word) else ()


def moves_of(game: str) -> list[str]:
    """The moves in the text of a game, without numbers, comments and the result. Raises ActionError."""
    words = _NUMBER.sub(" ", _COMMENT.sub(" ", game)).split()
    if words and words[-1] in _RESULTS:
        words.pop()
    for word in words:
        if not squares_of(word):
            raise ActionError(f"{word!r} is not a move; a move is 11-15, or 15x24 if it captures")
    return words


def text_picture(rows: Sequence[Sequence[int]], first: int, pieces: Mapping[int, str]) -> str:
    """The board, one character a square: the `rows` of numbered squares from the top, the top one with `first` blanks before it."""
    lines = []
    for number, row in enumerate(rows):
        indent = first if number % 2 == 0 else 2 - first
        cells = (" " * indent + "   ".join(pieces.get(square, ".") for square in row)).ljust(4 * len(row))
        lines.append(f"{cells} {row[0]}-{row[-1]}")
    return "\n".join(lines)
