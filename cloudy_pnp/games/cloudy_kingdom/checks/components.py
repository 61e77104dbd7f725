"""What is in the box of an edition, by the card data; and how packs change that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.games.cloudy_kingdom.model.cards import unpaired
from cloudy_pnp.games.contract import Data

SIDES_OF_A_BOARD = 4


def totals(data: Data, edition: Mapping[str, Any]) -> dict[str, int]:
    """How many cards of each sort there are, as the components of an edition call them."""
    families, spells = len(data.get("families", ())), [spell["id"] for spell in data.get("spells", ())]
    cards = len(edition.get("pairs", [])) + len(unpaired(edition.get("pairs", ()), spells))
    return {
        "vines": sum(vine["count"] for vine in data.get("vines", ())),
        "castles": SIDES_OF_A_BOARD * families,
        "spell-pairs": families * cards,
        "castle-spells": families * len(spells),
    }


def counted(data: Data, edition: Mapping[str, Any]) -> list[tuple[str, int]]:
    """The list of components of an edition: the term of each, and how many of them there really are."""
    there = totals(data, edition)
    return [
        (part["term"], there[part["of"]] if "of" in part else part.get("count", 0)) for part in edition["components"]
    ]


def derive_from_packs(before: Data, after: Data, packs: Sequence[Sequence[str]]) -> Data:
    """The game with packs (each given by its ids): new spells share cards, and the lists of components grow.

    SPL-12: the spells of a pack are paired among themselves in their order; an odd last one has a card of its own.
    """
    known = {edition["id"]: edition for edition in before.get("editions", ())}
    editions = []
    for edition in after.get("editions", ()):
        if edition.get("pairs"):
            edition = {**edition, "pairs": [*edition["pairs"], *_pairs(edition, after, packs)]}
        if edition["id"] in known:
            old, new = totals(before, known[edition["id"]]), totals(after, edition)
            components = [
                {**part, "count": part["count"] + new[part["of"]] - old[part["of"]]} if _says_both(part) else part
                for part in edition["components"]
            ]
            edition = {**edition, "components": components}
        editions.append(edition)
    return {**after, "editions": editions}


def _says_both(part: Mapping[str, Any]) -> bool:
    """Whether a line of the list has a number of its own beside what is counted."""
    return "of" in part and "count" in part


def _pairs(edition: Mapping[str, Any], data: Data, packs: Sequence[Sequence[str]]) -> list[list[str]]:
    free = unpaired(edition.get("pairs", ()), [spell["id"] for spell in data.get("spells", ())])
    pairs = []
    for ids in map(frozenset, packs):
        own = [spell for spell in free if spell in ids]
        pairs += [[first, second] for first, second in zip(own[::2], own[1::2], strict=False)]
    return pairs
