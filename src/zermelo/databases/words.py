"""What a database says, in words."""

from __future__ import annotations

from zermelo.values import counted, in_words


def in_plies(value: float, distance: int | None) -> str:
    """A value and a distance in words: `won in 9 plies`, `drawn`, `lost by endless play`, `worth 6, in 4 plies`."""
    plies = "" if distance is None else f" in {counted(distance, 'ply', 'plies')}"
    if abs(value) != 1 and value != 0:
        return f"worth {in_words(value)},{plies or ' by endless play'}"
    if value == 0:
        return f"drawn{plies}"
    return f"{'won' if value > 0 else 'lost'}{plies or ' by endless play'}"
