"""A small stage for pictures: 100 wide and 80 high, in the tones of one suit, painted from back to front.

One style for all cards: a glowing sky, a pale disc, layers of silhouettes that grow darker towards the viewer, and one
accent. Points are written as text, `"x,y x,y …"`, so that a picture reads like a list of shapes.
"""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import WHITE, Colour, LinearGradient, Paint, RadialGradient, fading
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Item, Join, Outline, Path, Stroke
from cloudy_pnp.draw.shapes import circle, rectangle, smooth

WIDE, HIGH = 100.0, 80.0
_CREAM, _NIGHT, _GOLD = (Colour.parse(text) for text in ("#fff3d6", "#191522", "#f2b53a"))
_ACCENTS = {"flame": "#ffd257", "army": "#c8452f", "wizard": "#ffd76a", "artifact": "#7a2f6b", "weapon": "#c8452f"}


class Tones:
    """The colours of a picture, from the colour of its suit."""

    def __init__(self, base: Colour, accent: Colour = _GOLD) -> None:
        self.tones: dict[str, Colour] = {
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

    def __getitem__(self, name: str) -> Colour:
        return self.tones[name] if name in self.tones else Colour.parse(name)


TONES = tuple(Tones(_GOLD).tones)  # their names


def tones_of(suit: str, colour: str) -> Tones:
    """Return the tones of a suit."""
    accent = _ACCENTS.get(suit)
    return Tones(Colour.parse(colour), Colour.parse(accent) if accent else _GOLD)


class Canvas:
    """Collects shapes to paint. Saving ink, shapes are white with a line around them, and tints are omitted."""

    def __init__(self, tones: Tones, *, saving: bool = False) -> None:
        self.tones, self.saving = tones, saving
        self.items: list[Item] = []

    def _put(self, outline: Outline, paint: Paint, opacity: float = 1.0) -> None:
        if self.saving:
            if opacity == 1.0:
                self.items.append(Path(outline, WHITE, Stroke(self.tones["ink"], 0.5, join=Join.ROUND)))
            return
        self.items.append(Path(outline, paint, opacity=opacity))

    def blob(self, points: str, tone: str, opacity: float = 1.0) -> None:
        """Paint a shape with round sides."""
        self._put(smooth(_points(points), closed=True), self.tones[tone], opacity)

    def dot(self, x: float, y: float, radius: float, tone: str, opacity: float = 1.0) -> None:
        self._put(circle(Point(x, y), radius), self.tones[tone], opacity)

    def sky(self, top: str = "top", low: str = "low", horizon: float = 58.0) -> None:
        """Paint the background, out to the edges of any window."""
        if not self.saving:
            paint = LinearGradient.between(Point(0, 0), Point(0, horizon), self.tones[top], self.tones[low])
            self.items.append(Path(rectangle(Rect(-10, -10, 120, 110)), paint))

    def disc(self, x: float, y: float, radius: float, tone: str = "light") -> None:
        """Paint a sun or moon with a glow."""
        self.glow(x, y, radius * 2.4, tone, 0.55)
        self.dot(x, y, radius, tone)

    def glow(self, x: float, y: float, radius: float, tone: str = "light", strength: float = 0.8) -> None:
        """Paint a light that fades."""
        if not self.saving:
            centre = Point(x, y)
            paint = RadialGradient(centre, radius, fading(self.tones[tone], strength))
            self.items.append(Path(circle(centre, radius), paint))

    def ground(self, level: float, tone: str, bumps: float = 3.0, key: str = "") -> None:
        """Paint a hilly ground that reaches down to the edge."""
        random = Random("ground", key or tone, str(level))
        crest = [f"{x},{level + random.between(-bumps, bumps):.2f}" for x in range(-8, 117, 12)]
        self.blob(f"-12,{level} {' '.join(crest)} 116,{level} 118,100 50,104 -14,100", tone)


def _points(text: str) -> list[Point]:
    return [Point(*(float(part) for part in word.split(",")[:2])) for word in text.split()]
