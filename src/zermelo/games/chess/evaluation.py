"""What a position is worth: a weighted sum of features.

Each feature is counted for both players, each of whom sees the board with the own pawns going up, and the difference is weighed:

    material  the pawns, knights, bishops, rooks and queens
    squares   where each piece stands
    mobility  how many squares knights, bishops, rooks and queens attack, but for those of own pieces and those that pawns guard
    pawns     those that are doubled, isolated, backward; those beside or behind one another, by rank
    passed    pawns that no pawn can stop any more, by rank; whether their way is free and safe; how far the two kings are from them
    minors    both bishops; knights and bishops that no pawn can drive away; own pawns on a bishop's colour
    rooks     rooks on files without pawns, on files without own ones, and on the seventh rank
    threats   pieces that lesser ones attack, or that nothing guards; what a pawn would attack after a step
    king      the pawns before the king, the files without any, the other's pawns; the danger that it is in
    tempo     to be the one to move
    mating    where the other has no pawns and is far behind: how far its king is from the middle, how near one's own king and, where
              a bishop and a knight have to mate, the corners of the bishop's colour, the only ones in which they can

features.py counts them. Every weight has a value for the middle game and one for the endgame. In between, the *phase* says in which
proportion they count: 24 with all pieces on the board, 0 with none but kings and pawns.

C. Shannon proposed the sum and most of the features (Programming a Computer for Playing Chess, Philosophical Magazine 41, 1950).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.games.chess.board import turned
from zermelo.games.chess.exchange import Exchange
from zermelo.games.chess.features import (
    TEMPO,
    army,
    danger,
    facing,
    material,
    mating,
    minors,
    passed,
    pawns,
    reached,
    rooks,
    shelter,
    squares,
    threats,
)
from zermelo.games.chess.rules import State
from zermelo.games.chess.weights import HALF, row, shipped
from zermelo.hints import Evaluation

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

    def __init__(self, number: int) -> None:
        self.number = number

    def value(self, game: Evaluating, state: State, player: int) -> float:
        value = game.in_pawns(state, game.terms(state, game.weights)[self.number])
        return value if player == game.to_move(state) else -value

    def __repr__(self) -> str:
        return Terms._fields[self.number]
