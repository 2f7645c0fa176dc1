"""Knights: each player has a knight on a 5 x 5 board, in opposite corners.

In turn the players move their knight, always to a square on which no knight has been before. Who cannot move loses.
"""

from collections import namedtuple

from zermelo import Game

DIRECTIONS = [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)]


def pos2string(pos):
    return "ABCDEFGH"[pos[0]] + str(pos[1] + 1)


def string2pos(string):
    return "ABCDEFGH".index(string[0]), int(string[1]) - 1


Player = namedtuple("Player", "pos")
State = namedtuple("State", "board players player")


class Knights(Game):
    """The board of a state is a tuple of columns: 0 where nobody has been, 1 or 2 where that player has."""

    def __init__(self, board_size=(5, 5)):
        self.board_size = board_size

    def initial(self):
        M, N = self.board_size
        players = (Player((0, 0)), Player((M - 1, N - 1)))
        board = [[0] * N for _ in range(M)]
        board[0][0] = 1
        board[M - 1][N - 1] = 2
        return State(tuple(map(tuple, board)), players, 0)

    def to_move(self, state):
        return state.player

    def possible_moves(self, state):
        x, y = state.players[state.player].pos
        M, N = self.board_size
        endings = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
        return [pos2string((a, b)) for a, b in endings if 0 <= a < M and 0 <= b < N and state.board[a][b] == 0]

    # zermelo wants numbers, so a move like "C2" becomes its number on the board

    def actions(self, state):
        return [x * self.board_size[1] + y for x, y in map(string2pos, self.possible_moves(state))]

    def result(self, state, action):
        pos = divmod(action, self.board_size[1])
        players = list(state.players)
        players[state.player] = Player(pos)
        board = [list(column) for column in state.board]
        board[pos[0]][pos[1]] = state.player + 1
        return State(tuple(tuple(column) for column in board), tuple(players), 1 - state.player)

    def lose(self, state):
        return self.possible_moves(state) == []

    def is_terminal(self, state):
        return self.lose(state)

    def utility(self, state, player):
        return -1 if player == state.player else 1

    def evaluate(self, state, player):
        """Fewer ways to go are bad."""
        here = len(self.possible_moves(state))
        there = len(self.possible_moves(state._replace(player=1 - state.player)))
        score = (here - there) / 8
        return score if player == state.player else -score

    def name(self, state, action):
        return pos2string(divmod(action, self.board_size[1]))

    def show(self, state):
        M, N = self.board_size
        lines = ["  " + " ".join("ABCDEFGH"[:M])]
        for y in range(N):
            line = str(y + 1)
            for x in range(M):
                if (x, y) == state.players[0].pos:
                    line += " 1"
                elif (x, y) == state.players[1].pos:
                    line += " 2"
                else:
                    line += " ." if state.board[x][y] == 0 else " x"
            lines.append(line)
        return "\n".join(lines)
