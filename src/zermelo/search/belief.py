"""What a player thinks possible: all states that fit what this player has seen since the game began, each with its weight."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from zermelo.errors import SearchError
from zermelo.game import CHANCE, Game, State

MOST: Final = 5_000
"""States that are kept in mind unless told; of more, this many are sampled."""
_AGAIN: Final = 3  # times that a sample which has come to nothing is drawn anew, each time ten times as large


class Belief:
    """The states that a player thinks possible, found by going along with the game.

    What may follow the states that were possible, and looks to the player as what is seen now, is possible now. Chance
    gives weights; what others do is taken to say nothing of what they hold, so that all states in which they could have
    done it stay as likely as they were. With up to `most` states this is exact; beyond, this many are drawn by their
    weights, and states are lost.
    """

    def __init__(self, game: Game, player: int, *, most: int = MOST, seed: int | str | None = None) -> None:
        self.game, self.player, self.most = game, player, most
        self.exact = True
        self.possible: dict[State, float] = {}
        self._seen: list[State] = []
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets

    def follow(self, seen: Sequence[State]) -> dict[State, float]:
        """What is possible, with weights that sum to 1, after all that was seen since the game began, the latest last.

        Raises SearchError where no game could look like that. What was followed before is not gone through again.
        """
        if list(seen[: len(self._seen)]) != self._seen or not self.possible:
            self._begin(seen[0], self.most)
        self._go_on(seen, self.most)
        for attempt in range(1, _AGAIN + 1):
            if self.possible:
                break
            self._begin(seen[0], self.most * 10**attempt)
            self._go_on(seen, self.most * 10**attempt)
        if not self.possible:
            told = self.game.write(seen[min(len(self._seen), len(seen) - 1)])
            raise SearchError(f"no game of {self.game!r} from its beginning looks to player {self.player + 1} like {told!r}")
        return self.possible

    def draw(self) -> State:
        """One of the possible states, by their weights."""
        return self._random.choices(list(self.possible), list(self.possible.values()))[0]

    def _begin(self, first: State, most: int) -> None:
        initial = self.game.initial()
        self.exact, self._seen = True, [first]
        self.possible = {initial: 1.0} if self.game.observe(initial, self.player) == first else {}

    def _go_on(self, seen: Sequence[State], most: int) -> None:
        for now in seen[len(self._seen) :]:
            following: dict[State, float] = {}
            for state, weight in self.possible.items():
                for child, share in self._after(state):
                    if self.game.observe(child, self.player) == now:
                        following[child] = following.get(child, 0.0) + weight * share
            self.possible = self._sampled(following, most)
            self._seen.append(now)

    def _after(self, state: State) -> list[tuple[State, float]]:
        game = self.game
        if game.is_terminal(state):
            return []
        if game.to_move(state) == CHANCE:
            return [(game.result(state, action), probability) for action, probability in game.outcomes(state)]
        return [(game.result(state, action), 1.0) for action in game.actions(state)]

    def _sampled(self, weights: dict[State, float], most: int) -> dict[State, float]:
        total = sum(weights.values())
        if len(weights) <= most:
            return {state: weight / total for state, weight in weights.items()}
        self.exact = False
        drawn = Counter(self._random.choices(list(weights), list(weights.values()), k=most))
        return {state: count / most for state, count in drawn.items()}
