"""Databases made by many workers: the same bytes as by one process, whoever is lost meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Future
from itertools import product
from pathlib import Path

import pytest

import zermelo as z
from tests.databases.examples import Gather, RankedGather, RankedGraph, RankedWalk, ReversedGraph, ReversedScoredGraph, ScoredGraph
from tests.databases.test_ranked import ROUND_AND_NOT, FewEdges, made
from tests.kills import KilledError, killed_at
from zermelo.databases.numbered import backends, sharded, shards


class LostError(Exception):
    pass


class Here:
    """Workers in this process. Those are lost who are given the tasks of these numbers, before they do them or when they have.

    done  how many tasks they were given
    """

    lost = LostError

    def __init__(self, workers, losses=lambda number: None):
        self.workers, self.losses, self.done = workers, losses, 0
        self._workers = [shards.Worker() for _ in range(workers)]

    def submit(self, worker, task):
        future, loss = Future(), self.losses(self.done)
        self.done += 1
        try:
            answer = self._workers[worker].do(task) if loss != "before" else None
        except z.ZermeloError as error:
            answer = error
        if loss:
            self._workers[worker] = shards.Worker()
            future.set_exception(LostError())
        else:
            future.set_result(answer)
        return future

    def close(self):
        pass


@pytest.fixture
def here(monkeypatch):
    """Workers in this process, and shards of a few states; the last ones, with the losses that are to come."""
    monkeypatch.setattr(sharded, "_FEWEST", 2)
    found = {"losses": lambda number: None}

    def begun(workers):
        found["last"] = Here(workers, found["losses"])
        return found["last"]

    monkeypatch.setitem(backends.BACKENDS, "processes", begun)
    return found


BY_NAME = {"ids": lambda game: type(game).__name__}
GAMES = pytest.mark.parametrize("game", ROUND_AND_NOT, **BY_NAME)


@GAMES
def test_workers_make_the_same_bytes(game, here, tmp_path):
    alone = made(game, tmp_path / "alone", mode="interpreted")
    for workers in (1, 2, 3):
        assert made(game, tmp_path / str(workers), mode="interpreted", workers=workers) == alone
        assert {one.name for one in (tmp_path / str(workers)).iterdir()} == {one.name for one in (tmp_path / "alone").iterdir()}


@pytest.mark.slow
@GAMES
def test_so_they_do_where_many_of_them_are_lost(game, here, tmp_path):
    alone = made(game, tmp_path / "alone", mode="interpreted")
    for every, each in ((0, 4), (1e9, 5), (0, 9)):
        here["losses"] = lambda number, each=each: ("before", "after")[number // each % 2] if number % each == 0 else None
        folder = tmp_path / f"{every:g} {each}"
        assert made(game, folder, mode="interpreted", workers=2, every=every) == alone


@pytest.mark.slow
@GAMES
def test_what_is_noted_is_written_as_often_as_there_is_no_room(game, here, monkeypatch, tmp_path):
    alone = made(game, tmp_path / "alone", mode="interpreted")
    monkeypatch.setattr(shards, "_ROOM", 1)
    monkeypatch.setattr(shards, "MOST_PREDECESSORS", 12)
    monkeypatch.setattr("zermelo.databases.numbered.rank_kernels.MOST_PREDECESSORS", 12)
    assert made(game, tmp_path / "made", mode="interpreted", workers=2) == alone


def test_a_shard_in_which_nothing_becomes_known_writes_nothing(here, monkeypatch, tmp_path):
    noted, note = [], shards.Shard._note

    def counted(shard, path, look, first, last, *, sync):
        noted.append(last - first)
        return note(shard, path, look, first, last, sync=sync)

    monkeypatch.setattr(shards.Shard, "_note", counted)
    made(RankedGraph(4), tmp_path / "made", mode="interpreted", workers=2)
    assert noted
    assert min(noted) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [RankedGather(6, 0.0), ReversedGraph(3), RankedGraph(4), ScoredGraph(5, False), ReversedScoredGraph(2)], **BY_NAME
)
def test_work_that_is_stopped_at_any_time_ends_in_the_same_bytes(game, here, tmp_path):
    alone, stops = made(game, tmp_path / "alone", mode="interpreted"), 0
    for times in (1, 4, 9, 12, 17, 22, 30, 39, 61, 90):
        folder = tmp_path / str(times)
        try:
            made(game, folder, mode="interpreted", every=(0, 1e9)[times % 2], workers=1 + times % 3, progress=killed_at(times))
        except KilledError:
            stops += 1
            assert made(game, folder, mode="interpreted", workers=1 + times // 2 % 3) == alone
    assert stops >= 5


@pytest.mark.slow
def test_what_was_kept_is_not_done_again(here, tmp_path):
    game = ReversedGraph(3)
    made(game, tmp_path / "alone", mode="interpreted", workers=2)
    tasks = here["last"].done
    with pytest.raises(KilledError):
        made(game, tmp_path / "made", mode="interpreted", workers=2, every=0, progress=killed_at(20))
    before = here["last"].done
    made(game, tmp_path / "made", mode="interpreted", workers=2)
    assert before > 10
    assert here["last"].done < tasks - 10


@pytest.mark.slow
def test_other_tiers_are_begun_anew(here, tmp_path):
    game = ReversedGraph(3)
    with pytest.raises(KilledError):
        made(game, tmp_path / "made", mode="interpreted", workers=2, every=0, tiers=2, progress=killed_at(20))
    assert made(game, tmp_path / "made", mode="interpreted", workers=2) == made(game, tmp_path / "alone", mode="interpreted")


def test_a_task_that_no_worker_survives_is_told(here, tmp_path):
    here["losses"] = lambda number: "before" if number >= 10 else None
    with pytest.raises(z.SearchError, match=r"3 workers ended one after the other at shard \d+ of tier \d.* the same command goes on"):
        made(ReversedGraph(3), tmp_path / "made", mode="interpreted", workers=2, every=0)
    here["losses"] = lambda number: None
    alone = made(ReversedGraph(3), tmp_path / "alone", mode="interpreted")
    assert made(ReversedGraph(3), tmp_path / "made", mode="interpreted", workers=2) == alone


@pytest.mark.slow
def test_what_was_kept_and_is_damaged_is_not_gone_on_with(here, tmp_path):
    game, refused = ReversedGraph(3), set()
    alone = made(game, tmp_path / "alone", mode="interpreted")
    with pytest.raises(KilledError):
        made(game, tmp_path / "made", mode="interpreted", workers=2, every=0, progress=killed_at(60))
    work = tmp_path / "made" / "work"
    names = [
        one.relative_to(work)
        for one in work.rglob("*")
        if one.is_file() and one.suffix in (".json", ".npz") and one.name != shards.IDENTITY
    ]
    for name, part in product(names, (0.3, 0.9)):
        shutil.copytree(work.parent, tmp_path / "copy")
        whole = (work / name).read_bytes()
        at = int(part * len(whole))
        (tmp_path / "copy" / "work" / name).write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        try:
            assert made(game, tmp_path / "copy", mode="interpreted", workers=2) == alone
        except z.SpecError:
            refused.add(name.suffix)
        shutil.rmtree(tmp_path / "copy")
    assert refused == {".json", ".npz"}


@pytest.mark.skipif(os.name == "nt", reason="limits files otherwise")
@pytest.mark.parametrize("most", [400, 700, 900])
def test_a_full_disk_loses_nothing_that_was_kept(most, here, tmp_path):
    import resource

    game, (soft, hard) = ReversedGraph(3), resource.getrlimit(resource.RLIMIT_FSIZE)
    alone = made(game, tmp_path / "alone", mode="interpreted")
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))  # in the place of a disk of this size
    try:
        with pytest.raises(z.SpecError, match=r"cannot write .* the same command goes on"):
            made(game, tmp_path / "made", mode="interpreted", workers=2, every=0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not [*(tmp_path / "made").rglob("*.part")]
    assert made(game, tmp_path / "made", mode="interpreted", workers=2) == alone


# What is refused


def test_what_workers_are_not_for(tmp_path):
    game = RankedGather(6)
    for options, told in [
        ({"workers": 0}, "workers is a whole number from 1 to 4,096, not 0"),
        ({"workers": True}, "workers is a whole number"),
        ({"workers": 2, "on": "horses"}, "workers run on processes.*, not on 'horses'"),
        ({"workers": 2, "threads": 2}, "workers have one thread each"),
        ({"workers": 2, "memory": 1e-5}, "states, which take .* MiB of memory"),
    ]:
        with pytest.raises(z.SearchError, match=told):
            z.make_database(game, tmp_path, **options)
    with pytest.raises(z.SearchError, match=r"does not number its states \(`rank`\).* leave workers out"):
        z.make_database(Gather(6, 0.0), tmp_path, workers=2)


def test_where_ray_is_not_installed_it_says_how_to(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(z.SearchError, match=r"workers on ray take Ray .*pip install 'zermelo\[ray\]'"):
        z.make_database(RankedGather(6), tmp_path, workers=2, on="ray", mode="interpreted")


def test_a_game_that_is_not_pickled_is_told(tmp_path):
    class Local(RankedGather):
        pass

    with pytest.raises(z.SearchError, match=r"workers get .* by pickle"):
        z.make_database(Local(6), tmp_path, workers=2, mode="interpreted")


@pytest.mark.slow
def test_a_list_that_has_no_room_is_told_and_gone_on_with(here, tmp_path):
    game = RankedGraph(4, size=40)
    alone = made(game, tmp_path / "alone", mode="interpreted")
    with pytest.raises(z.SearchError, match=r"which take .* what was found is kept: with more memory"):
        made(game, tmp_path / "made", mode="interpreted", workers=2, memory=0.0006)
    assert made(game, tmp_path / "made", mode="interpreted", workers=2) == alone


class Endless(RankedWalk):
    """Does not say what endless play is worth."""

    def __init__(self):
        super().__init__(7, None)


def test_what_is_wrong_with_a_game_is_told_as_by_one_process(here, tmp_path):
    for game in (Endless(), FewEdges(1)):
        told = []
        for options in ({}, {"workers": 2}):
            with pytest.raises(z.ZermeloError) as error:
                made(game, tmp_path / f"{type(game).__name__} {len(options)}", mode="interpreted", **options)
            told.append((type(error.value), str(error.value)))
        assert told[0] == told[1]


def test_a_folder_that_a_worker_does_not_see_is_told(here, monkeypatch, tmp_path):
    def begun(workers):
        backend = Here(workers)
        submit, elsewhere = backend.submit, tmp_path / "elsewhere"

        def submitted(worker, task):
            elsewhere.mkdir(exist_ok=True)  # of the same game, and yet another one
            shutil.copy(Path(task.plan.folder, shards.IDENTITY), elsewhere)
            return submit(worker, task._replace(plan=task.plan._replace(folder=str(elsewhere))))

        backend.submit = submitted
        return backend

    monkeypatch.setitem(backends.BACKENDS, "processes", begun)
    with pytest.raises(z.SearchError, match=r"where a worker runs, does not see .*: all machines need that folder under the same name"):
        made(RankedGather(6), tmp_path / "made", mode="interpreted", workers=2)


# Processes


@pytest.mark.slow
def test_processes_make_the_same_bytes(monkeypatch, tmp_path):
    monkeypatch.setattr(sharded, "_FEWEST", 2)
    game = ReversedGraph(3)
    assert made(game, tmp_path / "2", mode="interpreted", workers=2) == made(game, tmp_path / "1", mode="interpreted")


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "workers"), [("quixo(3)", 3), ("awari(5)", 2), ("checkers_ending(2)", 1), ("six_mens_morris(3)", 2)])
def test_they_do_of_real_games(spec, workers, monkeypatch, tmp_path):
    monkeypatch.setattr(sharded, "_FEWEST", 64)
    game = z.load_game(spec)
    assert made(game, tmp_path / "made", workers=workers) == made(game, tmp_path / "alone")


@pytest.mark.slow
@pytest.mark.parametrize("game", [ReversedGraph(3), RankedGraph(4)], **BY_NAME)
def test_processes_that_are_killed_make_the_same_bytes(game, monkeypatch, tmp_path):
    monkeypatch.setattr(sharded, "_FEWEST", 2)
    calls, killed = [0], []

    def progress(_):
        calls[0] += 1
        if calls[0] in (5, 15, 25):
            for one in multiprocessing.active_children():
                one.kill()
                killed.append(one.pid)

    alone = made(game, tmp_path / "alone", mode="interpreted")
    assert made(game, tmp_path / "made", mode="interpreted", workers=2, progress=progress) == alone
    assert len({*killed}) >= 4
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_after_ctrl_c_no_worker_is_left(monkeypatch, tmp_path):
    monkeypatch.setattr(sharded, "_FEWEST", 2)
    game, there = ReversedGraph(3), []

    def progress(_):
        if len(multiprocessing.active_children()) == 2:
            there.append(multiprocessing.active_children())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(game, tmp_path / "made", mode="interpreted", workers=2, progress=progress)
    assert len(there) == 1
    assert multiprocessing.active_children() == []
    assert made(game, tmp_path / "made", mode="interpreted", workers=2) == made(game, tmp_path / "alone", mode="interpreted")


KILLED = """
import os, signal, sys, zermelo as z
from tests.databases.examples import ReversedGraph
from zermelo.databases.numbered import sharded
sharded._FEWEST = 2
left = [int(sys.argv[2])]
def progress(_):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    z.make_database(ReversedGraph(3), sys.argv[1], mode="interpreted", every=0, workers=2, progress=progress)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="has no SIGKILL")
def test_when_the_main_process_is_killed_workers_end_and_the_same_command_goes_on(monkeypatch, tmp_path):
    program, folder = tmp_path / "program.py", tmp_path / "made"
    program.write_text(KILLED)
    for times in (8, 30):
        run = subprocess.run(  # which waits for all who may write to its output, the workers
            [sys.executable, str(program), str(folder), str(times)], capture_output=True, env={**os.environ, "PYTHONPATH": os.getcwd()}
        )
        assert run.returncode == -signal.SIGKILL, run.stderr
    assert (folder / "work" / "shards.json").exists()
    assert made(ReversedGraph(3), folder, mode="interpreted", workers=2) == made(ReversedGraph(3), tmp_path / "alone", mode="interpreted")
