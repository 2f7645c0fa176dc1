"""The benchmarks run, and refuse to compare speeds on different trees. How fast anything is, is not tested."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo

BENCH = Path(__file__).parent.parent / "bench"
SCRIPTS = sorted(path.name for path in BENCH.glob("[!_]*.py"))


def run(script, *words):
    answer = subprocess.run([sys.executable, BENCH / script, *words], capture_output=True, text=True, timeout=300)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def rows(script, *words):
    return json.loads(run(script, "--json", "--repeats", "1", *words))["rows"]


@pytest.fixture
def common(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    return importlib.import_module("_common")


def test_there_are_four():
    assert SCRIPTS == ["desconecta.py", "native.py", "peers.py", "startup.py"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_says_what_is_measured_and_how_often(script):
    said = run(script, "--help")
    assert "--repeats" in said
    assert "--json" in said


@pytest.mark.skipif(shutil.which(os.environ.get("CXX", "g++")) is None, reason="there is no C++ compiler")
def test_compiled_python_and_cpp_visit_the_same_trees():
    found = rows("native.py", "--perft", "6", "--alphabeta", "8")
    assert [(row["what"], row["nodes"], row["peer_nodes"]) for row in found] == [
        ("perft, depth 6", 137257, 137257),  # 1 + 7 + 49 + ... + 7 ** 6: nobody has won yet
        ("perft, depth 6", 137257, 137257),
        ("alphabeta, depth 8", 12574, 12574),
        ("alphabeta, depth 8", 12574, 12574),
    ]


def test_ours_visits_12574_nodes_at_depth_8_and_so_does_each_peer_that_is_installed():
    found = rows("peers.py", "--depth", "8", "--deep", "9")
    assert {row["what"]: row["nodes"] for row in found} == {"alphabeta, depth 8": 12574, "alphabeta, depth 9": 87585}
    assert {row["peer_nodes"] for row in found if "quoted" not in row["peer"]} <= {12574}  # none, where none is installed


@pytest.mark.parametrize(("depth", "nodes"), [(8, 12_574), (10, 155_590), (11, 1_692_129)])
def test_alphabeta_on_connect_four_visits_the_tree_that_all_libraries_visit(common, depth, nodes):
    ours = common.search("alphabeta", zermelo.game("connect4"), depth)
    assert ours() > 0
    assert (ours.nodes, ours.value) == (nodes, 0)
    assert common.ALPHABETA_NODES[depth] == nodes


def test_desconecta_4_boom_searches_and_counts_what_it_must():
    found = rows("desconecta.py", "--depths", "4", "6", "--perft", "7")
    assert [row["what"] for row in found] == [
        "best move, depth 4, 264 nodes",
        "best move, depth 6, 3,513 nodes",
        "perft 7, 823,543 sequences, 13,032 finished",
    ]


def test_figures_are_medians_with_the_range_of_the_middle_half(common):
    race = common.Race("perft", "C++", nodes=100, ours=[1, 1, 2, 4, 9], peer_nodes=100, theirs=[1, 1, 1, 1, 1], target=0.9)
    assert (race.speed, race.peer_speed, race.ratio, race.met) == (50, 100, 0.5, False)
    assert common.spread(race.ours) == 1.5
    assert common.Limit("import", [0.1, 0.2, 0.1], most=0.15).met


def test_contestants_take_turns(common):
    order = []
    times = common.in_turns([lambda: order.append("we") or 1.0, lambda: order.append("they") or 2.0], repeats=2)
    assert order == ["we", "they", "we", "they"]
    assert times == [[1.0, 1.0], [2.0, 2.0]]


def test_another_count_ends_the_benchmark(common):
    with pytest.raises(SystemExit, match="nodes at depth 8: found 12573, must be 12574"):
        common.must_equal("nodes at depth 8", 12573, 12574)
