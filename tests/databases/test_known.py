"""What a database knows, asked by searches and players: values against slow sweeps, proofs where positions have come back, and refusals."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.databases.examples import Forgetful, Gather, Heap3, Walk, Words
from tests.databases.test_databases import by_sweeps, states_of
from zermelo.explain.narration import Narration
from zermelo.play.players import player
from zermelo.search.known import KnownResult
from zermelo.solving.solve import reason

ALGORITHMS = ("engine", "alphabeta", "mcts")


def made(game, folder):
    return z.make_database(game, folder / "made", mode="interpreted")


@pytest.mark.parametrize("game", [Walk(), Walk(9, -1.0), Words(), Forgetful(), z.load_game("hexapawn")], ids=repr)
def test_every_answer_is_what_sweeps_say_with_play_that_keeps_it(game, tmp_path):
    truth = by_sweeps(game)
    with made(game, tmp_path) as database:
        for key, state in states_of(game).items():
            if game.is_terminal(state):
                continue
            value, distance = truth[key]
            found = z.best(game, state, algorithm="alphabeta", database=database)
            assert isinstance(found, KnownResult)
            own = 1 if game.to_move(state) == z.MAX else -1
            assert (own * found.value, found.distance, found.proved, found.nodes) == (value, distance, True, 1)
            following = truth[game.key(game.result(state, found.action))]
            assert following == (-value, None if distance is None else distance - 1)
            assert distance is None or len(found.line) == distance


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_whoever_is_asked_to_search_what_is_known_is_not_asked(algorithm, tmp_path):
    game = z.load_game("hexapawn")
    with made(game, tmp_path) as database:
        found = z.best(game, algorithm=algorithm, database=database)
        assert (found.value, found.reason, found.algorithm) == (-1, "known: lost in 6 plies", "database")
        assert str(found).startswith("value -1, known: lost in 6 plies, line ")
        assert found.as_dict()["moves"][0]["distance"] == 6


def test_all_best_actions_are_named_and_the_later_loss_is_the_better_one(tmp_path):
    game = z.load_game("hexapawn")
    with made(game, tmp_path) as database:
        found = z.best(game, database=database)
        assert [(move.value, move.distance) for move in found.moves] == [(-1, 6), (-1, 4), (-1, 4)]
        assert found.actions == (found.action,)


def test_the_end_of_a_game_is_told_by_the_rules(tmp_path):
    game = z.load_game("hexapawn")
    with made(game, tmp_path) as database:
        over = game.initial()
        for action in z.best(game, database=database).line:
            over = game.result(over, action)
        found = z.best(game, over, database=database, mode="interpreted")
        assert (found.action, found.value) == (None, -1)


def test_what_is_not_known_is_searched(tmp_path):
    game = Walk(9, 0.0)
    with made(game, tmp_path) as database:
        assert database.find((1000, z.MAX)) is None
    kalah = z.load_game("kalah(2, 1)")
    with z.make_database(kalah, tmp_path / "kalah", mode="interpreted") as database:
        never = kalah.read("2,1 0 1,0 0 south")
        assert database.find(never) is None
        found = z.best(kalah, never, algorithm="alphabeta", database=database, mode="interpreted")
        assert found.value == z.best(kalah, never, algorithm="alphabeta", mode="interpreted").value


# Positions that have come back


def test_a_position_that_has_come_twice_ends_the_game_and_nothing_is_proved():
    """On a row of 7 points MAX, beside the end, wins at once; from the third point a step there would be a draw by repetition."""
    game = Walk(7, 0.0)

    class Told:
        """Knows by sweeps."""

        kind = "sweeps"
        truth = by_sweeps(game)

        def check(self, other):
            assert other is game

        def find(self, state):
            return z.search.known.Worth(*self.truth[state])

    state = (2, z.MAX)
    nearer = game.result(state, 0)
    fresh = z.best(game, state, database=Told(), algorithm="alphabeta")
    tired = z.best(game, state, database=Told(), algorithm="alphabeta", history=[nearer, nearer])
    once = z.best(game, state, database=Told(), algorithm="alphabeta", history=[nearer])
    assert (fresh.proved, once.proved, tired.proved) == (True, True, False)
    moved = {move.action: (move.value, move.distance) for move in tired.moves}
    assert moved[0] == (0, 1)
    assert fresh.moves == once.moves


# Players


def test_a_player_wins_what_is_won_in_no_more_plies_than_are_known(tmp_path):
    game = z.load_game("three_mens_morris")
    database = z.make_database(game, tmp_path / "made")
    for seed in range(3):
        record = z.play_game(game, ["computer:nodes=10", f"random:seed={seed}"], seed=seed, database=database, mode="interpreted")
        assert record.utilities == (1, -1)
        assert len(record.actions) <= 9
    spec = f"alphabeta:depth=1,database={tmp_path / 'made'}"
    assert z.play_game(game, [spec, "random:seed=3"], mode="interpreted").utilities == (1, -1)


def test_a_player_who_names_a_database_keeps_it(tmp_path):
    game = z.load_game("hexapawn")
    one, other = z.make_database(game, tmp_path / "one"), z.make_database(game, tmp_path / "other")
    named = player(f"engine:nodes=10,database={tmp_path / 'one'}", game, mode="interpreted", database=other)
    assert named.database.folder == one.folder
    assert player("engine:nodes=10", game, mode="interpreted", database=other).database is other


# What is refused


def test_a_database_of_another_game_is_refused_with_what_differs(tmp_path):
    with made(z.load_game("hexapawn"), tmp_path) as database:
        with pytest.raises(z.SpecError, match=r"is of Hexapawn\(.*\), not of TicTacToe\(\)"):
            z.best(z.load_game("tictactoe"), database=database)
        with pytest.raises(z.SpecError, match=r"is of Hexapawn\(.*3.*\), not of Hexapawn\(.*4"):
            z.best(z.load_game("hexapawn(4, 4)"), database=database)
        with pytest.raises(z.SpecError, match=r"player 'engine:database=.*': .*is of Hexapawn"):
            z.play_game(z.load_game("tictactoe"), [f"engine:database={database.folder}", "random"])


def test_options_are_checked_though_nothing_is_searched(tmp_path):
    with made(z.load_game("hexapawn"), tmp_path) as database:
        with pytest.raises(z.SearchError, match="killers is true or false"):
            z.best(z.load_game("hexapawn"), database=database, killers="maybe")
        with pytest.raises(z.SearchError, match="an evaluation counts otherwise"):
            z.best(z.load_game("tictactoe"), database=database, evaluation="result")
        with pytest.raises(z.SearchError, match=r"one that `zermelo\.open_database` or `zermelo\.open_book` gives, not 'morris'"):
            z.best(z.load_game("hexapawn"), database="morris")


# The steps of a search


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "maxn"])
def test_what_is_known_below_the_root_is_a_leaf_at_any_depth(algorithm, tmp_path):
    game = z.load_game("hexapawn")
    with made(game, tmp_path) as database:
        tree = z.observe(game, algorithm=algorithm, depth=2, database=database)
        leaves = [node for node in range(len(tree)) if tree.origin[node] == "known"]
        assert leaves
        for node in leaves:
            assert tree.known[node] == database.find(tree.state[node])
            assert tree.ply[node] == 1
            own = tree.known[node].value if tree.player[node] == z.MAX else -tree.known[node].value
            assert tree.value[node] == ((own, -own) if algorithm == "maxn" else own)
        assert tree.returned[0] in (-1, (-1, 1))  # M. Gardner 1962: the second player wins
        assert tree.leaves >= len(leaves)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "a1-a2: known: won in 3 plies for MIN. Its value is -1."),
        ("es", "a1-a2: conocida: ganada en 3 medias jugadas para MIN. Su valor es -1."),
        ("pt", "a1-a2: conhecida: ganha em 3 meios-lances para MIN. O seu valor é -1."),
    ],
)
def test_the_step_says_what_is_known(code, told, tmp_path):
    game = z.load_game("hexapawn")
    with made(game, tmp_path) as database:
        assert told in Narration(z.observe(game, depth=1, database=database), code).steps()


def test_endless_play_and_scores_are_said_too(tmp_path):
    with made(Walk(9, -1.0), tmp_path) as database:
        steps = Narration(z.observe(database.game, depth=1, database=database)).steps()
        assert any("known: won by endless play for MIN. Its value is -1." in step for step in steps)
    kalah = z.load_game("kalah(2, 1)")
    with z.make_database(kalah, tmp_path / "kalah", mode="interpreted") as database:
        steps = Narration(z.observe(kalah, depth=1, database=database)).steps()
        assert "1: known: the end is 2 plies away. Its value is -2." in steps
        assert "2: known: the end is one ply away. Its value is 2." in steps


class Points(Walk):
    """A walk whose ends are points, of which there may be three elsewhere."""

    utility_range = (-3, 3)


@pytest.mark.parametrize(
    ("code", "one", "endless"),
    [
        ("en", "1: known: the end is 2 plies away. Its value is -1.", "2: known: play goes on for ever. Its value is -1."),
        ("es", "1: conocida: el final está a 2 medias jugadas. Su valor es -1.", "2: conocida: el juego no tiene fin. Su valor es -1."),
        ("pt", "1: conhecida: o fim está a 2 meios-lances. O seu valor é -1.", "2: conhecida: o jogo não tem fim. O seu valor é -1."),
    ],
)
def test_one_point_is_no_win_where_ends_are_worth_points(code, one, endless, tmp_path):
    with z.make_database(Gather(5), tmp_path / "gather", mode="interpreted") as database:
        assert (str(database.probe()), str(database.probe().moves[1])) == ("worth 1, in 2 plies", "worth -1, in 3 plies")
        assert z.best(database.game, database=database).reason == "known: worth 1, in 2 plies"
        assert one in Narration(z.observe(database.game, depth=1, database=database), code).steps()
    with made(Points(9, -1.0), tmp_path) as database:
        assert (str(database.probe()), str(database.find((1, z.MAX)))) == ("worth -1, by endless play", "worth 1, in 1 ply")
        assert endless in Narration(z.observe(database.game, depth=1, database=database), code).steps()
    with z.make_database(Gather(4), tmp_path / "even", mode="interpreted") as database:
        assert str(database.find(Heap3(2, 0, 0))) == "drawn in 0 plies"
    book = z.make_book(Gather(5), tmp_path / "book", plies=2, mode="interpreted")
    assert (str(book.probe()), str(book.find(Heap3(1, 0, 1)))) == ("worth 1", "worth 3, in 0 plies")


# Solved by what is known


def test_what_a_database_knows_is_not_solved_again(tmp_path):
    game = z.load_game("hexapawn")
    with made(game, tmp_path) as database:
        found = z.solve(game, database=database)
        assert (found.value, found.proved, found.algorithm, found.why) == (-1, True, "database", "the position is in it")
        state = game.initial()
        for action in found.line:
            assert found.at(state) == {action: 1.0}
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert z.solve(game, state, database=database).algorithm == "the rules"
        named = z.solve(game, algorithm="alphabeta", database=database, mode="interpreted")
        assert (named.value, named.algorithm, named.why) == (-1, "alphabeta", "it was asked for")


@pytest.mark.parametrize(
    ("spec", "algorithm", "why"),
    [
        ("hexapawn", "engine", "no chance, nothing hidden: a search to the end"),
        ("rps", "backward-induction", "all choose at once: a matrix game in every state"),
        ("pig(10)", "value-iteration", "chance: all states at once, as play may go round"),
        ("kuhn", "cfr+", "something is hidden: actions are mixed"),
        ("nim((1, 2), players=3)", "engine", "max^n with a table, for more than two players"),
        ("sliding(2)", "idastar", "one player, who can do no better than reach a goal: the shortest way there"),
    ],
)
def test_a_solution_says_by_what_and_why(spec, algorithm, why):
    found = z.solve(z.load_game(spec), mode="interpreted")
    assert (found.algorithm, found.why) == (algorithm, why)


def test_a_search_of_a_game_that_numbers_its_states_names_the_database():
    told = reason(z.load_game("teeko"), "engine")
    assert told == "no chance, nothing hidden: a search to the end; `--strong --out DIR` solves all 96,691,476 states that it numbers"
    assert reason(z.load_game("nine_mens_morris"), "engine") == "no chance, nothing hidden: a search to the end"  # 428 G of them


# The engine's own proofs


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [
        "three_mens_morris",
        "hare_and_hounds",
        "tictactoe",
        "nim((1, 2, 3))",
        "kalah(3, 2)",
    ],
)
def test_what_the_engine_proves_is_what_is_known_and_lines_keep_it(spec, tmp_path):
    game, draw = z.load_game(spec), random.Random(1)
    engine = z.Engine(game)
    with z.make_database(game, tmp_path / "made") as database:
        proved = 0
        for _ in range(100):
            state = game.initial()
            for _ in range(draw.randrange(25)):
                following = game.result(state, draw.choice(list(game.actions(state))))
                state = state if game.is_terminal(following) else following
            known = z.best(game, state, database=database)
            found = engine.search(state, nodes=20_000)
            proved += found.proved
            assert not found.proved or found.value == known.value
            for action in known.line:
                state = game.result(state, action)
            assert known.distance is None or (len(known.line), game.utility(state, z.MAX)) == (known.distance, known.value)
        assert proved > 20


class InLists(z.Game):
    """Nim with heaps in a list, which is not hashable."""

    max_actions = 2

    def initial(self):
        return [2, 1], 0

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [heap for heap, left in enumerate(state[0]) if left]

    def result(self, state, action):
        heaps = list(state[0])
        heaps[action] -= 1
        return heaps, 1 - state[1]

    def is_terminal(self, state):
        return not any(state[0])

    def utility(self, state, player):
        return -1 if player == state[1] else 1


def test_states_that_hold_lists_are_probed(tmp_path):
    with z.make_database(InLists(), tmp_path / "made", mode="interpreted") as database:
        probed = database.probe(InLists().initial())
    assert (probed.value, probed.distance, len(probed.line)) == (1, 3, 3)
