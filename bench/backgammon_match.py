"""Matches at backgammon: ours against GNU Backgammon, or against another depth of ours.

python bench/backgammon_match.py --games 1000 --out FILE       all plays evaluated, against gnubg doing the same
python bench/backgammon_match.py --players ours-3 ours-1       play, roll and reply against that

No cube; every dice sequence is played twice, with the sides exchanged. Each game is appended to FILE as it ends: the same
command goes on from there.

Dice decide most of a game, so that points alone need tens of thousands of games to tell two players apart. Therefore the
luck of each roll is taken off: what the position is worth with this roll, less the average over all rolls, both by our
network with the best play of each roll. Whatever the network says, luck is 0 on average, since chance knows neither
player: points less luck have the same mean and vary less. (A control variate; gnubg calls it luck adjustment.)
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
from typing import Any, NamedTuple

import zermelo as z
from _gnubg import Gnubg, GnubgError
from zermelo.errors import SpecError, ZermeloError
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import State
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.runner import Runner

Chooser = Callable[[Backgammon, State], int]
GAME = Backgammon()


class Outcome(NamedTuple):
    """Of a game: the points that a player won, and how many of them are the luck of the dice."""

    points: int
    luck: float

    @property
    def to_the_other(self) -> Outcome:
        return Outcome(-self.points, -self.luck)


# Matches


def player(name: str, stack: ExitStack) -> Chooser:
    """`ours-D` looks D plies ahead, rolls counted; `gnubg-P` P plies in its own way of counting, 0 for none. Raises SpecError."""
    found = re.fullmatch(r"(ours|gnubg)-(\d)", name)
    if not found or name == "ours-0":
        raise SpecError(f"{name!r} is no player; ours-1, ours-3, gnubg-0 ... are")
    plies = int(found[2])
    if found[1] == "gnubg":
        return stack.enter_context(Gnubg(plies)).choose
    engine = z.Engine(GAME)  # its own: in a table that is shared, who looks less deep would find what the other has seen
    return lambda game, state: engine.search(state, depth=plies).action


def played(choosers: tuple[Chooser, Chooser], seed: str) -> Outcome:
    """A game with the dice of this seed, as it ends for white, who is the first player."""
    dice = random.Random(seed)  # noqa: S311  # games, not secrets
    value = Runner(expectiminimax, GAME)
    state, luck = GAME.initial(), 0.0
    while not GAME.is_terminal(state):
        if GAME.to_move(state) == z.CHANCE:
            rolled = GAME.result(state, drawn(state, dice))
            luck += value(rolled, 1) - value(state, 2)
            state = rolled
            continue
        actions = list(GAME.actions(state))
        state = GAME.result(state, actions[0] if len(actions) == 1 else choosers[state.player](GAME, state))
    return Outcome(int(GAME.utility(state, z.MAX)), luck)


def drawn(state: State, dice: random.Random) -> int:
    """A roll."""
    rolls, chances = zip(*GAME.outcomes(state), strict=True)
    return int(dice.choices(rolls, chances)[0])


def match(names: list[str], games: int, seed: int, file: Path | None) -> None:
    """Play, tell how it stands, and keep each game in the file."""
    head = {"players": names, "seed": seed}
    outcomes = kept(file, head)
    if outcomes:
        print(f"{len(outcomes):>6} games  {told(outcomes)}  kept in {file}", flush=True)
    with ExitStack() as stack:
        ours, theirs = (player(name, stack) for name in names)
        since = time.perf_counter()
        for number in range(len(outcomes), games):
            dice = f"{seed} {number // 2}"
            outcomes.append(played((ours, theirs), dice) if number % 2 == 0 else played((theirs, ours), dice).to_the_other)
            if file:
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(outcomes[-1]) + "\n")
            if len(outcomes) % 100 == 0 or len(outcomes) == games:
                print(f"{len(outcomes):>6} games  {told(outcomes)}  {time.perf_counter() - since:.0f} s", flush=True)


def kept(file: Path | None, head: dict[str, Any]) -> list[Outcome]:
    """The games that are in the file already. Raises SpecError where it is of another match, or damaged."""
    if file is None:
        return []
    try:
        if not file.exists():
            file.write_text(json.dumps(head) + "\n", encoding="utf-8")
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"cannot keep games in {file}: {error}") from error
    outcomes: list[Outcome] = []
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
            if number > 1:
                points, luck = found
                outcomes.append(Outcome(int(points), float(luck)))
        except (ValueError, TypeError):
            raise SpecError(f"line {number} of {file} is damaged, {line!r}: take out that line, or name another file") from None
        if number == 1 and found != head:
            raise SpecError(f"{file} is of another match: {line}")
    if not lines:
        raise SpecError(f"{file} is empty, and so of no match; take it away, or name another file")
    return outcomes


def told(outcomes: list[Outcome]) -> str:
    """Points a game of the first player, as they fell and without the luck of the dice."""
    points = [float(outcome.points) for outcome in outcomes]
    wins = sum(point > 0 for point in points)
    adjusted = interval([outcome.points - outcome.luck for outcome in outcomes])
    return f"{interval(points)} points a game, {wins / len(points):.1%} won; without luck {adjusted}"


def interval(worths: list[float]) -> str:
    """The mean with its 95 % interval, over pairs of games with the same dice."""
    pairs = [(one + other) / 2 for one, other in zip(worths[::2], worths[1::2], strict=False)]
    mean = sum(worths) / len(worths)
    spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / max(1, len(pairs)))
    return f"{mean:+.3f} ± {1.96 * spread:.3f}"


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
    except (GnubgError, KeyboardInterrupt) as error:
        kept_in = f"kept in {wanted.out}: the same command goes on from there" if wanted.out else "lost, for want of --out FILE"
        print(f"{error or 'stopped'}; what was played is {kept_in}", file=sys.stderr)
        return 2
    except ZermeloError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
