"""The tuck box of a deck: a card on the front, its back behind, the name on the narrow sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.kit import nets
from cloudy_pnp.draw.scene import Font, Group, Item, Use
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text
from cloudy_pnp.game.contract import Component, ComponentKind, DrawnFace, Sketch

_GROUND = Colour.parse("#2f4a6d")
_LIGHT = 0.4
_INSET = 4.0  # mm
_NARROWEST = 5.0  # mm of a side with text


def deck_box(
    settings: Mapping[str, Any], cards: Sequence[Component], cover: str, name: str, font: Font, lang: str
) -> Component:
    """Return a box for all copies of the cards; one that shows `cover`, or the first card, is on its front."""
    first = next((card for card in cards if card.id == cover), cards[0])
    count = sum(card.copies for card in cards)
    size = (max(card.size[0] for card in cards), max(card.size[1] for card in cards))
    net = nets.deck_box(size, count, settings.get("cards", nets.BOUGHT), sleeves=settings.get("sleeves", False))
    ground = Colour.parse(settings["colour"]) if "colour" in settings else _GROUND
    sketch = Sketch("tuck-box", "boxes", lambda: _draw(net, first, name, ground, font, lang), title=name)
    return Component(
        "tuck-box", net.size, lambda _: sketch, None, 1, ComponentKind.BOX, outline=net.cut, folds=net.folds
    )


def _draw(net: nets.Net, card: Component, name: str, ground: Colour, font: Font, lang: str) -> DrawnFace:
    colour = WHITE if ground.luminance < _LIGHT else BLACK
    style = TextStyle(font, 9.0, 2.5, colour=colour, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)
    side, lid = net.faces["left"], net.faces["lid"]
    spine = fit_text(name, Rect(_INSET, 0.0, side.height - 2 * _INSET, side.width), style, lang)
    across = fit_text(name, Rect(_INSET, 0.0, lid.width - 2 * _INSET, lid.height), style, lang)
    if side.width < _NARROWEST:  # a thin deck has no room for a name there
        spine = across = fit_text("", side, style, lang)
    upwards = Transform(0.0, -1.0, 1.0, 0.0, 0.0, side.height)
    back = card.back(1) if card.back else card.front(1)
    art: dict[str, tuple[Item, ...]] = {
        "front": _face(card.front(1), card.size, net.faces["front"]),
        "back": _face(back, card.size, net.faces["back"]),
        "left": (Group(spine.items, upwards),),
        "right": (Group(spine.items, upwards),),
        "lid": across.items,
        "base": across.items,
    }
    findings = (*spine.findings, *across.findings)
    return DrawnFace(net.symbol("tuck-box", (net.ground(ground),), art), findings)


def _face(sketch: Sketch, size: tuple[float, float], face: Rect) -> tuple[Item, ...]:
    """Fill a face with a card, enlarged to cover it; the card's bleed is clipped at the edges."""
    scale = max(face.width / size[0], face.height / size[1])
    middle = Transform.translation((face.width - size[0] * scale) / 2, (face.height - size[1] * scale) / 2)
    return (Use(sketch.draw().symbol, middle @ Transform.scaling(scale)),)
