"""Rewrites that an author asks for: a sentence becomes steps, and a scenario claims what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.data.edit import Edit, Insert, Remove, Set, apply_edits
from cloudy_pnp.data.nodes import Node, Shape, compose
from cloudy_pnp.data.schema import Schema, schemas_at
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.lsp.complete import entry_schema, value_at
from cloudy_pnp.workspace.load import Loaded, sound_part
from cloudy_pnp.workspace.scenarios import judge

Reader = Callable[[str, str], Mapping[str, Any]]  # `sentence` of a game's authoring


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
    meaning = _understand(read, texts, path)
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
