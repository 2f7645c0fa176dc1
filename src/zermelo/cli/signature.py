"""The bench signature: one number that changes when any search of the engine does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from zermelo.cli.output import print_json, sign_of_life
from zermelo.errors import SpecError
from zermelo.games import CATALOGUE
from zermelo.search.engine.signature import signature
from zermelo.spec import load_game

WORD: Final = "signature"
"""What is typed in the place of a game to have the signature."""
SEARCHED: Final = {
    "tree": ("tree('((3 12 8) (2 4 6) (14 5 2))')", 4),
    "tictactoe": ("tictactoe", 9),
    "mnk": ("mnk(4, 4, 3)", 8),
    "pawns": ("pawns", 12),
    "hexapawn": ("hexapawn(4, 4)", 10),
    "three_mens_morris": ("three_mens_morris", 7),
    "six_mens_morris": ("six_mens_morris", 5),
    "nine_mens_morris": ("nine_mens_morris(4)", 4),
    "hare_and_hounds": ("hare_and_hounds", 9),
    "teeko": ("teeko", 4),
    "quixo": ("quixo", 3),
    "dobutsu": ("dobutsu", 5),
    "nim": ("nim", 12),
    "kalah": ("kalah", 9),
    "awari": ("awari", 6),
    "domineering": ("domineering(5, 4)", 6),
    "dots_and_boxes": ("dots_and_boxes(2, 2)", 8),
    "connect4": ("connect4", 6),
    "checkers": ("checkers", 5),
    "checkers_ending": ("checkers_ending", 6),
    "draughts": ("draughts", 4),
    "othello": ("othello", 6),
    "chess": ("chess", 3),
    "chess_ending": ("chess_ending", 4),
    "backgammon": ("backgammon", 2),
    "pig": ("pig(20)", 6),
    "go": ("go(4)", 4),
    "chinese_checkers": ("chinese_checkers(1)", 8),
    "hex": ("hex(5)", 4),
    "desconecta4boom": ("desconecta4boom", 8),
}
"""Of each game of the catalogue for two or more, in which nothing is hidden, what is searched, and how deep: a second or two in plain
Python."""


def signatures(names: list[str], mode: str) -> Iterator[dict[str, Any]]:
    """The counts of these games of the catalogue, or of all, one game after the other."""
    there = [name for name in SEARCHED if name in CATALOGUE]
    for name in names or there:
        if name not in there:
            raise SpecError(f"{name!r} has no part in the signature; these have: {', '.join(there)}")
        spec, depth = SEARCHED[name]
        game = load_game(spec)
        with sign_of_life(f"searching {spec}"):
            counts = signature(game, depth, mode)
        positions = [{"position": game.write(state), "nodes": nodes} for state, nodes in counts]
        yield {"game": name, "searched": spec, "depth": depth, "nodes": sum(nodes for _, nodes in counts), "positions": positions}


def show(names: list[str], mode: str, *, json: bool) -> None:
    """Print the number; as JSON, where it comes from."""
    rows = list(signatures(names, mode))
    bench = sum(row["nodes"] for row in rows)
    if json:
        print_json({"bench": bench, "games": rows})
    else:
        print(bench)
