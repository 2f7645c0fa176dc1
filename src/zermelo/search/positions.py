"""Files of positions, one a line, with or without the score that it should have; and their solutions, one after the other.

    4455 3                                  moves, and the score to the player to move
    ......./......./....... x 3             a position in the game's own writing, and its score
    XXXO...-- X; A1:+6; B2:-4               a position, and the scores of its actions: the greatest is that of the position

Moves are names of actions, with blanks between them; where all names have one digit they are run together. A name that has blanks
itself stands as it is, or in quotes where it could be taken for others. Empty lines and lines that begin with `#` are skipped.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import isnan
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from zermelo.errors import ActionError, PositionError, SearchError, SpecError
from zermelo.files import read_whole
from zermelo.game import MAX, Game, State
from zermelo.search.engine.engine import Engine
from zermelo.search.runtime.workers import Progress
from zermelo.search.solutions import counting_from, whole_score

PASSING: Final = "pass"
"""What games call a pass."""
LONGEST_WORD: Final = 8
"""Letters of an action that is written otherwise than by its name and joined to others."""
_QUOTED: Final = re.compile(r"\"([^\"]*)\"(?=\s|$)")
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?")
_COMMA: Final = re.compile(r",(?![^(]*\))")
"""A comma that is not within brackets, as those of `(1,1)` are."""
_BESIDE: Final = re.compile(r"\d+\.+\s*|(1-0|0-1|1/2-1/2|½-½|2-0|0-2|1-1|0-0|\*)$")
"""What stands beside the moves of a game that is written down: the number of a move, and at the end the result."""


class MoveError(ActionError):
    """A word of a text is no move: the number that it would have, from 1 up, the word, where it stands, and the names of legal actions."""

    def __init__(self, text: str, number: int, word: str, state: State, names: list[str], why: object) -> None:
        super().__init__(f"{text!r}, move {number}: {why}")
        self.number, self.word, self.state, self.names = number, word, state, names


class Task(NamedTuple):
    """A line of a file.

    kind      "moves" or "position": what `text` is
    expected  the score that the file tells; None without one
    """

    line: int
    kind: str
    text: str
    state: State
    expected: float | None


def read_positions(game: Game, lines: Iterable[str], name: str) -> list[Task]:
    """The positions of a file called `name`. Raises PositionError, with the number of the line, for the first that is bad."""
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            found.append(_task(game, number, text))
        except (PositionError, ActionError) as error:
            raise PositionError(f"{name}, line {number}: {error}") from error
    return found


def states_after(game: Game, state: State, moves: str) -> list[State]:
    """A state and those after each of some moves (see `moves_in`). Raises ActionError."""
    return [state, *(following for _, following in moves_in(game, state, moves))]


def moves_in(game: Game, state: State, moves: str) -> list[tuple[int, State]]:
    """The actions of a text, each with the state after it. Raises MoveError.

    They stand as `4 4 5 5` or, where no action is called so, `4455` or `f5d6c3`, the longest name first; a name that has blanks as it is,
    `put 3 put 4`, the longest first, or in quotes, `"put 3" "put 4"`. Who can do nothing but pass need not be said to. Numbers of moves and
    the result, as in `1. e4 e5 2. Nf3 1-0`, are passed over where no action is called so, and so are commas between moves: `f5, d6`,
    `(1,1),(0,0)`.
    """
    try:
        return _moves_in(game, state, moves)
    except MoveError as wrong:
        apart = _COMMA.sub(" ", moves)
        if apart == moves:
            raise
        try:
            return _moves_in(game, state, apart)
        except MoveError as still_wrong:
            raise max(wrong, still_wrong, key=lambda one: one.number) from None


def _moves_in(game: Game, state: State, moves: str) -> list[tuple[int, State]]:
    """The same of a text without commas between moves."""
    words = _without_number(game, state, " ".join(moves.split())).split()
    joined = len(words) == 1 and not words[0].startswith('"') and not _is_name(game, state, words[0])
    if joined and words[0].isdecimal():
        words, joined = list(words[0]), False
    made: list[tuple[int, State]] = []
    rest = " ".join(words)
    while rest := _without_number(game, state, rest):
        passing = _only_passes(game, state, rest)
        word, rest = (passing, rest) if passing else _first_move(game, state, rest, joined=joined)
        try:
            action = game.parse(state, word)
        except ActionError as error:
            names = [game.name(state, action) for action in game._named_actions(state)]
            raise MoveError(moves, len(made) + 1, word, state, names, error) from error
        state = game.result(state, action)
        made.append((action, state))
    return made


def _without_number(game: Game, state: State, text: str) -> str:
    """A text without the number of a move, or the result, that it begins with."""
    beside = _BESIDE.match(text)
    if beside is None or any(game.name(state, action).startswith(beside[0].strip()) for action in game._named_actions(state)):
        return text
    return text[beside.end() :]


def _only_passes(game: Game, state: State, text: str) -> str:
    """The name of the only action, where that is a pass which the text does not say; else nothing."""
    names = [game.name(state, action) for action in islice(game.actions(state), 2)] if not game.is_terminal(state) else []
    return PASSING if names == [PASSING] and not text.casefold().startswith(PASSING) else ""


def _first_move(game: Game, state: State, text: str, *, joined: bool) -> tuple[str, str]:
    """The first move of a text, and what follows: what stands in quotes, the longest name that the text begins with, or a word.

    joined  whether no blanks stand between the moves
    """
    if quoted := _QUOTED.match(text):
        return quoted[1], text[quoted.end() :].strip()
    names = [game.name(state, action) for action in game._named_actions(state)]
    if joined:
        named = max((name for name in names if text.casefold().startswith(name.casefold())), key=len, default="")
        first = named or next((text[:end] for end in range(LONGEST_WORD, 0, -1) if _is_read(game, state, text[:end])), text)
        return first, text[len(first) :]
    for name in sorted((name for name in names if len(name.split()) > 1), key=len, reverse=True):
        begun = re.match(r"\s+".join(map(re.escape, name.split())) + r"(?=\s|$)", text, re.IGNORECASE)
        if begun:
            return name, text[begun.end() :].strip()
    word, *rest = text.split(maxsplit=1)
    return word, rest[0] if rest else ""


def _is_read(game: Game, state: State, word: str) -> bool:
    """Whether a word is another way to write an action than its name or its number: `e2e4` for e4."""
    if word.isdecimal():
        return False
    try:
        game.parse(state, word)
    except ActionError:
        return False
    return True


def _is_name(game: Game, state: State, word: str) -> bool:
    return not game.is_terminal(state) and any(game.name(state, action) == word for action in game.actions(state))


def _task(game: Game, number: int, text: str) -> Task:
    text, semicolon, facts = text.partition(";")
    if semicolon:
        scores = [_score(fact) for fact in facts.split(";") if fact.strip()]
        return _read(game, number, text.strip(), max(scores, default=None))
    head, _, last = text.rpartition(" ")
    if head and _NUMBER.fullmatch(last) and not _is_position(game, text):
        return _read(game, number, head.strip(), float(last))
    return _read(game, number, text, None)


def _score(fact: str) -> float:
    """`A1:+6`, or `6` alone."""
    number = fact.rpartition(":")[2].strip()
    if not _NUMBER.fullmatch(number):
        raise PositionError(f"{fact.strip()!r} is no score; after `;` stands a number, or an action and its score, as A1:+6")
    return float(number)


def _read(game: Game, number: int, text: str, expected: float | None) -> Task:
    """The text is a position; if not, moves. If it is neither, the error is about what it looks like."""
    try:
        return Task(number, "position", text, game.read(text), expected)
    except PositionError as as_position:
        try:
            return Task(number, "moves", text, states_after(game, game.initial(), text)[-1], expected)
        except ActionError as as_moves:
            if _looks_like_moves(game, text):
                raise as_moves from None
            raise PositionError(f"{as_position}; nor is it moves: {as_moves}") from None


def _is_position(game: Game, text: str) -> bool:
    try:
        game.read(text)
    except PositionError:
        return False
    return True


def _looks_like_moves(game: Game, text: str) -> bool:
    """Whether the first word, or its first sign, is a move."""
    first = text.split()[0]
    for word in (first, first[0]):
        try:
            game.parse(game.initial(), word)
        except ActionError:
            continue
        return True
    return False


# Solving them


@dataclass(frozen=True)
class Solved:
    """One of many positions: its score, what a file says that it should be, and what it took.

    `seconds` are those of the search itself, without reading the position.
    """

    task: Task
    score: float
    nodes: int
    seconds: float

    @property
    def differs(self) -> bool:
        """Whether another score was expected."""
        return self.task.expected is not None and self.task.expected != self.score

    def as_dict(self) -> dict[str, Any]:
        """The same in JSON's types."""
        expected = {} if self.task.expected is None else {"expected": whole_score(self.task.expected)}
        return {self.task.kind: self.task.text, "score": self.score, **expected, "nodes": self.nodes, "seconds": self.seconds}


def solve_all(engine: Engine, tasks: Iterable[Task], *, keep: bool = False, progress: Progress | None = None) -> Iterator[Solved]:
    """The scores of many positions, each as soon as it is known.

    keep  keep what the table has learnt from one position for the next; else each begins with an empty table

    Raises KeyboardInterrupt after Ctrl-C.
    """
    before = 0
    for task in tasks:
        if not keep:
            engine.clear()
        found = engine.value(task.state, progress=counting_from(before, progress))
        if found.value is None:
            raise KeyboardInterrupt
        before += found.nodes
        sign = 1 if engine.game.to_move(task.state) == MAX else -1
        yield Solved(task, whole_score(sign * found.value), found.nodes, round(found.seconds, 9))


def summary(solved: Iterable[Solved]) -> dict[str, Any]:
    """How many there are and differ from what was expected; means, medians, nodes a second."""
    found = list(solved)
    seconds, nodes = [one.seconds for one in found], [one.nodes for one in found]
    total = sum(seconds)
    return {
        "positions": len(found),
        "expected": sum(one.task.expected is not None for one in found),
        "differ": sum(one.differs for one in found),
        "seconds": round(total, 9),
        "mean_seconds": round(fmean(seconds), 9) if found else None,
        "median_seconds": round(median(seconds), 9) if found else None,
        "nodes": sum(nodes),
        "mean_nodes": round(fmean(nodes), 1) if found else None,
        "median_nodes": median(nodes) if found else None,
        "nodes_per_second": round(sum(nodes) / total) if total else None,
    }


class Saved:
    """A file of solved positions: a first line that tells the game, then one position a line.

    Lines are appended as they come; half a line, left by a process that was killed, is cut off.
    Raises SearchError for a file that holds something else, or cannot be written.
    """

    def __init__(self, game: Game, path: str | Path) -> None:
        self.path = Path(path)
        self._found: dict[tuple[str, str], list[tuple[float, int, float]]] = {}
        begins = json.dumps({"game": repr(game)}) + "\n"
        try:
            text = read_whole(self.path).decode() if self.path.exists() else ""
            if not text.startswith(begins) and not begins.startswith(text):
                raise SearchError(f"{path} is not a file of solutions of {game!r}: it begins with {text[:60]!r}; save to another file")
            whole_lines = text[: text.rfind("\n") + 1] or begins
            for number, line in enumerate(whole_lines.splitlines()[1:], 2):
                self._remember(number, line)
            if len(whole_lines) < len(text):
                os.truncate(self.path, len(whole_lines.encode()))
            elif whole_lines != text:
                self.path.write_text(whole_lines, encoding="utf-8")
        except (OSError, UnicodeDecodeError, SpecError) as error:
            raise SearchError(f"cannot save to {path}: {getattr(error, 'strerror', None) or error}") from error

    def _remember(self, number: int, line: str) -> None:
        try:
            record = json.loads(line)
            kind = "moves" if "moves" in record else "position"
            kept = (whole_score(float(record["score"])), int(record["nodes"]), float(record["seconds"]))
            if any(map(isnan, kept)):
                raise ValueError("not a number")
            self._found.setdefault((kind, record[kind]), []).append(kept)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise SearchError(f"{self.path}, line {number}: not a solution that was saved here; save to another file") from error

    def take(self, tasks: Iterable[Task]) -> list[Solved]:
        """The positions that are solved already."""
        taken = []
        for task in tasks:
            records = self._found.get((task.kind, task.text))
            if records:
                taken.append(Solved(task, *records.pop(0)))
        return taken

    def add(self, solved: Solved) -> None:
        """Append one."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(solved.as_dict()) + "\n")
        except OSError as error:
            raise SearchError(f"cannot save to {self.path}: {error.strerror or error}") from error
