"""How fast are pictures? Faces to PNG at 300 dpi: by us on one core and on all, by plain pypdfium2, and by resvg."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import resvg_py

from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.pixels import PictureFormat, Shot, pixels_for, take
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import RenderOptions
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

DPI = 300
FACES = 24
PICTURES = pytest.mark.benchmark(
    group=f"{FACES} faces as PNG, {DPI} dpi (aims: one core near plain pypdfium2, all cores faster; resvg far behind)"
)


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    """The first faces of a game, drawn already."""
    home = home_of("fantasy-realms")
    assert home.game.components is not None
    printed = home.game.components.load()(load(home).entries.data(), RenderOptions("en"))
    return [face.page() for face in printed.faces[:FACES]]


def told(benchmark: Any) -> None:
    benchmark.extra_info["pictures a second"] = f"{FACES / benchmark.stats.stats.min:.1f}"


@PICTURES
def test_baseline_plain_pypdfium2(benchmark: Any, pages: list[Page], tmp_path: Path) -> None:
    """Write a PDF, render, save: what anybody would do."""

    def run() -> None:
        out = io.BytesIO()
        write_pdf(pages, out)
        for number, page in enumerate(pypdfium2.PdfDocument(out.getvalue())):
            page.render(scale=DPI / 72).to_pil().save(tmp_path / f"{number}.png", compress_level=1)

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
    told(benchmark)


@PICTURES
@pytest.mark.parametrize("workers", [1, os.cpu_count() or 1], ids=["one_core", "all_cores"])
@pytest.mark.parametrize("form", [PictureFormat.PNG, PictureFormat.JPEG], ids=str)
def test_ours(benchmark: Any, pages: list[Page], tmp_path: Path, workers: int, form: PictureFormat) -> None:
    """Exact pixels, transparent corners."""
    shots = [
        Shot(page, pixels_for((page.width, page.height), DPI), tmp_path / f"{number}.{form.ending}", clear=True)
        for number, page in enumerate(pages)
    ]
    benchmark.pedantic(take, (shots, form, workers), rounds=3, warmup_rounds=1)
    told(benchmark)


@PICTURES
def test_resvg(benchmark: Any, pages: list[Page], tmp_path: Path) -> None:
    """The same faces through SVG."""

    def run() -> None:
        for number, page in enumerate(pages):
            (tmp_path / f"{number}.png").write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg_text(page), dpi=DPI)))

    benchmark.pedantic(run, rounds=1)
    told(benchmark)
