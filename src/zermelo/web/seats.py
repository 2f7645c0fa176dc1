"""Who can sit at a game: people, and the computers that fit it.

A seat is {"kind": HUMAN}, or {"kind": COMPUTER} with how it plays: at a "level", for this many "seconds", this many plies deep
("depth"), or as another "player": mcts, a textbook algorithm to a "depth", random, and where a game hides something strategy, ismcts and
pimc; known, who plays what databases and books know, and else searches for some "seconds"; or the player in a "file" of the user's. Who
searches a game that hides nothing may be given an "evaluation". Whoever sits there may have a "name".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from zermelo.eligibility import offered, searched_by
from zermelo.errors import SpecError
from zermelo.languages import Language
from zermelo.play.search_players import LEVELS
from zermelo.search.mcts.layout import MOST_ACTIONS, MOST_PLAYERS
from zermelo.search.searcher import MCTS
from zermelo.search.size import tree_size
from zermelo.search.textbook import Textbook
from zermelo.spec import Named
from zermelo.values import counted

Seat = dict[str, Any]
HUMAN: Final = "human"
COMPUTER: Final = "computer"
STRATEGY, ISMCTS, PIMC, RANDOM, FILE, KNOWN = "strategy", "ismcts", "pimc", "random", "file", "known"
TEXTBOOK: Final = ("minimax", "alphabeta", "expectiminimax", "maxn", "paranoid", "best_reply")
"""Algorithms that play to a depth, each where it fits the game."""
USUAL_DEPTH: Final = 4
"""Plies that these look ahead unless told."""
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
    return ("level", *((MCTS,) if simulated else ()), *(name for name in TEXTBOOK if searched_by(named.game, name)), RANDOM)


def usual(named: Named) -> Seat:
    """The computer against which people play unless they choose."""
    first = players(named)[0]
    return {"kind": COMPUTER, "level": USUAL_LEVEL} if first == "level" else _computers([first])[0]


def choices(
    named: Named, speech: Language, seated: Sequence[Seat] = (), files: Iterable[str] = (), *, knows: bool = False
) -> list[dict[str, Any]]:  # fmt: skip
    """Who can be seated, with the names by which people choose and those of their groups; whoever sits there already among them.

    files  the user's players, by their names
    knows  whether a database or a book knows positions of the game
    """
    by_known = [{"kind": COMPUTER, "player": KNOWN, "seconds": SIMULATED[0]}] if knows else []
    of_files = [{"kind": COMPUTER, "player": FILE, FILE: name} for name in files]
    kinds = [kind for kind in players(named) if kind not in TEXTBOOK or offered(named.game, kind)]
    there = {key(seat): seat for seat in [{"kind": HUMAN}, *_computers(kinds), *by_known, *of_files]}
    for seat in seated:
        there.setdefault(key(seat), {fact: value for fact, value in seat.items() if fact not in ("name", "evaluation")})
    return [
        {
            "key": one,
            "name": _described(seat, speech),
            "group": speech.say(f"studio.seats.groups.{_group(seat)}"),
            "searches": not named.game.hidden and seat["kind"] == COMPUTER and seat.get("player") not in (RANDOM, FILE, KNOWN),
            "seat": seat,
        }
        for one, seat in there.items()
    ]


def searching(seat: Seat) -> Seat:
    """How a seat searches, where no database and no book knows what it is to play."""
    return {fact: value for fact, value in seat.items() if fact != "player"} if seat.get("player") == KNOWN else seat


def within(left: float, increment: float) -> float:
    """Seconds for a move of who has so many left, and gets so many more for it: as if thirty moves were to come."""
    return max(0.01, min(left / 2, left / 30 + 0.8 * increment))


def _group(seat: Seat) -> str:
    """Under which title it is offered."""
    if seat["kind"] == HUMAN:
        return HUMAN
    if seat.get("player") in TEXTBOOK:
        return "textbook"
    if seat.get("player") == FILE:
        return FILE
    return "other" if "player" in seat else next((fact for fact in ("level", "seconds", "depth") if fact in seat), "level")


def key(seat: Seat) -> str:
    """How a seat is played, in a word or two, whatever its name and evaluation: `human`, `level 2`, `alphabeta`, `file greedy.py`."""
    if seat.get("player") == FILE:
        return f"{FILE} {seat[FILE]}"
    if seat.get("player") in TEXTBOOK:
        return str(seat["player"])
    amounts = {name: f"{seat[name]:g}" for name in ("level", "seconds", "depth") if name in seat}
    if "player" in seat or seat["kind"] == HUMAN:
        return " ".join([seat.get("player", HUMAN), *amounts.values()])
    return " ".join(f"{name} {amount}" for name, amount in amounts.items()) or f"level {UNSAID_LEVEL}"


def called(seat: Seat, speech: Language) -> str:
    """What people call who sits there: by the name, with the depth and the evaluation of an algorithm."""
    if "name" in seat:
        return str(seat["name"])
    told = [_described(seat, speech)]
    if seat.get("player") in TEXTBOOK:
        told.append(speech.say("studio.seats.to_depth", depth=seat.get("depth", USUAL_DEPTH)))
    return ", ".join([*told, *([str(seat["evaluation"])] if "evaluation" in seat else [])])


def _described(seat: Seat, speech: Language) -> str:
    """How it is played, as the list of all says it."""
    if seat["kind"] == HUMAN:
        return speech.say("studio.seats.human")
    if seat.get("player") == FILE:
        return str(seat[FILE])
    if seat.get("player") in TEXTBOOK:
        name = seat["player"]
        return speech.say(f"algorithm.{name}" if name in speech.catalogue["algorithm"] else f"studio.seats.{name}")
    facts = {fact: seat[fact] for fact in ("level", "seconds", "depth") if fact in seat} or {"level": UNSAID_LEVEL}
    return speech.say(f"studio.seats.{seat.get('player') or next(iter(facts))}", **facts)


def no_player(name: str, there: Iterable[str]) -> SpecError:
    """The error that no player in a file has this name among those that are there."""
    has = ", ".join(there) or "none; name them when you start the studio: zermelo web --player greedy.py"
    return SpecError(f"{name!r} is no player of this studio. Players of yours here: {has}")


def checked_seats(
    named: Named, seats: Sequence[Seat], chance: str, files: Sequence[str], knows: Callable[[Named], bool]
) -> None:  # fmt: skip
    """Raise SpecError unless these can sit at the game, and whoever throws its dice.

    files  the user's players, by their names
    knows  whether a database or a book knows positions of a game
    """
    game = named.game
    if len(seats) != game.players:
        raise SpecError(f"{named.spec} is for {counted(game.players, 'player')}; seats given: {len(seats)}")
    if game.hidden and chance == HUMAN:
        raise SpecError(f"{named.spec} hides something: the studio deals, not a person")
    for seat in seats:
        kind = seat.get("player", "level")
        if kind == FILE and seat.get(FILE) not in files:
            raise no_player(seat.get(FILE, ""), files)
        if kind == KNOWN and not knows(named):
            raise SpecError(f"no database and no book of this studio knows {named.spec}")
        if seat["kind"] == COMPUTER and kind not in (*players(named), FILE, KNOWN):
            raise SpecError(f"no computer of the kind {kind} plays {named.spec}; there are: {', '.join(players(named))}")
        if "evaluation" in seat:
            if seat["kind"] == HUMAN or kind in (RANDOM, FILE, KNOWN) or game.hidden:
                raise SpecError("an evaluation is for a computer that searches, in a game that hides nothing")
            Textbook(game, evaluation=seat["evaluation"], mode="interpreted")  # which says what is wrong with it


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
        elif kind in TEXTBOOK:
            made.append({"player": kind, "depth": USUAL_DEPTH})
        else:
            made.append({"player": kind})
    return [{"kind": COMPUTER, **seat} for seat in made]
