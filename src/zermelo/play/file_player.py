"""A player that is a function in a file of one's own: `greedy.py`, or `greedy.py:careful` for the one of that name.

The function is given the game and the state, and returns a legal action:

    def player(game, state):
        return max(game.actions(state), key=lambda action: game.evaluate(game.result(state, action), game.to_move(state)))
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from zermelo.errors import SpecError
from zermelo.game import Game, State
from zermelo.spec import load_file

USUAL: Final = "player"
"""The function that plays unless another is named."""


class FilePlayer:
    """Plays what the function of a file says, as the file was when this was made."""

    def __init__(self, game: Game, path: str, called: str = "") -> None:
        """`called` names the function. Raises SpecError where there is no such file or function, GameError for a file that fails."""
        module = load_file(Path(path))
        here = {name: one for name, one in vars(module).items() if getattr(one, "__module__", "") == module.__name__}
        own = {name: one for name, one in here.items() if callable(one) and not isinstance(one, type)}
        if (called or USUAL) not in own:
            there = ", ".join(own) or "none"
            raise SpecError(f"{path} has no function {called or USUAL!r}, as `def player(game, state):`; functions there: {there}")
        self._game, self._choose = game, own[called or USUAL]
        self.__name__ = f"{Path(path).name}:{called}" if called else Path(path).name

    def __call__(self, state: State) -> int:
        """The action that it chooses, legal or not."""
        action: int = self._choose(self._game, state)
        return action
