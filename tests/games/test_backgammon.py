"""Backgammon against slow plain rules, OpenSpiel, GNU Backgammon and published counts."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.games.backgammon_rules import Position, plays, position, results, state
from tests.games.positions import positions
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import BAR, MEN, OPENING, TO_ROLL, State, facing, made, men_from, men_on, moved, occupied, pips
from zermelo.games.backgammon.notation import START, from_position_id, position_id, steps_of
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

GAME = Backgammon()
ROLLS = [10 * high + low for high in range(1, 7) for low in range(1, high + 1)]
GNUBG = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin")


def started(player: int = z.MAX, dice: int = TO_ROLL) -> State:
    return GAME.initial()._replace(player=player, dice=dice)


def at(text: str) -> State:
    return GAME.read(text)


def names(state: State) -> list[str]:
    return [GAME.name(state, action) for action in GAME.actions(state)]


def counted(places: dict[int, int]) -> tuple[int, ...]:
    """26 counts; who is not named is off."""
    on = [places.get(place, 0) for place in range(26)]
    on[0] = MEN - sum(on[1:])
    return tuple(on)


def made_of(own: dict[int, int], other: dict[int, int], dice: int = TO_ROLL, player: int = z.MAX) -> State:
    return state((counted(own), counted(other)), dice, player)


# Published counts and positions


def test_447_plays_follow_the_21_rolls_at_the_start_and_202782_sequences_of_two():
    count = Runner(perft, GAME)
    assert count(started(), 2) == (447, 0)
    assert count(started(), 4) == (202_782, 0)


def test_six_five_with_exactly_four_plays():
    """White moves up the points by which the position was published: its 5 is white's own 20."""
    white = {25 - point: men for point, men in {3: 3, 5: 2, 19: 2, 21: 2, 22: 2, 23: 3, 24: 1}.items()}
    now = made_of(white, {1: 2, 4: 2, 6: 3, 7: 3, 8: 2, 9: 2, 10: 1}, 65)
    assert (pips(now.own), pips(now.other)) == (139, 93)
    published = {((5, 10), (5, 11)), ((5, 11), (19, 24)), ((5, 10), (10, 16)), ((5, 11), (11, 16))}
    found = {tuple(sorted((25 - step.source, 25 - step.target) for step in steps_of(now, action))) for action in GAME.actions(now)}
    assert found == published
    assert len(set(results(now))) == len(results(now)) == 4


# The opening and the dice


def test_a_game_begins_with_one_die_each_and_the_higher_one_moves():
    opening = GAME.initial()
    outcomes = dict(GAME.outcomes(opening))
    assert len(outcomes) == 30
    assert sum(outcomes.values()) == pytest.approx(1)
    assert GAME.to_move(opening) == z.CHANCE
    assert GAME.result(opening, 62) == started(z.MAX, 62)
    assert GAME.result(opening, 26) == started(z.MIN, 62)


def test_a_double_comes_once_in_36_rolls_another_roll_once_in_18():
    outcomes = dict(GAME.outcomes(started()))
    assert sorted(outcomes) == sorted(ROLLS)
    assert all(chance == pytest.approx(1 / 36 if dice % 11 == 0 else 1 / 18) for dice, chance in outcomes.items())
    assert sum(outcomes.values()) == pytest.approx(1)


# The rules one by one


@pytest.mark.parametrize("dice", ROLLS)
@pytest.mark.parametrize(
    ("own", "other"),
    [
        ({BAR: 1, 6: 2}, {1: 2, 19: 1}),
        ({BAR: 2, 6: 2}, {5: 2, 19: 1}),
        ({6: 1, 3: 1}, {24: 2}),
        ({6: 1, 7: 1}, {24: 2}),
        ({4: 2, 2: 1}, {BAR: 2}),
        ({12: 1, 9: 1}, {18: 1, 19: 1}),
        ({24: 1}, {19: 1, 6: 2, 3: 2}),
        ({8: 3, 3: 2, 1: 1}, {20: 1, 23: 2}),
    ],
)
def test_plays_are_those_of_the_plain_rules(own: dict[int, int], other: dict[int, int], dice: int) -> None:
    now = made_of(own, other, dice)
    found = results(now)
    assert len(found) == len(set(found))
    assert set(found) == plays(position(now), dice // 10, dice % 10)


def test_men_on_the_bar_enter_first():
    assert names(made_of({BAR: 2, 6: 3}, {1: 2}, 65)) == ["bar/20 bar/19"]
    assert names(made_of({BAR: 2, 6: 3}, {6: 2}, 65)) == ["bar/20"]
    assert names(made_of({BAR: 1, 13: 1}, {6: 2, 5: 2}, 65)) == ["pass"]


def test_of_two_dice_that_cannot_both_be_played_the_higher_one_must_be():
    assert names(made_of({20: 1}, {16: 2, 12: 2}, 65)) == ["20/14"]
    assert names(made_of({20: 1}, {11: 2, 16: 2}, 65)) == ["20/15"]


def test_both_dice_must_be_played_where_one_order_allows_it():
    assert names(made_of({20: 1}, {11: 2}, 65)) == ["20/9"]


def test_men_are_borne_off_when_all_are_home_and_from_the_farthest_point_by_a_higher_die():
    assert names(made_of({7: 1, 4: 1}, {1: 2}, 61)) == ["7/off", "7/1 4/3"]
    assert names(made_of({4: 2, 2: 1}, {1: 2}, 65)) == ["4/off(2)"]
    assert names(made_of({6: 1, 3: 1}, {1: 2}, 53)) == ["6/1 3/off", "6/off"]


def test_a_blot_is_hit_and_goes_to_the_bar():
    now = made_of({8: 1, 6: 2}, {20: 1}, 31)
    (action,) = [action for action in GAME.actions(now) if GAME.name(now, action) == "8/5*/4"]
    after = GAME.result(now, action)
    assert after == made_of({BAR: 1}, {6: 2, 4: 1}, player=z.MIN)._replace(own=men_from([14, *[0] * 24, 1]))


def test_a_play_on_the_way_of_which_a_man_is_hit_is_another_play():
    now = made_of({24: 1}, {7: 1, 1: 1}, 61)
    assert names(now) == ["24/18*/17", "24/17"]


@pytest.mark.parametrize(
    ("loser", "worth"), [({6: 14}, 1), ({6: 15}, 2), ({24: 1, 6: 14}, 3), ({19: 15}, 3), ({18: 15}, 2), ({BAR: 1, 1: 14}, 3), ({24: 1}, 1)]
)
def test_what_a_game_is_worth(loser: dict[int, int], worth: int) -> None:
    over = made_of(loser, {}, player=z.MIN)
    assert GAME.is_terminal(over)
    assert (GAME.utility(over, z.MAX), GAME.utility(over, z.MIN)) == (worth, -worth)


# Against slow plain rules


@st.composite
def wild_positions(draw: Any) -> Position:
    """Any men on any points, no two players on one, some off, some on the bar."""
    homes = draw(st.sampled_from([6, 12, 24]))
    owners = draw(st.lists(st.sampled_from("--wwb"), min_size=24, max_size=24))
    sides = []
    for player in "wb":
        points = [point for point, owner in enumerate(owners, 1) if owner == player and (player == "b" or point <= homes)]
        own = [25 - point if player == "b" else point for point in points] + draw(st.sampled_from([[], [], [BAR]]))
        men = draw(st.lists(st.sampled_from(own), max_size=MEN)) if own else []
        sides.append(counted(Counter(men)))
    return sides[0], sides[1]


@given(wild_positions(), st.sampled_from(ROLLS))
@settings(max_examples=400, deadline=None)
def test_the_plays_are_those_of_the_plain_rules_each_once(board: Position, dice: int) -> None:
    found = results(state(board, dice))
    assert len(found) == len(set(found))
    assert set(found) == plays(board, dice // 10, dice % 10)


@given(positions([GAME], 200))
@settings(max_examples=60, deadline=None)
def test_no_man_is_lost_and_no_point_has_two_owners(found: tuple[z.Game, State]) -> None:
    _, now = found
    assert all(sum(men_on(men, place) for place in range(26)) == MEN for men in (now.own, now.other))
    on_points = occupied(now.own) & ~1 & ~(1 << BAR), facing(occupied(now.other)) & ~1 & ~(1 << BAR)
    assert not on_points[0] & on_points[1]


@given(wild_positions(), st.data())
def test_a_man_moves_from_place_to_place(board: Position, data: st.DataObject) -> None:
    own = list(board[0])
    assume(any(own[1:]))
    source = data.draw(st.sampled_from([place for place in range(1, 26) if own[place]]))
    target = data.draw(st.sampled_from([place for place in range(26) if place != source and own[place] < MEN]))
    own[source] -= 1
    own[target] += 1
    assert moved(men_from(board[0]), source, target) == men_from(own)
    assert made(men_from(own)) == sum(1 << place for place, men in enumerate(own) if men > 1)
    assert pips(men_from(own)) == sum(place * men for place, men in enumerate(own))


# Against OpenSpiel


@pytest.mark.slow
def test_the_plays_are_those_of_openspiel():
    """It plays a double in two turns of two steps; what two turns can make of a position is what one play of ours can."""
    peer = pytest.importorskip("pyspiel")
    chooser = random.Random(3)
    compared = Counter[bool]()
    for _ in range(16):
        theirs = peer.load_game("backgammon").new_initial_state()
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(chooser.choice(theirs.chance_outcomes())[0])
                continue
            if "Extra turn: 0" in str(theirs):
                compared[compare(theirs)] += 1
            theirs.apply_action(chooser.choice(theirs.legal_actions()))
    assert compared[False] > 800
    assert compared[True] > 120


def compare(theirs: Any) -> bool:
    """Hold our plays to OpenSpiel's; returns whether the roll is a double."""
    mover = theirs.current_player()
    high, low = sorted(map(int, re.findall(r"Dice: (\d)(\d)", str(theirs))[0]), reverse=True)
    now = state((seen(theirs, mover), seen(theirs, 1 - mover)), 10 * high + low)
    assert set(results(now)) == {(seen(after, mover), seen(after, 1 - mover)) for after in theirs_after(theirs, mover)}
    return high == low


def theirs_after(theirs: Any, mover: int) -> Iterator[Any]:
    for action in theirs.legal_actions():
        after = theirs.child(action)
        if after.is_terminal() or after.is_chance_node() or after.current_player() != mover:
            yield after
        else:
            yield from theirs_after(after, mover)


def seen(theirs: Any, player: int) -> tuple[int, ...]:
    """A player's men as we count them; on OpenSpiel's points 0 to 23 X (0) moves up, O down."""
    points = [theirs.board(player, 24 - place if player == 0 else place - 1) for place in range(1, 25)]
    bar = re.search(r"Bar: *(\w*)", str(theirs))
    on_the_bar = bar[1].count("xo"[player]) if bar else 0
    return (MEN - sum(points) - on_the_bar, *points, on_the_bar)


# Text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("8/5 6/5", "8/5 6/5"), ("6/5 8/5", "8/5 6/5"), ("6/5, 8/5", "8/5 6/5"), ("24/21/20", "24/20"), ("24/23/20", "24/20"),
        (" 24/20 ", "24/20"), ("24/23 24/21", "24/21 24/23"), ("8/7 8/5", "8/7 8/5"), ("6/3 24/23", "24/23 6/3"),
    ],
)  # fmt: skip
def test_plays_are_read_in_any_order(text: str, name: str) -> None:
    now = started(dice=31)
    assert GAME.name(now, GAME.parse(now, text)) in (name, " ".join(reversed(name.split())))


@pytest.mark.parametrize("text", ["BAR/22", "Bar/22/20*", "bar/20*", "22/20* bar/22", "bar/20"])
def test_plays_are_read_in_any_case_and_with_or_without_stars(text: str) -> None:
    now = made_of({BAR: 1, 1: 2}, {5: 1, 2: 2} if "20" in text else {23: 2, 5: 2}, 32)
    assert GAME.name(now, GAME.parse(now, text)) == ("bar/20*" if "20" in text else "bar/22")


def test_doubles_are_written_together():
    now = started(dice=66)
    assert {"24/18(2) 13/7(2)", "13/7(4)", "24/18 13/7(3)", "13/7(2) 8/2(2)"} <= set(names(now))
    assert GAME.name(now, GAME.parse(now, "13/7(2) 24/18 24/18")) == "24/18(2) 13/7(2)"


@pytest.mark.parametrize(
    ("dice", "text", "told"),
    [
        (31, "9/5", "there is no man of yours on 9"),
        (31, "24/19/18", "point 19 is held by 5 men of the other player"),
        (31, "6/off", "no man is borne off before all are home"),
        (31, "8/5", "with 3-1 all that can be played must be"),
        (31, "13/8 6/5", "13/8 is 5 points, which 3-1 is not"),
        (31, "8/5(2) 6/5", "that is 7 points, and 3-1 has 4"),
        (31, "5/8", "men move down"),
        (31, "8/5(7)", "a roll moves 1 to 4"),
        (31, "knight", "written as 8/5, bar/22 or 6/off"),
        (31, "27/24", "there is no point 27"),
        (31, "", "is not a play"),
        (TO_ROLL, "7-1", "a die shows 1 to 6, not 7"),
        (TO_ROLL, "six", "two dice are written as 6-5"),
        (OPENING, "3-3", "on equal dice both throw again"),
    ],
)
def test_what_is_no_play_is_told(dice: int, text: str, told: str) -> None:
    with pytest.raises(z.ActionError, match=re.escape(told)):
        GAME.parse(started(dice=dice), text)


def test_men_on_the_bar_that_are_forgotten_are_told():
    with pytest.raises(z.ActionError, match="men on the bar enter first"):
        GAME.parse(made_of({BAR: 1, 13: 1}, {24: 2}, 31), "13/10")


def test_rolls_are_read_in_any_order_but_the_first_which_is_white_s_and_black_s():
    assert [GAME.parse(started(), text) for text in ("6-5", "5-6", "65", "5 6")] == [65] * 4
    assert [GAME.parse(GAME.initial(), text) for text in ("6-5", "5-6")] == [65, 56]


# Positions


def test_the_start():
    assert position_id(GAME.initial()) == START
    assert at(f"{START} opening") == GAME.initial()
    assert at(f"{START} black 5-6") == started(z.MIN, 65)
    assert GAME.write(started(z.MIN)) == f"{START} black rolls"


@given(wild_positions(), st.sampled_from([TO_ROLL, *ROLLS]), st.integers(0, 1))
def test_a_position_id_reads_back(board: Position, dice: int, player: int) -> None:
    assume(board[0][0] < MEN and board[1][0] < MEN)
    now = state(board, dice, player)
    assert from_position_id(position_id(now), player, dice) == now


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (START, "has 1 part"),
        ("4HPwATDgc/ABM white rolls", "has 13 characters; 14 are needed"),
        ("4HPwATDgc/AB_A white rolls", "has '_' in it"),
        ("////////////// white rolls", "does not name 25 places"),
        ("AAAAAAAAAAAAAA white rolls", "no men at all"),
        ("//8AAAAAAAAAAA white rolls", "has 16 men on a side"),
        (f"{START} red rolls", "'red' is not the player"),
        (f"{START} white 7-1", "a die shows 1 to 6, not 7"),
        ("4HPwAyDgc/ABMA opening", "is not that of the start"),
    ],
)
def test_what_is_no_position_is_told(text: str, told: str) -> None:
    with pytest.raises(z.PositionError, match=re.escape(told)):
        at(text)


def test_a_point_with_men_of_both_is_told():
    shared = position_id(state((counted({6: 2}), counted({19: 2}))))
    with pytest.raises(z.PositionError, match="men of both players on a point"):
        at(f"{shared} white rolls")


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_reads_our_position_ids_as_we_do():
    chooser = random.Random(11)
    states = [random_state(chooser) for _ in range(20)]
    asked = "new game\n" + "".join(f"set board {position_id(now)}\nshow pipcount\n" for now in states)
    program = subprocess.run([GNUBG, "-t", "-q"], input=asked, capture_output=True, text=True, timeout=300)
    counts = re.findall(r"The pip counts are: \S+ (\d+), \S+ (\d+)", program.stdout)
    ids = re.findall(r"Position ID: (\S{14})", program.stdout)
    assert set(map(position_id, states)) <= set(ids)
    assert len(counts) == len(states)
    assert {frozenset(map(int, pair)) for pair in counts} == {frozenset((pips(now.own), pips(now.other))) for now in states}


def random_state(chooser: random.Random) -> State:
    now = GAME.initial()
    for _ in range(chooser.randrange(10, 80)):
        if GAME.is_terminal(now):
            break
        chance = GAME.to_move(now) == z.CHANCE
        now = GAME.result(now, chooser.choice([action for action, _ in GAME.outcomes(now)] if chance else list(GAME.actions(now))))
    return now


# Pictures


def test_squares_are_called_as_in_the_names_of_plays():
    game = z.load_game("backgammon")
    state = game.result(game.initial(), game.parse(game.initial(), "3-1"))
    shown = game.picture(state)
    play = game.parse(state, "24/23 13/10")
    assert [shown.names[square] for square in game.action_squares(state, play)] == ["24", "23", "13", "10"]
    assert {"bar", "off"} < set(shown.names)


def test_the_text_picture_shows_every_man():
    now = made_of({BAR: 1, 13: 7, 1: 2}, {BAR: 2, 6: 5}, 31, z.MIN)
    shown = GAME.show(now)
    assert "7" in shown
    assert shown.splitlines()[-1] == "black plays 3-1; pips: white 80, black 118; off: white 8, black 5"


@pytest.mark.parametrize(("own", "told"), [({1: 1}, "a game"), ({1: 15}, "a gammon"), ({24: 15}, "a backgammon")])
def test_the_end_is_told(own: dict[int, int], told: str) -> None:
    assert GAME.show(made_of(own, {}, player=z.MIN)).endswith(f"white has won {told}")


# By hand


@given(st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_every_way_of_a_play_leads_where_the_play_leads(seed):
    """From positions of random games: step by step, with the dice that are left, to the men as they stand after the play."""
    chooser, game = random.Random(seed), Backgammon()
    state = game.initial()
    for _ in range(chooser.randrange(1, 90)):
        if game.is_terminal(state):
            return
        chance = game.to_move(state) == z.CHANCE
        state = game.result(state, chooser.choice([one for one, _ in game.outcomes(state)] if chance else list(game.actions(state))))
    if game.is_terminal(state) or game.to_move(state) == z.CHANCE:
        return
    for action in list(game.actions(state))[:20]:
        ways = list(game.move_paths(state, action))
        assert len(set(ways)) == len(ways) >= 1
        after = game.picture(game.result(state, action))
        for way in ways if action else ():
            end = game.partial_board(state, way)
            assert (end.rows[0], end.rows[2]) == (after.rows[0], after.rows[2])
            high, low = divmod(state.dice, 10)
            assert sum(piece is not None for piece in end.rows[1]) == (4 if high == low else 2) - len(way)


def test_the_steps_of_a_play_are_made_in_either_order():
    game = Backgammon()
    state = game.read("4HPwATDgc/ABMA white 6-5")
    ways = set(game.move_paths(state, game.parse(state, "24/18 13/8")))
    assert ways == {((12, 5), (0, 32)), ((0, 32), (12, 5))}
    assert set(game.move_paths(state, game.parse(state, "24/13"))) == {((12, 5), (5, 0))}  # 19 is black's
    half = game.partial_board(state, ((12, 5),))
    assert [piece.text for piece in half.rows[1] if piece] == ["5"]
    with pytest.raises(z.ActionError, match="no die takes a man"):
        game.partial_board(state, ((12, 11),))
    double = game.read("4HPwATDgc/ABMA white 1-1")
    assert [piece.text for piece in game.partial_board(double, ((35, 36),)).rows[1] if piece] == ["1"] * 3
