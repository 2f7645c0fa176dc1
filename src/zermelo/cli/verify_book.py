"""`zermelo verify FILE`: a book held against the plain rules of its game, and a sample of it against a new search."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from zermelo.books import SAMPLE, check_book, open_book, open_games
from zermelo.books.form import GAMES, kind_of
from zermelo.cli.errors import fail
from zermelo.cli.output import print_facts, print_json, reporting_on
from zermelo.spec import load_game
from zermelo.values import counted

if TYPE_CHECKING:
    from zermelo.books.games import GamesBook

SHOWN = 5
"""This many faults are shown."""


def verify_book(file: str, game: str | None, sample: int | None, seed: int, mode: str, *, json: bool) -> None:
    """Check a book, and print what was looked at, by which rules. Exit code 1 where something is wrong."""
    if sample is not None and sample < 0:
        fail(f"--sample is a whole number from 0 up, not {sample}")
    rules = None if game is None else load_game(game)
    if kind_of(file) == GAMES:
        _tell_whole(open_games(file, rules), json=json)
        return
    book = open_book(file, rules)
    with reporting_on("checking") as progress:
        found = check_book(book, sample=SAMPLE if sample is None else sample, seed=seed, mode=mode, progress=progress)
    if json:
        print_json({"ok": found.ok, "game": book.facts["game"], "of": book.count, **asdict(found)})
    else:
        right = f"nothing is wrong: all {found.inner:,} earlier positions follow, and so many of the deepest were found again"
        print_facts([
            ("verdict", f"{right}: {found.searched:,}" if found.ok else f"{found.wrong:,} WRONG"),
            ("rules", f"{book.rules!r}, as plain Python"),
            ("checked", f"{found.states:,} of {counted(book.count, 'position')}, {counted(found.edges, 'successor')}"),
            ("searched", f"{counted(found.searched, 'position')} anew, without the book, {counted(found.nodes, 'node')}"),
            ("by", f"zermelo/books/checking.py and the engine, in {found.seconds:.3f} s"),
            ("file", "with the SHA-256 that it was made with"),
        ])  # fmt: skip
        for fault in found.faults[:SHOWN]:
            print(fault)
        if found.wrong > SHOWN:
            print(f"... and {found.wrong - SHOWN} more (--json shows more)")
    if not found.ok:
        raise typer.Exit(1)


def _tell_whole(book: GamesBook, *, json: bool) -> None:
    """That a book of games is what was written: what was played follows from no rules."""
    if json:
        print_json({"ok": True, "game": book.facts["game"], "games": book.games, "positions": book.count})
        return
    print_facts([
        ("verdict", "the file is what was written; how games went follows from no rules"),
        ("holds", f"{counted(book.games, 'game')}, {counted(book.count, 'position')}"),
        ("file", "with the SHA-256 that it was made with"),
    ])  # fmt: skip
