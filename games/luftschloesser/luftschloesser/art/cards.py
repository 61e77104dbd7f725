"""The faces of weather cards: a picture, a small map of the board, name and text; and their back.

The parts to cut out and fold: cloud tokens, standing castles and beings, the bag label, the tuck box.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.kit.frame import HALF
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.nets import Net, standee
from cloudy_pnp.draw.scene import Font, Group, Item, Outline, Path, Stroke, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rectangle, rounded
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.i18n.pairs import TextPair, Words
from luftschloesser.art.look import BLEED, Items, Light, Pen, table
from luftschloesser.model.board import Board

NUMERALS = Font("Fraunces", 600)
_PANEL, _LEAST_PANEL = 38.4, 36.0  # mm, the height of the cloud with the text; on a short card
_ARCH, _PICTURE = 12.4, 36.2  # between the clouds: where the picture begins, and its height
_REACH = 36.0  # how far skies and landscapes extend to either side
_MAP = 12.6
_STRIP = 14.0  # the picture above the text of a player aid
_DISC, _FIGURE = 6.8, 8.8  # the least height of a row with a number, with a figure
_STEP = re.compile(r"\*\*(\d+)\.\*\*\s*")  # the number of a step at the start of a line
Looks = tuple[tuple[str, str], ...]  # colour and shape of players
_COVER: Looks = (("#a02048", "round"), ("#6fae55", "pointed"), ("#3a7db3", "square"), ("#f2d24b", "star"))


def light_of(board: Board, at: int, weather: str = "sun") -> Light:
    """Return the setting of a field: its row decides the time of day, its column the landscape."""
    row, col = board.place(at)
    times = tuple(table().times)
    return Light(times[row % len(times)], table().lands[col % len(table().lands)], weather)


def weather_face(
    pen: Pen,
    letterer: Letterer,
    does: str,
    at: int | None,
    board: Board,
    looks: Looks,
    name: Words,
    text: Words,
) -> Drawn:
    """Draw a weather card: `at` is the field that it is bound to; with a joker, its player chooses one."""
    frame = pen.frame
    panel = min(_PANEL, max(_LEAST_PANEL, 2 * frame.top - _ARCH - _PICTURE))
    foot = frame.top - panel
    scale = min(1.0, (2 * frame.top - panel - _ARCH) / _PICTURE)  # of the picture on a short card
    scale = max(scale, (HALF + frame.margin) / _REACH)
    if at is not None:
        light = light_of(board, at, does)
        items = pen.draw(f"{does}-{light.time}", Point(0, foot), scale, light)
    else:
        light = Light(looks=looks)
        items = pen.draw(f"{does}-joker" if does in ("sun", "rain") else does, Point(0, foot), scale, light)
    items = (Group(items, clip=rectangle(frame.sheet)),)
    items += pen.draw("band", Point(0, -frame.top), light=light) + pen.draw("panel", Point(0, foot), light=light)
    corner = Point(0, 9.4 - frame.top)
    if at is not None:
        items += number(pen, corner - Point(19.4, 0), at, 10.2)
    else:
        items += pen.draw(f"sign-{does}", corner - Point(19.6, 0))
    middle = corner + Point(19.2, 0)
    if does in ("sun", "rain", "lightning"):
        items += field_map(pen, Rect.centred(middle, _MAP, _MAP), board, at)
    else:
        items += pen.draw(f"does-{does}", middle, light=light)
    named = letterer.name(name, Rect(-HALF + 5, foot + 3, 2 * HALF - 10, 8), pen.ink, 6.2)
    rule = pen.solid(rectangle(Rect(-13, foot + 11.4, 26, 0.25)), pen.tone("rule"))
    rules = letterer.rules(text, Rect(-HALF + 5, foot + 12.4, 2 * HALF - 10, panel - 16.4), 4.1)
    return Drawn(items + rule) + named + rules


def number(pen: Pen, centre: Point, at: int, size: float) -> Items:
    """Draw the number of a field."""
    foot = centre + Point(0, size * 0.35)
    return (text_line(str(at), foot, NUMERALS, size, colour=pen.ink, align=Align.CENTRE),)


def field_map(pen: Pen, box: Rect, board: Board, at: int | None) -> Items:
    """Draw a small board: the field of the card is filled; if the player chooses, all of them have a ring."""
    line = pen.tone("rule")
    items = pen.shape(rounded(box.inset(-0.5), 1.2), pen.tone("paper"), pen.ink, pen.lines.detail)
    side = min(box.width / board.cols, box.height / board.rows)
    for place in board.fields:
        row, col = board.place(place)
        cell = Rect(box.x + col * side, box.y + row * side, side, side).inset(0.28)
        chosen = place == at
        sky = pen.tone("map", light_of(board, place))
        items += pen.shape(rectangle(cell), pen.ink if chosen else sky, pen.ink if chosen else line, pen.lines.fine)
        if chosen:
            dot = pen.ink if pen.style.ink_saving else pen.tone("pick")
            items += pen.solid(circle(cell.centre, side * 0.3), dot)
        elif at is None:
            items += pen.line(circle(cell.centre, side * 0.24), pen.ink, pen.lines.detail)
    return items


def card_back(pen: Pen) -> Items:
    """Draw a sun behind clouds, symmetrical under a half turn."""
    light = Light(looks=(("#d9902f", "round"),))
    half = pen.draw("back", light=light)
    whole = (*pen.draw("back-sky"), *half, Group(half, Transform.rotation(180)), *pen.draw("back-middle"))
    return (Group(whole, clip=rectangle(pen.frame.sheet)),)


def aid_face(pen: Pen, letterer: Letterer, name: Words, text: Words, figures: Sequence[str], looks: Looks) -> Drawn:
    """Draw a player aid: a heading, and the points to remember, each with its number or its figure."""
    frame = pen.frame
    light = Light("noon", "hills", looks=looks)
    top = _STRIP - frame.top
    items: Items = (Group(pen.draw("aid", Point(0, top), light=light), clip=rectangle(frame.sheet)),)
    items += pen.draw("panel", Point(0, top), light=light)
    drawn = Drawn(items) + letterer.name(name, Rect(-HALF + 5, top + 1.8, 2 * HALF - 10, 8), pen.ink, 6.2)
    box = Rect(-HALF + 17.6, top + 10.6, 2 * HALF - 21.6, 2 * frame.top - _STRIP - 13.6)
    lines = _lines(text)
    least = [_DISC if step else _FIGURE for step, _ in lines]
    small = min(1.0, 0.98 * box.height / sum(least))  # of numbers and figures on a short card
    for size in (3.7 - 0.1 * step for step in count()):
        texts = [letterer.measured_rules(line, box, size, Align.LEFT)[1] for _, line in lines]
        rows = [max(height + 0.8, small * low) for height, low in zip(texts, least, strict=True)]
        if sum(rows) <= box.height or size < 2.1:
            break
    given, y, gap = iter(figures), box.y, (box.height - sum(rows)) / len(rows)
    for (step, line), height in zip(lines, rows, strict=True):
        row = Rect(box.x, y, box.width, height + gap)
        drawn += letterer.measured_rules(line, row, size, Align.LEFT)[0]
        middle = Point(-HALF + 10.2, row.centre.y)
        if step:
            drawn += Drawn((*pen.draw("step", middle, small), *number(pen, middle, int(step), 4.2 * small)))
        elif figure := next(given, ""):
            drawn += Drawn(pen.draw(f"figure-{figure}", middle, small, light))
        y = row.bottom
    return drawn


def _lines(text: Words) -> list[tuple[str, Words]]:
    """Return the lines of a text, in one language or two, each with the number of its step, if it has one."""
    if isinstance(text, TextPair):
        both = zip(_lines(text.first), _lines(text.second), strict=False)
        return [(step, TextPair(str(line), str(below), text.lang)) for (step, line), (_, below) in both]
    steps = ((_STEP.match(line), line) for line in text.splitlines())
    return [(match[1], line[match.end() :]) if match else ("", line) for match, line in steps]


CLOUD = 30.0  # mm, the width of a cloud token
LABEL = (80.0, 50.0)
NETS = {"castle": standee(20.0, 30.0, 9.0), "being": standee(13.0, 18.0, 6.0)}  # a foot fits on a cloud


def cloud_token(pen: Pen) -> tuple[Outline, tuple[float, float], DrawnFace]:
    """Return the cut of a cloud token, its size, and its face, whose colour continues beyond the cut.

    The cut is the outline of the first thing that the picture paints.
    """
    first = pen.part("cloud-0").items[0]
    shape = first.outline if isinstance(first, Path) else circle(Point(0, 0), 12)
    outline = shape.moved(Transform.scaling(CLOUD / 26))
    box = outline.bounds
    corner = Transform.translation(-box.x, -box.y)
    ground = () if pen.style.ink_saving else (Path(outline, None, Stroke(pen.tone("cloud-shade"), 2 * BLEED)),)
    items = (Group((*ground, *pen.draw("token", size=CLOUD / 26)), corner),)
    size = (box.width, box.height)
    return outline.moved(corner), size, DrawnFace(Symbol("cloud", items, Rect(0, 0, *size).inset(-BLEED)))


def figure(pen: Pen, piece: str, look: tuple[str, str]) -> DrawnFace:
    """Draw a castle or a being from the front and from behind, and its feet with the shape of the colour."""
    net = NETS[piece]
    width, height = net.faces["front"].width, net.faces["front"].height
    light = Light(looks=(look,))
    foot = Point(width / 2, net.faces["front foot"].height / 2)
    front = pen.draw(f"standing-{piece}", Point(width / 2, height), light=light)
    back = pen.draw(f"standing-{piece}-back", Point(width / 2, height), light=light)
    floor = pen.tint(rectangle(Rect(0, 0, width, 2 * foot.y)), pen.tone("player-pale", light))
    floor += pen.draw("emblem-{shape}".format(**light.names), foot, 0.62, light)
    art: dict[str, tuple[Item, ...]] = {"front": front, "back": back, "front foot": floor, "back foot": floor}
    ground = () if pen.style.ink_saving else (net.ground(pen.tone("player-pale", light)),)
    return DrawnFace(net.symbol(f"{piece}-{look[1]}", ground, art))


def _scene(pen: Pen, box: Rect) -> Items:
    """Draw the scene of the game: castles on clouds, a sun, a rainbow."""
    scale = max((box.width + 2 * BLEED) / 64, (box.height + 2 * BLEED) / 96)
    whole = pen.draw("cover", box.centre, scale, Light(looks=_COVER))
    return (Group(whole, clip=rectangle(box.inset(-BLEED))),)


def _title(pen: Pen, letterer: Letterer, name: str, box: Rect) -> tuple[Items, DrawnFace]:
    unit = pen.frame.unit
    text = letterer.name(name, Rect(0, 0, box.width / unit, box.height / unit).inset(2, 0.5), pen.ink, 9.0)
    band = pen.shape(rounded(box, 2.4), pen.tone("paper"), pen.ink)
    placed = Group(text.items, Transform.translation(box.x, box.y) @ Transform.scaling(unit))
    return (*band, placed), DrawnFace(Symbol("title", (), box), text.findings)


def label(pen: Pen, letterer: Letterer, name: str) -> DrawnFace:
    """Draw a label for the bag or tin with the pieces."""
    box = Rect(0, 0, *LABEL)
    title, name_drawn = _title(pen, letterer, name, Rect(8, LABEL[1] - 14, LABEL[0] - 16, 10))
    return DrawnFace(Symbol("bag-label", (*_scene(pen, box), *title), box.inset(-BLEED)), name_drawn.findings)


def box(pen: Pen, letterer: Letterer, net: Net, name: str) -> DrawnFace:
    """Draw the tuck box: the scene on its front, the back of the cards behind, the name all around."""
    unit = pen.frame.unit
    front, side, lid = net.faces["front"], net.faces["left"], net.faces["lid"]
    whole = Rect(0, 0, front.width, front.height)
    title, name_drawn = _title(pen, letterer, name, Rect(4, front.height - 20, front.width - 8, 12))
    colour = pen.ink if pen.style.ink_saving else pen.tone("paper")
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
    ground = () if pen.style.ink_saving else (net.ground(pen.tone("back-high")),)
    findings = (*name_drawn.findings, *spine.findings, *across.findings)
    return DrawnFace(net.symbol("tuck-box", ground, art), findings)
