"""An exercise on paper: a sheet with empty nodes, and one with the solution and its reasons; as a page to print, a picture or text."""

from __future__ import annotations

from html import escape
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.draw.board import board as draw_board
from zermelo.errors import SpecError
from zermelo.explain.page import document
from zermelo.explain.picture import text_lines
from zermelo.explain.questions import EMPTY, Exercise
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
    if ending == "html":
        return _html(exercise, speech, solution)
    return in_text(exercise, title(exercise, speech), solution=solution)


def title(exercise: Exercise, speech: Language) -> str:
    """What the exercise is called."""
    kind = speech.say(f"exercise.kinds.{exercise.kind}")
    return speech.say("exercise.title", kind=kind, level=exercise.level, seed=exercise.seed)


def drawn(exercise: Exercise, speech: Language, solution: bool, *, style: bool = True) -> drawing.Drawing:
    """The tree, with empty nodes or with the solution in them."""
    return drawing.tree(exercise.nodes(speech, solution), style=style)


def in_text(exercise: Exercise, heading: str, *, solution: bool) -> str:
    """The exercise, or its solution, as text under a heading."""
    speech = language(exercise.language)
    position = ["", *text_lines(*exercise.position, speech)] if exercise.position else []
    above = [heading, exercise.task, *([exercise.about] if exercise.about else []), *position, ""]
    if solution:
        return "\n".join([*above, *exercise.outline(solution), "", *exercise.answers(speech)]) + "\n"
    beside = [f"{exercise.prompt(blank, speech)}: {EMPTY}" for blank in exercise.beside()]
    return "\n".join([*above, *exercise.outline(solution), *([""] if beside else []), *beside]) + "\n"


def in_html(exercise: Exercise, *, solution: bool, board: bool = False) -> str:
    """The task and the tree, and below it what is to be filled in or the solution, as HTML.

    board  draw the position of a game above the tree, where the game has a picture
    """
    speech = language(exercise.language)
    shown = ""
    if board and exercise.position:
        game, state = exercise.position
        picture = game.picture(state)
        shown = "" if picture is None else draw_board(picture.told(lambda text: speech.spoken(text, game.phrases)))
    if solution:
        below = "<ol>" + "".join(f"<li>{escape(one)}</li>" for one in exercise.answers(speech)) + "</ol>"
    else:
        below = "".join(f'<p class="blank">{escape(exercise.prompt(blank, speech))}: <span></span></p>' for blank in exercise.beside())
    return _PART.format(
        task=escape(exercise.task),
        about=f"<p>{escape(exercise.about)}</p>" if exercise.about else "",
        board=f'<div class="board">{shown}</div>' if shown else "",
        svg=drawn(exercise, speech, solution).svg,
        below=f'<div class="blanks">{below}</div>' if below and not solution else below,
    )


def who(speech: Language) -> str:
    """The lines for a name and a date, as HTML."""
    name, date = (escape(speech.say(f"exercise.{word}")) for word in ("name", "date"))
    return f"<p class='who'>{name} <span></span> {date} <span></span></p>"


def _html(exercise: Exercise, speech: Language, solution: bool) -> str:
    name = title(exercise, speech)
    under = f"<h2>{escape(speech.say('exercise.solution'))}</h2>" if solution else who(speech)
    body = f"<h1>{escape(name)}</h1>\n{under}\n{in_html(exercise, solution=solution)}"
    return document(body, title=name, css=CSS, language=speech.code)


CSS: Final = """:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif }
body { max-width: 1000px; margin: 24px auto; padding: 0 16px }
h1 { font-size: 20px; margin: 0 } h2 { font-size: 17px; margin: 0 } svg { max-width: 100%; height: auto }
.who span { display: inline-block; width: 14em; border-bottom: 1px solid; margin-right: 2em } .who span:last-child { width: 8em }
.blank span { display: inline-block; width: 6em; border-bottom: 1px solid }
.blanks { columns: 2 } .blank { break-inside: avoid; margin: 0 0 10px } .board svg { max-width: 220px }
section { break-inside: avoid-page; margin-top: 28px }
@page { size: A4; margin: 15mm }
@media print { body { margin: 0 } :root { color-scheme: light } }
"""
"""How a sheet looks, on a screen and on paper."""
_PART: Final = """\
<p>{task}</p>
{about}
{board}
{svg}
{below}
"""
