"""From kinds and fields to JSON Schemas: what the check judges by, and what an editor completes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.games.data_game.definition import Definition, Field, KindOf, game_schema

_COLOUR = {
    "title": "Colour",
    "type": "string",
    "pattern": "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})$",
    "patternErrorMessage": 'a colour is written as "#rrggbb", in quotes',
}
_PICTURE = {
    "title": "Picture",
    "description": "A picture file (png, jpg, webp, svg) below the game's folder.",
    "type": "string",
    "pattern": r"^[^/\\:][^\\:]*\.(png|jpg|jpeg|webp|svg|PNG|JPG|JPEG|WEBP|SVG)$",
    "patternErrorMessage": "the path of a png, jpg, webp or svg file inside the game's folder, with /",
    "maxLength": 300,
}


@cache
def _common() -> dict[str, Any]:
    path = shipped_root() / "schema" / "common" / "common.schema.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))["$defs"]
    return found


def schemas_of(definition: Definition) -> dict[str, dict[str, Any]]:
    """By kind, the schema of a file of it; and that of the game file."""
    made = {name: kind_schema(kind, definition) for name, kind in definition.kinds.items()}
    return {"game": game_schema().bundled, **made}


def kind_schema(kind: KindOf, definition: Definition) -> dict[str, Any]:
    """The schema of one kind. Where its definition is not sound, everything passes: one mistake is told once."""
    if not kind.sound:
        entry: dict[str, Any] = {"type": "object", "properties": {"id": {"$ref": "#/$defs/id"}}, "required": ["id"]}
    else:
        fields = {name: _field(one, definition) for name, one in kind.fields.items()}
        count = {
            "title": "Copies",
            "description": "Number of copies.",
            "type": "integer",
            "minimum": 0,
            "maximum": 999,
        }
        entry = {
            "type": "object",
            "properties": {"id": {"$ref": "#/$defs/id"}, "count": count, **fields},
            "required": ["id", *(name for name, one in kind.fields.items() if not one.optional)],
            "additionalProperties": False,
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": kind.name.replace("-", " ").capitalize(),
        "description": f"Made from cards/{definition.id}/game.yaml by cloudy-pnp.",
        "type": "object",
        "properties": {kind.name: {"title": kind.name.capitalize(), "type": "array", "items": entry}},
        "required": [kind.name],
        "additionalProperties": False,
        "$defs": {name: _common()[name] for name in ("id", "text", "localized")},
    }


def _field(one: Field, definition: Definition) -> dict[str, Any]:
    schema = {**_typed(one.type, one, definition)}
    if one.about or not {"$ref", "title", "description"} & schema.keys():
        schema["description"] = one.about or _wanted(one, schema)
    return schema


def _wanted(one: Field, schema: Mapping[str, Any]) -> str:
    """What a field without an explanation of its own is: the editor shows it."""
    match one.type:
        case "choice":
            return f"One of: {', '.join(schema.get('enum', ()))}."
        case "number":
            return f"A number with up to {one.decimals} decimals." if one.decimals else "A whole number."
        case "yes-no":
            return "true or false."
        case "list":
            return f"A list of {one.to or one.of or 'texts'}."
    return "A text, the same in every language."


def _typed(kind: str | None, one: Field, definition: Definition) -> Mapping[str, Any]:
    match kind:
        case "words":
            return {"$ref": "#/$defs/localized"}
        case "number":
            bounds = {"minimum": one.least, "maximum": one.most}
            kind = {"type": "number", "x-decimals": one.decimals} if one.decimals else {"type": "integer"}
            return {**kind, **{key: value for key, value in bounds.items() if value is not None}}
        case "yes-no":
            return {"type": "boolean"}
        case "picture":
            return _PICTURE
        case "colour":
            return _COLOUR
        case "reference":
            return {"$ref": "#/$defs/id", "x-to": one.to}
        case "choice":
            return _choice(one, definition)
        case "list":
            return {
                "type": "array",
                "items": _item(one, definition),
                "maxItems": int(one.most) if one.most is not None else 200,
            }
    return {"type": "string", "maxLength": int(one.most) if one.most is not None else 2000}


def _choice(one: Field, definition: Definition) -> Mapping[str, Any]:
    options = definition.choices.get(one.of or "")
    names = {key: list(dict.fromkeys(_names(option))) for key, option in (options or {}).items()}
    named = {key: some for key, some in names.items() if some}
    return {
        "type": "string",
        **({"enum": list(options)} if options else {}),
        **({"x-names": named} if named else {}),
    }


def _names(option: Mapping[str, Any]) -> list[str]:
    """The names of an option in every language, by which tables may call it."""
    return [name for lang, name in option.get("name", {}).items() if lang != "same"]


def _item(one: Field, definition: Definition) -> Mapping[str, Any]:
    if one.to is not None:
        return {"$ref": "#/$defs/id", "x-to": one.to}
    if one.of == "number":
        return {"type": "integer"}
    if one.of in (None, "text"):
        return {"type": "string", "maxLength": 500}
    return _choice(one, definition)
