"""The engine in the place of proof-number search: it answers the same questions, over one table that all of them share.

A question is one search to the end of the game with a null window, of which the engine says whether the answer follows from the rules
alone. It is for games that come to an end: where positions come back the engine keeps nothing that depends on the way to them, and
proof-number search is the better solver. What a game says of itself (`bounds` and the like) is believed here; what is written is walked
before (proving.py).
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX, Game, State
from zermelo.search.dfpn.search import Answer, reaches, served
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.memory import Table
from zermelo.search.engine.table import TO_THE_END, entry_depth, entry_proved, found, least_of, meta_of, most_of
from zermelo.search.runtime.workers import Progress
from zermelo.search.size import coming_back
from zermelo.words import fingerprint, next_up


def engine_for(game: Game, root: State, table: float, mode: str) -> Engine:
    """The engine that proves a game from a state. Raises SearchError for a game that it does not prove."""
    served(game, "the engine's proof")
    if game.repetition is not None or coming_back(game, root) is not None:
        raise SearchError(f"in {game!r} positions come back; proof-number search is for that: leave `by` out (`--by`)")
    return Engine(game, table=table, mode=mode, distance=False, n_best=0)


class EngineSearch:
    """What `ProofNumberSearch` is of one question, asked of an engine.

    repeated  whether positions came back: never
    """

    repeated = False

    def __init__(self, engine: Engine, attacker: int, target: float) -> None:
        self.game, self._engine, self._attacker, self._target = engine.game, engine, attacker, target
        self._folds = engine.options.symmetries > 0

    @property
    def mode(self) -> str:
        """How the engine runs."""
        return self._engine.mode

    def table(self) -> tuple[Any, int, int]:
        """The words in which the table lies, and its first place and the last one in them (see `ProofNumberSearch.table`)."""
        table: Table = self._engine.table
        return table.words, 0, table.end

    def search(
        self, state: State, attacker: int, target: float, *, nodes: int | None, seconds: float | None, progress: Progress | None
    ) -> Answer:
        """Can the attacker force an end that is worth at least `target` to them? It is not said in how many plies."""
        least = target if attacker == MAX else next_up(-target)
        said = self._engine.window(state, -next_up(-least), least, nodes=nodes, seconds=seconds, progress=progress)
        reached = self._reached(said.low, said.high)
        return Answer(reached, None, rests_on_repetition=False, nodes=said.nodes, seconds=said.seconds, stopped=said.stopped)

    def is_end(self, state: State) -> bool:
        """Whether the game is over in a state."""
        return self.game.is_terminal(state)

    def known(self, state: State) -> tuple[bool | None, int | None]:
        """Whether the attacker can force it, as far as the rules or the table say; and of an end that it is one."""
        if self.game.is_terminal(state):
            reached = reaches(self.game, state, self._attacker, self._target)
            return reached, 0 if reached else None
        kept = self._kept(state)
        for image in self.game.symmetries(state) if kept is None and self._folds else ():
            kept = kept or self._kept(image)
        return (None if kept is None else self._reached(*kept)), None

    def _kept(self, state: State) -> tuple[float, float] | None:
        """Between what a state is worth to MAX, if the table has that from a search to the end."""
        words, code = self._engine.table.words, fingerprint(self.game.key(state))
        at = found(words, code)
        meta = meta_of(words, at, words[at]) if at >= 0 else 0
        if at < 0 or not entry_proved(meta) or entry_depth(meta) != TO_THE_END:
            return None
        low, high = least_of(words, at, words[at]), most_of(words, at, words[at])
        return (low, high) if self.game.to_move(state) == MAX else (-high, -low)

    def _reached(self, low: float, high: float) -> bool | None:
        """Whether a state that is worth to MAX from `low` to `high` is worth the target to the attacker."""
        least, most = (low, high) if self._attacker == MAX else (-high, -low)
        return True if least >= self._target else False if most < self._target else None
