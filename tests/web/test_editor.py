"""Trees that are drawn by hand: what is searched at each change, what is told of faults, and the files that are made."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

import zermelo as z
from zermelo.explain.orders import orders
from zermelo.games.tree import Tree
from zermelo.web.routes.editor import _NEEDED, MOST_NODES

BOOK = "((3 12 8) (2 4 6) (14 5 2))"
DEEP = "(b=.03 c=(d=(e=(f=-.1 g=(1 2)) h=.05)))"


def edit(studio, tree, status=200, path="edit", **facts):
    answer = studio.post(f"/api/{path}", json={"tree": tree, **facts})
    assert answer.status_code == status, answer.text
    return answer.json() if status != 200 or path == "edit" else answer


def visited(found):
    return [(row["nodes"], row["leaves"], row["cutoffs"]) for row in found["rows"]]


def test_the_book_s_tree_and_what_its_orders_are_worth(studio):
    found = edit(studio, BOOK)
    assert found["algorithm"] == "alphabeta"
    cuts = "2 cut-offs (one of them after the last child, where nothing was left to search); 2 branches not searched"
    assert found["summary"] == f"value 3; 11 nodes; 7 leaves; {cuts}; best play: 1 1"
    known = orders(Tree(BOOK), samples=1)
    assert visited(found) == [(11, 7, 2), (known.best, known.best_leaves, None), (known.worst, known.worst_leaves, None), (13, 9, None)]
    assert found["why"] == ["2 2 and 2 3 are not searched: MIN can already hold 2 to 2, and MAX has 3 at the root by playing 1."]


def test_what_is_cut_is_drawn_too_with_what_it_is_worth(studio):
    found = edit(studio, DEEP)
    labels = [node["label"] for node in found["nodes"]]
    assert labels[6:] == [
        "c d e f: leaf, -0.1",
        "c d e g: MAX, not searched",
        "c d e g 1: leaf, not searched",
        "c d e g 2: leaf, not searched",
    ]
    assert '<g id="n9" class="node leaf unvisited"' in found["svg"]
    assert '<text class="value" x="' in found["svg"].split('id="n9"')[1]
    assert found["svg"].count('class="cut"') == 1


@pytest.mark.parametrize("which", ["best", "worst"])
def test_a_tree_is_put_into_the_best_and_the_worst_order(studio, which):
    known = orders(z.load_game("pawns"), samples=1)
    assert (known.best, known.worst) == (14, 38)
    for tree in (BOOK, DEEP, "((1 (2 9) 3) ((4 5) 6) (7 (8 (1 2))))"):
        before = edit(studio, tree)
        after = edit(studio, tree, change=which)
        assert after["rows"][0]["nodes"] == before["rows"][1 if which == "best" else 2]["nodes"]
        assert edit(studio, after["tree"], algorithm="minimax")["rows"][-1] == before["rows"][-1]


def test_each_kind_of_tree_has_its_algorithms(studio):
    assert [name for name, _ in edit(studio, BOOK)["algorithms"]] == ["alphabeta", "alphabeta_hard", "minimax"]
    chance = edit(studio, "(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))", algorithm="alphabeta", lang="es")
    assert chance["algorithm"] == "expectiminimax"
    assert chance["summary"] == "valor 2,1; 7 nodos; 4 hojas; línea principal: 1"
    assert chance["nodes"][1]["odds"] == [".9", ".1"]
    leaves = ("(<1 2 6> <4 2 3>) (<6 1 2> <7 4 -1>)", "(<5 -1 -1> <-1 5 2>) (<7 7 -1> <5 4 5>)")
    three = edit(studio, f"(({leaves[0]}) ({leaves[1]}))", notes="intervals")
    assert [three["svg"].count(f">P{player}<") for player in (1, 2, 3)] == [1, 2, 4]
    assert (three["algorithm"], three["players"], three["nodes"][0]["worth"]) == ("maxn", 3, "<1 2 6>")


def test_changes_follow_one_another(studio):
    found = edit(studio, "0", change="add")
    assert (found["tree"], found["at"]) == ("(0)", 0)
    found = edit(studio, found["tree"], change="worth", node=1, text="(5 7)")
    found = edit(studio, found["tree"], change="add", node=0)
    found = edit(studio, found["tree"], change="mover", node=0, mover=z.CHANCE)
    found = edit(studio, found["tree"], change="odds", node=0, texts=[".25", "3/4"])
    assert found["tree"] == "chance(.25: (5 7) 3/4: 0)"  # where MAX moves now, who is next below chance
    assert found["nodes"][0]["worth"] == "1.75"


def test_a_tree_that_cannot_be_searched_is_drawn_all_the_same(studio):
    unknown = edit(studio, "(? 3)", lang="es")
    assert unknown["trouble"] == "la utilidad de /1 no se conoce (?), y la búsqueda la pide"
    assert "<svg" in unknown["svg"]
    hidden = edit(studio, "chance(1/2: MAX@a(1 2) 1/2: MAX@a(3 4))")
    assert "do not see" in hidden["trouble"]
    spared = edit(studio, "(b=.03 c=(d=-.05 g=?))")
    assert spared["trouble"] is None
    assert spared["ordered"] is False
    assert [node["label"] for node in spared["nodes"]][:3] == ["the root: MAX, 0.03", "b: leaf, 0.03", "c: MIN, ≤-0.05"]


def test_a_game_s_tree_is_taken(studio):
    assert edit(studio, studio.post("/api/edit/game", json={"game": "pawns"}).json()["tree"])["rows"][0]["nodes"] == 17
    taken = studio.post("/api/edit/game", json={"game": "connect4", "depth": 1, "lang": "pt"}).json()
    assert taken == {"tree": "(-3 -2 -1 1 -1 -2 -3)", "counts": "valores em pontos; uma vitória vale 128"}
    moves = {"game": "tictactoe", "moves": "(1,1) (0,1) (2,0) (0,2)", "depth": 2, "evaluation": "open_lines", "lang": "es"}
    refused = studio.post("/api/edit/game", json=moves)
    assert (refused.status_code, refused.json()["error"]) == (
        422, "(1,0) (0,0) vale -inf, y un árbol tiene números finitos; mira menos niveles"
    )  # fmt: skip
    assert "más de 600 nodos" in studio.post("/api/edit/game", json={"game": "connect4", "lang": "es"}).json()["error"]


def test_what_is_wrong_is_told_with_its_place_in_the_reader_s_language(studio):
    told = edit(studio, "((3 12 8) (2 4 6)\n (14 x 2))", 422, lang="es")["error"]
    assert told.startswith("Línea 2, columna 6: 'x' no es un nodo; si es un nombre, escribe x=3;")
    assert told.endswith("     (14 x 2))\n         ^")
    assert edit(studio, "[1,\n 2", 422)["error"] == "This is no JSON: see line 2, column 3."
    assert edit(studio, BOOK, 422, change="odds", node=1, texts=["1"], lang="pt")["error"].startswith("são precisas 3 probabilidades")
    assert "no máximo 12.000 letras" in edit(studio, f"({'-123456 ' * 1600})", 422, lang="pt")["error"]
    assert "at most 600 nodes, and this one has 601" in edit(studio, f"({'1 ' * MOST_NODES})", 422)["error"]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"change": "odds", "texts": [".5", ".6"]}, "At b: the probabilities of this chance node sum to 1.1, not to 1"),
        ({"change": "odds", "texts": [".5", ".6"], "lang": "es"}, "En b: las probabilidades de este nodo de azar suman 1,1, y no 1"),
        ({"change": "odds", "texts": ["1.5", ".6"], "lang": "pt"}, "Em b: 1,5 não é uma probabilidade; é maior do que 0 e no máximo 1"),
        ({"change": "worth", "text": "x", "node": 3, "lang": "es"}, "En b 1: 'x' no es un nodo; si es un nombre, escribe x=3; "),
        ({"change": "name", "text": "3", "node": 0}, "At the root: '\"3\"' cannot be a name; "),
    ],
)
def test_what_is_wrong_with_a_change_is_told_of_the_node_in_the_reader_s_numbers(studio, facts, told):
    found = edit(studio, "(b=chance(.5: 1 .5: 2) 3)", 422, **{"node": 1, **facts})["error"]
    assert found.startswith(told)
    assert "\n" not in found
    pasted = edit(studio, "chance(.5: 1 .6: 2)", 422, lang="es")["error"]
    assert pasted.startswith("Línea 1, columna 1: las probabilidades de este nodo de azar suman 1,1, y no 1")


@pytest.mark.parametrize("more", [0, 100_000])  # of the whole process: a search that runs beside may have raised it
def test_json_that_is_nested_too_deep_is_refused_by_one_sentence(studio, more):
    deep = "[" * 5000 + "]" * 5000
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + more)
    try:
        assert edit(studio, deep, 422)["error"] == "the lists of this tree are nested too deep, or contain themselves"
        assert edit(studio, deep, 422, lang="es")["error"].startswith("las listas de este árbol tienen demasiados niveles")
    finally:
        sys.setrecursionlimit(before)


def test_a_change_that_lacks_something_is_refused(studio):
    for change in _NEEDED:
        assert edit(studio, BOOK, 422, change=change, node=1)["error"] == f"the change {change} needs {_NEEDED[change]}"
    assert edit(studio, BOOK, 422, change="add", node=13)["error"] == "the tree has no node 13; it has 13"


def test_json_goes_in_and_out(studio):
    data = [[3, 12, 8], {"name": "c", "player": "MAX", "children": [2, {"value": 4, "name": "d"}]}]
    assert edit(studio, json.dumps(data))["tree"] == "((3 12 8) c=MAX(2 d=4))"
    assert edit(studio, json.dumps(data), path="edit/file", ending="json").json() == data


@pytest.mark.parametrize(
    ("ending", "begins"), [("txt", b"((3 12"), ("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("tex", b"% Written")]
)
def test_a_tree_is_kept_in_a_file(studio, ending, begins):
    if ending in ("png", "pdf"):
        pytest.importorskip("cairosvg")
    assert edit(studio, BOOK, path="edit/file", ending=ending).content.startswith(begins)


def test_an_interval_has_as_many_digits_as_the_value_that_it_is_of(studio):
    tree = "((2/3 1) 0)"
    drawn = edit(studio, tree, lang="es", notes="intervals")["svg"]
    assert ">0,6667<" in drawn
    assert ">[0,6667; 0,6667]<" in drawn
    answer = studio.post("/api/edit/file", json={"tree": tree, "ending": "tex", "lang": "es", "notes": "intervals"})
    assert answer.status_code == 200
    assert "[0,6667; 0,6667]" in answer.text


@pytest.mark.slow
def test_the_slide_compiles(studio, tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("`make latex` says how to get pdflatex")
    made = edit(studio, '("a_1%"=(3 ?) chance(.5: 2 .5: 3))', path="edit/file", ending="tex").content
    (tmp_path / "tree.tex").write_bytes(made)
    done = subprocess.run(["pdflatex", "-halt-on-error", "tree.tex"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
