"""The parameters of games are chosen in fields, and come to the name that one would write."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.games.test_texts import VARIANTS
from tests.web.conftest import ADDRESS
from zermelo.games import CATALOGUE
from zermelo.languages import LANGUAGES, language
from zermelo.web.app import create_app
from zermelo.web.catalogue import Catalogue, Own
from zermelo.web.variants import CHOICES, fields, parameters, written

SPEECH = language("en")
SPECS = [spec for name in CATALOGUE if name != "tree" for spec in (name, *VARIANTS.get(name, ()))]


def of(spec, own=()):
    return parameters(Catalogue(Own(own)), spec)


def values(spec):
    return {field["name"]: field["value"] for field in fields(of(spec), SPEECH)}


@pytest.mark.parametrize("spec", SPECS)
def test_what_the_fields_of_a_game_hold_is_that_game(spec):
    name = spec.partition("(")[0]
    assert repr(z.load_game(written(of(name), values(spec), SPEECH))) == repr(z.load_game(spec))
    assert written(of(name), values(name), SPEECH) == name


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_field_has_a_label_and_every_choice_words(code):
    for spec in SPECS:
        for field in fields(of(spec), language(code)):
            words = [field["label"], *(choice["text"] for choice in field["choices"])]
            assert all(words)
            assert len({*words}) == len(words)
            assert not any(mark in word for word in words for mark in "(=_{")
            assert (field["kind"] == "list") == (field["value"] in [choice["value"] for choice in field["choices"]])


@pytest.mark.parametrize(("name", "parameter"), [(name, parameter) for name, found in CHOICES.items() for parameter in found])
def test_each_choice_makes_another_game(name, parameter):
    games = [z.load_game(written(of(name), {parameter: repr(value)}, SPEECH)) for value in CHOICES[name][parameter]]
    assert len({repr(game) for game in games}) == len(games)


def test_games_without_parameters_and_trees_have_no_variants():
    assert [name for name in CATALOGUE if not of(name).chosen] == [
        *("tree", "tictactoe", "pawns", "hare_and_hounds", "teeko", "dobutsu", "checkers", "backgammon", "leduc"),
    ]


OWN = """
from typing import Literal
import zermelo as z

class Sticks(z.Game):
    def __init__(self, sticks: int = 12, at_most=3, misere=False, board: Literal["row", "ring"] = "row", heaps=(3, 4),
                 seed: int | None = None, share: "float" = 0.5, *, title: str = "", weights=None, names=("a", "b"), chosen=lambda: 1):
        self.sticks, self.at_most, self.misere, self.board, self.heaps, self.seed = sticks, at_most, misere, board, heaps, seed
        self.share, self.title = share, title
        if sticks < 1:
            raise ValueError(f"sticks={sticks} is too few")

    def initial(self):
        return self.sticks, 0

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return range(1, 1 + min(self.at_most, state[0]))

    def result(self, state, action):
        return state[0] - action, 1 - state[1]

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if (player == state[1]) == self.misere else -1
"""


@pytest.fixture
def sticks(tmp_path):
    file = tmp_path / "sticks.py"
    file.write_text(OWN)
    return file


@pytest.mark.parametrize(("code", "words"), [("en", ("no", "yes")), ("es", ("no", "sí")), ("pt", ("não", "sim"))])
def test_a_game_of_the_user_s_has_fields_for_what_can_be_written_in_one(sticks, code, words):
    found = fields(of("sticks.py", (str(sticks),)), language(code))
    assert [(one["name"], one["label"], one["kind"], one["value"]) for one in found] == [
        ("sticks", "Sticks", "whole", "12"), ("at_most", "At most", "whole", "3"), ("misere", "Misere", "list", "False"),
        ("board", "Board", "list", "'row'"), ("heaps", "Heaps", "numbers", "3, 4"), ("seed", "Seed", "whole", ""),
        ("share", "Share", "decimal", "0.5"), ("title", "Title", "text", ""),
    ]  # fmt: skip
    assert [one["text"] for one in found[2]["choices"]] == list(words)
    assert [one["text"] for one in found[3]["choices"]] == ["row", "ring"]


def test_a_variant_of_a_game_of_the_user_s_is_chosen(sticks, tmp_path):
    with TestClient(create_app(tmp_path / "s.sqlite", (str(sticks),)), base_url=ADDRESS) as studio:
        cards = {card["name"]: card["variants"] for card in studio.get("/api/cards").json()}
        assert cards["sticks.py"] is True
        fielded = studio.post("/api/variants", json={"game": "sticks.py:Sticks(misere=True)"}).json()
        assert {one["name"]: one["value"] for one in fielded}["misere"] == "True"
        ask = {"game": "sticks.py:Sticks(misere=True)", "values": {"sticks": "7", "at_most": "3", "board": "'ring'"}}
        made = studio.post("/api/variant", json=ask).json()
        assert made["game"] == "sticks.py:Sticks(sticks=7, board='ring')"
        assert studio.post("/api/board", json={"game": made["game"]}).status_code == 200
        assert studio.post("/api/variant", json={"game": "sticks.py", "values": {}}).json()["game"] == "sticks.py:Sticks"
        wrong = studio.post("/api/variant", json={"game": "sticks.py", "values": {"sticks": "0"}})
        assert (wrong.status_code, "Sticks 0 is too few" in wrong.json()["error"]) == (422, True)
        strange = studio.post("/api/variant", json={"game": "sticks.py", "values": {"weights": "1"}})
        assert "sticks.py:Sticks has no parameter 'weights' here" in strange.json()["error"]


def test_the_pages_choose_a_variant(studio):
    cards = {card["name"]: card["variants"] for card in studio.get("/api/cards").json()}
    assert (cards["othello"], cards["pawns"]) == (True, False)
    found = studio.post("/api/variants", json={"game": "draughts('spanish')", "lang": "pt"}).json()
    (rules,) = found
    assert (rules["label"], rules["kind"], rules["value"]) == ("Regras", "list", "'spanish'")
    assert {"value": "'brazilian'", "text": "brasileiras"} in rules["choices"]
    made = studio.post("/api/variant", json={"game": "draughts", "values": {"rules": "'brazilian'"}, "lang": "pt"}).json()
    assert made == {"game": "draughts(rules='brazilian')", "title": "Damas, brasileiras"}
    made = studio.post("/api/variant", json={"game": "nim", "values": {"heaps": "(2, 3 4)", "misere": "True"}}).json()
    assert made["game"] == "nim(heaps=(2, 3, 4), misere=True)"
    made = studio.post("/api/variant", json={"game": "go", "values": {"size": "13", "komi": "6.5"}}).json()
    assert made["game"] == "go(size=13, komi=6.5)"


@pytest.mark.parametrize(
    ("game", "given", "told"),
    [
        ("othello", {"size": "5"}, ("the sizes are 4, 6, 8", "los tamaños son 4, 6, 8")),
        ("connect4", {"width": "9", "height": "9"}, ("a board of 9 x 9 does not fit", "9 x 9 no cabe")),
        ("connect4", {"width": "4000"}, ("too much for the studio", "demasiado para el estudio")),
        ("kuhn", {"players": ""}, ("Players: write a whole number, such as 3, and not ''", "Jugadores: escribe un número entero")),
        ("kuhn", {"players": "2, misere=True"}, ("Players: write a whole number", "Jugadores: escribe un número entero")),
        ("go", {"komi": "nan"}, ("Komi: write a number, such as 3, and not 'nan'", "Komi: escribe un número, como 3")),
        ("nim", {"heaps": "three"}, ("Heaps: write whole numbers, such as 3, 4, 5,", "Montones: escribe números enteros, como 3, 4, 5,")),
        ("othello", {"size": "open('x')"}, ("Size: \"open('x')\" is nothing that can be chosen", "no es nada que se pueda elegir")),
        ("othello", {"dice": "5"}, ("othello has no parameter 'dice' here; it has: size,", "no tiene aquí ningún parámetro 'dice'")),
        ("sudoku", {}, ("there is no game 'sudoku'", "no hay ningún juego 'sudoku'")),
        ("my_game.py", {}, ("is no file of this studio", "ninguno; nómbralos al iniciar el estudio: zermelo web my_game.py")),
    ],
)
def test_what_is_not_possible_is_told(studio, game, given, told):
    for lang, words in zip(("en", "es"), told, strict=True):
        answer = studio.post("/api/variant", json={"game": game, "values": given, "lang": lang})
        assert answer.status_code == 422
        assert words in answer.json()["error"]


def test_fields_hold_what_is_written_though_there_is_no_such_game(studio):
    size = studio.post("/api/variants", json={"game": "othello(5)"}).json()[0]
    assert (size["value"], size["choices"][-1]) == ("5", {"value": "5", "text": "5 x 5"})
    answer = studio.post("/api/variants", json={"game": "othello(sise=6)", "lang": "es"})
    assert (answer.status_code, "(¿querías decir size?)" in answer.json()["error"]) == (422, True)
