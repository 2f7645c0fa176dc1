"""2048 for one player against chance.

The board of 4 x 4 begins with two random tiles. The player slides all tiles to one side: two equal tiles that meet become one
of twice the number, once in a slide, and its number is added to the score. Then a new tile appears in a random
empty cell, a 2 with probability 0.9 and a 4 with 0.1. When no slide changes the board, the game is over.
"""

from math import log2
from typing import NamedTuple

from zermelo import CHANCE, MAX, Game

N = 4
LEFT = tuple(tuple(N * y + x for x in range(N)) for y in range(N))
UP = tuple(tuple(N * y + x for y in range(N)) for x in range(N))
RIGHT = tuple(line[::-1] for line in LEFT)
DOWN = tuple(line[::-1] for line in UP)
SIDES = (LEFT, UP, RIGHT, DOWN)  # for each slide its lines, from the side that the tiles move to
NEIGHBOURS = tuple((line[k], line[k + 1]) for lines in (LEFT, UP) for line in lines for k in range(N - 1))


class State(NamedTuple):
    tiles: tuple[int, ...]  # 2, 4, 8, ... and 0 in an empty cell
    new: int  # how many tiles are about to appear
    score: int


def slide_line(numbers):
    """The numbers after a slide to the left, and what it scores."""
    packed = [v for v in numbers if v != 0]
    merged, score, k = [], 0, 0
    while k < len(packed):
        if k + 1 < len(packed) and packed[k] == packed[k + 1]:
            merged.append(2 * packed[k])
            score += 2 * packed[k]
            k += 2
        else:
            merged.append(packed[k])
            k += 1
    return merged + [0] * (N - len(merged)), score


def slide(tiles, side):
    after = [0] * (N * N)
    score = 0
    for line in SIDES[side]:
        numbers, points = slide_line([tiles[i] for i in line])
        for i, v in zip(line, numbers):
            after[i] = v
        score += points
    return tuple(after), score


class Game2048(Game):
    """Actions 0 to 3 slide left, up, right and down; an outcome is twice the cell, plus 1 for a four."""

    players = 1
    chance = True
    utility_range = (0, 4_000_000)

    def initial(self):
        return State((0,) * (N * N), 2, 0)

    def to_move(self, state):
        return CHANCE if state.new > 0 else MAX

    def outcomes(self, state):
        empty = [i for i in range(N * N) if state.tiles[i] == 0]
        for i in empty:
            yield 2 * i, 0.9 / len(empty)
            yield 2 * i + 1, 0.1 / len(empty)

    def actions(self, state):
        for side in range(4):
            if slide(state.tiles, side)[0] != state.tiles:
                yield side

    def result(self, state, action):
        if state.new > 0:
            i, four = divmod(action, 2)
            tiles = state.tiles[:i] + (4 if four else 2,) + state.tiles[i + 1 :]
            return State(tiles, state.new - 1, state.score)
        tiles, points = slide(state.tiles, action)
        return State(tiles, 1, state.score + points)

    def is_terminal(self, state):
        if state.new > 0 or min(state.tiles) == 0:
            return False
        return all(state.tiles[a] != state.tiles[b] for a, b in NEIGHBOURS)

    def utility(self, state, player):
        return state.score

    def evaluate(self, state, player):
        """The score, and something for empty cells and a smooth board."""
        empty = state.tiles.count(0)
        rough = sum(abs(log2(max(1, state.tiles[a])) - log2(max(1, state.tiles[b]))) for a, b in NEIGHBOURS)
        return max(0.0, state.score + 10.0 * empty - rough)

    def name(self, state, action):
        if state.new > 0:
            return f"{4 if action % 2 else 2} at {'abcd'[action // 2 % N]}{action // 2 // N + 1}"
        return ("left", "up", "right", "down")[action]

    def show(self, state):
        rows = ["".join(f"{v or '.':>6}" for v in state.tiles[y * N : (y + 1) * N]) for y in range(N)]
        return "\n".join(rows) + f"\nscore {state.score}"
