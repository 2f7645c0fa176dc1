"""`zermelo web`: it says where it listens, listens on this machine only, ends with Ctrl-C, and tells what is wrong before it begins."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest

from zermelo.cli import web


@pytest.fixture
def studio(tmp_path):
    command = [sys.executable, "-m", "zermelo", "web", "--no-browser", "--store", str(tmp_path / "s.sqlite")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    watch = threading.Timer(60, running.kill)
    watch.start()
    yield running
    watch.cancel()
    running.kill()
    running.wait()
    running.stdout.close()


def test_it_serves_on_this_machine_and_ends_with_ctrl_c(studio):
    address = re.search(r"http://localhost:\d+/", studio.stdout.readline())[0]
    assert "Ctrl-C ends it" in studio.stdout.readline()
    for _ in range(100):
        try:
            with urllib.request.urlopen(address) as page:  # noqa: S310  our own address
                assert b"<title>The studio" in page.read()
            break
        except (ConnectionError, urllib.error.URLError):
            threading.Event().wait(0.1)
    else:
        raise AssertionError("nobody answers")
    studio.send_signal(signal.SIGINT)
    assert studio.wait(30) == 0


def test_a_port_that_is_taken_is_told_and_another_found():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert web._free("127.0.0.1", None) != port
        with pytest.raises(Exception, match="2"):
            web._free("127.0.0.1", port)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("connect4",), "'connect4' is no file"),
        (("nofile.py",), "there is no file nofile.py"),
        (("--port", 0), "a port is a number from 1 to 65535, not 0"),
        (("--store", "no/folder/s.sqlite"), "there is no folder no/folder"),
        (("--store", "text.txt"), "games cannot be kept in text.txt: file is not a database"),
        (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1, port 8400"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(zermelo, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "text.txt").write_text("no database, but long enough to look like one" * 30)
    answer = zermelo("web", "--no-browser", *words)
    assert answer.code == 2
    assert told in answer.error
    assert len(answer.error.splitlines()) == 1
