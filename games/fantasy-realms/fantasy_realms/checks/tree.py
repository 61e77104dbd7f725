"""Walking through unchecked card data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cloudy_pnp.core.problems import DataPath

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
