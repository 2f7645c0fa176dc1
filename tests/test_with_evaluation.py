"""A game seen through another evaluation: what its ends are worth then, what it keeps, and that the game itself stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

import pytest

import zermelo as z
from zermelo.evaluate.with_evaluation import HALFWAY, estimated, with_evaluation

WON, DRAWN = "xxx/oo./... o", "xox/xoo/oxx o"


@pytest.mark.parametrize(("text", "to_max"), [(WON, inf), (DRAWN, 0)])
def test_an_end_is_worth_the_most_the_least_or_nothing(text: str, to_max: float) -> None:
    game = z.load_game("tictactoe")
    judged, state = with_evaluation(game, "open_lines"), game.read(text)
    assert (judged.utility(state, z.MAX), judged.utility(state, z.MIN)) == (to_max, -to_max)


class Parity(z.Evaluation):
    """1 to MAX where the number of matches is even, to MIN where it is odd."""

    def value(self, game: Any, state: tuple[int, int], player: int) -> float:
        return 1.0 if (state[0] % 2 == 0) == (player == z.MAX) else -1.0


@dataclass(frozen=True)
class Frozen(z.Game):
    """Take 1 or 2 matches; who takes the last one wins."""

    heap: int = 4
    evaluations: ClassVar = {"parity": Parity()}

    def initial(self) -> tuple[int, int]:
        return self.heap, z.MAX

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Iterable[int]:
        return range(1, min(2, state[0]) + 1)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> float:
        return -1 if player == state[1] else 1


class Slotted(Frozen):
    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__(heap=4)
        object.__setattr__(self, "most", most)

    def actions(self, state: tuple[int, int]) -> Iterable[int]:
        return range(1, min(self.most, state[0]) + 1)


@pytest.mark.parametrize("game", [Frozen(5), Slotted(1)], ids=repr)
def test_it_has_the_parameters_and_rules_of_the_game_and_the_game_stays_as_it_is(game: Frozen) -> None:
    before = repr(game), dict(vars(game)), type(game)
    judged = with_evaluation(game, Parity())
    assert isinstance(judged, type(game))
    assert type(judged).__name__ == type(game).__name__
    assert (repr(game), vars(game), type(game)) == before
    assert repr(judged) == repr(game)
    state = game.initial()
    assert list(judged.actions(state)) == list(game.actions(state))
    assert (judged.evaluate(state, z.MAX), game.evaluate(state, z.MAX)) == (Parity().value(game, state, z.MAX), 0)
    assert z.best(judged, depth=1, algorithm="minimax", mode="interpreted").value == (1 if game.heap % 2 else -1)


def test_without_the_result_an_end_is_worth_what_the_evaluation_says() -> None:
    lost_by_max = (0, z.MAX)
    for text, to_max in (("parity", -inf), ("parity + 0 * result", 1), ("2 * parity - result", 2)):
        judged = with_evaluation(Frozen(), text)
        assert (judged.utility(lost_by_max, z.MAX), judged.utility(lost_by_max, z.MIN)) == (to_max, -to_max)


def test_none_changes_nothing() -> None:
    game = z.load_game("tictactoe")
    assert with_evaluation(game, None) is game
    assert estimated(game, None) is game


def test_an_estimate_stays_within_the_utilities_and_leaves_the_ends_as_they_are() -> None:
    """A value of HALFWAY units is half-way from a draw, 0, to a win, 1."""

    class Constant(z.Evaluation):
        def value(self, game: Any, state: Any, player: int) -> float:
            return HALFWAY * game.evaluation_unit if player == z.MAX else -HALFWAY * game.evaluation_unit

    game = z.load_game("tictactoe")
    judged = estimated(game, Constant())
    assert (judged.evaluate(game.initial(), z.MAX), judged.evaluate(game.initial(), z.MIN)) == (0.5, -0.5)
    assert judged.utility(game.read(WON), z.MAX) == 1
    assert judged.utility_range == (-1, 1)


def test_margins_are_measured_by_the_unit_of_the_evaluation() -> None:
    chess = z.load_game("chess")
    material = chess.evaluations["material"]
    assert (chess.evaluation_unit, with_evaluation(chess, "material").evaluation_unit) == (1 / 64, 1.0)
    assert with_evaluation(chess, "material - 2.5*mobility").evaluation_unit == 2.5
    assert with_evaluation(chess, 0.5 * material).evaluation_unit == 0.5
    assert with_evaluation(chess, None).evaluation_unit == 1 / 64
    assert estimated(chess, "material").evaluation_unit == 1.0


def test_no_capture_is_left_out_that_brings_more_than_the_margin() -> None:
    """White's bishop is lost, and only the captures behind the horizon say so: with margins of 1/64 of a pawn they were left out."""
    chess = z.load_game("chess")
    state = chess.read("r7/B1p3k1/1p6/5P1P/6P1/8/6PK/8 w - - 0 1")
    judged = with_evaluation(chess, "material")
    found = z.best(judged, state, depth=2, reverse_futility=False, mode="interpreted")
    assert (found.names()[0], -3.5 < found.value < -2.5) == ("Bxb6", True)
    object.__setattr__(judged, "evaluation_unit", chess.evaluation_unit)
    assert z.best(judged, state, depth=2, reverse_futility=False, mode="interpreted").value > -2
