"""The net: its judge knows what is known, its games have every fact, it finds faults that were planted, and it runs clean."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from typing import Any

import pytest

import zermelo as z
from zermelo.game import CHANCE
from zermelo.games.tree import Tree
from zermelo.verify import hidden, net, trials
from zermelo.verify.games import Bounds, RandomGame, kind, random_game, random_root
from zermelo.verify.minimax import worth
from zermelo.verify.trials import TO_THE_END, Judged

# The judge


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("((3 12 8) (2 4 6) (14 5 2))", (3, -3)),
        ("(chance(.5: MIN(2 4) .5: MIN(7 4)) chance(.5: MIN(6 0) .5: MIN(5 -2)))", (3, -3)),
        ("(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))", (2.1, -2.1)),
        ("(chance(.9: 20 .1: 30) chance(.9: 1 .1: 400))", (40.9, -40.9)),
        (
            "P1(P2(P3(<1 2 6> <4 2 3>) P3(<6 1 2> <7 4 -1>)) P2(P3(<5 -1 -1> <-1 5 2>) P3(<7 7 -1> <5 4 5>)))",
            (1, 2, 6),
        ),
    ],
)
def test_the_judge_values_the_trees_of_the_book(tree, expected):
    game = Tree(tree)
    assert worth(game, game.initial(), 100, {}) == pytest.approx(expected)


def test_the_judge_values_games_that_are_known():
    for spec, value in (("tictactoe", 0), ("pawns", 1), ("hexapawn", -1), ("nim((3, 4, 5))", 1), ("nim((1, 2, 3))", -1)):
        game = z.load_game(spec)
        assert worth(game, game.initial(), 100, {}) == (value, -value), spec


def test_to_the_judge_a_position_that_comes_back_ends_the_game():
    class Round(z.Game):
        """MAX goes round or stops for -1."""

        def initial(self):
            return 0

        def to_move(self, state):
            return 0

        def actions(self, state):
            return (0, 1)

        def result(self, state, action):
            return 9 if action else (state + 1) % 3

        def is_terminal(self, state):
            return state == 9

        def utility(self, state, player):
            return -1 if player == 0 else 1

    assert worth(Round(), 0, 1 << 30, {}, repetition=0.5) == (0.5, -0.5)
    assert worth(Round(), 0, 1 << 30, {}, repetition=-2.0) == (-1, 1)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("chance(.5: MAX(MIN@a(1 -1)) .5: MAX(MIN@a(-1 1)))", 0),  # MIN does not know which, and mixes
        ("chance(.5: MAX(MIN@a(3 0)) .5: MAX(MIN@a(0 1)))", 0.5),
        ("chance(.5: MAX(MIN@a(2 0) MIN@b(1 1)) .5: MAX(MIN@a(0 2) MIN@b(1 1)))", 1),
    ],
)
def test_the_judge_of_hidden_hands_solves_matrix_games(tree, expected):
    pytest.importorskip("scipy")
    assert hidden.value(Tree(tree)) == pytest.approx(expected)


# The games


def test_the_games_have_every_unusual_fact_and_say_nothing_that_is_not_true():
    seen: Counter[str] = Counter()
    for number in range(300):
        game = random_game(number)
        seen.update(trait.__name__ for trait in type(game).__bases__)
        seen[f"{game.players} players"] += 1
        facts = ("chance", "circles", "rewards", "grown", "summed", "in_turn", "trailed", "mirrored")
        seen.update(fact for fact in facts if getattr(game, fact))
        seen["repetition"] += game.repetition is not None
        seen["a range"] += game.utility_range is not None
        seen["not symmetric"] += game.players == 2 and max(game.worths) != -min(game.worths)
        seen["infinite"] += max(map(abs, game.worths)) == inf
        seen["huge"] += max(map(abs, game.worths)) == 2.0**53
        seen["equal"] += len(game.worths) == 1
        if game.chance:
            seen["chance at the root"] += any(game.to_move(random_root(game, _lots(lot))) == CHANCE for lot in range(20))
    assert min(seen.values()) >= 10, seen
    wanted = {"1 players", "5 players", "chance at the root", "repetition", "Bounds", "Candidates", "Endings", "Passes", "huge", "equal"}
    assert wanted <= set(seen)


@pytest.mark.parametrize("number", range(0, 60, 4))
def test_check_finds_no_broken_rule_in_them(number):
    """But that an evaluation says more than the few ends that were seen: where no range is stated, that is no false fact."""
    found = z.check(random_game(number), games=10, compile=False)
    assert [one for one in found.problems if one.rule != "evaluation"] == []


# What it finds


def _lots(seed: int) -> Any:
    import random

    return random.Random(seed)


class FalseBounds(Bounds):
    """A game that claims to be worth a little more than it is, everywhere."""

    def bounds(self, state):
        low, high = super().bounds(state)
        return low + 1, high + 1


def wrong_in(game: RandomGame, monkeypatch, batch: int = 0) -> list[net.Wrong]:
    monkeypatch.setattr(net, "random_game", lambda number: game)
    return net.run_batch(0, batch, "interpreted").wrong


def test_a_false_proof_of_a_game_is_found(monkeypatch):
    game = kind((FalseBounds,))(worths="whole", grown=True, layers=6)
    found = wrong_in(game, monkeypatch, 5)  # it is in 27 of the first 30: not where no position with false bounds is drawn
    assert {one.trial for one in found} & {"engine's proofs", "engine's solutions"}
    assert all(one.batch == 5 and one.game == "random_game(5)" and one.root.startswith("(") for one in found)
    assert all("table=Table(" in one.what for one in found if one.trial.startswith("engine"))


def test_a_searcher_that_is_wrong_is_found(monkeypatch):
    honest = trials.best

    def optimistic(game, state, **options):
        found = honest(game, state, **options)
        return replace(found, value=found.value + 1) if isinstance(found.value, (int, float)) else found

    monkeypatch.setattr(trials, "best", optimistic)
    assert {one.trial for one in wrong_in(kind(())(), monkeypatch)} == {"textbook"}


def test_a_searcher_that_fails_is_found(monkeypatch):
    def fails(*arguments, **options):
        raise IndexError("no such place")

    monkeypatch.setattr(trials, "ValueIteration", fails)
    (found,) = wrong_in(kind(())(), monkeypatch)
    assert (found.trial, found.what, found.found) == ("value iteration", "an error", "IndexError: no such place")


# The run


def test_every_searcher_says_what_the_judge_says():
    report = net.run(searches=150, seed=1, modes=("interpreted",))
    assert report.wrong == []
    assert report.total >= 150


def test_what_is_found_follows_from_the_seed():
    one, other = (net.run_batch(5, 3, "interpreted") for _ in range(2))
    assert (one.searches, one.wrong) == (other.searches, [])
    assert net.run_batch(6, 3, "interpreted").searches != one.searches


def test_after_ctrl_c_the_report_so_far_is_given():
    def stop(report):
        if report.games == 2:
            raise KeyboardInterrupt

    report = net.run(seconds=3600, progress=stop, modes=("interpreted",))
    assert (report.interrupted, report.games) == (True, 2)


@pytest.mark.slow
def test_a_thousand_searches_in_both_modes_over_processes():
    pytest.importorskip("scipy")
    report = net.run(searches=1000, seed=2, jobs=2)
    compiled = net.run_batch(2, net.COMPILED - 1, "compiled")
    assert report.wrong + compiled.wrong == []
    assert {mode for _, mode in compiled.searches} == {"compiled"}
    assert net.run_batch(2, net.COMPILED - 2, "interpreted").wrong == []


@pytest.mark.parametrize(
    ("options", "told"),
    [({}, "how many searches"), ({"searches": 1, "jobs": 0}, "jobs are 1 or more"), ({"searches": 1, "modes": ("auto",)}, "modes among")],
)
def test_limits_that_make_no_sense_are_refused(options, told):
    with pytest.raises(z.SearchError, match=told):
        net.run(**options)


def test_of_many_players_any_action_is_right_that_brings_everybody_what_the_first_of_the_best_brings():
    """Here 3 and 36 both bring the third player 20 and the others -10; Monte Carlo search may take either."""
    game = random_game(3_000_776)
    root = game.initial()._replace(seed=859125815, passes=1)
    judged = Judged(game, root)
    equals = [action for action, worths in judged.children(TO_THE_END).items() if worths == (-10, -10, 20)]
    assert equals[:2] == [3, 36]
    assert all(judged.action("any of them", action, TO_THE_END).right for action in equals)
    assert not judged.action("a worse one", 25, TO_THE_END).right
