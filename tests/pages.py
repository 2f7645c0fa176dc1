"""The examples of a Markdown page, run in order as a reader would run them, in a folder that is empty at first.

    ```python       a block that begins with `# name.py` is a file, and is written to the folder as it stands, this line too; with
                    `# name.py, continued` it goes below what is there;
                    one with >>> is entered at a Python prompt, one for the whole page;
                    any other has to be Python, and is not run
    ```console      commands after a $, run in the folder: `zermelo ...`, and `python name.py ...`

What follows an entry or a command is what it must print. `...` stands for any text, and what depends on the clock may differ. Blocks of
other kinds are for the eye.

    python -m tests.pages docs/tutorial.md      writes into the page what its examples print
"""

import ast
import contextlib
import doctest
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from typer.testing import CliRunner

from zermelo.cli import output
from zermelo.cli.app import app

ROOT = Path(__file__).parent.parent

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^# (\w+\.py)(, continued)?\n", re.MULTILINE)
_CLOCK = re.compile(
    r"\b[\d.]+(?= s\b)|(?<=seconds )\s*[\d.e-]+|(?<=\"seconds\": )[\d.e-]+|\b[\d.]+ [kM](?= (?:nodes|states)/s)"
    r"|\b[\d.]+( [kM])?(?= iterations/s)|^note: looked at .*$|^note: of these .* won .*$"
    r"|^note: the time for .* was over, .*\n|^note: of .* of these, after .* only the end was looked at\n|^note: the look was small, .*\n"
    r"|^zermelo: compiling, .*\n",
    re.MULTILINE,
)
"""What depends on the clock: seconds, speeds, how much a check has looked at, who won there, whether time ran out, and what is compiled."""


@dataclass(frozen=True)
class Step:
    """An entry or a command: as the page shows it, what is to be run, and what the page says that it prints."""

    line: int
    shown: str
    source: str
    wanted: str


def files(page: Path) -> dict[str, str]:
    """The files that a page tells its reader to write, by name, without the lines that say so."""
    made: dict[str, str] = {}
    for language, text, _ in _blocks(page.read_text()):
        if language == "python" and (found := _FILE.match(text)):
            made[found[1]] = _written(made.get(found[1], ""), text, found)
    return {name: _FILE.sub("", text) for name, text in made.items()}


def run(page: Path, folder: Path) -> Iterator[tuple[Step, str]]:
    """Each step of a page with what it really printed. The folder gets the games of docs/examples first."""
    shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    names: dict[str, object] = {"__name__": "__main__"}
    blocks = list(_blocks(page.read_text()))
    with contextlib.chdir(folder):
        for language, text, line in blocks:
            file = _FILE.match(text)
            if language == "python" and file:
                path = Path(file[1])
                path.write_text(_written(path.read_text() if path.exists() else "", text, file))
            elif language == "python" and ">>> " in text:
                for step in _entries(text, line):
                    yield step, _enter(names, step.source)
            elif language == "python":
                ast.parse(textwrap.dedent(text), f"{page}, line {line}")
            elif language == "console":
                for step in _commands(text, line):
                    yield step, _typed(step.source)


def agrees(step: Step, printed: str) -> bool:
    """Whether a step printed what the page says."""
    wanted, printed = (_CLOCK.sub(lambda found: "" if found[0].endswith("\n") else "#", text) for text in (step.wanted, printed))
    return doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS)


def fill(page: Path) -> None:
    """Write into a page what its steps print, where it says something else."""
    with tempfile.TemporaryDirectory() as folder:
        done = list(run(page, Path(folder)))
    lines = page.read_text().splitlines(keepends=True)
    for step, printed in reversed(done):
        if not agrees(step, printed):
            first = step.line + len(step.shown.splitlines()) - 1
            lines[first : first + len(step.wanted.splitlines())] = [printed]
    page.write_text("".join(lines))


def _blocks(text: str) -> Iterator[tuple[str, str, int]]:
    """The language, the text and the first line's number of each fenced block."""
    for found in _FENCE.finditer(text):
        yield found[1], found[2], text.count("\n", 0, found.start(2)) + 1


def _written(before: str, text: str, file: re.Match[str]) -> str:
    """What a file holds after a block of it: the block alone, or the block below what was there."""
    if not file[2]:
        return text
    return f"{before}\n{text}" if text[file.end() :].startswith(" ") else f"{before}\n\n{text}"


def _entries(text: str, line: int) -> Iterator[Step]:
    for example in doctest.DocTestParser().get_examples(text):
        shown = "".join(text.splitlines(keepends=True)[example.lineno :][: example.source.count("\n")])
        yield Step(line + example.lineno, shown, example.source, (example.exc_msg and _raised(example.exc_msg)) or example.want)


def _commands(text: str, line: int) -> Iterator[Step]:
    for found in re.finditer(r"^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        shown = "$ " + found[1]
        yield Step(line + text.count("\n", 0, found.start()), shown, found[1].replace("\\\n", " "), found[2])


def _enter(names: dict[str, object], source: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            exec(compile(source, "<page>", "single"), names)  # noqa: S102  our own pages
        except Exception as error:
            print(_raised(f"{type(error).__module__}.{type(error).__name__}: {error}\n".removeprefix("builtins.")), end="")
    return printed.getvalue()


def _raised(message: str) -> str:
    return f"Traceback (most recent call last):\n    ...\n{message}"


def _typed(command: str) -> str:
    program, *words = shlex.split(command, comments=True)
    if program == "python":
        return _script(words)
    assert program == "zermelo", f"only zermelo and python can be run, not {program}; a block for the eye is ```sh"
    with mock.patch.object(output, "EVERY", threading.TIMEOUT_MAX):  # however busy this machine is
        result = CliRunner().invoke(app, words, env={"COLUMNS": "100"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def _script(words: list[str]) -> str:
    before, sys.argv = sys.argv, words
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            runpy.run_path(words[0], run_name="__main__")
    finally:
        sys.argv = before
    return printed.getvalue()


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    for name in sys.argv[1:]:
        fill(Path(name))
