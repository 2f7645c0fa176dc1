"""An analysis in a notebook: the studio's, whose questions the kernel answers in threads, so that a cell can run meanwhile.

The page's part is the studio's own (web/static/analyse/), with analysis.js, which puts it into the notebook, and api.js, by which it asks
Python and not a server.

    from the page  {"ask": "7", "path": "look", "facts": {...}}, what the studio's page asks /api/analyse/look; {"give_up": "7"};
                   {"remember": {...}}, how the tree stands now
    to the page    {"answer": "7", "kind": "heard", "news", "done" or "error", "facts": {...}}

What was answered last of the position at hand is kept with the widget: where no kernel is left, as in a page that was made of a notebook,
that is what is seen.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import anywidget
import traitlets

from zermelo.analysis import answers
from zermelo.analysis.answers import Desk, Facts, Tell, in_words
from zermelo.analysis.engines import Engines
from zermelo.analysis.game_tree import Place
from zermelo.analysis.lines import Line, Lines, Node, nodes_of, read_tree
from zermelo.books import shipped_book
from zermelo.draw import board as drawing
from zermelo.eligibility import ANALYSIS, checked
from zermelo.errors import ActionError, SpecError
from zermelo.explain.page import asset
from zermelo.game import Game, State
from zermelo.games.chess import Chess
from zermelo.games.draughts import Draughts
from zermelo.games.go import Go
from zermelo.languages import language as spoken
from zermelo.notebook.bundle import bundled, text_of
from zermelo.notebook.html import analysis_html
from zermelo.protocols.pgn import Move
from zermelo.search.known import Known
from zermelo.search.runtime.workers import Progress
from zermelo.spec import Named, load_game, spec_of
from zermelo.user_errors import said, travelling
from zermelo.values import frozen

SECONDS: Final = 60.0
"""For which the engine thinks of a position at most ..."""
SECONDS_WHY: Final = 2.0
"""... and for which it is found out why a move is not played."""
KEEPING: Final = 2.0
"""Seconds at least from one thought that is kept with the widget to the next."""
_FILES: Final = (
    (Chess, re.compile(r".*[\[{($;]", re.DOTALL)),
    (Go, re.compile(r"\s*\(\s*;")),
    (Draughts, re.compile(r".*[\[{($]", re.DOTALL)),
)
"""Games, and what texts look like that hold more than their moves."""
_DARK: Final = re.compile(r"@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}")


def style() -> str:
    """The studio's styles as they hold inside the widget: by its width, and in the light or the dark as the notebook is."""
    parts = [drawing.STYLE, asset("player.css"), *map(text_of, ("web/static/board.css", "web/static/studio.css", "notebook/analysis.css"))]
    text = re.sub(r"/\*.*?\*/\s*", "", "\n".join(parts), flags=re.DOTALL)
    text = _DARK.sub(lambda block: re.sub(r"([^{}]+)(\{[^{}]*\})", _in_the_dark, block[1]), text)
    text = text.replace("@media (max-width", "@container (max-width").replace("@media (min-width", "@container (min-width")
    return re.sub(r"^(?::root|body)(?= \{)", ".zermelo", text, flags=re.MULTILINE)


def _in_the_dark(rule: re.Match[str]) -> str:
    selector = rule[1].strip()
    return f"\n.zermelo.dark {'' if selector == ':root' else selector} {rule[2]}"


class GivenUp(Exception):  # noqa: N818  it is no error: nobody listens any more
    """Ends work from within."""


class Kept:
    """What has been found, as long as the widget is there (`zermelo.analysis.reports.Store`)."""

    def __init__(self) -> None:
        self._kept = dict[str, str]()

    def judgements(self, keys: Sequence[str]) -> dict[str, str]:
        """Those of these keys that are there."""
        return {key: self._kept[key] for key in keys if key in self._kept}

    def keep(self, key: str, facts: str) -> None:
        """Keep one; another that was kept under the key is replaced."""
        self._kept[key] = facts


class Analysis(anywidget.AnyWidget):
    """An analysis; `zermelo.analyse` makes one and says what the arguments are.

    state    the position at hand
    actions  what leads there from the start
    names    the same in the game's own names

    Its `repr` is the position as text, for where no widget can be shown.
    """

    _esm = bundled("notebook/analysis.js", {"web/static/api.js": "notebook/api.js"})
    _spoken = frozenset(re.findall(r"\w+", _esm))
    look = traitlets.Unicode(style()).tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    tree = traitlets.Dict().tag(sync=True)
    stand = traitlets.Dict().tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)

    def __init__(
        self, game: Game, moves: str | Iterable[str | int], *, state: State, lines: int, database: Known | None, language: str
    ) -> None:
        """Begin at the end of the moves. Raises SearchError for a game that cannot be analysed, ActionError for moves that are none."""
        self._gone = dict[str, threading.Event]()
        self._speech = spoken(language)
        self._named = {(spec := spec_of(game)): Named(spec, game, 0)}
        self._lines, self._store = Lines(), Kept()
        self._known: dict[str, Known | None] = {} if database is None else {spec: database}
        self._engines = Engines()
        checked(self._named[spec], language, ANALYSIS)
        words = {"lang": language, "decimal": self._speech.decimal, **self._speech.catalogue["studio"]["words"]}
        tree = self._begun(spec, moves, state)
        super().__init__(
            words={name: words[name] for name in sorted(words.keys() & self._spoken)},
            tree=tree,
            stand={"at": self._at, "lines": lines, "turned": None},
            kept={},
        )
        here = self._facts_at_hand()
        self._answered("look", here, _nothing, _nothing)  # what the page asks first
        nothing_yet = answers.kept(self._desk(here), self._line(here), "quick", self._speech)
        for effort in answers.SECONDS:
            self._keep("kept", {**here, "effort": effort}, nothing_yet)
        self.on_msg(self._heard)

    def _begun(self, spec: str, moves: str | Iterable[str | int], state: State) -> Facts:
        """The tree of these moves."""
        game, position = self._named[spec].game, None
        with in_words(self._speech):
            if isinstance(moves, str) and any(isinstance(game, kind) and like.match(moves) for kind, like in _FILES):
                return self._opened({"game": spec, "text": moves}, _nothing, _nothing)
            if state is not None and frozen(state) != frozen(game.initial()):
                position = game.write(state)
            if isinstance(moves, str):
                return self._opened({"game": spec, "position": position, "moves": moves}, _nothing, _nothing)
            start = line = self._lines.line(self._named[spec], position, ())
            nodes = list[Node]()
            for one in moves:
                before, action = line, game.parse(line.state, one) if isinstance(one, str) else int(one)
                line = line.after(action)
                nodes.append(Node(len(nodes), before.state, action, game.name(before.state, action), game.to_move(before.state)))
            self._stand_at(start, position, nodes, len(nodes))
            return answers.opened(start, nodes, self._speech)

    # What Python has of it

    @property
    def state(self) -> State:
        return self._line_at_hand.state

    @property
    def actions(self) -> tuple[int, ...]:
        return self._line_at_hand.actions

    @property
    def names(self) -> tuple[str, ...]:
        line = self._line_at_hand
        return tuple(line.named.game.name(state, action) for state, action in zip(line.playing.states, line.actions, strict=False))

    def __repr__(self) -> str:
        return self._line_at_hand.named.game.show(self.state)

    def _repr_mimebundle_(self, **facts: Any) -> Any:
        """The widget, and for where none can be shown the position as a picture, with what is known of it."""
        data, more = super()._repr_mimebundle_(**facts) or ({}, {})
        thought = self.kept.get(self._key("lines", self._facts_at_hand()), {"lines": []})
        return {**data, "text/html": analysis_html(self._line_at_hand, self.names, thought["lines"])}, more

    def think(self, seconds: float = SECONDS_WHY) -> None:
        """Let the engine think of the position at hand for so many seconds: for a notebook that is run where no page asks for it.

        Returns None when that is over: the lines and the worth of every move stand in the analysis wherever it is shown. For a value in
        Python, `zermelo.best(game, analysis.state)`.
        """
        self._answered("lines", {**self._facts_at_hand(), "lines": self.stand["lines"], "seconds": seconds}, _nothing, _nothing)

    def report(self, effort: str = "quick") -> None:
        """Judge every move of the line at hand, each position for a shorter or longer while: "quick", "usual" or "thorough".

        Returns None when all are judged: the report stands in the analysis wherever it is shown. Raises SpecError for another effort.
        """
        if effort not in answers.SECONDS:
            raise SpecError(f"effort is {', '.join(map(repr, answers.SECONDS))}, not {effort!r}")
        facts = {**self._facts_at_hand(), "effort": effort}
        while (found := self._answered("report", facts, _nothing, _nothing))["done"] < found["plies"]:
            pass

    def close(self) -> None:
        """End what is under way; the widget is not seen any more."""
        for gone in list(self._gone.values()):
            gone.set()
        super().close()

    @property
    def _line_at_hand(self) -> Line:
        path, at = list[int](), self._at
        while at:
            path.insert(0, self._nodes[at - 1].action)
            at = self._nodes[at - 1].parent
        return self._lines.line(self._start.named, self._position, path)

    def _facts_at_hand(self) -> Facts:
        """What the page calls the position at hand."""
        line = self._line_at_hand
        return {"game": line.named.spec, "position": self._position, "actions": [str(action) for action in line.actions]}

    # What the page asks

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Do what the page asks in a thread, and remember what it says."""
        match message:
            case {"ask": str(number), "path": str(path), "facts": dict(facts)}:
                gone = self._gone[number] = threading.Event()
                self.send({"answer": number, "kind": "heard"})
                work = threading.Thread(target=self._answer, args=(number, path, facts, gone), name="zermelo analysis", daemon=True)
                work.start()
            case {"give_up": str(number)} if number in self._gone:
                self._gone[number].set()
            case {"remember": dict(now)}:
                self._remember(now)

    def _answer(self, number: str, path: str, facts: Facts, gone: threading.Event) -> None:
        def look(_done: int = 0) -> None:
            if gone.is_set():
                raise GivenUp

        def tell(news: Facts) -> None:
            look()
            self.send({"answer": number, "kind": "news", "facts": news})

        try:
            found = travelling(self._answered)(path, facts, tell, look)
            self.send({"answer": number, "kind": "done", "facts": found})
        except Exception as error:  # a game's own code may raise anything
            if not gone.is_set():
                told = self._speech.trouble(said(error) or f"{type(error).__name__}: {error}")
                self.send({"answer": number, "kind": "error", "facts": {"error": told}})
        finally:
            del self._gone[number]

    def _answered(self, path: str, facts: Facts, tell: Tell, look: Progress) -> Facts:
        """The answer to a question, which is kept if it is of the position at hand."""
        asked: dict[str, Callable[[Facts, Tell, Progress], Facts]] = {
            "open": self._opened,
            "file": self._written,
            "look": lambda facts, tell, look: answers.look_at(self._line(facts), self._speech),
            "halfway": lambda facts, tell, look: answers.halfway(self._line(facts), facts["steps"], self._speech),
            "lines": self._thought,
            "why": self._why_not,
            "kept": lambda facts, tell, look: answers.kept(self._desk(facts), self._line(facts), facts["effort"], self._speech),
            "report": lambda facts, tell, look: answers.report(
                self._desk(facts), self._line(facts), facts["effort"], self._speech, tell, look
            ),
        }
        if path not in asked:
            raise ActionError(f"what is asked is one of {', '.join(asked)}, not {path[:40]!r}")
        with in_words(self._speech):
            found = asked[path](facts, tell, look)
        if path in ("look", "lines", "kept", "report"):
            self._keep("kept" if path == "report" else path, facts, found)
        return found

    def _thought(self, facts: Facts, tell: Tell, look: Progress) -> Facts:
        told = 0.0

        def news(found: Facts) -> None:
            nonlocal told
            tell(found)
            if "lines" in found and time.monotonic() - told > KEEPING:  # else how far the engine is compiled
                told = time.monotonic()
                self._keep("lines", facts, found)

        seconds = min(SECONDS, float(facts.get("seconds", SECONDS)))
        return answers.best_lines(self._desk(facts), self._line(facts), int(facts["lines"]), seconds, self._speech, news, look)

    def _why_not(self, facts: Facts, tell: Tell, look: Progress) -> Facts:
        return answers.why_not(self._desk(facts), self._line(facts), int(facts["action"]), SECONDS_WHY, self._speech, look)

    def _opened(self, facts: Facts, tell: Tell, look: Progress) -> Facts:
        """A tree that is begun anew: of moves, or of a text of another program."""
        named, speech = self._game(facts["game"]), self._speech
        if facts.get("text") is not None:
            titles, pgn, spec, position, unread = answers.pasted(named, facts["text"], facts.get("which", 0), speech.code, look)
            other = load_game(spec)
            start = self._lines.line(self._named.setdefault(spec_of(other), Named(spec_of(other), other, 0)), position, ())
            nodes = nodes_of(start, Place.of(pgn.moves), look)
            tree = answers.opened(start, nodes, speech, pgn, titles, unread)
        else:
            start = self._lines.line(named, facts.get("position"), ())
            moves, variations, typed = facts.get("moves", ""), facts.get("variations", ()), facts.get("typed", False)
            nodes = answers.read(start, moves, variations, speech.code, look, typed=typed)
            tree = answers.opened(start, nodes, speech)
        self._stand_at(start, None if tree["initial"] else tree["position"], nodes, _last_of_main(nodes))
        return tree

    def _written(self, facts: Facts, tell: Tell, look: Progress) -> Facts:
        """A tree as the text of a file."""
        start = self._lines.line(self._game(facts["game"]), facts.get("position"), ())
        said = {one["number"]: Move(0, tuple(one["nags"]), one["comment"], one["commands"], one["before"]) for one in facts.get("said", ())}
        root = answers.tree_of_nodes(read_tree(start, facts["moves"], facts["variations"], look), said)
        end = self._lines.line(start.named, facts.get("position"), [move.action for move in root.line])
        return answers.written(start, root, end, facts.get("comment", ""), facts.get("headers", {}))

    # What is kept

    def _remember(self, now: Facts) -> None:
        """The tree as it stands on the page, and the node at hand."""
        moves, variations = now["moves"], now["variations"]
        start = self._lines.line(self._game(now["game"]), now["position"], ())
        nodes = read_tree(start, moves, variations, _nothing)
        self._stand_at(start, now["position"], nodes, int(now["at"]))
        told = dict(now["said"])
        tree = {**answers.opened(start, nodes, self._speech), "comment": now["comment"], "headers": now["headers"]}
        tree["nodes"] = [{**node, "said": told.get(number)} for number, node in enumerate(tree["nodes"], 1)]
        with self.hold_sync():
            self.tree = tree
            self.stand = {"at": self._at, "lines": int(now["lines"]), "turned": now.get("turned")}
            self._prune()

    def _stand_at(self, start: Line, position: str | None, nodes: list[Node], at: int) -> None:
        self._start, self._position, self._nodes, self._at = start, position, nodes, at

    def _keep(self, path: str, facts: Facts, found: Facts) -> None:
        self.kept = {**self.kept, self._key(path, facts): found}
        self._prune()

    def _prune(self) -> None:
        """Keep no answers but those to what the page would ask if it were opened anew."""
        here = self._facts_at_hand()
        wanted = {self._key(path, here) for path in ("look", "lines")}
        self.kept = {key: found for key, found in self.kept.items() if key in wanted or key.startswith("kept ")}

    @staticmethod
    def _key(path: str, facts: Facts) -> str:
        """Under what an answer is kept (keyOf in api.js)."""
        return " ".join([path, facts.get("effort", ""), *facts["actions"]])

    # What it takes

    def _game(self, spec: str) -> Named:
        if spec not in self._named:
            raise SpecError(f"{spec[:100]!r} is not the game that is analysed here")
        return self._named[spec]

    def _line(self, facts: Facts) -> Line:
        return self._lines.line(self._game(facts["game"]), facts.get("position"), [int(action) for action in facts["actions"]])

    def _desk(self, facts: Facts) -> Desk:
        named = self._game(facts["game"])
        if named.spec not in self._known:
            self._known[named.spec] = shipped_book(named.game)
        return Desk(self._engines, self._store, self._known[named.spec])


def _nothing(_told: Any = None) -> None:
    """Nobody listens."""


def _last_of_main(nodes: Sequence[Node]) -> int:
    """The number of the last node of the main line."""
    at = 0
    for number, node in enumerate(nodes, 1):
        if node.parent == at:
            at = number
    return at
