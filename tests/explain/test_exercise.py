"""Exercises: unique solutions, the same for the same seed, as hard as their level says, marked with reasons."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from math import inf, log, sqrt

import pytest

import zermelo as z
from zermelo.explain.exercise import KINDS, LEVELS, exercise
from zermelo.explain.observe import observe
from zermelo.explain.orders import orders
from zermelo.explain.questions import NUMBER, SEARCHED, STAGES, VALUE
from zermelo.explain.searchtree import NEVER, ROOT
from zermelo.explain.why import reasons
from zermelo.explain.worksheet import ENDINGS, worksheet
from zermelo.game import CHANCE, MAX
from zermelo.languages import LANGUAGES, language
from zermelo.solving.cfr import match
from zermelo.solving.layout import INFORMATION_SET, PLAYER, SET_COUNT, SET_PLACE
from zermelo.titles import rules_of, titled

made_of = cache(exercise)
EVERY = [(kind, level) for kind in KINDS for level in LEVELS]
SEEDS = range(4)


def best_action_is_alone(tree, node):
    mover, values = tree.player[node], [tree.value[child] for child in tree.children[node]]
    if mover == CHANCE or not values:
        return True
    own = [value[mover] if isinstance(value, tuple) else (value if mover == MAX else -value) for value in values]
    return own.count(max(own)) == 1


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_the_solution_is_unique(kind, level):
    if kind in ("memory", "engine"):  # of which the tree is not all that counts: see test_exercise_search.py
        return
    for seed in SEEDS:
        made = made_of(kind, level, seed)
        assert all(best_action_is_alone(made.tree, node) for node in range(len(made.tree)))
        if made.pruned is not None:  # whether one cuts at alpha = beta or not makes no difference
            pruned = made.pruned
            met = {(pruned.returned[n], end) for n in range(1, len(pruned)) for end in (pruned.alpha_in[n], pruned.beta_in[n])}
            assert not any(value == end for value, end in met)


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_the_same_seed_gives_the_same_exercise_and_another_another(kind, level):
    of_tree = lambda made: (repr(made.tree.game), made.tree.state[ROOT])  # noqa: E731
    one, same, other = map(of_tree, (made_of(kind, level, 1), exercise(kind, level, 1), made_of(kind, level, 2)))
    assert one == same != other


def test_a_sheet_that_was_handed_out_stays_the_same():
    assert exercise("alphabeta", 2, 0).tree.game.tree == "(A=(C=(17 6) D=(3 14)) B=(E=(1 8) F=(2 11)))"
    assert exercise("maxn", 1, 0).tree.game.tree == "P1(A=P2(<7 2 6> <9 3 4> <2 8 9>) B=P2(<5 1 2> <8 5 5>))"


def test_levels_grow_and_the_last_two_have_deep_cut_offs():
    for seed in SEEDS:
        sizes = [len(exercise("alphabeta", level, seed).tree) for level in LEVELS]
        assert sizes[0] < sizes[1] <= sizes[2] < sizes[4]
        for level in (4, 5):
            pruned = exercise("alphabeta", level, seed).pruned
            assert any(reason.deep and reason.unvisited for reason in reasons(pruned))


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_right_answers_are_right_and_wrong_ones_have_a_reason(kind, level):
    made = made_of(kind, level, 1)
    right = {blank.name: blank.answer for blank in made.blanks}
    assert len(right) == len(made.blanks) > 0
    assert all(mark.right and not mark.reason for mark in made.mark(right))

    def wrong(answer):
        if isinstance(answer, bool):
            return not answer
        if isinstance(answer, str):
            return f"not {answer}"
        return tuple("x" for _ in answer) if isinstance(answer, tuple) else answer + 1

    if kind == "arranging":  # of an order of one node alone nobody can say that it is wrong
        [first, *_] = [mark for mark in made.mark({blank.name: blank.choices for blank in made.blanks}) if not mark.right]
        assert first.reason.endswith(".")
        return
    marks = made.mark({name: wrong(answer) for name, answer in right.items()})
    assert all(not mark.right and not mark.credit and mark.reason.endswith(".") for mark in marks)


@pytest.mark.parametrize(("kind", "level"), EVERY)
def test_an_untouched_sheet_scores_nothing_and_a_right_one_everything(kind, level):
    made = made_of(kind, level, 1)
    nothing, everything = made.score({}), made.score({blank.name: blank.answer for blank in made.blanks})
    assert (nothing.points, nothing.done) == (0, False)
    assert (everything.points, everything.done) == (everything.most, True)
    untouched = {blank.name: True for blank in made.blanks if blank.what == SEARCHED}
    assert made.score(untouched).points == 0
    if untouched:  # who crosses out everything loses a point for each leaf that is visited
        cut = sum(not blank.answer for blank in made.blanks if blank.what == SEARCHED)
        assert made.score(dict.fromkeys(untouched, False)).points == max(0, 2 * cut - len(untouched))


@pytest.mark.parametrize("kind", KINDS)
def test_help_comes_in_three_stages_and_leads_to_the_end(kind):
    made = made_of(kind, 2, 1)
    answers = {}
    for _ in made.blanks:
        method, where, step = (made.help(answers, stage) for stage in STAGES)
        assert len({method.text, where.text, step.text}) == 3
        assert where.node == step.node
        label = step.text.partition(":")[0]
        assert label in where.text
        blank = next(one for one in made.blanks if one.node == step.node and one.name not in answers and one.answer is not True)
        assert kind == "arranging" or made.reason(blank) in step.text
        answers[blank.name] = blank.answer
        if made.score(answers).done:
            break
    assert made.score(answers).done
    assert made.help(answers, 1).text == made.help(answers, 3).text == "Everything is right: there is nothing left to help with."
    with pytest.raises(z.SearchError, match="the stages 1 to 3, not 4"):
        made.help({}, 4)


@pytest.mark.parametrize("kind", ["minimax", "expectiminimax", "maxn", "quiescence", "hidden"])
def test_help_goes_up_the_tree_as_values_do(kind):
    """Nothing is given away by values that are still to be found out."""
    made = made_of(kind, 4, 1)
    asked = {blank.node for blank in made.blanks if blank.what == VALUE}
    answers, found = {}, []
    while not made.score(answers).done:
        blank, _ = made.unsettled(answers)
        answers[blank.name] = blank.answer
        found.append(blank.node)
    for node in asked - {ROOT}:
        assert found.index(node) < found.index(made.tree.parent[node])


def test_the_answers_are_those_of_the_searches():
    made = exercise("alphabeta", 3, 2)
    tree = observe(made.tree.game, algorithm="alphabeta")
    searched = {blank.name: blank.answer for blank in made.blanks if blank.what == SEARCHED}
    visited = {" ".join(tree.names(node)) for node in range(len(tree)) if tree.order[node] != NEVER and not tree.children[node]}
    assert {name for name, answer in searched.items() if answer} == visited
    (root,) = (blank for blank in made.blanks if blank.what == VALUE)
    assert root.answer == tree.returned[ROOT]
    ordering = exercise("ordering", 3, 2)
    found = orders(ordering.tree.game, samples=1)
    assert [blank.answer for blank in ordering.blanks if blank.what == NUMBER] == [found.given.leaves, found.best_leaves]


@pytest.mark.parametrize("level", LEVELS)
def test_alphabeta_on_the_pawns_game_cuts_where_a_value_equals_the_bound(level):
    made = exercise("alphabeta", level, 2, game=z.load_game("pawns"))
    tree = observe(made.tree.game, made.tree.state[ROOT], algorithm="alphabeta", depth=made.tree.depth)
    searched = {blank.name for blank in made.blanks if blank.what == SEARCHED and blank.answer}
    assert searched == {" ".join(tree.names(node)) for node in range(len(tree)) if tree.order[node] != NEVER and not tree.children[node]}
    assert len(tree) - tree.visited >= 1
    assert all(mark.right for mark in made.mark({blank.name: blank.answer for blank in made.blanks}))


@pytest.mark.parametrize("kind", ["minimax", "expectiminimax"])
def test_the_best_move_at_the_root_is_asked_for(kind):
    made = exercise(kind, 2, 1)
    values = {made.tree.name(child): made.tree.value[child] for child in made.tree.children[ROOT]}
    best = max(values, key=values.get)
    assert made.blanks[-1].answer == best
    [mark] = made.mark({"move": next(name for name in values if name != best)})
    assert not mark.right
    assert f"plays {best}" in mark.reason


def test_a_position_of_a_game_will_do():
    made = exercise("minimax", 1, 3, game=z.load_game("connect4(4, 4)"), depth=2)
    assert made.tree.depth == 2
    assert all(best_action_is_alone(made.tree, node) for node in range(len(made.tree)))
    assert all(abs(value) < inf for value in made.tree.value)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_sheets_and_solutions_in_every_language(kind, code):
    made = exercise(kind, 2, 0, language=code)
    for ending in ENDINGS:
        empty, solved = worksheet(made, ending), worksheet(made, ending, solution=True)
        assert not re.search(r"\{[a-z_]+\}", empty + solved)
        assert empty != solved or (kind, ending) == ("ordering", "svg")
        if ending == "svg":
            ElementTree.fromstring(empty)  # noqa: S314  what we wrote ourselves
    assert "____" in worksheet(made, "txt")


def test_a_sheet_does_not_give_the_solution_away():
    made = exercise("minimax", 3, 0)
    root = ElementTree.fromstring(worksheet(made, "svg"))  # noqa: S314
    values = {group.get("id"): group.find("{*}text").text for group in root.iter("{http://www.w3.org/2000/svg}g")}
    assert all(not values[f"n{node}"] for node in range(len(made.tree)) if made.tree.children[node])
    assert 'class="edge best"' not in worksheet(made, "svg")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sudoku",), "there is no exercise of the kind 'sudoku'; there are minimax, deciding"),
        (("minimax", 6), "a level is a whole number from 1 to 5, not 6"),
    ],
)
def test_what_there_is_not_is_said(arguments, says):
    with pytest.raises(z.SearchError, match=says):
        exercise(*arguments)


def test_where_no_position_is_fit_it_is_said(monkeypatch):
    monkeypatch.setattr("zermelo.explain.exercise._TRIES_OF_A_GAME", 20)
    with pytest.raises(
        z.SearchError, match="no exercise of the kind alpha-beta and level 1 was found in Pawns; another depth or level may have one"
    ):
        exercise("alphabeta", 1, game=z.load_game("pawns"), depth=1)
    with pytest.raises(z.SearchError) as found:
        exercise("alphabeta", 1, game=z.load_game("mnk(8, 8, 5)"), language="es")
    assert language("es").trouble(str(found.value)) == (
        "no se halló ningún ejercicio de la clase poda alfa-beta y nivel 1 en Juego m,n,k, 8 x 8, 5 en línea; con otro nivel puede haberlo"
    )


def test_a_name_that_no_blank_has_is_said():
    with pytest.raises(z.SearchError, match="nothing is asked about 'Z'; there are 'root', 'A'"):
        exercise("minimax", 1, 0).mark({"Z": 1})


def test_what_a_simulation_changes_is_the_mean_of_what_came():
    made = exercise("simulation", 3, 2)
    for blank in made.blanks[:-1]:
        visits, mean = made.before.get(blank.node, (0, 0.0))
        assert blank.answer == pytest.approx((visits * mean + made.reward) / (visits + 1))
    [then] = made.blanks[-1:]
    leaves = [value for value, children in zip(made.tree.value, made.tree.children, strict=True) if not children]
    total, scale = sum(made.after[child][0] for child in made.tree.children[ROOT]), max(leaves)
    bounds = {
        made.tree.name(child): mean + scale * sqrt(log(total) / visits)
        for child in made.tree.children[ROOT]
        for visits, mean in [made.after[child]]
    }
    assert then.answer == max(bounds, key=bounds.get)
    assert made.mark({"then": f" {then.answer.lower()} "})[0].right


@pytest.mark.parametrize("level", LEVELS)
def test_who_does_not_see_gets_what_an_equilibrium_says(level):
    """The same tree with information sets, solved by another part of the toolkit."""
    made = exercise("hidden", level, 3)
    unseen = z.load_game(f"tree('{made.tree.game.tree}')".replace("=MAX(a", "=MAX@x(a").replace("b=MAX(", "b=MAX@y("))
    assert unseen.hidden
    solver = z.Solver(unseen, mode="interpreted")
    solver.run(200)
    [worth] = [blank.answer for blank in made.blanks if blank.what == NUMBER]
    assert solver.judge().best_responses[MAX] == pytest.approx(worth)
    assert made.tree.value[ROOT] > worth


def _one_set(count):
    """The solver's words for one information set of MAX with this many actions."""
    made = [0] * INFORMATION_SET
    made[PLAYER], made[SET_PLACE], made[SET_COUNT] = MAX, 0, count
    return made


@pytest.mark.parametrize("level", LEVELS)
def test_regrets_are_matched_as_the_solver_matches_them(level):
    made = exercise("regret", level, 2)
    after = made._after()
    strategy = [0.0] * len(after)
    match(_one_set(len(after)), 1, MAX, list(after), strategy)
    assert [blank.answer for blank in made.blanks if blank.what == NUMBER] == pytest.approx(strategy)


@pytest.mark.parametrize("kind", ["regret", "simulation"])
def test_the_solution_has_as_many_decimals_as_are_asked_for(kind):
    for made in (exercise(kind, level, seed) for level in LEVELS for seed in SEEDS):
        for blank in made.blanks:
            if blank.what == (NUMBER if kind == "regret" else VALUE):
                told = made.reason(blank).rsplit(maxsplit=1)[1].removesuffix(".")
                assert told == language("en").number(round(blank.answer, 2))
        below = made.nodes(language("en"), solution=True)[1:]
        assert not any(re.search(r"\.\d{3}", f"{one.name} {one.value}") for one in below)


def test_an_exercise_with_a_tree_of_its_own_takes_no_game():
    with pytest.raises(z.SearchError, match="a tree of its own"):
        exercise("hidden", 1, game=z.load_game("pawns"))


def test_the_whole_pawns_tree_of_the_lectures_is_asked_for_at_high_levels():
    made = next(one for one in (exercise("windows", 5, seed, game=z.load_game("pawns")) for seed in range(1, 9)) if len(one.tree) == 39)
    assert (made.pruned.visited, made.pruned.leaves, made.pruned.cutoffs) == (17, 6, 5)
    assert len({blank.node for blank in made.blanks}) == 17 - 6


@pytest.mark.parametrize("game", ["pawns", "hexapawn"])
def test_trees_of_a_game_grow_with_the_level_and_numbers_give_different_ones(game):
    rules = z.load_game(game)
    made = [[exercise("windows", level, seed, game=rules) for seed in range(1, 5)] for level in (1, 3, 5)]
    small, middle, large = (sum(len(one.tree) for one in row) for row in made)
    assert small < middle < large
    assert all(len({(rules.write(one.tree.state[ROOT]), one.tree.depth) for one in row}) > 1 for row in made)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", sorted({"pawns", *(name for kind in KINDS.values() for level in kind.usual for name in level)}))
def test_who_does_not_know_a_game_is_told_its_size(name, code):
    game, speech = z.load_game(name), language(code)
    assert set(re.findall(r"\d+", name.removeprefix("connect4"))) <= set(re.findall(r"\d+", titled(game, speech) + rules_of(game, speech)))


def test_an_exercise_on_a_position_says_its_game_and_for_whom_values_are_good():
    made = exercise("deciding", 1, 1, game=z.load_game("hexapawn"), language="es")
    assert made.about.startswith("Hexapeón. Un peón avanza")
    mover = "MAX" if made.tree.player[ROOT] == MAX else "MIN"
    assert made.about.endswith(f"Los valores altos son buenos para MAX, los bajos para MIN; juega {mover}.")
    assert made.about in worksheet(made, "txt")
    assert made.about in worksheet(made, "html")
    assert exercise("deciding", 1, 1).about == ""


@pytest.mark.parametrize(("game", "whole"), [("connect4(5, 4)", True), ("othello(4)", False)])
def test_decimals_are_spoken_of_where_there_are_any(game, whole):
    made = exercise("minimax", 1, 1, game=z.load_game(game), depth=2)
    assert all(value == round(value) for value in made.told_values()) == whole
    assert ("Values have two decimals." in made.task) != whole


def test_a_vector_has_room_in_the_node_where_it_is_written():
    root = ElementTree.fromstring(worksheet(exercise("maxn", 2, 1), "svg"))  # noqa: S314
    widths = [float(rect.get("width")) for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.get("class") == "shape"]
    assert len(widths) > 10
    assert min(widths) == max(widths)  # inner nodes are as wide as the leaves, whose vectors may come up


def test_leaves_in_a_list_are_all_called_by_the_whole_way():
    made = exercise("alphabeta", 5, 1, game=z.load_game("pawns"))
    told = [made.label(blank, language("en")) for blank in made.blanks if blank.what == SEARCHED]
    firsts = {made.tree.name(child) for child in made.tree.children[ROOT]}
    assert len(told) == len(set(told)) == 18
    assert {one.split()[0] for one in told} == firsts


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_move_is_asked_for_where_chance_moves_at_the_root(code):
    game, told, kinds = z.load_game("pig"), language(code).say("exercise.expected"), set()
    for number in range(1, 12):
        made = exercise("expectiminimax", 2, number, language=code, game=game)
        by_chance = made.tree.player[ROOT] == CHANCE
        assert by_chance == made.task.startswith(told) == all(blank.name != "move" for blank in made.blanks)
        kinds.add(by_chance)
    assert kinds == {True, False}


def test_values_of_several_are_not_called_high_or_low():
    made = exercise("maxn", 1, 1, game=z.load_game("nim"))
    assert "High values" not in made.about
    assert "High values" in exercise("minimax", 1, 1, game=z.load_game("nim")).about
