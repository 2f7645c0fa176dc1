"""The studio answers its own pages only, takes no more than it can, and never runs or shows as markup what comes from outside."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import ADDRESS, begun
from zermelo.languages import LANGUAGES
from zermelo.web.app import create_app
from zermelo.web.lessons import lessons
from zermelo.web.middleware import MOST_BYTES

PAGES = [
    "/",
    "/play",
    "/tree",
    "/edit",
    "/figures",
    "/order",
    "/ladder",
    "/simulations",
    "/scales",
    "/strategies",
    "/practise",
    "/lessons",
    *(f"/lessons/{one.slug}" for one in lessons("en")),
]
BOARD = {"game": "tictactoe"}


@pytest.mark.parametrize("address", [*PAGES[:3], "/look.css", "/player.js", "/static/tree.js", "/api/cards", "/nowhere"])
def test_head_is_answered_as_get_without_the_body(studio, address):
    asked, read = studio.head(address), studio.get(address)
    assert (asked.status_code, asked.content) == (read.status_code, b"")
    own = ("content-type", "content-length", "content-security-policy")
    assert [asked.headers.get(name) for name in own] == [read.headers.get(name) for name in own]


def test_head_of_what_is_only_sent_says_so(studio):
    assert studio.head("/api/tree").status_code == studio.get("/api/tree").status_code == 405


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io:8400", "", "[::2]"])
def test_other_names_are_refused(studio, host):
    answer = studio.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "does not answer to the name" in answer.json()["error"]


@pytest.mark.parametrize("host", ["localhost", "localhost:8400", "127.0.0.1:9", "[::1]:8400", "LOCALHOST"])
def test_names_of_this_machine_are_answered(studio, host):
    assert studio.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_change_nothing(studio, headers):
    assert studio.post("/api/board", json=BOARD, headers=headers).status_code == 403
    assert studio.get("/api/editions", headers={"origin": "http://evil.example"}).status_code == 200  # which they cannot read


def test_our_own_pages_are_answered(studio):
    headers = {"origin": ADDRESS, "sec-fetch-site": "same-origin"}
    assert studio.post("/api/board", json=BOARD, headers=headers).status_code == 200


def test_too_much_is_refused_whether_it_says_so_or_not(studio):
    large = b'{"game": "' + b"x" * MOST_BYTES + b'"}'
    said = studio.post("/api/board", content=large, headers={"content-type": "application/json"})
    unsaid = studio.post("/api/board", content=iter([large[:1000], large[1000:]]), headers={"content-type": "application/json"})
    wrong = studio.post("/api/board", content=b"{}", headers={"content-type": "application/json", "content-length": "-2"})
    assert (said.status_code, unsaid.status_code, wrong.status_code) == (413, 413, 400)
    assert said.json() == unsaid.json() == {"error": "that is too large: at most 256 KiB are taken"}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_may_load_only_what_the_studio_serves_and_runs_nothing_of_its_own(studio, page):
    answer = studio.get(page)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    text = answer.text
    assert re.findall(r"<script(?![^>]*(?:src=\"/static/|application/json))", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", text) == []
    for address in re.findall(r'(?:src|href)="([^"]*)"', text):
        assert address.startswith(("/", "#")), address
        if address.startswith(("/static/", "/look.css")):
            assert studio.get(address).status_code == 200, address


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_pages_speak_the_reader_s_language(studio, page, code):
    by_address = studio.get(page, params={"lang": code})
    by_cookie = studio.get(page)
    studio.cookies.clear()
    by_browser = studio.get(page, headers={"accept-language": f"xx, {code}-XX;q=0.9, en;q=0.1"})
    for answer in (by_address, by_cookie, by_browser):
        assert f'<html lang="{code}">' in answer.text


def test_what_a_game_says_never_becomes_markup(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(
        """
import zermelo as z
class Bad(z.Game):
    def initial(self): return 0
    def to_move(self, state): return 0
    def actions(self, state): return [0]
    def result(self, state, action): return 1
    def is_terminal(self, state): return state == 1
    def utility(self, state, player): return 0
    def name(self, state, action): return "<script>alert(1)</script>"
    def show(self, state): return "<img src=x onerror=alert(1)>"
"""
    )
    with TestClient(create_app(tmp_path / "s.sqlite", ("bad.py",)), base_url=ADDRESS) as studio:
        view = begun(studio, "bad.py")
        assert view["board"]["svg"] == ""  # its text goes into the page as text
        tree = studio.post("/api/tree", json={"game": "bad.py", "boards": True}).json()
        assert "<script" not in tree["html"]
        assert "<img" not in tree["html"]


def test_an_answer_that_comes_from_outside_is_told_as_text(studio):
    answer = studio.get("/lessons/<script>alert(1)</script>")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    page = studio.get("/", params={"lang": "<script>"})
    assert "<script>alert" not in page.text
    assert '<html lang="en">' in page.text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"game": "nim(heaps=(1000000000,))"}, "nim: a parameter of 1,000,000,000 is too much for the studio, where 100 is the greatest"),
        ({"game": "mnk(width=1e999)"}, "a parameter of inf is too much"),
        ({"game": "__import__('os').system('true')"}, "does not name a game"),
        ({"game": "connect4(width=(lambda: 5)())"}, "does not name a game"),
        ({"game": "draughts4"}, "there is no game 'draughts4'"),
        ({"game": "x" * 16_001}, "game: at most 16000 letters are taken, and these are 16001; leave some out"),
        ({"game": "connect4", "position": "x" * 2001}, "position: at most 2000 letters are taken, and these are 2001; leave some out"),
        ({"game": "connect4", "position": "nonsense"}, "a position is the rows"),
        ({"game": "connect4", "moves": "9"}, "'9' is not a legal action"),
        ({"game": "connect4", "colour": 1}, "colour: Extra inputs are not permitted"),
        ({}, "game: Field required"),
        ([], "the request: Input should be a valid dictionary"),
    ],
)
def test_what_cannot_be_is_told_clearly(studio, asked, told):
    answer = studio.post("/api/board", json=asked)
    assert answer.status_code == 422
    assert told in answer.json()["error"]


def test_how_pages_look_is_one_style_sheet_that_a_browser_keeps(studio):
    (address,) = re.findall(r'rel="stylesheet" href="([^"]*)"', studio.get("/tree").text)
    small = studio.get(address, headers={"accept-encoding": "gzip"})
    plain = studio.get(address, headers={"accept-encoding": "identity"})
    assert small.text == plain.text
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert "immutable" in plain.headers["cache-control"]
    assert all(rule in plain.text for rule in (".board .", ".tree .", ".brand", "main.tree", ".played"))
    assert "/*" not in plain.text


@pytest.mark.parametrize("address", ["/static/main.js", "/static/play/game.js", "/player.js"])
def test_a_script_goes_out_compressed_to_who_takes_it_so(studio, address):
    small = studio.get(address, headers={"accept-encoding": "gzip, br"})
    plain = studio.get(address, headers={"accept-encoding": "identity"})
    assert small.text == plain.text
    assert int(small.headers["content-length"]) < 0.6 * len(plain.content)
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    for answer in (small, plain):
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_script_that_the_browser_has_is_not_sent_again(studio, encoding):
    first = studio.get("/static/main.js", headers={"accept-encoding": encoding})
    again = studio.get("/static/main.js", headers={"accept-encoding": encoding, "if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
