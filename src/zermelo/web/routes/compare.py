"""Two searches of one position beside each other: their steps, and which nodes only one of them visits and why."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request

from zermelo.eligibility import TREES, checked
from zermelo.errors import SearchError
from zermelo.explain.compare import compared
from zermelo.explain.narration import Narration
from zermelo.explain.observe import TreeTooLargeError
from zermelo.explain.page import Room, player
from zermelo.explain.searchtree import NO_NODE, SearchTree
from zermelo.game import Game, State
from zermelo.languages import language
from zermelo.search.known import Known
from zermelo.search.runtime.workers import Progress
from zermelo.web.routes import trees as looking
from zermelo.web.routes.common import TheDispatcher, client_of, opened
from zermelo.web.routes.trees import LETTERS, known_for, observed
from zermelo.web.schemas import Compared, Looked
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")

NAMED = 12
"""Nodes at which a search stopped that are told, those that spared most."""


@router.post("/compare")
async def compare(asked: Compared, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Two searches, step by step, and how their nodes differ."""
    return await dispatcher.looking(client_of(request), asked.game, _compare, asked)


def _compare(studio: Studio, asked: Compared, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, TREES)
    other = {"algorithm": asked.against} if asked.against not in ("given", "own") else {"order": asked.against}
    both = [asked, asked.model_copy(update=other)]
    try:
        trees = _beside(named.game, state, both, look, known_for(studio, named, asked))
    except TreeTooLargeError:
        speech = language(asked.lang)
        raise SearchError(speech.say("studio.tree.too_large", most=speech.grouped(looking.MOST_NODES))) from None
    room = Room(LETTERS, "look less deep, or at a smaller tree")
    shown = [player(tree, language=asked.lang, boards=asked.boards, style=False, heading="h2", room=room) for tree in trees]
    return {
        "sides": [{"html": html, "data": data} for html, data in shown],
        "depth": trees[0].depth,
        "in_order": both[0].order == both[1].order,
        **_difference(trees[0], trees[1], asked.lang),
    }


def _beside(game: Game, state: State, both: Sequence[Looked], look: Progress, known: Known | None) -> list[SearchTree]:
    """The two searches, as deep as the one that is looked at less deep."""
    trees = [observed(game, state, one, look, known) for one in both]
    depths = {tree.depth for tree in trees}
    if len(depths) > 1:
        depth = min(depth for depth in depths if depth is not None)
        trees = [observed(game, state, one.model_copy(update={"depth": depth}), look, known) for one in both]
    return trees


def _difference(left: SearchTree, right: SearchTree, lang: str) -> Facts:
    """By how many nodes the searches differ, and why, as sentences; the last one says how many are left out."""
    found, tellings = compared(left, right), (Narration(left, lang), Narration(right, lang))
    say = tellings[0].language.say
    reasons = []
    for telling, stops in ((tellings[1], found.left), (tellings[0], found.right)):
        why = {reason.node: telling.reason(reason) for reason in telling.reasons.values() if reason.unvisited}
        why |= {node: telling.answer(node) for node, _ in stops if telling.tree.entry[node] != NO_NODE}
        for node, count in stops[:NAMED]:
            reasons.append(say("compare.below", count, node=telling.label(node), why=why.get(node, "")).rstrip())
    rest = [count for stops in (found.left, found.right) for _, count in stops[NAMED:]]
    if rest:
        reasons.append(say("compare.more", len(rest), nodes=sum(rest)))
    first, second = (sum(count for _, count in stops) for stops in (found.left, found.right))
    return {"difference": say("compare.difference", both=found.both, first=first, second=second), "reasons": reasons}
