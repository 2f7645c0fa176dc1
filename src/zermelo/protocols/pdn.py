"""Games of draughts as PDN, Portable Draughts Notation: headers, moves, variations, comments and opinions.

    [GameType "20"]
    [White "Ana"]
    [Result "2-0"]

    1. 32-28 {as usual} 19-23 2. 28x19 14x23 2-0

Moves are read one by one by the rules, so that a `Pdn` holds only games that can be played: a variation ends before a move that cannot.

Source: *Portable Draughts Notation 3.0* (FMJD).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from zermelo.errors import ActionError, PositionError
from zermelo.game import State
from zermelo.games.draughts import Draughts
from zermelo.protocols.pgn import NESTED, OPINIONS, Broken, Move

TYPES: Final = {20: "international", 21: "english", 24: "spanish", 26: "brazilian"}
"""The rules that the header GameType tells by its first number, as far as they are known here."""
_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
    | (?P<header>\[\s*(?P<key>\w+)\s*"(?P<value>[^"\n]*)"\s*\])
    | (?P<comment>\{[^}]*\})
    | (?P<open>\() | (?P<close>\))
    | (?P<result>(?:2-0|0-2|1-1|0-0|1-0|0-1|1/2-1/2|\*)(?=[\s({\[]|\Z))
    | (?P<number>\d+\s*\.+)
    | (?P<opinion>[!?]{1,2}|\$(?!0)\d{1,3})
    | (?P<move>\w[^\s(){}\[!?$]*)
    | (?P<nothing>.)""",
    re.VERBOSE,
)
_Token = tuple[str, re.Match[str]]


@dataclass
class Pdn:
    """A game with what is said of it.

    rules    those of the header GameType; None where there is none
    comment  what stands before the first move
    cut      how many variations are cut short, or left out, as they break the rules
    """

    game: Draughts
    rules: str | None
    start: State
    headers: dict[str, str]
    moves: list[Move] = field(default_factory=list)
    comment: str = ""
    result: str = "*"
    cut: int = 0


@dataclass
class _Line:
    """The main line, or a variation, as it is read.

    state    after its last move
    beside   the move in whose place the variation is played; None for the main line, and for what is left out
    before   the state before the last move
    comment  what was said before its first move
    whole    whether all of its moves keep to the rules so far; what comes after one that does not is passed over
    """

    moves: list[Move]
    state: State
    beside: Move | None = None
    before: State = None
    comment: str = ""
    whole: bool = True


def each_pdn(text: str, usual: Draughts, progress: Callable[[int], None] = lambda letters: None) -> Iterator[Pdn | Broken]:
    """The games of a text one after the other; what is wrong with one that cannot be read is told in its place.

    usual     the game where the header GameType is missing
    progress  called with how many letters have been read, before each game; what it raises ends the reading
    """
    for number, tokens in enumerate(_games(text), 1):
        first, last = tokens[0][1].start(), tokens[-1][1].end()
        progress(first)
        try:
            yield _game(tokens, usual, partial(_where, number))
        except (ActionError, PositionError) as error:
            yield Broken(number, text[first:last], error)


def _games(text: str) -> Iterator[list[_Token]]:
    """The tokens of each game, which ends at its result, or where the next has its headers."""
    tokens, depth, begun = list[_Token](), 0, False
    for token in _TOKEN.finditer(text):
        kind = "header" if token.lastgroup == "value" else str(token.lastgroup)
        if kind == "space":
            continue
        if kind == "header" and begun:
            yield tokens
            tokens, depth, begun = [], 0, False
        tokens.append((kind, token))
        depth = max(0, depth + (kind == "open") - (kind == "close"))
        begun = begun or kind not in ("header", "comment")
        if kind == "result" and not depth:
            yield tokens
            tokens, begun = [], False
    if begun or any(kind == "header" for kind, _ in tokens):
        yield tokens


def _game(tokens: list[_Token], usual: Draughts, where: Callable[[re.Match[str]], str]) -> Pdn:
    headers = {token["key"]: token for kind, token in tokens if kind == "header"}
    made = _begun(headers, usual, where)
    lines = [_Line(made.moves, made.start)]
    for kind, token in tokens:
        here = lines[-1]
        if kind == "nothing":
            raise PositionError(f"{where(token)}: {token[0]!r} is no part of a PDN")
        if kind == "open":
            lines.append(_opened(here, len(lines), where(token)))
        elif kind == "close" and len(lines) == 1:
            raise PositionError(f"{where(token)}: a variation is closed that was never opened; take the ) away")
        elif kind == "close":
            made.cut += not here.whole
            lines.pop()
            if here.beside and here.moves:
                here.beside.variations.append(here.moves)
        elif not here.whole:
            continue
        elif kind == "comment" and here.moves:
            here.moves[-1].comment = _joined(here.moves[-1].comment, token[0])
        elif kind == "comment":
            here.comment = _joined(here.comment, token[0])
        elif kind == "opinion" and here.moves:
            here.moves[-1].nags += (OPINIONS.get(token[0]) or int(token[0][1:]),)
        elif kind == "move":
            _move(made.game, here, token[0], where(token), main=len(lines) == 1)
        elif kind == "result" and len(lines) == 1:
            made.result = token[0]
    if len(lines) > 1:
        raise PositionError(f"{where(tokens[-1][1])}: a variation is never closed; write a )")
    made.comment = lines[0].comment
    return made


def _opened(here: _Line, nested: int, where: str) -> _Line:
    """A variation to the last move."""
    if nested > NESTED or not here.whole:
        return _Line([], None, whole=False)
    if not here.moves:
        raise PositionError(f"{where}: a variation stands after the move that it is played for, and here is none yet")
    return _Line([], here.before, here.moves[-1])


def _begun(headers: dict[str, re.Match[str]], usual: Draughts, where: Callable[[re.Match[str]], str]) -> Pdn:
    """The game without its moves, as its headers tell it."""
    game, rules, told = usual, None, {key: token["value"] for key, token in headers.items()}
    if "GameType" in told:
        number, _, _ = told["GameType"].partition(",")
        rules = TYPES.get(int(number)) if number.isascii() and number.isdecimal() else None
        if rules is None:
            known = ", ".join(f"{kind} ({name})" for kind, name in TYPES.items())
            raise PositionError(f"{where(headers['GameType'])}: the header GameType says {told['GameType']!r}; what can be read: {known}")
        game = Draughts(rules)
    try:
        start = game.read(told["FEN"]) if "FEN" in told else game.initial()
    except PositionError as error:
        raise PositionError(f"{where(headers['FEN'])}: the header FEN: {error}") from None
    return Pdn(game, rules, start, told)


def _move(game: Draughts, here: _Line, word: str, where: str, *, main: bool) -> None:
    """Take in a move; a variation ends before one that breaks the rules, and the main line must have none."""
    number = f"{len(here.moves) + 1}."
    try:
        if game.is_terminal(here.state):
            raise ActionError(f"{where}: {number} {word} follows a position in which the game is over, {game.write(here.state)!r}")
        try:
            action = game.parse(here.state, word)
        except ActionError as error:
            raise ActionError(f"{where}: {number} {word}: {error}") from None
    except ActionError:
        if main:
            raise
        here.whole = False
        return
    here.moves.append(Move(action, before="" if main or here.moves else here.comment))
    here.before, here.state = here.state, game.result(here.state, action)


def _where(number: int, token: re.Match[str]) -> str:
    """Which game it is, and which line of the text."""
    line = token.string.count("\n", 0, token.start()) + 1
    return f"game {number}, line {line}"


def _joined(said: str, comment: str) -> str:
    return f"{said} {' '.join(comment[1:-1].split())}".strip()
