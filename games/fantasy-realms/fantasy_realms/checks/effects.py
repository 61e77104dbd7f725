"""Check that the effects of one card make sense, read from the unchecked data alone, whatever the hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import ValidationError

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from fantasy_realms.model.realm import Which, which_from_data

_KEYS = {"suits", "cards", "except-suits", "except-cards"}


def maps(data: object) -> list[Mapping[str, Any]]:
    """Return the entries of a list that are maps, each at its place; anything else becomes an empty map."""
    return [item if isinstance(item, Mapping) else {} for item in data] if isinstance(data, list) else []


def selectors_in(data: object, path: DataPath) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Yield every map that names suits or cards, with its path; tiers, whose `cards` is a number, do not count.

    >>> [path for path, _ in selectors_in([{"blank": [{"suits": ["army"]}, {"other": True}]}], ())]
    [(0, 'blank', 0)]
    """
    if isinstance(data, Mapping):
        if any(isinstance(data.get(key), list) for key in _KEYS):
            yield path, data
        for key, value in data.items():
            yield from selectors_in(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from selectors_in(value, (*path, index))


Data = Mapping[str, Any]
_EFFECTS = ("bonus", "clears", "choice", "penalty")


def effect_findings(card: Data, *, joker: bool, penalty_words: Collection[str]) -> Iterator[Finding]:
    """CARD-2 to CARD-5: report impossible or pointless effects; paths start at the card.

    >>> smoke = {"id": "smoke", "suit": "weather", "penalty": [{"blanked-if": {"suits": ["weather"]}}]}
    >>> [finding.message for finding in effect_findings(smoke, joker=False, penalty_words=())]
    ['this card always blanks itself: it matches its own condition']
    """
    yield from _does_nothing(card, joker)
    for path, selector in (found for key in _EFFECTS for found in selectors_in(card.get(key), (key,))):
        yield from _selects_nothing(selector, path)
    for key in ("bonus", "penalty"):
        for index, effect in enumerate(maps(card.get(key))):
            yield from _effect(card, effect, (key, index))
    yield from _clears(card, penalty_words)
    yield from _copies(card)
    yield from _never_stands(card)


def _does_nothing(card: Data, joker: bool) -> Iterator[Finding]:
    """CARD-4: report a card without an effect; a wild card needs a choice."""
    if not any(card.get(key) for key in _EFFECTS):
        hint = "add a bonus or a penalty"
        yield Finding("CARD-4", (), "this card has no effect at all", hint, Severity.WARNING)
    elif joker and "choice" not in card:
        hint = "add a choice, or give the card one of the other suits"
        yield Finding("CARD-4", ("suit",), "a wild card decides something when it is scored", hint, Severity.WARNING)


def _selects_nothing(selector: Data, path: DataPath) -> Iterator[Finding]:
    """CARD-2: report exceptions that leave nothing, or remove nothing."""
    suits, cards = _strings(selector.get("suits")), _strings(selector.get("cards"))
    no_suits, no_cards = _strings(selector.get("except-suits")), _strings(selector.get("except-cards"))
    if (suits or cards) and set(suits) <= set(no_suits) and set(cards) <= set(no_cards):
        yield Finding("CARD-2", path, "every card matched here is also excepted", "take an exception out")
    for key, named, excepted in (("except-suits", suits, no_suits), ("except-cards", cards, no_cards)):
        for index, name in enumerate(excepted):
            if name in named and not (set(suits) <= set(no_suits) and set(cards) <= set(no_cards)):
                message = f"{quoted(name)} is both matched and excepted"
                yield Finding("CARD-2", (*path, key, index), message, "delete one of the two")


def _effect(card: Data, effect: Data, path: DataPath) -> Iterator[Finding]:
    for name, value in effect.items():
        at = (*path, name)
        match name, value:
            case "per-card" | "once", Mapping():
                yield from _award(card, value, at)
            case "first-of", [*cases]:
                yield from _first_of(card, maps(cases), at)
            case "runs" | "sets", [*tiers]:
                yield from _tiers(maps(tiers), at)
            case "blank", _ if _hits_itself(card, value):
                message = "this card always blanks itself"
                yield Finding("CARD-5", at, message, "add other: true, or except the card's own suit")
            case "blanked-if", _ if _hits_itself(card, value):
                message = "this card always blanks itself: it matches its own condition"
                yield Finding("CARD-5", at, message, "add other: true")
            case "blanked-unless", _ if _hits_itself(card, value):
                message = "this card never blanks itself: it matches its own condition"
                yield Finding("CARD-2", at, message, "add other: true", Severity.WARNING)


def _award(card: Data, award: Data, path: DataPath) -> Iterator[Finding]:
    """CARD-2: report an award that can never be paid, or always is."""
    only = _only_itself(card, award.get("of"))
    if only:
        yield Finding("CARD-2", (*path, "of"), "no other card can match here", "there is only one of each card")
    when = award.get("when")
    if not isinstance(when, Mapping):
        return
    for key in ("has", "lacks"):
        if key in when:
            yield from _test(card, key, when[key], (*path, "when", key))
    for key in ("all-of", "any-of"):
        tests = maps(when.get(key))
        for index, test in enumerate(tests):
            for kind, which in test.items():
                yield from _test(card, kind, which, (*path, "when", key, index, kind))
            opposite = {"lacks": test["has"]} if "has" in test else {"has": test.get("lacks")}
            if opposite in tests[:index]:
                never = "can never hold" if key == "all-of" else "always holds"
                message = f"this condition {never}: it asks for cards and for their absence"
                severity = Severity.ERROR if key == "all-of" else Severity.WARNING
                yield Finding("CARD-2", (*path, "when", key, index), message, "delete one of the tests", severity)
            elif test in tests[:index]:
                message, hint = "this test appears twice", "delete one of them"
                yield Finding("CARD-2", (*path, "when", key, index), message, hint, Severity.WARNING)


def _test(card: Data, kind: str, which: object, path: DataPath) -> Iterator[Finding]:
    if kind == "has" and _only_itself(card, which):
        yield Finding("CARD-2", path, "this can never hold: it matches no other card", "omit other: true")
    elif _hits_itself(card, which):
        always = "always holds" if kind == "has" else "can never hold"
        severity = Severity.WARNING if kind == "has" else Severity.ERROR
        yield Finding("CARD-2", path, f"this {always}: it matches the card itself too", "add other: true", severity)


def _first_of(card: Data, cases: Sequence[Data], path: DataPath) -> Iterator[Finding]:
    """CARD-2: report a case that is never reached."""
    seen: list[object] = []
    for index, case in enumerate(cases):
        for name, award in case.items():
            if not isinstance(award, Mapping):
                continue
            yield from _award(card, award, (*path, index, name))
            when = award.get("when")
            if None in seen or when in seen:
                before = "the case before it always applies" if None in seen else "an earlier case asks for the same"
                message = f"this case is never reached: {before}"
                yield Finding("CARD-2", (*path, index), message, "put the case with more conditions first")
            seen.append(when)


def _tiers(tiers: Sequence[Data], path: DataPath) -> Iterator[Finding]:
    """CARD-3: require more points for more cards, and no tier twice."""
    tiers_by_cards: dict[int, tuple[int, object]] = {}
    for index, tier in enumerate(tiers):
        cards, points = tier.get("cards"), tier.get("points")
        if not isinstance(cards, int) or not isinstance(points, int):
            continue
        if cards in tiers_by_cards:
            message = f"the tier of {cards} cards appears twice"
            yield Finding("CARD-3", (*path, index, "cards"), message, "delete one of the two")
        for other, (_, other_points) in tiers_by_cards.items():
            if isinstance(other_points, int) and (cards - other) * (points - other_points) < 0:
                message = f"{cards} cards bring {points} points, but {other} cards bring {other_points}"
                yield Finding("CARD-3", (*path, index, "points"), message, "more cards must bring more points")
        if cards > 8:
            message = f"no hand has {cards} cards"
            yield Finding("CARD-3", (*path, index, "cards"), message, "a hand has eight cards at most")
        tiers_by_cards.setdefault(cards, (index, points))


def _clears(card: Data, penalty_words: Collection[str]) -> Iterator[Finding]:
    """CARD-2: report a word that no penalty contains."""
    for index, effect in enumerate(maps(card.get("clears"))):
        match effect.get("word"):
            case {"suit": str(word)} if word not in penalty_words:
                message = f"no penalty of the game contains the word {quoted(word)}"
                at = ("clears", index, "word", "suit")
                yield Finding("CARD-2", at, message, "name a suit that a penalty names", Severity.WARNING)


def _copies(card: Data) -> Iterator[Finding]:
    """CARD-2: report a copy that is impossible."""
    match card.get("choice"):
        case {"copy": {"from": "game", **rest}} if not rest.get("suits"):
            hint = "add suits: […]"
            yield Finding("CARD-2", ("choice", "copy"), "a copy of any card of the game needs its suits", hint)
        case {"copy": {"from": "hand", "suits": _}}:
            message = "a copy of a card in hand may have any suit"
            yield Finding("CARD-2", ("choice", "copy", "suits"), message, "delete this line", Severity.WARNING)


def _never_stands(card: Data) -> Iterator[Finding]:
    """CARD-5: report a card that needs the cards that blank it."""
    penalty = maps(card.get("penalty"))
    needed = [effect["blanked-unless"] for effect in penalty if "blanked-unless" in effect]
    for index, effect in enumerate(penalty):
        if "blanked-if" in effect and effect["blanked-if"] in needed:
            message = "this card is always blanked: it needs the cards that blank it"
            yield Finding("CARD-5", ("penalty", index, "blanked-if"), message, "name other cards in one of the two")


def _strings(data: object) -> list[str]:
    return [item for item in data if isinstance(item, str)] if isinstance(data, list) else []


def _which(data: object) -> Which:
    try:
        return which_from_data(data)
    except (TypeError, ValidationError):
        return ()


def _hits_itself(card: Data, data: object) -> bool:
    """Return whether an effect matches the printed card itself."""
    card_id, suit = str(card.get("id")), str(card.get("suit"))
    return any(part.matches(card_id, suit) and not part.other for part in _which(data))


def _only_itself(card: Data, data: object) -> bool:
    """Return whether an effect names only this card, and excludes it."""
    parts = _which(data)
    card_ids = frozenset({str(card.get("id"))})
    return bool(parts) and all(
        part.other and not part.every and not part.suits and part.cards <= card_ids for part in parts
    )
