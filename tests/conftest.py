"""What every test has in common."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter

import pytest
from hypothesis import settings

from tests.durations import PROPERTY, listed, name_of

settings.register_profile("fixed", deadline=None, derandomize=True)  # a first call compiles; the same tests ask the same of the same code
settings.register_profile("random", deadline=None)  # make test-random
settings.load_profile("fixed")

os.environ.setdefault("ZERMELO_COMPILE_SECONDS", "300")  # how fast this machine is, which the compiler is given up by, is no test's affair

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would all that a test starts


@pytest.fixture(scope="session", autouse=True)
def _no_news_by_the_clock():
    """What long work says of itself comes with time, on which no test depends."""
    from zermelo.cli import output

    output.EVERY = output.MOMENT = threading.TIMEOUT_MAX


@pytest.fixture(scope="session", autouse=True)
def _no_wait_for_the_disk():
    """Only a machine that stops loses what was written and is not on the disk yet. Processes that tests start do wait."""
    os.fsync = os.fstat


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is slow by the clock; what is slow by its nature is marked where it is written."""
    slow = listed()
    for item in items:
        if name_of(item) in slow:
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """For tests/durations.py: what is set up for many tests is nobody's time."""
    before = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        item.user_properties.append((PROPERTY, f"{sum(os.times()[:4]) - before:.3f}"))


def pytest_terminal_summary(terminalreporter):
    """In one line, how many tests were skipped, and for want of what."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(one.longrepr[2].removeprefix("Skipped: ") for one in skipped if isinstance(one.longrepr, (tuple, list)))
    if reasons:
        terminalreporter.line("skipped: " + "; ".join(f"{count} tests: {reason}" for reason, count in reasons.most_common()))
