"""What moves on a board in a real browser: pieces fall, slide and burst, unless the reader wants them to stand still."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.browser.studio import becomes, served
from tests.browser.test_studio import square, wait_for_moves

pytestmark = pytest.mark.slow

WATCH = """() => { window.seen = new Set();
  new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => seen.add(node.className?.baseVal))))
    .observe(document.querySelector(".place"), { childList: true, subtree: true }); }"""


def shown(tab, address, game, moves, squares, *wanted):
    """What was seen to move when the last move was made by touching these squares; all that is wanted, some time."""
    tab.goto(f"{address}/lessons")  # requests then come from a page of the studio
    begun = tab.request.post(f"{address}/api/games", data={"game": game, "seats": [{"kind": "human"}] * 2, "moves": moves}).json()
    tab.goto(f"{address}/play?id={begun['number']}")
    square(tab, 0).wait_for()
    tab.evaluate(WATCH)
    for number in squares:
        square(tab, number).focus()
        tab.keyboard.press("Enter")
    wait_for_moves(tab, len(moves) + 1)
    tab.locator(".place .last").nth(len(squares) - 1).wait_for(state="attached")
    tab.wait_for_function("() => !document.querySelector('.place .moving')")
    becomes(lambda: set(wanted) - set(tab.evaluate("[...seen]")), set())
    return tab.evaluate("[...seen]")


def boom():
    """Moves after which BOOM takes tokens away, and the square of the bomb."""
    game, chooser = z.load_game("desconecta4boom"), random.Random(1)
    while True:
        state, names = game.initial(), []
        while not game.is_terminal(state):
            if game.boom in game.actions(state):
                after = game.result(state, game.boom)
                if not game.is_terminal(after) and state.own.count() - after.other.count() > 1:
                    return names, game.action_squares(state, game.boom)
            action = chooser.choice([one for one in game.actions(state) if one != game.boom])
            names.append(game.name(state, action))
            state = game.result(state, action)


def test_pieces_fall_slide_and_burst_the_line_is_lit_and_nothing_moves_for_who_wants_that(tab, tmp_path):
    with served(tmp_path / "s.sqlite") as address:
        won = ("connect4", ["4", "1", "5", "1", "6", "1"], [41])
        castling = ("chess", ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"], [60, 62])
        shown(tab, address, *won, "moving")
        tab.locator(".place .lit").nth(3).wait_for(state="attached")
        square(tab, 38).and_(tab.locator("[aria-label*='part of the line']")).wait_for()
        shown(tab, address, *castling, "moving")
        shown(tab, address, "desconecta4boom", *boom(), "burst", "vanish")
        tab.emulate_media(reduced_motion="reduce")
        assert not {"moving", "burst"} & set(shown(tab, address, *castling))
