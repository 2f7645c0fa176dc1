"""What installed packages offer: games, evaluations and searchers, by their entry points in three groups.

    [project.entry-points."zermelo.games"]
    nimble = "nimble_games:Nimble"                      # a subclass of Game, or a function that makes a game

    [project.entry-points."zermelo.evaluations"]
    "connect4.threats" = "nimble_games:Threats"         # an Evaluation of that game, or a subclass without parameters

    [project.entry-points."zermelo.searchers"]
    beam = "nimble_games:BEAM"                          # a Searcher (zermelo.search.searcher) of this name

Nothing of a package is loaded before it is listed or named, and whatever is wrong with it is an error of one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from zermelo.errors import GameError, SpecError
from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.hints import Evaluation

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_GAMES: Final = "zermelo.games"
_EVALUATIONS: Final = "zermelo.evaluations"
_SEARCHERS: Final = "zermelo.searchers"


@dataclass(frozen=True)
class Entry:
    """What a package offers under a name.

    package  its name and version
    trouble  why it cannot be used; nothing where that is not known before it is loaded
    """

    name: str
    package: str
    point: EntryPoint
    trouble: str = ""

    def load(self) -> Any:
        """What is offered. Raises SpecError where it cannot be used, GameError where the package fails."""
        if self.trouble:
            raise SpecError(f"{self.name}, of the package {self.package}: {self.trouble}")
        try:
            return self.point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a package raises what it likes
            words = " ".join(f"{type(error).__name__}: {error}".split())
            raise GameError(f"{self.name}, of the package {self.package}, cannot be loaded: {words}") from error

    def maker(self) -> Any:
        """What makes the game that is offered. Raises as `load` does."""
        made = self.load()
        if not callable(made):
            raise SpecError(f"{self.name}, of the package {self.package}, is no subclass of zermelo.Game, nor a function that makes a game")
        return made


def games() -> list[Entry]:
    """The games of installed packages."""
    return _entries(_GAMES, _no_game)


def evaluations() -> list[Entry]:
    """The evaluations of installed packages, named GAME.NAME."""
    there = {*CATALOGUE, *(entry.name for entry in games())}
    return _entries(_EVALUATIONS, lambda name: _no_evaluation(name, there))


def searchers() -> list[Entry]:
    """The searchers of installed packages."""
    return _entries(_SEARCHERS, lambda name: "" if name.isidentifier() else "this is no name of a searcher, which is a word")


def evaluations_of(game: Game) -> dict[str, Entry]:
    """Those of a game, by their names in a sum."""
    places = {entry.name: (entry.point.module, entry.point.attr) for entry in games()} | CATALOGUE
    kinds = {(kind.__module__, kind.__qualname__) for kind in type(game).__mro__}
    names = {name for name, place in places.items() if place in kinds}
    named = [(entry.name.partition("."), entry) for entry in evaluations()]
    return {name: entry for (of, _, name), entry in named if of in names}


@cache  # one object, so that what was compiled with it serves again
def evaluation(entry: Entry) -> Evaluation:
    """The evaluation that is offered. Raises as `load` does."""
    offered = entry.load()
    try:
        made = offered() if isinstance(offered, type) else offered
    except Exception as error:
        raise GameError(f"{entry.name}, of the package {entry.package}, cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(made, Evaluation):
        raise SpecError(f"{entry.name}, of the package {entry.package}, is no zermelo.Evaluation")
    return made


def _entries(group: str, trouble: Callable[[str], str]) -> list[Entry]:
    """What packages offer in a group, by name; `trouble` says what is wrong with a name."""
    from importlib import metadata  # it takes 20 ms to load, a sixth of `import zermelo`, and few calls need it

    found: dict[tuple[str, str], Entry] = {}
    for distribution in metadata.distributions():
        for point in distribution.entry_points.select(group=group):
            package = f"{distribution.name} {distribution.version}"
            found.setdefault((point.name, distribution.name), Entry(point.name, package, point, trouble(point.name)))  # as Python imports
    offers = Counter(name for name, _ in found)
    twice = "several packages offer something of this name; uninstall all but one"
    return [found[key] if offers[key[0]] == 1 else replace(found[key], trouble=twice) for key in sorted(found)]


def _no_game(name: str) -> str:
    if not name.isidentifier():
        return "this is no name of a game, which is a word of letters, digits and _"
    return "zermelo has a game of this name" if name in CATALOGUE else ""


def _no_evaluation(name: str, games: set[str]) -> str:
    game, _, rest = name.partition(".")
    if not rest.isidentifier():
        return "this is no name of an evaluation, which is GAME.NAME"
    return "" if game in games else f"there is no game {game!r}"
