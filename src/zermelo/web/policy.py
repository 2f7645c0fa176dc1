"""The optimal policy of pig to any goal up to MOST, as value iteration found it once: policy.bin, beside this file.

    python -m zermelo.web.policy     finds it again and writes the file

What is optimal depends only on what each player lacks, and on the points of the turn: one game to a higher goal holds all.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Final

from zermelo.game import MAX
from zermelo.games.pig import Pig, State
from zermelo.solving.value_iteration import ValueIteration

MOST: Final = 60
"""The highest goal."""
_FILE: Final = "policy.bin"
_NONE: Final = 255
"""Where no game comes to: no turn has one point."""


def optimal(goal: int, state: State) -> int | None:
    """The optimal action of player 1, who is to choose; None where no game comes to."""
    own, other = (goal - score for score in state.scores)
    found = _table()[_place(own, other, state.points)]
    return None if found == _NONE else found


def solved(most: int) -> bytes:
    """The actions for all goals up to `most`, by what player 1 lacks, what the other lacks, and the points."""
    goal = most + 2  # no score is 1; from 2 on there are all
    found = ValueIteration(Pig(goal)).run().values()
    best = {one.state: one.action for one in found if one.state.player == MAX and not one.state.rolling}
    places = product(range(1, most + 1), range(1, most + 1), range(1, most + 1))
    acts = (best.get(State((goal - own, goal - other), points, MAX, False)) for own, other, points in places)
    return bytes(_NONE if action is None else action for action in acts)


def _place(own: int, other: int, points: int) -> int:
    return ((own - 1) * MOST + other - 1) * MOST + points - 1


@lru_cache(maxsize=1)
def _table() -> bytes:
    return zlib.decompress((files("zermelo.web") / _FILE).read_bytes())


if __name__ == "__main__":
    (Path(__file__).parent / _FILE).write_bytes(zlib.compress(solved(MOST), 9))
