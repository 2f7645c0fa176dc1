"""Nine men's morris.

The 24 points lie on three squares, one inside the other, which are joined in the middles of their sides. The players
first place their nine men in turn, and then move a man along a line to the next point; with three men left, they may fly to
any free point. Three men in a row along a line are a mill: who closes one removes a man of the opponent, not one out of a mill
unless there are no others. Who is down to two men or cannot move loses. Fifty moves in a row without a capture after the
placing are a draw.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import chain

from zermelo import MAX, Game

EMPTY = -1
RINGS, AROUND = 3, 8
POINTS = RINGS * AROUND  # point 8 r + k is the k-th on ring r, clockwise from a corner: corners are even
DRAW_AFTER = 50


def on_ring(ring, k):
    return ring * AROUND + k % AROUND


SIDES = [tuple(on_ring(ring, k + i) for i in range(3)) for ring in range(RINGS) for k in range(0, AROUND, 2)]
SPOKES = [tuple(on_ring(ring, k) for ring in range(RINGS)) for k in range(1, AROUND, 2)]
MILLS = {point: [mill for mill in chain(SIDES, SPOKES) if point in mill] for point in range(POINTS)}
NEXT = {
    point: sorted({a for mill in MILLS[point] for a, b in chain(zip(mill, mill[1:]), zip(mill[1:], mill)) if b == point})
    for point in range(POINTS)
}


class Phase(Enum):
    PLACE = auto()
    MOVE = auto()
    FLY = auto()
    CAPTURE = auto()


@dataclass(frozen=True)
class Position:
    points: tuple[int, ...]
    in_hand: tuple[int, int]
    player: int = MAX
    capturing: bool = False  # the player to move has just closed a mill
    quiet: int = 0  # moves since the last capture or placing

    @property
    def opponent(self):
        return 1 - self.player

    @property
    def phase(self):
        if self.capturing:
            return Phase.CAPTURE
        if self.in_hand[self.player]:
            return Phase.PLACE
        return Phase.FLY if self.men(self.player) == 3 else Phase.MOVE

    def men(self, player):
        return self.points.count(player) + self.in_hand[player]

    def of(self, owner):
        return [point for point, man in enumerate(self.points) if man == owner]

    def in_mill(self, point):
        owner = self.points[point]
        return any(all(self.points[other] == owner for other in mill) for mill in MILLS[point])

    def put(self, **changes):
        """A copy with some points changed: put(p3=EMPTY, p4=MAX)."""
        points = list(self.points)
        for key, man in changes.items():
            points[int(key[1:])] = man
        return replace(self, points=tuple(points))


class NineMensMorris(Game):
    """An action is a point to place on or capture, or POINTS * (from + 1) + to. A capture is an action of its own."""

    utility_range = (-1, 1)

    def __init__(self, men=9):
        self.men = men

    def initial(self):
        return Position(points=(EMPTY,) * POINTS, in_hand=(self.men, self.men))

    def to_move(self, state):
        return state.player

    def actions(self, state):
        match state.phase:
            case Phase.CAPTURE:
                victims = state.of(state.opponent)
                yield from [point for point in victims if not state.in_mill(point)] or victims
            case Phase.PLACE:
                yield from state.of(EMPTY)
            case Phase.MOVE:
                for start in state.of(state.player):
                    yield from (self.encode(start, end) for end in NEXT[start] if state.points[end] == EMPTY)
            case Phase.FLY:
                for start in state.of(state.player):
                    yield from (self.encode(start, end) for end in state.of(EMPTY))

    @staticmethod
    def encode(start, end):
        return POINTS * (start + 1) + end

    @staticmethod
    def decode(action):
        start, end = divmod(action, POINTS)
        return start - 1, end

    def result(self, state, action):
        match state.phase:
            case Phase.CAPTURE:
                after = state.put(**{f"p{action}": EMPTY})
                return replace(after, capturing=False, quiet=0, player=state.opponent)
            case Phase.PLACE:
                end = action
                hands = tuple(hand - (player == state.player) for player, hand in enumerate(state.in_hand))
                after = replace(state.put(**{f"p{end}": state.player}), in_hand=hands)
            case _:
                start, end = self.decode(action)
                after = replace(state.put(**{f"p{start}": EMPTY, f"p{end}": state.player}), quiet=state.quiet + 1)
        if after.in_mill(end):
            return replace(after, capturing=True)
        return replace(after, player=state.opponent)

    def is_lost(self, state):
        return not state.capturing and (state.men(state.player) < 3 or not any(True for _ in self.actions(state)))

    def is_terminal(self, state):
        return self.is_lost(state) or (state.quiet >= DRAW_AFTER and not state.capturing)

    def utility(self, state, player):
        if not self.is_lost(state):
            return 0
        return -1 if player == state.player else 1

    def evaluate(self, state, player):
        return (state.men(player) - state.men(1 - player)) / (self.men + 1)

    def name(self, state, action):
        match state.phase:
            case Phase.CAPTURE:
                return f"x{action}"
            case Phase.PLACE:
                return f"{action}"
            case _:
                start, end = self.decode(action)
                return f"{start}-{end}"

    def show(self, state):
        drawing = (
            "{0}-----{1}-----{2}",
            "| {8}---{9}---{10} |",
            "| | {16}-{17}-{18} | |",
            "{7}-{15}-{23}   {19}-{11}-{3}",
            "| | {22}-{21}-{20} | |",
            "| {14}---{13}---{12} |",
            "{6}-----{5}-----{4}",
        )
        marks = [{EMPTY: ".", 0: "x", 1: "o"}[man] for man in state.points]
        lines = [line.format(*marks) for line in drawing]
        return "\n".join([*lines, f"{'xo'[state.player]}: {state.phase.name.lower()}, in hand {state.in_hand}"])
