"""The list of the games that were played, in a real browser."""

from __future__ import annotations

import json

import pytest

from tests.browser.studio import becomes, served
from tests.browser.test_studio import finding_of_axe, moves, seat, square, wait_for_moves

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


def test_games_are_found_saved_deleted_brought_back_and_gone_on_with(tab, tmp_path):
    with served(tmp_path / "s.sqlite") as address:
        tab.set_viewport_size({"width": 390, "height": 844})
        tab.goto(f"{address}/games?lang=es")
        tab.get_by_role("link", name="Jugar una partida").click()
        for game, number in (("tictactoe", 4), ("pawns", 6)):
            tab.goto(f"{address}/play?game={game}")
            square(tab, number).wait_for()
            seat(tab, 1, "human")
            tab.locator(".place .can").first.wait_for()
            all_actions = tab.locator(".names .all")
            all_actions.locator("summary").click()
            all_actions.locator("button").first.click()
            wait_for_moves(tab, 1)
        tab.get_by_role("link", name="Partidas jugadas").click()
        games = tab.locator(".played li")
        games.nth(1).wait_for()
        becomes(games.locator("b").all_inner_texts, ["Peones", "Tres en raya"])
        assert finding_of_axe(tab) == []
        becomes(lambda: tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)
        with tab.expect_download() as saved:
            games.first.get_by_role("button", name="archivo").click()
        assert json.loads(saved.value.path().read_text(encoding="utf-8"))["game"] == "pawns"
        tab.get_by_label("Buscar").fill("nada de esto")
        tab.get_by_role("button", name="Mostrar todas").click()
        games.nth(1).wait_for()
        tab.get_by_label("Buscar").fill("TICTAC persona")
        games.nth(1).wait_for(state="detached")
        games.get_by_role("button", name="Borrar").press("Enter")
        tab.locator(".played li.gone button:focus").wait_for()
        tab.keyboard.press("Tab")  # the button that brings it back has the focus, and is the last of the list
        tab.keyboard.press("Shift+Tab")
        tab.keyboard.press("Enter")
        tab.locator(".played li:not(.gone) a").wait_for()
        tab.keyboard.press("Enter")  # which has the focus then
        wait_for_moves(tab, 1)
        becomes(lambda: moves(tab), ["(0,0)"])


def test_a_game_is_taken_from_the_cards_wherever_one_is_asked_for(tab, tmp_path):
    with served(tmp_path / "s.sqlite") as address:
        tab.goto(f"{address}/play?game=tictactoe&lang=es")
        square(tab, 0).wait_for()
        tab.get_by_role("button", name="Elegir un juego").click()
        assert finding_of_axe(tab) == []
        tab.keyboard.type("peones contra")  # a word of what it is
        tab.get_by_role("dialog").get_by_role("button", name="Peones Dos peones").click()
        tab.get_by_text("turno: blancas (w)").last.wait_for()
        becomes(tab.locator("input[name=game]").input_value, "pawns")
        for page, other in (("analyse", "Póker de Kuhn"), ("practise", "Póker de Kuhn")):
            tab.goto(f"{address}/{page}")
            tab.get_by_role("button", name="Elegir un juego").click()
            cards = tab.get_by_role("dialog").locator(".card:visible")
            cards.first.wait_for()
            cards.filter(has_text="Peones").first.wait_for()
            assert other not in tab.get_by_role("dialog").locator(".card span").all_inner_texts()  # which the page cannot take
            cards.filter(has_text="Peones").first.click()
            tab.get_by_role("dialog").wait_for(state="hidden")
            becomes(tab.get_by_label("Juego", exact=True).input_value, "pawns")
        tab.goto(f"{address}/order?game=tictactoe")
        tab.get_by_role("button", name="Tres en raya: Elegir un juego").click()
        tab.get_by_role("dialog").get_by_role("button", name="Peones Dos peones").click()
        tab.wait_for_url("**/order?game=pawns")
        tab.get_by_role("button", name="Peones: Elegir un juego").wait_for()


@pytest.mark.parametrize("page", ["play", "analyse"])
@pytest.mark.parametrize(
    ("lang", "word", "title", "begin"),
    [
        ("en", "Rules", "Tic-tac-toe", "In turn a player puts a mark"),
        ("es", "Reglas", "Tres en raya", "Por turnos"),
        ("pt", "Regras", "Jogo do galo", "Cada um na sua vez"),
    ],
)
def test_the_rules_are_read_and_the_game_is_called_by_its_title(tab, address, page, lang, word, title, begin):
    tab.goto(f"{address}/{page}?game=tictactoe&lang={lang}")
    text, summary = tab.locator("details.rules p"), tab.locator("details.rules summary", has_text=word)
    summary.wait_for()
    summary.focus()
    becomes(text.is_visible, False)
    tab.keyboard.press("Enter")
    text.wait_for()
    becomes(lambda: text.inner_text().startswith(f"{title}. {begin}"), True)
    chooser = tab.locator("form.choose button.chooser")
    becomes(chooser.inner_text, title)
    becomes(lambda: chooser.get_attribute("aria-label").startswith(f"{title}: "), True)
    tab.locator("input[name=game]").fill("nim")  # not begun: what it is called is not known yet
    becomes(chooser.inner_text, "")
    tab.locator("form.choose button:not(.chooser)").first.click()
    tab.wait_for_function("title => document.querySelector('details.rules p').innerText.startsWith(`${title}. `)", arg="Nim")
    becomes(chooser.inner_text, "Nim")


def test_who_is_to_move_has_the_colour_of_their_pieces(tab, address):
    """Texts of boards know x and o, while their pictures have discs."""
    for page, news in (("play", ".news"), ("analyse", ".above .news")):
        tab.goto(f"{address}/{page}?game=othello")
        piece = tab.locator(f"{news} .swatch circle")
        piece.wait_for()
        if page == "play":
            seat(tab, 1, "human")  # who thinks: the computer may have moved before one looks
        first = piece.get_attribute("class")
        tab.locator(f".playable circle.{first}").nth(1).wait_for()
        square(tab, 19).click()
        tab.wait_for_function(
            "([news, was]) => document.querySelector(`${news} .swatch circle`).classList.value !== was", arg=[news, first]
        )


@pytest.mark.parametrize("width", [1100, 390])
def test_a_variant_is_chosen_in_fields_and_nothing_is_typed(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 844})
    tab.goto(f"{address}/play?game=tictactoe&lang=es")
    square(tab, 0).wait_for()
    tab.get_by_role("button", name="Elegir un juego").click()
    dialog = tab.get_by_role("dialog")
    dialog.get_by_role("button", name="Othello: variante").click()
    size = dialog.get_by_label("Tamaño")
    size.select_option("6 x 6")
    dialog.get_by_text("othello(size=6)", exact=True).wait_for()
    assert finding_of_axe(tab) == []
    fits = "one => one.scrollWidth <= one.clientWidth && document.documentElement.scrollWidth <= innerWidth"
    becomes(lambda: dialog.evaluate(fits), True)
    dialog.get_by_role("button", name="Tomar").click()
    tab.wait_for_function("() => document.querySelector('.chooser').textContent === 'Othello, 6 x 6'")
    becomes(tab.locator("input[name=game]").input_value, "othello(size=6)")
    tab.get_by_role("button", name="Othello, 6 x 6: Elegir un juego").click()
    becomes(lambda: dialog.get_by_label("Buscar").evaluate("one => one === document.activeElement"), True)
    dialog.locator(".own").get_by_role("button", name="Othello: variante").press("Enter")
    size.wait_for()
    becomes(size.locator("option:checked").inner_text, "6 x 6")  # what is chosen now
    dialog.get_by_role("button", name="Otros juegos").press("Enter")
    dialog.get_by_role("button", name="Nim: variante").press("Enter")
    heaps = dialog.get_by_label("Montones")
    heaps.wait_for()
    becomes(lambda: (heaps.input_value(), heaps.evaluate("one => one === document.activeElement")), ("3, 4, 5", True))
    heaps.fill("3, 0, 5")
    dialog.get_by_text("Montones (3, 0, 5) no es posible").wait_for()
    assert finding_of_axe(tab) == []
    heaps.press("Enter")  # and nothing is taken
    heaps.fill("2 5")
    dialog.get_by_text("nim(heaps=(2, 5))", exact=True).wait_for()
    heaps.press("Enter")
    dialog.wait_for(state="hidden")
    tab.wait_for_function("() => document.querySelector('.chooser').textContent.startsWith('Nim, montones de 2, 5')")


def test_a_field_that_has_a_say_only_with_another_one_comes_with_it(tab, address):
    tab.goto(f"{address}/play?game=tictactoe")
    square(tab, 0).wait_for()
    tab.get_by_role("button", name="Choose a game").click()
    dialog = tab.get_by_role("dialog")
    dialog.get_by_role("button", name="Chess: variant").click()
    start, number = dialog.get_by_role("combobox", name="Start"), dialog.get_by_role("spinbutton", name="Number of the start")
    start.wait_for()
    becomes(number.is_visible, False)
    start.select_option("Chess960")
    number.fill("3")
    dialog.get_by_text("chess(variant=960, start=3)", exact=True).wait_for()
    number.fill("960")
    dialog.get_by_text("Number of the start 960 is not possible").wait_for()
    start.select_option("the usual start")
    dialog.get_by_text("chess", exact=True).wait_for()
    becomes(number.is_visible, False)


def test_a_variant_is_chosen_where_a_search_is_watched(tab, address):
    tab.goto(f"{address}/tree?game=hexapawn&depth=2")
    tab.locator("button.chooser").click()
    dialog = tab.get_by_role("dialog")
    dialog.get_by_role("button", name="Hexapawn: variant").first.click()
    dialog.get_by_label("Columns").fill("4")
    dialog.get_by_label("Columns").press("Enter")
    dialog.wait_for(state="hidden")
    tab.wait_for_url("**game=hexapawn%28width%3D4%29*")
    tab.wait_for_function("() => document.querySelector('.chooser').textContent === 'Hexapawn, 4 x 3'")


def test_the_cards_of_exercises_are_those_of_games_that_fit_the_kind(tab, address):
    tab.goto(f"{address}/practise?kind=alphabeta")
    tab.locator(".exercise").wait_for()
    dialog = tab.get_by_role("dialog")
    for kind, fits, other in (("alphabeta", "Pawns", "Pig"), ("expectiminimax", "Pig", "Pawns")):
        tab.get_by_label("Kind").select_option(kind)
        tab.get_by_role("button", name="Choose a game").click()
        dialog.locator(".card").first.wait_for()
        dialog.locator(".card span").get_by_text(fits, exact=True).first.wait_for()
        assert other not in dialog.locator(".card span").all_inner_texts()
        dialog.get_by_role("button", name="Close", exact=True).click()


def test_a_kind_of_exercises_with_a_tree_of_its_own_takes_no_game(tab, address):
    tab.goto(f"{address}/practise?kind=minimax&game=pawns&level=1&seed=1")
    game, kind = tab.locator(".choose input[type=text]"), tab.locator(".choose select").first
    tab.locator(".exercise").wait_for()
    becomes(game.is_enabled, True)
    kind.select_option("regret")
    tab.wait_for_url("**kind=regret**")
    becomes(lambda: (game.is_disabled(), game.input_value()), (True, ""))
    kind.select_option("minimax")
    tab.wait_for_url("**kind=minimax**")
    becomes(game.is_enabled, True)
