"""PRINT-1: can what must not be confused be told apart by colour, in grey, and with every kind of colour vision?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family


def family_findings(families: Iterable[Family]) -> Iterator[tuple[str, Finding]]:
    """PRINT-1: every pair of families whose colours come too close, with the id of the second one."""
    for one, other in combinations(families, 2):
        said = too_close(Colour.parse(one.colour), Colour.parse(other.colour))
        if said:
            pair = f"{quoted(other.colour)} of {quoted(other.id)} and {quoted(one.colour)} of {quoted(one.id)}"
            message = f"the colours {pair} are hard to tell apart: {said}"
            hint = "make one of the two lighter or darker"
            yield other.id, Finding("PRINT-1", ("colour",), message, hint, Severity.WARNING)
