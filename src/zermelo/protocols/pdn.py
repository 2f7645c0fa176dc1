"""Games of draughts as PDN, Portable Draughts Notation: headers, moves, and comments.

    [GameType "20"]
    [White "Ana"]
    [Result "2-0"]

    1. 32-28 {as usual} 19-23 2. 28x19 14x23 2-0

The main line is read; variations are passed over, and counted. Moves are read one by one by the rules, so that a `Pdn` holds only games
that can be played.

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
from zermelo.protocols.pgn import Broken, Move

TYPES: Final = {20: "international", 21: "english", 24: "spanish", 26: "brazilian"}
"""The rules that the header GameType tells by its first number, as far as they are known here."""
_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
    | (?P<header>\[\s*(?P<key>\w+)\s*"(?P<value>[^"\n]*)"\s*\])
    | (?P<comment>\{[^}]*\})
    | (?P<open>\() | (?P<close>\))
    | (?P<result>(?:2-0|0-2|1-1|0-0|1-0|0-1|1/2-1/2|\*)(?=[\s({\[]|\Z))
    | (?P<number>\d+\s*\.+)
    | (?P<opinion>[!?]{1,2}|\$\d{1,3})
    | (?P<move>\w[^\s(){}\[!?$]*)
    | (?P<nothing>.)""",
    re.VERBOSE,
)
_Token = tuple[str, re.Match[str]]


@dataclass
class Pdn:
    """A game with what is said of it.

    rules       those of the header GameType; None where there is none
    comment     what stands before the first move
    variations  how many are passed over
    """

    game: Draughts
    rules: str | None
    start: State
    headers: dict[str, str]
    moves: list[Move] = field(default_factory=list)
    comment: str = ""
    result: str = "*"
    variations: int = 0


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
    depth, state = 0, made.start
    for kind, token in tokens:
        if kind == "nothing":
            raise PositionError(f"{where(token)}: {token[0]!r} is no part of a PDN")
        if kind == "close" and not depth:
            raise PositionError(f"{where(token)}: a variation is closed that was never opened; take the ) away")
        depth += (kind == "open") - (kind == "close")
        made.variations += kind == "open"
        if depth:
            continue
        if kind == "result":
            made.result = token[0]
        elif kind == "comment" and made.moves:
            made.moves[-1].comment = _joined(made.moves[-1].comment, token[0])
        elif kind == "comment":
            made.comment = _joined(made.comment, token[0])
        elif kind == "move":
            state = _moved(made, state, token[0], where(token))
    if depth:
        raise PositionError(f"{where(tokens[-1][1])}: a variation is never closed; write a )")
    return made


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


def _moved(made: Pdn, state: State, word: str, where: str) -> State:
    """Take in a move, and return the state after it."""
    number = f"{len(made.moves) + 1}."
    if made.game.is_terminal(state):
        raise ActionError(f"{where}: {number} {word} follows a position in which the game is over, {made.game.write(state)!r}")
    try:
        action = made.game.parse(state, word)
    except ActionError as error:
        raise ActionError(f"{where}: {number} {word}: {error}") from None
    made.moves.append(Move(action))
    return made.game.result(state, action)


def _where(number: int, token: re.Match[str]) -> str:
    """Which game it is, and which line of the text."""
    line = token.string.count("\n", 0, token.start()) + 1
    return f"game {number}, line {line}"


def _joined(said: str, comment: str) -> str:
    return f"{said} {' '.join(comment[1:-1].split())}".strip()
