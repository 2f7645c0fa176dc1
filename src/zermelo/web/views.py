"""What pages show of a game under way, and of what a search has found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from operator import add
from typing import Any, Final

from zermelo import scales
from zermelo.analysis.thoughts import whose
from zermelo.game import CHANCE, Game, State
from zermelo.games.chess import Chess
from zermelo.languages import Language
from zermelo.scales import is_mean, share, told_found, value_of
from zermelo.search.engine.result import EngineResult
from zermelo.search.known import KnownResult
from zermelo.search.result import Result, Worth
from zermelo.solving.strategy import Strategy
from zermelo.titles import rules_of, titled
from zermelo.view import NO_BOARD, action_squares, board_view, legal_view, news, player_name, spoken, still_there
from zermelo.web.branches import shared
from zermelo.web.seats import COMPUTER, HUMAN, choices, key
from zermelo.web.sessions import EVERYBODY, NOBODY, Session

SHOWN_OF_BRANCH: Final = 4
"""Moves of a line that was left."""
SELDOM: Final = 0.005
"""A probability that is less is not told."""


def session_view(
    session: Session, speech: Language, *, seat: int | None = None, ply: int | None = None, files: Iterable[str] = (), knows: bool = False
) -> dict[str, Any]:
    """A game as it stands, or as it stood after `ply` plies, for a page at which this player sits.

    files  the user's players
    knows  whether a database or a book knows positions of the game
    """
    game, playing, eyes = session.game, session.playing, session.eyes(seat)
    plies = len(session.actions)
    at = plies if ply is None else min(max(ply, 0), plies)
    now = at == plies
    over = now and playing.ending is not None
    mover = None if over or game.is_terminal(playing.states[at]) else game.to_move(playing.states[at])
    roles = [player_name(game, player, speech) for player in range(game.players)]
    names = [seat.get("name", role) for seat, role in zip(session.seats, roles, strict=True)]
    facts = {
        "number": session.number,
        "game": session.named.spec,
        "title": titled(game, speech),
        "rules": rules_of(game, speech),
        "edition": session.named.edition,
        "ply": at,
        "plies": plies,
        "players": names,
        "roles": roles,
        "evaluations": [] if game.hidden else [{"name": name, "label": feature_name(name, speech)} for name in game.evaluations],
        "seats": session.seats,
        "seated": [key(one) for one in session.seats],
        "choices": choices(session.named, speech, session.seats, files, knows=knows),
        "chance": session.chance if game.chance else None,
        "hidden": game.hidden,
        "editable": bool(game.palette),
        "pgn": isinstance(game, Chess),
        "eyes": eyes if eyes >= 0 else None,
        "mover": mover,
        "computer": now and mover != CHANCE and session.kind(mover) == COMPUTER,
        "clock": {"control": session.clock, "left": [session.left(player) for player in range(game.players)]} if session.clock else None,
        "timed": game.players > 1,
        "back": _back(session, at),
        "on": session.on if now else None,
        "branches": _branches(session, speech),
        "over": over,
        "utilities": [value_of(worth) for worth in playing.utilities or ()] if over else None,
        "news": news(
            game,
            speech,
            mover=mover,
            utilities=playing.utilities if over else None,
            ending=playing.ending,
            won=playing.won(at),
            players=names,
        ),
    }
    if eyes == NOBODY:
        return {**facts, "covered": True, "board": NO_BOARD, "legal": [], "moves": [], "position": "", "start": ""}
    state = session.seen(at, eyes)
    legal = session.legal if now and session.kind(mover) == HUMAN and eyes in (EVERYBODY, mover) else []
    return {
        **facts,
        "covered": False,
        "board": board_view(game, state, speech, last=_last(session, at, eyes)),
        "legal": legal_view(game, state, speech, legal),
        "moves": [
            {
                "player": game.to_move(playing.states[one]),
                "name": _name(session, one, eyes, speech),
                "number": game.move_number(playing.states[one]),
            }
            for one in range(plies)
        ],
        "position": game.write(state),
        "start": game.write(session.seen(0, eyes)),
    }


def feature_name(name: str, speech: Language) -> str:
    """An evaluation in the reader's language, where that has a word for it; else as the game calls it."""
    return str(speech.catalogue["studio"]["features"].get(name, name.replace("_", " ")))


def _name(session: Session, ply: int, eyes: int, speech: Language) -> str | None:
    """What was played, if these eyes have seen it."""
    name = session.name_seen(ply, eyes)
    return None if name is None else spoken(session.game, name, speech)


def _branches(session: Session, speech: Language) -> list[dict[str, Any]]:
    """The lines that were left, the newest first: after how many plies they leave the game, and how they go on there."""
    made: list[dict[str, Any]] = []
    for number, line in reversed(list(enumerate(session.branches))):
        ply = shared(line, session.actions)
        state, names = session.playing.states[ply], list[str]()
        for action in line[ply : ply + SHOWN_OF_BRANCH]:
            names.append(spoken(session.game, session.game.name(state, action), speech))
            state = session.game.result(state, action)
        if names:
            made.append({"number": number, "ply": ply, "moves": names, "more": len(line) > ply + len(names)})
    return made


def _back(session: Session, at: int) -> int | None:
    """Where taking back leads: to an earlier ply that is looked at, else to the last that a person chose."""
    if session.game.hidden and session.playing.ending:
        return None
    if at < len(session.actions):
        return at
    chosen = (ply for ply in range(at - 1, -1, -1) if session.kind(session.game.to_move(session.playing.states[ply])) == HUMAN)
    return next(chosen, None)


def _last(session: Session, at: int, eyes: int) -> Sequence[int]:
    """The squares of what a player did last, if these eyes have seen it."""
    ply = next((ply for ply in range(at - 1, -1, -1) if session.game.to_move(session.playing.states[ply]) != CHANCE), None)
    if ply is None or session.name_seen(ply, eyes) is None:
        return ()
    return still_there(session.game, session.squares[ply], session.playing.states[ply], session.playing.states[at])


def found_view(game: Game, state: State, found: Result, speech: Language, won: Sequence[float] | None = None) -> dict[str, Any]:
    """What a search has found, for the bar and the line beside the board; with what each player has won on the way to the state."""
    found = found if won is None else replace(found, value=_whole(game, state, found.value, won))
    value, proved = found.value, getattr(found, "proved", False)
    by_engine = isinstance(found, EngineResult) and not found.proved
    named = found.named(found.line[:12])
    squares = list(action_squares(game, state, found.line[0])) if found.line else []
    return {
        "value": [value_of(part) for part in value] if isinstance(value, tuple) else value_of(value),
        "share": None if isinstance(value, tuple) else share(game, float(value), proved=proved, mean=is_mean(found)),
        "told": told_found(found, speech) if not by_engine or isinstance(value, tuple) else scales.told(game, _coarse(game, value), speech),
        "proved": isinstance(found, (EngineResult, KnownResult)) and found.proved,
        "estimated": by_engine or game.hidden or (is_mean(found) and not proved),
        "mixed": False,
        "known": isinstance(found, KnownResult),
        "depth": found.depth,
        "line": [spoken(game, name, speech) for name in named],
        "squares": squares,
        "action": str(found.line[0]) if found.line else None,
        "nodes": found.nodes,
        "speed": round(found.nodes / found.seconds) if found.seconds > 0 else None,
        "cut_short": getattr(found, "stopped", "") == "interrupted",
    }


def _whole(game: Game, state: State, value: Worth, won: Sequence[float]) -> Worth:
    """A value of a state with what was won before, which is a part of what the game brings, and none of the state."""
    return tuple(map(add, value, won)) if isinstance(value, tuple) else value + won[whose(game, state)]


def mixed_view(game: Game, state: State, strategy: Strategy, speech: Language) -> dict[str, Any]:
    """What a strategy does in a state as the player to move sees it, as `found_view`: each action and its probability."""
    mixed = sorted(strategy.at(state).items(), key=lambda one: -one[1])
    names = [spoken(game, game.name(state, action), speech) for action, _ in mixed]
    parts = [f"{name} {speech.number(round(100 * part))}%" for name, (_, part) in zip(names, mixed, strict=True) if part >= SELDOM]
    action = mixed[0][0]
    return {
        "value": None,
        "share": None,
        "told": speech.say("studio.play.mixed", parts=", ".join(parts)),
        "proved": False,
        "estimated": False,
        "mixed": True,
        "known": False,
        "depth": 0,
        "line": names[:1],
        "squares": list(action_squares(game, state, action)),
        "action": str(action),
        "nodes": 0,
        "speed": None,
        "cut_short": False,
    }


def _coarse(game: Game, value: float) -> float:
    """An estimate with the digits that it deserves: whole units from ten on, tenths from one on."""
    scale = scales.scale_of(game)
    number = value / scale.size
    if not 1 <= abs(number) < inf or scales.decided(game, value) is not None:
        return value
    return round(number, 0 if abs(number) >= 10 else 1) * scale.size
