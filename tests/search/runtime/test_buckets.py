"""The table of proof-number search and of forced wins: it lies in lines of the cache, grows, and finds again what it keeps."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.search.dfpn.search import ProofNumberSearch
from zermelo.search.forced.search import ForcedWin
from zermelo.search.runtime import buckets
from zermelo.search.runtime.buckets import BUCKET, BUCKETS, FEW, GROWTH, MOST_BUCKETS, TABLE, WRITTEN, entry_for, grow, lay_out, word_for
from zermelo.search.runtime.memory import Sparse
from zermelo.words import mix64

WORK = 56


def filled(most, entries):
    """A table of so many buckets at most in which codes from 1 on were kept, each with `word`."""
    cells = Sparse()
    lay_out(cells, 16, most)
    for code in range(1, entries + 1):
        place = entry_for(code, cells, WORK)
        cells[place], cells[place + 1] = code, word(code)
    return cells


def word(code):
    return 1 << WORK | code


@pytest.mark.parametrize("search", [ProofNumberSearch, ForcedWin])
def test_a_bucket_is_one_line_of_the_cache(search):
    made = search(z.load_game("hexapawn"), mode="interpreted")
    assert (made._cells if search is ProofNumberSearch else made.cells)[TABLE] % BUCKET == 0


@pytest.fixture
def few(monkeypatch):
    """How many buckets a table begins with, here."""
    monkeypatch.setattr(buckets, "FEW", 64)
    return 64


def test_it_grows_when_half_of_it_is_written_until_all_is_in_use(few):
    assert filled(few // 2, 10 * few)[BUCKETS] == few // 2  # smaller than a table begins with
    assert filled(8 * few, 2 * few)[BUCKETS] == few
    assert filled(8 * few, 3 * few)[BUCKETS] == GROWTH * few
    cells = filled(2 * few, 6 * few)
    assert (cells[BUCKETS], cells[MOST_BUCKETS]) == (2 * few, 2 * few)


def test_all_that_it_holds_is_found_after_it_grew(few):
    cells = filled(16 * few, 2 * few)
    held = [code for code in range(1, 2 * few + 1) if word_for(code, cells) == word(code)]
    assert len(held) == cells[WRITTEN] > few
    for size in (2 * few, 16 * few):
        grow(cells, size)
        assert [code for code in range(1, 2 * few + 1) if word_for(code, cells) == word(code)] == held
        assert cells[BUCKETS] == size


def test_of_a_full_bucket_what_took_least_work_goes():
    cells = Sparse()
    lay_out(cells, 16, 1)
    for code in range(1, 6):
        place = entry_for(code, cells, WORK)
        cells[place], cells[place + 1] = code, (code % 3 + 1) << WORK
    assert [word_for(code, cells) >> WORK for code in range(1, 6)] == [2, 3, 0, 2, 3]


def test_what_a_compiled_search_has_found_lies_where_it_is_looked_for_and_is_forgotten_when_cleared():
    game = z.load_game("connect4(5, 4)")
    search = ProofNumberSearch(game, table=4, mode="compiled")
    found = search.search(game.initial(), 0, 1.0, nodes=200_000)
    assert (found.stopped, search._cells[BUCKETS]) == ("nodes", GROWTH * FEW)
    words, first, last = search.table()
    assert last - first == search._cells[BUCKETS] * BUCKET == 2 * GROWTH * FEW * BUCKET
    places = {words[at]: (at - first) // BUCKET for at in range(first, last, 2) if words[at + 1]}
    assert len(places) > FEW
    assert all(mix64(code) % search._cells[BUCKETS] == bucket for code, bucket in places.items())
    search.clear()
    assert search._cells[BUCKETS] == FEW
    assert search.search(game.initial(), 0, 1.0, nodes=200_000).nodes == found.nodes
