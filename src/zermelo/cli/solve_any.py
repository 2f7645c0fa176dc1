"""`zermelo solve` of a game that hides something, has not two players, or lets all choose at once: its value, how sure that is, and how to
play."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, Final

from zermelo.cli.cfr import MOST_ROWS
from zermelo.cli.errors import hanging, interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.output import figures, print_facts, print_json, print_state, reporting_on
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.play.players import seat_name
from zermelo.solving.backward_induction import Stage
from zermelo.solving.solve import BACKWARD_INDUCTION, Solution, solve
from zermelo.solving.strategy import Strategy, table
from zermelo.values import counted

MOST_EQUALS: Final = 8
"""Values by other choices among equals that are printed."""
INSTEAD: Final = "; `zermelo cfr` shows what is known so far"
MOST_CELLS: Final = 100
"""Payoffs of the largest matrix game that is printed."""


def solve_any(game: Game, state: State, by: str, why: str, policy: str | None, tolerance: float | None, mode: str, json: bool) -> None:
    """Solve a game from a state on by the algorithm of this name, print what was found, by what and why, and save the strategy."""
    target = checked_target(policy) if policy else None
    begun = time.perf_counter()
    with reporting_on(f"solving by {by}") as progress:
        try:
            found = solve(
                game, state, algorithm=by, tolerance=tolerance, mode=mode, progress=lambda text: progress(f"solving by {by}: {text}")
            )
        except KeyboardInterrupt as stop:
            interrupted(f"stopped before it was solved{hanging(stop)}{INSTEAD if game.hidden else ''}")
    found = replace(found, why=why)
    seconds, strategy = time.perf_counter() - begun, found.strategy()
    if target is not None and strategy is not None:
        strategy.save(target)
    if json:
        print_json(_facts(found, strategy, seconds))
    else:
        _print(found, strategy, seconds)


def _facts(found: Solution, strategy: Strategy | None, seconds: float) -> dict[str, Any]:
    shown = strategy is not None and len(strategy.mixed) <= MOST_ROWS
    return {
        **found.as_dict(),
        "play": {found.game.name(found.state, action): share for action, share in _play(found).items()},
        "stage": _stage_facts(found),
        "information_sets": None if strategy is None else len(strategy.mixed),
        "strategy": dict(strategy.rows()) if strategy is not None and shown else None,
        "seconds": round(seconds, 6),
    }


def _stage(found: Solution) -> Stage | None:
    """The matrix game with which a game of simultaneous moves begins, where it has been solved as one."""
    if found.algorithm != BACKWARD_INDUCTION or found.game.to_move(found.state) == CHANCE:
        return None
    return found.stage()


def _names(found: Solution, stage: Stage) -> list[list[str]]:
    """What the two players can do there, by name."""
    return [[found.game.name(found.state, action) for action in actions] for actions in stage.actions]


def _stage_facts(found: Solution) -> dict[str, Any] | None:
    stage = _stage(found)
    if stage is None:
        return None
    first, second = (dict(zip(names, mix.values(), strict=True)) for names, mix in zip(_names(found, stage), stage.mixed, strict=True))
    return {"payoffs": [list(row) for row in stage.payoffs], "MAX": first, "MIN": second}


def _print_stage(found: Solution, stage: Stage) -> None:
    """The payoffs to MAX, with the share of each row and each column beside and below it."""
    first, second = _names(found, stage)
    mine, theirs = (list(map(figures, mix.values())) for mix in stage.mixed)
    cells = [list(map(figures, row)) for row in stage.payoffs]
    table = [
        ["", *second, "MAX"],
        *([name, *row, share] for name, row, share in zip(first, cells, mine, strict=True)),
        ["MIN", *theirs, ""],
    ]
    wide = [max(len(row[column]) for row in table) for column in range(len(second) + 2)]
    for row in table:
        print("  ".join([row[0].ljust(wide[0]), *(cell.rjust(width) for cell, width in zip(row[1:], wide[1:], strict=True))]).rstrip())
    print()


def _play(found: Solution) -> dict[int, float]:
    """What is played in the state that was solved; nothing where nobody chooses there."""
    over = found.game.is_terminal(found.state)
    return {} if over or found.game.to_move(found.state) == CHANCE else found.at()


def _print(found: Solution, strategy: Strategy | None, seconds: float) -> None:
    game = found.game
    print_state(game, found.state)
    stage = _stage(found)
    if stage is not None and len(stage.actions[0]) * len(stage.actions[1]) <= MOST_CELLS:
        _print_stage(found, stage)
    if strategy is not None and len(strategy.mixed) <= MOST_ROWS:
        print("\n".join(table(list(strategy.rows()))), end="\n\n")
    whom = "each player" if isinstance(found.value, tuple) else seat_name(game, MAX)
    facts = [("value", f"{figures(found.value)} to {whom}, {found.sure}")]
    others = [one for one in found.equals or () if one != found.value]
    if others:
        more = f"; and {len(others) - MOST_EQUALS:,} more" if len(others) > MOST_EQUALS else ""
        facts.append(("or", f"{'; '.join(map(figures, others[:MOST_EQUALS]))}{more}, by other choices among equals"))
    play = _play(found)
    if play and strategy is None:
        facts.append(("action", " ".join(game.name(found.state, action) for action in play)))
    if found.line:
        facts.append(("line", f"{' '.join(found.names())} ({counted(len(found.line), 'ply', 'plies')})"))
    if strategy is not None:
        saved = "" if len(strategy.mixed) <= MOST_ROWS else "; --policy FILE saves what to do in each"
        facts.append(("strategy", f"{len(strategy.mixed):,} information sets{saved}"))
    facts += [("by", f"{found.algorithm}, {found.mode}, in {seconds:.3f} s"), ("why", found.why)]
    print_facts(facts)
