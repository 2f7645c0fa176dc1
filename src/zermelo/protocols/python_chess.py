"""python-chess, where it is installed: it reads what others have written for chess programs, books and tables of endgames.

It is under the GPL, so that it comes with an extra of its own (`zermelo[chess]`) and is imported when a board asks for one of the two,
never before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.errors import SpecError
from zermelo.games.chess import State
from zermelo.protocols.chessboard import ChessBoard


@contextmanager
def needed(what: str) -> Iterator[None]:
    """Inside, python-chess is imported for something. Raises SpecError where it is not installed."""
    try:
        yield
    except ImportError:
        raise SpecError(f"{what} needs python-chess: pip install 'zermelo[chess]'") from None


def theirs(board: ChessBoard, state: State) -> Any:
    """The position as a `chess.Board`."""
    import chess

    return chess.Board(board.game.write_shredder(state), chess960=board.game.variant == "960")
