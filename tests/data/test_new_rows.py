"""The least valid entry of a kind, and a row for it in a CSV file."""

from __future__ import annotations

from typing import Any

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.columns import least_entry
from cloudy_pnp.data.tables.write import with_row

LOCALIZED = {"type": "object", "additionalProperties": {"type": "string"}}
FIELDS: dict[str, Any] = {
    "id": {"type": "string"},
    "name": {"$ref": "#/$defs/localized"},
    "suit": {"type": "string", "enum": ["sun", "moon"]},
    "cost": {"type": "integer", "minimum": 2},
    "quick": {"type": "boolean"},
    "lamps": {"type": "array", "items": {"type": "string", "enum": ["red"]}, "minItems": 2},
    "icon": {"type": "string"},
    "note": {"type": "string"},
}
SCHEMA = Schema(
    {
        "type": "object",
        "properties": FIELDS,
        "required": [name for name in FIELDS if name != "note"],
        "$defs": {"localized": LOCALIZED},
    }
)


def test_the_least_entry_is_valid() -> None:
    entry = least_entry(SCHEMA, "new-moon", ["en", "de"])
    assert entry == {
        "id": "new-moon",
        "name": {"en": "New Moon"},
        "suit": "sun",
        "cost": 2,
        "quick": False,
        "lamps": ["red", "red"],
        "icon": "New Moon",
    }
    assert SCHEMA.findings(entry) == []


def test_a_word_that_no_schema_can_choose_is_that_of_another_entry() -> None:
    entry = least_entry(SCHEMA, "new-moon", ["en"], [{"id": "old", "icon": "star", "name": {"en": "Old"}}])
    assert (entry["icon"], entry["id"], entry["name"]) == ("star", "new-moon", {"en": "New Moon"})


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("id,name_en,cost\nold,Old,1\n", "new,New,7\n"),
        ("id,name_en,cost\nold,Old,1", "\nnew,New,7\n"),
        ("\ufeffid;cost;name:en\r\nold;1;Old\r\n", "new;7;New\r\n"),
        ("cost,Notes,name_en,id\n1,x,Old,old\n", "7,,New,new\n"),
        ("name_en,cost\nOld,1\n", "New,7\n"),
    ],
    ids=["plain", "no end of line", "semicolons and a mark", "a column of the author's own", "no ids"],
)
def test_a_row_is_written_as_the_table_is(text: str, row: str) -> None:
    entry = {"id": "new", "name": {"en": "New"}, "cost": 7}
    assert with_row(text, "x.csv", entry, SCHEMA, ["en"]) == text + row


def test_a_copy_gets_a_name_that_makes_its_id() -> None:
    entry = {"id": "old-2", "name": {"en": "Old"}, "cost": 1}
    assert with_row("name_en,cost\nOld,1\n", "x.csv", entry, SCHEMA, ["en"]).endswith("\nOld 2,1\n")


def test_what_a_spreadsheet_would_compute_is_text() -> None:
    entry = {"id": "new", "icon": "=1+1"}
    assert with_row("id,icon\n", "x.csv", entry, SCHEMA, ["en"]).endswith("\nnew,'=1+1\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("id,name_en\nold,Old\n", "x.csv has no column for cost"),
        ("", "cannot be read as a table"),
        ('id,name_en,cost\nold,"Old,1\n\0', "cannot be read as a table"),
    ],
)
def test_a_row_that_the_table_cannot_hold_is_refused(text: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        with_row(text, "x.csv", {"id": "new", "name": {"en": "New"}, "cost": 7}, SCHEMA, ["en"])
