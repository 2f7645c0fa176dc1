"""`zermelo bench`: how fast games run on this machine; `zermelo bench signature`: what the engine's searches come to."""

from __future__ import annotations

import inspect
import time
from math import inf
from typing import Annotated, Any

import typer

from zermelo.cli import signature
from zermelo.cli.options import Json, Mode
from zermelo.cli.output import print_json, print_table, sign_of_life
from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.search.algorithm import WHOLE_TREE, Algorithm
from zermelo.search.perft import perft
from zermelo.search.runner import Runner
from zermelo.search.runtime.room import with_more_room
from zermelo.search.scored import without_rewards
from zermelo.search.textbook import choose
from zermelo.spec import load_game


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="The games to measure; all of them unless given; or signature.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="About how long each measurement takes.", min=0.0)] = 1.0,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Measure how fast games run on this machine.

    Nodes a second of perft and of a search to a fixed depth, from the start of each game; compiling is not counted.

    `zermelo bench signature` prints the nodes of the engine over fixed positions of every game (or of those named after
    it): it differs where, and only where, some search does.
    """
    if games and games[0] == signature.WORD:
        signature.show(games[1:], mode, json=json)
        return
    rows: list[dict[str, Any]] = []
    for spec in games or _playable():
        game = load_game(spec)
        with sign_of_life(f"measuring {spec}"):
            measured = [perft] if game.hidden else [perft, choose(game, None)]
            rows.extend({"game": spec, **_measured(game, algorithm, seconds, mode)} for algorithm in measured)
    if json:
        print_json(rows)
        return
    header = ("game", "algorithm", "depth", "nodes", "seconds", "nodes/s", "mode")
    print_table(header, [_cells(row) for row in rows])


def _playable() -> list[str]:
    """The games that need no parameters."""
    return [name for name in CATALOGUE if not _needs_parameters(name)]


def _needs_parameters(name: str) -> bool:
    module, attribute = CATALOGUE[name]
    maker = getattr(__import__(module, fromlist=[attribute]), attribute)
    return any(parameter.default is parameter.empty for parameter in inspect.signature(maker).parameters.values())


@with_more_room
def _measured(game: Game, algorithm: Algorithm[..., Any], seconds: float, mode: str) -> dict[str, Any]:
    """The deepest run that takes no longer than it should, by a growing depth; compiling is not counted."""
    state = game.initial()
    if algorithm is not perft:
        game, state = without_rewards(game, state)
    runner = Runner(algorithm, game, mode)
    window = (-inf, inf) if algorithm.windowed else ()

    def deeper() -> tuple[int, int, float]:
        runner(state, *window, 1)
        nodes, took = 0, 0.0
        for plies in range(1, WHOLE_TREE + 1):
            runner.forget()
            started = time.perf_counter()
            runner(state, *window, plies)
            took, before, nodes, depth = time.perf_counter() - started, nodes, runner.nodes, plies
            if nodes == before or took * max(1.0, nodes / max(1, before)) > seconds:
                break
        return depth, nodes, took

    depth, nodes, took = runner.apart(deeper, WHOLE_TREE)
    return {
        "algorithm": algorithm.name,
        "depth": depth,
        "nodes": nodes,
        "seconds": round(took, 6),
        "nodes_per_second": round(nodes / took),
        "mode": runner.mode,
    }


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    numbers = (str(row["depth"]), f"{row['nodes']:,}", f"{row['seconds']:.3f}", f"{row['nodes_per_second']:,}")
    return (row["game"], row["algorithm"], *numbers, row["mode"])


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo bench connect4 desconecta4boom --seconds 2")(bench)
