"""What rescaling the leaves of a tree does to the choice at the root.

Minimax keeps its choice under every rescaling that keeps the order of the leaves; expectiminimax only under a positive linear
one, since averages weigh how much better a leaf is (Russell and Norvig, 4th ed., section 6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.explain.observe import observe
from zermelo.explain.searchtree import ROOT, SearchTree
from zermelo.game import CHANCE, MAX, Game, State

ORDER: Final = "order"
LINEAR: Final = "linear"
NEITHER: Final = "neither"
MOST_POWERS: Final = 300
"""Leaves whose ranks are taken as powers of ten; floats end at about 10^308."""


@dataclass(frozen=True)
class Choice:
    """What an algorithm chooses at the root: the place (from 0) of the first best action, and the value of each, to MAX."""

    place: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Scaled:
    """The choices under one rescaling.

    name     of the rescaling
    keeps    LINEAR, ORDER or NEITHER: what it keeps of the leaves
    leaves   pairs of a leaf's worth before and after, the least first
    minimax  in the same tree with MIN in the place of chance; expectiminimax in the tree as it is
    """

    name: str
    keeps: str
    leaves: tuple[tuple[float, float], ...]
    minimax: Choice
    expectiminimax: Choice


def scaled(game: Game, state: State = None, *, to: Sequence[float] | None = None, depth: int | None = None) -> tuple[Scaled, ...]:
    """The choice as it is, under a linear rescaling, and under others that keep the order of the leaves; or under one's own.

    to   what the leaves become, the least first; as many as there are different ones

    Raises SearchError for more than two players, or for `to` of another length.
    """
    if game.players > 2:
        raise SearchError(f"{game!r} has {game.players} players; what rescaling does is shown for one or two")
    tree = observe(game, state, algorithm="expectiminimax", depth=depth)
    if tree.player[ROOT] == CHANCE or not tree.children[ROOT]:
        raise SearchError("nobody chooses at the root: the game is over there, or chance moves")
    worths = sorted({float(tree.value[node]) for node in range(len(tree)) if not tree.children[node]})
    if not all(map(isfinite, worths)):
        raise SearchError("a leaf is worth infinity, which no rescaling changes")
    if to is not None and (not all(map(isfinite, to)) or len(set(to)) != len(to)):
        raise SearchError("the leaves become finite numbers, all different")
    if to is not None:
        if len(to) != len(worths):
            told = " ".join(f"{worth:g}" for worth in worths)
            raise SearchError(f"the tree has {len(worths)} different leaves, {told}; give as many numbers, not {len(to)}")
        return tuple(_one(tree, name, dict(zip(worths, new, strict=True))) for name, new in (("as it is", worths), ("as given", to)))
    return tuple(_one(tree, name, made) for name, made in rescalings(worths))


def rescalings(worths: list[float]) -> Iterator[tuple[str, dict[float, float]]]:
    """The rescalings that are shown, by name: what each of these leaves becomes, of which no two are alike and the least comes first."""
    ranks = {worth: rank for rank, worth in enumerate(worths, 1)}
    each: dict[str, Callable[[float], float]] = {
        "as it is": lambda worth: worth,
        "10 v + 5": lambda worth: 10 * worth + 5,
        "rank": lambda worth: ranks[worth],
        "rank squared": lambda worth: ranks[worth] ** 2,
        "10 to the rank": lambda worth: 10.0 ** ranks[worth],
        "1 - 1/rank": lambda worth: 1 - 1 / ranks[worth],
    }
    if len(ranks) > MOST_POWERS:
        del each["10 to the rank"]
    for name, scale in each.items():
        yield name, {worth: float(scale(worth)) for worth in worths}


def _one(tree: SearchTree, name: str, new: dict[float, float]) -> Scaled:
    return Scaled(name, kept(new), tuple(new.items()), _choice(tree, new, average=False), _choice(tree, new, average=True))


def kept(new: dict[float, float]) -> str:
    """Whether a rescaling is linear and positive, or keeps the order, or neither."""
    pairs = sorted(new.items())
    slopes = [(after - before) / (high - low) for (low, before), (high, after) in pairwise(pairs)]
    if any(slope <= 0 for slope in slopes):
        return NEITHER
    return LINEAR if all(abs(slope - slopes[0]) <= 1e-9 * abs(slopes[0]) for slope in slopes) else ORDER


def _choice(tree: SearchTree, new: dict[float, float], *, average: bool) -> Choice:
    worth: list[Any] = [None] * len(tree)
    for node in reversed(range(len(tree))):  # children come after their parents
        below = [worth[child] for child in tree.children[node]]
        if not below:
            worth[node] = new[float(tree.value[node])]
        elif tree.player[node] == CHANCE and average:
            worth[node] = sum(tree.probability[child] * worth[child] for child in tree.children[node])
        else:
            worth[node] = max(below) if tree.player[node] == MAX else min(below)
    values = tuple(float(worth[child]) for child in tree.children[ROOT])
    return Choice(values.index(worth[ROOT]), values)
