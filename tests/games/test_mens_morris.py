"""Nine and six men's morris: rules one by one, against a plain second implementation, numbers, and what is published of them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import zermelo as z
from zermelo.bits import set_of
from zermelo.databases import check_database
from zermelo.games.mens_morris import MARKS, NineMensMorris, SixMensMorris
from zermelo.tiers import broken_promises, place_of, tier_sizes

NINE, SIX = NineMensMorris(), SixMensMorris()
BOARDS = {NINE: ".##.##./#.#.#.#/##...##/...#.../##...##/#.#.#.#/.##.##.", SIX: ".#.#./#...#/..#../#...#/.#.#."}


def at(game, men, left, mover):
    """A position: `x a7 d7 o g1` are the points of each."""
    rows, held = [[*row] for row in BOARDS[game].split("/")], {}
    for word in men.split():
        if word in MARKS:
            held["mark"] = word
        else:
            rows[len(rows) - int(word[1])]["abcdefg".index(word[0])] = held["mark"]
    return game.read(f"{'/'.join(map(''.join, rows))} {left} {mover}")


def names(game, state):
    return {game.name(state, action) for action in game.actions(state)}


def points(game, text):
    return {game.name(game.initial(), point): point for point in range(game.points)}[text]


# The board


@pytest.mark.parametrize(("game", "points_", "mills", "lines"), [(NINE, 24, 16, 32), (SIX, 16, 8, 20)])
def test_points_mills_and_lines(game, points_, mills, lines):
    assert (game.points, len(set(game._mills)), sum(near.count() for near in game._near)) == (points_, mills, 2 * lines)
    assert all(mill.count() == 3 for mill in game._mills)


def test_some_mills_and_lines_by_name():
    mills = [{points(NINE, one) for one in words.split()} for words in ("a7 d7 g7", "d7 d6 d5", "a4 b4 c4", "f6 f4 f2", "c5 c4 c3")]
    assert all(set_of(mill) in NINE._mills for mill in mills)
    assert set_of({points(SIX, one) for one in ("c5", "c4")}) not in SIX._mills
    near = {one: {NINE._point(other) for other in NINE._near[points(NINE, one)]} for one in ("a7", "d6", "b4", "c3")}
    assert near == {"a7": {"d7", "a4"}, "d6": {"b6", "f6", "d7", "d5"}, "b4": {"a4", "c4", "b6", "b2"}, "c3": {"d3", "c4"}}
    assert {SIX._point(other) for other in SIX._near[points(SIX, "c4")]} == {"b4", "d4", "c5"}


# The rules


def test_all_men_are_placed_before_one_moves():
    state, draw = NINE.initial(), random.Random(3)
    for ply in range(18):
        assert (state.left, NINE.to_move(state)) == (18 - ply, ply % 2)
        assert all("-" not in name for name in names(NINE, state))
        state = NINE.result(state, draw.choice([*NINE.actions(state)]))
    assert all("-" in name for name in names(NINE, state))


def test_a_mill_takes_a_man_that_is_in_none():
    state = at(NINE, "x a7 d7 o a1 d1 g1 b4", 10, "x")
    assert {name for name in names(NINE, state) if name.startswith("g7")} == {"g7xb4"}
    assert NINE.result(state, NINE.parse(state, "g7xb4")) == at(NINE, "x a7 d7 g7 o a1 d1 g1", 9, "o")


def test_where_all_are_in_mills_any_is_taken():
    found = names(NINE, at(NINE, "x a7 d7 o a1 d1 g1", 12, "x"))
    assert {name for name in found if name.startswith("g7")} == {"g7xa1", "g7xd1", "g7xg1"}


def test_two_mills_at_once_take_one_man():
    state = at(NINE, "x a7 d7 g4 g1 o b6 b4", 10, "x")
    after = NINE.result(state, NINE.parse(state, "g7xb6"))
    assert (after.own.count(), after.other.count()) == (1, 5)


def test_a_mill_that_is_opened_and_closed_again_takes_again():
    state = at(NINE, "x a7 d7 g4 b2 o c5 c4 d1 f2", 0, "x")
    assert names(NINE, state) >= {"g4-g7xc5", "g4-g7xf2", "g4-g1"}
    assert "g4-g7" not in names(NINE, state)


def test_who_has_three_flies_and_who_has_four_does_not():
    three = at(NINE, "x a7 d7 b2 o c5 c4 d1 f2", 0, "x")
    assert "b2-g1" in names(NINE, three)
    assert {"b2-g7xc5", "b2-g7xc4"} <= names(NINE, three)
    assert "b2-g1" not in names(NINE, at(NINE, "x a7 d7 b2 b4 o c5 c4 d1 f2", 0, "x"))
    walking = NineMensMorris(flying=False)
    assert {walking.name(three, action) for action in walking.actions(three)} == {
        "a7-a4", "d7-g7", "d7-d6", "b2-b4", "b2-d2"
    }  # fmt: skip


def test_who_has_two_has_lost_but_not_while_men_are_placed():
    state = at(NINE, "x a7 d7 g4 o c5 c4 d1", 0, "x")
    after = NINE.result(state, NINE.parse(state, "g4-g7xd1"))
    assert NINE.is_terminal(after)
    assert (NINE.utility(after, z.MAX), NINE.utility(after, z.MIN)) == (1, -1)
    assert NINE.show(after).endswith("x has won")
    assert not NINE.is_terminal(at(NINE, "x a7 d7 o a1", 15, "o"))


def test_who_cannot_move_has_lost():
    state = at(SIX, "x a5 c5 e5 a3 o a1 c4 b3 e3", 0, "x")
    assert SIX.is_terminal(state)
    assert SIX.show(state).endswith("x cannot move and has lost")
    flying = SixMensMorris(flying=True)
    assert flying.is_terminal(state)
    assert not SixMensMorris(flying=True).is_terminal(at(SIX, "x a5 c5 e5 o a3 c4 e3 b3", 0, "x"))


def test_no_line_between_two_squares_is_a_mill():
    assert "c4" in names(SIX, at(SIX, "x c5 o a1", 10, "x"))


# A plain second implementation, of names of points alone

NINE_MILLS = "a7d7g7 b6d6f6 c5d5e5 a4b4c4 e4f4g4 c3d3e3 b2d2f2 a1d1g1 a7a4a1 b6b4b2 c5c4c3 d7d6d5 d3d2d1 e5e4e3 f6f4f2 g7g4g1"
SIX_MILLS = "a5c5e5 b4c4d4 b2c2d2 a1c1e1 a5a3a1 b4b3b2 d4d3d2 e5e3e1"
SIX_SPOKES = "c5c4 a3b3 d3e3 c2c1"


def plain_moves(mills, pairs, own, other, hand, flying):
    """The names of all moves of who has these men."""
    board, found = {point for mill in mills for point in mill}, set()
    free = board - own - other
    for start in [None] if hand else sorted(own):
        for to in free:
            if start and not (flying and len(own) == 3) and {start, to} not in pairs:
                continue
            after, word = own - {start} | {to}, f"{start}-{to}" if start else to
            safe = {one for mill in mills if {*mill} <= other for one in mill}
            if any({*mill} <= after and to in mill for mill in mills) and other:
                found |= {f"{word}x{one}" for one in (other - safe or other)}
            else:
                found.add(word)
    return found


@pytest.mark.parametrize(
    ("game", "mills", "spokes"),
    [(NINE, NINE_MILLS, ""), (NineMensMorris(4), NINE_MILLS, ""), (SIX, SIX_MILLS, SIX_SPOKES), (SixMensMorris(4, flying=True), SIX_MILLS,
                                                                                               SIX_SPOKES)],
)  # fmt: skip
def test_random_games_agree_with_plain_rules(game, mills, spokes):
    lines = [[word[i : i + 2] for i in range(0, len(word), 2)] for word in mills.split()]
    pairs = [{*pair} for line in [*lines, *([word[:2], word[2:]] for word in spokes.split())] for pair in pairwise(line)]
    draw = random.Random(1)
    for _ in range(4):
        state = game.initial()
        for _ in range(80):
            own, other = ({game._point(man) for man in men} for men in (state.own, state.other))
            hand = (state.left + 1) // 2
            wanted = plain_moves(lines, pairs, own, other, hand, game.flying)
            assert game.is_terminal(state) == (len(own) + hand < 3 or not wanted)
            if game.is_terminal(state):
                break
            assert names(game, state) == wanted
            state = game.result(state, draw.choice([*game.actions(state)]))


# What is published, and numbers


def cycles(image):
    left, found = {*range(len(image))}, []
    while left:
        at_, length = left.pop(), 1
        while (at_ := image[at_]) in left:
            left.discard(at_)
            length += 1
        found.append(length)
    return found


def orbits(images, own, other):
    """How many ways there are for so many men each that are not the same by these images of the points (Burnside's lemma)."""
    fixed = 0
    for image in images:
        ways = {(0, 0): 1}
        for length in cycles(image):
            longer = {}
            for (a, b), count in ways.items():
                for more in ((a, b), (a + length, b), (a, b + length)):
                    longer[more] = longer.get(more, 0) + count
            ways = longer
        fixed += ways.get((own, other), 0)
    return fixed // len(images)


def keeping_mills(game, image=()):
    """All images of the points that go on from this one and leave the same pairs in a mill, and no others."""
    if len(image) == game.points:
        return [image]
    mates = [{one for mill in game._mills if point in mill for one in mill} for point in range(game.points)]
    fits = [to for to in range(game.points) if to not in image
            and all((one in mates[len(image)]) == (image[one] in mates[to]) for one in range(len(image)))]  # fmt: skip
    return [found for to in fits for found in keeping_mills(game, (*image, to))]


def test_symmetries_leave_as_many_states_as_gasser_has():
    """R. Gasser 1996: both players to move. With three men each, who fly, mills are all that counts, and 48 images keep them."""
    begun = NINE.initial()
    by_point = [[image.own.lowest() for image in NINE.symmetries(begun._replace(own=set_of([point])))] for point in range(24)]
    images = [tuple(range(24)), *zip(*by_point, strict=True)]
    assert len({*images}) == 16
    assert [orbits(images, *men) * (1 if men[0] == men[1] else 2) for men in ((4, 3), (4, 4), (5, 3), (5, 4))] == [
        1_520_796, 3_225_597, 5_160_780, 20_620_992
    ]  # fmt: skip
    all_images = keeping_mills(NINE)
    assert all({set_of(image[one] for one in mill) for mill in NINE._mills} == {*NINE._mills} for image in all_images)
    assert len(all_images) == 48
    assert orbits(all_images, 3, 3) == 56_922


@pytest.mark.parametrize("game", [NINE, SIX, NineMensMorris(4), SixMensMorris(3)], ids=repr)
def test_numbers_come_back_and_predecessors_lead_here(game):
    sizes, draw = tier_sizes(game), random.Random(2)
    for tier, size in enumerate(sizes):
        for index in (0, size - 1, draw.randrange(size)):
            assert place_of(game, game.unrank(tier, index)) == (tier, index)
    for tier in [*draw.sample(range(len(sizes)), 3), len(sizes) - 1]:
        assert not [*broken_promises(game, sizes, game.unrank(tier, draw.randrange(sizes[tier])))]


def test_a_tier_has_both_players_to_move():
    """12,113,640 with four men against three, from either side, on the way to Gasser's 1,520,796 orbits."""
    sizes = dict(zip([*NINE._tiers()], tier_sizes(NINE), strict=True))
    assert sizes[0, 4, 3] == 2 * 12_113_640
    assert (sizes[0, 3, 3], sizes[0, 2, 3]) == (2_691_920, 276 * 1540)


@pytest.mark.slow
@pytest.mark.parametrize(("flying", "sample", "by"), [(False, None, "twin"), (True, 2000, "certificate")])
def test_what_is_said_of_a_small_game_follows_from_the_rules(flying, sample, by, tmp_path):
    with z.make_database(SixMensMorris(3, flying), tmp_path / "made") as database:
        found = check_database(database, sample=sample)
        assert (found.ok, found.by, found.complete) == (True, by, sample is None)
        assert database.manifest["tiers"][-2]["states"] == 560 * 286


@pytest.mark.slow
def test_six_men_s_morris_is_a_draw(tmp_path):
    with z.make_database(SIX, tmp_path / "made") as database:
        assert database.count == 50_977_210
        assert [database.manifest[name] for name in ("wins", "draws", "losses")] == [30_179_046, 3_581_630, 17_216_534]
        assert (database.probe().value, database.manifest["tiers"][1]["draws"]) == (0, 16)


# Texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (".#.#./#...#/..#../#...#/.#.#. 12", "has 2 parts"),
        (".#.#./#...#/..#../#...#/.#.#. 12 z", "is no player"),
        (".#.#./#...#/..#../#...#/.#.#. 12 o", "it is x's turn"),
        (".#.#./#...#/..#../#...#/.#.#. 13 o", "0 to 12 are"),
        (".#.#./#...#/.....#/#...#/.#.#. 12 x", "has 6 points"),
        (".#.#./#...#/...../#...#/.#.#. 12 x", "the places that are no points of the board"),
        ("x#x#x/#xx.#/..#../#...#/.#.#o 10 x", "cannot be"),
        ("x#.#./#...#/..#../#...#/.#.#. 10 x", "cannot be"),
    ],
)
def test_positions_that_cannot_be_are_refused(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        SIX.read(text)


@pytest.mark.parametrize(("kind", "men"), [(NineMensMorris, 2), (NineMensMorris, 10), (SixMensMorris, 7), (SixMensMorris, 3.5)])
def test_men_that_do_not_fit_are_refused(kind, men):
    with pytest.raises(z.SpecError, match=r"men are not possible; each player has 3 to"):
        kind(men)
