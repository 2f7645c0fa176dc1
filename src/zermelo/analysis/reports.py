"""What a report has found of the positions of a line, as the file of the games keeps it: each by itself, so that what was broken off goes
on, and a line that begins alike begins with what is known. Beside it stands what the engine of a page has found of positions, and the
deepest look at each move: a report that looked at one for a second says of it what has been found since, so that a move has one cost.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from operator import add
from typing import Any, Protocol

import zermelo
from zermelo.analysis.lines import Line
from zermelo.analysis.thoughts import Judged, Thought, sign_of, whose
from zermelo.analysis.verdicts import WON, outcome
from zermelo.game import CHANCE, Game, is_score, rewards

FOUND, DEEPEST = "found", "deepest"
"""Under what the findings of a page, and the deepest look at a move, are kept."""


class Store(Protocol):
    """Where findings are kept, as texts by their keys."""

    def judgements(self, keys: Sequence[str]) -> dict[str, str]:
        """Those of these keys that are there."""

    def keep(self, key: str, facts: str) -> None:
        """Keep one; another that was kept under the key is replaced."""


@dataclass(frozen=True)
class Row:
    """A position of a line: its best move, and the one that was played there; None where that is it, or none was. Where chance moves: what
    was to be expected, and the outcome."""

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

    @property
    def less_sure(self) -> Judged:
        """Which of the two is known less surely: what the one costs beside the other is no surer."""
        return self.best if self.played is None else min(self.best, self.played, key=lambda one: one.sureness)

    def deeper(self, other: Row | None) -> Row:
        """The one of two looks at the same move that is surer."""
        return self if other is None or other.less_sure.sureness <= self.less_sure.sureness else other


@dataclass(frozen=True)
class Finding:
    """What the engine of a page has found of a position: the move that it holds to be best, whether it is proved that there is none better,
    and the moves of which it knows something, by their actions. Where chance moves: what is to be expected, and the outcomes.
    """

    best: Judged
    exact: bool
    moves: dict[int, Judged]

    @staticmethod
    def by(thought: Thought, line: Line) -> Finding | None:
        """What a thought of the position at the end of a line has found; None where that is nothing."""
        game, best, mover = line.named.game, thought.first, line.mover
        if best is None:
            return None
        assert mover is not None  # of a position that is not over
        proved = {action for action, one in thought.moves.items() if one.proved}
        won = game.players <= 2 and not is_score(game) and outcome(game, best, line.won, mover) == WON
        return Finding(best, won or proved >= set(line.legal), dict(thought.moves))

    @property
    def sureness(self) -> dict[int, Any]:
        """How much is known of each move."""
        return {action: (one.sureness, one.distance, one.shortest) for action, one in self.moves.items()}

    @property
    def proved(self) -> dict[int, Judged]:
        """The moves whose worth is proved."""
        return {action: one for action, one in self.moves.items() if one.proved}

    def joined(self, later: Finding) -> Finding:
        """What both have found, of a move that which says more."""
        moves = dict(self.moves)
        for action, one in later.moves.items():
            if action not in moves or moves[action].yields_to(one):
                moves[action] = one
        older = (self.exact and not later.exact) or (self.exact == later.exact and self.best.sureness > later.best.sureness)
        return Finding(self.best if older else later.best, self.exact or later.exact, moves)

    def beside(self, action: int, sign: int) -> Row | None:
        """A move beside the best one, for a player with this sign (see `sign_of`); None where not so much is known of it.

        One that seems better than the best was looked at less deep, and the deeper search has found that it is not.
        """
        played = self.moves.get(action)
        if action == self.best.action:
            return Row(self.best, None)
        return None if played is None or sign * (played.value - self.best.value) > 0 else Row(self.best, played)

    def rolled(self, outcome: int | None) -> Row | None:
        """What was to be expected, and what chance did; None where not so much is known."""
        if outcome is None:
            return Row(self.best, None)
        return Row(self.best, self.moves[outcome]) if outcome in self.moves else None

    def text(self) -> str:
        """As it is kept."""
        return json.dumps([asdict(self.best), self.exact, [asdict(one) for one in self.moves.values()]])

    @staticmethod
    def of(text: str) -> Finding:
        """What was kept."""
        best, exact, moves = json.loads(text)
        return Finding(_read(best), exact, {one.action: one for one in map(_read, moves)})


def _read(facts: dict[str, Any]) -> Judged:
    values = facts.get("values")
    return Judged(**{**facts, "line": tuple(facts["line"]), "values": None if values is None else tuple(values)})


class Rows:
    """What is kept of the positions of a line when each was looked at for this many seconds, by their plies: from the start to the end."""

    def __init__(self, store: Store, line: Line, seconds: float) -> None:
        self._store = store
        played = (*line.actions, None)  # what was played belongs to the position
        places = list(zip(_positions(line), played, strict=True))
        self.keys = [_key(before, seconds, action) for before, action in places]
        self._deepest = [_key(before, DEEPEST, action) for before, action in places]

    def found(self) -> dict[int, Row]:
        """Those that are there."""
        kept = self._store.judgements(self.keys)
        return {ply: Row.of(kept[key]) for ply, key in enumerate(self.keys) if key in kept}

    def keep(self, ply: int, row: Row) -> None:
        """Keep one, also as the deepest look at its move if it is that."""
        self._store.keep(self.keys[ply], row.text())
        key = self._deepest[ply]
        before = self._store.judgements([key]).get(key)
        if before is None or Row.of(before).deeper(row) is row:
            self._store.keep(key, row.text())


class Findings:
    """What has been found of the positions of a line, however long each was looked at."""

    def __init__(self, store: Store, line: Line) -> None:
        self._store, self._line = store, line
        played = (*line.actions, None)
        self._keys, self._deepest = list[str](), list[str]()
        for before, action in zip(_positions(line), played, strict=True):
            self._keys.append(_key(before, FOUND))
            self._deepest.append(_key(before, DEEPEST, action))

    def keep(self, finding: Finding) -> None:
        """Keep what is found of the last position, with what was."""
        key = self._keys[-1]
        kept = self._store.judgements([key]).get(key)
        self._store.keep(key, (finding if kept is None else Finding.of(kept).joined(finding)).text())

    def prove(self, row: Row) -> None:
        """Keep what a look proves of the last position, so that it is proved what the move before has led to; of simulations a win alone
        is a proof that nothing is better."""
        if row.best.proved and row.best.visits is None:
            self.keep(
                Finding(row.best, True, {one.action: one for one in (row.best, row.played) if one is not None and one.line and one.proved})
            )

    def proved_by_the_next(self, ply: int) -> Judged | None:
        """The move that was played after so many plies, where what is found of the position that it led to proves what it is worth."""
        if ply == len(self._line.actions):
            return None
        key = self._keys[ply + 1]
        kept = self._store.judgements([key]).get(key)
        return None if kept is None else _led_to(self._line.before(ply), self._line.actions[ply], Finding.of(kept))

    def beside(self, rows: dict[int, Row]) -> dict[int, Row]:
        """Rows of the line by their plies, with what has been found since."""
        kept = self._store.judgements([*self._keys, *self._deepest])
        findings = {ply: Finding.of(kept[key]) for ply, key in enumerate(self._keys) if key in kept}
        deepest = {ply: Row.of(kept[key]) for ply, key in enumerate(self._deepest) if key in kept}
        return {ply: self._row(ply, row.deeper(deepest.get(ply)), findings) for ply, row in rows.items()}

    def _row(self, ply: int, row: Row, findings: dict[int, Finding]) -> Row:
        before = self._line.before(ply)
        if ply == len(self._line.actions):
            return founded(row, before, None, findings.get(ply))
        action, after = self._line.actions[ply], findings.get(ply + 1)
        return founded(row, before, action, findings.get(ply), None if after is None else _led_to(before, action, after))


def founded(row: Row, line: Line, action: int | None, here: Finding | None, after: Judged | None = None) -> Row:
    """A row of the position at the end of a line, with what has been found since: what is proved, else by the deeper look.

    action  what was played there, if anything was
    here    what is found of the position
    after   the move that was played, if it is proved by the position after it
    """
    sign = sign_of(line.named.game, line.named.game.to_move(line.state))
    if line.mover == CHANCE:
        return row if here is None else row.deeper(here.rolled(action))
    if here is not None:
        row = row.deeper(here.beside(here.best.action if action is None else action, sign))
    best, proved = row.best, {} if here is None else here.proved
    if here is not None:
        better_known = here.exact and (here.best.value != best.value or best.yields_to(here.best))
        best = here.best if better_known or (not best.proved and best.action in proved) else best
    if action is None:
        return Row(best, None)
    played = row.best if row.played is None else row.played
    for one in (after, proved.get(action)):
        if one is not None and played.yields_to(one):
            agreed = played.proved and played.value == one.value and len(played.line) > len(one.line)  # then what follows is known already
            played = replace(one, line=played.line) if agreed else one
    if played.proved and not best.proved and sign * (played.value - best.value) >= 0:
        best = played
    return Row(best, None if played.action == best.action else played)


def _led_to(line: Line, action: int, after: Finding) -> Judged | None:
    """What an action is worth at the end of a line, by what is proved of the position that it leads to; None where that is not all."""
    game, best = line.named.game, after.best
    if not (after.exact and best.proved) or (game.players > 2 and best.values is None):
        return None
    gains = rewards(game, line.state, action)
    values, to_whom = best.values or (best.value,), whose(game, line.state)
    worths = tuple(map(add, gains, values))
    distance = None if best.distance is None else best.distance + 1
    line_of, each = (action, *best.line), None if best.values is None else worths
    return replace(best, line=line_of, value=worths[to_whom], distance=distance, visits=None, values=each)


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
