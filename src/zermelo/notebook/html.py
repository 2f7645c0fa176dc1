"""Results, records and matches as HTML, for notebooks: a picture, and the words below it.

Pictures are images of their own, so that the styles of many in one notebook do not meet. All text is escaped.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from itertools import pairwise

from zermelo.draw.palette import clean
from zermelo.game import Game, State
from zermelo.notebook.state import svg
from zermelo.play.match import Match
from zermelo.play.play import Record, outcome
from zermelo.play.players import seat_name
from zermelo.search.engine.result import EngineResult
from zermelo.search.result import Result
from zermelo.view import touched

_MOST_NAMES = 60
"""Actions of a record that are shown at once; more are folded."""


def result_html(found: Result) -> str:
    """The state that was searched, with the best action marked, and below it value, line and nodes."""
    squares = () if found.action is None else touched(found.game, found.state, found.action)
    proved = ", proved" if isinstance(found, EngineResult) and found.proved else ""
    return _whole([_state(found.game, found.state, squares), _paragraph(f"{found}{proved}")])


def record_html(record: Record) -> str:
    """The state in which the game ended, with the last action marked, and below it who played, the actions and the outcome."""
    turns = list(record.turns)
    squares = touched(record.game, turns[-1].state, turns[-1].action) if turns else ()
    final = turns[-1].following if turns else record.start
    seats = ", ".join(f"{seat_name(record.game, seat)}: {name}" for seat, name in enumerate(record.players))
    names = [record.game.name(turn.state, turn.action) for turn in turns]
    end = outcome(record.game, record.utilities, record.ending)
    return _whole([_state(record.game, final, squares), _paragraph(seats), _actions(names), _paragraph(end)])


def match_html(played: Match) -> str:
    """A table with the games, points and score of each player."""
    heads = "".join(f"<th>{head}</th>" for head in ("player", "games", "won", "drawn", "lost", "points", "score", "95 % interval"))
    rows = "".join(_row(played, player) for player in range(len(played.players)))
    notes = [f"{played.unfinished:,} of the games unfinished; they count as drawn"] if played.unfinished else []
    notes += ["stopped before its end"] if played.stopped else []
    return _whole([f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>", *map(_paragraph, notes)])


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
    text = clean(" ".join(names))
    if len(names) <= _MOST_NAMES:
        return f"<p>{text}</p>"
    return f"<details><summary>{len(names):,} actions</summary><p>{text}</p></details>"


def _row(played: Match, player: int) -> str:
    score = played.score(player)
    share = "" if score.share is None else f"{score.share:.3f}"
    low, high = score.interval
    numbers = (score.games, score.wins, score.draws, score.losses, f"{score.points:g}", share, f"{low:.3f} to {high:.3f}")
    return f"<tr><td>{clean(played.players[player])}</td>{''.join(f'<td>{number}</td>' for number in numbers)}</tr>"
