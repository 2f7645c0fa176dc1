"""What draughts say to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from zermelo.bits import Bits
from zermelo.board import CHECKERED, CHECKERED_FROM_DARK, EMPTY, KING, MAN, QUIET, TO_MOVE, Board, Piece, Setup, quiet_plies
from zermelo.display import verdict
from zermelo.errors import ActionError, PositionError
from zermelo.game import MAX
from zermelo.games.draughts.board import State
from zermelo.games.draughts.captures import Walk
from zermelo.games.draughts.notation import COLOURS, Position, moves_of, read_position, squares_of, text_picture, write_position
from zermelo.games.draughts.rules import Rules


class Text(Rules):
    """Draughts for those who look on."""

    palette = MappingProxyType({sign: Piece(KING if sign.isupper() else MAN, "bw".index(sign.lower())) for sign in "wWbB"})

    def played(self, moves: str, state: State | None = None) -> State:
        """The state after the moves of a game as PDN writes them, `1. 11-15 23-19 2. 8-11`, from `state` or the beginning.

        Raises ActionError for what is not a move or not legal.
        """
        reached = self.initial() if state is None else state
        for number, move in enumerate(moves_of(moves), 1):
            try:
                reached = self.result(reached, self.parse(reached, move))
            except ActionError as error:
                raise ActionError(f"move {number}: {error}") from error
        return reached

    def name(self, state: State, action: int) -> str:
        """`11-15`, `15x24`; where another capture leads from the same square to the same square, with all squares on the way."""
        route = self._routes(state, action)[0]
        if not action >> 12:
            return "{}-{}".format(*route)
        ends = action & 4095
        alone = all(other == action or other & 4095 != ends for other in self.actions(state))
        return "x".join(map(str, (route[0], route[-1]) if alone else route))

    def parse(self, state: State, text: str) -> int:
        """The action with this name; any of the squares on its way may be told too. `-`, `x` and `:` mean the same."""
        squares = squares_of(text)
        found = {}
        for action in self._named_actions(state) if squares else []:
            for route in self._routes(state, action):
                if route == squares:
                    return action
                if _leads_through(route, squares):
                    found[action] = route
        if len(found) > 1:
            routes = " ".join("x".join(map(str, route)) for route in found.values())
            raise ActionError(f"{text.strip()!r} can mean {len(found)} captures; say which: {routes}")
        return next(iter(found)) if found else super().parse(state, text)

    def _routes(self, state: State, action: int) -> list[tuple[int, ...]]:
        """The ways to do an action: the numbers of the squares where the piece starts, lands in between, and ends."""
        start, end, captured = action & 63, action >> 6 & 63, action >> 12 << self._near
        if not captured:
            return [(self._number(start), self._number(end))]
        routes = []
        empty, gait = self._board & ~(state.own | state.other) | Bits(1) << start, self._gait(state, start)
        walk = self._next_capture(Walk(start, 0, 0, 0, 0), empty, Bits(captured), gait)
        while walk.jumps:
            if (walk.place, walk.captured) == (end, captured):
                trail = walk.first << 60 | walk.last
                places = [trail >> 6 * jump & 63 for jump in reversed(range(walk.jumps))]
                routes.append(tuple(map(self._number, (*places, end))))
            walk = self._next_capture(walk, empty, Bits(captured), gait)
        return routes

    def _number(self, place: int) -> int:
        return self._numbers.index(place) + 1

    def show(self, state: State) -> str:
        """The board with white below, b and w for men, B and W for kings, and the numbers of the squares of each row."""
        rows, indent = self._seen()
        return f"{text_picture(rows, 2 * indent, self._position(state).pieces)}\n{self._news(state)}"

    def picture(self, state: State) -> Board:
        rows, indent = self._seen()
        found, lines = self._position(state).pieces, []
        numbered = {square: str(number) for number, square in self._squares().items()}
        for number, row in enumerate(rows):
            squares = [self.palette.get(found.get(square, "")) for square in row]
            before = (number + indent) % 2
            lines.append(tuple(piece for square in squares for piece in ((None, square) if before else (square, None))))
        return Board(
            tuple(lines),
            CHECKERED if indent else CHECKERED_FROM_DARK,
            upwards=tuple(f"{min(row[0], row[-1])}" for row in rows),
            news=self._news(state),
            colours=tuple("BW".index(colour) for colour in self._colours),
            below=self._colours.index("W"),
            names=tuple(numbered.get(square, "") for square in range(self._across * len(rows))),
        )

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """Where the piece starts, lands in between, and ends."""
        squares = self._squares()
        return tuple(squares[number] for number in self._routes(state, action)[0])

    @property
    def _across(self) -> int:
        """How many squares a row has."""
        return 2 * self._near

    def _squares(self) -> dict[int, int]:
        """The square of the picture for each number."""
        rows, indent = self._seen()
        return {
            number: self._across * row + 2 * place + (row + indent) % 2
            for row, numbers in enumerate(rows)
            for place, number in enumerate(numbers)
        }

    def _seen(self) -> tuple[list[list[int]], int]:
        """The numbers of the squares row by row from the top, and how many squares the first row stands in from the left."""
        half = self._near
        rows = [list(range(first, first + half)) for first in range(1, len(self._numbers), half)]
        if self.rules == "spanish":  # square 1 is the one below at the right
            return [row[::-1] for row in rows[::-1]], 0
        return rows, 1

    def _news(self, state: State) -> str:
        names = [COLOURS[colour] for colour in self._colours]
        if not self.is_terminal(state):
            return f"{names[state.player]} to move"
        return verdict(self.utility(state, MAX), names)

    def write(self, state: State) -> str:
        """The position as FEN, `W:W31-50:B1-20`; with `:H` and the plies without a capture or a move of a man, if there are any."""
        return write_position(self._position(state))

    def _position(self, state: State) -> Position:
        pieces = {}
        for number, place in enumerate(self._numbers, 1):
            if place in state.own | state.other:
                colour = self._colours[state.player if place in state.own else 1 - state.player]
                pieces[number] = colour if place in state.kings else colour.lower()
        return Position(self._colours[state.player], pieces, state.quiet - self._begun(state.own, state.other, state.kings))

    def setup(self, state: State) -> Setup:
        squares, position = self._squares(), self._position(state)
        signs = {squares[number]: sign for number, sign in position.pieces.items()}
        rows = range(len(self._seen()[0]))
        made = ("".join(signs.get(self._across * row + column, EMPTY) for column in range(self._across)) for row in rows)
        return Setup(tuple(made), {TO_MOVE: COLOURS[position.turn]} | ({QUIET: str(position.quiet)} if self._patience else {}))

    def setup_choices(self, setup: Setup) -> Mapping[str, Sequence[str]]:
        return {TO_MOVE: [COLOURS[colour] for colour in self._colours], **quiet_plies(self._patience)}

    def setup_text(self, setup: Setup) -> str:
        signs, pieces = "".join(setup.rows), {}
        numbers = {square: number for number, square in self._squares().items()}
        for square, sign in enumerate(signs):
            if sign != EMPTY and square not in numbers:
                row, column = divmod(square, self._across)
                raise PositionError(f"the piece in row {row + 1} from the top, column {column + 1}, is on a square on which nobody plays")
            if sign != EMPTY:
                pieces[numbers[square]] = sign
        turn = next(colour for colour, name in COLOURS.items() if name == setup.facts[TO_MOVE])
        return write_position(Position(turn, pieces, int(setup.facts.get(QUIET, "0"))))

    def read(self, text: str) -> State:
        position = read_position(text, len(self._numbers))
        armies, kings = [Bits(0), Bits(0)], Bits(0)
        for number, piece in position.pieces.items():
            place = Bits(1) << self._numbers[number - 1]
            player = self._colours.index(piece.upper())
            armies[player] |= place
            if piece.isupper():
                kings |= place
            elif place & self._homes[1 - player]:
                raise PositionError(f"{COLOURS[piece.upper()]} has a man on {number}, where it would have been crowned; write K{number}")
        for player, army in enumerate(armies):
            if army.count() > self._men:
                raise PositionError(f"{COLOURS[self._colours[player]]} has {army.count()} pieces; {self._men} are the most")
        player = self._colours.index(position.turn)
        begun = self._begun(armies[0], armies[1], kings)
        if begun + position.quiet > self._patience:
            raise PositionError(f"H{position.quiet} is too many; here the game is drawn after {self._patience - begun} plies")
        return State(armies[player], armies[1 - player], kings, player, begun + position.quiet)


def _leads_through(route: tuple[int, ...], squares: tuple[int, ...]) -> bool:
    """Whether a route begins and ends as told, and passes the other squares in their order."""
    if (route[0], route[-1]) != (squares[0], squares[-1]):
        return False
    rest = iter(route)
    return all(square in rest for square in squares)
