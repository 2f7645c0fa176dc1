"""Values as people read them: who wins, or a number in the unit of the evaluation with its word, in each language."""

from math import inf

import pytest

import zermelo as z
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.explain.exercise import exercise
from zermelo.explain.narration import Narration
from zermelo.explain.page import page
from zermelo.explain.picture import value_text
from zermelo.explain.questions import number_of
from zermelo.games import CATALOGUE
from zermelo.hints import unit_of
from zermelo.languages import LANGUAGES, language
from zermelo.scales import in_units, scale_of, short, told, told_found
from zermelo.spec import load_game

EN = language("en")


@pytest.mark.parametrize(
    ("game", "value", "facts", "texts"),
    [
        ("desconecta4boom", -4 / 3825, {}, ["-4 points", "-4 puntos", "-4 pontos"]),
        ("draughts", 1 / 64, {}, ["+1 man", "+1 ficha", "+1 peça"]),
        ("draughts", 0.1, {"mean": True}, ["+10% of a win", "+10 % de una victoria", "+10 % de uma vitória"]),
        (
            "draughts",
            -1.0,
            {"proved": True, "distance": 4},
            ["MIN wins in 4 plies", "gana MIN en 4 medias jugadas", "MIN ganha em 4 meios-lances"],
        ),
        (
            "draughts",
            1.0,
            {"proved": False},
            ["MAX wins, not proved", "gana MAX, sin demostrar", "MAX ganha, não provado"],
        ),
        ("draughts", 1.0, {}, ["MAX wins", "gana MAX", "MAX ganha"]),
        ("othello", 3.0, {}, ["+3 discs", "+3 fichas", "+3 fichas"]),
        ("draughts", 0.0, {"proved": True}, ["draw", "tablas", "empate"]),
        ("draughts", 0.0, {}, ["0 men", "0 fichas", "0 peças"]),
        ("kalah", 1.0, {"proved": True}, ["+1 seed", "+1 semilla", "+1 semente"]),
        ("connect4(score=True)", 3.0, {"proved": True}, ["+3 points", "+3 puntos", "+3 pontos"]),
        ("pig", 0.301, {}, ["+30.1% of a win", "+30,1 % de una victoria", "+30,1 % de uma vitória"]),
        ("tree", 3.0, {"proved": True}, ["3", "3", "3"]),
    ],
)
def test_a_value_is_told_in_the_unit_of_the_game_or_by_who_wins(game, value, facts, texts):
    assert [told(load_game(game), value, language(code), **facts) for code in LANGUAGES] == texts


@pytest.mark.parametrize(
    ("game", "value", "facts", "texts"),
    [
        ("chess", 0.3 / 64, {}, ["+0.30 pawns", "+0,30 peones", "+0,30 peões"]),
        ("chess", 1 / 64, {}, ["+1.00 pawns", "+1,00 peones", "+1,00 peões"]),
        ("chess", -0.0031 / 64, {}, ["0.00 pawns", "0,00 peones", "0,00 peões"]),
        ("kalah", 1.0, {}, ["+1 seed", "+1 semilla", "+1 semente"]),
        ("draughts", 0.1, {"mean": True}, ["+10.0% of a win", "+10,0 % de una victoria", "+10,0 % de uma vitória"]),
        ("draughts", 0.0, {"mean": True}, ["0.0% of a win", "0,0 % de una victoria", "0,0 % de uma vitória"]),
        ("domineering", 5.5 / 128, {}, ["+5.50", "+5,50", "+5,50"]),
        ("sliding", 0.0031, {}, ["0.0031", "0,0031", "0,0031"]),
        ("tree", 1.5, {}, ["1.5", "1,5", "1,5"]),
        ("chess", inf, {"proved": True}, ["White wins", "ganan Blancas", "Brancas ganham"]),
    ],
)
def test_estimates_that_stand_still_have_all_digits_of_their_unit(game, value, facts, texts):
    assert [told(load_game(game), value, language(code), steady=True, **facts) for code in LANGUAGES] == texts


def test_every_unit_has_its_words_in_every_language():
    for name in CATALOGUE:
        game = load_game(name)
        units = [scale_of(game).unit, *map(unit_of, game.evaluations.values())]
        for word in {unit.word(number) for unit in units for number in (1, 2)} - {"", "%"}:
            for code in ("es", "pt"):
                known = {**language(code).common, **game.phrases.get(code, {})}
                assert word in known, f"{name}: {word} in {code}"


def test_a_sum_counts_in_the_unit_that_its_terms_share():
    game = load_game("draughts")
    texts = ["material", "2 * material - back_row", "material + mobility", "result"]
    words = [scale_of(with_evaluation(game, text)).unit.word(3) for text in texts]
    assert words == ["men", "men", "", ""]
    preset = with_evaluation(load_game("desconecta4boom"), "preset")
    assert [told(preset, value, EN) for value in (-118.0, inf)] == ["-118 points", "MAX wins"]


def test_a_search_by_the_own_evaluation_and_by_the_same_by_name_is_told_alike():
    game = load_game("desconecta4boom")
    state = game.initial()
    for text in ("PUT4", "PUT4", "PUT3"):
        state = game.result(state, game.parse(state, text))
    own, named = (z.best(game, state, depth=3, algorithm="alphabeta", mode="interpreted", evaluation=one) for one in (None, "preset"))
    assert told_found(own, EN) == told_found(named, EN) != "0 points"
    assert short(game, own.value, EN) == short(named.game, named.value, EN)


def test_steps_tell_values_and_the_terms_of_a_sum_in_units_and_plies_as_they_are():
    class Cents(z.Evaluation):
        unit, measured_in = 100.0, z.Unit("pawn")

        def value(self, game, state, player):
            return 250.0 if player == 0 else -250.0

        def __repr__(self):
            return "cents"

    tree = z.observe(load_game("hexapawn"), depth=1, algorithm="alphabeta", evaluation=2 * Cents())
    shown = page(tree)
    assert [text in shown for text in ("values in pawns", "2 · cents 2.5", '["-∞","∞","1","",""]')] == [True] * 3
    assert tree.value[0] == 500.0
    assert Narration(tree).summary().startswith("value 5;")


@pytest.mark.parametrize(
    ("kind", "game", "size", "told"),
    [
        ("minimax", "draughts", 1 / 64, "Values are in men. Values have two decimals. A win is worth 64."),
        ("engine", "connect4(5, 4)", 1 / 128, "Values are in points. A win is worth 128."),
        ("quiescence", "chess", 1.0, "Values are in pawns. Values have two decimals."),
        ("expectiminimax", "pig", 0.01, "Values are in % of a win. Values have two decimals. A win is worth 100."),
        ("alphabeta", "hexapawn", None, "enough to cut."),
    ],
)
def test_an_exercise_says_what_its_values_count_and_compares_what_one_reads(kind, game, size, told):
    made = exercise(kind, 1, 2, game=load_game(game))
    rules, tree = load_game(game), made.tree
    assert made.task.endswith(told)
    leaves = [node for node in range(len(tree)) if not tree.children[node]]
    assert [number_of(value_text(tree, node, EN)) for node in leaves] == [tree.value[node] for node in leaves]
    for node in leaves if kind in ("minimax", "expectiminimax") else []:
        state = tree.state[node]
        assert tree.value[node] == round((rules.utility if rules.is_terminal(state) else rules.evaluate)(state, 0) / size, 2)


def test_a_game_in_units_is_searched_alike_interpreted_and_compiled():
    for name, size in (("connect4(4, 4)", 1 / 128), ("pig", 0.01)):
        game = load_game(name)
        asked = [(game, "interpreted"), (in_units(game), "interpreted"), (in_units(game), "compiled")]
        plain, slow, fast = (z.best(one, depth=3, ties=True, mode=mode) for one, mode in asked)
        assert plain.actions == slow.actions == fast.actions
        assert slow.value == fast.value == pytest.approx(plain.value / size, abs=0.01)


def test_a_unit_that_no_end_is_worth_is_found_by_the_check():
    class Wrong(type(load_game("hexapawn"))):
        measured_in = z.Unit("pawn", size=100.0)

        def evaluate(self, state, player):
            return 0.0

    [problem] = z.check(Wrong(), games=2, compile=False).problems
    assert problem.message.startswith("measured_in says that one pawn is 100 in values, and no end is worth more than 1")


def test_what_is_endless_is_no_part_of_a_win():
    assert [short(z.load_game("pig"), value, EN) for value in (-inf, 0.5, inf)] == ["-∞", "50%", "∞"]
