"""The list of the games that were played: what is shown, found, deleted and brought back, and to whom."""

from __future__ import annotations

import time

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import ADDRESS, HUMAN, begun, played
from zermelo.web.app import create_app
from zermelo.web.played import BROUGHT_BACK

ANA, BEN = {**HUMAN, "name": "Ana"}, {**HUMAN, "name": "Ben"}
WON_BY_FIRST = ("(0,0)", "(1,1)", "(0,1)", "(2,2)", "(0,2)")


def listed(studio, **facts):
    answer = studio.get("/api/games", params=facts)
    assert answer.status_code == 200, answer.text
    return answer.json()


def numbers(studio, **facts):
    return [one["number"] for one in listed(studio, **facts)["games"]]


def test_games_in_which_somebody_has_moved_are_listed_the_newest_first_and_found_by_what_is_shown(studio):
    begun(studio)
    begun(studio, "backgammon", seed="1")  # where the dice are thrown, and nobody has moved
    begun(studio, moves=["(1,1)"])  # loaded, and only looked at
    won = played(studio, begun(studio, seats=[ANA, BEN]), *WON_BY_FIRST)["number"]
    open_ = played(studio, begun(studio, "connect4", seats=[HUMAN, {"kind": "computer", "level": 2}]), "4")["number"]
    both = played(studio, begun(studio, "nim"), "A1")["number"]
    found = listed(studio, lang="es")
    assert [one["number"] for one in found["games"]] == [both, open_, won]
    assert not found["more"]
    assert [(one["players"], one["plies"], one["result"]) for one in found["games"]] == [
        (["una persona (1)", "una persona (2)"], "una media jugada", "en curso"),
        (["una persona", "ordenador, nivel 2"], "una media jugada", "en curso"),
        (["Ana", "Ben"], "5 medias jugadas", "Ganó Ana"),
    ]
    assert [one["title"] for one in found["games"]] == ["Nim", "Conecta cuatro", "Tres en raya"]
    assert numbers(studio, words="conecta", lang="es") == numbers(studio, words="connect4", lang="es") == [open_]
    assert listed(studio, most=2)["more"]
    assert not listed(studio, most=3)["more"]
    assert numbers(studio, words="ANA tictac won") == [won]
    assert numbers(studio, words="level under") == [open_]
    assert numbers(studio, words="kind") == []  # as it is written in the file, but not shown
    studio.post(f"/api/games/{won}/back", json={"ply": 4})
    assert [one["result"] for one in listed(studio, words="Ana")["games"]] == ["under way"]


def test_a_game_is_listed_once_a_person_has_moved_if_any_is_seated(studio):
    """The computer begins some games of the lessons at once."""
    computer = {"kind": "computer", "level": 1}
    begins = begun(studio, seats=[computer, HUMAN])["number"]
    assert studio.post(f"/api/games/{begins}/reply", json={"ply": 0}).status_code == 200
    assert numbers(studio) == []
    watched = begun(studio, seats=[computer, computer])["number"]
    studio.post(f"/api/games/{watched}/reply", json={"ply": 0})
    assert numbers(studio) == [watched]
    view = studio.get(f"/api/games/{begins}").json()
    played(studio, view, view["legal"][0]["name"])
    assert numbers(studio) == [begins, watched]


def test_a_deleted_game_is_gone_everywhere_comes_back_as_it_was_and_goes_for_good_after_a_day(tmp_path, monkeypatch):
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        view = played(studio, begun(studio), "(1,1)")
        number, path = view["number"], f"/api/games/{view['number']}"
        assert studio.post(f"{path}/delete").json() == {}
        assert numbers(studio) == []
        move = {"ply": 1, "action": view["legal"][0]["action"]}
        assert [studio.get(path).status_code, studio.post(f"{path}/moves", json=move).status_code] == [404, 404]
        assert studio.post(f"{path}/restore").json() == {}
        assert numbers(studio) == [number]
        assert studio.post(f"{path}/moves", json=move).json()["plies"] == 2
        assert studio.post("/api/games/none/delete").status_code == 404
        studio.post(f"{path}/delete")
    late = time.time() + BROUGHT_BACK + 1
    monkeypatch.setattr(time, "time", lambda: late)
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        assert studio.post(f"{path}/restore").status_code == 404


@pytest.mark.parametrize(("facts", "shared"), [({}, True), ({"token": "x" * 20}, False), ({"hosts": ("192.168.1.5", "localhost")}, False)])
def test_on_a_network_a_browser_sees_and_deletes_the_games_that_began_in_it(tmp_path, facts, shared):
    app = create_app(tmp_path / "s.sqlite", **facts)
    with TestClient(app, base_url=ADDRESS, headers={"authorization": f"Bearer {'x' * 20}"}) as studio:
        made = {}
        for browser in ("ana", "ben", ""):
            studio.cookies.set("zermelo_client", browser)
            made[browser] = played(studio, begun(studio), "(1,1)")["number"]
        seen = {}
        for browser in made:
            studio.cookies.set("zermelo_client", browser)
            seen[browser] = set(numbers(studio))
        everything = set(made.values())
        assert seen == (dict.fromkeys(made, everything) if shared else {"ana": {made["ana"]}, "ben": {made["ben"]}, "": set()})
        for browser in ("ben", ""):
            studio.cookies.set("zermelo_client", browser)
            assert studio.post(f"/api/games/{made['ana']}/delete").status_code == (200 if shared else 404)
