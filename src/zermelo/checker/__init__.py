"""The public contract check: does a game keep what every search relies on, and if not, in which smallest position?

report.py    what comes out: rules, problems, report
fields.py    the fields of a state and their types
findings.py  what comes of asking a game
attributes.py  what a game holds, which never changes
calls.py     asking a game: what raises, changes a state or does not return becomes a finding, never a traceback
view.py      one state with what the game says of it
rules.py     the rules, one function each
misspelt.py  names that a game misses by a letter
hooks.py     those of the hooks of the engine
at_once.py  those of games with simultaneous moves
observations.py  those of games that hide something
explore.py   which states are looked at, and how a position is made smaller
"""

from __future__ import annotations

from zermelo.checker.explore import check
from zermelo.checker.report import RULES, Problem, Report

__all__ = ["RULES", "Problem", "Report", "check"]
