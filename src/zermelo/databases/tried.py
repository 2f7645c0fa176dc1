"""Some states of games at random, looked at before all others: whether those of one key play alike, which no kernel would see."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from zermelo.databases.keys import VALUES, Keys, ReshapedError
from zermelo.errors import GameError
from zermelo.game import CHANCE, MAX, Game, State, defines, gathered
from zermelo.search.root import checked_end
from zermelo.search.runtime.faults import NO_ACTION
from zermelo.search.runtime.promises import breach

_GAMES: Final = 5
_PLIES: Final = 100
_TRIED: Final = 20
_MOST_IMAGES: Final = 1024


def some_states(game: Game) -> list[State]:
    """At most 20 states of games at random. Raises GameError where the rules go wrong in one: they give no action, or no state, or what
    one of two players wins is not what the other loses.
    """
    draw, found = random.Random(0), list[State]()  # noqa: S311  no secret
    for _ in range(_GAMES):
        state = game.initial()
        for _ in range(_PLIES):
            found.append(state)
            if game.is_terminal(state):
                checked_end(game, state, ())
                break
            if not (actions := _actions(game, state)):
                raise breach(game, state, NO_ACTION)
            child = game.result(state, draw.choice(actions))
            if child is None:
                raise breach(game, state, NO_ACTION)
            state = child
    return draw.sample(found, min(_TRIED, len(found)))


def check_listed(game: Game) -> None:
    """Raise GameError where a game whose states are listed breaks a promise in some of them: of `starts` and `write`, too, and where states
    that have one key, or are the same by `symmetries`, do not play alike.
    """
    starts: Any = game.starts()
    if not isinstance(starts, Iterable):
        raise GameError(f"`starts` of {game!r} gives {starts!r}, and gives states one after the other: a list, or what it yields")
    states = some_states(game)
    for state in states:
        if not isinstance(text := game.write(state), str):
            raise GameError(f"`write` of {game!r} gives {text!r}, and gives one line of text")
    if not (defines(game, "key") or defines(game, "symmetries")):
        return
    try:
        _check(game, Keys(game), states)
    except ReshapedError:
        _check(game, Keys(game, VALUES), states)


def _check(game: Game, keys: Keys, states: list[State]) -> None:
    met: dict[tuple[int, ...], tuple[State, Any]] = {}
    for state in states:
        images = [*islice(game.symmetries(state), _MOST_IMAGES + 1)]
        if len(images) > _MOST_IMAGES:
            raise GameError(f"`symmetries` of {game!r} gives more than {_MOST_IMAGES:,} states in position {game.write(state)!r}")
        own = keys.least(state)[0]
        for image in (state, *images):
            if keys.least(image)[0] != own:
                raise GameError(
                    f"`symmetries` of {game!r} gives {game.write(image)!r} in position {game.write(state)!r}, and not the other way round"
                )
            play = _play(game, keys, image)
            other, said = met.setdefault(own, (image, play))
            if said != play and game.to_move(image) == game.to_move(other):  # else it is told by who is to move, later, in all states
                raise GameError(
                    f"two states of {game!r} have one key, or are the same by `symmetries`, {game.write(image)!r} and "
                    f"{game.write(other)!r}, and do not lead to the same: `zermelo check` says more"
                )


def _play(game: Game, keys: Keys, state: State) -> Any:
    """What has to be the same of states of one key, beside who is to move: what the end is worth, and where actions lead."""
    if game.is_terminal(state):
        return str(0.0 + float(game.utility(state, MAX)))  # NaN, too, is what it is, and 0 is -0
    return frozenset(keys.least(game.result(state, action))[0] for action in _actions(game, state))


def _actions(game: Game, state: State) -> list[int]:
    if game.to_move(state) == CHANCE:
        return [action for action, _ in gathered(game, state, "outcomes")]
    return gathered(game, state, "actions")
