"""A file for each tier: done when the tier is, read by itself, named where it is damaged, and made again alone."""

from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path

import pytest

import zermelo as z
from tests.databases.examples import Numbered, RankedGather, RankedGraph, ReversedGraph, ScoredGraph
from tests.databases.test_ranked import made
from tests.kills import KilledError, killed_at
from zermelo.databases import check_database, make_database
from zermelo.databases.files import table
from zermelo.tiers import place_of, tier_sizes

solve = partial(make_database, mode="interpreted")
GAMES = pytest.mark.parametrize(
    "game", [RankedGather(6, 0.0), ReversedGraph(3), RankedGraph(4), ScoredGraph(5, False)], ids=lambda game: type(game).__name__
)


def test_a_tier_that_is_done_is_as_it_will_stay(tmp_path):
    alone, folder = made(RankedGather(6), tmp_path / "alone", mode="interpreted"), tmp_path / "made"
    with pytest.raises(KilledError):
        solve(RankedGather(6), folder, every=1e9, progress=killed_at(4))
    done = {one.name: (one.read_bytes(), one.stat().st_mtime_ns) for one in folder.glob("tier-*.zst")}
    assert 1 < len(done) < len(tier_sizes(RankedGather(6)))
    assert {name: data for name, (data, _) in done.items()} == {name: alone[name] for name in done}
    assert not [*(folder / "work").glob("*.npz")]
    assert made(RankedGather(6), folder, mode="interpreted") == alone
    assert {name: (folder / name).stat().st_mtime_ns for name in done} == {name: when for name, (_, when) in done.items()}


@GAMES
def test_a_file_that_is_lost_is_made_again_alone(game, tmp_path):
    alone = made(game, tmp_path / "made", mode="interpreted")
    for tier in range(len(tier_sizes(game))):
        lost, told = tmp_path / "made" / f"tier-{tier}.zst", list[str]()
        lost.unlink()
        whole = {one: one.stat().st_mtime_ns for one in lost.parent.glob("tier-*.zst")}
        assert made(game, lost.parent, mode="interpreted", progress=told.append) == alone
        assert {line.partition(":")[0] for line in told} == {f"tier {tier}", "counting what is known", "held against the rules"}
        assert {one: one.stat().st_mtime_ns for one in whole} == whole


@pytest.mark.slow
def test_what_was_begun_by_one_process_is_gone_on_with_by_workers(tmp_path):
    alone = made(ReversedGraph(3), tmp_path / "alone", mode="interpreted")
    for first, then in (({}, {"workers": 1}), ({"workers": 1}, {})):
        folder, told = tmp_path / f"made {len(first)}", list[str]()
        with pytest.raises(KilledError):
            solve(ReversedGraph(3), folder, tiers=1, progress=stopping, **first)
        assert (folder / "tier-2.zst").exists()
        assert made(ReversedGraph(3), folder, mode="interpreted", progress=told.append, **then) == alone
        assert not any(line.startswith("tier 2") for line in told)


def stopping(line):
    """A progress that ends the work when all tiers are done that were asked for."""
    if line.startswith("counting"):
        raise KilledError


def test_a_damaged_file_is_named_and_made_again(tmp_path):
    folder = tmp_path / "made"
    alone = made(RankedGather(6), folder, mode="interpreted")
    path = folder / "tier-3.zst"
    path.write_bytes(alone[path.name][:-30] + bytes([alone[path.name][-30] ^ 1]) + alone[path.name][-29:])
    with z.open_database(folder, RankedGather(6)) as database, pytest.raises(z.SpecError, match=rf"{path} is damaged .*: remove it; the"):
        check_database(database)
    path.write_bytes(alone[path.name] + b"?")
    for use in (lambda: z.open_database(folder, RankedGather(6)), lambda: solve(RankedGather(6), folder)):
        with pytest.raises(z.SpecError, match=rf"{path} is damaged .*: remove it; the command that made the database makes it again"):
            use()
    path.unlink()
    assert made(RankedGather(6), folder, mode="interpreted") == alone


@pytest.mark.parametrize("workers", [None, pytest.param(1, marks=pytest.mark.slow)])
def test_a_damaged_file_of_work_that_is_gone_on_with_is_named(workers, tmp_path):
    made(RankedGather(6), tmp_path / "made", mode="interpreted")
    path = tmp_path / "made" / "tier-3.zst"
    whole = path.read_bytes()
    (path.parent / "tier-1.zst").unlink()
    for at in range(0, len(whole), 15):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(z.SpecError, match=rf"{path} is damaged"):
                solve(RankedGather(6), path.parent, workers=workers)


def test_some_of_the_files_serve_who_asks_for_no_others(tmp_path):
    game, part = RankedGather(6), tmp_path / "part"
    part.mkdir()
    with solve(game, tmp_path / "made") as database:
        states = [game.unrank(tier, rank) for tier, size in enumerate(tier_sizes(game)) for rank in range(size)]
        worths = {state: database.find(state) for state in states if game.possible(state)}
    for name in ("manifest.json", "tier-5.zst", "tier-6.zst"):
        shutil.copy(tmp_path / "made" / name, part)
    with z.open_database(part, game) as database:
        for state, worth in worths.items():
            if place_of(game, state)[0] >= 5:
                assert database.find(state) == worth
            else:
                with pytest.raises(z.SpecError, match=rf"cannot read {part}/tier-\d.zst: No such file or directory; the command that made"):
                    database.find(state)
        with pytest.raises(z.SpecError, match=f"cannot read {part}/tier-0.zst"):
            check_database(database)
        with pytest.raises(z.SpecError, match=f"cannot read {part}/tier-"):
            z.best(game, database=database, mode="interpreted")


def test_files_that_do_not_say_of_which_game_they_are_are_left_alone(tmp_path):
    alone = made(RankedGather(6), tmp_path / "made", mode="interpreted")
    (tmp_path / "made" / "manifest.json").unlink()
    with pytest.raises(z.SpecError, match=r"tier-\d.zst is there without what says of which game it is, .*manifest.json; name another"):
        solve(RankedGather(6), tmp_path / "made")
    assert {name for name in alone if (tmp_path / "made" / name).exists()} == alone.keys() - {"manifest.json"}


def test_files_of_tiers_that_are_not_asked_for_any_more_are_removed(tmp_path):
    with pytest.raises(KilledError):
        solve(RankedGather(6), tmp_path / "made", tiers=4, progress=stopping)
    with solve(RankedGather(6), tmp_path / "made", tiers=2) as database:
        assert {one.name for one in (tmp_path / "made").iterdir()} == {"manifest.json", *database.manifest["files"]}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="does not say which files are open")
def test_few_files_are_open_at_once(monkeypatch, tmp_path):
    monkeypatch.setattr(table, "_OPEN", 2)
    game = RankedGather(6)
    with solve(game, tmp_path / "made") as database:
        before = len(os.listdir("/proc/self/fd"))
        for tier, size in enumerate(tier_sizes(game)):
            assert [database.table.find(game.unrank(tier, rank)) for rank in range(size) if game.possible(game.unrank(tier, rank))]
        database.rows(distances=True)
        assert len(os.listdir("/proc/self/fd")) <= before + 2
    assert len(os.listdir("/proc/self/fd")) <= before


@pytest.mark.slow
def test_a_checksum_of_each_tier_stands_in_the_manifest(tmp_path):
    with solve(Numbered(), tmp_path / "made") as database:
        tiers = database.manifest["tiers"]
        assert len({tier["value_checksum"] for tier in tiers}) == len(tiers) == 7
        tiers[3]["distance_checksum"] = tiers[4]["distance_checksum"]
        with pytest.raises(z.SpecError, match=r"says tiers\[3\].distance_checksum"):
            check_database(database)
