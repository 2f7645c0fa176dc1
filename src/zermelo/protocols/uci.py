"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2004): graphical boards and referees drive a program by lines.

    > position startpos moves e2e4            > go wtime 60000 btime 60000
    < info depth 9 seldepth 17 score cp -12 nodes 812345 nps 2031000 time 400 pv e7e5 g1f3
    < bestmove e7e5 ponder g1f3

Lines are read at any time, whatever is being searched; nothing that is said ends the program but `quit` and the end of the lines.
At that end a search with a limit goes on to it. What is not understood, or cannot be done, is told as `info string`, and changes nothing.

Nothing but some options is about chess: it is spoken for any game that two players play in the open without chance. Positions and moves are
the texts that the game writes and reads, `fen` stands before a position of any game, and the clock of MAX is `wtime`.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, Final

from zermelo.errors import GameError, PositionError, SpecError, ZermeloError
from zermelo.game import MAX, Game, State
from zermelo.games.chess import Chess
from zermelo.protocols.book import Book
from zermelo.protocols.chessboard import ChessBoard, board_of
from zermelo.protocols.clocks import LEAST_TIME, Lag
from zermelo.protocols.commands import commands_of, in_a_line
from zermelo.protocols.gameboard import GameBoard, is_told, says_the_same
from zermelo.protocols.levels import CANDIDATES, LEAST, MOST, Level, drawn, level
from zermelo.protocols.tables import ENDS, Tables
from zermelo.protocols.thinking import MOST_DEPTH, MOST_THREADS, Thinker, Thought
from zermelo.rule_errors import rules_blamed
from zermelo.search.engine.result import EngineResult
from zermelo.search.forced.kernel import MOST_PLIES
from zermelo.search.known import Known, Opener, if_of, known_result, of_game
from zermelo.search.runtime.memory import largest
from zermelo.values import counted

QUIET: Final = 0.05
"""Seconds at least from one line about a depth to the next: to write one takes as long as thousands of nodes."""
NEWS: Final = 1.0
"""Seconds between two lines that tell how many nodes there are."""
NUMBERS: Final = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate")
"""What `go` tells with a number."""
FROM_ONE: Final = ("depth", "nodes", "movetime", "mate")
"""Those of them that are 1 or more; clocks may have run out."""
UNREAD: Final = 1.0
"""Seconds of a search of which nothing but what is not known was told: a `go` without a word has no end, as programs expect."""
MOST_LINES: Final = 500
"""As many of the best moves at least may be asked for, as boards do that want all, however few a game has."""
FLAGS: Final = ("infinite", "ponder")
"""And without one."""
EMPTY: Final = "<empty>"
"""As what a board writes a text that is empty."""


@dataclass(frozen=True)
class Option:
    """An option, announced as UCI does: a button, a check, a string, or a spin, which is a whole number from `least` to `most`."""

    kind: str
    usual: Any = None
    least: int = 0
    most: int = 0

    def announced(self, name: str) -> str:
        """The line that tells a board of it."""
        if self.kind == "button":
            return f"option name {name} type button"
        if self.kind == "check":
            return f"option name {name} type check default {str(self.usual).lower()}"
        if self.kind == "string":
            return f"option name {name} type string default {self.usual or EMPTY}"
        return f"option name {name} type spin default {self.usual} min {self.least} max {self.most}"

    def read(self, text: str) -> Any:
        """The value that a text tells. Raises SpecError."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise SpecError(f"is true or false, not {text!r}")
            return text.lower() == "true"
        if self.kind == "string":
            return "" if text == EMPTY else text
        if self.kind == "button":
            return None
        if not _is_number(text) or not self.least <= int(text) <= self.most:
            raise SpecError(f"is a whole number from {self.least} to {self.most}, not {text!r}")
        return int(text)


def options(board: GameBoard) -> dict[str, Option]:
    """All options by their names: those for any game, then those for chess."""
    found = {
        "Hash": Option("spin", 64, 1, max(1, int(largest()))),
        "Clear Hash": Option("button"),
        "Threads": Option("spin", 1, 1, MOST_THREADS),
        "MultiPV": Option("spin", 1, 1, max(MOST_LINES, board.game.max_actions)),
        "Ponder": Option("check", False),
        "Move Overhead": Option("spin", 100, 0, 5000),
        "UCI_AnalyseMode": Option("check", False),
    }
    if isinstance(board, ChessBoard):
        found |= {
            "UCI_Chess960": Option("check", board.game.variant == "960"),
            "UCI_ShowWDL": Option("check", False),
            "UCI_LimitStrength": Option("check", False),
            "UCI_Elo": Option("spin", MOST, LEAST, MOST),
            "OwnBook": Option("check", False),
            "BookFile": Option("string", ""),
            "SyzygyPath": Option("string", ""),
            "Seed": Option("spin", 1, 0, 2**31 - 1),
        }
    return found


class Conversation:
    """One side of a conversation.

    game     any that two players play in the open without chance; SpecError for others
    say      takes the lines that are said, from more than one thread
    mode     "auto", "compiled" or "interpreted"
    version  the version of the program
    known    what is known of the game: a database or a book (zermelo.search.known), which must be of it; or what opens it, which is
             done before the first search, and told where it fails
    over     whether `quit` was said
    """

    def __init__(
        self, game: Game, say: Callable[[str], None], *, mode: str = "auto", version: str = "", known: Known | Opener | None = None
    ) -> None:
        self.known = self.given = None if known is None or callable(known) else of_game(known, game)
        self.board: GameBoard = board_of(game)
        self.say, self.version = say, version
        self.options = options(self.board)
        self.chosen = {name: option.usual for name, option in self.options.items()}
        self.over = False
        self.book: Book | None = None
        self.tables: Tables | None = None
        self.lot = random.Random(self.chosen.get("Seed"))  # noqa: S311  # games, not secrets
        self.thinker = Thinker(mode, self._tell)
        self.thinker.known = self.known
        self.thought: Thought | None = None
        self.lag = Lag()
        self.line = _Line(self.board, None, [self.board.game.initial()], [])
        self.commands: dict[str, Callable[[str], None]] = commands_of(self)
        if callable(known):
            self.thinker.do(partial(self._open_known, known))

    def hear(self, line: str) -> None:
        """Do what a line says. Words before the first that is a command are left out, as the protocol asks for."""
        known = next((word for word in re.finditer(r"\S+", line) if word[0] in self.commands), None)
        unknown = " ".join(line[: known.start() if known else None].split())
        if unknown:
            self._tell(f"unknown command: {unknown[:80]}")
        if known:
            try:
                with rules_blamed():
                    self.commands[known[0]](line[known.end() :].strip())
            except ZermeloError as error:
                self._tell(str(error))

    def finish(self, seconds: float) -> bool:
        """No more will be said: let a search end, by its limits or else at once; whether it has, after so many seconds at most."""
        if self.thought is None or self.thought.done:
            return True
        if self.thought.waits:
            self.thought.stop()
        return self.thinker.close(seconds)

    def close(self, seconds: float | None = None) -> bool:
        """End what is under way; whether it has ended, after so many seconds at most (see `Thinker.close`)."""
        if self.thought:
            self.thought.stop()
        return self.thinker.close(seconds)

    # About the program

    def do_uci(self, rest: str) -> None:
        """Who this is, and what can be chosen."""
        self.say(f"id name Zermelo {self.version}".rstrip())
        self.say("id author the authors of Zermelo")
        for name, option in self.options.items():
            self.say(option.announced(name))
        self.say("uciok")

    def do_isready(self, rest: str) -> None:
        """Answer when all is ready, and at once where a search goes on."""
        if self._is_searching:
            self.say("readyok")
            return

        def get_ready() -> None:
            if wrong := self.thinker.get_ready(self.board):
                self._tell(wrong)
            self.say("readyok")

        self.thinker.do(get_ready)

    def do_debug(self, rest: str) -> None:
        """Nothing: what goes wrong is always told."""

    def do_register(self, rest: str) -> None:
        """Nothing: nobody need register."""

    def do_quit(self, rest: str) -> None:
        """End the conversation."""
        self.over = True

    def do_setoption(self, rest: str) -> None:
        """Choose something for the searches to come."""
        told, value = _parted(rest, "value")
        first, *words = told.split() or [""]
        if first != "name":
            raise SpecError("setoption is followed by name, as setoption name Hash value 64")
        asked = " ".join(words)
        name = next((one for one in self.options if one.lower() == asked.lower()), None)
        if name is None:
            raise SpecError(f"there is no option {asked!r}; there are: {', '.join(self.options)}")
        try:
            self.chosen[name] = self.options[name].read(value)
        except SpecError as error:
            self._tell(f"{name} {error}; it stays {str(self.chosen[name]).lower()}")
            return
        self._follow(name)

    def _follow(self, name: str) -> None:
        """Do at once what an option asks for that is not asked for its value later."""
        if name == "Clear Hash":
            self.thinker.do(self.thinker.forget)
        elif name == "Hash":
            self.thinker.table = self.chosen["Hash"]
        elif name == "Threads":
            self.thinker.use(self.chosen["Threads"])
        elif name == "Seed":
            self.lot.seed(self.chosen["Seed"])
        elif name == "BookFile":
            self.thinker.do(self._open_book)
        elif name == "SyzygyPath":
            self.thinker.do(self._open_tables)
        elif name == "UCI_Chess960" and isinstance(self.board, ChessBoard):
            self.board = self.board.variant("960" if self.chosen[name] else "standard")
            self.thinker.do(self._look_up)

    # What needs no search. Files are opened and read where searches are made, not where one listens

    def _open_known(self, opened: Opener) -> None:
        """Open what is known of the game."""
        try:
            self.given = opened()
        except ZermeloError as error:
            self._tell(f"{error}; nothing is looked up")
        self._look_up()

    def _look_up(self) -> None:
        """Look up what is known of the game by the rules that were chosen."""
        self.known = self.thinker.known = if_of(self.given, self.board.game)

    def _open_book(self) -> None:
        """Open the book that was chosen, if any."""
        self.book, path = None, self.chosen["BookFile"]
        try:
            self.book = Book(path) if path else None
        except SpecError as error:
            self._tell(f"{error}; there is no book")

    def _open_tables(self) -> None:
        """Open the tables that were chosen, if any."""
        self.tables, folders = None, self.chosen["SyzygyPath"]
        try:
            self.tables = Tables(folders) if folders else None
        except SpecError as error:
            self._tell(f"{error}; there are no tables")
        if self.tables:
            self._tell(f"{self.tables.files} tables of endgames of up to {self.tables.men} men")

    def _known(self, board: GameBoard, states: Sequence[State]) -> Sequence[int] | None:
        """The actions among which a database, a book or tables let choose in the last of these positions; None where they have none."""
        state = states[-1]
        if self.known and not self.level and (found := known_result(self.known, board.game, state, states[:-1])):
            self._tell(found.reason)
            return found.actions
        if not isinstance(board, ChessBoard):
            return None
        if self.chosen["OwnBook"] and self.book and (action := self.book.drawn(board, state, self.lot)) is not None:
            self._tell(f"{board.text(state, action)} is from the book")
            return [action]
        if self.tables is None or self.level:
            return None
        try:
            kept = self.tables.kept(board, state)
        except SpecError as error:
            self._tell(f"{error}; the tables are not asked any more")
            self.tables = None
            return None
        if kept:
            self._tell(f"the tables say that this is {ENDS[kept.end]}")
        return kept.actions if kept else None

    # The game

    def do_ucinewgame(self, rest: str) -> None:
        """Forget the game before."""
        self.thinker.do(self.thinker.forget)

    def do_position(self, rest: str) -> None:
        """The position to search, and how the game came to it."""
        start, moves = _parted(rest, "moves")
        kind, text = [*start.split(maxsplit=1), "", ""][:2]
        if kind not in ("startpos", "fen"):
            raise SpecError("position begins with startpos, or with fen and a position; it stays as it was")
        if kind == "startpos" and text:
            raise SpecError(
                f"startpos is followed by the word moves and the moves, not by {text.split()[0]!r}; the position stays as it was"
            )
        fen = text if kind == "fen" else None
        try:
            with rules_blamed():
                self.line = self.line.continued(self.board, fen, moves.split())
        except ZermeloError as error:
            is_960 = isinstance(error, PositionError) and self._is_960(fen)
            why = "that is a position of Chess960, after setoption name UCI_Chess960 value true" if is_960 else error
            raise type(error)(f"{why}; the position stays as it was") from None

    def _is_960(self, fen: str | None) -> bool:
        """Whether a position that could not be read is one of Chess960."""
        if fen is None or not isinstance(self.board, ChessBoard) or self.board.game.variant != "standard":
            return False
        with suppress(ZermeloError):
            return Chess("960").read(fen) is not None
        return False

    def do_go(self, rest: str) -> None:
        """Search."""
        if self._is_searching and self.thought:
            self.thought.stop()
        told, unknown = _read_go(rest.split())
        for name in FROM_ONE:
            if told.get(name, 1) < 1:
                self._tell(f"{name} is 1 or more, not {told[name]}; the least search is made")
        limits = self._limits(told)
        if unknown:
            alone = not (limits or told)
            instead = f"; nothing else limits the search, which ends after {UNREAD:g} s" if alone else ""
            self._tell(f"go does not know {' '.join(unknown)[:80]}{instead}")
            if alone:
                limits["seconds"] = UNREAD
        plies = min(limits["depth"], 2 * told["mate"] - 1, MOST_PLIES) if told.get("mate", 0) > 0 else 0
        if plies and self.board.forces:
            self._tell(f"there is no search for a {self.board.win}: {self.board.forces}")
            plies = 0
        waits = bool(told.get("infinite") or told.get("ponder") or not limits)
        if self.level:
            limits["nodes"] = min(self.level.nodes, limits.get("nodes", self.level.nodes))
        among, board, states = self._among(told.get("searchmoves", [])), self.board, self.line.states
        plays = not (waits or among or self.chosen["UCI_AnalyseMode"])
        self.thought = Thought(
            board,
            states,
            waits=waits,
            known=(lambda: self._known(board, states)) if plays else None,
            multipv=max(self.chosen["MultiPV"], CANDIDATES if self.level else 1),
            among=among,
            until_decided=not self.chosen["UCI_AnalyseMode"],
            plies=plies,
            none=self._tell_no_win,
            **limits,
        )
        self.pondering = bool(told.get("ponder"))
        news = _News(self, self.thought)
        self.thinker.think(self.thought, news.best, news.depth, news.nodes, news.all)

    def do_stop(self, rest: str) -> None:
        """Tell what has been found."""
        if self.thought:
            self.thought.stop()

    def do_ponderhit(self, rest: str) -> None:
        """The move that was thought about has been played."""
        if self.thought and self.pondering:
            self.thought.begin()

    def _limits(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """How far to search, as `Engine.search` takes it."""
        limits: dict[str, Any] = {}
        overhead = self.chosen["Move Overhead"] / 1000
        depths = [told[name] for name in ("depth",) if name in told] + [2 * told[name] - 1 for name in ("mate",) if name in told]
        if depths:
            limits["depth"] = max(1, min(*depths, MOST_DEPTH))
        if "nodes" in told:
            limits["nodes"] = max(1, told["nodes"])
        if "movetime" in told:
            seconds = told["movetime"] / 1000
            limits["seconds"] = max(LEAST_TIME, seconds - min(overhead, seconds / 10))
        sides = "wb" if self.board.game.to_move(self.line.states[-1]) == MAX else "bw"
        side = next((side for side in sides if f"{side}time" in told), None)  # where but one clock is told, it is meant
        if side:
            told_clock = told[f"{side}time"] / 1000, told.get(f"{side}inc", 0) / 1000, told.get("movestogo"), overhead
            if told.get("ponder"):
                return {**limits, "clock": self.lag.clock(*told_clock)}
            self.lag.begin(*told_clock[:2], self.board.ply(self.line.states))
            limits |= self.lag.limits(*told_clock)
        return limits

    @property
    def level(self) -> Level | None:
        """The strength that it is limited to."""
        return level(self.chosen["UCI_Elo"]) if self.chosen.get("UCI_LimitStrength") else None

    def _among(self, moves: Sequence[str]) -> list[int] | None:
        """The legal actions of `searchmoves`; None where there is none: then all are searched."""
        found = []
        for move in moves:
            try:
                found.append(self.board.action(self.line.states[-1], move))
            except ZermeloError as error:
                self._tell(str(error))
        return found or None

    @property
    def _is_searching(self) -> bool:
        return self.thought is not None and not self.thought.done

    def _tell_no_win(self, found: EngineResult) -> None:
        """There is no forced win, as far as that is proved."""
        moves = counted((found.depth + 1) // 2, "move")
        if found.stopped == "depth":
            self._tell(f"there is no {self.board.win} in {moves}")
        elif found.stopped != "end":
            known = f": there is none in {moves}" if found.depth else ", and nothing is proved"
            self._tell(f"no {self.board.win} was found before the search ended ({found.stopped}){known}")

    def _tell(self, text: str) -> None:
        self.say(f"info string {in_a_line(text)}")


class _News:
    """What is said of one search while it goes on, and at its end."""

    def __init__(self, conversation: Conversation, thought: Thought) -> None:
        self.say, self.thinker, self.thought, self.board = conversation.say, conversation.thinker, thought, thought.board
        self.shows_chances, self.shown = conversation.chosen.get("UCI_ShowWDL"), conversation.chosen["MultiPV"]
        self.level, self.lot, self.lag = conversation.level, conversation.lot, conversation.lag
        self.begun = self.last = time.perf_counter()
        self.told: EngineResult | None = None
        self.untold: EngineResult | None = None

    def depth(self, found: EngineResult) -> None:
        """A depth has been searched."""
        self.untold = found
        self._tell_in_time()

    def nodes(self, nodes: int) -> None:
        """So many nodes have been visited."""
        self._tell_in_time()
        now = time.perf_counter()
        if now - self.last >= NEWS:
            self.last = now
            self.told = None  # the last line before the move is to have a score
            self.say(f"info {self._counts(nodes, now - self.begun)}")

    def _tell_in_time(self) -> None:
        if self.untold and time.perf_counter() - self.last >= QUIET:
            self._tell(self.untold)

    def all(self, found: EngineResult) -> None:
        """The search has come to its end; in a position in which the game is over, by mate or by a draw, before it began."""
        state = self.thought.state
        if is_told(found):
            if not says_the_same(found, self.told):
                self._tell(found)
        elif self.board.game.is_terminal(state):
            value = float(self.board.game.utility(state, MAX))
            self.say(f"info depth 0 {self._score(self.board.end(state), state, value, proved=True)}")

    def best(self, thought: Thought, found: EngineResult | None, wrong: str) -> None:
        """Now its move may be told; 0000 where there is none, and any where the search went wrong."""
        if wrong:
            self.say(f"info string {wrong}")
        try:
            with rules_blamed():
                line = (self._chosen(found) if found else ()) or (thought.asked["among"] or self.board.legal(thought.state))[:1]
                texts = self.board.texts(thought.state, line[:2])
        except GameError as error:  # the rules go wrong at the position itself
            self.say(f"info string {in_a_line(error)}")
            texts = []
        if not texts:
            self.say("bestmove 0000")
            return
        best, *others = texts
        self.lag.end()
        self.say(f"bestmove {best}" + (f" ponder {others[0]}" if others else ""))

    def _chosen(self, found: EngineResult) -> Sequence[int]:
        """The line that begins with the move to make: the best, or, with limited strength, one that is drawn."""
        if self.level and is_told(found):
            leads = [self.board.centipawns(self.thought.state, one.value) for one in found.variations]
            return found.variations[drawn(leads, self.level.margin, self.lot)].line
        return found.line or [action for action in (found.action,) if action is not None]

    def _tell(self, found: EngineResult) -> None:
        """A line for each of the best moves."""
        self.told, self.untold = found, None
        self.last = time.perf_counter()
        for place, variation in enumerate(found.variations[: self.shown], 1):
            state, value = self.thought.state, variation.value
            mate = self.board.mate_in(state, variation)
            told = f"mate {mate}" if mate else f"cp {self.board.centipawns(state, value)}"
            score = self._score(told, state, value, proved=variation.proved)
            line = " ".join(self.board.texts(state, self.board.played_out(self.thought.states, variation.line)))
            self.say(
                f"info depth {found.depth} seldepth {max(found.depth, found.selective_depth)} multipv {place} {score} "
                f"{self._counts(found.nodes, found.seconds)} pv {line}"
            )

    def _score(self, told: str, state: State, value: float, *, proved: bool) -> str:
        if not (self.shows_chances and isinstance(self.board, ChessBoard)):
            return f"score {told}"
        chances = self.board.chances(state, value, proved=proved)
        return f"score {told} wdl {chances.win} {chances.draw} {chances.loss}"

    def _counts(self, nodes: int, seconds: float) -> str:
        full, speed = round(1000 * self.thinker.filled()), round(nodes / max(seconds, 1e-6))
        return f"nodes {nodes} nps {speed} hashfull {full} time {round(1000 * seconds)}"


class _Line:
    """The states of a game: a start, and the moves from there. What it shares with the game before is not read again."""

    def __init__(self, board: GameBoard, fen: str | None, states: list[State], moves: list[str]) -> None:
        self.board, self.fen, self.states, self.moves = board, fen, states, moves

    def continued(self, board: GameBoard, fen: str | None, moves: list[str]) -> _Line:
        """The game from a position (None: the usual one) by these moves. Raises PositionError or ActionError for what is wrong."""
        if board is self.board and fen == self.fen:
            known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, self.moves, strict=False)))
            states = self.states[: known + 1]
        else:
            states, known = [board.game.initial() if fen is None else board.read(fen)], 0
        for text in moves[known:]:
            states.append(board.after(states[-1], board.action(states[-1], text)))
        return _Line(board, fen, states, moves)


def _parted(text: str, at: str) -> tuple[str, str]:
    """What stands before a word, and what stands after it: as it is written, but for the blanks at its ends."""
    before, after = [*re.split(rf"(?<!\S){at}(?!\S)", text, maxsplit=1), ""][:2]
    return before.strip(), after.strip()


def _read_go(words: list[str]) -> tuple[dict[str, Any], list[str]]:
    """What `go` tells, by names, and the words that it does not know."""
    told: dict[str, Any] = {}
    unknown: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in FLAGS:
            told[word] = True
        elif word in NUMBERS and rest and _is_number(rest[0]):
            told[word] = int(rest.pop(0))
        elif word == "searchmoves":
            moves = told.setdefault("searchmoves", [])
            while rest and rest[0] not in (*FLAGS, *NUMBERS, "searchmoves"):
                moves.append(rest.pop(0))
        else:
            unknown.append(word)
    return told, unknown


def _is_number(text: str) -> bool:
    """Whether this is a whole number that fits; clocks may be below 0."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 16
