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
from zermelo.learn.chess.lesson import BOARDS, NUMBERS, Lesson, teach, tell
from zermelo.learn.chess.residual import Seen, fit, loss, seen_of, whole
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
def net() -> Any:
    return np.random.default_rng(2).uniform(-0.2, 0.2, (PLACES + 1, UNITS)).astype(np.float32)


def lesson_of(seen: Seen, wanted: Any) -> Lesson:
    return Lesson(seen.boards, seen.sums, wanted)


def test_the_net_is_taught_what_the_evaluation_reads(records: list[Record], net: Any) -> None:
    game, seen, made = Chess(), seen_of(records[:4], nothing), whole(net)
    told = rows([int(number) for number in made.ravel()])
    said = lesson_of(seen, seen.results).said((made / SCALE).astype(np.float32))
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


def test_the_slopes_are_those_of_the_loss(records: list[Record], net: Any) -> None:
    seen = seen_of(records, nothing)
    lesson = lesson_of(seen, np.random.default_rng(1).random(len(seen.games)))
    slopes = lesson.slopes(net, 0.5, np.arange(len(seen.games)))
    used = int(np.argmax(np.abs(slopes[:PLACES]).sum(axis=1)))
    for place in ((used, 3), (used, UNITS - 1), (PLACES, 5)):
        losses = []
        for aside in (1e-4, -1e-4):
            moved = net.copy()
            moved[place] += aside
            losses.append(loss(lesson, moved, 0.5))
        assert slopes[place] == pytest.approx((losses[0] - losses[1]) / 2e-4, rel=0.01, abs=1e-6)


def test_it_is_taught_the_same_as_plain_python(records: list[Record], net: Any) -> None:
    seen = seen_of(records[:2], nothing)
    count, lesson = len(seen.games), lesson_of(seen, seen.results)
    places, units, said, slopes = [0] * 64, [0.0] * 2 * UNITS, [0.0] * count, [0.0] * NUMBERS
    numbers, boards, chosen = net.ravel().tolist(), seen.boards.ravel().tolist(), list(range(0, count, 3))
    tell(count, numbers, boards, places, units, said)
    assert lesson.said(net) == pytest.approx(said)
    teach(len(chosen), 0.5, numbers, boards, chosen, seen.sums.tolist(), seen.results.tolist(), places, units, slopes)
    assert lesson.slopes(net, 0.5, np.array(chosen)).ravel() == pytest.approx(np.array(slopes) / len(chosen))


def test_it_learns_what_the_weighted_sum_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of positions drawn by lot, a knight on a1, or the other's on a8, is worth a pawn more than the sum says."""
    lot, number = np.random.default_rng(1), 40_000
    has, other_has = lot.integers(0, 2, (2, number)).astype(np.uint64)
    boards = np.zeros((number, BOARDS), dtype=np.uint64)
    boards[:, 0] = (1 << 4) | has
    boards[:, 1] = (1 << 60) | other_has << np.uint64(56)
    boards[:, 3] = has | other_has << np.uint64(56)
    searched = has.astype(float) - other_has
    results = (lot.random(number) < 1 / (1 + np.exp(-searched))).astype(float)
    seen = Seen(boards, np.zeros(number), searched, results, np.arange(number))
    monkeypatch.setattr(residual, "seen_of", lambda *_: seen)
    monkeypatch.setattr(residual, "EPOCHS", 40)  # the positions are few
    found = fit([], 1, nothing)
    learned = np.array(found.numbers, dtype=np.float32).reshape(PLACES + 1, UNITS) / SCALE
    assert np.abs(lesson_of(seen, results).said(learned) - searched).max() < 0.15
    assert found.after[0] < found.before[0]
    assert found.after[1] < found.before[1]
    assert fit([], 1, nothing).numbers == found.numbers
    assert fit([], 2, nothing).numbers != found.numbers


def test_numbers_are_whole_and_there_is_room_for_them() -> None:
    made = whole(np.array([[-9.0], [1.0006 / SCALE]]))
    assert made.tolist() == [[-GREATEST], [1]]


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
