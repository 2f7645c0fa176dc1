"""The rules for games with simultaneous moves: what one player can do is asked for that player, what follows for all together."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from zermelo.checker.findings import Finding
from zermelo.game import Game, defines, has_rewards
from zermelo.shadows import takes
from zermelo.simultaneous import NEEDED, NEEDED_FOR_CHANCE, NO_MOVER


def facts(game: Game) -> Iterator[Finding]:
    """`simultaneous` goes with methods that take what such games are asked, and with no rule of turns."""
    if game.simultaneous is True:
        yield from _all_choose(game)
    elif defines(game, "actions") and not takes(game.actions, 1) and takes(game.actions, 2):
        told = f"`actions{inspect.signature(game.actions)}` asks for a player; where all choose at once, say `simultaneous = True`"
        yield Finding("simultaneous", "actions", f"{told}; else `to_move(state)` says who chooses, and `actions` takes the state alone")


def _all_choose(game: Game) -> Iterator[Finding]:
    name_of_game = type(game).__name__
    for name, signature in NEEDED_FOR_CHANCE.items() if game.chance is True else ():
        if not defines(game, name):
            what = "`simultaneous = True` and `chance = True`"
            yield Finding("missing", name, f"{name_of_game} has {what} and does not define `{signature}`")
    for name, signature in (NEEDED | NEEDED_FOR_CHANCE).items():
        own = getattr(game, name)
        asked = signature.replace("self, ", "").replace("self", "")
        if defines(game, name) and not takes(own, asked.count(",") + 1 if "state" in asked else 0):
            told = f"`{name}{inspect.signature(own)}`; where all choose at once it is asked as `{asked}`"
            yield Finding("simultaneous", name, f"{name_of_game} defines {told}")
    if isinstance(game.players, int) and game.players < 2:
        yield Finding("simultaneous", "players", f"players is {game.players!r}; it takes two or more to choose at once")
    if has_rewards(game):
        yield Finding("simultaneous", "reward", f"{name_of_game} defines `reward`, and {NO_MOVER}")
    for name, value in (("repetition", game.repetition is not None), ("superko", game.superko)):
        if value:
            told = f"{name} is {getattr(game, name)!r}, and nothing looks at it where all choose at once"
            yield Finding("simultaneous", name, f"{told}; write such a rule into `is_terminal` and `utility`")
