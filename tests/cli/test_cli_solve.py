"""`zermelo solve`: the scores of every move, of every line of a file, and what happens when it is stopped."""

import json

import pytest

BOARD = "connect4(width=5,height=4)"  # small enough to be solved from the start at once

NAN = '{"game": "ConnectFour(width=5, height=4, line=4, score=True)"}\n{"moves": "1122", "score": NaN, "nodes": 1, "seconds": 1}\n'

# Near the end of the game, with what they are worth to the player to move
LOST = "2252576253462244111563365343671351441"  # by the last stone but one
DRAWN = "23163416124767223154467471272416755633"
ALSO_LOST = "65214673556155731566316327373221417"

NOTHING_COMPILED = ("--mode", "interpreted")  # a kernel would take longer than these few positions


def results(answer):
    """The JSON lines of an answer: of the positions, and the summary."""
    lines = [json.loads(line) for line in answer.out.splitlines()]
    return lines[:-1], lines[-1]["summary"]


@pytest.fixture
def positions(tmp_path):
    """A file of positions."""

    def write(*lines):
        path = tmp_path / "positions"
        path.write_text("\n".join(lines))
        return path

    return write


# One position


def test_a_game_that_numbers_its_states_is_solved_by_all_of_them(zermelo):
    answer = zermelo("solve", "awari(6)", "--json")
    told = json.loads(answer.out)
    assert (told["algorithm"], told["proved"], told["value"]) == ("database", True, told["score"])
    assert zermelo("solve", "awari(6)").out.splitlines()[-2].startswith("by      retrograde analysis of ")
    refused = zermelo("solve", "awari(30)")
    assert "`zermelo solve GAME --strong --out DIR` solves all of its states" in refused.error


def test_the_score_of_every_move_is_to_the_player_to_move(zermelo):
    found = json.loads(zermelo("solve", "connect4", "--moves", "44455554221", "--json").out)
    assert found["score"] == max(found["scores"].values())
    assert sorted(found["scores"]) == list("1234567")
    assert found["best"] == [move for move, score in found["scores"].items() if score == found["score"]]
    assert found["line"][0] in found["best"]
    assert (found["stopped"], found["between"]) == ("solved", [found["score"], found["score"]])


def test_a_win_at_once_is_worth_22_less_the_stones_that_the_winner_has(zermelo):
    found = json.loads(zermelo("solve", "connect4", "--moves", "112233", "--json").out)
    assert found["scores"]["4"] == 22 - 4
    assert found["line"] == ["4"]


def test_moves_may_be_run_together_or_apart_and_a_position_says_the_same(zermelo):
    together = json.loads(zermelo("solve", BOARD, "--moves", "1122", "--json").out)
    apart = json.loads(zermelo("solve", BOARD, "--moves", "1 1 2 2", "--json").out)
    at = json.loads(zermelo("solve", BOARD, "--position", together["position"], "--json").out)
    after = json.loads(zermelo("solve", BOARD, "--position", "...../...../o..../x.... x", "--moves", "22", "--json").out)
    assert together["scores"] == apart["scores"] == at["scores"] == after["scores"]


def test_in_words_the_best_moves_are_marked(zermelo):
    out = zermelo("solve", BOARD, "--moves", "1122").out.splitlines()
    moves, scores = (next(line.split()[1:] for line in out if line.startswith(word)) for word in ("move ", "score "))
    found = json.loads(zermelo("solve", BOARD, "--moves", "1122", "--json").out)
    assert moves == list(found["scores"])
    assert scores == [f"{score}{'*' * (move in found['best'])}" for move, score in found["scores"].items()]
    end = {-1: " and loses", 0: ": a draw", 1: " and wins"}[(found["score"] > 0) - (found["score"] < 0)]
    assert f"score     {found['score']} to MAX, who is to move{end}" in out


def test_weakly_only_who_wins_is_told(zermelo):
    assert set(json.loads(zermelo("solve", BOARD, "--weak", "--moves", "1122", "--json").out)["scores"].values()) <= {-1, 0, 1}
    answer = zermelo("solve", "kalah", "--weak")
    assert answer.code == 2
    assert "no way to tell only who wins" in answer.error


def test_any_game_of_two_is_solved(zermelo):
    assert json.loads(zermelo("solve", "nim", "--json", *NOTHING_COMPILED).out)["best"] == ["A2"]
    assert set(json.loads(zermelo("solve", "tictactoe", "--json", *NOTHING_COMPILED).out)["scores"].values()) == {0}
    assert json.loads(zermelo("solve", "hexapawn", "--json", *NOTHING_COMPILED).out)["score"] == -1


def test_a_game_that_is_over_has_a_score_and_no_moves(zermelo):
    found = json.loads(zermelo("solve", "connect4", "--moves", "1212121", "--json", *NOTHING_COMPILED).out)
    assert (found["score"], found["scores"], found["line"]) == (-18, {}, [])
    assert "score     -18 to MIN" in zermelo("solve", "connect4", "--moves", "1212121", *NOTHING_COMPILED).out


def test_two_threads_find_the_same(zermelo):
    one, two = (json.loads(zermelo("solve", BOARD, "--threads", n, "--json").out) for n in (1, 2))
    assert one["scores"] == two["scores"]
    assert two["threads"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--moves", "4458"), "'4458', move 4: '8' is not a legal action"),
        (("--moves", "4" * 7), "move 7"),
        (("--table", "0"), "above 0"),
        (("--table", "1e9"), "does not fit"),
        (("--threads", "0"), "threads is a whole number"),
        (("--position", "hello"), "'hello'"),
        (("--output", "here"), "is for --positions FILE"),
        (("--keep-table",), "is for --positions FILE"),
        (("--positions", "here", "--moves", "4"), "a file says itself"),
        (("--positions", "nowhere"), "cannot read nowhere"),
    ],
)
def test_what_is_wrong_is_said(zermelo, words, said):
    answer = zermelo("solve", "connect4", *words)
    assert answer.code == 2
    assert said in answer.error.replace("\n", " ").replace("│", "")


def test_games_that_the_engine_does_not_take_say_so(zermelo):
    answer = zermelo("solve", "nim(players=3)", "--positions", "-")
    assert answer.code == 2
    assert "3 players" in answer.error


# Files of positions


def test_each_line_of_a_file_is_solved_and_held_to_what_it_expects(zermelo, positions):
    file = positions("# two at the end of the game", "", f"{LOST} -1", f"{DRAWN} 0")
    answer = zermelo("solve", "connect4", "--positions", file, "--json", *NOTHING_COMPILED)
    found, summary = results(answer)
    assert answer.code == 0
    assert [(one["moves"][:5], one["score"], one["expected"]) for one in found] == [("22525", -1, -1), ("23163", 0, 0)]
    assert all(one["nodes"] >= 1 and one["seconds"] > 0 for one in found)
    assert (summary["positions"], summary["expected"], summary["differ"]) == (2, 2, 0)
    assert summary["nodes"] == sum(one["nodes"] for one in found)
    assert summary["mean_nodes"] == summary["nodes"] / 2


def test_a_score_that_differs_is_exit_code_1(zermelo, positions):
    answer = zermelo("solve", "connect4", "--positions", positions(f"{LOST} 5"), *NOTHING_COMPILED)
    assert answer.code == 1
    assert "positions  1, 1 of 1 scores differ from those expected" in answer.out
    assert json.loads(answer.out.splitlines()[0])["score"] == -1


def test_lines_without_a_score_expect_none(zermelo, positions):
    answer = zermelo("solve", "connect4", "--positions", positions(LOST), "--json", *NOTHING_COMPILED)
    found, summary = results(answer)
    assert "expected" not in found[0]
    assert (summary["expected"], summary["differ"]) == (0, 0)


def test_positions_in_the_game_s_own_writing_and_scores_of_moves(zermelo, positions):
    file = positions("xx./oo./... x 1", "xx./oo./... x", "xx./oo./... x; (0,2):+1; (1,2):0;")
    found, summary = results(zermelo("solve", "tictactoe", "--positions", file, "--json", *NOTHING_COMPILED))
    assert [one["position"] for one in found] == ["xx./oo./... x"] * 3
    assert [one["score"] for one in found] == [1, 1, 1]
    assert [one.get("expected") for one in found] == [1, None, 1]
    assert summary["differ"] == 0


def test_a_file_may_come_in_by_the_door(zermelo):
    answer = zermelo("solve", "connect4", "--positions", "-", *NOTHING_COMPILED, stdin=f"{LOST}\n")
    assert json.loads(answer.out.splitlines()[0])["moves"] == LOST


def test_a_bad_line_stops_all_before_anything_is_solved(zermelo, positions):
    answer = zermelo("solve", "connect4", "--positions", positions("4455", "44x5 2"))
    assert (answer.code, answer.out) == (2, "")
    assert "line 2: '44x5'" in answer.error
    answer = zermelo("solve", "connect4", "--positions", positions("......./....... x 3"))
    assert "line 1" in answer.error
    assert "2 rows" in answer.error
    answer = zermelo("solve", "tictactoe", "--positions", positions("xx./oo./... x; (0,2):win"))
    assert "'(0,2):win' is no score" in answer.error


def test_nothing_in_a_file_is_evaluated(zermelo, positions):
    answer = zermelo("solve", "connect4", "--positions", positions("__import__('os').abort() 1"))
    assert answer.code == 2


def test_an_empty_file_has_no_positions(zermelo, positions):
    answer = zermelo("solve", "connect4", "--positions", positions(""), *NOTHING_COMPILED)
    assert (answer.code, answer.out) == (0, "no positions\n")


def test_what_was_saved_is_not_solved_again(zermelo, positions, tmp_path):
    lines = [
        f"{LOST} -1",
        f"{DRAWN} 0",
        f"{ALSO_LOST} -1",
    ]
    saved = tmp_path / "solved"
    zermelo("solve", "connect4", "--positions", positions(*lines[:2]), "--output", saved, *NOTHING_COMPILED)
    first = saved.read_text()
    assert len(first.splitlines()) == 3  # the game, and two positions
    saved.write_text(first + '{"moves": "6521467')  # killed in the middle of a line
    answer = zermelo("solve", "connect4", "--positions", positions(*lines), "--output", saved, "--json", *NOTHING_COMPILED)
    assert saved.read_text().startswith(first)
    assert len(saved.read_text().splitlines()) == 4
    assert json.loads(answer.out)["summary"]["positions"] == 3
    again = zermelo("solve", "connect4", "--positions", positions(*lines), "--output", saved, "--json", *NOTHING_COMPILED)
    assert again.out == answer.out
    assert len(saved.read_text().splitlines()) == 4


def test_a_line_that_is_there_twice_is_saved_twice(zermelo, positions, tmp_path):
    saved = tmp_path / "solved"
    file = positions(LOST, LOST)
    for _ in range(2):
        answer = zermelo("solve", "connect4", "--positions", file, "--output", saved, "--json", *NOTHING_COMPILED)
        assert json.loads(answer.out)["summary"]["positions"] == 2
        assert len(saved.read_text().splitlines()) == 3


@pytest.mark.parametrize("there", ["my diary\n", '{"game": "ConnectFour(width=7, height=6, line=4, score=True)"}\n', "half a line", NAN])
def test_another_file_is_not_written_to(zermelo, positions, tmp_path, there):
    saved = tmp_path / "solved"
    saved.write_text(there)
    answer = zermelo("solve", BOARD, "--positions", positions("1122"), "--output", saved)
    assert answer.code == 2
    assert "save to another file" in answer.error.casefold()
    assert saved.read_text() == there


# Stopping


def test_ctrl_c_shows_what_is_known_so_far(terminal):
    solving = terminal("solve", "connect4", "--by", "engine")
    solving.expect(r"solving: score from -?\d+ to \d+")
    solving.interrupt()
    solving.expect(r"score +from -?\d+ to \d+ to MAX")
    solving.expect("stopped before all was solved")
    assert solving.leave() == 130


def test_ctrl_c_keeps_the_lines_that_are_solved(terminal, positions, tmp_path):
    saved = tmp_path / "solved"
    solving = terminal("solve", "connect4", "--positions", positions(LOST, "4"), "--output", saved)
    solving.expect(r"solving 2 positions ... [\d,]+ nodes")
    solving.until(lambda: saved.exists() and len(saved.read_text().splitlines()) == 2)
    solving.interrupt()
    solving.expect("stopped after 1 of 2 positions")
    assert solving.leave() == 130
    assert len(saved.read_text().splitlines()) == 2


def test_a_score_where_chance_moves_is_to_the_first_player(zermelo, tmp_path):
    file = tmp_path / "coin.py"
    file.write_text(
        """from zermelo import CHANCE, Game

class Coin(Game):
    players, chance, max_actions = 2, True, 2
    def initial(self): return 0
    def to_move(self, state): return CHANCE
    def outcomes(self, state): return [(1, 0.25), (2, 0.75)]
    def actions(self, state): return []
    def reward(self, state, action): return 4 * action
    def result(self, state, action): return action
    def is_terminal(self, state): return state > 0
    def utility(self, state, player): return 0
"""
    )
    answer = zermelo("solve", f"{file}:Coin", "--by", "engine", "--mode", "interpreted")
    assert [line.split(None, 1)[1] for line in answer.out.splitlines() if line.startswith("score")] == ["7 to MAX; chance moves"]
    assert "line" not in answer.out
