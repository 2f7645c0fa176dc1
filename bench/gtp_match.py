"""A match between two programs that speak the Go Text Protocol, on a board of ours that holds both to the rules.

    python bench/gtp_match.py "zermelo gtp 'go(suicide=False)' --player mcts:seconds=5 --resign 0.04" \\
        "gnugo --mode gtp --level 1 --chinese-rules --positional-superko --play-out-aftermath --capture-all-dead" \\
        --size 9 --games 100 --keep games

Colours change from game to game. The score is counted by area when both have passed: every stone that stands then counts as alive, so a
program must be told to take what is dead (GNU Go: --play-out-aftermath --capture-all-dead; Zermelo does so by itself). A program
that makes an illegal move, sends what is no answer, or dies has lost that game, and the match goes on with a new process.

With --keep each game is written to a folder as it ends, as SGF, and its figures to games.jsonl beside it. The same command
with the same folder goes on where the last one ended.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from _gtp import LostError, Program
from zermelo.errors import ZermeloError
from zermelo.game import comes_back
from zermelo.games.go import Go
from zermelo.play.match import interval
from zermelo.play.play import Record
from zermelo.protocols.sgf import write_sgf

COLOURS = ("black", "white")
LOG = "games.jsonl"
"""The first line says which match it is, each other one what came of a game."""


def played(game: Go, commands: tuple[str, str], names: tuple[str, str], plies: int, patience: float) -> tuple[Record, float, str]:
    """One game, Black's program first: its record, its worth to Black (1, 1/2, 0) and why it ended."""
    programs: list[Program] = []
    states, actions, before = [game.initial()], [], set()
    try:
        for seat, command in enumerate(commands):
            programs.append(Program(command, seat, patience))
            for setting in (f"boardsize {game.size}", "clear_board", f"komi {game.komi:g}"):
                programs[seat].ask(setting)
        while not game.is_terminal(states[-1]) and len(actions) < plies:
            state = states[-1]
            seat = state.player
            said = programs[seat].ask(f"genmove {COLOURS[seat]}")
            if said.casefold() == "resign":
                raise LostError(seat, "resigned")
            try:
                action = game.parse(state, said)
            except ZermeloError:
                raise LostError(seat, f"played {said!r}, which is not legal") from None
            if comes_back(game, state, action, before):
                raise LostError(seat, f"played {said!r}, which superko forbids")
            actions.append(action)
            before.add(game.position(state))
            states.append(game.result(state, action))
            programs[1 - seat].ask(f"play {COLOURS[seat]} {said}")
    except LostError as error:
        record = Record(game, names, states[0], tuple(actions), None)
        return record, float(error.seat), f"{COLOURS[error.seat]} {error}"
    finally:
        for program in programs:
            program.close()
    over = game.is_terminal(states[-1])
    lead = game.score(states[-1])
    record = Record(game, names, states[0], tuple(actions), game.utilities(states[-1]) if over else None, ending="rules" if over else None)
    ended = "score" if over else f"counted after {plies} plies"
    return record, 0.5 if lead == 0 else float(lead > 0), f"{ended}, {'B' if lead > 0 else 'W'}+{abs(lead):g}"


def taken_up(folder: Path | None, match: dict[str, Any]) -> list[dict[str, Any]]:
    """The figures of the games of this match that the folder holds; a new folder is begun. SystemExit where it holds another match."""
    if folder is None:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / LOG
    if not log.exists():
        log.write_text(json.dumps(match) + "\n", encoding="utf-8")
    head, *rows = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    if head != match:
        raise SystemExit(f"{folder} holds another match, of {head}; name another folder")
    return rows


def main() -> None:
    """Play, keep, and tell the points."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("first", help="the command of a program")
    options.add_argument("second", help="the command of the other")
    options.add_argument("--games", type=int, default=10, metavar="N", help="how many games (10)")
    options.add_argument("--size", type=int, default=9, metavar="N", help="lines of the board (9)")
    options.add_argument("--komi", type=float, metavar="K", help="points for White (as usual on that board)")
    options.add_argument("--plies", type=int, default=500, metavar="N", help="a longer game is counted as it stands (500)")
    options.add_argument("--patience", type=float, default=60.0, metavar="S", help="seconds that a program may be silent (60)")
    options.add_argument("--keep", type=Path, metavar="FOLDER", help="write each game there as it ends")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    chosen = options.parse_args()
    game = Go(chosen.size, chosen.komi)
    match = {"first": chosen.first, "second": chosen.second, "size": game.size, "komi": game.komi, "plies": chosen.plies}
    rows = taken_up(chosen.keep, match)[: chosen.games]
    points = sum(row["to_first"] for row in rows)
    if rows:
        print(f"{len(rows)} games were played before; first has {points:g}", file=sys.stderr, flush=True)
    for number in range(len(rows), chosen.games):
        pair = (chosen.first, chosen.second) if number % 2 == 0 else (chosen.second, chosen.first)
        names = ("first", "second") if number % 2 == 0 else ("second", "first")
        record, to_black, why = played(game, pair, names, chosen.plies, chosen.patience)
        to_first = to_black if number % 2 == 0 else 1 - to_black
        points += to_first
        rows.append({"black": names[0], "plies": len(record.actions), "to_black": to_black, "to_first": to_first, "why": why})
        if chosen.keep:
            (chosen.keep / f"game-{number + 1:03}.sgf").write_text(write_sgf(record), encoding="utf-8")
            with (chosen.keep / LOG).open("a", encoding="utf-8") as log:
                log.write(json.dumps(rows[-1]) + "\n")
        low, high = interval(points, number + 1)
        told = f"game {number + 1}: black {names[0]}, {len(record.actions)} plies, {why}; first has {points:g}"
        print(f"{told} ({low:.2f} to {high:.2f})", file=sys.stderr, flush=True)
    low, high = interval(points, chosen.games)
    if chosen.json:
        print(json.dumps({"points": points, "games": chosen.games, "low": low, "high": high, "rows": rows}, indent=2))
    else:
        print(f"first {points:g} of {chosen.games}: {points / chosen.games:.3f}, 95 % interval {low:.3f} to {high:.3f}")


if __name__ == "__main__":
    main()
