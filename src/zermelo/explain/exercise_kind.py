"""What a kind of exercises is: a function that makes one of a tree or a position, or finds it not fit; and what many kinds share.

A new kind is a file `exercise_NAME.py` with such a function, an entry in `KINDS` (exercise.py), and its words in the languages:
`[exercise]` the task, `[exercise.kinds]` its name, `[exercise.help]` the method. The pages, sheets and commands read the registry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, isclose
from string import ascii_uppercase
from typing import Final

from zermelo.explain.narration import unvalued
from zermelo.explain.observe import observe
from zermelo.explain.questions import HUNDREDTHS, Exercise
from zermelo.explain.searchtree import NEVER, ROOT, SearchTree
from zermelo.game import CHANCE, MAX, Game, State

MINIMAX: Final = "minimax"
ALPHABETA: Final = "alphabeta"
EXPECTIMINIMAX: Final = "expectiminimax"
MAXN: Final = "maxn"

TREES: Final = "trees"
"""Games with nothing hidden."""
TWO: Final = "alphabeta"
"""Games of two with nothing hidden and no chance."""
QUIET: Final = "quiet"
"""Those of them that say which actions are tactical."""

SMALLEST: Final = 6
LARGEST: Final = 60
"""Nodes of a tree that somebody solves by hand."""
_SHAPES: Final = {1: (2, 2, 3), 2: (3, 2, 2), 3: (3, 2, 3), 4: (4, 2, 2), 5: (4, 2, 3)}
"""For each level: plies, the fewest and the most children of a node."""
_SMALL_SHAPES: Final = {1: (2, 2, 3), 2: (2, 3, 3), 3: (3, 2, 2), 4: (3, 2, 3), 5: (3, 3, 3)}
"""The same where there is something to be written at every node."""


@dataclass(frozen=True)
class Asked:
    """What an exercise is to be made of.

    chooser  what is left to chance is drawn from it
    game     with the state and the plies ahead (None: to the end of the game); no game for a kind that draws what it is about
    ties     whether what is equal will do, below the root where a value is asked for: games of wins and losses may have nothing else
    """

    kind: str
    level: int
    seed: int
    language: str
    chooser: random.Random
    game: Game | None = None
    state: State = None
    depth: int | None = None
    ties: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of exercises.

    make    an exercise of what is asked, or None where it is not fit
    text    the text of a tree at random, by a level; None where `make` draws what it is about, and no game can be taken
    games   which games can be taken: TREES, TWO or QUIET
    depths  plies ahead that are tried in a game unless told
    early   the most plies of the game before a position
    sized   whether a tree is watched that is to be small
    usual   for each level the names of the games of which one is taken unless it is given; trees where there are none
    search  the algorithm that it is about, where not all of these games are for that
    """

    make: Callable[[Asked], Exercise | None]
    text: Callable[[random.Random, int], str] | None = None
    games: str = TREES
    depths: Iterable[int | None] = range(2, 7)
    early: int = 8
    sized: bool = True
    usual: Sequence[Sequence[str]] = ()
    search: str = ""


def searched(asked: Asked, algorithm: str = MINIMAX, *, pruned: bool = False) -> tuple[SearchTree, SearchTree | None] | None:
    """The whole tree with its values, and with `pruned` what alpha-beta visits of it; None where a solution is not unique.

    With ties whatever is equal below the root, and at the root, too, where the tree is pruned.
    """
    assert asked.game is not None
    tree = observe(asked.game, asked.state, algorithm=algorithm, depth=asked.depth).told_in(asked.language)
    alone = ([] if pruned else [ROOT]) if asked.ties else range(len(tree))
    if not SMALLEST <= len(tree) <= LARGEST or not all(unambiguous(tree, node) for node in alone):
        return None
    if asked.ties and (unvalued(tree) or any(map(_infinite, tree.value))):
        return None
    if not pruned:
        return tree, None
    found = observe(asked.game, asked.state, algorithm=ALPHABETA, depth=asked.depth).told_in(asked.language)
    if not asked.ties and any(_on_the_edge(found, node) for node in range(len(found))):
        return None
    return tree, found


def unambiguous(tree: SearchTree, node: int) -> bool:
    """Whether no two actions are equally good there; and values are finite."""
    values = [tree.value[child] for child in tree.children[node]]
    mover = tree.player[node]
    if any(map(_infinite, values)):
        return False
    if not values or mover == CHANCE:
        return True
    own = [value[mover] for value in values] if isinstance(values[0], tuple) else values
    best = (min if mover != MAX and not isinstance(values[0], tuple) else max)(own)
    return sum(isclose(one, best, abs_tol=HUNDREDTHS) for one in own) == 1


def _infinite(value: float | tuple[float, ...]) -> bool:
    """Whether a value, or a part of one, is none that one can write."""
    return any(abs(part) == inf for part in (value if isinstance(value, tuple) else (value,)))


def _on_the_edge(tree: SearchTree, node: int) -> bool:
    """Whether a value that came back equals an end of the window that it was compared with."""
    value = tree.returned[node]
    return tree.order[node] != NEVER and node != ROOT and value in (tree.alpha_in[node], tree.beta_in[node])


# Trees at random


def two_players(chooser: random.Random, level: int) -> str:
    """A tree of MAX and MIN in turn; its inner nodes below the root are named A, B, ... from left to right, level by level."""
    return _text(chooser, _SHAPES[level], lambda: str(chooser.randint(0, 9 + 4 * level)), _turn)


def two_players_small(chooser: random.Random, level: int) -> str:
    """A smaller one, for what takes long at each node."""
    return _text(chooser, _SMALL_SHAPES[level], lambda: str(chooser.randint(0, 9 + 4 * level)), _turn)


def with_chance(chooser: random.Random, level: int) -> str:
    """The same with chance at every other ply, its probabilities in tenths, and leaves in tens."""
    return _with_chance(chooser, level, _SHAPES[level])


def with_chance_small(chooser: random.Random, level: int) -> str:
    """A smaller one."""
    return _with_chance(chooser, level, _SMALL_SHAPES[level])


def _with_chance(chooser: random.Random, level: int, shape: tuple[int, int, int]) -> str:
    def inner(ply: int, parts: list[str]) -> str:
        if not ply % 2:
            return _turn(ply, parts)
        tenths = sorted(chooser.sample(range(1, 10), len(parts) - 1))
        shares = [after - before for before, after in zip([0, *tenths], [*tenths, 10], strict=True)]
        return f"chance({' '.join(f'.{share}: {part}' for share, part in zip(shares, parts, strict=True))})"

    return _text(chooser, shape, lambda: str(chooser.randint(0, 9 + 4 * level) * 10), inner)


def three_players(chooser: random.Random, level: int) -> str:
    """A tree of three players in turn, at most three plies deep."""
    plies, fewest, most = _SHAPES[level]
    return _text(
        chooser,
        (min(3, plies), fewest, most),
        lambda: f"<{' '.join(str(chooser.randint(0, 9)) for _ in range(3))}>",
        lambda ply, parts: f"P{ply % 3 + 1}({' '.join(parts)})",
    )


def _turn(_: int, parts: list[str]) -> str:
    return f"({' '.join(parts)})"


def _text(chooser: random.Random, shape: tuple[int, int, int], leaf: Callable[[], str], inner: Callable[[int, list[str]], str]) -> str:
    """A tree as text: plies, the fewest and the most children; what a leaf is, and an inner node of a ply with its parts."""
    plies, fewest, most = shape
    counts = [[chooser.randint(fewest, most)]]
    for _ in range(plies - 1):
        counts.append([chooser.randint(fewest, most) for _ in range(sum(counts[-1]))])
    names = iter(ascii_uppercase)
    named = [[next(names, "") for _ in row] if place else [""] for place, row in enumerate(counts)]
    parts = [leaf() for _ in range(sum(counts[-1]))]
    for ply in reversed(range(plies)):
        taken = iter(parts)
        made = []
        for name, count in zip(named[ply], counts[ply], strict=True):
            text = inner(ply, [next(taken) for _ in range(count)])
            made.append(f"{name}={text}" if name else text)
        parts = made
    return parts[0]
