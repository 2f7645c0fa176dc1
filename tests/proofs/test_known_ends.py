"""Proofs whose play ends in the later tiers of a game, which a database knows."""

from __future__ import annotations

import pytest

import zermelo as z
from tests.databases.examples import ReversedGraph, Vertex
from zermelo.proofs import keeping
from zermelo.proofs.walk import check


def roots_of(game):
    """The states of the first tier in which the game goes on."""
    return [state for number in range(game.size) if not game.is_terminal(state := Vertex(number))]


def worth_to_max(database, state):
    return database.worth(state).value * (1 if database.game.to_move(state) == 0 else -1)


def agrees(game, folder, mode):
    """How many proofs end in what the database of two of three tiers knows; each is held against a database of all."""
    with z.make_database(game, folder / "some", tiers=2, mode="interpreted") as some, z.make_database(game, folder / "all") as whole:
        ended = 0
        for root in roots_of(game):
            found = z.prove(game, root, gather=True, mode=mode, database=some)
            worth = worth_to_max(whole, root)
            assert found.sign == (worth > 0) - (worth < 0)
            assert [one.faults for one in z.check_proof(found.proof, database=some)] == [[]] * len(found.claims)
            ended += not all(one.ok for one in (check(game, root, claim, lines) for claim, lines in found.proof.claims))
        return ended


@pytest.mark.parametrize("endless", [0.0, 1.0, -1.0])
def test_the_sign_is_that_of_a_whole_database_and_play_ends_in_what_is_known(endless, tmp_path):
    assert sum(agrees(ReversedGraph(seed, endless), tmp_path / str(seed), "interpreted") for seed in range(2)) > 4


@pytest.mark.slow
def test_so_it_is_compiled(tmp_path):
    assert agrees(ReversedGraph(1, size=40), tmp_path, "compiled") > 8


@pytest.fixture
def known(tmp_path):
    """A game, the database of its last two tiers, and a proof that ends there."""
    game = ReversedGraph(1)
    with z.make_database(game, tmp_path / "some", tiers=2, mode="interpreted") as some:
        root = next(root for root in roots_of(game) if worth_to_max(z.make_database(game, tmp_path / "all"), root) == 1)
        yield game, some, root


def test_a_file_says_in_which_database_play_ends(known, tmp_path):
    game, some, root = known
    z.prove(game, root, file=tmp_path / "proof", mode="interpreted", database=some)
    proof = z.read_proof(tmp_path / "proof", game)
    assert proof.ends == some.told
    assert all(one.ok for one in z.check_proof(proof, database=some))
    with pytest.raises(z.SpecError, match=r"ends in states that a database knows: give that, too"):
        z.check_proof(proof)
    with (
        z.open_database(tmp_path / "all", game) as other,
        pytest.raises(z.SpecError, match=r"ends in another database than .*first_tier 1"),
    ):
        z.check_proof(proof, database=other)
    by_rules = z.prove(game, root, gather=True, mode="interpreted").proof
    with pytest.raises(z.SpecError, match=r"ends by the rules: leave .*some out"):
        z.check_proof(by_rules, database=some)


def test_what_is_known_otherwise_is_a_fault(known):
    game, some, root = known
    ((claim, lines),) = z.prove(game, root, gather=True, mode="interpreted", database=some).proof.claims
    found = check(game, root, claim, lines, known=lambda state: None if state.number < game.size else -1.0)
    assert any("worth -1, which is not what is claimed" in fault for fault in found.faults)


def test_what_was_kept_with_a_database_does_not_go_on_without(known, tmp_path):
    game, some, root = known
    text = game.write(root)
    search = z.search.dfpn.search.ProofNumberSearch(game, mode="interpreted", table=1, database=some)
    keeping.Keeper(tmp_path / "proof", game, text, 1, ends=some.told).keep(search, 0, (0, 1.0))
    keeping.Keeper(tmp_path / "proof", game, text, 1, ends=some.told).go_on(search, 0, (0, 1.0))
    with pytest.raises(z.SpecError, match="searched with another database"):
        keeping.Keeper(tmp_path / "proof", game, text, 1).go_on(search, 0, (0, 1.0))


def test_what_is_no_database_of_later_tiers_is_refused(known, tmp_path):
    game, some, _ = known
    with pytest.raises(z.SearchError, match="is proved by proof-number search"):
        z.prove(game, by="engine", database=some)
    with pytest.raises(z.SpecError, match="is of ReversedGraph"):
        z.prove(ReversedGraph(2), database=some)
    hexapawn = z.load_game("hexapawn")
    keys = z.make_database(hexapawn, tmp_path / "keys", mode="interpreted")
    with keys, pytest.raises(z.SearchError, match="one of a game that numbers its states"):
        z.prove(hexapawn, database=keys, mode="interpreted")
