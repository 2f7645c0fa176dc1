"""The page of a game in a real browser: what it shows agrees with the position that is looked at, whatever way one came there."""

from __future__ import annotations

from functools import partial

import pytest

from tests.browser.studio import becomes, served
from tests.browser.test_studio import FITS, PATIENCE, moves, seat, square, wait_for_moves

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


def begun(tab, address, game, moves="", **facts):
    """The page of a game of two people after these moves."""
    tab.goto(f"{address}/lessons")  # requests then come from a page of the studio
    asked = {"game": game, "seats": [{"kind": "human"}] * 2, "moves": moves.split(), **facts}
    answer = tab.request.post(f"{address}/api/games", data=asked)
    assert answer.ok, answer.text()
    tab.goto(f"{address}/play?id={answer.json()['number']}")
    square(tab, 0).wait_for()


def share(tab):
    """MAX's part of the bar in per cent; None where it is not known."""
    bar = tab.locator(".bar")
    return None if bar.get_attribute("aria-valuetext") else int(bar.get_attribute("aria-valuenow"))


@pytest.mark.parametrize("width", [1200, 375])
def test_a_long_list_of_moves_stays_in_its_frame_and_shows_the_last(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 800})
    begun(tab, address, "connect4", "4 4 4 4 4 4 3 2 2 2 2 2 2 3 3 3 3 3 5 5 5 5 5 5 1")
    wait_for_moves(tab, 25)
    frame = tab.locator(".moves")
    becomes(lambda: frame.evaluate("list => list.scrollWidth <= list.clientWidth"), True)

    def shows_the_last():
        box, last = frame.bounding_box(), tab.locator(".moves li").last.bounding_box()
        below = box["y"] <= last["y"] < last["y"] + last["height"] <= box["y"] + box["height"]
        return below and box["x"] <= last["x"] < last["x"] + last["width"] <= box["x"] + box["width"]

    becomes(shows_the_last, True)


def test_moves_are_heard_by_who_asks_for_it_and_after_a_reload_too(tab, address):
    tab.add_init_script("window.heard = []; const begin = OscillatorNode.prototype.start; OscillatorNode.prototype.start = "
                        "function (...when) { heard.push(this.frequency.value); return begin.apply(this, when); };")  # fmt: skip
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).click()
    wait_for_moves(tab, 2)
    becomes(lambda: tab.evaluate("heard"), [])
    tab.get_by_label("Sound").check()
    becomes(lambda: tab.evaluate("heard"), [660])
    square(tab, next(place for place in (4, 8) if tab.locator(f'.place .can[data-square="{place}"]').count())).click()
    wait_for_moves(tab, 4)
    becomes(lambda: tab.evaluate("heard"), [660, 660, 660])
    tab.reload()
    square(tab, 0).wait_for()
    becomes(tab.get_by_label("Sound").is_checked, True)
    becomes(lambda: tab.evaluate("heard"), [])


@pytest.mark.parametrize("game", ["draughts", "checkers", "pawns", "hexapawn", "chess", "backgammon"])
def test_a_seat_has_the_colour_of_the_pieces_that_its_player_moves(tab, address, game):
    tab.goto(f"{address}/play?game={game}&seed=3")
    tab.locator(".place .can").first.wait_for(timeout=PATIENCE)
    mover = tab.locator(".seats .seat[aria-current] .swatch circle").get_attribute("class")
    piece = tab.locator(".place .can :is(.p0, .p1, .c0, .c1)").first.get_attribute("class")
    assert mover in piece.split()


def test_the_field_names_the_game_at_hand_after_a_reload_and_back_and_a_file(tab, address, tmp_path):
    field = tab.locator(".choose input[name=game]")
    tab.goto(f"{address}/play?game=pawns")
    square(tab, 0).wait_for()
    tab.reload()
    square(tab, 0).wait_for()
    tab.wait_for_function("() => document.querySelector('.choose input').value === 'pawns'")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save the game").click()
    download.value.save_as(tmp_path / "game.json")
    field.fill("hexapawn")
    tab.get_by_role("button", name="Begin", exact=True).click()
    square(tab, 0).and_(tab.locator("[aria-label='a 3: pawn (dark)']")).wait_for()
    tab.go_back()
    square(tab, 0).and_(tab.locator("[aria-label='a 3: empty']")).wait_for()
    tab.wait_for_function("() => document.querySelector('.choose input').value === 'pawns'")
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 8).wait_for()
    tab.locator("input[type=file]").set_input_files(tmp_path / "game.json")
    square(tab, 0).and_(tab.locator("[aria-label='a 3: empty']")).wait_for()
    becomes(field.input_value, "pawns")


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "desconecta4boom"])
def test_the_tree_of_a_large_game_is_shown_as_deep_as_is_easily_looked_at(tab, address, game):
    tab.goto(f"{address}/play?game={game}")
    square(tab, 0).wait_for()
    tab.locator("summary", has_text="Position").click()
    tab.get_by_role("button", name="Show its tree").click()
    tab.locator(".player .frame svg").wait_for(timeout=PATIENCE)
    depth = int(tab.get_by_label("Depth").input_value())
    assert depth >= 1
    becomes(lambda: f"depth={depth}" in tab.url, True)
    becomes(tab.locator(".trouble:visible").count, 0)


def test_the_bar_and_the_value_belong_to_the_position_that_is_looked_at(tab, address):
    begun(tab, address, "tictactoe", "(1,1) (1,0) (0,0)")  # MAX threatens to win
    asks, place = tab.locator(".thoughts").inner_text(), tab.locator(".thoughts").bounding_box()
    becomes(lambda: share(tab) is None, True)
    assert asks.startswith("Hint shows")
    tab.get_by_role("button", name="Think", exact=True).click()
    tab.locator(".thoughts", has_text="proved").wait_for(timeout=PATIENCE)
    told = tab.locator(".thoughts").inner_text()
    becomes(lambda: share(tab), 100)
    becomes(tab.locator(".thoughts").bounding_box, place)  # nothing below has moved
    tab.get_by_role("button", name="To the beginning").click()
    tab.locator(".moves [aria-current]").wait_for(state="detached")
    becomes(lambda: (share(tab), tab.locator(".thoughts").inner_text()), (None, asks))
    tab.get_by_role("button", name="To the last move").click()
    tab.locator(".moves [aria-current]").wait_for()
    becomes(lambda: (share(tab), tab.locator(".thoughts").inner_text()), (100, told))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colour_of_the_chosen_side_has_a_ring(tab, address, scheme):
    tab.emulate_media(color_scheme=scheme)
    tab.goto(f"{address}/play?game=tictactoe")
    seen = "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one.closest('button')).backgroundColor]"
    ring, button = tab.locator(".sides [aria-pressed=true] .swatch svg").evaluate(seen)
    assert ring not in (button, "rgba(0, 0, 0, 0)")


@pytest.mark.parametrize(("moves", "part"), [("(0,0) (1,0) (0,1) (1,1) (0,2)", 100), ("(2,2) (1,0) (0,1) (1,1) (0,2) (1,2)", 0)])
def test_the_bar_shows_who_has_won(tab, address, moves, part):
    begun(tab, address, "tictactoe", moves)
    tab.locator(".game[data-over=true]").wait_for()
    becomes(lambda: share(tab), part)


def test_a_hint_goes_when_the_computer_thinks_again(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    seat(tab, 1, "human")
    tab.get_by_role("button", name="Hint").click()
    tab.locator(".place .hint").wait_for(timeout=PATIENCE)
    tab.get_by_role("button", name="Think", exact=True).click()
    tab.locator(".place .hint").wait_for(state="detached")
    becomes(tab.locator(".place .can .dot").count, 9)  # where one can play is marked as before


@pytest.mark.parametrize(
    ("game", "number", "label"), [("draughts", 1, "1: man (dark)"), ("draughts", 0, "empty"), ("2048", 0, "column 1, row 1")]
)
def test_squares_are_called_by_what_stands_on_the_board(tab, address, game, number, label):
    tab.goto(f"{address}/play?game={game}&seed=1")
    square(tab, number).wait_for()
    told = square(tab, number).get_attribute("aria-label")
    assert told == label or told.startswith(f"{label}: ")


@pytest.mark.parametrize(
    ("lang", "actions", "turn"), [("es", ["pasar", "apostar"], "Turno: Jugador 1"), ("pt", ["passar", "apostar"], "Vez: Jogador 1")]
)
def test_what_a_game_says_is_in_the_reader_s_language(tab, address, lang, actions, turn):
    tab.goto(f"{address}/play?game=kuhn&seed=3&lang={lang}")
    tab.locator(".names > button").first.wait_for()
    becomes(tab.locator(".names > button").all_inner_texts, actions)
    becomes(tab.locator(".news").inner_text, turn)
    becomes(lambda: turn.lower() not in tab.locator(".facts").inner_text().lower(), True)  # it is told once


@pytest.mark.parametrize("path", ["/nowhere", "/lessons/nothing", "/player.txt", "/static/nothing.js"])
def test_an_address_where_there_is_nothing_is_told_on_a_page(tab, address, path):
    assert tab.goto(address + path).status == 404
    tab.get_by_role("heading", name="There is no such page").wait_for()


def ends(tab, selector):
    """The bottom of what is there first, from the top of the page."""
    return tab.locator(selector).first.evaluate("one => one.getBoundingClientRect().bottom + scrollY")


def test_the_moves_are_seen_beside_the_board_and_on_a_phone_whose_turn_it_is_and_what_can_be_done(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    begun(tab, address, "chess", "e4 e5 Nf3 Nc6")
    wait_for_moves(tab, 4)
    becomes(lambda: max(ends(tab, ".moves"), ends(tab, ".steps")) < 800, True)
    for width, height, game in ((390, 844, "chess"), (320, 640, "othello")):
        tab.set_viewport_size({"width": width, "height": height})
        begun(tab, address, game)
        for part in (".playable .picture", ".news", ".side > .tools"):
            becomes(partial(tab.locator(part).first.evaluate, f"one => one.getBoundingClientRect().bottom + scrollY < {height}"), True)


def test_the_list_of_all_moves_stays_open_from_move_to_move(tab, address):
    begun(tab, address, "tictactoe")
    tab.get_by_text("All moves by name").click()
    tab.get_by_role("button", name="(1,1)", exact=True).click()
    wait_for_moves(tab, 1)
    tab.locator(".names details[open]").get_by_role("button").first.click()
    wait_for_moves(tab, 2)


@pytest.mark.parametrize("lang", ["en", "es", "pt"])
def test_the_menu_takes_one_row_on_a_narrow_phone(tab, address, lang):
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.goto(f"{address}/lessons?lang={lang}")
    becomes(lambda: ends(tab, "header.top") < 60, True)


def test_who_can_only_pass_is_told_so_beside_its_button(tab, address):
    tab.goto(f"{address}/play?game=othello&position=..ooo.../.x.o..../..xx..../...xx.../...xx.../....x.../......../........+x")
    tab.locator(".news", has_text="MAX to move: nothing but pass is possible").wait_for()
    tab.get_by_role("button", name="pass", exact=True).click()
    tab.locator(".moves li", has_text="pass").wait_for()
    tab.locator(".only").wait_for(state="hidden")


@pytest.mark.parametrize(("query", "first"), [("game=hexapawn", "board"), ("id=", "games/")])
def test_before_its_board_has_come_a_page_says_so_and_offers_nothing_that_needs_it(tab, address, query, first):
    if query == "id=":
        begun(tab, address, "hexapawn")
        query = tab.url.partition("?")[2]
    held = []
    tab.route(f"**/api/{first}*", lambda route: held.append(route))
    tab.goto(f"{address}/play?{query}")
    tab.locator(".cover[aria-live]", has_text="The board is being made ready").wait_for()
    becomes(tab.locator(".bar").is_visible, False)
    becomes(lambda: tab.locator(".cover").bounding_box()["width"] == tab.locator(".game .where").bounding_box()["width"], True)
    becomes(tab.locator(".game .side button:visible:not(:disabled)").all_inner_texts, ["Load a game"])
    becomes(lambda: not tab.locator(".side summary:visible").count(), True)
    for route in held:
        route.continue_()
    square(tab, 0).wait_for()
    becomes(tab.locator(".cover").is_visible, False)
    becomes(tab.locator(".bar").is_visible, True)
    becomes(tab.get_by_role("button", name="Hint").is_enabled, True)
    becomes(tab.get_by_role("button", name="Save the game").is_enabled, True)


def test_where_no_board_comes_it_is_not_waited_for_and_another_game_is_begun(tab, address):
    tab.goto(f"{address}/play?game=nothing")
    tab.locator(".game > .trouble", has_text="nothing").wait_for()
    becomes(tab.locator(".cover").is_visible, False)
    becomes(tab.get_by_role("button", name="Hint").is_disabled, True)
    tab.locator("input[name=game]").fill("hexapawn")
    tab.get_by_role("button", name="Begin", exact=True).click()
    square(tab, 0).wait_for()
    becomes(tab.get_by_role("button", name="Hint").is_enabled, True)


def test_the_computer_is_asked_only_where_there_is_something_to_think_of(tab, address):
    tab.goto(f"{address}/play?game=nim((1,))&lang=en")
    hint, think = (tab.get_by_role("button", name=name, exact=True) for name in ("Hint", "Think"))
    tab.locator(".game[data-over=false]").wait_for()
    becomes(lambda: (hint.is_enabled(), think.is_enabled()), (True, True))
    tab.locator(".can").first.click()
    tab.locator(".game[data-over=true]").wait_for()
    becomes(lambda: (hint.is_enabled(), think.is_enabled()), (False, False))
    tab.keyboard.press("[")
    tab.wait_for_function("() => ([...document.querySelectorAll('button')].find(one => one.textContent === 'Think')).disabled === false")
    becomes(hint.is_disabled, True)  # a move can be made at the end alone


def test_the_computer_s_move_is_said_to_readers_of_the_screen(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 4).click()
    wait_for_moves(tab, 2)
    heard = tab.locator(".heard[role=status]")
    becomes(lambda: heard.inner_text() == f"MIN: {moves(tab)[1]}", True)
    tab.get_by_role("button", name="Begin", exact=True).click()  # another game, of which nothing is left to be said
    tab.wait_for_function("() => document.querySelector('.heard').textContent === ''")
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), True)


def test_a_move_that_did_not_reach_the_studio_can_be_made_again(tab, address):
    begun(tab, address, "draughts", "32-28")
    tab.route("**/api/games/**", lambda route: route.abort())
    piece, to = (tab.locator(f'.place [aria-label^="{square}:"]') for square in (18, 23))
    piece.click()
    to.click()
    tab.get_by_text("The studio does not answer.").wait_for()
    tab.unroute_all(behavior="wait")
    piece.click()
    to.click()
    wait_for_moves(tab, 2)
    tab.get_by_text("The studio does not answer.").wait_for(state="hidden")


def test_why_a_move_was_refused_stays_to_be_read(tab, address):
    begun(tab, address, "tictactoe")
    refusal = {"status": 503, "json": {"error": "The file of the games is locked."}}
    tab.route("**/api/games/*/moves", lambda route: route.fulfill(**refusal))
    with tab.expect_response(lambda answer: answer.request.method == "GET" and "/api/games/" in answer.url):
        square(tab, 4).click()
    tab.locator(".game:not([aria-busy])").wait_for()
    becomes(tab.locator(".trouble").all_inner_texts, ["The file of the games is locked."])
    tab.unroute_all(behavior="wait")
    square(tab, 4).click()
    wait_for_moves(tab, 1)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_name_leaves_the_board_its_room(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 800})
    begun(tab, address, "connect4")
    board = tab.locator(".place .picture")
    before = board.bounding_box()["width"]
    name = tab.get_by_label("Name of MAX")
    name.fill("Maria Fernanda de los Angeles Gutierrez")
    name.press("Enter")
    tab.locator(".scale").get_by_text("Gutierrez").wait_for()
    becomes(lambda: board.bounding_box()["width"] > 0.9 * before, True)
    becomes(lambda: tab.locator(".scale").evaluate(FITS), True)


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_nothing_of_the_page_is_wider_than_the_narrowest_phone(tab, address, lang):
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.goto(f"{address}/play?game=othello&lang={lang}")
    tab.locator(".clocks select").wait_for()
    becomes(lambda: tab.evaluate("document.documentElement.scrollWidth"), 320)
