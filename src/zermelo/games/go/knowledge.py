"""What a player of go knows at a glance, for simulated games and for what to try first: stones that can be taken or saved, eyes, shapes.

The choice of a move in simulated games follows S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns
in Monte-Carlo go" (2006): save what the last stone threatens, take what it left to be taken, else make a good shape beside it, else
play anywhere; never into an eye, seldom where the stone itself could be taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from zermelo.bits import Bits
from zermelo.game import MAX
from zermelo.games.go.points import NONE, State
from zermelo.games.go.rules import Rules
from zermelo.games.go.shapes import RING, shape_table
from zermelo.wide import (
    Wide,
    contains,
    count,
    difference,
    extract_bits,
    intersection,
    intersects,
    select,
    shift_left,
    shift_right,
    some,
    union,
    wide,
    with_member,
)

HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""
LEAST_ALIVE: Final = 6
"""No fewer stones can have two eyes: B1, D1 and A2 to C2 or their like."""
LARGE: Final = 6
"""This many stones are more than what is given up to spoil the other's eyes."""


class Knowledge(Rules):
    """Go for those who search."""

    monte_carlo = {"puct": True, "rave": 500, "exploration": 0.5, "playout": 1200}  # noqa: RUF012  never changed; two kos can go on for ever

    def __init__(self, size: int = 9, komi: float | None = None, scoring: str = "win", suicide: bool = True) -> None:
        super().__init__(size, komi, scoring, suicide)
        self.shapes = shape_table()
        self.rim = tuple(
            sum((place % self.row == size or not self._is_point(place, *step)) << number for number, step in enumerate(RING))
            for place in range(self.pass_)
        )
        points = [place for place in range(self.pass_) if place % self.row < size]
        height = {p: min(p // self.row, p % self.row, size - 1 - p // self.row, size - 1 - p % self.row) for p in points}
        self.first, self.second, self.third = (wide((p for p in points if height[p] == line), self.words) for line in range(3))

    def key(self, state: State) -> tuple[Wide, Wide, int, int, int]:
        """The state but for the stone that was placed last, of which no rule asks."""
        return state.black, state.white, state.ko, state.passes, state.player

    # Eyes

    def fills_eye(self, state: State, action: int) -> bool:
        """Whether the action puts a stone into an eye of the player to move."""
        return action != self.pass_ and contains(self.eyes(state), action)

    def eyes(self, state: State) -> Wide:
        """The eyes of the player to move: empty points with own stones, or the border, on all four sides, and the other's on one
        of the four corners at most, on none at the border. What such a stone protects can be captured, but seldom is."""
        own, other = self.sides(state)
        closed = difference(self.empty(own, other), self.beside(difference(self.board, own)))
        if not some(closed):
            return closed
        above, over = shift_right(other, self.row + 1), shift_right(other, self.row - 1)
        below, under = shift_left(other, self.row + 1), shift_left(other, self.row - 1)
        once = union(union(above, over), union(below, under))
        twice = union(union(intersection(above, over), intersection(below, under)), intersection(union(above, over), union(below, under)))
        return difference(closed, union(difference(once, self.inner), twice))

    # Life

    def safe(self, own: Wide, other: Wide) -> Wide:
        """Stones that cannot be taken though their owner never answers, and eyes of one or two points beside them alone.

        By D. Benson, "Life in the game of go" (1976): chains stay that have two regions each whose empty points are all
        liberties of the chain, and that no chain borders that does not stay. Where chains may be given up, the other's stones
        in a region may make room for others: then all points of the region have to be beside the chain.
        """
        alive, found, free = own, self.none, difference(self.board, own)
        empty = self.empty(own, other)
        while count(alive) >= LEAST_ALIVE:
            kept, left, found = self.none, alive, self.none
            while some(left):
                chain = self.chain(with_member(self.none, select(left, 0)), alive)
                left = difference(left, chain)
                near = self.beside(chain)
                eyes, regions = self.none, 0
                asked = intersection(near, free)
                while some(asked):
                    region = self.chain(with_member(self.none, select(asked, 0)), free)
                    asked = difference(asked, region)
                    held = region if self.suicide else intersection(region, empty)
                    if not some(difference(held, near)) and not some(difference(intersection(self.beside(region), own), alive)):
                        regions += 1
                        if count(region) <= 2 and not intersects(region, other):
                            eyes = union(eyes, region)
                if regions > 1:
                    kept, found = union(kept, chain), union(found, eyes)
            if kept == alive:
                return union(alive, found)
            alive = kept
        return self.none

    # Chains

    def liberties(self, stones: Wide, empty: Wide) -> Wide:
        """The empty points beside these stones."""
        return intersection(self.beside(stones), empty)

    def after(self, own: Wide, empty: Wide, point: int) -> Wide:
        """The chain that a stone on an empty point makes, were nothing taken."""
        return self.chain(with_member(self.none, point), own)

    def last_liberties(self, stones: Wide, asked: Wide, empty: Wide) -> Wide:
        """The liberties of the chains of `stones` with a stone in `asked` that have one liberty only."""
        found = self.none
        while some(asked):
            chain = self.chain(with_member(self.none, select(asked, 0)), stones)
            asked = difference(asked, chain)
            liberties = self.liberties(chain, empty)
            if count(liberties) == 1:
                found = union(found, liberties)
        return found

    def rash(self, own: Wide, other: Wide, empty: Wide, point: int, large: int) -> bool:
        """Whether a stone on a point takes nothing and leaves its chain with no liberty, or with one if it has `large` stones or more."""
        near = self.beside_one(point)
        if count(intersection(near, empty)) > 1:
            return False
        chain = self.after(own, empty, point)
        left = count(difference(self.liberties(chain, empty), with_member(self.none, point)))
        if left > 1 or (left == 1 and count(chain) < large):
            return False
        return not intersects(self.last_liberties(other, intersection(near, other), empty), with_member(self.none, point))

    # Simulated games

    def playout(self, state: State, random_bits: int) -> int:
        """An answer to the last stone where one is urgent, or makes a good shape; else any stone that does not fill an own eye, nor is
        at once lost with much else; the pass where there is no other. So simulated games come to an end, with nothing left to capture."""
        own, other = self.sides(state)
        empty = self.empty(own, other)
        places = empty if state.ko == NONE else difference(empty, with_member(self.none, state.ko))
        if state.last != NONE:
            answers = intersection(self.urgent(own, other, empty, state.last), places)
            if some(answers) and random_bits >> 32 & 15:
                return select(answers, (random_bits & HALF) * count(answers) >> 32)
            answers = intersection(self.shapely(own, other, places, state.last), places)
            if some(answers) and random_bits >> 36 & 15:
                point = select(answers, (random_bits & HALF) * count(answers) >> 32)
                if not self.rash(own, other, empty, point, 1):
                    return point
        places = difference(places, self.eyes(state))
        large = LARGE if random_bits >> 40 & 1 else 2
        while some(places):
            point = select(places, (random_bits & HALF) * count(places) >> 32)
            if not self.rash(own, other, empty, point, large):
                return point
            places = difference(places, with_member(self.none, point))
            random_bits = (random_bits & HALF) * 1664525 + 1013904223  # another lot (Numerical Recipes)
        return self.pass_

    def urgent(self, own: Wide, other: Wide, empty: Wide, last: int) -> Wide:
        """Where to take the last stone's chain, to save what it left with one liberty, or to take one that threatens this."""
        near = self.beside_one(last)
        found = self.last_liberties(other, with_member(self.none, last), empty)
        asked = intersection(near, own)
        while some(asked):
            chain = self.chain(with_member(self.none, select(asked, 0)), own)
            asked = difference(asked, chain)
            liberties = self.liberties(chain, empty)
            if count(liberties) == 1:
                found = union(found, self.last_liberties(other, intersection(self.beside(chain), other), empty))
                longer = self.after(own, empty, select(liberties, 0))
                if count(self.liberties(longer, difference(empty, liberties))) > 1:
                    found = union(found, liberties)
        return found

    def shapely(self, own: Wide, other: Wide, places: Wide, last: int) -> Wide:
        """Where beside a stone, corners too, a stone makes one of the shapes."""
        found = self.none
        around = intersection(self.around(with_member(self.none, last)), places)
        for word in range(self.words):
            for place in around[word]:
                if self.is_shape(own, other, 64 * word + place):
                    found = with_member(found, 64 * word + place)
        return found

    def around(self, points: Wide) -> Wide:
        """These points with their neighbours, corners too."""
        wider = union(points, union(shift_left(points, 1), shift_right(points, 1)))
        return intersection(union(wider, union(shift_left(wider, self.row), shift_right(wider, self.row))), self.board)

    def is_shape(self, own: Wide, other: Wide, point: int) -> bool:
        """Whether a stone on an empty point makes one of the shapes."""
        start, length, rim = point - self.row - 1, 2 * self.row + 3, self.rim[point]
        index = (self._ring(extract_bits(own, start, length)) | rim) | (self._ring(extract_bits(other, start, length)) | rim) << 8
        return (index & 63) in Bits(self.shapes[index >> 6])

    def _ring(self, three_rows: int) -> int:
        """Of what begins at the point up and left of one, the eight neighbours."""
        middle, below = three_rows >> self.row, three_rows >> 2 * self.row
        return three_rows & 7 | (middle & 1) << 3 | (middle >> 2 & 1) << 4 | (below & 7) << 5

    # What to try first

    def prior(self, state: State, action: int) -> float:
        """How promising a move looks: what takes or saves stones, makes a shape, is near the last stone, is not on an empty border."""
        if action == self.pass_:
            return 0.1
        if contains(self.eyes(state), action):
            return 0.01
        own, other = self.sides(state)
        empty = self.empty(own, other)
        stone = with_member(self.none, action)
        near = self.beside_one(action)
        worth = 1.0
        if intersects(self.last_liberties(other, intersection(near, other), empty), stone):
            worth *= 8.0
        elif self.rash(own, other, empty, action, 1):
            return 0.1
        if intersects(self.last_liberties(own, intersection(near, own), empty), stone):
            worth *= 5.0
        if self.is_shape(own, other, action):
            worth *= 2.5
        around = self.around(stone)
        wider = union(around, intersection(self.beside(around), self.board))
        if state.last != NONE:
            if contains(around, state.last):
                worth *= 3.0
            elif contains(wider, state.last):
                worth *= 1.7
        return worth if intersects(wider, union(own, other)) else worth * self.height(action)

    def height(self, point: int) -> float:
        """How good a point is by its line alone, where no stone is near: the third line best, the border worst."""
        if contains(self.first, point):
            return 0.1
        if contains(self.second, point):
            return 0.3
        return 1.5 if contains(self.third, point) else 1.0

    # For the engine

    def evaluate(self, state: State, player: int) -> float:
        """The points nearer to the player's stones less those nearer to the other's, komi counted; by the win, as a part of the board."""
        black, white = state.black, state.white
        open_ = self.empty(black, white)
        while True:
            black_more, white_more = intersection(self.beside(black), open_), intersection(self.beside(white), open_)
            if not intersects(black_more, open_) and not intersects(white_more, open_):
                break
            black, white = union(black, difference(black_more, white_more)), union(white, difference(white_more, black_more))
            open_ = difference(open_, union(black_more, white_more))
        lead = count(black) - count(white) - self.komi
        if self.scoring == "win":
            lead = lead / (self.cells + abs(self.komi))
        return lead if player == MAX else -lead

    def bounds(self, state: State) -> tuple[float, float]:
        """What stones that cannot be taken are worth at least, and those of the other, with the points that can only be theirs."""
        black, white = self.safe(state.black, state.white), self.safe(state.white, state.black)
        least, most = 2 * count(black) - self.cells - self.komi, self.cells - 2 * count(white) - self.komi
        if self.scoring == "win":
            least, most = (least > 0) - (least < 0) + 0.0, (most > 0) - (most < 0) + 0.0
        return (least, most) if state.player == MAX else (-most, -least)

    def order(self, state: State, action: int, child: State) -> int:
        """Stones that take most, then those with most liberties around and in the middle; a pass first where it wins, else last."""
        if action == self.pass_:
            return 1 << 20 if child.passes == 2 and self.utility(child, state.player) > 0 else 0
        other, own = self.sides(child)
        liberties = count(self.liberties(own, self.empty(own, other)))
        taken = count(self.sides(state)[1]) - count(other)
        return 1000 + 100 * taken + 4 * liberties - (200 if contains(self.eyes(state), action) else 10 * contains(self.first, action))

    def symmetries(self, state: State) -> Iterable[State]:
        """The seven other ways to look at the board."""
        for way in range(1, 8):
            ko = state.ko if state.ko == NONE else self._seen_point(state.ko, way)
            last = state.last if state.last == NONE else self._seen_point(state.last, way)
            yield State(self._seen(state.black, way), self._seen(state.white, way), ko, state.passes, state.player, last)

    def _seen(self, points: Wide, way: int) -> Wide:
        seen = self.none
        for word in range(self.words):
            for place in points[word]:
                seen = with_member(seen, self._seen_point(64 * word + place, way))
        return seen

    def _seen_point(self, point: int, way: int) -> int:
        """A point of the board turned upside down (1), left for right (2), rows for columns (4), or a sum of these."""
        row, column = point // self.row, point % self.row
        if way & 1:
            row = self.size - 1 - row
        if way & 2:
            column = self.size - 1 - column
        return column * self.row + row if way & 4 else row * self.row + column
