"""The field of a column, by its header and the schema of the cards; and the conversion of cells to values."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, nearest
from cloudy_pnp.data.schema import Schema, resolved_parts
from cloudy_pnp.data.source import parse_source

_COUNTS = (
    "count qty quantity copies amount anzahl menge stueck stueckzahl exemplare nombre quantite qte exemplaires "
    "darab db darabszam mennyiseg peldany peldanyszam"
)
COUNTS = frozenset(_COUNTS.split())
_LANGUAGES = {
    "de": "deutsch german allemand nemet deu ger",
    "en": "english englisch anglais angol eng",
    "fr": "francais french franzoesisch francia fra fre",
    "hu": "magyar hungarian ungarisch hongrois hun",
}
_LANG = re.compile(r"(.*\S)\s*+[:_]\s*+([A-Za-z]{2,3}|same)")
_LOOSE_LANG = re.compile(r"(.*[^\s(\[/-])[\s(\[/-]++([^\W\d_]{2,12})[)\]]?")  # Name DE, name (de), Name [Deutsch]
LONGEST_HEADER = 200  # characters
YES = frozenset(("yes", "true", "x", "1", "y", "ja", "oui", "igen"))
NO = frozenset(("no", "false", "0", "n", "nein", "non", "nem"))
_DEEPEST = 6


class Column(Struct, frozen=True):
    """A field, or a part of one: the text in one language."""

    path: tuple[str, ...]
    schema: Mapping[str, Any]


class Columns:
    """The fields that a table of one kind can have."""

    def __init__(self, entry: Schema, languages: Sequence[str], mapped: Mapping[str, str] | None = None) -> None:
        self._definitions: Mapping[str, Any] = entry.bundled.get("$defs", {})
        self._whole = entry.bundled
        self.languages = list(languages) or ["en"]
        self._mapped = {plain(head): field for head, field in (mapped or {}).items()}  # by `columns` in game.yaml

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

    @property
    def required(self) -> Sequence[str]:
        """The fields that every card needs."""
        found: Sequence[str] = self.resolved(self._whole).get("required", ())
        return found

    def find(self, head: str) -> Column | None:
        """Return the field named by a header, ignoring case: `Name_DE`, `name (de)`, `Anzahl`, `face.vines`.

        What game.yaml says under `columns` comes first.
        """
        mapped = self._mapped.get(plain(head))
        head = mapped or head.strip()
        column = self._field(head, self.properties(), ())
        if column is None and mapped:  # the slip is reported in game.yaml; the column is read as the suggestion
            column = self._field(nearest(mapped, self.properties()) or "", self.properties(), ())
        if column is not None:
            return column
        if folded(head) in COUNTS and "count" in self.properties():
            return Column(("count",), self.properties()["count"])
        base, lang = self._split(head)
        column = self._field(base, self.properties(), ()) if lang else None
        if column is not None and len(column.path) > 1 and column.path[-1] == self.languages[0]:
            return Column((*column.path[:-1], lang), _TEXTS if lang == "same" else {"type": "string"})
        return None

    def _split(self, head: str) -> tuple[str, str]:
        """Split a head into a field and the code of a language; empty where it names none."""
        if match := _LANG.fullmatch(head):
            return match[1], match[2].lower()
        match = _LOOSE_LANG.fullmatch(head)
        word = folded(match[2]) if match else ""
        lang = next((code for code, words in _LANGUAGES.items() if word in words.split()), word)
        return (match[1], lang) if match and lang in (*self.languages, "same") else (head, "")

    def language_meant(self, head: str) -> str:
        """Return what a header that names a localized field and half a language probably means: `Name RU`."""
        match = _LANG.fullmatch(head) or _LOOSE_LANG.fullmatch(head)
        column = self._field(match[1], self.properties(), ()) if match else None
        if match is None or column is None or column.path[-1] != self.languages[0] or len(column.path) < 2:
            return ""
        word = folded(match[2])
        lang = next((lang for lang in self.languages if word.startswith(lang)), None) or nearest(word, self.languages)
        return f"{match[1]} {lang.upper()}" if lang else ""

    def _field(self, head: str, known: Mapping[str, Mapping[str, Any]], before: tuple[str, ...]) -> Column | None:
        name, _, rest = head.partition(".")
        exact = name if name in known else next((key for key in known if plain(key) == plain(name)), None)
        exact = exact or next((key for key in known if folded(key) in (folded(name), slug(name))), None)
        if exact is None or len(before) > _DEEPEST:
            return None
        schema = known[exact]
        path = (*before, exact)
        if is_localized(schema):
            if rest:
                return Column((*path, rest.lower()), _TEXTS if rest.lower() == "same" else {"type": "string"})
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
        if "enum" in schema:
            return _listed(text, schema)
        if "x-to" in schema:  # another card, by its id or its name
            return text if re.fullmatch(r"[a-z0-9-]+", text) else slug(text, self.languages[0]) or text
        if ("array" in kinds and text.startswith("[")) or ("object" in kinds and text.startswith("{")):
            source = parse_source(text.encode("utf-8", "replace"), "cell")
            return source.documents[0] if source.documents and not source.problems else text
        if "integer" in kinds and (whole := re.fullmatch(r"([-+]?\d{1,15})(?:[.,]0{1,4})?", text)):
            return int(whole[1])
        if "number" in kinds and re.fullmatch(r"[-+]?\d{1,15}([.,]\d{1,15})?", text):
            return float(text.replace(",", "."))
        if "boolean" in kinds and text.casefold() in YES | NO:
            return text.casefold() in YES
        if "array" in kinds:
            parts = text.split(";") if ";" in text or not _is_listed(schema.get("items", {})) else text.split(",")
            return [self.value(part.strip(), schema.get("items", {})) for part in parts if part.strip()]
        return text


_TEXTS = {"type": "array", "items": {"type": "string"}}


def _is_listed(items: Mapping[str, Any]) -> bool:
    """Return whether the items of a list are words of a set, which never contain a comma."""
    return "enum" in items


def _listed(text: str, schema: Mapping[str, Any]) -> str:
    """Return the word of a set that a cell means: by its id or by its name in any language, in any case."""
    names = {folded(name): word for word, some in schema.get("x-names", {}).items() for name in some}
    ids = {folded(str(word)): str(word) for word in schema["enum"]}
    return text if text in schema["enum"] else ids.get(folded(text), names.get(folded(text), text))


def is_localized(schema: Mapping[str, Any]) -> bool:
    """Check whether a field is a text in every language."""
    return str(schema.get("$ref", "")).endswith("/localized")


def plain(header: str) -> str:
    """Normalize a header.

    >>> plain(" Full Name ")
    'full-name'
    """
    return re.sub(r"[\s_-]+", "-", header.strip().casefold()).strip("-")


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "œ": "oe", "æ": "ae"})


_LATIN = str.maketrans(
    dict(
        zip(
            "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґґαβγδεζηθικλμνξοπρσςτυφχψω",
            "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i i ye g g "
            "a v g d e z i th i k l m n x o p r s s t y f ch ps o".replace("_", "").split(" "),
            strict=True,
        )
    )
)  # Cyrillic and Greek letters in ids


def folded(text: str) -> str:
    """Return a word as a key without capitals, accents and spaces; umlauts are written out.

    >>> folded("Stückzahl "), folded("Quantité")
    ('stueckzahl', 'quantite')
    """
    return slug(text.casefold().translate(_UMLAUTS))


def slug(text: str, lang: str = "") -> str:
    """Convert a name to an id; umlauts of a German one are written out.

    >>> slug("Az Öreg Mennydörgés!"), slug("Grünschnabel", "de"), slug("Жар-птица"), slug("Χίος")
    ('az-oreg-mennydorges', 'gruenschnabel', 'zhar-ptitsa', 'chios')
    """
    text = text.casefold().translate(_UMLAUTS) if lang == "de" else text.replace("ß", "ss")
    plain_text = unicodedata.normalize("NFKD", text.replace("'", "").lower().translate(_LATIN))
    letters = plain_text.translate(_LATIN).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:60].strip("-")


def is_empty(cell: Any) -> bool:
    """Check whether a cell is blank."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


_ERRORS = frozenset(
    ["#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!", "#BEZUG!", "#WERT!", "#ZAHL!", "#NV", "#HIV!"]
)


def odd(cell: Any) -> tuple[str, str]:
    """Describe a value that no field can have, a date or a failed formula, with a hint; empty for others."""
    match cell:
        case datetime.datetime() | datetime.date() | datetime.time() | datetime.timedelta():
            moment = cell if isinstance(cell, datetime.timedelta) else cell.isoformat()
            return f"the date or time {moment}", "format the cell as text and type the value again"
        case str() if cell.strip().upper() in _ERRORS:
            return f"the error {cell.strip()} of a formula", "correct the formula, or type its value"
        case NoResult():
            return "a formula without a result", "open and save the table in a spreadsheet program, or type the value"
    return "", ""


class NoResult(Struct, frozen=True):
    """A formula whose result is not in the file: some programs do not compute it."""


def failed_formula(error: str) -> str | NoResult:
    """Return the value of a cell that a spreadsheet's reader leaves empty: a known error, or no result."""
    return error if error.upper() in _ERRORS else NoResult()


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
