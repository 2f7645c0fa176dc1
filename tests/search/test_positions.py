"""Moves as people type them: words, digits run together, names with blanks, quotes."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.search.positions import states_after


class Wordy(z.Game):
    """A row of actions; each has a name with blanks, and some names are the beginnings of others."""

    names = ("put 1", "put 1 more", "more", "take", "2 steps")

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return len(state) % 2

    def actions(self, state: tuple[int, ...]) -> range:
        return range(5)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 6

    def utility(self, state: tuple[int, ...], player: int) -> float:
        return 0

    def name(self, state: tuple[int, ...], action: int) -> str:
        return self.names[action]


@pytest.mark.parametrize(
    ("moves", "played"),
    [
        ("", ()),
        ("take", (3,)),
        ("put 1 take", (0, 3)),
        ("put 1 more take", (1, 3)),
        ('"put 1" more', (0, 2)),
        ('"put 1" "more" "2 steps"', (0, 2, 4)),
        ("  PUT   1\ttake 2 steps ", (0, 3, 4)),
        ("0 1 2", (0, 1, 2)),
        ("012", (0, 1, 2)),
        ("4 put 1", (4, 0)),
    ],
)
def test_names_with_blanks_are_typed_as_they_are_or_in_quotes(moves: str, played: tuple[int, ...]) -> None:
    states = states_after(Wordy(), (), moves)
    assert states == [played[:count] for count in range(len(played) + 1)]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("take put 7", "'take put 7', move 2: 'put' is not a legal action here"),
        ('take "put', "move 2: '\"put' is not a legal action"),
        ('"put 7"', "move 1: 'put 7' is not a legal action"),
        ("take " * 7, "move 7: 'take' is not a legal action here; legal: none, the game is over"),
    ],
)
def test_what_is_no_move_is_named_with_its_number(moves: str, said: str) -> None:
    with pytest.raises(z.ActionError, match=said):
        states_after(Wordy(), (), moves)


class Numbered(Wordy):
    names = ("1.", "1-0", "*", "b", "c")


@pytest.mark.parametrize("moves", ["f5d6c3", "F5D6C3", "f5 d6 c3"])
def test_moves_stand_together_as_games_are_written_down(moves: str) -> None:
    game = z.load_game("othello")
    assert states_after(game, game.initial(), moves)[-1] == game.played("f5d6c3")


@pytest.mark.parametrize("moves", ["1. f5 d6 2. c3", "1.f5 d6 2.c3 0-1", "1. f5 1... d6 2. c3 *", "1. f5d6c3"])
def test_numbers_of_moves_and_the_result_are_passed_over(moves: str) -> None:
    game = z.load_game("othello")
    assert states_after(game, game.initial(), moves)[-1] == game.played("f5d6c3")


@pytest.mark.parametrize("moves", ["1. 1-0", "* 1-0 1."])
def test_an_action_may_be_called_like_a_number_or_a_result(moves: str) -> None:
    assert states_after(Numbered(), (), moves)[-1] == tuple(Numbered.names.index(word) for word in moves.split())


@pytest.mark.parametrize(
    ("name", "moves", "plain"),
    [
        ("othello", "f5,d6,c3", "f5d6c3"),
        ("othello", "1. f5, d6, 2. c3", "f5d6c3"),
        ("connect4", "4, 4, 5,5", "4 4 5 5"),
        ("tictactoe", "(1,1),(0,0), (2,2)", "(1,1) (0,0) (2,2)"),
    ],
)
def test_moves_may_be_separated_by_commas(name: str, moves: str, plain: str) -> None:
    game = z.load_game(name)
    assert states_after(game, game.initial(), moves)[-1] == states_after(game, game.initial(), plain)[-1]


def test_a_comma_may_be_part_of_a_name_and_what_is_wrong_is_told_by_the_reading_that_goes_farther() -> None:
    class Pairs(Wordy):
        names = ("a,b", "c,", "d", "e", "f")

    assert states_after(Pairs(), (), "a,b c, d")[-1] == (0, 1, 2)
    assert states_after(Pairs(), (), "d,e,f")[-1] == (2, 3, 4)
    with pytest.raises(z.ActionError, match="move 3: 'x' is not a legal action"):
        states_after(Pairs(), (), "d,e,x")


def test_who_can_do_nothing_but_pass_need_not_be_said_to() -> None:
    game = z.load_game("othello(4)")
    played = "c4 b4 a1 d2 d4 d3 a2 c1 a4 a3 b1 pass d1"
    states = states_after(game, game.initial(), played)
    assert states_after(game, game.initial(), played.replace("pass ", "")) == states
    assert game.is_terminal(states[-1])


def test_the_line_that_a_search_prints_can_be_typed() -> None:
    found = z.best(Wordy(), depth=3, mode="interpreted")
    typed = " ".join(f'"{name}"' for name in found.names())
    assert states_after(Wordy(), (), typed)[-1] == found.line
