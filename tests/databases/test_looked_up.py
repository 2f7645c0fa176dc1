"""The last tiers of a game in a database, and what searches find that look up there what each state is worth: against all of the game."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.databases.examples import Numbered, RankedForgetful, RankedGraph, RankedWalk, Row, ScoredGraph, Vertex
from zermelo.databases import check_database
from zermelo.databases.files import laid_out
from zermelo.play.players import player
from zermelo.search.engine.engine import Engine
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.textbook import ALGORITHMS, Textbook


def made(game, folder, tiers=None, mode="interpreted"):
    return z.make_database(game, folder / f"tiers-{tiers}", tiers=tiers, mode=mode)


def to_mover(game, state, found):
    return found.value if game.to_move(state) == z.MAX else 0 - found.value


def graphs(seed):
    """Games that go round within each of three tiers: with what endless play may be worth, with scores, and with rewards on the way."""
    for game in (*(RankedGraph(seed, endless, 6) for endless in (0.0, 1.0, -1.0)), ScoredGraph(seed, True, 6), ScoredGraph(seed, False, 6)):
        game.utility_range = game.utility_range or (-1.0, 1.0)
        yield game


@pytest.mark.parametrize("seed", range(3))
def test_searches_that_come_to_the_last_tiers_find_what_all_of_the_game_says(seed, tmp_path):
    looked_at = known = proved = 0
    for number, game in enumerate(graphs(seed)):
        folder = tmp_path / str(number)
        with made(game, folder) as whole, made(game, folder, 1 + number % 2) as part:
            assert check_database(part, mode="interpreted").ok
            states = [state for state in map(game.read, map(str, range(18))) if not game.is_terminal(state)]
            for distance in (False, True):
                engine = Engine(game, database=part, distance=distance, mode="interpreted", table=1 / 64)
                for state in states:
                    worth, found = whole.find(state), engine.search(state, depth=30)
                    looked_at, known, proved = looked_at + 1, known + found.known, proved + found.proved
                    assert not found.proved or to_mover(game, state, found) == worth.value
                    assert found.distance is None or whole.table.by_tier or found.distance == worth.distance
    assert known > looked_at
    assert proved > 0.7 * looked_at  # what rests on a position that came back is not, where rewards are won


def test_the_last_tiers_hold_what_a_database_of_all_holds_of_them_and_no_more(tmp_path):
    game = RankedForgetful()
    with made(game, tmp_path) as whole, made(game, tmp_path, 4) as part:
        for tier, size in enumerate(game.tier_sizes()):
            for state in (game.unrank(tier, index) for index in range(size)):
                assert part.find(state) == (whole.find(state) if tier >= 6 else None)
        assert (whole.is_partial, part.is_partial, part.count) == (False, True, 8)
        with pytest.raises(z.PositionError, match="holds the tiers of the game from 6 on"):
            part.probe()
    with pytest.raises(z.SpecError, match=r"holds the tiers of .* from 6 on; name another folder"):
        z.make_database(game, tmp_path / "tiers-4", tiers=5)
    for tiers in (0, 11, True, 1.5):
        with pytest.raises(z.SearchError, match="has 10 tiers: solve 1 to 10 of the last ones"):
            z.make_database(game, tmp_path / "other", tiers=tiers)
    with pytest.raises(z.SearchError, match="has 1 tier: solve that one, not 2"):
        z.make_database(z.load_game("quixo(3)"), tmp_path / "other", tiers=2)
    with pytest.raises(z.SearchError, match="does not number its states"):
        z.make_database(z.load_game("hexapawn"), tmp_path / "other", tiers=1)


def test_both_modes_look_up_the_same_with_distances_and_without(tmp_path):
    """Three men's morris, of which only positions with all men on the board are known: placing them is searched."""
    game, draw = Numbered(), random.Random(1)
    game.utility_range = (-1.0, 1.0)
    looked_up = 0
    with made(game, tmp_path, mode="auto") as whole, made(game, tmp_path, 1, mode="auto") as part:
        for distance in (False, True):
            compiled, plain = (Engine(game, database=part, distance=distance, mode=mode, table=1) for mode in ("compiled", "interpreted"))
            for placed in (3, 4, 4, 5, 5):
                state = game.initial()
                while state.own.count() + state.other.count() < placed:
                    state = game.result(state, draw.choice([*game.actions(state)]))
                found, same = (engine.search(state, depth=4) for engine in (compiled, plain))
                assert (found.value, found.nodes, found.known, found.line, found.distance) == (
                    same.value, same.nodes, same.known, same.line, same.distance,
                )  # fmt: skip
                worth = whole.find(state)
                assert (to_mover(game, state, found), found.proved) == (worth.value, True)
                looked_up += found.known
                assert not distance or found.distance == worth.distance
    assert looked_up > 50


def test_where_a_position_came_twice_nothing_that_is_known_proves_a_value(tmp_path):
    game = RankedWalk(9)
    with made(game, tmp_path) as database:
        engine, state = Engine(game, database=database, mode="interpreted", table=1 / 64), (2, z.MAX)
        fresh, tired = engine.search(state, depth=1), engine.search(state, depth=1, history=[(5, z.MIN), (5, z.MIN)])
        assert (fresh.value, fresh.proved, fresh.known) == (database.find(state).value, True, 2)
        assert (tired.value, tired.proved, tired.known) == (fresh.value, False, 2)


def test_simulations_end_at_what_is_known_and_prove_what_follows(tmp_path):
    """A search goes on from a state that was known, and a position that came twice ends the game, which nothing that is known says."""
    game = RankedForgetful()
    game.utility_range = (-1.0, 1.0)
    with made(game, tmp_path) as whole, made(game, tmp_path, 6) as part:
        search = MonteCarlo(game, database=part, mode="interpreted", memory=1)
        found, state = search.search(simulations=200), game.initial()
        assert (found.proved, found.value) == (True, to_mover(game, state, whole.find(state)))
        assert found.simulations < MonteCarlo(game, mode="interpreted", memory=1).search(simulations=200).simulations
        for action in found.line:
            state = game.result(state, action)
        assert part.find(state) is not None
        assert search.search(state, simulations=50, history=[game.initial()]).action is not None
    walk = RankedWalk(9)
    with made(walk, tmp_path / "walk") as database:
        search = MonteCarlo(walk, database=database, mode="interpreted", memory=1)
        fresh, tired = search.search((3, z.MAX), simulations=9), search.search((3, z.MAX), simulations=9, history=[(5, z.MIN), (5, z.MIN)])
        assert (fresh.proved, tired.proved) == (True, False)


def test_searches_players_and_solvers_look_up_what_they_come_to(tmp_path):
    game = RankedForgetful()
    with made(game, tmp_path, 4) as part:
        assert z.best(game, database=part, algorithm="engine", mode="interpreted").known > 0
        plain = z.best(game, algorithm="engine", mode="interpreted")
        assert (plain.known, z.solve(game, database=part, mode="interpreted").value) == (0, plain.value)
        for spec in ("computer", "engine:depth=9"):
            one = player(spec, game, mode="interpreted", database=part)
            assert one.engine.options.known
            assert one.search(game.initial()).known > 0


def every_state(game):
    """Those in which the game is not over."""
    return [game.unrank(tier, index) for tier, size in enumerate([*game.tier_sizes()][:-1]) for index in range(size)]


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_textbook_algorithms_add_what_was_won_on_the_way_to_what_is_known(name, tmp_path):
    """A state that is known brings what was won before it, too."""
    game = Row()
    states = every_state(game)[::3]
    with made(game, tmp_path) as whole, made(game, tmp_path, 4) as part:
        fewer = 0
        for state in states:
            plain = Textbook(game, name, mode="interpreted").search(state, ties=True)
            value = plain.value[state.player] if name == "maxn" else to_mover(game, state, plain)
            assert value == whole.find(state).value
            for known in (whole, part):
                found = Textbook(game, name, mode="interpreted", database=known).search(state, ties=True)
                assert (found.value, found.actions) == (plain.value, plain.actions)
                assert len(found.line) == len(plain.line)
                assert found.nodes <= plain.nodes
                fewer += found.nodes < plain.nodes
            assert Textbook(game, name, mode="interpreted", database=whole).search(state, ties=False).nodes <= 3
        assert fewer > len(states)


def test_compiled_they_do_so_too(tmp_path):
    game = Row()
    with made(game, tmp_path, 4) as part:
        for name in ("alphabeta", "maxn"):
            compiled, plain = (Textbook(game, name, mode=mode, database=part) for mode in ("compiled", "interpreted"))
            for state in every_state(game):
                fast, slow = compiled.search(state), plain.search(state)
                assert (fast.value, fast.nodes, fast.leaves, fast.line) == (slow.value, slow.nodes, slow.leaves, slow.line)


def test_simulations_add_what_was_won_on_the_way_to_what_is_known(tmp_path):
    """On every state, against plain search; a search that goes on from another keeps what it learnt."""
    game, simulations = Row(), {}
    with made(game, tmp_path) as whole, made(game, tmp_path, 4) as part:
        for known in (None, part, whole):
            for state in every_state(game):
                plain = Textbook(game, "minimax", mode="interpreted").search(state)
                search = MonteCarlo(game, database=known, mode="interpreted", memory=1, seed=7)
                found = search.search(state, simulations=500)
                assert not found.proved or (found.value, found.action in plain.actions) == (plain.value, True)
                assert known is None or found.proved
                simulations[known] = simulations.get(known, 0) + found.simulations
        assert simulations[whole] < simulations[part] < simulations[None]
        search, state = MonteCarlo(game, database=part, mode="interpreted", memory=1, seed=7), game.initial()
        for action in search.search(state, simulations=500).line[:5]:
            before, state = state, game.result(state, action)
            found = search.search(state, simulations=500, history=[before])
            assert (found.proved, to_mover(game, state, found)) == (True, whole.find(state).value)


def test_so_they_do_compiled_and_with_more_trees(tmp_path):
    game = Row()
    with made(game, tmp_path, 4) as part:
        compiled, plain = (MonteCarlo(game, database=part, mode=mode, memory=1, seed=7) for mode in ("compiled", "interpreted"))
        several = MonteCarlo(game, database=part, mode="compiled", memory=1, threads=2)
        for state in every_state(game):
            fast, slow, both = (search.search(state, simulations=500) for search in (compiled, plain, several))
            assert (fast.value, fast.proved, fast.simulations, fast.line) == (slow.value, slow.proved, slow.simulations, slow.line)
            assert (both.value, both.proved) == (slow.value, True)


@pytest.mark.parametrize("seed", range(3))
def test_where_play_goes_round_and_pays_what_each_action_brings_is_known_and_the_state_is_not_proved(seed, tmp_path):
    game = ScoredGraph(seed, True, 6)
    paid = 0
    with made(game, tmp_path) as whole:
        for state in (Vertex(number) for number in range(18) if game.edges[number]):
            found = MonteCarlo(game, database=whole, mode="interpreted", memory=1).search(state, simulations=200)
            assert not found.proved
            for one in found.tried:
                child, won = game.result(state, one.action), game.reward(state, one.action)
                same = game.to_move(child) == game.to_move(state)
                assert (one.value, one.proved) == (won + whole.find(child).value * (1 if same else -1), True)
                paid += won != 0
    assert paid > 0


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "maxn"])
def test_the_steps_of_a_search_show_it(name, tmp_path):
    game = Row()
    with made(game, tmp_path, 6) as part:
        tree = z.observe(game, algorithm=name, database=part)
        known = [node for node in range(len(tree)) if tree.origin[node] == "known"]
        assert any(any(tree.state[node].won) for node in known)
        for node in known:
            before, worth = tree.state[node].won[0], to_mover(game, tree.state[node].state, tree.known[node])
            value = before + worth
            assert tree.value[node] == ((value, -value) if name == "maxn" else value)
        assert tree.returned[0] == z.best(game, algorithm=name, mode="interpreted").value


def test_what_takes_too_much_memory_is_known_at_the_root_alone(tmp_path, monkeypatch):
    game = RankedForgetful()
    monkeypatch.setattr(laid_out, "largest", lambda: 1e-6)
    with made(game, tmp_path) as database:
        with pytest.warns(UserWarning, match="takes 0 MiB to be looked up .*: it is asked before a search alone"):
            assert not Engine(game, database=database, mode="interpreted").options.known
        assert z.best(game, database=database).algorithm == "database"
