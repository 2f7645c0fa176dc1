"""What searches find that look up by keys, in databases of games that number no states and in books: against searches that do not."""

from __future__ import annotations

import random
from math import inf

import pytest

import zermelo as z
from tests.databases.examples import (
    Forgetful,
    Gather,
    Graph,
    OneTier,
    RankedForgetful,
    RankedGather,
    Row,
    Vertex,
    Walk,
    Wide,
    Words,
)
from zermelo.search.algorithm import Value, algorithm
from zermelo.search.engine.engine import Engine
from zermelo.search.known import Together
from zermelo.search.mcts.search import MonteCarlo
from zermelo.search.textbook import ALGORITHMS, Textbook
from zermelo.values import frozen

GAMES = [
    Forgetful(), Wide(), Gather(8), Walk(9, 0.0), Walk(9, -1.0), Graph(3, 0.0, 5), Graph(4, 1.0, 5),
    *map(z.load_game, ("hexapawn", "kalah(2, 2)", "hare_and_hounds")),
]  # fmt: skip
"""With a part that the key leaves out, keys of three words and mirror images, scores, and endless play that is a draw, a win or a loss."""


def met(game, count, plies=8):
    """States of random games that are not over."""
    draw, found = random.Random(7), []
    while len(found) < count:
        state = game.initial()
        for _ in range(draw.randrange(plies)):
            if game.is_terminal(state):
                break
            found.append(state)
            state = game.result(state, draw.choice([*game.actions(state)]))
    return found[:count]


def to_mover(game, state, found):
    return found.value if game.to_move(state) == z.MAX else 0 - found.value


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_engine_finds_at_depth_one_what_all_of_the_game_says(game, distance, tmp_path):
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        engine = Engine(game, database=database, distance=distance, mode="interpreted", table=1 / 64)
        assert (engine.options.keyed, engine.options.ranked) == (True, False)
        for state in met(game, 12):
            worth, found = database.find(state), engine.search(state, depth=1)
            assert (to_mover(game, state, found), found.proved) == (worth.value, True)
            assert found.nodes <= 1 + len([*game.actions(state)])
            assert not found.distance or found.distance == worth.distance


@pytest.mark.parametrize("game", [Wide(), Gather(6), z.load_game("tictactoe")], ids=repr)
def test_compiled_it_looks_up_the_same_in_databases_and_books(game, tmp_path):
    book = z.make_book(game, tmp_path / "first.book", plies=3, mode="interpreted")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        for known in (database, book):
            engines = [Engine(game, database=known, mode=mode, table=1) for mode in ("compiled", "interpreted")]
            plain = Engine(game, mode="interpreted", table=1)
            fewer = 0
            for state in met(game, 6, plies=3):
                fast, slow, without = (engine.search(state) for engine in (*engines, plain))
                assert (fast.value, fast.nodes, fast.known, fast.line) == (slow.value, slow.nodes, slow.known, slow.line)
                assert (fast.value, fast.proved) == (without.value, True)
                fewer += without.nodes - fast.nodes
            assert fewer > 0


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_textbook_algorithms_take_what_is_known_for_leaves(name, tmp_path):
    for number, game in enumerate((RankedForgetful(), Wide(), z.load_game("hexapawn"))):
        if name == "star1":
            game.utility_range = (-1.0, 1.0)
        book = z.make_book(game, tmp_path / f"{number}.book", plies=3, mode="interpreted")
        with z.make_database(game, tmp_path / str(number), mode="interpreted") as database:
            for state in met(game, 4, plies=2):
                plain = Textbook(game, name, mode="interpreted").search(state, ties=True)
                for known in (database, book):
                    found = Textbook(game, name, mode="interpreted", database=known).search(state, ties=True)
                    assert (found.value, found.actions, found.nodes < plain.nodes) == (plain.value, plain.actions, True)
                assert len(found.line) == len(Textbook(game, name, mode="interpreted", database=book).search(state).line)


def test_compiled_textbook_algorithms_take_the_same_leaves(tmp_path):
    game = Wide()
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        for name in ("alphabeta", "maxn"):
            fast, slow = (Textbook(game, name, mode=mode, database=database).search(game.initial()) for mode in ("compiled", "interpreted"))
            assert (fast.value, fast.nodes, fast.leaves, fast.line) == (slow.value, slow.nodes, slow.leaves, slow.line)
            assert (fast.nodes, fast.leaves) == (4, 3)


@algorithm
def negated(game, state, depth: int) -> Value:
    """Minimax with one sign for both, as negamax is written, to MAX."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    sign = 1 if game.to_move(state) == 0 else -1
    value = -inf
    for action in game.actions(state):
        value = max(value, sign * negated(game, game.result(state, action), depth - 1))
    return sign * value


SOONER = [name for name in sorted(ALGORITHMS) if name != "star1"]  # which does not tell a sooner win from a later one


@pytest.mark.parametrize("game", [Forgetful(), RankedForgetful(), OneTier(), Wide(), Gather(6), RankedGather(5), Words()], ids=repr)
def test_the_sooner_of_two_wins_is_told_by_what_is_known_too(game, tmp_path):
    """In every state, against searches that look up nothing; where distances end with the tier, draws alone are known."""
    book = z.make_book(game, tmp_path / "first.book", plies=3, mode="interpreted")
    searched = looked_up = 0
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        for name in SOONER:
            plain = Textbook(game, name, mode="interpreted")
            for known in (database, book):
                searches = Textbook(game, name, mode="interpreted", database=known)
                for state in {frozen(state): state for state in met(game, 16)}.values():
                    one, other = (search.search(state, sooner=True, ties=True) for search in (plain, searches))
                    assert (other.value, other.action, other.actions) == (one.value, one.action, one.actions)
                    worth = database.find(state)
                    assert worth.by_tier or worth.value == 0 or len(other.line) == len(one.line) == worth.distance
                    assert other.nodes <= one.nodes
                    searched, looked_up = searched + one.nodes, looked_up + other.nodes
        assert looked_up < searched


@pytest.mark.parametrize("make", [Forgetful, RankedForgetful, lambda: Gather(6), lambda: z.load_game("hexapawn")])
def test_compiled_it_is_told_by_the_same_leaves(make, tmp_path):
    game = make()
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        for name in ("alphabeta", "maxn"):
            one, other = (Textbook(game, name, mode=mode, database=database) for mode in ("interpreted", "compiled"))
            for state in met(game, 10):
                plain, fast = (search.search(state, sooner=True, ties=True) for search in (one, other))
                assert (fast.value, fast.actions, fast.line, fast.nodes, fast.mode) == (
                    plain.value, plain.actions, plain.line, plain.nodes, "compiled",
                )  # fmt: skip


@pytest.mark.parametrize("endless", [0.0, 1.0, -1.0])
def test_where_play_goes_round_sooner_wins_are_known_and_endless_ones_are_not(endless, tmp_path):
    told = 0
    for seed in range(4):
        game = Graph(seed, endless, 5)
        with z.make_database(game, tmp_path / str(seed), mode="interpreted") as database:
            search = Textbook(game, "minimax", mode="interpreted", database=database)
            for state in (Vertex(number) for number in range(15) if game.edges[number]):
                moves = database.probe(state).moves
                if not any(move.endless and move.value for move in moves):
                    found = search.search(state, depth=1, sooner=True, ties=True)
                    assert to_mover(game, state, found) == moves[0].value
                    drawn = moves[0].value == 0
                    best = {move.action for move in moves if (move.value == 0 if drawn else move.rank == moves[0].rank)}
                    assert set(found.actions) == best
                    told += not drawn
    assert told > 5


def test_with_rewards_nothing_is_looked_up_for_it(tmp_path):
    """Distances are to the next tier there, and who has won what before says whether the end shall come soon."""
    game = Row()
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        state = game.unrank(4, 2)
        known, plain = (Textbook(game, "minimax", mode="interpreted", database=one).search(state, sooner=True) for one in (database, None))
        assert (known.value, known.actions, known.nodes) == (plain.value, plain.actions, plain.nodes)


def test_an_algorithm_of_ones_own_does_so_too(tmp_path):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        found, plain = (Textbook(game, negated, mode="interpreted", database=known).search(game.initial()) for known in (database, None))
        assert (found.value, found.action, found.nodes < plain.nodes / 10) == (plain.value, plain.action, True)


def test_simulations_end_at_what_is_known_by_its_key(tmp_path):
    game = z.load_game("hexapawn")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        for mode in ("compiled", "interpreted"):
            found = MonteCarlo(game, database=database, mode=mode, memory=1).search(simulations=50)
            assert (found.proved, found.value) == (True, -1)
            assert found.simulations <= 4


def test_last_tiers_and_a_book_are_both_looked_up(tmp_path):
    game = RankedForgetful()
    book = z.make_book(game, tmp_path / "first.book", plies=2, mode="interpreted")
    with z.make_database(game, tmp_path / "tiers", tiers=4, mode="interpreted") as part:
        both = Together(part, book)
        engines = [Engine(game, database=known, mode="interpreted", table=1 / 64) for known in (part, book, both)]
        assert [(engine.options.ranked, engine.options.keyed) for engine in engines] == [(True, False), (False, True), (True, True)]
        state = game.result(game.initial(), 1)
        of_part, of_book, of_both = (engine.search(state) for engine in engines)
        assert of_part.value == of_book.value == of_both.value
        assert of_both.known > 0
        assert of_both.nodes <= min(of_part.nodes, of_book.nodes)


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize("distance", [False, True])
def test_the_engine_looks_up_by_keys_that_are_not_numbers(distance, mode, tmp_path):
    game = Words()
    game.utility_range = (-1.0, 1.0)
    book = z.make_book(game, tmp_path / "first.book", plies=2, mode="interpreted")
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        engine, plain = (Engine(game, database=one, distance=distance, mode=mode, table=1) for one in (database, None))
        for state in met(game, 12):
            plain.clear()
            found, without, worth = engine.search(state), plain.search(state), database.find(state)
            assert (found.value, found.proved) == (without.value, True)
            assert (to_mover(game, state, found), found.distance) == (worth.value, worth.distance if distance else None)
            assert found.nodes <= 1 + len([*game.actions(state)])
            assert found.known > 0 or without.nodes == found.nodes
        plain.clear()
        all_of_it = plain.search(game.initial()).nodes
        early = Engine(game, database=book, distance=distance, mode=mode, table=1).search(game.initial())
        assert (early.value, early.known > 0) == (1, True)
        assert max(engine.search(game.initial()).nodes, early.nodes) < 20 < all_of_it


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_every_search_does_so(mode, tmp_path):
    game = Words()
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        simulated, plain = (MonteCarlo(game, database=known, mode=mode, memory=1) for known in (database, None))
        for state in met(game, 6):
            found = simulated.search(state, simulations=200)
            assert (to_mover(game, state, found), found.proved) == (database.find(state).value, True)
            assert found.simulations < plain.search(state, simulations=200).simulations or len([*game.actions(state)]) < 7
        for name in ("minimax", "alphabeta", "expectiminimax", "maxn"):
            known, slow = (Textbook(game, name, mode=mode, database=one).search(game.initial(), ties=True) for one in (database, None))
            assert (known.value, known.actions, known.nodes < slow.nodes / 10) == (slow.value, slow.actions, True)
