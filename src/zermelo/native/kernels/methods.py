"""The methods of a game over states in registers: in plain Python, compiled with the rules, called by kernels that they become part of.

Each is a function (game, state, ...parameters), and returns what a kernel takes; what lists something writes it to a row of words at `out`,
and returns how many there are. `state_of` gives the states of a game their one form (see kinds.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.game import count_actions
from zermelo.native import MOST_PREDECESSORS
from zermelo.native.plain.entries import MOST_IMAGES, Entry
from zermelo.native.plain.numbering import put_numbers, put_tagged
from zermelo.native.plain.packing import part, put_float, put_word
from zermelo.words import fingerprint


def state_of(game: Any, value: Any) -> Any:
    """A state in the form that states of the game have in kernels."""
    raise NotImplementedError


def put_state(game: Any, place: Any, value: Any) -> None:
    """Let a state lie at a place."""
    raise NotImplementedError


def exactly(number: float) -> float:
    """A number as a float; one that floats do not tell from its neighbours is an error."""
    raise NotImplementedError


def to_move(game: Any, state: Any) -> int:
    return int(game.to_move(state))


def is_terminal(game: Any, state: Any) -> bool:
    over = game.is_terminal(state)
    if over is None:
        raise TypeError("None is no answer")  # as where a `return` is missing: it is not the same as False
    return bool(over)


def utility(game: Any, state: Any, player: int) -> float:
    return exactly(game.utility(state, player))


def evaluate(game: Any, state: Any, player: int) -> float:
    return exactly(game.evaluate(state, player))


def reward(game: Any, state: Any, action: int) -> float:
    return exactly(game.reward(state, action))


def actions(game: Any, state: Any, out: Any) -> int:
    return listed(game, state, game.actions, out)


def first_action(game: Any, state: Any) -> tuple[int, int]:
    """Whether there is an action, and the first: where it causes a cut-off, the others need not be made."""
    for action in game.actions(state):
        return 1, int(action)
    return 0, 0


def candidates(game: Any, state: Any, out: Any) -> int:
    return listed(game, state, game.candidates, out)


def tactical(game: Any, state: Any, out: Any) -> int:
    return listed(game, state, game.tactical, out)


def listed(game: Any, state: Any, method: Any, out: Any) -> int:
    count = 0
    for action in method(state):
        if count == game.max_actions:
            return count + 1  # one too many is enough: a rule may never come to an end of them
        put_word(out, count, action)
        count += 1
    return count


def outcomes(game: Any, state: Any, out: Any) -> int:
    count = 0
    for action, probability in game.outcomes(state):
        if count == game.max_actions:
            return count + 1
        put_word(out, 2 * count, action)
        put_float(out, 2 * count + 1, probability)
        count += 1
    return count


def symmetries(game: Any, state: Any, out: Any) -> int:
    count = 0
    for image in game.symmetries(state):
        if count == MOST_IMAGES:
            return count + 1
        put_state(game, part(out, count * game_bytes(game)), image)
        count += 1
    return count


def game_bytes(game: Any) -> int:
    """How many bytes a state takes in memory."""
    raise NotImplementedError


def result(game: Any, state: Any, action: int) -> Any:
    return state_of(game, game.result(state, action))


def null_move(game: Any, state: Any) -> Any:
    return state_of(game, game.null_move(state))


def observe(game: Any, state: Any, player: int) -> Any:
    return state_of(game, game.observe(state, player))


def key(game: Any, state: Any) -> int:
    return fingerprint(game.key(state))


def same_key(game: Any, state: Any, other: Any) -> bool:
    return bool(game.key(state) == game.key(other))


def key_numbers(game: Any, state: Any, tagged: int, width: int, out: Any) -> int:
    key = game.key(state)
    return put_tagged(out, width, key) if tagged else put_numbers(game, out, width, key)


def position(game: Any, state: Any) -> int:
    return fingerprint(game.position(state))


def order(game: Any, state: Any, action: int, child: Any) -> int:
    return int(game.order(state, action, child))


def kind(game: Any, state: Any, action: int) -> int:
    return int(game.kind(state, action))


def exchange(game: Any, state: Any, action: int) -> float:
    return float(game.exchange(state, action))


def piece_to(game: Any, state: Any, action: int) -> int:
    return int(game.piece_to(state, action))


def prior(game: Any, state: Any, action: int) -> float:
    return float(game.prior(state, action))


def forced(game: Any, state: Any) -> bool:
    return bool(game.forced(state))


def may_pass(game: Any, state: Any) -> bool:
    return bool(game.may_pass(state))


def plies_left(game: Any, state: Any) -> int:
    return int(game.plies_left(state))


def bounds(game: Any, state: Any) -> tuple[float, float]:
    low, high = game.bounds(state)
    return float(low), float(high)


def endgame_value(game: Any, state: Any, alpha: float, beta: float) -> float:
    return exactly(game.endgame_value(state, alpha, beta))


def playout(game: Any, state: Any, random_bits: int) -> int:
    return int(game.playout(state, random_bits))


def distance(game: Any, state: Any) -> float:
    return float(game.distance(state))


def tier(game: Any, state: Any) -> int:
    return int(game.tier(state))


def rank(game: Any, state: Any) -> int:
    return int(game.rank(state))


def won_so_far(game: Any, state: Any, player: int) -> float:
    return float(game.won_so_far(state, player))


def plies_so_far(game: Any, state: Any) -> int:
    return int(game.plies_so_far(state))


def unrank(game: Any, tier: int, index: int) -> Any:
    return state_of(game, game.unrank(tier, index))


def possible(game: Any, state: Any) -> bool:
    return bool(game.possible(state))


def predecessors(game: Any, state: Any, out: Any) -> int:
    count = 0
    for before in game.predecessors(state):
        if count == MOST_PREDECESSORS:
            return count + 1
        put_state(game, part(out, count * game_bytes(game)), before)
        count += 1
    return count


METHODS: Final[dict[str, Callable[..., Any]]] = {
    function.__name__: function
    for function in (
        to_move, is_terminal, utility, evaluate, reward, actions, first_action, count_actions, candidates, tactical, outcomes, symmetries,
        result, null_move, observe, key, same_key, key_numbers, position, order, kind, exchange, piece_to, prior, forced, may_pass,
        plies_left, bounds, endgame_value, playout, distance, tier, rank, won_so_far, plies_so_far, unrank,
        possible, predecessors,
    )
}  # fmt: skip
"""By the names of the entries (see plain/entries.py)."""
FIRST: Final = Entry("first_action", first_action, (), "pair")  # type: ignore[arg-type]
"""What is asked before `actions` where a game lists them one by one: that has one `yield`, and all of it may become part of a kernel."""
COUNT: Final = Entry("count_actions", count_actions, (), "int")  # type: ignore[arg-type]
"""How the actions of other games are counted."""
