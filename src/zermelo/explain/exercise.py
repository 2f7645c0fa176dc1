"""Exercises: a small tree, or a position of a game, to be solved by hand; its solution; and marks with the reason of each error.

The same kind, level and seed give the same exercise on every machine. Its solution is unique: no two actions at a node are
equally good, and alpha-beta never meets a value that equals its window, so that no convention decides what is cut. In games of
wins and losses there may be no such position; then one will do in which a value that equals the bound cuts, as in the algorithm.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import inf, isclose
from string import ascii_uppercase
from typing import Final

from zermelo.errors import SearchError
from zermelo.explain.exercise_decision import deciding
from zermelo.explain.exercise_hidden import regretting, unseen
from zermelo.explain.exercise_order import arranging
from zermelo.explain.exercise_simulation import simulating
from zermelo.explain.exercise_windows import failing, windows
from zermelo.explain.narration import unvalued
from zermelo.explain.observe import observe
from zermelo.explain.orders import orders
from zermelo.explain.questions import (
    ALPHABETA,
    ARRANGING,
    DECIDING,
    EXPECTIMINIMAX,
    FAILING,
    MAXN,
    MINIMAX,
    ORDERING,
    WINDOWS_OF_NODES,
    Exercise,
)
from zermelo.explain.searchtree import NEVER, ROOT, SearchTree
from zermelo.explain.why import reasons
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.games.tree import Tree
from zermelo.languages import language as speech_of
from zermelo.search.algorithm import checked_game
from zermelo.search.size import tree_size
from zermelo.values import frozen

OWN_KINDS: Final[Mapping[str, Callable[[random.Random, int, int, str], Exercise | None]]] = {
    "simulation": simulating,
    "hidden": unseen,
    "regret": regretting,
}
"""Kinds whose trees are not searches of the textbook, with what makes one for a level, a seed and a language, or fails."""
WINDOWED: Final = (ALPHABETA, ORDERING, WINDOWS_OF_NODES, FAILING, ARRANGING)
"""Kinds on what alpha-beta does in a tree."""
KINDS: Final = (MINIMAX, DECIDING, *WINDOWED, EXPECTIMINIMAX, MAXN, *OWN_KINDS)
LEVELS: Final = range(1, 6)

_SHAPES: Final = {1: (2, 2, 3), 2: (3, 2, 2), 3: (3, 2, 3), 4: (4, 2, 2), 5: (4, 2, 3)}
"""For each level: plies, the fewest and the most children of a node."""
_SMALL_SHAPES: Final = {1: (2, 2, 3), 2: (2, 3, 3), 3: (3, 2, 2), 4: (3, 2, 3), 5: (3, 3, 3)}
"""The same where there is something to be written at every node."""
_CUT_NODES: Final = {1: 1, 2: 1, 3: 3, 4: 3, 5: 5}
"""For each level: nodes that alpha-beta must leave out at least."""
_DEEP_FROM: Final = 4
"""From this level on there is a deep cut-off."""
_TRIES: Final = 5_000
_TRIES_OF_A_GAME: Final = 120
_DEPTHS: Final = range(2, 7)
"""Plies of a game that are tried unless told."""
_SMALLEST: Final = 6
_LARGEST: Final = 60
"""Nodes of a tree that somebody solves by hand."""

# Making one


def exercise(
    kind: str, level: int = 1, seed: int = 0, *, language: str = "en", game: Game | None = None, depth: int | None = None
) -> Exercise:
    """The exercise of a kind (`KINDS`) and level (1, small, to 5, with deep cut-offs) that the seed chooses.

    game   take a position of this game, `depth` plies deep, in place of a tree of its own; for kinds that ask about a textbook search.
           Unless a depth is given, 2, or the least up to 6 that has an exercise

    Raises SearchError for another kind or level, and where no position of a game is fit for it.
    """
    if kind not in KINDS:
        raise SearchError(f"there is no exercise of the kind {kind!r}; there are {', '.join(KINDS)}")
    if isinstance(level, bool) or not isinstance(level, int) or level not in LEVELS:
        raise SearchError(f"a level is a whole number from {LEVELS[0]} to {LEVELS[-1]}, not {level!r}")
    speech_of(language)
    if game is not None and checked_game(game).is_terminal(game.initial()):
        raise SearchError(f"{game!r} is over before it begins")
    if kind in OWN_KINDS and game is not None:
        raise SearchError(f"an exercise of the kind {kind} has a tree of its own; leave out the game")
    chooser = random.Random(f"{kind} {level} {seed}")  # noqa: S311  exercises, not secrets
    for made in _tried(chooser, kind, level, seed, language, game, depth):
        if made is not None:
            return made
    where, other = ("", "level") if game is None else (f" in {game!r}", "level" if depth is None else "depth or level")
    raise SearchError(f"no exercise of the kind {kind} and level {level} was found{where}; another {other} may have one")


def _tried(
    chooser: random.Random, kind: str, level: int, seed: int, language: str, game: Game | None, depth: int | None
) -> Iterator[Exercise | None]:
    """One exercise after the other, None for each that is not fit."""
    if game is None:
        for _ in range(_TRIES):
            if kind in OWN_KINDS:
                yield OWN_KINDS[kind](chooser, level, seed, language)
            else:
                yield _made(kind, level, seed, language, Tree(_text(chooser, kind, level)), None, depth=None, ties=False)
        return
    for ties in (False, True):
        for plies in _DEPTHS if depth is None else (depth,):
            positions = [_position(game, chooser) for _ in range(_TRIES_OF_A_GAME)]
            different = {frozen(game.key(state)): state for state in positions}.values()
            small = [state for state in different if tree_size(game, state, plies, _LARGEST) <= _LARGEST]
            if not small:
                break  # nor is a deeper tree
            for state in small:
                yield _made(kind, level, seed, language, game, state, depth=plies, ties=ties)


def _made(kind: str, level: int, seed: int, language: str, game: Game, state: State, *, depth: int | None, ties: bool) -> Exercise | None:
    """The exercise, if its solution is unique and it is as hard as its level says; with `ties` whatever is equal below the root."""
    plain = {EXPECTIMINIMAX: EXPECTIMINIMAX, MAXN: MAXN}.get(kind, MINIMAX)
    tree = observe(game, state, algorithm=plain, depth=depth)
    windowed = kind in WINDOWED
    asked = ([] if windowed else [ROOT]) if ties else range(len(tree))
    if not _SMALLEST <= len(tree) <= _LARGEST or not all(_unambiguous(tree, node) for node in asked):
        return None
    if ties and (unvalued(tree) or any(map(_infinite, tree.value))):
        return None
    pruned = observe(game, state, algorithm=ALPHABETA, depth=depth) if windowed else None
    if pruned is not None and not ties and any(_on_the_edge(pruned, node) for node in range(len(pruned))):
        return None
    made = Exercise(kind, level, seed, language, tree, pruned)
    return _FITTING[kind](made) if kind in _FITTING else made


def _cutting(made: Exercise) -> Exercise | None:
    """The exercise, if enough is cut off, and deep enough."""
    assert made.pruned is not None
    deep = any(reason.deep and reason.unvisited for reason in reasons(made.pruned))
    enough = len(made.tree) - made.pruned.visited >= _CUT_NODES[made.level]
    return made if enough and (deep or made.level < _DEEP_FROM) else None


def _ordering(made: Exercise) -> Exercise | None:
    """The exercise on the same tree, if the order matters."""
    tree = made.tree
    found = orders(tree.game, tree.state[ROOT], depth=tree.depth, samples=1)
    return replace(made, pruned=None) if found.given.leaves > found.best_leaves else None


_FITTING: Final[Mapping[str, Callable[[Exercise], Exercise | None]]] = {
    ALPHABETA: _cutting,
    ORDERING: _ordering,
    WINDOWS_OF_NODES: windows,
    FAILING: failing,
    ARRANGING: arranging,
    DECIDING: deciding,
}
"""For each kind what makes its exercise of a search, or finds it not fit."""


def _unambiguous(tree: SearchTree, node: int) -> bool:
    """Whether no two actions are equally good there; and values are finite."""
    values = [tree.value[child] for child in tree.children[node]]
    mover = tree.player[node]
    if any(map(_infinite, values)):
        return False
    if not values or mover == CHANCE:
        return True
    own = [value[mover] for value in values] if isinstance(values[0], tuple) else values
    best = (min if mover != MAX and not isinstance(values[0], tuple) else max)(own)
    return sum(isclose(one, best, abs_tol=1e-9) for one in own) == 1


def _infinite(value: float | tuple[float, ...]) -> bool:
    """Whether a value, or a part of one, is none that one can write."""
    return any(abs(part) == inf for part in (value if isinstance(value, tuple) else (value,)))


def _on_the_edge(tree: SearchTree, node: int) -> bool:
    """Whether a value that came back equals an end of the window that it was compared with."""
    value = tree.returned[node]
    return tree.order[node] != NEVER and node != ROOT and value in (tree.alpha_in[node], tree.beta_in[node])


def _position(game: Game, chooser: random.Random) -> State:
    """A state, not terminal, from the first plies of a game at random."""
    state = game.initial()
    for _ in range(chooser.randint(0, 8)):
        after = game.result(state, chooser.choice(list(game.actions(state))))
        if game.is_terminal(after):
            break
        state = after
    return state


def random_tree(kind: str, level: int, seed: int) -> str:
    """The text of a tree at random, such as an exercise of that kind and level has; the same for the same seed."""
    return _text(random.Random(f"{kind} {level} {seed}"), kind, level)  # noqa: S311  trees, not secrets


def _text(chooser: random.Random, kind: str, level: int) -> str:
    """A tree as text, its inner nodes below the root named A, B, ... from left to right, level by level."""
    plies, fewest, most = (_SMALL_SHAPES if kind in (WINDOWS_OF_NODES, ARRANGING) else _SHAPES)[level]
    if kind == MAXN:
        plies = min(3, plies)
    counts = [[chooser.randint(fewest, most)]]
    for _ in range(plies - 1):
        counts.append([chooser.randint(fewest, most) for _ in range(sum(counts[-1]))])
    names = iter(ascii_uppercase)
    named = [[next(names, "") for _ in row] if place else [""] for place, row in enumerate(counts)]
    parts = [_leaf(chooser, kind, level) for _ in range(sum(counts[-1]))]
    for place in reversed(range(plies)):
        taken = iter(parts)
        parts = [
            _inner(chooser, kind, place, name, [next(taken) for _ in range(count)])
            for name, count in zip(named[place], counts[place], strict=True)
        ]
    return parts[0]


def _leaf(chooser: random.Random, kind: str, level: int) -> str:
    if kind == MAXN:
        return f"<{' '.join(str(chooser.randint(0, 9)) for _ in range(3))}>"
    return str(chooser.randint(0, 9 + 4 * level) * (10 if kind == EXPECTIMINIMAX else 1))


def _inner(chooser: random.Random, kind: str, ply: int, name: str, parts: list[str]) -> str:
    begins = f"{name}=" if name else ""
    if kind == MAXN:
        return f"{begins}P{ply % 3 + 1}({' '.join(parts)})"
    if kind == EXPECTIMINIMAX and ply % 2:
        tenths = sorted(chooser.sample(range(1, 10), len(parts) - 1))
        shares = [after - before for before, after in zip([0, *tenths], [*tenths, 10], strict=True)]
        return f"{begins}chance({' '.join(f'.{share}: {part}' for share, part in zip(shares, parts, strict=True))})"
    return f"{begins}({' '.join(parts)})"
