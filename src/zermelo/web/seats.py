"""Who can sit at a game: people, and the computers that fit it.

A seat is {"kind": HUMAN}, or {"kind": COMPUTER} with how it plays: at a "level", for this many "seconds", this many plies deep
("depth"), or as another "player": mcts, and where a game hides something strategy, ismcts, pimc and random.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from zermelo.errors import SpecError
from zermelo.languages import Language
from zermelo.play.search_players import LEVELS
from zermelo.search.mcts.layout import MOST_ACTIONS, MOST_PLAYERS
from zermelo.search.searcher import MCTS
from zermelo.search.size import tree_size
from zermelo.values import counted
from zermelo.web.catalogue import Named

Seat = dict[str, Any]
HUMAN: Final = "human"
COMPUTER: Final = "computer"
STRATEGY, ISMCTS, PIMC, RANDOM = "strategy", "ismcts", "pimc", "random"
USUAL_LEVEL: Final = 2
UNSAID_LEVEL: Final = 3
"""Of a computer of which nothing is said."""
SECONDS: Final = (0.1, 1.0, 5.0, 15.0)
DEPTHS: Final = (1, 2, 4, 6, 8, 12)
SIMULATED: Final = (1.0, 5.0)
"""Seconds that are offered for a move of mcts."""
MOST_SOLVED: Final = 60_000
"""Nodes of a game for which a strategy is found on the spot."""


@lru_cache(maxsize=64)
def players(named: Named) -> tuple[str, ...]:
    """The kinds of computers that play this game: "level" stands for those that search by level, seconds or depth. The usual one first."""
    game = named.game
    if game.hidden:
        small = tree_size(game, game.initial(), None, MOST_SOLVED) <= MOST_SOLVED
        return (*((STRATEGY,) if small else ()), ISMCTS, PIMC, RANDOM)
    simulated = game.players <= MOST_PLAYERS and game.max_actions <= MOST_ACTIONS
    return ("level", MCTS) if simulated else ("level",)


def usual(named: Named) -> Seat:
    """The computer against which people play unless they choose."""
    first = players(named)[0]
    return {"kind": COMPUTER, "level": USUAL_LEVEL} if first == "level" else _computers([first])[0]


def choices(named: Named, speech: Language, seated: Sequence[Seat] = ()) -> list[dict[str, Any]]:
    """Who can be seated, with the names by which people choose; whoever sits there already among them."""
    offered: list[Seat] = [{"kind": HUMAN}, *_computers(players(named))]
    offered += [seat for place, seat in enumerate(seated) if seat not in offered and seat not in seated[:place]]
    return [{"key": key(seat), "name": called(seat, speech), "seat": seat} for seat in offered]


def key(seat: Seat) -> str:
    """The seat in a word or two: `human`, `level 2`, `mcts 1`."""
    amounts = {name: f"{seat[name]:g}" for name in ("level", "seconds", "depth") if name in seat}
    if "player" in seat or seat["kind"] == HUMAN:
        return " ".join([seat.get("player", HUMAN), *amounts.values()])
    return " ".join(f"{name} {amount}" for name, amount in amounts.items()) or f"level {UNSAID_LEVEL}"


def called(seat: Seat, speech: Language) -> str:
    """What people call who sits there."""
    if seat["kind"] == HUMAN:
        return speech.say("studio.seats.human")
    facts = {fact: seat[fact] for fact in ("level", "seconds", "depth") if fact in seat} or {"level": UNSAID_LEVEL}
    return speech.say(f"studio.seats.{seat.get('player') or next(iter(facts))}", **facts)


def checked_seats(named: Named, seats: Sequence[Seat], chance: str) -> None:
    """Raise SpecError unless these can sit at the game, and whoever throws its dice."""
    game = named.game
    if len(seats) != game.players:
        raise SpecError(f"{named.spec} is for {counted(game.players, 'player')}; seats given: {len(seats)}")
    if game.hidden and chance == HUMAN:
        raise SpecError(f"{named.spec} hides something: the studio deals, not a person")
    for seat in seats:
        kind = seat.get("player", "level")
        if seat["kind"] == COMPUTER and kind not in players(named):
            raise SpecError(f"no computer of the kind {kind} plays {named.spec}; there are: {', '.join(players(named))}")


def _computers(kinds: Sequence[str]) -> list[Seat]:
    made: list[Seat] = []
    for kind in kinds:
        if kind == "level":
            made += (
                [{"level": level} for level in LEVELS]
                + [{"seconds": seconds} for seconds in SECONDS]
                + [{"depth": depth} for depth in DEPTHS]
            )
        elif kind == MCTS:
            made += [{"player": MCTS, "seconds": seconds} for seconds in SIMULATED]
        else:
            made.append({"player": kind})
    return [{"kind": COMPUTER, **seat} for seat in made]
