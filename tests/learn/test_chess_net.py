"""Learning the net of the chess evaluation: what it sees of positions, the slopes, the steps, and the command."""

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
from zermelo.games.chess.net import PLACES, SCALE, UNITS, judged
from zermelo.games.chess.net_file import GREATEST, numbers_in, rows
from zermelo.learn.chess import residual
from zermelo.learn.chess.residual import Net, Seen, fit, seen_of, whole
from zermelo.learn.chess.selfplay import Games, Record
from zermelo.learn.chess.settings import Settings

FEW = Settings(games=12, seed=3, nodes=60)


def nothing(_: Any) -> None:
    pass


@pytest.fixture(scope="module")
def records() -> list[Record]:
    games = Games(FEW)
    games.run(nothing, nothing)
    return games.records


@pytest.fixture
def net() -> Net:
    lot = np.random.default_rng(2)
    return Net(lot.uniform(-0.2, 0.2, (PLACES, UNITS)).astype(np.float32), lot.uniform(-0.2, 0.2, UNITS).astype(np.float32))


def test_the_net_is_taught_what_the_evaluation_reads(records: list[Record], net: Net) -> None:
    game, seen, made = Chess(), seen_of(records[:4], nothing), whole(net)
    told = rows([int(number) for part in made for number in part.ravel()])
    said = Net(*(part.astype(np.float32) / SCALE for part in made)).said(seen)
    place = 0
    for number, record in enumerate(records[:4]):
        state = game.initial()
        for ply, action in enumerate(record.actions):
            if ply >= record.opening and not state.checkers and game.kind(state, action) == 0 and game.counts_in_full(state):
                mover = 1 if game.to_move(state) == 0 else -1
                assert said[place] == pytest.approx(judged(state, game.kings(state), told) / SCALE, abs=1e-4)
                assert seen.sums[place] == pytest.approx(game.in_pawns(state, game.total(state, game.weights)), abs=1e-3)
                assert seen.searched[place] == pytest.approx(max(-20, min(20, mover * record.values[ply - record.opening] / 100)))
                assert seen.results[place] == (record.result if mover == 1 else 1 - record.result)
                assert seen.games[place] == number
                place += 1
            state = game.result(state, action)
    assert place == len(seen.games) > 100


def test_the_slopes_are_those_of_the_loss(records: list[Record], net: Net) -> None:
    seen = seen_of(records, nothing)
    wanted = np.random.default_rng(1).random(len(seen.games))
    slopes = net.slopes(seen, 0.5, wanted)
    used = int(np.argmax(np.abs(slopes.rows).sum(axis=1)))
    for part, place in ((0, (used, 3)), (0, (used, UNITS - 1)), (1, (5,))):
        losses = []
        for aside in (1e-4, -1e-4):
            moved = Net(net.rows.astype(float), net.constants.astype(float))
            moved[part][place] += aside
            losses.append(moved.loss(seen, 0.5, wanted))
        assert slopes[part][place] == pytest.approx((losses[0] - losses[1]) / 2e-4, rel=0.01, abs=1e-6)


def test_it_learns_what_the_weighted_sum_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of positions drawn by lot, a knight on a square is worth a pawn more than the sum says."""
    from scipy import sparse

    lot, number = np.random.default_rng(1), 40_000
    has, other_has = lot.integers(0, 2, (2, number))
    own, other = (
        sparse.csr_array((np.ones(number, dtype=np.float32), (range(number), 64 + mine)), (number, PLACES)) for mine in (has, other_has)
    )
    searched = (has - other_has).astype(float)
    results = (lot.random(number) < 1 / (1 + np.exp(-searched))).astype(float)
    seen = Seen(own, other, np.zeros(number, dtype=np.float32), searched, results, np.arange(number))
    monkeypatch.setattr(residual, "seen_of", lambda *_: seen)
    monkeypatch.setattr(residual, "EPOCHS", 40)  # the positions are few
    found = fit([], 1, nothing)
    numbers = np.array(found.numbers, dtype=np.float32).reshape(PLACES + 1, UNITS) / SCALE
    learned = Net(numbers[:PLACES], numbers[PLACES])
    assert np.abs(learned.said(seen) - searched).max() < 0.15
    assert found.after[0] < found.before[0]
    assert found.after[1] < found.before[1]
    assert fit([], 1, nothing).numbers == found.numbers
    assert fit([], 2, nothing).numbers != found.numbers


def test_numbers_are_whole_and_there_is_room_for_them() -> None:
    made = whole(Net(np.full((PLACES, UNITS), -9.0), np.full(UNITS, 1.0006 / SCALE)))
    assert set(made.rows.ravel()) == {-GREATEST}
    assert set(made.constants) == {1}


def test_too_few_games_are_told() -> None:
    with pytest.raises(z.SpecError, match="no quiet position"):
        seen_of([Record(0.5, [8 | 24 << 6], [])], nothing)


def test_the_command_writes_a_net(tmp_path: Path) -> None:
    out = tmp_path / "mine.net"
    answer = CliRunner().invoke(app, ["learn", "chess", "--net", "--games", "12", "--nodes", "60", "--out", str(out)])
    assert answer.exit_code == 0, answer.output
    facts = json.loads(out.read_bytes().split(b"\n")[1])
    assert (facts["command"], facts["games"]) == ("zermelo learn chess --net --games 12 --seed 1 --nodes 60", "12")
    first = numbers_in(out)
    again = tmp_path / "again.net"
    answer = CliRunner().invoke(app, ["learn", "chess", "--net", "--from", f"{out}.games", "--out", str(again)])
    assert answer.exit_code == 0, answer.output
    assert numbers_in(again) == first
    answer = CliRunner().invoke(app, ["learn", "backgammon", "--net", "--out", str(again)])
    assert (answer.exit_code, "leave --nodes, --from and --net out" in " ".join(answer.output.split())) == (2, True)
