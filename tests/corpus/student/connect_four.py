"""Connect Four

Two players drop discs into a board with 7 columns and 6 rows. A disc falls down to the lowest free
place of its column. Whoever has four discs in a line (horizontal, vertical or diagonal) wins.
If the board is full and nobody has four, it is a draw.
"""

import copy
from dataclasses import dataclass

from zermelo import MAX, MIN, Game

ROWS = 6
COLS = 7
EMPTY = " "
PIECES = ["X", "O"]  # PIECES[0] belongs to MAX and PIECES[1] belongs to MIN


def create_board():
    board = []
    for r in range(ROWS):
        board.append([EMPTY] * COLS)
    return board


def is_valid_location(board, col):
    return board[0][col] == EMPTY


def get_next_open_row(board, col):
    # row 0 is the top one, so we start at the bottom
    for r in range(ROWS - 1, -1, -1):
        if board[r][col] == EMPTY:
            return r
    return None


def winning_move(board, piece):
    # horizontal
    for r in range(ROWS):
        for c in range(COLS - 3):
            if board[r][c] == piece and board[r][c + 1] == piece and board[r][c + 2] == piece and board[r][c + 3] == piece:
                return True
    # vertical
    for c in range(COLS):
        for r in range(ROWS - 3):
            if board[r][c] == piece and board[r + 1][c] == piece and board[r + 2][c] == piece and board[r + 3][c] == piece:
                return True
    # diagonals going down
    for r in range(ROWS - 3):
        for c in range(COLS - 3):
            if board[r][c] == piece and board[r + 1][c + 1] == piece and board[r + 2][c + 2] == piece and board[r + 3][c + 3] == piece:
                return True
    # diagonals going up
    for r in range(3, ROWS):
        for c in range(COLS - 3):
            if board[r][c] == piece and board[r - 1][c + 1] == piece and board[r - 2][c + 2] == piece and board[r - 3][c + 3] == piece:
                return True
    return False


def is_full(board):
    for c in range(COLS):
        if is_valid_location(board, c):
            return False
    return True


def score_window(window, piece):
    other = PIECES[0]
    if piece == PIECES[0]:
        other = PIECES[1]
    if window.count(piece) == 3 and window.count(EMPTY) == 1:
        return 5
    elif window.count(piece) == 2 and window.count(EMPTY) == 2:
        return 2
    elif window.count(other) == 3 and window.count(EMPTY) == 1:
        return -5
    elif window.count(other) == 2 and window.count(EMPTY) == 2:
        return -2
    else:
        return 0


@dataclass
class State:
    board: list
    player: int = 0

    def __hash__(self):
        return hash(str(self.board) + str(self.player))


class ConnectFour(Game):
    """Connect Four on the normal board."""

    utility_range = (-1000, 1000)

    def initial(self):
        return State(create_board(), MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        valid_locations = []
        for col in range(COLS):
            if is_valid_location(state.board, col):
                valid_locations.append(col)
        return valid_locations

    def result(self, state, action):
        new_state = copy.deepcopy(state)
        row = get_next_open_row(new_state.board, action)
        new_state.board[row][action] = PIECES[state.player]
        if state.player == MAX:
            new_state.player = MIN
        else:
            new_state.player = MAX
        return new_state

    def is_terminal(self, state):
        return winning_move(state.board, "X") or winning_move(state.board, "O") or is_full(state.board)

    def utility(self, state, player):
        mine = PIECES[player]
        theirs = PIECES[1 - player]
        if winning_move(state.board, mine):
            return 1000
        elif winning_move(state.board, theirs):
            return -1000
        else:
            return 0

    def evaluate(self, state, player):
        board = state.board
        piece = PIECES[player]
        score = 0
        # the centre is good
        center_column = [board[r][COLS // 2] for r in range(ROWS)]
        score += 3 * center_column.count(piece)
        score -= 3 * center_column.count(PIECES[1 - player])
        for r in range(ROWS):
            for c in range(COLS - 3):
                window = board[r][c : c + 4]
                score += score_window(window, piece)
        for c in range(COLS):
            for r in range(ROWS - 3):
                window = [board[r + i][c] for i in range(4)]
                score += score_window(window, piece)
        for r in range(ROWS - 3):
            for c in range(COLS - 3):
                window = [board[r + i][c + i] for i in range(4)]
                score += score_window(window, piece)
                window = [board[r + 3 - i][c + i] for i in range(4)]
                score += score_window(window, piece)
        return score

    def show(self, state):
        text = ""
        for row in state.board:
            text += "|" + "|".join(row) + "|\n"
        text += " 0 1 2 3 4 5 6\n"
        text += PIECES[state.player] + " to move"
        return text
