"""What a report has found of the positions of a line, as the file of the games keeps it: each by itself, so that what was broken off goes
on, and a line that begins alike begins with what is known.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

import zermelo
from zermelo.game import Game
from zermelo.web.analysis import Judged
from zermelo.web.lines import Line
from zermelo.web.store import Store


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
        best, played = (None if one is None else Judged(**{**one, "line": tuple(one["line"])}) for one in json.loads(text))
        assert best is not None
        return Row(best, played)


class Rows:
    """What is kept of the positions of a line when each was looked at for this many seconds, by their plies: from the start to the end."""

    def __init__(self, store: Store, line: Line, seconds: float) -> None:
        self._store = store
        game = line.named.game
        told = json.dumps([zermelo.__version__, line.named.spec, _rules(game), game.write(line.start), seconds])
        common = hashlib.sha256(told.encode())
        self.keys: list[str] = []
        for action in (*line.actions, None):  # what was played belongs to the position
            one = common.copy()
            one.update(f" {action}".encode())
            self.keys.append(one.hexdigest())
            common.update(f" {action}".encode())

    def found(self) -> dict[int, Row]:
        """Those that are there."""
        kept = self._store.judgements(self.keys)
        return {ply: Row.of(kept[key]) for ply, key in enumerate(self.keys) if key in kept}

    def keep(self, ply: int, row: Row) -> None:
        """Keep one."""
        self._store.keep(self.keys[ply], row.text())


def _rules(game: Game) -> str:
    """A digest of the rules: what was found by others says nothing of these."""
    from zermelo.native.fingerprint import digest

    return digest(game)
