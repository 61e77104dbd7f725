"""A real browser: the one of the system, without a screen."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

CHROMIUM = next((path for path in ("/usr/bin/chromium", shutil.which("chromium")) if path and Path(path).exists()), "")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 90_000  # ms: longer than anything takes here, also on a machine that has much else to do
# A promise of views with some changed cards, with the time by the clock of the system and the names of those cards.
_NEXT = """([cards, lang, most]) => {
  window.next = new Promise((told, failed) => {
    setTimeout(() => failed(new Error("what was expected did not come")), most);
    const names = [];
    document.addEventListener("shown", function seen(event) {
      names.push(...event.detail);
      if (names.length < cards || document.getElementById("game").lang !== lang) return;
      document.removeEventListener("shown", seen);
      requestAnimationFrame(() => told([performance.timeOrigin + performance.now(), names]));
    });
  });
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, for as long as it is needed."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_ARGUMENTS), timeout=PATIENCE)
        try:
            yield browser
        finally:
            browser.close()


class Profile:
    """A browser profile whose pages are used again: a page in a new profile costs four times the CPU time.

    `forget` makes it look new to the next test: no pages, cookies or stored values; only the HTTP cache stays.
    """

    def __init__(self, browser: Browser, locale: str = "en-US") -> None:
        self._context = browser.new_context(locale=locale, reduced_motion="reduce")
        self._context.set_default_timeout(PATIENCE)
        self._idle: list[Page] = []
        self._used: list[Page] = []

    def new_page(self, width: int = 1280, height: int = 820) -> Page:
        """Return an empty page."""
        page = self._idle.pop() if self._idle else self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        self._used.append(page)
        return page

    def forget(self) -> None:
        """Empty all pages, and forget everything they stored."""
        origins = set()
        for page in self._used:
            if page.is_closed():
                continue
            page.unroute_all()
            if page.url.startswith("http:"):
                origins.add("/".join(page.url.split("/")[:3]))
                page.evaluate("sessionStorage.clear()")
            page.goto("about:blank")
            page.emulate_media(color_scheme="light")
            self._idle.append(page)
        for origin in origins:  # only now: an open page may keep its text at any moment
            session = self._context.new_cdp_session(self._idle[0])
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
            session.detach()
        self._used.clear()
        self._context.clear_cookies()


def opened(browser: Browser, address: str) -> Page:
    """The page, once all cards are there."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("#kinds button")  # which come after the cards
    return page


def expect_change(page: Page, cards: int = 1, lang: str = "en") -> None:
    """Begin to wait until some cards have changed in a view of a language; call this before the save.

    Views in which nothing has changed may come at any time: a save may be noted twice.
    """
    page.evaluate(_NEXT, [cards, lang, PATIENCE])


def change_seen(page: Page) -> tuple[float, list[str]]:
    """Return when it was seen (seconds since the epoch), and which cards have a new picture."""
    milliseconds, names = page.evaluate("window.next")
    return milliseconds / 1000, names


def held(page: Page, address: str) -> list[Route]:
    """Return where the next question to an address waits until the test lets it go on."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(address, hold, times=1)
    return waiting


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds that only comes with time."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, "it never held"
        page.wait_for_timeout(20)
