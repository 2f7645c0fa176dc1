"""The features of a position of chess, each counted for one player, who sees the board with the own pawns going up.

`Reach` says what an army attacks, and is found with one look at each piece; all else are a few operations on sets of squares. A weight is
a word of two values (weights.py), so that one sum holds those for the middle game and those for the endgame.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.games.chess.board import FILE_A, FIRST_RANK, LAST_RANK, THIRD_RANK, Squares, around, left, right, turned
from zermelo.games.chess.weights import DANGER, FIRST, MOBILITY

MATERIAL: Final = FIRST["material"]
KNIGHT_MOBILITY: Final = FIRST["mobility"]
BISHOP_MOBILITY: Final = KNIGHT_MOBILITY + MOBILITY[0]
ROOK_MOBILITY: Final = BISHOP_MOBILITY + MOBILITY[1]
QUEEN_MOBILITY: Final = ROOK_MOBILITY + MOBILITY[2]
DOUBLED: Final = FIRST["pawns"]
ISOLATED: Final = DOUBLED + 1
BACKWARD: Final = DOUBLED + 2
CONNECTED: Final = DOUBLED + 3
PASSED: Final = FIRST["passed"]
FREE: Final = PASSED + 6
SAFE: Final = PASSED + 12
OWN_KING: Final = PASSED + 18
OTHER_KING: Final = PASSED + 24
PAIR: Final = FIRST["minors"]
KNIGHT_OUTPOST: Final = PAIR + 1
BISHOP_OUTPOST: Final = PAIR + 2
ON_COLOUR: Final = PAIR + 3
OPEN: Final = FIRST["rooks"]
HALF_OPEN: Final = OPEN + 1
SEVENTH: Final = OPEN + 2
BY_PAWNS: Final = FIRST["threats"]
BY_MINORS: Final = BY_PAWNS + 3
BY_ROOKS: Final = BY_PAWNS + 5
LOOSE: Final = BY_PAWNS + 6
BY_STEPS: Final = BY_PAWNS + 8
SHIELD: Final = FIRST["king"]
BARE: Final = SHIELD + 2
STORM: Final = SHIELD + 3
WITHOUT_QUEEN: Final = SHIELD + 6
WITH_QUEEN: Final = WITHOUT_QUEEN + DANGER
TEMPO: Final = FIRST["tempo"]
MATING: Final = FIRST["mating"]
SQUARES: Final = FIRST["squares"]
OUTPOSTS: Final = FIRST_RANK << 24 | FIRST_RANK << 32 | FIRST_RANK << 40
SEVENTH_RANK: Final = FIRST_RANK << 48
WHITE: Final = 0x55AA55AA55AA55AA
"""The squares of one colour."""
MINOR, ROOK, QUEEN, CHECK = 2, 3, 4, 3
"""Units of danger to a king: each piece that attacks a square around it; each kind of pieces that can give a safe check."""
FAR_BEHIND: Final = 4
"""Pawns. Who is so much behind without a pawn is to be mated."""


class Army(NamedTuple):
    """A player's pieces, `men` in all, and the other's, on the board as that player sees it."""

    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits
    king: Bits
    men: Bits
    others: Bits
    other_pawns: Bits
    other_minors: Bits
    other_rooks: Bits
    other_queens: Bits
    other_king: Bits


class Reach(NamedTuple):
    """What an army attacks, by kind of piece, all of them but for the king's squares, and these; what it is worth to be mobile, and the
    units of danger to the other's king by pieces that attack squares around it."""

    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits
    men: Bits
    king: Bits
    mobility: int
    units: int


def army(own: Bits, other: Bits, pawns: Bits, knights: Bits, diagonal: Bits, straight: Bits, kings: Bits) -> Army:
    """The army of the player with the pieces `own`, who sees the board so."""
    bishops, rooks, queens = diagonal & ~straight, straight & ~diagonal, diagonal & straight
    return Army(
        pawns & own, knights & own, bishops & own, rooks & own, queens & own, kings & own, own,
        other, pawns & other, (knights | bishops) & other, rooks & other, queens & other, kings & other,
    )  # fmt: skip


def facing(reach: Reach) -> Reach:
    """The same squares as the other player sees them."""
    return Reach(
        turned(reach.pawns), turned(reach.knights), turned(reach.bishops), turned(reach.rooks), turned(reach.queens), turned(reach.men),
        turned(reach.king), reach.mobility, reach.units,
    )  # fmt: skip


def reached(board: Squares, own: Army, weights: Any) -> Reach:
    """See `Reach`. Squares of own pieces and those that the other's pawns guard do not count for mobility."""
    wanted, occupied, near = ~(own.men | guarded_down(own.other_pawns)), own.men | own.others, around(own.other_king)
    near = near | near >> 8
    by_knights, by_bishops, by_rooks, by_queens = Bits(0), Bits(0), Bits(0), Bits(0)
    mobility, units = 0, 0
    for square in own.knights:
        ends = Bits(board.knight_steps[square])
        by_knights = by_knights | ends
        mobility += weights[KNIGHT_MOBILITY + (ends & wanted).count()]
        units += MINOR if ends & near else 0
    for square in own.bishops:
        ends = board.bishop_attacks(square, occupied)
        by_bishops = by_bishops | ends
        mobility += weights[BISHOP_MOBILITY + (ends & wanted).count()]
        units += MINOR if ends & near else 0
    for square in own.rooks:
        ends = board.rook_attacks(square, occupied)
        by_rooks = by_rooks | ends
        mobility += weights[ROOK_MOBILITY + (ends & wanted).count()]
        units += ROOK if ends & near else 0
    for square in own.queens:
        ends = board.rook_attacks(square, occupied) | board.bishop_attacks(square, occupied)
        by_queens = by_queens | ends
        mobility += weights[QUEEN_MOBILITY + (ends & wanted).count()]
        units += QUEEN if ends & near else 0
    by_pawns = guarded_up(own.pawns)
    return Reach(
        by_pawns, by_knights, by_bishops, by_rooks, by_queens, by_pawns | by_knights | by_bishops | by_rooks | by_queens,
        Bits(board.king_steps[own.king.lowest()]), mobility, units,
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
    worth = weights[DOUBLED] * doubled.count() + weights[ISOLATED] * isolated.count() + weights[BACKWARD] * backward.count()
    for square in own.pawns & (guarded | left(own.pawns) | right(own.pawns)):
        worth += weights[CONNECTED + (square >> 3) - 1]
    return int(worth)


def passed(own: Army, theirs: Reach, weights: Any) -> int:
    """Pawns with no other pawn before them on their file or those beside it: by rank, whether nothing stands on the next square, whether
    nothing guards it, and how far the kings are from it.
    """
    others, occupied, guarded = own.other_pawns, own.men | own.others, theirs.men | theirs.king
    stopped = down((others | left(others) | right(others) | own.pawns) >> 8)
    worth = 0
    for square in own.pawns & ~stopped:
        rank = (square >> 3) - 1
        worth += weights[PASSED + rank]
        if square + 8 not in occupied:
            worth += weights[FREE + rank]
        if square + 8 not in guarded:
            worth += weights[SAFE + rank]
        worth += weights[OWN_KING + rank] * steps(own.king.lowest(), square + 8)
        worth += weights[OTHER_KING + rank] * steps(own.other_king.lowest(), square + 8)
    return int(worth)


def minors(own: Army, weights: Any) -> int:
    """Two bishops; knights and bishops on *outposts*, squares from the fourth rank to the sixth that a pawn guards and that no pawn of the
    other can come to attack; own pawns on the colour of a bishop.
    """
    worth = int(weights[PAIR]) if own.bishops.count() > 1 else 0
    outposts = guarded_up(own.pawns) & OUTPOSTS & ~down(guarded_down(own.other_pawns))
    worth += weights[KNIGHT_OUTPOST] * (own.knights & outposts).count() + weights[BISHOP_OUTPOST] * (own.bishops & outposts).count()
    if own.bishops & WHITE:
        worth += weights[ON_COLOUR] * (own.pawns & WHITE).count()
    if own.bishops & ~Bits(WHITE):
        worth += weights[ON_COLOUR] * (own.pawns & ~Bits(WHITE)).count()
    return int(worth)


def rooks(own: Army, weights: Any) -> int:
    """Rooks on files that are open, or half open: without any pawn, or without an own one; and on the seventh rank, where they attack
    pawns or keep the king on the eighth.
    """
    free = own.rooks & ~file_of(own.pawns)
    half = (free & file_of(own.other_pawns)).count()
    worth = weights[OPEN] * (free.count() - half) + weights[HALF_OPEN] * half
    if own.other_pawns & SEVENTH_RANK | own.other_king & LAST_RANK:
        worth += weights[SEVENTH] * (own.rooks & SEVENTH_RANK).count()
    return int(worth)


def threats(own: Army, ours: Reach, theirs: Reach, weights: Any) -> int:
    """Pieces that lesser ones attack; pawns and pieces that are attacked and not guarded; pieces that a pawn attacks after a safe step."""
    pieces, guarded = own.other_minors | own.other_rooks | own.other_queens, theirs.men | theirs.king
    by_minors, attacked = ours.knights | ours.bishops, ours.men | ours.king
    free = ~(own.men | own.others)
    step = own.pawns << 8 & free
    step = step | (step & THIRD_RANK) << 8 & free
    stepped = guarded_up(step & ~theirs.pawns & (attacked | ~guarded)) & pieces & ~ours.pawns
    return int(
        weights[BY_PAWNS] * (ours.pawns & own.other_minors).count()
        + weights[BY_PAWNS + 1] * (ours.pawns & own.other_rooks).count()
        + weights[BY_PAWNS + 2] * (ours.pawns & own.other_queens).count()
        + weights[BY_MINORS] * (by_minors & own.other_rooks).count()
        + weights[BY_MINORS + 1] * (by_minors & own.other_queens).count()
        + weights[BY_ROOKS] * (ours.rooks & own.other_queens).count()
        + weights[LOOSE] * (attacked & own.other_pawns & ~guarded).count()
        + weights[LOOSE + 1] * (attacked & pieces & ~guarded).count()
        + weights[BY_STEPS] * stepped.count()
    )


def shelter(own: Army, weights: Any) -> int:
    """Before the king, on its file and those beside it: own pawns one and two ranks on, files without one, the other's pawns."""
    wide = own.king | left(own.king) | right(own.king)
    bare = wide & ~file_of(own.pawns)
    return int(
        weights[SHIELD] * (wide << 8 & own.pawns).count()
        + weights[SHIELD + 1] * (wide << 16 & own.pawns).count()
        + weights[BARE] * bare.count()
        + weights[STORM] * (wide << 8 & own.other_pawns).count()
        + weights[STORM + 1] * (wide << 16 & own.other_pawns).count()
        + weights[STORM + 2] * (wide << 24 & own.other_pawns).count()
    )


def danger(board: Squares, own: Army, ours: Reach, theirs: Reach, weights: Any) -> int:
    """What the attack on the other's king is worth, by units: pieces that attack squares around it, those squares that nothing but the king
    guards, and checks that can be given from squares that nothing guards. There is a row with a queen, and one without.
    """
    square, occupied = own.other_king.lowest(), own.men | own.others
    safe = ~(theirs.men | theirs.king | own.men)
    straight, diagonal = board.rook_attacks(square, occupied), board.bishop_attacks(square, occupied)
    units = ours.units + (ours.men & around(own.other_king) & ~theirs.men).count()
    units += CHECK if ours.knights & Bits(board.knight_steps[square]) & safe else 0
    units += CHECK if ours.bishops & diagonal & safe else 0
    units += CHECK if ours.rooks & straight & safe else 0
    units += CHECK if ours.queens & (straight | diagonal) & safe else 0
    return int(weights[(WITH_QUEEN if own.queens else WITHOUT_QUEEN) + min(units, DANGER - 1)])


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
