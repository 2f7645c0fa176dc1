"""A search tree as one page that needs nothing else: a player that goes through it step by step.

The tree as `zermelo.draw` draws it, the sentence of the step, the algorithm's own source (or pseudo-code) with the running line
lit, and the board of the node that is clicked. The `ASSETS` beside this file do it; they are put into the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from math import inf, isnan
from typing import Any, Final

from zermelo.board import Board
from zermelo.draw import board
from zermelo.draw import tree as drawing
from zermelo.errors import GameError, SearchError
from zermelo.explain.intervals import changes
from zermelo.explain.listing import listing
from zermelo.explain.narration import Narration, interval, worth
from zermelo.explain.picture import nodes, player_note, steps_shown, value_text
from zermelo.explain.searchtree import BACK, CUT, ENTER, ROOT, WINDOW, SearchTree
from zermelo.game import Game, State
from zermelo.languages import Language

MOST_OF_PICTURES: Final = 2_000_000
"""Letters that the pictures of the states may take in a page; if there are more, states are shown as text."""
SCRIPTS: Final = ("player-sight.js", "player-calls.js", "player.js")
"""The player's modules, each after those that it imports."""
ASSETS: Final = (*SCRIPTS, "player.css")
"""The files that a page with a player needs."""
_ANY: Final = 1 << 62


class Room:
    """How many letters there is room for, and what to do where they do not suffice."""

    def __init__(self, most: int, instead: str) -> None:
        self.most, self.instead, self._taken = most, instead, 0

    def take(self, text: str) -> str:
        """The text, if there is room for it. Raises SearchError otherwise."""
        self._taken += len(text)
        if self._taken > self.most:
            raise SearchError(f"what is to be shown has more than {self.most:,} letters; {self.instead}")
        return text


def page(tree: SearchTree, *, language: str = "en", boards: bool = False, most: int = drawing.MOST) -> str:
    """The text of an HTML file. `boards` draws the states below the nodes; nodes beyond `most` are folded away."""
    made, data = player(tree, language=language, boards=boards, most=most)
    telling = Narration(tree, language)
    css = asset("player.css") + (board.STYLE if data["nodes"][ROOT]["picture"] else "")
    body = _BODY.format(player=made, data=_json(data), script=_script())
    return document(body, title=telling.title(), css=css, language=telling.language.code)


def document(body: str, *, title: str, css: str, language: str) -> str:
    """A whole HTML file around a body."""
    return _PAGE.format(body=body, title=escape(title), css=css, language=language)


def player(
    tree: SearchTree,
    *,
    language: str = "en",
    boards: bool = False,
    most: int = drawing.MOST,
    style: bool = True,
    heading: str = "h1",
    room: Room | None = None,
) -> tuple[str, dict[str, Any]]:
    """The part of a page that `Player` of player.js brings to life, as HTML, and the data that it needs.

    style    put the pictures' own style into it; a page that has it leaves it out
    heading  the element of the title
    room     for the states, sentences and pictures; as much as they need unless given. SearchError where it does not suffice
    """
    telling = Narration(tree, language)
    tree, say = telling.tree, telling.language.say
    room = room or Room(_ANY, "")
    texts = [room.take(tree.game.show(state)) for state in tree.state]
    shown = nodes(tree, telling.language, boards=boards)
    data = _data(tree, telling, shown, pictures(tree.game, tree.state, telling.language), texts, room)
    intervals_too = tree.windowed and not isinstance(tree.value[ROOT], tuple)
    if intervals_too:
        shown = [replace(one, room=letters) for one, letters in zip(shown, _longest_notes(data), strict=True)]
    drawn = drawing.tree(shown, folded_note=lambda n: say("folded", count=n), most=most, style=style)
    fold = f"<p>{escape(say('page_folded', count=sum(drawn.folded.values())))}</p>" if drawn.folded else ""
    made = stage(
        telling.title(), escape(telling.summary()) + fold, drawn.svg, telling.language,
        heading=heading, notes=intervals_too, pseudo=True, runs=runs(tree),
    )  # fmt: skip
    room.take(made)
    return made, data


def _longest_notes(data: dict[str, Any]) -> list[int]:
    """For each node the letters of the longest text that comes to stand beside it while one goes through the steps."""
    longest = [len(data["words"]["anything"]) if node["inner"] else 0 for node in data["nodes"]]
    for step in data["steps"]:
        longest[step["node"]] = max(longest[step["node"]], len(step["window"]))
        for node, narrowed in step["intervals"]:
            if data["nodes"][node]["inner"]:  # a leaf is known by its value
                longest[node] = max(longest[node], len(narrowed))
    return longest


def runs(tree: SearchTree) -> tuple[str, ...]:
    """To what one can run: the next cut-off, a change of one of these variables, the node that is looked at."""
    return (*(["cut"] if tree.windowed else []), *(name for name in _WATCHED if name in tree.variables), "node")


def stage(
    title: str,
    summary: str,
    svg: str,
    speech: Language,
    *,
    heading: str,
    notes: bool = False,
    pseudo: bool = False,
    runs: Sequence[str] = (),
) -> str:
    """What `Player` of player.js plays on, as HTML: title, summary (HTML), controls, the tree, and room for the listing and a state.

    notes   windows or intervals can be chosen to stand beside the nodes
    pseudo  the listing can be chosen to be Python or pseudo-code
    runs    to what one can run; with any, the calls and their variables are shown, too
    """
    words = {name: escape(speech.say(f"page.{name}"), quote=True) for name in speech.catalogue["page"]}
    return _PLAYER.format(
        title=escape(title),
        heading=heading,
        summary=summary,
        svg=svg,
        notes=_NOTES.format(**words) if notes else "",
        listings=_LISTINGS.format(**words) if pseudo else "",
        run_to="".join(_RUN.format(run=run, name=words.get(f"run_{run}", run), key=_KEYS[run], **words) for run in runs),
        runs_hidden="" if runs else " hidden",
        help_of_runs=words["help_runs"] if runs else "",
        **_SIGNS,
        **words,
    )


def asset(name: str) -> str:
    """The text of one of `ASSETS`."""
    return (files(__name__) / name).read_text(encoding="utf-8")


def _script() -> str:
    """The player's modules as one script."""
    return re.sub(r"^(export |import .*\n)", "", "\n".join(map(asset, SCRIPTS)), flags=re.M)


def _json(data: Any) -> str:
    """JSON that may stand inside a script element: no sign in it can end that."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def pictures(game: Game, states: Iterable[State], speech: Language) -> list[str]:
    """The states as pictures, one by one; nothing where the game has none, or they would make the page too large."""
    made, size = [], 0
    for state in states:
        shown = game.picture(state)
        if shown is None:
            return []
        if not isinstance(shown, Board):
            raise GameError(f"`picture` of {game!r} gives a {type(shown).__name__}; it must be a zermelo.board.Board, or None")
        made.append(board.board(shown.told(lambda text: speech.spoken(text, game.phrases)), style=False))
        size += len(made[-1])
        if size > MOST_OF_PICTURES:
            return []
    return made


def _data(
    tree: SearchTree, telling: Narration, drawn: list[drawing.Node], shown: list[str], texts: list[str], room: Room
) -> dict[str, Any]:
    speech = telling.language
    lines = listing(tree.function, speech.code)
    best = set(tree.line)
    narrowed: dict[int, list[tuple[int, str]]] = {}
    if not isinstance(tree.value[ROOT], tuple):
        for change in changes(tree):
            narrowed.setdefault(change.step, []).append((change.node, interval(tree, speech, *change.interval)))
    steps = []
    told = _calls(tree, speech)
    for number, step in steps_shown(tree):
        steps.append(
            {
                "calls": told[number],
                "kind": step.kind,
                "node": step.node,
                "child": step.child,
                "window": interval(tree, speech, step.alpha, step.beta) if tree.windowed and step.kind in (ENTER, BACK, WINDOW) else "",
                "value": _so_far(tree, step.value, speech) if step.kind in (BACK, WINDOW) else "",
                "line": lines.place(step.line),
                "text": room.take(telling.step(number)),
                "intervals": list(narrowed.get(number, ())),
                "unvisited": [child for child in tree.children[step.node] if tree.cut_at[child] == number] if step.kind == CUT else [],
            }
        )
    return {
        "nodes": [
            {
                "parent": tree.parent[node],
                "label": room.take(telling.label(node)),
                "name": tree.name(node) or telling.label(node),
                "value": value_text(tree, node, speech),
                "inner": bool(tree.children[node]),
                "note": drawn[node].note,
                "mover": player_note(tree.player[node], drawn[node].shape),
                "best": node in best,
                "board": texts[node],
                "picture": shown[node] if shown else "",
            }
            for node in range(len(tree))
        ],
        "steps": steps,
        "source": lines.source,
        "pseudo": lines.pseudo,
        "variables": tree.variables,
        "words": {name: speech.say(f"page.{name}") for name in ("call", "none_follows")} | {"anything": speech.interval(-inf, inf)},
    }


def _calls(tree: SearchTree, speech: Language) -> dict[int, list[tuple[int, list[str]]]]:
    """For each step that is shown the calls whose variables have changed since the last one: the node, and their values as text."""
    made: dict[int, list[tuple[int, list[str]]]] = {}
    since: dict[int, list[str]] = {}
    shown = {number for number, _ in steps_shown(tree)}
    for number, calls in enumerate(tree.assigned):
        for node, values in calls:
            since[node] = [_variable(tree, node, *pair, speech) for pair in zip(tree.variables, values, strict=True)]
        if number in shown:
            made[number], since = list(since.items()), {}
    return made


_VALUES: Final = frozenset({"alpha", "beta", "value", "values", "best", "low", "high", "least", "most"})
"""The variables of algorithms that hold values of the game; what others hold are plies, players and chances."""


def _variable(tree: SearchTree, node: int, name: str, value: Any, speech: Language) -> str:
    """What a variable holds, as people write it: an action by its name."""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value)
    if name == "action":
        return tree.action_name(tree.state[node], value)
    if name == "depth" and tree.depth is None:
        return speech.say("page.to_the_end")
    return worth(tree, value, speech) if name in _VALUES else speech.worth(value, digits=4)


def _so_far(tree: SearchTree, value: Any, speech: Language) -> str:
    return "" if isinstance(value, float) and isnan(value) else worth(tree, value, speech)


_NOTES = (
    '<fieldset><label><input type="radio" name="notes" value="windows" checked> {windows}</label>'
    '<label><input type="radio" name="notes" value="intervals"> {intervals}</label></fieldset>'
)
_LISTINGS: Final = (
    '<fieldset class="choice"><label><input type="radio" name="listing" value="source" checked> Python</label>'
    '<label><input type="radio" name="listing" value="pseudo"> {pseudo}</label></fieldset>'
)
_WATCHED: Final = ("alpha", "beta", "value", "best")
_KEYS: Final = {"cut": "c", "alpha": "a", "beta": "b", "value": "v", "best": "v", "node": "n"}
"""To which keys run."""
_RUN: Final = '<button data-run="{run}" aria-keyshortcuts="{key}" title="{run_next}: {name} ({key})">{name}</button>'
_SIGN: Final = '<svg class="sign {name}" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="{path}"/></svg>'
_PLAY, _PAUSE = "M6 4l14 8-14 8z", "M6 4h4v16h-4zM14 4h4v16h-4z"
_SIGNS: Final = {
    "icon_first": _SIGN.format(name="first", path="M2 4h3v16h-3zM14 4v16l-8-8zM23 4v16l-8-8z"),
    "icon_back": _SIGN.format(name="back", path="M5 4h3v16h-3zM20 4v16l-11-8z"),
    "icon_play": _SIGN.format(name="play", path=_PLAY) + _SIGN.format(name="pause", path=_PAUSE),
    "icon_forward": _SIGN.format(name="forward", path="M16 4h3v16h-3zM4 4v16l11-8z"),
    "icon_last": _SIGN.format(name="last", path="M19 4h3v16h-3zM10 4v16l8-8zM1 4v16l8-8z"),
}
"""The signs of the buttons, as on any machine that plays: to the beginning, a step back, play and pause, a step on, to the end."""
_PLAYER: Final = """\
<header><{heading}>{title}</{heading}><p>{summary}</p></header>
<div class="stage">
<div class="frame" tabindex="0" role="group" aria-label="{tree}">
{svg}</div>
<div class="looks">
<button data-do="out" aria-label="{zoom_out}" title="{zoom_out}">−</button>
<button data-do="in" aria-label="{zoom_in}" title="{zoom_in}">+</button>
<button data-do="fit" aria-label="{fit}" title="{fit}">⤢</button>
{notes}
<svg class="map" aria-hidden="true" hidden></svg>
</div>
<section class="state"><h2>{state}: <span data-show="label"></span></h2>
<label><input type="checkbox" data-do="follow" checked> {follow}</label><pre class="board" data-show="board"></pre></section>
</div>
<div class="aside">
<div class="now">
<div class="controls">
<button data-do="first" aria-label="{first}" title="{first}">{icon_first}</button>
<button data-do="back" aria-label="{back}" title="{back}">{icon_back}</button>
<button data-do="play" aria-label="{play}" title="{play}" aria-pressed="false">{icon_play}</button>
<button data-do="forward" aria-label="{forward}" title="{forward}">{icon_forward}</button>
<button data-do="last" aria-label="{last}" title="{last}">{icon_last}</button>
<span class="place" data-show="place"></span>
<output data-show="stopped"></output>
</div>
<p class="sentence" data-show="sentence" aria-live="polite"></p>
</div>
<div class="controls">
<input type="range" min="0" max="0" value="0" data-do="scrub" aria-label="{step}">
<label>{speed} <select data-do="speed"><option value="1">1</option><option value="3" selected>3</option><option value="10">10</option>
<option value="40">40</option></select></label>
</div>
<div class="runs" role="group" aria-label="{run_next}"{runs_hidden}><span>{run_next}</span> {run_to}</div>
<section{runs_hidden}><h2>{calls}</h2><div class="wide" data-room="calls" tabindex="0" role="group" aria-label="{calls}">
<table class="calls" data-show="calls"></table></div></section>
<section class="code"><h2>{algorithm}</h2>{listings}
<ol class="listing" data-show="listing" tabindex="0" aria-label="{algorithm}"></ol></section>
</div>
<footer>{help} {help_of_runs}</footer>
"""
_BODY: Final = """\
<main class="player">
{player}</main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
new Player(document.querySelector(".player"), JSON.parse(document.getElementById("data").textContent));
</script>
"""
_PAGE: Final = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="zermelo">
<title>{title}</title>
<style>
{css}</style>
</head>
<body>
{body}</body>
</html>
"""
