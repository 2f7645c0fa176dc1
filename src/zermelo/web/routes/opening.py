"""A search that is too large to be gone through step by step, opened node by node."""

from __future__ import annotations

import time
from math import inf, isfinite
from typing import Final

from fastapi import APIRouter, Request
from sse_starlette import EventSourceResponse

from zermelo.eligibility import TREES, checked
from zermelo.errors import SearchError
from zermelo.explain.narration import player_name
from zermelo.explain.observe import TreeTooLargeError, prepared
from zermelo.explain.opened import MOST, SECONDS, Opened, opened, reached
from zermelo.explain.picture import BOUND_SIGNS, shape_of
from zermelo.explain.searchtree import AVERAGE, BACKED_UP, NEVER, NOBODY, ROOT, SearchTree
from zermelo.game import CHANCE
from zermelo.languages import Language, language
from zermelo.scales import counted_in, short
from zermelo.search.runtime.workers import Progress
from zermelo.view import action_squares, board_view, spoken
from zermelo.web.routes.common import Tell, TheDispatcher, streamed
from zermelo.web.routes.common import opened as position_of
from zermelo.web.schemas import NodeOpened, NodeSeen
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api/tree")

_BETWEEN: Final = 0.25
"""Seconds from which on it is told again how many nodes there are so far."""


@router.post("/open")
async def open_node(asked: NodeOpened, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """What a search did at a node, and what came back from each of its children; meanwhile, how many nodes it has visited."""
    await dispatcher.at_once(asked.game, _fits, asked)
    return streamed(dispatcher, request, asked.game, _open, asked)


def _fits(studio: Studio, asked: NodeOpened) -> Facts:
    checked(position_of(studio, asked)[0], asked.lang, TREES)
    return {}


def _open(studio: Studio, asked: NodeOpened, tell: Tell, look: Progress) -> Facts:
    named, state = position_of(studio, asked)
    speech, last = language(asked.lang), time.monotonic()

    def so_far(nodes: int) -> None:
        nonlocal last
        look(nodes)
        if time.monotonic() > last + _BETWEEN:
            last = time.monotonic()
            tell({"nodes": nodes})

    try:
        found = opened(
            named.game, state, [int(action) for action in asked.path], algorithm=asked.algorithm, depth=asked.depth,
            evaluation=asked.evaluation, window=asked.window or (-inf, inf), order=asked.order, seconds=SECONDS, progress=so_far,
        )  # fmt: skip
    except TreeTooLargeError:
        raise SearchError(speech.say("studio.tree.too_large_to_open", most=MOST // 1_000_000, seconds=SECONDS)) from None
    return {
        "node": _row(found, ROOT, speech),
        "children": [_row(found, child, speech) for child in found.tree.children[ROOT]],
        "measured": _measured(found.tree, speech),
    }


def _row(found: Opened, node: int, speech: Language) -> Facts:
    """A node as a line of an outline."""
    tree, at_chance = found.tree, found.tree.player[ROOT] == CHANCE
    name, searched = spoken(tree.game, tree.name(node), speech), tree.order[node] != NEVER
    player = NOBODY if searched and tree.origin[node] not in (BACKED_UP, AVERAGE) else tree.player[node]
    low, high = (short(tree.game, end, speech, 6) for end in (tree.alpha_in[node], tree.beta_in[node]))
    return {
        "action": "" if node == ROOT else str(tree.action[node]),
        "name": f"{name}: {speech.probability(tree.probability[node])}" if node != ROOT and at_chance else name,
        "shape": shape_of(player, tree.game.players),
        "mover": "" if player == NOBODY else player_name(tree.game, player, speech),
        "searched": searched,
        "leaf": player == NOBODY,
        "value": f"{BOUND_SIGNS.get(tree.bound[node], '')}{short(tree.game, tree.value[node], speech)}" if searched else "",
        "bounds": [one if isfinite(one) else str(one) for one in (tree.alpha_in[node], tree.beta_in[node])],
        "window": speech.between(low, high) if tree.windowed and searched else "",
        "nodes": found.nodes[node],
        "cutoffs": found.cutoffs[node],
        "cut": searched and found.is_cut(node),
        "best": node == tree.best(ROOT),
        "better": not at_chance and node in found.improving(),
        "cuts": node == found.cutting(),
    }


def _measured(tree: SearchTree, speech: Language) -> str:
    """What the values count, in words; empty where nobody knows a word."""
    unit = counted_in(tree.game, speech)
    return speech.say("worth.measured", unit=unit) if unit else ""


@router.post("/board")
async def board_of_node(asked: NodeSeen, dispatcher: TheDispatcher) -> Facts:
    """The board of a node."""
    return await dispatcher.at_once(asked.game, _board, asked)


def _board(studio: Studio, asked: NodeSeen) -> Facts:
    named, state = position_of(studio, asked)
    checked(named, asked.lang, TREES)
    rules, state, _ = prepared(named.game, state, asked.algorithm, asked.evaluation)
    path, last = [int(action) for action in asked.path], tuple[int, ...]()
    if path:
        state = reached(rules, state, path[:-1])
        after = reached(rules, state, path[-1:])
        if rules.to_move(state) != CHANCE:
            last = action_squares(rules, state, path[-1])
        state = after
    return {"board": board_view(rules, state, language(asked.lang), last=last)}
