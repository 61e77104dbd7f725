"""PRINT-1: are parts of the pictures that must not be confused distinct, with every kind of colour vision?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.games.cloudy_kingdom.art.bridge import plank_colour
from cloudy_pnp.games.cloudy_kingdom.art.style import Style
from cloudy_pnp.games.cloudy_kingdom.model.cards import Family


def style_findings(style: Style, families: Iterable[Family]) -> Iterator[Finding]:
    """PRINT-1: compare colours that a player must distinguish at arm's length.

    A bridge and a vine, a torn end and every sky, a route and its casing. The findings belong to the style, not to a
    card.
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


def _style_finding(key: str, colour: Colour, part: str, other: Colour, than: str) -> Iterator[Finding]:
    reason = too_close(colour, other)
    if reason:
        message = f"{part} ({colour.hex}) and {than} ({other.hex}) are hard to tell apart: {reason}"
        yield Finding("PRINT-1", ("colours", key), message, "make one of the two lighter or darker", Severity.WARNING)
