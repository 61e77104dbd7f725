"""Completion: which keys and values fit at a place, by the schema of the file and the data of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.data.files import below
from cloudy_pnp.data.least import first_example, least_entry
from cloudy_pnp.data.schema import Schema, resolved_parts, schemas_at
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n.habits import shipped_habits
from cloudy_pnp.workspace.layers import formats
from cloudy_pnp.workspace.load import Loaded

_MARK = "zzcursor"
_PARTIAL = re.compile(r"(?<![\w./-])[\w./-]*$")
_FILES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_MOST = 400


class Option(Struct, frozen=True):
    """One completion."""

    label: str
    kind: str  # "key", "value", "id", "language", "icon", "font", "term", "file" or "snippet"
    detail: str = ""
    insert: str = ""  # the label without it; a snippet with ${1:…} places


def complete(loaded: Loaded, path: Path, text: str, offset: int) -> list[Option]:
    """Return what can be written at an offset of a text, without what the word there excludes."""
    before, after = text[:offset], text[offset:]
    word = _PARTIAL.search(before)
    partial = word.group() if word else ""
    head = before[: len(before) - len(partial)]
    tail = re.sub(r"^[\w./-]*", "", after)
    options = [option for form in _forms(head, tail) for option in _options(loaded, path, form)]
    unique = {option.label: option for option in reversed(options)}
    return [option for option in reversed(unique.values()) if partial.casefold() in option.label.casefold()][:_MOST]


def _forms(head: str, tail: str) -> Iterator[str]:
    """Yield the text with a mark at the cursor: as a key, or as a value, perhaps with a quote that is not closed."""
    line = head.rsplit("\n", 1)[-1]
    if re.fullmatch(r"\s*(- +)*", line):
        has_value = re.match(r"[^\n]*:", tail) is not None
        yield f"{head}{_MARK}{'' if has_value else ': null'}{tail}"
    if line.strip():
        rest = tail.split("\n", 1)[0]
        yield f"{head}{_MARK}{tail}"
        if line.count('"') % 2 and '"' not in rest:
            yield f'{head}{_MARK}"{tail}'


def _options(loaded: Loaded, path: Path, text: str) -> Iterator[Option]:
    source = parse_source(text.encode("utf-8", "replace"), path.name)
    for number, document in enumerate(source.documents):
        found = next(_find(document, ()), None)
        if found is not None:
            yield from _at(loaded, path, document, *found, number)
            return


def _find(value: Any, path: DataPath) -> Iterator[tuple[DataPath, bool]]:
    """Yield the path of the map whose key is the mark, or of the value that has it; and which of the two it is."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if _MARK in str(key):
                yield path, True
            yield from _find(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _find(item, (*path, index))
    elif isinstance(value, str) and _MARK in value:
        yield path, False


def _at(loaded: Loaded, path: Path, document: Any, place: DataPath, is_key: bool, number: int) -> Iterator[Option]:
    scenario = loaded.home.scenario_of(path.name)
    kind = ""
    if scenario:
        root: Mapping[str, Any] = Schema.load(loaded.home.schemas, scenario.schema).bundled
        inside: DataPath = place
    elif not place:
        yield from (Option(name, "key", "", f"{name}:") for name in _kinds_of(loaded, path) if not number)
        return
    else:
        kind = str(place[0])
        schema = entry_schema(loaded, kind)
        if schema is None:
            return
        single = not isinstance(document[kind], list)
        if not single and len(place) <= 2 and is_key and _is_new(document, place):
            yield from _snippets(loaded, kind, schema)
        if not single and len(place) < 2:
            return
        root, inside = schema.bundled, place[1 if single else 2 :]
    parts = list(schemas_at(root, inside))
    holder = value_at(document, place)
    if is_key:
        yield from _keys(loaded, parts, root, holder)
    elif f"{{{_MARK}" in holder:
        yield from _in_braces(loaded, kind, document)
    else:
        yield from _values(loaded, kind, parts, inside)


_FOLDERS = {"layouts": "layout", "wording": "wording", "sheets": "sheet", "services": "service", "studio": "studio"}
_NAMES = {"pack.yaml": "pack", "formats.yaml": "formats", "papers.yaml": "papers", "words.yaml": "words"}


def _kinds_of(loaded: Loaded, path: Path) -> Sequence[str]:
    """Return the top-level keys that a file may have, by its name and folder."""
    kind = _NAMES.get(path.name) or _FOLDERS.get(path.parent.name)
    return [kind] if kind else list(loaded.kinds)


def _is_new(document: Any, place: DataPath) -> bool:
    """Check whether an entry consists of nothing but the mark."""
    holder = value_at(document, place)
    return not isinstance(holder, Mapping) or len(holder) == 1


def entry_schema(loaded: Loaded, kind: str) -> Schema | None:
    """Return the schema of an entry of a kind, also one of templates and packs; None for an unknown kind."""
    if kind in loaded.kinds:
        return loaded.reader.entry_schema(kind)
    if not any((folder / f"{kind}.schema.json").is_file() for folder in loaded.home.schemas):
        return None
    schema = Schema.load(loaded.home.schemas, kind)
    items = any("items" in part for part in schemas_at(schema.bundled, (kind,)))
    return schema.part("properties", kind, *(["items"] if items else []))


def value_at(document: Any, path: DataPath) -> Any:
    """Return the value at a path, which exists."""
    for step in path:
        document = document[step]
    return document


def _keys(loaded: Loaded, parts: Sequence[Mapping[str, Any]], root: Mapping[str, Any], holder: Any) -> Iterator[Option]:
    there = set(holder) if isinstance(holder, Mapping) else set()
    localized = any("localized" in str(part.get("$ref", "")) or part.get("x-localized") for part in parts)
    for lang in loaded.languages if localized or there & set(loaded.languages) else ():
        if lang not in there:
            yield Option(lang, "language", "", f"{lang}: ")
    for part in parts:
        for key, about in part.get("properties", {}).items():
            if key not in there and not (localized and loaded.languages and key != "same"):
                described = next(
                    (str(one["description"]) for one in resolved_parts(about, root) if "description" in one), ""
                )
                yield Option(key, "key", described, f"{key}: ")
        names = part.get("propertyNames", {})
        for one in resolved_parts(names, root) if names else ():
            yield from (Option(str(key), "key", "", f"{key}: ") for key in one.get("enum", ()) if key not in there)


def _values(loaded: Loaded, kind: str, parts: Sequence[Mapping[str, Any]], path: DataPath) -> Iterator[Option]:
    """Yield the values that the schema lists, or else those that the key calls for."""
    fixed = [value for part in parts for value in part.get("enum", ())]
    fixed += [part["const"] for part in parts if "const" in part]
    fixed += [word for part in parts if part.get("type") == "boolean" for word in ("true", "false")]
    yield from (Option(str(value), "value") for value in fixed)
    key = str(next((step for step in reversed(path) if isinstance(step, str)), ""))
    if fixed or key == "id":
        return
    if key in _BY_KEY and (some := list(_BY_KEY[key](loaded))):
        yield from some
    elif key in loaded.languages:
        yield from _terms(loaded, key)
    elif kind in loaded.kinds or not kind:
        targets = {part["x-to"] for part in parts if part.get("x-to")}
        is_text = any(part.get("type") == "string" for part in parts) or not any("type" in part for part in parts)
        if is_text and not any("properties" in part for part in parts):
            yield from _ids(loaded, targets or set(loaded.kinds))


def _in_braces(loaded: Loaded, kind: str, document: Any) -> Iterator[Option]:
    """Yield what may be in braces in a text: icons; in a layout, also the fields of its cards."""
    if kind == "layout":
        fields = loaded.game.data.layout_fields(loaded.entries.data()).get(str(document["layout"].get("id")), {})
        yield from (Option(name, "key", "a field of the card") for name in fields)
    yield from _icons(loaded)


def _ids(loaded: Loaded, kinds: Collection[str]) -> Iterator[Option]:
    lang = next(iter(loaded.languages), "")
    named = [kind for kind in loaded.kinds if kind in kinds]
    for kind in sorted(named, key=lambda kind: (not loaded.kinds[kind].cards, kind in ("game", "glossary"))):
        for entry in loaded.entries.valid_parts(kind):
            if "id" in entry.data and isinstance(entry.data["id"], str):
                name = entry.data.get("name")
                title = str(name.get(lang, "")) if isinstance(name, Mapping) else ""
                yield Option(entry.data["id"], "id", f"{kind} {title}".strip())


def _terms(loaded: Loaded, lang: str) -> Iterator[Option]:
    for entry in loaded.entries.of("glossary"):
        words = entry.data.get(lang)
        forms = [words.get(form) for form in ("term", "plural")] if isinstance(words, Mapping) else []
        yield from (Option(word, "term", f"glossary: {entry.id}") for word in forms if isinstance(word, str))


def _icons(_loaded: Loaded) -> Iterator[Option]:
    from cloudy_pnp.draw.kit.icons import icon_names

    yield from (Option(name, "icon") for name in icon_names())


def _fonts(_loaded: Loaded) -> Iterator[Option]:
    import fontpkg

    yield from (Option(name, "font") for name in sorted(family.name for family in fontpkg.families().values()))


def _pictures(loaded: Loaded) -> Iterator[Option]:
    files = {
        path.relative_to(folder).as_posix()
        for folder in loaded.home.picture_folders
        for path in below(folder)
        if path.name.endswith(_FILES)
    }
    yield from (Option(name, "file") for name in sorted(files))


def _layouts(loaded: Loaded) -> Iterator[Option]:
    yield from (Option(str(entry.data["id"]), "id", "layout") for entry in loaded.entries.of("layout"))


def _formats(loaded: Loaded) -> Iterator[Option]:
    yield from (Option(name, "value", f"{w} × {h} mm") for name, (w, h) in formats(loaded.home, loaded.files).items())


def _choices(loaded: Loaded) -> Iterator[Option]:
    for entry in loaded.entries.valid_parts("game"):
        yield from (Option(str(name), "value", "choices") for name in entry.data.get("choices", ()))


def _kinds(loaded: Loaded) -> Iterator[Option]:
    names = [kind.name for kind in loaded.game.data.kinds if not kind.single and kind.name != "glossary"]
    yield from (Option(name, "value", "a kind of card") for name in names)


def _languages(loaded: Loaded) -> Iterator[Option]:
    yield from (Option(lang, "language") for lang in loaded.languages or shipped_habits())


_BY_KEY: Mapping[str, Callable[[Loaded], Iterator[Option]]] = {
    **dict.fromkeys(("icon", "icons"), _icons),
    **dict.fromkeys(("picture", "file", "art", "image"), _pictures),
    **dict.fromkeys(("layout", "extends", "back"), _layouts),
    "font": _fonts,
    "size": _formats,
    "of": _choices,
    "to": _kinds,
    "languages": _languages,
}


def _snippets(loaded: Loaded, kind: str, schema: Schema) -> Iterator[Option]:
    """Yield a new entry of a kind, as a snippet whose values are places to type."""
    others = [entry.data for entry in loaded.entries.of(kind)]
    example = first_example(schema) or least_entry(schema, "new-card", loaded.languages, others)
    lines = block_lines({**example, "id": "new-card"}, 0)
    counter = iter(range(1, 1000))

    def place(match: re.Match[str]) -> str:
        value = match.group(2).replace("\\", "\\\\").replace("}", "\\}").replace("$", "\\$")
        return f"{match.group(1)}${{{next(counter)}:{value}}}"

    body = [re.sub(r"^(\s*[\w-]+: )([^\s{\[|>].*)$", place, line) for line in lines]
    body = [line if "${" in line else line.replace("$", "\\$").replace("}", "\\}") for line in body]
    yield Option(f"new {kind.removesuffix('s')}", "snippet", f"a new entry of {kind}", "\n  ".join(body))
