"""Trees that are drawn by hand: each change to the text, names in quotes, JSON, and what is said of faults in other languages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.games.tree import Tree
from zermelo.games.tree_edit import CHANGES, arranged, changed
from zermelo.games.tree_text import TreeTextError, data_of, read_tree, text_of, written
from zermelo.languages import language

BOOK = "((3 12 8) (2 4 6) (14 5 2))"
FULL = '("a1-a2"=MIN(.5 -1/3) c=MAX@s(? 2) d=MAX@s(1 2) chance(.9: e=<2 -2> 1/10: -1e3))'
LEAVES = st.integers(-99, 99).map(str) | st.sampled_from(["?", ".5", "-1/3", "a_1=2", '"b1-a2"=7'])


def grown(below):
    several = st.lists(below, min_size=1, max_size=3).filter(lambda parts: len({one.partition("=")[0] for one in parts}) == len(parts))
    inner = st.builds(lambda word, parts: f"{word}({' '.join(parts)})", st.sampled_from(["", "MAX", "MIN"]), several)
    return inner | several.map(lambda parts: f"chance({' '.join(f'1/{len(parts)}: {one}' for one in parts)})")


TREES = st.recursive(LEAVES, grown, max_leaves=12)


@given(TREES)
def test_what_is_written_is_read_again_and_json_says_the_same(text):
    root, players = read_tree(text)
    assert written(root) == " ".join(text.split())
    assert players == 2
    game, again = Tree(text), Tree(json.loads(json.dumps(data_of(root))))
    assert [game.show(state) for state in range(len(game._children))] == [again.show(state) for state in range(len(again._children))]


def test_all_that_a_node_may_have_is_kept():
    root, _ = read_tree(FULL)
    assert written(root) == FULL
    assert written(read_tree(text_of(data_of(root)))[0]) == FULL.replace(".5", "0.5").replace("-1/3", "-0.3333333333333333").replace(
        "-1e3", "-1000"
    )


def test_a_name_in_quotes_is_a_move_s():
    tree = Tree('("a1-a2"=(1 2) "b1xa2"=0)')
    assert tree.name(0, 1) == "a1-a2"
    assert tree.write(tree.read("/a1-a2/2")) == "/a1-a2/2"
    for name in ('"12"', '"a b"', '"a/b"', '""'):
        with pytest.raises(TreeTextError, match="cannot be a name"):
            Tree(f"({name}=1 2)")


@pytest.mark.parametrize(
    ("change", "node", "facts", "text", "at"),
    [
        ("add", 1, {}, "((3 12 8 0) (2 4 6) (14 5 2))", 1),
        ("add", 4, {}, "(((3) 12 8) (2 4 6) (14 5 2))", 4),
        ("remove", 2, {}, "((3 12 8) (14 5 2))", 2),
        ("remove", 0, {}, "0", 0),
        ("move", 1, {"to": 2}, "((2 4 6) (14 5 2) (3 12 8))", 3),
        ("mover", 2, {"mover": z.MAX}, "((3 12 8) MAX(2 4 6) (14 5 2))", 2),
        ("mover", 2, {"mover": z.MIN}, BOOK, 2),
        ("mover", 2, {"mover": z.CHANCE}, "((3 12 8) chance(1/3: 2 1/3: 4 1/3: 6) (14 5 2))", 2),
        ("mover", 4, {"mover": z.MAX}, "(((3) 12 8) (2 4 6) (14 5 2))", 4),
        ("worth", 4, {"text": "-1/2"}, "((-1/2 12 8) (2 4 6) (14 5 2))", 4),
        ("worth", 1, {"text": "3"}, "(3 (2 4 6) (14 5 2))", 1),
        ("worth", 3, {"text": "MAX(1 (2 3))"}, "((3 12 8) (2 4 6) MAX(1 (2 3)))", 3),
        ("name", 1, {"text": "b"}, "(b=(3 12 8) (2 4 6) (14 5 2))", 1),
        ("players", 0, {"count": 3}, "((<3 -3 0> <12 -12 0> <8 -8 0>) (<2 -2 0> <4 -4 0> <6 -6 0>) (<14 -14 0> <5 -5 0> <2 -2 0>))", 0),
    ],
)
def test_a_change_leaves_a_tree_and_a_place(change, node, facts, text, at):
    assert changed(BOOK, change, node, **facts) == (text, at)


def test_every_change_is_tried():
    (mark,) = [mark for mark in test_a_change_leaves_a_tree_and_a_place.pytestmark if mark.name == "parametrize"]
    assert {row[0] for row in mark.args[1]} | {"odds"} == set(CHANGES)


def test_probabilities_sum_to_1_whatever_is_changed():
    text, _ = changed("chance(.2: 1 .3: 2 .5: 3)", "remove", 1)
    assert text == "chance(0.375: 2 0.625: 3)"
    assert changed(text, "add", 0)[0] == "chance(0.25: 2 5/12: 3 1/3: 0)"
    assert changed(text, "odds", 0, texts=["1/4", ".75"])[0] == "chance(1/4: 2 .75: 3)"
    assert changed(text, "mover", 0, mover=z.MIN)[0] == "MIN(2 3)"
    with pytest.raises(TreeTextError, match=r"sum to 1.25, not to 1"):
        changed(text, "odds", 0, texts=["1/2", ".75"])
    with pytest.raises(z.SpecError, match="2 probabilities are needed, one for each outcome, and here are 3"):
        changed(text, "odds", 0, texts=["1/4", "1/4", "1/2"])


def test_players_come_and_go():
    three, _ = changed("(b=MAX(1 2) 3)", "players", count=3)
    assert three == "(b=P1(<1 -1 0> <2 -2 0>) <3 -3 0>)"
    assert changed(three, "mover", 1, mover=2)[0] == "(b=P3(<1 -1 0> <2 -2 0>) <3 -3 0>)"
    assert changed(three, "players", count=2)[0] == "(b=MAX(1 2) 3)"
    with pytest.raises(z.SpecError, match="there is no player 3"):
        changed("(1 2)", "mover", 0, mover=2)


def test_the_children_of_each_node_are_put_in_order():
    assert arranged("((1 2) 3)", [[2, 1], [4, 3], [], [], []]) == "(3 (2 1))"


FAULTS = [
    "", "(1", "1 2", "MAX@1(2)", "X@b(1)", "MAX 3", "()", "chance(.5: 1 .6: 2)", "(MAX=1)", "(a=1 a=2)", "chance(1)", "chance(2: 1)",
    "(<1 2", "<1>", "(3: 1)", "(b)", "(1-)", "(a=", "<1 x>", "<1 2 3 P4(<1 2 3>)", "P3(MAX(1))", "(<1 2 3> 4)", "(<1 2>)",
    "(MAX@a(1) MIN@a(1))", "(MAX@a(1) MAX@a(1 2))",
]  # fmt: skip


@pytest.mark.parametrize("code", ["es", "pt"])
@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_in_other_languages(text, code):
    with pytest.raises(z.SpecError) as raised:
        Tree(text)
    said = raised.value.reason if isinstance(raised.value, TreeTextError) else str(raised.value)
    told = language(code).spoken(said, Tree.phrases)
    assert told != said
    assert not any(word in told.split() for word in ("the", "is", "of", "node", "with"))


def test_phrases_have_as_many_parts_in_each_language():
    assert list(Tree.phrases["es"]) == list(Tree.phrases["pt"])
    for phrases in Tree.phrases.values():
        assert [text for text, told in phrases.items() if text.count("{}") < told.count("{}")] == []


def test_json_that_is_no_tree_is_refused():
    for data, told in [
        ({"value": 1, "children": [2]}, "either a value or children"),
        ({"worth": 1}, "has a part 'worth'"),
        (True, "no node"),
    ]:
        with pytest.raises(z.SpecError, match=told):
            Tree([data])
