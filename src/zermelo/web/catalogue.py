"""The games on offer: those of the toolkit, with any parameters, and the files that the user named when the studio began.

No other file is ever loaded: what a page sends can name a game of ours or one of these files, nothing else.
"""

from __future__ import annotations

import ast
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zermelo.errors import SpecError, ZermeloError
from zermelo.game import Game
from zermelo.sources import parsed
from zermelo.spec import forget, split_path
from zermelo.spec import game as game_of

LARGEST: Final = 100
"""The greatest number that a parameter of a game may be here: a heap of a thousand million matches is no game for a page."""
LONGEST: Final = 2_000
"""Letters of a game's name with its parameters."""
SHOWN: Final = (
    "tictactoe",
    "connect4",
    "desconecta4boom",
    "pawns",
    "checkers",
    "othello",
    "go",
    "hex",
    "chinese_checkers",
    "draughts",
    "kalah",
    "nim",
    "pig",
    "hexapawn",
    "backgammon",
    "kuhn",
    "leduc",
    "liars_dice",
)
"""The games as the first page shows them; the others can be named."""
_MOST_KEPT: Final = 64


@dataclass(frozen=True)
class Offer:
    """A game on offer: its name, the game, or what is wrong with it."""

    name: str
    game: Game | None
    trouble: str = ""


@dataclass(frozen=True)
class Named:
    """A game by its name, and which edition of it this is: a file that was saved anew has another."""

    spec: str
    game: Game
    edition: int


class Catalogue:
    """What can be played here. `own` are the games of the user's: `my_game.py`, or `my_game.py:MyGame(size=5)`."""

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        self._files: dict[str, Path] = {}
        self.own: list[str] = []
        for spec in own:
            path, _ = split_path(spec)
            if path is None:
                raise SpecError(f"{spec!r} is no file; name the Python file of your game, such as my_game.py or my_game.py:MyGame")
            file = Path(path).resolve()
            if self._files.setdefault(Path(path).name, file) != file:
                raise SpecError(f"two files are called {file.name}; rename one of them")
            self.own.append(Path(path).name + spec[len(path) :])
        self._saved: dict[Path, tuple[int, int]] = {}
        self._editions: dict[Path, int] = {}
        self._known: dict[str, Named] = {}
        self._lock = threading.Lock()

    def game(self, spec: str) -> Named:
        """The game that a page names. Raises SpecError where there is none, GameError where the user's file fails."""
        spec = spec.strip()
        _check_size(spec)
        path, rest = split_path(spec)
        with self._lock:
            if path is None:
                return self._kept(spec, spec, 0)
            if path not in self._files:
                has = ", ".join(self.own) or "none; name them when you start the studio: zermelo web my_game.py"
                raise SpecError(f"{path!r} is no file of this studio. Files of yours here: {has}")
            file = self._files[path]
            return self._kept(spec, f"{file}:{rest}" if rest else str(file), self._edition(file))

    def offers(self) -> list[Offer]:
        """The games that the first page shows, the user's own first."""
        made = []
        for name in (*self.own, *SHOWN):
            try:
                made.append(Offer(name, self.game(name).game))
            except ZermeloError as error:
                made.append(Offer(name, None, str(error)))
        return made

    def editions(self) -> dict[str, int]:
        """The edition of each of the user's games, which changes when its file is saved."""
        with self._lock:
            return {name: self._edition(self._files[str(split_path(name)[0])]) for name in self.own}

    def _edition(self, file: Path) -> int:
        try:
            facts = file.stat()
            saved = facts.st_mtime_ns, facts.st_size
        except OSError:
            saved = (0, 0)
        if self._saved.get(file) != saved:
            self._saved[file] = saved
            self._editions[file] = self._editions.get(file, 0) + 1
            forget(file)
        return self._editions[file]

    def _kept(self, spec: str, full: str, edition: int) -> Named:
        known = self._known.get(spec)
        if known is None or known.edition != edition:
            known = self._known[spec] = Named(spec, game_of(full), edition)
            while len(self._known) > _MOST_KEPT:
                del self._known[next(iter(self._known))]
        return known


def _check_size(spec: str) -> None:
    """Raise SpecError where the parameters are too large for a page."""
    if len(spec) > LONGEST:
        raise SpecError(f"the name of a game has at most {LONGEST:,} letters here, not {len(spec):,}")
    name = spec.partition("(")[0]
    if name == "tree":  # whose numbers are values
        return
    try:
        tree = parsed(spec[len(split_path(spec)[0] or "") :].lstrip(":") or "game", mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # which the reader of names tells better
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, int | float | complex) and not abs(part.value) <= LARGEST:
            raise SpecError(f"{name}: a parameter of {part.value:.3g} is too much for the studio, where {LARGEST} is the greatest")
