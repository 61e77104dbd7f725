"""Card data against the JSON Schemas in `schema/`, with the errors in plain words.

There are two validators: jsonschema-rs validates a card in microseconds; only for invalid ones, or where that package
is missing, does jsonschema, the reference, list every error, and each is turned into a sentence for authors. A part of
a schema that expresses a rule of the game carries its id as `x-rule`, which becomes the code of the problem.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import yaml
from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, Finding, nearest, quoted, suggest, value_at
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import LIMITS

try:
    import jsonschema_rs
except ImportError:  # some systems have no build of it
    jsonschema_rs = None  # type: ignore[assignment]

_Error = Any  # jsonschema.ValidationError, whose optional fields are always set here


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
    """A schema file, with the referenced parts of other files copied in."""

    def __init__(self, bundled: dict[str, Any]) -> None:
        self.bundled = bundled
        self._parts: dict[tuple[str, ...], Schema] = {}

    @staticmethod
    @lru_cache
    def load(folders: tuple[Path, ...], name: str) -> Schema:
        """Load the schema `<name>.schema.json` from the first folder that has it, once."""
        places = [folder / f"{name}.schema.json" for folder in folders]
        return Schema(_bundle(next((place for place in places if place.is_file()), places[0])))

    def part(self, *path: str) -> Schema:
        """Return the schema of a part, such as a card of a list: `part("properties", "vines", "items")`."""
        if path not in self._parts:
            part: Any = self.bundled
            for step in path:
                part = part[step]
            self._parts[path] = Schema({**part, "$defs": self.bundled.get("$defs", {})})
        return self._parts[path]

    def findings(self, value: Any) -> list[Finding]:
        """Return the errors of a value; empty for a valid one."""
        if self._fast is not None and self._fast.is_valid(value):
            return []
        root = _Root(value, self.bundled.get("$defs", {}))
        findings: dict[Finding, None] = {}  # the library reports some mistakes twice
        for error in self._reference.iter_errors(value):
            for finding in _older(error, root) or _sentences(error, root):
                findings[finding] = None
                if len(findings) == LIMITS.problems:
                    return list(findings)
        return list(findings)

    @cached_property
    def _fast(self) -> Any:
        return jsonschema_rs.validator_for(self.bundled) if jsonschema_rs else None

    @cached_property
    def _reference(self) -> Any:
        import jsonschema  # slow to import, and only needed for invalid data

        rules = {"pattern": _pattern, "uniqueItems": _unique_items}
        extend: Any = jsonschema.validators.extend
        validator = extend(jsonschema.Draft202012Validator, rules)
        return validator(self.bundled)

    @cached_property
    def localized_paths(self) -> tuple[tuple[str, ...], ...]:
        """The paths of localised texts, in which `*` is any list index or free key."""
        return tuple(_localized_paths(self.bundled, self.bundled, ()))


def _localized_paths(schema: Any, root: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not isinstance(schema, Mapping) or len(path) > 8:
        return
    reference = schema.get("$ref", "")
    if reference.endswith("/localized"):
        yield path
        return
    if reference:
        yield from _localized_paths(root["$defs"][reference.rsplit("/", 1)[1]], root, path)
    for key, part in schema.get("properties", {}).items():
        yield from _localized_paths(part, root, (*path, key))
    for part in (schema.get("items"), schema.get("additionalProperties")):
        yield from _localized_paths(part, root, (*path, "*"))


@lru_cache
def _bundle(path: Path) -> dict[str, Any]:
    """Return a self-contained schema: `other.schema.json#/$defs/x` becomes `#/$defs/x`, definitions merged."""
    schema: dict[str, Any] = json.loads(path.read_text("utf-8"))
    definitions: dict[str, Any] = {}
    for other in sorted(_files_referred_to(schema)):
        definitions |= _bundle(_file_of(other, path.parent))["$defs"]
    local: dict[str, Any] = _local(schema)
    local["$defs"] = definitions | local.get("$defs", {})
    return local


def _file_of(name: str, folder: Path) -> Path:
    """Return the file that a schema in a folder refers to; `../common/` is always the tool's, wherever the game is."""
    shared = name.removeprefix("../common/")
    return folder / name if shared == name else shipped_root() / "schema" / "common" / shared


def _files_referred_to(part: Any) -> set[str]:
    if isinstance(part, dict):
        files = {part["$ref"].split("#")[0]} - {""} if isinstance(part.get("$ref"), str) else set()
        return files.union(*map(_files_referred_to, part.values()))
    return set().union(*map(_files_referred_to, part)) if isinstance(part, list) else set()


def _local(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: "#" + value.split("#")[1] if key == "$ref" and isinstance(value, str) else _local(value)
            for key, value in part.items()
        }
    return [_local(item) for item in part] if isinstance(part, list) else part


def _pattern(_validator: Any, pattern: str, value: Any, _schema: Any) -> Iterator[_Error]:
    """Check a pattern as defined by JSON Schema: `$` is the very end. Python also allows a line break after it."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not re.search(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), value):
        yield ValidationError("does not fit the pattern")


def _unique_items(_validator: Any, is_required: bool, value: Any, _schema: Any) -> Iterator[_Error]:
    """Check unique items in one pass; the library compares all pairs of items that cannot be sorted."""
    from jsonschema import ValidationError

    if is_required and isinstance(value, list) and len({_as_text(item) for item in value}) < len(value):
        yield ValidationError("has an item twice")


def _as_text(item: Any) -> str:
    return json.dumps(item, sort_keys=True)


class _Root(Struct, frozen=True):
    """The context of an error: the whole value, and the schema's definitions."""

    value: Any
    definitions: Mapping[str, Any]

    def part(self, path: DataPath) -> Any:
        """Return the part of the value at a path."""
        return value_at(self.value, path)

    def title_of(self, schema: Any) -> str:
        """Return the title of a schema; a fixed word is its own name."""
        if "const" in schema:
            return f"the word {_plain(schema['const'])}"
        target = schema if "$ref" not in schema else self.definitions[schema["$ref"].rsplit("/", 1)[1]]
        return str(target.get("title", ""))

    def description_of(self, schema: Any) -> str:
        """Return the description of a schema or, failing that, of the definition it refers to."""
        description = str(schema.get("description") or schema.get("title", ""))
        if description or "$ref" not in schema:
            return description
        return self.description_of(self.definitions[schema["$ref"].rsplit("/", 1)[1]])

    def takes(self, schema: Any, word: str) -> bool:
        """Check whether a schema accepts a word: one of its words, or any text."""
        if "$ref" in schema:
            return self.takes(self.definitions[schema["$ref"].rsplit("/", 1)[1]], word)
        return word in schema["enum"] if "enum" in schema else schema.get("type") == "string"

    def example_of(self, schema: Any) -> str:
        """Return a plain value that a schema accepts, by its own words; empty where it has none."""
        if "$ref" in schema:
            return self.example_of(self.definitions[schema["$ref"].rsplit("/", 1)[1]])
        examples = [
            *schema.get("examples", ()),
            *schema.get("enum", ()),
            *([schema["const"]] if "const" in schema else []),
        ]
        return quoted(examples[0], 100).replace('"', "") if examples else ""


def _sentences(error: _Error, root: _Root) -> Iterator[Finding]:
    """Turn an error of the reference validator into one or more findings."""
    if error.validator == "anyOf" and (intended := _intended_branch(error)):
        for part in intended:
            yield from _sentences(part, root)
        return
    path = tuple(error.absolute_path)
    rule = error.schema.get("x-rule") if isinstance(error.schema, dict) else None
    say = _SENTENCES[str(error.validator)]
    about_key = "propertyNames" in error.absolute_schema_path
    for code, place, message, hint, key in say(error, (*path, error.instance) if about_key else path, root):
        missing = key if isinstance(key, str) else ""
        yield Finding(rule or code, place, message, hint, at_key=key is True or about_key, missing=missing)


def _older(error: _Error, root: _Root) -> list[Finding]:
    """Report an older notation once, whatever is wrong with it: some definition lists it under `x-older`."""
    pairs = next((part["x-older"] for part in root.definitions.values() if "x-older" in part), ())
    path = tuple(error.absolute_path)
    for depth in range(len(path) if pairs else -1, -1, -1):
        part = root.part(path[:depth])
        for old, new in pairs if isinstance(part, dict) and len(part) == 1 else ():
            if (bound := _bound(old, part)) is not None:
                message = "this is an older notation"
                hint = f"write {flow_text(_filled(new, bound))}"
                return [Finding("SCHEMA-OLD", (*path[:depth], *part), message, hint, at_key=True)]
    return []


def _bound(pattern: Any, value: Any) -> dict[str, Any] | None:
    """Return what the names of a pattern stand for in a value; None if it does not fit.

    >>> _bound({"take": {"from": "$a", "...": "$rest"}}, {"take": {"from": "box", "count": 2}})
    {'$a': 'box', '$rest': {'count': 2}}
    """
    if isinstance(pattern, str) and pattern.startswith("$"):
        return None if isinstance(value, dict | list) else {pattern: value}
    if not isinstance(pattern, dict) or not isinstance(value, dict):
        return {} if pattern == value else None
    rest = {key: part for key, part in value.items() if key not in pattern}
    if (rest and "..." not in pattern) or not set(pattern) - {"..."} <= set(value):
        return None
    parts = [_bound(part, value[key]) for key, part in pattern.items() if key != "..."]
    found = [part for part in parts if part is not None]
    bound = {name: part for some in found for name, part in some.items()}
    return None if len(found) < len(parts) else {**bound, **({pattern["..."]: rest} if "..." in pattern else {})}


def _filled(pattern: Any, bound: Mapping[str, Any]) -> Any:
    """Return a pattern with its names replaced."""
    if isinstance(pattern, dict):
        whole = {key: _filled(part, bound) for key, part in pattern.items() if key != "..."}
        return {**bound[pattern["..."]], **whole} if "..." in pattern else whole
    return bound.get(pattern, pattern) if isinstance(pattern, str) else pattern


def flow_text(value: Any) -> str:
    """Return data as YAML on one line.

    >>> flow_text({"swap": {"which": "stacks"}})
    'swap: {which: stacks}'
    """
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=1_000_000).strip()
    return text[1:-1] if isinstance(value, dict) else text


def _intended_branch(error: _Error) -> list[_Error]:
    """Return the errors of the only alternative of the value's type; empty if there is not exactly one."""
    by_branch: dict[int, list[_Error]] = {}
    for part in error.context:
        by_branch.setdefault(part.relative_schema_path[0], []).append(part)
    fitting = [
        parts
        for parts in by_branch.values()
        if not any(part.validator in ("type", "const") and not part.relative_path for part in parts)
    ]
    return fitting[0] if len(fitting) == 1 else []


_Messages = Iterator[tuple[str, DataPath, str, str, bool | str]]  # at the key, or the key that is missing


def _unknown_keys(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    for key in _unknown(error):
        noun, elsewhere = error.schema.get("x-key", "key"), error.schema.get("x-elsewhere", {})
        if key in elsewhere:  # a known key that belongs somewhere else
            yield "SCHEMA-KEY", (*path, key), f"the {noun} {quoted(key)} is not allowed here", elsewhere[key], True
        else:
            hint = suggest(key, _not_used(error))
            if error.instance[key] is None:  # {en: Headgear, cursed}
                hint = f'{hint} A text that contains ", " needs quotes.'.strip()
            yield "SCHEMA-KEY", (*path, key), f"unknown {noun} {quoted(key)}", hint, True


_LIKELY_MISSPELT = 20  # unknown keys of a map; more of them are not misspellings


def _unknown(error: _Error) -> Iterator[str]:
    """Yield the keys of a map that its schema does not define."""
    properties, patterns = error.schema.get("properties", {}), error.schema.get("patternProperties", {})
    for key in error.instance:
        if key not in properties and not any(re.search(pattern, key) for pattern in patterns):
            yield key


def _not_used(error: _Error) -> list[str]:
    """Return the defined keys that a map lacks; all of them if it lacks none."""
    keys = list(error.schema.get("properties", {}))
    return [key for key in keys if key not in error.instance] or keys


def _missing_keys(error: _Error, path: DataPath, root: _Root) -> _Messages:
    misspelt = {nearest(key, _not_used(error)) for key in islice(_unknown(error), _LIKELY_MISSPELT)}
    for key in error.schema["required"]:
        if key not in error.instance and key not in misspelt:
            hint = root.description_of(error.schema.get("properties", {}).get(key, {}))
            yield "SCHEMA-REQUIRED", path, f'the key "{key}" is missing', hint and f"{key}: {hint}", key


def _missing_partner(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    for key, partners in error.schema["dependentRequired"].items():
        for partner in partners:
            if key in error.instance and partner not in error.instance:
                message = f'"{key}" needs the key "{partner}" alongside it'
                yield "SCHEMA-REQUIRED", path, message, "", False


def _wrong_type(error: _Error, path: DataPath, root: _Root) -> _Messages:
    types = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    types = ["array"] if types == ["array", "string"] else types  # the text is a word used instead of a list
    names = " or ".join(_TYPES[name] for name in types)
    value = error.instance
    if types == ["array"] and path and isinstance(path[-1], int):
        around = root.part(path[:-1])
        if all(isinstance(item, str) for item in around):  # [n, s] for [[n, s]] is one mistake, not two
            message = f"expected a list of lists, got the list {quoted(around)}"
            yield "SCHEMA-TYPE", path[:-1], message, f"put it in square brackets once more: [{quoted(around)}]", False
            return
    if value is None:
        message = f"the value is missing: expected {names}"
    else:
        message = f"expected {names}, got {_kind_of(value)} {quoted(value)}"
    hint = _as_map(value, error.schema, root) if types == ["object"] and isinstance(value, str) else ""
    yield "SCHEMA-TYPE", path, message, hint or _type_hint(types, value, error.schema), False


_KEY_AND_REST = re.compile(r"([A-Za-z][\w-]*)\s*:?\s*(.*)")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}


def _as_map(value: str, schema: Mapping[str, Any], root: _Root) -> str:
    """Suggest a map for a text where a map is expected: `draw 3`, `draw:3`, `swap`, `n hole`."""
    properties, required, words = schema.get("properties", {}), schema.get("required", []), value.split()
    match = _KEY_AND_REST.fullmatch(value)
    key = match.group(1).lower() if match else ""
    if match and key not in properties:
        key = nearest(key, properties) or "" if match.group(2) else ""
    if match and key and len(value) <= _LONGEST_SLIP:
        rest = match.group(2) or root.example_of(properties[key])
        return f"write {key}: {rest}" if rest else ""
    fits = len(words) == len(required) and all(
        root.takes(properties[key], word) for key, word in zip(required, words, strict=True)
    )
    if required and fits and len(value) <= _LONGEST_SLIP:
        return "write {" + ", ".join(f"{name}: {word}" for name, word in zip(required, words, strict=True)) + "}"
    return ""


_LONGEST_SLIP = 60


def _type_hint(types: list[str], value: Any, schema: Mapping[str, Any]) -> str:
    """Suggest how to write a value."""
    words = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
    example = f"such as {quoted(schema['examples'][0], 100)}" if schema.get("examples") else ""
    match types, value:
        case [_, _, *_], _:
            return str(schema.get("description", ""))
        case _, None:
            return str(schema.get("patternErrorMessage", example))
        case ["string"], int():
            return f'put it in quotes: "{_plain(value)}"'
        case ["string"], float():
            return "put it in quotes"
        case ["integer"], str() if value.isdecimal() and len(value) <= LIMITS.digits:
            return f"write {int(value)} without leading zeros or quotes"
        case ["integer"], str() if value.casefold() in _NUMBERS:
            return f"write {_NUMBERS[value.casefold()]}"
        case ["integer"], str() if re.fullmatch(r"\d{1,3}\s?[x×]|[x×]\s?\d{1,3}", value):
            return f"write {int(re.sub(r'[^0-9]', '', value))}"
        case ["integer"], str():
            return "write it with the digits 0 to 9 only"
        case ["number"], str() if value.replace(",", "", 1).isdecimal():
            return f"write it with a point: {quoted(value)[1:-1].replace(',', '.')}"
        case ["number"], str():
            return "write a number without a unit, such as 2.5"
        case ["boolean"], str():
            return f"write {words.get(value.lower(), 'true or false')}"
        case ["array"], str() if not example:
            return f"put it in square brackets: [{quoted(value)[1:-1]}]"
        case ["array"], dict() if not example:
            return "start each entry with '- '"
    return example


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


def _not_listed(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    allowed = error.validator_value if error.validator == "enum" else [error.validator_value]
    words = [_plain(word) if word is not None else "null" for word in allowed]
    if error.instance is None:
        message, hint = "the value is missing", f"one of: {', '.join(words)}"
    else:
        message = f"{quoted(error.instance)} is not allowed here"
        word = error.instance if isinstance(error.instance, str) else ""
        names = {name: key for key, some in error.schema.get("x-names", {}).items() for name in some}
        close = None if nearest(word, words) else nearest(word, names)
        named = f'did you mean "{close}", that is {names[close]}?' if close else ""
        hint = _several(word, words) or named or suggest(word, words)
    yield "SCHEMA-VALUE", path, message, hint, False


def _several(value: str, words: list[str]) -> str:
    """Suggest `n, s` for `n s`."""
    parts = re.split(r"[\s/+-]+", value) if len(value) <= _LONGEST_SLIP else []
    return f"write {', '.join(parts)}" if len(parts) > 1 and all(part in words for part in parts) else ""


def _no_alternative(error: _Error, path: DataPath, root: _Root) -> _Messages:
    titles = [root.title_of(part).lower() for part in error.validator_value]
    message = f"{_kind_of(error.instance)} {quoted(error.instance)} is not allowed here"
    yield "SCHEMA-VALUE", path, message, f"wanted: {', or '.join(titles)}", False


def _out_of_range(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    bounds = (("from", error.schema.get("minimum")), ("to", error.schema.get("maximum")))
    message = f"{quoted(error.instance)} is too {'small' if error.validator == 'minimum' else 'large'}"
    yield "SCHEMA-RANGE", path, message, " ".join(f"{word} {b:,}" for word, b in bounds if b is not None), False


def _wrong_length(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    names = {
        "Items": ("the list", "entries"),
        "Length": ("the text", "characters"),
        "Properties": ("the map", "keys"),
    }
    subject, unit = names[str(error.validator)[3:]]
    bound, length = error.validator_value, len(error.instance)
    least = str(error.validator).startswith("min")
    size = f"{length:,} {_SINGULAR[unit] if length == 1 else unit}"
    message = f"{subject} has {size}: {quoted(error.instance)}" if length else f"{subject} is empty"
    hint = f"at {'least' if least else 'most'} {bound:,} {_SINGULAR[unit] if bound == 1 else unit}"
    if "x-key" in error.schema and not least:
        hint = f"one {error.schema['x-key']} per entry: start each with '- '"
    yield "SCHEMA-LENGTH", path, message, hint, False


_SINGULAR = {"entries": "entry", "characters": "character", "keys": "key"}


def _wrong_form(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    hint = error.schema.get("patternErrorMessage", f"wanted: {error.validator_value}")
    noun = error.schema.get("title", "").lower()
    wrong = f"is not a valid {noun}" if noun.isalpha() else "is not allowed here"
    if error.schema.get("type") == ["array", "string"]:
        wrong, hint = (
            f"is text, but a list is expected, or {hint}",
            f"put it in square brackets: [{error.instance[:_LONGEST_SLIP]}]",
        )
    word = str(error.instance)[:_LONGEST_SLIP].lower()
    plain = "".join(char for char in normalize("NFKD", word) if not combining(char))
    instead = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if noun == "id" and 2 * len(instead) >= len(word) and re.search(error.validator_value, instead):
        hint = f"write {instead}: {hint}"
    yield "SCHEMA-PATTERN", path, f"{quoted(error.instance)} {wrong}", hint, False


def _not_unique(error: _Error, path: DataPath, _whole: _Root) -> _Messages:
    seen = set()
    for index, item in enumerate(error.instance):
        if (text := _as_text(item)) in seen:
            yield "SCHEMA-UNIQUE", (*path, index), f"{quoted(item)} appears in the list twice", "delete one", False
        seen.add(text)


_SENTENCES: dict[str, Callable[[_Error, DataPath, _Root], _Messages]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing_keys,
    "dependentRequired": _missing_partner,
    "type": _wrong_type,
    "anyOf": _no_alternative,
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


# --- parts -----------------------------------------------------------------------------------------------


def resolved_parts(part: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and everything it refers to or consists of."""
    yield part
    reference = str(part.get("$ref", ""))
    if reference.startswith("#/$defs/") and reference[8:] in root.get("$defs", {}):
        yield from resolved_parts(root["$defs"][reference[8:]], root)
    for word in ("anyOf", "oneOf", "allOf"):
        for other in part.get(word, ()):
            yield from resolved_parts(other, root)


def schemas_at(root: Mapping[str, Any], path: DataPath) -> Iterator[Mapping[str, Any]]:
    """Yield the schemas of the value at a path."""
    return _walk(root, [root], path)


def _walk(root: Mapping[str, Any], parts: Iterable[Mapping[str, Any]], path: DataPath) -> Iterator[Mapping[str, Any]]:
    every = [one for part in parts for one in resolved_parts(part, root)]
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
