"""Makes pig-policy.svg, the picture on the page of pig: how to play, as value iteration finds it, when the other has 30 points.

python docs/images/pig.py
"""

from pathlib import Path

from zermelo.draw.field import field
from zermelo.games.pig import Pig
from zermelo.solving.value_iteration import ValueIteration

OTHER = 30
PICTURE = Path(__file__).with_name("pig-policy.svg")


def picture(goal: int = 100, other: int = OTHER, mode: str = "auto") -> str:
    """The optimal action by player 1's score and the points of the turn. The states are those after 0 to 0: all there are."""
    game = Pig(goal)
    best = {one.state: one.action for one in ValueIteration(game, mode=mode).run().values()}
    return field(
        [[None, *(best.get(state) for state in row)] for row in game.decisions(other)],
        ("roll", "hold"),
        title=f"Pig to {goal}: the optimal policy when the other has {other} points",
        across="points of the player",
        upwards="points of the turn",
        guide=(20, "hold at 20"),
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
