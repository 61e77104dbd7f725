"""PRINT-1: are the players' colours distinct, in grey and with every kind of colour vision?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import too_close


def close_colours(colours: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Finding]]:
    """Yield every pair of colours, given with the ids of their entries, that are too close, with the second id."""
    for (entry, colour), (other, other_colour) in combinations(colours, 2):
        reason = too_close(Colour.parse(colour), Colour.parse(other_colour))
        if reason:
            pair = f"{quoted(other_colour)} of {quoted(other)} and {quoted(colour)} of {quoted(entry)}"
            message = f"the colours {pair} are hard to tell apart: {reason}"
            hint = "make one of the two lighter or darker"
            yield other, Finding("PRINT-1", ("colour",), message, hint, Severity.WARNING)
