"""Endings of checkers: few pieces, in any position, with numbers for databases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from zermelo.bits import Bits
from zermelo.errors import PositionError, SpecError
from zermelo.game import MAX
from zermelo.games.draughts.board import State
from zermelo.games.draughts.knowledge import Knowledge
from zermelo.games.draughts.text import Text
from zermelo.ranks import choose, opened, rank_set, rank_set_beside, unrank_set

MOST_PIECES: Final = 8
SQUARES: Final = 32
ROW: Final = 4
FOR_MEN: Final = SQUARES - ROW
"""Squares on which a man can stand: on the last row it is crowned."""

Army = tuple[int, int]
"""The men and the kings of a player."""


class CheckersEnding(Knowledge, Text):
    """An ending of checkers with `most` pieces, 2 to 8, or fewer. Black is MAX.

    No moves are counted: a game that goes round is drawn. Utility: 1 a win, 0 a draw, -1 a loss.

    >>> game = CheckersEnding(2)
    >>> game.write(game.initial())
    'B:W32:B1'
    """

    def __init__(self, most: int = 4) -> None:
        if type(most) is not int or not 2 <= most <= MOST_PIECES:
            raise SpecError(f"{most!r} pieces are no ending of checkers here; 2 to {MOST_PIECES} are")
        super().__init__("english")
        self.most, self._patience = most, 0
        tiers = [*_tiers(most)]
        self._own_men, self._own_kings, self._other_men, self._other_kings = (
            tuple(own[0] for own, _ in tiers), tuple(own[1] for own, _ in tiers), tuple(other[0] for _, other in tiers),
            tuple(other[1] for _, other in tiers),
        )  # fmt: skip
        wide = most + 1
        tier_of, first_of = [len(tiers)] * wide**4, [0] * wide**4
        for tier, (own, other) in enumerate(tiers):
            tier_of[_place(wide, other, own)], first_of[_place(wide, other, own)] = tier, _ways(own, other)
            tier_of[_place(wide, own, other)], first_of[_place(wide, own, other)] = tier, 0
        self._tier_of, self._first_of = tuple(tier_of), tuple(first_of)

    def initial(self) -> State:
        black = (self.most + 1) // 2
        white = self.most - black
        return self.read(f"B:W{','.join(str(SQUARES - one) for one in range(white))}:B{','.join(str(1 + one) for one in range(black))}")

    def read(self, text: str) -> State:
        if ":H" in text.upper():
            raise PositionError(f"{text!r} counts moves with :H, and no moves are counted in this ending; leave it out")
        state = super().read(text)
        if (count := (state.own | state.other).count()) > self.most:
            raise PositionError(f"there are {count} pieces, and up to {self.most} in this ending")
        return state

    # For databases: a tier is how many men and kings each has, whoever is to move; first come the states in which the player to move has
    # the army that is named first. Men are numbered on all squares where they can stand, so that some numbers put two on one square.

    def _material(self, state: State) -> int:
        wide = self.most + 1
        own, other = state.own & ~state.kings, state.other & ~state.kings
        men = (own.count() * wide + (state.own & state.kings).count()) * wide + other.count()
        return men * wide + (state.other & state.kings).count()

    def tier(self, state: State) -> int:
        return self._tier_of[self._material(state)]

    def tier_sizes(self) -> Iterable[int]:
        for tier in range(len(self._own_men)):
            own, other = (self._own_men[tier], self._own_kings[tier]), (self._other_men[tier], self._other_kings[tier])
            yield _ways(own, other) * (1 if own == other else 2)
        yield 1

    def rank(self, state: State) -> int:
        if not state.own:
            return 0
        own, other, kings = together(state.own), together(state.other), together(state.kings)
        if state.player != MAX:
            own, other, kings = turned(own), turned(other), turned(kings)
        men, others, mine, theirs = own & ~kings, other & ~kings, own & kings, other & kings
        free = SQUARES - men.count() - others.count()
        rank = rank_set(men) * choose(FOR_MEN, others.count()) + rank_set(others >> ROW)
        rank = rank * choose(free, mine.count()) + rank_set_beside(mine, men | others)
        rank = rank * choose(free - mine.count(), theirs.count()) + rank_set_beside(theirs, men | others | mine)
        return self._first_of[self._material(state)] + rank

    def unrank(self, tier: int, index: int) -> State:
        if tier == len(self._own_men):
            return State(Bits(0), Bits(1), Bits(0), MAX, 0)
        men, kings, others, theirs = self._own_men[tier], self._own_kings[tier], self._other_men[tier], self._other_kings[tier]
        first = _ways((men, kings), (others, theirs))
        if index >= first:
            index, men, kings, others, theirs = index - first, others, theirs, men, kings
        free = SQUARES - men - others
        of_theirs, of_mine = choose(free - kings, theirs), choose(free, kings)
        own_men = unrank_set(index // of_theirs // of_mine // choose(FOR_MEN, others), men, FOR_MEN)
        other_men = unrank_set(index // of_theirs // of_mine % choose(FOR_MEN, others), others, FOR_MEN) << ROW
        if own_men & other_men:
            return State(apart(own_men), apart(other_men), Bits(0), MAX, 0)
        own_kings = opened(unrank_set(index // of_theirs % of_mine, kings, free), own_men | other_men)
        other_kings = opened(unrank_set(index % of_theirs, theirs, free - kings), own_men | other_men | own_kings)
        return State(apart(own_men | own_kings), apart(other_men | other_kings), apart(own_kings | other_kings), MAX, 0)

    def possible(self, state: State) -> bool:
        return not state.own & state.other


def as_endings(pieces: int, plies: int, state: State) -> Iterable[tuple[State, int]]:
    """The state of an ending of so many pieces that plays as a state of checkers which quiet moves draw after so many plies."""
    if (state.own | state.other).count() <= pieces:
        yield state._replace(quiet=0), plies - state.quiet


def _tiers(pieces: int) -> list[tuple[Army, Army]]:
    """The armies of both, the most pieces first and of these the most men: captures and crownings lead to later tiers."""
    armies = [(men, kings) for men in range(pieces) for kings in range(pieces) if 1 <= men + kings < pieces]
    pairs = [(own, other) for own in armies for other in armies if own >= other and sum(own + other) <= pieces]
    return sorted(pairs, key=lambda pair: (-sum(pair[0] + pair[1]), -pair[0][0] - pair[1][0], pair))


def _place(wide: int, own: Army, other: Army) -> int:
    return ((own[0] * wide + own[1]) * wide + other[0]) * wide + other[1]


def _ways(own: Army, other: Army) -> int:
    """How many numbers there are for the pieces of both."""
    free = SQUARES - own[0] - other[0]
    return choose(FOR_MEN, own[0]) * choose(FOR_MEN, other[0]) * choose(free, own[1]) * choose(free - own[1], other[1])


def together(places: Bits) -> Bits:
    """The numbers from 0 to 31 of the squares at these places, which have an empty one after every eighth."""
    return places & 0xFF | places >> 1 & 0xFF00 | places >> 2 & 0xFF0000 | places >> 3 & 0xFF000000


def apart(squares: Bits) -> Bits:
    """The places of the squares with these numbers."""
    return squares & 0xFF | (squares & 0xFF00) << 1 | (squares & 0xFF0000) << 2 | (squares & 0xFF000000) << 3


def turned(squares: Bits) -> Bits:
    """The numbers of the squares on the board turned round: 31 for 0."""
    squares = (squares & 0x55555555) << 1 | squares >> 1 & 0x55555555
    squares = (squares & 0x33333333) << 2 | squares >> 2 & 0x33333333
    squares = (squares & 0x0F0F0F0F) << 4 | squares >> 4 & 0x0F0F0F0F
    squares = (squares & 0x00FF00FF) << 8 | squares >> 8 & 0x00FF00FF
    return (squares & 0xFFFF) << 16 | squares >> 16
