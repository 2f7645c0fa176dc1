"""Hints that make one of states which play differently: told before anything is searched, proved or written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import zermelo as z
from zermelo.errors import GameError
from zermelo.search.engine.engine import Engine
from zermelo.search.tried import check_alike, some_states

SIZE = 5
State = tuple[int, int, int]


class Heaps(z.Game):
    """Nim with two heaps: they may be swapped. Whoever takes the last wins."""

    def initial(self) -> State:
        return SIZE, SIZE, 0

    def to_move(self, state: State) -> int:
        return state[2]

    def actions(self, state: State) -> Iterator[int]:
        for heap in (0, 1):
            for taken in range(1, state[heap] + 1):
                yield 10 * heap + taken

    def result(self, state: State, action: int) -> State:
        heap, taken = divmod(action, 10)
        left = (state[0] - taken, state[1]) if heap == 0 else (state[0], state[1] - taken)
        return left[0], left[1], 1 - state[2]

    def is_terminal(self, state: State) -> bool:
        return state[0] + state[1] == 0

    def utility(self, state: State, player: int) -> int:
        return -1 if state[2] == player else 1

    def symmetries(self, state: State) -> Iterator[State]:
        yield state[1], state[0], state[2]


class Elsewhere(Heaps):
    """A heap of few is called the same as one of many."""

    def symmetries(self, state: State) -> Iterator[State]:
        yield state[0], SIZE - state[1], state[2]


class OneWay(Heaps):
    """The image does not name the state."""

    def symmetries(self, state: State) -> Iterator[State]:
        if state[0] > state[1]:
            yield state[1], state[0], state[2]


class Turned(Heaps):
    """The image is the other player's."""

    def symmetries(self, state: State) -> Iterator[State]:
        yield state[1], state[0], 1 - state[2]


class Endless(Heaps):
    """Images never come to an end."""

    def symmetries(self, state: State) -> Iterator[State]:
        while True:
            yield state


WRONG = {
    Elsewhere: "or are the same by `symmetries`, .* and do not lead to the same",
    OneWay: "`symmetries` of .* and not the other way round",
    Turned: "or are the same by `symmetries`, .* and different players are to move in them",
    Endless: "`symmetries` of .* gives more than 1,024 states in position",
}
DOORS: dict[str, Callable[[z.Game, Path], Any]] = {
    "best": lambda game, place: z.best(game, mode="interpreted"),
    "Engine": lambda game, place: Engine(game, mode="interpreted"),
    "solve": lambda game, place: z.solve(game, mode="interpreted"),
    "prove": lambda game, place: z.prove(game, mode="interpreted"),
    "make_database": lambda game, place: z.make_database(game, place / "made", mode="interpreted"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("wrong", WRONG, ids=lambda one: one.__name__)
def test_symmetries_of_states_that_play_differently_are_refused(door: str, wrong: type[Heaps], tmp_path: Path) -> None:
    with pytest.raises(GameError, match=WRONG[wrong]):
        DOORS[door](wrong(), tmp_path)


@pytest.mark.parametrize("door", DOORS)
def test_those_that_are_right_are_not(door: str, tmp_path: Path) -> None:
    DOORS[door](Heaps(), tmp_path)


def test_the_wrong_ones_would_have_been_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.proofs.proving.checked_folds", lambda game: None)
    assert z.prove(Heaps(), mode="interpreted").sign == -1  # heaps of one size are lost for whoever moves
    assert z.prove(Elsewhere(), mode="interpreted").sign != -1


class Paid(z.Game):
    """One takes 1 or 2 of what lies there and is paid for it; the key says what lies there, and not what it is worth."""

    def initial(self) -> tuple[int, int, int]:
        return 6, 1, 0

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def actions(self, state: tuple[int, int, int]) -> range:
        return range(1, min(2, state[0]) + 1)

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        return state[0] - action, action, 1 - state[2]

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == 0

    def reward(self, state: tuple[int, int, int], action: int) -> int:
        return state[1]

    def utility(self, state: tuple[int, int, int], player: int) -> int:
        return 0

    def key(self, state: tuple[int, int, int]) -> tuple[int, int]:
        return state[0], state[2]


def test_what_is_won_on_the_way_has_to_be_the_same_too() -> None:
    with pytest.raises(GameError, match=r"have one key, .* and do not lead to the same"):
        check_alike(Paid(), some_states(Paid()))


@pytest.mark.parametrize("name", ["tictactoe", "connect4(4, 4)", "teeko", "quixo(3)", "hexapawn", "three_mens_morris", "hare_and_hounds"])
def test_games_of_ours_fold_what_plays_alike(name: str) -> None:
    game = z.load_game(name)
    check_alike(game, some_states(game))
