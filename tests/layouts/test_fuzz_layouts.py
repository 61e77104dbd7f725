"""Well-typed layouts chosen at random never crash, and nothing of them is drawn beyond the bleed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.layouts import LayoutContext, Layouts, sketch
from cloudy_pnp.layouts.check import layout_findings
from cloudy_pnp.layouts.model import DEFAULT_BLEED

pytestmark = pytest.mark.fuzz
SCHEMA = Schema.load((Path(__file__).parents[2] / "schema" / "common",), "layout")

LENGTH = st.one_of(st.integers(-30, 120), st.sampled_from(["0%", "25%", "50%", "110%", "-5%"]))
PLACES = ("left", "right", "top", "bottom", "width", "height", "x", "y")
AT = st.one_of(
    st.sampled_from(["card", "safe", "bleed", "one", "two"]),
    st.dictionaries(st.sampled_from(PLACES), LENGTH, max_size=5),
    st.fixed_dictionaries(
        {"in": st.sampled_from(["safe", "bleed", "one"])}, optional={"top": LENGTH, "height": LENGTH}
    ),
)
COLOUR = st.sampled_from(["#123456", "#fff", "ink", "nothing", "{suit.colour}", "{strength}", "{nowhere}"])
FILL = st.one_of(
    COLOUR,
    st.fixed_dictionaries({"colour": COLOUR}, optional={"lighter": st.just(0.5), "darker": st.just(0.2)}),
    st.fixed_dictionaries(
        {"gradient": st.lists(COLOUR, min_size=2, max_size=3)}, optional={"towards": st.sampled_from(["rim", "right"])}
    ),
)
LINE = st.fixed_dictionaries({"colour": COLOUR}, optional={"width": st.floats(0.05, 5), "dashes": st.just([1, 2])})
TEXT = st.sampled_from(["{name}", "{strength} {sun}", "{nowhere}", "a {tags} **b** [leaf", "{{", "", "Ő" * 60])
OUTLINE = st.one_of(
    st.sampled_from(["round", "hexagon", "hexagon-flat", "diamond", "octagon", "shield", "rectangle"]),
    st.just({"corner": 3}),
    st.just({"path": "M 0 0 L 10 0 C 10 5 5 10 0 10 Z"}),
)
WHEN = st.sampled_from([{"suit": "flame"}, {"strength": {"at-least": 9}}, {"nowhere": 1}, {"text": {"given": False}}])
COUNT = st.one_of(st.integers(0, 200), st.sampled_from(["{strength}", "{name}", "{text}"]))
ICON = st.sampled_from(["sun", "own", "{suit}", "{tags}", "nothing"])
STYLE = st.one_of(
    st.sampled_from(["body", "none"]),
    st.fixed_dictionaries(
        {}, optional={"like": st.just("body"), "size": st.floats(0.8, 40), "smallest": st.floats(0.8, 40)}
    ),
)


def _box(kind: str, needed: dict[str, Any], **optional: Any) -> st.SearchStrategy[dict[str, Any]]:
    common = {
        "id": st.sampled_from(["one", "two"]),
        "when": WHEN,
        "turn": st.integers(-360, 360),
        "opacity": st.just(0.5),
    }
    settings = st.fixed_dictionaries({"at": AT, **needed}, optional={**common, **optional})
    return settings.map(lambda found: {kind: found})


BOX = st.one_of(
    _box("text", {"text": TEXT}, style=STYLE),
    _box("text", {"words": st.just({"en": "Cost {strength}"})}),
    _box("picture", {"file": st.sampled_from(["{name}", "no.png", "../x.png"])}, outline=OUTLINE, line=LINE),
    _box("art", {"art": st.just("{id}")}),
    _box(
        "icons", {"icon": ICON}, count=COUNT, of=COUNT, colour=COLOUR, direction=st.just("down"), gap=st.floats(-5, 9)
    ),
    _box("rectangle", {}, fill=FILL, line=LINE, corner=st.floats(0, 90)),
    _box("shape", {"outline": OUTLINE}, fill=FILL, line=LINE),
    _box("line", {"line": LINE}, direction=st.sampled_from(["down", "rising", "falling"])),
    _box(
        "pattern", {"pattern": st.sampled_from(["dots", "waves"]), "colour": COLOUR}, outline=OUTLINE, scale=st.just(4)
    ),
    _box("ribbon", {"colour": COLOUR}),
    _box("shield", {"colour": COLOUR}, pattern=st.just("stripes")),
    _box("cloud", {}, fill=FILL, bumps=st.integers(4, 20)),
    _box("frame", {"line": LINE}, ornament=st.sampled_from(["round", "diamond", "notch", "none"])),
)
GROUP = _box("group", {"boxes": st.lists(BOX, max_size=3)}, outline=OUTLINE)
LAYOUT = st.fixed_dictionaries(
    {
        "id": st.just("x"),
        "size": st.sampled_from([[60, 90], [22, 22], [300, 200]]),
        "colours": st.just({"ink": "#111111"}),
        "styles": st.just({"body": {"size": 3.2, "smallest": 2}}),
        "icons": st.just({"own": {"path": "M 0 0 L 10 0 L 5 10 Z"}}),
        "boxes": st.lists(st.one_of(BOX, GROUP), max_size=6),
    }
)
ENTRY = {
    "id": "a",
    "name": {"en": "A Name"},
    "strength": 3,
    "suit": {"id": "flame", "colour": "#cc3311"},
    "tags": ["sun", "moon"],
}


@given(LAYOUT)
def test_layouts_by_lot(layout: dict[str, Any]) -> None:
    assert SCHEMA.findings({"layout": layout}) == [], "the test makes only well-typed layouts"
    list(layout_findings([Entry(SourceFile("x.yaml"), ("layout",), layout)], (), {"x": dict.fromkeys(ENTRY, ())}))
    face = sketch(Layouts([layout]), "x", ENTRY, LayoutContext("en", optional=frozenset((*ENTRY, "text")))).draw()
    width, height = layout["size"]
    assert face.symbol.bounds == Rect(0, 0, width, height).inset(-DEFAULT_BLEED), "what lies beyond is cut off"
    assert svg_text(Page(width, height, (Use(face.symbol),))).startswith("<svg")
