"""The tones of a picture, which follow the colour of its suit."""

from __future__ import annotations

from cloudy_pnp.draw.colour import WHITE, Colour

_CREAM, _NIGHT, _GOLD = (Colour.parse(text) for text in ("#fff3d6", "#191522", "#f2b53a"))
_ACCENTS = {"flame": "#ffd257", "army": "#c8452f", "wizard": "#ffd76a", "artifact": "#7a2f6b", "weapon": "#c8452f"}


def tones_of(suit: str, colour: str) -> dict[str, Colour]:
    """Return the tones of a suit by their names."""
    base = Colour.parse(colour)
    accent = Colour.parse(_ACCENTS[suit]) if suit in _ACCENTS else _GOLD
    return {
        "top": base.mixed(WHITE, 0.42),
        "low": base.mixed(_CREAM, 0.86),
        "far": base.mixed(_CREAM, 0.58),
        "mid": base.mixed(_CREAM, 0.28),
        "base": base,
        "near": base.mixed(_NIGHT, 0.42),
        "ink": base.mixed(_NIGHT, 0.78),
        "light": _CREAM,
        "white": WHITE,
        "accent": accent,
        "deep": accent.mixed(_NIGHT, 0.35),
    }


TONES = tuple(tones_of("", "#000000"))  # their names
