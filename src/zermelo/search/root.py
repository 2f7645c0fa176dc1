"""`unchanged` and `left_alone`: a look at the state that a search begins with, for what every search rests on: the rules leave it as it
is, and its actions are numbers. `checked_end`: a look at the end of what it found, where two players must not both win.

`zermelo check` looks at all rules in many states. This is one look, where a search would else be wrong without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.errors import GameError
from zermelo.game import CHANCE, Game, State, listed
from zermelo.values import frozen, in_words, is_frozen, opposite


@contextmanager
def unchanged(game: Game, root: State) -> Iterator[None]:
    """Search within. Raises GameError for a text, or for something else that is no state, in the place of one, and where the rules change
    the state that they are given, in place of making a new one.

    Costs a look at the root where that cannot change (tuples of numbers and text), else its actions are tried as well.
    """
    if isinstance(root, str) and not isinstance(game.initial(), str):
        raise GameError(f"{root[:80]!r} is a text and no state of {game!r}; `game.read` gives the state that a text tells")
    _checked_kind(game, root)
    if is_frozen(root):
        _checked_actions(game, root)
        yield
        return
    before = frozen(root)
    rule = None
    try:
        rule = _that_changes(game, root, before)
        if rule is None:
            yield
    except Exception as error:
        if frozen(root) != before:
            raise _changed(game, "one of the rules") from error
        raise
    if frozen(root) != before:
        raise _changed(game, rule or "one of the rules")


def left_alone(game: Game, root: State) -> State:
    """The root, for what comes to it later and by other ways, when it might be changed already. Raises GameError as `unchanged` does."""
    if game.simultaneous:
        return root
    if not is_frozen(root):
        with unchanged(game, root):
            return root
    try:
        _checked_actions(game, root)
    except GameError:
        raise
    except Exception:  # noqa: S110  a rule fails: the search meets that and tells it in its way
        pass
    return root


def checked_end(game: Game, root: State, line: Iterable[int]) -> None:
    """A look at the end of a line of play. Raises GameError where the game of two players is over there, and what one of them wins is not
    what the other loses: searches ask what it is worth to MAX alone.
    """
    if game.players != 2 or game.hidden:  # a hidden hand is searched as it is seen
        return
    state = root
    for action in line:
        state = game.result(state, action)
    if game.is_terminal(state):
        checked_worths(game, state, game.utilities(state))


def checked_worths(game: Game, state: State, worths: tuple[float, ...]) -> tuple[float, ...]:
    """The same: what each player gets at the end of a game. Raises GameError where, of two, one does not lose what the other wins."""
    if len(worths) == 2 and not opposite(*worths):
        first, second = map(in_words, worths)
        raise GameError(
            f"`utility` gives {first} to player 0 and {second} to player 1 in position {game.write(state)!r} of {game!r}, where the game "
            f"is over; one must be minus the other"
        )
    return worths


def _checked_kind(game: Game, root: State) -> None:
    """Raise GameError for what is of another type than the game's first state, where the rules fail for it."""
    known = type(game.initial())
    if isinstance(root, known):
        return
    try:
        game.is_terminal(root) or game.to_move(root)
    except Exception as error:
        made = " or ".join(f"`game.{name}`" for name in ("read", "from_board") if hasattr(game, name))
        raise GameError(
            f"{f'{root!r}'[:80]} is of type {type(root).__name__} and no state of {game!r}, whose states are of type {known.__name__} "
            f"({error}); {made} makes one of what people write"
        ) from error


def _that_changes(game: Game, root: State, before: Any) -> str | None:
    """The first rule that changes the root; None as well where one fails, which the search meets and tells in its way."""
    try:
        return next((tried for tried in _tries(game, root) if frozen(root) != before), None)
    except GameError:
        raise
    except Exception:
        if frozen(root) != before:
            raise
        return None


def _tries(game: Game, state: State) -> Iterator[str]:
    """Ask the rules about a state, one after the other; each by its name, when it has answered."""
    over = game.is_terminal(state)
    yield "`is_terminal`"
    if over:
        return
    player = game.to_move(state)
    yield "`to_move`"
    actions = listed(game, state)
    yield "`outcomes`" if player == CHANCE else "`actions`"
    _checked_actions(game, state)
    for action in actions:
        game.result(state, action)
        yield "`result`"


def _checked_actions(game: Game, state: State) -> None:
    """Raise GameError where the first action of a state is no number, or where there are too many."""
    if game.is_terminal(state):
        return
    actions = listed(game, state)
    if game.to_move(state) == CHANCE:
        return
    for action in actions:
        if not hasattr(action, "__index__") or getattr(action, "shape", ()) != ():
            kind = type(action).__name__
            raise GameError(
                f"`actions` of {game!r} gives {action!r} (of type {kind}); an action is an int, and `name(self, state, action)` says what "
                f"people call it"
            )
        return


def _changed(game: Game, rule: str) -> GameError:
    return GameError(
        f"{rule} of {game!r} changed the state that it was given; states are values: leave them as they are and make a new one "
        f"(copy lists before you change them); `zermelo check` shows where"
    )
