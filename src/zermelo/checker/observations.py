"""The rules for games that hide something: what a player does may depend on nothing but what that player observes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.checker.findings import Failed, Finding
from zermelo.checker.rules import Memory, Rule
from zermelo.checker.view import View, repr_of
from zermelo.game import CHANCE, Game, defines
from zermelo.simultaneous import as_written
from zermelo.state_text import shortened
from zermelo.values import is_equal


def facts(game: Game) -> Iterator[Finding]:
    """`hidden` and `observe` go together."""
    if game.hidden and not defines(game, "observe"):
        yield Finding("missing", "observe", f"{type(game).__name__} has `hidden = True` and does not define `observe(self, state, player)`")


def observe(view: View, memory: Memory) -> Iterator[Finding]:
    """An observation is a state of the same type, is its own observation, and shows its player whether and how to move."""
    if not view.game.hidden:
        yield from _open(view)
        return
    for player in range(view.game.players):
        label = f"observe(state, {player})"
        seen = seen_by(view, player)
        if type(seen.state) is not type(view.state):
            kinds = f"a {type(seen.state).__name__}; it must be a {type(view.state).__name__}, as the state"
            yield Finding("observe", "type", f"{label} gave {shortened(seen.state)}, {kinds}")
            return
        again = seen.ask("observe", player)
        if is_equal(again, seen.state) is not True:
            told = f"{label} gave {_words(seen)}, and asked what {player} sees there, {shortened(again)}; an observation is its own"
            yield Finding("observe", "twice", told)
        yield from _answers(view, seen, player, label)


def _open(view: View) -> Iterator[Finding]:
    """In a game that does not say that it hides something, players see the whole state."""
    for player in range(view.game.players) if defines(view.game, "observe") else ():
        seen = seen_by(view, player)
        if is_equal(seen.state, view.state) is not True:
            told = f"observe(state, {player}) gave {_words(seen)}, and {type(view.game).__name__} does not say `hidden = True`"
            yield Finding("observe", "hidden", f"{told}; without that, players are shown the whole state")
            return


def _answers(view: View, seen: View, player: int, label: str) -> Iterator[Finding]:
    """The observation gives the same answers as the state, to those who have to know them."""
    there = f"in {label}, {_words(seen)}"
    try:
        if seen.is_terminal != view.is_terminal:
            told = f"is_terminal is {view.is_terminal} here, and {seen.is_terminal} {there}"
            yield Finding("observe", "is_terminal", f"{told}; players know when a game is over")
        elif not view.is_terminal and view.player == player:
            if seen.player != player:
                told = (
                    f"player {player} is to move here, and in {label}, {_words(seen)}, to_move says {seen.player}; who is to move knows it"
                )
                yield Finding("observe", "to_move", told)
            elif seen.listed != view.listed:
                told = f"actions(state) gave {shortened(view.listed)}, and {there}, {shortened(seen.listed)}"
                yield Finding("observe", "actions", f"{told}; what is legal depends on nothing that its player does not see")
            else:
                for action in seen.listed:
                    seen.ask("name", action)
        if not isinstance(shown := seen.ask("show"), str):
            yield Finding("observe", "show", f"show gave {shown!r} for {label}, {_words(seen)}; an observation is shown as a state is")
        seen.ask("write")
        seen.ask("picture")
    except Failed as failure:
        told = f"{there}, {failure}; what a player sees is asked what a state is"
        raise Failed("observe", failure.finding.subject, told) from failure


def recall(view: View, memory: Memory) -> Iterator[Finding]:
    """Players forget nothing: where they see the same, they saw and did the same when they moved last."""
    if not as_written(view.game).hidden or view.is_terminal:  # where all choose at once nothing else is hidden, and the past is known
        return
    for action, child in view.children.items():
        if child.is_terminal or child.player == CHANCE:
            continue
        player = child.player
        seen, before = seen_by(child, player), _last_turn(child, player)
        first = memory.recalled.setdefault((player, seen.state), (before, child))
        if first[0] != before:
            told = f"after result(state, {action}) player {player} sees {_words(seen)}, as in another state, {first[1].text}"
            yield Finding(
                "recall", "observe", f"{told}, but got there another way: {_told(view, before)} here, {_told(view, first[0])} there"
            )
            return


def seen_by(view: View, player: int) -> View:
    """What a player sees of a state."""
    return View(view.caller, view.ask("observe", player), view.parent, view.action)


def _last_turn(view: View, player: int) -> tuple[Any, int] | None:
    """What the player saw and did at the last turn before this state; None at the first."""
    while view.parent is not None:
        parent, action = view.parent, view.action
        if parent.player == player:
            return seen_by(parent, player).state, action
        view = parent
    return None


def _told(view: View, turn: tuple[Any, int] | None) -> str:
    if turn is None:
        return "without a turn before"
    seen, action = View(view.caller, turn[0]), turn[1]
    return f"by action {action} in {_words(seen)}"


def _words(seen: View) -> str:
    try:
        return repr(seen.ask("write"))
    except Failed:
        return repr_of(seen.state)


OBSERVATIONS: tuple[Rule, ...] = (observe, recall)
