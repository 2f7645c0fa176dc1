"""Ultimate tic-tac-toe: a board of nine boards of tic-tac-toe.

The cell that a player marks sends the opponent to the small board at the same place of the big one. Three in a row win a small
board, and three small boards in a row win the game. No one plays on a board that is won or full; who is sent to one
may play on any other. If nobody gets three boards in a row, the game is drawn.
"""

from enum import Enum
from typing import NamedTuple, Optional

from zermelo import MAX, Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Mark(Enum):
    X = "X"
    O = "O"  # noqa: E741
    BLANK = "."

    def __str__(self):
        return self.value


PLAYER_MARKS = (Mark.X, Mark.O)


def winner(cells) -> Mark:
    """Who has three in a row on a board, small or big, or BLANK."""
    for a, b, c in LINES:
        if (mark := cells[a]) is not Mark.BLANK and mark is cells[b] is cells[c]:
            return mark
    return Mark.BLANK


def is_open(board) -> bool:
    return Mark.BLANK in board and winner(board) is Mark.BLANK


class State(NamedTuple):
    boards: tuple[tuple[Mark, ...], ...] = ((Mark.BLANK,) * 9,) * 9
    sent_to: Optional[int] = None  # None: the player may choose the board
    player: int = MAX

    @property
    def mark(self):
        return PLAYER_MARKS[self.player]

    @property
    def overview(self):
        return tuple(winner(board) for board in self.boards)

    @property
    def playable(self):
        """The numbers of the boards on which the player may play."""
        if self.sent_to is not None:
            return [self.sent_to]
        return [number for number, board in enumerate(self.boards) if is_open(board)]


class UltimateTicTacToe(Game):
    """An action is 9 times the number of a small board and the number of a cell on it."""

    utility_range = (-1, 1)

    def initial(self):
        return State()

    def to_move(self, state):
        return state.player

    def actions(self, state):
        return [9 * b + c for b in state.playable for c in range(9) if state.boards[b][c] is Mark.BLANK]

    def result(self, state, action):
        b, c = divmod(action, 9)
        board = tuple(state.mark if i == c else old for i, old in enumerate(state.boards[b]))
        boards = tuple(board if i == b else old for i, old in enumerate(state.boards))
        return State(boards, c if is_open(boards[c]) else None, 1 - state.player)

    def is_terminal(self, state):
        return winner(state.overview) is not Mark.BLANK or not any(map(is_open, state.boards))

    def utility(self, state, player):
        match winner(state.overview):
            case Mark.BLANK:
                return 0
            case mark:
                return 1 if PLAYER_MARKS[player] is mark else -1

    def evaluate(self, state, player):
        overview = state.overview
        own, other = overview.count(PLAYER_MARKS[player]), overview.count(PLAYER_MARKS[1 - player])
        return (own - other) / 10

    def name(self, state, action):
        board, cell = divmod(action, 9)
        return f"{'ABCDEFGHI'[board]}{cell + 1}"

    def show(self, state):
        lines = []
        for y in range(9):
            bands = (state.boards[3 * (y // 3) + x][3 * (y % 3) : 3 * (y % 3) + 3] for x in range(3))
            lines.append(" | ".join(" ".join(map(str, band)) for band in bands))
            if y in (2, 5):
                lines.append("------+-------+------")
        where = "anywhere" if state.sent_to is None else f"on {'ABCDEFGHI'[state.sent_to]}"
        return "\n".join([*lines, f"{state.mark} to move, {where}"])
