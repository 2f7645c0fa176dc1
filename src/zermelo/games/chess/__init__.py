"""Chess: rules.py over board.py, which says what pieces attack; knowledge.py for searches; text.py, notation.py for people; ending.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from zermelo.game import Game
from zermelo.games.chess.ending import ChessEnding, as_endings
from zermelo.games.chess.knowledge import Knowledge
from zermelo.games.chess.rules import BISHOP, KNIGHT, QUEEN, ROOK, State, first_rank
from zermelo.games.chess.text import Text

__all__ = ["BISHOP", "KNIGHT", "QUEEN", "ROOK", "Chess", "ChessEnding", "State", "first_rank"]


class Chess(Knowledge, Text):
    """Chess, or with variant=960 Chess960 from the `start` 0 to 959. A game is drawn after `draws` quiet moves of each: 50 or 75.

    White is MAX. Utility: 1 a win, 0 a draw, -1 a loss. With draws=0 only mate and stalemate end a game, as where move sequences
    are counted. Positions are FEN; moves are written in algebraic notation, and read as UCI has them too.

    >>> game = Chess()
    >>> state = game.played("1. e4 e5 2. Nf3 Nc6 3. Bb5")
    >>> print(game.show(state))
    8 r . b q k b n r
    7 p p p p . p p p
    6 . . n . . . . .
    5 . B . . p . . .
    4 . . . . P . . .
    3 . . . . . N . .
    2 P P P P . P P P
    1 R N B Q K . . R
      a b c d e f g h
    black to move
    >>> game.write(state)
    'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'
    """

    def plays_as(self, other: Game) -> Callable[[State], Iterable[tuple[State, int]]] | None:
        """As in an ending, until quiet moves draw the game."""
        if not isinstance(other, ChessEnding) or self.draws == 0:
            return None
        return partial(as_endings, other.armies, 2 * self.draws)
