"""The choices of a hand document: their meaning, and whether they are possible."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted
from fantasy_realms.hands.names import Names
from fantasy_realms.model.effects import ChangeSuit, ClearOne, Copy, TakeCard
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.deciding import apply_decision, options
from fantasy_realms.rules.seats import Decision, Seats, SuitChange

Given = dict[str, Decision | None]  # None: expressly left unused


class Place(Struct, frozen=True):
    """The place in the document where a choice was made, by the card that decides."""

    keys: Mapping[str, str]

    def of(self, card: str) -> DataPath:
        return ("choices", self.keys.get(card, card))


def read_choices(realm: Realm, names: Names, data: object, findings: list[Finding]) -> tuple[Given, Place]:
    """Read the choices; report those that cannot be understood."""
    given: Given = {}
    keys: dict[str, str] = {}
    if data is None:
        return given, Place(keys)
    if not isinstance(data, Mapping):
        hint = "write choices: {mirage: rainstorm}"
        findings.append(Finding("SCHEMA-HAND", ("choices",), f"expected a map, got {quoted(data)}", hint))
        return given, Place(keys)
    for key, value in data.items():
        path = ("choices", str(key))
        card = names.card(key, path)
        if isinstance(card, Finding):
            findings.append(card)
            continue
        if card in keys:
            findings.append(Finding("HAND-3", path, f"{card} decides twice", "delete one of the two"))
            continue
        keys[card] = str(key)
        decision = _decision(realm, names, card, value, path)
        if isinstance(decision, Finding):
            findings.append(decision)
        else:
            given[card] = decision
    return given, Place(keys)


def _decision(realm: Realm, names: Names, card: str, value: object, path: DataPath) -> Decision | Finding | None:
    choice = realm[card].choice
    if choice is None:
        deciding = ", ".join(realm.deciding)
        return Finding("HAND-3", path, f"{card} has nothing to choose", f"cards that decide: {deciding}")
    if value is None:
        return None
    if isinstance(choice, ChangeSuit):
        if not isinstance(value, Mapping) or set(value) != {"card", "suit"}:
            hint = f"write {card}: {{card: candle, suit: wizard}}"
            return Finding("SCHEMA-HAND", path, f"expected a card and its new suit, got {quoted(value)}", hint)
        target, suit = names.card(value["card"], (*path, "card")), names.suit(value["suit"], (*path, "suit"))
        if isinstance(target, Finding):
            return target
        return suit if isinstance(suit, Finding) else SuitChange(target, suit)
    return names.card(value, path)


def apply_choices(
    realm: Realm, seats: Seats, given: Given, place: Place, display: Collection[str], *, chaos: bool
) -> Iterator[Finding]:
    """Apply the choices in the order of the rules; report those that are not possible at their moment."""
    for card in realm.deciding:
        if card not in given:
            continue
        decision = given[card]
        if all(seat.card != card for seat in seats):
            message = f"{card} decides something, but is not in the hand"
            yield Finding("HAND-3", place.of(card), message, f"list the card too: {card}")
            continue
        if decision is None:
            continue
        possible = set(options(realm, seats, card, display, chaos=chaos))
        if decision in possible:
            seats = apply_decision(realm, seats, card, decision)
            continue
        finding = _impossible(realm, seats, card, decision, place.of(card), display)
        yield finding
        if finding.severity is Severity.WARNING:
            seats = apply_decision(realm, seats, card, decision)


def _impossible(
    realm: Realm, seats: Seats, card: str, decision: Decision, path: DataPath, display: Collection[str]
) -> Finding:
    """Return why a card cannot make this decision; changing a suit into itself is only pointless."""
    target = decision.card if isinstance(decision, SuitChange) else decision
    seat = next((seat for seat in seats if seat.card == target), None)
    at: DataPath = (*path, "card") if isinstance(decision, SuitChange) else path
    held = f"in this hand: {', '.join(seat.card for seat in seats if seat.card != card)}"
    match realm[card].choice, decision:
        case TakeCard(suits), _ if target in display:
            if realm[target].suit not in suits:
                message = f"{card} cannot take {target}, which is {realm[target].suit}"
                return Finding("HAND-4", at, message, f"it takes {_list_cards(realm, suits)}")
            return Finding("HAND-4", at, f"{card} cannot take {target}: the hand has its extra card already")
        case TakeCard(), _:
            offered = f"in the display: {', '.join(display)}" if display else "add display: [" + target + "]"
            return Finding("HAND-4", at, f"{card} cannot take {target}, which is not in the display", offered)
        case Copy("game", _, suits), _:
            message = f"{card} cannot copy {target}, which is {realm[target].suit}"
            return Finding("HAND-4", at, message, f"it copies {_list_cards(realm, suits)}")
        case _, _ if seat is None:
            return Finding("HAND-4", at, f"{card} chooses {target}, which is not in the hand", held)
        case ChangeSuit(), SuitChange(_, suit) if suit == seat.suit and target != card:
            hint = "omit the choice, or name another suit"
            return Finding("HAND-4", (*path, "suit"), f"{target} is {suit} already", hint, Severity.WARNING)
        case ChangeSuit(), SuitChange(_, suit) if suit not in realm.true_suits:
            hint = f"it gives one of {', '.join(realm.true_suits)}"
            return Finding("HAND-4", (*path, "suit"), f"{card} cannot turn a card {suit}", hint)
        case ClearOne(of), _:
            suits = frozenset().union(*(part.suits for part in of))
            message = f"{card} cannot clear {target}, which is {seat.suit}"
            return Finding("HAND-4", at, message, f"it clears {_list_cards(realm, suits)}")
    return Finding("HAND-4", at, f"{card} cannot choose {target}", held)


def _list_cards(realm: Realm, suits: Collection[str]) -> str:
    return f"one card of these suits: {', '.join(suit for suit in realm.suits if suit in suits)}"
