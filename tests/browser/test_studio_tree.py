"""The pages of trees and orders in a real browser: errors, what fits into the frame, and what stands in the nodes."""

from __future__ import annotations

import pytest

from tests.browser.studio import served

pytestmark = pytest.mark.slow

WIDE = "/tree?game=desconecta4boom&depth=3"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


def widths(tab):
    """How wide the tree is drawn, and how much of it the frame shows."""
    drawn = tab.locator(".frame svg").evaluate("picture => picture.getBoundingClientRect().width")
    return drawn, tab.locator(".player .frame").evaluate("frame => frame.clientWidth")


@pytest.mark.parametrize(("page", "result"), [("tree", "form.player"), ("order", ".found")])
def test_what_fails_leaves_no_old_result(tab, address, page, result):
    tab.goto(f"{address}/{page}?game=pawns")
    tab.locator(result).wait_for()
    tab.locator(".choose input").first.fill("shogi")
    tab.get_by_role("button", name="Show", exact=True).click()
    tab.get_by_role("alert").get_by_text("there is no game 'shogi'").wait_for()
    assert tab.locator(result).count() == 0
    tab.locator(".choose input").first.fill("hexapawn")
    tab.locator(".choose input[type=number]").fill("2")
    tab.get_by_role("button", name="Show", exact=True).click()
    tab.locator(result).wait_for()
    assert tab.locator(".trouble:visible").count() == 0


@pytest.mark.parametrize("width", [1200, 375])
def test_the_whole_width_of_a_tree_fits(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address + WIDE)
    tab.locator(".frame svg").wait_for()
    drawn, room = widths(tab)
    assert drawn > room  # letters can be read at first
    tab.locator("[data-do=fit]").click()
    drawn, room = widths(tab)
    assert drawn == pytest.approx(room, abs=1)


def test_zooming_keeps_the_place(tab, address):
    tab.goto(address + WIDE)
    frame = tab.locator(".player .frame")
    tab.locator(".frame svg").wait_for()
    frame.evaluate("frame => { frame.scrollLeft = frame.scrollWidth / 2 }")
    middle = (
        "frame => { const room = frame.getBoundingClientRect(), box = frame.firstElementChild.getBoundingClientRect();"
        " return (room.left + room.width / 2 - box.left) / box.width }"
    )
    before = frame.evaluate(middle)
    for _ in range(3):
        tab.locator("[data-do=in]").click()
    assert frame.evaluate(middle) == pytest.approx(before, abs=0.01)
    for _ in range(3):
        tab.locator("[data-do=out]").click()
    assert frame.evaluate(middle) == pytest.approx(before, abs=0.01)


@pytest.mark.parametrize("notes", ["windows", "intervals"])
@pytest.mark.parametrize("game", ["tree('(b=.03 c=(d=-.05 g=?))')", "tree('((.0312 .0825) (.0173 .0999 .0456))')", "pawns"])
def test_what_stands_beside_the_nodes_is_seen_whole_at_each_step(tab, address, game, notes):
    tab.goto(f"{address}/tree?game={game}&algorithm=alphabeta")
    tab.locator(".frame svg").wait_for()
    tab.locator(f"[name=notes][value={notes}]").check()
    steps = int(tab.locator("[data-show=place]").inner_text().split("/")[1])
    for _ in range(steps):
        outside = tab.evaluate(
            "() => { const edge = document.querySelector('.frame svg').getBoundingClientRect().right;"
            " return [...document.querySelectorAll('.frame .note')].filter((note) => note.textContent &&"
            " note.getBoundingClientRect().right > edge).map((note) => note.textContent) }"
        )
        assert outside == []
        tab.keyboard.press("ArrowRight")


@pytest.mark.parametrize("scheme", [1200, 375])
def test_the_caption_of_a_state_is_seen_whole(tab, address, scheme):
    tab.set_viewport_size({"width": scheme, "height": 800})
    tab.goto(f"{address}/tree?game=pawns")
    caption = tab.locator("[data-show=board] svg text.news")
    caption.wait_for()
    assert caption.text_content() == "white (w) to move"
    assert caption.evaluate("text => text.getBoundingClientRect().right <= text.ownerSVGElement.getBoundingClientRect().right")


def test_a_node_whose_children_were_all_searched_has_its_value_and_no_bound(tab, address):
    tab.goto(f"{address}/tree?game=tree")
    tab.locator(".frame svg").wait_for()
    tab.get_by_label("To the end").click()
    assert [tab.locator(f"#n{node} .value").text_content() for node in (1, 2, 3)] == ["3", "≤2", "2"]
    tab.locator("[name=notes][value=intervals]").check()
    assert [tab.locator(f"#n{node} .note").text_content() for node in (1, 2, 3)] == ["[3, 3]", "[-∞, 2]", "[2, 2]"]
