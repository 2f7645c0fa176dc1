"""Rock-paper-scissors: both show a sign at once.

1. Both players show one of three signs at the same time. Paper beats rock, scissors beat paper, rock beats scissors; equal signs
   are a draw.
2. With five signs Spock and the lizard join: each sign beats two of the others. Spock beats scissors and rock, the lizard Spock
   and paper, and of the old signs scissors and rock beat the lizard, paper beats Spock.

Sources: rule 2 is S. Kass and K. Bryla's, 1995.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import BARE, CARD, CARD_BACK, Board, Piece
from zermelo.display import verdict
from zermelo.errors import PositionError, SpecError
from zermelo.game import Game

NOTHING: Final = -1
"""In the place of a sign that is not shown yet."""
SIGNS: Final = ("rock", "paper", "scissors", "Spock", "lizard")
"""Each beats the one before it, and of five the third before it; the first one follows the last."""
_LETTERS: Final = ("R", "P", "S", "Sp", "L")
_BLANK: Final = "-"


class State(NamedTuple):
    """The signs of the two players, NOTHING at the beginning."""

    first: int
    second: int


class RockPaperScissors(Game):
    """Rock-paper-scissors with 3 `signs`, or 5: rock, paper, scissors, Spock, lizard.

    The rules are at the top of this file. An action is the number of a sign. Utility: 1 a win, 0 a draw, -1 a loss. A position is
    the two signs, `-` before they are shown.

    >>> game = RockPaperScissors()
    >>> end = game.result(game.initial(), (1, 0))
    >>> print(game.show(end))
    player 1  paper
    player 2  rock
    player 1 has won
    """

    simultaneous = True
    utility_range = (-1.0, 1.0)
    phrases: ClassVar = {
        "es": {
            "rock": "piedra",
            "paper": "papel",
            "scissors": "tijera",
            "Spock": "Spock",
            "lizard": "lagarto",
            "both show a sign": "ambos muestran un signo",
        },
        "pt": {
            "rock": "pedra",
            "paper": "papel",
            "scissors": "tesoura",
            "Spock": "Spock",
            "lizard": "lagarto",
            "both show a sign": "ambos mostram um sinal",
        },
    }

    def __init__(self, signs: int = 3) -> None:
        if signs not in (3, 5):
            raise SpecError(f"{signs!r} signs are not possible; 3 or 5 are")
        self.signs = signs
        self.max_actions = signs

    # The rules

    def initial(self) -> State:
        return State(NOTHING, NOTHING)

    def actions(self, state: State, player: int) -> Iterable[int]:  # type: ignore[override]  # all choose at once
        yield from range(self.signs)

    def result(self, state: State, actions: tuple[int, int]) -> State:  # type: ignore[override]
        return State(actions[0], actions[1])

    def is_terminal(self, state: State) -> bool:
        return state.first != NOTHING

    def utility(self, state: State, player: int) -> float:
        ahead = (state.first - state.second) % self.signs
        worth = 0 if ahead == 0 else 1 if ahead % 2 == 1 else -1
        return worth if player == 0 else -worth

    # For people

    def name(self, state: State, action: int) -> str:
        return SIGNS[action]

    def show(self, state: State) -> str:
        if not self.is_terminal(state):
            return self._news(state)
        return f"player 1  {SIGNS[state.first]}\nplayer 2  {SIGNS[state.second]}\n{self._news(state)}"

    def _news(self, state: State) -> str:
        return verdict(self.utility(state, 0), ("player 1", "player 2")) if self.is_terminal(state) else "both show a sign"

    def picture(self, state: State) -> Board:
        """A card for each player, face down until both are shown: R, P, S, Sp, L."""
        rows = tuple((Piece(CARD_BACK) if sign == NOTHING else Piece(CARD, text=_LETTERS[sign]),) for sign in state)
        return Board(rows, BARE, upwards=("1", "2"), news=self._news(state))

    def write(self, state: State) -> str:
        """The two signs: `paper rock`."""
        return f"{SIGNS[state.first]} {SIGNS[state.second]}" if self.is_terminal(state) else _BLANK

    def read(self, text: str) -> State:
        signs = SIGNS[: self.signs]
        words = text.split()
        if words == [_BLANK]:
            return self.initial()
        if len(words) != 2 or not set(words) <= set(signs):
            raise PositionError(
                f"{text!r} is not a position; that is two of {', '.join(signs)}, as 'paper rock', or - before they are shown"
            )
        return State(signs.index(words[0]), signs.index(words[1]))
