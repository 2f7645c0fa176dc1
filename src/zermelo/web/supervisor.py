"""Keeps the processes in which users' files, and games of packages, run: one for each, and one for each player in a file, begun when it
is needed and ended when it must be.

Nothing of a user's runs in the server. Whoever asks for something of a user's game waits for an answer from the file's process
(worker.py), without a thread of the server. A process is ended

- where it is of a player, and nobody waits any more for what it still chooses: nothing else would stop it;
- where what was asked is not answered in time, or the answer is too large: whoever asked gets to know where the rules were;
- where it has died, has used up its memory, or a search there has given up rules that hang;
- where the file, or another of the user's that it has run, was changed: that is another edition, for another process;
- where nobody has asked for a while; where the server goes, in whatever way.

What others had asked for in the meantime is asked again: once, where a process was ended or died; as often as it takes, where the
file was changed. Games are in the store, and a move that is asked for again is played once, so nothing is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import pickle
import signal
import sys
import threading
from asyncio.subprocess import PIPE
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn, cast

from zermelo.errors import GameError
from zermelo.web.catalogue import Own
from zermelo.web.errors import AnsweredError
from zermelo.web.fair_queue import BusyError
from zermelo.web.messages import Ask, Begin, Enough, State, Stop, Where, stamp_of, state_of
from zermelo.web.scheduler import MOST_AT_ONCE, Events
from zermelo.web.seats import FILE, key, no_player

PROMPT: Final = 10.0
"""Seconds in which rules answer what takes no search: a move, a board, a card."""
GRACE: Final = 60.0
"""Seconds for which a search may say nothing, beyond those that it was asked to take: it may have to be compiled first."""
START: Final = 60.0
"""Seconds in which a process of ours is there, before it has loaded anything of the user's."""
MEMORY: Final = 2048
"""MiB that the process of a file may take."""
LARGEST_ANSWER: Final = 32 << 20
"""Bytes of an answer."""
MOST_ASKED: Final = 200
"""Requests that wait for one file."""
IDLE: Final = 600.0
"""Seconds after which a process that nobody asks is ended."""
_POINTING: Final = 2.0
"""Seconds in which a process says where its rules are, before it is ended."""
_GOING: Final = 5.0
"""Seconds in which a process that is ended is no more."""
_PULSE: Final = 0.1
"""Seconds between two looks whether a search is to give way."""
_PROGRAM: Final = "from zermelo.web.worker import main; main()"

Work = Callable[..., dict[str, Any]]


class _EndedError(Exception):
    """The process was ended, or has died, before it had answered.

    changed  as the file was changed
    """

    def __init__(self, why: str, *, changed: bool = False) -> None:
        super().__init__(why)
        self.changed = changed


class _LateError(Exception):
    """The process did not answer in time. The text says where its rules were, if that is known."""


_Answer = dict[str, Any] | Exception


class _Worker(asyncio.SubprocessProtocol):
    """A process of an edition of a file. `heard` is called with each file that is run there, as it was then.

    plays  whether it is of a player, which does not look whether it is to go on
    """

    def __init__(self, heard: Callable[[Path, State], Any], *, plays: bool) -> None:
        self.plays = plays
        self.ended: _EndedError | None = None
        self.gone = asyncio.get_running_loop().create_future()
        self._heard, self._ready = heard, asyncio.get_running_loop().create_future()
        self._process: asyncio.SubprocessTransport | None = None
        self._line = bytearray()
        self._numbers = itertools.count()
        self._said: dict[int, asyncio.Queue[_Answer]] = {}
        self._awaited: set[int] = set()
        self._where: dict[int, asyncio.Future[str | None]] = {}
        self._errands: set[asyncio.Task[None]] = set()

    async def begin(self, begin: Begin) -> None:
        """Wait until the process is ready. Raises GameError where it does not come to that, _EndedError where it is not wanted any more."""
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: self, sys.executable, "-P", "-c", _PROGRAM, stdin=PIPE, stdout=PIPE, stderr=None, start_new_session=True
            )
        except OSError as error:
            raise GameError(f"no process for the rules could be begun: {error.strerror or error}") from error
        self._send(begin)
        try:
            async with asyncio.timeout(START):
                await self._ready
        except (TimeoutError, _EndedError) as error:
            if isinstance(error, _EndedError) and error.changed:
                raise
            why = str(error) or f"it took more than {START:g} s"
            raise GameError(
                f"no process for the rules could be begun ({why}); what the studio writes to its terminal may say more"
            ) from error
        finally:
            if not self._ready.done() or self._ready.cancelled():
                self.end(_EndedError("it was not wanted any more"))

    @property
    def busy(self) -> bool:
        """Whether it has something to do."""
        return bool(self._errands)

    async def told(self, ask: Callable[[int], Ask], patience: float, over: Callable[[], None], enough: threading.Event) -> Events:
        """What it answers; where `enough` is set, it is asked to come to an end.

        `over` is called when it is done with this, which may be long after nobody waits for it any more.

        Raises AnsweredError, _EndedError; and _LateError where it says nothing for this many seconds, which is then its end.
        """
        number, told = next(self._numbers), asyncio.Queue[_Answer]()
        errand = asyncio.create_task(self._errand(ask(number), patience, told))
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)
        errand.add_done_callback(lambda _: over())
        giving_way = asyncio.create_task(self._give_way(number, enough))
        self._awaited.add(number)
        try:
            while True:
                answer = await told.get()
                if isinstance(answer, Exception):
                    raise answer
                yield answer["kind"], answer["facts"]
                if answer["kind"] == "done":
                    return
        finally:
            giving_way.cancel()
            self._awaited.discard(number)
            self._send(Stop(number))
            if self.plays and self._said and not self._awaited:
                self.end(_EndedError("nobody waits for it any more", changed=True))

    async def _give_way(self, number: int, enough: threading.Event) -> None:
        while not enough.is_set():
            await asyncio.sleep(_PULSE)
        self._send(Enough(number))

    async def _errand(self, ask: Ask, patience: float, told: asyncio.Queue[_Answer]) -> None:
        """See to one thing that is asked, from beginning to end, whether or not somebody waits for the answer."""
        said = self._said[ask.number] = asyncio.Queue()
        if self.ended:
            said.put_nowait(self.ended)
        self._send(ask)
        answer: _Answer = {"kind": "news"}
        while not isinstance(answer, Exception) and answer["kind"] == "news":
            try:
                async with asyncio.timeout(patience):
                    answer = await said.get()
            except TimeoutError:
                answer = _LateError(await self._pointed(ask.number))
                self.end(_EndedError("something else that was asked of its process did not come to an end"))
            if not isinstance(answer, Exception) and answer["kind"] == "error":
                facts = answer["facts"]
                if facts["ends"]:
                    self.end(_EndedError(str(facts["ends"])))
                answer = AnsweredError(int(facts["status"]), str(facts["error"]))
            told.put_nowait(answer)
        del self._said[ask.number]

    async def _pointed(self, number: int) -> str:
        """Where the rules are that were asked under a number, if they let us see it."""
        self._where[number] = asyncio.get_running_loop().create_future()
        self._send(Where(number))
        try:
            async with asyncio.timeout(_POINTING):
                return await self._where[number] or ""
        except TimeoutError:
            return ""
        finally:
            del self._where[number]

    def _send(self, what: Begin | Ask | Stop | Enough | Where) -> None:
        if not self.ended and self._process is not None:
            cast("asyncio.WriteTransport", self._process.get_pipe_transport(0)).write(pickle.dumps(what))

    # What the process says

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a process."""
        self._process = cast("asyncio.SubprocessTransport", transport)
        if self.ended:
            self._kill(self._process)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """It says something."""
        assert isinstance(data, bytes)
        *lines, rest = data.split(b"\n")
        try:
            for line in lines:
                self._hear(json.loads(bytes(self._line) + line))
                self._line.clear()
        except (ValueError, LookupError, TypeError, AttributeError):
            self.end(_EndedError("its process said something that cannot be read"))
        self._line += rest
        if len(self._line) > LARGEST_ANSWER:
            self.end(_EndedError(f"its process gave more than {LARGEST_ANSWER >> 20} MiB at once"))

    def _hear(self, one: dict[str, Any]) -> None:
        if self.ended:
            return
        if "ready" in one:
            self._ready.set_result(None)
        elif "file" in one:
            self._heard(Path(one["file"]), State(tuple(one["stamp"]), one["digest"]))
        elif one["kind"] == "where":
            if one["number"] in self._where and not self._where[one["number"]].done():
                self._where[one["number"]].set_result(one["facts"])
        elif one["number"] in self._said:
            self._said[one["number"]].put_nowait(one)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """It can say nothing any more: as a rule because it has ended, which will be reported in a moment."""
        if not self.ended:
            asyncio.get_running_loop().call_later(1.0, self.end, _EndedError("its process broke off"))

    def process_exited(self) -> None:
        """It has ended."""
        assert self._process is not None
        self.end(_EndedError(f"its process ended by itself ({_how(self._process.get_returncode() or 0)})"))
        self._process.close()
        if not self.gone.done():
            self.gone.set_result(None)

    def end(self, why: _EndedError) -> None:
        """End the process, and whatever it has begun. What has been asked of it is answered with `why`."""
        if self.ended:
            return
        self.ended = why
        if self._process is None:
            self.gone.set_result(None)
        else:
            self._kill(self._process)
        if not self._ready.done():
            self._ready.set_exception(why)
        for said in self._said.values():
            said.put_nowait(why)

    def _kill(self, process: asyncio.SubprocessTransport) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.get_pid(), signal.SIGKILL)


class Supervisor:
    """Keeps the process of one file, of one game of a package, or of one player.

    edition  of the file: it changes when the file is saved, or another that it runs
    """

    def __init__(self, name: str, file: Path | None, begin: Begin, *, plays: bool = False) -> None:
        """`begin` is what each process is told first, of another edition; `plays` says that the file is of a player."""
        self.edition = 1
        self._name, self._first, self._plays = name, begin, plays
        self._watched = {} if file is None else {file: state_of(file)}
        self._worker: _Worker | None = None
        self._there: set[asyncio.Future[None]] = set()
        self._begins, self._closed = asyncio.Lock(), False
        self._searches, self._prompt, self._waiting = asyncio.Semaphore(MOST_AT_ONCE), asyncio.Semaphore(MOST_AT_ONCE), 0
        self._idle: asyncio.TimerHandle | None = None

    async def done(self, work: Work, *asked: Any) -> dict[str, Any]:
        """What takes no search: work(studio, *asked). Raises as `told` does."""
        async with aclosing(self._told(work, asked, PROMPT, self._prompt, threading.Event(), tells=False)) as events:
            async for _, facts in events:
                return cast("dict[str, Any]", facts)
        raise AssertionError("there is an answer or an error")

    def told(self, work: Work, *asked: Any, enough: threading.Event, seconds: float = 0.0, tells: bool = False) -> Events:
        """Work that may take a while: ("news", ...) if it tells news, and ("done", ...).

        enough   set when it should come to an end for others' sake
        seconds  that it was asked to take
        tells    whether it is called with functions to tell news and to look whether it is to go on

        Raises GameError where it says nothing for longer, or its process died; AnsweredError with what went wrong there; BusyError.
        """
        return self._told(work, asked, seconds + GRACE, self._searches, enough, tells=tells)

    async def _told(
        self, work: Work, asked: tuple[Any, ...], patience: float, places: asyncio.Semaphore, enough: threading.Event, *, tells: bool
    ) -> Events:
        deaths = 0
        while True:
            try:
                worker = await self._with_place(places)
                told = worker.told(lambda number: Ask(number, work, asked, tells), patience, places.release, enough)
                async with aclosing(told) as events:
                    async for event in events:
                        yield event
                return
            except _LateError as late:
                at = _colon(str(late))
                if self._plays:
                    raise GameError(f"the player {self._name} did not answer in {patience:g} s{at}. A loop that does not end?") from None
                self._refuse(f"the rules of {self._name} did not answer in {patience:g} s{at}. A rule that does not end?")
            except _EndedError as ended:
                deaths += not ended.changed
                if deaths > 1 and self._plays:
                    raise GameError(f"the player {self._name} was not done with this, twice: {ended}.") from None
                if deaths > 1:
                    self._refuse(f"the rules of {self._name} were not done with this, twice: {ended}.")

    def _refuse(self, words: str) -> NoReturn:
        raise GameError(f"{words} `zermelo check {self._name}` looks for what is wrong") from None

    async def _with_place(self, places: asyncio.Semaphore) -> _Worker:
        """A process of the file as it is now, with a place for one thing more."""
        if self._waiting >= MOST_ASKED:
            raise BusyError(f"too much is asked of {self._name} at once; try again in a while")
        self._waiting += 1
        try:
            await places.acquire()
        finally:
            self._waiting -= 1
        try:
            async with self._begins:
                self.look()
                if self._worker is None or self._worker.ended:
                    await self._begin()
                self._rest_later()
                assert self._worker is not None
                return self._worker
        except BaseException:
            places.release()
            raise

    async def _begin(self) -> None:
        if self._closed:
            raise GameError("the studio is ending")
        worker = self._worker = _Worker(self._watched.setdefault, plays=self._plays)
        self._there.add(worker.gone)
        worker.gone.add_done_callback(self._there.discard)
        await worker.begin(replace(self._first, edition=self.edition))

    def look(self) -> None:
        """Look whether the file has another edition now. A process of the last one is ended."""
        changed = False
        for file, state in list(self._watched.items()):
            if stamp_of(file) != state.stamp:
                now = self._watched[file] = state_of(file)
                changed |= now.digest != state.digest
        if changed:
            self.edition += 1
            self._end(_EndedError("the file was changed", changed=True))

    def _rest_later(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _rest(self) -> None:
        if self._worker is not None and self._worker.busy:
            self._rest_later()
        else:
            self._end(_EndedError("nobody asked for anything", changed=True))

    def _end(self, why: _EndedError) -> None:
        if self._worker is not None:
            self._worker.end(why)

    async def close(self) -> None:
        """End the process, and begin no other."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._end(_EndedError("the studio is ending"))
        if self._there:
            await asyncio.wait(self._there, timeout=_GOING)


class Supervisors:
    """The supervisors of the user's files, by the names of the files, of the games of packages, and of the user's players."""

    def __init__(self, own: Own, store: Path, known: tuple[Path, ...] = ()) -> None:
        self._own = own
        seated = tuple(f"{file}:{called}" if called else str(file) for file, called in own.players.values())

        def first(*games: str) -> Begin:
            return Begin(games, seated, 1, store.resolve(), MEMORY, known)

        def named(home: str, file: Path) -> list[str]:
            return [f"{file}{spec[len(home) :]}" for spec in own.names if own.home_of(spec) == home]

        theirs = {name: named(name, file) for name, file in own.files.items()}
        self._keepers = {name: Supervisor(name, file, first(*theirs[name])) for name, file in own.files.items()} | {
            name: Supervisor(name, None, first(name)) for name in own.packaged
        }
        all_games = first(*itertools.chain(*theirs.values()), *own.packaged)
        self._players = {name: Supervisor(name, file, all_games, plays=True) for name, (file, _) in own.players.items()}

    @property
    def names(self) -> list[str]:
        """The user's games, as they were named, without folders."""
        return self._own.names

    def of(self, game: str) -> Supervisor | None:
        """Who keeps the process of a game that a page names; None for a game of ours. Raises SpecError for one that is not there."""
        home = self._own.home_of(game)
        return None if home is None else self._keepers[home]

    def of_player(self, name: str) -> Supervisor:
        """Who keeps the process of a player of the user's. Raises SpecError where there is none of this name."""
        if name not in self._players:
            raise no_player(name, self._players)
        return self._players[name]

    def editions(self) -> dict[str, int]:
        """The edition of each of the user's games, and of each player by the key of its seats; it changes when the file is saved."""
        for supervisor in (*self._keepers.values(), *self._players.values()):
            supervisor.look()
        games = {name: self._keepers[str(self._own.home_of(name))].edition for name in self.names}
        return games | {key({"player": FILE, FILE: name}): supervisor.edition for name, supervisor in self._players.items()}

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(supervisor.close() for supervisor in (*self._keepers.values(), *self._players.values())))


def _how(code: int) -> str:
    """How a process has ended."""
    if code < 0:
        return signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
    return f"exit code {code}"


def _colon(words: str) -> str:
    return f": {words}" if words else ""
