"""`zermelo strategy`: what a file of a strategy says, as a table."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.errors import fail
from zermelo.cli.options import Json
from zermelo.cli.output import print_facts, print_json
from zermelo.solving.strategy import read_file, table, wrong_shares


def strategy(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `zermelo cfr --output` has written.")],
    seen: Annotated[str | None, typer.Option(metavar="TEXT", help="Only what a player sees who sees this, such as 'K?' or 'K'.")] = None,
    json: Json = False,
) -> None:
    """Show a strategy: for what a player sees, each action and its probability."""
    held = read_file(file)
    for words, shares in held["sets"]:
        if wrong := wrong_shares(shares.values()):
            fail(f"{file}: the probabilities in {words!r} {wrong}")
    rows = [(words, shares) for words, shares in held["sets"] if seen is None or words.startswith(seen)]
    if not rows and seen is not None:
        fail(
            f"{file} says nothing of what begins with {seen!r}; it begins with {held['sets'][0][0]!r}"
            if held["sets"]
            else f"{file} is empty"
        )
    if json:
        print_json({"game": held["game"], "found": held["found"], "sets": [{"seen": words, "actions": shares} for words, shares in rows]})
        return
    print("\n".join(table(rows)), end="\n\n")
    facts = [("game", held["game"])]
    for name, value in held["found"].items():
        facts.append(
            (
                name,
                ", ".join(f"{one:.6f}" for one in value)
                if isinstance(value, list)
                else f"{value:.6g}"
                if isinstance(value, float)
                else str(value),
            )
        )
    print_facts(facts)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo strategy kuhn.json")(strategy)
