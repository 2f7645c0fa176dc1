"""Pictures: well-formed, self-contained, and legible without colours."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.draw.chart import GAP, MARKS, Curve, chart, spread

SVG = "{http://www.w3.org/2000/svg}"


def drawn(curves, **options):
    text = chart(curves, **{"title": "A title", "across": "depth", "upwards": "nodes", **options})
    return ElementTree.fromstring(text)  # noqa: S314  what we wrote ourselves


def straight(name, factor, last=6, **options):
    return Curve(name, tuple((depth, factor**depth) for depth in range(1, last + 1)), **options)


def texts(root):
    return {"".join(node.itertext()): node for node in root.iter(f"{SVG}text")}


def test_it_needs_nothing_from_elsewhere_and_says_its_title():
    text = chart([straight("one", 3)], title="Nodes & depth <here>", across="depth", upwards="nodes")
    assert text.count("http") == 1  # the name of SVG itself
    assert "<script" not in text
    assert "<image" not in text
    root = ElementTree.fromstring(text)  # noqa: S314
    assert root.find(f"{SVG}title").text == "Nodes & depth <here>"
    assert {"Nodes & depth <here>", "depth", "nodes", "one"} <= set(texts(root))


def test_the_same_data_give_the_same_picture():
    curves = [straight("one", 3), straight("two", 2.5)]
    assert chart(curves, title="a", across="b", upwards="c") == chart(curves, title="a", across="b", upwards="c")


def test_words_that_are_too_long_for_a_line_take_several_and_nothing_is_left_out():
    words = {"title": "ladder " * 30, "subtitle": "from here " * 40, "footnote": "note " * 80}
    short, long = drawn([straight("one", 3)], subtitle="s", footnote="f"), drawn([straight("one", 3)], **words)
    lines = [(float(one.get("y")), int(one.get("font-size", 13)), one.text) for one in long.iter(f"{SVG}text")]
    for (said, size), word in zip(
        ((words["title"], 20), (words["subtitle"], 13), (words["footnote"], 11)), ("la", "fr", "no"), strict=True
    ):
        places = [(y, text) for y, of, text in lines if of == size and text.startswith((word, "here"))]
        assert len(places) > 1
        assert " ".join(text for _, text in places) == said.strip()
        assert all(low - high >= size for (high, _), (low, _) in itertools.pairwise(places))
        assert all(0.58 * size * len(text) <= 960 - 48 for _, text in places)
    assert float(long.get("height")) > float(short.get("height")) > 0
    assert max(y for y, *_ in lines) < float(long.get("height"))


def test_names_of_curves_that_end_in_one_point_do_not_overlap():
    names = [f"curve {number}" for number in range(24)]
    root = drawn([straight(name, 3, note="729") for name in names], guides=[straight("guide", 3)])
    heights = sorted(float(texts(root)[name].get("y")) for name in [*names, "guide"])
    assert all(below - above >= GAP - 0.2 for above, below in itertools.pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < float(root.get("height"))


def test_every_curve_has_a_mark_of_its_own_so_that_colours_are_not_needed():
    root = drawn([straight(str(number), 3 + number) for number in range(len(MARKS))])
    forms = {
        (node.tag, node.get("fill") == "#ffffff", len(node.get("points", "").split()), _shape(node))
        for node in root.iter()
        if node.get("stroke-width") == "1.4"
    }
    assert len(forms) == len(MARKS)


def _shape(node):
    """The corners of a polygon from its first one."""
    corners = [tuple(map(float, corner.split(","))) for corner in node.get("points", "").split()]
    return tuple((round(x - corners[0][0]), round(y - corners[0][1])) for x, y in corners)


def test_higher_numbers_are_drawn_higher_and_in_order():
    root = drawn([straight("low", 2), straight("high", 5)])
    heights = {name: float(texts(root)[name].get("y")) for name in ("low", "high")}
    assert heights["high"] < heights["low"]


def test_a_step_of_ten_is_the_same_height_everywhere():
    root = drawn([Curve("one", ((1, 1), (2, 1000)))])
    lines = sorted(float(node.get("y")) for name, node in texts(root).items() if name in ("100", "101", "102", "103"))
    steps = [round(below - above, 1) for above, below in itertools.pairwise(lines)]
    assert len(steps) == 3
    assert max(steps) - min(steps) <= 0.2


def test_what_is_guessed_is_dotted_and_what_is_of_another_kind_is_dashed():
    root = drawn([straight("known", 3), straight("half", 2, last=3, guessed=((4, 16), (5, 32))), straight("other", 4, dashed=True)])
    dashes = [node.get("stroke-dasharray") for node in root.iter(f"{SVG}polyline") if node.get("stroke-dasharray")]
    assert sorted(dashes) == ["1.5 4", "3 2", "5 3"]  # the curve that is guessed; the other one and the way to its name


def test_raised_parts_are_raised():
    label = texts(drawn([straight("one", 3)], guides=[straight("b^{m/2}", 2)]))["bm/2"]
    (raised,) = label.iter(f"{SVG}tspan")
    assert (raised.text, raised.get("dy")[0]) == ("m/2", "-")


def test_one_point_is_enough():
    """Its mark stands above the 3, and the logarithm of 7 on the way from 1 to 10; another is beside its name."""
    root = drawn([Curve("one", ((3, 7),))])
    mark, beside = (node for node in root.iter() if node.get("stroke-width") == "1.4")
    x, y = ({name: float(node.get(axis)) for name, node in texts(root).items()} for axis in ("x", "y"))
    down = y["one"] - float(beside.get("cy"))  # of a text beside its middle
    assert float(mark.get("cx")) == x["3"]
    assert float(mark.get("cy")) == pytest.approx(y["100"] + log10(7) * (y["101"] - y["100"]) - down, abs=0.1)


@pytest.mark.parametrize("points", [(), ((1, 0),), ((1, -2),), ((1, float("inf")),), ((1, float("nan")),)])
def test_what_a_logarithmic_axis_does_not_have_is_refused(points):
    with pytest.raises(ValueError, match="a chart needs points"):
        drawn([Curve("one", points)])


@given(name=st.text(max_size=80), title=st.text(max_size=300), note=st.text(max_size=20))
def test_any_text_gives_a_well_formed_picture(name, title, note):
    root = drawn([straight(name, 3, note=note)], title=title, subtitle=title, footnote=name)
    if title.isprintable():
        assert root.find(f"{SVG}title").text == (title or None)
    assert len(list(root.iter(f"{SVG}circle"))) == 7  # a mark a point, and one beside the name, whatever is written


@given(
    wanted=st.lists(st.floats(0, 500), min_size=1, max_size=30).map(sorted),
    gap=st.floats(1, 16),
)
def test_spread_keeps_labels_apart_inside_and_in_order(wanted, gap):
    places = spread(wanted, gap, 0, 500)
    assert all(after - before >= gap - 1e-6 for before, after in itertools.pairwise(places))
    assert places[0] >= -1e-6
    assert places[-1] <= 500 + 1e-6


def test_spread_leaves_labels_alone_that_have_room():
    assert spread([10, 50, 90], 10, 0, 100) == [10, 50, 90]
    assert spread([50, 50], 10, 0, 100) == [45, 55]


def test_an_even_axis_takes_numbers_below_0_and_has_round_ticks():
    curve = Curve("points", ((1, -0.31), (1500, 0.276)))
    root = drawn([curve], logarithmic=False)
    assert {"-0.4", "-0.3", "0", "0.3", "1500"} <= set(texts(root))
    with pytest.raises(ValueError, match="above 0"):
        drawn([curve])
    marks = list(drawn([Curve("flat", ((1, 2.0), (2, 2.0)))], logarithmic=False).iter(f"{SVG}circle"))
    assert len({mark.get("cy") for mark in marks}) == 1
    assert len({mark.get("cx") for mark in marks}) == 3  # of the two points, and beside the name
