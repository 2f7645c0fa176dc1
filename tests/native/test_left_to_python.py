"""Rules that compile, and then come to what only plain Python has room for: every search begins anew there, and finds what is right."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

import zermelo as z
from zermelo.search.count import count as perft
from zermelo.search.engine.engine import Engine
from zermelo.search.ladder import Climb
from zermelo.search.runtime import faults
from zermelo.search.solutions import solve

_serial = itertools.count(3, 2)


class Squares(z.Game):
    """The number is squared in each turn, and one more added or not; who begins wants the last one to be 0, 1 or 2 modulo 7."""

    plies = 7

    def __init__(self, start: int) -> None:
        self.start = start

    def initial(self) -> Any:
        return (self.start, 0)

    def to_move(self, state: Any) -> int:
        return state[1] % 2

    def actions(self, state: Any) -> list[int]:
        return [0, 1]

    def result(self, state: Any, action: int) -> Any:
        return (self.next(state[0], state[1]) + action, state[1] + 1)

    def next(self, number: int, plies: int) -> int:
        return number**2

    def is_terminal(self, state: Any) -> bool:
        return state[1] == self.plies

    def utility(self, state: Any, player: int) -> int:
        won = 1 if state[0] % 7 < 3 else -1
        return won if player == 0 else -won


class Shifted(Squares):
    """A shift beyond 63 places is none in plain Python that fails."""

    def next(self, number: int, plies: int) -> int:
        try:
            return number + (1 << 13 * plies) % 1009
        except ValueError:
            return number


class ShiftedZero(Squares):
    """0 has room, however far it is shifted."""

    def next(self, number: int, plies: int) -> int:
        return number + (0 << 13 * plies) + (number - number << 80)


class Powers(Squares):
    """A power below 0 is a number with a point."""

    def next(self, number: int, plies: int) -> int:
        return number + int(8 * 2 ** (3 - plies))


class Large(Squares):
    """Numbers of more than 64 bits from the third turn on."""

    def next(self, number: int, plies: int) -> int:
        return number * 10**9


def by_search(algorithm: str) -> Any:
    """What a search finds, and how it ran."""

    def found(game: z.Game, mode: str, folder: Path) -> Any:
        result = z.best(game, algorithm=algorithm, mode=mode)
        return result.mode, result.value, result.line

    return found


def scores(game: z.Game, mode: str, folder: Path) -> Any:
    found = solve(Engine(game, mode=mode, table=1))
    return found.mode, found.score, found.scores


def solution(game: z.Game, mode: str, folder: Path) -> Any:
    found = z.solve(game, mode=mode)
    return found.mode, found.value, found.line


def states(game: z.Game, mode: str, folder: Path) -> Any:
    with z.make_database(game, folder / mode, mode=mode) as made:
        assert z.check_database(made).ok
        files = sorted((file.name, file.read_bytes()) for file in (folder / mode).iterdir() if file.name != "manifest.json")
    return json.loads((folder / mode / "manifest.json").read_text())["mode"], files


def counted(game: z.Game, mode: str, folder: Path) -> Any:
    found = z.count_states(game, mode=mode)
    return found.mode, found.states, found.successors


def proof(game: z.Game, mode: str, folder: Path) -> Any:
    found = z.prove(game, file=folder / mode, mode=mode)
    return found.mode, found.claims


def ladder(game: z.Game, mode: str, folder: Path) -> Any:
    climb = Climb(game, mode=mode, depth=Squares.plies)
    return climb.mode, [climb.measure(rung).steps[-1].value for rung in climb.rungs]


def leaves(game: z.Game, mode: str, folder: Path) -> Any:
    found = perft(game, Squares.plies, mode=mode)
    return found.mode, found.nodes


WAYS = {
    **{name: by_search(name) for name in ("minimax", "alphabeta", "engine")},
    "scores": scores, "solution": solution, "states": states, "count": counted, "proof": proof, "ladder": ladder, "perft": leaves,
}  # fmt: skip


RULES = [Squares, Shifted, Large, Powers]
PAIRS = [(RULES[(number + further) % 4], way) for number, way in enumerate(WAYS) for further in (0, 1)]
"""Each way with two of the rules, in turn."""


@pytest.mark.parametrize(("rules", "way"), PAIRS, ids=lambda one: one if isinstance(one, str) else one.__name__)
def test_a_search_begins_anew_as_plain_python(rules, way, tmp_path):
    game = rules(next(_serial))  # rules that nobody has asked for before
    expected = WAYS[way](game, "interpreted", tmp_path)
    assert WAYS[way](game, "auto", tmp_path) == expected
    assert expected[0] == "interpreted"
    with pytest.raises(z.CompileError, match=r"only plain Python has room|more than 64 bits"):
        WAYS[way](game, "compiled", tmp_path)


class Failing(Squares):
    """States in memory, as there are lists in them, and a rule that fails where all have added one."""

    plies = 11

    def initial(self) -> Any:
        return (self.start, 0, [])

    def next(self, number: int, plies: int) -> int:
        if number == self.start + 10:
            raise ValueError("ten times one")
        return number

    def result(self, state: Any, action: int) -> Any:
        return (self.next(state[0], state[1]) + action, state[1] + 1, [action])


class Heap(Squares):
    """Many numbers on the way to one."""

    plies = 2

    def next(self, number: int, plies: int) -> int:
        return number + sum([plies, number] * 100_000) % 5


@pytest.mark.parametrize("way", ["minimax", "engine", "states"])
def test_what_takes_more_memory_than_compiled_rules_have_is_for_plain_python(way, tmp_path):
    game = Heap(next(_serial))
    expected = WAYS[way](game, "interpreted", tmp_path)
    assert WAYS[way](game, "auto", tmp_path) == expected
    assert expected[0] == "interpreted"


def test_0_has_room_however_far_it_is_shifted():
    game = ShiftedZero(3)
    found = [z.best(game, algorithm="minimax", mode=mode) for mode in ("compiled", "interpreted")]
    assert found[0].value == found[1].value
    assert found[0].line == found[1].line


def test_check_says_from_where_on_it_runs_as_plain_python():
    (note,) = (note for note in z.check(Shifted(next(_serial))).notes if "interpreted" in note)
    assert re.fullmatch(
        r"runs compiled until it comes to what only plain Python has room for, and interpreted from there on: "
        r"Shifted\.next, line \d+ of test_left_to_python\.py: a whole number of more than 64 bits, for which only plain Python has room",
        note,
    )


def test_where_compiled_rules_alone_fail_the_search_begins_anew_as_plain_python(monkeypatch):
    """The compiler is at fault then, and not the rules; here it is only said so."""
    monkeypatch.setattr(faults, "_raised_in_python", lambda *asked: None)
    game = Failing(next(_serial))
    with pytest.raises(z.GameError, match="ten times one"):  # by plain Python
        z.best(game, algorithm="minimax")
    with pytest.raises(z.CompileError, match=r"ValueError .* in Failing\.next, line \d+ of .*, where plain Python does not"):
        z.best(game, algorithm="minimax", mode="compiled")
