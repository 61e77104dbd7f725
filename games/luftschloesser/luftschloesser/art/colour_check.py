"""PRINT-1: are the players' colours distinct, in grey and with every kind of colour vision?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.games.contract import EntryRef


def colour_findings(colours: Sequence[Mapping[str, Any]]) -> Iterator[tuple[EntryRef, Finding]]:
    """Yield every pair of colours that are too close; shapes still distinguish them."""
    for first, second in combinations(colours, 2):
        reason = too_close(Colour.parse(first["colour"]), Colour.parse(second["colour"]))
        if reason:
            pair = " and ".join(f"{quoted(entry['colour'])} of {quoted(entry['id'])}" for entry in (second, first))
            message = f"the colours {pair} are hard to tell apart: {reason}"
            finding = Finding(
                "PRINT-1", ("colour",), message, "make one of the two lighter or darker", Severity.WARNING
            )
            yield EntryRef("colours", second["id"]), finding
