"""Notebooks: what a state, a result, a record or a match looks like there, a board to play at, and an analysis.

state.py      a state with its game, so that it can show itself
html.py       results, records, matches, reports and counts as HTML
playable.py   the board to play at; playable.js and playable.css are its side of the page
analysis.py   the analysis of a game; analysis.js, api.js and analysis.css are its side
bundle.py     the one module of a widget, made of ours

This file is loaded with the package, and loads the others when they are asked. At its end the types that show themselves are
entered in `zermelo.rich_display`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from zermelo.checker.report import Report
from zermelo.errors import SpecError
from zermelo.explain.searchtree import SearchTree
from zermelo.game import MIN, Game, State
from zermelo.play.match import Match
from zermelo.play.play import Record
from zermelo.rich_display import html, svg
from zermelo.search.count import Count
from zermelo.search.result import Result
from zermelo.simultaneous import in_turns, with_turns

if TYPE_CHECKING:
    from zermelo.notebook.analysis import Analysis
    from zermelo.notebook.playable import PlayableBoard
    from zermelo.notebook.state import Shown
    from zermelo.search.known import Known


def shown(game: Game, state: State = None) -> Shown:
    """A state as notebooks show it: the game's picture, or its text where it has none; in a terminal, the text.

    state  the initial state unless given
    """
    from zermelo.notebook.state import Shown
    from zermelo.search.algorithm import checked_game

    game, state = with_turns(game, state)
    checked_game(game)
    return Shown(game, game.initial() if state is None else state)


def widget(
    game: Game, *, computer: int | Collection[int] | None = MIN, level: int = 3, state: State = None, language: str = "en"
) -> PlayableBoard:
    """A board to play at in a notebook, with mouse, finger or keyboard.

    computer  the player for whom the computer plays, by number: MAX (0) or MIN (1); with more players, several numbers; None for
              people alone
    level     how well it plays, from 1 to 5: how many nodes it may visit for a move (`zermelo.play.search_players.LEVELS`)
    state     where to begin; the initial state unless given
    language  of the words round the board: "en", "es" or "pt"

    What is played at the board is there in Python too: its `state`, `actions` and `names`; and `play`, `undo` and `reset` do what
    the page does. Raises SpecError for what does not fit the game, or where anywidget is not installed.
    """
    from zermelo.search.algorithm import checked_game

    if checked_game(in_turns(game)).hidden:
        raise SpecError(f"a board shows the whole state, and {game!r} hides something from its players; `zermelo play` does not show it")
    if isinstance(computer, str):
        raise SpecError(f"computer is the number of a player, such as zermelo.MIN, several numbers, or None; not {computer!r}")
    _check_anywidget("a board to play at")
    from zermelo.notebook.playable import PlayableBoard

    return PlayableBoard(game, computer=computer, level=level, state=state, language=language)


def analyse(
    game: Game | Record,
    moves: str | Iterable[str | int] = "",
    *,
    state: State = None,
    lines: int = 3,
    database: Known | None = None,
    language: str = "en",
) -> Analysis:
    """The analysis of a game in a notebook, as the studio has it: who stands better, the best lines and the worth of every move while the
    engine looks deeper, variations, a report of where the game went wrong.

    game      a game, or a record of one that was played
    moves     what was played: a text such as "f5 d6 c3", or names or numbers one by one; of chess also a PGN, of go SGF, of draughts PDN
    state     where it begins; the initial state unless given
    lines     how many lines are shown, 1 to 5
    database  what `zermelo.open_database` or `open_book` gives; the book that comes with the package unless given
    language  of the words: "en", "es" or "pt"

    What stands on the page is there in Python, too: `state`, `actions` and `names` of the position at hand. `think` and `report` do what
    the page does, for notebooks that are run without one, and return None: what they find is shown with the analysis.

    Raises SearchError for games of which there is no analysis, ActionError or PositionError for moves or a state that are none, SpecError
    for what else does not fit, or where anywidget is not installed.
    """
    from zermelo.search.algorithm import checked_game

    if isinstance(game, Record):
        rules, moves, state = game.game, game.actions, game.start
    else:
        rules, state = with_turns(game, state)
    checked_game(rules)
    if lines not in range(1, 6):
        raise SpecError(f"lines is a number from 1 to 5, not {lines!r}")
    _check_anywidget("an analysis")
    from zermelo.notebook.analysis import Analysis

    return Analysis(rules, moves, state=state, lines=lines, database=database, language=language)


def _check_anywidget(what: str) -> None:
    if find_spec("anywidget") is None:
        raise SpecError(f"{what} needs anywidget: pip install 'zermelo[web]'")


@html.register(Result)
def _(found: Result) -> str:
    from zermelo.notebook.html import result_html

    return result_html(found)


@html.register(Record)
def _(record: Record) -> str:
    from zermelo.notebook.html import record_html

    return record_html(record)


@html.register(Match)
def _(played: Match) -> str:
    from zermelo.notebook.html import match_html

    return match_html(played)


@html.register(Report)
def _(report: Report) -> str:
    from zermelo.notebook.html import report_html

    return report_html(report)


@html.register(Count)
def _(count: Count) -> str:
    from zermelo.notebook.html import count_html

    return count_html(count)


@svg.register(SearchTree)
def _(tree: SearchTree) -> str:
    from zermelo.explain.picture import picture

    return picture(tree).svg
