"""The tree of a Monte Carlo search as it is shown: nobody's counts but the search's, in every kind of file and language."""

from __future__ import annotations

import json
import re

import pytest

import zermelo as z
from tests.search.test_mcts import Round
from zermelo.explain.simulated import simulated
from zermelo.search.mcts.search import MonteCarlo


def search(spec: str, simulations: int = 300) -> z.Result:
    return MonteCarlo(z.load_game(spec), mode="interpreted", seed=1).search(simulations=simulations)


@pytest.mark.parametrize("language", ["en", "es", "pt"])
@pytest.mark.parametrize("spec", ["tictactoe", "nim((2, 2), players=3)", "tree('chance(.5: (1 2) .5: (3 4))')"])
def test_text_and_picture_tell_the_visits_and_values_of_the_search(spec: str, language: str) -> None:
    found = search(spec)
    text = simulated(found, "txt", language=language, most=20).decode()
    picture = simulated(found, "svg", language=language, most=20, boards=True).decode()
    rows = json.loads(simulated(found, "json", language=language, most=20))["tree"]
    visits = [row["visits"] for row in rows]
    assert visits[0] == found.simulations
    assert [int(number) for number in re.findall(r", (\d+) vis", text)] == visits
    assert [int(number) for number in re.findall(r'class="note pale"[^>]*>(\d+)<', picture)] == visits
    assert len(rows) == picture.count('class="node ') <= 20
    for place, row in enumerate(rows):
        assert row["parent"] < place
        assert sum(below["visits"] for below in rows if below["parent"] == place) <= row["visits"]


def test_values_are_those_to_max_and_the_line_is_that_of_the_result() -> None:
    found = search("hexapawn", 3000)
    assert (found.value, found.proved) == (-1, True)
    text = simulated(found, "txt").decode().splitlines()
    assert text[2] == ""
    assert "value -1 (proved)" in text[1]
    assert re.fullmatch(r"-1, \d+ visits, proved", text[3])
    rows = json.loads(simulated(found, "json"))["tree"]
    assert tuple(row["action"] for row in rows if row["best"])[1:] == found.names()[: sum(row["best"] for row in rows) - 1]


@pytest.mark.parametrize(
    ("game", "options", "language", "told"),
    [
        (Round(), {}, "en", "2 playouts cut short after 4096 plies or more, and valued as 0, since Round has no `evaluate`"),
        (Round(0.5), {}, "es", "2 partidas simuladas se cortaron tras 4096 medias jugadas o más y se valoraron según `repetition`"),
        (
            Round(0.5),
            {"playout": 7},
            "pt",
            "um jogo simulado que não acaba em 7 meios-lances é avaliado com 0, pois Round não tem `evaluate`",
        ),
        (z.load_game("chinese_checkers(1)"), {}, "en", "no playouts: new positions are valued by `evaluate`"),
    ],
    ids=["cut", "repetition", "limit", "recommended"],
)
def test_playouts_that_do_not_come_to_the_end_are_told(game: z.Game, options: dict[str, int], language: str, told: str) -> None:
    found = MonteCarlo(game, mode="interpreted", seed=1, **options).search(simulations=2)
    assert told in simulated(found, "txt", language=language).decode().splitlines()[1].split("; ")


def test_nothing_is_told_where_all_playouts_come_to_the_end() -> None:
    assert "playout" not in simulated(search("tictactoe"), "txt").decode()


@pytest.mark.parametrize("ending", ["tex", "dot"])
def test_slides_and_graphs_name_the_actions(ending: str) -> None:
    assert "(1,1)" in simulated(search("tictactoe"), ending).decode()


def test_what_cannot_be_shown_is_told() -> None:
    with pytest.raises(z.SpecError, match="as 'html'; there are txt, svg"):
        simulated(search("tictactoe"), "html")
    with pytest.raises(z.SpecError, match="1 node or more, not 0"):
        simulated(search("tictactoe"), "txt", most=0)
