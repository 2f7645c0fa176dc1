"""`zermelo games`: what there is to play."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import typer

from zermelo.cli.options import Json
from zermelo.cli.output import print_facts, print_json
from zermelo.games import CATALOGUE


def games(json: Json = False) -> None:
    """List the games and the parameters that each takes."""
    listed = [_facts(name) for name in CATALOGUE]
    if json:
        print_json(listed)
    else:
        print_facts([(f"{game['name']}{game['parameters']}", game["summary"]) for game in listed])
        print("\nA game of your own is named file.py:Class; `zermelo check file.py:Class` says whether it keeps the rules.")


def _facts(name: str) -> dict[str, Any]:
    module, attribute = CATALOGUE[name]
    maker = getattr(importlib.import_module(module), attribute)
    parameters = ", ".join(
        parameter.name if parameter.default is parameter.empty else f"{parameter.name}={parameter.default!r}"
        for parameter in inspect.signature(maker).parameters.values()
    )
    summary = (inspect.getdoc(maker) or "").partition("\n")[0]
    return {"name": name, "parameters": f"({parameters})" if parameters else "", "summary": summary}


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo games --json")(games)
