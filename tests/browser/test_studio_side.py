"""A board whose players sit opposite each other is seen from the side of who plays, and is turned by a button and a key."""

from __future__ import annotations

import pytest

from tests.browser.studio import becomes, served
from tests.browser.test_studio import moves, square, wait_for_moves

pytestmark = pytest.mark.slow

A8, E7, E5, A1 = 0, 12, 28, 56


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


def is_above(tab, one, other):
    first, second = (tab.locator(f'[data-square="{number}"]').first.bounding_box() for number in (one, other))
    return first["y"] < second["y"]


def wait_for_above(tab, one, other):
    tab.wait_for_function(
        "([one, other]) => { const top = square => document.querySelector(`[data-square='${square}']`)?.getBoundingClientRect().top;"
        " return top(one) < top(other); }",
        arg=[one, other],
    )


def turn(tab):
    return tab.get_by_role("button", name="Turn the board")


def test_who_plays_black_sees_the_board_from_that_side_and_moves_there_by_mouse_and_keys(tab, address):
    tab.goto(f"{address}/play?game=chess&side=1&level=1")
    wait_for_moves(tab, 1)
    wait_for_above(tab, A1, A8)
    becomes(tab.locator(".scale span").all_inner_texts, ["White", "Black"])  # the bar stands as the board does
    square(tab, E7).drag_to(square(tab, E5))
    wait_for_moves(tab, 3)
    becomes(lambda: moves(tab)[1], "e5")
    square(tab, A8).focus()
    tab.keyboard.press("ArrowUp")  # to a7, which is seen above a8
    becomes(lambda: tab.evaluate("document.activeElement.dataset.square"), "8")
    tab.keyboard.press("ArrowLeft")  # to b7
    becomes(lambda: tab.evaluate("document.activeElement.dataset.square"), "9")


def test_the_board_is_turned_by_the_button_and_the_key_and_stays_so(tab, address):
    tab.goto(f"{address}/play?game=pawns")
    square(tab, 0).wait_for()
    last = tab.locator(".place [data-square]").count() - 1
    assert is_above(tab, 0, last)
    turn(tab).click()
    wait_for_above(tab, last, 0)
    tab.reload()
    wait_for_above(tab, last, 0)
    tab.keyboard.press("f")
    wait_for_above(tab, 0, last)
    tab.get_by_role("button", name="Play as MIN").click()  # sits down on the other side, where it is seen from
    wait_for_above(tab, last, 0)


def test_the_address_of_an_analysis_and_of_a_position_says_how_the_board_is_turned(tab, address):
    tab.goto(f"{address}/analyse?game=pawns&moves=a1-a2")
    square(tab, 0).wait_for()
    last = tab.locator(".place [data-square]").count() - 1
    turn(tab).click()
    wait_for_above(tab, last, 0)
    tab.wait_for_function("() => location.search.includes('turned=true')")
    becomes(tab.locator(".best-moves").count, 1)  # the marks are on the board that is turned
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_role("button", name="Set up a position").click()
    tab.wait_for_url("**/setup?*")
    wait_for_above(tab, last, 0)
    field = tab.locator(".editor [data-square]").first
    field.focus()
    tab.keyboard.press("ArrowUp")  # to the row that is seen above
    becomes(lambda: int(tab.evaluate("document.activeElement.dataset.square")) > 0, True)
    tab.keyboard.press("f")
    wait_for_above(tab, 0, last)
    tab.wait_for_url("**turned=false**")


def test_black_draughts_sit_above_with_max_who_has_them(tab, address):
    tab.goto(f"{address}/play?game=checkers&side=1&level=1")
    square(tab, 0).wait_for()
    wait_for_moves(tab, 1)
    assert is_above(tab, 1, 62)
    becomes(tab.locator(".scale span").all_inner_texts, ["MAX", "MIN"])


def test_a_board_without_sides_is_not_turned(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    becomes(turn(tab).is_hidden, True)
    tab.keyboard.press("f")
    assert is_above(tab, 0, 8)
