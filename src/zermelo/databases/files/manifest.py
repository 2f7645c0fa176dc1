"""The manifest of a database: what it says of itself, with a SHA-256 of that, and the form that it should have.

Who writes a file can give it the right SHA-256, so that nothing is believed of it that the files and the rules do not bear out: what has
another form is refused when it is opened, and what says something else than they do, then or by `check_database`.
"""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from zermelo.databases.files import interval_table
from zermelo.databases.files.blocks import AGAIN
from zermelo.databases.files.table import FORMAT, KEY_FILE, KEYS, MANIFEST, RANK
from zermelo.databases.files.tier import ALL_BITS, tier_name
from zermelo.databases.identity import IDENTITY_FORM
from zermelo.databases.kernels import ENDLESS
from zermelo.databases.keys import KEYS_FORM, fields_told
from zermelo.errors import SpecError
from zermelo.files import read_whole, write_whole
from zermelo.forms import COUNT, check_form, read_object

_SHA256: Final = "sha256"
_INDEX: Final = {
    KEYS: KEYS_FORM,
    RANK: {"tiers": [COUNT], "first_tier": COUNT},
}
_PLIES: Final = range(ENDLESS)
_COUNTS: Final = {
    "states": COUNT, "wins": COUNT, "draws": COUNT, "losses": COUNT, "greatest_distance": _PLIES, "by_value": [COUNT],
    "by_distance": {"wins": [COUNT], "draws": [COUNT], "losses": [COUNT]}, "value_checksum": str, "distance_checksum": str,
}  # fmt: skip
_ALWAYS: Final = {
    _SHA256: str, **IDENTITY_FORM, "mode": frozenset({"compiled", "interpreted"}), "states": COUNT, "successors": COUNT,
    "index": {"by": frozenset(_INDEX)}, "files": {str: {"bytes": COUNT, "sha256": str}}, "units": {str: str},
}  # fmt: skip
_FORMS: Final = {
    FORMAT: {**_ALWAYS, **_COUNTS, "values": [float], "endless": bool, "by_tier": bool},
    interval_table.FORMAT: {
        **_ALWAYS, "least": float, "greatest": float, "tolerance": float, "open": COUNT, "widest": float,
        "types": interval_table.TYPES, **{f"greatest_{name}": COUNT for name in interval_table.NAMES[2:]},
        **{f"{name}_checksum": str for name in interval_table.NAMES},
    },
}  # fmt: skip
"""What a manifest of each format says."""


def read_manifest(folder: Path) -> dict[str, Any]:
    """What a database says of itself. Raises SpecError for a folder that holds none, or one of another version, or a manifest that is
    damaged, or was forged and does not hold together.
    """
    path = folder / MANIFEST
    if folder.is_file():
        raise SpecError(f"{folder} is a file, and a database is a folder: `--book` takes a book, and `zermelo verify` a proof")
    if not folder.is_dir():
        raise SpecError(f"there is no folder {folder}; `zermelo solve GAME --strong --out {folder}` makes a database there")
    if not path.exists():
        raise SpecError(
            f"{folder} holds no database that is done: it has no {MANIFEST}; `zermelo solve GAME --strong --out {folder}` makes it"
        )
    data = read_whole(path)
    try:
        manifest = read_object(data)
        check_form(manifest, {"format": COUNT})
        if manifest["format"] in _FORMS:
            _check(manifest)
    except ValueError as error:
        raise damaged_manifest(folder, error) from None
    if manifest["format"] not in _FORMS:
        raise SpecError(f"{folder} has format {manifest['format']}, and this version reads {' and '.join(map(str, _FORMS))}; {AGAIN}")
    return manifest


def write_manifest(folder: Path, facts: dict[str, Any]) -> None:
    """Write what a database says of itself, with a SHA-256 of that. Raises SpecError where it cannot be written."""
    write_whole(folder / MANIFEST, json.dumps({**facts, _SHA256: _digest(facts)}, indent=1))


def damaged_manifest(folder: Path, how: object) -> SpecError:
    """The error for a manifest that is not what was written."""
    return SpecError(f"{folder / MANIFEST} is damaged ({how}); {AGAIN}")


def _digest(facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _check(manifest: dict[str, Any]) -> None:
    """Raise ValueError where a manifest is not what was written, or does not hold together; its SHA-256 is taken out."""
    check_form(manifest, _FORMS[manifest["format"]])
    if manifest.pop(_SHA256) != _digest(manifest):
        raise ValueError("its SHA-256 is another")
    index = manifest["index"]
    check_form(index, _INDEX[index["by"]], "index")
    if index["by"] == KEYS:
        check_form(manifest, {"depths": [COUNT]})
        fields_told(index["least"], index["greatest"])
    if manifest["format"] == FORMAT:
        _check_values(manifest["values"])
        files = _files_of_tiers(manifest) if index["by"] == RANK else {KEY_FILE, tier_name(0)}
    else:
        if index["by"] != KEYS or not manifest["least"] <= manifest["greatest"] or manifest["tolerance"] < 0:
            raise ValueError("it is of a game with chance, and tells states otherwise, or what they are worth")
        files = {KEY_FILE, *interval_table.FILES}
    if differing := files ^ manifest["files"].keys():
        raise ValueError(f"files says more or less than there is: {min(differing)}")


def _check_values(values: list[float]) -> None:
    if 0 not in values or len(values) >= 1 << ALL_BITS or any(one >= other for one, other in pairwise(values)):
        raise ValueError("values are not all that there are, from the least to the greatest, 0 among them")


def _files_of_tiers(manifest: dict[str, Any]) -> set[str]:
    """The names of the files that there are of a game that numbers its states."""
    sizes, first = manifest["index"]["tiers"], manifest["index"]["first_tier"]
    check_form(manifest, {"tiers": [_COUNTS]})
    if first >= len(sizes) or any(sizes[:first]) or len(manifest["tiers"]) != len(sizes):
        raise ValueError("index.first_tier, index.tiers and tiers are not those of the same tiers")
    return {tier_name(tier) for tier, size in enumerate(sizes) if size}
