"""Chess."""

from zermelo.games.chess.rules import Rules, State

__all__ = ["Chess", "State"]


class Chess(Rules):
    """Chess."""
