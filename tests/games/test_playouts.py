"""Games that draw an action at random for simulated games draw each as likely as the others, in both modes alike."""

from __future__ import annotations

import random
from collections import Counter
from types import FunctionType
from typing import Any

import pytest

import zermelo as z
from zermelo import native
from zermelo.words import splitmix64

SPECS = ["tictactoe", "mnk(8, 8, 5)", "mnk(4, 4, 3, players=3)", "connect4", "connect4(9, 6)", "othello", "othello(4)", "hex(5)"]
LOTS = 4000


class Drawing:
    """`playout` of a game, compiled."""

    name = "drawing"

    def parts(self) -> list[Any]:
        return [(FunctionType(draw.__code__, {}, "draw"), (int,), (int, int))]


def draw(game: Any, state: Any, lot: int) -> tuple[int, int]:
    return game.playout(state, lot), game.to_move(state)


def positions(game: z.Game, count: int) -> list[Any]:
    chooser = random.Random(repr(game))
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(chooser.randrange(60)):
            if not game.is_terminal(state):
                found += [state] * (chooser.random() < 0.2)
                state = game.result(state, chooser.choice(list(game.actions(state))))
    return found[:count]


@pytest.mark.parametrize("spec", SPECS)
def test_all_actions_have_an_equal_share_of_the_lots(spec: str) -> None:
    game = z.load_game(spec)
    for state in positions(game, 20):
        actions = sorted(game.actions(state))
        step = 2**32 // len(actions)
        assert sorted(game.playout(state, step * number + step // 2) for number in range(len(actions))) == actions


@pytest.mark.parametrize("spec", SPECS)
def test_random_lots_give_each_as_often(spec: str) -> None:
    """By the chi-square test: three standard deviations of its sum above the mean, and the lots are the same in every run."""
    game = z.load_game(spec)
    for number, state in enumerate(positions(game, 3)):
        actions = list(game.actions(state))
        seen = Counter(game.playout(state, splitmix64(number * LOTS + lot)) for lot in range(LOTS))
        assert set(seen) == set(actions)
        usual, free = LOTS / len(actions), len(actions) - 1
        assert sum((times - usual) ** 2 / usual for times in seen.values()) <= free + 3 * (2 * free) ** 0.5


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "othello"])
def test_compiled_rules_draw_the_same(spec: str) -> None:
    game = z.load_game(spec)
    compiled = native.kernel(Drawing(), game)
    for number, state in enumerate(positions(game, 20)):
        for lot in range(20):
            word = splitmix64(number * 20 + lot)
            assert compiled(game, state, word)[0] == game.playout(state, word)
