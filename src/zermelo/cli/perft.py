"""`zermelo perft`: count the sequences of so many actions, to hold the rules to published counts."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from zermelo.cli.options import GameSpec, Json, Mode, Moves, Position, opened
from zermelo.cli.output import print_facts, print_json, sign_of_life
from zermelo.errors import SearchError
from zermelo.game import CHANCE, Game, State
from zermelo.search.algorithm import WHOLE_TREE
from zermelo.search.perft import perft as count
from zermelo.search.runner import Runner


def perft(
    game: GameSpec,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The length of the sequences.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count apart what follows each first action.")] = False,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Count the sequences of exactly DEPTH actions.

    Finished games are not continued; how many of the sequences end the game is told too.
    """
    if not 1 <= depth <= WHOLE_TREE:
        raise SearchError(f"a depth is a whole number from 1 to {WHOLE_TREE}, not {depth}")
    rules, state = opened(game, position, moves)
    with sign_of_life("counting") as progress:
        runner = Runner(count, rules, mode, progress)
        started = time.perf_counter()
        shares = _divided(runner, rules, state, depth) if divide else {}
        nodes, finished = map(sum, zip(*shares.values(), strict=True)) if shares else runner(state, depth)
    facts: dict[str, Any] = {
        "nodes": nodes,
        "finished": finished,
        "seconds": round(time.perf_counter() - started, 6),
        "mode": runner.mode,
        "depth": depth,
    }
    if divide:
        facts["divide"] = {name: share for name, (share, _) in shares.items()}
    if json:
        print_json(facts)
    else:
        print_facts([*((name, f"{share:,}") for name, (share, _) in shares.items())] + [(name, str(facts[name])) for name in _SHOWN])


_SHOWN = ("nodes", "finished", "seconds", "mode")


def _divided(runner: Runner, game: Game, state: State, depth: int) -> dict[str, tuple[int, int]]:
    """For each action of `state`, by name, the counts of what follows it."""
    if game.is_terminal(state):
        return {}
    chance = game.to_move(state) == CHANCE
    actions = [action for action, _ in game.outcomes(state)] if chance else list(game.actions(state))
    return {game.name(state, action): runner(game.result(state, action), depth - 1) for action in actions}


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    number_may_be_negative = {"ignore_unknown_options": True}  # so that a depth of -1 gets an answer of ours
    app.command(epilog="Example: zermelo perft connect4 8 --divide", context_settings=number_may_be_negative)(perft)
