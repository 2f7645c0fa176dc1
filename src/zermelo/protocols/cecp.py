"""The Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller, 2009): how XBoard and WinBoard drive a chess program.

    > new                    > usermove e2e4
    < 9 -12 40 812345 e7e5 g1f3             plies, hundredths of a pawn, hundredths of a second, nodes, the line
    < move e7e5

The program keeps the game: it makes moves when it is its turn and nobody has said `force`, and thinks in the other's time where it may
(`hard`). Lines are read at any time, whatever is being searched; what is wrong is an `Error (...)` or an `Illegal move`.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite
from typing import Any, Final

from zermelo.errors import ActionError, SpecError, ZermeloError
from zermelo.game import MAX, MIN, Game
from zermelo.games.chess import State
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.clocks import LEAST_TIME, Lag
from zermelo.protocols.commands import commands_of, in_a_line
from zermelo.protocols.gameboard import is_told, says_the_same
from zermelo.protocols.thinking import MOST_DEPTH, MOST_THREADS, Thinker, Thought
from zermelo.search.engine.result import EngineResult
from zermelo.search.known import Known, Opener, if_of, known_result, of_game
from zermelo.search.runtime.memory import checked_size

FEATURES: Final = (
    "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 reuse=1 analyze=1 "
    'variants="normal,fischerandom" colors=0 ics=0 name=0 pause=0 memory=1 smp=1'
)
VARIANTS: Final = {"normal": "standard", "fischerandom": "960"}
IGNORED: Final = (
    "xboard", "accepted", "rejected", "random", "computer", "rating", "ics", "name", "draw", "hint", "bk", "otim", "white", "black",
)  # fmt: skip
"""Commands that need nothing done."""
MATES: Final = 100_000
"""A score above this is a mate, in as many moves as it is more."""
MOVE: Final = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?|[O0]-[O0](?:-[O0])?")
OVERHEAD: Final = 0.1
"""Seconds of the clock that are never planned with: the way to the board, and a machine that is busy."""


class Conversation:
    """One side of a conversation.

    game     chess, standard or Chess960; SpecError for others
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
        self.usual, self.say, self.version = ChessBoard(game), say, version
        self.given = None if known is None or callable(known) else of_game(known, game)
        self.over = False
        self.thinker, self.lag = Thinker(mode, lambda text: self.say(f"# {text}")), Lag()
        self.posts = self.ponders = False
        self.commands: dict[str, Callable[[str], None]] = commands_of(self)
        self.commands |= {"?": self._move_now, ".": self._tell_progress, **dict.fromkeys(IGNORED, lambda rest: None)}
        self._busy = threading.RLock()  # held by whoever changes the game: the listener, or the thinker that has found a move
        self.thought: Thought | None = None
        self.analyzes = False
        self.told: EngineResult | None = None
        self._begin(self.usual)
        if callable(known):
            self.thinker.do(partial(self._open_known, known))

    def hear(self, line: str) -> None:
        """Do what a line says."""
        line = " ".join(line.split())
        name, _, rest = line.partition(" ")
        if not name:
            return
        with self._busy:
            try:
                if name in self.commands:
                    self.commands[name](rest)
                elif MOVE.fullmatch(name) and not rest:
                    self.do_usermove(name)
                else:
                    self.say(f"Error (unknown command): {line[:80]}")
            except ZermeloError as error:
                self.say(f"Error ({in_a_line(error)}): {line[:80]}")

    def finish(self, seconds: float) -> bool:
        """No more will be said: let the search of a move come to its end; whether it has, after so many seconds at most."""
        with self._busy:
            self.ponders = False
            if not self._is_thinking:
                return True
        return self.thinker.close(seconds)

    def close(self, seconds: float | None = None) -> bool:
        """End what is under way; whether it has ended, after so many seconds at most (see `Thinker.close`)."""
        with self._busy:
            self._drop()
        return self.thinker.close(seconds)

    def _begin(self, board: ChessBoard) -> None:
        """A new game, in which the program plays Black, or which it analyses if it does that."""
        self._drop()
        self.board = board
        self.known = self.thinker.known = if_of(self.given, board.game)
        self.states: list[State] = [board.game.initial()]
        self.ended_in: State | None = None  # the state of which it was told how the game ended
        self.mine = None if self.analyzes else MIN  # the player whose moves the program makes; None: nobody's
        self.depth: int | None = None
        self.seconds: float | None = None
        self.moves_a_time, self.left, self.increment = 0, 300.0, 0.0

    def _open_known(self, opened: Opener) -> None:
        """Open what is known of the game. Only as a work."""
        try:
            given = opened()
        except ZermeloError as error:
            self.say(f"tellusererror {in_a_line(error)}; nothing is looked up")
            return
        with self._busy:
            self.given = given
            self.known = self.thinker.known = if_of(given, self.board.game)

    # About the program

    def do_protover(self, rest: str) -> None:
        """What is understood; then the game is compiled, and the board waits for that."""
        self.say(f'feature myname="{f"Zermelo {self.version}".strip()}" {FEATURES} done=0')
        self._say_when_ready("feature done=1")

    def do_ping(self, rest: str) -> None:
        """Answer when all before it is done, so that no move waits for it; at once while the other thinks."""
        if self.thought is not None and not self._is_thinking:
            self.say(f"pong {rest}")
        else:
            self._say_when_ready(f"pong {rest}")

    def _say_when_ready(self, text: str) -> None:
        board = self.board

        def get_ready() -> None:
            if wrong := self.thinker.get_ready(board):
                self.say(f"tellusererror {wrong}")
            self.say(text)

        self.thinker.do(get_ready)

    def do_quit(self, rest: str) -> None:
        """End the conversation."""
        self.over = True

    def do_post(self, rest: str) -> None:
        """Tell what is thought."""
        self.posts = True

    def do_nopost(self, rest: str) -> None:
        """Keep it."""
        self.posts = False

    def do_memory(self, rest: str) -> None:
        """MiB of memory for the table."""
        table = _number(rest, "memory")
        checked_size(table)
        self.thinker.table = table

    def do_cores(self, rest: str) -> None:
        """How many threads search."""
        threads = int(_number(rest, "cores"))
        if not 1 <= threads <= MOST_THREADS:
            raise SpecError(f"threads are 1 to {MOST_THREADS}")
        self.thinker.use(threads)

    # The game

    def do_new(self, rest: str) -> None:
        """Begin a game."""
        self._begin(self.usual.variant("standard"))
        self.thinker.do(self.thinker.forget)
        self._go_on()

    def do_variant(self, rest: str) -> None:
        """The rules of the game that has begun."""
        if rest not in VARIANTS:
            raise SpecError(f"the variants are {', '.join(VARIANTS)}")
        self._begin(self.usual.variant(VARIANTS[rest]))
        self._go_on()

    def do_setboard(self, rest: str) -> None:
        """Another position."""
        try:
            state = self.board.game.read(rest)
        except ZermeloError as error:
            self.say(f"tellusererror Illegal position: {in_a_line(error)}")
            return
        self._drop()
        self.states, self.ended_in = [state], None
        self._go_on()

    def do_usermove(self, rest: str) -> None:
        """The other's move."""
        state = self.states[-1]
        try:
            if self._ended() is not None:
                raise ActionError("the game is over")
            action = self._action(state, rest)
        except ActionError as error:
            self.say(f"Illegal move ({in_a_line(error)}): {rest[:80]}" if rest else "Illegal move (none was told):")
            return
        self._drop()
        self._play(action)
        self._go_on()

    def do_undo(self, rest: str) -> None:
        """Take back a move."""
        self._take_back(1)

    def do_remove(self, rest: str) -> None:
        """Take back a move of each."""
        self._take_back(2)

    def _take_back(self, plies: int) -> None:
        if len(self.states) <= plies:
            raise SpecError("there is no move to take back")
        self._drop()
        self.ended_in = None
        del self.states[-plies:]
        if self.analyzes:
            self._analyze()

    def do_result(self, rest: str) -> None:
        """The game is over."""
        self.do_force(rest)

    # Who moves

    def do_force(self, rest: str) -> None:
        """Make no moves."""
        self._drop()
        self.mine = None

    def do_go(self, rest: str) -> None:
        """Make the moves of who is to move."""
        self._drop()
        self.mine = self.board.game.to_move(self.states[-1])
        self._go_on()

    def do_playother(self, rest: str) -> None:
        """Make those of the other."""
        self._drop()
        self.mine = MAX + MIN - self.board.game.to_move(self.states[-1])

    def _move_now(self, rest: str) -> None:
        """Move, with what has been found."""
        if self.thought and self._is_thinking:
            self.thought.stop()

    def do_hard(self, rest: str) -> None:
        """Think in the other's time."""
        self.ponders = True

    def do_easy(self, rest: str) -> None:
        """Think in one's own."""
        self.ponders = False
        if self.thought and not self._is_thinking and not self.analyzes:
            self._drop()

    def do_analyze(self, rest: str) -> None:
        """Think about every position, and tell it."""
        self._drop()
        self.mine, self.analyzes = None, True
        self._analyze()

    def do_exit(self, rest: str) -> None:
        """No longer."""
        self._drop()
        self.analyzes = False

    # Time

    def do_level(self, rest: str) -> None:
        """Moves for which a time is (0: all), minutes or minutes:seconds, seconds that each move adds."""
        words = rest.split()
        if len(words) != 3:
            raise SpecError("level needs moves, minutes, and seconds a move, as level 40 5 0")
        minutes, _, seconds = words[1].partition(":")
        moves, base = _number(words[0], "level"), 60 * _number(minutes, "level") + _number(seconds or "0", "level")
        self.moves_a_time, self.left, self.increment, self.seconds = int(moves), base, _number(words[2], "level"), None

    def do_st(self, rest: str) -> None:
        """Seconds for a move."""
        self.seconds = _number(rest, "st")

    def do_sd(self, rest: str) -> None:
        """Plies to search at most."""
        self.depth = max(1, min(int(_number(rest, "sd")), MOST_DEPTH))

    def do_time(self, rest: str) -> None:
        """Hundredths of a second that are left; below 0 the time is over, and the board lets the game go on."""
        left = _number(rest.removeprefix("-"), "time") / 100
        self.left = 0.0 if rest.startswith("-") else left

    def _limits(self) -> dict[str, Any]:
        """How far to search, as `Engine.search` takes it."""
        limits: dict[str, Any] = {} if self.depth is None else {"depth": self.depth}
        if self.seconds is not None:
            return {**limits, "seconds": max(LEAST_TIME, self.seconds - min(OVERHEAD, self.seconds / 10))}
        played = self.states[-1].ply // 2
        to_go = self.moves_a_time - played % self.moves_a_time if self.moves_a_time > 0 else None
        return limits | self.lag.limits(self.left, self.increment, to_go, OVERHEAD)

    # Thinking

    @property
    def _is_thinking(self) -> bool:
        """Whether a search of the program's own move goes on."""
        return self.thought is not None and self.mine == self.board.game.to_move(self.states[-1])

    def _drop(self) -> None:
        """Let a search end whose result nobody needs."""
        if self.thought:
            thought, self.thought = self.thought, None
            thought.stop()

    def _go_on(self) -> None:
        """Do what the position asks for: analyse it, or make a move."""
        if self.analyzes:
            self._analyze()
        elif self.mine == self.board.game.to_move(self.states[-1]):
            if (ended := self.board.result(self.states)) is not None:
                self._tell_end(ended)
                return
            self.lag.begin(self.left, self.increment, self.states[-1].ply)
            states = [*self.states]
            self._think(Thought(self.board, states, known=lambda: self._best_known(states), until_decided=True, **self._limits()))

    def _best_known(self, states: Sequence[State]) -> Sequence[int] | None:
        """The actions among which a database or a book lets choose in the last of these positions; None where it does not know."""
        found = self.known and known_result(self.known, self.board.game, states[-1], states[:-1])
        if not found:
            return None
        self.say(f"# {found.reason}")
        return found.actions

    def _analyze(self) -> None:
        self._think(Thought(self.board, self.states, waits=True))

    def _think(self, thought: Thought) -> None:
        self.thought = thought
        self.begun, self.progress, self.told = time.perf_counter(), (0, 0), None

        def tell(found: EngineResult) -> None:
            self._tell(thought, found)

        self.thinker.think(thought, self._found, tell, self._count, tell)

    def _found(self, thought: Thought, found: EngineResult | None, wrong: str) -> None:
        """What a search has come to."""
        with self._busy:
            if thought is not self.thought:
                return
            self.thought = None
            if wrong:
                self.say(f"Error ({wrong}): go")
            if self.mine != self.board.game.to_move(thought.state):
                return
            action = found.action if found and found.action is not None else self.board.legal(thought.state)[0]
            self.lag.end()
            self._play(action, f"move {self._text(thought.state, action)}")
            self._ponder(found.line[1:2] if found and found.line[:1] == (action,) else ())

    def _play(self, action: int, told: str | None = None) -> None:
        """Let an action be played, and say so where it is our own."""
        self.states.append(self.board.after(self.states[-1], action))
        if told is not None:
            self.say(told)
        if not self.analyzes and (ended := self._ended()) is not None:
            self._tell_end(ended)

    def _ended(self) -> tuple[str, str] | None:
        """The result of the game and why, None while it goes on: who makes no moves claims no draw, and hears what is played after it."""
        may_go_on = (self.mine is None or self.analyzes) and self.board.legal(self.states[-1])
        return None if may_go_on else self.board.result(self.states)

    def _ponder(self, expected: tuple[int, ...]) -> None:
        """Think about the answer to the move that the other is expected to make: what is learnt stays in the table."""
        if self.ponders and expected and self.board.result(self.states) is None:
            self._think(Thought(self.board, [*self.states, self.board.after(self.states[-1], expected[0])], waits=True))

    # What is told

    def _tell(self, thought: Thought, found: EngineResult) -> None:
        """A line of what is thought."""
        with self._busy:
            wanted = (self.posts or self.analyzes) and is_told(found)
            if not wanted or thought is not self.thought or says_the_same(found, self.told):
                return
            self.told, self.progress = found, (found.nodes, found.depth)
            if mate := self.board.mate_in(thought.state, found.variations[0]):
                score = MATES + mate if mate > 0 else mate - MATES
            else:
                score = self.board.centipawns(thought.state, found.variations[0].value)
            line, state = [], thought.state
            for action in self.board.played_out(thought.states, found.line):
                line.append(self._text(state, action))
                state = self.board.after(state, action)
            self.say(f"{found.depth} {score} {round(100 * found.seconds)} {found.nodes} {' '.join(line)}")

    def _count(self, nodes: int) -> None:
        self.progress = nodes, self.progress[1]

    def _tell_progress(self, rest: str) -> None:
        """How far the analysis is."""
        if self.analyzes and self.thought:
            nodes, depth = self.progress
            self.say(f"stat01: {round(100 * (time.perf_counter() - self.begun))} {nodes} {depth} 0 0")

    def _tell_end(self, ended: tuple[str, str]) -> None:
        """Say how the game has ended, once: a board that is set up is over before anybody says `go`."""
        if self.ended_in is not self.states[-1]:
            self.ended_in = self.states[-1]
            self.say(f"{ended[0]} {{{ended[1]}}}")

    # Moves as the protocol writes them

    def _text(self, state: State, action: int) -> str:
        """A move; in Chess960 castling is `O-O` or `O-O-O`."""
        return self._castling(state, action) or self.board.text(state, action)

    def _action(self, state: State, text: str) -> int:
        """The legal action that a text calls. Raises ActionError."""
        castling = text.replace("0", "O")
        if castling.startswith("O"):
            found = next((action for action in self.board.legal(state) if self._name(state, action) == castling), None)
            if found is not None:
                return found
        return self.board.action(state, text)

    def _castling(self, state: State, action: int) -> str:
        name = self._name(state, action) if self.board.game.variant == "960" else ""
        return name if name.startswith("O") else ""

    def _name(self, state: State, action: int) -> str:
        return self.board.game.name(state, action).rstrip("+#")


def _number(text: str, command: str) -> float:
    """A number from 0 up. Raises SpecError."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not isfinite(number) or number < 0 or number > 10**12:
        raise SpecError(f"{command} needs a number from 0 up")
    return number
