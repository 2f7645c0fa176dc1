"""Places are shared out by address, then by browser; what lasts gives way to who waits; and too many are told so."""

from __future__ import annotations

import asyncio

import pytest

import zermelo as z
from tests.web.conftest import HUMAN, begun, events
from tests.web.test_scheduler import CONNECT4, finished
from zermelo.web import fair_queue
from zermelo.web.fair_queue import Asker, BusyError, FairQueue
from zermelo.web.scheduler import MOST_AT_ONCE, MOST_SLOW, Scheduler


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def in_order(askers, places=1):
    """The order in which these get their turns who all wait while the places are taken."""
    got = []

    async def one(found, asker):
        async with found.turn(asker):
            got.append(f"{asker.address}{asker.number}")
            await asyncio.sleep(0)

    async def ask():
        found = FairQueue(places, most_waiting=100, per_address=100)
        async with found.turn(Asker("first")):
            waiting = [asyncio.create_task(one(found, asker)) for asker in askers]
            await settle()
            assert (got, found.waiting) == ([], len(askers))
        await asyncio.gather(*waiting)
        assert (found.waiting, found._running, dict(found._of_client), dict(found._of_address), dict(found._waiting)) == (
            0,
            set(),
            {},
            {},
            {},
        )

    finished(ask())
    return got


def test_addresses_come_in_turn_and_within_each_its_browsers():
    asked = [Asker("a", "1")] * 3 + [Asker("a", "2")] * 2 + [Asker("b", "1")]
    assert in_order(asked) == ["a1", "b1", "a2", "a1", "a2", "a1"]


def test_who_asks_for_much_does_not_hold_up_who_asks_for_little():
    assert in_order([Asker("a", str(number)) for number in range(50)] + [Asker("b", "1")])[1] == "b1"


def test_browsers_that_were_here_before_come_before_fresh_ones_which_come_too(monkeypatch):
    monkeypatch.setattr(fair_queue, "_FRESH_EACH", 3)

    async def ask():
        found, got = FairQueue(1, most_waiting=100, per_address=100), []

        async def one(number):
            async with found.turn(Asker("a", number)):
                got.append(number)

        found._seen.update({("a", f"old {number}"): -1e18 for number in range(1, 5)})
        async with found.turn(Asker("b")):
            waiting = [asyncio.create_task(one(number)) for number in ("new 1", "new 2", "old 1", "old 2", "old 3", "old 4")]
            await settle()
            found._seen.update({("a", f"new {number}"): -1e18 for number in range(1, 3)})  # to have waited long makes nobody old
        await asyncio.gather(*waiting)
        assert got == ["old 1", "old 2", "new 1", "old 3", "old 4", "new 2"]

    finished(ask())


def test_a_browser_has_one_turn_at_a_time_and_leaves_the_others_their_places():
    async def ask():
        found = FairQueue(3, most_waiting=100, per_address=100)
        async with found.turn(Asker("a", "1")):
            second = asyncio.create_task(found._next_to(Asker("a", "1")))
            await settle()
            assert not second.done()
            async with asyncio.timeout(5), found.turn(Asker("a", "2")):
                pass
        (await second).end()

    finished(ask())


def test_who_goes_away_while_waiting_leaves_nothing_behind():
    async def ask():
        found = FairQueue(1, most_waiting=100, per_address=100)
        async with found.turn(Asker("a")):
            waiting = [asyncio.create_task(found._next_to(Asker("b"))) for _ in range(3)]
            await settle()
            for one in waiting:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert (found.waiting, dict(found._waiting), dict(found._of_address)) == (0, {}, {})
        async with asyncio.timeout(5), found.turn(Asker("c")):
            pass

    finished(ask())


def test_who_goes_away_as_the_place_becomes_free_does_not_take_it_along():
    async def ask():
        found = FairQueue(1, most_waiting=100, per_address=100)
        first = await found._next_to(Asker("a"))
        leaving, waiting = (asyncio.create_task(found._next_to(Asker(name))) for name in "bc")
        await settle()
        leaving.cancel()
        first.end()  # before the one that leaves has noticed
        async with asyncio.timeout(5):
            (await waiting).end()
        await asyncio.gather(leaving, return_exceptions=True)
        assert (found._running, found.waiting, dict(found._of_client)) == (set(), 0, {})

    finished(ask())


@pytest.mark.parametrize(("facts", "most"), [({"most_waiting": 5}, 5), ({"per_address": 4}, 4), ({"per_client_waiting": 3}, 2)])
def test_too_many_are_told(facts, most):
    async def ask():
        found = FairQueue(1, **{"most_waiting": 100, "per_address": 100, **facts})
        async with found.turn(Asker("a")):
            waiting = [asyncio.create_task(found._next_to(Asker("a"))) for _ in range(9)]
            await settle()
            refused = [one for one in waiting if one.done()]
            assert len(refused) == 9 - most
            for one in refused:
                with pytest.raises(BusyError):
                    one.result()
            for one in waiting:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    finished(ask())


def test_what_lasts_gives_its_place_and_what_lasts_longest_ends(monkeypatch):
    monkeypatch.setattr(fair_queue, "LEAST", 0.02)
    monkeypatch.setattr(fair_queue, "MOST", 0.02)

    async def ask():
        found = FairQueue(2, slow=1, most_waiting=100, per_address=100)
        order, done = [], asyncio.Event()

        async def work(name):
            async with found.turn(Asker(name)) as turn:
                while not turn.enough.is_set() and not done.is_set():
                    await asyncio.sleep(0.01)
                order.append(name)

        working = []
        for name in "abcde":
            working.append(asyncio.create_task(work(name)))
            await asyncio.sleep(0.01)
        while len(order) < 2:
            await asyncio.sleep(0.01)
        assert sorted(order[:2]) == ["a", "b"]  # who were told so at once end in any order
        assert len(found._running) <= 3
        await asyncio.sleep(0.5)
        assert len(order) == 2  # nobody waits any more: the others go on
        done.set()
        await asyncio.gather(*working)

    finished(ask())


def test_a_search_that_is_cut_short_gives_what_it_has_found():
    scheduler = Scheduler()
    most = MOST_AT_ONCE + MOST_SLOW

    async def ask(number):
        work = lambda tell, look: scheduler.think(CONNECT4, CONNECT4.game.initial(), [], 3.0, lambda news: None, look)  # noqa: E731
        return [one async for one in scheduler.told(Asker(f"address {number}"), work)][-1][1]

    async def flood():
        return await asyncio.gather(*(ask(number) for number in range(2 * most)))

    cut = [one for one in finished(flood()) if one.stopped == "interrupted"]
    assert cut
    assert all(one.action is not None for one in cut)
    assert any(one.depth > 0 for one in cut)  # a busy machine may have had no time for one of them
    scheduler.close()


def test_work_that_cannot_give_a_part_is_refused():
    scheduler = Scheduler()

    async def ask():
        def work(look):
            turn = next(iter(scheduler._turns._running))
            turn.enough.set()
            look(0)

        with pytest.raises(BusyError, match="many are waiting"):
            await scheduler.looking(Asker("a"), work)
        return await scheduler.done(Asker("a"), lambda: "again")

    assert finished(ask()) == "again"
    scheduler.close()


def test_a_move_that_was_cut_short_is_played(studio, monkeypatch):
    seats = [{"kind": "computer", "seconds": 30}, HUMAN]
    number = begun(studio, "connect4", seats=seats)["number"]
    scheduler = studio.app.state.dispatcher.studio.scheduler
    choose = scheduler.choose

    def enough():
        for turn in scheduler._turns._running:
            turn.enough.set()

    def at_first(*words):
        enough()
        return choose(*words)

    def at_last(*words):
        found = choose(*words)
        enough()
        return found

    kinds = [seats[0], {"kind": "computer", "level": 5}, {"kind": "computer", "player": "mcts", "seconds": 30}]
    for seat, chosen in [*((seat, at_first) for seat in kinds), ({"kind": "computer", "level": 1}, at_last)]:
        monkeypatch.setattr(scheduler, "choose", chosen)
        studio.post(f"/api/games/{number}/back", json={"ply": 0})
        studio.post(f"/api/games/{number}/seats", json={"seats": [seat, HUMAN]})
        kind, facts = events(studio.post(f"/api/games/{number}/reply", json={"ply": 0}))[-1]
        assert (kind, facts.get("error"), facts["game"]["plies"]) == ("done", None, 1)
        assert facts["found"]["cut_short"] or "level" in seat


def test_work_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr("zermelo.web.scheduler.PATIENCE", -1.0)
    scheduler = Scheduler()

    async def ask():
        with pytest.raises(z.SearchError, match="was ended; ask for less"):
            await scheduler.looking(Asker("a"), lambda look: look(0))

    finished(ask())
    scheduler.close()
