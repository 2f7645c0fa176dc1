"""Zermelo: write the rules of a game in plain Python; play it, search it, explain it, at native speed.

>>> import zermelo as z
>>> game = z.load_game("tictactoe")
>>> z.best(game, mode="interpreted").value
0
"""

from __future__ import annotations

from zermelo import interrupts  # noqa: F401  # first: the rest takes a while, in which Ctrl-C may come
from zermelo.adapters.lecture import adapt
from zermelo.bits import Bits
from zermelo.books import check_book, gather_games, make_book, open_book, open_games
from zermelo.checker import check
from zermelo.databases import check_database, count_states, make_database, open_database
from zermelo.errors import (
    ActionError,
    CompileError,
    GameError,
    PositionError,
    SearchError,
    SpecError,
    ZermeloError,
)
from zermelo.explain.observe import observe
from zermelo.explain.searchtree import SearchTree
from zermelo.game import ALL, CHANCE, MAX, MIN, Game, replace
from zermelo.hints import Evaluation
from zermelo.notebook import analyse, shown, widget
from zermelo.play.match import match
from zermelo.play.play import play_game
from zermelo.proofs import check_proof, prove, read_proof
from zermelo.search.best import best
from zermelo.search.count import count as perft
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult
from zermelo.search.result import Result
from zermelo.search.runtime.limits import Clock
from zermelo.simultaneous import in_turns
from zermelo.solving.solve import Solution, solve
from zermelo.solving.solver import Solver, equilibrium
from zermelo.solving.strategy import Strategy
from zermelo.spec import load_game
from zermelo.units import Unit

__version__ = "0.1.0"

__all__ = [
    "ALL",
    "CHANCE",
    "MAX",
    "MIN",
    "ActionError",
    "Bits",
    "Clock",
    "CompileError",
    "Engine",
    "EngineResult",
    "Evaluation",
    "Game",
    "GameError",
    "PositionError",
    "Result",
    "SearchError",
    "SearchTree",
    "Solution",
    "Solver",
    "SpecError",
    "Strategy",
    "Unit",
    "ZermeloError",
    "adapt",
    "analyse",
    "best",
    "check",
    "check_book",
    "check_database",
    "check_proof",
    "count_states",
    "equilibrium",
    "gather_games",
    "in_turns",
    "load_game",
    "make_book",
    "make_database",
    "match",
    "observe",
    "open_book",
    "open_database",
    "open_games",
    "perft",
    "play_game",
    "prove",
    "read_proof",
    "replace",
    "shown",
    "solve",
    "widget",
]
