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

In games that hide something players are given what they may see of a state (`Game.observe`), and these play there:

    strategy:file=kuhn.json                     what a file of `zermelo cfr` says, by its probabilities; seed=3 as above
    ismcts:simulations=1000                     information-set Monte Carlo tree search; seed=3 as above
    pimc:worlds=100,depth=8                     perfect-information Monte Carlo: deals what is hidden so often
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from zermelo.errors import ActionError, SearchError, SpecError
from zermelo.game import CHANCE, Game, State, legal
from zermelo.play.determinizing import IsmctsPlayer, PimcPlayer, StrategyPlayer
from zermelo.play.search_players import Computer, EnginePlayer, ManyPlayer, MonteCarloPlayer, Search
from zermelo.search.best import ENGINE, MCTS
from zermelo.search.engine.options import NAMES, Options
from zermelo.search.mcts.options import NAMES as MCTS_NAMES
from zermelo.search.mcts.options import Options as MonteCarloOptions
from zermelo.search.multiplayer.perspective import VIEWS
from zermelo.search.textbook import ALGORITHMS

Player = Callable[[State], int]
"""Takes a state that is not terminal and in which the player is to move; returns one of its legal actions."""

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "random": ("seed",),
    "human": (),
    "computer": ("nodes", "seed"),
    ENGINE: ("seconds", "depth", "nodes", "threads", "table", "evaluation"),
    **dict.fromkeys(VIEWS, ("seconds", "depth", "nodes", "table", "evaluation")),
    MCTS: ("seconds", "simulations", "threads", "memory", "seed", "evaluation"),
    **dict.fromkeys(ALGORITHMS, ("depth", "evaluation", "sooner")),
    "strategy": ("file", "seed"),
    "ismcts": ("simulations", "seed"),
    "pimc": ("worlds", "depth", "seed"),
}
"""The kinds of players, each with the options that it takes; `engine` and `mcts` take all that the search has, besides."""


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


def player(spec: str, game: Game, *, seed: int | str | None = None, mode: str = "auto") -> Player:
    """The player of `game` that `spec` describes (see the top of this file).

    seed    for a `random` or `computer` that gives none itself
    mode    "auto", "compiled" or "interpreted", for those who search

    Raises SpecError for every part that is wrong or does not fit the game, before the first move.
    """
    kind, colon, rest = spec.strip().partition(":")
    if kind not in OPTIONS:
        near = difflib.get_close_matches(kind, OPTIONS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise SpecError(f"there is no player {kind!r}; {hint}there are: {', '.join(OPTIONS)}")
    options = _options(spec, kind, rest) if colon else {}
    if kind == "random":
        return Random(game, options.get("seed", seed))
    if kind == "human":
        return Human(game)
    try:
        if kind in _SEEING_LITTLE:
            return _SEEING_LITTLE[kind](game, **{"seed": seed, "mode": mode, **options})
        if kind == "computer":
            return Computer(game, **{"seed": seed, **options}, mode=mode)
        if kind in VIEWS or (kind == ENGINE and game.players > 2):
            return ManyPlayer(game, kind, mode=mode, **options)
        if kind == MCTS:
            return MonteCarloPlayer(game, **{"seed": seed, **options}, mode=mode)
        return EnginePlayer(game, mode=mode, **options) if kind == ENGINE else Search(game, kind, mode=mode, **options)
    except (SearchError, SpecError) as error:
        raise SpecError(f"player {spec!r}: {error}") from error


_SEEING_LITTLE: Final[dict[str, Callable[..., Player]]] = {"strategy": StrategyPlayer, "ismcts": IsmctsPlayer, "pimc": PimcPlayer}


def seat(players: Iterable[str | Player], game: Game, *, seed: int | str | None = None, mode: str = "auto") -> list[Player]:
    """A player for each seat of the game, from specs or callables. Raises SpecError unless there are just as many."""
    given = [players] if isinstance(players, str) else list(players)
    if len(given) != game.players:
        raise SpecError(f"{game!r} is for {game.players} players; given: {len(given)}")
    return [
        player(one, game, seed=None if seed is None else f"{seed} player {place}", mode=mode) if isinstance(one, str) else one
        for place, one in enumerate(given)
    ]


def player_name(given: str | Player) -> str:
    """What a player is called: the text it is made from, or the name of the function."""
    return given if isinstance(given, str) else getattr(given, "__name__", type(given).__name__)


def seat_name(game: Game, player: int) -> str:
    """What the player with this number (from 0) is called: MAX and MIN of two, else player 1, player 2, ..."""
    if player == CHANCE:
        return "chance"
    return ("MAX", "MIN")[player] if game.players == 2 else f"player {player + 1}"


def read_option(name: str, text: str) -> Any:
    """The value that people write as `text` for this option of a search: true or false, a number, or else the text itself."""
    model = True if name == "shallow" else getattr(Options, name, getattr(MonteCarloOptions, name, None))
    if isinstance(model, bool):
        return _TRUTH.get(text.casefold(), text)
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def _options(spec: str, kind: str, text: str) -> dict[str, Any]:
    allowed = (*OPTIONS[kind], *_MORE.get(kind, ()))
    takes = f"{kind} takes {', '.join(f'{name}={_EXAMPLE[name]}' for name in OPTIONS[kind]) or 'no options'}"
    takes += {ENGINE: ", and any option of the engine, such as killers=false", MCTS: ", exploration=0.7, rave=300 and others"}.get(kind, "")
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


_MORE: Final = {ENGINE: (*NAMES, "shallow"), MCTS: MCTS_NAMES, **dict.fromkeys(VIEWS, NAMES)}
_EXAMPLE: Final = {
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
_TRUTH: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _value(spec: str, name: str, value: str) -> Any:
    if name in ("evaluation", "file"):
        return value
    if name == "sooner":
        if value.casefold() not in _TRUTH:
            raise SpecError(f"player {spec!r}: sooner is true or false, not {value!r}")
        return _TRUTH[value.casefold()]
    if name in ("seconds", "table", "memory"):
        return _number(spec, name, value)
    if name in NAMES or name in MCTS_NAMES or name == "shallow":
        return read_option(name, value)
    try:
        return int(value)
    except ValueError:
        raise SpecError(f"player {spec!r}: {name} is a whole number, not {value!r}") from None


def _number(spec: str, name: str, value: str) -> float | bool:
    if name == "table" and value.casefold() in ("true", "false"):  # whether there is one; else its size
        return _TRUTH[value.casefold()]
    try:
        return float(value)
    except ValueError:
        raise SpecError(f"player {spec!r}: {name} is a number, not {value!r}") from None
