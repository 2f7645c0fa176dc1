"""A search that is opened node by node says at each node what the same search says that is watched whole."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.errors import SearchError
from zermelo.explain.observe import TreeTooLargeError
from zermelo.explain.opened import opened
from zermelo.explain.searchtree import CUT, ENTER, EXACT, NEVER, ROOT

SEARCHES = [
    ("pawns", {"algorithm": "minimax"}, "given"),
    ("pawns", {"algorithm": "alphabeta"}, "given"),
    ("pawns", {"algorithm": "alphabeta_hard"}, "own"),
    ("connect4(3, 3, 3)", {"algorithm": "alphabeta", "depth": 4}, "own"),
    ("kalah(3, 2)", {"algorithm": "alphabeta", "depth": 4}, "own"),
    ("othello(4)", {"algorithm": "alphabeta", "depth": 3, "evaluation": "mobility"}, "own"),
    ("pig", {"algorithm": "star1", "depth": 3}, "given"),
    ("pig", {"algorithm": "expectiminimax", "depth": 3}, "given"),
    ("nim((1, 2), players=3)", {"algorithm": "maxn"}, "given"),
    ("nim((1, 2), players=3)", {"algorithm": "paranoid"}, "given"),
]


def counts(tree):
    """Of each node how many nodes were visited there and below, and how many of these were left early."""
    nodes, cutoffs = [int(order != NEVER) for order in tree.order], [0] * len(tree)
    for step in tree.steps:
        cutoffs[step.node] += step.kind == CUT
    for node in reversed(range(1, len(tree))):
        nodes[tree.parent[node]] += nodes[node]
        cutoffs[tree.parent[node]] += cutoffs[node]
    return list(zip(nodes, cutoffs, strict=True))


def facts(tree, node):
    """What is the same in the whole tree and where the node is opened."""
    window = tree.alpha_in[node], tree.beta_in[node]
    worth = None if tree.order[node] == NEVER else (tree.value[node], tree.returned[node])
    return tree.action[node], tree.player[node], tree.origin[node], window, worth


def steps(tree, node):
    return [(step[3:], step.kind) for step in tree.steps if step.node == node and step.kind != ENTER]


def same_everywhere(game, search, order, mode):
    """Open every inner node of a tree, as it was searched, and compare it with the tree that was watched whole."""
    whole = z.observe(game, order=order, **search)
    counted = counts(whole)
    left_early = {step.node for step in whole.steps if step.kind == CUT}
    inner = [node for node in range(len(whole)) if whole.children[node] and whole.order[node] != NEVER]
    for node in inner:
        path, window = [whole.action[one] for one in whole.path(node)[1:]], (whole.alpha_in[node], whole.beta_in[node])
        found = opened(game, path=path, order=order, window=window, mode=mode, **search)
        assert (found.nodes[ROOT], found.cutoffs[ROOT]) == counted[node]
        assert found.tree.returned[ROOT] == whole.returned[node]
        assert steps(found.tree, ROOT) == steps(whole, node)
        pairs = list(zip(found.tree.children[ROOT], whole.children[node], strict=True))
        assert {one: other for one, other in pairs if found.tree.best(ROOT) == one} == (
            {} if whole.best(node) == -1 else {found.tree.best(ROOT): whole.best(node)}
        )
        for one, other in pairs:
            assert facts(found.tree, one) == facts(whole, other)
            assert (found.nodes[one], found.cutoffs[one]) == counted[other]
            assert found.is_cut(one) == (other in left_early)
            assert found.tree.bound[one] == whole.bound[other] or whole.bound[other] == EXACT  # which a closed node need not show
            assert (found.tree.order[one] == NEVER) == (whole.order[other] == NEVER)
        if found.is_cut(ROOT):
            assert found.cutting() in found.improving()
    return len(inner)


@pytest.mark.parametrize(("spec", "search", "order"), SEARCHES)
def test_each_node_opened_is_the_node_of_the_whole_tree(spec, search, order):
    assert same_everywhere(z.load_game(spec), search, order, "interpreted") > 3


@pytest.mark.parametrize("order", ["given", "own"])
@pytest.mark.slow
def test_compiled_the_nodes_are_the_same(order):
    for spec, search in (
        ("othello(4)", {"algorithm": "alphabeta", "depth": 5}),
        ("kalah(3, 2)", {"algorithm": "alphabeta_hard", "depth": 5}),
    ):
        assert same_everywhere(z.load_game(spec), search, order, "compiled") > 20
    root = opened(z.load_game("connect4"), depth=9, order=order, mode="compiled")
    if order == "given":
        assert root.nodes[ROOT] == z.best(z.load_game("connect4"), depth=9, algorithm="alphabeta", ties=False).nodes > 400_000


def test_what_cannot_be_opened_is_told():
    game = z.load_game("tictactoe")
    for told, error, given in [
        ("no action 0", SearchError, {"path": (0, 0)}),
        ("no node 3 plies below", SearchError, {"path": (0, 1, 2), "depth": 2}),
        ("a window is a pair", SearchError, {"window": (1, 0)}),
        ("more than 1,000 nodes", TreeTooLargeError, {"depth": 6, "algorithm": "minimax", "most": 1000}),
        ("more than 0 s", TreeTooLargeError, {"seconds": 0}),
        ("engine is not watched", SearchError, {"algorithm": "engine"}),
    ]:
        with pytest.raises(error, match=told):
            opened(game, mode="interpreted", **given)
