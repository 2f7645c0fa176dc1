"""Which game a database is of: its name with parameters, and two digests of its rules.

What the rules do, in games played at random, is the same with every Python; what they are made of tells any change in them, and is
compared where the Python is the one that made the database.
"""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path
from typing import Any, Final

from zermelo.databases.columns import kept_facts
from zermelo.databases.keys import VALUES, Keys
from zermelo.errors import ReshapedError, SpecError
from zermelo.game import CHANCE, MAX, Game, gathered, has_rewards
from zermelo.games import CATALOGUE
from zermelo.search.known import OtherGameError
from zermelo.tiers import place_of, tier_sizes

IDENTITY_FORM: Final = {"game": str, "spec": (str, None), "python": str, "rules": str, "play": str}
"""What tells a game from others, as files should say it."""
_GAMES: Final = 40
_PLIES: Final = 100


def identity(game: Game, spec: str | None = None) -> dict[str, Any]:
    """What tells a game from others, in JSON's types; `spec` is its name where it is none of ours."""
    from zermelo.native.fingerprint import rules_digest

    return {
        "game": repr(game),
        "spec": _named(game) or spec,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "rules": rules_digest(game),
        "play": _play(game),
    }


def check_identity(kept: dict[str, Any], game: Game, where: object) -> None:
    """Raise SpecError, saying what differs, where a database was made of another game or other rules."""
    if kept["game"] != repr(game):  # before anything is played, which takes seconds of chess
        raise OtherGameError(f"{where} is of {kept['game']}, not of {game!r}")
    own = identity(game)
    if kept["play"] != own["play"] or (kept["python"] == own["python"] and kept["rules"] != own["rules"]):
        what = "played otherwise" if kept["play"] != own["play"] else "were written otherwise"
        raise SpecError(f"{where} is of other rules: those of {own['game']} {what} when it was made; remove it and make it again")


def check_kept_identity(path: Path, game: Game, where: object) -> None:
    """The same of what a file says that is kept of a work. Raises SpecError where that is damaged, too."""
    check_identity(kept_facts(path, IDENTITY_FORM), game, where)


def _named(game: Game) -> str | None:
    """The name by which `load_game` knows a game of ours, with its parameters; None for any other."""
    kind = type(game)
    for name, (module, attribute) in CATALOGUE.items():
        if attribute == kind.__name__ and getattr(sys.modules.get(module), attribute, None) is kind:
            return f"{name}{repr(game).removeprefix(attribute)}"
    return None


def _play(game: Game) -> str:
    """A digest of some games played at random."""
    try:
        return _digest(game, Keys(game))
    except ReshapedError:
        return _digest(game, Keys(game, VALUES))


def _digest(game: Game, keys: Keys) -> str:
    """Of each state its key and number, who is to move, its actions and what they win at once, its worth at the end."""
    pays, sizes, draw = has_rewards(game), tier_sizes(game), random.Random(0)  # noqa: S311  no secret
    found = hashlib.sha256(repr((game.repetition, game.players, *sizes)).encode())
    for _ in range(_GAMES):
        state = game.initial()
        for _ in range(_PLIES):
            over = game.is_terminal(state)
            worth = float(game.utility(state, MAX)) if over else None
            chances = [] if over or game.to_move(state) != CHANCE else gathered(game, state, "outcomes")
            actions = [action for action, _ in chances] if chances or over else gathered(game, state, "actions")
            place = place_of(game, state) if sizes else ()
            found.update(repr((keys.least(state)[0], game.to_move(state), chances or actions, worth, *place)).encode())
            if pays:
                found.update(repr([float(game.reward(state, action)) for action in actions]).encode())
            if not actions:
                break
            state = game.result(state, draw.choice(actions))
    return found.hexdigest()
