"""The board of a notebook in a real browser: its module as a notebook loads it, with the Python that a notebook would talk to."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

import zermelo as z

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
    assert moves(tab) == list(board.names) == ["(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)"]


def test_what_can_be_played_is_marked_in_its_place(shown):
    tab = shown(z.widget(z.load_game("tictactoe"), computer=None))
    dots = tab.locator(".dot")
    dots.nth(8).wait_for()
    assert len({(dot.get_attribute("cx"), dot.get_attribute("cy")) for dot in dots.all()}) == 9


def test_the_computer_answers_and_is_taken_back(shown):
    board = z.widget(z.load_game("tictactoe"), level=1)
    tab = shown(board)
    square(tab, 4).click()
    tab.locator(".moves li").nth(1).wait_for(state="attached")
    tab.get_by_role("button", name="Take back").click()
    tab.wait_for_function("() => !document.querySelector('.moves li')")
    assert tab.get_by_role("button", name="Take back").is_disabled()
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
    assert tab.evaluate("() => window.heard") == []
    assert tab.evaluate("() => document.activeElement.dataset.square") == "4"


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
    assert tab.get_by_role("alert").is_hidden()


def test_what_is_closed_listens_no_more(shown):
    tab = shown(z.widget(z.load_game("tictactoe"), computer=None))
    assert tab.evaluate("() => { window.over(); return window.listeners.size }") == 0
