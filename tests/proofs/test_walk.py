"""The checker of proofs: it accepts what holds, and finds every fault that is planted; and files tell of every change in them."""

from __future__ import annotations

import ast
import hashlib
import json
import random
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import zermelo as z
from tests.databases.examples import Walk
from zermelo import SpecError
from zermelo.proofs import walk
from zermelo.proofs.file import Proof, write
from zermelo.proofs.walk import Claim, Line, check

SOURCE = Path(walk.__file__)
LONG = 60
"""Plies that no play of these games has which ends as claimed."""


class WrongError(Exception):
    """A play that does not end as claimed."""


def longest(game, state, claim, lines, met, plies=0):
    """The plies of the longest play, every play played out; `met` hears of each line that one comes to. Not fast, and plain."""
    if game.is_terminal(state):
        if not claim.holds(game.utility(state, claim.player)):
            raise WrongError
        return 0
    if plies > LONG:
        raise WrongError
    if game.to_move(state) != claim.player:
        return 1 + max(longest(game, game.result(state, action), claim, lines, met, plies + 1) for action in game.actions(state))
    line = next((lines[key] for key in map(game.key, (state, *game.symmetries(state))) if key in lines), None)
    if line is None or line.action not in list(game.actions(line.state)):
        raise WrongError
    met.add(game.key(line.state))
    taken = 1 + longest(game, game.result(line.state, line.action), claim, lines, met, plies + 1)
    if line.bound != taken:
        raise WrongError
    return taken


def holds(game, root, claim, lines):
    """Whether a proof with bounds holds, and says nothing that it need not say."""
    met = set()
    try:
        return longest(game, root, claim, lines, met) == claim.plies and met == lines.keys()
    except WrongError:
        return False


def changed(game, claim, lines, draw):
    """The claim and the lines with one fault: an action, a bound, a line that is missing, another claim."""
    lines = dict(lines)
    key = draw.choice(list(lines))
    line, what = lines[key], draw.randrange(4)
    if what == 0:
        lines[key] = replace(line, action=draw.choice([one for one in [*game.actions(line.state), 999] if one != line.action]))
    elif what == 1:
        lines[key] = replace(line, bound=draw.choice([one for one in (None, *range(12)) if one != line.bound]))
    elif what == 2:
        del lines[key]
    else:
        claim = draw.choice([
            replace(claim, player=1 - claim.player), replace(claim, value=claim.value + 1), replace(claim, value=1.0, more=True),
            replace(claim, plies=draw.choice([None, *(one for one in range(12) if one != claim.plies)])),
        ])  # fmt: skip
    return claim, lines


@pytest.mark.parametrize("spec", ["hexapawn", "connect4(3, 3, 3)", "three_mens_morris", "nim((2, 3))"])
def test_every_single_fault_in_a_proof_with_bounds_is_found(spec):
    game, draw, wrong = z.load_game(spec), random.Random(1), 0
    proof = z.prove(game, gather=True, mode="interpreted").proof
    for claim, lines in proof.claims:
        assert holds(game, proof.root, claim, lines)
        assert check(game, proof.root, claim, lines).ok
        for _ in range(100):
            false, other = changed(game, claim, lines, draw)
            right = holds(game, proof.root, false, other)
            wrong += not right
            assert check(game, proof.root, false, other).ok == right
    assert wrong > 90 * len(proof.claims)


def test_every_single_fault_in_a_proof_without_bounds_is_found():
    game = Walk(7)  # MIN has the middle: it waits
    lines = {(at, 1): Line((at, 1), action, None) for at, action in ((2, 2), (3, 1), (4, 0))}
    root, claim = (3, 1), Claim(1, 0.0, more=False)
    assert check(game, root, claim, lines).ok
    for key, line in lines.items():
        assert not check(game, root, claim, {other: one for other, one in lines.items() if other != key}).ok
        assert not check(game, root, claim, {**lines, key: replace(line, bound=3)}).ok
        assert not check(game, root, claim, {**lines, key: replace(line, action=7)}).ok
    assert not check(game, root, claim, {**lines, (2, 1): Line((2, 1), 0, None)}).ok  # to the point before MAX's end
    assert not check(game, root, replace(claim, more=True), lines).ok
    assert not check(game, root, replace(claim, player=0), lines).ok
    assert not check(Walk(7, None), root, claim, lines).ok
    assert not check(Walk(7, 1.0), root, claim, lines).ok


def test_what_is_wrong_is_told_in_words_that_fit_one_ply_and_one_line():
    game, claim, root = z.load_game("nim((1,))"), Claim(0, 0.0, more=True, plies=2), z.load_game("nim((1,))").initial()
    line = Line(root, next(iter(game.actions(root))), None)
    assert check(game, root, claim, {game.key(root): line}).faults == [
        "1 1: the bound of the claim is 2, and that of the longest play 0",
        "1 1: the bound of the line is None, and that of the longest play 1",
    ]
    over = game.result(root, line.action)
    assert check(game, over, replace(claim, plies=0), {game.key(root): line}).faults == ["lines to which no play comes: 1 of 1"]


def test_a_ring_of_states_that_call_each_other_won_is_found():
    game, claim = Walk(9), Claim(1, 0.0, more=True, plies=5)
    lines = {(at, 1): Line((at, 1), 1, 4) for at in range(1, 8)}
    assert not check(game, (4, 1), claim, lines).ok


def test_a_file_says_the_same_again(tmp_path):
    game = z.load_game("nim((2, 3))")
    written = z.prove(game, file=tmp_path / "one", mode="interpreted").proof
    proof = z.read_proof(tmp_path / "one")
    assert (proof.root, proof.claims) == (written.root, written.claims)
    write(tmp_path / "other", Proof(game, proof.root, proof.claims))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_every_change_of_a_byte_is_told(tmp_path):
    file, draw = tmp_path / "proof", random.Random(2)
    z.prove(z.load_game("hexapawn"), file=file, mode="interpreted")
    whole = file.read_bytes()
    for place in [*range(0, len(whole), 7), len(whole) - 1]:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << draw.randrange(7)]) + whole[place + 1 :])
        with pytest.raises(SpecError):
            z.read_proof(file)
    for cut in (0, 1, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:cut])
        with pytest.raises(SpecError):
            z.read_proof(file)


def test_a_proof_of_other_rules_or_of_another_version_is_refused(tmp_path):
    file = tmp_path / "proof"
    z.prove(z.load_game("hexapawn"), file=file, mode="interpreted")
    with pytest.raises(SpecError, match=r"is of Hexapawn\(.*\), not of TicTacToe"):
        z.read_proof(file, z.load_game("tictactoe"))
    first, _, body = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps({**json.loads(first), "format": "zermelo proof 0"}).encode() + b"\n" + body)
    with pytest.raises(SpecError, match="has format 'zermelo proof 0'"):
        z.read_proof(file)
    file.write_text("no proof")
    with pytest.raises(SpecError, match="holds no proof"):
        z.read_proof(file)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"position": 3}, "is damaged .position is 3, and has to be a text"),
        ({"position": "zzz"}, "is no proof"),
        ({"claims": 3}, "claims is 3, and has to be a list"),
        ({"claims": [{"player": 2}]}, "it does not say claims.0..lines"),
        ({"claims": [{"player": 1, "value": 0.0, "more": 1, "plies": 6, "lines": 10}]}, "more is 1, and has to be true or false"),
        ({"claims": [{"player": 1, "value": 0.0, "more": True, "plies": 6, "lines": 11}]}, "it has fewer lines than it says"),
        (
            {"claims": [{"player": 1, "value": 0.0, "more": True, "plies": inf, "lines": 10}]},
            "plies is Infinity, and has to be a whole number from 0 up",
        ),
        ({"claims": []}, "it has more lines than it says"),
    ],
)
def test_a_file_that_means_to_mislead_is_told_without_a_traceback(change, told, tmp_path):
    file = tmp_path / "proof"
    z.prove(z.load_game("hexapawn"), file=file, mode="interpreted")
    first, _, body = file.read_bytes().partition(b"\n")
    facts = {name: fact for name, fact in json.loads(first).items() if name != "sha256"} | change
    sealed = hashlib.sha256(json.dumps(facts, sort_keys=True).encode() + b"\n" + body).hexdigest()
    file.write_bytes(json.dumps({**facts, "sha256": sealed}).encode() + b"\n" + body)
    with pytest.raises(SpecError, match=told):
        z.read_proof(file)


def test_the_checker_is_short_and_imports_no_solver():
    tree = ast.parse(SOURCE.read_text())
    assert len(SOURCE.read_text().splitlines()) <= 200
    ours = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module.startswith("zermelo")}
    assert ours == {"zermelo.game"}
