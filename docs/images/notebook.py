"""Makes notebook-analysis.png, the picture of a cell in notebooks.md, in a browser (`make browser`).

python docs/images/notebook.py
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.browser.conftest import QUIET  # noqa: E402  after the path is set
from tests.browser.test_notebook import put_analysis  # noqa: E402
from tests.web.test_analyse import OTHELLO  # noqa: E402

import zermelo as z  # noqa: E402

LOST_AT = 53
PATIENCE = 300_000  # milliseconds


def main() -> None:
    """A lost game, at the move that lost it, when its report is done."""
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=QUIET)
        tab = browser.new_page(viewport={"width": 1020, "height": 1060})
        put_analysis(tab, z.analyse(z.load_game("othello"), OTHELLO.replace(" ", "")))
        tab.get_by_label("Each position").select_option("quick")
        tab.get_by_role("button", name="Report on the game").click()
        tab.wait_for_function("() => document.querySelector('div > div').shadowRoot.querySelector('progress').hidden", timeout=PATIENCE)
        tab.locator(".variations button").nth(LOST_AT - 1).click()
        tab.wait_for_timeout(3000)
        tab.screenshot(path=HERE / "notebook-analysis.png")


if __name__ == "__main__":
    main()
