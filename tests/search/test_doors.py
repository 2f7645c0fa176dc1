"""What `best` and `perft` say of things that cannot be searched."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Any

import pytest

import zermelo as z
from tests.search.wild import Wild
from zermelo.errors import GameError
from zermelo.games.nim import Nim
from zermelo.search.algorithm import checked_game
from zermelo.search.engine.result import EngineResult
from zermelo.search.runtime.limits import Clock


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("connect4", "'connect4' is not a game; zermelo.load_game reads the name"),
        (Wild, "Wild is a class"),
        (Wild(players=0), r"Wild\.players is 0; it is how many there are"),
    ],
)
def test_a_thing_that_is_no_game_is_refused(thing: Any, said: str) -> None:
    for search in (lambda: z.best(thing, depth=1), lambda: z.perft(thing, 1)):
        with pytest.raises(z.GameError, match=said):
            search()


def test_three_players_and_chance_are_searched_by_max_n() -> None:
    """The coin is worth the mean of its sides to each player, and the second player takes it, since 3 is more than 2."""
    game = z.load_game('tree("P2(chance(.5: <1 2 6> .5: P3(<4 4 3> <6 1 2>)) P3(<7 2 -1> <5 -1 -2>))")')
    found = z.best(game)
    assert (found.value, found.algorithm, found.names()) == ((2.5, 3, 4.5), "maxn", ("1",))


def test_an_algorithm_is_a_name() -> None:
    with pytest.raises(z.SearchError, match="not 3"):
        z.best(Wild(), algorithm=3)  # type: ignore[arg-type]


# Who searches


class Solitaire(Wild):
    """One player."""

    players = 1


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    "options",
    [{}, {"algorithm": "maxn"}, {"algorithm": "maxn", "sooner": True}, {"algorithm": "engine"}, {"algorithm": "mcts", "simulations": 40}],
    ids=str,
)
def test_the_value_of_a_game_for_one_is_a_number_whoever_searches(options: dict[str, Any], mode: str) -> None:
    class Count(z.Game):
        """One player adds 1 or 2, three times; the sum is what it is worth."""

        players = 1

        def initial(self) -> tuple[int, int]:
            return (3, 0)

        def to_move(self, state: tuple[int, int]) -> int:
            return 0

        def actions(self, state: tuple[int, int]) -> Iterable[int]:
            yield 1
            yield 2

        def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            return (state[0] - 1, state[1] + action)

        def is_terminal(self, state: tuple[int, int]) -> bool:
            return state[0] == 0

        def utility(self, state: tuple[int, int], player: int) -> float:
            return state[1]

    found = z.best(Count(), mode=mode, **options)
    assert isinstance(found.value, int | float)
    assert (found.value, found.action) == (pytest.approx(6, abs=0.5), 2)  # of simulations an average


class Objects(Wild):
    """States that are told apart by nobody but themselves."""

    def key(self, state: Any) -> Any:
        return complex(*state)


def test_the_engine_searches_where_it_can_and_else_what_the_game_needs() -> None:
    def searched(game: z.Game, **options: Any) -> str:
        return z.best(game, depth=2, mode="interpreted", **options).algorithm

    assert searched(Wild()) == "engine"
    assert searched(Wild(), threads=2, table=1, killers=False) == "engine"
    assert searched(Wild(), ties=True) == searched(Wild(), sooner=True) == searched(Wild(), algorithm="alphabeta") == "alphabeta"
    assert searched(Objects()) == "alphabeta"
    assert searched(Objects(), algorithm="engine") == "engine"
    assert searched(Wild(chance=True)) == "engine"
    assert searched(Wild(players=3)) == "engine"
    assert searched(Wild(players=3), ties=True) == searched(Wild(players=3, chance=True)) == "maxn"


def test_the_engine_says_more_than_a_textbook_algorithm() -> None:
    found, again = (z.best(Wild(), depth=3, multipv=2, mode="interpreted") for _ in range(2))
    assert isinstance(found, EngineResult)
    assert len(found.variations) == 2
    assert found.variations[0].line == found.line
    assert found.as_dict() | {"seconds": 0} == again.as_dict() | {"seconds": 0}


@pytest.mark.parametrize(
    ("limits", "stopped"),
    [
        ({"depth": 2}, "depth"),
        ({"nodes": 50}, "nodes"),
        ({"seconds": 0.1}, "time"),
        ({"clock": Clock(1.0)}, "time"),
        ({"depth": 9, "nodes": 50}, "nodes"),
    ],
)
def test_every_limit_ends_the_search(limits: dict[str, Any], stopped: str) -> None:
    game = z.load_game("connect4")  # too large to be solved before a limit of time, however fast the machine
    found = z.best(game, mode="interpreted", **limits)
    assert isinstance(found, EngineResult)
    assert found.action in game.actions(game.initial())
    assert found.stopped == stopped
    assert found.depth <= limits.get("depth", 42)
    assert found.nodes <= limits.get("nodes", inf) + 7  # the children of the node in which they ran out


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": 0},
        {"nodes": 0},
        {"seconds": 0},
        {"clock": Clock(-1.0)},
        {"multipv": 0},
        {"table": 0},
        {"algorithm": "mcts", "simulations": 0},
    ],
)
def test_a_limit_that_cannot_be_is_told_before_anything_is_compiled(wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("zermelo.native.kernel")
    with pytest.raises(z.SearchError, match=r"from 1|above 0"):
        z.best(Wild(), **wrong)


@pytest.mark.parametrize(("spec", "value"), [("tictactoe", 0), ("nim", 1), ("kalah(3, 3)", 2)])
def test_the_line_of_a_proved_value_goes_to_the_end_of_the_game(spec: str, value: float) -> None:
    game = z.load_game(spec)
    found = z.best(game, mode="interpreted")
    state = game.initial()
    for action in found.line:
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert (found.value, game.utility(state, z.MAX)) == (value, value)


def test_a_loss_that_is_found_is_a_proof_too() -> None:
    game = z.load_game("hexapawn")
    found = z.best(game, depth=20, mode="interpreted")
    assert (found.value, found.as_dict()["proved"], found.depth < 20) == (-1, True, True)


class Round(z.Game):
    """0, 1, 0, 1, ...: the only thing that ever happens is that a position comes back, which is worth 5 to MAX."""

    repetition = 5.0

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state

    def actions(self, state: int) -> list[int]:
        return [0]

    def result(self, state: int, action: int) -> int:
        return 1 - state

    def is_terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int, player: int) -> float:
        return 0.0


def test_what_came_twice_before_ends_the_game_when_it_comes_again() -> None:
    for before in ([], [1]):
        assert z.best(Round(), depth=3, extensions=False, history=before, mode="interpreted").value == 0
    assert z.best(Round(), depth=3, extensions=False, history=[1, 0, 1], mode="interpreted").value == 5


class Detour(z.Game):
    """0 -> 1 or 2, 1 -> 3, 3 -> 4 (MAX has won) or 2, 2 -> 0: who can win and goes back can still win the second time."""

    repetition = 0.0
    ways = ((1, 2), (3,), (0,), (2, 4))

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return 0 if state in (0, 3) else 1

    def actions(self, state: int) -> tuple[int, ...]:
        return self.ways[state]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state == 4

    def utility(self, state: int, player: int) -> float:
        return 1.0 - 2.0 * player


class OfPoints(Detour):
    """Every end is worth points, and who wrote the range forgot that nobody may come to one."""

    utility_range = (1, 3)


@pytest.mark.parametrize("ask", [z.best, z.solve, z.Engine, z.prove])
def test_a_game_that_may_be_worth_less_than_its_range_says_is_refused(ask: Callable[..., object]) -> None:
    """A search that believes the range would take what comes back for an end, and call it proved."""
    with pytest.raises(GameError, match=r"OfPoints\.repetition is 0\.0; it is None or a utility to MAX, from 1 to 3 by its utility_range"):
        ask(OfPoints(), mode="interpreted")


class Ko(z.Game):
    """MAX draws at once (3), or goes to 1, where superko forbids MIN to bring the colouring of 0 back and win by that (2): MAX wins (4)."""

    superko = True

    def __init__(self, players: int = 2) -> None:
        self.players = players

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state

    def actions(self, state: int) -> tuple[int, ...]:
        return (2, 4) if state else (1, 3)

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state >= 2

    def utility(self, state: int, player: int) -> int:
        return (-1, 0, 1)[state - 2] * (1 if player == z.MAX else -1)

    def position(self, state: int) -> int:
        return 0 if state == 2 else state


@pytest.mark.parametrize("players", [2, 3])
def test_of_a_game_with_superko_nothing_is_called_proved(players: int) -> None:
    """Below the root no table could hold what it forbids. Monte Carlo tree search, whose tree knows the way, does prove it."""
    game, told = Ko(players), list[Any]()
    found = z.best(game, depth=8, mode="interpreted", algorithm="engine", report=told.append)
    assert told
    for one in (found, *told, *found.variations):
        assert not one.proved
    with pytest.raises(z.SearchError, match="is not solved: it has superko"):
        z.solve(game, mode="interpreted")
    with pytest.raises(z.SearchError, match="is not solved: it has superko"):
        z.solve(game, algorithm="minimax" if players == 2 else "maxn", mode="interpreted")
    right = z.best(game, algorithm="mcts", simulations=100, mode="interpreted")
    assert (right.proved, right.action) == (True, 1)


@pytest.mark.parametrize("ask", [z.Engine.solve, z.Engine.value, lambda engine, state: engine.window(state, -1, 1)])
def test_the_engine_solves_no_state_of_a_game_with_superko(ask: Callable[[z.Engine, int], object]) -> None:
    with pytest.raises(z.SearchError, match="is not solved: it has superko"):
        ask(z.Engine(Ko(), mode="interpreted"), 0)


def test_what_was_won_before_can_still_be_won() -> None:
    round_ = [0, 1, 3, 2]
    for before, value in ([], 1), (round_, 1), (2 * round_, 0):
        found = z.best(Detour(), 0, history=before, mode="interpreted")
        assert (found.value, found.proved) == (value, True)
        assert value == 0 or found.action == 1
        assert z.Engine(Detour(), mode="interpreted").solve(0, history=before).value == value


def test_the_table_may_be_of_any_size_or_none() -> None:
    found = [z.best(Wild(), depth=5, table=size, mode="interpreted") for size in (64, 1, False)]
    assert len({result.value for result in found}) == 1
    assert [result.probes > 0 for result in found if isinstance(result, EngineResult)] == [True, True, False]


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (Wild(), {"algorithm": "alphabeta", "seconds": 1.0}, "alphabeta has no option 'seconds'; engine and mcts have it$"),
        (Wild(), {"algorithm": "minimax", "killers": False}, "minimax has no option 'killers'"),
        (
            Wild(),
            {"sooner": True, "nodes": 5},
            "takes 'nodes' and 'sooner' at once: engine has no option 'sooner', alphabeta has no option 'nodes'",
        ),
        (Wild(), {"ties": True, "multipv": 2}, "takes 'ties' and 'multipv' at once"),
        (Wild(players=3), {"threads": 2}, "engine has no option 'threads'; mcts has it"),
        (Wild(players=3), {"algorithm": "engine", "killers": False}, "engine has no option 'killers'; paranoid has it"),
        (Wild(), {"algorithm": "engine", "sooner": True}, "engine has no option 'sooner'; minimax, alphabeta, "),
        (Wild(players=3), {"algorithm": "engine", "ties": True}, "engine has no option 'ties'; maxn has it"),
        (Wild(players=3), {"algorithm": "paranoid", "sooner": True}, "paranoid has no option 'sooner'; maxn has it"),
        (Wild(players=3), {"algorithm": "engine", "table": 1e9}, "does not fit: this machine has"),
        (Wild(), {"kilers": False}, "engine has no option 'kilers'; did you mean killers?"),
        (Wild(), {"killers": 3}, "option killers is true or false, not 3"),
        (Wild(), {"depth": 0}, "a depth is a whole number from 1"),
        (Wild(), {"seconds": 0}, "seconds: a number of seconds above 0, not 0"),
        (Wild(), {"nodes": -1}, "nodes is a whole number from 1 up, not -1"),
        (Wild(), {"threads": 0}, "threads is a whole number from 1 to 256, not 0"),
        (Wild(), {"table": 0}, "a table has a size in MiB above 0, not 0"),
        (Wild(), {"table": 1e9}, "does not fit: this machine has"),
        (Wild(), {"multipv": 0}, "multipv is a whole number from 1 up, not 0"),
    ],
)
def test_what_does_not_fit_is_named(game: z.Game, options: dict[str, Any], said: str) -> None:
    with pytest.raises(z.SearchError, match=said):
        z.best(game, mode="interpreted", **options)


def test_a_file_may_hold_a_game_ready_made(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text("import zermelo\ngame = zermelo.load_game('nim((1, 2))')\n")
    assert z.load_game(tmp_path / "made.py:game").initial() == z.load_game("nim((1, 2))").initial()


def test_a_file_that_ends_the_program_is_a_broken_game(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(z.GameError, match=r"SystemExit.*line 2"):
        z.load_game(str(tmp_path / "ends.py"))


class NotANumber(Nim):
    def utility(self, state, player):
        return float("nan")


class TooMuch(Nim):
    utility_range = (-1, 1)

    def utility(self, state, player):
        return 7 if player == 0 else -7


class Stranger(Nim):
    def to_move(self, state):
        return 5


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_monte_carlo_search_names_a_player_that_cannot_be(mode):
    class Later(Nim):
        """The second ply is that of a player whom there is not."""

        def to_move(self, state):
            return 5 if sum(state.heaps) < 3 else 0

    with pytest.raises(GameError, match="`to_move` returns a number that no player has in a position below"):
        z.best(Later((1, 2)), algorithm="mcts", simulations=50, mode=mode)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "engine"])
@pytest.mark.parametrize(
    ("rules", "said"), [(NotANumber, "`utility` returns NaN"), (TooMuch, "`utility` returns 7"), (Stranger, "`to_move` returns 5")]
)
def test_a_worth_or_a_player_that_cannot_be_is_named_with_its_position(rules, said, algorithm):
    with pytest.raises(GameError, match=f"{said} in position '"):
        z.best(rules((1, 2)), algorithm=algorithm, mode="interpreted")


class Unfinished(z.Game):
    """A game without a method that every game must have."""

    def initial(self) -> int:
        return 0


@pytest.mark.parametrize("mode", ["auto", "interpreted", "compiled"])
def test_a_method_that_is_not_there_yet_is_named(mode):
    with pytest.raises(z.GameError, match=r"Unfinished does not define `to_move\(self, state\)`; every game must"):
        z.best(Unfinished(), mode=mode)


def test_what_methods_take_is_asked_once_and_anew_where_their_code_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mine(Nim):
        def symmetries(self, state: Any) -> tuple[Any, ...]:
            return ()

    game = Mine((1, 2))
    checked_game(game)
    with monkeypatch.context() as patch:
        patch.setattr(inspect, "signature", lambda *_: pytest.fail("asked again"))
        assert checked_game(game) is game
    Mine.symmetries.__code__ = (lambda self: ()).__code__
    with pytest.raises(GameError, match=r"Mine\.symmetries is .*, and a game's is asked as `symmetries\(self, state\)`"):
        checked_game(game)
