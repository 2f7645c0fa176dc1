"""The hooks of the searches: what a game says to make one faster must be true, or the search is wrong without a word.

`bounds`, `candidates` and `endgame_value` are proofs. They are held to plain minimax where a game is nearly over (`WORTHS`), and
the bounds of every state to those of the states that follow (`HOOKS`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isclose
from typing import Final

from zermelo.checker.findings import Finding
from zermelo.checker.rules import Memory, Rule
from zermelo.checker.view import View, is_action, is_number, number, truth
from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, MAX, Game, defines
from zermelo.hints import BY_PIECE, Evaluation
from zermelo.state_text import shortened
from zermelo.values import counted

_MOST_ORDER: Final = 1 << 30
_WALK: Final = 40  # plies that tactical actions are followed
_LOTS: Final = 3  # actions that `playout` is asked for
_VISITED: Final = 80  # states that plain minimax may visit for one position
_VISITED_IN_ALL: Final = 2000


def facts(game: Game) -> Iterator[Finding]:
    """What is broken in the facts for searches, each of which is of its kind (see zermelo.shadows)."""
    from zermelo.search.engine.options import Options  # only where a game is checked
    from zermelo.search.mcts.options import Options as MonteCarloOptions

    for name, value in game.evaluations.items():
        if not isinstance(value, Evaluation) or not isinstance(name, str) or not name.isidentifier():
            told = f"evaluations[{name!r}] is {value!r}; it maps names such as 'groups' to Evaluation objects"
            yield Finding("facts", "evaluations", told)
    if game.endgame_plies and not defines(game, "endgame_value"):
        yield Finding(
            "facts", "endgame_value", f"endgame_plies is {game.endgame_plies} and {type(game).__name__} does not define `endgame_value`"
        )
    for name, chosen in (("engine", Options.usual), ("monte_carlo", MonteCarloOptions.usual)):
        try:
            chosen(game)
        except (ZermeloError, TypeError) as error:
            yield Finding("facts", name, f"{name} is {shortened(getattr(game, name))}; {error}")


def left_out(game: Game) -> Iterator[str]:
    """Notes on the options that a game gives the engine, and that come to nothing with it."""
    from zermelo.search.engine.options import HOOKS, Options

    given = Options.usual(game)
    taken = given.for_game(game)
    for name in game.engine:
        if getattr(given, name) != getattr(taken, name):
            hook = HOOKS.get(name, "")
            lacks = f"{type(game).__name__} does not define `{hook}`"
            why = lacks if hook and not defines(game, hook) else "other facts of the game rule that out"
            yield f"engine says {name} = {getattr(given, name)!r}, and the engine searches with {getattr(taken, name)!r}: {why}"


def _is_asked(view: View, hook: str) -> bool:
    """Whether the engine would ask the game this about the state."""
    return view.game.players <= 2 and _has(view, hook)


def _has(view: View, hook: str) -> bool:
    """Whether the game has this to say of states in which a player is to move, and this is one."""
    return defines(view.game, hook) and not view.is_terminal and view.player != CHANCE


def order(view: View, memory: Memory) -> Iterator[Finding]:
    """`order` gives ints of 31 bits."""
    if not _is_asked(view, "order"):
        return
    action, child = list(view.children.items())[view.ply % len(view.children)]
    given = view.ask("order", action, child.state)
    if not is_action(given) or abs(given) >= _MOST_ORDER:
        told = f"order(state, {action}, child) gave {shortened(given)}; it is an int between -2**30 and 2**30"
        yield Finding("order", "order", told)


def candidates(view: View, memory: Memory) -> Iterator[Finding]:
    """Where `bounds` leaves the value open, `candidates` gives legal actions, one at least."""
    if not _is_asked(view, "candidates") or not _is_open(view):
        return
    given = view.listing("candidates", view.game.max_actions + 1)
    yield from _illegal(view, "candidates", given)
    if not given:
        yield Finding(
            "candidates", "none", "candidates(state) gave nothing, and bounds(state) leaves the value open; the best action is one"
        )


def tactical(view: View, memory: Memory) -> Iterator[Finding]:
    """`tactical` gives legal actions, and following them comes to an end."""
    if not _is_asked(view, "tactical"):
        return
    seen, here = [view.state], view
    for _ in range(_WALK):
        given = [] if here.is_terminal else here.listing("tactical", view.game.max_actions + 1)
        wrong = list(_illegal(here, "tactical", given))
        if wrong or not given:
            yield from wrong
            return
        here = here.child(memory.random.choice(given))
        if here.state in seen:
            plies = len(seen) - seen.index(here.state)
            told = (
                f"{plies} of the actions that tactical(state) gives lead back to {here.text}; those that can be undone do not belong there"
            )
            yield Finding("tactical", "endless", told)
            return
        seen.append(here.state)


def _illegal(view: View, method: str, given: list[int]) -> Iterator[Finding]:
    wrong = [action for action in given if not is_action(action) or action not in view.listed]
    if wrong:
        yield Finding(method, method, f"{method}(state) gave {shortened(wrong[0])}, which is not one of actions(state)")


def kind(view: View, memory: Memory) -> Iterator[Finding]:
    """`kind` gives ints from 0, and 0 for no action that `tactical` lists where the player is not forced."""
    if not _is_asked(view, "kind"):
        return
    listed = view.listing("tactical", view.game.max_actions + 1) if defines(view.game, "tactical") and not view.ask("forced") else ()
    for action in view.listed:
        given = view.ask("kind", action)
        if not is_action(given) or given < 0:
            yield Finding("kind", "kind", f"kind(state, {action}) gave {shortened(given)}; it is an int from 0")
            return
        if given == 0 and action in listed:
            yield Finding("kind", "kind", f"kind(state, {action}) gave 0, quiet, and tactical(state) lists it")
            return


def piece_to(view: View, memory: Memory) -> Iterator[Finding]:
    """`piece_to` gives numbers from 0 to 511."""
    if not _is_asked(view, "piece_to"):
        return
    for action in view.listed:
        given = view.ask("piece_to", action)
        if not is_action(given) or not 0 <= given < BY_PIECE:
            yield Finding(
                "piece_to", "piece_to", f"piece_to(state, {action}) gave {shortened(given)}; it is an int from 0 to {BY_PIECE - 1}"
            )
            return


def exchange(view: View, memory: Memory) -> Iterator[Finding]:
    """`exchange` gives numbers of what tactical actions bring."""
    if not _is_asked(view, "exchange"):
        return
    for action in view.listing("tactical", view.game.max_actions + 1):
        given = view.ask("exchange", action)
        if not is_number(given) or not -inf < given < inf:
            yield Finding("exchange", "exchange", f"exchange(state, {action}) gave {shortened(given)}; it is a finite number")
            return


def forced(view: View, memory: Memory) -> Iterator[Finding]:
    """`forced` gives True or False."""
    if _is_asked(view, "forced"):
        truth(view.ask("forced"), "forced(state)", rule="forced")
    yield from ()


def may_pass(view: View, memory: Memory) -> Iterator[Finding]:
    """`may_pass` gives True or False."""
    if _is_asked(view, "may_pass"):
        truth(view.ask("may_pass"), "may_pass(state)", rule="may_pass")
    yield from ()


def null_move(view: View, memory: Memory) -> Iterator[Finding]:
    """In `null_move` another player is to move."""
    if not _has(view, "null_move"):
        return
    after = View(view.caller, view.ask("null_move"), view)
    if not after.is_terminal and after.player == view.player:
        yield Finding("null_move", "null_move", f"null_move(state) gave {after.text}, where player {view.player} is still to move")


def plies_left(view: View, memory: Memory) -> Iterator[Finding]:
    """`plies_left` gives numbers of plies."""
    plies = view.ask("plies_left") if defines(view.game, "plies_left") else 0
    if not is_action(plies) or plies < 0:
        yield Finding("plies_left", "number", f"plies_left(state) gave {shortened(plies)}; it is a number of plies, an int from 0")


def lasted(last: View, view: View, memory: Memory) -> Iterator[Finding]:
    """`plies_left` said of a state not much less than the plies that a game lasted from there: it may leave passes out, half of them."""
    if not defines(view.game, "plies_left"):
        return
    said = view.ask("plies_left")
    plies = last.ply - view.ply
    if is_action(said) and 0 <= 2 * said < plies - 1:
        told = f"plies_left(state) gave {said}, and a game went on for {counted(plies, 'ply', 'plies')} from there"
        yield Finding("plies_left", "too few", f"{told}; searches take the end for near that is far")


def playout(view: View, memory: Memory) -> Iterator[Finding]:
    """`playout` gives legal actions, whatever the random_bits."""
    if not _has(view, "playout"):
        return
    for _ in range(_LOTS):
        action = view.ask("playout", memory.random.getrandbits(64) - (1 << 63))
        if not is_action(action) or action not in view.listed:
            yield Finding("playout", "playout", f"playout(state, random_bits) gave {shortened(action)}, which is not one of actions(state)")
            return


def prior(view: View, memory: Memory) -> Iterator[Finding]:
    """`prior` gives numbers from 0 up."""
    if not _has(view, "prior"):
        return
    for action in view.listed:
        given = view.ask("prior", action)
        if not is_number(given) or not 0 <= given < inf:
            yield Finding("prior", "prior", f"prior(state, {action}) gave {shortened(given)}; it is a number from 0 up")
            return


def bounds(view: View, memory: Memory) -> Iterator[Finding]:
    """`bounds` gives an interval, one that what follows can meet."""
    if not _is_asked(view, "bounds"):
        return
    low, high = view.bounds
    if low <= -_greatest(view.game) and high >= _greatest(view.game):
        return  # it says nothing
    follow = [_as_parent(view, child, _proved(child)) for child in view.children.values()]
    least, most = max(one for one, _ in follow), max(other for _, other in follow)
    if low > most or high < least:
        by = "by what follows (utilities, and bounds of its children)"
        told = f"bounds(state) gave ({low:g}, {high:g}), and {by} it is ({least:g}, {most:g})"
        yield Finding("bounds", "value", told)


def distance(view: View, memory: Memory) -> Iterator[Finding]:
    """`distance` gives numbers from 0 up, and where the goal was reached none greater than the actions that it took."""
    if view.game.players != 1 or not defines(view.game, "distance"):
        return
    if not view.is_terminal:
        given = view.ask("distance")
        if not is_number(given) or not given >= 0:
            yield Finding("distance", "number", f"distance(state) gave {shortened(given)}; it is a number of actions, from 0 up")
    elif view.game.utility_range is not None and view.utilities[MAX] >= view.game.utility_range[1]:
        for before in reversed(view.line[:-1]):
            given, took = before.ask("distance"), view.ply - before.ply
            if is_number(given) and given > took:
                told = f"distance(state) gave {given:g} for {before.text}, from where this end is reached by {counted(took, 'action')}"
                yield Finding("distance", "value", f"{told}; it must never be more, or the shortest way is not found")
                return


def position(view: View, memory: Memory) -> Iterator[Finding]:
    """`position` gives what can be told from others, whether the game asks what comes back or not."""
    if defines(view.game, "position"):
        view.kept("position")
    yield from ()


def _greatest(game: Game) -> float:
    return max(map(abs, game.utility_range)) if game.utility_range else inf


def _proved(view: View) -> tuple[float, float]:
    """What is proved of a state without a search, to its player to move; of one that is over, to MAX."""
    if view.is_terminal:
        return view.utilities[MAX], view.utilities[MAX]
    return view.bounds if view.player != CHANCE else (-inf, inf)


def _as_parent(parent: View, child: View, interval: tuple[float, float]) -> tuple[float, float]:
    owner = MAX if child.is_terminal else child.player
    low, high = interval if owner == parent.player else (-interval[1], -interval[0])
    return child.gains[parent.player] + low, child.gains[parent.player] + high


def _is_open(view: View) -> bool:
    low, high = view.bounds
    return low < high


HOOKS: tuple[Rule, ...] = (
    order,
    candidates,
    tactical,
    kind,
    exchange,
    piece_to,
    forced,
    may_pass,
    null_move,
    plies_left,
    playout,
    prior,
    bounds,
    distance,
    position,
)
"""Rules for every state."""


# Where plain minimax can tell what a state is worth


def worth(view: View, memory: Memory) -> float | None:
    """The value to MAX under perfect play; None where that takes more than a short look, or is not asked for."""
    game = view.game
    if game.players != 2 or game.chance or game.repetition is not None or not defines(game, "bounds", "candidates", "endgame_value"):
        return None
    left = [min(_VISITED, _VISITED_IN_ALL - memory.visited)]
    before = left[0]
    try:
        return _minimax(view, memory, left)
    except RecursionError:
        return None
    finally:
        memory.visited += before - left[0]


def _minimax(view: View, memory: Memory, left: list[int]) -> float | None:
    if view.is_terminal:
        return view.utilities[MAX]
    if view.key in memory.worths:
        return memory.worths[view.key]
    left[0] -= 1
    if left[0] < 0:
        return None
    values = []
    for child in view.children.values():
        value = _minimax(child, memory, left)
        if value is None:
            return None
        values.append(child.gains[MAX] + value)
    memory.worths[view.key] = (max if view.player == MAX else min)(values)
    return memory.worths[view.key]


def worth_in_bounds(view: View, memory: Memory) -> Iterator[Finding]:
    """The value lies within `bounds`."""
    if not _is_asked(view, "bounds"):
        return
    value, (low, high) = _to_mover(view, memory), view.bounds
    if not (low <= value <= high or isclose(value, low) or isclose(value, high)):
        yield Finding("bounds", "value", f"bounds(state) gave ({low:g}, {high:g}), and minimax finds {value:g}")


def best_among_candidates(view: View, memory: Memory) -> Iterator[Finding]:
    """One of the `candidates` reaches the value."""
    if not _is_asked(view, "candidates") or not _is_open(view):
        return
    value = _to_mover(view, memory)
    given = view.listing("candidates", view.game.max_actions + 1)
    side = 1 if view.player == MAX else -1
    children = [view.children[action] for action in given if action in view.children]
    worths = [(child.gains[MAX], _minimax(child, memory, [_VISITED])) for child in children]
    best = max((side * (gain + found) for gain, found in worths if found is not None), default=None)
    if best is not None and best < value:
        told = f"the best of candidates(state), {shortened(given)}, is worth {best:g}, and the best of all actions {value:g}"
        yield Finding("candidates", "value", told)


def finished(view: View, memory: Memory) -> Iterator[Finding]:
    """`endgame_value` finds the value, and where it lies on the edge of the window a bound that is the same."""
    if not _is_asked(view, "endgame_value") or view.ask("plies_left") > view.game.endgame_plies:
        return
    value = _to_mover(view, memory)
    for alpha, beta in ((-inf, inf), (value, inf), (-inf, value)):
        found = number(view.ask("endgame_value", alpha, beta), f"endgame_value(state, {alpha:g}, {beta:g})", "endgame_value")
        if not isclose(found, value, abs_tol=1e-9):
            told = f"endgame_value(state, {alpha:g}, {beta:g}) gave {found:g}, and minimax finds {value:g}"
            yield Finding("endgame_value", "value", told)
            return


def _to_mover(view: View, memory: Memory) -> float:
    value = memory.worths[view.key]
    return value if view.player == MAX else -value


WORTHS: tuple[Rule, ...] = (worth_in_bounds, best_among_candidates, finished)
"""Rules for states whose `worth` is known."""
