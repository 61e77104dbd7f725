"""How long after a save does a real browser show the changed card?

Against a preview that only reads the file and sends it on, the same way through the same server; and against drawing
everything anew, as a preview would that does not know what has changed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from studio.browser import CHROMIUM, change_seen, chromium, expect_change, opened
from studio.game import GAME, GameFolder, served

from cloudy_pnp.core import fingerprint
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.snapshot import Drawing, ShownFace, Snapshot
from cloudy_pnp.workspace.home import home_of

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine")
WATCH = pytest.mark.benchmark(group="from a save to the changed card in the browser (aim: well under a second)")
ROUNDS = 12
_numbers = count(1)


class Echo(Preview):
    """Shows the text of one file, unchecked."""

    def look(self) -> Iterator[Snapshot]:
        text = (self.folders[0] / "spells.yaml").read_bytes()
        svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="57mm" height="89mm"><title>%d</title></svg>' % hash(text)
        drawing = Drawing("", fingerprint.of_bytes(svg), (57, 89), lambda: svg)
        face = ShownFace("twist", "files", None, "twist", "", drawing)
        yield Snapshot({"en": "Echo"}, {"en": {"twist": face}})

    def languages(self) -> list[str]:
        return ["en"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


def measure(benchmark: Any, page: Page, save: Callable[[int], None], cards: int) -> None:
    """Save some times; the note is by the browser's own clock, without the way back to us."""
    times: list[float] = []

    def wait() -> None:
        time.sleep(0.3)  # whatever the last save has set off is over
        expect_change(page, cards)

    def run() -> None:
        begin = time.time()
        save(next(_numbers))
        seen, names = change_seen(page)
        times.append(seen - begin)
        assert len(names) == cards

    wait()
    run()  # the first save finds nothing warm
    times.clear()
    benchmark.pedantic(run, setup=wait, rounds=ROUNDS)
    benchmark.extra_info["in the browser"] = f"{min(times) * 1000:.0f} ms, median {median(times) * 1000:.0f} ms"


@WATCH
def test_baseline_only_read_and_sent(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """A file is read and sent on: the watcher, the server, the stream and the browser, and nothing of ours."""
    game = GameFolder(tmp_path)
    with served(game, preview=Echo(home_of(GAME, game.root))) as made:
        page = opened(browser, made.address)
        measure(benchmark, page, lambda number: rename(game, number), 1)
        page.close()


@WATCH
def test_one_card(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """The name of a card: the game is checked, one card is drawn."""
    game = GameFolder(tmp_path)
    with served(game) as made:
        page = opened(browser, made.address)
        measure(benchmark, page, lambda number: rename(game, number), 1)
        page.close()
    benchmark.extra_info["of that checked and drawn"] = f"{made.studio.current.seconds * 1000:.0f} ms"


@WATCH
def test_every_card(benchmark: Any, browser: Browser, tmp_path: Path) -> None:
    """The width of the bleed: the game is checked, every card is drawn."""
    game = GameFolder(tmp_path)
    style = game.read("style.yaml")
    with served(game) as made:
        page = opened(browser, made.address)
        cards = len(made.studio.current.faces["en"])

        def save(number: int) -> None:
            game.write("style.yaml", style.replace("bleed: 3.2", f"bleed: {3.2 + number / 1000:.3f}"))

        measure(benchmark, page, save, cards)
        page.close()


def rename(game: GameFolder, number: int) -> None:
    """Give a card another name in English."""
    text = game.read("spells.yaml")
    game.write("spells.yaml", re.sub(r"en: [^,]*, de: Verdrehen", f"en: Twirl {number}, de: Verdrehen", text))
