"""A game's own tree, some plies deep, as the text of a tree: to be drawn on, and pruned by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isclose, isfinite
from typing import Any, Final

from zermelo.draw import tree as drawing
from zermelo.errors import SearchError
from zermelo.explain.narration import measured
from zermelo.explain.observe import observe
from zermelo.explain.searchtree import EVALUATION, ROOT, SearchTree
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.games.tree_edit import odds_of, word_of
from zermelo.games.tree_text import Node, written
from zermelo.hints import Evaluation
from zermelo.languages import Language, language
from zermelo.scales import rounded, scale_of, units

ENGLISH: Final = language("en")
_PARTS: Final = 10_000
"""The greatest denominator of a probability that is written as a fraction."""
_FOREIGN: Final = str.maketrans({"/": "-", '"': "'", " ": "_"})


@dataclass(frozen=True)
class Taken:
    """A tree that was taken.

    text    as `Tree` reads it
    counts  what its numbers count and what a win is worth, in the reader's language; empty where they are the values of the game
    """

    text: str
    counts: str


def taken(
    game: Game, state: State = None, *, depth: int | None = None, evaluation: str | Evaluation | None = None, fold: bool = False,
    most: int, drawn: int | None = None, speech: Language = ENGLISH, progress: Callable[[int], None] | None = None,
) -> Taken:  # fmt: skip
    """The tree of a game from `state` (the initial one unless given), `depth` plies deep (to the end unless given).

    evaluation  what leaves are worth before the end of the game, in place of the game's own (see `zermelo.best`)
    fold        of symmetric children only the first
    most        nodes that it may have
    drawn       of these, those that are taken, as `zermelo.draw.tree` draws so many: all unless given. Above those that are not, nodes are
                leaves, worth what was found
    speech      the language in which its moves are named
    progress    called with the nodes so far, at each

    Where the game's evaluation is in it, the numbers are in the unit that people read (`zermelo.scales`), those of the ends as well. Of a
    player's moves the names are kept, but for blanks, quotes and strokes in them. Raises SearchError for a tree with more nodes, for
    a leaf that is worth no finite number, and for a game that hides something.
    """
    plain = "maxn" if game.players > 2 else "expectiminimax" if game.chance else "minimax"
    found = observe(game, state, algorithm=plain, depth=depth, evaluation=evaluation, fold=fold, most=most, progress=progress)
    found = found.told_in(speech.code)
    players = max(2, game.players)
    kept = drawing.drawn(found.children, drawn or len(found))
    children = [[child for child in below if child in kept] for below in found.children]
    made = [_node(found, node, players, leaf=not below) for node, below in enumerate(children)]
    for node, below in enumerate(children):
        named: set[str] = set()
        for place, child in enumerate(below, 1):
            made[child].name = _name(found.name(child), place, named)
            made[child].odds = _odds(found.probability[child]) if found.player[node] == CHANCE else ""
        made[node].children = [made[child] for child in below]
    _turns(found, children, made, players)
    return Taken(written(made[ROOT]), _counts(found, speech))


def _is_in_units(found: SearchTree) -> bool:
    """Whether the numbers are others than the values: the same unit for all of them, so that each node chooses and averages as before."""
    return EVALUATION in found.origin and scale_of(found.game).squeezed


def _counts(found: SearchTree, speech: Language) -> str:
    unit = measured(found, speech)
    told = [speech.say("worth.measured", unit=unit)] if unit else []
    if _is_in_units(found) and found.game.players == 2 and found.game.utility_range == (-1, 1):
        told.append(speech.say("worth.win", value=rounded(units(found.game, 1))))
    return "; ".join(told)


def _node(found: SearchTree, node: int, players: int, *, leaf: bool) -> Node:
    if not leaf:
        return Node(0, player=found.player[node])
    value: Any = found.value[node]
    parts = value if isinstance(value, tuple) else (value,)
    if not all(map(isfinite, parts)):
        raise SearchError(f"{' '.join(found.names(node)) or 'the root'} is worth {value}, and a tree has finite numbers; look less deep")
    shown = [f"{units(found.game, part) + 0:.12g}" if _is_in_units(found) else f"{part + 0:.15g}" for part in parts]
    return Node(0, worth=f"<{' '.join(shown)}>" if players > 2 else shown[0])


def _name(name: str, place: int, named: set[str]) -> str:
    """What a child is called in a tree: nothing where its place says as much; no two alike."""
    name = "_".join(name.translate(_FOREIGN).split())
    if name.isdecimal():
        if int(name) == place:
            return ""
        name = f"_{name}"
    while name.casefold() in named:
        name += "_"
    named.add(name.casefold())
    return name


def _odds(probability: float) -> str:
    share = Fraction(probability).limit_denominator(_PARTS)
    return odds_of(share) if isclose(float(share), probability, rel_tol=1e-12) else f"{probability:.15g}"


def _turns(found: SearchTree, children: list[list[int]], made: list[Node], players: int) -> None:
    """Say who moves where it is another than whose turn it is."""
    turn = [MAX] * len(made)
    for node, below in enumerate(children):  # parents have smaller numbers
        if not below:
            continue
        player = found.player[node]
        made[node].word = "" if player == turn[node] else word_of(player, players)
        for child in below:
            turn[child] = turn[node] if player == CHANCE else (player + 1) % players
