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

from collections.abc import Iterable
from typing import Final

from zermelo.bits import Bits
from zermelo.errors import SpecError
from zermelo.game import MAX, MIN, replace
from zermelo.games.go.points import NONE, Points, State
from zermelo.units import Unit
from zermelo.wide import Wide, contains, count, difference, intersection, intersects, select, some, union, with_member

SMALLEST, LARGEST = 2, 19
USUAL_KOMI: Final = 7.5


class Rules(Points):
    """Who may place a stone where, what it captures, and who has won (see `zermelo.games.go.Go`)."""

    superko = True

    def __init__(self, size: int = 9, komi: float | None = None, scoring: str = "win", suicide: bool = True) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise SpecError(f"a board of {size} x {size} is not possible; {SMALLEST} x {SMALLEST} to {LARGEST} x {LARGEST} are")
        if scoring not in ("win", "margin"):
            raise SpecError(f'there is no scoring {scoring!r}; it is "win" or "margin"')
        super().__init__(size)
        self.komi = _komi(size, komi)
        self.scoring, self.suicide = scoring, bool(suicide)
        self.max_actions = self.cells + 1
        self.measured_in = Unit("point", size=1 / (self.cells + abs(self.komi)) if scoring == "win" else 1.0)
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
        taken = self.choked(other, intersection(near, other), empty)
        if some(taken):
            other = difference(other, taken)
            if count(taken) == 1 and not intersects(near, own) and not intersects(near, empty):
                ko = select(taken, 0)
        elif not intersects(near, empty):
            own = difference(own, self.choked(own, with_member(self.none, action), empty))
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
        return count(difference(black, white)) - count(difference(white, black)) - self.komi

    def position(self, state: State) -> tuple[Wide, Wide]:
        """The colouring of the board, which may not come back."""
        return state.black, state.white

    def places(self, state: State) -> Wide:
        """The points where the player to move may place a stone, as far as the state tells."""
        own, other = self.sides(state)
        empty = self.empty(own, other)
        places = empty if state.ko == NONE else difference(empty, with_member(self.none, state.ko))
        narrow = difference(places, self.beside(union(empty, own)) if self.suicide else self.beside(empty))
        for word in range(self.words):
            for place in narrow[word]:
                point = 64 * word + place
                if not self.captures(other, empty, point) and (self.suicide or not self.keeps_liberty(own, empty, point)):
                    places = replace(places, word, places[word] & ~(Bits(1) << place))
        return places


def _komi(size: int, komi: float | None) -> float:
    """The komi that is meant, as a float. Raises SpecError for one that is no half or whole number of points of the board."""
    if komi is None:
        return USUAL_KOMI if size >= 9 else 0.0
    if not isinstance(komi, int | float) or not abs(komi) <= size * size or komi * 2 != int(komi * 2):
        raise SpecError(f"a komi of {komi!r} is not possible; it is a whole or half number of points, at most {size * size}")
    return float(komi)
