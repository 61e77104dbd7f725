"""How new cards of a data-only game are started: one flag for each field of the kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.games.contract import Answers, Authoring, Dialogue, Flag, Maker
from cloudy_pnp.games.data_game.definition import Definition, Field, KindOf

_HELP = {
    "words": ("LANG=TEXT", "in a language; may be repeated"),
    "number": ("N", "a whole number"),
    "yes-no": ("yes|no", "yes or no"),
    "picture": ("FILE", "a picture in the game's folder"),
    "colour": ("#RRGGBB", "a colour"),
    "reference": ("ID", "the id of another card"),
    "list": ("A;B", "several, with ; in between"),
}


def authoring(definition: Definition) -> Authoring:
    """A maker for each kind, by its name."""
    return Authoring({kind.name: _maker(kind, definition) for kind in definition.kinds.values() if kind.sound})


def _maker(kind: KindOf, definition: Definition) -> Maker:
    named = kind.fields.get("name") is not None and kind.fields["name"].type == "words"
    fields = [one for one in kind.fields.values() if not (named and one.name == "name")]
    return Maker(
        kind=kind.name,
        help=f"A card of {kind.name}.",
        example=f'new {kind.name} "A Name"',
        flags=[_flag(one, definition) for one in fields],
        named=named,
        ask=partial(_ask, fields, definition),
        make=partial(_make, fields, definition),
        comment="Every field is described in the game's file, game.yaml.",
    )


def _flag(one: Field, definition: Definition) -> Flag:
    options = definition.choices.get(one.of or "")
    metavar, text = _HELP.get(one.type, ("TEXT", "text"))
    if options and one.type == "choice":
        metavar, text = "ID", f"one of: {', '.join(list(options)[:12])}"
    said = one.about or text
    return Flag(one.name, metavar, f"{said[:1].upper()}{said[1:]}.".replace("..", "."), many=one.type == "words")


def _ask(fields: Sequence[Field], definition: Definition, ask: Dialogue) -> Answers:
    answers: dict[str, Sequence[str]] = {}
    for one in fields:
        if one.optional:
            continue
        options = list(definition.choices.get(one.of or "", ()))
        if one.type == "choice" and options:
            answers[one.name] = [options[ask.choice(one.name, options)]]
        elif one.type == "number":
            least = int(one.least) if one.least is not None else 0
            most = int(one.most) if one.most is not None else 1_000_000
            answers[one.name] = [str(ask.number(one.name, least, least, most))]
        elif one.type == "yes-no":
            answers[one.name] = ["yes" if ask.yes(one.name) else "no"]
        else:
            answers[one.name] = [ask.text(one.name)]
    return answers


def _make(fields: Sequence[Field], definition: Definition, answers: Answers) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for one in fields:
        given = [text for text in answers.get(one.name, ()) if text]
        if given:
            entry[one.name] = _value(one, given, definition)
        elif not one.optional:
            raise UserError(f"--{one.name} is missing; on a terminal you are asked for it")
    return entry


def _value(one: Field, given: Sequence[str], definition: Definition) -> Any:
    text = given[-1]
    match one.type:
        case "words":
            return _words(one, given)
        case "number":
            try:
                return float(text.replace(",", ".")) if one.decimals else int(text)
            except ValueError:
                raise UserError(f'--{one.name} "{text}" is not a {"" if one.decimals else "whole "}number') from None
        case "yes-no":
            return text.lower() in ("yes", "true", "1")
        case "choice":
            options = definition.choices.get(one.of or "", {})
            if options and text not in options:
                raise UserError(f'--{one.name} "{text}" is not possible; {meant(text, options)}')
            return text
        case "list":
            parts = [part.strip() for part in text.split(";") if part.strip()]
            return [int(part) for part in parts] if one.of == "number" and all(p.isdigit() for p in parts) else parts
    return text


def _words(one: Field, given: Sequence[str]) -> Mapping[str, str]:
    found = {}
    for text in given:
        lang, equals, words = text.partition("=")
        if not equals or not lang.isalpha() or len(lang) > 3:
            raise UserError(f'--{one.name} "{text}" is not a language and a text, such as en=…')
        found[lang] = words
    return found
