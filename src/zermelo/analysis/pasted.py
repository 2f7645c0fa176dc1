"""Games of go and draughts that are pasted as the texts of files: SGF and PDN. Those of chess, PGN, are in pgn.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from zermelo.analysis.lines import MOST_NODES
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.games.draughts import Draughts
from zermelo.games.go import Go
from zermelo.protocols.pdn import Pdn, each_pdn
from zermelo.protocols.pgn import Broken, Move
from zermelo.protocols.sgf import each_sgf, read_sgf_game
from zermelo.search.runtime.workers import Progress
from zermelo.spec import Named

NAMES: Final = {"international": "draughts", "english": "checkers"}
"""What games are called by their rules, where they have names of their own."""


@dataclass
class Pasted:
    """A game of a text: its rules by their name, where it begins, and its moves; what is said of it as of a `Pgn`."""

    game: str
    position: str
    moves: list[Move]
    headers: dict[str, str]
    comment: str
    result: str


def pasted_in(named: Named, text: str, most: int, look: Progress) -> tuple[list[Pasted], list[str]]:
    """The first games of a text that can be read, so many at most; and what is wrong with others, or left out of these.

    named  which game is at hand: go for SGF, draughts for PDN, whose rules are those where the text does not tell any

    Raises SpecError for other games and where there is none, and what is wrong with the first where none can be read.
    """
    if isinstance(named.game, Go):
        games, broken, left_out = _gathered(_of_sgf(text, look), most)
    elif isinstance(named.game, Draughts):
        games, broken, left_out = _gathered(_of_pdn(named.game, named.spec, text, look), most)
    else:
        raise SpecError(f"of {named.spec} no files of other programs are read; paste its moves alone")
    if not games and broken:
        raise broken[0].error
    if not games:
        raise SpecError("the text holds no game; SGF reads as (;GM[1]SZ[9];B[ee]), and PDN as 1. 32-28 19-23 *")
    return games, [*(str(one.error) for one in broken), *left_out]


def _gathered(found: Iterable[tuple[Pasted, bool] | Broken], most: int) -> tuple[list[Pasted], list[Broken], list[str]]:
    """The first games, so many at most, with what is wrong with others, and what is left out of these."""
    games, broken, left_out = list[Pasted](), list[Broken](), list[str]()
    for number, one in enumerate(found, 1):
        if isinstance(one, Broken):
            broken.append(one)
            continue
        game, more = one
        games.append(game)
        if more:
            left_out.append(_without(number))
        if len(games) == most:
            break
    return games, broken, left_out


def _of_sgf(text: str, look: Progress) -> Iterator[tuple[Pasted, bool] | Broken]:
    for number, one in enumerate(each_sgf(text), 1):
        look(number)
        try:
            yield _go(one)
        except (ActionError, PositionError) as error:
            yield Broken(number, one, type(error)(f"game {number}: {error}"))


def _go(text: str) -> tuple[Pasted, bool]:
    """A game of go, and whether variations of it are left out."""
    found = read_sgf_game(text)
    record, (moves, fits) = found.record, _fitting(found.moves)
    game = record.game
    assert isinstance(game, Go)
    headers = {name: player for name, player in zip(("Black", "White"), record.players, strict=True) if player != name}
    spec = f"go({game.size}, komi={game.komi:g})"
    return Pasted(spec, game.write(record.start), moves, headers, found.comment, found.result or "*"), found.left_out or not fits


def _of_pdn(usual: Draughts, spec: str, text: str, look: Progress) -> Iterator[tuple[Pasted, bool] | Broken]:
    for one in each_pdn(text, usual, look):
        yield one if isinstance(one, Broken) else _draughts(one, spec)


def _draughts(pdn: Pdn, usual: str) -> tuple[Pasted, bool]:
    """A game of draughts, and whether variations of it are left out."""
    spec = usual if pdn.rules is None else NAMES.get(pdn.rules, f"draughts(rules={pdn.rules!r})")
    result = pdn.result if pdn.result != "*" else pdn.headers.get("Result", "*")
    moves, fits = _fitting(pdn.moves)
    return Pasted(spec, pdn.game.write(pdn.start), moves, pdn.headers, pdn.comment, result), pdn.cut > 0 or not fits


def _fitting(moves: list[Move]) -> tuple[list[Move], bool]:
    """A game with its variations, if that is no more than fits here, else without; and whether it fits."""
    if sum(map(_size, moves)) <= MOST_NODES:
        return moves, True
    return [replace(move, variations=[]) for move in moves], False


def _size(move: Move) -> int:
    """How many moves there are with those in the place of this one."""
    return 1 + sum(_size(other) for line in move.variations for other in line)


def _without(number: int) -> str:
    return f"game {number}: variations that break the rules, or are more than fit here, are left out"
