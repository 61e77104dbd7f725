"""Flowing boxes, repeated groups, outlined and bent text, focus per card, nine-patch frames, constants."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from draw.compare import svg_and_pdf_differ_by
from PIL import Image as Pixels

from cloudy_pnp.core.geometry import IDENTITY, Point, Transform
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Group, Image, Item, Outline, TextRun, Use, page_of
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch

Box = Mapping[str, Any]


def _draw(*boxes: Box, fields: Mapping[str, Any] | None = None, folder: Path | None = None, **more: Any) -> DrawnFace:
    layouts = Layouts([{"id": "x", "size": [60, 90], "boxes": list(boxes), **more}])
    context = LayoutContext("en", pictures=Pictures([folder] if folder else []))
    return sketch(layouts, "x", {"id": "a", **(fields or {})}, context).draw()


def _items(items: tuple[Item, ...], place: Transform = IDENTITY) -> Iterator[tuple[Item, Transform]]:
    for item in items:
        yield item, place
        match item:
            case Group(inner, transform):
                yield from _items(inner, place @ transform)
            case Use(symbol, transform):
                yield from _items(symbol.items, place @ transform)


def _texts(face: DrawnFace) -> list[tuple[str, Point]]:
    found = _items(face.symbol.items)
    return [(item.text, place(item.origin)) for item, place in found if isinstance(item, TextRun)]


RULES = {"text": {"id": "rules", "text": "{text}", "at": {"left": 5, "right": 5, "top": 10, "bottom": 20}}}
FLAVOUR = {"text": {"text": "Flavour", "at": {"left": 5, "right": 5, "below": "rules", "top": 2, "bottom": 5}}}


def test_a_box_begins_where_the_text_of_another_ends() -> None:
    one, many = (_texts(_draw(RULES, FLAVOUR, fields={"text": text})) for text in ("Short.", "Long text. " * 20))
    gap = one[-1][1].y - one[0][1].y
    assert gap == pytest.approx(many[-1][1].y - many[-2][1].y)
    assert many[-1][1].y - one[-1][1].y == pytest.approx((len(many) - len(one)) * 3.2 * 1.2)
    assert _texts(_draw(RULES, FLAVOUR, fields={"text": ""}))[0][1].y < one[-1][1].y


def test_paragraphs_have_a_gap() -> None:
    """In sizes of the text, in addition to the distance of lines: 0.4, unless the style has another."""
    for style, distance in (({}, 1.2 + 0.4), ({"gap": 1}, 1.2 + 1), ({"gap": 0, "leading": 1.5}, 1.5)):
        face = _draw({"text": {**RULES["text"], "style": {"size": 4, **style}}}, fields={"text": "One.\nTwo."})
        (_, first), (_, second) = _texts(face)
        assert second.y - first.y == pytest.approx(4 * distance)


def test_no_room_below_is_a_problem() -> None:
    face = _draw(
        RULES,
        {"text": {**FLAVOUR["text"], "at": {"below": "rules", "bottom": 76}}},
        fields={"text": "Many words. " * 20},
    )
    [finding] = face.findings
    assert (finding.code, 'no room is left below the box "rules"' in finding.message) == ("FIT-1", True)


ITEMS = [
    {"id": "fire", "name": {"en": "Fire"}},
    {"id": "tide", "name": {"en": "Tide"}},
    {"id": "oak", "name": {"en": "Oak"}},
]


def _list(**settings: Any) -> Box:
    row = {"text": {"text": "{number} {item}", "at": {"left": 0, "right": 0}}}
    return {
        "group": {
            "at": {"left": 5, "top": 10, "width": 50, "height": 24},
            "repeat": "some",
            "each": 8,
            "boxes": [row],
            **settings,
        }
    }


def test_a_group_is_repeated_for_each_item_of_a_list() -> None:
    texts = _texts(_draw(_list(), fields={"some": ITEMS}))
    assert [text for text, _ in texts] == ["1 Fire", "2 Tide", "3 Oak"]
    assert [at.y - texts[0][1].y for _, at in texts] == pytest.approx([0, 8, 16])
    across = _texts(_draw(_list(each="25%", direction="across"), fields={"some": ITEMS}))
    assert [at.x - across[0][1].x for _, at in across] == pytest.approx([0, 12.5, 25])
    assert _texts(_draw(_list(), fields={"some": []})) == []


def test_a_box_begins_below_the_last_item_of_a_list() -> None:
    below = {"text": {"text": "End", "at": {"left": 5, "right": 5, "below": "list", "bottom": 5}}}
    ends = [_texts(_draw(_list(id="list"), below, fields={"some": ITEMS[:n]}))[-1][1].y for n in range(4)]
    assert [end - ends[0] for end in ends] == pytest.approx([0, 8, 16, 24])


def test_more_items_than_fit_are_a_problem() -> None:
    [finding] = _draw(_list(each=10), fields={"some": ITEMS}).findings
    assert (finding.code, "3 items of 10.0 mm do not fit into 24.0 mm" in finding.message) == ("FIT-1", True)


def _styled(style: Mapping[str, Any], text: str = "Storm Lantern") -> DrawnFace:
    return _draw({"text": {"text": text, "at": {"left": 5, "right": 5, "top": 10, "height": 20}, "style": style}})


def test_outline_and_shadow_are_below_the_letters() -> None:
    style = {"size": 6, "outline": {"colour": "#ffffff", "width": 0.4}, "shadow": {"colour": "#000000", "move": [1, 2]}}
    face = _styled(style, "Storm")
    assert [type(item).__name__ for item in face.symbol.items] == ["Group", "Path", "TextRun"]
    (first, moved), (_, plain) = _texts(face)
    assert first == "Storm"
    assert (moved.x - plain.x, moved.y - plain.y) == pytest.approx((1, 2))


@pytest.mark.parametrize("degrees", [60, -60])
def test_text_on_an_arc_is_bent_about_the_middle_of_its_box(degrees: float) -> None:
    letters = _texts(_styled({"size": 5, "align": "centre", "arc": degrees}, "OOOOOOOOO"))
    heights = [at.y for _, at in letters]
    middle = heights[len(heights) // 2]
    assert len(letters) == 9
    assert (max(heights) - middle > 1) if degrees > 0 else (middle - min(heights) > 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Pixels.new("RGB", (900, 300), "#3366aa").save(tmp_path / "wide.png")
    Pixels.new("RGB", (90, 90), "#aa6633").save(tmp_path / "frame.png")
    return tmp_path


def _pictures(face: DrawnFace) -> list[Image]:
    return [item for item, _ in _items(face.symbol.items) if isinstance(item, Image)]


@pytest.mark.parametrize(
    ("focus", "share"), [("left", 0), ("100% 50%", 1), ("0.25, 0.5", 0.25), ("", 0.5), ([0.75, 0], 0.75)]
)
def test_the_focus_of_a_picture_may_be_a_field(focus: Any, share: float, folder: Path) -> None:
    box = {
        "picture": {"file": "wide.png", "focus": "{focus}", "at": {"left": 10, "top": 10, "width": 20, "height": 20}}
    }
    [image] = _pictures(_draw(box, fields={"focus": focus}, folder=folder))
    assert image.box.x == pytest.approx(10 - 40 * share)


def test_a_focus_that_is_none_is_a_problem(folder: Path) -> None:
    box = {"picture": {"file": "wide.png", "focus": "{focus}", "at": "safe"}}
    [finding] = _draw(box, fields={"focus": "middle-ish"}, folder=folder).findings
    assert (finding.code, "is not a focus" in finding.message) == ("LAYOUT-VALUE", True)


def test_the_corners_of_a_frame_keep_their_shape(folder: Path) -> None:
    box = {"picture": {"file": "frame.png", "patch": {"slice": 30, "border": 6}, "at": "card"}}
    face = _draw(box, folder=folder)
    clips = [
        item.clip.bounds
        for item, _ in _items(face.symbol.items)
        if isinstance(item, Group) and isinstance(item.clip, Outline)
    ]
    assert [(clip.width, clip.height) for clip in clips] == [
        (6, 6), (6, 78), (6, 6), (48, 6), (48, 78), (48, 6), (6, 6), (6, 78), (6, 6),
    ]  # fmt: skip
    assert face.findings == ()


def test_constants_stand_for_numbers() -> None:
    box = {"text": {"text": "x", "at": {"left": "$margin", "top": 10, "height": 10}, "style": "big"}}
    more: dict[str, Any] = {"constants": {"margin": 7, "big": 6}, "styles": {"big": {"size": "$big"}}}
    face = _draw(box, **more)
    [(_, at)] = _texts(face)
    assert at.x == pytest.approx(7)
    [run] = [item for item in face.symbol.items if isinstance(item, TextRun)]
    assert run.size == 6


def test_svg_pdf_and_png_agree(folder: Path) -> None:
    style = {
        "size": 6,
        "align": "centre",
        "arc": 50,
        "outline": {"colour": "#ffffff", "width": 0.5},
        "shadow": {"colour": "#000000"},
    }
    frame = {"left": 6, "top": 6, "width": 20, "height": 24}  # resvg needs 20 s for one as large as a card
    boxes: list[Box] = [
        {"rectangle": {"at": "card", "fill": "#ccddee"}},
        {"picture": {"file": "frame.png", "patch": {"slice": 30, "border": 6}, "at": frame}},
        {"text": {"text": "Storm Lantern", "at": {"left": 8, "right": 8, "top": 8, "height": 16}, "style": style}},
        {"text": {"text": "{coin:3} {shield:12}", "at": {"left": 8, "top": 30, "height": 10}, "style": {"size": 8}}},
        RULES,
        FLAVOUR,
        _list(),
    ]
    page = page_of(_draw(*boxes, fields={"text": "Rules.", "some": ITEMS}, folder=folder).symbol)
    assert svg_and_pdf_differ_by(page) < 0.005
    assert Pixels.open(io.BytesIO(png_bytes(page, 50))).size[0] > 100
