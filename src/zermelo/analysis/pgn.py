"""Games of chess that come as PGN: how each can be begun, and what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from zermelo.errors import SpecError
from zermelo.game import State
from zermelo.games.chess import Chess
from zermelo.games.chess.notation import codes_from
from zermelo.play.play import MOST_PLIES
from zermelo.protocols.pgn import NULL, Broken, Move, Pgn, each_game
from zermelo.search.runtime.workers import Progress

MOST_GAMES: Final = 100
"""Of a text that are offered."""
ENDING: Final = 3
"""So often has a position come when a game ends here."""
SIGNS: Final = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 12: "=", 13: "∞", 14: "+/=", 15: "=/+",
    16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⊙", 23: "⊙", 32: "⟳", 33: "⟳", 36: "→", 37: "→", 40: "↑", 41: "↑", 132: "⇆", 133: "⇆",
    138: "⊕", 139: "⊕", 140: "∆", 146: "N",
}  # fmt: skip
"""NAGs as books print them."""


@dataclass(frozen=True)
class Beginning:
    """How a game of a PGN is begun: its rules by their name, and where; the moves that can be played, and those of its variations."""

    pgn: Pgn
    game: str
    position: str
    moves: list[str]
    branches: list[list[str]]

    @property
    def left_out(self) -> int:
        """How many plies of the game come after it is over here."""
        return len(self.pgn.moves) - len(self.moves)


def games_in(text: str, most: int, look: Progress, code: str = "en") -> tuple[list[Pgn], list[str]]:
    """The first games of a text that can be read, so many at most, and what is wrong with those among them that cannot.

    code  of the reader's language, whose letters of pieces are tried where not all can be read in English, and then those of others; all
          games are read by those of one language

    Raises SpecError where it holds none, and what is wrong with the first where none can be read.
    """
    if text.lstrip().startswith("(;"):
        raise SpecError("that is SGF, which has games of go; a PGN reads as: 1. e4 e5 2. Nf3 *")
    games, broken = list[Pgn](), list[Broken]()
    for place, letters in enumerate(codes_from(code)):
        read = _read(text, most, look, letters)
        games, broken = min((games, broken), read, key=_what_is_missed) if place else read
        if not broken:
            break
    if not games and broken:
        raise broken[0].error
    if not games:
        raise SpecError("the text holds no game; a PGN reads as: 1. e4 e5 2. Nf3 *")
    return games, [str(one.error) for one in broken]


def _what_is_missed(read: tuple[list[Pgn], list[Broken]]) -> tuple[int, int, int]:
    """The less, the better the letters are that this was read by: how many games are broken, and how far the first one is read."""
    games, broken = read
    return len(broken), -len(games), -broken[0].read if broken else 0


def _read(text: str, most: int, look: Progress, code: str) -> tuple[list[Pgn], list[Broken]]:
    games, broken = list[Pgn](), list[Broken]()
    for one in each_game(text, look, code):
        if isinstance(one, Broken):
            broken.append(one)
            continue
        games.append(one)
        if len(games) == most:
            break
    return games, broken


def game_in(text: str, look: Progress = lambda done: None) -> Pgn:
    """The first game of a text that can be read (see `games_in`)."""
    return games_in(text, 1, look)[0][0]


def beginning(pgn: Pgn) -> Beginning:
    """How this game is begun. Raises SpecError for one that is too long for the studio."""
    states = pgn.states
    plies = until_over(pgn.game.variant, states)
    if plies > MOST_PLIES:
        raise SpecError(f"{title(pgn)}: {plies} plies; a game of more than {MOST_PLIES} is too long for the studio")
    quiet = max(state.quiet for state in states[:-1] or states)
    options = [*(["variant='960'"] if pgn.game.variant == "960" else []), *(["draws=75"] if quiet >= 2 * Chess().draws else [])]
    return Beginning(
        pgn,
        f"chess({', '.join(options)})" if options else "chess",
        pgn.game.write(pgn.start),
        [pgn.game.uci(state, move.action) for state, move in zip(states, pgn.moves[:plies], strict=False)],
        _lines_beside(pgn.game, pgn.moves[:plies], pgn.start, []),
    )


def _lines_beside(game: Chess, moves: Sequence[Move], state: State, before: list[str]) -> list[list[str]]:
    """The variations of a line, and theirs, each from the start, by the names of its moves, as far as they can be played."""
    found: list[list[str]] = []
    for move in moves:
        for variation in move.variations:
            if playable := _playable(variation, state, _rules(game.variant)):
                found += [_named(game, playable, state, before), *_lines_beside(game, playable, state, before)]
        before = [*before, game.uci(state, move.action)]
        state = game.result(state, move.action)
    return found


def _playable(moves: Sequence[Move], state: State, rules: Chess) -> list[Move]:
    """Those of a line that can be played: up to a null move, or the end of the game."""
    found: list[Move] = []
    for move in moves:
        if move.action == NULL or rules.is_terminal(state):
            break
        found.append(move)
        state = rules.result(state, move.action)
    return found


def _named(game: Chess, moves: Sequence[Move], state: State, before: list[str]) -> list[str]:
    """A line that begins with these moves, and goes on."""
    made = list(before)
    for move in moves:
        made.append(game.uci(state, move.action))
        state = game.result(state, move.action)
    return made


def until_over(variant: str, states: list[State]) -> int:
    """How many plies lead to the first position in which the game is over: by the rules, or as it comes so often; or to the last one."""
    game, seen = _rules(variant), Counter[object]()
    for plies, state in enumerate(states):
        position = game.position(state)
        seen[position] += 1
        if seen[position] == ENDING or game.is_terminal(state):
            return plies
    return len(states) - 1


@cache
def _rules(variant: str) -> Chess:
    """The rules by which a game ends where nobody claims a draw."""
    return Chess(variant, draws=75)


class _Told(Protocol):
    """A game with what is said of it."""

    headers: dict[str, str]
    result: str


def title(pgn: _Told) -> str:
    """Who plays, where and when, and the result, as far as that is said."""
    told = {name: value for name, value in pgn.headers.items() if value.strip("?. ")}
    who = f"{told.get('White', '?')} - {told.get('Black', '?')}"
    where = [told[name] for name in ("Event", "Date") if name in told]
    return f"{', '.join([who, *where])}: {pgn.result}"[:200]


def signs(move: Move) -> list[str]:
    """The opinions of a move as books print them."""
    return [SIGNS.get(nag, f"${nag}") for nag in move.nags]
