"""The page of the lectures' figures: each as it is printed, in the reader's language, and the way to change it or go through it."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from zermelo.explain.figures import FIGURES
from zermelo.languages import LANGUAGES, language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_stands_on_the_page(studio, lang):
    page = studio.get("/figures", params={"lang": lang}).text
    assert re.findall(r'src="(/figures/[^"]*)"', page) == [f"/figures/{lang}/{name}.svg" for name in FIGURES]
    alone = [name for name, figure in FIGURES.items() if not figure.infinite]
    assert re.findall(r'href="/edit\?figure=(\w+)"', page) == alone
    assert page.count(language(lang).say("studio.lectures.unchanged")) == len(FIGURES) - len(alone)


def test_the_editor_says_which_figures_lead_to_the_steps(studio):
    links = re.findall(r'<a href="(/\w+)\?[^"]*">([^<]*)</a>', studio.get("/edit").text)
    assert [(place == "/tree") for place, _ in links] == [figure.infinite for figure in FIGURES.values()]
    assert all(name.endswith("(Step by step)") == (place == "/tree") for place, name in links)


def test_a_picture_is_the_figure_in_a_language(studio):
    answer = studio.get("/figures/es/book.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == FIGURES["book"].svg("es")
    assert "en un árbol, hasta el final" in answer.text
    assert "on a tree, to the end" in studio.get("/figures/en/book.svg").text


@pytest.mark.parametrize("place", ["en/nothing", "xx/book", "en/..%2fbook"])
def test_there_is_no_other_picture(studio, place):
    assert studio.get(f"/figures/{place}.svg").status_code == 404


@pytest.mark.parametrize("name", FIGURES)
def test_its_search_can_be_gone_through(studio, name):
    places = re.findall(r'href="(/tree\?[^"]*)"', studio.get("/figures").text.split(f'id="{name}"')[1])
    facts = dict(parse_qsl(urlsplit(unescape(places[0])).query))
    asked = {fact: {"true": True}.get(value, int(value) if value.isdigit() else value) for fact, value in facts.items()}
    answer = studio.post("/api/tree", json=asked)
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["data"]["steps"]) > len(FIGURES[name].search())  # one to come to each node that is visited, at the least


def test_the_search_of_a_figure_that_was_changed_can_be_gone_through_too(studio):
    """Also where its tree is a long text."""
    tree = studio.post("/api/edit/game", json={"game": "backgammon", "position": FIGURES["backgammon"].position, "depth": 2}).json()["tree"]
    found = studio.post("/api/edit", json={"tree": tree, "algorithm": "expectiminimax"}).json()
    assert len(found["spec"]) > 2000
    assert studio.post("/api/tree", json={"game": found["spec"], "algorithm": found["algorithm"]}).status_code == 200
