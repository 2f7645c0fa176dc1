"""The page where trees are drawn by hand: by mouse, by keyboard, with something wrong, and as a link."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.studio import becomes, served
from tests.browser.test_studio import PATIENCE, finding_of_axe
from zermelo.explain.exercise import random_tree

pytestmark = pytest.mark.slow

BOOK = "((3 12 8) (2 4 6) (14 5 2))"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


def opened(tab, address, tree=BOOK, **facts):
    tab.goto(f"{address}/edit?" + "&".join(f"{name}={value}" for name, value in {"tree": tree.replace(" ", "+"), **facts}.items()))
    tab.locator(".sketch svg.tree").wait_for()


def expect(tab, tree):
    """Wait for the text of the tree."""
    tab.wait_for_function("tree => document.querySelector('.source textarea')?.value === tree", arg=tree)


def expect_cut(tab, count):
    """Wait until so many nodes are drawn as not searched."""
    tab.wait_for_function("count => document.querySelectorAll('.sketch .node.unvisited').length === count", arg=count)


def test_a_tree_is_drawn_by_clicking_and_what_is_cut_changes(tab, address):
    opened(tab, address, "0")
    for then in ("(0)", "(0 0)"):
        tab.get_by_role("button", name="+ Child").click()
        expect(tab, then)
    tab.locator("#n1 .shape").click()
    for then in ("((0) 0)", "((0 0) 0)"):
        tab.locator(".plus").click()
        expect(tab, then)
    for name, (node, worth) in {"((7 0) 0)": (3, "7"), "((7 9) 0)": (4, "9")}.items():
        tab.locator(f"#n{node} .shape").click()
        tab.get_by_label("Value").fill(worth)
        tab.keyboard.press("Enter")
        expect(tab, name)
    tab.locator("#n2 .shape").click()
    tab.get_by_label("Value").fill("(5 6)")
    tab.keyboard.press("Enter")
    expect(tab, "((7 9) (5 6))")
    expect_cut(tab, 1)
    tab.locator("#n2 .shape").click()
    tab.get_by_label("Who moves").select_option("MAX")
    expect(tab, "((7 9) MAX(5 6))")
    expect_cut(tab, 0)
    tab.get_by_label("Who moves").select_option("chance")
    expect(tab, "((7 9) chance(0.5: 5 0.5: 6))")
    tab.get_by_label("Probabilities").fill("0,9 .1")
    tab.keyboard.press("Enter")
    expect(tab, "((7 9) chance(0.9: 5 .1: 6))")
    tab.get_by_role("row", name=re.compile("this search.* 7")).wait_for()


def test_a_node_that_is_chosen_while_an_answer_comes_stays_chosen(tab, address):
    opened(tab, address, "(3 (2 7))")
    held = []
    tab.route("**/api/edit", lambda route: held.append(route))
    tab.locator("#n1 .shape").click()
    tab.get_by_label("Value").fill("9")
    with tab.expect_request("**/api/edit"):
        tab.keyboard.press("Enter")
    tab.locator("#n2 .shape").click()
    for route in held:
        route.continue_()
    tab.unroute("**/api/edit")
    expect(tab, "(9 (2 7))")
    tab.get_by_role("button", name="+ Child").click()
    expect(tab, "(9 (2 7 0))")


def test_a_branch_is_dragged_and_more_is_cut(tab, address):
    opened(tab, address, "((2 4 6) (14 5 2) (3 12 8))")
    expect_cut(tab, 0)
    start, end = tab.locator("#n3 .shape").bounding_box(), tab.locator("#n1 .shape").bounding_box()
    tab.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(end["x"] - 20, end["y"], steps=5)

    def goes_with_the_branch():
        shape, plus = tab.locator("#n3 .shape").bounding_box(), tab.locator(".plus circle").bounding_box()
        return shape["x"] < plus["x"] < plus["x"] + plus["width"] < shape["x"] + shape["width"]

    becomes(goes_with_the_branch, True)
    tab.mouse.up()
    expect(tab, "((3 12 8) (2 4 6) (14 5 2))")
    expect_cut(tab, 2)
    tab.get_by_role("button", name="Best order").click()
    tab.get_by_role("row", name=re.compile("this search.* 9 5")).wait_for()
    tab.get_by_role("button", name="Undo").click()
    expect(tab, BOOK)
    tab.get_by_role("button", name="Undo").click()
    expect(tab, "((2 4 6) (14 5 2) (3 12 8))")
    tab.get_by_role("button", name="Redo").click()
    expect(tab, BOOK)


def test_what_is_undone_leaves_the_node_chosen(tab, address):
    chosen = lambda: tab.locator("[aria-selected=true]").get_attribute("id")  # noqa: E731
    opened(tab, address)
    tab.locator("#n2 .shape").click()
    tab.get_by_role("button", name="+ Child").click()
    expect(tab, "((3 12 8) (2 4 6 0) (14 5 2))")
    tab.locator("#n2 .shape").click()
    tab.get_by_role("button", name="Undo").click()
    expect(tab, BOOK)
    becomes(chosen, "n2")
    tab.get_by_role("button", name="Redo").click()
    expect(tab, "((3 12 8) (2 4 6 0) (14 5 2))")
    becomes(chosen, "n2")
    tab.locator("#n10 .shape").click()  # the child that was added
    tab.keyboard.press("Control+z")
    expect(tab, BOOK)
    becomes(chosen, "n2")
    tab.get_by_role("button", name="× Remove").click()
    expect(tab, "((3 12 8) (14 5 2))")


def test_a_tree_is_drawn_with_the_keyboard_alone(tab, address):
    opened(tab, address)
    tab.locator("#n0").focus()
    for key in ("ArrowDown", "ArrowRight", "Shift+ArrowRight"):
        tab.keyboard.press(key)
    expect(tab, "((3 12 8) (14 5 2) (2 4 6))")
    tab.keyboard.press("ArrowDown")  # the branch is still chosen
    tab.keyboard.press("ArrowRight")
    tab.keyboard.type("-1")
    tab.keyboard.press("Enter")
    expect(tab, "((3 12 8) (14 5 2) (2 -1 6))")
    tab.wait_for_function(
        "() => document.activeElement.getAttribute('aria-label') === '3 2: leaf, -1' || document.activeElement.id === 'n11'"
    )
    tab.keyboard.press("+")
    expect(tab, "((3 12 8) (14 5 2) (2 (-1) 6))")
    tab.keyboard.press("+")
    expect(tab, "((3 12 8) (14 5 2) (2 (-1 0) 6))")
    tab.keyboard.press("7")
    tab.keyboard.press("Escape")
    tab.keyboard.press("9")
    tab.keyboard.press("Tab")
    expect(tab, "((3 12 8) (14 5 2) (2 (-1 9) 6))")
    tab.locator("#n11").focus()
    tab.keyboard.press("Delete")
    expect(tab, "((3 12 8) (14 5 2) (2 6))")
    tab.keyboard.press("Control+z")
    expect(tab, "((3 12 8) (14 5 2) (2 (-1 9) 6))")


def test_children_are_added_one_beside_the_other_while_their_values_are_typed(tab, address):
    chosen = lambda: tab.locator("[aria-selected=true]").get_attribute("id")  # noqa: E731
    opened(tab, address, "0")
    for then in ("(0)", "(0 0)", "(0 0 0)"):
        tab.get_by_role("button", name="+ Child").click()
        expect(tab, then)
    becomes(chosen, "n0")
    tab.get_by_label("Value of the new child").and_(tab.locator(":focus")).wait_for()
    tab.locator("#n2 .shape").click()
    tab.get_by_role("button", name="+ Child").click()
    expect(tab, "(0 (0) 0)")
    tab.locator("#n4.added").wait_for()
    tab.keyboard.type("7\n12\n8\n")
    expect(tab, "(0 (7 12 8 0) 0)")
    becomes(chosen, "n2")
    tab.get_by_label("Value of the new child").and_(tab.locator(":focus")).wait_for()
    tab.keyboard.press("Escape")  # the fourth, for which nothing was typed
    expect(tab, "(0 (7 12 8) 0)")
    for then in ("(0 (7 12 0) 0)", "(0 (7 12) 0)"):
        tab.keyboard.press("Control+z")
        expect(tab, then)
    becomes(chosen, "n2")


HOLD = """() => {
    const ask = window.fetch;
    window.held = [];
    window.fetch = async (...asked) => {
        const answer = await ask(...asked);
        await new Promise((go) => window.held.push(go));
        return answer;
    };
}"""
ANSWERED = "() => held.length === 0 && !document.querySelector('.sketch [aria-busy]')"


def answer(tab):
    """Let the answer come that is held."""
    tab.wait_for_function("() => held.length === 1")
    tab.evaluate("() => held.shift()()")


def offered(tab, address):
    """A tree to which a child is added, whose worth is to be typed; answers are held from then on."""
    opened(tab, address, "(1 2)")
    tab.locator("#n0 .shape").click()
    tab.get_by_role("button", name="+ Child").click()
    tab.locator("#n3.added").wait_for()
    tab.get_by_label("Value of the new child").and_(tab.locator(":focus")).wait_for()
    tab.evaluate(HOLD)


@pytest.mark.parametrize("answers", [0, 1, 2], ids=["before the worth is taken", "before the child is there", "when the child is there"])
def test_a_child_that_was_offered_goes_with_escape_whatever_is_under_way(tab, address, answers):
    offered(tab, address)
    tab.keyboard.type("4\n")
    for _ in range(answers):
        answer(tab)
    tab.wait_for_function("count => held.length === count", arg=int(answers < 2))
    tab.keyboard.press("Escape")
    answer(tab)
    tab.wait_for_function(ANSWERED)
    assert tab.locator(".source textarea").input_value() == "(1 2 4)"
    tab.locator("#n0:focus").wait_for()


def test_a_child_that_was_offered_is_in_no_address_and_no_file(tab, address):
    in_address = lambda: parse_qs(urlsplit(tab.url).query)["tree"]  # noqa: E731
    offered(tab, address)
    tab.keyboard.type("4\n")
    for _ in range(2):
        answer(tab)
    expect(tab, "(1 2 4 0)")
    assert in_address() == ["(1 2 4)"]  # to which one comes back who leaves the page
    steps = tab.get_by_role("link", name="Go through this search step by step").get_attribute("href")
    assert parse_qs(urlsplit(steps).query)["game"] == ["tree('(1 2 4)')"]
    tab.locator("#n4 .shape").click()  # who goes on with it takes it
    becomes(in_address, ["(1 2 4 0)"])
    tab.locator("#n0 .shape").click()
    tab.get_by_role("button", name="+ Child").click()
    answer(tab)
    tab.locator("#n5.added").wait_for()
    tab.keyboard.type("7\n")
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Text", exact=True).click()
        answer(tab)  # of the worth
        answer(tab)  # of the file
    assert saved.value.path().read_text().strip() == "(1 2 4 0 7)"
    expect(tab, "(1 2 4 0 7)")


def test_what_is_typed_before_the_child_is_there_is_for_her(tab, address):
    offered(tab, address)
    tab.keyboard.type("4\n5")
    tab.get_by_role("heading", name="As text").click()
    for _ in range(3):
        answer(tab)
    expect(tab, "(1 2 4 5)")


def test_what_was_typed_stays_at_its_node_when_another_is_chosen(tab, address):
    opened(tab, address)
    tab.locator("#n4 .shape").click()
    tab.get_by_label("Value").fill("9")
    tab.locator("#n6 .shape").click()
    expect(tab, "((9 12 8) (2 4 6) (14 5 2))")
    becomes(lambda: tab.locator("[aria-selected=true]").get_attribute("id"), "n6")
    tab.keyboard.press("5")  # a single digit, on the tree
    tab.keyboard.press("Enter")
    expect(tab, "((9 12 5) (2 4 6) (14 5 2))")


def test_a_new_tree_is_begun_and_undone(tab, address):
    opened(tab, address)
    tab.get_by_role("button", name="New tree").click()
    expect(tab, "0")
    becomes(tab.get_by_role("button", name="New tree").is_disabled, True)
    tab.get_by_role("button", name="Undo").click()
    expect(tab, BOOK)


def test_a_fault_in_the_address_is_told_where_the_tree_would_be_and_its_text_can_be_mended(tab, address):
    tab.goto(f"{address}/edit?tree=(3+(4")
    tab.locator(".frame").get_by_role("alert").get_by_text("( is never closed").wait_for()
    text = tab.get_by_label("As text", exact=True)
    becomes(text.input_value, "(3 (4")
    text.fill("(3 (4))")
    tab.get_by_role("button", name="Read the text").click()
    tab.locator("#n3").wait_for()  # the tree is there, and not only its text
    becomes(tab.locator(".trouble:visible").count, 0)


def test_a_fault_is_told_with_its_place_and_nothing_typed_is_lost(tab, address):
    opened(tab, address, lang="es")
    wrong = "((3 12 8) (2 x 6))"
    tab.get_by_label("Como texto", exact=True).fill(wrong)
    tab.get_by_role("button", name="Leer el texto").click()
    tab.locator(".source").get_by_role("alert").get_by_text("Línea 1, columna 14: 'x' no es un nodo").wait_for()
    becomes(tab.get_by_label("Como texto", exact=True).input_value, wrong)
    tab.get_by_label("Como texto", exact=True).fill(wrong.replace("x", "4"))
    tab.get_by_role("button", name="Leer el texto").click()
    tab.locator("#n9").wait_for(state="detached")  # the tree is there, and not only its text
    becomes(tab.locator(".trouble:visible").count, 0)
    tab.locator("#n8 .shape").click()
    tab.get_by_label("Valor").fill("seis")
    tab.keyboard.press("Enter")
    tab.locator(".side").get_by_role("alert").get_by_text("'seis' no es un nodo").wait_for()
    becomes(tab.get_by_label("Valor").input_value, "seis")


def test_the_address_holds_the_whole_tree_and_files_are_saved(tab, address):
    opened(tab, address)
    tab.locator("#n4 .shape").click()
    tab.get_by_label("Value").fill("1/2")
    tab.keyboard.press("Enter")
    expect(tab, "((1/2 12 8) (2 4 6) (14 5 2))")
    tab.get_by_label("Algorithm").select_option("minimax")
    tab.wait_for_url("**algorithm=minimax**")
    becomes(lambda: parse_qs(urlsplit(tab.url).query)["tree"], ["((1/2 12 8) (2 4 6) (14 5 2))"])
    tab.reload()
    expect(tab, "((1/2 12 8) (2 4 6) (14 5 2))")
    tab.locator("select:has(option:checked[value=minimax])").wait_for()  # the algorithms come with the first answer
    for name in ("JSON", "SVG", "TikZ"):
        with tab.expect_download() as saved:
            tab.get_by_role("button", name=name).click()
        assert saved.value.suggested_filename == f"tree.{'tex' if name == 'TikZ' else name.lower()}"
    tab.get_by_role("link", name="Go through this search step by step").click()
    tab.locator("form.player").wait_for()


def test_figures_of_the_lectures_random_trees_and_games_are_loaded(tab, address):
    tab.goto(f"{address}/")
    tab.get_by_role("link", name="Editor").click()
    tab.get_by_role("link", name="Pawns, alpha-beta").click()
    tab.get_by_role("row", name=re.compile("this search.* 17 6 5")).wait_for()
    tab.get_by_label("Number").fill("7")
    tab.get_by_role("button", name="Draw at random").click()
    expect(tab, random_tree("alphabeta", 2, 7))
    tab.get_by_label("Game", exact=True).fill("pawns")
    tab.get_by_label("Depth").fill("1")
    tab.get_by_role("button", name="Take its tree").click()
    expect(tab, '("a1-a2"=0 "b1-b2"=0)')
    tab.get_by_label("Depth").fill("40")
    tab.get_by_label("Game", exact=True).fill("connect4")
    tab.get_by_role("button", name="Take its tree").click()
    tab.locator(".others").get_by_role("alert").get_by_text("more than 600 nodes").wait_for()
    tab.goto(f"{address}/tree?game=pawns&depth=1")
    tab.locator("form.player").wait_for()
    tab.locator(".choose summary").click()
    tab.get_by_role("link", name="Draw on this tree").click()
    expect(tab, '("a1-a2"=0 "b1-b2"=0)')


def test_a_figure_that_is_little_wider_than_its_frame_is_seen_whole_at_once(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{address}/edit?figure=pawns_alphabeta")
    tab.locator(".sketch svg.tree").wait_for()
    becomes(lambda: tab.locator(".sketch .frame").evaluate("one => one.scrollWidth <= one.clientWidth"), True)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_tree_of_any_game_is_taken_by_choosing_alone(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 800})
    opened(tab, address)
    others = tab.locator(".others")
    others.get_by_role("button", name="Tic-tac-toe: Choose a game").click()
    tab.locator("dialog .card:visible", has_text="Hexapawn").first.click()
    others.get_by_label("Depth").fill("1")
    others.get_by_role("button", name="Take its tree").click()
    expect(tab, '("a1-a2"=0 "b1-b2"=0)')  # the third is the first in the mirror
    others.get_by_role("button", name="Hexapawn: Choose a game").click()
    tab.locator("dialog .card:visible", has_text="Othello").first.click()
    others.get_by_label("Evaluation").select_option("mobility")
    others.locator("summary").click()
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth"), width)
    others.get_by_role("button", name="Take its tree").click()
    tab.wait_for_function("() => document.querySelector('.source textarea').value.includes('d3')")
    becomes(others.locator(".trouble:visible").count, 0)
    assert finding_of_axe(tab) == []


def test_on_a_phone_the_tree_is_seen_at_once(tab, address):
    tab.set_viewport_size({"width": 390, "height": 844})
    opened(tab, address, lang="es")

    def is_seen():
        tree, tools = tab.locator(".sketch .frame").bounding_box(), tab.get_by_role("button", name="Mejor orden").bounding_box()
        return tree["y"] + tree["height"] < tools["y"] < 844

    becomes(is_seen, True)
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth"), 390)


def test_a_branch_is_dragged_by_finger(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE)
    opened(tab, address, "((1 2) (3 4))")
    tab.locator(".sketch svg.tree").scroll_into_view_if_needed()
    start, end = tab.locator("#n2 .shape").bounding_box(), tab.locator("#n1 .shape").bounding_box()
    finger = context.new_cdp_session(tab)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.25, 0.5, 1):
        moved = {"x": x + part * (end["x"] - 10 - x), "y": y}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tab, "((3 4) (1 2))")
    context.close()


def test_what_the_numbers_of_a_game_s_tree_count_is_told_while_it_is_there(tab, address):
    counted = tab.locator(".sketch .found [role=status]", has_text="valores en puntos; una victoria vale 128")
    tab.goto(f"{address}/edit?lang=es&game=connect4&depth=1")
    counted.wait_for()
    tab.locator("#n1 .shape").click()
    tab.keyboard.press("Delete")
    expect(tab, "(-2 -1 1 -1 -2 -3)")
    counted.wait_for()
    for _ in range(2):
        tab.get_by_role("button", name="Deshacer").click()
    expect(tab, "(B=(3 12 8) C=(2 4 6) D=(14 5 2))")
    counted.wait_for(state="detached")


def test_a_figure_that_goes_on_to_the_right_says_so_until_its_end_is_seen(tab, address):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/figures")
    sign = "drawn => Number(getComputedStyle(drawn, '::after').opacity)"
    wide = tab.locator("#book .drawn")
    wide.locator("img").evaluate("image => image.decode()")
    becomes(lambda: wide.evaluate("drawn => drawn.scrollWidth > drawn.clientWidth"), True)
    becomes(lambda: wide.evaluate(sign), 1)
    wide.evaluate("drawn => { drawn.scrollLeft = drawn.scrollWidth }")
    tab.wait_for_function("() => Number(getComputedStyle(document.querySelector('#book .drawn'), '::after').opacity) < 0.1")
    narrow = tab.locator("#shallow .drawn")
    narrow.locator("img").evaluate("image => { image.width = 200; return image.decode() }")
    tab.wait_for_function("() => Number(getComputedStyle(document.querySelector('#shallow .drawn'), '::after').opacity) === 0")


def test_on_a_phone_the_tree_stays_in_sight_of_what_is_changed(tab, address):
    def stays(field):
        tree, typed = tab.locator(".sketch > .frame").bounding_box(), tab.locator(f".side {field}").bounding_box()
        return 0 <= tree["y"] < tree["y"] + tree["height"] <= typed["y"] <= 844 - typed["height"]

    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/edit?figure=book")
    for node, field in (("#n1", "input[name=name]"), ("#n4", "input[name=worth]"), ("#n0", ".plus")):
        tab.locator(f".sketch {node} .shape").click()
        if field == ".plus":
            tab.locator(".sketch .plus").click()
            tab.locator(".sketch .node").nth(13).wait_for()
            field = "input[name=worth]"
        tab.locator(f".side {field}").click()
        becomes(partial(stays, field), True)
