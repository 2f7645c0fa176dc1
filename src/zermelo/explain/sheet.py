"""An exercise on paper: a sheet with empty nodes, and one with the solution and its reasons; as a page to print, a picture or text."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.errors import SpecError
from zermelo.explain.exercise import ALPHABETA, NUMBER, ORDERING, SEARCHED, Blank, Exercise
from zermelo.explain.export import outline
from zermelo.explain.page import document
from zermelo.explain.picture import NOTHING, WINDOWS, nodes
from zermelo.explain.searchtree import ROOT
from zermelo.explain.telling import Telling
from zermelo.games.tree import Tree
from zermelo.languages import Language, language

ENDINGS: Final = ("html", "svg", "txt")
"""The kinds of files, by the endings of their names."""
_EMPTY: Final = "____"


def sheet(exercise: Exercise, ending: str = "html", *, solution: bool = False) -> str:
    """The contents of a file that ends in `ending`, one of `ENDINGS`. Raises SpecError for another."""
    if ending not in ENDINGS:
        raise SpecError(f"a sheet is written as {', '.join(f'.{one}' for one in ENDINGS)}, not {ending!r}")
    speech = language(exercise.language)
    if ending == "svg":
        return drawn(exercise, speech, solution).svg
    return (_html if ending == "html" else _text)(exercise, speech, solution)


def title(exercise: Exercise, speech: Language) -> str:
    """What the exercise is called."""
    kind = speech.say(f"exercise.kinds.{exercise.kind}")
    return speech.say("exercise.title", kind=kind, level=exercise.level, seed=exercise.seed)


def drawn(exercise: Exercise, speech: Language, solution: bool, *, style: bool = True) -> drawing.Drawing:
    """The tree, with empty nodes or with the solution in them."""
    if solution and exercise.pruned is not None:
        return drawing.tree(nodes(exercise.pruned, speech, notes=WINDOWS), style=style)
    shown = nodes(exercise.tree, speech, notes=NOTHING)
    if not (solution and exercise.kind != ORDERING):
        shown = [replace(node, best=False, value=node.value if node.shape == drawing.LEAF else "") for node in shown]
    return drawing.tree(shown, style=style)


def answers(exercise: Exercise, speech: Language) -> list[str]:
    """The right answers, each with its reason."""
    told = [speech.say("summary.line", line=exercise.tree.name(exercise.tree.best(ROOT)))] if exercise.kind != ORDERING else []
    told += [f"{label(exercise, blank, speech)}: {exercise.reason(blank)}" for blank in exercise.blanks if blank.what != SEARCHED]
    if exercise.pruned is not None:
        told += [*Telling(exercise.pruned, exercise.language).why()]
    return told


def _position(exercise: Exercise) -> list[str]:
    """Of a position of a game: what it looks like."""
    return [] if isinstance(exercise.tree.game, Tree) else ["", exercise.tree.game.show(exercise.tree.state[ROOT])]


def label(exercise: Exercise, blank: Blank, speech: Language) -> str:
    """What a blank is called on the sheet."""
    if blank.what == NUMBER:
        return speech.say(f"exercise.{blank.name}")
    return Telling(exercise.tree, exercise.language).label(blank.node)


def _text(exercise: Exercise, speech: Language, solution: bool) -> str:
    heading = [title(exercise, speech), speech.say(f"exercise.{exercise.kind}"), *_position(exercise), ""]
    if solution:
        solved = exercise.pruned or exercise.tree
        return "\n".join([*heading, *outline(solved, Telling(solved, exercise.language)), "", *answers(exercise, speech)]) + "\n"
    asked = exercise.kind not in (ALPHABETA, ORDERING)  # for the values of the inner nodes
    lines = outline(exercise.tree, Telling(exercise.tree, exercise.language), hidden=_EMPTY if asked else " ")
    blanks = [f"{label(exercise, blank, speech)}: {_EMPTY}" for blank in exercise.blanks if not asked and blank.what != SEARCHED]
    return "\n".join([*heading, *lines, *([""] if blanks else []), *blanks]) + "\n"


def _html(exercise: Exercise, speech: Language, solution: bool) -> str:
    below = ""
    if solution:
        below = "<ol>" + "".join(f"<li>{escape(one)}</li>" for one in answers(exercise, speech)) + "</ol>"
    else:
        asked = [blank for blank in exercise.blanks if blank.what == NUMBER or (exercise.kind == ALPHABETA and blank.node == ROOT)]
        below = "".join(f'<p class="blank">{escape(label(exercise, blank, speech))}: <span></span></p>' for blank in asked)
    body = _BODY.format(
        title=escape(title(exercise, speech)),
        solution=f"<h2>{escape(speech.say('exercise.solution'))}</h2>" if solution else "",
        who=""
        if solution
        else f"<p class='who'>{escape(speech.say('exercise.name'))} <span></span> {escape(speech.say('exercise.date'))} <span></span></p>",
        task=escape(speech.say(f"exercise.{exercise.kind}")),
        svg=drawn(exercise, speech, solution).svg,
        below=below,
    )
    return document(body, title=title(exercise, speech), css=_CSS, language=speech.code)


_CSS: Final = """:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif }
body { max-width: 1000px; margin: 24px auto; padding: 0 16px }
h1 { font-size: 20px; margin: 0 } h2 { font-size: 17px; margin: 0 } svg { max-width: 100%; height: auto }
.who span { display: inline-block; width: 14em; border-bottom: 1px solid; margin-right: 2em } .who span:last-child { width: 8em }
.blank span { display: inline-block; width: 6em; border-bottom: 1px solid }
@media print { body { margin: 0 } :root { color-scheme: light } }
"""
_BODY: Final = """\
<h1>{title}</h1>
{solution}{who}
<p>{task}</p>
{svg}
{below}
"""
