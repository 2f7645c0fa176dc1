"""Whose fault an exception was: the rules' or the kernel's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import zermelo as z
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.machine import Machine
from zermelo.search.runtime.faults import raised


class Faulty(z.Game):
    """Its rules fail after the first action."""

    def initial(self) -> int:
        return 0

    def result(self, state: int, action: int) -> int:
        return {0: 1}[state + action]


def asks_the_rules(game: z.Game, state: Any) -> Any:
    return game.result(state, 1)


def fails_by_itself(game: z.Game, state: Any) -> Any:
    return no_such_name  # type: ignore[name-defined]  # noqa: F821  on purpose


def the_error_of(kernel: Callable[[z.Game, Any], Any], *, compiled: bool = False) -> BaseException:
    game = Faulty()
    try:
        kernel(game, game.initial())
    except Exception as error:
        return raised(game, error, compiled=compiled, where="; below 0")
    raise AssertionError("it does not fail")


def test_what_the_rules_raise_is_said_of_the_rules() -> None:
    error = the_error_of(asks_the_rules)
    assert isinstance(error, z.GameError)
    assert str(error) == "the rules of Faulty() raised KeyError: 1; below 0"
    assert isinstance(error.__cause__, KeyError)


def test_what_a_kernel_raises_is_raised_as_it_is() -> None:
    with pytest.raises(NameError, match="no_such_name"):
        the_error_of(fails_by_itself)


def test_compiled_code_does_not_tell_the_two_apart() -> None:
    for kernel in (asks_the_rules, fails_by_itself):
        said = str(the_error_of(kernel, compiled=True))
        assert said.endswith("; searched with mode='interpreted' (`--mode interpreted`) it says in which position")


def test_a_mistake_in_the_kernel_of_the_engine_is_not_called_one_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher = Engine(z.load_game("tictactoe"), mode="interpreted")
    monkeypatch.setattr(Machine, "kernel", property(lambda machine: lambda game, root, *_: fails_by_itself(game, root)))
    with pytest.raises(NameError, match="no_such_name"):
        searcher.search(depth=2)


class Race(z.Game):
    """Who takes the last of five matches wins."""

    utility_range = (-1, 1)
    max_actions = 2

    def initial(self) -> tuple[int, int]:
        return 5, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Any:
        return range(1, min(2, state[0]) + 1)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> Any:
        return 1 if state[1] != player else -1


class MovesNobody(Race):
    def to_move(self, state: tuple[int, int]) -> Any:
        return None if state[0] < 3 else state[1]


class EndsInWords(Race):
    def utility(self, state: tuple[int, int], player: int) -> Any:
        return "won"


class SaysNothing(Race):
    def evaluate(self, state: tuple[int, int], player: int) -> Any:
        return None


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (MovesNobody, "`to_move` of MovesNobody .* gives None, and must give the number of a player"),
        (EndsInWords, "`utility` of EndsInWords .* gives 'won', and must give a number"),
        (SaysNothing, "`evaluate` of SaysNothing .* gives None, and must give a number"),
    ],
)
def test_a_rule_whose_answer_fails_in_the_kernel_is_named(rules: type[Race], said: str) -> None:
    with pytest.raises(z.GameError, match=said):
        Engine(rules(), mode="interpreted").search(depth=3)
