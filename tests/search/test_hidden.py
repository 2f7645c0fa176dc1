"""Who would look at what a game hides from its players refuses that game, and says what to use instead."""

from __future__ import annotations

from typing import Any

import pytest

import zermelo as z
from zermelo.explain.observe import observe
from zermelo.play.players import kinds, player
from zermelo.search.engine.engine import serves
from zermelo.search.engine.options import Options
from zermelo.search.solutions import solve
from zermelo.search.textbook import ALGORITHMS
from zermelo.verify.positions import verify

GAME = z.load_game("kuhn")
TOLD = r"Kuhn\(players=2\) hides something from its players, and .* would look at it; `zermelo cfr` finds a strategy"


@pytest.mark.parametrize("algorithm", [None, "engine", "mcts", *ALGORITHMS])
def test_no_search_looks_at_it(algorithm):
    with pytest.raises(z.SearchError, match=TOLD):
        z.best(GAME, algorithm=algorithm)


@pytest.mark.parametrize(
    "search",
    [
        lambda: z.Engine(GAME),
        lambda: solve(z.Engine(GAME)),
        lambda: verify(GAME, depth=2),
        lambda: observe(GAME, depth=2),
        lambda: z.Engine(GAME, options=Options()),
        lambda: z.best(GAME, evaluation="1"),
    ],
)
def test_nor_does_any_other_door(search: Any):
    with pytest.raises(z.ZermeloError, match=TOLD):
        search()


@pytest.mark.parametrize("spec", sorted({*kinds()} - {"random", "human", "strategy", "pimc", "ismcts"}))
def test_nor_does_a_player(spec):
    """Of whatever kind, but for those who see only what they may."""
    with pytest.raises(z.SpecError, match=f"player '{spec}': {TOLD}"):
        player(spec, GAME)


def test_the_engine_does_not_serve_it():
    assert not serves(GAME)


def test_perft_may_count_it():
    assert z.perft(GAME, 2, mode="interpreted").nodes == 6


@pytest.mark.parametrize(
    "words",
    [
        ("best", "kuhn"), ("solve", "kuhn", "--by", "engine"), ("verify", "kuhn", "--depth", 2), ("explain", "kuhn", "--depth", 2),
        ("play", "kuhn", "--players", "computer", "computer"), ("ladder", "kuhn"), ("order", "kuhn"), ("scale", "kuhn"),
    ],
)  # fmt: skip
def test_so_says_the_command_line(words):
    from typer.testing import CliRunner

    from zermelo.cli.app import app

    answer = CliRunner().invoke(app, [str(word) for word in words])
    assert answer.exit_code == 2, answer.output
    assert "hides something from its players" in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
