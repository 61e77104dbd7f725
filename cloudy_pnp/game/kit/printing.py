"""The tuck box of a deck: a card on the front, its back behind, the name on the narrow sides.

Helpers for the rulebooks of several games: terms of the glossary, names that templates use, faces of cards.

PRINT-1: are the players' colours distinct, in grey and with every kind of colour vision?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted, suggest
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.kit import nets
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.draw.scene import Font, Group, Item, Use
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text
from cloudy_pnp.game.contract import Component, ComponentKind, Components, Data, DrawnFace, Lazy, RenderOptions, Sketch

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page


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


Faces = Callable[[], Mapping[str, Sketch]]


def look_up(items: Mapping[str, Any], kind: str, name: str) -> Any:
    """Return the item with a name. Raises UserError with the nearest name.

    >>> look_up({"chop": 1}, "spell", "chop")
    1
    """
    if name not in items:
        raise UserError(f'there is no {kind} "{name}"; {suggest(name, items)}'.rstrip("; "))
    return items[name]


def glossary_terms(data: Data, lang: str) -> Callable[..., str]:
    """Return the function `t` of templates: a term of the glossary by its id, in the plural unless the count is 1."""
    words = {entry["id"]: entry[lang] for entry in data["glossary"]}

    def term(name: str, count: int = 1) -> str:
        word = look_up(words, "term", name)
        return str(word["term"] if count == 1 else word.get("plural", word["term"]))

    return term


def faces_by_name(components: Lazy[Components], data: Data, options: RenderOptions) -> Faces:
    """Return a function for all faces by name, which are created on first use."""

    @cache
    def faces() -> Mapping[str, Sketch]:
        return {face.name: face for face in components.load()(data, options).faces}

    return faces


def draw_face(faces: Faces, name: str) -> Page:
    """Return a picture of the face with this name."""
    return faces()[name].page()


def close_colours(colours: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Finding]]:
    """Yield every pair of colours, given with the ids of their entries, that are too close, with the second id."""
    for (entry, colour), (other, other_colour) in combinations(colours, 2):
        reason = too_close(Colour.parse(colour), Colour.parse(other_colour))
        if reason:
            pair = f"{quoted(other_colour)} of {quoted(other)} and {quoted(colour)} of {quoted(entry)}"
            message = f"the colours {pair} are hard to tell apart: {reason}"
            hint = "make one of the two lighter or darker"
            yield other, Finding("PRINT-1", ("colour",), message, hint, Severity.WARNING)
