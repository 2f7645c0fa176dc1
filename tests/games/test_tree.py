"""Trees written out: the worked examples of the lectures, the text of trees, and what is said of faults in it."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from zermelo.game import MAX, MIN
from zermelo.games.tree import Tree
from zermelo.search.algorithm import WHOLE_TREE
from zermelo.search.alphabeta import alphabeta, alphabeta_hard
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.maxn import maxn

TREE_A = Tree("((3 12 8) (2 4 6) (14 5 2))")
TREE_B = Tree("(b=.03 c=MIN(d=-.05 g=?))")


class Watched(Tree):
    """A tree that notes which leaves a search evaluates, in their order."""

    def __init__(self, tree) -> None:
        super().__init__(tree)
        self.evaluated = []

    def utility(self, state, player):
        self.evaluated.append(self.write(state))
        return super().utility(state, player)


def leaves_evaluated(tree, search=alphabeta) -> list[str]:
    watched = Watched(tree)
    search(watched, watched.initial(), -inf, inf, WHOLE_TREE)
    return watched.evaluated


def value(tree: Tree, node: str = "/") -> float:
    return z.best(tree, tree.read(node), algorithm="minimax").value


# Tree A


def test_tree_a_is_worth_3_and_the_first_move_is_best():
    found = z.best(TREE_A, algorithm="minimax")
    assert (found.value, found.actions, found.names()) == (3, (1,), ("1", "1"))
    assert (found.nodes, found.leaves) == (13, 9)


@pytest.mark.parametrize("search", [alphabeta, alphabeta_hard])
def test_alphabeta_evaluates_7_of_the_9_leaves_of_tree_a(search):
    assert leaves_evaluated(TREE_A.tree, search) == ["/1/1", "/1/2", "/1/3", "/2/1", "/3/1", "/3/2", "/3/3"]


def intervals(tree: Tree, evaluated: set[str]) -> dict[str, tuple[float, float]]:
    """What is known of each node once these leaves are evaluated: the least and the greatest that it can be worth."""
    known: dict[str, tuple[float, float]] = {}

    def interval(node: int) -> tuple[float, float]:
        if tree.is_terminal(node):
            worth = tree.utility(node, z.MAX)
            made = (worth, worth) if tree.write(node) in evaluated else (-inf, inf)
        else:
            lows, highs = zip(*(interval(tree.result(node, action)) for action in tree.actions(node)), strict=True)
            choose = max if tree.to_move(node) == z.MAX else min
            made = (choose(lows), choose(highs))
        known[tree.write(node)] = made
        return made

    interval(tree.initial())
    return known


def test_the_intervals_of_tree_a_after_each_leaf_that_alphabeta_evaluates():
    order = leaves_evaluated(TREE_A.tree)
    seen = [intervals(TREE_A, set(order[:count])) for count in range(len(order) + 1)]
    everything = (-inf, inf)
    assert [[known[node] for node in ("/", "/1", "/2", "/3")] for known in seen] == [
        [everything, everything, everything, everything],
        [everything, (-inf, 3), everything, everything],  # leaf 3
        [everything, (-inf, 3), everything, everything],  # leaf 12
        [(3, inf), (3, 3), everything, everything],  # leaf 8
        [(3, inf), (3, 3), (-inf, 2), everything],  # leaf 2; 4 and 6 are pruned
        [(3, 14), (3, 3), (-inf, 2), (-inf, 14)],  # leaf 14
        [(3, 5), (3, 3), (-inf, 2), (-inf, 5)],  # leaf 5
        [(3, 3), (3, 3), (-inf, 2), (2, 2)],  # leaf 2; C ends as it was
    ]


# Trees B and C: unknown leaves, and how far a cut-off reaches


def test_tree_b_is_worth_03_and_g_is_never_asked_for():
    assert leaves_evaluated(TREE_B.tree) == ["/b", "/c/d"]
    found = z.best(TREE_B, ties=True)
    assert (found.value, found.names()) == (0.03, ("b",))
    assert [TREE_B.name(0, action) for action in found.actions] == ["b"]


@given(st.floats(-1e6, 1e6))
def test_tree_b_is_worth_03_whatever_g_is(g):
    known = Tree(["b=.03", ["d=-.05", g]])
    assert z.best(known, algorithm="minimax").value == 0.03
    assert leaves_evaluated(known.tree) == ["/b", "/2/d"]


def test_minimax_asks_for_g_and_is_told_which_node_is_unknown():
    with pytest.raises(z.GameError, match=r"the utility of /c/g is not known \(\?\)"):
        z.best(TREE_B, algorithm="minimax", mode="interpreted")


def test_tree_c_is_cut_off_three_levels_deep_and_h_is_still_searched():
    tree = "(b=.03 c=MIN(d=MAX(e=MIN(f=-.1 g=?) h={})))"
    assert leaves_evaluated(tree.format(".05")) == ["/b", "/c/d/e/f", "/c/d/h"]
    assert value(Tree(tree.replace("?", "9").format(".05"))) == 0.05
    with pytest.raises(z.GameError, match="the utility of /c/d/h is not known"):
        leaves_evaluated(tree.format("?"))


# Three players, and chance


THREE = Tree("(((<1 2 6> <4 2 3>) (<6 1 2> <7 4 -1>)) ((<5 -1 -1> <-1 5 2>) (<7 7 -1> <5 4 5>)))")


def test_three_players_pick_each_for_themselves():
    def picked(*nodes: str) -> list[tuple[float, ...]]:
        return [maxn(THREE, THREE.read(node), WHOLE_TREE) for node in nodes]

    assert picked("/1/1", "/1/2", "/2/1", "/2/2") == [(1, 2, 6), (6, 1, 2), (-1, 5, 2), (5, 4, 5)]  # C
    assert picked("/1", "/2") == [(1, 2, 6), (-1, 5, 2)]  # B
    assert picked("/") == [(1, 2, 6)]  # A
    assert [THREE.to_move(THREE.read(node)) for node in ("/", "/1", "/1/1")] == [0, 1, 2]
    assert z.best(THREE).value == (1, 2, 6)


COINS = Tree("(chance(.5: (2 4) .5: (7 4)) chance(.5: (6 0) .5: (5 -2)))")


def test_two_coins_between_max_and_min():
    assert [value(Tree(pair)) for pair in ("MIN(2 4)", "MIN(7 4)", "MIN(6 0)", "MIN(5 -2)")] == [2, 4, 0, -2]
    assert [expectiminimax(COINS, COINS.read(node), WHOLE_TREE) for node in ("/1/1", "/1/2", "/2/1", "/2/2")] == [2, 4, 0, -2]
    assert [expectiminimax(COINS, COINS.read(node), WHOLE_TREE) for node in ("/1", "/2")] == [3, -1]
    for algorithm in ("expectiminimax", "engine"):
        found = z.best(COINS, algorithm=algorithm)
        assert (found.value, found.algorithm, found.action) == (3, algorithm, 1)


def test_the_scale_of_utilities_matters_to_chance():
    left = Tree("(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))")
    assert [expectiminimax(left, left.read(node), WHOLE_TREE) for node in ("/1", "/2")] == pytest.approx([2.1, 1.3])
    assert z.best(left).action == 1
    right = Tree("(chance(.9: 20 .1: 30) chance(.9: 1 .1: 400))")
    assert [expectiminimax(right, right.read(node), WHOLE_TREE) for node in ("/1", "/2")] == pytest.approx([21, 40.9])
    assert z.best(right).action == 2


utilities = st.integers(-20, 20)
pairs = st.lists(st.lists(utilities, min_size=1, max_size=3), min_size=1, max_size=4)


def bets(outcomes: list[list[int]], factor: int, offset: int) -> Tree:
    """MAX chooses among moves of chance with equally likely leaves, their utilities rescaled."""
    nodes = (" ".join(f"1/{len(leaves)}: {factor * leaf + offset}" for leaf in leaves) for leaves in outcomes)
    return Tree(f"({' '.join(f'chance({node})' for node in nodes)})")


@settings(max_examples=40)
@given(pairs, st.integers(1, 5), st.integers(-9, 9))
def test_expectiminimax_keeps_its_choice_when_utilities_are_rescaled_linearly(outcomes, factor, offset):
    plain, scaled = bets(outcomes, 1, 0), bets(outcomes, factor, offset)
    chosen = z.best(plain)
    assert z.best(scaled).value == pytest.approx(factor * chosen.value + offset)
    assert expectiminimax(scaled, scaled.result(0, chosen.action), WHOLE_TREE) == pytest.approx(z.best(scaled).value)


@given(pairs)
def test_minimax_keeps_its_choice_when_only_the_order_of_utilities_is_kept(leaves):
    plain = z.best(Tree(leaves), algorithm="minimax")
    bent = z.best(Tree([[leaf**3 + 7 for leaf in pair] for pair in leaves]), algorithm="minimax")
    assert (bent.actions, bent.line, bent.value) == (plain.actions, plain.line, plain.value**3 + 7)


# What a text may say


def test_lists_tuples_and_texts_mean_the_same():
    assert Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).tree == TREE_A.tree
    assert Tree(((3, 12, 8), (2, 4, 6), (14, 5, 2))).tree == TREE_A.tree
    assert repr(Tree(["b=.03", ("d=-.05", None), 0.5])) == "Tree('(b=.03 (d=-.05 ?) 0.5)')"
    assert z.load_game("tree(((3, 12, 8), (2, 4, 6), (14, 5, 2)))").tree == z.load_game("tree").tree == TREE_A.tree
    assert z.best(z.load_game("tree('(b=3 c=(2 ?))')"), algorithm="alphabeta").names() == ("b",)


def test_blanks_commas_and_lines_separate():
    assert value(Tree("( (3,12 , 8)\n\t(2 4 6),(14,5,2))")) == 3
    assert Tree(" ((1\n 2)) ").tree == "((1 2))"


def test_numbers():
    tree = Tree("MAX(-.5 3. +2 1e1 -1/4 \N{MINUS SIGN}7)")
    assert [tree.utility(tree.result(0, action), z.MAX) for action in tree.actions(0)] == [-0.5, 3, 2, 10, -0.25, -7]
    assert [tree.utility(tree.result(0, action), z.MIN) for action in tree.actions(0)] == [0.5, -3, -2, -10, 0.25, 7]
    assert tree.utility_range == (-10, 10)


def test_players_alternate_below_whoever_is_named():
    tree = Tree("MIN((3 (1 2)) MIN(max(4 5) 6))")
    movers = {path: tree.to_move(tree.read(path)) for path in ("/", "/1", "/1/2", "/2", "/2/1")}
    assert movers == {"/": z.MIN, "/1": z.MAX, "/1/2": z.MIN, "/2": z.MIN, "/2/1": z.MAX}


def test_whoever_is_next_moves_below_chance():
    tree = Tree("chance(1/2: (chance(1: (1 2)) 3) 1/2: MIN(chance(1: (4 5))))")
    movers = {path: tree.to_move(tree.read(path)) for path in ("/", "/1", "/1/1", "/1/1/1", "/2", "/2/1", "/2/1/1")}
    assert movers == {"/": z.CHANCE, "/1": z.MAX, "/1/1": z.CHANCE, "/1/1/1": z.MIN, "/2": z.MIN, "/2/1": z.CHANCE, "/2/1/1": z.MAX}
    assert list(tree.outcomes(0)) == [(1, 0.5), (2, 0.5)]
    assert (tree.chance, TREE_A.chance) == (True, False)


def test_several_players_by_name():
    tree = Tree("P3(<1 2 3> (P1(<4 5 6> ?) <7 8 9>))")
    assert (tree.players, [tree.to_move(tree.read(path)) for path in ("/", "/2", "/2/1")]) == (3, [2, 0, 0])
    assert tree.utilities(tree.read("/2/2")) == (7, 8, 9)
    assert Tree("(<1 -1> P2(3 4))").utilities(1) == (1, -1)


def test_children_are_called_by_name_or_number():
    tree = Tree("(b=3 (1 2) Größe=4)")
    assert [tree.name(0, action) for action in tree.actions(0)] == ["b", "2", "Größe"]
    assert [tree.parse(0, text) for text in ("B", "1", "2", "größe", "3")] == [1, 1, 2, 3, 3]
    with pytest.raises(z.ActionError, match="legal: b, 2, Größe"):
        tree.parse(0, "c")


def test_a_tree_may_be_a_single_leaf():
    tree = Tree(7)
    assert (tree.is_terminal(0), z.best(tree, algorithm="alphabeta").value, tree.show(0)) == (True, 7, "7  <--")


def test_both_modes_agree():
    for tree in (TREE_A, TREE_B, THREE, COINS):
        compiled, interpreted = (z.best(tree, ties=True, mode=mode) for mode in ("compiled", "interpreted"))
        assert (compiled.value, compiled.line, compiled.nodes) == (interpreted.value, interpreted.line, interpreted.nodes)
    with pytest.raises(z.GameError, match=r"GameError: the utility of \.\.\. is not known .*in Tree\.utility, line \d+ of tree\.py"):
        z.best(TREE_B, algorithm="minimax", mode="compiled")


# States as text


def test_a_node_is_written_as_the_path_to_it():
    tree = Tree("(b=3 c=MIN((1 2) 4))")
    paths = ["/", "/b", "/c", "/c/1", "/c/2", "/c/1/1", "/c/1/2"]
    assert [tree.write(state) for state in range(7)] == paths
    assert [tree.read(path) for path in paths] == list(range(7))
    assert tree.read(" /2/1 ") == tree.read("/c/1")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is not a node; write the path to it from the root, as '/3/3'"),
        ("1", "'1' is not a node"),
        ("/4", "'/4' is not a node: '/' has no child '4'; its children: 1 2 3"),
        ("/1/x", "'/1' has no child 'x'; its children: 1 2 3"),
        ("/1/1/1", "'/1/1' has no child '1'; its children: none, it is a leaf"),
        ("//", "'/' has no child ''"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        TREE_A.read(text)


def test_show_draws_the_whole_tree():
    assert TREE_B.show(TREE_B.read("/c")).splitlines() == [
        "MAX",
        "├─ b: 0.03",
        "└─ c: MIN  <--",
        "   ├─ d: -0.05",
        "   └─ g: ?",
    ]
    assert Tree("P3(chance(.9: <1 2 3> .1: x=?) <4 5 6.5>)").show(0).splitlines() == [
        "P3  <--",
        "├─ 1: chance",
        "│  ├─ 1 (0.9): <1 2 3>",
        "│  └─ x (0.1): ?",
        "└─ 2: <4 5 6.5>",
    ]


# Any tree


leaves = utilities | st.none()
nested = st.recursive(leaves, lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=20)


def lists_of(tree: Tree, node: int):
    """The nested lists of the tree below a node."""
    if not tree.is_terminal(node):
        return [lists_of(tree, tree.result(node, action)) for action in tree.actions(node)]
    try:
        return tree.utility(node, z.MAX)
    except z.GameError:
        return None


@given(nested)
def test_any_nested_lists_are_a_tree_that_gives_them_back(lists):
    tree = Tree(lists)
    assert lists_of(tree, tree.initial()) == lists
    assert lists_of(Tree(tree.tree), 0) == lists


@given(nested)
def test_the_states_of_any_tree_are_its_nodes_and_have_their_texts(lists):
    tree = Tree(lists)
    states = [tree.initial()]
    for state in states:
        assert tree.read(tree.write(state)) == state
        assert tree.show(state).count("<--") == 1
        if not tree.is_terminal(state):
            actions = list(tree.actions(state))
            assert [tree.parse(state, tree.name(state, action)) for action in actions] == actions
            states += [tree.result(state, action) for action in actions]
    assert states == list(range(len(tree.show(0).splitlines())))


# Faults


@pytest.mark.parametrize(
    ("text", "column", "complaint"),
    [
        ("((3 12) (2 4 6)", 1, "( is never closed"),
        ("(1 c=MAX(3 4)", 1, "( is never closed"),
        ("(1 MAX(3 4", 4, "MAX( is never closed"),
        ("(3 12 8))", 9, "')' comes after the end of the tree"),
        ("3 12", 3, "'12' comes after the end of the tree; several nodes need a ( before them"),
        ("(1 ())", 5, "a node needs one child or more before its )"),
        ("(a=)", 4, "')' is not a node"),
        ("(a=", 4, "the text ends where a node should stand"),
        ("(3 = 4)", 2, "'3' cannot be a name"),
        ("(3=4)", 2, "'3' cannot be a name; it has letters, digits and _, no digit first"),
        ("(min=4)", 2, "'min' cannot be a name"),
        ("(b=3 c=4 B=5)", 10, "a sister of this node is called 'B' already"),
        ("(3 x)", 4, "'x' is not a node; if it is a name, write x=3"),
        ("(3-1 2)", 2, "'3-1' is not a node"),
        ("(1.2.3)", 2, "'1.2.3' is not a node"),
        ("(inf 2)", 2, "'inf' is not a node"),
        ("(1e999 2)", 2, "'1e999' is not a node"),
        ("(1/0 2)", 2, "'1/0' is not a node"),
        ("(MAX 3)", 2, "MAX must be followed by its children, as in MAX(3 12 8)"),
        ("(.5: 3)", 4, "a probability and a colon can stand only in chance(...)"),
        ("chance(3 4)", 8, "an outcome of chance begins with its probability and a colon"),
        ("chance(.5: 3 4)", 14, "an outcome of chance begins with its probability and a colon"),
        ("chance(.5: 3 x: 4)", 14, "'x' is not a probability"),
        ("chance(1.5: 3 -.5: 4)", 8, "1.5 is not a probability; it is above 0 and at most 1"),
        ("chance(0: 3 1: 4)", 8, "0 is not a probability"),
        ("(1 chance(.5: 3 .4: 4))", 4, "the probabilities of this chance node sum to 0.9, not to 1"),
        ("(<1 2", 2, "< is never closed by >"),
        ("(<1 b>)", 5, "'b' is not the utility of player 2"),
        ("(<1>)", 2, "a leaf in < > has a number for each player, two or more"),
        ("(<1 2 3> <1 2>)", 10, "a leaf has a number for each of 3 players, as <1 2 3>, and this one has 2"),
        ("(<1 2 3> 4)", 10, "a leaf has a number for each of 3 players, as <1 2 3>, and this one has 1"),
        ("(P3(1 2))", 5, "a leaf has a number for each of 3 players"),
        ("(P4(<1 2 3>))", 2, "there is no P4; the leaves have 3 numbers, for 3 players"),
        ("(MIN(<1 2 3>))", 2, "MIN is for two players, and this tree has 3: call them P1 to P3"),
        ("(3 <1 2>)", 4, "of two players, what one wins the other loses"),
        ("(" * 600, 501, "more than 500 levels deep"),
    ],
)
def test_a_fault_is_shown_where_it_is(text, column, complaint):
    with pytest.raises(z.SpecError) as raised:
        Tree(text)
    said, line, caret = str(raised.value).splitlines()
    assert said.startswith(f"tree, line 1, column {column}: ")
    assert complaint in said
    assert line.strip(" .") in text
    assert column > len(text) or line[caret.index("^")] == text[column - 1]


def test_a_fault_in_a_text_of_several_lines():
    with pytest.raises(z.SpecError) as raised:
        Tree("((3 12 8)\n\t(2 4 six)\n (14 5 2))")
    said, line, caret = str(raised.value).splitlines()
    assert said.startswith("tree, line 2, column 7: 'six' is not a node")
    assert (line, caret) == ("     (2 4 six)", "          ^")


def test_a_fault_in_a_long_line_is_shown_in_its_surroundings():
    with pytest.raises(z.SpecError) as raised:
        Tree(f"({'1 ' * 200}x {'2 ' * 200})")
    _, line, caret = str(raised.value).splitlines()
    assert line[caret.index("^")] == "x"
    assert len(line) < 110


def test_an_empty_text_is_no_tree():
    with pytest.raises(z.SpecError, match="an empty text is no tree"):
        Tree("  \n")


@pytest.mark.parametrize("thing", [True, [1, {3}], object(), [3, [int]]])
def test_what_is_no_node_is_refused(thing):
    with pytest.raises(z.SpecError, match=r"is no node of a tree; a node is a number, None \(unknown\), a list of nodes, or text"):
        Tree(thing)


def test_lists_that_contain_themselves_are_refused():
    endless: list = []
    endless.append(endless)
    with pytest.raises(z.SpecError, match="nested too deep, or contain themselves"):
        Tree(endless)


@given(st.text(alphabet="()<>=:?.,/ 12MAXINPchance\n-", max_size=30))
def test_no_text_leads_to_another_error(text):
    try:
        tree = Tree(text)
    except z.SpecError:
        return
    assert tree.show(0)


# Information sets

FUSION = "chance(.5: MAX@begin(safe=.5 go=MAX@then(a=1 b=-1)) .5: MAX@begin(safe=.5 go=MAX@then(a=-1 b=1)))"


def test_nodes_with_one_label_look_alike_to_who_moves_there_and_to_nobody_else():
    game = Tree("chance(.5: x=MIN(u=MAX@b(1 2) v=3) .5: y=MIN(u=MAX@b(4 5) v=6))")
    assert game.hidden
    assert {game.write(game.observe(game.read(path), MAX)) for path in ("/x/u", "/y/u")} == {"/x/u"}
    assert [game.write(game.observe(game.read(path), MIN)) for path in ("/x", "/y")] == ["/x", "/y"]
    assert [game.write(game.observe(game.read(path), MAX)) for path in ("/x", "/y", "/y/u/2")] == ["/x", "/x", "/y/u/2"]
    assert game.show(game.read("/y/u")).count("MAX @b") == 2


@pytest.mark.parametrize(("text", "value"), [("(((3 1) 12) (2 4))", 0), ("P1(P2(<1 2 3> <4 5 6>) P2(<7 8 9> <1 1 1>))", (5, 5, 5))])
def test_what_lies_beyond_the_depth_is_worth_0_or_the_middle_of_utilities_that_leave_0_out(text, value):
    assert z.best(Tree(text), depth=1).value == value


def test_a_tree_without_labels_hides_nothing():
    game = Tree("((3 12) (2 4))")
    assert not game.hidden
    assert all(game.observe(node, player) == node for node in range(7) for player in (MAX, MIN))


@pytest.mark.parametrize("text", [FUSION, "MAX(MIN@b(1 -1) MIN@b(-1 1))", "P1(P2@b(<1 2 3> <4 5 6>) P2@b(<7 8 9> <1 1 1>))"])
def test_the_check_finds_no_fault_in_trees_with_information_sets(text):
    assert z.check(Tree(text), compile=False).ok


def test_the_check_finds_who_forgets():
    report = z.check(Tree("MAX(l=MAX@b(1 2) r=MAX@b(3 4))"), compile=False)
    assert [problem.rule for problem in report.problems] == ["recall"]


def test_matching_pennies_is_worth_nothing_and_played_evenly():
    strategy = z.equilibrium(Tree("MAX(h=MIN@b(h=1 t=-1) t=MIN@b(h=-1 t=1))"), iterations=2000)
    assert {seen: shares["h"] for seen, shares in strategy.rows()} == {
        "/": pytest.approx(0.5, abs=0.01),
        "/h": pytest.approx(0.5, abs=0.01),
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(chance@b(1: 2) 3)", "'chance@b' is no information set"),
        ("(@(1 2) 3)", "'@' is no information set"),
        ("(b@x(1 2) 3)", "'b' is no player; before @ there is MAX"),
        ("(@b 3)", "@b must be followed by its children"),
        ("(MAX@b(1 2) MIN@b(1 2))", "the nodes of the information set b have different players"),
        ("(@b(1 2) @b(1 2 3))", "the nodes of the information set b have different actions"),
        ("(@b(x=1 2) @b(1 x=2))", "the nodes of the information set b have different actions"),
    ],
)
def test_information_sets_that_are_none_are_faults(text, complaint):
    with pytest.raises(z.SpecError, match=complaint):
        Tree(text)
