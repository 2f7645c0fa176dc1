"""A game that has every method an engine can ask for. What it says of passing and of threats has no sense."""

from __future__ import annotations

from tests.search.engine.webs import Garden, State


class Hooked(Garden):
    """A garden where a player may pass, and may be forced. Positions never come back, but what that is worth is said."""

    repetition = 0.5

    def forced(self, state: State) -> bool:
        return state.number % 3 == 0

    def kind(self, state: State, action: int) -> int:
        return (state.number + action) % 3

    def exchange(self, state: State, action: int) -> float:
        return float((state.number * action) % 5 - 2)

    def piece_to(self, state: State, action: int) -> int:
        return (state.number + action) % 512

    def may_pass(self, state: State) -> bool:
        return state.number % 5 != 0

    def null_move(self, state: State) -> State:
        return State(state.seed, state.layer + 1, state.number + 1, state.side)
