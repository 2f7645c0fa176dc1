"""What players think possible, and the searches that deal what is hidden: PIMC and ISMCTS."""

from __future__ import annotations

import random
import signal
import threading
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games.kuhn import Kuhn
from zermelo.rule_errors import blame
from zermelo.search.belief import Belief
from zermelo.search.ismcts import Ismcts
from zermelo.search.maxn import maxn
from zermelo.search.pimc import pimc
from zermelo.search.positions import states_after
from zermelo.search.runner import Runner
from zermelo.search.runtime import workers

HIDDEN = [z.load_game(spec) for spec in ("kuhn", "kuhn(4)", "leduc", "liars_dice(2, 3)", "liars_dice(1, 4, players=3)")]


def looked_like(game: Game, actions: list[int], player: int) -> list[Any]:
    """What a player saw along these actions."""
    states = [game.initial()]
    for action in actions:
        states.append(game.result(states[-1], action))
    return [game.observe(state, player) for state in states]


def along(game: Game, seed: int) -> list[int]:
    """The actions of a random game, without the last."""
    chooser, state, actions = random.Random(seed), game.initial(), []
    while not game.is_terminal(state):
        by_chance = game.to_move(state) == CHANCE
        actions.append(chooser.choice([one for one, _ in game.outcomes(state)] if by_chance else list(game.actions(state))))
        state = game.result(state, actions[-1])
    return actions[:-1]


# Beliefs


def test_at_kuhn_the_other_has_one_of_the_two_other_cards():
    game = z.load_game("kuhn")
    seen = [game.read(text) for text in ("--", "Q-", "Q?", "Q? p", "Q? pb")]
    assert {game.write(state): weight for state, weight in Belief(game, MAX).follow(seen).items()} == {"QJ pb": 0.5, "QK pb": 0.5}


def test_chance_gives_the_weights():
    """Of two dice of two faces, 1 2 comes twice as often as 1 1."""
    game = z.load_game("liars_dice(2, 2)")
    seen = [game.read(text) for text in ("--,--", "1-,--", "11,--", "11,?-", "11,??")]
    possible = Belief(game, MAX).follow(seen)
    assert {game.write(state): weight for state, weight in possible.items()} == {"11,11": 0.25, "11,12": 0.5, "11,22": 0.25}


@settings(deadline=None)
@given(st.sampled_from(HIDDEN), st.integers(0, 1000), st.data())
def test_what_is_possible_is_all_that_looks_so_and_the_truth_among_it(game, seed, data):
    """Against all paths of the tree, one by one, with their probabilities as fractions."""
    actions = along(game, seed)[:5]
    player = data.draw(st.integers(0, game.players - 1))
    seen = looked_like(game, actions, player)
    paths: list[tuple[Any, Fraction]] = [(game.initial(), Fraction(1))]
    for now in seen[1:]:
        following = []
        for state, share in paths:
            if game.is_terminal(state):
                continue
            by_chance = game.to_move(state) == CHANCE
            moves = list(game.outcomes(state)) if by_chance else [(action, 1) for action in game.actions(state)]
            after = [(game.result(state, action), share * Fraction(p).limit_denominator(100)) for action, p in moves]
            following += [(child, p) for child, p in after if game.observe(child, player) == now]
        paths = following
    total, wanted = sum(share for _, share in paths), {}
    for state, share in paths:
        wanted[state] = wanted.get(state, 0) + float(share / total)
    belief = Belief(game, player)
    assert belief.follow(seen) == pytest.approx(wanted)
    assert belief.exact
    truth = game.initial()
    for action in actions:
        truth = game.result(truth, action)
    assert truth in belief.possible


def test_a_belief_goes_on_from_where_it_was_and_begins_anew_in_another_game():
    game = z.load_game("leduc")
    one, other = ([game.read(text) for text in texts] for texts in (("----", "Js--", "Js??", "Js?? c"), ("----", "Kh--", "Kh??")))
    belief = Belief(game, MAX)
    for length in range(1, 5):
        assert belief.follow(one[:length]) == Belief(game, MAX).follow(one[:length])
    assert belief.follow(other) == Belief(game, MAX).follow(other)


def test_of_too_many_states_some_are_drawn():
    game = z.load_game("kuhn(6)")
    seen = looked_like(game, [6, 5, 4, 3, 2, 1, 0], MAX)
    belief = Belief(game, MAX, most=50, seed=1)
    possible = belief.follow(seen)
    assert not belief.exact
    assert 1 < len(possible) <= 50
    assert sum(possible.values()) == pytest.approx(1)
    assert all(game.observe(state, MAX) == seen[-1] for state in possible)
    assert possible == Belief(game, MAX, most=50, seed=1).follow(seen)


def test_what_cannot_be_is_told():
    game = z.load_game("kuhn")
    with pytest.raises(z.SearchError, match=r"no game of Kuhn\(players=2\) from its beginning looks to player 1 like 'Q\?'"):
        Belief(game, MAX).follow([game.read("Q?")])


# Perfect information


@pytest.mark.parametrize(
    ("spec", "peer", "depth"),
    [("tictactoe", "minimax", 4), ("pawns", "minimax", 512), ("nim((2, 3), players=3)", "maxn", 512), ("kalah(3, 2)", "minimax", 5),
     ("tree('(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))')", "expectiminimax", 512)],
)  # fmt: skip
def test_where_all_is_seen_it_finds_what_the_textbook_finds(spec, peer, depth):
    game = z.load_game(spec)
    found, told = Runner(maxn, game, "interpreted")(game.initial(), depth), z.best(game, depth=depth, algorithm=peer).value
    assert found == pytest.approx(told) if isinstance(told, tuple) else found[MAX] == pytest.approx(told)


@settings(deadline=None, max_examples=30)
@given(positions(HIDDEN))
def test_it_means_the_same_in_both_modes(drawn):
    game, state = drawn
    one, other = (Runner(maxn, game, mode) for mode in ("compiled", "interpreted"))
    assert one(state, 3) == other(state, 3)
    assert one.nodes == other.nodes


# PIMC


def test_pimc_at_kuhn_by_hand():
    """With the queen before a bet: to call wins 2 against the jack and loses 2 against the king; to fold loses 1."""
    game = z.load_game("kuhn")
    worlds = {game.read("QJ pb"): 0.5, game.read("QK pb"): 0.5}
    found = pimc(game, worlds.items(), 10, lambda state, depth: maxn(game, state, depth))
    assert found == {0: (-1.0, 1.0), 1: (0.0, 0.0)}


def test_pimc_is_the_mean_over_its_worlds_of_minimax():
    game = z.load_game("leduc")
    worlds = {game.read("JsQh r"): 0.25, game.read("JsKh r"): 0.75}
    found = pimc(game, worlds.items(), 512, lambda state, depth: maxn(game, state, depth))
    for action in game.actions(game.read("JsQh r")):
        each = {state: maxn(game, game.result(state, action), 511)[MIN] for state in worlds}
        assert found[action][MIN] == pytest.approx(sum(weight * each[state] for state, weight in worlds.items()))


# ISMCTS


def ismcts(game: Game, texts: list[str], simulations: int, seed: int = 0) -> Ismcts:
    worlds, chooser = [game.read(text) for text in texts], random.Random(seed)
    search = Ismcts(game, lambda: chooser.choice(worlds), chooser)
    search.search(simulations)
    return search


def test_ismcts_counts_visits_and_how_often_an_action_was_there():
    game = z.load_game("kuhn")
    search = ismcts(game, ["QJ", "QK"], 400)
    root = search.tree[game.read("Q?")]
    assert sum(edge.visits for edge in root.values()) == 400
    assert all(edge.available == 400 - late for late, edge in enumerate(sorted(root.values(), key=lambda edge: -edge.available)))
    assert set(search.tree) <= {game.read(text) for text in ("Q?", "Q? p", "Q? b", "Q? pb")}


def test_its_tree_is_of_what_the_player_sees_so_deals_share_their_counts():
    game = z.load_game("leduc")
    search = ismcts(game, ["JsQs", "JsKh"], 300)
    assert all(seen == game.observe(seen, MAX) for seen in search.tree)
    assert not any("Q" in game.write(seen)[2:4] for seen in search.tree)


@pytest.mark.parametrize(
    ("spec", "worlds", "action"),
    [("kuhn", ["KJ pb", "KQ pb"], "call"), ("kuhn", ["JK pb", "JQ pb"], "fold"), ("leduc", ["KsQh cc Kh cr", "KsJh cc Kh cr"], "raise"),
     ("liars_dice", [f"{die},1 2x6" for die in range(1, 7)], "liar")],
)  # fmt: skip
def test_ismcts_does_what_is_plainly_right(spec, worlds, action):
    game = z.load_game(spec)
    state = game.read(worlds[0])
    edges = Ismcts(game, lambda: chooser.choice([game.read(text) for text in worlds]), chooser := random.Random(1)).search(1000)
    assert game.name(state, max(edges, key=lambda one: edges[one].visits)) == action


def test_where_nothing_is_hidden_ismcts_is_plain_mcts_and_finds_a_win():
    game = z.load_game("tictactoe")
    state = game.read("xx./oo./... x")
    edges = Ismcts(game, lambda: state, random.Random(3)).search(500)
    assert max(edges, key=lambda action: edges[action].visits) == 2
    assert edges[2].mean == 1


class NeverDone(z.Game):
    """A coin is tossed that MIN does not see, and then two go round a ring of six for ever."""

    chance = hidden = True
    utility_range = (-1.0, 1.0)

    def __init__(self, repetition: float | None) -> None:
        self.repetition = repetition

    def initial(self) -> tuple[int, int]:
        return -1, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return CHANCE if state[0] < 0 else state[1] % 2

    def outcomes(self, state: tuple[int, int]) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def actions(self, state: tuple[int, int]) -> tuple[int, int]:
        return 1, 5

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (action, 0) if state[0] < 0 else (state[0], (state[1] + action) % 6)

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return False

    def utility(self, state: tuple[int, int], player: int) -> float:
        return 0.0

    def evaluate(self, state: tuple[int, int], player: int) -> float:
        return 0.25 if player == MAX else -0.25

    def observe(self, state: tuple[int, int], player: int) -> tuple[int, int]:
        return state if player == MAX or state[0] < 0 else (0, state[1])


@pytest.mark.parametrize(("repetition", "worth"), [(0.5, 0.5), (None, 0.25)])
def test_ismcts_gives_up_a_game_that_goes_round_for_what_its_rules_say_or_what_it_is_by_its_evaluation(repetition, worth):
    game = NeverDone(repetition)
    search = Ismcts(game, lambda: (0, 0), random.Random(1))
    edges = search.search(6)
    assert {edge.mean for edge in edges.values()} == {worth}


class Interrupted(Kuhn):
    """Kuhn poker in which Ctrl-C comes while a rule is running, which then may never return."""

    def __init__(self, returns: bool = True) -> None:
        super().__init__()
        self.returns, self.asked, self.may_return = returns, 0, threading.Event()

    def result(self, state: Any, action: int) -> Any:
        self.asked += 1
        if self.asked == 300:
            signal.raise_signal(signal.SIGINT)
            if not self.returns:
                self.may_return.wait()
        return super().result(state, action)


def search_for_ever(game: Game) -> None:
    """Search after a deal, until somebody stops it."""
    before = states_after(Kuhn(), Kuhn().initial(), "J Q")
    z.best(game, before[-1], history=before[:-1], algorithm="ismcts", simulations=10**9, progress=lambda _: None)


def test_after_ctrl_c_ismcts_ends_between_two_simulations_and_names_no_rule() -> None:
    with pytest.raises(KeyboardInterrupt) as stopped:
        search_for_ever(Interrupted())
    assert blame(stopped.value) is None


def test_a_rule_that_hangs_is_named_without_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.0)
    game = Interrupted(returns=False)
    with pytest.raises(workers.HangingError, match=r"a rule does not return: .*test_dealing.py, line \d+, in result$"):
        search_for_ever(game)
    game.may_return.set()
