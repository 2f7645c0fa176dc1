"""Weak solutions: the sign is the judge's, the proofs hold, and none is written that does not."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.databases.examples import Forgetful, Walk, Words
from tests.search.engine.webs import Ring, State
from tests.search.test_dfpn import all_states, forced
from zermelo import SearchError, SpecError
from zermelo.words import next_up


def signs(game, roots):
    """What each state that is not the end is worth to MAX less 0, as plain retrograde analysis says."""
    children = all_states(game, roots)
    endless = game.repetition or 0.0
    wins, loses = forced(game, children, 0, next_up(0.0)), forced(game, children, 1, next_up(0.0))
    if endless > 0:
        safe = forced(game, children, 1, 0.0)
        wins = children.keys() - safe.keys()
    elif endless < 0:
        safe = forced(game, children, 0, 0.0)
        loses = children.keys() - safe.keys()
    return {state: 1 if state in wins else -1 if state in loses else 0 for state, after in children.items() if after}


def proved_as_the_judge_says(game, *, step=1, roots=None, **options):
    """How many claims were proved with bounds, and how many without."""
    counts = [0, 0]
    for state, sign in list(signs(game, roots or [game.initial()]).items())[::step]:
        found = z.prove(game, state, gather=True, **options)
        assert found.sign == sign, state
        assert [one.faults for one in z.check_proof(found.proof)] == [[]] * len(found.claims)
        for claim in found.claims:
            counts[claim.plies is None] += 1
    return counts


@pytest.mark.parametrize("table", [1, 0.0001])
@pytest.mark.parametrize("game", [Walk(7), Walk(9, -1.0), Walk(8, 1.0), Ring(3, 4), Words(), Forgetful()], ids=repr)
def test_every_state_of_small_games(game, table):
    assert sum(proved_as_the_judge_says(game, mode="interpreted", table=table)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["three_mens_morris", "three_mens_morris(diagonals=False)", "hare_and_hounds", "hexapawn", "tictactoe"])
def test_states_of_games_of_ours(spec):
    game = z.load_game(spec)
    bounded, unbounded = proved_as_the_judge_says(game, step=199 if game.repetition is not None else 50, table=1)
    assert bounded > 0
    assert unbounded > 0 or game.repetition is None


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["quixo(3)", "three_mens_morris(flying=True)", "hare_and_hounds"])
def test_who_wins_is_what_the_database_says(spec, tmp_path):
    game, draw = z.load_game(spec), random.Random(7)
    with z.make_database(game, tmp_path / "made") as database:
        for _ in range(100):
            state = game.initial()
            for _ in range(draw.randrange(25)):
                after = game.result(state, draw.choice([*game.actions(state)]))
                if game.is_terminal(after):
                    break
                state = after
            value = database.worth(state).value * (1 if game.to_move(state) == z.MAX else -1)
            assert z.prove(game, state, table=1).sign == value, game.write(state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_games_that_go_round(seed):
    counts = proved_as_the_judge_says(Ring(7, 6), roots=[State(3 * seed + one, 0, 0, 0) for one in range(50, 53)], table=0.002, step=2)
    assert sum(counts) > 5


def test_a_proof_is_gathered_from_a_table_that_has_forgotten_most_of_it():
    found = z.prove(z.load_game("connect4(4, 4)"), gather=True, table=0.05)
    assert (found.sign, len(found.claims)) == (0, 2)
    assert all(one.ok for one in z.check_proof(found.proof))


def test_the_published_values_of_the_hunt_and_of_the_small_mill():
    hunt = z.prove(z.load_game("hare_and_hounds"), gather=True)
    assert hunt.sign == 1
    assert hunt.claims[0].plies >= 23
    assert z.prove(z.load_game("three_mens_morris")).sign == 1
    assert z.prove(z.load_game("three_mens_morris(diagonals=False)")).sign == 0


def test_a_game_may_be_compared_with_another_value_than_0():
    game = z.load_game("nim((1, 2))")
    assert [z.prove(game, value=value, mode="interpreted").sign for value in (-2, -1, 0, 1, 2)] == [1, 1, 1, 0, -1]


def test_where_the_limits_do_not_suffice_nothing_is_called_proved(tmp_path):
    found = z.prove(z.load_game("connect4"), file=tmp_path / "proof", nodes=1000, mode="interpreted")
    assert (found.sign, found.claims, found.stopped) == (None, (), "nodes")
    assert not (tmp_path / "proof").exists()


def test_endless_play_of_which_the_rules_say_nothing_is_asked_for():
    game = Walk(7, None)
    with pytest.raises(SearchError, match=r"do not say what endless play is worth; set `repetition`"):
        z.prove(game, mode="interpreted")
    assert z.prove(game, (1, 0), mode="interpreted").sign == 1  # no play from there goes on for ever if MAX does not want it


@pytest.mark.parametrize(
    ("spec", "told"), [("pig", "has chance"), ("kuhn", "hides something"), ("nim((1, 2), players=3)", "for two"), ("go(3)", "has superko")]
)
def test_games_that_it_is_not_for_are_told(spec, told):
    with pytest.raises(z.ZermeloError, match=told):
        z.prove(z.load_game(spec))


class Listed(Walk):
    """States are lists."""

    def initial(self):
        return [*super().initial()]


class ListedLater(Walk):
    """Gives lists for the states that follow."""

    def result(self, state, action):
        return [*super().result(state, action)]


class Named(Walk):
    """A fact that is no number."""

    repetition = "draw"

    def __init__(self):
        self.length = 7


class OneKey(Walk):
    """A key that forgets who is to move."""

    def key(self, state):
        return state[0]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (ListedLater(7), "is a list, which has no hash; make it a tuple"),
        (Listed(7), "is a list, which has no hash; make it a tuple"),
        (Named(), "repetition is 'draw'; it is None or a utility to MAX"),
        (OneKey(7), "have one key, .* and different players are to move in them"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_games_that_break_a_promise_are_told(game, told):
    with pytest.raises(z.ZermeloError, match=told):
        z.prove(game, gather=True, mode="interpreted")


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(SpecError, match="cannot write"):
        z.prove(z.load_game("hexapawn"), file=tmp_path / "no folder" / "proof", mode="interpreted")


@pytest.mark.parametrize("spec", ["hexapawn", "three_mens_morris"])
def test_both_modes_look_at_the_same_states(spec):
    game = z.load_game(spec)
    compiled, interpreted = (z.prove(game, mode=mode) for mode in ("compiled", "interpreted"))
    assert (compiled.nodes, compiled.claims) == (interpreted.nodes, interpreted.claims)
