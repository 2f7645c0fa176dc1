"""What a page of analysis is answered: a tree of moves is opened, a position of it looked at, searched as long as somebody looks on, and a
whole line reported on. The studio answers so, and the widget in a notebook.
"""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.analysis.engines import Engines, Enough
from zermelo.analysis.game_tree import Place
from zermelo.analysis.lines import Line, LineError, Node, read_tree
from zermelo.analysis.pasted import Pasted, pasted_in
from zermelo.analysis.pgn import MOST_GAMES, beginning, games_in, signs, title
from zermelo.analysis.reports import Finding, Findings, Row, Rows, Store
from zermelo.analysis.thinking import judge, think
from zermelo.analysis.thoughts import Judged, Question, Thought, sign_of, whose
from zermelo.analysis.verdicts import (
    EXPECTED,
    NOTHING,
    OPEN,
    cost,
    luck,
    outcome,
    sure,
    told,
    told_cost,
    told_end,
    told_to_each,
    whose_luck,
)
from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import CHANCE, MAX, MIN, Game, State
from zermelo.games.chess import Chess
from zermelo.games.chess.notation import codes_from, english, local
from zermelo.languages import Language, language
from zermelo.play.play import Record
from zermelo.play.players import seat_name
from zermelo.protocols.pgn import RESULTS, Move, Pgn, pgn_of, write_pgn
from zermelo.scales import scale_of, share, shares, value_of
from zermelo.search.known import Known
from zermelo.search.runtime.workers import Progress
from zermelo.spec import Named
from zermelo.titles import rules_of, titled
from zermelo.view import action_squares, arrows, board_view, halfway_view, legal_view, news, player_name, spoken, still_there

Facts = dict[str, Any]
Tell = Callable[[Facts], None]

SHOWN: Final = 16
"""Plies of a line that are shown."""
CHUNK: Final = 20.0
"""Seconds after which a report comes to an end for now; whoever wants more asks again."""
SECONDS: Final = {"quick": 0.2, "usual": 1.0, "thorough": 5.0}
"""For which a report looks at a position at most."""
EVEN, NEARLY = 0.5, 0.05
"""A player's part of the bar in an even game, and how much less is still no lost one."""


@dataclass(frozen=True)
class Desk:
    """What it takes to say what moves of a game are worth.

    engines  that search it
    store    where it is kept what they have found
    known    what databases and books know of it; None for nothing
    """

    engines: Engines
    store: Store
    known: Known | None


@contextmanager
def in_words(speech: Language) -> Iterator[None]:
    """What is wrong with a line or a position is told in a language."""
    try:
        yield
    except LineError as error:
        raise ActionError(error.told(speech)) from error
    except PositionError as error:
        raise PositionError(speech.say("studio.analysis.errors.position", why=speech.trouble(str(error)))) from error


def opened(
    start: Line,
    nodes: Sequence[Node],
    speech: Language,
    pgn: Pgn | Pasted | None = None,
    games: Sequence[str] = (),
    unread: Sequence[str] = (),
) -> Facts:
    """A tree of moves with its numbers.

    pgn     the game that it comes from
    games   what the games of that text are called
    unread  why others of them, or parts of them, are not read
    """
    named, game = start.named, start.named.game
    colours = board_view(game, start.state, speech)["colours"]
    return {
        "game": named.spec,
        "title": titled(game, speech),
        "rules": rules_of(game, speech),
        "position": game.write(start.state),
        "initial": game.write(game.initial()) == game.write(start.state),
        "players": [player_name(game, player, speech) for player in range(game.players)],
        "sides": ["White" if colour.endswith("1") else "Black" for colour in colours[: game.players]],
        "colours": colours,
        "editable": bool(game.palette),
        "pgn": isinstance(game, Chess),
        "comment": "" if pgn is None else pgn.comment,
        "headers": {} if pgn is None else {**pgn.headers, "Result": pgn.result},
        "games": list(games),
        "unread": [speech.trouble(why) for why in unread],
        "nodes": [
            {"parent": one.parent, **_move(game, one.state, one.action, one.word, one.player, speech), "said": _said(one.said)}
            for one in nodes
        ],
    }


def pasted(named: Named, text: str, which: int, lang: str, look: Progress) -> tuple[list[str], Pgn | Pasted, str, str, list[str]]:
    """What the games of a text are called, the one that is asked for, its rules by their name, where it begins, and why others, or parts of
    them, are not read.

    Raises ActionError, in words of the language, where none can be read.
    """
    games, unread = list[Pgn | Pasted](), list[str]()
    try:
        if isinstance(named.game, Chess):
            found, unread = games_in(text, MOST_GAMES, look, lang)
            games += found
        else:
            found_here, unread = pasted_in(named, text, MOST_GAMES, look)
            games += found_here
    except (ActionError, PositionError) as error:
        speech = language(lang)
        raise ActionError(speech.say("studio.analysis.errors.moves", why=speech.trouble(str(error)))) from error
    if which >= len(games):
        raise SpecError(f"there is no game {which + 1}; of this text {len(games)} can be read")
    chosen, titles = games[which], [title(one) for one in games]
    if isinstance(chosen, Pasted):
        return titles, chosen, chosen.game, chosen.position, unread
    begun = beginning(chosen)
    return titles, chosen, begun.game, begun.position, unread


def read(start: Line, moves: str, variations: Sequence[str], lang: str, look: Progress, *, typed: bool = False) -> list[Node]:
    """The nodes of moves: in chess by the letters that pieces have in English, in the reader's language, or in another one; what was
    `typed` on the page by those of its language first. Where none fit them all, what is wrong is told by those that fit the most.
    """
    if not isinstance(start.named.game, Chess):
        return read_tree(start, moves, variations, look)
    wrong = list[LineError]()
    for code in codes_from(lang, typed=typed):
        try:
            return read_tree(start, english(moves, code), [english(one, code) for one in variations], look)
        except LineError as error:
            wrong.append(error.respelt(functools.partial(local, code=code)))
    raise max(wrong, key=lambda one: one.read)


def _said(move: Move | None) -> Facts | None:
    """What a PGN says of a move; None where it says nothing."""
    if move is None or not (move.before or move.nags or move.comment or move.commands):
        return None
    commands = move.commands
    return {
        "before": move.before,
        "signs": signs(move),
        "nags": list(move.nags),
        "comment": move.comment,
        "clock": commands.get("clk", ""),
        "commands": commands,
    }


def written(start: Line, root: Place, end: Line, comment: str, headers: Mapping[str, str]) -> Facts:
    """A tree of moves as the text of a file: of chess a PGN with all of it, else the main line as a game that the page of play loads.

    root     the tree, with what a PGN says of its moves
    end      the end of the main line
    comment  on the game as a whole
    """
    game = start.named.game
    record = Record(game, ("?", "?"), start.state, end.actions, end.playing.utilities, ending=end.playing.ending)
    if not isinstance(game, Chess):
        return {"text": json.dumps(_as_file(record, start.named.spec), indent=1, ensure_ascii=False)}
    made = pgn_of(record, headers)
    if record.utilities is None and headers.get("Result") in RESULTS:  # a game that was left has the result that was told of it
        made.result = headers["Result"]
    made.moves, made.comment = root.line, comment
    return {"text": write_pgn(made)}


def tree_of_nodes(nodes: Sequence[Node], said: Mapping[int, Move]) -> Place:
    """The tree of these nodes, with what a PGN says of moves by the numbers of their nodes."""
    places = [Place()]
    for number, node in enumerate(nodes, 1):
        places.append(places[node.parent].then(replace(said.get(number, Move(0)), action=node.action)))
    return places[0]


def _as_file(record: Record, spec: str) -> Facts:
    """A game of people as the page of play keeps it."""
    game, state, moves = record.game, record.start, []
    for action in record.actions:
        moves.append({"player": seat_name(game, game.to_move(state)), "action": game.name(state, action)})
        state = game.result(state, action)
    seats = [{"kind": "human"}] * game.players
    return {"zermelo": 1, "game": spec, "seats": seats, "moves": moves, "start": game.write(record.start), "final": game.write(state)}


def _quoted(name: str) -> str:
    """The name of an action as it stands among others."""
    return f'"{name}"' if " " in name else name


def _move(game: Game, state: State, action: int, name: str, player: int, speech: Language) -> Facts:
    number = game.move_number(state)
    return {"action": str(action), "name": spoken(game, name, speech), "word": _quoted(name), "player": player, "number": number}


def look_at(line: Line, speech: Language) -> Facts:
    """The position of a line: its board, what may be played there or may come of chance, who is to move or has won."""
    game, playing, state = line.named.game, line.playing, line.state
    before = playing.states[-2] if line.actions else state
    last = still_there(game, action_squares(game, before, line.actions[-1]), before, state) if line.actions else ()
    words = {str(action): _quoted(game.name(state, action)) for action in line.legal}
    utilities, board = playing.utilities, board_view(game, state, speech, last=last)
    told = news(game, speech, mover=line.mover, utilities=utilities, ending=playing.ending, won=playing.won())
    return {
        "board": board,
        "legal": [{**one, "word": words[one["action"]]} for one in legal_view(game, state, speech, line.legal)],
        "mover": line.mover,
        "number": game.move_number(state),
        "news": _told_above(line, told, board["news"], speech),
        "position": game.write(state),
        "end": _end(line, speech),
    }


def _told_above(line: Line, told: str, board: str, speech: Language) -> str:
    """What stands above the board: whose turn it is or who has won, as `told`, and what the board says; whose turn it is only once."""
    if board.casefold().startswith(told.casefold()):  # a name may begin with a capital
        return told + board[len(told) :]
    mover = player_name(line.named.game, line.mover, speech) if line.mover not in (None, CHANCE) else ""
    turn, word = (speech.say("studio.play.to_move", player=player) for player in (mover, ""))
    if mover and word.strip().casefold() in board.casefold():
        return f"{mover} · {board}{told.removeprefix(turn)}"
    return " · ".join(filter(None, (told, board)))


def halfway(line: Line, steps: Sequence[Sequence[int]], speech: Language) -> Facts:
    """The position of a line when the first steps of an action are made there."""
    return halfway_view(line.named.game, line.state, line.legal, steps, speech)


def _end(line: Line, speech: Language) -> Facts | None:
    """What the game is worth at the end of a line, where it is over."""
    game, utilities = line.named.game, line.playing.utilities
    if utilities is None:
        return None
    if game.players > 2:
        return {"told": told_to_each(game, utilities, speech), "share": shares(game, utilities, proved=True)}
    part = share(game, utilities[MAX], proved=True) if game.players == 2 else None
    return {"told": told_end(game, utilities[MAX], speech), "share": part}


def best_lines(desk: Desk, line: Line, count: int, seconds: float, speech: Language, tell: Tell, look: Progress) -> Facts:
    """The best moves with their lines, so many, and every move with what it is worth, deeper and deeper; where chance moves, what is to be
    expected, and every outcome; where the game has to be compiled first, how far that is (see `Readiness.progress`). Raises Enough where it
    had to end before anything was found."""
    question = _question(line)
    views = _Views(line, speech)
    findings, finding = Findings(desk.store, line), None

    def view(thought: Thought) -> Facts:
        nonlocal finding
        before, finding = finding, Finding.by(thought, line)
        if finding is not None and (before is None or finding.sureness != before.sureness):
            findings.keep(finding)
        return views.thought(thought)

    found = think(desk.engines.telling(tell), question, desk.known, count, seconds, lambda thought: tell(view(thought)), look)
    if found.first is None:
        raise Enough
    return view(found)


def _question(line: Line) -> Question:
    if line.playing.ending:
        raise LineError("over", number=line.number)
    return line.question


class _Views:
    """What a page is told of the moves of a position."""

    def __init__(self, line: Line, speech: Language) -> None:
        self.line, self.speech, self.game = line, speech, line.named.game
        self.mover = self.game.to_move(line.state)
        self.odds = line.question.odds

    def thought(self, found: Thought) -> Facts:
        """What is known of the position."""
        best = {one.action for one in found.best}
        others = [one for one in found.moves.values() if one.action not in best]
        return {
            "by": found.by,
            "depth": found.depth,
            "nodes": found.nodes,
            "speed": round(found.nodes / found.seconds) if found.seconds > 0 and found.by in ("engine", "mcts") else None,
            "settled": found.settled and all(one.proved for one in (*found.best, *others)),
            "full": found.full,
            "cut_short": found.cut_short,
            "lines": [self.judged(one) for one in (found.best if found.expected is None else [found.expected])],
            "moves": [*(self.judged(one, shown=1) for one in found.best), *self.beside(found, others)],
        }

    def beside(self, found: Thought, others: list[Judged]) -> list[Facts]:
        """The moves that are not among the best, the best of them first; after simulations that which was tried most.

        The engine looks at them less deep. Where one then seems better than the last of the best, it is known to be no better than that:
        the search that looked deeper has found so. One like a move of the lines but for a turn or a mirror is worth what that one is.
        """
        if found.expected is not None:  # with the move that answers each outcome
            return [self.judged(one, shown=2) for one in others]
        if found.by == "mcts" or not found.best:
            return [self.judged(one, shown=1) for one in others]
        sign, last, told = sign_of(self.game, self.mover), found.best[-1], []
        alike = {action for one in found.best for action in found.alike.get(one.action, ())}
        for one in sorted(others, key=lambda one: one.rank(sign)):
            if one.action not in alike and sign * (one.value - last.value) > 0:
                bound = self.judged(replace(last, line=one.line), shown=1)
                told.append({**bound, "told": self.speech.say("studio.analysis.no_better", worth=bound["told"]), "end": OPEN})
            else:
                told.append(self.judged(one, shown=1))
        return told

    def judged(self, one: Judged, *, shown: int = SHOWN) -> Facts:
        """A move, and so many plies of what follows."""
        game, whole = self.game, self.line.whole(one)
        end = outcome(game, whole, 0.0, self.mover)
        return {
            "told": self.told(one),
            "value": value_of(whole.value),
            "share": self.share(whole, end),
            "end": end,
            "depth": one.depth,
            "visits": one.visits,
            "chance": self.odds.get(one.action) if one.line else None,
            "sure": sure(one, self.speech),
            "arrows": [[*arrow] for arrow in arrows(game, self.line.state, one.action)] if one.line else [],
            "moves": self.moves(one.line[:shown]),
        }

    def share(self, whole: Judged, end: str) -> float | list[float] | None:
        """MAX's part of the bar, with more than two players the part of each; None where nobody knows it, and for one player."""
        proved = whole.proved and end != EXPECTED
        if whole.values is not None:
            return shares(self.game, whole.values, proved=proved)
        return None if self.game.players != 2 else share(self.game, whole.value, proved=proved, mean=whole.simulated)

    def told(self, one: Judged) -> str:
        """What a move is worth, in words."""
        worth = told(self.game, self.line.whole(one), self.speech)
        if self.game.players <= 2 or one.values is not None:
            return worth
        return self.speech.say(
            "studio.analysis.to_one", player=player_name(self.game, whose(self.game, self.line.state), self.speech), worth=worth
        )

    def worth(self, one: Judged) -> str:
        """What a move is worth in words, and how surely that is known."""
        return f"{self.told(one)} ({sure(one, self.speech)})"

    def moves(self, actions: Sequence[int]) -> list[Facts]:
        """Actions, one after the other from the position."""
        made, state = [], self.line.state
        for action in actions:
            made.append(_move(self.game, state, action, self.game.name(state, action), self.game.to_move(state), self.speech))
            state = self.game.result(state, action)
        return made


def why_not(desk: Desk, line: Line, action: int, seconds: float, speech: Language, look: Progress) -> Facts:
    """Why a move is not played: the line that refutes it, and what it costs beside the best move."""
    question, views = _question(line), _Views(line, speech)
    if line.mover == CHANCE:
        raise LineError("chance", number=line.number)
    if action not in line.legal:
        game = line.named.game
        names = [game.name(line.state, one) for one in line.legal]
        raise LineError("illegal", names, game.phrases, number=line.number, move=action)
    ply, longer = len(line.actions), line.after(action)
    rows = Rows(desk.store, longer, seconds)
    row = rows.found().get(ply)
    if row is None:
        row = Row(*judge(desk.engines, question, desk.known, seconds / 2, action, look))
        rows.keep(ply, row)
    row = Findings(desk.store, longer).beside({ply: row})[ply]
    priced = _priced(views, row)
    return {**priced, "sentences": _reasons(views, action, row, priced["cost"])}


def _priced(views: _Views, row: Row) -> Facts:
    """A move beside the best one; an outcome of chance beside what was to be expected: nobody has made a mistake."""
    if views.mover == CHANCE:
        return {
            "best": views.judged(row.best),
            "played": None if row.played is None else views.judged(row.played),
            "mark": "",
            "lost": 0.0,
            "cost": _luck_of(views, row),
        }
    price = cost(views.game, views.mover, row.best, row.played, views.line.won)
    return {
        "best": views.judged(row.best),
        "played": None if row.played is None else views.judged(row.played),
        "mark": price.mark,
        "lost": round(price.lost, 3),
        "cost": told_cost(views.game, price, row.less_sure, views.speech),
    }


def _luck_of(views: _Views, row: Row) -> str:
    """Whose luck an outcome was, in a sentence; nothing where nothing has come yet."""
    if row.played is None:
        return ""
    lucky = whose_luck(views.game, luck(row.best, row.played), views.speech)
    name = "no_luck" if lucky is None else "luck"
    return views.speech.say(f"studio.analysis.{name}", **(lucky or {}), sure=sure(row.less_sure, views.speech))


def _reasons(views: _Views, action: int, row: Row, price: str) -> list[str]:
    """Why not this move, in sentences, with what it costs."""
    speech, game, best, played = views.speech, views.game, row.best, row.played
    move = spoken(game, game.name(views.line.state, action), speech)
    worth = views.worth(best)
    if played is None or cost(game, views.mover, best, played, views.line.won).kind == NOTHING:
        return [speech.say("studio.analysis.why.best", move=move, worth=worth if played is None else views.worth(played))]
    first, *reply = views.moves(played.line[: SHOWN if game.players > 1 else 1])  # nobody answers who plays alone
    line = " ".join(one["name"] for one in reply)
    told_of = speech.say(
        f"studio.analysis.why.{'line' if reply else 'end'}",
        move=first["name"],
        reply=reply[0]["name"] if reply else "",
        line=line,
        worth=views.worth(played),
    )
    better = speech.say("studio.analysis.why.better", move=views.moves(best.line[:1])[0]["name"], worth=worth)
    return [told_of, better, price]


def kept(desk: Desk, line: Line, effort: str, speech: Language) -> Facts:
    """What a report of this effort has found of a line so far."""
    rows = Findings(desk.store, line).beside(Rows(desk.store, line, SECONDS[effort]).found())
    return _report_view(line, rows, speech)


def report(desk: Desk, line: Line, effort: str, speech: Language, tell: Tell, look: Progress) -> Facts:
    """A report of a line, from its end to its start: each position as soon as it is judged, and kept. It ends after a while, and goes on
    with what is left when it is asked for again."""
    rows, findings = Rows(desk.store, line, SECONDS[effort]), Findings(desk.store, line)
    found, until = rows.found(), time.monotonic() + CHUNK
    for ply in reversed(_to_judge(line)):
        if ply in found:
            continue
        before = line.before(ply)
        played = line.actions[ply] if ply < len(line.actions) else None
        try:
            proved, seconds = findings.proved_by_the_next(ply), SECONDS[effort] / 2
            row = Row(*judge(desk.engines, before.question, desk.known, seconds, played, look, proved))
        except KeyboardInterrupt:  # Enough: others wait
            break
        rows.keep(ply, row)
        Findings(desk.store, before).prove(row)
        found[ply] = row
        tell({"row": _row_view(before, ply, findings.beside({ply: row})[ply], speech), "done": len(found), "plies": len(_to_judge(line))})
        if time.monotonic() > until:
            break
    return _report_view(line, findings.beside(found), speech)


def _to_judge(line: Line) -> range:
    """The plies after which there is something to play."""
    return range(len(line.actions) + (line.playing.ending is None))


def _report_view(line: Line, found: dict[int, Row], speech: Language) -> Facts:
    rows = [_row_view(line.before(ply), ply, row, speech) for ply, row in sorted(found.items())]
    end = _end(line, speech)
    return {
        "end": end,
        "rows": rows,
        "done": len(rows),
        "plies": len(_to_judge(line)),
        "turned": _turned(line, end, rows),
        "luck": _luck(line, found.values(), speech),
        "costs": _costs(line, found, speech),
    }


def _costs(line: Line, found: dict[int, Row], speech: Language) -> list[str]:
    """In a game with chance what the moves of each player have cost, all together; nothing in another, where what is lost is lost once."""
    game, lost = line.named.game, [0.0] * line.named.game.players
    if not game.chance:
        return []
    for ply, row in found.items():
        if row.best.line:
            mover = game.to_move(line.playing.states[ply])
            lost[mover] += cost(game, mover, row.best, row.played).loss or 0.0
    return [scale_of(game).told(game, one, speech, signed=False, steady=True) for one in lost]


def _luck(line: Line, rows: Iterable[Row], speech: Language) -> str:
    """Whose luck all outcomes of chance were together, as far as they are judged; nothing where there are none, or it was nobody's."""
    brought = [luck(row.best, row.played) for row in rows if row.played is not None and not row.best.line]
    lucky = whose_luck(line.named.game, tuple(map(sum, zip(*brought, strict=True))), speech) if brought else None
    return "" if lucky is None else speech.say("studio.analysis.all_luck", **lucky)


def _turned(line: Line, end: Facts | None, rows: list[Facts]) -> int | None:
    """After how many plies the move was played that lost the game: the last one before which the loser stood no worse than even.

    None where nobody has lost, where that is not reached yet, and where nothing better was found there; nor where chance has a say, or more
    than two play.
    """
    if end is None or end["share"] == EVEN or line.named.game.chance or line.named.game.players != 2:
        return None
    winner = MAX if end["share"] > EVEN else MIN
    for row in reversed(rows):
        share_of_max = row["best"]["share"]
        if line.before(row["ply"]).mover != winner and (share_of_max if winner == MIN else 1 - share_of_max) >= EVEN - NEARLY:
            return None if row["played"] is None else int(row["ply"])
    return None


def _row_view(line: Line, ply: int, row: Row, speech: Language) -> Facts:
    return {"ply": ply, **_priced(_Views(line, speech), row)}
