"""From a game file to a `Game`: the same capabilities as a game with a package, as far as data allows.

From kinds and fields to JSON Schemas: for the check, and for completion in editors.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import example_roots, shared_pictures, shipped_root
from cloudy_pnp.data.entries import Kind
from cloudy_pnp.data.source import SourceFile, read_source
from cloudy_pnp.draw.fontbook import FOLDER
from cloudy_pnp.game.contract import ComponentKind, Data, DataPart, Game, Lazy, Rulebook
from cloudy_pnp.game.data_game.checks import CODES, check, layout_fields
from cloudy_pnp.game.data_game.definition import (
    COMPONENTS,
    Definition,
    Field,
    KindOf,
    definition_of,
    described_in,
    game_schema,
)
from cloudy_pnp.i18n.template import has_templates

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
    definitions: dict[str, Any] = json.loads(path.read_text("utf-8"))["$defs"]
    return definitions


def schemas_of(definition: Definition) -> dict[str, dict[str, Any]]:
    """Return the schema of a file for each kind, and that of the game file."""
    schemas = {name: kind_schema(kind, definition) for name, kind in definition.kinds.items()}
    return {"game": game_schema().bundled, **schemas}


def kind_schema(kind: KindOf, definition: Definition) -> dict[str, Any]:
    """Return the schema of a kind. If its definition is invalid, everything passes: an error is reported once."""
    if not kind.sound:
        entry: dict[str, Any] = {"type": "object", "properties": {"id": {"$ref": "#/$defs/id"}}, "required": ["id"]}
    else:
        fields = {name: _field(field, definition) for name, field in kind.fields.items()}
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
            "required": ["id", *(name for name, field in kind.fields.items() if not field.optional)],
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


def _field(field: Field, definition: Definition) -> dict[str, Any]:
    schema = {**_type_schema(field.type, field, definition)}
    if field.about or not {"$ref", "title", "description"} & schema.keys():
        schema["description"] = field.about or _describe(field, schema)
    return schema


def _describe(field: Field, schema: Mapping[str, Any]) -> str:
    """Describe a field without its own explanation, for the editor."""
    match field.type:
        case "choice":
            return f"One of: {', '.join(schema.get('enum', ()))}."
        case "number":
            return f"A number with up to {field.decimals} decimals." if field.decimals else "A whole number."
        case "yes-no":
            return "true or false."
        case "list":
            return f"A list of {field.to or field.of or 'texts'}."
    return "A text, the same in every language."


def _type_schema(kind: str | None, field: Field, definition: Definition) -> Mapping[str, Any]:
    match kind:
        case "words":
            return {"$ref": "#/$defs/localized"}
        case "number":
            bounds = {"minimum": field.least, "maximum": field.most}
            whole: dict[str, Any] = {"type": "integer"}
            number = {"type": "number", "x-decimals": field.decimals} if field.decimals else whole
            return {**number, **{key: value for key, value in bounds.items() if value is not None}}
        case "yes-no":
            return {"type": "boolean"}
        case "picture":
            return _PICTURE
        case "colour":
            return _COLOUR
        case "reference":
            return {"$ref": "#/$defs/id", "x-to": field.to}
        case "choice":
            return _choice(field, definition)
        case "list":
            return {
                "type": "array",
                "items": _item(field, definition),
                "maxItems": int(field.most) if field.most is not None else 200,
            }
    return {"type": "string", "maxLength": int(field.most) if field.most is not None else 2000}


def _choice(field: Field, definition: Definition) -> Mapping[str, Any]:
    options = definition.choices.get(field.of or "")
    names = {key: list(dict.fromkeys(_names(option))) for key, option in (options or {}).items()}
    named = {key: some for key, some in names.items() if some}
    return {
        "type": "string",
        **({"enum": list(options)} if options else {}),
        **({"x-names": named} if named else {}),
    }


def _names(option: Mapping[str, Any]) -> list[str]:
    """Return the names of an option in every language, by which tables may call it."""
    return [name for lang, name in option.get("name", {}).items() if lang != "same"]


def _item(field: Field, definition: Definition) -> Mapping[str, Any]:
    if field.to is not None:
        return {"$ref": "#/$defs/id", "x-to": field.to}
    if field.of == "number":
        return {"type": "integer"}
    if field.of in (None, "text"):
        return {"type": "string", "maxLength": 500}
    return _choice(field, definition)


_HERE = "cloudy_pnp.game.data_game"


def find(root: Path, game_id: str) -> Game[Any] | None:
    """Return the data-only game of a root, or a shipped one; None if no game file describes it."""
    for place in dict.fromkeys((root, *example_roots(), shipped_root())):
        path = described_in(place, game_id)
        if path is not None:
            return make_game(game_id, place, root, _read(path))
    return None


def _read(path: Path) -> SourceFile | None:
    try:
        return read_source(path, path.name)
    except UserError:
        return None  # reported where the file is read for its cards


def make_game(game_id: str, place: Path, root: Path, source: SourceFile | None) -> Game[Any]:
    """Create a game from its file. `place` is the root of the file, `root` that of the call."""
    folders = _picture_folders(game_id, dict.fromkeys((root, place)))
    definition = definition_of(game_id, source, [folder / FOLDER for folder in (*folders, root, place)])
    has_book = any(has_templates(one / "templates" / game_id / "rulebook") for one in (root, place))
    return Game(
        id=game_id,
        data=DataPart(
            kinds=tuple(Kind(kind.name, cards=kind.component != "none") for kind in definition.kinds.values()),
            codes=CODES,
            check=partial(check, definition, folders),
            model=Lazy(f"{_HERE}.make:model"),
            layout_fields=partial(layout_fields, definition),
            schemas=schemas_of(definition),
            fonts=definition.fonts,
            tables={kind.name: kind.table for kind in definition.kinds.values()},
        ),
        components=Lazy(f"{_HERE}.printing:components", (definition, folders)),
        book=Rulebook(Lazy(f"{_HERE}.printing:book_context", (definition, folders))) if has_book else None,
        prints=tuple(
            dict.fromkeys(
                (
                    *(COMPONENTS[kind.component] for kind in definition.kinds.values() if kind.is_printed),
                    *((ComponentKind.BOX,) if definition.has_box else ()),
                )
            )
        ),
        authoring=Lazy(f"{_HERE}.definition:authoring", (definition, folders), made=True),
        shipped=next((example for example in example_roots() if described_in(example, game_id)), None),
        described_in=place / "cards" / game_id / "game.yaml",
    )


def _picture_folders(game_id: str, roots: Mapping[Path, None]) -> tuple[Path, ...]:
    """Return the folders of pictures: next to the cards, next to the layouts, in packs, then the shared one."""
    folders: list[Path] = []
    for root in roots:
        packs = sorted(path for path in (root / "packs").glob("*") if (path / "pack.yaml").is_file())
        folders += [root / "cards" / game_id, root / "templates" / game_id, *packs]
    return tuple(dict.fromkeys((*folders, shared_pictures())))


def model(data: Data) -> Data:
    """Return the data: a game without rules has no other model."""
    return data
