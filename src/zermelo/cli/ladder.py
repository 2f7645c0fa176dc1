"""`zermelo ladder`: what each refinement of the engine is worth in a game, rung by rung, from minimax (with chance expectiminimax) up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final

import typer

from zermelo.cli.files import checked_target
from zermelo.cli.options import GameSpec, Json, Lang, Mode, Moves, Position, opened
from zermelo.cli.output import print_facts, print_json, sign_of_life
from zermelo.explain.ladder import picture, rounded
from zermelo.files import write_whole
from zermelo.game import Game
from zermelo.languages import Language, language
from zermelo.scales import told
from zermelo.search.ladder import Climb, Measured, minimax_of


def ladder(
    game: GameSpec,
    depth: Annotated[
        int | None,
        typer.Option(
            metavar="D",
            help="How many plies to look ahead; as far as minimax (with chance expectiminimax) comes in 2 seconds unless given.",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="How long a rung may take at one depth; one that would take longer is not run.")
    ] = 10.0,
    evaluation: Annotated[
        str | None, typer.Option(metavar="E", help='A sum of the game\'s evaluations, such as "groups + 2 * columns".')
    ] = None,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw nodes over depth, one curve a rung, as an SVG file.")] = None,
    lang: Lang = "en",
    position: Position = None,
    moves: Moves = None,
    mode: Mode = "auto",
    json: Json = False,
) -> None:
    """Measure what each refinement of the engine is worth in a game.

    Each rung adds one to the rung before, from minimax up, with chance from expectiminimax. Down to the line all find the same value.
    """
    speech = language(lang)
    target = None if svg is None else checked_target(svg)
    rules, state = opened(game, position, moves)
    with sign_of_life(_name(minimax_of(rules).name, speech)) as progress:
        climb = Climb(rules, state, depth=depth, seconds=seconds, evaluation=evaluation, mode=mode, progress=progress)
    table = _Table(climb, speech)
    measured: list[Measured] = []
    for rung in climb.rungs:
        with sign_of_life(_name(rung.name, speech)) as progress:
            measured.append(climb.measure(rung, progress))
        if not json:
            table.row(measured)
    if json:
        print_json(_facts(climb, measured, speech))
    else:
        print()
        print_facts(list(_theory(climb, speech)))
    if target is not None:
        initial = position is None and not (moves or "").split()
        write_whole(target, picture(climb, measured, game=game, position="" if initial else rules.write(state), language=lang))


class _Table:
    """Prints each rung as soon as it is measured; the first one says how wide the columns must be."""

    def __init__(self, climb: Climb, speech: Language) -> None:
        self.climb, self.speech = climb, speech
        self.widths = [max(len(_name(rung.name, speech)) for rung in climb.rungs)]

    def row(self, measured: list[Measured]) -> None:
        """Print the last one, and what has to stand above it."""
        one = measured[-1]
        cells = self._cells(one, _before(measured))
        if len(measured) == 1:
            header = [self.speech.say(f"ladder.{name}") for name in ("rung", "nodes", "leaves", "time", "ratio", "value")]
            least = (0, len(cells[1]), len(cells[1]), 8, 6, 6)
            self.widths = [max(self.widths[0], len(header[0])), *map(max, map(len, header[1:]), map(len, cells[1:]), least[1:])]
            self._print(header)
        if not one.rung.keeps_value and measured[-2].rung.keeps_value:
            print(f"-- {self.speech.say('ladder.may_change')} ".ljust(sum(self.widths) + 10, "-"))
        self._print(cells)

    def _cells(self, one: Measured, before: Measured | None) -> list[str]:
        name = _name(one.rung.name, self.speech)
        if one.last is None:
            return [name, f"~{rounded(one.expected[-1][1], self.speech)}", "", self.speech.say("ladder.not_run"), "", ""]
        ratio = one.ratio(before)
        share = "" if ratio is None else f"{ratio:.4f}" if ratio < 0.01 else f"{ratio:.3f}"
        return [
            name,
            self.speech.grouped(one.last.nodes),
            self.speech.grouped(one.last.leaves),
            f"{one.last.seconds:.4f} s",
            share,
            told(self.climb.game, one.last.value, self.speech),
        ]

    def _print(self, cells: list[str]) -> None:
        padded = [cell.rjust(width) for cell, width in zip(cells[1:], self.widths[1:], strict=True)]
        print("  ".join([cells[0].ljust(self.widths[0]), *padded]).rstrip(), flush=True)


def _before(measured: list[Measured]) -> Measured | None:
    """The rung that the last one stands on."""
    below = [one for one in measured[:-1] if one.rung.keeps_value]
    return below[-1] if below else None


def _name(name: str, speech: Language) -> str:
    return ("" if name in _BY_THE_BOOK else "+ ") + speech.say(f"ladder.rungs.{name}")


_BY_THE_BOOK: Final = ("minimax", "alpha-beta", "expectiminimax", "star1")
"""The rungs that stand alone, and are not added to the one before."""


def _theory(climb: Climb, speech: Language) -> Iterator[tuple[str, str]]:
    theory, say = climb.branching, speech.say
    yield "b", f"{theory.b:.2f}  ({say('ladder.branching')})"
    yield "m", f"{theory.depth}  ({say('ladder.depth')})"
    if not climb.has_cutoffs:
        yield "b^m", f"{_counted(theory.all_leaves)} {say('ladder.leaves')}"
        return
    for name, number in (("b^m", theory.all_leaves), ("b^(3m/4)", theory.by_chance), ("b^(m/2)", theory.square_root)):
        yield name, f"{_counted(number)} {say('ladder.leaves')}"
    yield say("ladder.minimal_tree"), f"{_counted(theory.minimal_tree)} {say('ladder.leaves')}  (Knuth, Moore 1975)"


def _counted(number: float) -> str:
    return f"{number:,.0f}" if number < 1e15 else f"{number:.1e}"


def _facts(climb: Climb, measured: list[Measured], speech: Language) -> dict[str, Any]:
    theory = climb.branching
    return {
        "game": repr(climb.game),
        "position": climb.game.write(climb.state),
        "depth": climb.depth,
        "mode": climb.mode,
        "branching": round(theory.b, 4),
        "leaves": {
            "b^m": round(theory.all_leaves, 1),
            "b^(3m/4)": round(theory.by_chance, 1),
            "b^(m/2)": round(theory.square_root, 1),
            "minimal tree": round(theory.minimal_tree, 1),
        },
        "rungs": [_rung_facts(climb.game, one, _before(measured[: place + 1]), speech) for place, one in enumerate(measured)],
    }


def _rung_facts(game: Game, one: Measured, before: Measured | None, speech: Language) -> dict[str, Any]:
    ratio, last = one.ratio(before), one.last
    return {
        "name": one.rung.name,
        "keeps_value": one.rung.keeps_value,
        "run": last is not None,
        "nodes": last.nodes if last else None,
        "leaves": last.leaves if last else None,
        "seconds": round(last.seconds, 6) if last else None,
        "value": last.value if last else None,
        "told": told(game, last.value, speech) if last else None,
        "ratio": None if ratio is None else round(ratio, 6),
        "depths": [{**vars(step), "seconds": round(step.seconds, 6)} for step in one.steps],
        "expected": {str(depth): round(nodes) for depth, nodes in one.expected},
    }


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo ladder connect4 --depth 8 --svg ladder.svg")(ladder)
