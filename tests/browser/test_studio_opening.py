"""A tree of more than a hundred thousand nodes in a real browser: opened by keys, walked along its line and by its cut-offs."""

from __future__ import annotations

import pytest

from tests.browser.studio import becomes, served

pytestmark = pytest.mark.slow

LABELS = "squares => squares.map((square) => square.getAttribute('aria-label'))"


def test_a_large_tree_is_opened_node_by_node(tab, tmp_path):
    with served(tmp_path / "s.sqlite") as address:
        tab.goto(f"{address}/tree?game=connect4&depth=8&algorithm=alphabeta")
        rows, at = tab.get_by_role("treeitem"), tab.locator("[role=treeitem][aria-selected=true]")
        at.get_by_text("root").wait_for()
        becomes(rows.count, 8)
        at.focus()
        for key in ("End", "ArrowUp", "Home", "ArrowDown", "Enter"):
            tab.keyboard.press(key)
        tab.locator("[aria-level='3']").first.wait_for()
        becomes(rows.count, 15)
        becomes(lambda: at.get_attribute("aria-expanded"), "true")
        tab.keyboard.press("ArrowRight")
        tab.wait_for_url("**node=0.0")
        for key in ("ArrowLeft", "ArrowLeft"):
            tab.keyboard.press(key)
        tab.wait_for_url("**node=0")
        becomes(rows.count, 8)
        becomes(lambda: at.evaluate("row => row === document.activeElement"), True)

        tab.keyboard.press("Home")
        for level in range(2, 10):
            tab.get_by_role("button", name="Follow the line").click()
            tab.locator(f"[role=treeitem][aria-selected=true][aria-level='{level}'].best").wait_for()
        tab.get_by_role("button", name="Follow the line").click()
        tab.get_by_text("The line ends here.").wait_for()
        tab.get_by_role("button", name="Previous cut-off").click()
        tab.locator("[aria-selected=true]", has_text="cut off below").wait_for()
        tab.get_by_role("button", name="Next cut-off").click()
        tab.wait_for_function("() => !document.querySelector('.outline').hasAttribute('aria-busy')")
        told, row = tab.url, at.get_attribute("aria-label")
        tab.get_by_role("status").filter(has_text="Nodes from the one at hand down: ").wait_for()
        tab.locator(".outline .place [data-square][aria-label*=disc]").first.wait_for()
        board = tab.locator(".outline .place [data-square]").evaluate_all(LABELS)
        tab.goto("about:blank")
        tab.goto(told)
        at.get_by_text(row.split(",")[0], exact=True).wait_for()
        becomes(lambda: at.get_attribute("aria-label"), row)
        tab.locator(".outline .place [data-square]").first.wait_for()
        becomes(lambda: tab.locator(".outline .place [data-square]").evaluate_all(LABELS), board)

        tab.get_by_label("Depth").select_option("2")  # another search begins at its root, step by step
        tab.locator("form.player").wait_for()
        becomes(lambda: "node=" not in tab.url, True)
        becomes(tab.locator(".outline").count, 0)
