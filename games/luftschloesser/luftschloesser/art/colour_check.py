"""PRINT-1: can the players' colours be told apart, in grey and with every kind of colour vision?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.games.contract import EntryRef


def colour_findings(colours: Sequence[Mapping[str, Any]]) -> Iterator[tuple[EntryRef, Finding]]:
    """Every pair of colours that come too close; shapes still tell them apart."""
    for one, other in combinations(colours, 2):
        said = too_close(Colour.parse(one["colour"]), Colour.parse(other["colour"]))
        if said:
            pair = (
                f"{quoted(other['colour'])} of {quoted(other['id'])} and {quoted(one['colour'])} of {quoted(one['id'])}"
            )
            message = f"the colours {pair} are hard to tell apart: {said}"
            finding = Finding(
                "PRINT-1", ("colour",), message, "make one of the two lighter or darker", Severity.WARNING
            )
            yield EntryRef("colours", other["id"]), finding
