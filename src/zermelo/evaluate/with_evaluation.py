"""A game seen through an evaluation of one's choice.

An evaluation has a scale of its own, so the end of the game has to be put on it: a win is worth inf, a loss -inf, a
draw 0, unless the *result* is switched off by naming it with weight 0 (`columns + 0 * result`); then a finished
game is worth what the evaluation says of it. Of a game with rewards on the way (`Game.reward`) an evaluation estimates what
is still to come, in their units; there the end and the rewards are worth what they are.
"""

from __future__ import annotations

import re
from math import inf, isfinite
from typing import Any, Final

from zermelo import installed
from zermelo.errors import SpecError
from zermelo.game import Game, State, defines, has_rewards
from zermelo.hints import Evaluation, Weighted, unit_of
from zermelo.units import Unit

RESULT = "result"
_TERM: Final = re.compile(r"\s*([+-]?)\s*(?:([0-9]+\.?[0-9]*|\.[0-9]+)\s*\*\s*)?([A-Za-z_]\w*)\s*")
HALFWAY = 4.0
"""This many units of an evaluation are half a win to a search that takes means."""


def with_evaluation(game: Game, evaluation: str | Evaluation | None) -> Game:
    """The same game, valued by `evaluation` at the depth limit and, by the rule above, at its end.

    Text is a sum over the game's `evaluations`, each with a weight or not: `groups + 2 * columns - 0.5*material`.
    None changes nothing. Raises SpecError for a name the game does not have.
    """
    if evaluation is None:
        return game
    knows_result = True
    if isinstance(evaluation, str):
        evaluation, knows_result = parse(game, evaluation)
    facts = {
        "utility_range": None,
        "utility_sum": None,
        "_judged_knows_result": knows_result,
        "evaluation_unit": evaluation.unit,
        "measured_in": unit_of(evaluation),
    }
    if has_rewards(game):
        if not knows_result:
            raise SpecError(f"{game!r} has rewards on the way, and its end counts whatever the evaluation; leave {RESULT!r} out")
        return _judged(game, evaluation, {"evaluate": _evaluate}, facts)
    return _judged(game, evaluation, {"utility": _utility, "evaluate": _evaluate, **_UNPROVED}, facts)


def estimated(game: Game, evaluation: str | Evaluation | None) -> Game:
    """The same game, valued by `evaluation` where a simulation breaks off; what an end is worth stays as it is.

    Means are taken of both, so the evaluation is drawn into the utilities: 0 to their middle, and a value of HALFWAY times the
    evaluation's `unit` half-way from there to the best. None changes nothing. Raises SpecError as `with_evaluation` does, and where
    the game does not say what its utilities are.
    """
    if evaluation is None:
        return game
    if game.utility_range is None:
        raise SpecError(f"mcts measures an evaluation by the utilities, and {game!r} does not state them; give it `utility_range`")
    if isinstance(evaluation, str):
        evaluation, _ = parse(game, evaluation)
    least, most = game.utility_range
    facts = {
        "utility_sum": None,
        "_middle": (least + most) / 2,
        "_half": (most - least) / 2,
        "evaluation_unit": evaluation.unit,
        "measured_in": None,
    }
    return _judged(game, evaluation, {"evaluate": _estimate}, facts)


def rescaled(game: Game, unit: Unit, size: float, digits: int) -> Game:
    """The same game with every worth in units of `size`, above 0: utilities, rewards, and the evaluation, rounded to so many decimals.

    A linear scale keeps every choice, of averages too (`zermelo.explain.scale`); only what the rounding makes equal is a choice no more.
    """

    def scaled(worth: float | None) -> float | None:
        return None if worth is None else worth / size

    ends = game.utility_range
    facts = {
        "utility_range": None if ends is None else (ends[0] / size, ends[1] / size),
        "utility_sum": scaled(game.utility_sum),
        "repetition": scaled(game.repetition),
        "evaluation_unit": game.evaluation_unit / size,
        "measured_in": unit._replace(size=1.0),
        "_rescaled_game": game,
        "_rescaled_size": size,
        "_rescaled_digits": digits,
    }
    rewards = {"reward": _rescaled_reward} if has_rewards(game) else {}
    return _seen(game, {"utility": _rescaled_utility, "evaluate": _rescaled_evaluate, **rewards, **_UNPROVED}, facts)


def unvalued(game: Game, taken_by: str = "--evaluation ") -> str:
    """What to say of a game that has no `evaluate` where a search breaks off before its end; empty for one that has it.

    A named evaluation is taken by the text `taken_by` and its name.
    """
    if defines(game, "evaluate"):
        return ""
    names = list(game.evaluations)
    named = f"; it names {', '.join(names)} ({taken_by}{names[0]})" if names else ""
    return f"each position before the end as 0: {type(game).__name__} has no `evaluate`{named}"


def parse(game: Game, text: str) -> tuple[Evaluation, bool]:
    """The evaluation that `text` names, and whether it knows the result of a finished game.

    Names are those of the game, then those of installed packages (installed.py).
    """
    terms, known = _terms(text), dict(game.evaluations)
    asked = {name for _, _, name in terms} - known.keys() - {RESULT}
    added = installed.evaluations_of(game) if asked else {}
    own = "none, but for its own evaluate" if defines(game, "evaluate") else "none"
    names = ", ".join(dict.fromkeys([*known, *added, RESULT])) if known or added else own
    known |= {name: installed.evaluation(added[name]) for name in asked & added.keys()}
    if not terms:
        raise SpecError(f"evaluation {text!r} is not a sum such as `name + 2 * name`; the names for {game!r}: {names}")
    total: Evaluation | None = None
    knows_result = True
    for sign, number, name in terms:
        weight = float(number or 1) * (-1 if sign == "-" else 1)
        if not isfinite(weight):
            raise SpecError(f"evaluation: the weight of {name} is too great a number")
        if name == RESULT and weight <= 0:
            knows_result = False
        elif name not in known and name != RESULT:
            own = f"; `{name}` is a method of it" if callable(getattr(game, name, None)) else ""
            raise SpecError(
                f"{game!r} has no evaluation {name!r}; it has: {names}{own}; to give it one, write `class Mine(zermelo.Evaluation)` with "
                f'`value(self, game, state, player)`, and `evaluations = {{"{name}": Mine()}}` in the game\'s class'
            )
        elif name in known and weight != 0:
            term = known[name] if weight == 1 else Weighted(weight, known[name])
            total = term if total is None else total + term
    return total or Nothing(), knows_result


def _terms(text: str) -> list[tuple[str, str, str]]:
    """Sign, weight and name of each term of a sum, as text; none where the text is no sum."""
    found: list[tuple[str, str, str]] = []
    place = 0
    while place < len(text):
        term = _TERM.match(text, place)
        if term is None or (found and not term[1]):
            return []
        found.append((term[1], term[2] or "", term[3]))
        place = term.end()
    return found


class Nothing(Evaluation):
    """Every state is worth 0."""

    def value(self, game: Any, state: State, player: int) -> float:
        return 0.0


def _utility(self: Any, state: State, player: int) -> float:
    if not self._judged_knows_result:
        return float(self._judged_by.value(self._judged_game, state, player))
    worth = self._judged_game.utility(state, player)
    return inf if worth > 0 else -inf if worth < 0 else 0.0


def _evaluate(self: Any, state: State, player: int) -> float:
    return float(self._judged_by.value(self._judged_game, state, player))


def _estimate(self: Any, state: State, player: int) -> float:
    value = float(self._judged_by.value(self._judged_game, state, player))
    return float(self._middle + self._half * value / (abs(value) + HALFWAY * self.evaluation_unit))


def _rescaled_utility(self: Any, state: State, player: int) -> float:
    return float(self._rescaled_game.utility(state, player) / self._rescaled_size)


def _rescaled_evaluate(self: Any, state: State, player: int) -> float:
    return float(round(self._rescaled_game.evaluate(state, player) / self._rescaled_size, self._rescaled_digits))


def _rescaled_reward(self: Any, state: State, action: int) -> float:
    return float(self._rescaled_game.reward(state, action) / self._rescaled_size)


_UNPROVED: Final = {"bounds": Game.bounds, "endgame_value": Game.endgame_value, "candidates": Game.candidates}
"""What a game has proved of its utilities no longer holds of other ones, nor what depends on that."""


def _judged(game: Game, evaluation: Evaluation, methods: dict[str, Any], facts: dict[str, Any]) -> Game:
    return _seen(game, methods, {**facts, "_judged_game": game, "_judged_by": evaluation})


def _seen(game: Game, methods: dict[str, Any], facts: dict[str, Any]) -> Game:
    """A game of a subclass of the same name, which has `methods` in place of its own; with its attributes, and with `facts`."""
    rules = type(game)
    made: Game = object.__new__(type(rules.__name__, (rules,), {**methods, "__module__": rules.__module__}))
    held = object.__getstate__(game)
    attributes, slots = held if isinstance(held, tuple) else (held, {})
    for name, value in {**(attributes or {}), **slots, **facts}.items():
        object.__setattr__(made, name, value)  # of a frozen dataclass, too
    return made
