"""The board to play at in a notebook: whatever the page sends, the game stays one, and what went wrong is said."""

from __future__ import annotations

import json
import re
import sys

import pytest

import zermelo as z
from tests.notebook.games import MARKUP, Alone, Broken, Dice, Markup, Race, Three
from zermelo.play.search_players import Computer

pytest.importorskip("anywidget", reason="pip install 'zermelo[web]'")


def send(board, message):
    board._handle_custom_msg(message, [])
    json.dumps(board.view)  # what the page gets
    return board.view


def act(board, name):
    (number,) = [one["action"] for one in board.view["legal"] if one["name"] == name]
    return send(board, {"action": number})


@pytest.fixture
def game():
    return z.load_game("tictactoe")


@pytest.fixture
def two(game):
    """A board for two people."""
    return z.widget(game, computer=None)


def test_two_people_play_a_whole_game(two, game):
    assert two.view["news"] == "MAX to move"
    for name in ("(0,0)", "(1,0)", "(0,1)", "(1,1)"):
        assert act(two, name)["error"] == ""
        assert not two.view["over"]
    view = act(two, "(0,2)")
    assert view["over"]
    assert view["legal"] == []
    assert view["news"] == "MAX has won"
    assert view["moves"] == list(two.names) == ["(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)"]
    assert two.actions == (0, 3, 1, 4, 2)
    assert game.utility(two.state, z.MAX) == 1
    assert repr(two) == game.show(two.state)


def test_the_view_is_a_board_with_its_squares(two):
    view = act(two, "(1,1)")
    assert view["board"]["svg"].count("data-square") == 9
    assert "<style>" not in view["board"]["svg"]
    assert 'class="last"' in view["board"]["svg"]
    assert view["board"]["labels"][4] == "column 1, row 1: cross (dark)"
    assert view["board"]["columns"] == 3
    assert view["legal"][0] == {"action": "0", "name": "(0,0)", "label": "(0,0)", "squares": [0], "ways": [[[0]]], "picture": ""}


def test_the_computer_answers(game):
    board = z.widget(game, level=1)
    for ply in range(2, 10, 2):
        send(board, {"action": board.view["legal"][0]["action"]})
        assert board.view["error"] == ""
        if board.view["over"]:
            break
        assert len(board.actions) == ply
        assert board.view["news"] == "MAX to move"
    else:
        send(board, {"action": board.view["legal"][0]["action"]})
    assert board.view["over"]
    assert game.is_terminal(board.state)


def test_the_page_is_told_that_the_computer_thinks(game):
    board = z.widget(game, level=1)
    seen = []
    board.observe(lambda change: seen.append(change["new"]), "view")
    act(board, "(1,1)")
    thinking, after = seen
    assert (thinking["thinking"], thinking["legal"], thinking["moves"]) == (True, [], ["(1,1)"])
    assert thinking["news"] == "Thinking ..."
    assert (after["thinking"], len(after["moves"])) == (False, 2)


def test_the_computer_begins_where_it_is_its_turn(game):
    board = z.widget(game, computer=z.MAX, level=1)
    assert len(board.actions) == 1
    assert board.view["news"] == "MIN to move"
    assert send(board, {"undo": True})["error"] == "there is nothing to take back"
    assert len(board.actions) == 1


def test_the_board_is_turned_to_the_person_who_plays_above():
    pawns = z.load_game("pawns")
    assert [z.widget(pawns, computer=computer, level=1).view["turned"] for computer in (z.MAX, z.MIN, None)] == [True, False, False]
    assert not z.widget(z.load_game("tictactoe"), computer=z.MAX, level=1).view["turned"]  # nobody sits above


def test_taking_back_leads_to_where_a_person_last_chose(game):
    board = z.widget(game, level=1)
    act(board, "(1,1)")
    before = board.state
    send(board, {"action": board.view["legal"][0]["action"]})
    assert send(board, {"undo": True})["moves"] == list(board.names)
    assert board.state == before
    assert len(send(board, {"undo": True})["moves"]) == 0


def test_what_is_over_can_be_taken_back(two):
    for name in ("(0,0)", "(1,0)", "(0,1)", "(1,1)", "(0,2)"):
        act(two, name)
    assert send(two, {"action": "8"})["error"] == "'8' is not the number of a legal action here"
    with pytest.raises(z.ActionError, match="the game is over"):
        two.play("(2,2)")
    assert send(two, {"undo": True})["legal"]


def test_a_new_game(two, game):
    act(two, "(1,1)")
    view = send(two, {"new": True})
    assert (view["moves"], view["error"], two.state) == ([], "", game.initial())


def test_a_new_game_begins_where_the_first_did(game):
    state = game.read("x.o/.../... x")
    board = z.widget(game, computer=None, state=state)
    board.play("(1,1)")
    board.reset()
    assert board.state == state
    assert board.actions == ()


MALFORMED = [
    None, 7, "undo", [], {}, {"action": 4}, {"action": None}, {"action": ["4"]}, {"action": "4", "undo": True},
    {"undo": 1}, {"undo": False}, {"new": "yes"}, {"what": "4"}, {"undo": True, "new": True},
]  # fmt: skip


@pytest.mark.parametrize("message", MALFORMED, ids=repr)
def test_a_message_that_is_none_of_ours_changes_nothing(two, message):
    act(two, "(1,1)")
    view = send(two, message)
    assert view["error"].startswith("a message is ")
    assert view["moves"] == ["(1,1)"]
    assert view["legal"]


@pytest.mark.parametrize("action", ["4", "99", "-1", "", " 0", "x", "9" * 10_000, MARKUP])
def test_an_illegal_action_changes_nothing(two, action):
    act(two, "(1,1)")
    view = send(two, {"action": action})
    assert "is not the number of a legal action" in view["error"]
    assert len(view["error"]) < 200
    assert view["moves"] == ["(1,1)"]
    assert act(two, "(0,0)")["error"] == ""


def test_the_same_error_twice_is_told_twice(two):
    first = send(two, {"action": "x"})
    assert send(two, {"action": "x"}) != first


def test_python_plays_and_the_page_sees_it(two):
    two.play("(1,1)")
    two.play(0)
    assert two.view["moves"] == ["(1,1)", "(0,0)"]
    two.undo()
    assert two.view["moves"] == ["(1,1)"]
    for wrong in ("(1,1)", 4, 99):
        with pytest.raises(z.ActionError):
            two.play(wrong)


def test_a_game_without_a_picture_is_played_by_names():
    board = z.widget(Race(), computer=None)
    assert board.view["board"]["svg"] == ""
    assert board.view["board"]["text"] == "5 0"
    for name in ("2", "1", "2"):
        act(board, name)
    assert board.view["news"] == "MAX has won"


def test_what_a_game_says_reaches_the_page_as_text_or_escaped():
    board = z.widget(Markup(), computer=None)
    assert "<script" not in board.view["board"]["svg"]
    assert board.view["legal"][0]["name"] == f"{MARKUP}1"  # the page sets it as text


def test_a_game_that_fails_is_blamed_and_the_action_taken_back():
    board = z.widget(Broken(), computer=None)
    view = act(board, "2")
    assert "games.py, line" in view["error"]
    assert "in result: KeyError: 'three'" in view["error"]
    assert (view["moves"], board.state) == ([], Broken().initial())
    with pytest.raises(KeyError):
        board.play("2")


def test_a_computer_that_is_interrupted_takes_the_action_back(game, monkeypatch):
    board = z.widget(game, level=1)

    def interrupted(self, state):
        raise KeyboardInterrupt

    monkeypatch.setattr(Computer, "__call__", interrupted)
    view = act(board, "(1,1)")
    assert view["error"] == "The computer was interrupted, and your action taken back."
    assert (view["moves"], view["thinking"], len(view["legal"])) == ([], False, 9)
    monkeypatch.undo()
    assert len(act(board, "(1,1)")["moves"]) == 2


def test_chance_moves_by_itself():
    board = z.widget(Dice(), computer=None)
    act(board, "1")
    assert len(board.actions) == 2
    assert board.game.to_move(board.state) == z.MIN
    assert send(board, {"undo": True})["moves"] == []


def test_three_players_of_whom_two_are_the_computer():
    board = z.widget(Three(), computer=(1, 2), level=1)
    assert board.view["news"] == "player 1 to move"
    act(board, "1")
    assert len(board.actions) == 3


def test_a_game_for_one_needs_no_computer():
    board = z.widget(Alone())
    act(board, "2")
    assert board.game.to_move(board.state) == z.MAX


def test_the_words_are_in_the_reader_s_language(game):
    board = z.widget(game, computer=None, language="es")
    assert board.words["undo"] != z.widget(game).words["undo"]
    assert set(board.words) == {"squares", "choose", "actions", "undo", "again", "moves"}


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"computer": 2}, "computer is the number of a player, from 0 to 1"),
        ({"computer": -1}, "computer is the number of a player"),
        ({"computer": ["MAX"]}, "not 'MAX'"),
        ({"computer": (0, 1)}, "cannot play for everyone"),
        ({"level": 6}, "level is a number from 1 to 5, not 6"),
        ({"language": "xx"}, "there is no language 'xx'"),
    ],
)
def test_what_does_not_fit_the_game_is_said_at_once(game, arguments, wrong):
    with pytest.raises(z.SpecError, match=wrong):
        z.widget(game, **arguments)


def test_without_anywidget_it_is_said_how_to_get_it(game, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(z.SpecError, match=r"pip install 'zermelo\[web\]'"):
        z.widget(game)


def test_the_module_is_the_studio_s_board_and_what_renders_it(two):
    for kind in ("Choice", "Motion", "Board"):
        assert f"class {kind} " in two._esm
    assert "function render({ model, el })" in two._esm
    assert two._esm.count("export default") == two._esm.count("export") == 1
    assert not re.search(r"^import\b", two._esm, re.M)


def test_the_style_touches_nothing_else(two):
    rules = [rule for rule in re.sub(r"/\*.*?\*/", "", two._css).split("}") if "{" in rule]
    selectors = [one.strip() for rule in rules for one in rule.split("{")[-2].split(",")]
    assert all(one.startswith((".zermelo", "@", "0%", "30%", "100%")) for one in selectors), selectors


def test_a_game_that_hides_something_is_not_put_on_a_board():
    with pytest.raises(z.SpecError, match="a board shows the whole state, and Kuhn"):
        z.widget(z.load_game("kuhn"))
