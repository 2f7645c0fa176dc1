"""Games of many players as one of them may see them: as a game of two, in which MAX is that player and MIN all others.

Every search for two players works on these views: plain minimax and alpha-beta, which are then the algorithms of the
literature word for word, and the engine with its table and its deepening.

Paranoid   all others have joined against the player, and do nothing but harm (N. Sturtevant and R. Korf, 2000)
BestReply  after each move of the player, one of the others answers, whoever harms most; the rest pass
           (M. Schadd and M. Winands, 2011). The game has to say what it is to pass (`Game.null_move`)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from zermelo.errors import SearchError
from zermelo.evaluate.with_evaluation import with_evaluation
from zermelo.game import CHANCE, MAX, MIN, Game, State, defines, has_rewards
from zermelo.hints import Evaluation
from zermelo.search.algorithm import checked_game, checked_open
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import NAMES
from zermelo.search.engine.result import EngineResult
from zermelo.search.searcher import Searcher


class Seen(NamedTuple):
    """A state, and who looks at it."""

    state: State
    player: int


class Paranoid(Game):
    """The game as a player sees it who takes all others for one opponent. Values are to that player."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chance = game.chance
        self.max_actions = game.max_actions
        self.utility_range = game.utility_range
        self.evaluation_unit = game.evaluation_unit
        self.measured_in = game.measured_in

    @property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:  # type: ignore[override]  # those of the game that it is of
        """What the game brings along."""
        return self.game.phrases

    def seen(self, state: State) -> Seen:
        """The state as the player to move in it sees it; with chance to move, the first player."""
        return Seen(state, max(MAX, self.game.to_move(state)))

    def initial(self) -> Seen:
        return Seen(self.game.initial(), MAX)

    def to_move(self, state: Seen) -> int:
        player = self.game.to_move(state.state)
        if player == CHANCE:
            return CHANCE
        return MAX if player == state.player else MIN

    def actions(self, state: Seen) -> Iterable[int]:
        yield from self.game.actions(state.state)

    def outcomes(self, state: Seen) -> Iterable[tuple[int, float]]:
        yield from self.game.outcomes(state.state)

    def result(self, state: Seen, action: int) -> Seen:
        return Seen(self.game.result(state.state, action), state.player)

    def is_terminal(self, state: Seen) -> bool:
        return self.game.is_terminal(state.state)

    def utility(self, state: Seen, player: int) -> float:
        worth = float(self.game.utility(state.state, state.player))
        return worth if player == MAX else -worth

    def evaluate(self, state: Seen, player: int) -> float:
        worth = float(self.game.evaluate(state.state, state.player))
        return worth if player == MAX else -worth

    def order(self, state: Seen, action: int, child: Seen) -> int:
        return self.game.order(state.state, action, child.state)

    def plies_left(self, state: Seen) -> int:
        return self.game.plies_left(state.state)

    def key(self, state: Seen) -> Any:
        return (self.game.key(state.state), state.player)

    def name(self, state: Seen, action: int) -> str:
        return self.game.name(state.state, action)

    def write(self, state: Seen) -> str:
        return self.game.write(state.state)

    def show(self, state: Seen) -> str:
        return self.game.show(state.state)

    def picture(self, state: Seen) -> Any:
        return self.game.picture(state.state)

    def told(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """The actions of a line as the game itself knows them, as far as they are played there one after the other."""
        return line

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game!r})"


class BestReply(Paranoid):
    """The game as a player sees it to whom only one of the others answers. A reply is its action and how many pass before it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.chance:
            raise SearchError(f"best_reply knows no chance, and {game!r} has it; use paranoid or mcts")
        if not defines(game, "null_move"):
            raise SearchError(f"best_reply lets players pass, and {game!r} does not say what that is; give it `null_move(self, state)`")
        self.players_there_are = game.players
        self.max_actions = game.max_actions * max(1, game.players - 1)

    def actions(self, state: Seen) -> Iterable[int]:
        turn = state.state
        mine = self.game.to_move(turn) == state.player
        for passes in range(1 if mine else self.players_there_are):
            if passes > 0 and (self.game.is_terminal(turn) or self.game.to_move(turn) == state.player):
                break  # a pass may end the game
            for action in self.game.actions(turn):
                yield action * self.players_there_are + passes
            if not mine:
                turn = self.game.null_move(turn)

    def result(self, state: Seen, action: int) -> Seen:
        turn = state.state
        mine = self.game.to_move(turn) == state.player
        for _ in range(action % self.players_there_are):
            turn = self.game.null_move(turn)
        turn = self.game.result(turn, action // self.players_there_are)
        if not mine:
            turn = self.back(turn, state.player)
        return Seen(turn, state.player)

    def back(self, state: State, player: int) -> State:
        """The state after all have passed until the player's turn comes, unless the game is over."""
        for _ in range(self.players_there_are):
            if self.game.is_terminal(state) or self.game.to_move(state) == player:
                break
            state = self.game.null_move(state)
        return state

    def order(self, state: Seen, action: int, child: Seen) -> int:
        return 0

    def name(self, state: Seen, action: int) -> str:
        turn, passes = state.state, action % self.players_there_are
        for _ in range(passes):
            turn = self.game.null_move(turn)
        return "\u2013 " * passes + self.game.name(turn, action // self.players_there_are)  # a dash for each who passes

    def told(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """The player's own action: what follows is not played in turn."""
        return tuple(action // self.players_there_are for action in line[:1])


def _own_reward(self: Any, state: Seen, action: int) -> float:
    """The player's own; what the others win is nothing to the player."""
    return self.game.reward(state.state, action) if self.game.to_move(state.state) == state.player else 0.0


def _own_reward_before_replies(self: Any, state: Seen, action: int) -> float:
    """The same where an action says how many pass before it: of the player's own it is none."""
    return self.game.reward(state.state, action // self.players_there_are) if self.game.to_move(state.state) == state.player else 0.0


_rewards: Final[dict[str, Callable[..., float]]] = {"paranoid": _own_reward, "best_reply": _own_reward_before_replies}
VIEWS: Final[dict[str, type[Paranoid]]] = {"paranoid": Paranoid, "best_reply": BestReply}
"""The views by name."""


def viewed(game: Game, name: str) -> Paranoid:
    """The view of that name. Raises SearchError for a game of one or two players, which needs none, and one that does not fit."""
    checked_open(checked_game(game), name)
    if game.players < 3:
        raise SearchError(f"{name} is for three players or more, and {game!r} has {game.players}; use alphabeta or the engine")
    view = VIEWS[name]
    if not has_rewards(game):
        return view(game)
    made: type[Paranoid] = type(view.__name__, (view,), {"reward": _rewards[name], "__module__": __name__})
    return made(game)


class ViewEngine:
    """The engine on a view of a game; what it finds is given for the game itself, with values to the player to move.

    The options are those of `Engine`. Raises SearchError as `viewed` does.
    """

    def __init__(self, game: Game, name: str, *, evaluation: str | Evaluation | None = None, mode: str = "auto", **options: Any) -> None:
        self.name, self.view = name, viewed(with_evaluation(game, evaluation), name)
        self.engine = Engine(self.view, mode=mode, **options)

    def search(self, state: State = None, *, history: Sequence[State] = (), **limits: Any) -> EngineResult:
        """The result of a search within these limits (see `Engine.search`). `history` changes nothing: a view knows no repetition."""
        view = self.view
        found = self.engine.search(view.seen(view.game.initial() if state is None else state), **limits)
        return replace(
            found, game=view.game, state=found.state.state, algorithm=self.name,
            action=None if found.action is None else view.told((found.action,))[0], line=view.told(found.line),
            variations=tuple(replace(one, line=view.told(one.line)) for one in found.variations),
        )  # fmt: skip

    def clear(self) -> None:
        """Forget all that earlier searches have learnt."""
        self.engine.clear()


def _entered(name: str, about: str) -> Searcher:
    def check(game: Game) -> None:
        viewed(game, name)

    make = functools.partial(ViewEngine, name=name)
    return Searcher(name, about, make, check, ("depth", "nodes", "seconds", "clock", "report"), ("evaluation", *NAMES), rewards=True)


SEARCHERS: Final = (
    _entered("paranoid", "all others taken for one opponent, for three players or more"),
    _entered("best_reply", "one of the others replies, for three players or more"),
)
