"""What a position is worth: a weighted sum of features.

Each feature is counted for both players, each of whom sees the board with the own pawns going up, and the difference is weighed:

    material  the pawns, knights, bishops, rooks and queens; a second rook; knights and rooks by the number of pawns
    squares   where each piece stands
    mobility  how many squares knights, bishops, rooks and queens attack, but for those of own pieces and those that pawns guard
    pawns     those that are doubled, isolated, backward; those beside or behind one another, by rank
    passed    pawns that no pawn can stop any more, by rank; whether their way is free and safe; how far the two kings are from them
    minors    both bishops; knights and bishops that no pawn can drive away; own pawns on a bishop's colour
    rooks     rooks on files without pawns, on files without own ones, and on the seventh rank
    threats   pieces that lesser ones attack, or that nothing guards; what a pawn would attack after a step
    king      the pawns nearest to the king on three files, of both players; pieces pinned to it; the danger that it is in
    tempo     to be the one to move
    mating    where the other has no pawns and is far behind: how far its king is from the middle, how near one's own king and, where
              a bishop and a knight have to mate, the corners of the bishop's colour, the only ones in which they can

features.py counts them. Every weight has a value for the middle game and one for the endgame. In between, the *phase* says in which
proportion they count: 24 with all pieces on the board, 0 with none but kings and pawns. What the features leave out, a small net adds that
sees where each piece stands (net.py). Of what cannot be won with a share is left, or none (`winnable`).

C. Shannon proposed the sum and most of the features (Programming a Computer for Playing Chess, Philosophical Magazine 41, 1950).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.games.chess import net_file
from zermelo.games.chess.board import FILE_A, turned
from zermelo.games.chess.exchange import Exchange
from zermelo.games.chess.features import (
    TEMPO,
    WHITE,
    army,
    danger,
    facing,
    in_all,
    material,
    mating,
    minors,
    passed,
    pawns,
    reached,
    rooks,
    shelter,
    squares,
    steps,
    threats,
)
from zermelo.games.chess.net import SCALE, Row, judged
from zermelo.games.chess.net_file import rows
from zermelo.games.chess.rules import State
from zermelo.games.chess.weights import HALF, row, shipped
from zermelo.hints import Evaluation
from zermelo.units import Unit

ALL_PIECES: Final = 24
"""The phase with which a game begins."""


class Terms(NamedTuple):
    """What each feature is worth to a player, in words of two values (weights.py)."""

    material: int
    squares: int
    mobility: int
    pawns: int
    passed: int
    minors: int
    rooks: int
    threats: int
    king: int
    tempo: int
    mating: int


class Evaluating(Exchange):
    """The features of a position, and their weighted sum."""

    weights: tuple[int, ...] = row(shipped())
    net: tuple[Row, ...] = rows(net_file.shipped())

    def evaluate(self, state: State, player: int) -> float:
        """The weighted sum of the features and what the net adds, as far as it can be won with; a pawn is worth 1/64 of a win."""
        value = self.in_pawns(state, self.total(state, self.weights)) + self.added(state)
        value = min(0.95, max(-0.95, value * self.winnable(state, value > 0) / 64))
        return value if player == self.to_move(state) else -value

    def added(self, state: State) -> float:
        """What the net says beside the weighted sum, in pawns, to the player to move."""
        return judged(state, self.kings(state), self.net) / SCALE

    def in_pawns(self, state: State, word: int) -> float:
        """The two values of a word, each in proportion to the phase, as one number."""
        middle = (word + HALF // 2) >> 32
        end = word - middle * HALF
        phase = self.phase(state)
        return (middle * phase + end * (ALL_PIECES - phase)) / (ALL_PIECES * 100)

    def phase(self, state: State) -> int:
        """How much of the middle game is left, 0 to 24: 1 a knight or bishop, 2 a rook, 4 a queen."""
        queens = state.diagonal & state.straight
        return min(ALL_PIECES, (state.knights | state.diagonal).count() + 2 * state.straight.count() + queens.count())

    def winnable(self, state: State, by_own: bool) -> float:
        """The share that is left of an advantage, 0 to 1, where what is on the board is hard to win with, or cannot be won with at all.

        Without pawns it takes more than a minor piece's worth, and more than two knights. With one bishop each, on squares of different
        colours, it takes more than elsewhere. A bishop and pawns of a rook's file win nothing where the bishop does not reach the corner
        before these and the other's king does.
        """
        strong, weak = (state.own, state.other) if by_own else (state.other, state.own)
        bishops = state.diagonal & ~state.straight
        pieces = state.knights | state.diagonal | state.straight
        if not (strong & state.pawns):
            ahead, behind = self.pieces_worth(state, strong), self.pieces_worth(state, weak)
            if ahead - behind <= 3:
                return 0.0 if ahead <= 3 else 0.0625 if behind <= 3 else 0.25
            return 0.0 if strong & pieces == strong & state.knights and ahead == 6 else 1.0
        if (strong & bishops).count() != 1:
            return 1.0
        bishop = strong & bishops
        if (weak & bishops).count() == 1 and bool(bishop & WHITE) != bool(weak & bishops & WHITE):
            return 0.375 if pieces == bishops else 0.75
        if strong & pieces == bishop:
            king = (self.kings(state) & weak).lowest()
            for file in (0, 7):
                corner = file + (56 if by_own else 0)
                if not (strong & state.pawns & ~(Bits(FILE_A) << file)) and bool(Bits(1) << corner & WHITE) != bool(bishop & WHITE):
                    return 0.0 if steps(king, corner) <= 1 else 1.0
        return 1.0

    def counts_in_full(self, state: State) -> bool:
        """Whether an advantage of either player is all that the features say."""
        return self.winnable(state, True) == 1 and self.winnable(state, False) == 1

    def pieces_worth(self, state: State, men: Bits) -> int:
        """What the pieces among these are worth, in pawns."""
        straight, diagonal = men & state.straight, men & state.diagonal
        return in_all(men & state.knights | diagonal & ~straight, straight & ~diagonal, straight & diagonal)

    def total(self, state: State, weights: Any) -> int:
        """The sum of all features, to the player to move."""
        terms = self.terms(state, weights)
        return (
            terms.material + terms.squares + terms.mobility + terms.pawns + terms.passed
            + terms.minors + terms.rooks + terms.threats + terms.king + terms.tempo + terms.mating
        )  # fmt: skip

    def terms(self, state: State, weights: Any) -> Terms:
        """The features one by one, to the player to move."""
        kings = self.kings(state)
        own = army(state.own, state.other, state.pawns, state.knights, state.diagonal, state.straight, kings)
        other = army(
            turned(state.other), turned(state.own), turned(state.pawns), turned(state.knights), turned(state.diagonal),
            turned(state.straight), turned(kings),
        )  # fmt: skip
        ours, theirs = reached(self, own, weights), reached(self, other, weights)
        facing_us, facing_them = facing(theirs), facing(ours)
        return Terms(
            material(own, weights) - material(other, weights),
            squares(own, weights) - squares(other, weights),
            ours.mobility - theirs.mobility,
            pawns(own, weights) - pawns(other, weights),
            passed(own, facing_us, weights) - passed(other, facing_them, weights),
            minors(own, weights) - minors(other, weights),
            rooks(own, weights) - rooks(other, weights),
            threats(own, ours, facing_us, weights) - threats(other, theirs, facing_them, weights),
            shelter(own, weights)
            + danger(self, own, ours, facing_us, weights)
            - shelter(other, weights)
            - danger(self, other, theirs, facing_them, weights),
            weights[TEMPO],
            mating(own, other, weights) - mating(other, own, weights),
        )


class Feature(Evaluation):
    """One of the features, in pawns."""

    measured_in = Unit("pawn")

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, game: Evaluating, state: State, player: int) -> float:
        value = game.in_pawns(state, game.terms(state, game.weights)[self.number])
        return value if player == game.to_move(state) else -value

    def __repr__(self) -> str:
        return Terms._fields[self.number]


class Net(Evaluation):
    """What the net adds to the features, in pawns."""

    measured_in = Unit("pawn")

    def value(self, game: Evaluating, state: State, player: int) -> float:
        value = game.added(state)
        return value if player == game.to_move(state) else -value

    def __repr__(self) -> str:
        return "net"
