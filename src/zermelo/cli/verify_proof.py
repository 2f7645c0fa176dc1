"""`zermelo verify FILE`: a proof held against the plain rules of its game."""

from __future__ import annotations

from dataclasses import asdict

import typer

from zermelo.cli.output import print_facts, print_json, reporting_on
from zermelo.databases import open_database
from zermelo.game import Game
from zermelo.play.players import seat_name
from zermelo.proofs import Claim, check_proof, read_proof
from zermelo.spec import load_game
from zermelo.values import counted

SHOWN = 5
"""This many faults of a claim are shown."""


def verify_proof(file: str, game: str | None, folder: str | None, *, json: bool) -> None:
    """Check a proof, and print what was proved, of which rules, by what. Exit code 1 where something is wrong.

    folder  that of the database in which play ends, if the proof says so
    """
    proof = read_proof(file, None if game is None else load_game(game))
    database = None if folder is None else open_database(folder, proof.game)
    with reporting_on("checking") as progress:
        found = check_proof(proof, lambda states: progress(f"checked {states:,} states"), database=database)
    ok = all(one.ok for one in found)
    claims = [in_words(proof.game, claim) for claim, _ in proof.claims]
    if json:
        checked = [{"claim": told, **asdict(one)} for told, one in zip(claims, found, strict=True)]
        print_json({"ok": ok, "game": repr(proof.game), "position": proof.game.write(proof.root), "claims": checked})
    else:
        states, edges, seconds = (sum(getattr(one, name) for one in found) for name in ("states", "edges", "seconds"))
        print_facts([
            ("verdict", "every play ends or goes on as claimed" if ok else "WRONG"),
            *(("proved" if one.ok else "wrong", told) for told, one in zip(claims, found, strict=True)),
            ("position", proof.game.write(proof.root)),
            ("rules", f"{proof.game!r}, as plain Python"),
            ("checked", f"{counted(states, 'state')} of the prover, {counted(edges, 'action')}"),
            ("by", f"zermelo/proofs/walk.py, which knows no solver, in {seconds:.3f} s"),
            *([("known", f"what {folder} says is believed; `zermelo verify {folder}` checks it")] if proof.ends else []),
            ("file", "with the SHA-256 that it was made with"),
        ])  # fmt: skip
        for fault in [fault for one in found for fault in one.faults[:SHOWN]]:
            print(fault)
    if not ok:
        raise typer.Exit(1)


def in_words(game: Game, claim: Claim) -> str:
    """What is claimed, for people."""
    gets = f"{seat_name(game, claim.player)} gets {'more than' if claim.more else 'at least'} {claim.value:g}"
    return f"{gets}, within {counted(claim.plies, 'ply', 'plies')}" if claim.plies is not None else f"{gets}, however long it goes on"
