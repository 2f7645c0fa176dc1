"""`zermelo explain`, `order` and `scale`: every kind of file, every language, and what is said where something is wrong."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from zermelo.explain.export import ENDINGS
from zermelo.languages import LANGUAGES

TREE = "tree('(b=.03 c=(d=-.05 g=?))')"
EVERY_KIND = [TREE, "pawns", "tree('(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))')", "tree('P1(P2(<1 2 6> <4 2 3>) <6 1 2>)')"]


def test_without_a_file_the_text_is_shown(zermelo):
    answer = zermelo("explain", TREE)
    assert answer.code == 0
    assert "g is not searched: MIN can already hold c to -0.05, and MAX has 0.03 at the root by playing b." in answer.out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ending", [ending for ending in ENDINGS if ending not in ("png", "pdf")])
@pytest.mark.parametrize("game", EVERY_KIND)
def test_every_kind_of_file_in_every_language(zermelo, tmp_path, game, ending, lang):
    file = tmp_path / f"tree.{ending}"
    answer = zermelo("explain", game, "--lang", lang, "--out", file)
    assert (answer.code, answer.error) == (0, "")
    assert answer.out.startswith(f"{file}: written, ")
    text = file.read_text(encoding="utf-8")
    assert "nan" not in re.sub("(?i)nanum|finance", "", text) if ending in ("txt", "svg", "dot") else text
    if ending == "svg":
        ElementTree.fromstring(text)  # noqa: S314  what we wrote ourselves
    if ending == "json":
        assert len(json.loads(text)["parent"]) == len(json.loads(text)["value"])
    if ending == "tex":
        assert text.count("{") == text.count("}")
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_pictures_of_points_where_the_library_is_there(zermelo, tmp_path, ending):
    pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))
    file = tmp_path / f"tree.{ending}"
    assert zermelo("explain", "pawns", "--out", file).code == 0
    assert file.read_bytes()[:4] in (b"\x89PNG", b"%PDF")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not there: `make latex` installs it")
@pytest.mark.parametrize("game", EVERY_KIND)
def test_the_slide_compiles_as_it_is(zermelo, tmp_path, game):
    assert zermelo("explain", game, "--out", tmp_path / "tree.tex", "--lang", "pt").code == 0
    made = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tree.tex"], cwd=tmp_path, capture_output=True, text=True, timeout=100
    )
    assert made.returncode == 0, made.stdout[-2000:]
    assert (tmp_path / "tree.pdf").read_bytes().startswith(b"%PDF")


def test_a_page_needs_nothing_else_and_nothing_in_a_game_becomes_a_part_of_it(zermelo, tmp_path):
    rules = tmp_path / "hostile.py"
    rules.write_text(
        "from zermelo import Game\n\nEVIL = '</script><script>alert(1)</script><img src=x onerror=alert(2)>&\"'\n\n"
        "class Hostile(Game):\n"
        "    def initial(self): return 0\n"
        "    def to_move(self, state): return state % 2\n"
        "    def actions(self, state): return [1, 2]\n"
        "    def result(self, state, action): return state + action\n"
        "    def is_terminal(self, state): return state > 2\n"
        "    def utility(self, state, player): return 1 if player == 0 else -1\n"
        "    def name(self, state, action): return EVIL + str(action)\n"
        "    def show(self, state): return EVIL\n"
        "    def __repr__(self): return EVIL\n"
    )
    file = tmp_path / "page.html"
    assert zermelo("explain", f"{rules}:Hostile", "--boards", "--out", file).code == 0
    text = file.read_text()
    assert "<img" not in text
    assert text.count("<script") == text.count("</script>") == 2
    assert "alert(1)<" not in text
    assert re.findall(r'(?:src|href)="|https?://(?!www\.w3\.org)', text) == []


def test_positions_that_nothing_values_are_told_of(zermelo):
    told = zermelo("explain", "hexapawn", "--depth", 2).error
    assert told.startswith("note: the search values each position before the end as 0: Hexapawn has no `evaluate`; give it `evaluate(self,")
    assert zermelo("explain", "nim((1, 1))").error == ""
    assert zermelo("explain", "connect4", "--depth", 1).error == ""


LEFT_OUT = "This is the search for --depth {}; the one to the end of the game {}: --depth {} shows more"


def test_a_tree_too_large_to_be_shown_whole_is_drawn_as_deep_as_can_be_seen(zermelo, tmp_path):
    answer = zermelo("explain", "connect4", "--out", tmp_path / "tree.svg")
    assert answer.error == LEFT_OUT.format(3, "has more than 20,000 nodes", 4) + ".\n"
    assert zermelo("explain", "connect4", "--depth", 3, "--out", tmp_path / "3.svg").error == ""
    assert (tmp_path / "tree.svg").read_text() == (tmp_path / "3.svg").read_text()


@pytest.mark.parametrize(("game", "depth"), [("connect4", 2), ("hexapawn", 3)])  # hexapawn: 105 nodes in all, but 201 steps
def test_as_text_it_is_shown_in_some_dozens_of_steps_and_what_is_left_out_is_said_behind(terminal, zermelo, game, depth):
    answer = zermelo("explain", game)
    behind = LEFT_OUT.format(depth, "is too long to be read", depth + 1) + ", --out page.html goes through the steps one by one."
    assert answer.error.splitlines()[-1] == behind
    assert answer.out == zermelo("explain", game, "--depth", depth).out
    assert 60 < int(answer.out.splitlines()[-1].split()[0]) <= 120
    assert int(zermelo("explain", game, "--depth", depth + 1).out.splitlines()[-1].split()[0]) > 120
    at_terminal = terminal("explain", game)
    at_terminal.expect("The root is worth")
    at_terminal.expect("This is the search")
    assert at_terminal.leave() == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("explain", "pawns", "--out", "tree.gif"), 2, "the ending of the name says what is written; there are .txt, .svg, .png"),
        (("explain", "pawns", "--out", "no/such/folder/tree.svg"), 2, "there is no folder"),
        (("explain", "pawns", "--lang", "fr"), 2, "there is no language 'fr'"),
        pytest.param(
            ("explain", "tictactoe", "--depth", "9"),
            2,
            "the tree has more than 20,000 nodes; look less deep; --depth 7 fits",
            marks=pytest.mark.slow,
        ),
        (("explain", "nim((1, 2))", "--depth", "0"), 2, "a depth is a whole number from 1 to 512, not 0"),
        (("explain", "pawns", "--notes", "all"), 2, "is one of windows, intervals, nothing"),
        (("explain", "pawns", "--order", "best"), 2, "order is 'given', 'own' or a function"),
        (("explain", "tree('((1 ?) 2)')", "--algorithm", "minimax"), 2, "the utility of /1/2 is not known"),
        (("explain", "pawns", "--algorithm", "mcts", "--fold"), 2, "is for the textbook algorithms, not for mcts"),
        (("explain", "pawns", "--simulations", "5"), 2, "is for mcts"),
        (("explain", "pawns", "--algorithm", "mcts", "--simulations", "0"), 2, "simulations is a whole number from 1 up, not 0"),
        (("explain", "pawns", "--algorithm", "mcts", "--out", "x.html"), 2, "there are .txt, .svg, .png"),
        (("order", "tictactoe"), 2, "the tree has more than 100,000 nodes; give a --depth"),
        (("order", "nim(players=3)"), 2, "alpha-beta is for two players"),
        (("scale", "(1 2"), 2, "( is never closed"),
        (("scale", "(1 2)", "--to", "1 x"), 2, "--to takes numbers"),
        (("scale", "(1 2)", "--to", "1"), 2, "the tree has 2 different leaves, 1 2; give as many numbers, not 1"),
        (("scale", "chance(.5: 1 .5: 2)"), 2, "nobody chooses at the root"),
        (("scale", "(1 2)", "--to", "nan 3"), 2, "the leaves become finite numbers, all different"),
        (("scale", "pawn"), 2, "there is no game 'pawn'"),
        (("exercise", "--game", "tree('5')"), 2, "is over before it begins"),
        (("exercise", "--kind", "sudoku"), 2, "there is no exercise of the kind"),
        (("exercise", "--depth", "2"), 2, "is for --game GAME"),
        (("scale", "tree('chance(.5: 1 .5: 2)')"), 2, "nobody chooses at the root"),
    ],
)
def test_what_is_wrong_is_one_clear_message(zermelo, words, code, says):
    answer = zermelo(*words)
    assert answer.code == code
    assert says in re.sub(r"\s*│\s*|\s+", " ", answer.error)


def test_boards_stand_below_the_nodes(zermelo, tmp_path):
    for ending in ("svg", "html"):
        file = tmp_path / f"tree.{ending}"
        assert zermelo("explain", "tictactoe", "--depth", 1, "--boards", "--out", file).code == 0
        picture = re.search(r'<svg[^>]*class="tree".*?</svg>(?=\s*</div>|\s*$)', file.read_text(encoding="utf-8"), re.DOTALL)[0]
        assert len(re.findall(r'<svg class="board lines"', picture)) == 10
        assert picture.count('class="stroke p0"') == 9
    assert zermelo("explain", TREE, "--boards", "--out", tmp_path / "plain.svg").code == 0  # which has no board, but text
    assert '<text class="board"' in (tmp_path / "plain.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(("option", "endings"), [(("--boards",), "txt json tex dot"), (("--notes", "intervals"), "txt json html")])
def test_what_a_kind_of_file_cannot_show_is_told(zermelo, tmp_path, option, endings):
    for ending in endings.split():
        answer = zermelo("explain", "pawns", *option, "--out", tmp_path / f"tree.{ending}")
        assert answer.code == 2
        assert f"not .{ending}" in answer.error
    assert list(tmp_path.iterdir()) == []


def test_orders_of_the_pawns(zermelo):
    found = json.loads(zermelo("order", "pawns", "--json").out)
    assert (found["given"]["nodes"], found["best"]["nodes"], found["worst"]["nodes"]) == (17, 14, 38)
    assert found["best"]["exact"]


def test_of_a_large_tree_the_bounds_are_said_to_be_bounds(zermelo):
    answer = zermelo("order", "tictactoe", "--depth", "8")
    assert "too many to try its orders" in answer.out
    found = json.loads(zermelo("order", "tictactoe", "--depth", "8", "--json").out)
    assert not found["best"]["exact"]
    assert found["best"]["leaves"] < found["given"]["leaves"] < found["worst"]["leaves"]


def test_scale_keeps_and_changes_the_choices_of_the_lectures(zermelo):
    tree = "(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))"
    as_it_is, changed = json.loads(zermelo("scale", tree, "--to", "1 20 30 400", "--json").out)
    assert as_it_is["expectiminimax"] == {"choice": "1", "values": [pytest.approx(2.1), pytest.approx(1.3)]}
    assert changed["expectiminimax"] == {"choice": "2", "values": [pytest.approx(21), pytest.approx(40.9)]}
    assert (changed["keeps"], changed["minimax"]["choice"]) == ("order", "1")
    tried = json.loads(zermelo("scale", tree, "--json").out)
    assert {one["minimax"]["choice"] for one in tried} == {"1"}
    assert {one["expectiminimax"]["choice"] for one in tried if one["keeps"] == "linear"} == {"1"}
    assert {one["expectiminimax"]["choice"] for one in tried if one["keeps"] == "order"} == {"1", "2"}


def test_a_simulated_tree_is_shown_with_visits(zermelo, tmp_path):
    words = ("explain", "pawns", "--algorithm", "mcts", "--simulations", 300, "--most", 9)
    answer = zermelo(*words, "--lang", "es")
    assert answer.code == 0
    assert answer.out.count(" visitas") + answer.out.count(" visita,") + answer.out.count(" visita\n") == 9
    assert zermelo(*words, "--out", tmp_path / "tree.svg").code == 0
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").count('class="node ') == 9


def test_a_picture_that_moves_is_an_svg(zermelo, tmp_path):
    file = tmp_path / "steps.svg"
    assert zermelo("explain", "tree", "--animate", "--lang", "es", "--out", str(file)).code == 0
    assert file.read_text().count("@keyframes") > 20
    assert "is for .svg, not .html" in zermelo("explain", "tree", "--animate", "--out", str(tmp_path / "steps.html")).error


def test_a_picture_that_cannot_be_made_is_refused_before_the_search(zermelo, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    monkeypatch.setattr("zermelo.cli.explain.observe", None)
    refused = zermelo("explain", "tictactoe", "--out", tmp_path / "tree.png")
    assert (refused.code, list(tmp_path.iterdir())) == (2, [])
    assert "png and pdf need `pip install 'zermelo[pictures]'`" in refused.error
