"""Exercises on memory, quiescence, scales and the engine: their answers are those of slow plain searches, written here anew."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest

import zermelo as z
from zermelo.explain.exercise import LEVELS, exercise
from zermelo.explain.questions import VALUE
from zermelo.explain.quiet import quiescence
from zermelo.explain.remembered import remembered
from zermelo.explain.searchtree import ROOT
from zermelo.game import CHANCE, MAX
from zermelo.languages import language


def plain_memory(game, root, depth):
    """Alpha-beta with a table of intervals and two killers a ply: of each node what was searched there in which order, its value, and
    the node whose entry the table had, with whether that was enough."""
    table, killers, nodes = {}, {}, {}

    def visit(state, alpha, beta, left, path):
        sign = 1 if game.to_move(state) == MAX else -1
        if game.is_terminal(state) or left == 0:
            return game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state, MAX)
        if sign < 0:
            alpha, beta = -beta, -alpha
        key = game.key(state)
        first, least, most, searched, writer = None, -inf, inf, left, None
        if key in table:
            least, most, searched, first, writer = table[key]
            least, most = (least, most) if searched == left else (-inf, inf)
            if least >= beta or most <= alpha or least == most:
                value = most if most <= alpha else least
                nodes[path] = ((), sign * value, writer, True)
                return sign * value
            alpha, beta = max(alpha, least), min(beta, most)
        ranks = {action: place for place, action in enumerate([first, *killers.get(len(path), [])])}
        ordered = sorted(game.actions(state), key=lambda action: ranks.get(action, 3))
        floor, best, good, tried = alpha, -inf, None, []
        for action in ordered:
            tried.append(action)
            child = game.result(state, action)
            low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
            value = sign * visit(child, low, high, left - 1, (*path, action))
            if value > best:
                best, good = value, action
            alpha = max(alpha, value)
            if value >= beta:
                latest = killers.setdefault(len(path), [])
                if latest[:1] != [action]:
                    killers[len(path)] = [action, *latest[:1]]
                break
        best = min(max(best, least), most)
        low, high = best if best > floor else -inf, best if best < beta else inf
        table[key] = (max(low, least), min(high, most), left, good if best > floor else first, path)
        nodes[path] = (tuple(tried), sign * best, writer, False)
        return sign * best

    visit(root, -inf, inf, depth, ())
    return nodes


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", [None, "hexapawn", "connect4(3, 3, 3)", "othello(size=4)"])
def test_what_is_remembered_is_what_a_plain_search_remembers(game, level):
    if (game == "hexapawn" and level > 2) or (game == "othello(size=4)" and level != 3):
        return  # it is too small, or takes long
    made = exercise("memory", level, 3, game=game and z.load_game(game))
    tree = made.tree
    plain = plain_memory(tree.game, tree.state[ROOT], tree.depth)
    assert {path: (one.actions, one.value, one.entry, one.answered) for path, one in made.visits.items()} == plain
    for blank in made.blanks:
        visit = made.visits[tuple(tree.action[node] for node in tree.path(blank.node)[1:])]
        actions, _, writer, answered = plain[visit.path]
        if blank.name.endswith("first"):
            assert blank.answer == tree.game.name(tree.state[blank.node], actions[0])
        else:
            assert (blank.answer == "none, it is searched") == (not answered)
            assert not answered or blank.answer == made._told(writer)
        assert blank.answer in blank.choices


def test_memory_takes_one_game_or_another():
    games = {type(exercise("memory", 2, seed).tree.game).__name__ for seed in range(4)}
    assert len(games) > 1


def test_memory_finds_the_value_of_minimax():
    game = z.load_game("tictactoe")
    state = game.result(game.result(game.result(game.initial(), 0), 4), 8)
    found = remembered(game, state, 4)
    assert found[()].value == z.best(game, state, algorithm="minimax", depth=4).value
    assert sum(one.answered for one in found.values()) > 10


def plain_value(game, state, depth):
    if game.is_terminal(state) or depth == 0:
        return game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state, MAX)
    best = max if game.to_move(state) == MAX else min
    return best(plain_value(game, game.result(state, action), depth - 1) for action in game.actions(state))


@pytest.mark.parametrize(("game", "level"), [(None, 1), (None, 2), (None, 3), ("pawns", 3), ("dots_and_boxes(2, 2)", 1)])
def test_the_engine_plays_what_minimax_plays(game, level):
    made = exercise("engine", level, 2, game=game and z.load_game(game))
    rules, root, depth = made.tree.game, made.tree.state[ROOT], made.depth
    values = {action: plain_value(rules, rules.result(root, action), depth - 1) for action in rules.actions(root)}
    assert {one.line[0]: one.value for one in made.found} == values
    sign = 1 if rules.to_move(root) == MAX else -1
    best, second, *_ = sorted(values, key=lambda action: -sign * values[action])
    assert values[best] != values[second]
    answers = {blank.name: blank.answer for blank in made.blanks}
    assert answers["move"] == rules.name(root, best)
    assert (made.why == "engine_wins") == (made.found[0].proved and sign * values[best] > 0)
    lost = all(one.proved and sign * one.value < 0 for one in made.found[1:])
    assert (made.why == "engine_saves") == (lost and made.why != "engine_wins")
    for action, reply in made.replies:
        after = rules.result(root, action)
        replies = {one: plain_value(rules, rules.result(after, one), depth - 2) for one in rules.actions(after)}
        assert [one for one, value in replies.items() if value == replies[reply]] == [reply]
        assert replies[reply] == values[action]
    for one in made.found:  # its line leads to what it is said to be worth
        state = root
        for action in one.line[:depth]:
            state = rules.result(state, action)
        assert one.value == (rules.utility(state, MAX) if rules.is_terminal(state) else rules.evaluate(state, MAX))


@pytest.mark.parametrize(("game", "level"), [("chess", 2), ("draughts", 1), ("draughts('english')", 1)])
def test_where_to_go_on_is_what_quiescence_search_says(game, level):
    made = exercise("quiescence", level, 1, game=z.load_game(game))
    assert made.goes_on.count(True) >= 1
    rules = made.tree.game.game
    for blank in made.blanks:
        point = made.tree.state[blank.node]
        if point.plies or isinstance(blank.answer, str):
            continue
        found = quiescence(rules, point.state, lambda state: rules.evaluate(state, MAX))
        assert blank.answer == pytest.approx(found.value, abs=0.006)  # in units of 1
        answers = {one.name: one.answer for one in made.blanks}
        chosen = answers.get(f"{blank.name} next")
        if chosen is not None:  # of several that are equal none is asked for
            assert chosen == (rules.name(point.state, found.line[0]) if found.line else "stop")


@pytest.mark.parametrize("level", LEVELS)
def test_in_a_tree_one_goes_on_where_that_is_better_than_to_stop(level):
    made = exercise("quiescence", level, 2)
    answers = {blank.name: blank.answer for blank in made.blanks}
    asked = [name for name in answers if name.endswith(" next")]
    assert asked
    for name in asked:
        node = next(blank.node for blank in made.blanks if blank.name == name)
        below = {made.tree.name(child): plain_value(made.tree.game, made.tree.state[child], 99) for child in made.tree.children[node]}
        best = (max if made.tree.player[node] == MAX else min)(below.values())
        assert below[answers[name]] == best == answers[name.removesuffix(" next")]
        assert "stop" in below


def test_a_game_that_tells_no_tactical_actions_is_not_for_quiescence():
    with pytest.raises(z.SearchError, match="Pawns does not say which moves are tactical"):
        exercise("quiescence", 1, game=z.load_game("pawns"))


@pytest.mark.parametrize(("game", "level"), [*((None, level) for level in LEVELS), ("pig", 1), ("pig(20)", 3)])
def test_both_scales_are_averaged_as_they_are(game, level):
    made = exercise("rescaling", level, 4, game=game and z.load_game(game))
    tree = made.tree
    shown = {node: one.note for node, one in enumerate(made.nodes(language("en"), False)) if one.note}
    leaves = sorted({tree.value[node] for node in range(len(tree)) if not tree.children[node]})
    assert set(shown) == {node for node in range(len(tree)) if not tree.children[node]}
    new = {tree.value[node]: made.other.value[node] for node in shown}
    assert sorted(new.values()) == [new[leaf] for leaf in leaves]  # the order is kept

    def average(node, scale):
        if not tree.children[node]:
            return scale(tree.value[node])
        values = [average(child, scale) for child in tree.children[node]]
        if tree.player[node] == CHANCE:
            return sum(tree.probability[child] * value for child, value in zip(tree.children[node], values, strict=True))
        return max(values) if tree.player[node] == MAX else min(values)

    choices = []
    for scale, suffix in ((float, ""), (new.__getitem__, " rescaled")):
        values = {tree.name(child): average(child, scale) for child in tree.children[ROOT]}
        choices.append((max if tree.player[ROOT] == MAX else min)(values, key=values.get))
        answers = {blank.name: blank.answer for blank in made.blanks}
        assert answers[f"move{suffix}"] == choices[-1]
        assert all(answers[f"{name}{suffix}"] == pytest.approx(value) for name, value in values.items() if f"{name}{suffix}" in answers)
    slopes = {round((new[high] - new[low]) / (high - low), 6) for low, high in pairwise(leaves)}
    assert answers["keeps"] == ("yes" if len(slopes) == 1 else "no")
    assert len(slopes) == 1 or choices[0] != choices[1]


# What follows from the picture is right, though the picture leaves digits out


@pytest.mark.parametrize("level", LEVELS)
def test_means_that_follow_from_those_in_the_picture_are_right(level):
    for number in range(1, 20):
        made = exercise("simulation", level, number)
        answers = {}
        for node, shown in enumerate(made.nodes(language("en"), solution=False)):
            if node not in made.empty():
                continue
            mean, visits = re.fullmatch(r"(?:(\S+) \((\d+)\))?", shown.note).groups()
            before, visits = float(mean or 0), int(visits or 0)
            answers[" ".join(made.tree.names(node)) or "root"] = f"{(before * visits + made.reward) / (visits + 1):.2f}"
        assert all(mark.right for mark in made.mark(answers)), (number, answers)


@pytest.mark.parametrize("level", LEVELS)
def test_shares_that_follow_from_those_in_the_picture_are_right(level):
    for number in range(1, 20):
        made = exercise("regret", level, number)
        rows = []
        for node, shown in list(enumerate(made.nodes(language("en"), solution=False)))[1:]:
            name, share = shown.name.split(": ")
            rows.append(
                (name, Fraction(share), Fraction(shown.note.strip("()").replace("\N{MINUS SIGN}", "-")), Fraction(made.tree.value[node]))
            )
        mean = round(float(sum(share * worth for _, share, _, worth in rows)), 2)
        regrets = [max(0.0, float(regret + worth) - mean) for _, _, regret, worth in rows]
        answers = {name: f"{regret / sum(regrets):.2f}" for (name, *_), regret in zip(rows, regrets, strict=True)}
        assert all(mark.right for mark in made.mark({"root": f"{mean:.2f}", **answers})), (number, rows, answers)


@pytest.mark.parametrize("level", LEVELS)
def test_averages_that_follow_from_the_probabilities_in_the_picture_are_right(level):
    game, solved = z.load_game("pig"), 0
    for number in range(3, 6):
        made = exercise("expectiminimax", level, number, game=game)
        tree, shown, values = made.tree, made.nodes(language("en"), solution=False), {}
        for node in reversed(range(len(tree))):
            below = tree.children[node]
            if not below:
                values[node] = float(shown[node].value.replace("\N{MINUS SIGN}", "-"))
            elif tree.player[node] == CHANCE:
                odds = (Fraction(shown[child].name.rpartition(": ")[2]) for child in below)
                values[node] = round(sum(float(part) * values[child] for part, child in zip(odds, below, strict=True)), 2)
            else:
                values[node] = (max if tree.player[node] == MAX else min)(values[child] for child in below)
        marks = made.mark({blank.name: f"{values[blank.node]:.2f}" for blank in made.blanks if blank.what == VALUE})
        assert all(mark.right for mark in marks), (number, [mark for mark in marks if not mark.right])
        solved += len(marks)
    assert solved
