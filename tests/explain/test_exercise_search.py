"""Exercises on what a search does at each node: their keys are those of plain searches that record their steps, written here anew."""

from __future__ import annotations

import re
from itertools import permutations, product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.explain.exercise import LEVELS, exercise
from zermelo.explain.observe import observe
from zermelo.explain.orders import fewest_leaves, most_leaves, visits
from zermelo.explain.questions import NAME, NUMBER, SEARCHED, VALUE, WINDOW, actions_to, credit_of, number_of, parts_of
from zermelo.explain.searchtree import ROOT
from zermelo.game import MAX
from zermelo.games.tree import Tree

GAMES = [z.load_game("pawns"), z.load_game("tictactoe")]
EVERY = [*((None, level, seed) for level in LEVELS for seed in (1, 2)), *((game, 1, 1) for game in GAMES)]


def recorded(game, state, depth, *, hard=False):
    """Alpha-beta as lectures print it: the windows of inner nodes on descent and return, what they return, and the leaves visited."""
    windows, returned, leaves = {}, {}, set()

    def visit(state, alpha, beta, depth, path):
        if game.is_terminal(state) or depth == 0:
            leaves.add(path)
            value = game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state, MAX)
            return min(max(value, alpha), beta) if hard else value
        windows[f"{path} down".strip()] = (alpha, beta)
        is_max = game.to_move(state) == MAX
        first, best = (alpha, beta), -inf if is_max else inf
        for action in game.actions(state):
            name = f"{path} {game.name(state, action)}".strip()
            came = visit(game.result(state, action), alpha, beta, None if depth is None else depth - 1, name)
            best = max(best, came) if is_max else min(best, came)
            alpha, beta = (max(alpha, came), beta) if is_max else (alpha, min(beta, came))
            if alpha >= beta:
                break
        windows[f"{path} up".strip()] = (alpha, beta)
        returned[path] = min(max(best, first[0]), first[1]) if hard else best
        return returned[path]

    visit(state, -inf, inf, depth, "")
    return windows, returned, leaves


def named(name):
    return "" if name == "root" else name.removeprefix("root ") if name.startswith("root ") else name


@pytest.mark.parametrize(("game", "level", "seed"), EVERY, ids=str)
def test_windows_are_those_of_a_search_that_records_them(game, level, seed):
    made = exercise("windows", level, seed, game=game)
    windows, _, _ = recorded(made.tree.game, made.tree.state[ROOT], made.tree.depth)
    assert {named(blank.name): blank.answer for blank in made.blanks} == windows
    assert all(blank.what == WINDOW for blank in made.blanks)


@pytest.mark.parametrize(("game", "level", "seed"), EVERY, ids=str)
def test_both_forms_return_what_searches_that_record_it_return(game, level, seed):
    made = exercise("failing", level, seed, game=game)
    soft, hard = (recorded(made.tree.game, made.tree.state[ROOT], made.tree.depth, hard=form) for form in (False, True))
    answers = {blank.name: blank.answer for blank in made.blanks if blank.what == NUMBER}
    wanted = {f"{name or 'root'} {form}": value for form, found in (("soft", soft), ("hard", hard)) for name, value in found[1].items()}
    assert answers == wanted
    assert soft[1] != hard[1]
    assert {blank.name for blank in made.blanks if blank.what == SEARCHED and blank.answer} == soft[2] == hard[2]


@pytest.mark.parametrize(("game", "level", "seed"), EVERY, ids=str)
def test_the_decision_is_the_one_of_minimax(game, level, seed):
    made = exercise("deciding", level, seed, game=game)
    rules, root = made.tree.game, made.tree.state[ROOT]

    def worth(state, depth):
        if rules.is_terminal(state) or depth == 0:
            return rules.utility(state, MAX) if rules.is_terminal(state) else rules.evaluate(state, MAX)
        best = max if rules.to_move(state) == MAX else min
        return best(worth(rules.result(state, action), None if depth is None else depth - 1) for action in rules.actions(state))

    depth = made.tree.depth
    values = {
        rules.name(root, action): worth(rules.result(root, action), None if depth is None else depth - 1) for action in rules.actions(root)
    }
    best = max if rules.to_move(root) == MAX else min
    for blank in made.blanks:
        if blank.what == VALUE:
            assert blank.answer == values[blank.name]
        elif blank.name == "move":
            assert values[blank.answer] == best(values.values())
            assert list(values.values()).count(values[blank.answer]) == 1
        else:
            assert (blank.what, blank.name) == (NAME, "reply")


SMALL_TREES = st.recursive(
    st.integers(0, 9).map(str),
    lambda below: st.lists(below, min_size=1, max_size=3).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=7,
).filter(lambda text: text.startswith("("))


@given(SMALL_TREES)
def test_the_fewest_and_the_most_leaves_are_those_of_all_orders_tried(text):
    tree = observe(Tree(text), algorithm="minimax")
    ordered = [node for node in range(len(tree)) if tree.children[node]]
    counts = {}
    for orders in product(*(permutations(tree.children[node]) for node in ordered)):
        order = dict(zip(ordered, orders, strict=True))
        counts[tuple(orders)] = visits(tree, [order.get(node, ()) for node in range(len(tree))]).leaves
    for (count, order), wanted in ((fewest_leaves(tree), min(counts.values())), (most_leaves(tree), max(counts.values()))):
        assert count == visits(tree, order).leaves == wanted
    for place, node in enumerate(ordered):  # one node's order given, all others free
        fixed = tuple(reversed(tree.children[node]))
        wanted = min(count for orders, count in counts.items() if orders[place] == fixed)
        count, order = fewest_leaves(tree, {node: fixed})
        assert count == visits(tree, order).leaves == wanted


@pytest.mark.parametrize("level", LEVELS)
def test_orders_are_scored_between_the_worst_and_the_best(level):
    made = exercise("arranging", level, 1)
    given_order = {blank.name: blank.choices for blank in made.blanks}
    best_order = {blank.name: blank.answer for blank in made.blanks}
    for answers in ({}, given_order):
        assert made.score(answers).points == 0
    best = made.score(best_order)
    assert best.done
    assert all(mark.right for mark in best.marks)
    backwards = {name: tuple(reversed(names)) for name, names in given_order.items()}
    some = made.score(backwards)
    assert some.points / some.most == pytest.approx((made.worst - made.leaves(backwards)) / (made.worst - made.best[0]))
    assert some.done == all(mark.right for mark in some.marks)


def test_what_each_order_costs_adds_up_to_what_was_visited_in_vain():
    made = exercise("arranging", 4, 1)
    wrong = [mark.reason for mark in made.mark({blank.name: list(blank.choices) for blank in made.blanks}) if not mark.right]
    costs = [re.search(r"makes (one|\d+)", reason)[1] for reason in wrong]
    assert sum(int(cost.replace("one", "1")) for cost in costs) == made.worst - made.best[0]


def test_an_order_is_of_the_children_that_there_are():
    made = exercise("arranging", 1, 1)
    name = made.blanks[0].name
    with pytest.raises(z.SearchError, match=r"is to have each of .* once"):
        made.mark({name: ["A", "A"]})
    with pytest.raises(z.SearchError, match="nothing is asked about 'Z'"):
        made.mark({"Z": []})


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3), ("-0,5", -0.5), ("-∞", -inf), ("∞", inf), ("+oo", inf), ("\u2212inf", -inf), (" 7 ", 7), ("", None), ("b", None),
        ("nan", None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(text, number):
    found = number_of(text)
    assert (found == number) if number is not None else not credit_of(3.0, text, 1e-6)


def test_half_a_window_is_half_a_point():
    assert parts_of("[-∞, 3]", 2) == parts_of("-∞; 3", 2) == ["-∞", "3"]
    assert credit_of((-inf, 3.0), "[-∞; 3]", 1e-6) == 1
    assert credit_of((-inf, 3.0), ("-inf", "4"), 1e-6) == credit_of((-inf, 3.0), ";3", 1e-6) == 0.5
    assert credit_of((-inf, 3.0), "3", 1e-6) == 0


def test_a_vector_counts_whole_and_that_of_another_child_is_told_what_it_loses():
    made = exercise("maxn", 1, 0)
    assert made.tree.game.tree == "P1(A=P2(<7 2 6> <9 3 4> <2 8 9>) B=P2(<5 1 2> <8 5 5>))"
    answers = {"root": "2 8 9", "A": "9 3 4", "B": "8 1 2"}  # of the last one number is right
    told = {mark.blank.name: mark.reason for mark in made.mark(answers)}
    assert told["A"] == (
        "player 2 takes what is best for player 2 of <7 2 6>, <9 3 4>, <2 8 9>: <2 8 9>. <9 3 4> gives player 2 only 3; <2 8 9> gives 8."
    )
    assert told["root"].endswith("<8 5 5>. <2 8 9> gives player 1 only 2; <8 5 5> gives 8.")
    assert told["B"] == "player 2 takes what is best for player 2 of <5 1 2>, <8 5 5>: <8 5 5>."
    assert made.score(answers).points == 0
    assert made.score({**answers, "B": "8 5 5"}).points == 1


@pytest.mark.parametrize(
    ("kind", "name", "answer", "told"),
    [
        ("minimax", "root", "much", "“much” cannot be read: a number is written"),
        ("windows", "root down", "all; ∞", "“all; ∞” cannot be read: both ends are numbers"),
        ("maxn", "root", "1 2 x", "“1 2 x” cannot be read: write a number for each player"),
    ],
)
def test_what_cannot_be_read_is_told(kind, name, answer, told):
    [mark] = exercise(kind, 2, 1).mark({name: answer})
    assert not mark.right
    assert mark.reason.startswith(told)


def test_a_vector_may_have_commas_alone_and_infinity_its_name():
    made = exercise("maxn", 2, 1)
    right = next(blank for blank in made.blanks if blank.name == "root")
    [mark] = made.mark({"root": ",".join(map(str, right.answer))})
    assert mark.right
    [mark] = exercise("windows", 2, 1).mark({"root down": "-infinito; infinito"})
    assert mark.right


def test_a_sheet_that_is_handed_in_has_a_mark_for_what_was_left_out():
    for kind in ("alphabeta", "windows", "arranging", "minimax"):
        made = exercise(kind, 2, 1)
        score = made.score({}, whole=True)
        assert score.points == 0
        assert [mark.blank for mark in score.marks] == list(made.blanks)
        assert all(mark.right or mark.reason for mark in score.marks)
    made = exercise("alphabeta", 2, 1)
    crossed = {blank.name: False for blank in made.blanks if blank.what == SEARCHED and not blank.answer}
    assert made.score(crossed, whole=True).points == len(crossed)


@pytest.mark.parametrize("kind", ["minimax", "deciding", "alphabeta", "expectiminimax", "maxn", "windows", "failing"])
def test_each_answer_has_a_step_of_the_search_that_shows_it(kind):
    """There the node at hand is the one that was asked about, or the one whose cut-off spared it."""
    made = exercise(kind, 3, 2)
    for blank in made.blanks:
        tree, at = made.shown_at(blank)
        path = actions_to(made.tree, blank.node)
        assert actions_to(tree, tree.steps[at].node) == (path[: tree.ply[tree.steps[at].node]])
        assert 1 <= made.shown_at(blank).place <= len(tree.steps)


def test_the_leaves_of_both_orders_are_named():
    made = exercise("ordering", 2, 1)
    for blank in made.blanks:
        told = re.search(r"In this order: ([^.]*)\.", made.reason(blank))[1]
        assert len(told.split(", ")) == blank.answer
    assert sum(made.tree.children[node] == () for node in range(len(made.tree))) > made.blanks[0].answer > made.blanks[1].answer
