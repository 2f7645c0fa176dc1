"""`zermelo solve`: what a game is worth, whatever its kind, or every position in a file.

What solves it is what `zermelo.solve` would take. Of a game of one or two players without chance the engine finds the score of every
move; of one with chance value iteration does (solve_values.py); of any other, `zermelo.solve` finds the value and how to play.
"""

from __future__ import annotations

import json as json_module
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from zermelo.books import has_book, shipped_book
from zermelo.cli.errors import fail, interrupted
from zermelo.cli.known import print_moves, whose
from zermelo.cli.options import BookOption, DatabaseOption, GameSpec, Json, Mode, Moves, Position, known_of, position_of
from zermelo.cli.output import print_facts, print_json, print_state, reporting_on, sign_of_life, telling_why_not_compiled
from zermelo.cli.solve_any import solve_any
from zermelo.cli.solve_strongly import solve_strongly
from zermelo.cli.solve_values import solve_values
from zermelo.cli.solve_with_proof import solve_with_proof
from zermelo.databases import MEMORY, there
from zermelo.errors import SearchError
from zermelo.files import LARGEST, read_whole
from zermelo.game import CHANCE, MAX, Game
from zermelo.play.players import seat_name
from zermelo.proofs import PROOF_NUMBERS, PROVERS
from zermelo.scales import sign_decides
from zermelo.search.engine.engine import Engine
from zermelo.search.known import KnownResult, known_result
from zermelo.search.positions import Saved, Solved, Task, read_positions, solve_all, summary
from zermelo.search.runtime.memory import checked_size
from zermelo.search.solutions import Scores, scoring, weakly, whole_score
from zermelo.search.solutions import solve as solve_state
from zermelo.solving.retrograde import is_soon, solved
from zermelo.solving.solve import (
    ASKED_FOR,
    BACKWARD_INDUCTION,
    ENGINE,
    RETROGRADE,
    SOLVERS,
    VALUE_ITERATION,
    few_states,
    fitting,
    reason,
    serves,
)
from zermelo.solving.solver import ALGORITHMS as BY_REGRET
from zermelo.spec import load_game
from zermelo.values import counted, in_words

DIFFERS = 1
"""The exit code where a score is not what the file expects."""
MANY = 10_000_000
"""After this many nodes of a game that goes round it is told what may end sooner."""
INSTEAD = " (--by value-iteration, or --strong --out DIR, may take less: they look at each state once)"
_WIDTH = 100


def solve(
    game: GameSpec,
    position: Position = None,
    moves: Moves = None,
    positions: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Solve every line: moves or a position, and its score if known. - is standard input."),
    ] = None,
    strong: Annotated[bool, typer.Option("--strong", help="Solve every state that play can come to, and keep them: --out DIR.")] = False,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="With --strong: the folder for the database.")] = None,
    tiers: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --strong, of a game that numbers its states: solve the last N of its tiers alone."),
    ] = None,
    memory: Annotated[float | None, typer.Option(metavar="MIB", help=f"With --strong: memory that may be used ({MEMORY:,}).")] = None,
    weak: Annotated[bool, typer.Option("--weak", help="Only who wins, not how soon.")] = False,
    proof: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --weak, or --by engine: write a proof of it, for `zermelo verify FILE`.")
    ] = None,
    value: Annotated[
        float | None, typer.Option(metavar="V", help="With --proof: the value to MAX with which the position is compared (0 with --weak).")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"{', '.join(SOLVERS)}; what fits the game unless given. With --proof: {', '.join(PROVERS)}."),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="With value iteration, backward induction or cfr: save how to play for strategy:file=FILE; value iteration's "
            "values as a table if it ends in .csv.",
        ),
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(
            metavar="T", help="With value iteration: how wide the interval may be in which a value lies; with cfr: the exploitability."
        ),
    ] = None,
    states: Annotated[int | None, typer.Option(metavar="N", help="With value iteration: the most states that the game may have.")] = None,
    threads: Annotated[int, typer.Option(metavar="N", help="How many search at once, or with --strong solve.")] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="With --strong, of a game that numbers its states: how many processes solve it, of one thread each."
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(metavar="BACKEND", help="With --workers: where they run: processes, on this machine, unless given; or ray."),
    ] = None,
    table: Annotated[float, typer.Option(metavar="MIB", help="The size of the transposition table.")] = 128,
    database: DatabaseOption = None,
    book: BookOption = None,
    keep_table: Annotated[bool, typer.Option("--keep-table", help="With --positions: begin each with what the table knows.")] = False,
    output: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --positions: save each result here; what is there already is not solved again.")
    ] = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Find the exact score of every move, or what a game of any kind is worth and how to play it.

    A score is to the player to move. In games that can tell, a win is worth the more the sooner it comes. Ctrl-C shows
    what is known so far. With --positions, exit code 1 says that a score is not what the file expects. A game with chance, or one
    of few states that goes round, is solved by value iteration, of all its states at once; one that hides something by cfr+; one of
    more players by max^n; a puzzle by IDA*; one in which all choose at once by backward induction over matrix games. What a --database
    or a --book knows is not solved again, nor is what a book knows that comes with the package, unless --by names what is to solve it.

    With --weak --proof FILE, proof-number search finds who wins and writes a strategy that shows it, which `zermelo verify FILE` checks;
    with --by engine the engine does. With --by engine --proof FILE it proves the exact value of the position.
    """
    if strong or any(given is not None for given in (out, memory, tiers, workers, on)):
        if not strong or out is None:
            fail("--strong and --out DIR go together: all states of a game are solved into a folder")
        if others := [
            name
            for name, given in (
                ("--position", position),
                ("--moves", moves),
                ("--positions", positions),
                ("--by", by),
                ("--database", database),
                ("--book", book),
                ("--proof", proof),
                ("--value", value is not None),
                ("--policy", policy),
                ("--tolerance", tolerance is not None),
                ("--states", states is not None),
                ("--keep-table", keep_table),
                ("--output", output),
            )
            if given
        ]:
            fail(f"{others[0]} is not for --strong, which solves every state")
        rules = weakly(load_game(game)) if weak else load_game(game)
        solve_strongly(game, rules, out, MEMORY if memory is None else memory, tiers, threads, workers, on or "processes", mode, json)
        return
    if proof is not None:
        unfit = {
            "--positions": positions, "--policy": policy, "--tolerance": tolerance, "--states": states, "--output": output,
            "--keep-table": keep_table or None, "--threads": threads if threads != 1 else None, "--book": book,
        }  # fmt: skip
        if not (weak or by == ENGINE):
            fail("--proof is for --weak: who wins, and a strategy that shows it; or for --by engine: the exact value")
        if given := [name for name, one in unfit.items() if one is not None]:
            fail(f"{given[0]} is not for --proof")
        rules = load_game(game)
        compared = 0.0 if weak and value is None else value
        root = position_of(rules, position, moves)
        solve_with_proof(game, rules, root, proof, compared, by or PROOF_NUMBERS, table, database, mode, json)
        return
    if value is not None:
        fail("--value is for --proof")
    if (database is not None or book is not None) and (positions is not None or by is not None):
        fail(f"--{'book' if database is None else 'database'} is not for {'--positions' if positions is not None else '--by'}")
    rules = weakly(load_game(game)) if weak else load_game(game) if database is not None else scoring(load_game(game))
    checked_size(table)  # also where what is known makes it useless
    known = known_of(rules, database, book)
    if known is None and not (by or positions or policy or tolerance or states or keep_table or output) and threads == 1:
        known, book = shipped_book(rules), "that comes with the package"
        if known is None and has_book(rules):
            _tell_unread()
    if known and (found := known_result(known, rules, position_of(rules, position, moves))):
        _tell_known(found, " and ".join(name for name in (database, book) if name), json)
        return
    if by not in (None, *SOLVERS):
        fail(f"--by: {by!r} is not one of {', '.join(SOLVERS)}")
    why, graph = ASKED_FOR if by else "", None
    with telling_why_not_compiled(game):
        if by is None and rules.repetition is not None and positions is None and not (threads != 1 or keep_table or output):
            with reporting_on("listing the states") as show:
                graph = few_states(rules, position_of(rules, position, moves), mode, show)
            by = VALUE_ITERATION if graph else RETROGRADE if is_soon(rules, "compiled" if mode == "auto" else mode) else None
        by = by or (ENGINE if positions is not None or _has_scores(rules) else fitting(rules))
        why = why or reason(rules, by)
        _refuse(
            rules,
            by,
            {"--positions": positions is not None, "--threads": threads != 1, "--keep-table": keep_table, "--output": output},
            ENGINE,
        )
        _refuse(rules, by, {"--policy": policy is not None}, VALUE_ITERATION, *BY_REGRET, BACKWARD_INDUCTION)
        _refuse(rules, by, {"--tolerance": tolerance is not None}, VALUE_ITERATION, *BY_REGRET)
        _refuse(rules, by, {"--states": states is not None}, VALUE_ITERATION)
        if positions is not None and (position is not None or moves is not None):
            fail("--positions: a file says itself which positions to solve")
        if positions is None and (keep_table or output):
            fail(f"{'--keep-table' if keep_table else '--output'} is for --positions FILE")
        if positions is not None:
            tasks = read_positions(rules, _lines(positions), positions)
            _solve_many(Engine(rules, threads=threads, table=table, mode=mode), tasks, output, keep_table, table, json)
            return
        state = position_of(rules, position, moves)
        if by == RETROGRADE:
            _solve_backwards(rules, state, why, mode, json)
        elif by == VALUE_ITERATION:
            solve_values(rules, state, why, policy, tolerance, states, mode, json, None if states else graph)
        elif by != ENGINE or rules.players > 2:
            solve_any(rules, state, by, why, policy, tolerance, mode, json)
        else:
            _solve_one(Engine(rules, threads=threads, table=table, mode=mode, database=known), state, why, json)


def _refuse(game: Game, by: str, given: dict[str, Any], *fit: str) -> None:
    """Raise an error for an option that was given and is not for what solves the game: it names what is, and can solve this game."""
    named = [one for one in fit if serves(one, game)] or fit
    for name, was_given in given.items():
        if was_given and by not in fit:
            fail(f"{name} is for --by {', '.join(named)}; this is --by {by}")


def _has_scores(game: Game) -> bool:
    """Whether the engine finds the score of every move."""
    return game.players == 2 and not game.chance and not game.hidden


def _lines(name: str) -> list[str]:
    if name == "-":
        text = sys.stdin.read(LARGEST + 1)
        if len(text) > LARGEST:
            fail(f"standard input has more than {LARGEST:,} letters, which is too much for positions")
        return text.splitlines()
    return read_whole(name).decode("utf-8-sig", errors="replace").splitlines()


# One position


def _solve_one(engine: Engine, state: Any, why: str, json: bool) -> None:
    with _watching(engine.game) as (report, progress):
        found = solve_state(engine, state, report=report, progress=progress)
    if json:
        print_json({**found.as_dict(), "why": why})
    else:
        searched = f"{counted(found.nodes, 'node')}{_speed(found.nodes, found.seconds)}"
        by = f"engine, {found.mode}, {counted(found.threads, 'thread')}, in {found.seconds:.3f} s"
        _print(found, [("searched", searched), ("by", by), ("why", why)])
    if found.stopped == "interrupted":
        interrupted("stopped before all was solved")


def _tell_unread() -> None:
    """Say why the book that comes with the package is not asked, where what books take is not there."""
    try:
        there("books")
    except SearchError as error:
        print(f"note: a book of this game comes with the package, and is not read: {error}", file=sys.stderr)


def _solve_backwards(game: Game, state: Any, why: str, mode: str, json: bool) -> None:
    """Solve all states of a game that numbers them, and tell what is found of one."""
    started = time.perf_counter()
    with reporting_on("solving all states") as progress:
        database = solved(game, mode, progress)
    found = known_result(database, game, state)
    if found is None:
        fail(f"no play of {game!r} leads to this position, and --by {RETROGRADE} solves what play can come to")
    by = f"retrograde analysis of {database.count:,} states, {database.manifest['mode']}, in {time.perf_counter() - started:.3f} s"
    _tell_scores(found, by, why, json)


def _tell_known(found: KnownResult, where: str, json: bool) -> None:
    """What a database or a book knows of a position, told as if it had been solved."""
    why, by = reason(found.game, found.algorithm), f"{found.algorithm} {where}, in {found.seconds:.3f} s"
    if found.worth.between is None:
        _tell_scores(found, by, why, json)
    elif json:
        print_json({**found.as_dict(), "why": why})
    else:
        print_moves(found.game, found.state, found.moves)
        print_facts([("value", f"{found.worth} {whose(found.game, found.state)}"), ("by", by), ("why", why)])


def _tell_scores(found: KnownResult, by: str, why: str, json: bool) -> None:
    """What is known of each move of a position."""
    scores = {move.action: whole_score(move.value) for move in found.moves}
    score = whole_score(found.moves[0].value)
    made = Scores(found.game, found.state, found.mode, 1, score, score, scores, found.line, 0, found.seconds)
    if json:
        print_json({**made.as_dict(), **found.as_dict(), "why": why})
    else:
        _print(made, [("reason", found.reason), ("by", by), ("why", why)])


def _print(found: Scores, facts: list[tuple[str, str]]) -> None:
    game = found.game
    print_state(game, found.state)
    actions = found.actions()
    if actions:
        _print_scores([game.name(found.state, action) for action in actions], [_mark(found, action) for action in actions])
        print()
    print_facts(
        [
            ("score", f"{_known(found)} {_to_whom(found)}{_end(found)}"),
            *([("line", " ".join(found.names()))] if found.line else []),
            *facts,
        ]
    )


def _mark(found: Scores, action: int) -> str:
    """A score with a star if none is better; `?` where it is not known."""
    return f"{found.scores.get(action, '?')}{'*' if action in found.best else ' '}"


def _print_scores(names: list[str], scores: list[str]) -> None:
    """Moves and, below them, scores, in as many lines as they need."""
    width = 2 + max(max(map(len, scores)), 1 + max(map(len, names)))
    each = max(1, (_WIDTH - len("score")) // width)
    for first in range(0, len(names), each):
        chosen = slice(first, first + each)
        print(("move " + "".join(f"{name} ".rjust(width) for name in names[chosen])).rstrip())
        print(("score" + "".join(score.rjust(width) for score in scores[chosen])).rstrip())


def _known(found: Scores) -> str:
    if found.score is not None:
        return in_words(found.score)
    return f"from {in_words(found.low)} to {in_words(found.high)}"


def _to_whom(found: Scores) -> str:
    mover = found.game.to_move(found.state)
    return f"to {seat_name(found.game, MAX)}; chance moves" if mover == CHANCE else f"to {seat_name(found.game, mover)}, who is to move"


def _end(found: Scores) -> str:
    """How the game ends, where the score says that."""
    if found.score is None or not sign_decides(found.game):
        return ""
    return " and wins" if found.score > 0 else " and loses" if found.score < 0 else ": a draw"


def _speed(nodes: int, seconds: float) -> str:
    if seconds <= 0:
        return ""
    each = nodes / seconds
    return f", {each / 1e6:.1f} M nodes/s" if each >= 1e5 else f", {each / 1e3:.1f} k nodes/s"


@contextmanager
def _watching(game: Game) -> Iterator[tuple[Callable[[Scores], None], Callable[[int], None]]]:
    """While a state is solved, show what is known so far, and hear every Ctrl-C."""
    known, other_ways = "solving", game.repetition is not None and serves(VALUE_ITERATION, game)
    with reporting_on(known) as show:

        def report(found: Scores) -> None:
            nonlocal known
            scores = ", ".join(f"{game.name(found.state, action)}: {score}" for action, score in found.scores.items())
            known = f"solving: score {_known(found)}" + (f"; {scores}" if scores else "")

        def progress(nodes: int) -> None:
            show(f"{known} ... {counted(nodes, 'node')}{INSTEAD if other_ways and nodes > MANY else ''}")

        yield report, progress


# Many positions


def _solve_many(engine: Engine, tasks: list[Task], output: str | None, keep_table: bool, table: float, json: bool) -> None:
    saved = Saved(engine.game, output) if output else None
    done = saved.take(tasks) if saved else []
    left = [task for task in tasks if task.line not in {one.task.line for one in done}]
    stopped = False
    with sign_of_life(f"solving {counted(len(left), 'position')}") as progress:
        try:
            for one in solve_all(engine, left, keep=keep_table, progress=progress):
                done.append(one)
                if saved:
                    saved.add(one)
                else:
                    print(json_module.dumps(one.as_dict()), flush=True)
        except KeyboardInterrupt:
            stopped = True
    _print_summary(done, engine, table, json)
    if stopped:
        interrupted(f"stopped after {len(done)} of {len(tasks)} positions")
    if any(one.differs for one in done):
        raise typer.Exit(DIFFERS)


def _print_summary(done: list[Solved], engine: Engine, table: float, json: bool) -> None:
    facts = summary(done)
    if json:
        print(json_module.dumps({"summary": facts}), flush=True)
        return
    if not done:
        print("no positions")
        return
    asked = f", {facts['differ']} of {facts['expected']} scores differ from those expected" if facts["expected"] else ""
    print_facts(
        [
            ("positions", f"{facts['positions']:,}{asked}"),
            ("mean", f"{_time(facts['mean_seconds'])}, {counted(facts['mean_nodes'], 'node')}"),
            ("median", f"{_time(facts['median_seconds'])}, {counted(facts['median_nodes'], 'node')}"),
            ("together", f"{_time(facts['seconds'])}, {counted(facts['nodes'], 'node')}{_speed(facts['nodes'], facts['seconds'])}"),
            ("by", f"engine, {engine.mode}, {counted(engine.threads, 'thread')}, a table of {table:g} MiB"),
        ]
    )


def _time(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds >= 0.1 else f"{seconds * 1e3:.3f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.2f} us"


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo solve connect4 --moves 4455")(solve)
