"""Awari (oware, awale): seeds are sown round twelve pits, and captured by twos and threes; who captures more has won.

The pits in the order of sowing; south is MAX and begins:

    11 10  9  8  7  6          north's pits, 6 5 4 3 2 1 for north
     0  1  2  3  4  5          south's pits, 1 2 3 4 5 6 for south

1. The mover takes all seeds of one of their pits and sows them one by one into the pits that follow, but for the pit they came from.
2. If the last seed makes two or three in a pit of the other, the mover captures these; then those in the pit before, if that is the other's
   and has two or three as well, and so on.
3. A move after which the other has no seeds is legal only where every move is such: so seeds have to be given to who has none, and all
   that the other has is captured only by who cannot move otherwise.
4. Who is to move and has no seeds ends the game: the other takes what is left. Where a position comes back both get half of it.

What is captured is a reward (`Game.reward`), and a state holds the seeds that are left and not who has captured the others.

Source: J. W. Romein and H. E. Bal, Solving awari with parallel retrograde analysis, IEEE Computer 36(10), 2003: it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import PITS, SEEDS, Board, Piece
from zermelo.board_text import parts_of, player_of
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX, Game, replace
from zermelo.ranks import choose, rank_seeds, unrank_seeds
from zermelo.units import Unit

OWN: Final = 6
"""Pits of each player."""
ALL: Final = 2 * OWN
FEWEST_CAPTURED, MOST_CAPTURED = 2, 3
MOST_SEEDS: Final = 48
SIDES: Final = ("south", "north")


class State(NamedTuple):
    """The seeds in each pit, in the order of sowing from the first of the player to move, and that player."""

    pits: tuple[int, ...]
    player: int


class Awari(Game):
    """Awari with `seeds` in all, 1 to 48, dealt round the pits one by one from south's first: 48 are four in each.

    The rules are at the top of this file. An action is the number of a pit, from 1, counted by its owner from left to right. Reward: the
    seeds that are captured. Utility: those that are left at the end to who takes them.

    >>> game = Awari()
    >>> state = game.result(game.initial(), 3)
    >>> print(game.show(state))
      6  5  4  3  2  1
      4  4  4  4  4  5
      4  4  0  5  5  5
      1  2  3  4  5  6
    north to move
    >>> game.write(state)
    '4,4,0,5,5,5 5,4,4,4,4,4 north'
    """

    repetition = 0.0
    utility_sum = 0.0
    max_actions = OWN
    measured_in = Unit("seed", digits=0)
    phrases: ClassVar = {
        "es": {"{} cannot move, and {} takes {}": "{} no puede mover, y {} se queda con {}"},
        "pt": {"{} cannot move, and {} takes {}": "{} não pode mover, e {} fica com {}"},
    }

    def __init__(self, seeds: int = MOST_SEEDS) -> None:
        if type(seeds) is not int or not 1 <= seeds <= MOST_SEEDS:
            raise SpecError(f"{seeds!r} seeds are not possible; 1 to {MOST_SEEDS} are, all together")
        self.seeds = seeds
        self.utility_range = (-float(seeds), float(seeds))
        self._first = tuple(seeds // ALL + (pit < seeds % ALL) for pit in range(ALL))

    # The rules

    def initial(self) -> State:
        return State(self._first, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterable[int]:
        must_feed = self._can_feed(state.pits)
        for pit in range(OWN):
            if state.pits[pit] > 0 and (not must_feed or self._feeds(state.pits, pit)):
                yield pit + 1

    def result(self, state: State, action: int) -> State:
        left = self._sown(state.pits, action - 1)
        return State(self._turned(left), 1 - state.player)

    def reward(self, state: State, action: int) -> int:
        if state.pits[action - 1] + action <= OWN:
            return 0
        return self._sum(state.pits) - self._sum(self._sown(state.pits, action - 1))

    def is_terminal(self, state: State) -> bool:
        return not self._has_seeds(state.pits, 0)

    def utility(self, state: State, player: int) -> int:
        return -self._sum(state.pits) if player == state.player else self._sum(state.pits)

    def _sown(self, pits: tuple[int, ...], start: int) -> tuple[int, ...]:
        """The pits once the seeds of one are sown and what is captured is gone, still from the first of who sows."""
        hand, pit = pits[start], start
        pits = replace(pits, start, 0)
        while hand > 0:
            pit = pit + 1 if pit < ALL - 1 else 0
            if pit != start:
                pits = replace(pits, pit, pits[pit] + 1)
                hand -= 1
        while pit >= OWN and FEWEST_CAPTURED <= pits[pit] <= MOST_CAPTURED:
            pits = replace(pits, pit, 0)
            pit -= 1
        return pits

    def _can_feed(self, pits: tuple[int, ...]) -> bool:
        """Whether some move leaves the other player seeds."""
        for pit in range(OWN):  # noqa: SIM110  a loop compiles
            if pits[pit] > 0 and self._feeds(pits, pit):
                return True
        return False

    def _feeds(self, pits: tuple[int, ...], pit: int) -> bool:
        """Whether the other player has seeds when those of this pit are sown."""
        if pit + pits[pit] < OWN:
            return self._has_seeds(pits, OWN)
        return self._has_seeds(self._sown(pits, pit), OWN)

    def _has_seeds(self, pits: tuple[int, ...], first: int) -> bool:
        """Whether there are seeds in the six pits from this one on."""
        for pit in range(first, first + OWN):  # noqa: SIM110  a loop compiles
            if pits[pit] > 0:
                return True
        return False

    def _turned(self, pits: tuple[int, ...]) -> tuple[int, ...]:
        """The pits from the first of the other player."""
        return (pits[6], pits[7], pits[8], pits[9], pits[10], pits[11], pits[0], pits[1], pits[2], pits[3], pits[4], pits[5])

    def _sum(self, pits: tuple[int, ...]) -> int:
        seeds = 0
        for pit in range(ALL):
            seeds += pits[pit]
        return seeds

    # Help for a search

    def order(self, state: State, action: int, child: State) -> int:
        return self.reward(state, action)

    # For databases: a tier is how many seeds are gone, and it does not matter whose turn it is

    def tier(self, state: State) -> int:
        return self.seeds - self._sum(state.pits)

    def tier_sizes(self) -> Iterable[int]:
        for seeds in range(self.seeds, -1, -1):
            yield choose(seeds + ALL - 1, ALL - 1)

    def rank(self, state: State) -> int:
        return rank_seeds(state.pits)

    def unrank(self, tier: int, index: int) -> State:
        return State(unrank_seeds(index, self.seeds - tier, self._first), MAX)

    def possible(self, state: State) -> bool:
        """Whether who has moved has left a pit empty, or the game begins."""
        for pit in range(OWN, ALL):
            if state.pits[pit] == 0:
                return True
        return state.pits == self._first

    def predecessors(self, state: State) -> Iterable[State]:
        is_over, here = self.is_terminal(state), self._turned(state.pits)
        for start in range(OWN):
            if here[start] == 0:
                before, hand, pit = here, 0, start
                while True:
                    pit = pit + 1 if pit < ALL - 1 else 0
                    if pit != start:
                        if before[pit] == 0:
                            break
                        before, hand = replace(before, pit, before[pit] - 1), hand + 1
                        sown = replace(before, start, hand)
                        captured = pit >= OWN and FEWEST_CAPTURED <= here[pit] <= MOST_CAPTURED
                        if not captured and not (is_over and self._can_feed(sown)):
                            yield State(sown, 1 - state.player)

    # For people

    def show(self, state: State) -> str:
        """The board as at the top of this file: north's pits and their numbers, south's pits and theirs."""
        south, north = self._sides(state)
        numbers = range(1, OWN + 1)
        rows = [self._row(reversed(numbers)), self._row(reversed(north)), self._row(south), self._row(numbers)]
        return "\n".join([*rows, self._news(state)])

    def picture(self, state: State) -> Board:
        south, north = ([Piece(SEEDS, text=str(seeds)) for seeds in side] for side in self._sides(state))
        numbers = tuple(str(number) for number in range(1, OWN + 1))
        return Board((tuple(reversed(north)), tuple(south)), PITS, numbers, news=self._news(state), above=numbers[::-1])

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        return (OWN + action - 1,) if state.player == MAX else (OWN - action,)

    def _sides(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """South's pits, and north's."""
        own, other = state.pits[:OWN], state.pits[OWN:]
        return (own, other) if state.player == MAX else (other, own)

    def _row(self, cells: Iterable[int]) -> str:
        return "".join(f"{seeds:>3}" for seeds in cells)

    def _news(self, state: State) -> str:
        mover, other = SIDES[state.player], SIDES[1 - state.player]
        return f"{mover} cannot move, and {other} takes {self._sum(state.pits)}" if self.is_terminal(state) else f"{mover} to move"

    def write(self, state: State) -> str:
        """South's pits, north's pits, and who is to move: `4,4,0,5,5,5 5,4,4,4,4,4 north`."""
        return " ".join([*(",".join(map(str, side)) for side in self._sides(state)), SIDES[state.player]])

    def read(self, text: str) -> State:
        example = self.write(self.initial())
        *sides, mover = parts_of(text, ("south's pits", "north's pits", "the player to move"), example)
        player = player_of(mover, SIDES, example)
        south, north = (_read_side(name, side, example) for name, side in zip(SIDES, sides, strict=True))
        pits = south + north if player == MAX else north + south
        if sum(pits) > self.seeds:
            raise PositionError(f"{text!r} has {sum(pits)} seeds; there are {self.seeds}")
        if not self.possible(State(pits, player)):
            raise PositionError(f"{text!r} has seeds in all pits of {SIDES[1 - player]}, who has just moved and left one empty")
        return State(pits, player)


def _read_side(name: str, text: str, example: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if len(numbers) != OWN:
        raise PositionError(f"{name} has {len(numbers)} pits in {text!r}; {OWN} are needed, as {example}")
    for number in numbers:
        if not (number.isascii() and number.isdecimal() and len(number) < 3):
            raise PositionError(f"{name} has {number!r} seeds in a pit; that is not a number from 0 to {MOST_SEEDS}")
    return tuple(map(int, numbers))
