"""A search as a picture that moves: each step in its time, the tree standing still, and the last step for who wants no movement."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import zermelo as z
from zermelo.explain import animation as made
from zermelo.explain.animation import animation
from zermelo.explain.export import exported
from zermelo.explain.narration import Narration
from zermelo.explain.picture import steps_shown

SVG = "{http://www.w3.org/2000/svg}"
BOOK = z.observe(z.load_game("tree"), algorithm="alphabeta")


def moments(svg):
    """When what has which class is seen: the shares of the whole, from and until."""
    seen = {}
    for name, turns in re.findall(r"@keyframes (\w+)\{(.*)\}\n", svg):
        times = {
            what: float(share) for share, what in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", turns) if (share, what) != ("0", "hidden")
        }
        seen[name] = times.get("visible", 0.0), times.get("hidden", 100.0)
    return seen


def shown_at(svg, share):
    """The texts and values that are seen when this share of the whole has gone by."""
    root = ElementTree.fromstring(svg)  # noqa: S314  our own
    when = moments(svg)
    found = {"sentence": [], "values": {}, "now": None}

    def walk(element):
        first, until = when.get(element.get("class", ""), (0.0, 100.0))
        if not first <= share < until:
            return
        if element.tag == f"{SVG}text" and element.get("font-size") == "13":
            found["sentence"].append(element.text)
        if element.get("data-node"):
            found["values"][int(element.get("data-node"))] = element.find(f"{SVG}text[@class='value']").text or ""
            if "now" in element.get("class").split():
                found["now"] = int(element.get("data-node"))
        for part in element:
            walk(part)

    walk(root)
    return found


def test_each_step_is_seen_in_its_time_with_its_sentence():
    svg = animation(BOOK)
    steps = steps_shown(BOOK)
    telling = Narration(BOOK)
    whole = len(steps) + 1 + 3
    for place, (number, step) in enumerate(steps):
        seen = shown_at(svg, 100 * (place + 0.5) / whole)
        assert " ".join(seen["sentence"]) == telling.step(number)
        assert seen["now"] == step.node


def test_values_come_as_they_are_found_and_the_last_frame_has_them_all():
    svg = animation(BOOK)
    assert set(shown_at(svg, 0.0)["values"].values()) == {""}
    last = shown_at(svg, 99.9)
    assert (last["values"][0], last["values"][1]) == ("3", "3")
    assert len(last["values"]) == len(BOOK)
    assert "best play: 1 1" in " ".join(last["sentence"])


def test_what_is_seen_last_is_what_stands_without_movement():
    svg = animation(BOOK)
    assert "prefers-reduced-motion" in svg
    standing = dict(re.findall(r"^\.(\w+)\{visibility:(\w+);", svg, re.MULTILINE))
    assert {name: until == 100.0 for name, (_, until) in moments(svg).items()} == {name: how == "visible" for name, how in standing.items()}


def test_a_run_of_too_many_steps_is_refused(monkeypatch):
    monkeypatch.setattr(made, "MOST_STEPS", 10)
    with pytest.raises(z.SearchError, match="a picture that moves at most 10; look less deep"):
        animation(BOOK)


def test_only_an_svg_moves():
    with pytest.raises(z.SpecError, match="a picture that moves is written as svg, not as html"):
        exported(BOOK, "html", animated=True)


def test_the_picture_of_the_readme_is_what_its_command_makes():
    assert (Path(__file__).parents[2] / "docs/images/explain-steps.svg").read_text(encoding="utf-8") == animation(BOOK)
