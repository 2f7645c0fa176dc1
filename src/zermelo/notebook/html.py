"""Results, records, matches, reports and counts as HTML, for notebooks: a picture or a table, and words.

Pictures are images of their own, so that the styles of many in one notebook do not meet. All text is escaped.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from zermelo.analysis.lines import Line
from zermelo.checker.report import Problem, Report
from zermelo.draw.palette import clean
from zermelo.game import Game, State
from zermelo.languages import language
from zermelo.notebook.state import svg
from zermelo.play.match import Match
from zermelo.play.play import Record, outcome
from zermelo.play.players import seat_name
from zermelo.scales import told_found
from zermelo.search.count import Count
from zermelo.search.engine.result import EngineResult
from zermelo.search.result import Result
from zermelo.view import action_squares

_MOST_NAMES = 60
"""Actions of a record, or rows of a count, that are shown at once; more are folded."""


def result_html(found: Result) -> str:
    """The state that was searched, with the best action marked, and below it value, line and nodes."""
    squares = () if found.action is None else action_squares(found.game, found.state, found.action)
    proved = isinstance(found, EngineResult) and found.proved
    summary = _paragraph(f"{told_found(found, language('en'))} ({found}{', proved' if proved else ''})")
    return _whole([_state(found.game, found.state, squares), summary])


def record_html(record: Record) -> str:
    """The state in which the game ended, with the last action marked, and below it who played, the actions and the outcome."""
    turns = list(record.turns)
    squares = action_squares(record.game, turns[-1].state, turns[-1].action) if turns else ()
    final = turns[-1].following if turns else record.start
    seats = ", ".join(f"{seat_name(record.game, seat)}: {name}" for seat, name in enumerate(record.players))
    names = [record.game.name(turn.state, turn.action) for turn in turns]
    end = outcome(record.game, record.utilities, record.ending)
    return _whole([_state(record.game, final, squares), _paragraph(seats), _actions(names), _paragraph(end)])


def analysis_html(line: Line, names: Sequence[str], lines: Sequence[dict[str, Any]]) -> str:
    """The position at the end of a line, with the last action marked, what the best moves there are worth, and what led there."""
    game, states = line.named.game, line.playing.states
    squares = action_squares(game, states[-2], line.actions[-1]) if line.actions else ()
    best = [clean(f"{one['told']} ({one['sure']}): {' '.join(move['name'] for move in one['moves'])}") for one in lines]
    return _whole([_state(game, line.state, squares), *([_list(best)] if best else []), _actions(list(names))])


def match_html(played: Match) -> str:
    """A table with the games, points and score of each player."""
    heads = ("player", "games", "won", "drawn", "lost", "points", "score", "95 % interval")
    table = _table(heads, [_row(played, player) for player in range(len(played.players))])
    notes = [f"{played.unfinished:,} of the games unfinished; they count as drawn"] if played.unfinished else []
    notes += ["stopped before its end"] if played.stopped else []
    return _whole([table, *map(_paragraph, notes)])


def report_html(report: Report) -> str:
    """How many problems were found, a list of them, and the notes."""
    notes = [f"note: {note}" for note in report.notes]
    problems = [_list(map(_problem, report.problems))] if report.problems else []
    return _whole([_paragraph(report.verdict), *problems, *map(_paragraph, notes)])


def count_html(count: Count) -> str:
    """The sum, and a table with the share of each first action."""
    table = _table(("first action", "sequences"), [(name, f"{share:,}") for name, share in count.divide.items()])
    return _whole([_paragraph(str(count)), _folded(table, len(count.divide), "first actions")])


def _whole(parts: Iterable[str]) -> str:
    return f"<div>{''.join(parts)}</div>"


def _paragraph(text: str) -> str:
    return f"<p>{clean(text)}</p>"


def _state(game: Game, state: State, squares: tuple[int, ...]) -> str:
    """An image of a state in which an action touches these squares: arrows from each to the next, or one square marked."""
    ways = list(pairwise(squares))
    picture = svg(game, state, last=() if ways else squares, arrows=ways)
    text = clean(game.show(state))
    if picture is None:
        return f"<pre>{text}</pre>"
    data = b64encode(picture.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{text}"/>'


def _actions(names: list[str]) -> str:
    return _folded(_paragraph(" ".join(names)), len(names), "actions")


def _folded(html: str, count: int, things: str) -> str:
    """The HTML of this many things, folded where they are too many to be seen at once."""
    return html if count <= _MOST_NAMES else f"<details><summary>{count:,} {things}</summary>{html}</details>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    head = "".join(f"<th>{clean(name)}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{clean(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _problem(problem: Problem) -> str:
    place = "" if problem.position is None else f"<br/>in <code>{clean(problem.position)}</code>, {clean(problem.path)}"
    return f"<b>{clean(problem.rule)}</b>: {clean(problem.message)}{place}"


def _row(played: Match, player: int) -> tuple[object, ...]:
    score = played.score(player)
    share = "" if score.share is None else f"{score.share:.3f}"
    low, high = score.interval
    interval = f"{low:.3f} to {high:.3f}"
    return (played.players[player], score.games, score.wins, score.draws, score.losses, f"{score.points:g}", share, interval)
