"""Card data against the JSON Schemas in `schema/`, and what a schema dislikes in plain words.

Two validators of one schema: jsonschema-rs says in microseconds whether a card is sound; only for those that are
not does jsonschema, the reference, list every error, and each is put into a sentence an author understands. A part
of a schema that expresses a rule of the game carries its id as `x-rule`, and the problem gets that code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from cloudy_pnp.problems import DataPath, Finding, meant, quoted

_Error = Any  # jsonschema.ValidationError, whose optional fields are always set here

CODES = {
    "SCHEMA-KEY": "A key is not known here.",
    "SCHEMA-REQUIRED": "A key is missing.",
    "SCHEMA-TYPE": "A value is of the wrong type: text, number, list, map, true or false.",
    "SCHEMA-VALUE": "A value is none of those that are possible here.",
    "SCHEMA-RANGE": "A number is too small or too large.",
    "SCHEMA-LENGTH": "A text, list or map is too short or too long.",
    "SCHEMA-PATTERN": "A text is not written in the form wanted here.",
    "SCHEMA-UNIQUE": "A list names the same thing twice.",
    "SCHEMA-KIND": "The top-level key of a file names no kind of card data, or there is more than one.",
}

_TYPES = {
    "object": "a map (key: value)",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


class Schema:
    """One schema file, with the parts of other files that it refers to copied in."""

    def __init__(self, bundled: dict[str, Any]) -> None:
        self.bundled = bundled

    @classmethod
    def load(cls, folder: Path, name: str) -> Schema:
        """The schema `<name>.schema.json` of a folder."""
        return cls(_bundle(folder, f"{name}.schema.json"))

    def part(self, *path: str) -> Schema:
        """The schema of a part, such as one card of a list: `part("properties", "vines", "items")`."""
        part: Any = self.bundled
        for step in path:
            part = part[step]
        return Schema({**part, "$defs": self.bundled.get("$defs", {})})

    def findings(self, value: Any) -> list[Finding]:
        """Everything the schema dislikes about a value; empty for a sound one."""
        if self._fast.is_valid(value):
            return []
        found: list[Finding] = []
        for error in self._reference.iter_errors(value):
            found += _sentences(error)
        return list(dict.fromkeys(found))

    @cached_property
    def _fast(self) -> Any:
        return jsonschema_rs.validator_for(self.bundled)

    @cached_property
    def _reference(self) -> Any:
        import jsonschema  # slow to import, and only needed when something is wrong

        return jsonschema.Draft202012Validator(self.bundled)

    @cached_property
    def localized_paths(self) -> tuple[tuple[str, ...], ...]:
        """Where localised texts stand: paths in which `*` is any list index or free key."""
        return tuple(_localized(self.bundled, self.bundled, ()))


def _localized(schema: Any, root: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not isinstance(schema, Mapping) or len(path) > 8:
        return
    reference = schema.get("$ref", "")
    if reference.endswith("/localized"):
        yield path
        return
    if reference:
        yield from _localized(root["$defs"][reference.rsplit("/", 1)[1]], root, path)
    for key, part in schema.get("properties", {}).items():
        yield from _localized(part, root, (*path, key))
    for part in (schema.get("items"), schema.get("additionalProperties")):
        yield from _localized(part, root, (*path, "*"))


@lru_cache
def _bundle(folder: Path, name: str) -> dict[str, Any]:
    """A schema that needs no other file: `other.schema.json#/$defs/x` becomes `#/$defs/x`, definitions merged."""
    schema: dict[str, Any] = json.loads((folder / name).read_text("utf-8"))
    definitions: dict[str, Any] = {}
    for other in sorted(_files_referred_to(schema)):
        definitions |= _bundle(folder, other)["$defs"]
    local: dict[str, Any] = _local(schema)
    local["$defs"] = definitions | local.get("$defs", {})
    return local


def _files_referred_to(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"].split("#")[0]} - {""} if isinstance(part.get("$ref"), str) else set()
        return own.union(*map(_files_referred_to, part.values()))
    return set().union(*map(_files_referred_to, part)) if isinstance(part, list) else set()


def _local(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: "#" + value.split("#")[1] if key == "$ref" and isinstance(value, str) else _local(value)
            for key, value in part.items()
        }
    return [_local(item) for item in part] if isinstance(part, list) else part


def _sentences(error: _Error) -> Iterator[Finding]:
    """One error of the reference validator as one or more findings."""
    path = tuple(error.absolute_path)
    rule = error.schema.get("x-rule") if isinstance(error.schema, dict) else None
    say = _SENTENCES[str(error.validator)]
    for code, place, message, hint, at_key in say(error, path):
        yield Finding(rule or code, place, message, hint, at_key=at_key)


_Said = Iterator[tuple[str, DataPath, str, str, bool]]


def _unknown_keys(error: _Error, path: DataPath) -> _Said:
    known = list(error.schema.get("properties", {}))
    for key in error.instance:
        if key not in known and not _matches_pattern(key, error.schema):
            hint = meant(key, [word for word in known if word not in error.instance] or known)
            what = error.schema.get("x-key", "key")
            yield "SCHEMA-KEY", (*path, key), f"unknown {what} {quoted(key)}", hint, True


def _matches_pattern(key: str, schema: Mapping[str, Any]) -> bool:
    return any(re.search(pattern, key) for pattern in schema.get("patternProperties", {}))


def _missing_keys(error: _Error, path: DataPath) -> _Said:
    for key in error.schema["required"]:
        if key not in error.instance:
            what = error.schema.get("properties", {}).get(key, {})
            hint = what.get("description") or what.get("title", "")
            yield "SCHEMA-REQUIRED", path, f'the key "{key}" is missing', hint and f"{key}: {hint}", False


def _missing_partner(error: _Error, path: DataPath) -> _Said:
    for key, partners in error.schema["dependentRequired"].items():
        for partner in partners:
            if key in error.instance and partner not in error.instance:
                message = f'"{key}" needs the key "{partner}" beside it'
                yield "SCHEMA-REQUIRED", path, message, "", False


def _wrong_type(error: _Error, path: DataPath) -> _Said:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    names = " or ".join(_TYPES[name] for name in wanted)
    value = error.instance
    hint = ""
    if value is None:
        message = f"the value is missing: {names} is wanted"
    else:
        message = f"{names} is wanted, not {_kind_of(value)} {quoted(value)}"
    if "string" in wanted and isinstance(value, int | float):
        hint = f'put it in quotes: "{_plain(value)}"'
    elif "integer" in wanted and isinstance(value, str) and value.lstrip("0").isdigit():
        hint = f"write {value.lstrip('0')} without leading zeros or quotes"
    elif "boolean" in wanted and isinstance(value, str):
        words = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
        hint = f"write {words[value.lower()]}" if value.lower() in words else "write true or false"
    elif "array" in wanted and value is not None:
        hint = f"put it in square brackets: [{quoted(value)[1:-1]}]" if isinstance(value, str) else ""
    yield "SCHEMA-TYPE", path, message, hint, False


def _kind_of(value: Any) -> str:
    match value:
        case bool():
            return "the truth value"
        case int() | float():
            return "the number"
        case str():
            return "the text"
        case list():
            return "the list"
    return "the map"


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _not_listed(error: _Error, path: DataPath) -> _Said:
    wanted = error.validator_value if error.validator == "enum" else [error.validator_value]
    words = [_plain(word) if word is not None else "null" for word in wanted]
    if error.instance is None:
        message, hint = "the value is missing", f"one of: {', '.join(words)}"
    else:
        message = f"{quoted(error.instance)} is not possible here"
        hint = meant(error.instance if isinstance(error.instance, str) else "", words)
    yield "SCHEMA-VALUE", path, message, hint, False


def _out_of_range(error: _Error, path: DataPath) -> _Said:
    least, most = error.schema.get("minimum"), error.schema.get("maximum")
    message = f"{quoted(error.instance)} is too {'small' if error.validator == 'minimum' else 'large'}"
    yield "SCHEMA-RANGE", path, message, f"from {least} to {most:,}", False


def _wrong_length(error: _Error, path: DataPath) -> _Said:
    what = {
        "Items": ("the list", "entries"),
        "Length": ("the text", "characters"),
        "Properties": ("the map", "keys"),
    }
    thing, unit = what[str(error.validator)[3:]]
    bound, length = error.validator_value, len(error.instance)
    least = str(error.validator).startswith("min")
    message = f"{thing} has {length:,} {unit}: {quoted(error.instance)}" if length else f"{thing} is empty"
    if bound == 1:
        unit = {"entries": "entry", "characters": "character", "keys": "key"}[unit]
    yield "SCHEMA-LENGTH", path, message, f"at {'least' if least else 'most'} {bound:,} {unit}", False


def _wrong_form(error: _Error, path: DataPath) -> _Said:
    hint = error.schema.get("patternErrorMessage", f"wanted: {error.validator_value}")
    at_key = "propertyNames" in error.absolute_schema_path
    place = (*path, error.instance) if at_key else path
    what = error.schema.get("title", "value").lower()
    yield "SCHEMA-PATTERN", place, f"{quoted(error.instance)} is not a valid {what}", hint, at_key


def _not_unique(error: _Error, path: DataPath) -> _Said:
    for index, item in enumerate(error.instance):
        if item in error.instance[:index]:
            yield (
                "SCHEMA-UNIQUE",
                (*path, index),
                f"{quoted(item)} stands in the list twice",
                "delete one",
                False,
            )


_SENTENCES: dict[str, Callable[[_Error, DataPath], _Said]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _missing_partner,
    "type": _wrong_type,
    "enum": _not_listed,
    "const": _not_listed,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _wrong_length,
    "maxItems": _wrong_length,
    "minLength": _wrong_length,
    "maxLength": _wrong_length,
    "minProperties": _wrong_length,
    "maxProperties": _wrong_length,
    "pattern": _wrong_form,
    "uniqueItems": _not_unique,
}
