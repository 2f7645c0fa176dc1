"""Depth-first proof-number search: held against plain retrograde analysis on every state of games that come back, with any table."""

from __future__ import annotations

from math import nextafter

import pytest

import zermelo as z
from tests.databases.examples import Walk
from tests.search.engine.webs import Ring, State
from zermelo import Game
from zermelo.search.dfpn.search import ProofNumberSearch
from zermelo.search.pns import proof_number_search

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


@pytest.mark.parametrize("game", [z.load_game("hexapawn"), z.load_game("nim((1, 2, 2))"), Walk(7), Walk(7, 1.0), Ring(2, 3)], ids=repr)
def test_proof_number_search_as_it_was_first_described_finds_the_same(game):
    children = all_states(game, [game.initial()])
    for attacker in (0, 1):
        for target in (0.0, nextafter(0.0, 1.0)):
            judge = forced(game, children, attacker, target)
            for state in children:
                assert proof_number_search(game, state, attacker, target, nodes=100_000) == (state in judge)


def test_a_tree_that_grows_too_large_proves_nothing():
    game = z.load_game("connect4")
    assert proof_number_search(game, game.initial(), 0, 1.0, nodes=1000) is None


def test_a_search_that_is_stopped_proves_nothing_and_goes_on_from_its_table():
    game = z.load_game("connect4(4, 4)")
    search, most = ProofNumberSearch(game, mode="interpreted"), 20_000
    assert [search.search(game.initial(), 0, 1.0, nodes=2000).stopped for _ in range(2)] == ["nodes", "nodes"]
    assert search.known(game.initial()) == (None, None)
    whole = ProofNumberSearch(game).search(game.initial(), 0, 1.0)
    assert (whole.proved, whole.stopped, whole.nodes > most) == (False, "solved", True)


@pytest.mark.parametrize("spec", ["teeko", "quixo(3)", "three_mens_morris", "six_mens_morris(3)", "domineering(4, 3)", "hexapawn"])
def test_plain_python_and_compiled_code_look_at_the_same_states(spec):
    game = z.load_game(spec)
    plain, compiled = (ProofNumberSearch(game, mode=mode).search(game.initial(), 0, 1.0, nodes=400) for mode in ("interpreted", "compiled"))
    assert (plain.proved, plain.plies, plain.nodes) == (compiled.proved, compiled.plies, compiled.nodes)


def test_what_was_asked_before_is_not_taken_for_what_is_asked_now():
    game = z.load_game("tictactoe")
    search = ProofNumberSearch(game, mode="compiled")
    for attacker, target, proved in ((0, 0.0, True), (0, 1.0, False), (1, 0.0, True), (1, -1.0, True), (1, 1.0, False)):
        assert search.search(game.initial(), attacker, target).proved is proved


class Endless(Game):
    """One counts up for ever; MAX may stop, which is worth 1 from `late` on."""

    repetition = 0.0
    max_actions = 2

    def __init__(self, late: int) -> None:
        self.late = late

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return 0

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return (state[0] + 1, action)

    def is_terminal(self, state):
        return state[1] == 1

    def utility(self, state, player):
        won = 1 if state[0] >= self.late else -1
        return won if player == 0 else -won


def test_nothing_is_disproved_by_lines_that_are_cut_off():
    assert ProofNumberSearch(Endless(500), mode="compiled").search((0, 0), 0, 1.0).plies == 500
    cut_off = ProofNumberSearch(Endless(2000), mode="compiled")
    found = cut_off.search((0, 0), 0, 1.0)
    assert (found.proved, found.stopped, cut_off.known((0, 0))) == (None, "depth", (None, None))
    found = ProofNumberSearch(Endless(2000), mode="compiled").search((0, 0), 1, 2.0)
    assert found.proved is False  # MAX ends it at once
