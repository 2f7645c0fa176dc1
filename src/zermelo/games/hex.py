"""Hex: two players fill a board of hexagons with stones; who joins the own two sides with a chain of them wins.

A rhombus of size x size cells, numbered row by row from the top left. Each row begins half a cell further to the right
than the one above, so a cell has six neighbours:

     a b c d
    1 0 1 2 3              up and up-right:        -size, -size + 1
     2 4 5 6 7             left and right:         -1, +1
      3 8 9 10 11          down-left and down:     +size - 1, +size
       4 12 13 14 15

MAX (x) joins top and bottom and begins; MIN (o) joins left and right. A full board holds a chain of one of them, and never
of both, so there are no draws (D. Gale, The game of Hex and the Brouwer fixed-point theorem, American Mathematical
Monthly 86, 1979). With the rule of *swap* MIN may, instead of a first stone of their own, take over MAX's: it goes, as an
o, to the cell that lies to MIN's sides as it lay to MAX's, row and column exchanged.

A state keeps for each player the stones that are joined to their first side (top, left). A stone that touches none of
these changes nothing there; one that does brings its chain along, and each stone is brought but once in a game. That is
why `result` is cheap, and `is_terminal` a flag.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import DISC, HEXAGONS, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of, player_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.units import Unit
from zermelo.wide import (
    Wide,
    contains,
    count,
    difference,
    intersection,
    intersects,
    members_of,
    select,
    shift_left,
    shift_right,
    signed,
    some,
    union,
    wide,
    with_member,
    words_for,
)

SMALLEST, LARGEST = 2, 19
MARKS: Final = "xo"
HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""
STEPS: Final = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
"""From a cell to its neighbours, in rows and columns."""


class State(NamedTuple):
    """Each player's stones, those of them that are joined to the player's first side, who is to move, and whether the other has won."""

    max_stones: Wide
    min_stones: Wide
    max_joined: Wide
    min_joined: Wide
    player: int
    won: bool


class Hex(Game):
    """Hex on a rhombus of `size` x `size` cells, 2 to 19; with `swap`, the second player may take over the first stone.

    MAX (x) joins top and bottom and begins, MIN (o) left and right. An action is the number of a cell, row by row from
    the top left; people call it by column and row, a1 the top left. The swap is the number after the last cell. Utility:
    1 to the winner, -1 to the loser. The evaluation compares how many more stones each needs to join the own sides.

    >>> game = Hex(4)
    >>> state = game.result(game.initial(), game.parse(game.initial(), "c2"))
    >>> print(game.show(state))
       a b c d
     1  . . . .
      2  . . x .
       3  . . . .
        4  . . . .
    o to move
    >>> game.write(state)
    '..../..x./..../.... o'
    """

    palette = MappingProxyType({mark: Piece(DISC, player) for player, mark in enumerate(MARKS)})

    utility_range = (-1.0, 1.0)

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise SpecError(f"a board of {size} x {size} is not possible; {SMALLEST} x {SMALLEST} to {LARGEST} x {LARGEST} are")
        self.size, self.swap = size, bool(swap)
        self.cells = size * size
        self.measured_in = Unit("stone", size=1 / (self.cells + 1), digits=0)
        self.max_actions = self.cells + self.swap
        self.words = words_for(self.cells)
        cells = range(self.cells)
        self.board, self.none = wide(cells, self.words), wide([], self.words)
        self.not_first, self.not_last = (wide([c for c in cells if c % size != column], self.words) for column in (0, size - 1))
        self.top, self.bottom = wide(cells[:size], self.words), wide(cells[-size:], self.words)
        self.left, self.right = wide(cells[::size], self.words), wide(cells[size - 1 :: size], self.words)
        self.near = tuple(signed(word) for cell in cells for word in wide(self._neighbours(cell), self.words))

    def _neighbours(self, cell: int) -> Iterable[int]:
        row, column = divmod(cell, self.size)
        for down, right in STEPS:
            if 0 <= row + down < self.size and 0 <= column + right < self.size:
                yield (row + down) * self.size + column + right

    # The rules

    def initial(self) -> State:
        return State(self.none, self.none, self.none, self.none, MAX, False)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        for word in range(self.words):
            for cell in self.board[word] & ~(state.max_stones[word] | state.min_stones[word]):
                yield 64 * word + cell
        if self.may_swap(state):
            yield self.cells

    def may_swap(self, state: State) -> bool:
        """Whether the player to move may take over the only stone on the board."""
        return self.swap and state.player == MIN and count(state.max_stones) == 1 and count(state.min_stones) == 0

    def result(self, state: State, action: int) -> State:
        if action == self.cells:
            return self.state(self.none, self._mirrored(state.max_stones), MAX)
        if state.player == MAX:
            stones = with_member(state.max_stones, action)
            joined = self.joined(stones, state.max_joined, self.top, action)
            return State(stones, state.min_stones, joined, state.min_joined, MIN, intersects(joined, self.bottom))
        stones = with_member(state.min_stones, action)
        joined = self.joined(stones, state.min_joined, self.left, action)
        return State(state.max_stones, stones, state.max_joined, joined, MAX, intersects(joined, self.right))

    def is_terminal(self, state: State) -> bool:
        return state.won

    def utility(self, state: State, player: int) -> float:
        return -1.0 if player == state.player else 1.0

    def joined(self, stones: Wide, before: Wide, side: Wide, cell: int) -> Wide:
        """The stones that are joined to a side once there is one on `cell`; `before`: those that were."""
        return self.chain(with_member(before, cell), stones) if contains(side, cell) or self._touches(cell, before) else before

    def _touches(self, cell: int, stones: Wide) -> bool:
        found = Bits(0)
        for word in range(self.words):
            found = found | (stones[word] & self.near[cell * self.words + word])
        return bool(found)

    def chain(self, begun: Wide, stones: Wide) -> Wide:
        """The cells of `begun`, and all `stones` that chains of stones join to them."""
        while True:
            more = union(begun, intersection(self.around(begun), stones))
            if more == begun:
                return begun
            begun = more

    def around(self, cells: Wide) -> Wide:
        """These cells and their neighbours, and cells below the board."""
        left = union(cells, intersection(shift_right(cells, 1), self.not_last))
        right = union(cells, intersection(shift_left(cells, 1), self.not_first))
        return union(union(left, right), union(shift_left(left, self.size), shift_right(right, self.size)))

    def state(self, max_stones: Wide, min_stones: Wide, player: int) -> State:
        """The state with these stones in which `player` is to move."""
        max_joined = self.chain(intersection(max_stones, self.top), max_stones)
        min_joined = self.chain(intersection(min_stones, self.left), min_stones)
        return State(
            max_stones,
            min_stones,
            max_joined,
            min_joined,
            player,
            intersects(max_joined, self.bottom) or intersects(min_joined, self.right),
        )

    # Help for a search

    def playout(self, state: State, random_bits: int) -> int:
        """Any legal action, each as likely, without a list of them all: that is what simulated games would spend most time on."""
        empty = difference(self.board, union(state.max_stones, state.min_stones))
        place = (random_bits & HALF) * (count(empty) + int(self.may_swap(state))) >> 32
        return select(empty, place) if place < count(empty) else self.cells

    def evaluate(self, state: State, player: int) -> float:
        """How many fewer stones the player needs than the other to join the own sides, of what the most can be."""
        lead = self.missing(state, MIN) - self.missing(state, MAX)
        return (lead if player == MAX else -lead) / (self.cells + 1)

    def missing(self, state: State, player: int) -> int:
        """How many stones the player needs to join the own sides, if the other places none; cells + 1 if no number is enough."""
        if player == MAX:
            return self._missing(state.max_stones, state.min_stones, self.top, self.bottom)
        return self._missing(state.min_stones, state.max_stones, self.left, self.right)

    def _missing(self, own: Wide, other: Wide, first: Wide, last: Wide) -> int:
        reached = self.chain(intersection(first, own), own)
        if intersects(reached, last):
            return 0
        empty = difference(self.board, union(own, other))
        border = union(intersection(first, empty), intersection(self.around(reached), empty))
        stones = 1
        while True:
            reached = self.chain(union(reached, border), own)
            if intersects(reached, last):
                return stones
            border = difference(intersection(self.around(reached), empty), reached)
            if not some(border):
                return self.cells + 1
            stones += 1

    def plies_left(self, state: State) -> int:
        """The empty cells."""
        return self.cells - count(state.max_stones) - count(state.min_stones)

    def key(self, state: State) -> tuple[Wide, Wide, int]:
        """The stones and who is to move; the rest follows."""
        return state.max_stones, state.min_stones, state.player

    def symmetries(self, state: State) -> Iterable[State]:
        """The board turned by half a turn."""
        yield self.state(self._turned(state.max_stones), self._turned(state.min_stones), state.player)

    def _turned(self, stones: Wide) -> Wide:
        turned = self.none
        for word in range(self.words):
            for cell in stones[word]:
                turned = with_member(turned, self.cells - 1 - 64 * word - cell)
        return turned

    def _mirrored(self, stones: Wide) -> Wide:
        """Rows for columns, so that the sides of one player are those of the other."""
        mirrored = self.none
        for word in range(self.words):
            for cell in stones[word]:
                place = 64 * word + cell
                mirrored = with_member(mirrored, place % self.size * self.size + place // self.size)
        return mirrored

    # For people

    def name(self, state: State, action: int) -> str:
        return "swap" if action == self.cells else self._grid().name(action)

    def show(self, state: State) -> str:
        """The rows, each half a cell further to the right, with their numbers and the letters of the columns."""
        letters = " ".join(ascii_lowercase[: self.size])
        rows = [f"{' ' * row}{row + 1:>2}  {' '.join(marks)}" for row, marks in enumerate(self._rows(state))]
        return "\n".join([f"   {letters}", *rows, self._news(state)])

    def _news(self, state: State) -> str:
        return f"{MARKS[1 - state.player]} has won" if state.won else f"{MARKS[state.player]} to move"

    def picture(self, state: State) -> Board:
        grid = self._grid()
        shown = board_of(self._rows(state), self.palette, HEXAGONS, across=grid.across, upwards=grid.upwards, news=self._news(state))
        return replace(shown, lit=tuple(members_of(self._winning_chain(state)))) if state.won else shown

    def _winning_chain(self, state: State) -> Wide:
        """The stones of who has won that are joined to both of the own sides."""
        joined, side = (state.max_joined, self.bottom) if state.player == MIN else (state.min_joined, self.right)
        return self.chain(intersection(joined, side), joined)

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return () if action == self.cells else (action,)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, and the player to move: `x../.o./... x`."""
        return f"{'/'.join(self._rows(state))} {MARKS[state.player]}"

    def _rows(self, state: State) -> list[str]:
        return self._grid().rows({"x": members_of(state.max_stones), "o": members_of(state.min_stones)})

    def _grid(self) -> Grid:
        return Grid(ascii_lowercase[: self.size], [str(row + 1) for row in range(self.size)], self.size, self.size)

    def read(self, text: str) -> State:
        rows, mover = parts_of(text, ("the rows", "the player to move"), self._example())
        player = player_of(mover, MARKS, self._example())
        stones = self._grid().read(rows, MARKS, self._example())
        return self._checked(self.state(wide(stones["x"], self.words), wide(stones["o"], self.words), player))

    def _checked(self, state: State) -> State:
        """The state, if it can arise."""
        first, second, player = count(state.max_stones), count(state.min_stones), state.player
        usual = first - second == player
        if not usual and not (self.swap and second - first == 1 - player):
            raise PositionError(f"{first} x and {second} o with {MARKS[player]} to move cannot be: players take turns, and x begins")
        if intersects(state.max_joined, self.bottom) if player == MAX else intersects(state.min_joined, self.right):
            raise PositionError(f"{MARKS[player]} has joined both sides, and cannot be to move; the game is over")
        return state
