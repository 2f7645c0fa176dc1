"""Analysis: a tree of moves is opened, a position of it looked at, searched as long as somebody looks on, and a whole line reported on."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

from fastapi import APIRouter, Request
from sse_starlette import EventSourceResponse

from zermelo.analysis import answers
from zermelo.analysis.answers import CHUNK, Desk, in_words
from zermelo.analysis.engines import Enough
from zermelo.analysis.game_tree import Place
from zermelo.analysis.lines import Line, nodes_of, read_tree
from zermelo.eligibility import ANALYSIS, checked
from zermelo.errors import SpecError
from zermelo.languages import language
from zermelo.protocols.pgn import Move
from zermelo.search.runtime.workers import Progress
from zermelo.web.pgn import loaded_from, tree_of
from zermelo.web.routes.common import Tell, TheDispatcher, beside, streamed
from zermelo.web.scheduler import busy
from zermelo.web.schemas import Asked, BestLines, HalfwayThere, LineAsked, OpenTree, Report, TreeFile, WhyNot
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api/analyse")

REPORTING: Final = "report"
LOOKING: Final = "look"
"""What goes on beside the engine of the same browser: a report, and looking at positions."""


@router.post("/open")
async def open_tree(asked: OpenTree, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The moves of a tree, with their numbers: of a game, from a position, of a game of a text (one of the first `MOST_GAMES` that can be
    read, which are told), or of a game that is played here."""
    game = await dispatcher.game_of(asked.number) if asked.number is not None else asked.game or (None if asked.text is None else "chess")
    if game is None:
        raise SpecError("name a game, or the number of one that is played here")
    return await dispatcher.loaded(beside(request, LOOKING), game, _opened, game, asked)


def _in_words(work: Callable[..., Facts]) -> Callable[..., Facts]:
    """The same work; what is wrong with a line or a position is told in the language of who asks."""

    @functools.wraps(work)
    def done(studio: Studio, *asked: Any) -> Facts:
        with in_words(language(next(one.lang for one in asked if isinstance(one, Asked)))):  # type: ignore[attr-defined]
            return work(studio, *asked)

    return done


@_in_words
def _opened(studio: Studio, game: str, asked: OpenTree, look: Progress = lambda done: None) -> Facts:
    speech, named = language(asked.lang), studio.catalogue.game(game)
    if asked.number is None and asked.text is not None:
        titles, pgn, begun, position, unread = answers.pasted(named, asked.text, asked.which, asked.lang, look)
        start = studio.lines.line(studio.catalogue.game(begun), position, ())
        return answers.opened(start, nodes_of(start, Place.of(pgn.moves), look), speech, pgn, titles, unread)
    checked(named, asked.lang, ANALYSIS)
    if asked.number is None:
        start = studio.lines.line(named, asked.position, ())
        nodes = answers.read(start, asked.moves, asked.variations, asked.lang, look, typed=asked.typed)
        return answers.opened(start, nodes, speech)
    with studio.sessions.at(asked.number) as session:
        loaded = loaded_from(session, look)
        start = studio.lines.line(named, named.game.write(session.start), ())
        return answers.opened(start, nodes_of(start, tree_of(session, loaded), look), speech, loaded)


@router.post("/file")
async def kept_as(asked: TreeFile, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A tree of moves as the text of a file: of chess a PGN with all of it, else the main line as a game that the page of play loads."""
    return await dispatcher.loaded(beside(request, LOOKING), asked.game, _kept_as, asked)


@_in_words
def _kept_as(studio: Studio, asked: TreeFile, look: Progress = lambda done: None) -> Facts:
    named = studio.catalogue.game(asked.game)
    checked(named, asked.lang, ANALYSIS)
    start = studio.lines.line(named, asked.position, ())
    said = {one.number: Move(0, tuple(one.nags), one.comment, one.commands, one.before) for one in asked.said}
    root = answers.tree_of_nodes(read_tree(start, asked.moves, asked.variations, look), said)
    end = studio.lines.line(named, asked.position, [move.action for move in root.line])
    return answers.written(start, root, end, asked.comment, asked.headers)


def _line(studio: Studio, asked: LineAsked) -> Line:
    """The line that a page asks about."""
    named = studio.catalogue.game(asked.game)
    checked(named, asked.lang, ANALYSIS)
    return studio.lines.line(named, asked.position, [int(action) for action in asked.actions])


def _desk(studio: Studio, line: Line) -> Desk:
    return Desk(studio.scheduler.engines, studio.sessions.store, studio.catalogue.known(line.named))


@router.post("/look")
async def look_at(asked: LineAsked, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A position of a line: its board, what may be played there, who is to move or has won."""
    return await dispatcher.loaded(beside(request, LOOKING), asked.game, _look_at, asked)


@_in_words
def _look_at(studio: Studio, asked: LineAsked, look: Progress = lambda done: None) -> Facts:
    return answers.look_at(_line(studio, asked), language(asked.lang))


@router.post("/halfway")
async def halfway(asked: HalfwayThere, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The board of a position when the first steps of an action are made there; null where it looks as before."""
    return await dispatcher.loaded(beside(request, LOOKING), asked.game, _halfway, asked)


@_in_words
def _halfway(studio: Studio, asked: HalfwayThere, look: Progress = lambda done: None) -> Facts:
    return answers.halfway(_line(studio, asked), asked.steps, language(asked.lang))


@router.post("/lines")
async def best_lines(asked: BestLines, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """The best moves with their lines, and every move with what it is worth, deeper and deeper as long as somebody listens."""
    return streamed(dispatcher, request, asked.game, _best_lines, asked, seconds=asked.seconds)


@_in_words
def _best_lines(studio: Studio, asked: BestLines, tell: Tell, look: Progress) -> Facts:
    line = _line(studio, asked)
    try:
        return answers.best_lines(_desk(studio, line), line, asked.lines, asked.seconds, language(asked.lang), tell, look)
    except Enough:
        raise busy() from None


@router.post("/why")
async def why_not(asked: WhyNot, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Why a move is not played: the line that refutes it, and what it costs beside the best move."""
    return await dispatcher.looking(beside(request, LOOKING), asked.game, _why_not, asked)


@_in_words
def _why_not(studio: Studio, asked: WhyNot, look: Progress) -> Facts:
    line = _line(studio, asked)
    return answers.why_not(_desk(studio, line), line, int(asked.action), asked.seconds, language(asked.lang), look)


@router.post("/kept")
async def kept(asked: Report, dispatcher: TheDispatcher, request: Request) -> Facts:
    """What a report has found of a line so far."""
    return await dispatcher.loaded(beside(request, LOOKING), asked.game, _kept, asked)


@_in_words
def _kept(studio: Studio, asked: Report, look: Progress = lambda done: None) -> Facts:
    line = _line(studio, asked)
    return answers.kept(_desk(studio, line), line, asked.effort, language(asked.lang))


@router.post("/report")
async def report(asked: Report, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """A report of a line, from its end to its start: each position as soon as it is judged, and kept. It ends after a while, and goes on
    with what is left when it is asked for again."""
    return streamed(dispatcher, request, asked.game, _report, asked, seconds=CHUNK, client=beside(request, REPORTING))


@_in_words
def _report(studio: Studio, asked: Report, tell: Tell, look: Progress) -> Facts:
    line = _line(studio, asked)
    return answers.report(_desk(studio, line), line, asked.effort, language(asked.lang), tell, look)
