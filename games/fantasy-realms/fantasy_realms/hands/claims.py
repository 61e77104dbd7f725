"""The claims of a hand document's author (`expect`), and whether they are true."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from cloudy_pnp.core.problems import DataPath, Finding, quoted, suggest
from fantasy_realms.hands.names import Names
from fantasy_realms.rules.score import Score

KEYS = ("total", "base", "cards", "blanked")


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
        if key not in KEYS:
            message = f"nothing can be claimed about {quoted(key)}"
            findings.append(Finding("SCHEMA-HAND", ("expect", str(key)), message, suggest(key, KEYS), at_key=True))
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
