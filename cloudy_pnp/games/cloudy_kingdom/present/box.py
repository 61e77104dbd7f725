"""The tuck box for the whole deck: castles on its front, a beanstalk on its back, the name all around."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.draw.kit import nets
from cloudy_pnp.draw.kit.heraldry import ribbon, tones_of
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.nets import Net
from cloudy_pnp.draw.scene import Group, Item, Symbol, Use
from cloudy_pnp.games.cloudy_kingdom.art import backs
from cloudy_pnp.games.cloudy_kingdom.art.pen import Pen
from cloudy_pnp.games.contract import Component, ComponentKind, DrawnFace, Sketch


def deck_box(pen: Pen, letterer: Letterer, name: str, cards: int) -> Component:
    """Return a box for this many cards."""
    net = nets.deck_box((pen.frame.width, pen.frame.height), cards)
    sketch = Sketch("tuck-box", "boxes", lambda: _draw_box(pen, letterer, net, name), title=name)
    return Component(
        "tuck-box", net.size, lambda _: sketch, None, 1, ComponentKind.BOX, outline=net.cut, folds=net.folds
    )


def _draw_box(pen: Pen, letterer: Letterer, net: Net, name: str) -> DrawnFace:
    unit, colours = pen.frame.unit, pen.colours
    front, side, lid = net.faces["front"], net.faces["left"], net.faces["lid"]
    title = _draw_name(pen, letterer, name, Rect(0, 0, front.width / unit - 14, 11.5))
    colour = pen.ink if pen.style.ink_saving else colours.paper
    spine = letterer.name(name, Rect(4, 0, side.height / unit - 8, side.width / unit), colour, 7.5)
    upwards = Transform(0.0, -unit, unit, 0.0, 0.0, side.height)
    across = letterer.name(name, Rect(4, 0, lid.width / unit - 8, lid.height / unit), colour, 7.5)
    flat = Transform.scaling(unit)
    upper = Transform.translation(7 * unit, front.height - 22 * unit) @ flat
    art: dict[str, tuple[Item, ...]] = {
        "front": (*_fill(pen, backs.castle_back(pen), front), Group(title.items, upper)),
        "back": _fill(pen, backs.vine_back(pen), net.faces["back"]),
        "left": (Group(spine.items, upwards),),
        "right": (Group(spine.items, upwards),),
        "lid": (Group(across.items, flat),),
        "base": (Group(across.items, flat),),
    }
    ground = () if pen.style.ink_saving else (net.ground(colours.night_light, pen.frame.bleed),)
    findings = (*title.findings, *spine.findings, *across.findings)
    return DrawnFace(net.symbol("tuck-box", ground, art, pen.frame.bleed), findings)


def _fill(pen: Pen, picture: Symbol, face: Rect) -> tuple[Item, ...]:
    """Fill a face with a card's picture; the face is a little larger, and the bleed covers the difference."""
    middle = Transform.translation((face.width - pen.frame.width) / 2, (face.height - pen.frame.height) / 2)
    return (Use(picture, middle),)


def _draw_name(pen: Pen, letterer: Letterer, name: str, box: Rect) -> Drawn:
    tones = tones_of(pen.colours.gold, pen.ink, pen.colours.paper)
    text = letterer.name(name, box.inset(2.5, 1.2), tones.figure, 8.0)
    return Drawn(ribbon(pen, tones, box)) + text
