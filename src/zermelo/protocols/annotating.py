"""Games of chess with the engine's opinion: a value after each move, and at each mistake a mark, the better move and its line.

    2. g4 $4 {[%eval #-1] e4 was better.} (2. e4 d5 3. exd5)

Values stand in comments as other programs write them: in pawns to White, or the number of moves to the mate. Moves that are annotated are
known by them, so that what was broken off goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import MAX
from zermelo.games.chess import Chess, State
from zermelo.languages import Language, language
from zermelo.protocols.chessboard import ChessBoard
from zermelo.protocols.gameboard import UNIT
from zermelo.protocols.pgn import OPINIONS, Broken, Move, Pgn, written_headers
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import EngineResult
from zermelo.search.runtime.workers import Progress

MISTAKES: Final = ((300, OPINIONS["??"]), (100, OPINIONS["?"]), (50, OPINIONS["?!"]))
"""From how many hundredths of a pawn that a move loses it is marked, and how."""
DECIDED: Final = 1000
"""Hundredths of a pawn beyond which a lead is no longer counted: what is won cannot be won more."""
SHOWN: Final = 8
"""Plies of a better line that are written."""
CLAIMS: Final = {"Draw by repetition": "annotated.repetition", "50-move rule": "annotated.fifty"}
"""The messages for draws that can be claimed, by the reason."""


class Annotator:
    """Annotates games of chess, one after the other.

    limits   what `Engine.search` takes, for each position: depth, nodes, seconds
    lang     the code of the language of what is said: en, es or pt; SpecError for others
    options  what the engine is made with: threads, table, mode
    """

    def __init__(self, limits: Mapping[str, Any], progress: Progress | None = None, *, lang: str = "en", **options: Any) -> None:
        self.limits, self.progress, self.options = dict(limits), progress, options
        self.speech = language(lang)
        self._engines: dict[str, Engine] = {}

    @property
    def name(self) -> str:
        """Who annotates, and how: for the header `Annotator`."""
        told = self.limits if self.speech.code == "en" else {**self.limits, "lang": self.speech.code}
        return f"Zermelo, {', '.join(f'{name}={value}' for name, value in told.items())}"

    def annotate(self, pgn: Pgn) -> Iterator[int]:
        """Annotate what is not annotated yet, from where that begins; the number of plies that are done, after each.

        Raises KeyboardInterrupt after Ctrl-C; what is done is whole.
        """
        if pgn.headers.get("Annotator") != self.name:
            _forget_values(pgn)
            pgn.headers["Annotator"] = self.name
        board = ChessBoard(Chess(pgn.game.variant))  # a draw that can be claimed is searched as one
        states = pgn.states
        begun = annotated(pgn)
        before = self._judged(board, states[: begun + 1]) if begun < len(pgn.moves) else None
        for ply in range(begun, len(pgn.moves)):
            move, state = pgn.moves[ply], states[ply]
            after = self._judged(board, states[: ply + 2])
            if before is not None:
                _mark(board, state, pgn.moves[: ply + 1], before, after, self.speech)
            if value := _written(board, states[ply + 1], after):
                move.commands["eval"] = value
            claim = _claim(board, states[: ply + 2])
            if claim and not _claim(board, states[: ply + 1]):
                _say(move, self.speech.say(claim))
            before = after
            yield ply + 1

    def _judged(self, board: ChessBoard, states: list[State]) -> EngineResult:
        """What the engine thinks of the last of these states; where a draw can be claimed it is worth that."""
        engine = self._engines.get(board.game.variant) or Engine(board.game, **self.options)
        self._engines[board.game.variant] = engine
        state, before = board.to_search(states)
        found = engine.search(state, history=before, progress=self.progress, **self.limits)
        if found.stopped == "interrupted":  # what has been found is not what was asked for
            raise KeyboardInterrupt
        return replace(found, value=0.0, variations=()) if _claim(board, states) else found


def annotated(pgn: Pgn) -> int:
    """How many plies of a game are annotated; a mate has no value, and is looked at again."""
    return next((ply for ply, move in enumerate(pgn.moves) if "eval" not in move.commands), len(pgn.moves))


def mistakes(pgn: Pgn) -> tuple[int, int]:
    """How many moves of White's and of Black's are marked as mistakes."""
    marks = {mark for _, mark in MISTAKES}
    made = [0, 0]
    for state, move in zip(pgn.states, pgn.moves, strict=False):
        made[pgn.game.to_move(state)] += not marks.isdisjoint(move.nags)
    return made[0], made[1]


def resumed(pgn: Pgn | Broken, kept: Pgn, name: str) -> Pgn:
    """The game as it was kept when its annotation by this annotator was broken off.

    The game itself where another one annotated it, and where it says something by now that what was kept does not. Raises SpecError
    if it is another game.
    """
    if isinstance(pgn, Broken) or kept.start != pgn.start or [move.action for move in kept.moves] != [move.action for move in pgn.moves]:
        raise SpecError("what is there holds other games; name another file to write to")
    return kept if kept.headers.get("Annotator") == name and _holds(kept, pgn) else pgn


def _holds(kept: Pgn, pgn: Pgn) -> bool:
    """Whether an annotated game says all that the game itself does, of the same moves."""
    there = written_headers(kept)
    headers = all(there.get(name) == value for name, value in written_headers(pgn).items() if name != "Annotator")
    return headers and _words(kept.comment) == _words(pgn.comment) and _line_holds(kept.moves, pgn.moves)


def _line_holds(kept: Sequence[Move], moves: Sequence[Move]) -> bool:
    return len(kept) == len(moves) and all(map(_move_holds, kept, moves))


def _move_holds(kept: Move, move: Move) -> bool:
    said = kept.action == move.action and set(move.nags) <= set(kept.nags) and _words(move.before) == _words(kept.before)
    said = said and _words(move.comment) in _words(kept.comment)
    commands = all(kept.commands.get(name) == told for name, told in move.commands.items() if name != "eval")
    return said and commands and all(any(_line_holds(one, line) for one in kept.variations) for line in move.variations)


def _words(text: str) -> str:
    """A text, whatever its lines are."""
    return " ".join(text.split())


def _forget_values(pgn: Pgn) -> None:
    """Leave out what other programs say of the moves' worth."""
    for move in pgn.moves:
        move.commands.pop("eval", None)


def _claim(board: ChessBoard, states: Sequence[State]) -> str:
    """The message for a draw that can be claimed in the last of these states; nothing where none can."""
    _, why = board.result(states) or ("", "")
    return CLAIMS.get(why, "")


def _say(move: Move, told: str) -> None:
    """Put a sentence before what is said of a move, if it is not said already."""
    if told not in move.comment:
        move.comment = f"{told} {move.comment}".strip()


def _mark(board: ChessBoard, state: State, moves: Sequence[Move], before: EngineResult, after: EngineResult, speech: Language) -> None:
    """Say so if the last of these moves, made in this state, loses something, and what was better."""
    move = moves[-1]
    if before.action is None or before.action == move.action:
        return
    lost = _lead(board, state, before) - _lead(board, state, after)
    mark = next((mark for least, mark in MISTAKES if lost >= least), None)
    if mark is None:
        return
    if mark not in move.nags:
        move.nags += (mark,)
    _say(move, speech.say("annotated.better", move=board.game.name(state, before.action)))
    better = [Move(action) for action in before.line[:SHOWN]]
    if better not in move.variations and not is_told(moves, before.line[:SHOWN]):
        move.variations.append(better)


def is_told(moves: Sequence[Move], line: Sequence[int]) -> bool:
    """Whether a variation just before the last of these moves has this line, as far as both go: from its beginning, or going on here."""
    for since, move in enumerate(moves[-2 : -2 - SHOWN : -1], 1):
        for variation in move.variations:
            actions = [one.action for one in variation]
            for told in filter(None, (actions, actions[since:])):
                common = min(len(told), len(line))
                if told[:common] == list(line[:common]):
                    return True
    return False


def _lead(board: ChessBoard, state: State, found: EngineResult) -> int:
    """What was found, in hundredths of a pawn to who moves in a state, as far as it counts."""
    return max(-DECIDED, min(DECIDED, board.centipawns(state, _number(found))))


def _written(board: ChessBoard, state: State, found: EngineResult) -> str:
    """A value as the command `eval` has it, to White; nothing where the game is over by mate."""
    white = board.game.to_move(state) == MAX
    if not board.legal(state) and state.checkers:
        return ""
    if found.variations and (mate := board.mate_in(state, found.variations[0])):
        return f"#{mate if white else -mate}"
    lead = board.centipawns(state, _number(found))
    return f"{(lead if white else -lead) / UNIT:.2f}"


def _number(found: EngineResult) -> float:
    return float(found.value)  # type: ignore[arg-type]  # two players: a number
