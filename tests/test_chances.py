"""A game whose probabilities are none is refused by all who search, solve or play it: with what is wrong, never with a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import sqrt
from statistics import fmean
from typing import Any

import pytest

import zermelo as z
from zermelo.errors import GameError
from zermelo.play.play import play_game
from zermelo.search.engine.engine import Engine
from zermelo.solving.value_iteration import ValueIteration


class Coin(z.Game):
    """MAX tosses one of two coins, and wins by heads."""

    chance = True
    utility_range = (-1, 1)
    max_actions = 2

    def __init__(self, heads: float, tails: float) -> None:
        self.heads, self.tails = heads, tails

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return z.MAX if state == 0 else z.CHANCE

    def actions(self, state: int) -> Any:
        yield 1
        yield 2

    def outcomes(self, state: int) -> Any:
        yield 3, self.heads
        yield 4, self.tails

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state > 2

    def utility(self, state: int, player: int) -> int:
        return (1 if state == 3 else -1) * (1 if player == z.MAX else -1)


def value_of_strategies(game: z.Game, mode: str) -> float:
    solver = z.Solver(game, mode=mode)
    solver.run(1)
    return solver.judge().values[z.MAX]


def mean_of_games(game: z.Game, mode: str, player: str) -> float:
    return fmean(play_game(game, [player, "random"], seed=seed, mode=mode).utilities[z.MAX] for seed in range(GAMES))


GAMES = 400
WHO: dict[str, Callable[[z.Game, str], Any]] = {
    "best": lambda game, mode: z.best(game, mode=mode).value,
    "expectiminimax": lambda game, mode: z.best(game, algorithm="expectiminimax", mode=mode).value,
    "explain": lambda game, mode: z.observe(game).value[0],
    "engine": lambda game, mode: Engine(game, mode=mode).search().value,
    "mcts": lambda game, mode: z.best(game, algorithm="mcts", simulations=GAMES, mode=mode).value,
    "value iteration": lambda game, mode: ValueIteration(game, mode=mode).run().root.value,
    "cfr": value_of_strategies,
    "play": lambda game, mode: mean_of_games(game, mode, "random"),
    "match": lambda game, mode: mean_of_games(game, mode, "expectiminimax"),
}
"""What each says that the game is worth to MAX."""


VAGUE = {"mcts", "cfr"}
"""Who do not say in which position."""
SHARES = [((0.5, 0.4), "sum to 0.9"), ((0.6, 0.6), "sum to 1.2"), ((1.5, -0.5), "probability -0.5"), ((0.5, float("nan")), "nan")]


@pytest.mark.parametrize(("shares", "told"), SHARES)
@pytest.mark.parametrize("who", WHO)
def test_it_is_refused(who, shares, told):
    with pytest.raises(GameError) as raised:
        WHO[who](Coin(*shares), "interpreted")
    assert "Coin" in str(raised.value)
    if who in VAGUE:
        assert re.search("do not sum to 1, or one (is )?below 0", str(raised.value))
    else:
        assert re.search(f"{told}.* in position '[12]'", str(raised.value))


@pytest.mark.parametrize("who", WHO)
def test_so_it_is_compiled(who):
    with pytest.raises(GameError, match=r"sum to"):
        WHO[who](Coin(0.25, 0.25), "compiled")


@pytest.mark.parametrize(("shares", "told"), SHARES)
def test_the_compiled_engine_says_what_is_wrong_and_where(shares, told):
    with pytest.raises(GameError, match=f"{told}.* in position '1'"):
        WHO["engine"](Coin(*shares), "compiled")


@pytest.mark.parametrize(("heads", "value"), [(0.5, 0), (0.75, 0.5)])
@pytest.mark.parametrize("who", WHO)
def test_a_coin_is_worth_the_mean_of_its_sides(who, heads, value):
    """1 with the probability of heads, else -1; to who simulates or plays, within four standard errors."""
    sampled = who in ("mcts", "play", "match")
    error = 4 * sqrt((1 - value**2) / GAMES) if sampled else 1e-9
    assert WHO[who](Coin(heads, 1 - heads), "interpreted") == pytest.approx(value, abs=error)
