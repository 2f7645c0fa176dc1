"""A match between two programs that speak UCI, or one with two settings, by the hand of python-chess, which judges: `make peers`.

    python bench/uci_match.py --tried "zermelo uci" UCI_LimitStrength=true UCI_Elo=1400 \\
        --base "zermelo uci" UCI_LimitStrength=true UCI_Elo=1200 --games 200 --positions FILE

Each opening is played from both sides; one thinks at a time. A game that a program spoils (it dies, is silent, or breaks the rules) is
not counted, nor is the other one of its opening; it is told, and the program is started anew. Who oversteps the clock has lost.
With --keep the games are written to a file as PGN, with what each side thought of its moves and what was left on its clock.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn

import zermelo
from duel import Tally, openings

LONGEST = 400
"""A game of so many plies is a draw."""
PATIENCE = 60.0
"""Seconds in which a program must start, or answer beyond the time it has."""
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


class Side:
    """A program with options, in a process that is started anew where it has failed."""

    def __init__(self, command: str, *options: str) -> None:
        self.command, self.options = command, dict(option.partition("=")[::2] for option in options)
        self.name = " ".join((command, *options))
        self.process: chess.engine.SimpleEngine | None = None

    def begin(self) -> None:
        """Start it, if it does not run. Raises EngineError."""
        if self.process is None:
            self.process = chess.engine.SimpleEngine.popen_uci(shlex.split(self.command), timeout=PATIENCE)
            self.process.configure(self.options)
            self.process.ping()  # which compiles

    def move(self, board: chess.Board, limit: chess.engine.Limit, game: object) -> chess.engine.PlayResult:
        """What it plays. Raises EngineError."""
        assert self.process is not None
        return self.process.play(board, limit, game=game, info=chess.engine.INFO_SCORE)

    def close(self) -> None:
        """End the process."""
        if self.process:
            self.process.close()
            self.process = None


class Timer:
    """How long may be thought: by nodes, by seconds a move, or by clocks of seconds and seconds that each move adds."""

    def __init__(self, nodes: int | None, seconds: float | None, clock: str) -> None:
        self.nodes, self.seconds = nodes, seconds
        base, _, added = clock.partition("+")
        self.added = float(added or 0)
        self.left = dict.fromkeys(chess.COLORS, float(base))

    def limit(self) -> chess.engine.Limit:
        """As the programs are told."""
        if not self.by_clock:
            return chess.engine.Limit(nodes=self.nodes, time=self.seconds)
        white, black = self.left[chess.WHITE], self.left[chess.BLACK]
        return chess.engine.Limit(white_clock=white, black_clock=black, white_inc=self.added, black_inc=self.added)

    @property
    def by_clock(self) -> bool:
        """Whether clocks run."""
        return not self.nodes and not self.seconds

    def took(self, seconds: float, turn: bool) -> bool:
        """Whether the clock has been overstepped by a move that took so long."""
        if not self.by_clock:
            return False
        self.left[turn] -= seconds
        if self.left[turn] < 0:
            return True
        self.left[turn] += self.added
        return False


def played(begun: chess.Board, sides: list[Side], timer: Timer) -> chess.pgn.Game:
    """A game, whose first side is White. Raises EngineError."""
    for side in sides:
        side.begin()
    board, token = begun.copy(), object()
    game = chess.pgn.Game.from_board(board)
    game.headers["White"], game.headers["Black"] = (side.name for side in sides)
    node: chess.pgn.GameNode = game
    while not is_over(board) and len(board.move_stack) < LONGEST:
        before, turn = time.perf_counter(), board.turn
        found = sides[turn == chess.BLACK].move(board, timer.limit(), token)
        if timer.took(time.perf_counter() - before, turn):
            game.headers["Termination"] = "time forfeit"
            game.headers["Result"] = "0-1" if turn == chess.WHITE else "1-0"
            return game
        assert found.move is not None
        node = node.add_variation(found.move)
        node.set_eval(found.info.get("score"))
        if timer.by_clock:
            node.set_clock(timer.left[turn])
        board.push(found.move)
    result = board.result()
    game.headers["Result"] = result if result != "*" else "1/2-1/2"
    return game


def is_over(board: chess.Board) -> bool:
    """Whether a game is over: by the rules, or by a position that stands on the board for the third time, or after 50 quiet moves.

    Not where the player to move could only bring such a position about: python-chess counts that as a draw that may be claimed.
    """
    return board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()


def pair(begun: chess.Board, sides: list[Side], clocks: tuple[Any, ...], keep: Path | None) -> tuple[float, float] | None:
    """What the first side makes of an opening as White and as Black; None where a program fails."""
    games = []
    for order in (sides, sides[::-1]):
        try:
            games.append(played(begun, order, Timer(*clocks)))
        except (chess.engine.EngineError, TimeoutError) as error:
            print(f"not counted: {type(error).__name__}, {error}, after {begun.fen()}", file=sys.stderr)
            for side in sides:
                side.close()
            return None
    if keep:
        with keep.open("a", encoding="utf-8") as file:
            file.write("".join(f"{game}\n\n" for game in games))
    first, second = (SCORES[game.headers["Result"]] for game in games)
    return first, 1 - second


def main() -> None:
    """Play, and tell the score."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, whose in (("--tried", "of the side that is tried"), ("--base", "of the other")):
        options.add_argument(name, nargs="+", required=True, metavar="WORD", help=f"the command {whose}, and options as NAME=VALUE")
    options.add_argument("--positions", type=Path, metavar="FILE", help="openings, one a line (random ones)")
    options.add_argument("--games", type=int, default=40, metavar="N", help="an even number (40)")
    options.add_argument("--nodes", type=int, metavar="N", help="nodes a move, in place of a clock")
    options.add_argument("--seconds", type=float, metavar="S", help="time a move, in place of a clock")
    options.add_argument("--clock", default="10+0.1", metavar="S+S", help="seconds, and seconds that each move adds (10+0.1)")
    options.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    options.add_argument("--keep", type=Path, metavar="FILE", help="write the games to the end of this file")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    game = zermelo.load_game("chess")
    sides = [Side(*chosen.tried), Side(*chosen.base)]
    tally, spoilt = Tally(), 0
    try:
        for begun in openings(game, chosen.positions, chosen.games // 2, chosen.seed):
            points = pair(chess.Board(game.write(begun)), sides, (chosen.nodes, chosen.seconds, chosen.clock), chosen.keep)
            if points is None:
                spoilt += 2
                continue
            tally.add(points)
            if sys.stderr.isatty():
                print(f"\r{tally.told(0, 10)}", end="", file=sys.stderr)
    finally:
        for side in sides:
            side.close()
    if not tally.pairs:
        raise SystemExit("no game could be counted; why, stands above")
    if chosen.json:
        row = {
            "tried": chosen.tried, "base": chosen.base, "share": tally.share, "interval": tally.interval,
            "won": tally.results[1.0], "drawn": tally.results[0.5], "lost": tally.results[0.0], "not counted": spoilt,
        }  # fmt: skip
        print(json.dumps({"rows": [row]}, indent=2))
    else:
        print(tally.told(0, 10) + (f"; {spoilt} games not counted" if spoilt else ""))


if __name__ == "__main__":
    main()
