"""Endings of chess: a few pieces, in any position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations, islice, product
from typing import Final

from zermelo.bits import Bits
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN
from zermelo.games.chess.board import FIRST_RANK, LAST_RANK, mirrored, transposed, turned
from zermelo.games.chess.knowledge import Knowledge
from zermelo.games.chess.notation import Setup, square_of, write_fen
from zermelo.games.chess.rules import State
from zermelo.games.chess.text import Text

MOST_PIECES: Final = 6
"""Both kings among them."""
HOME_FILES: Final = {"K": "e", "Q": "dcbafgh", "R": "ahbgcfd", "B": "cfbgadh", "N": "bgcfadh", "P": "edcfbga"}
"""The files on which pieces of a kind stand at first, one after the other."""
TRIANGLE: Final = tuple(map(square_of, ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")))
"""Where White's king is in one of the eight positions that are the same but for a turn or a mirror."""
LEFT_HALF: Final = tuple(square for square in range(64) if square % 8 < 4)
"""The same of the two that are left where there are pawns."""
PAWN_SQUARES: Final = tuple(~Bits(FIRST_RANK | LAST_RANK))
UPSIDE_DOWN, MIRROR, TRANSPOSE = 1, 2, 4
"""What images of the board are made by: all sums of these."""


class ChessEnding(Knowledge, Text):
    """An ending of chess: White has the pieces from the first K to the second, Black the others. White is MAX.

    Play may begin in any legal position of these pieces, with either side to move, but for those with a pawn that may be taken en
    passant. Nobody castles, and no moves are counted: mate and stalemate end the game, and that nobody could mate. Play that goes
    round is a draw. Utility: 1 a win, 0 a draw, -1 a loss.

    >>> game = ChessEnding("KQK")
    >>> print(game.show(game.initial()))
    8 . . . . k . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . . . . .
    1 . . . Q K . . .
      a b c d e f g h
    white to move
    """

    def __init__(self, pieces: str = "KRK") -> None:
        super().__init__(draws=0)
        self.repetition = 0.0
        self.pieces = str(pieces).upper()
        if not re.fullmatch(r"K[QRBNP]*K[QRBNP]*", self.pieces) or not 3 <= len(self.pieces) <= MOST_PIECES:
            raise SpecError(
                f"pieces={pieces!r} is no ending of chess: it is White's pieces and then Black's, each a K and any of Q, R, B, N and P, "
                f"from 3 to {MOST_PIECES} in all: KQK, KBNK, KPKP"
            )
        white, black = self.pieces[1:].split("K")
        self.armies = 1 + len(white), 1 + len(black)
        self._army = Counter("K" + white) + Counter("k" + black.lower())

    # The rules

    def initial(self) -> State:
        placed: dict[int, str] = {}
        for piece, count in self._army.items():
            kind, rank = piece.upper(), 7 * piece.islower() ^ (piece in "Pp")
            free = (square for file in HOME_FILES[kind] if (square := square_of(f"{file}{rank + 1}")) not in placed)
            placed |= dict.fromkeys(islice(free, count), piece)
        return self.read(write_fen(Setup(placed, "w", (), None, 0, 1)))

    def starts(self) -> Iterable[State]:
        """All positions from which play may begin, of those that are the same but for a turn or a mirror one at least."""
        corner = LEFT_HALF if {*"Pp"} & self._army.keys() else TRIANGLE
        squares = {"K": corner, "P": PAWN_SQUARES, "p": PAWN_SQUARES}
        ways = (combinations(squares.get(piece, range(64)), count) for piece, count in self._army.items())
        letters = "".join(piece * count for piece, count in self._army.items())
        for places in product(*ways):
            pieces = dict(zip(chain(*places), letters, strict=True))
            if len(pieces) == len(letters):
                white = self.placed(Setup(pieces, "w", (), None, 0, 1))
                black = self.null_move(white)
                if not black.checkers:
                    yield white
                if not white.checkers:
                    yield black

    def is_terminal(self, state: State) -> bool:
        return self._is_dead(state) or not self._can_move(state)

    def _check_castling(self, setup: Setup) -> None:
        if setup.castling:
            raise PositionError("nobody castles in an ending; write - for the rights to castle")

    # Help for a search

    def symmetries(self, state: State) -> Iterable[State]:
        """The board in a mirror and, where there are no pawns, turned."""
        if state.pawns:
            yield self._image(state, MIRROR)
        else:
            for how in range(1, 8):
                yield self._image(state, how)

    def _image(self, state: State, how: int) -> State:
        return State(
            _image(state.own, how), _image(state.other, how), _image(state.pawns, how), _image(state.knights, how),
            _image(state.diagonal, how), _image(state.straight, how), state.castling, _image(state.passant, how),
            _image(state.checkers, how), state.quiet, state.ply,
        )  # fmt: skip


def as_endings(armies: tuple[int, int], plies: int, state: State) -> Iterable[tuple[State, int]]:
    """The states of an ending in which White and Black have so many pieces at most that play as a state of chess, which quiet moves draw
    after so many plies: whoever is to move is White there, or Black.
    """
    own, other = state.own.count(), state.other.count()
    if not state.castling:
        for mover in (MAX, MIN):
            if own <= armies[mover] and other <= armies[1 - mover]:
                yield state._replace(quiet=0, ply=mover), plies - state.quiet


def _image(squares: Bits, how: int) -> Bits:
    """The squares on the image of the board."""
    if how & TRANSPOSE:
        squares = transposed(squares)
    if how & MIRROR:
        squares = mirrored(squares)
    return turned(squares) if how & UPSIDE_DOWN else squares
