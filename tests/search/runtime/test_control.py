"""A search that other threads stop, whose time begins when they say so, and which looks at some actions alone."""

from __future__ import annotations

import threading
import time

import pytest

import zermelo as z
from zermelo.search.runtime.control import Control


@pytest.fixture(scope="module")
def engine():
    return z.Engine(z.load_game("connect4"))


def test_a_search_is_stopped_by_another_thread(engine):
    control = Control()
    other = threading.Thread(target=control.stop)
    found = engine.search(control=control, report=lambda sofar: other.start() if sofar.depth == 5 else None)
    assert (found.stopped, found.proved) == ("interrupted", False)
    assert found.action is not None
    assert found.depth >= 5


def test_one_that_was_stopped_before_it_began_has_an_action_all_the_same(engine):
    control = Control()
    control.stop()
    found = engine.search(control=control)
    assert (found.stopped, found.depth) == ("interrupted", 0)
    assert found.action in engine.game.actions(engine.game.initial())


def test_it_can_be_stopped_as_often_as_one_likes_and_at_once(engine):
    begun = time.process_time()  # which the searches use as long as they go on
    for _ in range(100):
        control = Control()
        threading.Thread(target=control.stop).start()
        assert engine.search(control=control).action is not None
    assert time.process_time() - begun < 5  # with looks at the clock alone it would be as much for half of them


def test_its_time_begins_when_it_is_told_to(engine):
    control = Control(waits=True)
    timer = threading.Timer(0.5, control.begin)
    found = engine.search(seconds=0.1, control=control, report=lambda sofar: timer.start() if sofar.depth == 1 else None)
    assert found.stopped == "time"
    assert found.seconds > 0.55
    assert 0.1 < control.spent < found.seconds


def test_the_time_counts_from_the_making_of_the_control(engine):
    control = Control()
    control._begun -= 1000  # it was made so long ago
    found = engine.search(seconds=1000, control=control)
    assert found.stopped == "time"
    assert found.seconds < 500


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_some_actions_alone_are_searched(mode):
    """X wins at once in the corner; of the others one keeps the draw or win away from O."""
    game = z.load_game("tictactoe")
    state = game.initial()
    for action in (0, 3, 1, 4):
        state = game.result(state, action)
    engine = z.Engine(game, mode=mode)
    assert engine.search(state).action == 2
    for among in ([5, 6], [6], [7, 8]):
        found = engine.search(state, among=among)
        assert found.action in among
        judged = {one: z.best(game, game.result(state, one), mode="interpreted").value for one in among}
        assert found.value == max(judged.values())
        assert found.action == max(among, key=lambda one: judged[one])
    assert engine.search(state).action == 2


def test_actions_that_are_not_there_are_told():
    with pytest.raises(z.SearchError, match="none of the actions to search is one of"):
        z.Engine(z.load_game("tictactoe"), mode="interpreted").search(among=[17])


def test_a_table_says_how_full_it_is(engine):
    engine.clear()
    assert engine.table.filled() == 0
    engine.search(nodes=100_000)
    few = engine.table.filled()
    small = z.Engine(engine.game, table=0.05)
    small.search(nodes=1_000_000)
    assert 0 < few < 0.1 < 0.5 < small.table.filled() <= 1
