"""The points of a board of go as sets: neighbours, chains of stones, their liberties. The rules are made of these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.game import MAX, Game, replace
from zermelo.wide import Wide, difference, intersection, shift_left, shift_right, signed, some, union, wide, with_member, words_for

NONE: Final = -1
"""In place of a point."""


class State(NamedTuple):
    """The stones, and what else counts.

    ko      the point that a ko forbids, or NONE
    passes  how many passes came last (2: the game is over)
    player  who is to move
    last    the point of the stone that the other has just placed, or NONE. No rule asks for it: it tells a search where to look
    """

    black: Wide
    white: Wide
    ko: int
    passes: int
    player: int
    last: int


class Points(Game):
    """A board of `size` x `size` points, numbered as rules.py shows."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.row = size + 1
        self.cells = size * size
        self.pass_ = size * self.row
        self.words = words_for(self.pass_)
        points = [row * self.row + column for row in range(size) for column in range(size)]
        self.board, self.none = wide(points, self.words), wide([], self.words)
        self.inner = wide((p for p in points if 0 < p // self.row < size - 1 and 0 < p % self.row < size - 1), self.words)
        near = (wide(self._neighbours(place), self.words) for place in range(self.pass_))
        self.near = tuple(signed(word) for neighbours in near for word in neighbours)

    def _neighbours(self, place: int) -> Iterable[int]:
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            if place % self.row < self.size and self._is_point(place, down, right):
                yield place + down * self.row + right

    def _is_point(self, place: int, down: int, right: int) -> bool:
        """Whether this many steps away from a place lies a point of the board."""
        row, column = divmod(place, self.row)
        return 0 <= row + down < self.size and 0 <= column + right < self.size

    def sides(self, state: State) -> tuple[Wide, Wide]:
        """The stones of the player to move, and those of the other."""
        return (state.black, state.white) if state.player == MAX else (state.white, state.black)

    def empty(self, own: Wide, other: Wide) -> Wide:
        """The empty points."""
        return difference(self.board, union(own, other))

    def beside(self, points: Wide) -> Wide:
        """The neighbours of these points, and places off the board."""
        return union(
            union(shift_left(points, 1), shift_right(points, 1)), union(shift_left(points, self.row), shift_right(points, self.row))
        )

    def beside_one(self, point: int) -> Wide:
        """The neighbours of one point."""
        found = self.none
        for word in range(self.words):
            found = replace(found, word, Bits(self.near[point * self.words + word]))
        return found

    def chain(self, begun: Wide, points: Wide) -> Wide:
        """What is reached from `begun` by steps to neighbours that are in `points`, `begun` included."""
        while True:
            more = union(begun, intersection(self.beside(begun), points))
            if more == begun:
                return begun
            begun = more

    def choked(self, stones: Wide, asked: Wide, empty: Wide) -> Wide:
        """Of `stones`, all of one colour, the chains with a stone in `asked` and without a liberty."""
        alive = intersection(stones, self.beside(empty))
        while True:
            doubtful = difference(asked, alive)
            if not some(doubtful):
                return doubtful
            more = union(alive, intersection(self.beside(alive), stones))
            if more == alive:
                return self.chain(doubtful, stones)
            alive = more

    def captures(self, other: Wide, empty: Wide, point: int) -> bool:
        """Whether a stone on this empty point takes the last liberty of a chain of `other`."""
        left = difference(empty, with_member(self.none, point))
        return some(self.choked(other, intersection(self.beside_one(point), other), left))

    def keeps_liberty(self, own: Wide, empty: Wide, point: int) -> bool:
        """Whether a stone on this empty point has a liberty, with the chains of `own` that it joins."""
        stone = with_member(self.none, point)
        return not some(self.choked(union(own, stone), stone, difference(empty, stone)))
