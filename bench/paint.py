"""How soon a browser paints something of the studio's pages: Chromium, without a window, each page opened with an empty cache.

`make browser` installs Playwright; CHROMIUM names the program, if it is not on the path.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

from _common import Limit, arguments, show
from studio import studio

PAGES = ("/", "/play?game=connect4", "/tree?game=pawns", "/analyse?game=othello", "/edit", "/practise", "/lessons/alphabeta", "/games")
MOST = 0.2
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def painted(browser: Any, address: str, size: tuple[int, int]) -> float:
    """Seconds from asking for a page to its first words or pictures."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(PAINTED)
    milliseconds = page.evaluate(PAINTED)
    context.close()
    return milliseconds / 1000


def main() -> int:
    """Start a studio and a browser, measure, show."""
    options = arguments(__doc__, repeats=9)
    options.add_argument("--pages", nargs="+", metavar="PAGE", default=PAGES, help=f"the addresses of these pages ({' '.join(PAGES)})")
    chosen = options.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("Playwright is not installed; `make browser` installs it", file=sys.stderr)
        return 1
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with studio() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        rows = []
        for name, size in SIZES.items():
            for page in chosen.pages:
                painted(browser, address + page, size)  # the first one may compile
                times = [painted(browser, address + page, size) for _ in range(chosen.repeats)]
                rows.append(Limit(f"first paint of {page}, {name}", times, MOST))
        browser.close()
    show("The studio's first paint", rows, chosen.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
