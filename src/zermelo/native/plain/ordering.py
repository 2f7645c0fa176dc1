"""What Python's heapq and bisect do with lists, written as rules are: it is compiled with the rules that ask for it.

A heap is Python's: member `n` is at most members `2 n + 1` and `2 n + 2`, and what is taken or put leaves the list as heapq would,
because rules may look at any place of it. (J. W. J. Williams, "Algorithm 232: Heapsort", CACM 7, 1964; the way down to a leaf first
and up again is D. E. Knuth's, The Art of Computer Programming 3, 5.2.3, exercise 18.)
"""

from __future__ import annotations

from typing import Any


def heappush(heap: Any, item: Any, /) -> None:
    """`heapq.heappush`."""
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap: Any, /) -> Any:
    """`heapq.heappop`."""
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return first


def heapreplace(heap: Any, item: Any, /) -> Any:
    """`heapq.heapreplace`."""
    first = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return first


def heappushpop(heap: Any, item: Any, /) -> Any:
    """`heapq.heappushpop`."""
    return heapreplace(heap, item) if heap and heap[0] < item else item


def heapify(heap: Any, /) -> None:
    """`heapq.heapify`."""
    for place in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, place)


def nsmallest(n: int, iterable: Any, key: Any = None) -> Any:
    """`heapq.nsmallest`."""
    return sorted(iterable, key=key)[: max(n, 0)]


def nlargest(n: int, iterable: Any, key: Any = None) -> Any:
    """`heapq.nlargest`."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def _rise(heap: Any, top: int, place: int) -> None:
    """Let a member rise until what is above it, up to `top`, is not greater."""
    item = heap[place]
    here = place
    while here > top:
        above = (here - 1) // 2
        if not item < heap[above]:
            break
        heap[here] = heap[above]
        here = above
    heap[here] = item


def _sink(heap: Any, top: int) -> None:
    """Let the member at `top` change places with the lesser one below, down to the end, and rise from there."""
    item = heap[top]
    here = top
    while 2 * here + 1 < len(heap):
        below = 2 * here + 1
        if below + 1 < len(heap) and not heap[below] < heap[below + 1]:
            below += 1
        heap[here] = heap[below]
        here = below
    heap[here] = item
    _rise(heap, top, here)


def bisect_left(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> int:
    """`bisect.bisect_left`."""
    return _place(a, x, lo, hi, key, False)


def bisect_right(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> int:
    """`bisect.bisect_right`."""
    return _place(a, x, lo, hi, key, True)


def _place(row: Any, x: Any, lo: int, hi: Any, key: Any, behind: bool) -> int:
    """Where x belongs in a sorted row: before those that equal it, or behind them."""
    if lo < 0:
        raise ValueError
    low = lo
    high = len(row) if hi is None else hi
    while low < high:
        middle = (low + high) // 2
        measure = row[middle] if key is None else key(row[middle])
        is_before = not x < measure if behind else measure < x
        if is_before:
            low = middle + 1
        else:
            high = middle
    return low


def insort_left(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> None:
    """`bisect.insort_left`."""
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_right(a: Any, x: Any, lo: int = 0, hi: Any = None, *, key: Any = None) -> None:
    """`bisect.insort_right`."""
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)
