"""Nine men's morris (merels, mill) and six men's morris: men are placed, then moved; three in a line, a mill, take a man of the other's.

Points lie on three squares within one another, or two, and are named by column and row:

    7  0--------1--------2      A mill is a side of a square, or one of the four lines between the middles of the sides, where these
    6  |  3-----4-----5  |      have three points: 16 mills on three squares, 8 on two. Men move along the lines.
    5  |  |  6--7--8  |  |
    4  9-10-11    12-13-14
    3  |  | 15-16-17  |  |
    2  | 18----19----20  |
    1 21-------22-------23
       a  b  c  d  e  f  g

Source: R. Gasser, Solving nine men's morris, in Games of No Chance (MSRI Publications 29), 1996.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from zermelo.bits import Bits, set_of
from zermelo.board import HOLE, POINTS_AND_LINES, STONE, Board, Piece, board_of
from zermelo.board_text import Grid, parts_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.mirrors import FIRST, HALF, images, mirror_of_two, mirrored
from zermelo.ranks import choose, opened, rank_set, rank_set_beside, unrank_set
from zermelo.units import Unit

MILL: Final = 3
"""Men in a mill; with fewer in all a player has lost."""
MARKS: Final = "xo"
BESIDE: Final = "#"
"""Where the board has no point."""

Place = tuple[int, int]
"""The row and the column of a point, from the middle of the board."""


class State(NamedTuple):
    """The points with a man of the player to move, those of the other, the men that both have yet to place, and the player to move."""

    own: Bits
    other: Bits
    left: int
    player: int


class MensMorris(Game):
    """Morris on `rings` squares with so many men each: what nine and six men's morris are.

    Numbers of points: an action is the point that a man goes to; added to it are 1 more than the point that it comes from, times the
    points, and 1 more than the point of the man that it takes, times the square of the points and the points.
    """

    repetition = 0.0
    utility_range = (-1.0, 1.0)
    measured_in = Unit("man", "men", size=1 / 16, digits=0)
    utility_sum = 0.0
    rings: ClassVar[int] = MILL
    phrases: ClassVar = {
        "es": {"{} to place, {} to move": "por colocar: {}, turno: {}"},
        "pt": {"{} to place, {} to move": "por colocar: {}, vez: {}"},
    }

    def __init__(self, men: int, flying: bool) -> None:
        most = 3 * self.rings
        if type(men) is not int or not MILL <= men <= most:
            raise SpecError(f"{men!r} men are not possible; each player has {MILL} to {most} on this board")
        self.men, self.flying = men, bool(flying)
        self._places = _places(self.rings)
        self.points = len(self._places)
        self._board = Bits((1 << self.points) - 1)
        mills, steps = _mills(self.rings), [*_steps(self.rings)]
        self._mills = tuple(set_of(map(self._places.index, mill)) for mill in mills)
        through = [[mill for mill in self._mills if point in mill] for point in range(self.points)]
        self._one, self._two = tuple(each[0] for each in through), tuple(each[-1] for each in through)
        self._near = tuple(set_of(self._places.index(to) for at, to in steps if at == place) for place in self._places)
        places = self._places
        self._mirrors = (
            mirror_of_two(places.index((-y, x)) for y, x in places),
            mirror_of_two(places.index((y, -x)) for y, x in places),
            mirror_of_two(places.index((x, y)) for y, x in places),
        )
        self._inside_out = mirror_of_two(places.index(_inside_out(place, self.rings)) for place in places)
        self._taking = self.points * (self.points + 1)
        self.max_actions = max(self.points + men * len(mills), 4 * men * men)
        self._numbered()

    # The rules

    def initial(self) -> State:
        return State(Bits(0), Bits(0), 2 * self.men, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        free = self._board & ~(state.own | state.other)
        if state.left > 0:
            for to in free:
                yield from self._with_captures(state.own | Bits(1) << to, state.other, to)
        else:
            for man in state.own:
                for to in free & self._reach(state.own, man):
                    own = state.own & ~(Bits(1) << man) | Bits(1) << to
                    yield from self._with_captures(own, state.other, self.points * (man + 1) + to)

    def _with_captures(self, own: Bits, other: Bits, move: int) -> Iterable[int]:
        """A move that leads to these men, with each man that can be taken where it closes a mill."""
        if other and self._closes(own, move % self.points):
            for taken in self._open_to_capture(other):
                yield self._taking * (taken + 1) + move
        else:
            yield move

    def _reach(self, own: Bits, man: int) -> Bits:
        """The points to which a man can be moved where they are free."""
        return self._board if self.flying and own.count() == MILL else self._near[man]

    def _closes(self, own: Bits, point: int) -> bool:
        """Whether a man on this point is in a mill of these men."""
        return own & self._one[point] == self._one[point] or own & self._two[point] == self._two[point]

    def _open_to_capture(self, men: Bits) -> Bits:
        """The men that are in no mill; all of them if all are."""
        safe = Bits(0)
        for mill in self._mills:
            if men & mill == mill:
                safe = safe | mill
        return men & ~safe if men & ~safe else men

    def result(self, state: State, action: int) -> State:
        move, taken = action % self._taking, action // self._taking
        own, other = state.own | Bits(1) << move % self.points, state.other
        if move >= self.points:
            own = own & ~(Bits(1) << move // self.points - 1)
        if taken > 0:
            other = other & ~(Bits(1) << taken - 1)
        return State(other, own, state.left - 1 if state.left > 0 else 0, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return self.men_of(state) < MILL or self.is_blocked(state)

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1

    def men_of(self, state: State) -> int:
        """The men of the player to move, on the board and yet to be placed."""
        return state.own.count() + (state.left + 1) // 2

    def is_blocked(self, state: State) -> bool:
        """Whether the player to move has placed all men and cannot move any."""
        if state.left > 0:
            return False
        free = self._board & ~(state.own | state.other)
        for man in state.own:  # noqa: SIM110  a loop compiles
            if free & self._reach(state.own, man):
                return False
        return True

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """A sixteenth for each man more than the other has."""
        lead = self.men_of(state) - state.other.count() - state.left // 2
        return (lead if player == state.player else -lead) / 16

    def order(self, state: State, action: int, child: State) -> int:
        return action // self._taking

    def symmetries(self, state: State) -> Iterable[State]:
        """The turns and mirror images, and those with the squares turned inside out: 15 others."""
        board = state.own | state.other << HALF
        inside_out = mirrored(board, self._inside_out)
        yield State(inside_out & FIRST, inside_out >> HALF, state.left, state.player)
        for image in images(board, self._mirrors):
            yield State(image & FIRST, image >> HALF, state.left, state.player)
        for image in images(inside_out, self._mirrors):
            yield State(image & FIRST, image >> HALF, state.left, state.player)

    # For databases. While men are placed a tier is how many are left and how many each has on the board; then how many both have, whoever
    # is to move: first the states in which this is who has more

    def _numbered(self) -> None:
        """Number the tiers: of each the men of the player to move and of the other in its first states, and where others are found."""
        wide, tiers = self.men + 1, [*self._tiers()]
        self._left_of, self._own_of, self._other_of = (tuple(tier[part] for tier in tiers) for part in range(3))
        tier_of, first_of = [-1] * (2 * wide**3), [0] * (2 * wide**3)
        for tier, (left, own, other) in enumerate(tiers):
            tier_of[(left * wide + own) * wide + other] = tier
            if self._turns(left, own, other):
                tier_of[other * wide + own], first_of[other * wide + own] = tier, self._ways(own, other)
        self._tier_of, self._first_of = tuple(tier_of), tuple(first_of)

    def _tiers(self) -> Iterable[tuple[int, int, int]]:
        """The men left, those of the player to move, and those of the other, of every tier."""
        for left in range(2 * self.men, 0, -1):
            hand, hand_of_other = (left + 1) // 2, left // 2
            placed, placed_by_other = self.men - hand, self.men - hand_of_other
            for own in range(placed, max(-1, MILL - 2 - hand), -1):
                for other in range(placed_by_other, max(-1, MILL - 1 - hand_of_other), -1):
                    if (own == placed or placed_by_other >= MILL) and (other == placed_by_other or placed >= MILL):
                        yield left, own, other
        for both in range(2 * self.men, 2 * MILL - 2, -1):
            for own in range(self.men, MILL - 1, -1):
                if MILL <= both - own <= own:
                    yield 0, own, both - own
            if MILL <= both - (MILL - 1) <= self.men:
                yield 0, MILL - 1, both - (MILL - 1)

    def _turns(self, left: int, own: int, other: int) -> bool:
        """Whether a tier holds the states, too, in which the player to move has the men of the other."""
        return left == 0 and MILL <= other < own

    def _ways(self, own: int, other: int) -> int:
        return choose(self.points, own) * choose(self.points - own, other)

    def _number(self, state: State) -> int:
        wide = self.men + 1
        return (state.left * wide + state.own.count()) * wide + state.other.count()

    def tier(self, state: State) -> int:
        return self._tier_of[self._number(state)]

    def tier_sizes(self) -> Iterable[int]:
        for tier in zip(self._left_of, self._own_of, self._other_of, strict=True):
            yield self._ways(*tier[1:]) * (2 if self._turns(*tier) else 1)

    def rank(self, state: State) -> int:
        ways = choose(self.points - state.own.count(), state.other.count())
        return self._first_of[self._number(state)] + rank_set(state.own) * ways + rank_set_beside(state.other, state.own)

    def unrank(self, tier: int, index: int) -> State:
        men, others, left = self._own_of[tier], self._other_of[tier], self._left_of[tier]
        first = self._ways(men, others)
        if index >= first:
            index, men, others = index - first, others, men
        ways = choose(self.points - men, others)
        own = unrank_set(index // ways, men, self.points)
        other = unrank_set(index % ways, others, self.points - men)
        return State(own, opened(other, own), left, left % 2)

    def predecessors(self, state: State) -> Iterable[State]:
        if state.left == 0 and state.own.count() >= MILL:  # else a man was taken, in another tier
            free = self._board & ~(state.own | state.other)
            for man in state.other:
                if not self._closes(state.other, man):
                    for start in free & self._reach(state.other, man):
                        yield State(state.other & ~(Bits(1) << man) | Bits(1) << start, state.own, 0, 1 - state.player)

    # For people

    def name(self, state: State, action: int) -> str:
        move, taken = action % self._taking, action // self._taking
        start = f"{self._point(move // self.points - 1)}-" if move >= self.points else ""
        return f"{start}{self._point(move % self.points)}{f'x{self._point(taken - 1)}' if taken else ''}"

    def show(self, state: State) -> str:
        rows = [row.replace(BESIDE, " ") for row in self._rows(state)]
        return "\n".join([*(line.rstrip() for line in self._grid().framed(rows, below=True)), self._news(state)])

    def _news(self, state: State) -> str:
        mover = MARKS[state.player]
        if self.men_of(state) < MILL:
            return f"{MARKS[1 - state.player]} has won"
        if self.is_blocked(state):
            return f"{mover} cannot move and has lost"
        return f"{state.left} to place, {mover} to move" if state.left else f"{mover} to move"

    def picture(self, state: State) -> Board:
        grid, pieces = self._grid(), {**{mark: Piece(STONE, player) for player, mark in enumerate(MARKS)}, ".": Piece(HOLE)}
        shown = board_of(self._rows(state), pieces, POINTS_AND_LINES, across=grid.across, upwards=grid.upwards, news=self._news(state))
        ways = ((point, other) for point in range(self.points) for other in self._near[point] if point < other)
        shown = replace(shown, joined=tuple((self._cell(point), self._cell(other)) for point, other in ways))
        if self.men_of(state) >= MILL:
            return shown
        mills = (mill for mill in self._mills if mill <= state.other)  # who took the last man has closed one
        return replace(shown, lit=tuple(sorted({self._cell(point) for mill in mills for point in mill})))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        move, taken = action % self._taking, action // self._taking
        points = [move // self.points - 1] * (move >= self.points) + [move % self.points] + [taken - 1] * (taken > 0)
        return tuple(map(self._cell, points))

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, the men yet to be placed, and who is to move; `#` is no point of the board."""
        return f"{'/'.join(self._rows(state))} {state.left} {MARKS[state.player]}"

    def read(self, text: str) -> State:
        example = self.write(self.initial())
        rows, number, mark = parts_of(text, ("the rows", "the men yet to be placed", "the player to move"), example)
        if mark not in (*MARKS,):
            raise PositionError(f"{mark!r} is no player; x or o is to move, as in {example}")
        found = self._grid().read(rows, MARKS + BESIDE, example)
        cells = {self._cell(point): point for point in range(self.points)}
        beside = {*range((2 * self.rings + 1) ** 2)} - cells.keys()
        if {*found[BESIDE]} != beside:
            raise PositionError(f"the places that are no points of the board, and no others, are {BESIDE}, as in {example}")
        if not (number.isascii() and number.isdecimal() and len(number) < 3 and int(number) <= 2 * self.men):
            raise PositionError(f"{number!r} men yet to be placed are not possible; 0 to {2 * self.men} are")
        first, second = (set_of(cells[cell] for cell in found[one]) for one in MARKS)
        player, left = MARKS.index(mark), int(number)
        state = State(first, second, left, MAX) if player == MAX else State(second, first, left, MIN)
        if left and player != left % 2:
            raise PositionError(f"{mark} cannot be to move; with {left} men yet to be placed it is {MARKS[left % 2]}'s turn")
        if max(self.men_of(state), state.other.count() + left // 2) > self.men or self.tier(state) < 0:
            raise PositionError(
                f"{first.count()} men of x and {second.count()} of o, and {left} yet to be placed, cannot be: each has {self.men}, who has "
                f"less than {MILL} in all has lost, and a man is lost to three"
            )
        return state

    def _grid(self) -> Grid:
        wide = 2 * self.rings + 1
        return Grid("abcdefg"[:wide], [str(wide - row) for row in range(wide)], wide, wide, square="point")

    def _cell(self, point: int) -> int:
        """Where a point lies on the grid."""
        row, column = self._places[point]
        return (2 * self.rings + 1) * (row + self.rings) + column + self.rings

    def _point(self, point: int) -> str:
        return self._grid().name(self._cell(point))

    def _rows(self, state: State) -> list[str]:
        cells = {self._cell(point) for point in range(self.points)}
        own, other = MARKS[state.player], MARKS[1 - state.player]
        beside = [cell for cell in range((2 * self.rings + 1) ** 2) if cell not in cells]
        return self._grid().rows({BESIDE: beside, own: map(self._cell, state.own), other: map(self._cell, state.other)})


class NineMensMorris(MensMorris):
    """Nine men's morris, or with fewer `men`, 3 to 9 each. MAX (x) begins.

    In turns all men are placed; then a man is moved along a line to the next point, if it is free, or, `flying`, to any free point by
    who has three left. Who closes a mill takes a man of the other's that is in none, or any if all are in mills. Who has less than three
    men, or cannot move, loses; a game that goes round is drawn. Utility: 1 a win, -1 a loss.

    >>> game = NineMensMorris()
    >>> state = game.result(game.initial(), game.parse(game.initial(), "d6"))
    >>> game.write(state)
    '.##.##./#.#x#.#/##...##/...#.../##...##/#.#.#.#/.##.##. 17 o'
    """

    def __init__(self, men: int = 9, flying: bool = True) -> None:
        super().__init__(men, flying)


class SixMensMorris(MensMorris):
    """Six men's morris, on two squares, or with fewer `men`, 3 to 6 each. MAX (x) begins.

    As nine men's morris, but that the lines between the squares have two points and are no mills, and nobody flies unless told.

    >>> game = SixMensMorris()
    >>> len(list(game.actions(game.initial())))
    16
    """

    rings = 2

    def __init__(self, men: int = 6, flying: bool = False) -> None:
        super().__init__(men, flying)


def _places(rings: int) -> tuple[Place, ...]:
    """The points along the rows: corners of the squares and middles of their sides."""
    span = range(-rings, rings + 1)
    return tuple((y, x) for y in span for x in span if (y or x) and (abs(y) == abs(x) or not y or not x))


def _mills(rings: int) -> list[tuple[Place, ...]]:
    """The sides of the squares, and the lines between them where these have three points."""
    found: list[tuple[Place, ...]] = []
    for ring in range(1, rings + 1):
        for side in (-ring, ring):
            found += [tuple((side, ring * along) for along in (-1, 0, 1)), tuple((ring * along, side) for along in (-1, 0, 1))]
    if rings == MILL:
        for side in (-1, 1):
            found += [tuple((side * ring, 0) for ring in range(1, 1 + rings)), tuple((0, side * ring) for ring in range(1, 1 + rings))]
    return found


def _steps(rings: int) -> Iterable[tuple[Place, Place]]:
    """From each point to those next to it on a line."""
    for y, x in _places(rings):
        for to in _places(rings):
            far, ring, other = abs(to[0] - y) + abs(to[1] - x), max(abs(y), abs(x)), max(map(abs, to))
            on_side = other == ring == far
            between = far == abs(other - ring) == 1 and 0 in (y, x)
            if on_side or between:
                yield (y, x), to


def _inside_out(place: Place, rings: int) -> Place:
    """Where a point goes when the outer square becomes the inner one."""
    ring = max(map(abs, place))
    y, x = (along // ring * (rings + 1 - ring) for along in place)
    return y, x
