"""What values are to people: in the evaluation's own scale with its word, or who wins. The one place that knows the scale of a game.

Searches need evaluations that lie strictly inside the utilities, so games divide their counts by a large number. People read the counts:
`-4 points` and not -0.001046. A game says what it counts by `measured_in`; of one that does not, values are multiples of its
`evaluation_unit`, or where it has none parts of a win, in percent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, exp, isfinite, isinf, pi
from typing import Any, Final

from zermelo.evaluate.with_evaluation import rescaled
from zermelo.game import MAX, MIN, Game, defines, has_rewards, is_score
from zermelo.languages import Language
from zermelo.search.mcts.result import MonteCarloResult
from zermelo.search.result import Result
from zermelo.units import Unit

DIGITS: Final = 2
"""Decimals of a value in units."""
_WRITTEN_OUT: Final = 9
"""Digits of a number of hundredths in a node of a tree."""
_CLEAN: Final = 9
"""Decimals that are left of a value which was multiplied by the size of a unit, and is divided by it again."""
SMALL_PART: Final = 32
"""One in so many of all points is a difference that matters."""
PART, SQUEEZED_PART = 0.1, 0.03
"""Of a win, in games without points."""
PERCENT: Final = Unit("%", "%", 0.01, 1)
"""The unit where a game names none, and its utilities are a win and a loss."""


@dataclass(frozen=True)
class Scale:
    """In what the values of a game are told.

    unit    its words
    size    what one of the unit is in values
    """

    unit: Unit
    size: float

    @property
    def squeezed(self) -> bool:
        """Whether the numbers that people read are others than the values."""
        return self.size != 1

    @property
    def in_percent(self) -> bool:
        """Whether the numbers are parts of a win."""
        return self.unit.one == PERCENT.one

    def number(self, value: float, *, steady: bool = False) -> float:
        """A value in units, as it is told: to the hundredth, what is less with two digits; if `steady` to the digits of the unit.

        Of a number without a word nobody knows how small it may be: one of less than half of the last digit has two digits, too.
        """
        number, digits = value / self.size, self.unit.digits
        if not steady or digits is None or not isfinite(number):
            return rounded(number)
        return round(number, digits) + 0.0 or (0.0 if self.unit.one else rounded(number))

    def written(self, value: float, speech: Language, *, signed: bool = False, steady: bool = False) -> str:
        """The number alone: `+0.63`; if it is `steady`, with all digits of the unit, so that it does not grow and shrink as it changes."""
        number, digits = self.number(value, steady=steady), self.unit.digits
        sign = "+" if signed and number > 0 else ""
        if not steady or digits is None or number != round(number, digits):
            return sign + speech.number(number)
        return sign + speech.decimals(number, digits)

    def told(self, game: Game, value: float, speech: Language, *, signed: bool = True, steady: bool = False) -> str:
        """So many units, with their word in the reader's language: `+0.63 pawns`; if it is `steady`, as `written` says."""
        text, number = self.written(value, speech, signed=signed, steady=steady), self.number(value, steady=steady)
        if self.in_percent:
            return speech.say("worth.percent", number=text) if number or steady else text
        word = self.unit.word(2 if steady and self.unit.digits else number)  # 1.00 pawns
        return f"{text} {speech.spoken(word, game.phrases)}" if word else text

    def words(self, game: Game, speech: Language) -> tuple[str, str]:
        """What one of the unit is called, and several, in the reader's language; empty where there is no word."""
        one, many = (speech.spoken(self.unit.word(number), game.phrases) for number in (1, 2))
        return one, many


def rounded(number: float) -> float:
    """To the hundredth; a number that is less with two digits."""
    return (round(number, DIGITS) or float(f"{number:.2g}")) if isfinite(number) else number


def scale_of(game: Game, *, mean: bool = False) -> Scale:
    """The scale of a game's values. A `mean` of ends (what simulated games bring) is in utilities, and not in units of an evaluation."""
    unit: Unit | None = game.measured_in
    size = 1.0 if unit is None else unit.size or game.evaluation_unit
    if unit is not None and (size == 1 or not mean):
        return Scale(unit, size)
    if unit is None and not mean and game.evaluation_unit != 1 and not is_score(game):
        return Scale(Unit(), game.evaluation_unit)
    if game.utility_range == (-1, 1) and game.players == 2 and (mean or defines(game, "evaluate")):
        return Scale(PERCENT, 0.01)
    return Scale(Unit(), 1.0)


def units(game: Game, value: float) -> float:
    """How many units of the game a value is, exactly."""
    return value / scale_of(game).size


def difference(game: Game, *, mean: bool = False) -> float:
    """A difference between values that matters, as a pawn does in chess: the game's `evaluation_unit`, where it has one.

    Of a `mean` of ends that are won or lost it is a part of a win.

    Of games of points it is a small part of them all, two discs of 64 in Othello; of others a part of a win, a smaller one where the
    game divides what it counts so that people would not read the values.
    """
    _, most = game.utility_range or (0.0, 0.0)
    if mean and scale_of(game, mean=True).in_percent:
        return PART * most
    if game.evaluation_unit != 1 or not isfinite(most):
        return game.evaluation_unit
    if most > 1:
        return max(1.0, most / SMALL_PART)
    return (SQUEEZED_PART if scale_of(game).unit.one and not scale_of(game).in_percent else PART) * most or 1.0


def decided(game: Game, value: Any, *, proved: bool = False) -> int | None:
    """Who wins by a value to MAX: 1 MAX, -1 MIN, 0 nobody; None where the value does not say so, or is a score.

    An evaluation lies inside the utilities, so a value that is the greatest or the least of these is no evaluation.
    """
    if isinstance(value, tuple) or game.players != 2:
        return None
    if isinf(value):
        return 1 if value > 0 else -1
    if is_score(game) or _is_plain(game) or not getattr(game, "_judged_knows_result", True):  # else an evaluation values ends, too
        return None
    if game.utility_range is None:
        return (value > 0) - (value < 0) if proved and not game.chance and value in (-1, 0, 1) else None
    least, most = game.utility_range
    if value >= most > 0 or value <= least < 0:
        return 1 if value > 0 else -1
    return 0 if proved and value == 0 and not game.chance else None


def sign_decides(game: Game) -> bool:
    """Whether an exact value says by its sign who wins: an end is worth as much to one as it costs the other, and nothing else counts."""
    even = game.utility_range is None or game.utility_range[0] == -game.utility_range[1]
    return even and game.players == 2 and not (game.chance or game.hidden or has_rewards(game) or _is_plain(game))


def _is_plain(game: Game) -> bool:
    """Whether the game says of itself that its values are numbers without a word, as those of a drawn tree are."""
    return game.measured_in is not None and not game.measured_in.one


def told(
    game: Game,
    value: Any,
    speech: Language,
    *,
    proved: bool | None = None,
    distance: int | None = None,
    shortest: bool = True,
    mean: bool = False,
    steady: bool = False,
) -> str:
    """A value to MAX in words: who wins, and in how many plies if that is known; else a number in the scale of the game.

    proved    whether the value follows from the rules alone; a win that does not is told to be not proved; None: that is not known
    distance  plies to the end under best play, at most these unless it is the `shortest` way
    mean      the value is a mean over simulated games, or over deals
    steady    numbers have all digits of their unit (`Scale.written`)
    """
    if isinstance(value, tuple):
        return speech.worth(tuple(map(rounded, value)))
    who = None if mean and not proved else decided(game, value, proved=bool(proved))
    if who is None:
        scale = scale_of(game, mean=mean)
        return scale.told(game, value, speech, signed=game.players == 2 and bool(scale.squeezed or scale.unit.one), steady=steady)
    if who == 0:
        return speech.say("studio.analysis.draw")
    facts: dict[str, Any] = {"player": seat(game, MAX if who > 0 else MIN, speech)}
    if proved is False:
        return speech.say("studio.analysis.wins_unproved", **facts)
    if distance is None:
        return speech.say("studio.analysis.wins", **facts)
    return speech.say(f"studio.analysis.{'wins_in' if shortest else 'wins_within'}", distance, **facts)


def told_found(found: Result, speech: Language) -> str:
    """The value of a search in few words, as `told` says it."""
    proved, distance = getattr(found, "proved", None), getattr(found, "distance", None)
    return told(found.game, found.value, speech, proved=proved, distance=distance, shortest=False, mean=is_mean(found))


def is_mean(found: Result) -> bool:
    """Whether the value of a search is a mean over simulated games, or over deals."""
    return isinstance(found, MonteCarloResult) or found.game.hidden


def short(game: Game, value: Any, speech: Language, digits: int = 4) -> str:
    """A value to MAX as it is written into a node of a tree or a window: a number in units without the word; `won`, `lost`. Of a vector
    the numbers, as those of an exercise are (`in_units`).

    Whole hundredths are written out, others to so many digits: where values are compared, those that differ shall look so.
    """
    scale = scale_of(game)
    if isinstance(value, tuple):
        return speech.worth(tuple(round(part / scale.size, _CLEAN) for part in value), digits)
    who = decided(game, value) if scale.squeezed and not isinf(value) else None
    if who:
        return speech.say("worth.won" if who > 0 else "worth.lost")
    number = round(value / scale.size, _CLEAN)
    text = speech.number(number, digits if number != rounded(number) else _WRITTEN_OUT)
    return f"{text}%" if scale.squeezed and scale.in_percent and value and not isinf(value) else text


def counted_in(game: Game, speech: Language) -> str:
    """What values in the scale of a game count: `pawns`, `% of a win`; empty where nobody knows a word."""
    scale = scale_of(game)
    return speech.say("worth.percent", number="").strip() if scale.in_percent else scale.words(game, speech)[1]


def in_units(game: Game) -> Game:
    """The same game with its values in the unit that people read, its evaluation to the hundredth; itself where it has no evaluation.

    For exercises, in which people write values: what they compare there is what they read.
    """
    scale = scale_of(game)
    return rescaled(game, scale.unit, scale.size, DIGITS) if defines(game, "evaluate") else game


def worth_of_win(game: Game) -> float | None:
    """What a win is worth in the values of `in_units`; None where an end is worth points, or nobody knows."""
    original = getattr(game, "_rescaled_game", None)
    if original is None or game.players != 2 or original.utility_range != (-1, 1):
        return None
    return rounded(1 / scale_of(original).size)


def seat(game: Game, player: int, speech: Language) -> str:
    """What one of two players is called: by the game's own name, else MAX or MIN, by number where something is hidden."""
    if game.hidden:
        return speech.say("player.other", number=player + 1)
    if game.player_names:
        return speech.spoken(game.player_names[player], game.phrases)
    return speech.say("player.max" if player == MAX else "player.min")


def value_of(value: float) -> float | str:
    """A value in JSON's types."""
    return round(value, 6) if isfinite(value) else str(value)


def shares(game: Game, values: Sequence[float], *, proved: bool) -> list[float]:
    """The part of the bar of each of more than two players: where it is proved all to who has the most, else the more the greater."""
    most = max(values)
    if proved or not all(map(isfinite, values)):
        return [(value == most) / sum(other == most for other in values) for value in values]
    weights = [exp((value - most) / (2 * difference(game))) for value in values]
    return [round(weight / sum(weights), 4) for weight in weights]


def share(game: Game, value: float, *, proved: bool, mean: bool = False) -> float:
    """MAX's part of the bar, from 0 to 1: all or nothing where the end is known, else by parts of a win, a unit, or a part of all points.

    mean  of ends: what part of the games is won
    """
    if proved or not isfinite(value):
        return 0.5 if value == 0 else 1.0 if value > 0 else 0.0
    in_percent = scale_of(game, mean=mean).in_percent
    won = (1 + value) / 2 if in_percent else 0.5 + atan(value / (2 * difference(game))) / pi
    return round(min(0.97, max(0.03, won)), 4)
