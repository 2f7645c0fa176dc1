"""Fields of cells as SVG: as many rectangles as there are runs, and nothing that breaks the file."""

from __future__ import annotations

import re
import runpy
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from zermelo.draw.field import FILLS, field

ROOT = Path(__file__).parent.parent


def drawn(svg):
    """The rectangles that are cells: place, height and colour."""
    ElementTree.fromstring(svg)  # noqa: S314  what we wrote ourselves
    found = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="10" height="([\d.]+)" fill="(#\w+)"/>', svg)
    return [(float(x), float(y), float(height), fill) for x, y, height, fill in found]


def test_a_run_of_one_kind_is_one_rectangle():
    svg = field([[0, 0, 1], [None, 1]], ("roll", "hold"), title="A field", across="x", upwards="y", cell=10)
    assert [(height, FILLS.index(fill)) for _, _, height, fill in drawn(svg)] == [(20, 0), (10, 1), (10, 1)]
    (x0, y0, _, _), (x1, y1, _, _), (x2, y2, _, _) = drawn(svg)
    assert (x0, y0) == (x1, y1 + 10)
    assert (x2, y2) == (x1 + 10, y0)  # the second column begins a cell higher


def test_text_is_escaped_and_the_guide_is_named():
    svg = field([[0]], ("<b>",), title="a & b", across='"', upwards="<", guide=(1, "hold & go"))
    ElementTree.fromstring(svg)  # noqa: S314
    assert "hold &amp; go" in svg


@pytest.mark.parametrize(("columns", "names"), [([[None]], ("a",)), ([[0, 1]], ("a",)), ([[0]], ("a", "b", "c", "d"))])
def test_what_cannot_be_drawn_is_said(columns, names):
    with pytest.raises(ValueError, match="a field needs cells"):
        field(columns, names, title="", across="", upwards="")


def test_the_picture_of_pig_can_be_made_and_the_one_of_the_page_is_there():
    made = runpy.run_path(str(ROOT / "docs" / "images" / "pig.py"))["picture"](12, 3, mode="interpreted")
    assert "when the other has 3 points" in made
    assert {fill for _, _, _, fill in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="7" height="([\d.]+)" fill="(#\w+)"/>', made)}
    assert (ROOT / "docs" / "images" / "pig-policy.svg").read_text(encoding="utf-8").startswith("<svg")
