"""Watched simulations as a step player: the tree grows node by node, and a sentence says what each step does.

Four kinds of steps, as the books tell them: SELECT a child, EXPAND the tree by a node, PLAY out, BACK up; and in the END what
would be played. `static/simulations.js` of the studio plays them.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import inf
from typing import Any, Final

from zermelo.draw import tree as drawing
from zermelo.explain.narration import player_name
from zermelo.explain.page import Room, pictures, stage
from zermelo.explain.simulations import Candidate, Simulation, Watched, how_valued
from zermelo.game import CHANCE, MIN
from zermelo.languages import Language, language
from zermelo.titles import titled

SELECT: Final = "select"
EXPAND: Final = "expand"
PLAYOUT: Final = "playout"
BACK: Final = "back"
END: Final = "end"
_LINES: Final = {SELECT: 1, EXPAND: 2, PLAYOUT: 3, BACK: 4, END: 6}
"""The line of the listing that each kind of step is about."""
_DIGITS: Final = 3
_COMPARED: Final = 4
"""Children whose bounds a sentence names."""
_MOVES: Final = 12
"""Moves of a playout that a sentence names."""


def animation(
    found: Watched, *, code: str = "en", style: bool = True, heading: str = "h2", room: Room | None = None
) -> tuple[str, dict[str, Any]]:
    """The HTML that a step player plays on, and its data: nodes in the order in which they are drawn, and steps.

    code     the language
    style    put the picture's own style into it
    heading  the element of the title
    room     for the states, sentences and pictures; as much as they need unless given. SearchError where it does not suffice
    """
    return _Animation(found, language(code), room).made(style, heading)


class _Animation:
    def __init__(self, found: Watched, speech: Language, room: Room | None) -> None:
        self.found, self.speech, self.game = found, speech, found.game
        self._take = room.take if room else str
        self.drawn_as = {node: place for place, node in enumerate(self._in_order())}

    def _in_order(self) -> Iterator[int]:
        """The nodes as they are drawn: each before what is below it, sisters by their actions."""
        found = self.found
        below: list[list[int]] = [[] for _ in found.parent]
        for node in range(1, len(found)):
            below[found.parent[node]].append(node)
        waiting = [0]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += sorted(below[node], key=lambda child: -found.action[child])

    def made(self, style: bool, heading: str) -> tuple[str, dict[str, Any]]:
        found, say = self.found, self.speech.say
        last = found.after(len(found.simulations))
        shown = [self._node(node, *last[node]) for node in self.drawn_as]
        svg = drawing.tree(shown, most=len(shown), style=style).svg
        summary = [say("simulated.simulations", count=len(found.simulations)), say("summary.value", value=self._number(last[0][1]))]
        title = say("simulated.title", game=titled(self.game, self.speech))
        html = stage(title, escape("; ".join(summary)), svg, self.speech, heading=heading)
        boards = pictures(self.game, (found.state[node] for node in self.drawn_as), self.speech)
        data = {
            "nodes": [
                {
                    "parent": self.drawn_as[found.parent[node]] if node else -1,
                    "label": self._take(self.label(node)),
                    "name": "",
                    "value": "",
                    "inner": True,
                    "note": "",
                    "mover": "",
                    "best": False,
                    "board": self._take(self.game.show(found.state[node])),
                    "picture": boards[place] if boards else "",
                }
                for place, node in enumerate(self.drawn_as)
            ],
            "steps": [step for number, one in enumerate(found.simulations, 1) for step in self._steps(number, one)] + [self._end()],
            "source": say("simulations.listing").rstrip("\n").split("\n"),
            "pseudo": [],
            "variables": [],
            "words": {"anything": ""},
        }
        return html, data

    def _node(self, node: int, visits: int, value: float) -> drawing.Node:
        found = self.found
        parent = self.drawn_as[found.parent[node]] if node else -1
        name = self._named(found.name(node))
        if node and self._mover(found.parent[node]) == CHANCE:
            chances = dict(self.game.outcomes(found.state[found.parent[node]]))
            name = f"{name}: {self._number(chances[found.action[node]])}"
        return drawing.Node(parent, self._shape(node), self._number(value), name, str(visits))

    def _shape(self, node: int) -> str:
        if self.game.is_terminal(self.found.state[node]):
            return drawing.LEAF
        mover = self._mover(node)
        if mover == CHANCE:
            return drawing.CHANCE
        return drawing.PLAYER if self.game.players > 2 else drawing.MIN if mover == MIN else drawing.MAX

    def _mover(self, node: int) -> int:
        return self.game.to_move(self.found.state[node])

    # Steps

    def _steps(self, number: int, one: Simulation) -> Iterator[dict[str, Any]]:
        for place, candidates in enumerate(one.candidates):
            node, child = one.path[place], one.path[place + 1]
            yield self._step(SELECT, node, self._selected(number, node, child, candidates), child=child)
        last = one.path[-1]
        facts = {"node": self.label(last), "reward": self.speech.worth(one.reward, _DIGITS)}
        if one.new:
            yield self._step(EXPAND, last, self._say("expand", **facts), changes=[[self.drawn_as[last], "", ""]])
        played = "endless" if not self.game.is_terminal(one.end) else "playout" if one.playout else "over"
        how = how_valued(self.game, self.speech)
        told = self._say(played, moves=" ".join(self._moves(one)), plies=len(one.playout), how=how, **facts)
        yield self._step(PLAYOUT, last, told, end=one)
        yield self._step(BACK, last, self._backed_up(one), end=one, changes=[
            [self.drawn_as[node], self._number(value), str(visits)]
            for node, visits, value in zip(one.path, one.visits, one.values, strict=True)
        ])  # fmt: skip

    def _step(
        self, kind: str, node: int, text: str, *, child: int = -1, changes: list[list[Any]] | None = None, end: Simulation | None = None
    ) -> dict[str, Any]:
        shown = self.found.state[node] if end is None else end.end
        pictured = pictures(self.game, [shown], self.speech)
        return {
            "kind": kind,
            "node": self.drawn_as[node],
            "child": self.drawn_as.get(child, -1),
            "line": _LINES[kind],
            "text": self._take(text),
            "changes": changes or [],
            "label": self.label(node) if end is None else self.speech.say("simulations.end_of_playout"),
            "board": self._take(self.game.show(shown)),
            "picture": self._take(pictured[0]) if pictured else "",
        }

    def _selected(self, number: int, node: int, child: int, candidates: tuple[Candidate, ...]) -> str:
        at_node = self.speech.say("at", node=self.label(node)) if node else self.speech.say("at_root")
        facts: dict[str, Any] = {"number": number, "at_node": at_node, "child": self._named(self.found.name(child))}
        if not candidates:
            return self._say("select.chance", **facts)
        facts["mover"] = player_name(self.game, self._mover(node), self.speech)
        if any(one.bonus == inf for one in candidates):
            return self._say("select.untried", **facts)
        best = sorted(candidates, key=lambda one: -one.bound)[:_COMPARED]
        told = [
            f"{self._action(node, one)} {self._number(one.mean)} + {self._number(one.bonus)} = {self._number(one.bound)}" for one in best
        ]
        return self._say("select.bound", bounds="; ".join(told), **facts)

    def _action(self, node: int, one: Candidate) -> str:
        return self._named(self.game.name(self.found.state[node], one.action))

    def _moves(self, one: Simulation) -> list[str]:
        """The moves of a playout by their names, the first ones of many."""
        state, names = self.found.state[one.path[-1]], []
        for action in one.playout:
            names.append(self._named(self.game.name(state, action)))
            state = self.game.result(state, action)
        return names if len(names) <= _MOVES else [*names[: _MOVES - 1], "..."]

    def _backed_up(self, one: Simulation) -> str:
        told = "; ".join(
            f"{self.label(node)}: {self._number(value)} ({self.speech.say('simulated.visits', count=visits)})"
            for node, visits, value in zip(one.path, one.visits, one.values, strict=True)
        )
        return self._say("back", reward=self.speech.worth(one.reward, _DIGITS), told=told)

    def _end(self) -> dict[str, Any]:
        found = self.found
        last = found.after(len(found.simulations))
        tried = {node: last[node] for node in last if found.parent[node] == 0}
        sign = -1 if self.game.players == 2 and self._mover(0) == MIN else 1
        best = max(tried, key=lambda node: (tried[node][0], sign * tried[node][1]))
        visits = self.speech.say("simulated.visits", count=tried[best][0])
        text = self._say("end", child=self._named(found.name(best)), visits=visits, value=self._number(tried[best][1]))
        cut = sum(not self.game.is_terminal(one.end) for one in self.found.simulations)
        return self._step(END, best, f"{text} {self._say('cut', cut=cut, all=len(self.found.simulations))}" if cut else text)

    # Words

    def _named(self, text: str) -> str:
        return self.speech.spoken(text, self.game.phrases)

    def _say(self, message: str, **facts: Any) -> str:
        told = self.speech.say(f"simulations.{message}", **facts)
        return told[:1].upper() + told[1:]

    def _number(self, value: float) -> str:
        return self.speech.number(value, _DIGITS)

    def label(self, node: int) -> str:
        """What a node is called: the root, or the actions that lead there."""
        names = []
        while node > 0:
            names.append(self._named(self.found.name(node)))
            node = self.found.parent[node]
        return " ".join(reversed(names)) or self.speech.say("root")
