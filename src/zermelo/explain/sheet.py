"""A sheet of exercises for a class: several of them with their points, to be printed with and without the solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.draw.tikz import STYLES, escaped, tikz_picture
from zermelo.errors import SearchError, SpecError
from zermelo.explain.exercise import exercise
from zermelo.explain.page import document
from zermelo.explain.picture import text_lines
from zermelo.explain.printing import printed
from zermelo.explain.questions import Exercise
from zermelo.explain.worksheet import CSS, in_html, in_text, who
from zermelo.game import Game
from zermelo.languages import Language, language

MOST: Final = 20
"""Exercises on a sheet."""
ENDINGS: Final = ("html", "pdf", "tex", "txt")
"""The kinds of files, by the endings of their names."""


@dataclass(frozen=True)
class Sheet:
    """Exercises under a title, in their language."""

    title: str
    language: str
    exercises: tuple[Exercise, ...]

    @property
    def points(self) -> float:
        """The most that can be had."""
        return sum(one.score({}).most for one in self.exercises)


def plan(kinds: Sequence[str], count: int, seed: int) -> tuple[tuple[str, int], ...]:
    """The kind and the seed of each of `count` exercises: the kinds in turn, each with another seed.

    Raises SearchError for no kind, or a count that is not from 1 to `MOST`.
    """
    if not kinds:
        raise SearchError("a sheet needs at least one kind of exercise")
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST:
        raise SearchError(f"a sheet has from 1 to {MOST} exercises, not {count!r}")
    return tuple((kinds[place % len(kinds)], seed + place) for place in range(count))


def sheet(
    kinds: Sequence[str], count: int, level: int = 1, seed: int = 0, *, title: str = "", language: str = "en", game: Game | None = None,
    depth: int | None = None,
) -> Sheet:  # fmt: skip
    """A sheet of `count` exercises of these kinds in turn; the other arguments are those of `exercise`.

    title  above the sheet; "Exercises", in its language, unless given

    The same arguments give the same sheet. Raises SearchError as `plan` and `exercise` do.
    """
    made = tuple(exercise(kind, level, number, language=language, game=game, depth=depth) for kind, number in plan(kinds, count, seed))
    return Sheet(title, language, made)


def written(made: Sheet, ending: str, *, solution: bool = False) -> bytes:
    """The contents of a file that ends in `ending`, one of `ENDINGS`. Raises SpecError for another, or where no browser prints (pdf)."""
    if ending not in ENDINGS:
        raise SpecError(f"a sheet is written as {', '.join(f'.{one}' for one in ENDINGS)}, not {ending!r}")
    speech = language(made.language)
    if ending == "pdf":
        return printed(_html(made, speech, solution))
    tell = {"html": _html, "tex": _tex, "txt": _text}[ending]
    return tell(made, speech, solution).encode()


def heading(place: int, one: Exercise) -> str:
    """What an exercise is called on its sheet, with its points: nothing by which somebody could have it made again with its solution."""
    speech = language(one.language)
    points = speech.number(one.score({}).most)
    return speech.say("sheet.exercise", place=place, kind=speech.say(f"exercise.kinds.{one.kind}"), points=points)


def title_of(made: Sheet) -> str:
    """What stands above the sheet."""
    return made.title or language(made.language).say("sheet.title")


def _text(made: Sheet, speech: Language, solution: bool) -> str:
    title = f"{title_of(made)} ({speech.say('exercise.solution')})" if solution else title_of(made)
    parts = [in_text(one, heading(place, one), solution=solution) for place, one in enumerate(made.exercises, 1)]
    return "\n".join([title, speech.say("sheet.points", points=speech.number(made.points)), "", "\n".join(parts)])


def _html(made: Sheet, speech: Language, solution: bool) -> str:
    under = f"<p>{escape(speech.say('exercise.solution'))}</p>" if solution else who(speech)
    parts = "\n".join(
        f"<section>\n<h2>{escape(heading(place, one))}</h2>\n{in_html(one, solution=solution, board=True)}</section>"
        for place, one in enumerate(made.exercises, 1)
    )
    points = escape(speech.say("sheet.points", points=speech.number(made.points)))
    body = f"<h1>{escape(title_of(made))}</h1>\n{under}\n<p>{points}</p>\n{parts}\n"
    return document(body, title=title_of(made), css=CSS, language=speech.code)


def _tex(made: Sheet, speech: Language, solution: bool) -> str:
    name, date = (escaped(speech.say(f"exercise.{word}")) for word in ("name", "date"))
    blank = rf"\noindent {name} \rule{{6cm}}{{.4pt}} \quad {date} \rule{{3cm}}{{.4pt}}"
    under = escaped(speech.say("exercise.solution")) if solution else blank
    parts = "\n".join(_tex_part(place, one, speech, solution) for place, one in enumerate(made.exercises, 1))
    points = escaped(speech.say("sheet.points", points=speech.number(made.points)))
    facts = {"styles": STYLES, "title": escaped(title_of(made)), "under": under, "points": points, "parts": parts}
    return _DOCUMENT % facts


def _tex_part(place: int, one: Exercise, speech: Language, solution: bool) -> str:
    nodes = one.nodes(speech, solution)
    drawn = drawing.tree(nodes)
    lines = [rf"\section*{{{escaped(heading(place, one))}}}", escaped(one.task), "", escaped(one.about), ""]
    if one.position is not None:
        shown = text_lines(*one.position, speech)
        lines += [r"\noindent " + "\\\\\n".join(rf"\texttt{{{escaped(line).replace(' ', '~')}}}" for line in shown), ""]
    lines += [rf"\tree{{{tikz_picture(nodes, drawn)}}}", ""]
    if solution:
        return "\n".join(
            [*lines, r"\begin{enumerate}", *(rf"\item {escaped(told)}" for told in one.answers(speech)), r"\end{enumerate}", ""]
        )
    beside = [rf"\item {escaped(one.prompt(blank, speech))}: \rule{{2.4cm}}{{.4pt}}" for blank in one.beside()]
    return "\n".join([*lines, *([r"\begin{enumerate}", *beside, r"\end{enumerate}"] if beside else []), ""])


_DOCUMENT: Final = r"""%% Written by zermelo. Compile with pdflatex.
\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric}
\usepackage[margin=2cm]{geometry}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}
%(styles)s
\newsavebox{\treebox}
\newcommand{\tree}[1]{\savebox{\treebox}{#1}\begin{center}%%
\ifdim\wd\treebox>\linewidth\resizebox{\linewidth}{!}{\usebox{\treebox}}\else\usebox{\treebox}\fi\end{center}}
\begin{document}
{\Large\bfseries %(title)s}\par
%(under)s\par
%(points)s\par
%(parts)s
\end{document}
"""
