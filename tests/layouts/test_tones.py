"""Pictures in tones: the colours of a layout and of a card, shared between cards, saved ink; angles from fields."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cli.command import call

from cloudy_pnp.core.geometry import IDENTITY, Transform
from cloudy_pnp.core.shipped import shared_pictures
from cloudy_pnp.draw.kit.art import tones_of
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.scene import Group, Item, Use, page_of
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.draw.svg_read import read_svg
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch

BOAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">
  <style>
    .fill-hull {fill:#102030} .fill-hull-mix-50-sail {fill:#808080} .fill-sail {fill:#ffffff} .st0 {fill:#00ff00}
  </style>
  <path class="shape fill-hull" d="M0 0H5V5H0Z"/>
  <path class="tint fill-hull-mix-50-sail" d="M5 0H10V5H5Z"/>
  <path class="st0" d="M10 0H15V5H10Z"/>
</svg>"""
PLACE = {"left": 0, "top": 0, "width": 20, "height": 10}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "boat.svg").write_text(BOAT, "utf-8")
    return tmp_path


def _face(folder: Path, fields: Mapping[str, Any], *, saving: bool = False, **picture: Any) -> DrawnFace:
    layouts = Layouts([_layout(**picture)])
    return sketch(layouts, "x", fields, LayoutContext("en", pictures=Pictures([folder]), ink_saving=saving)).draw()


def _layout(**picture: Any) -> dict[str, Any]:
    box = {"picture": {"file": "boat.svg", "at": PLACE, **picture}}
    return {"id": "x", "size": [60, 90], "colours": {"sail": "#ffff00"}, "boxes": [box]}


def _items(items: Sequence[Item], place: Transform = IDENTITY) -> Iterator[tuple[Item, Transform]]:
    for item in items:
        match item:
            case Group(inner, transform):
                yield from _items(inner, place @ transform)
            case Use(symbol, transform):
                yield from _items(symbol.items, place @ transform)
            case _:
                yield item, place


def _fills(face: DrawnFace) -> list[str]:
    return [getattr(item.fill, "hex", "") for item, _ in _items(face.symbol.items) if isinstance(item, Shape)]


def test_a_picture_without_tones_keeps_its_colours(folder: Path) -> None:
    assert _fills(_face(folder, {"id": "a"})) == ["#102030", "#808080", "#00ff00"]


def test_tones_come_from_the_box_then_the_layout_then_the_file(folder: Path) -> None:
    face = _face(folder, {"id": "a", "paint": {"id": "red", "colour": "#ff0000"}}, tones={"hull": "{paint.colour}"})
    assert _fills(face) == ["#ff0000", "#ff8000", "#00ff00"]  # the mix has the layout's sail in it
    assert _fills(_face(folder, {"id": "a"}, tones={})) == ["#102030", "#889018", "#00ff00"]


def test_a_picture_with_tones_saves_ink(folder: Path) -> None:
    face = _face(folder, {"id": "a"}, saving=True, tones={"hull": "#ff0000"})
    assert _fills(face) == ["#ffffff", "#00ff00"]
    outlined = [item.stroke for item, _ in _items(face.symbol.items) if isinstance(item, Shape)]
    assert outlined[0] is not None
    assert _fills(_face(folder, {"id": "a"}, saving=True)) == ["#102030", "#808080", "#00ff00"]


def test_cards_share_a_picture_whose_tones_are_equal(folder: Path) -> None:
    layouts = Layouts([_layout(tones={"hull": "{paint}", "rope": "{rope}"})])
    context = LayoutContext("en", pictures=Pictures([folder]))

    def size(*paints: str) -> int:
        cards = [{"id": f"c{n}", "paint": paint, "rope": f"#00000{n}"} for n, paint in enumerate(paints)]
        out = io.BytesIO()
        write_pdf([page_of(sketch(layouts, "x", card, context).draw().symbol) for card in cards], out, title="x")
        return out.getvalue().count(b"/Subtype/Form")

    assert size("#ff0000", "#ff0000") < size("#ff0000", "#0000ff")


@pytest.mark.parametrize(("heel", "found"), [(-7, []), ("", []), ("a lot", ["LAYOUT-VALUE"])])
def test_the_angle_of_a_box_may_be_a_field(folder: Path, heel: object, found: list[str]) -> None:
    face = _face(folder, {"id": "a", "heel": heel}, turn="{heel}")
    assert [finding.code for finding in face.findings] == found
    if heel == -7:
        assert all(place.b != 0 for _, place in _items(face.symbol.items))


def test_every_shipped_motif_names_all_its_tones() -> None:
    """A layout that changes one tone of a mix needs the other one, too."""
    paths = sorted(shared_pictures().rglob("*.svg"))
    assert len(paths) > 40
    for path in paths:
        content = path.read_bytes()
        assert read_svg(content).items, path.name
        assert "<title>" in content.decode(), path.name
        tones = tones_of(content)
        for name in tones:
            first, *mixes = name.split("-mix-")
            parts = {first, *(mix.partition("-")[2] for mix in mixes)}
            assert parts <= tones.keys() | {"white", "black"}, (path.name, name)


def test_motifs_are_listed_with_their_titles_and_own_ones_first(tmp_path: Path) -> None:
    assert call("init", tmp_path / "x", "--empty").code == 0
    own = tmp_path / "x/cards/x/motifs"
    own.mkdir()
    (own / "hull-tub.svg").write_text(BOAT.replace("<style>", "<title>Mine</title><style>"), "utf-8")
    rows = dict(line.split(maxsplit=1) for line in call("list", "motifs", "--root", tmp_path / "x").out.splitlines())
    assert rows["motifs/hull-tub.svg"] == "Mine"
    assert rows["motifs/hull-clipper.svg"] == "A wooden hull with a bowsprit"
