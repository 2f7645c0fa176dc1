"""Backgammon: two dice, fifteen men a side; who first bears all of the own men off the board wins.

Each player counts the points from the own side, 24 down to 1: men enter from the bar (25), move down, and leave to 0.
So the other player's point 25 - p is one's own p. White is MAX, black is MIN.

1. Each throws one die; the higher one begins with these two dice. If they are equal, both throw again.
2. A man moves as many points down as a die says, to a point with at most one man of the other player (an *open* point).
   A single man there (a *blot*) is hit: it goes to the bar. Doubles are played four times.
3. Men on the bar enter first. Once all own men are home (points 6 to 1) they may be borne off: from the point of the
   die, or, if there is none on that point or beyond it, from the farthest point.
4. As many dice as possible must be played; if either of two can be but not both, the higher one.
5. The winner wins 1; 2 (a *gammon*) if the loser has borne off no man; 3 (a *backgammon*) if the loser then also has a
   man on the bar or in the winner's home. There is no doubling cube.

Source: W. Robertie, Backgammon for Winners (1994). Positions are written by GNU Backgammon's position id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from zermelo.game import CHANCE, MAX
from zermelo.games.backgammon.men import (
    BAR,
    LOW_FIRST,
    MEN,
    OFF,
    OPENING,
    STEPS,
    TO_ROLL,
    WIDTH,
    State,
    blots,
    men_from,
    men_on,
    moved,
    occupied,
)
from zermelo.games.backgammon.plays import Plays

START_MEN: Final = men_from((0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0))
"""Two men on 24, five on 13, three on 8, five on 6."""


class Rules(Plays):
    """Rolls, what a play does, and what a game is worth (see `zermelo.games.backgammon.Backgammon`); `actions` are in plays.py."""

    chance = True
    utility_range = (-3.0, 3.0)
    max_actions = 3060  # four steps of a double, shared out among fifteen men: 18 choose 4

    # The rules

    def initial(self) -> State:
        return State(START_MEN, START_MEN, MAX, OPENING)

    def to_move(self, state: State) -> int:
        return CHANCE if state.dice <= OPENING else state.player

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        if state.dice == OPENING:
            for white in range(1, 7):
                for black in range(1, 7):
                    if white != black:
                        yield 10 * white + black, 1 / 30
        else:
            for high in range(1, 7):
                for low in range(1, high):
                    yield 10 * high + low, 1 / 18
                yield 11 * high, 1 / 36

    def result(self, state: State, action: int) -> State:
        if state.dice == OPENING:
            white, black = action // 10, action % 10
            if white > black:
                return State(state.own, state.other, state.player, action)
            return State(state.other, state.own, 1 - state.player, 10 * black + white)
        if state.dice == TO_ROLL:
            return State(state.own, state.other, state.player, action)
        own, other = state.own, state.other
        die, next_die = state.dice // 10, state.dice % 10
        if action & LOW_FIRST:
            die, next_die = next_die, die
        steps = action & STEPS
        while steps > 0:
            source = steps & 31
            target = max(source - die, OFF)
            own = moved(own, source, target)
            if target > OFF and 25 - target in blots(other):
                other = moved(other, 25 - target, BAR)
            steps >>= WIDTH
            die, next_die = next_die, die
        return State(other, own, 1 - state.player, TO_ROLL)

    def is_terminal(self, state: State) -> bool:
        return men_on(state.other, OFF) == MEN or men_on(state.own, OFF) == MEN

    def utility(self, state: State, player: int) -> float:
        has_lost = men_on(state.own, OFF) < MEN
        loser = state.own if has_lost else state.other
        worth = 1.0
        if men_on(loser, OFF) == 0:
            worth = 3.0 if occupied(loser) >= 1 << 19 else 2.0
        return -worth if (player == state.player) == has_lost else worth
