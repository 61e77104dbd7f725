"""The field of a column, by its header and the schema of the cards; and the conversion of cells to values."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import parse_source

COUNTS = ("count", "qty", "quantity", "copies")
_LANG = re.compile(r"(.*\S)\s*+[:_]\s*+([A-Za-z]{2,3}|same)")
LONGEST_HEADER = 200  # characters
_YES = frozenset(("yes", "true", "x", "1", "y", "ja", "oui", "igen"))
_NO = frozenset(("no", "false", "0", "n", "nein", "non", "nem"))
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Column:
    """A field, or a part of one: the text in one language."""

    path: tuple[str, ...]
    schema: Mapping[str, Any]


class Columns:
    """The fields that a table of one kind can have."""

    def __init__(self, entry: Schema, languages: Sequence[str]) -> None:
        self._definitions: Mapping[str, Any] = entry.bundled.get("$defs", {})
        self._whole = entry.bundled
        self.languages = list(languages) or ["en"]

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a schema with everything it refers to."""
        for _ in range(_DEEPEST):
            reference = schema.get("$ref")
            if not isinstance(reference, str):
                break
            schema = {
                **self._definitions.get(reference.rsplit("/", 1)[1], {}),
                **{k: v for k, v in schema.items() if k != "$ref"},
            }
        return schema

    def properties(self, schema: Mapping[str, Any] | None = None) -> Mapping[str, Mapping[str, Any]]:
        """Return the fields of a card, or of a map inside one."""
        fields: Mapping[str, Mapping[str, Any]] = self.resolved(schema or self._whole).get("properties", {})
        return fields

    def find(self, header: str) -> Column | None:
        """Return the field named by a header, ignoring case: `Name_DE`, `name:de`, `Qty`, `face.vines`."""
        column = self._field(header.strip(), self.properties(), ())
        if column is not None:
            return column
        if plain(header) in COUNTS and "count" in self.properties():
            return Column(("count",), self.properties()["count"])
        match = _LANG.fullmatch(header.strip())
        base = self._field(match[1], self.properties(), ()) if match else None
        if match and base is not None and len(base.path) > 1 and base.path[-1] == self.languages[0]:
            lang = match[2].lower()
            return Column(
                (*base.path[:-1], lang),
                {"type": "array", "items": {"type": "string"}} if lang == "same" else {"type": "string"},
            )
        return None

    def _field(self, header: str, fields: Mapping[str, Mapping[str, Any]], before: tuple[str, ...]) -> Column | None:
        name, _, rest = header.partition(".")
        exact = name if name in fields else next((key for key in fields if plain(key) == plain(name)), None)
        if exact is None or len(before) > _DEEPEST:
            return None
        schema = fields[exact]
        path = (*before, exact)
        if is_localized(schema):
            if rest:
                same = {"type": "array", "items": {"type": "string"}}
                return Column((*path, rest.lower()), same if rest.lower() == "same" else {"type": "string"})
            return Column((*path, self.languages[0]), {"type": "string"})
        if rest:
            return self._field(rest, self.properties(schema), path)
        return Column(path, self.resolved(schema))

    def value(self, cell: Any, schema: Mapping[str, Any]) -> Any:
        """Convert a cell to the type of its field; an unsuitable cell is unchanged, and the schema reports it."""
        schema = self.resolved(schema)
        kinds = schema.get("type", "string")
        kinds = [kinds] if isinstance(kinds, str) else list(kinds)
        if isinstance(cell, str):
            return self._from_text(cell, schema, kinds)
        if isinstance(cell, float) and cell.is_integer():
            cell = int(cell)
        if isinstance(cell, int | float) and not isinstance(cell, bool) and kinds == ["string"]:
            return str(cell)
        if isinstance(cell, int) and not isinstance(cell, bool) and kinds == ["boolean"] and cell in (0, 1):
            return bool(cell)
        if kinds == ["array"]:
            return [self.value(cell, schema.get("items", {}))]
        return cell

    def _from_text(self, text: str, schema: Mapping[str, Any], kinds: Sequence[str]) -> Any:
        text = text.strip()
        if ("array" in kinds and text.startswith("[")) or ("object" in kinds and text.startswith("{")):
            source = parse_source(text.encode("utf-8", "replace"), "cell")
            return source.documents[0] if source.documents and not source.problems else text
        if "integer" in kinds and re.fullmatch(r"[-+]?\d{1,15}", text):
            return int(text)
        if "number" in kinds and re.fullmatch(r"[-+]?\d{1,15}([.,]\d{1,15})?", text):
            return float(text.replace(",", "."))
        if "boolean" in kinds and text.casefold() in _YES | _NO:
            return text.casefold() in _YES
        if "array" in kinds:
            return [self.value(part.strip(), schema.get("items", {})) for part in text.split(";") if part.strip()]
        return text


def is_localized(schema: Mapping[str, Any]) -> bool:
    """Check whether a field is a text in every language."""
    return str(schema.get("$ref", "")).endswith("/localized")


def plain(header: str) -> str:
    """Normalize a header.

    >>> plain(" Full Name ")
    'full-name'
    """
    return re.sub(r"[\s_-]+", "-", header.strip().casefold()).strip("-")


def is_empty(cell: Any) -> bool:
    """Check whether a cell is blank."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def odd(cell: Any) -> str:
    """Describe the content of a cell that is not valid in any field: a date, an error."""
    match cell:
        case datetime.datetime() | datetime.date() | datetime.time() | datetime.timedelta():
            return f"the date or time {cell.isoformat() if not isinstance(cell, datetime.timedelta) else cell}"
        case str() if cell.startswith("#") and cell.rstrip("!?/0A").upper() in (
            "#REF",
            "#NAME",
            "#VALUE",
            "#DIV",
            "#N",
            "#NULL",
            "#NUM",
        ):
            return f"the error {cell}"
    return ""


def put(entry: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set a value at a path of a card."""
    for step in path[:-1]:
        inner = entry.setdefault(step, {})
        if not isinstance(inner, dict):
            return
        entry = inner
    entry[path[-1]] = value


def prefixes(path: DataPath) -> Iterator[DataPath]:
    """Yield a path and all its prefixes, the longest first."""
    for length in range(len(path), 0, -1):
        yield path[:length]
