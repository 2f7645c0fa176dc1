"""`Ordered`, a view of a game whose actions come in the order that the game itself takes to be good (`Game.order`), best first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.game import Game, State


class Ordered(Game):
    """`game` with its actions sorted by its `order`; of equal ones, in the order in which the game gives them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.chance = game.chance
        self.max_actions = game.max_actions
        self.utility_range = game.utility_range
        self.evaluation_unit = game.evaluation_unit
        self.mode = game.mode  # type: ignore[misc]  # that of the game's class

    def initial(self) -> State:
        return self.game.initial()

    def to_move(self, state: State) -> int:
        return self.game.to_move(state)

    def actions(self, state: State) -> Iterable[int]:
        worths = [
            (-self.game.order(state, action, self.game.result(state, action)), place, action)
            for place, action in enumerate(self.game.actions(state))
        ]
        worths.sort()
        for _, _, action in worths:
            yield action

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        yield from self.game.outcomes(state)

    def result(self, state: State, action: int) -> State:
        return self.game.result(state, action)

    def is_terminal(self, state: State) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: State, player: int) -> float:
        return self.game.utility(state, player)

    def evaluate(self, state: State, player: int) -> float:
        return self.game.evaluate(state, player)

    def key(self, state: State) -> Any:
        return self.game.key(state)

    def write(self, state: State) -> str:
        return self.game.write(state)

    def name(self, state: State, action: int) -> str:
        return self.game.name(state, action)

    def __repr__(self) -> str:
        return repr(self.game)
