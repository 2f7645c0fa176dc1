"""HTML printed to PDF by a browser that is installed, which is not asked for anything outside the file."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from zermelo.errors import SpecError

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
"""The programs that are looked for, after the one that the environment names (CHROMIUM)."""
_SECONDS: Final = 60
_QUIET: Final = (
    "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


def printed(html: str) -> bytes:
    """A page as PDF. Raises SpecError where no browser is installed, or it does not print."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SpecError("pdf needs Chromium or Chrome, which is not installed here; write html and print that, or tex")
    with tempfile.TemporaryDirectory() as folder:
        page, made = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(html, encoding="utf-8")
        asked = [program, *_QUIET, *_as_root(), f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}", page.as_uri()]
        try:
            done = subprocess.run(asked, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603  no text of a user's is in it
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SpecError(f"{Path(program).name} does not print ({type(error).__name__}); write html and print that, or tex") from error
        if done.returncode or not made.exists():
            raise SpecError(f"{Path(program).name} does not print (it ended with {done.returncode}); write html and print that, or tex")
        return made.read_bytes()


def _as_root() -> tuple[str, ...]:
    """Chromium has no sandbox for root."""
    return ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
