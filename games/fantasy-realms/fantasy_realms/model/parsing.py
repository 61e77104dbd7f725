"""From card data that has passed `check` to the frozen model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from cloudy_pnp.i18n.wording import merged_rows
from fantasy_realms.model.effects import (
    Blank,
    BlankedIf,
    BlankedUnless,
    Bonus,
    ChangeSuit,
    Choice,
    Clearing,
    ClearOne,
    ClearPenalty,
    ClearWord,
    Condition,
    Copy,
    FirstOf,
    Holds,
    Once,
    Penalty,
    PerCard,
    Runs,
    Selector,
    Sets,
    Strengths,
    SuitsDiffer,
    TakeCard,
    Tier,
    Which,
)
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
        tuple(_bonus(effect) for effect in item.get("bonus", ())),
        tuple(_clearing(effect) for effect in item.get("clears", ())),
        _choice(item["choice"]) if "choice" in item else None,
        tuple(_penalty(effect) for effect in item.get("penalty", ())),
        tuple(item.get("also", ())),
        texts(item["text"]) if "text" in item else None,
    )


def texts(data: Data) -> Texts:
    """Parse a localized text; the mark `same: […]` is not a language."""
    return MappingProxyType({lang: text for lang, text in data.items() if lang != "same" and isinstance(text, str)})


def which_from_data(data: Any) -> Which:
    """Parse `all`, one selector or a list of them.

    >>> which_from_data("all")[0].every
    True
    """
    if data == "all":
        return (Selector(every=True),)
    parts = data if isinstance(data, list) else [data]
    return tuple(
        Selector(
            frozenset(part.get("suits", ())),
            frozenset(part.get("cards", ())),
            not ("suits" in part or "cards" in part),
            frozenset(part.get("except-suits", ())),
            frozenset(part.get("except-cards", ())),
            part.get("other", False),
        )
        for part in parts
    )


def _condition(data: Data) -> Condition:
    if "all-of" in data:
        return Condition(tuple(_holds(test) for test in data["all-of"]))
    if "any-of" in data:
        return Condition(tuple(_holds(test) for test in data["any-of"]), every=False)
    return Condition((_holds(data),))


def _holds(data: Data) -> Holds:
    return Holds(which_from_data(data["has"])) if "has" in data else Holds(which_from_data(data["lacks"]), False)


def _award(effect: Data) -> PerCard | Once:
    if "per-card" in effect:
        data = effect["per-card"]
        when = _condition(data["when"]) if "when" in data else None
        return PerCard(data["points"], which_from_data(data["of"]), when)
    data = effect["once"]
    return Once(data["points"], _condition(data["when"]))


def _tiers(data: Sequence[Data]) -> tuple[Tier, ...]:
    return tuple(sorted((Tier(tier["cards"], tier["points"]) for tier in data), key=lambda tier: tier.cards))


def _bonus(effect: Data) -> Bonus:
    match next(iter(effect)), next(iter(effect.values())):
        case "first-of", cases:
            return FirstOf(tuple(_award(case) for case in cases))
        case "strengths", data:
            take: Literal["sum", "highest"] = "sum" if "sum" in data else "highest"
            return Strengths(which_from_data(data[take]), take)
        case "runs", tiers:
            return Runs(_tiers(tiers))
        case "sets", tiers:
            return Sets(_tiers(tiers))
        case "suits-differ", points:
            return SuitsDiffer(points)
    return _award(effect)


def _penalty(effect: Data) -> Penalty:
    match next(iter(effect)), next(iter(effect.values())):
        case "blank", which:
            return Blank(which_from_data(which))
        case "blanked-unless", which:
            return BlankedUnless(which_from_data(which))
        case "blanked-if", which:
            return BlankedIf(which_from_data(which))
    return _award(effect)


def _clearing(effect: Data) -> Clearing:
    if "penalty-of" in effect:
        return ClearPenalty(which_from_data(effect["penalty-of"]))
    data = effect["word"]
    return ClearWord(data["suit"], which_from_data(data["of"]))


def _choice(effect: Data) -> Choice:
    match next(iter(effect)), next(iter(effect.values())):
        case "copy", data:
            return Copy(data["from"], frozenset(data["takes"]), frozenset(data.get("suits", ())))
        case "change-suit", which:
            return ChangeSuit(which_from_data(which))
        case "clear-one", which:
            return ClearOne(which_from_data(which))
    return TakeCard(frozenset(effect["take-card"]["suits"]))
