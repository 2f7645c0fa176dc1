"""The rating of a chess program from its games against programs of known rating, which are kept as PGN (bench/uci_match.py --keep).

    python bench/chess_rating.py GAMES.pgn ... --player "zermelo uci" --rated UCI_Elo=2200 2715 35 --rated glaurung 2793 20

`--rated` gives a text in the name of an opponent, its rating, and half of the interval of 95 % in which that is known. The player's
rating is the one by which the results come about most likely, where the share to be expected is the logistic function of the difference,
as Elo's scale has it and lists of ratings read it, and a draw counts as half a game won and half a game lost (Bradley and Terry 1952).
A model with a likelihood of its own for draws (Davidson 1970) would put the same results further apart: of 52, 27 and 19 it makes +175,
where the share of 67 % says +122. The interval of 95 % holds the opponents' uncertainty: all is fitted again to samples of the openings,
whose two games stay together, and of the opponents' ratings.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from zermelo.protocols.pgn import games_of

SCALE = 400 / np.log(10)
"""Elo in a unit of the logarithm of the odds."""
SAMPLES = 1000
WORTH = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


class Opponent(NamedTuple):
    """A program of known rating."""

    name: str
    rating: float
    error: float


class Result(NamedTuple):
    """What a game was worth to the player (1, 0, -1), against which of the opponents."""

    opponent: int
    worth: int


def results(path: Path, player: str, opponents: list[Opponent]) -> list[list[Result]]:
    """The results of a file by openings: two games that follow each other and begin alike. Raises SystemExit for a game of others."""
    openings: list[list[Result]] = []
    last = None
    for game in games_of(path.read_text(encoding="utf-8")):
        white, black = game.headers.get("White", ""), game.headers.get("Black", "")
        side = 1 if player in white else -1
        other = black if side == 1 else white
        found = [number for number, opponent in enumerate(opponents) if opponent.name in other]
        if player not in white + black or len(found) != 1 or game.result not in WORTH:
            raise SystemExit(f"{path}: {white} - {black} {game.result} is no finished game of {player!r} against one that is rated")
        begun = (game.headers.get("FEN"), found[0])
        if begun != last or len(openings[-1]) == 2:
            openings.append([])
        last = begun
        openings[-1].append(Result(found[0], WORTH[game.result] * side))
    return openings


def fitted(counts: np.ndarray, ratings: np.ndarray) -> float:
    """The likeliest rating; `counts` has losses, draws and wins, a row for each opponent."""
    lost, won = counts[:, 0] + counts[:, 1] / 2, counts[:, 2] + counts[:, 1] / 2

    def unlikely(parameters: np.ndarray) -> float:
        ahead = parameters[0] - ratings / SCALE
        return float((won * np.logaddexp(0, -ahead) + lost * np.logaddexp(0, ahead)).sum())

    return float(minimize(unlikely, (ratings.mean() / SCALE,), method="BFGS").x[0] * SCALE)


def counted(openings: list[list[Result]], opponents: int) -> np.ndarray:
    """Losses, draws and wins, a row for each opponent."""
    counts = np.zeros((opponents, 3))
    for result in (result for opening in openings for result in opening):
        counts[result.opponent, result.worth + 1] += 1
    return counts


def main() -> None:
    """Read the games, and tell the rating."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("games", nargs="+", type=Path, metavar="FILE", help="games as PGN")
    options.add_argument("--player", default="zermelo", metavar="TEXT", help="what the name of the program that is rated holds (zermelo)")
    options.add_argument("--rated", nargs=3, action="append", required=True, metavar=("TEXT", "RATING", "ERROR"), help="an opponent")
    options.add_argument("--seed", type=int, default=1, help="of the samples (1)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    opponents = [Opponent(name, float(rating), float(error)) for name, rating, error in chosen.rated]
    openings = [opening for path in chosen.games for opening in results(path, chosen.player, opponents)]
    counts, ratings = counted(openings, len(opponents)), np.array([opponent.rating for opponent in opponents])
    if not counts[:, :2].any() or not counts[:, 1:].any():
        raise SystemExit("who won all, or lost all, has no likeliest rating: play stronger, or weaker, opponents")
    errors, random = np.array([opponent.error for opponent in opponents]) / 1.96, np.random.default_rng(chosen.seed)
    samples = []
    for _ in range(SAMPLES):
        drawn = [openings[number] for number in random.integers(len(openings), size=len(openings))]
        samples.append(fitted(counted(drawn, len(opponents)), random.normal(ratings, errors)))
    rating, (low, high) = fitted(counts, ratings), np.quantile(samples, (0.025, 0.975))
    rows = [
        {"opponent": one.name, "rating": one.rating, "won": int(won), "drawn": int(drawn), "lost": int(lost)}
        for one, (lost, drawn, won) in zip(opponents, counts, strict=True)
    ]
    if chosen.json:
        print(json.dumps({"rating": rating, "interval": [low, high], "rows": rows}, indent=2))
        return
    for row in rows:
        print(f"{row['opponent']:24} {row['rating']:6}  won {row['won']}, drawn {row['drawn']}, lost {row['lost']}")
    print(f"{chosen.player}: {rating:.0f} ({low:.0f} to {high:.0f}), {counts.sum():.0f} games")


if __name__ == "__main__":
    main()
