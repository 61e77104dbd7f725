"""Icons: files become icons, numbers stand on them, grids fit, and what is not an icon is named with the nearest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.draw import scene
from cloudy_pnp.draw.scene import Group, Item, Move, TextRun, Use
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch
from cloudy_pnp.layouts.icons import icon_sheet
from cloudy_pnp.layouts.values import Rounded

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c33"/></svg>'


def _draw(
    box: Mapping[str, Any], fields: Mapping[str, Any] | None = None, pictures: Pictures | None = None
) -> DrawnFace:
    layouts = Layouts([{"id": "x", "size": [60, 90], "boxes": [box]}])
    context = LayoutContext("en", pictures=pictures or Pictures())
    return sketch(layouts, "x", {"id": "a", **(fields or {})}, context).draw()


def _items(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from _items(item.items)


def _texts(face: DrawnFace) -> list[str]:
    return [item.text for item in _items(face.symbol.items) if isinstance(item, TextRun)]


def _places(face: DrawnFace) -> list[Transform]:
    return [item.transform for item in _items(face.symbol.items) if isinstance(item, Use)]


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "Berry.svg").write_text(SVG)
    return Pictures([tmp_path])


def test_a_file_in_icons_is_an_icon_of_texts_and_rows(pictures: Pictures) -> None:
    face = _draw({"text": {"text": "Take {berry}.", "at": "safe"}}, pictures=pictures)
    assert (face.findings, _texts(face)) == ((), ["Take ", "."])
    assert _draw({"icons": {"icon": "berry", "count": 3, "at": "safe"}}, pictures=pictures).findings == ()
    assert "berry" in [run.text for run in _items(icon_sheet(pictures).items) if isinstance(run, TextRun)]


@pytest.mark.parametrize(
    ("text", "fields"), [("{sun:3}", {}), ("{sun:cost}", {"cost": 3}), ("{text}", {"text": "{sun:3}"})]
)
def test_a_number_stands_on_an_icon(text: str, fields: Mapping[str, Any]) -> None:
    face = _draw({"text": {"text": text, "at": "safe", "style": {"size": 6}}}, fields)
    assert (face.findings, _texts(face)) == ((), ["3"])


def test_a_number_on_an_icon_is_whole_or_a_problem() -> None:
    box = {"text": {"text": "{sun:cost}", "at": "safe", "style": {"size": 6}}}
    assert _texts(_draw(box, {"cost": Rounded(900, 1)})) == ["900.0"]
    [finding] = _draw(box, {"cost": "expensive"}).findings
    assert (finding.code, '"expensive" is too long for an icon' in finding.message) == ("LAYOUT-VALUE", True)


def test_an_icon_with_a_number_has_no_hole_behind_it() -> None:
    """The rings of a coin crossed its number."""

    def parts(text: str) -> list[int]:
        face = _draw({"text": {"text": text, "at": "safe", "style": {"size": 6}}})
        paths = [item for item in _items(face.symbol.items) if isinstance(item, scene.Path)]
        return [sum(isinstance(segment, Move) for segment in path.outline.segments) for path in paths]

    assert [parts(text) for text in ("{coin}", "{coin:2}", "{ring:2}", "{sun:2}")] == [[3], [1], [2], [9]]


def test_an_unknown_icon_is_named_with_the_nearest() -> None:
    [finding] = _draw({"text": {"text": "{text}", "at": "safe"}}, {"text": "Pay {coim:2}"}).findings
    assert (finding.code, finding.hint) == ("GLYPH-2", 'did you mean "coin"? `cloudy-pnp list icons` shows all')


def _overlap(**settings: object) -> Sequence[Finding]:
    at = {"width": 22, "height": 6}
    return _draw({"icons": {"icon": "star", "count": 7, "size": 5, "at": at, **settings}}).findings


def test_icons_that_overlap_are_a_problem() -> None:
    [finding] = _overlap()
    assert (finding.code, "7 icons of 5.0 mm overlap" in finding.message) == ("FIT-2", True)
    assert _overlap(gap=-2) == ()
    assert _overlap(size=2.5) == ()


def test_no_icons_at_all_are_fine() -> None:
    for wrap in (True, False):
        assert _draw({"icons": {"icon": "star", "count": 0, "wrap": wrap, "at": "safe"}}).findings == ()


def test_wrapped_icons_fill_rows_inside_their_box() -> None:
    places = _places(
        _draw(
            {
                "icons": {
                    "icon": "star",
                    "count": 7,
                    "wrap": True,
                    "at": {"left": 0, "top": 0, "width": 22, "height": 12},
                }
            }
        )
    )
    size = 10 * places[0].a
    assert len({round(place.f, 3) for place in places}) == 2
    assert size == pytest.approx((22 - 3 * 0.5) / 4)
    assert max(place.e for place in places) + size <= 22 + 1e-6
    assert max(place.f for place in places) + size <= 12 + 1e-6


def _painted(face: DrawnFace) -> set[str]:
    """The colours of all shapes, those in symbols included."""

    def shapes(items: tuple[Item, ...]) -> Iterator[Item]:
        for item in _items(items):
            yield from shapes(item.symbol.items) if isinstance(item, Use) else (item,)

    paths = [item for item in shapes(face.symbol.items) if isinstance(item, scene.Path)]
    return {paint.hex for path in paths for paint in (path.fill, path.stroke and path.stroke.colour) if paint}  # type: ignore[union-attr]


ASKED = {"icons": {"icon": "own", "colour": "#ffffff", "at": "safe"}}
PLAIN = {"icons": {"icon": "own", "at": "safe"}}
IN_TEXT = {"text": {"text": "{own}", "at": "safe", "style": {"colour": "#00ff00"}}}
DUO = '<path d="M0 0h9v9z" fill="#c33"/><path d="M0 0h5v5z" fill="#3c3"/>'


@pytest.mark.parametrize(
    ("content", "box", "icon", "expected"),
    [
        ('<path d="M0 0h9v9z" fill="currentColor"/>', ASKED, {}, {"#ffffff"}),
        ('<path d="M0 0h9v9z"/>', ASKED, {}, {"#ffffff"}),
        ('<path d="M0 0h9v9z" fill="#000"/>', ASKED, {}, {"#ffffff"}),
        ('<g fill="#c33" stroke="#c33"><path d="M0 0h9v9z"/></g>', ASKED, {}, {"#ffffff"}),
        ('<path d="M0 0h9v9z" fill="none" stroke="#000"/>', ASKED, {}, {"#ffffff"}),
        ('<path d="M0 0h9v9z" fill="#c33"/>', PLAIN, {"colour": "#ffffff"}, {"#ffffff"}),
        ('<path d="M0 0h9v9z" fill="#c33"/>', IN_TEXT, {"colour": "#ffffff"}, {"#ffffff"}),
        ('<path d="M0 0h9v9z" fill="currentColor"/>', IN_TEXT, {}, {"#00ff00"}),
        ('<path d="M0 0h9v9z" fill="#c33"/>', IN_TEXT, {}, {"#cc3333"}),  # as it was drawn
        ('<path d="M0 0h9v9z" fill="#c33"/>', PLAIN, {}, {"#cc3333"}),
        ('<path d="M0 0h9v9z"/>', PLAIN, {}, {"#000000"}),
        (DUO, ASKED, {}, {"#cc3333", "#33cc33"}),
    ],
)
def test_an_icon_of_one_colour_takes_another(
    tmp_path: Path, content: str, box: Mapping[str, Any], icon: Mapping[str, str], expected: set[str]
) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "own.svg").write_text(SVG.replace(SVG[SVG.index("<circle") : -6], content))
    icons = {"own": {"file": "icons/own.svg", **icon}} if icon else {}
    layouts = Layouts([{"id": "x", "size": [60, 90], "icons": icons, "boxes": [box]}])
    context = LayoutContext("en", pictures=Pictures([tmp_path]))
    face = sketch(layouts, "x", {"id": "a"}, context).draw()
    assert _painted(face) == expected
    causes = [(finding.code, finding.cause) for finding in face.findings]
    assert causes == [("ICON-COLOUR", ("x", "boxes", 0, "icons", "colour"))] * (content == DUO)
