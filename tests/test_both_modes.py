"""Every game of the catalogue, and every algorithm: compiled and interpreted give the same, to the last count."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import zermelo as z
from zermelo.games import CATALOGUE
from zermelo.search.perft import perft
from zermelo.search.runner import Runner
from zermelo.search.textbook import ALGORITHMS

GAMES = {
    "tree": ["tree('((3 12 8) (2 4 6) (14 5 2))')"],
    "tictactoe": ["tictactoe"],
    "mnk": ["mnk(4, 3, 3)", "mnk(3, 3, 3, players=3)"],
    "pawns": ["pawns"],
    "hexapawn": ["hexapawn", "hexapawn(4, 4)"],
    "three_mens_morris": ["three_mens_morris", "three_mens_morris(flying=True)"],
    "six_mens_morris": ["six_mens_morris(3)", "six_mens_morris"],
    "nine_mens_morris": ["nine_mens_morris(3)"],
    "hare_and_hounds": ["hare_and_hounds"],
    "teeko": ["teeko"],
    "quixo": ["quixo(3)", "quixo"],
    "dobutsu": ["dobutsu"],
    "nim": ["nim", "nim((2, 3), players=3)", "nim((3, 4), misere=True)"],
    "kalah": ["kalah(4, 3)", "kalah"],
    "awari": ["awari(8)", "awari"],
    "domineering": ["domineering(3, 4)", "domineering(5, 4)"],
    "dots_and_boxes": ["dots_and_boxes(1, 2)", "dots_and_boxes(2, 2)"],
    "connect4": ["connect4(5, 4)", "connect4"],
    "checkers": ["checkers"],
    "checkers_ending": ["checkers_ending(2)", "checkers_ending"],
    "draughts": ["draughts('spanish')", "draughts"],
    "othello": ["othello(4)", "othello", "othello(6, empties_to_winner=True)"],
    "chess": ["chess", "chess(variant=960, start=0, draws=75)"],
    "chess_ending": ["chess_ending('KPK')"],
    "backgammon": ["backgammon"],
    "pig": ["pig", "pig(8)"],
    "2048": ["2048(3)", "2048"],
    "sliding": ["sliding", "sliding(4)"],
    "kuhn": ["kuhn", "kuhn(players=4)"],
    "leduc": ["leduc"],
    "liars_dice": ["liars_dice", "liars_dice(dice=2, faces=3, players=3)"],
    "rps": ["rps", "rps(5)"],
    "morra": ["morra", "morra(2, 3)"],
    "goofspiel": ["goofspiel(3)", "goofspiel(4, (2, 4, 1, 3), wins=True)"],
    "go": ["go(2)", "go(3, scoring='margin', suicide=False)"],
    "chinese_checkers": ["chinese_checkers(1)", "chinese_checkers(1, players=4, turns=3)"],
    "hex": ["hex(3)", "hex(2, swap=True)"],
    "desconecta4boom": ["desconecta4boom(period=2)", "desconecta4boom"],
}
DEPTH = 4
SHALLOW = {"backgammon": 2, "chess": 2, "chess_ending": 2, "six_mens_morris": 3, "nine_mens_morris": 2}
"""Games that have too many actions, or too costly an evaluation, to be searched to that depth in plain Python."""


def test_every_game_of_the_catalogue_is_here() -> None:
    assert set(GAMES) == set(CATALOGUE)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_means_the_same_in_both_modes(name: str) -> None:
    game = z.load_game(GAMES[name][0])
    if not game.hidden:  # else no search may look at it
        assert_same(game)
        assert_same(game, sooner=True)
    for state in along_a_game(game):
        counts = [Runner(perft, game, mode)(state, min(DEPTH - 1, SHALLOW.get(name, DEPTH))) for mode in ("compiled", "interpreted")]
        assert counts[0] == counts[1]


@pytest.mark.parametrize("spec", ["hexapawn", "kalah(4, 3)"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_means_the_same_in_both_modes(spec: str, algorithm: str) -> None:
    assert_same(z.load_game(spec), algorithm=algorithm)


@pytest.mark.parametrize("spec", [spec for specs in GAMES.values() for spec in specs[1:]])
def test_so_it_does_with_other_parameters(spec: str) -> None:
    game = z.load_game(spec)
    if game.hidden:
        assert z.perft(game, DEPTH, mode="compiled").nodes == z.perft(game, DEPTH, mode="interpreted").nodes
    else:
        assert_same(game)


@pytest.mark.parametrize("spec", ["desconecta4boom", "tictactoe"])
def test_named_evaluations_mean_the_same_in_both_modes(spec: str) -> None:
    game = z.load_game(spec)
    sum_of_all = " + ".join(f"{weight} * {name}" for weight, name in enumerate(game.evaluations, 1))
    assert_same(game, evaluation=sum_of_all)


def assert_same(game: z.Game, **options: Any) -> None:
    for state in along_a_game(game):
        depth = next((SHALLOW[name] for name in SHALLOW if repr(game).casefold().startswith(name)), DEPTH)
        compiled, interpreted = (z.best(game, state, depth=depth, ties=True, mode=mode, **options) for mode in ("compiled", "interpreted"))
        assert (compiled.mode, interpreted.mode) == ("compiled", "interpreted")
        assert without_time(compiled) == without_time(interpreted)


def along_a_game(game: z.Game) -> list[Any]:
    """The initial state and three later ones."""
    chooser = random.Random(7)
    states = [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) < 40:
        state = states[-1]
        by_chance = game.to_move(state) == z.CHANCE
        actions = [action for action, _ in game.outcomes(state)] if by_chance else list(game.actions(state))
        states.append(game.result(state, chooser.choice(actions)))
    return [states[index] for index in sorted({0, len(states) // 3, 2 * len(states) // 3, len(states) - 2})]


def without_time(result: z.Result) -> dict[str, Any]:
    return {name: value for name, value in vars(replace(result, seconds=0.0, mode="")).items() if name != "game"}
