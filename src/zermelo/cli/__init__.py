"""The command line, the entry point for people: `zermelo play`, `zermelo best`, ... It holds no logic that the library lacks."""

from __future__ import annotations

from zermelo import interrupts


def main() -> None:
    """The command `zermelo`."""
    interrupts.listen()
    from zermelo.cli.app import run

    run()
