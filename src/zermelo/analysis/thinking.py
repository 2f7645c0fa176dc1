"""Analysis of positions in which nothing is hidden: every move with what it is worth, the best with the lines that follow; where chance
moves, every outcome with what it leads to, and what is to be expected.

What a database or a book knows is not searched. Else the engine looks deeper and deeper, at the best moves first and now and then at all;
once it has proved who wins, another engine that prunes nothing finds in how many plies. Where the same game can be played for scores, by
which the soonest win is the best, it is tried in between to solve it by these: where few plies are left that is done at once. Games for
which simulations are better are simulated, and of puzzles the shortest way to the goal is looked for. Outcomes of chance, the moves of more
than two players, and those of games that the engine does not serve are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from zermelo.analysis.engines import Engines
from zermelo.analysis.searchers.engine import Searches
from zermelo.analysis.searchers.known import Knows
from zermelo.analysis.searchers.one_by_one import OneByOne, by_textbook
from zermelo.analysis.searchers.scores import Solves
from zermelo.analysis.searchers.searcher import Hear, Searcher
from zermelo.analysis.searchers.shortest import Shortest
from zermelo.analysis.searchers.simulations import Simulates
from zermelo.analysis.thoughts import Judged, Question, Thought
from zermelo.game import defines, has_rewards
from zermelo.search.engine.engine import serves
from zermelo.search.known import Known, known_result
from zermelo.search.multiplayer import search as multiplayer
from zermelo.search.runtime.workers import Progress
from zermelo.search.shortest import serves as is_puzzle
from zermelo.search.solutions import scoring


def think(engines: Engines, question: Question, known: Known | None, count: int, seconds: float, hear: Hear, look: Progress) -> Thought:
    """What there is to say of a position in this many seconds (see `Searcher.think`). Where others wait, what was found until then."""
    with _searcher(engines, question, known, look) as searcher:
        return searcher.think(count, seconds, hear)


def judge(
    engines: Engines,
    question: Question,
    known: Known | None,
    seconds: float,
    played: int | None,
    look: Progress,
    proved: Judged | None = None,
) -> tuple[Judged, Judged | None]:
    """The best move and the one that was played (see `Searcher.judge`). Raises KeyboardInterrupt where it had to end before."""
    with _searcher(engines, question, known, look) as searcher:
        return searcher.judge(seconds, played, proved)


@contextmanager
def _searcher(engines: Engines, question: Question, known: Known | None, look: Progress) -> Iterator[Searcher]:
    found = None if known is None else known_result(known, question.game, question.state, question.history)
    if known is not None and found is not None:
        yield Knows(question, known, found)
    elif question.game.monte_carlo:
        yield Simulates(question, engines, look)
    elif is_puzzle(question.game):
        yield Shortest(question, engines, OneByOne(question, "textbook", by_textbook(question, engines, look), look), look)
    elif multiplayer.serves(question.game):
        with engines.maxn(question.named) as maxn:
            yield OneByOne(question, "engine", maxn.search, look)
    elif serves(question.game) and question.odds:
        with engines.engine(question.named, {} if known is None else {"database": known}) as engine:
            yield OneByOne(question, "engine", engine.search, look)
    elif serves(question.game):
        options: dict[str, Any] = {} if known is None else {"database": known}
        if defines(question.game, "candidates"):  # of every move it is asked what it is worth, also of those that cannot be best
            options["candidates"] = False
        with engines.engine(question.named, options) as engine, _solves(engines, question, look) as solves:
            yield Searches(question, engine, engines, look, options, solves)
    else:
        yield OneByOne(question, "textbook", by_textbook(question, engines, look), look)


@contextmanager
def _solves(engines: Engines, question: Question, look: Progress) -> Iterator[Solves | None]:
    """What solves the same game with scores; None where it has none, or positions that come back count."""
    game = question.game
    scored = scoring(game)
    if scored is game or game.repetition is not None or game.superko or has_rewards(game):
        yield None
        return
    with engines.engine(replace(question.named, spec=repr(scored), game=scored)) as engine:
        yield Solves(question, engine, look)
