"""The games on offer: those of the toolkit, with any parameters; and those that were named when the studio began: files of the
user's, and games of installed packages. And the players in files that were named then.

Nothing else is ever loaded: what a page sends can name a game of ours, one of these packages' games, or a game that one of these files
defines. Nothing of a file or a package is loaded in the server itself, which asks `Own` only whose a name is; the process of its own
(worker.py) has a catalogue with it.
"""

from __future__ import annotations

import ast
import inspect
import logging
import re
import threading
from pathlib import Path
from typing import Final

from zermelo import installed
from zermelo.books import open_book, shipped_book
from zermelo.databases import known_in
from zermelo.errors import SpecError, ZermeloError
from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.play.file_player import FilePlayer
from zermelo.play.players import Player
from zermelo.search.known import Known, OtherGameError, Together
from zermelo.sources import parsed
from zermelo.spec import Named, classes, game_named, load_game, parameters_of, split_path, unknown

LARGEST: Final = 100
"""The greatest number that a parameter of a game may be here: a heap of a thousand million matches is no game for a page."""
NOT_SIZES: Final = ("tree", "chess")
"""Games whose numbers are no sizes: values, or the numbers of rules and starts, which the game itself checks."""
LONGEST: Final = 16_000
"""Letters of a game's name with its parameters: as many as a tree that is drawn by hand needs."""
SHOWN: Final = (
    "tictactoe",
    "connect4",
    "chess",
    "desconecta4boom",
    "pawns",
    "checkers",
    "othello",
    "go",
    "hex",
    "chinese_checkers",
    "draughts",
    "kalah",
    "awari",
    "nim",
    "pig",
    "2048",
    "sliding",
    "hexapawn",
    "three_mens_morris",
    "six_mens_morris",
    "nine_mens_morris",
    "hare_and_hounds",
    "teeko",
    "quixo",
    "dobutsu",
    "domineering",
    "dots_and_boxes",
    "mnk",
    "checkers_ending",
    "chess_ending",
    "backgammon",
    "kuhn",
    "leduc",
    "liars_dice",
    "rps",
    "morra",
    "goofspiel",
)
"""The games as the first page shows them; trees, which are none, can be named."""
_MOST_KEPT: Final = 64
_log = logging.getLogger("zermelo.web")


class Own:
    """The games beside ours: files, `my_game.py`, or `my_game.py:MyGame(size=5)`, and games of installed packages by their names; and
    the players in files, `greedy.py`, or `greedy.py:careful`.

    Raises SpecError where these cannot be.

    names     as the pages show them, without folders
    files     each file by its name
    packaged  the games of packages
    players   the file of each player, and the name of its function there, by the name that the pages show
    """

    def __init__(self, specs: tuple[str, ...] = (), players: tuple[str, ...] = ()) -> None:
        self.players: dict[str, tuple[Path, str]] = {}
        for spec in players:
            path, called = split_path(spec)
            if path is None:
                raise SpecError(f"{spec!r} is no file; name the Python file of your player, such as greedy.py or greedy.py:careful")
            file = Path(path).resolve()
            if any(other.name == file.name and other != file for other, _ in self.players.values()):
                raise SpecError(f"two files are called {file.name}; rename one of them")
            self.players[file.name + spec[len(path) :]] = file, called
        self.names: list[str] = []
        self.files: dict[str, Path] = {}
        self.packaged: set[str] = set()
        for spec in specs:
            path, _ = split_path(spec)
            if path is not None:
                file = Path(path).resolve()
                if self.files.setdefault(file.name, file) != file:
                    raise SpecError(f"two files are called {file.name}; rename one of them")
                self.names.append(file.name + spec[len(path) :])
            elif any(entry.name == spec and not entry.trouble for entry in installed.games()):
                self.packaged.add(spec)
                self.names.append(spec)
            else:
                raise SpecError(f"{spec!r} is no file; name the Python file of your game, such as my_game.py or my_game.py:MyGame")

    def home_of(self, spec: str) -> str | None:
        """What has a process for the game that a page names: a file, or a game of a package, by its name; None for one of ours.

        Raises SpecError for any other.
        """
        spec = spec.strip()
        path, _ = split_path(spec)
        if path is None:
            name = game_named(spec)
            if name not in CATALOGUE and name not in self.packaged:
                raise unknown(name, [*CATALOGUE, *self.packaged])
            return name if name in self.packaged else None
        if path not in self.files:
            has = ", ".join(self.names) or "none; name them when you start the studio: zermelo web my_game.py"
            raise SpecError(f"{path[:100]!r} is no file of this studio. Files of yours here: {has}")
        return path


class Catalogue:
    """What can be played in this process: the games of ours, and the others that are the user's `own`.

    edition  of these; they are never loaded anew here
    known    folders of databases and files of books, of any games
    """

    def __init__(self, own: Own | None = None, edition: int = 0, known: tuple[Path, ...] = ()) -> None:
        self._own, self._edition, self._files = own or Own(), edition, known
        self._opened: dict[Named, Known | None] = {}
        self._known: dict[str, Named] = {}
        self._lock, self._loading, self._opening = threading.Lock(), threading.Lock(), threading.Lock()

    def game(self, spec: str) -> Named:
        """The game that a page names. Raises SpecError where there is none, GameError where the user's file fails."""
        spec = spec.strip()
        known = self._known.get(spec)
        if known is not None:
            return known
        _check_size(spec)
        home = self._own.home_of(spec)
        game = load_game(spec if home not in self._own.files else self._in_file(spec, home))
        made = Named(spec, game, 0 if home is None else self._edition)
        with self._lock:  # one object for all who ask at the same time
            made = self._known.setdefault(spec, made)
            while len(self._known) > _MOST_KEPT:
                del self._known[next(iter(self._known))]
        return made

    @property
    def players(self) -> tuple[str, ...]:
        """The players in files, by their names."""
        return tuple(self._own.players)

    def player(self, name: str, game: Game) -> Player:
        """The player of this name, as its file is now. Raises SpecError or GameError where the file fails."""
        path, called = self._own.players[name]
        return FilePlayer(game, str(path), called)

    def known(self, named: Named) -> Known | None:
        """What the databases and books know of a game, the book that comes with the package among them; None where none is of it. One of
        other rules is told of in the log, once."""
        with self._opening:
            if named not in self._opened:
                found = [one for file in self._files if (one := _opened(file, named.game)) is not None]
                if (book := shipped_book(named.game)) is not None:
                    found.append(book)
                self._opened[named] = Together(*found) if len(found) > 1 else next(iter(found), None)
                while len(self._opened) > _MOST_KEPT:
                    del self._opened[next(iter(self._opened))]
            return self._opened[named]

    def knows(self, named: Named) -> bool:
        """Whether a database or a book knows positions of a game, where the studio was given any: the book that comes along is not asked
        for in every game that begins."""
        return bool(self._files) and self.known(named) is not None

    def parameters(self, spec: str) -> tuple[str, inspect.BoundArguments]:
        """The game that a page names, as it is written without parameters, `othello` or `my_game.py:MyGame`; and these, with their values.

        Raises as `game` does.
        """
        spec = spec.strip()
        home = self._own.home_of(spec)
        if home not in self._own.files:
            return game_named(spec), parameters_of(spec)[1]
        called, found = parameters_of(self._in_file(spec, home))
        return f"{home}:{called}", found

    def _in_file(self, spec: str, file: str) -> str:
        """The name, with the folder, of a game that a file defines, or that the user named at the start; never of another thing that can
        be called there."""
        path, called = self._own.files[file], split_path(spec)[1]
        with self._loading:  # who comes second would find half of it
            there = classes(path)
        named = {_class(rest) for of, rest in map(split_path, self._own.names) if of == file}
        if called and _class(called) not in (*there, *named):
            raise SpecError(f"{file} defines no game {_class(called)[:100]!r}; it defines: {', '.join(there) or 'none'}")
        return f"{path}:{called}" if called else str(path)


def _opened(file: Path, game: Game) -> Known | None:
    """What a folder or file knows of a game; None where it is of another one, or cannot be used."""
    try:
        return known_in(file, game) if file.is_dir() else open_book(file, game)
    except OtherGameError:
        return None
    except ZermeloError as error:
        _log.warning("%s", error)
        return None


def _class(called: str) -> str:
    """The class in `MyGame(size=5)`."""
    return called.partition("(")[0].strip()


def _check_size(spec: str) -> None:
    """Raise SpecError where the parameters are too large for a page."""
    if len(spec) > LONGEST:
        raise SpecError(f"the name of a game has at most {LONGEST:,} letters here, not {len(spec):,}")
    name = spec.partition("(")[0]
    if name in NOT_SIZES:
        return
    try:
        called = spec[len(split_path(spec)[0] or "") :].lstrip(":")
        tree = parsed(re.sub(r"^\w*", "game", called), mode="eval")  # a name such as 2048 is no parameter
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # which the reader of names tells better
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, int | float | complex) and not abs(part.value) <= LARGEST:
            raise SpecError(f"{name}: a parameter of {part.value:,} is too much for the studio, where {LARGEST} is the greatest")
