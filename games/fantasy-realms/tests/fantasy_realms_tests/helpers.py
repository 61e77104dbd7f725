"""Helpers for the tests of Fantasy Realms."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from fantasy_realms.rules.seats import Decision, SuitChange

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CARDS = ROOT / "cards" / "fantasy-realms"


@cache
def vectors() -> list[dict[str, Any]]:
    """The test vectors; too few would prove nothing."""
    loaded: list[dict[str, Any]] = yaml.load((HERE / "vectors.yaml").read_bytes(), yaml.CSafeLoader)["vectors"]
    assert len(loaded) >= 146
    return loaded


def card_data() -> dict[str, list[dict[str, Any]]]:
    """The shipped card data, fresh, so that a test may change it."""
    data: dict[str, list[dict[str, Any]]] = {}
    for name in ("suits", "cards"):
        data |= yaml.load((CARDS / f"{name}.yaml").read_bytes(), yaml.CSafeLoader)
    return data


def choices_of(data: dict[str, Any]) -> dict[str, Decision]:
    return {card: SuitChange(**choice) if isinstance(choice, dict) else choice for card, choice in data.items()}
