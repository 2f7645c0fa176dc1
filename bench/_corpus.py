"""The games of tests/corpus as its tables, `expected.toml`, tell of them."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT / "tests" / "corpus"


@dataclass(frozen=True)
class Entry:
    """A game of the corpus with its parameters, and what it has to give.

    game      the folder and the file: `student/nim`
    variant   which parameters: "" for those that the game has by itself, else a word such as `small`
    made      the class, with its parameters: `Hex(n=3)`
    perft     how many sequences of 1, 2, 3 ... actions it has
    value     to MAX; with more than two players one number for each; None where it takes too long to find
    compiles  whether it compiles
    dialect   the name of a game with the same rules, written as the compiler likes it best; None where there is none
    """

    game: str
    variant: str
    made: str
    perft: tuple[int, ...]
    value: float | tuple[float, ...] | None
    compiles: bool
    dialect: str | None

    def __str__(self) -> str:
        return f"{self.game} {self.variant}".rstrip()

    @property
    def spec(self) -> str:
        """The game's name for `zermelo.load_game` and the command line."""
        return f"{CORPUS / self.game}.py:{self.made}"

    @property
    def dialect_spec(self) -> str | None:
        """The same of the dialect: a game of ours, or a file."""
        return str(ROOT / self.dialect) if self.dialect and ".py" in self.dialect else self.dialect

    @property
    def parameters(self) -> dict[str, Any]:
        """The game's parameters by name; the program that counts independently takes the same."""
        call = ast.parse(self.made, mode="eval").body
        return {str(one.arg): ast.literal_eval(one.value) for one in call.keywords} if isinstance(call, ast.Call) else {}

    def depth_within(self, sequences: int) -> int:
        """The greatest depth to which there are no more than so many sequences at any depth, and some; at least 1."""
        depth = 1
        while depth < len(self.perft) and 0 < self.perft[depth] <= sequences:
            depth += 1
        return depth


def entries() -> list[Entry]:
    """All games, each with its other parameters after it, by folder and name."""
    return [entry for table in sorted(CORPUS.glob("*/expected.toml")) for entry in _of(table)]


def games() -> list[Entry]:
    """All games once, with the parameters that they have by themselves."""
    return [entry for entry in entries() if not entry.variant]


def _of(table: Path) -> Iterator[Entry]:
    for name, told in sorted(tomllib.loads(table.read_text(encoding="utf-8")).items()):
        variants = {word: more for word, more in told.items() if isinstance(more, dict)}
        for variant, one in {"": told, **variants}.items():
            value = one.get("value")
            yield Entry(
                game=f"{table.parent.name}/{name}",
                variant=variant,
                made=one["class"],
                perft=tuple(one["perft"]),
                value=tuple(value) if isinstance(value, list) else value,
                compiles=told["compiles"],
                dialect=one.get("dialect"),
            )
