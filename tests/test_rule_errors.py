"""What rules give and take that they must not, told with the user's file, method, line and position: to Python and to the terminal."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zermelo as z
from zermelo.cli.app import app
from zermelo.rule_errors import blame, is_users

TAKE = '''from zermelo import Game


class Take(Game):
    """A pile: take 1, 2 or 3; who takes the last wins."""

    def initial(self):
        return ([7], 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [k for k in (1, 2, 3) if k <= state[0][0]]

    def result(self, state, action):
        pile = list(state[0])
        pile[0] -= action
        return (pile, 1 - state[1])

    def is_terminal(self, state):
        return state[0][0] == 0

    def utility(self, state, player):
        return -1 if player == state[1] else 1
'''
COIN = """from zermelo import CHANCE, Game


class Coin(Game):
    chance = True

    def initial(self):
        return (0, 0, 3)

    def to_move(self, state):
        return CHANCE if state[1] == 2 else state[1]

    def actions(self, state):
        return [0, 1]

    def outcomes(self, state):
        return {1: 0.5, 2: 0.5}

    def result(self, state, action):
        score, who, left = state
        return (score + action, 0, left - 1) if who == 2 else (score + action, 2, left)

    def is_terminal(self, state):
        return state[2] == 0

    def utility(self, state, player):
        return (1 if state[0] > 5 else -1) * (1 if player == 0 else -1)
"""
MISTAKES = {
    "a player": (("        return state[1]\n\n", "        state[1]\n\n"), "`to_move` of Take (line 10 of mine.py) gives None"),
    "actions": (("return [k for", "moves = [k for"), "`actions` of Take (line 13 of mine.py) gives None"),
    "a state": (("        return (pile, 1 - state[1])\n", ""), "`result` of Take (line 16 of mine.py) gives None for "),
    "an end": (("return state[0][0] == 0", "state[0][0] == 0"), "`is_terminal` of Take (line 21 of mine.py) gives None"),
    "a worth": (
        ("return -1 if player == state[1] else 1", "if player == state[1]:\n            return -1"),
        "`utility` of Take (line 24 of mine.py) gives None, and must give a number; is a `return` missing?; position: ([0],1)",
    ),
    "a text": (
        ("return -1 if player == state[1] else 1", "return 'win'"),
        "`utility` of Take (line 24 of mine.py) gives 'win', and must give a number; position: ([0],1)",
    ),
}


def of(folder: Path, text: str, *changed: tuple[str, str], name: str = "mine.py") -> Path:
    for old, new in changed:
        assert old in text
        text = text.replace(old, new)
    file = folder / name
    file.write_text(text)
    return file


def said(*words: object) -> str:
    answer = CliRunner().invoke(app, [str(word) for word in words])
    assert answer.exit_code == 2, answer.output
    assert answer.stderr.count("\n") == 1
    return answer.stderr


@pytest.mark.parametrize("mode", ["auto", "interpreted"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_answer_of_the_wrong_kind_is_told_with_its_method_line_and_position(mistake, mode, tmp_path):
    change, words = MISTAKES[mistake]
    file = of(tmp_path, TAKE, change)
    with pytest.raises(z.GameError) as told:
        z.best(z.load_game(str(file)), depth=4, mode=mode)
    assert words in str(told.value)
    assert "; position: (" in str(told.value)
    assert words in said("best", file, "--depth", 4, "--mode", mode)


@pytest.mark.parametrize("command", [("perft", 3), ("play", "--players", "random", "random"), ("match", "--players", "random", "random")])
def test_every_command_names_the_file_of_the_rules(command, tmp_path):
    file = of(tmp_path, TAKE, MISTAKES["actions"][0])
    assert MISTAKES["actions"][1] in said(command[0], file, *command[1:])


def test_a_rule_that_raises_is_a_game_error_with_its_line(tmp_path):
    game = z.load_game(str(of(tmp_path, TAKE, ("pile[0] -= action", "pile[action] -= action"))))
    for asked in ({"depth": 3}, {"algorithm": "minimax", "depth": 3, "mode": "interpreted"}):
        with pytest.raises(z.GameError, match=r"mine\.py, line 18, in result.*IndexError|IndexError.*mine\.py, line 18, in result"):
            z.best(game, **asked)


@pytest.mark.parametrize("command", [("best", "--depth", 3), ("perft", 3), ("check",)])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("is_terminal(self, state)", "is_terminal(state)"), "`self` is missing: write `def is_terminal(self, state)`"),
        (("utility(self, state, player)", "utility(self, state)"), "write `def utility(self, state, player)`"),
    ],
)
def test_a_method_with_other_parameters_is_told_before_it_is_called(change, words, command, tmp_path):
    answer = CliRunner().invoke(app, [command[0], str(of(tmp_path, TAKE, change)), *map(str, command[1:])])
    assert words in answer.output
    assert "of mine.py)" in answer.output


def test_a_method_may_take_more_than_it_is_given(tmp_path):
    file = of(tmp_path, TAKE, ("utility(self, state, player)", "utility(self, state, player, *rest, bonus=0)"))
    assert z.best(z.load_game(str(file)), mode="interpreted").value == 1


def test_outcomes_as_a_dict_are_told_what_they_are(tmp_path):
    file = of(tmp_path, COIN)
    words = (
        "`outcomes` of Coin (line 16 of mine.py) gives 1, and must give pairs (action, probability), the action first; "
        "of a dict its `items()`"
    )
    assert words in said("best", file, "--depth", 2)
    assert words in said("perft", file, 3)
    report = CliRunner().invoke(app, ["check", str(file)]).output
    assert "does not compile" in report
    assert "what `outcomes` gives: int cannot be gone through" in report
    assert "Cannot cast" not in report


@pytest.mark.parametrize("mistake", ["a player", "a text"])
def test_why_it_does_not_compile_names_no_file_of_ours(mistake, tmp_path):
    report = CliRunner().invoke(app, ["check", str(of(tmp_path, TAKE, MISTAKES[mistake][0]))]).output
    method = {"a player": "to_move", "a text": "utility"}[mistake]
    assert f"does not compile, so it runs interpreted: what `{method}` gives: " in report
    assert "entries.py" not in report


@pytest.mark.parametrize("name", ["random.py", "bisect.py"])
def test_a_file_may_have_the_name_of_a_module_that_it_imports(name, tmp_path):
    word = name.partition(".")[0]
    uses = {"random": "random.Random(1).choice([7])", "bisect": "7 if bisect.bisect([1, 2], 1) else 0"}[word]
    file = of(tmp_path, f"import {word}\n{TAKE}", ("([7], 0)", f"([{uses}], 0)"), name=name)
    assert z.best(z.load_game(str(file)), mode="interpreted").value == 1


def test_a_file_imports_its_neighbour_of_that_name_all_the_same(tmp_path):
    (tmp_path / "bisect.py").write_text("PILE = 7\n")
    file = of(tmp_path, f"import bisect\n{TAKE}", ("([7], 0)", "([bisect.PILE], 0)"))
    assert z.best(z.load_game(str(file)), mode="interpreted").value == 1


def test_what_is_installed_is_no_users_file():
    assert not is_users("/opt/other/lib/python3.12/site-packages/typer/main.py")
    assert not is_users("/usr/lib/python3/dist-packages/typer/main.py")
    assert is_users("/home/anna/games/mine.py")


def test_a_script_that_searches_is_not_blamed_for_the_rules(tmp_path):
    of(tmp_path, TAKE, MISTAKES["actions"][0])
    script = "import zermelo as z\ntry:\n    z.best(z.load_game('mine.py'), depth=4)\nexcept z.GameError as told:\n    print(told)\n"
    (tmp_path / "script.py").write_text(script)
    run = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "line 13 of mine.py" in run.stdout
    assert "script.py" not in run.stdout


def test_who_asks_for_a_method_as_an_evaluation_is_told_how_one_is_declared(tmp_path):
    file = of(tmp_path, TAKE, ("    def is_terminal", "    def height(self, state, player):\n        return 0\n\n    def is_terminal"))
    told = said("best", file, "--depth", 2, "--evaluation", "height")
    assert "`height` is a method of it" in told
    assert 'evaluations = {"height": Mine()}' in told


# Rules that come to no end

FOREVER = (
    "        return [k for k in (1, 2, 3) if k <= state[0][0]]",
    "        k = 0\n        while True:\n            k += 1\n            yield k",
)
HANGS = ("pile[0] -= action", "pile[0] -= action\n        while pile[0] == 2:\n            pass")


@pytest.mark.parametrize("mode", ["auto", "interpreted"])
@pytest.mark.parametrize(
    "command",
    [("best",), ("best", "--algorithm", "mcts"), ("perft", 3), ("play", "--players", "random", "random"), ("solve",)],
)
def test_a_listing_without_end_is_stopped_and_told(command, mode, tmp_path):
    told = said(command[0], of(tmp_path, TAKE, FOREVER), *command[1:], "--mode", mode)
    assert "`actions`" in told
    assert "gives more than max_actions = 256 in position '([7],0)'" in told
    assert "set max_actions in the class" in told


@pytest.mark.parametrize("command", [("match", "--players", "random", "random"), ("explain",)])
def test_a_listing_without_end_is_told_by_what_plays_and_explains(command, tmp_path):
    assert "gives more than max_actions" in said(command[0], of(tmp_path, TAKE, FOREVER), *command[1:])


def test_compiled_rules_list_no_more_than_one_too_many(tmp_path):
    """Below the root: of it, all actions are looked at before anything is compiled."""
    late = (FOREVER[0], "        k = 0\n        while k < 3 or state[0][0] < 7:\n            k += 1\n            yield k")
    told = said("best", of(tmp_path, TAKE, late), "--depth", 3, "--mode", "compiled")
    assert "gives more than max_actions" in told


def test_as_many_as_the_class_says_are_listed(tmp_path):
    file = of(tmp_path, TAKE, ("(1, 2, 3)", "range(1, 4)"), ('    """A pile', '    max_actions = 3\n    """A pile'))
    assert z.best(z.load_game(str(file)), mode="interpreted").value == 1


def test_check_tells_a_rule_that_does_not_return_and_goes_on(tmp_path):
    started = time.monotonic()
    report = z.check(z.load_game(str(of(tmp_path, TAKE, HANGS))), budget=1.0)
    assert time.monotonic() - started < 30
    assert any(problem.rule == "returns" and "had not returned after 0.5 seconds" in problem.message for problem in report.problems)
    assert "whether it compiles was not looked at: a rule does not return" in report.notes


STOPPED_WHERE_IT_HANGS = """
import os, signal, sys, threading, time
from zermelo.cli import main

def hangs(frame):
    while frame and frame.f_code.co_name != "result":
        frame = frame.f_back
    return frame and frame.f_locals.get("pile", [0])[0] == 2

def watch():
    while not any(map(hangs, sys._current_frames().values())):
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=watch, daemon=True).start()
main()
"""


@pytest.mark.parametrize("command", [("best", "--depth", "5"), ("best", "--depth", "5", "--mode", "interpreted"), ("solve",)])
def test_ctrl_c_says_which_rule_hangs(command, tmp_path):
    """Where the compiler looks at the rules as well, which asks them in a thread within its own."""
    file = of(tmp_path, TAKE, HANGS)
    words = [sys.executable, "-c", STOPPED_WHERE_IT_HANGS, command[0], str(file), *command[1:]]
    run = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300)
    assert run.returncode == 130
    assert "mine.py, line 19, in result; position: ([" in run.stderr.splitlines()[-1]


def test_after_ctrl_c_no_rule_is_asked_again(tmp_path):
    game = z.load_game(str(of(tmp_path, TAKE, HANGS)))
    state = ([2], 0)  # of which a rule does not return

    def looks_at_it(game: z.Game, state: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stop:
        looks_at_it(game, state)
    assert blame(stop.value) is None


LATE = '''from zermelo import Game


class Late(Game):
    """Twelve bits, and all ones are unlucky: no game at random comes there."""

    utility_range = (-1, 1)

    def initial(self):
        return ([], 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        bits = state[0] + [action]
        if len(bits) == 12 and all(bits):
            raise ValueError(f"{sum(bits)} ones are unlucky")
        return (bits, 1 - state[1])

    def is_terminal(self, state):
        return len(state[0]) == 12

    def utility(self, state, player):
        ones = sum(state[0])
        return 0 if ones == 6 else 1 if (ones > 6) == (player == 0) else -1
'''


@pytest.mark.parametrize("asked", [{"algorithm": "minimax"}, {}, {"algorithm": "mcts", "simulations": 50_000, "seed": 3}])
def test_what_compiled_rules_raise_is_told_with_its_text_its_line_and_the_position(asked, tmp_path):
    won = ("0 if ones == 6 else 1 if (ones > 6) == (player == 0) else -1", "ones / 12 if player == 0 else -ones / 12")
    game = z.load_game(str(of(tmp_path, LATE, ("return state[1]", "return 0"), won)))
    with pytest.raises(z.GameError, match="ValueError: 12 ones are unlucky") as told:
        z.best(game, mode="compiled", **asked)
    assert "mine.py, line 21, in result" in str(told.value)
    assert "([1,1,1,1,1,1,1,1,1,1,1],1)" in str(told.value)


def test_the_text_that_a_rule_in_the_dialect_raises_is_told_as_far_as_it_is_known(tmp_path):
    """Its states are in registers, and what it was asked is not known."""
    changed = (
        ("return ([], 0)", "return (0, 0, 0)"),
        ("return state[1]", "return state[2]"),
        ("bits = state[0] + [action]", "count, ones = state[0] + 1, state[1] + action"),
        ("len(bits) == 12 and all(bits)", "count == 12 and ones == 12"),
        ("{sum(bits)} ones", "{ones} ones"),
        ("(bits, 1 - state[1])", "(count, ones, 1 - state[2])"),
        ("len(state[0]) == 12", "state[0] == 12"),
        ("sum(state[0])", "state[1]"),
    )
    game = z.load_game(str(of(tmp_path, LATE, *changed)))
    with pytest.raises(z.GameError, match=r"ValueError \(\.\.\. ones are unlucky\) in Late\.result, line 21 of mine\.py"):
        z.best(game, mode="compiled", algorithm="minimax")


ENDLESS_BELOW = (
    "        return [0, 1]\n",
    "        k = 0\n        while k < 2 or len(state[0]) == 3:\n            yield k\n            k += 1\n",
)
ENDLESS_SELDOM = (
    "        return [0, 1]\n",
    "        k = 0\n        while k < 2 or sum(state[0]) == 10:\n            yield k\n            k += 1\n",
)
RAISES = ("            raise ValueError(", "            print(")


@pytest.mark.parametrize(
    "command",
    [
        ("best", "--depth", 6),
        ("best", "--algorithm", "minimax"),
        ("best", "--algorithm", "mcts", "--simulations", 1000),
        ("perft", 6),
        ("perft", 6, "--bulk"),
        ("play", "--players", "random", "random"),
        ("match", "--players", "alphabeta:depth=5", "engine:depth=5"),
        ("solve",),
        ("explain", "--depth", 5),
    ],
)
def test_a_listing_that_never_ends_below_the_root_is_told(command, tmp_path):
    told = said(command[0], of(tmp_path, LATE, ENDLESS_BELOW, RAISES), *command[1:])
    assert "`actions`" in told
    assert "gives more than max_actions = 256 in " in told


@pytest.mark.parametrize("asked", [{}, {"algorithm": "minimax"}])
def test_a_listing_that_seldom_ends_is_told_where_rules_are_compiled(asked, tmp_path):
    """Where games at random do not come."""
    game = z.load_game(str(of(tmp_path, LATE, ENDLESS_SELDOM, RAISES)))
    with pytest.raises(z.GameError, match=r"actions.* gives more than (max_actions = )?256"):
        z.best(game, mode="compiled", **asked)


def test_rules_that_change_between_two_searches_are_searched_as_they_are_in_plain_python(tmp_path):
    """What ends their listings shares their attributes."""
    game = z.load_game(
        str(of(tmp_path, TAKE, ("return ([7], 0)", "return ([7], 0)\n\n    most = 3"), ("(1, 2, 3)", "range(1, self.most + 1)")))
    )
    engine = z.Engine(game, mode="interpreted")
    assert engine.search(depth=8).value == 1
    game.most = 6
    engine.clear()
    assert engine.search(depth=8).value == -1


PAIRS = ("return {1: 0.5, 2: 0.5}", "return [(1, 0.5), (2, 0.5)]")


@pytest.mark.parametrize("algorithm", ["engine", "expectiminimax"])
def test_pairs_the_wrong_way_round_are_told(algorithm, tmp_path):
    file = of(tmp_path, COIN, (PAIRS[0], "return [(0.5, 1), (0.5, 2)]"))
    words = "`outcomes` of Coin (line 16 of mine.py) gives (0.5, 1), and must give pairs (action, probability), the action first"
    assert words in said("best", file, "--depth", 4, "--algorithm", algorithm)


def test_chance_without_outcomes_is_told_before_it_moves(tmp_path):
    file = of(tmp_path, COIN, ("    def outcomes(self, state):\n        return {1: 0.5, 2: 0.5}\n\n", ""))
    assert "Coin has `chance = True` and does not define `outcomes(self, state)`" in said("best", file)
    assert "Coin has `chance = True` and does not define `outcomes(self, state)`" in said("play", file, "--players", "random", "random")


def test_chance_that_does_nothing_is_told(tmp_path):
    file = of(tmp_path, COIN, (PAIRS[0], "return []"))
    assert "`outcomes` gives none in position '(0,2,3)' of Coin(), where chance moves" in said("best", file, "--depth", 4)


@pytest.mark.parametrize("command", [("best", "--depth", 6), ("perft", 3), ("match", "--players", "random", "random")])
def test_a_generator_in_a_state_is_told_as_that(command, tmp_path):
    file = of(tmp_path, TAKE, ("return (pile, 1 - state[1])", "return ((x for x in pile), 1 - state[1])"))
    told = said(command[0], file, *command[1:])
    assert "`result` of Take (line 16 of mine.py) gives (<generator object" in told
    assert "it holds a generator, which is used up when it is looked at; write tuple(...) around it; position: ([7],0)" in told


@pytest.mark.parametrize("command", ["play", "match"])
@pytest.mark.parametrize("mistake", ["a player", "self"])
def test_players_meet_what_is_wrong_with_the_rules_as_searches_do(command, mistake, tmp_path):
    change, words = {
        "a player": MISTAKES["a player"],
        "self": (("is_terminal(self, state)", "is_terminal(state)"), "`self` is missing: write `def is_terminal(self, state)`"),
    }[mistake]
    assert words in said(command, of(tmp_path, TAKE, change), "--players", "random", "random")


def test_a_long_position_is_cut(tmp_path):
    long = ("return (pile, 1 - state[1])", "return (pile + [0] * 1000, 1 - state[1])")
    file = of(tmp_path, TAKE, long, ("return state[0][0] == 0", "return state[0][0] == 0 or (len(state[0]) > 9 and state[0][2000])"))
    told = said("best", file, "--algorithm", "minimax", "--depth", 3, "--mode", "interpreted")
    assert "position: (list(" in told
    assert told.endswith("...\n")
    assert len(told) < 600


def test_check_tells_a_rule_that_raises_once(tmp_path):
    report = z.check(z.load_game(str(of(tmp_path, TAKE, ("pile[0] -= action", "pile[action] -= action")))))
    assert [problem.rule for problem in report.problems] == ["raises"]
    assert not [note for note in report.notes if "IndexError" in note]
    assert "whether it compiles was not looked at: games at random come to what is told above" in report.notes


LATE_HANGS = (
    '            raise ValueError(f"{sum(bits)} ones are unlucky")\n',
    "            while len(bits) > 3:\n                action += 1\n",
)


def test_a_compiled_rule_that_never_returns_is_told_with_its_line_and_position(tmp_path):
    """Where games at random do not come: the states that the search was looking at are asked again in plain Python."""
    won = ("0 if ones == 6 else 1 if (ones > 6) == (player == 0) else -1", "ones / 12 if player == 0 else -ones / 12")
    file = of(tmp_path, LATE, LATE_HANGS, ("return state[1]", "return 0"), won)
    program = (
        "import zermelo as z\n"
        "from zermelo.search.runtime import workers\n"
        "workers.OVERDUE = 0.5\n"
        "import os, sys\n"
        f"game = z.load_game({str(file)!r})\n"
        "z.best(game, depth=3, mode='compiled')\n"
        "try:\n    z.best(game, seconds=1, mode='compiled')\n"
        "except z.SearchError as error:\n    print(error)\n"
        "sys.stdout.flush()\n"
        "os._exit(0)\n"  # the thread would go on
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True).stdout
    assert "a rule has not returned for 0.5 s after the time was over: " in told
    assert "mine.py, line 2" in told
    assert ", in result; position: ([1,1,1,1,1,1,1,1,1,1,1],1)" in told


def test_check_says_in_which_line_a_rule_does_not_return(tmp_path):
    file = of(tmp_path, TAKE, ("        pile[0] -= action", "        pile[0] -= action\n        while pile[0] == 2:\n            pass"))
    (problem,) = z.check(z.load_game(str(file)), budget=1).problems
    assert problem.message.startswith("result(state, ")
    assert "had not returned after 0.5 seconds (" in problem.message
    assert any(f"mine.py:{line}, in result)" in problem.message for line in (19, 20))


@pytest.mark.parametrize(
    "command", [("play", "--players", "random", "random"), ("best", "--depth", 4), ("explain", "--depth", 3), ("perft", 3)]
)
def test_outcomes_that_never_end_are_told(command, tmp_path):
    endless = "k = 0\n        while True:\n            k += 1\n            yield k, 0.5**k"
    told = said(command[0], of(tmp_path, COIN, (PAIRS[0], endless)), *command[1:])
    assert "`outcomes`" in told
    assert "gives more than max_actions = 256 in position" in told
    assert "set max_actions in the class, unless it never comes to an end" in told


WHERE = {
    "what two of ours look at": (
        ("return [k for k", "return [f'{k}' for k"),
        ("([7], 0)", "((7,), 0)"),
        ("return (pile,", "return (tuple(pile),"),
        "Take: what `actions` gives: a str is used",
    ),
    "a library's line": (
        ("1 - state[1])", "random.choice((0, 1)))"),
        ("from zermelo", "import random\nfrom zermelo"),
        "Take.result, line 20 of mine.py (`return (pile, random.choice((0, 1)))`): `Random.choice`: `Random.getrandbits` does not compile",
    ),
}


@pytest.mark.parametrize("case", WHERE)
def test_what_does_not_compile_is_told_once_and_in_the_users_line(case, tmp_path):
    *changed, words = WHERE[case]
    notes = z.check(z.load_game(str(of(tmp_path, TAKE, *changed))), games=2).notes
    (told,) = [note for note in notes if "does not compile, so" in note]
    assert told.startswith(f"does not compile, so it runs interpreted: {words}")


HINTS = {
    "bounds": ("state", "(1, 2, 3)", "gives (1, 2, 3), and must give a pair of numbers, the least and the most that it can be worth"),
    "plies_left": ("state", "[7]", "gives [7], and must give a number of plies, an int"),
    "forced": ("state", "[1, 2]", "gives [1, 2], and must give True or False"),
    "may_pass": ("state", "None", "gives None, and must give True or False; is a `return` missing?"),
    "candidates": ("state", "iter([9])", "gives [9], and must give some of the actions that `actions` gives"),
    "tactical": ("state", "True", "gives True, and must give some of the actions that `actions` gives"),
    "kind": ("state, action", "'red'", "gives 'red', and must give an int from 0"),
    "order": ("state, action, child", "'first'", "gives 'first', and must give an int"),
    "playout": ("state, random_bits", "9", "gives 9, and must give one of the actions that `actions` gives"),
}
NOT_AT_FIRST = "{} if state[0][0] == 3 else getattr(super(), {!r})({})"
STUMBLES = ("bounds", "plies_left", "candidates", "tactical", "order")


@pytest.mark.parametrize(("hint", "at_first"), [(hint, True) for hint in HINTS] + [(hint, False) for hint in STUMBLES])
def test_a_hint_that_gives_what_it_must_not_is_named(hint, at_first, tmp_path):
    """In the first position; elsewhere where a search stumbles over it: an action that is none raises in the user's `result`."""
    takes, given, words = HINTS[hint]
    body = given if at_first else NOT_AT_FIRST.format(given, hint, takes)
    own = f"\n    def {hint}(self, {takes}):\n        return {body}\n"
    file = of(tmp_path, TAKE + own, ("        pile[0] -= action\n", "        pile[0] -= (0, 1, 2, 3)[action]\n"))
    with pytest.raises(z.GameError) as told:
        z.best(z.load_game(str(file)), mode="interpreted", **({"algorithm": "mcts", "simulations": 200} if hint == "playout" else {}))
    assert f"`{hint}` of Take (line 27 of mine.py) {words}" in str(told.value)
    assert str(told.value).endswith(f"; if yours means something else, rename it, as `own_{hint}`")
    assert ("position: ([3]," in str(told.value)) != at_first
