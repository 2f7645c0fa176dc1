"""Seeded positions with their exact scores, of the kinds that are published: `positions.py begin-easy --count 100 > FILE`.

connect4, named as P. Pons' test sets are (2015), by the stones on the board and the moves that are left with best play:

    begin, middle, end      up to 14 stones, up to 28, more
    easy, medium, hard      fewer than 14 moves left, fewer than 28, more

othello: `empties-20` to `empties-24`, by the empty squares.

Positions come from random play; the same seed gives the same ones. A score is our own solver's, to the player to move.
The lines are those that `zermelo solve GAME --positions FILE` takes. bench/sets holds some of each kind.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import zermelo
from zermelo.game import MAX, Game, State
from zermelo.search.engine.engine import Engine
from zermelo.search.positions import Task
from zermelo.search.solutions import whole_score

CELLS = 42
STONES = {"begin": range(1, 15), "middle": range(15, 29), "end": range(29, 41)}
MEDIUM = range(8, 15)
"""The stones of begin-medium: with fewer, next to all positions are hard, which shows only when they are solved."""
LEFT = {"easy": range(14), "medium": range(14, 28), "hard": range(28, CELLS)}
CONNECT4 = tuple(f"{phase}-{level}" for phase, left in (("end", 1), ("middle", 2), ("begin", 3)) for level in list(LEFT)[:left])
OTHELLO = tuple(f"empties-{empties}" for empties in range(20, 25))


@dataclass(frozen=True)
class Found:
    """A position that was found: as moves or as a text, and its score."""

    kind: str
    text: str
    state: State
    score: float

    def __str__(self) -> str:
        return f"{self.text} {self.score}" if self.kind == "moves" else f"{self.text}; {self.score}"

    def task(self, number: int) -> Task:
        """The position as a line of a file is read."""
        return Task(number, self.kind, self.text, self.state, self.score)


def connect4(kind: str, count: int, seed: int = 1) -> Iterator[Found]:
    """Positions of connect four of one kind."""
    phase, level = kind.split("-")
    game = zermelo.load_game("connect4(score=True)")
    engine = Engine(game, table=128)
    chooser = random.Random(f"{kind} {seed}")  # noqa: S311  # games, not secrets
    seen: set[Any] = set()
    while len(seen) < count:
        stones = MEDIUM if kind == "begin-medium" else STONES[phase]
        actions, state = played_at_random(game, chooser.choice(stones), chooser)
        if game.is_terminal(state) or game.key(state) in seen or settled(game, state):
            continue
        if kind == "begin-easy" and abs(float(engine.search(state, depth=max(LEFT["easy"])).value)) < 1:  # no win so near
            continue
        score = score_of(engine, state)
        if moves_left(len(actions), score) in LEFT[level]:
            seen.add(game.key(state))
            yield Found("moves", "".join(str(action + 1) for action in actions), state, score)


def othello(kind: str, count: int, seed: int = 1) -> Iterator[Found]:
    """Endings of Othello with this many empty squares."""
    empties = int(kind.partition("-")[2])
    game = zermelo.load_game("othello(empties_to_winner=True)")
    engine = Engine(game, table=128)
    chooser = random.Random(f"{kind} {seed}")  # noqa: S311  # games, not secrets
    seen: set[Any] = set()
    while len(seen) < count:
        state = game.initial()
        while not game.is_terminal(state) and game.plies_left(state) > empties:
            state = game.result(state, chooser.choice(list(game.actions(state))))
        if not game.is_terminal(state) and game.key(state) not in seen:
            seen.add(game.key(state))
            yield Found("position", game.write(state), state, score_of(engine, state))


def of(kind: str, count: int, seed: int = 1) -> Iterator[Found]:
    """Positions of any of the kinds."""
    return (othello if kind in OTHELLO else connect4)(kind, count, seed)


def played_at_random(game: Game, plies: int, chooser: random.Random) -> tuple[list[int], State]:
    """This many random actions, fewer where the game ends before, and the state after them."""
    actions: list[int] = []
    state = game.initial()
    while len(actions) < plies and not game.is_terminal(state):
        actions.append(chooser.choice(list(game.actions(state))))
        state = game.result(state, actions[-1])
    return actions, state


def settled(game: Game, state: State) -> bool:
    """Whether the player to move wins with the next move, or loses with the one after it."""
    low, high = game.bounds(state)
    return low == high


def score_of(engine: Engine, state: State) -> float:
    """The exact score, to the player to move."""
    engine.clear()
    found = engine.value(state)
    if found.value is None:
        raise SystemExit("stopped")
    return whole_score(found.value if engine.game.to_move(state) == MAX else -found.value)


def moves_left(stones: int, score: float) -> int:
    """The moves of both that a game of connect four still lasts if both play their best."""
    if score == 0:
        return CELLS - stones
    winners_stones = CELLS // 2 + 1 - abs(score)
    return int(2 * (winners_stones - stones // 2) - 1 if score > 0 else 2 * (winners_stones - (stones + 1) // 2))


def main() -> None:
    """Print positions, as a file has them."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("kind", choices=(*CONNECT4, *OTHELLO), help="what kind of positions")
    options.add_argument("--count", type=int, default=100, metavar="N", help="how many (100)")
    options.add_argument("--seed", type=int, default=1, metavar="S", help="chooses them (1)")
    chosen = options.parse_args()
    print(f"# {chosen.kind}, by bench/positions.py with seed {chosen.seed}")
    for found in of(chosen.kind, chosen.count, chosen.seed):
        print(found, flush=True)


if __name__ == "__main__":
    main()
