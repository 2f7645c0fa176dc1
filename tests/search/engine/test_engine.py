"""The engine's limits, and what it says of games and options that are not right."""

from __future__ import annotations

import functools
import itertools
import signal
import threading
import time
from collections.abc import Iterator
from math import nan
from typing import Any

import pytest

import zermelo as z
from zermelo.search.engine import calls
from zermelo.search.engine.deepening import Run
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.runtime.control import Control
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.workers import wait_for

GAME = z.load_game("connect4")
BOTH = pytest.mark.parametrize("mode", ["compiled", "interpreted"])


def test_a_budget_of_nodes_gives_the_same_in_every_run() -> None:
    runs = [Engine(GAME, table=1).search(nodes=50_000) for _ in range(2)]
    assert (runs[0].nodes, runs[0].value, runs[0].line, runs[0].depth) == (runs[1].nodes, runs[1].value, runs[1].line, runs[1].depth)
    assert runs[0].nodes <= 50_000 + GAME.width + 1  # the leaves of the node in which it ran out are counted
    assert runs[0].stopped == "nodes"


def test_a_first_depth_that_does_not_finish_still_gives_a_legal_action() -> None:
    found = Engine(GAME).search(nodes=1)
    assert found.action in GAME.actions(GAME.initial())


@pytest.mark.parametrize("limits", [{"seconds": 0.1}, {"clock": Clock(3.0, 0.05)}, {"clock": Clock(0.2, moves_to_go=1)}])
def test_a_deadline_is_kept(limits: dict[str, Any]) -> None:
    """By the processor's time, which is what the search can use until then, however long it has to wait for a processor."""
    engine = Engine(GAME)
    engine.search(depth=4)
    begin = time.process_time()
    found = engine.search(**limits)
    assert found.stopped == "time"
    assert time.process_time() - begin < 1.0


def test_a_clock_hears_how_often_an_action_was_confirmed_and_what_it_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[tuple[int, float]] = []

    def soft_after(limits: Limits, confirmed: int, drop: float) -> float:
        given.append((confirmed, drop))
        return 1e9

    monkeypatch.setattr(Limits, "soft_after", soft_after)
    reports: list[EngineResult] = []
    state = GAME.played("4444")
    Engine(GAME, table=1).search(state, clock=Clock(1e9), depth=8, report=reports.append)
    firsts = [found.action for found in reports]
    assert len(given) == len(firsts) - 1 == 7
    for place, (confirmed, drop) in enumerate(given, 1):
        changed = [before for before in range(place) if firsts[before] != firsts[place]]
        assert confirmed == place - 1 - max(changed, default=-1)
        assert drop == pytest.approx((reports[place - 1].value - reports[place].value) / GAME.evaluation_unit)
    given.clear()
    Engine(GAME, table=1).search(state, seconds=100, depth=4)
    assert given == []


def test_what_a_window_has_found_stays_where_a_wider_one_is_cut_short_before_it_comes_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways beyond the window, then all of it, where another action than the best stands first."""
    best, other = GAME.parse(GAME.initial(), "4"), GAME.parse(GAME.initial(), "1")
    windows: list[tuple[float, float]] = []
    searched, line = Run._value, calls.Calls.line

    def value(run: Run, alpha: float, beta: float, depth: int) -> float:
        if depth < 4:
            return searched(run, alpha, beta, depth)
        windows.append((alpha, beta))
        if len(windows) < 3:
            return (alpha, beta)[len(windows) - 1]
        run.calls.ended = "nodes"
        return windows[1][0]

    monkeypatch.setattr(Run, "_value", value)
    monkeypatch.setattr(calls.Calls, "line", lambda one: (line, (), (best,), (other,))[len(windows)] if windows else line(one))
    found = Engine(GAME, table=1, mode="interpreted").search()
    assert len(windows) == 3
    assert (found.action, found.value, found.depth) == (best, windows[1][1], 3)


@pytest.mark.parametrize(
    ("proving", "limits", "proved"),
    [(3.2, {}, True), (3.1, {}, False), (3.2, {"multipv": 2}, False), (3.2, {"nodes": 10**9}, False), (3.2, {"depth": 200}, False)],
)
def test_where_the_end_is_near_a_part_of_the_time_goes_to_a_proof(
    monkeypatch: pytest.MonkeyPatch, proving: float, limits: dict[str, int], proved: bool
) -> None:
    monkeypatch.setattr(Run, "_depths", lambda self: itertools.chain(range(1, 11), itertools.repeat(10)))  # which proves nothing
    state = GAME.played("5573335352")
    assert GAME.plies_left(state) == 32
    engine = Engine(GAME, table=16, proving=proving)
    looks = itertools.count()  # time goes by with nodes and looks at the clock, however busy the machine is
    monkeypatch.setattr(Control, "spent", property(lambda _: engine._machine.nodes / 10**7 + next(looks) / 500))
    found = engine.search(state, seconds=0.6, **limits)
    assert (found.proved, found.depth, found.stopped) == (proved, 10, "solved" if proved else "time")
    if proved:
        assert found.value == Engine(GAME).value(state).value == 1
        assert GAME.is_terminal(functools.reduce(GAME.result, found.line, state))


def test_the_best_of_several_is_proved_though_the_others_are_not() -> None:
    state = GAME.played("445566")  # the first player has three in a row, free at both ends
    one, three = (Engine(GAME, table=1, bounds=False).search(state, depth=2, multipv=lines) for lines in (1, 3))
    assert (one.value, one.proved) == (three.value, three.proved) == (1, True)
    assert [variation.proved for variation in three.variations] == [True, True, False]


def test_ctrl_c_returns_the_best_so_far() -> None:
    engine = Engine(GAME)
    engine.search(depth=4)
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    found = engine.search(seconds=100, report=lambda sofar: timer.start() if sofar.depth == 9 else None)
    assert (found.stopped, found.action in GAME.actions(GAME.initial())) == ("interrupted", True)
    assert engine.search(depth=4).stopped == "depth"


def test_ctrl_c_between_two_depths_does_so_too() -> None:
    found = Engine(GAME).search(report=lambda sofar: signal.raise_signal(signal.SIGINT) if sofar.depth == 5 else None)
    assert (found.stopped, found.depth, found.action in GAME.actions(GAME.initial())) == ("interrupted", 5, True)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_the_table_survives_from_move_to_move_until_it_is_cleared() -> None:
    engine = Engine(GAME)
    first = engine.search(depth=12).nodes
    assert engine.search(depth=12).nodes < first / 4
    engine.clear()
    assert engine.search(depth=12).nodes == first


def test_one_engine_does_one_search_at_a_time_and_two_engines_two() -> None:
    engine, other = Engine(GAME), Engine(GAME)
    engine.search(depth=2)
    begun, enough = threading.Event(), threading.Event()

    def hold(found: z.EngineResult) -> None:
        begun.set()
        enough.wait()

    thread = threading.Thread(target=lambda: engine.search(depth=2, report=hold))
    thread.start()
    begun.wait()
    try:
        assert other.search(depth=8).stopped == "depth"
        with pytest.raises(z.SearchError, match="searching already"):
            engine.search(depth=1)
    finally:
        enough.set()
        thread.join()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"killer": True}, "did you mean killers"),
        ({"rewards": True}, "has no option 'rewards'"),  # a fact of the game
        ({"least": 1}, "has no option 'least'"),
        ({"killers": 3}, "true or false"),
        ({"table_from": -1}, "whole number"),
        ({"threads": 0}, "from 1 to"),
        ({"table": 10**9}, "does not fit"),
        ({"table": 0}, "above 0"),
        ({"mode": "fast"}, "not one of"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(z.SearchError, match=said):
        Engine(GAME, **options)


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"seconds": -1.0}, {"nodes": 0}, {"depth": 0}, {"clock": Clock(-1.0)}, {"multipv": 0}])
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(z.SearchError):
        Engine(GAME, mode="interpreted").search(**limits)


class NotANumber(z.load_game("nim").__class__):  # type: ignore[misc]  # a class of the catalogue
    def evaluate(self, state: Any, player: int) -> float:
        return nan


class TooMuch(NotANumber):
    def evaluate(self, state: Any, player: int) -> float:
        return 1000.0


class Raises(NotANumber):
    def evaluate(self, state: Any, player: int) -> float:
        return 0.0

    def order(self, state: Any, action: int, child: Any) -> int:
        return (1, 2, 3)[action + 100]


class Collides(NotANumber):
    def key(self, state: Any) -> int:
        return 7


@BOTH
@pytest.mark.parametrize(
    ("rules", "said"), [(NotANumber, "`evaluate` returns NaN in position"), (TooMuch, "`evaluate` returns 1000"), (Raises, "`order`")]
)
def test_a_game_that_breaks_its_promises_is_told_which_method_and_where(rules: Any, said: str, mode: str) -> None:
    with pytest.raises(z.GameError, match=said):
        Engine(rules(), mode=mode).search(depth=3)


def test_a_key_that_does_not_tell_positions_apart_is_found_before_the_first_search() -> None:
    with pytest.raises(z.GameError, match="`key`"):
        Engine(Collides(), mode="interpreted").search(depth=3)


def test_connect_four_is_solved_as_published() -> None:
    game = z.load_game("connect4(score=True)")
    engine = Engine(game)
    for moves, score in (("35333571445", 5), ("4455445526", None), ("44444", None)):
        if score is not None:
            state = game.played(moves)
            assert engine.solve(state).value == (score if game.to_move(state) == z.MAX else -score)


@pytest.mark.parametrize(("spec", "value"), [("othello(4)", -8), ("connect4(6, 4)", -1), ("tictactoe", 0), ("hexapawn", -1)])
def test_known_values(spec: str, value: int) -> None:
    found = Engine(z.load_game(spec), mode="interpreted" if spec.isalpha() else "compiled").solve()
    assert (found.value, found.proved) == (value, True)


def test_a_win_at_once_comes_before_a_later_one_that_the_game_knows_of_too() -> None:
    state = GAME.played("456467446754")
    assert Engine(GAME).search(state).names() == ("6",)
    assert GAME.is_terminal(GAME.result(state, 5))


def test_no_table_is_a_choice() -> None:
    assert Engine(GAME, table=False, mode="interpreted").search(depth=4).probes == 0


@pytest.mark.parametrize("asked", [{"state": (1, 2)}, {"history": "abc"}])
def test_what_is_no_state_of_the_game_is_named(asked: dict[str, Any]) -> None:
    with pytest.raises(z.GameError, match="is it a state of that game"):
        Engine(GAME, mode="interpreted").search(**asked, depth=2)


class Endless(z.Game):
    """After the first its actions never end."""

    max_actions = 3

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return 0

    def actions(self, state: int) -> Any:
        yield from itertools.count() if state else (0, 1)

    def result(self, state: int, action: int) -> int:
        return state + 1

    def is_terminal(self, state: int) -> bool:
        return state > 5

    def utility(self, state: int, player: int) -> int:
        return 0


def test_actions_without_end_are_named() -> None:
    with pytest.raises(z.GameError, match=r"`actions` of Endless\(\) gives more than max_actions = 3 in position '1'"):
        Engine(Endless(), mode="interpreted").search(depth=3)


def test_ctrl_c_is_heard_though_the_time_is_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a program that plays on would not stop."""
    came = []

    def late(*given: Any, **more: Any) -> str | None:
        ended = wait_for(*given, **more)
        if ended == "time":
            came.append(ended)
            signal.raise_signal(signal.SIGINT)
        return ended

    monkeypatch.setattr(calls, "wait_for", late)
    engine = Engine(GAME, mode="interpreted")
    while not came:  # the time may be up between two calls, too
        found = engine.search(seconds=0.05)
    assert found.stopped == "interrupted"


def test_ctrl_c_is_heard_though_the_game_has_just_been_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    played_out = Run._played_out

    def late(run: Run, best: EngineResult, depth: int) -> EngineResult:
        signal.raise_signal(signal.SIGINT)
        return played_out(run, best, depth)

    monkeypatch.setattr(Run, "_played_out", late)
    found = Engine(z.load_game("tictactoe"), mode="interpreted").search()
    assert (found.proved, found.stopped) == (True, "interrupted")


class OneWay(z.Game):
    """So many matches; each takes one, and who takes the last wins."""

    def __init__(self, matches: int) -> None:
        self.matches = matches

    def initial(self) -> tuple[int, int]:
        return self.matches, z.MAX

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Iterator[int]:
        yield 1

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> int:
        return 1 if player != state[1] else -1


@pytest.mark.parametrize("search", [Engine, MonteCarlo])
def test_an_only_action_is_valued_unless_somebody_has_to_play(search: Any) -> None:
    """A value of 0 that nobody has looked for would be taken for a draw."""
    game = OneWay(3)
    assert search(game, mode="interpreted").search(seconds=20).value == 1
    found = search(OneWay(60), mode="interpreted").search(seconds=20, until_decided=True)
    assert (found.action, found.stopped) == (1, "only action")
    assert found.nodes < 60
