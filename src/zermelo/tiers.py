"""What a game promises that numbers its states by `tier` and `rank`, looked for state by state in plain Python, and told in words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from zermelo.errors import GameError, SearchError
from zermelo.game import Game, State, defines
from zermelo.values import counted

_MOST_REWARD: Final = 128
_MOST_TIERS: Final = 1 << 16
_MOST_BEFORE: Final = 1 << 16
_MOST: Final = 1 << 62
"""Indices of all tiers."""
_SIDE_BY_SIDE: Final = 4
_PLIES: Final = 40
"""So many games, as long at most, are played from a state and from another one of its number."""
Place = tuple[int, int]
"""The tier and the rank of a state."""


def tier_sizes(game: Game) -> tuple[int, ...]:
    """How many indices each tier of a game has; none where it does not number its states. Raises GameError for what is no such thing."""
    if not defines(game, "tier_sizes"):
        return ()
    given: Any = game.tier_sizes()
    sizes = tuple(islice(given, _MOST_TIERS + 1)) if isinstance(given, Iterable) else given
    if missing := [name for name in ("rank", "unrank") if not defines(game, name)]:
        raise GameError(f"{type(game).__name__} defines `tier_sizes` and not `{missing[0]}`; to number its states it defines both")
    if not isinstance(sizes, tuple) or not sizes or not all(type(size) is int and size >= 0 for size in sizes):
        raise GameError(f"`tier_sizes` of {game!r} gives {sizes!r}; it gives how many indices each tier has, whole numbers from 0 up")
    if len(sizes) > _MOST_TIERS or sum(sizes) > _MOST:
        most = f"more than {_MOST_TIERS:,} tiers" if len(sizes) > _MOST_TIERS else f"{sum(sizes):.3g} indices"
        raise GameError(f"`tier_sizes` of {game!r} gives {most}, and databases have no room for so many")
    return sizes


def last_tiers(game: Game, tiers: int | None) -> tuple[int, ...]:
    """The sizes of a game's tiers, of which only so many of the last ones are to be solved, or all: the others have none.

    Raises SearchError where there are not so many.
    """
    sizes = tier_sizes(game)
    if tiers is None:
        return sizes
    if not sizes:
        raise SearchError(f"{game!r} does not number its states (`tier_sizes`): leave the number of tiers out, and all of it is solved")
    if isinstance(tiers, bool) or not isinstance(tiers, int) or not 1 <= tiers <= len(sizes):
        told = "1 tier: solve that one" if len(sizes) == 1 else f"{len(sizes)} tiers: solve 1 to {len(sizes)} of the last ones"
        raise SearchError(f"{game!r} has {told}, not {tiers!r}")
    return (0,) * (len(sizes) - tiers) + sizes[len(sizes) - tiers :]


def place_of(game: Game, state: State) -> Place:
    """The tier and the rank of a state."""
    return game.tier(state), game.rank(state)


def wrong_index(game: Game, tier: int, index: int) -> tuple[str, str] | None:
    """What is wrong with an index: the method, and how, in words; None where it stands for no state, or for one that has this number."""
    state = game.unrank(tier, index)
    if not game.possible(state) or place_of(game, state) == (tier, index):
        return None
    return "unrank", (
        f"unrank({tier}, {index}) gives {game.write(state)}, whose tier and rank are {place_of(game, state)}; "
        f"where an index stands for no state, `possible` says no to what unrank gives"
    )


def wrong_indices(game: Game, sizes: tuple[int, ...], most: int) -> Iterator[tuple[str, str]]:
    """The first that is wrong of at most so many indices, spread over all tiers."""
    total = sum(sizes)
    for number in range(min(most, total)):
        index, tier = number * total // min(most, total), 0
        while index >= sizes[tier]:
            index, tier = index - sizes[tier], tier + 1
        if told := wrong_index(game, tier, index):
            yield told
            return


def broken_promises(game: Game, sizes: tuple[int, ...], state: State) -> Iterator[tuple[str, str]]:
    """What is wrong with the number of a state that play comes to, with those that it leads to, and with the states before it.

    Pairs: the method that is wrong, and how, in words.
    """
    told = _not_numbered(game, sizes, state)
    if told:
        yield told
        return
    tier, rank = place_of(game, state)
    twin = game.unrank(tier, rank)
    if twin is None:
        yield "unrank", f"unrank({tier}, {rank}) gives None, and gives a state; is a `return` missing?"
        return
    if place_of(game, twin) != (tier, rank):
        yield "unrank", f"unrank({tier}, {rank}) gives {game.write(twin)}, whose tier and rank are {place_of(game, twin)}"
        return
    for one in (state, twin):
        if not game.possible(one):
            yield "possible", f"possible says no to {game.write(one)}, whose tier and rank are those of a state that play comes to"
            return
    actions = [] if game.is_terminal(state) else [*game.actions(state)]
    for action, child in [(action, game.result(state, action)) for action in actions]:
        if told := _not_numbered(game, sizes, child):
            yield told
            return
        if game.tier(child) < tier:
            yield "tier", f"an action leads from tier {tier} back to tier {game.tier(child)}, to {game.write(child)}; play never goes back"
            return
        if not game.possible(child):
            yield "possible", f"possible says no to {game.write(child)}, which play comes to"
            return
        if (won := game.reward(state, action)) and (game.tier(child) == tier or won != int(won) or abs(won) >= _MOST_REWARD):
            yield "reward", f"an action wins {won!r}; where states are numbered it is a whole number, and leads on to a later tier"
            return
    if (mine := _play(game, state)) != _play(game, twin):
        yield "rank", f"{game.write(twin)} has the same tier and rank, ({tier}, {rank}), and does not lead to the same: one number for two"
    elif defines(game, "predecessors"):
        if told := next(_false_predecessors(game, twin), None):
            yield told
            return
        for place, _, _ in mine[2]:
            if place[0] == tier:
                yield from _missing_predecessors(game, twin, game.unrank(*place))


def played_apart(game: Game, state: State) -> tuple[str, str] | None:
    """What is wrong with the number of a state by what comes later: the method, and how, in words; None where nothing is seen.

    A few games at random are played from the state and from the one that `unrank` gives for its number, action by action to states that
    share their numbers, too. What one action shows is for `broken_promises`.
    """
    draw, (tier, rank) = random.Random(0), place_of(game, state)  # noqa: S311  no secret
    twin = game.unrank(tier, rank)
    for _ in range(_SIDE_BY_SIDE if game.write(twin) != game.write(state) else 0):
        one, other = state, twin
        for plies in range(_PLIES):
            if _play(game, one) != _play(game, other):
                return "rank", (
                    f"{game.write(twin)} has the same tier and rank, ({tier}, {rank}); {counted(plies, 'ply', 'plies')} on there is "
                    f"{game.write(other)}, and here {game.write(one)}, which do not lead to the same: one number for two"
                )
            if game.is_terminal(one):
                break
            child = game.result(one, draw.choice([*game.actions(one)]))
            alike = place_of(game, child), game.to_move(child) == game.to_move(one)
            ways = (game.result(other, action) for action in game.actions(other))
            one, other = child, next(way for way in ways if (place_of(game, way), game.to_move(way) == game.to_move(other)) == alike)
    return None


def _not_numbered(game: Game, sizes: tuple[int, ...], state: State) -> tuple[str, str] | None:
    tier, rank = place_of(game, state)
    for name, given in (("tier", tier), ("rank", rank)):
        if not hasattr(given, "__index__"):
            return name, f"{name} gives {given!r} of {game.write(state)}, and is a whole number"
    if not 0 <= tier < len(sizes):
        return "tier", f"tier gives {tier!r} of {game.write(state)}, and `tier_sizes` says that they go from 0 to {len(sizes) - 1}"
    if not 0 <= rank < sizes[tier]:
        return "rank", f"rank gives {rank!r} of {game.write(state)}, and in tier {tier} they go from 0 to {sizes[tier] - 1}"
    return None


def _play(game: Game, state: State) -> tuple[float | None, int | None, Counter[tuple[Place, bool, float]]]:
    """What has to be the same of states of one number: what the end is worth, who moves where that matters, and where actions lead.

    Successors are told by their numbers, whether the same player moves again, and what is won on the way.
    """
    mover = game.to_move(state)
    matters = mover if game.repetition else None
    if game.is_terminal(state):
        return float(game.utility(state, mover)), matters, Counter()
    ways = [(game.result(state, action), game.reward(state, action)) for action in game.actions(state)]
    return None, matters, Counter((place_of(game, child), game.to_move(child) == mover, won) for child, won in ways)


def _false_predecessors(game: Game, state: State) -> Iterator[tuple[str, str]]:
    """States that are given as predecessors of this one and lead to it more or less often, or not at all."""
    place = place_of(game, state)
    given: Any = game.predecessors(state)
    if not isinstance(given, Iterable):
        yield "predecessors", f"predecessors gives {given!r}, and gives states one after the other: a list, or what it yields"
        return
    before = [*islice(given, _MOST_BEFORE + 1)]
    if len(before) > _MOST_BEFORE:
        yield "predecessors", f"predecessors gives more than {_MOST_BEFORE:,} states"
        return
    befores = [one for one in before if game.possible(one) and not game.is_terminal(one)]
    for one in befores:
        if game.tier(one) != place[0]:
            yield "predecessors", f"predecessors gives {game.write(one)}, which is of tier {game.tier(one)}, and the state is of {place[0]}"
            return
        leading = sum(place_of(game, game.result(one, action)) == place for action in game.actions(one))
        given = sum(place_of(game, other) == place_of(game, one) for other in befores)
        if leading != given:
            yield "predecessors", f"predecessors gives {game.write(one)} {_times(given)}, and its actions lead here {_times(leading)}"
            return


def _missing_predecessors(game: Game, state: State, child: State) -> Iterator[tuple[str, str]]:
    """Whether a state is among the predecessors of one that it leads to."""
    place = place_of(game, state)
    if not any(place_of(game, one) == place for one in game.predecessors(child)):
        yield "predecessors", f"an action leads to {game.write(child)}, whose predecessors do not give this state"


def _times(count: int) -> str:
    return {0: "never", 1: "once"}.get(count, f"{count} times")
