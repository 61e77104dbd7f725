"""The contents of an edition's box, by the card data; and how packs change them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.games.cloudy_kingdom.model.cards import unpaired
from cloudy_pnp.games.contract import Data

SIDES_OF_A_BOARD = 4


def totals(data: Data, edition: Mapping[str, Any]) -> dict[str, int]:
    """Count the cards of each kind, under the names that the components of an edition use."""
    families, spells = len(data.get("families", ())), [spell["id"] for spell in data.get("spells", ())]
    cards = len(edition.get("pairs", [])) + len(unpaired(edition.get("pairs", ()), spells))
    return {
        "vines": sum(vine["count"] for vine in data.get("vines", ())),
        "castles": SIDES_OF_A_BOARD * families,
        "spell-pairs": families * cards,
        "castle-spells": families * len(spells),
    }


def count_components(data: Data, edition: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the list of components of an edition: the term of each, and its actual number."""
    counts = totals(data, edition)
    return [
        (part["term"], counts[part["of"]] if "of" in part else part.get("count", 0)) for part in edition["components"]
    ]


def derive_from_packs(before: Data, after: Data, packs: Sequence[Sequence[str]]) -> Data:
    """Return the game with packs (each given by its ids): new spells share cards, and the lists of components grow.

    SPL-12: the spells of a pack are paired among themselves in their order; an odd last one has its own card.
    """
    old_editions = {edition["id"]: edition for edition in before.get("editions", ())}
    editions = []
    for edition in after.get("editions", ()):
        if edition.get("pairs"):
            edition = {**edition, "pairs": [*edition["pairs"], *_pairs(edition, after, packs)]}
        if edition["id"] in old_editions:
            old, new = totals(before, old_editions[edition["id"]]), totals(after, edition)
            components = [
                {**part, "count": part["count"] + new[part["of"]] - old[part["of"]]} if _says_both(part) else part
                for part in edition["components"]
            ]
            edition = {**edition, "components": components}
        editions.append(edition)
    return {**after, "editions": editions}


def _says_both(part: Mapping[str, Any]) -> bool:
    """Return whether a line of the list has both a number and a kind to count."""
    return "of" in part and "count" in part


def _pairs(edition: Mapping[str, Any], data: Data, packs: Sequence[Sequence[str]]) -> list[list[str]]:
    free = unpaired(edition.get("pairs", ()), [spell["id"] for spell in data.get("spells", ())])
    pairs = []
    for ids in map(frozenset, packs):
        spells = [spell for spell in free if spell in ids]
        pairs += [[first, second] for first, second in zip(spells[::2], spells[1::2], strict=False)]
    return pairs
