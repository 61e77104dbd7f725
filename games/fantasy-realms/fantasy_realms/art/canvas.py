"""A small stage for pictures: 100 wide and 80 high, in the tones of one suit, painted from back to front.

One style for all cards: a glowing sky, a pale disc, layers of silhouettes that grow darker towards the viewer, and one
accent. Points are written as text, `"x,y x,y …"`, so that a picture reads like a list of shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cloudy_pnp.core.geometry import IDENTITY, Point, Rect, Transform
from cloudy_pnp.draw.colour import WHITE, Colour, LinearGradient, Paint, RadialGradient, fading
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Cap, Item, Join, Outline, Path, Stroke
from cloudy_pnp.draw.shapes import circle, ellipse, polyline, rectangle, smooth

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


def tones_of(suit: str, colour: str) -> Tones:
    """The tones of a suit."""
    accent = _ACCENTS.get(suit)
    return Tones(Colour.parse(colour), Colour.parse(accent) if accent else _GOLD)


class Canvas:
    """Collects what is painted. Saving ink, shapes are white with a line around them, and tints are left out."""

    def __init__(self, tones: Tones, *, saving: bool = False) -> None:
        self.tones, self.saving = tones, saving
        self.items: list[Item] = []
        self._here: Transform = IDENTITY
        self._scale = 1.0

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1.0, *, flip: bool = False, turn: float = 0.0) -> Iterator[None]:
        """What is painted inside has its origin here, scaled, turned clockwise, perhaps mirrored."""
        before = self._here, self._scale
        across = -scale if flip else scale
        moved = Transform.translation(x, y) @ Transform.rotation(turn) @ Transform(across, 0, 0, scale, 0, 0)
        self._here, self._scale = self._here @ moved, self._scale * scale
        yield
        self._here, self._scale = before

    def _put(self, outline: Outline, paint: Paint, opacity: float = 1.0) -> None:
        outline = outline.moved(self._here)
        if self.saving:
            if opacity == 1.0:
                self.items.append(Path(outline, WHITE, Stroke(self.tones["ink"], 0.5, join=Join.ROUND)))
            return
        self.items.append(Path(outline, paint, opacity=opacity))

    def poly(self, points: str, tone: str, opacity: float = 1.0) -> None:
        """A shape with straight sides."""
        self._put(polyline(_points(points), closed=True), self.tones[tone], opacity)

    def blob(self, points: str, tone: str, opacity: float = 1.0) -> None:
        """A shape with round sides."""
        self._put(smooth(_points(points), closed=True), self.tones[tone], opacity)

    def oval(self, x: float, y: float, across: float, down: float, tone: str, opacity: float = 1.0) -> None:
        self._put(ellipse(Point(x, y), across, down), self.tones[tone], opacity)

    def dot(self, x: float, y: float, radius: float, tone: str, opacity: float = 1.0) -> None:
        self._put(circle(Point(x, y), radius), self.tones[tone], opacity)

    def box(self, x: float, y: float, wide: float, high: float, tone: str, opacity: float = 1.0) -> None:
        self._put(rectangle(Rect(x, y, wide, high)), self.tones[tone], opacity)

    def line(self, points: str, tone: str, width: float, *, straight: bool = False, opacity: float = 1.0) -> None:
        """A line with round ends, smooth through its points."""
        places = _points(points)
        outline = polyline(places) if straight or len(places) < 3 else smooth(places)
        wide = max(width * self._scale, 0.15)
        stroke = Stroke(
            self.tones["ink" if self.saving else tone], min(wide, 0.6) if self.saving else wide, Cap.ROUND, Join.ROUND
        )
        self.items.append(Path(outline.moved(self._here), stroke=stroke, opacity=opacity))

    def limb(self, spine: str, tone: str) -> None:
        """A tapering thing along a smooth spine: necks, tails, trunks. Each point is `x,y,width`."""
        self._put(limb_outline(spine), self.tones[tone])

    def sky(self, top: str = "top", low: str = "low", horizon: float = 58.0) -> None:
        """The background, out to the edges of any window."""
        if not self.saving:
            paint = LinearGradient.between(Point(0, 0), Point(0, horizon), self.tones[top], self.tones[low])
            self.items.append(Path(rectangle(Rect(-10, -10, 120, 110)), paint))

    def disc(self, x: float, y: float, radius: float, tone: str = "light") -> None:
        """Sun or moon, with a glow."""
        self.glow(x, y, radius * 2.4, tone, 0.55)
        self.dot(x, y, radius, tone)

    def glow(self, x: float, y: float, radius: float, tone: str = "light", strength: float = 0.8) -> None:
        """Light that fades."""
        if not self.saving:
            centre = self._here(Point(x, y))
            wide = radius * self._scale
            paint = RadialGradient(centre, wide, fading(self.tones[tone], strength))
            self.items.append(Path(circle(centre, wide), paint))

    def ground(self, level: float, tone: str, bumps: float = 3.0, key: str = "") -> None:
        """A hilly ground that reaches down to the edge."""
        random = Random("ground", key or tone, str(level))
        crest = [f"{x},{level + random.between(-bumps, bumps):.2f}" for x in range(-8, 117, 12)]
        self.blob(f"-12,{level} {' '.join(crest)} 116,{level} 118,100 50,104 -14,100", tone)


def _points(text: str) -> list[Point]:
    return [Point(*(float(part) for part in word.split(",")[:2])) for word in text.split()]


def limb_outline(spine: str, steps: int = 5) -> Outline:
    """The outline of a tapering thing along a smooth spine.

    >>> limb_outline("0,0,2 10,0,4").bounds.height > 2
    True
    """
    words = [tuple(float(part) for part in word.split(",")) for word in spine.split()]
    places, widths = [Point(x, y) for x, y, _ in words], [width for _, _, width in words]
    line: list[tuple[Point, float]] = []
    for index in range(len(places) - 1):
        before = places[index - 1] if index else places[0] * 2 - places[1]
        after = places[index + 2] if index + 2 < len(places) else places[-1] * 2 - places[-2]
        for step in range(steps):
            t = step / steps
            line.append((_between(before, places[index], places[index + 1], after, t), _mix(widths, index, t)))
    line.append((places[-1], widths[-1]))
    left, right = [], []
    for index, (place, width) in enumerate(line):
        ahead = line[min(index + 1, len(line) - 1)][0] - line[max(index - 1, 0)][0]
        side = ahead.unit.left * (width / 2) if ahead.length else Point(0, 0)
        left.append(place + side)
        right.append(place - side)
    return smooth([*left, *reversed(right)], closed=True)


def _mix(widths: list[float], index: int, t: float) -> float:
    return widths[index] * (1 - t) + widths[index + 1] * t


def _between(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    a, b, c = p1 * 2, p2 - p0, p0 * 2 - p1 * 5 + p2 * 4 - p3
    d = p1 * 3 - p0 - p2 * 3 + p3
    return (a + b * t + c * (t * t) + d * (t * t * t)) * 0.5
