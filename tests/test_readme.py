"""The README: what a stranger sees first holds true, from an empty folder."""

import re
import subprocess

import pytest

from tests.pages import ROOT, agrees, files, run

README = ROOT / "README.md"
LINKED = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def test_the_tour_does_what_it_says(tmp_path):
    for step, printed in run(README, tmp_path):
        assert agrees(step, printed), f"README.md, line {step.line}: {step.shown}prints\n{printed}"


def test_the_game_of_the_tour_is_among_the_examples():
    assert files(README) == {"domineering.py": (ROOT / "docs" / "examples" / "domineering.py").read_text()}


def test_the_two_commands_are_there():
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", README.read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize(("target", "after"), [("run", []), ("test", ["'.[dev]'"]), ("web", ["'.[dev]'"])])
def test_to_play_the_package_and_its_compiler_are_enough(tmp_path, target, after):
    told = subprocess.run(["make", "--dry-run", target, f"VENV={tmp_path}"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"--editable (\S+)", told.stdout) == ["'.[fast]'", *after]


def test_the_studio_takes_a_port(tmp_path):
    for given, ending in (["PORT=8500"], "zermelo web --port 8500"), ([], "zermelo web"):
        made = ["make", "--no-print-directory", "--dry-run", "web", f"VENV={tmp_path}", *given]
        told = subprocess.run(made, cwd=ROOT, capture_output=True, text=True, check=True)
        assert told.stdout.rstrip().endswith(ending)


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (ROOT / target).exists(), f"{page.name} links to {target}"
