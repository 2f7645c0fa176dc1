"""Sheets for a class over HTTP: made, filled in, handed in, kept under names, and read as a spreadsheet."""

from __future__ import annotations

import csv
import io
import re

import pytest
from fastapi.testclient import TestClient

from zermelo.explain.exercise import exercise
from zermelo.explain.sheet import plan
from zermelo.languages import language
from zermelo.web.app import create_app
from zermelo.web.sheets import MOST_HANDED_IN, HandedIn, Sheets, as_csv, name_of
from zermelo.web.store import Store

ASKED = {"kinds": ["windows", "minimax"], "count": 3, "level": 1, "seed": 7, "language": "es", "title": "Hoja 1"}


@pytest.fixture
def sheet(studio):
    made = studio.post("/api/sheets", json=ASKED)
    assert made.status_code == 200, made.text
    return made.json()


def right_answers():
    answers = []
    for kind, seed in plan(ASKED["kinds"], ASKED["count"], ASKED["seed"]):
        blanks = exercise(kind, 1, seed).blanks
        answers.append({one.name: " ".join(map(str, one.answer)) if isinstance(one.answer, tuple) else one.answer for one in blanks})
    return answers


def handed(studio, sheet, name, answers, **facts):
    return studio.post(f"/api/sheets/{sheet['number']}/hand-in", json={"name": name, "answers": answers, **facts})


def rows(studio, sheet):
    answer = studio.get(f"/api/results/{sheet['key']}/results.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="results.csv"'
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_a_sheet_tells_students_what_is_asked_and_neither_answers_nor_its_number(studio, sheet):
    found = studio.post(f"/api/sheets/{sheet['number']}", json={}).json()
    assert (found["title"], found["lang"], len(found["exercises"])) == ("Hoja 1", "es", 3)
    for one, (kind, seed) in zip(found["exercises"], plan(ASKED["kinds"], 3, 7), strict=True):
        made = exercise(kind, 1, seed, language="es")
        assert [blank["name"] for blank in one["blanks"]] == [blank.name for blank in made.blanks]
        assert set(one) == {"title", "task", "about", "svg", "board", "mover", "blanks"}
        assert "número" not in one["title"]
    assert sheet["key"] not in studio.get(f"/sheet/{sheet['number']}").text


def test_what_is_handed_in_is_marked_and_kept(studio, sheet):
    right = right_answers()
    all_right = handed(studio, sheet, "  Ana\n María ", right, help=2).json()
    assert all_right["points"] == all_right["most"] > 0
    assert all(one["marks"]["done"] and one["solution"]["reasons"] for one in all_right["exercises"])
    nothing = handed(studio, sheet, "Bruno", [{}, {}, {}]).json()
    assert (nothing["points"], nothing["most"]) == (0, all_right["most"])
    half = handed(studio, sheet, "Bruno", [{"root down": "-∞;0"}, {}, {}]).json()
    assert half["points"] == 0.5
    assert [one["attempt"] for one in (all_right, nothing, half)] == [1, 1, 2]
    assert "Paso 1" in half["exercises"][0]["marks"]["marks"][0]["reason"]
    found = rows(studio, sheet)
    assert [(row["name"], row["attempt"], float(row["points"]), row["help"]) for row in found] == [
        ("Ana María", "1", all_right["points"], "2"), ("Bruno", "1", 0, "0"), ("Bruno", "2", 0.5, "0"),
    ]  # fmt: skip
    assert float(found[2]["exercise 1"]) == 0.5
    page = studio.get(f"/results/{sheet['key']}", headers={"accept-language": "pt"}).text
    assert [re.sub("<.*?>", " ", one).split()[:2] for one in re.findall(r'<th scope="row">.*?</td>', page)] == [
        ["Ana", "María"], ["Bruno", "1"], ["Bruno", "2"],
    ]  # fmt: skip
    assert "0,5 / " in page


def test_a_name_is_needed_and_answers_to_every_exercise(studio, sheet):
    refused = handed(studio, sheet, " \u200b ", [{}, {}, {}], lang="es")
    assert (refused.status_code, refused.json()["error"]) == (422, "Escribe primero tu nombre: con él se guarda el resultado.")
    assert "3 exercises" in handed(studio, sheet, "Ana", [{}]).json()["error"]
    assert handed(studio, sheet, "Ana", [{"nowhere": 1}, {}, {}]).status_code == 422
    assert rows(studio, sheet) == []


def test_help_and_the_picture_are_those_of_the_exercise(studio, sheet):
    found = studio.post(f"/api/sheets/{sheet['number']}/help", json={"place": 1, "answers": {}, "stage": 3}).json()
    made = exercise("minimax", 1, 8, language="es").help({}, 3)
    assert found == {"text": made.text, "node": made.node}
    drawn = studio.post(f"/api/sheets/{sheet['number']}/picture", json={"place": 0, "answers": {}}).json()
    assert drawn["nodes"]["root down"] == 0
    assert studio.post(f"/api/sheets/{sheet['number']}/help", json={"place": 3, "answers": {}, "stage": 1}).status_code == 422


def test_files_are_for_who_has_the_key(studio, sheet):
    for name, ending in (("sheet", "html"), ("solution", "html"), ("sheet", "tex"), ("solution", "txt")):
        answer = studio.get(f"/api/results/{sheet['key']}/{name}.{ending}")
        assert answer.status_code == 200
        assert ("Solución" in answer.text) == (name == "solution")
        assert answer.headers["content-disposition"].startswith("attachment")
    assert studio.get(f"/api/results/{sheet['key']}/sheet.doc").status_code == 422
    for address in (f"/api/results/{sheet['number']}/sheet.html", "/api/results/nothing/results.csv"):
        assert studio.get(address).status_code == 404
    for address in (f"/results/{sheet['number']}", "/sheet/nothing", f"/sheet/{sheet['key']}"):
        assert studio.get(address, headers={"accept": "text/html"}).status_code == 404
    assert studio.post("/api/sheets/nothing", json={}).status_code == 404


def test_a_sheet_on_a_game_that_does_not_fit_is_not_made(studio):
    refused = studio.post("/api/sheets", json={"kinds": ["windows"], "game": "kuhn"})
    assert (refused.status_code, "hides something" in refused.json()["error"]) == (422, True)
    assert studio.post("/api/sheets", json={"kinds": ["sudoku"]}).status_code == 422


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", " =1", "\t=1"])
def test_a_name_is_no_formula_of_a_spreadsheet(name):
    [row] = csv.DictReader(io.StringIO(as_csv([HandedIn(name_of(name), 0.0, ((1.0, 2.0),), 0)], language("en")).decode("utf-8-sig")))
    assert row["name"] == f"'{name.strip()}"
    assert (row["points"], row["of"], row["handed in"]) == ("1", "2", "1970-01-01 00:00:00")


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        ("en", "name,attempt,handed in,points,of,help,exercise 1,exercise 2"),
        ("es", "nombre,intento,entregada,puntos,de,ayuda,ejercicio 1,ejercicio 2"),
        ("pt", "nome,tentativa,entregue,pontos,de,ajuda,exercício 1,exercício 2"),
    ],
)
def test_the_spreadsheet_has_its_headings_in_the_language_of_the_page(studio, sheet, lang, headings):
    handed(studio, sheet, "Ana", [{}, {}, {}])
    page = studio.get(f"/results/{sheet['key']}", params={"lang": lang}, headers={"accept": "text/html"}).text
    assert all(heading[0].isupper() for heading in re.findall(r'<th scope="col">([^\d<]+)', page))
    [address] = re.findall(r'href="(/api/results/[^"]*results\.csv[^"]*)"', page)
    assert studio.get(address).content.decode("utf-8-sig").startswith(f"{headings},")


def test_a_name_is_one_line_that_can_be_seen():
    assert name_of(" Ana \n\t\u200b María\u202e ") == "Ana María"
    assert len(name_of("a" * 500)) == 80


def test_a_sheet_is_kept_beyond_the_end_of_a_studio_and_is_full_at_some_time(tmp_path, monkeypatch):
    store = Store(tmp_path / "s.sqlite")
    made = Sheets(store).add(ASKED)
    store.close()
    store = Store(tmp_path / "s.sqlite")
    sheets = Sheets(store)
    assert sheets.find(made.number) == sheets.of_key(made.key) == made
    monkeypatch.setattr("zermelo.web.sheets.MOST_HANDED_IN", 1)
    sheets.hand_in(made.number, "Ana", [(1.0, 2.0)], 0)
    with pytest.raises(Exception, match="handed in 1 times, the most that is kept"):
        sheets.hand_in(made.number, "Ana", [(1.0, 2.0)], 0)
    assert MOST_HANDED_IN > 1
    monkeypatch.setattr("zermelo.web.sheets.MOST_SHEETS", 1)
    with pytest.raises(Exception, match="holds 1 sheets, the most"):
        sheets.add(ASKED)
    store.close()


@pytest.mark.parametrize(("host", "only_here"), [("localhost", True), ("192.168.1.5", False)])
def test_who_makes_a_sheet_is_told_where_nobody_else_can_open_it(tmp_path, host, only_here):
    with TestClient(create_app(tmp_path / "studio.sqlite", hosts=(host,)), base_url=f"http://{host}") as studio:
        key = studio.post("/api/sheets", json=ASKED).json()["key"]
        page = studio.get(f"/results/{key}", headers={"accept": "text/html"}, params={"lang": "en"}).text
    assert (language("en").say("studio.sheets.only_here") in page) == only_here
