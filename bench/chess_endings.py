"""Endings of chess that are won: does the engine win them against itself, and in how many moves?

    python bench/chess_endings.py --nodes 60000 --games 10             # all
    python bench/chess_endings.py --only KBNK --nodes 500000

White, to move, has what the name says first. Positions come from a seed, and may be ones that are drawn: a piece is lost at once, or the
pawn is stopped. Each side searches so many nodes a move, with a table of its own. A game that is not won ends by 50 moves of each
without a capture, or by a position that comes for the third time.
"""

from __future__ import annotations

import argparse
import random
from statistics import median

from rich.console import Console
from rich.table import Table

import zermelo as z
from zermelo.errors import PositionError
from zermelo.game import State
from zermelo.games.chess import Chess
from zermelo.games.chess.notation import Setup, write_fen
from zermelo.search.engine.engine import Engine

ENDINGS = {"KQK": "KQk", "KRK": "KRk", "KBBK": "KBBk", "KBNK": "KBNk", "KQKR": "KQkr", "KPK": "KPk"}


def position(game: Chess, pieces: str, lot: random.Random) -> State:
    """The pieces anywhere: pawns on squares for pawns, bishops on squares of both colours, nobody in check, White to move."""
    while True:
        placed = dict(zip(lot.sample(range(64), len(pieces)), pieces, strict=True))
        if any(piece == "P" and square // 8 in (0, 7) for square, piece in placed.items()):
            continue
        if len({(square // 8 + square) % 2 for square, piece in placed.items() if piece == "B"}) < pieces.count("B"):
            continue
        try:
            state = game.read(write_fen(Setup(placed, "w", (), None, 0, 1)))
        except PositionError:  # kings side by side, or the other's in check
            continue
        if not state.checkers and not game.is_terminal(state):
            return state


def plies_to_mate(game: Chess, state: State, nodes: int) -> int | None:
    """After how many plies White mates; None where the game ends otherwise."""
    players = Engine(game, table=16), Engine(game, table=16)
    played: list[State] = []
    while not game.is_terminal(state):
        found = players[len(played) % 2].search(state, nodes=nodes, history=played)
        if found.action is None:
            break
        played.append(state)
        state = game.result(state, found.action)
        if sum(game.position(one) == game.position(state) for one in played) >= 2:
            return None
    return len(played) if game.utility(state, z.MAX) > 0 else None


def main() -> None:
    """Play them, and print how many were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=60_000, help="searched a move")
    parser.add_argument("--games", type=int, default=10, help="positions of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=ENDINGS, default=list(ENDINGS))
    asked = parser.parse_args()
    game = Chess()
    table = Table("ending", "won", "moves, median", "at most", title=f"Endings of chess, {asked.nodes:,} nodes a move")
    for name in asked.only:
        lot = random.Random(f"{name} {asked.seed}")  # noqa: S311  # games, not secrets
        found = [plies_to_mate(game, position(game, ENDINGS[name], lot), asked.nodes) for _ in range(asked.games)]
        moves = [(plies + 1) // 2 for plies in found if plies is not None]
        table.add_row(name, f"{len(moves)} of {asked.games}", f"{median(moves):g}" if moves else "", str(max(moves)) if moves else "")
    Console().print(table)


if __name__ == "__main__":
    main()
