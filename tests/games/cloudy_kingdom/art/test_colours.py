"""PRINT-1, and the style file."""

from __future__ import annotations

import json

import pytest
from games.cloudy_kingdom.art.studio import kingdom, shipped, style
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.art.style import Colours, style_from_data
from cloudy_pnp.cloudy_kingdom.present.components import style_findings
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.game.kit.printing import close_colours


def test_the_shipped_families_can_be_told_apart() -> None:
    assert list(close_colours((family.id, family.colour) for family in kingdom().families.values())) == []


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("#b3274f", "#b32750", "with normal colour vision"),
        ("#e03030", "#6a5a28", "protanopia"),
        ("#c83232", "#6e6e14", "deuteranopia"),
        ("#3a7ad0", "#2c8f8a", "tritanopia"),
        ("#d04040", "#4070c8", "in grey"),
    ],
)
def test_families_that_come_too_close_are_told(first: str, second: str, why: str) -> None:
    [(family, finding)] = close_colours([("one", first), ("two", second)])
    assert (family, finding.code, finding.path, finding.severity) == ("two", "PRINT-1", ("colour",), Severity.WARNING)
    assert why in finding.message and first in finding.message and second in finding.message


def test_the_shipped_style_can_be_read_by_everybody() -> None:
    assert list(style_findings(style(), kingdom().families.values())) == []


@pytest.mark.parametrize(
    ("changes", "key", "what"),
    [
        ({"wood": "#8ea050", "rope": "#94a458", "paper": "#94a458"}, "wood", "a bridge"),
        ({"torn": "#f3e3b0"}, "torn", "the fair sky"),
        ({"route": "#ffcf33"}, "route", "sun"),
    ],
)
def test_a_style_that_confuses_is_told(changes: dict[str, str], key: str, what: str) -> None:
    colours = replace(style().colours, **{name: Colour.parse(value) for name, value in changes.items()})
    findings = list(style_findings(replace(style(), colours=colours), kingdom().families.values()))
    assert findings and {finding.path for finding in findings} == {("colours", key)}
    assert any(what in finding.message for finding in findings)
    assert {finding.severity for finding in findings} == {Severity.WARNING}


def test_far_colours_are_not_told() -> None:
    assert list(close_colours([("one", "#101010"), ("two", "#f4e890"), ("three", "#c83232")])) == []


def test_the_style_file_the_schema_and_the_code_name_the_same_colours() -> None:
    schema = json.loads((shipped_root() / "schema/cloudy-kingdom/style.schema.json").read_text("utf-8"))
    names = [name.replace("_", "-") for name in Colours.__struct_fields__]
    assert list(schema["properties"]["style"]["properties"]["colours"]["properties"]) == names
    assert sorted(shipped()["style"]["colours"]) == sorted(names)


def test_a_style_reads_what_the_file_says() -> None:
    data = {**shipped()["style"], "format": {"width": 88.9, "height": 57.15, "bleed": 2}}
    look = style_from_data(data)
    assert (look.frame.width, look.frame.height, look.frame.bleed) == (57.15, 88.9, 2)
    assert look.colours.sky.hex == shipped()["style"]["colours"]["sky"]
    assert look.lines.vine == shipped()["style"]["lines"]["vine"]


def test_a_lying_format_is_turned_upright() -> None:
    look = style().sized(120, 70)
    assert (look.frame.width, look.frame.height) == (70, 120)
