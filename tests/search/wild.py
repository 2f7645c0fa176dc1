"""A game with no sense: everything about a state follows from a number in it. So one compilation serves any tree.

Ties, single actions, moves in a row by one player, unequal depths, equal and infinite utilities all occur.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo import CHANCE, Game


class State(NamedTuple):
    number: int
    plies: int


class Wild(Game):
    def __init__(self, players: int = 2, chance: bool = False, longest: int = 6) -> None:
        self.players, self.chance, self.longest = players, chance, longest

    def initial(self) -> State:
        return State(1, 0)

    def _mixed(self, state: State, salt: int) -> int:
        mixed = (state.number * 1103515245 + salt * 12345 + 54321) % 2147483648
        return (mixed * 69069 + 1) % 2147483648 >> 8

    def is_terminal(self, state: State) -> bool:
        return state.plies >= self.longest or (state.plies > 1 and self._mixed(state, 1) % 5 == 0)

    def to_move(self, state: State) -> int:
        if self.chance and self._mixed(state, 2) % 3 == 0:
            return CHANCE
        return self._mixed(state, 3) % self.players

    def actions(self, state: State) -> Iterable[int]:
        for action in range(1 + self._mixed(state, 4) % 4):
            yield action

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        if self._mixed(state, 5) % 2 == 0:
            yield 0, 0.25
            yield 1, 0.75
        else:
            yield 0, 0.5
            yield 1, 0.125
            yield 2, 0.375

    def result(self, state: State, action: int) -> State:
        return State(self._mixed(state, 10 + action), state.plies + 1)

    def utility(self, state: State, player: int) -> float:
        if self.players == 2:
            worth = (self._mixed(state, 6) % 5 - 2) * 0.5
            return worth if player == 0 else -worth
        return float(self._mixed(state, 20 + player) % 4)

    def evaluate(self, state: State, player: int) -> float:
        worth = (self._mixed(state, 7) % 9 - 4) * 0.25
        return worth if player == 0 else -worth
