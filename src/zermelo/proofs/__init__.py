"""Solutions with proof: who wins from a state, and a strategy that shows it, in a file that anyone can check. This file is the door.

    proving.py     the questions that are asked, and what they come to
    keeping.py     what a search has found so far, kept in a file beside that of the proof
    by_engine.py   the engine, asked as proof-number search is
    collecting.py  a strategy gathered from what a search has found
    file.py        the file
    walk.py        the checker, which trusts none of it

How proofs are found is in zermelo.search.dfpn and zermelo.search.engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import SearchError, SpecError
from zermelo.game import MAX, Game, State
from zermelo.proofs.file import Proof, is_proof, read
from zermelo.proofs.proving import ENGINE, PROOF_NUMBERS, PROVERS, Proved, proved
from zermelo.proofs.walk import Claim, Walked, check
from zermelo.rule_errors import rules_blamed

if TYPE_CHECKING:
    from zermelo.databases.database import Database

__all__ = ["ENGINE", "PROOF_NUMBERS", "PROVERS", "Claim", "Proof", "Proved", "check_proof", "is_proof", "prove", "read_proof"]

Progress = Callable[[str], None]


@rules_blamed()
def prove(
    game: Game,
    state: State = None,
    *,
    file: str | Path | None = None,
    gather: bool = False,
    value: float | None = None,
    by: str = PROOF_NUMBERS,
    table: float = 128,
    nodes: int | None = None,
    seconds: float | None = None,
    mode: str = "auto",
    spec: str | None = None,
    database: Database | None = None,
    progress: Progress | None = None,
) -> Proved:
    """Whether a state is worth more to MAX than a value, as much, or less: by depth-first proof-number search, or by the engine.

    state    the initial one unless given
    file     where to write a proof, which `zermelo verify FILE` checks; none is written unless given. What is found is kept beside it
             until then, at most half a minute apart, and gone on with
    gather   whether to gather a strategy that proves it, for `check_proof`; with a file it is
    value    what the state is compared with. Unless given, proof-number search compares with 0, where wins are worth more and losses
             less; the engine finds what the state is worth, and proves that
    by       "proof-number" (zermelo.search.dfpn) or "engine": alpha-beta with all that the game knows of itself, over one table for all
             questions. What it has proved is walked by the plain rules before it is written or returned
    table    MiB for each table: one for each of two to four questions; the engine has one
    nodes, seconds  limits, for all that is done
    mode     "compiled", "interpreted", or "auto": compiled where the game compiles
    spec     the name by which `load_game` finds the game again, where it is not one of ours
    database the last tiers of a game that numbers its states, solved (`open_database`): a state that it knows is as an end. Claims then say
             in how many plies play comes to such an end at most. For proof-number search
    progress called now and then with what is under way, as text

    For two players without chance, without rewards and with nothing hidden; positions may come back, where `repetition` of the game says
    what endless play is worth, but not where the engine proves. Where the limits did not suffice, and after Ctrl-C, `sign` is None: nothing
    is called proved that is not. Raises SearchError for a game that it is not for, and where what was proved could not be written within
    the limits; GameError where the rules, or what the game says of itself, break a promise; SpecError where the file cannot be written, and
    where what was kept is of another game, position, size or version.
    """
    if file is not None:
        _there()
    place = None if file is None else Path(file)
    return proved(
        game, state, place, gather=gather, value=value, by=by, table=table, nodes=nodes, seconds=seconds, mode=mode, spec=spec,
        database=database, progress=progress,
    )  # fmt: skip


@rules_blamed()
def read_proof(file: str | Path, game: Game | None = None) -> Proof:
    """The proof in a file, of the game that it names unless one is given.

    Raises SpecError for a file that is none, was changed or cut short, or is of another game, of other rules or of another version.
    """
    _there()
    return read(file, game)


def check_proof(
    proof: Proof, progress: Callable[[int], None] | None = None, *, database: Database | None = None
) -> list[Walked]:  # fmt: skip
    """Walk every play that a proof allows, by the plain rules (walk.py): what was found of each claim.

    database  the one in which play ends, where the proof says that it ends in one; `check_database` checks it

    Raises SpecError where another one is given, none where there has to be one, or one where there is none.
    """
    if proof.ends is None and database is not None:
        raise SpecError(f"all play of this proof ends by the rules: leave {database.folder} out")
    if proof.ends is None:
        return [check(proof.game, proof.root, claim, lines, progress) for claim, lines in proof.claims]
    if database is None:
        raise SpecError("play of this proof ends in states that a database knows: give that, too (`--database DIR`)")
    database.check(proof.game)
    if database.told != proof.ends:
        raise SpecError(f"play of this proof ends in another database than {database.folder}: in one of {_in_words(proof.ends)}")

    def known(state: State) -> float | None:
        found = database.find(state)
        return None if found is None else found.value if proof.game.to_move(state) == MAX else -found.value

    return [check(proof.game, proof.root, claim, lines, progress, known) for claim, lines in proof.claims]


def _in_words(ends: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in ends.items())


def _there() -> None:
    """Raise SearchError where what tells rules from others is not there."""
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        raise SearchError(f"files of proofs take numpy ({error}): pip install 'zermelo[databases]'") from None
