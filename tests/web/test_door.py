"""On a network everybody has to bring the token: once in the address, then by a cookie, or in a header; and names are checked."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS
from zermelo.languages import LANGUAGES, language
from zermelo.web import hosts
from zermelo.web.app import create_app
from zermelo.web.door import MOST_WRONG
from zermelo.web.hosts import Hosts, listen, neighbourhood, own_names, shown
from zermelo.web.middleware import HEADERS

TOKEN = "a token with blanks & ümlauts"  # noqa: S105
PLACES = ["/", "/play", "/api/editions", "/static/main.js", "/look.css", "/nowhere"]
PAGE = {"accept": "text/html"}


@pytest.fixture
def closed(tmp_path):
    with TestClient(create_app(tmp_path / "s.sqlite", token=TOKEN), base_url=ADDRESS, follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("place", PLACES)
def test_without_the_token_nothing_is_answered(closed, place):
    answer = closed.get(place)
    assert answer.status_code == 403
    assert "token" in answer.json()["error"]
    assert closed.post("/api/board", json={"game": "tictactoe"}).status_code == 403


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_browser_is_told_where_the_token_is_in_its_language(closed, code):
    answer = closed.get("/play", headers={**PAGE, "accept-language": code})
    assert (answer.status_code, f'<html lang="{code}">' in answer.text) == (403, True)
    assert language(code).say("studio.door.text").split("`")[0] in answer.text
    assert "<script" not in answer.text


def test_the_first_visit_sets_a_strict_cookie_and_goes_on_without_the_token(closed):
    answer = closed.get("/tree", params={"token": TOKEN, "game": "pawns", "moves": "a b"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/tree?game=pawns&moves=a+b")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert TOKEN.split()[0] + " " not in cookie
    for place in PLACES[:-1]:
        assert closed.get(place).status_code == 200
    assert closed.post("/api/board", json={"game": "tictactoe"}).status_code == 200


@pytest.mark.parametrize("place", ["//evil.example/", "/\\evil.example", "//evil.example%2f.."])
def test_the_token_leads_nowhere_else(closed, place):
    answer = closed.get(f"{ADDRESS}{place}", params={"token": TOKEN})
    assert answer.status_code == 303
    assert re.match(r"/[^/\\]", answer.headers["location"] + "x")


def test_a_link_on_another_site_reaches_who_has_the_cookie(closed):
    """Its request does not carry a strict cookie; our own page asks again, and that does."""
    elsewhere = {**PAGE, "sec-fetch-site": "cross-site"}
    assert 'content="0; url=/tree?game=pawns"' in closed.get("/tree?game=pawns", headers=elsewhere).text
    assert 'http-equiv="refresh"' not in closed.get("/tree?game=pawns", headers={**PAGE, "sec-fetch-site": "same-origin"}).text
    first = closed.get("/", params={"token": TOKEN}, headers=elsewhere)
    assert (first.status_code, 'content="0; url=/"' in first.text) == (200, True)
    assert closed.get("/").status_code == 200


@pytest.mark.parametrize("word", ["Bearer", "token", "BEARER"])
def test_a_program_sends_it_in_a_header(closed, word):
    plain = create_app(closed.app.state.dispatcher.studio.sessions.store.path, token="plain token")  # noqa: S106
    with TestClient(plain, base_url=ADDRESS) as client:
        assert client.get("/api/editions", headers={"authorization": f"{word} plain token"}).status_code == 200
        assert client.get("/api/editions", headers={"authorization": f"{word} other"}).status_code == 403


def test_wrong_tokens_are_limited_by_address_and_those_inside_do_not_notice(closed):
    closed.get("/", params={"token": TOKEN})
    inside = {"cookie": "; ".join(f"{name}={value}" for name, value in closed.cookies.items())}
    closed.cookies.clear()
    told = [closed.get("/", params={"token": f"guess {number}"}).status_code for number in range(MOST_WRONG + 2)]
    assert told == [403] * MOST_WRONG + [429] * 2
    assert closed.get("/", params={"token": TOKEN}).status_code == 429  # also the right one is not looked at
    assert closed.get("/", headers=inside).status_code == 200


def test_a_cookie_of_another_studio_is_none(closed, tmp_path):
    with TestClient(create_app(tmp_path / "t.sqlite", token=TOKEN), base_url=ADDRESS, follow_redirects=False) as other:
        other.get("/", params={"token": TOKEN})
        closed.cookies.update(other.cookies)
        assert closed.get("/").status_code == 403


# Hosts


@pytest.mark.parametrize(
    ("host", "server", "fits"),
    [
        ("192.168.1.5:8400", "192.168.1.5", True),
        ("192.168.1.5", "::ffff:192.168.1.5", True),
        ("[fe80::1]:8400", "fe80::1%eth0", True),
        ("[2001:DB8:0::1]:8400", "2001:db8::1", True),
        ("192.168.1.6:8400", "192.168.1.5", False),
        ("192.168.1.5.nip.io", "192.168.1.5", False),
        ("evil.example", "192.168.1.5", False),
        ("lab.example.:8400", "192.168.1.5", True),
        ("LAB.example", "192.168.1.5", True),
        ("3232235781", "192.168.1.5", False),
        ("", "192.168.1.5", False),
    ],
)
def test_it_answers_to_the_address_by_which_one_came_and_to_names_it_was_given(host, server, fits):
    assert Hosts(["localhost", "lab.example"]).accept(host, server) is fits


def test_two_hosts_are_none(closed):
    answer = closed.get("/", headers=[("host", "localhost"), ("host", "evil.example")])
    assert answer.status_code == 400


def test_addresses_that_are_printed_work(monkeypatch):
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["192.168.1.5", "2001:db8::5"])
    everywhere = ["http://localhost:80/", "http://192.168.1.5:80/", "http://[2001:db8::5]:80/"]
    assert shown("", 80, None) == shown("::", 80, None) == everywhere
    assert shown("0.0.0.0", 80, None) == everywhere[:2]  # noqa: S104
    assert shown("::1", 80, None) == ["http://[::1]:80/"]
    assert shown("fe80::1%eth0", 80, "a b/c") == ["http://[fe80::1%25eth0]:80/?token=a%20b%2Fc"]
    assert shown("lab", 80, None) == ["http://lab:80/"]
    assert shown("127.0.0.1", 80, None) == ["http://localhost:80/"]


@pytest.mark.parametrize("host", ["nowhere.invalid", "300.1.1.1", "a" * 300, "bad host"])
def test_no_address_is_told(host):
    with pytest.raises(z.SpecError, match="there is no address"):
        listen(host, None)


def test_neighbours_share_an_address():
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:10.0.0.1") == neighbourhood("10.0.0.1") == "10.0.0.1"
    assert neighbourhood("testclient") == "testclient"
    assert all(own_names())


# Every answer


def test_every_answer_has_its_headers_also_what_fails_outside_the_handlers(tmp_path, monkeypatch):
    from zermelo.web.routes import pages

    def fail(*_):
        raise RuntimeError("of ours")

    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:
        with monkeypatch.context() as patch:
            patch.setattr(pages, "asset", fail)
            patch.setattr("zermelo.web.app.told_in", fail)  # what says what went wrong fails, too
            failed = studio.get("/player.js")
        answers = [
            failed,
            studio.get("/static/main.js"),
            studio.get("/static/none.js"),
            studio.get("/", headers={"host": "evil.example"}),
            studio.post("/static/main.js"),
            studio.post("/api/board", content=b"{"),
            studio.options("/"),
        ]
    assert [answer.status_code for answer in answers] == [500, 200, 404, 400, 405, 422, 405]
    for answer in answers:
        assert HEADERS.items() <= dict(answer.headers).items()


def test_a_browser_sees_a_page_where_there_is_nothing(studio):
    answer = studio.get("/nowhere", headers=PAGE)
    assert (answer.status_code, "There is no such page" in answer.text) == (404, True)
    assert "There is no such page" in studio.get("/nowhere").text
    assert "There is no such page" in studio.get("/player.txt").text
    assert [studio.get(f"/practise?kind={kind}").status_code for kind in ("nothing", "minimax", "")] == [404, 200, 200]
    assert studio.get("/api/nowhere").json() == {"error": "Not Found"}
    assert studio.get("/static/nowhere.js", headers=PAGE).status_code == 404


def test_messages_name_files_without_their_folders(tmp_path):
    file = tmp_path / "in a folder" / "bad.py"
    file.parent.mkdir()
    file.write_text("import zermelo as z\nclass Bad(z.Game):\n    def initial(self): raise KeyError('/etc/passwd')\n")
    with TestClient(create_app(tmp_path / "s.sqlite", (str(file),)), base_url=ADDRESS) as studio:
        told = studio.post("/api/board", json={"game": "bad.py"}).json()["error"]
        file.write_text("x =")
        broken = studio.post("/api/board", json={"game": "bad.py"}).json()["error"]
    assert "bad.py" in told
    assert "bad.py" in broken
    assert str(tmp_path) not in told + broken
