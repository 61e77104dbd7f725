"""Checks of a data-only game beyond its schemas: references, choices, missing layouts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import DataPath, Finding, Severity, UserError, quoted, suggest
from cloudy_pnp.data.entries import MOST_COPIES, Entries, Entry, SourceFinding, duplicate_ids, large, unknown_reference
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.draw.fontbook import FALLBACK, FontBook
from cloudy_pnp.draw.kit.icons import icon_names
from cloudy_pnp.draw.text import icon_hint
from cloudy_pnp.game.contract import Data
from cloudy_pnp.game.data_game.definition import RESERVED, Definition, Field, KindOf
from cloudy_pnp.i18n.lint import unclosed
from cloudy_pnp.layouts.model import Layout, Layouts
from cloudy_pnp.layouts.pictures import Pictures
from cloudy_pnp.layouts.values import names_in

CODES = {
    "KIND-NAME": "A kind or field of a data-only game has a name that is taken.",
    "TABLE-MISSING": "A game file names a table that does not exist.",
    "FONT-FILE": "A font file of the game cannot be used: it is damaged, too large, or has no outlines.",
    "FONT-UNKNOWN": "A game file names a font that is neither in a folder fonts/ nor installed.",
    "FONT-SYSTEM": "A font comes from this computer: on another one the cards may look different.",
    "KIND-FIELD": "A field of a data-only game is incomplete: a choice without options, or a reference without a kind.",
}


def check(definition: Definition, folders: Sequence[Path], entries: Entries) -> Iterator[SourceFinding]:
    """Check ids, references, pictures; then the game file itself."""
    yield from duplicate_ids(entries, definition.kinds)
    pictures = Pictures(folders)
    used: set[str] = set()
    for kind in definition.kinds.values():
        kinds = {str(field.to) for field in kind.fields.values()} & entries.by_kind.keys()
        known = {name: entries.named(name) for name in kinds}
        for entry in entries.valid_parts(kind.name):
            for finding in _entry(entry, kind, known, pictures, used):
                yield entry.source, finding.under(*entry.path)
    for entry in entries.of("game"):
        for finding in _game(entry.data, definition, entries):
            yield entry.source, finding.under(*entry.path)
        if folders:
            tables = [finding.under(*entry.path) for finding in _tables(folders, definition)]
            yield from ((entry.source, finding) for finding in tables)
            yield from ((entry.source, finding.under(*entry.path)) for finding in _icons(pictures))
            options = _option_pictures(entry.data, pictures, entries)
            yield from ((entry.source, finding.under(*entry.path)) for finding in options)
            yield from ((entry.source, finding.under(*entry.path)) for finding in _fonts(definition.fonts, entry.data))
            if entries.whole and not tables:  # otherwise cards that were not read may use them
                yield from ((entry.source, finding) for finding in _unused_pictures(folders[0], used, entry, entries))


def _entry(
    entry: Entry, kind: KindOf, known: Mapping[str, Collection[str]], pictures: Pictures, used: set[str]
) -> Iterator[Finding]:
    """Yield what is wrong with an entry; `known` has the ids of each kind that its fields refer to."""
    for name, field in kind.fields.items():
        value = entry.data.get(name)
        if value is None:
            continue
        if field.to and field.to in known and field.type in ("reference", "list"):
            for path, word in _words(name, value):
                if word not in known[field.to]:
                    yield unknown_reference(path, str(word), f"card of {field.to}", known[field.to])
        if field.type == "list" and value == [] and not field.optional:
            hint = "fill it, or delete it and declare the field as optional: true"
            yield Finding("DATA-EMPTY", (name,), f"the list {quoted(name)} is empty", hint, Severity.WARNING)
        if field.decimals and isinstance(value, float) and round(value, field.decimals) != value:
            hint = f"write at most {field.decimals} digits after the point, or raise decimals in game.yaml"
            yield Finding("SCHEMA-VALUE", (name,), f"{quoted(value)} has too many decimals", hint)
        if field.type == "picture":
            used.add(str(value))
            yield from pictures.problem((name,), str(value))


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
            elif by is not None and (options := _options(definition, definition.kinds[name].fields.get(by))):
                for case in data[key]["cases"]:
                    if case not in options:
                        yield unknown_reference((*where, key, "cases", case), case, by, sorted(options))
        yield from (finding.under(*where) for finding in _drawn(definition.kinds[name], entries))
        for field in data["fields"]:
            if field in ("id", "count"):
                message = f"every card has the field {quoted(field)} already"
                yield Finding("KIND-NAME", (*where, "fields", field), message, "leave it out", at_key=True)
        for one in definition.kinds[name].fields.values():
            yield from _field((*where, "fields", one.name), one, definition)
        if definition.kinds[name].copies > MOST_COPIES:
            message = f"there are {definition.kinds[name].copies} copies of each of the {name}"
            yield large((*where, "copies"), message)
        if definition.kinds[name].copies == 0 and any("count" not in entry.data for entry in entries.of(name)):
            message, hint = f"there are no copies of {name} without a count", "raise it, or write counts"
            yield Finding("DATA-COUNT", (*where, "copies"), message, hint, Severity.WARNING)
    for name, options in game.get("choices", {}).items():
        yield from (finding.under("choices", name) for finding in _same_options(options))
    yield from _columns(game, definition)
    if definition.has_box and not any(
        kind.is_printed and kind.component == "card" for kind in definition.kinds.values()
    ):
        message, hint = "the box is not printed: a tuck box is for cards, and no kind is one", "delete it"
        yield Finding("DATA-EMPTY", ("box",), message, hint, Severity.WARNING, at_key=True)
    front = game.get("box", {}).get("layout")
    if front is not None and front not in layouts:
        yield unknown_reference(("box", "layout"), front, "layout", layouts)
    cover = game.get("cover")
    cards = [name for kind in definition.kinds for name in entries.named(kind)]
    if cover is not None and cover not in cards:
        yield unknown_reference(("cover",), cover, "card", cards)


def _drawn(kind: KindOf, entries: Entries) -> Iterator[Finding]:
    """LAYOUT-VALUE: require backs as large as their fronts. LAYOUT-FIELD: warn about cards that don't show a name."""
    layouts = Layouts(entry.data for entry in entries.of("layout"))
    backs = [layouts[name] for _, name in _named_layouts(kind.back) if _is_whole(layouts, name)]
    fronts = {name: path for path, name in _named_layouts(kind.layout) if _is_whole(layouts, name)}
    if fronts and all(name in fronts for _, name in _named_layouts(kind.layout)):
        used = [*(layouts[name] for name in fronts), *backs]
        used += [layouts[front.back] for front in used if front.back and _is_whole(layouts, front.back)]
        elsewhere = names_in([data.get("boxes", ()) for data in layouts.data.values()])
        yield from _not_shown(kind, used, {part for name in elsewhere for part in name.split(".")[1:]})
    for name, path in fronts.items():
        front = layouts[name]
        if any(layouts.size_of(back.size) != layouts.size_of(front.size) for back in backs):
            message = f"the back is not as large as the front {quoted(name)}"
            yield Finding("LAYOUT-VALUE", ("back",), message, "give both layouts the same size")
        names = [used.partition(".")[0] for box in front.boxes for used in names_in(box[3])]
        is_misspelt = _is_open(front) or any(used not in kind.names and used not in front.values for used in names)
        if kind.component == "card" and "name" in kind.fields and "name" not in names and not is_misspelt:
            message = f"the layout {quoted(name)} does not show the name of the cards"
            hint = 'add a box: - text: {text: "{name}", at: …}'
            yield Finding("LAYOUT-FIELD", ("layout", *path), message, hint, Severity.WARNING)


def _not_shown(kind: KindOf, layouts: Sequence[Layout], elsewhere: Collection[str]) -> Iterator[Finding]:
    """LAYOUT-FIELD: warn about a required field that no layout of the cards uses; the name has its own warning.

    `elsewhere`: fields of cards that other cards refer to.
    """
    names = {str(spec.get("by")) for spec in (kind.layout, kind.back) if isinstance(spec, Mapping)}
    for layout in layouts:
        settings = [box[3] for box in layout.boxes]
        looked_up = [*names_in([settings, layout.styles, layout.icons]), *_looked_up([settings, layout.values])]
        names |= {name.partition(".")[0] for name in looked_up}
    if any(_is_open(layout) for layout in layouts) or not names <= {*kind.names, *_TERMS, *_values(layouts)}:
        return  # a misspelt name is the cause
    for field in kind.fields.values():
        if not field.optional and field.name not in {*names, *elsewhere} and field.name != "name":
            message = f"no layout shows the field {quoted(field.name)}, which every card has to have"
            hint = f'add a box: - text: {{text: "{{{field.name}}}", at: …}}, or declare it as optional: true'
            yield Finding("LAYOUT-FIELD", ("fields", field.name), message, hint, Severity.WARNING, at_key=True)


_TERMS = ("item", "number")  # which boxes of a repeated group may use


def _values(layouts: Sequence[Layout]) -> Iterator[str]:
    return (name.partition(".")[0] for layout in layouts for name in layout.values)


def _looked_up(settings: Any) -> Iterator[str]:
    """Yield the fields that settings name without braces: in conditions, lists and tables of values."""
    match settings:
        case Mapping():
            for key, value in settings.items():
                if key == "when" and isinstance(value, Mapping):
                    yield from map(str, value)
                elif key in ("repeat", "by") and isinstance(value, str):
                    yield value
                yield from _looked_up(value)
        case list() | tuple():
            for item in settings:
                yield from _looked_up(item)


def _is_open(layout: Layout) -> bool:
    """Check whether a text of a layout has a bracket that is not closed, which is the cause of what it doesn't show."""
    return any(unclosed(text) for text in _texts([box[3] for box in layout.boxes]))


def _is_whole(layouts: Layouts, name: str) -> bool:
    """Check whether a layout and everything it extends exist."""
    try:
        layouts.line_of(name)
    except UserError:
        return False
    return True


def _columns(game: Mapping[str, Any], definition: Definition) -> Iterator[Finding]:
    """REF-UNKNOWN: a heading is mapped to a field that no kind, or not this kind, has."""
    every = {name for kind in definition.kinds.values() for name in kind.names}
    for path, columns, names in [
        (("columns",), game.get("columns", {}), every),
        *(
            (("kinds", name, "columns"), data.get("columns", {}), definition.kinds[name].names)
            for name, data in game["kinds"].items()
            if name in definition.kinds
        ),
    ]:
        for head, field in columns.items():
            if field.partition(".")[0] not in names:
                yield unknown_reference((*path, head), field, "field", sorted(names))


def _named_layouts(spec: str | Mapping[str, Any] | None) -> Iterator[tuple[DataPath, str]]:
    if isinstance(spec, str):
        yield (), spec
    elif spec is not None:
        yield from ((("cases", case), layout) for case, layout in spec["cases"].items())
        if "else" in spec:
            yield ("else",), spec["else"]


def _same_options(options: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    """DATA-SAME: warn about two options of one colour, or of one name in a language."""
    first: dict[DataPath, str] = {}
    for name, option in options.items():
        words = option.get("name")
        named = words.items() if isinstance(words, Mapping) else ()
        seen: list[tuple[DataPath, Any, str]] = [(("colour",), option.get("colour"), "colour")]
        seen += [(("name", lang), text, f'name in "{lang}"') for lang, text in named if lang != "same"]
        for path, value, what in seen:
            other = first.setdefault((*path, str(value).casefold()), name)
            if value and other != name:
                message = f"{quoted(name)} has the same {what} as {quoted(other)}"
                yield Finding("DATA-SAME", (name, *path), message, f"choose another {path[0]}", Severity.WARNING)


def _field(path: DataPath, field: Field, definition: Definition) -> Iterator[Finding]:
    listed = field.type == "list" and field.of not in (None, "text", "number")
    if field.type == "choice" and field.of is None:
        message = f"the choice {quoted(field.name)} does not list its options"
        yield Finding("KIND-FIELD", path, message, "add of: and the name of a set in choices")
    elif (field.type == "choice" or listed) and field.of not in definition.choices:
        yield unknown_reference((*path, "of"), str(field.of), "set of choices", definition.choices)
    if field.least is not None and field.most is not None and field.least > field.most:
        message, hint = f"{field.least} is more than {field.most}", "exchange least and most"
        yield Finding("DATA-ORDER", (*path, "least"), message, hint)
    if field.type == "reference" and field.to is None:
        message = f"the reference {quoted(field.name)} does not name its kind"
        yield Finding("KIND-FIELD", path, message, "add to: and the name of a kind")
    elif field.to is not None and field.to not in definition.kinds:
        yield unknown_reference((*path, "to"), field.to, "kind", definition.kinds)


def _icons(pictures: Pictures) -> Iterator[Finding]:
    """PICTURE-SVG, PICTURE-READ: an icon file that cannot be drawn, reported at the game file."""
    for name in pictures.icons().values():
        yield from (replace(finding, at_key=True) for finding in pictures.problem((), name))


def _option_pictures(game: Mapping[str, Any], pictures: Pictures, entries: Entries) -> Iterator[Finding]:
    """LAYOUT-ICON, PICTURE-MISSING: the icons and pictures that choices name."""
    layouts = [entry.data for entry in entries.valid_parts("layout")]
    icons = {*icon_names(), *pictures.icons(), *(name for data in layouts for name in data.get("icons", ()))}
    for name, options in game.get("choices", {}).items():
        for option, data in options.items():
            icon, path = data.get("icon"), ("choices", name, option)
            if icon is not None and icon not in icons:
                message = f"there is no icon {quoted(icon)}"
                yield Finding("LAYOUT-ICON", (*path, "icon"), message, icon_hint(icon, sorted(icons)))
            if "picture" in data:
                yield from pictures.problem((*path, "picture"), data["picture"])


def _fonts(book: FontBook, game: Mapping[str, Any]) -> Iterator[Finding]:
    """FONT-UNKNOWN, FONT-SYSTEM: the families that game.yaml names."""
    spec = game.get("fonts", {})
    named: list[tuple[DataPath, Any]] = [((role,), value) for role, value in spec.items() if role != FALLBACK]
    named += [((FALLBACK, index), value) for index, value in enumerate(spec.get(FALLBACK, ()))]
    for path, value in named:
        family = value["system"] if isinstance(value, Mapping) else value
        if not book.is_usable(family):
            hint = (
                f"{suggest(family, book.families())} Put its file into fonts/ and use the name of its family.".strip()
            )
            yield Finding("FONT-UNKNOWN", ("fonts", *path), f"there is no font {quoted(family)}", hint)
        elif isinstance(value, Mapping) and any(file.family.casefold() == family.casefold() for file in book.files):
            message = f"the font {quoted(family)} comes from this computer: others may not have it"
            hint = "copy its file into fonts/, if its licence allows it, and write only the name"
            yield Finding("FONT-SYSTEM", ("fonts", *path), message, hint, Severity.WARNING)


def _tables(folders: Sequence[Path], definition: Definition) -> Iterator[Finding]:
    """TABLE-MISSING: report a missing table named by the game file, once however many kinds it has."""
    first = {kind.table.file: kind for kind in reversed(list(definition.kinds.values()))}
    for name, kind in first.items():
        if name and not any((folder / name).is_file() for folder in folders):
            tables = sorted(
                path.name
                for path in folders[0].glob("*")
                if path.name.endswith(TABLE_ENDINGS) and not path.name.startswith(("~", "."))
            )
            path = ("kinds", kind.name, "from")
            yield Finding(
                "TABLE-MISSING", path, f"there is no table {quoted(name)} in the game's folder", suggest(name, tables)
            )


def _unused_pictures(folder: Path, used: set[str], game: Entry, entries: Entries) -> Iterator[Finding]:
    """PICTURE-UNUSED: report unused pictures at the game file. Layouts and choices use pictures too."""
    referenced = {*used, *_texts([entry.data for entry in entries.of("layout")]), *_texts(game.data.get("choices"))}
    icons = set(Pictures([folder]).icons().values())
    for name in Pictures([folder]).names():
        if name in icons:
            continue
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


def layout_fields(definition: Definition, data: Data) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return for each layout the fields common to all kinds that it draws, each with its possible values, if listed."""
    layouts = Layouts(data.get("layout", ()))
    fields: dict[str, dict[str, frozenset[str]]] = {}
    for kind in definition.kinds.values():
        names = [name for spec in (kind.layout, kind.back) for _, name in _named_layouts(spec)]
        names += [str(layouts.data[name]["back"]) for name in names if name in layouts and "back" in layouts.data[name]]
        for name in names:
            values = {field: _options(definition, kind.fields.get(field)) for field in kind.names}
            before = fields.get(name, values)
            common = {field: before[field] for field in values if field in before}
            fields[name] = {
                field: before_values | values[field] if before_values and values[field] else frozenset()
                for field, before_values in common.items()
            }
    return fields


def _options(definition: Definition, field: Field | None) -> frozenset[str]:
    """Return the values that a field can have; none where it can have any."""
    if field is None or field.of is None or field.type not in ("choice", "list"):
        return frozenset()
    return frozenset(definition.choices.get(field.of, ()))
