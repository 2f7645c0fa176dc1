"""A course of learning: what it comes to, files, Ctrl-C, and the command."""

from __future__ import annotations

import json
from array import array
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import zermelo as z
from zermelo.cli.app import app
from zermelo.games.backgammon import Backgammon, Pips
from zermelo.games.backgammon.net import WEIGHTS
from zermelo.games.backgammon.weights import SHIPPED, TITLE, packed, shipped, unpacked, weights_in
from zermelo.learn.backgammon import training as course
from zermelo.learn.backgammon.settings import Settings
from zermelo.learn.backgammon.training import BATCH, Training, counting_pips, first_weights, head_to_head

SHORT = Settings(games=3 * BATCH, seed=5)


@pytest.fixture(autouse=True)
def few_games_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "PAIRS", 50)


def nothing(training: Training) -> None:
    pass


def learned(settings: Settings = SHORT) -> Training:
    training = Training(settings)
    training.run(nothing, nothing)
    return training


@cache
def short_course() -> Training:
    return learned()


def test_a_short_course_learns_to_beat_who_knows_nothing_and_who_counts_pips() -> None:
    found = short_course()
    points, margin = head_to_head(found.weights, first_weights(9), 200, 1)
    assert points - margin > 1
    points, margin = head_to_head(found.weights, counting_pips(), 200, 1)
    assert points - margin > 0.5


def test_the_same_seed_gives_the_same_weights_and_another_one_others() -> None:
    settings = SHORT._replace(games=BATCH)
    assert learned(settings).weights == learned(settings).weights != learned(settings._replace(seed=6)).weights


def test_ctrl_c_saves_and_who_goes_on_comes_to_the_same() -> None:
    kept: list[bytes] = []

    def stop(training: Training) -> None:
        if training.done == BATCH:
            raise KeyboardInterrupt

    broken_off = Training(SHORT)
    with pytest.raises(KeyboardInterrupt):
        broken_off.run(stop, lambda now: kept.append(now.as_bytes(32)))
    again = Training.from_bytes("file", kept[-1], SHORT)
    assert again.done == BATCH
    again.run(nothing, nothing)
    whole = short_course()
    assert (again.weights, again.curve) == (whole.weights, whole.curve)


def test_a_point_of_the_curve_that_ctrl_c_cut_short_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one, too: there always is one."""
    kept: list[bytes] = []
    settings = SHORT._replace(games=BATCH)

    def stopped(*_: Any) -> tuple[float, float]:
        raise KeyboardInterrupt

    with monkeypatch.context() as now:
        now.setattr(course, "head_to_head", stopped)
        with pytest.raises(KeyboardInterrupt):
            Training(settings).run(nothing, lambda now: kept.append(now.as_bytes(32)))
    again = Training.from_bytes("file", kept[-1], settings)
    assert (again.done, again.curve) == (BATCH, [])
    again.run(nothing, nothing)
    assert again.curve == learned(settings).curve
    assert len(again.curve) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 1 << 64}, "the seed is"),
        ({"games": 0}, "0 games teach nothing"),
        ({"rate": 0.0}, "the rate"),
        ({"rate": 2.0}, "the rate"),
        ({"trace": 1.5}, "lambda is 1.5"),
    ],
)
def test_settings_that_cannot_be_are_told(change: dict[str, Any], told: str) -> None:
    with pytest.raises(z.SpecError, match=told):
        Training(SHORT._replace(**change))


# Files


def test_weights_read_back_and_sixteen_bits_are_nearly_the_same() -> None:
    weights = first_weights(1)
    assert unpacked("file", packed(weights, 32, {}))[0] == weights
    halves, facts = unpacked("file", packed(weights, 16, {"note": 1}))
    assert (facts["bits"], facts["note"]) == (16, 1)
    assert list(halves) == pytest.approx(list(weights), abs=1e-4)


def changed_head(contents: bytes, **facts: Any) -> bytes:
    line, _, rest = contents[len(TITLE) :].partition(b"\n")
    return TITLE + json.dumps({**json.loads(line), **facts}).encode() + b"\n" + rest


WHOLE = packed(array("f", bytes(4 * WEIGHTS)), 16, {})


@pytest.mark.parametrize(
    ("contents", "told"),
    [
        (b"", "holds no weights of backgammon"),
        (b"\x89PNG....", "holds no weights of backgammon"),
        (TITLE, "its second line cannot be read"),
        (TITLE + b"{}\n", "its second line cannot be read"),
        (TITLE + b"[1, 2]\n", "its second line cannot be read"),
        (WHOLE[:-1], "its weights are not those that were written"),
        (WHOLE[:-1] + b"?", "its weights are not those that were written"),
        (changed_head(WHOLE, contact=64), "another network, 405 marks, 64 and 32 units"),
        (changed_head(WHOLE, bits=8), "its second line cannot be read"),
        (changed_head(WHOLE, bits=32), "it does not hold .* weights of 32 bits"),
    ],
)
def test_a_damaged_or_foreign_file_is_told(contents: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.weights"
    file.write_bytes(contents)
    with pytest.raises(z.SpecError, match=told) as error:
        Backgammon(str(file))
    assert str(file) in str(error.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(z.SpecError, match="cannot read nowhere"):
        z.load_game("backgammon('nowhere')")


def test_nothing_goes_on_from_weights_to_play_by_or_with_other_settings() -> None:
    training = Training(SHORT)
    with pytest.raises(z.SpecError, match="of 16 bits"):
        Training.from_bytes("file", training.as_bytes(16), SHORT)
    with pytest.raises(z.SpecError, match="begun with seed 5, not 6"):
        Training.from_bytes("file", training.as_bytes(32), SHORT._replace(seed=6))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"curve": None}, "how far it has come"),
        ({"curve": [[1000]]}, "how far it has come"),
        ({"done": "all"}, "how far it has come"),
        ({"done": 4 * BATCH}, "learned from 4000 games of 3000"),
        ({"against": "someone"}, "another opponent"),
    ],
)
def test_a_course_that_cannot_be_is_told(change: dict[str, Any], told: str) -> None:
    with pytest.raises(z.SpecError, match=told):
        Training.from_bytes("file", changed_head(Training(SHORT).as_bytes(32), **change), SHORT)


def test_a_course_that_cannot_be_read_tells_how_to_begin_anew() -> None:
    with pytest.raises(z.SpecError, match=r"its weights are not those .*To begin anew, take it\.learning away"):
        Training.from_bytes("it.learning", Training(SHORT).as_bytes(32)[:-1], SHORT)


def test_nothing_goes_on_against_another_opponent() -> None:
    with pytest.raises(z.SpecError, match="another opponent"):
        Training.from_bytes("file", Training(SHORT).as_bytes(32), SHORT, first_weights(1))


def test_the_package_s_weights_are_small_say_where_they_come_from_and_are_strong() -> None:
    assert SHIPPED.stat().st_size < 100_000
    weights, facts = weights_in(str(SHIPPED))
    assert facts["command"].startswith("zermelo learn backgammon --games 1500000 --seed 1")
    points, margin = head_to_head(weights, short_course().weights, 200, 2)
    assert points - margin > 0


def test_without_them_pips_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.games.backgammon.weights.SHIPPED", Path("nowhere"))
    shipped.cache_clear()
    try:
        assert isinstance(Backgammon().judge, Pips)
    finally:
        shipped.cache_clear()


# The command


def command(*words: str) -> tuple[int, str]:
    answer = CliRunner().invoke(app, ["learn", *words])
    return answer.exit_code, answer.output


def test_the_command_writes_weights_and_the_curve(tmp_path: Path) -> None:
    out, curve = tmp_path / "mine.weights", tmp_path / "curve.svg"
    code, said = command("backgammon", "--games", "1000", "--out", str(out), "--curve", str(curve))
    assert (code, "points a game" in said) == (0, True)
    assert "<svg" in curve.read_text()
    assert not (tmp_path / "mine.weights.learning").exists()
    game = z.load_game(f"backgammon({str(out)!r})")
    assert game.parse(game.initial(), "3-1") == 31


def test_the_command_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    out = tmp_path / "mine.weights"
    settings = Settings(games=2 * BATCH)
    training = Training(settings)
    training.run(lambda now: None, lambda now: None)
    begun = Training(settings)
    begun.done, begun.curve = 0, []
    out.with_name("mine.weights.learning").write_bytes(begun.as_bytes(32))
    code, said = command("backgammon", "--games", str(2 * BATCH), "--out", str(out))
    assert (code, "going on after 0 games" in said) == (0, True)
    assert weights_in(str(out))[0] == unpacked("file", training.as_bytes(16))[0]


def test_the_command_says_how_to_go_on_after_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(self: Training, report: Any, save: Any) -> None:
        save(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "run", stopped)
    out = tmp_path / "mine.weights"
    code, said = command("backgammon", "--out", str(out))
    assert (code, "stopped after 0 games; the same command goes on" in said) == (130, True)
    assert out.with_name("mine.weights.learning").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("go", "--out", "x"), "nothing is learned of 'go'"),
        (("backgammon", "--out", "x", "--nodes", "9"), "leave --nodes, --from and --net out"),
        (("backgammon", "--out", "nowhere/x"), "there is no folder nowhere"),
        (("backgammon", "--out", "x", "--games", "0"), "0 games teach nothing"),
        (("backgammon", "--out", "x", "--against", "nowhere"), "cannot read"),
    ],
)
def test_what_cannot_be_learned_is_told(words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = command(*words)
    assert (code, told in said) == (2, True), said
