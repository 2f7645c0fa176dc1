"""What games are called for people: by the catalogues, with the parameters that are not the usual ones."""

from __future__ import annotations

import re

import pytest

import zermelo as z
from tests.games.test_texts import VARIANTS
from zermelo.games import CATALOGUE
from zermelo.languages import LANGUAGES, language
from zermelo.search.sooner import Sooner
from zermelo.titles import title_of, titled


class Mine(z.Game):
    def __init__(self, size=3):
        self.size = size


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUE)
def test_a_game_of_ours_has_a_title_without_python(name, code):
    told = titled(z.load_game(name), language(code))
    assert told.startswith(title_of(name, language(code)))
    assert not re.search(r"[(=_]", told.replace("(Pig)", ""))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("spec", [spec for name in VARIANTS for spec in VARIANTS[name]])
def test_each_parameter_is_told_in_words(spec, code):
    told = titled(z.load_game(spec), language(code))
    assert not re.search(r"[(=_]|True|False", told.replace("(Pig)", ""))


@pytest.mark.parametrize(
    ("spec", "code", "told"),
    [
        ("connect4(5, 4)", "en", "Connect four, 5 x 4"),
        ("connect4(height=5)", "es", "Conecta cuatro, 7 x 5"),
        ("othello(6)", "pt", "Othello, 6 x 6"),
        ("mnk(4, 4, 3, players=3)", "es", "Juego m,n,k, 4 x 4, 3 jugadores"),
        ("go(7, komi=5.5)", "es", "Go, 7 x 7, con 5,5 de komi"),
        ("nim((1, 2), misere=True)", "en", "Nim, heaps of 1, 2, who takes the last loses"),
        ("nine_mens_morris(flying=False)", "pt", "Moinho de nove, sem voo"),
        ("draughts('spanish')", "es", "Damas, españolas"),
        ("chinese_checkers(3)", "en", "Chinese checkers, size 3"),
        ("rps(5)", "en", "Rock, paper, scissors, 5 signs"),
        ("kalah(1, 1)", "en", "Kalah, one pit, one seed"),
        ("kalah(1, 2)", "es", "Kalah, un hoyo, 2 semillas"),
        ("liars_dice(dice=2)", "pt", "Dados mentirosos, 2 dados cada um"),
    ],
)
def test_what_is_not_usual_is_told(spec, code, told):
    assert titled(z.load_game(spec), language(code)) == told


def test_what_stands_for_a_game_has_its_title():
    assert titled(Sooner(z.load_game("connect4(5, 4)")), language("en")) == "Connect four, 5 x 4"


def test_a_game_of_one_s_own_has_its_name_in_python():
    assert titled(Mine(4), language("es")) == "Mine(size=4)"
