"""Endgames from Syzygy's tables (R. de Man, 2013): who wins, and in how many plies to the next capture or move of a pawn.

They are looked at for the position to be played only, never inside a search. `Tables.kept` are the moves that give nothing away:

    a win    those that keep it and lead to the next capture or move of a pawn soonest, or to mate at once
    a draw   all that keep it: which of them is hardest for the other, the search decides
    a loss   those that put it off longest

A win that 50 moves end before the next capture or move of a pawn is a draw, with a claim, and stands above all other draws.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import SpecError
from zermelo.games.chess import State
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.python_chess import needed, theirs

ENDS = {2: "a win", 1: "a win that 50 moves make a draw", 0: "a draw", -1: "a loss that 50 moves make a draw", -2: "a loss"}
CLAIM = 100
"""After so many plies without a capture or a move of a pawn a player may claim a draw."""


class Kept(NamedTuple):
    """What the tables say of a position: what it is (a key of ENDS), and the actions that give nothing away."""

    end: int
    actions: list[int]


class _Worth(NamedTuple):
    """What a move is worth: the more the better."""

    end: int
    sooner: int


class Tables:
    """Tables that are open.

    folders  those with the files, parted as the system parts paths. SpecError where there are no tables
    """

    def __init__(self, folders: str) -> None:
        with needed("a table of endgames"):
            from chess import syzygy
        self._tables: Any = syzygy.Tablebase()
        files = 0
        for folder in folders.split(os.pathsep):
            try:
                files += self._tables.add_directory(str(Path(folder).expanduser()))
            except OSError as error:
                raise SpecError(f"the folder {folder!r} of tables cannot be read ({error.strerror})") from None
        if not files:
            raise SpecError(f"there are no tables of endgames in {folders!r}: files whose names end in .rtbw and .rtbz")
        self.files, self.men = files, max(len(name) - 1 for name in (*self._tables.wdl, *self._tables.dtz))

    def kept(self, board: ChessBoard, state: State) -> Kept | None:
        """The moves that give nothing away; None where the tables do not say. Raises SpecError for a file that is spoilt."""
        if (state.own | state.other).count() > self.men or state.castling or not board.legal(state):
            return None
        position = theirs(board, state)
        try:
            worth = {move: self._worth(position, move) for move in position.legal_moves}
        except KeyError:  # a table that is not there
            return None
        except Exception as error:  # whatever a spoilt file leads to
            raise SpecError(f"a table of endgames cannot be read ({type(error).__name__}: {' '.join(str(error).split())})") from None
        best = max(worth.values())
        return Kept(best.end, [board.action(state, position.uci(move)) for move in worth if worth[move] == best])

    def _worth(self, position: Any, move: Any) -> _Worth:
        quiet = position.halfmove_clock
        position.push(move)
        try:
            if position.is_checkmate():
                return _Worth(2, 0)
            end, plies = -self._tables.probe_wdl(position), 1
            if position.halfmove_clock:
                plies += abs(self._tables.probe_dtz(position))
        finally:
            position.pop()
        if abs(end) == 2 and quiet + plies > CLAIM:
            end //= 2
        return _Worth(end, -plies if end > 0 else plies if end < 0 else 0)
