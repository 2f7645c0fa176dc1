"""`zermelo cfr`: a strategy for a game that hides something, and how far it is from an equilibrium."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zermelo.cli.errors import fail, interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.options import GameSpec, Json, Mode
from zermelo.cli.output import every_interrupt, print_facts, print_json
from zermelo.cli.screen import console
from zermelo.play.players import seat_name
from zermelo.solving.solver import ALGORITHMS, Judgement, Solver
from zermelo.solving.strategy import read_file, table
from zermelo.spec import load_game
from zermelo.values import counted

MOST_ROWS: Final = 60
"""Information sets of the largest strategy that is printed."""
SAVED: Final = 20.0
"""Seconds after which what was found so far is saved again."""


def cfr(
    game: GameSpec,
    algorithm: Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(ALGORITHMS)}.")] = "cfr+",
    iterations: Annotated[int | None, typer.Option(metavar="N", help="Stop after this many in all.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Stop after so long.")] = None,
    exploitability: Annotated[float | None, typer.Option(metavar="E", help="Stop as soon as no more than this can be gained.")] = None,
    output: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the strategy here, as it goes on; what is there already is gone on with.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Chooses what mccfr samples.")] = 0,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Find a strategy by counterfactual regret minimisation, for games that hide something.

    Exploitability is what a player would gain, on average over the players, by knowing the strategy of the others: 0 in an
    equilibrium. Ctrl-C shows what is known so far.
    """
    if iterations is not None and iterations < 1:
        fail(f"--iterations is a number of iterations from 1 up, not {iterations}")
    rules = load_game(game)
    target = checked_target(output) if output else None
    solver = Solver(rules, algorithm, seed=seed, mode=mode)
    if target is not None and target.exists():
        _go_on(solver, target)
    begun = solver.iterations
    left = None if iterations is None else max(0, iterations - begun)
    stopped = False
    with _watching(solver, target) as (progress, report):
        try:
            solver.run(left, seconds=seconds, exploitability=exploitability, progress=progress, report=report)
        except KeyboardInterrupt:
            stopped = True
    found = solver.judge()
    if target is not None:
        _save(solver, target)
    if json:
        print_json({"game": repr(rules), "algorithm": algorithm, "information_sets": solver.tree.set_count, **found.as_dict()})
    else:
        _print(solver, found, begun)
    if stopped:
        interrupted(f"stopped after {solver.iterations:,} iterations")


def _go_on(solver: Solver, target: Path) -> None:
    held = read_file(target)
    if held["game"] != repr(solver.game):
        fail(f"{target} is a strategy for {held['game']}, not for {solver.game!r}")
    if held["progress"] is None:
        fail(f"{target} is a strategy with which one cannot go on: nothing was kept of how it was found; name another file")
    solver.resume(held["progress"])


def _save(solver: Solver, target: Path) -> None:
    solver.strategy().save(target, solver.progress())


def _print(solver: Solver, found: Judgement, begun: int) -> None:
    game = solver.game
    if solver.tree.set_count <= MOST_ROWS:
        print("\n".join(table(list(solver.strategy().rows()))), end="\n\n")
    speed = f", {_rate(solver)}" if solver.seconds > 0 else ""
    since = f", {begun:,} of them before" if begun else ""
    print_facts(
        [
            ("values", ", ".join(f"{round(value, 6) + 0.0:.6f} to {seat_name(game, player)}" for player, value in enumerate(found.values))),
            ("exploitability", f"{found.exploitability:.3g} (nash_conv {found.nash_conv:.3g})"),
            ("iterations", f"{found.iterations:,}{since}{speed}"),
            ("tree", f"{counted(solver.tree.count, 'node')}, {counted(solver.tree.set_count, 'information set')}"),
            ("by", f"{solver.algorithm}, {solver.mode}, in {found.seconds:.3f} s"),
        ]
    )


def _rate(solver: Solver) -> str:
    each = solver.iterations / max(solver.seconds, 1e-9)
    return (
        f"{each / 1e6:.1f} M iterations/s"
        if each >= 1e6
        else f"{each / 1e3:.1f} k iterations/s"
        if each >= 1e3
        else f"{each:.1f} iterations/s"
    )


@contextmanager
def _watching(solver: Solver, target: Path | None) -> Iterator[tuple[Any, Any]]:
    """While it runs: save what was found now and then, show it on a terminal, and hear every Ctrl-C."""
    saved = time.monotonic()
    known = ""
    with every_interrupt() as check, _status() as show:

        def progress(iterations: int) -> None:
            nonlocal saved
            check()
            show(f"{iterations:,} iterations, {_rate(solver)}{known}")
            if target is not None and time.monotonic() - saved > SAVED:
                _save(solver, target)
                saved = time.monotonic()

        def report(found: Judgement) -> None:
            nonlocal known
            known = f"; exploitability {found.exploitability:.3g} after {found.iterations:,}"

        yield progress, report if sys.stderr.isatty() else None


@contextmanager
def _status() -> Iterator[Any]:
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    with console(stderr=True).status("...") as status:
        yield status.update


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo cfr kuhn --iterations 10000 --output kuhn.json")(cfr)
