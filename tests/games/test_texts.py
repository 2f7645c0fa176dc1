"""What every game of the catalogue owes to people: positions and actions that can be written down and read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.games import CATALOGUE

VARIANTS = {
    "tree": ["tree('(b=3 (1 2) (4 5))')"],
    "mnk": ["mnk(4, 3, 3)", "mnk(3, 3, 3, players=3)"],
    "hexapawn": ["hexapawn(4, 5)"],
    "three_mens_morris": ["three_mens_morris(diagonals=False)", "three_mens_morris(flying=True)"],
    "six_mens_morris": ["six_mens_morris(3)"],
    "nine_mens_morris": ["nine_mens_morris(3)", "nine_mens_morris(5, flying=False)"],
    "domineering": ["domineering(3, 2)", "domineering(10, 6)"],
    "quixo": ["quixo(3)", "quixo(4)"],
    "nim": ["nim((2, 3), players=3)"],
    "kalah": ["kalah(3, 2)"],
    "awari": ["awari(7)"],
    "connect4": ["connect4(5, 4)", "connect4(width=3, height=3, line=3)"],
    "checkers_ending": ["checkers_ending(2)", "checkers_ending(6)"],
    "draughts": ["draughts('spanish')", "draughts('brazilian')"],
    "othello": ["othello(4)", "othello(size=6, empties_to_winner=True)"],
    "chess": ["chess(variant=960, start=0)", "chess(draws=75)"],
    "chess_ending": ["chess_ending('KBNKP')", "chess_ending('KQKR')"],
    "kuhn": ["kuhn(players=4)"],
    "liars_dice": ["liars_dice(dice=3, faces=4)", "liars_dice(2, 2, players=3)"],
    "rps": ["rps(5)"],
    "morra": ["morra(3)", "morra(2, 4)"],
    "goofspiel": ["goofspiel(5, 'down')", "goofspiel(3, (2, 3, 1), wins=True)", "goofspiel(13)"],
    "go": ["go(4)", "go(13, suicide=False)"],
    "chinese_checkers": ["chinese_checkers(1, players=6, turns=5)", "chinese_checkers(3, players=3)"],
    "hex": ["hex(4)", "hex(9, swap=True)"],
    "desconecta4boom": ["desconecta4boom(period=2)", "desconecta4boom(width=5, height=6)"],
}


@pytest.mark.parametrize("name", CATALOGUE)
@settings(max_examples=40)
@given(data=st.data())
def test_positions_and_actions_read_back(name: str, data: st.DataObject) -> None:
    games = [z.load_game(spec) for spec in (name, *VARIANTS.get(name, []))]
    game, state = data.draw(positions(games))
    assert game.read(game.write(state)) == state
    for player in range(game.players):
        seen = game.observe(state, player)
        assert game.read(game.write(seen)) == seen
    assert game.show(state)
    if not game.is_terminal(state):
        by_chance = game.to_move(state) == z.CHANCE
        for action in [action for action, _ in game.outcomes(state)] if by_chance else game.actions(state):
            assert game.parse(state, game.name(state, action)) == action
