"""Where compiled code is kept between processes, and how: whole files, checked before use.

The directory is $ZERMELO_CACHE_DIR or the platform's cache directory for "zermelo". A cache that cannot be read or
written, or that is damaged, costs a compilation and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

SUFFIX: Final = ".kernel"
VARIABLE: Final = "ZERMELO_CACHE_DIR"
_MAGIC: Final = b"zermelo kernel 1\n"
_KEPT: Final = 60 * 24 * 3600  # seconds that a file nobody asks for is kept


def directory() -> Path:
    """Where the cache is (or would be): the environment variable, else as the platform has it."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("zermelo", appauthor=False))


def entries() -> list[Path]:
    """The files of the cache, by name."""
    try:
        return sorted(path for path in directory().iterdir() if path.suffix == SUFFIX)
    except OSError:
        return []


def clear() -> int:
    """Remove every file of the cache; how many there were."""
    removed = 0
    for path in entries():
        try:
            path.unlink()
            removed += 1
        except OSError:
            continue  # another process was faster, or it is not ours to remove
    return removed


def load(name: str) -> bytes | None:
    """What `save` kept under that name; None where there is nothing whole."""
    path = directory() / (name + SUFFIX)
    try:
        data = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)  # it is in use
    if not data.startswith(_MAGIC):
        return None
    check, payload = data[len(_MAGIC) :][:32], data[len(_MAGIC) + 32 :]
    return payload if hashlib.sha256(payload).digest() == check else None


def save(name: str, payload: bytes) -> None:
    """Keep the payload under that name, whole or not at all. Failing is no error."""
    temporary = None
    try:
        folder = directory()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=name[:40], suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + hashlib.sha256(payload).digest() + payload)
        os.replace(temporary, folder / (name + SUFFIX))
        _forget_old(folder)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def _forget_old(folder: Path) -> None:
    """Remove what nobody asked for in a long time: rules that were edited since, other versions, files half written."""
    for path in folder.iterdir():
        with suppress(OSError):
            if path.suffix in (SUFFIX, ".part") and time.time() - path.stat().st_mtime > _KEPT:
                path.unlink()
