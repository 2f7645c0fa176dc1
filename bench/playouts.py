"""Random games a second on one core, compiled, beside the simulations a second of OpenSpiel's Monte Carlo search in C++.

A game is played from the start to its end, twice over: with any action of `actions`, each as likely, as any game allows, and
with the game's own `playout` (hex: the same; go: what is urgent or a good shape beside the last stone first, and no own eye
filled). OpenSpiel's search, quoted to say what is usual, plays one random game a simulation and keeps a tree besides; its
games of go end at a limit only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import FunctionType
from typing import Any

from _common import Race, arguments, aside, in_turns, must_equal, show
from zermelo import native
from zermelo.spec import load_game

GAMES = {"hex(11)": "hex(board_size=11)", "go(9)": "go(board_size=9,komi=7.5)"}
TARGETS = {"hex(11)": 10.0, "go(9)": None}
MOST_PLIES = 2000


def by_actions(game: Any, state: Any, games: int, seed: int) -> tuple[int, int]:
    """Play this many random games; all plies, and how many of the games came to an end."""
    plies, ended, word = 0, 0, seed
    for _ in range(games):
        at, ply = state, 0
        while ply < MOST_PLIES and not game.is_terminal(at):
            number = 0
            for _action in game.actions(at):
                number += 1
            word ^= word << 13
            word ^= (word >> 7) & 0x1FFFFFFFFFFFFFF
            word ^= word << 17
            left = ((word & 0xFFFFFFFF) * number) >> 32
            chosen = 0
            for action in game.actions(at):
                if left == 0:
                    chosen = action
                    break
                left -= 1
            at = game.result(at, chosen)
            ply += 1
        plies, ended = plies + ply, ended + int(game.is_terminal(at))
    return plies, ended


def by_playout(game: Any, state: Any, games: int, seed: int) -> tuple[int, int]:
    """The same with the game's own way to draw an action."""
    plies, ended, word = 0, 0, seed
    for _ in range(games):
        at, ply = state, 0
        while ply < MOST_PLIES and not game.is_terminal(at):
            word ^= word << 13
            word ^= (word >> 7) & 0x1FFFFFFFFFFFFFF
            word ^= word << 17
            at = game.result(at, game.playout(at, word))
            ply += 1
        plies, ended = plies + ply, ended + int(game.is_terminal(at))
    return plies, ended


class Playouts:
    """Our side: this many random games. Calling it gives the processor seconds that they took."""

    def __init__(self, way: Callable[..., Any], spec: str, games: int) -> None:
        self.way, self.game, self.games = way, load_game(spec), games
        self.name = way.__name__
        self.kernel = native.kernel(self, self.game)
        self.plies = 0

    def parts(self) -> list[Any]:
        """What the compiler asks for; a copy each time, since it puts compiled code among the globals of what it is given."""
        code = self.way.__code__  # type: ignore[attr-defined]
        return [(FunctionType(code, {"MOST_PLIES": MOST_PLIES}, self.name), (int, int), (int,))]

    def __call__(self) -> float:
        begin = time.process_time()
        self.plies, ended = aside(lambda: self.kernel(self.game, self.game.initial(), self.games, 88172645463325252))
        taken = time.process_time() - begin
        must_equal(f"{self.game!r}, {self.name}, games that came to an end", ended, self.games)
        return taken


class OpenSpiel:
    """This many simulations of OpenSpiel's Monte Carlo search from the start."""

    def __init__(self, spec: str, simulations: int) -> None:
        import pyspiel

        game = pyspiel.load_game(spec)
        self.state = game.new_initial_state()
        self.bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations, 1000, False, 1, False)

    def __call__(self) -> float:
        begin = time.process_time()
        self.bot.step(self.state)
        return time.process_time() - begin


def main() -> None:
    """Play, and show."""
    options = arguments(__doc__, repeats=5)
    options.add_argument("--games", type=int, default=10_000, metavar="N", help="random games a run (10,000)")
    options.add_argument("--simulations", type=int, default=5_000, metavar="N", help="simulations of OpenSpiel a run (5,000)")
    chosen = options.parse_args()
    rows, notes = [], ["A node is a game here, or a simulation."]
    for spec, theirs in GAMES.items():
        try:
            peer: Any = OpenSpiel(theirs, chosen.simulations)
        except ImportError:
            peer = None
            notes.append("OpenSpiel is not installed; ours is shown beside itself.")
        for way in (by_actions, by_playout):
            ours = Playouts(way, spec, chosen.games)
            times, peer_times = in_turns([ours, peer or ours], chosen.repeats)
            name, count = ("OpenSpiel's MCTS", chosen.simulations) if peer else ("itself", chosen.games)
            target = TARGETS[spec] if peer and way is by_playout else None
            rows.append(Race(f"{spec}, {way.__name__.replace('_', ' ')}", name, chosen.games, times, count, peer_times, target))
            notes.append(f"{spec}, {way.__name__.replace('_', ' ')}: {ours.plies / chosen.games:.1f} plies a game.")
    show("Random games, compiled", rows, chosen.json, notes)


if __name__ == "__main__":
    main()
