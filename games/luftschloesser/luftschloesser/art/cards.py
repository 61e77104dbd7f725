"""The faces of weather cards: a picture, a small map of the board, name and text; and their back.

The parts to cut out and fold: cloud tokens, standing castles and beings, the bag label, the tuck box.
"""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.colour import LinearGradient
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.nets import Net, standee
from cloudy_pnp.draw.scene import Font, Group, Item, Outline, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rectangle, rounded, star
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.i18n.pairs import Words
from luftschloesser.art import pieces, sky
from luftschloesser.art.look import BLEED, Items, Pen
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


CLOUD = 30.0  # mm, the width of a cloud token
LABEL = (80.0, 50.0)
NETS = {"castle": standee(20.0, 30.0, 9.0), "being": standee(13.0, 18.0, 6.0)}  # a foot fits on a cloud


def cloud_cut() -> tuple[Outline, tuple[float, float]]:
    """Return the outline of a cloud token, and its size."""
    box = sky.cloud_outline(Point(0, 0), CLOUD).bounds
    return sky.cloud_outline(Point(-box.x, -box.y), CLOUD), (box.width, box.height)


def cloud_token(pen: Pen) -> DrawnFace:
    """Draw a cloud whose colour continues beyond the cut."""
    outline, size = cloud_cut()
    box = sky.cloud_outline(Point(0, 0), CLOUD).bounds
    ground = () if pen.style.ink_saving else (Path(outline, None, Stroke(pen.colours.cloud_shade, 2 * BLEED)),)
    items = (*ground, *sky.cloud(pen, Point(-box.x, -box.y), CLOUD))
    return DrawnFace(Symbol("cloud", items, Rect(0, 0, *size).inset(-BLEED)))


def figure(pen: Pen, piece: str, colour: str, shape: str) -> DrawnFace:
    """Draw a castle or a being, front and back, and its feet with the shape of the colour."""
    net = NETS[piece]
    width, height = net.faces["front"].width, net.faces["front"].height
    palette = pieces.tones(pen, colour)
    backdrop = sky.heavens(
        pen, Rect(0, 0, width, height), pen.colours.sky_light, palette.colour.mixed(pen.colours.paper, 0.55)
    )
    foot = Point(width / 2, height - 1.0)
    draw, size = (pieces.castle, 17.2) if piece == "castle" else (pieces.being, 11.4)
    picture = (*backdrop, *draw(pen, foot, size, colour, shape))
    mark = pen.shape(
        pieces.emblem(shape, Point(width / 2, net.faces["front foot"].height / 2), 1.9), palette.colour, palette.line
    )
    floor = pen.tint(
        rectangle(Rect(0, 0, width, net.faces["front foot"].height)), palette.colour.mixed(pen.colours.paper, 0.7)
    )
    art: dict[str, tuple[Item, ...]] = {
        "front": picture,
        "back": picture,
        "front foot": (*floor, *mark),
        "back foot": (*floor, *mark),
    }
    ground = () if pen.style.ink_saving else (net.ground(palette.colour.mixed(pen.colours.paper, 0.6)),)
    return DrawnFace(net.symbol(f"{piece}-{shape}", ground, art))


def _scene(pen: Pen, box: Rect) -> Items:
    """Draw the scene of the game: castles on clouds, a sun, a rainbow."""
    colours = pen.colours
    items = sky.heavens(pen, box.inset(-BLEED), colours.sky_deep, colours.sky_light)
    unit = min(box.width, box.height) / 50
    items += sky.rainbow(pen, box.at(0.5, 0.72), 26 * unit, 1.6 * unit)
    items += sky.sun(pen, box.at(0.8, 0.2), 5.4 * unit)
    for across, down, size in ((0.2, 0.3, 15), (0.52, 0.14, 11)):
        items += sky.cloud(pen, box.at(across, down), size * unit)
    items += sky.cloud(pen, box.at(0.5, 0.66), 34 * unit)
    items += pieces.castle(pen, box.at(0.5, 0.66), 19 * unit, "#a02048", "round")
    for across, colour, shape in ((0.17, "#6fae55", "pointed"), (0.83, "#3a7db3", "square")):
        items += sky.cloud(pen, box.at(across, 0.74), 20 * unit)
        items += pieces.castle(pen, box.at(across, 0.73), 11 * unit, colour, shape)
    return items


def _title(pen: Pen, letterer: Letterer, name: str, box: Rect) -> tuple[Items, DrawnFace]:
    unit = pen.frame.unit
    text = letterer.name(name, Rect(0, 0, box.width / unit, box.height / unit).inset(2, 0.5), pen.ink, 9.0)
    band = pen.shape(rounded(box, 2.4), pen.colours.paper, pen.ink)
    placed = Group(text.items, Transform.translation(box.x, box.y) @ Transform.scaling(unit))
    return (*band, placed), DrawnFace(Symbol("title", (), box), text.findings)


def label(pen: Pen, letterer: Letterer, name: str) -> DrawnFace:
    """Draw a label for the bag or tin with the pieces."""
    box = Rect(0, 0, *LABEL)
    title, name_drawn = _title(pen, letterer, name, Rect(8, LABEL[1] - 14, LABEL[0] - 16, 10))
    return DrawnFace(Symbol("bag-label", (*_scene(pen, box), *title), box.inset(-BLEED)), name_drawn.findings)


def box(pen: Pen, letterer: Letterer, net: Net, name: str) -> DrawnFace:
    """Draw the tuck box: the scene on its front, the back of the cards behind, the name all around."""
    unit, colours = pen.frame.unit, pen.colours
    front, side, lid = net.faces["front"], net.faces["left"], net.faces["lid"]
    whole = Rect(0, 0, front.width, front.height)
    title, name_drawn = _title(pen, letterer, name, Rect(4, front.height - 20, front.width - 8, 12))
    colour = pen.ink if pen.style.ink_saving else colours.paper
    spine = letterer.name(name, Rect(4, 0, side.height / unit - 8, side.width / unit), colour, 8.0)
    across = letterer.name(name, Rect(4, 0, lid.width / unit - 8, lid.height / unit), colour, 8.0)
    upwards, flat = Transform(0.0, -unit, unit, 0.0, 0.0, side.height), Transform.scaling(unit)
    back = Symbol("box-back", (Use(pen.frame.symbol("weather-back", card_back(pen))),), whole.inset(-BLEED))
    art: dict[str, tuple[Item, ...]] = {
        "front": (*_scene(pen, whole), *title),
        "back": (Use(back),),
        "left": (Group(spine.items, upwards),),
        "right": (Group(spine.items, upwards),),
        "lid": (Group(across.items, flat),),
        "base": (Group(across.items, flat),),
    }
    ground = () if pen.style.ink_saving else (net.ground(colours.sky_deep),)
    findings = (*name_drawn.findings, *spine.findings, *across.findings)
    return DrawnFace(net.symbol("tuck-box", ground, art), findings)
