"""The kinds, fields and choices of a game file, as far as they are valid.

Creating new cards of a data-only game: one flag per field of the kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.core.shipped import GAME_FILE, shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.data.tables.read import TableUse
from cloudy_pnp.draw.fontbook import NO_FONTS, FontBook, font_book
from cloudy_pnp.game.contract import Answers, Authoring, ComponentKind, Flag, Maker

SCHEMA = "data-game"
RESERVED = frozenset(
    ("game", "glossary", "rules", "pack", "words", "wording", "layout", "formats", "papers", "sheet", "sheet-texts")
)


COMPONENTS = {
    "card": ComponentKind.CARD,
    "token": ComponentKind.TOKEN,
    "tile": ComponentKind.TOKEN,
    "board": ComponentKind.BOARD,
    "mat": ComponentKind.BOARD,
    "pad": ComponentKind.PAD,
    "standee": ComponentKind.STANDEE,
}


class Field(Struct, frozen=True):
    """A field of a kind."""

    name: str
    type: str
    of: str | None = None  # a set of choices; of a list also text or number
    to: str | None = None  # a kind
    least: float | None = None
    most: float | None = None
    decimals: int = 0  # of a number
    optional: bool = False
    about: str = ""


class KindOf(Struct, frozen=True):
    """A kind of cards."""

    name: str
    fields: Mapping[str, Field]
    component: str = "card"
    layout: str | Mapping[str, Any] | None = None
    back: str | Mapping[str, Any] | None = None
    copies: int = 1
    table: TableUse = msgspec.field(default_factory=TableUse)
    sound: bool = True  # False: its definition has errors, so that its cards cannot be checked

    @property
    def names(self) -> frozenset[str]:
        """The fields that layouts can use."""
        return frozenset(("id", "count", *self.fields))

    @property
    def is_printed(self) -> bool:
        """Return whether there is something to print of it."""
        return self.component != "none" and self.layout is not None


class Definition(Struct, frozen=True):
    """A data-only game."""

    id: str
    kinds: Mapping[str, KindOf] = msgspec.field(default_factory=dict)
    choices: Mapping[str, Mapping[str, Mapping[str, Any]]] = msgspec.field(default_factory=dict)
    fonts: FontBook = NO_FONTS
    has_box: bool = False  # whether game.yaml asks for a tuck box
    source: str = "en"  # the first of the game's languages


@cache
def game_schema() -> Schema:
    """Return the schema of the game file."""
    return Schema.load((shipped_root() / "schema" / "common",), SCHEMA)


def definition_of(game_id: str, source: SourceFile | None, font_folders: Iterable[Path] = ()) -> Definition:
    """Read the definition of a game file. Invalid parts are skipped here, and reported by the check."""
    document = source.documents[0] if source is not None and source.documents else None
    game = document.get("game") if isinstance(document, Mapping) else None
    if not isinstance(game, Mapping):
        return Definition(game_id)
    schema = game_schema().bundled
    parts = Schema({**schema["$defs"]["options"], "$defs": schema["$defs"]})
    choices = {
        str(name): options
        for name, options in _items(game.get("choices"))
        if isinstance(options, Mapping) and not parts.findings(options)
    }
    one = Schema({**schema["$defs"]["kind"], "$defs": schema["$defs"]})
    columns = {str(head): str(field) for head, field in _items(game.get("columns"))}
    kinds = {}
    for name, data in _items(game.get("kinds")):
        if isinstance(name, str) and name not in RESERVED:
            sound = isinstance(data, Mapping) and not one.findings(data)
            kinds[name] = (
                _kind(name, data, columns)
                if sound
                else KindOf(name, {}, table=TableUse(rows=_rows_of(data)), sound=False)
            )
    fonts = Schema({**schema["$defs"]["fonts"], "$defs": schema["$defs"]})
    named = game.get("fonts")
    spec = named if isinstance(named, Mapping) and not fonts.findings(named) else {}
    languages = game.get("languages")
    first = str(languages[0]) if isinstance(languages, list) and languages else "en"
    book, has_box = font_book(font_folders, spec), isinstance(game.get("box"), Mapping)
    return Definition(game_id, kinds, choices, book, has_box, first)


def _items(value: Any) -> Iterator[tuple[Any, Any]]:
    return iter(value.items()) if isinstance(value, Mapping) else iter(())


def _kind(name: str, data: Mapping[str, Any], columns: Mapping[str, str]) -> KindOf:
    file, _, sheet = data.get("from", "").partition("#")
    return KindOf(
        name,
        {key: _field(key, value) for key, value in data["fields"].items() if key not in ("id", "count")},
        data.get("component", "card"),
        data.get("layout"),
        data.get("back"),
        data.get("copies", 1),
        TableUse(file, sheet, _rows_of(data), {**columns, **data.get("columns", {})}),
    )


def _rows_of(data: Any) -> dict[str, list[str]]:
    rows = data.get("rows") if isinstance(data, Mapping) else None
    return {
        str(head): [str(word) for word in (words if isinstance(words, list) else [words])]
        for head, words in _items(rows)
    }


def _field(name: str, value: str | Mapping[str, Any]) -> Field:
    if isinstance(value, str):
        return Field(name, value)
    given = {key: value[key] for key in ("of", "to", "least", "most", "decimals", "optional", "about") if key in value}
    return Field(name, value["type"], **given)


def described_in(root: Path, game_id: str) -> Path | None:
    """Return the file that describes a data-only game below a root, if there is one."""
    path = root / "cards" / game_id / GAME_FILE
    return path if path.is_file() else None


_HELP = {
    "words": ("[LANG=]TEXT", "in the source language, or in the one named; may be repeated"),
    "number": ("N", "a whole number"),
    "yes-no": ("yes|no", "yes or no"),
    "picture": ("FILE", "a picture in the game's folder"),
    "colour": ("#RRGGBB", "a colour"),
    "reference": ("ID", "the id of another card"),
    "list": ("A;B", "several, with ; in between"),
}

MOTIFS = "motifs"  # a folder of pictures for layouts: shipped ones, and those next to a game's cards
_TITLE = re.compile("<title>([^<]*)</title>")
_NAMED = re.compile("(?P<lang>[a-z]{2,3})=")


def authoring(definition: Definition, folders: Sequence[Path] = ()) -> Authoring:
    """Return a maker for each kind, by its name, and the motifs for layouts."""
    makers = {kind.name: _maker(kind, definition) for kind in definition.kinds.values() if kind.sound}
    return Authoring(makers, vocabulary={"motifs": partial(_motifs, folders)})


def _motifs(folders: Sequence[Path]) -> list[tuple[str, str]]:
    """Return the pictures in folders `motifs/`, each with its title."""
    paths = {path.name: path for folder in reversed(folders) for path in sorted((folder / MOTIFS).glob("*.svg"))}
    titles = {name: _TITLE.search(path.read_text("utf-8", "replace")) for name, path in paths.items()}
    return [(f"{MOTIFS}/{name}", title[1] if title else "") for name, title in sorted(titles.items())]


def _maker(kind: KindOf, definition: Definition) -> Maker:
    has_name = kind.fields.get("name") is not None and kind.fields["name"].type == "words"
    fields = [field for field in kind.fields.values() if not (has_name and field.name == "name")]
    return Maker(
        kind=kind.name,
        help=f"A card of {kind.name}.",
        example=f'new {kind.name} "A Name"',
        flags=[_flag(field, definition) for field in fields],
        named=has_name,
        make=partial(_make, fields, definition),
        comment="Every field is described in the game's file, game.yaml.",
        template=partial(_template, fields, definition),
    )


def _flag(field: Field, definition: Definition) -> Flag:
    options = definition.choices.get(field.of or "")
    metavar, text = _HELP.get(field.type, ("TEXT", "text"))
    if options and field.type == "choice":
        metavar, text = "ID", f"one of: {', '.join(list(options)[:12])}"
    description = field.about or text
    sentence = f"{description[:1].upper()}{description[1:]}.".replace("..", ".")
    return Flag(field.name, metavar, sentence, many=field.type == "words")


def _template(fields: Sequence[Field], definition: Definition) -> tuple[Answers, list[str]]:
    """Give each necessary field the least it may be; only the author knows pictures and other cards."""
    answers: dict[str, Sequence[str]] = {}
    for field in fields:
        options = list(definition.choices.get(field.of or "", ()))
        value = {
            "words": field.name,
            "text": field.name,
            "number": str(int(field.least or 0)),
            "yes-no": "no",
            "colour": "#808080",
            "choice": options[0] if options else None,
            "list": options[0] if options else None,
        }.get(field.type)
        if value is not None and not field.optional:
            answers[field.name] = [value]
    return answers, [f"May be added: {field.name}" for field in fields if field.optional]


def _make(fields: Sequence[Field], definition: Definition, answers: Answers) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for field in fields:
        texts = [text for text in answers.get(field.name, ()) if text]
        if texts:
            entry[field.name] = _value(field, texts, definition)
        elif not field.optional:
            raise UserError(f"--{field.name} is missing")
    return entry


def _value(field: Field, texts: Sequence[str], definition: Definition) -> Any:
    text = texts[-1]
    match field.type:
        case "words":
            return _words(texts, definition.source)
        case "number":
            try:
                return float(text.replace(",", ".")) if field.decimals else int(text)
            except ValueError:
                raise UserError(
                    f'--{field.name} "{text}" is not a {"" if field.decimals else "whole "}number'
                ) from None
        case "yes-no":
            return text.lower() in ("yes", "true", "1")
        case "choice":
            options = definition.choices.get(field.of or "", {})
            if options and text not in options:
                raise UserError(f'--{field.name} "{text}" is not possible; {suggest(text, options)}')
            return text
        case "list":
            parts = [part.strip() for part in text.split(";") if part.strip()]
            return [int(part) for part in parts] if field.of == "number" and all(p.isdigit() for p in parts) else parts
    return text


def _words(texts: Sequence[str], source: str) -> Mapping[str, str]:
    """Return texts by language, en=…; one without a language is in the source language.

    >>> _words(["Roar.", "de=Brüll."], "en")
    {'en': 'Roar.', 'de': 'Brüll.'}
    """
    found = [(_NAMED.match(text), text) for text in texts]
    return {named["lang"] if named else source: text[named.end() :] if named else text for named, text in found}
