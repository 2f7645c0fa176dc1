"""Solutions are exact: every score is what plain minimax over the same rules finds, written here once more."""

import functools
import itertools
import random
from typing import NamedTuple

import pytest

import zermelo
from zermelo.errors import PositionError, SearchError
from zermelo.game import MAX
from zermelo.search.engine.engine import Engine
from zermelo.search.positions import read_positions, solve_all, summary
from zermelo.search.solutions import scoring, solve, weakly

GAMES = [
    "connect4(width=4,height=4,score=True)",
    "connect4(width=5,height=3,line=3)",
    "hexapawn(width=4,height=3)",
    "kalah(pits=2,seeds=3)",
]


def plainly(game):
    """The value of a state to MAX, by the definition."""

    @functools.cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, MAX)
        best = max if game.to_move(state) == MAX else min
        return best(value(game.result(state, action)) for action in game.actions(state))

    return value


def some_states(game, count, seed):
    """States of games played at random, not too near the start."""
    chooser = random.Random(seed)
    for _ in range(count):
        states = [game.initial()]
        while not game.is_terminal(states[-1]):
            states.append(game.result(states[-1], chooser.choice(list(game.actions(states[-1])))))
        yield chooser.choice(states[len(states) // 3 :])


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_score_is_that_of_plain_minimax(spec, threads):
    game = zermelo.load_game(spec)
    value = plainly(game)
    engine = Engine(game, threads=threads, table=1 / 256)  # few entries, overwritten all the time
    for state in some_states(game, 25, seed=spec):
        sign = 1 if game.to_move(state) == MAX else -1
        found = solve(engine, state)
        assert found.stopped == "solved"
        assert found.score == sign * value(state)
        assert found.scores == {action: sign * value(game.result(state, action)) for action in found.actions()}
        assert engine.value(state).value == value(state)
        assert engine.value(state, within=(value(state), value(state) + 1)).value == value(state)


def test_the_line_is_best_play_to_the_end_of_the_game():
    game = zermelo.load_game(GAMES[0])
    value = plainly(game)
    engine = Engine(game, table=1)
    for state in some_states(game, 25, seed="lines"):
        worth = value(state)
        for action in solve(engine, state).line:
            state = game.result(state, action)
            assert value(state) == worth
        assert game.is_terminal(state)


@pytest.mark.parametrize("spec", GAMES)
def test_a_search_without_limits_proves_its_value_with_a_line_that_keeps_it(spec):
    game = zermelo.load_game(spec)
    value = plainly(game)
    engine = Engine(game, table=1)
    for state in some_states(game, 50, seed="proved"):
        found = engine.search(state)
        assert found.proved
        assert found.value == value(state)
        for action in found.line:
            state = game.result(state, action)
            assert value(state) == found.value


def test_of_mirror_images_one_is_searched():
    game = zermelo.load_game("connect4(width=5,height=4,score=True)")
    engine = Engine(game, table=1)
    asked = []
    plain, engine.value = engine.value, lambda state, **options: asked.append(state) or plain(state, **options)
    found = solve(engine)
    assert [found.scores[column] for column in range(5)] == [found.scores[4 - column] for column in range(5)]
    assert len(asked) <= 3


def test_what_is_known_is_reported_as_it_comes():
    heard = []
    game = zermelo.load_game("connect4(width=5,height=5,score=True)")
    solve(Engine(game, table=8), game.played("33"), report=lambda found: heard.append((found.low, found.high, len(found.scores))))
    assert all(before[0] <= after[0] <= after[1] <= before[1] for before, after in itertools.pairwise(heard))
    assert [known for _, _, known in heard] == sorted(known for _, _, known in heard)
    assert heard[-1][2] == 5


def test_a_game_with_a_parameter_score_is_solved_with_it():
    assert repr(scoring(zermelo.load_game("connect4(width=5)"))) == "ConnectFour(width=5, height=6, line=4, score=True)"
    game = zermelo.load_game("tictactoe")
    assert scoring(game) is game
    assert weakly(game) is game
    with pytest.raises(SearchError, match=r"no way to tell only who wins, as it is worth up to 21; .* `--weak --proof FILE` prove"):
        weakly(zermelo.load_game("connect4(score=True)"))
    with pytest.raises(SearchError, match=r"give it utility_range = \(-1, 1\); .* `--weak --proof FILE` prove"):
        weakly(Unbounded())


class Circle(zermelo.Game):
    """A walk around a circle, without end."""

    utility_range = (-1.0, 1.0)

    def initial(self):
        return 0

    def to_move(self, state):
        return state & 1

    def actions(self, state):
        yield 1
        yield 3

    def result(self, state, action):
        return (state + action) % 1000

    def is_terminal(self, state):
        return state == 2000

    def utility(self, state, player):
        return 0


class Unbounded(Circle):
    """It does not say within what its utilities lie."""

    utility_range = None


class Long(Circle):
    """A walk straight on, of a thousand plies and more."""

    def result(self, state, action):
        return state + action

    def is_terminal(self, state):
        return state >= 2000


@pytest.mark.parametrize("bisection", [True, False])
def test_a_game_without_end_is_not_solved(bisection):
    engine = Engine(Circle(), mode="interpreted", bisection=bisection, repetition=False, deepening=False)
    with pytest.raises(SearchError, match=r"games can last longer than the 510 plies .* let `repetition` say"):
        engine.value(0)
    with pytest.raises(SearchError, match=r"plies of the engine$"):  # which a word about going round would not help
        Engine(Long(), mode="interpreted", bisection=bisection, deepening=False).value(0)


class Huge(zermelo.Game):
    """Each player has one move, to what cannot be told from its neighbours by much: whole numbers at the end of what floats can hold."""

    utility_range = (-(2.0**53), 2.0**53)
    ends = (2.0**53 - 1, 2.0**53, -(2.0**53), 0.0)

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[0]

    def actions(self, state):
        return range(2)

    def result(self, state, action):
        return (state[0] + 1, 2 * state[1] + action)

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return self.ends[state[1]] * (1 if player == 0 else -1)


def test_halving_comes_to_an_end_at_the_greatest_whole_numbers_of_floats():
    for ends, value in (
        (Huge.ends, 2**53 - 1),
        ((2.0**53,) * 4, 2**53),
        ((-(2.0**53),) * 4, -(2**53)),
        ((2.0**53, 2.0**53 - 1, 0, 0), 2**53 - 1),
    ):
        game = Huge()
        game.ends = ends
        engine = Engine(game, mode="interpreted", bisection=True)
        assert (engine.solve().value, engine.value().value) == (value, value)


def test_many_positions_each_begin_with_an_empty_table_unless_told():
    game = zermelo.load_game("connect4(width=5,height=5,score=True)")
    tasks = read_positions(game, ["3", "3 2", "3"], "here")
    engine = Engine(game, table=8)
    first, _, again = (one.nodes for one in solve_all(engine, tasks))
    assert first == again
    *_, remembered = (one.nodes for one in solve_all(engine, tasks, keep=True))
    assert remembered < again


def test_a_summary_has_means_and_medians():
    game = zermelo.load_game("connect4(width=4,height=4,score=True)")
    solved = list(solve_all(Engine(game, table=1), read_positions(game, ["12 0", "1122 7", "112"], "here")))
    told = summary(solved)
    assert (told["positions"], told["expected"], told["differ"]) == (3, 2, sum(one.differs for one in solved))
    assert told["mean_nodes"] == round(sum(one.nodes for one in solved) / 3, 1)
    assert told["median_nodes"] == sorted(one.nodes for one in solved)[1]
    assert summary([])["mean_seconds"] is None


@pytest.mark.parametrize(
    ("line", "kind", "text", "expected"),
    [
        ("4455", "moves", "4455", None),
        ("4455 -3", "moves", "4455", -3),
        ("  4455   +3  ", "moves", "4455", 3),
        ("4455; 4:2; 3:-1", "moves", "4455", 2),
        ("4455; -2", "moves", "4455", -2),
        ("4455;", "moves", "4455", None),
        ("......./......./......./......./......./....... x", "position", "......./......./......./......./......./....... x", None),
        ("......./......./......./......./......./....... x 1", "position", "......./......./......./......./......./....... x", 1),
    ],
)
def test_a_line_is_moves_or_a_position_and_perhaps_a_score(line, kind, text, expected):
    (task,) = read_positions(zermelo.load_game("connect4"), [line], "here")
    assert (task.kind, task.text, task.expected) == (kind, text, expected)


def test_a_position_that_ends_with_a_number_is_no_score():
    game = zermelo.load_game("nim")
    tasks = read_positions(game, ["1,2,3 1", "1,2,3 1 -1"], "here")
    assert [(task.text, task.expected) for task in tasks] == [("1,2,3 1", None), ("1,2,3 1", -1)]


def test_the_first_bad_line_is_named():
    with pytest.raises(PositionError, match="here, line 3: '449', move 3: '9' is not a legal action"):
        read_positions(zermelo.load_game("connect4"), ["44", "# 9", "449", "x"], "here")


class Greatest(Huge):
    """Whole numbers beyond what a float tells apart."""

    utility_range = None
    ends = (2**53 + 1, 2**53 + 2, 2**53 + 1, 2**53 + 3)


@pytest.mark.parametrize("way", [{"algorithm": "minimax"}, {"algorithm": "alphabeta"}, {}, {"algorithm": "mcts", "simulations": 5}])
def test_whole_numbers_that_floats_do_not_tell_apart_are_refused(way):
    with pytest.raises(zermelo.GameError, match="floats do not tell whole numbers apart"):
        zermelo.best(Greatest(), mode="interpreted", **way)


class Counting(zermelo.Game):
    """The same in a game that compiles: it counts its plies."""

    class State(NamedTuple):
        plies: int

    def initial(self):
        return self.State(0)

    def to_move(self, state):
        return state.plies & 1

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return self.State(state.plies + 1 + action)

    def is_terminal(self, state):
        return state.plies > 4

    def utility(self, state, player):
        return (2**53 + state.plies) * (1 - 2 * player)


@pytest.mark.parametrize("way", [{"algorithm": "minimax", "depth": 9}, {}, {"algorithm": "mcts", "simulations": 5}])
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_they_are_refused_in_compiled_rules_too(way, mode):
    with pytest.raises(zermelo.ZermeloError, match="floats do not tell whole numbers apart"):
        zermelo.best(Counting(), mode=mode, **way)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_they_are_refused_by_value_iteration_too(mode):
    with pytest.raises(zermelo.GameError, match="floats do not tell whole numbers apart"):
        zermelo.solve(Counting(), algorithm="value-iteration", mode=mode)


def test_a_range_of_such_numbers_is_refused_before_anything_is_searched():
    class Stated(Greatest):
        utility_range = (0, 2**53 + 3)

    with pytest.raises(zermelo.GameError, match="utility_range gives 9007199254740995"):
        zermelo.best(Stated())
    assert "floats do not tell whole numbers apart" in str(zermelo.check(Greatest(), compile=False))
