"""In how many plies a proved win or loss is decided, against plain minimax that looks for the shortest way."""

from __future__ import annotations

from typing import Any

import pytest

import zermelo as z
from tests.databases.examples import Graph
from tests.databases.test_databases import by_sweeps, states_of
from zermelo.game import MAX, Game
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options

FAR = 1000


class Judge:
    """Plain minimax."""

    def __init__(self, game: Game) -> None:
        self.game, self.known = game, dict[Any, float]()

    def score(self, state: Any) -> float:
        """FAR less the plies to a win of MAX, less FAR and those plies to a loss, else 0: who wins hurries, and who loses does not."""
        if state not in self.known:
            game = self.game
            if game.is_terminal(state):
                self.known[state] = FAR * float(game.utility(state, MAX))
            else:
                found = [self.score(game.result(state, action)) for action in game.actions(state)]
                best = max(found) if game.to_move(state) == MAX else min(found)
                self.known[state] = best - (best > 0) + (best < 0)
        return self.known[state]

    def decided(self, state: Any) -> tuple[float, int | None]:
        """What the state is worth to MAX, and in how many plies that is decided; None for a draw."""
        score = self.score(state)
        return float((score > 0) - (score < 0)), FAR - round(abs(score)) if score else None


def positions(game: Game, plies: int) -> list[Any]:
    """All states that are not over, as many plies from the start."""
    states = {game.initial()}
    for _ in range(plies):
        states = {game.result(state, action) for state in states for action in game.actions(state)}
        states = {state for state in states if not game.is_terminal(state)}
    return sorted(states)


@pytest.mark.parametrize(
    ("spec", "plies", "options"),
    [
        ("hexapawn", 0, {}),
        ("hexapawn", 2, {}),
        ("tictactoe", 3, {}),
        ("tictactoe", 3, {"lazy_children": True, "order": False}),
        ("tictactoe", 5, {"table": False}),
        ("nim(heaps=(3, 4, 5))", 1, {}),
        ("nim(heaps=(3, 4, 5))", 1, {"order_from": 4, "table_from": 3}),
        pytest.param("connect4(4, 4)", 6, {"symmetries": 4}, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_each_win_and_loss_is_decided_when_plain_minimax_says(spec: str, plies: int, options: dict[str, Any], mode: str) -> None:
    game = z.load_game(spec)
    engine = Engine(game, mode=mode, distance=True, **{"table": 1, "late_move_reductions": False, **options})
    assert engine.options.distance
    judge, states = Judge(game), positions(game, plies)
    for state in states if mode == "compiled" else states[:: max(20, len(states) // 8)]:  # some, where each takes a second
        found = engine.search(state)
        value, when = judge.decided(state)
        assert (found.value, found.proved, found.distance) == (value, True, when), game.write(state)
        if when is not None:
            assert 1 <= len(found.line) <= when


def test_a_loss_is_put_off_and_a_win_is_hurried() -> None:
    """Nim, where the last to take wins: of heaps of 1 and 2 one is left of each, and then there is no choice."""
    game = z.load_game("nim(heaps=(1, 1))")
    assert Engine(game, distance=True, mode="interpreted").search().distance == 2
    game = z.load_game("nim(heaps=(1, 2))")
    found = Engine(game, distance=True, mode="interpreted").search()
    assert (found.value, found.distance) == (1, 3)


class Nearly(Game):
    """One action, then the game is over; it is worth a little less than the most that there could be."""

    utility_range = (-64, 64)

    def __init__(self, worth: int) -> None:
        self.worth = worth

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MAX

    def actions(self, state: int) -> list[int]:
        return [1]

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_terminal(self, state: int) -> bool:
        return state == 2

    def utility(self, state: int, player: int) -> int:
        return self.worth if player == MAX else -self.worth


@pytest.mark.parametrize("order_from", [0, 4])
def test_an_end_that_is_nearly_a_win_is_not_told_as_one(order_from: int) -> None:
    for worth, proved in [(64, True), (63, False), (62, True), (-63, False), (-64, True)]:
        found = Engine(Nearly(worth), distance=True, mode="interpreted", order_from=order_from).search()
        assert found.proved == proved
        assert found.value == (worth if proved else 62 if worth > 0 else -62)
        assert found.distance == (2 if abs(worth) == 64 else None)


def test_it_is_asked_only_of_games_whose_ends_it_can_tell_apart() -> None:
    asked = Options(distance=True)
    assert asked.for_game(z.load_game("chess")).distance
    for spec in ("pig", "goofspiel", "dots_and_boxes(1, 2)"):
        assert not asked.for_game(z.load_game(spec)).distance, spec


def test_where_nobody_asks_nothing_is_told() -> None:
    found = z.best(z.load_game("tictactoe"), mode="interpreted")
    assert (found.proved, found.distance) == (True, None)


@pytest.mark.parametrize("endless", [1.0, -1.0])
def test_plies_to_a_win_are_plies_to_an_end_and_endless_play_that_wins_has_none(endless: float) -> None:
    """On random graphs, against slow sweeps over all of the graph: a position that came back was taken for an end of the game there."""
    told = without = 0
    for seed in range(20):
        game = Graph(seed, endless, 5)
        game.utility_range = (-1.0, 1.0)
        engine, truth = Engine(game, distance=True, mode="interpreted", table=1 / 64), by_sweeps(game)
        for state in (state for state in states_of(game).values() if not game.is_terminal(state)):
            found, (value, plies) = engine.search(state, depth=24), truth[game.key(state)]
            if found.proved:
                assert found.value == (value if game.to_move(state) == MAX else -value)
                assert found.distance in (None, plies)
                told, without = told + (found.distance is not None), without + (plies is None)
    assert told > 40
    assert without > 50


def test_endless_play_that_is_nearly_a_win_is_searched_without_distances() -> None:
    game = Graph(1, 0.99, 5)
    game.utility_range = (-1.0, 1.0)
    assert not Engine(game, distance=True, mode="interpreted").options.distance
