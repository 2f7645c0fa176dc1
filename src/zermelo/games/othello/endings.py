"""The last moves of Othello: exact values with few empty squares left, where plain search is quicker than sorting moves.

One function for each number of empty squares, each alpha-beta over its moves and the next function for what follows. They
answer what the owner of `own`, who is to move, wins, as `Game.endgame_value` says: a value outside the window (low, high) is
only a bound. In each, the second turn of the loop is the other player's, after a pass; when neither can move it is over.

Those for 7, 6 and 5 differ in nothing but the next: rules cannot be compiled if they call themselves.

Moves in parts of the board with an odd number of empty squares come first: who moves there also makes the last move there.
"""

from __future__ import annotations

from typing import Final

from zermelo.bits import Bits
from zermelo.games.othello.rules import Rules

MOST_EMPTY: Final = 7
"""This many empty squares these functions take. With 6 the engine needs a tenth more time for endgames of 18 empty squares,
with 4 two and a half times as much, with 8 a fifth more."""
NO_MOVE: Final = -128
"""Less than any value: no move was found yet."""


def last_moves(game: Rules, own: Bits, other: Bits, low: int, high: int) -> int:
    """The value of a board with at most MOST_EMPTY empty squares to the owner of `own`, who is to move."""
    empty = game.empty(own, other)
    left = empty.count()
    if left == 7:
        return _seven(game, own, other, low, high)
    if left == 6:
        return _six(game, own, other, low, high)
    if left == 5:
        return _five(game, own, other, low, high)
    if left == 4:
        return _four(game, own, other, low, high)
    if left == 3:
        middle = empty & (empty - 1)
        return _three(game, own, other, empty.lowest(), middle.lowest(), middle.highest(), low, high)
    if left == 2:
        return _two(game, own, other, empty.lowest(), empty.highest(), high)
    if left == 1:
        return _one(game, own, other, empty.lowest())
    return game.worth(own, other)


def _seven(game: Rules, own: Bits, other: Bits, low: int, high: int) -> int:
    sign = 1
    for _ in range(2):
        value, moves, odd = NO_MOVE, game.mobility(own, other), _odd(game, own, other)
        while moves and value < high:
            square = (moves & odd if moves & odd else moves).lowest()
            moves = moves ^ _disc(square)
            turned = game.turned(own, other, square)
            value = max(value, -_six(game, other ^ turned, own | turned | _disc(square), -high, -max(low, value)))
        if value != NO_MOVE:
            return sign * value
        own, other, low, high, sign = other, own, -high, -low, -1
    return game.worth(own, other)


def _six(game: Rules, own: Bits, other: Bits, low: int, high: int) -> int:
    sign = 1
    for _ in range(2):
        value, moves, odd = NO_MOVE, game.mobility(own, other), _odd(game, own, other)
        while moves and value < high:
            square = (moves & odd if moves & odd else moves).lowest()
            moves = moves ^ _disc(square)
            turned = game.turned(own, other, square)
            value = max(value, -_five(game, other ^ turned, own | turned | _disc(square), -high, -max(low, value)))
        if value != NO_MOVE:
            return sign * value
        own, other, low, high, sign = other, own, -high, -low, -1
    return game.worth(own, other)


def _five(game: Rules, own: Bits, other: Bits, low: int, high: int) -> int:
    sign = 1
    for _ in range(2):
        value, moves, odd = NO_MOVE, game.mobility(own, other), _odd(game, own, other)
        while moves and value < high:
            square = (moves & odd if moves & odd else moves).lowest()
            moves = moves ^ _disc(square)
            turned = game.turned(own, other, square)
            value = max(value, -_four(game, other ^ turned, own | turned | _disc(square), -high, -max(low, value)))
        if value != NO_MOVE:
            return sign * value
        own, other, low, high, sign = other, own, -high, -low, -1
    return game.worth(own, other)


def _four(game: Rules, own: Bits, other: Bits, low: int, high: int) -> int:
    """Four empty squares, sorted by parity once and for all."""
    empty = game.empty(own, other)
    odd = empty & _odd(game, own, other)
    even = empty & ~odd
    if odd and even:  # two of each
        return _four_sorted(game, own, other, odd.lowest(), odd.highest(), even.lowest(), even.highest(), low, high)
    middle = empty & ~_disc(empty.lowest()) & ~_disc(empty.highest())
    return _four_sorted(game, own, other, empty.lowest(), middle.lowest(), middle.highest(), empty.highest(), low, high)


def _four_sorted(game: Rules, own: Bits, other: Bits, a: int, b: int, c: int, d: int, low: int, high: int) -> int:
    """The empty squares are a, b, c and d, tried in this order."""
    sign = 1
    for _ in range(2):
        value = NO_MOVE
        turned = _turned(game, own, other, a)
        if turned:
            value = -_three(game, other ^ turned, own | turned | _disc(a), b, c, d, -high, -low)
        turned = _turned(game, own, other, b) if value < high else Bits(0)
        if turned:
            value = max(value, -_three(game, other ^ turned, own | turned | _disc(b), a, c, d, -high, -max(low, value)))
        turned = _turned(game, own, other, c) if value < high else Bits(0)
        if turned:
            value = max(value, -_three(game, other ^ turned, own | turned | _disc(c), a, b, d, -high, -max(low, value)))
        turned = _turned(game, own, other, d) if value < high else Bits(0)
        if turned:
            value = max(value, -_three(game, other ^ turned, own | turned | _disc(d), a, b, c, -high, -max(low, value)))
        if value != NO_MOVE:
            return sign * value
        own, other, low, high, sign = other, own, -high, -low, -1
    return game.worth(own, other)


def _three(game: Rules, own: Bits, other: Bits, a: int, b: int, c: int, low: int, high: int) -> int:
    sign = 1
    for _ in range(2):
        value = NO_MOVE
        turned = _turned(game, own, other, a)
        if turned:
            value = -_two(game, other ^ turned, own | turned | _disc(a), b, c, -low)
        turned = _turned(game, own, other, b) if value < high else Bits(0)
        if turned:
            value = max(value, -_two(game, other ^ turned, own | turned | _disc(b), a, c, -max(low, value)))
        turned = _turned(game, own, other, c) if value < high else Bits(0)
        if turned:
            value = max(value, -_two(game, other ^ turned, own | turned | _disc(c), a, b, -max(low, value)))
        if value != NO_MOVE:
            return sign * value
        own, other, low, high, sign = other, own, -high, -low, -1
    return game.worth(own, other)


def _two(game: Rules, own: Bits, other: Bits, a: int, b: int, high: int) -> int:
    sign = 1
    for _ in range(2):
        value = NO_MOVE
        turned = _turned(game, own, other, a)
        if turned:
            value = -_one(game, other ^ turned, own | turned | _disc(a), b)
        turned = _turned(game, own, other, b) if value < high else Bits(0)
        if turned:
            value = max(value, -_one(game, other ^ turned, own | turned | _disc(b), a))
        if value != NO_MOVE:
            return sign * value
        own, other, high, sign = other, own, -NO_MOVE, -1
    return game.worth(own, other)


def _one(game: Rules, own: Bits, other: Bits, square: int) -> int:
    """The last disc is not placed, only counted: with t discs turned, the board has own + 1 + t of them, and the rest."""
    turned = game.turned(own, other, square)
    if turned:
        return 2 * (own.count() + 1 + turned.count()) - game.cells
    turned = game.turned(other, own, square)
    if turned:
        return 2 * (own.count() - turned.count()) - game.cells
    return game.worth(own, other)


def _turned(game: Rules, own: Bits, other: Bits, square: int) -> Bits:
    """What turns when the owner of `own` places a disc; first a look whether there is anything of `other` beside it."""
    return game.turned(own, other, square) if Bits(game.neighbours[square & 63]) & other else Bits(0)


def _odd(game: Rules, own: Bits, other: Bits) -> Bits:
    """The quarters of the board with an odd number of empty squares."""
    empty = game.empty(own, other)
    odd = Bits(0)
    for quarter in game.quarters:
        if (empty & quarter).count() & 1:
            odd = odd | quarter
    return odd


def _disc(square: int) -> Bits:
    return Bits(1) << (square & 63)
