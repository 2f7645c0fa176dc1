"""A run that is watched: the same counts as a search, the steps and intervals that the lectures print, and why each cut was made."""

from __future__ import annotations

import itertools
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.search.scout import scout
from zermelo.explain.export import exported
from zermelo.explain.intervals import ANYTHING, changes, intervals
from zermelo.explain.narration import Narration
from zermelo.explain.observe import observe
from zermelo.explain.searchtree import BACK, CUT, ENTER, EXACT, LEAF, LEAVE, LOWER, NEVER, NO_NODE, ROOT, UNVISITED, UPPER, WINDOW
from zermelo.explain.why import GIVEN, reasons
from zermelo.game import CHANCE, MAX
from zermelo.search.algorithm import Value, algorithm
from zermelo.search.textbook import ALGORITHMS

TREE_A = "tree('((3 12 8) (2 4 6) (14 5 2))')"
TREE_B = "tree('(b=.03 c=(d=-.05 g=?))')"
TREE_C = "tree('(b=.03 c=(d=(e=(-.1 g=?) h=1)))')"
THREE = "tree('P1(P2(P3(<1 2 6> <4 2 3>) P3(<6 1 2> <7 4 -1>)) P2(P3(<5 -1 -1> <-1 5 2>) P3(<7 7 -1> <5 4 5>)))')"
COINS = "tree('(chance(.5: (2 4) .5: (7 4)) chance(.5: (6 0) .5: (5 -2)))')"


def nodes_named(tree):
    return {" ".join(tree.names(node)): node for node in range(len(tree))}


# The same as a search


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(("spec", "depth"), [(TREE_A, None), ("pawns", None), ("tictactoe", 4), ("kalah(3, 2)", 5), ("hexapawn", 4)])
def test_what_is_watched_is_what_a_search_does(spec, depth, algorithm):
    tree = observe(z.load_game(spec), depth=depth, algorithm=algorithm)
    found = z.best(z.load_game(spec), depth=depth, algorithm=algorithm, mode="interpreted", ties=False)
    assert (tree.visited, tree.leaves, tree.cutoffs) == (found.nodes, found.leaves, found.cutoffs)
    assert tree.returned[ROOT] == found.value
    assert tuple(tree.action[node] for node in tree.line) == found.line


leaf = st.integers(-4, 4).map(str)
trees = st.recursive(leaf, lambda below: st.lists(below, min_size=1, max_size=3).map(lambda parts: f"({' '.join(parts)})"), max_leaves=14)
inner = st.lists(trees, min_size=1, max_size=3).map(lambda parts: f"({' '.join(parts)})")


@given(inner)
def test_in_any_tree_the_values_are_those_of_minimax_as_far_as_their_bounds_say(text):
    game = z.load_game(f"tree('{text}')")
    plain, pruned = observe(game, algorithm="minimax"), observe(game, algorithm="alphabeta")
    worth = {plain.state[node]: plain.value[node] for node in range(len(plain))}
    for node in range(len(pruned)):
        value, real = pruned.value[node], worth[pruned.state[node]]
        assert {
            EXACT: value == real,
            UPPER: real <= value <= pruned.alpha_in[node],
            LOWER: real >= value >= pruned.beta_in[node],
        }.get(pruned.bound[node], pruned.order[node] == NEVER)
    known = intervals(pruned)
    assert all(low <= worth[pruned.state[node]] <= high for node, (low, high) in enumerate(known))
    assert known[ROOT] == (worth[0], worth[0])
    assert intervals(plain) == tuple((value, value) for value in plain.value)


@given(inner)
def test_every_reason_is_true_of_the_tree(text):
    tree = observe(z.load_game(f"tree('{text}')"), algorithm="alphabeta")
    found = reasons(tree)
    assert len(found) == tree.cutoffs
    for reason in found:
        assert reason.ancestor in tree.path(reason.node)
        assert tree.player[reason.ancestor] != reason.holder
        assert tree.parent[reason.secured] == reason.ancestor
        assert tree.returned[reason.secured] == reason.bound
        assert reason.value <= reason.bound if reason.holder != MAX else reason.value >= reason.bound
        assert reason.deep == (reason.ancestor != tree.parent[reason.node])
    unvisited = {node for node in range(len(tree)) if tree.order[node] == NEVER}
    assert unvisited == {node for reason in found for node in reason.unvisited}


@given(inner)
def test_what_is_pruned_can_be_worth_anything(text):
    """Whatever stands in the place of what was cut off, the root is worth the same."""
    tree = observe(z.load_game(f"tree('{text}')"), algorithm="alphabeta")

    def worth(node, beyond):
        if tree.order[node] == NEVER:
            return beyond
        if not tree.children[node]:
            return tree.value[node]
        below = [worth(child, beyond) for child in tree.children[node]]
        return max(below) if tree.player[node] == MAX else min(below)

    assert {worth(ROOT, beyond) for beyond in (-inf, -1, 0, 3, inf)} == {tree.returned[ROOT]}


# An algorithm of one's own


@pytest.mark.parametrize("depth", range(1, 6))
@pytest.mark.parametrize("spec", ["kalah(3, 2)", "tictactoe", "hexapawn"])
def test_every_call_of_an_algorithm_of_ones_own_is_a_node(spec, depth):
    game = z.load_game(spec)
    tree, found = observe(game, depth=depth, algorithm=scout), z.best(game, depth=depth, algorithm=scout, mode="interpreted")
    assert (tree.visited, tree.leaves, tree.cutoffs) == (found.nodes, found.leaves, found.cutoffs)
    assert (tree.returned[ROOT], tree.algorithm) == (found.value, "scout")
    assert tree.visited == sum(step.kind == ENTER for step in tree.steps)
    assert all(node in tree.children[tree.parent[node]] for node in range(1, len(tree)))


def test_a_node_that_is_searched_again_says_so():
    tree = observe(z.load_game("kalah(3, 2)"), depth=5, algorithm=scout)
    again = [node for node in range(len(tree)) if tree.again[node] != NO_NODE]
    assert len(again) == 9
    for node in again:
        first = tree.again[node]
        assert (tree.parent[first], tree.action[first], tree.state[first]) == (tree.parent[node], tree.action[node], tree.state[node])
        assert NEVER < tree.order[first] < tree.order[node]
        assert tree.alpha_in[first] < tree.beta_in[first] == tree.alpha_in[first] + 0.5
    for language, word in (("en", "(again)"), ("es", "(otra vez)"), ("pt", "(de novo)")):
        assert exported(tree, "txt", language=language).decode().split("\n\n")[1].count(word) == len(again)
    assert exported(tree, "svg").decode().count("(again)") > 0
    assert '"again"' in exported(tree, "json").decode()
    assert "def scout(" in exported(tree, "html").decode()


@given(inner)
def test_of_what_is_searched_again_the_bounds_are_true_and_the_last_search_has_the_line(text):
    game = z.load_game(f"tree('{text}')")
    plain, tree = observe(game, algorithm="minimax"), observe(game, algorithm=scout)
    worth = {plain.state[node]: plain.value[node] for node in range(len(plain))}
    for node in range(len(tree)):
        value, real = tree.value[node], worth[tree.state[node]]
        assert {EXACT: value == real, UPPER: real <= value, LOWER: real >= value}.get(tree.bound[node], tree.order[node] == NEVER)
    assert all(low <= worth[tree.state[node]] <= high for node, (low, high) in enumerate(intervals(tree)))
    line = [ROOT, *tree.line]
    assert [tree.returned[node] for node in line] == [worth[0]] * len(line)
    assert not tree.children[line[-1]]


@algorithm
def passing(game: z.Game, state: Any, depth: int) -> Value:
    """Minimax that looks first what a null move would bring."""
    if depth == 0 or game.is_terminal(state):
        return game.evaluate(state, MAX)
    value = passing(game, game.null_move(state), depth - 1)
    for action in game.actions(state):
        value = max(value, passing(game, game.result(state, action), depth - 1))
    return value


def test_an_algorithm_that_calls_itself_on_anything_but_children_is_refused():
    with pytest.raises(z.SearchError, match=r"passing calls itself in .* on a state that is not `game.result\(state, action\)`"):
        observe(z.load_game("mnk(3, 3, 3)"), depth=2, algorithm=passing)


@algorithm
def by_eye(game: z.Game, state: Any, depth: int) -> Value:
    """Minimax that searches the children in the order of what they look like."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    sign = 1.0 if game.to_move(state) == MAX else -1.0
    children = sorted((game.result(state, action) for action in game.actions(state)), key=lambda child: game.evaluate(child, MAX))
    return sign * max(sign * by_eye(game, child, depth - 1) for child in children)


def test_the_children_may_be_searched_in_an_order_of_the_algorithm_s_own():
    game = z.load_game("kalah(3, 2)")
    tree = observe(game, depth=3, algorithm=by_eye)
    plain = observe(game, depth=3, algorithm="minimax")
    assert (len(tree), tree.leaves, tree.returned[ROOT]) == (len(plain), plain.leaves, plain.returned[ROOT])
    assert [tree.state[node] == game.result(game.initial(), tree.action[node]) for node in tree.children[ROOT]] == [True] * 3


# The lectures, interval by interval


def test_tree_a_runs_as_the_lectures_print_it():
    tree = observe(z.load_game(TREE_A), algorithm="alphabeta")
    assert (tree.leaves, tree.returned[ROOT], tree.name(tree.best(ROOT))) == (7, 3, "1")
    b, c, d = tree.children[ROOT]
    leaves = {child: str(tree.value[child]) for node in (b, c, d) for child in tree.children[node] if tree.order[child] != NEVER}
    inner = {ROOT: "root", b: "B", c: "C", d: "D"}
    told = [(leaves[tree.steps[change.step].node], inner[change.node], change.interval) for change in changes(tree) if change.node in inner]
    assert told == [
        ("3.0", "B", (-inf, 3)),
        ("8.0", "B", (3, 3)),
        ("8.0", "root", (3, inf)),
        ("2.0", "C", (-inf, 2)),
        ("14.0", "D", (-inf, 14)),
        ("14.0", "root", (3, 14)),
        ("5.0", "D", (-inf, 5)),
        ("5.0", "root", (3, 5)),
        ("2.0", "D", (2, 2)),
        ("2.0", "root", (3, 3)),
    ]
    assert intervals(tree)[c] == (-inf, 2)
    assert [intervals(tree)[leaf] for leaf in tree.children[c][1:]] == [ANYTHING, ANYTHING]


def test_tree_b_whatever_g_is_it_is_pruned():
    tree = observe(z.load_game(TREE_B), algorithm="alphabeta")
    g = nodes_named(tree)["c g"]
    assert tree.returned[ROOT] == 0.03
    assert (tree.origin[g], tree.order[g]) == (UNVISITED, NEVER)
    assert tree.steps[tree.cut_at[g]].kind == CUT
    (reason,) = reasons(tree)
    assert (reason.bound, reason.value, reason.deep) == (0.03, -0.05, False)


def test_tree_c_is_cut_deep_and_h_is_searched():
    tree = observe(z.load_game(TREE_C), algorithm="alphabeta")
    named = nodes_named(tree)
    (reason,) = reasons(tree)
    assert reason.unvisited == (named["c d e g"],)
    assert (reason.node, reason.ancestor, reason.secured) == (named["c d e"], ROOT, named["b"])
    assert reason.deep
    assert tree.ply[reason.node] - tree.ply[reason.ancestor] == 3
    assert tree.order[named["c d h"]] != NEVER


def test_three_players_each_pick_their_own_best():
    tree = observe(z.load_game(THREE))
    assert tree.algorithm == "maxn"
    by_ply = [[tree.value[node] for node in range(len(tree)) if tree.ply[node] == ply] for ply in range(3)]
    assert by_ply[2] == [(1, 2, 6), (6, 1, 2), (-1, 5, 2), (5, 4, 5)]
    assert by_ply[1] == [(1, 2, 6), (-1, 5, 2)]
    assert by_ply[0] == [(1, 2, 6)]
    with pytest.raises(z.SearchError, match="no intervals"):
        list(changes(tree))


def test_chance_has_weights_and_averages():
    tree = observe(z.load_game(COINS))
    assert [tree.value[node] for node in range(len(tree)) if tree.ply[node] == 2] == [2, 4, 0, -2]
    assert [tree.value[node] for node in tree.children[ROOT]] == [3, -1]
    assert all(tree.player[node] == CHANCE and tree.origin[node] == "average" for node in tree.children[ROOT])
    assert {tree.probability[node] for node in range(len(tree)) if tree.ply[node] == 2} == {0.5}
    assert tree.returned[ROOT] == 3
    assert intervals(tree)[ROOT] == (3, 3)


def test_pawns_has_the_levels_and_values_of_the_rules():
    tree = observe(z.load_game("pawns"), algorithm="minimax")
    levels = [[tree.value[node] for node in sorted(range(len(tree)), key=tree.path) if tree.ply[node] == ply] for ply in range(6)]
    assert [len(level) for level in levels] == [1, 2, 5, 10, 13, 8]
    assert levels[1:4] == [[1, -1], [1, 1, 1, 0, -1], [1, -1, 1, 1, 1, -1, 1, -1, 0, -1]]
    assert levels[4:] == [[1, -1, -1, 1, 1, -1, 1, 1, 1, -1, -1, 1, -1], [1] * 8]
    worths = [tree.value[node] for node in range(len(tree)) if not tree.children[node]]
    assert (worths.count(1), worths.count(0), worths.count(-1)) == (11, 1, 6)


def test_tic_tac_toe_up_to_symmetry_as_on_the_slides():
    tree = observe(z.load_game("tictactoe"), depth=2, algorithm="minimax", evaluation="open_lines", fold=True)
    assert [sum(ply == one for ply in tree.ply) for one in range(3)] == [1, 3, 12]
    assert {tree.name(node): tree.value[node] for node in tree.children[ROOT]} == {"(0,0)": -1, "(0,1)": -2, "(1,1)": 1}
    assert [tree.twins[node] for node in tree.children[ROOT]] == [4, 4, 1]
    leaves = {tree.name(node): sorted(tree.value[leaf] for leaf in tree.children[node]) for node in tree.children[ROOT]}
    assert leaves == {"(0,0)": [-1, 0, 0, 1, 1], "(0,1)": [-2, -1, -1, 0, 0], "(1,1)": [1, 2]}


# Steps


def test_the_steps_of_a_small_tree():
    tree = observe(z.load_game("tree('((3 5) (2 9))')"), algorithm="alphabeta")
    told = [(step.kind, "/".join(tree.names(step.node)) or "root", step.alpha, step.beta) for step in tree.steps]
    assert told == [
        (ENTER, "root", -inf, inf),
        (ENTER, "1", -inf, inf),
        (ENTER, "1/1", -inf, inf),
        (LEAF, "1/1", -inf, inf),
        (BACK, "1", -inf, inf),
        (WINDOW, "1", -inf, 3),
        (ENTER, "1/2", -inf, 3),
        (LEAF, "1/2", -inf, 3),
        (BACK, "1", -inf, 3),
        (LEAVE, "1", -inf, 3),
        (BACK, "root", -inf, inf),
        (WINDOW, "root", 3, inf),
        (ENTER, "2", 3, inf),
        (ENTER, "2/1", 3, inf),
        (LEAF, "2/1", 3, inf),
        (BACK, "2", 3, inf),
        (CUT, "2", 3, inf),
        (BACK, "root", 3, inf),
        (LEAVE, "root", 3, inf),
    ]


def test_every_step_names_a_line_of_the_algorithm_s_own_source():
    from zermelo.explain.listing import listing

    for name in ALGORITHMS:
        lines = listing(ALGORITHMS[name])
        tree = observe(z.load_game(TREE_A), algorithm=name)
        assert {step.line for step in tree.steps} <= set(lines.numbers)
        assert lines.source[0].startswith(f"def {name}(")
        by_kind = {step.kind: lines.source[lines.place(step.line)] for step in tree.steps}
        assert by_kind[ENTER].startswith("def ")
        assert "return" in by_kind[LEAVE]
        assert name in by_kind[BACK]


def test_a_window_from_outside_is_the_reason_where_it_cuts():
    tree = observe(z.load_game(TREE_A), algorithm="alphabeta", window=(4, inf))
    assert tree.returned[ROOT] <= 4
    assert {reason.ancestor for reason in reasons(tree)} == {GIVEN}
    assert "the window begins at 4" in Narration(tree).why()[0]


def test_the_fail_hard_form_returns_what_the_window_holds_and_its_leaves_keep_their_worth():
    tree = observe(z.load_game(TREE_A), algorithm="alphabeta_hard")
    c = tree.children[ROOT][1]
    first = tree.children[c][0]
    assert (tree.value[first], tree.returned[first], tree.returned[c]) == (2, 3, 3)
    assert all(reason.bound == 3 and reason.ancestor == ROOT for reason in reasons(tree))


def test_children_may_come_in_another_order():
    game = z.load_game("connect4(4, 4)")
    state = game.played("4343")  # a third stone in column 4 would threaten a line
    first = {order: observe(game, state, depth=3, order=order).action[1] for order in ("given", "own", lambda path, actions: actions[::-1])}
    assert list(first.values()) == [0, 3, 3]


def test_games_of_many_players_are_watched_as_one_of_them_sees_them():
    """A state with two threats of the player to move: both others together meet them, one alone does not."""
    game = z.load_game("mnk(3, 3, 3, players=3)")
    state = game.read("x#o/.x./.o# x")
    assert [observe(game, state, algorithm=name).value[0] for name in ("maxn", "paranoid", "best_reply")] == [(0, 0, 0), 0, 1]
    judged = observe(game, state, algorithm="paranoid", depth=1, evaluation=Threes())
    assert judged.value[0] == 3
    with pytest.raises(z.SearchError, match="does not say what that is; give it `null_move"):
        observe(z.load_game("nim(players=3)"), algorithm="best_reply")


class Threes(z.Evaluation):
    """Three to the first player, and nothing to others."""

    def value(self, game, state, player):
        return 3.0 if player == z.MAX else 0.0


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"depth": 0}, "a depth is a whole number from 1 to 512, not 0"),
        ({"algorithm": "engine"}, "engine is not watched; what can be is: minimax, alphabeta"),
        ({"algorithm": "mcts"}, "mcts is not watched; what can be is: .*, paranoid, best_reply"),
        ({"algorithm": "magic"}, "there is no algorithm 'magic' to watch; there are .*, alphabeta_table, paranoid, best_reply"),
        ({"algorithm": "paranoid"}, "paranoid is for three players or more, and TicTacToe.* has 2"),
        ({"order": 3}, "order is 'given', 'own' or a function, not 3"),
        ({"window": 3}, r"a window is a pair \(alpha, beta\), the first the lesser, not 3"),
        ({"order": lambda path, actions: [7, 8]}, r"order gives \[7, 8\] for the actions .* the same ones in another order"),
        ({"order": lambda path, actions: None}, "order gives None for the actions"),
        ({"algorithm": "minimax", "depth": 6}, "the tree has more than 20,000 nodes; look less deep"),
        ({"window": (3, 1)}, r"a window is a pair \(alpha, beta\), the first the lesser, not \(3, 1\)"),
        ({"order": "best"}, "order is 'given', 'own' or a function, not 'best'"),
    ],
)
def test_what_cannot_be_watched_is_said(arguments, says):
    with pytest.raises(z.SearchError, match=says):
        observe(z.load_game("tictactoe"), **arguments)


def test_an_error_of_the_rules_is_theirs():
    with pytest.raises(z.GameError, match="is not known"):
        observe(z.load_game(TREE_B), algorithm="minimax")


class Countdown(z.Game):
    """Count down from 3 by one or two; each test breaks one promise."""

    max_actions = 2

    def initial(self):
        return (3, MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [1, 2] if state[0] > 1 else [1]

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if state[1] != player else -1


class NotANumber(Countdown):
    def utility(self, state, player):
        return nan


class Endless(Countdown):
    def actions(self, state):
        return itertools.count()


class Stuck(Countdown):
    def actions(self, state):
        return []


class Third(Countdown):
    def to_move(self, state):
        return 7


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (NotANumber, r"`utility` is NaN in position '\(0,1\)'"),
        (Endless, r"`actions` of Endless\(\) gives more than max_actions = 2 in position '\(3,0\)'"),
        (Stuck, r"`actions` gives nothing, and the game is not over in position '\(3,0\)'"),
        (Third, r"`to_move` returns 7 in position '\(3,0\)'"),
    ],
)
def test_a_broken_promise_is_told_with_its_method_and_position(game, says):
    assert observe(Countdown()).returned[ROOT] == -1
    with pytest.raises(z.GameError, match=says):
        observe(game())


def test_a_run_leaves_no_trace_behind():
    import sys

    before = sys.gettrace()
    observe(z.load_game("pawns"))
    assert sys.gettrace() is before


def test_a_game_over_is_a_tree_of_one_node():
    game = z.load_game("nim")
    tree = observe(game, game.read("0,0,0 1"))
    assert (len(tree), tree.visited, tree.leaves, tree.line) == (1, 1, 1, ())
    assert tree.value[ROOT] is not nan


@pytest.mark.parametrize("algorithm", ["alphabeta", "alphabeta_hard", "minimax"])
def test_the_variables_of_each_call_are_those_of_the_algorithm(algorithm):
    tree = z.observe(z.load_game("pawns"), algorithm=algorithm, depth=4)
    now = {}
    for step, calls in zip(tree.steps, tree.assigned, strict=True):
        now |= {node: dict(zip(tree.variables, values, strict=True)) for node, values in calls}
        running = now[step.node]
        assert running["depth"] == 4 - tree.ply[step.node]
        if tree.windowed and not (algorithm == "alphabeta_hard" and step.kind == BACK):  # there the window moves in the same line
            assert (running["alpha"], running["beta"]) == (step.alpha, step.beta)
        if step.kind == BACK:
            assert running["action"] == tree.action[step.child]
            assert running.get("value", step.value) == step.value
        if step.node:  # what is above runs the action that leads here
            assert now[tree.parent[step.node]]["action"] == tree.action[step.node]
