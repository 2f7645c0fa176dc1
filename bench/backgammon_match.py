"""Matches at backgammon: ours against GNU Backgammon, or against another depth of ours.

python bench/backgammon_match.py --games 1000 --out FILE       all plays evaluated, against gnubg doing the same
python bench/backgammon_match.py --players ours-3 ours-1       play, roll and reply against that

No cube; every dice sequence is played twice, with the sides exchanged. Each game is appended to FILE as it ends: the same
command goes on from there.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from math import sqrt
from pathlib import Path
from typing import Any

import zermelo as z
from _gnubg import Gnubg, GnubgError
from zermelo.errors import SpecError, ZermeloError
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon_men import TO_ROLL, State

Chooser = Callable[[Backgammon, State], int]
GAME = Backgammon()


# Matches


def player(name: str, stack: ExitStack) -> Chooser:
    """`ours-D` looks D plies ahead, rolls counted; `gnubg-P` P plies in its own way of counting, 0 for none. Raises SpecError."""
    found = re.fullmatch(r"(ours|gnubg)-(\d)", name)
    if not found or name == "ours-0":
        raise SpecError(f"{name!r} is no player; ours-1, ours-3, gnubg-0 ... are")
    plies = int(found[2])
    if found[1] == "gnubg":
        return stack.enter_context(Gnubg(plies)).choose
    return lambda game, state: z.best(game, state, depth=plies).action


def played(choosers: tuple[Chooser, Chooser], seed: str) -> int:
    """The points that the first player wins as white, with the dice of this seed."""
    dice = random.Random(seed)  # noqa: S311  # games, not secrets
    state = GAME.result(GAME.initial(), drawn(GAME.initial(), dice))
    while not GAME.is_terminal(state):
        if state.dice == TO_ROLL:
            state = GAME.result(state, drawn(state, dice))
            continue
        actions = list(GAME.actions(state))
        state = GAME.result(state, actions[0] if len(actions) == 1 else choosers[state.player](GAME, state))
    return int(GAME.utility(state, z.MAX))


def drawn(state: State, dice: random.Random) -> int:
    """A roll."""
    rolls, chances = zip(*GAME.outcomes(state), strict=True)
    return int(dice.choices(rolls, chances)[0])


def match(names: list[str], games: int, seed: int, file: Path | None) -> None:
    """Play, tell how it stands, and keep each game in the file."""
    head = {"players": names, "seed": seed}
    points = kept(file, head)
    with ExitStack() as stack:
        ours, theirs = (player(name, stack) for name in names)
        since = time.perf_counter()
        for number in range(len(points), games):
            dice = f"{seed} {number // 2}"
            points.append(played((ours, theirs), dice) if number % 2 == 0 else -played((theirs, ours), dice))
            if file:
                with file.open("a", encoding="utf-8") as out:
                    out.write(f"{points[-1]}\n")
            if len(points) % 100 == 0 or len(points) == games:
                print(f"{len(points):>6} games  {told(points)}  {time.perf_counter() - since:.0f} s", flush=True)


def kept(file: Path | None, head: dict[str, Any]) -> list[int]:
    """The points of the games that are in the file already. Raises SpecError where it is of another match."""
    if file is None:
        return []
    if not file.exists():
        file.write_text(json.dumps(head) + "\n", encoding="utf-8")
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    if json.loads(first) != head:
        raise SpecError(f"{file} is of another match: {first}")
    return [int(line) for line in lines]


def told(points: list[int]) -> str:
    """Points a game of the first player with the 95 % interval, over pairs of games with the same dice."""
    pairs = [(one + other) / 2 for one, other in zip(points[::2], points[1::2], strict=False)]
    mean = sum(points) / len(points)
    spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / max(1, len(pairs)))
    wins = sum(point > 0 for point in points)
    return f"{mean:+.3f} ± {1.96 * spread:.3f} points a game, {wins / len(points):.1%} won"


def main() -> int:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs=2, default=["ours-1", "gnubg-0"], metavar="P", help="ours-D or gnubg-P (ours-1 gnubg-0)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="an even number (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the dice (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keeps what was played")
    wanted = parser.parse_args()
    try:
        match(wanted.players, wanted.games, wanted.seed, wanted.out)
    except GnubgError as error:
        print(f"{error}; what was played is kept in {wanted.out or 'no file: --out FILE would'}", file=sys.stderr)
        return 2
    except ZermeloError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
