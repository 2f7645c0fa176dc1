"""What the check reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from zermelo.errors import GameError
from zermelo.rich_display import html
from zermelo.values import counted

RULES: Final = {
    "missing": "the methods without a default are there",
    "shadows": "no attribute or method has the name of a fact or a hint and means something else",
    "simultaneous": "where all choose at once, each player has actions, and what follows takes one of each",
    "facts": "players, max_actions, utility_range, utility_sum, evaluations, mode and those for the engine are what they should be",
    "raises": "no method raises in a state that play reaches",
    "returns": "every method returns",
    "state": "initial and result return a state",
    "unchanged": "no method changes a state or the game",
    "sharing": "no two parts of a state are one list that may change",
    "hashable": "equal states have equal hashes, if they have hashes",
    "equal": "asked twice, a game gives equal answers",
    "terminal": "is_terminal gives True or False",
    "player": "to_move gives a player's number, or CHANCE where `chance` is true",
    "actions": "actions gives plain ints",
    "duplicates": "no action comes twice",
    "stuck": "a state that is not terminal has an action",
    "max_actions": "no state has more actions than `max_actions`",
    "chances": "the probabilities of outcomes are not negative and sum to 1",
    "utility": "utilities are numbers within `utility_range`",
    "reward": "rewards are finite numbers, and what a state still brings lies within `utility_range`",
    "zero-sum": "with two players, what one wins the other loses",
    "utility_sum": "what the players have adds up to `utility_sum`",
    "evaluation": "evaluations are numbers within the utilities",
    "evaluation sides": "with two players, what is good for one is as bad for the other",
    "key": "key tells states apart that are not worth the same, and none that are equal",
    "position": "position tells states apart as key does",
    "symmetries": "symmetric states play alike, and are symmetric back",
    "numbers": "tier and rank tell states apart, play never goes back to a lesser tier, and predecessors are those that lead to a state",
    "indices": "unrank gives a state of that tier and rank, or one that is not possible",
    "order": "order gives ints of 31 bits",
    "candidates": "candidates gives legal actions, the best one among them where bounds leaves the value open",
    "tactical": "tactical gives legal actions, and following them comes to an end",
    "kind": "kind gives ints from 0, and 0 for no action that tactical lists where the player is not forced",
    "exchange": "exchange gives finite numbers",
    "piece_to": "piece_to gives numbers from 0 to 511",
    "forced": "forced gives True or False",
    "may_pass": "may_pass gives True or False",
    "null_move": "after a pass another player is to move",
    "plies_left": "plies_left gives numbers of plies, not much less than games go on",
    "playout": "playout gives legal actions",
    "prior": "prior gives numbers from 0 up",
    "bounds": "what a state is worth lies within its bounds",
    "endgame_value": "endgame_value finds what a state is worth",
    "distance": "distance gives numbers of actions, never more than it takes to the goal",
    "text": "read takes back what write wrote",
    "names": "each action of a state has its own name, and parses back",
    "show": "show gives text",
    "picture": "picture gives a board, and action_squares gives squares of it",
    "observe": "where something is hidden, what a player sees is a state in which the same can be done",
    "recall": "players forget nothing of what they saw and did",
    "compiled": "compiled, rules say what they say in plain Python",
    "types": "each field of a state keeps its type, as compiled code does",
}
"""Each rule by the name that a problem gives it, and what it asks."""


@dataclass(frozen=True)
class Problem:
    """A broken rule, and the smallest position found that shows it.

    rule      its name in `RULES`
    message   what is wrong
    position  the state as text; None where the problem is not one of a state
    moves     the names of the actions that lead there from the initial state
    """

    rule: str
    message: str
    position: str | None = None
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}" + (f" [in {self.position}, {self.path}]" if self.position is not None else "")

    @property
    def path(self) -> str:
        """How the position is reached, in words."""
        return f"after {' '.join(self.moves)}" if self.moves else "the initial state"


@dataclass(frozen=True, repr=False)
class Report:
    """What `check` found: one problem for each broken rule and method, and notes on what was looked at. Its `repr` is the whole report."""

    game: str
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether no problem was found."""
        return not self.problems

    def raise_if_broken(self) -> None:
        """Raise GameError with the whole report if there is a problem: one line in a test suite of one's own."""
        if self.problems:
            raise GameError(str(self))

    @property
    def verdict(self) -> str:
        """The game, and how many problems were found, in words."""
        return f"{self.game}: {counted(len(self.problems), 'problem') if self.problems else 'no problem'} found"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str | None:
        """The report as notebooks show it."""
        return html(self)

    def __str__(self) -> str:
        lines = [self.verdict]
        for problem in self.problems:
            lines += ["", f"{problem.rule}: {problem.message}"]
            if problem.position is not None:
                lines += [f"    in {problem.position}", f"    {problem.path}"]
        return "\n".join([*lines, "", *(f"note: {note}" for note in self.notes)])
