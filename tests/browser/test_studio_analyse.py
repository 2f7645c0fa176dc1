"""The page of analysis in a real browser: a lost game is understood, by mouse, finger and keyboard."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.studio import becomes, served
from tests.browser.test_studio import PATIENCE, finding_of_axe, finding_of_axe_in_both_schemes, square
from tests.web.test_analyse import ENDING, OTHELLO, guessed
from zermelo.analysis import answers, engines
from zermelo.analysis.readiness import Readiness
from zermelo.analysis.thoughts import Judged

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("studio") / "s.sqlite") as found:
        yield found


def analysed(tab, address, query):
    """The page of this game, when the engine has found something."""
    tab.goto(f"{address}/analyse?{query}")
    tab.locator(".best li").first.wait_for(timeout=PATIENCE)


def facts(tab):
    """What the address says."""
    return parse_qs(urlsplit(tab.url).query)


def current(tab):
    """The move at hand, without its number and mark."""
    return re.sub(r"^\d+\.|[?!]+$", "", tab.locator(".variations [aria-current]").inner_text().replace("\n", ""))


def wait_for_current(tab, name):
    tab.locator(".variations [aria-current]", has_text=name).wait_for()


def settled(tab):
    tab.get_by_text("All of it is proved.").wait_for(timeout=PATIENCE)


def test_the_move_that_lost_a_game_of_othello_is_found(tab, address):
    tab.goto(f"{address}/analyse?game=othello")
    square(tab, 0).wait_for()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill(OTHELLO.replace(" ", ""))
    tab.get_by_role("button", name="Read").click()
    wait_for_current(tab, "a1")
    tab.get_by_text("MIN has won").wait_for()
    tab.get_by_label("Each position").select_option("quick")
    tab.get_by_role("button", name="Report on the game").click()
    tab.get_by_text("60 of 60 positions are judged.").wait_for(timeout=3 * PATIENCE)  # a fifth of a second each, on a machine that is free
    blunders = tab.locator(".variations button", has=tab.locator(".mark", has_text=re.compile(r"^\?\?$")))
    blunders.last.click()
    wait_for_current(tab, "c8")
    for told in ("c8: It turns a win into a loss. Better was a8.", "MIN wins by 22", "MAX wins by 10"):
        tab.locator(".judged", has_text=told).wait_for()
    becomes(lambda: tab.locator(".mark.analysis_blunder").first.get_attribute("aria-label"), "blunder")
    tab.locator(".judged li", has_text="MAX wins by 10").get_by_role("button").first.click()  # the better line on the board
    wait_for_current(tab, "a8")
    tab.reload()
    wait_for_current(tab, "a8")
    tab.get_by_text("60 of 60 positions are judged.").wait_for()  # kept
    becomes(tab.get_by_label("Each position").input_value, "quick")


def test_a_move_of_a_line_that_is_pressed_while_the_engine_thinks_is_walked_when_it_is_let_go(tab, address):
    tab.goto(f"{address}/analyse?game=othello")
    move, depth = tab.locator(".best .ply").nth(1), tab.locator(".engine ~ .facts").first
    move.wait_for(timeout=PATIENCE)
    move.hover()
    tab.mouse.down()
    pressed, before = move.element_handle(), depth.inner_text()
    tab.wait_for_timeout(2000)  # in which the engine would have told more, and the lines would have been drawn anew
    assert pressed.evaluate("one => one.isConnected")
    assert depth.inner_text() == before
    name = pressed.inner_text().split()[-1]
    tab.mouse.up()
    wait_for_current(tab, name)
    tab.wait_for_function("([root, before]) => root.innerText !== before", arg=[depth.element_handle(), before])


def test_the_focus_stays_in_the_lines_while_the_engine_thinks(tab, address):
    tab.goto(f"{address}/analyse?game=othello")
    move, depth = tab.locator(".best .ply").nth(1), tab.locator(".engine ~ .facts").first
    move.wait_for(timeout=PATIENCE)
    move.focus()
    tab.wait_for_function("([root, before]) => root.innerText !== before", arg=[depth.element_handle(), depth.inner_text()])
    becomes(lambda: tab.evaluate("document.activeElement.matches('.best .ply')"), True)


def test_a_report_is_stopped_and_gone_on_with(tab, address, monkeypatch):
    def held(engines, question, known, seconds, played, look, *others):
        """The last two positions are judged at once, the one before them as long as somebody waits."""
        while len(question.history) < 3:
            look(0)
            time.sleep(0.02)
        first = question.moves()[0]
        return Judged((first,), 0.1, 2), None if played in (None, first) else Judged((played,), 0.0, 2)

    monkeypatch.setattr(answers, "judge", held)
    analysed(tab, address, "game=tictactoe&moves=(1,1)+(0,0)+(2,2)+(0,1)")
    tab.get_by_label("Each position").select_option("thorough")
    told = tab.get_by_text("2 of 5 positions are judged.")
    tab.get_by_role("button", name="Report on the game").click()
    told.wait_for(timeout=PATIENCE)
    tab.get_by_role("button", name="Stop the report").click()
    tab.get_by_role("button", name="Go on with the report").wait_for()
    tab.reload()
    tab.get_by_role("button", name="Go on with the report").wait_for()
    told.wait_for(timeout=PATIENCE)
    becomes(tab.get_by_label("Each position").input_value, "thorough")
    monkeypatch.undo()
    tab.get_by_role("button", name="Go on with the report").click()
    tab.get_by_text("5 of 5 positions are judged.").wait_for(timeout=PATIENCE)


def test_one_walks_by_keys_buttons_and_the_graph(tab, address):
    analysed(tab, address, "game=tictactoe&moves=(1,1)+(0,0)+(2,2)+(0,1)&at=2")
    wait_for_current(tab, "(0,0)")
    for key, name in (("ArrowRight", "(2,2)"), ("End", "(0,1)"), ("ArrowLeft", "(2,2)"), ("]", "(0,1)"), ("[", "(2,2)")):
        tab.keyboard.press(key)
        wait_for_current(tab, name)
    tab.keyboard.press("Home")
    tab.locator(".variations [aria-current]").wait_for(state="detached")
    becomes(lambda: facts(tab)["at"], ["0"])
    tab.get_by_role("button", name="One move on").click()
    wait_for_current(tab, "(1,1)")
    tab.get_by_role("button", name="To the last move").click()
    wait_for_current(tab, "(0,1)")
    settled(tab)
    wide = tab.evaluate("document.querySelector('.graph svg').getBoundingClientRect().width")  # at once: it is drawn anew with each news
    tab.locator(".graph svg").click(position={"x": wide * 0.5, "y": 5})
    wait_for_current(tab, "(0,0)")
    tab.get_by_text("The same as a table").click()
    tab.locator(".graph table").get_by_role("button", name="4. (0,1)").click()
    wait_for_current(tab, "(0,1)")


def test_another_move_is_a_variation_which_is_promoted_deleted_and_kept_in_the_address(tab, address):
    analysed(tab, address, "game=tictactoe&moves=(1,1)+(0,0)+(2,2)&at=1")
    square(tab, 1).click()
    wait_for_current(tab, "(0,1)")
    becomes(lambda: (facts(tab)["moves"], facts(tab)["variation"], facts(tab)["at"]), (["(1,1) (0,0) (2,2)"], ["1 (0,1)"], ["4"]))
    tab.reload()
    wait_for_current(tab, "(0,1)")
    tab.get_by_role("button", name="Promote the variation").click()
    tab.wait_for_function("() => location.search.includes('variation=1+%280%2C0%29+%282%2C2%29')")
    becomes(lambda: (facts(tab)["moves"], facts(tab)["at"]), (["(1,1) (0,1)"], ["2"]))
    tab.get_by_role("button", name="Delete from here").click()
    wait_for_current(tab, "(1,1)")
    becomes(lambda: "variation" not in facts(tab), True)
    becomes(lambda: facts(tab)["moves"], ["(1,1) (0,0) (2,2)"])


def test_a_line_of_the_engine_is_walked_on_the_board_and_kept(tab, address):
    analysed(tab, address, f"game=tictactoe&position={ENDING.replace(' ', '+')}")
    settled(tab)
    first = tab.locator(".best li").first
    becomes(first.locator(".worth").inner_text, "MAX wins in 3 plies")
    becomes(lambda: "won" in first.locator(".worth").get_attribute("class"), True)
    names = first.locator(".ply").all_inner_texts()
    first.locator(".ply").nth(1).click()
    wait_for_current(tab, names[1])
    becomes(tab.locator(".variations button").count, len(names))
    tab.keyboard.press("Home")
    tab.keyboard.press("ArrowRight")
    wait_for_current(tab, names[0])
    tab.get_by_role("button", name="Keep this line").click()
    tab.get_by_role("button", name="Keep this line").wait_for(state="hidden")


def test_all_moves_have_words_and_marks_stand_on_the_board(tab, address):
    analysed(tab, address, f"game=tictactoe&position={ENDING.replace(' ', '+')}&lines=2")
    settled(tab)
    tab.get_by_text("MAX wins in 3 plies").first.wait_for()
    becomes(lambda: sorted(tab.locator(".all-moves .worth").all_inner_texts()), ["MAX wins in 3 plies"] * 2 + ["draw"] * 3)
    becomes(tab.locator(".place .best-moves > g").count, 2)
    tab.locator(".engine select").select_option("5")
    tab.locator(".best li").nth(4).wait_for(timeout=PATIENCE)
    becomes(lambda: facts(tab)["lines"], ["5"])
    settled(tab)
    becomes(lambda: [tab.locator(f".place .best-moves > g.{end}").count() for end in ("won", "drawn", "lost")], [2, 3, 0])


@pytest.mark.parametrize(
    ("lang", "ask", "told"),
    [
        ("en", "Why not (0,2)?", ["After (0,2) the answer is (2,0)", "It turns a win into a draw."]),
        ("es", "¿Por qué no (0,2)?", ["A (0,2) se responde (2,0)", "Convierte una victoria en tablas."]),
        ("pt", "Por que não (0,2)?", ["A (0,2) responde-se (2,0)", "Transforma uma vitória em empate."]),
    ],
)
def test_why_a_move_is_not_played_is_told(tab, address, lang, ask, told):
    analysed(tab, address, f"game=tictactoe&position={ENDING.replace(' ', '+')}&lang={lang}")
    tab.locator(".all-moves").get_by_role("button", name=ask).click(timeout=PATIENCE)
    tab.locator(".judged", has_text=told[0]).wait_for(timeout=PATIENCE)
    becomes(lambda: told[1] in tab.locator(".judged").inner_text(), True)


def test_nothing_is_searched_where_nobody_looks(tab, address):
    ended = []
    tab.on("requestfailed", lambda request: ended.append(request.url))
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    analysed(tab, address, "game=othello&moves=f5")

    def shown(hidden):
        tab.evaluate("hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }); "
                     "document.dispatchEvent(new Event('visibilitychange')); }", hidden)  # fmt: skip

    with tab.expect_event("requestfailed", lambda request: request.url.endswith("/lines")):
        shown(True)
    before = len(asked)
    tab.keyboard.press("End")
    tab.wait_for_timeout(500)
    assert not any(url.endswith("/lines") for url in asked[before:])
    with tab.expect_request("**/api/analyse/lines"):
        shown(False)
    tab.locator(".best li").first.wait_for(timeout=PATIENCE)
    with tab.expect_event("requestfailed", lambda request: request.url.endswith("/lines")):
        tab.get_by_role("button", name="Engine").click()
    assert tab.get_by_role("button", name="Engine").get_attribute("aria-pressed") == "false"


def test_a_game_that_is_played_is_analysed_as_far_as_it_went(tab, address):
    tab.goto(f"{address}/lessons")
    asked = {"game": "connect4", "seats": [{"kind": "human"}] * 2, "moves": ["4", "3", "4"]}
    number = tab.request.post(f"{address}/api/games", data=asked).json()["number"]
    tab.goto(f"{address}/play?id={number}")
    tab.get_by_role("button", name="Analyse").click()
    wait_for_current(tab, "4")
    becomes(lambda: (facts(tab)["game"], facts(tab)["moves"], facts(tab)["at"]), (["connect4"], ["4 3 4"], ["3"]))
    tab.goto(f"{address}/play?game=kuhn")
    tab.locator(".names button").first.wait_for()
    becomes(tab.get_by_role("button", name="Analyse").count, 0)


def test_a_game_with_dice_against_the_computer_is_analysed_move_by_move(tab, address):
    tab.goto(f"{address}/lessons")
    asked = {"game": "pig(12)", "seed": "2", "seats": [{"kind": "human"}, {"kind": "computer", "level": 1}]}
    view = tab.request.post(f"{address}/api/games", data=asked).json()
    number = view["number"]
    tab.goto(f"{address}/play?id={number}")
    while view["mover"] is not None:
        if view["mover"] == 0:
            facts_of_move = {"ply": view["ply"], "action": view["legal"][0]["action"]}
            tab.request.post(f"{address}/api/games/{number}/moves", data=facts_of_move)
        else:
            tab.request.post(f"{address}/api/games/{number}/reply", data={"ply": view["ply"]})
        view = tab.request.get(f"{address}/api/games/{number}").json()
    tab.reload()
    tab.get_by_role("button", name="Analyse").click()
    tab.locator(".variations .swatch .hole").first.wait_for()  # a die
    becomes(tab.locator(".variations button").count, len(view["moves"]))
    tab.get_by_label("Each position").select_option("quick")
    tab.get_by_role("button", name="Report on the game").click()
    tab.get_by_text(f"{len(view['moves'])} of {len(view['moves'])} positions are judged.").wait_for(timeout=PATIENCE)
    tab.get_by_text(re.compile("All the luck together, as far as it is judged: .+ for (MAX|MIN)")).wait_for()
    table = tab.locator(".reported table")
    becomes(lambda: "lost in all" in table.inner_text(), True)
    becomes(lambda: table.evaluate("it => it.parentElement.scrollWidth <= it.parentElement.clientWidth"), True)  # all of it is in sight
    marks = [
        tab.locator(".variations button", has=tab.locator(".mark")).nth(place) for place in range(tab.locator(".variations .mark").count())
    ]
    becomes(lambda: all(one.locator(".swatch .hole").count() == 0 for one in marks), True)  # no die is a mistake
    tab.locator(".variations button", has=tab.locator(".swatch .hole")).first.click()
    tab.get_by_text(re.compile(r"^(Luck for M|Neither luck)")).wait_for()


def test_what_the_dice_show_is_chosen_and_walked_on_from(tab, address):
    analysed(tab, address, "game=pig(20)&moves=roll")
    tab.get_by_text("To be expected:").wait_for(timeout=PATIENCE)
    tab.get_by_text("All outcomes").wait_for()
    rows = tab.locator(".all-moves tbody tr")
    becomes(lambda: [rows.nth(place).locator("button").inner_text() for place in range(rows.count())], ["1", "2", "3", "4", "5", "6"])
    becomes(lambda: "16.7%" in rows.first.inner_text(), True)
    rows.nth(4).get_by_role("button").click()
    wait_for_current(tab, "5")
    tab.get_by_text("All moves", exact=True).wait_for(timeout=PATIENCE)
    becomes(lambda: facts(tab)["moves"], ["roll 5"])
    tab.get_by_role("button", name="hold", exact=True).first.wait_for()


def test_three_players_have_their_parts_and_a_mistake_costs_who_makes_it(tab, address):
    analysed(tab, address, "game=nim([2,2],players=3)&moves=A1+B1")
    settled(tab)
    bar = tab.get_by_role("img", name=re.compile("The part of each player, the first above: "))
    becomes(bar.locator("rect").count, 3)
    becomes(lambda: "Values stand in the order of the players" in tab.locator(".all-moves").inner_text(), True)
    tab.get_by_label("Each position").select_option("quick")
    tab.get_by_role("button", name="Report on the game").click()
    tab.get_by_text("3 of 3 positions are judged.").wait_for(timeout=PATIENCE)
    becomes(tab.locator(".graph svg path[class^=p]").count, 3)
    becomes(lambda: "player 3" in tab.locator(".analysis table", has_text="blunder").inner_text(), True)


def test_a_position_that_was_put_together_is_analysed(tab, address):
    tab.goto(f"{address}/setup?game=chess")
    tab.get_by_role("button", name="Analyse").click()
    tab.locator(".best li").first.wait_for(timeout=PATIENCE)
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill('[White "A"]\n\n1. e4 {good} e5 2. Nf3 *')
    tab.get_by_role("button", name="Read").click()
    wait_for_current(tab, "Nf3")


@pytest.mark.parametrize(("lang", "words"), [("en", "hides something"), ("es", "esconde algo"), ("pt", "esconde algo")])
def test_a_game_that_it_is_not_for_is_told_why(tab, address, lang, words):
    tab.goto(f"{address}/analyse?game=kuhn&lang={lang}")
    tab.get_by_role("alert").get_by_text(words).wait_for()


def test_nothing_can_be_pressed_where_no_game_is_open(tab, address):
    analysed(tab, address, "game=tictactoe")
    name, begin = tab.get_by_label("Game", exact=True), tab.get_by_role("button", name="Begin", exact=True)
    name.fill("kuhn")
    begin.click()
    tab.get_by_role("alert").get_by_text("hides something").wait_for()
    becomes(tab.locator(".analysis :is(button, select, .board):visible").count, 0)
    name.fill("connect4")
    begin.click()
    tab.locator(".best li").first.wait_for(timeout=PATIENCE)
    becomes(tab.get_by_role("button", name="Report").is_visible, True)
    becomes(tab.get_by_role("alert").count, 0)


@pytest.mark.parametrize("query", ["game=nim([2,2],players=3)&moves=A1+B1", "game=pig(20)&moves=roll"])
def test_everybody_can_use_it_with_dice_and_among_three(tab, address, query):
    analysed(tab, address, f"{query}&lang=es")
    assert finding_of_axe(tab) == []


@pytest.mark.parametrize("width", [1200, 360])
def test_everybody_can_use_it(tab, address, width):
    """axe-core finds nothing at all, and the page is no wider than the screen; with a report, a variation, and a refutation on it."""
    tab.set_viewport_size({"width": width, "height": 800})
    analysed(tab, address, f"game=tictactoe&position={ENDING.replace(' ', '+')}&moves=(0,2)+(2,0)&variation=1+(1,0)&at=1&lang=es")
    tab.get_by_label("Cada posición").select_option("quick")
    tab.get_by_role("button", name="Informe de la partida").click()
    tab.get_by_text("Posiciones juzgadas: 3 de 3.").wait_for(timeout=PATIENCE)
    tab.get_by_text("Lo mismo como tabla").click()
    tab.locator(".all-moves button").last.click(timeout=PATIENCE)
    tab.locator(".judged p").wait_for(timeout=PATIENCE)
    assert finding_of_axe_in_both_schemes(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") == width


ANNOTATED = "{A club game} 1. e4 {[%clk 0:10:05] the best by test} e5! ({after this,} 1... c5 2. Nf3 (2. Nc3 $14)) 2. Qh5?! *"


def test_what_a_pgn_says_stands_at_its_moves_and_stays_when_the_page_is_loaded_again(tab, address):
    tab.goto(f"{address}/analyse?game=chess")
    square(tab, 0).wait_for()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill(ANNOTATED)
    tab.get_by_role("button", name="Read").click()
    for _ in range(2):
        wait_for_current(tab, "Qh5")
        told = tab.locator(".variations .comment, .variations .signs")
        becomes(told.all_inner_texts, ["A club game", "the best by test", "!", "after this,", "+/=", "?!"])
        tab.reload()


def test_a_pgn_is_told_with_its_players_and_its_marks_apart_from_the_report_s_in_any_language(tab, address, monkeypatch):
    def worst(scheduler, question, known, seconds, played, look, proved):
        """Another move would have been much better."""
        other, sign = next(one for one in question.moves() if one != played), 1 - 2 * question.game.to_move(question.state)
        return Judged((other,), 0.4 * sign, 2), None if played is None else Judged((played,), -0.4 * sign, 2)

    monkeypatch.setattr(answers, "judge", worst)
    game = '[White "Ana"]\n[Black "Bo"]\n[Result "0-1"]\n\n{A club game} 1. e4 e5?? {bold} 2. Qh5! 0-1'
    tab.goto(f"{address}/analyse?game=chess")
    square(tab, 0).wait_for()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill(game)
    tab.get_by_role("button", name="Read").click()
    tab.get_by_text("White: Ana · Black: Bo · 0-1").wait_for()
    tab.locator(".news", has_text=re.compile(r"^Black to move$")).wait_for()
    becomes(tab.get_by_text("by the game's file").is_visible, False)  # nobody else has marked a move
    tab.get_by_role("button", name="Report on the game").click()
    tab.get_by_text("by the game's file · ").wait_for()
    tab.get_by_text("4 of 4 positions are judged.").wait_for()
    becomes(lambda: tab.locator(".variations button", has_text="e5").inner_text().split(), ["e5??"])
    becomes(tab.locator(".variations .signs").all_inner_texts, ["!"])  # where both say the same it stands once
    becomes(lambda: tab.locator(".variations .signs").get_attribute("title"), "by the game's file")
    assert {"1...e5??", "2.Qh5??"} <= {"".join(text.split()) for text in tab.locator(".costly button").all_inner_texts()}
    tab.locator("a[data-lang=es]").click()
    tab.get_by_text("Blancas: Ana · Negras: Bo · 0-1").wait_for()
    wait_for_current(tab, "Dh5")
    becomes(tab.locator(".variations .comment").all_inner_texts, ["A club game", "bold"])
    tab.locator(".news", has_text=re.compile(r"^Turno: Negras$")).wait_for()


def saved(tab, name, file):
    """What this button saves."""
    with tab.expect_download() as download:
        tab.get_by_role("button", name=name).click()
    download.value.save_as(file)
    return file.read_text()


def test_an_analysis_is_saved_with_comments_and_variations(tab, address, tmp_path):
    tab.goto(f"{address}/analyse?game=chess")
    square(tab, 0).wait_for()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill(f'[White "Ana"]\n[Result "1-0"]\n\n{ANNOTATED[:-1]}1-0')
    tab.get_by_role("button", name="Read").click()
    wait_for_current(tab, "Qh5")
    text = saved(tab, "Save as PGN", tmp_path / "game.pgn")
    assert '[White "Ana"]' in text
    assert " ".join(text.split("\n\n")[1].split()) == f"{ANNOTATED[:-1].replace('e5!', '1... e5 $1').replace('Qh5?!', 'Qh5 $6')}1-0"
    tab.reload()
    wait_for_current(tab, "Qh5")
    assert saved(tab, "Save as PGN", tmp_path / "again.pgn") == text
    best = tab.get_by_role("list", name="The best moves and their lines")  # and not what a report says of the move
    best.locator(".ply").first.click(timeout=PATIENCE)  # a line that is only walked is not saved
    tab.get_by_role("button", name="Keep this line").wait_for()
    assert saved(tab, "Save as PGN", tmp_path / "walked.pgn") == text
    tab.get_by_role("button", name="Keep this line").click()
    on = saved(tab, "Save as PGN", tmp_path / "on.pgn")
    assert '[Result "*"]' in on  # which is another game
    tab.goto(f"{address}/analyse?game=tictactoe&moves=(1,1)+(0,0)")
    wait_for_current(tab, "(0,0)")
    assert '"action": "(0,0)"' in saved(tab, "Save the game", tmp_path / "game.json")


def test_of_pasted_games_the_first_that_can_be_read_is_analysed_and_the_others_are_told(tab, address):
    tab.goto(f"{address}/analyse?game=chess")
    square(tab, 0).wait_for()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill('[White "Ana"]\n\n1. e4 e5 2. Ke5 *\n\n[White "Bo"]\n\n1. d4 *\n\n1. c4 e5 *')
    tab.get_by_role("button", name="Read").click()
    wait_for_current(tab, "d4")
    tab.get_by_role("alert").get_by_text("game 1, line 3: 2. Ke5").wait_for()
    games = tab.get_by_label("2 games; choose one")
    becomes(games.locator("option").all_inner_texts, ["1. Bo - ?: *", "2. ? - ?: *"])
    games.select_option("1")
    wait_for_current(tab, "e5")
    becomes(games.input_value, "1")


def test_the_lines_of_the_engine_and_the_moves_are_seen_beside_the_board(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    analysed(tab, address, "game=othello&moves=f5+d6+c3+d3+c4")
    for part in (".analysis .picture", ".steps", ".news", ".best", ".variations"):
        becomes(partial(tab.locator(part).first.evaluate, "one => one.getBoundingClientRect().bottom + scrollY < 800"), True)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_button_of_each_move_is_in_sight_beside_a_long_value(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 900})
    analysed(tab, address, f"game=othello&moves={OTHELLO.replace(' ', '')}&at=52&lang=es")
    tab.locator(".all-moves td", has_text="demostrado").first.wait_for(timeout=PATIENCE)
    becomes(lambda: tab.locator(".all-moves .worth", has_text="fichas").count() > 0, True)
    in_sight = """() => {
        const table = document.querySelector('.all-moves .wide'), there = (one) => one.getBoundingClientRect();
        const right = there(table).left + table.clientWidth;
        return there(table.querySelector('button')).right <= right && table.scrollWidth === table.clientWidth;
    }"""  # at once: it is drawn anew while the engine thinks
    becomes(lambda: tab.evaluate(in_sight), True)


def test_a_reason_agrees_with_what_the_engine_has_proved_since(tab, address, monkeypatch):
    monkeypatch.setattr(answers, "judge", guessed(Judged((5,), 0.1, 2), Judged((0,), 0.1, 2)))
    before, asked, think = ".ox/.x./o.. x", threading.Event(), answers.think

    def in_two_steps(engines, question, known, count, seconds, hear, look):
        """First who wins; in how many plies when the page has asked for what is kept of that."""
        found = think(engines, question, known, count, seconds, lambda thought: None, look)
        if question.game.write(question.state) == before:
            best, moves = ([replace(one, distance=None) for one in some] for some in (found.best, found.moves.values()))
            hear(replace(found, best=best, moves={one.action: one for one in moves}))
            asked.wait(PATIENCE / 1000)
        return found

    monkeypatch.setattr(answers, "think", in_two_steps)
    analysed(tab, address, "game=tictactoe")
    engine = tab.get_by_role("button", name="Engine")
    engine.click()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("From this position").fill(before)
    tab.get_by_label("Moves, as the game writes them").fill("(0,0)")
    tab.get_by_role("button", name="Read").click()
    wait_for_current(tab, "(0,0)")
    tab.get_by_role("button", name="Report on the game").click()
    tab.get_by_text("2 of 2 positions are judged.").wait_for()
    becomes(tab.locator(".variations .mark").count, 0)
    engine.click()
    settled(tab)
    held = []

    def hold(route):
        if asked.is_set():
            route.continue_()
        else:
            held.append((route, route.fetch()))
            asked.set()

    tab.route("**/api/analyse/kept", hold)
    tab.get_by_role("button", name="One move back").click()
    tab.locator(".best .worth", has_text="MAX wins in 3 plies").first.wait_for(timeout=PATIENCE)
    engine.click()  # what is found later has nothing to do with it
    tab.get_by_role("button", name="One move on").click()
    wait_for_current(tab, "(0,0)")
    ((route, answer),) = held
    route.fulfill(response=answer)  # it comes late, and by now it is known in how many plies
    tab.locator(".variations .mark", has_text="??").wait_for()
    tab.locator(".judged p", has_text="It turns a win into a draw. Better was").wait_for()
    becomes(tab.locator(".judged .worth").all_inner_texts, ["draw", "MAX wins in 3 plies"])


@pytest.mark.parametrize(
    ("width", "game", "moves", "words"),
    [
        (390, "othello", "f5d6c3d3c4a1", "Move 6. a1 may not be played there"),
        (1200, "othello", "f5d6c3d3c4a1", "Move 6. a1 may not be played there"),
        (1200, "chess", "1. e4 e5 {open", "The moves cannot be read: game 1, line 1: '{open' begins a comment that never ends"),
    ],
)
def test_what_is_wrong_with_moves_that_are_pasted_is_told_beside_them_in_sight(tab, address, width, game, moves, words):
    tab.set_viewport_size({"width": width, "height": 800})
    analysed(tab, address, f"game={game}")
    tab.get_by_text("Other moves or another position").click()
    field = tab.get_by_label("Moves, as the game writes them")
    field.fill(moves)
    tab.get_by_role("button", name="Read").click()
    told = tab.locator("form").filter(has=field).get_by_role("alert").get_by_text(words)
    told.wait_for()
    tab.wait_for_function("one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }",
                          arg=told.element_handle())  # fmt: skip


@pytest.mark.parametrize("width", [390, 1200])
def test_a_value_stands_in_the_line_of_its_moves(tab, address, width):
    tab.set_viewport_size({"width": width, "height": 844})
    analysed(tab, address, "game=tictactoe&lang=es")
    drawn = tab.locator(".best .worth.drawn").first
    drawn.wait_for(timeout=PATIENCE)
    in_line = """() => {
        const there = (one) => document.querySelector(`.best ${one}`).getBoundingClientRect();
        const [chip, moves] = [there('.worth.drawn'), there('.line-of .ply')];
        return chip.height < 1.5 * moves.height && Math.abs((chip.top + chip.bottom - moves.top - moves.bottom) / 2) < 4;
    }"""
    becomes(lambda: tab.evaluate(in_line), True)


@pytest.mark.parametrize(
    ("game", "text", "who", "last", "beside"),
    [
        ("go(7)", "(;GM[1]SZ[5]PB[Ana]PW[Bo];B[cc](;W[aa])(;W[bb]C[nearer])(;W[cc]))", "MAX: Ana · MIN: Bo", "A5", ("B4", "nearer")),
        (
            "checkers",
            '[GameType "20"]\n[White "Ana"]\n1. 32-28 (1. 31-27 {wider} 1-2) 19-23 *',
            "MAX: Ana · MIN: ?",
            "19-23",
            ("31-27", "wider"),
        ),
    ],
)
def test_files_of_go_and_draughts_are_pasted(tab, address, game, text, who, last, beside):
    tab.goto(f"{address}/analyse?game={game}")
    square(tab, 0).wait_for()
    tab.get_by_text("Other moves or another position").click()
    tab.get_by_label("Moves, as the game writes them").fill(text)
    tab.get_by_role("button", name="Read").click()
    wait_for_current(tab, last)
    tab.get_by_text(who).wait_for()
    for told in beside:
        tab.locator(".variations").get_by_text(told).wait_for()
    tab.get_by_role("alert").get_by_text("game 1: variations that break the rules, or are more than fit here, are left out").wait_for()


def test_a_play_that_is_half_made_is_seen_and_given_up_first(tab, address):
    analysed(tab, address, "game=backgammon&position=4HPwATDgc/ABMA+white+6-5")
    dice, arrows = tab.locator('.place [data-square] rect[rx="6"]'), tab.locator(".best-moves line")
    back, whole = tab.get_by_role("button", name="One move back"), arrows.count()
    becomes(lambda: (dice.count(), back.is_disabled(), whole > 2), (2, True, True))
    square(tab, 12).focus()  # a man on 24 ...
    tab.keyboard.press("Enter")
    square(tab, 5).focus()  # ... to 18
    tab.keyboard.press("Enter")
    tab.locator('.place [data-square="5"] circle[class="p1"]').wait_for()
    becomes(dice.count, 1)
    becomes(lambda: arrows.count() < whole, True)
    back.click()
    tab.locator('.place [data-square="5"] circle[class="p1"]').wait_for(state="detached")
    becomes(lambda: (dice.count(), back.is_disabled()), (2, True))
    arrows.nth(2).wait_for()


def test_it_is_told_how_long_the_engine_is_compiled_still(tab, address, monkeypatch):
    ready = threading.Event()
    make = engines.Engine
    monkeypatch.setattr(engines, "Engine", lambda *asked, **facts: make(*asked, **facts) if ready.wait(60) else None)
    monkeypatch.setattr(Readiness, "progress", lambda self, key: {"share": 0.5, "left": 6.6})
    tab.goto(f"{address}/analyse?game=nim([1,2,5])&lang=es")
    told = tab.locator(".readiness")
    told.get_by_text("Faltan unos 7 s.").wait_for()
    becomes(lambda: "Preparando" in told.inner_text(), True)
    becomes(lambda: told.locator("progress").evaluate("bar => bar.value"), 0.5)
    ready.set()
    tab.locator(".best li").first.wait_for(timeout=PATIENCE)
    becomes(told.is_hidden, True)


def test_the_best_move_is_not_asked_why_it_is_not_played_and_many_moves_are_seen(tab, address):
    tab.set_viewport_size({"width": 1280, "height": 800})
    analysed(tab, address, "game=chess&lines=1")
    rows = "() => [...document.querySelectorAll('.all-moves tbody tr')].map((row) => row.querySelectorAll('button').length)"
    becomes(lambda: tab.evaluate(rows), [0] + 19 * [1])
    tab.wait_for_function("() => document.querySelector('.all-moves .wide')?.clientHeight > 400")


def test_where_a_game_is_over_no_moves_are_announced(tab, address):
    tab.goto(f"{address}/analyse?game=tictactoe&moves=(0,0)+(1,0)+(0,1)+(1,1)+(0,2)")
    tab.locator(".news", has_text="MAX has won").wait_for()
    title = tab.get_by_text("All moves", exact=True)
    becomes(title.is_visible, False)
    tab.get_by_role("button", name="One move back").click()
    title.wait_for()


def test_the_dice_that_begin_are_thrown_by_what_their_button_says(tab, address):
    analysed(tab, address, "game=backgammon&lang=pt")
    tab.locator(".names").get_by_role("button", name="brancas 3, pretas 1", exact=True).wait_for()
    tab.locator(".all-moves").get_by_title("brancas 3, pretas 1", exact=True).click()
    wait_for_current(tab, "3-1")
