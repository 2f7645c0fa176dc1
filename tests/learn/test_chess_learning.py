"""Learning chess: games against itself, their file, the regression, and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import zermelo as z
from zermelo.cli.app import app
from zermelo.games.chess import Chess
from zermelo.games.chess.weights import COUNT, FIRST, SIZES, first_weights, row, shipped, weights_in
from zermelo.learn.chess import logistic
from zermelo.learn.chess.logistic import RESULT, Positions, as_row, as_weights, fit, positions_of, pulled_loss, scale_of, targets
from zermelo.learn.chess.playing import THRICE
from zermelo.learn.chess.selfplay import FAIR, Games, Record
from zermelo.learn.chess.settings import Settings

FEW = Settings(games=4, seed=3, nodes=60)


def nothing(_: Any) -> None:
    pass


@pytest.fixture(scope="module")
def played() -> Games:
    games = Games(FEW)
    games.run(nothing, nothing)
    return games


# Games


def test_games_are_played_by_the_rules_to_their_end(played: Games) -> None:
    game = Chess()
    for record in played.records:
        states = [game.initial()]
        for action in record.actions:
            assert not game.is_terminal(states[-1])
            assert action in set(game.actions(states[-1]))
            states.append(game.result(states[-1], action))
        assert record.opening in (8, 9)
        assert abs(record.values[0]) <= FAIR
        if game.is_terminal(states[-1]):
            assert record.result == (game.utility(states[-1], 0) + 1) / 2
        elif record.result == 0.5:
            assert max(map([game.position(state) for state in states].count, map(game.position, states))) == THRICE
        else:
            assert all((value > 0) == (record.result == 1) for value in record.values[-6:])


def test_whoever_goes_on_plays_the_same_games(played: Games) -> None:
    kept: list[str] = []

    def stop(games: Games) -> None:
        if len(games.records) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Games(FEW).run(stop, lambda now: kept.append(now.as_text()))
    again = Games.from_text("file", kept[-1], FEW)
    assert len(again.records) == 2
    again.run(nothing, nothing)
    assert again.records == played.records


def test_more_games_go_on_from_fewer_and_fewer_are_the_first_ones(played: Games) -> None:
    fewer = Games.from_text("file", played.as_text(), FEW._replace(games=2))
    assert fewer.records == played.records[:2]
    kept: list[str] = []
    fewer.run(nothing, lambda now: kept.append(now.as_text()))
    assert kept[-1] == played.as_text()  # the file loses none
    assert Games.from_text("file", played.as_text(), FEW._replace(games=9)).records == played.records


def test_another_seed_plays_other_games(played: Games) -> None:
    other = Games(FEW._replace(seed=4, games=1))
    other.run(nothing, nothing)
    assert other.records != played.records[:1]


@pytest.mark.parametrize("text", ["", "{", "[1]\n[2]", '{"seed": 3}\n[1.0, [2]]', '{"seed": 3}\n[1.0, "ab", []]', "null"])
def test_what_is_no_file_of_games_is_told(text: str) -> None:
    with pytest.raises(z.SpecError, match=r"it is damaged, or holds no games|it was begun otherwise"):
        Games.from_text("it", text, FEW)


def test_games_that_were_begun_with_other_settings_or_weights_are_told(played: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    text = played.as_text()
    with pytest.raises(z.SpecError, match="begun otherwise"):
        Games.from_text("it", text, FEW._replace(nodes=61))
    monkeypatch.setattr(Chess, "weights", row({**first_weights(), "tempo": ([77], [77])}))
    with pytest.raises(z.SpecError, match="begun otherwise"):
        Games.from_text("it", text, FEW)


# The regression


def test_positions_are_quiet_ones_and_what_a_weight_is_multiplied_with_gives_the_evaluation(played: Games) -> None:
    game, found = Chess(), positions_of(played.records, nothing)
    place = 0
    for number, record in enumerate(played.records):
        state = game.initial()
        for ply, action in enumerate(record.actions):
            if ply >= record.opening and not state.checkers and game.kind(state, action) == 0 and game.counts_in_full(state):
                weights = as_row({**first_weights(), "tempo": ([20], [10])})
                value = logistic.value(weights, found.chosen(slice(place, place + 1)))[0]
                seen = game.in_pawns(state, game.total(state, row(as_weights(weights))))
                assert value == pytest.approx(seen if game.to_move(state) == 0 else -seen, abs=1e-4)
                assert (found.games[place], found.results[place]) == (number, record.result)
                assert found.searched[place] == record.values[ply - record.opening] / 100
                place += 1
            state = game.result(state, action)
    assert place == len(found.results)


def test_the_gradient_is_the_loss_s(played: Games) -> None:
    positions = positions_of(played.records, nothing)
    start = as_row(first_weights())
    weights = start + 5
    _, gradient = pulled_loss(weights, 0.5, positions, start)
    for place in (0, FIRST["mobility"], COUNT + FIRST["tempo"], COUNT + FIRST["squares"] + 40):
        aside = np.zeros(2 * COUNT)
        aside[place] = 1.0
        slope = (pulled_loss(weights + aside, 0.5, positions, start)[0] - pulled_loss(weights - aside, 0.5, positions, start)[0]) / 2
        assert gradient[place] == pytest.approx(slope, abs=2e-7)


def test_it_finds_the_weights_behind_results_that_are_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooks on the seventh rank are worth 80 hundredths, and results come by the logistic function."""
    lot, seventh = np.random.default_rng(1), FIRST["rooks"] + 2
    counts = np.zeros((20_000, COUNT), dtype=np.float32)
    counts[:, seventh], counts[:, 0] = lot.integers(-1, 2, 20_000), lot.integers(-2, 3, 20_000)
    middle = lot.integers(0, 2, 20_000).astype(np.float32)
    true = as_row({**first_weights(), "rooks": ([0, 0, 80], [0, 0, 20])})
    positions = Positions(counts, middle, np.zeros(20_000), np.zeros(20_000), np.arange(20_000))
    searched = logistic.value(true, positions)
    results = (lot.random(20_000) < 1 / (1 + np.exp(-searched))).astype(float)
    monkeypatch.setattr(logistic, "positions_of", lambda *_: positions._replace(results=results, searched=searched))
    found = fit([Record(0.5, [], [])], nothing)
    assert found.scale == pytest.approx(1, abs=0.1)
    scaled = [found.scale * one[2] for one in found.weights["rooks"]]
    assert scaled == pytest.approx([80, 20], abs=8)
    assert found.scale * found.weights["material"][0][0] == pytest.approx(100, abs=8)
    assert found.after[0] < found.before[0]
    assert found.after[1] < found.before[1]
    assert found.weights["tempo"] == shipped()["tempo"]


def test_the_target_is_partly_the_result_and_else_what_the_search_expected() -> None:
    searched, results = np.array([0.0, 2.0, -2.0, 2.0]), np.array([1.0, 1.0, 0.0, 0.5])
    expected = [0.5, 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1)), 1 / (1 + np.exp(-1))]
    wanted = [RESULT * result + (1 - RESULT) * one for one, result in zip(expected, results, strict=True)]
    assert targets(0.5, searched, results) == pytest.approx(wanted)


def test_the_scale_makes_results_likeliest() -> None:
    searched = np.repeat([1.0, -1.0], 1000)
    results = np.tile([1.0] * 3 + [0.0], 500)
    results[1000:] = 1 - results[1000:]
    assert scale_of(searched, results) == pytest.approx(np.log(3), abs=1e-3)


def test_weights_and_rows_are_the_same_thing() -> None:
    weights = {name: (list(range(size)), [-one for one in range(size)]) for name, size in SIZES.items()}
    assert as_weights(as_row(weights)) == weights


def test_without_a_quiet_position_nothing_is_learned() -> None:
    with pytest.raises(z.SpecError, match="no quiet position"):
        positions_of([Record(0.5, [8 | 24 << 6], [])], nothing)


# The command


def command(*words: str) -> tuple[int, str]:
    answer = CliRunner().invoke(app, ["learn", "chess", *words])
    return answer.exit_code, answer.output


def test_the_command_keeps_the_games_and_writes_the_weights(tmp_path: Path) -> None:
    out = tmp_path / "mine.weights"
    code, said = command("--games", "12", "--nodes", "60", "--out", str(out))
    assert code == 0, said
    assert {"threats", "tempo"} < set(weights_in(out))
    facts = json.loads(out.read_text())
    assert (facts["command"], facts["games"]) == ("zermelo learn chess --games 12 --seed 1 --nodes 60", "12")
    first = out.read_text()
    code, said = command("--games", "12", "--nodes", "60", "--out", str(out))
    assert (code, "going on after 12 games" in said, out.read_text() == first) == (0, True, True)


def test_the_command_says_how_to_go_on_after_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(self: Games, report: Any, save: Any) -> None:
        save(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(Games, "run", stopped)
    out = tmp_path / "mine.weights"
    code, said = command("--out", str(out))
    assert (code, "stopped after 0 games; the same command goes on" in said) == (130, True)
    assert out.with_name("mine.weights.games").exists()
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--games", "0"), "teach nothing"),
        (("--nodes", "0"), "teach nothing"),
        (("--rate", "0.1", "--lambda", "0.2"), "leave --rate, --lambda out"),
        (("--against", "x"), "leave --against out"),
        (("--from", "x", "--games", "3"), "leave --games and --nodes out"),
        (("--from", "nowhere"), "cannot read nowhere"),
    ],
)
def test_what_cannot_be_learned_is_told(words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = command("--out", "x", *words)
    assert (code, told in said) == (2, True), said


def test_the_command_learns_from_games_that_are_there(tmp_path: Path, played: Games) -> None:
    kept, out = tmp_path / "some.games", tmp_path / "mine.weights"
    kept.write_text(played.as_text())
    code, said = command(*["--from", str(kept)] * 3, "--out", str(out))
    assert code == 0, said
    facts = json.loads(out.read_text())
    assert (facts["command"], facts["games"]) == (f"zermelo learn chess{' --from some.games' * 3}", "12")
    code, said = command("--from", str(kept), "--out", str(out))
    assert (code, "4 are too few" in said) == (2, True)


def test_a_game_with_a_move_that_is_not_legal_is_told(tmp_path: Path, played: Games) -> None:
    kept, out = tmp_path / "some.games", tmp_path / "mine.weights"
    result, actions, values = played.records[0]
    kept.write_text(json.dumps([result, [*actions[:-1], 4095], values]))
    code, said = command("--from", str(kept), "--out", str(out))
    assert (code, "an action that is not legal in these games, 4095" in said, out.exists()) == (2, True, False)
