"""Some states of games at random, looked at before anything is proved of a game: whether states of one key, and those that are the same by
`symmetries`, play alike, which no kernel would see.

`zermelo check` looks at all rules in many states. This is one look, where a search or a solver would else be wrong without a word.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any, Final

from zermelo.errors import GameError
from zermelo.game import Game, State, defines, listed, rewards
from zermelo.search.root import checked_end
from zermelo.search.runtime.faults import NO_ACTION
from zermelo.search.runtime.promises import breach
from zermelo.values import frozen

_GAMES: Final = 5
_PLIES: Final = 100
_TRIED: Final = 20
_MOST_IMAGES: Final = 1024
_PLAYED: Final = 2
"""Images of a state, at most, of which it is looked at where they lead."""

Orbit = frozenset[Any]
"""The keys of a state and of its images, which stand for all of them."""


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
            if not (actions := listed(game, state)):
                raise breach(game, state, NO_ACTION)
            child = game.result(state, draw.choice(actions))
            if child is None:
                raise breach(game, state, NO_ACTION)
            state = child
    return draw.sample(found, min(_TRIED, len(found)))


def checked_folds(game: Game, states: list[State] | None = None) -> None:
    """Raise GameError where states of a game of somebody's own that have one key, or are the same by `symmetries`, do not play alike, as
    far as these states show, or some at random. Ours are looked at by their tests.
    """
    if folds(game, "key", "symmetries"):
        check_alike(game, some_states(game) if states is None else states)


def folds(game: Game, *hints: str) -> bool:
    """Whether a game of somebody's own may take two states for one, by one of these hints. Ours are looked at by their tests."""
    return any(defines(game, hint) for hint in hints) and not type(game).__module__.startswith("zermelo.games.")


def check_alike(game: Game, states: list[State]) -> None:
    """Raise GameError where one of these states does not play as another of the same key, or as one that is the same by `symmetries`."""
    draw, met = random.Random(0), dict[Orbit, tuple[State, Any]]()  # noqa: S311  no secret
    for state in states:
        images = _images(game, state)
        own = _orbit(game, state)
        for image in images:
            if _orbit(game, image) != own:
                raise GameError(
                    f"`symmetries` of {game!r} gives {game.write(image)!r} in position {game.write(state)!r}, and not the other way round"
                )
        for image in (state, *draw.sample(images, min(_PLAYED, len(images)))):
            play = _play(game, image)
            other, said = met.setdefault(own, (image, play))
            two = f"two states of {game!r} have one key, or are the same by `symmetries`, {game.write(other)!r} and {game.write(image)!r}"
            if game.to_move(image) != game.to_move(other):
                raise GameError(f"{two}, and different players are to move in them: `zermelo check` says more")
            if said != play:
                raise GameError(f"{two}, and do not lead to the same: `zermelo check` says more")


def _images(game: Game, state: State) -> list[State]:
    images = [*islice(game.symmetries(state), _MOST_IMAGES + 1)]
    if len(images) > _MOST_IMAGES:
        raise GameError(f"`symmetries` of {game!r} gives more than {_MOST_IMAGES:,} states in position {game.write(state)!r}")
    return images


def _orbit(game: Game, state: State) -> Orbit:
    return frozenset(frozen(game.key(one)) for one in (state, *_images(game, state)))


def _play(game: Game, state: State) -> Any:
    """What has to be the same of states that play alike: what the end is worth, or where actions lead, for which reward."""
    if game.is_terminal(state):
        return tuple(str(0.0 + float(worth)) for worth in game.utilities(state))  # NaN, too, is what it is, and 0 is -0
    return frozenset((_orbit(game, game.result(state, action)), rewards(game, state, action)) for action in listed(game, state))
