"""Whether a search is too large to be watched, found out at a fifth of the cost: it runs, and only its nodes are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, Final

from zermelo.explain.observe import GIVEN, MOST, OWN, TreeTooLargeError, prepared
from zermelo.game import Game, State, gathered
from zermelo.hints import Evaluation
from zermelo.search.algorithm import PLACES, WHOLE_TREE, Algorithm
from zermelo.search.alphabeta_table import Table
from zermelo.search.ordered import Ordered
from zermelo.search.runtime.stack import deep_recursion

_DEEP: Final = 10 * WHOLE_TREE


def checked_size(
    game: Game,
    state: State = None,
    *,
    algorithm: str | Algorithm[..., Any] | None = None,
    depth: int | None = None,
    evaluation: str | Evaluation | None = None,
    order: str = GIVEN,
    most: int = MOST,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Raise TreeTooLargeError where `observe` would for a tree of more than `most` nodes; the arguments are those of `observe`.

    Runs until it has met so many. Whatever else goes wrong is left for `observe` to tell.
    """
    rules, root, chosen = prepared(game, state, algorithm, evaluation)
    counted = _Counted(Ordered(rules) if order == OWN else rules, most, progress or (lambda nodes: None))
    numbers = chosen.arguments(-inf, inf, WHOLE_TREE if depth is None else depth)
    try:
        with deep_recursion(_DEEP):
            chosen.interpreted(counted, root, *numbers, *([Table()] if chosen.remembers else []), [0] * PLACES)
    except TreeTooLargeError:
        raise
    except Exception:
        return


class _Counted:
    """A game that counts the children that it is asked for, as `observe` does: those that are not searched among them."""

    def __init__(self, game: Game, most: int, progress: Callable[[int], None]) -> None:
        self.game, self.most, self.progress, self.nodes = game, most, progress, 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def actions(self, state: State) -> Iterator[int]:
        """The game's."""
        yield from self._counted(state, "actions")

    def outcomes(self, state: State) -> Iterator[tuple[int, float]]:
        """The game's."""
        yield from self._counted(state, "outcomes")

    def _counted(self, state: State, what: str) -> list[Any]:
        listed = gathered(self.game, state, what)
        self.nodes += len(listed)
        self.progress(self.nodes)
        if self.nodes > self.most:
            raise TreeTooLargeError(f"the tree has more than {self.most:,} nodes; look less deep")
        return listed
