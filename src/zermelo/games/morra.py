"""Morra: both show some fingers at once, and each calls how many the other shows.

1. Both players, at the same time, show one or more fingers and call how many fingers the other is showing.
2. If just one of them is right, the other pays as many coins as the two show fingers together. Else nothing is paid.

Source: M. J. Osborne, An Introduction to Game Theory, 2004, exercise 344.2 (guessing Morra; there the sum is called).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import BARE, CARD, CARD_BACK, CHIPS, Board, Piece
from zermelo.display import verdict
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, Game

MOST_FINGERS: Final = 9
TEN: Final = 10
NOTHING: Final = 0
"""In the place of an action before both have played."""
_BLANK: Final = "-"


class State(NamedTuple):
    """What the two players do, NOTHING at the beginning."""

    first: int
    second: int


class Morra(Game):
    """Morra for two: the first shows 1 to `fingers`, the second 1 to `other` fingers, as many as the first unless given.

    The rules are at the top of this file. An action is the fingers that are shown times ten and those that are called: 12, written
    1-2, shows 1 and calls 2. Utility: the coins won. A position is what both have done, `1-2 2-2`, and `-` before that.

    >>> game = Morra()
    >>> end = game.result(game.initial(), (12, 22))
    >>> print(game.show(end))
    player 1  shows 1, calls 2
    player 2  shows 2, calls 2
    player 1 has won by 3
    """

    simultaneous = True
    phrases: ClassVar = {
        "es": {
            "both show fingers and call": "ambos muestran dedos y dicen un número",
            "shows": "muestra",
            "calls": "dice",
        },
        "pt": {
            "both show fingers and call": "ambos mostram dedos e dizem um número",
            "shows": "mostra",
            "calls": "diz",
        },
    }

    def __init__(self, fingers: int = 2, other: int | None = None) -> None:
        second = fingers if other is None else other
        if not (1 <= fingers <= MOST_FINGERS and 1 <= second <= MOST_FINGERS):
            raise SpecError(f"{fingers} and {second} fingers are not possible; each shows at most 1 to {MOST_FINGERS}")
        self.fingers, self.other = fingers, second
        self.most = (fingers, second)
        self.max_actions = fingers * second
        self.utility_range = (-float(fingers + second), float(fingers + second))

    # The rules

    def initial(self) -> State:
        return State(NOTHING, NOTHING)

    def actions(self, state: State, player: int) -> Iterable[int]:  # type: ignore[override]  # all choose at once
        for shown in range(1, self.most[player] + 1):
            for called in range(1, self.most[1 - player] + 1):
                yield TEN * shown + called

    def result(self, state: State, actions: tuple[int, int]) -> State:  # type: ignore[override]
        return State(actions[0], actions[1])

    def is_terminal(self, state: State) -> bool:
        return state.first != NOTHING

    def utility(self, state: State, player: int) -> float:
        first, second = state.first // TEN, state.second // TEN
        first_is_right, second_is_right = state.first % TEN == second, state.second % TEN == first
        if first_is_right == second_is_right:
            return 0
        return first + second if first_is_right == (player == MAX) else -first - second

    # For people

    def name(self, state: State, action: int) -> str:
        """What is shown and called: `1-2`."""
        return f"{action // TEN}-{action % TEN}"

    def show(self, state: State) -> str:
        if not self.is_terminal(state):
            return self._news(state)
        rows = [f"player {player}  shows {action // TEN}, calls {action % TEN}" for player, action in enumerate(state, 1)]
        return "\n".join([*rows, self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            return "both show fingers and call"
        return verdict(self.utility(state, MAX), ("player 1", "player 2"), by=True)

    def picture(self, state: State) -> Board:
        """For each player a card with the fingers that are shown, and a chip with those that are called; backs until both are known."""
        rows: list[tuple[Piece, ...]] = []
        for action in state:
            if action == NOTHING:
                rows.append((Piece(CARD_BACK), Piece(CARD_BACK)))
            else:
                rows.append((Piece(CARD, text=str(action // TEN)), Piece(CHIPS, text=str(action % TEN))))
        return Board(tuple(rows), BARE, across=("shows", "calls"), upwards=("1", "2"), news=self._news(state))

    def write(self, state: State) -> str:
        """What both have done: `1-2 2-2`."""
        return " ".join(self.name(state, action) for action in state) if self.is_terminal(state) else _BLANK

    def read(self, text: str) -> State:
        words, start = text.split(), self.initial()
        if words == [_BLANK]:
            return start
        known = [{self.name(start, action): action for action in self.actions(start, player)} for player in (0, 1)]
        if len(words) != len(known) or not all(word in names for word, names in zip(words, known, strict=True)):
            raise PositionError(f"{text!r} is not a position; that is what each shows and calls, as '1-1 {self.other}-1', or - before that")
        return State(known[0][words[0]], known[1][words[1]])
