"""Sheets for a class: the same for the same seed, with and without solutions, in every language and kind of file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

import zermelo as z
from zermelo.explain.exercise import KINDS
from zermelo.explain.printing import BROWSERS, printed
from zermelo.explain.sheet import MOST, heading, plan, sheet, written
from zermelo.languages import LANGUAGES, language

needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not there: `make latex` installs it")


def test_kinds_come_in_turn_each_with_another_seed():
    assert plan(["windows", "minimax"], 3, 7) == (("windows", 7), ("minimax", 8), ("windows", 9))
    made = sheet(["windows", "minimax"], 3, 1, 7)
    assert [(one.kind, one.seed) for one in made.exercises] == list(plan(["windows", "minimax"], 3, 7))
    assert made.points == sum(one.score({}).most for one in made.exercises)
    assert written(made, "html") == written(sheet(["windows", "minimax"], 3, 1, 7), "html") != written(sheet(["windows"], 3, 1, 8), "html")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([], 1), "at least one kind"),
        ((["minimax"], 0), f"from 1 to {MOST} exercises, not 0"),
        ((["minimax"], MOST + 1), f"from 1 to {MOST} exercises"),
        ((["sudoku"], 1), "there is no exercise of the kind 'sudoku'"),
    ],
)
def test_what_no_sheet_can_have_is_said(arguments, says):
    with pytest.raises(z.SearchError, match=says):
        sheet(*arguments)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sheet_holds_its_exercises_and_nothing_of_their_solutions(code):
    made = sheet(["windows", "failing", "arranging", "deciding"], 4, 1, 3, language=code, title="Año 1")
    solved_is_said = language(code).say("exercise.solution")
    for ending in ("html", "tex", "txt"):
        empty, solved = (written(made, ending, solution=solution).decode() for solution in (False, True))
        assert solved_is_said in solved
        assert solved_is_said not in empty
        assert "Año 1" in empty
    for place, one in enumerate(made.exercises, 1):
        assert heading(place, one) in empty
        reasons = one.answers(language(code))
        assert all(told in solved for told in reasons)
        assert not any(told in empty for told in reasons)
        assert heading(place, one) == heading(place, replace(one, seed=99))  # nobody learns by which number it was made


def test_a_title_stands_above_the_sheet():
    assert b"<h1>Week 3 &amp; 4</h1>" in written(sheet(["minimax"], 1, title="Week 3 & 4"), "html")
    with pytest.raises(z.SpecError, match=r"a sheet is written as \.html, \.pdf, \.tex, \.txt, not 'doc'"):
        written(sheet(["minimax"], 1), "doc")


@pytest.mark.parametrize(("code", "turn"), [("es", "turno: blancas (w)"), ("pt", "vez: brancas (w)")])
@pytest.mark.parametrize("solution", [False, True])
def test_who_is_to_move_is_told_below_the_board_in_the_language_of_the_sheet(code, turn, solution):
    made = sheet(["minimax"], 1, 1, 3, language=code, game=z.load_game("pawns"))
    for ending in ("html", "tex", "txt"):
        told = written(made, ending, solution=solution).decode().replace("~", " ")
        assert turn in told
        assert "to move" not in told


@needs_latex
@pytest.mark.slow
@pytest.mark.parametrize("game", ["", "pawns"])
def test_latex_takes_every_kind(tmp_path, game):
    kinds = ["windows", "deciding"] if game else list(KINDS)
    made = sheet(kinds, len(kinds), 1, 2, language="pt", game=z.load_game(game) if game else None, title="50 % & mais_1")
    for solution in (False, True):
        (tmp_path / "sheet.tex").write_bytes(written(made, "tex", solution=solution))
        done = subprocess.run(["pdflatex", "-halt-on-error", "sheet.tex"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.slow
@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="there is no Chromium: `make browser` says how to get it")
def test_a_browser_prints_a_sheet():
    made = written(sheet(["windows"], 1), "pdf")
    assert made.startswith(b"%PDF-")
    width, height = map(float, re.search(rb"/MediaBox *\[0 0 ([\d.]+) ([\d.]+)\]", made).groups())
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((210, 297), abs=0.5)  # A4, as in LaTeX


def test_without_a_browser_pdf_says_what_to_do_instead(monkeypatch, tmp_path):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(z.SpecError, match="pdf needs Chromium or Chrome, which is not installed here; write html and print that, or tex"):
        printed("<p>")
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "nowhere"))
    with pytest.raises(z.SpecError, match="nowhere does not print"):
        printed("<p>")
    if os.name == "posix":
        broken = tmp_path / "broken"
        broken.write_text("#!/bin/sh\nexit 3\n")
        broken.chmod(0o755)
        monkeypatch.setenv("CHROMIUM", str(broken))
        with pytest.raises(z.SpecError, match="it ended with 3"):
            printed("<p>")


def test_what_is_beside_a_node_is_printed_large_enough_and_over_the_branches():
    printed = written(sheet(["maxn"], 1, 2, 1), "tex").decode()
    [style] = [line for line in printed.splitlines() if "beside/.style" in line]
    assert r"\tiny" not in style
    assert "fill=white" in style
    assert printed.rindex(r"\draw[") < printed.index(r"\node[beside]")
    assert r"\node[player, minimum width=1.40cm]" in printed
