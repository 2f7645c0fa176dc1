"""Which games the pages that look into searches can take, and which algorithms a game."""

from __future__ import annotations

from typing import Final

from zermelo.errors import SearchError
from zermelo.explain.exercise import KINDS
from zermelo.game import Game, defines
from zermelo.languages import language
from zermelo.search import registry
from zermelo.search.alphabeta_table import alphabeta_table
from zermelo.search.minimax import minimax
from zermelo.search.textbook import choose
from zermelo.spec import Named
from zermelo.titles import titled
from zermelo.view import picture_of

TREES: Final = "trees"
"""A textbook algorithm or Monte Carlo tree search is watched: nothing is hidden."""
ALPHABETA: Final = "alphabeta"
"""Alpha-beta and its refinements: two players, nothing hidden, no chance."""

QUIET: Final = "quiet"
"""Quiescence search: such a game that says which actions are tactical."""
SETUP: Final = "setup"
"""Positions are put together from pieces: the game has a palette."""
ANALYSIS: Final = "analysis"
"""Every move of a game is looked at: nothing is hidden."""
FOR_MORE: Final = ("expectiminimax", "star1", "maxn", "paranoid", "best_reply")
"""Algorithms for games with chance, or of more than two players."""


def misfit(game: Game, page: str) -> str:
    """Why a game is not for such a page, the name of a message; empty where it is."""
    if page == TREES:
        return "hidden" if game.hidden else ""
    if page == ANALYSIS:
        return "analysis_hidden" if game.hidden else ""
    if page == SETUP:
        return "" if game.palette and picture_of(game, game.initial()) is not None else "setup"
    why = "hidden" if game.hidden else "not_two" if game.players != 2 else "chance" if game.chance else ""
    if not why and page == QUIET:
        return "" if defines(game, "tactical") else "quiet"
    return why


def searched_by(game: Game, algorithm: str) -> bool:
    """Whether an algorithm of this name is for a game."""
    try:
        if algorithm == alphabeta_table.name:
            choose(game, alphabeta_table)
        else:
            registry.named(algorithm, game)
    except SearchError:
        return False
    return True


def offered(game: Game, algorithm: str) -> bool:
    """Whether an algorithm is offered for a game: it is for that, and not made for more than that has, chance or further players."""
    return searched_by(game, algorithm) and (algorithm not in FOR_MORE or not searched_by(game, minimax.name))


PRACTISED: Final = tuple(name for name, kind in KINDS.items() if kind.text or kind.usual)
"""The kinds of exercises that are made of games."""


def practised(game: Game, name: str) -> bool:
    """Whether the exercises of this kind, one of `PRACTISED`, are offered for a game."""
    kind = KINDS[name]
    return not misfit(game, kind.games) and (not kind.search or offered(game, kind.search))


def checked(named: Named, lang: str, page: str) -> None:
    """Raise SearchError, in the page's language, where a game is not for it."""
    why = misfit(named.game, page)
    if why:
        speech = language(lang)
        raise SearchError(speech.say(f"studio.misfit.{why}", game=titled(named.game, speech), players=named.game.players))
