"""What go says to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from zermelo.board import GOBAN, STONE, TO_MOVE, Board, Piece, Setup, board_of
from zermelo.board_text import Grid, parts_of, player_of
from zermelo.display import verdict
from zermelo.errors import PositionError
from zermelo.games.go.points import NONE, State
from zermelo.games.go.rules import Rules
from zermelo.wide import count, difference, intersection, intersects, members_of, union, wide, with_member

MARKS: Final = "xo"
COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"


class Text(Rules):
    """Go for those who look on."""

    palette = MappingProxyType({mark: Piece(STONE, player) for player, mark in enumerate(MARKS)})

    phrases: ClassVar = {
        "es": {
            "{} to move, after a pass": "turno: {}, tras un pase",
            "{} to move, not at {}": "turno: {}, no en {}",
        },
        "pt": {
            "{} to move, after a pass": "vez: {}, depois de um passe",
            "{} to move, not at {}": "vez: {}, não em {}",
        },
    }

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
        return self._grid().name(point)

    def name(self, state: State, action: int) -> str:
        return "pass" if action == self.pass_ else self.point_name(action)

    def show(self, state: State) -> str:
        """The rows, the last one on top, the letters of the columns, and who is to move or has won."""
        return "\n".join([*self._grid().framed(self._rows(state), margin=2), self._news(state)])

    def _news(self, state: State) -> str:
        if not self.is_terminal(state):
            ko = "" if state.ko == NONE else f", not at {self.point_name(state.ko)}"
            return f"{MARKS[state.player]} to move{ko}{', after a pass' * state.passes}"
        return verdict(self.score(state), MARKS, by=True)

    def picture(self, state: State) -> Board:
        grid = self._grid()
        return board_of(self._rows(state), self.palette, GOBAN, across=grid.across, upwards=grid.upwards, news=self._news(state))

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return () if action == self.pass_ else (self._grid().pictured(action),)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, who is to move, the point that a ko forbids, or -, and the passes: `.x./..O/... x - 0`.

        The stone that was placed last is written large.
        """
        ko = "-" if state.ko == NONE else self.point_name(state.ko)
        stones = self._stones(state)
        if state.last != NONE:
            stones[MARKS[1 - state.player].upper()] = [state.last]
        return f"{'/'.join(self._grid().rows(stones))} {MARKS[state.player]} {ko} {state.passes}"

    def _rows(self, state: State) -> list[str]:
        return self._grid().rows(self._stones(state))

    def _stones(self, state: State) -> dict[str, Sequence[int]]:
        return {"x": members_of(state.black), "o": members_of(state.white)}

    def _grid(self) -> Grid:
        rows = [str(self.size - row) for row in range(self.size)]
        return Grid(COLUMNS[: self.size], rows, self.size, self.row, square="point")

    def setup(self, state: State) -> Setup:
        return Setup(tuple(self._rows(state)), {TO_MOVE: MARKS[state.player]})

    def setup_text(self, setup: Setup) -> str:
        return f"{super().setup_text(setup)} - 0"

    def read(self, text: str) -> State:
        parts = ("the rows", "the player to move", "the point of a ko or -", "the passes")
        rows, mover, ko, passes = parts_of(text, parts, self._example())
        player = player_of(mover, MARKS, self._example())
        if passes not in ("0", "1", "2"):
            raise PositionError(f"{passes!r} is not how many passes came last, 0, 1 or 2; a position reads as {self._example()}")
        marks = self._grid().read(rows, "xoXO", self._example(), legend="x, o or .")
        state = self.state(marks["x"] + marks["X"], marks["o"] + marks["O"], player)
        empty = self.empty(state.black, state.white)
        for mark, stones in zip(MARKS, (state.black, state.white), strict=True):
            dead = members_of(self.choked(stones, stones, empty))
            if dead:
                raise PositionError(f"the {mark} on {self.point_name(dead[0])} has no liberty; such stones have been taken off")
        state = state._replace(last=self._read_last(marks, player, passes))
        return state._replace(ko=self._read_ko(state, ko, passes), passes=int(passes))

    def _read_last(self, marks: Mapping[str, list[int]], player: int, passes: str) -> int:
        """The point of the stone that is written large."""
        large = sorted(marks["X"] + marks["O"])
        if not large:
            return NONE
        if len(large) > 1:
            raise PositionError(f"{' and '.join(map(self.point_name, large))} are both written large, which is for the stone placed last")
        if marks[MARKS[player].upper()] or passes != "0":
            turn = f"it is the turn of {MARKS[player]}, after {passes} passes"
            raise PositionError(f"the stone on {self.point_name(large[0])} was not placed last: {turn}")
        return large[0]

    def _read_ko(self, state: State, name: str, passes: str) -> int:
        """The point that a ko forbids: where the player to move would take back one stone, alone and with one liberty."""
        if name == "-":
            return NONE
        ko = self.point(name)
        own, other = self.sides(state)
        empty = self.empty(own, other)
        near, stone = self.beside_one(ko), with_member(self.none, ko)
        taken = self.choked(other, intersection(near, other), difference(empty, stone))
        if passes != "0" or intersects(stone, union(own, other)) or intersects(near, union(own, empty)) or count(taken) != 1:
            raise PositionError(f"there is no ko on {name}: a stone there would not take back the one that was played last")
        return ko
