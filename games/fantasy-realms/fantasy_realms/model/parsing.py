"""From card data that has passed `check` to the frozen model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from msgspec import convert

from cloudy_pnp.core.shipped import shipped_entries
from cloudy_pnp.i18n.wording import merged_rows
from fantasy_realms.model import effects as fx
from fantasy_realms.model.realm import Card, Realm, Suit, Texts, realm_of

Data = Mapping[str, Any]


def realm_from_data(data: Mapping[str, Sequence[Data]]) -> Realm:
    """Build the game from the lists of its kinds, `{"suits": […], "cards": […]}`, already checked.

    >>> realm = realm_from_data({
    ...     "suits": [{"id": "land", "name": {"en": "Land"}}],
    ...     "cards": [{"id": "hill", "name": {"en": "Hill"}, "suit": "land", "strength": 3}],
    ... })
    >>> realm["hill"].strength
    3
    """
    suits = {item["id"]: Suit(item["id"], texts(item["name"]), item.get("joker", False)) for item in data["suits"]}
    cards = {item["id"]: card_from_data(item) for item in data["cards"]}
    return realm_of(suits, cards, merged_rows(data.get("wording", ())))


def card_from_data(item: Data) -> Card:
    """Parse one card of the list `cards`."""
    return Card(
        item["id"],
        texts(item["name"]),
        item["suit"],
        item["strength"],
        tuple(_effect(effect, fx.Bonus) for effect in item.get("bonus", ())),
        tuple(_effect(effect, fx.Clearing) for effect in item.get("clears", ())),
        _effect(item["choice"], fx.Choice) if "choice" in item else None,
        tuple(_effect(effect, fx.Penalty) for effect in item.get("penalty", ())),
        tuple(item.get("also", ())),
        texts(item["text"]) if "text" in item else None,
    )


def texts(data: Data) -> Texts:
    """Parse a localized text; the mark `same: […]` is not a language."""
    return MappingProxyType({lang: text for lang, text in data.items() if lang != "same" and isinstance(text, str)})


def which_from_data(data: Any) -> fx.Which:
    """Parse `all`, one selector or a list of them.

    >>> which_from_data("all")[0].every
    True
    """
    if data == "all":
        return (fx.Selector(every=True),)
    parts = data if isinstance(data, list) else [data]
    return tuple(convert({**part, "every": not {"suits", "cards"} & {*part}}, fx.Selector) for part in parts)


def _condition(data: Data) -> fx.Condition:
    every = "any-of" not in data
    return fx.Condition(tuple(map(_holds, data.get("all-of", [data]) if every else data["any-of"])), every)


def _holds(data: Data) -> fx.Holds:
    return fx.Holds(which_from_data(data["has" if "has" in data else "lacks"]), "has" in data)


def _per_card(data: Data) -> fx.PerCard:
    when = _condition(data["when"]) if "when" in data else None
    return fx.PerCard(data["points"], which_from_data(data["of"]), when)


def _strengths(data: Data) -> fx.Strengths:
    take: Literal["sum", "highest"] = "sum" if "sum" in data else "highest"
    return fx.Strengths(which_from_data(data[take]), take)


def _tiers(data: Sequence[Data]) -> tuple[fx.Tier, ...]:
    return tuple(sorted((convert(tier, fx.Tier, strict=False) for tier in data), key=lambda tier: tier.cards))


_EFFECTS: Mapping[str, Callable[[Any], Any]] = {
    "per-card": _per_card,
    "once": lambda data: fx.Once(data["points"], _condition(data["when"])),
    "first-of": lambda cases: fx.FirstOf(tuple(_effect(case, fx.PerCard | fx.Once) for case in cases)),
    "strengths": _strengths,
    "runs": lambda tiers: fx.Runs(_tiers(tiers)),
    "sets": lambda tiers: fx.Sets(_tiers(tiers)),
    "suits-differ": fx.SuitsDiffer,
    "blank": lambda which: fx.Blank(which_from_data(which)),
    "blanked-unless": lambda which: fx.BlankedUnless(which_from_data(which)),
    "blanked-if": lambda which: fx.BlankedIf(which_from_data(which)),
    "penalty-of": lambda which: fx.ClearPenalty(which_from_data(which)),
    "word": lambda data: fx.ClearWord(data["suit"], which_from_data(data["of"])),
    "copy": lambda data: convert({**data, "source": data["from"], "fields": data["takes"]}, fx.Copy),
    "change-suit": lambda which: fx.ChangeSuit(which_from_data(which)),
    "clear-one": lambda which: fx.ClearOne(which_from_data(which)),
    "take-card": lambda data: convert(data, fx.TakeCard),
}


def _effect(effect: Data, kinds: Any) -> Any:
    """Parse a map with one key, the name of an effect of these kinds."""
    [(name, data)] = effect.items()
    parsed = _EFFECTS[name](data)
    if not isinstance(parsed, kinds):
        raise ValueError(f"{name} is not allowed here")
    return parsed


@cache
def base_realm() -> Realm:
    """Return the 53 cards of the box, without packs.

    >>> len(base_realm().cards)
    53
    """
    return realm_from_data(shipped_entries(Path(__file__).parents[1], "fantasy-realms"))
