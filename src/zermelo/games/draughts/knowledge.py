"""What draughts say to searches: features, the evaluation of their weighted sum, captures for quiescence, an order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from zermelo.bits import Bits
from zermelo.game import MAX
from zermelo.games.draughts.board import State
from zermelo.games.draughts.captures import any_way
from zermelo.games.draughts.rules import Rules
from zermelo.hints import Evaluation
from zermelo.units import Unit


class Material(Evaluation):
    """Men, and kings for what they are worth (1.25 men in English draughts, else 3)."""

    measured_in = Unit("man", "men")

    def value(self, game: Knowledge, state: State, player: int) -> float:
        return game.material(state, player) - game.material(state, 1 - player)


class Advancement(Evaluation):
    """How many of the rows beyond the second the men have entered, summed over the men."""

    measured_in = Unit("row")

    def value(self, game: Knowledge, state: State, player: int) -> float:
        return game.advancement(state, player) - game.advancement(state, 1 - player)


class BackRow(Evaluation):
    """Men on the first row, which keep the other's men from being crowned; none count where the other has no men."""

    measured_in = Unit("man", "men")

    def value(self, game: Knowledge, state: State, player: int) -> float:
        return game.back_row(state, player) - game.back_row(state, 1 - player)


class Centre(Evaluation):
    """Pieces away from the four sides of the board."""

    measured_in = Unit("piece")

    def value(self, game: Knowledge, state: State, player: int) -> float:
        return game.centre(state, player) - game.centre(state, 1 - player)


class Mobility(Evaluation):
    """Empty squares next to pieces that could step there, counted once a way."""

    measured_in = Unit("step")

    def value(self, game: Knowledge, state: State, player: int) -> float:
        return game.mobility(state, player) - game.mobility(state, 1 - player)


class Knowledge(Rules):
    """Draughts for those who search."""

    engine = {"extensions": False}  # noqa: RUF012  never changed; forced captures are for quiescence: 5 times the nodes with it
    evaluation_unit = 1 / 64
    measured_in = Unit("man", "men")
    evaluations: Mapping[str, Evaluation] = MappingProxyType(
        {
            "material": Material(),
            "advancement": Advancement(),
            "back_row": BackRow(),
            "centre": Centre(),
            "mobility": Mobility(),
        }
    )

    def evaluate(self, state: State, player: int) -> float:
        """Material above all, then the other `evaluations` with small weights; a man is worth 1/64 of a win."""
        lead = self._standing(state, state.player) - self._standing(state, 1 - state.player)
        value = min(0.95, max(-0.95, lead / 64))
        return value if player == state.player else -value

    def _standing(self, state: State, player: int) -> float:
        return (
            self.material(state, player)
            + self.advancement(state, player) / 64
            + self.back_row(state, player) * 3 / 32
            + self.centre(state, player) / 32
            + self.mobility(state, player) / 64
        )

    def pieces(self, state: State, player: int) -> Bits:
        """The places of a player's pieces."""
        return state.own if player == state.player else state.other

    def material(self, state: State, player: int) -> float:
        """A player's men, and kings for what they are worth."""
        pieces = self.pieces(state, player)
        return (pieces & ~state.kings).count() + self._king * (pieces & state.kings).count()

    def advancement(self, state: State, player: int) -> int:
        """The rows beyond the second that a player's men have entered, summed over the men."""
        men = self.pieces(state, player) & ~state.kings
        rows = 0
        for zone in self._zones[player]:
            rows += (men & zone).count()
        return rows

    def back_row(self, state: State, player: int) -> int:
        """A player's men on the first row, if the other has men that they keep from being crowned."""
        if not self.pieces(state, 1 - player) & ~state.kings:
            return 0
        return (self.pieces(state, player) & ~state.kings & self._homes[player]).count()

    def centre(self, state: State, player: int) -> int:
        """A player's pieces that are not at a side of the board."""
        return (self.pieces(state, player) & self._inner).count()

    def mobility(self, state: State, player: int) -> int:
        """The steps onto empty squares that a player's pieces could make, were there no capture."""
        pieces = self.pieces(state, player)
        empty = self._board & ~(state.own | state.other)
        kings = pieces & state.kings
        up, down = (pieces, kings) if player == MAX else (kings, pieces)
        rising = (up << self._near & empty).count() + (up << self._far & empty).count()
        return rising + (down >> self._near & empty).count() + (down >> self._far & empty).count()

    def tactical(self, state: State) -> Iterable[int]:
        """The captures."""
        if self.forced(state):
            yield from self.actions(state)

    def forced(self, state: State) -> bool:
        """Whether there is a capture, which is a duty."""
        empty = self._board & ~(state.own | state.other)
        return bool(self._flying_captures(state, empty)) or any_way(
            self._met(self._openings(state, empty), self._short(state, self._backward))
        )

    def order(self, state: State, action: int, child: State) -> int:
        """Captures of many pieces first, then crowning; of the other steps the engine's memory knows more."""
        captured = Bits(action >> 12) << self._near
        promise = 64 * captured.count() + 32 * (captured & state.kings).count()
        if (child.other & child.kings).count() > (state.own & state.kings).count():
            promise += 48
        return promise
