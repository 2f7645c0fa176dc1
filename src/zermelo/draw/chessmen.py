"""The pieces of chess as outlines, drawn for this package: each in a square of 44 pixels whose middle is (0, 0)."""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.board import CHESS_BISHOP, CHESS_KING, CHESS_KNIGHT, CHESS_PAWN, CHESS_QUEEN, CHESS_ROOK, Piece


class _Chessman(NamedTuple):
    """A piece: its outlines, filled in the player's colour; the lines on it; and dots, filled as the lines are drawn."""

    outlines: str
    lines: str = ""
    dots: str = ""


def _ball(x: float, y: float, radius: float) -> str:
    """A closed path round a place."""
    return f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 1 1 {2 * radius:g} 0a{radius:g} {radius:g} 0 1 1 {-2 * radius:g} 0z"


_FOOT: Final = "M-9.3 12.6C-4 11-4 11 0 11C4 11 4 11 9.3 12.6"
_POINTS: Final[tuple[tuple[float, float], ...]] = ((-13.6, -8), (-6.9, -12.2), (0, -13.6), (6.9, -12.2), (13.6, -8))
_CHESSMEN: Final = {
    CHESS_PAWN: _Chessman(
        "M-11 16V13.5C-11 11-8 10.5-6.5 8.5C-4.5 5.5-3.5 2-3.3-2H-6.2V-4.6H-3.6A5.6 5.6 0 1 1 3.6-4.6H6.2V-2H3.3C3.5 2 4.5 5.5 6.5 8.5"
        "C8 10.5 11 11 11 13.5V16Z"
    ),
    CHESS_KNIGHT: _Chessman(
        "M-9.5 16C-9.5 10-2.5 7.5-1.2 1.6C-3.4 3-6 3.6-7.6 5.6C-8.8 7.2-10.8 7.6-12.2 6.2C-13.6 4.8-13.6 2.8-12.6 1.2L-8.6-5.4"
        "C-8.2-8.8-5.8-11-3.7-12.2L-4.4-16.6L.4-13C9.5-12.5 13.2-3 12 16Z",
        "M2.5-9.6C8-6 9.4 3 8.7 12.6M-10.3 5.4L-8.9 3.9",
        _ball(-5, -6, 1.25) + _ball(-11, 2.9, 0.8),
    ),
    CHESS_BISHOP: _Chessman(
        _ball(0, -14.4, 2.3) + "M0-12.1C5-8.5 7.6-4 7.6-.5C7.6 2.5 6 4.6 4.2 6.2L5.6 10.4C8.5 11.4 11.4 12 11.4 14.4V16H-11.4V14.4"
        "C-11.4 12-8.5 11.4-5.6 10.4L-4.2 6.2C-6 4.6-7.6 2.5-7.6-.5C-7.6-4-5-8.5 0-12.1Z",
        "M-4.2 6.2H4.2M-5.6 10.4H5.6M0-6.4V1.4M-3.1-3H3.1",
    ),
    CHESS_ROOK: _Chessman(
        "M-12 16V12.4H-9L-7.4-4.6L-10.4-7.6V-14.6H-6.2V-11.6H-2.2V-14.6H2.2V-11.6H6.2V-14.6H10.4V-7.6L7.4-4.6L9 12.4H12V16Z",
        "M-10.4-7.6H10.4M-7.4-4.6H7.4M-8.6 9H8.6M-9 12.4H9",
    ),
    CHESS_QUEEN: _Chessman(
        "M-10 8.6L-13.6-6.2L-7.2.4L-6.9-10.4L-2.5-.8L0-11.8L2.5-.8L6.9-10.4L7.2.4L13.6-6.2L10 8.6C8.8 10.4 9.4 11.6 10.6 13V16H-10.6V13"
        "C-9.4 11.6-8.8 10.4-10 8.6Z" + "".join(_ball(*place, 1.8) for place in _POINTS),
        "M-10 8.6C-4 6.6 4 6.6 10 8.6" + _FOOT,
    ),
    CHESS_KING: _Chessman(
        "M-1.1-10.4V-13.2H-3.6V-15.4H-1.1V-17.8H1.1V-15.4H3.6V-13.2H1.1V-10.4Z"
        "M-10.6 16V13C-9.4 11.6-9.4 10.4-10 8.8C-15-.0-14.2-5.6-8.4-6.6C-4.4-7.2-1.6-5 0-1.6C1.6-5 4.4-7.2 8.4-6.6C14.2-5.6 15 0 10 8.8"
        "C9.4 10.4 9.4 11.6 10.6 13V16Z"
        "M0-1.2C-3.6-5.4-3.4-9 0-10.6C3.4-9 3.6-5.4 0-1.2Z",
        "M0-1.6V6.8M-10 8.8C-4 6.4 4 6.4 10 8.8" + _FOOT,
    ),
}  # fmt: skip


def chessman(x: float, y: float, piece: Piece) -> str:
    """A piece of chess with its middle there: dark with light lines, or as all pieces of a player 1 light, with dark ones."""
    drawn, there = _CHESSMEN[piece.form], f'transform="translate({x:g} {y:g})"'
    made = f'<path class="c{piece.player}" {there} d="{drawn.outlines}"/>'
    if drawn.lines:
        made += f'<path class="f{piece.player}" {there} d="{drawn.lines}"/>'
    if drawn.dots:
        made += f'<path class="f{piece.player} dot" {there} d="{drawn.dots}"/>'
    return made
