"""The textbook algorithms on wild trees: against a definition written out here, against each other, in both modes."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.search.scout import scout
from tests.search.wild import State, Wild
from zermelo import CHANCE, MAX
from zermelo.errors import SearchError
from zermelo.search.algorithm import WHOLE_TREE, Value, algorithm
from zermelo.search.alphabeta import alphabeta, alphabeta_hard
from zermelo.search.expectiminimax import expectiminimax
from zermelo.search.maxn import maxn
from zermelo.search.minimax import minimax
from zermelo.search.perft import perft, perft_in_bulk
from zermelo.search.runner import Runner
from zermelo.search.textbook import ALGORITHMS, BOOK, choose


class Ranged(Wild):
    """One that says what its ends are worth."""

    utility_range = (-1.0, 1.0)


PLAIN, CHANCY, THREE, RANGED = Wild(), Wild(chance=True), Wild(players=3), Ranged(chance=True)
roots = st.integers(0, 1 << 23).map(lambda number: State(number, 0))
depths = st.none() | st.integers(1, 7)


def worth(game: Wild, state: State, depth: int) -> float:
    """The definition: the utility at the end, the evaluation at the depth limit, else the mover's best or the mean."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    if game.to_move(state) == CHANCE:
        return sum(p * worth(game, game.result(state, a), depth - 1) for a, p in game.outcomes(state))
    children = [worth(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(children) if game.to_move(state) == MAX else min(children)


def answers(result: z.Result) -> dict[str, Any]:
    """All that must not depend on the mode."""
    return {**vars(replace(result, seconds=0.0, mode=""))}


# One definition, two modes


@pytest.mark.parametrize("name", ALGORITHMS)
@given(root=roots, depth=depths)
def test_both_modes_give_the_same_values_lines_and_counts(name: str, root: State, depth: int | None) -> None:
    game = {"expectiminimax": CHANCY, "star1": RANGED, "maxn": THREE}.get(name, PLAIN)
    compiled = z.best(game, root, depth=depth, algorithm=name, ties=True, mode="compiled")
    interpreted = z.best(game, root, depth=depth, algorithm=name, ties=True, mode="interpreted")
    assert (compiled.mode, interpreted.mode) == ("compiled", "interpreted")
    assert answers(compiled) == answers(interpreted)


@given(root=roots, depth=depths)
def test_sooner_gives_the_same_in_both_modes(root: State, depth: int | None) -> None:
    compiled = z.best(PLAIN, root, depth=depth, sooner=True, ties=True, mode="compiled")
    interpreted = z.best(PLAIN, root, depth=depth, sooner=True, ties=True, mode="interpreted")
    assert answers(compiled) == answers(interpreted)


@given(root=roots, depth=st.integers(1, 6))
def test_perft_in_bulk_counts_as_many(root: State, depth: int) -> None:
    for game in (Wild(longest=8), Wild(chance=True, longest=8)):
        for mode in ("compiled", "interpreted"):
            assert Runner(perft_in_bulk, game, mode)(root, max(1, depth))[0] == perft(game, root, max(1, depth))[0]


@given(root=roots, depth=st.integers(1, 6))
def test_perft_counts_alike_in_both_modes(root: State, depth: int) -> None:
    for game in (PLAIN, CHANCY, THREE):
        assert Runner(perft, game, "compiled")(root, depth) == perft(game, root, depth)


# Against the definition


@given(root=roots, depth=st.integers(1, 7))
def test_each_algorithm_gives_the_value_of_the_definition(root: State, depth: int) -> None:
    value = worth(PLAIN, root, depth)
    for name in ("minimax", "alphabeta", "alphabeta_hard", "expectiminimax"):
        assert z.best(PLAIN, root, depth=depth, algorithm=name).value == value
    assert z.best(CHANCY, root, depth=depth, algorithm="expectiminimax").value == pytest.approx(worth(CHANCY, root, depth))


@given(root=roots, depth=st.integers(1, 6))
def test_the_plain_functions_give_what_best_gives(root: State, depth: int) -> None:
    assert minimax(PLAIN, root, depth) == z.best(PLAIN, root, depth=depth, algorithm="minimax").value
    assert alphabeta(PLAIN, root, -inf, inf, depth) == alphabeta_hard(PLAIN, root, -inf, inf, depth) == minimax(PLAIN, root, depth)
    assert expectiminimax(CHANCY, root, depth) == z.best(CHANCY, root, depth=depth, algorithm="expectiminimax").value
    assert maxn(THREE, root, depth) == z.best(THREE, root, depth=depth).value


@given(root=roots, depth=st.integers(1, 6))
def test_a_search_from_the_root_counts_as_the_algorithm_itself(root: State, depth: int) -> None:
    for chosen, window in ((minimax, ()), (alphabeta, (-inf, inf)), (alphabeta_hard, (-inf, inf))):
        runner = Runner(chosen, PLAIN, "interpreted")
        runner(root, *window, depth)
        result = z.best(PLAIN, root, depth=depth, algorithm=chosen)
        assert (result.nodes, result.leaves, result.cutoffs) == (runner.nodes, runner.leaves, runner.cutoffs)
        assert result.depth == depth - runner.least_depth


@given(root=roots, depth=st.integers(1, 7), alpha=st.integers(-4, 4), width=st.integers(1, 8))
def test_alphabeta_in_a_window_gives_the_value_or_a_bound(root: State, depth: int, alpha: int, width: int) -> None:
    low, high = alpha / 4, (alpha + width) / 4
    value = minimax(PLAIN, root, depth)
    soft, hard = alphabeta(PLAIN, root, low, high, depth), alphabeta_hard(PLAIN, root, low, high, depth)
    assert hard == max(low, min(high, value))
    if soft <= low:
        assert value <= soft
    elif soft >= high:
        assert value >= soft
    else:
        assert value == soft


@given(root=roots, depth=depths)
def test_alphabeta_finds_exactly_the_best_actions_and_the_line_of_minimax(root: State, depth: int | None) -> None:
    plain = z.best(PLAIN, root, depth=depth, algorithm="minimax")
    for name in ("alphabeta", "alphabeta_hard"):
        pruned = z.best(PLAIN, root, depth=depth, algorithm=name, ties=True)
        assert (pruned.value, pruned.action, pruned.actions, pruned.line) == (plain.value, plain.action, plain.actions, plain.line)
        assert pruned.nodes <= plain.nodes


@given(root=roots, depth=depths)
def test_the_line_ends_in_the_value(root: State, depth: int | None) -> None:
    result = z.best(PLAIN, root, depth=depth, algorithm="alphabeta")
    state = root
    for action in result.line:
        state = PLAIN.result(state, action)
    if PLAIN.is_terminal(state):
        assert PLAIN.utility(state, MAX) == result.value
    else:
        assert (len(result.line), PLAIN.evaluate(state, MAX)) == (depth, result.value)


def lexicographic(game: Wild, state: State, depth: int, plies: int = 0) -> tuple[float, float]:
    """(value, haste to MAX): of equal wins the sooner, of equal losses the later, by trying everything."""
    if game.is_terminal(state):
        value = game.utility(state, MAX)
        return value, -plies if value > 0 else plies if value < 0 else 0
    if depth == 0:
        return game.evaluate(state, MAX), 0
    children = [lexicographic(game, game.result(state, a), depth - 1, plies + 1) for a in game.actions(state)]
    return max(children) if game.to_move(state) == MAX else min(children)


@given(root=roots)
def test_sooner_wins_and_later_losses_come_first(root: State) -> None:
    result = z.best(PLAIN, root, sooner=True, ties=True)
    value, _ = wanted = lexicographic(PLAIN, root, WHOLE_TREE)
    assert result.value == value == z.best(PLAIN, root, algorithm="alphabeta").value
    assert result.actions == tuple(
        action for action in PLAIN.actions(root) if lexicographic(PLAIN, PLAIN.result(root, action), WHOLE_TREE, 1) == wanted
    )


def test_every_mover_in_maxn_takes_the_first_of_their_best() -> None:
    def vector(state: State) -> tuple[float, ...]:
        if THREE.is_terminal(state):
            return THREE.utilities(state)
        player = THREE.to_move(state)
        return max((vector(THREE.result(state, a)) for a in THREE.actions(state)), key=lambda values: values[player])

    for number in range(50):
        assert z.best(THREE, State(number, 0)).value == vector(State(number, 0))


# At the door


@pytest.mark.parametrize(
    ("game", "algorithm", "said"),
    [(THREE, "minimax", "use maxn"), (CHANCY, "alphabeta", "use expectiminimax"), (PLAIN, "alpha", "there is no algorithm 'alpha'")],
)
def test_an_algorithm_that_does_not_fit_says_which_does(game: Wild, algorithm: str, said: str) -> None:
    with pytest.raises(z.SearchError, match=said):
        z.best(game, algorithm=algorithm)


@pytest.mark.parametrize("algorithm", ["alpha", 3])
def test_who_names_none_is_told_of_all_that_are_taken(algorithm: Any) -> None:
    with pytest.raises(z.SearchError) as told:
        choose(PLAIN, algorithm)
    assert ", ".join(BOOK) in str(told.value)
    assert [choose(PLAIN, name).name for name in ("alphabeta", "alphabeta_table")] == ["alphabeta", "alphabeta_table"]


@pytest.mark.parametrize("depth", [0, -1, 2.5, True, 10_000])
def test_a_depth_is_a_whole_number_from_1(depth: Any) -> None:
    with pytest.raises(z.SearchError, match="a depth is a whole number from 1 to"):
        z.best(PLAIN, depth=depth, algorithm="alphabeta")


def test_the_algorithm_suits_the_game_unless_one_is_named() -> None:
    assert [z.best(game, ties=True).algorithm for game in (PLAIN, CHANCY, THREE)] == ["alphabeta", "expectiminimax", "maxn"]
    assert set(ALGORITHMS) == {"minimax", "alphabeta", "alphabeta_hard", "expectiminimax", "star1", "maxn"}


class Endless(Wild):
    """Nobody ever wins."""

    def is_terminal(self, state: State) -> bool:
        return False

    def actions(self, state: State):  # type: ignore[no-untyped-def]
        yield 0


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_game_without_an_end_asks_for_a_depth(mode: str) -> None:
    with pytest.raises(z.SearchError, match="give a depth"):
        z.best(Endless(), algorithm="alphabeta", mode=mode)


def test_a_finished_game_has_a_value_and_no_action() -> None:
    state = State(3, 6)
    result = z.best(PLAIN, state, algorithm="alphabeta")
    assert (result.value, result.action, result.line, result.nodes) == (PLAIN.utility(state, MAX), None, (), 1)


# Algorithms of one's own


@algorithm
def first_two(game: z.Game, state: Any, depth: int) -> Value:
    """Minimax that looks at the first two actions alone."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    sign = 1.0 if game.to_move(state) == MAX else -1.0
    best, seen = -inf, 0
    for action in game.actions(state):
        if seen < 2:
            best = max(best, sign * first_two(game, game.result(state, action), depth - 1))
            seen += 1
    return sign * best


# Algorithms as people write them: without a docstring, recurring in any expression, with the parameters in an order of their own


@algorithm
def undocumented(game, state, depth: int) -> Value:
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    sign = 1.0 if game.to_move(state) == MAX else -1.0
    best = -inf
    for action in game.actions(state):
        worth = sign * undocumented(game, game.result(state, action), depth - 1)
        if worth > best:
            best = worth
    return sign * best


@algorithm
def in_generators(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    if game.to_move(state) == MAX:
        return max(in_generators(game, game.result(state, action), depth - 1) for action in game.actions(state))
    return min(in_generators(game, game.result(state, action), depth=depth - 1) for action in game.actions(state))


@algorithm
def in_a_list(game, state, depth: int) -> Value:
    if depth == 0 or game.is_terminal(state):
        return game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state, MAX)
    worths = [in_a_list(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(worths) if game.to_move(state) == MAX else min(worths)


@algorithm
def by_name(game, state, depth: int) -> Value:
    """Arguments by name, and no test before the first loop."""
    if not game.is_terminal(state) and depth > 0:
        best = None
        for action in game.actions(state):
            worth = by_name(state=game.result(state, action), game=game, depth=depth - 1)
            if best is None or (worth > best) == (game.to_move(state) == MAX):
                best = worth
        return best
    return game.utility(state, MAX) if game.is_terminal(state) else game.evaluate(state, MAX)


@algorithm
def depth_first(game, state, depth: int, alpha: float, beta: float) -> Value:
    """Alpha-beta with the window behind the depth, in conditions."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    if game.to_move(state) == MAX:
        for action in game.actions(state):
            if (worth := depth_first(game, game.result(state, action), depth - 1, alpha, beta)) > alpha:
                alpha = worth
            if alpha >= beta:
                return alpha
        return alpha
    for action in game.actions(state):
        beta = min(beta, depth_first(game, game.result(state, action), depth - 1, alpha, beta))
        if alpha >= beta:
            return beta
    return beta


@pytest.mark.parametrize("ours", [*ALGORITHMS.values(), perft, perft_in_bulk], ids=lambda ours: ours.name)
def test_the_leaves_of_ours_are_unfolded(ours: Any) -> None:
    assert not ours.counts_the_first


@pytest.mark.parametrize("mode", ["interpreted", "auto"])
@pytest.mark.parametrize("own", [undocumented, in_generators, in_a_list, by_name, depth_first], ids=lambda own: own.name)
def test_an_algorithm_is_counted_however_it_is_written(own: Any, mode: str) -> None:
    game = z.load_game("kalah(3, 2)")
    standard = "alphabeta_hard" if own is depth_first else "minimax"
    for depth in (1, 2, 5):
        found, known = (
            z.best(game, algorithm=own, depth=depth, mode=mode),
            z.best(game, algorithm=standard, depth=depth, mode="interpreted"),
        )
        assert (found.value, found.nodes, found.leaves) == (known.value, known.nodes, known.leaves)
        assert found.depth == known.depth


def test_what_an_algorithm_may_take_is_said() -> None:
    def whole(game, state) -> Value:
        return 0.0

    def other(game, state, plies) -> Value:
        return 0.0

    with pytest.raises(SearchError, match=r"whole takes \(game, state\); an algorithm takes game, state and depth"):
        z.best(z.load_game("tictactoe"), algorithm=algorithm(whole))
    with pytest.raises(SearchError, match="other takes `plies`, of which its signature has to say that it is an int or a float"):
        z.best(z.load_game("tictactoe"), algorithm=algorithm(other))


@algorithm
def own_minimax(game: z.Game, state: Any, depth: int) -> Value:
    """Minimax, once more."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return game.evaluate(state, MAX)
    sign = 1.0 if game.to_move(state) == MAX else -1.0
    best = -inf
    for action in game.actions(state):
        best = max(best, sign * own_minimax(game, game.result(state, action), depth - 1))
    return sign * best


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_an_algorithm_of_ones_own_finds_what_it_finds_when_it_is_called(mode):
    tree = z.load_game("tree('((3 12 8) (2 4 6) (14 5 20))')")
    found = z.best(tree, algorithm=first_two, mode=mode)
    assert (found.value, first_two(tree, tree.initial(), WHOLE_TREE)) == (3, 3)
    assert (found.nodes, [tree.name(0, action) for action in found.actions], found.line) == (7, ["1"], (1, 1))


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("depth", [1, 3, 5])
def test_scout_is_counted_as_it_is_called_and_finds_minimaxs_value(depth, mode):
    game = z.load_game("kalah(3, 2)")
    root = game.initial()
    runner = Runner(scout, game, mode)
    value = runner(root, -inf, inf, depth)
    found = z.best(game, algorithm=scout, depth=depth, mode=mode)
    expected = z.best(game, algorithm=minimax, depth=depth, mode="interpreted")
    assert value == found.value == expected.value
    assert (found.nodes, found.leaves, found.cutoffs) == (runner.nodes, runner.leaves, runner.cutoffs)
    assert found.action in expected.actions


@given(roots, st.integers(1, 5))
def test_minimax_written_once_more_answers_like_minimax(root, depth):
    own, ours = (z.best(PLAIN, root, algorithm=chosen, depth=depth, mode="interpreted") for chosen in (own_minimax, minimax))
    assert answers(replace(own, algorithm="minimax")) == answers(ours)
