"""What a game is called for people: its title in the reader's language, and its parameters where they are not the usual ones."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.languages import Language
from zermelo.spec import bound, game_named

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
    kind, usual = type(game).__name__, inspect.signature(type(game)).parameters
    values = {name: getattr(game, name, one.default) for name, one in usual.items()}
    return ", ".join([speech.say(f"title.{kind}"), *_told(kind, usual, values, speech)])


def rules_of(game: Game, speech: Language) -> str:
    """The rules in a few sentences, with the numbers of this game in them; of a game of the reader's own, what its author wrote.

    Empty where there are no words for them.

    >>> from zermelo.games.mnk import MNK
    >>> from zermelo.languages import language
    >>> rules_of(MNK(4, 3, 3), language("en"))[:71]
    "In turn a player puts a stone on an empty cell of 4 x 3; 3 of one's own"
    """
    game = _inner(game)
    if not type(game).__module__.startswith("zermelo.games."):
        return _described(game)
    told = speech.catalogue["rules"].get(type(game).__name__, "")
    text, words = (told, {}) if isinstance(told, str) else (told["text"], told)
    facts = {name: getattr(game, name) for name in inspect.signature(type(game)).parameters if f"{{{name}}}" in text}
    return str(text.format(**{name: _in_rules(words.get(name, {}), value, speech) for name, value in facts.items()}))


def _in_rules(words: Mapping[str, str], value: Any, speech: Language) -> str:
    """A parameter as the rules tell it: in the words for it, where there are such, else as a number."""
    if words:
        key = "no" if value is False else "yes" if value is True else str(value)
        return words[key if key in words else "many"]
    return speech.number(value) if isinstance(value, float) else str(value)


def _described(game: Game) -> str:
    """What the author wrote of a game, the first paragraphs of its file and of its class; empty where there are none."""
    kind, own = type(game), game.__doc__ or ""
    if is_dataclass(kind) and own.startswith(f"{kind.__name__}("):  # Python's, which lists the fields
        own = ""
    adapted = game.__doc__ is not kind.__doc__  # its class is not its author's
    module = None if adapted or kind.__module__ == "__main__" else inspect.getmodule(kind)
    file = module.__doc__ or "" if module else ""
    paragraphs = [" ".join(inspect.cleandoc(text).split("\n\n")[0].split()) for text in (file, own)]
    return " ".join(filter(None, paragraphs))


def title_of(name: str, speech: Language) -> str:
    """The title of the game with this name in the catalogue, as `titled`, and no game is made; other names as they are.

    >>> from zermelo.languages import language
    >>> [title_of(name, language("es")) for name in ("connect4(5, 4)", "nim(players=4)", "my_game.py")]
    ['Conecta cuatro, 5 x 4', 'Nim, 4 jugadores', 'my_game.py']
    """
    try:
        found = bound(name)
    except SpecError:
        return name
    kind = CATALOGUE[game_named(name)][1]
    return ", ".join([speech.say(f"title.{kind}"), *_told(kind, found.signature.parameters, found.arguments, speech)])


def _inner(game: Game) -> Game:
    """The game itself, where a search or the studio has one that stands for it and shows itself as it does."""
    while isinstance(inner := getattr(game, "game", None), Game) and repr(inner) == repr(game):
        game = inner
    return game


def _told(kind: str, usual: Mapping[str, inspect.Parameter], values: Mapping[str, Any], speech: Language) -> list[str]:
    """The parameters that are not the usual ones, each in words, in the order in which they are written."""
    phrases = _phrases(kind, speech)
    unusual = {name: values[name] for name, one in usual.items() if name in phrases and values[name] != one.default}
    told = []
    for first, second in _SIDES:
        if first in unusual or second in unusual:
            told.append(f"{values[first]} x {values[second]}")
            unusual = {name: value for name, value in unusual.items() if name not in (first, second)}
    return [*told, *(_phrase(phrases[name], value, speech) for name, value in unusual.items())]


def parameter_in_words(game: str, name: str, value: Any, speech: Language) -> str:
    """A value of a parameter of the game with this name in the catalogue, in words.

    >>> from zermelo.languages import language
    >>> parameter_in_words("draughts", "rules", "brazilian", language("es"))
    'brasileñas'
    """
    return _phrase(_phrases(CATALOGUE[game][1], speech)[name], value, speech)


def _phrases(kind: str, speech: Language) -> dict[str, Any]:
    """The phrases for parameters, those for games of this class before the others."""
    return {**speech.catalogue["parameter"], **speech.catalogue["parameter"].get(kind, {})}


def _phrase(phrase: Any, value: Any, speech: Language) -> str:
    """A phrase for a value; where there are several, the one for just this value, or for whether it is one."""
    if isinstance(value, bool):
        return str(phrase["yes" if value else "no"])
    if isinstance(phrase, dict):
        phrase = phrase.get(str(value)) or phrase["one" if value == 1 else "many"]
    if isinstance(value, float):
        value = speech.number(value)
    elif isinstance(value, tuple):
        value = ", ".join(map(str, value))
    return str(phrase.format(value=speech.catalogue["parameter"]["words"].get(value, value)))
