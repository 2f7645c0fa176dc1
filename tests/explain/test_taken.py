"""The tree of a game, taken as text: the same values and moves."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.explain.taken import taken
from zermelo.games.tree import Tree
from zermelo.languages import language
from zermelo.scales import units
from zermelo.search.positions import states_after


@pytest.mark.parametrize(
    ("game", "depth", "evaluation"),
    [("pawns", None, None), ("hexapawn", None, None), ("connect4", 3, None), ("pig", 4, None), ("mnk(2, 2, 2, players=3)", None, None),
     ("nim((1, 2))", None, None), ("tictactoe", 2, "open_lines"), ("chess", 1, None), ("backgammon", 1, None)],
)  # fmt: skip
def test_a_game_s_tree_is_worth_what_the_game_is_worth(game, depth, evaluation):
    rules = z.load_game(game)
    found = z.observe(rules, depth=depth, evaluation=evaluation, algorithm="maxn" if rules.players > 2 else None)
    made = taken(rules, depth=depth, evaluation=evaluation, most=20_000)
    tree = Tree(made.text)
    again = z.observe(tree, algorithm=found.algorithm)
    assert again.value[0] == pytest.approx(units(found.game, found.value[0]) if made.counts else found.value[0])
    assert (again.visited, again.leaves, again.cutoffs) == (found.visited, found.leaves, found.cutoffs)
    names = [found.name(child) for child in found.children[0]]
    assert [tree.name(0, action) for action in tree.actions(0)] == [name.replace("/", "-").replace(" ", "_") for name in names]


def test_symmetric_moves_are_taken_once():
    made = taken(z.load_game("tictactoe"), depth=1, evaluation="open_lines", fold=True, most=10)
    assert made.text == '("(0,0)"=3 "(0,1)"=2 "(1,1)"=4)'


@pytest.mark.parametrize(
    ("game", "depth", "code", "text", "counts"),
    [
        ("connect4", 1, "en", "(-3 -2 -1 1 -1 -2 -3)", "values in points; a win is 128"),
        ("connect4", 1, "es", "(-3 -2 -1 1 -1 -2 -3)", "valores en puntos; una victoria vale 128"),
        ("draughts", 1, "pt", '"31-26"=0)', "valores em peças; uma vitória vale 64"),
        ("pig", 1, "es", "(tirar=0)", "valores en % de una victoria; una victoria vale 100"),
        ("nim((1, 2))", None, "es", "A1=", ""),
        ("othello", 1, "es", "d3=", "valores en fichas"),
        ("chinese_checkers(players=3)", 1, "en", "<1 -0.5 -0.5>", "values in steps"),
    ],
)
def test_numbers_and_moves_are_those_that_people_read(game, depth, code, text, counts):
    made = taken(z.load_game(game), depth=depth, most=100, speech=language(code))
    assert text in made.text
    assert made.counts == counts


def test_a_win_is_in_the_unit_of_what_is_evaluated():
    game = z.load_game("connect4")
    won = taken(game, states_after(game, game.initial(), "1 2 1 2 1 2")[-1], depth=1, most=10)
    assert won.text.startswith("(128 ")


def test_what_no_tree_can_be_is_refused():
    game = z.load_game("tictactoe")
    won = game.read("xx./oo./... x")
    with pytest.raises(z.SearchError, match=r"\(0,2\) is worth inf, and a tree has finite numbers"):
        taken(game, won, depth=1, evaluation="open_lines", most=10)
    with pytest.raises(z.SearchError, match="more than 9 nodes"):
        taken(game, depth=1, most=9)
