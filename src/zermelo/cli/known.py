"""What a database or a book knows of a position, printed: each move with what it leads to, and whose value that is."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.cli.output import print_state, print_table
from zermelo.game import CHANCE, Game, State
from zermelo.play.players import seat_name
from zermelo.search.known import Move


def whose(game: Game, state: State) -> str:
    """Whose value is told of a state."""
    mover = game.to_move(state)
    return f"to {seat_name(game, 0)}; chance moves" if mover == CHANCE else f"for {seat_name(game, mover)}, who is to move"


def print_moves(game: Game, state: State, moves: Sequence[Move]) -> None:
    """The position, and each of its moves with what it leads to; where chance moves, how likely each is, too."""
    print_state(game, state)
    if not moves:
        return
    by_chance = game.to_move(state) == CHANCE
    rows = [(game.name(state, one.action), *([f"{one.chance:.6g}"] if by_chance else []), str(one)) for one in moves]
    print_table(("chance", "how likely", "then") if by_chance else ("move", "then"), rows)
    print()
