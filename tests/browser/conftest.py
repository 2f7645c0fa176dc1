"""A real browser: the system's Chromium, driven by Playwright. Both are installed by `make browser`."""

from __future__ import annotations

import os
import shutil

import pytest

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-software-rasterizer", "--disable-gpu-compositing",
    "--process-per-site", "--disable-site-isolation-trials",
]  # fmt: skip
FORGET = """try {
    if (!sessionStorage.getItem("tab")) localStorage.clear();
    sessionStorage.setItem("tab", "new");
} catch { /* a page without storage */ }"""


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="`make browser` installs Playwright")
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium: `make browser` says how to get it")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=QUIET)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def window(browser):
    """One for all tabs: the scripts that all pages share are loaded once, and one process draws the pages."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    context.add_init_script(FORGET)
    context.new_page()  # a window without a tab ends its process
    yield context
    context.close()


@pytest.fixture
def tab(window):
    """A new tab that knows nothing of those before, may ask for nothing outside, and whose errors fail the test."""
    window.clear_cookies()
    page = window.new_page()
    page.set_default_timeout(120_000)  # milliseconds: a game may have to be compiled first, on a busy machine
    errors, asked = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    page.close()
    assert errors == []
    assert all(url.startswith(("file:", "data:", "http://127.0.0.1")) for url in asked), asked
