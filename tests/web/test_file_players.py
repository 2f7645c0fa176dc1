"""Players in files of the user's own: they have seats by their names, run in processes of their own, and lose nobody a game."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, HUMAN, begun, events, played
from tests.web.test_workers import PILE, SHORT
from zermelo.web import supervisor
from zermelo.web.app import create_app

MINE = """def player(game, state):
    return max(game.actions(state))

def wrong(game, state):
    return 99

def broken(game, state):
    return 1 // 0

def endless(game, state):
    while True: pass
"""


@pytest.fixture
def studio(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "pile.py").write_text(PILE)
    players = ("mine.py", *(f"mine.py:{called}" for called in ("wrong", "broken", "endless", "nobody")))
    with TestClient(create_app(tmp_path / "s.sqlite", ("pile.py",), players=players), base_url=ADDRESS) as client:
        yield client


def seat(name):
    return {"kind": "computer", "player": "file", "file": name}


def reply(studio, view, **facts):
    return events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": view["plies"], **facts}))[-1]


@pytest.mark.parametrize("game", ["tictactoe", "pile.py", "pig"])
def test_it_is_offered_by_its_name_and_plays_any_game(studio, game):
    view = begun(studio, game)
    offered = {"key": "file mine.py", "name": "mine.py", "group": "players of your own", "searches": False, "seat": seat("mine.py")}
    assert offered in view["choices"]
    answer = studio.post(f"/api/games/{view['number']}/seats", json={"seats": [seat("mine.py"), HUMAN]})
    assert answer.json()["seated"] == ["file mine.py", "human"]
    best = max(one["action"] for one in view["legal"])
    kind, done = reply(studio, view)
    assert (kind, done["game"]["plies"] > view["plies"]) == ("done", True)
    assert done["game"]["moves"][0]["name"] == next(one["name"] for one in view["legal"] if one["action"] == best)
    assert studio.get(f"/api/games/{view['number']}").json()["moves"] == done["game"]["moves"]


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("wrong", "mine.py:wrong (MIN) chose 99, which is not legal in 'x../.../... o'; legal: 1, 2, 3, 4, 5, 6, 7, 8"),
        ("broken", "mine.py:broken (MIN) raises ZeroDivisionError: integer division or modulo by zero (mine.py, line 8, in broken), "
         "asked for an action in 'x../.../... o'"),
        ("endless", "the player mine.py:endless did not answer in 3 s: mine.py, line 11, in endless; position: x../.../... o. "
         "A loop that does not end?"),
        ("nobody", "mine.py has no function 'nobody', as `def player(game, state):`; functions there: player, wrong, broken, endless"),
    ],
)  # fmt: skip
def test_what_it_does_wrong_is_told_and_loses_nothing(studio, monkeypatch, called, told):
    monkeypatch.setattr(supervisor, "GRACE", SHORT)
    view = played(studio, begun(studio, seats=[HUMAN, seat(f"mine.py:{called}")]), "(0,0)")
    kind, facts = reply(studio, view)
    assert (kind, facts["status"], facts["error"]) == ("error", 422, told)
    monkeypatch.setattr(supervisor, "GRACE", 60.0)
    view = studio.post(f"/api/games/{view['number']}/seats", json={"seats": [HUMAN, seat("mine.py")]}).json()
    assert (view["plies"], view["moves"][0]["name"]) == (1, "(0,0)")
    assert reply(studio, view)[1]["game"]["plies"] == 2


def test_where_something_is_hidden_its_errors_do_not_say_what_it_sees(studio):
    view = begun(studio, "kuhn", seats=[seat("mine.py:broken"), HUMAN])
    kind, facts = reply(studio, view)
    assert kind == "error"
    assert facts["error"].startswith("something went wrong; what, is in the studio's log")


def test_a_file_that_is_saved_plays_as_it_is_now(studio, tmp_path):
    view = begun(studio, seats=[seat("mine.py"), HUMAN])
    assert reply(studio, view)[1]["game"]["moves"][0]["name"] == "(2,2)"
    before = studio.get("/api/editions").json()
    (tmp_path / "mine.py").write_text(MINE.replace("max", "min"))
    after = studio.get("/api/editions").json()
    assert after["file mine.py"] > before["file mine.py"]
    assert after["pile.py"] == before["pile.py"]
    view = studio.post(f"/api/games/{view['number']}/back", json={"ply": 0}).json()
    assert reply(studio, view)[1]["game"]["moves"][0]["name"] == "(0,0)"


def test_no_other_file_is_ever_loaded(studio, tmp_path):
    (tmp_path / "trap.py").write_text("open('sprung', 'w')\ndef player(game, state): return 0\n")
    for name in ("trap.py", "./mine.py", str(tmp_path / "mine.py"), "mine.py:player", "pile.py", ""):
        answer = studio.post("/api/games", json={"game": "tictactoe", "seats": [seat(name), HUMAN]})
        assert answer.status_code == 422, name
        assert " is no player of this studio. Players of yours here: mine.py, mine.py:wrong" in answer.json()["error"]
    assert not (tmp_path / "sprung").exists()


def test_a_game_whose_player_is_not_there_any_more_goes_on_with_another(studio, tmp_path):
    number = begun(studio, seats=[seat("mine.py"), HUMAN])["number"]
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as later:
        view = later.get(f"/api/games/{number}").json()
        kind, facts = reply(later, view)
        assert (kind, facts["error"]) == (
            "error",
            "'mine.py' is no player of this studio. Players of yours here: none; name them when you start the studio: "
            "zermelo web --player greedy.py",
        )
        seats = [{"kind": "computer", "player": "random"}, HUMAN]
        assert later.post(f"/api/games/{number}/seats", json={"seats": seats}).json()["seated"] == ["random", "human"]


def test_files_that_cannot_be_told_apart_or_are_none_are_refused_at_the_start(tmp_path):
    with pytest.raises(z.SpecError, match="'random' is no file; name the Python file of your player"):
        create_app(tmp_path / "s.sqlite", players=("random",))
    with pytest.raises(z.SpecError, match=r"two files are called mine\.py"):
        create_app(tmp_path / "s.sqlite", players=("a/mine.py", "b/mine.py:careful"))
