"""`zermelo verify DIR`: a database held against the rules of its game, by the plain checker or its compiled twin."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from zermelo.cli.errors import fail
from zermelo.cli.output import print_facts, print_json, rate, reporting_on
from zermelo.databases import check_database, open_database
from zermelo.databases.checkers.certificate import Checked
from zermelo.databases.checkers.interval_certificate import Checked as CheckedIntervals
from zermelo.spec import load_game
from zermelo.values import counted

if TYPE_CHECKING:
    from zermelo.databases.database import Database

SHOWN = 5
"""This many faults are shown."""


def verify_database(folder: str, game: str | None, sample: int | None, seed: int, mode: str, *, json: bool) -> None:
    """Check a database, wholly or by a sample, and print what was proved, of which rules, by what. Exit code 1 where something is wrong."""
    if sample is not None and sample < 1:
        fail(f"--sample is a whole number from 1 up, not {sample}")
    with open_database(folder, None if game is None else load_game(game)) as database, reporting_on("checking") as progress:
        found = check_database(
            database,
            sample=None if sample is None or sample >= database.count else sample,
            seed=seed,
            mode=mode,
            progress=lambda states: progress(f"checked {states:,} of {database.count:,} states"),
        )
    every = "every state that has a number" if database.table.numbered else "every state of every game"
    if database.is_partial:
        every += f", from tier {database.table.first_tier} on,"
    by_chance = "numbers at random" if database.table.numbered else "games at random"
    what = every if found.complete else f"{counted(found.states, 'state')} of {by_chance}"
    if json:
        print_json({"ok": found.ok, "game": database.manifest["game"], "of": database.count, **asdict(found)})
    else:
        are = "is" if found.complete or found.states == 1 else "are"
        verdict = f"{what} {are} worth {_said(database, found)}" if found.ok else f"{found.wrong:,} of {what} WRONG"
        speed = rate(found.edges, found.seconds, "successors")
        facts = [
            ("verdict", verdict),
            ("rules", f"{database.manifest['game']}, {'compiled' if found.by == 'twin' else 'as plain Python'}"),
            ("checked", f"{found.states:,} of {counted(database.count, 'state')}, {counted(found.edges, 'successor')}{_played(found)}"),
            _of_these(found),
            ("by", f"zermelo/databases/checkers/{found.by}.py, which knows no solver, in {found.seconds:.3f} s, {speed}"),
            ("files", "each with the SHA-256 that it was made with"),
        ]
        print_facts(facts)
        for fault in found.faults[:SHOWN]:
            print(fault)
        if found.wrong > SHOWN:
            print(f"... and {found.wrong - SHOWN} more (--json shows more)")
    if not found.ok:
        raise typer.Exit(1)


def _said(database: Database, found: Checked | CheckedIntervals) -> str:
    """What is said of states, and is so."""
    if isinstance(found, CheckedIntervals):
        return "no less and no more than is said"
    return f"what is said, as far from {'the end, or from the next tier' if database.table.by_tier else 'the end'}"


def _played(found: Checked | CheckedIntervals) -> str:
    """How many states were looked at as play comes to them, too."""
    return f"; {counted(found.played, 'state')} as play comes to them, too" if found.played else ""


def _of_these(found: Checked | CheckedIntervals) -> tuple[str, str]:
    """What is known of the states that were looked at."""
    if isinstance(found, CheckedIntervals):
        told = f"{found.states - found.open:,} with a value" + (f", {found.open:,} open" if found.open else "")
        return "of these", f"{told}; at most and at least are {found.widest:.2g} apart, or less"
    return "of these", f"{found.wins:,} won, {found.draws:,} drawn, {found.losses:,} lost for the player to move"
