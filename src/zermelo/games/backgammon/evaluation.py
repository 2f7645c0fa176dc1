"""What a position of backgammon is worth: as a network has learned it, or by the lead in pips."""

from __future__ import annotations

from zermelo.errors import SpecError
from zermelo.games.backgammon.men import (
    State,
    pips,
)
from zermelo.games.backgammon.net import CONTACT_UNITS, MOST_MARKS, OUTPUTS, equity, judge
from zermelo.games.backgammon.weights import shipped, weights_in
from zermelo.hints import Evaluation
from zermelo.rows import singles, words
from zermelo.units import Unit


class Learned(Evaluation):
    """What the network says (net.py), with weights from a file (weights.py), the package's unless one is named.

    The points that a player wins on average, as the dice will be rolled next: those that are already rolled do not count.
    """

    measured_in = Unit("point")

    def __init__(self, weights: str = "") -> None:
        known = weights_in(weights)[0] if weights else shipped()
        if known is None:
            raise SpecError("the weights that come with the package are not there; `zermelo learn backgammon --out FILE` makes some")
        self.file, self.weights = weights, known

    def value(self, game: object, state: State, player: int) -> float:
        outputs = singles(OUTPUTS)
        judge(state.own, state.other, self.weights, words(MOST_MARKS), singles(CONTACT_UNITS), outputs)
        worth = equity(outputs)
        return worth if player == state.player else -worth

    def __repr__(self) -> str:
        return f"Learned({self.file!r})"


class Pips(Evaluation):
    """The lead in pips, as a share of what all men have to go at the start: a race's evaluation, and nothing but a race's."""

    measured_in = Unit("pip", size=1 / 167)

    def value(self, game: object, state: State, player: int) -> float:
        lead = (pips(state.other) - pips(state.own)) / 167.0
        return lead if player == state.player else -lead
