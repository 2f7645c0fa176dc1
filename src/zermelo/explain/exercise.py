"""Exercises: a small tree, or a position of a game, to be solved by hand; its solution; and marks with the reason of each error.

The same kind, level and seed give the same exercise on every machine. Its solution is unique: no two actions at a node are
equally good, and alpha-beta never meets a value that equals its window, so that no convention decides what is cut. In games of
wins and losses there may be no such position; then one will do in which a value that equals the bound cuts, as in the algorithm.

`KINDS` is the registry; exercise_kind.py says what a kind is, and how a new one is made.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from zermelo.errors import SearchError
from zermelo.explain.exercise_cutoffs import cutting
from zermelo.explain.exercise_decision import deciding
from zermelo.explain.exercise_engine import foreseeing
from zermelo.explain.exercise_hidden import regretting, unseen
from zermelo.explain.exercise_kind import (
    ALPHABETA,
    EXPECTIMINIMAX,
    LARGEST,
    MAXN,
    MINIMAX,
    QUIET,
    SMALLEST,
    TWO,
    Asked,
    Kind,
    three_players,
    two_players,
    two_players_small,
    with_chance,
    with_chance_small,
)
from zermelo.explain.exercise_leaves import counting
from zermelo.explain.exercise_memory import remembering
from zermelo.explain.exercise_order import arranging
from zermelo.explain.exercise_quiescence import exchanges, settling
from zermelo.explain.exercise_scale import rescaling
from zermelo.explain.exercise_simulation import simulating
from zermelo.explain.exercise_values import by_expectiminimax, by_maxn, by_minimax
from zermelo.explain.exercise_windows import failing, windows
from zermelo.explain.questions import Exercise
from zermelo.game import CHANCE, Game, State, defines
from zermelo.games.tree import Tree
from zermelo.languages import language as speech_of
from zermelo.scales import in_units
from zermelo.search.algorithm import checked_game
from zermelo.search.size import tree_size
from zermelo.spec import load_game
from zermelo.titles import titled
from zermelo.values import frozen

_PLAYED: Final = (("tictactoe",), ("tictactoe",), ("hexapawn",), ("mnk(4, 3, 3)",), ("connect4(5, 4)",))
"""By the level: the games of which positions are looked at unless another is named."""
_REMEMBERED: Final = (("tictactoe", "connect4(width=4, height=4, line=3)", "hex(size=3)", "mnk(4, 3, 3)"),) * 5
"""The same of exercises on memory: games in which other orders of the same moves lead to one position, as is seen at once."""
KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        MINIMAX: Kind(by_minimax, two_players, search=MINIMAX),
        "deciding": Kind(deciding, two_players, search=MINIMAX),
        ALPHABETA: Kind(cutting, two_players, TWO),
        "ordering": Kind(counting, two_players, TWO),
        "windows": Kind(windows, two_players_small, TWO),
        "failing": Kind(failing, two_players, TWO),
        "arranging": Kind(arranging, two_players_small, TWO),
        EXPECTIMINIMAX: Kind(by_expectiminimax, with_chance, search=EXPECTIMINIMAX),
        MAXN: Kind(by_maxn, three_players),
        "rescaling": Kind(rescaling, with_chance_small, search=EXPECTIMINIMAX),
        "quiescence": Kind(settling, exchanges, QUIET, depths=(0, 1), early=24, sized=False),
        "memory": Kind(remembering, games=TWO, depths=(3, 4, 5, 6), early=24, usual=_REMEMBERED),
        "engine": Kind(foreseeing, games=TWO, depths=(None,), early=12, sized=False, usual=_PLAYED),
        "simulation": Kind(simulating),
        "hidden": Kind(unseen),
        "regret": Kind(regretting),
    }
)
"""The kinds of exercises, by their names."""
LEVELS: Final = range(1, 6)

_TRIES: Final = 5_000
_TRIES_OF_A_GAME: Final = 120
_NODES: Final = {1: (7, 11), 2: (9, 16), 3: (14, 26), 4: (18, 34), 5: (20, 46)}
"""For each level: from how many to how many nodes a tree of a game should have; trees at random are about as large."""
_AS_LARGE: Final = 20
"""So many trees count as of the same size, when those without ties are looked for first."""


def exercise(
    kind: str, level: int = 1, seed: int = 0, *, language: str = "en", game: Game | None = None, depth: int | None = None
) -> Exercise:
    """The exercise of a kind (`KINDS`) and level (1, small, to 5, with deep cut-offs) that the seed chooses.

    game   take a position of this game, `depth` plies deep, in place of a tree of its own; for kinds that ask about a search.
           Unless a depth is given, the least of those of the kind that has an exercise

    Raises SearchError for another kind or level, and where no position of a game is fit for it.
    """
    if kind not in KINDS:
        raise SearchError(f"there is no exercise of the kind {kind!r}; there are {', '.join(KINDS)}")
    if isinstance(level, bool) or not isinstance(level, int) or level not in LEVELS:
        raise SearchError(f"a level is a whole number from {LEVELS[0]} to {LEVELS[-1]}, not {level!r}")
    speech = speech_of(language)
    called, title = speech.say(f"exercise.kinds.{kind}"), titled(game, speech) if game is not None else ""
    if game is not None and checked_game(game).is_terminal(game.initial()):
        raise SearchError(f"{title} is over before it begins")
    found = KINDS[kind]
    if game is not None and not (found.text or found.usual):
        raise SearchError(f"an exercise of the kind {called} has a tree of its own; leave out the game")
    if game is not None and found.games == QUIET and not defines(game, "tactical"):
        raise SearchError(speech.say("studio.misfit.quiet", game=title))
    chooser = random.Random(f"{kind} {level} {seed}")  # noqa: S311  exercises, not secrets
    for asked in _tried(found, Asked(kind, level, seed, language, chooser, game, depth=depth)):
        made = found.make(asked)
        if made is not None:
            return made
    if game is None:
        raise SearchError(f"no exercise of the kind {called} and level {level} was found; another level may have one")
    if depth is None:
        raise SearchError(f"no exercise of the kind {called} and level {level} was found in {title}; another level may have one")
    raise SearchError(f"no exercise of the kind {called} and level {level} was found in {title}; another depth or level may have one")


def _tried(kind: Kind, asked: Asked) -> Iterator[Asked]:
    """What an exercise may be made of, one after the other."""
    usual = list(map(load_game, kind.usual[asked.level - 1])) if kind.usual else []
    games = [asked.game] if asked.game else asked.chooser.sample(usual, len(usual))
    for game in games:
        yield from _positions(kind, replace(asked, game=in_units(game)))
    if games:
        return
    for _ in range(_TRIES):
        yield replace(asked, game=Tree(kind.text(asked.chooser, asked.level))) if kind.text else asked


def _positions(kind: Kind, asked: Asked) -> Iterator[Asked]:
    """Positions of a game, each with a depth; those that have no ties first."""
    game = asked.game
    assert game is not None
    depths = tuple(kind.depths) if asked.depth is None else (asked.depth,)
    if kind.sized and kind.text:
        yield from _by_size(kind, asked, game, depths)
        return
    for ties in (False, True):
        for depth in depths:
            for state in _states(game, asked.chooser, kind.early):
                if not kind.sized or tree_size(game, state, depth, LARGEST) <= LARGEST:
                    yield replace(asked, state=state, depth=depth, ties=ties)


def _by_size(kind: Kind, asked: Asked, game: Game, depths: Iterable[int | None]) -> Iterator[Asked]:
    """The same with the trees first that are as large as the level has them, by a size that each seed draws anew.

    Where there is no evaluation, ties will do at once: values are those of finished games, which are mostly equal in large trees.
    """
    found = [one for state in _states(game, asked.chooser, kind.early) for one in _small(game, state, depths)]
    wanted = asked.chooser.randint(*_NODES[asked.level])
    found.sort(key=lambda one: abs(one[0] - wanted))
    for start in range(0, len(found), _AS_LARGE):
        for ties in (False, True) if defines(game, "evaluate") else (True,):
            for _, state, depth in found[start : start + _AS_LARGE]:
                yield replace(asked, state=state, depth=depth, ties=ties)


def _small(game: Game, state: State, depths: Iterable[int | None]) -> Iterator[tuple[int, State, int | None]]:
    """The nodes of the trees below a state that somebody can solve by hand, with the state and the depth; of equal trees one."""
    before = SMALLEST - 1
    for depth in depths:
        size = tree_size(game, state, depth, LARGEST)
        if size > LARGEST:
            return
        if size > before:
            yield size, state, depth
            before = size


def _states(game: Game, chooser: random.Random, early: int) -> Iterator[State]:
    """Different states at random."""
    seen = set()
    for _ in range(_TRIES_OF_A_GAME):
        state = _position(game, chooser, early)
        code = frozen(game.key(state))
        if code not in seen:
            yield state
        seen.add(code)


def _position(game: Game, chooser: random.Random, early: int) -> State:
    """A state, not terminal, from the first plies of a game at random."""
    state = game.initial()
    for _ in range(chooser.randint(0, early)):
        by_chance = game.to_move(state) == CHANCE
        after = game.result(
            state, chooser.choice([action for action, _ in game.outcomes(state)] if by_chance else list(game.actions(state)))
        )
        if game.is_terminal(after):
            break
        state = after
    return state


def random_tree(kind: str, level: int, seed: int) -> str:
    """The text of a tree at random, such as an exercise of that kind and level has; the same for the same seed."""
    text = KINDS[kind].text
    if text is None:
        raise SearchError(f"an exercise of the kind {kind} has no tree at random")
    return text(random.Random(f"{kind} {level} {seed}"), level)  # noqa: S311  trees, not secrets
