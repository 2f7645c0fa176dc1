"""`zermelo play`: one game, between people, computers, or both."""

from __future__ import annotations

import random
import sys
from typing import Annotated, Final

import typer

from zermelo.cli.board import board
from zermelo.cli.options import GameSpec, Json, Mode, Moves, Players, Position, SpreadPlayers, opened
from zermelo.cli.output import print_json
from zermelo.cli.terminal import TerminalGame, person_joins, thinking
from zermelo.game import CHANCE, Game, State
from zermelo.play.play import MOST_PLIES, dice, outcome, record, turns
from zermelo.play.play import play as play_on
from zermelo.play.players import Human, Player, seat, seat_name

SHOWN: Final = 2
"""The seed of the game that is shown where nobody can play and no players are named."""


def play(
    game: GameSpec,
    players: Players = None,
    second: Annotated[bool, typer.Option("--second", help="Let the computer begin.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Makes chance and random players the same in every run.")] = None,
    plies: Annotated[int, typer.Option(metavar="N", help="A longer game between computers is left unfinished.")] = MOST_PLIES,
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Play a game against the computer, or watch one.

    Without --players and without a terminal to type at, two computers play. In a game with a person: type moves by
    name or number, or undo, hint, why, moves, help, quit.
    """
    rules, state = opened(game, position, moves)
    if second and players:
        raise typer.BadParameter("it is for a game without --players, which seats everyone itself", param_hint="--second")
    person = sys.stdin.isatty() and not json
    given = players or _usual(rules, person=person, second=second)
    if not players and not person and seed is None:
        seed = SHOWN  # nobody has asked for this game in particular: always show the same one
    seated = seat(given, rules, seed=seed, mode=mode)
    if json:
        if any(isinstance(one, Human) for one in seated):
            raise typer.BadParameter("it is for a game between computers", param_hint="--json")
        print_json(play_on(rules, given, state, seed=seed, plies=plies, mode=mode).as_dict())
    elif any(isinstance(one, Human) for one in seated):
        person_joins(TerminalGame(rules, seated, given, state, dice(seed), mode))
    else:
        _watch(rules, seated, given, state, dice(seed), plies)


def _usual(game: Game, *, person: bool, second: bool) -> list[str]:
    """Who plays unless said otherwise: a person against the computer where there is one at the terminal."""
    given = ["computer"] * game.players
    if person:
        given[1 if second and game.players > 1 else 0] = "human"
    return given


def _watch(game: Game, players: list[Player], names: list[str], state: State, rolls: random.Random, plies: int) -> None:
    """Print a game between computers as it is played."""
    for place, name in enumerate(names):
        print(f"{seat_name(game, place)}: {name}")
    print()
    actions = []
    playing = turns(game, players, state, rolls, plies)
    final = state
    while True:
        with thinking(players):
            turn = next(playing, None)
        if turn is None:
            break
        actions.append(turn.action)
        final = turn.following
        print(f"{turn.ply:>3}  {seat_name(game, turn.player):<{_width(game)}}  {game.name(turn.state, turn.action)}", flush=True)
    print()
    board(game, final)
    print()
    utilities = record(game, tuple(names), state, tuple(actions)).utilities
    print(outcome(game, utilities) + ("" if utilities is not None else _why_unfinished(len(actions), plies)))


def _why_unfinished(played: int, plies: int) -> str:
    return f" after {plies} plies (--plies)" if played == plies else f" after {played} plies: the players repeat themselves"


def _width(game: Game) -> int:
    seats = [*range(game.players), *([CHANCE] if game.chance else [])]
    return max(len(seat_name(game, player)) for player in seats)


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    example = "Example: zermelo play tictactoe --players minimax minimax"
    app.command(epilog=example, cls=SpreadPlayers)(play)
