"""Games by a clock: what moves take is taken off, taking back gives it back, whose time is over has lost, and computers keep to theirs."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, HUMAN, begun, events
from zermelo.spec import Named
from zermelo.web import seats
from zermelo.web.app import create_app
from zermelo.web.scheduler import Scheduler

LEVEL = {"kind": "computer", "level": 1}


def moved(studio, view, seconds, place=0):
    """The game after the first legal action, which took so long."""
    facts = {"ply": view["ply"], "action": view["legal"][place]["action"], "seconds": seconds}
    return studio.post(f"/api/games/{view['number']}/moves", json=facts).json()


def left(view):
    return view["clock"]["left"]


def test_moves_take_time_and_earn_some_and_what_is_taken_back_gives_it_back(studio):
    view = begun(studio, clock="60+2")
    assert (view["clock"], view["timed"]) == ({"control": "60+2", "left": [60.0, 60.0]}, True)
    view = moved(studio, moved(studio, view, 10.5), 0.25)
    assert left(view) == [51.5, 61.75]
    back = studio.post(f"/api/games/{view['number']}/back", json={"ply": 1}).json()
    assert left(back) == [51.5, 60.0]
    on = studio.post(f"/api/games/{view['number']}/on", json={"ply": 1}).json()
    assert left(on) == [51.5, 60.0], "nobody knows how long it would have taken"


def test_whose_time_is_over_has_lost_until_it_is_taken_back_and_all_is_kept(studio, tmp_path):
    view = moved(studio, begun(studio, clock="5"), 3)
    over = studio.post(f"/api/games/{view['number']}/flag", json={"ply": 1}).json()
    assert (over["over"], over["utilities"], over["legal"], over["mover"], left(over)) == (True, [1, -1], [], None, [2.0, 0.0])
    told = {lang: studio.get(f"/api/games/{view['number']}", params={"lang": lang}).json()["news"] for lang in ("en", "es", "pt")}
    assert told == {
        "en": "MAX has won, as the other's time is over",
        "es": "Ganó MAX: al otro se le acabó el tiempo",
        "pt": "MAX venceu: acabou o tempo do outro",
    }
    with TestClient(create_app(tmp_path / "studio.sqlite"), base_url=ADDRESS) as later:
        again = later.get(f"/api/games/{view['number']}").json()
        assert (again["over"], again["clock"], again["news"]) == (True, over["clock"], told["en"])
        assert later.get("/api/games").json()["games"][0]["result"] == "a person (1) has won"
    back = studio.post(f"/api/games/{view['number']}/back", json={"ply": 0}).json()
    assert (back["over"], left(back)) == (False, [5.0, 5.0])
    late = moved(studio, back, 5.5)
    assert (late["over"], late["utilities"], late["plies"]) == (True, [-1, 1], 0)


def test_a_file_has_the_clock_and_what_the_moves_took(studio):
    view = moved(studio, begun(studio, clock="300+3"), 7.25)
    file = studio.get(f"/api/games/{view['number']}/file").json()
    assert (file["clock"], file["used"]) == ("300+3", [7.25])
    loaded = begun(studio, moves=[move["action"] for move in file["moves"]], clock=file["clock"], used=file["used"])
    assert left(loaded) == left(view) == [295.75, 300.0]


def test_who_plays_alone_has_no_clock(studio):
    answer = studio.post("/api/games", json={"game": "2048", "seats": [HUMAN], "clock": "60"})
    assert answer.status_code == 422
    assert "a clock is for games of two players or more" in answer.json()["error"]
    assert not begun(studio, "2048", seats=[HUMAN])["timed"]


def test_of_three_the_one_whose_time_is_over_has_lost_to_the_others(studio):
    view = moved(studio, begun(studio, "nim(players=3)", seats=[HUMAN] * 3, clock="5"), 3)
    assert (left(view), view["mover"]) == ([2.0, 5.0, 5.0], 1)
    over = moved(studio, view, 6)
    assert (over["over"], over["utilities"], left(over)) == (True, [0.25, -0.5, 0.25], [2.0, 0.0, 5.0])
    assert over["news"] == "player 1 & player 3 have won, as the other's time is over"


def test_where_hands_are_hidden_only_who_is_to_move_is_late(studio):
    view = begun(studio, "kuhn", clock="60+1")
    number, mover = view["number"], view["mover"]

    def flagged(seat, ply):
        return studio.post(f"/api/games/{number}/flag", json={"ply": ply, "seat": seat})

    assert (view["covered"], left(view)) == (True, [60.0, 60.0])
    seen = studio.get(f"/api/games/{number}", params={"seat": mover}).json()
    facts = {"ply": seen["ply"], "action": seen["legal"][0]["action"], "seconds": 11.0, "seat": mover}
    after = studio.post(f"/api/games/{number}/moves", json=facts).json()
    assert left(after)[mover] == 50.0
    assert [flagged(seat, after["ply"]).status_code for seat in (None, mover)] == [409, 409]
    over = flagged(1 - mover, after["ply"]).json()
    assert (over["over"], over["utilities"][mover], over["utilities"][1 - mover]) == (True, 2, -2)


def test_a_computer_with_a_hidden_hand_keeps_to_its_clock(studio):
    view = begun(studio, "kuhn", seats=[{"kind": "computer", "player": "ismcts"}, HUMAN], clock="60")
    kind, reply = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": view["ply"]}))[-1]
    assert kind == "done"
    assert left(reply["game"])[0] < 60
    assert left(reply["game"])[1] == 60


def test_who_throws_the_dice_has_no_clock(studio):
    view = begun(studio, "pig", position="20-35 12 1", clock="60", chance="human")

    def done(view, name, seconds):
        action = next(one["action"] for one in view["legal"] if one["name"] == name)
        asked = {"ply": view["ply"], "action": action, "seconds": seconds}
        return studio.post(f"/api/games/{view['number']}/moves", json=asked).json()

    view = done(view, "roll", 10.0)
    assert (view["mover"], left(view)) == (z.CHANCE, [50.0, 60.0])
    assert studio.post(f"/api/games/{view['number']}/flag", json={"ply": view["ply"]}).status_code == 409
    view = done(view, "5", 1000.0)  # as long as it takes to find the die
    assert (view["mover"], left(view), view["over"]) == (z.MAX, [50.0, 60.0], False)
    view = done(view, "hold", 20.0)
    assert left(view) == [30.0, 60.0]
    assert left(studio.get(f"/api/games/{view['number']}").json()) == [30.0, 60.0]
    view = done(view, "roll", 61.0)
    assert (view["over"], view["utilities"]) == (True, [1, -1])


def test_the_studio_s_dice_take_nobody_s_time(studio):
    view = begun(studio, "backgammon", clock="300+3", seed="5")
    assert left(view) == [300.0, 300.0]
    mover = view["mover"]
    view = moved(studio, view, 8.0)
    assert view["mover"] == 1 - mover
    assert left(view)[mover] == 295.0
    assert left(view)[1 - mover] == 300.0
    seats = [HUMAN, HUMAN]
    seats[view["mover"]] = LEVEL
    assert studio.post(f"/api/games/{view['number']}/seats", json={"seats": seats}).status_code == 200
    kind, facts = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": view["ply"]}))[-1]
    assert kind == "done"
    assert facts["game"]["mover"] == mover
    assert 0 < left(facts["game"])[1 - mover] < 303.0


def test_where_no_clock_runs_nobody_is_late(studio):
    view = begun(studio)
    assert studio.post(f"/api/games/{view['number']}/flag", json={"ply": 0}).status_code == 409
    assert studio.post("/api/games", json={"game": "tictactoe", "seats": [HUMAN, HUMAN], "clock": "nan"}).status_code == 422


@pytest.mark.parametrize("seat", [{"level": 5}, {"seconds": 15.0}, {"depth": 60}, {"player": "alphabeta", "depth": 30}])
def test_a_computer_takes_no_more_than_its_clock_leaves_it(seat):
    game, scheduler = z.load_game("hexapawn(6, 6)"), Scheduler()
    game.mode = "interpreted"
    seat = {"kind": "computer", **seat, "within": 0.02}
    action, found, _ = scheduler.choose(Named("own", game, 0), game.initial(), [], seat, print, lambda done: None)
    assert action in game.actions(game.initial())
    assert found.depth < 30 if "player" in seat else found.stopped == "time"
    scheduler.close()


def test_a_move_has_a_part_of_what_is_left():
    assert seats.within(300, 3) == pytest.approx(12.4)
    assert seats.within(1, 10) == 0.5
    assert seats.within(0, 0) == 0.01


def test_the_computer_s_time_is_taken_off(studio):
    view = begun(studio, seats=[LEVEL, HUMAN], clock="600")
    (*_, (kind, reply)) = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": 0}))
    assert kind == "done"
    assert 0 <= left(reply["game"])[0] <= 600
    assert left(reply["game"])[1] == 600
