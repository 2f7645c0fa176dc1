"""What is known of a game's states, laid out in one row of words for kernels that look it up (see zermelo.search.lookup)."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from zermelo.databases.keys import Array, Fields
from zermelo.search import lookup
from zermelo.search.lookup import Rows
from zermelo.search.runtime.memory import MEBIBYTE, WORD_BYTES, largest


class Column(NamedTuple):
    """Numbers side by side.

    head    the word of the row that says where they begin
    size    bytes that they take
    pieces  these bytes, one piece after the other
    """

    head: int
    size: int
    pieces: Iterable[Any]


def by_rank(what: str, begins: Sequence[int], told: Mapping[int, int], worths: Sequence[float], columns: Sequence[Column]) -> Rows | None:
    """What is known of the states of a game that numbers them (see `laid_out`).

    begins  of each tier which place its first state has, and that behind the last one
    """
    return laid_out(what, {lookup.TIERS: len(begins) - 1, **told}, np.array(begins, dtype=np.int64), worths, columns, by_key=False)


def by_key(
    what: str, fields: Fields, count: int, told: Mapping[int, int], worths: Sequence[float], columns: Sequence[Column]
) -> Rows | None:
    """What is known of this many states by their keys, which are one of the columns (see `laid_out`)."""
    limits = np.array([fields.least, fields.greatest], dtype=np.int64).T.flatten()
    facts = {
        lookup.KEYS: count, lookup.WIDTH: len(fields.least), lookup.KEY_WORDS: fields.words, lookup.FIELDS: len(fields.row),
        lookup.FIELDS_AT: lookup.HEAD + len(limits), **told,
    }  # fmt: skip
    return laid_out(what, facts, np.concatenate([limits, fields.row.flatten()]), worths, columns, by_key=True)


def laid_out(
    what: str, told: Mapping[int, int], head: Array, worths: Sequence[float], columns: Sequence[Column], *, by_key: bool
) -> Rows | None:
    """What is known as kernels look it up; None, and a warning, where it takes more than a quarter of the machine's memory.

    what    what knows it, for people
    told    the first words of the row
    head    what is to lie behind these
    worths  the values that there are
    """
    rooms = [-(-column.size // WORD_BYTES) for column in columns]
    needed, most = WORD_BYTES * sum(rooms) / MEBIBYTE, largest() / 4
    if needed > most:
        warnings.warn(
            f"{what} takes {needed:,.0f} MiB to be looked up at every state of a search, and no more than {most:,.0f} are taken for that: "
            f"it is asked before a search alone",
            stacklevel=2,
        )
        return None
    at = lookup.HEAD + len(head) + len(worths)
    row: Array = np.zeros(at + sum(rooms), dtype=np.int64)
    for place, number in {**told, lookup.VALUES: len(worths), lookup.WORTHS_AT: at - len(worths)}.items():
        row[place] = number
    row[lookup.HEAD : at - len(worths)] = head
    row[at - len(worths) : at] = np.array(worths, dtype=np.float64).view(np.int64)
    for column, room in zip(columns, rooms, strict=True):
        row[column.head] = at
        place = WORD_BYTES * at
        for piece in column.pieces:
            part = np.frombuffer(piece, dtype=np.uint8)
            row.view(np.uint8)[place : place + len(part)] = part
            place += len(part)
        at += room
    return Rows(row, by_key)
