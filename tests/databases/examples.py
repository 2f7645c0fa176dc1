"""Small games whose databases are made in tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from zermelo import MAX, Game


class Walk(Game):
    """A stone on a row of `length` points, MAX to the left end, MIN to the right; each moves it one point, MIN may also wait."""

    def __init__(self, length: int = 7, endless: float | None = 0.0) -> None:
        self.length, self.endless = length, endless
        self.repetition = endless

    def initial(self) -> Any:
        return (self.length // 2, MAX)

    def to_move(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Iterable[int]:
        yield 0
        yield 2
        if state[1] != MAX:
            yield 1

    def result(self, state: Any, action: int) -> Any:
        return (state[0] + action - 1, 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return not 0 < state[0] < self.length - 1

    def utility(self, state: Any, player: int) -> float:
        winner = 0 if state[0] == 0 else 1
        return 1 if player == winner else -1


class Heap(NamedTuple):
    """Matches in words: a state that does not compile into a few numbers."""

    matches: frozenset[int]
    turn: str


class Words(Game):
    """Two players take one or two of five matches by name; who takes the last one wins."""

    def initial(self) -> Heap:
        return Heap(frozenset(range(5)), "first")

    def to_move(self, state: Heap) -> int:
        return 0 if state.turn == "first" else 1

    def actions(self, state: Heap) -> Iterable[int]:
        for match in sorted(state.matches):
            yield match
        for match in sorted(state.matches):
            for other in sorted(state.matches):
                if match < other:
                    yield 10 * match + other + 100

    def result(self, state: Heap, action: int) -> Heap:
        taken = {action} if action < 100 else {(action - 100) // 10, (action - 100) % 10}
        return Heap(state.matches - taken, "second" if state.turn == "first" else "first")

    def is_terminal(self, state: Heap) -> bool:
        return not state.matches

    def utility(self, state: Heap, player: int) -> float:
        return -1 if player == self.to_move(state) else 1


class Shadowed(NamedTuple):
    """The matches that are left, who is to move, and how many were taken last, of which no rule asks."""

    left: int
    player: int
    last: int


class Forgetful(Game):
    """The same game over a number, with a part of the state that `key` leaves out."""

    def initial(self) -> Shadowed:
        return Shadowed(9, 0, 0)

    def to_move(self, state: Shadowed) -> int:
        return state.player

    def actions(self, state: Shadowed) -> Iterable[int]:
        yield 1
        if state.left > 1:
            yield 2

    def result(self, state: Shadowed, action: int) -> Shadowed:
        return Shadowed(state.left - action, 1 - state.player, action)

    def is_terminal(self, state: Shadowed) -> bool:
        return state.left == 0

    def utility(self, state: Shadowed, player: int) -> float:
        return -1 if player == state.player else 1

    def key(self, state: Shadowed) -> tuple[int, int]:
        return (state.left, state.player)
