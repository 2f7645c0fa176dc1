"""Forward pruning on trees small enough to be worked out by hand: what is left out, and what is not."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from zermelo import MAX, Game
from zermelo.hints import BY_PIECE
from zermelo.search.engine.engine import Engine

LEAN = {
    "internal_deepening": False, "deepening": False, "aspiration": False, "early_cutoffs": False, "extensions": False, "table_from": 1,
    "order_from": 0,
}  # fmt: skip
SAFE, RISKY = 0, 1
"""The actions at the root: what follows the first is worth 0 to MAX, and what the second is worth depends on what is left out."""


class Sketch(Game):
    """A tree: a state is the way to it, as digits after a 1. `worths` says what evaluations find (else 0), `widths` how many actions there
    are (else one), both by the way."""

    max_actions = 10
    utility_range = (-10.0, 10.0)

    def __init__(self, worths: dict[str, float], widths: dict[str, int], *, pass_is_safe: bool = True) -> None:
        self.worths, self.widths, self.pass_is_safe = worths, widths, pass_is_safe

    def initial(self) -> int:
        return 1

    def to_move(self, state: int) -> int:
        return (len(str(state)) - 1) % 2

    def actions(self, state: int) -> Iterable[int]:
        return range(self.widths.get(str(state)[1:], 1))

    def result(self, state: int, action: int) -> int:
        return 10 * state + action

    def is_terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int, player: int) -> float:
        raise AssertionError("these games have no end")

    def evaluate(self, state: int, player: int) -> float:
        worth = self.worths.get(str(state)[1:], 0.0)
        return worth if player == MAX else -worth

    def null_move(self, state: int) -> int:
        return 10 * state + 9

    def may_pass(self, state: int) -> bool:
        return self.pass_is_safe


def chosen(game: Game, depth: int, **options: Any) -> tuple[int | None, float]:
    """The action that a search finds, and the value."""
    found = Engine(game, mode="interpreted", table=1, **LEAN, **options).search(depth=depth)
    assert not found.proved
    return found.action, found.value  # type: ignore[return-value]  # two players: a number


@pytest.mark.parametrize(("worth", "pruned"), [(-1.5, True), (-0.5, False)])
def test_what_is_too_good_by_a_margin_is_not_searched(worth: float, pruned: bool) -> None:
    """MIN thinks to be well off after the risky action; the only answer shows that MAX is."""
    game = Sketch({"1": worth, "10": 9.0}, {"": 2})
    assert chosen(game, 2) == (RISKY, 9.0)
    assert chosen(game, 2, reverse_futility=True) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


@pytest.mark.parametrize(("worth", "pruned"), [(-2.5, True), (-1.5, False)])
def test_quiet_actions_of_a_hopeless_state_are_left_out_but_for_the_first(worth: float, pruned: bool) -> None:
    """MAX thinks to be badly off two plies after the risky action, and the second answer would help; by two units it is left out."""
    game = Sketch({"10": worth, "100": -4.0, "101": 9.0}, {"": 2, "10": 2})
    assert chosen(game, 3) == (RISKY, 9.0)
    assert chosen(game, 3, futility=True) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


@pytest.mark.parametrize(("place", "pruned"), [(4, True), (3, False)])
def test_a_ply_above_the_leaves_four_quiet_actions_are_enough(place: int, pruned: bool) -> None:
    game = Sketch({**{f"10{other}": -1.0 for other in range(9)}, f"10{place}": 9.0}, {"": 2, "10": 9})
    assert chosen(game, 3) == (RISKY, 9.0)
    assert chosen(game, 3, late_move_pruning=True) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


@pytest.mark.parametrize(("before", "place", "pruned"), [(1.0, 2, True), (1.0, 1, False), (-1.0, 4, True), (-1.0, 3, False)])
def test_two_are_where_the_evaluation_is_no_better_than_two_plies_before(before: float, place: int, pruned: bool) -> None:
    game = Sketch({"10": before, **{f"1000{other}": -1.0 for other in range(9)}, f"1000{place}": 9.0}, {"": 2, "1000": 9})
    assert chosen(game, 5) == (RISKY, 9.0)
    assert chosen(game, 5, late_move_pruning=True, improving=True) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


def test_four_plies_above_the_leaves_one_less_is_searched_where_no_action_is_known() -> None:
    game = Sketch({"1000": -1.0, "10000": 9.0}, {"": 2})
    assert chosen(game, 5) == (RISKY, 9.0)
    assert chosen(game, 5, internal_reduction=True) == (SAFE, 0.0)


@pytest.mark.parametrize("option", ["futility", "late_move_pruning"])
def test_nothing_is_left_out_where_all_that_was_tried_loses(option: str) -> None:
    game = Sketch({"10": -9.0, **{f"10{other}": -10.0 for other in range(8)}, "108": 9.0}, {"": 2, "10": 9})
    assert chosen(game, 3, **{option: True}) == (RISKY, 9.0)


@pytest.mark.parametrize(("option", "place"), [("futility", 1), ("late_move_pruning", 4)])
def test_what_leaves_the_other_forced_is_searched(option: str, place: int) -> None:
    class Checked(Sketch):
        def forced(self, state: int) -> bool:
            return state == int(f"110{place}")

    game = Checked({"10": -5.0, **{f"10{other}": -4.0 for other in range(9)}, f"10{place}": 9.0}, {"": 2, "10": 9})
    assert chosen(game, 3, **{option: True}) == (RISKY, 9.0)


@pytest.mark.parametrize("safe", [True, False])
def test_who_may_not_pass_is_not_judged_by_a_null_move(safe: bool) -> None:
    """After the risky action MIN would be well off with a pass, but has to move."""
    game = Sketch({"1": -1.0, "190": -9.0, "1000": 9.0}, {"": 2}, pass_is_safe=safe)
    assert chosen(game, 4) == (RISKY, 9.0)
    assert chosen(game, 4, null_move=True) == ((SAFE, 0.0) if safe else (RISKY, 9.0))


class Told(Sketch):
    """All actions are quiet, and it says so."""

    def kind(self, state: int, action: int) -> int:
        return 0


@pytest.mark.parametrize("cls", [Sketch, Told])
def test_the_history_speaks_for_what_cut_and_where_kinds_are_told_against_what_was_tried_before_it(cls: type[Sketch]) -> None:
    """MIN refutes each of the later actions with the second answer."""
    game = cls({f"{first}{second}": 1 - 5.0 * second for first in range(1, 5) for second in range(2)}, {"": 5, **dict.fromkeys("1234", 2)})
    engine = Engine(game, mode="interpreted", table=1, killers=False, counter_moves=False, **LEAN)
    engine.search(depth=2)
    history = engine._machine.workspaces[0].thread.history
    by_min = 4096
    assert history[by_min + 1] > 0
    assert (history[by_min] < 0) == (cls is Told)


def test_what_cut_after_an_action_is_learned_for_that_action_and_forgotten_at_clear() -> None:
    """MIN refutes each of the later actions by the same piece; an action's own number is its piece's."""

    class Pieces(Told):
        def piece_to(self, state: int, action: int) -> int:
            return 10 + action

    game = Pieces(
        {f"{first}{second}": 1 - 5.0 * second for first in range(1, 5) for second in range(2)}, {"": 5, **dict.fromkeys("1234", 2)}
    )
    engine = Engine(game, mode="interpreted", table=1, killers=False, counter_moves=False, **LEAN)
    engine.search(depth=2)
    learned = engine._machine.workspaces[0].thread.continuations
    after = {(first, second): learned[(10 + first) * BY_PIECE + 10 + second] for first in range(5) for second in range(2)}
    assert {pair for pair, value in after.items() if value > 0} == {(first, 1) for first in range(1, 5)}
    assert {pair for pair, value in after.items() if value < 0} <= {(first, 0) for first in range(1, 5)}
    assert learned[BY_PIECE * BY_PIECE + 11] > 0  # what follows no action of its own at all, as the first answer to the root does
    engine.search(depth=1)
    assert learned[(10 + 1) * BY_PIECE + 11] == after[1, 1]  # kept from search to search
    engine.clear()
    assert not any(learned[place] for place in range(2 * BY_PIECE * BY_PIECE))


class Exchanges(Sketch):
    """`brings` says what an exchange wins that begins with an action, by the way that ends with it; all other actions are quiet."""

    def __init__(self, worths: dict[str, float], widths: dict[str, int], brings: dict[str, float]) -> None:
        super().__init__(worths, widths)
        self.brings = brings

    def tactical(self, state: int) -> Iterable[int]:
        return [action for action in self.actions(state) if self.kind(state, action)]

    def kind(self, state: int, action: int) -> int:
        return int(f"{str(state)[1:]}{action}" in self.brings)

    def exchange(self, state: int, action: int) -> float:
        return self.brings[f"{str(state)[1:]}{action}"]


@pytest.mark.parametrize(("brings", "pruned"), [(-0.5, True), (1.0, True), (1.5, False)])
def test_quiescence_leaves_out_exchanges_that_lose_or_win_too_little(brings: float, pruned: bool) -> None:
    """Two plies after the risky action MAX would have to win more than three units; two may be won beyond what is foretold."""
    game = Exchanges({"10": -3.0, "100": 9.0}, {"": 2}, {"100": brings})
    assert chosen(game, 2, exchange=False) == (RISKY, 9.0)
    assert chosen(game, 2) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


@pytest.mark.parametrize(("brings", "first"), [(1.0, 0), (-1.0, 1)])
def test_exchanges_that_lose_are_searched_last(brings: float, first: int) -> None:
    """Both answers of MIN refute the risky action: the first that is searched cuts, a capture unless it loses."""
    game = Exchanges({"10": -9.0, "11": -9.0}, {"": 2, "1": 2}, {"10": brings})
    engine = Engine(game, mode="interpreted", table=1, quiescence=False, **LEAN)
    engine.search(depth=2)
    learnt = engine._machine.workspaces[0].thread.history
    assert (learnt[4096], learnt[4096 + 1] > 0) == (0, first == 1)  # the quiet one is learnt if it cut


@pytest.mark.parametrize(("brings", "pruned"), [(-1.5, True), (-1.0, False)])
def test_a_ply_above_the_leaves_exchanges_that_lose_more_than_a_unit_are_left_out(brings: float, pruned: bool) -> None:
    """Two plies after the risky action the evaluation says that a capture helps MAX, who loses by it on that square."""
    game = Exchanges({"100": -4.0, "101": 9.0}, {"": 2, "10": 2}, {"101": brings})
    assert chosen(game, 3, quiescence=False) == (RISKY, 9.0)
    assert chosen(game, 3, quiescence=False, exchange_pruning=True) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


@pytest.mark.parametrize(("brings", "pruned"), [(-0.75, True), (-0.5, False)])
def test_quiet_actions_that_lose_more_than_six_tenths_are_left_out(brings: float, pruned: bool) -> None:
    """As above, with a piece that goes to a square where it is taken; a search that asks for the evaluation says so of nobody in check."""

    class Loses(Exchanges):
        def exchange(self, state: int, action: int) -> float:
            return brings if (state, action) == (110, 1) else 0.0

    game = Loses({"100": -4.0, "101": 9.0}, {"": 2, "10": 2}, {})
    on = {"quiescence": False, "exchange_pruning": True, "late_move_pruning": True}
    assert chosen(game, 3, quiescence=False) == (RISKY, 9.0)
    assert chosen(game, 3, **on) == ((SAFE, 0.0) if pruned else (RISKY, 9.0))


def test_no_exchange_is_left_out_where_all_that_was_tried_loses() -> None:
    game = Exchanges({"100": -10.0, "101": 9.0}, {"": 2, "10": 2}, {"101": -5.0})
    assert chosen(game, 3, quiescence=False, exchange_pruning=True) == (RISKY, 9.0)


class Transposing(Exchanges):
    """The order in which actions were played makes no difference. Notes what is evaluated."""

    def __init__(self, worths: dict[str, float], widths: dict[str, int], brings: dict[str, float]) -> None:
        super().__init__(worths, widths, brings)
        self.evaluated: list[int] = []

    def key(self, state: int) -> tuple[str, ...]:
        return tuple(sorted(str(state)))

    def evaluate(self, state: int, player: int) -> float:
        self.evaluated.append(state)
        return super().evaluate(state, player)


@pytest.mark.parametrize("kept", [False, True])
def test_an_exchange_that_comes_again_by_another_order_is_looked_up(kept: bool) -> None:
    """MAX takes after either order of the two actions, which is worth 3; MIN's other answers are worth 5."""
    same = {"01": -1.0, "10": -1.0, "012": 3.0, "102": 3.0}
    game = Transposing({"00": 5.0, "11": 5.0, **same}, {"": 2, "0": 2, "1": 2, "01": 3, "10": 3}, {"012": 4.0, "102": 4.0})
    assert chosen(game, 2, quiescence_table=kept) == (0, 3.0)
    assert 1012 in game.evaluated
    assert (1102 in game.evaluated) == (not kept)


# Children that are made when it is their turn


class Counted(Sketch):
    """Counts the children that are made, and whether `order` looks at one is its own affair."""

    made = 0

    def result(self, state: int, action: int) -> int:
        self.made += 1
        return super().result(state, action)

    def order(self, state: int, action: int, child: int) -> int:
        return -action


class Curious(Counted):
    def order(self, state: int, action: int, child: int) -> int:
        return -(child % 10)


def children_made(game: Counted, lazy: bool) -> int:
    found = Engine(game, mode="interpreted", table=1, lazy_children=lazy, **LEAN).search(depth=4)
    assert (found.action, found.value) == (0, 0.0)
    return game.made


def test_a_child_that_a_cut_off_leaves_out_is_not_made() -> None:
    """Four plies of three actions each. Each 0 is a point for who plays it, so that the first action mostly cuts."""
    game = {digits: digits[::2].count("0") - float(digits[1::2].count("0")) for digits in map("".join, product("012", repeat=4))}
    widths = {"".join(way): 3 for plies in range(4) for way in product("012", repeat=plies)}
    eager, lazy = (children_made(Counted(game, widths), lazy) for lazy in (False, True))
    assert lazy < eager
    assert children_made(Curious(game, widths), lazy=True) == eager, "where the order looks at the children, all are made"
