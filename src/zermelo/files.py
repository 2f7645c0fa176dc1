"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from zermelo.errors import SpecError


def write_whole(path: Path, contents: str | bytes) -> None:
    """Write a text, or bytes, beside the file and put it in its place, so that nobody ever sees a part of it.

    Raises SpecError where that cannot be done; what was there before is still there then.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with beside.open("xb") as file:
                file.write(contents if isinstance(contents, bytes) else contents.encode())
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            with suppress(OSError):
                beside.unlink()
    except OSError as error:
        raise SpecError(f"cannot write {path}: {error.strerror or error}") from error
