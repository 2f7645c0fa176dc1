"""A search tree as a picture that moves: the steps of the algorithm one after the other, in one SVG file that needs no script."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.errors import SearchError
from zermelo.explain.narration import Narration, interval, worth
from zermelo.explain.picture import nodes, steps_shown, value_text
from zermelo.explain.searchtree import ANSWER, BACK, CUT, ENTER, LEAF, LEAVE, NEVER, WINDOW, SearchTree

SECONDS: Final = 2.0
"""How long a step stands."""
MOST_STEPS: Final = 400
"""Steps of one picture: each adds to the size of the file."""


def animation(tree: SearchTree, *, language: str = "en", boards: bool = False, seconds: float = SECONDS) -> str:
    """The text of an SVG file. Raises SearchError for a run of more than `MOST_STEPS` steps."""
    telling = Narration(tree, language)
    speech = telling.language
    last = nodes(tree, speech, boards=boards)
    shown = steps_shown(tree)
    if len(shown) > MOST_STEPS:
        raise SearchError(f"the search takes {len(shown):,} steps, and a picture that moves at most {MOST_STEPS:,}; look less deep")
    now = [replace(node, value="", note="", visited=False, cut=False, best=False) for node in last]
    frames = []
    for number, step in shown:
        node = step.node
        if step.kind in (ENTER, LEAF, ANSWER):
            now[node] = replace(now[node], visited=True)
        if tree.windowed and step.kind in (ENTER, BACK, WINDOW):
            now[node] = replace(now[node], note=interval(tree, speech, step.alpha, step.beta))
        if step.kind in (BACK, WINDOW) and not (isinstance(step.value, float) and isnan(step.value)):
            now[node] = replace(now[node], value=worth(tree, step.value, speech))
        if step.kind in (LEAF, ANSWER, LEAVE, CUT):
            now[node] = replace(now[node], value=value_text(tree, node, speech))
        if step.kind == CUT:
            for child in tree.children[node]:
                if tree.order[child] == NEVER:
                    now[child] = replace(now[child], cut=True)
        frames.append(drawing.Frame(tuple(now), node, telling.step(number)))
    at_last = frames[-1]
    frames.append(drawing.Frame([replace(node, note=one.note) for node, one in zip(last, now, strict=True)], at_last.at, telling.summary()))
    return drawing.animation(last, frames, seconds=seconds, title=telling.title())
