"""Golden pictures: every face, one sheet of each kind and the example pack look as they do in docs/gallery/.

After a change that is meant, look at the pictures and run `make gallery`. A failure leaves a picture with the golden
one, the new one and their difference side by side, and says where.
"""

from __future__ import annotations

import importlib.util
import io
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PIL import Image, ImageChops

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "docs/gallery"
FEW = 0.005  # of all pixels may differ visibly: renderers differ in how they smooth edges
VISIBLE = 40  # of 255


@cache
def gallery() -> ModuleType:
    """The script that draws the gallery."""
    spec = importlib.util.spec_from_file_location("make_gallery", ROOT / "tools/make_gallery.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_gallery"] = module
    spec.loader.exec_module(module)
    return module


@cache
def drawn(kind: str) -> dict[str, Any]:
    """The pages that the gallery shows, by name."""
    cards = _deck()
    return dict(gallery().faces(cards) if kind == "faces" else gallery().sheets(cards))


@cache
def _deck() -> Any:
    return gallery().deck()


def names(kind: str) -> list[str]:
    """Return what the gallery has."""
    return sorted(path.stem for path in (GALLERY / kind).glob("*.png"))


def test_gallery_shows_every_face_and_every_kind_of_sheet() -> None:
    assert names("faces") == sorted(drawn("faces"))
    assert names("sheets") == sorted(drawn("sheets"))
    assert len(names("faces")) >= 33
    assert len(names("sheets")) >= 8


@pytest.mark.parametrize("name", names("faces"))
def test_face_looks_as_in_the_gallery(name: str) -> None:
    assert_alike(drawn("faces")[name], GALLERY / "faces" / f"{name}.png", gallery().FACE_DPI)


@pytest.mark.parametrize("name", names("sheets"))
def test_sheet_looks_as_in_the_gallery(name: str) -> None:
    assert_alike(drawn("sheets")[name], GALLERY / "sheets" / f"{name}.png", gallery().SHEET_DPI)


def test_the_example_pack_looks_as_in_the_gallery() -> None:
    assert_alike(gallery().pack(), GALLERY / "pack.png", gallery().TABLE_DPI)


def test_cards_in_two_languages_look_as_in_the_gallery() -> None:
    assert_alike(gallery().two_languages(), GALLERY / "two-languages.png", gallery().TABLE_DPI)


def test_the_example_pack_is_shown_whole() -> None:
    shown = {name for row in gallery().PACK for name in row}
    with_pack, without = (
        {face.name for face in cards.faces} for cards in (gallery().deck("giants-and-gales"), _deck())
    )
    assert shown == with_pack - without


def test_other_games_look_as_in_their_own_pictures() -> None:
    drawn = dict(gallery().games())
    assert [path.relative_to(ROOT / "games").parts[0] for path in drawn] == sorted(
        path.name for path in (ROOT / "games").iterdir()
    )
    for path, page in drawn.items():
        assert_alike(page, path, gallery().TABLE_DPI)


def test_the_layouts_that_people_make_most_look_as_in_the_gallery() -> None:
    assert_alike(gallery().layouts(), GALLERY / "layouts.png", gallery().TABLE_DPI)


def test_contact_sheets_show_all_faces_in_five_ways() -> None:
    """At arm's length, in grey and for three kinds of colour blindness; the pictures of the repository are small."""
    sheets = dict(gallery().contact_sheets(page for _, page in gallery().faces(_deck())))
    assert sorted(sheets) == ["arms-length", "deuteranopia", "grey", "protanopia", "tritanopia"]
    for name, sheet in sheets.items():
        golden = GALLERY / f"contact-{name}.png"
        assert golden.stat().st_size < 300_000
        old, new = Image.open(golden).convert("RGB"), sheet.convert("RGB")
        assert old.size == new.size
        difference = ImageChops.difference(old, new).convert("L").point(lambda value: 255 if value > VISIBLE else 0)
        assert difference.histogram()[255] / (old.width * old.height) < FEW, f"{name}: make gallery"


def assert_alike(page: Any, golden: Path, dpi: int) -> None:
    """Compare a drawing with a golden picture by pixels."""
    from cloudy_pnp.draw.pixels import png_bytes

    old = Image.open(golden).convert("RGB")
    new = Image.open(io.BytesIO(png_bytes(page, dpi))).convert("RGB")
    assert new.size == old.size
    difference = ImageChops.difference(old, new).convert("L").point(lambda value: 255 if value > VISIBLE else 0)
    share = difference.histogram()[255] / (old.width * old.height)
    if share > FEW:
        folder = Path(os.environ.get("CLOUDY_PNP_DIFFS", tempfile.gettempdir()))
        shown = folder / f"difference-{golden.stem}.png"
        side_by_side(old, new, difference).save(shown)
        pytest.fail(f"{golden.stem} differs in {share:.1%} of its pixels; see {shown}. If it is meant: make gallery")


def side_by_side(*pictures: Image.Image) -> Image.Image:
    """Golden, new, difference."""
    width, height = pictures[0].size
    picture = Image.new("RGB", (width * len(pictures), height))
    for number, part in enumerate(pictures):
        picture.paste(part, (number * width, 0))
    return picture
