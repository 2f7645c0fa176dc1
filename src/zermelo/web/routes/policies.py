"""The optimal policy of pig, as value iteration finds it, drawn for each score of the other player."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request

from zermelo.draw.field import field
from zermelo.game import State
from zermelo.games.pig import HOLD, ROLL, Pig
from zermelo.languages import language
from zermelo.solve.value_iteration import ValueIteration
from zermelo.web.asked import Policy
from zermelo.web.routes.common import Facts, TheStudio, client_of

router = APIRouter(prefix="/api")


@lru_cache(maxsize=4)
def _optimal(goal: int) -> dict[State, int | None]:
    """The optimal action of each state."""
    return {one.state: one.action for one in ValueIteration(Pig(goal)).run().values()}


@router.post("/policy")
async def policy(asked: Policy, studio: TheStudio, request: Request) -> Facts:
    """Where to roll and where to hold, when the other has so many points."""
    return await studio.desk.done(client_of(request), lambda: _policy(asked))


def _policy(asked: Policy) -> Facts:
    say, other = language(asked.lang).say, min(asked.other, asked.goal - 1)
    best = _optimal(asked.goal)
    names = {ROLL: say("studio.policy.roll"), HOLD: say("studio.policy.hold")}
    return {
        "svg": field(
            [[None, *(best.get(state) for state in row)] for row in Pig(asked.goal).decisions(other)],
            [names[action] for action in sorted(names)],
            title=say("studio.policy.title", goal=asked.goal, other=other),
            across=say("studio.policy.across"),
            upwards=say("studio.policy.upwards"),
            guide=(20, say("studio.policy.guide")) if asked.goal > 20 else None,
            cell=max(5.0, 480 / asked.goal),
        )
    }
