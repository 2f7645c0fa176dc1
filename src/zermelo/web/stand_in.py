"""Who plays while the search of a seat is being compiled: the same search as plain Python, for a second at most.

What visits no more nodes than it may in that time plays as well as it will when compiled, as both visit the same nodes; else it plays
at a lower level, which the page says.
"""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from zermelo.game import State
from zermelo.play.search_players import LEVELS
from zermelo.search.engine.engine import Engine, serves
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.searcher import ENGINE, MCTS
from zermelo.search.textbook import ALGORITHMS, Textbook, needed
from zermelo.spec import Named
from zermelo.web.by_the_book import by_the_book
from zermelo.web.seats import UNSAID_LEVEL, Seat

SECONDS: Final = 0.8
"""That it takes for a move."""
_TABLE: Final = 1
_MEMORY: Final = 8
"""MiB."""


class Choice(NamedTuple):
    """What the computer of a seat plays, and what it thinks, if it does; and whether it played at a lower level than it will."""

    action: int | None
    found: Result | None
    lower: bool = False


def search_of(named: Named, seat: Seat) -> str | None:
    """What has to be compiled before this seat can play: "engine", "mcts", or an algorithm by its name; None for nothing."""
    game, player = named.game, seat.get("player")
    if player is not None:
        return player if player == MCTS or player in ALGORITHMS else None
    if game.hidden:
        return None
    if game.monte_carlo and not seat.get("depth"):
        return MCTS
    return ENGINE if serves(game) else needed(game).name


def stand_in(named: Named, state: State, history: list[State], seat: Seat, look: Progress) -> Choice:
    """What is played in the place of a seat whose search is being compiled."""
    game, search, evaluation = named.game, search_of(named, seat), seat.get("evaluation")
    depth, seconds = seat.get("depth"), min(SECONDS, seat.get("seconds") or SECONDS, seat.get("within", SECONDS))
    nodes = None if depth or seat.get("seconds") else LEVELS[seat.get("level") or UNSAID_LEVEL]
    if search == ENGINE:
        engine = Engine(game, table=_TABLE, mode="interpreted", evaluation=evaluation)
        found = engine.search(state, depth=depth, nodes=nodes, seconds=seconds, history=history, until_decided=True, progress=look)
        reached = found.stopped != "time" or seconds == seat.get("seconds")
        return Choice(found.action, found, not reached)
    if search == MCTS:
        simulation = MonteCarlo(game, memory=_MEMORY, seed=secrets.randbelow(1 << 20), evaluation=evaluation, mode="interpreted")
        simulated = simulation.search(state, seconds=seconds, history=history, progress=look, until_decided=True)
        return Choice(simulated.action, simulated, True)
    textbook = Textbook(game, search, evaluation=evaluation, mode="interpreted")
    by_book = by_the_book(textbook, state, look, seconds=seconds, depth=depth)
    return Choice(by_book.action, by_book, by_book.depth != depth)
