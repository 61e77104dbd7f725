"""What a layout may ask of a card: look-up, comparison, and text with fields. There is no other language in it.

A card is a map. What a field refers to (a choice, another card) is a map inside it, with `id` and perhaps `name`, so
that `{suit}` is the suit's name, `{suit.colour}` its colour, and `when: {suit: flame}` asks for its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_PLACE = re.compile(r"\{\{|\}\}|\{([a-z0-9_]+(?:[.-][a-z0-9_]+)*)(?::([^\s\[\]{}:*]{1,40}))?\}")
_ICON = re.compile(r"\{([a-z0-9]+(?:-[a-z0-9]+)*(?::[^\s\[\]{}:*]{1,4})?)\}")
_LONGEST_ON_ICON = 4  # characters
_DEEPEST = 6  # steps of a dotted name
_POINT = frozenset(("en", "he", "ja", "ko", "th", "zh"))  # languages that write 2.5, not 2,5


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text that a field, a value per choice, or an icon fills; `number` is what is printed on the icon."""

    name: str
    number: str = ""


class Rounded(float):
    """A number that is printed with a fixed number of decimals.

    >>> shown(Rounded(2.5, 2), "de"), Rounded(2.5, 2) == 2.5
    ('2,50', True)
    """

    def __new__(cls, value: float, _decimals: int) -> Rounded:
        """Make the number."""
        return super().__new__(cls, value)

    def __init__(self, _value: float, decimals: int) -> None:
        self.decimals = decimals


class Unknown(Exception):
    """A layout asks for what a card does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@lru_cache(maxsize=4096)
def template(text: str) -> tuple[str | Place, ...]:
    """A text cut into plain stretches and places.

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
    """The names that a text asks for."""
    return (part.name for part in template(text) if isinstance(part, Place))


def only_place(text: str) -> str | None:
    """The name in a text that is nothing but one place.

    >>> only_place("{suit.colour}"), only_place("red")
    ('suit.colour', None)
    """
    parts = template(text)
    only = parts[0] if len(parts) == 1 else None
    return only.name if isinstance(only, Place) and not only.number else None


@dataclass(frozen=True, slots=True)
class Fields:
    """One card as a layout sees it, in one language.

    `known` are the names of fields that a card may lack; any other name that is not there is an `Unknown`.
    """

    entry: Mapping[str, Any]
    lang: str
    values: Mapping[str, Mapping[str, Any]]
    known: frozenset[str] | None = None

    def has(self, name: str) -> bool:
        """Whether a name can be looked up."""
        first = name.partition(".")[0]
        return name in self.values or first in self.entry or (self.known is not None and first in self.known)

    def look_up(self, name: str) -> Any:
        """The value of a field, of a field of what it refers to, or of a value per choice; None where it is left out.

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
        """A text with its places filled: fields first, then icons, which stand in brackets for the text layer."""
        out = []
        for part in template(text):
            if isinstance(part, str):
                out.append(part)
            elif part.name in icons and (part.number or not self.has(part.name)):
                out.append(f"[{part.name}{self._on_icon(part.number)}]")
            elif self.has(part.name):
                out.append(with_icons(shown(self.look_up(part.name), self.lang)))
            else:
                raise Unknown(part.name)
        return "".join(out)

    def _on_icon(self, number: str) -> str:
        """What is printed on an icon: the value of a field, or the characters themselves."""
        text = shown(self.look_up(number), self.lang) if number and self.has(number) else number
        return f":{text[:_LONGEST_ON_ICON]}" if text else ""

    def value(self, text: str) -> Any:
        """A setting: the value of the one field that it names, or the text itself with its fields filled in."""
        name = only_place(text)
        if name is not None:
            return plain(self.look_up(name))
        return self.text(text, {}) if "{" in text or "}" in text else text

    def holds(self, when: Mapping[str, Any]) -> bool:
        """Whether all conditions hold.

        >>> Fields({"strength": 3}, "en", {}).holds({"strength": {"at-least": 3}})
        True
        """
        return all(_holds(plain(self.look_up(name)), wanted) for name, wanted in when.items())


def _holds(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if "given" in wanted and (value not in (None, "", [], ())) != wanted["given"]:
            return False
        if "not" in wanted and _among(value, wanted["not"]):
            return False
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        if "at-least" in wanted and (number is None or number < wanted["at-least"]):
            return False
        return not ("at-most" in wanted and (number is None or number > wanted["at-most"]))
    return _among(value, wanted)


def _among(value: Any, wanted: Any) -> bool:
    some = wanted if isinstance(wanted, list | tuple) else [wanted]
    words = {_word(one) for one in some}
    mine = value if isinstance(value, list | tuple) else [value]  # a list has a value when one of its items is it
    return any(_word(plain(one)) in words for one in mine)


def _word(value: Any) -> str:
    """A value as keys of YAML write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def plain(value: Any) -> Any:
    """What is compared: of a choice or another card, its id."""
    return value["id"] if isinstance(value, Mapping) and "id" in value else value


def shown(value: Any, lang: str) -> str:
    """What is printed of a value.

    >>> shown({"id": "flame", "name": {"en": "Flame", "de": "Flamme"}}, "de")
    'Flamme'
    >>> shown(["a", 2], "en")
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
            return "" if inner is None or (isinstance(inner, Mapping) and inner is value) else shown(inner, lang)
        case list() | tuple():
            return ", ".join(shown(item, lang) for item in value)
        case float():
            text = f"{value:.{value.decimals}f}" if isinstance(value, Rounded) else _word(value)
            return text if lang in _POINT else text.replace(".", ",")
    return _word(value)


def with_icons(text: str) -> str:
    """A card's text as the text layer reads it: an icon stands in brackets there.

    >>> with_icons("Pay {coin} or {coin:3}.")
    'Pay [coin] or [coin:3].'
    """
    return _ICON.sub(r"[\1]", text) if "{" in text else text


def source_of(text: str, fields: Fields) -> tuple[str | int, ...]:
    """Where in the card's entry a text comes from: the path of its one field, with the language of a localised one."""
    names = [name for name in places(text) if fields.has(name) and name not in fields.values]
    if len(names) != 1 or "." in names[0]:
        return ()
    value = fields.entry.get(names[0])
    if isinstance(value, Mapping) and fields.lang in value:
        return (names[0], fields.lang)
    return (names[0],) if names[0] in fields.entry else ()


def number(value: Any) -> int | None:
    """A whole number, where a value is one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def words_of(words: Mapping[str, Any], lang: str) -> str:
    """Fixed words in a language; nothing where they are missing, which is reported as such elsewhere."""
    found = words.get(lang, "")
    return found if isinstance(found, str) else ""


def names_in(value: Any) -> Iterator[str]:
    """Every name that the settings of a box ask for, wherever in them."""
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
