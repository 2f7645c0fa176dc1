"""The tree of a game, taken as text: the same values and moves."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.explain.taken import taken
from zermelo.games.tree import Tree


@pytest.mark.parametrize(
    ("game", "depth", "evaluation"),
    [("pawns", None, None), ("hexapawn", None, None), ("connect4", 3, None), ("pig", 4, None), ("mnk(2, 2, 2, players=3)", None, None),
     ("nim((1, 2))", None, None), ("tictactoe", 2, "open_lines"), ("chess", 1, None), ("backgammon", 1, None)],
)  # fmt: skip
def test_a_game_s_tree_is_worth_what_the_game_is_worth(game, depth, evaluation):
    rules = z.load_game(game)
    found = z.observe(rules, depth=depth, evaluation=evaluation, algorithm="maxn" if rules.players > 2 else None)
    tree = Tree(taken(rules, depth=depth, evaluation=evaluation, most=20_000))
    again = z.observe(tree, algorithm=found.algorithm)
    assert again.value[0] == pytest.approx(found.value[0])
    assert (again.visited, again.leaves, again.cutoffs) == (found.visited, found.leaves, found.cutoffs)
    names = [found.name(child) for child in found.children[0]]
    assert [tree.name(0, action) for action in tree.actions(0)] == [name.replace("/", "-").replace(" ", "_") for name in names]


def test_symmetric_moves_are_taken_once():
    text = taken(z.load_game("tictactoe"), depth=1, evaluation="open_lines", fold=True, most=10)
    assert text == '("(0,0)"=3 "(0,1)"=2 "(1,1)"=4)'


def test_what_no_tree_can_be_is_refused():
    game = z.load_game("tictactoe")
    won = game.read("xx./oo./... x")
    with pytest.raises(z.SearchError, match=r"\(0,2\) is worth inf, and a tree has finite numbers"):
        taken(game, won, depth=1, evaluation="open_lines", most=10)
    with pytest.raises(z.SearchError, match="more than 9 nodes"):
        taken(game, depth=1, most=9)
