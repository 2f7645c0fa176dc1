"""Who plays: a *player* is a callable that takes a state and returns a legal action of it.

Any function of your own will do. The usual ones are made from text, a kind and its options:

    random                                      any legal action; random:seed=3 always the same ones
    human                                       asks at the terminal
    computer                                    searches deeper until its nodes are used up, and plays any game at once;
                                                takes any of the best actions, the same ones in every run with seed=3;
                                                is weaker with fewer nodes, as computer:nodes=1000
    engine:seconds=0.1                          the engine, with any of its limits and options:
    engine:depth=8,nodes=100000,threads=2,table=64,evaluation=groups+2*columns,killers=false
    mcts:seconds=0.1                            Monte Carlo tree search, with any of its limits and options; seed=3 as above:
    mcts:simulations=10000,threads=2,memory=256,exploration=0.7,rave=300,puct=true
    engine:depth=4                              with three players or more: max^n; table=64, shallow=true
    paranoid:depth=4, best_reply:depth=4        there, too: the others taken for one opponent; options of the engine
    minimax:depth=4                             a textbook algorithm of zermelo.search, by name
    alphabeta:depth=8,evaluation=groups+2*columns,sooner=true
    computer:database=morris                    and the computer, too: what a database knows is not searched (folder of `zermelo
    engine:seconds=0.1,database=morris          solve GAME --strong --out morris)
    engine:seconds=0.1,book=connect4.book       nor is what a book knows (file of `zermelo book GAME --plies N --out connect4.book`)
    greedy.py, greedy.py:careful                a function of a file of your own: player(game, state), or the one that is named

In games that hide something players are given what they may see of a state (`Game.observe`), and these play there:

    strategy:file=kuhn.json                     what a file of `zermelo cfr` says, by its probabilities; seed=3 as above
    strategy                                    where all choose at once: an equilibrium that is found before the game
    ismcts:simulations=1000                     information-set Monte Carlo tree search; seed=3 as above
    pimc:worlds=100,depth=8                     perfect-information Monte Carlo: deals what is hidden so often
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from zermelo.books import open_book
from zermelo.databases import known_in
from zermelo.errors import ActionError, SearchError, SpecError
from zermelo.game import CHANCE, Game, State, legal
from zermelo.play.file_player import FilePlayer
from zermelo.play.search_players import Computer, SearcherPlayer
from zermelo.play.strategy_player import StrategyPlayer
from zermelo.search import registry
from zermelo.search.algorithm import checked_game
from zermelo.search.engine.options import Options
from zermelo.search.known import Known, Together
from zermelo.search.mcts.options import Options as MonteCarloOptions
from zermelo.spec import split_path
from zermelo.values import counted

Player = Callable[[State], int]
"""Takes a state that is not terminal and in which the player is to move; returns one of its legal actions."""

_DATABASE, _BOOK = "database", "book"
_WITHOUT_SEARCH: Final[dict[str, tuple[str, ...]]] = {
    "random": ("seed",),
    "human": (),
    "computer": ("nodes", "seed", _DATABASE, _BOOK),
    "strategy": ("file", "seed"),
}
_NOT_WRITTEN: Final = {"clock", "report", "ties", "multipv", "until_decided"}
"""What searchers take that is not for players: the game keeps the clock, and one best action is enough."""


def kinds() -> dict[str, tuple[str, ...]]:
    """The kinds of players, each with the options that it takes."""
    found = dict(_WITHOUT_SEARCH)
    for one in registry.searchers():
        options = [name for name in (*one.takes, *one.options) if name not in _NOT_WRITTEN]
        found[one.name] = tuple(dict.fromkeys((*found.get(one.name, ()), *options, _DATABASE, _BOOK)))
    return found


class Random:
    """Plays any legal action, each as likely as the others; with a seed, the same ones in every run."""

    def __init__(self, game: Game, seed: int | str | None = None) -> None:
        self.game = game
        self._random = random.Random(seed)  # noqa: S311  # games, not secrets

    history: Sequence[State] = ()
    """The states of the game before; who runs the game keeps it."""

    def __call__(self, state: State) -> int:
        """An action at random."""
        return self._random.choice(legal(self.game, state, self.history))


class Human:
    """Shows the state and asks a person for an action, by its name or number, until it is a legal one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __call__(self, state: State) -> int:
        """The action that the person types."""
        print(self.game.show(state))
        while True:
            try:
                return self.game.parse(state, input(f"{seat_name(self.game, self.game.to_move(state))}: "))
            except ActionError as error:
                print(error)


def player(spec: str, game: Game, *, seed: int | str | None = None, mode: str = "auto", database: Known | None = None) -> Player:
    """The player of `game` that `spec` describes (see the top of this file).

    seed      for a `random` or `computer` that gives none itself
    mode      "auto", "compiled" or "interpreted", for those who search
    database  for those who search and name none themselves

    Raises SpecError for every part that is wrong or does not fit the game, before the first move; GameError for a file that fails.
    """
    path, called = split_path(spec.strip())
    if path is not None:
        return FilePlayer(game, path, called)
    kind, colon, rest = spec.strip().partition(":")
    known = kinds()
    if kind not in known:
        near = difflib.get_close_matches(kind, known, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise SpecError(f"there is no player {kind!r}; {hint}there are: {', '.join(known)}")
    options = _options(spec, kind, known[kind], rest) if colon else {}
    if kind == "random":
        return Random(game, options.get("seed", seed))
    if kind == "human":
        return Human(game)
    try:
        if kind == "strategy":
            return StrategyPlayer(game, **{"seed": seed, **options})
        options[_DATABASE] = _known(game, options) or database
        if kind == "computer":
            return Computer(game, **{"seed": seed, **options}, mode=mode)
        return SearcherPlayer(game, kind, **{"seed": seed, **options}, mode=mode)
    except (SearchError, SpecError) as error:
        raise SpecError(f"player {spec!r}: {error}") from error


def seat(
    players: Iterable[str | Player],
    game: Game,
    *,
    seed: int | str | None = None,
    mode: str = "auto",
    database: Known | None = None,
) -> list[Player]:
    """A player for each seat of the game, from specs or callables. Raises SpecError unless there are just as many."""
    checked_game(game)
    given = [players] if isinstance(players, str) else list(players)
    if len(given) != game.players:
        raise SpecError(f"{game!r} is for {counted(game.players, 'player')}; given: {len(given)}")
    return [
        player(one, game, seed=None if seed is None else f"{seed} player {place}", mode=mode, database=database)
        if isinstance(one, str)
        else one
        for place, one in enumerate(given)
    ]


def player_name(given: str | Player) -> str:
    """What a player is called: the text it is made from, or the name of the function."""
    return given if isinstance(given, str) else getattr(given, "__name__", type(given).__name__)


def seat_name(game: Game, player: int) -> str:
    """What the player with this number (from 0) is called: MAX and MIN of two, MAX alone, else player 1, player 2, ..."""
    if player == CHANCE:
        return "chance"
    return ("MAX", "MIN")[player] if game.players <= 2 else f"player {player + 1}"


def read_option(name: str, text: str) -> Any:
    """The value that people write as `text` for this option of a search: true or false, a number, or else the text itself."""
    model = True if name in ("shallow", "sooner") else getattr(Options, name, getattr(MonteCarloOptions, name, None))
    if isinstance(model, bool) or text.casefold() in ("true", "false"):
        return _TRUTH.get(text.casefold(), text)
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


_EXAMPLE: Final = {
    _DATABASE: "morris",
    _BOOK: "connect4.book",
    "depth": "4",
    "evaluation": "NAME+2*NAME",
    "file": "kuhn.json",
    "memory": "256",
    "nodes": "100000",
    "seconds": "0.1",
    "seed": "3",
    "simulations": "10000",
    "sooner": "true",
    "table": "64",
    "threads": "2",
    "worlds": "100",
}
_OTHERS: Final = 3
"""How many of the other options are named where it is said what a player takes."""
_TRUTH: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _options(spec: str, kind: str, allowed: Sequence[str], text: str) -> dict[str, Any]:
    usual = [f"{name}={_EXAMPLE[name]}" for name in allowed if name in _EXAMPLE]
    others = [name for name in allowed if name not in _EXAMPLE][:_OTHERS]
    takes = f"{kind} takes {', '.join((*usual, *others)) or 'no options'}{' and others' if others else ''}"
    options: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not value:
            raise SpecError(f"player {spec!r}: {part.strip()!r} is not an option such as name=value; {takes}")
        if name not in allowed:
            near = difflib.get_close_matches(name, allowed, n=1)
            raise SpecError(f"player {spec!r}: there is no option {name!r}; {f'did you mean {near[0]}? ' if near else ''}{takes}")
        if name in options:
            raise SpecError(f"player {spec!r}: {name} is given twice")
        options[name] = _value(spec, name, value)
    return options


def _known(game: Game, options: dict[str, Any]) -> Known | None:
    """The database and the book that the options name, which are taken out of them."""
    openers: dict[str, Callable[[str, Game], Known]] = {_DATABASE: known_in, _BOOK: open_book}
    opened = [opener(options.pop(name), game) for name, opener in openers.items() if name in options]
    return Together(*opened) if len(opened) > 1 else next(iter(opened), None)


def _value(spec: str, name: str, value: str) -> Any:
    if name in ("evaluation", "file", _DATABASE, _BOOK):
        return value
    if name == "sooner" and value.casefold() not in _TRUTH:
        raise SpecError(f"player {spec!r}: sooner is true or false, not {value!r}")
    if name in ("seconds", "memory", "table") and not (name == "table" and value.casefold() in ("true", "false")):
        kind: type[float | int] = float
    elif name in ("depth", "nodes", "simulations", "threads", "seed", "worlds"):
        kind = int
    else:
        return read_option(name, value)
    try:
        return kind(value)
    except ValueError:
        raise SpecError(f"player {spec!r}: {name} is a {'whole ' if kind is int else ''}number, not {value!r}") from None
