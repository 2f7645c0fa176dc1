"""The tests with each Python that is there beside the one of `make test`; `nox -s tests-3.13 -- tests/games` runs a part with one.

nox             without numba, and a part that leans most on Python's and numba's insides: what CI runs
nox -s tests    all that `make test` runs
"""

import sys

import nox

PYTHONS = [one for one in ("3.11", "3.12", "3.13", "3.14") if one != f"{sys.version_info.major}.{sys.version_info.minor}"]
INSIDES = ["tests/native", "tests/test_both_modes.py", "tests/test_bits.py", "tests/test_loaded.py", "tests/search/test_textbook.py"]

nox.options.sessions = ["plain", "insides"]
nox.options.error_on_missing_interpreters = False


@nox.session(python=PYTHONS)
def insides(session):
    """What leans most on Python's and numba's insides."""
    session.install("--editable", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "auto", "-m", "not slow", *(session.posargs or INSIDES))


@nox.session(python=PYTHONS)
def tests(session):
    """All that `make test` runs."""
    session.install("--editable", ".[dev]")
    session.run("python", "-m", "pytest", "-n", "auto", "-m", "not slow", *session.posargs)


@nox.session(python=PYTHONS)
def plain(session):
    """A search without numba."""
    session.install(".")
    session.run("zermelo", "best", "tictactoe")
