"""Playing in the studio: games begin, go on, go back, are kept, and the computer replies."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, HUMAN, begun, events, played
from zermelo.languages import language
from zermelo.search.engine.engine import Engine
from zermelo.web.app import create_app
from zermelo.web.catalogue import SHOWN, Catalogue
from zermelo.web.sessions import Sessions
from zermelo.web.views import found_view


@pytest.mark.parametrize(("game", "first"), [("chess(variant=960)", "rnbqkbnr/"), ("chess(variant=960, start=959)", "rkrnnqbb/")])
def test_chess960_is_played_by_the_number_of_its_start(studio, game, first):
    assert begun(studio, game)["position"].startswith(first)
    answer = studio.post("/api/games", json={"game": "chess(variant=960, start=960)", "seats": [HUMAN, HUMAN]})
    assert answer.status_code == 422
    assert "a number from 0 to 959" in answer.json()["error"]


def test_a_whole_game_between_two_people(studio):
    view = begun(studio)
    assert (view["mover"], view["over"], len(view["legal"]), view["news"]) == (0, False, 9, "MAX to move")
    view = played(studio, view, "(0,0)", "(1,1)", "(0,1)", "(2,2)", "(0,2)")
    assert (view["over"], view["mover"], view["legal"], view["news"]) == (True, None, [], "MAX has won")
    assert [move["name"] for move in view["moves"]] == ["(0,0)", "(1,1)", "(0,1)", "(2,2)", "(0,2)"]
    assert view["position"] == "xxx/.o./..o o"


@pytest.mark.parametrize("name", SHOWN)
def test_every_game_on_the_first_page_can_be_played_with_the_board_alone(studio, name):
    game = z.load_game(name)
    view = begun(studio, name, seat=0, seats=[HUMAN] * game.players)
    assert view["board"]["svg"].startswith("<svg")
    assert "<style>" not in view["board"]["svg"]
    assert len(view["board"]["labels"]) == view["board"]["svg"].count("data-square=")
    with_the_board = [one for one in view["legal"] if one["squares"]]
    buttons = game.hidden or name == "2048"  # what is bet or said, and where all tiles slide to, has a button
    assert with_the_board or buttons
    assert all(one["squares"] or one["name"] == "pass" for one in view["legal"]) or buttons
    assert all([square for step in way for square in step] or not one["squares"] for one in view["legal"] for way in one["ways"])


def test_a_king_in_check_is_told_in_every_language(studio):
    facts = {"game": "chess", "position": "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"}
    found = {lang: studio.post("/api/board", json={**facts, "lang": lang}).json()["board"]["labels"] for lang in ("en", "es", "pt")}
    assert {lang: labels[60] for lang, labels in found.items()} == {
        "en": "e 1: king (light), in check",
        "es": "e 1: rey (bando claro), en jaque",
        "pt": "e 1: rei (lado claro), em xeque",
    }
    assert not any("check" in label for label in found["en"][:60])


def test_one_player_plays_alone(studio):
    view = begun(studio, "sliding(2)", seats=[HUMAN])
    assert (view["players"], view["news"]) == (["MAX"], "MAX to move")
    view = played(studio, view, "2", "3", "1", "2", "3", "1")
    assert (view["over"], view["news"]) == (True, "The end: utility 1")
    assert studio.post("/api/games", json={"game": "sliding", "seats": [HUMAN, HUMAN]}).status_code == 422


def test_the_slides_of_2048_have_buttons_and_tiles_fall(studio):
    view = begun(studio, "2048", seats=[HUMAN], position="2,2,.,./.,.,.,./.,.,.,./.,.,.,. 0")
    assert [(one["name"], one["squares"]) for one in view["legal"]] == [("right", []), ("down", []), ("left", [])]
    view = played(studio, view, "left")
    cells, score = view["position"].split()
    assert (cells[0], score, cells.count("."), view["mover"]) == ("4", "4", 14, 0)  # and a tile has fallen


def test_a_move_asked_for_twice_is_played_once(studio):
    view = begun(studio)
    asked = {"ply": 0, "action": "4"}
    first, second = (studio.post(f"/api/games/{view['number']}/moves", json=asked).json() for _ in range(2))
    assert first == second
    assert first["plies"] == 1


def test_a_move_for_another_ply_is_not_played(studio):
    view = played(studio, begun(studio), "(0,0)")
    answer = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": "5"})
    assert (answer.status_code, answer.json()["error"]) == (409, "the game stands at ply 1, not 0; look at it again")


def test_an_illegal_move_is_told_with_the_legal_ones(studio):
    view = played(studio, begun(studio), "(0,0)")
    answer = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 1, "action": "0"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("0 is not a legal action here; legal: (0,1), (0,2)")


def test_moves_are_taken_back_and_earlier_plies_looked_at(studio):
    view = played(studio, begun(studio), "(0,0)", "(1,1)", "(2,2)")
    earlier = studio.get(f"/api/games/{view['number']}", params={"ply": 1}).json()
    assert (earlier["ply"], earlier["plies"], earlier["legal"], earlier["position"]) == (1, 3, [], "x../.../... o")
    back = studio.post(f"/api/games/{view['number']}/back", json={"ply": 1}).json()
    assert (back["plies"], len(back["legal"]), back["position"]) == (1, 8, "x../.../... o")
    assert studio.post(f"/api/games/{view['number']}/back", json={"ply": 2}).status_code == 409


def test_a_game_is_kept_in_a_file_and_loaded_again(studio):
    view = played(studio, begun(studio, "connect4", position="......./......./......./......./......./...x... o"), "4", "4")
    kept = studio.get(f"/api/games/{view['number']}/file").json()
    assert [move["action"] for move in kept["moves"]] == ["4", "4"]
    again = begun(studio, kept["game"], position=kept["start"], seats=kept["seats"], moves=[move["action"] for move in kept["moves"]])
    assert again["position"] == view["position"] == kept["final"]
    assert again["number"] != view["number"]


def test_the_computer_replies_and_says_what_it_thinks(studio):
    view = begun(studio, "connect4", seats=[HUMAN, {"kind": "computer", "depth": 4}])
    view = played(studio, view, "4")
    assert view["computer"]
    found = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": 1}))
    assert [kind for kind, _ in found][-1] == "done"
    assert {facts["depth"] for kind, facts in found if kind == "news"} >= {1, 2, 3, 4}
    game = found[-1][1]["game"]
    assert (game["plies"], game["mover"], game["computer"]) == (2, 0, False)
    assert found[-1][1]["found"]["line"][0] == game["moves"][-1]["name"]


@pytest.mark.parametrize("seat", [{"level": 1}, {"level": 5}, {"seconds": 0.05}, {"depth": 2}])
@pytest.mark.parametrize("game", ["tictactoe", "mnk(3, 3, 3, players=3)"])
def test_the_computer_plays_at_any_level_and_with_three_players(studio, game, seat):
    players = z.load_game(game).players
    view = begun(studio, game, seats=[{"kind": "computer", **seat}] * players)
    for ply in range(4):
        found = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": ply}))
        assert found[-1][0] == "done", found[-1]
    assert found[-1][1]["game"]["plies"] == 4


def test_the_best_level_never_loses_tic_tac_toe(studio):
    view = begun(studio, seats=[{"kind": "computer", "level": 5}] * 2)
    for ply in range(9):
        view = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": ply}))[-1][1]["game"]
    assert (view["over"], view["news"]) == (True, "A draw")


def test_a_hint_is_a_best_action_with_its_squares(studio):
    view = played(studio, begun(studio), "(0,0)", "(2,2)", "(0,1)", "(1,2)")
    found = events(studio.post(f"/api/games/{view['number']}/think", json={"ply": 4, "seconds": 0.2}))[-1]
    assert found[0] == "done"
    assert (found[1]["line"][0], found[1]["squares"], found[1]["value"], found[1]["proved"], found[1]["share"]) == (
        "(0,2)",
        [2],
        1.0,
        True,
        1.0,
    )


def test_nobody_replies_for_a_person_or_after_the_end(studio):
    view = begun(studio)
    answer = studio.post(f"/api/games/{view['number']}/reply", json={"ply": 0})
    assert (answer.status_code, answer.json()["error"]) == (409, "a person is to move")
    view = played(studio, view, "(0,0)", "(1,1)", "(0,1)", "(2,2)", "(0,2)")
    assert studio.post(f"/api/games/{view['number']}/reply", json={"ply": 5}).status_code == 409


def test_the_news_and_the_squares_come_in_the_reader_s_language(studio):
    view = begun(studio, lang="es")
    assert view["news"] == "Turno: MAX"
    assert view["board"]["labels"][0] == "columna 0, fila 0: vacía"
    view = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": "0", "lang": "pt"}).json()
    assert view["board"]["labels"][0] == "coluna 0, linha 0: cruz (lado escuro)"


def test_others_can_sit_down(studio):
    view = begun(studio)
    seats = [{"kind": "computer", "level": 1}, HUMAN]
    changed = studio.post(f"/api/games/{view['number']}/seats", json={"seats": seats}).json()
    assert (changed["seats"], changed["computer"]) == (seats, True)
    assert studio.post(f"/api/games/{view['number']}/seats", json={"seats": seats[:1]}).status_code == 422


# Nothing is lost


def test_a_game_goes_on_after_the_studio_was_closed(tmp_path):
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        view = played(studio, begun(studio), "(0,0)", "(1,1)")
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        again = studio.get(f"/api/games/{view['number']}").json()
        assert again == view
        assert played(studio, again, "(2,2)")["plies"] == 3


def _play_until_killed(file, pipe):
    sessions = Sessions(file, Catalogue())
    session = sessions.begin("connect4", [HUMAN, HUMAN])
    pipe.send(session.number)
    for ply, action in enumerate((3, 3, 3, 3, 2, 2, 2, 2)):
        sessions.play(session.number, ply, action)
        pipe.send(ply + 1)
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_server_that_is_killed_loses_no_move(tmp_path):
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_play_until_killed, args=(tmp_path / "s.sqlite", theirs))
    server.start()
    number = ours.recv()
    server.join(60)
    assert server.exitcode == -signal.SIGKILL
    sessions = Sessions(tmp_path / "s.sqlite", Catalogue())
    with sessions.at(number) as session:
        assert session.actions == [3, 3, 3, 3, 2, 2, 2, 2]
    sessions.close()


def test_many_threads_play_one_game_each_move_once(tmp_path):
    sessions = Sessions(tmp_path / "s.sqlite", Catalogue())
    number = sessions.begin("connect4", [HUMAN, HUMAN]).number
    done, refused = [], []

    def work():
        for ply in range(20):
            try:
                sessions.play(number, ply, ply % 7)
                done.append(ply)
            except z.ZermeloError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with sessions.at(number) as session:
        assert session.actions == [ply % 7 for ply in range(len(session.actions))]
        assert set(range(len(session.actions))) == set(done)
    sessions.close()


# A game of the user's


PILE = '''
import zermelo as z

class Pile(z.Game):
    """Take one or two; who takes the last wins."""
    def initial(self): return (5, 0)
    def to_move(self, state): return state[1]
    def actions(self, state): return [take for take in (1, 2) if take <= state[0]]
    def result(self, state, action): return (state[0] - action, 1 - state[1])
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state, player): return 1 if state[1] != player else -1
'''


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pile.py").write_text(PILE)
    with TestClient(create_app(tmp_path / "s.sqlite", ("pile.py",)), base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield client, tmp_path / "pile.py"


def save(file, text):
    file.write_text(text)
    facts = file.stat()
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns + 10**9))  # clocks of files are coarse


def test_a_game_of_the_user_s_has_a_plain_board(own):
    studio, _ = own
    view = begun(studio, "pile.py")
    assert (view["board"]["svg"], view["board"]["text"]) == ("", "(5,0)")
    assert [one["name"] for one in view["legal"]] == ["1", "2"]
    assert "pile.py" in studio.get("/").text
    assert played(studio, view, "2", "1", "2")["news"] == "MAX has won"


def test_it_is_loaded_anew_when_it_is_saved(own):
    studio, file = own
    view = played(studio, begun(studio, "pile.py"), "2")
    before = studio.get("/api/editions").json()
    save(file, PILE.replace("(1, 2)", "(1, 2, 3)"))
    assert studio.get("/api/editions").json() != before
    again = studio.get(f"/api/games/{view['number']}").json()
    assert (again["ply"], [one["name"] for one in again["legal"]]) == (1, ["1", "2", "3"])
    save(file, PILE.replace("(1, 2)", "(1,)"))
    answer = studio.get(f"/api/games/{view['number']}")
    assert (answer.status_code, answer.json()["error"]) == (
        422, "the rules of pile.py have changed since this game was played: move 1 is not legal any more",
    )  # fmt: skip


def test_an_error_in_it_is_told_with_its_line_and_gone_when_it_is_mended(own):
    studio, file = own
    view = begun(studio, "pile.py")
    save(file, PILE.replace("(state[0] - action, 1 - state[1])", "(state[0] // 0, 1)"))
    answer = studio.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": "1"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("pile.py, line 9, in result: ZeroDivisionError")
    save(file, "import zermelo as z\nclass Pile(z.Game:\n")
    answer = studio.get(f"/api/games/{view['number']}")
    assert (answer.status_code, answer.json()["error"].count("line 2")) == (422, 1)
    assert "pile.py cannot be loaded" in studio.get("/").text
    save(file, PILE)
    assert played(studio, studio.get(f"/api/games/{view['number']}").json(), "1")["plies"] == 1


def test_touched_that_gives_no_squares_is_told(own):
    studio, file = own
    wrong = (
        "\n    def picture(self, state):\n        from zermelo.board import Board\n        return Board(((None, None, None),))"
        "\n    def action_squares(self, state, action): return action\n"
    )
    save(file, PILE + wrong)
    answer = studio.post("/api/board", json={"game": "pile.py"})
    assert answer.status_code == 422
    assert "action_squares(state, 1) of Pile() gave 1; it must be a tuple of squares, such as (4,)" in answer.json()["error"]


def test_no_other_file_is_ever_loaded(own):
    studio, file = own
    trap = file.with_name("trap.py")
    trap.write_text("raise SystemExit('loaded')")
    for spec in ("trap.py", "./pile.py", f"{file}", "../pile.py:Pile", "trap.py:X(1)"):
        answer = studio.post("/api/board", json={"game": spec})
        assert answer.status_code == 422, spec
        assert "is no file of this studio" in answer.json()["error"]


def test_a_file_that_is_not_there_or_called_like_another_is_told(tmp_path):
    with pytest.raises(z.SpecError, match="'connect4' is no file; name the Python file of your game"):
        create_app(tmp_path / "s.sqlite", ("connect4",))
    with pytest.raises(z.SpecError, match=r"two files are called game\.py"):
        create_app(tmp_path / "s.sqlite", ("a/game.py", "b/game.py"))
    with TestClient(create_app(tmp_path / "s.sqlite", (str(tmp_path / "none.py"),)), base_url=ADDRESS) as studio:
        assert "there is no file none.py" in studio.get("/").text


def test_what_is_kept_is_json_that_people_can_read(studio):
    view = played(studio, begun(studio), "(0,0)")
    kept = studio.get(f"/api/games/{view['number']}/file").json()
    assert json.loads(json.dumps(kept)) == {
        "zermelo": 1, "game": "tictactoe", "start": ".../.../... x", "seats": [HUMAN, HUMAN],
        "moves": [{"player": "MAX", "action": "(0,0)"}], "final": "x../.../... o",
    }  # fmt: skip


def test_promotions_have_pictures_of_the_piece_and_other_moves_have_none(studio):
    view = begun(studio, "chess", position="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    shown = {one["name"]: one["picture"] for one in view["legal"]}
    promotions = [name for name, picture in shown.items() if picture]
    assert promotions == ["a8=Q", "a8=R", "a8=B", "a8=N"]
    assert len({shown[name] for name in promotions}) == 4


@pytest.mark.parametrize(("value", "told"), [(-62.82, "-63 discs"), (-4.36, "-4.4 discs"), (0.24, "+0.24 discs")])
def test_an_estimate_is_told_with_the_digits_that_it_deserves(value, told):
    game = z.load_game("othello")
    found = Engine(game).search(depth=1)
    assert not found.proved
    view = found_view(game, game.initial(), replace(found, value=value), language("en"))
    assert (view["told"], view["estimated"], view["value"]) == (told, True, value)


def test_what_was_won_on_the_way_counts_in_what_the_computer_thinks_of_a_game(studio):
    view = begun(studio, "dots_and_boxes(1, 2)")
    view = played(studio, view, "b1-c1", "b1-b2", "a1-b1", "a1-a2", "a2-b2")
    assert view["news"] == "MAX to move; MAX is ahead by 1"  # who will lose the other box
    thought = events(studio.post(f"/api/games/{view['number']}/think", json={"ply": 5, "seconds": 0.1}))[-1][1]
    assert (thought["value"], thought["share"], thought["told"], thought["proved"]) == (0, 0.5, "0 boxes", True)
