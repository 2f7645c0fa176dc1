"""Each command does what it says, in text and in JSON."""

import json
import re

import pytest

import zermelo as z
from zermelo import native
from zermelo.cli.output import alive

COMMANDS = ("games", "play", "best", "solve", "perft", "match", "check", "bench", "ladder", "cache")


def test_without_a_command_there_is_help(zermelo):
    assert "Commands:" in zermelo("--help").out
    for command in COMMANDS:
        assert command in zermelo("--help").out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(zermelo, command):
    answer = zermelo(command, "--help")
    assert answer.code == 0
    assert f"Example: zermelo {command}" in answer.out
    assert "--json" in answer.out


def test_the_engine_of_the_go_text_protocol_has_an_example(zermelo):
    assert "Example: zermelo gtp" in zermelo("gtp", "--help").out


def test_version(zermelo):
    assert zermelo("--version").out.startswith("zermelo 0.")


# games


def test_games_are_listed_with_their_parameters(zermelo):
    answer = zermelo("games")
    assert answer.code == 0
    assert "connect4(width=7, height=6, line=4" in answer.out
    assert "desconecta4boom(period=5" in answer.out


def test_games_as_json(zermelo):
    names = [game["name"] for game in json.loads(zermelo("games", "--json").out)]
    assert {"tictactoe", "connect4", "nim", "tree", "desconecta4boom"} <= set(names)


# best


def test_best_tells_everything_as_json(zermelo, small):
    found = json.loads(zermelo("best", small("Race"), "--algorithm", "minimax", "--mode", "interpreted", "--json").out)
    assert {"value", "action", "actions", "line", "nodes", "leaves", "cutoffs", "depth", "seconds", "mode"} <= set(found)
    assert (found["value"], found["action"], found["actions"], found["mode"]) == (1, "TAKE1", ["TAKE1"], "interpreted")
    assert found["line"][0] == "TAKE1"


def test_best_finds_all_ties_with_alphabeta_too(zermelo):
    for algorithm in ("minimax", "alphabeta", "alphabeta_hard"):
        answer = zermelo("best", "desconecta4boom", "--depth", 3, "--algorithm", algorithm, "--mode", "interpreted", "--json")
        assert json.loads(answer.out)["actions"] == [f"PUT{column}" for column in range(1, 8)]


def test_best_in_words(zermelo, small):
    answer = zermelo("best", small("Race"), "--algorithm", "alphabeta", "--mode", "interpreted")
    assert "value     1 to MAX" in answer.out
    assert "action    TAKE1" in answer.out
    assert "alphabeta, interpreted" in answer.out


@pytest.mark.parametrize("algorithm", ["engine", "alphabeta", "maxn", "mcts"])
@pytest.mark.parametrize(("leaf", "shown"), [("-0.5499999999999999", "-0.55"), ("1234567", "1234567"), ("3e-17", "0")])
def test_every_searcher_s_value_is_written_alike(zermelo, algorithm, leaf, shown):
    answer = zermelo("best", f"tree('(({leaf} {leaf}) {leaf})')", "--algorithm", algorithm, "--mode", "interpreted")
    value = re.search(r"^value +(\S+)", answer.out, re.MULTILINE)
    assert value is not None
    assert value[1] == shown


UNTRANSLATED = """import locale

from zermelo.games.nim import Nim


class Own(Nim):
    def result(self, state, action):
        locale.getlocale()
        return super().result(state, action)
"""


@pytest.mark.parametrize("algorithm", ["engine", "alphabeta", "mcts"])
def test_best_says_why_it_searches_in_plain_python(zermelo, algorithm, tmp_path):
    file = tmp_path / "my own.py"
    file.write_text(UNTRANSLATED)
    limit = ("--simulations", "50") if algorithm == "mcts" else ("--depth", "2")
    lines = zermelo("best", str(file), "--algorithm", algorithm, *limit).out.splitlines()
    by = next(place for place, line in enumerate(lines) if line.startswith("by "))
    assert f"{algorithm}, interpreted, in " in lines[by]
    assert re.fullmatch(
        r"why +it does not compile: Own\.result, line 8 of my own\.py .*; `zermelo check '.*/my own\.py'` says all", lines[by + 1]
    )
    asked_for = zermelo("best", str(file), "--algorithm", algorithm, *limit, "--mode", "interpreted").out
    assert "why " not in asked_for


@pytest.mark.parametrize(
    ("given", "how", "lines"),
    [
        ("", (), ""),
        ("", ("--positions", "-"), "A1\nB1\n"),
        ("", ("--by", "value-iteration"), ""),
        (":Own(players=3)", (), ""),
    ],
)
def test_solve_says_once_why_it_works_in_plain_python(zermelo, given, how, lines, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.solving.graph.AT_ONCE", 1)  # so that compiling is tried for so few states
    file = tmp_path / "my own.py"
    file.write_text(UNTRANSLATED)
    answer = zermelo("solve", f"{file}{given}", *how, stdin=lines)
    assert answer.code == 0
    assert re.fullmatch(
        r"zermelo: as plain Python, which is slower: it does not compile: Own\.result, line 8 of my own\.py .*; "
        r"`zermelo check '.*/my own\.py.*'` says all\n",
        answer.error,
    )
    assert "interpreted" in answer.out
    assert zermelo("solve", f"{file}{given}", *how, "--mode", "interpreted", stdin=lines).error == ""


def test_solve_says_so_before_it_is_done_where_it_takes_long(terminal, tmp_path):
    file = tmp_path / "own.py"
    file.write_text(UNTRANSLATED)
    solving = terminal("solve", f"{file}:Own((9, 9, 9, 9, 9))", "--by", "engine")
    solving.expect("zermelo: as plain Python, which is slower: it does not compile: Own.result, line 8")
    solving.expect("solving")
    solving.interrupt()
    assert solving.leave() == 130


def test_best_by_the_engine_in_words(zermelo, small):
    out = zermelo("best", small("Race"), "--mode", "interpreted").out
    assert "value     MAX wins, proved\naction    TAKE1\nline      TAKE1 TAKE" in out
    assert re.search(r"^searched  \d+ nodes, [\d.]+ [kM] nodes/s, depth \d/\d, \d+% of \d+ looks into the table hit$", out, re.MULTILINE)
    assert "stopped   as there is nothing left to find out" in out
    assert "by        engine, interpreted, in 0." in out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--depth", 2), "at this depth, as asked for"),
        (("--nodes", 30), "when its nodes were used up"),
        (("--seconds", 0.05), "when its time was over\n"),
    ],
)
def test_best_says_why_it_stopped(zermelo, options, says):
    out = zermelo("best", "connect4", *options, "--mode", "interpreted").out
    assert ", not proved\n" in out
    assert f"stopped   {says}" in out


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        (("nim", "--depth", 2), True),
        (("nim", "--depth", 2, "--algorithm", "alphabeta"), True),
        (("nim(heaps=(1,2))", "--algorithm", "alphabeta"), False),  # to the end
        (("nim(heaps=(1,2))",), False),
        (("nim", "--simulations", 20, "--algorithm", "mcts"), False),
        (("connect4", "--depth", 2), False),
    ],
)
def test_best_tells_where_a_game_has_nothing_to_value_positions_by(zermelo, words, is_told):
    out = zermelo("best", *words, "--mode", "interpreted").out
    assert ("\nvalued    each position before the end as 0: Nim has no `evaluate`\n" in out) == is_told


def test_named_evaluations_that_nobody_takes_are_named(zermelo, tmp_path):
    (tmp_path / "named.py").write_text(
        "import zermelo\nfrom zermelo.games.nim import Nim\n"
        "class Heaps(zermelo.Evaluation):\n    def value(self, game, state, player): return 1.0\n"
        "class Named(Nim):\n    evaluations = {'heaps': Heaps()}\n"
    )
    named = f"{tmp_path}/named.py:Named"
    told = "as 0: Named has no `evaluate`; it names heaps ({}heaps)\n"
    assert told.format("--evaluation ") in zermelo("best", named, "--depth", 2, "--mode", "interpreted").out
    assert "valued" not in zermelo("best", named, "--depth", 2, "--evaluation", "heaps", "--mode", "interpreted").out
    players = ("--players", "computer:nodes=10", "--players", "random", "--mode", "interpreted")
    assert told.format("engine:evaluation=") in zermelo("play", named, *players).error
    players = ("--players", "engine:nodes=10,evaluation=heaps", *players[2:])
    assert zermelo("play", named, *players).error == ""


def test_without_a_limit_the_engine_takes_some_seconds_and_says_how_to_change_that(zermelo, monkeypatch):
    monkeypatch.setattr("zermelo.cli.best.SECONDS", 0.1)
    answer = zermelo("best", "connect4", "--mode", "interpreted")
    assert "stopped   when its time was over (0.1 s; --depth, --nodes or --seconds change that)" in answer.out


def test_the_best_few_actions(zermelo, small):
    words = ("best", small("Race"), "--depth", 4, "--multipv", 2, "--mode", "interpreted")
    found = json.loads(zermelo(*words, "--json").out)
    assert [one["line"][0] for one in found["variations"]] == ["TAKE1", "TAKE2"]
    assert re.search(r"^2. best   -?\d+: TAKE2", zermelo(*words).out, re.MULTILINE)


def test_best_by_the_engine_as_json(zermelo, small):
    found = json.loads(zermelo("best", small("Race"), "--mode", "interpreted", "--json").out, parse_constant=pytest.fail)
    wanted = {"value": 1, "action": "TAKE1", "actions": None, "algorithm": "engine", "proved": True, "stopped": "solved"}
    assert found | wanted == found
    assert {"selective_depth", "probes", "hits", "cuts", "branching", "variations"} <= set(found)


def test_the_engine_s_options_are_given_by_name(zermelo, small):
    words = ("best", "tictactoe", "--depth", 5, "--mode", "interpreted", "--json")
    plain = json.loads(zermelo(*words).out)
    bare = json.loads(zermelo(*words, "--option", "table=false", "--option", "n_best=2", "--threads", 2, "--table", 0.5).out)
    assert (plain["probes"] > 0, bare["probes"]) == (True, 0)
    assert bare["nodes"] < plain["nodes"]


def test_a_tree_of_games_that_has_no_room_left_says_so_and_how_it_gets_more(zermelo):
    words = ("best", "connect4", "--algorithm", "mcts", "--simulations", 4000, "--mode", "interpreted", "--option")
    assert "MiB was full; --option memory=1 makes room for twice as many" in zermelo(*words, "memory=0.5").out
    assert "full" not in zermelo(*words, "memory=8").out


def test_a_game_that_the_engine_does_not_take_is_searched_by_the_book(zermelo, small):
    found = json.loads(zermelo("best", 'tree("(chance(.5: <1 2 3> .5: <3 2 1>) <1 2 2>)")', "--mode", "interpreted", "--json").out)
    assert (found["algorithm"], found["value"]) == ("maxn", [2, 2, 2])


@pytest.mark.parametrize(
    ("algorithm", "value"),
    [("engine", r"0 0 0 to each player"), ("paranoid", r"-?[\d.]+ to player 2"), ("best_reply", r"-?[\d.]+ to player 2")],
)
def test_best_by_the_searches_for_many_players(zermelo, algorithm, value):
    words = ("best", "mnk(4, 4, 3, players=3)", "--algorithm", algorithm, "--moves", "(0,0)", "--depth", 2, "--mode", "interpreted")
    assert re.search(rf"^value     {value}, ", zermelo(*words).out, re.MULTILINE)
    found = json.loads(zermelo(*words, "--json").out)
    assert found["variations"][0] == {"value": found["value"], "line": found["line"], "distance": None, "proved": False}
    assert found["algorithm"] == algorithm


def test_max_n_s_own_option_is_given_by_name(zermelo):
    words = ("best", "mnk(3, 3, 2, players=3)", "--algorithm", "engine", "--mode", "interpreted", "--json")
    plain, pruned = (
        json.loads(zermelo(*words, "--option", f"shallow={there}", "--option", "table=false").out) for there in ("false", "true")
    )
    assert plain["value"] == pruned["value"]
    assert plain["nodes"] > pruned["nodes"]


def test_best_for_three_players(zermelo, small):
    answer = zermelo("best", small("Three"), "--depth", 2, "--mode", "interpreted")
    assert "value     0 0 0 to each player" in answer.out
    assert len(json.loads(zermelo("best", small("Three"), "--mode", "interpreted", "--json").out)["value"]) == 3


def test_best_from_a_position_and_after_moves(zermelo, small):
    at = json.loads(zermelo("best", small("Race"), "--position", "5 0", "--mode", "interpreted", "--json").out)
    assert at["action"] == "TAKE2"
    after = json.loads(zermelo("best", small("Race"), "--moves", "TAKE1 2", "--mode", "interpreted", "--json").out)
    assert after["action"] == "TAKE1"
    both = json.loads(zermelo("best", small("Race"), "--position", "6 1", "--moves", "take1", "--mode", "interpreted", "--json").out)
    assert both["value"] == 1


def test_best_of_a_game_that_is_over(zermelo, small):
    over = ("best", small("Race"), "--position", "0 1", "--mode", "interpreted")
    answer = zermelo(*over, "--algorithm", "minimax", "--json")
    found = json.loads(answer.out)
    assert (answer.code, found["value"], found["action"], found["actions"]) == (0, 1, None, [])
    assert "value     MAX wins, proved\naction    none: the game is over" in zermelo(*over).out


def test_infinite_values_are_strict_json(zermelo):
    for algorithm in ("alphabeta", "engine"):
        words = ("--algorithm", algorithm, "--mode", "interpreted", "--json")
        answer = zermelo("best", "desconecta4boom", "--position", LOST, "--depth", 2, "--evaluation", "groups", *words)
        assert json.loads(answer.out, parse_constant=pytest.fail)["value"] == "-inf"


LOST = "0000000/0000000/0000000/0000000/0000000/0222000/1111000 2 4"


# perft


def test_perft_counts(zermelo):
    found = json.loads(zermelo("perft", "connect4", 4, "--mode", "interpreted", "--json").out)
    assert {"nodes", "finished", "seconds", "mode"} <= set(found)
    assert (found["nodes"], found["finished"], found["mode"]) == (2401, 0, "interpreted")


@pytest.mark.parametrize(
    ("depth", "nodes", "finished"), [(1, 2, 0), (2, 4, 0), (3, 8, 0), (4, 15, 4), (5, 16, 10), (6, 7, 6), (7, 1, 1), (8, 0, 0)]
)
def test_perft_does_not_continue_finished_games(zermelo, small, depth, nodes, finished):
    found = json.loads(zermelo("perft", small("Race"), depth, "--mode", "interpreted", "--json").out)
    assert (found["nodes"], found["finished"]) == (nodes, finished)


def test_perft_divides_by_first_action(zermelo, small):
    found = json.loads(zermelo("perft", small("Race"), 5, "--divide", "--mode", "interpreted", "--json").out)
    assert sum(found["divide"].values()) == found["nodes"]
    assert list(found["divide"]) == ["TAKE1", "TAKE2"]
    answer = zermelo("perft", small("Race"), 1, "--divide", "--mode", "interpreted")
    assert answer.out.splitlines()[:3] == ["TAKE1     1", "TAKE2     1", "nodes     2"]


def test_perft_counts_what_chance_does(zermelo, small):
    assert json.loads(zermelo("perft", small("Coin"), 2, "--mode", "interpreted", "--json").out)["nodes"] == 4


def test_perft_of_a_game_that_is_over(zermelo, small):
    answer = zermelo("perft", small("Race"), 2, "--position", "0 1", "--divide", "--mode", "interpreted", "--json")
    assert json.loads(answer.out)["nodes"] == 0


# match


def test_match_as_json(zermelo, small):
    words = ("match", small("Race"), "--players", "random", "minimax", "--games", 6, "--seed", 2, "--mode", "interpreted", "--json")
    found = json.loads(zermelo(*words).out)
    assert (found["games"], found["seed"]) == (6, 2)
    assert found["wins"] + found["draws"] + found["losses"] == 6
    assert found["interval"][0] <= found["score"] <= found["interval"][1]
    assert [standing["player"] for standing in found["standings"]] == ["random", "minimax"]
    again = json.loads(zermelo(*words).out)
    assert again | {"seconds": 0} == found | {"seconds": 0}


def test_match_as_a_table(zermelo, small):
    answer = zermelo("match", small("Race"), "--players", "random", "minimax:depth=9,sooner=true", "--games", 4, "--mode", "interpreted")
    assert answer.code == 0
    assert "95 % interval" in answer.out
    assert "minimax:depth=9,sooner=true" in answer.out
    assert "4 games of Race(matches=7), seed 0" in answer.out


# play between computers


def test_two_computers_print_every_move(zermelo, small):
    answer = zermelo("play", small("Race(4)"), "--players", "minimax", "minimax", "--mode", "interpreted")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "MAX: minimax",
        "MIN: minimax",
        "",
        "  1  MAX  TAKE1",
        "  2  MIN  TAKE1",
        "  3  MAX  TAKE2",
        "",
        "0 1",
        "",
        "utility 1, MAX won",
    ]


def test_the_perfect_game_of_tictactoe(zermelo):
    """With minimax on both sides: the centre answers the corner, and nobody wins."""
    answer = zermelo("play", "tictactoe", "--players", "minimax", "minimax")
    moves = [
        line.split(maxsplit=2)[2] for line in answer.out.splitlines() if line.strip()[:1].isdigit() and len(line.split(maxsplit=2)) == 3
    ]
    assert moves[:9] == ["(0,0)", "(1,1)", "(0,1)", "(0,2)", "(2,0)", "(1,0)", "(1,2)", "(2,1)", "(2,2)"]
    assert "utility 0, a draw" in answer.out


def test_what_the_engine_thinks_of_its_moves_is_beside_them(zermelo, small):
    answer = zermelo("play", small("Race"), "--players", "engine:depth=9", "random", "--seed", 1, "--mode", "interpreted")
    assert re.search(r"^  1  MAX  TAKE1    value MAX wins \(proved\), depth 7/7, line TAKE1 TAKE", answer.out, re.MULTILINE)
    assert re.search(r"^  2  MIN  TAKE\d$", answer.out, re.MULTILINE)


NOBODY_PLAYS = "note: standard input is no terminal, so the computer plays all sides\n"


def test_without_a_terminal_two_computers_play_to_the_end(zermelo, small):
    answer = zermelo("play", small("Race"), "--mode", "interpreted")
    assert answer.code == 0
    assert answer.error.startswith(NOBODY_PLAYS)
    assert answer.out.startswith("MAX: computer\nMIN: computer:nodes=100\n")
    assert "utility 1, MAX won" in answer.out


def test_a_clock_and_what_comes_of_it(zermelo, small):
    words = ("--players", "engine", "engine", "--clock", "0.3+0.01", "--mode", "interpreted", "--json")
    answer = zermelo("play", small("Race"), *words)
    assert json.loads(answer.out)["ending"] == "rules"
    assert answer.error == ""
    assert json.loads(zermelo("match", small("Race"), *words, "--games", 2).out)["games"] == 2


def test_a_repetition_ends_the_game_where_it_is_worth_something(zermelo, small):
    answer = zermelo("play", small("Round"), "--players", "random", "random")
    assert answer.out.splitlines()[-1] == "utility 5, MAX won: a position came for the third time"


def test_the_game_that_is_shown_where_nobody_can_play_comes_to_an_end(process):
    """What `make run` does without a terminal."""
    answer = process("play", "desconecta4boom")
    assert answer.returncode == 0
    assert answer.stderr == NOBODY_PLAYS
    assert answer.stdout.splitlines()[-1] in ("utility 1, MAX won", "utility -1, MIN won", "utility 0, a draw")


def test_a_played_game_as_json(zermelo, small):
    found = json.loads(zermelo("play", small("Race(2)"), "--players", "minimax", "random", "--mode", "interpreted", "--json").out)
    assert found["moves"] == [{"ply": 1, "player": "MAX", "action": "TAKE2"}]
    assert (found["utility"], found["final"]) == (1, "0 1")


def test_where_chance_moves_best_does_not_say_that_the_game_is_over(zermelo):
    for more in (("--depth", 2), ("--algorithm", "mcts", "--simulations", 20), ("--algorithm", "expectiminimax", "--depth", 2)):
        answer = zermelo("best", "pig(10)", "--moves", "roll", "--mode", "interpreted", *more)
        assert "none: chance moves" in answer.out
        assert "is over" not in answer.out


def test_chance_has_its_own_line(zermelo, small):
    answer = zermelo("play", small("Coin"), "--players", "random", "random", "--seed", 1)
    assert [line.split()[1] for line in answer.out.splitlines() if line[:3].strip().isdigit()] == ["MAX", "chance"]


def test_three_computers(zermelo, small):
    answer = zermelo("play", small("Three"), "--players", "random", "maxn", "random", "--seed", 1, "--mode", "interpreted")
    assert "player 2: maxn" in answer.out
    moves = re.findall(r"^ *\d+  player \d  TAKE(\d)", answer.out, re.MULTILINE)
    assert sum(map(int, moves)) == 7
    worths = [2 if player == (len(moves) - 1) % 3 else -1 for player in range(3)]  # who took the last match has won
    assert re.findall(r"-?\d", answer.out[answer.out.rindex("utilities") :])[:3] == [str(worth) for worth in worths]


def test_a_game_without_end_is_ended(zermelo, small):
    answer = zermelo("play", small("Forever"), "--players", "random", "random", "--plies", 7)
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "unfinished after 7 plies (--plies)"


# bench, cache, check


def test_bench_measures(zermelo, small):
    rows = json.loads(zermelo("bench", small("Race"), "connect4", "--seconds", 0.05, "--mode", "interpreted", "--json").out)
    assert [(row["algorithm"], row["mode"]) for row in rows] == [("perft", "interpreted"), ("alphabeta", "interpreted")] * 2
    assert all(row["nodes_per_second"] > 0 and row["nodes"] > 0 and row["depth"] > 0 for row in rows)
    assert "nodes/s" in zermelo("bench", small("Race"), "--seconds", 0, "--mode", "interpreted").out


def test_cache_shows_where_it_is_and_is_cleared(process, tmp_path):
    settings = {"ZERMELO_CACHE_DIR": str(tmp_path)}
    found = json.loads(process("cache", "--json", env=settings).stdout)
    assert {"directory", "entries", "bytes"} <= set(found)
    assert "directory" in process("cache", env=settings).stdout
    assert json.loads(process("cache", "--clear", "--json", env=settings).stdout)["removed"] == 0


@pytest.mark.parametrize(("files", "told"), [(1, "1 file removed"), (2, "2 files removed")])
def test_what_is_removed_from_the_cache_is_counted(zermelo, monkeypatch, files, told):
    monkeypatch.setattr("zermelo.native.cache.clear", lambda: files)
    assert zermelo("cache", "--clear").out.startswith(told)


def test_check_passes_a_game_that_keeps_the_rules(zermelo, small):
    answer = zermelo("check", small("Race"), "--no-compile", "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["problems"] == []


def test_check_shows_that_it_is_at_work(terminal, small):
    checking = terminal("check", small("Race"), "--no-compile", NO_COLOR="1")
    checking.expect("looking for broken rules")
    assert checking.leave() == 0
    assert "no problem found" in checking.seen


def test_check_fails_a_game_that_breaks_them(zermelo, small):
    answer = zermelo("check", small("Stuck"), "--no-compile")
    assert answer.code == 1
    assert answer.out


def test_best_by_simulation_prints_what_was_tried(zermelo):
    answer = zermelo("best", "hexapawn", "--algorithm", "mcts", "--simulations", 3000)
    assert answer.code == 0
    assert "value      MIN wins, proved" in answer.out
    assert re.search(r"^action +visits +value\n.+ \d+ +-1.0000  proved$", answer.out, re.MULTILINE)
    facts = json.loads(
        zermelo("best", "tictactoe", "--algorithm", "mcts", "--simulations", 50, "--option", "exploration=0.5", "--json").out
    )
    assert facts["simulations"] == sum(one["visits"] for one in facts["tried"]) == 50
    for words, says in (
        (("--depth", 3), "mcts has no option 'depth'"),
        (("--option", "rav=1"), "did you mean rave"),
        (("--option", "rave"), "is not an option such as killers=false"),
        (("--simulations", 0), "simulations is a whole number from 1 up"),
    ):
        answer = zermelo("best", "tictactoe", "--algorithm", "mcts", *words)
        assert answer.code == 2
        assert says in answer.error


DUST = '''
import zermelo as z

class Lottery(z.Game):
    """Three tickets that are worth 0 on the average, but for what rounding leaves."""

    players = PLAYERS
    chance = True
    prizes = (0.1, 0.2, -0.05 / 0.7)

    def initial(self): return 0
    def to_move(self, state): return z.CHANCE if state else 0
    def actions(self, state): return [1]
    def outcomes(self, state): return [(2, 0.1), (3, 0.2), (4, 0.7)]
    def result(self, state, action): return action
    def is_terminal(self, state): return state > 1
    def utility(self, state, player): return self.prizes[state - 2] * (-1 if player and self.players == 2 else 1)
'''


@pytest.mark.parametrize(("players", "value"), [(1, "0 to MAX"), (2, "0 to MAX"), (3, "0 0 0 to each player")])
def test_what_rounding_leaves_of_0_is_shown_as_0(zermelo, tmp_path, players, value):
    file = tmp_path / "lottery.py"
    file.write_text(DUST.replace("PLAYERS", str(players)))
    game = z.load_game(str(file))
    assert 0 < abs(z.best(game, algorithm="maxn").value[0] if players > 1 else z.best(game).value) < 1e-16  # what is computed is left alone
    for command in (["best"], ["best", "--algorithm", "maxn"], ["solve"], ["explain"]):
        answer = zermelo(command[0], file, *command[1:])
        assert answer.code == 0, answer.error
        assert "e-1" not in answer.out, answer.out
    assert value in zermelo("best", file).out
    assert "e-1" not in str(z.best(game)) + str(z.solve(game))


# What is said while something takes long and nobody is at a terminal

SLOW = [
    ("solve", "connect4(4, 4)"),
    ("best", "nim(players=3)", "--mode", "interpreted"),
    ("solve", "pig(goal=12)", "--mode", "interpreted"),
    ("solve", "kuhn", "--mode", "interpreted"),
    ("match", "connect4", "--players", "alphabeta:depth=3", "random", "--games", "2", "--mode", "interpreted"),
    ("explain", "desconecta4boom", "--depth", "4"),
    ("perft", "connect4", "5", "--mode", "interpreted"),
]


@pytest.mark.parametrize("words", SLOW, ids=[words[0] + " " + words[1] for words in SLOW])
def test_what_takes_long_says_now_and_then_that_it_is_at_work(zermelo, words, monkeypatch):
    monkeypatch.setattr("zermelo.cli.output.EVERY", 0.001)
    answer = zermelo(*words)
    assert answer.code == 0
    assert re.match(r"zermelo: \w.* \(\d+ s\)\n", answer.error)


def test_what_is_done_soon_says_nothing(zermelo):
    assert zermelo("perft", "nim", 2).error == ""


def test_explain_says_what_it_has_written(zermelo, tmp_path):
    file = tmp_path / "pawns.svg"
    answer = zermelo("explain", "pawns", "--depth", 2, "--out", file)
    assert answer.out == f"{file}: written, {file.stat().st_size / 1000:,.1f} kB\n"


def test_best_tells_where_a_value_comes_from_that_is_not_proved(zermelo, tmp_path):
    """From the end of the game after two sixes; the engine, which must not look at all moves, has not seen that there is no other way."""
    (tmp_path / "six.py").write_text(
        "import zermelo\n"
        "class Six(zermelo.Game):\n"
        "    utility_range = (-9, 9)\n"
        "    engine = {'n_best': 1}\n"
        "    def initial(self): return (0, 0)\n"
        "    def to_move(self, state): return 0\n"
        "    def actions(self, state): return [6, 1]\n"
        "    def result(self, state, action): return (state[0] + action, state[1] + 1)\n"
        "    def is_terminal(self, state): return state[0] >= 12 or state[1] == 9\n"
        "    def utility(self, state, player): return 1 if player == 0 else -1\n"
    )
    out = zermelo("best", f"{tmp_path}/six.py", "--depth", 3, "--mode", "interpreted").out
    assert "value     1 to MAX, not proved\n" in out
    assert (
        "valued    each position before the end as 0: Six has no `evaluate`; the value is that of an end of the game, and moves that the "
        "search has left out may lead to another\n"
    ) in out


def test_best_takes_an_average_over_chance_for_no_end_of_the_game(zermelo, tmp_path):
    (tmp_path / "coins.py").write_text(
        "import zermelo\n"
        "class Coins(zermelo.Game):\n"
        "    chance = True\n"
        "    def initial(self): return ''\n"
        "    def to_move(self, state): return zermelo.CHANCE if len(state) % 2 else 0\n"
        "    def actions(self, state): return [0]\n"
        "    def outcomes(self, state): return [(1, 0.75), (2, 0.25)]\n"
        "    def result(self, state, action): return state + str(action)\n"
        "    def is_terminal(self, state): return '1' in state or len(state) > 20\n"
        "    def utility(self, state, player): return 1 if player == 0 else -1\n"
    )
    out = zermelo("best", f"{tmp_path}/coins.py", "--depth", 2, "--mode", "interpreted").out
    assert "valued    each position before the end as 0: Coins has no `evaluate`\n" in out


@pytest.mark.parametrize(
    ("seconds", "told"), [(30.0, "zermelo: compiling, once for these rules; about 30 s left ...\n"), (0.6, ""), (0.0, "")]
)
def test_a_compilation_that_takes_long_is_told_as_it_begins(capsys, seconds, told):
    with alive("searching"), native.compiling(seconds), native.compiling():
        assert capsys.readouterr().err == told


def test_a_terminal_is_told_how_far_the_compiler_is(terminal, tmp_path):
    searching = terminal("best", "chess", "--depth", "1", ZERMELO_CACHE_DIR=str(tmp_path))
    searching.expect(r"compiling, once for these rules; about \d+ s left")
    searching.expect("at this depth, as asked for")
    assert searching.leave() == 0


def test_a_match_at_a_terminal_says_that_it_compiles(terminal, tmp_path):
    playing = terminal(
        "match", "nim(heaps=(1,2,3))", "--players", "minimax:depth=2", "random", "--games", "2", ZERMELO_CACHE_DIR=str(tmp_path)
    )
    playing.expect("compiling, once for these rules")
    assert playing.leave() == 0


ONE_WAY = """
from zermelo import Game


class Lane(Game):
    max_actions = 2

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [1] if state[0] == 0 else [1, 2]

    def result(self, state, action):
        return (state[0] + action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] >= 12

    def utility(self, state, player):
        return 1 if player == state[1] else -1
"""
"""It begins with the only move that there is, and no ply shows how it ends."""


def test_of_the_only_move_no_value_is_told(zermelo, tmp_path):
    (tmp_path / "lane.py").write_text(ONE_WAY)
    answer = zermelo("play", tmp_path / "lane.py", "--players", "engine:seconds=60", "random", "--mode", "interpreted")
    first, *_ = [line for line in answer.out.splitlines() if line.startswith("  1  MAX")]
    assert first.split(maxsplit=3)[3] == "the only move"
