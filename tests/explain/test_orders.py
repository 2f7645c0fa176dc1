"""Orders of the children: the least and the most that alpha-beta visits, against every order there is."""

from __future__ import annotations

import itertools
import random
from math import factorial, prod

import pytest

import zermelo as z
from zermelo.explain.observe import observe
from zermelo.explain.orders import orders, visits


def test_pawns_take_17_nodes_as_given_14_at_best_and_38_at_worst():
    found = orders(z.load_game("pawns"))
    assert (found.plain, found.given) == ((39, 18, 0), (17, 6, 5))
    assert (found.best, found.worst, found.best_leaves) == (14, 38, 4)
    assert found.own is None
    assert found.best < found.mean < found.worst
    assert found.best_tree().visited == 14


def written(chooser, depth):
    if depth == 0 or chooser.random() < 0.15:
        return str(chooser.randint(1, 5))
    return f"({' '.join(written(chooser, depth - 1) for _ in range(chooser.randint(1, 3)))})"


@pytest.mark.parametrize("seed", range(60))
def test_the_best_and_the_worst_are_those_of_all_orders_there_are(seed):
    chooser = random.Random(seed)
    text = f"({' '.join(written(chooser, 2) for _ in range(chooser.randint(2, 3)))})"
    tree = observe(z.load_game(f"tree('{text}')"), algorithm="minimax")
    inner = [node for node in range(len(tree)) if tree.children[node]]
    if prod(factorial(len(tree.children[node])) for node in inner) > 5_000:
        return
    counts = []
    for choice in itertools.product(*(itertools.permutations(tree.children[node]) for node in inner)):
        children = list(tree.children)
        for node, ordered in zip(inner, choice, strict=True):
            children[node] = ordered
        counts.append(visits(tree, children))
    found = orders(z.load_game(f"tree('{text}')"), samples=1)
    assert (found.best, found.worst) == (min(one.nodes for one in counts), max(one.nodes for one in counts))
    assert (found.best_leaves, found.worst_leaves) == (min(one.leaves for one in counts), max(one.leaves for one in counts))
    assert visits(tree, found.best_order).nodes == found.best_tree().visited == found.best


def test_counts_are_those_of_a_search():
    game = z.load_game("hexapawn")
    found = orders(game, samples=3)
    searched = z.best(game, algorithm="alphabeta", mode="interpreted")
    assert found.given == (searched.nodes, searched.leaves, searched.cutoffs)


def test_a_game_with_an_order_of_its_own_is_counted_in_it_too():
    game = z.load_game("connect4(4, 4)")
    state = game.played("4343")
    found = orders(game, state, depth=3, samples=1)
    assert found.own is not None
    assert found.own.nodes == observe(game, state, depth=3, order="own").visited


def test_random_orders_are_the_same_for_the_same_seed():
    one, same, other = (orders(z.load_game("pawns"), samples=20, seed=seed).at_random for seed in (1, 1, 2))
    assert one == same != other


@pytest.mark.parametrize(
    ("spec", "arguments", "says"),
    [
        ("nim(players=3)", {}, "alpha-beta is for two players without chance"),
        ("tictactoe", {}, "the tree has more than 500 nodes; look less deep"),
        ("pawns", {"samples": 0}, "samples is a whole number from 1 up"),
    ],
)
def test_what_has_no_orders_is_said(spec, arguments, says, monkeypatch):
    monkeypatch.setattr("zermelo.explain.orders.MOST", 500)
    with pytest.raises(z.SearchError, match=says):
        orders(z.load_game(spec), **arguments)
