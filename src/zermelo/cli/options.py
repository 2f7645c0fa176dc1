"""What the commands' options mean: the game and the position that they name, and how they are typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
import typer.core

from zermelo.books import open_book
from zermelo.databases import known_in
from zermelo.errors import SearchError
from zermelo.game import Game, State
from zermelo.languages import LANGUAGES
from zermelo.play.players import read_option
from zermelo.search.known import Known, Together
from zermelo.search.positions import states_after
from zermelo.search.root import left_alone
from zermelo.spec import load_game

GameSpec = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, with parameters or not, or file.py:Class; `zermelo games` lists the names.")
]
ChessSpec = Annotated[str, typer.Argument(metavar="GAME", help="chess, or chess(variant=960).")]
Position = Annotated[str | None, typer.Option(metavar="TEXT", help="Begin in this position, in the game's own writing.")]
Moves = Annotated[str | None, typer.Option(metavar="TEXT", help='Play these moves first, such as "PUT1 PUT4"; quote a name with blanks.')]
Mode = Annotated[str, typer.Option(metavar="MODE", help="auto, compiled or interpreted.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Lang = Annotated[str, typer.Option(metavar="L", help=f"The language: {', '.join(LANGUAGES)}.")]
Players = Annotated[
    list[str] | None,
    typer.Option(
        metavar="A B", help="Who plays, one a seat: random, human, computer, engine:seconds=0.1, alphabeta:depth=8,evaluation=NAME."
    ),
]

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="DIR",
        help="What a database knows is not searched: a folder that `zermelo solve GAME --strong --out DIR` has made.",
    ),
]

BookOption = Annotated[
    str | None,
    typer.Option("--book", metavar="FILE", help="Nor is what a book knows: a file of `zermelo book GAME --out FILE`, or shipped."),
]

GameClock = Annotated[
    str | None, typer.Option(metavar="S+I", help="Seconds for all moves of an `engine` player, and for each move more: 60+1.")
]

EngineOptions = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE", help="An option of the engine, such as killers=false, or of mcts, such as rave=300; as often as wanted."
    ),
]


def search_options(given: list[str] | None) -> dict[str, Any]:
    """The options of a search that were given as name=value; the search checks them itself."""
    made: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise SearchError(f"--option {text!r} is not an option such as killers=false")
        made[name] = read_option(name, value)
    return made


class SpreadPlayers(typer.core.TyperCommand):
    """A command whose option `--players` takes all the words up to the next option."""

    spread: ClassVar = "--players"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give each of the words an option of its own, as the parser underneath wants it."""
        return super().parse_args(ctx, spread(args, self.spread))


class SpreadGames(SpreadPlayers):
    """The same for `--games`."""

    spread = "--games"


def spread(words: list[str], option: str) -> list[str]:
    """`--players A B --seed 1` as `--players A --players B --seed 1`."""
    made: list[str] = []
    listing = False
    for word in words:
        if word == option:
            listing = True
            made.append(word)
        elif word.startswith("-"):
            listing = False
            made.append(word)
        elif listing and made[-1] != option:
            made.extend((option, word))
        else:
            made.append(word)
    return made


def known_of(game: Game, folder: str | None, file: str | None) -> Known | None:
    """What the options --database and --book name. Raises SpecError, saying what differs, where one is of another game or other rules."""
    opened: list[Known] = [known_in(folder, game)] if folder is not None else []
    if file is not None:
        opened.append(open_book(file, game))
    return Together(*opened) if len(opened) > 1 else next(iter(opened), None)


def knows_later(game: Game, folder: str | None, file: str | None) -> Callable[[], Known | None] | None:
    """What opens what the options --database and --book name, as `known_of` does, which may take seconds; None where they name nothing.

    Raises SpecError at once where there is no database in the folder.
    """
    if folder is not None:
        from zermelo.databases import there

        there()
        from zermelo.databases.files.manifest import read_manifest

        read_manifest(Path(folder))
    return None if folder is None and file is None else partial(known_of, game, folder, file)


def states_of(game: Game, position: str | None, moves: str | None) -> list[State]:
    """The states that the options name: the position given (else the initial one), and those after each of the moves."""
    return states_after(game, left_alone(game, game.initial() if position is None else game.read(position)), moves or "")


def position_of(game: Game, position: str | None, moves: str | None) -> State:
    """The last of these states."""
    return states_of(game, position, moves)[-1]


def opened(spec: str, position: str | None, moves: str | None) -> tuple[Game, State]:
    """The game and the state that the options name."""
    game = load_game(spec)
    return game, position_of(game, position, moves)
