"""The lessons of the studio: a first course on search with an adversary, the same one in every language.

A lesson is a file such as `en/04-alphabeta.md`. The number is its place in the course; the rest of the name, its *slug*, is what
addresses call it. The file begins with a title and a paragraph that sums the lesson up; then comes prose, in CommonMark with tables
and without HTML. What can be clicked stands within it as a fenced block in the language `zermelo`, an *activity*, in TOML:

    ```zermelo
    show = "tree"
    game = "pawns"
    algorithm = "alphabeta"
    ```

`show` says of which kind it is; `KINDS` has the kinds with the options of each, `OPTIONS` what an option may be:

    tree         a step player of a textbook algorithm, on a tree that can be read: under 150 nodes
    play         a game against the computer: how strong it is, or that it simulates, and on which side one plays
    order        what alpha-beta visits, by the order of the children
    simulations  Monte Carlo tree search, one simulation after the other
    worlds       a tree with information sets, as who deals what is hidden sees it, and as it is
    strategy     how a strategy comes about, iteration by iteration
    policy       how to play pig to a goal, as value iteration finds it
    scale        what rescaling the leaves of a tree does to the choice
    ladder       what each refinement of alpha-beta is worth
    sum          an evaluation as a weighted sum of features, and what it says when the captures are played out
    horizon      what searches find that stop at a depth, without and with quiescence and extensions, line by line
    exercise     something to solve; each lesson ends with one

Every language has the same lessons with the same activities in the same order. A test holds them to that, and runs them all.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from zermelo.errors import SpecError
from zermelo.explain import exercise
from zermelo.explain.observe import GIVEN, OWN, WATCHED
from zermelo.explain.simulations import MOST
from zermelo.languages import language as speech_of
from zermelo.search.algorithm import WHOLE_TREE
from zermelo.solving.solver import ALGORITHMS as STRATEGIES

BLOCK: Final = "zermelo"
"""The language of a fenced block that holds an activity."""


@dataclass(frozen=True)
class Kind:
    """The options that a kind of activity has to be given, and those that it may be."""

    needs: tuple[str, ...]
    takes: tuple[str, ...] = ()


KINDS: Final[Mapping[str, Kind]] = {
    "tree": Kind(("game", "algorithm"), ("depth", "order", "evaluation", "fold", "moves", "position")),
    "play": Kind(("game", "side"), ("level", "player")),
    "order": Kind(("game",), ("depth", "evaluation")),
    "worlds": Kind(("tree", "at")),
    "strategy": Kind(("game",), ("algorithm",)),
    "policy": Kind(("goal",)),
    "scale": Kind(("tree",)),
    "simulations": Kind(("game", "simulations"), ("exploration", "position", "seed")),
    "ladder": Kind(("game", "depth")),
    "sum": Kind(("game", "features"), ("moves", "position")),
    "horizon": Kind(("game", "depth", "evaluation"), ("moves", "position")),
    "exercise": Kind(("kind", "level", "seed"), ("game", "depth")),
}
"""The kinds of activities, by what `show` calls them."""

OPTIONS: Final[Mapping[str, type | Collection[Any]]] = {
    "game": str,
    "tree": str,
    "position": str,
    "at": str,
    "goal": range(2, 61),
    "moves": str,
    "evaluation": str,
    "features": str,
    "fold": bool,
    "seed": int,
    "simulations": range(1, MOST + 1),
    "exploration": float,
    "depth": range(1, WHOLE_TREE + 1),
    "level": exercise.LEVELS,
    "side": (0, 1),
    "player": ("mcts", "pimc"),
    "algorithm": (*WATCHED, *STRATEGIES),
    "order": (GIVEN, OWN),
    "kind": exercise.KINDS,
}
"""What an option may be: anything of a type, or one of a few values. `side` is the player that the reader is."""


@dataclass(frozen=True)
class Prose:
    """A stretch of a lesson to be read, as HTML."""

    html: str


@dataclass(frozen=True)
class Activity:
    """A thing to click: its kind, one of `KINDS`, and the options that it was given."""

    show: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Lesson:
    """A lesson in one language. Title and summary are plain text; the parts come in the order of the page."""

    slug: str
    title: str
    summary: str
    parts: tuple[Prose | Activity, ...]

    @property
    def activities(self) -> tuple[Activity, ...]:
        """What can be clicked."""
        return tuple(part for part in self.parts if isinstance(part, Activity))


@functools.cache
def lessons(language: str) -> tuple[Lesson, ...]:
    """All lessons in the language with this code, in the order of the course. Raises SpecError where there is no such language."""
    folder = files(__name__) / speech_of(language).code
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    return tuple(read(file.name, file.read_text(encoding="utf-8")) for file in found)


def lesson(slug: str, language: str) -> Lesson:
    """The lesson with this slug. Raises SpecError where there is none."""
    for one in lessons(language):
        if one.slug == slug:
            return one
    raise SpecError(f"there is no lesson {slug!r}; there are {', '.join(one.slug for one in lessons(language))}")


# Reading a file

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_BEGINNING: Final = ["heading_open", "inline", "heading_close", "paragraph_open", "inline", "paragraph_close"]


def read(name: str, text: str) -> Lesson:
    """The lesson in a file with this name and text. Raises SpecError, with the name of the file, for what is no lesson."""
    tokens = _MARKDOWN.parse(text)
    first, rest = tokens[: len(_BEGINNING)], tokens[len(_BEGINNING) :]
    if [token.type for token in first] != _BEGINNING or first[0].tag != "h1":
        raise SpecError(f"{name}: a lesson begins with `# Title` and a paragraph that sums it up")
    try:
        parts = tuple(_parts(rest))
    except SpecError as error:
        raise SpecError(f"{name}: {error}") from error
    return Lesson(name.removesuffix(".md").partition("-")[2], _plain(first[1]), _plain(first[4]), parts)


def _plain(inline: Token) -> str:
    """The text of a title or paragraph without its marks."""
    return "".join(" " if token.type == "softbreak" else token.content for token in inline.children or ())


def _parts(tokens: Sequence[Token]) -> Iterator[Prose | Activity]:
    prose: list[Token] = []
    for token in tokens:
        if token.type != "fence" or token.info.strip() != BLOCK:
            prose.append(token)
            continue
        if token.level:
            raise SpecError("an activity stands by itself, not in a list or quotation")
        if prose:
            yield _prose(prose)
            prose = []
        yield activity(token.content)
    if prose:
        yield _prose(prose)


def _prose(tokens: Sequence[Token]) -> Prose:
    return Prose(str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})))


def activity(text: str) -> Activity:
    r"""The activity that a block describes. Raises SpecError for what is not TOML, and for a kind or option that there is not.

    >>> activity("show = 'order'\ngame = 'pawns'")
    Activity(show='order', options=mappingproxy({'game': 'pawns'}))
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"an activity is written in TOML: {error}") from error
    show = given.pop("show", None)
    if not isinstance(show, str) or show not in KINDS:
        raise SpecError(f"an activity shows one of {', '.join(KINDS)}, not {show!r}")
    kind = KINDS[show]
    for option in kind.needs:
        if option not in given:
            raise SpecError(f"the activity {show!r} needs the option {option!r}")
    for option, value in given.items():
        if option not in kind.needs + kind.takes:
            raise SpecError(f"the activity {show!r} has no option {option!r}; it has {', '.join(kind.needs + kind.takes)}")
        _check(option, value)
    return Activity(show, MappingProxyType(given))


def _check(option: str, value: Any) -> None:
    """Raise SpecError for a value that the option cannot have. True and 1.0 are no 1 here, though Python takes them for it."""
    wanted = OPTIONS[option]
    if isinstance(wanted, type):
        if type(value) is not wanted:
            raise SpecError(f"the option {option!r} is of the type {wanted.__name__}, not {value!r}")
    elif type(value) not in map(type, wanted) or value not in wanted:
        told = f"from {wanted[0]} to {wanted[-1]}" if isinstance(wanted, range) else f"one of {', '.join(map(str, wanted))}"
        raise SpecError(f"the option {option!r} is {told}, not {value!r}")
