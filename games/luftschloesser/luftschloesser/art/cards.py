"""The faces of weather cards: a picture, a small map of the board, name and text; and their back."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import LinearGradient
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.scene import Font, Group
from cloudy_pnp.draw.shapes import circle, rectangle, rounded, star
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.i18n.pairs import Words
from luftschloesser.art import pieces, sky
from luftschloesser.art.look import Items, Pen
from luftschloesser.model.board import Board

NUMERALS = Font("Fraunces", 600)
Pair = tuple[tuple[str, str], tuple[str, str]]  # colour and shape of two players


def weather_face(
    pen: Pen,
    letterer: Letterer,
    does: str,
    at: int | None,
    joker: bool,
    board: Board,
    pair: Pair,
    name: Words,
    text: Words,
) -> Drawn:
    """Draw a weather card: `at` is the field that it is bound to; a joker chooses one."""
    frame, colours = pen.frame, pen.colours
    dark = does in ("rain", "lightning", "storm")
    high, low = (colours.dusk, colours.dusk_light) if dark else (colours.sky, colours.sky_light)
    top = -frame.top
    window = Rect(-HALF, top, 57.15, 46 + (frame.arm - 15.875))
    items = sky.heavens(pen, frame.sheet, high, low)
    items += _picture(pen, does, window, pair, joker)
    if does in ("sun", "rain", "lightning"):
        items += field_map(pen, Rect(HALF - 25, window.bottom - 24, 20.5, 20.5), board, at)
    if at is not None:
        items += number(pen, Point(-HALF + 9.2, top + 9.2), at, 6.2)
    panel = Rect(-HALF + 3.4, window.bottom - 1.4, 57.15 - 6.8, frame.top - window.bottom - 2.2)
    items += pen.shape(rounded(panel, 3), colours.paper, pen.ink)
    named = letterer.name(name, Rect(panel.x + 2, panel.y + 1.2, panel.width - 4, 8), pen.ink, 6.2)
    rule = Rect(panel.x + 12, panel.y + 9.6, panel.width - 24, 0.25)
    items += pen.solid(rectangle(rule), colours.cloud_line)
    rules = letterer.rules(text, Rect(panel.x + 2.4, panel.y + 10.6, panel.width - 4.8, panel.height - 11.8), 4.1)
    return Drawn(items) + named + rules


def _picture(pen: Pen, does: str, window: Rect, pair: Pair, joker: bool) -> Items:
    middle = window.at(0.36, 0.5)
    match does:
        case "sun":
            items = sky.cloud(pen, window.at(0.62, 0.3), 22) if joker else ()
            items += sky.sun(pen, window.at(0.33, 0.52), 9.4)
            return items + sky.cloud(pen, window.at(0.3, 0.8), 25)
        case "rain":
            items = sky.drops(pen, Rect(window.x + 8, window.y + 24.5, 22, 18), 1.0)
            return items + sky.cloud(pen, middle + Point(2, -4.5), 32, dark=True)
        case "lightning":
            items = sky.bolt(pen, window.at(0.34, 0.7), 1.0)
            return items + sky.cloud(pen, middle + Point(0, -7), 32, dark=True)
        case "storm":
            return _storm(pen, window)
        case "rainbow":
            return _rainbow(pen, window, pair)
    return _new_hands(pen, window)


def _storm(pen: Pen, window: Rect) -> Items:
    """Draw moving clouds, and an arrow to every side."""
    centre = window.at(0.5, 0.5)
    items: Items = ()
    for y, start, length in ((-10.5, -24, 16), (9.5, 4, 15), (12.5, -22, 13)):
        items += sky.gust(pen, centre + Point(start, y), length, 2.6)
    items += sky.cloud(pen, centre + Point(0, 0), 24)
    for degrees in (0, 90, 180, 270):
        items += sky.arrow(
            pen, centre + Point.polar(17 if degrees % 180 == 0 else 14.5, degrees), degrees, 8.5, pen.colours.gold
        )
    return items


def _rainbow(pen: Pen, window: Rect, pair: Pair) -> Items:
    """Draw two beings that change places under the bow."""
    foot = window.at(0.5, 0.86)
    items = sky.rainbow(pen, foot, 24, 2.3)
    for side, (colour, shape) in zip((-1, 1), pair, strict=True):
        items += sky.cloud(pen, foot + Point(side * 17.5, 0.5), 17)
        items += pieces.being(pen, foot + Point(side * 17.5, -2.5), 8.5, colour, shape)
    for side in (-1, 1):
        items += sky.arrow(pen, foot + Point(0, -4 + side * 2.6), 0 if side < 0 else 180, 8.5, pen.colours.gold)
    return items


def _new_hands(pen: Pen, window: Rect) -> Items:
    """Draw a fan of cards, and arrows all the way round."""
    centre = window.at(0.5, 0.62)
    items: Items = ()
    for turn in (-24, 0, 24):
        card = rounded(Rect(-8.5, -27, 17, 26.5), 2)
        place = Transform.translation(centre.x, centre.y + 8) @ Transform.rotation(turn)
        items += pen.shape(card.moved(place), pen.colours.paper, pen.ink)
        mark = star(Point(0, -18), 4.2, 1.9, 8)
        items += pen.shape(mark.moved(place), pen.colours.gold, pen.colours.gold_line, pen.lines.fine)
    for degrees in (180, 0):
        items += sky.arrow(pen, centre + Point.polar(22.5, degrees), 90 if degrees else 270, 8.5, pen.colours.gold)
    return items


def number(pen: Pen, centre: Point, at: int, radius: float) -> Items:
    """Draw the number of a field in a disc."""
    size = radius * (1.35 if at < 10 else 1.15)
    text = text_line(str(at), centre + Point(0, size * 0.35), NUMERALS, size, colour=pen.ink, align=Align.CENTRE)
    return (*pen.shape(circle(centre, radius), pen.colours.paper, pen.ink), text)


def field_map(pen: Pen, box: Rect, board: Board, at: int | None) -> Items:
    """Draw a small board: the field of the card is filled; if the player chooses, all of them have a ring."""
    colours = pen.colours
    items = pen.shape(rounded(box.inset(-1.4), 1.8), colours.paper, pen.ink)
    side = min(box.width / board.cols, box.height / board.rows)
    for place in board.fields:
        row, col = board.place(place)
        cell = Rect(box.x + col * side, box.y + row * side, side, side).inset(0.35)
        chosen = place == at
        tone = colours.gold if chosen else colours.sky_light
        items += pen.shape(rectangle(cell), tone, colours.cloud_line, pen.lines.fine)
        if chosen:
            items += pen.solid(circle(cell.centre, side * 0.27), pen.ink)
        elif at is None:
            items += pen.line(circle(cell.centre, side * 0.24), pen.ink, pen.lines.detail)
    return items


def card_back(pen: Pen) -> Items:
    """Draw a sun behind clouds, symmetrical under a half turn."""
    colours, frame = pen.colours, pen.frame
    fill = LinearGradient.between(
        frame.sheet.at(0.5, 0), frame.sheet.at(0.5, 1), colours.sky_deep, colours.sky, colours.sky_deep
    )
    items = pen.tint(rectangle(frame.sheet), fill)
    items += pen.line(rounded(frame.card.inset(3.6), 3), colours.paper, 0.7)
    items += sky.sun(pen, Point(0, 0), 9.5, face=False)
    half: Items = ()
    for x, y, width in ((-17, -33, 20), (12, -29, 26), (-12, -20, 22), (16, -14, 18), (-19, -7, 15)):
        half += sky.cloud(pen, Point(x, y), width)
    clip = rounded(frame.card.inset(4.2), 2.6)
    both = (*half, Group(half, Transform.rotation(180)))
    return (*items, Group(both, clip=clip))


def aid_face(pen: Pen, letterer: Letterer, name: Words, text: Words) -> Drawn:
    """Draw a player aid: a heading, and the points to remember."""
    frame, colours = pen.frame, pen.colours
    items = sky.heavens(pen, frame.sheet, colours.sky, colours.sky_light)
    items += sky.cloud(pen, Point(-15, -frame.top + 9), 22) + sky.sun(pen, Point(17, -frame.top + 10), 5)
    panel = Rect(-HALF + 3.4, -frame.top + 15, 57.15 - 6.8, 2 * frame.top - 18.6)
    items += pen.shape(rounded(panel, 3), colours.paper, pen.ink)
    named = letterer.name(name, Rect(panel.x + 2, panel.y + 1.2, panel.width - 4, 8), pen.ink, 6.2)
    rules = letterer.rules(text, Rect(panel.x + 2.4, panel.y + 10, panel.width - 4.8, panel.height - 11.5), 3.7)
    return Drawn(items) + named + rules
