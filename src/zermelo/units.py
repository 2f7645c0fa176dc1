"""In what a game or an evaluation counts, for people: a pawn, a disc, a point."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """How values are told to people (`measured_in` of a game or of an evaluation): a number of these, `+0.63 pawns`.

    one     the word for one of them, in English; `phrases` of the game has it in other languages. Without a word a number stands alone
    many    the word for several; `one` and an s unless given
    size    what one of them is in values, above 0: `evaluation_unit` of a game, `unit` of an evaluation, unless given
    digits  decimals of estimates where one stands beside the other: 0 where whole ones are counted. None for as many as each has

    >>> Unit("pawn").word(1), Unit("pawn").word(-0.5), Unit("man", "men").word(3)
    ('pawn', 'pawns', 'men')
    """

    one: str = ""
    many: str = ""
    size: float | None = None
    digits: int | None = 2

    def word(self, number: float) -> str:
        """What so many are called; empty where there is no word."""
        return self.one if abs(number) == 1 or not self.one else self.many or f"{self.one}s"
