"""Ultimate tic-tac-toe of tests/corpus/programmer/ultimate_tictactoe.py: a small board is one number, nine bits to a player."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from zermelo import MAX, Bits, Game, replace

FULL = 511
WINS = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
ANYWHERE = -1


class State(NamedTuple):
    """The small boards, X in the lower nine bits of each and O in the upper; those that are won; those that are open; where to play."""

    boards: tuple[int, ...]
    first: int
    second: int
    open: Bits
    sent_to: int
    player: int


class UltimateTicTacToe(Game):
    """Ultimate tic-tac-toe. An action is 9 times the number of a small board and the number of a cell on it."""

    utility_range = (-1.0, 1.0)
    max_actions = 81

    def __init__(self) -> None:
        self.wins = array("q", [any(cells & win == win for win in WINS) for cells in range(FULL + 1)])

    def initial(self) -> State:
        return State((0,) * 9, 0, 0, Bits(FULL), ANYWHERE, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        playable = state.open if state.sent_to == ANYWHERE else Bits(1) << state.sent_to
        for number in playable:
            board = state.boards[number]
            for cell in Bits(~(board | board >> 9) & FULL):
                yield 9 * number + cell

    def result(self, state: State, action: int) -> State:
        number, cell = action // 9, action % 9
        board = state.boards[number] | 1 << cell + 9 * state.player
        boards = replace(state.boards, number, board)
        first, second, still_open = state.first, state.second, state.open
        if self.wins[board >> 9 * state.player & FULL] != 0:
            still_open &= ~(Bits(1) << number)
            if state.player == MAX:
                first |= 1 << number
            else:
                second |= 1 << number
        elif (board | board >> 9) & FULL == FULL:
            still_open &= ~(Bits(1) << number)
        return State(boards, first, second, still_open, cell if cell in still_open else ANYWHERE, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return self.wins[state.first] != 0 or self.wins[state.second] != 0 or not state.open

    def utility(self, state: State, player: int) -> int:
        lead = self.wins[state.first] - self.wins[state.second]
        return lead if player == MAX else -lead
