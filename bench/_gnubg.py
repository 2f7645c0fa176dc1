"""GNU Backgammon as a player: it decides on plays over its external player's socket."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from zermelo.errors import ActionError, ZermeloError
from zermelo.games.backgammon import Backgammon
from zermelo.games.backgammon.men import BAR, OFF, State, men_on

PROGRAM = "/usr/games/gnubg"
PATIENCE = 20.0
"""Seconds that an answer may take."""


class GnubgError(ZermeloError):
    """GNU Backgammon is not there, has died, or answers what is no play."""


class Gnubg:
    """A running GNU Backgammon that looks `plies` ahead (0: it evaluates what each play leads to), without a cube.

    Raises GnubgError where the program is missing or does not answer. Use it in a `with` statement.
    """

    def __init__(self, plies: int = 0) -> None:
        if not Path(PROGRAM).exists():
            raise GnubgError(f"there is no {PROGRAM}; it is Debian's package gnubg")
        settings = [f"set evaluation chequerplay evaluation {setting}" for setting in (f"plies {plies}", "cubeful off", "noise 0")]
        with ExitStack() as started:
            place = f"{started.enter_context(tempfile.TemporaryDirectory())}/socket"
            try:
                self._program = subprocess.Popen(
                    [PROGRAM, "-t", "-q"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True
                )
            except OSError as error:
                raise GnubgError(f"cannot run {PROGRAM}: {error.strerror or error}") from error
            started.callback(self._end)
            self._tell("\n".join([*settings, f"external {place}", ""]))
            self._talk = started.enter_context(self._connected(place))
            self._answers = started.enter_context(self._talk.makefile("r", encoding="ascii"))
            self._started = started.pop_all()  # what `close` closes

    def _end(self) -> None:
        self._program.kill()
        self._program.communicate()

    def _tell(self, commands: str) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(commands)
            self._program.stdin.flush()
        except OSError as error:
            raise GnubgError("GNU Backgammon has ended as it began") from error

    def _connected(self, place: str) -> socket.socket:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._program.poll() is None:
            if os.path.exists(place):
                talk = socket.socket(socket.AF_UNIX)
                talk.settimeout(PATIENCE)
                try:
                    talk.connect(place)
                except OSError:  # the file is there before anyone listens
                    talk.close()
                else:
                    return talk
            time.sleep(0.02)
        raise GnubgError("GNU Backgammon does not open its socket")

    def choose(self, game: Backgammon, state: State) -> int:
        """The play that it would make. Raises GnubgError if it has died, or answers what is no play."""
        try:
            self._talk.sendall(f"{board_line(state)}\n".encode("ascii"))
            answer = self._answers.readline()
        except TimeoutError as error:
            raise GnubgError(f"GNU Backgammon has not answered for {PATIENCE:g} s in {game.write(state)!r}") from error
        except OSError:
            answer = ""
        if not answer.strip():
            raise GnubgError(f"GNU Backgammon has ended in {game.write(state)!r}")
        try:
            return game.parse(state, answer)
        except ActionError as error:
            raise GnubgError(f"GNU Backgammon answers {answer.strip()!r} in {game.write(state)!r}: {error}") from error

    def close(self) -> None:
        """End the program."""
        self._started.close()

    def __enter__(self) -> Gnubg:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def board_line(state: State) -> str:
    """The state as the line that FIBS sends to the player whose turn it is (his men positive, moving down from the bar at 25)."""
    own, other = state.own, state.other
    points = [men_on(own, place) - men_on(other, BAR - place) for place in range(1, BAR)]
    board = [-men_on(other, BAR), *points, men_on(own, BAR)]
    off, bars = [men_on(own, OFF), men_on(other, OFF)], [men_on(own, BAR), men_on(other, BAR)]
    dice = [state.dice // 10, state.dice % 10]
    numbers = [0, 0, 0, *board, 1, *dice, 0, 0, 1, 1, 1, 0, 1, -1, 0, BAR, *off, *bars, 0, 0, 0, 0]
    return ":".join(["board", "You", "Other", *map(str, numbers)])
