"""The wheel: built from this tree, installed with pip in an empty environment outside of it, and used there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow

USED = """
import importlib.metadata, pathlib, sys, tempfile
import zermelo as z
from fastapi.testclient import TestClient
from zermelo.games import CATALOGUE
from zermelo.web.app import create_app

assert pathlib.Path(z.__file__).is_relative_to(sys.prefix), z.__file__
assert importlib.metadata.version("zermelo") == z.__version__
assert z.best(z.game("tictactoe")).value == 0
for name in CATALOGUE:
    game = z.game(name)
    assert game.show(game.initial())
with tempfile.TemporaryDirectory() as folder, TestClient(create_app(pathlib.Path(folder) / "games.sqlite"), "http://localhost") as studio:
    for page in ("/", "/play", "/lessons", "/lessons/alphabeta?lang=es", "/static/studio.js", "/pictures.css"):
        answer = studio.get(page)
        assert answer.status_code == 200, (page, answer.text)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


def _run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_package_and_says_what_it_is(wheel):
    source = ROOT / "src"
    files = {str(file.relative_to(source)) for file in source.rglob("*") if file.is_file() and "__pycache__" not in file.parts}
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        metadata = next(packed.read(name).decode() for name in names if name.endswith("METADATA"))
    assert files == {name for name in names if not name.split("/")[0].endswith(".dist-info")}
    assert "zermelo/py.typed" in files
    assert {"Classifier: Typing :: Typed", "Requires-Python: >=3.11", "License-Expression: MIT"} <= set(metadata.splitlines())


def test_what_is_installed_works_outside_of_the_clone(wheel, tmp_path):
    environment = {**os.environ, "ZERMELO_CACHE_DIR": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)
    _run(sys.executable, "-m", "venv", tmp_path / "empty", cwd=tmp_path)
    python = tmp_path / "empty" / "bin" / "python"
    _run(python, "-m", "pip", "install", "--quiet", f"{wheel}[web]", "httpx2", cwd=tmp_path, env=environment)
    _run(python, "-c", USED, cwd=tmp_path, env=environment)
    command = tmp_path / "empty" / "bin" / "zermelo"
    assert _run(command, "--version", cwd=tmp_path, env=environment).startswith("zermelo ")
    assert "desconecta4boom" in _run(command, "games", cwd=tmp_path, env=environment)
    assert "value     0" in _run(command, "best", "tictactoe", cwd=tmp_path, env=environment)
