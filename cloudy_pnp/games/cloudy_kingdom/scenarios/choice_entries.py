"""Choices of spells as entries of a game record, and back. Each kind of choice defines the keys of its entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    Choice,
    ClearBreak,
    Decide,
    ExchangeCastles,
    KeepCard,
    MoveCard,
    NamePlayer,
    Order,
    PlaceCard,
    Redraw,
    Roll,
    Skip,
    SwapStacks,
    TakeOption,
    TargetField,
)

ChoiceKind = TypeVar("ChoiceKind", bound=Choice)
_Shape: TypeAlias = Literal["field", "facing", "card", "name", "names", "number", "text"]


class _Codec(Struct, frozen=True):
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _is_field(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(number, int) for number in value)


def _is_facing(value: Any) -> bool:
    return isinstance(value, str) and value in DIRECTION


_CODECS: Mapping[_Shape, _Codec] = {
    "field": _Codec(_is_field, tuple, list),
    "facing": _Codec(_is_facing, DIRECTION.__getitem__, lambda facing: facing.text),
    "card": _Codec(lambda _: True, _same, _same),
    "name": _Codec(lambda value: isinstance(value, str), _same, _same),
    "text": _Codec(lambda value: isinstance(value, str), _same, _same),
    "names": _Codec(lambda value: isinstance(value, list), tuple, list),
    "number": _Codec(lambda value: isinstance(value, int), _same, _same),
}


KEYS: Mapping[type[Choice], Mapping[str, _Shape]] = {
    PlaceCard: {"card": "card", "at": "field", "facing": "facing"},
    TargetField: {"at": "field"},
    ClearBreak: {"at": "field", "break": "name"},
    Redraw: {"redraw": "names"},
    MoveCard: {"at": "field", "to": "field", "facing": "facing"},
    SwapStacks: {"at": "field", "with": "field"},
    ExchangeCastles: {"side": "name", "castles": "names"},
    Order: {"order": "names"},
    NamePlayer: {"player": "name"},
    TakeOption: {"option": "number"},
    KeepCard: {"keep": "name"},
    Roll: {"roll": "number"},
    Decide: {"decided": "text"},
    Skip: {},
}  # the keys of an entry for a kind of choice, in the order of its fields; a `card` may be missing
_KINDS: Mapping[type[Any], Mapping[str, _Codec]] = {
    kind: {key: _CODECS[shape] for key, shape in keys.items()} for kind, keys in KEYS.items()
}
# The key that identifies an entry: the first required one.
_LEADS = {key: codec for parts in _KINDS.values() for key, codec in [it for it in parts.items() if it[0] != "card"][:1]}


def is_skip(entry: Mapping[str, Any]) -> bool:
    """Return whether an entry skips a step."""
    return entry == {"skip": True}


def is_entry_of(kind: type[Any], entry: Mapping[str, Any]) -> bool:
    """Return whether an entry has exactly the parts of a kind of choice; the card may be missing."""
    parts = _KINDS[kind]
    return parts.keys() - {"card"} <= entry.keys() <= parts.keys() and all(
        parts[key].fits(value) for key, value in entry.items()
    )


def choice_from(kind: type[ChoiceKind], entry: Mapping[str, Any]) -> ChoiceKind:
    """Return the choice that an entry of its kind describes."""
    return kind(*(codec.read(entry[key]) for key, codec in _KINDS[kind].items()))


def choice_entry(choice: Choice, *, name_card: bool) -> dict[str, Any]:
    """Return a choice as an entry of a record.

    >>> from cloudy_pnp.games.cloudy_kingdom.rules.state import SwapStacks
    >>> choice_entry(SwapStacks((0, 1), (2, 1)), name_card=False)
    {'at': [0, 1], 'with': [2, 1]}
    """
    if isinstance(choice, Skip):
        return {"skip": True}
    parts = zip(_KINDS[type(choice)].items(), astuple(choice), strict=True)
    entry = {key: codec.write(value) for (key, codec), value in parts}
    return entry if name_card else {key: value for key, value in entry.items() if key != "card"}


def looks_like_a_choice(entry: object) -> bool:
    """Return whether an entry looks like any choice; whether it fits the step is checked when it is played."""
    if not isinstance(entry, dict):
        return False
    if entry.get("skip") is True or any(key != "at" and _fits(entry, key) for key in _LEADS):
        return True
    return _fits(entry, "at") and _is_facing(entry.get("facing", "n"))


def _fits(entry: Mapping[str, Any], key: str) -> bool:
    return key in entry and _LEADS[key].fits(entry[key])
