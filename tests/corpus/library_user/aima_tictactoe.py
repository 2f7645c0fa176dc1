"""Tic-tac-toe on an h x v board: who first has k in a row wins.

A state has the player to move, a cached utility, the board as a dict of {(x, y): player} entries, where player is
'X' or 'O', and the list of legal moves. X is MAX and begins. Moves are pairs (x, y), from (1, 1)
at the top left; as an action has to be an int, the action of (x, y) is its place among all the squares.
"""

from collections import namedtuple

from zermelo import MAX, MIN, Game

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class TicTacToe(Game):
    """Play TicTacToe on an h x v board, with k in a row to win. The utility is 1 if X has won, -1 if O has, 0 otherwise."""

    utility_range = (-1, 1)

    def __init__(self, h=3, v=3, k=3):
        self.h = h
        self.v = v
        self.k = k
        self.squares = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]

    def initial(self):
        return GameState(to_move="X", utility=0, board={}, moves=list(self.squares))

    def to_move(self, state):
        return MAX if state.to_move == "X" else MIN

    def actions(self, state):
        """Legal actions are any square not yet taken."""
        return [self.squares.index(move) for move in state.moves]

    def result(self, state, action):
        move = self.squares[action]
        board = state.board.copy()
        board[move] = state.to_move
        moves = list(state.moves)
        moves.remove(move)
        return GameState(
            to_move=("O" if state.to_move == "X" else "X"),
            utility=self.compute_utility(board, move, state.to_move),
            board=board,
            moves=moves,
        )

    def is_terminal(self, state):
        """A state is terminal if it is won or there are no empty squares."""
        return state.utility != 0 or len(state.moves) == 0

    def utility(self, state, player):
        return state.utility if player == MAX else -state.utility

    def key(self, state):
        return state.to_move, frozenset(state.board.items())

    def compute_utility(self, board, move, player):
        """If player wins with this move, 1 for X and -1 for O; else 0."""
        if any(self.k_in_row(board, move, player, delta) for delta in [(0, 1), (1, 0), (1, -1), (1, 1)]):
            return 1 if player == "X" else -1
        return 0

    def k_in_row(self, board, move, player, delta):
        """Whether there are k of the player's squares in a line through move, in the direction of delta or against it."""
        dx, dy = delta
        length = 1
        for sign in (1, -1):
            x, y = move[0] + sign * dx, move[1] + sign * dy
            while board.get((x, y)) == player:
                length += 1
                x, y = x + sign * dx, y + sign * dy
        return length >= self.k

    def name(self, state, action):
        return str(self.squares[action])

    def show(self, state):
        return "\n".join(
            " ".join(state.board.get((x, y), ".") for x in range(1, self.h + 1)) for y in range(1, self.v + 1)
        )
