"""An exercise on paper: a sheet with empty nodes, and one with the solution and its reasons; as a page to print, a picture or text."""

from __future__ import annotations

from html import escape
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.errors import SpecError
from zermelo.explain.page import document
from zermelo.explain.questions import EMPTY, Exercise
from zermelo.explain.searchtree import ROOT
from zermelo.games.tree import Tree
from zermelo.languages import Language, language

ENDINGS: Final = ("html", "svg", "txt")
"""The kinds of files, by the endings of their names."""


def worksheet(exercise: Exercise, ending: str = "html", *, solution: bool = False) -> str:
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
    return drawing.tree(exercise.nodes(speech, solution), style=style)


def _position(exercise: Exercise) -> list[str]:
    """Of a position of a game: what it looks like."""
    return [] if isinstance(exercise.tree.game, Tree) else ["", exercise.tree.game.show(exercise.tree.state[ROOT])]


def _text(exercise: Exercise, speech: Language, solution: bool) -> str:
    heading = [title(exercise, speech), speech.say(f"exercise.{exercise.kind}"), *_position(exercise), ""]
    if solution:
        return "\n".join([*heading, *exercise.outline(solution), "", *exercise.answers(speech)]) + "\n"
    beside = [f"{exercise.label(blank, speech)}: {EMPTY}" for blank in exercise.beside()]
    return "\n".join([*heading, *exercise.outline(solution), *([""] if beside else []), *beside]) + "\n"


def _html(exercise: Exercise, speech: Language, solution: bool) -> str:
    below = ""
    if solution:
        below = "<ol>" + "".join(f"<li>{escape(one)}</li>" for one in exercise.answers(speech)) + "</ol>"
    else:
        below = "".join(f'<p class="blank">{escape(exercise.label(blank, speech))}: <span></span></p>' for blank in exercise.beside())
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
