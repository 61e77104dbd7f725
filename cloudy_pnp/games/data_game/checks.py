"""Checks of a data-only game beyond its schemas: references, choices, missing layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import DataPath, Finding, Severity, meant, quoted
from cloudy_pnp.data.entries import Entries, Entry, Found, duplicate_ids, unknown_reference
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.games.contract import Data
from cloudy_pnp.games.data_game.definition import RESERVED, Definition, Field, KindOf
from cloudy_pnp.layouts.model import Layouts
from cloudy_pnp.layouts.pictures import NoPicture, Pictures

CODES = {
    "KIND-NAME": "A kind or field of a data-only game has a name that is taken.",
    "TABLE-MISSING": "A game file names a table that does not exist.",
    "KIND-FIELD": "A field of a data-only game is incomplete: a choice without options, or a reference without a kind.",
}


def check(definition: Definition, folders: Sequence[Path], entries: Entries) -> Iterator[Found]:
    """Check ids, references, pictures; then the game file itself."""
    yield from duplicate_ids(entries, definition.kinds)
    pictures = Pictures(folders)
    used: set[str] = set()
    for kind in definition.kinds.values():
        for entry in entries.valid_parts(kind.name):
            for finding in _entry(entry, kind, entries, pictures, used):
                yield entry.source, finding.under(*entry.path)
    for entry in entries.of("game"):
        for finding in _game(entry.data, definition, entries):
            yield entry.source, finding.under(*entry.path)
        if folders:
            yield from ((entry.source, finding.under(*entry.path)) for finding in _tables(folders[0], definition))
            yield from ((entry.source, finding) for finding in _unused_pictures(folders[0], used, entry, entries))


def _entry(entry: Entry, kind: KindOf, entries: Entries, pictures: Pictures, used: set[str]) -> Iterator[Finding]:
    for name, field in kind.fields.items():
        value = entry.data.get(name)
        if value is None:
            continue
        if field.to in entries.by_kind and field.to is not None and field.type in ("reference", "list"):
            ids = {*entries.ids(field.to), *(str(part.data.get("id")) for part in entries.partial.get(field.to, ()))}
            for path, word in _words(name, value):
                if word not in ids:
                    yield unknown_reference(path, str(word), f"card of {field.to}", ids)
        if field.type == "picture":
            used.add(str(value))
            try:
                pictures.find(str(value))
            except NoPicture as error:
                finding = error.finding
                yield Finding(finding.code, (name,), finding.message, finding.hint)


def _words(name: str, value: Any) -> Iterator[tuple[DataPath, Any]]:
    if isinstance(value, list):
        yield from (((name, index), item) for index, item in enumerate(value))
    else:
        yield (name,), value


def _game(game: Mapping[str, Any], definition: Definition, entries: Entries) -> Iterator[Finding]:
    layouts = [entry.id for entry in entries.of("layout")]
    layouts += [str(entry.data["id"]) for entry in entries.partial.get("layout", ()) if "id" in entry.data]
    for name, data in game["kinds"].items():
        where: DataPath = ("kinds", name)
        if name in RESERVED:
            yield Finding(
                "KIND-NAME", where, f"{quoted(name)} is the name of something else", "choose another", at_key=True
            )
            continue
        for key in ("layout", "back"):
            for path, layout in _named_layouts(data.get(key)):
                if layout not in layouts:
                    yield unknown_reference((*where, key, *path), layout, "layout", layouts)
            by = data[key].get("by") if isinstance(data.get(key), Mapping) else None
            if by is not None and by not in definition.kinds[name].names:
                yield unknown_reference((*where, key, "by"), by, "field", sorted(definition.kinds[name].names))
        for field in data["fields"]:
            if field in ("id", "count"):
                message = f"every card has the field {quoted(field)} already"
                yield Finding("KIND-NAME", (*where, "fields", field), message, "leave it out", at_key=True)
        for kind_field in definition.kinds[name].fields.values():
            yield from _field((*where, "fields", kind_field.name), kind_field, definition)
    cover = game.get("cover")
    if cover is not None and not any(cover in entries.ids(kind) for kind in definition.kinds):
        cards = [name for kind in definition.kinds for name in entries.ids(kind)]
        yield unknown_reference(("cover",), cover, "card", cards)


def _named_layouts(spec: str | Mapping[str, Any] | None) -> Iterator[tuple[DataPath, str]]:
    if isinstance(spec, str):
        yield (), spec
    elif spec is not None:
        yield from ((("cases", case), layout) for case, layout in spec["cases"].items())
        if "else" in spec:
            yield ("else",), spec["else"]


def _field(path: DataPath, field: Field, definition: Definition) -> Iterator[Finding]:
    listed = field.type == "list" and field.of not in (None, "text", "number")
    if field.type == "choice" and field.of is None:
        message = f"the choice {quoted(field.name)} does not list its options"
        yield Finding("KIND-FIELD", path, message, "add of: and the name of a set in choices")
    elif (field.type == "choice" or listed) and field.of not in definition.choices:
        yield unknown_reference((*path, "of"), str(field.of), "set of choices", definition.choices)
    if field.type == "reference" and field.to is None:
        message = f"the reference {quoted(field.name)} does not name its kind"
        yield Finding("KIND-FIELD", path, message, "add to: and the name of a kind")
    elif field.to is not None and field.to not in definition.kinds:
        yield unknown_reference((*path, "to"), field.to, "kind", definition.kinds)


def _tables(folder: Path, definition: Definition) -> Iterator[Finding]:
    """TABLE-MISSING: report a missing table named by the game file."""
    for kind in definition.kinds.values():
        name = (kind.table or "").partition("#")[0]
        if name and not (folder / name).is_file():
            tables = sorted(path.name for path in folder.glob("*") if path.name.endswith(TABLE_ENDINGS))
            path = ("kinds", kind.name, "from")
            yield Finding(
                "TABLE-MISSING", path, f"there is no table {quoted(name)} in the game's folder", meant(name, tables)
            )


def _unused_pictures(folder: Path, used: set[str], game: Entry, entries: Entries) -> Iterator[Finding]:
    """PICTURE-UNUSED: report unused pictures at the game file. Layouts and choices use pictures too."""
    referenced = {*used, *_texts([entry.data for entry in entries.of("layout")]), *_texts(game.data.get("choices"))}
    for name in Pictures([folder]).names():
        if name not in referenced:
            message = f"the picture {quoted(name)} is not used by any card"
            yield Finding("PICTURE-UNUSED", game.path, message, "delete it, or name it in a card", Severity.INFO, True)


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for item in value.values():
                yield from _texts(item)
        case list():
            for item in value:
                yield from _texts(item)


def layout_fields(definition: Definition, data: Data) -> Mapping[str, frozenset[str]]:
    """Return for each layout the fields common to all kinds that it draws."""
    layouts = Layouts(data.get("layout", ()))
    fields: dict[str, frozenset[str]] = {}
    for kind in definition.kinds.values():
        names = [name for spec in (kind.layout, kind.back) for _, name in _named_layouts(spec)]
        names += [str(layouts.data[name]["back"]) for name in names if name in layouts and "back" in layouts.data[name]]
        for name in names:
            fields[name] = fields.get(name, kind.names) & kind.names
    return fields
