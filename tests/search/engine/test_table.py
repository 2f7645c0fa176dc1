"""The transposition table: what is found is what was stored, however much is overwritten, torn in half, or grown."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from math import inf, nan
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numba import types

from zermelo import SearchError
from zermelo.native.compiler import njit
from zermelo.native.helpers import OPTIONS, with_helpers
from zermelo.native.memory import words_type
from zermelo.search.engine.layout import NEVER
from zermelo.search.engine.memory import Table
from zermelo.search.engine.table import (
    AGE,
    AGES,
    BUCKET,
    BUSY,
    CHECK,
    FEW,
    FIRST,
    GROWTH,
    IN_USE,
    LOW_CHECK,
    MOST_WORK,
    NO_PLACE,
    STORED,
    THREADS,
    TO_THE_END,
    belongs_to,
    bucket_of,
    entry_depth,
    entry_place,
    entry_proved,
    entry_turned,
    found,
    grown,
    is_searched_elsewhere,
    mark_searching,
    meta_of,
    spread,
    store,
    unmark_searching,
)
from zermelo.search.runtime.memory import Raw, Sparse
from zermelo.words import lower_of, mix64, packed, upper_of

BOTH = pytest.mark.parametrize("compiled", [False, True], ids=["sparse", "raw"])


def table_of(buckets: int, *, compiled: bool = False) -> Table:
    return Table(buckets * BUCKET * 8 / 2**20, compiled=compiled)


class Entry(NamedTuple):
    """What a search says of a position: `store` takes it but for the work."""

    code: int
    low: float
    high: float
    depth: int = 5
    proved: int = 0
    turned: int = 0
    place: int = NO_PLACE


def kept(words: Any, entry: Entry, *, work: int = 1, age: int = 1) -> None:
    store(words, {AGE: age, STORED: 0, THREADS: 1}, *entry, work)


def known(words: Any, code: int) -> Entry | None:
    """What the table knows of a position, read as the kernel does: the interval once, then the question whose it is."""
    at = found(words, code)
    if at < 0:
        return None
    interval = words[at]
    meta = meta_of(words, at, interval)
    if not belongs_to(interval, meta, code):
        return None
    return Entry(code, lower_of(interval), upper_of(interval), entry_depth(meta), entry_proved(meta), entry_turned(meta), entry_place(meta))


def rounded(entry: Entry) -> Entry:
    """With the ends of its interval as the table keeps them: as floats of fewer digits around it."""
    interval = packed(entry.low, entry.high)
    return entry._replace(low=lower_of(interval), high=upper_of(interval))


bits = st.integers(0, 1)
int64s = codes = st.integers(-(1 << 63), (1 << 63) - 1)
numbers = st.floats(allow_nan=False)
intervals = st.tuples(numbers, numbers).map(sorted)
entries = st.builds(
    lambda code, interval, *rest: Entry(code, *interval, *rest),
    codes, intervals, st.integers(1, TO_THE_END), bits, bits, st.integers(0, NO_PLACE),
)  # fmt: skip


def others(code: int) -> list[int]:
    """Five positions, this one among them, that fall into one bucket whatever the size of the table."""
    return [code ^ number << CHECK for number in range(5)]


# What is stored is found


@BOTH
@given(entry=entries)
def test_what_is_stored_is_found_in_an_interval_that_holds_what_was_given(compiled, entry):
    table = table_of(16, compiled=compiled)
    kept(table.words, entry)
    told = known(table.words, entry.code)
    assert told == rounded(entry)
    assert told.low <= entry.low <= entry.high <= told.high


@BOTH
@given(entry=entries, code=codes)
def test_what_was_not_stored_is_not_found(compiled, entry, code):
    assume(code >> CHECK != entry.code >> CHECK or (code ^ entry.code) & LOW_CHECK)
    table = table_of(1, compiled=compiled)
    assert found(table.words, code) == -1
    kept(table.words, entry)
    assert found(table.words, code) == -1


@BOTH
def test_a_table_never_holds_more_than_it_has_room_for_and_all_it_holds_is_true(compiled):
    chooser = random.Random(1)
    said = [Entry(chooser.randrange(-(1 << 63), 1 << 63), number, number + 1, number, 1, 0, number % 200) for number in range(1, 500)]
    table = table_of(16, compiled=compiled)
    for entry in said:
        kept(table.words, entry, work=chooser.randrange(40))
    told = [known(table.words, entry.code) for entry in said]
    assert len(said) - told.count(None) == 64
    assert all(answer in (None, entry) for answer, entry in zip(told, said, strict=True))


def native(function: Any, returns: Any, *arguments: Any) -> Callable[..., Any]:
    """The function in compiled code, which takes addresses for words."""
    return njit(returns(*arguments), **OPTIONS)(with_helpers(function, {})).overloads[arguments].entry_point


def test_compiled_code_writes_the_same_words_and_finds_the_same_entries():
    word, number = types.int64, types.float64
    compiled_store = native(store, types.none, words_type, words_type, word, number, number, *[word] * 5)
    compiled_found = native(found, word, words_type, word)
    raw, sparse, cells, chooser = table_of(4, compiled=True), table_of(4), Raw(64 * 8), random.Random(3)
    cells.words[THREADS] = 1
    positions = [chooser.randrange(-(1 << 63), 1 << 63) for _ in range(30)]
    for _ in range(500):
        said = (chooser.choice(positions), chooser.choice((-inf, -0.1, -0.0, 0.0)), chooser.choice((0.0, -0.0, 1 / 3, inf)))
        said += (chooser.randint(1, 3), chooser.randint(0, 1), chooser.randint(0, 1), chooser.choice((3, NO_PLACE)), chooser.randint(0, 40))
        cells.words[AGE] = chooser.randrange(1, AGES)
        compiled_store(raw.kernel_argument, cells.address, *said)
        store(sparse.words, {AGE: cells.words[AGE], STORED: 0, THREADS: 1}, *said)
        code = chooser.choice(positions)
        assert compiled_found(raw.kernel_argument, code) == found(sparse.words, code)
    assert list(raw.words[: FIRST + 4 * BUCKET]) == [sparse.words[at] for at in range(FIRST + 4 * BUCKET)]


@given(codes, st.integers(0, (1 << 64) - 1), st.integers(1 << 11, 1 << 27))
def test_in_a_table_of_128_kib_or_more_no_position_is_taken_for_another(code, change, buckets):
    for turned in (change, change & (1 << CHECK) - 1, change & (1 << CHECK) - 1 & ~LOW_CHECK):
        other = code ^ signed(turned)
        same_bucket = bucket_of({IN_USE: buckets}, code) == bucket_of({IN_USE: buckets}, other)
        assert not (same_bucket and other != code and belongs_to(other & LOW_CHECK, other >> CHECK << CHECK | 1, code))


def test_in_a_smaller_one_it_may_be_if_only_the_middle_of_the_fingerprints_differs():
    table = table_of(1)
    kept(table.words, Entry(0, 0, 1))
    assert [bit for bit in range(64) if found(table.words, signed(1 << bit)) >= 0] == list(range(16, CHECK))


# What two searches say of one position


@given(codes, numbers, st.lists(intervals), bits)
def test_searches_of_one_depth_narrow_the_interval_around_what_they_agree_on(code, value, said, proved):
    table, low, high = table_of(1), -inf, inf
    for least, most in said:
        entry = Entry(code, min(least, value), max(most, value), proved=proved)
        low, high = max(low, entry.low), min(high, entry.high)
        kept(table.words, entry)
        assert known(table.words, code) == rounded(entry._replace(low=low, high=high))


@pytest.mark.parametrize("change", [{"depth": 4}, {"depth": 6}, {"proved": 1}])
def test_a_search_of_another_depth_or_another_certainty_stands_alone(change):
    table, first = table_of(1), Entry(1 << 40, 1.0, 3.0)
    later = first._replace(low=2.0, high=inf, **change)
    kept(table.words, first)
    kept(table.words, later)
    assert known(table.words, first.code) == later


def test_bounds_that_contradict_each_other_are_not_merged_the_last_stands():
    table = table_of(1)
    for low, high in [(0.0, 1.0), (2.0, inf), (-inf, 1.0)]:
        kept(table.words, Entry(1 << 40, low, high))
        assert known(table.words, 1 << 40) == Entry(1 << 40, low, high)


@given(codes, st.lists(st.tuples(intervals, bits, st.integers(1, 2))))
def test_whatever_is_stored_no_interval_is_empty(code, said):
    table = table_of(1)
    for interval, proved, depth in said:
        kept(table.words, Entry(code, *interval, depth, proved))
        told = known(table.words, code)
        assert told.low <= told.high


def test_a_good_action_is_remembered_until_there_is_a_better_one():
    table, entry = table_of(1), Entry(1 << 40, 0.0, 1.0, place=3)
    kept(table.words, entry)
    kept(table.words, entry._replace(depth=9, place=NO_PLACE))
    assert known(table.words, entry.code).place == 3
    kept(table.words, entry._replace(place=7))
    assert known(table.words, entry.code).place == 7


def test_but_not_that_of_a_mirror_image():
    table, entry = table_of(1), Entry(1 << 40, 0.0, 1.0, place=3)
    kept(table.words, entry)
    kept(table.words, entry._replace(turned=1, place=NO_PLACE))
    assert known(table.words, entry.code).place == NO_PLACE


# Which entry goes


@BOTH
def test_nothing_goes_before_a_bucket_is_full(compiled):
    table = table_of(16, compiled=compiled)
    for number, code in enumerate(others(12345 << 40)[:4], 1):
        kept(table.words, Entry(code, 0, 1), work=number)
    assert None not in [known(table.words, code) for code in others(12345 << 40)[:4]]


@BOTH
@given(
    works=st.lists(st.integers(0, 40), min_size=4, max_size=4),
    ages=st.lists(st.integers(1, AGES - 1), min_size=4, max_size=4),
    now=st.integers(1, AGES - 1),
)
def test_those_of_earlier_searches_go_first_and_of_these_the_one_of_the_least_work(compiled, works, ages, now):
    table = table_of(1, compiled=compiled)
    *first, last = others(99 << 40)
    for code in first:
        kept(table.words, Entry(code, 0, 1))
    for code, work, age in zip(first, works, ages, strict=True):
        kept(table.words, Entry(code, 0, 1), work=work, age=age)
    kept(table.words, Entry(last, 0, 1), age=now)
    gone = min(range(4), key=lambda number: (ages[number] == now, min(works[number], MOST_WORK)))
    assert [known(table.words, code) is None for code in first] == [number == gone for number in range(4)]
    assert known(table.words, last) == Entry(last, 0, 1)


@pytest.mark.parametrize("age", range(1, AGES))
def test_no_entry_goes_while_there_is_an_empty_place(age):
    table = table_of(1)
    first, second, *_ = others(99 << 40)
    kept(table.words, Entry(first, 0, 1), work=5, age=age % (AGES - 1) + 1)
    kept(table.words, Entry(second, 0, 1), work=5, age=age)
    assert [known(table.words, code) for code in (first, second)] == [Entry(first, 0, 1), Entry(second, 0, 1)]


@pytest.mark.parametrize("code", [0, 1, (1 << CHECK) - 1])
def test_an_empty_table_knows_nothing(code):
    assert found(table_of(16).words, code) == -1


# Halves of two entries


def alone(*said: Entry) -> Any:
    """The words of a table of one bucket with these entries, the first in its first place."""
    words = table_of(1).words
    for entry in said:
        kept(words, entry)
    return words


@given(entries, entries)
def test_the_interval_of_one_entry_with_the_seal_of_another_is_not_found(one, other):
    words, foreign = alone(one), alone(other)
    assume(words[FIRST] != foreign[FIRST])
    words[FIRST + 1] = foreign[FIRST + 1]
    assert (known(words, one.code), known(words, other.code)) == (None, None)


def test_the_intervals_of_a_game_are_all_told_apart_by_the_check():
    ends = [-inf, *(number / 2 for number in range(-128, 129)), inf]
    pairs = [(low, high) for low in ends for high in ends if low <= high]
    assert len({mix64(packed(low, high)) >> CHECK for low, high in pairs}) == len(pairs)


@given(entries, int64s)
def test_an_entry_with_another_interval_is_not_found(entry, interval):
    words = alone(entry)
    assume(words[FIRST] != interval)
    words[FIRST] = interval
    assert known(words, entry.code) is None


@given(entries)
def test_nor_is_one_of_whose_interval_a_single_bit_was_turned(entry):
    words = alone(entry)
    for bit in range(64):
        words[FIRST] ^= signed(1 << bit)
        assert known(words, entry.code) is None
        words[FIRST] ^= signed(1 << bit)
    assert known(words, entry.code) == rounded(entry)


@given(entries, int64s)
def test_an_entry_with_another_seal_is_found_only_if_the_check_is_the_same(entry, change):
    words = alone(entry)
    words[FIRST + 1] ^= change
    written = (change ^ 1) & (AGES - 1) != 0  # the age, which `kept` makes 1
    assert (known(words, entry.code) is not None) == (change >> CHECK == 0 and written)


class Interrupted(Sparse):
    """Words at whose n-th reading or writing something else is done first."""

    def __init__(self, words: Sparse, turn: int, otherwise: Callable[[Any], None]) -> None:
        super().__init__(words)
        self.turn, self.otherwise = turn, otherwise

    def _count(self) -> None:
        self.turn -= 1
        if self.turn == 0:
            self.otherwise(self)

    def __getitem__(self, index: int) -> int:
        self._count()
        return super().__getitem__(index)

    def __setitem__(self, index: int, word: int) -> None:
        self._count()
        super().__setitem__(index, word)


@given(value=numbers, one=entries, other=entries, same=st.booleans(), before=st.lists(st.integers(1, 4), max_size=4))
def test_a_store_in_the_middle_of_another_leaves_nothing_that_neither_said(value, one, other, same, before):
    one, other = (entry._replace(low=min(entry.low, value), high=max(entry.high, value)) for entry in (one, other))
    if same:
        other = other._replace(code=one.code)
    assume(same or one.code >> CHECK != other.code >> CHECK)
    table = alone(*(Entry(one.code ^ number << CHECK, 0, 1) for number in before))
    for turn in itertools.count(1):
        words = Interrupted(table, turn, lambda words: kept(words, other))
        kept(words, one)
        if words.turn > 0:
            break
        for code in (one.code, other.code):
            told, said = known(words, code), [entry for entry in (one, other) if entry.code == code]
            if told is not None:
                assert told.low <= value <= told.high
                assert told[3:6] in [entry[3:6] for entry in said]
                assert told.place in [entry.place for entry in said]


@given(one=entries, other=entries, same=st.booleans())
def test_who_is_interrupted_while_reading_sees_what_was_or_what_is_or_nothing(one, other, same):
    if same:
        other = other._replace(code=one.code)
    table = alone(one, *(Entry(one.code ^ number << CHECK, 0, 1) for number in (1, 2, 3)))
    for turn in itertools.count(1):
        words = Interrupted(table, turn, lambda words: kept(words, other))
        told = known(words, one.code)
        if words.turn > 0:
            break
        assert told in (None, rounded(one), known(words, one.code))


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


# How many buckets are in use


@pytest.mark.parametrize(
    ("buckets", "sizes"),
    [(1, [1]), (FEW, [FEW]), (FEW + 1, [FEW, FEW + 1]), (1 << 18, [FEW, FEW * GROWTH, 1 << 18])],
)
def test_a_table_grows_sixteenfold_whenever_half_of_it_is_written_until_all_is_in_use(buckets, sizes):
    words, cells = table_of(buckets).words, {STORED: 0, THREADS: 1}
    for size in [*sizes, sizes[-1]]:
        assert words[IN_USE] == size
        cells[STORED] = 2 * size - 1
        grown(words, cells)
        assert (words[IN_USE], cells[STORED]) == (size, 2 * size)
        grown(words, cells)
        assert cells[STORED] == 0
    assert words[IN_USE] == buckets


@BOTH
def test_stores_make_it_grow(compiled):
    table, cells, chooser = table_of(2 * FEW, compiled=compiled), {AGE: 1, STORED: 0, THREADS: 1}, random.Random(2)
    for _ in range(2 * FEW):
        store(table.words, cells, chooser.randrange(1 << 63), 0, 1, 3, 0, 0, 0, 1)
    assert table.words[IN_USE] == FEW
    store(table.words, cells, 5 << CHECK, 0, 1, 3, 0, 0, 0, 1)
    assert table.words[IN_USE] == 2 * FEW
    store(table.words, cells, 5 << CHECK, 2, 4, 3, 0, 0, 0, 1)
    assert known(table.words, 5 << CHECK) == Entry(5 << CHECK, 2, 4, 3, place=0)


def test_threads_count_for_one_another_and_one_makes_it_grow():
    words, one, other = table_of(2 * FEW).words, {STORED: 2 * FEW - 2, THREADS: 3}, {STORED: NEVER, THREADS: 3}
    grown(words, other)
    assert words[IN_USE] == FEW
    grown(words, one)
    assert words[IN_USE] == 2 * FEW


@BOTH
@pytest.mark.parametrize("buckets", [FEW + 1, 2 * FEW - 1, 2 * FEW, 3 * FEW + 7, GROWTH * FEW])
def test_nothing_is_lost_when_it_grows(compiled, buckets):
    table, chooser = table_of(buckets, compiled=compiled), random.Random(buckets)
    said = [Entry(chooser.randrange(-(1 << 63), 1 << 63), 0, number, place=number % 200) for number in range(1000)]
    said += [Entry(code, 0, 1) for code in others(12345)[:4]]
    for entry in said:
        kept(table.words, entry)
    before = [known(table.words, entry.code) for entry in said]
    spread(table.words, buckets)
    assert table.words[IN_USE] == buckets
    assert [known(table.words, entry.code) for entry in said] == before
    assert sum(1 for at in range(FIRST, FIRST + buckets * BUCKET, 2) if table.words[at + 1]) == len(said) - before.count(None)
    assert before.count(None) < 3


@given(int64s, st.integers(1, 1 << 27))
def test_every_bucket_lies_within_those_in_use(code, buckets):
    assert bucket_of({IN_USE: buckets}, code) in range(FIRST, FIRST + buckets * BUCKET, BUCKET)


@pytest.mark.parametrize("buckets", [1, 3, 16, 1000])
def test_every_bucket_in_use_has_its_positions(buckets):
    reached = {bucket_of({IN_USE: buckets}, number << 10) for number in range(1 << 17)}
    assert reached == set(range(FIRST, FIRST + buckets * BUCKET, BUCKET))


@pytest.mark.parametrize("code", [0, 1, -1, (1 << 63) - 1, -(1 << 63), (1 << 27) - 1, 1 << 27])
@pytest.mark.parametrize("buckets", [1, 63, 64, FEW, FEW + 1])
def test_the_memory_is_as_large_as_the_buckets_reach(buckets, code):
    table = table_of(buckets, compiled=True)
    table.words[IN_USE] = table.words[IN_USE + 1]
    assert 0 < bucket_of(table.words, code) <= len(table.words) - BUCKET


@given(st.floats(1e-9, 4))
def test_a_table_is_no_larger_than_it_was_asked_to_be_but_has_a_bucket(mebibytes):
    table = Table(mebibytes, compiled=False)
    assert table.buckets == max(1, int(mebibytes * 2**20) // 64)
    assert (table.words[IN_USE], table.words[IN_USE + 1]) == (min(FEW, table.buckets), table.buckets)


# What is being searched


@BOTH
@given(given=int64s.filter(bool), other=int64s.filter(bool))
def test_a_thread_that_says_what_it_searches_is_heard_until_it_is_done(compiled, given, other):
    assume(given % BUSY != other % BUSY)
    words = table_of(1, compiled=compiled).words
    mark_searching(words, given)
    mark_searching(words, other)
    assert (is_searched_elsewhere(words, given), is_searched_elsewhere(words, other)) == (True, True)
    unmark_searching(words, given)
    assert (is_searched_elsewhere(words, given), is_searched_elsewhere(words, other)) == (False, True)


def test_of_two_that_share_a_word_the_later_one_is_heard():
    words = table_of(1).words
    mark_searching(words, 1)
    mark_searching(words, 1 + BUSY)
    unmark_searching(words, 1)
    assert (is_searched_elsewhere(words, 1), is_searched_elsewhere(words, 1 + BUSY)) == (False, True)


@given(int64s)
def test_that_touches_no_bucket(given):
    words = table_of(1).words
    mark_searching(words, given)
    assert set(words) - {IN_USE, IN_USE + 1} <= set(range(BUCKET, FIRST))


# The whole of it


@BOTH
def test_a_table_that_was_cleared_is_as_new(compiled):
    table, cells = table_of(FEW + 1, compiled=compiled), {AGE: 1, STORED: 2 * FEW, THREADS: 1}
    for code in range(0, 1 << 40, 1 << 33):
        store(table.words, cells, code, 0, 1, 3, 1, 1, 0, 1)
        mark_searching(table.words, code + 1)
    assert table.words[IN_USE] == FEW + 1
    table.clear()
    words = dict(table.words) if isinstance(table.words, dict) else {at: word for at, word in enumerate(table.words) if word}
    assert words == {IN_USE: FEW, IN_USE + 1: FEW + 1}


@pytest.mark.parametrize("size", [0, -1, 0.0, nan, inf, -inf, True, "x", None, 1j])
def test_a_size_that_is_no_number_above_0_is_refused(size):
    with pytest.raises(SearchError, match="a table has a size in MiB above 0, not"):
        Table(size)


@BOTH
@pytest.mark.parametrize("size", [10**9, 1e18, 1e305, 10**400])
def test_a_table_larger_than_the_machine_is_refused_with_what_it_has(compiled, size):
    with pytest.raises(SearchError, match=r"a table of .* MiB does not fit: this machine has .* MiB; ask for at most"):
        Table(size, compiled=compiled)


@pytest.mark.parametrize("made", [Table(64 * 16 / 2**20, compiled=False), Table(0.3, wide=True), Table()])
def test_a_table_says_how_to_make_another_like_it(made):
    other = eval(repr(made))  # noqa: S307
    assert (other.buckets, other.wide, other._raw is None) == (made.buckets, made.wide, made._raw is None)
    assert other.buckets != Table(7).buckets
