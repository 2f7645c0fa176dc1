"""What Monte Carlo tree search returns: a `Result`, how often each action was tried, and the tree as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import defines
from zermelo.search.playouts import LONG
from zermelo.search.result import Result
from zermelo.search.size import SAY_WHAT_IT_IS_WORTH
from zermelo.values import counted


@dataclass(frozen=True)
class TreeNode:
    """A node of the tree.

    action    the action, or outcome of chance, that leads to it; None at the root
    player    who chose that, or CHANCE
    visits    simulations through the node
    value     their mean reward to `player` (to MAX after chance); of a solved node, what it is worth
    prior     the probability of an outcome, or what the game thought of the action before
    solved    what it is worth to each player, if that is proved
    children  the nodes below, most visited first, as far as they were asked for
    """

    action: int | None
    player: int
    visits: int
    value: float
    prior: float
    solved: tuple[float, ...] | None
    children: tuple[TreeNode, ...] = ()


@dataclass(frozen=True)
class Tried:
    """An action of the root: how often it was tried, and the mean reward to who is to move; whether that is proved."""

    action: int
    visits: int
    value: float
    proved: bool


@dataclass(frozen=True)
class MonteCarloResult(Result):
    """A `Result` of Monte Carlo tree search, with

    simulations  games that were simulated; `plies` all their plies
    tried        the actions of the root, the most visited first
    proved       whether the value is proved
    stopped      why the search ended: "simulations", "time", "solved", "only action", "decided", "interrupted"
    playout      plies after which every playout was cut short and evaluated; None where nobody has said it
    cut          playouts that were cut short though, as they had gone on for long (see zermelo.search.playouts)
    full         whether the tree had to stop growing, as its memory was full; `nodes` is its size
    memory       MiB that the search was given for its trees
    tree         a function of (most nodes) that gives the tree as data; ask it before the next search
    """

    simulations: int = 0
    plies: int = 0
    tried: tuple[Tried, ...] = ()
    proved: bool = False
    stopped: str = "simulations"
    playout: int | None = None
    cut: int = 0
    full: bool = False
    memory: float = 0.0
    tree: Callable[[int], TreeNode] = field(default=lambda _: TreeNode(None, 0, 0, 0.0, 0.0, None), repr=False, compare=False)

    def __str__(self) -> str:
        return "; ".join(
            [super().__str__(), *([self.cutting("playout")] if self.cut else []), *([self.fullness("memory")] if self.full else [])]
        )

    def cutting(self, option: str) -> str:
        """What is to be said of playouts that were cut short, and which option says how long they may be."""
        cut = f"{counted(self.cut, 'playout')} cut short after {LONG:,} plies or more"
        if self.game.players <= 2 and self.game.repetition is not None:
            return f"{cut}, worth {self.game.repetition:g} to MAX by `repetition`"
        said = f"; {SAY_WHAT_IT_IS_WORTH}" if self.game.players <= 2 else ""
        valued = "by `evaluate`" if defines(self.game, "evaluate") else f"as 0, since {type(self.game).__name__} has no `evaluate`"
        return f"{cut}, and valued {valued}{said}; {option}=N lets them last N plies"

    def fullness(self, option: str) -> str:
        """What is to be said of a tree that had to stop growing, and by which option it has more room."""
        stopped = f"the tree stopped growing at {self.nodes:,} nodes: its memory of {self.memory:g} MiB was full"
        return f"{stopped}; {option}={2 * self.memory:g} makes room for twice as many"

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's types."""
        return {
            **super().as_dict(),
            "simulations": self.simulations,
            "plies": self.plies,
            "proved": self.proved,
            "stopped": self.stopped,
            "cut": self.cut,
            "full": self.full,
            "memory": self.memory,
            "tried": [
                {"action": self.game.name(self.state, one.action), "visits": one.visits, "value": one.value, "proved": one.proved}
                for one in self.tried
            ],
        }
