"""Work in threads of its own: how its end is waited for."""

import os
import signal
import threading
import time
from math import inf

import pytest

from zermelo.search.runtime.workers import HangingError, wait_for


def test_ctrl_c_is_heard_while_work_is_overdue():
    over = threading.Event()

    def work():
        over.wait(30)
        return True

    threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
    begun = time.monotonic()
    try:
        with pytest.raises(HangingError, match=r"a rule does not return: .*test_workers\.py, line \d+, in work"):
            wait_for([work], lambda: None, lambda: 0.0)
    finally:
        over.set()
    assert time.monotonic() - begun < 5


def test_all_threads_have_ended_when_all_works_have():
    before = set(threading.enumerate())
    assert wait_for([lambda: False, lambda: False], lambda: None, lambda: inf) is None
    assert set(threading.enumerate()) <= before
