"""The picture of a tree: the name of an action stands over the node that it leads to."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from zermelo.draw import tree as drawing
from zermelo.draw.palette import LETTER
from zermelo.draw.tikz import tikz

NAMES = re.compile(r'class="name" data-name="(\d+)" x="([\d.]+)"')


def test_each_name_is_nearer_to_its_own_node_than_to_its_neighbours():
    nodes = [drawing.Node(-1, drawing.MAX), *(drawing.Node(0, drawing.MIN, name=f"({place},{place})") for place in range(9))]
    made = drawing.tree(nodes)
    names = {int(number): float(x) for number, x in NAMES.findall(made.svg)}
    assert sorted(names) == list(range(1, 10))
    for number, x in names.items():
        assert min(names, key=lambda other: abs(made.places[other][0] - x)) == number


def test_names_of_neighbours_do_not_overlap():
    nodes = [drawing.Node(-1, drawing.MAX), *(drawing.Node(0, drawing.LEAF, "1", name="a long name") for _ in range(9))]
    places = [float(x) for _, x in NAMES.findall(drawing.tree(nodes).svg)]
    assert min(right - left for left, right in pairwise(places)) > LETTER * 10 * len("a long name")


def test_a_name_stands_on_its_branch_where_there_is_room():
    """Four nodes, far from each other for what is below them: each branch is interrupted by its name, and not hidden behind it."""
    nodes = [drawing.Node(-1, drawing.MAX), *(drawing.Node(0, drawing.MIN, name=f"({place},{place})") for place in range(4))]
    nodes += [drawing.Node(parent, drawing.LEAF, "1") for parent in range(1, 5) for _ in range(6)]
    made = drawing.tree(nodes)
    root, _ = made.places[0]
    for number, x in NAMES.findall(made.svg):
        assert float(x) == pytest.approx(root + 0.8 * (made.places[int(number)][0] - root), abs=0.1)


def test_what_is_told_of_nodes_that_are_folded_away_does_not_overlap():
    nodes = [drawing.Node(-1, drawing.MAX), *(drawing.Node(0, drawing.MIN, "1") for _ in range(4))]
    nodes += [drawing.Node(parent, drawing.LEAF, "1") for parent in range(1, 5) for _ in range(3)]
    told = "3 more nodes below"
    made = drawing.tree(nodes, most=5, folded_note=lambda count: told)
    places = [float(x) for x in re.findall(rf'x="([\d.]+)"[^>]*>{told}<', made.svg)]
    assert len(places) == 4
    assert min(right - left for left, right in pairwise(places)) > LETTER * 10 * len(told)


@pytest.mark.parametrize("shape", [drawing.MAX, drawing.MIN, drawing.CHANCE])
@pytest.mark.parametrize(("value", "wider"), [("-3", ""), ("-0.125", ""), ("-0.0004882812", ", xscale=2.17")])
def test_a_shape_on_a_slide_is_not_higher_for_a_long_value(shape, value, wider):
    nodes = [drawing.Node(-1, shape, value), drawing.Node(0, drawing.LEAF, value)]
    text = tikz(nodes, drawing.tree(nodes)).replace(r"\mbox{-}", "-")
    (made,) = re.findall(r"\\node\[(.*)\] \(n0\) at \S+ \{(.*?)\};(.*)", text)
    assert made[0] == shape + wider
    assert made[1] == (value if len(value) <= 2 else "")
    assert value in made[1] + made[2]


def test_names_on_the_branches_of_a_wide_slide_stand_beside_one_another():
    names = [f"{place}-{place + 5}x{place + 9}" for place in range(10, 40)]
    nodes = [drawing.Node(-1, drawing.MAX, "0", ""), *(drawing.Node(0, drawing.LEAF, "0", name) for name in names)]
    text = tikz(nodes, drawing.tree(nodes)).replace(r"\mbox{-}", "-")
    stand = re.findall(r"\\node\[branch\] at \(([-\d.]+),([-\d.]+)\) \{(.*)\};", text)
    assert [name for _, _, name in stand] == names
    assert len({height for _, height, _ in stand}) == 1
    centimetres = 0.0264 * 10 * LETTER  # a letter of ten pixels
    assert all(float(right[0]) - float(left[0]) >= centimetres * len(left[2]) for left, right in pairwise(stand))
