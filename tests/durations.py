"""Which tests are slow by the clock: `make test` leaves out those in slow.txt, `make test-slow` runs them, CI runs both.

    make test TIMES=times.xml                          # on a quiet machine, with an empty ZERMELO_CACHE_DIR
    .venv/bin/python -m tests.durations times.xml      # adds those of more than a second to slow.txt

Who compiles a kernel first takes the time for it: once a test is left out, another that uses the same kernel may become slow.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

LIST = Path(__file__).parent / "slow.txt"
SECONDS = 1.0
"""On two cores; a test that takes longer is slow."""


def listed() -> frozenset[str]:
    """The tests that are slow."""
    return frozenset(LIST.read_text(encoding="utf-8").splitlines()) if LIST.exists() else frozenset()


def name_of(item: Any) -> str:
    """A test as a report of pytest names it."""
    file, _, name = item.nodeid.partition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}::{name}"


def slow_in(report: str) -> set[str]:
    """The tests in a report (JUnit's XML) that took longer than SECONDS."""
    cases = ElementTree.parse(report).getroot().iter("testcase")  # noqa: S314  our own
    return {f"{case.get('classname')}::{case.get('name')}" for case in cases if float(case.get("time", "0")) > SECONDS}


if __name__ == "__main__":
    found = listed().union(*map(slow_in, sys.argv[1:]))
    LIST.write_text("".join(f"{name}\n" for name in sorted(found)), encoding="utf-8")
    print(f"{len(found)} slow tests in {LIST}")
