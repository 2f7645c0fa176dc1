"""`zermelo solve --by value-iteration`: what every state of a game with chance is worth, and how to play in it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Final

from zermelo.cli.errors import interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.output import print_facts, print_json, print_state, print_table, reporting_on
from zermelo.files import write_whole
from zermelo.game import CHANCE, MIN, Game, State, has_rewards
from zermelo.play.players import seat_name
from zermelo.search.size import SAY_WHAT_IT_IS_WORTH
from zermelo.solving.graph import MOST_STATES, GameGraph
from zermelo.solving.value_iteration import TOLERANCE, StateValue, ValueIteration
from zermelo.values import chopped, counted, in_words

LONGEST: Final = 40
"""Actions of a line that are shown."""
COLUMNS: Final = ("position", "to_move", "value", "action")


def solve_values(
    game: Game,
    state: State,
    why: str,
    policy: str | None,
    tolerance: float | None,
    states: int | None,
    mode: str,
    json: bool,
    graph: GameGraph | None = None,
) -> None:
    """Solve a game from a state on, whose states may have been listed, print what is known of that, and save the policy."""
    target = checked_target(policy) if policy else None
    stopped = False
    with reporting_on("listing the states") as progress:
        try:
            found = ValueIteration(
                game,
                state,
                tolerance=TOLERANCE if tolerance is None else tolerance,
                mode=mode,
                most=MOST_STATES if states is None else states,
                progress=progress,
                graph=graph,
            )
        except KeyboardInterrupt:
            interrupted("stopped before all states were listed")
        try:
            found.run()
        except KeyboardInterrupt:
            stopped = True
        if target is not None and not stopped:
            progress("saving")
            _save(found, target)
    if json:
        print_json({**_facts(found), "why": why})
    else:
        _print(found, why)
    if stopped:
        interrupted("stopped before all was solved")


def _save(found: ValueIteration, target: Path) -> None:
    if target.suffix.casefold() != ".csv":
        found.policy().save(target)
        return
    game = found.game
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for one in found.values():
        if one.action is not None:
            mover = seat_name(game, game.to_move(one.state))
            table.writerow((game.write(one.state), mover, f"{one.value:.12g}", game.name(one.state, one.action)))
    write_whole(target, text.getvalue())


def _interval(game: Game, state: State, one: StateValue) -> tuple[float, float]:
    """Between what a value lies, to the player who moves in `state`; where chance moves, to MAX."""
    return (-one.high + 0.0, -one.low + 0.0) if not game.is_terminal(state) and game.to_move(state) == MIN else (one.low, one.high)


def _facts(found: ValueIteration) -> dict[str, Any]:
    game, state = found.game, found.graph.root
    scores = {game.name(state, action): _interval(game, state, one) for action, one in found.actions().items()}
    low, high = _interval(game, state, found.root)
    return {
        "position": game.write(state),
        "score": (low + high) / 2,
        "between": [low, high],
        "scores": {name: sum(ends) / 2 for name, ends in scores.items()},
        "best": [game.name(state, action) for action in found.best()],
        "states": found.graph.count,
        "open_states": found.open_states,
        "components": found.components,
        "sweeps": found.sweeps,
        "updates": found.updates,
        "seconds": round(found.seconds, 6),
        "mode": found.mode,
        "stopped": "solved" if found.done else "interrupted",
    }


def _print(found: ValueIteration, why: str) -> None:
    game, state = found.game, found.graph.root
    print_state(game, state)
    low, high = _interval(game, state, found.root)
    over = game.is_terminal(state)
    mover = CHANCE if over else game.to_move(state)
    best = found.best()
    rows: list[tuple[str, ...]] = [
        (f"{game.name(state, action)}{'*' if action in best else ''}", _told(*_interval(game, state, one)))
        for action, one in found.actions().items()
    ]
    if rows:
        print_table(("move" if mover != CHANCE else "chance", "score"), rows)
        print()
    to_whom = f"{seat_name(game, 0)}" if mover == CHANCE else f"{seat_name(game, mover)}, who is to move"
    apart = found.open_states
    facts = [
        ("score", f"{_told(low, high)} to {to_whom}" + (f"; within {(high - low) / 2:.1g}" if game.chance or low < high else "")),
        ("states", f"{found.graph.count:,}, in {found.components:,} components"),
        ("updates", f"{found.updates:,} in {found.sweeps:,} sweeps"),
        ("by", f"value iteration, {found.mode}, in {found.seconds:.3f} s"),
        ("why", why),
    ]
    if found.done and rows and not game.chance:
        facts.insert(1, ("line", _line(found)))
    if found.done and apart:
        told = f"{counted(apart, 'state')}: players can go round for ever, and the rules do not say what that is worth"
        facts.insert(2, ("open", told if game.chance or has_rewards(game) else f"{told}; {SAY_WHAT_IT_IS_WORTH}"))
    print_facts(facts)


def _line(found: ValueIteration) -> str:
    """The names of the actions of best play, as far as it goes without chance and without a state that comes again."""
    game, state, names = found.game, found.graph.root, list[str]()
    actions, goes_round = found.line()
    for action in actions[:LONGEST]:
        names.append(game.name(state, action))
        state = game.result(state, action)
    goes_on = goes_round or len(actions) > LONGEST or not game.is_terminal(state)
    return " ".join([*names, *["..."] * goes_on])


def _told(low: float, high: float) -> str:
    """A value as far as it is known."""
    if low == high and low == round(low, 6):
        return in_words(low)
    return f"{chopped((low + high) / 2):.9f}" if high - low < 1e-6 else f"{in_words(low)} to {in_words(high)}"
