"""`zermelo.solve`: one call for every kind of game, with the same value, however it is found, and a strategy that keeps it."""

from __future__ import annotations

import functools
import itertools
import random
import re
from math import inf

import pytest

import zermelo as z
from tests.databases.examples import Row
from tests.solve.morris import Morris
from zermelo.search.runtime import workers
from zermelo.solving.retrograde import is_soon
from zermelo.solving.solve import SOLVERS, few_states, serves


def solved(spec, **options):
    return z.solve(z.load_game(spec), mode="interpreted", **options)


@pytest.mark.parametrize(
    ("spec", "algorithm", "value"),
    [
        ("nim((1, 2, 3))", "engine", -1),
        ("hexapawn", "engine", -1),
        ("tree('MAX(MIN(3 12) MIN(2 4))')", "engine", 3),
        ("tree('chance(1/4: 8 3/4: MAX(1 4))')", "value-iteration", 5),
        ("nim((1, 1, 2), players=3)", "engine", (1, -0.5, -0.5)),
    ],
)
def test_what_is_solved_is_proved_and_known_by_other_means(spec, algorithm, value):
    found = solved(spec)
    assert (found.algorithm, found.value, found.error, found.proved) == (algorithm, value, 0, True)
    book = z.best(z.load_game(spec), algorithm="maxn" if isinstance(value, tuple) else "expectiminimax", mode="interpreted")
    assert book.value == value


@pytest.mark.parametrize(
    ("spec", "by", "mode"),
    [
        ("nim", None, "compiled"),
        ("hexapawn", "value-iteration", "compiled"),
        ("hexapawn", "alphabeta", "compiled"),
        ("sliding(2)", None, "compiled"),
        ("kuhn", None, "compiled"),
        ("rps", None, "interpreted"),  # matrix games are solved in Python
    ],
)
def test_a_solution_says_whether_what_has_found_it_was_compiled(spec, by, mode):
    found = z.solve(z.load_game(spec), algorithm=by, mode="compiled")
    assert (found.mode, found.as_dict()["mode"]) == (mode, mode)
    assert solved(spec, algorithm=by).mode == "interpreted"


def test_a_game_that_goes_round_by_chance_is_within_the_tolerance():
    found = solved("pig(5)", tolerance=1e-6)
    assert (found.algorithm, found.proved) == ("value-iteration", False)
    assert found.error <= 1e-6
    assert abs(found.value - solved("pig(5)").value) <= 2e-6


def test_hidden_hands_have_a_value_between_best_responses():
    found = solved("kuhn", tolerance=1e-4)
    assert (found.algorithm, found.proved) == ("cfr+", False)
    assert abs(found.value + 1 / 18) <= found.error <= 1e-4
    state = found.game.read("QJ b")
    assert abs(sum(found.at(state).values()) - 1) < 1e-9
    assert found.at(found.game.read("JK b"))[1] > 0.99  # who has the king calls


def test_with_three_hidden_hands_nothing_is_proved():
    found = z.solve(z.load_game("kuhn(players=3)"))
    assert (found.error, found.proved, len(found.value)) == (inf, False, 3)
    assert abs(sum(found.value)) < 1e-9
    assert found.as_dict()["error"] is None


def test_several_players_have_the_values_of_choices_among_equals():
    found = solved("nim((1, 2, 3), players=3)")
    assert found.value in found.equals
    assert len(found.equals) > 1


@pytest.mark.parametrize("spec", ["hexapawn", "tree('MAX(MIN(3 12) MIN(2 4))')", "docs/examples/dice_race.py:DiceRace(4)"])
def test_the_strategy_keeps_the_value_at_every_step(spec):
    game, chooser = z.load_game(spec), random.Random(1)
    found = z.solve(game, mode="interpreted")
    for _ in range(5):
        state, value = game.initial(), found.value
        while not game.is_terminal(state):
            if game.to_move(state) == z.CHANCE:
                state = game.result(state, chooser.choice([action for action, _ in game.outcomes(state)]))
                value = z.solve(game, state, mode="interpreted").value
                continue
            played = max(found.at(state).items(), key=lambda one: one[1])[0]
            state = game.result(state, played)
            assert z.solve(game, state, mode="interpreted").value == pytest.approx(value)
        with pytest.raises(z.SearchError, match="nobody chooses in"):
            found.at(state)


MORRIS_LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
NEIGHBOURS = {0: "134", 1: "024", 2: "145", 3: "046", 4: "01235678", 5: "248", 6: "347", 7: "468", 8: "457"}


class PlainMorris(z.Game):
    """Three men's morris with lists and text, as people write it; after 24 turns it is a draw."""

    def initial(self):
        return (".........", "X", 0)

    def to_move(self, state):
        return "XO".index(state[1])

    def actions(self, state):
        board, player, turn = state
        if turn < 6:
            return [point for point in range(9) if board[point] == "."]
        men = [point for point in range(9) if board[point] == player]
        return [100 + 10 * a + int(b) for a in men for b in NEIGHBOURS[a] if board[int(b)] == "."]

    def result(self, state, action):
        board, player, turn = state
        points = list(board)
        if action >= 100:
            points[(action - 100) // 10] = "."
        points[action % 10 if action >= 100 else action] = player
        return ("".join(points), "O" if player == "X" else "X", turn + 1)

    def has_row(self, board, player):
        return any(all(board[point] == player for point in line) for line in MORRIS_LINES)

    def is_terminal(self, state):
        board, _, turn = state
        return self.has_row(board, "X") or self.has_row(board, "O") or turn == 24 or not self.actions(state)

    def utility(self, state, player):
        board, mover, turn = state
        if self.has_row(board, "X"):
            winner = "X"
        elif self.has_row(board, "O"):
            winner = "O"
        elif turn == 24:
            return 0
        else:
            winner = "O" if mover == "X" else "X"  # who cannot move loses
        return 1 if "XO"[player] == winner else -1


@functools.cache
def morris_worth(own, other, ply):
    """What morris is worth to who is to move: points are places (x, y), a row is three of which one is in the middle of the others."""
    if any(a[0] + b[0] == 2 * c[0] and a[1] + b[1] == 2 * c[1] for a, b, c in itertools.permutations(other, 3)):
        return -1
    if ply == 24:
        return 0
    free = [point for point in itertools.product((-1, 0, 1), repeat=2) if point not in own | other]
    if ply < 6:
        after = [own | {point} for point in free]
    else:
        after = [own - {a} | {b} for a in own for b in free if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 or (0, 0) in (a, b)]
    return max((-morris_worth(other, men, ply + 1) for men in after), default=-1)


def test_a_game_of_few_states_and_many_ways_is_solved_by_its_states():
    found = z.solve(PlainMorris(), mode="interpreted")
    assert (found.value, found.proved, found.algorithm) == (morris_worth(frozenset(), frozenset(), 0), True, "value-iteration")
    assert found.at() == {4: 1.0, **dict.fromkeys([0, 1, 2, 3, 5, 6, 7, 8], 0.0)}  # the middle alone wins


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize(("flying", "diagonals"), [(True, True), (False, False)])
def test_so_is_one_that_goes_round(mode, flying, diagonals):
    found = z.solve(Morris(diagonals, flying), mode=mode)  # their values: see test_value_iteration
    assert (found.value, found.proved, found.algorithm) == (0, True, "value-iteration")


def test_what_a_game_without_end_is_worth_has_to_be_said_where_it_matters():
    class Silent(Morris):
        repetition = None

    with pytest.raises(z.SearchError, match="the value is from -1 to 1, whatever such a game is worth; let `repetition` say"):
        z.solve(Silent(flying=True), mode="interpreted")
    with pytest.raises(z.SearchError, match=r"go round \(.* comes back\); let `repetition` .*, such as `repetition = 0` in the class"):
        z.solve(Silent(flying=True), algorithm="engine")  # plain Python takes minutes to all plies that it looks ahead
    assert z.solve(Silent(), mode="interpreted").value == 1  # which is forced


def test_a_game_that_numbers_its_states_is_solved_backwards_from_their_ends():
    game = z.load_game("awari(6)")
    found = z.solve(game, algorithm="retrograde")
    assert (found.proved, found.algorithm) == (True, "retrograde")
    state, won = game.initial(), 0.0
    for _ in range(100):
        if game.is_terminal(state):
            break
        (action,) = found.at(state)
        won += game.reward(state, action) * (1 if game.to_move(state) == z.MAX else -1)
        state = game.result(state, action)
    assert won + game.utility(state, z.MAX) == found.value
    quixo = z.load_game("quixo(3)")
    assert z.solve(quixo, algorithm="retrograde").value == z.solve(quixo).value == 1
    with pytest.raises(z.SearchError, match="two players, without chance, who number their states"):
        z.solve(z.load_game("tictactoe"), algorithm="retrograde")


def test_so_it_is_where_no_search_comes_to_an_end(monkeypatch):
    monkeypatch.setattr("zermelo.solving.solve.SOON", {"compiled": 1000, "interpreted": 1000})
    found = z.solve(z.load_game("awari(7)"))
    assert (found.proved, found.algorithm, found.why.split(",")[0]) == (True, "retrograde", "few states")
    monkeypatch.setattr("zermelo.solving.retrograde.FEW", {"compiled": 1000, "interpreted": 1000})
    assert not is_soon(z.load_game("awari(7)"), "compiled")


def test_the_algorithm_may_be_named():
    for algorithm in ("minimax", "alphabeta", "value-iteration", "engine"):
        found = solved("hexapawn", algorithm=algorithm)
        assert (found.value, found.algorithm) == (-1, algorithm)
        assert list(found.at().values()).count(1.0) == 1


def test_the_end_of_a_game_is_worth_what_the_rules_say():
    game = z.load_game("nim")
    found = z.solve(game, _over(game), mode="interpreted")
    assert (found.algorithm, found.proved, found.value) == ("the rules", True, game.utility(found.state, z.MAX))


def _over(game):
    state = game.initial()
    while not game.is_terminal(state):
        state = game.result(state, next(iter(game.actions(state))))
    return state


@pytest.mark.parametrize(("spec", "sets"), [("kuhn", 12), ("pig(4)", None)])
def test_the_strategy_as_data_says_what_the_solution_says(spec, sets):
    found = solved(spec)
    strategy = found.strategy()
    assert sets in (None, len(strategy.mixed))
    assert all(found.at(state) == shares for state, shares in strategy.mixed.items())


@pytest.mark.parametrize("spec", ["hexapawn", "nim((1, 2, 3), players=3)"])
def test_a_search_has_no_strategy_as_data(spec):
    assert solved(spec).strategy() is None


@pytest.mark.parametrize(("spec", "told"), [("kuhn", r"[\d,]+ iterations"), ("pig(6)", r"[\d,]+ states.*"), ("tictactoe", r"[\d,]+ nodes")])
def test_what_has_been_done_so_far_is_told(spec, told, monkeypatch):
    monkeypatch.setattr(workers, "PULSE", 0.001)  # far less than any of them takes
    texts = []
    solved(spec, progress=texts.append)
    assert texts
    assert re.fullmatch(told, texts[-1])


def test_what_cannot_be_solved_is_told():
    kuhn = z.load_game("kuhn")
    with pytest.raises(z.SearchError, match="only the whole game is solved"):
        z.solve(kuhn, kuhn.read("KQ"))
    with pytest.raises(z.SearchError, match="'magic' does not solve games; there are engine, value-iteration, retrograde, cfr"):
        solved("nim", algorithm="magic")
    with pytest.raises(z.SearchError, match="engine is exact, and takes no tolerance"):
        solved("nim", tolerance=0.1)
    with pytest.raises(z.SearchError, match="knows no chance"):
        solved("pig(3)", algorithm="minimax")


@pytest.mark.parametrize(("spec", "algorithm"), [("kuhn", "pimc"), ("kuhn", "ismcts"), ("nim", "mcts"), ("nim(players=3)", "paranoid")])
def test_a_search_that_proves_nothing_of_a_game_solves_none(spec, algorithm):
    with pytest.raises(z.SearchError, match=f"'{algorithm}' does not solve games"):
        solved(spec, algorithm=algorithm)


def test_the_module_and_the_function_do_not_fight():
    import zermelo.solving

    assert z.solving is zermelo.solving
    assert callable(z.solve)


@pytest.mark.parametrize("algorithm", [None, "astar"])
def test_a_puzzle_is_solved_by_the_shortest_way(algorithm):
    """Eight tiles that a few moves put in order; played by the solution it takes no more than these, and the value is that of the goal."""
    game = z.load_game("sliding")
    state = game.read("1 4 2/3 7 5/6 8 ." if algorithm else "1 4 2/3 . 5/6 7 8")
    solution = z.solve(game, state, algorithm=algorithm, mode="interpreted")
    assert (solution.value, solution.proved, solution.algorithm) == (1, True, algorithm or "idastar")
    moves = 0
    while not game.is_terminal(state):
        ((action, _),) = solution.at(state).items()
        state, moves = game.result(state, action), moves + 1
    assert moves == (4 if algorithm else 2)


class Pursuit(z.Game):
    """MAX wins by stepping onto MIN on a line of squares, MIN by coming home first; each may go back, so positions come again.

    There are more states than plain Python lists.
    """

    utility_range = (-1.0, 1.0)
    max_actions = 2
    repetition = 0.0

    def __init__(self, length: int = 200) -> None:
        self.length = length

    def initial(self) -> tuple[int, int, int]:
        return 0, self.length // 2, 0

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def actions(self, state: tuple[int, int, int]):
        yield -1
        yield 1

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        last = self.length - 1
        if state[2] == 0:
            return max(0, min(last, state[0] + action)), state[1], 1
        return state[0], max(0, min(last, state[1] + action)), 0

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == state[1] or state[1] == self.length - 1

    def utility(self, state: tuple[int, int, int], player: int) -> float:
        won = 1.0 if state[0] == state[1] else -1.0
        return won if player == 0 else -won


def test_states_are_few_by_how_fast_they_are_listed(monkeypatch):
    monkeypatch.setattr("zermelo.solving.solve.FEW", {"compiled": 10_000, "interpreted": 2_500})
    game = Pursuit(100)
    assert few_states(game, game.initial(), "compiled")
    assert not few_states(game, game.initial(), "interpreted")
    monkeypatch.setattr("zermelo.solving.solve.FEW", {"compiled": 2_500, "interpreted": 10_000})
    assert not few_states(game, game.initial())


@pytest.mark.parametrize(
    ("spec", "algorithms"),
    [
        ("nim", ["engine", "value-iteration", "cfr"]),
        ("kuhn", ["cfr"]),
        ("go(3)", ["engine", "cfr"]),
        ("nim(players=3)", ["engine", "cfr"]),
        ("rps", ["backward-induction", "cfr"]),
    ],
)
def test_what_lists_states_and_what_makes_matrix_games_is_not_for_every_kind(spec, algorithms):
    game = z.load_game(spec)
    assert [one for one in ("engine", "value-iteration", "backward-induction", "cfr") if serves(one, game)] == algorithms


class Stairs(z.Game):
    """A puzzle: up three stairs, one or two at once."""

    players = 1
    utility_range = (0.0, 1.0)

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return 0

    def actions(self, state: int) -> list[int]:
        return [1, 2]

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_terminal(self, state: int) -> bool:
        return state >= 3

    def utility(self, state: int, player: int) -> float:
        return float(state == 3)


class BegunError(Exception):
    """An algorithm tells how far it is."""


@pytest.mark.parametrize("algorithm", SOLVERS)
def test_what_serves_a_kind_of_game_begins_and_what_does_not_is_refused(algorithm):
    def begun(_):
        raise BegunError

    specs = "nim((1, 2))", "nim((1, 2), players=3)", "tree('chance(1/4: 8 3/4: MAX(1 4))')", "kuhn", "rps"
    for game in (*map(z.load_game, specs), Row(), Stairs()):
        try:
            z.solve(game, algorithm=algorithm, mode="interpreted", progress=begun)
        except BegunError:
            begins = True
        except z.SearchError:
            begins = False
        else:
            begins = True
        assert begins == serves(algorithm, game), game
