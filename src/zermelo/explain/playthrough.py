"""A playthrough: all that a game answers along one random game, as text that a person can read and a test can compare.

python -m zermelo.explain.playthrough connect4 > tests/playthroughs/connect4.txt
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any, Final

from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, Game, State, has_rewards
from zermelo.spec import load_game

PLIES: Final = 40
"""A longer game breaks off here."""
_WIDTH: Final = 16  # of the column of questions


def playthrough(game: Game, *, seed: int = 0) -> str:
    """Every answer of `game` along the random game that `seed` chooses, up to `PLIES` plies.

    The same on every machine and Python, as long as the game's answers are.
    """
    return "\n".join(_lines(game, random.Random(seed))) + "\n"  # noqa: S311 - games, not secrets


def _lines(game: Game, dice: random.Random) -> Iterator[str]:
    yield repr(game)
    yield ""
    yield from _facts(game)
    state, ply = game.initial(), 0
    while True:
        yield ""
        yield f"Ply {ply}"
        yield from _answers(game, state)
        if game.is_terminal(state):
            yield _line("utilities", _numbers(game.utilities(state)))
            return
        if ply == PLIES:
            yield ""
            yield f"The game goes on; after {PLIES} plies it is left."
            return
        action = _chosen(game, state, dice)
        yield _line("chosen", _named(game, state, action))
        if has_rewards(game):
            yield _line("reward", _number(game.reward(state, action)))
        state, ply = game.result(state, action), ply + 1


def _facts(game: Game) -> Iterator[str]:
    yield _line("players", game.players)
    yield _line("chance", game.chance)
    if game.hidden:
        yield _line("hidden", game.hidden)
    yield _line("max_actions", game.max_actions)
    yield _line("utility_range", "unknown" if game.utility_range is None else _numbers(game.utility_range))
    yield _line("evaluations", ", ".join(game.evaluations) or "none")
    yield _line("mode", game.mode)


def _answers(game: Game, state: State) -> Iterator[str]:
    for row in game.show(state).splitlines():
        yield f"    {row}".rstrip()
    yield _line("state", repr(state))
    yield _line("write", game.write(state))
    yield _line("read", "the same" if game.read(game.write(state)) == state else "ANOTHER STATE")
    if game.hidden:
        for player in range(game.players):
            yield _line(f"observe {player}", game.write(game.observe(state, player)))
    yield _line("is_terminal", game.is_terminal(state))
    if not game.is_terminal(state):
        yield from _answers_of_turn(game, state)
    yield _line("key", "the state" if game.key(state) == state else game.key(state))
    yield _line("symmetries", len(list(game.symmetries(state))))
    if game.evaluations:
        yield _line("evaluations", "")
    for name, evaluation in game.evaluations.items():
        yield _line(f"  {name}", _numbers(evaluation.value(game, state, player) for player in range(game.players)))


def _answers_of_turn(game: Game, state: State) -> Iterator[str]:
    player = game.to_move(state)
    yield _line("to_move", "CHANCE" if player == CHANCE else player)
    if player == CHANCE:
        yield _line("outcomes", "  ".join(f"{_named(game, state, action)} {_number(p)}" for action, p in game.outcomes(state)))
    else:
        yield _line("actions", "  ".join(_named(game, state, action) for action in game.actions(state)))
    yield _line("evaluate", _numbers(game.estimates(state)))


def _chosen(game: Game, state: State, dice: random.Random) -> int:
    """An action at random, by their probabilities where chance moves."""
    drawn = dice.random()  # of random's methods the one that never changes from one Python to the next
    if game.to_move(state) != CHANCE:
        actions = list(game.actions(state))
        return actions[int(drawn * len(actions))]
    outcomes = list(game.outcomes(state))
    for action, probability in outcomes:
        drawn -= probability
        if drawn < 0:
            return action
    return outcomes[-1][0]


def _named(game: Game, state: State, action: int) -> str:
    name = game.name(state, action)
    return name if name == str(action) else f"{name}={action}"


def _line(question: str, answer: object) -> str:
    return f"  {question:{_WIDTH}} {answer}".rstrip()


def _numbers(values: Any) -> str:
    return "  ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{value + 0.0:g}"  # -0 is 0


def main(arguments: list[str]) -> int:
    """Print the playthrough of the game that the arguments name, with a seed of its own if there is a second one."""
    if not 1 <= len(arguments) <= 2 or not all(map(str.isdecimal, arguments[1:])):
        print("usage: python -m zermelo.explain.playthrough GAME [SEED]", file=sys.stderr)
        return 2
    try:
        text = playthrough(load_game(arguments[0]), seed=int(arguments[1]) if len(arguments) > 1 else 0)
    except ZermeloError as error:
        print(error, file=sys.stderr)
        return 2
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
