"""Databases, books, proofs and what is kept of them, whose facts somebody has changed, with the right SHA-256: a clear error tells it."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

import zermelo as z
from tests.books.test_games import GAMES, HEXAPAWN
from tests.databases.examples import Chances, RankedForgetful, RankedGather
from tests.databases.test_databases import states_of
from zermelo.books import check_book
from zermelo.books.work import FORMAT
from zermelo.databases import check_database
from zermelo.databases.files.manifest import write_manifest
from zermelo.databases.identity import identity

ODD: Any = [
    None, True, False, 0, 1, -1, 2, 255, 1 << 31, (1 << 63) - 1, 1 << 63, 10**400, -(10**30), 0.5, 1.0, 1e308, float("nan"), float("inf"),
    "", "1", "x", "\ud800", "\x00", "../x", "|O", "keys", "rank", [], [0], [-1, 1], [[]], ["x"], [10**30], [0] * 300, {}, {"x": 1}, [None],
]  # fmt: skip
"""What may stand in the place of any fact."""


def paths(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each fact stands, and those that it is made of: of a list the first and the last."""
    parts = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for step, own in parts:
        if isinstance(told, dict) or step in (0, len(told) - 1):
            yield (*path, step)
            yield from paths(own, (*path, step))


def changed(told: Any, path: tuple[Any, ...], odd: Any) -> Any:
    """The same facts, with something else in one place; without that where it is KeyError."""
    made = inner = deepcopy(told)
    for step in path[:-1]:
        inner = inner[step]
    if odd is KeyError:
        del inner[path[-1]]
    else:
        inner[path[-1]] = odd
    return made


class Made:
    """Something that was made of a game in a folder, which says in facts what it is.

    answers  what it says of every state; it was verified before
    """

    def __init__(self, game, folder) -> None:
        self.game, self.folder = game, folder
        self.states = [*states_of(game).values()]
        self.make()
        self.truth = self.answers()
        assert self.truth

    def make(self) -> None:
        """Make it."""

    def answers(self) -> Any:
        """What it says of all states, where it is verified; None where that says that something is wrong."""


class Databases(Made):
    def make(self):
        with z.make_database(self.game, self.folder / "made", mode="interpreted", **self.options()) as database:
            self.facts = database.manifest

    def options(self):
        return {}

    def write(self, facts):
        write_manifest(self.folder / "made", facts)

    def answers(self):
        with z.open_database(self.folder / "made", self.game) as database:
            repr(database)
            found = check_database(database, mode="interpreted")
            for distances in (False, True):
                database.rows(distances=distances)
            return [database.find(state) for state in self.states] if found.ok else None


class LastTiers(Databases):
    def options(self):
        return {"tiers": 3}


class OneFile(Made):
    @property
    def path(self):
        return self.folder / "made"

    def make(self):
        self.make_file()
        first, _, self.body = self.path.read_bytes().partition(b"\n")
        self.facts = {name: fact for name, fact in json.loads(first).items() if name != "sha256"}

    def write(self, facts):
        digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode() + b"\n" + self.body).hexdigest()
        self.path.write_bytes(json.dumps({**facts, "sha256": digest}).encode() + b"\n" + self.body)


class Books(OneFile):
    def make_file(self):
        z.make_book(self.game, self.path, plies=3, mode="interpreted")

    def answers(self):
        book = z.open_book(self.path, self.game)
        repr(book)
        book.rows(distances=False)
        found = check_book(book, sample=1000, mode="interpreted")
        return [book.find(state) for state in self.states] if found.ok else None


class BooksOfGames(OneFile):
    def make_file(self):
        z.gather_games(self.game, self.path, GAMES)

    def answers(self):
        book = z.open_games(self.path, self.game)
        repr(book)
        return book.probe() and [book.tallies(state, 0) for state in self.states]


class Proofs(OneFile):
    def make_file(self):
        z.prove(self.game, file=self.path, mode="interpreted")

    def answers(self):
        proof = z.read_proof(self.path, self.game)
        walked = z.check_proof(proof)
        value = -1  # of hexapawn to MAX
        told = [(claim.plies, len(lines), claim.holds(value if claim.player == z.MAX else -value)) for claim, lines in proof.claims]
        return told if all(one.ok for one in walked) else None


class KeptTables(OneFile):
    @property
    def path(self):
        return self.folder / "proof.table0"

    def make_file(self):
        z.prove(self.game, file=self.folder / "proof", mode="interpreted", nodes=60)

    def write(self, facts):
        header = json.dumps(facts).encode() + b"\n"
        self.path.write_bytes(header + self.body[:-32] + hashlib.sha256(header + self.body[:-32]).digest())

    def answers(self):
        return z.prove(self.game, file=self.folder / "proof", mode="interpreted").sign


class KeptBooks(OneFile):
    @property
    def path(self):
        return self.folder / "made.book.work"

    def make_file(self):
        z.make_book(self.game, self.folder / "made.book", plies=2, mode="interpreted")
        facts = {"format": FORMAT, "plies": 2, **identity(self.game)}
        self.path.write_text(json.dumps(facts) + "\n0 -1.0 -1.0\n")

    def write(self, facts):
        (self.folder / "made.book").unlink(missing_ok=True)
        self.path.write_bytes(json.dumps(facts).encode() + b"\n" + self.body)

    def answers(self):
        return z.make_book(self.game, self.folder / "made.book", plies=2, mode="interpreted").path.read_bytes()


class KeptDatabases(Made):
    def make(self):
        self.path = self.folder / "made" / "work" / "identity.json"
        self.facts = identity(self.game)

    def write(self, facts):
        shutil.rmtree(self.folder / "made", ignore_errors=True)
        self.path.parent.mkdir(parents=True)
        self.path.write_text(json.dumps(facts))

    def answers(self):
        return z.make_database(self.game, self.folder / "made", mode="interpreted").count


KINDS = [
    (Databases, HEXAPAWN), (Databases, RankedGather(4)), (LastTiers, RankedForgetful()), (Databases, Chances(3)), (Books, HEXAPAWN),
    (BooksOfGames, HEXAPAWN), (Proofs, HEXAPAWN), (KeptDatabases, HEXAPAWN), (KeptBooks, HEXAPAWN), (KeptTables, HEXAPAWN),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "game"), KINDS, ids=lambda one: one.__name__ if isinstance(one, type) else repr(one))
def test_whatever_is_changed_in_the_facts_of_a_file_is_told_or_makes_no_difference(kind, game, tmp_path):
    made, wrong = kind(game, tmp_path), []
    for path in paths(made.facts):
        for odd in [*ODD, KeyError]:
            made.write(changed(made.facts, path, odd))
            try:
                found = made.answers()
            except (z.SearchError, z.PositionError) as error:
                if path[0] not in ("repeated", "keys"):  # nothing is said of endless play; games came to no such position
                    wrong.append((path, odd, error))
            except Exception as error:
                if not isinstance(error, z.SpecError) or str(made.folder) not in str(error):
                    wrong.append((path, odd, error))
            else:
                if found not in (None, made.truth):
                    wrong.append((path, odd, found))
    assert not wrong
