"""Sentences, in three languages: every step has one, every cut-off its reason, and no catalogue lacks a message."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files
from math import inf, nan
from pathlib import Path
from types import MappingProxyType

import pytest

import zermelo as z
from zermelo.evaluate.terms import terms
from zermelo.explain.listing import listing
from zermelo.explain.narration import Narration, worth
from zermelo.explain.observe import observe
from zermelo.explain.opened import opened
from zermelo.languages import LANGUAGES, language
from zermelo.scales import in_units
from zermelo.search.textbook import ALGORITHMS

TREE_C = "tree('(b=.03 c=(d=(e=(e1=-.1 g=?) h=1)))')"


def flat(catalogue, before=""):
    for name, entry in catalogue.items():
        if isinstance(entry, dict):
            yield from flat(entry, f"{before}{name}.")
        else:
            yield before + name, entry


def places(message):
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def messages(code):
    return dict(flat(tomllib.loads((files("zermelo.languages") / f"{code}.toml").read_text(encoding="utf-8"))))


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_a_catalogue_has_every_message_with_the_same_facts(code):
    english, other = messages("en"), messages(code)
    assert set(english) == set(other)
    for name, message in english.items():
        if not name.endswith(".one"):  # one may be said in words
            assert places(message) == places(other[name]), name
    same = [name for name, message in english.items() if message == other[name] and len(message) > 12]
    assert all(
        re.fullmatch(r"[\W\d]*|\{.*", english[name])
        for name in same
        if not {"algorithm", "kinds", "rungs", "title", "variant"} & set(name.split("."))
    ), same


def test_every_message_is_said_somewhere():
    files = [path for ending in ("py", "html", "js") for path in Path(z.__file__).parent.rglob(f"*.{ending}")]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    for name in messages("en"):
        words = [word for word in name.split(".") if word not in ("one", "many")]
        if words[0] in ("number", "algorithm", "pseudo", "page"):
            continue  # asked for by name
        assert words[-1] in source, name


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_that_agree_with_a_name_stand_in_both_forms(code):
    forms = [words for message in messages(code).values() for _, _, words, _ in string.Formatter().parse(message) if words]
    assert bool(forms) == (code != "en")
    assert [words for words in forms if not re.fullmatch(r"[\w-]+/[\w-]+", words)] == []


@pytest.mark.parametrize(
    ("code", "numbers", "interval"),
    [
        ("en", ["-0.1", "3", "∞", "-∞", "?", "0"], "[-∞, 3]"),
        ("es", ["-0,1", "3", "+∞", "-∞", "?", "0"], "[-∞; 3]"),
        ("pt", ["-0,1", "3", "+∞", "-∞", "?", "0"], "[-∞; 3]"),
    ],
)
def test_numbers_are_written_as_there(code, numbers, interval):
    assert [language(code).number(value) for value in (-0.1, 3.0, inf, -inf, nan, -0.0)] == numbers
    assert language(code).interval(-inf, 3) == interval


def test_an_unknown_language_is_said():
    with pytest.raises(z.SpecError, match=r"there is no language 'fr'; there are en \(English\), es \(español\), pt \(português\)"):
        language("fr")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "g is not searched: MIN can already hold e to -0.1, and MAX has 0.03 at the root by playing b."),
        ("es", "g no se explora: MIN ya puede dejar e en -0,1, y MAX tiene 0,03 en la raíz con la jugada b."),
        ("pt", "g não é explorado: MIN já pode segurar e em -0,1, e MAX tem 0,03 na raiz com a jogada b."),
    ],
)
def test_a_deep_cut_off_names_the_bound_the_ancestor_and_the_action(code, sentence):
    telling = Narration(observe(z.load_game(TREE_C), algorithm="alphabeta"), code)
    assert telling.why() == (sentence,)
    (reason,) = telling.reasons.values()
    assert "3" in telling.kind(reason)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_of_every_algorithm_is_told(code, algorithm):
    for spec, depth in (("pawns", None), ("tictactoe", 2), ("tree('((3 12 8) (2 4 6) (14 5 2))')", None)):
        told = Narration(observe(z.load_game(spec), algorithm=algorithm, depth=depth), code).steps()
        assert all(sentence.endswith(".") and "{" not in sentence and "nan" not in sentence for sentence in told)


def test_the_fail_hard_form_is_told_by_what_comes_back():
    told = Narration(observe(z.load_game("tree('((3 12 8) (2 4 6))')"), algorithm="alphabeta_hard")).steps()
    assert "MIN has 3 at 1: beta is 3 there." in told
    assert "1 2 comes back as 3, the end of the window: nothing changes." in told
    assert any(sentence.startswith("2 2 and 2 3 are not searched: MIN can already hold 2 to 2, and MAX has 3") for sentence in told)


def test_chance_and_three_players_are_told():
    coins = Narration(observe(z.load_game("tree('(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))')")))
    assert "1 2 is worth 3, and comes with probability 0.1: with what came before, 2.1." in coins.steps()
    three = Narration(observe(z.load_game("tree('P1(P2(P3(<1 2 6> <4 2 3>) <6 1 2>) <0 0 0>)')")), "es")
    assert "1 vale <1 2 6>, lo mejor que el jugador 1 tiene por ahora en la raíz." in three.steps()


def test_an_evaluation_is_told_term_by_term():
    game = z.load_game("desconecta4boom")
    told = Narration(observe(game, depth=1, evaluation="groups + 2 * material"), "es").steps()
    assert "PUT1: se ha agotado la profundidad, y la evaluación dice groups 0 + 2 · material 0 = 0." in told
    lines = observe(z.load_game("tictactoe"), depth=1, evaluation="3 * open_lines - 0.5 * open_lines")
    assert "(1,1): the depth is used up, and the evaluation says 3 · open_lines 4 + -0.5 · open_lines 4 = 10." in Narration(lines).steps()
    assert all(
        lines.value[node] == sum(term.weight * term.value for term in terms(lines.game, lines.state[node])) for node in lines.children[0]
    )


@pytest.mark.parametrize(
    ("code", "leaf", "said"),
    [
        ("en", "(1,1): the depth is used up.", "a position before the end counts as 0: m,n,k game has no evaluation of its own"),
        (
            "es",
            "(1,1): se ha agotado la profundidad.",
            "una posición antes del final cuenta como 0: Juego m,n,k no tiene evaluación propia",
        ),
        ("pt", "(1,1): esgotou-se a profundidade.", "uma posição antes do fim conta como 0: Jogo m,n,k não tem avaliação própria"),
    ],
)
def test_that_a_game_has_no_evaluation_is_said_once(code, leaf, said):
    game = z.load_game("mnk(3, 3, 3)")
    told = Narration(observe(game, depth=1), code)
    assert leaf in told.steps()
    assert said in told.summary()
    assert said not in "".join(told.steps()) + Narration(observe(game, depth=1, evaluation="open_lines"), code).summary()
    assert said not in Narration(observe(game, game.read("xox/xoo/o.x x")), code).summary()  # which looks at ends alone


def test_of_many_that_were_cut_off_together_some_are_counted():
    telling = Narration(observe(z.load_game("tictactoe"), depth=2, evaluation="open_lines"))
    assert any(re.search(r" and \d more are not searched: MIN can already hold", sentence) for sentence in telling.why())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_pseudo_code_goes_line_by_line_with_the_source(algorithm, code):
    lines = listing(ALGORITHMS[algorithm], code)
    assert len(lines.numbers) == len(lines.source) == len(lines.pseudo)
    indents = [[len(line) - len(line.lstrip()) for line in text] for text in (lines.source, lines.pseudo)]
    assert indents[0] == indents[1]
    loops = [["for " in line for line in lines.source], [line.strip().startswith(("for each", "para cada")) for line in lines.pseudo]]
    assert loops[0] == loops[1]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_a_child_that_is_no_better_than_the_best_changes_nothing(algorithm):
    telling = Narration(observe(z.load_game("tree('((b1=2 b2=2 b3=1) c=1)')"), algorithm=algorithm))
    told = " ".join(map(telling.step, range(len(telling.tree.steps))))
    assert "b1 is worth 2 and the best that MIN has" in told
    assert re.search("b2 is worth 2, and MIN has 2 at .*: nothing changes", told)
    assert "b3 is worth 1 and the best that MIN has" in told


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "player 1 gets 1; player 2 gets 2; player 3 gets 6; "),
        ("es", "el jugador 1 obtiene 1; el jugador 2 obtiene 2; el jugador 3 obtiene 6; "),
        ("pt", "o jogador 1 obtém 1; o jogador 2 obtém 2; o jogador 3 obtém 6; "),
    ],
)
def test_what_each_of_three_players_gets_is_told_by_name(code, said):
    tree = observe(z.load_game("tree('P1(P2(<1 2 6> <4 1 3>))')"), algorithm="maxn")
    assert Narration(tree, code).summary().startswith(said)


def test_players_with_names_of_their_own_are_called_by_them_and_their_sides():
    chess = z.load_game("chess")
    tree = z.observe(chess, state=chess.read("8/8/8/8/8/k7/7R/K7 w - - 0 1"), depth=2)
    for code, white, black in (("en", "White (MAX)", "Black (MIN)"), ("es", "Blancas (MAX)", "Negras (MIN)")):
        telling = Narration(tree, code)
        told = "\n".join((*telling.steps(), *telling.why()))
        assert telling.mover(0) == white
        assert f"{white} " in told
        assert f"{black} " in told
        assert told.count("MAX") == told.count(white)
        assert told.count("MIN") == told.count(black)
    tic = z.load_game("tictactoe")
    assert Narration(z.observe(tic, depth=1), "es").mover(0) == "MAX"


VERBS = {
    "es": (("juegan", "tienen", "pueden"), r"juega|mueve|tiene|puede|obtiene|toma"),
    "pt": (("jogam", "têm", "podem"), r"joga|tem|pode|obtém|toma"),
}


@pytest.mark.parametrize("code", VERBS)
def test_verbs_agree_with_the_names_of_players(code):
    chess, (many, one) = z.load_game("chess"), VERBS[code]
    tree = z.observe(chess, state=chess.read("8/8/8/8/8/k7/7R/K7 w - - 0 1"), depth=2)
    telling = Narration(tree, code)
    told = "\n".join((*telling.steps(), *telling.why()))
    assert [verb for verb in many if verb not in told] == []
    assert re.findall(rf"\b(?:{one})\b", told) == []
    telling = Narration(z.observe(z.load_game("tictactoe"), depth=2), code)
    told = "\n".join((*telling.steps(), *telling.why()))
    assert [verb for verb in many if verb in told] == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "; 1 cut-off (one of them after the last child, where nothing was left to search); 0 branches not searched"),
        ("es", "; 1 poda (una de ellas tras el último hijo, donde no quedaba nada por explorar); "),
        ("pt", "; 1 corte (um deles depois do último filho, onde não restava nada a explorar); "),
    ],
)
def test_cut_offs_after_the_last_child_are_told_apart(code, told):
    tree = z.observe(z.load_game("tree('((3 12) (4 2))')"))
    assert told in Narration(tree, code).summary()
    assert "(" not in Narration(z.observe(z.load_game("tree('((3 12) (2 4))')")), code).summary()


class Purse(z.Game):
    """Take or leave what lies there, twice."""

    player_names = ("Ana", "Rui")
    phrases = MappingProxyType({"es": {"take": "tomar", "leave": "dejar"}, "pt": {"take": "tirar", "leave": "deixar"}})

    def initial(self):
        return (0, z.MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [0, 1]

    def reward(self, state, action):
        return 1.5 * action

    def result(self, state, action):
        return (state[0] + 1, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return 0

    def name(self, state, action):
        return ("leave", "take")[action]


@pytest.mark.parametrize(("code", "name"), [("en", "take +1.5"), ("es", "tomar +1,5"), ("pt", "tirar +1,5")])
def test_what_an_action_wins_stands_behind_its_name_as_the_language_writes_numbers(code, name):
    telling = Narration(observe(Purse(), algorithm="minimax"), code)
    assert f"{name} {name}" in telling.summary()
    assert telling.mover(0) == "Ana (MAX)"
    opened_there = opened(Purse(), Purse().initial(), [], algorithm="minimax", depth=2, mode="interpreted")
    assert language(code).spoken(opened_there.tree.name(2), opened_there.tree.game.phrases) == name


def test_vectors_are_in_the_units_in_which_other_values_and_exercises_are():
    pig = z.load_game("pig")
    alone, vectors = (observe(pig, algorithm=name, depth=4) for name in ("expectiminimax", "maxn"))
    assert all("values in % of a win" in Narration(tree).summary() for tree in (alone, vectors))
    value = vectors.value[0]
    assert value == (pytest.approx(alone.value[0]), pytest.approx(-alone.value[0]))
    first = worth(vectors, value, language("en")).strip("<").split()[0]
    assert f"{first}%" == worth(alone, alone.value[0], language("en"))
    assert f"MAX gets {first}" in Narration(vectors).summary()
    step = z.load_game("chinese_checkers(players=3)")
    tree = observe(step, algorithm="maxn", depth=2)
    told = [float(part) for part in worth(tree, tree.value[0], language("en")).strip("<>").split()]
    posed = observe(in_units(step), algorithm="maxn", depth=2).value[0]
    assert told == pytest.approx(posed, abs=0.01)
    assert max(told) > 0.1  # and no part of all the steps
    assert "values in steps" in Narration(tree).summary()


@pytest.mark.parametrize(
    ("game", "depth", "evaluation", "code", "said"),
    [
        ("othello", 1, None, "en", "; values in discs"),
        ("othello", 1, "mobility", "en", "; values in moves"),
        ("dots_and_boxes(rows=1, columns=1)", None, None, "es", "; valores en cajas"),
        ("tictactoe", 2, None, "en", ""),
        ("pawns", None, None, "en", ""),
    ],
)
def test_the_summary_says_what_the_values_count_where_the_game_has_a_word(game, depth, evaluation, code, said):
    summary = Narration(observe(z.load_game(game), depth=depth, evaluation=evaluation), code).summary()
    assert summary.endswith(said) if said else "values in" not in summary
