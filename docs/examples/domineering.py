from typing import NamedTuple

from zermelo import MAX, Bits, Game


class State(NamedTuple):
    free: Bits  # the cells that no domino covers
    player: int


class Domineering(Game):
    """MAX lays dominoes upright, MIN flat, on a square board. The player without room loses."""

    def __init__(self, size=5):
        self.size = size

    def initial(self):
        row = (1 << self.size) - 1
        return State(Bits(sum(row << (self.size + 1) * y for y in range(self.size))), MAX)

    def to_move(self, state):
        return state.player

    def step(self, state):  # from a domino's first cell to its second; a row ends in a cell that is never free
        return self.size + 1 if state.player == MAX else 1

    def actions(self, state):
        yield from state.free & (state.free >> self.step(state))

    def result(self, state, action):
        domino = Bits(1) << action | Bits(1) << action + self.step(state)
        return State(state.free & ~domino, 1 - state.player)

    def is_terminal(self, state):
        return not state.free & (state.free >> self.step(state))

    def utility(self, state, player):
        return -1 if player == state.player else 1

    def show(self, state):  # for people: the free cells by their numbers
        rows = [range(y * (self.size + 1), y * (self.size + 1) + self.size) for y in range(self.size)]
        return "\n".join(" ".join(f"{cell:2}" if cell in state.free else " #" for cell in row) for row in rows)
