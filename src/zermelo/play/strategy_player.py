"""A player who follows a strategy for the whole game: one from a file, or, where all choose at once, one that is found at the table."""

from __future__ import annotations

import random

from zermelo.errors import SpecError
from zermelo.game import Game, State
from zermelo.solving.backward_induction import BackwardInduction
from zermelo.solving.solve import BACKWARD_INDUCTION, fitting
from zermelo.solving.strategy import Strategy


class StrategyPlayer:
    """Follows a strategy: draws each action with its probability; with a seed, the same ones in every run."""

    def __init__(self, game: Game, file: str | Strategy | None = None, seed: int | str | None = None, mode: str = "auto") -> None:
        """`file` is the name of one, or a strategy; in a game with simultaneous moves without it, what backward induction finds.

        `mode` changes nothing: there is nothing to search.
        """
        if file is None and fitting(game) == BACKWARD_INDUCTION:
            file = BackwardInduction(game).strategy()
        if file is None:
            raise SpecError("say which file: strategy:file=kuhn.json; `zermelo cfr GAME --output FILE` writes one")
        self.strategy = file if isinstance(file, Strategy) else Strategy.load(file, game)
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets

    def __call__(self, state: State) -> int:
        """An action by its probability."""
        shares = self.strategy.at(state)
        return self._random.choices(list(shares), list(shares.values()))[0]
