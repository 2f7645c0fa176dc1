"""Work in threads of its own: how its end is waited for."""

import os
import signal
import sys
import threading
from math import inf

import pytest

from zermelo.search.runtime import workers
from zermelo.search.runtime.workers import NICE, HangingError, give_way, wait_for


def test_ctrl_c_is_heard_while_work_is_overdue(monkeypatch):
    monkeypatch.setattr(workers, "OVERDUE", inf)
    over = threading.Event()

    def work():
        over.wait(300)
        return True

    def stop():
        threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()

    try:
        with pytest.raises(HangingError, match=r"a rule does not return: .*test_workers\.py, line \d+, in work"):
            wait_for([work], stop, lambda: 0.0)
    finally:
        over.set()


def threads_of(works):
    """The threads in which these works are done."""
    seen = []

    def seeing(work):
        def do():
            seen.append(threading.get_ident())
            return work()

        return do

    assert wait_for([seeing(work) for work in works], lambda: None, lambda: inf) is None
    return seen


def test_one_work_after_the_other_is_done_by_one_thread_that_ends_when_it_is_idle(monkeypatch):
    monkeypatch.setattr(workers, "_idle", [])
    monkeypatch.setattr(workers, "IDLE", 0.2)
    first = threads_of([lambda: True])
    assert first != [threading.get_ident()]
    assert [threads_of([lambda: True]) for _ in range(20)] == [first] * 20
    thread = next(thread for thread in threading.enumerate() if [thread.ident] == first)
    thread.join(60)
    assert not thread.is_alive()
    assert workers._idle == []


def test_works_that_need_each_other_have_a_thread_each():
    together = threading.Barrier(3)

    def meet():
        together.wait(60)
        return False

    assert len(set(threads_of([meet] * 3))) == 3


def test_a_thread_with_too_small_a_stack_is_not_taken(monkeypatch):
    monkeypatch.setattr(workers, "_idle", [])
    sizes = []
    for stack in (0, 32 << 20, 16 << 20, 64 << 20, 0):
        wait_for([lambda: True], lambda: None, lambda: inf, stack=stack)
        sizes.append(sorted(worker.stack >> 20 for worker in workers._idle))
    assert sizes == [[0], [0, 32], [0, 32], [0, 32, 64], [0, 32, 64]]


def test_what_a_work_raises_is_raised_and_its_thread_goes_on(monkeypatch):
    monkeypatch.setattr(workers, "_idle", [])
    begun = threads_of([lambda: True])
    with pytest.raises(ZeroDivisionError):
        wait_for([lambda: 1 // 0 == 0], lambda: None, lambda: inf)
    assert threads_of([lambda: True]) == begun


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities of their own on Linux alone")
def test_works_give_way_where_a_program_asks_for_that(monkeypatch):
    monkeypatch.setattr(workers, "_gives_way", False)
    nice = []

    def work():
        nice.append(os.getpriority(os.PRIO_PROCESS, 0))
        return True

    for ask in (lambda: None, give_way):
        monkeypatch.setattr(workers, "_idle", [])
        ask()
        wait_for([work], lambda: None, lambda: inf)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert nice == [own, min(19, own + NICE)]
