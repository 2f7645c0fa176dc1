"""A person at the terminal: the game is played, taken back, explained, left, and never lost to a slip of the keys."""

import re

import pytest

from zermelo.play.search_players import Adviser

PROMPT = r"your move: $"


def test_a_game_of_desconecta_at_the_terminal(terminal):
    game = terminal("play", "desconecta4boom", NO_COLOR="1")
    greeting = game.expect("MAX, " + PROMPT)
    assert "MAX (player 1): you" in greeting
    assert "MIN (player 2): computer" in greeting
    for word in ("undo", "hint", "why", "moves", "help", "quit"):
        assert word in greeting
    assert "Moves: PUT1 PUT2 PUT3 PUT4 PUT5 PUT6 PUT7" in greeting

    game.type("put4\r")
    answer = game.expect(PROMPT)
    assert re.search(r"MIN plays PUT(\d)\S*\r\n\S*value \S+ points?, depth \d+/\d+, line PUT\1 ", answer)
    assert "round 2" in answer

    game.type("undo\r")
    assert "round 1, player 1" in game.expect(PROMPT)
    game.type("undo\r")
    assert "There is no move of yours to take back." in game.expect(PROMPT)
    game.type("hint\r")
    assert re.search(r"The computer would play PUT\d", game.expect(PROMPT))
    game.type("why\r")
    why = game.expect(PROMPT)
    assert re.search(r"Worth \S+ points? to you \(MAX\), looking (8|9|\d\d) plies ahead", why)
    assert re.search(r"Best play for all: PUT\d PUT\d", why)
    game.type("quit\r")
    assert game.leave() == 0
    assert "The game is left unfinished." in game.seen


def test_the_board_is_coloured_unless_no_color_is_set(terminal):
    position = ("--position", "0000000/0000000/0000000/0000000/0000000/0400000/1221501 1 6")
    coloured = terminal("play", "desconecta4boom", *position)
    assert "\x1b[1;31mx" in coloured.expect(PROMPT)
    plain = terminal("play", "desconecta4boom", *position, NO_COLOR="1")
    assert "\x1b[1;31m" not in plain.expect(PROMPT)


def test_the_computer_may_begin(terminal, small):
    game = terminal("play", small("Race"), "--second", "--mode", "interpreted")
    shown = game.expect("MIN, " + PROMPT)
    assert "MAX plays TAKE1" in shown
    game.type("TAKE2\r")
    game.expect(PROMPT)
    game.type("undo\r")
    assert "6 1" in game.expect(PROMPT)
    game.type("undo\r")
    assert "There is no move of yours" in game.expect(PROMPT)


def test_a_game_is_played_to_its_end(terminal, small):
    game = terminal("play", small("Race(4)"), "--mode", "interpreted")
    game.expect(PROMPT)
    game.type("1\r")
    taken = re.search(r"MIN plays TAKE(\d)", game.expect(PROMPT))[1]
    game.type(f"{3 - int(taken)}\r")
    assert game.leave() == 0
    assert "utility 1, MAX won" in game.seen


def test_ctrl_d_ends_the_game_politely(terminal, small):
    game = terminal("play", small("Race"), "--mode", "interpreted")
    game.expect(PROMPT)
    game.type("\x04")
    assert game.leave() == 0
    assert "No more input: the game is left unfinished." in game.seen


def test_ctrl_c_leaves_the_game(terminal, small):
    game = terminal("play", small("Race"), "--mode", "interpreted")
    game.expect(PROMPT)
    game.interrupt()
    assert game.leave() == 130
    assert "zermelo: stopped" in game.seen


# Without a terminal, `--players human ...` reads lines


def lines(zermelo, small, *typed, game="Race", players=("human", "computer")):
    answer = zermelo("play", small(game), "--players", *players, "--mode", "interpreted", stdin="".join(f"{line}\n" for line in typed))
    assert answer.code == 0
    assert answer.error == ""
    return answer.out


@pytest.mark.parametrize(
    "slip", ["", "   ", "nonsense", "9", "-1", "TAKE", "take 1", "undo undo", "ünï¢ødé", "[red]", "%s {0}", "x" * 5000, "\x00"]
)
def test_what_is_not_understood_never_loses_the_game(zermelo, small, slip):
    out = lines(zermelo, small, slip, "moves", "quit")
    assert out.count("Moves: TAKE1 TAKE2") == 2
    assert out.endswith("The game is left unfinished.\n")


def test_the_answer_to_an_unknown_word_names_moves_and_words(zermelo, small):
    out = lines(zermelo, small, "jump")
    assert "'jump' is not a legal action here; legal: TAKE1, TAKE2. Other words: undo, hint, why, moves, rules, help, quit" in out


def test_rules_are_what_docstrings_say_of_them(zermelo, small, tmp_path):
    out = lines(zermelo, small, "rules", "quit")
    assert "Take 1 or 2 matches; who takes the last one wins. Won by the first player unless 3 divides the matches.\n\n" in out
    out = zermelo("play", "desconecta4boom", "--players", "human", "random", "--mode", "interpreted", stdin="rules\n").out
    assert "3. BOOM removes the own bomb and all own tokens of its row; what stands above them falls by one row." in out
    assert ">>>" not in out
    out = zermelo("play", "rps", "--players", "human", "random", "--mode", "interpreted", stdin="rules\n").out
    assert "Paper beats rock, scissors beat paper, rock beats scissors" in out
    silent = tmp_path / "silent.py"
    silent.write_text(SILENT)
    out = zermelo("play", f"{silent}:Silent", "--players", "human", "random", "--mode", "interpreted", stdin="rules\n").out
    assert "Silent says nothing of its rules; a docstring of the class would." in out


SILENT = """
from zermelo import Game
class Silent(Game):
    def initial(self): return (3, 0)
    def to_move(self, state): return state[1]
    def actions(self, state): return [1]
    def result(self, state, action): return (state[0] - 1, 1 - state[1])
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state, player): return -1 if player == state[1] else 1
    def name(self, state, action): return "one more"
"""


def test_numbers_that_can_be_typed_are_shown_unless_they_are_the_names(zermelo, tmp_path):
    silent = tmp_path / "silent.py"
    silent.write_text(SILENT)
    out = zermelo("play", f"{silent}:Silent", "--players", "human", "random", "--mode", "interpreted", stdin="1\n").out
    assert "Moves: one more\nOr by number: 1=one more\n" in out
    assert "Or by number" not in zermelo("play", "connect4", "--players", "human", "random", "--mode", "interpreted", stdin="quit\n").out


def test_many_moves_are_shown_when_they_are_asked_for(zermelo):
    play = ("play", "chess", "--players", "human", "random", "--mode", "interpreted")
    quiet = zermelo(*play, stdin="quit\n").out
    assert "MAX, your move (type moves to see the 20): " in quiet
    assert "Moves:" not in quiet
    assert "Moves: Na3 Nc3 Nf3 Nh3" in zermelo(*play, stdin="moves\nquit\n").out


def test_the_end_of_input_is_the_end_of_the_game(zermelo, small):
    assert lines(zermelo, small).endswith("No more input: the game is left unfinished.\n")


def test_a_hint_is_as_good_as_can_be_however_weak_the_other_player_is(zermelo, small):
    for weak in ("alphabeta:depth=1", "computer:nodes=2", "random"):
        out = lines(zermelo, small, "hint", "quit", game="Race(20)", players=("human", weak))
        assert "The computer would play TAKE2." in out  # a multiple of 3 is left


def test_why_tells_of_the_move_that_the_hint_has_named_and_the_position_is_searched_once(zermelo, small, monkeypatch):
    searched, search = [], Adviser.search
    monkeypatch.setattr(Adviser, "search", lambda self, state: searched.append(state) or search(self, state))
    out = lines(zermelo, small, "hint", "why", "TAKE1", "hint", "undo", "hint", "quit", game="Race(20)", players=("human", "random"))
    assert "The computer would play TAKE2." in out
    assert "Best play for all: TAKE2" in out
    assert len(searched) == 3


def test_why_names_the_end_that_it_sees(zermelo, small):
    out = lines(zermelo, small, "why", "TAKE2", "why")
    assert "MAX wins, proved; you are MAX.\nBest play for all: TAKE1" in out
    assert "- utility 1, MAX won" in out
    assert "MIN wins, proved; you are MAX." in out


def test_why_is_told_from_the_side_of_the_person(zermelo, small):
    out = lines(zermelo, small, "why", players=("minimax", "human"), game="Race(7)")
    assert "MAX wins, proved; you are MIN." in out


def test_the_engine_shows_what_it_knows_while_it_thinks(terminal):
    game = terminal("play", "kalah", "--players", "engine:seconds=2", "human", "--mode", "interpreted", NO_COLOR="1")
    game.expect(r"thinking ... [\d,]+ nodes, [\d.]+ k nodes/s")
    game.expect(r"depth \d+/\d+, value \S+ seeds? to MAX, not proved")
    game.expect(r"MAX plays \d\S*\r\n\S*value \S+ seeds?, depth \d+/\d+, line \d")
    game.expect(PROMPT)


def test_two_people_take_back_one_move_each(zermelo, small):
    out = lines(zermelo, small, "TAKE1", "undo", "TAKE2", "quit", players=("human", "human"))
    assert [line for line in out.splitlines() if re.fullmatch(r"\d \d", line)] == ["7 0", "6 1", "7 0", "5 1"]


def test_a_person_among_three(zermelo, small):
    out = lines(zermelo, small, "why", "quit", game="Three", players=("human", "maxn", "random"))
    assert "player 1, your move" in out
    assert "to you (player 1)" in out


def test_chance_is_announced(zermelo, small):
    out = lines(zermelo, small, "3", game="Coin")
    assert re.search(r"chance [01]\n", out)
    assert re.search(r"utility -?3, M(AX|IN) won", out)


def test_a_game_whose_parse_fails_oddly_goes_on(zermelo, tmp_path, small):
    file = tmp_path / "odd.py"
    file.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(small('x').rpartition('/')[0])!r})\n"
        "from small_games import Race\n"
        "class Odd(Race):\n"
        "    def parse(self, state, text):\n"
        "        return [1, 2][int(text) - 1]\n"
    )
    answer = zermelo("play", f"{file}:Odd", "--players", "human", "computer", "--mode", "interpreted", stdin="word\n7\nquit\n")
    assert answer.code == 0
    assert "'word' is not a move here" in answer.out
    assert "'7' is not a move here" in answer.out


def test_a_person_does_not_see_what_the_game_hides_until_it_is_over(terminal):
    game = terminal("play", "kuhn", "--seed", "4", "--players", "human", "random", NO_COLOR="1")
    begun = game.expect(PROMPT)
    assert "chance J" in begun
    assert "chance: you do not see what" in begun
    assert "player 1  J  1 chip" in begun
    assert "player 2  ?  1 chip" in begun
    game.type("hint\r")
    assert re.search("The computer would play (check|bet)", game.expect(PROMPT))
    game.type("why\r")
    assert "judging by" in game.expect(PROMPT)
    assert not re.search("[QK]", game.seen.replace("MAX", "").replace("MIN", ""))
    game.type("bet\r")
    assert game.leave() == 0
    assert re.search(r"player 2  [QK]", game.seen)


def test_two_people_at_one_terminal_hand_it_over(terminal):
    game = terminal("play", "kuhn", "--seed", "4", "--players", "human", "human", NO_COLOR="1")
    assert "J" not in game.expect("MAX, it is your move. Nobody else should look; press Enter ")
    game.type("\r")
    assert "player 1  J  1 chip" in game.expect(PROMPT)
    game.type("bet\r")
    assert "J" not in game.expect("MIN, it is your move. Nobody else should look; press Enter ").split("bet")[-1]
    game.type("\r")
    shown = game.expect(PROMPT)
    assert "player 1  ?  2 chips  bet" in shown
    game.type("quit\r")
    assert game.leave() == 0


def test_numbers_that_can_be_typed_are_shown_beside_names_with_figures(terminal):
    game = terminal("play", "tictactoe", "--players", "human", "random:seed=1", "--mode", "interpreted", NO_COLOR="1")
    every = " ".join(f"{3 * row + column}=({row},{column})" for row in range(3) for column in range(3))
    assert f"Or by number: {every}" in game.expect(PROMPT)
    game.type("?\r")
    again = game.expect(PROMPT)
    assert "Moves: (0,0) (0,1)" in again
    assert f"Or by number: {every}" in again
    game.type("4\r")
    assert "4=(1,1)" not in game.expect(PROMPT)
    game.type("quit\r")
    assert game.leave() == 0
