"""Players: made from text, checked before the first move, callables like any other."""

from dataclasses import replace

import pytest
from small_games import Coin, Forever, Race, Three

import zermelo as z
from zermelo.play.players import Human, Random, player, player_name, seat, seat_name
from zermelo.play.search_players import Computer, SearcherPlayer
from zermelo.search.engine.result import EngineResult

RACE = Race(matches=7)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("", "there is no player ''"),
        ("minmax:depth=4", "did you mean minimax?"),
        ("chess", "random, human, computer, strategy, idastar, astar, engine, minimax, alphabeta, "),
        ("random:depth=3", "there is no option 'depth'; random takes seed=3"),
        ("random:seed=x", "seed is a whole number, not 'x'"),
        ("human:name=Ann", "human takes no options"),
        ("minimax:deth=4", "minimax takes depth=4, sooner=true, evaluation=NAME+2*NAME"),
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
        ("computer:nodes=0", "nodes is a whole number from 1 up, not 0"),
        ("computer:depth=4", "there is no option 'depth'; computer takes nodes=100000, seed=3"),
        (
            "engine:second=1",
            "there is no option 'second'; did you mean seconds? engine takes depth=4, nodes=100000, seconds=0.1, threads=2",
        ),
        ("engine:kilers=false", "there is no option 'kilers'; did you mean killers?"),
        ("engine:killers=perhaps", "option killers is true or false, not 'perhaps'"),
        ("engine:n_best=few", "option n_best is a whole number from 0 to 512, not 'few'"),
        ("engine:n_best=1.5", "option n_best is a whole number from 0 to 512, not 1.5"),
        ("engine:probcut_margin=-1", "option probcut_margin is a number from 0 to 512, not -1"),
        ("engine:depth=0", "a depth is a whole number from 1 to 512, not 0"),
        ("engine:seconds=0", "seconds: a number of seconds above 0, not 0.0"),
        ("engine:seconds=soon", "seconds is a number, not 'soon'"),
        ("engine:threads=0", "threads is a whole number from 1 to 256, not 0"),
        ("engine:threads=two", "threads is a whole number, not 'two'"),
        ("engine:table=0", "a table has a size in MiB above 0, not 0"),
        ("engine:table=99999999", "does not fit: this machine has"),
        ("engine:table=large", "table is a number, not 'large'"),
        ("engine:evaluation=wisdom", "has no evaluation 'wisdom'"),
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


def test_so_is_an_option_that_the_engine_does_not_have_for_three():
    with pytest.raises(z.SpecError, match="engine has no option 'killers'; paranoid has it"):
        player("engine:killers=false", Three())


@pytest.mark.parametrize("kind", ["engine", "paranoid", "mcts"])
def test_three_players_may_be_searchers_of_any_kind(kind):
    spec = f"{kind}:simulations=50" if kind == "mcts" else f"{kind}:depth=3"
    game = z.load_game("mnk(3, 3, 3, players=3)")
    assert player(spec, game, mode="interpreted")(game.read("xx./oo./##. x")) == 2


def test_a_player_takes_a_state_and_returns_an_action():
    assert player("minimax", RACE, mode="interpreted")(RACE.initial()) == 1
    assert player("alphabeta:depth=3,sooner=yes", Race(4), mode="interpreted")(Race(4).initial()) == 1
    assert player("maxn", Three(2), mode="interpreted")(Three(2).initial()) == 2


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


@pytest.mark.parametrize("matches", [5, 7])
def test_so_it_does_where_the_engine_cannot(matches):
    game = Three(matches)
    computer = Computer(game, mode="interpreted")
    found = computer.search(game.initial())
    assert (found.algorithm, found.depth) == ("maxn", matches)


def test_it_searches_through_chance_with_the_engine():
    assert Computer(Coin(), mode="interpreted").search(Coin().initial()).algorithm == "engine"


def test_it_simulates_where_a_game_recommends_how():
    game = z.load_game("go(5)")
    one, other = (Computer(game, nodes=2000, seed=3, mode="interpreted").search(game.initial()) for _ in range(2))
    assert (one.algorithm, one.action) == ("mcts", other.action)
    assert 1000 < one.plies < 3000


def test_what_it_tells_of_its_searches_for_a_move_never_goes_back():
    """It searches twice: for the best move, and for others that are as good."""
    told = []

    class Telling:
        mode = "interpreted"

        def search(self, state, *, progress, report=None, **asked):
            for nodes in (10, 20):
                progress(nodes)
            return found

    found = replace(Computer(Race(4), mode="interpreted").search(Race(4).initial()), proved=False)
    computer = Computer(Race(4), engine=Telling())
    computer.progress = told.append
    for _ in range(2):
        computer.search(Race(4).initial())
    assert told == [10, 20, 30, 40] * 2


def test_the_computer_stops_deepening_when_its_nodes_are_used_up():
    game = z.load_game("kalah")
    found = Computer(game, mode="interpreted").search(game.initial())
    assert 4 <= found.depth <= 16
    assert found.nodes <= Computer.BUDGET["interpreted"] + 9
    assert player("computer:nodes=50", game, mode="interpreted").search(game.initial()).nodes < 60


def test_the_computer_takes_any_of_the_best_actions_and_repeats_itself_with_a_seed():
    game = z.load_game("tictactoe")
    state = game.initial()
    found = player("computer:nodes=1000", game, mode="interpreted").search(state)
    assert len(found.actions) == Computer.CHOICE
    assert [one.value for one in found.variations] == [found.value] * Computer.CHOICE

    def choices(spec, **options):
        computer = player(spec, game, mode="interpreted", **options)
        computer.search = lambda state: found
        return [computer(state) for _ in range(100)]

    assert set(choices("computer")) == set(found.actions)
    assert choices("computer:seed=1") == choices("computer:seed=1") != choices("computer:seed=2")
    assert choices("computer", seed=5) == choices("computer", seed=5)


def test_the_computer_takes_a_win_at_once():
    game = z.load_game("connect4")
    assert Computer(game, mode="interpreted").search(game.played("112233")).actions == (3,)


def test_the_computer_ends_its_thinking_where_the_tree_never_does():
    assert Computer(Forever(), mode="interpreted").search(0).depth > 20


def test_the_computer_looks_deep_into_a_game_that_compiles():
    game = z.load_game("desconecta4boom")
    found = Computer(game).search(game.initial())
    assert found.mode == "compiled"
    assert found.depth >= 8


# The engine


@pytest.mark.parametrize(
    "spec",
    [
        "engine:depth=2",
        "engine:nodes=100",
        "engine:seconds=0.05",
        "engine:seconds=0.05,depth=2,threads=2,table=1",
        "engine:depth=3,table=false,killers=no,n_best=2,probcut_margin=2.5",
        "engine:depth=2,evaluation=open_lines",
    ],
)
def test_the_engine_plays_with_any_limit_and_option(spec):
    game = z.load_game("tictactoe")
    chosen = player(spec, game, mode="interpreted")
    assert chosen(game.read("xx./oo./... x")) == 2
    assert isinstance(chosen.found, EngineResult)
    assert chosen.found.value > 0


def test_the_engine_s_options_reach_it():
    made = player("engine:table=1,killers=false,n_best=3,threads=2", z.load_game("nim"), mode="interpreted").engine
    assert (made.options.killers, made.options.n_best, made.options.table) == (False, 3, True)
    assert player("engine:table=false", z.load_game("nim"), mode="interpreted").engine.options.table is False


def test_the_engine_keeps_its_table_from_move_to_move_and_forgets_it_for_a_new_game():
    game = z.load_game("tictactoe")
    chosen = SearcherPlayer(game, "engine", depth=9, mode="interpreted")
    first = chosen.search(game.initial()).nodes
    assert chosen.search(game.initial()).nodes < first
    chosen.begin()
    assert chosen.search(game.initial()).nodes == first


def test_ctrl_c_while_it_thinks_is_the_end_of_the_game(monkeypatch):
    chosen = SearcherPlayer(RACE, "engine", mode="interpreted")
    interrupted = replace(chosen.search(RACE.initial()), stopped="interrupted")
    monkeypatch.setattr(chosen.engine, "search", lambda state, **limits: interrupted)
    with pytest.raises(KeyboardInterrupt):
        chosen(RACE.initial())


def test_a_human_is_asked_until_the_action_is_legal(monkeypatch, capsys):
    answers = iter(["nonsense", "TAKE9", "take2"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert Human(RACE)(RACE.initial()) == 2
    shown = capsys.readouterr().out
    assert RACE.show(RACE.initial()) in shown
    assert "'nonsense' is not a legal action here; legal: TAKE1, TAKE2" in shown


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


def test_so_is_a_function_of_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def player(game, state): return max(game.actions(state))\ndef least(game, state): return 1\n")
    most, least = seat(["mine.py", "mine.py:least"], RACE)
    assert (most(RACE.initial()), least(RACE.initial())) == (2, 1)
    assert (player_name(most), player_name(least)) == ("mine.py", "mine.py:least")
    with pytest.raises(
        z.SpecError, match=r"mine.py has no function 'most', as `def player\(game, state\):`; functions there: player, least"
    ):
        player("mine.py:most", RACE)
    with pytest.raises(z.SpecError, match=r"there is no file other\.py"):
        player("other.py", RACE)


def test_seats_are_called_max_and_min_or_numbered():
    assert [seat_name(RACE, player) for player in (-1, 0, 1)] == ["chance", "MAX", "MIN"]
    assert [seat_name(Three(), player) for player in range(3)] == ["player 1", "player 2", "player 3"]
