"""`best`: search a position, by the engine, by simulation or by the book, and say what was found: value, line, counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import Game, State
from zermelo.hints import Evaluation
from zermelo.search.algorithm import Algorithm, checked_count, checked_game
from zermelo.search.engine.deepening import Report
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.layout import MOST_ACTIONS
from zermelo.search.engine.limits import Clock, Limits
from zermelo.search.engine.options import Options
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.multiplayer.perspective import VIEWS, ViewEngine
from zermelo.search.multiplayer.search import Maxn
from zermelo.search.result import Result
from zermelo.search.runtime.workers import Progress
from zermelo.search.textbook import by_the_book, choose
from zermelo.words import is_plain

ENGINE: Final = "engine"
"""The name of the engine, beside those of the textbook algorithms."""
MCTS: Final = "mcts"
"""The name of Monte Carlo tree search."""
TABLE: Final = 64
"""MiB of the engine's transposition table unless told."""


def best(
    game: Game,
    state: State = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: Clock | None = None,
    algorithm: str | Algorithm[..., Any] | None = None,
    evaluation: str | Evaluation | None = None,
    sooner: bool = False,
    ties: bool | None = None,
    multipv: int = 1,
    threads: int = 1,
    table: float = TABLE,
    played: Sequence[State] = (),
    mode: str = "auto",
    progress: Progress | None = None,
    report: Report | None = None,
    **options: Any,
) -> Result:
    """Search `state` (the initial one unless given) and return a `Result`: an `EngineResult`, a `MonteCarloResult`.

    depth       how many plies to look ahead; to the end of the game unless this or another limit is given
    algorithm   "engine", "mcts", for more than two players "paranoid" or "best_reply" (zermelo.search.multiplayer.perspective), or a name
                in `zermelo.search.textbook.ALGORITHMS`. Unless given, the engine where it serves (`engine_serves`: one or
                two players), else what the game needs (chance: expectiminimax; more than two players: maxn)
    evaluation  in place of the game's own `evaluate`: an `Evaluation`, or text over the game's named ones such as
                "groups + 2 * columns" (see `with_evaluation`)
    mode        "compiled", "interpreted", or "auto": compiled where the game compiles
    progress    called now and then with the nodes visited so far

    For textbook algorithms; where either is true and none is named, alphabeta searches and not the engine:

    sooner      prefer the sooner of equal wins and the later of equal losses
    ties        find all equally best actions; unless given, where that costs nothing (alpha-beta pays for it)

    For the engine, whose searches with one thread and a limit of depth or nodes find the same in every run:

    nodes, seconds, clock  other limits; whatever is used up first ends the search
    multipv     how many of the best actions to find, each with its line
    threads     how many search at once
    table       the size of the transposition table in MiB, or False for none
    played      the states of the game before this one, oldest first, for games that say what a repetition is worth
    report      called with what is known so far, after each depth
    options     any of `zermelo.search.engine.options.Options`, by name

    For Monte Carlo tree search, which takes seconds, clock, threads and played, too:

    simulations  how many games to simulate
    options      memory, seed (see `MonteCarlo`), or any of `zermelo.search.mcts.options.Options`, by name

    Raises SearchError for what cannot be done, GameError where the game breaks its contract.
    """
    root = checked_game(game).initial() if state is None else state
    Limits(depth, nodes, seconds, clock)  # what cannot be is told before anything is compiled
    checked_count("multipv", multipv)
    if simulations is not None:
        checked_count("simulations", simulations)
    engines: dict[str, tuple[Any, Any]] = {
        "nodes": (nodes, None),
        "seconds": (seconds, None),
        "clock": (clock, None),
        "report": (report, None),
    }
    engines |= {"multipv": (multipv, 1), "threads": (threads, 1), "table": (table, TABLE)}
    asked = [name for name, (value, usual) in engines.items() if value != usual]
    if algorithm == MCTS:
        others = {"depth": (depth, None), "sooner": (sooner, False), "ties": (bool(ties), False)}
        others |= {name: engines[name] for name in ("nodes", "multipv", "table", "report")}
        for name, (value, usual) in others.items():
            if value != usual:
                raise SearchError(f"mcts has no option {name!r}; it takes simulations or seconds")
        search = MonteCarlo(game, threads=threads, evaluation=evaluation, mode=mode, **options)
        return search.search(root, simulations=simulations, seconds=seconds, clock=clock, history=played, progress=progress)
    if simulations is not None:
        raise SearchError("simulations are made by mcts; name it as the algorithm")
    if algorithm in VIEWS or (algorithm == ENGINE and game.players > 2):
        more = {"threads": threads > 1, "multipv": multipv > 1, "sooner": sooner, "ties": bool(ties)}
        unknown = next((name for name, given in more.items() if given), None)
        if unknown:
            raise SearchError(f"{algorithm} has no option {unknown!r} for {game.players} players")
        many = made_many(game, str(algorithm), table=table, evaluation=evaluation, mode=mode, **options)
        return many.search(root, depth=depth, nodes=nodes, seconds=seconds, clock=clock, report=report, progress=progress)
    if searched_by(game, algorithm, sooner=sooner, ties=bool(ties)) != ENGINE:
        checked_for_engine([*asked, *options], game, algorithm, "sooner" if sooner else "ties" if ties else "")
        return by_the_book(
            game, root, depth=depth, algorithm=algorithm, evaluation=evaluation, sooner=sooner, ties=ties, mode=mode, progress=progress
        )
    if sooner or ties:
        raise SearchError(f"{'sooner' if sooner else 'ties'} is for the textbook algorithms; name one, such as alphabeta")
    engine = made_engine(game, threads=threads, table=table, evaluation=evaluation, mode=mode, **options)
    limits: dict[str, Any] = {"depth": depth, "nodes": nodes, "seconds": seconds, "clock": clock}
    return engine.search(root, **limits, multipv=multipv, history=played, report=report, progress=progress)


def searched_by(game: Game, algorithm: str | Algorithm[..., Any] | None = None, *, sooner: bool = False, ties: bool = False) -> str:
    """The name of what `best` searches with. Raises SearchError where algorithm and game do not fit."""
    if isinstance(algorithm, str) and algorithm in (MCTS, *VIEWS):
        return algorithm
    if algorithm == ENGINE or (algorithm is None and not sooner and not ties and engine_serves(game)):
        return ENGINE
    return choose(game, algorithm).name


def engine_serves(game: Game) -> bool:
    """Whether the engine searches this game unless another algorithm is named.

    It takes one or two players, nothing hidden, and states that it can tell apart for certain: those made of plain values.
    """
    checked_game(game)
    if game.players > 2 or game.hidden or not 1 <= game.max_actions < MOST_ACTIONS:
        return False
    return is_plain(game.key(game.initial()))


def made_engine(
    game: Game,
    *,
    threads: int = 1,
    table: float = TABLE,
    evaluation: str | Evaluation | None = None,
    mode: str = "auto",
    **options: Any,
) -> Engine:
    """An engine with the game's own options but for those given here; `table=False` is one of them, too."""
    changes = {"table": table, **options} if isinstance(table, bool) else options
    chosen = Options.usual(game).changed(**changes)
    return Engine(
        game, threads=threads, table=TABLE if isinstance(table, bool) else table, evaluation=evaluation, mode=mode, options=chosen
    )


def made_many(
    game: Game, algorithm: str, *, table: float = TABLE, evaluation: str | Evaluation | None = None, mode: str = "auto", **options: Any
) -> Maxn | ViewEngine:
    """What searches a game of many players: max^n by the name of "engine", or a view of the game by its own."""
    if algorithm != ENGINE:
        return ViewEngine(with_evaluation(game, evaluation), algorithm, lambda view: made_engine(view, table=table, mode=mode, **options))
    unknown = next((name for name in options if name != "shallow"), None)
    if unknown:
        raise SearchError(f"for {game.players} players the engine has the options table and shallow, not {unknown!r}")
    return Maxn(game, table=table, evaluation=evaluation, mode=mode, **options)


def checked_for_engine(names: list[str], game: Game, algorithm: Any, because: str = "") -> None:
    """Raise SearchError if any of these options of the engine is given to a textbook algorithm."""
    if names:
        served = engine_serves(game)
        why = f"; {because} asks for it" if because and algorithm is None and served else ""
        unless = "" if served else f", which is for one or two players, and states of plain values: not for {game!r}"
        raise SearchError(f"{choose(game, algorithm).name} has no option {names[0]!r}{why}; that is one of the engine{unless}")
