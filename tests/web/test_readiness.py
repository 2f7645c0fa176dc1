"""What is compiled before computers can play: others know of it, how far it is is told, and somebody plays meanwhile."""

from __future__ import annotations

import threading

import pytest

import zermelo as z
from tests.web.conftest import HUMAN, begun, events
from zermelo import native
from zermelo.analysis import readiness, thinking
from zermelo.analysis.engines import Engines
from zermelo.analysis.readiness import Readiness
from zermelo.analysis.thoughts import Question
from zermelo.errors import SearchError
from zermelo.native import patience, progress
from zermelo.search.engine.engine import Engine
from zermelo.spec import Named
from zermelo.web import scheduler, stand_in
from zermelo.web.scheduler import Scheduler

GAME = z.load_game("tictactoe")
NAMED = Named("tictactoe", GAME, 0)
THREE = "tree('(chance(1/2: <1 2 3> 1/2: <3 1 2>) <2 2 2>)')"
LEVEL = {"kind": "computer", "level": 1}


@pytest.fixture
def used(monkeypatch):
    """What the compiler has used so far, of 4 seconds that it needs, on a clock that stands still: a list of two numbers."""
    seconds = [0.0, 0.0]
    monkeypatch.setattr(progress, "used", lambda: seconds[0])
    monkeypatch.setattr(readiness, "_expected", lambda game: 4.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: seconds[1])
    return seconds


def test_how_far_it_is_follows_from_what_the_compiler_has_used_and_how_fast_it_gets_on(used):
    found = Readiness()

    def compiles():
        told = [found.progress("a"), found.progress("b")]
        used[:] = 1.0, 3.0  # a third of the processor
        told.append(found.progress("a"))
        used[:] = 5.0, 9.0
        return [*told, found.progress("a")]

    assert found.make("a", GAME, compiles) == [
        {"share": 0.0, "left": 4.0},
        {"share": 0.0, "left": None},
        {"share": 0.25, "left": 6.0},
        {"share": 0.99, "left": None},
    ]
    assert found.is_made("a")
    assert found.make("b", GAME, lambda: found.progress("b")["left"]) == 5.0, "the next is expected to take as much longer as this one took"


def test_longer_rules_are_expected_to_take_longer_and_what_was_used_is_counted():
    pytest.importorskip("numba")
    short, long = (native.expected(z.load_game(name)) for name in ("tictactoe", "othello"))
    before = patience.used()
    assert 0.6 < short < long < 3
    assert patience.within_limit(lambda: sum(range(300_000)), "a sum") > 0
    assert before < patience.used() < before + 1


def test_one_is_made_at_a_time_others_are_waited_for_and_what_fails_is_not_there():
    found, begins, ends = Readiness(), threading.Event(), threading.Event()

    def slow():
        begins.set()
        return ends.wait(60)

    assert found.awaited("a", 0)
    thread = threading.Thread(target=found.make, args=("a", GAME, slow))
    thread.start()
    assert begins.wait(60)
    assert not found.awaited("a", 0)
    assert found.awaited("b", 0)
    ends.set()
    assert found.awaited("a", 60)
    thread.join()
    assert found.is_made("a")

    def fails():
        raise SearchError("no")

    with pytest.raises(SearchError):
        found.make("b", GAME, fails)
    assert not found.is_made("b")
    assert found.awaited("b", 0)


def test_it_is_told_at_once_and_again_until_nobody_listens(monkeypatch):
    monkeypatch.setattr(readiness, "EVERY", 0.001)
    told, gone, found = [], threading.Event(), Readiness()

    def tell(progress):
        told.append(progress)
        if len(told) == 3:
            gone.set()
            raise ConnectionError

    with found.telling("a", tell):
        assert told
        assert gone.wait(60)
    assert told == 3 * [{"share": 0.0, "left": None}]


@pytest.mark.parametrize("game", ["tictactoe", "go(3)", "nim(players=3)", "sliding(2)", THREE])
def test_an_analysis_tells_how_far_what_searches_a_game_is_compiled_and_that_once(game):
    named, engines, told = Named(game, z.load_game(game), 0), Engines(), []
    question = Question(named, named.game.initial(), [])
    for _ in range(2):
        thinking.think(engines.telling(told.append), question, None, 1, 0.2, lambda thought: None, lambda done: None)
    assert told[0] == {"share": 0.0, "left": None}
    before = len(told)
    thinking.think(engines.telling(told.append), question, None, 1, 0.2, lambda thought: None, lambda done: None)
    assert len(told) == before


def test_how_far_it_is_goes_before_what_is_found(studio):
    (kind, first), *_, (_, last) = events(studio.post("/api/analyse/lines", json={"game": "mnk(3, 3, 3)", "seconds": 1}))
    assert (kind, first) == ("news", {"share": 0.0, "left": None})
    assert last["lines"]


@pytest.mark.parametrize(
    ("game", "seat", "search"),
    [
        ("tictactoe", LEVEL, "engine"),
        ("tictactoe", {"kind": "computer", "player": "mcts", "seconds": 1.0}, "mcts"),
        ("tictactoe", {"kind": "computer", "player": "minimax", "depth": 2}, "minimax"),
        ("tictactoe", {"kind": "computer", "player": "random"}, None),
        ("go(5)", LEVEL, "mcts"),
        ("nim(players=3)", LEVEL, "maxn"),
        ("kuhn", {"kind": "computer", "player": "strategy"}, None),
    ],
)
def test_each_seat_has_its_search(game, seat, search):
    assert stand_in.search_of(Named(game, z.load_game(game), 0), seat) == search


@pytest.mark.parametrize(
    ("game", "seat", "lower"),
    [
        ("tictactoe", LEVEL, False),
        ("connect4", {"kind": "computer", "level": 5}, True),
        ("connect4", {"kind": "computer", "seconds": 0.01}, False),
        ("tictactoe", {"kind": "computer", "depth": 2}, False),
        ("tictactoe", {"kind": "computer", "player": "alphabeta", "depth": 1}, False),
        ("connect4", {"kind": "computer", "player": "minimax", "depth": 9}, True),
        ("tictactoe", {"kind": "computer", "player": "mcts", "seconds": 1.0}, True),
        ("nim(players=3)", LEVEL, True),
    ],
)
def test_while_a_game_is_compiled_plain_python_plays_and_says_whether_at_a_lower_level(game, seat, lower, monkeypatch):
    monkeypatch.setattr(scheduler, "SOON", 0.0)
    monkeypatch.setattr(stand_in, "SECONDS", 0.02 if lower else 60.0)
    named, made = Named(game, z.load_game(game), 0), Scheduler()
    state = named.game.initial()
    with made._readiness.coming(scheduler._key(named, seat)):
        action, found, is_lower = made.choose(named, state, [], seat, print, lambda done: None)
    assert action in named.game.actions(state)
    assert (found.mode, is_lower) == ("interpreted", lower)
    made.close()


def test_a_hint_is_given_meanwhile_and_a_level_that_can_be_had_is_the_same(monkeypatch):
    monkeypatch.setattr(scheduler, "SOON", 0.0)
    made, state = Scheduler(), GAME.initial()
    with made._readiness.coming(scheduler._key(NAMED, LEVEL)):
        hint = made.think(NAMED, state, [], 0.05, print, lambda done: None)
        found = made.choose(NAMED, state, [], LEVEL, print, lambda done: None).found
    expected = Engine(GAME, mode="interpreted", table=1).search(state, nodes=20)
    assert (hint.mode, found.mode, found.nodes, found.value) == ("interpreted", "interpreted", expected.nodes, expected.value)
    made.close()


def test_what_a_game_needs_is_asked_for_by_its_number(studio, monkeypatch):
    asked = []
    monkeypatch.setattr(Scheduler, "prepare", lambda self, named, seat, tell, look: asked.append(seat) or tell({"share": 0.5, "left": 1.0}))
    view = begun(studio, seats=[HUMAN, LEVEL])
    assert events(studio.post(f"/api/games/{view['number']}/ready")) == [("news", {"share": 0.5, "left": 1.0}), ("done", {})]
    assert asked == [LEVEL]
    assert studio.post("/api/games/none/ready").status_code == 404
