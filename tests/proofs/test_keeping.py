"""Proofs that are interrupted or killed and gone on with; tables that are damaged, or of something else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import zermelo as z
from tests.databases.examples import Walk
from zermelo.proofs import keeping, proving


def in_parts(game, file, most, modes=("interpreted",), **options):
    """A proof found in parts of so many nodes; what it came to, and how many parts it took."""
    for part in range(1, 200):
        found = z.prove(game, file=file, nodes=most, mode=modes[part % len(modes)], **options)
        if found.sign is not None:
            return found, part
        assert not file.exists()
    raise AssertionError("it never ends")


def checked(file):
    return all(one.ok for one in z.check_proof(z.read_proof(file)))


@pytest.mark.parametrize("spec", ["hexapawn", "nim((2, 3, 4))"])
def test_work_in_parts_comes_to_the_same(spec, tmp_path):
    game, file = z.load_game(spec), tmp_path / "proof"
    whole = z.prove(game, file=tmp_path / "whole", mode="interpreted")
    found, parts = in_parts(game, file, whole.nodes // 2 + 20)
    assert (found.sign, [claim.value for claim in found.claims]) == (whole.sign, [claim.value for claim in whole.claims])
    assert parts > 1
    assert checked(file)
    assert file.read_bytes() == (tmp_path / "whole").read_bytes()  # where no table has forgotten anything
    assert sorted(one.name for one in tmp_path.iterdir()) == ["proof", "whole"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["connect4(4, 4)", "hare_and_hounds"])
def test_work_in_many_parts_in_both_modes_comes_to_the_same(spec, tmp_path):
    game, file = z.load_game(spec), tmp_path / "proof"
    whole = z.prove(game)
    found, parts = in_parts(game, file, whole.nodes // 3, ("interpreted", "compiled"), table=16)
    assert (found.sign, parts > 2, checked(file)) == (whole.sign, True, True)


@pytest.mark.slow
def test_a_table_is_kept_now_and_then_while_the_search_goes_on(tmp_path, monkeypatch):
    kept, keep = [], keeping.Keeper.keep
    monkeypatch.setattr(proving, "EVERY", 0.0)
    monkeypatch.setattr(keeping.Keeper, "keep", lambda *arguments: (kept.append(arguments[2]), keep(*arguments)))
    found = z.prove(z.load_game("connect4(4, 4)"), file=tmp_path / "proof", table=1)
    assert (found.sign, len(kept) > 2, checked(tmp_path / "proof")) == (0, True, True)


def test_ctrl_c_keeps_what_was_found(tmp_path, monkeypatch):
    game, file = z.load_game("nim((2, 3, 4))"), tmp_path / "proof"

    def interrupted(*_arguments, **_named):
        raise KeyboardInterrupt

    collection = proving.Collection
    monkeypatch.setattr(proving, "Collection", interrupted)
    with pytest.raises(KeyboardInterrupt):
        z.prove(game, file=file, mode="interpreted")
    monkeypatch.setattr(proving, "Collection", collection)
    assert [one.name for one in tmp_path.iterdir()] == ["proof.table0"]
    found = z.prove(game, file=file, mode="interpreted")
    assert found.nodes < z.prove(game, file=tmp_path / "whole", mode="interpreted").nodes / 2
    assert (found.sign, checked(file)) == (1, True)


def test_what_was_searched_is_kept_before_the_proof_is_gathered(tmp_path, monkeypatch):
    def killed(*_arguments, **_named):
        raise MemoryError

    monkeypatch.setattr(proving, "Collection", killed)
    monkeypatch.setattr(proving, "SHORT", 0.0)
    with pytest.raises(MemoryError):
        z.prove(z.load_game("nim((2, 3))"), file=tmp_path / "proof", mode="interpreted")
    assert [one.name for one in tmp_path.iterdir()] == ["proof.table0"]


KILLED = """
import sys, zermelo as z
from zermelo.proofs import keeping, proving
proving.EVERY = 0.3
z.prove(z.load_game("connect4(5, 5)"), file=sys.argv[1], table=16)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="has no SIGKILL")
def test_a_killed_process_leaves_a_table_that_is_gone_on_with(tmp_path):
    file = tmp_path / "proof"
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(file)])
    while not (tmp_path / "proof.table0").exists():
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    game = z.load_game("connect4(5, 5)")
    found = z.prove(game, file=file, table=16, nodes=1000)
    assert (found.sign, found.stopped) == (None, "nodes")
    assert (tmp_path / "proof.table0").stat().st_size > 100_000


@pytest.fixture
def kept(tmp_path):
    """A table that was kept of a search that was stopped."""
    z.prove(z.load_game("tictactoe"), file=tmp_path / "proof", nodes=300, table=1, mode="interpreted")
    return tmp_path / "proof.table0"


def test_a_table_of_something_else_is_refused(kept):
    def going_on(game, state=None, **options):
        z.prove(game, state, file=kept.with_suffix(""), **{"table": 1, "mode": "interpreted", **options})

    game = z.load_game("tictactoe")
    with pytest.raises(z.SpecError, match=r"is of TicTacToe\(\), not of Walk"):
        going_on(Walk(7))
    with pytest.raises(z.SpecError, match="it is of a table of 1 MiB, not of 2"):
        going_on(game, table=2)
    with pytest.raises(z.SpecError, match=r"is not what was kept of this proof: it is of '.*', not of '.*'; remove it"):
        going_on(game, game.result(game.initial(), 4))
    with pytest.raises(z.SpecError, match="it is of another question"):
        going_on(game, value=0.5)
    header, _, body = kept.read_bytes().partition(b"\n")
    told = json.loads(header)
    for changed, why in (({"format": "zermelo table of proof numbers 9"}, "it has format"), ({"rules": "x", "play": "x"}, "other rules")):
        kept.write_bytes(json.dumps({**told, **changed}).encode() + b"\n" + body)
        with pytest.raises(z.SpecError, match=why):
            going_on(game)
    del told["play"]
    kept.write_bytes(json.dumps(told).encode() + b"\n" + body)
    with pytest.raises(z.SpecError, match="it does not say play"):
        going_on(game)


def test_a_table_that_is_cut_short_or_changed_is_refused(kept):
    whole = kept.read_bytes()
    begin = whole.index(b"\n") + 1
    changed = [whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in (begin, len(whole) - 1)]
    for damaged in [whole[:10], whole[:begin], whole[: begin + 48], *changed]:
        kept.write_bytes(damaged)
        with pytest.raises(z.SpecError, match="is not what was kept of this proof: it"):
            z.prove(z.load_game("tictactoe"), file=kept.with_suffix(""), table=1, mode="interpreted")


@pytest.mark.skipif(os.name == "nt", reason="locks otherwise")
def test_two_do_not_work_at_one_proof(tmp_path):
    import fcntl

    with (tmp_path / "proof.lock").open("a+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(z.SearchError, match="another solver works at"):
            z.prove(z.load_game("tictactoe"), file=tmp_path / "proof", mode="interpreted")
