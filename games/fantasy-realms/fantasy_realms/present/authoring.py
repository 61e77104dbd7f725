"""The start of a custom card, from flags or from a commented template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.game.contract import Answers, Authoring, Flag, Maker
from fantasy_realms.model.realm import base_realm

# Examples for the template: their words, the key, and the effect.
STARTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("points for each card of a suit", "bonus", {"per-card": {"points": 10, "of": {"suits": ["army"]}}}),
    ("points when the hand has a card", "bonus", {"once": {"points": 30, "when": {"has": {"cards": ["king"]}}}}),
    ("the strengths of some cards", "bonus", {"strengths": {"sum": {"suits": ["land"]}}}),
    ("points lost for each card of a suit", "penalty", {"per-card": {"points": 5, "of": {"suits": ["flood"]}}}),
    ("it blanks cards of a suit", "penalty", {"blank": {"suits": ["flame"]}}),
    ("it is blanked without a card of a suit", "penalty", {"blanked-unless": {"suits": ["leader"]}}),
    ("it clears the penalties of a suit", "clears", {"penalty-of": {"suits": ["beast"]}}),
)
_LISTS = ("bonus", "penalty", "clears")


def _template() -> tuple[Answers, list[str]]:
    """Put the first effect on a card of the first suit; the comments show the others."""
    flow = [(words, key, yaml.safe_dump([effect], default_flow_style=True).strip()) for words, key, effect in STARTS]
    examples = [f"{key}: {effect}  {words}" for words, key, effect in flow]
    first = {"suit": [next(iter(base_realm().true_suits))], "strength": ["10"], flow[0][1]: [flow[0][2]]}
    return first, ["Replace its effect, for example by one of these:", *examples]


def _make(answers: Answers) -> dict[str, Any]:
    if not answers.get("suit"):
        raise UserError("a card needs --suit and --strength")
    strength = answers.get("strength", ("0",))[0]
    entry: dict[str, Any] = {
        "suit": answers["suit"][0],
        "strength": int(strength) if strength.isdecimal() else strength,
    }
    for key in _LISTS:
        if effects := _effects(answers.get(key, ()), key):
            entry[key] = effects
    if len(entry) == 2:
        raise UserError('a card needs an effect: --bonus "per-card: {points: 10, of: {suits: [army]}}" for instance')
    return entry


def _effects(texts: Sequence[str], key: str) -> list[Any]:
    effects: list[Any] = []
    for text in texts:
        source = parse_source(text.encode("utf-8", "replace"), key)
        if source.problems:
            raise UserError(f'--{key} "{text}" is not YAML: {source.problems[0].message}')
        effect = source.documents[0] if source.documents else None
        effects += effect if isinstance(effect, list) else [effect]
    return effects


MAKERS = {
    "card": Maker(
        kind="cards",
        help="A card: suit, strength, and its effect on a hand.",
        example='new card "Lighthouse" --game fantasy-realms --name de=Leuchtturm --suit land --strength 5 '
        '--bonus "per-card: {points: 8, of: {suits: [flood]}}"',
        flags=(
            Flag("suit", "SUIT", "Its suit, by id."),
            Flag("strength", "N", "Its base strength, 0 to 99."),
            Flag("bonus", "YAML", 'A bonus, such as "once: {points: 30, when: {has: {cards: [king]}}}".', many=True),
            Flag("penalty", "YAML", 'A penalty, such as "blank: {suits: [flame]}".', many=True),
            Flag("clears", "YAML", 'What it clears, such as "penalty-of: {suits: [beast]}".', many=True),
        ),
        named=True,
        make=_make,
        comment="The effects of the card: scoring uses them, and its text is composed from them.",
        template=_template,
    )
}

AUTHORING = Authoring(MAKERS)
