"""Chance in the engine: Star1 and Star2, with and without a table, find what expectiminimax finds, to the last digit."""

from __future__ import annotations

import random
from typing import Any

import pytest

import zermelo as z
from tests.search.engine.test_exact import TINY, strict
from tests.search.engine.webs import Lottery, Raffle, State, Stroll, Web
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.memory import Table
from zermelo.search.engine.options import Options


def expectiminimax(game: z.Game, state: State, depth: int, known: dict[Any, float]) -> float:
    """The definition, with a memory of its own so that it does not take all day."""
    if game.is_terminal(state):
        return game.utility(state, z.MAX)
    if depth == 0:
        return game.evaluate(state, z.MAX)
    if (state, depth) not in known:
        player = game.to_move(state)
        if player == z.CHANCE:
            value = 0.0
            for action, probability in game.outcomes(state):
                value += probability * expectiminimax(game, game.result(state, action), depth - 1, known)
        else:
            worths = [expectiminimax(game, game.result(state, action), depth - 1, known) for action in game.actions(state)]
            value = max(worths) if player == z.MAX else min(worths)
        known[state, depth] = value
    return known[state, depth]


def roots(chooser: random.Random) -> State:
    return State(chooser.randrange(10**9), 0, 0, 0)


@pytest.mark.parametrize("kind", [Lottery, Raffle])
@pytest.mark.parametrize("number", range(8))
def test_strict_options_give_the_value_of_expectiminimax_at_every_depth(kind: type[Web], number: int) -> None:
    chooser, game = random.Random(number), kind()
    options = strict(game, chooser).changed(star1=chooser.random() < 0.7, star2=chooser.random() < 0.7, probe_from=chooser.randint(0, 4))
    engine = Engine(game, options=options, table=TINY, mode="interpreted")
    for _ in range(5):
        root, known = roots(chooser), {}
        for depth in (1, 2, 3, 5, 9):
            found = engine.search(root, depth=depth)
            assert found.value == expectiminimax(game, root, depth, known), (root, depth, engine.options)
            if found.action is not None:
                assert expectiminimax(game, game.result(root, found.action), depth - 1, known) == found.value, (root, depth, engine.options)
            else:
                assert game.to_move(root) == z.CHANCE


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Lottery, Raffle])
@pytest.mark.parametrize("threads", [1, 2])
def test_so_it_does_compiled_with_one_thread_and_two_over_thousands_of_trees(kind: type[Web], threads: int) -> None:
    game, chooser = kind(), random.Random(threads)
    engine = Engine(game, options=Options().strict(), table=Table(TINY, wide=True), threads=threads)
    assert engine.mode == "compiled"
    for _ in range(700 // threads):
        root, depth = roots(chooser), chooser.randint(1, 8)
        assert engine.search(root, depth=depth).value == expectiminimax(game, root, depth, {}), (root, depth)


def test_the_end_of_the_game_is_found_without_a_depth() -> None:
    game, chooser = Lottery(), random.Random(5)
    engine = Engine(game)
    for _ in range(200):
        root = roots(chooser)
        found = engine.search(root)
        assert (found.value, found.proved) == (expectiminimax(game, root, 1 << 10, {}), True), root


def test_both_modes_visit_the_same_nodes() -> None:
    game = Lottery()
    for seed in range(10):
        runs = [Engine(game, mode=mode, table=1).search(State(seed, 0, 0, 0), depth=7) for mode in ("compiled", "interpreted")]
        assert (runs[0].nodes, runs[0].value, runs[0].line) == (runs[1].nodes, runs[1].value, runs[1].line)


@pytest.mark.slow
def test_star1_and_star2_save_nodes_each() -> None:
    game = Stroll(layers=9)
    plain, one, two = (Engine(game, options=Options().strict().changed(star1=star1, star2=star2, table=False))
                       for star1, star2 in ((False, False), (True, False), (True, True)))  # fmt: skip
    counts = [sum(engine.search(State(seed, 0, 0, 0), depth=5).nodes for seed in range(4)) for engine in (plain, one, two)]
    assert counts[0] > 1.5 * counts[1] > 1.5**2 * counts[2], counts


def test_a_line_ends_where_chance_moves() -> None:
    game, chooser = Lottery(), random.Random(9)
    engine = Engine(game)
    for _ in range(100):
        state = roots(chooser)
        for action in engine.search(state, depth=6).line:
            assert game.to_move(state) != z.CHANCE
            state = game.result(state, action)


@pytest.mark.slow
def test_null_windows_are_off_with_chance_unless_asked_for() -> None:
    """And cost more nodes than they save."""
    game = Stroll(layers=9)
    usual, asked = Engine(game), Engine(game, null_windows=True)
    assert (usual.options.null_windows, asked.options.null_windows) == (False, True)
    assert Engine(z.load_game("nim")).options.null_windows
    counts = [sum(engine.search(State(seed, 0, 0, 0), depth=5).nodes for seed in range(4)) for engine in (usual, asked)]
    assert counts[0] < counts[1], counts
