"""Rules that change the state that they are given are told so, and are not searched as if they were right."""

from collections.abc import Callable
from typing import Any

import pytest

import zermelo
from zermelo.errors import GameError, SearchError
from zermelo.game import Game
from zermelo.search.engine.engine import Engine
from zermelo.search.solutions import solve


class Counters(Game):
    """Take one or two of five counters; who takes the last has won. A state is a list: counters, who is to move."""

    max_actions = 2

    def initial(self) -> list[int]:
        return [5, 0]

    def to_move(self, state: list[int]) -> int:
        return state[1]

    def actions(self, state: list[int]) -> list[int]:
        return [taken for taken in (1, 2) if taken <= state[0]]

    def result(self, state: list[int], action: int) -> list[int]:
        return [state[0] - action, 1 - state[1]]

    def is_terminal(self, state: list[int]) -> bool:
        return state[0] == 0

    def utility(self, state: list[int], player: int) -> float:
        return 1.0 if player != state[1] else -1.0


class InPlace(Counters):
    """The same, but `result` takes the counters off the state that it is given."""

    def result(self, state: list[int], action: int) -> list[int]:
        state[0] -= action
        state[1] = 1 - state[1]
        return state


class Text(Counters):
    """Actions that are no numbers."""

    def initial(self) -> Any:
        return (5, 0)

    def actions(self, state: Any) -> Any:
        return ["one", "two"]


DOORS: tuple[Callable[[Game], Any], ...] = (
    lambda game: zermelo.best(game, algorithm="alphabeta", mode="interpreted"),
    lambda game: zermelo.best(game, mode="interpreted"),
    lambda game: zermelo.solve(game, mode="interpreted"),
    lambda game: zermelo.perft(game, 3, mode="interpreted"),
    lambda game: zermelo.observe(game, algorithm="minimax"),
)


@pytest.mark.parametrize("door", DOORS)
def test_rules_that_change_the_state_are_refused(door: Callable[[Game], Any]) -> None:
    with pytest.raises(GameError, match=r"`result` of .* changed the state that it was given"):
        door(InPlace())


@pytest.mark.parametrize("door", DOORS)
def test_lists_that_nobody_changes_are_searched(door: Callable[[Game], Any]) -> None:
    door(Counters())


def test_each_action_from_a_list_has_its_score() -> None:
    assert solve(Engine(Counters(), mode="interpreted")).scores == {1: -1, 2: 1}


def test_actions_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(GameError, match=r"gives 'one' \(of type str\); an action is an int"):
        zermelo.best(Text(), algorithm="alphabeta", mode="interpreted")


def test_states_that_cannot_be_hashed_are_solved_but_have_no_strategy_as_data() -> None:
    found = zermelo.solve(Counters(), algorithm="value-iteration", mode="interpreted")
    assert found.value == 1.0  # who faces a multiple of three loses
    with pytest.raises(SearchError, match="no strategy as data: unhashable type: 'list'; hold tuples"):
        found.strategy()


@pytest.mark.parametrize("search", [zermelo.best, zermelo.solve])
def test_a_text_in_the_place_of_a_state_is_told_with_what_reads_it(search: Any) -> None:
    with pytest.raises(GameError, match=r"'xo\. \.\.\. \.\.\. x' is a text and no state of .*; `game.read` gives"):
        search(zermelo.load_game("tictactoe"), "xo. ... ... x")
