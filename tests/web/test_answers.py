"""The types by which the pages' JavaScript is checked (answers.js) are those of what the studio answers: tsc compares them."""

from __future__ import annotations

import json
import shutil
import subprocess
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import HUMAN, begun, events, played
from tests.web.test_analyse import thoughts
from zermelo.analysis.readiness import Readiness
from zermelo.web.routes import opening

ROOT = Path(__file__).parents[2]
COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
RANDOM = {"kind": "computer", "player": "random"}
LONG = 200
"""Longer texts are cut: what a picture looks like is no type."""

needs_node = pytest.mark.skipif(not (COMPILER.exists() and shutil.which("node")), reason="make js, which installs tsc, has not run")

TREES = [("tree", {"game": "tree('((3 12) (2 4))')", "depth": 2}), ("tree", {"game": "tictactoe", "depth": 2, "boards": True})]
PAGES = [
    ("variant", {"game": "othello", "values": {"size": "6"}}, "VariantMade"),
    *((path, facts, "Stepped") for path, facts in TREES),
    ("tree", {"game": "connect4", "depth": 8}, "TooLarge"),
    ("tree/board", {"game": "tictactoe", "path": ["4"]}, "NodeBoard"),
    ("simulations", {"game": "tictactoe", "simulations": 5}, "Stepped"),
    ("order", {"game": "tictactoe", "depth": 2}, "Orders"),
    *(("edit", {"tree": tree}, "Sketch") for tree in ("((3 12) (2 4))", "(chance(.5: 1 .5: 2) ?)")),
    ("scale", {"tree": "((1 2) (3 4))"}, "Scaled"),
    ("worlds", {"tree": "chance(1/2: MAX@a(1 2) 1/2: MAX@a(3 4))", "at": "/1"}, "Worlds"),
    ("strategy", {"game": "kuhn"}, "Strategy"),
    ("policy", {"goal": 10, "other": 3}, "Policy"),
    ("exercise", {"kind": "minimax", "level": 1, "seed": 1}, "Exercise"),
    ("exercise", {"kind": "minimax", "level": 1, "seed": 1, "game": "tictactoe"}, "Exercise"),
    ("exercise/marks", {"kind": "minimax", "level": 1, "seed": 1, "answers": {}}, "Marks"),
    ("exercise", {"kind": "arranging", "level": 1, "seed": 1}, "Exercise"),
    ("exercise/picture", {"kind": "arranging", "level": 1, "seed": 1, "answers": {}}, "Redrawn"),
    ("exercise/help", {"kind": "windows", "level": 1, "seed": 1, "answers": {}, "stage": 2}, "Help"),
    ("exercise/marks", {"kind": "windows", "level": 1, "seed": 1, "answers": {"root down": ";3"}}, "Marks"),
    ("exercise/solution", {"kind": "alphabeta", "level": 1, "seed": 1}, "Solution"),
]
GAMES = {"pig": 2, "backgammon": 2, "kuhn": 2, "mnk(3, 3, 3, players=3)": 3, "draughts": 2}


def answered(studio: Any) -> list[tuple[str, Any]]:
    """What the studio answers, each with the name of its type."""
    found = [(kind, asked(studio, path, **facts)) for path, facts, kind in PAGES]
    *rungs, (_, ladder) = events(studio.post("/api/ladder", json={"game": "tictactoe", "depth": 2}))
    assert rungs
    found += [*(("Climbing", rung) for _, rung in rungs), ("Ladder", ladder)]

    found.append(("Progress", Readiness().progress("nothing")))
    *_, (kind, node) = events(studio.post("/api/tree/open", json={"game": "tictactoe", "depth": 3}))
    assert kind == "done", node
    found.append(("NodeOpened", node))

    found += [("VariantField", one) for one in asked(studio, "variants", game="nim")]
    chess = begun(studio, "chess", moves=["e4", "e5"])
    found += [
        ("Sum", asked(studio, "sum", game="chess")),
        ("Horizon", asked(studio, "horizon", game="chess", depth=1)),
        ("Setup", asked(studio, "setup", game="chess")),
        ("Pgn", asked(studio, "pgn", text="1. e4 e5 *")),
        ("TextFile", studio.get(f"/api/games/{chess['number']}/pgn").json()),
    ]

    line = {"game": "tictactoe", "position": "xo./.x./..o x"}
    judging = thoughts(studio, seconds=5, **line)
    *judged, (_, report) = events(studio.post("/api/analyse/report", json={**line, "actions": ["3", "2", "6"], "effort": "quick"}))
    found += [*(("Thought", one) for one in judging), *(("ReportNews", news) for _, news in judged), ("LineReport", report)]
    for game, actions in (("pig(6)", ["0", "3"]), ("tree('(<1 2 6> <4 2 3>)')", ["1"])):
        *news, (_, report) = events(studio.post("/api/analyse/report", json={"game": game, "actions": actions, "effort": "quick"}))
        judging = thoughts(studio, game=game, actions=actions[:-1], seconds=0.5)
        found += [*(("ReportNews", one) for _, one in news), ("LineReport", report), *(("Thought", one) for one in judging)]
        found.append(("Looked", asked(studio, "analyse/look", game=game, actions=actions)))
    found += [
        ("OpenedTree", asked(studio, "analyse/open", game="chess", moves="e4 e5", variations=["1 c5"])),
        ("Looked", asked(studio, "analyse/look", game="chess")),
        ("Halfway", asked(studio, "analyse/halfway", game="chess", steps=[[52, 36]])),
        ("Looked", asked(studio, "analyse/look", game="tictactoe", actions=["0", "3", "1", "4", "2"])),
        *(("Explained", asked(studio, "analyse/why", action=action, **line)) for action in ("2", "3")),
    ]

    sheet = asked(studio, "sheets", kinds=["windows"], count=1)
    handed = asked(studio, f"sheets/{sheet['number']}/hand-in", name="Ana", answers=[{"root down": ";3"}])
    found += [("SheetMade", sheet), ("Sheet", asked(studio, f"sheets/{sheet['number']}")), ("SheetMarks", handed)]

    over = played(studio, begun(studio), "(0,0)", "(1,1)", "(0,1)", "(2,2)", "(0,2)")
    assert over["over"]
    file = studio.get(f"/api/games/{over['number']}/file").json()
    earlier = studio.get(f"/api/games/{over['number']}", params={"ply": 2}).json()
    found += [("View", over), ("View", earlier), ("GameFile", file), ("PlayedGames", studio.get("/api/games").json())]

    for game, players in GAMES.items():
        view = begun(studio, game, seats=[HUMAN] * players, seat=0)
        found += [("View", view), ("Position", asked(studio, "board", game=game))]
        if game == "draughts":
            steps = view["legal"][0]["ways"][0][:1]
            found.append(("Halfway", asked(studio, f"games/{view['number']}/halfway", ply=view["ply"], steps=steps)))

    watched = begun(studio, seats=[{"kind": "computer", "depth": 2}, HUMAN])
    thought = events(studio.post(f"/api/games/{watched['number']}/think", json={"ply": 0, "seconds": 0.05}))
    hidden = begun(studio, "kuhn", seats=[RANDOM, HUMAN], seat=1)
    replies = [
        events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": view["ply"], "seat": seat}))[-1]
        for view, seat in ((watched, None), (hidden, 1))
    ]
    assert [kind for kind, _ in (thought[-1], *replies)] == ["done"] * 3
    return found + [("Found", news) for _, news in thought] + [("Reply", reply) for _, reply in replies]


def asked(studio: Any, path: str, /, **facts: Any) -> Any:
    answer = studio.post(f"/api/{path}", json=facts)
    assert answer.status_code == 200, answer.text
    return answer.json()


def shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: shortened(one) for name, one in value.items()}
    if isinstance(value, list):
        return [shortened(one) for one in value]
    return value[:LONG] if isinstance(value, str) else value


def complaints(folder: Path, answers: list[tuple[str, Any]]) -> str:
    """What tsc says of answers that should be of these types."""
    types = json.dumps(str(ROOT / "src/zermelo/web/static/answers.js"))
    lines = [
        f"/** @type {{import({types}).{kind}}} */ export const a{n} = {json.dumps(answer)};" for n, (kind, answer) in enumerate(answers)
    ]
    (folder / "answers.test.js").write_text("\n".join(lines), encoding="utf-8")
    settings = {"extends": str(ROOT / "tsconfig.json"), "include": ["answers.test.js"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(["node", COMPILER, "-p", folder], capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


@needs_node
def test_what_is_answered_is_what_the_types_say(studio, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "SECONDS", inf)  # of the clock: a busy machine may stand still for as long
    assert complaints(tmp_path, [(kind, shortened(answer)) for kind, answer in answered(studio)]) == ""


@needs_node
def test_a_field_that_is_missing_unknown_or_of_another_type_is_found(tmp_path):
    right = {"name": "a", "nodes": 1, "leaves": None, "cutoffs": 0}
    lacking = {name: value for name, value in right.items() if name != "nodes"}
    wrong = [lacking, {**right, "more": 1}, {**right, "nodes": "1"}]
    told = complaints(tmp_path, [("OrderRow", row) for row in (right, *wrong)])
    lines = {line.partition("(")[2].partition(",")[0] for line in told.splitlines() if ": error " in line}
    assert lines == {"2", "3", "4"}
