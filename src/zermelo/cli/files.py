"""Files that commands write: whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from zermelo.cli.errors import fail


def checked_target(name: str) -> Path:
    """The path of a file that is to be written later; ends the program where that is bound to fail."""
    path = Path(name)
    if path.is_dir() or (path.exists() and not path.is_file()):
        fail(f"cannot write {name}: it is there, and is not a file")
    if not path.parent.is_dir():
        fail(f"cannot write {name}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        fail(f"cannot write {name}: the folder {path.parent} may not be written to")
    return path


def write_whole(path: Path, contents: str | bytes) -> None:
    """Write a text, or bytes, beside the file and put it in its place, so that nobody ever sees a part of it."""
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
        fail(f"cannot write {path}: {error.strerror or error}")
