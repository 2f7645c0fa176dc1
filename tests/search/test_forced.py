"""Forced wins: as plain retrograde analysis has them, ply for ply, in games that end and in games that go round, with any table."""

from __future__ import annotations

from math import nextafter

import pytest

import zermelo as z
from tests.databases.examples import Walk
from tests.search.engine.webs import Ring, State
from tests.search.test_dfpn import all_states, forced
from zermelo.search.forced.search import ForcedWin

TINY = 0.002
"""MiB: 32 buckets."""
CHESS = z.load_game("chess")


def held_against_the_judge(game, plies, *, table, mode="compiled", roots=None):
    """How many states are won within so many plies and how many are not: each as the judge says, by lines of best play."""
    children = all_states(game, roots or [game.initial()])
    judges = {attacker: forced(game, children, attacker, nextafter(0.0, 1.0)) for attacker in (0, 1)}
    search, won, not_won = ForcedWin(game, table=table, mode=mode), 0, 0
    for state in children:
        if game.is_terminal(state):
            continue
        attacker = game.to_move(state)
        judge, found = judges[attacker], search.search(state, plies)
        if judge.get(state, plies + 1) > plies:
            assert (found.proved, found.action, found.line, found.depth, found.stopped) == (False, None, (), plies, "depth")
            not_won += 1
            continue
        assert (found.proved, found.depth, found.stopped) == (True, judge[state], "solved")
        played = state
        for left, action in zip(range(found.depth, 0, -1), found.line, strict=True):
            assert judge[played] == left
            played = game.result(played, action)
        assert game.is_terminal(played)
        assert found.value == game.utility(played, 0)
        won += 1
    return won, not_won


@pytest.mark.parametrize("table", [1, TINY])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_that_go_round_are_as_the_judge_says(seed, table):
    roots = [State(1 + 4 * seed + other, 0, 0, 0) for other in range(4)]
    won, not_won = held_against_the_judge(Ring(6, 6), 9, table=table, roots=roots)
    assert won > 20
    assert not_won > 20


@pytest.mark.parametrize(("spec", "plies"), [("tictactoe", 9), ("hexapawn", 20), ("three_mens_morris", 5)])
def test_the_games_of_the_catalogue_are_as_the_judge_says(spec, plies):
    assert min(held_against_the_judge(z.load_game(spec), plies, table=1)) > 10


@pytest.mark.parametrize("game", [Walk(7), Walk(9, -1.0), Ring(3, 4)], ids=repr)
def test_plain_python_finds_the_same_with_as_many_nodes(game):
    held_against_the_judge(game, 8, table=TINY, mode="interpreted")
    start = game.initial()
    plain, compiled = (ForcedWin(game, mode=mode).search(start, 8) for mode in ("interpreted", "compiled"))
    assert (plain.depth, plain.line, plain.nodes) == (compiled.depth, compiled.line, compiled.nodes)


def test_a_position_that_came_twice_ends_the_game():
    """After Kb6 and the only answer a rook mates, unless the position between came twice before."""
    start = CHESS.read("k7/8/2K5/8/8/8/8/7R w - - 4 9")
    search, king_first = ForcedWin(CHESS), [CHESS.parse(start, "Kb6")]
    came = CHESS.played("Kb6 Kb8", start)
    for history, proved in (((), True), ((came,), True), ((came, came), False), ((), True)):
        found = search.search(start, 3, among=king_first, history=history)
        assert (found.proved, found.names()) == (proved, ("Kb6", "Kb8", "Rh8#") if proved else ())


def test_only_some_actions_may_begin():
    start = CHESS.read("k7/8/2K5/8/8/8/8/7R w - - 4 9")
    search = ForcedWin(CHESS)
    for action in CHESS.actions(start):
        assert search.search(start, 3, among=[action]).proved == (CHESS.name(start, action) in ("Kb6", "Kc7"))


def test_its_limits_end_it_and_what_it_has_proved_holds():
    search = ForcedWin(CHESS)
    found = search.search(CHESS.initial(), 99, nodes=2000)
    assert (found.proved, found.depth, found.stopped) == (False, 3, "nodes")
    assert 2000 <= found.nodes < 2300
    found = search.search(CHESS.initial(), 99, seconds=0.1)
    assert (found.proved, found.stopped) == (False, "time")
    assert found.depth >= 3


def test_the_end_of_a_game_is_told():
    mated = CHESS.played("1. f3 e5 2. g4 Qh4#")
    assert ForcedWin(CHESS, mode="interpreted").search(mated, 3).stopped == "end"


@pytest.mark.parametrize(
    ("spec", "why"),
    [("2048", "for two"), ("pig", "chance"), ("dots_and_boxes", "rewards"), ("go(5)", "superko"), ("kuhn", "hid")],
)
def test_games_that_it_is_not_for_are_refused(spec, why):
    with pytest.raises(z.SearchError, match=why):
        ForcedWin(z.load_game(spec))


@pytest.mark.parametrize("plies", [0, -1, 2.0, True, 251])
def test_plies_that_make_no_sense_are_refused(plies):
    with pytest.raises(z.SearchError, match="a whole number from 1 to 250"):
        ForcedWin(CHESS, mode="interpreted").search(CHESS.initial(), plies)
