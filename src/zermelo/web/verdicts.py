"""What is said of moves in analysis: what they are worth in words, how much worse one is than the best, and its mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from zermelo import scales
from zermelo.game import MAX, MIN, Game
from zermelo.languages import Language
from zermelo.view import player_name
from zermelo.web.analysis import Judged
from zermelo.web.views import share

MARKS: Final = ((0.3, "??"), (0.14, "?"), (0.075, "?!"))
"""From how much of the bar that a move loses to who plays it, it is marked, and how: near the middle of the bar these are three, one and
half an `evaluation_unit`, as `zermelo analyse` marks moves of chess; where much is won already a unit is less of it."""
WON, DRAWN, LOST, OPEN = "won", "drawn", "lost", "open"
"""How a game ends for a player under best play, where that is proved."""


@dataclass(frozen=True)
class Cost:
    """What a move costs who plays it, beside the best one.

    kind   "nothing", "value" (by the evaluation), "points" (of a result that is proved), or what the best move and this one lead to, as
           far as that is proved: "won_drawn", "won_lost", "drawn_lost", "won_open", "drawn_open", "open_drawn", "open_lost"
    loss   by how much it is worse, where both are worth a number, as values are
    mark   "??", "?", "?!", or nothing
    """

    kind: str
    loss: float | None = None
    mark: str = ""


def outcome(judged: Judged, won: float, player: int) -> str:
    """How a move ends for a player, if that is proved; `won` is what MAX has won before."""
    if not judged.proved:
        return OPEN
    value = (judged.value + won) * (1 if player == MAX else -1)
    return WON if value > 0 else LOST if value < 0 else DRAWN


def cost(game: Game, mover: int, best: Judged, played: Judged | None, won: float = 0.0) -> Cost:
    """What a move costs its player; None stands for the best move itself."""
    if played is None:
        return Cost("nothing")
    sign = 1 if mover == MAX else -1
    parts = [share(game, one.value + won, proved=one.proved) for one in (best, played)]
    drop = sign * (parts[0] - parts[1])
    mark = next((mark for least, mark in MARKS if drop >= least), "")
    loss = sign * (best.value - played.value)
    ends = outcome(best, won, mover), outcome(played, won, mover)
    if ends[0] != ends[1]:
        return Cost("_".join(ends), None, mark) if drop > 0 else Cost("nothing")
    if ends[0] == OPEN:
        return Cost("value", loss, mark) if loss > 0 else Cost("nothing")
    return Cost("points", loss, mark or "?!") if loss > 0 else Cost("nothing")


def told(game: Game, judged: Judged, speech: Language, won: float = 0.0) -> str:
    """What a move is worth, to MAX: who wins, and in how many plies or by how many points, if that is proved; else a number."""
    value = judged.value + won
    if not judged.proved:
        return scales.told(game, value, speech)
    return told_end(game, value, speech, judged.distance, shortest=judged.shortest)


def told_end(game: Game, value: float, speech: Language, distance: int | None = None, *, shortest: bool = True) -> str:
    """How a game ends that is worth so much to MAX."""
    if scales.decided(game, value, proved=True) is not None:
        return scales.told(game, value, speech, proved=True, distance=distance, shortest=shortest)
    if value == 0:
        return speech.say("studio.analysis.draw")
    player, points = (
        player_name(game, MAX if value > 0 else MIN, speech),
        scales.scale_of(game).told(game, abs(value), speech, signed=False),
    )
    return speech.say("studio.analysis.wins_by", player=player, points=points)


def told_cost(game: Game, found: Cost, speech: Language) -> str:
    """What a move costs, as a sentence."""
    loss = "" if found.loss is None else scales.scale_of(game).told(game, found.loss, speech, signed=False)
    return speech.say(f"studio.analysis.cost.{found.kind}", loss=loss)
