"""The states before each: in memory or in a file they are the same, and so are the databases that are made by them."""

from __future__ import annotations

import random
from itertools import chain

import numpy as np
import pytest

import zermelo as z
from tests.databases.examples import Gather, Graph, Numbered, RankedGraph, ScoredGraph, Walk
from zermelo.databases import before
from zermelo.databases.before import MOST_PARTS, states_before
from zermelo.databases.columns import Column
from zermelo.databases.kernels import turn_round


@pytest.mark.parametrize("seed", range(4))
def test_parts_in_a_file_are_what_is_made_at_once(seed, tmp_path):
    draw, count = random.Random(seed), 90
    targets = [[0] * draw.randrange(3) + draw.choices(range(count), k=draw.randrange(4)) for _ in range(count)]
    degrees, flat = np.array([*map(len, targets)], dtype=np.uint16), np.array([*chain(*targets)], dtype=np.uint32)
    ends = np.cumsum(np.bincount(flat, minlength=count)).astype(np.uint32)
    naive = [[node for node in range(count) for target in targets[node] if target == state] for state in range(count)]
    for places in (0, 1, 7, 40, len(flat) - 1, len(flat)):
        starts, largest = np.append(ends, ends[-1]), []

        def write(sources, least, beyond, begin, starts=starts, largest=largest):
            largest.append(len(sources))
            turn_round(degrees, flat, starts, sources, 0, count, least, beyond, begin)

        found = states_before(starts, 4 * places, tmp_path / "sources.column", write)
        assert [sorted(found[starts[state] : starts[state + 1]].tolist()) for state in range(count)] == naive
        assert max(largest) <= max(places, -(-len(flat) // MOST_PARTS), *map(len, naive))
        assert len(largest) <= 2 * MOST_PARTS
        assert (len(largest) == 1) == (places == len(flat))


GAMES = [
    (Walk(401), 0.0333), (Graph(3, 0.0, 600), 0.0798), (Gather(80), 0.09), (Numbered(), 0.04), (RankedGraph(3, 1.0, 60), 0.0012),
    (ScoredGraph(3, True, 60), 0.0012),
]  # fmt: skip
"""With the MiB that suffice for all but the states before each."""


@pytest.mark.parametrize(("game", "memory"), GAMES, ids=lambda one: repr(one) if isinstance(one, z.Game) else "")
def test_a_database_is_the_same_bytes_where_they_do_not_fit_in_memory(game, memory, tmp_path, monkeypatch):
    on_disk = []
    mapped = Column.mapped
    monkeypatch.setattr(before.Column, "mapped", lambda column: on_disk.append(column.count) or mapped(column))
    for name, allowed in (("large", 100), ("small", memory)):
        assert not on_disk
        z.make_database(game, tmp_path / name, memory=allowed, mode="interpreted").close()
    assert on_disk
    for file in (tmp_path / "large").iterdir():
        assert file.read_bytes() == (tmp_path / "small" / file.name).read_bytes()
