"""`best`: search a position by the searcher that is named, or the one that suits the game."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from zermelo.errors import SearchError, ZermeloError
from zermelo.game import Game, State
from zermelo.hints import Evaluation
from zermelo.rule_errors import blame, rules_blamed
from zermelo.search.algorithm import Algorithm, checked_count, checked_game
from zermelo.search.known import Known, checked_known, known_result
from zermelo.search.registry import OURS, chosen
from zermelo.search.result import Result
from zermelo.search.root import checked_end, unchanged
from zermelo.search.runtime.limits import Clock, Limits
from zermelo.search.runtime.workers import Progress
from zermelo.search.searcher import Searcher
from zermelo.search.textbook import entered
from zermelo.simultaneous import with_turns

USUAL: Final[dict[str, tuple[Any, ...]]] = {"multipv": (1,), "threads": (1,), "sooner": (False,), "ties": (None, False)}
"""What every searcher does unless told: these values of an option ask for nothing."""


@rules_blamed()
def best(
    game: Game,
    state: State = None,
    *,
    algorithm: str | Algorithm[..., Any] | Searcher | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: Clock | None = None,
    evaluation: str | Evaluation | None = None,
    mode: str = "auto",
    history: Sequence[State] = (),
    progress: Progress | None = None,
    database: Known | None = None,
    **options: Any,
) -> Result:
    """Search `state` (the initial one unless given) and return a `Result`: an `EngineResult`, a `MonteCarloResult`.

    algorithm    the name of a searcher (`zermelo.search.registry.names`), a textbook algorithm or a `Searcher` of your own. Unless
                 given: the engine for states of plain values (with more than two players: max^n with a table, without chance),
                 else alphabeta, with chance expectiminimax, for more players maxn
    depth        how many plies to look ahead; to the end of the game unless this or another limit is given
    nodes, simulations, seconds, clock   other limits; whatever is used up first ends the search
    evaluation   in place of the game's own `evaluate`: an `Evaluation`, or text over the game's named ones such as
                 "groups + 2 * columns" (see `with_evaluation`)
    mode         "compiled", "interpreted", or "auto": compiled where the game compiles
    history      the states of the game before this one, oldest first, for games that say what a repetition is worth, or hide something
    progress     called now and then with the nodes visited, or games simulated, so far
    database     what `zermelo.open_database` or `open_book` gives, of this game: where it knows all that the actions lead to, nothing is
                 searched,
                 and the answer is a `KnownResult`

    Options of the textbook algorithms; where either is true and no algorithm is named, the engine does not search:

    sooner       prefer the sooner of equal wins and the later of equal losses
    ties         find all equally best actions; unless given, where that costs nothing (alpha-beta pays for it)

    Of the engine, whose searches with one thread and a limit of depth or nodes find the same in every run:

    multipv      how many of the best actions to find, each with its line
    threads      how many search at once
    table        the size of the transposition table in MiB, or False for none
    report       called with what is known so far, after each depth
    ...          any of `zermelo.search.engine.options.Options`, by name

    Of Monte Carlo tree search: threads, memory, seed (see `MonteCarlo`), any of `zermelo.search.mcts.options.Options`, by name.
    Of pimc and ismcts, for games that hide something: worlds, seed (see `zermelo.search.determinizing`).

    Raises SearchError for what cannot be done, GameError where the game breaks its contract.
    """
    game, state = with_turns(game, state)
    limits = {"depth": depth, "nodes": nodes, "simulations": simulations, "seconds": seconds, "clock": clock}
    given = {name: value for name, value in {**limits, "evaluation": evaluation, **options}.items() if value is not None}
    searcher = searcher_for(game, algorithm, given)
    Limits(depth, nodes, seconds, clock)  # what cannot be is refused before anything is compiled
    for name in ("simulations", "multipv"):
        if name in given:
            checked_count(name, given[name])
    made_with, asked = searcher.parts(given)
    root = game.initial() if state is None else state
    with unchanged(game, root):
        if database is not None:
            _called(searcher, "make", searcher.make, game, mode="interpreted", **made_with)  # finds what is wrong with the options
            if known := known_result(checked_known(database, game, evaluation), game, root, history):
                return known
        search = _called(searcher, "make", searcher.make, game, mode=mode, **made_with, **searcher.knowing(database))
        found = _called(searcher, "search", search.search, root, **asked, history=history, progress=progress)
    if not isinstance(found, Result):
        raise SearchError(f"the searcher {searcher.name!r} gives {type(found).__name__}, and `best` a zermelo.Result")
    if not isinstance(found.value, tuple):
        checked_end(game, root, found.line)
    return found


def _called(searcher: Searcher, method: str, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call the function. Raises SearchError where it does not take what every searcher is given, or fails, and it is none of ours."""
    try:
        return function(*args, **named)
    except Exception as error:
        if isinstance(error, TypeError) and not (error.__traceback__ and error.__traceback__.tb_next):  # it was not taken
            told = f"cannot be asked: {error}; `{method}` is given {', '.join(named)}"
        elif searcher in OURS or isinstance(error, ZermeloError) or blame(error):
            raise
        else:
            last = traceback.extract_tb(error.__traceback__)[-1]
            told = f"failed: {type(error).__name__}: {error}, in {Path(last.filename).name}, line {last.lineno}"
        raise SearchError(f"the searcher {searcher.name!r} {told}") from error


def searcher_for(game: Game, algorithm: str | Algorithm[..., Any] | Searcher | None, given: dict[str, Any]) -> Searcher:
    """Which searcher `best` takes, given these options. Raises SearchError where none fits."""
    checked_game(game)
    asked = [name for name, value in given.items() if value not in USUAL.get(name, ())]
    if algorithm is None or isinstance(algorithm, (str, Searcher)):
        return chosen(game, algorithm, asked)
    return chosen(game, entered(algorithm), asked)
