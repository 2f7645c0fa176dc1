"""Depth-first proof-number search: held against plain retrograde analysis on every state of games that come back, with any table."""

from __future__ import annotations

from math import nextafter

import pytest

import zermelo as z
from tests.databases.examples import Walk
from tests.search.engine.webs import Ring, State
from zermelo.search.dfpn.search import ProofNumberSearch

TINY = 0.002
"""MiB: 32 buckets."""


def all_states(game, roots):
    found, waiting = {}, list(roots)
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = () if game.is_terminal(state) else tuple(game.result(state, action) for action in game.actions(state))
            waiting += found[state]
    return found


def forced(game, children, attacker, target):
    """The plies in which the attacker forces an end of so much, by state, found backwards ply by ply; elsewhere they cannot force it."""

    def worth(state):
        return float(game.utility(state, 0)) * (1 if attacker == 0 else -1)

    plies = {state: 0 for state, after in children.items() if not after and worth(state) >= target}
    while True:
        more = {}
        for state, after in children.items():
            if state not in plies and after and (any if game.to_move(state) == attacker else all)(child in plies for child in after):
                more[state] = 1 + (min if game.to_move(state) == attacker else max)(plies[child] for child in after if child in plies)
        if not more:
            return plies
        plies |= more


def held_against_the_judge(game, *, table, mode, fresh, roots=None, targets=None, step=1):
    """How many states were proved, disproved; each as the judge says, with no fewer plies than it takes."""
    children = all_states(game, roots or [game.initial()])
    counts = [0, 0, 0]
    for target in targets or (0.0, nextafter(0.0, 1.0)):
        for attacker in (0, 1):
            judge, search = forced(game, children, attacker, target), ProofNumberSearch(game, table=table, mode=mode)
            for state in list(children)[::step]:
                if fresh:
                    search.clear()
                found = search.search(state, attacker, target, nodes=200_000)
                counts[0 if found.proved is None else 1 if found.proved else 2] += 1
                assert found.proved in (None, state in judge), (state, attacker, target)
                assert not found.proved or found.plies >= judge[state]
    return counts


@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize("table", [1, TINY])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_that_go_round_are_as_the_judge_says(seed, table, fresh):
    roots = [State(1 + 4 * seed + other, 0, 0, 0) for other in range(4)]
    unknown, proved, disproved = held_against_the_judge(
        Ring(6, 6), table=table, mode="compiled", fresh=fresh, roots=roots, targets=(-1.0, 0.0, 0.5, 2.0)
    )
    assert unknown == 0
    assert proved > 100
    assert disproved > 100


@pytest.mark.parametrize("spec", ["tictactoe", "hexapawn"])
def test_games_that_end_are_as_the_judge_says(spec):
    assert held_against_the_judge(z.load_game(spec), table=TINY, mode="compiled", fresh=False)[0] == 0


@pytest.mark.parametrize("spec", ["three_mens_morris", "hare_and_hounds"])
def test_games_that_go_round_are_as_the_judge_says(spec):
    assert held_against_the_judge(z.load_game(spec), table=1, mode="compiled", fresh=False)[0] == 0


@pytest.mark.parametrize("game", [Walk(7), Walk(9, -1.0), Ring(3, 4)])
def test_plain_python_too(game):
    assert held_against_the_judge(game, table=TINY, mode="interpreted", fresh=True)[0] == 0
