"""Expressions in layouts: look-ups, comparisons, and text with fields. There is no other language in it.

A card is a map. The target of a reference (a choice, another card) is a map inside it, with `id` and perhaps `name`, so
that `{suit}` is the suit's name, `{suit.colour}` its colour, and `when: {suit: flame}` compares its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import quoted
from cloudy_pnp.i18n.habits import habits_of

_PLACE = re.compile(r"\{\{|\}\}|\{([a-z0-9_]+(?:[.-][a-z0-9_]+)*)(?::([^\s\[\]{}:*]{1,40}))?\}")
_ICON = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)*(?::[^\s\[\]{}:*]{1,6})?)\}")
_LONGEST_ON_ICON = 6  # characters
_DEEPEST = 6  # steps of a dotted name


class Place(Struct, frozen=True):
    """A place in a text that a field, a value per choice, or an icon fills; `number` is what is printed on the icon."""

    name: str
    number: str = ""


class Rounded(float):
    """A number that is printed with a fixed number of decimals.

    >>> format_value(Rounded(2.5, 2), "de"), Rounded(2.5, 2) == 2.5
    ('2,50', True)
    """

    def __new__(cls, value: float, _decimals: int) -> Rounded:
        """Make the number."""
        return super().__new__(cls, value)

    def __init__(self, _value: float, decimals: int) -> None:
        self.decimals = decimals


class BadValue(Exception):
    """A setting has an unusable value, such as a field that is not a colour."""


class Unknown(Exception):
    """A layout uses a field that a card does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@lru_cache(maxsize=4096)
def template(text: str) -> tuple[str | Place, ...]:
    """Split a text into plain stretches and placeholders.

    >>> template("{attack} / {{x}}")
    (Place(name='attack', number=''), ' / ', '{', 'x', '}')
    """
    parts: list[str | Place] = []
    at = 0
    for match in _PLACE.finditer(text):
        if match.start() > at:
            parts.append(text[at : match.start()])
        parts.append(Place(match[1], match[2] or "") if match[1] else match[0][0])
        at = match.end()
    if at < len(text):
        parts.append(text[at:])
    return tuple(parts)


def places(text: str) -> Iterator[str]:
    """Yield the names that a text uses."""
    return (part.name for part in template(text) if isinstance(part, Place))


def only_place(text: str) -> str | None:
    """Return the name in a text that consists of a single placeholder.

    >>> only_place("{suit.colour}"), only_place("red")
    ('suit.colour', None)
    """
    parts = template(text)
    only = parts[0] if len(parts) == 1 else None
    return only.name if isinstance(only, Place) and not only.number else None


class Fields(Struct, frozen=True):
    """A card as a layout reads it, in one language.

    `optional` are the names of fields that a card may lack; any other missing name raises `Unknown`.
    """

    entry: Mapping[str, Any]
    lang: str
    values: Mapping[str, Mapping[str, Any]]
    optional: frozenset[str] | None = None

    def has(self, name: str) -> bool:
        """Check whether a name can be looked up."""
        first = name.partition(".")[0]
        return name in self.values or first in self.entry or (self.optional is not None and first in self.optional)

    def look_up(self, name: str) -> Any:
        """Return the value of a field, of a field of its target, or of a value per choice; None where it is absent.

        >>> card = {"suit": {"id": "flame", "colour": "#c43"}}
        >>> Fields(card, "en", {"tone": {"by": "suit", "cases": {"flame": "warm"}}}).look_up("tone")
        'warm'
        """
        table = self.values.get(name)
        if table is not None:
            return self._case(name, table)
        if not self.has(name):
            raise Unknown(name)
        value: Any = self.entry
        for step in name.split(".")[:_DEEPEST]:
            if isinstance(value, Mapping):
                value = value.get(step)
            elif value is not None:
                raise Unknown(name)
        return value

    def _case(self, name: str, table: Mapping[str, Any]) -> Any:
        if table["by"] == name or table["by"] in self.values:
            raise Unknown(table["by"])  # values do not depend on each other: no loops
        value = plain(self.look_up(table["by"]))
        cases: Mapping[str, Any] = table["cases"]
        return cases.get(_word(value), table.get("else"))

    def text(self, text: str, icons: Mapping[str, Any]) -> str:
        """Fill in the placeholders of a text: fields first, then icons, which are in brackets for the text layer."""
        out = []
        for part in template(text):
            if isinstance(part, str):
                out.append(part)
            elif part.name in icons and (part.number or not self.has(part.name)):
                out.append(f"[{part.name}{self._on_icon(part.number)}]")
            elif self.has(part.name):
                out.append(with_icons(format_value(self.look_up(part.name), self.lang)))
            else:
                raise Unknown(part.name)
        return "".join(out)

    def _on_icon(self, number: str) -> str:
        """Return the text on an icon: the value of a field, or the characters themselves."""
        text = format_value(self.look_up(number), self.lang) if number and self.has(number) else number
        if len(text) > _LONGEST_ON_ICON:
            raise BadValue(f"{quoted(text)} is too long for an icon, which has room for {_LONGEST_ON_ICON} characters")
        return f":{text}" if text else ""

    def value(self, text: str) -> Any:
        """Evaluate a setting: the value of the single field it names, or the text with its fields filled in."""
        name = only_place(text)
        if name is not None:
            return plain(self.look_up(name))
        return self.text(text, {}) if "{" in text or "}" in text else text

    def holds(self, when: Mapping[str, Any]) -> bool:
        """Check whether all conditions hold.

        >>> Fields({"strength": 3}, "en", {}).holds({"strength": {"at-least": 3}})
        True
        """
        return all(_holds(plain(self.look_up(name)), condition) for name, condition in when.items())


def _holds(value: Any, condition: Any) -> bool:
    if isinstance(condition, Mapping):
        if "given" in condition and (value not in (None, "", [], ())) != condition["given"]:
            return False
        if "not" in condition and _among(value, condition["not"]):
            return False
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if "at-least" in condition and (number is None or number < condition["at-least"]):
            return False
        return not ("at-most" in condition and (number is None or number > condition["at-most"]))
    return _among(value, condition)


def _among(value: Any, choices: Any) -> bool:
    allowed = choices if isinstance(choices, list | tuple) else [choices]
    words = {_word(item) for item in allowed}
    mine = value if isinstance(value, list | tuple) else [value]  # a list matches if one of its items does
    return any(_word(plain(item)) in words for item in mine)


def _word(value: Any) -> str:
    """Format a value like a key in YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def plain(value: Any) -> Any:
    """Return the comparable value: of a choice or another card, its id."""
    return value["id"] if isinstance(value, Mapping) and "id" in value else value


def format_value(value: Any, lang: str) -> str:
    """Return the printed form of a value.

    >>> format_value({"id": "flame", "name": {"en": "Flame", "de": "Flamme"}}, "de")
    'Flamme'
    >>> format_value(["a", 2], "en")
    'a, 2'
    """
    match value:
        case None:
            return ""
        case str():
            return value
        case Mapping():
            if lang in value and isinstance(value[lang], str):
                return str(value[lang])
            inner = value.get("name", value.get("id"))
            return "" if inner is None or (isinstance(inner, Mapping) and inner is value) else format_value(inner, lang)
        case list() | tuple():
            return ", ".join(format_value(item, lang) for item in value)
        case float():
            text = f"{value:.{value.decimals}f}" if isinstance(value, Rounded) else _word(value)
            return habits_of(lang).number(text)
    return _word(value)


def with_icons(text: str) -> str:
    """Convert a card's text for the text layer, where icons are in brackets.

    >>> with_icons("Pay {coin} or {coin:3}.")
    'Pay [coin] or [coin:3].'
    """
    return _ICON.sub(r"[\1]", text) if "{" in text else text


def source_of(text: str, fields: Fields) -> tuple[str | int, ...]:
    """Return the path of a text in the card's entry: its single field, with the language of a localised one."""
    names = [name for name in places(text) if fields.has(name) and name not in fields.values]
    if len(names) != 1 or "." in names[0]:
        return ()
    value = fields.entry.get(names[0])
    if isinstance(value, Mapping) and fields.lang in value:
        return (names[0], fields.lang)
    return (names[0],) if names[0] in fields.entry else ()


def number(value: Any) -> int | None:
    """Return a value as a whole number, or None if it is not one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def words_of(words: Mapping[str, Any], lang: str) -> str:
    """Return fixed words in a language; empty where they are missing, which is reported elsewhere."""
    text = words.get(lang, "")
    return text if isinstance(text, str) else ""


def names_in(value: Any) -> Iterator[str]:
    """Yield every name used anywhere in the settings of a box."""
    match value:
        case str():
            yield from places(value)
        case Mapping():
            for item in value.values():
                yield from names_in(item)
        case list() | tuple():
            for item in value:
                yield from names_in(item)


Settings = Mapping[str, Any]
