"""PRINT-1: can what must not be confused be told apart by colour, in grey, and with every kind of colour vision?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.games.cloudy_kingdom.art.bridge import plank_colour
from cloudy_pnp.games.cloudy_kingdom.art.style import Style
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


def style_findings(style: Style, families: Iterable[Family]) -> Iterator[tuple[str, Finding]]:
    """PRINT-1: what a player must tell apart at arm's length: a bridge from a vine, a torn end from every sky, a route
    from the casing around it. Of no card: the findings belong to the style.
    """
    colours = style.colours
    plank = plank_colour(colours)
    yield from _style_finding("wood", plank, "the planks of a bridge", colours.vine, "a vine")
    for sky in style.skies:
        yield from _style_finding("torn", colours.torn, "a torn end", sky.edge, f"the {sky.weather} sky")
    for family in families:
        colour = Colour.parse(family.colour)
        yield from _style_finding(
            "route", colours.route, "the casing of a route", colour, f"the family {quoted(family.id)}"
        )


def _style_finding(key: str, one: Colour, what: str, other: Colour, than: str) -> Iterator[tuple[str, Finding]]:
    said = too_close(one, other)
    if said:
        message = f"{what} ({one.hex}) and {than} ({other.hex}) are hard to tell apart: {said}"
        yield (
            "",
            Finding("PRINT-1", ("colours", key), message, "make one of the two lighter or darker", Severity.WARNING),
        )
