"""What games are called for people: by the catalogues, with the parameters that are not the usual ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

import zermelo as z
from tests.games.test_texts import VARIANTS
from zermelo.games import CATALOGUE
from zermelo.languages import LANGUAGES, language
from zermelo.search.sooner import Sooner
from zermelo.titles import rules_of, title_of, titled

SEEN = {name: [name, *VARIANTS.get(name, [])] for name in CATALOGUE if name != "tree"}
"""All games but trees, with variants."""


class Mine(z.Game):
    def __init__(self, size=3):
        self.size = size


class Lecture:
    """A coin is turned, and the game is over."""

    initial = 0

    def to_move(self, state):
        return "X"

    def actions(self, state):
        return [] if state else [1]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state == 1

    def utility(self, state, player):
        return 1


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


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", SEEN)
def test_the_rules_of_every_game_are_told(name, code):
    for spec in SEEN[name]:
        told = rules_of(z.load_game(spec), language(code))
        assert len(told) > 80
        assert not re.search(r"[{}]|True|False|None", told)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("three_mens_morris", "three_mens_morris(diagonals=False)"),
        ("three_mens_morris", "three_mens_morris(flying=True)"),
        ("six_mens_morris", "six_mens_morris(flying=True)"),
        ("nine_mens_morris", "nine_mens_morris(flying=False)"),
        ("nim", "nim(misere=True)"),
        ("kalah", "kalah(empty_capture=True)"),
        ("draughts", "draughts('brazilian')"),
        ("draughts('brazilian')", "draughts('spanish')"),
        ("chess", "chess(draws=75)"),
        ("chess", "chess(draws=0)"),
        ("go", "go(suicide=False)"),
        ("go", "go(scoring='margin')"),
        ("go", "go(komi=5.5)"),
        ("goofspiel", "goofspiel(wins=True)"),
        ("rps", "rps(5)"),
        ("liars_dice", "liars_dice(2, 5)"),
        ("liars_dice", "liars_dice(players=3)"),
        ("nim", "nim(players=3)"),
        ("connect4", "connect4(score=True)"),
        ("hex", "hex(swap=True)"),
        ("othello", "othello(empties_to_winner=True)"),
    ],
)
def test_other_rules_are_told_otherwise(usual, other, code):
    speech = language(code)
    assert rules_of(z.load_game(usual), speech) != rules_of(z.load_game(other), speech)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_say_which_letter_on_the_board_is_which_piece(code):
    assert set(re.findall(r"\(([A-Z])\)", rules_of(z.load_game("dobutsu"), language(code)))) == set("LGECH")


def test_checkers_has_one_set_of_rules_under_both_names():
    for code in LANGUAGES:
        assert rules_of(z.load_game("checkers"), language(code)) == rules_of(z.load_game("draughts('english')"), language(code))


def test_of_a_game_of_one_s_own_is_told_what_its_author_wrote():
    class Told(Mine):
        """A stone is put
        on a point.

        More of it.
        """

    @dataclass
    class Bare(Mine):
        size: int = 3

    here = "What games are called for people: by the catalogues, with the parameters that are not the usual ones."
    assert rules_of(Told(), language("es")) == f"{here} A stone is put on a point."
    assert rules_of(Bare(), language("es")) == here
    assert rules_of(z.adapt(Lecture()), language("pt")) == "A coin is turned, and the game is over."
    clobber = rules_of(z.load_game("docs/examples/clobber.py"), language("en"))
    assert clobber.startswith("Clobber: a stone moves onto a neighbouring stone of the other player and removes it.")
    assert clobber.endswith("MAX has x and moves first.")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_title_needs_no_game(code):
    for name, specs in SEEN.items():
        for spec in specs if name not in ("go", "morra") else ():  # whose games choose what is not given
            assert title_of(spec, language(code)) == titled(z.load_game(spec), language(code))
