"""`zermelo games`: what there is to play."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import typer

from zermelo import installed
from zermelo.cli.options import Json
from zermelo.cli.output import print_facts, print_json
from zermelo.errors import ZermeloError
from zermelo.games import CATALOGUE
from zermelo.installed import Entry
from zermelo.search.registry import offered


def games(json: Json = False) -> None:
    """List the games and the parameters that each takes, and what installed packages add."""
    listed = [_facts(name, getattr(importlib.import_module(module), attribute)) for name, (module, attribute) in CATALOGUE.items()]
    listed += [_added(entry) for entry in installed.games()]
    evaluations = [_added_evaluation(entry) for entry in installed.evaluations()]
    if json:
        print_json([game | {"evaluations": [one for one in evaluations if one["game"] == game["name"]]} for game in listed])
        return
    print_facts([(f"{game['name']}{game['parameters']}", _line(game)) for game in listed])
    if evaluations:
        print("\nEvaluations of installed packages")
        print_facts([(f"{one['game']}.{one['name']}".rstrip("."), _line(one)) for one in evaluations])
    if searchers := [_added_searcher(entry) for entry in installed.searchers()]:
        print("\nSearchers of installed packages")
        print_facts([(one["name"], _line(one)) for one in searchers])
    print("\nA game of your own is named file.py:Class; `zermelo check file.py:Class` says whether it keeps the rules.")


def _facts(name: str, maker: Any) -> dict[str, Any]:
    parameters = ", ".join(
        parameter.name if parameter.default is parameter.empty else f"{parameter.name}={parameter.default!r}"
        for parameter in inspect.signature(maker).parameters.values()
    )
    summary = (inspect.getdoc(maker) or "").partition("\n")[0]
    return {"name": name, "parameters": f"({parameters})" if parameters else "", "summary": summary}


def _added(entry: Entry) -> dict[str, Any]:
    """A game of an installed package, or what is wrong with it."""
    try:
        return _facts(entry.name, entry.maker()) | {"package": entry.package}
    except ZermeloError as error:
        trouble = str(error)
    except Exception as error:  # of a class that says wrong things of itself
        trouble = f"{type(error).__name__}: {error}"
    return {"name": entry.name, "parameters": "", "summary": "", "package": entry.package, "trouble": trouble}


def _added_evaluation(entry: Entry) -> dict[str, Any]:
    """The same of an evaluation."""
    game, _, name = entry.name.partition(".")
    facts = {"game": game, "name": name, "package": entry.package}
    try:
        return facts | {"summary": (inspect.getdoc(installed.evaluation(entry)) or "").partition("\n")[0]}
    except ZermeloError as error:
        return facts | {"summary": "", "trouble": str(error)}


def _added_searcher(entry: Entry) -> dict[str, Any]:
    """The same of a searcher."""
    facts = {"name": entry.name, "package": entry.package}
    try:
        return facts | {"summary": offered(entry).about}
    except ZermeloError as error:
        return facts | {"summary": "", "trouble": str(error)}


def _line(facts: dict[str, Any]) -> str:
    if "trouble" in facts:
        return f"cannot be used: {facts['trouble']}"
    return f"{facts['summary']} [{facts['package']}]" if "package" in facts else str(facts["summary"])


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo games --json")(games)
