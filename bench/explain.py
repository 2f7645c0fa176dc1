"""How long it takes to watch a search of some 2,000 nodes, to draw its tree, and to build the page that steps through it.

The tree has some 4,000 nodes with those that were cut off.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import zermelo
from _common import Limit, arguments, in_turns, must_equal, show
from zermelo.explain.page import page
from zermelo.explain.picture import picture

PICTURE, PAGE = 1.0, 2.0
DEPTH, NODES, VISITED = 6, 4_339, 1_886
"""Alpha-beta on tic-tac-toe so deep: the nodes of the tree, those that were cut off among them, and those that it visits."""


def timed(call: Callable[[], Any]) -> Callable[[], float]:
    """The seconds that a call takes."""

    def seconds() -> float:
        begin = time.perf_counter()
        call()
        return time.perf_counter() - begin

    return seconds


def main() -> None:
    """Measure, show."""
    chosen = arguments(__doc__, repeats=5).parse_args()
    game = zermelo.load_game("tictactoe")
    tree = zermelo.observe(game, depth=DEPTH)
    must_equal("tic-tac-toe, alpha-beta", (len(tree), tree.visited), (NODES, VISITED))
    tasks = [
        (f"watched: {VISITED:,} nodes visited", timed(lambda: zermelo.observe(game, depth=DEPTH)), None),
        (f"drawn: {NODES:,} nodes in one picture", timed(lambda: picture(tree, most=NODES)), PICTURE),
        (f"the page that steps through it, {NODES:,} nodes drawn", timed(lambda: page(tree, most=NODES)), PAGE),
    ]
    times = in_turns([task for _, task, _ in tasks], chosen.repeats)
    rows = [Limit(what, seconds, most) for (what, _, most), seconds in zip(tasks, times, strict=True)]
    show("Explained", rows, chosen.json)


if __name__ == "__main__":
    main()
