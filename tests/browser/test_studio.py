"""The studio in a real browser: games are played to their end, trees stepped through, exercises solved, by mouse, finger and keyboard."""

from __future__ import annotations

import json
import os
import re
import time
from functools import partial

import pytest

import zermelo as z
from tests.browser.studio import PATIENCE, becomes, served
from zermelo.explain.exercise import exercise
from zermelo.explain.figures import FIGURES
from zermelo.web import supervisor
from zermelo.web.lessons import lessons

pytestmark = pytest.mark.slow

MOST = 150_000  # bytes of a page, before pictures
FITS = "wide => wide.scrollWidth <= wide.clientWidth"
PAGES = [
    "/", "/games", "/play?game=connect4", "/play?game=backgammon", "/play?game=leduc", "/play?game=nim(players=4)",
    "/analyse?game=tictactoe&moves=(1,1)+(0,0)&variation=1+(0,1)",
    "/setup?game=chess", "/tree?game=pawns", "/edit", "/figures", "/edit?lang=es&tree=(chance(.9:2+.1:3)+1)",
    "/order?game=pawns", "/ladder?game=tictactoe&depth=4", "/practise?kind=minimax",
    "/simulations?game=tictactoe&simulations=12", "/scales?lang=es", "/strategies?game=kuhn&lang=pt",
    "/practise?kind=alphabeta&level=2", "/practise?kind=windows&level=2", "/practise?kind=arranging&lang=pt",
    "/sheets?lang=pt", "/practise?kind=failing", "/practise?kind=deciding&game=tictactoe&lang=es",
    "/practise?kind=engine&lang=es", "/practise?kind=quiescence&game=chess",
    "/lessons", "/lessons/alphabeta", "/lessons/chance",
    "/lessons/game?lang=es", "/lessons/horizon?lang=pt",
    "/lessons/monte-carlo", "/lessons/weighted-sum", "/lessons/horizon-chess?lang=es",
    "/lessons/hidden-hands?lang=es", "/lessons/regret?lang=pt", "/lessons/going-round",
]  # fmt: skip

PILE = (
    "import zermelo as z\n"
    "class Pile(z.Game):\n"
    "    def initial(self): return (5, 0)\n"
    "    def to_move(self, state): return state[1]\n"
    "    def actions(self, state): return [take for take in (1, 2) if take <= state[0]]\n"
    "    def result(self, state, action): return (state[0] - action, 1 - state[1])\n"
    "    def is_terminal(self, state): return state[0] == 0\n"
    "    def utility(self, state, player): return 1 if state[1] != player else -1\n"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


@pytest.fixture(scope="module")
def hand(browser):
    """What a phone keeps of the pages that it shows one after the other."""
    context = browser.new_context(viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)
    context.new_page()  # a window without a tab ends its process
    yield context
    context.close()


@pytest.fixture
def phone(hand):
    """A new tab of a phone."""
    page = hand.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


def finding_of_axe(tab, **options):
    """What axe-core has to say of a page, the worst and the least."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="`make browser` installs axe")
    found = axe.Axe().run(tab, options={"resultTypes": ["violations"], **options})
    return [f"{one['impact']} {one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found.response["violations"]]


def finding_of_axe_in_both_schemes(tab):
    """Once all of it, and in the dark what depends on colours."""
    tab.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = finding_of_axe(tab)
    tab.emulate_media(color_scheme="dark")
    return light + finding_of_axe(tab, runOnly={"type": "rule", "values": ["color-contrast", "link-in-text-block"]})


def square(tab, number):
    return tab.locator(f'.place [data-square="{number}"]')


def moves(tab):
    return tab.locator(".moves li").all_inner_texts()


def wait_for_moves(tab, count):
    tab.locator(".moves li").nth(count - 1).wait_for(timeout=PATIENCE)


def seat(tab, player, choice):
    with tab.expect_response("**/seats"):
        tab.locator(".seat > select").nth(player).select_option(choice)
    tab.locator(".game:not([aria-busy])").wait_for()


def test_a_whole_game_by_mouse_and_a_reload_in_the_middle_of_it(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    for number, wanted in ((4, 1), (0, 2), (2, 3)):
        square(tab, number).click()
        wait_for_moves(tab, wanted)
    tab.wait_for_url(re.compile(r"/play\?id=[\w-]+$"))
    tab.reload()
    wait_for_moves(tab, 3)
    becomes(lambda: moves(tab), ["(1,1)", "(0,0)", "(0,2)"])
    square(tab, 1).click()
    wait_for_moves(tab, 4)
    square(tab, 6).click()
    wait_for_moves(tab, 5)
    tab.get_by_text("MAX has won", exact=True).wait_for()
    square(tab, 8).click(force=True)
    becomes(lambda: len(moves(tab)), 5)


def test_the_computer_replies_a_move_is_taken_back_and_a_hint_given(tab, address):
    tab.goto(f"{address}/play?game=connect4")
    square(tab, 3).click(timeout=PATIENCE)  # anywhere in the column
    wait_for_moves(tab, 2)
    becomes(lambda: moves(tab)[0], "4")
    tab.get_by_role("button", name="Hint").click()
    tab.locator(".place .hint").wait_for(timeout=PATIENCE)
    tab.get_by_role("button", name="Take back").click()
    tab.locator(".moves li").first.wait_for(state="detached")
    square(tab, 0).click()
    wait_for_moves(tab, 2)
    becomes(lambda: moves(tab)[0], "1")


def test_an_earlier_move_is_looked_at_while_the_computer_thinks(tab, address):
    tab.goto(f"{address}/play?game=connect4")
    square(tab, 0).wait_for()
    seat(tab, 1, "seconds 1")
    square(tab, 3).click(timeout=PATIENCE)
    wait_for_moves(tab, 1)
    tab.keyboard.press("[")
    tab.locator(".moves [aria-current]").wait_for(state="detached")
    tab.keyboard.press("]")
    wait_for_moves(tab, 2)  # it begins to think again


def test_back_leads_to_the_game_before(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    square(tab, 4).click()
    wait_for_moves(tab, 1)
    tab.get_by_role("button", name="New game").click()
    tab.locator(".moves li").first.wait_for(state="detached")
    tab.go_back()
    wait_for_moves(tab, 1)


def test_the_computer_plays_itself_to_the_end_and_pauses(tab, address):
    tab.goto(f"{address}/play?game=tictactoe&level=5")
    square(tab, 0).wait_for()
    seat(tab, 0, "level 5")
    tab.get_by_text("A draw", exact=True).wait_for(timeout=PATIENCE)
    becomes(lambda: len(moves(tab)), 9)
    tab.get_by_role("button", name="Pause").click()
    tab.get_by_role("button", name="New game").click()
    tab.get_by_text("MAX to move", exact=True).wait_for()
    becomes(lambda: moves(tab), [])
    tab.get_by_role("button", name="One move", exact=True).click()
    wait_for_moves(tab, 1)
    tab.get_by_text("MIN to move", exact=True).wait_for()
    tab.get_by_role("slider", name="Pace").press("ArrowRight")
    becomes(tab.locator(".pace output").inner_text, "0.25 s after each move")
    becomes(lambda: len(moves(tab)), 1)
    tab.get_by_role("button", name="Pause").click()
    tab.get_by_text("A draw", exact=True).wait_for(timeout=PATIENCE)
    becomes(tab.get_by_role("button", name="One move", exact=True).is_disabled, True)


def test_a_game_with_dice_is_played_by_a_clock(tab, address):
    tab.goto(f"{address}/play?game=pig&lang=es")
    seat(tab, 1, "human")
    with tab.expect_response("**/api/games"):
        tab.get_by_label("Reloj").select_option("300+3")
    faces = tab.locator(".clocks .face")
    faces.nth(1).wait_for()
    tab.wait_for_timeout(1_500)
    assert faces.all_inner_texts() == ["5:00", "5:00"]  # before the first move they stand
    tab.locator(".place .can").first.click()
    wait_for_moves(tab, 2)  # the die is thrown at once
    assert moves(tab)[0] == "tirar"
    tab.wait_for_function("() => [...document.querySelectorAll('.clocks .face')].some((one) => one.textContent < '5:00')")  # one runs
    assert tab.locator(".trouble:visible").count() == 0


def test_two_play_by_a_clock_and_whose_time_is_over_has_lost(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    tab.get_by_label("Clock").select_option("180+2")
    tab.get_by_role("timer").nth(1).get_by_text("3:00").wait_for()
    square(tab, 4).click()
    wait_for_moves(tab, 1)
    tab.get_by_role("timer").nth(1).get_by_text("3:00").wait_for(state="detached")  # the other's time goes, and one's own stands
    stands = tab.get_by_role("timer").first.inner_text()
    assert "2:00" < stands <= "3:02"
    tab.get_by_role("timer").nth(1).get_by_text("2:59").wait_for(state="detached")
    assert tab.get_by_role("timer").first.inner_text() == stands
    facts = {"game": "tictactoe", "seats": 2 * [{"kind": "human"}], "clock": "1"}
    begin = "fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body })"
    number = tab.evaluate(f"async (body) => (await (await {begin}).json()).number", json.dumps(facts))
    tab.goto(f"{address}/play?id={number}")
    square(tab, 4).click()
    tab.get_by_text("MAX has won, as the other's time is over", exact=True).wait_for()
    tab.get_by_role("timer").nth(1).get_by_text("0:00.0").wait_for()


@pytest.mark.parametrize(
    "page", ["/", "/play", "/tree", "/analyse?game=tictactoe", "/edit", "/practise", "/lessons/minimax", "/lessons/monte-carlo"]
)
def test_a_page_is_small(browser, address, page):
    """What is transferred of it, and of all that it loads, without the pictures that stand in it."""
    asked = []
    with browser.new_page() as tab:  # in a window of its own, which has loaded nothing yet
        tab.on("requestfinished", lambda request: asked.append(request) if request.method == "GET" else None)
        text = tab.goto(f"{address}{page}").text()
        tab.wait_for_load_state("networkidle", timeout=PATIENCE)
        sizes = {request.url: max(0, request.sizes()["responseBodySize"]) for request in asked}
    pictures = sum(map(len, re.findall(r"<svg.*?</svg>", text, re.DOTALL)))
    assert 10_000 < sum(sizes.values()) - pictures <= MOST, sizes
    assert sum(url.partition("?")[0].endswith(".css") for url in sizes) == 1


@pytest.mark.parametrize("wide", [390, 1280])
def test_the_figures_of_the_lectures_are_a_touch_away(tab, address, wide):
    """Each is seen whole where the window is wide, and none is smaller than it is drawn on a phone."""
    tab.set_viewport_size({"width": wide, "height": 800})
    tab.goto(f"{address}/?lang=es")
    tab.get_by_role("link", name="Figuras de las clases").click()
    pictures = tab.locator(".drawn img")
    becomes(pictures.count, len(FIGURES))
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        tab.wait_for_function("one => one.naturalWidth > 0", arg=picture.element_handle())
        seen, natural = picture.evaluate("one => [one.width, one.naturalWidth]")
        assert seen == natural if wide == 390 else seen <= wide
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), True)


def test_where_hands_are_hidden_a_clock_begins_when_its_player_looks(tab, address):
    facts = {"game": "kuhn", "seats": 2 * [{"kind": "human"}], "clock": "180"}
    tab.goto(f"{address}/play?id={tab.request.post(f'{address}/api/games', data=facts).json()['number']}")
    look, faces = tab.locator(".cover button.first"), tab.locator(".clocks .face")
    look.wait_for()
    assert faces.all_inner_texts() == ["3:00", "3:00"]
    look.click()
    tab.wait_for_function("() => document.querySelector('.clocks .face')?.textContent < '3:00'")
    assert faces.nth(1).inner_text() == "3:00"
    tab.get_by_role("button", name="bet").first.click()
    tab.locator(".cover button.first").wait_for()
    stands = faces.all_inner_texts()
    assert stands[1] == "3:00"


def test_a_piece_is_dragged(tab, address):
    tab.goto(f"{address}/play?game=checkers")
    square(tab, 17).wait_for()
    seat(tab, 1, "human")
    start, end = square(tab, 17).bounding_box(), square(tab, 24).bounding_box()
    tab.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    tab.mouse.down()
    tab.mouse.move(end["x"] + 5, end["y"] + 5, steps=4)
    tab.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    tab.mouse.up()
    wait_for_moves(tab, 1)
    becomes(lambda: moves(tab), ["9-13"])


def test_a_whole_game_with_the_keyboard_alone(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    square(tab, 0).focus()
    pressed = (
        ["Enter"],
        ["ArrowDown", "Enter"],
        ["ArrowUp", "ArrowRight", " "],
        ["ArrowDown", "Enter"],
        ["ArrowUp", "ArrowRight", "Enter"],
    )
    for played, keys in enumerate(pressed, 1):
        for key in keys:
            tab.keyboard.press(key)
        wait_for_moves(tab, played)
    tab.get_by_text("MAX has won", exact=True).wait_for()
    becomes(lambda: moves(tab), ["(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)"])
    tab.keyboard.press("u")
    tab.locator(".moves li").nth(4).wait_for(state="detached")
    tab.keyboard.press("[")
    tab.locator(".moves li").nth(2).locator("[aria-current]").wait_for()


def test_an_explosion_can_be_followed(tab, address):
    position = "0000000/0000000/0000000/0000000/0000000/0120000/1412012 1 3"
    tab.goto(f"{address}/play?game=desconecta4boom&position={position}")
    bomb = square(tab, 6 * 7 + 1)
    bomb.wait_for()
    seat(tab, 1, "human")
    becomes(lambda: "bomb" in bomb.get_attribute("aria-label"), True)
    bomb.click()
    tab.locator(".vanish").first.wait_for(state="attached", timeout=PATIENCE)
    wait_for_moves(tab, 1)
    becomes(lambda: moves(tab), ["BOOM"])
    square(tab, 6 * 7 + 0).and_(tab.locator('[aria-label*="empty"]')).wait_for()


def test_a_position_is_pasted_shown_and_played_and_a_wrong_one_told(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    tab.locator("summary", has_text="Position").click()
    tab.get_by_role("textbox", name="Position").fill("xo./.x./... q")
    tab.get_by_role("alert").get_by_text("q").wait_for()
    tab.get_by_role("textbox", name="Position").fill("xo./.x./... o")
    tab.locator('.place [data-square="4"][aria-label*="cross"]').wait_for()
    tab.get_by_role("button", name="Play from here").click()
    tab.get_by_text("MIN to move", exact=True).wait_for()


def test_a_game_is_saved_to_a_file_and_loaded(tab, address, tmp_path):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    square(tab, 4).click()
    wait_for_moves(tab, 1)
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save the game").click()
    download.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["moves"] == [{"player": "MAX", "action": "(1,1)"}]
    tab.get_by_role("button", name="New game").click()
    tab.locator(".moves li").first.wait_for(state="detached")
    tab.locator("input[type=file]").set_input_files(tmp_path / "game.json")
    wait_for_moves(tab, 1)
    (tmp_path / "other.json").write_text("[1]")
    tab.locator("input[type=file]").set_input_files(tmp_path / "other.json")
    tab.get_by_role("alert").get_by_text("This file is no game").wait_for()


def test_a_pgn_is_pasted_stepped_through_and_saved(tab, address, tmp_path):
    tab.goto(f"{address}/play?game=chess")
    square(tab, 0).wait_for()
    tab.locator("summary", has_text="PGN").click()
    tab.get_by_label("PGN").fill("1. e4 e5\n2. Ke5 *")
    tab.get_by_role("button", name="Load this PGN").click()
    tab.get_by_role("alert").get_by_text("game 1, line 2: 2. Ke5").wait_for()
    tab.get_by_label("PGN").fill('[White "Ana"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[White "Bo"]\n\n1. d4 *\n\n1. Ke2 *')
    tab.get_by_role("button", name="Load this PGN").click()
    tab.get_by_label("2 games; choose one").wait_for()
    tab.get_by_role("alert").get_by_text("game 3, line 9: 1. Ke2").wait_for()
    tab.locator("details").get_by_role("button", name="Begin", exact=True).click()
    wait_for_moves(tab, 5)
    square(tab, 12).and_(tab.locator('[aria-label="e 7: king (dark), in check"]')).wait_for()
    tab.get_by_role("button", name="One move back").click()
    square(tab, 31).and_(tab.locator('[aria-label="h 5: queen (light)"]')).wait_for()
    tab.get_by_role("button", name="To the beginning").click()
    square(tab, 59).and_(tab.locator('[aria-label="d 1: queen (light)"]')).wait_for()
    becomes(tab.get_by_role("button", name="One move back").is_disabled, True)
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save as PGN").click()
    download.value.save_as(tmp_path / "game.pgn")
    assert (tmp_path / "game.pgn").read_text().endswith("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n")
    assert '[White "Ana"]' in (tmp_path / "game.pgn").read_text()
    tab.get_by_role("button", name="New game").click()
    tab.locator(".moves li").first.wait_for(state="detached")
    tab.locator("input[type=file]").set_input_files(tmp_path / "game.pgn")
    wait_for_moves(tab, 5)


def test_chess_is_played_by_drag_and_click_and_a_piece_is_chosen(tab, address):
    tab.goto(f"{address}/play?game=chess&position=4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    square(tab, 60).wait_for()
    seat(tab, 1, "human")
    square(tab, 60).click()
    square(tab, 62).click()
    wait_for_moves(tab, 1)
    square(tab, 4).drag_to(square(tab, 12))
    wait_for_moves(tab, 2)
    square(tab, 8).click()
    square(tab, 0).click()
    tab.locator(".chooser button").nth(3).wait_for()
    becomes(tab.locator(".chooser button").all_inner_texts, ["a8=Q", "a8=R", "a8=B", "a8=N"])
    becomes(tab.locator(".chooser svg").count, 4)
    tab.keyboard.press("Escape")
    square(tab, 8).focus()
    tab.keyboard.press("Enter")
    square(tab, 0).focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("ArrowLeft")  # from the first of the four to the last
    tab.keyboard.press("Enter")
    wait_for_moves(tab, 3)
    becomes(lambda: moves(tab), ["O-O", "Ke7", "a8=N"])
    tab.locator(".place .last").nth(1).wait_for(state="attached")


def test_moves_of_chess_are_numbered_in_two_columns(tab, address):
    asked = {
        "game": "chess",
        "seats": [{"kind": "human"}] * 2,
        "position": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30",
        "moves": ["Kd7", "e4", "Ke7"],
    }
    begun = tab.request.post(f"{address}/api/games", data=asked).json()
    tab.goto(f"{address}/play?id={begun['number']}")
    wait_for_moves(tab, 3)
    drawn = "all => all.map(one => [getComputedStyle(one).listStyleType.replaceAll('\"', '').trim(), one.style.gridColumn[0]])"
    becomes(lambda: tab.locator(".moves li").evaluate_all(drawn), [["30...", "2"], ["31.", "1"], ["", "2"]])


def middle(part):
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_dragged_pawn_stands_where_it_goes_while_its_piece_is_asked_for_and_goes_back_when_that_is_given_up(tab, address):
    tab.goto(f"{address}/play?game=chess&position=4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    square(tab, 8).wait_for()
    seat(tab, 1, "human")
    pawn, start, end = square(tab, 8).locator("path"), middle(square(tab, 8).locator("rect")), middle(square(tab, 0).locator("rect"))

    def stands(place):
        """Whether the pawn, which is not as high as its square, stands there."""
        x, y = middle(pawn)
        return abs(x - place[0]) < 5 and abs(y - place[1]) < 5

    for give_up in (lambda: tab.keyboard.press("Escape"), lambda: tab.mouse.click(*middle(square(tab, 44)))):
        becomes(lambda: stands(start), True)
        tab.mouse.move(*start)
        tab.mouse.down()
        tab.mouse.move(end[0], end[1] + 60, steps=4)
        becomes(lambda: stands((end[0], end[1] + 60)), True)
        tab.mouse.move(*end)
        tab.mouse.up()
        tab.locator(".chooser button").first.wait_for()
        becomes(lambda: stands(end), True)
        give_up()
        tab.locator(".place .chooser").wait_for(state="hidden")
    becomes(lambda: stands(start), True)


def test_a_hint_leaves_the_piece_to_be_seen(tab, address):
    tab.goto(f"{address}/play?game=chess&position=4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    square(tab, 60).wait_for()
    tab.get_by_role("button", name="Hint").click()
    around = tab.locator(".place .hint .dot.around")
    around.wait_for()
    becomes(lambda: around.evaluate("dot => getComputedStyle(dot).fill"), "none")


def test_a_position_is_put_together_and_played(tab, address):
    tab.goto(f"{address}/play?game=chess")
    square(tab, 0).wait_for()
    tab.locator("summary", has_text="Position").click()
    tab.get_by_role("button", name="Set up a position").click()
    field, told, piece = tab.locator("input[name=text]"), tab.locator(".editor [role=status]"), tab.locator(".editor [data-square]")

    def wait_for(fen):
        tab.wait_for_function("fen => document.querySelector('input[name=text]').value === fen", arg=fen)

    field.wait_for()
    wait_for("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    piece.nth(52).drag_to(piece.nth(36))
    wait_for("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")
    tab.get_by_role("button", name="Empty board").click()
    tab.get_by_text("white has no king").wait_for()
    becomes(tab.get_by_role("button", name="Play from here").is_disabled, True)
    tab.reload()
    tab.get_by_text("white has no king").wait_for()  # what is put stays, though it is no position yet
    piece.nth(60).focus()
    tab.keyboard.press("K")
    wait_for("8/8/8/8/8/8/8/4K3 w - - 0 1")
    for _ in range(7):
        tab.keyboard.press("ArrowUp")
    tab.keyboard.press("k")
    wait_for("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    tab.locator(".palette [data-sign=R]").click()
    piece.nth(63).click()
    wait_for("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    tab.get_by_label("Castling").select_option("K")
    tab.get_by_label("To move").select_option("black")
    wait_for("4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    told.and_(tab.get_by_text("This position can be played.", exact=True)).wait_for()
    field.fill("4k3/8/8/8/8/8/8/4K2R w K - 0 7 1")
    tab.get_by_role("button", name="Read").click()
    tab.get_by_role("alert").get_by_text("has 7 fields").wait_for()
    becomes(tab.get_by_text("This position can be played.").count, 0)
    with tab.expect_response("**/api/setup"):
        tab.get_by_role("button", name="Analyse").click()  # what is written is meant, and that is no position
    tab.get_by_role("alert").get_by_text("has 7 fields").wait_for()
    field.fill("4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    tab.get_by_role("button", name="Analyse").click()  # read by that
    tab.locator('.place [data-square="63"][aria-label="h 1: rook (light)"]').wait_for()
    tab.get_by_text("Black to move").first.wait_for()
    tab.go_back()
    wait_for("4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    tab.goto(f"{address}/setup?game=kalah&lang=es")
    tab.get_by_role("alert").get_by_text("Las posiciones de Kalah no se pueden componer con piezas").wait_for()
    becomes(tab.locator(".editor .side").is_hidden, True)


def test_a_tree_is_stepped_through_forward_and_back(tab, address):
    tab.goto(f"{address}/tree?game=pawns&algorithm=alphabeta")
    sentence, place = tab.locator(".sentence"), tab.locator("[data-show=place]")
    sentence.wait_for()
    first = sentence.inner_text()
    assert place.inner_text() == "1 / 49"
    tab.get_by_label("One step on").click()
    assert (place.inner_text(), sentence.inner_text() == first) == ("2 / 49", False)
    tab.get_by_label("One step back").click()
    assert sentence.inner_text() == first
    tab.get_by_label("To the end").click()
    assert place.inner_text() == "49 / 49"
    tab.get_by_label("Depth").select_option("2")
    tab.get_by_text("2 plies deep").first.wait_for()
    tab.wait_for_url("**depth=2**")


def test_what_is_filled_in_stays_when_the_language_is_changed(tab, address):
    tab.goto(f"{address}/practise?kind=minimax&level=1&seed=4")
    tab.locator(".blanks input").first.fill("7")
    tab.locator("[data-lang=es]").click()
    tab.get_by_role("button", name="Corregir").wait_for()
    becomes(tab.locator(".blanks input").first.input_value, "7")
    tab.get_by_role("button", name="Otro").click()
    tab.get_by_text("número 5").wait_for()
    becomes(tab.locator(".blanks input").first.input_value, "")


def test_an_exercise_done_wrong_and_then_right(tab, address):
    made = exercise("minimax", 1, 4)
    tab.goto(f"{address}/practise?kind=minimax&level=1&seed=4")
    tab.locator(".blanks input").first.wait_for()
    tab.locator(f".exercise #n{made.blanks[0].node}").click()
    becomes(lambda: tab.locator(".blanks input").first.evaluate("field => document.activeElement === field"), True)
    *values, move = made.blanks
    for number in range(len(values)):
        tab.locator(".blanks input").nth(number).fill("77")
    wrong = next(name for name in map(made.tree.name, made.tree.children[0]) if name != move.answer)
    tab.locator(".blanks select").select_option(wrong)
    tab.get_by_role("button", name="Mark").click()
    tab.locator(".blanks .wrong").nth(len(made.blanks) - 1).wait_for()
    becomes(lambda: "takes the" in tab.locator(".blanks .reason").first.inner_text(), True)
    for number, blank in enumerate(values):
        tab.locator(".blanks input").nth(number).fill(f"{blank.answer:g}")
    tab.locator(".blanks select").select_option(move.answer)
    tab.locator(".exercise .edge.best").wait_for(state="attached")  # the only one
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text("All of it is right!").wait_for()
    tab.get_by_role("button", name="Another one").click()
    tab.get_by_text("number 5").first.wait_for()


def test_leaves_are_crossed_out_by_a_click(tab, address):
    made = exercise("alphabeta", 2, 1)
    tab.goto(f"{address}/practise?kind=alphabeta&level=2&seed=1")
    tab.locator(".blanks input").first.wait_for()
    cut = sum(blank.what == "searched" and not blank.answer for blank in made.blanks)
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text(f"0 of {cut + 1} points so far.").wait_for()  # an untouched sheet has no answer
    becomes(tab.locator(".blanks .wrong").count, 0)
    for number, blank in enumerate(made.blanks):
        if blank.what == "value":
            tab.locator(".blanks input").nth(number).fill(f"{blank.answer:g}")
        elif not blank.answer:
            tab.locator(f".exercise #n{blank.node} .value").click()
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text("All of it is right!").wait_for()


def test_alpha_and_beta_are_written_at_each_node_with_help(tab, address):
    made = exercise("windows", 1, 3)
    tab.goto(f"{address}/practise?kind=windows&level=1&seed=3")
    rows = tab.locator(".blanks li")
    rows.first.wait_for()
    rows.nth(0).get_by_label("alpha: the root, on descent").fill("-oo")
    rows.nth(0).get_by_label("beta: the root, on descent").fill("5")
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text(f"0.5 of {len(made.blanks)} points so far.").wait_for()
    becomes(lambda: "Step 1: The root: MAX is to move, and the window is [-∞, ∞]." in rows.nth(0).inner_text(), True)
    for stage in (1, 2, 3):
        tab.get_by_role("button", name=f"Help {stage} of 3").click()
        tab.locator(".help li").nth(stage - 1).wait_for()
    told = tab.locator(".help li").all_inner_texts()
    assert told[1].startswith("Next: the root, on descent.")
    assert told[2].startswith("the root, on descent: Step 1:")
    tab.locator(f".exercise #n{made.blanks[1].node}").click()  # a node leads to its first empty field
    for row, blank in enumerate(made.blanks):
        for place, end in enumerate(blank.answer):
            rows.nth(row).locator("input").nth(place).fill(str(end).replace("inf", "∞"))
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text("All of it is right!").wait_for()


def test_what_both_forms_return_is_written(tab, address):
    made = exercise("failing", 1, 1)
    tab.goto(f"{address}/practise?kind=failing&level=1&seed=1")
    rows = tab.locator(".blanks li")
    rows.first.wait_for()
    for row, blank in enumerate(made.blanks):
        if blank.what == "searched":
            rows.nth(row).get_by_role("checkbox").set_checked(not blank.answer)
        else:
            rows.nth(row).get_by_role("textbox").fill(f"{blank.answer:g}")
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text("All of it is right!").wait_for()


def test_branches_are_put_in_order_by_mouse_and_keys_and_the_tree_follows(tab, address):
    made = exercise("arranging", 2, 1)
    tab.goto(f"{address}/practise?kind=arranging&level=2&seed=1")
    rows = tab.locator(".blanks li")
    rows.first.wait_for()
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text(f"0 of {len(made.blanks)} points so far.").wait_for()
    for row, blank in enumerate(made.blanks):
        standing = list(blank.choices)
        for place, name in enumerate(blank.answer):
            for _ in range(standing.index(name) - place):
                chip = rows.nth(row).locator(f'[data-name="{name}"]')
                with tab.expect_response("**/picture"):
                    if row % 2:
                        chip.click()
                    else:
                        chip.press("ArrowLeft")
            standing.remove(name)
            standing.insert(place, name)
        chips = rows.nth(row).locator("button")
        for at, name in enumerate(blank.answer):
            becomes(partial(chips.nth(at).get_attribute, "data-name"), name)
    shown = made.as_answered({blank.name: blank.answer for blank in made.blanks}).tree
    leaves = [node for node in range(len(shown)) if not shown.children[node]]
    values = [shown.value[node] for node in leaves]
    assert values != [made.tree.value[node] for node in leaves]
    standing = "leaves => leaves.map(node => Number(document.querySelector(`.exercise #n${node} .value`)?.textContent))"
    tab.wait_for_function(f"([leaves, values]) => String(({standing})(leaves)) === String(values)", arg=[leaves, values])
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text("All of it is right!").wait_for()


def test_a_sheet_is_made_handed_out_filled_in_and_its_result_seen(tab, address):
    tab.goto(f"{address}/sheets?lang=es")
    tab.get_by_label("poda alfa-beta").uncheck()
    tab.get_by_role("button", name="Preparar la hoja").click()
    tab.get_by_text("Elige al menos un tipo.").wait_for()
    tab.get_by_label("alfa y beta en cada nodo").check()
    tab.get_by_label("minimax", exact=True).check()
    tab.get_by_label("Cuántos").fill("2")
    tab.get_by_label("Número").fill("7")
    tab.get_by_label("Título").fill("Hoja <1>")
    tab.get_by_role("button", name="Preparar la hoja").click()
    tab.get_by_role("heading", name="Resultados: Hoja <1>").wait_for()
    results, sheet = tab.url, tab.locator(".address a").get_attribute("href")
    tab.get_by_text("Todavía no se ha entregado nada.").wait_for()

    tab.goto(sheet)
    tab.locator(".blanks input").first.wait_for()
    becomes(tab.locator(".trouble:visible").count, 0)
    tab.get_by_role("button", name="Entregar").click()
    tab.get_by_text("Escribe primero tu nombre").wait_for()
    tab.get_by_label("Tu nombre").fill("Ana")
    tab.get_by_role("button", name="Ayuda 1 de 3").first.click()
    tab.locator(".help li").first.wait_for()
    minimax, windows = exercise("minimax", 1, 7), exercise("windows", 1, 8)  # in the order of the list of kinds
    for row, blank in enumerate(minimax.blanks):
        item = tab.locator(".exercise").nth(0).locator(".blanks li").nth(row)
        if isinstance(blank.answer, str):
            item.locator("select").select_option(blank.answer)
        else:
            item.locator("input").fill(f"{blank.answer:g}")
    ends = tab.locator(".exercise").nth(1).locator(".blanks li").first.locator("input")
    ends.first.fill("-oo")
    written = [
        tab.locator(".exercise").nth(0).locator(".blanks :is(input, select)").nth(row).input_value() for row in range(len(minimax.blanks))
    ]
    tab.reload()  # what was written is there again, in the tree too, and the help that was had
    tab.locator(".blanks input").first.wait_for()
    becomes(tab.get_by_label("Tu nombre").input_value, "Ana")
    fields = tab.locator(".exercise").nth(0).locator(".blanks :is(input, select)")
    becomes(lambda: [fields.nth(row).input_value() for row in range(len(written))], written)
    becomes(tab.locator(f".exercise >> nth=0 >> #n{minimax.blanks[0].node} .value").text_content, written[0])
    becomes(lambda: [ends.nth(place).input_value() for place in (0, 1)], ["-oo", ""])
    ends.first.fill("")
    tab.get_by_label("Tu nombre").fill("Eva")  # who has written nothing takes over what stands; a name that wrote finds its own
    tab.get_by_label("Tu nombre").blur()
    fields.first.fill("99")
    tab.get_by_label("Tu nombre").fill("Ana")
    tab.get_by_label("Tu nombre").blur()
    tab.wait_for_function("value => document.querySelector('.exercise .blanks input').value === value", arg=written[0])
    tab.get_by_role("button", name="Entregar").click()
    most = len(minimax.blanks) + len(windows.blanks)
    tab.get_by_text(f"Entregado: {len(minimax.blanks)} de {most} puntos. Queda guardado como intento 1 con el nombre Ana.").wait_for()
    tab.get_by_role("button", name="Entregar").click()
    tab.get_by_text("Queda guardado como intento 2 con el nombre Ana.").wait_for()
    becomes(tab.locator(".exercise .solution summary").count, 2)
    assert finding_of_axe(tab) == []

    tab.goto(results)
    row = tab.get_by_role("row", name="Ana").first
    becomes(lambda: f"{len(minimax.blanks)} / {most}" in row.inner_text(), True)
    becomes(row.get_by_role("cell").last.inner_text, "1")  # help, once
    assert finding_of_axe(tab) == []


def test_the_decision_on_a_game_is_chosen(tab, address):
    made = exercise("deciding", 1, 1, game=z.load_game("tictactoe"))
    tab.goto(f"{address}/practise?kind=deciding&level=1&seed=1&game=tictactoe")
    rows = tab.locator(".blanks li")
    rows.first.wait_for(timeout=PATIENCE)
    for row, blank in enumerate(made.blanks):
        if isinstance(blank.answer, str):
            rows.nth(row).locator("select").select_option(blank.answer)
        else:
            rows.nth(row).get_by_role("textbox").fill(f"{blank.answer:g}")
    tab.get_by_role("button", name="Mark").click()
    tab.get_by_text("All of it is right!").wait_for()


def test_alphabeta_is_practised_on_the_pawns_game(tab, address):
    for level in range(1, 6):
        tab.goto(f"{address}/practise?kind=alphabeta&level={level}&seed=1&game=pawns")
        tab.locator(".blanks input").first.wait_for(timeout=PATIENCE)
        becomes(tab.locator(".trouble:visible").count, 0)


ROOT_IN_SIGHT = """() => {
    const frame = document.querySelector(".exercise .frame");
    if (!frame || frame.scrollWidth <= frame.clientWidth + 44) return false;
    const room = frame.getBoundingClientRect(), root = frame.querySelector("#n0").getBoundingClientRect();
    return Math.abs(root.left + root.right - room.left - room.right) < 4;
}"""


def test_on_a_phone_a_wide_exercise_opens_at_its_root_and_says_that_it_goes_on(tab, address):
    signs = lambda: [frame.evaluate(f"drawn => Number(getComputedStyle(drawn, '::{side}').opacity)") for side in ("before", "after")]  # noqa: E731
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/practise?kind=alphabeta&level=3&seed=1")
    tab.wait_for_function(ROOT_IN_SIGHT)
    frame = tab.locator(".exercise .frame")
    becomes(signs, [1, 1])
    frame.evaluate("drawn => { drawn.scrollLeft = 0 }")
    becomes(signs, [0, 1])
    frame.evaluate("drawn => { drawn.scrollLeft = drawn.scrollWidth }")
    becomes(signs, [1, 0])
    tab.get_by_role("combobox", name="Level").select_option("1")  # a tree that fits
    tab.get_by_role("heading", name="Exercise: alpha-beta, level 1, number 1").wait_for()
    becomes(signs, [0, 0])


def test_while_an_exercise_is_made_the_one_before_is_gone(tab, address):
    tab.goto(f"{address}/practise?kind=minimax&level=5&seed=1")
    tab.locator(".exercise").wait_for()
    held = []
    tab.route("**/api/exercise", lambda route: held.append(route))
    tab.get_by_label("Kind").select_option("alphabeta")
    tab.get_by_text("One moment").wait_for()
    becomes(tab.locator(".exercise").count, 0)
    becomes(lambda: tab.get_by_text("One moment").bounding_box()["y"] < tab.viewport_size["height"], True)
    held[0].continue_()
    tab.get_by_role("heading", name="Exercise: alpha-beta, level 5").wait_for()


def test_whatever_is_chosen_to_practise_is_made_at_once(tab, address):
    tab.goto(f"{address}/practise?kind=minimax&level=2&seed=1")
    heading = lambda text: tab.get_by_role("heading", name=f"Exercise: {text}", exact=True).wait_for()  # noqa: E731
    heading("minimax, level 2, number 1")
    tab.get_by_label("Kind").select_option("alphabeta")
    heading("alpha-beta, level 2, number 1")
    tab.get_by_role("combobox", name="Level").select_option("1")
    heading("alpha-beta, level 1, number 1")
    tab.get_by_role("spinbutton", name="Number").fill("7")
    tab.keyboard.press("Enter")
    heading("alpha-beta, level 1, number 7")
    tab.get_by_label("Game", exact=True).fill("pawns")
    tab.keyboard.press("Tab")
    tab.locator(".exercise").get_by_text("Pawns.").wait_for()
    tab.wait_for_url("**kind=alphabeta&level=1&seed=7&game=pawns")
    becomes(tab.locator(".exercise").count, 1)


def test_the_language_is_switched_and_kept(tab, address):
    tab.goto(f"{address}/practise?kind=minimax&level=1&seed=4")
    tab.get_by_role("link", name="es", exact=True).click()
    tab.get_by_role("heading", name="Practicar").wait_for()
    becomes(lambda: "seed=4" in tab.url, True)
    tab.get_by_role("button", name="Corregir").wait_for()
    tab.goto(f"{address}/lessons")
    becomes(lambda: tab.locator("html").get_attribute("lang"), "es")
    tab.get_by_role("link", name="pt", exact=True).click()
    tab.get_by_role("heading", name="Lições").first.wait_for()


def come_to_life(tab):
    """All activities of a lesson."""
    activities = tab.locator("[data-activity]")
    for number in range(activities.count()):
        activities.nth(number).locator("svg, table, img[src]").first.wait_for(timeout=PATIENCE)
    becomes(tab.locator(".trouble:visible").all_inner_texts, [])


@pytest.mark.parametrize(
    "slug", [one.slug for one in lessons("en") if f"/lessons/{one.slug}" not in {page.partition("?")[0] for page in PAGES}]
)
def test_every_activity_of_a_lesson_comes_to_life(tab, address, slug):
    """Of those that no other test opens; of the others, the one below says it."""
    tab.goto(f"{address}/lessons/{slug}?lang=en")
    come_to_life(tab)


def test_the_best_of_two_orders_and_the_ladder_are_shown(tab, address):
    tab.goto(f"{address}/order?game=pawns")
    tab.get_by_role("row", name=re.compile("in the best order.* 14")).wait_for()
    tab.goto(f"{address}/ladder?game=tictactoe&depth=4")
    tab.locator("img[alt^=Nodes]").wait_for(timeout=PATIENCE)
    tab.wait_for_function("() => document.querySelector('img[alt^=Nodes]').naturalWidth > 100")
    tab.goto(f"{address}/ladder?game=connect4&depth=9")
    tab.get_by_role("row", name=re.compile("minimax")).wait_for(timeout=PATIENCE)
    tab.locator(".climbing [role=status]", has_text=re.compile(r"^Rung \d+ of \d+: ")).wait_for()
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_text(re.compile(r"^Measured: \d+ of \d+ rungs. Stopped.$")).wait_for()
    becomes(lambda: tab.locator(".found tbody tr").count() >= 1, True)
    becomes(lambda: tab.locator(".found img[alt^=Nodes]").evaluate("picture => picture.naturalWidth") > 100, True)
    becomes(tab.locator(".trouble:visible, .climbing progress, .climbing button").count, 0)


def test_what_goes_wrong_is_told_where_it_went_wrong(tab, address):
    tab.goto(f"{address}/tree?game=shogi")
    tab.get_by_role("alert").get_by_text("there is no game 'shogi'").wait_for()
    tab.goto(f"{address}/play?id=nothing")
    tab.get_by_role("alert").get_by_text("there is no game of the number").wait_for()
    tab.locator(".choose input[name=game]").fill("tictactoe")
    tab.get_by_role("button", name="Begin", exact=True).click()
    square(tab, 0).wait_for()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_a_phone_and_can_be_used_by_everyone(phone, address, page):
    """And where it is wide axe-core finds nothing, be it minor: names for readers of the screen, contrast, order of headings, in the light
    and in the dark."""
    phone.goto(address + page)
    phone.wait_for_load_state("networkidle", timeout=PATIENCE)
    if page.startswith("/lessons/"):
        come_to_life(phone)
    becomes(lambda: phone.evaluate("document.documentElement.scrollWidth"), 375)
    wide = ("[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > 376 "
            "&& !e.closest('.frame, .wide, pre, svg, .moves, .skip')).map((e) => e.outerHTML.slice(0, 80))")  # fmt: skip
    becomes(lambda: phone.evaluate(wide), [])
    phone.set_viewport_size({"width": 1200, "height": 900})
    assert finding_of_axe_in_both_schemes(phone) == []


def test_a_game_by_finger(phone, address):
    phone.goto(f"{address}/play?game=pawns")
    square(phone, 6).wait_for()
    seat(phone, 1, "human")
    square(phone, 6).tap()
    square(phone, 3).tap()
    wait_for_moves(phone, 1)
    becomes(lambda: moves(phone), ["a1-a2"])


def test_a_game_of_the_user_s_is_played_by_its_buttons_and_loaded_anew(tab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pile.py").write_text(PILE)
    assert z.load_game("pile.py").initial() == (5, 0)
    with served(tmp_path / "s.sqlite", ("pile.py",)) as address:
        tab.goto(address)
        while not tab.get_by_role("link", name="pile.py").count():  # on a busy machine the rules may not have answered yet
            tab.reload()
        tab.get_by_role("link", name="pile.py").click()
        tab.locator(".place pre", has_text="(5,0)").wait_for()
        seat(tab, 1, "human")
        tab.locator(".names button", has_text="2").click()
        wait_for_moves(tab, 1)
        (tmp_path / "pile.py").write_text(PILE.replace("(1, 2)", "(1, 2, 3)"))
        tab.locator(".names button", has_text="3").wait_for(timeout=PATIENCE)
        (tmp_path / "pile.py").write_text(PILE.replace("state[0] - action", "state[0] - nothing"))
        tab.get_by_role("alert").get_by_text("pile.py, line 6").wait_for(timeout=PATIENCE)


def test_the_card_of_a_file_that_is_being_read_comes_by_itself(tab, tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor, "PROMPT", 60.0)  # seconds: on a busy machine its process may be slow to begin
    go = tmp_path / "go"
    (tmp_path / "pile.py").write_text(f"import pathlib, time\nwhile not pathlib.Path({str(go)!r}).exists(): time.sleep(0.02)\n{PILE}")
    with served(tmp_path / "s.sqlite", (str(tmp_path / "pile.py"),)) as address:
        tab.goto(f"{address}/?lang=es")
        tab.get_by_text("Se está leyendo su archivo").wait_for()
        becomes(tab.get_by_role("link", name="pile.py").count, 0)
        go.touch()
        tab.get_by_role("link", name="pile.py").wait_for()
        becomes(tab.get_by_text("Se está leyendo su archivo").count, 0)


def test_a_player_of_ones_own_is_seated_and_moves_when_what_was_wrong_with_it_is_mended(tab, tmp_path):
    text = "def player(game, state):\n    return max(game.actions(state))\n"
    (tmp_path / "greedy.py").write_text(text.replace("max", "maximum"))
    with served(tmp_path / "s.sqlite", players=(str(tmp_path / "greedy.py"),)) as address:
        tab.goto(f"{address}/play?game=tictactoe")
        seat(tab, 1, "file greedy.py")
        becomes(tab.locator(".seats .seat").nth(1).locator("select option:checked").text_content, "greedy.py")
        square(tab, 0).click()
        tab.get_by_role("alert").get_by_text("greedy.py (MIN) raises NameError").wait_for(timeout=PATIENCE)
        becomes(lambda: len(moves(tab)), 1)
        (tmp_path / "greedy.py").write_text(text)
        wait_for_moves(tab, 2)
        becomes(lambda: moves(tab)[1].endswith("(2,2)"), True)
        becomes(tab.locator(".trouble:visible").count, 0)


def test_a_player_of_ones_own_is_stopped_by_who_takes_back_begins_anew_or_leaves(tab, tmp_path):
    text = "import os, pathlib\ndef player(game, state):\n    pathlib.Path({!r}).write_text(str(os.getpid()))\n    while True: pass\n"
    said = tmp_path / "pid"
    (tmp_path / "endless.py").write_text(text.format(str(said)))

    def thinks():
        tab.locator(".place .can").first.wait_for(timeout=PATIENCE)
        square(tab, 0).click()
        until = time.monotonic() + PATIENCE / 1000
        while not (said.exists() and said.read_text()):
            assert time.monotonic() < until
            time.sleep(0.05)
        pid = int(said.read_text())
        said.unlink()
        return pid

    def stopped(pid):
        until = time.monotonic() + 30  # half of what it has for a move
        while time.monotonic() < until:
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.05)
        return False

    with served(tmp_path / "s.sqlite", players=(str(tmp_path / "endless.py"),)) as address:
        tab.goto(f"{address}/play?game=tictactoe")
        seat(tab, 1, "file endless.py")
        for leave in (
            lambda: tab.get_by_role("button", name="Take back").click(),
            lambda: tab.get_by_role("button", name="New game").click(),
            lambda: tab.goto("about:blank"),
        ):
            pid = thinks()
            leave()
            assert stopped(pid)


def test_simulations_are_stepped_through_and_made_anew(tab, address):
    tab.goto(f"{address}/lessons/monte-carlo")
    activity = tab.locator(".activity").first
    activity.locator("[data-show=place]").wait_for(timeout=PATIENCE)
    becomes(activity.locator("#n0 .value").text_content, "")
    activity.locator("[data-do=last]").click()
    becomes(lambda: "D: 6 visits" in activity.locator("[data-show=sentence]").inner_text(), True)
    becomes(activity.locator(".node .note").first.text_content, "12")
    activity.locator("[data-do=back]").click()
    becomes(activity.locator("[data-show=label]").inner_text, "the end of the playout")
    activity.locator("#n0").click()
    becomes(activity.locator("[data-show=label]").inner_text, "the root")
    with tab.expect_response("**/api/simulations"):
        activity.locator("select").nth(0).select_option("100")
    activity.get_by_text("100 simulations").wait_for()
    activity.locator("[data-do=last]").click()
    becomes(lambda: "B: 43 visits" in activity.locator("[data-show=sentence]").inner_text(), True)


@pytest.mark.parametrize("lang", ["en", "es", "pt"])
def test_the_menu_takes_one_row_however_wide_the_page_is(tab, address, lang):
    tab.goto(f"{address}/lessons?lang={lang}")
    for wide in (1481, 1480, 1280, 1180, 1179, 1023, 900, 860):
        tab.set_viewport_size({"width": wide, "height": 700})
        becomes(lambda: tab.locator(".top").bounding_box()["height"] < 60, True)
        becomes(tab.get_by_role("button", name=re.compile("Men[uú]")).is_visible, wide < 1180)


@pytest.mark.parametrize("page", ["play", "analyse", "tree", "edit", "order", "scales", "practise", "sheets", "strategies"])
def test_no_field_of_a_phone_is_so_small_that_its_browser_zooms(tab, address, page):
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(f"{address}/{page}")
    tab.locator("input, select, textarea").first.wait_for(state="attached")
    sizes = tab.evaluate(
        "[...document.querySelectorAll('input, select, textarea')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 16


def test_the_board_of_an_exercise_has_the_names_of_its_squares(tab, address):
    tab.goto(f"{address}/practise?kind=minimax&game=tictactoe&level=1&seed=1")
    names = tab.locator(".picture.named .pale")
    names.first.wait_for()
    becomes(names.all_text_contents, ["0", "1", "2", "0", "1", "2"])
    becomes(lambda: all(one.is_visible() for one in names.all()), True)


@pytest.mark.parametrize("wide", [360, 390, 900])
def test_the_menu_of_a_phone_takes_one_row_and_is_opened(tab, address, wide):
    tab.set_viewport_size({"width": wide, "height": 800})
    for lang, name, last in (("en", "Menu", "Lessons"), ("es", "Menú", "Lecciones"), ("pt", "Menu", "Lições")):
        tab.goto(f"{address}/edit?lang={lang}")
        menu, link = tab.get_by_role("button", name=name, exact=True), tab.get_by_role("link", name=last, exact=True)
        assert tab.locator(".top").bounding_box()["height"] < 2 * menu.bounding_box()["height"]
        becomes(link.is_visible, False)
        tab.evaluate("scrollTo(0, 300)")
        menu.press("Enter")
        link.wait_for()
        box, top = tab.locator("#menu").bounding_box(), tab.locator(".top").bounding_box()
        assert top["y"] + top["height"] <= box["y"] < top["y"] + top["height"] + 10
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= wide
        tab.keyboard.press("Tab")
        becomes(lambda: tab.evaluate("document.activeElement.closest('#menu') !== null"), True)
        tab.keyboard.press("Escape")
        link.wait_for(state="hidden")
        menu.press("Enter")
        link.click()
        tab.locator("main.lessons").wait_for()


def test_simulations_scales_and_strategies_have_pages_of_their_own(tab, address):
    tab.goto(f"{address}/?lang=es")
    tab.get_by_role("link", name="Simulaciones").click()
    tab.locator("form.player, .player [data-show=place]").first.wait_for()
    tab.locator("button.chooser").click()
    tab.get_by_role("dialog").locator(".card", has_text="Pig").click()
    tab.locator(".player h2", has_text="Pig").wait_for()
    tab.get_by_label("Simulaciones").select_option("40")
    tab.get_by_text("40 simulaciones").wait_for()
    becomes(lambda: "game=pig&simulations=40" in tab.url, True)
    tab.reload()
    tab.get_by_text("40 simulaciones").wait_for()
    tab.get_by_role("link", name="Escalas").click()
    tab.get_by_label("Un árbol").fill("(chance(.5: 1 .5: 3) 2.5)")
    tab.get_by_label("Un árbol").press("Enter")
    tab.locator("table", has_text="2 (1: 2; 2: 2,5)").wait_for()
    tab.get_by_role("link", name="Dibujar sobre este árbol").click()
    tab.locator("main.edit .node").first.wait_for()
    tab.get_by_role("link", name="Estrategias").click()
    tab.locator(".strategy", has_text="apostar").wait_for()
    tab.locator("button.chooser").click()
    tab.get_by_role("dialog").locator(".card", has_text="Piedra, papel o tijera").click()
    tab.locator(".strategy", has_text="piedra").wait_for()
    becomes(lambda: "/strategies?game=rps" in tab.url, True)


def test_on_a_phone_both_choices_of_each_scale_are_in_sight(tab, address):
    tab.set_viewport_size({"width": 390, "height": 844})
    for lang in ("en", "es", "pt"):
        tab.goto(f"{address}/scales?lang={lang}")
        changed = tab.locator(".scaled td:last-child strong")
        changed.wait_for()
        wide = tab.locator(".scaled .wide")
        becomes(partial(wide.evaluate, "one => one.scrollWidth <= one.clientWidth"), True)
        cell = changed.locator("xpath=ancestor::td").bounding_box()
        assert cell["x"] + cell["width"] <= 390


def test_a_strategy_changes_with_its_iterations(tab, address):
    tab.goto(f"{address}/lessons/regret")
    activity = tab.locator(".activity").first
    activity.locator(".strategy tbody tr").first.wait_for(timeout=PATIENCE)
    first = activity.locator(".strategy tbody").inner_text()
    becomes(lambda: "0.458" in activity.locator(".facts").inner_text(), True)
    activity.locator("input[type=range]").focus()
    tab.keyboard.press("End")
    becomes(lambda: "1,000" in activity.locator(".facts").inner_text(), True)
    becomes(lambda: activity.locator(".strategy tbody").inner_text() != first, True)
    with tab.expect_response("**/api/strategy"):
        activity.locator("select").select_option("cfr+")


def test_the_sliders_of_a_sum_change_it_and_the_exchange_is_played_out(tab, address):
    tab.goto(f"{address}/lessons/weighted-sum")
    still, exchange = tab.locator(".weighed").nth(0), tab.locator(".weighed").nth(1)
    still.get_by_text("Sum, as the position stands: -0.14 pawns").wait_for(timeout=PATIENCE)
    still.get_by_label("weight: mobility").focus()
    with tab.expect_response("**/api/sum"):
        tab.keyboard.press("Home")
    still.get_by_text("When the captures are played out: -0.36 pawns").wait_for()
    becomes(still.locator("b").inner_text, "Sum, as the position stands: -0.36 pawns")
    still.get_by_role("button", name="All weights 1").click()
    still.get_by_text("When the captures are played out: -0.14 pawns").wait_for()
    exchange.get_by_text("When the captures are played out: +0.39 pawns dxc6 Nxe5").wait_for(timeout=PATIENCE)
    exchange.get_by_role("button", name="To the last move").click()
    exchange.get_by_text("Move 2 of the line, Nxe5.").wait_for()
    tab.set_viewport_size({"width": 390, "height": 844})
    becomes(lambda: still.locator(".wide").evaluate(FITS), True)


def test_the_horizon_is_stepped_over(tab, address):
    tab.goto(f"{address}/lessons/horizon-chess")
    activity = tab.locator(".activity").first
    activity.locator("tbody tr").nth(3).wait_for(timeout=PATIENCE)
    becomes(lambda: " ".join(activity.locator("tbody tr").first.inner_text().split()), "only a horizon e6+ -0.47 pawns -4.61 pawns 205")
    for _ in range(3):
        activity.get_by_role("button", name="One move on").click()
    activity.get_by_text("Move 3, Bxb6: here this search stopped, and believed -0.47 pawns.").wait_for()
    activity.get_by_role("button", name="One move on").click()
    activity.get_by_text("Beyond its horizon: cxb6. The evaluation says -4.61 pawns.").wait_for()
    becomes(activity.get_by_role("button", name="One move on").is_disabled, True)
    activity.get_by_label("Line").select_option("quiescence")
    activity.get_by_text("The position. The evaluation says -0.42 pawns.").wait_for()
    with tab.expect_response("**/api/horizon"):
        activity.get_by_label("Depth").select_option("2")
    activity.get_by_role("row", name=re.compile("with quiescence e6. -1.57")).wait_for(timeout=PATIENCE)
    tab.set_viewport_size({"width": 390, "height": 844})
    becomes(lambda: activity.locator(".wide").evaluate(FITS), True)


def test_what_is_hidden_is_seen_both_ways(tab, address):
    tab.goto(f"{address}/lessons/hidden-hands")
    activity = tab.locator(".activity").first
    activity.locator("tbody tr").first.wait_for(timeout=PATIENCE)
    becomes(activity.locator("#n0 .value").text_content, "1")
    activity.get_by_label("in equilibrium").check()
    becomes(activity.locator("#n0 .value").text_content, "0.5")


def test_the_policy_of_pig_follows_the_slider(tab, address):
    tab.goto(f"{address}/lessons/going-round")
    activity = tab.locator(".activity").nth(1)
    activity.locator("img[src^=data]").wait_for(timeout=PATIENCE)
    before = activity.locator("img").get_attribute("src")
    activity.locator("input[type=range]").focus()
    with tab.expect_response("**/api/policy"):
        tab.keyboard.press("End")
    becomes(activity.locator("output").inner_text, "59")
    tab.wait_for_function("before => document.querySelectorAll('.activity')[1].querySelector('img').src !== before", arg=before)


def test_the_new_exercises_can_be_solved(tab, address):
    for kind in ("simulation", "hidden", "regret", "memory", "quiescence", "rescaling", "engine"):
        made = exercise(kind, 2, 1)
        tab.goto(f"{address}/practise?kind={kind}&level=2&seed=1")
        tab.locator(".blanks :is(input, select)").first.wait_for()
        for place, blank in enumerate(made.blanks):
            field = tab.locator(".blanks :is(input, select)").nth(place)
            if isinstance(blank.answer, str):
                field.select_option(blank.answer)
            else:
                field.fill(f"{blank.answer:.2f}")
        tab.get_by_role("button", name="Mark").click()
        tab.get_by_text("All of it is right!").wait_for()


@pytest.mark.parametrize(
    "page", ["/simulations?game=tictactoe", "/order?game=pawns", "/ladder?game=pawns&depth=2", "/strategies", "/scales"]
)
def test_what_was_shown_of_another_does_not_stand_below_what_is_wrong(tab, address, page):
    tab.goto(address + page)
    found = tab.locator("form.player, .found")
    found.first.wait_for(timeout=PATIENCE)
    wrong = "((("
    if page == "/scales":
        tab.get_by_label("A tree", exact=True).fill(wrong)
        tab.get_by_role("button", name="Show", exact=True).first.click()
    else:
        tab.locator("button.chooser").click()
        tab.get_by_role("searchbox").fill(wrong)
        tab.keyboard.press("Enter")
    tab.get_by_role("alert").filter(has_text=wrong).wait_for()
    becomes(found.count, 0)


@pytest.mark.parametrize(
    ("page", "asks", "act", "old"),
    [
        ("/lessons/horizon-chess", "horizon", lambda part: part.get_by_label("Depth").select_option("1"), ".found"),
        ("/lessons/going-round", "policy", lambda part: part.locator("input[type=range]").press("ArrowRight"), "img[src]"),
        ("/lessons/weighted-sum", "sum", lambda part: part.get_by_label("weight: mobility").press("Home"), "text=captures are played out"),
        ("/games", "games?", lambda part: part.get_by_role("searchbox").fill("pawns"), ".played"),
    ],
)
def test_what_is_asked_for_in_vain_leaves_nothing_of_what_was_asked_before(tab, address, page, asks, act, old):
    tab.goto(address + page)
    if page == "/games":  # where one is found at first
        view = tab.request.post(f"{address}/api/games", data={"game": "pawns", "seats": 2 * [{"kind": "human"}]}).json()
        move = {"ply": 0, "action": view["legal"][0]["action"]}
        assert tab.request.post(f"{address}/api/games/{view['number']}/moves", data=move).ok
        tab.reload()
    part = tab.locator(f"[data-activity*={'games' if page == '/games' else asks}]").first
    part.locator(old).first.wait_for(timeout=PATIENCE)
    tab.route(f"**/api/{asks}*", lambda route: route.fulfill(status=503, json={"error": "not now"}))
    act(part)
    part.get_by_role("alert").get_by_text("not now").wait_for()
    becomes(part.locator(old).count, 0)


def test_wrong_numbers_for_the_leaves_are_mended_where_they_were_written(tab, address):
    tab.goto(f"{address}/scales")
    own = tab.get_by_placeholder("10 20 30 400")
    own.fill("1 2")
    own.press("Enter")
    tab.locator(".trouble").filter(has_text="4").wait_for()
    own.fill("1 2 30 400")
    own.press("Enter")
    tab.locator(".found").get_by_text("1; 2; 30; 400").wait_for()


@pytest.mark.parametrize("kind", ["minimax", "windows"])
def test_a_text_that_is_far_too_long_for_an_answer_is_marked_as_a_wrong_one(tab, address, kind):
    tab.goto(f"{address}/practise?kind={kind}&lang=es")
    blanks = tab.locator("[data-blank] input")
    blanks.first.wait_for()
    for number in range(2):
        blanks.nth(number).fill("no sé " * 50)
    tab.get_by_role("button", name="Corregir", exact=True).click()
    tab.locator("[data-blank].wrong").first.wait_for()
    becomes(lambda: not any(tab.locator(".trouble").all_inner_texts()), True)
