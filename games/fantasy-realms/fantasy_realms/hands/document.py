"""A hand document (`*.hand.yaml`): scored, and compared with its author's claims."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Finding, Severity, quoted, suggest
from fantasy_realms.hands.choosing import apply_choices, read_choices
from fantasy_realms.hands.claims import claim_findings, read_claims
from fantasy_realms.hands.names import Names, names_of
from fantasy_realms.model.effects import TakeCard
from fantasy_realms.model.realm import Realm
from fantasy_realms.rules.best import Fixed, Variants, best_score, ways_at_most
from fantasy_realms.rules.deciding import HAND_SIZE, most_cards
from fantasy_realms.rules.score import Score, score_hand
from fantasy_realms.rules.seats import Choices, SuitChange, seats_of

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

    >>> from fantasy_realms.model.parsing import base_realm
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
