"""Dots and boxes (E. Lucas, La pipopipette, 1889): two players draw the sides of boxes; who draws the fourth has the box, and moves again.

`rows` x `columns` boxes between dots. The sides have numbers, first those that lie, row by row, then those that stand:

    o-0-o-1-o
    6   7   8
    o-2-o-3-o
    9  10  11
    o-4-o-5-o

A box is won at once, as a reward (`Game.reward`), and a state holds the sides that are drawn, not whose the boxes are: positions
that differ only in that are one, so there are 2 ** sides of them at most, each for two players to move.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import ClassVar, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import BARE, DOT, LYING, STANDING, Board, Piece
from zermelo.board_text import parts_of, player_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, Game
from zermelo.mirrors import mirror, mirrored
from zermelo.units import Unit

MARKS: Final = "xo"
MOST_SIDES: Final = 63
"""A state keeps its sides in one word, and one place of it is no side's."""
NOWHERE: Final = Bits(1) << MOST_SIDES
"""In place of a box beyond the rim: what is never drawn."""


class State(NamedTuple):
    """The sides that are drawn, and who is to move."""

    drawn: Bits
    player: int


class DotsAndBoxes(Game):
    """Dots and boxes on `rows` x `columns` boxes, 63 sides at most (5 x 5 has 60). MAX (x) begins.

    An action is the number of a side (see above), which people call by its two dots: `a1-b1`, a1 the top left. Each box that it
    closes is a reward of 1, and then the same player moves again. Utility: 0; all there is to win is won on the way.

    >>> game = DotsAndBoxes(1, 2)
    >>> state = game.initial()
    >>> for name in ("a1-b1", "a2-b2", "a1-a2"):
    ...     state = game.result(state, game.parse(state, name))
    >>> print(game.show(state))
      a   b   c
    1 o---o   o
      |
    2 o---o   o
    o to move
    >>> game.reward(state, game.parse(state, "b1-b2")), game.reward(state, game.parse(state, "c1-c2"))
    (1, 0)
    """

    phrases: ClassVar = {
        "es": {
            "all boxes are closed": "todas las cajas están cerradas",
        },
        "pt": {
            "all boxes are closed": "todas as caixas estão fechadas",
        },
    }

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        sides = rows * (columns + 1) + columns * (rows + 1)
        if not (rows >= 1 and columns >= 1 and sides <= MOST_SIDES):
            raise SpecError(f"{rows} x {columns} boxes do not fit: there are 1 row and 1 column or more, and {MOST_SIDES} sides at most")
        self.rows, self.columns, self.max_actions = rows, columns, sides
        self.all = Bits((1 << sides) - 1)
        self.measured_in = Unit("box", "boxes", digits=0)
        self.utility_range = (-rows * columns, rows * columns)
        boxes = [self._box(row, column) for row in range(rows) for column in range(columns)]
        beside = [[box for box in boxes if side in box] for side in range(sides)]
        self.boxes = tuple(boxes)
        self.one = tuple(own[0] for own in beside)
        self.other = tuple(own[1] if len(own) > 1 else NOWHERE for own in beside)
        rim = Bits(sum(1 << side for side in range(sides) if len(beside[side]) == 1))
        self.before = tuple(own[0] & rim & Bits((1 << side) - 1) if len(own) == 1 else Bits(0) for side, own in enumerate(beside))

        places = [self._place(side) for side in range(sides)]
        self._left_for_right = mirror(self._side(lying, row, columns - lying - column) for lying, row, column in places)
        self._upside_down = mirror(self._side(lying, rows - 1 + lying - row, column) for lying, row, column in places)
        self._diagonal = mirror((self._side(not lying, column, row) for lying, row, column in places) if rows == columns else ())

    def _side(self, lying: bool, row: int, column: int) -> int:
        """The number of a side, by whether it lies, and its row and column among those that do as it does."""
        return row * self.columns + column if lying else (self.rows + 1) * self.columns + row * (self.columns + 1) + column

    def _place(self, side: int) -> tuple[bool, int, int]:
        """Whether a side lies, and its row and column among those that do as it does."""
        flat = (self.rows + 1) * self.columns
        return (True, *divmod(side, self.columns)) if side < flat else (False, *divmod(side - flat, self.columns + 1))

    def _box(self, row: int, column: int) -> Bits:
        """The four sides of a box."""
        above, left = row * self.columns + column, (self.rows + 1) * self.columns + row * (self.columns + 1) + column
        return Bits(1 << above | 1 << above + self.columns | 1 << left | 1 << left + 1)

    # Rules

    def initial(self) -> State:
        return State(Bits(0), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        yield from self.all & ~state.drawn

    def reward(self, state: State, action: int) -> int:
        left = ~(state.drawn | Bits(1) << action)
        return (0 if self.one[action] & left else 1) + (0 if self.other[action] & left else 1)

    def result(self, state: State, action: int) -> State:
        again = self.reward(state, action) > 0
        return State(state.drawn | Bits(1) << action, state.player if again else 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return state.drawn == self.all

    def utility(self, state: State, player: int) -> int:
        return 0

    # Hints

    engine = {"bisection": True, "symmetries": 10, "internal_deepening": False}  # noqa: RUF012  never changed

    def evaluate(self, state: State, player: int) -> float:
        """The boxes that the player to move can take at once."""
        open_ = 0
        for box in self.boxes:
            if (box & ~state.drawn).count() == 1:
                open_ += 1
        return open_ if player == state.player else -open_

    def plies_left(self, state: State) -> int:
        return (self.all & ~state.drawn).count()

    def order(self, state: State, action: int, child: State) -> int:
        """Boxes first; last the sides that let the other have one."""
        left = ~child.drawn
        closed = (0 if self.one[action] & left else 1) + (0 if self.other[action] & left else 1)
        given = ((self.one[action] & left).count() == 1) + ((self.other[action] & left).count() == 1)
        return 2 * closed - given

    def symmetries(self, state: State) -> Iterable[State]:
        upside_down, left_for_right = mirrored(state.drawn, self._upside_down), mirrored(state.drawn, self._left_for_right)
        turned = mirrored(upside_down, self._left_for_right)
        yield State(left_for_right, state.player)
        yield State(upside_down, state.player)
        yield State(turned, state.player)
        if self.rows == self.columns:
            yield State(mirrored(state.drawn, self._diagonal), state.player)
            yield State(mirrored(left_for_right, self._diagonal), state.player)
            yield State(mirrored(upside_down, self._diagonal), state.player)
            yield State(mirrored(turned, self._diagonal), state.player)

    def bounds(self, state: State) -> tuple[float, float]:
        """Nobody wins more than the boxes that are left."""
        open_ = 0
        for box in self.boxes:
            if box & ~state.drawn:
                open_ += 1
        return -open_, open_

    def candidates(self, state: State) -> Iterable[int]:
        """One side of each chain; where boxes can be taken, sides that take one, and perhaps one that leaves two.

        Let a side s take a box. Whatever is played that takes none, the other can draw s, and go on as the player could have done after
        s. So a side that takes none is worth a thought only if it does take one after s: the last side but s of the box beyond s.
        It closes that box for the other, with the first: two boxes for the turn. If there is another side that takes a box,
        and it is not worth a thought next to that, nothing but taking is.
        """
        left = self.all & ~state.drawn
        taking, leaving = Bits(0), left
        for side in left:
            rest = left & ~(Bits(1) << side)
            first, second = self.one[side], self.other[side]
            if not first & rest or (second != NOWHERE and not second & rest):
                box = first if first & rest else second
                if self._costs_nothing(box, box & rest, left):
                    yield side
                    return
                taking |= Bits(1) << side
                leaving &= box & rest
        for side in taking | leaving if taking else left:
            if taking or (not self.before[side] & left and self._stands_for_its_chain(side, left)):
                yield side

    def _costs_nothing(self, box: Bits, beyond: Bits, left: Bits) -> bool:
        """Whether no play is better than to take the box next to this one, whose sides `beyond` are open besides.

        If there is none of these, or there are two or more, no other play that takes none is worth a thought, now or when others
        have taken boxes, and in which order boxes are taken is all one. If there is one, it depends on how the chain goes on:
        of three boxes and more the first is taken, as two can be left later; four in a ring cut open are the exception.
        """
        if beyond.count() != 1:
            return True
        third = self._past(beyond.lowest(), box)
        further = third & left & ~beyond
        if further.count() != 1:
            return third != NOWHERE and not further
        fourth = self._past(further.lowest(), third)
        return fourth == NOWHERE or bool(fourth & left & ~further)

    def _stands_for_its_chain(self, side: int, left: Bits) -> bool:
        """Whether this is the side to draw of a chain of boxes with two open sides each, while no box can be taken.

        Of three boxes or more, or one, it is all one which is drawn: the other takes all of them, or all but two. Two boxes are better
        given by the side between them, which leaves no choice. A chain from a box back to the same may lead on, so all its sides count.
        """
        end, boxes, least = self._followed(side, self.one[side], left)
        other_end, others, lowest = self._followed(side, self.other[side], left)
        if end == other_end != NOWHERE:
            return True
        return boxes == others if boxes + others == 2 else side == min(least, lowest)

    def _followed(self, side: int, box: Bits, left: Bits) -> tuple[Bits, int, int]:
        """From a side into a box, and on through boxes with two open sides: what is behind them, how many they are, their least side."""
        begun, boxes, least = side, 0, side
        while box != NOWHERE and (box & left).count() == 2:
            side = (box & left & ~(Bits(1) << side)).lowest()
            box = self._past(side, box)
            boxes, least = boxes + 1, min(least, side)
            if side == begun:
                break
        return box, boxes, least

    def _past(self, side: int, box: Bits) -> Bits:
        """The box on the other side of a side."""
        return self.one[side] if self.other[side] == box else self.other[side]

    # Text

    def name(self, state: State, action: int) -> str:
        lying, row, column = self._place(action)
        ends = (row, column), (row, column + 1) if lying else (row + 1, column)
        return "-".join(f"{ascii_lowercase[x]}{y + 1}" for y, x in ends)

    def write(self, state: State) -> str:
        """The sides row by row, those that lie and those that stand by turns, and who is to move: `--/|../.- o`."""
        rows = "/".join("".join(mark if side in state.drawn else "." for side in sides) for mark, sides in self._rows())
        return f"{rows} {MARKS[state.player]}"

    def read(self, text: str) -> State:
        board, player = parts_of(text, ("the sides", "the player to move"), self._example())
        rows = board.split("/")
        places = self._rows()
        if len(rows) != len(places):
            raise PositionError(f"{text!r} has {len(rows)} rows of sides, and {self!r} has {len(places)}, as {self._example()}")
        drawn = 0
        for row, (mark, sides) in zip(rows, places, strict=True):
            if len(row) != len(sides) or set(row) - {mark, "."}:
                raise PositionError(f"the row {row!r} in {text!r} is to have {len(sides)} sides, each {mark!r} if drawn and '.' if not")
            drawn |= sum(1 << side for side, told in zip(sides, row, strict=True) if told == mark)
        return State(Bits(drawn), player_of(player, MARKS, self._example()))

    def show(self, state: State) -> str:
        lines = ["  " + "   ".join(ascii_lowercase[: self.columns + 1])]
        for number, (mark, sides) in enumerate(self._rows()):
            if mark == "-":
                lines.append(f"{number // 2 + 1} o" + "".join(f"{'---' if side in state.drawn else '   '}o" for side in sides))
            else:
                lines.append("  " + "   ".join("|" if side in state.drawn else " " for side in sides))
        return "\n".join([*(line.rstrip() for line in lines), self._news(state)])

    def picture(self, state: State) -> Board:
        """Dots, and squares between them for the sides and the boxes."""
        form = {"-": LYING, "|": STANDING}
        rows = []
        for mark, sides in self._rows():
            drawn = [Piece(form[mark]) if side in state.drawn else None for side in sides]
            between = Piece(DOT) if mark == "-" else None
            row = [between] * (2 * self.columns + 1)
            row[mark == "-" :: 2] = drawn
            rows.append(tuple(row))
        return Board(tuple(rows), BARE, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        lying, row, column = self._place(action)
        return ((2 * row + (not lying)) * (2 * self.columns + 1) + 2 * column + lying,)

    def _news(self, state: State) -> str:
        return "all boxes are closed" if self.is_terminal(state) else f"{MARKS[state.player]} to move"

    def _rows(self) -> list[tuple[str, range]]:
        """The rows of sides from the top, each with its mark."""
        flat, made = (self.rows + 1) * self.columns, []
        for row in range(self.rows + 1):
            made.append(("-", range(row * self.columns, (row + 1) * self.columns)))
            if row < self.rows:
                first = flat + row * (self.columns + 1)
                made.append(("|", range(first, first + self.columns + 1)))
        return made
