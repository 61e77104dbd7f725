"""Draw docs/gallery/studio-*.png: six places of the studio, as a browser shows them. Run by `make gallery`.

`python tools/make_studio.py --look FOLDER` writes every place by day, by night and on a phone, to be looked at.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from cloudy_pnp.core.shipped import shipped_root

GALLERY = Path(__file__).parents[1] / "docs/gallery"
WIDE, PHONE = (1280, 800), (390, 844)
SHOWN = 960  # pixels: the width of a picture in the README
COLOURS = 200
PATIENCE = 120_000  # ms: a rulebook takes a while
CHROMIUM = next((path for path in ("/usr/bin/chromium", shutil.which("chromium") or "") if Path(path).is_file()), None)


def _ready(page: Page) -> None:
    page.wait_for_selector("html[data-ready]", timeout=PATIENCE)


def _see(page: Page) -> None:
    page.wait_for_selector("#link[data-state=live]", timeout=PATIENCE)
    page.wait_for_selector("#kinds button")


def _edit(page: Page) -> None:
    _ready(page)
    page.wait_for_selector("#faces img", state="attached")
    if page.locator("#text").is_visible():
        script = "field => { const at = field.value.indexOf('- draw') + 6; field.setSelectionRange(at, at); }"
        page.locator("#text").focus()
        page.locator("#text").evaluate(script)
        page.keyboard.type("w")
        page.wait_for_selector("#under button", timeout=PATIENCE)


def _form(page: Page) -> None:
    _ready(page)
    page.locator("[data-view=form]").click()
    page.wait_for_selector("#form .step")
    page.locator("#form .steps").first.scroll_into_view_if_needed()


def _play(page: Page) -> None:
    """The middle of a game against the computer."""
    page.wait_for_selector("html[data-whole]", timeout=PATIENCE)
    match = page.locator("html").get_attribute("data-match")
    page.locator("#new").click()
    page.locator("#seed").fill("4")
    page.locator("dialog button.main").click()
    page.wait_for_function("match => document.documentElement.dataset.match !== match", arg=match)
    waits = "at => document.documentElement.dataset.at !== at && document.getElementById('turn').dataset.human"
    for _ in range(6):
        at = page.locator("html").get_attribute("data-at")
        page.locator(".spot.legal").nth(5).dispatch_event("click")
        page.locator("#place").click()
        page.wait_for_function(waits, arg=at)
    page.locator(".spot.legal").nth(3).dispatch_event("click")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1500)


class Place(Struct, frozen=True, dict=True):
    """A place of the studio, and what is done before it is shown."""

    address: str
    prepare: Callable[[Page], None]


PLACES = {
    "see": Place("/?lang=en", _see),
    "edit": Place("/edit?card=spells/inspiration", _edit),
    "form": Place("/edit?card=spells/rapid-growth", _form),
    "sheets": Place("/sheets?lang=en", _ready),
    "fit": Place("/fit", _ready),
    "play": Place("/play", _play),
    "print": Place("/print", _ready),
}
BESIDES = {"rulebook": Place("/rulebook?lang=en", _ready)}  # looked at, and shown by the rulebook's own picture


@contextmanager
def studio() -> Iterator[str]:
    """A running studio with a copy of the shipped game: its first address."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("cards/cloudy-kingdom", "packs", "templates/cloudy-kingdom"):
            shutil.copytree(shipped_root() / name, root / name)
        words = ["-m", "cloudy_pnp", "studio", "--port", "0", "--root", folder]
        process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            yield (process.stdout or io.StringIO()).readline().partition(" ")[0]
        finally:
            process.terminate()
            process.wait(30)


def shot(browser: Browser, address: str, place: Place, size: tuple[int, int], scheme: Any = "light") -> bytes:
    """A place as a picture."""
    start, _, token = address.partition("/?token=")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-US", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{start}{place.address}{'&' if '?' in place.address else '?'}token={token}")
    place.prepare(page)
    loaded = "() => [...document.images].every(one => one.complete || one.getBoundingClientRect().top > innerHeight)"
    page.wait_for_function(loaded)
    page.wait_for_timeout(700)  # what fades in has done so
    picture = page.screenshot()
    context.close()
    return picture


def small(picture: bytes) -> bytes:
    """As the README shows it."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    height = round(image.height * SHOWN / image.width)
    image = image.resize((SHOWN, height), Image.Resampling.LANCZOS).quantize(COLOURS)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def main(look: Path | None = None) -> None:
    """The pictures of the README, or every place in every light."""
    with studio() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if look is None:
            for name, place in PLACES.items():
                (GALLERY / f"studio-{name}.png").write_bytes(small(shot(browser, address, place, WIDE)))
        else:
            look.mkdir(parents=True, exist_ok=True)
            for name, place in {**PLACES, **BESIDES}.items():
                for kind, size, scheme in (("day", WIDE, "light"), ("night", WIDE, "dark"), ("phone", PHONE, "light")):
                    (look / f"{name}-{kind}.png").write_bytes(shot(browser, address, place, size, scheme))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[2]) if sys.argv[1:2] == ["--look"] else None)
