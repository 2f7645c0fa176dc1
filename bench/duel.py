"""The engine against itself: with some options against others, or this version against another, at so many nodes or seconds a move.

Each opening is played from both sides. Positions to begin from are the lines of a file, as the game writes them, in an order that the
seed shuffles; without a file they follow random actions. Each side is a process of its own and one thinks at a time. Beside the score
stand the difference in Elo with its interval of 95 %, and the logarithm of the likelihood ratio of two such differences, from the
scores of whole pairs, which know of the opening that both games share; `--sprt LOW HIGH` ends the match once it decides between them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from math import log, log10, sqrt
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

import zermelo
from strength import opening
from zermelo.game import MAX, Game, State
from zermelo.search.engine.deepening import TWICE
from zermelo.search.engine.engine import Engine

LONGEST = 400
"""A game of so many plies is a draw."""
DECIDED = log(0.95 / 0.05)
"""The logarithm of the likelihood ratio at which either difference is taken for false, with an error of 5 % on both sides."""
LEAST_VARIANCE = 0.01
"""The least variance of a pair that is believed: a few pairs may all end alike."""


class Side:
    """One of the two: a process that searches as these options say, with the code of a checkout."""

    def __init__(self, spec: str, options: dict[str, Any], checkout: Path, table: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, spec, "--serve", json.dumps({**options, "table": table})],
            env={**os.environ, "PYTHONPATH": str(checkout / "src")}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def tell(self, *words: Any) -> None:
        """Send it a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()

    def choose(self, limit: dict[str, float]) -> int:
        """Its action in the position that it was told."""
        assert self.process.stdout is not None
        self.tell("go", limit)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("duel.py: one of the sides has ended; it says why above")
        return int(line)

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()


def serve(game: Game, options: dict[str, Any]) -> None:
    """Be a side: read what was played and answer with actions, until the input ends."""
    engine = Engine(game, **options)
    engine.search(depth=1)  # which compiles
    played: list[State] = []
    for line in sys.stdin:
        word, told = json.loads(line)
        if word == "begin":
            engine.clear()
            played = [game.read(told)]
        elif word == "play":
            played.append(game.result(played[-1], told))
        else:
            print(engine.search(played[-1], history=played[:-1], until_decided=True, **told).action, flush=True)


def points(game: Game, begun: State, sides: list[Side], limit: dict[str, float]) -> float:
    """What the first of the sides, who is to move first, makes of a game: 1, 1/2 or 0."""
    state, first = begun, game.to_move(begun)
    came = Counter([game.position(state)])
    for side in sides:
        side.tell("begin", game.write(state))
    for _ in range(LONGEST):
        if game.is_terminal(state):
            worth = game.utility(state, first)
            return 1.0 if worth > 0 else 0.5 if worth == 0 else 0.0
        if game.repetition is not None and came[game.position(state)] > TWICE:
            worth = game.repetition if first == MAX else -game.repetition
            return 1.0 if worth > 0 else 0.5 if worth == 0 else 0.0
        action = sides[game.to_move(state) != first].choose(limit)
        state = game.result(state, action)
        came[game.position(state)] += 1
        for side in sides:
            side.tell("play", action)
    return 0.5


@dataclass
class Tally:
    """The games of a match so far, and the points of the side that is tried in each pair."""

    results: Counter[float] = field(default_factory=Counter)
    pairs: list[float] = field(default_factory=list)

    def add(self, pair: tuple[float, float]) -> None:
        """Count the two games of an opening."""
        self.results.update(pair)
        self.pairs.append(fmean(pair))

    @property
    def share(self) -> float:
        """Points a game."""
        return fmean(self.pairs)

    @property
    def variance(self) -> float:
        """Of the share of a pair."""
        return max(LEAST_VARIANCE, pvariance(self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95 %."""
        half = 1.96 * sqrt(self.variance / len(self.pairs))
        return max(0.0, self.share - half), min(1.0, self.share + half)

    def ratio(self, low: float, high: float) -> float:
        """The logarithm of the likelihood ratio of two differences in Elo: above 0 the games speak for the second."""
        one, other = expected(low), expected(high)
        return (other - one) * (2 * self.share - one - other) * len(self.pairs) / (2 * self.variance)

    def told(self, low: float, high: float) -> str:
        """A line for people."""
        least, most = (elo(end) for end in self.interval)
        won, drawn, lost = (self.results[points] for points in (1.0, 0.5, 0.0))
        return (
            f"{2 * len(self.pairs)} games: {won} won, {drawn} drawn, {lost} lost; {self.share:.1%}, {elo(self.share):+.0f} Elo "
            f"({least:+.0f} to {most:+.0f}); ratio of {high:+g} to {low:+g}: {self.ratio(low, high):+.2f}"
        )


def expected(difference: float) -> float:
    """The share that a difference in Elo leads to."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def elo(share: float) -> float:
    """The difference in Elo that leads to a share."""
    share = min(0.999, max(0.001, share))
    return 400 * log10(share / (1 - share))


def openings(game: Game, file: Path | None, pairs: int, seed: int) -> list[State]:
    """As many positions to begin from."""
    chooser = random.Random(seed)  # noqa: S311  # games, not secrets
    if file is None:
        found = []
        for _ in range(pairs):
            state = game.initial()
            for action in opening(game, chooser.randint(4, 8), chooser):
                state = game.result(state, action)
            found.append(state)
        return found
    lines = [line for line in file.read_text().splitlines() if line.strip()]
    chooser.shuffle(lines)
    return [game.read(lines[number % len(lines)]) for number in range(pairs)]


def named(words: list[str]) -> dict[str, Any]:
    """Options from `name=value`."""
    told = dict(word.partition("=")[::2] for word in words)
    return {name: json.loads(value.lower()) for name, value in told.items()}


def main() -> None:
    """Play, and tell the score."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("game", help="a game of the catalogue")
    options.add_argument("--tried", nargs="*", default=[], metavar="NAME=VALUE", help="options of the side that is tried")
    options.add_argument("--base", nargs="*", default=[], metavar="NAME=VALUE", help="options of the other side")
    options.add_argument("--against", type=Path, default=Path(__file__).resolve().parents[1], help="the other side's checkout (this one)")
    options.add_argument("--positions", type=Path, metavar="FILE", help="openings, one a line (random ones)")
    options.add_argument("--games", type=int, default=200, metavar="N", help="the most games, an even number (200)")
    options.add_argument("--nodes", type=int, metavar="N", help="nodes a move")
    options.add_argument("--seconds", type=float, metavar="S", help="time a move, in place of nodes")
    options.add_argument("--table", type=float, default=16, metavar="MIB", help="of each side (16)")
    options.add_argument(
        "--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="end where one of these differences in Elo is refuted"
    )
    options.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    options.add_argument("--serve", metavar="OPTIONS", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    game = zermelo.load_game(chosen.game)
    if chosen.serve:
        serve(game, json.loads(chosen.serve))
        return
    limit = {"seconds": chosen.seconds} if chosen.seconds else {"nodes": chosen.nodes or 5000}
    here = Path(__file__).resolve().parents[1]
    sides = [
        Side(chosen.game, named(chosen.tried), here, chosen.table),
        Side(chosen.game, named(chosen.base), chosen.against, chosen.table),
    ]
    low, high = chosen.sprt or (0.0, 10.0)
    tally = Tally()
    try:
        for begun in openings(game, chosen.positions, chosen.games // 2, chosen.seed):
            tally.add((points(game, begun, sides, limit), 1 - points(game, begun, sides[::-1], limit)))
            if sys.stderr.isatty():
                print(f"\r{tally.told(low, high)}", end="", file=sys.stderr)
            if chosen.sprt and abs(tally.ratio(low, high)) >= DECIDED:
                break
    finally:
        for side in sides:
            side.close()
    if chosen.json:
        row = {
            "game": chosen.game, "tried": chosen.tried, "base": chosen.base, **limit, "share": tally.share, "interval": tally.interval,
            "won": tally.results[1.0], "drawn": tally.results[0.5], "lost": tally.results[0.0], "ratio": tally.ratio(low, high),
        }  # fmt: skip
        print(json.dumps({"rows": [row]}, indent=2))
    else:
        print(tally.told(low, high))


if __name__ == "__main__":
    main()
