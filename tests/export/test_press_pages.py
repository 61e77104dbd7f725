"""Boards, boxes and pieces in print colours: files of their own that keep the standard, next to those for home."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from draw.press.separations import INKS, needs_ghostscript, plates

from cloudy_pnp import api
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.inks import Inks, Press, Standard
from cloudy_pnp.draw.press.preflight import preflight
from cloudy_pnp.export.request import PRESS, BuildRequest, PrintOptions
from cloudy_pnp.export.sheets.marks import CUT_INK, FOLD_INK
from cloudy_pnp.workspace.home import home_of

GAME = """game:
  id: deck
  name: {en: Deck}
  languages: [en]
  kinds:
    coins: {layout: coin, component: token, fields: {name: words}}
    meadows: {layout: field, component: board, fields: {name: words}}
"""
CARDS = {
    "coins": "coins: [{id: coin, count: 3, name: {en: Coin}}]\n",
    "meadows": "meadows: [{id: meadow, name: {en: Meadow}}]\n",
}
LAYOUT = """layout:
  id: %s
  size: %s
  bleed: 3
  boxes:
    - rectangle: {at: bleed, fill: '#a0c0e0'}
    - rectangle: {at: {left: 5, right: 5, top: 5, bottom: 5}, fill: '#204a9c', line: {colour: '#101010', width: 0.2}}
"""
MM = 72 / 25.4


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "cards/deck").mkdir(parents=True)
    (tmp_path / "templates/deck/layouts").mkdir(parents=True)
    (tmp_path / "cards/deck/game.yaml").write_text(GAME, "utf-8")
    for name, text in CARDS.items():
        (tmp_path / f"cards/deck/{name}.yaml").write_text(text, "utf-8")
    for name, size in (("coin", "[20, 20]"), ("field", "[200, 250]")):
        (tmp_path / f"templates/deck/layouts/{name}.yaml").write_text(LAYOUT % (name, size), "utf-8")
    return tmp_path


def build(root: Path, game: str, *only: str, inks: Inks = Inks.RGB, printing: PrintOptions | None = None) -> set[str]:
    request = BuildRequest(("en",), only, inks=inks, printing=printing or PrintOptions())
    shipped = game != "deck"
    result, _ = api.build(shipped_root() if shipped else root, request, game, root / "out")
    return {str(path.relative_to(result.folder / "en")) for path in (result.folder / "en").rglob("*.pdf")}


HOME = {"boards/meadow-a3.pdf", "boards/meadow-a4.pdf", "boards/meadow-letter.pdf"}
HOME |= {"pieces-a4.pdf", "pieces-letter.pdf"}


@pytest.mark.parametrize(
    ("inks", "printing", "ending", "press"),
    [
        (Inks.CMYK, PrintOptions(), "-cmyk", Press()),
        (Inks.CMYK, PrintOptions(ink=240), "-cmyk-ink-240", Press(most_ink=2.4)),
        (Inks.RGB, PrintOptions(pdfx=Standard.X1A), "-x1a", Press(Standard.X1A)),
    ],
)
def test_boards_and_pieces_for_a_press(
    root: Path, inks: Inks, printing: PrintOptions, ending: str, press: Press
) -> None:
    assert build(root, "deck", "boards", "pieces") == HOME
    before = {name: (root / "out/deck/en" / name).read_bytes() for name in HOME}
    names = {name.replace("boards/", f"boards{ending}/").replace(".pdf", f"{ending}.pdf") for name in HOME}
    assert build(root, "deck", "boards", "pieces", inks=inks, printing=printing) == HOME | names
    for name in names:
        assert list(preflight((root / "out/deck/en" / name).read_bytes(), press)) == [], name
    assert {name: (root / "out/deck/en" / name).read_bytes() for name in HOME} == before


def test_a_board_is_trimmed_where_it_is_cut(root: Path) -> None:
    build(root, "deck", "boards", inks=Inks.CMYK)
    folder = root / "out/deck/en/boards-cmyk"
    with pikepdf.open(folder / "meadow-a3-cmyk.pdf") as pdf:
        [page] = pdf.pages
        trim, bleed = ([float(value) / MM for value in page.obj[name]] for name in ("/TrimBox", "/BleedBox"))
    assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([200, 250], abs=0.01)
    assert [trim[0] - bleed[0], bleed[3] - trim[3]] == pytest.approx([3, 3], abs=0.01)
    with pikepdf.open(folder / "meadow-a4-cmyk.pdf") as pdf:
        sides = [
            [(float(box[2]) - float(box[0])) / MM, (float(box[3]) - float(box[1])) / MM]
            for box in (page.obj.TrimBox for page in pdf.pages)
        ]
    assert sides[0] != sides[1]  # the first one keeps the strip that the other is glued onto
    assert sum(max(side) for side in sides) == pytest.approx(250 + 10, abs=0.01) or sum(
        min(side) for side in sides
    ) == pytest.approx(200 + 10, abs=0.01)


def test_a_box_for_a_press(root: Path) -> None:
    names = build(root, "cloudy-kingdom", "boxes", inks=Inks.CMYK)
    assert names == {"boxes-cmyk/tuck-box-a4-cmyk.pdf", "boxes-cmyk/tuck-box-letter-cmyk.pdf"}
    for name in names:
        data = (root / "out/cloudy-kingdom/en" / name).read_bytes()
        assert list(preflight(data, Press())) == [], name


@needs_ghostscript
@pytest.mark.parametrize("standard", Standard)
@pytest.mark.parametrize(
    ("kind", "name"),
    [("boxes", "boxes{}/tuck-box-a4{}.pdf"), ("pieces", "pieces-a4{}.pdf"), ("die-line", "die-line{}/die-line.pdf")],
)
def test_plates_of_lines_to_cut_and_to_fold(kind: str, name: str, standard: Standard, tmp_path: Path) -> None:
    """They are on plates of their own and leave no trace on those that print, not even a halo."""
    request = BuildRequest(("en",), (kind,), inks=Inks.CMYK, printing=PrintOptions(pdfx=standard))
    api.build(home_of("harbour-lights").root, request, "harbour-lights", tmp_path)
    ending = request.ending(*PRESS)
    file = tmp_path / "harbour-lights/en" / name.format(ending, ending)
    found: set[str] = set()
    for page in plates(file.read_bytes(), 200):
        spots = {ink: page[ink] for ink in (CUT_INK, FOLD_INK) if ink in page and page[ink].max() > 0.5}
        found |= set(spots)
        for plate in spots.values():
            lines = plate > 0.5
            for ink in INKS:
                printed = page[ink]
                beside = (
                    np.roll(printed, 3, 0),
                    np.roll(printed, 3, 1),
                    np.roll(printed, -3, 0),
                    np.roll(printed, -3, 1),
                )
                darker, lighter = np.maximum.reduce(beside), np.minimum.reduce(beside)
                odd = lines & ((printed > darker + 0.1) | (printed < lighter - 0.1))
                assert odd.sum() < 0.02 * lines.sum(), (ink, odd.sum(), lines.sum())
    assert found == ({CUT_INK} if kind == "pieces" else {CUT_INK, FOLD_INK})
