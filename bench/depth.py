"""How deep a second goes: the engine beside plain alpha-beta with the same rules and evaluation, both compiled, one thread.

Seeded positions after 4 to 8 random plies. The depth of alpha-beta is the greatest that it finishes in the time, as if it
had known which; the engine deepens from 1 and counts what it has finished, its extensions and quiescence on top.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from statistics import mean

import zermelo
from _common import arguments, load, somewhere
from zermelo.game import Game, State
from zermelo.search.engine.engine import Engine

GAMES = ("desconecta4boom", "connect4", "othello", "checkers", "draughts", "kalah")
TARGETS = {"desconecta4boom": 4.0}
"""This many plies more."""


@dataclass(frozen=True)
class Reached:
    """The mean depths in one game."""

    game: str
    positions: int
    plain: float
    engine: float
    target: float | None

    def __str__(self) -> str:
        more = self.engine - self.plain
        wanted = "" if self.target is None else f"; target {self.target:+g}: {'met' if more >= self.target else 'missed'}"
        return f"{self.game:16} alpha-beta {self.plain:4.1f}  engine {self.engine:4.1f}  {more:+.1f} plies{wanted}"


def plain_depth(game: Game, state: State, seconds: float) -> int:
    """The greatest depth that alpha-beta finishes in the time."""
    depth, took = 0, 0.0
    while took <= seconds:
        begun = time.perf_counter()
        zermelo.best(game, state, depth=depth + 1, algorithm="alphabeta", mode="compiled")
        took = time.perf_counter() - begun
        depth += took <= seconds
    return depth


def reached(name: str, count: int, seconds: float, seed: int) -> Reached:
    """Both in one game."""
    game = zermelo.load_game(name)
    engine = Engine(game)
    engine.search(depth=2)
    zermelo.best(game, depth=2, algorithm="alphabeta", mode="compiled")
    plain, deep = [], []
    for state in somewhere(game, count, seed):
        plain.append(plain_depth(game, state, seconds))
        engine.clear()
        deep.append(engine.search(state, seconds=seconds).depth)
    return Reached(name, count, mean(plain), mean(deep), TARGETS.get(name))


def main() -> None:
    """Measure, show."""
    options = arguments(__doc__, repeats=1)
    options.add_argument("--games", nargs="+", default=list(GAMES), metavar="GAME", help="which games (all six)")
    options.add_argument("--positions", type=int, default=8, metavar="N", help="positions a game (8)")
    options.add_argument("--seconds", type=float, default=1.0, metavar="S", help="the time (1)")
    options.add_argument("--seed", type=int, default=1, help="of the positions (1)")
    chosen = options.parse_args()
    rows = []
    for name in chosen.games:
        rows.append(reached(name, chosen.positions, chosen.seconds, chosen.seed))
        if not chosen.json:
            print(rows[-1], flush=True)
    print(json.dumps({"rows": [asdict(row) for row in rows]}, indent=2) if chosen.json else load())


if __name__ == "__main__":
    main()
