"""The checker of proofs: walks every play that a proof allows, by the plain rules of the game, and trusts no solver.

A proof says that one player, the *prover*, gets more than a value, or at least it, from a state on, whatever the other plays. It is a
strategy: for each state in which the prover is to move, one action. What is asked of it:

    at an end          the rules say that the prover has what is claimed, or a database does that is given and has a checker of its own
    prover to move     the state has a line, its action is legal, and where it has a bound the longest play from there has so many plies
    other to move      the same holds after each of their actions

Where lines have bounds, these fall along every play, so each play ends as claimed. Where they have none the prover need not come to an end:
play that goes on for ever is worth what the rules say of it (`Game.repetition`), and that has to be what is claimed.
States that are one by the game's own `key` and `symmetries` share a line: these belong to the rules, and `zermelo check` tests them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Final

from zermelo.game import MAX, Game, State

MOST_FAULTS: Final = 20
_IN_A_ROW: Final = 300  # plies of the other player without one of the prover: beyond, a proof is refused


@dataclass(frozen=True)
class Claim:
    """What is claimed of a state.

    player  the prover, MAX or MIN
    value   what they get, of utilities to them; `more` says whether they get more than that, or at least that
    plies   in how many they have it, whatever the other plays; None where they need not come to an end
    """

    player: int
    value: float
    more: bool
    plies: int | None = None

    def holds(self, worth: float) -> bool:
        """Whether an end that is worth so much to the prover is as claimed."""
        return worth > self.value if self.more else worth >= self.value


@dataclass(frozen=True)
class Line:
    """What the prover plays in a state, and the plies of the longest play from there; None where they need not come to an end."""

    state: State
    action: int
    bound: int | None


@dataclass
class Walked:
    """What a check has found.

    states  in which the prover is to move and that play comes to
    edges   states that were looked at after an action
    faults  what is wrong, in words: the first ones
    """

    states: int = 0
    edges: int = 0
    wrong: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong


def check(
    game: Game, root: State, claim: Claim, lines: Mapping[Hashable, Line], progress: Callable[[int], None] | None = None,
    known: Callable[[State], float | None] | None = None,
) -> Walked:  # fmt: skip
    """Walk every play from `root` in which the prover keeps to the lines, which are by the `key` of their states.

    `known` says of a state what it is worth to MAX, or None: play is followed up to states of which that is known. Each line is looked at
    once, and each action of the other player after it. Lines that no play comes to are wrong, too.
    """
    return _Walk(game, root, claim, lines, known).run(progress)


class _Walk:
    def __init__(
        self, game: Game, root: State, claim: Claim, lines: Mapping[Hashable, Line], known: Callable[[State], float | None] | None
    ) -> None:  # fmt: skip
        self.known = known
        self.game, self.root, self.claim, self.lines, self.found = game, root, claim, lines, Walked()
        self.met: set[Hashable] = set()
        self.waiting: list[Line] = []
        self.passed: set[Hashable] = set()

    def run(self, progress: Callable[[int], None] | None) -> Walked:
        begun, game, claim, found = time.perf_counter(), self.game, self.claim, self.found
        endless = game.repetition if claim.player == MAX or game.repetition is None else -game.repetition
        if claim.plies is None and (endless is None or not claim.holds(endless)):
            self.fault(f"{game.write(self.root)}: play that goes on for ever is not worth what is claimed")
        longest = self.longest(self.root, claim.plies or 0)
        if claim.plies is not None and longest != claim.plies:
            self.fault(f"{game.write(self.root)}: the bound of the claim is {claim.plies}, and that of the longest play {longest}")
        while self.waiting:
            line = self.waiting.pop()
            found.states += 1
            if line.action not in game.actions(line.state):
                self.fault(f"{game.write(line.state)}: there is no action {line.action}")
                continue
            longest = 1 + self.longest(game.result(line.state, line.action), (line.bound or 0) - 1)
            right = None if claim.plies is None else longest
            if line.bound != right:
                self.fault(f"{game.write(line.state)}: the bound of the line is {line.bound}, and that of the longest play {right}")
            if progress and found.states % 1000 == 0:
                progress(found.states)
        if len(self.met) < len(self.lines):
            self.fault(f"lines to which no play comes: {len(self.lines) - len(self.met):,} of {len(self.lines):,}")
        found.seconds = time.perf_counter() - begun
        return found

    def longest(self, state: State, left: int, row: int = 0) -> int:
        """The plies of the longest play, by the bounds of the lines that it comes to; beyond `left` it is a fault."""
        game, claim = self.game, self.claim
        self.found.edges += 1
        worth = self.worth(state)
        if worth is not None:
            if not claim.holds(worth):
                self.fault(f"{game.write(state)}: the end, worth {worth:g}, which is not what is claimed")
            return 0
        if game.to_move(state) == claim.player:
            return self.bound(state)
        if claim.plies is None:
            key = game.key(state)
            if key in self.passed:
                return 0
            self.passed.add(key)
        elif left <= 0:
            self.fault(f"{game.write(state)}: not the end, after as many plies as were said")
            return 0
        if row >= _IN_A_ROW:
            self.fault(f"{game.write(state)}: the other player has moved {row} times in a row, which is too much for this checker")
            return 0
        after = [self.longest(game.result(state, action), left - 1, row + 1) for action in game.actions(state)]
        if not after:
            self.fault(f"{game.write(state)}: there is no action, and the game is not over")
        return 1 + max(after, default=0)

    def worth(self, state: State) -> float | None:
        """What a state is worth to the prover in which the game is over, or that is known; None for any other."""
        if self.game.is_terminal(state):
            return float(self.game.utility(state, self.claim.player))
        worth = self.known(state) if self.known else None
        return worth if worth is None or self.claim.player == MAX else -worth

    def bound(self, state: State) -> int:
        """That of the line for a state; the line is looked at later."""
        game = self.game
        for image in (state, *game.symmetries(state)):
            key = game.key(image)
            if key in self.lines:
                line = self.lines[key]
                if key not in self.met:
                    self.met.add(key)
                    self.waiting.append(line)
                return line.bound or 0
        self.fault(f"{game.write(state)}: there is no line for it")
        return 0

    def fault(self, told: str) -> None:
        self.found.wrong += 1
        if len(self.found.faults) < MOST_FAULTS:
            self.found.faults.append(told)
