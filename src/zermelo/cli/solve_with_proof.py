"""`zermelo solve GAME --weak --proof FILE`: who wins, or what a game is worth, with a proof in a file that `zermelo verify` checks."""

from __future__ import annotations

from typing import Final

from zermelo.cli.errors import fail, interrupted
from zermelo.cli.output import print_facts, print_json, print_state, rate, reporting_on, telling_why_not_compiled
from zermelo.cli.verify_proof import in_words
from zermelo.databases import open_database
from zermelo.game import Game, State
from zermelo.proofs import ENGINE, PROOF_NUMBERS, prove
from zermelo.values import counted

KEPT: Final = "what was found is kept beside {file}, and the same command goes on with it"
_VALUES: Final = {1: "more than ", 0: "", -1: "less than "}
_BY: Final = {PROOF_NUMBERS: "proof-number search", ENGINE: "engine"}
_OTHER: Final = {PROOF_NUMBERS: "`zermelo solve` has the engine", ENGINE: "`zermelo solve --weak --proof FILE` has proof-number search"}


def solve_with_proof(
    spec: str, game: Game, state: State, file: str, value: float | None, by: str, table: float, folder: str | None, mode: str, json: bool
) -> None:
    """Prove what a state is worth, or how it compares with a value, write the proof, and print what it says.

    folder  that of a database whose states are as ends
    """
    database = None if folder is None else open_database(folder, game)
    with telling_why_not_compiled(spec), reporting_on("proving") as progress:
        try:
            found = prove(
                game, state, file=file, value=value, by=by, table=table, mode=mode, spec=spec, database=database, progress=progress
            )
        except KeyboardInterrupt:
            interrupted(f"stopped while the proof was gathered; {KEPT.format(file=file)}")
    if found.sign is None and found.stopped == "interrupted":
        interrupted(f"stopped before anything was proved, after {counted(found.nodes, 'node')}; {KEPT.format(file=file)}")
    if found.sign is None:
        fail(f"nothing was proved: {game!r} goes on for more plies than {_BY[by]} looks at; {_OTHER[by]}")
    assert found.proof is not None
    claims = [(in_words(game, claim), len(lines)) for claim, lines in found.proof.claims]
    if json:
        print_json({
            "position": game.write(found.state), "value": found.value, "sign": found.sign, "claims": [told for told, _ in claims],
            "lines": [lines for _, lines in claims], "file": file, "bytes": found.bytes,
            "nodes": found.nodes, "seconds": round(found.seconds, 6), "mode": found.mode, "by": by,
        })  # fmt: skip
        return
    print_state(game, found.state)
    print_facts([
        ("value", f"{_VALUES[found.sign]}{found.value:g} to MAX, proved"),
        *(("claim", f"{told}, by {counted(lines, 'line')}") for told, lines in claims),
        *([("known", f"play ends in {folder}, too, and is not followed further")] if folder else []),
        ("file", f"{file}, {found.bytes:,} bytes; `zermelo verify {file}{f' --database {folder}' if folder else ''}` checks it"),
        ("searched", f"{counted(found.nodes, 'node')}, {rate(found.nodes, found.seconds)}"),
        ("by", f"{_BY[by]}, {found.mode}, in {found.seconds:.3f} s"),
    ])  # fmt: skip
