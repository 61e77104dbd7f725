"""Layouts: places, values, conditions, styles, what is drawn, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Group, Item, Path, TextRun, Use
from cloudy_pnp.draw.shapes import circle
from cloudy_pnp.game.contract import DrawnFace, EntryRef
from cloudy_pnp.layouts import LayoutContext, Layouts, sketch
from cloudy_pnp.layouts.check import layout_findings
from cloudy_pnp.layouts.model import place
from cloudy_pnp.layouts.values import Fields

CARD = {"card": Rect(0, 0, 60, 90), "safe": Rect(3, 3, 54, 84), "bleed": Rect(-3, -3, 66, 96)}


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("bleed", Rect(-3, -3, 66, 96)),
        ({}, Rect(0, 0, 60, 90)),
        ({"left": 5, "width": 10, "top": 2, "height": 3}, Rect(5, 2, 10, 3)),
        ({"right": 5, "width": 10, "bottom": 2, "height": 3}, Rect(45, 85, 10, 3)),
        ({"x": 20, "width": 10, "y": "50%", "height": "10%"}, Rect(15, 40.5, 10, 9)),
        ({"in": "safe", "left": "50%"}, Rect(30, 3, 27, 84)),
        ({"x": 10, "height": 4}, Rect(0, 43, 20, 4)),
        ({"left": -3, "right": -3, "top": -3, "height": 20}, Rect(-3, -3, 66, 20)),
    ],
)
def test_places(at: Any, wanted: Rect) -> None:
    assert place(at, CARD) == wanted


def test_places_follow_the_size_of_the_card() -> None:
    layouts = Layouts(
        [_layout([{"rectangle": {"at": {"left": 5, "right": 5, "bottom": 5, "height": "20%"}, "fill": "#000"}}])]
    )
    small, large = (layouts["x"].place_boxes(size)[0].rect for size in ((60.0, 90.0), (70.0, 120.0)))
    assert small == Rect(5, 67, 50, 18)
    assert large == Rect(5, 91, 60, 24)


def _layout(boxes: list[Any], **more: Any) -> dict[str, Any]:
    return {"id": "x", "size": [60, 90], "boxes": boxes, **more}


def _drawn(boxes: list[Any], entry: Mapping[str, Any], lang: str = "en", **more: Any) -> DrawnFace:
    context = LayoutContext(lang, **more.pop("context", {}))
    return sketch(Layouts([_layout(boxes, **more)]), "x", entry, context).draw()


def _flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        match item:
            case Group(inner):
                yield from _flat(inner)
            case Use(symbol):
                yield from _flat(symbol.items)
            case _:
                yield item


def _words(face: DrawnFace) -> list[str]:
    return [item.text for item in _flat(face.symbol.items) if isinstance(item, TextRun)]


def _text(text: str, **more: Any) -> dict[str, Any]:
    return {"text": {"text": text, "at": "safe", **more}}


CARD_DATA = {
    "id": "mill",
    "name": {"en": "The Mill", "de": "Die Mühle"},
    "suit": {"id": "flame", "name": {"en": "Flame", "de": "Flamme"}, "colour": "#cc4433"},
    "strength": 3,
    "tags": ["old", "windy"],
}


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        ("{name}", "en", ["The Mill"]),
        ("{name}", "de", ["Die Mühle"]),
        ("{suit}: {strength}", "de", ["Flamme: 3"]),
        ("{suit.colour}", "en", ["#cc4433"]),
        ("{tags}", "en", ["old, windy"]),
        ("{{{strength}}}", "en", ["{3}"]),
        ("{tone}", "en", ["warm"]),
    ],
)
def test_texts_are_filled_with_fields(text: str, lang: str, wanted: list[str]) -> None:
    values = {"tone": {"by": "suit", "cases": {"flame": "warm"}, "else": "cold"}}
    face = _drawn([_text(text)], CARD_DATA, lang, values=values)
    assert (_words(face), list(face.findings)) == (wanted, [])


def test_an_icon_in_a_card_text_is_drawn_and_an_unknown_one_reported() -> None:
    good = _drawn([_text("{text}")], {"id": "a", "text": "Pay {coin}."})
    assert good.findings == ()
    assert any(isinstance(item, Path) for item in _flat(good.symbol.items))
    [finding] = _drawn([_text("{text}")], {"id": "a", "text": "Pay {coim}."}).findings
    assert (finding.code, finding.path) == ("GLYPH-2", ("text",))


def test_what_does_not_fit_is_told_at_the_field_in_its_language() -> None:
    box = {"text": {"text": "{name}", "at": {"width": 8, "height": 4}, "style": {"one-line": True}}}
    [finding] = _drawn([box], CARD_DATA, "de").findings
    assert (finding.code, finding.path) == ("FIT-1", ("name", "de"))


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"suit": "flame"}, True),
        ({"suit": ["tide", "flame"]}, True),
        ({"suit": "tide"}, False),
        ({"suit": {"not": "tide"}}, True),
        ({"strength": {"at-least": 3, "at-most": 3}}, True),
        ({"strength": {"at-least": 4}}, False),
        ({"strength": 3, "suit": "tide"}, False),
        ({"tags": "windy"}, True),
        ({"text": {"given": False}}, True),
        ({"name": {"given": True}}, True),
        ({"suit": {"at-least": 1}}, False),
    ],
)
def test_conditions(when: dict[str, Any], holds: bool) -> None:
    assert Fields(CARD_DATA, "en", {}, frozenset(("text",))).holds(when) is holds


def test_styles_are_like_others_and_colours_come_from_fields() -> None:
    styles = {
        "body": {"size": 4, "colour": "{suit.colour}"},
        "title": {"like": "body", "font": "Fraunces", "weight": 600},
    }
    face = _drawn([_text("{name}", style={"like": "title", "size": 5})], CARD_DATA, styles=styles)
    [run] = [item for item in _flat(face.symbol.items) if isinstance(item, TextRun)]
    assert (run.font.family, run.font.weight, run.size, run.colour.hex) == ("Fraunces", 600, 5, "#cc4433")


def test_a_row_of_icons_follows_a_number_or_a_list() -> None:
    row = {"icons": {"icon": "star", "count": "{strength}", "of": 5, "at": {"width": 40, "height": 6}, "size": 6}}
    items = _drawn([row], CARD_DATA).symbol.items
    assert [isinstance(item, Group) for item in items] == [False, False, False, True, True], "two places are faint"
    many = {"icons": {"icon": "{cost}", "at": {"width": 40, "height": 6}}}
    cost = [{"id": "sun", "colour": "#ff0000"}, {"id": "x", "icon": "coin", "colour": "#00ff00"}]
    paths = [item for item in _flat(_drawn([many], {"id": "a", "cost": cost}).symbol.items) if isinstance(item, Path)]
    assert [path.fill for path in paths] == [Colour.parse("#ff0000"), Colour.parse("#00ff00")]


def test_too_many_icons_for_their_box_are_set_closer_not_beyond_it() -> None:
    row = {"icons": {"icon": "star", "count": 30, "at": {"left": 5, "right": 5, "height": 6}, "size": 6}}
    items = _drawn([row], CARD_DATA).symbol.items
    ends = [item.transform.e for item in items if isinstance(item, Use)]
    assert len(ends) == 30
    assert min(ends) >= 5
    assert max(ends) + 6 <= 55 + 1e-6


def test_a_game_gives_art_and_icons_of_its_own() -> None:
    seen: list[tuple[Rect, str]] = []

    def mountain(box: Rect, entry: Mapping[str, Any]) -> tuple[Item, ...]:
        seen.append((box, entry["id"]))
        return (Path(circle(Point(box.centre.x, box.centre.y), 3.0), fill=Colour.parse("#123456")),)

    box = {"art": {"art": "mountain", "at": {"left": 5, "right": 5, "top": 5, "height": 30}}}
    face = _drawn([box], CARD_DATA, context={"art": {"mountain": mountain}})
    assert seen == [(Rect(5, 5, 50, 30), "mill")]
    assert face.findings == ()
    [finding] = _drawn([box], CARD_DATA).findings
    assert finding.code == "LAYOUT-ART"


def test_an_extending_layout_replaces_boxes_by_id_and_leaves_some_out() -> None:
    base = _layout(
        [
            {"rectangle": {"id": "paper", "at": "bleed", "fill": "#ffffff"}},
            _text("{name}", id="title"),
            _text("a", id="gone"),
        ]
    )
    more = {"id": "y", "extends": "x", "without": ["gone"], "boxes": [_text("{strength}", id="title"), _text("new")]}
    layouts = Layouts([base, more])
    assert [(box.kind, box.settings.get("text"), box.layout) for box in layouts["y"].place_boxes((60.0, 90.0))] == [
        ("rectangle", None, "x"),
        ("text", "{strength}", "y"),
        ("text", "new", "y"),
    ]


def test_ink_saving_leaves_fills_out_and_darkens_light_text() -> None:
    boxes = [{"rectangle": {"at": "bleed", "fill": "#203050"}}, _text("{name}", style={"colour": "#ffffff"})]
    face = _drawn(boxes, CARD_DATA, context={"ink_saving": True})
    [run] = list(_flat(face.symbol.items))
    assert isinstance(run, TextRun)
    assert run.colour.hex == "#000000"


def test_cards_that_look_alike_in_a_box_share_its_symbol() -> None:
    boxes = [{"rectangle": {"at": "bleed", "fill": "{suit.colour}"}}]
    layouts, context = Layouts([_layout(boxes)]), LayoutContext("en")
    one, two = (sketch(layouts, "x", {**CARD_DATA, "id": name}, context).draw().symbol for name in "ab")
    other = sketch(layouts, "x", {**CARD_DATA, "suit": {"id": "tide", "colour": "#0000ff"}}, context).draw().symbol
    assert one.items[0] is two.items[0]
    assert one.items[0] is not other.items[0]


def test_a_sketch_says_what_it_is_about_and_changes_its_key_with_the_layout() -> None:
    about = EntryRef("cards", "mill")
    face = sketch(
        Layouts([_layout([_text("{name}")])]), "x", CARD_DATA, LayoutContext("de"), about=about, group="cards"
    )
    assert (face.name, face.title, face.entry, face.group) == ("mill", "Die Mühle", about, "cards")
    other = sketch(Layouts([_layout([_text("{suit}")])]), "x", CARD_DATA, LayoutContext("de"), about=about)
    assert face.key != other.key


def _problems(*texts: str, fields: Mapping[str, Mapping[str, Sequence[str]]] | None = None) -> list[str]:
    entries = []
    for number, text in enumerate(texts):
        source = parse_source(text.encode(), f"{number}.yaml")
        assert not source.problems
        entries.append(Entry(source, ("layout",), source.documents[0]["layout"]))
    with_values = {name: dict.fromkeys(some, ()) for name, some in fields.items()} if fields else None
    found = list(layout_findings(entries, ("poker",), with_values))
    lines = []
    for source, finding in found:
        [problem] = source.problems_at([finding])
        lines.append(f"{problem.file}:{problem.line}:{problem.column} {problem.code}")
    return lines


def test_a_picture_is_known_by_all_layouts_that_its_own_extends() -> None:
    keys = set()
    for colour in ("#ff0000", "#0000ff"):
        base = {"id": "base", "size": [60, 90], "colours": {"ink": colour}}  # and no box
        layouts = Layouts([base, {"id": "x", "extends": "base", "boxes": [_text("{suit}")]}])
        keys.add(sketch(layouts, "x", CARD_DATA, LayoutContext("en")).key)
    assert len(keys) == 2


def test_problems_stand_at_their_line_and_column() -> None:
    text = """layout:
  id: a
  size: pokr
  back: nowhere
  styles: {body: {like: bodi}, round: {like: ring}, ring: {like: round}, odd: {font: No Such Face}}
  boxes:
    - text: {text: "{nam} {sun}", at: {in: later, top: 2, height: 5}, style: titel}
    - rectangle: {id: later, at: {left: -9, width: 5}, fill: blu}
    - rectangle: {at: {left: 40, right: 40}, line: {colour: "#000"}}
    - icons: {icon: moonn, at: {left: 1, right: 1, width: 3}}
    - text: {at: safe}
"""
    assert _problems(text, fields={"a": {"name": (), "id": ()}}) == [
        "0.yaml:3:9 LAYOUT-REF",
        "0.yaml:4:9 LAYOUT-REF",
        "0.yaml:5:25 LAYOUT-REF",
        "0.yaml:5:46 LAYOUT-LOOP",
        "0.yaml:5:66 LAYOUT-LOOP",
        "0.yaml:5:86 LAYOUT-FONT",
        "0.yaml:7:44 LAYOUT-REF",
        "0.yaml:7:78 LAYOUT-REF",
        "0.yaml:7:20 LAYOUT-FIELD",
        "0.yaml:8:34 LAYOUT-OUTSIDE",
        "0.yaml:8:62 LAYOUT-REF",
        "0.yaml:9:23 LAYOUT-SIZE",
        "0.yaml:10:52 LAYOUT-VALUE",
        "0.yaml:10:21 LAYOUT-ICON",
        "0.yaml:11:7 LAYOUT-VALUE",
    ]


def test_a_loop_of_extending_is_told_of_both() -> None:
    texts = ("layout: {id: a, extends: b}\n", "layout: {id: b, extends: a}\n", "layout: {id: c, extends: d}\n")
    assert _problems(*texts) == ["0.yaml:1:26 LAYOUT-LOOP", "1.yaml:1:26 LAYOUT-LOOP", "2.yaml:1:26 LAYOUT-REF"]


def test_ten_thousand_boxes_are_one_problem() -> None:
    box = '{rectangle: {at: card, fill: "#fff"}}'
    inner = ", ".join([box] * 100)
    text = "layout:\n  id: a\n  boxes:\n" + f"    - group: {{at: card, boxes: [{inner}]}}\n" * 100
    assert [line.split()[1] for line in _problems(text)] == ["LAYOUT-LIMIT"]
