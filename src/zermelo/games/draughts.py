"""Draughts: English (checkers), international, Spanish and Brazilian, by one set of rules with parameters.

The squares that are played on are places of a `Bits`, row by row from the side of the player who begins (MAX), with
an empty place after every second row. So every step is the same shift for the whole board, and what leaves the board
on a side falls into an empty place:

    8 x 8          31 32 33 34                10 x 10         49 50 51 52 53
    near 4       27 28 29 30                  near 5        44 45 46 47 48
    far 5          22 23 24 25                far 6           .  .  .  .  .
                 18 19 20 21     (26 empty)                 33 34 35 36 37     (43 empty)
                    .  .  .  .                                 .  .  .  .  .
                  9 10 11 12     (17 empty)                 11 12 13 14 15
                    4  5  6  7                                 5  6  7  8  9
                  0  1  2  3     (8 empty)                   0  1  2  3  4     (10 empty)

A step goes `near` or `far` places up (the way of MAX's men) or down (that of MIN's).

An action is one number: the place where it starts, the place where it ends (times 2**6), and the set of the captured
places (times 2**12, less the first row, where nothing can be captured). So captures of the same pieces by the same
piece to the same place are one action, whatever way they go.

Sources of the rules: World Checkers/Draughts Federation (English); FMJD, Annex 1 (international; Brazilian is that on
8 x 8); Federacao Portuguesa de Damas, Regras do jogo de damas classicas (Spanish, which Portugal calls classic).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.board import CHECKERED, CHECKERED_FROM_DARK, KING, MAN, Board, Piece
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import MAX, MIN, Game
from zermelo.games.draughts_text import COLOURS, Position, moves_of, read_position, squares_of, text_picture, write_position
from zermelo.hints import Evaluation


class Rules(NamedTuple):
    """What tells one kind of draughts from another.

    size      rows and columns of the board
    men       men a side at the beginning
    backward  whether men capture backwards too
    flying    whether kings move any distance, else one step
    most      whether one must capture as many pieces as possible
    quality   whether, of captures of equally many, one must take that with the most kings
    patience  moves of each player, by kings only and without a capture, after which the game is drawn
    endings   whether three pieces against a king are drawn after 16 moves, two after 5
    king      what a king is worth, in men
    begins    the colour that begins
    """

    size: int
    men: int
    backward: bool
    flying: bool
    most: bool
    quality: bool
    patience: int
    endings: bool
    king: float
    begins: str


RULES: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "international": Rules(10, 20, True, True, True, False, 25, True, 3.0, "W"),
        "brazilian": Rules(8, 12, True, True, True, False, 20, False, 3.0, "W"),
        "spanish": Rules(8, 12, False, True, True, True, 20, False, 3.0, "W"),
        "english": Rules(8, 12, False, False, False, False, 40, False, 1.25, "B"),
    }
)
LONG_ENDING, SHORT_ENDING = 32, 10
"""Plies that an ending of three pieces against a king, and one of two or one, may last."""
_ALL: Final = (1 << 60) - 1
"""What one word of a walk holds: ten places of six bits."""
RISING, FALLING, EVERY_WAY, FLYING = range(4)
"""The gaits: which ways, and how far, a piece captures. The first two are the numbers of the players whose men go so."""


class State(NamedTuple):
    """A position, seen by the player to move.

    own, other  the pieces of the player to move and of the other one
    kings       which of the pieces of both are kings
    player      who is to move
    quiet       plies without a capture and without a move of a man: when they are too many, the game is drawn. In the
                endings that are limited, each ply counts, and the count begins with so many that the rest is the limit
    """

    own: Bits
    other: Bits
    kings: Bits
    player: int
    quiet: int


class Ways(NamedTuple):
    """A set of places for each of the four ways: up and down by `near` and by `far`."""

    near_up: Bits
    far_up: Bits
    near_down: Bits
    far_down: Bits


class Walk(NamedTuple):
    """A piece on its way through a capture, among all those that it could make.

    place     where it stands
    captured  the places of what it has captured, as a number
    jumps     how many that are
    last      the places where it stood before each jump, six bits each, the latest lowest: the last ten of them
    first     those before
    """

    place: int
    captured: int
    jumps: int
    last: int
    first: int


class Material(Evaluation):
    """Men, and kings for what they are worth (1.25 men in English draughts, else 3)."""

    def value(self, game: Draughts, state: State, player: int) -> float:
        return game.material(state, player) - game.material(state, 1 - player)


class Advancement(Evaluation):
    """How many of the rows beyond the second the men have entered, summed over the men."""

    def value(self, game: Draughts, state: State, player: int) -> float:
        return game.advancement(state, player) - game.advancement(state, 1 - player)


class BackRow(Evaluation):
    """Men on the first row, which keep the other's men from being crowned; none count where the other has no men."""

    def value(self, game: Draughts, state: State, player: int) -> float:
        return game.back_row(state, player) - game.back_row(state, 1 - player)


class Centre(Evaluation):
    """Pieces away from the four sides of the board."""

    def value(self, game: Draughts, state: State, player: int) -> float:
        return game.centre(state, player) - game.centre(state, 1 - player)


class Mobility(Evaluation):
    """Empty squares next to pieces that could step there, counted once a way."""

    def value(self, game: Draughts, state: State, player: int) -> float:
        return game.mobility(state, player) - game.mobility(state, 1 - player)


class Draughts(Game):
    """Draughts by the `rules` "international" (10 x 10), "brazilian", "spanish" or "english" (8 x 8).

    Utility: 1 a win, 0 a draw, -1 a loss; who cannot move has lost. Moves and positions are written as PDN does.

    >>> game = Draughts()
    >>> state = game.played("32-28 19-23 28x19 14x23")
    >>> print(game.show(state))
      b   b   b   b   b  1-5
    b   b   b   b   b    6-10
      b   b   b   .   b  11-15
    b   b   b   .   b    16-20
      .   .   b   .   .  21-25
    .   .   .   .   .    26-30
      w   .   w   w   w  31-35
    w   w   w   w   w    36-40
      w   w   w   w   w  41-45
    w   w   w   w   w    46-50
    white to move
    >>> game.write(state)
    'W:W31,33-50:B1-13,15-18,20,23'
    """

    utility_range = (-1.0, 1.0)
    engine = {"extensions": False}  # noqa: RUF012  never changed; forced captures are for quiescence: 5 times the nodes with it
    repetition = 0.0
    unit = 1 / 64
    evaluations: Mapping[str, Evaluation] = MappingProxyType(
        {
            "material": Material(),
            "advancement": Advancement(),
            "back_row": BackRow(),
            "centre": Centre(),
            "mobility": Mobility(),
        }
    )

    def __init__(self, rules: str = "international") -> None:
        if rules not in RULES:
            raise SpecError(f"there are no rules {rules!r} of draughts; there are: {', '.join(RULES)}")
        self.rules = rules
        given = RULES[rules]
        size, half = given.size, given.size // 2
        self._near, self._far = half, half + 1
        self._backward, self._flying, self._most, self._quality = given.backward, given.flying, given.most, given.quality
        self._patience, self._endings, self._king = 2 * given.patience, given.endings, given.king
        rows = [[row * half + row // 2 + column for column in range(half)] for row in range(size)]
        self._board = _set_of(rows)
        self._armies = (_set_of(rows[: given.men // half]), _set_of(rows[-given.men // half :]))
        self._homes = (_set_of(rows[:1]), _set_of(rows[-1:]))
        self._inner = _set_of(rows[1:-1]) & ~Bits(sum(1 << row[0] for row in rows[1::2]) | sum(1 << row[-1] for row in rows[::2]))
        self._zones = tuple(tuple(_set_of(zone) for zone in _zones(side)) for side in (rows, rows[::-1]))
        self._men = given.men
        self._colours = "WB" if given.begins == "W" else "BW"
        self._numbers = _numbers(rows, rules)

    # The rules

    def initial(self) -> State:
        return State(self._armies[0], self._armies[1], Bits(0), MAX, 0)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        near, far, others = self._near, self._far, state.other
        empty = self._board & ~(state.own | others)
        can = self._openings(state, empty)  # from where a man (a king too, unless it flies) can jump, by the way of the jump
        jumpers = self._met(can, self._short(state, self._backward))
        flying = self._flying_captures(state, empty)
        if flying or _any(jumpers):
            ends = self._jumped(jumpers)
            on = _turned(can)  # from where it can jump, by the way it came
            twice = self._met(ends, on)
            thrice = self._met(self._jumped(self._met(can, _turned(twice))), on)
            if flying or _any(thrice) or (self._quality and others & state.kings):  # walk through all captures
                movers = flying | jumpers.near_up | jumpers.far_up | jumpers.near_down | jumpers.far_down
                most = 0
                if self._most:
                    for start in movers:
                        free, gait = empty | Bits(1) << start, self._gait(state, start)
                        walk = self._next_capture(Walk(start, 0, 0, 0, 0), free, others, gait)
                        while walk.jumps > 0:
                            most = max(most, self._rank(walk.captured, state.kings))
                            walk = self._next_capture(walk, free, others, gait)
                for start in movers:
                    free, gait = empty | Bits(1) << start, self._gait(state, start)
                    walk = self._next_capture(Walk(start, 0, 0, 0, 0), free, others, gait)
                    while walk.jumps > 0:
                        if self._rank(walk.captured, state.kings) >= most and self._is_first(walk, start, free, gait):
                            yield start | walk.place << 6 | self._packed(walk.captured)
                        walk = self._next_capture(walk, free, others, gait)
            else:  # at most two pieces are captured
                for way in range(4):
                    step = self._places_of_step(way)
                    for place in _by(twice, way):
                        start, jumped = place - 2 * step, place - step
                        seconds = self._jumps(place, empty, others & ~(Bits(1) << jumped), self._gait(state, start))
                        for end in seconds:
                            yield start | end << 6 | self._packed(1 << jumped | 1 << (place + end >> 1))
                        if not seconds:  # a man on a square where only a king could go on
                            yield start | place << 6 | self._packed(1 << jumped)
                    if not self._most or not _any(twice):
                        for end in _by(ends, way) & ~_by(on, way):
                            yield end - 2 * step | end << 6 | self._packed(1 << end - step)
        else:
            steppers = self._short(state, False)
            for end in steppers.near_up << near & empty:
                yield end - near | end << 6
            for end in steppers.far_up << far & empty:
                yield end - far | end << 6
            for end in steppers.near_down >> near & empty:
                yield end + near | end << 6
            for end in steppers.far_down >> far & empty:
                yield end + far | end << 6
            if self._flying:
                for start in state.own & state.kings:
                    for way in range(4):
                        ahead = self._step(Bits(1) << start, way) & empty
                        while ahead:
                            yield start | ahead.lowest() << 6
                            ahead = self._step(ahead, way) & empty

    def result(self, state: State, action: int) -> State:
        start, end = Bits(1) << (action & 63), Bits(1) << (action >> 6 & 63)
        captured = Bits(action >> 12) << self._near
        own, other = state.own ^ start | end, state.other & ~captured
        kings = state.kings & ~(captured | start)
        by_king = bool(state.kings & start)
        if by_king or end & (self._homes[1] if state.player == MAX else self._homes[0]):
            kings = kings | end
        quiet = state.quiet + 1 if by_king and not captured else 0
        if self._endings and kings:
            quiet = self._counted(state, own, other, kings, quiet)
        return State(other, own, kings, 1 - state.player, quiet)

    def _counted(self, state: State, own: Bits, other: Bits, kings: Bits, quiet: int) -> int:
        """`quiet` after a move from `state`, if it would be that without the endings that are limited."""
        begun = self._begun(own, other, kings)
        if begun == 0:
            return quiet
        return max(begun, state.quiet + 1 if self._begun(state.own, state.other, state.kings) > 0 else 0)

    def _begun(self, own: Bits, other: Bits, kings: Bits) -> int:
        """The number that `quiet` begins with in an ending that is limited; else 0."""
        if self._endings and (own | other).count() <= 4:
            one, more = (own, other) if own.count() <= other.count() else (other, own)
            if one.count() == 1 and one & kings and more & kings:
                return self._patience - (LONG_ENDING if more.count() == 3 else SHORT_ENDING)
        return 0

    def is_terminal(self, state: State) -> bool:
        return state.quiet >= self._patience or not self._can_move(state)

    def utility(self, state: State, player: int) -> int:
        if self._can_move(state):
            return 0
        return -1 if player == state.player else 1

    def _can_move(self, state: State) -> bool:
        empty = self._board & ~(state.own | state.other)
        steppers = self._short(state, False)
        near = steppers.near_up << self._near | steppers.near_down >> self._near
        far = steppers.far_up << self._far | steppers.far_down >> self._far
        kings = Bits(0)
        if self._flying:
            kings = state.own & state.kings
            near |= kings << self._near | kings >> self._near
            far |= kings << self._far | kings >> self._far
        return bool((near | far) & empty) or self.forced(state)

    # Steps and jumps

    def _places_of_step(self, way: int) -> int:
        """What a step adds to a place."""
        places = self._near + (way & 1)
        return places if way < 2 else -places

    def _step(self, cells: Bits, way: int) -> Bits:
        """The cells, each moved by one step."""
        places = self._near + (way & 1)
        return cells << places if way < 2 else cells >> places

    def _short(self, state: State, backward: bool) -> Ways:
        """The own pieces that step, or jump, to the next square only, by the ways that they may take."""
        kings = Bits(0) if self._flying else state.own & state.kings
        men = state.own & ~state.kings
        up = men | kings if backward or state.player == MAX else kings
        down = men | kings if backward or state.player == MIN else kings
        return Ways(up, up, down, down)

    def _openings(self, state: State, empty: Bits) -> Ways:
        """The places, of any cells, from which an own piece could jump over the next one, by the ways that any of them may take."""
        near, far = self._near, self._far
        movers, others = self._short(state, self._backward), state.other
        up = ~Bits(0) if movers.near_up else Bits(0)
        down = ~Bits(0) if movers.near_down else Bits(0)
        return Ways(
            (empty >> near & others) >> near & up,
            (empty >> far & others) >> far & up,
            (empty << near & others) << near & down,
            (empty << far & others) << far & down,
        )

    def _met(self, some: Ways, others: Ways) -> Ways:
        """What is in both, way by way."""
        return Ways(
            some.near_up & others.near_up,
            some.far_up & others.far_up,
            some.near_down & others.near_down,
            some.far_down & others.far_down,
        )

    def _jumped(self, jumpers: Ways) -> Ways:
        """Where they land behind the next piece."""
        near, far = 2 * self._near, 2 * self._far
        return Ways(jumpers.near_up << near, jumpers.far_up << far, jumpers.near_down >> near, jumpers.far_down >> far)

    def _flying_captures(self, state: State, empty: Bits) -> Bits:
        """The own flying kings, if any of them can capture."""
        kings = state.own & state.kings if self._flying else Bits(0)
        found = Bits(0)
        if kings:
            for way in range(4):
                reached = kings
                ahead = self._step(kings, way) & empty
                while ahead:
                    reached = reached | ahead
                    ahead = self._step(ahead, way) & empty
                found = found | self._landings(reached, state.other, empty, way)
        return kings if found else Bits(0)

    # Captures one by one

    def _gait(self, state: State, start: int) -> int:
        if start in state.kings:
            return FLYING if self._flying else EVERY_WAY
        return EVERY_WAY if self._backward else state.player

    def _next_capture(self, walk: Walk, empty: Bits, others: Bits, gait: int) -> Walk:
        """The walk gone on, depth first, to the end of the next whole capture; back at its start, without jumps, after the last.

        `empty` holds the start too; `others` are the pieces that may be captured.
        """
        place, captured, jumps, last, first = walk.place, walk.captured, walk.jumps, walk.last, walk.first
        arrived = False
        untried = ~Bits(0)
        while True:
            ends = self._jumps(place, empty, others & ~captured, gait) & untried
            if ends:
                end = ends.lowest()
                captured = captured | 1 << self._between(place, end, empty, gait)
                first = first << 6 | last >> 54
                last = (last << 6 | place) & _ALL
                place, jumps, arrived = end, jumps + 1, True
                untried = ~Bits(0)
            elif arrived or jumps == 0:
                return Walk(place, captured, jumps, last, first)
            else:
                before = last & 63
                captured = captured ^ 1 << self._between(before, place, empty, gait)
                last = last >> 6 | (first & 63) << 54
                first = first >> 6
                untried = ~Bits(1) << place
                place, jumps = before, jumps - 1

    def _jumps(self, place: int, empty: Bits, others: Bits, gait: int) -> Bits:
        """Where one jump can end."""
        start, ends = Bits(1) << place, Bits(0)
        if gait == FLYING:
            for way in range(4):
                ahead = self._step(start, way)
                while ahead & empty:
                    ahead = self._step(ahead, way)
                ahead = self._step(ahead & others, way) & empty
                while ahead:
                    ends = ends | ahead
                    ahead = self._step(ahead, way) & empty
            return ends
        if gait != FALLING:
            ends = self._landings(start, others, empty, 0) | self._landings(start, others, empty, 1)
        if gait != RISING:
            ends = ends | self._landings(start, others, empty, 2) | self._landings(start, others, empty, 3)
        return ends

    def _landings(self, cells: Bits, others: Bits, empty: Bits, way: int) -> Bits:
        """Where the cells land that can jump over the next place."""
        return self._step(self._step(cells, way) & others, way) & empty

    def _between(self, start: int, end: int, empty: Bits, gait: int) -> int:
        """The place of the piece that a jump from `start` to `end` captures."""
        if gait != FLYING:
            return start + end >> 1
        found = 0
        for way in range(4):
            jumped = self._step(Bits(1) << start, way)
            while jumped & empty:
                jumped = self._step(jumped, way)
            ahead = self._step(jumped & self._board, way) & empty
            while ahead:
                if end in ahead:
                    found = jumped.lowest()
                ahead = self._step(ahead, way) & empty
        return found

    def _rank(self, captured: int, kings: Bits) -> int:
        """The greater, the more it is one's duty to make the capture."""
        pieces = Bits(captured)
        if not self._most:
            return 0
        return pieces.count() << 5 | (pieces & kings).count() if self._quality else pieces.count()

    def _is_first(self, walk: Walk, start: int, empty: Bits, gait: int) -> bool:
        """Whether no walk before it captures the same pieces and ends at the same place."""
        if walk.jumps < (2 if gait == FLYING else 4):  # one that flies can land at different places in between, others must go round
            return True
        same = Bits(walk.captured)
        found = self._next_capture(Walk(start, 0, 0, 0, 0), empty, same, gait)
        while found.place != walk.place or found.captured != walk.captured:
            found = self._next_capture(found, empty, same, gait)
        return found.last == walk.last and found.first == walk.first

    def _packed(self, captured: int) -> int:
        """The captured places as an action holds them."""
        return captured << 12 - self._near

    # Help for a search

    def evaluate(self, state: State, player: int) -> float:
        """Material above all, then the other `evaluations` with small weights; a man is worth 1/64 of a win."""
        lead = self._standing(state, state.player) - self._standing(state, 1 - state.player)
        value = min(0.95, max(-0.95, lead / 64))
        return value if player == state.player else -value

    def _standing(self, state: State, player: int) -> float:
        return (
            self.material(state, player)
            + self.advancement(state, player) / 64
            + self.back_row(state, player) * 3 / 32
            + self.centre(state, player) / 32
            + self.mobility(state, player) / 64
        )

    def pieces(self, state: State, player: int) -> Bits:
        """The places of a player's pieces."""
        return state.own if player == state.player else state.other

    def material(self, state: State, player: int) -> float:
        """A player's men, and kings for what they are worth."""
        pieces = self.pieces(state, player)
        return (pieces & ~state.kings).count() + self._king * (pieces & state.kings).count()

    def advancement(self, state: State, player: int) -> int:
        """The rows beyond the second that a player's men have entered, summed over the men."""
        men = self.pieces(state, player) & ~state.kings
        rows = 0
        for zone in self._zones[player]:
            rows += (men & zone).count()
        return rows

    def back_row(self, state: State, player: int) -> int:
        """A player's men on the first row, if the other has men that they keep from being crowned."""
        if not self.pieces(state, 1 - player) & ~state.kings:
            return 0
        return (self.pieces(state, player) & ~state.kings & self._homes[player]).count()

    def centre(self, state: State, player: int) -> int:
        """A player's pieces that are not at a side of the board."""
        return (self.pieces(state, player) & self._inner).count()

    def mobility(self, state: State, player: int) -> int:
        """The steps onto empty squares that a player's pieces could make, were there no capture."""
        pieces = self.pieces(state, player)
        empty = self._board & ~(state.own | state.other)
        kings = pieces & state.kings
        up, down = (pieces, kings) if player == MAX else (kings, pieces)
        rising = (up << self._near & empty).count() + (up << self._far & empty).count()
        return rising + (down >> self._near & empty).count() + (down >> self._far & empty).count()

    def tactical(self, state: State) -> Iterable[int]:
        """The captures."""
        if self.forced(state):
            yield from self.actions(state)

    def forced(self, state: State) -> bool:
        """Whether there is a capture, which is a duty."""
        empty = self._board & ~(state.own | state.other)
        return bool(self._flying_captures(state, empty)) or _any(
            self._met(self._openings(state, empty), self._short(state, self._backward))
        )

    def order(self, state: State, action: int, child: State) -> int:
        """Captures of many pieces first, then crowning; of the other steps the engine's memory knows more."""
        captured = Bits(action >> 12) << self._near
        promise = 64 * captured.count() + 32 * (captured & state.kings).count()
        if (child.other & child.kings).count() > (state.own & state.kings).count():
            promise += 48
        return promise

    # For people

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
        for action in self._legal(state) if squares else []:
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
        forms = {sign: Piece(KING if sign.isupper() else MAN, "bw".index(sign.lower())) for sign in "bwBW"}
        rows, indent = self._seen()
        found, lines = self._position(state).pieces, []
        for number, row in enumerate(rows):
            squares = [forms.get(found.get(square, "")) for square in row]
            before = (number + indent) % 2
            lines.append(tuple(piece for square in squares for piece in ((None, square) if before else (square, None))))
        return Board(
            tuple(lines),
            CHECKERED if indent else CHECKERED_FROM_DARK,
            upwards=tuple(f"{min(row[0], row[-1])}" for row in rows),
            news=self._news(state),
        )

    def touched(self, state: State, action: int) -> tuple[int, ...]:
        """Where the piece starts, lands in between, and ends."""
        rows, indent = self._seen()
        seen = {number: (row, place) for row, numbers in enumerate(rows) for place, number in enumerate(numbers)}
        places = [seen[number] for number in self._routes(state, action)[0]]
        return tuple(2 * self._near * row + 2 * place + (row + indent) % 2 for row, place in places)

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
        return f"{names[1 - state.player]} has won" if self.utility(state, state.player) else "draw"

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


class Checkers(Draughts):
    """Checkers, or English draughts: `draughts("english")`. Black (MAX) begins, on the squares 1 to 12.

    >>> game = Checkers()
    >>> state = game.played("11-15 22-18 15x22 25x18")
    >>> print(game.show(state))
      b   b   b   b  1-4
    b   b   b   b    5-8
      b   b   .   b  9-12
    .   .   .   .    13-16
      .   w   .   .  17-20
    w   .   w   w    21-24
      .   w   w   w  25-28
    w   w   w   w    29-32
    black to move
    >>> game.write(state)
    'B:W18,21,23,24,26-32:B1-10,12'
    """

    def __init__(self) -> None:
        super().__init__("english")


def _any(ways: Ways) -> bool:
    """Whether there is a place in any of the four sets."""
    return bool(ways.near_up | ways.far_up | ways.near_down | ways.far_down)


def _by(ways: Ways, way: int) -> Bits:
    """The set for one way, 0 to 3; compiled, faster than `ways[way]`."""
    if way < 2:
        return ways.near_up if way == 0 else ways.far_up
    return ways.near_down if way == 2 else ways.far_down


def _turned(ways: Ways) -> Ways:
    """For each way, what is in the sets of all ways but the opposite one."""
    near_up, far_up, near_down, far_down = ways.near_up, ways.far_up, ways.near_down, ways.far_down
    return Ways(near_up | far_up | far_down, near_up | far_up | near_down, far_up | near_down | far_down, near_up | near_down | far_down)


def _set_of(rows: list[list[int]]) -> Bits:
    return Bits(sum(1 << place for row in rows for place in row))


def _zones(rows: list[list[int]]) -> list[list[list[int]]]:
    """The rows from the third on, those from the fourth on, ... for the player whose home is the first of them."""
    return [rows[first:] for first in range(2, len(rows) - 1)]


def _numbers(rows: list[list[int]], rules: str) -> tuple[int, ...]:
    """The place of the square with number 1, 2, 3, ...

    The numbers begin at the row of the player who begins (English), there from the other end of each row (Spanish,
    whose board lies mirrored), or at the row of the other player.
    """
    if rules == "english":
        return tuple(place for row in rows for place in row)
    if rules == "spanish":
        return tuple(place for row in rows for place in row[::-1])
    return tuple(place for row in rows[::-1] for place in row[::-1])


def _leads_through(route: tuple[int, ...], squares: tuple[int, ...]) -> bool:
    """Whether a route begins and ends as told, and passes the other squares in their order."""
    if (route[0], route[-1]) != (squares[0], squares[-1]):
        return False
    rest = iter(route)
    return all(square in rest for square in squares)
