"""`zermelo play`: one game, between people, computers, or both."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Annotated, Final

import typer

from zermelo.cli.board import board
from zermelo.cli.errors import fail
from zermelo.cli.options import (
    BookOption,
    DatabaseOption,
    GameClock,
    GameSpec,
    Json,
    Mode,
    Moves,
    Players,
    Position,
    SpreadPlayers,
    known_of,
    states_of,
)
from zermelo.cli.output import print_json
from zermelo.cli.terminal import TerminalGame, gained, person_joins, thinking, thoughts
from zermelo.evaluate.with_evaluation import unvalued
from zermelo.game import CHANCE, Game
from zermelo.play.play import MOST_PLIES, Playing, Record, dice, outcome
from zermelo.play.players import Human, seat, seat_name
from zermelo.solving.solve import BACKWARD_INDUCTION, fitting
from zermelo.solving.tree import estimated_size
from zermelo.spec import load_game
from zermelo.values import counted

SHOWN: Final = 2
"""The seed of the game that is shown where nobody can play and no players are named."""
WEAKER: Final = "computer:nodes=100"
"""Who plays against the computer in that game: between equals some games never end."""

HIDDEN: Final = "ismcts"
"""Who plays games that hide something; against `random`, where nobody is at the terminal ..."""
AT_ONCE: Final = "strategy"
"""... and who plays those with simultaneous moves, if their trees have no more nodes than this: then it is found in seconds."""
MOST_NODES: Final = 10_000_000


def play(
    game: GameSpec,
    players: Players = None,
    second: Annotated[bool, typer.Option("--second", help="Let the computer begin.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Makes chance and random players the same in every run.")] = None,
    plies: Annotated[int, typer.Option(metavar="N", help="A longer game between computers is left unfinished.")] = MOST_PLIES,
    clock: GameClock = None,
    database: DatabaseOption = None,
    book: BookOption = None,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Play a game against the computer, or watch one.

    Without --players and without a terminal to type at, the computer plays against a weaker one. In a game with a person: type moves by
    name or number, or undo, hint, why, moves, rules, help, quit.
    """
    rules = load_game(game)
    states = states_of(rules, position, moves)
    if second and players:
        fail("--second is for a game without --players, which seats everyone itself")
    person = sys.stdin.isatty() and not json
    given = players or _usual(rules, person=person, second=second)
    if not players and not person and seed is None:
        seed = SHOWN  # nobody has asked for this game in particular: always show the same one
    known = known_of(rules, database, book)
    seated = seat(given, rules, seed=seed, mode=mode, database=known)
    if rules.evaluations and any(_values(one) for one in given) and (told := unvalued(rules, "engine:evaluation=")):
        typer.echo(f"note: the computer values {told}", err=True)
    people = any(isinstance(one, Human) for one in seated)
    if json and people:
        fail("--json is for a game between computers")
    with thinking([]):  # who keeps a clock gets ready before it runs
        playing = Playing(rules, seated, states, dice(seed), clock)
    if json:
        actions = tuple(turn.action for turn in playing.turns(plies))
        print_json(Record(rules, tuple(given), states[-1], actions, playing.utilities, ending=playing.ending).as_dict())
    elif people:
        person_joins(TerminalGame(playing, given, mode, known))
    else:
        if not players:
            typer.echo("note: standard input is no terminal, so the computer plays all sides", err=True)
        _watch(playing, given, plies)


def _usual(game: Game, *, person: bool, second: bool) -> list[str]:
    """Who plays unless said otherwise: a person against the computer where there is one at the terminal."""
    computer, weaker = (_who_mixes(game), "random") if game.hidden else ("computer", WEAKER)
    if not person:
        return [computer, *[weaker] * (game.players - 1)]
    given = [computer] * game.players
    given[1 if second and game.players > 1 else 0] = "human"
    return given


def _values(player: str) -> bool:
    """Whether the player values positions before the end, by what the game says of them."""
    name, _, options = player.partition(":")
    looks_so_far = name in ("computer", "engine") or "depth=" in options
    return looks_so_far and "evaluation=" not in options


def _who_mixes(game: Game) -> str:
    """Who plays a game that hides something: an equilibrium where one is soon found."""
    soon = fitting(game) == BACKWARD_INDUCTION and find_spec("scipy") is not None and estimated_size(game) <= MOST_NODES
    return AT_ONCE if soon else HIDDEN


def _watch(playing: Playing, names: list[str], plies: int) -> None:
    """Print a game between computers as it is played."""
    game = playing.game
    for place, name in enumerate(names):
        print(f"{seat_name(game, place)}: {name}")
    print()
    turns = playing.turns(plies)
    played = 0
    while True:
        with thinking(playing.players):
            turn = next(turns, None)
        if turn is None:
            break
        played = turn.ply
        thought = "" if turn.player == CHANCE else thoughts(playing.players[turn.player], turn.action)
        action = game.name(turn.state, turn.action) + gained(game, turn.state, turn.action)
        move = f"{turn.ply:>3}  {seat_name(game, turn.player):<{_width(game)}}  {action}"
        print(f"{move}    {thought}" if thought else move, flush=True)
    print()
    board(game, playing.state)
    print()
    unfinished = "" if playing.ending else _why_unfinished(played, plies)
    print(outcome(game, playing.utilities, playing.ending) + unfinished)


def _why_unfinished(played: int, plies: int) -> str:
    after = f" after {counted(played, 'ply', 'plies')}"
    return f"{after} (--plies)" if played == plies else f"{after}: the players repeat themselves"


def _width(game: Game) -> int:
    seats = [*range(game.players), *([CHANCE] if game.chance else [])]
    return max(len(seat_name(game, player)) for player in seats)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    example = "Example: zermelo play tictactoe --players minimax minimax"
    app.command(epilog=example, cls=SpreadPlayers)(play)
