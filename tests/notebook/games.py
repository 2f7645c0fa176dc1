"""Small games for the tests of notebooks: one whose every word is markup, one that fails, one with dice, one for three."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import CHANCE, MAX, Game
from zermelo.board import LINES, Board, Piece

MARKUP = "<script>alert('&\"')</script>\x01"


class Count(NamedTuple):
    left: int
    player: int


class Race(Game):
    """Take 1 or 2; who takes the last one wins."""

    def initial(self):
        return Count(5, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        yield from range(1, min(2, state.left) + 1)

    def result(self, state, action):
        return Count(state.left - action, 1 - state.player)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return 1 if state.player != player else -1


class Markup(Race):
    """Its names, its texts and its picture are full of what HTML would take for markup."""

    def __init__(self, drawn=True):
        self.drawn = drawn

    def name(self, state, action):
        return f"{MARKUP}{action}"

    def show(self, state):
        return f"{MARKUP} {state.left}"

    def picture(self, state):
        piece = Piece("seeds", 0, f"{MARKUP}{state.left}")
        return Board(((piece, None),), LINES, (MARKUP, MARKUP), (MARKUP,), MARKUP) if self.drawn else None

    def action_squares(self, state, action):
        return (0,) if self.drawn else ()


class Broken(Race):
    """Its author has forgotten what happens at 3."""

    def result(self, state, action):
        if state.left - action == 3:
            raise KeyError("three")
        return super().result(state, action)


class Dice(Race):
    """Before each turn a coin is thrown, and takes one away or none."""

    chance = True

    def to_move(self, state):
        return CHANCE if state.player > 1 else state.player

    def outcomes(self, state):
        yield from ((0, 0.5), (1, 0.5))

    def result(self, state, action):
        if state.player > 1:
            return Count(max(1, state.left - action), state.player - 2)
        return Count(state.left - action, 3 - state.player)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return 1 if state.player - 2 != player else -1


class Three(Race):
    """For three players, in turn."""

    players = 3

    def result(self, state, action):
        return Count(state.left - action, (state.player + 1) % 3)

    def utility(self, state, player):
        return 1 if (state.player - 1) % 3 == player else 0


class Alone(Race):
    """For one player."""

    players = 1

    def result(self, state, action):
        return Count(state.left - action, MAX)

    def utility(self, state, player):
        return 1
