"""Files that commands write where the user asks for them."""

from __future__ import annotations

import os
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
