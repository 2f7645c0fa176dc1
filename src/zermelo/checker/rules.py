"""The rules, one function each: it looks at one state and yields what is broken there.

What concerns more than one state (keys, types, utilities seen) is kept in `Memory` as the look goes on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, isclose
from typing import Any, Final

from zermelo.answers import wrong_parameters
from zermelo.bits import Bits
from zermelo.board import Board
from zermelo.checker import at_once
from zermelo.checker.fields import COMPILED, declared_types, field_types
from zermelo.checker.findings import Failed, Finding
from zermelo.checker.view import View, is_action, is_number, number
from zermelo.errors import GameError, ZermeloError
from zermelo.game import CHANCE, MAX, NEARLY, Game, defines, has_rewards
from zermelo.hints import Evaluation, meant
from zermelo.sharing import shared
from zermelo.simultaneous import NEEDED, as_written
from zermelo.state_text import no_text, shortened
from zermelo.tiers import broken_promises, played_apart, tier_sizes, wrong_indices
from zermelo.values import counted, frozen, is_equal, is_frozen, is_same, not_hashable, opposite, unequal

REQUIRED: Final = {
    "initial": "initial(self)",
    "to_move": "to_move(self, state)",
    "actions": "actions(self, state)",
    "result": "result(self, state, action)",
    "is_terminal": "is_terminal(self, state)",
    "utility": "utility(self, state, player)",
}
_ALL_PARSED: Final = 12  # of more actions than this, this many are drawn to be parsed
_MOST_SYMMETRIES: Final = 1024  # a listing of symmetric states may never end; as many as this are looked at
_SYMMETRIES: Final = 8  # of more symmetric states than this, this many are drawn
_NUMBERED: Final = 40  # states whose numbers are looked at, and of those that follow one in so many:
_NUMBERED_ONE_IN: Final = 20
_MOST_UNNUMBERED: Final = 5000  # of the others are looked at where time is left
_INDICES: Final = 200  # that are looked at whether they come back from what they stand for
_SAME_KEYS: Final = 40  # pairs of states with one key that are played side by side
_SIDE_BY_SIDE: Final = 6  # games played of each such pair

Rule = Callable[["View", "Memory"], Iterator[Finding]]


@dataclass
class Memory:
    """What was seen so far, beyond the state at hand."""

    random: random.Random
    plies: int  # the most that any game is followed
    keys: dict[Any, Any] = field(default_factory=dict)  # state: its key
    keyed: dict[Any, View] = field(default_factory=dict)  # key: the first state that has it
    same_keys: int = 0
    numbered: int = 0  # states that came to the look at their numbers
    unnumbered: list[View] = field(default_factory=list)  # those of them whose numbers were put off
    all_numbers: bool = False  # whether those of every state are looked at
    types: dict[str, tuple[type, object]] = field(default_factory=dict)  # field: its type and a value
    ended: bool = False  # whether a game has come to its end
    movers: set[int] = field(default_factory=set)  # the players who were to move
    utilities: tuple[float, float] = (inf, -inf)  # the least and the greatest
    evaluations: list[tuple[float, float, View]] = field(default_factory=list)  # the least and the greatest of the players, in a state
    worths: dict[Any, float] = field(default_factory=dict)  # key: the value to MAX, where minimax has found it
    recalled: dict[Any, Any] = field(default_factory=dict)  # player and observation: the last turn before it, and the state
    visited: int = 0  # states that minimax has visited
    notes: dict[str, str] = field(default_factory=dict)

    def note(self, subject: str, text: str) -> None:
        """Keep a note for the report, the first one of a subject."""
        self.notes.setdefault(subject, text)


def hashable(view: View, memory: Memory) -> Iterator[Finding]:
    """States are hashable or hold what is not, as lists; searches do with either, and a strategy with the first alone."""
    if why := not_hashable(view.state):
        memory.note(
            "strategy",
            f"searches and solvers take states that cannot be hashed, but give no strategy as data (`zermelo solve --policy`, `policy()`, "
            f"`strategy()`), as that is looked up by states: {why}",
        )
    try:
        view.caller.call("hash(state)", hash, frozen(view.state))
    except Failed as failure:
        yield Finding("hashable", "hash", f"{failure}; mend {type(view.state).__name__}.__hash__")


def sharing(view: View, memory: Memory) -> Iterator[Finding]:
    """No two parts of a state are one list, set, dict or object that may change."""
    if two := shared(view.state):
        yield Finding("sharing", "state", str(two))


def equal(view: View, memory: Memory) -> Iterator[Finding]:
    """Asked twice, a game gives equal answers."""
    if view.parent is None:
        again = view.caller.call("initial()", view.game.initial)
        yield from _equal("initial()", view.state, again)
    if view.is_terminal:
        return
    method = "outcomes" if view.player == CHANCE else "actions"
    twice = view.listing(method, view.game.max_actions + 1)
    first: list[Any] = view.outcomes if method == "outcomes" else view.listed
    if twice != first:
        yield Finding("equal", method, f"{view.label(method)} gave {shortened(first)} and, asked again, {shortened(twice)}")
    for action, child in view.children.items():
        yield from _equal(view.label("result", action), child.state, view.child(action).state)


def _equal(label: str, one: Any, other: Any) -> Iterator[Finding]:
    subject = label.partition("(")[0]
    if is_equal(one, other) is not True:
        if why := unequal(one):
            yield Finding("equal", "unequal", f"{label}, asked twice, gave two states that are not ==: {why}")
        elif not is_same(one, other):
            yield Finding(
                "equal", subject, f"{label} gave {shortened(one)} and, asked again, {shortened(other)}; the same call gives the same state"
            )
        else:
            kind = type(one).__name__
            yield Finding(
                "equal", kind, f"{label}, asked twice, gave two states that are not ==; make {kind} a NamedTuple, or give it __eq__"
            )
    elif _hash(one) != _hash(other):
        yield Finding(
            "hashable",
            "equal states",
            f"{label}, asked twice, gave two equal states with different hashes; mend {type(one).__name__}.__hash__",
        )


def _hash(state: Any) -> int | None:
    try:
        return hash(state)
    except Exception:  # it holds lists, or `hashable` reports it
        return None


def stuck(view: View, memory: Memory) -> Iterator[Finding]:
    """A state that is not terminal has an action, and not too many, and none twice."""
    if view.is_terminal:
        return
    listed, most = view.listed, view.game.max_actions
    method = "outcomes" if view.player == CHANCE else "actions"
    label = view.label(method)
    if not listed:
        yield Finding("stuck", method, f"{label} gave nothing and is_terminal(state) is False; a game that goes on needs an action")
    if len(listed) > most:
        yield Finding("max_actions", method, f"{label} gave more than max_actions = {most}; raise max_actions, unless it never ends")
    twice = [action for action, times in Counter(listed).items() if times > 1]
    if twice:
        yield Finding("duplicates", method, f"{label} gave {twice[0]} {listed.count(twice[0])} times: {shortened(listed)}")


def chances(view: View, memory: Memory) -> Iterator[Finding]:
    """The probabilities of outcomes are not negative and sum to 1."""
    if view.is_terminal or view.player != CHANCE:
        return
    for action, probability in view.outcomes:
        if probability < 0:
            yield Finding("chances", "negative", f"outcomes(state) gave action {action} the probability {probability}")
    total = sum(probability for _, probability in view.outcomes)
    if view.outcomes and len(view.outcomes) <= view.game.max_actions and not isclose(total, 1, abs_tol=NEARLY):
        yield Finding("chances", "sum", f"the probabilities of outcomes(state) sum to {total:.12g}, not 1")


def utility(view: View, memory: Memory) -> Iterator[Finding]:
    """Utilities are numbers within `utility_range` that add up to `utility_sum`; with two players one wins what the other loses."""
    if not view.is_terminal:
        memory.movers.add(view.player)
        return
    memory.ended = True
    utilities = view.utilities
    low, high = memory.utilities
    memory.utilities = min(low, *utilities), max(high, *utilities)
    if view.game.utility_range is not None:
        low, high = view.game.utility_range
        for player, worth in enumerate(utilities[:1] if view.game.players == 2 else utilities):
            if not low <= worth <= high:
                yield Finding(
                    "utility", "range", f"utility(state, {player}) is {worth:g}, outside utility_range = {view.game.utility_range}"
                )
    if view.game.players == 2 and not opposite(*utilities):
        first, second = (f"{worth:g}" for worth in utilities)
        yield Finding("zero-sum", "utility", f"utility(state, 0) is {first} and utility(state, 1) is {second}; one must be minus the other")
    yield from _in_all(view, "utilities", utilities)


def reward(view: View, memory: Memory) -> Iterator[Finding]:
    """Rewards are finite numbers, and what each state on the way to an end still brought lies within `utility_range`."""
    if not has_rewards(view.game):
        return
    if not view.is_terminal:
        for action in view.listed:
            view.reward(action)
        return
    players = range(1 if view.game.players == 2 else view.game.players)
    brought, line = list(view.utilities), view.line
    for child, state in zip(line[:0:-1], line[-2::-1], strict=True):
        brought = [still + won for still, won in zip(brought, child.gains, strict=True)]
        low, high = view.game.utility_range or (-inf, inf)
        slack = 1e-9 * max(abs(low), abs(high)) if low > -inf and high < inf else 0.0
        for player in players:
            if not low - slack <= brought[player] <= high + slack:
                told = f"the rewards from {state.text} on, and the utility here, bring player {player} {brought[player]:g}"
                yield Finding("reward", "range", f"{told}, outside utility_range = {view.game.utility_range}")
                return


def _in_all(view: View, what: str, worths: Sequence[float]) -> Iterator[Finding]:
    """What the players have does not add up to what the game says."""
    if view.game.utility_sum is not None and not isclose(sum(worths), view.game.utility_sum, rel_tol=1e-9, abs_tol=1e-9):
        told = f"the {what} of the players, {_list(worths)}, add up to {sum(worths):g}, and utility_sum = {view.game.utility_sum:g}"
        yield Finding("utility_sum", what, f"{told}; max^n would prune what it must not")


def evaluation(view: View, memory: Memory) -> Iterator[Finding]:
    """`evaluate` gives numbers within the utilities that add up to `utility_sum`, to two players opposite ones."""
    if view.is_terminal:
        return
    if not defines(as_written(view.game), "evaluate") and not view.game.utility_sum:
        yield from _default(view.game)
        return
    players = range(view.game.players)
    worths = [number(view.ask("evaluate", player), f"evaluate(state, {player})", "evaluation") for player in players]
    for player, worth in enumerate(worths[:1] if len(worths) == 2 else worths):
        if view.game.utility_range is not None:
            yield from beyond(f"evaluate(state, {player})", worth, view.game.utility_range, "utility_range = ")
    memory.evaluations.append((min(worths), max(worths), view))
    if len(worths) == 2 and not opposite(*worths):
        first, second = (f"{worth:g}" for worth in worths)
        yield Finding(
            "evaluation sides", "evaluate", f"evaluate(state, 0) is {first} and evaluate(state, 1) is {second}; one must be minus the other"
        )
    yield from _in_all(view, "evaluations", worths)
    yield from _measured(view.game)


def _measured(game: Game) -> Iterator[Finding]:
    """What `measured_in` says of one unit: a win is worth at least one."""
    unit, ends = game.measured_in, game.utility_range
    if unit is None or ends is None:
        return
    size, most = unit.size or game.evaluation_unit, max(map(abs, ends))
    if size > most:
        name = unit.one or "unit"
        told = f"measured_in says that one {name} is {size:g} in values, and no end is worth more than {most:g}"
        yield Finding("evaluation", "measured_in", f"{told}; give the Unit the `size` that `evaluate` gives for one {name}")


def beyond(label: str, worth: float, limits: tuple[float, float], of: str) -> Iterator[Finding]:
    """An evaluation lies outside of what any end of the game is worth."""
    low, high = limits
    slack = 1e-9 * max(abs(low), abs(high))
    if not low - slack <= worth <= high + slack:
        than = "better" if worth > high else "worse"
        told = f"{label} is {worth:g}, beyond the utilities, {of}({low:g}, {high:g}); to a search that is {than} than any of these ends"
        yield Finding("evaluation", "range", told)


def _default(game: Game) -> Iterator[Finding]:
    """The evaluation that is 0 unless given must be one, too: the engine asks for it before it gets to the end, and refuses it."""
    low, high = game.utility_range or (-inf, inf)
    if not low <= 0 <= high:
        than = "better" if high < 0 else "worse"
        told = f"evaluate is not given, so it is 0, {than} than any end of the game (utility_range = ({low:g}, {high:g}))"
        yield Finding("evaluation", "evaluate", f"{told}; define `evaluate(self, state, player)`, which searches ask before the end")


def evaluations(view: View, memory: Memory) -> Iterator[Finding]:
    """The named evaluations give numbers, at the end of the game too; their scale is their own."""
    for name, named in view.game.evaluations.items():
        label = f"evaluations[{name!r}].value"
        for player in range(view.game.players):
            worth = view.ask_function(f"{label}(game, state, {player})", _valued(named, view.game), player)
            if not is_number(worth):
                yield Finding("evaluation", label, f"{label}(game, state, {player}) gave {worth!r}, which is not a number")


def _valued(named: Evaluation, game: Game) -> Callable[[Any, int], float]:
    return lambda state, player: named.value(game, state, player)


def key(view: View, memory: Memory) -> Iterator[Finding]:
    """Equal states have one key, and states with one key play alike and are evaluated alike."""
    if type(as_written(view.game)).key is Game.key:
        return
    memory.keys.setdefault(frozen(view.state), view.key)
    for action, child in () if view.is_terminal else view.children.items():
        known = memory.keys.setdefault(frozen(child.state), child.key)
        if known != child.key:
            label = f"the state after result(state, {action})"
            yield Finding("key", "equal states", f"{label} has the key {shortened(child.key)}, and an equal state has {shortened(known)}")
    first = memory.keyed.setdefault(view.key, view)
    if first.state == view.state or memory.same_keys >= _SAME_KEYS:
        return
    memory.same_keys += 1
    if difference := _played_apart(first, view, memory) or _evaluated_apart(first, view):
        yield Finding("key", "other states", f"another state, {first.text}, has the same key {shortened(view.key)}, but {difference}")


def _evaluated_apart(one: View, other: View) -> str | None:
    """How two states turn out to be evaluated: what a search keeps of the one, by its key, it reads in the other."""
    game = one.game
    asked = {f"evaluations[{name!r}].value(game, state, 0)": _valued(named, game) for name, named in game.evaluations.items()}
    if defines(as_written(game), "evaluate") and not one.is_terminal:
        asked["evaluate(state, 0)"] = game.evaluate
    for label, function in asked.items():
        there, here = (number(view.ask_function(label, function, MAX), label, "evaluation") for view in (one, other))
        if not isclose(there, here, rel_tol=1e-9, abs_tol=1e-9):
            return f"{label} is {there:g} there, and here {here:g}"
    return None


def _played_apart(one: View, other: View, memory: Memory) -> str | None:
    """How two states turn out to differ in a few random games played on both, action by action of the same key."""
    for _ in range(_SIDE_BY_SIDE):
        left, right, moves = one, other, 0
        while moves < memory.plies:
            after = f", {counted(moves, 'ply', 'plies')} on" if moves else ""
            if difference := _difference(right, left):
                return f"{difference}{after}"
            if left.is_terminal:
                break
            action = memory.random.choice(list(left.children))
            left = left.children[action]
            twin = right.children.get(action)
            if twin is None or twin.key != left.key:
                twin = next((child for child in right.children.values() if child.key == left.key), None)
            if twin is None:
                return f"only there does an action lead to the key {shortened(left.key)}{after}"
            if left.gains != twin.gains:
                told = f"wins {left.gains[0]:g} there, and here {twin.gains[0]:g}"
                return f"the action that leads to the key {shortened(left.key)} {told}{after}"
            right, moves = twin, moves + 1
    return None


def _difference(here: View, there: View) -> str | None:
    """In what two states differ that should be worth the same, as far as one can see without playing."""
    if here.is_terminal != there.is_terminal:
        return f"the game is over {'here and not there' if here.is_terminal else 'there and not here'}"
    if here.is_terminal:
        if here.utilities != there.utilities:
            return f"its utilities are {_list(there.utilities)}, and here {_list(here.utilities)}"
        return None
    if here.player != there.player:
        return f"player {there.player} is to move there, and here player {here.player}"
    if len(here.listed) != len(there.listed):
        return f"it has {counted(len(there.listed), 'action')}, and this one {len(here.listed)}"
    return None


def symmetries(view: View, memory: Memory) -> Iterator[Finding]:
    """Symmetric states play alike, and are symmetric back."""
    if type(view.game).symmetries is Game.symmetries:
        return
    others = view.listing("symmetries", _MOST_SYMMETRIES)
    for other in others if len(others) <= _SYMMETRIES else memory.random.sample(others, _SYMMETRIES):
        there = View(view.caller, other, view.parent, view.action)
        try:
            difference = _difference(view, there) or _children_differ(view, there)
            back = [other] if difference else [other, *there.listing("symmetries", _MOST_SYMMETRIES)]
        except Failed as failure:
            yield Finding("symmetries", "symmetries", f"in its symmetric state {there.text}, {failure}")
            continue
        if difference:
            yield Finding("symmetries", "symmetries", f"its symmetric state {there.text} does not play alike: {difference}")
        elif not any(is_equal(state, view.state) for state in back):
            yield Finding("symmetries", "symmetries", f"its symmetric state {there.text} does not name this one among its own symmetries")


def _children_differ(here: View, there: View) -> str | None:
    if here.is_terminal:
        return None
    mine, others = Counter(map(_profile, here.children.values())), Counter(map(_profile, there.children.values()))
    if mine == others:
        return None
    counts = [sum(0 if child.is_terminal else len(child.listed) for child in view.children.values()) for view in (here, there)]
    if counts[0] != counts[1]:
        return f"it has {counts[1]} grandchildren, and this one {counts[0]}"
    return "the states that follow differ in who is to move, in being over, in rewards, in utilities or in their numbers of actions"


def _profile(view: View) -> tuple[Any, ...]:
    return (view.gains, "over", *view.utilities) if view.is_terminal else (view.gains, view.player, len(view.listed))


def numbers(view: View, memory: Memory) -> Iterator[Finding]:
    """Numbers of states come back, no two states that differ have one, and predecessors are those that lead to a state."""
    game = view.game
    if not defines(game, "tier_sizes"):
        return
    memory.numbered += 1
    if memory.numbered > _NUMBERED and memory.numbered % _NUMBERED_ONE_IN and not memory.all_numbers:
        if len(memory.unnumbered) < _MOST_UNNUMBERED:
            memory.unnumbered.append(view)
        return  # each takes as long as some hundred other states
    try:
        sizes = tier_sizes(game)
    except GameError as error:
        yield Finding("numbers", "tier_sizes", str(error))
        return
    broken = view.ask_function("rank(state)", lambda state: list(broken_promises(game, sizes, state)))
    if not broken and (apart := view.ask_function("rank(state)", lambda state: played_apart(game, state))):
        broken = [apart]
    for method, told in broken:
        yield Finding("numbers", method, told)


def indices(view: View, memory: Memory) -> Iterator[Finding]:
    """Of an index that play need not come to `unrank` gives a state that has it, or one that is not possible; looked at once."""
    game = view.game
    if memory.numbered != 1:
        return
    try:
        sizes = tier_sizes(game)
    except GameError:
        return  # which `numbers` tells
    for method, told in view.ask_function("unrank(tier, index)", lambda _: list(wrong_indices(game, sizes, _INDICES))):
        yield Finding("indices", method, told)


def _list(utilities: Sequence[float]) -> str:
    return ", ".join(f"{worth:g}" for worth in utilities)


def text(view: View, memory: Memory) -> Iterator[Finding]:
    """`read` takes back what `write` wrote, one line of text."""
    written = view.ask("write")
    if not isinstance(written, str) or len(written.splitlines()) > 1:
        yield Finding("text", "write", f"write(state) gave {written!r}; it must be one line of text")
        return
    game = view.game
    own = defines(as_written(game), "write", "read")
    if not own and (why := no_text(view.state)):
        memory.note("text", why)
        return
    try:
        back = view.caller.call(f"read({shortened(written)})", game.read, written)
        if is_equal(back, view.state) is not True and not is_same(back, view.state) and not unequal(view.state):
            told = f"write(state) gave {shortened(written)}, which read(text) takes for {shortened(back)}, not for {shortened(view.state)}"
            raise Failed("text", "read", told)
    except Failed as failure:
        if own:
            raise
        memory.note("text", f"{failure}; a game with such states defines its own `write` and `read`")
    if own and view.parent is None:
        _try_nonsense(game, memory)


def _try_nonsense(game: Game, memory: Memory) -> None:
    for nonsense in ("", "?"):
        try:
            game.read(nonsense)
        except ZermeloError:
            continue
        except Exception as error:
            complaint = f"raised {type(error).__name__}"
        else:
            complaint = "raised nothing"
        memory.note("nonsense", f"read({nonsense!r}) {complaint}; a text that is no position is best refused with PositionError")


def names(view: View, memory: Memory) -> Iterator[Finding]:
    """Each action of a state has its own name, and parses back."""
    if view.is_terminal:
        return
    actions = list(view.children)
    named: dict[str, int] = {}
    for action in actions:
        name = view.ask("name", action)
        if not isinstance(name, str) or not name.strip():
            yield Finding("names", "name", f"name(state, {action}) gave {name!r}; it must be text")
            return
        if name in named:
            yield Finding("names", "two", f"the actions {named[name]} and {action} have one name, {name!r}")
            return
        named[name] = action
    drawn = list(named.items()) if len(named) <= _ALL_PARSED else memory.random.sample(list(named.items()), _ALL_PARSED)
    for name, action in drawn:
        parsed = view.ask("parse", name)
        if parsed != action or not is_action(parsed):
            yield Finding("names", "parse", f"name(state, {action}) gave {name!r}, and parse(state, {name!r}) gave {parsed!r}")


def show(view: View, memory: Memory) -> Iterator[Finding]:
    """`show` gives text."""
    shown = view.ask("show")
    if not isinstance(shown, str):
        yield Finding("show", "show", f"show(state) gave {shown!r}; it must return text, not print it")


def picture(view: View, memory: Memory) -> Iterator[Finding]:
    """`picture` gives a board or None, and `action_squares` gives squares of it."""
    if not defines(as_written(view.game), "picture"):
        return
    shown = view.ask("picture")
    if shown is None:
        return
    if not isinstance(shown, Board) or not shown.rows or len({len(row) for row in shown.rows}) != 1:
        yield Finding(
            "picture", "picture", f"picture(state) gave {shortened(shown)}; it must be a Board whose rows are equally long, or None"
        )
        return
    count = len(shown.rows) * shown.columns
    for action in () if view.is_terminal or not defines(as_written(view.game), "action_squares") else list(view.children)[:_ALL_PARSED]:
        squares = view.ask("action_squares", action)
        if not isinstance(squares, tuple) or not all(is_action(square) and 0 <= square < count for square in squares):
            told = f"action_squares(state, {action}) gave {shortened(squares)}; it must be a tuple of squares, from 0 to {count - 1}"
            yield Finding("picture", "action_squares", told)
            return


def types(view: View, memory: Memory) -> Iterator[Finding]:
    """Each field of a state keeps its type, as compiled code does."""
    if view.game.mode == "interpreted" or not is_frozen(view.state):
        return
    declared = declared_types(view.state)
    for name, kind, value in field_types(view.state):
        expected, example = memory.types.setdefault(name, (declared.get(name, kind), value))
        if kind is expected:
            continue
        if kind in COMPILED and expected in COMPILED:
            told = f"is declared {expected.__name__}" if name in declared else f"held {example!r} before"
            yield Finding("types", name, f"{_field(name)} {told} and here holds {value!r}; {_advice(kind, expected)}")


def _field(name: str) -> str:
    return f"the field {name!r} of the state" if name else "the state"


def _advice(kind: type, expected: type) -> str:
    if Bits in (kind, expected):
        return "write Bits(0), not 0, where the set is empty" if expected is Bits else "write int(bits) where a number is meant"
    return f"write {expected.__name__}(...), since compiled code keeps one type a field"


RULES_OF_STATES: tuple[Rule, ...] = (
    hashable, sharing, equal, stuck, chances, utility, reward, evaluation, evaluations, key, symmetries, numbers, indices, text, names,
    show, picture, types,
)  # fmt: skip


def of_game(game: Game) -> Iterator[Finding]:
    """What is broken before any state is looked at: methods that are not there, or take what they are not given."""
    for name, signature in (NEEDED if game.simultaneous is True else REQUIRED).items():
        if not defines(game, name):
            yield Finding("missing", name, f"{type(game).__name__} does not define `{signature}`{meant(game, name)}")
    if game.simultaneous is not True and (wrong := wrong_parameters(game)):
        yield Finding("missing", "parameters", wrong)
    yield from at_once.facts(game)
    if game.simultaneous is not True and game.chance is True and not defines(game, "outcomes"):
        yield Finding("missing", "outcomes", f"{type(game).__name__} has `chance = True` and does not define `outcomes(self, state)`")
