"""What `best` and `perft` say of things that cannot be searched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import zermelo as z
from tests.search.wild import Wild


@pytest.mark.parametrize(
    ("thing", "said"),
    [("connect4", "'connect4' is not a game; zermelo.game reads the name"), (Wild, "Wild is a class"), (Wild(players=0), "players = 0")],
)
def test_a_thing_that_is_no_game_is_refused(thing: Any, said: str) -> None:
    for search in (lambda: z.best(thing, depth=1), lambda: z.perft(thing, 1)):
        with pytest.raises(z.GameError, match=said):
            search()


def test_three_players_and_chance_is_said_to_be_too_much() -> None:
    with pytest.raises(z.SearchError, match="no algorithm here takes both"):
        z.best(Wild(players=3, chance=True))


def test_an_algorithm_is_a_name() -> None:
    with pytest.raises(z.SearchError, match="not 3"):
        z.best(Wild(), algorithm=3)  # type: ignore[arg-type]


def test_a_file_may_hold_a_game_ready_made(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text("import zermelo\ngame = zermelo.game('nim((1, 2))')\n")
    assert z.game(tmp_path / "made.py:game").initial() == z.game("nim((1, 2))").initial()


def test_a_file_that_ends_the_program_is_a_broken_game(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(z.GameError, match=r"SystemExit.*line 2"):
        z.game(str(tmp_path / "ends.py"))
