"""The questions by which a state is compared with a value, each a search, and the strategies that show the answers.

One question is whether a player gets more than a value, or at least it. Where endless play is not enough for them they are the attacker of
the search; where it is, the other is, and has to force less. So each answer proves a claim, of the one player or of the other.

What searches is proof-number search, or the engine. The engine believes what a game says of itself beyond the rules; so what it has proved
is walked by the plain rules before it is given out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from zermelo.errors import GameError, SearchError
from zermelo.files import alone_with
from zermelo.game import MAX, MIN, Game, State
from zermelo.proofs.by_engine import EngineSearch, engine_for
from zermelo.proofs.collecting import HINTS_ARE_BELIEVED, Collection
from zermelo.proofs.file import Lines, Proof, write
from zermelo.proofs.walk import Claim, check
from zermelo.search.dfpn.search import Answer, ProofNumberSearch, served
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.result import Exact
from zermelo.search.root import left_alone
from zermelo.search.tried import checked_folds
from zermelo.words import next_up

if TYPE_CHECKING:
    from zermelo.databases.database import Database
    from zermelo.proofs.keeping import Keeper

Progress = Callable[[str], None]
Said = TypeVar("Said", Answer, Exact)
PROOF_NUMBERS: Final = "proof-number"
ENGINE: Final = "engine"
PROVERS: Final = (PROOF_NUMBERS, ENGINE)
"""What can search for a proof, by name."""
SOLVED: Final = "solved"
INTERRUPTED: Final = "interrupted"
SHORT: Final = 1.0
"""Seconds of searching that are not worth to be kept before the proof is gathered, which takes longer."""
EVERY: Final = 30.0
"""Seconds between two times that a table is kept: so much is lost by a kill, at most."""


@dataclass(frozen=True)
class Proved:
    """What a state was found to be worth.

    value   what it was compared with, or what it is worth where that was asked; nan where that was not found out
    sign    1 if it is worth more to MAX than `value`, 0 if as much, -1 if less; None where that was not found out
    claims  what was proved of it: enough to show the sign, where nothing is worth more or less than the game's `utility_range` says. The
            engine says in how many plies only where a strategy was gathered
    proof   the claims with the strategies that show them, where they were gathered
    bytes   of the file, where one was written
    nodes   states that were made and looked at, in all searches
    stopped "solved", or why it ended before: "nodes", "time", "interrupted", "depth"
    by      what searched: "proof-number" or "engine"
    """

    game: Game
    state: State
    value: float
    sign: int | None
    claims: tuple[Claim, ...]
    proof: Proof | None
    bytes: int
    nodes: int
    seconds: float
    mode: str
    stopped: str
    by: str


def proved(
    game: Game, state: State, file: Path | None, *, gather: bool, value: float | None, by: str, table: float, nodes: int | None,
    seconds: float | None, mode: str, spec: str | None, database: Database | None, progress: Progress | None,
) -> Proved:  # fmt: skip
    """A state solved, with a file of proof (see `zermelo.proofs.prove`)."""
    if by not in PROVERS:
        raise SearchError(f"what proves is one of {', '.join(PROVERS)}, not {by!r}")
    if by == PROOF_NUMBERS:
        served(game)
        checked_folds(game)
    if value is None and by == PROOF_NUMBERS:
        value = 0.0
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value)):
        raise SearchError(f"value is a number, not {value!r}")
    root = left_alone(game, game.initial() if state is None else state)
    if by == ENGINE and database is not None:
        raise SearchError(f"what ends in states that a database knows is proved by proof-number search (`by={PROOF_NUMBERS!r}`)")
    engine = engine_for(game, root, table, mode) if by == ENGINE else None
    run = _Run(game, engine, table, nodes, seconds, mode, database, progress)
    if file is None:
        return _solved(run, root, value, None, gather=gather, spec=spec)
    with alone_with(file.with_name(f"{file.name}.lock"), f"another solver works at {file}; wait for it, or name another file"):
        from zermelo.proofs.keeping import ENGINES_FORMAT, FORMAT, Keeper  # takes numpy

        run.keeper = keeper = Keeper(file, game, game.write(root), table, ENGINES_FORMAT if engine else FORMAT, run.ends)
        try:
            told = _solved(run, root, value, file, gather=True, spec=spec)
        except KeyboardInterrupt:
            run.keep()
            raise
        if told.proof is not None:
            keeper.done()
        return told


def _solved(run: _Run, root: State, value: float | None, file: Path | None, *, gather: bool, spec: str | None) -> Proved:
    game = run.game
    sign, found = run.solve(root, value) if value is not None else run.solve_exactly(root)
    worth = value if value is not None else _exact_value(found[0].claim) if found else nan
    claims = tuple(one.claim for one in found)
    told = Proved(game, root, worth, sign, claims, None, 0, run.nodes, run.seconds, run.mode, run.stopped, run.by)
    if sign is None or not gather:
        return told
    if run.seconds >= SHORT:
        run.keep()
    proof = Proof(game, root, tuple(run.collected(root, one) for one in found), run.ends)
    if run.by == ENGINE:
        run.walk(proof)
    size = 0 if file is None else write(file, proof, spec)
    claims = tuple(claim for claim, _ in proof.claims)
    return replace(told, claims=claims, proof=proof, bytes=size, nodes=run.nodes, seconds=run.seconds)


def _exact_value(claim: Claim) -> float:
    """What a state is worth to MAX of which a claim says the value itself."""
    return claim.value if claim.player == MAX else 0 - claim.value


@dataclass
class _Table:
    """A table that is kept.

    question  that it is of
    kept_at   when it was kept last
    changed   whether anything was found since
    """

    number: int
    search: ProofNumberSearch | EngineSearch
    question: tuple[int | None, float | None]
    kept_at: float
    changed: bool = False


@dataclass(frozen=True)
class _Question:
    """What one search is asked: whether the attacker can force an end that is worth at least so much to them."""

    search: ProofNumberSearch | EngineSearch
    attacker: int
    target: float
    table: _Table


@dataclass(frozen=True)
class _Found:
    """A claim that a search has proved."""

    claim: Claim
    question: _Question

    @property
    def reach(self) -> bool:
        """Whether the prover comes to an end that is as claimed, and not only never to another."""
        return self.question.attacker == self.claim.player


class _Run:
    """Searches of one game within limits, by an engine or, without one, by proof-number search."""

    keeper: Keeper | None

    def __init__(
        self, game: Game, engine: Engine | None, table: float, nodes: int | None, seconds: float | None, mode: str,
        database: Database | None, progress: Progress | None,
    ) -> None:  # fmt: skip
        self._database, self.ends = database, None if database is None else database.told
        self.game, self._engine, self._size, self._wanted_mode, self._progress = game, engine, table, mode, progress
        self._most_nodes, self._most_seconds = nodes, seconds
        self._begun, self.keeper = time.perf_counter(), None
        self._tables: list[_Table] = []
        self.nodes, self.mode, self.stopped, self.by = 0, "", SOLVED, ENGINE if engine else PROOF_NUMBERS

    @property
    def seconds(self) -> float:
        """That it has taken so far."""
        return time.perf_counter() - self._begun

    def solve(self, root: State, value: float) -> tuple[int | None, list[_Found]]:
        """The sign of what a state is worth to MAX less the value, and the claims that show it; None where it was not found out."""
        more = self._ask(root, Claim(MAX, value, more=True))
        if more is None or more.claim.player == MAX:
            return (None, []) if more is None else (1, [more])
        least = self._ask(root, Claim(MAX, value, more=False))
        if least is None:
            return None, []
        return (0, [more, least]) if least.claim.player == MAX else (-1, [least])

    def solve_exactly(self, root: State) -> tuple[int | None, list[_Found]]:
        """The same for what the state is worth: the engine finds it by one search, and each half of it is a claim.

        That an end is worth no less, or no more, than the game's `utility_range` says is not claimed of it.
        """
        assert self._engine is not None
        least, most = self.game.utility_range or (-inf, inf)
        table = self._question(MAX, 0.0).table
        said = self._in_parts(table, partial(self._engine.window, root, least, most))
        low, high = max(said.low, least), min(said.high, most)
        if low < high:
            self.stopped = said.stopped
            return None, []
        if not isfinite(low):
            raise SearchError(f"{self.game!r} is worth {low:g}, of which nothing can be proved; say with what `value` to compare it")
        found = []
        for player, value, said_by_range in ((MAX, low, low == least), (MIN, -low, low == most and least < most)):
            if not said_by_range:
                claim = Claim(player, 0.0 + value, more=False)  # 0, not -0
                question = self._question(player, claim.value)
                answer = self._search(question, root)
                if answer.proved is None:
                    self.stopped = answer.stopped
                    return None, []
                if not answer.proved:
                    raise GameError(f"{self.game!r} is worth {low:g} by one search and not by another: {HINTS_ARE_BELIEVED}")
                found.append(_Found(claim, question))
        return 0, found

    def _ask(self, root: State, claim: Claim) -> _Found | None:
        """The claim, or that of the other player which says that it is wrong, proved; None where neither was."""
        endless = self.game.repetition
        denial = Claim(1 - claim.player, 0 - claim.value, not claim.more)
        first, second = (claim, denial) if endless is None or not _holds(claim, endless) else (denial, claim)
        found, rests = self._attacked(root, first, second)
        if endless is None and found is not None and found.claim is second:
            if rests:
                raise SearchError(
                    f"in {self.game!r} positions come back, and the rules do not say what endless play is worth; set `repetition` in the "
                    f"class: the utility to MAX"
                )
            return self._attacked(root, second, first)[0]  # so that a proof shows that play ends
        return found

    def _attacked(self, root: State, claim: Claim, denial: Claim) -> tuple[_Found | None, bool]:
        """Which of the two is right, by a search in which the player of the first attacks; and whether positions came back in it."""
        question = self._question(claim.player, next_up(claim.value) if claim.more else claim.value)
        answer = self._search(question, root)
        if answer.proved is None:
            self.stopped = answer.stopped
            return None, False
        right = replace(claim, plies=answer.plies) if answer.proved else denial
        return _Found(right, question), answer.rests_on_repetition

    def _question(self, attacker: int, target: float) -> _Question:
        """A question, with what was kept of it, or the engine's table, which serves all."""
        search: ProofNumberSearch | EngineSearch
        if self._engine:
            search = EngineSearch(self._engine, attacker, target)
        else:
            search = ProofNumberSearch(self.game, table=self._size, mode=self._wanted_mode, database=self._database)
        if not (self._engine and self._tables):
            question = (None, None) if self._engine else (attacker, target)
            table = _Table(len(self._tables), search, question, self.seconds)
            self._tables.append(table)
            if self.keeper:
                self.keeper.go_on(search, table.number, question)
        return _Question(search, attacker, target, self._tables[-1])

    def _search(self, question: _Question, state: State, nodes: int | None = None) -> Answer:
        """Search within so many nodes, or within all limits."""
        return self._in_parts(question.table, partial(question.search.search, state, question.attacker, question.target), nodes)

    def _in_parts(self, table: _Table, search: Callable[..., Said], most: int | None = None) -> Said:
        """Search in parts between which the table is kept: it is whole only where nobody writes into it."""
        while True:
            answer = self._search_once(table, search, most)
            left = self._most_seconds is None or self._most_seconds > self.seconds
            if (answer.stopped != SOLVED and most is None) or self.seconds - table.kept_at >= EVERY:
                self.keep()
            if not (self.keeper and answer.stopped == "time" and left):
                return answer

    def keep(self) -> None:
        """Let all that was found be on the disk, if anything is to be."""
        for table in self._tables:
            if self.keeper and table.changed:
                self.keeper.keep(table.search, table.number, table.question)
                table.changed = False
            table.kept_at = self.seconds

    def _search_once(self, table: _Table, search: Callable[..., Said], most: int | None) -> Said:
        nodes = most if self._most_nodes is None else max(1, min(most or self._most_nodes, self._most_nodes - self.nodes))
        seconds = None if self._most_seconds is None else max(1e-3, self._most_seconds - self.seconds)
        if self.keeper:
            seconds = min(seconds or inf, max(0.1, EVERY - (self.seconds - table.kept_at)))
        before, begun = self.nodes, self.seconds

        def tell(more: int) -> None:
            if self._progress:
                self._progress(f"{before + more:,} nodes, {more / max(1e-9, self.seconds - begun):,.0f} a second")

        answer = search(nodes=nodes, seconds=seconds, progress=tell)
        self.mode = table.search.mode  # known now: it may have begun anew as plain Python
        self.nodes, table.changed = self.nodes + answer.nodes, True
        if answer.stopped == INTERRUPTED:
            self.stopped = answer.stopped
        return answer

    def collected(self, root: State, found: _Found) -> tuple[Claim, Lines]:
        """A claim with the strategy that proves it."""

        def ask(state: State, nodes: int | None) -> bool | None:
            answer = self._search(found.question, state, nodes)
            if answer.stopped == INTERRUPTED:
                raise KeyboardInterrupt
            return answer.proved

        def tell(states: int) -> None:
            if self._progress:
                self._progress(f"gathering the proof: {states:,} states")

        strategy = Collection(found.question.search, root, found.claim.player, reach=found.reach, ask=ask, progress=tell)
        return replace(found.claim, plies=strategy.plies), strategy.lines()

    def walk(self, proof: Proof) -> None:
        """Raise GameError where the strategies are not what they should be, by the plain rules."""

        def tell(states: int) -> None:
            if self._progress:
                self._progress(f"checking the proof: {states:,} states")

        for claim, lines in proof.claims:
            walked = check(self.game, proof.root, claim, lines, tell)
            if not walked.ok:
                raise GameError(f"what the engine found of {self.game!r} does not hold ({walked.faults[0]}): {HINTS_ARE_BELIEVED}")


def _holds(claim: Claim, worth: float) -> bool:
    """Whether an outcome that is worth so much to MAX is as claimed."""
    return claim.holds(worth if claim.player == MAX else 0 - worth)
