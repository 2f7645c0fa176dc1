"""The methods of a game as a search calls them: over states that lie in its memory, and actions that are words.

Each *entry* is a function as rules are, in plain Python, compiled with them: it reads the state, calls the game's method and writes
what that gives. Around it goes a function with the one signature that searches know, which gives it an arena for what it makes:

    entry(state, ...parameters, out) -> 0 or more, or the number of what went wrong, below 0
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final

from zermelo.game import Game, defines
from zermelo.native import MOST_PREDECESSORS
from zermelo.native.plain.numbering import put_numbers, put_tagged
from zermelo.native.plain.packing import part, put_float, put_word, read, room, word_at, write, write_action
from zermelo.words import fingerprint

MOST_IMAGES: Final = 128
"""Symmetric states that a search looks at, at most."""


@dataclass(frozen=True)
class Entry:
    """A method as a search calls it.

    function    in plain Python: (game, layouts, state, ...parameters, out) -> how many were written, or nothing
    parameters  after the state: "int", "float" or "state"
    of_state    whether it is asked about a state
    gives       what is written: "int", "bool", "float", "floats", "state", "fingerprint", "actions", "outcomes", "states",
                "numbers"
    """

    name: str
    function: FunctionType
    parameters: tuple[str, ...]
    gives: str
    of_state: bool = True


def code_of(layouts: Any, action: Any, number: int) -> int:
    """The word for an action, which is the `number`-th of its state."""
    if layouts.actions_are_ints:
        return action  # type: ignore[no-any-return]
    if layouts.action is None:
        return number
    place = room()
    write_action(layouts.action, place, action)
    return word_at(place)


def action_of(game: Any, layouts: Any, state: Any, word: int) -> Any:
    """The action that a word stands for."""
    if layouts.actions_are_ints:
        return word
    if layouts.action is None:
        return numbered(game, state, word)
    place = room()
    put_word(place, 0, word)
    return read(layouts.action, place)


def numbered(game: Any, state: Any, number: int) -> Any:
    """The action of this number among those of a state."""
    if game.chance and game.to_move(state) == -1:
        for index, (action, _) in enumerate(game.outcomes(state)):
            if index == number:
                return action
    for index, action in enumerate(game.actions(state)):
        if index == number:
            return action
    raise IndexError


def code_of_one(game: Any, layouts: Any, state: Any, action: Any) -> int:
    """The word for an action of which it is not known which of its state's it is."""
    if layouts.action is None:
        for number, one in enumerate(game.actions(state)):
            if one == action:
                return number
        raise ValueError
    return code_of(layouts, action, 0)


def to_move(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, game.to_move(read(layouts.state, place)))


def is_terminal(game: Any, layouts: Any, place: Any, out: Any) -> None:
    over = game.is_terminal(read(layouts.state, place))
    if over is None:
        raise TypeError("None is no answer")  # as where a `return` is missing: it is not the same as False
    put_word(out, 0, 1 if over else 0)


def utility(game: Any, layouts: Any, place: Any, player: int, out: Any) -> None:
    put_float(out, 0, game.utility(read(layouts.state, place), player))


def evaluate(game: Any, layouts: Any, place: Any, player: int, out: Any) -> None:
    put_float(out, 0, game.evaluate(read(layouts.state, place), player))


def reward(game: Any, layouts: Any, place: Any, word: int, out: Any) -> None:
    state = read(layouts.state, place)
    put_float(out, 0, game.reward(state, action_of(game, layouts, state, word)))


def actions(game: Any, layouts: Any, place: Any, out: Any) -> int:
    state = read(layouts.state, place)
    count = 0
    for action in game.actions(state):
        if count == game.max_actions:
            return count + 1  # one too many is enough: a rule may never come to an end of them
        put_word(out, count, code_of(layouts, action, count))
        count += 1
    return count


def candidates(game: Any, layouts: Any, place: Any, out: Any) -> int:
    return some_actions(game, layouts, read(layouts.state, place), game.candidates, out)


def tactical(game: Any, layouts: Any, place: Any, out: Any) -> int:
    return some_actions(game, layouts, read(layouts.state, place), game.tactical, out)


def some_actions(game: Any, layouts: Any, state: Any, method: Any, out: Any) -> int:
    """Write the actions that a method gives, of which it is not known which of the state's they are."""
    count = 0
    for action in method(state):
        if count == game.max_actions:
            return count + 1  # one too many is enough: a rule may never come to an end of them
        put_word(out, count, code_of_one(game, layouts, state, action))
        count += 1
    return count


def outcomes(game: Any, layouts: Any, place: Any, out: Any) -> int:
    state = read(layouts.state, place)
    count = 0
    for action, probability in game.outcomes(state):
        if count == game.max_actions:
            return count + 1
        put_word(out, 2 * count, code_of(layouts, action, count))
        put_float(out, 2 * count + 1, probability)
        count += 1
    return count


def result(game: Any, layouts: Any, place: Any, word: int, out: Any) -> None:
    state = read(layouts.state, place)
    write(layouts.state, out, game.result(state, action_of(game, layouts, state, word)))


def null_move(game: Any, layouts: Any, place: Any, out: Any) -> None:
    write(layouts.state, out, game.null_move(read(layouts.state, place)))


def observe(game: Any, layouts: Any, place: Any, player: int, out: Any) -> None:
    write(layouts.state, out, game.observe(read(layouts.state, place), player))


def symmetries(game: Any, layouts: Any, place: Any, out: Any) -> int:
    count = 0
    for image in game.symmetries(read(layouts.state, place)):
        if count == MOST_IMAGES:
            return count + 1
        write(layouts.state, part(out, count * 8 * layouts.words), image)
        count += 1
    return count


def key(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, fingerprint(game.key(read(layouts.state, place))))


def same_key(game: Any, layouts: Any, place: Any, other: Any, out: Any) -> None:
    put_word(out, 0, 1 if game.key(read(layouts.state, place)) == game.key(read(layouts.state, other)) else 0)


def key_numbers(game: Any, layouts: Any, place: Any, tagged: int, width: int, out: Any) -> int:
    key = game.key(read(layouts.state, place))
    return put_tagged(out, width, key) if tagged else put_numbers(game, out, width, key)


def position(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, fingerprint(game.position(read(layouts.state, place))))


def order(game: Any, layouts: Any, place: Any, word: int, child: Any, out: Any) -> None:
    state = read(layouts.state, place)
    put_word(out, 0, game.order(state, action_of(game, layouts, state, word), read(layouts.state, child)))


def kind(game: Any, layouts: Any, place: Any, word: int, out: Any) -> None:
    state = read(layouts.state, place)
    put_word(out, 0, game.kind(state, action_of(game, layouts, state, word)))


def exchange(game: Any, layouts: Any, place: Any, word: int, out: Any) -> None:
    state = read(layouts.state, place)
    put_float(out, 0, game.exchange(state, action_of(game, layouts, state, word)))


def piece_to(game: Any, layouts: Any, place: Any, word: int, out: Any) -> None:
    state = read(layouts.state, place)
    put_word(out, 0, game.piece_to(state, action_of(game, layouts, state, word)))


def prior(game: Any, layouts: Any, place: Any, word: int, out: Any) -> None:
    state = read(layouts.state, place)
    put_float(out, 0, game.prior(state, action_of(game, layouts, state, word)))


def forced(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, 1 if game.forced(read(layouts.state, place)) else 0)


def may_pass(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, 1 if game.may_pass(read(layouts.state, place)) else 0)


def plies_left(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, game.plies_left(read(layouts.state, place)))


def bounds(game: Any, layouts: Any, place: Any, out: Any) -> None:
    low, high = game.bounds(read(layouts.state, place))
    put_float(out, 0, low)
    put_float(out, 1, high)


def endgame_value(game: Any, layouts: Any, place: Any, alpha: float, beta: float, out: Any) -> None:
    put_float(out, 0, game.endgame_value(read(layouts.state, place), alpha, beta))


def playout(game: Any, layouts: Any, place: Any, random_bits: int, out: Any) -> None:
    state = read(layouts.state, place)
    put_word(out, 0, code_of_one(game, layouts, state, game.playout(state, random_bits)))


def distance(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_float(out, 0, game.distance(read(layouts.state, place)))


def tier(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, game.tier(read(layouts.state, place)))


def rank(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, game.rank(read(layouts.state, place)))


def unrank(game: Any, layouts: Any, tier: int, index: int, out: Any) -> None:
    write(layouts.state, out, game.unrank(tier, index))


def possible(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, 1 if game.possible(read(layouts.state, place)) else 0)


def predecessors(game: Any, layouts: Any, place: Any, out: Any) -> int:
    count = 0
    for before in game.predecessors(read(layouts.state, place)):
        if count == MOST_PREDECESSORS:
            return count + 1
        write(layouts.state, part(out, count * 8 * layouts.words), before)
        count += 1
    return count


def won_so_far(game: Any, layouts: Any, place: Any, player: int, out: Any) -> None:
    put_float(out, 0, game.won_so_far(read(layouts.state, place), player))


def plies_so_far(game: Any, layouts: Any, place: Any, out: Any) -> None:
    put_word(out, 0, game.plies_so_far(read(layouts.state, place)))


def _entry(function: Callable[..., Any], parameters: tuple[str, ...], gives: str, *, of_state: bool = True) -> Entry:
    assert isinstance(function, FunctionType)
    return Entry(function.__name__, function, parameters, gives, of_state)


ALWAYS: Final = ("to_move", "is_terminal", "utility", "actions", "result", "key")
"""The methods that every search may call; of the others, those that the game has of its own."""
SAME_KEY: Final = "same_key"
"""Whether two states have one key: no method, but what `==` of two keys comes to. Rules compile without it where it does not."""
KEY_NUMBERS: Final = "key_numbers"
"""The numbers of which a key is made, which databases ask for: no method, and rules compile without it where it does not."""
RANKED: Final = ("tier", "rank", "unrank", "possible", "predecessors")
"""What databases ask of a game that numbers its states (`Game.tier_sizes`)."""
SO_FAR: Final = ("won_so_far", "plies_so_far")
"""What searches that look up states, and playouts that are cut short, ask of a game's view with rewards, and of one that counts plies (see
zermelo.search.scored and zermelo.search.sooner)."""
AT_WILL: Final = (SAME_KEY, KEY_NUMBERS, *SO_FAR, *RANKED)
"""Rules compile without what of these does not."""
ENTRIES: Final = {
    entry.name: entry
    for entry in (
        _entry(to_move, (), "int"),
        _entry(is_terminal, (), "bool"),
        _entry(utility, ("int",), "float"),
        _entry(actions, (), "actions"),
        _entry(result, ("int",), "state"),
        _entry(key, (), "fingerprint"),
        _entry(same_key, ("state",), "bool"),
        _entry(position, (), "fingerprint"),
        _entry(evaluate, ("int",), "float"),
        _entry(reward, ("int",), "float"),
        _entry(candidates, (), "actions"),
        _entry(tactical, (), "actions"),
        _entry(outcomes, (), "outcomes"),
        _entry(null_move, (), "state"),
        _entry(observe, ("int",), "state"),
        _entry(symmetries, (), "states"),
        _entry(order, ("int", "state"), "int"),
        _entry(kind, ("int",), "int"),
        _entry(exchange, ("int",), "float"),
        _entry(piece_to, ("int",), "int"),
        _entry(prior, ("int",), "float"),
        _entry(forced, (), "bool"),
        _entry(may_pass, (), "bool"),
        _entry(plies_left, (), "int"),
        _entry(bounds, (), "floats"),
        _entry(endgame_value, ("float", "float"), "float"),
        _entry(playout, ("int",), "int"),
        _entry(distance, (), "float"),
        _entry(key_numbers, ("int", "int"), "numbers"),
        _entry(tier, (), "int"),
        _entry(rank, (), "int"),
        _entry(unrank, ("int", "int"), "state", of_state=False),
        _entry(possible, (), "bool"),
        _entry(predecessors, (), "states"),
        _entry(won_so_far, ("int",), "float"),
        _entry(plies_so_far, (), "int"),
    )
}
ORDER: Final = tuple(ENTRIES)


def entries_of(game: Game) -> list[Entry]:
    """The entries that a game needs."""
    wanted = {name for name in ENTRIES if name in ALWAYS or getattr(type(game), name, None) is not getattr(Game, name, None)}
    if game.chance:
        wanted.add("outcomes")
    if game.superko:
        wanted.add("position")
    elif game.repetition is None:  # nobody asks for it
        wanted.discard("position")
    if game.players != 1:  # how far the goal is is only asked of a puzzle: elsewhere the name is the user's own
        wanted.discard("distance")
    if not defines(game, "tier_sizes"):
        wanted.difference_update(RANKED)
    wanted.update((SAME_KEY, KEY_NUMBERS))
    return [entry for name, entry in ENTRIES.items() if name in wanted]
