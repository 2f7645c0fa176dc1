"""DESCONECTA-4 BOOM from the start, warm: how long the computer thinks, and how fast the rules are counted through.

`zermelo.best` is measured with plain alpha-beta, principal variation included, with the preset that the game values
states by unless told otherwise. Values and nodes are asserted. Processor time is beside the time that passed: they
part where other programs want the processor.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import zermelo
from _common import Limit, Search, arguments, in_turns, must_equal, search, show

NODES = {2: 21, 4: 264, 6: 3_513, 8: 45_633, 10: 561_047, 12: 8_612_357}
"""The nodes of alpha-beta with the preset, by depth; the value is 0 at each of them."""
PERFT = {
    4: (2_401, 0), 5: (16_807, 0), 6: (117_649, 0), 7: (823_543, 13_032), 8: (5_673_570, 44_430),
    9: (39_403_644, 1_086_882), 10: (268_208_262, 4_262_474),
}  # fmt: skip
"""The sequences of exactly this many actions, and how many of them end the game."""
DEPTH_LIMITS = {8: 0.3, 12: 20.0}
PERFT_LIMITS = {10: 10.0}


def thought(game: zermelo.Game, depth: int) -> Callable[[], float]:
    """What searches so deep and gives the seconds that passed."""

    def seconds() -> float:
        begin = time.perf_counter()
        found = zermelo.best(game, depth=depth, algorithm="alphabeta", mode="compiled")
        took = time.perf_counter() - begin
        must_equal(f"depth {depth}, value", found.value, 0)
        must_equal(f"depth {depth}, nodes", found.nodes, NODES[depth])
        return took

    return seconds


def counted(count: Search) -> Callable[[], float]:
    """What counts the sequences and gives the seconds that passed."""

    def seconds() -> float:
        begin = time.perf_counter()
        count()
        took = time.perf_counter() - begin
        must_equal(f"perft {count.depth}", count.value, PERFT[count.depth])
        return took

    return seconds


def measured(what: str, run: Callable[[], float], most: float | None, repeats: int) -> Limit:
    """The time and the processor time of a run, this many times over."""
    processor = []

    def both() -> float:
        begin = time.process_time()
        took = run()
        processor.append(time.process_time() - begin)
        return took

    (seconds,) = in_turns([both], repeats)
    return Limit(what, seconds, most, processor)


def main() -> None:
    """Measure, show."""
    options = arguments(__doc__, repeats=5)
    options.add_argument("--depths", type=int, nargs="+", default=[8, 10, 12], metavar="D", help="depths of the search (8 10 12)")
    options.add_argument("--perft", type=int, default=10, metavar="D", help="depth of perft (10)")
    chosen = options.parse_args()
    game = zermelo.load_game("desconecta4boom")
    zermelo.best(game, depth=2, algorithm="alphabeta", mode="compiled")
    rows = [
        measured(f"best move, depth {depth}, {NODES[depth]:,} nodes", thought(game, depth), DEPTH_LIMITS.get(depth), chosen.repeats)
        for depth in chosen.depths
    ]
    count = search("perft", game, chosen.perft)
    sequences, finished = PERFT[chosen.perft]
    what = f"perft {chosen.perft}, {sequences:,} sequences, {finished:,} finished"
    rows.append(measured(what, counted(count), PERFT_LIMITS.get(chosen.perft), chosen.repeats))
    show("DESCONECTA-4 BOOM from the start, warm, one core", rows, chosen.json, ["Values and counts are asserted."])


if __name__ == "__main__":
    main()
