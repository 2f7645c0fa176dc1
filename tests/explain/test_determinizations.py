"""Trees with information sets: what deals make of them, and what they are worth to who does not see."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.explain.determinizations import deals, seen_tree
from zermelo.game import CHANCE, MAX
from zermelo.games.tree import Tree
from zermelo.languages import language

COIN = Tree("chance(.5: A=MAX@x(s=.5 g=MAX@y(a=1 b=-1)) .5: B=MAX@x(s=.5 g=MAX@y(a=-1 b=1)))")


def test_each_deal_is_searched_as_if_all_could_see_it():
    found = deals(COIN, COIN.read("/B"))
    assert found.worlds == ((COIN.read("/A"), 0.5), (COIN.read("/B"), 0.5))
    stop, go = found.actions
    assert (stop.worlds, stop.mean, stop.found) == ((0.5, 0.5), 0.5, 0.5)
    assert (go.worlds, go.mean) == ((1, 1), 1)
    assert stop.visits + go.visits == 2000


def test_the_tree_of_those_who_see_all_has_the_values_of_expectiminimax():
    open_tree = z.observe(Tree(COIN.tree.replace("@x", "").replace("@y", "")), algorithm="expectiminimax")
    shown = seen_tree(COIN, language("en"))
    by_name = {COIN.write(node): one for node, one in enumerate(shown)}
    for node in range(len(open_tree)):
        assert float(by_name["/" + "/".join(open_tree.names(node))].value) == open_tree.value[node]
    assert [one.note for one in shown if one.note] == ["x", "x", "y", "y"]


def test_the_tree_of_a_strategy_shows_its_shares_and_what_it_is_worth():
    strategy = z.equilibrium(COIN, mode="interpreted")
    root, *rest = seen_tree(COIN, language("pt"), strategy.at)
    assert root.value == "0,5"
    assert [one.name for one in rest] == [
        "A: 0,5", "B: 0,5", "s: 1", "g: 0", "s: 1", "g: 0", "a: 0,5", "b: 0,5", "a: 0,5", "b: 0,5",
    ]  # fmt: skip


def test_where_nobody_moves_nothing_can_be_dealt():
    assert COIN.to_move(COIN.read("/")) == CHANCE
    for node in ("/", "/A/s"):
        with pytest.raises(z.SearchError, match="no player is to move"):
            deals(COIN, COIN.read(node))
    assert COIN.to_move(COIN.read("/A")) == MAX
