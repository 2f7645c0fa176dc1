"""Three men's morris: three stones each are placed, then moved to a point next to them, or to any. It goes round for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo import Bits, Game

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))


class State(NamedTuple):
    own: Bits
    other: Bits
    player: int


class Morris(Game):
    """A player with three stones in a line wins; the player who cannot move loses; a game that goes round is drawn."""

    repetition = 0.0
    utility_range = (-1, 1)

    def __init__(self, diagonals: bool = True, flying: bool = False) -> None:
        self.diagonals, self.flying = diagonals, flying
        lines = ROWS + (DIAGONALS if diagonals else ())
        self.lines = tuple(sum(1 << point for point in line) for line in lines)
        pairs = [pair for line in lines for pair in (line[:2], line[1:])]
        near = [[b if a == point else a for a, b in pairs if point in (a, b)] for point in range(9)]
        self.near = tuple(0x1FF if flying else sum(1 << point for point in points) for points in near)

    def initial(self) -> State:
        return State(Bits(0), Bits(0), 0)

    def to_move(self, state: State) -> int:
        return state.player

    def free(self, state: State) -> Bits:
        return Bits(0x1FF) & ~(state.own | state.other)

    def actions(self, state: State) -> Iterable[int]:
        if state.own.count() < 3:
            yield from self.free(state)
        else:
            for stone in state.own:
                for point in self.free(state) & Bits(self.near[stone]):
                    yield 16 * stone + 16 + point

    def result(self, state: State, action: int) -> State:
        own = state.own | Bits(1) << action % 16
        if action >= 16:
            own = own & ~(Bits(1) << action // 16 - 1)
        return State(state.other, own, 1 - state.player)

    def has_line(self, stones: Bits) -> bool:
        for line in self.lines:  # noqa: SIM110  a loop compiles
            if stones & Bits(line) == Bits(line):
                return True
        return False

    def is_blocked(self, state: State) -> bool:
        if state.own.count() < 3:
            return False
        for stone in state.own:  # noqa: SIM110  a loop compiles
            if self.free(state) & Bits(self.near[stone]):
                return False
        return True

    def is_terminal(self, state: State) -> bool:
        return self.has_line(state.other) or self.is_blocked(state)

    def utility(self, state: State, player: int) -> float:
        return -1 if player == state.player else 1
