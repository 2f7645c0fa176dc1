"""Trees, orders, ladders, rescalings and exercises over HTTP say what the library says."""

from __future__ import annotations

from typing import get_args

import pytest

import zermelo as z
from tests.web.conftest import events
from zermelo.eligibility import PRACTISED, practised
from zermelo.explain.exercise import KINDS, exercise
from zermelo.explain.observe import WATCHED
from zermelo.games import CATALOGUE
from zermelo.languages import LANGUAGES, language
from zermelo.web import schemas
from zermelo.web.routes import trees
from zermelo.web.routes.compare import NAMED


def test_what_can_be_asked_for_is_what_there_is():
    assert set(get_args(schemas.Lang)) == set(LANGUAGES)
    (algorithms, _) = get_args(schemas.Looked.model_fields["algorithm"].annotation)
    assert set(get_args(algorithms)) == set(WATCHED)


def post(studio, path, **facts):
    answer = studio.post(f"/api/{path}", json=facts)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_step_player_of_the_pawns_game(studio):
    found = post(studio, "tree", game="pawns", algorithm="alphabeta", lang="es")
    tree = z.observe(z.load_game("pawns"), algorithm="alphabeta")
    assert len(found["data"]["nodes"]) == len(tree)
    assert "valor 1; 17 nodos" in found["html"]
    assert found["html"].startswith("<header><h2>")
    assert "<style>" not in found["html"]
    assert "<script" not in found["html"]


def test_moves_of_chess_are_read_by_the_letters_of_the_reader(studio):
    trees = [post(studio, "tree", game="chess", depth=1, moves=moves, lang="es") for moves in ("e4 e5 Cf3 Cc6", "e4 e5 Nf3 Nc6")]
    assert trees[0]["html"] == trees[1]["html"]


@pytest.mark.parametrize(("lang", "told"), [("en", "to the end"), ("es", "hasta el final"), ("pt", "até ao fim")])
def test_a_depth_without_a_limit_is_told_in_words(studio, lang, told):
    def depths(**facts):
        data = post(studio, "tree", game="pawns", algorithm="alphabeta", lang=lang, **facts)["data"]
        place = data["variables"].index("depth")
        return {values[place] for step in data["steps"] for _, values in step["calls"]}

    assert depths() == {told}
    assert depths(depth=2) == {"0", "1", "2"}


def test_a_tree_that_is_too_large_is_shown_as_deep_as_is_easily_looked_at(studio):
    found = post(studio, "tree", game="connect4")
    nodes = lambda depth: len(z.observe(z.load_game("connect4"), depth=depth))  # noqa: E731
    assert nodes(found["depth"]) == len(found["data"]["nodes"]) <= trees.COMFORTABLE < nodes(found["depth"] + 1)
    assert post(studio, "tree", game="pawns")["depth"] is None
    assert post(studio, "tree", game="hare_and_hounds")["depth"] > 1  # which goes on without an end


def test_a_tree_from_a_position_to_a_depth_with_an_evaluation(studio):
    found = post(studio, "tree", game="desconecta4boom", moves="PUT1 PUT2", depth=1, evaluation="groups")
    assert len(found["data"]["nodes"]) == 8


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"game": "connect4", "algorithm": "maxn", "depth": 101}, "depth: Input should be less than or equal to 100"),
        ({"game": "mnk(3, 3, 3, players=3)", "algorithm": "alphabeta", "depth": 1}, "alphabeta is for one or two players"),
        ({"game": "connect4", "depth": 1, "evaluation": "__import__('os')"}, "evaluation"),
    ],
)
def test_a_tree_that_cannot_be_shown_is_told(studio, asked, told):
    answer = studio.post("/api/tree", json=asked)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


def test_two_searches_are_compared(studio):
    found = post(studio, "compare", game="pawns", algorithm="alphabeta", against="minimax")
    left, right = (z.observe(z.load_game("pawns"), algorithm=name) for name in ("alphabeta", "minimax"))
    assert [len(side["data"]["nodes"]) for side in found["sides"]] == [len(left), len(right)]
    assert f"Both visit {left.visited} nodes" in found["difference"]
    assert f"only the second one {right.visited - left.visited} more" in found["difference"]
    assert found["in_order"]
    table = post(studio, "compare", game="tictactoe", depth=4, algorithm="alphabeta", against="alphabeta_table", lang="pt")
    assert table["difference"] == "Ambas visitam 178 nós; só a primeira visita mais 28; só a segunda, mais 0."
    assert "a tabela conhece esta posição de (0,1) (0,0) (0,2)" in "".join(table["reasons"])
    assert not post(studio, "compare", game="othello(size=4)", depth=2, against="own")["in_order"]


def test_how_many_reasons_of_a_comparison_are_left_out_is_told(studio):
    found = post(studio, "compare", game="hexapawn", algorithm="alphabeta", against="minimax")
    *told, last = found["reasons"]
    assert len(told) == NAMED
    assert found["difference"].endswith("only the second one 178 more.")
    shown = sum(int(reason.split()[0]) for reason in told)
    assert last == f"And 9 more such places, with {178 - shown} of these nodes in all."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_evaluation_that_comes_along_has_a_name_in_the_language(lang):
    words = language(lang).catalogue["studio"]["features"]
    assert {name for game in CATALOGUE for name in z.load_game(game).evaluations} <= words.keys()


def test_what_fits_a_game_can_be_chosen(studio):
    found = post(studio, "choices", game="checkers", lang="es")
    names = [one["name"] for one in found["algorithms"]]
    assert names == ["minimax", "alphabeta", "alphabeta_hard", "alphabeta_table"]
    assert {"name": "mobility", "label": "movilidad"} in found["evaluations"]
    assert (found["own"], found["ordered"], found["title"]) == (True, True, "Damas inglesas")
    assert [one["name"] for one in post(studio, "choices", game="nim(players=3)")["algorithms"]] == ["maxn", "paranoid"]
    cards = studio.get("/api/cards", params={"page": "trees", "lang": "pt"}).json()
    assert {"connect4", "pig"} <= {card["name"] for card in cards}
    assert "kuhn" not in {card["name"] for card in cards}  # which hides something
    assert all(card["text"] and card["picture"] for card in cards)


def test_the_orders_of_the_pawns_game(studio):
    found = post(studio, "order", game="pawns")
    nodes = {row["name"]: row["nodes"] for row in found["rows"]}
    assert (nodes["in the order given"], nodes["in the best order"], nodes["in the worst order"]) == (17, 14, 38)
    assert found["svg"].startswith("<svg")


@pytest.mark.parametrize("depth", [9, 40])
def test_orders_of_a_tree_that_is_too_large_are_refused_at_once(studio, depth):
    answer = studio.post("/api/order", json={"game": "othello", "depth": depth})
    assert (answer.status_code, answer.json()["error"]) == (422, "the tree has more than 5,000 nodes; look less deep")


def test_without_a_depth_as_much_is_ordered_as_fits(studio):
    assert post(studio, "order", game="pawns")["cut"] == ""
    found = post(studio, "order", game="tictactoe")
    assert found["cut"] == "The whole tree has more than 5,000 nodes; this is the one 4 plies deep."
    assert found["rows"] == post(studio, "order", game="tictactoe", depth=4)["rows"]


def test_the_ladder_is_told_rung_by_rung(studio):
    answer = studio.post("/api/ladder", json={"game": "tictactoe", "depth": 4, "lang": "pt"})
    found = events(answer)
    told = [facts for kind, facts in found if kind == "news"]
    rungs = [one["rung"] for one in told if one["rung"]]
    assert [one["done"] for one in told] == list(range(len(rungs) + 1))
    assert {one["of"] for one in told} == {len(rungs)}
    assert [one["next"] for one in told] == [*(rung["name"] for rung in rungs), None]
    assert (rungs[0]["name"], rungs[0]["nodes"]) == ("minimax", 1 + 9 + 72 + 504 + 3024)
    assert {rung["value"] for rung in rungs if rung["keeps"] and rung["nodes"]} == {0}
    assert [one["svg"].count("<polyline") for one in told] == sorted(
        {one["svg"].count("<polyline") for one in told}
    )  # one curve more each time
    assert (told[0]["svg"], told[-1]["svg"][:4], found[-1][0]) == ("", "<svg", "done")
    assert found[-1][1]["plain"]  # so few nodes are not compiled for, which the times say


def test_a_ladder_that_cannot_be_climbed_is_told_as_an_event(studio):
    found = events(studio.post("/api/ladder", json={"game": "mnk(3, 3, 3, players=3)"}))
    assert [kind for kind, _ in found] == ["error"]
    assert "is for 3; look at it" in found[0][1]["error"]


def test_rescaling_changes_the_choice_of_expectiminimax_only(studio):
    found = post(studio, "scale", tree="(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))", to=[1, 20, 30, 400], lang="es")
    first, second = found["rows"]
    assert (first["name"], first["keeps"]) == ("tal cual", "lineal")
    assert (second["keeps"], second["minimax"]["changed"], second["expectiminimax"]["changed"]) == ("conserva el orden", False, True)


def test_rescaling_takes_trees_with_many_leaves(studio):
    leaves = " ".join(str(number) for number in range(400))
    assert len(post(studio, "scale", tree=f"(({leaves}) 5)")["rows"]) == 5  # powers of ten would be too large


def _as_written(blank):
    """The right answer as a page sends it."""
    if blank.what == "order":
        return list(blank.answer)
    return " ".join(map(str, blank.answer)) if isinstance(blank.answer, tuple) else blank.answer


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_is_marked_wrong_with_reasons_and_right(studio, kind):
    asked = {"kind": kind, "level": 2, "seed": 5, "lang": "es"}
    page = post(studio, "exercise", **asked)
    made = exercise(kind, 2, 5, language="es")
    assert [blank["name"] for blank in page["blanks"]] == [blank.name for blank in made.blanks]
    assert "answer" not in str(page["blanks"])
    right = {blank.name: _as_written(blank) for blank in made.blanks}
    wrong = {name: (not answer) if isinstance(answer, bool) else "77 0 0" for name, answer in right.items()}
    if kind == "arranging":
        wrong = {blank.name: list(blank.choices) for blank in made.blanks[:1]}
    marked = post(studio, "exercise/marks", **asked, answers=wrong)
    assert not marked["done"]
    assert all(not mark["right"] and mark["reason"] for mark in marked["marks"])
    marked = post(studio, "exercise/marks", **asked, answers=right)
    assert marked["done"]
    solved = post(studio, "exercise/solution", **asked)
    assert solved["reasons"]
    assert kind == "ordering" or solved["svg"] != page["svg"]


def test_half_an_exercise_is_not_done(studio):
    name = post(studio, "exercise", kind="minimax")["blanks"][0]
    answer = exercise("minimax").blanks[0].answer
    marked = post(studio, "exercise/marks", kind="minimax", answers={name["name"]: answer})
    assert (marked["done"], len(marked["marks"]), marked["marks"][0]["right"]) == (False, 1, True)


def test_an_exercise_on_a_game_shows_its_board(studio):
    found = post(studio, "exercise", kind="minimax", game="othello", depth=2, seed=3)
    assert found["board"]["svg"].startswith("<svg")


def test_games_are_offered_for_the_exercises_that_fit_them():
    fitting = {
        name: [kind for kind in PRACTISED if practised(z.load_game(name), kind)]
        for name in ("pawns", "pig", "chess", "nim(players=3)", "kuhn")
    }
    assert fitting["pig"] == ["expectiminimax", "maxn", "rescaling"]
    assert "quiescence" in fitting["chess"]
    assert not {"quiescence", "expectiminimax", "simulation"} & {*fitting["pawns"]}
    assert {"minimax", "alphabeta"} <= {*fitting["pawns"]}
    assert (fitting["nim(players=3)"], fitting["kuhn"]) == (["maxn"], [])
