"""What the engine returns: a `Result`, whether its value is proved, and how much was searched for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from zermelo.search.result import Result, in_json


@dataclass(frozen=True)
class Variation:
    """One of the best actions at the root: its value to MAX (a `Worth`, with more than two players) and the line that begins with it.

    distance  in how many plies it is decided, at the latest, whatever the other player does; None where that was not asked (the engine's
              option `distance`), is not known, or play may go on for ever, as that wins, too (`Game.repetition`)
    proved    whether the value follows from the rules alone
    """

    value: Any
    line: tuple[int, ...]
    distance: int | None = None
    proved: bool = False


class Exact(NamedTuple):
    """What a state is worth to MAX under perfect play: from `low` to `high`, the same unless Ctrl-C came first or less was asked.

    seconds  of the search itself
    stopped  "solved", or why it ended before that was known: "nodes", "time", "interrupted", or "depth" where the game goes on for more
             plies than the engine looks at
    """

    low: float
    high: float
    nodes: int
    seconds: float
    stopped: str = "solved"

    @property
    def value(self) -> float | None:
        """The value; None where it is not known."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class EngineResult(Result):
    """A `Result` of the engine, with

    proved           whether the value follows from the rules alone: no evaluation would change it
    selective_depth  the plies of the longest line that was looked at
    probes, hits     looks into the transposition table, and those that ended the search of a state
    cuts             cut-offs by the place of the action that caused them: first, second, ... eighth or later
    branching        the effective branching factor: depth-th root of nodes
    stopped          why the search ended: "depth", "nodes", "time", "solved", "only action", "interrupted",
                     or "end": there is nothing deeper, and parts of the game were left out (`n_best`, the plies of the engine)
    known            states that a database knew, so that they were not searched
    variations       the best actions in order, as many as were asked for (`multipv`)
    """

    proved: bool = False
    selective_depth: int = 0
    probes: int = 0
    hits: int = 0
    cuts: tuple[int, ...] = ()
    branching: float = 1.0
    stopped: str = "depth"
    variations: tuple[Variation, ...] = ()
    known: int = 0

    @property
    def distance(self) -> int | None:
        """In how many plies a proved win or loss is decided at the latest; None where that was not asked (option `distance`)."""
        return self.variations[0].distance if self.proved and self.variations else None

    def unproved_by_superko(self) -> EngineResult:
        """The result; of a game with superko one that is not proved, unless the game is over: what that forbids below the root was not
        heeded, as no table could hold it.
        """
        if not self.game.superko or self.game.is_terminal(self.state):
            return self
        return replace(self, proved=False, variations=tuple(replace(one, proved=False, distance=None) for one in self.variations))

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types."""
        return {
            **super().as_dict(),
            "proved": self.proved,
            "selective_depth": self.selective_depth,
            "probes": self.probes,
            "hits": self.hits,
            "cuts": list(self.cuts),
            "branching": round(self.branching, 3),
            "stopped": self.stopped,
            "known": self.known,
            "distance": self.distance,
            "variations": [
                {"value": in_json(v.value), "line": list(self.named(v.line)), "distance": v.distance, "proved": v.proved}
                for v in self.variations
            ],
        }
