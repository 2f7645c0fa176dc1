"""Right before fast: whatever the options, the value is that of minimax, also over tables that overwrite all the time."""

from __future__ import annotations

import itertools
import random
import re
from math import inf
from typing import Any

import pytest

import zermelo as z
from tests.databases.examples import Graph, Vertex
from tests.search.engine.webs import Garden, Orchard, Ring, State, Web
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.memory import Table
from zermelo.search.engine.options import DRIVERS, FACTS, INEXACT, NAMES, Options
from zermelo.verify.games import random_game, random_root
from zermelo.verify.trials import Judged
from zermelo.words import next_up

TINY = 64 * 16 / 2**20
"""MiB of a table of 64 entries."""
KEEPING = ("table", "null_windows", "order", "tactical_first", "killers", "history_heuristic", "continuation_history",
           "counter_moves", "internal_deepening", "early_cutoffs", "prefetch", "lazy_children", "deepening", "aspiration")  # fmt: skip


def minimax(game: z.Game, state: State, depth: int, known: dict[Any, float]) -> float:
    """The definition, with a memory of its own so that it does not take all day."""
    if game.is_terminal(state):
        return game.utility(state, z.MAX)
    if depth == 0:
        return game.evaluate(state, z.MAX)
    if (state, depth) not in known:
        worths = [minimax(game, game.result(state, action), depth - 1, known) for action in game.actions(state)]
        known[state, depth] = max(worths) if game.to_move(state) == z.MAX else min(worths)
    return known[state, depth]


def strict(game: z.Game, chooser: random.Random) -> Options:
    """Some of the options that keep the value on, the others off; thresholds as they come."""
    changes: dict[str, Any] = {name: chooser.random() < 0.6 for name in KEEPING}
    changes |= {name: chooser.randint(1, 4) for name in ("table_from", "order_from", "early_from", "internal_from")}
    return Options.usual(game).changed(**changes, evaluation_memory=chooser.choice((0, 1, 6))).strict()


@pytest.mark.parametrize("number", range(12))
def test_strict_options_give_the_value_of_minimax_at_every_depth(number: int) -> None:
    chooser = random.Random(number)
    game = Web()
    engine = Engine(game, options=strict(game, chooser), table=TINY, mode="interpreted")
    for _ in range(12):
        root, known = State(chooser.randrange(10**6), 0, 0, 0), {}
        for depth in (1, 2, 3, 5, 9):
            found = engine.search(root, depth=depth)
            assert found.value == pytest.approx(minimax(game, root, depth, known), abs=0), (root, depth, engine.options)
            worth = minimax(game, game.result(root, found.action), depth - 1, known)
            assert worth == found.value, (root, depth, engine.options)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_so_it_does_compiled_with_one_thread_and_two_over_thousands_of_trees(threads: int) -> None:
    game = Web()
    engine = Engine(game, options=Options().strict(), table=Table(TINY), threads=threads)
    assert engine.mode == "compiled"
    chooser = random.Random(threads)
    for _ in range(1200 // threads):
        root = State(chooser.randrange(10**9), 0, 0, 0)
        depth = chooser.randint(1, 8)
        assert engine.search(root, depth=depth).value == minimax(game, root, depth, {}), (root, depth)


PROVING = ("bounds", "endgame_value", "candidates", "deeper", "quiescence", "extensions", "singular_extensions", "late_move_reductions",
           "reverse_futility", "futility", "late_move_pruning", "improving", "internal_reduction")  # fmt: skip
"""Options that change no value of a solved game, beside those of KEEPING."""


OF_THE_GAME = ("candidates", "bounds", "endgame_value", "star1", "star2", "wide", "repetition", "exact")
"""Options that follow from the game, or from others."""


def test_each_switch_is_of_one_kind() -> None:
    """One that may make a value untrue has to stand in INEXACT: what is tried, verified and called proved goes by that."""
    kinds = (set(KEEPING) - set(DRIVERS), set(DRIVERS), set(INEXACT), set(OF_THE_GAME))
    switches = [name for name in NAMES if isinstance(getattr(Options(), name), bool)]
    assert {name: sum(name in kind for kind in kinds) for name in switches} == dict.fromkeys(switches, 1)


@pytest.mark.parametrize("grown", [Garden, Orchard])
def test_a_garden_is_worth_what_it_was_grown_from(grown: type[Garden]) -> None:
    """So that `worth` may stand for minimax in what follows."""
    game, chooser = grown(), random.Random(3)
    for _ in range(100):
        root = State(chooser.randrange(10**9), 0, chooser.randrange(24), chooser.randrange(2))
        assert minimax(game, root, 1 << 10, {}) == game.worth(root, z.MAX)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("grown", [Garden, Orchard])
def test_what_is_called_proved_is_true_whatever_was_left_out(grown: type[Garden], number: int) -> None:
    """Forward pruning, reductions and evaluations at the depth limit: a value that rests on one of them is not called proved."""
    chooser = random.Random(number)
    game = grown()
    proved = 0
    for _ in range(40):
        options = Options.usual(game).changed(**{name: chooser.random() < 0.6 for name in (*KEEPING, *INEXACT)})
        options = options.changed(n_best=chooser.choice((0, 0, 1, 2)), table_from=chooser.randint(1, 3), order_from=chooser.randint(0, 3))
        options = options.changed(evaluation_memory=chooser.choice((0, 1, 6)))
        engine = Engine(game, options=options, table=Table(TINY, compiled=False), mode="interpreted")
        for _ in range(3):
            root = State(chooser.randrange(10**9), 0, chooser.randrange(24), chooser.randrange(2))
            found = engine.search(root, depth=chooser.randint(1, 9))
            proved += found.proved
            if found.proved:
                assert found.value == game.worth(root, z.MAX), (root, found.depth, engine.options)
    assert proved > 20


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("grown", [Garden, Orchard])
def test_proofs_and_evaluations_together_solve_a_game_right(grown: type[Garden], number: int) -> None:
    chooser = random.Random(number)
    game = grown()
    options = Options.usual(game).changed(**{name: chooser.random() < 0.7 for name in (*KEEPING, *PROVING)})
    options = options.changed(symmetries=chooser.choice((0, 3, 9)), table_from=chooser.randint(1, 4), order_from=chooser.randint(1, 4))
    engine = Engine(game, options=options, table=Table(TINY, compiled=False), mode="interpreted")
    for _ in range(60):
        root = State(chooser.randrange(10**9), 0, chooser.randrange(24), chooser.randrange(2))
        found = engine.solve(root)
        assert (found.value, found.proved) == (game.worth(root, z.MAX), True), (root, engine.options)
        state = root
        for action in found.line:  # each action keeps the value
            state = game.result(state, action)
            assert game.worth(state, z.MAX) == found.value, (root, found.line, engine.options)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("grown", [Garden, Orchard])
def test_so_they_do_compiled_with_one_thread_and_two(grown: type[Garden], threads: int) -> None:
    game, chooser = grown(), random.Random(threads)
    engine = Engine(game, symmetries=3, table=Table(TINY), threads=threads)
    for _ in range(1200 // threads):
        root = State(chooser.randrange(10**9), 0, chooser.randrange(24), chooser.randrange(2))
        assert engine.solve(root).value == game.worth(root, z.MAX), root
        deep = engine.search(root, depth=chooser.randint(1, 6))
        assert not deep.proved or deep.value == game.worth(root, z.MAX), (root, deep)


@pytest.mark.parametrize("grown", [Garden, Orchard])
def test_a_window_says_on_which_side_of_it_the_value_lies_or_nothing(grown: type[Garden]) -> None:
    game, chooser = grown(), random.Random(5)
    engine = Engine(game, table=TINY, mode="interpreted")
    for _ in range(60):
        root = State(chooser.randrange(10**9), 0, chooser.randrange(24), chooser.randrange(2))
        worth, number = game.worth(root, z.MAX), chooser.choice((*game.utilities_there_are, 0.05))
        low, high = chooser.choice([(number, next_up(number)), (number, number + 1.5), (-5.0, 5.0)])
        stopped = engine.window(root, low, high, nodes=1)
        assert stopped.stopped == "solved" or (stopped.low, stopped.high, stopped.stopped) == (-inf, inf, "nodes")
        found = engine.window(root, low, high)
        assert (found.stopped, found.low <= worth <= found.high) == ("solved", True)
        assert found.low == found.high if low < worth < high else found.high <= low if worth <= low else found.low >= high


def test_both_modes_visit_the_same_nodes() -> None:
    game = Web()
    for seed in range(10):
        runs = [Engine(game, mode=mode, table=1).search(State(seed, 0, 0, 0), depth=6) for mode in ("compiled", "interpreted")]
        assert (runs[0].nodes, runs[0].value, runs[0].line) == (runs[1].nodes, runs[1].value, runs[1].line)


def test_the_best_few_actions_have_the_values_of_their_children() -> None:
    game = z.load_game("connect4")
    engine = Engine(game, options=Options.usual(game).strict())
    found = engine.search(game.played("445"), depth=6, multipv=7)
    assert sorted(variation.line[0] for variation in found.variations) == list(range(7))
    values = [variation.value for variation in found.variations]
    assert values == sorted(values)  # MIN is to move
    for variation in found.variations:
        child = game.result(game.played("445"), variation.line[0])
        assert variation.value == z.best(game, child, depth=5, algorithm="minimax").value


def test_every_option_is_described() -> None:
    said = set(re.findall(r"\w+", Options.__doc__ or ""))
    assert [name for name in (*NAMES, *FACTS) if name not in said] == []


def test_a_position_after_another_is_not_that_other_after_it():
    """Both have the same two positions on the way: what a repetition is worth depends on which comes first."""
    game, lots = random_game(1000230), random.Random(1)
    engine = Engine(game, table=1, mode="interpreted", options=Options(table_from=1).strict())
    for root in [random_root(game, lots) for _ in range(200)]:
        for depth in (3, 5):
            assert engine.search(root, depth=depth).value == Judged(game, root).worth(depth, repetition=game.repetition)[0]


def to_max(database, state):
    """What a state is worth to MAX, by a database."""
    game = database.game
    if game.is_terminal(state):
        return game.utility(state, z.MAX)
    return database.worth(state).value * (1 if game.to_move(state) == z.MAX else -1)


def test_an_action_beside_the_best_one_is_worth_what_it_leads_to():
    """MAX wins at once, or waits, after which MIN can only go back: waiting is won, too."""
    game = Waiting()
    engine = Engine(game, mode="interpreted")
    assert [(one.value, one.proved) for one in engine.search(multipv=2).variations] == [(1, True)] * 2
    alone = engine.search(among=[1])
    assert (alone.value, alone.proved, alone.line) == (1, True, (1, 0, 0))


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_an_action_that_is_no_candidate_is_worth_what_it_leads_to(mode):
    """What a game proves to be no better than others, as not to block a row of three, is still asked for: it was played, say."""
    game = z.load_game("connect4(4, 4)")
    known, engine, left_out = {}, Engine(game, mode=mode, table=1), 0
    for moves in ("224131233", "431214421", "421142421", "324213141", "314132434"):
        root = game.played(moves)
        least, most = game.bounds(root)
        for action in game.actions(root):
            left_out += least == most or action not in game.candidates(root)
            found = engine.search(root, among=[action])
            assert (found.action, found.proved) == (action, True)
            assert found.value == minimax(game, game.result(root, action), 16, known)
    assert left_out == 17


class Waiting(z.Game):
    """Numbers are states: MAX is to move at 0, MIN at 1, at 2 MAX has won. MAX may win (0) or wait (1)."""

    repetition = 0
    utility_range = (-1, 1)

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> list[int]:
        return [0] if state else [0, 1]

    def result(self, state: int, action: int) -> int:
        return 0 if state else 2 - action

    def is_terminal(self, state: int) -> bool:
        return state == 2

    def utility(self, state: int, player: int) -> int:
        return 1 if player == z.MAX else -1


@pytest.mark.slow
@pytest.mark.parametrize("endless", [0.0, 1.0, -1.0])
def test_what_is_proved_of_each_action_is_what_it_is_worth_where_play_comes_back(endless, tmp_path):
    """An action that is not the best may be good as well: after it play may come back to the root, where the best one is still there."""
    proved = come_back = 0
    for seed in range(12):
        game = Graph(seed, endless)
        engine = Engine(game, mode="interpreted", table=1)
        with z.make_database(game, tmp_path / str(seed)) as database:
            for root in map(Vertex, range(game.size)):
                if game.is_terminal(root):
                    continue
                worth = {action: to_max(database, game.result(root, action)) for action in game.actions(root)}
                several = engine.search(root, depth=12, multipv=len(worth)).variations
                alone = [engine.search(root, depth=12, among=[action]).variations[0] for action in worth]
                for one in (*several, *alone):
                    assert not one.proved or one.value == worth[one.line[0]]
                    states = list(itertools.accumulate(one.line, game.result, initial=root))
                    proved, come_back = proved + one.proved, come_back + (one.proved and root in states[1:])
    assert proved > 200
    assert come_back > 10


POSITIONS = [
    ("desconecta4boom", "0000000/0000000/0000000/0000000/0100000/2201002/1102221 1 10"),
    ("connect4(width=3, height=3, line=3)", None),
    ("tictactoe", None),
    ("hexapawn", None),
    ("nim", None),
]


@pytest.mark.parametrize("by", ["search", "solve"])
@pytest.mark.parametrize(("spec", "text"), POSITIONS)
def test_the_line_of_a_proved_value_goes_to_the_end_of_the_game(spec: str, text: str | None, by: str) -> None:
    """Where the table or a cut-off has cut it short, too, and though nothing that the loser plays matters."""
    game = z.load_game(spec)
    state = game.initial() if text is None else game.read(text)
    found = getattr(Engine(game, mode="interpreted"), by)(state)
    for action in found.line:
        assert action in game.actions(state)
        state = game.result(state, action)
    assert found.proved
    assert game.is_terminal(state)
    assert game.utility(state, z.MAX) == found.value


@pytest.mark.parametrize("seed", [6, 48, 54])
def test_the_line_of_a_drawn_game_ends_where_a_position_comes_again(seed: int) -> None:
    """That ends the game for the value's sake; played on, it would go round until it is as long as a line may be."""
    game = Ring()
    found = Engine(game, mode="interpreted", table=1).search(State(seed, 0, 0, 0), depth=40)
    assert (found.value, found.proved) == (game.repetition, True)
    states = [found.state]
    for action in found.line:
        states.append(game.result(states[-1], action))
    assert states.index(states[-1]) < len(states) - 1
    assert len(set(states)) == len(states) - 1
