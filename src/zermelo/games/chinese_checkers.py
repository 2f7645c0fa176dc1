"""Chinese checkers (Sternhalma) on a small star: pieces step or jump across, and who first fills the opposite arm wins.

The star with arms of `size` rows is two triangles that lie across each other. Its holes are numbered row by row (size 2):

                 0
               1   2                        arm 3, of the second of two players
     3   4   5   6   7   8   9
      10  11  12  13  14  15                arms 2 and 4
        16  17  18  19  20
      21  22  23  24  25  26                arms 1 and 5
    27  28  29  30  31  32  33
              34  35
                36                          arm 0, of the first player; then clockwise

A hole has three coordinates, how far it lies right, left and down of the middle, with the sum 0; a step makes one of them
greater and one less by one. An arm is where one of them is beyond `size`.

1. The arm before each player is full of pieces, one in its first row, two in its second. Players move in turn, clockwise.
2. A move is a step of one piece to a neighbouring hole that is empty; or a jump in a straight line over a neighbouring
   piece, anyone's, to the empty hole behind it, and on from there as often as the player likes. Nothing is taken.
   Pieces may stop in any arm. Who has no move passes.
3. A player wins whose move leaves the opposite arm full with at least one own piece in it. Where others have left, these are
   all of the player's pieces. Who keeps pieces at home to block the arm does not keep it from being won: else whoever is
   behind could always deny the win (the usual remedy).
4. After `turns` turns of each player nobody has won: a draw. Without a limit pieces could go to and fro for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import Final, NamedTuple

from zermelo.board import HOLE, PEG, STAR, Board, Piece
from zermelo.board_text import parts_of, player_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, Game, replace
from zermelo.units import Unit
from zermelo.wide import Wide, difference, some, union, wide, with_member, words_for

LARGEST: Final = 3
ARMS: Final = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The arms in which the players begin, by how many there are."""
SIDES: Final = ((2, 1), (0, -1), (1, 1), (2, -1), (0, 1), (1, -1))
"""Of each arm, which of the three coordinates is beyond `size`, and on which side."""
STEPS: Final = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
NOWHERE: Final = -1
NOBODY: Final = -1
MOST_TURNS: Final = 1000

Place = tuple[int, int, int]
"""A hole by its three coordinates: right, left, down."""


class State(NamedTuple):
    """Each hole, 0 if it is empty, else 1 more than the player whose piece is there; who is to move; who has won; the plies so far."""

    holes: tuple[int, ...]
    player: int
    winner: int
    plies: int


class ChineseCheckers(Game):
    """Chinese checkers on a star with arms of `size` rows (1 to 3), for 2 to 6 `players`; a draw after `turns` turns of each.

    An action is the hole from which a piece goes, times the number of holes, plus where it comes to rest; passing is the number
    after them. People call holes by row, `a` below, and place in it from the left: `a1-c3`. Utility: 1 to the winner, the
    others share the loss, and 0 to all if nobody wins. The evaluation compares how far the pieces have to go.

    >>> game = ChineseCheckers(2)
    >>> state = game.result(game.initial(), game.parse(game.initial(), "a1-c3"))
    >>> print(game.show(state))
    i         2
    h        2 2
    g   . . . . . . .
    f    . . . . . .
    e     . . . . .
    d    . . . . . .
    c   . . 1 . . . .
    b        1 1
    a         .
    2 to move
    >>> game.write(state)
    '2/22/......./....../...../....../..1..../11/. 2 1'
    """

    utility_sum = 0.0
    monte_carlo = {"playout": 0, "exploration": 0.2}  # noqa: RUF012  never changed; a game at random seldom comes to an end

    def __init__(self, size: int = 2, players: int = 2, turns: int = 60) -> None:
        if not 1 <= size <= LARGEST:
            raise SpecError(f"arms of {size} rows are not possible; 1 to {LARGEST} are")
        if players not in ARMS:
            raise SpecError(f"players={players} is not possible; 2 to 6 are")
        if not 1 <= turns <= MOST_TURNS:
            raise SpecError(f"a limit of {turns} turns is not possible; 1 to {MOST_TURNS} are")
        self.size, self.players, self.turns = size, players, turns
        self.places = tuple(sorted(_star(size), key=lambda place: (place[2], place[0])))
        self.count = len(self.places)
        self.pieces = size * (size + 1) // 2
        self.words = words_for(self.count)
        self.none = wide([], self.words)
        self.max_actions = self.pieces * (self.count - self.pieces)
        self.pass_ = self.count * self.count
        self.utility_range = (-1.0, 1.0)
        self.measured_in = Unit("step", size=1 / (4 * size * self.pieces + 1), digits=0)
        number = {place: hole for hole, place in enumerate(self.places)}
        self.next = tuple(number.get(_sum(place, step), NOWHERE) for place in self.places for step in STEPS)
        arms = [[hole for hole, place in enumerate(self.places) if place[axis] * sign > size] for axis, sign in SIDES]
        self.homes = tuple(hole for arm in ARMS[players] for hole in arms[arm])
        self.goals = tuple(hole for arm in ARMS[players] for hole in arms[(arm + 3) % 6])
        tips = [next(place for place in self.places if place[axis] * sign == 2 * size) for axis, sign in SIDES]
        self.distances = tuple(_distance(place, tips[(arm + 3) % 6]) for arm in ARMS[players] for place in self.places)
        self.mirrored = tuple(number[left, right, down] for right, left, down in self.places)

    # The rules

    def initial(self) -> State:
        holes = [0] * self.count
        for place, hole in enumerate(self.homes):
            holes[hole] = place // self.pieces + 1
        return State(tuple(holes), MAX, NOBODY, 0)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        stuck = True
        for hole in range(self.count):
            if state.holes[hole] == state.player + 1:
                rests = self.rests(state.holes, hole)
                for word in range(self.words):
                    for place in rests[word]:
                        stuck = False
                        yield hole * self.count + 64 * word + place
        if stuck:
            yield self.pass_

    def result(self, state: State, action: int) -> State:
        holes, player = state.holes, state.player
        if action != self.pass_:
            holes = replace(holes, action // self.count, 0)
            holes = replace(holes, action % self.count, player + 1)
        winner = player if self.has_filled(holes, player) else NOBODY
        return State(holes, (player + 1) % self.players, winner, state.plies + 1)

    def is_terminal(self, state: State) -> bool:
        return state.winner != NOBODY or state.plies >= self.turns * self.players

    def utility(self, state: State, player: int) -> float:
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if player == state.winner else -1.0 / (self.players - 1)

    def rests(self, holes: tuple[int, ...], start: int) -> Wide:
        """Where the piece in `start` can come to rest, by a step or by jumps."""
        steps = self.none
        for way in range(6):
            beside = self.next[6 * start + way]
            if beside != NOWHERE and holes[beside] == 0:
                steps = with_member(steps, beside)
        jumped = with_member(self.none, start)
        last = jumped
        while some(last):
            landed = self.none
            for word in range(self.words):
                for place in last[word]:
                    landed = union(landed, self._landings(holes, start, 64 * word + place))
            last = difference(landed, jumped)
            jumped = union(jumped, last)
        return difference(union(steps, jumped), with_member(self.none, start))

    def _landings(self, holes: tuple[int, ...], start: int, hole: int) -> Wide:
        """The empty holes one jump from `hole`, for the piece that has left `start`."""
        landings = self.none
        for way in range(6):
            over = self.next[6 * hole + way]
            if over != NOWHERE and over != start and holes[over] != 0:
                behind = self.next[6 * over + way]
                if behind != NOWHERE and holes[behind] == 0:
                    landings = with_member(landings, behind)
        return landings

    def has_filled(self, holes: tuple[int, ...], player: int) -> bool:
        """Whether the arm opposite to the player's is full, with a piece of the player in it."""
        own = 0
        for place in range(self.pieces):
            piece = holes[self.goals[player * self.pieces + place]]
            if piece == 0:
                return False
            if piece == player + 1:
                own += 1
        return own > 0

    # Help for a search

    def null_move(self, state: State) -> State:
        return State(state.holes, (state.player + 1) % self.players, NOBODY, state.plies)

    def evaluate(self, state: State, player: int) -> float:
        """How many steps the player's pieces are nearer to the far tip than the others' on average, as a part of all there are."""
        own, others = self.way(state, player), 0
        for other in range(self.players):
            others += self.way(state, other)
        lead = (others - own) / (self.players - 1) - own
        return lead / (4 * self.size * self.pieces + 1)

    def way(self, state: State, player: int) -> int:
        """The steps from each of a player's pieces to the tip of the opposite arm, all together."""
        steps = 0
        for hole in range(self.count):
            if state.holes[hole] == player + 1:
                steps += self.distances[player * self.count + hole]
        return steps

    def plies_left(self, state: State) -> int:
        """The plies up to the limit."""
        return self.turns * self.players - state.plies

    def symmetries(self, state: State) -> Iterable[State]:
        """With two players, left for right."""
        if self.players == 2:
            holes = state.holes
            for hole in range(self.count):
                holes = replace(holes, self.mirrored[hole], state.holes[hole])
            yield State(holes, state.player, state.winner, state.plies)

    # For people

    def name(self, state: State, action: int) -> str:
        if action == self.pass_:
            return "pass"
        return f"{self._hole_name(action // self.count)}-{self._hole_name(action % self.count)}"

    def _hole_name(self, hole: int) -> str:
        down = self.places[hole][2]
        return f"{ascii_lowercase[2 * self.size - down]}{sum(place[2] == down for place in self.places[: hole + 1])}"

    def show(self, state: State) -> str:
        """The star, with the number of the player on each piece, and the letters of the rows."""
        rows = []
        for row, cells in enumerate(self._grid(state)):
            marks = "".join(" " if piece is None else piece.text or "." for piece in cells).rstrip()
            rows.append(f"{ascii_lowercase[4 * self.size - row]}   {marks}")
        return "\n".join([*rows, self._news(state)])

    def _news(self, state: State) -> str:
        if state.winner != NOBODY:
            return f"{state.winner + 1} has won"
        return "draw" if self.is_terminal(state) else f"{state.player + 1} to move"

    def picture(self, state: State) -> Board:
        letters = ascii_lowercase[: 4 * self.size + 1][::-1]
        return Board(tuple(tuple(row) for row in self._grid(state)), STAR, upwards=tuple(letters), news=self._news(state))

    def _grid(self, state: State) -> list[list[Piece | None]]:
        """The picture's rows; a step to the right is two of its columns."""
        grid: list[list[Piece | None]] = [[None] * (6 * self.size + 1) for _ in range(4 * self.size + 1)]
        for hole, piece in enumerate(state.holes):
            row, column = self._square(hole)
            grid[row][column] = Piece(PEG, piece - 1, str(piece)) if piece else Piece(HOLE)
        return grid

    def _square(self, hole: int) -> tuple[int, int]:
        right, left, down = self.places[hole]
        return down + 2 * self.size, right - left + 3 * self.size

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        if action == self.pass_:
            return ()
        ends = (self._square(hole) for hole in divmod(action, self.count))
        return tuple(row * (6 * self.size + 1) + column for row, column in ends)

    def write(self, state: State) -> str:
        """The rows from the top, joined by `/`, who is to move, and the plies so far: `2/..../.../..../1 1 0`."""
        return f"{'/'.join(self._rows(state))} {state.player + 1} {state.plies}"

    def _rows(self, state: State) -> Iterator[str]:
        for down in range(-2 * self.size, 2 * self.size + 1):
            yield "".join(str(piece or ".") for place, piece in zip(self.places, state.holes, strict=True) if place[2] == down)

    def read(self, text: str) -> State:
        rows, mover, number = parts_of(text, ("the rows", "the player to move", "the plies so far"), self._example())
        holes = self._read_rows(rows)
        player = player_of(mover, [str(player + 1) for player in range(self.players)], self._example())
        most = self.turns * self.players
        if not (number.isascii() and number.isdecimal() and len(number) < 7 and int(number) <= most):
            raise PositionError(f"{number!r} is not how many plies were played, 0 to {most}; a position reads as {self._example()}")
        plies = int(number)
        if plies % self.players != player:
            raise PositionError(f"after {plies} plies it is the turn of {plies % self.players + 1}, not of {player + 1}")
        before = (player - 1) % self.players
        return State(holes, player, before if plies and self.has_filled(holes, before) else NOBODY, plies)

    def _read_rows(self, text: str) -> tuple[int, ...]:
        rows, lengths = text.split("/"), [len(row) for row in self._rows(self.initial())]
        if [len(row) for row in rows] != lengths:
            raise PositionError(
                f"{text!r} does not have rows of {', '.join(map(str, lengths))} holes; a position reads as {self._example()}"
            )
        marks = "".join(rows)
        pieces = [str(player + 1) for player in range(self.players)]
        for hole, mark in enumerate(marks):
            if mark not in [".", *pieces]:
                raise PositionError(f"{self._hole_name(hole)} has {mark!r}; a hole is . or a player, 1 to {self.players}")
        for piece in pieces:
            if marks.count(piece) != self.pieces:
                raise PositionError(f"player {piece} has {marks.count(piece)} pieces; each has {self.pieces}")
        return tuple(0 if mark == "." else int(mark) for mark in marks)


def _star(size: int) -> Iterator[Place]:
    """The holes: those of two large triangles that lie across each other."""
    for right in range(-2 * size, 2 * size + 1):
        for left in range(-2 * size, 2 * size + 1):
            place = (right, left, -right - left)
            if max(place) <= size or min(place) >= -size:
                yield place


def _sum(place: Place, step: Place) -> Place:
    return place[0] + step[0], place[1] + step[1], place[2] + step[2]


def _distance(one: Place, other: Place) -> int:
    """Steps from one hole to another, over an empty board."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
