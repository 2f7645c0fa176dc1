"""Chomp: a bar of chocolate whose first square is poisoned."""

from typing import NamedTuple

from zermelo import MAX, Bits, Evaluation, Game


class State(NamedTuple):
    left: Bits  # the squares that nobody has eaten
    player: int


class Chomp(Game):
    """Eat a square with all below and to the right of it. Who eats the poisoned one, on top at the left, loses."""

    utility_range = (-1, 1)

    def __init__(self, width=4, height=3):
        self.width, self.height = width, height

    def initial(self):
        return State(Bits((1 << self.width * self.height) - 1), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        yield from state.left

    def result(self, state, action):
        eaten = Bits(0)
        for row in range(action // self.width, self.height):
            eaten |= ((Bits(1) << (self.width - action % self.width)) - 1) << (row * self.width + action % self.width)
        return State(state.left & ~eaten, 1 - state.player)

    def is_terminal(self, state):
        return not state.left

    def utility(self, state, player):
        return 1 if player == state.player else -1

    # For people

    def name(self, state, action):
        return "abcdefgh"[action % self.width] + str(action // self.width + 1)

    def show(self, state):
        rows = [range(row * self.width, (row + 1) * self.width) for row in range(self.height)]
        return "\n".join("".join("#" if square in state.left else "." for square in row) for row in rows)


class Middle(Evaluation):
    """The player's stones in the middle column less those of the other player."""

    def value(self, game, state, player):
        column = Bits((1 << game.height) - 1) << (game.height + 1) * (game.width // 2)
        lead = (state.own & column).count() - (state.other & column).count()
        return lead if player == game.to_move(state) else -lead
