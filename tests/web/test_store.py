"""The file of the games: nothing is said that it does not have, two studios share it, and what is wrong with it is told."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import threading

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, HUMAN, begun
from zermelo.web.app import create_app
from zermelo.web.catalogue import Catalogue
from zermelo.web.errors import NotNowError
from zermelo.web.sessions import Sessions
from zermelo.web.store import Store, StoreError, StoreFullError, StoreLockedError

SEATS = [HUMAN, HUMAN]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "s.sqlite"


@pytest.fixture
def locked(file):
    """Locks the file, against readers too, as long as it is asked to."""
    other = sqlite3.connect(file, isolation_level=None, timeout=30)

    def lock():
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE sittings SET saved = saved")

    yield lock
    other.close()


@pytest.fixture
def two(file):
    """Two studios on one file."""
    made = [TestClient(create_app(file), base_url=ADDRESS) for _ in range(2)]
    with made[0], made[1]:
        yield made


def move(studio, number, ply, action):
    return studio.post(f"/api/games/{number}/moves", json={"ply": ply, "action": str(action)})


def test_each_studio_sees_what_the_other_plays(two):
    one, other = two
    number = begun(one, "connect4")["number"]
    assert other.get(f"/api/games/{number}").json()["plies"] == 0
    for ply in range(6):
        answer = move(two[ply % 2], number, ply, 3 if ply < 3 else 2)
        assert answer.status_code == 200, answer.text
        for studio in two:
            assert studio.get(f"/api/games/{number}").json()["plies"] == ply + 1
    assert one.post(f"/api/games/{number}/back", json={"ply": 2}).json()["plies"] == 2
    assert other.get(f"/api/games/{number}").json()["plies"] == 2


def test_the_same_ply_is_not_played_twice_otherwise(two):
    one, other = two
    number = begun(one, "connect4")["number"]
    other.get(f"/api/games/{number}")
    assert move(one, number, 0, 3).status_code == 200
    assert move(other, number, 0, 3).json()["plies"] == 1  # asked for again
    refused = move(other, number, 0, 4)
    assert (refused.status_code, refused.json()["error"]) == (409, "the game stands at ply 1, not 0; look at it again")


def _play(file, number, own, pipe):
    """Play the own column whenever it is possible; what was taken, by ply."""
    sessions = Sessions(file, Catalogue())
    taken = {}
    pipe.send("ready")
    pipe.recv()
    ply = 0
    while ply < 12:
        try:
            session = sessions.play(number, ply, own)
            taken[ply] = own
            ply = len(session.actions)
        except z.ZermeloError:
            with sessions.at(number) as session:
                ply = len(session.actions)
    pipe.send(taken)
    sessions.close()


def test_two_processes_lose_no_move_of_each_other(file):
    sessions = Sessions(file, Catalogue())
    number = sessions.begin("connect4", SEATS).number
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(2)]
    players = [context.Process(target=_play, args=(file, number, own, theirs)) for own, (_, theirs) in enumerate(pipes)]
    for player in players:
        player.start()
    for ours, _ in pipes:
        assert ours.recv() == "ready"
    for ours, _ in pipes:
        ours.send("go")
    taken = [ours.recv() for ours, _ in pipes]
    for player in players:
        player.join(60)
    with sessions.at(number) as session:
        assert len(session.actions) == 12
        for own, plies in enumerate(taken):
            assert all(session.actions[ply] == own for ply in plies)
        assert sorted([*taken[0], *taken[1]]) == sorted({*taken[0], *taken[1]})  # no ply was taken by both
    sessions.close()


def test_a_locked_file_stalls_nobody_who_only_looks(file, locked, monkeypatch):
    monkeypatch.setattr(Store.tried, "__defaults__", (3.0,))  # time enough to look, on a busy machine as well
    with TestClient(create_app(file), base_url=ADDRESS) as studio:
        number = begun(studio, "connect4")["number"]
        move(studio, number, 0, 3)
        studio.app.state.dispatcher.studio.sessions.store.close()
        locked()
        studio.app.state.dispatcher.studio.sessions.store._file = sqlite3.connect(
            file, check_same_thread=False, isolation_level=None, timeout=0
        )
        started = threading.Event()

        def write():
            started.set()
            answers.append(move(studio, number, 1, 3))

        answers, thread = [], threading.Thread(target=write)
        thread.start()
        started.wait()
        looked = []
        while thread.is_alive():
            assert studio.get(f"/api/games/{number}").json()["plies"] == 1
            looked.append(thread.is_alive())
        thread.join()
        assert (answers[0].status_code, "is locked by another program" in answers[0].json()["error"]) == (503, True)
        assert any(looked)  # that was answered while the other waited
        assert studio.get(f"/api/games/{number}").json()["plies"] == 1


def test_a_failed_write_leaves_the_game_as_it_was(file):
    sessions = Sessions(file, Catalogue())
    number = sessions.begin("connect4", SEATS).number
    sessions.play(number, 0, 3)
    pages = sessions.store._file.execute("PRAGMA page_count").fetchone()[0]
    sessions.store._file.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFullError, match="nothing was changed"):
        sessions.store.add("large", sessions._find(number).row()._replace(start="x" * 100_000))
    with pytest.raises(StoreFullError):
        sessions.begin("connect4", SEATS, seed="x" * 100_000)
    with sessions.at(number) as session:
        assert session.actions == [3]
    sessions.store._file.execute("PRAGMA max_page_count = 100000")
    assert sessions.play(number, 1, 3).actions == [3, 3]
    sessions.close()
    again = Sessions(file, Catalogue())
    with again.at(number) as session:
        assert session.actions == [3, 3]
    again.close()


def _play_on_a_full_disk(file, number, pipe):
    import resource
    import signal

    sessions = Sessions(file, Catalogue())
    sessions.play(number, 0, 3)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = os.path.getsize(f"{file}-wal")  # where each move is written first
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    refused = None
    for ply in range(1, 6):
        try:
            sessions.play(number, ply, 3 + ply)
        except StoreError as error:
            refused = str(error)
            break
    with sessions.at(number) as session:
        seen = list(session.actions)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    sessions.play(number, len(seen), 20)
    pipe.send((refused, seen))
    sessions.close()


def test_a_disk_that_is_full_for_real_loses_nothing(file):
    sessions = Sessions(file, Catalogue())
    number = sessions.begin("go(5)", SEATS).number
    sessions.close()
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    player = multiprocessing.get_context("spawn").Process(target=_play_on_a_full_disk, args=(file, number, theirs))
    player.start()
    theirs.close()  # only the player's is left: if it dies, that is the end of the pipe
    refused, seen = ours.recv()
    player.join(60)
    assert "nothing lost" in refused
    sessions = Sessions(file, Catalogue())
    with sessions.at(number) as session:
        assert session.actions == [*seen, 20]
    sessions.close()


def test_who_changes_what_another_studio_changes_all_the_time_is_told(file, monkeypatch):
    sessions = Sessions(file, Catalogue())
    number = sessions.begin("connect4", SEATS).number
    monkeypatch.setattr(Store, "change", lambda *_: False)
    with pytest.raises(NotNowError, match="others change this game"):
        sessions.play(number, 0, 3)
    with sessions.at(number) as session:
        assert session.actions == []
    sessions.close()


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("folder", "which is a folder"),
        ("fifo", "which is no file"),
        ("text", "no file of games"),
        ("other", "name another file with --store"),
        ("unreachable", "name another file with --store"),
    ],
)
def test_what_is_no_file_of_games_is_told_at_the_start(tmp_path, kind, told):
    file = tmp_path / "s.sqlite"
    if kind == "folder":
        file.mkdir()
    elif kind == "fifo":
        os.mkfifo(file)
    elif kind == "text":
        file.write_text("no database, but long enough to look like one" * 30)
    elif kind == "other":
        other = sqlite3.connect(file)
        other.execute("CREATE VIEW sittings AS SELECT 1")
        other.close()
    else:
        file = tmp_path / "none" / "s.sqlite"
    with pytest.raises(z.SpecError, match=told):
        Sessions(file, Catalogue())


def test_a_file_that_is_locked_at_the_start_is_told(file, locked):
    Sessions(file, Catalogue()).close()
    locked()
    with pytest.raises(z.SpecError, match="is locked by another program"):
        Sessions(file, Catalogue())


def test_a_file_that_breaks_while_it_is_open_is_told(file):
    with TestClient(create_app(file), base_url=ADDRESS) as studio:
        number = begun(studio, "connect4", moves=["4"] * 3)["number"]
        studio.app.state.dispatcher.studio.sessions.store._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = file.stat().st_size
        file.write_bytes(os.urandom(size))
        studio.app.state.dispatcher.studio.sessions._recent.clear()
        answers = [studio.get(f"/api/games/{number}"), studio.post("/api/games", json={"game": "connect4", "seats": SEATS})]
        for answer in answers:
            assert answer.status_code in (200, 503), answer.text
            assert answer.status_code == 200 or "damaged" in answer.json()["error"]


def test_tries_end(file):
    store = Store(file)
    tried = []

    def locked(_):
        tried.append(1)
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    with pytest.raises(StoreLockedError):
        store.tried(locked, 0.0)
    assert len(tried) == 1
    store.close()
