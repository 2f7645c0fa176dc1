"""A game as UCI sees it: how positions and moves are written, and what a score is. Chess has a board of its own (chessboard.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final

from zermelo.errors import SearchError, SpecError
from zermelo.game import MAX, Game, State, defines, listed
from zermelo.scales import units
from zermelo.search.engine import engine
from zermelo.search.engine.result import EngineResult, Variation
from zermelo.search.forced.search import checked_for

Action = int
UNIT: Final = 100
"""What one of the units in which an evaluation is told, a pawn in chess, is worth in the scores of these protocols."""
MOST: Final = 1_000_000
"""No score is more."""
REMEMBERED: Final = 256
"""What is known of as many states is remembered: plain Python takes a tenth of a millisecond to make one, and two to list its actions."""


class GameBoard:
    """A game that two players play in the open without chance.

    win  what a forced win is called

    Raises SpecError, which says why, for others.
    """

    win: ClassVar = "forced win"

    def __init__(self, game: Game) -> None:
        self.game = checked(game)
        self.after: Callable[[State, Action], State] = lru_cache(REMEMBERED)(game.result)
        """The state after an action, remembered: a line is told, and then played, as expected moves are."""
        self.legal: Callable[[State], tuple[Action, ...]] = lru_cache(REMEMBERED)(self._legal)
        """The legal actions."""
        self._told: dict[tuple[State, str], Action] = {}

    def _legal(self, state: State) -> tuple[Action, ...]:
        return () if self.game.is_terminal(state) else tuple(listed(self.game, state))

    @property
    def engine(self) -> Mapping[str, Any]:
        """Options of the engine: in how many plies a win comes is asked where that costs none of what the game knows of itself."""
        knows = defines(self.game, "bounds", "endgame_value", "candidates")
        return {} if knows or self.game.utility_range != (-1, 1) else {"distance": True}

    @property
    def forces(self) -> str:
        """Why no forced win can be looked for; nothing where one can."""
        try:
            checked_for(self.game)
        except SearchError as error:
            return str(error)
        return ""

    # Positions and moves

    def read(self, text: str) -> State:
        """The state that a text tells. Raises PositionError."""
        return self.game.read(text)

    def text(self, state: State, action: Action) -> str:
        """A move: its name or, where that is not one word, its number."""
        name = self.game.name(state, action)
        return name if len(name.split()) == 1 else str(action)

    def texts(self, state: State, line: Iterable[Action]) -> list[str]:
        """The moves of a legal line that begins in a state, by which they are known when they are played."""
        told = []
        if len(self._told) > REMEMBERED:
            self._told.clear()
        for action in line:
            told.append(self.text(state, action))
            self._told[state, told[-1]] = action
            state = self.after(state, action)
        return told

    def action(self, state: State, text: str) -> Action:
        """The legal action that a text calls. Raises ActionError."""
        found = self._told.get((state, text))
        if found is None:
            found = next((action for action in self.legal(state) if self.text(state, action) == text), None)
        return self.game.parse(state, text) if found is None else found

    def ply(self, states: Sequence[State]) -> int:
        """How many plies were played up to the last of these states, as far as that is known."""
        return len(states) - 1

    # What is searched

    def to_search(self, states: Sequence[State]) -> tuple[State, Sequence[State]]:
        """The state to search, and those before it that may come again, oldest first."""
        *before, state = states
        return state, before

    # What is told

    def played_out(self, states: Sequence[State], line: Sequence[Action]) -> Sequence[Action]:
        """As much of a line from the last of these states as the game goes on for."""
        return line

    def centipawns(self, state: State, value: float) -> int:
        """A value to MAX in hundredths of the game's unit to the player to move."""
        lead = max(-MOST, min(MOST, UNIT * units(self.game, value)))
        return round(lead if self.game.to_move(state) == MAX else -lead)

    def mate_in(self, state: State, variation: Variation) -> int:
        """In how many moves the player to move wins at the latest, below 0 loses; 0 where neither is proved. A move is two plies."""
        if not variation.proved or not variation.distance:
            return 0
        moves = (variation.distance + 1) // 2
        return moves if (variation.value > 0) == (self.game.to_move(state) == MAX) else -moves

    def end(self, state: State) -> str:
        """The score of a state in which the game is over."""
        return f"cp {self.centipawns(state, float(self.game.utility(state, MAX)))}"


def checked(game: Game) -> Game:
    """The game, if programs can play it by UCI. Raises SpecError, which says why, for any other."""
    try:
        engine.SEARCHER.admit(game)
    except SearchError as error:
        raise SpecError(f"UCI is for games that the engine searches: {error}") from error
    why = {
        f"{game!r} is for {game.players} player": game.players != 2,
        f"{game!r} has chance, and a program cannot roll the dice": game.chance,
        f"{game!r} has superko, and what is legal depends on the states before; `zermelo gtp` plays go": game.superko,
    }
    for reason, holds in why.items():
        if holds:
            raise SpecError(f"UCI is for games that two players play in the open without chance: {reason}")
    return game


def is_told(found: EngineResult) -> bool:
    """Whether a result says anything: one that was stopped before its first depth has only an action."""
    return found.depth > 0 and bool(found.variations)


def says_the_same(found: EngineResult, told: EngineResult | None) -> bool:
    """Whether all that a result says has been told: its depth, and its lines with their values."""
    return told is not None and (found.depth, found.variations) == (told.depth, told.variations)
