"""Makes session.svg, the picture in the README: a game that is really played, and what its terminal showed.

python docs/images/session.py
"""

import os
import pty
import re
import subprocess
import sys
from html import escape
from pathlib import Path

from rich.style import Style
from rich.text import Text

POSITION = "0000000/0000000/0000000/0000000/0100000/2201002/1102221 1 10"
COMMAND = ("play", "desconecta4boom", "--seed", "1", "--position", POSITION)
TYPED = ("why", "PUT3", "BOOM")
TURNS_OVER = "MAX, your move: PUT3"  # the line with which the left column ends

PICTURE = Path(__file__).with_name("session.svg")
WIDTH, HEIGHT, SIZE, EDGE = 8.0, 18, 13.3, 16  # of a letter, of a line, of the type, around it all; in pixels
COLOURS = {"red": "#c0271d", "blue": "#1d4fb8"}
PAPER, INK = "#fbfbf9", "#2b2b2b"


def played() -> list[Text]:
    """What the terminal shows while the game is played, line by line."""
    mine, theirs = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "90"}
    command = [sys.executable, "-c", "from zermelo.cli import main; main()", *COMMAND]
    game = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL, env=settings, start_new_session=True)  # noqa: S603
    os.close(theirs)
    shown, answered = "", 0
    while True:
        try:
            shown += os.read(mine, 1 << 16).decode()
        except OSError:  # how Linux says that the other side has hung up
            break
        if shown.count("your move: ") > answered:
            os.write(mine, f"{TYPED[answered]}\n".encode())
            answered += 1
    game.wait()
    plain = re.sub(r"\x1b\[\?\d+[hl]", "", shown.replace("\r", ""))
    return [Text.from_ansi(line) for line in plain.strip("\n").split("\n")]


def words(line: Text, left: float, base: float) -> str:
    """A line of text as SVG, each word in its place, so that columns stand straight in any font."""
    made = []
    for found in re.finditer(r"\S+", line.plain):
        style = " ".join(_said(span.style) for span in line.spans if span.start <= found.start() < span.end)
        x = left + found.start() * WIDTH
        colour = next((colour for name, colour in COLOURS.items() if name in style), INK)
        if "reverse" in style:
            made.append(f'<rect x="{x - 1:g}" y="{base - 13:g}" width="{WIDTH + 2:g}" height="17" rx="2" fill="{colour}"/>')
            colour = PAPER
        bold = ' font-weight="bold"' if "bold" in style else ""
        made.append(f'<text x="{x:g}" y="{base:g}" fill="{colour}"{bold}>{escape(found[0])}</text>')
    return "".join(made)


def _said(style: str | Style) -> str:
    """A style in words: "bold reverse red"."""
    found = Style.parse(style) if isinstance(style, str) else style
    names = {1: "red", 4: "blue"}
    colour = names.get(found.color.number or 0, "") if found.color else ""
    return " ".join(["bold" * bool(found.bold), "reverse" * bool(found.reverse), colour])


def draw(columns: list[list[Text]]) -> str:
    """The columns side by side."""
    widths = [max(len(line.plain) for line in column) * WIDTH for column in columns]
    width = sum(widths) + EDGE * (2 + 2 * (len(columns) - 1))
    height = max(map(len, columns)) * HEIGHT + 2 * EDGE
    family = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'font-family="{family}" font-size="{SIZE}">',
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}" stroke="#d5d5d0"/>',
    ]
    left = float(EDGE)
    for column, wide in zip(columns, widths, strict=True):
        parts += [drawn for number, line in enumerate(column) if (drawn := words(line, left, EDGE + 14 + number * HEIGHT))]
        left += wide + 2 * EDGE
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    lines = [Text("$ zermelo play desconecta4boom --seed 1 \\"), Text(f'      --position "{POSITION}"'), *played()]
    turn = next(number for number, line in enumerate(lines) if line.plain == TURNS_OVER) + 1
    PICTURE.write_text(draw([lines[:turn], lines[turn + 1 :]]))
