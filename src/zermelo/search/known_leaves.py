"""Textbook algorithms with what is known: a state that a database or a book knows is a leaf, worth what is known of it.

The test with which an algorithm begins, whether the game is over, is made once more before it, of what is known:

    if game.is_terminal(state):                          if is_keyed(game, state, tally):
        return game.utility(state, MAX)          and         return keyed_utility(game, state, MAX, tally)

So the text in the book stays as it is, and the counts are those of that text. An algorithm that is written otherwise looks up nothing.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, Final

from zermelo.game import Game, State
from zermelo.search.algorithm import DATABASE, DESK, TALLY, Algorithm
from zermelo.search.lookup import Rows, database_on, place_by_key, place_of, plies_at, worth_at
from zermelo.search.scored import Scored
from zermelo.search.sooner import Sooner, faded
from zermelo.words import words_at

Words = Any


def is_ranked(game: Game, state: State, tally: Words) -> bool:
    """Whether it is known by its rank what a state is worth."""
    return place_of(game, state, words_at(tally[DATABASE])) >= 0


def ranked_utility(game: Game, state: State, player: int, tally: Words) -> float:
    """What such a state is worth to a player."""
    worth = worth_at(words_at(tally[DATABASE]), place_of(game, state, words_at(tally[DATABASE])))
    return worth if game.to_move(state) == player else -worth


def is_keyed(game: Game, state: State, tally: Words) -> bool:
    """Whether it is known by its key what a state is worth."""
    return place_by_key(game, state, words_at(database_on(words_at(tally[DESK]))), words_at(tally[DESK])) >= 0


def keyed_utility(game: Game, state: State, player: int, tally: Words) -> float:
    """What such a state is worth to a player."""
    database = database_on(words_at(tally[DESK]))
    worth = worth_at(words_at(database), place_by_key(game, state, words_at(database), words_at(tally[DESK])))
    return worth if game.to_move(state) == player else -worth


def scored_utility(game: Game, state: State, player: int, tally: Words) -> float:
    """What such a state, by its rank, and the rewards on the way to it are worth to a player, where a view counts them (see scored.py)."""
    won: float = game.won_so_far(state, player)  # type: ignore[attr-defined]
    return won + ranked_utility(game, state, player, tally)


def is_timed(database: Words, place: int) -> bool:
    """Whether it is known how far the end is from a place, if there is one; where nobody wins it does not matter."""
    return place >= 0 and (plies_at(database, place, -1) >= 0 or worth_at(database, place) == 0)


def is_timed_by_rank(game: Game, state: State, tally: Words) -> bool:
    """Whether it is known by its rank what a state is worth, and how soon."""
    return is_timed(words_at(tally[DATABASE]), place_of(game, state, words_at(tally[DATABASE])))


def sooner_by_rank(game: Game, state: State, player: int, tally: Words) -> float:
    """What such a state is worth to a player, less what the plies to the end take of it, where a view counts them (see sooner.py)."""
    place = place_of(game, state, words_at(tally[DATABASE]))
    plies: int = game.plies_so_far(state)  # type: ignore[attr-defined]
    return faded(ranked_utility(game, state, player, tally), plies + plies_at(words_at(tally[DATABASE]), place, 0))


def is_timed_by_key(game: Game, state: State, tally: Words) -> bool:
    """Whether it is known by its key what a state is worth, and how soon."""
    database = database_on(words_at(tally[DESK]))
    return is_timed(words_at(database), place_by_key(game, state, words_at(database), words_at(tally[DESK])))


def sooner_by_key(game: Game, state: State, player: int, tally: Words) -> float:
    """What such a state is worth to a player, less what the plies to the end take of it."""
    database = database_on(words_at(tally[DESK]))
    place = place_by_key(game, state, words_at(database), words_at(tally[DESK]))
    plies: int = game.plies_so_far(state)  # type: ignore[attr-defined]
    return faded(keyed_utility(game, state, player, tally), plies + plies_at(words_at(database), place, 0))


Asked = tuple[Callable[..., bool], Callable[..., float]]
_PLAIN: Final[tuple[Asked, Asked]] = (is_ranked, ranked_utility), (is_keyed, keyed_utility)
"""Whether it is known what a state is worth, and what that is: by its rank, by its key."""
_SOONER: Final[tuple[Asked, Asked]] = (is_timed_by_rank, sooner_by_rank), (is_timed_by_key, sooner_by_key)
_SCORED: Final[tuple[Asked, Asked]] = (is_ranked, scored_utility), _PLAIN[1]
"""Where something is won on the way, databases are by rank alone."""


class KnownLeaves:
    """The kernel of an algorithm that takes what these rows know for leaves, on a game or a view of it."""

    def __init__(self, algorithm: Algorithm[..., Any], rows: Sequence[Rows], game: Game) -> None:
        self.algorithm = algorithm
        by_rank, by_key = _SOONER if isinstance(game, Sooner) else _SCORED if isinstance(game, Scored) else _PLAIN
        self._asked = [by_key if one.by_key else by_rank for one in rows]
        self.name = "-".join([algorithm.name, *(utility.__name__ for _, utility in self._asked)])

    @property
    def version(self) -> str:
        """What tells the algorithm, with all that it reads now, from others of its name."""
        return self.algorithm.version

    def parts(self) -> list[tuple[FunctionType, tuple[Any, ...], Any]]:
        """What the compiler asks for, as of the algorithm alone."""
        return self.algorithm.parts(self._with_known)

    @functools.cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The counted twin for plain Python."""
        return self.algorithm.counted(self._with_known)

    def _with_known(self, definition: ast.FunctionDef) -> tuple[ast.FunctionDef, dict[str, Any]]:
        """A definition with the tests of what is known, and the names that they read."""
        made = copy.deepcopy(definition)
        first = 1 if ast.get_docstring(made, clean=False) is not None else 0
        case = made.body[first]
        if isinstance(case, ast.If) and _asks(case.test, "is_terminal"):
            asked = [(is_known.__name__, utility.__name__) for is_known, utility in self._asked]
            made.body[first:first] = [_Asking(*names).visit(copy.deepcopy(case)) for names in asked]
        return made, {function.__name__: function for one in self._asked for function in one}


class _Asking(ast.NodeTransformer):
    """Puts what is known in the place of the end of the game."""

    def __init__(self, test: str, utility: str) -> None:
        self.test, self.utility = test, utility

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if _asks(node, "is_terminal"):
            return self._call(self.test, node)
        if _asks(node, "utility"):
            return self._call(self.utility, node)
        if _asks(node, "utilities"):
            return ast.Tuple([self._call(self.utility, node, ast.Constant(player)) for player in (0, 1)], ast.Load())
        return self.generic_visit(node)

    def _call(self, name: str, node: ast.Call, *more: ast.expr) -> ast.Call:
        assert isinstance(node.func, ast.Attribute)
        arguments = [copy.deepcopy(one) for one in (node.func.value, *node.args)]
        return ast.Call(ast.Name(name, ast.Load()), [*arguments, *more, ast.Name(TALLY, ast.Load())], [])


def _asks(node: ast.AST, method: str) -> bool:
    """Whether this is the call of a method of a name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
