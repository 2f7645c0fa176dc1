"""The Go Text Protocol, version 2 (G. Farneback, 2002): programs that play go, and Othello, talk in lines of text.

A controller sends a command a line, `[number] name arguments`; the answer is `=[number] text`, or `?[number] text` where something
is wrong, and an empty line. Nothing that a controller sends ends the program but `quit` and the end of the lines.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from zermelo.errors import SpecError, ZermeloError
from zermelo.files import read_whole
from zermelo.game import MAX, MIN, Game, State, comes_back, legal
from zermelo.games.go import Go
from zermelo.games.go.points import NONE
from zermelo.games.othello import PASS, SIZES, Othello
from zermelo.native import listening
from zermelo.play.players import Human, Player, Random, player
from zermelo.play.search_players import SearchPlayer
from zermelo.protocols.commands import commands_of, in_a_line
from zermelo.protocols.compiling import now_and_then
from zermelo.protocols.sgf import LARGEST, read_sgf
from zermelo.search.known import Known, if_of, of_game
from zermelo.search.mcts.result import MonteCarloResult
from zermelo.search.runtime.build import checked_mode
from zermelo.search.runtime.limits import Clock
from zermelo.wide import some, union

VERSION: Final = "2"
COLOURS: Final = {"b": MAX, "black": MAX, "w": MIN, "white": MIN}
OF_GO: Final = {"komi", "fixed_handicap", "place_free_handicap", "set_free_handicap", "loadsgf", "kgs-genmove_cleanup"}
"""The commands that are about go only. `komi` belongs to the protocol, so that of Othello it is taken and means nothing."""
USUAL: Final[dict[type[Game], str]] = {Go: "mcts:seconds=1", Othello: "computer"}
"""Who plays unless somebody is named."""
LEAST_TIME: Final = 0.01
"""Seconds that a player is said to have left, when there is less."""


class RefusedError(Exception):
    """A command that cannot be done; its text is the answer."""


class Conversation:
    """One side of a conversation: a board, what was played on it, and a player who is asked for moves.

    game    go or Othello, with its parameters; SpecError for others
    chosen  the spec of the player (see zermelo.play.players), checked at once; one of USUAL unless given
    seed    makes random players the same in every run
    mode    "auto", "compiled" or "interpreted", for players who search
    known   what is known of the game: a database or a book (zermelo.search.known), for a player who searches and names none; of a
            board of another size or with another komi it is not
    resign  a player by Monte Carlo search resigns when it wins fewer of the simulated games than this share of them; 0: never
    tell    takes the words for a compilation, while an answer waits for it
    """

    def __init__(
        self,
        game: Game,
        chosen: str | None = None,
        *,
        seed: int | str | None = None,
        mode: str = "auto",
        known: Known | None = None,
        resign: float = 0.0,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        if not 0 <= resign < 1:
            raise SpecError(f"resign is a share of games from 0 up to 1, not {resign!r}")
        if not isinstance(game, (Go, Othello)):
            raise SpecError(f"the Go Text Protocol is for go and othello, not for {game!r}")
        self.game: Go | Othello = game
        self.chosen, self.seed, self.mode = chosen or USUAL[type(game)], seed, checked_mode(mode)
        self.known = None if known is None else of_game(known, game)
        self.resign, self._hear = resign, now_and_then(tell)
        self.dice = random.Random(seed)  # noqa: S311  # games, not secrets
        self.version = ""
        self.over = False
        self.times: dict[int, Clock] = {}
        self.overtime: Clock | None = None
        self.commands: dict[str, Callable[[list[str]], str]] = commands_of(self)
        self.commands["kgs-genmove_cleanup"] = self.do_genmove
        if isinstance(game, Othello):
            for name in OF_GO - {"komi"}:
                del self.commands[name]
        self._sit_down()
        self._clear()

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """The answers to these lines, each with the empty line that ends it, until one of them is `quit`."""
        for line in lines:
            answer = self.answer(line)
            if answer is not None:
                yield answer
            if self.over:
                return

    def answer(self, line: str) -> str | None:
        """The answer to one line; None to a line without a command."""
        words = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.replace("\t", " ")).partition("#")[0].split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
        if not words:
            return f"?{number} no command\n\n" if number else None
        name, *arguments = words
        try:
            if name not in self.commands:
                raise RefusedError("unknown command")
            with listening(self._hear):
                return f"={number} {self.commands[name](arguments)}".rstrip(" ") + "\n\n"
        except (RefusedError, ZermeloError) as error:
            return f"?{number} {in_a_line(error)}\n\n"
        except Exception as error:  # a controller must not lose its engine in the middle of a game
            return f"?{number} internal error, {type(error).__name__}: {in_a_line(error)}\n\n"

    # About the program

    def do_protocol_version(self, words: list[str]) -> str:
        """The version of the protocol."""
        return VERSION

    def do_name(self, words: list[str]) -> str:
        """The name of the program."""
        return "Zermelo"

    def do_version(self, words: list[str]) -> str:
        """The version of the program, as far as it was told, and who plays."""
        return f"{self.version} {self.chosen}".strip()

    def do_known_command(self, words: list[str]) -> str:
        """Whether there is such a command."""
        return "true" if words and words[0] in self.commands else "false"

    def do_list_commands(self, words: list[str]) -> str:
        """All commands, one a line."""
        return "\n".join(sorted(self.commands))

    def do_quit(self, words: list[str]) -> str:
        """End the conversation."""
        self.over = True
        return ""

    # The board

    def do_boardsize(self, words: list[str]) -> str:
        """An empty board of another size."""
        size = _number(words, 0, "boardsize")
        try:
            self.game = self._resized(size)
        except SpecError as error:
            raise RefusedError(f"unacceptable size: {error}") from None
        self._sit_down()
        self._clear()
        return ""

    def _resized(self, size: int) -> Go | Othello:
        if isinstance(self.game, Othello):
            if size not in SIZES:
                raise SpecError(f"the sizes are {', '.join(map(str, SIZES))}")
            return Othello(size, self.game.empties_to_winner)
        komi = self.game.komi if abs(self.game.komi) <= size * size else None
        return Go(size, komi, self.game.scoring, self.game.suicide)

    def do_clear_board(self, words: list[str]) -> str:
        """An empty board, and a new game."""
        self._clear()
        return ""

    def do_komi(self, words: list[str]) -> str:
        """Points that White is given."""
        komi = _float(words, 0, "komi")
        if isinstance(self.game, Go) and komi != self.game.komi:
            self.game = Go(self.game.size, komi, self.game.scoring, self.game.suicide)
            self._sit_down()
        return ""

    def do_showboard(self, words: list[str]) -> str:
        """The board for people."""
        return f"\n{self.game.show(self.state)}"

    def do_final_score(self, words: list[str]) -> str:
        """Who would win if the game ended here, and by how much."""
        lead = self.game.score(self.state) if isinstance(self.game, Go) else self.game.utility(self.state, MAX)
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"

    def do_loadsgf(self, words: list[str]) -> str:
        """The position of a file, before a move with this number if one is given."""
        if not words:
            raise RefusedError("syntax error: loadsgf needs the name of a file")
        before = _number(words, 1, "loadsgf") if len(words) > 1 else None
        try:
            record = read_sgf(read_whole(words[0], LARGEST))
        except ZermeloError as error:
            raise RefusedError(f"cannot load file: {error}") from None
        self.game = record.game  # type: ignore[assignment]  # what SGF is read of is go
        self._sit_down()
        states = record.states
        self._clear(states[0])
        for state in states[1:before]:
            self._append(state)
        return ""

    # Moves

    def do_play(self, words: list[str]) -> str:
        """Make a move, of either colour, whoever is to move."""
        if len(words) < 2:
            raise RefusedError("syntax error: play needs a colour and a vertex")
        mover, action = _colour(words), self._vertex(words[1])
        states = self._with_turn(mover)
        state = states[-1]
        if action not in self.game.actions(state) or comes_back(self.game, state, action, self._before()):
            raise RefusedError(f"illegal move: {words[0]} {words[1]}")
        self._append(*states[1:], self.game.result(state, action))
        return ""

    def do_genmove(self, words: list[str]) -> str:
        """Choose a move for a colour and make it, or resign."""
        states, action = self._chosen(words)
        if self._is_hopeless():
            return "resign"
        self._append(*states[1:], self.game.result(states[-1], action))
        return self.game.name(states[-1], action)

    def _is_hopeless(self) -> bool:
        """Whether the move just found wins too seldom in simulated games to go on."""
        found = self.player.found if isinstance(self.player, SearchPlayer) else None
        if not isinstance(found, MonteCarloResult) or self.game.utility_range is None:
            return False
        least, most = self.game.utility_range
        worth = next((one.value for one in found.tried if one.action == found.action), most)
        return (worth - least) / (most - least) < self.resign

    def do_reg_genmove(self, words: list[str]) -> str:
        """Choose a move for a colour and leave the board as it is."""
        states, action = self._chosen(words)
        return self.game.name(states[-1], action)

    def do_undo(self, words: list[str]) -> str:
        """Take back the last move."""
        if not self.lengths:
            raise RefusedError("cannot undo")
        del self.states[self.lengths.pop() :]
        return ""

    # Handicap

    def do_fixed_handicap(self, words: list[str]) -> str:
        """Black stones on the usual points; which they are."""
        stones = _number(words, 0, "fixed_handicap")
        points = self._usual_points()
        if not 2 <= stones <= len(points):
            raise RefusedError(
                f"invalid number of stones: 2 to {len(points)} have fixed points here" if points else "invalid number of stones"
            )
        return self._set_up(_arranged(points, stones))

    def do_place_free_handicap(self, words: list[str]) -> str:
        """Black stones where the program likes, perhaps fewer than asked for; which they are. It likes the usual points."""
        stones = _number(words, 0, "place_free_handicap")
        points = self._usual_points()
        if stones < 2 or not points:
            raise RefusedError("invalid number of stones")
        return self._set_up(_arranged(points, min(stones, len(points))))

    def do_set_free_handicap(self, words: list[str]) -> str:
        """Black stones on these points."""
        points = [self._vertex(word) for word in words]
        if len(points) < 2 or len(set(points)) < len(points) or self.game.pass_ in points:  # type: ignore[union-attr]  # go alone has it
            raise RefusedError("bad vertex list")
        self._set_up(points)
        return ""

    def _usual_points(self) -> list[int]:
        """The points of handicap stones in the order in which they are taken; none on boards of less than 7 lines."""
        size = self.game.size
        if size < 7:
            return []
        edge = 3 if size < 13 else 4
        low, middle, high = edge, (size + 1) // 2, size + 1 - edge
        pairs = [(low, low), (high, high), (low, high), (high, low)]
        if size % 2 and size > 7:
            pairs += [(low, middle), (high, middle), (middle, low), (middle, high), (middle, middle)]
        return [(size - row) * (size + 1) + column - 1 for column, row in pairs]

    def _set_up(self, points: list[int]) -> str:
        game = self.game
        assert isinstance(game, Go)
        if some(union(self.state.black, self.state.white)) or self.lengths:
            raise RefusedError("board not empty")
        state = game.read(game.write(game.state(points, (), MIN)))  # which looks whether each stone has a liberty
        self._clear(state)
        return " ".join(game.point_name(point) for point in points)

    # Time

    def do_time_settings(self, words: list[str]) -> str:
        """Seconds for all moves, then seconds for this many stones again and again; no limit where there are seconds for no stones."""
        main, overtime, stones = (_number(words, place, "time_settings") for place in range(3))
        self.times, self.overtime = {}, None
        if overtime > 0 and stones > 0:
            self.overtime = Clock(float(overtime), 0.0, stones)
        if (main > 0 or self.overtime) and not (overtime > 0 and stones == 0):
            self.times = {seat: Clock(float(main)) if main > 0 else self._overtime() for seat in (MAX, MIN)}
        return ""

    def do_time_left(self, words: list[str]) -> str:
        """What is left to a colour: seconds, and for how many stones (0: for all)."""
        mover = _colour(words)
        left, stones = (_number(words, place, "time_left") for place in (1, 2))
        self.times[mover] = Clock(max(float(left), LEAST_TIME), 0.0, stones or None)
        return ""

    def _overtime(self) -> Clock:
        return self.overtime or Clock(LEAST_TIME)

    def _took(self, mover: int, seconds: float) -> None:
        """Take what a move took off the clock, as long as the controller does not say what is left."""
        clock = self.times.get(mover)
        if clock is None:
            return
        left, stones = clock.left - seconds, clock.moves_to_go
        if left <= 0 or stones == 1:
            self.times[mover] = self._overtime()
        else:
            self.times[mover] = Clock(left, 0.0, stones and stones - 1)

    # What stands behind

    @property
    def state(self) -> State:
        """The board as it is now."""
        return self.states[-1]

    def _clear(self, state: State = None) -> None:
        """Begin a game, in the initial state unless another is given."""
        self.states: list[State] = [self.game.initial() if state is None else state]
        self.lengths: list[int] = []  # of `states` before each move
        if isinstance(self.player, SearchPlayer):
            self.player.begin()

    def _sit_down(self) -> None:
        self.player: Player = player(self.chosen, self.game, seed=self.seed, mode=self.mode, database=if_of(self.known, self.game))
        if isinstance(self.player, Human):
            raise SpecError("a person cannot play for the program; people play at the board of the one that speaks with it")

    def _append(self, *states: State) -> None:
        self.lengths.append(len(self.states))
        self.states.extend(states)

    def _before(self) -> set[Any]:
        return {self.game.position(state) for state in self.states[:-1]} if self.game.superko else set()

    def _with_turn(self, mover: int) -> list[State]:
        """The present state and those that lead to one in which `mover` is to move.

        In go any colour may move at any time, also after two passes. In Othello a player who must pass is passed over.
        """
        state = self.state
        if isinstance(self.game, Go):
            if state.player == mover and not self.game.is_terminal(state):
                return [state]
            begun_anew = state._replace(player=mover, passes=0)
            return [begun_anew if state.player == mover else begun_anew._replace(ko=NONE, last=NONE)]
        if self.game.is_terminal(state):
            raise RefusedError("illegal move: the game is over")
        if state.player == mover:
            return [state]
        if not state.moves:
            return [state, self.game.null_move(state)]
        raise RefusedError(f"illegal move: it is {('black', 'white')[state.player]}'s turn")

    def _vertex(self, word: str) -> int:
        if word.casefold() == "pass":
            return self.game.pass_ if isinstance(self.game, Go) else PASS
        try:
            if isinstance(self.game, Go):
                return self.game.point(word)
            column, row = "abcdefgh"[: self.game.size].index(word[0].lower()), int(word[1:])
            if not 1 <= row <= self.game.size:
                raise ValueError(word)
        except ValueError:
            raise RefusedError(f"invalid vertex: {word}") from None
        return 8 * (row - 1) + column

    def _chosen(self, words: list[str]) -> tuple[list[State], int]:
        """The states of `_with_turn` for the colour that is named, and what its player does.

        What superko forbids is not known to every player of one's own: then any other legal move is taken.
        """
        mover = _colour(words)
        states = self._with_turn(mover)
        state, before = states[-1], self.states[:-1]
        if isinstance(self.player, Random | SearchPlayer):
            self.player.history = before
        if isinstance(self.player, SearchPlayer):
            self.player.clock = self.times.get(mover)
        begun = time.perf_counter()
        action = self.player(state)
        self._took(mover, time.perf_counter() - begun)
        if comes_back(self.game, state, action, self._before()):
            action = self.dice.choice(legal(self.game, state, before))
        return states, action


def _arranged(points: list[int], stones: int) -> list[int]:
    """This many of the handicap points: four in the corners, then pairs at the sides; the middle where their number is odd from 5 on."""
    if stones < 5 or stones % 2 == 0:
        return points[:stones]
    return [*points[: stones - 1], points[-1]]


def _colour(words: list[str]) -> int:
    if not words or words[0].casefold() not in COLOURS:
        raise RefusedError(f"invalid color: {words[0]}" if words else "syntax error: a colour is missing, black or white")
    return COLOURS[words[0].casefold()]


def _number(words: list[str], place: int, command: str) -> int:
    """The word in this place as a whole number that is not negative."""
    word = words[place] if place < len(words) else ""
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise RefusedError(f"syntax error: {command} needs a whole number" + (f", not {word}" if word else ""))
    return int(word)


def _float(words: list[str], place: int, command: str) -> float:
    try:
        return float(words[place])
    except (IndexError, ValueError):
        raise RefusedError(f"syntax error: {command} needs a number") from None
