"""Dobutsu shogi: its rules one by one, the same moves made plainly on a dictionary, its numbers, and what is published of it."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from zermelo.games.dobutsu import FULL, QUIET, TAKING, Dobutsu, mirrored
from zermelo.tiers import broken_promises, tier_sizes

GAME = Dobutsu()
SIZES = tier_sizes(GAME)
AHEAD = {"L": "nesw NE SE SW NW", "G": "nesw", "E": "NE SE SW NW", "C": "n", "H": "nesw NE NW"}
WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0), "NE": (1, 1), "SE": (1, -1), "SW": (-1, -1), "NW": (-1, 1)}
STEPS = {
    kind: [WAYS[way] for word in ways.split() for way in ([word] if word.isupper() else word)] for kind, ways in AHEAD.items()
}  # fmt: skip


def names(text):
    state = GAME.read(text)
    return {GAME.name(state, action) for action in GAME.actions(state)}


def after(text, name):
    state = GAME.read(text)
    return GAME.write(GAME.result(state, GAME.parse(state, name)))


def plainly(text):
    """What each move leads to, by name, on a dictionary of squares: the rules once more, without sets and without turning the board."""
    rows, hands, mover = text.split()
    board = {
        (column, 3 - row): mark for row, line in enumerate(rows.split("/")) for column, mark in enumerate(line) if mark != "."
    }  # fmt: skip
    hands, forest = "" if hands == "-" else hands, mover == "forest"
    up = 1 if forest else -1

    def is_own(mark):
        return mark.isupper() == forest

    def square(place):
        return f"{'abc'[place[0]]}{place[1] + 1}"

    def written(board, hands):
        lines = ["".join(board.get((column, row), ".") for column in range(3)) for row in (3, 2, 1, 0)]
        order = sorted(hands, key="GECgec".index)
        return f"{'/'.join(lines)} {''.join(order) or '-'} {'sky' if forest else 'forest'}"

    found, catching = {}, {}
    for (column, row), mark in board.items():
        for right, ahead in STEPS[mark.upper()] if is_own(mark) else ():
            to = column + right, row + up * ahead
            taken = board.get(to, "")
            if not (0 <= to[0] < 3 and 0 <= to[1] < 4) or (taken and is_own(taken)):
                continue
            new = {place: one for place, one in board.items() if place != (column, row)}
            promoted = mark.upper() == "C" and to[1] == (3 if forest else 0)
            new[to] = ("H" if forest else "h") if promoted else mark
            prize = "" if taken.upper() in ("", "L") else "C" if taken.upper() == "H" else taken.upper()
            name = f"{square((column, row))}{'x' if taken else '-'}{square(to)}"
            (catching if taken.upper() == "L" else found)[name] = written(new, hands + (prize if forest else prize.lower()))
    for kind in {*filter(is_own, hands)}:
        for place in {(column, row) for column in range(3) for row in range(4)} - board.keys():
            found[f"{kind.upper()}*{square(place)}"] = written({**board, place: kind}, hands.replace(kind, "", 1))
    return catching or found


def test_moves_are_those_made_plainly():
    draw = random.Random(1)
    for _ in range(40):
        state = GAME.initial()
        while not GAME.is_terminal(state):
            text = GAME.write(state)
            actions = list(GAME.actions(state))
            assert {GAME.name(state, action): GAME.write(GAME.result(state, action)) for action in actions} == plainly(text)
            assert GAME.takers(state) == 0 or all("x" in GAME.name(state, action) for action in actions)
            state = GAME.result(state, draw.choice(actions))


def test_what_is_taken_changes_sides_and_a_hen_is_a_chick_again():
    assert after("gle/.c./.C./ELG - forest", "b2xb3") == "gle/.C./.../ELG C sky"
    assert after("g.e/.l./..h/ELG C forest", "c1xc2") == "g.e/.l./..G/EL. CC sky"
    assert after(".l./..C/.../ELG gec sky", "c*b2") == ".l./..C/.c./ELG ge forest"


def test_a_chick_that_walks_to_the_last_row_is_a_hen_and_one_that_is_dropped_there_is_not():
    assert after("l../..C/.../ELG gec forest", "c3-c4") == "l.H/.../.../ELG gec sky"
    assert after("l../..C/.../ELG Cge forest", "C*c4") == "l.C/..C/.../ELG ge sky"
    assert not {name for name in names("l.C/..C/.../ELG ge forest") if name.startswith("c4")}


def test_who_can_take_the_lion_does():
    assert names("g.e/.l./.C./ELG c forest") == {"b2xb3"}
    state = GAME.read("g.e/.C./.../ELG C sky")
    assert (GAME.is_terminal(state), GAME.utility(state, z.MAX), GAME.show(state).splitlines()[-1]) == (True, 1, "forest has won")


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("..L/gl./.../E.G ecc sky", False),  # b3 takes c4
        ("..L/g../l../E.G ecc sky", True),
        ("..L/g../l../E.G Ecc forest", None),  # it was to be taken
        ("..e/g../..L/E.G CCl sky", None),
    ],
)
def test_a_lion_that_comes_home_wins_where_it_cannot_be_taken(text, over):
    if over is None:
        with pytest.raises(z.PositionError):
            GAME.read(text)
    else:
        state = GAME.read(text)
        assert GAME.is_terminal(state) == over
        assert GAME.utility(state, z.MAX) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gle/.c./.C./ELG -", "3 parts|2 parts"),
        ("gle/.c./.C./ELG - land", "forest or sky"),
        ("gle/.c./.C./EL. - forest", "1 of G"),
        ("gle/.c./.C./ELG C forest", "3 of C"),
        ("g.e/.c./.C./ELG - forest", "one lion"),
        ("gle/.c./.C./E.G L forest", "cannot be in hand"),
        ("L.g/..e/.l./E.G CC forest", "has come home"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, why):
    with pytest.raises(z.PositionError, match=why):
        GAME.read(text)


# Numbers


def test_there_are_as_many_numbers_as_ways_to_stand():
    """21 places of the lions, and 11,878,227 ways in which the others can be: all ways, 132 places of lions, are those of T. Tanaka."""
    assert SIZES == (249_442_767, FULL, 1)
    assert 132 * (SIZES[QUIET] // 21) == 1_567_925_964


def test_numbers_come_back_and_predecessors_lead_here():
    draw, looked = random.Random(3), 0
    for _ in range(400):
        index = draw.randrange(SIZES[QUIET])
        state = GAME.unrank(QUIET, index)
        if GAME.possible(state):
            assert (GAME.tier(state), GAME.rank(state), GAME.rank(mirrored(state))) == (QUIET, index, index)
            looked += 1
            assert looked > 4 or not [*broken_promises(GAME, SIZES, state)]
    for index in range(SIZES[TAKING]):
        assert not [*broken_promises(GAME, SIZES, GAME.unrank(TAKING, index))]


@pytest.mark.parametrize(
    "text",
    [
        ".l./.../.L./... GGEECC forest",  # its own image, and so is what may come before
        ".l./.c./.../CL. GGEE sky",  # both lions in the middle
        ".l./gc./..C/.L. GEE forest",
        "l../.../.../.LC GGEEc sky",
    ],
)
def test_a_state_and_its_image_are_one(text):
    state = GAME.read(text)
    assert GAME.rank(state) == GAME.rank(mirrored(state))
    assert not [*broken_promises(GAME, SIZES, state)]
