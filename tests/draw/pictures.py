"""Pictures that the tests of the drawing layer share: one page that uses every feature."""

from __future__ import annotations

import io

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour, LinearGradient, RadialGradient, Stop, fading
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.pdf import Inks, write_pdf
from cloudy_pnp.draw.scene import Cap, Font, Group, Item, Join, Page, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, ellipse, polygon, rectangle, rounded, smooth, star
from cloudy_pnp.draw.shaping import Icon
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text, text_line

SANS, BOLD, DISPLAY = Font("Alegreya Sans"), Font("Alegreya Sans", 700), Font("Fraunces", 700)
SKY, LEAF, EARTH = Colour.parse("#7fb4d8"), Colour.parse("#4c8c3f"), Colour.parse("#8a5a32")
TEXTS = {
    "de": "Lege eine **weitere Rankenkarte** an ein Wolkenkönigreich [dot] und mische größere Stapel.",
    "fr": "Placez une **carte Route** à côté d'un château [dot] : c'est à vous ! Œuvrez « sans hâte ».",
    "hu": "Helyezz **útvonalkártyát** egy kastély [dot] mellé; az őrült tűzfű hűvös völgyből nő.",
    "en": "Place **another card** next to a castle [dot], then draw 2 cards from the pile.",
}
DOT = Icon(0.7, (Path(circle(Point(0.35, -0.32), 0.3), fill=EARTH),))
LANGUAGES = ("de", "en", "fr", "hu")


def pdf_of(*pages: Page, inks: Inks = Inks.RGB) -> bytes:
    out = io.BytesIO()
    write_pdf(pages, out, inks=inks, title="Test")
    return out.getvalue()


def everything() -> Page:
    """A card of 63.5 × 88.9 mm with 3 mm bleed that uses every feature of the scene."""
    media = Rect(0, 0, 69.5, 94.9)
    trim = media.inset(3)
    return Page(media.width, media.height, (*_background(media), *_shapes(), *_texts()), trim, media)


def _background(media: Rect) -> tuple[Item, ...]:
    sky = LinearGradient.between(Point(0, 0), Point(0, media.height), SKY, SKY.lighter(0.6), WHITE)
    glow = RadialGradient(Point(52, 18), 14, fading(Colour.parse("#ffd24a"), 0.9))
    sun = RadialGradient(Point(52, 18), 5, (Stop(0.2, WHITE), Stop(0.7, Colour.parse("#ffd24a")), Stop(0.7, EARTH)))
    return (
        Path(rectangle(media), fill=sky),
        Path(circle(Point(52, 18), 14), fill=glow),
        Path(circle(Point(52, 18), 6), fill=sun),
    )


def _shapes() -> tuple[Item, ...]:
    branch = Curve.through(Point(6, 40), Point(20, 28), Point(36, 42), Point(60, 30))
    leaf = Symbol(
        "leaf",
        (
            Path(
                smooth([Point(0, 0), Point(3, -2.2), Point(7, 0), Point(3, 2.2)], closed=True),
                fill=LEAF.lighter(0.2),
                stroke=Stroke(LEAF.darker(0.4), 0.2, join=Join.ROUND),
            ),
            Path(Curve.straight(Point(0, 0), Point(7, 0)).outline(), stroke=Stroke(LEAF.darker(0.4), 0.15)),
        ),
        Rect(-1, -3, 9, 6),
    )
    leaves = tuple(
        Use(
            leaf,
            Transform.translation(branch.at(t).x, branch.at(t).y)
            @ Transform.rotation(branch.direction(t).degrees + turn)
            @ Transform.scaling(size),
        )
        for t, turn, size in ((0.2, -60, 0.8), (0.4, 50, 1), (0.6, -70, 1.2), (0.8, 60, 0.6))
    )
    window = Group(
        (
            Path(rectangle(Rect(4, 46, 16, 12)), fill=EARTH),
            Path(circle(Point(12, 46), 7), fill=WHITE, opacity=0.7),
        ),
        clip=ellipse(Point(12, 52), 7, 5),
    )
    overlapping = (
        Path(rectangle(Rect(24, 46, 8, 8)), fill=SKY.darker(0.3)),
        Path(circle(Point(32, 54), 4), fill=LEAF, stroke=Stroke(BLACK, 0.6)),
    )
    ring = Path(
        circle(Point(46, 52), 6) + circle(Point(46, 52), 3.5), fill=EARTH.lighter(0.3), rule="evenodd", opacity=0.8
    )
    lines = tuple(
        Path(
            polygon(Point(0, 0), Point(5, 0), Point(2, 4)) if join is Join.BEVEL else smooth(_ZIGZAG),
            stroke=Stroke(EARTH.darker(0.4), 0.7, cap, join, dashes, 0.5 if dashes else 0.0),
            opacity=opacity,
        )
        for cap, join, dashes, opacity in (
            (Cap.BUTT, Join.MITER, (2.0, 1.0), 1.0),
            (Cap.ROUND, Join.ROUND, (0.01, 1.2), 1.0),
            (Cap.SQUARE, Join.BEVEL, (), 0.5),
        )
    )
    return (
        Path(branch.ribbon(lambda t: 3 - 2.2 * t, round_start=True), fill=LEAF, stroke=Stroke(LEAF.darker(0.5), 0.2)),
        *leaves,
        window,
        Group(overlapping, opacity=0.5),
        ring,
        Path(star(Point(60, 52), 5, 2.2, 5), fill=WHITE, stroke=Stroke(BLACK, 0.5), opacity=0.5),
        *(
            Group((line,), Transform.translation(5 + 8 * index, 8 + 5 * index) @ Transform.rotation(10 * index))
            for index, line in enumerate(lines)
        ),
    )


_ZIGZAG = [Point(0, 0), Point(6, 2), Point(12, -2), Point(18, 1)]


def _texts() -> tuple[Item, ...]:
    title = TextStyle(DISPLAY, 5.6, 3.5, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)
    body = TextStyle(SANS, 2.7, 2.0, vertical=Vertical.MIDDLE)
    panel = Rect(5, 58, 59.5, 33)
    items: list[Item] = [Path(rounded(panel, 2.5), fill=WHITE, opacity=0.75)]
    items += fit_text("Győzelmi fűzér 2019", Rect(8, 58, 53.5, 8), title, "hu").items
    for row, lang in enumerate(LANGUAGES):
        box = Rect(8, 65.5 + 6.2 * row, 53.5, 6.2)
        items += fit_text(TEXTS[lang], box, body, lang, {"dot": DOT}).items
    turned = Transform.translation(66.2, 88) @ Transform.rotation(-90)
    items.append(Group((text_line("AVATAR Tölgyfa 0123", Point(0, 0), BOLD, 2.2, colour=EARTH),), turned))
    return tuple(items)
