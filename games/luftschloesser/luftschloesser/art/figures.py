"""The parts to cut out and fold: cloud tokens, standing castles and beings, the bag label, the tuck box."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.kit.lettering import Letterer
from cloudy_pnp.draw.kit.nets import Net, standee
from cloudy_pnp.draw.scene import Group, Item, Outline, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle, rounded
from cloudy_pnp.game.contract import DrawnFace
from luftschloesser.art import cards, pieces, sky
from luftschloesser.art.look import BLEED, Items, Pen

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
    back = Symbol("box-back", (Use(pen.frame.symbol("weather-back", cards.card_back(pen))),), whole.inset(-BLEED))
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
