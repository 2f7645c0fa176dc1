"""What lies in docs/examples. The games keep the rules, compile, and are worth the same in both modes; the searcher finds the best."""

import runpy
from pathlib import Path

import pytest

import zermelo as z
from zermelo.search.perft import perft
from zermelo.search.runner import Runner
from zermelo.search.textbook import ALGORITHMS

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
GAMES = [
    "domineering.py:Domineering(size=4)",
    "clobber.py:Clobber(4, 3)",
    "clobber_bits.py:Clobber(4, 3)",
    "dice_race.py:DiceRace(6)",
    "chomp/chomp.py",
]
SEARCHER = "greedy/greedy.py"


def game_of(spec):
    return z.load_game(f"{EXAMPLES}/{spec}")


def test_every_example_is_here():
    assert {SEARCHER, *(spec.partition(":")[0] for spec in GAMES)} == {str(file.relative_to(EXAMPLES)) for file in EXAMPLES.rglob("*.py")}


@pytest.mark.parametrize("spec", GAMES)
def test_the_check_finds_nothing_and_the_game_compiles(spec):
    report = z.check(game_of(spec))
    assert report.ok, str(report)
    assert "compiles" in report.notes


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("depth", [3, 6])
def test_both_modes_find_and_count_the_same(spec, depth):
    game = game_of(spec)
    algorithms = ["expectiminimax"] if game.chance else ["minimax", "alphabeta", "alphabeta_hard"]
    for algorithm in algorithms:
        assert algorithm in ALGORITHMS
        one, other = (z.best(game, depth=depth, algorithm=algorithm, ties=True, mode=mode) for mode in ("interpreted", "compiled"))
        assert one.as_dict() | {"seconds": 0, "mode": ""} == other.as_dict() | {"seconds": 0, "mode": ""}
        assert other.mode == "compiled"


@pytest.mark.parametrize("spec", GAMES)
def test_both_modes_count_the_same_sequences(spec):
    game = game_of(spec)
    assert Runner(perft, game, "interpreted")(game.initial(), 4) == Runner(perft, game, "compiled")(game.initial(), 4)


@pytest.mark.parametrize(("size", "first_wins"), [(1, False), (2, True), (3, True), (4, True), (5, False)])
def test_domineering_has_its_published_outcomes(size, first_wins):
    """E. Berlekamp, Blockbusting and Domineering, 1988: on the square boards from 1 to 5 the second player wins 1 and 5."""
    assert z.best(game_of(f"domineering.py:Domineering({size})"), algorithm="alphabeta").value == (1 if first_wins else -1)


def test_clobber_is_the_same_game_in_tuples_and_in_sets():
    tuples, sets = game_of("clobber.py:Clobber(4, 3)"), game_of("clobber_bits.py:Clobber(4, 3)")
    for depth in range(1, 6):
        assert Runner(perft, tuples)(tuples.initial(), depth) == Runner(perft, sets)(sets.initial(), depth)
    one, other = z.best(tuples, ties=True), z.best(sets, ties=True)
    assert (one.value, one.nodes, one.names()) == (other.value, other.nodes, other.names())


def test_the_dice_race_in_numbers():
    """Two steps to go for both: the calm die always wins at once."""
    game = game_of("dice_race.py:DiceRace(2)")
    found = z.best(game)
    assert found.value == 1
    assert found.names() == ("calm",)
    one_step = game.read("(1,2) 0 2")
    assert set(z.best(game, one_step, algorithm="expectiminimax").actions) == {0, 1}


GREEDY = runpy.run_path(str(EXAMPLES / SEARCHER))["GREEDY"]
MIDDLE = runpy.run_path(str(EXAMPLES / "chomp" / "chomp.py"))["Middle"]()


@pytest.mark.parametrize(
    ("spec", "evaluation"), [("connect4", MIDDLE), ("desconecta4boom", "groups"), ("othello", None), ("tictactoe", None)]
)
def test_greedy_finds_what_minimax_finds_a_ply_ahead(spec, evaluation):
    game = z.load_game(spec)
    for state in z.play_game(game, ["random", "random"], seed=3).states[:-1]:
        ours = z.best(game, state, algorithm=GREEDY, evaluation=evaluation)
        book = z.best(game, state, algorithm="minimax", depth=1, ties=True, evaluation=evaluation, mode="interpreted")
        assert ours.as_dict() | {"seconds": 0} == book.as_dict() | {"seconds": 0, "algorithm": "greedy"}


@pytest.mark.parametrize(("spec", "says"), [("kuhn", "hide nothing"), ("mnk(3, 3, 3, players=3)", "one or two"), ("pig", "is to move")])
def test_greedy_says_what_it_does_not_search(spec, says):
    game = z.load_game(spec)
    state = game.initial()
    if spec == "pig":
        state = game.result(state, next(iter(game.actions(state))))  # the die is thrown
    with pytest.raises(z.SearchError, match=f"greedy searches .*{says}"):
        z.best(game, state, algorithm=GREEDY)
