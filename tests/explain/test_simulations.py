"""Simulations watched one by one: they are those that the search makes, and each step says what it did."""

from __future__ import annotations

import re
from collections import defaultdict
from math import inf, log, sqrt

import pytest

import zermelo as z
from tests.search.test_mcts import Paid, Round
from zermelo.explain.simulations import watched
from zermelo.explain.steps import BACK, END, PLAYOUT, animation
from zermelo.game import MIN
from zermelo.languages import LANGUAGES
from zermelo.search.mcts.search import MonteCarlo

DOORS = "tree('(B=(3 12 8) C=(2 4 6) D=(14 5 2))')"
GAMES = [(DOORS, 30), ("tictactoe", 40), ("pig(8)", 40), ("nim(heaps=(1, 2), players=3)", 20), ("connect4(4, 4)", 20)]


@pytest.mark.parametrize(("name", "count"), GAMES)
def test_they_are_the_simulations_of_the_search(name, count):
    game = z.load_game(name)
    found = watched(game, simulations=count, seed=3)
    searched = MonteCarlo(game, mode="interpreted", memory=16, seed=3, guided=False, solver=False).search(simulations=count)
    after = found.after(count)
    children = {found.action[node]: known for node, known in after.items() if found.parent[node] == 0}
    sign = -1 if game.players == 2 and game.to_move(game.initial()) == MIN else 1
    assert children == {one.action: (one.visits, pytest.approx(sign * one.value)) for one in searched.tried if one.visits}


@pytest.mark.parametrize(("name", "count"), GAMES)
def test_means_are_means_of_what_the_simulations_brought(name, count):
    game = z.load_game(name)
    found = watched(game, simulations=count, seed=1)
    brought = defaultdict(list)
    for number, one in enumerate(found.simulations, 1):
        assert game.is_terminal(one.end)
        for node in one.path:
            brought[node].append(one.reward)
        for node, (visits, value) in found.after(number).items():
            assert visits == len(brought[node])
            if game.players == 2:
                assert value == pytest.approx(sum(brought[node]) / visits)
    assert set(brought) == set(range(len(found)))


def test_the_child_with_the_greatest_bound_is_taken():
    found = watched(z.load_game(DOORS), simulations=40, seed=2)
    compared = 0
    for number, one in enumerate(found.simulations):
        before = found.after(number)
        for node, child, candidates in zip(one.path, one.path[1:], one.candidates, strict=False):
            taken = next(candidate for candidate in candidates if candidate.action == found.action[child])
            assert taken.bound == max(candidate.bound for candidate in candidates)
            if node == 0 and taken.bonus < inf:
                visits, mean = before[child]
                assert taken.mean == pytest.approx(mean)
                assert taken.bonus == pytest.approx(14 * sqrt(log(number) / visits))  # utilities from -14 to 14: the scale is 14
                compared += 1
    assert compared > 30


def test_without_exploration_the_first_good_luck_decides():
    greedy = watched(z.load_game(DOORS), simulations=30, seed=1, exploration=0.0).after(30)
    curious = watched(z.load_game(DOORS), simulations=30, seed=1).after(30)
    least = [min(visits for node, (visits, _) in known.items() if node in (1, 2, 3)) for known in (greedy, curious)]
    assert least[0] < least[1]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("name", "count"), GAMES)
def test_the_film_says_every_step_and_ends_with_all_that_was_found(name, count, code):
    found = watched(z.load_game(name), simulations=count, seed=1)
    html, data = animation(found, code=code)
    assert all(step["text"] and not re.search(r"\{\w+\}", step["text"]) for step in data["steps"])
    assert [step["kind"] for step in data["steps"]].count(BACK) == count
    assert data["steps"][-1]["kind"] == END
    shown = {}
    for step in data["steps"]:
        shown |= {node: visits for node, _, visits in step["changes"] if visits}
    assert sorted(map(int, shown.values())) == sorted(visits for visits, _ in found.after(count).values())
    assert all(one["parent"] < place for place, one in enumerate(data["nodes"]))
    assert len(re.findall(r'<g id="n\d+"', html)) == len(found)


@pytest.mark.parametrize(
    ("name", "position", "count", "says"),
    [
        (DOORS, None, 0, "a whole number from 1 to 200, not 0"),
        (DOORS, None, 201, "a whole number from 1 to 200, not 201"),
        (DOORS, "/B/1", 5, "over in '/B/1'"),
        ("kuhn", None, 5, "hides something"),
    ],
)
def test_what_cannot_be_watched_is_said(name, position, count, says):
    game = z.load_game(name)
    with pytest.raises(z.ZermeloError, match=says):
        watched(game, None if position is None else game.read(position), simulations=count)


@pytest.mark.parametrize("spec", ["go(2)", "go(3)", "chinese_checkers(1)"])
def test_it_is_uct_with_playouts_whatever_the_game_recommends(spec):
    game = z.load_game(spec)
    assert game.monte_carlo
    for one in watched(game, simulations=60, seed=1).simulations:
        assert game.is_terminal(one.end)
        assert one.reward == game.utility(one.end, z.MAX)


class Judged(Round):
    """The same with an evaluation."""

    def evaluate(self, state, player):
        return 0.0


def test_a_playout_that_goes_round_for_ever_is_told_with_what_it_counts_as():
    found = watched(Round(0.5), simulations=2)
    assert [(len(one.playout), one.reward) for one in found.simulations] == [(4096, 0.5)] * 2
    _, data = animation(found)
    texts = [step["text"] for step in data["steps"] if "4096" in step["text"]]
    assert len(texts) == 2
    assert all(one.endswith("After 4096 plies the game is not over; it counts as 0.5, valued by `repetition`.") for one in texts)
    assert data["steps"][-1]["text"].endswith("Playouts cut short before the game was over: 2 of 2.")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Round(), "cuenta como 0, valorada con 0, pues Round no tiene `evaluate`."),
        (Paid(), "cuenta como 0,25, valorada solo según las recompensas del camino, pues Paid no tiene `evaluate`."),
        (Judged(), "cuenta como 0, valorada según `evaluate`."),
    ],
    ids=["nothing", "rewards", "evaluation"],
)
def test_it_is_told_by_what_a_playout_is_valued_that_was_cut_short(game, told):
    _, data = animation(watched(game, simulations=1), code="es")
    assert [step["text"].endswith(told) for step in data["steps"] if step["kind"] == PLAYOUT] == [True]
    assert data["steps"][-1]["text"].endswith("Partidas simuladas que se cortaron antes de terminar: 1 de 1.")
