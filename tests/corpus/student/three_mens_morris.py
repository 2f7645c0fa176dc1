"""Three Men's Morris

    0 - 1 - 2
    | \ | / |
    3 - 4 - 5
    | / | \ |
    6 - 7 - 8

Each player has three men. First the players put their men on empty points, one after the other. When all six
are on the board, a player moves one man along a line to the next point if it is empty. Three men in
a row (also diagonal) win. A player who must move and cannot loses. After 24 turns the game is a draw.
"""

from zermelo import Game

EMPTY = -1
MEN = 3
MAX_TURNS = 24

LINES = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
]

NEIGHBOURS = {
    0: [1, 3, 4],
    1: [0, 2, 4],
    2: [1, 4, 5],
    3: [0, 4, 6],
    4: [0, 1, 2, 3, 5, 6, 7, 8],
    5: [2, 4, 8],
    6: [3, 4, 7],
    7: [4, 6, 8],
    8: [4, 5, 7],
}


def has_row(board, player):
    for line in LINES:
        counter = 0
        for point in line:
            if board[point] == player:
                counter += 1
        if counter == 3:
            return True
    return False


# An action below 9 puts a man on that point.
# An action from 100 on moves a man: 147 is the man from 4 to 7.
def possible_moves(board, player, turn):
    moves = []
    if turn < 2 * MEN:
        for point in range(9):
            if board[point] == EMPTY:
                moves.append(point)
    else:
        for start in range(9):
            if board[start] == player:
                for end in NEIGHBOURS[start]:
                    if board[end] == EMPTY:
                        moves.append(100 + 10 * start + end)
    return moves


class ThreeMensMorris(Game):
    """The state is (board, player, turn)."""

    def initial(self):
        board = (EMPTY,) * 9
        return (board, 0, 0)

    def to_move(self, state):
        board, player, turn = state
        return player

    def actions(self, state):
        board, player, turn = state
        return possible_moves(board, player, turn)

    def result(self, state, action):
        board, player, turn = state
        new_board = list(board)
        if action < 9:
            new_board[action] = player
        else:
            start = (action - 100) // 10
            end = (action - 100) % 10
            new_board[start] = EMPTY
            new_board[end] = player
        next_player = (player + 1) % 2
        return (tuple(new_board), next_player, turn + 1)

    def is_terminal(self, state):
        board, player, turn = state
        if has_row(board, 0):
            return True
        if has_row(board, 1):
            return True
        if turn == MAX_TURNS:
            return True
        return len(possible_moves(board, player, turn)) == 0

    def utility(self, state, player):
        board, to_move, turn = state
        if has_row(board, player):
            return 1
        if has_row(board, 1 - player):
            return -1
        if turn == MAX_TURNS:
            return 0
        # nobody has a row, so the player to move is stuck
        if player == to_move:
            return -1
        return 1

    def name(self, state, action):
        if action < 9:
            return "put " + str(action)
        return str((action - 100) // 10) + "-" + str(action % 10)

    def show(self, state):
        board, player, turn = state
        symbols = {EMPTY: ".", 0: "X", 1: "O"}
        text = ""
        for i in range(9):
            text = text + symbols[board[i]]
            if i % 3 == 2:
                text = text + "\n"
            else:
                text = text + " "
        return text + "turn " + str(turn) + ", " + symbols[player] + " to move"
