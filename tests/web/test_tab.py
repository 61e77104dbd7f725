"""The whole way in a real browser: a static page, Python in the tab, and nothing that was typed is lost."""

from __future__ import annotations

import hashlib
import os
import re
import runpy
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cli.command import REPOSITORY, call
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect
from studio.browser import CHROMIUM, chromium, until

from cloudy_pnp.web.carry import files_in_zip, link_of

MAKE = runpy.run_path(str(REPOSITORY / "tools/make_web.py"))
READY = MAKE["is_fetched"]() and shutil.which("node") is not None
pytestmark = pytest.mark.skipif(
    not CHROMIUM or not (READY or os.environ.get("CLOUDY_PNP_ALL_TOOLS")),
    reason="there is no chromium, or no Pyodide (Debian: apt-get install chromium nodejs npm; then: make fetched)",
)
PATIENCE = 60_000  # ms: Python starts in every new tab
SPELLS = "cards/cloudy-kingdom/spells.yaml"
LANGUAGES = ("en", "de", "fr", "hu")
SHEET = "cards-a4-duplex"
PACK = REPOSITORY / "packs/giants-and-gales"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, offered by a static server below a sub-path."""
    folder = tmp_path_factory.mktemp("site")
    MAKE["make"](folder / "cards" / "studio", level=3)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/cards/studio/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def sums(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The SHA-256 of a sheet in each language, built by the command."""
    out = tmp_path_factory.mktemp("native")
    words = ["--only", "sheets", "--sheet", SHEET, "--out", str(out)]
    result = call("build", "--root", REPOSITORY, *words, *(part for lang in LANGUAGES for part in ("--lang", lang)))
    assert result.code == 0, result.err
    return {lang: hashlib.sha256(next(out.rglob(f"{lang}/{SHEET}.pdf")).read_bytes()).hexdigest() for lang in LANGUAGES}


@pytest.fixture(scope="module")
def context(site: str) -> Iterator[BrowserContext]:
    with chromium() as browser:
        made = browser.new_context(locale="en-US", reduced_motion="reduce", accept_downloads=True)
        made.set_default_timeout(PATIENCE)
        yield made


def studio(page: Page) -> FrameLocator:
    return page.frame_locator("#studio")


def ask(page: Page, method: str, path: str, body: str = "undefined") -> Any:
    """Ask the application as its pages do; the answer is JSON."""
    script = f"""async () => {{
      const inner = document.getElementById("studio").contentWindow;
      const headers = {{"content-type": "application/json"}};
      const answer = await inner.fetch("{path}", {{method: "{method}", headers, body: {body}}});
      return answer.json();
    }}"""
    return page.evaluate(script)


def drafts(page: Page) -> list[str]:
    return [draft["text"] for draft in ask(page, "GET", f"api/file?name={SPELLS}")["drafts"]]


def see_text(page: Page) -> None:
    expect(studio(page).locator("#text")).to_have_value(re.compile("# kept\n"), timeout=PATIENCE)


def see_cards(page: Page) -> None:
    expect(studio(page).locator(".card img").first).to_be_visible(timeout=PATIENCE)


def choose(page: Page, button: str) -> None:
    page.get_by_role("button", name="Project").click()
    page.locator("#menu").get_by_role("button", name=button, exact=True).click()


def test_the_whole_way(context: BrowserContext, site: str, sums: dict[str, str], tmp_path: Path) -> None:
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(site)
    see_cards(page)

    # edit and save; then the browser forgets everything but its store
    page.evaluate("document.getElementById('studio').contentWindow.location = 'edit?card=spells/twist'")
    text = studio(page).locator("#text")
    expect(text).to_have_value(re.compile("spells:"))
    text.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("# kept\n")
    page.keyboard.press("Control+s")
    expect(studio(page).locator("#state")).to_have_text("saved")
    page.keyboard.type("# a draft\n")
    until(page, lambda: bool(drafts(page)))
    page.reload()
    see_text(page)
    assert "# a draft" in drafts(page)[0]

    # the sheets are the same files that the command writes
    languages = ", ".join(f'"{lang}"' for lang in LANGUAGES)
    order = f'JSON.stringify({{exporters: ["sheets"], sheets: ["{SHEET}"], languages: [{languages}]}})'
    assert ask(page, "PUT", "api/print/build", order)["state"] == "running"
    while (offer := ask(page, "GET", "api/print"))["job"]["state"] == "running":
        pass
    assert offer["job"]["state"] == "done", offer["job"]
    assert "simulate" in offer["elsewhere"]
    made = page.evaluate(
        """async ([languages, sheet]) => {
          const sum = async (lang) => {
            const got = await document.getElementById("studio").contentWindow.fetch(`output/${lang}/${sheet}.pdf`);
            const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await got.arrayBuffer()));
            return [lang, [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")];
          };
          return Object.fromEntries(await Promise.all(languages.map(sum)));
        }""",
        [LANGUAGES, SHEET],
    )
    assert made == sums

    # Stop ends a job that blocks Python; the draft is still there
    order = order.replace('"sheets"]', '"sheets", "svg", "boards", "pieces"]')
    ask(page, "PUT", "api/print/build", order.replace(SHEET, "cards-a4-gutterfold"))
    page.locator("#stop").click()
    see_text(page)
    assert "# a draft" in drafts(page)[0]
    assert ask(page, "GET", "api/print")["job"] is None

    # a zip out, another project, the zip in
    with page.expect_download() as download:
        choose(page, "Download")
    download.value.save_as(tmp_path / "project.zip")
    packed = (tmp_path / "project.zip").read_bytes()
    assert files_in_zip(packed)[SPELLS].endswith(b"# kept\n")
    page.get_by_role("button", name="Project").click()
    page.locator("#games").select_option("luftschloesser")
    page.locator("#menu").get_by_role("button", name="New project").click()
    page.get_by_role("button", name="Replace it", exact=True).click()
    expect(studio(page).locator("#game")).to_have_text("Castles in the Air", timeout=PATIENCE)
    with page.expect_file_chooser() as chooser:
        choose(page, "Open…")
    chooser.value.set_files(tmp_path / "project.zip")
    page.get_by_role("button", name="Replace it", exact=True).click()
    expect(studio(page).locator("#game")).to_have_text("Cloudy Kingdom", timeout=PATIENCE)

    # a link with a pack: nothing happens before the click
    page.evaluate("(fragment) => { location.hash = fragment; }", link_of(PACK))
    expect(page.locator("#offer")).to_be_visible()
    assert not [name for name in ask(page, "GET", "api/files")["files"] if name.startswith("packs/")]
    page.get_by_role("button", name="Add them to my project").click()
    expect(studio(page).locator("#card-whirlwind")).to_be_visible(timeout=PATIENCE)
    page.evaluate("location.hash = '#pack=' + 'A'.repeat(1_000_000)")
    expect(page.locator("#banner")).to_contain_text("too long")
    page.evaluate("location.hash = '#pack=AAAA'")
    page.get_by_role("button", name="Add them to my project").click()
    expect(page.locator("#banner")).to_contain_text("damaged")

    # one tab at a time
    other = context.new_page()
    other.goto(site)
    expect(other.locator("#what")).to_have_text("The studio is already open in another tab.")
    assert failures == []
