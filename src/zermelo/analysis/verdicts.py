"""What is said of moves in analysis: what they are worth in words, how much worse one is than the best, and its mark; and of outcomes of
chance whose luck they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite
from operator import sub
from typing import Any, Final

from zermelo import scales
from zermelo.analysis.thoughts import Judged, sign_of
from zermelo.game import MAX, MIN, Game, is_score
from zermelo.languages import Language
from zermelo.search.shortest import serves as is_puzzle
from zermelo.view import player_name

MARKS: Final = ((3.0, "??"), (1.0, "?"), (0.5, "?!"))
"""From how many differences that matter (`zermelo.scales.difference`) that a move loses it is marked, and how."""
LEAD: Final = 10.0
"""So many are a win, where an end is worth no points: what is won cannot be won more."""
AHEAD: Final = 3.0
"""So many ahead a win that was missed costs little."""
WON, DRAWN, LOST, OPEN, EXPECTED = "won", "drawn", "lost", "open", "expected"
"""How a game ends for a player under best play, where that is proved: open where it is not, expected where chance still has a say, or
where one player plays for a result that nobody can call won or lost."""

NOTHING: Final = "nothing"
"""The kind of what a move costs that is as good as the best one."""


@dataclass(frozen=True)
class Cost:
    """What a move costs who plays it, beside the best one.

    kind   "nothing", "value" (by the evaluation), "points" (of a result that is proved), of a puzzle "longer" (by `loss` moves) and "dead"
           (no way leads to the goal), or what the best move and this one lead to, as
           far as that is proved: "won_drawn", "won_lost", "drawn_lost", "won_open", "drawn_open", "open_drawn", "open_lost"
    loss   by how much it is worse, where both are worth a number, as values are
    mark   "??", "?", "?!", or nothing
    lost   how many differences that matter
    """

    kind: str
    loss: float | None = None
    mark: str = ""
    lost: float = 0.0


def outcome(game: Game, judged: Judged, won: float, player: int) -> str:
    """How a move ends for a player, if that is proved; `won` is what was won before (see `Line.won`)."""
    if not judged.proved:
        return OPEN
    value = (judged.value + won) * sign_of(game, player)
    least, most = game.utility_range or (-inf, inf)
    if (game.chance and least < value < most) or (game.players == 1 and not is_puzzle(game)):
        return EXPECTED
    return WON if value > 0 else LOST if value < 0 else DRAWN


def cost(game: Game, mover: int, best: Judged, played: Judged | None, won: float = 0.0) -> Cost:
    """What a move costs its player; None stands for the best move itself.

    Where two estimates read alike, the one move is as good as the other.
    """
    if played is None:
        return Cost(NOTHING)
    sign, number = sign_of(game, mover), partial(scales.scale_of(game, mean=played.simulated).number, steady=True)
    loss = sign * (best.value - played.value)
    if game.players == 1 and best.distance is not None and played.proved:
        longer = None if played.distance is None else played.distance - best.distance
        return Cost("dead", None, "??", LEAD) if longer is None else Cost("longer", longer, "?!", longer) if longer else Cost(NOTHING)
    if loss <= 0 or (best.proved == played.proved and number(best.value + won) == number(played.value + won)):
        return Cost(NOTHING)
    before, after = (sign * _leads(game, one, won) for one in (best, played))
    lost = round(before - after, 9)
    mark = next((mark for least, mark in MARKS if lost >= least), "")
    ends = outcome(game, best, won, mover), outcome(game, played, won, mover)
    if game.chance:
        return Cost("value", loss, mark, lost)
    if ends in ((OPEN, WON), (LOST, OPEN)):  # a win that is proved, or a loss that was: by how much, if that counts
        return Cost("value", loss, mark, lost) if lost > 0 else Cost(NOTHING)
    if ends == (WON, OPEN) and after >= AHEAD:
        mark = mark and "?!"
    if OPEN not in ends and ends[0] != ends[1]:
        mark = "??"
    if ends[0] != ends[1]:
        return Cost("_".join(ends), None, mark, lost)
    return Cost("value" if ends[0] == OPEN else "points", loss, mark, lost)


def _leads(game: Game, judged: Judged, won: float) -> float:
    """How many differences that matter MAX is ahead, or with more than two players who is to move."""
    value = judged.value + won
    lead = value / _difference(game, mean=judged.simulated)
    if is_score(game) or game.chance:  # each point counts, and each part of a win
        return lead
    if judged.proved or not isfinite(value):
        return LEAD * ((value > 0) - (value < 0))
    return min(LEAD, max(-LEAD, lead))


def luck(expected: Judged, fell: Judged) -> tuple[float, ...]:
    """What an outcome of chance brought each player, or MAX alone of at most two: what it is worth, less what was to be expected."""
    if expected.values is None or fell.values is None:
        return (fell.value - expected.value,)
    return tuple(map(sub, fell.values, expected.values))


def _difference(game: Game, *, mean: bool) -> float:
    """A difference between values that matters. Of points that are expected and not counted a smaller one does: in backgammon 0.09, where
    GNU Backgammon calls moves doubtful, bad and very bad from 0.04, 0.08 and 0.16."""
    _, most = game.utility_range or (0.0, 0.0)
    small = most / scales.SMALL_PART
    return small if game.chance and is_score(game) and isfinite(small) else scales.difference(game, mean=mean)


def whose_luck(game: Game, brought: Sequence[float], speech: Language) -> dict[str, Any] | None:
    """For whom an outcome was lucky, and how much, as `{player}` and `{points}` of messages; None where it was for nobody."""
    scale = scales.scale_of(game)
    each = (brought[MAX], 0 - brought[MAX]) if game.players == 2 else tuple(brought)
    player = each.index(max(each))
    if not any(scale.number(one, steady=True) for one in each):
        return None
    points = scale.told(game, each[player], speech, signed=game.players == 1, steady=True)
    return {"player": player_name(game, player, speech), "points": points}


def told(game: Game, judged: Judged, speech: Language, won: float = 0.0) -> str:
    """What a move is worth, to MAX: who wins, and in how many plies or by how many points, if that is proved; else a number. With more
    than two players what it is worth to each; where that is not known, to whom `judged` says it."""
    value = judged.value + won
    if game.players == 1 and judged.proved and not game.chance:
        return told_alone(game, value, speech, judged.distance)
    if judged.values is not None:
        return told_to_each(game, judged.values, speech, proved=judged.proved, mean=judged.simulated)
    if not judged.proved or outcome(game, judged, won, MAX) == EXPECTED:
        return scales.told(game, value, speech, proved=False, mean=judged.simulated, steady=True)
    return told_end(game, value, speech, judged.distance, shortest=judged.shortest)


def told_to_each(game: Game, values: Sequence[float], speech: Language, *, proved: bool = True, mean: bool = False) -> str:
    """What a position is worth to each of more than two players: who wins, if that is proved and counts no points; else the numbers in
    their order."""
    _, most = game.utility_range or (-inf, inf)
    only_won = proved and game.utility_range is not None and not is_score(game)
    if only_won and max(values) == most and values.count(most) == 1:
        return speech.say("studio.analysis.wins", player=player_name(game, values.index(most), speech))
    if only_won and len(set(values)) == 1:
        return speech.say("studio.analysis.draw")
    scale, steady = scales.scale_of(game, mean=mean), game.chance or not proved
    return f"<{' '.join(scale.written(value, speech, steady=steady) for value in values)}>"


def told_alone(game: Game, value: float, speech: Language, distance: int | None = None) -> str:
    """What a position without chance is worth to the one player of a game: how far the goal is, or that none is; else a number."""
    least, most = game.utility_range or (-inf, inf)
    if distance is not None and value == most:
        return speech.say("studio.analysis.solved_in", distance)
    if value in (least, most) and is_puzzle(game):
        return speech.say(f"studio.analysis.{'solved' if value == most else 'unsolvable'}")
    return scales.scale_of(game).told(game, value, speech, signed=False)


def told_end(game: Game, value: float, speech: Language, distance: int | None = None, *, shortest: bool = True) -> str:
    """How a game ends that is worth so much to MAX."""
    if game.players == 1:
        return told_alone(game, value, speech)
    if scales.decided(game, value, proved=True) is not None:
        return scales.told(game, value, speech, proved=True, distance=distance, shortest=shortest)
    if value == 0:
        return speech.say("studio.analysis.draw")
    player, points = (
        player_name(game, MAX if value > 0 else MIN, speech),
        scales.scale_of(game).told(game, abs(value), speech, signed=False),
    )
    return speech.say("studio.analysis.wins_by", player=player, points=points)


def sure(judged: Judged, speech: Language) -> str:
    """How surely it is known what a move is worth: `proved`, `estimate, depth 11`, `estimate, 1,200 simulations`."""
    if judged.proved:
        return speech.say("studio.words.proved")
    if judged.visits is not None:
        return speech.say("studio.analysis.sure.simulated", judged.visits)
    return speech.say("studio.analysis.sure.searched", depth=judged.depth)


def told_cost(game: Game, found: Cost, less_sure: Judged, speech: Language) -> str:
    """What a move costs, as a sentence; `less_sure` is that of the two which is known less surely (`zermelo.analysis.reports.Row`)."""
    scale, steady = scales.scale_of(game, mean=less_sure.simulated), found.kind == "value"  # not the points of an end
    loss = "" if found.loss is None else scale.told(game, found.loss, speech, signed=False, steady=steady)
    if found.kind == "longer" and found.loss is not None:
        return speech.say("studio.analysis.cost.longer", round(found.loss), sure=sure(less_sure, speech))
    return speech.say(f"studio.analysis.cost.{found.kind}", loss=loss, sure=sure(less_sure, speech))
