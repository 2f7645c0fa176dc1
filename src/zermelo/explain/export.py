"""A search tree as a file: text, picture, page, slide or data, by the ending of the file's name."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from zermelo.draw import tree as drawing
from zermelo.draw.dot import dot
from zermelo.draw.palette import plain
from zermelo.draw.tikz import tikz
from zermelo.errors import SpecError
from zermelo.explain.animation import animation
from zermelo.explain.narration import Narration
from zermelo.explain.page import page
from zermelo.explain.picture import nodes, picture, steps_shown, value_text
from zermelo.explain.searchtree import NEVER, NO_NODE, ROOT, SearchTree
from zermelo.game import CHANCE


def exported(
    tree: SearchTree, ending: str, *, language: str = "en", boards: bool = False, notes: str | None = None, animated: bool = False
) -> bytes:
    """The contents of a file that ends in `ending`, one of `ENDINGS`. Raises SpecError for another, or where a program is missing.

    boards    draw the states below the nodes
    notes     what stands beside the nodes (`zermelo.explain.picture`)
    animated  of "svg": the steps one after the other (`zermelo.explain.animation`)
    """
    if animated:
        if ending != "svg":
            raise SpecError(f"a picture that moves is written as svg, not as {ending}")
        return animation(tree, language=language, boards=boards).encode()
    if ending not in ENDINGS:
        raise SpecError(f"there is no way to write {ending!r}; there are {', '.join(ENDINGS)}")
    made = ENDINGS[ending](tree, language, boards, notes)
    return made if isinstance(made, bytes) else made.encode()


def _text(tree: SearchTree, language: str, boards: bool, notes: str | None) -> str:
    telling = Narration(tree, language)
    shown = steps_shown(tree)
    width = len(str(len(shown)))
    steps = [f"{place:>{width}}  {telling.step(number)}" for place, (number, _) in enumerate(shown, 1)]
    return "\n".join([telling.title(), telling.summary(), "", *outline(tree, telling), "", *steps]) + "\n"


def outline(tree: SearchTree, telling: Narration, *, hidden: str = "") -> list[str]:
    """The tree in lines of text: each branch with its name and value, `||` before those that were cut off.

    `hidden`, where given, stands in the place of the values of inner nodes.
    """
    lines: list[str] = []
    stack = [(ROOT, "", "")]
    while stack:
        node, before, below = stack.pop()
        value = hidden if hidden and tree.children[node] else value_text(tree, node, telling.language)
        mover = telling.mover(node) if tree.children[node] else ""
        name = telling.tree.name(node)
        if node != ROOT and tree.player[tree.parent[node]] == CHANCE:
            name += f" ({telling.language.probability(tree.probability[node])})"
        if tree.again[node] != NO_NODE:
            name += f" ({telling.language.say('again')})"
        cut = "|| " if tree.order[node] == NEVER else ""
        told = ": ".join(part for part in (name, " ".join(part for part in (mover, value) if part)) if part)
        lines.append((before + cut + told).rstrip())
        last = len(tree.children[node]) - 1
        for place in reversed(range(last + 1)):
            branch, under = ("└─ ", "   ") if place == last else ("├─ ", "│  ")
            stack.append((tree.children[node][place], below + branch, below + under))
    return lines


def _svg(tree: SearchTree, language: str, boards: bool, notes: str | None) -> str:
    return picture(tree, language=language, boards=boards, notes=notes).svg


def _html(tree: SearchTree, language: str, boards: bool, notes: str | None) -> str:
    return page(tree, language=language, boards=boards)


def _tex(tree: SearchTree, language: str, boards: bool, notes: str | None) -> str:
    drawn_nodes = nodes(tree, Narration(tree, language).language, notes=notes)
    drawn = drawing.tree(drawn_nodes)
    return tikz(drawn_nodes, drawn)


def _dot(tree: SearchTree, language: str, boards: bool, notes: str | None) -> str:
    return dot(nodes(tree, Narration(tree, language).language, notes=notes))


def _png(tree: SearchTree, language: str, boards: bool, notes: str | None) -> bytes:
    return by_cairo("svg2png", plain(_svg(tree, language, boards, notes)), scale=2)


def _pdf(tree: SearchTree, language: str, boards: bool, notes: str | None) -> bytes:
    return by_cairo("svg2pdf", plain(_svg(tree, language, boards, notes)))


def by_cairo(function: str, svg: str, **options: Any) -> bytes:
    """An SVG file turned into another by a function of cairosvg. Raises SpecError where it is missing, or the picture too large."""
    try:
        return bytes(getattr(cairo(), function)(bytestring=svg.encode(), **options))
    except SpecError:
        raise
    except Exception as error:  # cairo has limits of its own
        raise SpecError(f"the picture is too large for cairo ({error}); write svg or html, or look less deep") from error


def cairo() -> Any:
    """What makes png and pdf of svg. Raises SpecError where it is missing."""
    try:
        import cairosvg  # an extra; it needs the system's cairo
    except ImportError:
        raise SpecError("png and pdf need `pip install 'zermelo[pictures]'`; svg, html, tex do not") from None
    except OSError:
        raise SpecError("png and pdf need the system's library cairo (Debian: apt install libcairo2); svg, html, tex do not") from None
    return cairosvg


def as_dict(tree: SearchTree, language: str = "en") -> dict[str, Any]:
    """All of a tree in JSON's types: infinite numbers as "inf" and "-inf", NaN as null, states as the game writes them."""
    telling = Narration(tree, language)
    facts = {name: _strict(getattr(tree, name)) for name in _ARRAYS}
    return {
        "game": repr(tree.game),
        "algorithm": tree.algorithm,
        "depth": tree.depth,
        "state": [tree.game.write(state) for state in tree.state],
        "name": [tree.name(node) for node in range(len(tree))],
        **facts,
        "line": list(tree.line),
        "steps": [{**_strict(step._asdict()), "text": telling.step(number)} for number, step in enumerate(tree.steps)],
    }


_ARRAYS: Final = (
    "parent", "action", "player", "ply", "probability", "twins", "again", "children", "alpha_in", "beta_in", "alpha_out", "beta_out",
    "value", "returned", "bound", "origin", "order", "cut_at", "entry",
)  # fmt: skip


def _strict(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _strict(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_strict(part) for part in value]
    if isinstance(value, float) and not isfinite(value):
        return None if value != value else str(value)
    return value


def _as_json(tree: SearchTree, language: str, boards: bool, notes: str | None) -> str:
    return json.dumps(as_dict(tree, language), indent=1, allow_nan=False, ensure_ascii=False) + "\n"


ENDINGS: Final[dict[str, Callable[[SearchTree, str, bool, str | None], str | bytes]]] = {
    "txt": _text, "svg": _svg, "png": _png, "pdf": _pdf, "html": _html, "tex": _tex, "dot": _dot, "json": _as_json,
}  # fmt: skip
"""The kinds of files, by the endings of their names."""
