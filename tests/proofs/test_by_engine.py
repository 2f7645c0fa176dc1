"""Proofs by the engine: they claim what the definition and proof-number search say, the walk accepts them, and no wrong one is written."""

from __future__ import annotations

import random

import pytest

import zermelo as z
from tests.databases.examples import Forgetful, Gather, Walk, Words
from tests.proofs.test_walk import changed, holds
from tests.search.engine.webs import Garden, Orchard, State
from zermelo import GameError, SearchError, SpecError
from zermelo.games.nim import Nim
from zermelo.proofs import proving
from zermelo.proofs.walk import check
from zermelo.search.engine.calls import Calls


def worth(game, state):
    """What a state is worth to MAX: the definition."""
    if game.is_terminal(state):
        return game.utility(state, z.MAX)
    worths = [worth(game, game.result(state, action)) for action in game.actions(state)]
    return max(worths) if game.to_move(state) == z.MAX else min(worths)


def by_engine(game, state=None, **options):
    """A proof by the engine, which the walk accepts."""
    found = z.prove(game, state, by="engine", gather=True, **{"mode": "interpreted", "table": 1, **options})
    assert [one.faults for one in z.check_proof(found.proof)] == [[]] * len(found.claims)
    assert all(claim.plies for claim in found.claims)
    return found


def said(found):
    """What the claims say together of the value to MAX: the least and the most, and whether these are left out."""
    return sorted((claim.value if claim.player == z.MAX else 0 - claim.value, claim.player, claim.more) for claim in found.claims)


@pytest.mark.parametrize(
    "game", [Nim((1, 2, 2)), Words(), Forgetful(), Gather(7), z.load_game("tictactoe"), z.load_game("hexapawn")], ids=repr
)
def test_the_exact_value_and_every_comparison_are_those_of_the_definition(game):
    draw, state = random.Random(1), game.initial()
    for _ in range(3 if repr(game) == "TicTacToe()" else 0):
        state = game.result(state, draw.choice(list(game.actions(state))))
    value = worth(game, state)
    found = by_engine(game, state)
    assert (found.value, found.sign, found.by) == (value, 0, "engine")
    least, most = game.utility_range or (None, None)
    halves = [(value, z.MAX, False)] * (value != least) + [(value, z.MIN, False)] * (value != most)
    assert said(found) == halves
    for other in (value - 1, value - 0.5, value + 0.5, value + 1):
        compared = by_engine(game, state, value=other)
        assert (compared.value, compared.sign) == (other, 1 if value > other else -1)
        assert said(compared) == said(z.prove(game, state, value=other, mode="interpreted", table=1))


@pytest.mark.parametrize("grown", [Garden, Orchard])
def test_random_games_with_every_hint_that_there_is(grown):
    """Values of fractions, bounds, candidates, ends by `endgame_value`, mirror images, players who move twice; tables that forget."""
    game, draw, claims = grown(), random.Random(2), 0
    for _ in range(12):
        state = State(draw.randrange(10**9), 0, draw.randrange(24), draw.randrange(2))
        found = by_engine(game, state, table=draw.choice((1, 0.0005)))
        assert (found.sign, found.value) == (0, game.worth(state, z.MAX))
        claims += len(found.claims)
    assert claims > 12


SMALL = ["connect4(3, 4, 3)", "connect4(3, 3, 3, score=True)", "docs/examples/domineering.py:Domineering(size=3)"]


@pytest.mark.parametrize("spec", SMALL)
def test_games_of_ours_and_of_the_tutorial(spec):
    game = z.load_game(spec)
    found = by_engine(game)
    assert found.value == z.best(game, mode="interpreted").value
    assert z.prove(game, value=found.value, mode="interpreted", table=1).sign == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("connect4(4, 4)", 0),
        ("othello(4)", -8),
        ("docs/examples/domineering.py", -1),
    ],
)
def test_larger_games_compiled(spec, value, tmp_path):
    game = z.load_game(spec)
    found = by_engine(game, file=tmp_path / "proof", mode="auto", table=64)
    assert found.value == value
    assert [one.ok for one in z.check_proof(z.read_proof(tmp_path / "proof", game))] == [True] * len(found.claims)
    assert z.prove(game, value=found.value).sign == 0


def test_every_single_fault_that_is_planted_is_found():
    game, draw, wrong = z.load_game("connect4(3, 3, 3)"), random.Random(1), 0
    proof = by_engine(game).proof
    for claim, lines in proof.claims:
        assert holds(game, proof.root, claim, lines)
        for _ in range(60):
            false, other = changed(game, claim, lines, draw)
            right = holds(game, proof.root, false, other)
            wrong += not right
            assert check(game, proof.root, false, other).ok == right
    assert wrong > 100


class Boastful(Nim):
    """Nim that says of itself that one player wins wherever MIN is to move."""

    def __init__(self, heaps, winner):
        super().__init__(heaps)
        self.winner = winner

    def bounds(self, state):
        worth = 1.0 if self.winner == z.MIN else -1.0
        return (worth, worth) if self.to_move(state) == z.MIN else (-1.0, 1.0)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            Boastful((1, 2), z.MIN),
            r"is contradicted in position '1,1 2': the rules, or what the game says of itself beyond them \(`bounds`",
        ),
        (Boastful((2, 2), z.MAX), r"what the engine found of .* does not hold \(.*: the end, worth -1, which is not what is claimed\)"),
    ],
)
def test_what_a_game_says_wrongly_of_itself_never_comes_to_a_file(game, told, tmp_path):
    with pytest.raises(GameError, match=told):
        z.prove(game, file=tmp_path / "proof", by="engine", mode="interpreted", table=1, spec="nim")
    assert not (tmp_path / "proof").exists()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Walk(7), r"positions come back; proof-number search is for that"),
        (Walk(7, None), r"positions come back; proof-number search is for that"),
        (z.load_game("pig"), "has chance, and the engine's proof asks what a player can force"),
        (z.load_game("nim((1, 2), players=3)"), "the engine's proof is for two"),
        (z.load_game("kuhn"), "hides something"),
        (z.load_game("go(3)"), "has superko"),
    ],
    ids=repr,
)
def test_games_that_it_is_not_for_are_told(game, told):
    with pytest.raises(z.ZermeloError, match=told):
        z.prove(game, by="engine", mode="interpreted")


class Long(Walk):
    """The stone goes to the right only: the game comes to an end, after more plies than the engine looks ahead."""

    def actions(self, state):
        yield 2


def test_a_game_that_goes_on_for_too_long_is_not_proved():
    found = z.prove(Long(1400, None), by="engine", mode="interpreted", table=1)
    assert (found.sign, found.claims, found.stopped) == (None, (), "depth")
    assert by_engine(Long(1400, None), (1200, z.MAX)).value == -1


def test_a_prover_that_there_is_not_is_told():
    with pytest.raises(SearchError, match="what proves is one of proof-number, engine, not 'mcts'"):
        z.prove(Nim(), by="mcts")


def test_work_in_parts_comes_to_the_same_and_its_table_is_no_other_s(tmp_path):
    game, file = Nim((2, 3, 3)), tmp_path / "proof"
    whole = by_engine(game)
    options = {"file": file, "mode": "interpreted", "table": 1}
    found = z.prove(game, by="engine", nodes=whole.nodes // 4, **options)
    assert (found.sign, found.stopped, [one.name for one in tmp_path.iterdir()]) == (None, "nodes", ["proof.table0"])
    with pytest.raises(
        SpecError, match=r"is not what was kept of this proof: it has format 'zermelo table of the engine 1', and this goes"
    ):
        z.prove(game, **options)
    parts = 1
    while found.sign is None:
        found, parts = z.prove(game, by="engine", nodes=whole.nodes // 4, **options), parts + 1
        assert parts < 40
    assert parts > 2
    assert (found.value, [one.name for one in tmp_path.iterdir()]) == (whole.value, ["proof"])
    assert all(one.ok for one in z.check_proof(z.read_proof(file)))


def test_ctrl_c_keeps_what_was_found_and_the_next_run_searches_little(tmp_path, monkeypatch):
    game, file = Nim((2, 3, 3)), tmp_path / "proof"
    options = {"file": file, "by": "engine", "mode": "interpreted", "table": 1}

    def interrupted(*_arguments, **_named):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(proving, "Collection", interrupted)
        with pytest.raises(KeyboardInterrupt):
            z.prove(game, **options)
    assert [one.name for one in tmp_path.iterdir()] == ["proof.table0"]
    assert z.prove(game, **options).nodes < by_engine(game).nodes / 2


def test_a_ctrl_c_that_comes_when_a_question_is_answered_is_heard(monkeypatch):
    answer = Calls.by_threads

    def answered_late(self, *arguments, **named):
        value = answer(self, *arguments, **named)
        self.control.stop()
        return value

    monkeypatch.setattr(Calls, "by_threads", answered_late)
    found = z.prove(Nim((1, 2)), by="engine", gather=True, mode="interpreted", table=1)
    assert (found.sign, found.stopped) == (None, "interrupted")
