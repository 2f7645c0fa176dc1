"""States that play can come to counted by the numbers that a game gives them: breadth first, without keys."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Any, Final

import numpy as np

from zermelo.databases.kernels import FAULT, LONGEST, WHERE
from zermelo.databases.keys import Array
from zermelo.databases.listed.listing import MEBIBYTE, Progress, checked_memory, mebibytes, served
from zermelo.databases.numbered.rank_kernels import COUNTERS, EDGES, ENDS, SPREAD, STATES
from zermelo.databases.numbered.ranked_game import broken
from zermelo.databases.rows import addressed
from zermelo.errors import GameError, SearchError, ZermeloError
from zermelo.game import Game
from zermelo.search.runtime.build import build
from zermelo.search.runtime.faults import raised
from zermelo.search.runtime.room import with_more_room
from zermelo.tiers import place_of, tier_sizes
from zermelo.values import counted

_CHUNK: Final = {"compiled": 1 << 20, "interpreted": 1 << 10}


@with_more_room
def count_by_rank(game: Game, *, memory: float, mode: str, progress: Progress | None) -> tuple[Any, ...]:
    """The fields of `zermelo.databases.Counted`: states that play can come to, each number once. Two bytes for each number."""
    served(game, rewards=True)
    sizes = tier_sizes(game)
    tiers = np.array([0, *accumulate(sizes)], dtype=np.int64)
    if 2 * int(tiers[-1]) > checked_memory(memory) * MEBIBYTE:
        raise SearchError(
            f"{game!r} numbers {tiers[-1]:,} states, which takes {mebibytes(2 * int(tiers[-1]))} MiB of memory to count, and "
            f"{memory:,g} are allowed (`--memory`)"
        )
    built = build(game, mode, SPREAD)
    met: Array = np.zeros(tiers[-1], dtype=np.uint16)
    for state in chain((game.initial(),), game.starts()):
        tier, rank = place_of(game, state)
        if not 0 <= tier < len(sizes) or not 0 <= rank < sizes[tier]:
            raise GameError(
                f"play begins in {game.write(state)!r} of {game!r}, whose tier and rank are {(tier, rank)}: beyond `tier_sizes`"
            )
        met[tiers[tier] + rank] = 1
    counts, depths = np.zeros(COUNTERS, dtype=np.int64), list[int]()
    arrays: tuple[Any, ...] = (met, tiers, counts)
    rows = [addressed(one) if built.compiled else memoryview(one) for one in arrays]
    while len(depths) <= LONGEST:
        before = int(counts[STATES])
        for tier, size in enumerate(sizes):
            for first in range(0, size, _CHUNK[built.mode]):
                last = min(size, first + _CHUNK[built.mode])
                try:
                    built.kernels[0](game, game.initial(), *rows, tier, len(sizes), first, last, len(depths))
                except ZermeloError:
                    raise
                except Exception as error:
                    raise raised(game, error, compiled=built.compiled) from error
                if counts[FAULT]:
                    raise broken(game, sizes, tier, int(counts[WHERE]))
            if progress:
                progress(f"{counted(int(counts[STATES]), 'state')} counted, {counted(len(depths), 'ply', 'plies')} from the first")
        if counts[STATES] == before:
            break
        depths.append(int(counts[STATES]) - before)
    found = tuple(int(np.count_nonzero(met[begin : begin + size])) for begin, size in zip(tiers.tolist(), sizes, strict=False))
    return int(counts[STATES]), int(counts[EDGES]), int(counts[ENDS]), tuple(depths), built.mode, found
