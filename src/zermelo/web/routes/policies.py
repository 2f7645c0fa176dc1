"""The optimal policy of pig, as value iteration finds it, drawn for each score of the other player."""

from __future__ import annotations

from fastapi import APIRouter, Request

from zermelo.draw.field import field
from zermelo.games.pig import HOLD, ROLL, Pig
from zermelo.languages import language
from zermelo.web.policy import optimal
from zermelo.web.routes.common import TheDispatcher, client_of
from zermelo.web.schemas import Policy
from zermelo.web.studio import Facts, Studio

router = APIRouter(prefix="/api")


@router.post("/policy")
async def policy(asked: Policy, dispatcher: TheDispatcher, request: Request) -> Facts:
    """Where to roll and where to hold, when the other has this many points."""
    return await dispatcher.done(client_of(request), None, _policy, asked)


def _policy(studio: Studio, asked: Policy) -> Facts:
    say, other = language(asked.lang).say, min(asked.other, asked.goal - 1)
    names = {ROLL: say("studio.policy.roll"), HOLD: say("studio.policy.hold")}
    return {
        "svg": field(
            [[None, *(optimal(asked.goal, state) for state in row)] for row in Pig(asked.goal).decisions(other)],
            [names[action] for action in sorted(names)],
            title=say("studio.policy.title", goal=asked.goal, other=other),
            across=say("studio.policy.across"),
            upwards=say("studio.policy.upwards"),
            guide=(20, say("studio.policy.guide")) if asked.goal > 20 else None,
            cell=max(5.0, 480 / asked.goal),
        )
    }
