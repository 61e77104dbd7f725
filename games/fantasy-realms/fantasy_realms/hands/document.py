"""A hand document (`*.hand.yaml`): scored, and compared with its author's claims.

The choices of a hand document: their meaning, and whether they are possible.

The claims of a hand document's author (`expect`), and whether they are true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted, suggest
from fantasy_realms.hands.names import Names, names_of
from fantasy_realms.model.realm import ChangeSuit, ClearOne, Copy, Realm, TakeCard
from fantasy_realms.rules.best import Fixed, Variants, best_score, ways_at_most
from fantasy_realms.rules.score import Score, score_hand
from fantasy_realms.rules.seats import (
    HAND_SIZE,
    Choices,
    Decision,
    Seats,
    SuitChange,
    apply_decision,
    most_cards,
    options,
    seats_of,
)

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


CLAIMED_KEYS = ("total", "base", "cards", "blanked")


class Claims(Struct, frozen=True):
    """Claims as they were understood; the keys are those of the document, for its places."""

    total: int | None
    base: int | None
    cards: Mapping[str, int]
    keys: Mapping[str, str]
    blanked: tuple[str, ...] | None


def read_claims(names: Names, data: object, findings: list[Finding]) -> Claims | None:
    """Read the claims; None without any. Report those that cannot be understood."""
    if data is None:
        return None
    if not isinstance(data, Mapping):
        hint = "write expect: {total: 260}"
        findings.append(Finding("SCHEMA-HAND", ("expect",), f"expected a map, got {quoted(data)}", hint))
        return None
    for key in data:
        if key not in CLAIMED_KEYS:
            message = f"nothing can be claimed about {quoted(key)}"
            findings.append(
                Finding("SCHEMA-HAND", ("expect", str(key)), message, suggest(key, CLAIMED_KEYS), at_key=True)
            )
    if not data:
        return None
    cards: dict[str, int] = {}
    keys: dict[str, str] = {}
    claimed = data.get("cards", {})
    if not isinstance(claimed, Mapping):
        message = f"expected cards and their points, got {quoted(claimed)}"
        findings.append(Finding("SCHEMA-HAND", ("expect", "cards"), message, "write cards: {mountain: 59}"))
        claimed = {}
    for key, value in claimed.items():
        path: DataPath = ("expect", "cards", str(key))
        card, points = names.card(key, path), _number(value, path, findings)
        if isinstance(card, Finding):
            findings.append(card)
        elif card in cards:
            findings.append(Finding("HAND-5", path, f"{card} is claimed twice", "delete one of the two"))
        elif points is not None:
            cards[card], keys[card] = points, str(key)
    total = _number(data["total"], ("expect", "total"), findings) if "total" in data else None
    base = _number(data["base"], ("expect", "base"), findings) if "base" in data else None
    return Claims(total, base, cards, keys, _blanked(names, data, findings))


def _number(value: object, path: DataPath, findings: list[Finding]) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    findings.append(Finding("SCHEMA-HAND", path, f"expected a whole number, got {quoted(value)}"))
    return None


def _blanked(names: Names, data: Mapping[object, object], findings: list[Finding]) -> tuple[str, ...] | None:
    if "blanked" not in data:
        return None
    written = data["blanked"]
    if not isinstance(written, list | tuple):
        message = f"expected a list of cards, got {quoted(written)}"
        findings.append(Finding("SCHEMA-HAND", ("expect", "blanked"), message, "write blanked: [] when none is"))
        return None
    cards: list[str] = []
    for index, item in enumerate(written):
        card = names.card(item, ("expect", "blanked", index))
        if isinstance(card, Finding):
            findings.append(card)
        elif card in cards:
            message = f"{card} is listed twice"
            findings.append(Finding("HAND-5", ("expect", "blanked", index), message, "delete one of the two"))
        else:
            cards.append(card)
    return tuple(cards)


def claim_findings(score: Score, claims: Claims) -> list[Finding]:
    """Return every false claim; contradictory claims are reported first."""
    contradictions = list(_contradictions(score, claims))
    return contradictions or _differences(score, claims)


def _contradictions(score: Score, claims: Claims) -> list[Finding]:
    held = {card.card for card in score.cards}
    findings = []
    for card, points in claims.cards.items():
        path: DataPath = ("expect", "cards", claims.keys[card])
        if card not in held:
            findings.append(Finding("HAND-5", path, f"{card} is claimed to score, but is not in the hand"))
        elif claims.blanked is not None and card in claims.blanked and points:
            message = f"{card} is claimed to be blanked and to score {points}"
            findings.append(Finding("HAND-5", path, message, "a blanked card scores 0"))
    for index, card in enumerate(claims.blanked or ()):
        if card not in held:
            message = f"{card} is claimed to be blanked, but is not in the hand"
            findings.append(Finding("HAND-5", ("expect", "blanked", index), message))
    added = sum(claims.cards.values())
    complete = held <= set(claims.cards) | set(claims.blanked or ())
    if not findings and complete and claims.total is not None and claims.total != added:
        message = f"the claimed cards add up to {added}, not to the claimed total of {claims.total}"
        findings.append(Finding("HAND-5", ("expect", "total"), message))
    return findings


def _differences(score: Score, claims: Claims) -> list[Finding]:
    findings = []
    if claims.total is not None and claims.total != score.total:
        findings.append(_difference(("expect", "total"), "the total", claims.total, score.total))
    if claims.base is not None and claims.base != score.base:
        findings.append(_difference(("expect", "base"), "the base strength", claims.base, score.base))
    points = {card.card: card.points for card in score.cards}
    for card, claimed in claims.cards.items():
        if claimed != points[card]:
            findings.append(_difference(("expect", "cards", claims.keys[card]), card, claimed, points[card]))
    if claims.blanked is not None and sorted(claims.blanked) != list(score.blanked):
        findings.append(_difference(("expect", "blanked"), "blanked", sorted(claims.blanked), list(score.blanked)))
    return findings


def _difference(path: DataPath, subject: str, claimed: object, real: object) -> Finding:
    message = f"{subject} is {quoted(real)}, but {quoted(claimed)} is claimed"
    return Finding("REF-EXPECT", path, message, f"write {quoted(real)}, or correct the hand")


GAME = "fantasy-realms"
KEYS = ("game", "title", "caption", "hand", "mode", "choices", "display", "variants", "expect")
Finder: TypeAlias = Callable[[Realm, Sequence[str], Fixed, Collection[str], Variants], Score]


class HandResult(Struct, frozen=True):
    """The evaluation of a hand document."""

    score: Score | None  # None: the document is not valid data
    expected: bool | None  # whether every claim is right; None without claims
    findings: tuple[Finding, ...] = field(default=())

    @property
    def legal(self) -> bool | None:
        return None if self.score is None else True

    def as_dict(self) -> dict[str, object]:
        """Return the fields of the contract; the caller adds “file”, “document” and “problems”."""
        score = self.score
        if score is None:
            empty: dict[str, object] = {"cards": {}, "blanked": [], "choices": {}, "expected": None}
            return {"legal": None, "total": None, "base": None, **empty}
        return {
            "legal": True,
            "total": score.total,
            "base": score.base,
            "cards": {card.card: card.points for card in score.cards},
            "blanked": list(score.blanked),
            "choices": choices_as_data(score.choices),
            "expected": self.expected,
        }


def choices_as_data(choices: Choices) -> dict[str, object]:
    """Return choices as a hand document writes them.

    >>> choices_as_data({"book-of-changes": SuitChange("candle", "wizard"), "mirage": "swamp"})
    {'book-of-changes': {'card': 'candle', 'suit': 'wizard'}, 'mirage': 'swamp'}
    """
    return {
        card: {"card": choice.card, "suit": choice.suit} if isinstance(choice, SuitChange) else choice
        for card, choice in choices.items()
    }


def evaluate_hand(realm: Realm, document: object, best: Finder = best_score) -> HandResult:
    """Score a hand document; report all its problems at once.

    >>> from fantasy_realms.model.realm import base_realm
    >>> result = evaluate_hand(base_realm(), {"hand": ["knights", "king"], "expect": {"total": 33}})
    >>> result.as_dict()["cards"], result.expected
    ({'knights': 20, 'king': 13}, True)
    >>> evaluate_hand(base_realm(), {"hand": ["kinghts"]}).findings[0].hint
    'did you mean "knights"?'
    """
    if not isinstance(document, Mapping):
        hint = "a hand document is a map with the key hand"
        return HandResult(None, None, (Finding("SCHEMA-HAND", (), f"expected a hand, got {quoted(document)}", hint),))
    names = names_of(realm)
    findings: list[Finding] = []
    _read_keys(document, findings)
    hand = _read_cards(names, document.get("hand"), "hand", findings)
    display = _read_cards(names, document.get("display"), "display", findings)
    for index, card in enumerate(display):
        if card in hand:
            message = f"{card} is in the hand and in the display"
            findings.append(Finding("HAND-1", ("display", index), message, "there is only one of each card"))
    _read_size(realm, hand, document, findings)
    mode = document.get("mode", "best")
    if mode not in ("given", "best"):
        findings.append(Finding("SCHEMA-HAND", ("mode",), f"mode is {quoted(mode)}", suggest(mode, ("given", "best"))))
    variants = _read_variants(document.get("variants"), findings)
    given, place = read_choices(realm, names, document.get("choices"), findings)
    claims = read_claims(names, document.get("expect"), findings)
    if not _wrong(findings):
        impossible = apply_choices(realm, seats_of(realm, hand), given, place, display, chaos=variants.chaos)
        findings.extend(impossible)
    if _wrong(findings):
        return HandResult(None, None, tuple(findings))
    if mode == "given":
        choices = {card: decision for card, decision in given.items() if decision is not None}
        score = score_hand(realm, hand, choices, runs=variants.runs)
    elif budget.spend("hands", ways_at_most(realm, hand, given, display, variants.chaos)):
        score = best(realm, hand, given, display, variants)
    else:
        return HandResult(None, None, (*findings, *_not_scored()))
    wrong_claims = claim_findings(score, claims) if claims else []
    expected = not wrong_claims if claims else None
    return HandResult(score, expected, (*findings, *wrong_claims))


def _not_scored() -> Iterator[Finding]:
    """Report that the budget is used up: thousands of hands with thousands of ways to decide each would take hours."""
    run = budget.current()
    if run is None or run.first_over("hands"):
        message = f"the best choices were not searched for: {budget.over('hands')}"
        hint = f"list the choices, with mode: given; {budget.raising('hands')}"
        yield Finding("YAML-LIMIT", ("hand",), message, hint, limit="hands")


def _wrong(findings: Sequence[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)


def _read_keys(document: Mapping[object, object], findings: list[Finding]) -> None:
    for key in document:
        if key not in KEYS:
            message = f"a hand has no key {quoted(key)}"
            findings.append(Finding("SCHEMA-HAND", (str(key),), message, suggest(key, KEYS), at_key=True))
    game = document.get("game", GAME)
    if game != GAME:
        findings.append(Finding("SCHEMA-HAND", ("game",), f"this is a hand of {quoted(game)}", f"write game: {GAME}"))


def _read_cards(names: Names, data: object, key: str, findings: list[Finding]) -> tuple[str, ...]:
    """Read a list of cards, each of them once."""
    if data is None and key != "hand":
        return ()
    if not isinstance(data, list | tuple):
        hint = f"write {key}: [mountain, wildfire, …]"
        fault = "the cards are missing" if data is None else f"expected a list of cards, got {quoted(data)}"
        findings.append(Finding("SCHEMA-HAND", (key,) if data is not None else (), f"{key}: {fault}", hint))
        return ()
    cards: list[str] = []
    for index, item in enumerate(data):
        card = names.card(item, (key, index))
        if isinstance(card, Finding):
            findings.append(card)
        elif card in cards:
            message = f"{card} is in the {key} twice"
            findings.append(Finding("HAND-1", (key, index), message, "there is only one of each card"))
        else:
            cards.append(card)
    return tuple(cards)


def _read_size(realm: Realm, hand: Sequence[str], document: Mapping[object, object], findings: list[Finding]) -> None:
    """Check for seven cards, and one more for each Necromancer; unfinished hands can be scored too."""
    written = document.get("hand")
    if not isinstance(written, list | tuple):
        return
    takers = [card for card in hand if isinstance(realm[card].choice, TakeCard)]
    most = most_cards(realm, hand)
    if not written:
        findings.append(Finding("HAND-2", ("hand",), "the hand has no cards", "name one to eight cards"))
    elif len(written) > most:
        why = "" if takers else "; only a hand with the necromancer can have eight"
        findings.append(Finding("HAND-2", ("hand",), f"the hand has {len(written)} cards, more than {most}{why}"))
    elif len(written) > HAND_SIZE and len(hand) == len(written):
        suits = frozenset().union(
            *(choice.suits for card in takers if isinstance(choice := realm[card].choice, TakeCard))
        )
        if not any(realm[card].suit in suits for card in hand if card not in takers):
            message = f"none of the cards can have come from the display: {', '.join(takers)} cannot take them"
            hint = "fine in the Chaos variant (PLAY-7), where any card can be the eighth"
            findings.append(Finding("HAND-2", ("hand",), message, hint, Severity.WARNING))


def _read_variants(data: object, findings: list[Finding]) -> Variants:
    if data is None:
        return Variants()
    if not isinstance(data, Mapping):
        findings.append(Finding("SCHEMA-HAND", ("variants",), f"expected a map, got {quoted(data)}"))
        return Variants()
    for key, value in data.items():
        variants: dict[object, tuple[object, ...]] = {"runs": ("all", "longest"), "chaos": (True, False)}
        if key not in variants:
            message = f"there is no variant {quoted(key)}"
            findings.append(Finding("SCHEMA-HAND", ("variants", str(key)), message, suggest(key, ("runs", "chaos"))))
        elif value not in variants[key] or isinstance(value, int) != (key == "chaos"):
            message = f"{key} is {quoted(value)}"
            words = ("all", "longest") if key == "runs" else ("true", "false")
            findings.append(Finding("SCHEMA-HAND", ("variants", str(key)), message, suggest(value, words)))
    longest = data.get("runs") == "longest"
    return Variants("longest" if longest else "all", data.get("chaos") is True)
