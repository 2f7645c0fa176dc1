"""A real browser: the system's Chromium, driven by Playwright. Both are installed by `make browser`."""

from __future__ import annotations

import os
import shutil

import pytest

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


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


@pytest.fixture
def tab(browser):
    """A new tab that may ask for nothing outside, and whose errors fail the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.set_default_timeout(120_000)  # milliseconds: a game may have to be compiled first, on a busy machine
    errors, asked = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    assert errors == []
    assert all(url.startswith(("file:", "data:", "http://127.0.0.1")) for url in asked), asked
