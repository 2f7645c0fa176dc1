"""A state that shows itself: states are plain values and do not know their game, so it is put beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.draw import board as drawing
from zermelo.game import Game, State
from zermelo.view import picture_of


@dataclass(frozen=True, repr=False)
class Shown:
    """A state with its game. Notebooks show its picture where the game has one; `repr` is its text."""

    game: Game
    state: State

    def _repr_svg_(self) -> str | None:
        """The picture as notebooks show it; None where there is none."""
        return svg(self.game, self.state)

    def __repr__(self) -> str:
        return self.game.show(self.state)


def svg(game: Game, state: State, *, last: Sequence[int] = (), arrows: Sequence[tuple[int, int]] = ()) -> str | None:
    """The picture of a state, with these squares or ways marked; None where the game has none."""
    shown = picture_of(game, state)
    return None if shown is None else drawing.board(shown, last=last, arrows=arrows)
