"""Go: players place stones and capture what has no liberty left; who holds more of the board at the end wins.

Points are numbered row by row from the top left. A row has one place more than the board, which stays empty, so that a
step beyond the border never leads to a stone (5 x 5, the numbers of actions):

    5  0  1  2  3  4  .        a step to the right is 1, down size + 1
    4  6  7  8  9 10  .
    3 12 13 14 15 16  .
    2 18 19 20 21 22  .
    1 24 25 26 27 28  .
       A  B  C  D  E           pass is the number after the last place: 30

The rules are those of J. Tromp and B. Taylor (Tromp-Taylor, "Logical Rules"), in which a turn is a pass, or

1. a stone on an empty point, then clearing the other's stones that reach no empty point, then one's own that reach none;
2. in such a way that no earlier colouring of the board comes back (positional superko).
3. Two passes end the game. A player's score is the stones of that colour, and the empty points that reach only it.

So a chain may be given up by filling its last liberty (suicide); a single stone may not, since the board would be as
before. What came earlier than the last turn is not part of a state: `actions` forbids the immediate recapture of a ko, and
who drives a game forbids the rest by `position` (see `zermelo.game.legal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from zermelo.bits import Bits
from zermelo.board import GOBAN, STONE, Board, Piece, board_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, MIN, replace
from zermelo.games.go_knowledge import Knowledge
from zermelo.games.go_points import NONE, State
from zermelo.wide import Wide, common, contains, count, meet, members_of, nth, some, union, wide, with_member, without

SMALLEST, LARGEST = 2, 19
MARKS: Final = "xo"
COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"
USUAL_KOMI: Final = 7.5


class Go(Knowledge):
    """Go on `size` x `size` points, 2 to 19. Black (MAX, x) begins.

    An action is the number of a point (see the top of this file), or the pass. People call points by column and row, D4,
    the columns without I, row 1 below.

    komi     points that White is given at the end: unless given, 7.5 from 9 x 9 on, and 0 on smaller boards
    scoring  "win": utility 1 to the winner, -1 to the loser, 0 where a whole komi makes a tie; "margin": the points by
             which the player leads
    suicide  whether a chain may fill its own last liberty, as the rules above have it; most others do not

    >>> game = Go(5)
    >>> state = game.read("...../..x../.xox./...../..... x - 0")
    >>> print(game.show(game.result(state, game.parse(state, "C2"))))
       A B C D E
     5 . . . . .
     4 . . x . .
     3 . x . x .
     2 . . x . .
     1 . . . . .
    o to move
    """

    superko = True
    monte_carlo = {"puct": True, "rave": 500, "exploration": 0.5, "playout": 1200}  # noqa: RUF012  never changed; two kos can go on for ever

    def __init__(self, size: int = 9, komi: float | None = None, scoring: str = "win", suicide: bool = True) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise SpecError(f"a board of {size} x {size} is not possible; {SMALLEST} x {SMALLEST} to {LARGEST} x {LARGEST} are")
        if scoring not in ("win", "margin"):
            raise SpecError(f'there is no scoring {scoring!r}; it is "win" or "margin"')
        super().__init__(size)
        self.komi = _komi(size, komi)
        self.scoring, self.suicide = scoring, bool(suicide)
        self.max_actions = self.cells + 1
        self.utility_range = (-1.0, 1.0) if scoring == "win" else (-self.cells - self.komi, self.cells - self.komi)

    # The rules

    def initial(self) -> State:
        return State(self.none, self.none, NONE, 0, MAX, NONE)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        places = self.places(state)
        for word in range(self.words):
            for place in places[word]:
                yield 64 * word + place
        yield self.pass_

    def result(self, state: State, action: int) -> State:
        if action == self.pass_:
            return State(state.black, state.white, NONE, state.passes + 1, 1 - state.player, NONE)
        own, other = self.sides(state)
        own = with_member(own, action)
        near = self.beside_one(action)
        empty = self.empty(own, other)
        ko = NONE
        taken = self.choked(other, common(near, other), empty)
        if some(taken):
            other = without(other, taken)
            if count(taken) == 1 and not meet(near, own) and not meet(near, empty):
                ko = nth(taken, 0)
        elif not meet(near, empty):
            own = without(own, self.choked(own, with_member(self.none, action), empty))
        last = action if contains(own, action) else NONE
        if state.player == MAX:
            return State(own, other, ko, 0, MIN, last)
        return State(other, own, ko, 0, MAX, last)

    def is_terminal(self, state: State) -> bool:
        return state.passes == 2

    def utility(self, state: State, player: int) -> float:
        points = self.score(state)
        if self.scoring == "win" and points != 0:
            points = 1.0 if points > 0 else -1.0
        return points if player == MAX else -points

    def score(self, state: State) -> float:
        """By how many points Black leads, by area, komi counted: what the score would be if the game ended here."""
        empty = self.empty(state.black, state.white)
        black, white = self.chain(state.black, empty), self.chain(state.white, empty)
        return count(without(black, white)) - count(without(white, black)) - self.komi

    def position(self, state: State) -> tuple[Wide, Wide]:
        """The colouring of the board, which may not come back."""
        return state.black, state.white

    def key(self, state: State) -> tuple[Wide, Wide, int, int, int]:
        """The state but for the stone that was placed last, of which no rule asks."""
        return state.black, state.white, state.ko, state.passes, state.player

    # Parts of the rules

    def places(self, state: State) -> Wide:
        """The points where the player to move may place a stone, as far as the state tells."""
        own, other = self.sides(state)
        empty = self.empty(own, other)
        places = empty if state.ko == NONE else without(empty, with_member(self.none, state.ko))
        narrow = without(places, self.beside(union(empty, own)) if self.suicide else self.beside(empty))
        for word in range(self.words):
            for place in narrow[word]:
                if not self._breathes(own, other, empty, 64 * word + place):
                    places = replace(places, word, places[word] & ~(Bits(1) << place))
        return places

    def _breathes(self, own: Wide, other: Wide, empty: Wide, point: int) -> bool:
        """Whether a stone on a point without empty neighbours has a liberty in the end: it captures, or joins a chain that has one."""
        stone = with_member(self.none, point)
        left = without(empty, stone)
        if some(self.choked(other, common(self.beside_one(point), other), left)):
            return True
        return not self.suicide and not some(self.choked(union(own, stone), stone, left))

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """The points nearer to the player's stones less those nearer to the other's, komi counted; by the win, as a part of the board."""
        black, white = state.black, state.white
        open_ = self.empty(black, white)
        while True:
            black_more, white_more = common(self.beside(black), open_), common(self.beside(white), open_)
            if not meet(black_more, open_) and not meet(white_more, open_):
                break
            black, white = union(black, without(black_more, white_more)), union(white, without(white_more, black_more))
            open_ = without(open_, union(black_more, white_more))
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

    # For people

    def state(self, black: Iterable[int], white: Iterable[int], player: int) -> State:
        """The state with stones on these points in which `player` is to move and no ko is open."""
        return State(wide(black, self.words), wide(white, self.words), NONE, 0, player, NONE)

    def point(self, name: str) -> int:
        """The point that people call `name`, A1 to T19 in any case. Raises PositionError for what is none."""
        letter, number = name[:1].upper(), name[1:]
        if letter in COLUMNS[: self.size] and letter and number.isascii() and number.isdecimal() and 1 <= int(number) <= self.size:
            return (self.size - int(number)) * self.row + COLUMNS.index(letter)
        raise PositionError(
            f"{name!r} is no point; they are {self.point_name(self.row * (self.size - 1))} to {self.point_name(self.size - 1)}"
        )

    def point_name(self, point: int) -> str:
        """What people call a point."""
        return f"{COLUMNS[point % self.row]}{self.size - point // self.row}"

    def name(self, state: State, action: int) -> str:
        return "pass" if action == self.pass_ else self.point_name(action)

    def show(self, state: State) -> str:
        """The rows, the last one on top, the letters of the columns, and who is to move or has won."""
        rows = [f"{self.size - number:>2} {' '.join(marks)}" for number, marks in enumerate(self._rows(state))]
        return "\n".join([f"   {' '.join(COLUMNS[: self.size])}", *rows, self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            ko = "" if state.ko == NONE else f", not at {self.point_name(state.ko)}"
            return f"{MARKS[state.player]} to move{ko}{', after a pass' * state.passes}"
        points = self.score(state)
        return "draw" if points == 0 else f"{MARKS[points < 0]} has won by {abs(points):g}"

    def picture(self, state: State) -> Board:
        pieces = {mark: Piece(STONE, player) for player, mark in enumerate(MARKS)}
        numbers = [str(self.size - row) for row in range(self.size)]
        return board_of(self._rows(state), pieces, GOBAN, across=COLUMNS[: self.size], upwards=numbers, news=self._news(state))

    def touched(self, state: State, action: int) -> tuple[int, ...]:
        return () if action == self.pass_ else (action // self.row * self.size + action % self.row,)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, who is to move, the point that a ko forbids, or -, and the passes: `.x./..O/... x - 0`.

        The stone that was placed last is written large.
        """
        ko = "-" if state.ko == NONE else self.point_name(state.ko)
        rows = self._rows(state)
        if state.last != NONE:
            row, column = divmod(state.last, self.row)
            rows[row] = rows[row][:column] + rows[row][column].upper() + rows[row][column + 1 :]
        return f"{'/'.join(rows)} {MARKS[state.player]} {ko} {state.passes}"

    def _rows(self, state: State) -> list[str]:
        marks = ["."] * self.pass_
        for mark, stones in zip(MARKS, (state.black, state.white), strict=True):
            for point in members_of(stones):
                marks[point] = mark
        return ["".join(marks[row * self.row : row * self.row + self.size]) for row in range(self.size)]

    def read(self, text: str) -> State:
        words = text.split()
        if len(words) != 4:
            raise PositionError(
                f"{text!r} has {len(words)} parts; a position is the rows, the player to move, the point of a ko or -, and the passes, "
                f"as {self._example()}"
            )
        rows, player, ko, passes = words
        if player not in ("x", "o"):
            raise PositionError(f"{player!r} is not the player to move, x or o; a position reads as {self._example()}")
        if passes not in ("0", "1", "2"):
            raise PositionError(f"{passes!r} is not how many passes came last, 0, 1 or 2; a position reads as {self._example()}")
        marks = self._read_rows(rows)
        black, white = ([point for point, mark in marks.items() if mark.lower() == own] for own in MARKS)
        state = self.state(black, white, MARKS.index(player))
        empty = self.empty(state.black, state.white)
        for mark, stones in zip(MARKS, (state.black, state.white), strict=True):
            dead = members_of(self.choked(stones, stones, empty))
            if dead:
                raise PositionError(f"the {mark} on {self.point_name(dead[0])} has no liberty; such stones have been taken off")
        state = state._replace(last=self._read_last(marks, player, passes))
        return state._replace(ko=self._read_ko(state, ko, passes), passes=int(passes))

    def _read_last(self, marks: Mapping[int, str], player: str, passes: str) -> int:
        """The point of the stone that is written large."""
        large = [point for point, mark in marks.items() if mark.isupper()]
        if not large:
            return NONE
        if len(large) > 1:
            raise PositionError(f"{' and '.join(map(self.point_name, large))} are both written large, which is for the stone placed last")
        if marks[large[0]].lower() == player or passes != "0":
            raise PositionError(
                f"the stone on {self.point_name(large[0])} was not placed last: it is the turn of {player}, after {passes} passes"
            )
        return large[0]

    def _read_rows(self, text: str) -> dict[int, str]:
        rows = text.split("/")
        if len(rows) != self.size:
            raise PositionError(f"{text!r} has {len(rows)} rows; {self.size} are needed, joined by /, as {self._example()}")
        marks: dict[int, str] = {}
        for number, row in enumerate(rows):
            if len(row) != self.size:
                raise PositionError(f"row {self.size - number}, {row!r}, has {len(row)} points; {self.size} are needed")
            for column, mark in enumerate(row):
                point = number * self.row + column
                if mark not in "xo.XO":
                    raise PositionError(
                        f"row {self.size - number}, {row!r}, has {mark!r} on {self.point_name(point)}; a point is x, o or ."
                    )
                marks[point] = mark
        return marks

    def _read_ko(self, state: State, name: str, passes: str) -> int:
        """The point that a ko forbids: where the player to move would take back one stone, alone and with one liberty."""
        if name == "-":
            return NONE
        ko = self.point(name)
        own, other = self.sides(state)
        empty = self.empty(own, other)
        near, stone = self.beside_one(ko), with_member(self.none, ko)
        taken = self.choked(other, common(near, other), without(empty, stone))
        if passes != "0" or meet(stone, union(own, other)) or meet(near, union(own, empty)) or count(taken) != 1:
            raise PositionError(f"there is no ko on {name}: a stone there would not take back the one that was played last")
        return ko

    def _example(self) -> str:
        return repr(self.write(self.initial()))


def _komi(size: int, komi: float | None) -> float:
    """The komi that is meant, as a float. Raises SpecError for one that is no half or whole number of points of the board."""
    if komi is None:
        return USUAL_KOMI if size >= 9 else 0.0
    if not isinstance(komi, int | float) or not abs(komi) <= size * size or komi * 2 != int(komi * 2):
        raise SpecError(f"a komi of {komi!r} is not possible; it is a whole or half number of points, at most {size * size}")
    return float(komi)
