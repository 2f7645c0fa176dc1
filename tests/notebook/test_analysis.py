"""The analysis in a notebook: its page is answered as the studio's is, and what stands on it is there in Python."""

from __future__ import annotations

import json
import queue
import re
import sys
import time

import pytest

import zermelo as z
from tests.notebook.games import MARKUP, Broken, Dice, Markup, Race, Three

pytest.importorskip("anywidget", reason="pip install 'zermelo[web]'")

PATIENCE = 60


class Page:
    """What a page does: it asks, and hears."""

    def __init__(self, analysis):
        self.analysis, self.heard, self.number = analysis, queue.Queue(), 0
        analysis.send = lambda content, buffers=None: self.heard.put(json.loads(json.dumps(content)))

    def ask(self, path, **facts):
        self.number += 1
        self.analysis._handle_custom_msg({"ask": str(self.number), "path": path, "facts": facts}, [])
        return str(self.number)

    def answer(self, path, **facts):
        """The last answer, and the news before it."""
        number, news = self.ask(path, **facts), []
        while True:
            told = self.heard.get(timeout=PATIENCE)
            if told["answer"] != number or told["kind"] == "heard":
                continue
            if told["kind"] != "news":
                return (told["facts"] if told["kind"] == "done" else told["facts"]["error"]), news
            news.append(told["facts"])

    def remember(self, **now):
        usual = {"game": self.analysis.tree["game"], "position": None, "variations": [], "lines": 3}
        self.analysis._handle_custom_msg({"remember": {**usual, "comment": "", "said": [], "headers": {}, **now}}, [])


@pytest.fixture
def game():
    return z.load_game("tictactoe")


@pytest.fixture
def analysis(game):
    return z.analyse(game, "(1,1) (0,0) (0,1)")


@pytest.fixture
def page(analysis):
    return Page(analysis)


def here(analysis):
    return {"game": analysis.tree["game"], "position": None, "actions": [str(action) for action in analysis.actions]}


def test_it_begins_at_the_end_of_the_moves(analysis, game):
    assert analysis.names == ("(1,1)", "(0,0)", "(0,1)")
    assert analysis.actions == (4, 0, 1)
    assert game.write(analysis.state) == "ox./.x./... o"
    assert repr(analysis) == game.show(analysis.state)
    assert [node["name"] for node in analysis.tree["nodes"]] == list(analysis.names)
    assert analysis.stand == {"at": 3, "lines": 3, "turned": None}


def test_what_the_page_asks_first_it_has_before_a_kernel_answers(analysis):
    actions = "4 0 1"
    assert set(analysis.kept) == {f"look  {actions}", *(f"kept {effort} {actions}" for effort in ("quick", "usual", "thorough"))}
    assert analysis.kept[f"look  {actions}"]["news"] == "MIN · o to move"
    json.dumps([analysis.tree, analysis.kept, analysis.words])


def test_the_best_lines_come_with_what_every_move_is_worth(page, analysis):
    found, news = page.answer("lines", **here(analysis), lines=2)
    assert news
    assert found["settled"]
    assert len(found["lines"]) == 2
    assert {move["moves"][0]["name"]: move["end"] for move in found["moves"]} == {
        "(2,1)": "drawn", **dict.fromkeys(("(0,2)", "(1,0)", "(1,2)", "(2,0)", "(2,2)"), "lost"),
    }  # fmt: skip
    assert analysis.kept["lines  4 0 1"] == found


def test_why_a_move_is_not_played(page, analysis):
    found, _ = page.answer("why", **here(analysis), action="2")
    assert found["sentences"][1].startswith("Better is (2,1)")
    assert found["mark"] == "??"


def test_a_report_marks_where_value_was_lost_and_is_kept(game):
    analysis = z.analyse(game, "(1,1) (0,1) (0,0)")
    page = Page(analysis)
    assert page.answer("kept", **here(analysis), effort="quick")[0]["done"] == 0
    found, news = page.answer("report", **here(analysis), effort="quick")
    assert [one["done"] for one in news] == [1, 2, 3, 4]
    assert [row["mark"] for row in found["rows"]] == ["", "??", "", ""]
    assert page.answer("kept", **here(analysis), effort="quick")[0] == found == analysis.kept["kept quick 4 1 0"]


def test_python_does_what_the_page_does(analysis):
    analysis.think(0.5)
    assert analysis.kept["lines  4 0 1"]["lines"][0]["told"] == "draw"
    analysis.report()
    assert analysis.kept["kept quick 4 0 1"]["done"] == 4
    with pytest.raises(z.SpecError, match="effort is 'quick', 'usual', 'thorough', not 'slow'"):
        analysis.report("slow")


def test_what_stands_on_the_page_is_there_in_python(page, analysis):
    page.remember(moves="(1,1) (0,0) (0,1)", variations=["1 (0,1) (2,2)"], at=5)
    assert analysis.names == ("(1,1)", "(0,1)", "(2,2)")
    assert analysis.stand["at"] == 5
    assert [node["parent"] for node in analysis.tree["nodes"]] == [0, 1, 2, 1, 4]
    assert not any(key.startswith("look") for key in analysis.kept)  # of another position
    page.answer("look", **here(analysis))
    assert "look  4 1 8" in analysis.kept


def test_work_that_is_given_up_ends(page, analysis, monkeypatch):
    seen = []

    def endless(desk, line, count, seconds, speech, tell, look):
        while True:
            seen.append(time.sleep(0.01))
            look()

    monkeypatch.setattr("zermelo.analysis.answers.best_lines", endless)
    number = page.ask("lines", **here(analysis), lines=3)
    while not seen:
        time.sleep(0.01)
    analysis._handle_custom_msg({"give_up": number}, [])
    until_nothing_goes_on(analysis)
    page.ask("lines", **here(analysis), lines=3)
    analysis.close()
    until_nothing_goes_on(analysis)
    assert all(told["kind"] == "heard" for told in page.heard.queue)


def until_nothing_goes_on(analysis):
    until = time.monotonic() + PATIENCE
    while analysis._gone:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("message", [None, 7, {}, {"ask": 1}, {"ask": "1", "path": "look"}, {"give_up": "9"}, {"what": 1}], ids=repr)
def test_a_message_that_is_none_of_ours_changes_nothing(page, analysis, message):
    before = analysis.tree
    analysis._handle_custom_msg(message, [])
    assert (analysis.tree, page.heard.qsize()) == (before, 0)


def test_what_is_wrong_with_a_question_is_told(page, analysis):
    asked = here(analysis)
    assert page.answer("nothing", **asked)[0].startswith("what is asked is one of open, file, look")
    assert page.answer("look", **{**asked, "game": "othello"})[0] == "'othello' is not the game that is analysed here"
    assert "4" in page.answer("look", **{**asked, "actions": ["4", "4"]})[0]
    assert page.answer("look")[0] == "KeyError: 'game'"


def test_a_pgn_comes_with_its_variations_and_what_it_says():
    chess = z.load_game("chess")
    analysis = z.analyse(chess, '[White "Ana"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3?! *')
    assert analysis.names == ("e4", "e5", "Nf3")
    assert analysis.tree["headers"]["White"] == "Ana"
    assert analysis.tree["game"] == "chess"  # so that the page takes what is pasted there for PGN
    assert [node["said"] and node["said"]["comment"] for node in analysis.tree["nodes"]][:2] == ["best by test", None]
    page = Page(analysis)
    said = [[1, analysis.tree["nodes"][0]["said"]]]
    page.remember(moves="e4 e5 Nf3", variations=["1 c5 Nf3"], at=4, said=said, headers={"White": "Ana"})
    assert analysis.tree["nodes"][0]["said"]["comment"] == "best by test"
    assert analysis.names == ("e4", "c5")
    facts = {"game": analysis.tree["game"], "position": None, "moves": "e4 e5 Nf3", "variations": ["1 c5 Nf3"]}
    said = [{"number": 1, "before": "", "nags": [], "comment": "best by test", "commands": {}}]
    text = page.answer("file", **facts, said=said, comment="", headers={"White": "Ana"})[0]["text"]
    assert "1. e4 {best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 *" in text


def test_a_game_is_called_as_the_studio_calls_it(page):
    facts = {"game": page.analysis.tree["game"], "position": None, "moves": "(1,1)", "variations": []}
    text = json.loads(page.answer("file", **facts)[0]["text"])
    assert (text["game"], text["moves"]) == ("tictactoe", [{"player": "MAX", "action": "(1,1)"}])


def test_what_is_known_is_asked(game):
    class Everything:
        kind, proved = "database", True

    analysis = z.analyse(z.load_game("connect4"))
    found, _ = Page(analysis).answer("lines", **here(analysis), lines=1)
    assert found["by"] == "book"
    known = Everything()
    assert z.analyse(game, database=known)._desk({"game": "tictactoe"}).known is known


def test_another_game_is_read_on_the_page():
    go = z.load_game("go(9)")
    page = Page(z.analyse(go))
    found, _ = page.answer("open", game=page.analysis.tree["game"], text="(;GM[1]SZ[5]KM[0.5];B[cc];W[bb])", which=0)
    assert [node["name"] for node in found["nodes"]] == ["C3", "B4"]
    assert found["game"].startswith("go(size=5, komi=0.5,")
    looked, _ = page.answer("look", game=found["game"], position=None, actions=[])
    assert looked["board"]["columns"] == 5


@pytest.mark.parametrize("moves", ["f5 d6 c3", ["f5", "d6", "c3"], [37, 43, 18]], ids=["text", "names", "numbers"])
def test_moves_are_a_text_names_or_numbers(moves):
    assert z.analyse(z.load_game("othello"), moves).names == ("f5", "d6", "c3")


def test_a_record_and_a_position_to_begin_from(game):
    record = z.play_game(game, ["random", "random"], game.read("xx./oo./... x"), seed=1)
    analysis = z.analyse(record)
    assert analysis.actions == record.actions
    assert not analysis.tree["initial"]
    assert z.analyse(game, ["(0,2)"], state=game.read("xx./oo./... x")).kept["look  2"]["end"]["told"] == "MAX wins"


class Pile:
    """A state that is an object, which has no text form."""

    def __init__(self, left, mover):
        self.left, self.mover = left, mover


class Piles(z.Game):
    """Take one or two from a pile; who takes the last wins."""

    def initial(self):
        return Pile(6, 0)

    def to_move(self, state):
        return state.mover

    def actions(self, state):
        return [1, 2] if state.left > 1 else [1]

    def result(self, state, action):
        return Pile(state.left - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1 if player == state.mover else 1


def test_a_record_of_a_game_whose_states_have_no_text_form():
    record = z.play_game(Piles(), ["random", "random"], seed=1)
    assert z.analyse(record).actions == record.actions


def test_a_game_of_ones_own_without_a_picture_is_analysed():
    analysis = z.analyse(Race(), "2")
    found, _ = Page(analysis).answer("lines", **here(analysis), lines=3)
    assert {move["moves"][0]["name"]: move["end"] for move in found["lines"]} == {"1": "lost", "2": "lost"}


def test_chance_and_a_third_player_are_analysed():
    analysis = z.analyse(Dice(), [2])
    found, _ = Page(analysis).answer("lines", **here(analysis), lines=3)
    assert analysis.tree["nodes"][0]["name"] == "2"
    assert len(found["moves"]) == 2  # what the coin may show
    analysis = z.analyse(Three(), [1, 1])
    found, _ = Page(analysis).answer("lines", **here(analysis), lines=3)
    assert len(found["lines"][0]["share"]) == 3


def test_a_game_that_fails_is_blamed():
    analysis = z.analyse(Broken())
    error, _ = Page(analysis).answer("lines", **here(analysis), lines=3)
    assert "in result: KeyError: 'three'" in error


def test_where_no_widget_can_be_shown_there_is_a_picture_and_what_is_known(analysis):
    analysis.think(0.5)
    html = analysis._repr_mimebundle_()[0]["text/html"]
    assert html.startswith('<div><img src="data:image/svg+xml;base64,')
    assert "<li>draw (proved): (2,1)" in html
    assert "<p>(1,1) (0,0) (0,1)</p>" in html
    assert "<script" not in z.analyse(Markup(), [1])._repr_mimebundle_()[0]["text/html"]
    assert z.analyse(Markup(), [1]).names == (f"{MARKUP}1",)


def test_its_words_are_in_the_reader_s_language(game):
    english, spanish = z.analyse(game), z.analyse(game, language="es")
    assert set(english.words) == set(spanish.words) >= {"analysis_report", "lang", "decimal", "kernel_silent"}
    assert spanish.words["analysis_report"] == "Informe de la partida"
    with pytest.raises(z.ActionError, match="x9"):
        z.analyse(game, "x9", language="es")


@pytest.mark.parametrize(
    ("rules", "arguments", "error", "wrong"),
    [
        ("kuhn", {}, z.SearchError, "hides something"),
        ("tictactoe", {"lines": 6}, z.SpecError, "lines is a number from 1 to 5, not 6"),
        ("tictactoe", {"language": "xx"}, z.SpecError, "there is no language 'xx'"),
        ("tictactoe", {"moves": "(1,1) (1,1)"}, z.ActionError, "(1,1)"),
        ("tictactoe", {"moves": [4, 4]}, z.ActionError, "4"),
    ],
)
def test_what_cannot_be_analysed_is_said_at_once(rules, arguments, error, wrong):
    with pytest.raises(error, match=re.escape(wrong)):
        z.analyse(z.load_game(rules), **arguments)


def test_without_anywidget_it_is_said_how_to_get_it(game, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(z.SpecError, match=r"an analysis needs anywidget: pip install 'zermelo\[web\]'"):
        z.analyse(game)


def test_the_module_is_the_studio_s_and_imports_nothing(analysis):
    assert "class AnalysisView" in analysis._esm
    assert "fetch(" not in analysis._esm
    assert analysis._esm.count("export") == analysis._esm.count("export default") == 1
    assert not re.search(r"^import\b|\bimport\(", analysis._esm, re.M)


def test_its_styles_go_by_its_width_and_the_notebook_s_colours(analysis):
    assert "@media (max" not in analysis.look
    assert "prefers-color-scheme" not in analysis.look
    assert ".zermelo.dark .board {" in analysis.look
    assert not re.search(r"^(:root|body)\b", analysis.look, re.M)
