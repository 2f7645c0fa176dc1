"""A studio of its own for each test, asked without a network."""

from __future__ import annotations

import html
import json
import re

import pytest
from fastapi.testclient import TestClient

from zermelo.web.app import create_app

HUMAN = {"kind": "human"}
ADDRESS = "http://localhost"


@pytest.fixture
def studio(tmp_path):
    with TestClient(create_app(tmp_path / "studio.sqlite"), base_url=ADDRESS) as client:
        yield client


def begun(studio, game="tictactoe", **facts):
    """A new game of two people, unless told otherwise."""
    answer = studio.post("/api/games", json={"game": game, "seats": [HUMAN, HUMAN], **facts})
    assert answer.status_code == 200, answer.text
    return answer.json()


def played(studio, view, *names):
    """The game after these moves, by their names."""
    for name in names:
        action = next(one["action"] for one in view["legal"] if one["name"] == name)
        answer = studio.post(f"/api/games/{view['number']}/moves", json={"ply": view["ply"], "action": action})
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return view


def shown(studio, page):
    """What a page is told to show."""
    return json.loads(html.unescape(re.search(r'data-activity=(["\'])(.*?)\1', studio.get(f"/{page}").text)[2]))


def events(answer):
    """The events of a stream: (kind, facts)."""
    found = []
    for block in answer.text.replace("\r\n", "\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found
