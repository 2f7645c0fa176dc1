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
from fastapi.testclient import TestClient

import zermelo as z
from zermelo.web.hosts import listen


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
        with listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] != port
        with pytest.raises(z.SpecError, match=f"cannot listen on 127.0.0.1, port {port}"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("connect4",), "'connect4' is no file"),
        (("nofile.py",), "there is no file nofile.py"),
        (("--player", "nofile.py:careful"), "there is no file nofile.py"),
        (("--player", "random"), "'random' is no file; name the Python file of your player"),
        (("--port", 65536), "a port is a number from 0 (any that is free) to 65535, not 65536"),
        (("--store", "no/folder/s.sqlite"), "there is no folder no/folder"),
        (("--store", "text.txt"), "games cannot be kept in text.txt: the file of the games is damaged, or no file of games"),
        (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1, port 8400"),
        (("--host", "no.such.host.invalid"), "there is no address 'no.such.host.invalid'"),
        (("--token", "short"), "at least 6 letters"),
        (("--token", "long enough", "--no-token"), "give --token or --no-token, not both"),
        (("--store", "."), "which is a folder"),
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


def served(monkeypatch, zermelo, tmp_path, *words):
    """What the command prints, and the application and the socket that it would serve."""
    found = []
    monkeypatch.setattr("zermelo.web.serving.serve", lambda app, listening: found.append((app, listening.getsockname())))
    answer = zermelo("web", "--no-browser", "--store", tmp_path / "s.sqlite", *words)
    assert answer.code == 0, answer.error
    return answer.out, *found[0]


def test_port_0_is_any_that_is_free_and_is_printed(zermelo, tmp_path, monkeypatch):
    printed, _, (_, port) = served(monkeypatch, zermelo, tmp_path, "--port", 0)
    assert port != 0
    assert printed.startswith(f"Zermelo's studio: http://localhost:{port}/\n")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "*"])  # noqa: S104
def test_on_a_network_the_address_has_a_token_and_works_from_this_machine(zermelo, tmp_path, monkeypatch, host):
    printed, app, (address, port, *_) = served(monkeypatch, zermelo, tmp_path, "--host", host)
    first, query = re.search(r"http://(localhost:\d+)/(\?token=[\w-]{20,})", printed).groups()
    assert (first, address in ("0.0.0.0", "::")) == (f"localhost:{port}", True)  # noqa: S104
    with TestClient(app, base_url=f"http://{first}") as studio:
        assert studio.get("/").status_code == 403
        assert studio.get("/" + query).status_code == 200  # after it has gone on
        assert studio.get("/api/editions", headers={"host": socket.gethostname()}).status_code == 200
        assert studio.get("/api/editions", headers={"host": "evil.example"}).status_code == 400


def test_a_token_can_be_chosen_and_left_out_and_a_name_allowed(zermelo, tmp_path, monkeypatch):
    printed, app, _ = served(monkeypatch, zermelo, tmp_path, "--token", "our class", "--allow-host", "lab.example")
    assert "/?token=our%20class" in printed
    with TestClient(app, base_url="http://lab.example") as studio:
        assert studio.get("/api/editions").status_code == 403
        assert studio.get("/api/editions", headers={"authorization": "Bearer our class"}).status_code == 200
    printed, app, _ = served(monkeypatch, zermelo, tmp_path, "--host", "0.0.0.0", "--no-token")  # noqa: S104
    assert "token=" not in printed
    assert "nobody is asked for a token" in printed
    with TestClient(app, base_url="http://localhost") as studio:
        assert studio.get("/api/editions").status_code == 200
    assert "token" not in served(monkeypatch, zermelo, tmp_path)[0]


@pytest.mark.parametrize(
    ("option", "words"),
    [("--database", "holds no database; name a folder that"), ("--book", "is no book of values; name a file that")],
)
def test_what_is_no_database_and_no_book_is_told_before_it_begins(tmp_path, option, words):
    command = [sys.executable, "-m", "zermelo", "web", "--no-browser", option, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())
