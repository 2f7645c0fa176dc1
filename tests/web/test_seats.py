"""Who can be seated: names, textbook algorithms with depth and evaluation, and what is refused."""

from __future__ import annotations

import pytest

from tests.web.conftest import HUMAN, begun, events, played

ALPHABETA = {"kind": "computer", "player": "alphabeta", "depth": 2, "evaluation": "groups", "name": "Beta"}


def test_an_algorithm_plays_to_its_depth_with_its_evaluation_under_its_name(studio):
    view = begun(studio, "desconecta4boom", seats=[{**HUMAN, "name": "Ana"}, ALPHABETA])
    assert (view["players"], view["roles"]) == (["Ana", "Beta"], ["MAX", "MIN"])
    assert (view["seated"], view["news"]) == (["human", "alphabeta"], "Ana to move")
    assert "groups" in {one["name"] for one in view["evaluations"]}
    view = played(studio, view, view["legal"][0]["name"])
    kind, done = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": view["ply"]}))[-1]
    assert (kind, done["found"]["depth"], done["game"]["plies"]) == ("done", 2, view["plies"] + 1)


def test_evaluations_of_two_seats_lead_to_different_choices(studio):
    """MAX is to take one of two men; who counts material takes, who counts nothing but moves does not have to."""
    position = "k7/8/8/3p4/4P3/8/8/7K w - - 0 1"
    values = []
    for evaluation in ("material", "mobility"):
        seats = [{"kind": "computer", "depth": 1, "evaluation": evaluation}, HUMAN]
        view = begun(studio, "chess", seats=seats, position=position)
        values.append(events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": 0}))[-1][1]["found"]["value"])
    assert values[0] != values[1]


@pytest.mark.parametrize(
    ("game", "seat", "told"),
    [
        ("tictactoe", {"kind": "computer", "level": 2, "evaluation": "lines"}, "has no evaluation 'lines'"),
        ("tictactoe", {"kind": "computer", "player": "random", "evaluation": "open_lines"}, "for a computer that searches"),
        ("kuhn", {"kind": "computer", "player": "alphabeta"}, "no computer of the kind alphabeta"),
        ("tictactoe", {"kind": "human", "name": "A" * 41}, "at most 40"),
    ],
)
def test_a_seat_that_nobody_can_take_is_refused(studio, game, seat, told):
    answer = studio.post("/api/games", json={"game": game, "seats": [seat, HUMAN]})
    assert answer.status_code == 422
    assert told in answer.json()["error"]
