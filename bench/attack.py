"""Attack the project, and say what was tried and what happened.

    python bench/attack.py                          all attacks, two minutes
    python bench/attack.py --seconds 3600           for an hour
    python bench/attack.py --only floods --seconds 60 --seed 7

It attacks studios that it starts itself, on loopback, and commands that it runs itself; it takes no other target. Beside attacks
on a studio an honest player opens pages, begins games, moves, and waits for the computer. Ends with 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from _attack import Attack, Means, Outcome
from _attack_local import LOCAL
from _attack_web import WEB

ATTACKS: dict[str, Attack] = {attack.__name__: attack for attack in (*WEB, *LOCAL)}
LEAST = 3.0
"""Seconds that an attack has at the least."""


def attack(name: str, seconds: float, seed: int) -> Outcome:
    """Do one of the attacks for so long, and return what came of it."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="zermelo-attack-", ignore_cleanup_errors=True) as folder:
        chooser = random.Random(f"{seed} {name}")  # noqa: S311  attacks, no secrets
        means = Means(chooser, max(LEAST, seconds), Path(folder))
        try:
            ATTACKS[name](means, outcome)
        except Exception as error:  # of the attack, or of a studio that does not begin: a failure as any other
            outcome.fail(f"the attack itself ended: {type(error).__name__}: {error}")
    return outcome


def show(found: dict[str, Outcome], seed: int) -> None:
    """The table."""
    table = Table(title=f"The attack, seed {seed}", title_justify="left")
    for column in ("what", "tried", "refused", "answered", "slowest honest reply", "failures"):
        table.add_column(column, justify="left" if column in ("what", "failures") else "right")
    for name, one in found.items():
        slowest = f"{max(one.waits):.2f} s of {len(one.waits)}" if one.waits else ""
        told = "\n".join([*one.failures[:5], *one.notes]) or "none"
        table.add_row(f"{name}: {(ATTACKS[name].__doc__ or '').strip()}", *map(str, (one.tried, one.refused, one.answered)), slowest, told)
    Console(width=None if sys.stdout.isatty() else 150).print(table)


def main() -> int:
    """Read the command line, attack, show."""
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("--seconds", type=float, default=120.0, metavar="S", help="in all (120)")
    reading.add_argument("--seed", type=int, default=1, metavar="N", help="of what is made at random (1)")
    reading.add_argument("--only", action="append", choices=list(ATTACKS), metavar="NAME", help="this attack; may come more than once")
    reading.add_argument("--json", action="store_true", help="print the outcomes as JSON")
    chosen = reading.parse_args()
    names = chosen.only or list(ATTACKS)
    found = {}
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        found[name] = attack(name, chosen.seconds / len(names), chosen.seed)
    if chosen.json:
        print(json.dumps({name: vars(one) for name, one in found.items()}))
    else:
        show(found, chosen.seed)
    return int(any(one.failures for one in found.values()))


if __name__ == "__main__":
    sys.exit(main())
