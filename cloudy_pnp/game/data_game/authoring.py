"""Creating new cards of a data-only game: one flag per field of the kind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.game.contract import Answers, Authoring, Flag, Maker
from cloudy_pnp.game.data_game.definition import Definition, Field, KindOf

_HELP = {
    "words": ("[LANG=]TEXT", "in the source language, or in the one named; may be repeated"),
    "number": ("N", "a whole number"),
    "yes-no": ("yes|no", "yes or no"),
    "picture": ("FILE", "a picture in the game's folder"),
    "colour": ("#RRGGBB", "a colour"),
    "reference": ("ID", "the id of another card"),
    "list": ("A;B", "several, with ; in between"),
}

_NAMED = re.compile("(?P<lang>[a-z]{2,3})=")


def authoring(definition: Definition) -> Authoring:
    """Return a maker for each kind, by its name."""
    return Authoring({kind.name: _maker(kind, definition) for kind in definition.kinds.values() if kind.sound})


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
