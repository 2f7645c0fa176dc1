"""What pages are told of a game under way, and of what a search has found."""

from __future__ import annotations

from math import atan, isfinite, pi
from typing import Any

from zermelo.game import Game, State
from zermelo.languages import Language
from zermelo.search.engine.result import EngineResult
from zermelo.search.result import Result
from zermelo.view import board_view, legal_view, news, player_name, touched
from zermelo.web.sittings import COMPUTER, Sitting


def sitting_view(sitting: Sitting, speech: Language, ply: int | None = None) -> dict[str, Any]:
    """A game as it stands, or as it stood after `ply` plies."""
    game, playing = sitting.game, sitting.playing
    at = len(sitting.actions) if ply is None else min(max(ply, 0), len(sitting.actions))
    state, now = playing.states[at], at == len(sitting.actions)
    over = now and playing.ending is not None
    mover = None if over or game.is_terminal(state) else game.to_move(state)
    return {
        "number": sitting.number,
        "game": sitting.named.spec,
        "edition": sitting.named.edition,
        "ply": at,
        "plies": len(sitting.actions),
        "players": [player_name(game, player, speech) for player in range(game.players)],
        "seats": sitting.seats,
        "mover": mover,
        "computer": now and mover is not None and mover >= 0 and sitting.seats[mover]["kind"] == COMPUTER,
        "over": over,
        "news": news(game, speech, mover=mover, utilities=playing.utilities if over else None, ending=playing.ending),
        "board": board_view(game, state, speech, last=sitting.squares[at - 1] if at else ()),
        "legal": legal_view(game, state) if now and not over else [],
        "moves": [{"player": game.to_move(state), "name": name} for state, name in zip(playing.states[:-1], sitting.names, strict=True)],
        "position": game.write(state),
        "start": game.write(sitting.start),
    }


def found_view(game: Game, state: State, found: Result) -> dict[str, Any]:
    """What a search has found, for the bar and the line beside the board."""
    value = found.value
    named = found.named(found.line[:12])
    squares = list(touched(game, state, found.line[0])) if found.line else []
    return {
        "value": [value_of(part) for part in value] if isinstance(value, tuple) else value_of(value),
        "share": None if isinstance(value, tuple) else share(game, float(value), proved=getattr(found, "proved", False)),
        "proved": isinstance(found, EngineResult) and found.proved,
        "depth": found.depth,
        "line": list(named),
        "squares": squares,
        "action": str(found.line[0]) if found.line else None,
        "nodes": found.nodes,
        "speed": round(found.nodes / found.seconds) if found.seconds > 0 else None,
    }


def value_of(value: float) -> float | str:
    """A value in JSON's types."""
    return round(value, 6) if isfinite(value) else str(value)


def share(game: Game, value: float, *, proved: bool) -> float:
    """MAX's part of the bar, from 0 to 1: all or nothing where the end is known, else by the game's own unit."""
    if proved or not isfinite(value):
        return 0.5 if value == 0 else 1.0 if value > 0 else 0.0
    _, most = game.utility_range or (0.0, 0.0)
    unit = game.unit if game.unit != 1.0 or not 0 < most <= 1 else 0.1 * most
    return round(min(0.97, max(0.03, 0.5 + atan(value / (2 * unit)) / pi)), 4)
