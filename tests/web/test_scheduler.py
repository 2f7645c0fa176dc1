"""Searches are shared out among clients, and end when nobody listens."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import zermelo as z
from zermelo.spec import Named
from zermelo.web.fair_queue import Asker, BusyError
from zermelo.web.scheduler import MOST_AT_ONCE, MOST_WAITING, Scheduler

CONNECT4 = Named("connect4", z.load_game("connect4"), 0)


def finished(work):
    """What a coroutine returns. In a thread of its own, since a browser's driver keeps a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture
def scheduler():
    made = Scheduler()
    yield made
    made.close()


def test_a_search_tells_news_and_then_what_it_found(scheduler):
    async def ask():
        work = lambda tell, look: scheduler.think(CONNECT4, CONNECT4.game.initial(), [], 1.0, tell, look)  # noqa: E731
        return [one async for one in scheduler.told(Asker("me"), work)]

    found = finished(ask())
    assert [kind for kind, _ in found] == ["news"] * (len(found) - 1) + ["done"]
    assert found[-1][1].depth >= found[0][1].depth == 1


def test_it_simulates_where_a_game_recommends_how(scheduler):
    go = Named("go(5)", z.load_game("go(5)"), 0)
    start = go.game.initial()
    assert scheduler.think(go, start, [], 0.1, print, lambda nodes: None).algorithm == "mcts"
    action, found, _ = scheduler.choose(go, start, [], {"level": 2}, print, lambda nodes: None)
    assert (found.algorithm, found.action) == ("mcts", action)


def test_a_search_whose_page_is_gone_stops(scheduler):
    ended = threading.Event()

    def work(tell, look):
        try:
            return scheduler.think(CONNECT4, CONNECT4.game.initial(), [], 3600.0, tell, look)
        finally:
            ended.set()

    async def leave():
        async for _ in scheduler.told(Asker("me"), work):
            break  # the page is closed after the first news

    finished(leave())
    assert ended.wait(60)


def test_a_client_has_one_search_at_a_time_and_few_waiting(scheduler):
    running, most = [0], [0]

    def work(tell, look):
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.1)
        running[0] -= 1

    async def ask():
        return await asyncio.gather(
            *(scheduler.done(Asker("me"), lambda: work(None, None)) for _ in range(MOST_WAITING + 2)), return_exceptions=True
        )

    answers = finished(ask())
    assert most[0] == 1
    assert sum(isinstance(one, BusyError) for one in answers) == 2


def test_clients_do_not_wait_for_one_another(scheduler):
    free = threading.Event()

    async def ask():
        slow = asyncio.create_task(scheduler.done(Asker("slow"), lambda: free.wait(30)))
        await asyncio.sleep(0.05)
        quick = await asyncio.wait_for(scheduler.done(Asker("quick"), lambda: "done"), 10)
        free.set()
        return quick, await slow

    assert finished(ask()) == ("done", True)


def test_more_clients_than_searches_at_once_all_get_theirs(scheduler):
    async def ask():
        return await asyncio.gather(
            *(scheduler.done(Asker(f"client {number}"), lambda number=number: number) for number in range(4 * MOST_AT_ONCE))
        )

    assert finished(ask()) == list(range(4 * MOST_AT_ONCE))


def test_what_a_search_raises_comes_to_who_asked_and_frees_the_place(scheduler):
    def broken():
        raise z.SearchError("no")

    async def ask():
        with pytest.raises(z.SearchError, match="no"):
            await scheduler.done(Asker("me"), broken)
        return await scheduler.done(Asker("me"), lambda: "again")

    assert finished(ask()) == "again"


@pytest.mark.parametrize("error", [StopIteration("here"), StopAsyncIteration(), SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
def test_what_futures_and_generators_swallow_is_told_and_frees_the_place(scheduler, error):
    def broken():
        raise error

    async def ask():
        with pytest.raises(z.GameError, match=type(error).__name__):
            await asyncio.wait_for(scheduler.done(Asker("me"), broken), 30)
        return await scheduler.done(Asker("me"), lambda: "again")

    assert finished(ask()) == "again"


def test_what_work_raises_when_nobody_listens_any_more_is_of_no_interest(scheduler, caplog):
    ended = threading.Event()

    def broken(tell, look):
        tell("begun")
        try:
            raise z.SearchError("no")
        finally:
            ended.set()

    async def leave():
        async for _ in scheduler.told(Asker("me"), broken):
            await asyncio.to_thread(ended.wait, 20)
            await asyncio.sleep(0.05)
            break
        gc.collect()
        await asyncio.sleep(0)

    finished(leave())
    gc.collect()
    assert caplog.records == []


def test_engines_are_used_again(scheduler):
    state = CONNECT4.game.initial()
    for _ in range(3):
        action, found, _ = scheduler.choose(CONNECT4, state, [], {"kind": "computer", "depth": 3}, lambda news: None, lambda nodes: None)
        assert action == found.line[0]
    assert [len(engines) for engines in scheduler.engines._waiting.values()] == [1]
