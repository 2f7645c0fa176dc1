"""What a game is called for people: its title in the reader's language, and its parameters where they are not the usual ones."""

from __future__ import annotations

import inspect
from typing import Any, Final

from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.languages import Language

_SIDES: Final = (("width", "height"), ("rows", "columns"))
"""Parameters that are told together, as the size of a board."""


def titled(game: Game, speech: Language) -> str:
    """`Connect four`, or `Connect four, 5 x 4`; a game of the reader's own by its name and parameters in Python.

    >>> from zermelo.games.othello import Othello
    >>> from zermelo.languages import language
    >>> titled(Othello(), language("es")), titled(Othello(6), language("en"))
    ('Othello', 'Othello, 6 x 6')
    """
    game = _inner(game)
    if not type(game).__module__.startswith("zermelo.games."):
        return repr(game)
    return ", ".join([speech.say(f"title.{type(game).__name__}"), *_told(game, speech)])


def rules_of(game: Game, speech: Language) -> str:
    """The rules in a sentence or two, with the numbers of this game in them; empty where there are no words for them.

    >>> from zermelo.games.mnk import MNK
    >>> from zermelo.languages import language
    >>> rules_of(MNK(4, 3, 3), language("en"))[:71]
    "In turn a player puts a stone on an empty cell of 4 x 3; 3 of one's own"
    """
    game = _inner(game)
    told = speech.catalogue["rules"].get(type(game).__name__, "")
    if not told or not type(game).__module__.startswith("zermelo.games."):
        return ""
    return str(told.format(**{name: getattr(game, name) for name in inspect.signature(type(game)).parameters}))


def title_of(name: str, speech: Language) -> str:
    """The title of the game with this name in the catalogue, with its parameters as they are written; other names as they are.

    >>> from zermelo.languages import language
    >>> [title_of(name, language("es")) for name in ("connect4", "nim(players=4)", "my_game.py")]
    ['Conecta cuatro', 'Nim (players=4)', 'my_game.py']
    """
    kind, bracket, parameters = name.partition("(")
    if kind not in CATALOGUE:
        return name
    title = speech.say(f"title.{CATALOGUE[kind][1]}")
    return f"{title} ({parameters}" if bracket else title


def _inner(game: Game) -> Game:
    """The game itself, where a search or the studio has one that stands for it and shows itself as it does."""
    while isinstance(inner := getattr(game, "game", None), Game) and repr(inner) == repr(game):
        game = inner
    return game


def _told(game: Game, speech: Language) -> list[str]:
    """The parameters that are not the usual ones, each in words, in the order in which they are written."""
    phrases = {**speech.catalogue["parameter"], **speech.catalogue["parameter"].get(type(game).__name__, {})}
    usual = inspect.signature(type(game)).parameters
    unusual = {name: getattr(game, name) for name, one in usual.items() if name in phrases and getattr(game, name) != one.default}
    told = []
    for first, second in _SIDES:
        if first in unusual or second in unusual:
            told.append(f"{getattr(game, first)} x {getattr(game, second)}")
            unusual = {name: value for name, value in unusual.items() if name not in (first, second)}
    return [*told, *(_phrase(phrases[name], value, speech) for name, value in unusual.items())]


def _phrase(phrase: Any, value: Any, speech: Language) -> str:
    if isinstance(value, bool):
        return str(phrase["yes" if value else "no"])
    if isinstance(phrase, dict):
        phrase = phrase["one" if value == 1 else "many"]
    if isinstance(value, float):
        value = speech.number(value)
    elif isinstance(value, tuple):
        value = ", ".join(map(str, value))
    return str(phrase.format(value=speech.catalogue["parameter"]["words"].get(value, value)))
