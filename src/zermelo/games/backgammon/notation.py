"""Backgammon in writing: position ids, rolls and plays.

A position id (GNU Backgammon) is 80 bits in 14 characters of base 64. For the player who is not on roll, then for the one
who is: for each of the own points 1 to 24 and the bar as many ones as men stand there, and a zero.

A play is written from the mover's own view: `8/5 6/5`, `13/7(2)` two men, `24/18*/13` one man that hits on its way,
`bar/22`, `6/off`.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from zermelo.errors import ActionError, PositionError
from zermelo.games.backgammon.men import BAR, LOW_FIRST, MEN, OFF, PASS, STEPS, WIDTH, State, blots, men_from, men_on

SIZE: Final = 14
START: Final = "4HPwATDgc/ABMA"
"""The position id of the start."""
PLAYERS: Final = ("white", "black")
_WHOLE: Final = 25 * 2 + 2 * MEN
_MOVE: Final = re.compile(r"(?:bar|\d+)\*?(?:/(?:bar|off|\d+)\*?)+(?:\(\d\))?")


# Positions


def position_id(state: State) -> str:
    """The position, without whose turn it is and without dice, as GNU Backgammon's 14 characters."""
    bits = "".join("1" * men_on(men, place) + "0" for men in (state.other, state.own) for place in range(1, BAR + 1))
    key = int(bits[::-1], 2).to_bytes(10, "little")
    return base64.b64encode(key).decode()[:SIZE]


def from_position_id(text: str, player: int, dice: int) -> State:
    """The state with this position id, whose turn it is and the dice (see `State`). Raises PositionError."""
    if len(text) != SIZE:
        raise PositionError(f"the position id {text!r} has {len(text)} characters; {SIZE} are needed, as {START}")
    try:
        key = base64.b64decode(text + "==", validate=True)
    except ValueError:  # of which binascii.Error is one kind
        wrong = next((letter for letter in text if not (letter.isascii() and (letter.isalnum() or letter in "+/"))), "=")
        raise PositionError(f"the position id {text!r} has {wrong!r} in it; it is made of letters, digits, + and /") from None
    runs = f"{int.from_bytes(key, 'little'):080b}"[::-1].split("0")[: 2 * BAR]
    sides = [[len(run) for run in runs[start : start + BAR]] for start in (0, BAR)]
    if len(runs) < 2 * BAR or position_bits(sides) != int.from_bytes(key, "little"):
        raise PositionError(f"the position id {text!r} does not name 25 places for each player; the start is {START}")
    for side in sides:
        if sum(side) > MEN:
            raise PositionError(f"the position id {text!r} has {sum(side)} men on a side; {MEN} are the most")
    for point in range(1, BAR):
        if sides[0][point - 1] and sides[1][BAR - point - 1]:
            raise PositionError(
                f"the position id {text!r} has men of both players on a point, {point} of one and {BAR - point} of the other"
            )
    if not any(sides[0]) and not any(sides[1]):
        raise PositionError(f"the position id {text!r} has no men at all")
    other, own = (men_from((MEN - sum(side), *side)) for side in sides)
    return State(own, other, player, dice)


def position_bits(sides: list[list[int]]) -> int:
    """The number whose binary digits, from the lowest, are the runs of ones that count the men, a zero after each."""
    return int("".join("1" * men + "0" for side in sides for men in side)[::-1], 2)


# Dice


def dice_name(dice: int) -> str:
    """A roll as people write it: `6-5`."""
    return f"{dice // 10}-{dice % 10}"


def read_dice(text: str) -> tuple[int, int]:
    """Both dice of `6-5`, `65` or `6 5`. Raises ActionError for what is no roll."""
    numbers = re.fullmatch(r"\s*(\d+)\s*[-, ]\s*(\d+)\s*|\s*(\d)(\d)\s*", text)
    if not numbers:
        raise ActionError(f"{text!r} is not a roll; two dice are written as 6-5")
    first, second = (int(number) for number in numbers.groups() if number)
    for die in (first, second):
        if not 1 <= die <= 6:
            raise ActionError(f"{text!r} is not a roll; a die shows 1 to 6, not {die}")
    return first, second


# Plays


class Step(NamedTuple):
    """One man's step from a place to a place, and whether it hits."""

    source: int
    target: int
    hits: bool


def steps_of(state: State, action: int) -> Iterator[Step]:
    """The steps of a play, in their order."""
    die, next_die = state.dice // 10, state.dice % 10
    if action & LOW_FIRST:
        die, next_die = next_die, die
    targets = {BAR - point for point in blots(state.other) & ~(1 << BAR | 1)}
    steps = action & STEPS
    while steps:
        source = steps & 31
        target = max(source - die, OFF)
        yield Step(source, target, target in targets)
        targets.discard(target)
        steps >>= WIDTH
        die, next_die = next_die, die


def walks_of(state: State, action: int) -> list[list[Step]]:
    """The same steps man by man, the farthest man first; a man goes on where another one has just arrived."""
    walks: list[list[Step]] = []
    for step in sorted(steps_of(state, action), key=lambda step: -step.source):
        going_on = next((walk for walk in walks if walk[-1].target == step.source), None)
        if going_on is None:
            walks.append([step])
        else:
            going_on.append(step)
    return sorted(walks, key=lambda walk: (-walk[0].source, -walk[-1].target))


def stops_of(walk: list[Step]) -> list[Step]:
    """The steps of a man that are written down: those that hit, and the last."""
    return [step for step in walk if step.hits or step is walk[-1]]


def play_name(state: State, action: int) -> str:
    """The play as people write it, the farthest man first."""
    if action == PASS:
        return "pass"
    names = Counter(_walk_name(walk) for walk in walks_of(state, action))
    return " ".join(name if times == 1 else f"{name}({times})" for name, times in names.items())


def _walk_name(walk: list[Step]) -> str:
    return "/".join([_place(walk[0].source), *(_place(stop.target) + "*" * stop.hits for stop in stops_of(walk))])


def _place(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def read_play(state: State, text: str, legal: list[int]) -> int:
    """The legal play that people call `text`: its steps in any order and any case, with or without stops on the way.

    A `*` may be left out where only one play can be meant. Raises ActionError, which says what is wrong.
    """
    words = text.casefold().replace(",", " ").split()
    names = {play_name(state, action): action for action in legal}
    if " ".join(words) in names:
        return names[" ".join(words)]
    walks = [walk for word in words for walk in _read_walks(word, text)]
    if not walks:
        raise ActionError(f"{text!r} is not a play; one is written as 8/5 6/5; legal: {_some(names)}")
    wanted = _after(state, walks)
    meant = [action for action in legal if wanted == _moved(state, action)]
    hits = {place for walk in walks for place, hit in walk if hit}
    stops = {place for walk in walks for place, _ in walk[1:]}
    for told in (hits, stops):
        if len(meant) > 1:
            meant = [action for action in meant if {s.target for s in steps_of(state, action) if told is stops or s.hits} >= told] or meant
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise ActionError(f"{text!r} can mean {' or '.join(play_name(state, action) for action in meant)}; write which")
    raise ActionError(f"{text!r}: {_trouble(state, walks)}; legal: {_some(names)}")


def _some(names: dict[str, int]) -> str:
    shown = list(names)[:8]
    return ", ".join(shown) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _read_walks(word: str, text: str) -> list[list[tuple[int, bool]]]:
    """The places that each man of `13/10/7(2)` passes, with whether a star stands there."""
    if not _MOVE.fullmatch(word):
        raise ActionError(f"{text!r} is not a play: {word!r} is not a step, which is written as 8/5, bar/22 or 6/off")
    times = int(word[-2]) if word.endswith(")") else 1
    if not 1 <= times <= 4:
        raise ActionError(f"{text!r} is not a play: {word!r} moves {times} men; a roll moves 1 to 4")
    walk = [(_read_place(place.rstrip("*"), text), place.endswith("*")) for place in word.partition("(")[0].split("/")]
    for (before, _), (after, _) in pairwise(walk):
        if after >= before:
            raise ActionError(f"{text!r} is not a play: men move down, and {_place(before)}/{_place(after)} does not")
    return [walk] * times


def _read_place(word: str, text: str) -> int:
    place = {"bar": BAR, "off": OFF}.get(word, -1)
    if place < 0:
        place = int(word) if len(word) < 3 else 99
    if place > BAR:
        raise ActionError(f"{text!r} is not a play: there is no point {word}; points are 24 to 1, then there are bar and off")
    return place


def _after(state: State, walks: list[list[tuple[int, bool]]]) -> Counter[int]:
    """How many men more, or less, each place has after these walks."""
    change: Counter[int] = Counter()
    for walk in walks:
        change[walk[0][0]] -= 1
        change[walk[-1][0]] += 1
    return Counter({place: n for place, n in change.items() if n})


def _moved(state: State, action: int) -> Counter[int]:
    return _after(state, [[(step.source, False), (step.target, False)] for step in steps_of(state, action)])


def _trouble(state: State, walks: list[list[tuple[int, bool]]]) -> str:
    """Why these walks are not a legal play."""
    men = [men_on(state.own, place) for place in range(BAR + 1)]
    high, low = state.dice // 10, state.dice % 10
    for walk in sorted(walks, key=lambda walk: -walk[0][0]):
        source, target = walk[0][0], walk[-1][0]
        name = f"{_place(source)}/{_place(target)}"
        if men[source] == 0:
            return f"there is no man of yours on {_place(source)}"
        if men[BAR] and source != BAR:
            return "men on the bar enter first"
        for place, _ in walk[1:]:
            held = men_on(state.other, BAR - place) if place > OFF else 0
            if held > 1:
                return f"point {place} is held by {held} men of the other player"
        men[source] -= 1
        men[target] += 1
        if target == OFF and any(men[7:]):
            return "no man is borne off before all are home, on 6 to 1"
        ways = {high, low, high + low} if high != low else {high * times for times in range(1, 5)}
        if target > OFF and source - target not in ways:
            return f"{name} is {source - target} points, which {dice_name(state.dice)} is not"
    points, most = sum(walk[0][0] - walk[-1][0] for walk in walks if walk[-1][0] > OFF), high + low if high != low else 4 * high
    if points > most:
        return f"that is {points} points, and {dice_name(state.dice)} has {most}"
    return f"with {dice_name(state.dice)} all that can be played must be"
