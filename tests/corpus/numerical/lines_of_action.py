"""Lines of Action (Claude Soucie) on 6 x 6.

Black (MAX) has the upper and the lower edge, White the left and the right edge, without the corners. A piece moves in
a straight line, in any of the eight directions, exactly as many cells as there are pieces of both colours on that line. It may
jump over pieces of its own, not over those of the opponent, and captures the opponent's piece it lands on.
Who has all pieces in one connected group (diagonals count) wins; if a move connects both sides, who made it wins. Who
cannot move loses.
"""

from typing import NamedTuple

from zermelo import MAX, MIN, Game

N = 6
AREA = N * N
EMPTY = 2
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))  # d and d + 4 are opposite


def ray(i, d):
    (y, x), (dy, dx) = divmod(i, N), DIRECTIONS[d]
    ends = [(y + k * dy, x + k * dx) for k in range(1, N)]
    return tuple(N * v + u for v, u in ends if 0 <= v < N and 0 <= u < N)


RAY = tuple(tuple(ray(i, d) for d in range(8)) for i in range(AREA))
LINE = tuple(tuple((i,) + RAY[i][d] + RAY[i][(d + 4) % 8] for d in range(8)) for i in range(AREA))
NEAR = tuple(tuple(RAY[i][d][0] for d in range(8) if RAY[i][d]) for i in range(AREA))


def first_cell(i):
    y, x = divmod(i, N)
    edge_y, edge_x = y in (0, N - 1), x in (0, N - 1)
    if edge_y == edge_x:
        return EMPTY
    return MAX if edge_y else MIN


class State(NamedTuple):
    cells: tuple[int, ...]
    player: int


def is_connected(cells, player):
    pieces = [i for i in range(AREA) if cells[i] == player]
    if not pieces:
        return False
    seen = {pieces[0]}
    stack = [pieces[0]]
    while stack:
        for j in NEAR[stack.pop()]:
            if cells[j] == player and j not in seen:
                seen.add(j)
                stack.append(j)
    return len(seen) == len(pieces)


def target(cells, player, i, d):
    """Where the player's piece on i goes in direction d, or -1 if it cannot."""
    distance = sum(1 for j in LINE[i][d] if cells[j] != EMPTY)
    if distance > len(RAY[i][d]):
        return -1
    end = RAY[i][d][distance - 1]
    if cells[end] == player or (1 - player) in (cells[j] for j in RAY[i][d][: distance - 1]):
        return -1
    return end


class LinesOfAction(Game):
    """An action is AREA times the start, plus the end of a move."""

    def initial(self):
        return State(tuple(first_cell(i) for i in range(AREA)), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for i in range(AREA):
            if state.cells[i] == state.player:
                for d in range(8):
                    end = target(state.cells, state.player, i, d)
                    if end >= 0:
                        yield AREA * i + end

    def result(self, state, action):
        start, end = divmod(action, AREA)
        cells = list(state.cells)
        cells[start], cells[end] = EMPTY, state.player
        return State(tuple(cells), 1 - state.player)

    def is_stuck(self, state):
        return all(
            target(state.cells, state.player, i, d) < 0
            for i in range(AREA)
            if state.cells[i] == state.player
            for d in range(8)
        )

    def is_terminal(self, state):
        return is_connected(state.cells, MAX) or is_connected(state.cells, MIN) or self.is_stuck(state)

    def utility(self, state, player):
        if is_connected(state.cells, 1 - state.player):  # who has just moved
            winner = 1 - state.player
        elif is_connected(state.cells, state.player):
            winner = state.player
        else:
            winner = 1 - state.player
        return 1 if player == winner else -1

    def evaluate(self, state, player):
        """How much closer to their centre of mass the player's pieces are than the opponent's."""
        own, other = spread(state.cells, player), spread(state.cells, 1 - player)
        return (other - own) / (other + own + 1)

    def name(self, state, action):
        start, end = divmod(action, AREA)
        return square(start) + ("x" if state.cells[end] == 1 - state.player else "-") + square(end)

    def show(self, state):
        return "\n".join(" ".join("xo."[cell] for cell in state.cells[y * N : (y + 1) * N]) for y in range(N))


def spread(cells, player):
    """The mean square distance of the player's pieces from their centre of mass."""
    ys = [i // N for i in range(AREA) if cells[i] == player]
    xs = [i % N for i in range(AREA) if cells[i] == player]
    n = len(ys)
    my, mx = sum(ys) / n, sum(xs) / n
    return sum((y - my) ** 2 + (x - mx) ** 2 for y, x in zip(ys, xs)) / n


def square(i):
    return "abcdefgh"[i % N] + str(N - i // N)
