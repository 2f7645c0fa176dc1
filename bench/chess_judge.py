"""Chess: positions of random games beside python-chess, which judges: legal moves, the end, names of moves, FEN, both variants.

Every position's legal moves, end and FEN (X-FEN, Shredder-FEN, and back), the name of the move that is played, and in one position of
ten those of all moves, each read back in three notations. A difference ends it with the position and what either says.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import chess as peer

import zermelo
from zermelo.game import MAX

STARTS = 960


def compare(count: int, seed: int) -> tuple[int, int]:
    """How many positions of how many games were compared, `count` or a few more; an AssertionError tells a difference."""
    lot = random.Random(seed)  # noqa: S311  # games, not secrets
    standard, positions, games = zermelo.load_game("chess"), 0, 0
    while positions < count:
        if games % 2:
            start = lot.randrange(STARTS)
            game, board = zermelo.load_game(f"chess(variant=960, start={start})"), peer.Board.from_chess960_pos(start)
        else:
            game, board = standard, peer.Board()
        positions += one_game(game, board, lot)
        games += 1
    return positions, games


def one_game(game: Any, board: peer.Board, lot: random.Random) -> int:
    """Play a game at random, and compare each position of it; how many there were."""
    state, positions = game.initial(), 0
    while True:
        positions += 1
        fen = board.fen()
        assert game.write(state) == fen, (game.write(state), fen)
        assert game.write_shredder(state) == board.shredder_fen(), (game.write_shredder(state), board.shredder_fen())
        assert game.read(fen) == game.read(board.shredder_fen()) == state, fen
        over = ending(board)
        assert game.is_terminal(state) == (over is not None), (fen, over)
        if over is not None:
            assert game.utility(state, MAX) == over, (fen, over)
            return positions
        actions = {game.uci(state, action): action for action in game.actions(state)}
        moves = {move.uci(): move for move in board.legal_moves}
        assert actions.keys() == moves.keys(), (fen, actions.keys() ^ moves.keys())
        chosen = lot.choice(sorted(moves))
        for uci in moves if lot.random() < 0.1 else [chosen]:
            action, name = actions[uci], board.san(moves[uci])
            assert game.name(state, action) == name, (fen, game.name(state, action), name)
            texts = (name, uci, game.long_name(state, action))
            assert [game.parse(state, text) for text in texts] == [action] * 3, (fen, texts)
        state = game.result(state, actions[chosen])
        board.push(moves[chosen])


def ending(board: peer.Board) -> int | None:
    """What a game that is over is worth to White, with a draw after 50 moves; None if it goes on."""
    if board.is_checkmate():
        return -1 if board.turn == peer.WHITE else 1
    drawn = board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100
    return 0 if drawn else None


def main() -> None:
    """Compare, and say how many."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--count", type=int, default=100_000, metavar="N", help="positions (100000)")
    options.add_argument("--seed", type=int, default=1, metavar="N", help="of the random games (1)")
    chosen = options.parse_args()
    begin = time.process_time()
    positions, games = compare(chosen.count, chosen.seed)
    print(f"{positions:,} positions of {games:,} games: no difference ({time.process_time() - begin:.0f} s)")


if __name__ == "__main__":
    main()
