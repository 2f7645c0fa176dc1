"""Files of proofs: a line of JSON that says what is proved of which rules, then `state, action, bound` a line, with tabs between them.

The bound is empty where lines have none. Files are written whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.errors import GameError, SpecError, ZermeloError
from zermelo.files import read_whole, write_whole
from zermelo.forms import COUNT, check_form, read_object
from zermelo.game import MAX, MIN, Game, State
from zermelo.proofs.walk import Claim, Line
from zermelo.spec import load_game

FORMAT: Final = "zermelo proof 1"
LARGEST: Final = 4 << 30
"""Bytes of the largest file that is read."""
_BEGINS: Final = b'{"format": "zermelo proof '
_CLAIM: Final = {"player": frozenset({MAX, MIN}), "value": float, "more": bool, "plies": (COUNT, None), "lines": COUNT}

Lines = Mapping[Hashable, Line]


@dataclass(frozen=True)
class Proof:
    """What a file says.

    root    the state of which it says so
    claims  what is claimed of it, each with the lines that prove it, by the `key` of their states
    ends    by which database states are worth what is claimed in which play ends, where these are not all ends by the rules: what
            `Database.told` says of it
    """

    game: Game
    root: State
    claims: tuple[tuple[Claim, Lines], ...]
    ends: Mapping[str, Any] | None = None


def is_proof(path: str | Path) -> bool:
    """Whether a file begins as a proof does."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_BEGINS)) == _BEGINS
    except OSError:
        return False


def write(path: Path, proof: Proof, spec: str | None = None) -> int:
    """Write a proof; how many bytes it has. `spec` is the name of the game where it is none of ours."""
    from zermelo.databases.identity import identity

    game = proof.game
    body = "".join(
        f"{_text(game, line.state)}\t{line.action}\t{'' if line.bound is None else line.bound}\n"
        for _, lines in proof.claims
        for line in lines.values()
    ).encode()
    claims = [
        {"player": claim.player, "value": claim.value, "more": claim.more, "plies": claim.plies, "lines": len(lines)}
        for claim, lines in proof.claims
    ]
    told = {"format": FORMAT, **identity(game, spec), "position": _text(game, proof.root), "claims": claims}
    if proof.ends is not None:
        told["database"] = dict(proof.ends)
    header = json.dumps({**told, "sha256": _digest(told, body)})
    write_whole(path, header.encode() + b"\n" + body)
    return len(header) + 1 + len(body)


def read(path: str | Path, game: Game | None = None) -> Proof:
    """The proof in a file, of the game that it names unless one is given.

    Raises SpecError for a file that is none, was changed or cut short, or is of another game, of other rules or of another version.
    """
    from zermelo.databases.identity import check_identity

    first, _, body = read_whole(path, LARGEST).partition(b"\n")
    told = _header(path, first)
    if told.pop("sha256") != _digest(told, body):
        raise SpecError(f"{path} is damaged: its SHA-256 is not what it was made with; make the proof again")
    if game is None:
        try:
            game = load_game(told["spec"] or "")
        except ZermeloError as error:
            raise SpecError(f"{path} is of {told['game']}, which is not known here by that name; say which game it is of") from error
    check_identity(told, game, path)
    rows, claims, begun = body.decode(errors="replace").splitlines(), [], 0
    try:
        for one in told["claims"]:
            ended = begun + one["lines"]
            if one["lines"] != len(rows[begun:ended]):
                raise ValueError("it has fewer lines than it says")
            claim = Claim(one["player"], float(one["value"]), one["more"], one["plies"])
            claims.append((claim, _lines(game, rows[begun:ended])))
            begun = ended
        if begun != len(rows):
            raise ValueError("it has more lines than it says")
        if not claims:
            raise ValueError("it claims nothing")
        return Proof(game, game.read(told["position"]), tuple(claims), told.get("database"))
    except (ValueError, KeyError, TypeError, OverflowError) as error:  # of `read`, too
        raise SpecError(f"{path} is no proof: {error}; make the proof again") from error


def _header(path: str | Path, first: bytes) -> dict[str, Any]:
    if not first.startswith(_BEGINS):
        raise SpecError(f"{path} holds no proof; `zermelo solve GAME --weak --proof {path}` makes one")
    try:
        told = read_object(first)
        if told["format"] == FORMAT:
            check_form(told, {**_form(), **({"database": dict} if "database" in told else {})})
    except ValueError as error:
        raise SpecError(f"{path} is damaged ({error}); make the proof again") from None
    if told["format"] != FORMAT:
        raise SpecError(f"{path} has format {told['format']!r}, and this version reads {FORMAT!r}; make the proof again")
    return told


def _form() -> dict[str, Any]:
    """The form of the first line."""
    from zermelo.databases.identity import IDENTITY_FORM

    return {**IDENTITY_FORM, "position": str, "claims": [_CLAIM], "sha256": str}


def _digest(told: Mapping[str, Any], body: bytes) -> str:
    """The SHA-256 of what the header says otherwise, and of the lines."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode() + b"\n" + body).hexdigest()


def _lines(game: Game, rows: Sequence[str]) -> Lines:
    found: dict[Hashable, Line] = {}
    for row in rows:
        text, action, bound = row.rsplit("\t", 2)
        state = game.read(text)
        key = game.key(state)
        if key in found:
            raise ValueError(f"it has two lines for {text}")
        found[key] = Line(state, int(action), int(bound) if bound else None)
    return found


def _text(game: Game, state: State) -> str:
    text = game.write(state)
    if text != "".join(text.splitlines()) or "\t" in text:
        raise GameError(f"`write` of {game!r} gives {text!r}, which is not one line of text without tabs")
    return text
