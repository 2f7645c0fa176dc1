"""Databases of whole games, made by a core: processor seconds, memory, and counts held to those of other programs.

Seconds are from the rules to the files, and for the last tier until all that is in it is known and held against its successors. Teeko has
96 million states in nine tiers, 75 million of them in the last, 4 x 4 Quixo 43 million in one, Dobutsu shogi 121 million. Kernels that were
not compiled before are, in some seconds more.
"""

from __future__ import annotations

import resource
import tempfile
import time
from typing import Any, Final, NamedTuple

import zermelo
from _common import Limit, arguments, must_equal, show

Counts = tuple[int, int, int]
"""States of a tier that are won, lost and drawn for the player to move."""


class Known(NamedTuple):
    """What is known of a game.

    tiers     the counts of each, where they are known
    most      seconds that its last tier may take
    distance  in so many plies one of the two wins; None where nobody does
    """

    tiers: tuple[Counts, ...] | None
    most: float
    distance: int | None


KNOWN: Final = {
    "teeko": Known(
        (
            (0, 0, 1), (0, 0, 25), (152, 0, 448), (1_970, 180, 4_750), (19_822, 2_820, 53_258), (189_292, 15_578, 326_430),
            (1_025_052, 225_328, 2_291_620), (6_399_076, 927_304, 9_498_120), (25_606_338, 7_493_341, 42_347_231),
        ),
        60,
        None,
    ),
    "quixo(4)": Known(None, 90, 21),
    "dobutsu": Known(None, 360, 78),
}  # fmt: skip
"""By throwaway programs in C. Teeko, by the stones placed, is a draw as G. L. Steele found in 1998; S. Tanaka and others found in 2020 that
who begins wins 4 x 4 Quixo, and T. Tanaka in 2009 that who begins loses Dobutsu shogi in 78 plies."""


def solved(name: str, folder: str, memory: float) -> tuple[dict[str, Any], float, float]:
    """What a database says of itself that is made in a folder; the processor seconds for all of it, and for its last tier.

    It is held to what is known.
    """
    begun, ended, known = time.process_time(), list[float](), KNOWN[name]
    game = zermelo.load_game(name)
    last = f"tier {len(list(game.tier_sizes())) - 1}:"

    def tell(text: str) -> None:
        if not text.startswith(last) and not ended:
            ended.append(time.process_time() - begun)

    with zermelo.make_database(game, folder, memory=memory, mode="compiled", progress=tell) as database:
        seconds = time.process_time() - begun
        found = [(tier["wins"], tier["losses"], tier["draws"]) for tier in database.manifest["tiers"]]
        must_equal(f"{name}, states won, lost and drawn", found, [*(known.tiers or found)])
        must_equal(f"{name}, plies from the start", database.probe().distance, known.distance)
        return database.manifest, seconds, ended[0]


def main() -> None:
    """Solve, hold to what is known, show."""
    parser = arguments(__doc__, repeats=1)
    parser.add_argument("games", nargs="*", default=sorted(KNOWN), help=f"which: {', '.join(KNOWN)} (all)")
    parser.add_argument("--memory", type=float, default=4096, metavar="MIB", help="memory that may be used (4096)")
    chosen = parser.parse_args()
    rows, notes = [], ["Seconds are the processor's. All counts are as known, asserted."]
    for name in chosen.games:
        times = []
        for _ in range(chosen.repeats):
            with tempfile.TemporaryDirectory() as folder:
                manifest, *seconds = solved(name, folder, chosen.memory)
            times.append(seconds)
        states, successors = manifest["tiers"][-1]["states"], manifest["successors"]
        rows += [
            Limit(f"{name}, all {manifest['states']:,} states, {successors:,} successors, with files", [each[0] for each in times]),
            Limit(f"{name}, the last tier, {states:,} states", [each[1] for each in times], KNOWN[name].most),
        ]
        size = sum(file["bytes"] for file in manifest["files"].values())
        notes.append(f"{name}: {8 * size / manifest['states']:.2f} bits a state in files")
    notes.append(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB at most")
    show("Databases", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
