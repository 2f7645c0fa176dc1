"""What connect four says to searches: an evaluation by threats, proved bounds, which stones lose at once, symmetry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from zermelo.bits import Bits, runs
from zermelo.game import MAX
from zermelo.games.connect4.rules import Rules, State
from zermelo.wide import select

ODD: Final = 16
"""What a threat of the first player in an odd row is worth, where a stone in an open line is worth 1."""
EVEN: Final = 13
"""And one of the second player in an even row."""
OTHER: Final = 5
"""And one of the second player in an odd row, which keeps the first from it; the first player's in even rows are worth nothing."""
TO_MOVE: Final = 6
"""And to be the player to move."""
HALF: Final = 0xFFFFFFFF
"""The lower 32 bits of a word."""
MOST: Final = 120
"""An evaluation goes no further than this many, to stay within the utilities."""


class Knowledge(Rules):
    """Connect four for those who search."""

    engine = {  # noqa: RUF012  never changed; an action is a column, of which these know little
        **dict.fromkeys(("killers", "history_heuristic", "counter_moves", "internal_deepening"), False),
        "bisection": True,
        "proving": 2.6,
        "late_move_reductions": True,
        "early_from": 14,
        "table_from": 6,
    }

    def plies_of_score(self, state: State, score: float) -> int | None:
        if not score:
            return None
        left = self._cells + 2 - int(2 * abs(score)) - (state.own | state.other).count()
        return left if left % 2 == (score > 0) else left - 1  # who is to move wins after an odd number of plies

    def evaluate(self, state: State, player: int) -> float:
        """By threats, the empty cells that would complete a line, and by the stones in lines that can still be completed.

        A threat of the first player is worth most in an odd row, one of the second in an even one: those cells the other
        player will be forced to leave to them in the end (Allis 1988). The weights are rounded from a logistic regression
        over solved positions of 14 to 26 stones (bench/connect4_weights.py), those of threats times three, which plays
        better: a search sees the stones that come next, and seldom the end.
        """
        odd, even, other, lines, to_move = self.features(state)
        balance = ODD * odd + EVEN * even + OTHER * other + lines + TO_MOVE * to_move
        worth = self.evaluation_unit * max(-MOST, min(MOST, balance))
        return worth if player == MAX else -worth

    def features(self, state: State) -> tuple[int, int, int, int, int]:
        """What `evaluate` weighs, for the first player.

        Threats of the first player in odd rows; of the second in even rows, and in odd ones, both negative; stones in open
        lines, the first player's less the second's; 1 if the first player is to move, else -1.
        """
        empty = self._board & ~(state.own | state.other)
        first_moves = self.to_move(state) == MAX
        first, second = (state.own, state.other) if first_moves else (state.other, state.own)
        firsts, seconds = self._completing(first) & empty, self._completing(second) & empty
        return (
            (firsts & self._odd_rows).count(),
            -(seconds & self._even_rows).count(),
            -(seconds & self._odd_rows).count(),
            self._in_open_lines(first, second) - self._in_open_lines(second, first),
            1 if first_moves else -1,
        )

    def _in_open_lines(self, own: Bits, other: Bits) -> int:
        """The stones in lines that hold none of the other player's, counted once for each such line."""
        up, right = 1, self._column
        free = self._board & ~other
        return (
            self._in_line(own, free, up)
            + self._in_line(own, free, right)
            + self._in_line(own, free, right + up)
            + self._in_line(own, free, right - up)
        )

    def _in_line(self, own: Bits, free: Bits, step: int) -> int:
        lines = runs(free, step, self.line)
        stones = 0
        for place in range(self.line):
            stones += (lines & (own >> place * step)).count()
        return stones

    def plies_left(self, state: State) -> int:
        """The empty cells."""
        return self._cells - (state.own | state.other).count()

    def bounds(self, state: State) -> tuple[int, int]:
        """Exact where the player wins at once or has no safe move; else by how soon either could still win."""
        stones = (state.own | state.other).count()
        if self._completing(state.own) & self._possible(state):
            worth = (self._cells + 1 - stones) >> 1 if self.score else 1
            return worth, worth
        if not self._safe(state):
            worth = -((self._cells - stones) >> 1) if self.score else -1
            return worth, worth
        if stones >= self._cells - 2:
            return 0, 0
        if self.score:
            return -((self._cells - 2 - stones) >> 1), (self._cells - 1 - stones) >> 1
        return -1, 1

    def candidates(self, state: State) -> Iterable[int]:
        """The columns where the other player cannot win with the next stone, the middle ones first.

        There is one, and no column wins at once, wherever `bounds` leaves the value open.
        """
        safe = self._safe(state)
        for place in range(self.width):
            if safe & ((Bits(1) << self._column) - 1) << self._column * self._centre_first[place]:
                yield self._centre_first[place]

    def order(self, state: State, action: int, child: State) -> int:
        """How many empty cells would complete a line of the player."""
        return (self._completing(child.other) & self._board & ~child.own).count()

    def playout(self, state: State, random_bits: int) -> int:
        """Any column with room, each as likely, without a list of them: that is what simulated games would spend most time on."""
        possible = self._possible(state)
        return select((possible,), (random_bits & HALF) * possible.count() >> 32) // self._column

    def _possible(self, state: State) -> Bits:
        """The lowest empty cell of each column."""
        return ((state.own | state.other) + self._bottom()) & self._board

    def _safe(self, state: State) -> Bits:
        """The possible cells after which the other player cannot win at once."""
        possible = self._possible(state)
        threats = self._completing(state.other) & self._board & ~state.own
        forced = possible & threats
        if forced:
            possible = forced if not forced & (forced - 1) else Bits(0)
        return possible & ~(threats >> 1)

    def _completing(self, stones: Bits) -> Bits:
        """The cells, among those that hold none of these stones, that complete a line of them; and some off the board."""
        up, right = 1, self._column
        lines = self._holes(stones, up) | self._holes(stones, right) | self._holes(stones, right + up) | self._holes(stones, right - up)
        return lines & ~stones

    def _holes(self, stones: Bits, step: int) -> Bits:
        """The cells that lack in a line in one direction, or are in it."""
        found = Bits(0)
        for below in range(self.line):
            holes = ~Bits(0)
            for near in range(1, below + 1):
                holes = holes & (stones << near * step)
            for near in range(1, self.line - below):
                holes = holes & (stones >> near * step)
            found = found | holes
        return found

    def key(self, state: State) -> Bits:
        """One number a position: the own stones, plus a 1 on top of every column's stones."""
        return state.own + (state.own | state.other) + self._bottom()

    def _bottom(self) -> Bits:
        return self._board & ~(self._board << 1)

    def symmetries(self, state: State) -> Iterable[State]:
        """The mirror image, left for right."""
        yield State(self._mirror(state.own), self._mirror(state.other), state.lost)

    def _mirror(self, stones: Bits) -> Bits:
        column = (Bits(1) << self._column) - 1
        mirrored = Bits(0)
        for left in range(self.width):
            right = self.width - 1 - left
            mirrored = mirrored | ((stones >> self._column * left) & column) << self._column * right
        return mirrored
