"""Rules that change the state that they are given are told so, and are not searched as if they were right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import zermelo
from zermelo.cli.app import app
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


INVENTED = """
from zermelo import Game


class Coins(Game):
    start = [3, 1, 2]

    def initial(self):
        return {"coins": list(self.start), "turn": 0, "scores": [0, 0]}

    def to_move(self, state):
        return state["turn"]

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        coins, scores = list(state["coins"]), state["scores"]
        scores[state["turn"]] += coins.pop(0 if action == 0 else -1)
        return {"coins": coins, "turn": 1 - state["turn"], "scores": scores}

    def is_terminal(self, state):
        return not state["coins"]

    def utility(self, state, player):
        return state["scores"][player] - state["scores"][1 - player]
"""
"""What one of the first who tried it wrote: the row is copied, and the scores are forgotten."""


class Text(Counters):
    """Actions that are no numbers."""

    def initial(self) -> Any:
        return (5, 0)

    def actions(self, state: Any) -> Any:
        return ["one", "two"]


class Kept(InPlace):
    """The same, and the initial state is one list for ever."""

    def __init__(self) -> None:
        self.start = [5, 0]

    def initial(self) -> list[int]:
        return self.start


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


MAKERS: tuple[Callable[[Game, Path], Any], ...] = (
    lambda game, tmp_path: solve(Engine(game, mode="interpreted")),
    lambda game, tmp_path: Engine(game, mode="interpreted").search(depth=3),
    lambda game, tmp_path: zermelo.count_states(game, mode="interpreted"),
    lambda game, tmp_path: zermelo.make_database(game, tmp_path, mode="interpreted"),
    lambda game, tmp_path: zermelo.prove(game, mode="interpreted"),
)


@pytest.mark.parametrize("door", MAKERS)
@pytest.mark.parametrize("game", [InPlace, Kept])
def test_nor_is_anything_made_or_proved_by_them(door: Callable[[Game, Path], Any], game: type[Game], tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"`result` of .* changed the state that it was given"):
        door(game(), tmp_path)


@pytest.mark.parametrize(
    "command", ["solve", "solve --by engine", "count", "order", "best", "explain", "perft", "play --players random,random"]
)
def test_no_command_goes_on_with_them(command: str, tmp_path: Path) -> None:
    file = tmp_path / "coins.py"
    file.write_text(INVENTED)
    name, *options = command.split()
    answer = CliRunner().invoke(app, [name, str(file), *(["2"] if name == "perft" else []), *options])
    assert answer.exit_code != 0
    assert "changed the state that it was given" in answer.output + str(answer.exception or "")


@pytest.mark.parametrize("door", DOORS)
def test_lists_that_nobody_changes_are_searched(door: Callable[[Game], Any]) -> None:
    door(Counters())


def test_each_action_from_a_list_has_its_score() -> None:
    assert solve(Engine(Counters(), mode="interpreted")).scores == {1: -1, 2: 1}


@pytest.mark.parametrize("door", MAKERS)
def test_actions_that_are_no_numbers_are_refused(door: Callable[[Game, Path], Any], tmp_path: Path) -> None:
    told = r"gives 'one' \(of type str\); an action is an int"
    with pytest.raises(GameError, match=told):
        zermelo.best(Text(), algorithm="alphabeta", mode="interpreted")
    with pytest.raises(GameError, match=told):
        door(Text(), tmp_path)


def test_states_that_cannot_be_hashed_are_solved_but_have_no_strategy_as_data() -> None:
    found = zermelo.solve(Counters(), algorithm="value-iteration", mode="interpreted")
    assert found.value == 1.0  # who faces a multiple of three loses
    with pytest.raises(SearchError, match="no strategy as data: unhashable type: 'list'; hold tuples"):
        found.strategy()


@pytest.mark.parametrize("search", [zermelo.best, zermelo.solve])
def test_a_text_in_the_place_of_a_state_is_told_with_what_reads_it(search: Any) -> None:
    with pytest.raises(GameError, match=r"'xo\. \.\.\. \.\.\. x' is a text and no state of .*; `game.read` gives"):
        search(zermelo.load_game("tictactoe"), "xo. ... ... x")


@pytest.mark.parametrize("search", [zermelo.best, zermelo.solve])
def test_what_is_no_state_is_told_with_what_makes_one(search: Any) -> None:
    with pytest.raises(GameError, match=r"^5 is of type int and no state of Tic.*, whose states are of type .*`game.read` makes one"):
        search(zermelo.load_game("tictactoe"), 5)


def test_a_board_of_another_library_is_told_what_makes_a_state_of_it() -> None:
    chess = pytest.importorskip("chess")
    with pytest.raises(GameError, match=r"is of type Board and no state of Chess.*; `game.read` or `game.from_board` makes one"):
        zermelo.best(zermelo.load_game("chess"), chess.Board())


class BothWin(Counters):
    """Who takes the last counter has won, and so has the other."""

    def utility(self, state: list[int], player: int) -> float:
        return 1.0


@pytest.mark.parametrize(
    "door",
    [
        *DOORS[:3],
        DOORS[-1],
        lambda game: zermelo.play_game(game, ["random", "random"], seed=1),
        lambda game: zermelo.match(game, ["random", "random"], 2, seed=1),
        lambda game: solve(Engine(game, mode="interpreted")),
        lambda game: zermelo.solve(game, algorithm="minimax", mode="interpreted"),
    ],
)
def test_no_game_is_won_by_both(door: Callable[[Game], Any]) -> None:
    with pytest.raises(
        GameError, match=r"`utility` gives 1 to player 0 and 1 to player 1 in position '.*' of BothWin.*, where the game is over"
    ):
        door(BothWin())
