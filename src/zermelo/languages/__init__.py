"""What students see, in their language: English, Spanish and Portuguese. One catalogue of messages each, `en.toml` and so on.

A message may have places for facts, `{node}`. A message that comes in two forms, for one and for more, has the facts
`one` and `many`. A word that agrees with who is named stands in both forms, `{player:gana/ganan}`: the second one beside a name
that begins with a word of `player.plural`. Catalogues hold the same messages with the same places; a test says where they do not.

What games say, and errors, are English where they are said; phrases tell them in other languages (`games.es.toml`, `errors.es.toml`).
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from itertools import chain
from math import inf, isclose, isfinite, isnan
from types import MappingProxyType
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.values import in_words

LANGUAGES: Final = {"en": "English", "es": "español", "pt": "português"}
"""The languages by their codes, each under its own name."""
MOST_PARTS: Final = 1000
"""The greatest denominator of a probability that is told as a fraction."""
MOST_LISTED: Final = 400
"""Actions of a list that are told one by one; a longer one stays as it is."""
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(,\d{3})+")
"""A whole number as errors in English write it: `5,000`."""
_DECIMAL: Final = re.compile(r"-?\d+\.\d+")
"""A number with decimals, as English writes it."""


class Language:
    """A language: its messages, and how it writes numbers.

    >>> language("es").number(-0.5)
    '-0,5'
    >>> language("en").say("root")
    'the root'
    """

    def __init__(self, code: str, catalogue: dict[str, Any]) -> None:
        self.code, self.catalogue = code, catalogue
        self.decimal, self.infinity = catalogue["number"]["decimal"], catalogue["number"]["infinity"]
        self._plural = frozenset(catalogue["player"]["plural"].split())

    def say(self, message: str, count: int | None = None, **facts: object) -> str:
        """A message by its name, such as `cut.reason`, with the facts at their places; floats as the language writes them.

        With a count, the form for one or for many, which may name it as {count}. KeyError for a message that there is not.

        >>> language("es").say("studio.analysis.wins", player="MAX"), language("es").say("studio.analysis.wins", player="Blancas")
        ('gana MAX', 'ganan Blancas')
        """
        found: Any = self.catalogue
        for word in message.split("."):
            found = found[word]
        if count is not None:
            found, facts = found["one" if count == 1 else "many"], {"count": count, **facts}
        return str(found).format(**{name: self._fact(fact) for name, fact in facts.items()})

    def _fact(self, fact: object) -> object:
        """A fact as messages take it."""
        if isinstance(fact, str):
            return _Plural(fact) if fact.partition(" ")[0] in self._plural else _Singular(fact)
        return self.number(fact) if isinstance(fact, float) else fact

    def spoken(self, text: str, own: Mapping[str, Mapping[str, str]]) -> str:
        """What a game says, by the phrases that it brings along (`Display.phrases`) and those of many games; else as it stands.

        >>> language("es").spoken("player 2 to move", {}), language("es").spoken("roll", {"es": {"roll": "tirar"}})
        ('turno: jugador 2', 'tirar')
        """
        return self._told(text, (own.get(self.code, {}), self.common)) if self.code != "en" else text

    def trouble(self, text: str, own: Mapping[str, Mapping[str, str]] = MappingProxyType({})) -> str:
        """What went wrong, in English, by phrases of a game (`Display.phrases`), of errors and of what many games say; else as it stands.

        Actions that are listed, `roll, hold`, are told one by one. O(letters * phrases).

        >>> language("es").trouble("'e9' is not a legal action here; legal: e4, e5")
        "'e9' no es una jugada legal aquí; legales: e4, e5"
        >>> language("es").trouble("the tree has more than 5,000 nodes; look less deep")
        'el árbol tiene más de 5.000 nodos; toma menos niveles'
        """
        return self._told(text, (own.get(self.code, {}), self.errors, self.common)) if self.code != "en" else text

    def _told(self, text: str, phrases: Sequence[Mapping[str, str]]) -> str:
        """A text by the first phrase that fits, and the parts of it that vary in the same way."""
        for one in phrases:
            if text in one:
                return one[text]
        for phrase, told in chain.from_iterable(one.items() for one in phrases):
            if "{}" in phrase and (parts := _parts(text, phrase)):
                return told.format(*(self._part(part, phrases) for part in parts))
        return text

    def _part(self, text: str, phrases: Sequence[Mapping[str, str]]) -> str:
        """A part of a text, which may be a number or a list."""
        if _GROUPED.fullmatch(text):
            return self.grouped(int(text.replace(",", "")))
        if _DECIMAL.fullmatch(text):
            return text.replace(".", self.decimal)
        told, listed = self._told(text, phrases), text.split(", ")
        return ", ".join(self._told(one, phrases) for one in listed) if told == text and len(listed) <= MOST_LISTED else told

    @functools.cached_property
    def errors(self) -> dict[str, str]:
        """The phrases of errors."""
        return _catalogue(f"errors.{self.code}")

    @functools.cached_property
    def common(self) -> dict[str, str]:
        """The phrases of many games."""
        return _catalogue(f"games.{self.code}")

    def number(self, value: float, digits: int = 6) -> str:
        """A number, as `in_words` of zermelo.values: `-0.1`, `-0,1`; an infinite one by its sign; `?` for NaN."""
        if isnan(value):
            return "?"
        if value in (inf, -inf):
            return "-∞" if value < 0 else self.infinity
        return in_words(value, digits).replace(".", self.decimal)

    def decimals(self, value: float, digits: int) -> str:
        """A number with so many decimals, all of which are told; an infinite one by its sign.

        >>> language("es").decimals(0.3, 2), language("en").decimals(-12.0, 0)
        ('0,30', '-12')
        """
        return f"{value:.{digits}f}".replace(".", self.decimal) if isfinite(value) else self.number(value)

    def grouped(self, number: float) -> str:
        """A whole number with its digits in groups of three.

        >>> language("en").grouped(72226), language("es").grouped(72226)
        ('72,226', '72.226')
        """
        return f"{number:,.0f}".replace(",", "." if self.decimal == "," else ",")

    def probability(self, part: float) -> str:
        """A probability without anything left out, so that one can reckon with it: `0.25`, or as a fraction, `1/6`; rounded to three digits
        where it is neither.

        >>> language("es").probability(0.25), language("es").probability(5 / 36), language("es").probability(0.12345)
        ('0,25', '5/36', '0,123')
        """
        fraction = Fraction(part).limit_denominator(MOST_PARTS)
        if isclose(part, round(part, 3), abs_tol=1e-12) or not isclose(part, fraction, abs_tol=1e-12):
            return self.number(part, 3)
        return str(fraction)

    def interval(self, low: float, high: float) -> str:
        """`[-∞, 3]`; where the comma is a decimal one, `[-∞; 3]`."""
        return self.between(self.number(low), self.number(high))

    def between(self, low: str, high: str) -> str:
        """The interval of two values that are written already."""
        return f"[{low}{';' if self.decimal == ',' else ','} {high}]"

    def worth(self, value: Any, digits: int = 6) -> str:
        """A value: a number, or a vector of them as `<1 2 6>`."""
        parts = [self.number(part, digits) for part in (value if isinstance(value, tuple) else (value,))]
        return f"<{' '.join(parts)}>" if isinstance(value, tuple) else parts[0]


class _Singular(str):
    """A text in a message, with which words may agree: `{player:gana/ganan}` is `gana`."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        return words.partition("/")[0] if words else str(self)


class _Plural(_Singular):
    """The same of what is called by a plural: `ganan`."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        return words.partition("/")[2] if words else str(self)


@functools.cache
def language(code: str) -> Language:
    """The language with this code. Raises SpecError where there is none."""
    if code not in LANGUAGES:
        raise SpecError(f"there is no language {code!r}; there are {', '.join(f'{one} ({name})' for one, name in LANGUAGES.items())}")
    return Language(code, _catalogue(code))


def _catalogue(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))


def _parts(text: str, phrase: str) -> list[str]:
    """What stands in a text at the places of a phrase, the first ones as short as can be; nothing where it does not fit. O(letters)."""
    first, words, last = _split(phrase)
    end = len(text) - len(last)
    if not (text.startswith(first) and text.endswith(last)):
        return []
    parts, begin = [], len(first)
    for word in words:
        found = text.find(word, begin + 1, end)
        if found < 0:
            return []
        parts.append(text[begin:found])
        begin = found + len(word)
    return [*parts, text[begin:end]] if begin < end else []


@functools.cache
def _split(phrase: str) -> tuple[str, list[str], str]:
    first, *words, last = phrase.split("{}")
    return first, words, last
