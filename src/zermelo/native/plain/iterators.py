"""What Python's itertools give, written as rules are: generators that are compiled with the rules that ask for them."""

from __future__ import annotations

from typing import Any

NO_END = 1 << 62
"""Members of what never ends, as far as anybody comes."""


def add(one: Any, other: Any) -> Any:
    """`one + other`."""
    return one + other


def itself(one: Any) -> Any:
    """`one`."""
    return one


def accumulate(iterable: Any, func: Any = add, *, initial: Any = None) -> Any:
    """`itertools.accumulate`."""
    members = list(iterable) if initial is None else [initial, *iterable]
    if members:
        total = members[0]
        place = 1
        while True:
            yield total
            if place >= len(members):
                break
            total = func(total, members[place])
            place += 1


def takewhile(predicate: Any, iterable: Any) -> Any:
    """`itertools.takewhile`."""
    for one in iterable:
        if not predicate(one):
            break
        yield one


def dropwhile(predicate: Any, iterable: Any) -> Any:
    """`itertools.dropwhile`."""
    begun = False
    for one in iterable:
        if not begun and not predicate(one):
            begun = True
        if begun:
            yield one


def filterfalse(function: Any, iterable: Any) -> Any:
    """`itertools.filterfalse`."""
    for one in iterable:
        if not (one if function is None else function(one)):
            yield one


def starmap(function: Any, iterable: Any) -> Any:
    """`itertools.starmap`."""
    for several in iterable:
        yield function(*several)


def islice(iterable: Any, start: Any, stop: Any, step: Any) -> Any:
    """`itertools.islice` with all its arguments."""
    wanted = 0 if start is None else start
    end = NO_END if stop is None else stop
    if wanted < 0 or end < 0 or step < 1:
        raise ValueError
    if wanted < end:
        for place, one in enumerate(iterable):
            if place == wanted:
                yield one
                wanted += step
                if wanted >= end:
                    break


def pairwise(iterable: Any) -> Any:
    """`itertools.pairwise`."""
    members = list(iterable)
    for place in range(len(members) - 1):
        yield members[place], members[place + 1]


def flattened(iterable: Any) -> Any:
    """`itertools.chain.from_iterable`."""
    for several in iterable:
        yield from several


def groupby(iterable: Any, key: Any = None) -> Any:
    """`itertools.groupby`; each group as a list."""
    members = list(iterable)
    by = itself if key is None else key
    start = 0
    while start < len(members):
        measure = by(members[start])
        end = start + 1
        while end < len(members) and by(members[end]) == measure:
            end += 1
        yield measure, members[start:end]
        start = end


def zip_longest(one: Any, other: Any, fillvalue: Any = None) -> Any:
    """`itertools.zip_longest` of two."""
    left, right = list(one), list(other)
    for place in range(max(len(left), len(right))):
        yield left[place] if place < len(left) else fillvalue, right[place] if place < len(right) else fillvalue


def product(members: Any, times: int) -> Any:
    """`itertools.product` of one row with itself, a number of times that is not known when it is compiled."""
    count = len(members)
    chosen = [0] * times
    place = 0 if count > 0 or times == 0 else -1
    while place >= 0:
        yield tuple([members[number] for number in chosen])
        place = times - 1
        while place >= 0 and chosen[place] == count - 1:
            chosen[place] = 0
            place -= 1
        if place >= 0:
            chosen[place] += 1


def combinations(members: Any, size: int, *, again: bool = False) -> Any:
    """`itertools.combinations` of a size that is not known when it is compiled; with `again`, a member may come again in one."""
    count = len(members)
    if size < 0:
        raise ValueError
    chosen = [0 if again else place for place in range(size)]
    place = 0 if size <= count or (again and count > 0) else -1
    while place >= 0:
        yield tuple([members[number] for number in chosen])
        place = size - 1
        while place >= 0 and chosen[place] == (count - 1 if again else count - size + place):
            place -= 1
        if place >= 0:
            chosen[place] += 1
            for other in range(place + 1, size):
                chosen[other] = chosen[other - 1] + (0 if again else 1)


def permutations(members: Any, size: int) -> Any:
    """`itertools.permutations` of a size that is not known when it is compiled."""
    count = len(members)
    if size < 0:
        raise ValueError
    chosen = list(range(size))
    place = 0 if size <= count else -1
    while place >= 0:
        yield tuple([members[number] for number in chosen])
        place = size - 1
        while place >= 0:
            number = chosen[place] + 1
            while number < count and number in chosen[:place]:
                number += 1
            if number < count:
                chosen[place] = number
                break
            place -= 1
        if place >= 0:
            for other in range(place + 1, size):
                number = 0
                while number in chosen[:other]:
                    number += 1
                chosen[other] = number
