"""Which search plays best among three: max^n, paranoid, best-reply, Monte Carlo; each at one table with two of the others.

    python bench/many.py [--games 60] [--seconds 0.03]

Every table of three kinds plays this many games, the seats in turn, all with the same time for a move. Shares of the points (a
win is 1, shared among winners), with 95 % intervals; a third is what chance would give.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import zermelo as z
from zermelo.play.match import interval

GAMES = (
    ("mnk(5, 5, 3, players=3)", ",evaluation=open_lines"),
    ("mnk(7, 7, 4, players=3)", ",evaluation=open_lines"),
    ("chinese_checkers(1, players=3)", ""),
    ("chinese_checkers(2, players=3)", ""),
)


def main() -> None:
    """Play all tables of all games."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--games", type=int, default=60, help="games at each table")
    arguments.add_argument("--seconds", type=float, default=0.03, help="time for a move")
    asked = arguments.parse_args()
    for spec, evaluation in GAMES:
        game = z.load_game(spec)
        kinds = {name: f"{name}:seconds={asked.seconds}{evaluation}" for name in ("engine", "paranoid", "best_reply")}
        kinds["mcts"] = f"mcts:seconds={asked.seconds}"
        points = dict.fromkeys(kinds, 0.0)
        played = dict.fromkeys(kinds, 0)
        for table in combinations(kinds, 3):
            match = z.match(game, [kinds[name] for name in table], games=asked.games, seed=1)
            for place, name in enumerate(table):
                score = match.score(place)
                points[name] += score.points
                played[name] += score.games
        print(f"{spec}, {asked.games} games a table, {asked.seconds:g} s a move")
        for name in sorted(kinds, key=lambda name: -points[name]):
            low, high = interval(points[name], played[name])
            told = "max^n" if name == "engine" else name
            print(f"    {told:<12}{points[name] / played[name]:.3f}  ({low:.3f} to {high:.3f}, {played[name]} games)", flush=True)


if __name__ == "__main__":
    main()
