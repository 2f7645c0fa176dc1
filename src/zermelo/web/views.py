"""A game's state as a page draws it: a picture, a name for each square, what may be played and where it is touched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import atan, isfinite, pi
from typing import Any, Final

from zermelo.board import MATCH, Board
from zermelo.draw import board as drawing
from zermelo.game import CHANCE, Game, State
from zermelo.languages import Language
from zermelo.play.players import seat_name
from zermelo.search.engine.result import EngineResult
from zermelo.search.result import Result
from zermelo.web.sittings import COMPUTER, Sitting

MOST_SQUARES: Final = 2_000
"""Squares of a board that is drawn; a larger one is shown as text."""


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
        "news": _news(sitting, mover, speech, over=over),
        "board": board_view(game, state, speech, last=sitting.squares[at - 1] if at else ()),
        "legal": legal_view(game, state) if now and not over else [],
        "moves": [{"player": game.to_move(state), "name": name} for state, name in zip(playing.states[:-1], sitting.names, strict=True)],
        "position": game.write(state),
        "start": game.write(sitting.start),
    }


def board_view(
    game: Game, state: State, speech: Language, *, last: Sequence[int] = (), arrows: Sequence[tuple[int, int]] = ()
) -> dict[str, Any]:
    """The picture of a state as SVG without its style, and what a reader says of each square; only text where there is none."""
    shown = game.picture(state)
    if shown is None or len(shown.rows) * shown.columns > MOST_SQUARES:
        return {"svg": "", "text": game.show(state), "labels": [], "columns": 0, "look": "", "news": ""}
    return {
        "svg": drawing.board(replace(shown, news=""), last=last, arrows=arrows, title=shown.news, style=False),
        "text": game.show(state),
        "news": shown.news,
        "labels": _labels(shown, speech),
        "columns": shown.columns,
        "look": shown.look,
    }


def legal_view(game: Game, state: State) -> list[dict[str, Any]]:
    """What may be played. Actions are text: some are greater than the numbers of a page can be."""
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return []
    return [
        {"action": str(action), "name": game.name(state, action), "squares": list(game.squares(state, action))}
        for action in game.actions(state)
    ]


def found_view(game: Game, state: State, found: Result) -> dict[str, Any]:
    """What a search has found, for the bar and the line beside the board."""
    value = found.value
    named = found.named(found.line[:12])
    squares = list(game.squares(state, found.line[0])) if found.line else []
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


def player_name(game: Game, player: int, speech: Language) -> str:
    """What a player is called: MAX and MIN of two, else by number."""
    if game.players == 2:
        return seat_name(game, player)
    return speech.say("player.other", number=player + 1)


def _news(sitting: Sitting, mover: int | None, speech: Language, *, over: bool) -> str:
    game, say = sitting.game, speech.say
    if mover is not None:
        return say("studio.play.to_move", player=player_name(game, mover, speech))
    utilities = sitting.playing.utilities if over else None
    if utilities is None:
        return ""
    winners = [player_name(game, player, speech) for player, worth in enumerate(utilities) if worth == max(utilities)]
    why = say("studio.play.by_repetition") if sitting.playing.ending == "repetition" else ""
    if len(winners) == game.players > 1:
        return say("studio.play.draw") + why
    return say("studio.play.won", player=" & ".join(winners)) + why


def _labels(shown: Board, speech: Language) -> list[str]:
    """What a reader says of each square: where it is, and what stands there."""
    made = []
    for row, pieces in enumerate(shown.rows):
        for column, piece in enumerate(pieces):
            across = shown.across[column] if column < len(shown.across) else str(column + 1)
            upwards = shown.upwards[row] if row < len(shown.upwards) else str(len(shown.rows) - row)
            if piece is None:
                what = speech.say("studio.square.empty")
            elif piece.text:
                what = piece.text
            else:
                colour = "" if piece.form == MATCH else f" ({speech.say(f'studio.colours.{min(piece.player, 2)}')})"
                what = speech.say(f"studio.pieces.{piece.form}") + colour
            made.append(f"{across} {upwards}: {what}")
    return made
