"""Games of chess as PGN, Portable Game Notation: headers, moves, variations, comments, opinions (NAGs), and clocks in comments.

    [White "Ana"]
    [Black "Bo"]

    1. e4 {[%clk 0:09:58] the best by test} e5 (1... c5 $1 2. Nf3) 2. Nf3 *

A `Pgn` is one such game. Its moves are a list; a move has what is said of it, and the variations that could be played in its place,
lists of moves again. Text in a file is read move by move by the rules, so a `Pgn` holds only games that can be played.

Source: S. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994); commands in comments as PGN viewers have them.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import MAX, State
from zermelo.games.chess import Chess
from zermelo.games.chess.notation import english
from zermelo.play.play import Record

ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven headers that every game has, in their order, with what is said where nothing is known."""
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
OPINIONS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The NAGs that may be written as marks after a move."""
SIGNS: Final = {
    "□": 7, "=": 10, "∞": 13, "+/=": 14, "+=": 14, "⩲": 14, "=/+": 15, "=+": 15, "⩱": 15,
    "+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19,
}  # fmt: skip
"""The NAGs of what books print after a move, apart from it: who is better, and where it was the only one."""
FIGURES: Final = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, "♙♟")
"""Pieces drawn in place of their letters."""
NULL: Final = -1
"""The action of a null move: the other's turn at once. It stands in variations alone, where people ask what is threatened."""
NULLS: Final = ("--", "Z0", "0000", "@@@@")
"""How null moves are written; the first is how we do."""
WIDTH: Final = 80
NESTED: Final = 100
"""So many variations stand within each other at most."""
_STANDARD: Final = ("standard", "chess", "normal", "from position")
_CHESS960: Final = ("chess960", "chess 960", "fischerandom", "fischerrandom", "960")
_TOKEN: Final = re.compile(
    r"""(?P<space>\s+(?:e\.p\.)?)
    | (?P<escape>(?:(?<=\n)|\A)%[^\n]*)
    | (?P<header>\[\s*(?P<key>[\w-]+)\s*"(?P<value>(?:[^"\\]|\\.)* | (?:[^"\\\n]|\\.|"(?![ \t]*\]))*)"\s*\])
    | (?P<comment>\{(?:[^}\n]++ | \n(?![ \t\r]*\n\[\w+\s*"[^"\n]*"\]))*+\} | ;[^\n]*)
    | (?P<nag>\$\d{1,3}(?!\d))
    | (?P<open>\() | (?P<close>\))
    | (?P<result>1-0|0-1|1/2(?:-1/2)?|½-½|\*)
    | (?P<number>(?:\d+\s*)?[.…]+|(?!0000)\d+(?=\s))
    | (?P<opinion>[!?]{1,2} | (?:"""
    + "|".join(map(re.escape, SIGNS))
    + r""")(?=[\s(){};$]|\Z))
    | (?P<move>--|@@@@|[A-Za-z0♔-♟][^\s(){};$!?*]*(?:(?<=[a-h][18])\([A-Za-z]\)[+\#]{0,2})?)
    | (?P<nothing>\{(?:[^}\n]++ | \n(?![ \t\r]*\n\[\w+\s*"[^"\n]*"\]))*+ | .)""",
    re.VERBOSE,
)
"""No comment goes on beyond the headers of the next game; one that never ends is nothing, up to there. A header's value may hold quotes
without a backslash before them, as many programs write them, within a line."""
_COMMAND: Final = re.compile(r"\[%(?P<name>\w+)\s+(?P<told>[^\]]*?)\s*\]")
_WORD: Final = re.compile(rf"{_COMMAND.pattern}|\S+")


@dataclass
class Move:
    """A move of a game.

    action      the action; in variations it may be NULL
    nags        opinions, by their numbers: 1 is !, 2 is ?, ...
    comment     what is said after it, without commands
    commands    what comments say for programs: {"clk": "0:09:58", "eval": "0.31"}
    before      what is said before it
    variations  what could be played instead: lists of moves
    """

    action: int
    nags: tuple[int, ...] = ()
    comment: str = ""
    commands: dict[str, str] = field(default_factory=dict)
    before: str = ""
    variations: list[list[Move]] = field(default_factory=list)

    @property
    def clock(self) -> float | None:
        """The seconds that the player has left, where the move says so (`[%clk 1:02:03.5]`)."""
        told = self.commands.get("clk")
        if told is None or not re.fullmatch(r"(\d+:){0,2}\d+(\.\d+)?", told):
            return None
        seconds = 0.0
        for part in told.split(":"):
            seconds = 60 * seconds + float(part)
        return seconds


@dataclass
class Pgn:
    """A game with all that is said of it; `comment` is what stands before the first move, `result` one of RESULTS."""

    game: Chess
    start: State
    moves: list[Move] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    result: str = "*"

    @property
    def states(self) -> list[State]:
        """The states of the game, from the start to where its moves lead."""
        reached = [self.start]
        for move in self.moves:
            reached.append(self.game.result(reached[-1], move.action))
        return reached

    def record(self) -> Record:
        """The game without what is said of it. Its utilities are those of the rules: None where it was left before they end it."""
        over = self.game.is_terminal(self.states[-1])
        utilities: Any = tuple(self.game.utility(self.states[-1], player) for player in (MAX, 1)) if over else None
        players = (self.headers.get("White", "?"), self.headers.get("Black", "?"))
        return Record(
            self.game, players, self.start, tuple(move.action for move in self.moves), utilities, ending="rules" if over else None
        )


@dataclass(frozen=True)
class Broken:
    """A game that cannot be read.

    number  which game of the text it is, from 1 on
    text    the part of the text that it takes
    error   what is wrong, with the number and the line
    read    how many letters of the part were read before
    """

    number: int
    text: str
    error: ActionError | PositionError
    read: int = 0


def pgn_of(record: Record, headers: Mapping[str, str] | None = None) -> Pgn:
    """A game that was played, to be written. Raises SpecError for a game that is not chess."""
    if not isinstance(record.game, Chess):
        raise SpecError(f"PGN is written of chess, not of {record.game!r}")
    worth = None if record.utilities is None else record.utilities[MAX]
    result = "*" if worth is None else "1/2-1/2" if worth == 0 else "1-0" if worth > 0 else "0-1"
    named = dict(zip(("White", "Black"), record.players, strict=True))
    return Pgn(record.game, record.start, [Move(action) for action in record.actions], {**named, **(headers or {})}, result=result)


# Reading


def decoded(data: bytes) -> str:
    """The text of a PGN file: UTF-8, or ISO 8859-1, which the standard asks for and older files are in.

    Marks of the order of bytes are left out: one stands at the beginning of each file that was put together with others.
    """
    try:
        return data.decode().replace("\ufeff", "")
    except UnicodeDecodeError:
        return data.removeprefix(BOM_UTF8).decode("latin-1")


def read_pgn(text: str) -> list[Pgn]:
    """All games of a text.

    Raises ActionError for a move that is not legal, PositionError for what is not PGN or a game that is not chess, each with the number
    of the game and the line.
    """
    return list(games_of(text))


def games_of(text: str, progress: Callable[[int], None] = lambda letters: None) -> Iterator[Pgn]:
    """The games of a text one after the other, each as it is read (see `read_pgn`).

    progress  called with how many letters have been read, again and again; what it raises ends the reading
    """
    for game in each_game(text, progress):
        if isinstance(game, Broken):
            raise game.error
        yield game


def each_game(text: str, progress: Callable[[int], None] = lambda letters: None, code: str = "en") -> Iterator[Pgn | Broken]:
    """As `games_of`, and a game that cannot be read is told in its place; it ends at its result, or where the next has its headers.

    code  of the language whose letters name the pieces in all moves (`LETTERS` of zermelo.games.chess.notation)
    """
    reader = _Reader(text, 1, code)
    for kind, token, line in _tokens(text):
        progress(token.start())
        if kind == "header" and reader.ends_before(token):
            if reader.is_a_game:
                yield reader.finished(token.start(), line)
            reader = _Reader(text, reader.number + reader.is_a_game, code)
        reader.take(kind, token, line)
        if kind == "result" and not reader.depth:
            yield reader.finished(token.end(), line)
            reader = _Reader(text, reader.number + 1, code)
    if reader.is_a_game:
        yield reader.finished(len(text), text.count("\n") + 1)


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    place, line = (1 if text.startswith("\ufeff") else 0), 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found is not None
        kind = found.lastgroup if found.lastgroup not in ("key", "value") else "header"
        if kind not in ("space", "escape"):
            yield str(kind), found, line
        line += found[0].count("\n")
        place = found.end()


@dataclass
class _Line:
    """A line of moves that is being read: the main line, or a variation."""

    moves: list[Move]
    state: State
    before: State = None  # the last move
    comment: str = ""  # what was said before the next move, where none has come yet
    opened: int = 0  # in which line of the text


class _Reader:
    """One game of a text, token by token."""

    def __init__(self, text: str, number: int, code: str) -> None:
        self.text, self.number, self.code = text, number, code
        self.begun: int | None = None  # where in the text
        self.failed = 0  # where in it what is wrong stands
        self.error: ActionError | PositionError | None = None
        self.depth = 0  # how many variations are open
        self.headers: dict[str, str] = {}
        self.stands: dict[str, int] = {}  # in which line each header stands
        self.lines: list[_Line] = []
        self.result: str | None = None
        self.game: Chess | None = None
        self.start: State = None

    @property
    def is_a_game(self) -> bool:
        """Whether there are headers or moves, and not only what is said between two games."""
        return bool(self.error or self.headers or (self.lines and self.lines[0].moves))

    def ends_before(self, header: re.Match[str]) -> bool:
        """Whether this header is the next game's: moves came before it; or a line without headers, and this game has one of its name, or
        cannot be read.
        """
        if self.error is None and (self.lines or header["key"] not in self.headers):
            return bool(self.lines)
        *_, above, beside = ["", *self.text[self.begun : header.start()].split("\n")[-2:]]
        return not beside.strip() and not above.lstrip().startswith("[")

    def take(self, kind: str, token: re.Match[str], line: int) -> None:
        """The next token; nothing but where the game ends is of interest after one that cannot be read."""
        if self.begun is None:
            self.begun = token.start()
        if self.error is None:
            try:
                self._take(kind, token, line)
            except (ActionError, PositionError) as error:
                self.error, self.failed = error, token.start()
        self.depth = max(0, self.depth + (kind == "open") - (kind == "close"))

    def _take(self, kind: str, token: re.Match[str], line: int) -> None:
        where = f"game {self.number}, line {line}"
        if kind == "nothing":
            there = self.text[token.start() : token.start() + 20].splitlines()[0]
            raise PositionError(
                f"{where}: {there!r} begins a comment that never ends; write its }}"
                if there.startswith("{")
                else f"{where}: {there!r} is no part of a PGN"
            )
        if kind == "header":
            self.headers[token["key"]], self.stands[token["key"]] = re.sub(r'\\(["\\])', r"\1", token["value"]), line
            return
        self._begin()
        here = self.lines[-1]
        if kind == "move":
            self._move(here, token[0], where)
        elif kind == "comment":
            _said(here, token[0][1:-1] if token[0].startswith("{") else token[0][1:])
        elif kind in ("nag", "opinion"):
            nag = int(token[0][1:]) if kind == "nag" else {**OPINIONS, **SIGNS}.get(token[0], 0)
            if not here.moves:
                raise PositionError(f"{where}: {token[0]!r} says something of a move, and stands after none")
            if nag and nag not in here.moves[-1].nags:  # $0 says nothing, and some write a sign and its number
                here.moves[-1].nags += (nag,)
        elif kind == "open":
            if not here.moves:
                raise PositionError(f"{where}: a variation stands after the move that it is played for, and here is none yet")
            if self.depth == NESTED:
                raise PositionError(f"{where}: more than {NESTED} variations stand within each other; leave the innermost out")
            here.moves[-1].variations.append([])
            self.lines.append(_Line(here.moves[-1].variations[-1], here.before, opened=line))
        elif kind == "close":
            if not self.depth:
                raise PositionError(f"{where}: a variation is closed that was never opened; take the ) away")
            if not here.moves:
                raise PositionError(f"{where}: this variation has no move; take it away")
            self.lines.pop()
        elif kind == "result" and not self.depth:
            self.result = token[0] if token[0] in RESULTS else "1/2-1/2"

    def _begin(self) -> None:
        """Begin the main line, once all headers are read."""
        if not self.lines:
            self.game, self.start = _begun(self.headers, lambda header: f"game {self.number}, line {self.stands[header]}")
            self.lines.append(_Line([], self.start))

    def _move(self, here: _Line, text: str, where: str) -> None:
        game = self.game
        assert game is not None
        number = f"{here.state.ply // 2 + 1}{'...' if here.state.ply % 2 else '.'}"
        if game.is_terminal(here.state):
            raise ActionError(f"{where}: {number} {text} follows a position in which the game is over, {game.write(here.state)!r}")
        try:
            action = self._null(here.state) if text in NULLS else game.parse(here.state, english(text, self.code).translate(FIGURES))
        except ActionError as error:
            raise ActionError(f"{where}: {number} {text}: {error}") from None
        here.moves.append(Move(action, before=here.comment))
        here.before, here.state, here.comment = here.state, _after(game, here.state, action), ""

    def _null(self, state: State) -> int:
        if not self.depth:
            raise ActionError("a null move is none that can be played; let the game end before it, or write it in a variation")
        if state.checkers:
            raise ActionError("there is no null move in check; let the variation end before it")
        return NULL

    def finished(self, end: int, line: int) -> Pgn | Broken:
        """The game, once all of it is read, up to this place of the text."""
        if self.error is None:
            try:
                return self._finished(line)
            except (ActionError, PositionError) as error:
                self.error, self.failed = error, end
        return Broken(self.number, self.text[self.begun : end].strip(), self.error, self.failed - (self.begun or 0))

    def _finished(self, line: int) -> Pgn:
        where = f"game {self.number}, line {line}"
        if self.depth:
            raise PositionError(f"{where}: the variation that begins in line {self.lines[-1].opened} is never closed; write a )")
        self._begin()
        main = self.lines[0]
        assert self.game is not None
        first = main.moves[0].before if main.moves else main.comment
        if main.moves:
            main.moves[0].before = ""
        told = self.headers.get("Result", "*")
        result = self.result if self.result not in (None, "*") else told if told in RESULTS else "*"
        return Pgn(self.game, self.start, main.moves, self.headers, first, result)


def _after(game: Chess, state: State, action: int) -> State:
    return game.null_move(state) if action == NULL else game.result(state, action)


@cache
def _rules(variant: str) -> Chess:
    """The rules of all games of a variant: to make them takes as long as to read some twenty moves."""
    return Chess(variant, draws=0)  # games go on after draws that nobody has noticed, and variations from bare kings


def _begun(headers: Mapping[str, str], where: Callable[[str], str]) -> tuple[Chess, State]:
    """The game that the headers tell, and the state that it begins in; `where` tells where a header stands."""
    variant = headers.get("Variant", "standard").casefold()
    if variant not in (*_STANDARD, *_CHESS960):
        raise PositionError(f"{where('Variant')}: the header Variant says {headers['Variant']!r}; standard chess and Chess960 can be read")
    game = _rules("960" if variant in _CHESS960 else "standard")
    if "FEN" not in headers:
        return game, game.initial()
    try:
        return game, game.read(headers["FEN"])
    except PositionError as error:
        if "Variant" not in headers:  # some programs write games of Chess960 without it
            with suppress(PositionError):
                return _rules("960"), _rules("960").read(headers["FEN"])
        raise PositionError(f"{where('FEN')}: the header FEN: {error}") from None


def _said(here: _Line, text: str) -> None:
    """Put a comment where it belongs: to the move before it, or before the first of its line.

    A brace in it, which cannot be written, becomes a parenthesis.
    """
    text = text.replace("}", ")")
    said = " ".join(_COMMAND.sub(" ", text).split())
    if here.moves:
        move = here.moves[-1]
        move.commands.update((found["name"], found["told"]) for found in _COMMAND.finditer(text))
        move.comment = f"{move.comment} {said}".strip()
    else:
        here.comment = f"{here.comment} {' '.join(text.split())}".strip()


# Writing


def write_pgn(*games: Pgn) -> str:
    """The games as the text of a PGN file. Raises SpecError for a comment that holds a }, which PGN cannot say."""
    return "\n".join(map(_written, games))


def _written(pgn: Pgn) -> str:
    told = [f'[{name} "{_escaped(value)}"]' for name, value in written_headers(pgn).items()]
    words = [*_comment(pgn.comment, {}), *_line(pgn.game, pgn.start, pgn.moves), pgn.result]
    return "\n".join([*told, "", *_wrapped(words), ""])


def written_headers(pgn: Pgn) -> dict[str, str]:
    """The headers as they are written: those that every game has with them, each value in a line, and rules and position in our way."""
    headers = {**ROSTER, **pgn.headers, "Result": pgn.result}
    if pgn.game.variant == "960":
        headers["Variant"] = "Chess960"
    if pgn.game.variant == "960" or pgn.start != pgn.game.initial():
        headers |= {"SetUp": "1", "FEN": pgn.game.write(pgn.start)}
    return {name: " ".join(value.split()) for name, value in headers.items()}


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _line(game: Chess, state: State, moves: Sequence[Move]) -> Iterator[str]:
    """The words of a line of moves, each move with its number where it is White's or something stands before it."""
    apart = True
    for move in moves:
        if move.before:
            yield from _comment(move.before, {})
            apart = True
        if state.ply % 2 == 0 or apart:
            yield f"{state.ply // 2 + 1}{'...' if state.ply % 2 else '.'}"
        yield NULLS[0] if move.action == NULL else game.name(state, move.action)
        yield from (f"${nag}" for nag in move.nags)
        yield from _comment(move.comment, move.commands)
        for variation in move.variations:
            first, *rest = list(_line(game, state, variation)) or [""]
            if first:
                words = [f"({first}", *rest]
                yield from [*words[:-1], f"{words[-1]})"]
        apart = bool(move.comment or move.commands or move.variations)
        state = _after(game, state, move.action)


def _comment(text: str, commands: Mapping[str, str]) -> Iterator[str]:
    """The words of a comment, its braces at the first and the last; a command is one word, so that each stands in one line."""
    words = [*(f"[%{name} {told}]" for name, told in commands.items()), *(word[0] for word in _WORD.finditer(text))]
    if any("}" in word for word in words):
        raise SpecError(f"the comment {' '.join(words)!r} holds a }}, with which comments end in PGN; leave it out")
    if words:
        first, *rest = words
        *rest, last = [f"{{{first}", *rest]
        yield from [*rest, f"{last}}}"]


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    """The words in lines of `WIDTH` letters, but for words that are longer."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line
