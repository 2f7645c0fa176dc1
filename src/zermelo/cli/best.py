"""`zermelo best`: search a position and say what was found."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Annotated, Any, Final

import typer
import typer.core

from zermelo import installed
from zermelo.cli.errors import hanging, interrupted
from zermelo.cli.options import (
    BookOption,
    DatabaseOption,
    EngineOptions,
    GameSpec,
    Json,
    Mode,
    Moves,
    Position,
    known_of,
    search_options,
    states_of,
)
from zermelo.cli.output import (
    ENGLISH,
    figures,
    plies,
    print_facts,
    print_json,
    print_state,
    print_table,
    rate,
    valued,
    watching,
    why_not_compiled,
    worth,
)
from zermelo.cli.stopping import terminated
from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import unvalued
from zermelo.game import MAX, has_rewards
from zermelo.scales import told, told_found
from zermelo.search.best import best as search
from zermelo.search.best import searcher_for
from zermelo.search.engine.result import EngineResult, Variation
from zermelo.search.known import KnownResult
from zermelo.search.mcts.result import MonteCarloResult
from zermelo.search.registry import OUR_NAMES
from zermelo.search.result import Result
from zermelo.search.runtime.build import refusals
from zermelo.search.searcher import ENGINE, MCTS, TABLE
from zermelo.search.shortest import ShortestResult
from zermelo.spec import load_game
from zermelo.values import counted, in_words

Facts = list[tuple[str, str]]
"""Names and values, as they are printed."""
SECONDS: Final = 5.0
"""How long the engine searches where no limit is given."""
STOPPED_BY: Final = {
    "depth": "at this depth, as asked for",
    "end": "at the end of what it can search",
    "nodes": "when its nodes were used up",
    "simulations": "when its simulations were made",
    "time": "when its time was over",
    "solved": "as there is nothing left to find out",
    "only action": "as there is but one action",
    "interrupted": "by Ctrl-C",
}
"""Why the search stopped, in words."""


def _stopped(found: EngineResult | MonteCarloResult) -> str:
    return "by SIGTERM" if found.stopped == "interrupted" and terminated() else STOPPED_BY[found.stopped]


class NamesSearchers(typer.core.TyperCommand):
    """A command whose help on `--algorithm` names all searchers, those of installed packages too, none of which is loaded."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Look for them now, as only help needs them."""
        names = [*OUR_NAMES, *(entry.name for entry in installed.searchers() if not entry.trouble and entry.name not in OUR_NAMES)]
        for parameter in self.params:
            if parameter.name == "algorithm":
                parameter.help = f"{', '.join(names)}; the engine where it can unless given."  # type: ignore[attr-defined]  # an option
        super().format_help(ctx, formatter)


def best(
    game: GameSpec,
    depth: Annotated[int | None, typer.Option(metavar="D", help="How many plies to look ahead.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="How many nodes to search at most.")] = None,
    simulations: Annotated[int | None, typer.Option(metavar="N", help="How many games to simulate.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help=f"How long to search; {SECONDS:g} without any limit.")] = None,
    algorithm: Annotated[str | None, typer.Option(metavar="A", help="By which searcher.")] = None,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    sooner: Annotated[
        bool, typer.Option("--sooner", help="Prefer the sooner of equal wins, the later of equal losses (textbook algorithms).")
    ] = False,
    multipv: Annotated[int, typer.Option(metavar="K", help="How many of the best actions to find (engine).")] = 1,
    threads: Annotated[int, typer.Option(metavar="T", help=f"How many threads search ({ENGINE}, {MCTS}).")] = 1,
    table: Annotated[float | None, typer.Option(metavar="MIB", help=f"Size of the transposition table ({TABLE}).")] = None,
    option: EngineOptions = None,
    database: DatabaseOption = None,
    book: BookOption = None,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Find the value, best action and best line of a position.

    The engine searches games of one or two players, idastar and astar the shortest way to the goal of a puzzle; without
    --depth, --nodes or --seconds for 5 seconds.
    Monte Carlo tree search (mcts) simulates games: this many, or for so long.
    The textbook algorithms search to the end of the game, or to a depth, and find all best actions.
    Where a --database or a --book knows what the actions lead to, nothing is searched.
    """
    rules = load_game(game)
    states = states_of(rules, position, moves)
    given: dict[str, Any] = {"depth": depth, "nodes": nodes, "simulations": simulations, "seconds": seconds, "evaluation": evaluation}
    given |= {"multipv": multipv, "threads": threads, "table": table, "sooner": sooner}
    options = search_options(option)
    doubled = next((name for name in options if name in given and name != "table"), None)  # table=false is one of the engine's own
    if doubled:
        raise SearchError(f"{algorithm or ENGINE} has no option {doubled!r}; write --{doubled}")
    given = {name: value for name, value in given.items() if value is not None} | options
    searcher = searcher_for(rules, algorithm, given)
    known = known_of(rules, database, book)
    what, unit, note = "searching", "nodes", ""
    if "simulations" in searcher.takes:
        what, unit = "simulating", "simulations"
    limits = [name for name in ("depth", "nodes", "simulations", "seconds") if name in searcher.takes]
    if not any(name in given for name in limits):
        if "seconds" in limits:
            change = " or ".join(", ".join(f"--{name}" for name in limits).rsplit(", ", 1))
            given["seconds"] = SECONDS
            what, note = f"{what} for {SECONDS:g} s ({change} change that)", f" ({SECONDS:g} s; {change} change that)"
        elif "depth" in limits:
            what = "searching to the end of the game (--depth looks less far)"
    where = ""
    refused: list[str] = []
    with watching(what, unit) as watch, refusals(refused.append):
        wishes = searcher.parts({"ties": True, "report": watch.report})[1]
        try:
            found = search(
                rules, states[-1], algorithm=algorithm, mode=mode, history=states[:-1], progress=watch.progress, database=known,
                **given, **wishes,
            )  # fmt: skip
        except KeyboardInterrupt as stop:
            if watch.found is None:
                raise
            where = hanging(stop)
            found = replace(watch.found, stopped="interrupted")
    if json:
        print_json(found.as_dict() | {"told": told_found(found, ENGLISH)})
    else:
        by = [("by", f"{found.algorithm}, {found.mode}, in {found.seconds:.3f} s")]
        if refused and found.mode == "interpreted":
            by.append(("why", why_not_compiled(refused[0], game)))
        _print(found, note, [("valued", why)] if (why := _unvalued(found, given)) else [], by)
    if isinstance(found, EngineResult | MonteCarloResult) and found.stopped == "interrupted":
        interrupted(f"stopped{where}")


def _unvalued(found: Result, given: dict[str, Any]) -> str:
    """That nothing was known of the positions at which the search broke off, if so."""
    if isinstance(found, MonteCarloResult | KnownResult) or "evaluation" in given or found.action is None:
        return ""
    whole = found.proved if isinstance(found, EngineResult | ShortestResult) else found.depth < given.get("depth", inf)
    missing = "" if whole else unvalued(found.game)
    at_an_end = found.value not in (0, found.game.zeros()) and not has_rewards(found.game) and not found.game.chance
    if missing and isinstance(found, EngineResult) and at_an_end:
        missing += "; the value is that of an end of the game, and moves that the search has left out may lead to another"
    return missing


def _print(found: Result, note: str, valued: Facts, by: Facts) -> None:
    if isinstance(found, KnownResult):
        _print_known(found, by)
    elif isinstance(found, MonteCarloResult):
        _print_simulated(found, by)
    elif isinstance(found, EngineResult):
        _print_engine(found, note, valued, by)
    elif isinstance(found, ShortestResult):
        _print_shortest(found, by)
    else:
        _print_plain(found, valued, by)


def _print_simulated(found: MonteCarloResult, by: Facts) -> None:
    print_state(found.game, found.state)
    facts = found.as_dict()
    print_facts(
        [
            ("value", f"{_worth(found, proved=found.proved, mean=True)}, {'proved' if found.proved else 'not proved'}"),
            ("action", facts["action"] or _no_action(found)),
            *_choice(found),
            ("line", " ".join(facts["line"])),
            (
                "simulated",
                f"{counted(found.simulations, 'game')}, {counted(found.plies, 'ply', 'plies')}; "
                f"a tree of {counted(found.nodes, 'node')}, depth {found.depth}",
            ),
            *([("endless", found.cutting("--option playout"))] if found.cut else []),
            *([("full", found.fullness("--option memory"))] if found.full else []),
            ("stopped", _stopped(found)),
            *by,
        ]
    )
    if found.tried:
        print()
        rows: list[tuple[str, ...]] = [
            (one["action"], f"{one['visits']:,}", f"{one['value']:.4f}", "proved" if one["proved"] else "") for one in facts["tried"]
        ]
        print_table(("action", "visits", "value", ""), rows)


def _print_engine(found: EngineResult, note: str, valued: Facts, by: Facts) -> None:
    print_state(found.game, found.state)
    facts = found.as_dict()
    others = enumerate(found.variations[1:], 2)
    hits = f", {found.hits / found.probes:.0%} of {counted(found.probes, 'look')} into the table hit" if found.probes else ""
    known = f", {counted(found.known, 'state')} known" if found.known else ""
    print_facts(
        [
            ("value", worth(found)),
            *valued,
            ("action", facts["action"] or _no_action(found)),
            *_choice(found),
            ("line", " ".join(facts["line"])),
            *((f"{place}. best", f"{_other(found, one)}: {' '.join(found.named(one.line))}") for place, one in others),
            ("searched", f"{counted(found.nodes, 'node')}, {rate(found.nodes, found.seconds)}, depth {plies(found)}{hits}{known}"),
            ("stopped", _stopped(found) + (note if found.stopped == "time" else "")),
            *by,
        ]
    )


def _print_shortest(found: ShortestResult, by: Facts) -> None:
    print_state(found.game, found.state)
    print_facts(
        [
            ("value", valued(found.game, found.value, MAX, proved=True)),
            ("shortest", f"{counted(len(found.line), 'action')} to the goal, proved"),
            ("line", " ".join(found.names())),
            ("searched", f"{counted(found.nodes, 'node')}, {rate(found.nodes, found.seconds)}"),
            *by,
        ]
    )


def _print_known(found: KnownResult, by: Facts) -> None:
    print_state(found.game, found.state)
    facts = found.as_dict()
    mean = found.worth.between is not None
    print_facts(
        [
            ("value", f"{valued(found.game, found.value, MAX, proved=found.proved, mean=mean)}, {found.sure}"),
            ("reason", found.reason),
            ("action", facts["action"]),
            ("all best", " ".join(facts["actions"])),
            ("line", " ".join(facts["line"])),
            *by,
        ]
    )


def _print_plain(found: Result, valued: Facts, by: Facts) -> None:
    print_state(found.game, found.state)
    facts = found.as_dict()
    searched = counted(found.nodes, "node"), counted(found.leaves, "leaf", "leaves"), counted(found.cutoffs, "cut-off")
    print_facts(
        [
            ("value", _worth(found)),
            *valued,
            ("action", facts["action"] or _no_action(found)),
            *([("all best", " ".join(facts["actions"]))] if facts["actions"] else []),
            *_choice(found),
            ("line", " ".join(facts["line"])),
            ("searched", f"{', '.join(searched)}, depth {found.depth}"),
            *by,
        ]
    )


def _worth(found: Result, *, proved: bool = False, mean: bool = False) -> str:
    """What a search found, to whom."""
    if isinstance(found.value, tuple):
        return f"{figures(found.value, digits=4 if mean else 6)} to each player"
    return valued(found.game, found.value, MAX, proved=proved, mean=mean)


def _other(found: EngineResult, one: Variation) -> str:
    """What the second best action is worth, or the third, and so on."""
    if found.game.players > 2:
        return in_words(one.value)
    return told(found.game, one.value, ENGLISH, proved=one.proved, distance=one.distance, shortest=False)


def _choice(found: Result) -> list[tuple[str, str]]:
    return [("open", found.choice())] if found.choice() else []


def _no_action(found: Result) -> str:
    return "none: the game is over" if found.game.is_terminal(found.state) else "none: chance moves"


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(cls=NamesSearchers, epilog='Example: zermelo best desconecta4boom --depth 8 --moves "PUT1 PUT4" --json')(best)
