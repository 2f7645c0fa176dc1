"""The widgets of a notebook in a real browser: their modules as a notebook loads them, with the Python that a notebook would talk to."""

from __future__ import annotations

import json
import queue
from base64 import b64encode
from functools import partial

import pytest

import zermelo as z
from tests.browser.studio import becomes

pytestmark = pytest.mark.slow

pytest.importorskip("anywidget", reason="pip install 'zermelo[web]'")

NOTEBOOK = """async ([address, style, view, words]) => {
    const state = { view, words }, listeners = new Set();
    window.model = {
        get: (name) => state[name],
        on: (event, heard) => event === "change:view" && listeners.add(heard),
        off: (event, heard) => listeners.delete(heard),
        send: async (message) => {
            for (const view of JSON.parse(await window.python(JSON.stringify(message)))) {
                state.view = view;
                for (const heard of listeners) heard();
            }
        },
    };
    window.listeners = listeners;
    document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
    const el = document.createElement("div");
    window.over = (await import(address)).default.render({ model: window.model, el });
    document.body.append(el);  // some notebooks render first and show later
}"""


@pytest.fixture
def shown(tab):
    """Put a board into a page that does what a notebook does."""

    def put(board):
        views = []
        board.observe(lambda change: views.append(change["new"]), "view")

        def python(message):
            views.clear()
            board._handle_custom_msg(json.loads(message), [])
            return json.dumps(views)

        tab.expose_function("python", python)
        address = f"data:text/javascript;base64,{b64encode(board._esm.encode()).decode()}"
        tab.evaluate(NOTEBOOK, [address, board._css, board.view, board.words])
        return tab

    return put


def square(tab, number):
    return tab.locator(f"[data-square='{number}']")


def moves(tab):
    return tab.locator(".moves li").all_text_contents()


def test_a_game_is_played_with_the_mouse(shown):
    board = z.widget(z.load_game("tictactoe"), computer=None)
    tab = shown(board)
    for played, number in enumerate((0, 3, 1, 4, 2), 1):
        square(tab, number).click()
        tab.locator(".moves li").nth(played - 1).wait_for(state="attached")
    tab.get_by_text("MAX has won").wait_for()
    becomes(lambda: moves(tab) == list(board.names) == ["(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)"], True)


def test_what_can_be_played_is_marked_in_its_place(shown):
    tab = shown(z.widget(z.load_game("tictactoe"), computer=None))
    dots = tab.locator(".dot")
    dots.nth(8).wait_for()
    becomes(lambda: len({(dot.get_attribute("cx"), dot.get_attribute("cy")) for dot in dots.all()}), 9)


def test_the_computer_answers_and_is_taken_back(shown):
    board = z.widget(z.load_game("tictactoe"), level=1)
    tab = shown(board)
    square(tab, 4).click()
    tab.locator(".moves li").nth(1).wait_for(state="attached")
    tab.get_by_role("button", name="Take back").click()
    tab.wait_for_function("() => !document.querySelector('.moves li')")
    becomes(tab.get_by_role("button", name="Take back").is_disabled, True)
    assert board.actions == ()


def test_pieces_are_moved_from_square_to_square(shown):
    game = z.load_game("pawns")
    board = z.widget(game, computer=None)
    action = next(iter(game.actions(board.state)))
    start, end = game.action_squares(board.state, action)
    tab = shown(board)
    square(tab, start).click()
    square(tab, end).click()
    tab.locator(".moves li").wait_for(state="attached")
    assert board.actions == (action,)


def test_it_is_played_by_keyboard_and_the_notebook_hears_nothing_of_it(shown):
    board = z.widget(z.load_game("tictactoe"), computer=None)
    tab = shown(board)
    tab.evaluate("() => { window.heard = []; document.addEventListener('keydown', (event) => window.heard.push(event.key)) }")
    square(tab, 0).focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        tab.keyboard.press(key)
    tab.locator(".moves li").wait_for(state="attached")
    assert board.names == ("(1,1)",)
    becomes(lambda: tab.evaluate("() => window.heard"), [])
    becomes(lambda: tab.evaluate("() => document.activeElement.dataset.square"), "4")


def test_a_game_without_a_picture_is_played_by_its_names(shown):
    board = z.widget(z.load_game("tree('((3 12) (2 4))')"), computer=None)
    tab = shown(board)
    name = board.view["legal"][0]["name"]
    tab.get_by_role("button", name=name, exact=True).click()
    tab.locator(".moves li").wait_for(state="attached")
    assert board.names == (name,)


def test_an_error_is_shown_and_the_board_goes_on(shown):
    board = z.widget(z.load_game("tictactoe"), computer=None)
    tab = shown(board)
    tab.evaluate("() => window.model.send({ action: '<b>77</b>' })")
    tab.get_by_role("alert").get_by_text("'<b>77</b>' is not the number of a legal action here").wait_for()
    square(tab, 0).click()
    tab.locator(".moves li").wait_for(state="attached")
    becomes(tab.get_by_role("alert").is_hidden, True)


def test_what_is_closed_listens_no_more(shown):
    tab = shown(z.widget(z.load_game("tictactoe"), computer=None))
    assert tab.evaluate("() => { window.over(); return window.listeners.size }") == 0


# An analysis

ANALYSIS = """async ([address, state, width]) => {
    const heard = new Set();
    window.model = {
        get: (name) => state[name],
        on: (event, hear) => heard.add(hear),
        off: (event, hear) => heard.delete(hear),
        send: (message) => window.python(JSON.stringify(message)),
    };
    window.heard = heard;
    setInterval(async () => {
        for (const message of JSON.parse(await window.news())) for (const hear of heard) hear(message);
    }, 30);
    const el = document.createElement("div");
    el.style.width = width;
    window.over = (await import(address)).default.render({ model: window.model, el });
    document.body.append(el);
}"""


def put_analysis(tab, analysis, *, hear=None, width="100%"):
    """Put an analysis into a page that does what a notebook does; `hear` is what the kernel does with messages, if not at once what they
    ask."""
    news = queue.Queue()
    analysis.send = lambda content, buffers=None: news.put(content)
    state = {name: getattr(analysis, name) for name in ("words", "tree", "stand", "look", "kept")}
    tab.expose_function("python", lambda message: (hear or partial(heard, analysis))(message))
    tab.expose_function("news", lambda: json.dumps([news.get() for _ in range(news.qsize())]))
    address = f"data:text/javascript;base64,{b64encode(analysis._esm.encode()).decode()}"
    tab.evaluate(ANALYSIS, [address, state, width])
    return tab


def heard(analysis, message):
    analysis._handle_custom_msg(json.loads(message), [])


@pytest.fixture
def analysed(tab):
    """Put an analysis into a page."""
    return partial(put_analysis, tab)


def plies(tab):
    return [text.rpartition(".")[2] for text in tab.locator(".variations button").all_text_contents()]


def test_the_engine_thinks_in_the_kernel_and_its_lines_are_walked(analysed):
    analysis = z.analyse(z.load_game("tictactoe"), "(1,1) (0,1)")
    tab = analysed(analysis)
    tab.locator(".facts", has_text="All of it is proved.").wait_for()
    becomes(tab.locator(".best > li").count, 3)
    becomes(lambda: tab.locator(".best .worth.won").count() >= 1, True)
    becomes(tab.locator(".all-moves tbody tr").count, 7)
    becomes(tab.locator(".best-moves > g").count, 3)
    becomes(lambda: tab.get_by_role("meter").get_attribute("aria-valuenow"), "100")
    tab.locator(".best > li").first.locator(".ply").nth(1).click()
    tab.locator(".variations button").nth(3).wait_for()
    assert len(analysis.names) == 4
    becomes(lambda: tab.locator(".variations .passing").count() >= 2, True)


def test_variations_are_made_promoted_and_deleted(analysed):
    analysis = z.analyse(z.load_game("tictactoe"), "(1,1) (0,1) (0,0)")
    tab = analysed(analysis)
    tab.get_by_role("button", name="One move back").click()
    square(tab, 8).click()
    tab.locator(".variations li ol button").wait_for()
    tab.get_by_role("button", name="Promote the variation").click()
    tab.locator(".variations li ol button", has_text="(0,0)").wait_for()
    assert analysis.names == ("(1,1)", "(0,1)", "(2,2)")
    assert [(node["name"], node["parent"]) for node in analysis.tree["nodes"]][2:] == [("(2,2)", 2), ("(0,0)", 2)]
    tab.get_by_role("button", name="Delete from here").click()
    tab.locator(".variations li ol").wait_for(state="detached")
    becomes(lambda: plies(tab), ["(1,1)", "(0,1)", "(0,0)"])


def test_a_report_draws_the_game_and_marks_what_was_wrong(analysed):
    tab = analysed(z.analyse(z.load_game("tictactoe"), "(1,1) (0,1) (0,0)", language="es"))
    tab.get_by_label("Cada posición").select_option("quick")
    tab.get_by_role("button", name="Informe de la partida").click()
    tab.locator("ol.costly").wait_for()
    becomes(tab.locator(".variations .mark").all_text_contents, ["??"])
    becomes(tab.locator(".graph circle").count, 1)
    tab.locator("ol.costly button").click()
    tab.locator(".judged", has_text="(0,1)").wait_for()


def test_without_a_kernel_there_is_what_was_found_last(analysed):
    analysis = z.analyse(z.load_game("tictactoe"), "(1,1) (0,1) (0,0)")
    analysis.think(0.5)
    analysis.report()
    tab = analysed(analysis, hear=lambda message: None)
    tab.locator(".best > li").nth(2).wait_for()
    becomes(tab.locator(".variations .mark").all_text_contents, ["??"])
    becomes(tab.locator(".graph svg").is_visible, True)
    tab.get_by_role("button", name="One move back").click()
    tab.get_by_role("alert").get_by_text("The notebook's kernel does not answer").wait_for()


def test_a_kernel_that_was_busy_answers_when_it_can(analysed):
    analysis, busy, waiting = z.analyse(z.load_game("tictactoe"), "(1,1) (0,1) (0,0)"), [True], []
    tab = analysed(analysis, hear=lambda message: waiting.append(message) if busy else heard(analysis, message))
    tab.get_by_role("button", name="One move back").click()
    tab.get_by_role("alert").get_by_text("The notebook's kernel does not answer").wait_for()
    busy.clear()
    for message in waiting:
        heard(analysis, message)
    tab.locator(".best > li").nth(2).wait_for()
    becomes(tab.get_by_role("alert").is_hidden, True)
    becomes(tab.locator(".above .news").text_content, "MAX · x to move")


def test_keys_go_through_the_game_and_the_notebook_hears_nothing_of_them(analysed):
    analysis = z.analyse(z.load_game("tictactoe"), "(1,1) (0,1) (0,0)")
    tab = analysed(analysis)
    tab.evaluate("() => { window.keys = []; document.addEventListener('keydown', (event) => window.keys.push(event.key)) }")
    tab.get_by_role("button", name="Engine").focus()
    tab.keyboard.press("ArrowLeft")
    tab.locator(".variations button[aria-current]", has_text="(0,1)").wait_for()
    becomes(lambda: tab.evaluate("() => window.keys"), [])


def test_an_analysis_that_is_closed_is_given_up(analysed):
    analysis = z.analyse(z.load_game("othello"), "f5")
    tab = analysed(analysis)
    tab.locator(".best > li").first.wait_for()
    assert analysis._gone
    assert tab.evaluate("() => { window.over(); return window.heard.size }") == 0
    for _ in range(100):
        tab.wait_for_timeout(50)
        if not analysis._gone:
            return
    raise AssertionError("the engine still thinks")


@pytest.mark.parametrize(("width", "beside"), [("900px", True), ("400px", False)])
def test_it_goes_by_its_own_width(analysed, width, beside):
    tab = analysed(z.analyse(z.load_game("tictactoe"), "(1,1)"), width=width)
    tab.locator(".best > li").first.wait_for()

    def stands_beside():
        board, side = (tab.locator(part).bounding_box() for part in (".where", ".side"))
        return side["x"] > board["x"] + board["width"]

    becomes(stands_beside, beside)
    needed = "() => document.querySelector('div > div').shadowRoot.querySelector('.zermelo').scrollWidth"
    becomes(lambda: tab.evaluate(needed) <= int(width[:-2]), True)


@pytest.mark.parametrize("dark", [False, True])
def test_readers_of_the_screen_and_of_either_colours_can_use_it(analysed, tab, dark):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="`make browser` installs axe")
    tab.evaluate("dark => { document.body.style.color = dark ? '#eeeeee' : '#111111'; }", dark)
    analysis = z.analyse(z.load_game("tictactoe"), "(1,1) (0,1) (0,0)", language="pt")
    analysis.report()
    analysed(analysis)
    tab.locator(".best > li").nth(2).wait_for()
    becomes(tab.locator(".zermelo[lang=pt]").count, 1)
    becomes(tab.locator(".zermelo.dark").count, dark)
    tab.evaluate("() => { document.title = 'notebook'; document.documentElement.lang = 'en'; }")  # which is not the widget's matter
    assert axe.Axe().run(tab, options={"runOnly": ["wcag2a", "wcag2aa"]}).response["violations"] == []
