"""Players of games that hide something: they are shown what they may see and nothing else, and play well with that."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.play.players import player
from zermelo.play.strategy_player import StrategyPlayer
from zermelo.solving.solver import equilibrium
from zermelo.solving.strategy import Strategy

KUHN = z.load_game("kuhn")


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    path = tmp_path_factory.mktemp("strategies") / "kuhn.json"
    equilibrium(KUHN, iterations=2000).save(path)
    return path


@pytest.mark.parametrize("spec", ["kuhn", "kuhn(3)", "leduc", "liars_dice(2, 3)"])
def test_a_player_of_one_s_own_is_shown_no_more_than_it_may_see(spec):
    game = z.load_game(spec)
    shown = []

    def spy(state):
        shown.append(state)
        return next(iter(game.actions(state)))

    for seed in range(5):
        z.play_game(game, [spy] * game.players, seed=seed)
    assert shown
    assert all(state == game.observe(state, game.to_move(state)) for state in shown)


def test_a_person_in_a_program_is_shown_no_more_either(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt: "bet" if "bet" in prompt else "1")
    z.play_game(KUHN, ["human", "random"], KUHN.read("KQ"), seed=1)
    assert "K  1 chip" in (out := capsys.readouterr().out)
    assert "?  1 chip" in out
    assert "Q" not in out


@pytest.mark.parametrize("spec", ["pimc", "pimc:worlds=3", "pimc:depth=2,worlds=5", "ismcts:simulations=50", "random"])
@pytest.mark.parametrize("name", ["kuhn", "kuhn(3)", "leduc", "liars_dice(1, 4)"])
def test_every_kind_plays_every_game_to_its_end_and_the_same_with_the_same_seed(name, spec):
    game = z.load_game(name)
    games = [z.play_game(game, [spec, *["random"] * (game.players - 1)], seed=7, mode="interpreted") for _ in range(2)]
    assert games[0].ending == "rules"
    assert games[0].actions == games[1].actions


def test_a_strategy_is_followed_by_its_probabilities(good):
    game = z.match(KUHN, [f"strategy:file={good}"] * 2, 4000, opening_plies=0, seed=1)
    first = sum(record.utilities[0] for record in game.records) / 4000
    assert first == pytest.approx(-1 / 18, abs=0.08)  # 3.3 standard errors
    bluffs = Strategy(KUHN, {KUHN.read("J?"): {0: 0.75, 1: 0.25}})
    chooser = StrategyPlayer(KUHN, bluffs, seed=1)
    assert sum(chooser(KUHN.read("J?")) for _ in range(4000)) == pytest.approx(1000, abs=100)


def test_an_equilibrium_loses_to_nobody(good):
    """Kuhn's value is split by changing seats: what is won is what the other gives away."""
    for other in ("random", "pimc"):
        assert z.match(KUHN, [f"strategy:file={good}", other], 4000, opening_plies=0, seed=2).mean_utility()[0] > -0.05


@pytest.mark.parametrize("spec", ["pimc", "ismcts:simulations=300"])
def test_they_beat_random_players(spec):
    played = z.match(z.load_game("leduc"), [spec, "random"], 60, opening_plies=0, seed=3)
    mean, reach = played.mean_utility()
    assert mean > 0.3
    assert 0 < reach < 2
    assert played.mean_utility(1)[0] == pytest.approx(-mean)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("strategy", "say which file: strategy:file=kuhn.json"),
        ("strategy:file=none.json", "cannot read none.json"),
        ("pimc:worlds=0", "worlds is a whole number from 1 up, not 0"),
        ("pimc:depth=0", "a depth is a whole number"),
        ("ismcts:simulations=0", "simulations is a whole number from 1 up, not 0"),
        ("ismcts:worlds=3", "there is no option 'worlds'"),
        ("pimc:worlds=x", "worlds is a whole number, not 'x'"),
    ],
)
def test_what_is_wrong_with_a_player_is_told(spec, complaint):
    with pytest.raises(z.SpecError, match=complaint):
        player(spec, KUHN)


def test_a_strategy_for_another_game_is_refused(good):
    with pytest.raises(z.SpecError, match=r"is a strategy for Kuhn\(players=2\), not for Leduc\(\)"):
        player(f"strategy:file={good}", z.load_game("leduc"))


def test_who_deals_has_to_see_a_game_from_its_beginning():
    with pytest.raises(z.SearchError, match=r"no game of .* from its beginning looks to player 1 like"):
        z.play_game(KUHN, ["pimc", "random"], KUHN.read("KQ"))
