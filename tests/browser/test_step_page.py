"""The page that goes through a search, as a reader uses it: forward, back, play, keys, another view, a phone."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.explain.narration import Narration
from zermelo.explain.page import page as written
from zermelo.explain.picture import steps_shown

pytestmark = pytest.mark.slow


@pytest.fixture
def tree():
    return z.observe(z.load_game("tree('((3 12 8) (2 4 6) (14 5 2))')"), algorithm="alphabeta")


@pytest.fixture
def at(tab, tmp_path, tree):
    """Open the page, at a step or not."""

    def opened(step="", language="en", tree=tree):
        (tmp_path / "page.html").write_text(written(tree, language=language), encoding="utf-8")
        tab.goto(f"file://{tmp_path}/page.html{step}")
        return tab

    return opened


def sentence(tab):
    return tab.locator("[data-show=sentence]").inner_text()


def value(tab, node):
    return tab.locator(f"#n{node} .value").text_content()


def note(tab, node):
    return tab.locator(f"#n{node} .note").text_content()


def test_every_step_forward_says_what_the_library_says(at, tree):
    tab, telling = at(), Narration(tree)
    for number, _ in steps_shown(tree):
        assert sentence(tab) == telling.step(number)
        tab.get_by_label("One step on").click()
    assert value(tab, 0) == "3"
    assert tab.locator("[data-show=place]").inner_text() == "29 / 29"


def test_back_is_as_if_one_had_never_gone_on(at):
    tab = at("#16")
    shown = tab.locator("svg.tree").inner_html()
    for _ in range(9):
        tab.keyboard.press("ArrowRight")
    assert tab.locator("svg.tree").inner_html() != shown
    for _ in range(9):
        tab.get_by_label("One step back").click()
    assert tab.locator("svg.tree").inner_html() == shown


def test_what_is_not_reached_yet_is_faint_and_what_is_cut_has_a_bar(at, tree):
    tab = at("#3")
    c, d = tree.children[0][1:]
    cut = tree.children[c][1]
    assert "future" in tab.locator(f"#n{d}").get_attribute("class")
    assert "future" in tab.locator(f'[data-edge="{cut}"] + path.cut').get_attribute("class")
    tab.keyboard.press("End")
    assert "future" not in tab.locator(f"#n{d}").get_attribute("class")
    assert "future" not in tab.locator(f'[data-edge="{cut}"] + path.cut').get_attribute("class")
    assert "future" in tab.locator(f"#n{cut}").get_attribute("class")
    tab.keyboard.press("Home")
    assert sentence(tab) == "The root: MAX is to move, and the window is [-∞, ∞]."


def test_windows_and_what_is_known_are_two_views(at):
    tab = at("#18")  # D is entered: alpha is 3
    assert note(tab, 3) == "[3, ∞]"
    tab.get_by_label("what is known").check()
    assert (note(tab, 0), note(tab, 2), note(tab, 3)) == ("[3, ∞]", "[-∞, 2]", "[-∞, ∞]")
    tab.keyboard.press("Home")
    tab.get_by_label("To the end").click()
    assert [note(tab, node) for node in range(4)] == ["[3, 3]", "[3, 3]", "[-∞, 2]", "[2, 2]"]


def test_the_running_line_is_lit_in_python_and_in_pseudo_code(at, tree):
    cut = next(place for place, (_, step) in enumerate(steps_shown(tree), 1) if step.kind == "cut")
    tab = at(f"#{cut}")
    assert "not searched" in sentence(tab)
    assert tab.locator(".running").inner_text().strip() == "return value"
    tab.get_by_label("pseudo-code").check()
    assert tab.locator(".running").count() == 1
    assert "if value ≤ alpha:" in tab.locator(".listing").inner_text()


def test_one_runs_to_a_cut_to_a_change_and_to_a_node_and_sees_the_calls(at):
    tab = at()
    calls = lambda: [row.split("\t") for row in tab.locator(".calls tbody tr").all_inner_texts()]  # noqa: E731
    assert tab.locator(".calls thead th").all_inner_texts() == ["call", "alpha", "beta", "depth", "value", "action"]
    tab.get_by_role("button", name="alpha", exact=True).click()
    assert (sentence(tab), calls()) == ("MAX has 3 at the root: alpha is 3 there.", [["the root", "3", "∞", "to the end", "3", "1"]])
    assert tab.locator(".calls mark").all_inner_texts() == ["3"]
    tab.keyboard.press("c")
    assert "are not searched" in sentence(tab)
    assert calls() == [["the root", "3", "∞", "to the end", "3", "2"], ["2", "3", "∞", "to the end", "2", "1"]]
    tab.keyboard.press("c")
    assert tab.locator("[data-show=stopped]").inner_text() == ""
    tab.keyboard.press("c")
    tab.get_by_text("None follows.").wait_for()
    for run in tab.locator("[data-run]").all():
        tab.keyboard.press("End")
        assert tab.locator("[data-show=stopped]").inner_text() == ""
        run.click()
        assert tab.locator("[data-show=stopped]").inner_text() == "None follows."
    tab.locator("#n1 .value").click()
    stood = sentence(tab)
    tab.keyboard.press("n")
    assert (sentence(tab), tab.locator("[data-show=stopped]").inner_text()) == (stood, "None follows.")
    tab.keyboard.press("Home")
    tab.keyboard.press("n")
    assert sentence(tab).startswith("1: MIN is to move")


def test_keys_drive_the_player_after_its_buttons_were_clicked(at):
    tab = at("#3")
    place = tab.locator("[data-show=place]")
    tab.get_by_label("what is known").click()
    tab.keyboard.press("ArrowRight")
    tab.get_by_label("pseudo-code").click()
    tab.keyboard.press("ArrowRight")
    assert place.inner_text() == "5 / 29"
    assert [tab.locator(f"input[value={one}]").is_checked() for one in ("intervals", "pseudo")] == [True, True]
    tab.get_by_role("button", name="alpha", exact=True).click()
    stood = place.inner_text()
    tab.locator("[data-do=speed]").select_option("40")
    tab.get_by_label("Larger").click()
    tab.keyboard.press(" ")
    tab.wait_for_function("() => document.querySelector('[data-show=place]').textContent === '29 / 29'")
    assert stood != "29 / 29"


def test_with_the_keyboard_alone_buttons_are_pressed_and_choices_made(at):
    tab = at("#3")
    chosen = tab.locator("[name=notes]:checked")
    chosen.focus()
    tab.keyboard.press("ArrowDown")
    assert chosen.get_attribute("value") == "intervals"
    tab.get_by_label("One step on").focus()
    for key, then in ((" ", "4 / 29"), ("Enter", "5 / 29")):
        tab.keyboard.press(key)
        assert tab.locator("[data-show=place]").inner_text() == then
    assert tab.evaluate("document.activeElement.dataset.do") == "forward"


def test_it_plays_and_stops_at_the_end(at):
    tab = at("#20")
    tab.locator("[data-do=speed]").select_option("40")
    tab.locator("body").press(" ")
    tab.wait_for_function("() => document.querySelector('[data-show=place]').textContent === '29 / 29'")
    tab.wait_for_function("() => document.querySelector('[data-do=play]').getAttribute('aria-pressed') === 'false'")


def test_the_state_is_that_of_the_node_at_hand_unless_one_is_chosen(at):
    tree = z.observe(z.load_game("pawns"), algorithm="alphabeta")
    tab, label = at(tree=tree), lambda: tab.locator("[data-show=label]").inner_text()
    for _, step in list(steps_shown(tree))[:12]:
        assert label() == Narration(tree).label(step.node)
        tab.keyboard.press("ArrowRight")
    board, other = tab.locator("[data-show=board]"), Narration(tree).label(1)
    tab.locator("#n1 .shape").click()
    kept = board.inner_html()
    for key in ("ArrowRight", "End", "Home"):
        tab.keyboard.press(key)
        assert (label(), board.inner_html()) == (other, kept)
    tab.wait_for_url("**#1&node=1")
    tab.get_by_label("that of the node at hand").check()
    assert (label(), board.inner_html() == kept) == ("the root", False)
    tab.wait_for_url("**#1")
    tab = at("#5&node=1", tree=tree)
    assert label() == other
    assert not tab.get_by_label("that of the node at hand").is_checked()


def test_a_click_shows_the_state_and_a_double_click_folds(at, tree):
    tab = at("#29", tree=z.observe(z.load_game("pawns")))
    tab.locator("#n1 .value").click()
    assert "a1-a2" in tab.locator("[data-show=label]").inner_text()
    assert tab.locator("[data-show=board] svg.board [data-square]").count() == 9
    assert tab.locator("[data-show=board] svg.board .p0").count() > 0
    assert "black (b) to move" in tab.locator("[data-show=board]").text_content()
    below = z.observe(z.load_game("pawns")).children[1][0]
    tab.locator("#n1 .value").dblclick()
    assert not tab.locator(f"#n{below}").is_visible()
    tab.locator("#n1 .value").dblclick()
    assert tab.locator(f"#n{below}").is_visible()


@pytest.mark.parametrize(("language", "words"), [("es", "La raíz: juega MAX, y la ventana es [-∞; +∞]."), ("pt", "A raiz: joga MAX")])
def test_it_speaks_the_language_that_was_asked_for(at, language, words):
    tab = at(language=language)
    assert sentence(tab).startswith(words)
    assert tab.locator("html").get_attribute("lang") == language
    assert tab.locator("button:not([aria-label], [data-run])").count() == 0


def test_on_a_phone_nothing_is_wider_than_the_screen(at):
    tab = at()
    tab.set_viewport_size({"width": 390, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.get_by_label("One step on").click()
    assert sentence(tab).startswith("1: MIN is to move")


def test_with_the_keyboard_alone_all_controls_are_reached(at):
    tab = at()
    reached = set()
    for _ in range(20):
        tab.keyboard.press("Tab")
        reached.add(tab.evaluate("document.activeElement.dataset.do || document.activeElement.name || ''"))
    assert {"first", "back", "play", "forward", "last", "scrub", "speed", "notes", "in", "out", "fit", "listing"} <= reached
