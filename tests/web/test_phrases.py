"""What games say, in the reader's language: captions, actions, moves and lines; what has no phrase stays as it is."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import pytest

import zermelo as z
from tests.web.conftest import HUMAN, begun, events
from zermelo.errors import PositionError
from zermelo.games import CATALOGUE
from zermelo.languages import LANGUAGES, language
from zermelo.view import spoken
from zermelo.web.catalogue import SHOWN

OTHERS = [code for code in LANGUAGES if code != "en"]
ENGLISH = re.compile(
    r"\b(the|to move|has|have|won|player|rolls?|holds?|plays|white|black|draw|check|bet|raise|and|took|dealt|leads|cannot|neither|after"
    r"|not|tiles?|slide|up|down|left|right|order|closed|hare|hounds|rock|paper|scissors|fingers|sign|shows|calls)\b"
)


def captions(game, plies=80):
    """What a game says along a line of play at random: captions, names of columns, and the names of what is played."""
    chooser, state = Random(5), game.initial()
    for _ in range(plies):
        shown = game.picture(state)
        if shown is not None:
            yield from (shown.news, *shown.across)
        if game.is_terminal(state):
            return
        chance = game.to_move(state) == z.CHANCE
        action = chooser.choice([one for one, _ in game.outcomes(state)] if chance else list(game.actions(state)))
        yield game.name(state, action)
        state = game.result(state, action)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", [name for name in CATALOGUE if name != "tree"])
def test_no_english_is_left_in_what_a_game_says(name, code):
    game, speech = z.load_game(name), language(code)
    told = [spoken(game, text, speech) for text in captions(game)]
    assert [text for text in told if ENGLISH.search(text)] == []
    assert [spoken(game, text, language("en")) for text in captions(game)] == list(captions(game))


@pytest.mark.parametrize("name", SHOWN)
def test_phrases_have_as_many_parts_in_each_language(name):
    assert name in CATALOGUE
    phrases = [z.load_game(name).phrases.get(code, {}) for code in OTHERS]
    assert [list(one) for one in phrases] == [list(phrases[0])] * len(OTHERS)
    common = [language(code).common for code in OTHERS]
    assert [list(one) for one in common] == [list(common[0])] * len(OTHERS)
    for one in (*phrases, *common):
        assert [text for text, told in one.items() if text.count("{}") != told.count("{}")] == []


REFUSED = [
    ("draughts", f"W:W{','.join(map(str, range(20, 45)))}:B1-5"),
    ("checkers", "W:W1:B5"),
    ("pawns", "www/.../ww. w"),
    ("pawns", "w../.../..b w"),
    ("chess", "4k3/8/8/PP6/8/8/PPPPPPPP/4K3 w - - 0 1"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"),
    ("chess", "4k3/8/8/8/8/4K3/8/7R w K - 0 1"),
    ("chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"),
    ("chess", "4k3/8/3N1N2/8/8/4R3/8/4K3 b - - 0 1"),
]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(("name", "position"), REFUSED)
def test_what_is_wrong_on_one_side_is_told_without_a_verb_that_would_have_to_agree_with_it(name, position, code):
    game = z.load_game(name)
    with pytest.raises(PositionError) as refused:
        game.read(position)
    told = language(code).trouble(str(refused.value), game.phrases)
    assert re.search("blancas|negras|brancas|pretas", told)
    assert not re.search(r"\b(blancas|negras|brancas|pretas) (tiene|puede|ha|tem|pode|já)\b", told)
    assert not re.search(r"\b(has|may|and|rook|stands|king|attacked)\b", told)


@pytest.mark.parametrize(
    ("code", "others"),
    [("es", r"computador|fallo duro|\bempates?\b"), ("pt", r"ordenador|falha dura|\btábuas")],
)
def test_one_word_is_said_for_one_thing(code, others):
    told = {name: (files("zermelo.languages") / name).read_text("utf-8") for name in (f"{code}.toml", f"games.{code}.toml")}
    assert [text for text, phrase in language(code).errors.items() if "máquina" in phrase] == []
    told |= {f"errors: {text}": phrase for text, phrase in language(code).errors.items()}
    told |= {one.name: one.read_text("utf-8") for one in (files("zermelo.web") / "lessons" / code).iterdir()}
    found = {name: re.findall(f"(?i){others}", text) for name, text in told.items()}
    assert {name: words for name, words in found.items() if words} == {}


def test_the_pages_of_a_game_speak_the_reader_s_language(studio):
    view = begun(studio, "kuhn", lang="es", seed="3", seats=[HUMAN, {"kind": "computer", "player": "random"}])
    assert [action["name"] for action in view["legal"]] in (["pasar", "apostar"], [])
    view = begun(studio, "pig", lang="pt", seed="3")
    assert {action["name"] for action in view["legal"]} == {"lançar"}
    view = begun(studio, "pig", lang="es", position="20-35 12 1")
    assert view["board"]["news"] == "jugador 1 tira o se planta"
    held = next(action["action"] for action in view["legal"] if action["name"] == "plantarse")
    view = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": held, "lang": "es"}).json()
    assert view["moves"][0]["name"] == "plantarse"
    answer = studio.post(f"/api/games/{view['number']}/think", json={"ply": 0, "seconds": 0.2, "lang": "es"})
    assert events(answer)[-1][1]["line"][0] in ("tirar", "plantarse")
    saved = studio.get(f"/api/games/{view['number']}/file").json()
    assert saved["moves"][0]["action"] == "hold"  # files are the same in every language


def test_trees_simulations_strategies_and_exercises_speak_the_reader_s_language(studio):
    looked = {"game": "pig", "position": "20-35 12 1", "lang": "es"}
    tree = studio.post("/api/tree", json={**looked, "depth": 1}).json()
    assert ">tirar<" in tree["html"]
    assert [node["name"] for node in tree["data"]["nodes"]] == ["la raíz", "tirar", "plantarse"]
    assert "jugador 1 tira o se planta" in tree["data"]["nodes"][0]["picture"]
    assert {value for step in tree["data"]["steps"] for _, values in step["calls"] for value in values} >= {"tirar", "plantarse"}
    assert not re.search("roll|hold", tree["html"] + str(tree["data"]["steps"]) + str(tree["data"]["nodes"][0]["picture"]))
    watched = studio.post("/api/simulations", json={**looked, "simulations": 4}).json()
    told = [watched["html"], *(step["text"] for step in watched["data"]["steps"])]
    assert re.search("tirar", str(told))
    assert not re.search("roll|hold", str(told))
    found = studio.post("/api/strategy", json={"game": "kuhn", "lang": "es"}).json()
    assert {action for one in found["sets"] for action in one["actions"]} == {"pasar", "apostar", "igualar", "retirarse"}
    asked = {"kind": "rescaling", "game": "pig", "level": 1, "seed": 1, "lang": "es"}
    exercise = studio.post("/api/exercise", json=asked).json()
    assert {"tirar", "plantarse"} <= {choice["name"] for blank in exercise["blanks"] for choice in blank["choices"]}
    assert ">tirar<" in exercise["svg"]


def test_a_tree_that_was_written_down_keeps_its_names():
    assert z.observe(z.load_game("tree('(draw=3 pass=5)')")).told_in("es").names(1) == ("draw",)
