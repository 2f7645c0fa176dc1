"""Trees that are drawn by hand: each change is made here, in the text of the tree, and the tree is searched anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from zermelo.draw import tree as drawing
from zermelo.eligibility import TREES, checked
from zermelo.errors import GameError, SearchError, SpecError, ZermeloError
from zermelo.explain.exercise import random_tree
from zermelo.explain.narration import Narration, player_name
from zermelo.explain.observe import TreeTooLargeError, observe
from zermelo.explain.orders import Orders, orders
from zermelo.explain.picture import INTERVALS, NOTHING, value_text
from zermelo.explain.searchtree import EXACT, NEVER, SearchTree
from zermelo.explain.taken import taken
from zermelo.explain.whole import drawn_as, whole
from zermelo.game import CHANCE
from zermelo.games.tree import Tree
from zermelo.games.tree_edit import arranged, changed
from zermelo.games.tree_text import NESTED_TOO_DEEP, Node, TreeTextError, data_of, descendants, read_tree, text_of, written
from zermelo.languages import Language, language
from zermelo.search.runtime.workers import Progress
from zermelo.web.errors import AnsweredError
from zermelo.web.routes.common import TheDispatcher, client_of, opened
from zermelo.web.schemas import RandomSketch, Sketch, Sketched, SketchFile, TakenSketch
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")

ALPHABETA: Final = "alphabeta"
MOST_NODES: Final = 600
"""Of a tree that is drawn by hand."""
MOST_LETTERS: Final = 12_000
"""Of its text, which stands in an address."""
_NEEDED: Final = {"move": "to", "mover": "mover", "worth": "text", "name": "text", "odds": "texts", "players": "count"}
"""What has to be said of a change besides its node."""
_DECIMAL: Final = re.compile(r"(?<![\w.])(\d*)\.(\d+)(?![\w.:])")
"""A number with a point, which is no probability in the text of a tree."""
_TYPES: Final = {
    "txt": "text/plain",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "tex": "application/x-tex",
}


@router.post("/edit")
async def edit(asked: Sketched, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A tree after a change, searched and drawn."""
    return await dispatcher.looking(client_of(request), "tree", _edit, asked)


def _edit(studio: Studio, asked: Sketched, look: Progress) -> Facts:
    with _told_in(asked.lang) as speech:
        text, at = _changed(asked, look, speech)
        return _Shown(text, asked, speech, look).facts(at)


@router.post("/edit/random")
def random(asked: RandomSketch) -> Facts:
    """The text of a tree at random."""
    return {"tree": random_tree(asked.kind, asked.level, asked.seed)}


@router.post("/edit/game")
async def take(asked: TakenSketch, dispatcher: TheDispatcher, request: Request) -> Facts:
    """The text of a game's own tree, and what its numbers count."""
    return await dispatcher.looking(client_of(request), asked.game, _taken, asked)


def _taken(studio: Studio, asked: TakenSketch, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, TREES)
    how: dict[str, Any] = {"depth": asked.depth, "evaluation": asked.evaluation, "fold": asked.fold}
    speech = language(asked.lang)
    try:
        found = taken(named.game, state, most=MOST_NODES, speech=speech, progress=look, **how)
    except TreeTooLargeError:
        raise SearchError(speech.say("studio.tree.too_large", most=MOST_NODES)) from None
    except SearchError as error:
        raise SearchError(speech.spoken(str(error), Tree.phrases)) from error
    return {"tree": found.text, "counts": found.counts}


@router.post("/edit/file")
async def file(asked: SketchFile, dispatcher: TheDispatcher, request: Request) -> Response:
    """A tree as a file: its text, its data, or a picture."""
    found = await dispatcher.looking(client_of(request), "tree", _file, asked)
    return Response(found["content"], media_type=_TYPES[asked.ending])


def _file(studio: Studio, asked: SketchFile, look: Progress) -> Facts:
    with _told_in(asked.lang) as speech:
        text = _text(asked.tree)
        if asked.ending == "txt":
            return {"content": f"{text}\n"}
        if asked.ending == "json":
            return {"content": json.dumps(data_of(read_tree(text)[0]), ensure_ascii=False) + "\n"}
        return {"content": drawn_as(_Shown(text, asked, speech, look).nodes(), asked.ending)}


@contextmanager
def _told_in(code: str) -> Iterator[Language]:
    """What is wrong with a tree is told in this language."""
    speech = language(code)
    try:
        yield speech
    except TreeTextError as error:
        told = speech.say("studio.editor.fault", line=error.line, column=error.column, reason=_reason(error, speech))
        raise AnsweredError(422, f"{told}\n{error.shown}") from error
    except json.JSONDecodeError as error:
        raise AnsweredError(422, speech.say("studio.editor.not_json", line=error.lineno, column=error.colno)) from error
    except ZermeloError as error:
        if isinstance(error, AnsweredError):
            raise
        raise AnsweredError(422, speech.spoken(str(error), Tree.phrases)) from error


def _reason(error: TreeTextError, speech: Language) -> str:
    """What is wrong with a tree, with numbers as the reader writes them; in the text of a tree they stay as they are."""
    return _DECIMAL.sub(rf"\1{speech.decimal}\2", speech.spoken(error.reason, Tree.phrases))


def _changed(asked: Sketched, look: Progress, speech: Language) -> tuple[str, int]:
    """The text of the tree after the change, and the node where that leaves the reader."""
    text = _text(asked.tree)
    if asked.change is None:
        return text, asked.node
    if asked.change in ("best", "worst"):
        return _in_order(text, asked.change, look), 0
    needed = _NEEDED.get(asked.change)
    facts = {} if needed is None else {needed: getattr(asked, needed)}
    if None in facts.values():
        raise SpecError(f"the change {asked.change} needs {needed}")
    try:
        return changed(text, asked.change, asked.node, **facts)
    except TreeTextError as error:  # its place is in a text that nobody has written
        path = list(descendants(read_tree(text)[0]))[asked.node].path
        where = speech.say("at_root") if path == "/" else speech.say("at", node=_by_names(path))
        raise AnsweredError(422, f"{where[:1].upper()}{where[1:]}: {_reason(error, speech)}") from error


def _by_names(path: str) -> str:
    """A node but the root by the names of those that lead to it."""
    return path[1:].replace("/", " ")


def _text(tree: str) -> str:
    """The text of a tree that is given as text or as JSON, as short as it can be."""
    if tree.lstrip().startswith(("[", "{")):
        tree = text_of(_data(tree))
    return written(read_tree(tree)[0])


def _data(tree: str) -> Any:
    try:
        return json.loads(tree)
    except RecursionError:
        raise SpecError(NESTED_TOO_DEEP) from None


def _in_order(text: str, which: str, look: Progress) -> str:
    """The tree with the children of each node in a best or a worst order."""
    found = orders(Tree(text), samples=1, progress=look)
    order = found.best_order if which == "best" else found.worst_order
    number = {node: found.tree.state[node] for node in range(len(found.tree))}
    children = {number[node]: [number[child] for child in order[node]] for node in number}
    return arranged(text, [children[node] for node in sorted(children)])


class _Shown:
    """A tree, and the search of it that a page shows; `trouble` is why there is none."""

    def __init__(self, text: str, asked: Sketch, speech: Language, look: Progress) -> None:
        self.text, self.speech, self.game = text, speech, Tree(text)
        self.written = list(descendants(read_tree(text)[0]))
        if len(text) > MOST_LETTERS:
            raise AnsweredError(422, speech.say("studio.editor.too_long", most=speech.grouped(MOST_LETTERS)))
        if len(self.written) > MOST_NODES:
            raise AnsweredError(422, speech.say("studio.editor.too_many", most=MOST_NODES, nodes=len(self.written)))
        self.algorithms = _fitting(self.game)
        self.algorithm = asked.algorithm if asked.algorithm in self.algorithms else self.algorithms[0]
        self.found: SearchTree | None = None
        self.plain: SearchTree | None = None
        self.orders: Orders | None = None
        self.trouble = ""
        try:
            self.found = observe(self.game, algorithm=self.algorithm, progress=look)
        except ZermeloError as error:
            hidden = speech.say("studio.editor.hidden")
            self.trouble = hidden if self.game.hidden else speech.spoken(str(error), Tree.phrases)
            return
        with suppress(GameError):  # the value of a leaf is not known, and alpha-beta did not ask for it
            if ALPHABETA in self.algorithms:
                self.orders = orders(self.game, samples=1, progress=look)
                self.plain = self.orders.tree
            else:
                self.plain = observe(self.game, algorithm=self.algorithms[0], progress=look)
        self.notes = asked.notes if self.found.windowed or (asked.notes == INTERVALS and self.game.players == 2) else NOTHING

    def nodes(self) -> list[drawing.Node]:
        """The tree as it is drawn."""
        return whole(self.game, self.written, self.found, self.speech, notes=self.notes if self.found else NOTHING)

    def facts(self, at: int) -> Facts:
        """All of it for a page that stands at this node."""
        telling = Narration(self.found, self.speech.code) if self.found else None
        return {
            "tree": self.text,
            "spec": f"tree({self.text!r})",
            "at": min(at, len(self.written) - 1),
            "players": self.game.players,
            "movers": [[mover, player_name(self.game, mover, self.speech)] for mover in (*range(self.game.players), CHANCE)],
            "algorithm": self.algorithm,
            "algorithms": [[name, self.speech.say(f"algorithm.{name}")] for name in self.algorithms],
            "trouble": self.trouble or None,
            "summary": telling.summary() if telling else "",
            "why": list(telling.why()) if telling else [],
            "rows": self._rows(),
            "ordered": self.orders is not None,
            "svg": drawing.tree(self.nodes(), style=False).svg,
            "nodes": self._nodes(),
        }

    def _rows(self) -> list[Facts]:
        """What is visited: by the search shown, in the best and the worst order, and of the whole tree."""
        if not self.found:
            return []
        leaves = sum(not one.children for one in self.written)
        rows = [("now", self.found.visited, self.found.leaves, self.found.cutoffs if self.found.windowed else None)]
        if self.orders:
            rows += [
                ("best", self.orders.best, self.orders.best_leaves, None),
                ("worst", self.orders.worst, self.orders.worst_leaves, None),
            ]
        rows.append(("all", len(self.written), leaves, None))
        return [
            {"name": self.speech.say(f"studio.editor.{name}"), "nodes": nodes, "leaves": below, "cutoffs": cuts}
            for name, nodes, below, cuts in rows
        ]

    def _nodes(self) -> list[Facts]:
        """What a page has to know of each node."""
        seen = {} if self.found is None else {state: node for node, state in enumerate(self.found.state)}
        values = self._values()
        made: list[Facts] = [{} for _ in self.written]
        made[0] = {"parent": -1, "place": 0}
        for node, one in enumerate(self.written):
            below = [self.game.result(node, action) for action in range(1, len(one.children) + 1)]
            for place, child in enumerate(below):
                made[child] = {"parent": node, "place": place}
            searched = self.found is None or (node in seen and self.found.order[seen[node]] != NEVER)
            value = values.get(node) if one.children else None
            told = "" if value is None else self.speech.worth(value, digits=4)
            if self.found and one.children and searched and node in seen:
                told = value_text(self.found, seen[node], self.speech)  # a bound, where no more is known
            made[node] |= {
                "children": below,
                "name": one.name,
                "mover": one.player if one.children else None,
                "worth": one.worth if value is None else _as_text(value),
                "odds": [child.odds for child in one.children if child.odds],
                "label": self._label(one, told, searched=searched),
            }
        return made

    def _values(self) -> dict[int, Any]:
        """The value of each node, where it is known: of all, unless some leaves are not known, and no search has asked for them."""
        known = self.plain or self.found
        return {known.state[node]: known.value[node] for node in range(len(known)) if known.bound[node] == EXACT} if known else {}

    def _label(self, one: Node, told: str, *, searched: bool) -> str:
        """What a reader of the screen says of a node, of which this is known."""
        name = self.speech.say("root") if one.path == "/" else _by_names(one.path)
        what = player_name(self.game, one.player, self.speech) if one.children else self.speech.say("studio.editor.leaf")
        if not searched:
            return f"{name}: {what}, {self.speech.say('studio.editor.cut')}"
        if one.utilities:
            told = self.speech.worth(one.utilities if self.game.players > 2 else one.utilities[0], digits=4)
        return f"{name}: {what}" + (f", {told}" if told else "")


def _fitting(game: Tree) -> tuple[str, ...]:
    """The algorithms that can search such a tree, the usual one first."""
    if game.players > 2:
        return ("maxn",)
    return ("expectiminimax", "star1") if game.chance else (ALPHABETA, "alphabeta_hard", "minimax")


def _as_text(value: Any) -> str:
    """A value as the text of a tree has it."""
    return f"<{' '.join(f'{part:.15g}' for part in value)}>" if isinstance(value, tuple) else f"{value:.15g}"
