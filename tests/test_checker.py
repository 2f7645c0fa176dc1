"""The contract check: for each rule a tiny game that breaks it, and the smallest position that the report must show."""

from __future__ import annotations

import functools
import gc
import itertools
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from math import inf, nan
from typing import Any, NamedTuple

import pytest

import zermelo as z
from tests.databases.examples import RankedForgetful, Shadowed, Turned
from zermelo.bits import Bits
from zermelo.board import Board
from zermelo.checker import RULES, calls, check, explore
from zermelo.checker.hooks import left_out
from zermelo.game import ALL, CHANCE, MAX, MIN, Game
from zermelo.games import CATALOGUE
from zermelo.hints import Evaluation
from zermelo.solving.value_iteration import ValueIteration


class State(NamedTuple):
    left: int
    player: int


class Matches(Game):
    """Sound: players take one or two of five matches in turn; who takes the last one wins."""

    utility_range = (-1.0, 1.0)
    max_actions = 2

    def initial(self):
        return State(5, MAX)

    def to_move(self, state):
        return state.player

    def actions(self, state):
        for taken in range(1, min(2, state.left) + 1):
            yield taken

    def result(self, state, action):
        return State(state.left - action, 1 - state.player)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return 1 if state.player != player else -1


class Dice(Game):
    """Sound, with chance: MAX rolls a coin as often as MAX likes; heads win a point, and three rolls are all there is."""

    chance = True

    def initial(self):
        return (0, 0, 0)  # points, rolls, is the coin in the air?

    def to_move(self, state):
        return CHANCE if state[2] else MAX

    def actions(self, state):
        return [0, 1]

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def result(self, state, action):
        points, rolls, flying = state
        if flying:
            return (points + action, rolls, 0)
        return (points, rolls + 1, 1) if action else (points, 3, 0)

    def is_terminal(self, state):
        return state[1] == 3 and not state[2]

    def utility(self, state, player):
        return state[0] if player == MAX else -state[0]


class Boards(Game):
    """Sound, of states that are no tuples: two players fill a board of three cells; a full board is a draw."""

    class Board:
        def __init__(self, cells):
            self.cells = cells

        def __eq__(self, other):
            return self.cells == other.cells

        def __hash__(self):
            return hash(tuple(self.cells))

        def __repr__(self):
            return "".join(self.cells)

    def initial(self):
        return self.Board(["."] * 3)

    def to_move(self, state):
        return state.cells.count(".") + 1 & 1

    def actions(self, state):
        return [cell for cell in range(3) if state.cells[cell] == "."]

    def result(self, state, action):
        return self.Board([*state.cells[:action], "xo"[self.to_move(state)], *state.cells[action + 1 :]])

    def is_terminal(self, state):
        return "." not in state.cells

    def utility(self, state, player):
        return 0

    def symmetries(self, state):
        yield self.Board(state.cells[::-1])

    def key(self, state):
        return min(tuple(state.cells), tuple(state.cells[::-1]))


START, OVER = "State(left=5, player=0)", "State(left=0, player=1)"
SOUND = [Matches, Dice, Boards]
BROKEN: list[Any] = []


def breaks(rule: str, *, position: str | None = START, moves: str = "", says: str):
    """Mark a game that breaks a rule: where the smallest such position is, and what the message says."""

    def mark(game: type[Game]) -> type[Game]:
        BROKEN.append(pytest.param(game, rule, position, tuple(moves.split()), says, id=f"{rule}: {game.__name__}"))
        return game

    return mark


# What a game must have


@breaks("missing", position=None, says=r"NoResult does not define `result\(self, state, action\)`")
class NoResult(Matches):
    result = Game.result


@breaks("missing", position=None, says=r"`utility\(self, state, player\)`; it defines `utilty`: did you mean `utility`\?")
class Misspelt(Matches):
    utility = Game.utility

    def utilty(self, state, player):
        return Matches.utility(self, state, player)


def test_a_search_says_too_which_name_was_meant():
    with pytest.raises(z.GameError, match=r"every game must; it defines `utilty`: did you mean `utility`\?"):
        z.best(Misspelt(), mode="interpreted")


def test_what_nobody_asks_for_is_told_where_it_is_spelt_nearly_like_a_hint():
    class Hints(Matches):
        repetitions = 0
        width = 5

        def __init__(self):
            self.evaluation_units = 2
            self.played = self.width  # its own

        def symetries(self, state):
            yield state

        def shwo(self, state):
            return "|" * state.left

        def nmae(self, state, action):
            return "I" * action

        def evaluations_of(self, state):  # its own
            return 0

        def evaluate(self, state, player):
            return self.evaluations_of(state)

    notes = [note for note in check(Hints(), compile=False).notes if "asks" in note]
    assert notes == [
        "nothing asks for Hints.evaluation_units; did you mean `evaluation_unit`?",
        "nothing asks for Hints.repetitions; did you mean `repetition`?",
        "nothing asks for Hints.symetries; did you mean `symmetries`?",
        "nothing asks for Hints.shwo; did you mean `show`?",
        "nothing asks for Hints.nmae; did you mean `name`?",
    ]


class Pond:
    def __init__(self, left, player):
        self.left, self.player = left, player


@breaks("equal", position="Pond(5,0)", says="gave two states that are not ==; make Pond a NamedTuple, or give it __eq__")
class InPonds(Matches):
    def initial(self):
        return Pond(5, MAX)

    def result(self, state, action):
        return Pond(state.left - action, 1 - state.player)


def test_that_states_have_no_text_form_is_told_once():
    told = "states that hold values of type Pond have no text form unless the game defines `write` and `read`"
    assert [note for note in check(InPonds(), compile=False).notes if "text form" in note] == [told]


@breaks("missing", position=None, says=r"does not define `outcomes\(self, state\)`")
class NoOutcomes(Matches):
    chance = True


@breaks("facts", position=None, says=r"players is '2'")
class PlayersInText(Matches):
    players = "2"


@breaks("facts", position=None, says=r"max_actions is 0")
class NoRoom(Matches):
    max_actions = 0


@breaks("facts", position=None, says=r"utility_range is \(1, -1\)")
class RangeUpsideDown(Matches):
    utility_range = (1, -1)


@breaks("facts", position=None, says=r"evaluations\['far'\] is 3")
class EvaluationOfNoUse(Matches):
    evaluations = {"far": 3}  # noqa: RUF012 - as users write it


@breaks("facts", position=None, says="chance is 1;")
class ChanceAsNumber(Matches):
    chance = 1


@breaks("facts", position=None, says="mode is 'fast'")
class ModeOfNoUse(Matches):
    mode = "fast"


# Names taken by accident


@breaks(
    "shadows",
    position=None,
    says="UnitOfMeasure.evaluation_unit is a method, and a game's `evaluation_unit` is a fact, 1.0 unless given; .* `own_evaluation_unit`",
)
class UnitOfMeasure(Matches):
    def evaluation_unit(self, state):
        return "matches"


@breaks(
    "shadows",
    position=None,
    says=r"MatchesLeft.plies_left is 5, and a game's `plies_left` is asked as `plies_left\(self, state\)`; if yours",
)
class MatchesLeft(Matches):
    def __init__(self):
        self.plies_left = 5


@breaks(
    "shadows",
    position=None,
    says=r"OrderOfSeats.order is `order\(players\)`, and a game's is asked as `order\(self, state, action, child\)`",
)
class OrderOfSeats(Matches):
    def order(self, players):
        return sorted(players)


@breaks("shadows", position=None, says=r"is `evaluate\(state\)`, and a game's is asked as `evaluate\(self, state, player\)`")
class EvaluationOfOne(Matches):
    def evaluate(self, state):
        return 0


@breaks("shadows", position=None, says="Named.name is 'matches', and a game's `name` is asked as")
class Named(Matches):
    name = "matches"


@breaks(
    "shadows", position=None, says="OwnExample._example has the name of a method that every game has already; rename it, as `_own_example`"
)
class OwnExample(Matches):
    def _example(self, one, other):
        return one - other


def test_a_helper_may_be_called_legal():
    class Legal(Matches):
        def _legal(self, left, taken):
            return taken <= left

        def actions(self, state):
            return [taken for taken in (1, 2) if self._legal(state.left, taken)]

    assert check(Legal(), games=1, compile=False).ok


def test_a_hint_may_take_more_than_it_is_asked_with():
    class Patient(Matches):
        def plies_left(self, state, more=0):
            return state.left + more

        def show(self, *anything):
            return "matches"

    assert check(Patient(), games=1, compile=False).ok


# What every method must do


@breaks(
    "raises",
    position="State(left=1, player=0)",
    moves="2 2",
    says=r"result\(state, 1\) raised ZeroDivisionError: .*test_checker.py:\d+, in result\)",
)
class RaisesAtTheEnd(Matches):
    def result(self, state, action):
        return State(state.left - action + 0 // (state.left - action), 1 - state.player)


@breaks("raises", says=r"actions\(state\) gave nothing that can be listed")
class ForgetsToYield(Matches):
    def actions(self, state):
        return None


@breaks("raises", says=r"to_move\(state\) raised SystemExit")
class Quits(Matches):
    def to_move(self, state):
        sys.exit(3)


@breaks("raises", position=None, says=r"initial\(\) raised KeyError: 'x'")
class NoBeginning(Matches):
    def initial(self):
        return {}["x"]


@breaks("raises", says="RecursionError")
class Circular(Matches):
    def is_terminal(self, state):
        return self.is_terminal(state)


@breaks("state", says=r"result\(state, 1\) gave None")
class ForgetsToReturn(Matches):
    def result(self, state, action):
        State(state.left - action, 1 - state.player)


@breaks("state", position=None, says=r"initial\(\) gave None")
class NoInitial(Matches):
    def initial(self):
        pass


@breaks(
    "sharing",
    position="[[0, 0], [0, 0]]",
    says=r"`state\[0\]` and `state\[1\]` are one list: .*; write `\[\[0\] \* 2 for _ in range\(2\)\]`",
)
class OneRow(Matches):
    """A board that is twice the same row."""

    def initial(self):
        return [[0] * 2] * 2

    def to_move(self, state):
        return sum(map(sum, state)) % 2

    def actions(self, state):
        return [0]

    def result(self, state, action):
        return [[row[0] + 1, 0] for row in state]

    def is_terminal(self, state):
        return state[0][0] == 1

    def utility(self, state, player):
        return 1 - 2 * player


@breaks("unchanged", position="[5, 0]", says=r"result\(state, 1\) changed its state from \[5, 0\] to \[4, 1\]; states are values")
class ChangesItsState(Matches):
    def initial(self):
        return [5, 0]

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(2, state[0]) + 1)

    def is_terminal(self, state):
        return state[0] == 0

    def result(self, state, action):
        state[0] -= action
        state[1] = 1 - state[1]
        return state


@breaks("unchanged", position="..", says=r"actions\(state\) changed its state")
class ChangesDeepInside(Boards):
    class Pair(NamedTuple):
        cells: list

        def __repr__(self):
            return "".join(self.cells[:2])

    def initial(self):
        return self.Pair([".", ".", "."])

    def actions(self, state):
        state.cells.append("?")
        return [0]


@breaks("unchanged", says=r"actions\(state\) changed self.asked from 0 to 1; a game never changes once it is made")
class CountsItsCalls(Matches):
    def __init__(self):
        self.asked = 0

    def actions(self, state):
        self.asked += 1
        return super().actions(state)


@breaks("unchanged", says=r"result\(state, 1\) changed self.moves from 0 to 1; .* what changes is part of the state")
class CountsFromItsClass(Matches):
    moves = 0

    def result(self, state, action):
        self.moves += 1
        return super().result(state, action)


@breaks("unchanged", says=r"result\(state, 1\) changed self.board from \[\[0, 0\], \[0, 0\]\] to \[\[0, 1\], \[0, 0\]\]")
class KeepsTheBoardItself(Matches):
    def __init__(self):
        self.board = [[0, 0], [0, 0]]

    def result(self, state, action):
        self.board[0][1] += 1
        return super().result(state, action)


@breaks("unchanged", says=r"result\(state, 1\) changed self.moves from \[\] to \[1\]")
class KeepsMovesInItsClass(Matches):
    moves: list[int] = []  # noqa: RUF012 - as users write it

    def result(self, state, action):
        self.moves.append(action)
        return super().result(state, action)


@breaks("unchanged", says=r"result\(state, 1\) set self.last to 1; a game never changes")
class MakesAnAttribute(Matches):
    def result(self, state, action):
        self.last = action
        return super().result(state, action)


@breaks("unchanged", says=r"is_terminal\(state\) deleted self.rule; a game never changes")
class Forgets(Matches):
    def __init__(self):
        self.rule = "last"

    def is_terminal(self, state):
        vars(self).pop("rule", None)
        return super().is_terminal(state)


def test_the_attributes_of_a_game_are_as_before_after_the_look():
    games = CountsItsCalls(), CountsFromItsClass(), KeepsTheBoardItself(), KeepsMovesInItsClass(), MakesAnAttribute(), Forgets()
    before = [repr(vars(game)) for game in games]
    for game in games:
        check(game, compile=False, games=3)
    assert [repr(vars(game)) for game in games] == before
    assert KeepsMovesInItsClass.moves == []


def test_what_may_be_a_cache_is_no_problem():
    class Remembers(Matches):
        def __init__(self):
            self.table = {}
            self._hidden = []

        @functools.cached_property
        def most(self):
            return 2

        def actions(self, state):
            self._hidden.append(state)
            if state not in self.table:
                self.table[state] = tuple(range(1, min(self.most, state.left) + 1))
            return self.table[state]

    report = check(Remembers(), compile=False)
    assert report.ok, report
    (note,) = [note for note in report.notes if "self." in note]
    assert re.search(r"actions\(state\) added to self.table, now \{State\(left=5, .*: \(1, 2\)\}; that is sound for a cache only", note)


def test_what_a_method_takes_from_a_table_is_no_cache():
    class Consumes(Matches):
        def __init__(self):
            self.left = {0: 1, 1: 1}

        def result(self, state, action):
            self.left.pop(state.player, None)
            return super().result(state, action)

    (problem,) = check(Consumes(), compile=False).problems
    assert (problem.rule, problem.moves) == ("unchanged", ())
    assert "result(state, 1) changed self.left from {0: 1, 1: 1} to {1: 1}" in problem.message


class HoldsAList(Matches):
    """Sound: a state may hold what cannot be hashed."""

    def initial(self):
        return State([1, 1, 1], MAX)

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return State(state.left[action:], 1 - state.player)

    def is_terminal(self, state):
        return not state.left


class Unlike:
    """A state without __eq__."""

    def __init__(self, left, player):
        self.left, self.player = left, player

    def __repr__(self):
        return f"Unlike({self.left}, {self.player})"


@breaks(
    "equal",
    position="Unlike(5, 0)",
    says=r"initial\(\), asked twice, gave two states that are not ==; make Unlike a NamedTuple, or give it __eq__",
)
class ComparesByIdentity(Matches):
    def initial(self):
        return Unlike(5, MAX)

    def result(self, state, action):
        return Unlike(state.left - action, 1 - state.player)


@breaks("equal", says=r"result\(state, 1\) gave .* and, asked again, .*; the same call gives the same state")
class RollsInResult(Matches):
    dice = itertools.count()

    def result(self, state, action):
        return State(state.left - action, next(self.dice))


@breaks("equal", says=r"actions\(state\) gave \[., .\] and, asked again, \[., .\]")
class ShufflesActions(Matches):
    dice = itertools.cycle([[1, 2], [2, 1]])

    def actions(self, state):
        return [taken for taken in next(self.dice) if taken <= state.left]


@breaks("hashable", position="0", says="two equal states with different hashes; mend Odd.__hash__")
class HashesByIdentity(Matches):
    class Odd:
        def __init__(self, left):
            self.left = left

        def __eq__(self, other):
            return self.left == other.left

        def __hash__(self):
            return id(self)

        def __repr__(self):
            return str(self.left)

    def initial(self):
        return self.Odd(0)

    def to_move(self, state):
        return state.left & 1

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return self.Odd(state.left + 1)

    def is_terminal(self, state):
        return state.left == 3

    def utility(self, state, player):
        return 0


# The answers of the rules


@breaks("terminal", says=r"is_terminal\(state\) gave None")
class ForgetsTheEnd(Matches):
    def is_terminal(self, state):
        return True if state.left == 0 else None


@breaks(
    "player", position="State(left=3, player=2)", moves="2", says=r"to_move\(state\) gave 2; the players are 0 to 1; the first .* 0, not 1$"
)
class ThirdPlayer(Matches):
    def result(self, state, action):
        return State(state.left - action, action)


@breaks("player", position="State(left=3, player=2)", moves="2", says=r"gave 2; the players are 0, or CHANCE \(-1\)$")
class TwoMoreThanThereAre(ThirdPlayer):
    players = 1
    chance = True

    def outcomes(self, state):
        return [(1, 1.0)]

    def to_move(self, state):
        return 0 if state.player == 1 else state.player


@breaks("player", says="gave CHANCE; a game with chance says `chance = True`")
class SecretChance(Matches):
    def to_move(self, state):
        return CHANCE


@breaks("player", says="gave 'MAX'; a player is an int")
class PlayerByName(Matches):
    def to_move(self, state):
        return "MAX"


@breaks("actions", position="State(left=1, player=0)", moves="2 2", says=r"actions\(state\) gave True, a bool")
class BoolAction(Matches):
    def actions(self, state):
        return [1, 2] if state.left > 1 else [state.left == 1]


@breaks("actions", says=r"gave 1\.0, a float")
class FloatAction(Matches):
    def actions(self, state):
        return [1.0]


@breaks("duplicates", position="State(left=1, player=0)", moves="2 2", says=r"gave 1 2 times: \[1, 1\]")
class TakesTheLastTwice(Matches):
    def actions(self, state):
        return [1, min(2, state.left)]


@breaks("stuck", position="State(left=1, player=0)", moves="2 2", says=r"actions\(state\) gave nothing and is_terminal\(state\) is False")
class CannotTakeOne(Matches):
    def actions(self, state):
        return [] if state.left == 1 else super().actions(state)


@breaks("max_actions", says=r"actions\(state\) gave more than max_actions = 2")
class MoreActionsThanSaid(Matches):
    def actions(self, state):
        return range(1, state.left + 1)


@breaks("max_actions", says="gave more than max_actions = 2")
class EndlessActions(Matches):
    def actions(self, state):
        return itertools.count(1)


@breaks("utility", position=OVER, moves="1 2 2", says=r"utility\(state, 0\) gave nan")
class NotANumber(Matches):
    def utility(self, state, player):
        return nan


@breaks("utility", position=OVER, moves="1 2 2", says=r"utility\(state, 0\) gave 'won'")
class UtilityInWords(Matches):
    def utility(self, state, player):
        return "won" if state.player != player else "lost"


@breaks("utility", position=OVER, moves="1 2 2", says=r"utility\(state, 0\) is 3, outside utility_range = \(-1.0, 1.0\)")
class MoreThanAll(Matches):
    def utility(self, state, player):
        return 3 * super().utility(state, player)


@breaks("reward", says=r"reward\(state, 1\) gave inf; a reward is finite")
class Endless(Matches):
    def reward(self, state, action):
        return inf


@breaks("reward", says=r"reward\(state, 1\) gave 'much'")
class RewardInWords(Matches):
    def reward(self, state, action):
        return "much"


@breaks(
    "reward",
    position=OVER,
    moves="1 2 2",
    says=r"the rewards from State\(left=5, player=0\) on, and the utility here, bring player 0 2, outside utility_range = \(-1.0, 1.0\)",
)
class MoreOnTheWay(Matches):
    def reward(self, state, action):
        return 1 if action == 1 else 0


@breaks(
    "zero-sum", position=OVER, moves="1 2 2", says=r"utility\(state, 0\) is 1 and utility\(state, 1\) is 0; one must be minus the other"
)
class OnlyWins(Matches):
    def utility(self, state, player):
        return 1 if state.player != player else 0


class Three(Matches):
    """Sound: with three players, who takes the last match wins of each of the others."""

    players = 3
    utility_range = (-1.0, 2.0)
    utility_sum = 0.0

    def result(self, state, action):
        return State(state.left - action, (state.player + 1) % 3)

    def utility(self, state, player):
        return 2 if player == (state.player + 2) % 3 else -1

    def null_move(self, state):
        return State(state.left, (state.player + 1) % 3)


SOUND.append(Three)


@breaks("facts", position=None, says="utility_sum is 'nothing'; it is None or what")
class TotalInWords(Three):
    utility_sum = "nothing"


@breaks(
    "utility_sum",
    position="State(left=0, player=0)",
    moves="1 2 2",
    says="players, -1, -1, 2, add up to 0, and utility_sum = 1; max.n",
)
class WrongTotal(Three):
    utility_sum = 1

    def evaluate(self, state, player):
        return int(player == 0)


@breaks("utility_sum", says="the evaluations of the players, 0.25, 0.25, 0.25, add up to 0.75, and utility_sum = 0")
class EvaluationsForAll(Three):
    def evaluate(self, state, player):
        return 0.25


@breaks("utility_sum", says="the evaluations of the players, 0, 0, 0, add up to 0, and utility_sum = 3")
class TotalWithoutEvaluation(Three):
    utility_sum = 3

    def utility(self, state, player):
        return 1


@breaks("null_move", says=r"null_move\(state\) gave State\(left=5, player=0\), where player 0 is still to move")
class ThreePassToThemselves(Three):
    def null_move(self, state):
        return state


@breaks("chances", position="(0, 1, 1)", moves="1", says=r"outcomes\(state\) gave action 0 the probability -0.5")
class NegativeChance(Dice):
    def outcomes(self, state):
        return [(0, -0.5), (1, 1.5)]


@breaks("chances", position="(1, 2, 1)", moves="1 1 1", says=r"the probabilities of outcomes\(state\) sum to 0.9, not 1")
class LostChance(Dice):
    def outcomes(self, state):
        return [(0, 0.5), (1, 0.4 if state[0] else 0.5)]


@breaks("chances", position="(0, 1, 1)", moves="1", says=r"outcomes\(state\) gave 0; it gives pairs")
class OutcomesWithoutChance(Dice):
    def outcomes(self, state):
        return [0, 1]


@breaks("duplicates", position="(0, 1, 1)", moves="1", says=r"outcomes\(state\) gave 1 2 times")
class SameOutcomeTwice(Dice):
    def outcomes(self, state):
        return [(0, 0.5), (1, 0.25), (1, 0.25)]


@breaks("stuck", position="(0, 1, 1)", moves="1", says=r"outcomes\(state\) gave nothing")
class NoOutcome(Dice):
    def outcomes(self, state):
        return []


# Evaluations


@breaks("evaluation", says=r"evaluate\(state, 0\) is 5, beyond the utilities, utility_range = \(-1, 1\)")
class CountsMatches(Matches):
    def evaluate(self, state, player):
        return state.left if state.player == player else -state.left


@breaks("evaluation", says=r"is 5, beyond the utilities, so far \(-1, 1\).*state utility_range")
class CountsMatchesOfUnknownWorth(CountsMatches):
    utility_range = None


class Score(Game):
    """Sound, for one player: three times a number from 1 to 3 is added, so that every end is worth from 3 to 9."""

    players = 1

    def initial(self):
        return (3, 0)  # numbers left to add, the score so far

    def to_move(self, state):
        return MAX

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        return (state[0] - 1, state[1] + action)

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return state[1]


@breaks("evaluation", position="(3, 0)", says=r"is 0, beyond the utilities, utility_range = \(3, 9\); to a search that is worse than any")
class ScoreSoFarInRange(Score):
    utility_range = (3, 9)

    def evaluate(self, state, player):
        return state[1]


@breaks(
    "evaluation", position="(1, 5)", moves="2 3", says=r"is 10, beyond the utilities, so far \(3, 9\); to a search that is better than any"
)
class ScoreTwice(Score):
    def evaluate(self, state, player):
        return 2 * state[1]


@breaks(
    "distance",
    position="(0, 9)",
    moves="3 3 3",
    says=r"distance\(state\) gave 2 for \(1, 6\), from where this end is reached by 1 action; it must never be more",
)
class TooFarFromTheGoal(Score):
    utility_range = (0, 9)

    def distance(self, state):
        return state[0] + 1


@breaks("distance", position="(3, 0)", says=r"distance\(state\) gave -3; it is a number of actions, from 0 up")
class DistanceBelowZero(Score):
    def distance(self, state):
        return -state[0]


def test_a_score_so_far_that_is_less_than_every_end_is_noted_where_no_range_is_stated():
    class ScoreSoFar(Score):
        def evaluate(self, state, player):
            return state[1]

    report = check(ScoreSoFar(), compile=False)
    assert report.ok, report
    (note,) = [note for note in report.notes if "evaluate" in note]
    assert re.search(r"is 0, .* so far \(3, 9\); to a search that is worse than any of these ends, in \(3, 0\)", note)
    assert [note for note in check(Score(), compile=False).notes if "evaluate" in note] == []


@pytest.mark.parametrize(("least", "most", "than"), [(3, 9, "worse"), (-9, -3, "better")])
def test_the_evaluation_that_is_not_given_is_a_problem_where_no_end_is_worth_0(least, most, than):
    class Ranged(Score):
        utility_range = (least, most)

        def utility(self, state, player):
            return state[1] if least > 0 else -state[1]

    (problem,) = check(Ranged(), compile=False).problems
    assert (problem.rule, problem.moves) == ("evaluation", ())
    assert f"evaluate is not given, so it is 0, {than} than any end" in problem.message
    with pytest.raises(z.GameError, match=r"`evaluate` returns 0 .* outside of the game's utility_range"):
        z.best(Ranged(), mode="interpreted")


@breaks("evaluation", says=r"evaluate\(state, 0\) gave nan")
class EvaluatesToNothing(Matches):
    def evaluate(self, state, player):
        return nan


@breaks("evaluation", says=r"evaluate\(state, 0\) is inf, beyond the utilities")
class EvaluatesToEverything(Matches):
    def evaluate(self, state, player):
        return inf if state.player == player else -inf


@breaks("evaluation sides", says=r"evaluate\(state, 0\) is 0.5 and evaluate\(state, 1\) is 0.5; one must be minus the other")
class GoodForBoth(Matches):
    def evaluate(self, state, player):
        return state.left / 10


class Vague(Evaluation):
    def value(self, game, state, player):
        return None if state.left == 0 else 1.0


@breaks("evaluation", position=OVER, moves="1 2 2", says=r"evaluations\['vague'\].value\(game, state, 0\) gave None, which is not a number")
class NamedEvaluationStopsAtTheEnd(Matches):
    evaluations = {"vague": Vague()}  # noqa: RUF012 - as users write it


# Keys and symmetries


@breaks(
    "key",
    position="State(left=3, player=0)",
    moves="1 1",
    says=r"another state, State\(left=3, player=1\), has the same key 3, but player 1 is to move there",
)
class KeyForgetsThePlayer(Matches):
    def key(self, state):
        return state.left


@breaks("key", position=".ox", moves="2 1", says=r"another state, \.\.\., has the same key")
class KeyForgetsTheBoard(Boards):
    def key(self, state):
        return self.to_move(state)


@breaks("key", position=".ox", moves="2 1", says=r"state, \.xo, has the same key .* but its utilities are 0, 0, and here 1, -1, 1 ply on")
class KeyForgetsColours(Boards):
    def key(self, state):
        return tuple(cell == "." for cell in state.cells)

    def symmetries(self, state):
        return ()

    def utility(self, state, player):
        worth = state.cells[0] == state.cells[2]
        return int(worth if player == MAX else -worth)


@breaks("key", position="..x", moves="2", says=r"state, x\.\., has the same key .* but evaluate\(state, 0\) is 1 there, and here 0")
class EvaluationTellsApartWhatTheKeyDoesNot(Boards):
    def evaluate(self, state, player):
        return (state.cells[0] == "x") * (1 if player == MAX else -1)


class First(Evaluation):
    def value(self, game, state, player):
        return float(state.cells[0] == "x")


@breaks(
    "key", position="..x", moves="2", says=r"state, x\.\., .* but evaluations\['first'\].value\(game, state, 0\) is 1 there, and here 0"
)
class NamedEvaluationTellsApartWhatTheKeyDoesNot(Boards):
    evaluations = {"first": First()}  # noqa: RUF012 - as users write it


@breaks("position", says=r"position\(state\) gave bytearray.*, which cannot be kept in a table")
class PositionOfNoUse(Matches):
    def position(self, state):
        return bytearray(2)


@breaks("raises", says=r"position\(state\) raised TypeError: unsupported operand .*, in position\)")
class PositionOfACell(Matches):
    def position(self, cell):
        return cell % 4, cell // 4


class KeyInAList(Matches):
    """Sound, too."""

    def key(self, state):
        return list(state)

    def write(self, state):
        return str(list(state))

    def read(self, text):
        return State(*map(int, text.strip("[]").split(","))) if "," in text else z.load_game(text)


@breaks("key", position="State(left=3, player=1)", moves="2", says="the key .*, and an equal state has")
class KeyByAccident(Matches):
    numbers = itertools.count()

    def key(self, state):
        return (state, 0 if state.left == 5 else next(self.numbers))


@breaks("symmetries", says=r"symmetric state State\(left=5, player=1\) does not play alike: player 1 is to move there, and here player 0")
class SwapsPlayers(Matches):
    def symmetries(self, state):
        yield State(state.left, 1 - state.player)


@breaks(
    "symmetries",
    position="State(left=3, player=1)",
    moves="2",
    says="does not play alike: it has 4 grandchildren, and this one 3",
)
class MoreMatchesAreTheSame(Matches):
    def symmetries(self, state):
        if state.left == 3:
            yield State(4, state.player)
        if state.left == 4:
            yield State(3, state.player)


@breaks("symmetries", position="..x", moves="2", says=r"symmetric state x\.\. does not name this one among its own symmetries")
class TurnsOneWay(Boards):
    def symmetries(self, state):
        yield self.Board([*state.cells[2:], *state.cells[:2]])


@breaks("symmetries", position="..x", moves="2", says=r"in its symmetric state \.\.x\?, to_move\(state\) raised ValueError")
class NoSuchBoard(Boards):
    def to_move(self, state):
        if "?" in state.cells:
            raise ValueError("what is ?")
        return super().to_move(state)

    def symmetries(self, state):
        if "x" in state.cells:
            yield self.Board([*state.cells, "?"])


# Numbers


class Numbered(Matches):
    """Sound: states are numbered by the matches that are left and the player to move."""

    def tier_sizes(self):
        return [12]

    def rank(self, state):
        return 2 * state.left + state.player

    def unrank(self, tier, index):
        return State(index // 2, index % 2)


class WithPredecessors(Numbered):
    """Sound: what leads to a state is given, too."""

    def predecessors(self, state):
        for left in range(state.left + 1, min(state.left + 2, 5) + 1):
            yield State(left, 1 - state.player)


SOUND += [Numbered, WithPredecessors]


@breaks("numbers", says=r"unrank\(0, 10\) gives .*, whose tier and rank are \(0, 8\)")
class NotBack(Numbered):
    def unrank(self, tier, index):
        return State(index // 2 - 1, index % 2)


@breaks("indices", says=r"unrank\(0, 12\) gives .*, whose tier and rank are \(0, 11\); where an index stands for no state")
class IndexOfNoState(Numbered):
    def tier_sizes(self):
        return [14]

    def unrank(self, tier, index):
        return super().unrank(tier, min(index, 11))


@breaks("numbers", says=r"has the same tier and rank, \(0, 8\), and does not lead to the same: one number for two")
class OneNumberForTwo(Numbered):
    def rank(self, state):
        return min(8, super().rank(state))


@breaks(
    "numbers",
    position="Shadowed(left=7, player=1, last=1)",
    moves="2",
    says=r"has the same tier and rank, \(2, 1\); \d plies on there is .*, which do not lead to the same: one number for two",
)
class OneNumberUntilTheEnd(Turned):
    pass


@breaks("numbers", says=r"rank gives 12 of 5 0, and in tier 0 they go from 0 to 11")
class NumberTooGreat(Numbered):
    def rank(self, state):
        return super().rank(state) + (2 if state.left == 5 else 0)


@breaks("numbers", says=r"leads from tier 5 back to tier 4, to 4 1; play never goes back")
class Backwards(Numbered):
    def tier_sizes(self):
        return [2] * 6

    def tier(self, state):
        return state.left

    def rank(self, state):
        return state.player

    def unrank(self, tier, index):
        return State(tier, index)


@breaks("numbers", says=r"leads to 3 1, whose predecessors do not give this state")
class PredecessorLeftOut(WithPredecessors):
    def predecessors(self, state):
        yield from [*super().predecessors(state)][:1]


@breaks("numbers", says=r"defines `tier_sizes` and not `unrank`")
class NoUnrank(Numbered):
    unrank = Game.unrank


# For people


@breaks("text", position="5", says=r"write\(state\) gave '5', which read\(text\) takes for State\(left=5, player=1\)")
class ForgetsThePlayer(Matches):
    def write(self, state):
        return str(state.left)

    def read(self, text):
        return State(int(text), MIN)


@breaks("text", says=r"write\(state\) gave 5; it must be one line of text")
class WritesANumber(Matches):
    def write(self, state):
        return state.left


@breaks("raises", position="5:0", says=r"read\('5:0'\) raised ValueError: invalid literal")
class CannotReadItsWriting(Matches):
    def write(self, state):
        return f"{state.left}:{state.player}"

    def read(self, text):
        return State(*map(int, text.split()))


@breaks("names", says="the actions 1 and 2 have one name, 'take'")
class OneNameForAll(Matches):
    def name(self, state, action):
        return "take"


@breaks("names", says=r"name\(state, 1\) gave 1; it must be text")
class NumbersForNames(Matches):
    def name(self, state, action):
        return action


@breaks("names", says=r"name\(state, 1\) gave 'take1', and parse\(state, 'take1'\) gave 2")
class ParsesTheNext(Matches):
    def name(self, state, action):
        return f"take{action}"

    def parse(self, state, text):
        return int(text[-1]) + 1


@breaks("raises", moves="", says=r"parse\(state, 'take1'\) raised ActionError: no such action")
class CannotParse(Matches):
    def name(self, state, action):
        return f"take{action}"

    def parse(self, state, text):
        raise z.ActionError("no such action")


@breaks("show", says=r"show\(state\) gave None; it must return text, not print it")
class Prints(Matches):
    def show(self, state):
        print(state)


@breaks("raises", says=r"show\(state\) raised EOFError")
class AsksThePlayer(Matches):
    def show(self, state):
        return input("how? ")


@breaks("picture", says=r"picture\(state\) gave '\|\|\|\|'; it must be a Board whose rows are equally long, or None")
class Draws(Matches):
    def picture(self, state):
        return "||||"


@breaks("picture", says=r"action_squares\(state, 1\) gave \(4,\); it must be a tuple of squares, from 0 to 3")
class Points(Matches):
    def picture(self, state):
        return Board(((None, None, None, None),))

    def action_squares(self, state, action):
        return (3 + action,)


# Types of fields


class Sets(NamedTuple):
    taken: Bits
    last: bool


class Placing(Game):
    """Sound: the players put stones on five places until all are taken."""

    def initial(self):
        return Sets(Bits(0), False)

    def to_move(self, state):
        return Bits(state.taken).count() & 1

    def actions(self, state):
        return list(~Bits(state.taken) & 31)

    def result(self, state, action):
        taken = state.taken | Bits(1) << action
        return Sets(taken, taken.count() == 5)

    def is_terminal(self, state):
        return bool(state.last)

    def utility(self, state, player):
        return 0


SOUND.append(Placing)


@breaks(
    "types",
    position="Sets(taken=0, last=False)",
    says=r"the field 'taken' of the state is declared Bits and here holds 0; write Bits\(0\), not 0",
)
class NumberForASet(Placing):
    def initial(self):
        return Sets(0, False)


@breaks(
    "types",
    position="Sets(taken=Bits(0x1), last=0)",
    moves="0",
    says="the field 'last' of the state is declared bool and here holds 0; write bool",
)
class NumberForABool(Placing):
    def result(self, state, action):
        taken = state.taken | Bits(1) << action
        return Sets(taken, int(taken.count() == 5))


class Cells(NamedTuple):
    cells: tuple[int, ...]


@breaks(
    "types",
    position="Cells(cells=(0, True))",
    moves="1",
    says=r"the field 'cells\[...\]' of the state held 0 before and here holds True; write int",
)
class BoolAmongNumbers(Placing):
    def initial(self):
        return Cells((0, 0))

    def to_move(self, state):
        return sum(state.cells) & 1

    def actions(self, state):
        return [cell for cell in (0, 1) if not state.cells[cell]]

    def result(self, state, action):
        return Cells(z.replace(state.cells, action, True))

    def is_terminal(self, state):
        return all(state.cells)


# The engine's hooks


class Hooked(Matches):
    """Sound, with all that a game can tell the engine: who leaves a multiple of three wins."""

    endgame_plies = 3
    repetition = None
    evaluation_unit = 0.5
    engine = {"singular_extensions": True}  # noqa: RUF012 - as users write it

    def order(self, state, action, child):
        return int(child.left % 3 == 0)

    def candidates(self, state):
        return [state.left % 3 or 1]

    def tactical(self, state):
        return [2] if state.left == 2 else []

    def forced(self, state):
        return state.left == 1

    def null_move(self, state):
        return State(state.left, 1 - state.player)

    def playout(self, state, random_bits):
        return state.left % 3 or 1

    def prior(self, state, action):
        return 1 if (state.left - action) % 3 else 5

    def plies_left(self, state):
        return state.left

    def bounds(self, state):
        return (1, 1) if state.left < 3 else (-1, 1)

    def endgame_value(self, state, alpha, beta):
        return 1 if state.left % 3 else -1


SOUND.append(Hooked)


@breaks("facts", position=None, says="evaluation_unit is 0;")
class NoUnit(Matches):
    evaluation_unit = 0


@breaks("facts", position=None, says="repetition is 2; it is None or a utility to MAX, from -1 to 1")
class RepetitionBeyond(Matches):
    repetition = 2


@breaks("facts", position=None, says="endgame_plies is 1.5;")
class FinishesInBetween(Matches):
    endgame_plies = 1.5


@breaks("facts", position=None, says="endgame_plies is 4 and FinishesNothing does not define `endgame_value`")
class FinishesNothing(Matches):
    endgame_plies = 4


@breaks("facts", position=None, says="engine is {'null_moves': True}; .*did you mean null_move")
class EngineOfNoUse(Matches):
    engine = {"null_moves": True}  # noqa: RUF012 - as users write it


@breaks("facts", position=None, says="monte_carlo is {'raves': 500}; .*did you mean rave")
class MonteCarloOfNoUse(Matches):
    monte_carlo = {"raves": 500}  # noqa: RUF012 - as users write it


@breaks("order", says=r"order\(state, 1, child\) gave 0.5; it is an int")
class OrderInHalves(Hooked):
    def order(self, state, action, child):
        return 1 / 2


@breaks("order", says=r"order\(state, 1, child\) gave 1152921504606846976")
class OrderBeyond31Bits(Hooked):
    def order(self, state, action, child):
        return 1 << 60


@breaks("candidates", says=r"candidates\(state\) gave 3, which is not one of actions")
class IllegalCandidates(Hooked):
    def candidates(self, state):
        return [3]


@breaks("candidates", says=r"candidates\(state\) gave nothing, and bounds\(state\) leaves the value open")
class NoCandidates(Hooked):
    def candidates(self, state):
        return []


@breaks(
    "candidates",
    position="State(left=4, player=1)",
    moves="1",
    says=r"the best of candidates\(state\), \[2\], is worth -1, .* all actions 1",
)
class WrongCandidates(Hooked):
    def candidates(self, state):
        return [2]


@breaks("tactical", says=r"tactical\(state\) gave 7, which is not one of actions")
class IllegalTactics(Hooked):
    def tactical(self, state):
        return [7]


@breaks("tactical", says=r"2 of the actions that tactical\(state\) gives lead back to State\(left=5, player=0\)")
class EndlessTactics(Matches):
    def actions(self, state):
        return [0, 1]

    def tactical(self, state):
        return [0]


@breaks("forced", says=r"forced\(state\) gave 'no'; it must give True or False")
class ForcedInWords(Hooked):
    def forced(self, state):
        return "no"


@breaks("kind", says=r"kind\(state, 1\) gave -1; it is an int from 0")
class KindBelowZero(Hooked):
    def kind(self, state, action):
        return -1


@breaks("kind", says=r"kind\(state, \d\) gave 0, quiet, and tactical\(state\) lists it")
class QuietTactics(Hooked):
    def tactical(self, state):
        return self.actions(state)

    def forced(self, state):
        return False

    def kind(self, state, action):
        return 0


@breaks("exchange", says=r"exchange\(state, \d\) gave inf; it is a finite number")
class EndlessExchange(Hooked):
    def tactical(self, state):
        return self.actions(state)

    def exchange(self, state, action):
        return float("inf")


@breaks("piece_to", says=r"piece_to\(state, \d\) gave 512; it is an int from 0 to 511")
class FarPieces(Hooked):
    def piece_to(self, state, action):
        return 512


@breaks("may_pass", says=r"may_pass\(state\) gave 'no'; it must give True or False")
class PassInWords(Hooked):
    def may_pass(self, state):
        return "no"


@breaks("null_move", says=r"null_move\(state\) gave State\(left=5, player=0\), where player 0 is still to move")
class PassedToOneself(Hooked):
    def null_move(self, state):
        return state


@breaks("playout", says=r"playout\(state, random_bits\) gave 3, which is not one of actions")
class IllegalPlayout(Hooked):
    def playout(self, state, random_bits):
        return 3


@breaks("prior", says=r"prior\(state, 1\) gave -0.5; it is a number from 0 up")
class PriorBelowNothing(Hooked):
    def prior(self, state, action):
        return action - 1.5


@breaks("plies_left", says=r"plies_left\(state\) gave 0, and a game went on for [345] plies from there; searches take the end for near")
class OnlyThisTurn(Matches):
    def plies_left(self, state):
        return 0


@breaks("plies_left", says=r"plies_left\(state\) gave -1; it is a number of plies")
class RemainingBelowNothing(Hooked):
    def plies_left(self, state):
        return state.left - 6


@breaks("bounds", says=r"bounds\(state\) gave \(1, -1\); it gives a pair of numbers, the lower first")
class BoundsUpsideDown(Hooked):
    def bounds(self, state):
        return 1, -1


@breaks("bounds", position="State(left=2, player=0)", moves="1 2", says=r"gave \(-1, 0\), and by what follows .* it is \(1, 1\)")
class BoundsOfChildrenDiffer(Hooked):
    def bounds(self, state):
        return (-1, 0) if state.left == 2 else (-1, 1)


@breaks("bounds", position="State(left=4, player=1)", moves="1", says=r"gave \(-1, 0\), and minimax finds 1")
class FalseBounds(Matches):
    def bounds(self, state):
        return (-1, 0) if state.left == 4 else (-1, 1)


@breaks(
    "endgame_value", position="State(left=1, player=0)", moves="2 2", says=r"endgame_value\(state, -inf, inf\) gave -1, and minimax finds 1"
)
class FalseFinish(Hooked):
    def endgame_value(self, state, alpha, beta):
        return -1


@breaks(
    "endgame_value", position="State(left=1, player=0)", moves="2 2", says=r"endgame_value\(state, -inf, 1\) gave 7, and minimax finds 1"
)
class FinishBeyondTheWindow(Hooked):
    def endgame_value(self, state, alpha, beta):
        return 7 if beta == 1 else super().endgame_value(state, alpha, beta)


# What is hidden


class Toss(NamedTuple):
    coin: int
    said: int
    guess: int


class Coin(Game):
    """Sound, with hidden information: chance tosses a coin, MAX sees it and says 1 or 2, and MIN guesses. 0: not yet, -1: not seen."""

    chance = hidden = True
    max_actions = 2

    def initial(self):
        return Toss(0, 0, 0)

    def to_move(self, state):
        return CHANCE if state.coin == 0 else MIN if state.said else MAX

    def actions(self, state):
        yield 1
        yield 2

    def outcomes(self, state):
        yield 1, 0.5
        yield 2, 0.5

    def result(self, state, action):
        if state.coin == 0:
            return state._replace(coin=action)
        return state._replace(guess=action) if state.said else state._replace(said=action)

    def is_terminal(self, state):
        return state.guess != 0

    def utility(self, state, player):
        return 1 if (state.coin == state.guess) == (player == MIN) else -1

    def observe(self, state, player):
        return state._replace(coin=-1) if player == MIN and state.coin else state


SOUND.append(Coin)
TOLD = "Toss(coin=1, said=1, guess=0)"


@breaks("missing", position=None, says=r"Unobserved has `hidden = True` and does not define `observe\(self, state, player\)`")
class Unobserved(Coin):
    observe = Game.observe


@breaks("facts", position=None, says=r"hidden is 'yes'; it is True or False")
class HalfHidden(Coin):
    hidden = "yes"


@breaks("observe", position="Toss(coin=1, said=0, guess=0)", moves="1", says=r"gave '-1 0 0', and OpenCoin does not say `hidden = True`")
class OpenCoin(Coin):
    hidden = False


@breaks("observe", position="Toss(coin=0, said=0, guess=0)", says=r"observe\(state, 0\) gave \(0, 0, 0\), a tuple; it must be a Toss")
class PlainTuples(Coin):
    def observe(self, state, player):
        return tuple(super().observe(state, player))


@breaks("observe", position="Toss(coin=1, said=0, guess=0)", moves="1", says=r"gave '-1 0 0', and asked what 1 sees there, Toss\(coin=-2, ")
class LessEachTime(Coin):
    def observe(self, state, player):
        return state._replace(coin=-2 if state.coin == -1 else -1) if player == MIN and state.coin else state


@breaks(
    "observe", position="Toss(coin=1, said=1, guess=1)", moves="1 1 1", says=r"is_terminal is True here, and False in observe\(state, 1\)"
)
class NeverOver(Coin):
    def observe(self, state, player):
        return super().observe(state, player)._replace(guess=0) if player == MIN else state


@breaks("observe", position="Toss(coin=1, said=0, guess=0)", moves="1", says=r"player 0 is to move here, and in .*'0 0 0', to_move says -1")
class BlindMover(Coin):
    def observe(self, state, player):
        return state._replace(coin=0) if player == MAX and not state.said else super().observe(state, player)


@breaks(
    "observe",
    position=TOLD,
    moves="1 1",
    says=r"actions\(state\) gave \[1\], and in observe\(state, 1\), '-1 1 0', \[1, 2\]; what is legal depends",
)
class ToldByActions(Coin):
    def actions(self, state):
        yield 1
        if not (state.said and state.coin == 1):
            yield 2


@breaks(
    "observe",
    position="Toss(coin=1, said=0, guess=0)",
    moves="1",
    says=r"in observe\(state, 1\), '-1 0 0', show\(state\) raised IndexError",
)
class UnshownCoin(Coin):
    def show(self, state):
        return ("not yet", "heads", "tails")[state.coin] if state.coin >= 0 else "?"[1]


@breaks(
    "recall",
    position="Toss(coin=2, said=0, guess=0)",
    moves="2",
    says=r"after result\(state, 1\) player 0 sees '-1 1 0', as in .*: by action 1 in '2 0 0' here",
)
class Forgetful(Coin):
    """MAX moves again after saying something, and no longer knows the coin."""

    def to_move(self, state):
        return CHANCE if state.coin == 0 else MAX

    def observe(self, state, player):
        return state._replace(coin=-1) if state.coin and (player == MIN or state.said) else state


# The tests


@pytest.mark.parametrize("game", SOUND)
def test_a_sound_game_has_no_problem(game):
    report = check(game(), compile=False)
    assert report.problems == ()
    assert report.ok
    report.raise_if_broken()


# Games in which all choose at once


class Pennies(Game):
    """Sound: both show a coin at once; MAX wins where they are equal."""

    simultaneous = True
    max_actions = 2

    def initial(self):
        return (-1, -1)

    def actions(self, state, player):
        return 0, 1

    def result(self, state, actions):
        return actions

    def is_terminal(self, state):
        return state[0] >= 0

    def utility(self, state, player):
        return 1 if (state[0] == state[1]) == (player == MAX) else -1


class Tossed(Pennies):
    """Sound: a coin says before whose favour it is in, 3 or 4, that they are equal."""

    chance = True

    def initial(self):
        return (-1, -2)

    def to_move(self, state):
        return CHANCE if state == (-1, -2) else ALL

    def outcomes(self, state):
        return (3, 0.5), (4, 0.5)

    def chance_result(self, state, action):
        return (-1, action)


def test_games_in_which_all_choose_at_once_are_looked_at_as_they_are_written():
    for game in (Pennies(), z.in_turns(Pennies())):
        assert str(check(game)) == (
            "Pennies(): no problem found\n\nnote: looked at every state, 7 in all\n"
            "note: looked at 40 random games, the longest of 2 plies; 7 states in all\n"
            "note: of these player 0 won 17, player 1 won 23; 0 were drawn\nnote: compiles"
        )
    assert check(Tossed(), compile=False).ok


def test_why_such_a_game_does_not_compile_is_said_of_its_own_methods():
    class Listed(Pennies):
        def utility(self, state, player):
            return 1 if any(coin == 0 for coin in state) else -1

    (note,) = [note for note in check(Listed()).notes if "compile" in note]
    assert "does not compile, so it runs interpreted: Listed.utility" in note


class Matched(RankedForgetful):
    """Matches whose numbers are found by way of texts that do not compile."""

    def unrank(self, tier, index):
        return super().unrank(tier, int(re.sub("x", "", str(index))))


class LateTwin(RankedForgetful):
    """Matches whose last ones are worth the opposite where MIN has taken two of five, which the numbers leave out."""

    def __init__(self, matches):
        self.matches = matches

    def initial(self):
        return Shadowed(self.matches, 0, 0)

    def result(self, state, action):
        turned = state.last or (state.left, state.player, action) == (5, 1, 2)
        return Shadowed(state.left - action, 1 - state.player, int(turned))

    def utility(self, state, player):
        return super().utility(state, player) * (-1 if state.last else 1)

    def key(self, state):
        return state

    def tier(self, state):
        return self.matches - state.left

    def tier_sizes(self):
        return [2] * (self.matches + 1)

    def unrank(self, tier, index):
        return Shadowed(self.matches - tier, index, 0)


@pytest.mark.parametrize("matches", [30, 34, 41, 45])
def test_the_numbers_of_all_states_are_looked_at_where_there_is_time(matches):
    (problem,) = check(LateTwin(matches), compile=False).problems
    assert (problem.rule, "one number for two" in problem.message) == ("numbers", True)


class InTuples(Matched):
    """The same, whose states lie in memory."""

    def initial(self):
        return ((0,) * 9, super().initial())

    def key(self, state):
        return state

    def to_move(self, state):
        return super().to_move(state[1])

    def actions(self, state):
        yield from super().actions(state[1])

    def result(self, state, action):
        return (state[0], super().result(state[1], action))

    def is_terminal(self, state):
        return super().is_terminal(state[1])

    def utility(self, state, player):
        return super().utility(state[1], player)

    def tier(self, state):
        return super().tier(state[1])

    def rank(self, state):
        return super().rank(state[1])

    def unrank(self, tier, index):
        return ((0,) * 9, super().unrank(tier, index))


@pytest.mark.parametrize("game", [Matched(), InTuples()], ids=["inline", "apart"])
def test_numbers_of_states_that_do_not_compile_are_told_with_their_line_and_why(game):
    notes = check(game).notes
    assert "compiles" in notes
    (note,) = [note for note in notes if "numbers of states" in note]
    assert note.startswith("databases of it are made by plain Python, as its numbers of states do not compile: Matched.unrank, line ")
    assert """ (`return super().unrank(tier, int(re.sub("x", "", str(index))))`): """ in note
    assert not any("numbers of states" in note for note in check(RankedForgetful()).notes)


@breaks("missing", position=None, says=r"NoPenny does not define `actions\(self, state, player\)`")
class NoPenny(Pennies):
    actions = Game.actions


@breaks(
    "missing",
    position=None,
    says=r"has `simultaneous = True` and `chance = True` and does not define `chance_result\(self, state, action\)`",
)
class NoToss(Tossed):
    chance_result = Game.chance_result


@breaks(
    "simultaneous",
    position=None,
    says=r"OfNobody defines `actions\(state\)`; where all choose at once it is asked as `actions\(state, player\)`",
)
class OfNobody(Pennies):
    def actions(self, state):
        return 0, 1


@breaks(
    "simultaneous",
    position=None,
    says=r"defines `result\(state, mine, yours\)`; where all choose at once it is asked as `result\(state, actions\)`",
)
class OneByOne(Pennies):
    def result(self, state, mine, yours):
        return mine, yours


@breaks(
    "simultaneous", position=None, says=r"`actions\(state, player\)` asks for a player; where all choose at once, say `simultaneous = True`"
)
class NotSaid(Pennies):
    simultaneous = False

    def to_move(self, state):
        return MAX


@breaks("simultaneous", position=None, says="players is 1; it takes two or more")
class Alone(Pennies):
    players = 1


@breaks("simultaneous", position=None, says="repetition is 0.0, and nothing looks at it where all choose at once")
class Again(Pennies):
    repetition = 0.0


@breaks("simultaneous", position=None, says="defines `reward`, and where all choose at once nobody is to move whom")
class Paid(Pennies):
    def reward(self, state, action):
        return 1


@breaks("facts", position=None, says="simultaneous is 'yes'; it is True or False")
class Yes(Pennies):
    simultaneous = "yes"  # type: ignore[assignment]

    def to_move(self, state):
        return MAX


@breaks("stuck", position="(-1,-1) | 0", moves="0", says=r"actions\(state, 1\) gave nothing and is_terminal\(state\) is False")
class NoCoin(Pennies):
    def actions(self, state, player):
        return () if player else (0, 1)


@breaks("raises", position="(-1,-1) | 0", moves="0", says=r"result\(state, \(0, 0\)\) raised TypeError: .*test_checker.py:\d+, in result")
class AsIfInTurn(Pennies):
    def result(self, state, actions):
        return (actions + 1, 0)


@breaks("state", position="(-1,-1) | 0", moves="0", says=r"result\(state, \(0, 0\)\) gave None")
class Nothing(Pennies):
    def result(self, state, actions):
        return None


@breaks("zero-sum", position="(0,0)", moves="0 0", says="is 1 and .* is 1; one must be minus the other")
class BothWin(Pennies):
    def utility(self, state, player):
        return 1 if state[0] == state[1] else -1


@breaks("unchanged", position=None, says="changed self.coins from 2 to 3")
class Grows(Pennies):
    def __init__(self):
        self.coins = 2

    def initial(self):
        self.coins = 3
        return (-1, -1)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of hypothesis, which watches gc
@pytest.mark.parametrize(("game", "rule", "position", "moves", "says"), BROKEN)
def test_a_broken_rule_is_shown_in_its_smallest_position(game, rule, position, moves, says):
    report = check(game(), compile=False, games=5)
    found = [problem for problem in report.problems if problem.rule == rule]
    assert len(found) == 1, report
    assert (found[0].position, found[0].moves) == (position, moves), report
    assert re.search(says, found[0].message), found[0].message
    assert not report.ok
    with pytest.raises(z.GameError, match="found"):
        report.raise_if_broken()


def test_every_rule_has_a_game_that_breaks_it():
    assert {parameters.values[1] for parameters in BROKEN} | {"returns", "compiled"} == set(RULES)


@pytest.fixture
def without_garbage():
    """A look is not held up by what other tests have left behind."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_games_of_the_catalogue_are_sound(name, without_garbage):
    report = check(z.load_game(name), compile=False, games=3, budget=2)
    assert report.ok, report
    assert [note for note in report.notes if "did you mean" in note] == []


class Star(Game):
    """Sound, with more symmetric states than actions: the piece moves from one of eight points to one of the two beside it, twice."""

    max_actions = 2

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1] % 2

    def actions(self, state):
        return (1, 7)

    def result(self, state, action):
        return ((state[0] + action) % 8, state[1] + 1)

    def is_terminal(self, state):
        return state[1] == 2

    def utility(self, state, player):
        return 0

    def symmetries(self, state):
        return [((state[0] + turn) % 8, state[1]) for turn in range(1, 8)]


def test_a_state_may_have_more_symmetric_states_than_actions():
    assert check(Star(), compile=False).problems == ()


class TurnsForEver(Star):
    def symmetries(self, state):
        while True:
            yield from super().symmetries(state)


def test_symmetric_states_that_never_end_are_looked_at_all_the_same():
    assert check(TurnsForEver(), compile=False, games=3, budget=4).problems == ()


@dataclass
class Counters:
    left: int
    player: int


class HoldsADataclass(Game):
    """Takes one counter after the other."""

    max_actions = 1

    def initial(self) -> Counters:
        return Counters(3, 0)

    def to_move(self, state: Counters) -> int:
        return state.player

    def actions(self, state: Counters) -> list[int]:
        return [0]

    def result(self, state: Counters, action: int) -> Counters:
        return Counters(state.left - 1, 1 - state.player)

    def is_terminal(self, state: Counters) -> bool:
        return state.left == 0

    def utility(self, state: Counters, player: int) -> float:
        return 1.0 if player != state.player else -1.0


def test_of_a_dataclass_that_is_not_frozen_the_cure_is_told() -> None:
    [note] = [note for note in check(HoldsADataclass(), compile=False).notes if "hash" in note]
    assert "unhashable type: 'Counters'; write `@dataclass(frozen=True)`, and hold tuples" in note


@pytest.mark.parametrize(("game", "noted"), [(HoldsAList, True), (KeyInAList, False)])
def test_neither_states_nor_keys_need_hashes_and_what_states_without_them_cannot_have_is_noted(game, noted):
    report = check(game(), compile=False)
    assert report.ok
    told = [note for note in report.notes if "hash" in note]
    assert len(told) == noted
    for note in told:
        assert "(`zermelo solve --policy`, `policy()`, `strategy()`)" in note
        assert note.endswith("unhashable type: 'list'; hold tuples, frozensets and Bits in place of lists, sets and dicts")
        with pytest.raises(z.SearchError, match="no strategy as data: unhashable type: 'list'"):
            ValueIteration(game(), mode="interpreted").run().policy()


class Holding(Matches):
    """In each state something of this sort."""

    max_actions = 3

    def __init__(self, what):
        self.what = what

    def initial(self):
        return (3, 0, self.made())

    def made(self):
        return {"nan": lambda: float("nan"), "generator": lambda: (x for x in (1, 2)), "array": lambda: _Array()}[self.what]()

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return range(1, state[0] + 1)

    def result(self, state, action):
        return (state[0] - action, 1 - state[1], self.made())

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if player == state[1] else -1


class _Array:
    """As numpy's: equal to nothing by a plain yes or no."""

    shape, dtype = (2,), type("Kind", (), {"str": "<i8", "hasobject": False})()

    def tobytes(self):
        return b"12"

    def __eq__(self, other):
        return [True, True]

    __hash__ = None


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("nan", "asked twice, gave two states that are not ==: it holds nan, which is not equal to itself; hold None or a number"),
        ("generator", "which is no state: it holds a generator, which is used up when it is looked at; write tuple(...) around it"),
    ],
)
def test_what_a_state_holds_that_is_no_value_is_told_as_that(kind, words):
    report = check(Holding(kind), compile=False)
    (problem,) = report.problems
    assert words in problem.message
    assert not [note for note in report.notes if "nan" in note]


def test_an_array_in_a_state_is_told_with_what_to_hold():
    class Unequal(_Array):
        def __eq__(self, other):
            raise ValueError("the truth value of an array is ambiguous")

        __hash__ = None

    game = Holding("array")
    game.made = Unequal
    words = "it holds an array, of which == gives an array in place of yes or no; hold tuples: tuple(map(tuple, array.tolist()))"
    assert [words in problem.message for problem in check(game, compile=False).problems] == [True]


def test_that_rules_print_is_a_note():
    class Talks(Matches):
        def result(self, state, action):
            print("taking", action)
            return super().result(state, action)

        def show(self, state):
            print("here it is")
            return super().show(state)

    report = check(Talks(), compile=False)
    assert report.ok
    told = "`print` in result prints nothing where rules are compiled; mode='interpreted' (`--mode interpreted`) shows it"
    assert [note for note in report.notes if "print" in note] == [told]


def test_an_int_that_is_too_large_is_not_called_an_int_by_mistake():
    class Large(Matches):
        def actions(self, state):
            return [10**20]

    (problem,) = check(Large(), compile=False).problems
    assert problem.message == "actions(state) gave 100000000000000000000; an action is an int of 64 bits"


@pytest.mark.parametrize(
    ("action", "remedy"),
    [
        ("one", "an action is an int of 64 bits; keep the texts in a tuple, MOVES = (...), let an action be its place in it, "),
        ((0, 1), "an action is an int of 64 bits; make one number of its parts, as row * width + column, "),
        (1.5, "an action is an int of 64 bits"),
    ],
)
def test_actions_that_are_no_numbers_are_told_how_to_number_them(action, remedy):
    class Named(Matches):
        def actions(self, state):
            return [action]

    (problem,) = check(Named(), compile=False).problems
    beginning, _, end = problem.message.partition(remedy)
    assert beginning == f"actions(state) gave {action!r}, a {type(action).__name__}; "
    assert ("name(self, state, action)" in end) == (action != 1.5)


# What a report says


def test_a_report_reads_well():
    assert str(check(OnlyWins(), compile=False)) == (
        "OnlyWins(): 1 problem found\n"
        "\n"
        "zero-sum: utility(state, 0) is 1 and utility(state, 1) is 0; one must be minus the other\n"
        "    in State(left=0, player=1)\n"
        "    after 1 2 2\n"
        "\n"
        "note: looked at every state, 10 in all\n"
        "note: looked at 40 random games, the longest of 5 plies; 10 states in all"
    )
    (problem,) = check(OnlyWins(), compile=False).problems
    assert str(problem).endswith("one must be minus the other [in State(left=0, player=1), after 1 2 2]")


def test_states_behind_a_rule_that_raises_are_not_said_to_have_been_looked_at():
    class Raising(Matches):
        def result(self, state, action):
            if state.left == 3:
                raise ValueError("three are left")
            return super().result(state, action)

    whole, cut = check(Matches(), compile=False), check(Raising(), compile=False)
    assert cut.problems[0].rule == "raises"
    assert whole.notes[0].startswith("looked at every state, ")
    assert cut.notes[0].startswith("looked at every state that rules lead to which raise nothing, ")


def test_a_report_of_a_sound_game_says_what_was_looked_at():
    assert str(check(Matches(), compile=False, games=3)).splitlines()[0] == "Matches(): no problem found"
    assert (
        check(z.load_game("connect4"), compile=False, games=3, budget=100).notes[0]
        == "looked at every state within 3 plies of the initial one"
    )


def test_a_report_is_the_same_for_the_same_seed():
    game = z.load_game("connect4")
    one, other = (check(game, seed=7, games=3, compile=False, budget=100) for _ in range(2))  # whatever the machine is busy with
    assert one == other


# Smallest positions beyond the first plies


class Rows(Placing):
    """Twenty-four places; the game breaks once the places 3, 5 and 17 are taken."""

    trap = Bits(1 << 3 | 1 << 5 | 1 << 17)

    def actions(self, state):
        return list(~state.taken & 0xFFFFFF)

    def result(self, state, action):
        taken = state.taken | Bits(1) << action
        return Sets(taken, taken == 0xFFFFFF)

    def evaluate(self, state, player):
        return 1 / 0 if state.taken & self.trap == self.trap else 0


def test_a_problem_that_only_long_games_show_is_shortened():
    (problem,) = check(Rows(), compile=False).problems
    assert (problem.rule, sorted(problem.moves, key=int)) == ("raises", ["3", "5", "17"])
    assert problem.position == "Sets(taken=Bits(0x20028), last=False)"


# Games that do not end, or take their time


class Forever(Matches):
    """Sound, but for that nobody can win."""

    def result(self, state, action):
        return State(5 if state.left < 3 else state.left - 1, 1 - state.player)


def test_a_game_without_an_end_is_noted():
    report = check(Forever(), compile=False, games=2, plies=50)
    assert report.ok
    assert "2 of these went on for more than 50 plies" in report.notes
    assert "no game came to its end, so no utility was looked at" in report.notes


def test_an_option_of_the_engine_that_comes_to_nothing_is_noted():
    game = Matches()
    game.engine = {"symmetries": 4, "null_move": True, "repetition": True, "killers": False}
    told = [note for note in check(game, compile=False, games=2).notes if note.startswith("engine says")]
    assert told == [
        "engine says symmetries = 4, and the engine searches with 0: Matches does not define `symmetries`",
        "engine says null_move = True, and the engine searches with False: Matches does not define `null_move`",
        "engine says repetition = True, and the engine searches with False: other facts of the game rule that out",
    ]


@pytest.mark.parametrize("name", CATALOGUE)
def test_no_option_of_our_games_comes_to_nothing(name):
    assert list(left_out(z.load_game(name))) == []


class Loops(Matches):
    def result(self, state, action):
        while state.left == 4:
            pass
        return super().result(state, action)


class SwallowsAll(Matches):
    def result(self, state, action):
        if state.left == 4:
            try:
                while True:
                    pass
            except BaseException:  # noqa: S110 - as careless users write it
                pass
        return super().result(state, action)


class Tidies(Loops):
    """Half of the time passes in a `__del__`, from which Python lets no exception out."""

    def result(self, state, action):
        while state.left == 4:
            Tidied()
            for _ in range(100_000):
                pass
        return Matches.result(self, state, action)


class Tidied:
    def __del__(self):
        for _ in range(100_000):
            pass


@pytest.mark.parametrize("game", [Loops, SwallowsAll, Tidies])
def test_a_method_that_does_not_return_is_reported(game, monkeypatch):
    for module in (calls, explore):  # the processor's time, which the method uses as long as it goes on, and no other without reason
        monkeypatch.setattr(module, "perf_counter", time.process_time)
    started = time.process_time()
    (problem,) = check(game(), compile=False, budget=0.4).problems
    assert (problem.rule, problem.position, problem.moves) == ("returns", "State(left=4, player=1)", ("1",))
    assert problem.message.startswith("result(state, 1) had not returned after 0.2 seconds")
    assert re.search(r"seconds \(tests/test_checker.py:\d+, in result\)$", problem.message) or game is SwallowsAll
    assert time.process_time() - started < 3


class Waits(Matches):
    """A rule that does nothing for a while, as where the processor is busy with something else."""

    def __init__(self, naps):
        self.naps = naps

    def result(self, state, action):
        if state.left == 4:
            for _ in range(self.naps):
                time.sleep(0.01)
        return super().result(state, action)


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="this system does not say how long a thread has worked")
def test_what_counts_is_how_long_a_rule_works_and_waiting_has_a_limit_of_its_own(monkeypatch):
    monkeypatch.setattr(calls, "_WAITING", inf)
    assert check(Waits(30), compile=False, budget=0.4).problems == ()  # a call may work for 0.2 s
    monkeypatch.setattr(calls, "_WAITING", 3)
    (problem,) = check(Waits(1_000_000), compile=False, budget=0.4).problems
    assert problem.message.startswith("result(state, 1) had not returned after 0.6 seconds (tests/test_checker.py:")


class Collects(Matches):
    """A rule in whose time garbage is collected."""

    def result(self, state, action):
        if state.left == 4:
            gc.collect()
        return super().result(state, action)


def test_the_time_in_which_garbage_is_collected_does_not_count():
    worked = []

    def long_work(phase, _):
        if phase == "stop" and not worked:
            worked.append(until := time.thread_time() + 0.2)
            while time.thread_time() < until:
                pass

    gc.callbacks.insert(0, long_work)
    try:
        assert check(Collects(), compile=False, budget=0.2).problems == ()  # a call may work for 0.1 s
    finally:
        gc.callbacks.remove(long_work)
    assert worked


class Slow(Placing):
    def __init__(self):
        self.calls = itertools.count()

    def result(self, state, action):
        next(self.calls)
        time.sleep(0.01)
        return super().result(state, action)


@pytest.mark.parametrize("budget", [0.05, 0.5])
def test_an_expensive_game_is_checked_within_its_budget(budget):
    """Within which there is no time for more calls than this, and a busy machine has time for fewer; some may come after it."""
    game = Slow()
    report = check(game, compile=False, budget=budget)
    assert report.ok
    assert next(game.calls) < (budget + 0.5) / 0.01
    assert any("was over, after" in note for note in report.notes)


class Clock:
    now = 0.0


class Sleepy(Matches):
    """A game whose every position takes long to look at, by a clock that nothing else moves."""

    def initial(self):
        return State(30, MAX)

    def result(self, state, action):
        Clock.now += 0.005
        return super().result(state, action)


def test_there_is_time_for_a_few_random_games_however_slow_the_rules_are(monkeypatch):
    for module in (calls, explore):
        monkeypatch.setattr(module, "perf_counter", lambda: Clock.now)
    report = check(Sleepy(), compile=False, budget=2)
    told = "\n".join(report.notes)
    games, longest = map(int, re.search(r"looked at (\d+) random games?, the longest of (\d+) pl", told).groups())
    assert 3 <= games < 40
    assert 15 <= longest <= 30
    assert re.search(r"of \d+ of these, after 0\.\d+ seconds each, only the end was looked at", told)
    assert "no game came to its end" not in told
    assert re.search(
        r"the look was small, \d+ states in 2 seconds: check\(game, budget=...\), `zermelo check --seconds` takes more time", told
    )
    assert "small" not in str(check(Matches(), compile=False))


def test_a_look_without_time_is_refused():
    for budget in (0, -1.0, nan):
        with pytest.raises(z.SearchError, match="a look takes a number of seconds above 0, not "):
            check(Matches(), budget=budget)


def test_a_check_may_run_in_any_thread():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(check, Matches(), compile=False).result().ok


# Whatever a game does, no traceback and no noise


class Contrary:
    """A state whose every answer is an error."""

    def __eq__(self, other):
        raise ValueError("do not compare me")

    def __hash__(self):
        return 1

    def __repr__(self):
        raise ValueError("do not show me")


def test_a_state_that_cannot_be_compared_or_shown():
    class Contradiction(Matches):
        def initial(self):
            return Contrary()

        def is_terminal(self, state):
            return False

        def to_move(self, state):
            return 0

        def actions(self, state):
            return [0]

        def result(self, state, action):
            return Contrary()

    report = check(Contradiction(), compile=False, games=2, plies=5)
    assert "a Contrary (its repr raises ValueError)" in str(report)
    assert "comparing or showing states raised ValueError: do not compare me" in str(report)


def test_a_game_that_cannot_be_shown():
    class Silent(Matches):
        def __repr__(self):
            return 1 / 0

    assert str(check(Silent(), compile=False)).startswith("a Silent whose repr raises ZeroDivisionError: no problem found")


@pytest.mark.parametrize("worth", [10**400, 1j, None, True])
def test_a_utility_of_another_kind(worth):
    class Odd(Matches):
        def utility(self, state, player):
            return worth

    (problem,) = check(Odd(), compile=False).problems
    assert problem.rule == "utility"
    assert "which is not a number" in problem.message
    assert problem.message.endswith("; is a `return` missing?") == (worth is None)


def test_what_a_game_prints_is_not_shown(capsys):
    check(Prints(), compile=False, games=2)
    assert capsys.readouterr() == ("", "")


# What is told as a note


class Text(NamedTuple):
    word: str
    winner: int | None


class Spelling(Game):
    """Sound, of states that do not compile: write two letters."""

    def initial(self):
        return Text("-", None)

    def to_move(self, state):
        return (len(state.word) + 1) & 1

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        word = state.word + "ab"[action]
        return Text(word, 0 if len(word) > 2 else None)

    def is_terminal(self, state):
        return state.winner is not None

    def utility(self, state, player):
        return 0


def test_a_field_that_is_none_or_a_number_is_no_problem():
    report = check(Spelling())
    assert report.ok, report
    assert "compiles" in report.notes
    assert not [note for note in report.notes if "field" in note]


def test_a_place_that_is_none_or_a_text_is_no_problem():
    class Squares(Game):
        def initial(self):
            return (None, None, None, "x")

        def to_move(self, state):
            return int(state[3] == "o")

        def actions(self, state):
            return [place for place in range(3) if state[place] is None]

        def result(self, state, action):
            return (*state[:action], state[3], *state[action + 1 : 3], "o" if state[3] == "x" else "x")

        def is_terminal(self, state):
            return None not in state

        def utility(self, state, player):
            return 0

    report = check(Squares())
    assert report.ok, report
    assert "compiles" in report.notes
    assert not [note for note in report.notes if "field" in note]


class ReadsCarelessly(Matches):
    def read(self, text):
        left, player = text.split()
        return State(int(left), int(player))


def test_a_read_that_does_not_say_what_is_wrong_is_noted():
    report = check(ReadsCarelessly(), compile=False)
    assert report.ok
    assert "read('') raised ValueError; a text that is no position is best refused with PositionError" in report.notes


class FirstOfASet(z.Game):
    """A counter on a ring; it goes to the first of its neighbours that a set gives, or stays."""

    def initial(self):
        return (33, 0)

    def to_move(self, state):
        return state[1] % 2

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        near = {state[0] * 7 % 64, state[0] * 11 % 64, (state[0] + 40) % 64}
        return ((max(near, key=lambda one: one % 2) if action else state[0]), state[1] + 1)

    def is_terminal(self, state):
        return state[1] == 4

    def utility(self, state, player):
        return (1 if state[0] % 3 else -1) * (1 - 2 * player)


class Large(FirstOfASet):
    """Where it begins there is a number of more than 64 bits already."""

    def initial(self):
        return (1 << 64, 0)

    def result(self, state, action):
        return (state[0] + action, state[1] + 1)


def test_a_state_with_a_number_of_more_than_64_bits_is_for_plain_python():
    report = check(Large(), games=3)
    assert report.ok
    assert any(note.startswith("does not compile, so it runs interpreted: ") and "more than 64 bits" in note for note in report.notes)


class Bursting(FirstOfASet):
    def result(self, state, action):
        return (state[0] * 10**17 * (action + 1) % 1009, state[1] + 1)


def test_compiled_rules_are_held_against_plain_ones():
    report = check(FirstOfASet(), games=3)
    (problem,) = report.problems
    assert problem.rule == "compiled"
    assert "to other states than in plain Python, or to other values: members of a set" in problem.message
    assert check(FirstOfASet(), games=3, compile=False).ok
    assert any(
        note.startswith(
            "runs compiled until it comes to what only plain Python has room for, and interpreted from there on: Bursting.result"
        )
        for note in check(Bursting()).notes
    )


@pytest.mark.parametrize(
    ("reasons", "note"),
    [
        ([], "compiles"),
        (["actions: no sets here (game.py:3)"], "does not compile, so it runs interpreted: actions: no sets here (game.py:3)"),
    ],
)
def test_whether_it_compiles_is_noted(monkeypatch, reasons, note):
    monkeypatch.setattr("zermelo.native.explain", lambda game: reasons, raising=False)
    assert check(Matches(), games=1).notes[-1] == note
    assert note not in check(Matches(), games=1, compile=False).notes


def test_a_game_that_says_that_it_runs_interpreted_is_not_compiled():
    class Interpreted(Matches):
        mode = "interpreted"

    assert check(Interpreted(), games=1).notes[-1] == "runs interpreted, as its mode says"


# What is no game


def test_a_class_is_not_a_game():
    with pytest.raises(z.GameError, match=r"Matches is a class; check an instance: check\(Matches\(\)\)"):
        check(Matches)


def test_another_object_is_not_a_game():
    with pytest.raises(z.GameError, match=r"3 is no zermelo.Game; .*adapt"):
        check(3)


def test_what_there_is_one_of_is_told_as_one():
    class Over(Matches):
        def is_terminal(self, state):
            return True

    assert "looked at every state, 1 in all" in check(Over(), compile=False, games=0).notes
    assert "looked at 1 random game, the longest of 0 plies; 1 state in all" in check(Over(), compile=False, games=1).notes


# Names of the protocol taken by accident


class Steps(Enum):
    LEFT = 0
    RIGHT = 1

    def by(self):
        return 1 if self is Steps.RIGHT else -1


class Pushing(Game):
    """A puzzle whose own `kind` is asked for directions, not for actions: at 3 of 0 to 3 it is solved."""

    players = 1

    def initial(self):
        return 1

    def to_move(self, state):
        return 0

    def kind(self, state, direction):
        return "wall" if not 0 <= state + direction.by() <= 3 else "floor"

    def actions(self, state):
        return [step.value for step in Steps if self.kind(state, step) == "floor"]

    def result(self, state, action):
        return state + Steps(action).by()

    def is_terminal(self, state):
        return state == 3

    def utility(self, state, player):
        return 1


class OrdersByText(Matches):
    def order(self, state, action, child):
        return len(str(state.left).encode("utf-16"))


@pytest.mark.parametrize(
    ("game", "name", "raises", "compiles"),
    [
        (Pushing(), "kind", True, False),
        (PositionOfACell(), "position", True, True),  # no search asks for it: nothing comes back
        (OrdersByText(), "order", False, False),
    ],
)
def test_a_hint_that_raises_or_does_not_compile_may_mean_something_else(game, name, raises, compiles):
    report = check(game, games=3)
    assert [problem.rule for problem in report.problems] == ["raises"] * raises
    assert all(problem.message.startswith(f"{name}(state") and problem.message.endswith(f", in {name})") for problem in report.problems)
    refusal = [note for note in report.notes if note.startswith("does not compile, so it runs interpreted: ")]
    assert [f".{name}, line " in note for note in refusal] == [True] * (not compiles)
    (told,) = [note for note in report.notes if "Zermelo itself asks" in note]
    assert told.startswith(f"`{name}` is a method that Zermelo itself asks (")
    assert told.endswith(f"); if yours means something else, rename it, as `own_{name}`")


def test_whether_a_game_compiles_is_said_of_its_hints_too():
    assert z.best(OrdersByText(), depth=2).mode == "interpreted"
    assert "compiles" not in check(OrdersByText(), games=1).notes
    assert z.best(PositionOfACell(), depth=2).mode == "compiled"
    assert "compiles" in check(PositionOfACell(), games=1).notes


WRONG_FACTS = {
    "players": ("two", 0, True, 2.0),
    "max_actions": ("many", 0),
    "chance": ("none", 1),
    "hidden": (0,),
    "simultaneous": ("no",),
    "superko": ("no",),
    "mode": ("easy",),
    "utility_range": ("small", (0, 1, 2), (1, 0), 5),
    "utility_sum": ("all", inf),
    "repetition": ("never", nan),
    "evaluation_unit": ("m", 0),
    "measured_in": ("pawn", z.Unit(1), z.Unit("pawn", size=0), z.Unit("pawn", digits=-1)),
    "endgame_plies": ("few", -1),
    "evaluations": ("good", ["material"]),
    "engine": ("small", ("v8",)),
    "monte_carlo": ("casino",),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG_FACTS.items() for value in values])
def test_a_fact_of_another_kind_is_refused_by_every_search_in_the_words_of_the_check(name, value):
    game = Matches()
    setattr(game, name, value)
    told = f"Matches.{name} is {value!r}; it is "
    assert [problem.message.startswith(told) for problem in check(game, compile=False).problems] == [True]
    for search in (z.best, lambda game: z.perft(game, 2), z.solve, lambda game: z.match(game, ["random", "random"], games=2)):
        with pytest.raises(z.GameError, match=re.escape(told)) as raised:
            search(game)
        assert str(raised.value).endswith(f"; if yours means something else, rename it, as `own_{name}`")


@pytest.mark.parametrize("name", ["key", "plies_left", "reward", "order", "evaluate", "name"])
def test_a_value_in_the_place_of_a_method_is_refused_by_every_search(name):
    game = Matches()
    setattr(game, name, "mine")
    told = f"Matches.{name} is 'mine', and a game's `{name}` is asked as `{name}(self, state"
    assert [problem.message.startswith(told) for problem in check(game, compile=False).problems] == [True]
    for search in (z.best, lambda game: z.perft(game, 2), z.solve, lambda game: z.match(game, ["random", "random"], games=2)):
        with pytest.raises(z.GameError, match=re.escape(told)):
            search(game)


def test_the_distance_of_a_game_that_is_no_puzzle_is_its_own():
    class Far(Matches):
        def distance(self, here, there):
            return abs(here - there)

    assert check(Far(), compile=False).ok
    assert z.best(Far(), mode="interpreted").value == 1


def test_that_a_player_never_moves_is_noted():
    class OfTwo(Matches):
        players = 3

    assert "players is 3, and player 2 was never to move" in check(OfTwo(), compile=False).notes
    assert not [note for note in check(Three(), compile=False).notes if "never to move" in note]


def test_an_end_without_a_utility_is_an_end():
    class WithoutReturn(Matches):
        def utility(self, state, player):
            pass

    report = check(WithoutReturn(), compile=False)
    assert [problem.rule for problem in report.problems] == ["utility"]
    assert not [note for note in report.notes if "no game came to its end" in note]


def who_won(game):
    """What a report says of who won the games at random; None where it says nothing."""
    return next((note for note in check(game, compile=False).notes if " won " in note), None)


def test_who_won_the_games_at_random_is_told_so_that_a_utility_for_the_wrong_player_is_seen():
    class Wrong(Matches):
        def utility(self, state, player):
            return 0 - super().utility(state, player)

    told = who_won(Matches())
    first, second = re.fullmatch(r"of these player 0 won (\d+), player 1 won (\d+); 0 were drawn", told).groups()
    assert int(first) + int(second) == 40
    assert who_won(Wrong()) == f"of these player 0 won {second}, player 1 won {first}; 0 were drawn"


def test_rewards_on_the_way_count_for_who_won():
    class Paid(Matches):
        utility_range = (-5.0, 5.0)

        def reward(self, state, action):
            return 1 if state.player == MAX else -1

        def utility(self, state, player):
            return 0

    assert who_won(Paid()) == "of these player 0 won 40, player 1 won 0; 0 were drawn"


def test_who_won_is_told_of_games_of_several_alone_and_of_those_that_have_ended():
    class Alone(Matches):
        players = 1

        def to_move(self, state):
            return MAX

        def utility(self, state, player):
            return 1

    class Both(Matches):
        def utility(self, state, player):
            return 1

    named = type("Named", (Matches,), {"player_names": ("Ana", "Bo")})()
    assert re.fullmatch(r"of these Ana won \d+, Bo won \d+; 0 were drawn", who_won(named))
    assert re.fullmatch(
        r"of these player 0 won \d+, player 1 won \d+, player 2 won \d+; 0 were shared", who_won(z.load_game("nim(players=3)"))
    )
    assert who_won(Both()) is None
    assert check(Alone(), compile=False).ok
    assert who_won(Alone()) is None
    assert who_won(type("Endless", (Matches,), {"is_terminal": lambda self, state: False})()) is None
