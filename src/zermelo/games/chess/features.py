"""The features of a position of chess, each counted for one player, who sees the board with the own pawns going up.

`Reach` says what an army attacks, and is found with one look at each piece; all else are a few operations on sets of squares. A weight is
a word of two values (weights.py), so that one sum holds those for the middle game and those for the endgame.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.bits import Bits
from zermelo.games.chess.board import FILE_A, FIRST_RANK, LAST_RANK, THIRD_RANK, Squares, around, left, right, turned
from zermelo.games.chess.weights import DANGER, FIRST, MOBILITY, SHELTER

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
STORM: Final = SHIELD + SHELTER
BLOCKED: Final = STORM + SHELTER
PINNED: Final = BLOCKED + 7
WITHOUT_QUEEN: Final = PINNED + 1
WITH_QUEEN: Final = WITHOUT_QUEEN + DANGER
TEMPO: Final = FIRST["tempo"]
MATING: Final = FIRST["mating"]
SQUARES: Final = FIRST["squares"]
OUTPOSTS: Final = FIRST_RANK << 24 | FIRST_RANK << 32 | FIRST_RANK << 40
SEVENTH_RANK: Final = FIRST_RANK << 48
WHITE: Final = 0x55AA55AA55AA55AA
"""The squares of one colour."""
BY_KNIGHT, BY_BISHOP, BY_ROOK, BY_QUEEN = 10, 6, 5, 1
"""Points of danger to a king: the sum over the pieces that attack squares near it, times how many they are."""
ATTACK, WEAK, PIN = 8, 21, 11
"""For each square around it and each piece that attacks it; each that nothing but king and queen guards; each piece pinned to it."""
KNIGHT_CHECK, BISHOP_CHECK, ROOK_CHECK, QUEEN_CHECK, UNSAFE_CHECK = 90, 75, 100, 75, 17
"""For each kind of pieces that can give a check and stay; for each square from which one can be given that is guarded."""
UNIT: Final = 16
"""Points in a unit, by which the weights go."""
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
    """What an army attacks, by kind of piece, all of them but for the king's squares, those that two attack, and the king's; what it is
    worth to be mobile; how many pieces attack squares near the other's king, their points, and how often they attack squares around it.

    Bishops attack through queens, rooks through queens and rooks: what stands behind joins in.
    """

    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits
    men: Bits
    twice: Bits
    king: Bits
    mobility: int
    attackers: int
    force: int
    attacks: int


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
        turned(reach.twice), turned(reach.king), reach.mobility, reach.attackers, reach.force, reach.attacks,
    )  # fmt: skip


def reached(board: Squares, own: Army, weights: Any) -> Reach:
    """See `Reach`. Squares of own pieces and those that the other's pawns guard do not count for mobility."""
    wanted, occupied = ~(own.men | guarded_down(own.other_pawns)), own.men | own.others
    ring = around(own.other_king)
    near = ring | ring >> 8
    through_queens = occupied & ~own.queens
    through_rooks = through_queens & ~own.rooks
    by_knights, by_bishops, by_rooks, by_queens = Bits(0), Bits(0), Bits(0), Bits(0)
    by_pawns = guarded_up(own.pawns)
    men, twice = by_pawns, left(own.pawns << 8) & right(own.pawns << 8)
    mobility, attackers, force, attacks = 0, 0, 0, 0
    for square in own.knights:
        ends = Bits(board.knight_steps[square])
        by_knights, men, twice = by_knights | ends, men | ends, twice | men & ends
        mobility += weights[KNIGHT_MOBILITY + (ends & wanted).count()]
        if ends & near:
            attackers, force, attacks = attackers + 1, force + BY_KNIGHT, attacks + (ends & ring).count()
    for square in own.bishops:
        ends = board.bishop_attacks(square, through_queens)
        by_bishops, men, twice = by_bishops | ends, men | ends, twice | men & ends
        mobility += weights[BISHOP_MOBILITY + (ends & wanted).count()]
        if ends & near:
            attackers, force, attacks = attackers + 1, force + BY_BISHOP, attacks + (ends & ring).count()
    for square in own.rooks:
        ends = board.rook_attacks(square, through_rooks)
        by_rooks, men, twice = by_rooks | ends, men | ends, twice | men & ends
        mobility += weights[ROOK_MOBILITY + (ends & wanted).count()]
        if ends & near:
            attackers, force, attacks = attackers + 1, force + BY_ROOK, attacks + (ends & ring).count()
    for square in own.queens:
        ends = board.rook_attacks(square, occupied) | board.bishop_attacks(square, occupied)
        by_queens, men, twice = by_queens | ends, men | ends, twice | men & ends
        mobility += weights[QUEEN_MOBILITY + (ends & wanted).count()]
        if ends & near:
            attackers, force, attacks = attackers + 1, force + BY_QUEEN, attacks + (ends & ring).count()
    by_king = Bits(board.king_steps[own.king.lowest()])
    return Reach(
        by_pawns, by_knights, by_bishops, by_rooks, by_queens, men, twice | men & by_king, by_king, mobility, attackers, force, attacks,
    )  # fmt: skip


def material(own: Army, weights: Any) -> int:
    """What the pieces are worth, wherever they are: a second rook less than the first one, knights and rooks by the number of own pawns."""
    pawns, knights, rooks = own.pawns.count(), own.knights.count(), own.rooks.count()
    return int(
        weights[MATERIAL] * pawns
        + weights[MATERIAL + 1] * knights
        + weights[MATERIAL + 2] * own.bishops.count()
        + weights[MATERIAL + 3] * rooks
        + weights[MATERIAL + 4] * own.queens.count()
        + (weights[MATERIAL + 5] if rooks > 1 else 0)
        + weights[MATERIAL + 6] * knights * (pawns - 5)
        + weights[MATERIAL + 7] * rooks * (pawns - 5)
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
    """On the king's file and those beside it: the own pawn that is nearest, at its rank or before it, and the other's, by file and rank;
    and whether the one is stopped by the other.
    """
    king = own.king.lowest()
    middle, ahead = max(1, min(6, king & 7)), ~Bits(0) << (king & 56)
    worth = 0
    for file in range(middle - 1, middle + 2):
        edge = 7 * min(file, 7 - file)
        column = Bits(FILE_A) << file & ahead
        mine, theirs = column & own.pawns, column & own.other_pawns
        worth += weights[SHIELD + edge + (mine.lowest() >> 3 if mine else 0)]
        if mine << 8 & theirs:
            worth += weights[BLOCKED + (mine.lowest() >> 3)]
        else:
            worth += weights[STORM + edge + (theirs.lowest() >> 3 if theirs else 0)]
    return int(worth)


def danger(board: Squares, own: Army, ours: Reach, theirs: Reach, weights: Any) -> int:
    """What the attack on the other's king is worth, by units: pieces that attack squares near it, the squares around it that they attack,
    those that nothing but the king and a queen guards, pieces that may not leave their line to it, and checks, safe or not. There is a row
    with a queen, and one without.
    """
    square, occupied, ring = own.other_king.lowest(), own.men | own.others, around(own.other_king)
    weak = ours.men & ~theirs.twice & ~(theirs.men & ~theirs.queens)
    safe = ~own.men & (~(theirs.men | theirs.king) | weak & ours.twice)
    straight, diagonal = board.rook_attacks(square, occupied), board.bishop_attacks(square, occupied)
    by_knights = ours.knights & Bits(board.knight_steps[square]) & ~own.men
    by_bishops, by_rooks = ours.bishops & diagonal & ~own.men, ours.rooks & straight & ~own.men
    by_queens = ours.queens & (straight | diagonal) & safe
    points = ours.attackers * ours.force + ATTACK * ours.attacks + WEAK * (ring & weak).count()
    points += UNSAFE_CHECK * ((by_knights | by_bishops | by_rooks) & ~safe).count()
    points += KNIGHT_CHECK if by_knights & safe else 0
    points += BISHOP_CHECK if by_bishops & safe else 0
    points += ROOK_CHECK if by_rooks & safe else 0
    points += QUEEN_CHECK if by_queens & ~theirs.queens else 0
    pinned = 0
    if (own.rooks | own.queens) & Bits(board.crosses[square]):
        pinned += (board.rook_attacks(square, occupied & ~(straight & own.others)) & ~straight & (own.rooks | own.queens)).count()
    if (own.bishops | own.queens) & Bits(board.diagonals[square]):
        pinned += (board.bishop_attacks(square, occupied & ~(diagonal & own.others)) & ~diagonal & (own.bishops | own.queens)).count()
    points += PIN * pinned
    row = WITH_QUEEN if own.queens else WITHOUT_QUEEN
    return int(weights[row + min(points // UNIT, DANGER - 1)] + weights[PINNED] * pinned)


def mating(own: Army, other: Army, weights: Any) -> int:
    """How near the other's king is to being mated, where that is all that is left to do."""
    if own.other_pawns:
        return 0
    lead = in_all(own.knights | own.bishops, own.rooks, own.queens) - in_all(other.knights | other.bishops, other.rooks, other.queens)
    if lead < FAR_BEHIND:
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


def in_all(minors: Bits, rooks: Bits, queens: Bits) -> int:
    """What these pieces are worth, in pawns."""
    return 3 * minors.count() + 5 * rooks.count() + 9 * queens.count()


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
