"""`count`: run perft and say what it found, with the share of each first action."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from zermelo.game import Game, State, listed
from zermelo.rich_display import html
from zermelo.rule_errors import rules_blamed
from zermelo.search.algorithm import checked_depth, checked_game
from zermelo.search.perft import perft, perft_in_bulk
from zermelo.search.root import unchanged
from zermelo.search.runner import Runner
from zermelo.search.runtime.room import with_more_room
from zermelo.search.runtime.workers import Progress
from zermelo.simultaneous import with_turns


@dataclass(frozen=True, repr=False)
class Count:
    """What `count` found.

    depth     how many actions a sequence has
    nodes     sequences of exactly this many actions
    finished  how many of them end the game; 0 where they were counted in bulk
    divide    for each first action, by name, how many of the sequences begin with it
    seconds   the time it took, without compiling
    mode      "compiled" or "interpreted"
    bulk      whether they were counted in bulk

    >>> from zermelo import load_game
    >>> count(load_game("tictactoe"), 5)
    <15,120 sequences of length 5, 1,440 finished games among them>
    """

    depth: int
    nodes: int
    finished: int
    divide: dict[str, int]
    seconds: float
    mode: str
    bulk: bool

    def __str__(self) -> str:
        finished = "" if self.bulk else f", {self.finished:,} finished games among them"
        return f"{self.nodes:,} sequences of length {self.depth}{finished}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str | None:
        """The count as notebooks show it."""
        return html(self)


@rules_blamed()
@with_more_room
def count(
    game: Game, depth: int, state: State = None, *, bulk: bool = False, mode: str = "auto", progress: Progress | None = None
) -> Count:
    """Perft of `state` (the initial one unless given), with the share of each first action.

    In `bulk` the last actions are counted without being made, which is faster; then `finished` is 0.

    Raises SearchError for a depth below 1 or beyond what a search may look ahead.
    """
    plies = checked_depth(depth)
    game, state = with_turns(game, state)
    checked_game(game)
    root = game.initial() if state is None else state
    bulk = bulk and plies > 1
    runner = Runner(perft_in_bulk if bulk else perft, game, mode, progress)
    started = time.perf_counter()

    def divided() -> dict[str, Any]:
        return {game.name(root, action): runner(game.result(root, action), plies - 1) for action in _first_actions(game, root)}

    with unchanged(game, root):
        shares = runner.apart(divided, plies)
    nodes, finished = (sum(share[part] for share in shares.values()) for part in (0, 1))
    divide = {name: share[0] for name, share in shares.items()}
    return Count(plies, nodes, finished, divide, time.perf_counter() - started, runner.mode, bulk)


def _first_actions(game: Game, state: State) -> list[int]:
    if game.is_terminal(state):
        return []
    return listed(game, state)
