"""The smallest valid entry of a kind: the start of a new card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cloudy_pnp.data.schema import Schema, resolved_parts
from cloudy_pnp.data.tables.columns import Columns, is_localized

_DEEPEST = 6


def least_entry(
    schema: Schema, name: str, languages: Sequence[str], others: Iterable[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Return an entry with the id `name` and the smallest value of every required field.

    A text contains the name. A word that no schema can choose (an icon, a picture) is that of the first of `others`.
    """
    columns = Columns(schema, languages)
    required: Sequence[str] = columns.resolved(schema.bundled).get("required", ())
    title = name.replace("-", " ").title()
    entry: dict[str, Any] = {"id": name}
    for key in required:
        if key != "id" and key in columns.properties():
            entry[key] = _least(columns, columns.properties()[key], title, 0)
    other = next(iter(others), {})
    chosen = {key for key, value in entry.items() if key != "id" and value == title}
    return entry | {key: other[key] for key in chosen & other.keys()}


def _least(columns: Columns, schema: Mapping[str, Any], title: str, depth: int) -> Any:
    if is_localized(schema):
        return {columns.languages[0]: title}
    part = columns.resolved(schema)
    kinds = part.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if part.get("enum"):
        return part["enum"][0]
    if "const" in part:
        return part["const"]
    match kind:
        case "integer" | "number":
            return part.get("minimum", 0)
        case "boolean":
            return False
        case "array":
            return [_least(columns, part.get("items", {}), title, depth + 1) for _ in range(part.get("minItems", 0))]
        case "object" if depth < _DEEPEST:
            inner = part.get("properties", {})
            return {key: _least(columns, inner[key], title, depth + 1) for key in part.get("required", ())}
    return next((text for text in part.get("examples", ()) if isinstance(text, str)), title)


def first_example(schema: Schema) -> Mapping[str, Any]:
    """Return the first example of a kind, or of what it refers to; empty without one."""
    for part in resolved_parts(schema.bundled, schema.bundled):
        for example in part.get("examples", ()):
            if isinstance(example, Mapping):
                return example
    return {}
