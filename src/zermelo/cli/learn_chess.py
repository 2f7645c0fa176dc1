"""`zermelo learn chess`: games of the engine against itself, and the weights that predict their results best."""

from __future__ import annotations

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
    from zermelo.learn.chess.selfplay import Games


def learn(target: Path, settings: Settings) -> None:
    """Play what games are not yet in FILE.games, then write the weights to the file."""
    try:
        from zermelo.learn.chess.logistic import fit
        from zermelo.learn.chess.selfplay import Games
    except ImportError as error:
        raise SpecError(f"learning chess takes numpy and scipy, which are not there ({error}): pip install 'zermelo[fast,lp]'") from None
    kept = target.with_name(f"{target.name}.games")
    games = Games(settings)
    if kept.exists():
        games = Games.from_text(str(kept), read_whole(kept).decode(errors="replace"), settings)
        print(f"going on after {counted(len(games.records), 'game')}")
    try:
        with reporting_on("playing") as show:
            games.run(lambda now: show(f"{len(now.records):,} of {settings.games:,} games"), lambda now: _save(now, kept))
        with reporting_on("fitting") as show:
            found = fit(games.records, show)
    except KeyboardInterrupt:
        interrupted(f"stopped after {counted(len(games.records), 'game')}; the same command goes on from there, with {kept}")
    write_whole(target, as_file(found, settings))
    print_facts([("weights", str(target)), *_told(found)])


def as_file(found: Fit, settings: Settings) -> str:
    """The contents of a file with these weights, which says where they come from."""
    from zermelo.games.chess.weights import as_text

    words = [f"--{name} {value}" for name, value in settings._asdict().items()]
    return as_text(found.weights, {"command": f"zermelo learn chess {' '.join(words)}", **dict(_told(found))})


def _told(found: Fit) -> list[tuple[str, str]]:
    return [
        ("games", f"{found.games:,}"),
        ("positions", f"{found.positions:,}"),
        ("scale", f"{found.scale:.3f} a pawn"),
        ("loss at first", f"{found.before[0]:.4f}; in games held out {found.before[1]:.4f}"),
        ("loss now", f"{found.after[0]:.4f}; in games held out {found.after[1]:.4f}"),
    ]


def _save(games: Games, kept: Path) -> None:
    write_whole(kept, games.as_text())
