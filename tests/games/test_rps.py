"""Rock-paper-scissors: who beats whom, and its text."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.games.rps import SIGNS, RockPaperScissors

BEATS = {
    3: {"rock": {"scissors"}, "paper": {"rock"}, "scissors": {"paper"}},
    5: {
        "rock": {"scissors", "lizard"}, "paper": {"rock", "Spock"}, "scissors": {"paper", "lizard"},
        "Spock": {"scissors", "rock"}, "lizard": {"Spock", "paper"},
    },
}  # fmt: skip


@pytest.mark.parametrize("signs", BEATS)
def test_who_beats_whom(signs):
    game = RockPaperScissors(signs)
    for one in range(signs):
        for other in range(signs):
            state = game.result(game.initial(), (one, other))
            worth = (SIGNS[other] in BEATS[signs][SIGNS[one]]) - (SIGNS[one] in BEATS[signs][SIGNS[other]])
            assert (game.is_terminal(state), game.utilities(state)) == (True, (worth, -worth))


def test_both_show_a_sign():
    game = RockPaperScissors()
    assert game.show(game.initial()) == "both show a sign"
    assert [list(game.actions(game.initial(), player)) for player in (0, 1)] == [[0, 1, 2], [0, 1, 2]]
    assert game.show(game.read("rock rock")).endswith("draw")
    assert game.show(game.read("rock paper")).endswith("player 2 has won")


@pytest.mark.parametrize("text", ["", "rock", "rock paper scissors", "rock Spock", "rock stone"])
def test_what_is_no_position_is_refused(text):
    with pytest.raises(z.PositionError, match="two of rock, paper, scissors"):
        RockPaperScissors().read(text)


def test_four_signs_are_refused():
    with pytest.raises(z.SpecError, match="3 or 5"):
        z.load_game("rps(4)")
