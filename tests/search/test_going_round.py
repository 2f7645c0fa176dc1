"""Games in which positions come back: a search to their end, which does not come, says so soon."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo.search import textbook
from zermelo.search.size import always_ends, coming_back, with_endless_play


class Ludo(z.Game):
    """Three race over four squares, by a coin; who steps on another sends them back to the start."""

    players = 3
    chance = True

    def initial(self):
        return ((0, 0, 0), 0, 0)

    def to_move(self, state):
        return state[1] if state[2] else z.CHANCE

    def outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        at, turn, coin = state
        if not coin:
            return (at, turn, action)
        goal = at[turn] + coin * action
        moved = tuple(goal if one == turn else 0 if place == goal and 0 < goal < 4 else place for one, place in enumerate(at))
        return (moved, (turn + 1) % 3, 0)

    def is_terminal(self, state):
        return max(state[0]) >= 4

    def utility(self, state, player):
        return int(state[0][player] >= 4)


class Ring(z.Game):
    """Three walk round a ring of 9; who meets another wins."""

    players = 3

    def initial(self):
        return ((0, 3, 6), 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        moved = (state[0][state[1]] + action - 1) % 9
        return (tuple(moved if one == state[1] else place for one, place in enumerate(state[0])), (state[1] + 1) % 3)

    def is_terminal(self, state):
        return len(set(state[0])) < 3

    def utility(self, state, player):
        return int(player == (state[1] + 2) % 3)


TOLD = r"goes round \(.* comes back\), and maxn does not come to its end: say how many plies .*depth=4.*algorithm='mcts'"


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize("search", [z.best, z.solve])
def test_a_game_for_three_with_chance_that_goes_round_is_told(search, mode, monkeypatch):
    monkeypatch.setattr(textbook, "_ROUND_SECONDS", 0.3)
    with pytest.raises(z.SearchError, match=TOLD):
        search(Ludo(), mode=mode)


def test_with_a_depth_it_is_searched():
    assert len(z.best(Ludo(), depth=5).value) == 3


def test_without_chance_solve_says_so_too(monkeypatch):
    with pytest.raises(z.SearchError, match=r"Ring.* goes round .*, and engine does not come to its end"):
        z.solve(Ring())
    monkeypatch.setattr(textbook, "_ROUND_SECONDS", 0.3)
    with pytest.raises(z.SearchError, match=TOLD):
        z.best(Ring(), algorithm="maxn")


def test_what_comes_back_is_found_and_nothing_else():
    assert coming_back(Ring(), Ring().initial()) is not None
    game = z.load_game("nim(players=3)")
    assert coming_back(game, game.initial()) is None
    assert coming_back(Ring(), Ring().initial(), 1) is None


# What a third time is worth, and not the second


class Coin(z.Game):
    """MAX throws a coin until it shows heads, and has won; nobody chooses anything."""

    chance = True
    repetition = 0.0
    utility_range = (-1.0, 1.0)

    def initial(self):
        return (0,)

    def to_move(self, state):
        return z.MAX if state[0] else z.CHANCE

    def actions(self, state):
        return [0]

    def outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def result(self, state, action):
        return (2,) if state[0] == 0 and action == 0 else (1 - state[0],)

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return 1 if player == z.MAX else -1


class Toll(z.Game):
    """MAX takes a coin and MIN goes back, for ever; nobody chooses anything."""

    repetition = 0.0
    utility_range = (-9.0, 9.0)

    def initial(self):
        return (0,)

    def to_move(self, state):
        return state[0]

    def actions(self, state):
        return [0]

    def reward(self, state, action):
        return 1 - state[0]

    def result(self, state, action):
        return (1 - state[0],)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0


@pytest.mark.parametrize("game", [Coin(), Toll()], ids=["luck", "rewards"])
def test_where_luck_or_rewards_count_how_often_a_position_comes_nothing_is_proved(game):
    """With luck 3 of 4 games are won before the start comes for the third time, and by then two coins are taken."""
    found = z.best(game, depth=30, mode="interpreted")
    assert not found.proved
    assert sum(z.play_game(game, ["random", "random"], seed=seed).utilities[0] for seed in range(40)) / 40 != found.value
    with pytest.raises(z.SearchError, match=r"positions come back, .*for the third time is not searched"):
        z.solve(game, mode="interpreted")


class Flee(z.Game):
    """MAX may give up, which is the only end, and a loss; or go round. What that is worth `repetition` may say."""

    def __init__(self, chance=False, repetition=None):
        self.chance, self.repetition = chance, repetition

    def initial(self):
        return (0,)

    def to_move(self, state):
        return state[0] % 2

    def actions(self, state):
        return [0, 1] if state[0] == 0 else [0]

    def outcomes(self, state):
        return []

    def result(self, state, action):
        return (2,) if action else (1 - state[0],)

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return -1 if player == z.MAX else 1


def test_who_loses_by_every_end_may_go_round(tmp_path):
    with pytest.raises(z.SearchError, match="the value is from -1 to 1, whatever such a game is worth"):
        z.solve(Flee(), mode="interpreted")
    by_chance = z.solve(Flee(chance=True), mode="interpreted")
    assert (by_chance.value, by_chance.error, by_chance.proved) == (0, 1, False)
    with z.make_database(Flee(chance=True), tmp_path / "made", mode="interpreted") as database:
        assert str(database.probe()) == "worth from -1 to 1"
        assert z.check_database(database).ok
    assert z.solve(Flee(repetition=0.0), mode="interpreted").value == 0


def test_a_game_of_chance_without_end_is_valued_as_deep_as_it_can_be_searched():
    """Beyond that it had been worth less the deeper it was looked at."""
    game = z.load_game("pig(3)")
    found, solved = z.best(game, depth=300), z.solve(game)
    assert not found.proved
    assert found.value == pytest.approx(solved.value, abs=1e-3)


class Loop(z.Game):
    """MIN may end it (0), which is worth 0 to MAX, or let go round (1); no end is worth less. At 1 MAX moves, or chance does."""

    utility_range = (0, 10)

    def __init__(self, chance: bool = False) -> None:
        self.chance = chance

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return z.MIN if state == 0 else z.CHANCE if self.chance else z.MAX

    def actions(self, state: int) -> list[int]:
        return [0] if state else [0, 1]

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def result(self, state: int, action: int) -> int:
        return 0 if state else 2 - action

    def is_terminal(self, state: int) -> bool:
        return state == 2

    def utility(self, state: int, player: int) -> int:
        return 0


@pytest.mark.parametrize("chance", [False, True])
def test_who_loses_by_every_end_may_go_round_whatever_the_range_says_of_the_ends(chance: bool) -> None:
    """To end it is the best of all ends for MIN, and yet to go round may be worth more to them: nothing is proved."""
    game = Loop(chance)
    assert not z.best(game, depth=8, mode="interpreted").proved
    assert not z.best(game, algorithm="mcts", simulations=20, mode="interpreted").proved
    with pytest.raises(z.SearchError, match=r"let `repetition` say what"):
        z.solve(game, algorithm="engine", mode="interpreted")
    found = z.solve(game, algorithm="value-iteration", mode="interpreted")
    assert (found.value - found.error, found.value + found.error) == (-10, 0)


def test_where_the_rules_say_what_it_is_worth_the_range_is_believed() -> None:
    class Worth(Loop):
        repetition = 0

    assert z.best(Worth(), depth=8, mode="interpreted").proved
    assert z.solve(Worth(), mode="interpreted").value == 0


class Garden(Loop):
    """The same, but that MIN may go into a garden first (3), in which play goes on for many states and ends, worth 5 to MAX; or, from what
    no play from the initial state comes to (4), too."""

    max_actions = 40

    def __init__(self, start: int = 0, chance: bool = False) -> None:
        super().__init__(chance)
        self.start = start

    def initial(self) -> int:
        return self.start

    def to_move(self, state: int) -> int:
        return super().to_move(state) if state < 3 else z.MIN if state == 4 else z.MAX

    def actions(self, state: int) -> list[int]:
        return [2, 0, 1] if state == 0 else [0] if state in (1, 4) else list(range(40))

    def result(self, state: int, action: int) -> int:
        if state in (3, 10):
            return 20 + action
        if 20 <= state < 60:
            return 40 * state + action
        return 3 if (state, action) == (0, 2) else 1 if state == 4 else super().result(state, action)

    def is_terminal(self, state: int) -> bool:
        return state == 2 or state >= 800

    def utility(self, state: int, player: int) -> int:
        return 0 if state == 2 else 5 if player == z.MAX else -5


def test_that_the_first_thousand_states_do_not_come_back_says_nothing_of_the_others() -> None:
    """The value had been called proved, by the range of the ends."""
    game = Garden()
    assert coming_back(game, 0) is None
    assert not z.best(game, depth=4, mode="interpreted").proved
    assert not z.best(game, algorithm="mcts", simulations=20, mode="interpreted").proved


class Small(Garden):
    """A garden of fewer states."""

    max_actions = 4

    def actions(self, state: int) -> list[int]:
        return list(super().actions(state))[:4]


def test_that_play_from_the_initial_state_ends_says_nothing_of_other_states() -> None:
    game = Small(start=20)
    assert with_endless_play(game) is game
    for state in (0, 4):
        assert not z.best(game, state, depth=8, mode="interpreted").proved
        assert not z.best(game, state, algorithm="mcts", simulations=50, mode="interpreted").proved
    assert z.best(game, 20, depth=8, mode="interpreted").proved


def test_where_all_states_are_seen_and_none_comes_back_the_range_is_believed() -> None:
    assert with_endless_play(game := Small(start=10)) is game
    assert always_ends(game, 10)
    assert not always_ends(game, 10, 3)
    assert not always_ends(game, 0)
    assert with_endless_play(game, 0).utility_range == (-10, 10)


class Tossed(Loop):
    """MIN may end it, worth 0, or toss a coin: an end that is worth 1, or play that goes round for ever (4 and 5)."""

    def to_move(self, state: int) -> int:
        return z.MIN if state == 0 else z.CHANCE if state == 1 else z.MAX

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return [(3, 0.5), (4, 0.5)]

    def result(self, state: int, action: int) -> int:
        return 2 - action if state == 0 else action if state == 1 else 9 - state

    def is_terminal(self, state: int) -> bool:
        return state in (2, 3)

    def utility(self, state: int, player: int) -> int:
        return (state - 2) * (1 if player == z.MAX else -1)


def test_star1_takes_endless_play_for_worth_no_more_than_any_end_in_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """To go round had been worth 0 at least, so that nothing needed a search beside the end."""
    monkeypatch.setattr(textbook, "WHOLE_TREE", 100)
    with pytest.raises(z.SearchError, match="the game goes on for more than 100 plies"):
        z.solve(Tossed(chance=True), algorithm="star1", mode="interpreted")
