"""What a report has found of the positions of a line, as the file of the games keeps it: each by itself, so that what was broken off goes
on, and a line that begins alike begins with what is known. Beside it stands what the engine of a page has proved of positions: a report
that looked at one for a second says of it what has been proved since.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import Any

import zermelo
from zermelo import scales
from zermelo.game import MAX, Game, rewards
from zermelo.web.analysis import Judged, Thought
from zermelo.web.lines import Line
from zermelo.web.store import Store
from zermelo.web.verdicts import WON, outcome


@dataclass(frozen=True)
class Row:
    """A position of a line: its best move, and the one that was played there; None where that is it, or none was."""

    best: Judged
    played: Judged | None

    def text(self) -> str:
        """As it is kept."""
        return json.dumps([asdict(self.best), None if self.played is None else asdict(self.played)])

    @staticmethod
    def of(text: str) -> Row:
        """What was kept."""
        best, played = json.loads(text)
        return Row(_read(best), None if played is None else _read(played))


@dataclass(frozen=True)
class Proof:
    """What the engine of a page has proved of a position: the move that it holds to be best, whether there is none better, and the moves
    whose worth is proved, by their actions.
    """

    best: Judged
    exact: bool
    moves: dict[int, Judged]

    @staticmethod
    def by(thought: Thought, line: Line) -> Proof | None:
        """What a thought of the position at the end of a line proves; None where that is nothing."""
        moves = {action: one for action, one in thought.moves.items() if one.proved}
        if not moves:
            return None
        game, best, mover = line.named.game, thought.best[0], line.mover
        assert mover is not None  # of a position that is not over
        won = not scales.is_score(game) and outcome(best, line.won, mover) == WON
        return Proof(best, won or moves.keys() >= set(line.legal), moves)

    def text(self) -> str:
        """As it is kept."""
        return json.dumps([asdict(self.best), self.exact, [asdict(one) for one in self.moves.values()]])

    @staticmethod
    def of(text: str) -> Proof:
        """What was kept."""
        best, exact, moves = json.loads(text)
        return Proof(_read(best), exact, {one.action: one for one in map(_read, moves)})


def _read(facts: dict[str, Any]) -> Judged:
    return Judged(**{**facts, "line": tuple(facts["line"])})


class Rows:
    """What is kept of the positions of a line when each was looked at for this many seconds, by their plies: from the start to the end."""

    def __init__(self, store: Store, line: Line, seconds: float) -> None:
        self._store = store
        played = (*line.actions, None)  # what was played belongs to the position
        self.keys = [_key(before, seconds, action) for before, action in zip(_positions(line), played, strict=True)]

    def found(self) -> dict[int, Row]:
        """Those that are there."""
        kept = self._store.judgements(self.keys)
        return {ply: Row.of(kept[key]) for ply, key in enumerate(self.keys) if key in kept}

    def keep(self, ply: int, row: Row) -> None:
        """Keep one."""
        self._store.keep(self.keys[ply], row.text())


class Proofs:
    """What has been proved of the positions of a line."""

    def __init__(self, store: Store, line: Line) -> None:
        self._store, self._line = store, line
        self._keys = [_key(before, "proved") for before in _positions(line)]

    def keep(self, proof: Proof) -> None:
        """Keep what is proved of the last position."""
        self._store.keep(self._keys[-1], proof.text())

    def beside(self, rows: dict[int, Row]) -> dict[int, Row]:
        """Rows of the line by their plies, with what has been proved since."""
        kept = self._store.judgements(self._keys)
        proofs = {ply: Proof.of(kept[key]) for ply, key in enumerate(self._keys) if key in kept}
        return {ply: self._row(ply, row, proofs) for ply, row in rows.items()} if proofs else rows

    def _row(self, ply: int, row: Row, proofs: dict[int, Proof]) -> Row:
        before = self._line.before(ply)
        if ply == len(self._line.actions):
            return founded(row, before, None, proofs.get(ply))
        action, after = self._line.actions[ply], proofs.get(ply + 1)
        return founded(row, before, action, proofs.get(ply), None if after is None else _led_to(before, action, after))


def founded(row: Row, line: Line, action: int | None, here: Proof | None, after: Judged | None = None) -> Row:
    """A row of the position at the end of a line, with what has been proved since.

    action  what was played there, if anything was
    here    what is proved of the position
    after   the move that was played, if it is proved by the position after it
    """
    best = row.best
    if here is not None:
        better_known = here.exact and (here.best.value != best.value or best.yields_to(here.best))
        best = here.best if better_known or (not best.proved and best.action in here.moves) else best
    if action is None:
        return Row(best, None)
    played = row.best if row.played is None else row.played
    for one in (after, None if here is None else here.moves.get(action)):
        if one is not None and played.yields_to(one):
            agreed = played.proved and played.value == one.value and len(played.line) > len(one.line)  # then what follows is known already
            played = replace(one, line=played.line) if agreed else one
    sign = 1 if line.named.game.to_move(line.state) == MAX else -1
    if played.proved and not best.proved and sign * (played.value - best.value) >= 0:
        best = played
    return Row(best, None if played.action == best.action else played)


def _led_to(line: Line, action: int, after: Proof) -> Judged | None:
    """What an action is worth at the end of a line, by what is proved of the position that it leads to; None where that is not all."""
    if not (after.exact and after.best.proved):
        return None
    best, gain = after.best, rewards(line.named.game, line.state, action)[MAX]
    distance = None if best.distance is None else best.distance + 1
    return replace(best, line=(action, *best.line), value=gain + best.value, distance=distance, visits=None)


def _positions(line: Line) -> list[Any]:
    """Each position of a line, from the start to the end, as what a digest of its rules, its start and the moves before it holds."""
    game = line.named.game
    told = json.dumps([zermelo.__version__, line.named.spec, _rules(game), game.write(line.start)])
    common = hashlib.sha256(told.encode())
    found = [common.copy()]
    for action in line.actions:
        common.update(f" {action}".encode())
        found.append(common.copy())
    return found


def _key(position: Any, *facts: object) -> str:
    """The key of what is kept of a position."""
    one = position.copy()
    one.update(json.dumps(facts).encode())
    return str(one.hexdigest())


def _rules(game: Game) -> str:
    """A digest of the rules: what was found by others says nothing of these."""
    from zermelo.native.fingerprint import digest

    return digest(game)
