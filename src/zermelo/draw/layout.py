"""Where the nodes of a tree stand: tidy, that is each parent in the middle above its children, equal trees drawn alike, and no
wider than need be (Reingold and Tilford 1981)."""

from __future__ import annotations

from collections.abc import Sequence


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The middle of each node, from left to right, so that nodes of one level are `gap` apart at least.

    children  of each node, in order; each has a greater number than its parent; 0 is the root
    widths    of each node

    The leftmost edge is at 0. O(n * height) for n nodes.
    """
    offsets = [0.0] * len(children)  # of each node from its parent
    contours: dict[int, tuple[list[float], list[float]]] = {}  # left and right edges, level by level, from the node's middle
    for node in reversed(range(len(children))):
        half = widths[node] / 2
        left, right = [], []  # type: list[float], list[float]
        places: list[float] = []
        for child in children[node]:
            theirs_left, theirs_right = contours.pop(child)
            shared = min(len(right), len(theirs_left))
            place = max((right[level] - theirs_left[level] + gap for level in range(shared)), default=0.0) if places else 0.0
            places.append(place)
            left += [edge + place for edge in theirs_left[len(left) :]]
            right[: len(theirs_right)] = [edge + place for edge in theirs_right]
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place - middle
        contours[node] = [-half, *(edge - middle for edge in left)], [half, *(edge - middle for edge in right)]
    left_edge = min(contours[0][0]) if children else 0.0
    middles = [0.0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            middles[child] = middles[node] + offsets[child]
    return [middle - left_edge for middle in middles]
