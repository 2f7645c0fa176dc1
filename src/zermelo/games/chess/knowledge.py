"""What chess says to searches: captures and promotions, an order, keys; what a position is worth, evaluation.py says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from zermelo.bits import Bits
from zermelo.games.chess.board import LAST_RANK, left, right
from zermelo.games.chess.evaluation import Evaluating, Feature, Net, Terms
from zermelo.games.chess.rules import BISHOP, KNIGHT, QUEEN, ROOK, State
from zermelo.hints import Evaluation
from zermelo.units import Unit

LAST_PLIES: Final = 50
"""So many plies before the count of quiet plies draws the game, states that differ in it have different keys."""


class Knowledge(Evaluating):
    """Chess for those who search."""

    engine = {  # noqa: RUF012  never changed
        "null_move": True, "late_move_reductions": True, "reverse_futility": True, "futility": True, "late_move_pruning": True,
        "improving": True, "internal_reduction": True, "internal_deepening": False, "quiescence_table": True, "exchange_pruning": True,
        "lazy_children": True, "distance": True, "order_from": 0, "table_from": 1, "futility_margin": 0.5,
    }  # fmt: skip
    evaluation_unit = 1 / 64
    measured_in = Unit("pawn")
    evaluations: Mapping[str, Evaluation] = MappingProxyType(
        {name: Feature(number) for number, name in enumerate(Terms._fields)} | {"net": Net()}
    )

    def tactical(self, state: State) -> Iterable[int]:
        """Captures and promotions; in check all actions, as nothing else is sure to end it."""
        if state.checkers:
            yield from self.actions(state)
            return
        own, other, occupied = state.own, state.other, state.own | state.other
        king = self.king(state)
        pins = self._pins(state, king)
        for start in state.knights & own & ~(pins.straight | pins.diagonal):
            for end in Bits(self.knight_steps[start]) & other:
                yield start | end << 6
        for start in state.diagonal & own & ~pins.straight:
            ends = self.bishop_attacks(start, occupied) & other
            for end in ends & pins.diagonal if start in pins.diagonal else ends:
                yield start | end << 6
        for start in state.straight & own & ~pins.diagonal:
            ends = self.rook_attacks(start, occupied) & other
            for end in ends & pins.straight if start in pins.straight else ends:
                yield start | end << 6
        ends = Bits(self.king_steps[king]) & other
        if ends:
            for end in ends & ~self.attacked(state):
                yield king | end << 6
        for start in state.pawns & own & ~pins.straight:
            step = Bits(1) << start + 8
            ends = (left(step) | right(step)) & other
            ends = ends & pins.diagonal if start in pins.diagonal else ends
            if start not in pins.diagonal:
                ends = ends | step & LAST_RANK & ~occupied
            for end in ends & ~LAST_RANK:
                yield start | end << 6
            for end in ends & LAST_RANK:
                for piece in (QUEEN, ROOK, BISHOP, KNIGHT):
                    yield start | end << 6 | piece << 12
        if state.passant:
            for start in self._passant_takers(state):
                yield start | state.passant.lowest() << 6

    def kind(self, state: State, action: int) -> int:
        """1 for captures and promotions, else 0."""
        end = Bits(1) << (action >> 6 & 63)
        takes = end & (state.other | state.passant if (action & 63) in state.pawns else state.other)
        return 1 if takes or action >> 12 else 0

    def piece_to(self, state: State, action: int) -> int:
        """The kind of piece, from 1, and the square where it ends."""
        start = Bits(1) << (action & 63)
        if start & state.pawns:
            piece = 1
        elif start & state.knights:
            piece = 2
        elif start & state.diagonal:
            piece = 5 if start & state.straight else 3
        else:
            piece = 4 if start & state.straight else 6
        return piece << 6 | action >> 6 & 63

    def forced(self, state: State) -> bool:
        """Whether the player to move is in check."""
        return bool(state.checkers)

    def may_pass(self, state: State) -> bool:
        """Whether the player to move has more than king and pawns, with which it is often a burden to move."""
        return bool(state.own & (state.knights | state.diagonal | state.straight))

    def order(self, state: State, action: int, child: State) -> int:
        """Captures first, of the most valuable piece, and by the least valuable one; among them promotions, for what the pawn gains."""
        end = Bits(1) << (action >> 6 & 63) & state.other
        promise = 16 * self.worth_of(state, end) if end else 0
        if action >> 12:
            promise += 16 * (self.worth_of_promotion(action >> 12) - 1)
        if promise:
            promise += 9 - self.worth_of(state, Bits(1) << (action & 63))
        return promise

    def position(self, state: State) -> tuple[Bits, ...]:
        """What the repetition of a position asks for (FIDE 9.2.3): pieces, turn, the right to castle, and en passant where it is legal."""
        return (
            state.own, state.other, state.pawns, state.knights, state.diagonal, state.straight, state.castling, state.passant,
            Bits(state.ply & 1),
        )  # fmt: skip

    def key(self, state: State) -> tuple[Bits, ...]:
        """The position, and how near the end is that the count of quiet plies brings, where no more than `LAST_PLIES` are left to it.

        Before, what differs in the count alone plays alike for that long, and searches that look no further may share what they know.
        """
        late = max(0, state.quiet - 2 * self.draws + LAST_PLIES) if self.draws else 0
        return (
            state.own, state.other, state.pawns, state.knights, state.diagonal, state.straight, state.castling, state.passant,
            Bits(state.ply & 1 | late << 1),
        )  # fmt: skip
