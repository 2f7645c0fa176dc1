"""A tree that is too large for the step player is opened node by node, as the library opens it."""

from __future__ import annotations

from math import inf

import pytest

import zermelo as z
from tests.web.conftest import events
from tests.web.test_looking import post
from zermelo.explain.observe import TreeTooLargeError
from zermelo.explain.opened import opened
from zermelo.explain.searchtree import NEVER, ROOT
from zermelo.games.pawns import Pawns
from zermelo.web.routes import opening, trees

PAWNS = {"game": "pawns", "algorithm": "alphabeta"}


@pytest.fixture
def small(studio, monkeypatch):
    """A studio to which even a small tree is too large, and that compiles nothing."""
    monkeypatch.setattr(trees, "MOST_NODES", 12)
    monkeypatch.setattr(Pawns, "mode", "interpreted")
    return studio


def answered(studio, **facts):
    answer = studio.post("/api/tree/open", json=facts)
    assert answer.status_code == 200, answer.text
    return events(answer)[-1]


def test_only_the_step_player_hands_a_large_tree_over(small):
    assert post(small, "tree", **PAWNS, depth=9) == {"large": True, "depth": 9}
    assert "html" in post(small, "tree", **PAWNS, depth=1)
    told = [
        small.post(f"/api/{path}", json={**PAWNS, "depth": 9, "lang": "es", **facts}).json()["error"]
        for path, facts in (("tree", {"fold": True}), ("compare", {"against": "minimax"}), ("tree", {"algorithm": "alphabeta_table"}))
    ]
    assert told[0].startswith("Aun con las ramas simétricas como una sola, el árbol tiene más de 12 nodos.")
    assert told[1] == told[2] == "El árbol tiene más de 12 nodos; toma menos niveles."


def test_every_node_is_opened_with_the_window_that_came_with_it(small):
    game, known, seen = z.load_game("pawns"), [([], None)], 0
    while known:
        path, window = known.pop()
        kind, found = answered(small, **PAWNS, path=path, window=window, lang="pt")
        assert kind == "done"
        bounds = (-inf, inf) if window is None else tuple(map(float, window))
        same = opened(game, path=[int(action) for action in path], algorithm="alphabeta", window=bounds)
        rows = [found["node"], *found["children"]]
        assert [(row["nodes"], row["cutoffs"]) for row in rows] == list(zip(same.nodes, same.cutoffs, strict=True))
        assert [row["searched"] for row in rows] == [order != NEVER for order in same.tree.order]
        assert [row["name"] for row in rows[1:]] == [same.tree.name(child) for child in same.tree.children[ROOT]]
        assert [row["best"] for row in rows[1:]].count(True) == 1
        assert any(row["cuts"] for row in rows) == found["node"]["cut"]
        known += [([*path, row["action"]], row["bounds"]) for row in found["children"] if row["searched"] and not row["leaf"]]
        seen += 1
    whole = z.observe(game, algorithm="alphabeta")
    assert seen == whole.visited - whole.leaves
    assert answered(small, **PAWNS)[1]["node"]["window"] == "[-∞, ∞]"


def test_the_board_of_a_node(small):
    board = lambda *path: small.post("/api/tree/board", json={**PAWNS, "path": path})  # noqa: E731
    moves = [row["action"] for row in answered(small, **PAWNS)[1]["children"]]
    seen = [board().json(), *(board(move).json() for move in moves)]
    assert len({str(one["board"]["labels"]) for one in seen}) == len(moves) + 1 > 2
    assert board("77").status_code == 422


def too_large(*_, **__):
    raise TreeTooLargeError("look less deep")


def test_what_cannot_be_opened_is_told_in_the_readers_language(small, monkeypatch):
    assert answered(small, **PAWNS, path=["77"])[1]["status"] == 422
    assert "no node" in answered(small, **PAWNS, depth=1, path=["0", "0"])[1]["error"]
    monkeypatch.setattr(opening, "opened", too_large)
    assert answered(small, **PAWNS, lang="es")[1]["error"].startswith("Para abrir este nodo, la búsqueda visitaría más de 200 millones")
    refused = small.post("/api/tree/open", json={"game": "kuhn"})
    assert (refused.status_code, "hid" in refused.json()["error"]) == (422, True)
