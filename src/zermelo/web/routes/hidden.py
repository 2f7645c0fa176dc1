"""What is hidden: a tree as who deals sees it and as it is, and how a strategy comes about."""

from __future__ import annotations

from itertools import islice
from typing import Final

from fastapi import APIRouter, Request

from zermelo.draw import tree as drawing
from zermelo.draw.chart import Curve, chart
from zermelo.errors import SearchError
from zermelo.explain.determinizations import PLACES, deals, seen_tree
from zermelo.explain.ladder import rounded
from zermelo.games.tree import Tree
from zermelo.languages import Language, language
from zermelo.solving.convergence import Stage, convergence
from zermelo.solving.solver import ALGORITHMS, equilibrium
from zermelo.solving.tree import TooLargeError
from zermelo.titles import titled
from zermelo.view import player_name, spoken
from zermelo.web.errors import AnsweredError
from zermelo.web.routes.common import TheDispatcher, client_of
from zermelo.web.schemas import Dealt, Solved
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")

MOST_DEALT: Final = 200
"""Nodes of a tree that is shown with what is hidden in it."""
MOST_SOLVED: Final = 20_000
"""Nodes of a game whose strategies are shown."""
MOST_SETS: Final = 40
"""Information sets that are shown."""


@router.post("/worlds")
async def worlds(asked: Dealt, dispatcher: TheDispatcher, request: Request) -> Facts:
    """A tree with information sets, drawn twice, and what three ways to play make of one node of it."""
    return await dispatcher.done(client_of(request), None, _worlds, asked)


def _worlds(studio: Studio, asked: Dealt) -> Facts:
    game, speech = Tree(asked.tree), language(asked.lang)
    if len(asked.tree) > MOST_DEALT * 10 or not game.hidden or game.players != 2:
        raise SearchError("this shows small trees for two players with information sets, such as MAX@a(...)")
    node = game.read(asked.at)
    found, balanced = deals(game, node), equilibrium(game, mode="interpreted")
    shares = balanced.at(node)
    return {
        "pictures": [
            {"name": speech.say("studio.worlds.seen"), "svg": drawing.tree(seen_tree(game, speech), style=False).svg},
            {"name": speech.say("studio.worlds.balanced"), "svg": drawing.tree(seen_tree(game, speech, balanced.at), style=False).svg},
        ],
        "worlds": [{"name": game.write(state), "weight": weight} for state, weight in found.worlds],
        "rows": [
            {
                "name": game.name(node, one.action),
                "worlds": list(one.worlds),
                "mean": one.mean,
                "visits": one.visits,
                "found": round(one.found, PLACES),
                "share": round(shares[one.action], PLACES),
            }
            for one in found.actions
        ],
    }


@router.post("/strategy")
async def strategy(asked: Solved, dispatcher: TheDispatcher, request: Request) -> Facts:
    """What a strategy says after few iterations and many, and the chart of what it loses to who knows it."""
    return await dispatcher.done(client_of(request), asked.game, _strategy, asked)


def _strategy(studio: Studio, asked: Solved) -> Facts:
    named, speech = studio.catalogue.game(asked.game), language(asked.lang)
    try:
        found = {name: convergence(named.game, name, most=MOST_SOLVED) for name in ALGORITHMS}
    except TooLargeError as error:
        title, nodes, most = titled(named.game, speech), rounded(error.nodes, speech), speech.grouped(error.most)
        raise AnsweredError(422, speech.say("studio.strategy.too_large", game=title, nodes=nodes, most=most)) from None
    stages = found[asked.algorithm]
    curves = [Curve(name, tuple(map(_point, made))) for name, made in found.items()]
    return {
        "title": titled(named.game, speech),
        "algorithms": list(found),
        "stages": [_stage(stage) for stage in stages],
        "sets": _sets(stages[-1], speech),
        "svg": chart(
            curves,
            title=speech.say("studio.strategy.chart", game=titled(named.game, speech)),
            across=speech.say("studio.strategy.iterations"),
            upwards=speech.say("studio.strategy.exploitability"),
        ),
    }


def _point(stage: Stage) -> tuple[float, float]:
    return float(stage.iterations), max(stage.judgement.exploitability, 1e-12)  # the axis is logarithmic


def _stage(stage: Stage) -> Facts:
    return {
        "iterations": stage.iterations,
        "exploitability": stage.judgement.exploitability,
        "value": stage.judgement.values[0],
        "shares": [list(shares.values()) for _, shares in stage.strategy.rows()][:MOST_SETS],
    }


def _sets(stage: Stage, speech: Language) -> list[Facts]:
    """Who is to move at each information set, what they see and may do."""
    game = stage.strategy.game
    return [
        {
            "player": player_name(game, game.to_move(seen), speech),
            "seen": ", ".join(spoken(game, word, speech) for word in game.sees(seen)),
            "actions": [spoken(game, game.name(seen, action), speech) for action in shares],
        }
        for seen, shares in islice(stage.strategy.mixed.items(), MOST_SETS)
    ]
