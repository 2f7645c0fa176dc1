"""The rules of chess.

1. Pieces move as everyone knows: see `actions`. A move that leaves one's own king attacked is not legal.
2. A pawn that has just gone two squares may be taken as if it had gone one; a pawn that reaches the last rank becomes a knight,
   bishop, rook or queen; king and rook may castle while neither has moved, over empty squares that are not attacked.
3. Who cannot move has lost if the king is attacked (checkmate), else it is a draw (stalemate).
4. The game is drawn when neither player could mate, after 50 moves of each without a capture or a move of a pawn (a player
   may claim that; 75 moves need no claim), and when a position comes for the third time (`repetition`).

In Chess960 king and rooks begin elsewhere on the first rank; castling puts them on the same squares as ever.

An action is the square where the piece starts, the one where it ends (times 2**6) and what a pawn becomes (times 2**12: KNIGHT, BISHOP,
ROOK or QUEEN), on the board as the player to move sees it (board.py). Castling is the king's move onto the own rook.

Source: FIDE Laws of Chess (2023), articles 3, 5, 9 and, for Chess960, guideline II.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from zermelo.bits import Bits
from zermelo.errors import SpecError
from zermelo.game import count_actions
from zermelo.games.chess.board import (
    FIRST_RANK,
    LAST_RANK,
    THIRD_RANK,
    Squares,
    around,
    knight_jumps,
    left,
    right,
    slides,
    turned,
)

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 4, 6
"""What a pawn may become: a set of ways to move, as a queen moves like a bishop and like a rook."""
DARK: Final = 0xAA55AA55AA55AA55
"""The dark squares; turned upside down, the light ones."""
VARIANTS: Final = ("standard", "960")
STANDARD: Final = 518
"""The number of the usual start among those of Chess960."""


class State(NamedTuple):
    """A position, on the board as the player to move sees it.

    own, other  the pieces of the player to move and of the other one
    pawns, knights, diagonal, straight   diagonal are bishops and queens, straight rooks and queens; what is left are the kings
    castling    the rooks of both players that may still castle
    passant     the square where a pawn can be taken that has gone over it; none where no capture of it is legal
    checkers    the other's pieces that attack the king
    quiet       plies since the last capture or move of a pawn
    ply         plies since the game began: even numbers are White's turns
    """

    own: Bits
    other: Bits
    pawns: Bits
    knights: Bits
    diagonal: Bits
    straight: Bits
    castling: Bits
    passant: Bits
    checkers: Bits
    quiet: int
    ply: int


class Pins(NamedTuple):
    """What the other's sliders forbid, and where a move must end that is not the king's.

    straight, diagonal   the squares from the king (without it) to the slider, this one included, on lines with one own piece between
                         them: that piece must stay there
    ends                 the squares that take or block what gives check; all, where nothing does
    """

    straight: Bits
    diagonal: Bits
    ends: Bits


class Rules(Squares):
    """Chess (see `zermelo.games.chess.Chess`)."""

    max_actions = 218  # the most that a legal position has (N. Petrovic 1964)
    utility_range = (-1.0, 1.0)
    repetition: float | None = 0.0

    def __init__(self, variant: str = "standard", start: int = STANDARD, draws: int = 50) -> None:
        super().__init__()
        self.variant, self.start, self.draws = str(variant), start, draws
        if self.variant not in VARIANTS:
            raise SpecError(f"there is no variant {variant!r} of chess; there are: {', '.join(VARIANTS)}")
        if not isinstance(start, int) or not 0 <= start < 960 or (self.variant == "standard" and start != STANDARD):
            raise SpecError(f"start={start!r} is not possible: with variant=960 it is a number from 0 to 959, else {STANDARD}")
        if draws not in (50, 75, 0):
            raise SpecError(f"draws={draws!r} is not possible: it is 50 or 75 moves, or 0 for a game that only mate and stalemate end")
        if draws == 0:
            self.repetition = None

    # The rules

    def initial(self) -> State:
        pieces = first_rank(self.start)
        rank = {kind: Bits(sum(1 << file for file in range(8) if pieces[file] in kind)) for kind in ("N", "BQ", "RQ", "R")}
        both = {kind: squares | squares << 56 for kind, squares in rank.items()}
        pawns = Bits(FIRST_RANK) << 8
        army, none = pawns | FIRST_RANK, Bits(0)
        return State(
            army, turned(army), pawns | turned(pawns), both["N"], both["BQ"], both["RQ"], both["R"], none, none, 0, 0
        )  # fmt: skip

    def to_move(self, state: State) -> int:
        return state.ply & 1

    def actions(self, state: State) -> Iterable[int]:
        own, occupied = state.own, state.own | state.other
        king = self.king(state)
        steps, rooks = Bits(self.king_steps[king]) & ~own, state.castling & own
        if rooks:
            rooks = rooks & self.rank_attacks(king, occupied) if not state.checkers else Bits(0)
        if steps | rooks:
            attacked = self.attacked(state)
            for end in steps & ~attacked:
                yield king | end << 6
            for rook in rooks:
                if self._may_castle(state, king, rook, attacked):
                    yield king | rook << 6
        if state.checkers & (state.checkers - 1):  # against two checks at once only the king helps
            return
        pins = self._pins(state, king)
        for start in state.knights & own & ~(pins.straight | pins.diagonal):
            for end in Bits(self.knight_steps[start]) & ~own & pins.ends:
                yield start | end << 6
        for start in state.diagonal & own & ~pins.straight:
            ends = self.bishop_attacks(start, occupied) & ~own & pins.ends
            for end in ends & pins.diagonal if start in pins.diagonal else ends:
                yield start | end << 6
        for start in state.straight & own & ~pins.diagonal:
            ends = self.rook_attacks(start, occupied) & ~own & pins.ends
            for end in ends & pins.straight if start in pins.straight else ends:
                yield start | end << 6
        walkers, takers = state.pawns & own & ~pins.diagonal, state.pawns & own & ~pins.straight
        one = _kept(walkers, walkers << 8, pins.straight, 8) & ~occupied
        two = (one & THIRD_RANK) << 8 & ~occupied & pins.ends
        one = one & pins.ends
        to_left = _kept(takers, left(takers) << 8, pins.diagonal, 7) & state.other & pins.ends
        to_right = _kept(takers, right(takers) << 8, pins.diagonal, 9) & state.other & pins.ends
        for end in one & ~LAST_RANK:
            yield end - 8 | end << 6
        for end in two:
            yield end - 16 | end << 6
        for end in to_left & ~LAST_RANK:
            yield end - 7 | end << 6
        for end in to_right & ~LAST_RANK:
            yield end - 9 | end << 6
        if (one | to_left | to_right) & LAST_RANK:
            for piece in (QUEEN, ROOK, BISHOP, KNIGHT):
                for end in one & LAST_RANK:
                    yield end - 8 | end << 6 | piece << 12
                for end in to_left & LAST_RANK:
                    yield end - 7 | end << 6 | piece << 12
                for end in to_right & LAST_RANK:
                    yield end - 9 | end << 6 | piece << 12
        if state.passant:
            for start in self._passant_takers(state):
                yield start | state.passant.lowest() << 6

    def result(self, state: State, action: int) -> State:
        start, end, promotion = Bits(1) << (action & 63), Bits(1) << (action >> 6 & 63), action >> 12
        if end & state.own:
            return self._castled(state, start, end)
        by_pawn = bool(start & state.pawns)
        passed = end >> 8 if by_pawn and end == start << 16 else Bits(0)
        gone = start | end | ((end & state.passant) >> 8 if by_pawn else Bits(0))
        own, other = state.own ^ start | end, state.other & ~gone
        pawns = _moved(state.pawns, start, gone, end)
        knights = _moved(state.knights, start, gone, end)
        diagonal = _moved(state.diagonal, start, gone, end)
        straight = _moved(state.straight, start, gone, end)
        if promotion:
            pawns = pawns ^ end
            knights = knights | (end if promotion == KNIGHT else Bits(0))
            diagonal = diagonal | (end if promotion & BISHOP else Bits(0))
            straight = straight | (end if promotion & ROOK else Bits(0))
        castling = state.castling & ~(gone | state.own if start & self.kings(state) else gone)
        quiet = 0 if by_pawn or other != state.other else state.quiet + 1
        return self._turned(own, other, pawns, knights, diagonal, straight, castling, passed, quiet, state.ply + 1)

    def null_move(self, state: State) -> State:
        """The other's turn at once; nobody passes in check, which `forced` says."""
        return self._turned(
            state.own, state.other, state.pawns, state.knights, state.diagonal, state.straight, state.castling,
            Bits(0), state.quiet + 1, state.ply + 1,
        )  # fmt: skip

    def is_terminal(self, state: State) -> bool:
        if self.draws > 0 and (state.quiet >= 2 * self.draws or self._is_dead(state)):
            return True
        return not self._can_move(state)

    def utility(self, state: State, player: int) -> int:
        if not state.checkers or self._can_move(state):
            return 0
        return -1 if player == self.to_move(state) else 1

    # What they are made of

    def kings(self, state: State) -> Bits:
        """The squares of both kings."""
        return (state.own | state.other) & ~(state.pawns | state.knights | state.diagonal | state.straight)

    def king(self, state: State) -> int:
        """The square of the own king."""
        return (self.kings(state) & state.own).lowest()

    def attacked(self, state: State) -> Bits:
        """The squares that the other attacks, if the king were not there: it cannot hide behind itself."""
        other, king = state.other, self.kings(state) & state.own
        pawns = (state.pawns & other) >> 8
        free = ~(state.own ^ king | other)
        return (
            left(pawns)
            | right(pawns)
            | knight_jumps(state.knights & other)
            | around(self.kings(state) & other)
            | slides(state.straight & other, state.diagonal & other, free)
        )

    def attackers(self, state: State, square: int, occupied: Bits) -> Bits:
        """The other's pieces that attack a square when these squares are occupied."""
        other, pawns = state.other, (Bits(1) << square) << 8
        return (
            Bits(self.knight_steps[square]) & state.knights & other
            | (left(pawns) | right(pawns)) & state.pawns & other
            | Bits(self.king_steps[square]) & self.kings(state) & other
            | self.sliders_to(square, occupied, state.straight & other, state.diagonal & other)
        )

    def _pins(self, state: State, king: int) -> Pins:
        """Along the lines from the king to each slider that would see it, if it were not for own pieces."""
        straight, diagonal, ends = Bits(0), Bits(0), state.checkers if state.checkers else ~Bits(0)
        for slider in self.sliders_to(king, state.other, state.straight & state.other, state.diagonal & state.other):
            way = self.between(king, slider)
            shield = way & state.own
            if not shield:  # it gives check
                ends = ends | way
            elif not shield & (shield - 1):
                if slider in Bits(self.crosses[king]):
                    straight = straight | way | Bits(1) << slider
                else:
                    diagonal = diagonal | way | Bits(1) << slider
        return Pins(straight, diagonal, ends)

    def _may_castle(self, state: State, king: int, rook: int, attacked: Bits) -> bool:
        """Whether the way is free for both and safe for the king, and where it ends: the rook may have been its shield."""
        king_end, rook_end = castling_ends(king, rook)
        way, others = _span(king, king_end), (state.own | state.other) ^ Bits(1) << king ^ Bits(1) << rook
        if way & attacked or (way | _span(rook, rook_end)) & others:
            return False
        return not self.rook_attacks(king_end, others | Bits(1) << rook_end) & state.straight & state.other

    def _castled(self, state: State, king: Bits, rook: Bits) -> State:
        king_end, rook_end = castling_ends(king.lowest(), rook.lowest())
        own = state.own & ~(king | rook) | Bits(1) << king_end | Bits(1) << rook_end
        straight = state.straight & ~rook | Bits(1) << rook_end
        castling, quiet, ply = state.castling & state.other, state.quiet + 1, state.ply + 1
        return self._turned(own, state.other, state.pawns, state.knights, state.diagonal, straight, castling, Bits(0), quiet, ply)

    def _turned(
        self, own: Bits, other: Bits, pawns: Bits, knights: Bits, diagonal: Bits, straight: Bits, castling: Bits,
        passed: Bits, quiet: int, ply: int,
    ) -> State:  # fmt: skip
        """The position that a move has led to, as the player sees it who is to move now; a pawn has gone over the square `passed`."""
        return self.seen(State(
            turned(other), turned(own), turned(pawns), turned(knights), turned(diagonal), turned(straight), turned(castling),
            turned(passed), Bits(0), quiet, ply,
        ))  # fmt: skip

    def seen(self, state: State) -> State:
        """The state with its `checkers`, and with `passant`, which any square is that a pawn has gone over, only where it is of use."""
        checkers = self.attackers(state, self.king(state), state.own | state.other)
        passant = state.passant if state.passant and self._passant_takers(state) else Bits(0)
        return State(
            state.own, state.other, state.pawns, state.knights, state.diagonal, state.straight, state.castling,
            passant, checkers, state.quiet, state.ply,
        )  # fmt: skip

    def _passant_takers(self, state: State) -> Bits:
        """The own pawns that may take the pawn that has just gone over the square `passant`."""
        target, king = state.passant, self.king(state)
        pawn, takers = target >> 8, Bits(0)
        for start in (left(pawn) | right(pawn)) & state.pawns & state.own:
            occupied = (state.own | state.other) ^ Bits(1) << start ^ target ^ pawn
            if not self.attackers(state, king, occupied) & ~pawn:
                takers = takers | Bits(1) << start
        return takers

    def _can_move(self, state: State) -> bool:
        """Whether there is a legal action. A piece that shares no line with its king is free to go, and mostly there is one."""
        if not state.checkers:
            king = self.king(state)
            loose = state.own & ~Bits(self.crosses[king]) & ~Bits(self.diagonals[king])
            if (state.pawns & loose) << 8 & ~(state.own | state.other) or knight_jumps(state.knights & loose) & ~state.own:
                return True
        return count_actions(self, state) > 0

    def _is_dead(self, state: State) -> bool:
        """Whether no sequence of moves leads to mate: a king and a minor piece against a king, or bishops on squares of one colour only."""
        if state.pawns | state.straight:
            return False
        minor = state.knights | state.diagonal
        return not minor & (minor - 1) or (not state.knights and (not minor & DARK or not minor & ~Bits(DARK)))


def first_rank(number: int) -> str:
    """The pieces of a start of Chess960 from file a to h (R. Scharnagl's numbers).

    >>> first_rank(518)
    'RNBQKBNR'
    """
    places = [""] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    places[2 * light + 1] = places[2 * dark] = "B"

    def put(piece: str, among_empty: int) -> None:
        places[[file for file in range(8) if not places[file]][among_empty]] = piece

    put("Q", queen)
    first, second = [(a, b) for a in range(5) for b in range(a + 1, 5)][knights]
    put("N", second)
    put("N", first)
    for piece in "RKR":
        put(piece, 0)
    return "".join(places)


def _moved(pieces: Bits, start: Bits, gone: Bits, end: Bits) -> Bits:
    """Pieces of one kind after a move from `start` to `end`, where the squares `gone` become empty."""
    return pieces & ~gone | (end if pieces & start else Bits(0))


def _kept(movers: Bits, ends: Bits, pins: Bits, step: int) -> Bits:
    """Where pawns end whose squares are `movers`: those on pinned lines must stay there."""
    return ends & (pins | ~((movers & pins) << step))


def castling_ends(king: int, rook: int) -> tuple[int, int]:
    """Where castling puts king and rook: on files g and f, or c and d."""
    return (6, 5) if rook > king else (2, 3)


def _span(one: int, other: int) -> Bits:
    """The squares of the first rank from one to another, both included."""
    return (Bits(2) << max(one, other)) - (Bits(1) << min(one, other))
