"""The questions by which a state is solved weakly, each a search, and the strategies that show the answers.

One question is whether a player gets more than a value, or at least it. Where endless play is not enough for them they are the attacker of
the search; where it is, the other is, and has to force less. So each answer proves a claim, of the one player or of the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

from zermelo.errors import SearchError
from zermelo.files import alone_with
from zermelo.game import MAX, Game, State
from zermelo.proofs.collecting import Collection
from zermelo.proofs.file import Lines, Proof, write
from zermelo.proofs.walk import Claim
from zermelo.search.dfpn.search import Answer, ProofNumberSearch
from zermelo.words import next_up

if TYPE_CHECKING:
    from zermelo.proofs.keeping import Keeper

Progress = Callable[[str], None]
SOLVED: Final = "solved"
INTERRUPTED: Final = "interrupted"
SHORT: Final = 1.0
"""Seconds of searching that are not worth to be kept before the proof is gathered, which takes longer."""
EVERY: Final = 30.0
"""Seconds between two times that a table is kept: so much is lost by a kill, at most."""


@dataclass(frozen=True)
class Proved:
    """A weak solution of a state.

    sign    1 if it is worth more to MAX than `value`, 0 if as much, -1 if less; None where that was not found out
    claims  what was proved of it: enough to show the sign
    proof   the claims with the strategies that show them, where they were gathered
    bytes   of the file, where one was written
    nodes   states that were made and looked at, in all searches
    stopped "solved", or why it ended before: "nodes", "time", "interrupted", "depth"
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


def proved(
    game: Game, state: State, file: Path | None, *, gather: bool, value: float, table: float, nodes: int | None, seconds: float | None,
    mode: str, spec: str | None, progress: Progress | None,
) -> Proved:  # fmt: skip
    """A state solved weakly, with a file of proof (see `zermelo.proofs.prove`)."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise SearchError(f"value is a number, not {value!r}")
    root = game.initial() if state is None else state
    if file is None:
        return _solved(_Run(game, table, nodes, seconds, mode, progress, None), root, float(value), None, gather=gather, spec=spec)
    with alone_with(file.with_name(f"{file.name}.lock"), f"another solver works at {file}; wait for it, or name another file"):
        from zermelo.proofs.keeping import Keeper  # takes numpy

        keeper = Keeper(file, game, game.write(root), table)
        run = _Run(game, table, nodes, seconds, mode, progress, keeper)
        try:
            told = _solved(run, root, float(value), file, gather=True, spec=spec)
        except KeyboardInterrupt:
            run.keep()
            raise
        if told.proof is not None:
            keeper.done()
        return told


def _solved(run: _Run, root: State, value: float, file: Path | None, *, gather: bool, spec: str | None) -> Proved:
    game = run.game
    sign, found = run.solve(root, value)
    told = Proved(game, root, value, sign, tuple(one.claim for one in found), None, 0, run.nodes, run.seconds, run.mode, run.stopped)
    if sign is None or not gather:
        return told
    if run.seconds >= SHORT:
        run.keep()
    proof = Proof(game, root, tuple(run.collected(root, one) for one in found))
    size = 0 if file is None else write(file, proof, spec)
    claims = tuple(claim for claim, _ in proof.claims)
    return replace(told, claims=claims, proof=proof, bytes=size, nodes=run.nodes, seconds=run.seconds)


@dataclass
class _Question:
    """What one search is asked: whether the attacker can force an end that is worth at least so much to them.

    kept_at  when its table was kept last
    changed  whether anything was found since
    """

    number: int
    search: ProofNumberSearch
    attacker: int
    target: float
    kept_at: float
    changed: bool = False


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
    """Searches of one game within limits."""

    def __init__(
        self, game: Game, table: float, nodes: int | None, seconds: float | None, mode: str, progress: Progress | None,
        keeper: Keeper | None,
    ) -> None:  # fmt: skip
        self.game, self._table, self._wanted_mode, self._progress = game, table, mode, progress
        self._most_nodes, self._most_seconds = nodes, seconds
        self._begun, self._keeper = time.perf_counter(), keeper
        self._questions: list[_Question] = []
        self.nodes, self.mode, self.stopped = 0, "", SOLVED

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
        search = ProofNumberSearch(self.game, table=self._table, mode=self._wanted_mode)
        self.mode = search.mode
        target = next_up(claim.value) if claim.more else claim.value
        question = _Question(len(self._questions), search, claim.player, target, self.seconds)
        self._questions.append(question)
        if self._keeper:
            self._keeper.go_on(search, question.number, (claim.player, target))
        answer = self._search(question, root)
        if answer.proved is None:
            self.stopped = answer.stopped
            return None, False
        right = replace(claim, plies=answer.plies) if answer.proved else denial
        return _Found(right, question), answer.rests_on_repetition

    def _search(self, question: _Question, state: State) -> Answer:
        """Search in parts between which the table is kept: it is whole only where nobody writes into it."""
        while True:
            answer = self._search_once(question, state)
            left = self._most_seconds is None or self._most_seconds > self.seconds
            if answer.proved is None or self.seconds - question.kept_at >= EVERY:
                self.keep()
            if not (self._keeper and answer.stopped == "time" and left):
                return answer

    def keep(self) -> None:
        """Let all that was found be on the disk, if anything is to be."""
        for question in self._questions:
            if self._keeper and question.changed:
                self._keeper.keep(question.search, question.number, (question.attacker, question.target))
                question.changed = False
            question.kept_at = self.seconds

    def _search_once(self, question: _Question, state: State) -> Answer:
        nodes = None if self._most_nodes is None else max(1, self._most_nodes - self.nodes)
        seconds = None if self._most_seconds is None else max(1e-3, self._most_seconds - self.seconds)
        if self._keeper:
            seconds = min(seconds or inf, max(0.1, EVERY - (self.seconds - question.kept_at)))
        before = self.nodes

        def tell(more: int) -> None:
            if self._progress:
                self._progress(f"{before + more:,} nodes, {more / max(1e-9, self.seconds - begun):,.0f} a second")

        begun = self.seconds
        answer = question.search.search(state, question.attacker, question.target, nodes=nodes, seconds=seconds, progress=tell)
        self.nodes, question.changed = self.nodes + answer.nodes, True
        if answer.stopped == INTERRUPTED:
            self.stopped = answer.stopped
        return answer

    def collected(self, root: State, found: _Found) -> tuple[Claim, Lines]:
        """A claim with the strategy that proves it."""

        def ask(state: State) -> bool | None:
            answer = self._search(found.question, state)
            if answer.stopped == INTERRUPTED:
                raise KeyboardInterrupt
            return answer.proved

        def tell(states: int) -> None:
            if self._progress:
                self._progress(f"gathering the proof: {states:,} states")

        strategy = Collection(found.question.search, root, found.claim.player, reach=found.reach, ask=ask, progress=tell)
        return replace(found.claim, plies=strategy.plies), strategy.lines()


def _holds(claim: Claim, worth: float) -> bool:
    """Whether an outcome that is worth so much to MAX is as claimed."""
    return claim.holds(worth if claim.player == MAX else 0 - worth)
