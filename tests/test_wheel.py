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
assert z.best(z.load_game("tictactoe")).value == 0
for name in CATALOGUE:
    game = z.load_game(name)
    assert game.show(game.initial())
with tempfile.TemporaryDirectory() as folder, TestClient(create_app(pathlib.Path(folder) / "games.sqlite"), "http://localhost") as studio:
    for page in ("/", "/play", "/lessons", "/lessons/alphabeta?lang=es", "/static/play/game.js", "/look.css"):
        answer = studio.get(page)
        assert answer.status_code == 200, (page, answer.text)
"""

PLAYED = """
import pathlib, tempfile
from fastapi.testclient import TestClient
from zermelo import installed
from zermelo.web.app import create_app

offered = tuple(entry.name for entry in installed.games())
with tempfile.TemporaryDirectory() as folder:
    with TestClient(create_app(pathlib.Path(folder) / "games.sqlite", offered), "http://localhost") as studio:
        assert studio.post("/api/board", json={"game": "chomp"}).json()["board"]["text"].startswith("####")
        assert "chomp" in studio.get("/").text
print(offered)
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
    """One test, as to install takes longest: the package as it comes, then one with a game and one with a searcher, then the compiler."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["ZERMELO_CACHE_DIR"] = str(tmp_path / "cache")

    def use(program, *words):
        return _run(tmp_path / "empty" / "bin" / program, *words, cwd=tmp_path, env=environment)

    def install(*words):
        _run(sys.executable, "-m", "pip", "--python", tmp_path / "empty", "install", "--quiet", *words, cwd=tmp_path, env=environment)

    _run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "empty")
    install(f"{wheel}[web]", "httpx2", "hatchling")
    use("python", "-c", USED)
    assert use("zermelo", "--version").startswith("zermelo ")
    assert "engine, interpreted" in use("zermelo", "best", "tictactoe")

    install("--no-build-isolation", *(ROOT / "docs" / "examples" / name for name in ("chomp", "greedy")))  # hatchling is there
    games = use("zermelo", "games")
    assert "desconecta4boom" in games
    assert "[zermelo-chomp 1.0]" in games
    assert "connect4.middle" in games
    assert "[zermelo-greedy 1.0]" in games
    assert "no problem found" in use("zermelo", "check", "chomp(3, 3)")
    assert "2 games of Chomp" in use("zermelo", "match", "chomp", "--players", "random", "greedy", "--games", "2")
    assert "greedy, interpreted" in use("zermelo", "best", "connect4", "--algorithm", "greedy", "--evaluation", "middle")
    assert "'chomp'" in use("python", "-c", PLAYED)

    install(f"{wheel}[fast]")
    assert "engine, compiled" in use("zermelo", "best", "chomp")
    assert "alphabeta, compiled" in use("zermelo", "best", "connect4", "--evaluation", "middle", "--depth", "2", "--algorithm", "alphabeta")
