"""Clobber again, its board kept as two sets of cells: the same game, and many times as fast."""

from typing import NamedTuple

from zermelo import MAX, Bits, Evaluation, Game

UP, LEFT, RIGHT, DOWN = 0, 1, 2, 3


class State(NamedTuple):
    own: Bits  # the stones of the player to move
    other: Bits
    player: int


class Movable(Evaluation):
    """The player's stones that can move less those of the other player."""

    def value(self, game, state, player):
        lead = game.beside_some(state.own, state.other).count() - game.beside_some(state.other, state.own).count()
        return lead if player == state.player else -lead


class Company(Evaluation):
    """The player's stones beside another one of the player less the same of the other player."""

    def value(self, game, state, player):
        lead = game.beside_some(state.own, state.own).count() - game.beside_some(state.other, state.other).count()
        return lead if player == state.player else -lead


class Clobber(Game):
    """Clobber on a board that begins full, like a chessboard. MAX has x and moves first."""

    evaluations = {"movable": Movable(), "company": Company()}

    def __init__(self, width=5, height=4):
        self.width, self.height = width, height
        self.row = width + 1  # a row ends in a cell that is always empty, so no step runs into the next row

    def initial(self):
        cells = [(y * self.row + x, (x + y) % 2) for y in range(self.height) for x in range(self.width)]
        dark, light = (sum(1 << cell for cell, colour in cells if colour == wanted) for wanted in (0, 1))
        return State(Bits(dark), Bits(light), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for cell in self.beside_some(state.own, state.other):
            for way in range(4):
                if cell in self.going(state.own, state.other, way):
                    yield 4 * cell + way

    def result(self, state, action):
        start = Bits(1) << action // 4
        end = Bits(1) << self.beside(action // 4, action % 4)
        return State(state.other & ~end, state.own & ~start | end, 1 - state.player)

    def is_terminal(self, state):
        return not self.beside_some(state.own, state.other)

    def utility(self, state, player):
        return -1 if player == state.player else 1

    def beside(self, cell, way):
        return cell - self.row if way == UP else cell - 1 if way == LEFT else cell + 1 if way == RIGHT else cell + self.row

    def going(self, own, other, way):  # the own stones with another beside them in this way
        if way == UP:
            return own & (other << self.row)
        if way == DOWN:
            return own & (other >> self.row)
        return own & (other << 1) if way == LEFT else own & (other >> 1)

    def beside_some(self, some, others):  # the cells of some that have one of the others beside them
        return some & ((others << self.row) | (others >> self.row) | (others << 1) | (others >> 1))

    # For people

    def name(self, state, action):
        return self._called(action // 4) + self._called(self.beside(action // 4, action % 4))

    def _called(self, cell):
        return "abcdefghijklmnopqrstuvwxyz"[cell % self.row] + str(self.height - cell // self.row)

    def show(self, state):
        x, o = (state.own, state.other) if state.player == MAX else (state.other, state.own)
        rows = [[y * self.row + column for column in range(self.width)] for y in range(self.height)]
        lines = [" ".join("x" if cell in x else "o" if cell in o else "." for cell in row) for row in rows]
        lines = [f"{self.height - y} {line}" for y, line in enumerate(lines)]
        return "\n".join([*lines, "  " + " ".join("abcdefghijklmnopqrstuvwxyz"[: self.width]), f"{'xo'[state.player]} to move"])
