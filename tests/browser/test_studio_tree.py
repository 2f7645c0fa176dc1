"""The pages of trees and orders in a real browser: errors, what fits into the frame, and what stands in the nodes."""

from __future__ import annotations

import re
from functools import partial

import pytest

from tests.browser.studio import becomes, served

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


def test_what_fails_leaves_no_old_result(tab, address):
    tab.goto(f"{address}/order?game=pawns")
    tab.locator(".found").wait_for()
    tab.locator("button.chooser").click()
    tab.get_by_role("searchbox").fill("xiangqi")
    tab.keyboard.press("Enter")
    tab.get_by_role("alert").get_by_text("there is no game 'xiangqi'").wait_for()
    becomes(tab.locator(".found").count, 0)


@pytest.mark.parametrize("page", ["order", "ladder"])
def test_what_is_measured_is_chosen_and_nothing_is_typed(tab, address, page):
    """Its address holds all of it, so that a reload measures the same; another game begins at its beginning."""
    tab.goto(f"{address}/{page}?game=desconecta4boom&depth=2")
    tab.locator(".found tbody tr").first.wait_for()
    becomes(tab.locator("button.chooser").inner_text, "DESCONECTA-4 BOOM")
    tab.get_by_label("Depth").select_option("1")
    tab.wait_for_url("**depth=1")
    tab.get_by_label("Evaluation").select_option(label="a weighted sum")
    slider = tab.locator(".weights input").first
    slider.focus()
    tab.keyboard.press("ArrowRight")
    tab.wait_for_url(re.compile("evaluation=1.25"))
    tab.locator(".found tbody tr").first.wait_for()
    tab.reload()
    tab.locator(".found tbody tr").first.wait_for()
    becomes(lambda: (tab.get_by_label("Depth").input_value(), slider.input_value()), ("1", "1.25"))
    tab.locator("button.chooser").click()
    tab.get_by_role("dialog").get_by_role("button", name="Pawns Two pawns").click()
    tab.wait_for_url(f"**/{page}?game=pawns")
    tab.locator(".found tbody tr").first.wait_for()


SIGN = "one => Number(getComputedStyle(one, '::after').opacity)"
"""Whether there is a sign at the right edge of what is scrolled."""


def test_on_a_phone_a_sign_says_that_the_ladder_goes_on_to_the_right_and_its_chart_is_not_made_smaller(tab, address):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/ladder?game=pawns&depth=2")
    tab.locator(".found tbody tr").first.wait_for()
    tab.locator(".climbing").wait_for(state="detached")  # all is measured, and nothing is drawn anew
    rungs, chart = tab.locator(".found .wide"), tab.locator(".found .paper")
    for scrolled in (rungs, chart):
        assert scrolled.evaluate("one => one.scrollWidth > one.clientWidth")
        becomes(partial(scrolled.evaluate, SIGN), 1)
        scrolled.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
        becomes(partial(scrolled.evaluate, SIGN), 0)
    seen, natural = chart.locator("img").evaluate("one => [one.width, one.naturalWidth]")
    assert seen == natural
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth"), 390)
    rungs.evaluate("one => { one.scrollLeft = 0; }")
    seen = "cells => cells.filter((cell) => cell.getBoundingClientRect().right <= innerWidth).map((cell) => cell.textContent)"
    assert tab.locator(".found thead th").evaluate_all(seen)[:4] == ["rung", "nodes", "leaves", "time"]


def test_a_ladder_that_is_scrolled_stays_so_while_it_is_measured(tab, address):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/ladder?game=connect4&depth=9")
    rows, rungs = tab.locator(".found tbody tr"), tab.locator(".found .wide")
    rows.first.wait_for()
    scrolled = rungs.evaluate("one => { one.scrollLeft = 20; return one.scrollLeft; }")
    rungs.focus()
    rows.nth(rows.count()).wait_for()
    assert (scrolled, rungs.evaluate("one => [one.scrollLeft, document.activeElement === one]")) == (20, [20, True])
    tab.get_by_role("button", name="Stop").click()


@pytest.mark.parametrize("lang", ["en", "es", "pt"])
def test_on_a_phone_the_shares_of_a_strategy_stand_beside_their_bars(tab, address, lang):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/strategies?lang={lang}")
    tab.locator(".strategy tbody tr").first.wait_for()
    apart = (
        "all => all.map((one) => { const text = document.createRange(); text.selectNodeContents(one.firstElementChild);"
        " return one.lastElementChild.getBoundingClientRect().left - text.getBoundingClientRect().right; })"
    )
    for stage in ("Home", "End"):
        tab.locator(".slider input").press(stage)
        becomes(lambda: min(tab.locator(".mixed").evaluate_all(apart)) >= 4, True)
        assert tab.locator(".found .wide").evaluate("one => one.scrollWidth <= one.clientWidth")
    chart = tab.locator(".found .paper img")
    becomes(lambda: chart.evaluate("one => one.naturalWidth > 0 && one.width === one.naturalWidth"), True)


def test_who_types_fast_chooses_among_cards_that_are_still_to_come(tab, address):
    held = []
    tab.route("**/api/cards*", lambda route: held.append(route))
    tab.goto(f"{address}/tree?game=pawns")
    tab.locator("form.player").wait_for()
    with tab.expect_request("**/api/cards*"):
        tab.get_by_role("button", name="pawns").click()
    tab.get_by_role("searchbox").fill("shogi")
    tab.keyboard.press("Enter")
    held[0].continue_()
    tab.wait_for_url("**/tree?game=dobutsu*")


def test_a_search_is_chosen_and_its_address_holds_all_of_it(tab, address):
    """Nothing is typed but what is searched for; what cannot be searched leaves nothing of what was; a reload shows the same."""
    tab.goto(f"{address}/tree?game=pawns")
    tab.locator("form.player").wait_for()
    tab.get_by_role("button", name="pawns").click()
    tab.get_by_role("searchbox").fill("xiangqi")
    tab.keyboard.press("Enter")
    tab.get_by_role("alert").get_by_text("there is no game 'xiangqi'").wait_for()
    becomes(tab.locator("form.player").count, 0)
    tab.get_by_role("button", name="xiangqi").click()
    tab.locator("dialog .card", has_text="othello").wait_for()
    tab.get_by_role("searchbox").fill("English draughts, on 64 squares")
    becomes(tab.locator("dialog .cards li:visible").count, 1)
    tab.locator("dialog .card:visible").click()
    tab.get_by_label("Depth").select_option("2")
    tab.get_by_label("Evaluation").select_option("a weighted sum")
    tab.get_by_role("slider", name="mobility").fill("-2")
    tab.get_by_role("combobox", name="Algorithm").select_option("Alpha-beta, fail-hard")
    tab.get_by_role("heading", name="Alpha-beta, fail-hard on").wait_for()
    tab.keyboard.press("v")
    tab.get_by_label("what is known").check()
    tab.wait_for_url("**notes=intervals")
    told, sentence = tab.url, tab.locator(".sentence").inner_text()
    assert "evaluation=material+%2B+advancement+%2B+back_row+%2B+centre+-+2+*+mobility" in told
    tab.goto("about:blank")
    tab.goto(told)
    tab.locator(".sentence", has_text=sentence).wait_for()
    becomes(tab.locator("[name=notes][value=intervals]").is_checked, True)
    becomes(tab.get_by_role("slider", name="mobility").input_value, "-2")
    becomes(lambda: tab.locator(".frame").bounding_box()["y"] < 400, True)  # above the fold


def test_weights_are_changed_by_the_keys_of_their_sliders(tab, address):
    tab.goto(f"{address}/tree?game=othello&depth=2&evaluation=discs+%2B+mobility")
    tab.locator("form.player").wait_for()
    slider = tab.get_by_role("slider", name="mobility")
    for key, value in (("ArrowRight", "1.25"), ("ArrowLeft", "1"), ("Home", slider.get_attribute("min"))):
        slider.press(key)
        assert slider.input_value() == value


def test_what_opens_over_the_page_is_closed_by_escape_and_elsewhere(tab, address):
    tab.goto(f"{address}/tree?game=tictactoe&depth=2")
    tab.locator("form.player").wait_for()
    more, fold = tab.locator("summary", has_text="More"), tab.get_by_label("Position", exact=True)
    more.click()
    fold.focus()
    fold.press("Escape")
    fold.wait_for(state="hidden")
    becomes(lambda: more.evaluate("one => one === document.activeElement"), True)
    more.press("Enter")
    fold.wait_for()
    tab.locator("h1").first.click()
    fold.wait_for(state="hidden")


def test_while_another_search_is_looked_for_it_is_told_and_the_one_before_is_pale(tab, address):
    tab.goto(f"{address}/tree?game=pawns")
    shown = tab.locator(".shown")
    shown.locator("svg.tree").wait_for()
    held = []
    tab.route("**/api/tree", lambda route: held.append(route))
    tab.get_by_role("combobox", name="Algorithm").select_option("Minimax")
    told = tab.locator(".measuring")
    told.wait_for()
    becomes(told.inner_text, "One moment ...")
    becomes(lambda: told.bounding_box()["y"] < 800, True)
    becomes(lambda: shown.evaluate("shown => Number(getComputedStyle(shown).opacity)") < 0.5, True)
    held[0].continue_()
    tab.get_by_role("heading", name="Minimax on Pawns").wait_for()
    becomes(told.count, 0)
    becomes(lambda: shown.evaluate("shown => Number(getComputedStyle(shown).opacity)"), 1)


def test_a_page_that_is_opened_says_that_it_waits_from_its_first_question_on(tab, address):
    held = []
    tab.route("**/api/choices", lambda route: held.append(route))
    tab.goto(f"{address}/tree?game=pawns")
    tab.get_by_text("One moment ...").wait_for()
    held[0].continue_()
    tab.locator(".shown svg.tree").wait_for()
    becomes(tab.locator(".measuring").count, 0)


def test_two_searches_go_side_by_side(tab, address):
    """Alpha-beta beside minimax: both stand at the same place, and the one that has cut waits; where their nodes differ is told.

    The comparison is asked for before the first search is answered, whose answer must not take its place.
    """
    early = []
    tab.route("**/api/tree", lambda answer: early.append(answer))
    with tab.expect_request("**/api/tree"):
        tab.goto(f"{address}/tree?game=tree&algorithm=alphabeta")
    tab.get_by_label("Compare with").select_option("Minimax")
    tab.get_by_text("Both visit 11 nodes;").wait_for()
    for answer in early:
        answer.fulfill(response=tab.request.post(f"{address}/api/tree", data={"game": "tree"}))
    tab.unroute("**/api/tree")
    tab.get_by_text("Why the nodes differ").click()
    tab.get_by_text("2 nodes below 2. 2 2 and 2 3 are not searched").wait_for()
    tab.keyboard.press("c")
    for _ in range(2):
        tab.keyboard.press("ArrowRight")
    sentences = tab.locator(".sentence")
    sentences.nth(0).and_(tab.get_by_text("are not searched")).wait_for()  # it waits
    sentences.nth(1).and_(tab.get_by_text(re.compile("^2 2 is worth 4"))).wait_for()
    tab.keyboard.press("End")
    becomes(tab.locator(".sentence").all_inner_texts, ["The root is worth 3."] * 2)
    tab.keyboard.press("Home")
    tab.locator(".player .frame").nth(1).focus()
    tab.keyboard.press("ArrowRight")
    becomes(lambda: [text.split()[0] for text in tab.locator(".player .place").all_text_contents()], ["2", "2"])
    tab.keyboard.press("End")
    becomes(lambda: "against=minimax" in tab.url, True)
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="`make browser` installs axe")
    assert axe.Axe().run(tab).response["violations"] == []
    tab.locator("button.chooser").click()
    tab.locator("dialog .card").first.wait_for()
    assert axe.Axe().run(tab).response["violations"] == []


@pytest.mark.parametrize(("size", "against"), [((1280, 800), "&against=minimax"), ((390, 844), "")])
def test_that_none_follows_is_told_in_sight(tab, address, size, against):
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    tab.goto(f"{address}/tree?game=pawns&algorithm=alphabeta{against}")
    tab.locator(".player svg.tree").first.wait_for()
    tab.keyboard.press("End")
    tab.keyboard.press("b")
    told = tab.get_by_text("None follows.")
    told.wait_for()
    becomes(lambda: told.evaluate("one => one.getBoundingClientRect().bottom") <= size[1], True)


@pytest.mark.parametrize("game", ["pawns", "tictactoe"])
@pytest.mark.parametrize("width", [1280, 390])
def test_what_more_can_be_chosen_opens_within_the_page(tab, address, game, width):
    tab.set_viewport_size({"width": width, "height": 844})
    tab.goto(f"{address}/tree?game={game}&algorithm=alphabeta&depth=2")
    tab.locator(".player svg.tree").first.wait_for()
    tab.get_by_text("More", exact=True).click()
    tab.locator(".choose .more").wait_for()
    within = "one => { const { left, right } = one.getBoundingClientRect(); return left >= 0 && right <= innerWidth; }"
    becomes(lambda: tab.locator(".choose .more").evaluate(within), True)


@pytest.mark.parametrize("width", [1280, 390])
def test_two_trees_stand_within_the_page_however_wide_they_are(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 844})
    tab.goto(f"{address}/tree?game=tictactoe&algorithm=alphabeta&depth=2&against=minimax")
    tab.locator(".player svg.tree").nth(1).wait_for()
    wider = "frames => frames.map(frame => frame.scrollWidth > frame.clientWidth)"
    becomes(lambda: tab.locator(".player .frame").evaluate_all(wider), [True, True])
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth"), width)


def test_on_a_phone_the_other_of_two_trees_is_a_touch_away_and_stands_at_the_same_step(tab, address):
    tab.goto(f"{address}/tree?game=tree&algorithm=alphabeta&against=minimax")
    frames, others = tab.locator(".player div.frame"), tab.get_by_role("button", name="See the other tree")
    frames.nth(1).wait_for()
    becomes(others.count, 0)  # they stand side by side
    tab.set_viewport_size({"width": 390, "height": 844})
    others.nth(1).wait_for()
    for _ in range(5):
        tab.keyboard.press("ArrowRight")
    in_sight = "one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"
    for place in (0, 1):
        others.nth(place).click()
        becomes(partial(frames.nth(1 - place).evaluate, in_sight), True)
        assert [text.split()[0] for text in tab.locator(".player .place").all_text_contents()] == ["6", "6"]


def test_on_a_phone_each_of_two_trees_has_its_name_and_what_was_found_right_above_it(tab, address):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/tree?game=pawns&algorithm=alphabeta&depth=4&against=minimax")
    tab.locator(".player svg.tree").nth(1).wait_for()
    above = (
        "forms => forms.map((form) => [form.querySelector('header'), form.querySelector('.frame')])"
        ".map(([name, tree]) => tree.getBoundingClientRect().top - name.getBoundingClientRect().bottom)"
    )
    becomes(lambda: [0 <= gap <= 20 for gap in tab.locator(".player").evaluate_all(above)], [True, True])
    told = tab.locator(".player header").all_inner_texts()
    begins = ["Alpha-beta on Pawns, 4 plies deep value 0; 16 nodes; ", "Minimax on Pawns, 4 plies deep value 0; 31 nodes; "]
    assert [" ".join(text.split()).startswith(begin) for text, begin in zip(told, begins, strict=True)] == [True, True]


def test_of_two_compared_searches_each_line_of_the_code_is_seen(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{address}/tree?game=pawns&algorithm=alphabeta&depth=4&against=minimax")
    codes = tab.locator(".player .listing")
    codes.nth(1).locator("li").first.wait_for()
    becomes(lambda: codes.evaluate_all("all => all.map((one) => one.scrollHeight - one.clientHeight)"), [0, 0])


def test_of_the_code_beside_a_tree_whole_lines_are_seen(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{address}/tree?game=pawns&algorithm=alphabeta")
    code = tab.locator(".player .listing")
    code.locator("li").first.wait_for()
    line = "one => [one.clientHeight, one.scrollTop].map((much) => Math.round(much) % parseFloat(getComputedStyle(one).lineHeight))"
    for _ in range(12):
        becomes(partial(code.evaluate, line), [0, 0])
        tab.keyboard.press("ArrowRight")
    assert code.evaluate("one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)") >= 7


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


@pytest.mark.parametrize("size", [(1200, 800), (390, 844)])
@pytest.mark.parametrize("node", [1, 9, 12])
def test_zooming_about_the_pointer_keeps_what_is_below_it(tab, address, node, size):
    """Also where the whole tree is smaller than its frame, and the hand is not quite still."""
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    tab.goto(f"{address}/tree?game=tree('((3 12 8) (2 4 6) (14 5 2))')")
    tab.locator(".frame svg").wait_for()
    tab.locator("[data-do=fit]").click()
    centre = (
        f"() => {{ const box = document.querySelector('.frame [data-node=\"{node}\"] .shape').getBoundingClientRect();"
        " return [box.left + box.width / 2, box.top + box.height / 2] }"
    )
    before = tab.evaluate(centre)
    tab.keyboard.down("Control")
    for turn in range(16):
        tab.mouse.move(before[0] + turn % 2, before[1])
        tab.mouse.wheel(0, -80 if turn < 8 else 80)
        tab.evaluate("() => new Promise(requestAnimationFrame)")
        assert tab.evaluate(centre) == pytest.approx(before, abs=10)  # the pointer is at whole pixels, and the tree five times as large
        if turn == 7:
            assert tab.locator(".frame svg").evaluate("picture => picture.clientWidth > 2 * picture.parentElement.clientWidth")
    tab.keyboard.up("Control")
    tab.locator("[data-do=fit]").click()
    assert tab.evaluate(centre) == pytest.approx(before, abs=1)


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
    becomes(caption.text_content, "white (w) to move")
    whole = "text => text.getBoundingClientRect().right <= text.ownerSVGElement.getBoundingClientRect().right"
    becomes(lambda: caption.evaluate(whole), True)


def test_a_node_whose_children_were_all_searched_has_its_value_and_no_bound(tab, address):
    tab.goto(f"{address}/tree?game=tree")
    tab.locator(".frame svg").wait_for()
    tab.get_by_label("To the end").click()
    becomes(lambda: [tab.locator(f"#n{node} .value").text_content() for node in (1, 2, 3)], ["3", "≤2", "2"])
    tab.locator("[name=notes][value=intervals]").check()
    becomes(lambda: [tab.locator(f"#n{node} .note").text_content() for node in (1, 2, 3)], ["[3, 3]", "[-∞, 2]", "[2, 2]"])


@pytest.mark.parametrize(
    ("asked", "part"), [("game=connect4&depth=3", True), ("game=pawns", False), ("game=pawns&algorithm=minimax&boards=true", True)]
)
def test_letters_can_be_read_where_only_a_part_of_the_tree_is_seen(tab, address, asked, part):
    tab.goto(f"{address}/tree?{asked}")
    picture = tab.locator(".player svg.tree")
    picture.wait_for()
    drawn = (
        "(svg, least) => [svg.getBoundingClientRect().width / svg.viewBox.baseVal.width >= least,"
        " svg.getBoundingClientRect().width <= svg.parentElement.clientWidth + 1]"
    )
    becomes(lambda: picture.evaluate(drawn, 0.89 if part else 0.75), [True, not part])


@pytest.mark.parametrize("width", [1200, 900])
def test_the_columns_of_the_outline_stand_below_their_names(tab, address, width):
    """In each row, however deep; and nothing of what is said of a node is cut off."""
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(f"{address}/tree?game=connect4&depth=6&lang=es")
    tab.locator(".outline [role=treeitem]").nth(2).wait_for()
    for level in range(2, 6):
        tab.get_by_role("button", name="Seguir la línea").click()
        tab.locator(f"[aria-selected=true][aria-level='{level}']").wait_for(timeout=30_000)
    for name in ("value", "window", "count"):
        ends = tab.locator(f".outline .row .{name}").evaluate_all("cells => cells.map((cell) => cell.getBoundingClientRect().right)")
        assert max(ends) - min(ends) < 1
    needed, inside = tab.locator(".outline .lines").evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert needed == inside


def test_who_moves_stands_beside_each_node_of_more_than_two_players(tab, address):
    tab.goto(f"{address}/tree?game=tree('((<1+2+6>+<4+2+3>)+(<6+1+2>+<7+4+-1>))')&algorithm=maxn")
    tab.locator(".player svg.tree").wait_for()
    for key in ("Home", "End"):
        tab.locator(".player .frame").focus()
        tab.keyboard.press(key)
        assert [text for text in tab.locator(".player .note").all_text_contents() if text] == ["P1", "P2", "P2"]


HIDDEN = """(selectors) => selectors.filter((selector) => {
  const box = document.querySelector(selector).getBoundingClientRect(), middle = box.left + box.width / 2;
  return [box.top + 4, box.bottom - 4].some((y) => !document.elementFromPoint(middle, y)?.closest(selector));
})"""
"""Which of these parts are outside the window or the box that they scroll in, or behind something."""


@pytest.mark.parametrize("game", ["tree", "pawns"])
@pytest.mark.parametrize(
    ("size", "parts"),
    [((1280, 800), [".frame", ".sentence", ".running", "[data-do=forward]"]), ((390, 844), [".frame", ".sentence", "[data-do=forward]"])],
)
def test_what_happens_is_in_sight_beside_the_tree_at_each_step(tab, address, game, size, parts):
    """The sentence, the running line and the button that goes on; on a phone the code is below the tree."""
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    tab.goto(f"{address}/tree?game={game}&algorithm=alphabeta")
    tab.locator(".player .frame svg").wait_for()
    steps = int(tab.locator("[data-show=place]").inner_text().split("/")[1])
    for _ in range(steps):
        becomes(lambda: tab.evaluate(HIDDEN, parts), [])
        tab.locator("[data-do=forward]").click()
    becomes(lambda: tab.evaluate("scrollY"), 0)


def test_of_a_figure_that_folds_what_is_deep_all_is_seen_at_first_and_the_rest_is_drawn_when_asked_for(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{address}/figures")
    tab.locator("#backgammon").get_by_role("link", name="Step by step").click()
    tab.locator(".player svg.tree").wait_for()
    in_sight = (
        "shapes => shapes.map((one) => [one.getBoundingClientRect(), one.closest('.frame').getBoundingClientRect()])"
        ".map(([box, room]) => room.left <= box.left && box.right <= room.right)"
    )
    becomes(lambda: tab.locator(".tree .node .shape").evaluate_all(in_sight), [True] * 5)
    tab.keyboard.press("End")
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("ArrowLeft")  # in a throw that is folded away: the play above it is at hand
    becomes(tab.locator(".tree .node.current").count, 1)
    tab.get_by_role("button", name="Draw all nodes").click()
    tab.locator(".tree .node").nth(88).wait_for()
    becomes(lambda: "most=" not in tab.url, True)
    becomes(tab.get_by_role("button", name="Draw all nodes").count, 0)
