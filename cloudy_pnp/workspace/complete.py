"""Completion: which keys and values fit at a place, by the schema of the file and the data of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, value_at
from cloudy_pnp.data.edit import Edit, Insert, Remove, Set, apply_edits
from cloudy_pnp.data.files import below
from cloudy_pnp.data.schema import Schema, resolved_parts, schemas_at
from cloudy_pnp.data.source import SourceFile, parse_source
from cloudy_pnp.data.splices import Node, Shape, compose
from cloudy_pnp.data.tables.columns import first_example, least_entry
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n.habits import shipped_habits
from cloudy_pnp.workspace.load import Loaded, formats, sound_part
from cloudy_pnp.workspace.scenarios import judge

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


Reader = Callable[[str, str], Mapping[str, Any]]  # `sentence` of a game's authoring, for some data


def with_steps(loaded: Loaded, source: SourceFile, offset: int) -> Iterator[tuple[str, str]]:
    """Yield the meanings of the sentence at an offset: the words of the card, and the file with steps instead.

    The words are empty if there is no doubt, and end with the sentence where a part of it is not understood.
    """
    authoring = loaded.game.authoring
    read = authoring.load().sentence if authoring else None
    if read is None or source.problems or len(source.documents) != 1:
        return
    path = _path_at(compose(source.original)[0], offset)
    sentence = _sentence_at(loaded, source.documents[0], path)
    if sentence is None or not sentence[0]:
        return
    texts, place, replaced = sentence
    data = loaded.entries.data()
    meaning = _understand(lambda text, lang: read(text, lang, data), texts, path)
    for reading in meaning["readings"]:
        edits = _edits(place, reading["value"], replaced)
        words = f"{reading['text']} (not understood: {meaning['marked']})" if meaning["marked"] else reading["text"]
        yield "" if meaning["sure"] else words, apply_edits(source.original, edits, source.name)


def _path_at(node: Node, offset: int) -> DataPath:
    """Return the path of the innermost value at an offset, or whose key is there."""
    for index, item in enumerate(node.items):
        if node.entry_start(index) <= offset <= node.entry_end(index):
            step = node.keys[index].text if node.shape is Shape.MAP else index
            return (step, *(_path_at(item, offset) if item.start <= offset else ()))
    return ()


def _sentence_at(
    loaded: Loaded, document: Any, path: DataPath
) -> tuple[Mapping[str, str], DataPath, DataPath | None] | None:
    """Return the sentence around a path by language, the place of its steps, and the text that they replace, if any.

    The place is that of a list, or of an item in one.
    """
    if len(path) < 3 or str(path[0]) not in loaded.kinds:
        return None
    kind, key = str(path[0]), path[2]
    schema = entry_schema(loaded, kind)
    root = schema.bundled if schema else {}
    steps = next((name for name in _properties(root) if _takes_sentences(root, name)), None)
    if steps is None:
        return None
    top = value_at(document, path[:3])
    if key == loaded.game.data.composed.get(kind, ("",))[0]:
        return _texts(top, loaded), (*path[:2], steps), path[:3]
    if key == steps and isinstance(top, str):
        return _texts(top, loaded), path[:3], None
    for end in range(len(path), 3, -1) if key == steps else ():  # the innermost list first
        item = value_at(document, path[:end])
        if isinstance(path[end - 1], int) and (texts := _texts(_only_value(item), loaded)):
            return texts, path[:end], None
    return None


def _properties(root: Mapping[str, Any]) -> list[str]:
    return [key for part in schemas_at(root, ()) for key in part.get("properties", ())]


def _takes_sentences(root: Mapping[str, Any], key: str) -> bool:
    """Check whether an author may describe the items of a list in a sentence."""
    return any(part.get("x-sentence") for part in schemas_at(root, (key, 0)))


def _only_value(item: Any) -> Any:
    """Return the value of a step; a sentence in its place is its own value."""
    return next(iter(item.values())) if isinstance(item, Mapping) and len(item) == 1 else item


def _texts(value: Any, loaded: Loaded) -> dict[str, str]:
    """Return the sentences of a value by language; one in an unknown language is in any of them."""
    if isinstance(value, str):
        value = dict.fromkeys(loaded.languages, value) if " " in value else {}
    some = value if isinstance(value, Mapping) else {}
    return {lang: some[lang] for lang in loaded.languages if isinstance(some.get(lang), str)}


def _understand(read: Reader, texts: Mapping[str, str], path: DataPath) -> Mapping[str, Any]:
    """Return the best reading of a sentence, of those in the language at the cursor if possible."""
    here = [lang for lang in texts if path[-1] == lang] or list(texts)
    found = [read(texts[lang], lang) for lang in here]
    return min(found, key=lambda meaning: (not meaning["sure"], not meaning["readings"], len(meaning["marked"])))


def _edits(place: DataPath, steps: Sequence[Any], replaced: DataPath | None) -> list[Edit]:
    at = place[-1]
    edits: list[Edit] = [Set(place, list(steps))]
    if isinstance(at, int):
        edits = [Set(place, steps[0])]
        edits += [Insert(place[:-1], step, at + number) for number, step in zip(count(1), steps[1:], strict=False)]
    return [*edits, Remove(replaced)] if replaced else edits


def with_verdict(loaded: Loaded, source: SourceFile, line: int) -> str | None:
    """Return the text of a scenario file whose document at a line claims what the rules say; None without one."""
    scenario = loaded.home.scenario_of(source.name)
    if scenario is None or source.problems:
        return None
    number = source.document_at(line)
    schema = Schema.load(loaded.home.schemas, scenario.schema)
    for verdict in judge(loaded.home, source, scenario, sound_part(loaded).model):
        if verdict.number == number and verdict.sound:
            edits = _claim_edits(schema, verdict.document, verdict.evaluation.as_dict(), number)
            return apply_edits(source.original, edits, source.name)
    return None


def _claim_edits(schema: Schema, document: Mapping[str, Any], verdict: Mapping[str, Any], number: int) -> list[Edit]:
    """Return the edits that correct the claims of a document; without any that can be true, it claims all it can."""
    old = document.get("expect") or {}
    parts = {
        key: part
        for holder in schemas_at(schema.bundled, ("expect",))
        for key, part in holder.get("properties", {}).items()
    }
    possible = {key: _claim(verdict[key], parts[key], old.get(key)) for key in parts if key in verdict}
    wrong = {finding.path[1] for finding in schema.findings({**document, "expect": possible}) if len(finding.path) > 1}
    true = {key: value for key, value in possible.items() if key not in wrong}
    if not old.keys() & true.keys():
        return [Set(("expect",), {key: value for key, value in true.items() if value is not None}, number)]
    corrected = [Set(("expect", key), true[key], number) for key in old if key in true]
    return [*corrected, *(Remove(("expect", key), number) for key in old if key in wrong)]


def _claim(value: Any, schema: Mapping[str, Any], old: Any) -> Any:
    """Return a value in the form of a claim: records become pairs where the schema wants lists or a map."""
    items = schema.get("items", {})
    if isinstance(value, list) and (items.get("type") == "array" or schema.get("type") == "object"):
        pairs = [list(item.values())[:2] if isinstance(item, Mapping) else item for item in value]
        value = dict(pairs) if schema.get("type") == "object" else pairs
    return _part_like(value, old)


def _part_like(value: Any, old: Any) -> Any:
    """Return the keys of a map, and the records of a list, that another value has; everything if one is missing."""
    if isinstance(value, Mapping) and isinstance(old, Mapping) and old.keys() <= value.keys():
        return {key: value[key] for key in old}
    if isinstance(value, list) and isinstance(old, list) and all(isinstance(item, Mapping) for item in (*value, *old)):
        records = {str(next(iter(item.values()), "")): item for item in value}
        named = [str(next(iter(item.values()), "")) for item in old]
        if all(name in records for name in named):
            return [_part_like(records[name], item) for name, item in zip(named, old, strict=True)]
    return value
