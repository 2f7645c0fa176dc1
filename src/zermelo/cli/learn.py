"""`zermelo learn`: weights from games that a program plays against itself."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from zermelo.cli import learn_chess
from zermelo.cli.errors import interrupted
from zermelo.cli.files import checked_target
from zermelo.cli.output import every_interrupt, print_facts
from zermelo.errors import SpecError
from zermelo.files import read_whole, write_whole
from zermelo.learn.backgammon.settings import Settings
from zermelo.learn.chess.settings import Settings as ChessSettings
from zermelo.values import counted

if TYPE_CHECKING:
    from zermelo.learn.backgammon.training import Training

LEARNED: Final = ("backgammon", "chess")
"""The games that something is learned of."""
FIRST: Final = Settings()
CHESS: Final = ChessSettings()


def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game that is learned: backgammon or chess.")],
    out: Annotated[
        str,
        typer.Option("--out", metavar="FILE", help="The file for the weights; FILE.learning, until it is done; FILE.games of chess."),
    ],
    games: Annotated[
        int | None, typer.Option(metavar="N", help=f"The games it learns from, {FIRST.games:,}; of chess {CHESS.games:,}.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Of all that is drawn by lot: the same seed, the same weights.")] = FIRST.seed,
    nodes: Annotated[int | None, typer.Option(metavar="N", help=f"Chess: the nodes that are searched a move, {CHESS.nodes}.")] = None,
    sources: Annotated[
        list[str] | None, typer.Option("--from", metavar="FILE", help="Chess: from games that are there, a FILE.games; several times.")
    ] = None,
    net: Annotated[bool, typer.Option("--net", help="Chess: the net that adds to the weighted sum, not its weights.")] = False,
    rate: Annotated[float | None, typer.Option(metavar="R", help=f"Backgammon: the step of a lesson at first, {FIRST.rate}.")] = None,
    last_rate: Annotated[float | None, typer.Option(metavar="R", help=f"And at the end, {FIRST.last_rate}.")] = None,
    trace: Annotated[
        float | None, typer.Option("--lambda", metavar="L", help=f"The share of a target that comes from later on, {FIRST.trace}.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="FILE", help="Weights to play against, for the curve; else one who counts pips.")
    ] = None,
    curve: Annotated[str | None, typer.Option(metavar="SVG", help="A file for the learning curve.")] = None,
) -> None:
    """Learn the weights of a game's evaluation from games against itself.

    Ctrl-C breaks off; the same command goes on from there, and comes to the same weights as if it had not been broken off.
    """
    if game not in LEARNED:
        raise SpecError(f"nothing is learned of {game!r}; of {' and '.join(LEARNED)} it is")
    lessons = {"rate": rate, "last_rate": last_rate, "trace": trace}
    if game == "chess":
        if told := [f"--{option}" for option, value in {**lessons, "against": against, "curve": curve}.items() if value is not None]:
            raise SpecError(f"chess is not learned by lessons; leave {', '.join(told).replace('_', '-').replace('trace', 'lambda')} out")
        if sources and (games is not None or nodes is not None):
            raise SpecError("--from names the games from which the weights are learned; leave --games and --nodes out")
        chess = ChessSettings(CHESS.games if games is None else games, seed, CHESS.nodes if nodes is None else nodes)
        learn_chess.learn(checked_target(out), chess, [Path(source) for source in sources or []], net=net)
        return
    if nodes is not None or sources or net:
        raise SpecError("backgammon is learned without search, from its own games; leave --nodes, --from and --net out")
    given = {"games": games, **lessons}
    settings = Settings(seed=seed, **{option: value for option, value in given.items() if value is not None})  # type: ignore[arg-type]
    _learn_backgammon(checked_target(out), settings, against, checked_target(curve) if curve else None)


def _learn_backgammon(target: Path, settings: Settings, against: str | None, picture: Path | None) -> None:
    from zermelo.games.backgammon.weights import weights_in
    from zermelo.learn.backgammon.training import Training

    opponent = weights_in(against)[0] if against else None
    unfinished = target.with_name(f"{target.name}.learning")
    if unfinished.exists():
        training = Training.from_bytes(str(unfinished), read_whole(unfinished), settings, opponent)
        print(f"going on after {counted(training.done, 'game')}")
    else:
        training = Training(settings, opponent)
    try:
        with every_interrupt() as check:
            training.run(_Report(training, check).batch, lambda now: _save(now, unfinished))
    except KeyboardInterrupt:
        interrupted(f"stopped after {counted(training.done, 'game')}; the same command goes on from there, with {unfinished}")
    write_whole(target, training.as_bytes(16, command=_command(settings)))
    unfinished.unlink(missing_ok=True)
    if picture:
        write_whole(picture, drawn(training))
    last = training.curve[-1]
    print_facts([("weights", str(target)), ("games", f"{training.done:,}"), ("points a game", f"{last.points:+.3f} ± {last.margin:.3f}")])


def drawn(training: Training) -> str:
    """The learning curve as SVG."""
    from zermelo.draw.chart import Curve, chart

    last = training.curve[-1]
    points = tuple((point.games / 1000, point.points) for point in training.curve)
    return chart(
        [Curve("the network", points, note=f"{last.points:+.3f}")],
        title="Backgammon, learned from games against itself",
        subtitle=f"points a game against a fixed opponent; the 95 % interval is ± {last.margin:.3f}",
        across="thousands of games learned from",
        upwards="points a game",
        footnote=_command(training.settings),
        logarithmic=False,
    )


class _Report:
    """What is said while it runs: a line for each point of the curve."""

    def __init__(self, training: Training, check: object) -> None:
        self.check, self.told, self.before, self.since = check, len(training.curve), training.done, time.perf_counter()

    def batch(self, training: Training) -> None:
        """Another batch is done."""
        assert callable(self.check)
        self.check()
        if len(training.curve) == self.told:
            return
        self.told = len(training.curve)
        seconds = time.perf_counter() - self.since
        speed = (training.done - self.before) / seconds
        left = (training.settings.games - training.done) / speed
        point = training.curve[-1]
        print(
            f"{training.done:>11,} games  {point.points:+.3f} ± {point.margin:.3f} points a game  "
            f"{speed:,.0f} games/s  {left / 60:.0f} min left",
            flush=True,
        )


def _save(training: Training, unfinished: Path) -> None:
    write_whole(unfinished, training.as_bytes(32))


def _command(settings: Settings) -> str:
    words = [f"--{name.replace('_', '-').replace('trace', 'lambda')} {value}" for name, value in settings._asdict().items()]
    return f"zermelo learn backgammon {' '.join(words)}"


def add_to(app: typer.Typer) -> None:
    """Make this a command of `app`."""
    app.command(epilog="Example: zermelo learn backgammon --games 100000 --out mine.weights")(learn)
