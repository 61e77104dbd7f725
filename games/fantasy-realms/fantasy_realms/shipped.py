"""The game as it is shipped, for examples, tests and tools that need no packs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from cloudy_pnp.core.shipped import data_root
from fantasy_realms.model.parsing import realm_from_data
from fantasy_realms.model.realm import Realm

FOLDER = data_root(Path(__file__).parent) / "cards" / "fantasy-realms"


@cache
def base_realm() -> Realm:
    """Return the 53 cards of the box.

    >>> len(base_realm().cards)
    53
    """
    data: dict[str, list[dict[str, object]]] = {}
    for name in ("suits", "cards"):
        data |= yaml.load((FOLDER / f"{name}.yaml").read_bytes(), yaml.CSafeLoader)
    return realm_from_data(data)
