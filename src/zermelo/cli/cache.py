"""`zermelo cache`: where compiled games are kept."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.options import Json
from zermelo.cli.output import print_facts, print_json
from zermelo.values import counted


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove everything; games compile anew when they are next searched.")] = False,
    json: Json = False,
) -> None:
    """Show where compiled games are kept, or remove them."""
    from zermelo.native import cache as kept

    if clear:
        removed = kept.clear()
        if json:
            print_json({"directory": str(kept.directory()), "removed": removed})
        else:
            print(f"{counted(removed, 'file')} removed from {kept.directory()}")
        return
    entries = kept.entries()
    size = sum(entry.stat().st_size for entry in entries)
    if json:
        print_json({"directory": str(kept.directory()), "entries": [entry.name for entry in entries], "bytes": size})
    else:
        print_facts([("directory", str(kept.directory())), ("files", str(len(entries))), ("size", f"{size / 1e6:.1f} MB")])


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo cache --clear")(cache)
