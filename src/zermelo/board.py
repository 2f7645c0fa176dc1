"""What a state looks like, as data: a board of squares with pieces on them. A game says it, `zermelo.draw.board` draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

# Forms of pieces
CROSS: Final = "cross"
RING: Final = "ring"
CORNER: Final = "corner"
DISC: Final = "disc"
STONE: Final = "stone"
PEG: Final = "peg"
HOLE: Final = "hole"
"""Nobody's: an empty hole of a star, or a point where nothing stands."""
BOMB: Final = "bomb"
PAWN: Final = "pawn"
MAN: Final = "man"
KING: Final = "king"
SEEDS: Final = "seeds"
TILE: Final = "tile"
"""A square tile with a number on it."""
MATCH: Final = "match"
STACK: Final = "stack"
"""As many discs as its text says."""
CARD: Final = "card"
CARD_BACK: Final = "card back"
"""A card face down."""
CHIPS: Final = "chips"
DIE: Final = "die"
DOT: Final = "dot"
LYING: Final = "lying side"
STANDING: Final = "standing side"
"""A side between two dots."""
CHESS_PAWN: Final = "chess pawn"
CHESS_KNIGHT: Final = "chess knight"
CHESS_BISHOP: Final = "chess bishop"
CHESS_ROOK: Final = "chess rook"
CHESS_QUEEN: Final = "chess queen"
CHESS_KING: Final = "chess king"
ANIMAL: Final = "animal"
"""A piece of shogi, which points forward, with one letter or two, of so many pieces."""
HOUND: Final = "hound"
HARE: Final = "hare"
CUP: Final = "cup"
"""A cup with a die under it."""

# Looks of boards
LINES: Final = "lines"
"""Squares between lines."""
CHECKERED: Final = "checkered"
"""Light and dark squares; the one at the top left is light."""
CHECKERED_FROM_DARK: Final = "checkered from dark"
"""The same, but that one is dark."""
CHESSBOARD: Final = "chessboard"
"""Light and dark squares as well; the first player is White, and has the light pieces."""
HOLES: Final = "holes"
"""An upright wall with a hole for each disc."""
CLOTH: Final = "cloth"
"""A cloth with lines, for discs that are turned."""
PITS: Final = "pits"
"""A round pit for each number of seeds."""
BACKGAMMON: Final = "backgammon"
"""Two rows of long points, six and six with a bar between and a tray at the right; the low row between them is for the dice."""
HEXAGONS: Final = "hexagons"
"""Hexagons, each row half a cell further to the right than the one above; two sides in each player's colour."""
GOBAN: Final = "goban"
"""Lines on wood, with pieces where they cross, and star points on the usual sizes."""
STAR: Final = "star"
"""Round holes wherever there is a piece, those of a row two columns apart, so that rows can be shifted by half a hole."""
HANDS: Final = "hands"
"""Squares between lines, but for the first row and the last one, which are what the players have in hand."""
POINTS_AND_LINES: Final = "points and lines"
"""Points wherever there is a piece, and the lines by which one goes from one to another."""
BARE: Final = "bare"
"""Nothing but the pieces."""


@dataclass(frozen=True)
class Piece:
    """A piece: its form, whose it is (0, 1, ...), and a number or word that stands on it."""

    form: str
    player: int = 0
    text: str = ""


@dataclass(frozen=True)
class Board:
    """A board: its rows from the top, each with a piece or None on every square.

    A square has a number: its row times the columns, plus its column, from 0.

    across, upwards  what stands below each column, and beside each row, from the top
    news             who is to move, or who has won
    above            what stands above each column
    threatened       the squares of pieces that have to be saved at once: a king in check
    lit              the squares of what has decided the game: a line
    colours          for each player of the game the player number that their pieces bear, where it is another than their own
    joined           the pairs of squares between which a line is drawn, on a board of points
    below            the player who sits below it, where two sit opposite each other, so that it can be turned; None where it has no sides
    names            what each square is called, in the order of the squares; nothing of one that is called by its column and row
    """

    rows: tuple[tuple[Piece | None, ...], ...]
    look: str = LINES
    across: tuple[str, ...] = ()
    upwards: tuple[str, ...] = ()
    news: str = ""
    above: tuple[str, ...] = ()
    threatened: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    lit: tuple[int, ...] = ()
    joined: tuple[tuple[int, int], ...] = ()
    below: int | None = None

    @property
    def columns(self) -> int:
        """How many squares a row has."""
        return len(self.rows[0])

    def told(self, tell: Callable[[str], str]) -> Board:
        """The board with what it says, the caption and the names of columns, as `tell` tells it."""
        return replace(self, news=tell(self.news), across=tuple(map(tell, self.across)))


TO_MOVE: Final = "to move"
"""The fact of a position that is put together which says whose turn it is."""
EMPTY: Final = "."
"""The sign of an empty square there."""


@dataclass(frozen=True)
class Setup:
    """A position that is being put together: a sign for each square of the board, row by row from the top, EMPTY for an empty one;
    and what else is to be said of it, by name. Such as {"to move": "white"}.
    """

    rows: tuple[str, ...]
    facts: Mapping[str, str]


QUIET: Final = "quiet plies"
"""A fact of a `Setup`: plies that lead nowhere, too many of which draw the game."""


def quiet_plies(most: int) -> dict[str, list[str]]:
    """How many there may have been, as a choice of a `Setup`, where so many draw the game; nothing where that is 0, as none are counted."""
    return {QUIET: list(map(str, range(most)))} if most else {}


def board_of(
    rows: Sequence[str],
    pieces: Mapping[str, Piece],
    look: str = LINES,
    *,
    across: Sequence[str] = (),
    upwards: Sequence[str] = (),
    news: str = "",
    colours: Sequence[int] = (),
    below: int | None = None,
) -> Board:
    """The board whose rows are written with a sign for each square; signs that stand for no piece are empty squares."""
    made = tuple(tuple(pieces.get(sign) for sign in row) for row in rows)
    return Board(made, look, tuple(across), tuple(upwards), news, colours=tuple(colours), below=below)


def lit_lines(shown: Board, length: int, player: int | None = None) -> Board:
    """The same board, lit where as many pieces of one player (of this one, if given) stand in a straight line, without a gap."""
    owners = {(row, column): piece.player for row, pieces in enumerate(shown.rows) for column, piece in enumerate(pieces) if piece}
    lit: set[int] = set()
    for (row, column), owner in owners.items():
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + step * down, column + step * right) for step in range(length)]
            if player in (None, owner) and all(owners.get(place) == owner for place in line):
                lit |= {row * shown.columns + column for row, column in line}
    return replace(shown, lit=tuple(sorted(lit)))
