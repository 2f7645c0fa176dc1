"""Makes studio-*.png and explain-page.png, the pictures of pages in the README and in studio.md, in a browser (`make browser`).

python docs/images/studio.py
"""

import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.browser.conftest import QUIET  # noqa: E402  after the path is set
from tests.browser.studio import served  # noqa: E402
from tests.web.test_analyse import OTHELLO  # noqa: E402

from zermelo.explain.observe import observe  # noqa: E402
from zermelo.explain.page import page  # noqa: E402
from zermelo.spec import load_game  # noqa: E402

LIVE_BOMB = "0000000/0000000/0000000/0000040/0000020/0020521/0020111 1 6"
PATIENCE = 300_000  # milliseconds


def play(tab: Page, address: str) -> None:
    """A game with a live bomb, and what the computer thinks of it."""
    tab.goto(f"{address}/play?{urlencode({'game': 'desconecta4boom', 'position': LIVE_BOMB})}")
    tab.locator(".playable [data-square]").first.wait_for(timeout=PATIENCE)
    tab.wait_for_timeout(2000)
    tab.get_by_role("button", name="Think").click()
    tab.locator(".thoughts", has_text="depth").wait_for(timeout=PATIENCE)


def analyse(tab: Page, address: str) -> None:
    """A lost game, at the move that lost it, when its report is done."""
    tab.goto(f"{address}/analyse?{urlencode({'game': 'othello', 'moves': OTHELLO.replace(' ', ''), 'at': 53})}")
    tab.locator(".variations button").last.wait_for(timeout=PATIENCE)
    tab.get_by_label("Each position").select_option("quick")
    tab.get_by_role("button", name="Report on the game").click()
    tab.locator("ol.costly").wait_for(timeout=PATIENCE)
    tab.wait_for_function("() => document.querySelector('progress').hidden", timeout=PATIENCE)
    tab.wait_for_timeout(3000)


def practise(tab: Page, address: str) -> None:
    """An exercise, marked."""
    tab.goto(f"{address}/practise?kind=alphabeta&level=3&seed=7")
    for leaf in ("A D 2", "A E 2", *(f"B {move} {reply}" for move in "GH" for reply in "123")):
        tab.get_by_label(f"not visited: {leaf}", exact=True).check()
    tab.locator(".blanks input:not([type=checkbox])").fill("15")
    tab.get_by_role("button", name="Mark").click()
    tab.locator(".blanks .reason:not(:empty)").first.wait_for()
    tab.locator("h2, h3").first.scroll_into_view_if_needed()


def page_of_steps(tab: Page, folder: Path) -> None:
    """The page of `zermelo explain`, at the first cut-off of alpha-beta on the book's tree."""
    file = folder / "page.html"
    file.write_text(page(observe(load_game("tree"), algorithm="alphabeta")), encoding="utf-8")
    tab.goto(file.as_uri())
    tab.get_by_role("button", name="cut-off", exact=True).click()
    tab.wait_for_timeout(1000)


def main() -> None:
    """Take them."""
    with sync_playwright() as browsers, tempfile.TemporaryDirectory() as folder, served(Path(folder) / "s.sqlite") as address:
        browser = browsers.chromium.launch(executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=QUIET)
        for shown, size in ((analyse, (1280, 1500)), (practise, (1280, 980)), (play, (1280, 760))):
            tab = browser.new_page(viewport={"width": size[0], "height": size[1]})
            shown(tab, address)
            tab.screenshot(path=HERE / f"studio-{shown.__name__}.png")
        tab = browser.new_page(viewport={"width": 1240, "height": 700})
        page_of_steps(tab, Path(folder))
        tab.screenshot(path=HERE / "explain-page.png")


if __name__ == "__main__":
    main()
