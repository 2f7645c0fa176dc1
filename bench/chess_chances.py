"""The two parameters of the chances that a lead is worth (zermelo/protocols/chances.py), fitted to games that are kept as PGN.

    python bench/uci_match.py --tried "zermelo uci" --base "zermelo uci" --nodes 20000 --games 400 --keep FILE
    python bench/chess_chances.py FILE

Likeliest are those by which the results come about most likely, of each position with what its player thought of it (`[%eval]`). How well
they fit stands beside it: for leads that are alike, the wins, draws and losses that the model expects, and those that came.
Positions of one game are not independent, so that the fit is less sure than their number makes believe.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from zermelo.protocols.chances import EVEN, SPREAD
from zermelo.protocols.pgn import Pgn, games_of

FIRST_PLY = 16
"""What comes before is most often the opening that was given."""
STEP = 100
"""Hundredths of a pawn of leads that are shown as one."""
WORTH = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


def samples(game: Pgn) -> list[tuple[float, int]]:
    """The leads of a game in hundredths of a pawn, to who moves, and what became of it: 1 a win, 0 a draw, -1 a loss."""
    found = []
    for state, move in zip(game.states, game.moves, strict=False):
        told = move.commands.get("eval", "#")
        if state.ply >= FIRST_PLY and not told.startswith("#") and game.result in WORTH:
            turn = -1 if game.game.to_move(state) else 1
            found.append((100 * float(told.split(",")[0]) * turn, WORTH[game.result] * turn))
    return found


def likelihoods(lead: np.ndarray, even: float, spread: float) -> np.ndarray:
    """The likelihoods of a loss, a draw and a win, a row for each lead."""
    win, loss = expit((lead - even) / spread), expit((-lead - even) / spread)
    return np.stack((loss, 1 - win - loss, win), axis=1)


def fitted(lead: np.ndarray, result: np.ndarray) -> tuple[float, float]:
    """The likeliest EVEN and SPREAD."""

    def unlikely(parameters: np.ndarray) -> float:
        each = likelihoods(lead, *np.exp(parameters))[np.arange(len(lead)), result + 1]
        return float(-np.log(np.maximum(each, 1e-9)).mean())

    even, spread = np.exp(minimize(unlikely, np.log((EVEN, SPREAD)), method="Nelder-Mead").x)
    return float(even), float(spread)


def main() -> None:
    """Fit, and tell."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("files", nargs="+", type=Path, metavar="FILE", help="games with what was thought of each move")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    games = [samples(game) for file in chosen.files for game in games_of(file.read_text(encoding="utf-8"))]
    lead, result = (np.array(column) for column in zip(*(one for game in games for one in game), strict=True))
    even, spread = fitted(lead, result)
    if chosen.json:
        print(json.dumps({"games": len(games), "positions": len(lead), "EVEN": even, "SPREAD": spread}))
        return
    print(f"{len(games)} games, {len(lead)} positions: EVEN {even:.0f}, SPREAD {spread:.0f}")
    expected, groups = likelihoods(lead, even, spread), defaultdict(list)
    for place, group in enumerate(np.floor(lead / STEP + 0.5).clip(-8, 8)):
        groups[int(group)].append(place)
    print("    lead  positions   win draw loss, expected   and what came")
    for group, places in sorted(groups.items()):
        model = 1000 * expected[places].mean(axis=0)[::-1]
        came = [1000 * (result[places] == end).mean() for end in (1, 0, -1)]
        print(f"{group * STEP:8d} {len(places):10d}   {told(model):>24}   {told(came):>13}")


def told(chances: Iterable[float]) -> str:
    """Chances in thousandths."""
    return " ".join(f"{chance:4.0f}" for chance in chances)


if __name__ == "__main__":
    main()
