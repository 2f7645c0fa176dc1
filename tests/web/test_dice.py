"""Games with chance, and with more than two players, in the studio: who throws, and that nobody throws twice."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, HUMAN, begun, events, played
from zermelo.web.app import create_app
from zermelo.web.catalogue import Catalogue
from zermelo.web.sessions import Sessions


def names(view, player=None):
    return [move["name"] for move in view["moves"] if player is None or move["player"] == player]


def back(studio, view, ply):
    return studio.post(f"/api/games/{view['number']}/back", json={"ply": ply}).json()


def test_the_studio_throws_the_dice_and_shows_them(studio):
    view = begun(studio, "backgammon", seed="7")
    assert (view["plies"], view["mover"], view["chance"]) == (1, view["mover"], "computer")
    assert view["mover"] >= 0
    assert [move["player"] for move in view["moves"]] == [z.CHANCE]
    assert view["moves"][0]["name"].replace("-", "") in view["position"].replace("-", "")
    view = played(studio, view, view["legal"][0]["name"])
    assert [move["player"] for move in view["moves"]] == [z.CHANCE, view["moves"][1]["player"], z.CHANCE]


def test_dice_follow_from_the_game_and_the_ply_so_nobody_throws_again(studio):
    view = begun(studio, "backgammon")
    first = names(view)
    after = names(played(studio, view, view["legal"][0]["name"]), z.CHANCE)
    for one in view["legal"][:3]:
        again = back(studio, view, 1)
        assert names(again) == first
        assert names(played(studio, again, one["name"]), z.CHANCE) == after
    assert names(back(studio, view, 0)) == first
    assert back(studio, view, 0)["back"] is None


def test_a_seed_gives_the_same_dice_and_other_games_have_others(studio):
    assert names(begun(studio, "backgammon", seed="1")) == names(begun(studio, "backgammon", seed="1"))
    assert len({names(begun(studio, "backgammon"))[0] for _ in range(20)}) > 3


def test_the_dice_are_fair(tmp_path):
    sessions = Sessions(tmp_path / "s.sqlite", Catalogue())
    thrown = [sessions.begin("backgammon", [HUMAN, HUMAN], seed=str(number)).names[0] for number in range(600)]
    assert len(set(thrown)) == 30  # who begins throws the higher die
    assert all(5 <= thrown.count(name) <= 45 for name in set(thrown))
    sessions.close()


def test_a_person_throws_and_says_what_the_dice_show(studio):
    view = begun(studio, "backgammon", chance="human")
    assert (view["mover"], view["plies"], view["news"]) == (z.CHANCE, 0, "The dice are thrown: choose what they show")
    assert len(view["legal"]) == 30
    view = played(studio, view, "6-5")
    assert (view["mover"], view["position"]) == (0, "4HPwATDgc/ABMA white 6-5")
    view = played(studio, view, "24/13")
    assert (view["mover"], len(view["legal"])) == (z.CHANCE, 21)
    changed = studio.post(f"/api/games/{view['number']}/seats", json={"seats": view["seats"], "chance": "computer"}).json()
    assert (changed["mover"], changed["plies"]) == (1, 3)


def test_a_play_is_made_step_by_step_with_the_dice_that_are_left(studio):
    view = played(studio, begun(studio, "backgammon", chance="human"), "6-5")
    play = next(one for one in view["legal"] if one["name"] == "24/18 13/8")
    assert len(play["ways"]) == 2
    for way in play["ways"]:
        answer = studio.post(f"/api/games/{view['number']}/halfway", json={"ply": 1, "steps": way[:1]}).json()["board"]
        assert (view["board"]["svg"].count('rx="6" fill'), answer["svg"].count('rx="6" fill')) == (2, 1)  # dice
    for steps in ([[0, 1]], [play["ways"][0][0]] * 2):
        answer = studio.post(f"/api/games/{view['number']}/halfway", json={"ply": 1, "steps": steps})
        assert answer.status_code == 422
    assert studio.post(f"/api/games/{view['number']}/halfway", json={"ply": 0, "steps": play["ways"][0][:1]}).status_code == 409


def test_other_games_look_the_same_halfway(studio):
    view = begun(studio)
    assert studio.post(f"/api/games/{view['number']}/halfway", json={"ply": 0, "steps": [[4]]}).json() == {"board": None}


def test_a_throw_is_no_move_of_a_player(studio):
    view = begun(studio, "backgammon", seats=[HUMAN, {"kind": "computer", "level": 1}], seed="3")
    answer = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 1, "action": "65"})
    assert answer.status_code == (422 if view["mover"] == 0 else 409)
    assert studio.get(f"/api/games/{view['number']}").json() == view


def test_a_play_asked_for_twice_is_played_once(studio):
    view = begun(studio, "backgammon")
    asked = {"ply": 1, "action": view["legal"][0]["action"]}
    first, second = (studio.post(f"/api/games/{view['number']}/moves", json=asked).json() for _ in range(2))
    assert first == second


def test_a_game_with_dice_is_kept_in_a_file_and_meets_the_same_dice_again(studio):
    view = begun(studio, "backgammon")
    view = played(studio, view, view["legal"][0]["name"])
    kept = studio.get(f"/api/games/{view['number']}/file").json()
    facts = {name: kept[name] for name in ("seats", "seed", "chance")}
    again = begun(studio, kept["game"], position=kept["start"], moves=[move["action"] for move in kept["moves"]], **facts)
    assert again["position"] == view["position"] == kept["final"]
    after = [played(studio, one, one["legal"][0]["name"]) for one in (view, again)]
    assert names(after[0]) == names(after[1])


def test_dice_are_still_there_after_the_studio_was_closed(tmp_path):
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        view = begun(studio, "backgammon")
        after = played(studio, view, view["legal"][0]["name"])
        back(studio, view, 1)
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        again = studio.get(f"/api/games/{view['number']}").json()
        assert again == {**view, **{fact: again[fact] for fact in ("on", "branches")}}
        assert played(studio, again, again["legal"][0]["name"]) == after


def _play_until_killed(file, pipe):
    sessions = Sessions(file, Catalogue())
    session = sessions.begin("backgammon", [HUMAN, HUMAN])
    for _ in range(6):
        session = sessions.play(session.number, len(session.actions), session.legal[0])
    pipe.send((session.number, session.actions, session.seed))
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_server_that_is_killed_loses_no_throw(tmp_path):
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_play_until_killed, args=(tmp_path / "s.sqlite", theirs))
    server.start()
    number, actions, seed = ours.recv()
    server.join(60)
    assert server.exitcode == -signal.SIGKILL
    sessions = Sessions(tmp_path / "s.sqlite", Catalogue())
    with sessions.at(number) as session:
        assert (session.actions, session.seed, len(actions)) == (actions, seed, 13)
    sessions.close()


def test_a_file_of_an_earlier_version_is_taken_over(tmp_path):
    file = sqlite3.connect(tmp_path / "s.sqlite")
    file.execute(
        "CREATE TABLE sittings (number TEXT PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL,"
        " actions TEXT NOT NULL, saved REAL)"
    )
    seats = '[{"kind": "human"}, {"kind": "human"}]'
    file.execute("INSERT INTO sittings VALUES ('old', 'tictactoe', '.../.../... x', ?, '[4]', 0)", (seats,))
    file.commit()
    file.close()
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        assert studio.get("/api/games/old").json()["position"] == ".../.x./... o"


# Many players


def test_a_whole_game_of_three_each_with_a_result(studio):
    view = begun(studio, "nim((1, 2), players=3)", seats=[HUMAN, HUMAN, {"kind": "computer", "level": 5}])
    assert view["players"] == ["player 1", "player 2", "player 3"]
    view = played(studio, view, "A1", "B1")
    assert (view["computer"], view["mover"]) == (True, 2)
    view = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": 2}))[-1][1]["game"]
    assert (view["over"], view["news"], view["utilities"]) == (True, "player 3 has won", [-0.5, -0.5, 1])
    assert view["back"] == 1  # where a person chose last


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("connect4", {"human", "level", "seconds", "depth", "mcts", "minimax", "alphabeta", "random"}),
        ("chinese_checkers(2, players=3)", {"human", "level", "seconds", "depth", "mcts", "maxn", "paranoid", "best_reply", "random"}),
        ("backgammon", {"human", "level", "seconds", "depth", "mcts", "expectiminimax", "maxn", "random"}),
        ("kuhn(3)", {"human", "strategy", "ismcts", "pimc", "random"}),
        ("liars_dice(dice=5)", {"human", "ismcts", "pimc", "random"}),
    ],
)
def test_the_computers_on_offer_fit_the_game(studio, game, kinds):
    players = z.load_game(game).players
    view = begun(studio, game, seats=[HUMAN] * players)
    assert {one["key"].split()[0] for one in view["choices"]} == kinds
    wrong = {"kind": "computer", **({"player": "pimc"} if "level" in kinds else {"level": 2})}
    answer = studio.post("/api/games", json={"game": game, "seats": [wrong] * players})
    assert answer.status_code == 422
    assert "plays" in answer.json()["error"]


def test_monte_carlo_plays(studio):
    view = begun(studio, "tictactoe", seats=[{"kind": "computer", "player": "mcts", "seconds": 0.1}] * 2)
    told = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": 0}))
    assert (told[-1][0], told[-1][1]["game"]["plies"]) == ("done", 1)
