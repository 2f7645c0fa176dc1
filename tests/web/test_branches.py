"""What is taken back is kept, and gone on with: by redo, by choosing a line, in the file and as variations of a PGN."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tests.web.conftest import ADDRESS, HUMAN, begun, played
from zermelo.web.app import create_app
from zermelo.web.branches import kept, onward


def test_a_line_that_was_left_is_kept_once_and_the_newest_stands_last():
    lines = kept([], [1, 2, 3])
    assert kept(lines, [1, 2]) == [[1, 2, 3]]
    assert kept(lines, [1, 2, 3, 4]) == [[1, 2, 3, 4]]
    lines = kept(lines, [1, 5])
    assert lines == [[1, 2, 3], [1, 5]]
    assert kept(lines, [1, 2]) == [[1, 5], [1, 2, 3]]
    assert (onward(lines, [1]), onward(lines, [1, 2]), onward(lines, [1, 5])) == ([1, 5], [1, 2, 3], None)


def asked(studio, view, path, **facts):
    answer = studio.post(f"/api/games/{view['number']}/{path}", json={"ply": view["plies"], **facts})
    assert answer.status_code == 200, answer.text
    return answer.json()


def names(view):
    return [move["name"] for move in view["moves"]]


def test_moves_that_were_taken_back_are_played_again_and_another_line_leaves_them(tmp_path):
    file = tmp_path / "studio.sqlite"
    with TestClient(create_app(file), base_url=ADDRESS) as studio:
        view = played(studio, begun(studio, "chess"), "e4", "e5", "Nf3")
        assert view["on"] is None
        view = asked(studio, view, "back", ply=1)
        assert (names(view), view["on"]) == (["e4"], 2)
        assert [(one["ply"], one["moves"]) for one in view["branches"]] == [(1, ["e5", "Nf3"])]
        view = asked(studio, asked(studio, view, "on"), "on")
        assert (names(view), view["on"]) == (["e4", "e5", "Nf3"], None)
        view = played(studio, asked(studio, view, "back", ply=1), "c5")
        assert view["on"] is None  # on this line nothing was taken back
    with TestClient(create_app(file), base_url=ADDRESS) as studio:  # which has it from the file
        text = studio.get(f"/api/games/{view['number']}/pgn").json()["text"]
        assert "1. e4 c5 (1... e5 2. Nf3) *" in text
        view = asked(studio, view, "on", branch=view["branches"][0]["number"])
        assert names(view) == ["e4", "e5", "Nf3"]
        assert view["branches"][0]["moves"] == ["c5"]
        assert studio.post(f"/api/games/{view['number']}/on", json={"ply": 3}).status_code == 409


def test_redo_goes_on_to_where_the_person_chooses_next(studio):
    view = played(studio, begun(studio, "tictactoe"), "(0,0)", "(1,1)", "(0,1)", "(2,2)")
    seats = [HUMAN, {"kind": "computer", "level": 1}]
    view = asked(studio, studio.post(f"/api/games/{view['number']}/seats", json={"seats": seats}).json(), "back", ply=0)
    assert (view["on"], names(asked(studio, view, "on"))) == (2, ["(0,0)", "(1,1)"])


def test_nothing_is_kept_of_a_game_that_hides_something(studio):
    view = begun(studio, "kuhn", seats=[HUMAN, {"kind": "computer", "player": "random"}], seat=0)
    view = asked(studio, played(studio, view, view["legal"][0]["name"]) if view["mover"] == 0 else view, "back", ply=0)
    assert (view["on"], view["branches"]) == (None, [])


def test_the_variations_of_a_pgn_come_as_lines_and_go_as_variations(studio):
    text = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 *"
    [game] = studio.post("/api/pgn", json={"text": text}).json()["games"]
    view = begun(studio, game["game"], pgn=game["pgn"])
    assert names(view) == ["e4", "e5", "Nf3"]
    assert {" ".join(one["moves"]) for one in view["branches"]} == {"c5 Nf3 d6", "c5 Nc3 Nc6"}
    saved = studio.get(f"/api/games/{view['number']}/pgn").json()["text"]
    assert saved.endswith("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 *\n")
    view = asked(studio, view, "on", branch=next(one["number"] for one in view["branches"] if "Nc6" in one["moves"]))
    saved = studio.get(f"/api/games/{view['number']}/pgn").json()["text"]
    assert saved.endswith("1. e4 c5 (1... e5 2. Nf3) 2. Nc3 (2. Nf3 d6) 2... Nc6 *\n")
