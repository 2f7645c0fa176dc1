"""What only one of two searches visits: the counts add up, and each lies below a node at which the other one stopped."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.errors import SearchError
from zermelo.explain.compare import compared
from zermelo.explain.searchtree import CUT


@pytest.mark.parametrize("game", ["pawns", "tree", "connect4"])
def test_minimax_visits_more_than_alphabeta_below_its_cuts_alone(game):
    rules, depth = z.load_game(game), 3
    left, right = (z.observe(rules, algorithm=name, depth=depth) for name in ("minimax", "alphabeta"))
    found = compared(left, right)
    cut = {step.node for step in right.steps if step.kind == CUT}
    assert found.difference == left.visited - right.visited
    assert found.both == right.visited
    assert found.right == ()
    assert {node for node, _ in found.left} <= cut


def test_in_another_order_each_visits_what_the_other_does_not():
    rules = z.load_game("pawns")
    left, right = (z.observe(rules, order=order) for order in ("given", lambda path, actions: actions[::-1]))
    found = compared(left, right)
    assert found.difference == left.visited - right.visited
    assert found.both + sum(count for _, count in found.left) == left.visited
    assert found.both + sum(count for _, count in found.right) == right.visited
    assert compared(right, left).left == found.right


def test_searches_of_other_positions_are_not_compared():
    rules = z.load_game("pawns")
    later = rules.result(rules.initial(), next(iter(rules.actions(rules.initial()))))
    with pytest.raises(SearchError, match="begin in the same position"):
        compared(z.observe(rules, depth=1), z.observe(rules, later, depth=1))
