"""Awari: its rules one by one, against a plain second implementation, its numbers and scores, and what is published of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.databases.test_ranked import plain_scores
from zermelo.databases import check_database
from zermelo.games.awari import ALL, OWN, Awari, State
from zermelo.ranks import choose, rank_seeds, unrank_seeds
from zermelo.tiers import broken_promises, place_of, tier_sizes

GAME = Awari()


def after(text: str, *pits: int) -> str:
    state = GAME.read(text)
    for pit in pits:
        assert pit in GAME.actions(state)
        state = GAME.result(state, pit)
    return GAME.write(state)


def legal(text: str) -> list[int]:
    return [*GAME.actions(GAME.read(text))]


def won(text: str, pit: int) -> int:
    return GAME.reward(GAME.read(text), pit)


# The rules, one by one


def test_it_begins_with_four_seeds_in_each_pit():
    assert GAME.write(GAME.initial()) == "4,4,4,4,4,4 4,4,4,4,4,4 south"
    assert Awari(20).write(Awari(20).initial()) == "2,2,2,2,2,2 2,2,1,1,1,1 south"


def test_seeds_are_sown_one_by_one():
    assert after("4,4,4,4,4,4 4,4,4,4,4,4 south", 1) == "0,5,5,5,5,4 4,4,4,4,4,4 north"
    assert after("4,4,4,4,4,4 4,4,4,4,4,4 south", 3, 6) == "5,5,1,6,5,5 5,4,4,4,4,0 south"


def test_the_pit_that_they_came_from_is_left_out():
    assert after("12,0,0,0,0,0 0,0,0,0,0,0 south", 1) == "0,2,1,1,1,1 1,1,1,1,1,1 north"
    assert after("0,0,0,0,0,23 0,0,0,0,0,0 south", 6) == "2,2,2,2,2,0 0,2,2,2,2,2 north"


def test_twos_and_threes_of_the_other_are_captured_backwards_from_the_last_seed():
    assert after("0,0,0,0,0,3 2,2,1,5,0,0 south", 6) == "0,0,0,0,0,0 0,0,0,5,0,0 north"
    assert won("0,0,0,0,0,3 2,2,1,5,0,0 south", 6) == 8
    assert after("0,0,0,0,0,3 2,3,1,5,0,0 south", 6) == "0,0,0,0,0,0 3,4,0,5,0,0 north"
    assert won("0,0,0,0,0,3 2,3,1,5,0,0 south", 6) == 2
    assert after("0,0,0,0,0,2 1,0,1,5,0,0 south", 6) == "0,0,0,0,0,0 2,1,1,5,0,0 north"


def test_nothing_is_captured_among_the_own_pits():
    assert after("2,1,1,0,0,0 1,0,0,0,0,0 south", 1) == "0,2,2,0,0,0 1,0,0,0,0,0 north"
    assert after("1,0,0,0,0,0 1,0,0,0,0,8 north", 6) == "2,1,1,1,1,1 2,1,0,0,0,0 south"


def test_seeds_are_given_to_who_has_none_where_that_can_be():
    assert legal("1,0,2,0,2,1 0,0,0,0,0,0 south") == [5, 6]
    assert legal("1,0,2,0,1,0 0,0,0,0,0,0 south") == [1, 3, 5]


def test_all_that_the_other_has_is_not_captured_but_by_who_cannot_move_otherwise():
    assert legal("1,0,0,0,0,1 1,0,0,0,0,0 south") == [1]
    assert legal("0,0,0,0,0,1 1,0,0,0,0,0 south") == [6]
    assert after("0,0,0,0,0,1 1,0,0,0,0,0 south", 6) == "0,0,0,0,0,0 0,0,0,0,0,0 north"


def test_who_cannot_move_ends_the_game_and_the_other_takes_the_rest():
    end = GAME.read("0,0,0,0,0,0 1,0,2,0,0,0 south")
    assert GAME.is_terminal(end)
    assert (GAME.utility(end, z.MAX), GAME.utility(end, z.MIN)) == (-3, 3)
    assert GAME.show(end).endswith("south cannot move, and north takes 3")
    assert not GAME.is_terminal(GAME.read("0,0,0,0,0,1 0,0,0,0,0,0 south"))


def test_what_was_captured_counts_when_a_game_is_played():
    played = z.play_game(Awari(12), ["random", "random"], seed=3)
    states = [*played.states]
    gone = sum((sum(a.pits) - sum(b.pits)) * (1 - 2 * a.player) for a, b in pairwise(states))
    left = Awari(12).utility(states[-1], z.MAX) if played.ending == "rules" else 0
    assert played.utilities == (gone + left, -gone - left)
    assert gone


# A slow plain second implementation


class Plain:
    """A list of twelve pits that does not turn, what each has captured, and legal moves by trying all of them."""

    def __init__(self, state: State) -> None:
        self.player = state.player
        self.pits = [*state.pits] if state.player == 0 else [*state.pits[OWN:], *state.pits[:OWN]]
        self.captured = [0, 0]

    def side(self, player: int) -> list[int]:
        return self.pits[OWN * player : OWN * player + OWN]

    def played(self, house: int) -> Plain:
        after, ring = Plain(State(tuple(self.pits), 0)), [*range(ALL)]
        after.player, after.captured = 1 - self.player, [*self.captured]
        start = OWN * self.player + house - 1
        after.pits[start], ways = 0, ring[start + 1 :] + ring[:start]
        last = start
        for seed in range(self.pits[start]):
            last = ways[seed % len(ways)]
            after.pits[last] += 1
        while last // OWN == after.player and after.pits[last] in (2, 3):
            after.captured[self.player] += after.pits[last]
            after.pits[last] = 0
            last -= 1
        return after

    def moves(self) -> list[int]:
        some = [house for house, seeds in enumerate(self.side(self.player), 1) if seeds]
        feeding = [house for house in some if any(self.played(house).side(1 - self.player))]
        return feeding or some


@settings(deadline=None)
@given(st.integers(1, 48), st.lists(st.integers(0, 1000), max_size=80))
def test_random_games_agree_with_plain_rules(seeds, choices):
    game = Awari(seeds)
    state, captured = game.initial(), [0, 0]
    plain = Plain(state)
    for choice in choices:
        assert game.is_terminal(state) == (not plain.moves())
        if game.is_terminal(state):
            break
        assert [*game.actions(state)] == plain.moves()
        house = plain.moves()[choice % len(plain.moves())]
        captured[state.player] += game.reward(state, house)
        state, plain = game.result(state, house), plain.played(house)
        assert (game.to_move(state), captured) == (plain.player, plain.captured)
        assert Plain(state).pits == plain.pits


# Numbers


@pytest.mark.parametrize(("seeds", "pits"), [(0, 12), (5, 3), (7, 1), (4, 12)])
def test_seeds_in_pits_are_numbered(seeds, pits):
    ways = choose(seeds + pits - 1, pits - 1)
    found = [unrank_seeds(rank, seeds, (0,) * pits) for rank in range(ways)]
    assert [rank_seeds(way) for way in found] == [*range(ways)]
    assert {sum(way) for way in found} == {seeds}


def reachable(seeds: int) -> int:
    """States with so many seeds: by the formula of Romein and Bal."""
    return choose(seeds + 11, 11) - (choose(seeds + 5, 11) if seeds > 5 else 0)


@pytest.mark.parametrize("seeds", range(9))
def test_as_many_states_are_possible_as_the_formula_says(seeds):
    game = Awari(48)
    tier = 48 - seeds
    assert sum(game.possible(game.unrank(tier, index)) for index in range(tier_sizes(game)[tier])) == reachable(seeds)


def test_there_are_as_many_states_as_published():
    assert sum(tier_sizes(Awari(20))) == 225_792_840
    assert sum(map(reachable, range(21))) == 216_135_140
    assert sum(reachable(seeds) for seeds in range(49) if seeds != 47) + 1 == 889_063_398_406  # and that where the game begins


@pytest.mark.parametrize("seeds", [1, 3, 4])
def test_numbers_come_back_and_predecessors_lead_here(seeds):
    game = Awari(seeds)
    for tier, size in enumerate(sizes := tier_sizes(game)):
        for index in range(0, size, 1 + size // 60):
            state = game.unrank(tier, index)
            assert place_of(game, state) == (tier, index)
            if game.possible(state):
                assert not [*broken_promises(game, sizes, state)]


# Scores


def test_scores_are_those_of_plain_sweeps(tmp_path):
    game = Awari(3)
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        for state, worth in plain_scores(game).items():
            found = database.worth(state)
            assert (found.value, found.distance) == worth


@pytest.mark.slow
def test_compiled_they_are_those_of_plain_sweeps_and_of_the_checker(tmp_path):
    game = Awari(4)
    with z.make_database(game, tmp_path / "made") as database:
        truth = plain_scores(game)
        assert database.count == len(truth)
        for state, worth in truth.items():
            found = database.worth(state)
            assert (found.value, found.distance) == worth
        found = check_database(database)
        assert (found.ok, found.states) == (True, database.count)


@pytest.mark.slow
def test_a_published_position_of_sixteen_seeds(tmp_path):
    """J. W. Romein and H. E. Bal, 2003: worth 0, and its moves."""
    game = Awari(16)
    with z.make_database(game, tmp_path / "made") as database:
        assert database.count == sum(map(reachable, range(17))) + 1
        found = database.probe(game.read("1,1,1,1,1,2 4,2,3,0,0,0 south"))
        assert found.value == 0
        assert {move.action: move.value for move in found.moves} == {1: -1, 2: -1, 3: -2, 4: -2, 5: -2, 6: 0}


# Texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4,4,4,4,4,4 4,4,4,4,4,4", "has 2 parts"),
        ("4,4,4,4,4,4 4,4,4,4,4,4 x", "'x' is not the player to move, south or north"),
        ("4,4,4,4,4 4,4,4,4,4,4 south", "south has 5 pits"),
        ("4,4,4,4,4,4 4,4,x,4,4,4 south", "north has 'x' seeds in a pit"),
        ("4,4,4,4,4,4 4,4,4,4,4,5 south", "has 49 seeds; there are 48"),
        ("4,4,4,4,4,3 4,4,4,4,4,4 south", "has seeds in all pits of north, who has just moved"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError, match=complaint):
        GAME.read(text)


@pytest.mark.parametrize("seeds", [0, 49, 2.5])
def test_seeds_that_do_not_fit_are_refused(seeds):
    with pytest.raises(z.SpecError, match="are not possible; 1 to 48 are"):
        Awari(seeds)
