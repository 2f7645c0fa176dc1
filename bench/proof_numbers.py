"""Proof-number search beside the engine: nodes a second on the same positions, for as many nodes each.

Both keep what they find in a table. The engine's node is a state that it searches, each time, the leaves at its depth among them, which
have neither a key nor an entry. Proof-number search's is one that it has made and looked up in its table, and so the more work. A game that
is solved sooner ends sooner, and its nodes count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import zermelo as z
from _common import Race, arguments, in_turns, show

GAMES: Final = ("connect4", "connect4(5, 5)", "domineering(6, 6)", "hex(5)", "teeko", "quixo(4)", "six_mens_morris(4)")
LEAST: Final = 0.5
"""The share of the engine's nodes a second."""


def timed(search: Callable[..., Any], nodes: list[int], limit: int) -> Callable[[], float]:
    """What searches up to a number of nodes, and gives the processor's seconds; how many nodes there were is noted."""

    def run() -> float:
        begin = time.process_time()
        nodes.append(search(nodes=limit).nodes)
        return time.process_time() - begin

    search(nodes=min(limit, 1000))  # compiles
    return run


def main() -> None:
    """Search in turns, show."""
    parser = arguments(__doc__, repeats=3)
    parser.add_argument("games", nargs="*", default=GAMES, help=f"which: {', '.join(GAMES)}")
    parser.add_argument("--nodes", type=int, default=3_000_000, metavar="N", help="nodes of each search (3,000,000)")
    chosen = parser.parse_args()
    rows = []
    for name in chosen.games:
        ours, engines = list[int](), list[int]()
        game = z.load_game(name)
        contestants = [
            timed(lambda game=game, **limit: z.prove(game, **limit), ours, chosen.nodes),
            timed(lambda game=game, **limit: z.best(game, **limit), engines, chosen.nodes),
        ]
        seconds, theirs = in_turns(contestants, chosen.repeats)
        rows.append(Race(name, "the engine", ours[-1], seconds, engines[-1], theirs, LEAST))
    show("Proof-number search", rows, chosen.json, ["Seconds are the processor's, with what each call costs beside the search."])


if __name__ == "__main__":
    main()
