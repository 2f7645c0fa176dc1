"""The pages of docs/: every example on them is run, and prints what the page says."""

import re

import pytest
import typer.main

import zermelo
from tests.pages import ROOT, agrees, files, run
from zermelo.cli.app import COMMANDS, app
from zermelo.games import CATALOGUE

DOCS = ROOT / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
LONG = {"practice.md"}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.slow) if page.name in LONG else page for page in PAGES],
    ids=lambda page: str(page.relative_to(DOCS)),
)
def test_what_a_page_shows_is_what_happens(page, tmp_path):
    for step, printed in run(page, tmp_path):
        assert agrees(step, printed), f"{page.name}, line {step.line}: {step.shown}prints\n{printed}"


def test_a_wrong_page_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```console\n$ zermelo --version\nzermelo 7\n```\n\n```python\n>>> 1 + 1\n3\n```\n")
    (tmp_path / "empty").mkdir()
    assert [agrees(step, printed) for step, printed in run(page, tmp_path / "empty")] == [False, False]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_files_that_a_page_gives_are_the_examples(page):
    for name, text in files(page).items():
        example = DOCS / "examples" / name
        assert not example.exists() or example.read_text() == text


INCLUDED = re.compile(r"^```{literalinclude} (\S+)\n.*?^```\n", re.MULTILINE | re.DOTALL)
INCLUDING = [page for page in PAGES if INCLUDED.search(page.read_text())]


@pytest.mark.parametrize("page", INCLUDING, ids=lambda page: str(page.relative_to(DOCS)))
def test_who_reads_a_page_as_a_file_finds_what_it_includes(page):
    text = page.read_text()
    for path in INCLUDED.findall(text):
        assert f"]({path})" in text, f"{page.name} shows a part of {path}; link to it"
        assert (page.parent / path).exists()


@pytest.mark.parametrize("folder", ["games", "algorithms"])
def test_who_reads_the_contents_of_a_folder_as_a_file_finds_its_pages(folder):
    linked = re.findall(r"\]\(([\w-]+)\.md", (DOCS / folder / "index.md").read_text())
    assert {page.stem for page in (DOCS / folder).glob("*.md")} - {"index"} <= set(linked)


@pytest.mark.parametrize("folder", ["games", "algorithms"])
def test_every_page_is_in_the_contents_of_its_folder(folder):
    contents = re.search(r"^```{toctree}\n:hidden:\n\n(.*?)^```$", (DOCS / folder / "index.md").read_text(), re.MULTILINE | re.DOTALL)
    assert contents is not None
    assert sorted(contents[1].split()) == sorted(page.stem for page in (DOCS / folder).glob("*.md") if page.name != "index.md")


def test_the_games_of_each_module_have_a_page():
    """Games of one module may share it: tic-tac-toe and the other m,n,k games."""
    paged = {module for name, (module, _) in CATALOGUE.items() if (DOCS / "games" / f"{name}.md").exists()}
    assert {module for module, _ in CATALOGUE.values()} == paged


def test_every_command_and_option_is_on_the_page_of_the_command_line():
    page = (DOCS / "command-line.md").read_text()
    for name in COMMANDS:
        command = typer.main.get_command(app).get_command(None, name)
        assert f"## zermelo {name}" in page
        for option in (option for parameter in command.params for option in parameter.opts if option.startswith("--")):
            assert f"`{option}" in page, f"{name} {option}"


def test_every_public_name_is_on_the_page_of_names_with_an_example():
    page = (DOCS / "api.md").read_text()
    assert sorted(re.findall(r"^### (\w+)$", page, re.MULTILINE)) == sorted(zermelo.__all__)
    examples = "".join(re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    for name in zermelo.__all__:
        assert f"zermelo.{name}\n" in page, f"{name} is not shown"
        assert re.search(rf"\bz\.{name}\b|\b{name}:", examples), f"{name} has no example"
