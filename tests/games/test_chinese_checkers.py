"""Chinese checkers: steps, jumps, the end, and a slow plain second implementation that must agree."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games.chinese_checkers import ChineseCheckers, State
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

GAME = ChineseCheckers()
SMALL = ChineseCheckers(1)
GAMES = (SMALL, ChineseCheckers(1, players=6), GAME, ChineseCheckers(2, players=3), ChineseCheckers(3, players=5, turns=4))


def moves(game: ChineseCheckers, state: State) -> set[str]:
    return {game.name(state, action) for action in game.actions(state)}


# The board


@pytest.mark.parametrize(("size", "holes"), [(1, 13), (2, 37), (3, 73)])
def test_a_star_has_six_arms_round_a_hexagon(size, holes):
    game = ChineseCheckers(size, players=6)
    assert game.count == holes
    assert len(set(game.homes)) == 6 * game.pieces == len(set(game.goals))
    for player in range(6):  # the arms are in order, and each player's goal is the home of the one opposite
        mine, opposite = (slice(seat * game.pieces, (seat + 1) * game.pieces) for seat in (player, (player + 3) % 6))
        assert set(game.goals[mine]) == set(game.homes[opposite])


@pytest.mark.parametrize(
    ("players", "position"),
    [
        (2, "2/..../.../..../1 1 0"),
        (3, "./2..3/.../..../1 1 0"),
        (4, "3/...4/.../2.../1 1 0"),
        (5, "4/3..5/.../2.../1 1 0"),
        (6, "4/3..5/.../2..6/1 1 0"),
    ],
)
def test_who_begins_where(players, position):
    game = ChineseCheckers(1, players=players)
    assert game.write(game.initial()) == position


# Moves


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        pytest.param("2/..../.../..../1 1 0", "a1-b2 a1-b3", id="steps"),
        pytest.param("./..../.../.2../1 1 0", "a1-c1 a1-b3", id="a jump over another's piece"),
        pytest.param("./..../2../..../1 1 0", "a1-b2 a1-b3", id="only a neighbour is jumped over"),
        pytest.param("./..../..1/.2../. 1 0", "c3-b3 c3-b4 c3-c2 c3-d3 c3-d4", id="and only to a hole"),
    ],
)
def test_moves_of_one_piece(position, expected):
    assert moves(SMALL, SMALL.read(position)) == set(expected.split())


def test_jumps_go_on_as_often_as_the_player_likes():
    state = GAME.read("2/2./......./....../...../..2.../......./11/1 1 0")
    assert {move for move in moves(GAME, state) if move.startswith("a1")} == {"a1-c3", "a1-c5", "a1-e3"}
    rested = GAME.result(state, GAME.parse(state, "a1-e3"))
    assert GAME.write(rested) == "2/2./......./....../..1../..2.../......./11/. 2 1"


def test_who_has_no_move_passes():
    game = ChineseCheckers(1, players=6)
    blocked = game.read("./..../564/.23./1 1 0")
    assert moves(game, blocked) == {"pass"}
    after = game.result(blocked, game.pass_)
    assert (after.holes, after.player, after.plies) == (blocked.holes, 1, 1)
    assert game.action_squares(blocked, game.pass_) == ()


# The end


def test_who_fills_the_opposite_arm_wins():
    state = GAME.read("1/1./...1.../....../...../..2.../......./2./2 1 4")
    won = GAME.result(state, GAME.parse(state, "g4-h2"))
    assert GAME.is_terminal(won)
    assert GAME.utilities(won) == (1, -1)
    assert GAME.show(won).endswith("\n1 has won")
    assert GAME.read(GAME.write(won)) == won
    elsewhere = GAME.result(state, GAME.parse(state, "g4-g5"))
    assert not GAME.is_terminal(elsewhere)


def test_pieces_left_at_home_do_not_keep_an_arm_from_being_won():
    state = GAME.read("2/1./...1.../....../...../..2.../......./2./1 1 4")
    assert GAME.utilities(GAME.result(state, GAME.parse(state, "g4-h2"))) == (1, -1)
    home = GAME.read("2/22/......./....../...../....../......./11/1 1 0")
    assert not GAME.is_terminal(GAME.result(home, GAME.parse(home, "b1-c3")))


def test_after_so_many_turns_it_is_a_draw():
    game = ChineseCheckers(1, players=3, turns=2)
    state = game.initial()
    for ply in range(6):
        assert not game.is_terminal(state)
        assert game.plies_left(state) == 6 - ply
        state = game.result(state, next(iter(game.actions(state))))
    assert game.is_terminal(state)
    assert game.utilities(state) == (0, 0, 0)
    assert game.show(state).endswith("\ndraw")


def test_the_loss_is_shared():
    game = ChineseCheckers(1, players=3)
    state = game.read("1/2..3/.../..../. 2 4")
    assert game.utilities(state) == (1, -0.5, -0.5)


@pytest.mark.parametrize(("turns", "value"), [(4, 0), (5, 1)])
def test_on_the_smallest_star_who_begins_wins_in_five_turns(turns, value):
    assert z.best(ChineseCheckers(1, turns=turns), algorithm="alphabeta", mode="interpreted").value == value


# A slow plain second implementation


class Plain:
    """Holes by their coordinates on paper: rows, and places in half steps."""

    def __init__(self, rows: list[str]) -> None:
        wide = max(map(len, rows))
        self.holes = {(down, wide - len(row) + 2 * i): mark for down, row in enumerate(rows) for i, mark in enumerate(row)}

    def near(self, hole):
        return [(hole[0] + down, hole[1] + right) for down, right in ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))]

    def jumps(self, hole, seen):
        for over in self.near(hole):
            behind = (2 * over[0] - hole[0], 2 * over[1] - hole[1])
            if self.holes.get(over, ".") != "." and self.holes.get(behind) == "." and behind not in seen:
                seen.add(behind)
                self.jumps(behind, seen)
        return seen

    def moves(self, player):
        found = set()
        for hole in [hole for hole, mark in self.holes.items() if mark == player]:
            self.holes[hole] = "."
            reached = {place for place in self.near(hole) if self.holes.get(place) == "."} | self.jumps(hole, {hole})
            self.holes[hole] = player
            found |= {(self.called(hole), self.called(place)) for place in reached - {hole}}
        return {f"{start}-{end}" for start, end in found} or {"pass"}

    def called(self, hole):
        row = sorted(place for place in self.holes if place[0] == hole[0])
        return f"{'abcdefghijklm'[max(down for down, _ in self.holes) - hole[0]]}{row.index(hole) + 1}"


@given(positions(GAMES))
def test_moves_agree_with_plain_rules(position):
    game, state = position
    if not game.is_terminal(state):
        plain = Plain(game.write(state).split()[0].split("/"))
        actions = list(game.actions(state))
        assert sorted(game.name(state, action) for action in actions) == sorted(plain.moves(str(state.player + 1)))
        assert actions == sorted(set(actions))


@given(positions(GAMES))
def test_a_move_changes_two_holes_and_says_who_won(position):
    game, state = position
    for action in [] if game.is_terminal(state) else game.actions(state):
        after = game.result(state, action)
        changed = [hole for hole in range(game.count) if state.holes[hole] != after.holes[hole]]
        assert len(changed) == (0 if action == game.pass_ else 2)
        arm = [after.holes[hole] for hole in game.goals[state.player * game.pieces : (state.player + 1) * game.pieces]]
        assert (after.winner == state.player) == (0 not in arm and state.player + 1 in arm)
        assert after.winner in (state.player, -1)


@given(positions((SMALL, GAME)))
def test_left_is_as_right(position):
    game, state = position
    (other,) = game.symmetries(state)
    assert list(game.symmetries(other)) == [state]
    assert game.evaluate(other, z.MAX) == game.evaluate(state, z.MAX) == -game.evaluate(state, z.MIN)
    if not game.is_terminal(state):
        assert len(list(game.actions(other))) == len(list(game.actions(state)))


def test_a_star_of_two_words_means_the_same_in_both_modes():
    game, dice = ChineseCheckers(3, players=4), random.Random(2)
    compiled, interpreted = (Runner(perft, game, mode) for mode in ("compiled", "interpreted"))
    state = game.initial()
    for ply in range(40):
        if ply % 13 == 12:
            assert compiled(state, 2) == interpreted(state, 2)
        state = game.result(state, dice.choice(list(game.actions(state))))


@given(st.sampled_from(GAMES))
def test_at_the_start_all_have_the_same_way_to_go(game):
    state = game.initial()
    assert len({game.way(state, player) for player in range(game.players)}) == 1
    assert set(game.estimates(state)) == {0}


# Texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("2/..../.../..../1 3 0", "'3' is not the player to move, 1 or 2"),
        ("2/..../.../..../1 1 x", "'x' is not how many plies were played, 0 to 120"),
        ("2/..../.../..../1 1 122", "'122' is not how many plies"),
        ("2/..../.../..../1 1 3", "after 3 plies it is the turn of 2, not of 1"),
        ("2/.../.../..../1 1 0", "does not have rows of 1, 4, 3, 4, 1 holes"),
        ("2/..../.3./..../1 1 0", "c2 has '3'; a hole is . or a player, 1 to 2"),
        ("2/..../.1./..../1 1 0", "player 1 has 2 pieces; each has 1"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError) as caught:
        SMALL.read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "complaint"), [((0,), "1 to 3 are"), ((4,), "1 to 3 are"), ((2, 7), "2 to 6 are"), ((2, 2, 0), "1 to 1000 are")]
)
def test_other_parameters_are_refused(parameters, complaint):
    with pytest.raises(z.SpecError, match=complaint):
        ChineseCheckers(*parameters)
