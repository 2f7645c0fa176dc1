"""Connect Four: tic-tac-toe in which a move has to be on the bottom row, or right above a square that is occupied.

The board has h columns and v rows, and k in a row win. The board of a state is a dict from (x, y) to 'X' or 'O', y = 1 is
the bottom row. An action is the number x of a column.
"""

from collections import namedtuple

from zermelo import Game


class Board(dict):
    """A dict of {(x, y): player} that can be hashed, since a state has to be; nobody changes it after it is made."""

    def __hash__(self):
        return hash(frozenset(self.items()))

    def with_move(self, move, player):
        new = Board(self)
        new[move] = player
        return new


GameState = namedtuple("GameState", ["to_move", "utility", "board", "moves"])


class ConnectFour(Game):
    def __init__(self, h=7, v=6, k=4):
        self.h, self.v, self.k = h, v, k

    def initial(self):
        moves = tuple((x, 1) for x in range(1, self.h + 1))
        return GameState(to_move="X", utility=0, board=Board(), moves=moves)

    def to_move(self, state):
        return "XO".index(state.to_move)

    def actions(self, state):
        return [x for (x, y) in state.moves]

    def result(self, state, action):
        move = next((x, y) for (x, y) in state.moves if x == action)
        x, y = move
        player = state.to_move
        board = state.board.with_move(move, player)
        above = ((x, y + 1),) if y < self.v else ()
        moves = tuple(m for m in state.moves if m != move) + above
        return GameState(
            to_move="O" if player == "X" else "X",
            utility=self.compute_utility(board, move, player),
            board=board,
            moves=tuple(sorted(moves)),
        )

    def is_terminal(self, state):
        return state.utility != 0 or not state.moves

    def utility(self, state, player):
        "The utility of a state is kept for X; O has the opposite."
        return state.utility if player == 0 else -state.utility

    def compute_utility(self, board, move, player):
        if (
            self.k_in_row(board, move, player, (0, 1))
            or self.k_in_row(board, move, player, (1, 0))
            or self.k_in_row(board, move, player, (1, -1))
            or self.k_in_row(board, move, player, (1, 1))
        ):
            return +1 if player == "X" else -1
        else:
            return 0

    def k_in_row(self, board, move, player, delta):
        "Is there a line of k through move in direction delta?"

        def run(dx, dy):
            (x, y), n = move, 0
            while (x + dx, y + dy) in board and board[x + dx, y + dy] == player:
                x, y, n = x + dx, y + dy, n + 1
            return n

        (dx, dy) = delta
        return run(dx, dy) + 1 + run(-dx, -dy) >= self.k

    def evaluate(self, state, player):
        "Squares near the middle are part of more lines."
        middle = (self.h + 1) / 2
        weight = {"X": 0, "O": 0}
        for (x, _), owner in state.board.items():
            weight[owner] += middle - abs(x - middle)
        value = (weight["X"] - weight["O"]) / (self.h * self.v * middle)
        return value if player == 0 else -value

    def show(self, state):
        lines = []
        for y in range(self.v, 0, -1):
            lines.append(" ".join(state.board.get((x, y), ".") for x in range(1, self.h + 1)))
        lines.append(" ".join(str(x) for x in range(1, self.h + 1)))
        return "\n".join(lines)
