"""Analysis: a tree of moves is opened, a position of it looked at, searched as long as somebody looks on, and a whole line reported on."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request
from sse_starlette import EventSourceResponse

from zermelo.errors import ActionError, PositionError, SpecError
from zermelo.game import CHANCE, MAX, MIN, Game, State
from zermelo.games.chess import Chess
from zermelo.games.chess.notation import codes_from, english, local
from zermelo.languages import Language, language
from zermelo.play.play import Record
from zermelo.play.players import seat_name
from zermelo.protocols.pgn import RESULTS, Move, Pgn, pgn_of, write_pgn
from zermelo.scales import scale_of
from zermelo.titles import rules_of, titled
from zermelo.view import action_squares, board_view, legal_view, news, player_name, spoken, still_there
from zermelo.web.analysis import Judged, Question, Thought, judge, sign_of, think, whose
from zermelo.web.catalogue import Named
from zermelo.web.eligibility import ANALYSIS, checked
from zermelo.web.game_tree import Place
from zermelo.web.lines import Line, LineError, Node, nodes_of, read_tree
from zermelo.web.pasted import Pasted, pasted_in
from zermelo.web.pgn import MOST_GAMES, beginning, games_in, loaded_from, signs, title, tree_of
from zermelo.web.reports import Finding, Findings, Row, Rows
from zermelo.web.routes.common import Tell, TheDispatcher, beside, streamed
from zermelo.web.scheduler import Progress, busy
from zermelo.web.schemas import Asked, BestLines, LineAsked, OpenTree, Report, TreeFile, WhyNot
from zermelo.web.seats import HUMAN
from zermelo.web.studio import Facts, Studio
from zermelo.web.verdicts import EXPECTED, NOTHING, OPEN, cost, luck, outcome, sure, told, told_cost, told_end, told_to_each, whose_luck
from zermelo.web.views import share, shares, value_of

router = APIRouter(prefix="/api/analyse")

SHOWN: Final = 16
"""Plies of a line that are shown."""
CHUNK: Final = 20.0
"""Seconds after which a report comes to an end for now; whoever wants more asks again."""
SECONDS: Final = {"quick": 0.2, "usual": 1.0, "thorough": 5.0}
"""For which a report looks at a position at most."""
EVEN, NEARLY = 0.5, 0.05
"""A player's part of the bar in an even game, and how much less is still no lost one."""
REPORTING, LOOKING = "report", "look"
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
        speech = language(next(one.lang for one in asked if isinstance(one, Asked)))  # type: ignore[attr-defined]
        try:
            return work(studio, *asked)
        except LineError as error:
            raise ActionError(error.told(speech)) from error
        except PositionError as error:
            raise PositionError(speech.say("studio.analysis.errors.position", why=speech.trouble(str(error)))) from error

    return done


@_in_words
def _opened(studio: Studio, game_name: str, asked: OpenTree, look: Progress = lambda done: None) -> Facts:
    speech, named = language(asked.lang), studio.catalogue.game(game_name)
    pgn: Pgn | Pasted | None = None
    titles, unread = list[str](), list[str]()
    if asked.number is None and asked.text is not None:
        titles, pgn, begun, position, unread = _pasted(named, asked, look)
        named = studio.catalogue.game(begun)
        start = studio.lines.line(named, position, ())
        nodes = nodes_of(start, Place.of(pgn.moves), look)
    elif asked.number is not None:
        checked(named, asked.lang, ANALYSIS)
        with studio.sessions.at(asked.number) as session:
            pgn = loaded_from(session, look)
            start = studio.lines.line(named, named.game.write(session.start), ())
            nodes = nodes_of(start, tree_of(session, pgn), look)
    else:
        checked(named, asked.lang, ANALYSIS)
        start = studio.lines.line(named, asked.position, ())
        nodes = _read(start, asked, look)
    game = named.game
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
        "games": titles,
        "unread": [speech.trouble(why) for why in unread],
        "nodes": [
            {"parent": one.parent, **_move(game, one.state, one.action, one.word, one.player, speech), "said": _said(one.said)}
            for one in nodes
        ],
    }


def _pasted(named: Named, asked: OpenTree, look: Progress) -> tuple[list[str], Pgn | Pasted, str, str, list[str]]:
    """What the games of a text are called, the one that is asked for, its rules by their name, where it begins, and why others, or parts of
    them, are not read.
    """
    text, games, unread = str(asked.text), list[Pgn | Pasted](), list[str]()
    if isinstance(named.game, Chess):
        found, unread = games_in(text, MOST_GAMES, look, asked.lang)
        games += found
    else:
        found_here, unread = pasted_in(named, text, MOST_GAMES, look)
        games += found_here
    if asked.which >= len(games):
        raise SpecError(f"there is no game {asked.which + 1}; of this text {len(games)} can be read")
    chosen, titles = games[asked.which], [title(one) for one in games]
    if isinstance(chosen, Pasted):
        return titles, chosen, chosen.game, chosen.position, unread
    begun = beginning(chosen)
    return titles, chosen, begun.game, begun.position, unread


def _read(start: Line, asked: OpenTree, look: Progress) -> list[Node]:
    """The nodes of moves: in chess by the letters that pieces have in English, in the reader's language, or in another one. Where none fit
    them all, what is wrong is told by those that fit the most.
    """
    if not isinstance(start.named.game, Chess):
        return read_tree(start, asked.moves, asked.variations, look)
    wrong = list[LineError]()
    for code in codes_from(asked.lang):
        try:
            return read_tree(start, english(asked.moves, code), [english(one, code) for one in asked.variations], look)
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
    root = Place()
    places = [root]
    for number, node in enumerate(read_tree(start, asked.moves, asked.variations, look), 1):
        places.append(places[node.parent].then(replace(said.get(number, Move(0)), action=node.action)))
    end = studio.lines.line(named, asked.position, [move.action for move in root.line])
    record = Record(named.game, ("?", "?"), start.state, end.actions, end.playing.utilities, ending=end.playing.ending)
    if not isinstance(named.game, Chess):
        return {"text": json.dumps(_as_file(record, named.spec), indent=1, ensure_ascii=False)}
    made = pgn_of(record, asked.headers)
    if record.utilities is None and asked.headers.get("Result") in RESULTS:  # a game that was left has the result that was told of it
        made.result = asked.headers["Result"]
    made.moves, made.comment = root.line, asked.comment
    return {"text": write_pgn(made)}


def _as_file(record: Record, spec: str) -> Facts:
    """A game of people as the page of play keeps it."""
    game, state, moves = record.game, record.start, []
    for action in record.actions:
        moves.append({"player": seat_name(game, game.to_move(state)), "action": game.name(state, action)})
        state = game.result(state, action)
    seats = [{"kind": HUMAN}] * game.players
    return {"zermelo": 1, "game": spec, "seats": seats, "moves": moves, "start": game.write(record.start), "final": game.write(state)}


def _quoted(name: str) -> str:
    """The name of an action as it stands among others."""
    return f'"{name}"' if " " in name else name


def _move(game: Game, state: State, action: int, name: str, player: int, speech: Language) -> Facts:
    number = game.move_number(state)
    return {"action": str(action), "name": spoken(game, name, speech), "word": _quoted(name), "player": player, "number": number}


def _line(studio: Studio, asked: LineAsked) -> Line:
    """The line that a page asks about."""
    named = studio.catalogue.game(asked.game)
    checked(named, asked.lang, ANALYSIS)
    return studio.lines.line(named, asked.position, [int(action) for action in asked.actions])


@router.post("/look")
async def look_at(asked: LineAsked, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A position of a line: its board, what may be played there or may come of chance, who is to move or has won."""
    return await dispatcher.loaded(beside(request, LOOKING), asked.game, _look_at, asked)


@_in_words
def _look_at(studio: Studio, asked: LineAsked, look: Progress = lambda done: None) -> Facts:
    line, speech = _line(studio, asked), language(asked.lang)
    game, playing, state = line.named.game, line.playing, line.state
    before = playing.states[-2] if line.actions else state
    last = still_there(game, action_squares(game, before, line.actions[-1]), before, state) if line.actions else ()
    words = {str(action): _quoted(game.name(state, action)) for action in line.legal}
    utilities = playing.utilities
    return {
        "board": board_view(game, state, speech, last=last),
        "legal": [{**one, "word": words[one["action"]]} for one in legal_view(game, state, speech, line.legal)],
        "mover": line.mover,
        "number": game.move_number(state),
        "news": news(game, speech, mover=line.mover, utilities=utilities, ending=playing.ending, won=playing.won()),
        "position": game.write(state),
        "end": _end(line, speech),
    }


def _end(line: Line, speech: Language) -> Facts | None:
    """What the game is worth at the end of a line, where it is over."""
    game, utilities = line.named.game, line.playing.utilities
    if utilities is None:
        return None
    if game.players > 2:
        return {"told": told_to_each(game, utilities, speech), "share": shares(game, utilities, proved=True)}
    part = share(game, utilities[MAX], proved=True) if game.players == 2 else None
    return {"told": told_end(game, utilities[MAX], speech), "share": part}


@router.post("/lines")
async def best_lines(asked: BestLines, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """The best moves with their lines, and every move with what it is worth, deeper and deeper as long as somebody listens; where chance
    moves, what is to be expected, and every outcome."""
    return streamed(dispatcher, request, asked.game, _best_lines, asked, seconds=asked.seconds)


@_in_words
def _best_lines(studio: Studio, asked: BestLines, tell: Tell, look: Progress) -> Facts:
    line, speech = _line(studio, asked), language(asked.lang)
    question = _question(line)
    views = _Views(line, speech)
    known, findings, finding = studio.catalogue.known(line.named), Findings(studio.sessions.store, line), None

    def view(thought: Thought) -> Facts:
        nonlocal finding
        before, finding = finding, Finding.by(thought, line)
        if finding is not None and (before is None or finding.sureness != before.sureness):
            findings.keep(finding)
        return views.thought(thought)

    found = think(studio.scheduler, question, known, asked.lines, asked.seconds, lambda thought: tell(view(thought)), look)
    if found.first is None:
        raise busy()
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
            "squares": list(action_squares(game, self.line.state, one.action)) if one.line else [],
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


@router.post("/why")
async def why_not(asked: WhyNot, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Why a move is not played: the line that refutes it, and what it costs beside the best move."""
    return await dispatcher.looking(beside(request, LOOKING), asked.game, _why_not, asked)


@_in_words
def _why_not(studio: Studio, asked: WhyNot, look: Progress) -> Facts:
    line, speech, action = _line(studio, asked), language(asked.lang), int(asked.action)
    question, views = _question(line), _Views(line, speech)
    if line.mover == CHANCE:
        raise LineError("chance", number=line.number)
    if action not in line.legal:
        game = line.named.game
        names = [game.name(line.state, one) for one in line.legal]
        raise LineError("illegal", names, game.phrases, number=line.number, move=action)
    known, ply, longer = studio.catalogue.known(line.named), len(line.actions), line.after(action)
    rows = Rows(studio.sessions.store, longer, asked.seconds)
    row = rows.found().get(ply)
    if row is None:
        row = Row(*judge(studio.scheduler, question, known, asked.seconds / 2, action, look))
        rows.keep(ply, row)
    row = Findings(studio.sessions.store, longer).beside({ply: row})[ply]
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


@router.post("/kept")
async def kept(asked: Report, dispatcher: TheDispatcher, request: Request) -> Facts:
    """What a report has found of a line so far."""
    return await dispatcher.loaded(beside(request, LOOKING), asked.game, _kept, asked)


@_in_words
def _kept(studio: Studio, asked: Report, look: Progress = lambda done: None) -> Facts:
    line = _line(studio, asked)
    store = studio.sessions.store
    rows = Findings(store, line).beside(Rows(store, line, SECONDS[asked.effort]).found())
    return _report_view(line, rows, language(asked.lang))


@router.post("/report")
async def report(asked: Report, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """A report of a line, from its end to its start: each position as soon as it is judged, and kept. It ends after a while, and goes on
    with what is left when it is asked for again."""
    return streamed(dispatcher, request, asked.game, _report, asked, seconds=CHUNK, client=beside(request, REPORTING))


@_in_words
def _report(studio: Studio, asked: Report, tell: Tell, look: Progress) -> Facts:
    line, speech = _line(studio, asked), language(asked.lang)
    rows, findings = Rows(studio.sessions.store, line, SECONDS[asked.effort]), Findings(studio.sessions.store, line)
    found, until = rows.found(), time.monotonic() + CHUNK
    known = studio.catalogue.known(line.named)
    for ply in reversed(_to_judge(line)):
        if ply in found:
            continue
        before = line.before(ply)
        played = line.actions[ply] if ply < len(line.actions) else None
        try:
            proved, seconds = findings.proved_by_the_next(ply), SECONDS[asked.effort] / 2
            row = Row(*judge(studio.scheduler, before.question, known, seconds, played, look, proved))
        except KeyboardInterrupt:  # Enough: others wait
            break
        rows.keep(ply, row)
        Findings(studio.sessions.store, before).prove(row)
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
    return [scale_of(game).told(game, one, speech, signed=False) for one in lost]


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
