"""What a position is worth: a weighted sum of features.

Each feature is counted for both players, each of whom sees the board with the own pawns going up, and the difference is weighed:

    material  the pawns, knights, bishops, rooks and queens
    squares   where each piece stands
    mobility  the squares that knights, bishops, rooks and queens attack, but for those of own pieces and those that pawns guard
    pawns     those that are doubled, isolated, backward; those beside or behind one another
    passed    pawns that no pawn can stop any more, by rank; those whose way is free; how far the two kings are from them
    pair      both bishops
    rooks     rooks on files without pawns, and on files without own ones
    king      the pawns before the king and the files without any; pieces that attack squares around the other's king, and how many
    tempo     to be the one to move
    mating    where the other has no pawns and is far behind: how far its king is from the middle, how near one's own king and, where
              a bishop and a knight have to mate, the corners of the bishop's colour, the only ones in which they can

Every weight has a value for the middle game and one for the endgame. In between, the *phase* says in which proportion they count: 24
with all pieces on the board, 0 with none but kings and pawns.

C. Shannon proposed the sum and most of the features (Programming a Computer for Playing Chess, Philosophical Magazine 41, 1950).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.games.chess.board import FILE_A, around, left, right, turned
from zermelo.games.chess.exchange import Exchange
from zermelo.games.chess.rules import State
from zermelo.games.chess.weights import FIRST, HALF, row, shipped
from zermelo.hints import Evaluation

MATERIAL: Final = FIRST["material"]
MOBILITY: Final = FIRST["mobility"]
DOUBLED: Final = FIRST["pawns"]
ISOLATED: Final = DOUBLED + 1
BACKWARD: Final = DOUBLED + 2
CONNECTED: Final = DOUBLED + 3
PASSED: Final = FIRST["passed"]
FREE: Final = PASSED + 6
OWN_KING: Final = PASSED + 12
OTHER_KING: Final = PASSED + 13
PAIR: Final = FIRST["pair"]
OPEN: Final = FIRST["rooks"]
HALF_OPEN: Final = OPEN + 1
SHIELD: Final = FIRST["king"]
BARE: Final = SHIELD + 2
HITS: Final = SHIELD + 3
ATTACKERS: Final = SHIELD + 4
MOST_ATTACKERS: Final = 7
TEMPO: Final = FIRST["tempo"]
MATING: Final = FIRST["mating"]
FAR_BEHIND: Final = 4
"""Pawns. Who is so much behind without a pawn is to be mated."""
SQUARES: Final = FIRST["squares"]
ALL_PIECES: Final = 24
"""The phase with which a game begins."""


class Army(NamedTuple):
    """A player's pieces, `men` in all, and what matters of the other's, on the board as that player sees it."""

    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits
    king: Bits
    men: Bits
    occupied: Bits
    other_pawns: Bits
    other_king: Bits


class Reach(NamedTuple):
    """What the attacks of an army are worth: on all squares, and on those around the other's king."""

    mobility: int
    attack: int


class Terms(NamedTuple):
    """What each feature is worth to a player, in words of two values (weights.py)."""

    material: int
    squares: int
    mobility: int
    pawns: int
    passed: int
    pair: int
    rooks: int
    king: int
    tempo: int
    mating: int


class Evaluating(Exchange):
    """The features of a position, and their weighted sum."""

    weights: tuple[int, ...] = row(shipped())

    def evaluate(self, state: State, player: int) -> float:
        """The weighted sum of the features; a pawn is worth 1/64 of a win."""
        value = min(0.95, max(-0.95, self.in_pawns(state, self.total(state, self.weights)) / 64))
        return value if player == self.to_move(state) else -value

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

    def total(self, state: State, weights: Any) -> int:
        """The sum of all features, to the player to move."""
        terms = self.terms(state, weights)
        return (
            terms.material + terms.squares + terms.mobility + terms.pawns + terms.passed
            + terms.pair + terms.rooks + terms.king + terms.tempo + terms.mating
        )  # fmt: skip

    def terms(self, state: State, weights: Any) -> Terms:
        """The features one by one, to the player to move."""
        kings = self.kings(state)
        own = army(state.own, state.other, state.pawns, state.knights, state.diagonal, state.straight, kings)
        other = army(
            turned(state.other), turned(state.own), turned(state.pawns), turned(state.knights), turned(state.diagonal),
            turned(state.straight), turned(kings),
        )  # fmt: skip
        reach, others = self.reach(own, weights), self.reach(other, weights)
        return Terms(
            material(own, weights) - material(other, weights),
            squares(own, weights) - squares(other, weights),
            reach.mobility - others.mobility,
            pawns(own, weights) - pawns(other, weights),
            passed(own, weights) - passed(other, weights),
            pair(own, weights) - pair(other, weights),
            rooks(own, weights) - rooks(other, weights),
            shelter(own, weights) + reach.attack - shelter(other, weights) - others.attack,
            weights[TEMPO],
            mating(own, other, weights) - mating(other, own, weights),
        )

    def reach(self, own: Army, weights: Any) -> Reach:
        """Mobility, and the attack on the other's king."""
        wanted, near = ~(own.men | guarded_down(own.other_pawns)), around(own.other_king)
        near = near | near >> 8
        mobility, attackers, hits = 0, 0, 0
        for square in own.knights:
            ends = Bits(self.knight_steps[square])
            mobility += weights[MOBILITY] * (ends & wanted).count()
            attackers += 1 if ends & near else 0
            hits += (ends & near).count()
        for square in own.bishops:
            ends = self.bishop_attacks(square, own.occupied)
            mobility += weights[MOBILITY + 1] * (ends & wanted).count()
            attackers += 1 if ends & near else 0
            hits += (ends & near).count()
        for square in own.rooks:
            ends = self.rook_attacks(square, own.occupied)
            mobility += weights[MOBILITY + 2] * (ends & wanted).count()
            attackers += 1 if ends & near else 0
            hits += (ends & near).count()
        for square in own.queens:
            ends = self.rook_attacks(square, own.occupied) | self.bishop_attacks(square, own.occupied)
            mobility += weights[MOBILITY + 3] * (ends & wanted).count()
            attackers += 1 if ends & near else 0
            hits += (ends & near).count()
        return Reach(mobility, weights[HITS] * hits + weights[ATTACKERS + min(attackers, MOST_ATTACKERS)])


def army(own: Bits, other: Bits, pawns: Bits, knights: Bits, diagonal: Bits, straight: Bits, kings: Bits) -> Army:
    """The army of the player with the pieces `own`, who sees the board so."""
    return Army(
        pawns & own, knights & own, diagonal & ~straight & own, straight & ~diagonal & own, diagonal & straight & own, kings & own,
        own, own | other, pawns & other, kings & other,
    )  # fmt: skip


def material(own: Army, weights: Any) -> int:
    """What the pieces are worth, wherever they are."""
    return int(
        weights[MATERIAL] * own.pawns.count()
        + weights[MATERIAL + 1] * own.knights.count()
        + weights[MATERIAL + 2] * own.bishops.count()
        + weights[MATERIAL + 3] * own.rooks.count()
        + weights[MATERIAL + 4] * own.queens.count()
    )


def squares(own: Army, weights: Any) -> int:
    """What they are worth where they stand."""
    worth = 0
    for square in own.pawns:
        worth += weights[SQUARES + square]
    for square in own.knights:
        worth += weights[SQUARES + 64 + square]
    for square in own.bishops:
        worth += weights[SQUARES + 128 + square]
    for square in own.rooks:
        worth += weights[SQUARES + 192 + square]
    for square in own.queens:
        worth += weights[SQUARES + 256 + square]
    return int(worth + weights[SQUARES + 320 + own.king.lowest()])


def pawns(own: Army, weights: Any) -> int:
    """The weaknesses of the pawns, and how they support each other.

    A pawn is *doubled* with an own one before it on its file, *isolated* with none on the files beside it, *backward* if a pawn
    guards the square before it and none of its own can ever do so, *connected* beside an own one or guarded by one.
    """
    files = file_of(own.pawns)
    guarded = guarded_up(own.pawns)
    doubled = own.pawns & down(own.pawns >> 8)
    isolated = own.pawns & ~(left(files) | right(files))
    backward = own.pawns << 8 & guarded_down(own.other_pawns) & ~up(guarded)
    connected = own.pawns & (guarded | left(own.pawns) | right(own.pawns))
    return int(
        weights[DOUBLED] * doubled.count()
        + weights[ISOLATED] * isolated.count()
        + weights[BACKWARD] * backward.count()
        + weights[CONNECTED] * connected.count()
    )


def passed(own: Army, weights: Any) -> int:
    """Pawns with no other pawn before them on their file or those beside it."""
    others = own.other_pawns
    stopped = down((others | left(others) | right(others) | own.pawns) >> 8)
    worth = 0
    for square in own.pawns & ~stopped:
        rank = (square >> 3) - 1
        worth += weights[PASSED + rank]
        if square + 8 not in own.occupied:
            worth += weights[FREE + rank]
        worth += weights[OWN_KING] * steps(own.king.lowest(), square + 8) + weights[OTHER_KING] * steps(own.other_king.lowest(), square + 8)
    return int(worth)


def pair(own: Army, weights: Any) -> int:
    """Two bishops."""
    return int(weights[PAIR]) if own.bishops.count() > 1 else 0


def rooks(own: Army, weights: Any) -> int:
    """Rooks on files that are open, or half open: without any pawn, or without an own one."""
    free = own.rooks & ~file_of(own.pawns)
    half = (free & file_of(own.other_pawns)).count()
    return int(weights[OPEN] * (free.count() - half) + weights[HALF_OPEN] * half)


def shelter(own: Army, weights: Any) -> int:
    """The king's shield: own pawns one and two ranks before it, on its file and those beside it; and those files without an own pawn."""
    wide = own.king | left(own.king) | right(own.king)
    bare = wide & ~file_of(own.pawns)
    return int(
        weights[SHIELD] * (wide << 8 & own.pawns).count()
        + weights[SHIELD + 1] * (wide << 16 & own.pawns).count()
        + weights[BARE] * bare.count()
    )


def mating(own: Army, other: Army, weights: Any) -> int:
    """How near the other's king is to being mated, where that is all that is left to do."""
    if own.other_pawns or in_all(own) < in_all(other) + FAR_BEHIND:
        return 0
    square = own.other_king.lowest()
    file, rank = square & 7, square >> 3
    worth = weights[MATING] * (max(3 - file, file - 4) + max(3 - rank, rank - 4))
    worth += weights[MATING + 1] * (7 - steps(own.king.lowest(), square))
    if own.bishops and own.knights and not (own.pawns | own.rooks | own.queens):
        bishop = own.bishops.lowest()
        across = file + rank if ((bishop & 7) + (bishop >> 3)) & 1 == 0 else file + 7 - rank  # 0 and 14 in two corners of one colour
        worth += weights[MATING + 2] * (7 - min(across, 14 - across))
    return int(worth)


def in_all(own: Army) -> int:
    """What the pieces are worth, in pawns."""
    return 3 * (own.knights | own.bishops).count() + 5 * own.rooks.count() + 9 * own.queens.count()


# Squares


def guarded_up(pawns: Bits) -> Bits:
    """The squares that own pawns attack."""
    return left(pawns << 8) | right(pawns << 8)


def guarded_down(pawns: Bits) -> Bits:
    """The squares that the other's pawns attack."""
    return left(pawns >> 8) | right(pawns >> 8)


def up(squares: Bits) -> Bits:
    """The squares and all those above them."""
    squares = squares | squares << 8
    squares = squares | squares << 16
    return squares | squares << 32


def down(squares: Bits) -> Bits:
    """The squares and all those below them."""
    squares = squares | squares >> 8
    squares = squares | squares >> 16
    return squares | squares >> 32


def file_of(squares: Bits) -> Bits:
    """All squares of the files of these."""
    return (down(squares) & 0xFF) * FILE_A


def steps(one: int, other: int) -> int:
    """How many steps of a king it is from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


class Feature(Evaluation):
    """One of the features, in pawns."""

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, game: Evaluating, state: State, player: int) -> float:
        value = game.in_pawns(state, game.terms(state, game.weights)[self.number])
        return value if player == game.to_move(state) else -value

    def __repr__(self) -> str:
        return Terms._fields[self.number]
