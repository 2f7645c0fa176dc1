"""Monte Carlo tree search: what it proves is true, what it counts adds up, and it is the same in both modes."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, nan
from typing import Any, NamedTuple

import pytest

import zermelo as z
from tests.search.engine.test_chance import expectiminimax
from tests.search.engine.test_exact import minimax
from tests.search.engine.webs import Garden, Lottery, State, Web
from zermelo.game import legal
from zermelo.games.mnk import TicTacToe
from zermelo.search.maxn import maxn
from zermelo.search.mcts.result import TreeNode
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.multiplayer.equals import equal_values
from zermelo.search.playouts import longest


class ThreeHands(Web):
    """Three players in turn, on a web whose ends are worth something else to each."""

    players = 3
    utility_range = (-1.0, 1.0)

    def to_move(self, state: State) -> int:
        return state.layer % 3

    def utility(self, state: State, player: int) -> float:
        return ((state.number * 7 + player * 5 + state.layer * 3 + state.seed) % 41 - 20) / 20

    def evaluate(self, state: State, player: int) -> float:
        return 0.0


def all_nodes(node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for child in node.children:
        yield from all_nodes(child)


def same(one: Any, other: Any) -> bool:
    return replace(one, seconds=0, mode="", tree=None) == replace(other, seconds=0, mode="", tree=None)


WAYS: list[dict[str, Any]] = [{}, {"puct": True}, {"rave": 50}, {"solver": False}, {"playout": 3}, {"playout": 0, "puct": True}]


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        *[("tictactoe", way) for way in WAYS[:3]],
        *[(spec, {}) for spec in ("nim((2, 3), players=3)", "go(3)")],
        *[pytest.param("tictactoe", way, marks=pytest.mark.slow) for way in WAYS[3:]],
        *[pytest.param(spec, way, marks=pytest.mark.slow) for spec in ("nim((2, 3), players=3)", "go(3)") for way in WAYS[1:]],
    ],
)
def test_both_modes_grow_the_same_tree(spec: str, options: dict[str, Any]) -> None:
    game = z.load_game(spec)
    runs = []
    for mode in ("compiled", "interpreted"):
        search = MonteCarlo(game, mode=mode, seed=5, **options)
        assert search.mode == mode
        found = search.search(simulations=150)
        again = search.search(game.result(game.initial(), found.action), history=[game.initial()], simulations=60)
        runs.append((found, again, again.tree(50)))
    assert same(runs[0][0], runs[1][0])
    assert same(runs[0][1], runs[1][1])
    assert runs[0][2] == runs[1][2]


def test_so_they_do_through_chance() -> None:
    game = Lottery()
    runs = [MonteCarlo(game, mode=mode, seed=2).search(State(7, 0, 0, 0), simulations=400) for mode in ("compiled", "interpreted")]
    assert same(*runs)


def test_at_tic_tac_toe_three_thousand_simulations_find_a_best_action_in_every_position() -> None:
    game = z.load_game("tictactoe")
    search, values, chooser = MonteCarlo(game), dict[Any, float](), random.Random(1)
    minimax(game, game.initial(), 9, values)
    for state, _ in chooser.sample(list(values), 400):
        search.clear()
        action = search.search(state, simulations=3000).action  # 1,000 fail in one or none of all 4,520
        assert action is not None
        assert minimax(game, game.result(state, action), 9, {}) == minimax(game, state, 9, {}), game.write(state)


@pytest.mark.parametrize("number", range(4))
def test_what_is_proved_is_the_value_of_minimax(number: int) -> None:
    chooser, search, proved = random.Random(number), MonteCarlo(Garden(layers=6), seed=number), 0
    for _ in range(60):
        root = State(chooser.randrange(10**9), 0, chooser.randrange(24), chooser.randrange(2))
        found = search.search(root, simulations=3000)
        if found.proved:
            proved += 1
            assert found.value == minimax(search.game, root, 1 << 10, {}), root
            assert found.action is not None
            assert minimax(search.game, search.game.result(root, found.action), 1 << 10, {}) == found.value
    assert proved > 10


def test_what_is_proved_through_chance_is_the_value_of_expectiminimax() -> None:
    game, chooser, proved = Lottery(layers=4), random.Random(3), 0
    search = MonteCarlo(game)
    for _ in range(100):
        root = State(chooser.randrange(10**9), 0, 0, 0)
        found = search.search(root, simulations=3000)
        if found.proved:
            proved += 1
            assert found.value == pytest.approx(expectiminimax(game, root, 1 << 10, {}), abs=1e-12), root
    assert proved > 20


def test_what_is_proved_for_three_is_the_value_of_maxn() -> None:
    game, chooser, proved = ThreeHands(layers=4), random.Random(3), 0
    search = MonteCarlo(game)
    for _ in range(60):
        root = State(chooser.randrange(10**9), 0, 0, 0)
        found = search.search(root, simulations=3000)
        if found.proved:
            proved += 1
            assert found.value == maxn(game, root, 60), root  # of actions equally good the first is taken, as by the book
    assert proved > 20


class Lopsided(Web):
    """What MIN can lose is little beside what MIN can win."""

    utilities_there_are = (-10.0, -3.0, -1.0, 0.0, 0.0, 0.5, 1.0, 1.0)
    utility_range = (-10.0, 1.0)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_what_is_proved_is_true_where_utilities_are_not_symmetric(mode: str) -> None:
    """MIN's greatest utility is minus MAX's least, and not what MAX has at the most."""
    game, chooser, proved = Lopsided(layers=5), random.Random(7), 0
    search = MonteCarlo(game, mode=mode)
    for _ in range(40):
        root = State(chooser.randrange(10**9), 0, 0, 0)
        found = search.search(root, simulations=1500)
        if found.proved:
            proved += 1
            assert found.value == minimax(game, root, 1 << 10, {}), root
    assert proved > 10


def test_small_go_by_points_is_proved_right() -> None:
    game = z.load_game("go(size=3, scoring='margin', komi=6.5)")
    found = z.best(game, game.read(".../.ox/... o - 1"), algorithm="mcts", simulations=50_000)
    assert (found.value, found.proved) == (-15.5, True)


class KingMaker(z.Game):
    """The first player gains nothing by either move, and decides which of the others wins."""

    players, utility_range = 3, (0, 1)

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return 0

    def actions(self, state: int) -> Iterable[int]:
        yield 2
        yield 1

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state > 0

    def utility(self, state: int, player: int) -> float:
        return 1 if player == state else 0


@pytest.mark.parametrize("algorithm", ["engine", "mcts"])
def test_the_choice_among_equals_is_said_to_be_open_with_all_values(algorithm: str) -> None:
    found = z.best(KingMaker(), algorithm=algorithm, **({"simulations": 50} if algorithm == "mcts" else {}))
    assert (found.value, found.proved, found.action) == ((0, 0, 1), True, 2)  # the first in the game's order
    assert found.equals == ((0, 0, 1), (0, 1, 0))
    assert "the choice among equals is open: with another one the value is (0, 1, 0)" in str(found)
    assert found.as_dict()["equals"] == [[0, 0, 1], [0, 1, 0]]


def test_equals_are_found_in_states_that_are_no_plain_values() -> None:
    class Boxed(KingMaker):
        def initial(self) -> Any:
            return [0]

        def result(self, state: Any, action: int) -> Any:
            return [action]

        def is_terminal(self, state: Any) -> bool:
            return bool(state[0] > 0)

        def utility(self, state: Any, player: int) -> float:
            return 1 if player == state[0] else 0

    game = Boxed()
    assert equal_values(game, game.initial()) == ((0, 0, 1), (0, 1, 0))


def test_of_a_search_by_the_book_it_is_said_that_others_may_get_something_else() -> None:
    found = z.best(KingMaker(), algorithm="maxn")
    assert (found.value, found.actions) == ((0, 0, 1), (2, 1))
    assert "of 2 equal actions the first is taken; what the others get may depend on which one is" in str(found)
    two = z.best(z.load_game("tictactoe"), algorithm="minimax", depth=1)
    assert len(two.actions) > 1
    assert two.choice() == ""


def test_where_there_are_no_equals_nothing_is_said_of_them() -> None:
    class Selfish(KingMaker):
        def utility(self, state: int, player: int) -> float:
            return state - 1.0 if player == 0 else -state

    found = z.best(Selfish(), algorithm="engine")
    assert (found.value, found.equals, found.choice()) == ((1, -2, -2), ((1, -2, -2),), "")


def test_values_come_close_to_those_of_minimax() -> None:
    for spec, value in (("nim((2, 3))", 1), ("pawns", 1), ("hexapawn", -1)):
        found = z.best(z.load_game(spec), algorithm="mcts", simulations=20_000)
        assert (found.value, found.proved) == (value, True)
    assert abs(z.best(z.load_game("tictactoe"), algorithm="mcts", simulations=200_000).value) < 0.1


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_win_at_hand_is_taken_and_a_loss_at_hand_avoided(mode: str) -> None:
    game = z.load_game("tictactoe")
    win = z.best(game, game.read("xx./oo./... x"), algorithm="mcts", simulations=200, mode=mode)
    assert (win.names()[0], win.value, win.proved, win.stopped) == ("(0,2)", 1, True, "solved")
    assert win.simulations < 200
    one_of_many = z.best(game, game.read("xx./..o/..o x"), algorithm="mcts", simulations=1000, mode=mode)
    assert (one_of_many.names()[0], one_of_many.proved) == ("(0,2)", True)  # others have brought as much in their only simulation
    block = z.best(game, game.read("x../oo./x.. x"), algorithm="mcts", simulations=300, mode=mode)
    assert block.names()[0] == "(1,2)"


def test_a_seed_makes_it_the_same_in_every_run_and_another_seed_does_not() -> None:
    game = z.load_game("connect4")
    one, two, other = (MonteCarlo(game, seed=seed).search(simulations=2000) for seed in (1, 1, 2))
    assert same(one, two)
    assert one.tried != other.tried


@pytest.mark.parametrize("spec", ["connect4", "nim((3, 4), players=3)"])
def test_the_counts_of_a_tree_add_up(spec: str) -> None:
    found = MonteCarlo(z.load_game(spec), solver=False).search(simulations=3000)
    root = found.tree(10**6)
    assert root.visits == found.simulations == 3000
    assert sum(one.visits for one in found.tried) == 3000
    for node in all_nodes(root):
        below = sum(child.visits for child in node.children)
        assert below == node.visits - (node is not root) or not node.children
        assert list(node.children) == sorted(node.children, key=lambda child: -child.visits)


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = z.load_game("connect4")
    search = MonteCarlo(game, seed=1)
    root = game.initial()
    found = search.search(root, simulations=5000)
    below = next(child for child in found.tree(10**6).children if child.action == found.line[0])
    reply = below.children[0]
    first = game.result(root, found.line[0])
    second = game.result(first, reply.action)
    later = search.search(second, history=[root, first], simulations=1)
    kept = later.tree(10**6)
    assert kept.visits == reply.visits + 1
    assert {child.action for child in kept.children} == {child.action for child in reply.children}
    assert search.search(game.played("4433"), history=[], simulations=1).tree(10).visits == 1  # from there nothing is known


def test_only_the_tree_of_the_last_search_can_be_asked_for() -> None:
    search = MonteCarlo(z.load_game("tictactoe"))
    found = search.search(simulations=10)
    search.search(simulations=10)
    with pytest.raises(z.SearchError, match="before you search again"):
        found.tree(10)


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_tree_that_has_no_room_left_stops_growing_and_the_search_goes_on(mode: str) -> None:
    found = MonteCarlo(z.load_game("connect4"), memory=0.5, mode=mode).search(simulations=4000)
    assert (found.full, found.simulations) == (True, 4000)
    assert found.nodes < 4000
    told = f"the tree stopped growing at {found.nodes:,} nodes: its memory of 0.5 MiB was full; memory=1 makes room for twice as many"
    assert str(found).endswith(told)
    assert (found.as_dict()["full"], found.as_dict()["memory"]) == (True, 0.5)
    more = MonteCarlo(z.load_game("connect4"), memory=8, mode=mode).search(simulations=4000)
    assert not more.full
    assert "memory" not in str(more)
    with pytest.raises(z.SearchError, match="MiB are too few"):
        MonteCarlo(z.load_game("connect4"), memory=0.001, mode=mode)


def test_what_one_of_two_threads_proves_is_proved() -> None:
    game = z.load_game("tictactoe")
    state = game.read("x../.o./..x o")
    value = minimax(game, state, 9, {})
    for seed in range(12):  # whichever thread is the first stops the other
        found = MonteCarlo(game, threads=2, seed=seed).search(state, simulations=100_000)
        assert (found.value, found.proved, found.stopped) == (value, True, "solved")
        assert minimax(game, game.result(state, found.line[0]), 9, {}) == value
        root = found.tree(1)
        assert root.solved == (value, -value)


def test_two_threads_grow_a_tree_each() -> None:
    found = MonteCarlo(z.load_game("connect4"), threads=2).search(simulations=4000)
    assert found.simulations == 4000
    assert found.tree(500).visits == sum(one.visits for one in found.tried) == 4000


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_there_is_an_action_however_short_the_time(mode: str) -> None:
    search = MonteCarlo(z.load_game("hex(5)"), mode=mode)
    found = search.search(seconds=1e-9)
    assert (found.action in range(25), found.stopped) == (True, "time")
    assert found.simulations >= 1


def test_a_limit_of_time_is_kept() -> None:
    """No sooner by the clock, and no later by the processor's time, of which there is less on a busy machine."""
    search = MonteCarlo(z.load_game("othello"))
    search.search(simulations=1)
    started, used = time.perf_counter(), time.process_time()
    found = search.search(seconds=0.3)
    assert found.stopped == "time"
    assert time.perf_counter() - started > 0.2
    assert time.process_time() - used < 3


def test_superko_holds_within_the_tree_and_at_its_root() -> None:
    game, chooser = z.load_game("go(2)"), random.Random(1)
    for seed in range(5):
        states, search = [game.initial()], MonteCarlo(game, seed=seed, mode="interpreted")
        while not game.is_terminal(states[-1]) and len(states) < 60:
            found = search.search(states[-1], history=states[:-1], simulations=20)
            allowed = legal(game, states[-1], states[:-1])
            assert {one.action for one in found.tried} <= set(allowed)
            for node in all_nodes(found.tree(10**6)):
                assert node.visits > 0
            states.append(game.result(states[-1], chooser.choice(allowed)))


# What games and people do wrong


class Flawed(NamedTuple):
    """What is wrong stands in the state: the game, compiled once, serves all that can be wrong with it."""

    place: int
    heads: float
    worth: float
    many: int


class Broken(z.Game):
    """A step and a coin, of which something may be wrong."""

    chance = True
    max_actions = 4

    def initial(self) -> Flawed:
        return Flawed(0, heads=0.5, worth=1.0, many=2)

    def to_move(self, state: Flawed) -> int:
        return z.MAX if state.place < 2 else z.CHANCE

    def actions(self, state: Flawed) -> Iterable[int]:
        for action in range(1, 1 + state.many):
            yield action

    def outcomes(self, state: Flawed) -> Iterable[tuple[int, float]]:
        yield 3, state.heads
        yield 4, 0.5

    def result(self, state: Flawed, action: int) -> Flawed:
        return Flawed(state.place + action, state.heads, state.worth, state.many)

    def is_terminal(self, state: Flawed) -> bool:
        return state.place > 4

    def utility(self, state: Flawed, player: int) -> float:
        return state.worth if player == z.MAX else -state.worth


@pytest.mark.parametrize("mode", [pytest.param("compiled", marks=pytest.mark.slow), "interpreted"])
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"heads": 0.4}, "do not sum to 1"),
        ({"heads": -0.5}, "below 0"),
        ({"worth": inf}, "infinite or no number"),
        ({"worth": nan}, "infinite or no number"),
        ({"many": 0}, "gives none"),
        ({"many": 5}, "more than (max_actions|4; set max_actions)"),
    ],
)
def test_a_broken_promise_is_told(wrong: dict[str, Any], told: str, mode: str) -> None:
    game = Broken()
    with pytest.raises(z.GameError, match=told):
        MonteCarlo(game, mode=mode).search(game.initial()._replace(**wrong), simulations=100)


class Guess(Broken):
    """The same, with an evaluation; or for three, of whom one has it."""

    chance = False

    def __init__(self, guess: float, players: int = 2) -> None:
        self.guess, self.players = guess, players

    def to_move(self, state: Flawed) -> int:
        return z.MAX

    def evaluate(self, state: Flawed, player: int) -> float:
        return self.guess if player == z.MAX else 0.0


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        (Guess(inf), "compiled"),
        (Guess(inf), "interpreted"),
        (Guess(nan), "interpreted"),
        (Guess(-1e300), "interpreted"),
        (Guess(nan, players=3), "interpreted"),
    ],
)
def test_an_evaluation_of_which_no_mean_can_be_taken_is_told(game: z.Game, mode: str) -> None:
    with pytest.raises(z.GameError, match="`evaluate` is infinite or no number"):
        MonteCarlo(game, playout=1, mode=mode).search(simulations=100)


class Hopeful(TicTacToe):
    """Tic-tac-toe, with an evaluation beyond the utilities."""

    def evaluate(self, state: Any, player: int) -> float:
        return 8.0 if player == z.MAX else -8.0


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_an_evaluation_beyond_the_utilities_keeps_no_win_from_being_proved(mode: str) -> None:
    game = Hopeful()
    found = MonteCarlo(game, playout=0, mode=mode).search(game.read("xx./oo./... x"), simulations=200)
    assert (found.names()[0], found.value, found.proved) == ("(0,2)", 1, True)
    assert found.simulations < 200


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"simulations": 0}, "simulations is a whole number from 1 up"),
        ({"simulations": 5, "depth": 3}, "mcts has no option 'depth'"),
        ({"simulations": 5, "table": 3}, "mcts has no option 'table'"),
        ({"simulations": 5, "sooner": True}, "mcts has no option 'sooner'"),
        ({"simulations": 5, "explorations": 1.0}, "did you mean exploration"),
        ({"simulations": 5, "exploration": -1}, "a number from 0 up"),
        ({"simulations": 5, "rave": 0.5}, "a whole number"),
        ({"simulations": 5, "puct": 3}, "true or false"),
        ({"simulations": 5, "seed": "x"}, "a seed is"),
        ({"simulations": 5, "threads": 0}, "threads is"),
        ({"seconds": -1}, "seconds"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(z.SearchError, match=told):
        z.best(z.load_game("tictactoe"), algorithm="mcts", mode="interpreted", **options)


def test_games_that_hide_something_are_for_others() -> None:
    with pytest.raises(z.SearchError, match="hide"):
        z.best(z.load_game("kuhn"), algorithm="mcts", simulations=5)


def test_it_ends_once_nothing_can_overtake_the_best() -> None:
    """X wins at once, and nothing is proved: the other moves are hardly tried."""
    game = z.load_game("tictactoe")
    state = game.read("xx./oo./... x")
    search = MonteCarlo(game, mode="interpreted", solver=False)
    found = search.search(state, seconds=4.0, until_decided=True)
    assert found.stopped == "decided"
    assert game.name(state, found.action) == "(0,2)"
    assert search.search(state, seconds=0.2).stopped == "time"


def test_a_game_recommends_options_and_what_is_given_goes_before() -> None:
    game = z.load_game("go(3)")
    assert MonteCarlo(game, mode="interpreted").options.rave == game.monte_carlo["rave"]
    assert MonteCarlo(game, mode="interpreted", rave=7).options.rave == 7
    assert MonteCarlo(game, mode="interpreted", rave=7).options.puct
    assert not MonteCarlo(z.load_game("tictactoe"), mode="interpreted").options.puct


# An evaluation of one's choice


def test_an_evaluation_is_drawn_into_the_utilities() -> None:
    """The centre lies on four open lines, a corner on three: 4 of 4 + 4, and 3 of 3 + 4."""
    game = z.load_game("tictactoe")
    found, other = (
        z.best(game, algorithm="mcts", simulations=9, playout=0, evaluation="open_lines", mode=mode) for mode in ("compiled", "interpreted")
    )
    values = {game.name(game.initial(), one.action): one.value for one in found.tried}
    assert (values["(1,1)"], values["(0,0)"]) == (4 / 8, 3 / 7)
    assert (found.tried, found.value) == (other.tried, other.value)


def test_an_evaluation_does_not_hide_a_win() -> None:
    game = z.load_game("tictactoe")
    found = z.best(game, game.read("xx./oo./... x"), algorithm="mcts", simulations=300, playout=0, evaluation="open_lines")
    assert (found.names()[0], found.value, found.proved) == ("(0,2)", 1, True)


def test_an_evaluation_needs_utilities_to_be_measured_by() -> None:
    game = z.load_game("tictactoe")
    game.utility_range = None
    with pytest.raises(z.SpecError, match="give it `utility_range`"):
        z.best(game, algorithm="mcts", simulations=9, evaluation="open_lines", mode="interpreted")


class Marks(NamedTuple):
    squares: z.Bits
    player: int


class Squares(z.Game):
    """Each marks a square in turn; who marks the last one has won. There are no more actions than the loop has steps."""

    max_actions = 16

    def initial(self) -> Marks:
        return Marks(z.Bits(0), 0)

    def to_move(self, state: Marks) -> int:
        return state.player

    def actions(self, state: Marks) -> Iterator[int]:
        for square in range(16):
            if square not in state.squares:
                yield square

    def result(self, state: Marks, action: int) -> Marks:
        return Marks(state.squares | (z.Bits(1) << action), 1 - state.player)

    def is_terminal(self, state: Marks) -> bool:
        return state.squares.count() == 16

    def utility(self, state: Marks, player: int) -> float:
        return -1.0 if player == state.player else 1.0


def test_a_loop_over_as_many_squares_as_there_can_be_actions_compiles():
    """It took LLVM twice as long for each square more: a minute and a half for sixteen."""
    found = [z.best(Squares(), algorithm="mcts", simulations=50, seed=3, mode=mode) for mode in ("compiled", "interpreted")]
    assert (found[0].value, found[0].plies) == (found[1].value, found[1].plies)


# Games that go round


class Round(z.Game):
    """Round and round a ring, with no end. The way there wins MAX a quarter."""

    utility_range = (-1.0, 1.0)
    max_actions = 2

    def __init__(self, repetition: float | None = None, players: int = 2) -> None:
        self.repetition = repetition
        self.players = players

    def initial(self) -> int:
        return 60

    def to_move(self, state: int) -> int:
        return state % self.players

    def actions(self, state: int) -> Iterable[int]:
        yield 1
        yield 5

    def result(self, state: int, action: int) -> int:
        return (state + action) % 60

    def is_terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int, player: int) -> float:
        return 0.0


class Paid(Round):
    """The same with a reward."""

    def reward(self, state: int, action: int) -> float:
        return 0.25 if state == 60 else 0.0


class Guided(Round):
    """The same by playouts of its own."""

    def playout(self, state: int, random_bits: int) -> int:
        return 1 if random_bits & 1 else 5


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize(("game", "worth"), [(Round(0.5), 0.5), (Paid(0.5), 0.75), (Guided(-0.5), -0.5), (Round(0.5, players=1), 0.5)])
def test_a_playout_that_goes_round_is_worth_what_the_game_says_of_a_repetition(game: Round, worth: float, mode: str) -> None:
    found = z.best(game, algorithm="mcts", simulations=5, mode=mode)
    assert (found.value, found.simulations, found.cut, found.proved) == (worth, 5, 5, False)
    assert f"; 5 playouts cut short after 4,096 plies or more, worth {game.repetition:g} to MAX by `repetition`" in str(found)


def test_where_the_game_says_nothing_of_it_that_is_told() -> None:
    told = [str(z.best(game, algorithm="mcts", simulations=3, mode="compiled")) for game in (Round(), Round(0.5, players=3))]
    cut = "; 3 playouts cut short after 4,096 plies or more, and valued as 0, since Round has no `evaluate`; "
    said = "let `repetition` say what a game is worth to MAX in which a position comes back, such as `repetition = 0` in the class; "
    assert [one[one.index("; 3") :] for one in told] == [
        f"{cut}{said}playout=N lets them last N plies",
        f"{cut}playout=N lets them last N plies",
    ]


def test_a_playout_of_so_many_plies_as_was_asked_for_is_evaluated() -> None:
    found = z.best(Round(0.5), algorithm="mcts", simulations=5, playout=5000, mode="compiled")
    assert (found.value, found.cut) == (0, 0)
    assert found.plies > 5 * 5000


@pytest.mark.parametrize("spec", ["connect4", "teeko", "chess", "pig", "nine_mens_morris"])
def test_what_ends_is_played_to_its_end(spec: str) -> None:
    game = z.load_game(spec)
    found, other = (z.best(game, algorithm="mcts", simulations=300, mode="compiled", **plies) for plies in ({}, {"playout": 1 << 20}))
    assert same(found, replace(other, playout=None))
    assert found.cut == 0


def test_where_playouts_are_long_they_may_be_longer() -> None:
    assert (longest(0, 0), longest(1000, 50_000), longest(1000, 419_000)) == (4096, 4096, 13_408)


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize("game", [Round(0.5), Guided(0.5)])
def test_ctrl_c_ends_a_playout_too(game: Round, mode: str) -> None:
    def ctrl_c(simulations: int) -> None:
        raise KeyboardInterrupt

    search = MonteCarlo(game, playout=1 << 60, mode=mode)
    found = search.search(progress=ctrl_c)
    assert (found.stopped, found.simulations, found.value, found.action in (1, 5)) == ("interrupted", 0, 0, True)
    assert search.search(progress=ctrl_c).stopped == "interrupted"
