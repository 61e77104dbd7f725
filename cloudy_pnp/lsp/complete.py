"""Completion: which keys and values fit at a place, by the schema of the file and the data of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.data.files import below
from cloudy_pnp.data.least import first_example, least_entry
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.workspace.load import Loaded

_MARK = "zzcursor"
_PARTIAL = re.compile(r"(?<![\w./-])[\w./-]*$")
_ICON = re.compile(r"\{[\w-]*$")
_FILES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_MOST = 400


@dataclass(frozen=True, slots=True)
class Option:
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
    if icon := _ICON.search(before.rsplit("\n", 1)[-1]):
        return [option for option in _icons() if option.label.startswith(icon.group()[1:])]
    head = before[: len(before) - len(partial)]
    tail = re.sub(r"^[\w./-]*", "", after)
    options = [option for form in _forms(head, tail) for option in _options(loaded, path, form)]
    unique = {option.label: option for option in reversed(options)}
    return [option for option in reversed(unique.values()) if partial.casefold() in option.label.casefold()][:_MOST]


def _forms(head: str, tail: str) -> Iterator[str]:
    """Yield the text with a mark at the cursor: as a key, or as a value."""
    line = head.rsplit("\n", 1)[-1]
    if re.fullmatch(r"\s*(- +)*", line):
        has_value = re.match(r"[^\n]*:", tail) is not None
        yield f"{head}{_MARK}{'' if has_value else ': null'}{tail}"
    if line.strip():
        yield f"{head}{_MARK}{tail}"


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
    if scenario:
        root: Mapping[str, Any] = Schema.load(loaded.home.schemas, scenario.schema).bundled
        inside: DataPath = place
    elif not place:
        yield from (Option(kind, "key", "a list of entries") for kind in loaded.written_kinds if not number)
        return
    else:
        kind = str(place[0])
        if kind not in loaded.written_kinds:
            return
        single = loaded.written_kinds[kind].single
        schema = entry_schema(loaded, kind)
        if not single and len(place) <= 2 and is_key:
            yield from _snippets(loaded, kind, schema)
        if not single and len(place) < 2:
            return
        root, inside = schema.bundled, place[1 if single else 2 :]
    parts = list(schemas_at(root, inside))
    holder = value_at(document, place)
    yield from _keys(loaded, parts, root, holder) if is_key else _values(loaded, parts, inside)


def entry_schema(loaded: Loaded, kind: str) -> Schema:
    """Return the schema of an entry of a kind, which may be one of templates."""
    readers = (loaded.reader_of(source) for source in loaded.sources)
    return next((reader for reader in readers if kind in reader.kinds), loaded.reader).entry_schema(kind)


def _resolved(part: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and everything it refers to or consists of."""
    yield part
    reference = str(part.get("$ref", ""))
    if reference.startswith("#/$defs/") and reference[8:] in root.get("$defs", {}):
        yield from _resolved(root["$defs"][reference[8:]], root)
    for word in ("anyOf", "oneOf", "allOf"):
        for other in part.get(word, ()):
            yield from _resolved(other, root)


def schemas_at(root: Mapping[str, Any], path: DataPath) -> Iterator[Mapping[str, Any]]:
    """Yield the schemas of the value at a path."""
    return _walk(root, [root], path)


def _walk(root: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], path: DataPath) -> Iterator[Mapping[str, Any]]:
    every = [one for part in parts for one in _resolved(part, root)]
    if not path:
        yield from every
        return
    step, *rest = path
    inner: list[Mapping[str, Any]] = []
    for part in every:
        if isinstance(step, int):
            firsts = part.get("prefixItems", ())
            inner += (
                [firsts[step]] if step < len(firsts) else [part["items"]] if isinstance(part.get("items"), dict) else []
            )
        elif step in part.get("properties", {}):
            inner.append(part["properties"][step])
        elif isinstance(part.get("additionalProperties"), dict):
            inner.append(part["additionalProperties"])
    if inner:
        yield from _walk(root, inner, tuple(rest))


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
            if key not in there:
                described = next(
                    (str(one["description"]) for one in _resolved(about, root) if "description" in one), ""
                )
                yield Option(key, "key", described, f"{key}: ")
        names = part.get("propertyNames", {})
        for one in _resolved(names, root) if names else ():
            yield from (Option(str(key), "key", "", f"{key}: ") for key in one.get("enum", ()) if key not in there)


def _values(loaded: Loaded, parts: Sequence[Mapping[str, Any]], path: DataPath) -> Iterator[Option]:
    fixed = [value for part in parts for value in part.get("enum", ())]
    fixed += [part["const"] for part in parts if "const" in part]
    fixed += [word for part in parts if part.get("type") == "boolean" for word in ("true", "false")]
    yield from (Option(str(value), "value") for value in fixed)
    key = str(next((step for step in reversed(path) if isinstance(step, str)), ""))
    if key == "font":
        yield from (Option(name, "font") for name in _fonts())
    if key in ("icon", "icons"):
        yield from _icons()
    if key in ("picture", "file", "back", "art", "image"):
        yield from (Option(name, "file") for name in _pictures(loaded))
    if key in loaded.languages:
        yield from _terms(loaded, key)
    elif key == "languages":
        yield from (Option(lang, "language") for lang in loaded.languages)
    elif not fixed and key != "id" and not any("properties" in part for part in parts):
        yield from _ids(loaded)


def _ids(loaded: Loaded) -> Iterator[Option]:
    lang = next(iter(loaded.languages), "")
    for kind in sorted(loaded.kinds, key=lambda kind: (not loaded.kinds[kind].cards, kind in ("game", "glossary"))):
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


def _icons() -> Iterator[Option]:
    from cloudy_pnp.draw.kit.icons import icon_names

    yield from (Option(name, "icon") for name in icon_names())


def _fonts() -> list[str]:
    import fontpkg

    return sorted(family.name for family in fontpkg.families().values())


def _pictures(loaded: Loaded) -> list[str]:
    found = {
        path.relative_to(folder).as_posix()
        for folder in loaded.home.picture_folders
        for path in below(folder)
        if path.name.endswith(_FILES)
    }
    return sorted(found)


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
