"""All searchers, each entered once: `best`, players, the command line and the pages read them here, and those of installed packages."""

from __future__ import annotations

import difflib
import functools
import itertools
import warnings
from collections.abc import Sequence
from typing import Final

from zermelo import installed
from zermelo.errors import SearchError, SpecError, ZermeloError
from zermelo.game import Game
from zermelo.installed import Entry
from zermelo.search import determinizing, shortest, textbook
from zermelo.search.algorithm import checked_game, checked_open
from zermelo.search.engine import engine
from zermelo.search.mcts import search as mcts
from zermelo.search.multiplayer import perspective
from zermelo.search.multiplayer import search as multiplayer
from zermelo.search.searcher import Searcher

OURS: Final = (
    *shortest.SEARCHERS,
    engine.SEARCHER,
    multiplayer.SEARCHER,
    *textbook.SEARCHERS,
    mcts.SEARCHER,
    *perspective.SEARCHERS,
    *determinizing.SEARCHERS,
)
OUR_NAMES: Final = tuple(dict.fromkeys(one.name for one in OURS))


@functools.cache
def searchers() -> tuple[Searcher, ...]:
    """All of them, ours first. Two may have one name: the first that fits a game searches it.

    What an installed package cannot deliver is left out, with a warning.
    """
    return (*OURS, *itertools.chain.from_iterable(map(_loaded, installed.searchers())))


def _loaded(entry: Entry) -> tuple[Searcher, ...]:
    try:
        return (offered(entry),)
    except ZermeloError as error:
        warnings.warn(f"a searcher is left out: {error}", stacklevel=2)
        return ()


def offered(entry: Entry) -> Searcher:
    """The searcher that a package offers. Raises SpecError where it cannot be used, GameError where the package fails."""
    found = entry.load()
    where = f"{entry.name}, of the package {entry.package},"
    if not isinstance(found, Searcher):
        raise SpecError(f"{where} is to be a zermelo.Searcher, and is {found!r}")
    if found.name != entry.name:
        raise SpecError(f"{where} calls itself {found.name!r}; give the entry point and the Searcher one name")
    if found.name in OUR_NAMES:
        raise SpecError(f"{where} has the name of a searcher that comes with Zermelo; give it another")
    return found


def names() -> tuple[str, ...]:
    """What searchers are called, each name once."""
    return tuple(dict.fromkeys(one.name for one in searchers()))


def named(name: str, game: Game) -> Searcher:
    """The searcher of that name for a game. Raises SearchError, which says why, where there is none or it cannot search the game."""
    found = [one for one in OURS if one.name == name] or [one for one in searchers() if one.name == name]
    if not found:
        near = difflib.get_close_matches(name, names(), n=1)
        raise SearchError(f"there is no algorithm {name!r}; {f'did you mean {near[0]}? ' if near else ''}there are {', '.join(names())}")
    fitting = next((one for one in found if one.fits(game)), None)
    if fitting is None:
        found[0].admit(game)
        raise AssertionError
    return fitting


def chosen(game: Game, name: str | Searcher | None = None, asked: Sequence[str] = ()) -> Searcher:
    """The searcher of that name; where none is named, the first usual one of ours for the game that takes all that is asked.

    Raises SearchError where none does.
    """
    checked_game(game)
    if isinstance(name, Searcher):
        name.admit(game)
        candidates = [name]
    elif name is not None:
        candidates = [named(name, game)]
    else:
        candidates = [one for one in OURS if one.usual(game)]
    first = None
    for one in candidates:
        if all(map(one.has, asked)):
            return one
        first = first or one
    if first is None:
        checked_open(game, "a search")
        raise SearchError(f"nothing searches {game!r} unless it is named; there are {', '.join(names())}")
    raise SearchError(_without(game, candidates, asked))


def _without(game: Game, candidates: Sequence[Searcher], asked: Sequence[str]) -> str:
    """What to say where none of these takes all that is asked."""
    common = next((name for name in asked if not any(one.has(name) for one in candidates)), None)
    if common is None:
        lacking = ", ".join(f"{one.name} has no option {next(name for name in asked if not one.has(name))!r}" for one in candidates)
        return f"nothing that searches {game!r} takes {' and '.join(map(repr, asked))} at once: {lacking}"
    first = candidates[0]
    takes = (*first.takes, *first.options)
    near = difflib.get_close_matches(common, takes, n=1, cutoff=0.7)
    others = list(dict.fromkeys(one.name for one in searchers() if one.has(common) and one.fits(game)))
    if near:
        hint = f"did you mean {near[0]}?"
    elif others:
        hint = f"{' and '.join(', '.join(others).rsplit(', ', 1))} {'has' if len(others) == 1 else 'have'} it"
    else:
        hint = f"it takes {', '.join(takes)}"
    return f"{first.name} has no option {common!r}; {hint}"
