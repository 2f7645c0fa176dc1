"""Looking: the steps of a search, simulations one by one, what orders of the children are worth, the ladder, and what rescaling does."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import Final

from fastapi import APIRouter, Request
from sse_starlette import EventSourceResponse

from zermelo.draw import tree as drawing
from zermelo.eligibility import ALPHABETA, TREES, checked
from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.explain import ladder as ladders
from zermelo.explain.observe import TreeTooLargeError, observe
from zermelo.explain.orders import orders
from zermelo.explain.page import Room, player
from zermelo.explain.picture import NOTHING, nodes
from zermelo.explain.scale import Choice, scaled
from zermelo.explain.searchtree import SearchTree
from zermelo.explain.simulations import watched
from zermelo.explain.sized import checked_size
from zermelo.explain.steps import animation
from zermelo.game import Game, State
from zermelo.games.tree import Tree
from zermelo.languages import Language, language
from zermelo.scales import told, value_of
from zermelo.search.alphabeta_table import alphabeta_table
from zermelo.search.known import Known
from zermelo.search.ladder import Climb, Measured, rungs_of
from zermelo.search.runtime.workers import Progress
from zermelo.search.size import tree_size
from zermelo.spec import Named
from zermelo.titles import titled
from zermelo.web.routes.common import Tell, TheDispatcher, client_of, opened, streamed
from zermelo.web.schemas import Climbed, Looked, Ordered, Scaled, Simulated
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")

MOST_NODES: Final = 5_000
"""Of a tree whose steps a page goes through."""
COMFORTABLE: Final = 300
"""Nodes that a tree may have for which a depth is chosen here."""
MOST_ORDERED: Final = 5_000
"""Of a tree whose orders are counted here."""
SAMPLES: Final = 200
"""Random orders that are tried ..."""
SAMPLED: Final = 200_000
"""... but no more than visit this many nodes together."""
LETTERS: Final = 8_000_000
"""Of all that a page shows of the steps of a search."""
PLAYED: Final = 20_000
"""Plies of simulations that a page goes through."""
DRAWN: Final = 300
"""Nodes of a best order that is drawn."""
COMPILED_FROM: Final = 20_000
"""Nodes from which on compiling every rung takes less time than it saves."""
RUNG_SECONDS: Final = 2.0
"""How long a rung of the ladder may take at one depth."""


@router.post("/tree")
async def tree(asked: Looked, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A search, step by step: HTML for `Player` of player.js, and its data; or that it is too large (see opening.py)."""
    return await dispatcher.looking(client_of(request), asked.game, _tree, asked)


def _tree(studio: Studio, asked: Looked, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, TREES)
    try:
        found = observed(named.game, state, asked, look, known_for(studio, named, asked))
    except TreeTooLargeError:
        whole = "too_large_folded" if asked.fold else "too_large" if asked.known or asked.algorithm == alphabeta_table.name else ""
        if whole:  # is looked at whole, or not at all
            speech = language(asked.lang)
            raise SearchError(speech.say(f"studio.tree.{whole}", most=speech.grouped(MOST_NODES))) from None
        return {"large": True, "depth": asked.depth}
    room = Room(LETTERS, "look less deep, or at a smaller tree")
    html, data = player(found, language=asked.lang, boards=asked.boards, most=asked.most, style=False, heading="h2", room=room)
    return {"html": html, "data": data, "depth": found.depth}


def known_for(studio: Studio, named: Named, asked: Looked) -> Known | None:
    """What knows positions of a game, where that is asked for. Raises SearchError where nothing does."""
    found = studio.catalogue.known(named) if asked.known else None
    if asked.known and found is None:
        raise SearchError(language(asked.lang).say("studio.tree.nothing_known"))
    return found


def observed(game: Game, state: State, asked: Looked, look: Progress, known: Known | None) -> SearchTree:
    """The tree to the depth that is asked for; unless one is, all of it, or where that is too much as deep as is easily looked at."""

    def to_depth(depth: int | None, most: int = MOST_NODES) -> SearchTree:
        if not asked.fold and known is None:  # which make it smaller than can be told beforehand
            checked_size(
                game, state, algorithm=asked.algorithm, depth=depth, evaluation=asked.evaluation, order=asked.order,
                most=most, progress=look,
            )  # fmt: skip
        return observe(
            game, state, algorithm=asked.algorithm, depth=depth, evaluation=asked.evaluation, order=asked.order, fold=asked.fold,
            most=most, progress=look, database=known,
        )  # fmt: skip

    if asked.depth is not None:
        return to_depth(asked.depth)
    with suppress(SearchError):  # too large, or without an end
        return to_depth(None)
    found = to_depth(1)
    for depth in count(2):
        try:
            found = to_depth(depth, COMFORTABLE)
        except TreeTooLargeError:
            break
    return found


@router.post("/simulations")
async def simulations(asked: Simulated, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Monte Carlo tree search, simulation by simulation: HTML for `Player` of player.js, and its data."""
    return await dispatcher.looking(client_of(request), asked.game, _simulations, asked)


def _simulations(studio: Studio, asked: Simulated, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, TREES)
    found = watched(
        named.game, state, simulations=asked.simulations, seed=asked.seed, exploration=asked.exploration, most_plies=PLAYED,
        progress=look,
    )  # fmt: skip
    html, data = animation(found, code=asked.lang, style=False, room=Room(LETTERS, "watch fewer simulations"))
    return {"html": html, "data": data}


@router.post("/order")
async def order(asked: Ordered, dispatcher: TheDispatcher, request: Request) -> Facts:
    """What alpha-beta visits in one order of the children and another."""
    return await dispatcher.looking(client_of(request), asked.game, _order, asked)


def _order(studio: Studio, asked: Ordered, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, ALPHABETA)
    speech = language(asked.lang)
    depth, size = _fitting(named.game, state, asked.depth)
    samples = min(SAMPLES, SAMPLED // size)
    found = orders(named.game, state, depth=depth, evaluation=asked.evaluation, samples=samples, progress=look)
    rows: list[tuple[str, float | None, float | None, int | None]] = [("plain", *found.plain), ("given", *found.given)]
    if found.own is not None:
        rows.append(("own", *found.own))
    rows += [
        ("best", found.best, found.best_leaves, None),
        ("worst", found.worst, found.worst_leaves, None),
        ("random", round(found.mean, 1), None, None),
    ]
    best = found.best_tree()
    drawn = "" if len(best) > DRAWN else drawing.tree(nodes(best, speech, notes=NOTHING), style=False).svg
    return {
        "rows": [
            {"name": speech.say(f"studio.order.{name}"), "nodes": n, "leaves": leaves, "cutoffs": cuts} for name, n, leaves, cuts in rows
        ],
        "spread": round(found.spread, 1),
        "least": min(found.at_random),
        "most": max(found.at_random),
        "orders": len(found.at_random),
        "minimal": round(found.minimal, 1),
        "svg": drawn,
        "cut": speech.say("studio.order.cut", depth=depth, most=speech.grouped(MOST_ORDERED)) if depth != asked.depth else "",
    }


def _fitting(game: Game, state: State, depth: int | None) -> tuple[int | None, int]:
    """The depth that is asked for, with the nodes of that tree; where none is asked for and the whole tree is too large, the greatest that
    is not. Raises SearchError where the tree is too large to the depth that is asked for, or one ply deep.
    """
    size = tree_size(game, state, depth, MOST_ORDERED)
    if size > MOST_ORDERED and depth is None:
        depth = next(plies for plies in count(1) if tree_size(game, state, plies + 1, MOST_ORDERED) > MOST_ORDERED)
        size = tree_size(game, state, depth, MOST_ORDERED)
    if size > MOST_ORDERED:
        raise SearchError(f"the tree has more than {MOST_ORDERED:,} nodes; look less deep")
    return depth, size


@router.post("/ladder")
async def ladder(asked: Climbed, dispatcher: TheDispatcher, request: Request) -> EventSourceResponse:
    """What each refinement of the engine is worth, rung by rung, each time with the chart so far."""
    await dispatcher.at_once(asked.game, _climbable, asked)
    return streamed(dispatcher, request, asked.game, _ladder, asked)


def _climbable(studio: Studio, asked: Climbed) -> Facts:
    opened(studio, asked)
    return {}


def _ladder(studio: Studio, asked: Climbed, tell: Tell, look: Progress) -> Facts:
    named, state = opened(studio, asked)
    checked(named, asked.lang, ALPHABETA)
    speech = language(asked.lang)
    initial = state == named.game.initial()
    small = asked.depth is not None and tree_size(named.game, state, asked.depth, COMPILED_FROM) <= COMPILED_FROM
    mode = "interpreted" if small else "auto"
    rungs, measured = rungs_of(with_evaluation(named.game, asked.evaluation)), list[Measured]()

    def climbing() -> None:
        """Tell how many rungs are measured, the last of them with the chart so far, and which is next."""
        done = len(measured)
        tell({
            "done": done,
            "of": len(rungs),
            "next": speech.say(f"ladder.rungs.{rungs[done].name}") if done < len(rungs) else None,
            "rung": _rung(climb.game, measured[-1], speech) if measured else None,
            "svg": chart() if measured else "",
        })  # fmt: skip

    def chart() -> str:
        position = "" if initial else named.game.write(state)
        return ladders.picture(climb, measured, game=titled(named.game, speech), position=position, language=asked.lang)

    climbing()
    climb = Climb(named.game, state, depth=asked.depth, seconds=RUNG_SECONDS, evaluation=asked.evaluation, mode=mode, progress=look)
    for rung in climb.rungs:
        look(0)
        measured.append(climb.measure(rung, look))
        climbing()
    theory = climb.branching
    return {
        "depth": climb.depth,
        "plain": climb.mode == "interpreted",
        "b": round(theory.b, 2),
        "all": round(theory.all_leaves),
        "random": round(theory.by_chance),
        "root": round(theory.square_root),
        "minimal": round(theory.minimal_tree),
    }


def _rung(game: Game, one: Measured, speech: Language) -> Facts:
    last = one.last
    return {
        "name": speech.say(f"ladder.rungs.{one.rung.name}"),
        "keeps": one.rung.keeps_value,
        "nodes": last.nodes if last else None,
        "leaves": last.leaves if last else None,
        "seconds": round(last.seconds, 4) if last else None,
        "value": value_of(float(last.value)) if last and not isinstance(last.value, tuple) else None,
        "told": told(game, last.value, speech) if last else "",
        "expected": round(one.expected[-1][1]) if one.expected else None,
    }


@router.post("/scale")
async def scale(asked: Scaled, dispatcher: TheDispatcher, request: Request) -> Facts:
    """What rescaling the leaves does to the choice at the root."""
    return await dispatcher.done(client_of(request), None, _scale, asked)


def _scale(studio: Studio, asked: Scaled) -> Facts:
    game = Tree(asked.tree)
    speech = language(asked.lang)
    found = scaled(game, to=asked.to)
    return {
        "leaves": [value_of(before) for before, _ in found[0].leaves],
        "rows": [
            {
                "name": speech.say(f"studio.scale.names.{one.name}"),
                "keeps": speech.say(f"studio.scale.{one.keeps}"),
                "leaves": [value_of(after) for _, after in one.leaves],
                "minimax": _choice(game, one.minimax, found[0].minimax),
                "expectiminimax": _choice(game, one.expectiminimax, found[0].expectiminimax),
            }
            for one in found
        ],
    }


def _choice(game: Game, choice: Choice, before: Choice) -> Facts:
    names = [game.name(game.initial(), action) for action in game.actions(game.initial())]
    values = [{"name": name, "value": value_of(value)} for name, value in zip(names, choice.values, strict=True)]
    return {"name": names[choice.place], "values": values, "changed": choice.place != before.place}
