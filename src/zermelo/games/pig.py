"""Pig: a die, and the question when to stop.

1. Two players take turns. A turn begins with a roll of a die.
2. A 1 ends the turn, and its points are lost. Any other number is added to the points of the turn.
3. After each such roll the player rolls again or holds: holding adds the points of the turn to the score, and the other's
   turn begins.
4. Who first holds `goal` points has won. Who has enough holds: another roll could only lose.

Source: T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig, The UMAP Journal 25, 2004.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from zermelo.board import BARE, CHIPS, CUP, DIE, Board, Piece
from zermelo.errors import PositionError, SpecError
from zermelo.game import CHANCE, MAX, MIN, Game, replace

MOST: Final = 1000
"""The highest goal."""
FACES: Final = 6
ROLL, HOLD = 0, 1
_POSITION: Final = re.compile(r"(\d{1,5})-(\d{1,5}) (\d{1,5}) ([12])( roll)?")


class State(NamedTuple):
    """The scores; the points of the turn; whose turn it is; whether the die is in the air."""

    scores: tuple[int, ...]
    points: int
    player: int
    rolling: bool


class Pig(Game):
    """Pig to `goal` points, 100 unless told.

    The rules are at the top of this file. Action 0 is to roll, 1 to hold; chance rolls the number that its action says.
    Utility: 1 a win, -1 a loss. A position is the scores, the points of the turn and whose turn it is, from 1: `20-35 12 1`;
    where the die is in the air `roll` stands behind it.

    >>> game = Pig()
    >>> state = game.read("20-35 12 1")
    >>> print(game.show(state))
    player 1   20 + 12
    player 2   35
    player 1 rolls or holds
    >>> game.write(game.result(state, game.parse(state, "hold")))
    '32-35 0 2'
    """

    chance = True
    max_actions = FACES
    utility_range = (-1.0, 1.0)
    phrases: ClassVar = {
        "es": {
            "roll": "tirar",
            "hold": "plantarse",
            "{} rolls the die": "{} tira el dado",
            "{} rolls or holds": "{} tira o se planta",
            "{} rolls": "{} tira",
            "{} holds": "{} se planta",
        },
        "pt": {
            "roll": "lançar",
            "hold": "parar",
            "{} rolls the die": "{} lança o dado",
            "{} rolls or holds": "{} lança ou para",
            "{} rolls": "{} lança",
            "{} holds": "{} para",
        },
    }

    def __init__(self, goal: int = 100) -> None:
        if isinstance(goal, bool) or not isinstance(goal, int) or not 1 <= goal <= MOST:
            raise SpecError(f"goal={goal!r} is not possible; Pig is played to 1 to {MOST} points")
        self.goal = goal

    # The rules

    def initial(self) -> State:
        return State((0, 0), 0, MAX, False)

    def to_move(self, state: State) -> int:
        return CHANCE if state.rolling else state.player

    def actions(self, state: State) -> Iterable[int]:
        if state.scores[state.player] + state.points < self.goal:
            yield ROLL
        if state.points > 0:
            yield HOLD

    def outcomes(self, state: State) -> Iterable[tuple[int, float]]:
        for number in range(1, FACES + 1):
            yield number, 1 / FACES

    def result(self, state: State, action: int) -> State:
        if not state.rolling and action == ROLL:
            return State(state.scores, state.points, state.player, True)
        if not state.rolling:
            held = state.scores[state.player] + state.points
            return State(replace(state.scores, state.player, held), 0, 1 - state.player, False)
        if action == 1:
            return State(state.scores, 0, 1 - state.player, False)
        return State(state.scores, state.points + action, state.player, False)

    def is_terminal(self, state: State) -> bool:
        return max(state.scores) >= self.goal

    def utility(self, state: State, player: int) -> float:
        return 1.0 if state.scores[player] >= self.goal else -1.0

    def evaluate(self, state: State, player: int) -> float:
        """The lead in points, those of the turn among them, as a share of the most that can be had."""
        lead = state.scores[player] - state.scores[1 - player]
        lead += state.points if state.player == player else -state.points
        return lead / (self.goal + FACES)

    def decisions(self, other: int) -> list[list[State]]:
        """All states with a choice between rolling and holding for player 1, when the other has this many points.

        A row for each score of player 1, from 0; in it the states by the points of the turn, from 1.
        """
        return [[State((own, other), points, MAX, False) for points in range(1, self.goal - own)] for own in range(self.goal)]

    # For people

    def name(self, state: State, action: int) -> str:
        return str(action) if state.rolling else ("roll", "hold")[action]

    def show(self, state: State) -> str:
        rows = []
        for player, score in enumerate(state.scores):
            points = f" + {state.points}" if player == state.player and state.points else ""
            rows.append(f"player {player + 1} {score:>4}{points}")
        return "\n".join([*rows, self._news(state)])

    def _news(self, state: State) -> str:
        if self.is_terminal(state):
            return f"player {1 if state.scores[MAX] >= self.goal else 2} has won"
        if state.rolling:
            return f"player {state.player + 1} rolls the die"
        choices = " or ".join(f"{self.name(state, action)}s" for action in self.actions(state))
        return f"player {state.player + 1} {choices}"

    def picture(self, state: State) -> Board:
        """A row for each player: the score, the points of the turn, then the die in its cup, or every number that can come."""
        wide = self._wide(state)
        rows = []
        for player in (MAX, MIN):
            row: list[Piece | None] = [Piece(CHIPS, player, str(state.scores[player])), *[None] * (wide - 1)]
            if player == state.player and not self.is_terminal(state):
                row[1] = Piece(CHIPS, player, str(state.points)) if state.points else None
                row[2:] = [Piece(DIE, player, str(1 + face)) for face in range(FACES)] if state.rolling else [Piece(CUP, player)]
            rows.append(tuple(row))
        return Board(tuple(rows), BARE, upwards=("1", "2"), news=self._news(state))

    def _wide(self, state: State) -> int:
        """The columns of the picture."""
        return 2 + (FACES if state.rolling else 1)

    def action_squares(self, state: State, action: int) -> tuple[int, ...]:
        """The cup to roll, the points of the turn to hold them, and of chance the die that shows the number."""
        row = state.player * self._wide(state)
        if state.rolling:
            return (row + 1 + action,)
        return (row + (2 if action == ROLL else 1),)

    def write(self, state: State) -> str:
        """The scores, the points of the turn, whose turn it is, and `roll` where the die is in the air: `20-35 12 1 roll`."""
        return f"{state.scores[0]}-{state.scores[1]} {state.points} {state.player + 1}{' roll' if state.rolling else ''}"

    def read(self, text: str) -> State:
        found = _POSITION.fullmatch(" ".join(text.split()))
        if not found:
            raise PositionError(f"{text!r} is not a position; that is the scores, the points of the turn and the player, as '20-35 12 1'")
        first, second, points, player = map(int, found.groups()[:4])
        state = State((first, second), points, player - 1, bool(found[5]))
        highest = self.goal + FACES - 1
        if max(first, second) > highest or min(first, second) >= self.goal:
            raise PositionError(f"the scores {first} and {second} in {text!r} are not possible in a game to {self.goal}")
        if self.is_terminal(state):
            self._check_end(state, text)
        elif state.scores[state.player] + points > highest:
            raise PositionError(f"{points} points in {text!r} are too many: who has {self.goal} in all holds them")
        elif state.rolling and state.scores[state.player] + points >= self.goal:
            raise PositionError(f"in {text!r} the die rolls though player {player} has enough; who has {self.goal} in all holds them")
        if points == 1:
            raise PositionError(f"1 point in {text!r} is not possible: a 1 ends the turn, and its points are lost")
        return state

    def _check_end(self, state: State, text: str) -> None:
        winner = MAX if state.scores[MAX] >= self.goal else MIN
        if state.player == winner or state.points or state.rolling:
            ended = self.write(State(state.scores, 0, 1 - winner, False))
            raise PositionError(f"in {text!r} the game goes on after player {winner + 1} has won; its end is {ended!r}")
