"""Players: made from text, checked before the first move, callables like any other."""

import pytest
from small_games import Forever, Race, Three

import zermelo as z
from zermelo.play.players import Computer, Human, Random, player, player_name, seat, seat_name

RACE = Race(matches=7)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("", "there is no player ''"),
        ("minmax:depth=4", "did you mean minimax?"),
        ("chess", "random, human, computer, minimax, alphabeta"),
        ("random:depth=3", "there is no option 'depth'; random takes seed=3"),
        ("random:seed=x", "seed is a whole number, not 'x'"),
        ("human:name=Ann", "human takes no options"),
        ("minimax:deth=4", "minimax takes depth=4, evaluation=NAME+2*NAME, sooner=true"),
        ("minimax:", "'' is not an option such as name=value"),
        ("minimax:depth", "'depth' is not an option such as name=value"),
        ("minimax:depth=", "'depth=' is not an option such as name=value"),
        ("minimax:depth=2,depth=3", "depth is given twice"),
        ("minimax:depth=two", "depth is a whole number, not 'two'"),
        ("minimax:depth=0", "a depth is a whole number from 1 to 512, not 0"),
        ("minimax:depth=-1", "a depth is a whole number from 1 to 512, not -1"),
        ("minimax:sooner=perhaps", "sooner is true or false, not 'perhaps'"),
        ("minimax:depth=2,evaluation=wisdom", "has no evaluation 'wisdom'"),
        ("minimax:depth=2,evaluation=1+1", "is not a sum such as"),
    ],
)
def test_every_bad_part_of_a_spec_is_refused_with_what_is_allowed(spec, says):
    with pytest.raises(z.SpecError) as error:
        player(spec, RACE)
    assert says in str(error.value)


@pytest.mark.parametrize("spec", ["minimax", "alphabeta:depth=2", "expectiminimax"])
def test_an_algorithm_that_does_not_fit_the_game_is_refused_at_once(spec):
    with pytest.raises(z.SpecError, match="use maxn"):
        player(spec, Three())


def test_a_player_takes_a_state_and_returns_an_action():
    assert player("minimax", RACE, mode="interpreted")(RACE.initial()) == 1
    assert player("alphabeta:depth=3,sooner=yes", RACE, mode="interpreted")(RACE.initial()) in (1, 2)
    assert player("maxn", Three(), mode="interpreted")(Three().initial()) in (1, 2)


def test_random_players_play_legal_actions_and_repeat_themselves_with_a_seed():
    state = RACE.initial()

    def choices(spec, seed=None):
        chooser = player(spec, RACE, seed=seed)
        return [chooser(state) for _ in range(100)]

    assert set(choices("random")) == {1, 2}
    assert choices("random:seed=3") == choices("random:seed=3") == choices("random:seed=3", seed=8)
    assert choices("random", seed=5) == choices("random", seed=5) != choices("random", seed=6)


@pytest.mark.parametrize("matches", range(1, 12))
def test_the_computer_plays_a_small_game_perfectly(matches):
    game = Race(matches)
    found = Computer(game, mode="interpreted").search(game.initial())
    assert found.value == (-1 if matches % 3 == 0 else 1)
    if matches % 3:
        assert found.action == matches % 3


def test_the_computer_stops_deepening_when_its_nodes_are_used_up():
    game = z.game("connect4")
    found = Computer(game, mode="interpreted").search(game.initial())
    assert 3 <= found.depth <= 12
    assert found.nodes <= Computer.BUDGET["interpreted"]


def test_the_computer_takes_any_of_the_best_actions_and_repeats_itself_with_a_seed():
    game = z.game("connect4")
    state = game.played("44")
    found = z.best(game, state, depth=2, ties=True, mode="interpreted")

    def choices(spec, **options):
        computer = player(spec, game, mode="interpreted", **options)
        computer.search = lambda state: found
        return [computer(state) for _ in range(500)]

    assert set(choices("computer")) == set(range(7))
    assert choices("computer:seed=1") == choices("computer:seed=1") != choices("computer:seed=2")
    assert choices("computer", seed=5) == choices("computer", seed=5)


def test_the_computer_ends_its_thinking_where_the_tree_never_does():
    assert 20 < Computer(Forever(), mode="interpreted").search(0).depth < 100


def test_a_game_that_compiles_is_looked_into_at_least_so_deep():
    game = z.game("desconecta4boom")
    found = Computer(game).search(game.initial())
    assert found.mode == "compiled"
    assert found.depth >= 8


def test_a_human_is_asked_until_the_action_is_legal(monkeypatch, capsys):
    answers = iter(["nonsense", "TAKE9", "take2"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert Human(RACE)(RACE.initial()) == 2
    shown = capsys.readouterr().out
    assert RACE.show(RACE.initial()) in shown
    assert "'nonsense' is not a legal action here; legal: TAKE1 TAKE2" in shown


def test_each_seat_needs_a_player():
    assert len(seat(["random", "random", "maxn"], Three())) == 3
    with pytest.raises(z.SpecError, match="is for 2 players; given: 3"):
        seat(["random", "random", "random"], RACE)
    with pytest.raises(z.SpecError, match="is for 2 players; given: 1"):
        seat("random", RACE)


def test_a_function_of_ones_own_is_a_player():
    def greedy(state):
        return max(RACE.actions(state))

    assert seat([greedy, "random"], RACE)[0] is greedy
    assert player_name(greedy) == "greedy"
    assert player_name("minimax:depth=2") == "minimax:depth=2"
    assert player_name(Random(RACE)) == "Random"


def test_seats_are_called_max_and_min_or_numbered():
    assert [seat_name(RACE, player) for player in (-1, 0, 1)] == ["chance", "MAX", "MIN"]
    assert [seat_name(Three(), player) for player in range(3)] == ["player 1", "player 2", "player 3"]
