"""Everything that the studio's schema allows, and what it does not, is answered, and never with an error of ours."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

schemathesis = pytest.importorskip("schemathesis")

from fastapi.testclient import TestClient  # noqa: E402
from schemathesis.generation import GenerationMode  # noqa: E402

from tests.web.conftest import ADDRESS, HUMAN, begun  # noqa: E402
from zermelo.web.app import create_app  # noqa: E402
from zermelo.web.routes import opening  # noqa: E402

opening.SECONDS = 0.05  # what is made up asks for trees of any depth
EXAMPLES = int(os.environ.get("ZERMELO_FUZZ", "8"))
"""Requests of each kind for each address; more by hand: ZERMELO_FUZZ=1000."""
APP = create_app(Path(tempfile.mkdtemp(prefix="zermelo-fuzz-")) / "studio.sqlite")
GAMES = ("tictactoe", "connect4", "nim", "pawns", "desconecta4boom", "mnk(3, 3, 3, players=3)", "tree((1, (2, 3)))", "othello(4)")
with TestClient(APP, base_url=ADDRESS) as client:
    NUMBER = begun(client, "connect4", seats=[{"kind": "computer", "level": 1}, HUMAN])["number"]
ANY_WORDS = (
    "/api/editions", "/api/sheets/{number}", "/api/results/{key}/results.csv", "/api/results/{key}/{name}.{ending}",
)  # fmt: skip
"""Addresses that have no fields."""
OPERATIONS = [
    found.ok() for found in schemathesis.openapi.from_asgi("/openapi.json", APP, headers={"host": "localhost"}).get_all_operations()
]


@pytest.mark.filterwarnings("ignore")  # of the libraries that make and send the requests
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not allowed"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=[operation.label for operation in OPERATIONS])
def test_no_request_breaks_the_studio(operation, mode):
    if mode is GenerationMode.NEGATIVE and operation.path in ANY_WORDS:
        pytest.skip("it takes nothing, or any words, so nothing can be wrong")
    heavy = operation.path.endswith(("/ladder", "/order", "/exercise", "/solution", "/picture", "/help", "/marks", "/sheets"))

    @settings(
        max_examples=max(1, EXAMPLES // 4) if heavy else EXAMPLES,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],
    )
    @given(st.data())
    def ask(data):
        case = data.draw(operation.as_strategy(generation_mode=mode))
        case.headers = {**(case.headers or {}), "host": "localhost"}
        if data.draw(st.booleans()):  # what is made up seldom names a game that there is
            if isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = data.draw(st.sampled_from(GAMES))
                if isinstance(case.body.get("seconds"), float):
                    case.body["seconds"] = min(case.body["seconds"], 0.05)
            if "number" in (case.path_parameters or {}):
                case.path_parameters["number"] = NUMBER
        answer = case.call(timeout=120)  # on a machine that is busy, too
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]

    ask()
