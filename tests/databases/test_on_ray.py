"""Databases made by workers of two Ray nodes: the same bytes as by one process, also where a worker, or a node with it, is lost."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

import zermelo as z
from tests.databases.examples import RankedGather, ReversedGraph
from tests.databases.test_ranked import made
from zermelo.databases.numbered import on_ray

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: make ray")]


@pytest.fixture
def temporary():
    """A folder for Ray with a short name, as sockets take."""
    with tempfile.TemporaryDirectory(prefix="ray") as folder:
        Path(folder, "ray").mkdir()
        yield folder


def test_workers_on_two_nodes_make_the_same_bytes_whoever_is_lost(temporary, tmp_path):
    ours = {
        "PYTHONPATH": os.getcwd(),
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listen on loopback alone
        "RAY_TMPDIR": temporary,  # the address of the cluster is left in a folder `ray` in there, which has to be there
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_worker_niceness": "0",  # else workers get next to nothing of a busy machine
    }
    run = subprocess.run(
        [sys.executable, "-m", "tests.databases.two_nodes", tmp_path / "made", temporary],
        capture_output=True, text=True, env={**os.environ, **ours}, timeout=600,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    before, between, after = json.loads(run.stdout)
    for name, whole in made(ReversedGraph(3), tmp_path / "alone", mode="interpreted").items():
        assert (tmp_path / "made" / name).read_bytes() == whole
    assert [len({node for _, node in places}) for places in (before, between, after)] == [2, 2, 1]
    assert len({process for process, _ in [*before, *between]}) == 3
    assert len({process for process, _ in [*before, *between, *after]}) == 4


def test_where_all_machines_are_lost_it_waits_and_then_says_so(monkeypatch):
    monkeypatch.setattr(on_ray, "_READY", 0.3)
    lost = on_ray.OnRay.__new__(on_ray.OnRay)
    lost._ray, lost.workers = SimpleNamespace(nodes=lambda: [{"Alive": False}]), 2
    with pytest.raises(z.SearchError, match=r"^2 of 2 workers did not begin .* \(none of its machines is alive\); `ray status` says"):
        lost._begin(range(2))


def not_reached(monkeypatch, tmp_path, address):
    """What is told where this is no cluster."""
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(z.SearchError) as error:
        made(RankedGather(6), tmp_path, mode="interpreted", workers=1, on="ray")
    return str(error.value)


def test_where_nobody_answers_it_does_not_wait_for_ever(monkeypatch, tmp_path):
    monkeypatch.setattr(on_ray, "_REACHED", 5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        told = not_reached(monkeypatch, tmp_path, f"127.0.0.1:{silent.getsockname()[1]}")
    assert told.startswith("no Ray cluster is reached (nobody answers within 5 seconds): begin one with `ray start --head`")


def test_an_address_that_is_none_is_told(monkeypatch, tmp_path):
    assert "no Ray cluster is reached (ValueError: Invalid address format: nonsense)" in not_reached(monkeypatch, tmp_path, "nonsense")
