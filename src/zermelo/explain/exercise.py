"""Exercises: a small tree, or a position of a game, to be solved by hand; its solution; and marks with the reason of each error.

The same kind, level and seed give the same exercise on every machine. Its solution is unique: no two actions at a node are
equally good, and alpha-beta never meets a value that equals its window, so that no convention decides what is cut.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf, isclose
from string import ascii_uppercase
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.explain.observe import observe
from zermelo.explain.orders import orders
from zermelo.explain.picture import value_text
from zermelo.explain.searchtree import NEVER, NO_NODE, ROOT, SearchTree
from zermelo.explain.telling import Telling
from zermelo.explain.why import reasons
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.games.tree import Tree
from zermelo.languages import language as speech_of
from zermelo.search.algorithm import checked_game
from zermelo.search.size import tree_size

MINIMAX: Final = "minimax"
ALPHABETA: Final = "alphabeta"
EXPECTIMINIMAX: Final = "expectiminimax"
MAXN: Final = "maxn"
ORDERING: Final = "ordering"
KINDS: Final = (MINIMAX, ALPHABETA, EXPECTIMINIMAX, MAXN, ORDERING)
LEVELS: Final = range(1, 6)

_SHAPES: Final = {1: (2, 2, 3), 2: (3, 2, 2), 3: (3, 2, 3), 4: (4, 2, 2), 5: (4, 2, 3)}
"""For each level: plies, the fewest and the most children of a node."""
_CUT_NODES: Final = {1: 1, 2: 1, 3: 3, 4: 3, 5: 5}
"""For each level: nodes that alpha-beta must leave out at least."""
_DEEP_FROM: Final = 4
"""From this level on there is a deep cut-off."""
_TRIES: Final = 5_000
_TRIES_OF_A_GAME: Final = 120
_SMALLEST: Final = 6
_LARGEST: Final = 60
"""Nodes of a tree that somebody solves by hand."""

VALUE: Final = "value"
SEARCHED: Final = "searched"
NUMBER: Final = "number"


@dataclass(frozen=True)
class Blank:
    """Something to find out.

    what    VALUE of a node; whether it is SEARCHED (True or False); or a NUMBER: of the leaves that are visited, in the order
            given or in the best one
    node    of `Exercise.tree`; ROOT for a number
    answer  the right one
    name    by which `mark` takes an answer
    """

    what: str
    node: int
    answer: Any
    name: str


@dataclass(frozen=True)
class Mark:
    """What became of one answer: whether it is right, and if not why, in the language of the exercise."""

    blank: Blank
    right: bool
    reason: str = ""


@dataclass(frozen=True)
class Exercise:
    """An exercise.

    tree    all of it, with the values of minimax (expectiminimax, max^n)
    pruned  what alpha-beta visits of it; None where that is not asked
    """

    kind: str
    level: int
    seed: int
    language: str
    tree: SearchTree
    pruned: SearchTree | None

    @cached_property
    def blanks(self) -> tuple[Blank, ...]:
        """What is to be found out, in the order of the tree from left to right."""
        return tuple(self._blanks())

    def _blanks(self) -> Iterator[Blank]:
        nodes = sorted(range(len(self.tree)), key=self.tree.path)
        if self.kind == ORDERING:
            found = orders(self.tree.game, self.tree.state[ROOT], depth=self.tree.depth, samples=1)
            yield Blank(NUMBER, ROOT, found.given.leaves, "given")
            yield Blank(NUMBER, ROOT, found.best_leaves, "best")
            return
        for node in nodes:
            name = " ".join(self.tree.names(node)) or "root"
            if self.pruned is not None and not self.tree.children[node]:
                yield Blank(SEARCHED, node, self._in_pruned[node] != NO_NODE, name)
            elif self.pruned is None and self.tree.children[node]:
                yield Blank(VALUE, node, self.tree.value[node], name)
        if self.pruned is not None:
            yield Blank(VALUE, ROOT, self.tree.value[ROOT], "root")

    @cached_property
    def _in_pruned(self) -> tuple[int, ...]:
        """For each node of the tree the same in the pruned one, NO_NODE where it was not visited."""
        assert self.pruned is not None
        visited = {_actions(self.pruned, node): node for node in range(len(self.pruned)) if self.pruned.order[node] != NEVER}
        return tuple(visited.get(_actions(self.tree, node), NO_NODE) for node in range(len(self.tree)))

    def mark(self, answers: Mapping[str, Any]) -> tuple[Mark, ...]:
        """Mark the answers, by the names of the blanks; a blank without an answer is left out.

        Raises SearchError for a name that no blank has.
        """
        known = {blank.name: blank for blank in self.blanks}
        for name in answers:
            if name not in known:
                raise SearchError(f"nothing is asked about {name!r}; there are {', '.join(map(repr, known))}")
        return tuple(self._marked(known[name], answer) for name, answer in answers.items())

    def _marked(self, blank: Blank, answer: Any) -> Mark:
        if _same(blank.answer, answer):
            return Mark(blank, right=True)
        return Mark(blank, right=False, reason=self.reason(blank))

    def reason(self, blank: Blank) -> str:
        """Why the right answer is right."""
        tree, telling = self.tree, Telling(self.tree, self.language)
        say, node = telling.language.say, blank.node
        if blank.what == NUMBER:
            return say("exercise.because.number", count=blank.answer)
        if blank.what == SEARCHED:
            return self._why_searched(node)
        found = tree if self.pruned is None else self.pruned  # whose root is the only value that is asked for
        values = ", ".join(value_text(found, child, telling.language) for child in found.children[node])
        facts: dict[str, Any] = {"mover": telling.mover(node), "values": values, "value": telling.language.worth(tree.value[node])}
        if tree.player[node] == CHANCE:
            terms = (
                f"{telling.language.number(tree.probability[child])} · {telling.language.worth(tree.value[child])}"
                for child in tree.children[node]
            )
            return say("exercise.because.average", terms=" + ".join(terms), **facts)
        if isinstance(tree.value[node], tuple):
            return say("exercise.because.own", **facts)
        return say("exercise.because.greatest" if tree.player[node] == MAX else "exercise.because.least", **facts)

    def _why_searched(self, node: int) -> str:
        assert self.pruned is not None
        telling = Telling(self.pruned, self.language)
        if self._in_pruned[node] != NO_NODE:
            seen = self._in_pruned[node]
            window = telling.language.interval(self.pruned.alpha_in[seen], self.pruned.beta_in[seen])
            return telling.language.say("exercise.because.searched", node=telling.label(seen), window=window)
        path = _actions(self.tree, node)
        for reason in reasons(self.pruned):
            if any(path[: len(cut)] == cut for cut in (_actions(self.pruned, one) for one in reason.unvisited)):
                return telling.reason(reason)
        raise AssertionError("what was not visited was cut")


def _actions(tree: SearchTree, node: int) -> tuple[int, ...]:
    return tuple(tree.action[one] for one in tree.path(node)[1:])


def _same(right: Any, answer: Any) -> bool:
    if isinstance(right, tuple):
        parts = answer.strip("<>() ").split() if isinstance(answer, str) else answer
        return isinstance(parts, (tuple, list)) and len(parts) == len(right) and all(map(_same, right, parts))
    try:
        number = float(answer.replace(",", ".") if isinstance(answer, str) else answer)
    except (TypeError, ValueError):
        return False
    return isclose(float(right), number, abs_tol=1e-6)


# Making one


def exercise(
    kind: str, level: int = 1, seed: int = 0, *, language: str = "en", game: Game | None = None, depth: int | None = None
) -> Exercise:
    """The exercise of a kind (`KINDS`) and level (1, small, to 5, with deep cut-offs) that the seed chooses.

    game   take a position of this game, `depth` plies deep (2 unless given), in place of a tree of its own; minimax, alphabeta,
           ordering and expectiminimax where the game has chance

    Raises SearchError for another kind or level, and where no position of a game is fit for it.
    """
    if kind not in KINDS:
        raise SearchError(f"there is no exercise of the kind {kind!r}; there are {', '.join(KINDS)}")
    if isinstance(level, bool) or not isinstance(level, int) or level not in LEVELS:
        raise SearchError(f"a level is a whole number from {LEVELS[0]} to {LEVELS[-1]}, not {level!r}")
    speech_of(language)
    if game is not None and checked_game(game).is_terminal(game.initial()):
        raise SearchError(f"{game!r} is over before it begins")
    chooser = random.Random(f"{kind} {level} {seed}")  # noqa: S311  exercises, not secrets
    for _ in range(_TRIES if game is None else _TRIES_OF_A_GAME):
        rules, state = (Tree(_text(chooser, kind, level)), None) if game is None else (game, _position(game, chooser))
        made = _made(kind, level, seed, language, rules, state, depth=(depth or 2) if game is not None else None)
        if made is not None:
            return made
    where = f" in {game!r}" if game is not None else ""
    raise SearchError(f"no exercise of the kind {kind} and level {level} was found{where}; another depth or level may have one")


def _made(kind: str, level: int, seed: int, language: str, game: Game, state: State, *, depth: int | None) -> Exercise | None:
    """The exercise, if its solution is unique and it is as hard as its level says."""
    plain = {EXPECTIMINIMAX: EXPECTIMINIMAX, MAXN: MAXN}.get(kind, MINIMAX)
    if depth is not None and tree_size(game, state, depth, _LARGEST) > _LARGEST:
        return None
    tree = observe(game, state, algorithm=plain, depth=depth)
    if not _SMALLEST <= len(tree) <= _LARGEST or not all(_unambiguous(tree, node) for node in range(len(tree))):
        return None
    if kind not in (ALPHABETA, ORDERING):
        return Exercise(kind, level, seed, language, tree, None)
    pruned = observe(game, state, algorithm=ALPHABETA, depth=depth)
    if any(_on_the_edge(pruned, node) for node in range(len(pruned))):
        return None
    if kind == ORDERING:
        found = orders(game, state, depth=depth, samples=1)
        fit = found.given.leaves > found.best_leaves
    else:
        deep = any(reason.deep and reason.unvisited for reason in reasons(pruned))
        fit = len(tree) - pruned.visited >= _CUT_NODES[level] and (deep or level < _DEEP_FROM)
    return Exercise(kind, level, seed, language, tree, pruned if kind == ALPHABETA else None) if fit else None


def _unambiguous(tree: SearchTree, node: int) -> bool:
    """Whether no two actions are equally good there; and values are finite."""
    values = [tree.value[child] for child in tree.children[node]]
    mover = tree.player[node]
    if any(abs(part) == inf for value in values for part in (value if isinstance(value, tuple) else (value,))):
        return False
    if not values or mover == CHANCE:
        return True
    own = [value[mover] for value in values] if isinstance(values[0], tuple) else values
    best = (min if mover != MAX and not isinstance(values[0], tuple) else max)(own)
    return sum(isclose(one, best, abs_tol=1e-9) for one in own) == 1


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


def _text(chooser: random.Random, kind: str, level: int) -> str:
    """A tree as text, its inner nodes below the root named A, B, ... from left to right, level by level."""
    plies, fewest, most = _SHAPES[level]
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
