"""What Python's Counter does, written as rules are: it is compiled with the rules that ask for it."""

from __future__ import annotations

from typing import Any


def count(counts: Any, members: Any, times: int) -> None:
    """Count each of the members so many times more."""
    for member in members:
        counts[member] = counts[member] + times


def count_mapped(counts: Any, others: Any, times: int) -> None:
    """Count each key of a dict as often as its value says, so many times more."""
    for member, number in others.items():
        counts[member] = counts[member] + number * times


def most_common(counts: Any, n: Any = None) -> Any:
    """`counts.most_common(n)`."""
    pairs = sorted(counts.items(), key=number_of, reverse=True)
    return pairs if n is None else pairs[: max(n, 0)]


def number_of(pair: Any) -> Any:
    """How often the first of the pair comes."""
    return pair[1]


def elements(counts: Any) -> Any:
    """`counts.elements()`."""
    for member, number in counts.items():
        for _ in range(number):
            yield member
