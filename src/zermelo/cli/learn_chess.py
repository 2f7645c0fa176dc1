"""`zermelo learn chess`: games of the engine against itself, and the weights, or the net beside them, that predict their results best."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.cli.errors import interrupted
from zermelo.cli.output import print_facts, reporting_on
from zermelo.errors import SpecError
from zermelo.files import read_whole, write_whole
from zermelo.learn.chess.settings import Settings
from zermelo.values import counted

if TYPE_CHECKING:
    from zermelo.learn.chess.logistic import Fit
    from zermelo.learn.chess.residual import NetFit
    from zermelo.learn.chess.selfplay import Record


def learn(target: Path, settings: Settings, sources: list[Path], *, net: bool) -> None:
    """Write the weights, or the net: from the games of these sources; if there are none, from FILE.games, once all are played."""
    try:
        from zermelo.games.chess import net_file
        from zermelo.games.chess.weights import as_text
        from zermelo.learn.chess import logistic, residual
    except ImportError as error:
        raise SpecError(f"learning chess takes numpy and scipy, which are not there ({error}): pip install 'zermelo[fast,lp]'") from None
    records = _given(sources) if sources else _played(settings, target)
    after = "nothing is written" if sources else f"the same command goes on from there, with {_kept(target)}"
    with _going_on(records, after), reporting_on("fitting") as show:
        found = residual.fit(records, settings.seed, show) if net else logistic.fit(records, show)
    named = " ".join(f"--from {source.name}" for source in sources) or _options(settings)
    if isinstance(found, residual.NetFit):
        named = f"--net {named} --seed {settings.seed}" if sources else f"--net {named}"
    facts = {"command": f"zermelo learn chess {named}", **dict(_told(found))}
    write_whole(target, net_file.packed(found.numbers, facts) if isinstance(found, residual.NetFit) else as_text(found.weights, facts))
    print_facts([("net" if net else "weights", str(target)), *_told(found)])


def _played(settings: Settings, target: Path) -> list[Record]:
    """The games that are kept beside the target, and as many more as are wanted."""
    from zermelo.learn.chess.selfplay import Games

    kept, games = _kept(target), Games(settings)
    if kept.exists():
        games = Games.from_text(str(kept), _read(kept), settings)
        print(f"going on after {counted(len(games.records), 'game')}")
    with _going_on(games.records, f"the same command goes on from there, with {kept}"), reporting_on("playing") as show:
        games.run(lambda now: show(f"{len(now.records):,} of {settings.games:,} games"), lambda now: write_whole(kept, now.as_text()))
    return games.records


def _given(sources: list[Path]) -> list[Record]:
    """The games in these files."""
    from zermelo.learn.chess.selfplay import records_in

    return [record for source in sources for record in records_in(str(source), _read(source))]


@contextmanager
def _going_on(records: list[Record], after: str) -> Iterator[None]:
    """Where Ctrl-C comes, say how many games there are, and what comes after."""
    try:
        yield
    except KeyboardInterrupt:
        interrupted(f"stopped after {counted(len(records), 'game')}; {after}")


def _kept(target: Path) -> Path:
    return target.with_name(f"{target.name}.games")


def _read(source: Path) -> str:
    return read_whole(source).decode(errors="replace")


def _options(settings: Settings) -> str:
    return " ".join(f"--{name} {value}" for name, value in settings._asdict().items())


def _told(found: Fit | NetFit) -> list[tuple[str, str]]:
    return [
        ("games", f"{found.games:,}"),
        ("positions", f"{found.positions:,}"),
        ("scale", f"{found.scale:.3f} a pawn"),
        ("loss before", f"{found.before[0]:.4f}; in games held out {found.before[1]:.4f}"),
        ("loss now", f"{found.after[0]:.4f}; in games held out {found.after[1]:.4f}"),
    ]
