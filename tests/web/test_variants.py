"""The parameters of games are chosen in fields, and come to the name that one would write."""

from __future__ import annotations

import pytest

import zermelo as z
from tests.games.test_texts import VARIANTS
from zermelo.games import CATALOGUE
from zermelo.languages import LANGUAGES, language
from zermelo.web.variants import CHOICES, fields, has_variants, written

SPEECH = language("en")
SPECS = [spec for name in CATALOGUE if name != "tree" for spec in (name, *VARIANTS.get(name, ()))]


def values(spec):
    return {field["name"]: field["value"] for field in fields(spec, SPEECH)}


@pytest.mark.parametrize("spec", SPECS)
def test_what_the_fields_of_a_game_hold_is_that_game(spec):
    name = spec.partition("(")[0]
    assert repr(z.load_game(written(name, values(spec), SPEECH))) == repr(z.load_game(spec))
    assert written(name, values(name), SPEECH) == name


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_field_has_a_label_and_every_choice_words(code):
    for spec in SPECS:
        for field in fields(spec, language(code)):
            words = [field["label"], *(choice["text"] for choice in field["choices"])]
            assert all(words)
            assert len({*words}) == len(words)
            assert not any(mark in word for word in words for mark in "(=_{")
            assert (field["kind"] == "list") == (field["value"] in [choice["value"] for choice in field["choices"]])


@pytest.mark.parametrize(("name", "parameter"), [(name, parameter) for name, found in CHOICES.items() for parameter in found])
def test_each_choice_makes_another_game(name, parameter):
    games = [z.load_game(written(name, {parameter: repr(value)}, SPEECH)) for value in CHOICES[name][parameter]]
    assert len({repr(game) for game in games}) == len(games)


def test_games_without_parameters_and_trees_have_no_variants():
    assert [name for name in CATALOGUE if not has_variants(name)] == [
        *("tree", "tictactoe", "pawns", "hare_and_hounds", "teeko", "dobutsu", "checkers", "backgammon", "leduc"),
    ]
    assert not has_variants("my_game.py")


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
        ("my_game.py", {}, ("does not name a game", "no nombra ningún juego")),
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
